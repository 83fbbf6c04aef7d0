/* Definitions and atoms whose arguments have become constants. */
#include "engine/words/words.h"

/* The constant that T equals in this assignment, with reasons; T itself if
 * there is none. */
static lyre_term constant_string (words *w, lyre_term t, lyre_reasons *why) {
  lyre_enode e = words_node (w, t), v = lyre_egraph_value (w->eg, e);
  if (v == LYRE_NO_ENODE)
    return t;
  lyre_egraph_explain (w->eg, e, v, why);
  return w->term_of.data[v];
}

static void add_tags (words *w, lyre_tags tags, lyre_reasons *why) {
  for (uint32_t i = 0; i < tags.n; i++)
    lyre_vec_push (w->mem, why, tags.at[i]);
}

/* A number whose bounds meet. */
static lyre_term constant_number (words *w, lyre_term t, lyre_reasons *why) {
  uint64_t *v = lyre_map_find (&w->arith_of, t.id);
  lyre_rat lo, hi;
  bool strict_lo, strict_hi;
  lyre_tags tags;
  if (!v ||
      !lyre_arith_lower_of (w->arith, (uint32_t) *v - 1, &lo, &strict_lo,
                            NULL) ||
      !lyre_arith_upper_of (w->arith, (uint32_t) *v - 1, &hi, &strict_hi,
                            NULL) ||
      strict_lo || strict_hi || !lyre_rat_eq (lo, hi))
    return t;
  lyre_rat value = lyre_rat_copy (&w->round, lo);
  lyre_arith_lower_of (w->arith, (uint32_t) *v - 1, &lo, &strict_lo, &tags);
  add_tags (w, tags, why);
  lyre_arith_upper_of (w->arith, (uint32_t) *v - 1, &hi, &strict_hi, &tags);
  add_tags (w, tags, why);
  return lyre_has_sort (w->ts, t, LYRE_INT) ? lyre_t_integer (w->ts, value.num)
                                            : lyre_t_real (w->ts, value);
}

static lyre_term constant_of (words *w, lyre_term t, lyre_reasons *why) {
  if (lyre_is_value (w->ts, t))
    return t;
  switch (lyre_sort_of (w->ts, t).id) {
  case LYRE_ID_STRING:
    return constant_string (w, t, why);
  case LYRE_ID_INT:
  case LYRE_ID_REAL:
    return constant_number (w, t, why);
  default:
    return t;
  }
}

/* T with constants for its arguments, simplified. */
static lyre_term evaluate (words *w, lyre_term t, lyre_reasons *why) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  lyre_mark mark = lyre_arena_mark (&w->env->scratch);
  lyre_term *args = lyre_arena_array (&w->env->scratch, lyre_term, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    args[i] = constant_of (w, n->args[i], why);
  lyre_term u = lyre_node_with_args (w->ts, t, args);
  lyre_arena_cut (&w->env->scratch, mark);
  return lyre_same (t, u) ? t : lyre_rewrite (w->rw, u);
}

/* k = f(args), and f(args) is a constant. */
static bool check_definition (words *w, const definition *d) {
  lyre_reasons why = {0};
  lyre_term v = evaluate (w, d->term, &why);
  bool added = false;
  if (lyre_is_value (w->ts, v))
    added = words_infer (w, &why, words_eq (w, d->var, v));
  lyre_vec_release (w->mem, &why);
  return added;
}

/* An atom that has become true or false. */
static bool check_atom (words *w, lyre_lit l) {
  lyre_reasons why = {0};
  lyre_term t = w->atoms.data[l].term, v = evaluate (w, t, &why);
  bool added = false;
  if (lyre_is_value (w->ts, v)) {
    bool is_true = lyre_op_of (w->ts, v) == LYRE_TRUE;
    added = words_infer_literal (w, &why, is_true ? l : -l);
  }
  lyre_vec_release (w->mem, &why);
  return added;
}

/* Equal arguments make equal results: arithmetic hears of it here. */
static bool join_numbers (words *w) {
  bool added = false;
  lyre_map first = {0}; /* root -> definition + 1 */
  for (uint32_t i = 0; i < w->definitions.len; i++) {
    lyre_term k = w->definitions.data[i].var;
    if (lyre_has_sort (w->ts, k, LYRE_STRING))
      continue;
    lyre_enode e = words_node (w, k);
    uint64_t *at = lyre_map_at (w->mem, &first, lyre_egraph_root (w->eg, e));
    if (!*at) {
      *at = (uint64_t) i + 1;
      continue;
    }
    lyre_term other = w->definitions.data[*at - 1].var;
    if (lyre_rat_eq (words_number (w, k), words_number (w, other)))
      continue;
    lyre_reasons why = {0};
    lyre_egraph_explain (w->eg, e, words_node (w, other), &why);
    added |= words_infer (w, &why, words_eq (w, k, other));
    lyre_vec_release (w->mem, &why);
  }
  lyre_map_release (w->mem, &first);
  return added;
}

step words_check_values (words *w) {
  bool added = join_numbers (w);
  for (uint32_t i = 0; i < w->definitions.len && !w->env->stop; i++) {
    definition d = w->definitions.data[i];
    added |= check_definition (w, &d);
  }
  for (uint32_t v = 1; v < w->atoms.len && !w->env->stop; v++)
    if (w->atoms.data[v].kind == ATOM_PREDICATE)
      added |= check_atom (w, (lyre_lit) v);
  return added ? STEP_MORE : STEP_DONE;
}
