/* Rules for numbers.
 *
 * A sum is in normal form if it is  c1*m1 + ... + cn*mn + c  with the
 * monomials in the order of their ids, no zero and no unit coefficients
 * written, and the constant last. A monomial is a term that is no sum and no
 * constant, or a product of such terms in the order of their ids.
 *
 * Atoms over Int are  p <= c  without a constant in p, coefficients without a
 * common factor, the first one positive; all else is a negation of these.
 * Atoms over Real are  p <= c  and  p >= c  with first coefficient 1.
 * Equations keep what is positive on the left and the rest on the right:
 * p = q with the first coefficient positive, the constant on the right, or
 * wherever it is positive if both sides have monomials. */
#include <stdlib.h>
#include <string.h>

#include "rewrite/entail.h"
#include "rewrite/rules.h"

enum {
  DISTRIBUTE_MAX = 256, /* summands below a constant factor */
  FOLD_BITS = 1 << 16,  /* numbers beyond are not multiplied */
  DIVISOR_BITS = 512,   /* the same for divisors */
};

/* ------------------------------------------------------------- polynomials */

typedef struct {
  lyre_term mono;
  lyre_rat coef;
} monomial;

/* In scratch. Sorted and without zeros after settle (). */
typedef struct {
  lyre_arena *arena;
  monomial *at;
  uint32_t n, cap;
  lyre_rat constant;
  bool real;
} poly;

static const lyre_rat rat_zero = {{0}, {2}}, rat_one = {{2}, {2}};

static void poly_init (lyre_rw *rw, poly *p, bool real) {
  memset (p, 0, sizeof *p);
  p->arena = rw->scratch;
  p->constant = rat_zero;
  p->real = real;
}

static void poly_push (poly *p, lyre_term mono, lyre_rat coef) {
  if (p->n == p->cap) {
    uint32_t cap = p->cap ? 2 * p->cap : 8;
    monomial *more = lyre_arena_array (p->arena, monomial, cap);
    if (p->n)
      memcpy (more, p->at, p->n * sizeof *more);
    p->at = more;
    p->cap = cap;
  }
  p->at[p->n++] = (monomial){mono, coef};
}

/* The value of a number, as a rational. */
static bool number_of (lyre_rw *rw, lyre_term t, lyre_rat *out) {
  if (!is_op (rw, t, LYRE_VALUE))
    return false;
  lyre_val v = lyre_value_of (rw->ts, t);
  if (v.sort.id == LYRE_INT.id)
    *out = lyre_rat_from_int (v.i);
  else if (v.sort.id == LYRE_REAL.id)
    *out = v.r;
  else
    return false;
  return true;
}

static lyre_term number_term (lyre_rw *rw, bool real, lyre_rat r) {
  LYRE_ASSERT (real || lyre_rat_is_int (r));
  return real ? lyre_t_real (rw->ts, r) : lyre_t_integer (rw->ts, r.num);
}

static bool is_big (lyre_rat r) {
  return lyre_int_bits (r.num) > FOLD_BITS || lyre_int_bits (r.den) > FOLD_BITS;
}

/* P + K * T for a T that is no sum. */
static void poly_add_monomial (lyre_rw *rw, poly *p, lyre_term t, lyre_rat k) {
  lyre_rat c;
  if (number_of (rw, t, &c)) {
    c = lyre_rat_mul (p->arena, c, k);
    p->constant = lyre_rat_add (p->arena, p->constant, c);
    return;
  }
  uint32_t n = arity (rw, t);
  if (!is_op (rw, t, LYRE_MUL) || !number_of (rw, arg (rw, t, 0), &c)) {
    poly_push (p, t, k);
    return;
  }
  const lyre_term *rest = args_of (rw, t) + 1;
  poly_push (p, lyre_rw_nary (rw, LYRE_MUL, n - 1, rest),
             lyre_rat_mul (p->arena, c, k));
}

