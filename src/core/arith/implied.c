/* Bounds that follow from one row and the bounds of its other variables.
 *
 * With m the sum of the least values of the products, a row says
 * a_k*x_k <= -(m - m_k): an upper bound if a_k > 0 and a lower one if a_k < 0.
 * The greatest values give the other side. */
#include "core/arith/arith_internal.h"

enum { TIGHTEN_ROUNDS = 3, TIGHTEN_ROW = 30 };

typedef struct {
  lyre_delta sum;   /* of the entries that have a bound on that side */
  uint32_t missing; /* how many have none */
  uint32_t last;    /* one of those */
} extreme;

static lyre_side extreme_side (const lyre_entry *e, bool low) {
  return (lyre_int_sign (e->coef) > 0) == low ? LYRE_LOWER : LYRE_UPPER;
}

static lyre_delta contribution (lyre_arith *a, const lyre_entry *e,
                                const lyre_bound *b) {
  return lyre_delta_scale (&a->work, b->at, lyre_rat_from_int (e->coef));
}

static extreme row_extreme (lyre_arith *a, const lyre_row *row, bool low) {
  extreme x = {.sum = LYRE_DELTA_ZERO};
  for (uint32_t i = 0; i < row->len && x.missing < 2; i++) {
    const lyre_entry *e = &row->data[i];
    const lyre_bound *b = lyre_bound_at (a, e->var, extreme_side (e, low));
    if (b) {
      x.sum = lyre_delta_add (&a->work, x.sum, contribution (a, e, b));
    } else {
      x.missing++;
      x.last = i;
    }
  }
  return x;
}

/* The bound that the rest of the row gives entry K. ITS is the entry's own
 * part of the sum. */
static lyre_implication implication (lyre_arith *a, uint32_t r, uint32_t k,
                                     bool low, lyre_delta sum, lyre_delta its) {
  const lyre_entry *e = &lyre_row_at (a, r)->data[k];
  lyre_delta rest = lyre_delta_sub (&a->work, sum, its);
  lyre_rat factor = lyre_minus_ratio (&a->work, LYRE_INT_ONE, e->coef);
  lyre_side side = lyre_other_side (extreme_side (e, low));
  lyre_delta exact = lyre_delta_scale (&a->work, rest, factor);
  bool is_int = lyre_arith_is_int (a, e->var);
  return (lyre_implication){
      .var = e->var,
      .side = side,
      .at = lyre_bound_rounded (&a->work, exact, side, is_int),
      .rounded = is_int && !lyre_delta_is_int (exact),
      .low = low,
      .row = r,
      .skip = k};
}

typedef bool callback (lyre_arith *, void *, const lyre_implication *);

static bool try_entry (lyre_arith *a, uint32_t r, uint32_t k, bool low,
                       const extreme *x, callback *found, void *user) {
  const lyre_entry *e = &lyre_row_at (a, r)->data[k];
  lyre_delta its = LYRE_DELTA_ZERO;
  const lyre_bound *b = lyre_bound_at (a, e->var, extreme_side (e, low));
  if (!x->missing)
    its = contribution (a, e, b);
  lyre_implication i = implication (a, r, k, low, x->sum, its);
  if (!lyre_bound_is_news (a, i.var, i.side, i.at))
    return true;
  return found (a, user, &i);
}

static bool try_direction (lyre_arith *a, uint32_t r, bool low, callback *found,
                           void *user) {
  const lyre_row *row = lyre_row_at (a, r);
  extreme x = row_extreme (a, row, low);
  if (x.missing > 1)
    return true;
  if (x.missing)
    return try_entry (a, r, x.last, low, &x, found, user);
  /* The callback may change bounds, but only of the side that the sum does
   * not use: a better one on the other side leaves the sum as it is. */
  for (uint32_t k = 0; k < row->len; k++)
    if (!try_entry (a, r, k, low, &x, found, user))
      return false;
  return true;
}

bool lyre_implied_row (lyre_arith *a, uint32_t r, callback *found, void *user) {
  lyre_mark m = lyre_arena_mark (&a->work);
  bool go_on = try_direction (a, r, true, found, user) &&
               try_direction (a, r, false, found, user);
  lyre_arena_cut (&a->work, m);
  return go_on;
}

