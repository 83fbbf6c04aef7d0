/* Mixed-integer cuts after Gomory.
 *
 * Take a row whose basic integer variable x has a value b that is no integer,
 * while all others are at bounds:
 *
 *   x = b + sum over J of a_j*(x_j - l_j) - sum over K of a_j*(u_j - x_j)
 *
 * The distances in parentheses are not negative. With f = frac (b) and
 * f_j = frac (a_j), all integer solutions satisfy
 *
 *   sum of g_j * distance_j >= 1
 *
 * where g_j, for J, is f_j/(1-f) if f_j <= 1-f and (1-f_j)/f otherwise; for K,
 * f_j/f if f_j <= f and (1-f_j)/(1-f) otherwise; and for variables that are
 * not integers |a_j| over 1-f or f, by sign. Terms with g_j = 0 do not matter,
 * so their bounds are no reason. */
#include "core/arith/arith_internal.h"

enum { CUTS_PER_ROUND = 6, CUT_ROW = 40, CUT_BITS = 24 };

typedef struct {
  lyre_arith *a;
  lyre_arena *arena;
  lyre_rat f, rest; /* frac (b) and 1 minus it */
  uint32_t n;
  uint32_t *vars; /* with coefficients, a form that is ... */
  lyre_rat *coefs;
  lyre_rat bound;    /* ... at least this */
  uint32_t *reasons; /* n bounds */
} cut;

static lyre_rat frac (lyre_arena *arena, lyre_rat x) {
  lyre_rat n = lyre_rat_from_int (lyre_rat_floor (arena, x));
  return lyre_rat_sub (arena, x, n);
}

static lyre_rat one_minus (lyre_arena *arena, lyre_rat x) {
  return lyre_rat_sub (arena, lyre_rat_from_int (LYRE_INT_ONE), x);
}

/* A is the coefficient of the distance in x = b + sum of a*distance, so it has
 * the opposite sign for K. Then K's formulas are J's. */
static lyre_rat weight (const cut *c, lyre_rat a, bool is_int) {
  lyre_arena *w = c->arena;
  if (!is_int)
    return lyre_rat_sign (a) >= 0 ? lyre_rat_div (w, a, c->rest)
                                  : lyre_rat_div (w, lyre_rat_neg (w, a), c->f);
  lyre_rat own = frac (w, a);
  if (lyre_rat_cmp (w, own, c->rest) <= 0)
    return lyre_rat_div (w, own, c->rest);
  return lyre_rat_div (w, one_minus (w, own), c->f);
}

/* Which bound a non-basic variable is at; false if at none. */
static bool bound_side (lyre_arith *a, uint32_t x, lyre_side *side) {
  *side = LYRE_LOWER;
  if (!lyre_simplex_can_move (a, x, -1))
    return true;
  *side = LYRE_UPPER;
  return !lyre_simplex_can_move (a, x, 1);
}

/* g*(x - l) to the left side: g*x there and g*l to the right; for K it is
 * g*(u - x). */
static void add_term (cut *c, uint32_t x, lyre_side side, lyre_rat g) {
  if (side == LYRE_UPPER)
    g = lyre_rat_neg (c->arena, g);
  lyre_rat at = lyre_bound_at (c->a, x, side)->at.r;
  c->bound = lyre_rat_add (c->arena, c->bound, lyre_rat_mul (c->arena, g, at));
  c->vars[c->n] = x;
  c->coefs[c->n] = g;
  c->reasons[c->n++] = lyre_var_at (c->a, x)->bound[side];
}

static bool add_entry (cut *c, const lyre_entry *e, lyre_int basic) {
  lyre_side side;
  if (!bound_side (c->a, e->var, &side) ||
      lyre_rat_sign (lyre_bound_at (c->a, e->var, side)->at.d))
    return false;
  lyre_rat k = lyre_minus_ratio (c->arena, e->coef, basic);
  if (side == LYRE_UPPER)
    k = lyre_rat_neg (c->arena, k);
  lyre_rat g = weight (c, k, lyre_arith_is_int (c->a, e->var));
  if (lyre_rat_sign (g))
    add_term (c, e->var, side, g);
  return true;
}

