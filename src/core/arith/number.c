/* Numbers with an infinitesimal part, and the collection of dead ones. */
#include "core/arith/arith_internal.h"

enum { GARBAGE_MIN = 1 << 20 };

/* ------------------------------------------------------- delta rationals */

lyre_delta lyre_delta_from (lyre_rat r) {
  return (lyre_delta){r, LYRE_RAT_ZERO};
}

lyre_delta lyre_delta_copy (lyre_arena *arena, lyre_delta x) {
  lyre_rat r = lyre_rat_copy (arena, x.r);
  return (lyre_delta){r, lyre_rat_copy (arena, x.d)};
}

lyre_delta lyre_delta_add (lyre_arena *arena, lyre_delta x, lyre_delta y) {
  lyre_delta sum = {lyre_rat_add (arena, x.r, y.r), LYRE_RAT_ZERO};
  if (lyre_rat_sign (x.d) || lyre_rat_sign (y.d))
    sum.d = lyre_rat_add (arena, x.d, y.d);
  return sum;
}

lyre_delta lyre_delta_sub (lyre_arena *arena, lyre_delta x, lyre_delta y) {
  lyre_delta difference = {lyre_rat_sub (arena, x.r, y.r), LYRE_RAT_ZERO};
  if (lyre_rat_sign (x.d) || lyre_rat_sign (y.d))
    difference.d = lyre_rat_sub (arena, x.d, y.d);
  return difference;
}

lyre_delta lyre_delta_scale (lyre_arena *arena, lyre_delta x, lyre_rat k) {
  lyre_delta product = {lyre_rat_mul (arena, x.r, k), LYRE_RAT_ZERO};
  if (lyre_rat_sign (x.d))
    product.d = lyre_rat_mul (arena, x.d, k);
  return product;
}

int lyre_delta_cmp (lyre_arena *scratch, lyre_delta x, lyre_delta y) {
  int order = lyre_rat_cmp (scratch, x.r, y.r);
  return order ? order : lyre_rat_cmp (scratch, x.d, y.d);
}

int lyre_delta_sign (lyre_delta x) {
  int sign = lyre_rat_sign (x.r);
  return sign ? sign : lyre_rat_sign (x.d);
}

bool lyre_delta_is_int (lyre_delta x) {
  return lyre_rat_is_int (x.r) && !lyre_rat_sign (x.d);
}

lyre_int lyre_delta_floor (lyre_arena *arena, lyre_delta x) {
  lyre_int n = lyre_rat_floor (arena, x.r);
  if (lyre_rat_is_int (x.r) && lyre_rat_sign (x.d) < 0)
    n = lyre_int_sub (arena, n, LYRE_INT_ONE);
  return n;
}

lyre_int lyre_rat_ceiling (lyre_arena *arena, lyre_rat x) {
  if (lyre_rat_is_int (x))
    return lyre_int_copy (arena, x.num);
  return lyre_int_add (arena, lyre_rat_floor (arena, x), LYRE_INT_ONE);
}

static lyre_int delta_ceiling (lyre_arena *arena, lyre_delta x) {
  lyre_int n = lyre_rat_ceiling (arena, x.r);
  if (lyre_rat_is_int (x.r) && lyre_rat_sign (x.d) > 0)
    n = lyre_int_add (arena, n, LYRE_INT_ONE);
  return n;
}

static lyre_rat sign_of (lyre_rat x) {
  return (lyre_rat){{2 * (int64_t) lyre_rat_sign (x)}, LYRE_INT_ONE};
}

lyre_delta lyre_bound_rounded (lyre_arena *arena, lyre_delta x, lyre_side side,
                               bool is_int) {
  if (!is_int)
    return (lyre_delta){lyre_rat_copy (arena, x.r), sign_of (x.d)};
  lyre_int n = side == LYRE_UPPER ? lyre_delta_floor (arena, x)
                                  : delta_ceiling (arena, x);
  return lyre_delta_from (lyre_rat_from_int (n));
}

/* ------------------------------------------------------------ collection */

static void move_rows (lyre_arith *a) {
  for (uint32_t r = 0; r < a->rows.len; r++) {
    lyre_row *row = lyre_row_at (a, r);
    for (uint32_t i = 0; i < row->len; i++)
      row->data[i].coef = lyre_int_copy (&a->spare, row->data[i].coef);
  }
}

static void move_values (lyre_arith *a) {
  for (uint32_t x = 0; x < a->vars.len; x++) {
    lyre_arith_var *v = lyre_var_at (a, x);
    v->value = lyre_delta_copy (&a->spare, v->value);
  }
  for (uint32_t b = 1; b < a->bounds.len; b++) {
    lyre_bound *bound = &a->bounds.data[b];
    bound->at = lyre_delta_copy (&a->spare, bound->at);
  }
  a->split_value = lyre_int_copy (&a->spare, a->split_value);
  a->epsilon = lyre_rat_copy (&a->spare, a->epsilon);
}

void lyre_numbers_count (lyre_arith *a, size_t before) {
  if (a->mem->root->used > before)
    a->garbage += a->mem->root->used - before;
}

void lyre_numbers_collect (lyre_arith *a) {
  if (a->garbage < a->garbage_limit)
    return;
  size_t before = a->mem->root->used;
  lyre_arena_init (&a->spare, a->mem);
  move_rows (a);
  move_values (a);
  size_t live = a->mem->root->used - before;
  lyre_arena old = a->nums;
  a->nums = a->spare;
  lyre_arena_init (&a->spare, a->mem);
  lyre_arena_release (&old);
  a->garbage = 0;
  a->garbage_limit = live > GARBAGE_MIN ? live : GARBAGE_MIN;
}
