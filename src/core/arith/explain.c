/* Why there is no solution: sets of bounds.
 *
 * A row in which the basic variable is out of bounds and no other can move
 * gives Farkas' multipliers: its coefficients. Such a set is minimal over the
 * rationals; we still look for older bounds that do as well, since those come
 * from earlier decisions of the caller or need no reason at all. */
#include "core/arith/arith_internal.h"

#include <stdlib.h>

/* ------------------------------------------------------------------- core */

void lyre_core_clear (lyre_arith *a) {
  lyre_vec_clear (&a->core);
  lyre_vec_clear (&a->open);
}

void lyre_core_add (lyre_arith *a, uint32_t bound) {
  lyre_vec_push (a->mem, &a->open, bound);
}

static void open_reasons (lyre_arith *a, uint32_t place) {
  uint32_t n = a->reasons.data[place];
  for (uint32_t i = 1; i <= n; i++)
    lyre_core_add (a, a->reasons.data[place + i]);
}

/* Marks stay on all that was visited until the end; OPEN keeps the list. */
void lyre_core_close (lyre_arith *a) {
  for (uint32_t i = 0; i < a->open.len; i++) {
    uint32_t b = a->open.data[i];
    if (a->seen.data[b])
      continue;
    a->seen.data[b] = 1;
    if (a->bounds.data[b].kind == LYRE_BY_BOUNDS)
      open_reasons (a, a->bounds.data[b].why);
    else
      lyre_vec_push (a->mem, &a->core, b);
  }
  for (uint32_t i = 0; i < a->open.len; i++)
    a->seen.data[a->open.data[i]] = 0;
  lyre_vec_clear (&a->open);
}

static int compare_tags (const void *x, const void *y) {
  lyre_tag a = *(const lyre_tag *) x, b = *(const lyre_tag *) y;
  return (a > b) - (a < b);
}

static void sort_tags (lyre_u32s *tags) {
  if (tags->len < 2)
    return;
  qsort (tags->data, tags->len, sizeof *tags->data, compare_tags);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < tags->len; i++)
    if (tags->data[i] != tags->data[kept - 1])
      tags->data[kept++] = tags->data[i];
  tags->len = kept;
}

lyre_tags lyre_core_tags (lyre_arith *a) {
  lyre_vec_clear (&a->tags);
  for (uint32_t i = 0; i < a->core.len; i++) {
    const lyre_bound *b = &a->bounds.data[a->core.data[i]];
    LYRE_ASSERT (b->kind == LYRE_BY_TAG);
    if (b->why != LYRE_NO_TAG)
      lyre_vec_push (a->mem, &a->tags, b->why);
  }
  sort_tags (&a->tags);
  return (lyre_tags){a->tags.len, a->tags.data};
}

/* -------------------------------------------------------------- row cores */

/* |coef| * |from - to| / |basic coefficient|: what a weaker bound costs. */
static lyre_delta loss (lyre_arith *a, const lyre_row *row, uint32_t i,
                        uint32_t from, uint32_t to) {
  const lyre_bound *x = &a->bounds.data[from], *y = &a->bounds.data[to];
  lyre_delta gap = x->side == LYRE_UPPER
                       ? lyre_delta_sub (&a->work, y->at, x->at)
                       : lyre_delta_sub (&a->work, x->at, y->at);
  lyre_int num = lyre_int_abs (&a->work, row->data[i].coef);
  lyre_int den = lyre_int_abs (&a->work, row->data[0].coef);
  return lyre_delta_scale (&a->work, gap, lyre_rat_make (&a->work, num, den));
}

/* The oldest bound of entry I that keeps the margin positive. */
static uint32_t oldest_that_does (lyre_arith *a, const lyre_row *row,
                                  uint32_t i, uint32_t bound,
                                  lyre_delta *margin) {
  for (;;) {
    uint32_t older = a->bounds.data[bound].previous;
    if (!older)
      return bound;
    lyre_delta rest =
        lyre_delta_sub (&a->work, *margin, loss (a, row, i, bound, older));
    if (lyre_delta_sign (rest) <= 0)
      return bound;
    *margin = rest;
    bound = older;
  }
}

static lyre_side blocking_side (const lyre_row *row, uint32_t i,
                                lyre_side violated) {
  bool same =
      lyre_int_sign (row->data[i].coef) == lyre_int_sign (row->data[0].coef);
  if (!i)
    return violated;
  return same ? violated : lyre_other_side (violated);
}

static lyre_delta row_margin (lyre_arith *a, uint32_t x, lyre_side side) {
  lyre_delta at = lyre_bound_at (a, x, side)->at;
  lyre_delta value = lyre_var_at (a, x)->value;
  return side == LYRE_LOWER ? lyre_delta_sub (&a->work, at, value)
                            : lyre_delta_sub (&a->work, value, at);
}

void lyre_explain_row (lyre_arith *a, uint32_t r, lyre_side violated) {
  lyre_mark m = lyre_arena_mark (&a->work);
  const lyre_row *row = lyre_row_at (a, r);
  lyre_delta margin = row_margin (a, row->data[0].var, violated);
  lyre_core_clear (a);
  for (uint32_t i = 0; i < row->len; i++) {
    lyre_side side = blocking_side (row, i, violated);
    uint32_t b = lyre_var_at (a, row->data[i].var)->bound[side];
    LYRE_ASSERT (b);
    lyre_core_add (a, oldest_that_does (a, row, i, b, &margin));
  }
  lyre_core_close (a);
  lyre_arena_cut (&a->work, m);
}