/* P + K * T. */
static void poly_add (lyre_rw *rw, poly *p, lyre_term t, lyre_rat k) {
  if (!is_op (rw, t, LYRE_ADD)) {
    poly_add_monomial (rw, p, t, k);
    return;
  }
  for (uint32_t i = 0; i < arity (rw, t); i++)
    poly_add_monomial (rw, p, arg (rw, t, i), k);
}

static int by_mono (const void *a, const void *b) {
  uint32_t x = ((const monomial *) a)->mono.id;
  uint32_t y = ((const monomial *) b)->mono.id;
  return (x > y) - (x < y);
}

/* Sorts, joins equal monomials, drops zeros. */
static void settle (poly *p) {
  uint32_t n = 0;
  if (p->n > 1)
    qsort (p->at, p->n, sizeof *p->at, by_mono);
  for (uint32_t i = 0; i < p->n;) {
    monomial m = p->at[i++];
    while (i < p->n && lyre_same (p->at[i].mono, m.mono))
      m.coef = lyre_rat_add (p->arena, m.coef, p->at[i++].coef);
    if (lyre_rat_sign (m.coef))
      p->at[n++] = m;
  }
  p->n = n;
}

static void poly_scale (poly *p, lyre_rat k) {
  for (uint32_t i = 0; i < p->n; i++)
    p->at[i].coef = lyre_rat_mul (p->arena, p->at[i].coef, k);
  p->constant = lyre_rat_mul (p->arena, p->constant, k);
}

/* coef * mono in normal form. */
static lyre_term monomial_term (lyre_rw *rw, bool real, lyre_term mono,
                                lyre_rat coef) {
  if (lyre_rat_eq (coef, rat_one))
    return mono;
  lyre_term c = number_term (rw, real, coef);
  if (!is_op (rw, mono, LYRE_MUL))
    return mk2 (rw, LYRE_MUL, c, mono);
  uint32_t n = arity (rw, mono);
  lyre_term *args = lyre_arena_array (rw->scratch, lyre_term, n + 1);
  args[0] = c;
  memcpy (args + 1, args_of (rw, mono), n * sizeof *args);
  return lyre_node_make (rw->ts, LYRE_MUL, n + 1, args);
}

/* The sum of P's monomials whose coefficients have the sign SIGN (0: any),
 * each times SCALE, and of the constant C. */
static lyre_term poly_part (lyre_rw *rw, const poly *p, int sign,
                            lyre_rat scale, lyre_rat c) {
  uint32_t n = 0;
  lyre_term *args = lyre_arena_array (rw->scratch, lyre_term, p->n + 1);
  for (uint32_t i = 0; i < p->n; i++) {
    if (sign && lyre_rat_sign (p->at[i].coef) != sign)
      continue;
    lyre_rat k = lyre_rat_mul (p->arena, p->at[i].coef, scale);
    args[n++] = monomial_term (rw, p->real, p->at[i].mono, k);
  }
  if (lyre_rat_sign (c) || !n)
    args[n++] = number_term (rw, p->real, c);
  return lyre_rw_nary (rw, LYRE_ADD, n, args);
}

static lyre_term poly_term (lyre_rw *rw, const poly *p) {
  return poly_part (rw, p, 0, rat_one, p->constant);
}

/* ------------------------------------------------------- sums and products */

/* a - b ==> a + -1 * b
 * Sound: definition. Terminates: no - left. Test: sub-to-add */
static bool sub_to_add (lyre_rw *rw, lyre_term t, lyre_term *out) {
  bool real = has_sort (rw, t, LYRE_REAL);
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term minus = number_term (rw, real, lyre_rat_neg (rw->scratch, rat_one));
  lyre_arena_cut (rw->scratch, m);
  lyre_term b = mk2 (rw, LYRE_MUL, minus, arg (rw, t, arity (rw, t) - 1));
  if (is_op (rw, t, LYRE_SUB))
    b = mk2 (rw, LYRE_ADD, arg (rw, t, 0), b);
  return yields (b, out);
}

