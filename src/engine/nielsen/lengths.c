/* Paths with loops as solutions of linear arithmetic.
 *
 * Seen from its end, a path says how long each variable is: a step makes x one
 * letter, or |y|, longer than it is afterwards. A loop in which some variables
 * grow, by letters and by variables that do not, can be taken k times, and then
 * adds k times what it adds once: linear in k if the lengths that it adds are
 * numbers. Where they are not, they are set to small numbers; so what is
 * found is a solution, but not everything is found. */
#include "engine/nielsen/nielsen.h"

#include <string.h>

enum {
  MAX_PATHS = 24,    /* for each graph */
  MAX_ATTEMPTS = 96, /* systems of arithmetic */
  MAX_LOOPS = 24,    /* on all paths together */
  MAX_LOOP_SEARCH = 512,
  MODES = 4,
  MAX_WORD = 1 << 22
};

typedef struct {
  uint32_t n;
  const uint32_t *edges;
} path;

typedef lyre_vec (path) paths;

/* ----------------------------------------------------------- paths in graphs
 */

/* Edges by the state they lead to: those to S are at[first[S]..first[S+1]-1].
 */
typedef struct {
  uint32_t *first, *at;
} arrivals;

static arrivals arrivals_of (const nielsen_graph *g, lyre_arena *arena) {
  uint32_t n = g->states.len;
  arrivals a = {lyre_arena_array (arena, uint32_t, (size_t) n + 2),
                lyre_arena_array (arena, uint32_t, g->edges.len)};
  memset (a.first, 0, ((size_t) n + 2) * sizeof *a.first);
  for (uint32_t i = 0; i < g->edges.len; i++)
    a.first[g->edges.data[i].to + 2]++;
  for (uint32_t s = 0; s < n; s++)
    a.first[s + 2] += a.first[s + 1];
  for (uint32_t i = 0; i < g->edges.len; i++)
    a.at[a.first[g->edges.data[i].to + 1]++] = i;
  return a;
}

/* By state: steps to the solved state, UINT32_MAX if there is no way. */
static uint32_t *distances (const nielsen_graph *g, lyre_arena *arena) {
  arrivals a = arrivals_of (g, arena);
  uint32_t *d = lyre_arena_array (arena, uint32_t, g->states.len);
  uint32_t *queue = lyre_arena_array (arena, uint32_t, g->states.len), n = 0;
  memset (d, 0xff, g->states.len * sizeof *d);
  d[g->solved - 1] = 0;
  queue[n++] = g->solved - 1;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = a.first[queue[i]]; k < a.first[queue[i] + 1]; k++) {
      uint32_t from = g->edges.data[a.at[k]].from;
      if (d[from] != UINT32_MAX)
        continue;
      d[from] = d[queue[i]] + 1;
      queue[n++] = from;
    }
  return d;
}

typedef struct {
  const nielsen_graph *g;
  const uint32_t *distance;
  uint8_t *on_path; /* by state */
  lyre_u32s edges;
  lyre_arena *arena;
  paths *out;
} walk;

static void keep_path (walk *w) {
  uint32_t *edges = lyre_arena_array (w->arena, uint32_t, w->edges.len);
  for (uint32_t i = 0; i < w->edges.len; i++)
    edges[i] = w->edges.data[i];
  lyre_vec_push (w->g->mem, w->out, ((path){w->edges.len, edges}));
}

/* The best edge out of STATE that comes after edge LAST (+ 1; 0: from the
 * start) in the order of distance, then number; 0 if there is none. */
static uint32_t next_edge (const walk *w, uint32_t state, uint32_t last) {
  const nielsen_graph *g = w->g;
  uint64_t floor = 0, best = UINT64_MAX;
  if (last) {
    uint32_t d = w->distance[g->edges.data[last - 1].to];
    floor = ((uint64_t) d << 32 | last) + 1;
  }
  for (uint32_t i = g->states.data[state].first_out; i;
       i = g->edges.data[i - 1].next_out) {
    uint32_t to = g->edges.data[i - 1].to, d = w->distance[to];
    uint64_t key = (uint64_t) d << 32 | i;
    if (d != UINT32_MAX && !w->on_path[to] && key >= floor && key < best)
      best = key;
  }
  return best == UINT64_MAX ? 0 : (uint32_t) best;
}

