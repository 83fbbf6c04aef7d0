/* Products of two open factors, k = a b, by incremental linearisation.
 *
 * To arithmetic, k is a variable like others. Where its value is not that of
 * the product, the lemmas that the current values a0, b0 violate are added:
 *
 *   sign      k is 0 where a or b is, positive where they agree in sign, and
 *             so on
 *   square    a a >= the line through two neighbouring squares;
 *             |a| <= m  =>  a a <= m m
 *   tangent   (a >= a0 and b >= b0) or (a <= a0 and b <= b0)
 *             =>  k >= b0 a + a0 b - a0 b0;  the other way in other corners;
 *             at the bounds of a and b if that helps
 *   line      a = a0  =>  k = a0 b
 *
 * The SAT core is asked to try a = a0 first: then the product is linear, and if
 * that fails, what is learned speaks of other values, too. */
#include "engine/words/terms.h"

enum { MAX_LEMMAS = 3000 };

typedef struct {
  words *w;
  lyre_term k, a, b;
  lyre_rat k0, a0, b0; /* current values; in the round's arena */
  bool is_int;
} product;

static lyre_term number (const product *p, lyre_rat r) {
  return p->is_int ? lyre_t_integer (p->w->ts, r.num)
                   : lyre_t_real (p->w->ts, r);
}

static lyre_term zero (const product *p) {
  return number (p, lyre_rat_from_int (LYRE_INT_ZERO));
}

static lyre_term times (const product *p, lyre_rat c, lyre_term t) {
  return lyre_t2 (p->w->ts, LYRE_MUL, number (p, c), t);
}

static lyre_term add (const product *p, lyre_term a, lyre_term b) {
  return lyre_t2 (p->w->ts, LYRE_ADD, a, b);
}

static bool learn (const product *p, lyre_term t) {
  lyre_reasons none = {0};
  p->w->product_lemmas++;
  return words_infer (p->w, &none, t);
}

/* A => B */
static lyre_term then (const product *p, lyre_term a, lyre_term b) {
  return or2 (p->w, words_not (p->w, a), b);
}

static bool is_square (const product *p) {
  return lyre_same (p->a, p->b);
}

/* -------------------------------------------------------------------- signs */

/* T has this sign. */
static lyre_term has_sign (const product *p, lyre_term t, int sign) {
  if (!sign)
    return words_eq (p->w, t, zero (p));
  return sign > 0 ? lt (p->w, zero (p), t) : lt (p->w, t, zero (p));
}

/* The sign of k is the product of the signs of a and b. */
static bool learn_sign (const product *p) {
  int a = lyre_rat_sign (p->a0), b = lyre_rat_sign (p->b0);
  if (lyre_rat_sign (p->k0) == a * b)
    return false;
  lyre_term k = has_sign (p, p->k, a * b);
  if (!a || !b)
    return learn (p, then (p, has_sign (p, a ? p->b : p->a, 0), k));
  return learn (
      p,
      then (p, and2 (p->w, has_sign (p, p->a, a), has_sign (p, p->b, b)), k));
}

/* ------------------------------------------------------------------ squares */

/* k >= (c + d) a - c d, where c and d are neighbours or the same. */
static bool learn_chord (const product *p, lyre_rat c, lyre_rat d) {
  lyre_arena *r = &p->w->round;
  lyre_rat minus = lyre_rat_neg (r, lyre_rat_mul (r, c, d));
  lyre_term line =
      add (p, times (p, lyre_rat_add (r, c, d), p->a), number (p, minus));
  return learn (p, le (p->w, line, p->k));
}

static bool learn_square (const product *p, bool low) {
  lyre_arena *r = &p->w->round;
  lyre_rat one = lyre_rat_from_int (LYRE_INT_ONE), m = p->a0;
  if (low && !p->is_int)
    return learn_chord (p, m, m);
  if (low) {
    bool up = learn_chord (p, m, lyre_rat_add (r, m, one));
    return learn_chord (p, lyre_rat_sub (r, m, one), m) || up;
  }
  if (lyre_rat_sign (m) < 0)
    m = lyre_rat_neg (r, m);
  lyre_term inside =
      and2 (p->w, le (p->w, number (p, lyre_rat_neg (r, m)), p->a),
            le (p->w, p->a, number (p, m)));
  return learn (
      p, then (p, inside, le (p->w, p->k, number (p, lyre_rat_mul (r, m, m)))));
}

/* ----------------------------------------------------------- tangents, lines
 */

/* A point, and where a and b are from there. */
typedef struct {
  lyre_rat a, b;
  bool a_up, b_up; /* at least, not at most */
} corner;

