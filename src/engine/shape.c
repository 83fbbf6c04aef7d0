#include "engine/shape.h"

static bool is_function (lyre_op op) {
  return (op >= LYRE_STR_AT && op <= LYRE_STR_SUBSTR) ||
         (op >= LYRE_STR_INDEXOF && op <= LYRE_STR_COUNT);
}

lyre_problem_shape lyre_shape_of (const lyre_problem *p) {
  lyre_arena *scratch = &p->env->scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  lyre_term_list all = lyre_subterms (p->ts, scratch, p->n, p->assertions);
  lyre_problem_shape shape = LYRE_SHAPE_LANGUAGES;
  for (uint32_t i = 0; i < all.n && shape != LYRE_SHAPE_FUNCTIONS; i++) {
    lyre_op op = lyre_op_of (p->ts, all.terms[i]);
    if (is_function (op))
      shape = LYRE_SHAPE_FUNCTIONS;
    else if (op == LYRE_STR_CONCAT)
      shape = LYRE_SHAPE_EQUATIONS;
  }
  lyre_arena_cut (scratch, mark);
  return shape;
}