static void start_cut (cut *c, lyre_arith *a, const lyre_row *row) {
  lyre_arena *w = &a->work;
  *c = (cut){.a = a, .arena = w, .bound = lyre_rat_from_int (LYRE_INT_ONE)};
  c->f = frac (w, lyre_var_at (a, row->data[0].var)->value.r);
  c->rest = one_minus (w, c->f);
  c->vars = lyre_arena_array (w, uint32_t, row->len);
  c->coefs = lyre_arena_array (w, lyre_rat, row->len);
  c->reasons = lyre_arena_array (w, uint32_t, row->len);
}

/* False if the row gives no cut. */
static bool build (cut *c, const lyre_row *row) {
  for (uint32_t i = 1; i < row->len; i++)
    if (!add_entry (c, &row->data[i], row->data[0].coef))
      return false;
  return true;
}

/* The factor that makes all coefficients integers without a common one. */
static lyre_rat scale (const cut *c) {
  lyre_int num = LYRE_INT_ZERO, den = LYRE_INT_ONE;
  for (uint32_t i = 0; i < c->n; i++) {
    lyre_rat k = c->coefs[i];
    lyre_int g = lyre_int_gcd (c->arena, den, k.den);
    den = lyre_int_mul (c->arena, den, lyre_int_div (c->arena, k.den, g));
    num = lyre_int_gcd (c->arena, num, k.num);
  }
  return lyre_rat_make (c->arena, den, num);
}

/* False if numbers got too large for a useful cut. */
static bool simplify (cut *c, bool *is_int) {
  lyre_rat k = scale (c);
  *is_int = true;
  for (uint32_t i = 0; i < c->n; i++) {
    c->coefs[i] = lyre_rat_mul (c->arena, c->coefs[i], k);
    if (lyre_int_bits (c->coefs[i].num) > CUT_BITS)
      return false;
    *is_int = *is_int && lyre_arith_is_int (c->a, c->vars[i]);
  }
  c->bound = lyre_rat_mul (c->arena, c->bound, k);
  return true;
}

/* A cut without terms says 0 >= 1: then its reasons contradict each other, and
 * there are none. It cannot be since the row's value is no integer, but then
 * the row says so, and we leave that to the gcd test. */
static bool install (cut *c, bool *no) {
  lyre_arith *a = c->a;
  bool is_int;
  if (!c->n || !simplify (c, &is_int))
    return false;
  uint32_t s =
      lyre_arith_add_form (a, (lyre_form){c->n, c->vars, c->coefs}, is_int);
  /* The form does not outlive WORK; its length still tells a row. */
  lyre_var_at (a, s)->form.vars = NULL;
  lyre_var_at (a, s)->form.coefs = NULL;
  lyre_delta at = lyre_bound_rounded (c->arena, lyre_delta_from (c->bound),
                                      LYRE_LOWER, is_int);
  uint32_t why = lyre_bound_reason (a, c->n, c->reasons);
  a->counts.cuts++;
  *no = !lyre_bound_set (a, s, LYRE_LOWER, at, LYRE_BY_BOUNDS, why);
  return true;
}

static bool is_candidate (const lyre_arith *a, const lyre_row *row) {
  const lyre_arith_var *v = lyre_var_at (a, row->data[0].var);
  return v->is_int && !lyre_rat_is_int (v->value.r) &&
         !lyre_rat_sign (v->value.d) && row->len <= CUT_ROW;
}

static bool cut_row (lyre_arith *a, uint32_t r, bool *no) {
  const lyre_row row = *lyre_row_at (a, r); /* rows may move */
  if (!is_candidate (a, &row))
    return false;
  lyre_mark m = lyre_arena_mark (&a->work);
  cut c;
  start_cut (&c, a, &row);
  bool done = build (&c, &row) && install (&c, no);
  lyre_arena_cut (&a->work, m);
  return done;
}

bool lyre_cuts_add (lyre_arith *a, bool *no) {
  uint32_t rows = a->rows.len, n = 0;
  *no = false;
  for (uint32_t r = 0; r < rows && n < CUTS_PER_ROUND && !*no; r++) {
    if (lyre_poll (a->env, LYRE_POLL_ARITH))
      break;
    n += cut_row (a, r, no);
  }
  return n > 0;
}
