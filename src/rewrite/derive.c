/* Derivatives of closed regular expressions, from either end, by terms.
 *
 * Good for literals and small expressions: everything is bounded by fuel, and
 * who runs out of it learns nothing. Engines have automata for the rest. */
#include "rewrite/rules.h"

enum {
  NULLABLE_DEPTH = 64,
  DERIVE_DEPTH = 128,
  FUEL = 4096,        /* nodes per question */
  FUEL_PER_CHAR = 16, /* and more for a long word */
  FUEL_MAX = 1 << 17,
};

/* ---------------------------------------------------------------- nullable */

static lyre_maybe nullable (lyre_rw *, lyre_term r, unsigned depth);

static lyre_maybe negate (lyre_maybe m) {
  return m == LYRE_MAYBE ? m : m == LYRE_YES ? LYRE_NO : LYRE_YES;
}

/* Looks for DECISIVE among the arguments; without it, and without doubt, the
 * answer is the opposite. */
static lyre_maybe nullable_args (lyre_rw *rw, lyre_term r, lyre_maybe decisive,
                                 unsigned depth) {
  lyre_maybe result = negate (decisive);
  for (uint32_t i = 0; i < arity (rw, r); i++) {
    lyre_maybe m = nullable (rw, arg (rw, r, i), depth);
    if (m == decisive)
      return m;
    if (m == LYRE_MAYBE)
      result = m;
  }
  return result;
}

static lyre_maybe yes_if (bool b) {
  return b ? LYRE_YES : LYRE_NO;
}

static lyre_maybe compute_nullable (lyre_rw *rw, lyre_term r, unsigned depth) {
  switch (op_of (rw, r)) {
  case LYRE_STR_TO_RE:
    if (!lit (rw, arg (rw, r, 0)))
      return LYRE_MAYBE;
    return yes_if (is_empty_lit (rw, arg (rw, r, 0)));
  case LYRE_RE_NONE:
  case LYRE_RE_ALLCHAR:
  case LYRE_RE_RANGE:
    return LYRE_NO;
  case LYRE_RE_ALL:
  case LYRE_RE_STAR:
  case LYRE_RE_OPT:
    return LYRE_YES;
  case LYRE_RE_CONCAT:
  case LYRE_RE_INTER:
    return nullable_args (rw, r, LYRE_NO, depth);
  case LYRE_RE_UNION:
    return nullable_args (rw, r, LYRE_YES, depth);
  case LYRE_RE_PLUS:
    return nullable (rw, arg (rw, r, 0), depth);
  case LYRE_RE_COMP:
    return negate (nullable (rw, arg (rw, r, 0), depth));
  case LYRE_RE_POW:
    if (!index_of (rw, r, 0))
      return LYRE_YES;
    return nullable (rw, arg (rw, r, 0), depth);
  case LYRE_RE_LOOP:
    if (index_of (rw, r, 0) > index_of (rw, r, 1))
      return LYRE_NO;
    if (!index_of (rw, r, 0))
      return LYRE_YES;
    return nullable (rw, arg (rw, r, 0), depth);
  default:
    return LYRE_MAYBE;
  }
}

static lyre_maybe nullable (lyre_rw *rw, lyre_term r, unsigned depth) {
  const uint64_t *known = lyre_map_find (&rw->nullable, r.id);
  if (known)
    return (lyre_maybe) *known;
  if (!depth)
    return LYRE_MAYBE;
  lyre_maybe m = compute_nullable (rw, r, depth - 1);
  *lyre_map_at (rw->mem, &rw->nullable, r.id) = m;
  return m;
}

lyre_maybe lyre_rw_re_nullable (lyre_rw *rw, lyre_term r) {
  return nullable (rw, r, NULLABLE_DEPTH);
}

/* ------------------------------------------------ light-weight constructors */

static bool is_epsilon (lyre_rw *rw, lyre_term r) {
  return is_op (rw, r, LYRE_STR_TO_RE) && is_empty_lit (rw, arg (rw, r, 0));
}

/* a · b, or b · a from the back. */
static lyre_term join (lyre_rw *rw, lyre_term a, lyre_term b, bool back) {
  if (is_op (rw, a, LYRE_RE_NONE) || is_epsilon (rw, b))
    return a;
  if (is_op (rw, b, LYRE_RE_NONE) || is_epsilon (rw, a))
    return b;
  if (lyre_same (a, b) && is_op (rw, a, LYRE_RE_ALL))
    return a;
  return back ? mk2 (rw, LYRE_RE_CONCAT, b, a) : mk2 (rw, LYRE_RE_CONCAT, a, b);
}