/* A sum in normal form
 * Sound: + is commutative, * distributes. Terminates: the normal form stays as
 * it is. Test: add-normal */
static bool add_normal (lyre_rw *rw, lyre_term t, lyre_term *out) {
  poly p;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  poly_init (rw, &p, has_sort (rw, t, LYRE_REAL));
  poly_add (rw, &p, t, rat_one);
  settle (&p);
  lyre_term r = poly_term (rw, &p);
  lyre_arena_cut (rw->scratch, m);
  return became (t, r, out);
}

/* Splits the factors of T into a constant and others; a factor c*x gives both.
 * Constants that would become too big stay among the others. */
static void split_factors (lyre_rw *rw, lyre_term t, lyre_rat *c,
                           lyre_term *others, uint32_t *n) {
  lyre_rat k;
  *c = rat_one;
  *n = 0;
  for (uint32_t i = 0; i < arity (rw, t); i++) {
    lyre_term f = arg (rw, t, i);
    if (number_of (rw, f, &k) && (!is_big (k) || !lyre_rat_sign (*c)) &&
        !is_big (*c))
      *c = lyre_rat_mul (rw->scratch, *c, k);
    else
      others[(*n)++] = f;
  }
}

/* C times the sum S, summand by summand. */
static lyre_term distribute (lyre_rw *rw, bool real, lyre_rat c, lyre_term s) {
  poly p;
  poly_init (rw, &p, real);
  poly_add (rw, &p, s, c);
  settle (&p);
  return poly_term (rw, &p);
}

static lyre_term product (lyre_rw *rw, lyre_term t) {
  bool real = has_sort (rw, t, LYRE_REAL);
  uint32_t n;
  lyre_rat c;
  lyre_term *f = lyre_arena_array (rw->scratch, lyre_term, arity (rw, t));
  split_factors (rw, t, &c, f, &n);
  if (!n || !lyre_rat_sign (c))
    return number_term (rw, real, c);
  if (n == 1 && is_op (rw, f[0], LYRE_ADD) &&
      arity (rw, f[0]) <= DISTRIBUTE_MAX)
    return distribute (rw, real, c, f[0]);
  lyre_rw_sort_by_id (f, n);
  return monomial_term (rw, real, lyre_rw_nary (rw, LYRE_MUL, n, f), c);
}

/* A product in normal form: one constant first, the factors sorted; a constant
 * times a sum is distributed
 * Sound: * is commutative, distributes over +. Terminates: the normal form
 * stays as it is. Test: mul-normal */
static bool mul_normal (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term r = product (rw, t);
  lyre_arena_cut (rw->scratch, m);
  return became (t, r, out);
}

/* abs x ==> x or -x where the sign is known, else ite (x >= 0) x (-x)
 * Sound: definition. Terminates: no abs left. Test: abs-elim */
static bool abs_elim (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  bool real = has_sort (rw, t, LYRE_REAL);
  lyre_term zero = number_term (rw, real, rat_zero);
  if (!real && lyre_entail_nonneg (rw, x, 0))
    return yields (x, out);
  lyre_term minus = mk2 (rw, LYRE_SUB, zero, x);
  return yields (mk_ite (rw, mk2 (rw, LYRE_GE, x, zero), x, minus), out);
}

/* --------------------------------------------------------------- division */

/* A non-zero integer literal as divisor. */
static bool divisor (lyre_rw *rw, lyre_term t, lyre_int *k) {
  return int_lit (rw, arg (rw, t, 1), k) && lyre_int_sign (*k);
}

/* The polynomial of T's first argument. */
static void dividend (lyre_rw *rw, lyre_term t, poly *p) {
  poly_init (rw, p, false);
  poly_add (rw, p, arg (rw, t, 0), rat_one);
  settle (p);
}

