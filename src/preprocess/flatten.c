/* Splits conjunctions into separate assertions. */
#include "preprocess/preprocess.h"

typedef struct {
  lyre_prep *p;
  lyre_map seen; /* literals kept so far: term id -> 1 */
  lyre_vec (lyre_term) todo;
  lyre_vec (lyre_term) kept;
} flattening;

static lyre_term negate (lyre_terms *ts, lyre_term t) {
  if (lyre_op_of (ts, t) == LYRE_NOT)
    return lyre_arg_of (ts, t, 0);
  return lyre_t1 (ts, LYRE_NOT, t);
}

static void push_all (flattening *f, lyre_term t, bool negated) {
  const lyre_node *n = lyre_node_of (f->p->ts, t);
  for (uint32_t i = n->n_args; i-- > 0;) {
    lyre_term a = n->args[i];
    lyre_vec_push (f->p->mem, &f->todo, negated ? negate (f->p->ts, a) : a);
  }
}

static void keep (flattening *f, lyre_term t) {
  if (lyre_map_find (&f->seen, t.id))
    return;
  if (lyre_map_find (&f->seen, negate (f->p->ts, t).id))
    f->p->is_false = true;
  *lyre_map_at (f->p->mem, &f->seen, t.id) = 1;
  lyre_vec_push (f->p->mem, &f->kept, t);
}

static void take (flattening *f, lyre_term t) {
  lyre_terms *ts = f->p->ts;
  lyre_op op = lyre_op_of (ts, t);
  if (op == LYRE_AND)
    push_all (f, t, false);
  else if (op == LYRE_NOT && lyre_op_of (ts, lyre_arg_of (ts, t, 0)) == LYRE_OR)
    push_all (f, lyre_arg_of (ts, t, 0), true);
  else if (op == LYRE_FALSE)
    f->p->is_false = true;
  else if (op != LYRE_TRUE)
    keep (f, t);
}

bool lyre_pass_flatten (lyre_prep *p) {
  flattening f = {.p = p};
  uint32_t before = p->assertions.len;
  for (uint32_t i = p->assertions.len; i-- > 0;)
    lyre_vec_push (p->mem, &f.todo, p->assertions.data[i]);
  while (f.todo.len && !p->is_false &&
         !lyre_poll (p->env, LYRE_POLL_PREPROCESS))
    take (&f, lyre_vec_pop (&f.todo));
  while (f.todo.len) /* stopped: what is left stays as it is */
    lyre_vec_push (p->mem, &f.kept, lyre_vec_pop (&f.todo));
  if (p->is_false) {
    lyre_vec_clear (&f.kept);
    lyre_vec_push (p->mem, &f.kept, lyre_t_false (p->ts));
  }
  lyre_vec_release (p->mem, &f.todo);
  lyre_map_release (p->mem, &f.seen);
  lyre_vec_release (p->mem, &p->assertions);
  p->assertions.data = f.kept.data;
  p->assertions.len = f.kept.len;
  p->assertions.cap = f.kept.cap;
  return p->assertions.len != before;
}
