/* Rules for str.< and str.<=. */
#include "rewrite/rules.h"
#include "rewrite/strip.h"

/* s < t ==> not (t <= s) (rule 71)
 * Sound: the order is total. Terminates: no str.< left. Test: str-lt-elim */
static bool str_lt_elim (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term le = mk2 (rw, LYRE_STR_LE, arg (rw, t, 1), arg (rw, t, 0));
  return yields (mk1 (rw, LYRE_NOT, le), out);
}

/* s <= s and "" <= s ==> true; s <= "" ==> s = "" (rule 69)
 * Sound: definition. Terminates: no str.<= left. Test: str-le-fold */
static bool str_le_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term a = arg (rw, t, 0), b = arg (rw, t, 1);
  if (lyre_same (a, b) || is_empty_lit (rw, a))
    return yields (mk_bool (rw, true), out);
  if (is_empty_lit (rw, b))
    return yields (mk_eq (rw, a, b), out);
  return false;
}

static uint32_t first_char (lyre_rw *rw, const lyre_rest *r) {
  uint32_t from, to;
  const lyre_str *s = lyre_rest_literal (rw, r, false, &from, &to);
  return lyre_str_at (s, from);
}

/* x s <= x t ==> s <= t; different first letters decide (rule 70)
 * Sound: the order is lexicographic. Terminates: fewer pieces or shorter
 * literals. Test: str-le-strip */
static bool str_le_strip (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_rest a, b;
  lyre_rest_init (rw, &a, arg (rw, t, 0));
  lyre_rest_init (rw, &b, arg (rw, t, 1));
  if (!lyre_strip (rw, &a, &b, false))
    return yields (mk_bool (rw, first_char (rw, &a) < first_char (rw, &b)),
                   out);
  if (!lyre_rest_changed (&a) && !lyre_rest_changed (&b))
    return false;
  return yields (
      mk2 (rw, LYRE_STR_LE, lyre_rest_term (rw, &a), lyre_rest_term (rw, &b)),
      out);
}

static const lyre_rule rules[] = {
    {"str-lt-elim", LYRE_STR_LT, str_lt_elim},
    {"str-le-fold", LYRE_STR_LE, str_le_fold},
    {"str-le-strip", LYRE_STR_LE, str_le_strip},
};
LYRE_RULE_TABLE (order, rules);