/* div x (-k) ==> -(div x k), mod x (-k) ==> mod x k
 * Sound: the remainder depends on |k| only. Terminates: k > 0 afterwards.
 * Test: div-negative, mod-negative */
static bool divide_negative (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_int k;
  if (!divisor (rw, t, &k) || lyre_int_sign (k) > 0)
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term positive = lyre_t_integer (rw->ts, lyre_int_neg (rw->scratch, k));
  lyre_arena_cut (rw->scratch, m);
  lyre_term r = mk2 (rw, op_of (rw, t), arg (rw, t, 0), positive);
  if (is_op (rw, t, LYRE_INT_DIV))
    r = mk_neg (rw, r);
  return yields (r, out);
}

/* Splits P into K * Q + R with coefficients of R in 0..k-1. */
static void split_by (poly *p, lyre_int k, poly *q, poly *r) {
  for (uint32_t i = 0; i < p->n; i++) {
    lyre_int c = p->at[i].coef.num;
    lyre_int quotient = lyre_int_div (p->arena, c, k);
    lyre_int rest = lyre_int_mod (p->arena, c, k);
    if (lyre_int_sign (quotient))
      poly_push (q, p->at[i].mono, lyre_rat_from_int (quotient));
    if (lyre_int_sign (rest))
      poly_push (r, p->at[i].mono, lyre_rat_from_int (rest));
  }
  lyre_int c = p->constant.num;
  q->constant = lyre_rat_from_int (lyre_int_div (p->arena, c, k));
  r->constant = lyre_rat_from_int (lyre_int_mod (p->arena, c, k));
}

/* div (k*q + r) k ==> q + div r k;  mod (k*q + r) k ==> mod r k;  evaluates if
 * r is a constant
 * Sound: q is an integer; 0 <= r < k for a constant. Terminates: coefficients
 * are in 0..k-1 afterwards. Test: div-split, mod-split */
static bool divide_split (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_int k;
  poly p, q, r;
  if (!divisor (rw, t, &k) || lyre_int_sign (k) < 0)
    return false;
  bool is_div = is_op (rw, t, LYRE_INT_DIV);
  lyre_mark m = lyre_arena_mark (rw->scratch);
  dividend (rw, t, &p);
  poly_init (rw, &q, false);
  poly_init (rw, &r, false);
  split_by (&p, k, &q, &r);
  lyre_term rest = poly_term (rw, &r);
  lyre_term result = rest;
  if (r.n)
    result = mk2 (rw, op_of (rw, t), rest, arg (rw, t, 1));
  else if (is_div)
    result = mk_int (rw, 0);
  if (is_div && (q.n || lyre_rat_sign (q.constant)))
    result = mk2 (rw, LYRE_ADD, poly_term (rw, &q), result);
  lyre_arena_cut (rw->scratch, m);
  return became (t, result, out);
}

/* div x k ==> 0 and mod x k ==> x if 0 <= x < k
 * Sound: uniqueness of quotient and remainder. Terminates: fewer operators.
 * Test: div-small, mod-small */
static bool divide_small (lyre_rw *rw, lyre_term t, lyre_term *out) {
  int64_t k;
  lyre_term x = arg (rw, t, 0);
  if (!small_int (rw, arg (rw, t, 1), &k) || k <= 0 ||
      !lyre_entail_nonneg (rw, x, 0) || !lyre_entail_at_most (rw, x, k - 1))
    return false;
  return yields (is_op (rw, t, LYRE_INT_DIV) ? mk_int (rw, 0) : x, out);
}

/* div (div x a) b ==> div x (a*b) for a, b > 0
 * Sound: both are the floor of x/(ab). Terminates: fewer operators.
 * Test: div-div */