/* Simple paths from the root, short ones first in the choice of each step. */
static void find_paths (const nielsen_graph *g, lyre_arena *arena, paths *out) {
  walk w = {.g = g, .arena = arena, .out = out};
  w.distance = distances (g, arena);
  w.on_path = lyre_arena_array (arena, uint8_t, g->states.len);
  memset (w.on_path, 0, g->states.len);
  uint32_t at = 0, last = 0, effort = 0;
  w.on_path[0] = 1;
  while (out->len < MAX_PATHS && effort++ < 20000 &&
         !lyre_poll (g->env, LYRE_POLL_NIELSEN)) {
    if (at == g->solved - 1)
      keep_path (&w);
    uint32_t e = at == g->solved - 1 ? 0 : next_edge (&w, at, last);
    if (e) {
      lyre_vec_push (g->mem, &w.edges, e - 1);
      at = g->edges.data[e - 1].to;
      w.on_path[at] = 1;
      last = 0;
      continue;
    }
    if (!w.edges.len)
      break;
    w.on_path[at] = 0;
    last = lyre_vec_pop (&w.edges) + 1;
    at = g->edges.data[last - 1].from;
  }
  lyre_vec_release (g->mem, &w.edges);
}

/* --------------------------------------------------------------------- loops
 */

typedef struct {
  const nielsen_graph *g;
  path steps;
} loop;

/* No variable that grows makes another one grow. */
static bool is_simple (const nielsen_graph *g, const path *p) {
  for (uint32_t i = 0; i < p->n; i++) {
    const nielsen_step *s = &g->edges.data[p->edges[i]].step;
    if (s->kind != STEP_LETTER && s->kind != STEP_VAR)
      return false;
    for (uint32_t k = 0; s->kind == STEP_VAR && k < p->n; k++)
      if (g->edges.data[p->edges[k]].step.x == s->y)
        return false;
  }
  return true;
}

/* The shortest way back to STATE that starts with edge FIRST. */
static bool find_loop (const nielsen_graph *g, lyre_arena *arena,
                       uint32_t state, uint32_t first, path *out) {
  lyre_map via = {0}; /* state -> edge + 1 */
  lyre_u32s queue = {0};
  uint32_t start = g->edges.data[first].to;
  bool found = start == state;
  *lyre_map_at (g->mem, &via, start) = (uint64_t) first + 1;
  lyre_vec_push (g->mem, &queue, start);
  for (uint32_t i = 0; i < queue.len && !found && i < MAX_LOOP_SEARCH; i++)
    for (uint32_t e = g->states.data[queue.data[i]].first_out; e && !found;
         e = g->edges.data[e - 1].next_out) {
      uint32_t to = g->edges.data[e - 1].to;
      uint64_t *at = lyre_map_at (g->mem, &via, to);
      if (*at)
        continue;
      *at = e;
      lyre_vec_push (g->mem, &queue, to);
      found = to == state;
    }
  if (found) {
    lyre_u32s back = {0};
    for (uint32_t s = state; !back.len || lyre_vec_top (&back) != first;) {
      uint32_t e = (uint32_t) *lyre_map_find (&via, s) - 1;
      lyre_vec_push (g->mem, &back, e);
      s = g->edges.data[e].from;
    }
    uint32_t *edges = lyre_arena_array (arena, uint32_t, back.len);
    for (uint32_t i = 0; i < back.len; i++)
      edges[i] = back.data[back.len - 1 - i];
    *out = (path){back.len, edges};
    lyre_vec_release (g->mem, &back);
  }
  lyre_map_release (g->mem, &via);
  lyre_vec_release (g->mem, &queue);
  return found && is_simple (g, out);
}

/* ------------------------------------------------------------------- attempts
 */

/* A linear form over the parameters. */
typedef struct {
  int64_t *coef; /* by parameter */
  int64_t constant;
} form;

/* What happens to the words, seen from the end. */
typedef struct {
  const nielsen_graph *g;
  path steps;         /* one edge, or a loop */
  uint32_t parameter; /* of a loop, + 1 */
} event;

typedef struct {
  const nielsen_arith *na;
  lyre_mem *mem;
  lyre_env *env;
  lyre_arena *arena;
  uint32_t n_vars, n_params, cap;
  uint32_t mode;
  form *lengths;                   /* by variable */
  int64_t *fixed;                  /* by parameter; -1: free */
  const nielsen_language *initial; /* by variable */
  nielsen_language *language;      /* by variable, at the end */
  const lyre_str **shortest;       /* by variable; NULL: any word */
  lyre_vec (event) events;
  bool failed;
} attempt;

static bool is_constant (const attempt *a, const form *f, int64_t *value) {
  *value = f->constant;
  for (uint32_t i = 0; i < a->n_params; i++)
    if (f->coef[i]) {
      if (a->fixed[i] < 0)
        return false;
      *value += f->coef[i] * a->fixed[i];
    }
  return true;
}

