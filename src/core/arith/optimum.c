/* The least and the greatest value of a variable: the primal simplex, from a
 * feasible point, with Bland's rule. Values stay feasible all the time. */
#include "core/arith/arith_internal.h"

/* The way a variable of the goal's row must go for the goal to go DIRECTION. */
static int way (const lyre_row *row, uint32_t at, int direction) {
  bool same =
      lyre_int_sign (row->data[at].coef) == lyre_int_sign (row->data[0].coef);
  return same ? -direction : direction;
}

/* The entry with the least variable that improves the goal, or 0. */
static uint32_t pick_entering (lyre_arith *a, const lyre_row *row,
                               int direction) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < row->len; i++) {
    uint32_t x = row->data[i].var;
    if ((!best || x < row->data[best].var) &&
        lyre_simplex_can_move (a, x, way (row, i, direction)))
      best = i;
  }
  return best;
}

/* How far the entering variable may go, and who stops it. */
typedef struct {
  bool found;
  lyre_delta room; /* >= 0, in WORK */
  uint32_t var;
  lyre_side side;
} obstacle;

static void consider (lyre_arith *a, obstacle *o, lyre_delta room, uint32_t var,
                      lyre_side side) {
  int order = o->found ? lyre_delta_cmp (&a->work, room, o->room) : -1;
  if (order < 0 || (!order && var < o->var))
    *o = (obstacle){true, room, var, side};
}

static lyre_delta room_to (lyre_arith *a, uint32_t x, lyre_side side) {
  lyre_delta at = lyre_bound_at (a, x, side)->at;
  lyre_delta value = lyre_var_at (a, x)->value;
  return side == LYRE_UPPER ? lyre_delta_sub (&a->work, at, value)
                            : lyre_delta_sub (&a->work, value, at);
}

/* The basic variable of the link's row moves by -c/m per step. */
static void consider_row (lyre_arith *a, obstacle *o, lyre_link l,
                          int direction) {
  const lyre_row *row = lyre_row_at (a, l.row);
  lyre_int c = row->data[l.at].coef, m = row->data[0].coef;
  bool same = lyre_int_sign (c) == lyre_int_sign (m);
  lyre_side side = (direction > 0) != same ? LYRE_UPPER : LYRE_LOWER;
  uint32_t x = row->data[0].var;
  if (!lyre_bound_at (a, x, side))
    return;
  lyre_rat k = lyre_rat_make (&a->work, lyre_int_abs (&a->work, m),
                              lyre_int_abs (&a->work, c));
  lyre_delta room = lyre_delta_scale (&a->work, room_to (a, x, side), k);
  consider (a, o, room, x, side);
}

static obstacle find_obstacle (lyre_arith *a, uint32_t entering,
                               int direction) {
  obstacle o = {.found = false};
  const lyre_arith_var *v = lyre_var_at (a, entering);
  lyre_side side = direction > 0 ? LYRE_UPPER : LYRE_LOWER;
  if (v->bound[side])
    consider (a, &o, room_to (a, entering, side), entering, side);
  for (uint32_t i = 0; i < v->column.len; i++)
    consider_row (a, &o, v->column.data[i], direction);
  return o;
}

static uint32_t place_in_row (const lyre_arith *a, uint32_t r, uint32_t x) {
  const lyre_arith_var *v = lyre_var_at (a, x);
  for (uint32_t i = 0; i < v->column.len; i++)
    if (v->column.data[i].row == r)
      return v->column.data[i].at;
  return 0;
}

/* Goes to the obstacle; it leaves the basis unless it is the entering variable
 * itself. */
static void go (lyre_arith *a, uint32_t entering, const obstacle *o) {
  lyre_delta at = lyre_bound_at (a, o->var, o->side)->at;
  if (o->var == entering) {
    lyre_simplex_move (a, entering, at);
    return;
  }
  uint32_t r = lyre_var_at (a, o->var)->row;
  lyre_simplex_exchange (a, r, place_in_row (a, r, entering), at);
}

/* ------------------------------------------------------------------- goal */

