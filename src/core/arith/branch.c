/* Branch and bound. A choice is a bound like others; when both choices of a
 * node fail, the node fails for the reasons of both, without the choices. A
 * failure that does not need the node's choice is the node's failure at once.
 */
#include "core/arith/arith_internal.h"

enum { BOX = 16 }; /* how far from here we look first, where all is open */

static bool is_broken (const lyre_arith *a, uint32_t x) {
  const lyre_arith_var *v = lyre_var_at (a, x);
  return v->is_int && !lyre_delta_is_int (v->value);
}

uint32_t lyre_branch_pick (lyre_arith *a) {
  for (uint32_t x = a->end_extra; x-- > a->first_extra;)
    if (is_broken (a, x))
      return x;
  for (uint32_t x = 0; x < a->vars.len; x++)
    if (is_broken (a, x))
      return x;
  return UINT32_MAX;
}

/* ---------------------------------------------------------------- choices */

/* False: the choice clashes with another bound, and the core says why. */
static bool choose (lyre_arith *a, lyre_node *node, uint32_t x, lyre_side side,
                    lyre_int at) {
  lyre_bounds_push (a);
  node->bound = a->bounds.len;
  return lyre_bound_set (a, x, side, lyre_delta_from (lyre_rat_from_int (at)),
                         LYRE_BY_CHOICE, 0);
}

/* Is the value nearer to the integer below? */
static bool nearer_below (lyre_arith *a, lyre_delta value, lyre_int floor) {
  lyre_rat f = lyre_rat_sub (&a->work, value.r, lyre_rat_from_int (floor));
  lyre_int twice = lyre_int_add (&a->work, f.num, f.num);
  return lyre_int_cmp (twice, f.den) <= 0;
}

static bool descend (lyre_arith *a, uint32_t x) {
  lyre_mark m = lyre_arena_mark (&a->work);
  lyre_vec_push (a->mem, &a->nodes, ((lyre_node){.second = false}));
  lyre_delta value = lyre_var_at (a, x)->value;
  lyre_int at = lyre_delta_floor (&a->work, value);
  lyre_side side = LYRE_UPPER;
  if (!nearer_below (a, value, at)) {
    at = lyre_int_add (&a->work, at, LYRE_INT_ONE);
    side = LYRE_LOWER;
  }
  bool fits = choose (a, &lyre_vec_top (&a->nodes), x, side, at);
  lyre_arena_cut (&a->work, m);
  a->counts.branches++;
  return fits;
}

/* The opposite of the choice in force: x <= n becomes x >= n+1. */
static bool choose_other (lyre_arith *a, lyre_node *node) {
  lyre_mark m = lyre_arena_mark (&a->work);
  lyre_bound old = a->bounds.data[node->bound];
  lyre_int at = old.side == LYRE_UPPER
                    ? lyre_int_add (&a->work, old.at.r.num, LYRE_INT_ONE)
                    : lyre_int_sub (&a->work, old.at.r.num, LYRE_INT_ONE);
  lyre_bounds_pop (a, 1);
  node->second = true;
  bool fits = choose (a, node, old.var, lyre_other_side (old.side), at);
  lyre_arena_cut (&a->work, m);
  return fits;
}

/* ----------------------------------------------------------- backtracking */

/* Takes the node's choice out of the core; false if it was not there. */
static bool remove_choice (lyre_arith *a, const lyre_node *node) {
  for (uint32_t i = 0; i < a->core.len; i++)
    if (a->core.data[i] == node->bound) {
      a->core.data[i] = lyre_vec_pop (&a->core);
      return true;
    }
  return false;
}

static void save_core (lyre_arith *a, lyre_node *node) {
  node->saved = a->saved.len;
  for (uint32_t i = 0; i < a->core.len; i++)
    lyre_vec_push (a->mem, &a->saved, a->core.data[i]);
}

static void merge_saved (lyre_arith *a, const lyre_node *node) {
  for (uint32_t i = 0; i < a->core.len; i++)
    lyre_core_add (a, a->core.data[i]);
  for (uint32_t i = node->saved; i < a->saved.len; i++)
    lyre_core_add (a, a->saved.data[i]);
  lyre_vec_clear (&a->core);
  lyre_core_close (a);
}

static void leave (lyre_arith *a) {
  lyre_node node = lyre_vec_pop (&a->nodes);
  if (node.second)
    a->saved.len = node.saved;
  lyre_bounds_pop (a, 1);
}