static void add_form (attempt *a, form *to, const form *f, int64_t factor) {
  for (uint32_t i = 0; i < a->n_params; i++)
    to->coef[i] += factor * f->coef[i];
  to->constant += factor * f->constant;
  a->failed |= to->constant > MAX_WORD;
}

static form *length_of (attempt *a, uint32_t var) {
  return &a->lengths[var & ~NIELSEN_VAR];
}

static void undo_step (attempt *a, const nielsen_step *s) {
  form *x = length_of (a, s->x);
  switch (s->kind) {
  case STEP_LETTER:
    x->constant++;
    break;
  case STEP_VAR:
    add_form (a, x, length_of (a, s->y), 1);
    break;
  default:
    memset (x->coef, 0, a->cap * sizeof *x->coef);
    x->constant = 0;
    for (uint32_t i = 0; s->kind == STEP_WORD && i < s->n; i++)
      if (s->word[i] & NIELSEN_VAR)
        add_form (a, x, length_of (a, s->word[i]), 1);
      else
        x->constant++;
  }
}

static void push_event (attempt *a, const nielsen_graph *g, path steps,
                        uint32_t parameter) {
  lyre_vec_push (a->mem, &a->events, ((event){g, steps, parameter}));
}

static void fix_parameters (attempt *a, const form *f) {
  for (uint32_t i = 0; i < a->n_params; i++)
    if (f->coef[i] && a->fixed[i] < 0)
      a->fixed[i] = a->mode - 1;
}

/* The growth of a loop must be made of numbers. */
static bool make_constant (attempt *a, const loop *l) {
  for (uint32_t i = 0; i < l->steps.n; i++) {
    const nielsen_step *s = &l->g->edges.data[l->steps.edges[i]].step;
    int64_t v;
    if (s->kind != STEP_VAR || is_constant (a, length_of (a, s->y), &v))
      continue;
    if (!a->mode)
      return false;
    fix_parameters (a, length_of (a, s->y));
  }
  return true;
}

static void undo_loop (attempt *a, const loop *l) {
  if (a->n_params == a->cap || !make_constant (a, l))
    return;
  uint32_t k = a->n_params++;
  a->fixed[k] = -1;
  for (uint32_t i = 0; i < l->steps.n; i++) {
    const nielsen_step *s = &l->g->edges.data[l->steps.edges[i]].step;
    int64_t v = 1;
    if (s->kind == STEP_VAR)
      is_constant (a, length_of (a, s->y), &v);
    length_of (a, s->x)->coef[k] += v;
  }
  push_event (a, l->g, l->steps, k + 1);
}

/* All loops through a state, up to the limit. */
static void undo_loops (attempt *a, const nielsen_graph *g, uint32_t state,
                        uint32_t *left) {
  for (uint32_t e = g->states.data[state].first_out; e && *left;
       e = g->edges.data[e - 1].next_out) {
    loop l = {.g = g};
    if (!find_loop (g, a->arena, state, e - 1, &l.steps))
      continue;
    undo_loop (a, &l);
    --*left;
  }
}

static void undo_path (attempt *a, const nielsen_graph *g, const path *p,
                       uint32_t *loops) {
  for (uint32_t i = p->n; i-- > 0;) {
    const nielsen_edge *e = &g->edges.data[p->edges[i]];
    undo_step (a, &e->step);
    push_event (a, g, (path){1, &p->edges[i]}, 0);
    undo_loops (a, g, e->from, loops);
  }
}

/* Languages at the end of a path. */
static void follow_languages (attempt *a, const nielsen_graph *g,
                              const path *p) {
  for (uint32_t i = 0; i < p->n; i++) {
    const nielsen_step *s = &g->edges.data[p->edges[i]].step;
    a->language[s->x & ~NIELSEN_VAR] = s->lang;
    if (s->kind == STEP_VAR)
      a->language[s->y & ~NIELSEN_VAR] = s->other;
  }
}

/* At the end a variable is any word, or the shortest of its language. */
static void start_forms (attempt *a, nielsen_languages *languages) {
  for (uint32_t v = 0; v < a->n_vars; v++) {
    form *f = &a->lengths[v];
    f->coef = lyre_arena_array (a->arena, int64_t, a->cap);
    memset (f->coef, 0, a->cap * sizeof *f->coef);
    f->constant = 0;
    a->shortest[v] = NULL;
    if (a->language[v] == NIELSEN_ANY) {
      a->fixed[a->n_params] = -1;
      f->coef[a->n_params++] = 1;
      continue;
    }
    a->shortest[v] =
        nielsen_language_word (languages, a->arena, a->language[v]);
    a->failed |= !a->shortest[v];
    if (a->shortest[v])
      f->constant = a->shortest[v]->len;
  }
}