/* Some row must have the goal as its basic variable. All are within bounds, so
 * any may leave. False if no row has it. */
static bool make_basic (lyre_arith *a, uint32_t goal) {
  const lyre_arith_var *v = lyre_var_at (a, goal);
  if (lyre_is_basic (a, goal))
    return true;
  if (!v->column.len)
    return false;
  lyre_tableau_pivot (a, v->column.data[0].row, v->column.data[0].at);
  return true;
}

static void explain_own_bound (lyre_arith *a, uint32_t goal, lyre_side side) {
  lyre_core_clear (a);
  lyre_core_add (a, lyre_var_at (a, goal)->bound[side]);
  lyre_core_close (a);
}

/* No entry can move: their bounds are why. */
static void explain_row (lyre_arith *a, const lyre_row *row, int direction) {
  lyre_core_clear (a);
  for (uint32_t i = 1; i < row->len; i++) {
    lyre_side side = way (row, i, direction) > 0 ? LYRE_UPPER : LYRE_LOWER;
    lyre_core_add (a, lyre_var_at (a, row->data[i].var)->bound[side]);
  }
  lyre_core_close (a);
}

/* The goal is at its own bound, perhaps without being in any row. */
static bool use_own_bound (lyre_arith *a, uint32_t goal, lyre_side side) {
  const lyre_bound *b = lyre_bound_at (a, goal, side);
  if (!b)
    return false;
  if (!lyre_is_basic (a, goal))
    lyre_simplex_move (a, goal, b->at);
  explain_own_bound (a, goal, side);
  return true;
}

/* One step; false when there is nothing more to do. Then *OPTIMAL says whether
 * the optimum is reached, with a core. */
static bool improve (lyre_arith *a, uint32_t goal, int direction,
                     bool *optimal) {
  lyre_side side = direction > 0 ? LYRE_UPPER : LYRE_LOWER;
  if (!lyre_simplex_can_move (a, goal, direction) || !make_basic (a, goal)) {
    *optimal = use_own_bound (a, goal, side);
    return false;
  }
  const lyre_row *row = lyre_row_at (a, lyre_var_at (a, goal)->row);
  uint32_t at = pick_entering (a, row, direction);
  if (!at) {
    explain_row (a, row, direction);
    *optimal = true;
    return false;
  }
  uint32_t entering = row->data[at].var;
  obstacle o = find_obstacle (a, entering, way (row, at, direction));
  *optimal = false;
  if (!o.found)
    return false;
  go (a, entering, &o);
  return true;
}

static bool optimize (lyre_arith *a, uint32_t goal, int direction) {
  bool optimal = false, more = true;
  while (more) {
    lyre_numbers_collect (a);
    if (lyre_poll (a->env, LYRE_POLL_ARITH))
      return false;
    lyre_mark m = lyre_arena_mark (&a->work);
    size_t before = a->mem->root->used;
    more = improve (a, goal, direction, &optimal);
    lyre_numbers_count (a, before);
    lyre_arena_cut (&a->work, m);
  }
  return optimal;
}

static bool optimum (lyre_arith *a, lyre_arena *arena, uint32_t var,
                     int direction, lyre_rat *value, bool *strict,
                     lyre_tags *why) {
  if (lyre_arith_check (a) != LYRE_ARITH_YES || !optimize (a, var, direction))
    return false;
  lyre_delta v = lyre_var_at (a, var)->value;
  *value = lyre_rat_copy (arena, v.r);
  *strict = lyre_rat_sign (v.d);
  *why = lyre_core_tags (a);
  return true;
}

bool lyre_arith_minimum (lyre_arith *a, lyre_arena *arena, uint32_t var,
                         lyre_rat *value, bool *strict, lyre_tags *why) {
  return optimum (a, arena, var, -1, value, strict, why);
}

bool lyre_arith_maximum (lyre_arith *a, lyre_arena *arena, uint32_t var,
                         lyre_rat *value, bool *strict, lyre_tags *why) {
  return optimum (a, arena, var, 1, value, strict, why);
}
