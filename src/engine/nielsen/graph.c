/* The search: the smallest state first. */
#include "engine/nielsen/nielsen.h"

enum { MAX_EQUATION = 4096 /* symbols of a state that is worth a look */ };

/* --------------------------------------------------------------------- queue
 */

static void push_queue (nielsen_graph *g, uint32_t state) {
  uint64_t key = (uint64_t) g->states.data[state].size << 32 | state;
  lyre_vec_push (g->mem, &g->queue, key);
  uint64_t *q = g->queue.data;
  for (uint32_t i = g->queue.len - 1; i && q[(i - 1) / 2] > q[i];
       i = (i - 1) / 2) {
    uint64_t t = q[i];
    q[i] = q[(i - 1) / 2];
    q[(i - 1) / 2] = t;
  }
}

static uint32_t pop_queue (nielsen_graph *g) {
  uint64_t *q = g->queue.data, top = q[0];
  uint32_t n = --g->queue.len, i = 0;
  q[0] = q[n];
  for (;;) {
    uint32_t k = 2 * i + 1;
    if (k + 1 < n && q[k + 1] < q[k])
      k++;
    if (k >= n || q[i] <= q[k])
      return (uint32_t) top;
    uint64_t t = q[i];
    q[i] = q[k];
    q[k] = t;
    i = k;
  }
}

/* ----------------------------------------------------------------- expanding
 */

static void add_edge (nielsen_graph *g, uint32_t from, uint32_t to,
                      const nielsen_step *s, bool is_new) {
  nielsen_edge e = {from, to, g->states.data[from].first_out, *s};
  lyre_vec_push (g->mem, &g->edges, e);
  g->states.data[from].first_out = g->edges.len;
  if (is_new) {
    g->states.data[to].in = g->edges.len;
    push_queue (g, to);
  }
}

static void take (nielsen_graph *g, uint32_t from, nielsen_step s) {
  uint32_t before = g->states.len, to;
  if (s.lang != NIELSEN_EMPTY && s.other != NIELSEN_EMPTY &&
      nielsen_take_step (g, from, &s, &to))
    add_edge (g, from, to, &s, g->states.len > before);
}

static bool is_var (uint32_t symbol) {
  return symbol & NIELSEN_VAR;
}

static void become_empty (nielsen_graph *g, uint32_t state, uint32_t x) {
  if (nielsen_language_nullable (g->languages,
                                 nielsen_language_in (g, state, x)))
    take (g, state, (nielsen_step){.kind = STEP_EMPTY, .x = x});
}

static void start_with_letter (nielsen_graph *g, uint32_t state, uint32_t x,
                               uint32_t a) {
  nielsen_language rest = nielsen_language_derive (
      g->languages, nielsen_language_in (g, state, x), a);
  take (g, state,
        (nielsen_step){.kind = STEP_LETTER, .x = x, .y = a, .lang = rest});
}

/* x = y x', for every way to cut the language of x in two. False if there are
 * too many. */
static bool start_with_variable (nielsen_graph *g, uint32_t state, uint32_t x,
                                 uint32_t y) {
  nielsen_language lx = nielsen_language_in (g, state, x);
  nielsen_language ly = nielsen_language_in (g, state, y);
  nielsen_step s = {.kind = STEP_VAR, .x = x, .y = y, .other = ly};
  if (lx == NIELSEN_ANY) {
    take (g, state, s);
    return true;
  }
  nielsen_cuts cuts = {0};
  bool ok = nielsen_language_cuts (g->languages, lx, &cuts);
  for (uint32_t i = 0; ok && i < cuts.len; i++) {
    s.other = nielsen_language_inter (g->languages, ly, cuts.data[i].first);
    s.lang = cuts.data[i].second;
    take (g, state, s);
  }
  lyre_vec_release (g->mem, &cuts);
  return ok;
}

static bool occurs (nielsen_word w, uint32_t x) {
  for (uint32_t i = 0; i < w.n; i++)
    if (w.at[i] == x)
      return true;
  return false;
}

/* An equation that leaves no choice: one side is empty, or a variable without
 * a language that does not occur on the other side. */
static bool forced (nielsen_graph *g, uint32_t state, nielsen_word l,
                    nielsen_word r) {
  if (!l.n) {
    become_empty (g, state, r.at[0]);
    return true;
  }
  if (l.n > 1 || !is_var (l.at[0]) || occurs (r, l.at[0]) ||
      nielsen_language_in (g, state, l.at[0]) != NIELSEN_ANY)
    return false;
  uint32_t *word = lyre_arena_array (&g->arena, uint32_t, r.n);
  for (uint32_t i = 0; i < r.n; i++)
    word[i] = r.at[i];
  take (
      g, state,
      (nielsen_step){.kind = STEP_WORD, .x = l.at[0], .n = r.n, .word = word});
  return true;
}

/* Both sides start differently. A variable that starts with another may be
 * empty behind it, and so on for ever: being empty is a choice of its own. */
static bool branch (nielsen_graph *g, uint32_t state, uint32_t a, uint32_t b) {
  if (is_var (a) && is_var (b)) {
    become_empty (g, state, a);
    become_empty (g, state, b);
    return start_with_variable (g, state, a, b) &&
           start_with_variable (g, state, b, a);
  }
  uint32_t x = is_var (a) ? a : b, letter = is_var (a) ? b : a;
  become_empty (g, state, x);
  start_with_letter (g, state, x, letter);
  return true;
}

/* Adds the successors of a state. False if that is too much. */
static bool expand (nielsen_graph *g, uint32_t state) {
  uint32_t n = g->states.data[state].n_equations;
  if (!n)
    return true;
  if (g->states.data[state].size > MAX_EQUATION)
    return false;
  lyre_mark mark = lyre_arena_mark (&g->env->scratch);
  nielsen_word *sides = nielsen_sides (g, &g->env->scratch, state);
  bool done = false, ok = true;
  g->effort += 8 + g->states.data[state].size;
  for (uint32_t i = 0; i < n && !done; i++)
    done = forced (g, state, sides[2 * i], sides[2 * i + 1]);
  if (!done)
    ok = branch (g, state, sides[0].at[0], sides[1].at[0]);
  lyre_arena_cut (&g->env->scratch, mark);
  return ok;
}

nielsen_answer nielsen_search (nielsen_graph *g, bool all, uint64_t max) {
  if (g->states.len == 1 && !g->states.data[0].first_out && !g->queue.len)
    push_queue (g, 0);
  while (g->queue.len && (all || !g->solved)) {
    if (lyre_poll (g->env, LYRE_POLL_NIELSEN) || g->effort > max)
      return g->solved ? NIELSEN_SOLVED : NIELSEN_GAVE_UP;
    if (!expand (g, pop_queue (g)))
      g->cut = true;
  }
  g->complete = !g->queue.len && !g->cut;
  if (g->solved)
    return NIELSEN_SOLVED;
  return g->complete && !g->env->stop ? NIELSEN_NONE : NIELSEN_GAVE_UP;
}