static bool div_div (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_int a, b;
  lyre_term x = arg (rw, t, 0);
  if (!is_op (rw, x, LYRE_INT_DIV) || !divisor (rw, t, &b) ||
      !divisor (rw, x, &a) || lyre_int_sign (a) < 0 || lyre_int_sign (b) < 0)
    return false;
  if (lyre_int_bits (a) > DIVISOR_BITS || lyre_int_bits (b) > DIVISOR_BITS)
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term ab = lyre_t_integer (rw->ts, lyre_int_mul (rw->scratch, a, b));
  lyre_arena_cut (rw->scratch, m);
  return yields (mk2 (rw, LYRE_INT_DIV, arg (rw, x, 0), ab), out);
}

/* mod (mod x a) b ==> mod x b if b divides a
 * Sound: x and mod x a differ by a multiple of b. Terminates: fewer operators.
 * Test: mod-mod */
static bool mod_mod (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_int a, b;
  lyre_term x = arg (rw, t, 0);
  if (!is_op (rw, x, LYRE_INT_MOD) || !divisor (rw, t, &b) ||
      !divisor (rw, x, &a))
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  bool divides = !lyre_int_sign (lyre_int_mod (rw->scratch, a, b));
  lyre_arena_cut (rw->scratch, m);
  if (!divides)
    return false;
  return yields (mk2 (rw, LYRE_INT_MOD, arg (rw, x, 0), arg (rw, t, 1)), out);
}

/* (_ divisible k) x ==> mod x k = 0 for k > 0
 * Sound: definition. Terminates: no divisible left. Test: divisible-to-mod */
static bool divisible_to_mod (lyre_rw *rw, lyre_term t, lyre_term *out) {
  uint32_t k = index_of (rw, t, 0);
  if (!k)
    return false;
  lyre_term rest =
      mk2 (rw, LYRE_INT_MOD, arg (rw, t, 0), mk_int (rw, (int64_t) k));
  return yields (mk_eq (rw, rest, mk_int (rw, 0)), out);
}

/* x / c ==> (1/c) * x for c != 0
 * Sound: definition. Terminates: no / left. Test: real-div-const */
static bool real_div_const (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_rat c;
  if (!number_of (rw, arg (rw, t, 1), &c) || !lyre_rat_sign (c))
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_rat inverse = lyre_rat_make (rw->scratch, c.den, c.num);
  lyre_term k = lyre_t_real (rw->ts, inverse);
  lyre_arena_cut (rw->scratch, m);
  return yields (mk2 (rw, LYRE_MUL, k, arg (rw, t, 0)), out);
}

/* ----------------------------------------------------------- Int and Real */

/* to_real c ==> c;  to_real (a + b) ==> to_real a + to_real b;  same for *
 * Sound: to_real is a ring homomorphism. Terminates: to_real moves down.
 * Test: to-real-push */
static bool to_real_push (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_int i;
  lyre_term x = arg (rw, t, 0);
  if (int_lit (rw, x, &i))
    return yields (lyre_t_real (rw->ts, lyre_rat_from_int (i)), out);
  if (!is_op (rw, x, LYRE_ADD) && !is_op (rw, x, LYRE_MUL))
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, x);
  for (uint32_t i2 = 0; i2 < arity (rw, x); i2++)
    args[i2] = mk1 (rw, LYRE_TO_REAL, args[i2]);
  *out = lyre_node_make (rw->ts, op_of (rw, x), arity (rw, x), args);
  lyre_arena_cut (rw->scratch, m);
  return true;
}

/* to_int c ==> floor c;  to_int (to_real x) ==> x
 * Sound: definition. Terminates: fewer operators. Test: to-int-fold */
static bool to_int_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_rat r;
  lyre_term x = arg (rw, t, 0);
  if (is_op (rw, x, LYRE_TO_REAL))
    return yields (arg (rw, x, 0), out);
  if (!number_of (rw, x, &r))
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  *out = lyre_t_integer (rw->ts, lyre_rat_floor (rw->scratch, r));
  lyre_arena_cut (rw->scratch, m);
  return true;
}