static bool has_arg (lyre_rw *rw, lyre_term r, lyre_op op, lyre_term a) {
  if (!is_op (rw, r, op))
    return false;
  for (uint32_t i = 0; i < arity (rw, r) && i < 32; i++)
    if (lyre_same (arg (rw, r, i), a))
      return true;
  return false;
}

/* Union or intersection, with UNIT and ZERO absorbed. */
static lyre_term meet (lyre_rw *rw, lyre_op op, lyre_term a, lyre_term b) {
  lyre_op unit = op == LYRE_RE_UNION ? LYRE_RE_NONE : LYRE_RE_ALL;
  lyre_op zero = op == LYRE_RE_UNION ? LYRE_RE_ALL : LYRE_RE_NONE;
  if (lyre_same (a, b) || is_op (rw, b, unit) || is_op (rw, a, zero) ||
      has_arg (rw, a, op, b))
    return a;
  if (is_op (rw, a, unit) || is_op (rw, b, zero) || has_arg (rw, b, op, a))
    return b;
  return a.id < b.id ? mk2 (rw, op, a, b) : mk2 (rw, op, b, a);
}

static lyre_term complement (lyre_rw *rw, lyre_term r) {
  switch (op_of (rw, r)) {
  case LYRE_RE_NONE:
    return mk_all (rw);
  case LYRE_RE_ALL:
    return mk_none (rw);
  case LYRE_RE_COMP:
    return arg (rw, r, 0);
  default:
    return mk1 (rw, LYRE_RE_COMP, r);
  }
}

/* -------------------------------------------------------------- derivatives */

static lyre_term derive (lyre_rw *, lyre_term r, uint32_t c, bool back,
                         unsigned depth);

static lyre_term derive_literal (lyre_rw *rw, const lyre_str *s, uint32_t c,
                                 bool back) {
  if (!s->len || lyre_str_at (s, back ? s->len - 1 : 0) != c)
    return mk_none (rw);
  rw->regex_fuel -= (int32_t) (s->len / 64 < FUEL ? s->len / 64 : FUEL);
  return mk1 (rw, LYRE_STR_TO_RE,
              lyre_rw_slice (rw, s, back ? 0 : 1, s->len - 1));
}

/* D (r1 r2 ...) = D (r1) r2 ... + D (r2) ... if r1 has "", and so on. */
static lyre_term derive_concat (lyre_rw *rw, lyre_term r, uint32_t c, bool back,
                                unsigned depth) {
  uint32_t n = arity (rw, r);
  lyre_term sum = mk_none (rw);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t i = back ? n - 1 - k : k;
    lyre_term d = derive (rw, arg (rw, r, i), c, back, depth);
    if (!d.id)
      return d;
    rw->regex_fuel -= (int32_t) (n - k);
    lyre_term rest = back
                         ? lyre_rw_nary (rw, LYRE_RE_CONCAT, i, args_of (rw, r))
                         : lyre_rw_nary (rw, LYRE_RE_CONCAT, n - 1 - i,
                                         args_of (rw, r) + i + 1);
    sum = meet (rw, LYRE_RE_UNION, sum, join (rw, d, rest, back));
    lyre_maybe m = lyre_rw_re_nullable (rw, arg (rw, r, i));
    if (m == LYRE_MAYBE)
      return LYRE_NO_TERM;
    if (m == LYRE_NO)
      return sum;
  }
  return sum;
}

static lyre_term derive_junction (lyre_rw *rw, lyre_term r, uint32_t c,
                                  bool back, unsigned depth) {
  lyre_op op = op_of (rw, r);
  lyre_term sum = derive (rw, arg (rw, r, 0), c, back, depth);
  for (uint32_t i = 1; i < arity (rw, r) && sum.id; i++) {
    lyre_term d = derive (rw, arg (rw, r, i), c, back, depth);
    if (!d.id)
      return d;
    sum = meet (rw, op, sum, d);
  }
  return sum;
}

/* D (r{lo,hi}) = D (r) r{lo-1,hi-1}, whether or not r has "". */
static lyre_term derive_loop (lyre_rw *rw, lyre_term r, uint32_t lo,
                              uint32_t hi, uint32_t c, bool back,
                              unsigned depth) {
  if (lo > hi || !hi)
    return mk_none (rw);
  lyre_term body = arg (rw, r, 0);
  lyre_term d = derive (rw, body, c, back, depth);
  if (!d.id || hi == 1)
    return d;
  lyre_term rest = lyre_node_indexed (rw->ts, LYRE_RE_LOOP, lo ? lo - 1 : 0,
                                      hi - 1, 1, &body);
  return join (rw, d, rest, back);
}

