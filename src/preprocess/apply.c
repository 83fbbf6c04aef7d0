/* Applies a map of replacements below a term, children first. */
#include "preprocess/preprocess.h"

typedef struct {
  lyre_prep *p;
  const lyre_map *map;
  lyre_map *memo; /* term id -> result id */
  lyre_vec (lyre_term) stack;
} application;

static bool visited (const application *a, lyre_term t) {
  return lyre_map_find (a->memo, t.id) != NULL;
}

/* What T becomes before its own arguments are looked at. */
static lyre_term replacement (const application *a, lyre_term t) {
  uint64_t *r = lyre_map_find (a->map, t.id);
  return r ? (lyre_term){(uint32_t) *r} : t;
}

/* Pushes the terms that T's result depends on and that have none yet. */
static bool push_missing (application *a, lyre_term t) {
  uint32_t before = a->stack.len;
  lyre_term r = replacement (a, t);
  if (!lyre_same (r, t)) {
    if (!visited (a, r))
      lyre_vec_push (a->p->mem, &a->stack, r);
    return a->stack.len > before;
  }
  const lyre_node *n = lyre_node_of (a->p->ts, t);
  for (uint32_t i = 0; i < n->n_args; i++)
    if (!visited (a, n->args[i]))
      lyre_vec_push (a->p->mem, &a->stack, n->args[i]);
  return a->stack.len > before;
}

static lyre_term memo_of (const application *a, lyre_term t) {
  return (lyre_term){(uint32_t) *lyre_map_find (a->memo, t.id)};
}

static lyre_term result_of (application *a, lyre_term t) {
  lyre_term r = replacement (a, t);
  if (!lyre_same (r, t))
    return memo_of (a, r);
  const lyre_node *n = lyre_node_of (a->p->ts, t);
  lyre_arena *scratch = &a->p->env->scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  lyre_term *args = lyre_arena_array (scratch, lyre_term, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    args[i] = memo_of (a, n->args[i]);
  lyre_term result = lyre_node_with_args (a->p->ts, t, args);
  lyre_arena_cut (scratch, mark);
  return result;
}

lyre_term lyre_prep_apply (lyre_prep *p, const lyre_map *map, lyre_map *memo,
                           lyre_term t) {
  application a = {.p = p, .map = map, .memo = memo};
  lyre_vec_push (p->mem, &a.stack, t);
  while (a.stack.len) {
    lyre_term u = lyre_vec_top (&a.stack);
    if (!visited (&a, u) && push_missing (&a, u))
      continue;
    lyre_vec_drop (&a.stack);
    if (!visited (&a, u)) {
      lyre_term r = result_of (&a, u);
      *lyre_map_at (p->mem, memo, u.id) = r.id;
    }
  }
  lyre_vec_release (p->mem, &a.stack);
  return lyre_rewrite (p->rw, memo_of (&a, t));
}