/* is_int c evaluates;  is_int (to_real x) ==> true
 * Sound: definition. Terminates: a constant. Test: is-int-fold */
static bool is_int_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_rat r;
  lyre_term x = arg (rw, t, 0);
  if (is_op (rw, x, LYRE_TO_REAL))
    return yields (mk_bool (rw, true), out);
  if (!number_of (rw, x, &r))
    return false;
  return yields (mk_bool (rw, lyre_rat_is_int (r)), out);
}

/* -------------------------------------------------------------------- atoms */

/* The difference of T's sides. */
static void difference (lyre_rw *rw, lyre_term t, poly *p) {
  poly_init (rw, p, has_sort (rw, arg (rw, t, 0), LYRE_REAL));
  poly_add (rw, p, arg (rw, t, 0), rat_one);
  poly_add (rw, p, arg (rw, t, 1), lyre_rat_neg (rw->scratch, rat_one));
  settle (p);
}

static lyre_int lcm (lyre_arena *a, lyre_int x, lyre_int y) {
  lyre_int g = lyre_int_gcd (a, x, y);
  return lyre_int_mul (a, lyre_int_div (a, x, g), y);
}

/* If all monomials of the real P are (to_real m), P becomes an integer
 * polynomial times a positive number, except that its constant may remain a
 * fraction. */
static void make_integral (lyre_rw *rw, poly *p) {
  lyre_int scale = LYRE_INT_ONE;
  if (!p->real || !p->n)
    return;
  for (uint32_t i = 0; i < p->n; i++) {
    if (!is_op (rw, p->at[i].mono, LYRE_TO_REAL))
      return;
    scale = lcm (p->arena, scale, p->at[i].coef.den);
  }
  poly_scale (p, lyre_rat_from_int (scale));
  for (uint32_t i = 0; i < p->n; i++)
    p->at[i].mono = arg (rw, p->at[i].mono, 0);
  p->real = false;
  settle (p);
}

/* Divides P by the greatest common divisor of its coefficients (Int) or by the
 * first coefficient's absolute value (Real). The constant may become a
 * fraction. */
static void make_primitive (poly *p) {
  if (!p->n)
    return;
  lyre_rat first = p->at[0].coef;
  lyre_int g = lyre_int_abs (p->arena, first.num);
  if (!p->real)
    for (uint32_t i = 1; i < p->n; i++)
      g = lyre_int_gcd (p->arena, g, p->at[i].coef.num);
  lyre_int den = p->real ? first.den : LYRE_INT_ONE;
  poly_scale (p, lyre_rat_make (p->arena, den, g));
}

/* The sum of the monomials, without the constant. */
static lyre_term linear_part (lyre_rw *rw, const poly *p, lyre_rat scale) {
  return poly_part (rw, p, 0, scale, rat_zero);
}

/* P <= 0 (or < 0 if STRICT) over the integers, P's monomials primitive. */
static lyre_term integer_atom (lyre_rw *rw, const poly *p, bool strict) {
  lyre_arena *a = p->arena;
  lyre_rat bound = lyre_rat_neg (a, p->constant);
  lyre_int c = lyre_rat_floor (a, bound);
  if (strict && lyre_rat_is_int (bound))
    c = lyre_int_sub (a, c, LYRE_INT_ONE);
  if (lyre_rat_sign (p->at[0].coef) > 0)
    return mk2 (rw, LYRE_LE, linear_part (rw, p, rat_one),
                lyre_t_integer (rw->ts, c));
  /* -q <= c  is  q >= -c  is  not (q <= -c - 1) */
  c = lyre_int_sub (a, lyre_int_neg (a, c), LYRE_INT_ONE);
  lyre_term q = linear_part (rw, p, lyre_rat_neg (a, rat_one));
  return mk1 (rw, LYRE_NOT, mk2 (rw, LYRE_LE, q, lyre_t_integer (rw->ts, c)));
}