static lyre_term derive_diff (lyre_rw *rw, lyre_term r, uint32_t c, bool back,
                              unsigned depth) {
  lyre_term a = derive (rw, arg (rw, r, 0), c, back, depth);
  lyre_term b = derive (rw, arg (rw, r, 1), c, back, depth);
  if (!a.id || !b.id)
    return LYRE_NO_TERM;
  return meet (rw, LYRE_RE_INTER, a, complement (rw, b));
}

static lyre_term derive (lyre_rw *rw, lyre_term r, uint32_t c, bool back,
                         unsigned depth) {
  uint32_t low, high;
  lyre_term d;
  if (--rw->regex_fuel < 0 || !depth--)
    return LYRE_NO_TERM;
  switch (op_of (rw, r)) {
  case LYRE_STR_TO_RE:
    return derive_literal (rw, lit (rw, arg (rw, r, 0)), c, back);
  case LYRE_RE_NONE:
  case LYRE_RE_ALL:
    return r;
  case LYRE_RE_ALLCHAR:
  case LYRE_RE_RANGE:
    if (!lyre_rw_re_char_range (rw, r, &low, &high) || c < low || c > high)
      return mk_none (rw);
    return mk_epsilon (rw);
  case LYRE_RE_CONCAT:
    return derive_concat (rw, r, c, back, depth);
  case LYRE_RE_UNION:
  case LYRE_RE_INTER:
    return derive_junction (rw, r, c, back, depth);
  case LYRE_RE_STAR:
  case LYRE_RE_PLUS:
    d = derive (rw, arg (rw, r, 0), c, back, depth);
    if (!d.id)
      return d;
    return join (rw, d, mk1 (rw, LYRE_RE_STAR, arg (rw, r, 0)), back);
  case LYRE_RE_OPT:
    return derive (rw, arg (rw, r, 0), c, back, depth);
  case LYRE_RE_COMP:
    d = derive (rw, arg (rw, r, 0), c, back, depth);
    return d.id ? complement (rw, d) : d;
  case LYRE_RE_DIFF:
    return derive_diff (rw, r, c, back, depth);
  case LYRE_RE_POW:
    return derive_loop (rw, r, index_of (rw, r, 0), index_of (rw, r, 0), c,
                        back, depth);
  case LYRE_RE_LOOP:
    return derive_loop (rw, r, index_of (rw, r, 0), index_of (rw, r, 1), c,
                        back, depth);
  default:
    return LYRE_NO_TERM;
  }
}

lyre_term lyre_rw_re_derive (lyre_rw *rw, lyre_term r, uint32_t c, bool back) {
  LYRE_ASSERT (is_closed_re (rw, r));
  return derive (rw, r, c, back, DERIVE_DEPTH);
}

void lyre_rw_re_refuel (lyre_rw *rw, uint32_t chars) {
  uint64_t fuel = FUEL + (uint64_t) FUEL_PER_CHAR * chars;
  rw->regex_fuel = fuel < FUEL_MAX ? (int32_t) fuel : FUEL_MAX;
}

lyre_maybe lyre_rw_re_accepts (lyre_rw *rw, lyre_term r, const lyre_str *s) {
  lyre_rw_re_refuel (rw, s->len);
  for (uint32_t i = 0; i < s->len; i++) {
    if (is_op (rw, r, LYRE_RE_NONE))
      return LYRE_NO;
    if (is_op (rw, r, LYRE_RE_ALL))
      return LYRE_YES;
    r = lyre_rw_re_derive (rw, r, lyre_str_at (s, i), false);
    if (!r.id)
      return LYRE_MAYBE;
  }
  return lyre_rw_re_nullable (rw, r);
}

/* The length of the shortest match of R at position I that is at least LEAST
 * characters long; -1 if there is none. False if out of fuel. */
static bool shortest_match (lyre_rw *rw, lyre_term r, const lyre_str *s,
                            uint32_t i, uint32_t least, int64_t *len) {
  *len = -1;
  for (uint32_t k = 0; i + k <= s->len; k++) {
    lyre_maybe m = lyre_rw_re_nullable (rw, r);
    if (m == LYRE_MAYBE)
      return false;
    if (m == LYRE_YES && k >= least) {
      *len = k;
      return true;
    }
    if (is_op (rw, r, LYRE_RE_NONE) || i + k == s->len)
      return true;
    r = lyre_rw_re_derive (rw, r, lyre_str_at (s, i + k), false);
    if (!r.id)
      return false;
  }
  return true;
}

bool lyre_rw_re_find (lyre_rw *rw, lyre_term r, const lyre_str *s,
                      uint32_t from, uint32_t least, int64_t *at,
                      int64_t *len) {
  *at = *len = -1;
  for (uint32_t i = from; i <= s->len; i++) {
    if (!shortest_match (rw, r, s, i, least, len))
      return false;
    if (*len < 0)
      continue;
    *at = i;
    return true;
  }
  return true;
}
