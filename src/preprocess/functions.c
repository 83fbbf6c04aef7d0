/* Uninterpreted functions: each application becomes a variable, and equal
 * arguments make equal results (Ackermann). Afterwards a model has the
 * functions' values at the points that matter. */
#include "preprocess/preprocess.h"

/* May this application be named? A language has no value to be equal to. */
static bool is_nameable (const lyre_prep *p, const lyre_node *n) {
  if (n->op != LYRE_APPLY || n->sort == LYRE_ID_REGLAN)
    return false;
  for (uint32_t i = 0; i < n->n_args; i++)
    if (lyre_has_sort (p->ts, n->args[i], LYRE_REGLAN))
      return false;
  return true;
}

static bool any_flag (const lyre_prep *p, uint16_t flag) {
  for (uint32_t i = 0; i < p->assertions.len; i++)
    if (lyre_node_of (p->ts, p->assertions.data[i])->flags & flag)
      return true;
  return false;
}

/* A variable for every application below the assertions, in MAP. */
static void name_applications (lyre_prep *p, lyre_map *map) {
  lyre_arena arena;
  lyre_arena_init (&arena, p->mem);
  lyre_term_list all =
      lyre_subterms (p->ts, &arena, p->assertions.len, p->assertions.data);
  for (uint32_t i = 0; i < all.n; i++) {
    lyre_term t = all.terms[i];
    if (!is_nameable (p, lyre_node_of (p->ts, t)))
      continue;
    lyre_term v = lyre_node_var (p->ts, lyre_symbol_name (p->ts, t),
                                 lyre_sort_of (p->ts, t));
    lyre_vec_push (p->mem, &p->applied, ((lyre_definition){v, t}));
    *lyre_map_at (p->mem, map, t.id) = v.id;
  }
  lyre_arena_release (&arena);
}

/* T with the names in its arguments, but not for itself. */
static lyre_term name_arguments (lyre_prep *p, const lyre_map *map,
                                 lyre_map *memo, lyre_term t) {
  const lyre_node *n = lyre_node_of (p->ts, t);
  lyre_mark mark = lyre_arena_mark (&p->env->scratch);
  lyre_term *args = lyre_arena_array (&p->env->scratch, lyre_term, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    args[i] = lyre_prep_apply (p, map, memo, n->args[i]);
  t = lyre_node_with_args (p->ts, t, args);
  lyre_arena_cut (&p->env->scratch, mark);
  return t;
}

/* f(a) = f(b) if a = b. */
static lyre_term congruence (lyre_prep *p, lyre_definition a,
                             lyre_definition b) {
  const lyre_node *m = lyre_node_of (p->ts, a.term);
  const lyre_node *n = lyre_node_of (p->ts, b.term);
  lyre_term t = lyre_t2 (p->ts, LYRE_EQ, a.var, b.var);
  for (uint32_t i = 0; i < n->n_args; i++) {
    lyre_term same = lyre_t2 (p->ts, LYRE_EQ, m->args[i], n->args[i]);
    t = lyre_t2 (p->ts, LYRE_OR, lyre_t1 (p->ts, LYRE_NOT, same), t);
  }
  return lyre_rewrite (p->rw, t);
}

static void add_congruences (lyre_prep *p) {
  for (uint32_t i = 0; i < p->applied.len; i++)
    for (uint32_t k = 0; k < i; k++) {
      lyre_definition a = p->applied.data[k], b = p->applied.data[i];
      if (lyre_node_of (p->ts, a.term)->symbol !=
          lyre_node_of (p->ts, b.term)->symbol)
        continue;
      lyre_vec_push (p->mem, &p->assertions, congruence (p, a, b));
    }
}

bool lyre_pass_functions (lyre_prep *p) {
  if (!any_flag (p, LYRE_NODE_APPLIES) || any_flag (p, LYRE_NODE_QUANTIFIED))
    return false;
  lyre_map map = {0}, memo = {0};
  name_applications (p, &map);
  for (uint32_t i = 0; i < p->applied.len; i++)
    p->applied.data[i].term =
        name_arguments (p, &map, &memo, p->applied.data[i].term);
  for (uint32_t i = 0; i < p->assertions.len; i++)
    p->assertions.data[i] =
        lyre_prep_apply (p, &map, &memo, p->assertions.data[i]);
  add_congruences (p);
  lyre_map_release (p->mem, &map);
  lyre_map_release (p->mem, &memo);
  return p->applied.len > 0;
}

/* The application at the values of its arguments. */
static bool point_of (const lyre_prep *p, lyre_eval *e, lyre_term t,
                      lyre_term *out) {
  const lyre_node *n = lyre_node_of (p->ts, t);
  lyre_mark mark = lyre_arena_mark (&p->env->scratch);
  lyre_term *args = lyre_arena_array (&p->env->scratch, lyre_term, n->n_args);
  bool ok = true;
  for (uint32_t i = 0; i < n->n_args && ok; i++) {
    lyre_val v;
    ok = lyre_eval_term (e, n->args[i], &v);
    if (ok)
      args[i] = lyre_node_value (p->ts, v);
  }
  if (ok)
    *out = lyre_node_with_args (p->ts, t, args);
  lyre_arena_cut (&p->env->scratch, mark);
  return ok;
}

bool lyre_prep_extend_functions (const lyre_prep *p, lyre_model *m) {
  bool ok = true;
  lyre_eval *e = lyre_eval_new (p->ts, p->mem);
  lyre_model_load (m, e);
  for (uint32_t i = 0; ok && i < p->applied.len; i++) {
    lyre_definition d = p->applied.data[i];
    lyre_term point;
    lyre_val v;
    ok = point_of (p, e, d.term, &point) && lyre_eval_term (e, d.var, &v);
    if (ok)
      lyre_model_set (m, point, v);
  }
  lyre_eval_delete (e);
  return ok;
}