static lyre_term real_atom (lyre_rw *rw, const poly *p, bool strict) {
  lyre_arena *a = p->arena;
  bool positive = lyre_rat_sign (p->at[0].coef) > 0;
  lyre_rat scale = positive ? rat_one : lyre_rat_neg (a, rat_one);
  lyre_rat c = positive ? lyre_rat_neg (a, p->constant) : p->constant;
  /* q <= c, q >= c, and for strict ones the negation of the other */
  lyre_op op = positive != strict ? LYRE_LE : LYRE_GE;
  lyre_term atom =
      mk2 (rw, op, linear_part (rw, p, scale), lyre_t_real (rw->ts, c));
  return strict ? mk1 (rw, LYRE_NOT, atom) : atom;
}

static lyre_term atom_of (lyre_rw *rw, poly *p, bool strict) {
  if (!p->n) {
    int sign = lyre_rat_sign (p->constant);
    return mk_bool (rw, strict ? sign < 0 : sign <= 0);
  }
  make_integral (rw, p);
  make_primitive (p);
  return p->real ? real_atom (rw, p, strict) : integer_atom (rw, p, strict);
}

/* <=, <, >=, > in normal form
 * Sound: terms move over by subtraction, positive factors cancel, integer
 * bounds round down. Terminates: the normal form stays as it is.
 * Test: le-normal, lt-normal, ge-normal, gt-normal */
static bool compare_normal (lyre_rw *rw, lyre_term t, lyre_term *out) {
  poly p;
  lyre_op op = op_of (rw, t);
  lyre_mark m = lyre_arena_mark (rw->scratch);
  difference (rw, t, &p);
  if (op == LYRE_GE || op == LYRE_GT)
    poly_scale (&p, lyre_rat_neg (rw->scratch, rat_one));
  lyre_term r = atom_of (rw, &p, op == LYRE_LT || op == LYRE_GT);
  lyre_arena_cut (rw->scratch, m);
  return became (t, r, out);
}

/* a <= b ==> true if b - a >= 0, false if a - b - 1 >= 0, for integers
 * Sound: entailment holds under every assignment. Terminates: a constant.
 * Test: le-entailed */
static bool le_entailed (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term a = arg (rw, t, 0), b = arg (rw, t, 1);
  if (!has_sort (rw, a, LYRE_INT))
    return false;
  if (lyre_entail_ge (rw, b, a, 0))
    return yields (mk_bool (rw, true), out);
  if (lyre_entail_ge (rw, a, b, -1))
    return yields (mk_bool (rw, false), out);
  return false;
}

/* x <= low ==> x = low;  x <= high - 1 ==> not (x = high), where low and high
 * are constant bounds of the term x
 * Sound: nothing else is left. Terminates: <= becomes =.
 * Test: le-at-bound */
static bool le_at_bound (lyre_rw *rw, lyre_term t, lyre_term *out) {
  int64_t c;
  lyre_term x = arg (rw, t, 0);
  if (!has_sort (rw, x, LYRE_INT) || is_op (rw, x, LYRE_ADD) ||
      is_op (rw, x, LYRE_ITE) || !small_int (rw, arg (rw, t, 1), &c))
    return false;
  lyre_int_range r = lyre_integer_range (rw, x);
  if (r.has_low && r.low == c)
    return yields (mk_eq (rw, x, arg (rw, t, 1)), out);
  if (r.has_high && c != INT64_MAX && r.high == c + 1)
    return yields (mk1 (rw, LYRE_NOT, mk_eq (rw, x, mk_int (rw, c + 1))), out);
  return false;
}

/* --------------------------------------------------------------- equations */