/* ----------------------------------------------------------------- arithmetic
 */

static lyre_rat rational (attempt *a, int64_t i) {
  return lyre_rat_from_int (lyre_int_from (a->arena, i));
}

/* length(v) = form */
static void state_length (attempt *a, uint32_t v, const uint32_t *params) {
  const form *f = &a->lengths[v];
  lyre_monomial *sum =
      lyre_arena_array (a->arena, lyre_monomial, (size_t) a->n_params + 1);
  uint32_t n = 0;
  sum[n++] = (lyre_monomial){a->na->length[v], rational (a, 1)};
  for (uint32_t i = 0; i < a->n_params; i++)
    if (f->coef[i])
      sum[n++] = (lyre_monomial){params[i], rational (a, -f->coef[i])};
  uint32_t row = lyre_arith_row (a->na->arith, n, sum);
  lyre_rat k = rational (a, f->constant);
  lyre_arith_lower (a->na->arith, row, k, false, LYRE_NO_TAG);
  lyre_arith_upper (a->na->arith, row, k, false, LYRE_NO_TAG);
}

/* Values of the parameters, if arithmetic has a model; left pushed then. */
static bool solve (attempt *a, int64_t *values) {
  lyre_arith *arith = a->na->arith;
  uint32_t *params = lyre_arena_array (a->arena, uint32_t, a->n_params);
  for (uint32_t i = 0; i < a->n_params; i++)
    params[i] = lyre_arith_new_var (arith, true);
  lyre_arith_push (arith);
  for (uint32_t i = 0; i < a->n_params; i++) {
    int64_t fixed = a->fixed[i];
    lyre_arith_lower (arith, params[i], rational (a, fixed < 0 ? 0 : fixed),
                      false, LYRE_NO_TAG);
    if (fixed >= 0)
      lyre_arith_upper (arith, params[i], rational (a, fixed), false,
                        LYRE_NO_TAG);
  }
  for (uint32_t v = 0; v < a->n_vars; v++)
    state_length (a, v, params);
  bool ok = lyre_arith_check_int (arith, true) == LYRE_ARITH_YES;
  for (uint32_t i = 0; i < a->n_params && ok; i++)
    ok = lyre_int_to_i64 (lyre_arith_value (arith, a->arena, params[i]).num,
                          &values[i]) &&
         values[i] <= MAX_WORD;
  if (!ok)
    lyre_arith_pop (arith, 1);
  return ok;
}

/* --------------------------------------------------------------------- values
 */

static const lyre_str *join (lyre_arena *arena, const lyre_str *s,
                             const lyre_str *t) {
  return lyre_str_concat (arena, 2, (const lyre_str *[]){s, t});
}

static const lyre_str *symbol_word (attempt *a, uint32_t symbol,
                                    const lyre_str *const *words) {
  return symbol & NIELSEN_VAR ? words[symbol & ~NIELSEN_VAR]
                              : lyre_str_char (a->arena, symbol);
}

static void undo_step_words (attempt *a, const nielsen_step *s,
                             const lyre_str **words) {
  const lyre_str **x = &words[s->x & ~NIELSEN_VAR];
  if (s->kind == STEP_LETTER || s->kind == STEP_VAR) {
    *x = join (a->arena, symbol_word (a, s->y, words), *x);
    return;
  }
  *x = &lyre_str_empty;
  for (uint32_t i = 0; s->kind == STEP_WORD && i < s->n; i++)
    *x = join (a->arena, *x, symbol_word (a, s->word[i], words));
}

/* TEXT, COUNT times. */
static const lyre_str *repeat (attempt *a, const lyre_str *text,
                               uint64_t count) {
  if (!text->len || !count)
    return &lyre_str_empty;
  if (text->len * count > MAX_WORD) {
    a->failed = true;
    return &lyre_str_empty;
  }
  uint32_t *wide = lyre_arena_array (a->arena, uint32_t, text->len * count);
  for (uint32_t i = 0; i < text->len * count; i++)
    wide[i] = lyre_str_at (text, i % text->len);
  return lyre_str_from_wide (a->arena, wide, text->len * count);
}

