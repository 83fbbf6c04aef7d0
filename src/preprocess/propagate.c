/* Asserted atoms are true: says so to all other assertions. */
#include "preprocess/preprocess.h"

/* An atom worth a look-up: not a constant, not a variable (solve.c has those),
 * not a connective that flattening would have split. */
static bool is_atom (lyre_terms *ts, lyre_term t) {
  switch (lyre_op_of (ts, t)) {
  case LYRE_TRUE:
  case LYRE_FALSE:
  case LYRE_NOT:
  case LYRE_FORALL:
  case LYRE_EXISTS:
    return false;
  default:
    return true;
  }
}

static lyre_term atom_of (lyre_terms *ts, lyre_term literal) {
  return lyre_op_of (ts, literal) == LYRE_NOT ? lyre_arg_of (ts, literal, 0)
                                              : literal;
}

/* The literal with the map applied to everything below its atom: an assertion
 * must not be replaced by its own truth. */
static lyre_term apply_below (lyre_prep *p, const lyre_map *map, lyre_map *memo,
                              lyre_term literal) {
  lyre_term atom = atom_of (p->ts, literal);
  const lyre_node *n = lyre_node_of (p->ts, atom);
  lyre_arena *scratch = &p->env->scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  lyre_term *args = lyre_arena_array (scratch, lyre_term, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    args[i] = lyre_prep_apply (p, map, memo, n->args[i]);
  lyre_term result = lyre_node_with_args (p->ts, atom, args);
  lyre_arena_cut (scratch, mark);
  if (lyre_same (result, atom))
    return literal;
  if (!lyre_same (atom, literal))
    result = lyre_t1 (p->ts, LYRE_NOT, result);
  return lyre_rewrite (p->rw, result);
}

static void collect_atoms (lyre_prep *p, lyre_map *map) {
  for (uint32_t i = 0; i < p->assertions.len; i++) {
    lyre_term t = p->assertions.data[i], atom = atom_of (p->ts, t);
    if (is_atom (p->ts, atom))
      *lyre_map_at (p->mem, map, atom.id) =
          lyre_t_bool (p->ts, lyre_same (atom, t)).id;
  }
}

bool lyre_pass_propagate (lyre_prep *p) {
  lyre_map map = {0}, memo = {0};
  collect_atoms (p, &map);
  bool changed = false;
  for (uint32_t i = 0; i < p->assertions.len; i++) {
    lyre_term t = p->assertions.data[i];
    if (lyre_poll (p->env, LYRE_POLL_PREPROCESS))
      break;
    lyre_term u = apply_below (p, &map, &memo, t);
    changed |= !lyre_same (t, u);
    p->assertions.data[i] = u;
  }
  lyre_map_release (p->mem, &map);
  lyre_map_release (p->mem, &memo);
  return changed;
}