/* P = 0 with P settled. */
static lyre_term equation (lyre_rw *rw, poly *p) {
  lyre_arena *a = p->arena;
  make_integral (rw, p);
  make_primitive (p);
  if (!p->n || (!p->real && !lyre_rat_is_int (p->constant)))
    return mk_bool (rw, !p->n && !lyre_rat_sign (p->constant));
  if (lyre_rat_sign (p->at[0].coef) < 0)
    poly_scale (p, lyre_rat_neg (a, rat_one));
  bool two_sided = false;
  for (uint32_t i = 1; i < p->n; i++)
    two_sided = two_sided || lyre_rat_sign (p->at[i].coef) < 0;
  bool left = two_sided && lyre_rat_sign (p->constant) > 0;
  lyre_rat c = left ? rat_zero : lyre_rat_neg (a, p->constant);
  lyre_term x = poly_part (rw, p, 1, rat_one, left ? p->constant : rat_zero);
  lyre_term y = poly_part (rw, p, -1, lyre_rat_neg (a, rat_one), c);
  return mk_eq (rw, x, y);
}

/* An equation of numbers in normal form; false if the common factor of the
 * coefficients does not divide the constant
 * Sound: as for <=. Terminates: the normal form stays as it is.
 * Test: eq-arith */
static bool eq_arith (lyre_rw *rw, lyre_term t, lyre_term *out) {
  poly p;
  lyre_term a = arg (rw, t, 0);
  if (!has_sort (rw, a, LYRE_INT) && !has_sort (rw, a, LYRE_REAL))
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  difference (rw, t, &p);
  lyre_term r = equation (rw, &p);
  lyre_arena_cut (rw->scratch, m);
  return became (t, r, out);
}

/* a = b ==> false if a > b or a < b is entailed, for integers
 * Sound: entailment holds under every assignment. Terminates: a constant.
 * Test: eq-arith-entailed */
static bool eq_arith_entailed (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term a = arg (rw, t, 0), b = arg (rw, t, 1);
  if (!has_sort (rw, a, LYRE_INT))
    return false;
  if (!lyre_entail_ge (rw, a, b, -1) && !lyre_entail_ge (rw, b, a, -1))
    return false;
  return yields (mk_bool (rw, false), out);
}

static const lyre_rule rules[] = {
    {"sub-to-add", LYRE_SUB, sub_to_add},
    {"neg-to-mul", LYRE_NEG, sub_to_add},
    {"add-normal", LYRE_ADD, add_normal},
    {"mul-normal", LYRE_MUL, mul_normal},
    {"abs-elim", LYRE_ABS, abs_elim},
    {"div-negative", LYRE_INT_DIV, divide_negative},
    {"mod-negative", LYRE_INT_MOD, divide_negative},
    {"div-split", LYRE_INT_DIV, divide_split},
    {"mod-split", LYRE_INT_MOD, divide_split},
    {"div-small", LYRE_INT_DIV, divide_small},
    {"mod-small", LYRE_INT_MOD, divide_small},
    {"div-div", LYRE_INT_DIV, div_div},
    {"mod-mod", LYRE_INT_MOD, mod_mod},
    {"divisible-to-mod", LYRE_DIVISIBLE, divisible_to_mod},
    {"real-div-const", LYRE_REAL_DIV, real_div_const},
    {"to-real-push", LYRE_TO_REAL, to_real_push},
    {"to-int-fold", LYRE_TO_INT, to_int_fold},
    {"is-int-fold", LYRE_IS_INT, is_int_fold},
    {"le-normal", LYRE_LE, compare_normal},
    {"lt-normal", LYRE_LT, compare_normal},
    {"ge-normal", LYRE_GE, compare_normal},
    {"gt-normal", LYRE_GT, compare_normal},
    {"le-entailed", LYRE_LE, le_entailed},
    {"le-at-bound", LYRE_LE, le_at_bound},
    {"eq-arith", LYRE_EQ, eq_arith},
    {"eq-arith-entailed", LYRE_EQ, eq_arith_entailed},
};
LYRE_RULE_TABLE (arith, rules);
