/* The engine: solutions of the equations, judged by arithmetic and the
 * evaluator. */
#include "engine/nielsen/nielsen.h"

enum {
  EFFORT = 1000000,    /* for one graph, until a solution is found */
  EFFORT_MORE = 100000 /* to have more paths to choose from */
};

typedef struct {
  nielsen_system s;
  lyre_arith *arith;
  lyre_map numbers;
  nielsen_parts parts;
} engine;

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
  if (!nielsen_solve_lengths (e->parts.graphs.len, e->parts.graphs.data,
                              s->language.data, &na, &s->arena, words))
    return false;
  lyre_model_clear (m);
  set_words (e, words, m);
  set_numbers (e, m);
  lyre_arith_pop (e->arith, 1);
  return holds (e, m);
}

/* --------------------------------------------------------------------- search
 */

static void read (engine *e) {
  const lyre_problem *p = e->s.p;
  for (uint32_t i = 0; i < p->n; i++)
    if (!nielsen_read (&e->s, p->assertions[i]))
      nielsen_read_linear (&e->s, p->assertions[i], e->arith, &e->numbers);
}

static lyre_verdict search (engine *e, lyre_model *m) {
  switch (nielsen_parts_search (&e->parts, false, EFFORT)) {
  case NIELSEN_NONE:
    return lyre_verdict_unsat ();
  case NIELSEN_GAVE_UP:
    return lyre_verdict_unknown ("word equations with too many states");
  default:
    break;
  }
  if (propose (e, m))
    return lyre_verdict_sat ();
  nielsen_parts_search (&e->parts, true, EFFORT_MORE);
  if (propose (e, m))
    return lyre_verdict_sat ();
  return lyre_verdict_unknown ("solutions of word equations that other "
                               "conditions rule out");
}

static lyre_verdict decide (engine *e, lyre_model *m) {
  read (e);
  if (!e->s.sides.len)
    return lyre_verdict_unknown ("no word equations");
  if (!nielsen_close (&e->s))
    return lyre_verdict_unsat ();
  lyre_verdict v = nielsen_parts_init (&e->parts, &e->s)
                       ? search (e, m)
                       : lyre_verdict_unsat ();
  nielsen_parts_release (&e->parts);
  return v;
}

static lyre_verdict solve (const lyre_problem *p, lyre_model *m) {
  engine e = {0};
  lyre_arena arena;
  lyre_translation tr;
  lyre_arena_init (&arena, p->mem);
  lyre_translation_init (&tr, p, &arena);
  nielsen_system_init (&e.s, p, &tr);
  e.arith = lyre_arith_new (p->env, p->mem);
  lyre_verdict v = decide (&e, m);
  lyre_map_release (p->mem, &e.numbers);
  lyre_arith_delete (e.arith);
  nielsen_system_release (&e.s);
  lyre_translation_release (&tr);
  lyre_arena_release (&arena);
  return v;
}

const lyre_engine lyre_engine_nielsen = {.name = "nielsen", .solve = solve};