void lyre_implied_reasons (lyre_arith *a, const lyre_implication *i,
                           lyre_u32s *out) {
  const lyre_row *row = lyre_row_at (a, i->row);
  for (uint32_t k = 0; k < row->len; k++) {
    const lyre_entry *e = &row->data[k];
    if (k != i->skip)
      lyre_vec_push (a->mem, out,
                     lyre_var_at (a, e->var)->bound[extreme_side (e, i->low)]);
  }
}

/* ------------------------------------------------------------ for callers */

typedef struct {
  void (*found) (void *, const lyre_implied *);
  void *user;
} listener;

static bool report (lyre_arith *a, void *user, const lyre_implication *i) {
  const listener *l = user;
  a->reported = i;
  l->found (l->user, &(lyre_implied){.var = i->var,
                                     .upper = i->side == LYRE_UPPER,
                                     .strict = lyre_rat_sign (i->at.d),
                                     .bound = i->at.r});
  a->reported = NULL;
  return !lyre_poll (a->env, LYRE_POLL_ARITH);
}

lyre_tags lyre_arith_implied_why (lyre_arith *a) {
  LYRE_ASSERT (a->reported);
  lyre_core_clear (a);
  lyre_implied_reasons (a, a->reported, &a->open);
  lyre_core_close (a);
  return lyre_core_tags (a);
}

/* Each short row with a changed variable, once. In WORK. */
static uint32_t changed_rows (lyre_arith *a, uint32_t max_row, uint32_t *rows) {
  uint8_t *seen = lyre_arena_array (&a->work, uint8_t, a->rows.len);
  uint32_t n = 0;
  for (uint32_t r = 0; r < a->rows.len; r++)
    seen[r] = lyre_row_at (a, r)->len > max_row;
  for (uint32_t i = 0; i < a->changed.len; i++) {
    lyre_arith_var *v = lyre_var_at (a, a->changed.data[i]);
    v->changed = false;
    for (uint32_t k = 0; k < v->column.len; k++) {
      uint32_t r = v->column.data[k].row;
      if (!seen[r])
        rows[n++] = r;
      seen[r] = 1;
    }
  }
  lyre_vec_clear (&a->changed);
  return n;
}

void lyre_arith_implied (lyre_arith *a, uint32_t max_row,
                         void (*found) (void *user, const lyre_implied *),
                         void *user) {
  lyre_mark m = lyre_arena_mark (&a->work);
  uint32_t *rows = lyre_arena_array (&a->work, uint32_t, a->rows.len);
  uint32_t n = changed_rows (a, max_row, rows);
  listener l = {found, user};
  for (uint32_t i = 0; i < n; i++)
    if (!lyre_implied_row (a, rows[i], report, &l))
      break;
  lyre_arena_cut (&a->work, m);
}

/* --------------------------------------------------------------- tightening */

/* What the rationals imply is the simplex's business; we keep what rounding
 * adds. */
static bool keep (lyre_arith *a, void *user, const lyre_implication *i) {
  bool *progress = user;
  if (!i->rounded)
    return true;
  lyre_vec_clear (&a->ids);
  lyre_implied_reasons (a, i, &a->ids);
  uint32_t why = lyre_bound_reason (a, a->ids.len, a->ids.data);
  *progress = true;
  return lyre_bound_set (a, i->var, i->side, i->at, LYRE_BY_BOUNDS, why);
}

static bool tighten_rows (lyre_arith *a, bool *progress) {
  for (uint32_t r = 0; r < a->rows.len; r++) {
    if (lyre_row_at (a, r)->len > TIGHTEN_ROW)
      continue;
    if (lyre_poll (a->env, LYRE_POLL_ARITH))
      return true;
    if (!lyre_implied_row (a, r, keep, progress))
      return false;
  }
  return true;
}

bool lyre_implied_tighten (lyre_arith *a) {
  bool progress = true;
  for (uint32_t i = 0; progress && i < TIGHTEN_ROUNDS; i++) {
    progress = false;
    if (!tighten_rows (a, &progress))
      return false;
  }
  return true;
}