/* What one round puts before x, K times. */
static void undo_loop_words (attempt *a, const event *e, int64_t k,
                             const lyre_str **words) {
  for (uint32_t i = 0; i < e->steps.n; i++) {
    uint32_t x = e->g->edges.data[e->steps.edges[i]].step.x;
    const lyre_str *round = &lyre_str_empty;
    bool first = true;
    for (uint32_t m = 0; m < e->steps.n; m++) {
      const nielsen_step *s = &e->g->edges.data[e->steps.edges[m]].step;
      if (s->x != x)
        continue;
      first &= m >= i;
      round = join (a->arena, round, symbol_word (a, s->y, words));
    }
    if (first)
      words[x & ~NIELSEN_VAR] = join (a->arena, repeat (a, round, (uint64_t) k),
                                      words[x & ~NIELSEN_VAR]);
  }
}

static bool build_words (attempt *a, const int64_t *values,
                         const lyre_str **words) {
  for (uint32_t v = 0, p = 0; v < a->n_vars; v++)
    words[v] = a->shortest[v] ? a->shortest[v]
                              : lyre_str_repeat (a->arena, 'a' + v % 26,
                                                 (uint64_t) values[p++]);
  for (uint32_t i = 0; i < a->events.len && !a->failed; i++) {
    const event *e = &a->events.data[i];
    if (e->parameter)
      undo_loop_words (a, e, values[e->parameter - 1], words);
    else
      undo_step_words (a, &e->g->edges.data[e->steps.edges[0]].step, words);
  }
  return !a->failed;
}

/* --------------------------------------------------------------------- search
 */

static bool try_paths (attempt *a, uint32_t n, nielsen_graph *const *graphs,
                       const path *const *chosen, const lyre_str **words) {
  for (uint32_t v = 0; v < a->n_vars; v++)
    a->language[v] = a->initial[v];
  a->n_params = 0;
  a->failed = false;
  lyre_vec_clear (&a->events);
  for (uint32_t i = 0; i < n; i++)
    follow_languages (a, graphs[i], chosen[i]);
  start_forms (a, graphs[0]->languages);
  uint32_t loops = MAX_LOOPS;
  for (uint32_t i = 0; i < n; i++)
    undo_path (a, graphs[i], chosen[i], &loops);
  int64_t *values = lyre_arena_array (a->arena, int64_t, a->cap);
  if (a->failed || !solve (a, values))
    return false;
  bool ok = build_words (a, values, words);
  if (!ok)
    lyre_arith_pop (a->na->arith, 1);
  return ok;
}

static bool try_modes (attempt *a, uint32_t n, nielsen_graph *const *graphs,
                       const path *const *chosen, uint32_t *attempts,
                       const lyre_str **words) {
  for (a->mode = 0; a->mode < MODES; a->mode++) {
    if (++*attempts > MAX_ATTEMPTS || a->env->stop)
      return false;
    if (try_paths (a, n, graphs, chosen, words))
      return true;
  }
  return false;
}

/* The first path of each graph; then others of one graph at a time. */
static bool try_choices (attempt *a, uint32_t n, nielsen_graph *const *graphs,
                         const paths *found, const lyre_str **words) {
  const path **chosen = lyre_arena_array (a->arena, const path *, n);
  uint32_t attempts = 0;
  for (uint32_t i = 0; i < n; i++)
    chosen[i] = &found[i].data[0];
  if (try_modes (a, n, graphs, chosen, &attempts, words))
    return true;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t k = 1; k < found[i].len; k++) {
      chosen[i] = &found[i].data[k];
      if (try_modes (a, n, graphs, chosen, &attempts, words))
        return true;
    }
    chosen[i] = &found[i].data[0];
  }
  return false;
}

bool nielsen_solve_lengths (uint32_t n, nielsen_graph *const *graphs,
                            const nielsen_language *languages,
                            const nielsen_arith *na, lyre_arena *arena,
                            const lyre_str **words) {
  if (!n)
    return false;
  const nielsen_graph *g = graphs[0];
  attempt a = {.na = na,
               .mem = g->mem,
               .env = g->env,
               .initial = languages,
               .arena = arena,
               .n_vars = g->n_vars,
               .cap = g->n_vars + MAX_LOOPS};
  a.lengths = lyre_arena_array (arena, form, a.n_vars);
  a.fixed = lyre_arena_array (arena, int64_t, a.cap);
  a.language = lyre_arena_array (arena, nielsen_language, a.n_vars);
  a.shortest = lyre_arena_array (arena, const lyre_str *, a.n_vars);
  paths *found = lyre_arena_array (arena, paths, n);
  bool ok = true;
  for (uint32_t i = 0; i < n; i++) {
    found[i] = (paths){0};
    find_paths (graphs[i], arena, &found[i]);
    ok &= found[i].len > 0;
  }
  ok = ok && try_choices (&a, n, graphs, found, words);
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_release (g->mem, &found[i]);
  lyre_vec_release (g->mem, &a.events);
  return ok;
}
