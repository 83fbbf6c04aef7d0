/* The engine: one graph for each variable-disjoint part of the system. */
#include "engine/nielsen/nielsen.h"

enum {
  EFFORT = 1000000,    /* for one graph, until a solution is found */
  EFFORT_MORE = 100000 /* to have more paths to choose from */
};

typedef struct {
  nielsen_system s;
  lyre_arith *arith;
  lyre_map numbers;
  nielsen_graph whole;               /* its root alone */
  lyre_vec (nielsen_graph *) graphs; /* of the parts */
  const char *reason;
} engine;

/* ---------------------------------------------------------------------- parts
 */

static uint32_t find (uint32_t *parent, uint32_t i) {
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

/* By equation: the smallest one that it is connected to. */
static uint32_t *connect (engine *e, uint32_t n, const nielsen_word *sides) {
  lyre_arena *a = &e->s.arena;
  uint32_t *parent = lyre_arena_array (a, uint32_t, n);
  uint32_t *owner = lyre_arena_array (a, uint32_t, e->s.terms.len);
  for (uint32_t v = 0; v < e->s.terms.len; v++)
    owner[v] = UINT32_MAX;
  for (uint32_t i = 0; i < n; i++)
    parent[i] = i;
  for (uint32_t i = 0; i < 2 * n; i++)
    for (uint32_t k = 0; k < sides[i].n; k++) {
      uint32_t v = sides[i].at[k] & ~NIELSEN_VAR;
      if (!(sides[i].at[k] & NIELSEN_VAR))
        continue;
      if (owner[v] == UINT32_MAX)
        owner[v] = i / 2;
      uint32_t x = find (parent, owner[v]), y = find (parent, i / 2);
      parent[x > y ? x : y] = x > y ? y : x;
    }
  for (uint32_t i = 0; i < n; i++)
    parent[i] = find (parent, i);
  return parent;
}

static nielsen_graph *new_graph (engine *e) {
  const lyre_problem *p = e->s.p;
  nielsen_graph *g = lyre_alloc (p->mem, sizeof *g);
  nielsen_graph_init (g, p->env, p->mem, e->s.languages, e->s.terms.len);
  lyre_vec_push (p->mem, &e->graphs, g);
  return g;
}

/* A graph for each part of the root. */
static void split (engine *e) {
  uint32_t n = e->whole.states.data[0].n_equations, state;
  nielsen_word *sides = nielsen_sides (&e->whole, &e->s.arena, 0);
  uint32_t *part = connect (e, n, sides);
  nielsen_word *own =
      lyre_arena_array (&e->s.arena, nielsen_word, 2 * (size_t) n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t m = 0;
    for (uint32_t k = i; k < n; k++)
      if (part[k] == i) {
        own[m++] = sides[2 * k];
        own[m++] = sides[2 * k + 1];
      }
    if (m)
      nielsen_make_state (new_graph (e), m / 2, own, e->s.language.data,
                          &state);
  }
}

/* --------------------------------------------------------------------- models
 */

static bool holds (engine *e, const lyre_model *m) {
  const lyre_problem *p = e->s.p;
  lyre_eval *eval = lyre_eval_new (p->ts, p->mem);
  lyre_model_load (m, eval);
  bool ok = true;
  for (uint32_t i = 0; ok && i < p->n; i++) {
    lyre_val v;
    ok = lyre_eval_term (eval, p->assertions[i], &v) && v.b;
  }
  lyre_eval_delete (eval);
  return ok;
}

static void set_words (engine *e, const lyre_str **words, lyre_model *m) {
  lyre_terms *ts = e->s.p->ts;
  for (uint32_t v = 0; v < e->s.terms.len; v++) {
    lyre_term t = e->s.terms.data[v];
    if (t.id && lyre_op_of (ts, t) == LYRE_VAR)
      lyre_model_set (m, t, lyre_val_string (words[v]));
  }
}

static void set_numbers (engine *e, lyre_model *m) {
  lyre_terms *ts = e->s.p->ts;
  for (uint32_t i = 0; i < e->numbers.cap; i++) {
    if (!e->numbers.used[i])
      continue;
    lyre_term t = {(uint32_t) e->numbers.slots[i].key};
    if (lyre_op_of (ts, t) != LYRE_VAR)
      continue;
    lyre_rat r = lyre_arith_value (e->arith, &e->s.arena,
                                   (uint32_t) e->numbers.slots[i].value - 1);
    lyre_model_set (m, t, lyre_val_int (r.num));
  }
}

/* A solution whose lengths arithmetic admits, and that the evaluator accepts.
 */
static bool propose (engine *e, lyre_model *m) {
  nielsen_system *s = &e->s;
  uint32_t *length = lyre_arena_array (&s->arena, uint32_t, s->terms.len);
  const lyre_str **words =
      lyre_arena_array (&s->arena, const lyre_str *, s->terms.len);
  for (uint32_t v = 0; v < s->terms.len; v++) {
    lyre_term t = s->terms.data[v];
    length[v] = t.id ? nielsen_number (s, lyre_t1 (s->p->ts, LYRE_STR_LEN, t),
                                       e->arith, &e->numbers)
                     : lyre_arith_new_var (e->arith, true);
  }
  nielsen_arith na = {e->arith, length};
  if (!nielsen_solve_lengths (e->graphs.len, e->graphs.data, s->language.data,
                              &na, &s->arena, words))
    return false;
  lyre_model_clear (m);
  set_words (e, words, m);
  set_numbers (e, m);
  lyre_arith_pop (e->arith, 1);
  return holds (e, m);
}

/* --------------------------------------------------------------------- search
 */

static nielsen_answer search (engine *e, bool all, uint64_t max) {
  nielsen_answer answer = NIELSEN_SOLVED;
  for (uint32_t i = 0; i < e->graphs.len; i++)
    switch (nielsen_search (e->graphs.data[i], all, max)) {
    case NIELSEN_NONE:
      return NIELSEN_NONE;
    case NIELSEN_GAVE_UP:
      answer = NIELSEN_GAVE_UP;
      break;
    default:
      break;
    }
  return answer;
}

/* False if the system has no solution for a simple reason. */
static bool read (engine *e) {
  const lyre_problem *p = e->s.p;
  uint32_t state;
  for (uint32_t i = 0; i < p->n; i++)
    if (!nielsen_read (&e->s, p->assertions[i]))
      nielsen_read_linear (&e->s, p->assertions[i], e->arith, &e->numbers);
  if (!nielsen_close (&e->s))
    return false;
  nielsen_graph_init (&e->whole, p->env, p->mem, e->s.languages,
                      e->s.terms.len);
  return nielsen_make_state (&e->whole, e->s.sides.len / 2, e->s.sides.data,
                             e->s.language.data, &state);
}

static lyre_verdict decide (engine *e, lyre_model *m) {
  if (!read (e))
    return e->s.p->env->stop ? lyre_verdict_unknown ("stopped")
                             : lyre_verdict_unsat ();
  if (!e->s.sides.len)
    return lyre_verdict_unknown ("no word equations");
  split (e);
  switch (search (e, false, EFFORT)) {
  case NIELSEN_NONE:
    return lyre_verdict_unsat ();
  case NIELSEN_GAVE_UP:
    return lyre_verdict_unknown ("word equations with too many states");
  default:
    break;
  }
  if (propose (e, m))
    return lyre_verdict_sat ();
  search (e, true, EFFORT_MORE);
  if (propose (e, m))
    return lyre_verdict_sat ();
  return lyre_verdict_unknown ("solutions of word equations that other "
                               "conditions rule out");
}

static lyre_verdict solve (const lyre_problem *p, lyre_model *m) {
  engine e = {0};
  nielsen_system_init (&e.s, p);
  e.arith = lyre_arith_new (p->env, p->mem);
  lyre_verdict v = decide (&e, m);
  for (uint32_t i = 0; i < e.graphs.len; i++) {
    nielsen_graph_release (e.graphs.data[i]);
    lyre_free (p->mem, e.graphs.data[i]);
  }
  if (e.whole.mem)
    nielsen_graph_release (&e.whole);
  lyre_vec_release (p->mem, &e.graphs);
  lyre_map_release (p->mem, &e.numbers);
  lyre_arith_delete (e.arith);
  nielsen_system_release (&e.s);
  return v;
}

const lyre_engine lyre_engine_nielsen = {.name = "nielsen", .solve = solve};