/* In the corner, k is on one side of the plane that touches the product. */
static bool learn_plane (const product *p, corner c) {
  words *w = p->w;
  lyre_term a = number (p, c.a), b = number (p, c.b);
  lyre_rat minus = lyre_rat_neg (&w->round, lyre_rat_mul (&w->round, c.a, c.b));
  lyre_term plane = add (p, add (p, times (p, c.b, p->a), times (p, c.a, p->b)),
                         number (p, minus));
  lyre_term where = and2 (w, c.a_up ? le (w, a, p->a) : le (w, p->a, a),
                          c.b_up ? le (w, b, p->b) : le (w, p->b, b));
  bool low = c.a_up == c.b_up;
  return learn (
      p, then (p, where, low ? le (w, plane, p->k) : le (w, p->k, plane)));
}

/* Is the current value of k on the wrong side? */
static bool cuts (const product *p, corner c) {
  lyre_arena *r = &p->w->round;
  lyre_rat at = lyre_rat_add (r, lyre_rat_mul (r, c.b, p->a0),
                              lyre_rat_mul (r, c.a, p->b0));
  at = lyre_rat_sub (r, at, lyre_rat_mul (r, c.a, c.b));
  int order = lyre_rat_cmp (r, p->k0, at);
  return c.a_up == c.b_up ? order < 0 : order > 0;
}

static bool bound_of (words *w, lyre_term t, bool upper, lyre_rat *out) {
  uint64_t *v = lyre_map_find (&w->arith_of, t.id);
  bool strict;
  if (!v || !(upper ? lyre_arith_upper_of : lyre_arith_lower_of) (
                w->arith, (uint32_t) *v - 1, out, &strict, NULL))
    return false;
  *out = lyre_rat_copy (&w->round, *out);
  return true;
}

/* Planes at the corners of the box that a and b are in, if one cuts. */
static bool learn_box (const product *p, bool low) {
  for (int i = 0; i < 2; i++) {
    corner c = {.a_up = i, .b_up = low ? i : !i};
    if (bound_of (p->w, p->a, !c.a_up, &c.a) &&
        bound_of (p->w, p->b, !c.b_up, &c.b) && cuts (p, c) &&
        learn_plane (p, c))
      return true;
  }
  return false;
}

static bool learn_tangent (const product *p, bool low) {
  if (learn_box (p, low))
    return true;
  bool one = learn_plane (p, (corner){p->a0, p->b0, true, low});
  return learn_plane (p, (corner){p->a0, p->b0, false, !low}) || one;
}

/* a = a0 => k = a0 b, and a = a0 is worth trying. */
static bool learn_line (const product *p, lyre_term a, lyre_rat a0,
                        lyre_term b) {
  words *w = p->w;
  lyre_term here = words_eq (w, a, number (p, a0));
  bool added = learn (p, then (p, here, words_eq (w, p->k, times (p, a0, b))));
  words_prefer (w, here);
  return added;
}

/* -------------------------------------------------------------------- check */

static bool smaller (const product *p) {
  lyre_rat a = p->a0, b = p->b0;
  lyre_arena *r = &p->w->round;
  if (lyre_rat_sign (a) < 0)
    a = lyre_rat_neg (r, a);
  if (lyre_rat_sign (b) < 0)
    b = lyre_rat_neg (r, b);
  return lyre_rat_cmp (r, a, b) <= 0;
}

static bool refine (const product *p, int order) {
  if (learn_sign (p))
    return true;
  bool low = order < 0;
  bool added = is_square (p) ? learn_square (p, low) : learn_tangent (p, low);
  bool first = smaller (p);
  return learn_line (p, first ? p->a : p->b, first ? p->a0 : p->b0,
                     first ? p->b : p->a) ||
         added;
}

static bool check_product (words *w, const definition *d) {
  product p = {.w = w,
               .k = d->var,
               .a = lyre_arg_of (w->ts, d->term, 0),
               .b = lyre_arg_of (w->ts, d->term, 1),
               .is_int = lyre_has_sort (w->ts, d->var, LYRE_INT)};
  p.k0 = words_number (w, p.k);
  p.a0 = words_number (w, p.a);
  p.b0 = words_number (w, p.b);
  lyre_rat right = lyre_rat_mul (&w->round, p.a0, p.b0);
  int order = lyre_rat_cmp (&w->round, p.k0, right);
  return order && refine (&p, order);
}

step words_check_products (words *w) {
  bool added = false;
  uint32_t n = w->definitions.len;
  for (uint32_t i = 0; i < n && !w->env->stop; i++) {
    definition d = w->definitions.data[i];
    if (lyre_op_of (w->ts, d.term) != LYRE_MUL)
      continue;
    if (w->product_lemmas > MAX_LEMMAS) {
      w->reason = "nonlinear arithmetic";
      return STEP_STUCK;
    }
    added |= check_product (w, &d);
  }
  return added ? STEP_MORE : STEP_DONE;
}
