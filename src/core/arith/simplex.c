/* The general simplex of Dutertre and de Moura: repairs one basic variable at
 * a time until all are within their bounds or a row shows that one cannot be.
 *
 * Which variable leaves and which enters follows cheap heuristics at first;
 * after a while Bland's rule (least index) takes over, which terminates. */
#include "core/arith/arith_internal.h"

enum { HEURISTIC_PIVOTS = 1000, HEURISTIC_PER_ROW = 5 };

/* ---------------------------------------------------------------- bounds */

static int compare_with (lyre_arith *a, uint32_t x, const lyre_bound *b) {
  return lyre_delta_cmp (&a->work, lyre_var_at (a, x)->value, b->at);
}

int lyre_simplex_outside (lyre_arith *a, uint32_t x) {
  const lyre_bound *low = lyre_bound_at (a, x, LYRE_LOWER);
  if (low && compare_with (a, x, low) < 0)
    return -1;
  const lyre_bound *high = lyre_bound_at (a, x, LYRE_UPPER);
  return high && compare_with (a, x, high) > 0;
}

bool lyre_simplex_can_move (lyre_arith *a, uint32_t x, int direction) {
  const lyre_bound *b =
      lyre_bound_at (a, x, direction > 0 ? LYRE_UPPER : LYRE_LOWER);
  return !b || compare_with (a, x, b) * direction < 0;
}

/* ---------------------------------------------------------------- values */

void lyre_simplex_enqueue (lyre_arith *a, uint32_t x) {
  lyre_arith_var *v = lyre_var_at (a, x);
  if (v->queued)
    return;
  lyre_vec_push (a->mem, &a->queue, x);
  v->queued = true;
}

static void follow (lyre_arith *a, lyre_link l, lyre_delta step) {
  const lyre_row *row = lyre_row_at (a, l.row);
  const lyre_entry *basic = &row->data[0];
  lyre_arith_var *v = lyre_var_at (a, basic->var);
  lyre_rat k = lyre_minus_ratio (&a->work, row->data[l.at].coef, basic->coef);
  lyre_delta own = lyre_delta_scale (&a->work, step, k);
  v->value = lyre_delta_add (&a->nums, v->value, own);
  lyre_simplex_enqueue (a, basic->var);
}

void lyre_simplex_move (lyre_arith *a, uint32_t x, lyre_delta value) {
  lyre_mark m = lyre_arena_mark (&a->work);
  lyre_arith_var *v = lyre_var_at (a, x);
  lyre_delta step = lyre_delta_sub (&a->work, value, v->value);
  LYRE_ASSERT (!lyre_is_basic (a, x));
  for (uint32_t i = 0; i < v->column.len; i++)
    follow (a, v->column.data[i], step);
  v->value = lyre_delta_copy (&a->nums, value);
  lyre_arena_cut (&a->work, m);
  a->epsilon_known = false;
}

void lyre_simplex_exchange (lyre_arith *a, uint32_t r, uint32_t at,
                            lyre_delta value) {
  lyre_mark m = lyre_arena_mark (&a->work);
  const lyre_row *row = lyre_row_at (a, r);
  uint32_t leaves = row->data[0].var, enters = row->data[at].var;
  lyre_delta step =
      lyre_delta_sub (&a->work, value, lyre_var_at (a, leaves)->value);
  lyre_rat k =
      lyre_minus_ratio (&a->work, row->data[0].coef, row->data[at].coef);
  lyre_delta own = lyre_delta_scale (&a->work, step, k);
  lyre_delta old = lyre_var_at (a, enters)->value;
  lyre_simplex_move (a, enters, lyre_delta_add (&a->work, old, own));
  lyre_tableau_pivot (a, r, at);
  lyre_simplex_enqueue (a, enters);
  lyre_arena_cut (&a->work, m);
}

/* --------------------------------------------------------------- choices */

typedef struct {
  uint32_t var;
  int outside;   /* 0: none */
  uint64_t cost; /* small is good */
} leaving;

