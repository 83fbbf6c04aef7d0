/* Lengths modulo a number: what they exclude (rules 12, 82). */
#include "rewrite/rules.h"

enum {
  FUEL = 200, /* terms looked at for one rule */
  DEPTH = 8,
  PIECES = 16, /* of concatenations with a look at repeated pieces */
};
#define LARGEST (UINT64_C (1) << 40)

/* All lengths are OFFSET plus a multiple of STEP. Step 0 allows OFFSET only,
 * step 1 anything. There is no length at all if NONE. */
typedef struct {
  uint64_t offset, step;
  bool none;
} lengths;

static const lengths anything = {0, 1, false};

static uint64_t gcd (uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static lengths make (uint64_t offset, uint64_t step) {
  if (offset > LARGEST || step > LARGEST)
    return anything;
  return (lengths){step ? offset % step : offset, step, false};
}

static uint64_t difference (uint64_t a, uint64_t b) {
  return a < b ? b - a : a - b;
}

static lengths sum (lengths a, lengths b) {
  if (a.none || b.none)
    return (lengths){.none = true};
  return make (a.offset + b.offset, gcd (a.step, b.step));
}

static lengths either (lengths a, lengths b) {
  if (a.none || b.none)
    return a.none ? b : a;
  return make (a.offset,
               gcd (gcd (a.step, b.step), difference (a.offset, b.offset)));
}

/* Errs towards more lengths. */
static lengths both (lengths a, lengths b) {
  uint64_t common = gcd (a.step, b.step), d = difference (a.offset, b.offset);
  if (a.none || b.none || (common ? d % common : d))
    return (lengths){.none = true};
  bool first = !a.step || (b.step && a.step >= b.step);
  return first ? a : b;
}

static lengths times (lengths a, uint32_t low, uint32_t high) {
  if (a.none)
    return low ? a : make (0, 0);
  if (low == high)
    return make (a.offset * low, a.step);
  return make (a.offset * low, gcd (a.step, a.offset));
}

/* ------------------------------------------------------------------- terms */

typedef struct {
  lyre_rw *rw;
  int fuel;
} reader;

static lengths of_term (reader *, lyre_term, unsigned depth);

static lengths fold (reader *r, lyre_term t, uint32_t from,
                     lengths (*join) (lengths, lengths), unsigned depth) {
  lengths all = of_term (r, arg (r->rw, t, from), depth);
  for (uint32_t i = from + 1; i < arity (r->rw, t); i++)
    all = join (all, of_term (r, arg (r->rw, t, i), depth));
  return all;
}

/* How often the I-th piece occurs; 0 if it is not the first of its kind. */
static uint32_t occurrences (reader *r, lyre_term t, uint32_t i) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < arity (r->rw, t); k++) {
    bool same = lyre_same (arg (r->rw, t, i), arg (r->rw, t, k));
    if (same && k < i)
      return 0;
    count += same;
  }
  return count;
}

/* |x·x| is even whatever x is. */
static lengths of_concat (reader *r, lyre_term t, unsigned depth) {
  lengths all = make (0, 0);
  if (arity (r->rw, t) > PIECES)
    return anything;
  for (uint32_t i = 0; i < arity (r->rw, t); i++) {
    uint32_t n = occurrences (r, t, i);
    lengths piece = n ? of_term (r, arg (r->rw, t, i), depth) : make (0, 0);
    if (n)
      piece = make (piece.offset * n, piece.step * n);
    all = sum (all, piece);
  }
  return all;
}

static lengths of_repeat (reader *r, lyre_term t, unsigned depth) {
  lyre_repeat x = lyre_rw_re_repeat (r->rw, t);
  if (lyre_same (x.body, t))
    return anything;
  return times (of_term (r, x.body, depth), x.low, x.high);
}

/* The depth is bounded. */
static lengths of_term (reader *r, lyre_term t, unsigned depth) {
  const lyre_str *s = lit (r->rw, t);
  if (s)
    return make (s->len, 0);
  if (!depth || r->fuel-- <= 0)
    return anything;
  depth--;
  switch (op_of (r->rw, t)) {
  case LYRE_STR_CONCAT:
    return of_concat (r, t, depth);
  case LYRE_STR_TO_RE:
  case LYRE_STR_REV:
  case LYRE_STR_TO_LOWER:
  case LYRE_STR_TO_UPPER:
    return of_term (r, arg (r->rw, t, 0), depth);
  case LYRE_ITE:
    return fold (r, t, 1, either, depth);
  case LYRE_RE_NONE:
    return (lengths){.none = true};
  case LYRE_RE_RANGE:
  case LYRE_RE_ALLCHAR:
    return make (1, 0);
  case LYRE_RE_CONCAT:
    return fold (r, t, 0, sum, depth);
  case LYRE_RE_UNION:
    return fold (r, t, 0, either, depth);
  case LYRE_RE_INTER:
    return fold (r, t, 0, both, depth);
  case LYRE_RE_STAR:
  case LYRE_RE_PLUS:
  case LYRE_RE_OPT:
  case LYRE_RE_LOOP:
    return of_repeat (r, t, depth);
  default:
    return anything;
  }
}

/* ------------------------------------------------------------------- rules */

static bool never_agree (lyre_rw *rw, lyre_term a, lyre_term b) {
  reader r = {rw, FUEL};
  lengths one = of_term (&r, a, DEPTH);
  return one.step != 1 && both (one, of_term (&r, b, DEPTH)).none;
}

/* s in r ==> false, s = t ==> false if the lengths differ modulo some number
 * Sound: both lengths are as computed. Terminates: a constant.
 * Test: in-re-lengths-modulo, eq-lengths-modulo */
static bool lengths_clash (lyre_rw *rw, lyre_term t, lyre_term *out) {
  bool regex = is_op (rw, t, LYRE_STR_IN_RE);
  return (regex || has_sort (rw, arg (rw, t, 0), LYRE_STRING)) &&
         never_agree (rw, arg (rw, t, 0), arg (rw, t, 1)) &&
         yields (mk_bool (rw, false), out);
}

/* An intersection ==> none if no length is possible modulo some number
 * Sound: all words have such a length. Terminates: a constant.
 * Test: re-inter-lengths-modulo */
static bool inter_clash (lyre_rw *rw, lyre_term t, lyre_term *out) {
  reader r = {rw, FUEL};
  return of_term (&r, t, DEPTH).none && yields (mk_none (rw), out);
}

static const lyre_rule rules[] = {
    {"in-re-lengths-modulo", LYRE_STR_IN_RE, lengths_clash},
    {"eq-lengths-modulo", LYRE_EQ, lengths_clash},
    {"re-inter-lengths-modulo", LYRE_RE_INTER, inter_clash},
};
LYRE_RULE_TABLE (period, rules);