/* After a failure: goes to the next open choice. False if there is none; then
 * the core is that of the whole tree. */
static bool backtrack (lyre_arith *a) {
  while (a->nodes.len) {
    lyre_node *node = &lyre_vec_top (&a->nodes);
    if (remove_choice (a, node)) {
      if (!node->second) {
        save_core (a, node);
        if (choose_other (a, node))
          return true;
        continue;
      }
      merge_saved (a, node);
    }
    leave (a);
  }
  return false;
}

static lyre_arith_answer explore (lyre_arith *a, uint64_t most_branches) {
  uint64_t limit = a->counts.branches + most_branches;
  for (;;) {
    lyre_arith_answer answer = lyre_simplex_run (a);
    if (answer == LYRE_ARITH_GAVE_UP)
      return answer;
    uint32_t x = UINT32_MAX;
    if (answer == LYRE_ARITH_YES)
      x = lyre_branch_pick (a);
    if (answer == LYRE_ARITH_YES && x == UINT32_MAX)
      return answer;
    if (answer == LYRE_ARITH_YES && a->counts.branches >= limit)
      return LYRE_ARITH_GAVE_UP;
    if (lyre_poll (a->env, LYRE_POLL_ARITH))
      return LYRE_ARITH_GAVE_UP;
    bool fits = answer == LYRE_ARITH_YES && descend (a, x);
    if (!fits && !backtrack (a))
      return LYRE_ARITH_NO;
  }
}

static lyre_arith_answer search (lyre_arith *a, uint64_t effort) {
  uint32_t level = a->levels.len;
  uint64_t before = a->pivot_limit;
  lyre_vec_clear (&a->nodes);
  lyre_vec_clear (&a->saved);
  if (a->counts.pivots + effort < before)
    a->pivot_limit = a->counts.pivots + effort;
  lyre_arith_answer answer = explore (a, effort);
  a->pivot_limit = before;
  lyre_bounds_pop (a, a->levels.len - level);
  return answer;
}

/* -------------------------------------------------------------------- box */

static bool is_open (const lyre_arith *a, uint32_t x) {
  const lyre_arith_var *v = lyre_var_at (a, x);
  return v->is_int && !v->form.n &&
         (!v->bound[LYRE_LOWER] || !v->bound[LYRE_UPPER]);
}

static bool has_open (const lyre_arith *a) {
  for (uint32_t x = 0; x < a->vars.len; x++)
    if (is_open (a, x))
      return true;
  return false;
}

/* The value is inside the box, so no bound clashes. */
static void close_side (lyre_arith *a, uint32_t x, lyre_side side) {
  lyre_int far = lyre_int_from (&a->work, side == LYRE_UPPER ? BOX : -BOX);
  lyre_int here = lyre_delta_floor (&a->work, lyre_var_at (a, x)->value);
  lyre_rat at = lyre_rat_from_int (lyre_int_add (&a->work, here, far));
  if (!lyre_var_at (a, x)->bound[side])
    lyre_bound_set (a, x, side, lyre_delta_from (at), LYRE_BY_CHOICE, 0);
}

static void close_box (lyre_arith *a) {
  lyre_mark m = lyre_arena_mark (&a->work);
  for (uint32_t x = 0; x < a->vars.len; x++)
    if (is_open (a, x)) {
      close_side (a, x, LYRE_LOWER);
      close_side (a, x, LYRE_UPPER);
    }
  lyre_arena_cut (&a->work, m);
}

static bool core_has_choices (const lyre_arith *a) {
  for (uint32_t i = 0; i < a->core.len; i++)
    if (a->bounds.data[a->core.data[i]].kind == LYRE_BY_CHOICE)
      return true;
  return false;
}

/* Without all bounds the tree may have no end, so we look nearby first. */
static lyre_arith_answer search_nearby (lyre_arith *a) {
  lyre_bounds_push (a);
  close_box (a);
  lyre_arith_answer answer = search (a, a->effort / 4);
  if (answer == LYRE_ARITH_NO && core_has_choices (a))
    answer = LYRE_ARITH_GAVE_UP;
  lyre_bounds_pop (a, 1);
  return answer;
}

lyre_arith_answer lyre_branch_search (lyre_arith *a) {
  if (has_open (a)) {
    lyre_arith_answer answer = search_nearby (a);
    if (answer != LYRE_ARITH_GAVE_UP)
      return answer;
  }
  return search (a, a->effort);
}