/* Short rows are cheap to pivot on and give short conflicts. */
static uint64_t leaving_cost (const lyre_arith *a, uint32_t x, bool bland) {
  if (bland)
    return x;
  uint32_t length = lyre_row_at (a, lyre_var_at (a, x)->row)->len;
  return (uint64_t) length << 32 | x;
}

static void consider_leaving (lyre_arith *a, uint32_t x, int outside,
                              bool bland, leaving *best) {
  uint64_t cost = leaving_cost (a, x, bland);
  if (!best->outside || cost < best->cost)
    *best = (leaving){x, outside, cost};
}

/* Also takes those out of the queue that are fine. */
static leaving pick_leaving (lyre_arith *a, bool bland) {
  leaving best = {.outside = 0};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < a->queue.len; i++) {
    uint32_t x = a->queue.data[i];
    int outside = lyre_is_basic (a, x) ? lyre_simplex_outside (a, x) : 0;
    lyre_var_at (a, x)->queued = outside;
    if (!outside)
      continue;
    a->queue.data[kept++] = x;
    consider_leaving (a, x, outside, bland, &best);
  }
  a->queue.len = kept;
  return best;
}

static bool is_free (const lyre_arith *a, uint32_t x) {
  const lyre_arith_var *v = lyre_var_at (a, x);
  return !v->bound[LYRE_LOWER] && !v->bound[LYRE_UPPER];
}

/* Small is good: a short column, best of a variable without bounds. */
static uint64_t entering_cost (const lyre_arith *a, uint32_t x, bool bland) {
  if (bland)
    return x;
  uint64_t cost = lyre_var_at (a, x)->column.len;
  return (((uint64_t) !is_free (a, x) << 31) + cost) << 32 | x;
}

/* The place in the row of the variable that enters, or 0. */
static uint32_t pick_entering (lyre_arith *a, uint32_t r, int direction,
                               bool bland) {
  const lyre_row *row = lyre_row_at (a, r);
  int sign = lyre_int_sign (row->data[0].coef);
  uint64_t best_cost = UINT64_MAX;
  uint32_t best = 0;
  for (uint32_t i = 1; i < row->len; i++) {
    const lyre_entry *e = &row->data[i];
    int way = lyre_int_sign (e->coef) == sign ? -direction : direction;
    if (!lyre_simplex_can_move (a, e->var, way))
      continue;
    uint64_t cost = entering_cost (a, e->var, bland);
    if (cost < best_cost) {
      best_cost = cost;
      best = i;
    }
  }
  return best;
}

/* ------------------------------------------------------------------ loop */

/* False if the variable cannot be repaired: then there is a core. */
static bool repair (lyre_arith *a, uint32_t x, int outside, bool bland) {
  lyre_side side = outside < 0 ? LYRE_LOWER : LYRE_UPPER;
  uint32_t r = lyre_var_at (a, x)->row;
  uint32_t at = pick_entering (a, r, -outside, bland);
  if (!at) {
    lyre_explain_row (a, r, side);
    return false;
  }
  size_t before = a->mem->root->used;
  lyre_simplex_exchange (a, r, at, lyre_bound_at (a, x, side)->at);
  lyre_numbers_count (a, before);
  return true;
}

static bool must_stop (lyre_arith *a) {
  if (a->pivot_limit && a->counts.pivots >= a->pivot_limit)
    return true;
  return lyre_poll (a->env, LYRE_POLL_ARITH);
}

lyre_arith_answer lyre_simplex_run (lyre_arith *a) {
  uint64_t start = a->counts.pivots;
  for (;;) {
    uint64_t done = a->counts.pivots - start;
    bool bland =
        done > HEURISTIC_PIVOTS + (uint64_t) HEURISTIC_PER_ROW * a->rows.len;
    lyre_numbers_collect (a);
    leaving next = pick_leaving (a, bland);
    if (!next.outside)
      return LYRE_ARITH_YES;
    if (must_stop (a))
      return LYRE_ARITH_GAVE_UP;
    if (!repair (a, next.var, next.outside, bland))
      return LYRE_ARITH_NO;
  }
}
