/* Rules for characters as codes and numerals. */
#include "rewrite/entail.h"
#include "rewrite/rules.h"

enum { DIGITS_MAX = 1 << 14 }; /* longer numerals are not converted */

static bool is_digit (uint32_t c) {
  return '0' <= c && c <= '9';
}

static bool all_digits (const lyre_str *s) {
  for (uint32_t i = 0; i < s->len; i++)
    if (!is_digit (lyre_str_at (s, i)))
      return false;
  return true;
}

static lyre_term char_term (lyre_rw *rw, int64_t c) {
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term t = mk_str (rw, lyre_str_char (rw->scratch, (uint32_t) c));
  lyre_arena_cut (rw->scratch, m);
  return t;
}

static bool is_code (int64_t c) {
  return 0 <= c && c <= LYRE_CHAR_MAX;
}

/* ------------------------------------------------------------------- codes */

/* to_code c evaluates; -1 if the length is never 1
 * Sound: definition. Terminates: a constant. Test: to-code-fold */
static bool to_code_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  const lyre_str *s = lit (rw, arg (rw, t, 0));
  lyre_len_range r = lyre_length_range (rw, arg (rw, t, 0));
  if (r.min > 1 || r.max < 1)
    return yields (mk_int (rw, -1), out);
  if (!s)
    return false;
  return yields (mk_int (rw, lyre_str_at (s, 0)), out);
}

/* from_code k evaluates; "" if k is never a code
 * Sound: definition. Terminates: a constant. Test: from-code-fold */
static bool from_code_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  int64_t k;
  lyre_term n = arg (rw, t, 0);
  if (lyre_entail_at_most (rw, n, -1) ||
      lyre_entail_nonneg (rw, n, -(int64_t) LYRE_CHAR_MAX - 1))
    return yields (mk_empty (rw), out);
  if (!small_int (rw, n, &k))
    return false;
  return yields (is_code (k) ? char_term (rw, k) : mk_empty (rw), out);
}

/* from_code (to_code s) ==> s if |s| = 1, else "" (rule 64)
 * Sound: definition. Terminates: no from_code left.
 * Test: from-code-to-code */
static bool from_code_to_code (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  if (!is_op (rw, x, LYRE_STR_TO_CODE))
    return false;
  lyre_term s = arg (rw, x, 0);
  lyre_term one = mk_eq (rw, mk_len (rw, s), mk_int (rw, 1));
  return yields (mk_ite (rw, one, s, mk_empty (rw)), out);
}

/* to_code (from_code n) ==> ite (0 <= n <= 196607, n, -1) (rule 65)
 * Sound: definition. Terminates: no to_code left. Test: to-code-from-code */
static bool to_code_from_code (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  if (!is_op (rw, x, LYRE_STR_FROM_CODE))
    return false;
  lyre_term n = arg (rw, x, 0);
  lyre_term in_range = lyre_rw_between (rw, 0, n, LYRE_CHAR_MAX);
  return yields (mk_ite (rw, in_range, n, mk_int (rw, -1)), out);
}

/* is_digit s ==> 48 <= to_code s <= 57 (rule 66)
 * Sound: definition; -1 for other lengths. Terminates: no is_digit left.
 * Test: is-digit-elim */
static bool is_digit_elim (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term code = mk1 (rw, LYRE_STR_TO_CODE, arg (rw, t, 0));
  return yields (lyre_rw_between (rw, '0', code, '9'), out);
}

/* to_code s = k ==> s = the character k; not (|s| = 1) for k = -1; else false
 * (rule 63)
 * Sound: definition. Terminates: no to_code left. Test: eq-to-code */
static bool eq_to_code (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  int64_t k;
  if (!is_op (rw, x, LYRE_STR_TO_CODE) || !small_int (rw, arg (rw, t, 1), &k))
    return false;
  lyre_term s = arg (rw, x, 0);
  if (is_code (k))
    return yields (mk_eq (rw, s, char_term (rw, k)), out);
  if (k != -1)
    return yields (mk_bool (rw, false), out);
  lyre_term one = mk_eq (rw, mk_len (rw, s), mk_int (rw, 1));
  return yields (mk1 (rw, LYRE_NOT, one), out);
}

/* from_code n = c ==> n = code of c; n < 0 or n > 196607 for ""; else false
 * Sound: definition. Terminates: no from_code left. Test: eq-from-code */
static bool eq_from_code (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  const lyre_str *c = lit (rw, arg (rw, t, 1));
  if (!is_op (rw, x, LYRE_STR_FROM_CODE) || !c)
    return false;
  lyre_term n = arg (rw, x, 0);
  if (c->len > 1)
    return yields (mk_bool (rw, false), out);
  if (c->len == 1)
    return yields (mk_eq (rw, n, mk_int (rw, lyre_str_at (c, 0))), out);
  lyre_term in_range = lyre_rw_between (rw, 0, n, LYRE_CHAR_MAX);
  return yields (mk1 (rw, LYRE_NOT, in_range), out);
}

/* ---------------------------------------------------------------- numerals */

/* The value of a non-empty word of digits. */
static lyre_term numeral (lyre_rw *rw, const lyre_str *s) {
  lyre_mark m = lyre_arena_mark (rw->scratch);
  char *text = lyre_arena_alloc (rw->scratch, s->len);
  for (uint32_t i = 0; i < s->len; i++)
    text[i] = (char) lyre_str_at (s, i);
  lyre_term t =
      lyre_t_integer (rw->ts, lyre_int_parse (rw->scratch, text, s->len));
  lyre_arena_cut (rw->scratch, m);
  return t;
}

/* to_int c evaluates; -1 if some literal piece is no word of digits (rule 68)
 * Sound: definition. Terminates: a constant. Test: to-int-value */
static bool to_int_value (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p;
  lyre_term s = arg (rw, t, 0);
  lyre_pieces_of (rw, s, &p);
  for (uint32_t i = 0; i < p.n; i++)
    if (lit (rw, p.at[i]) && !all_digits (lit (rw, p.at[i])))
      return yields (mk_int (rw, -1), out);
  const lyre_str *c = lit (rw, s);
  if (!c || c->len > DIGITS_MAX)
    return false;
  return yields (c->len ? numeral (rw, c) : mk_int (rw, -1), out);
}

/* from_int k evaluates; "" if n < 0
 * Sound: definition. Terminates: a constant. Test: from-int-value */
static bool from_int_value (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_int i;
  lyre_term n = arg (rw, t, 0);
  if (!int_lit (rw, n, &i)) {
    if (!lyre_entail_at_most (rw, n, -1))
      return false;
    return yields (mk_empty (rw), out);
  }
  if (lyre_int_sign (i) < 0)
    return yields (mk_empty (rw), out);
  if (lyre_int_bits (i) > 4 * DIGITS_MAX)
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  const char *text = lyre_int_text (rw->scratch, i);
  *out = mk_str (rw, lyre_str_from_ascii (rw->scratch, text));
  lyre_arena_cut (rw->scratch, m);
  return true;
}

/* to_int (from_int n) ==> ite (n >= 0, n, -1); the converse does not hold,
 * for there are leading zeros (rule 67)
 * Sound: definition. Terminates: no to_int left. Test: to-int-from-int */
static bool to_int_from_int (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  if (!is_op (rw, x, LYRE_STR_FROM_INT))
    return false;
  lyre_term n = arg (rw, x, 0);
  lyre_term c = mk2 (rw, LYRE_GE, n, mk_int (rw, 0));
  return yields (mk_ite (rw, c, n, mk_int (rw, -1)), out);
}

/* from_int n = c ==> n = value of c if c is a numeral without leading zeros;
 * n < 0 for ""; else false (rule 19)
 * Sound: from_int is injective on n >= 0. Terminates: no from_int left.
 * Test: eq-from-int */
static bool eq_from_int (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  const lyre_str *c = lit (rw, arg (rw, t, 1));
  if (!is_op (rw, x, LYRE_STR_FROM_INT) || !c || c->len > DIGITS_MAX)
    return false;
  lyre_term n = arg (rw, x, 0);
  if (!c->len)
    return yields (mk2 (rw, LYRE_LT, n, mk_int (rw, 0)), out);
  if (!all_digits (c) || (c->len > 1 && lyre_str_at (c, 0) == '0'))
    return yields (mk_bool (rw, false), out);
  return yields (mk_eq (rw, n, numeral (rw, c)), out);
}

/* The language 0* k of numerals for k >= 0. */
static lyre_term numerals_of (lyre_rw *rw, lyre_int k) {
  lyre_mark m = lyre_arena_mark (rw->scratch);
  const char *text = lyre_int_text (rw->scratch, k);
  lyre_term s = mk_str (rw, lyre_str_from_ascii (rw->scratch, text));
  lyre_arena_cut (rw->scratch, m);
  lyre_term zeros = mk1 (rw, LYRE_RE_STAR, lyre_rw_mk_range (rw, '0', '0'));
  return mk2 (rw, LYRE_RE_CONCAT, zeros, mk1 (rw, LYRE_STR_TO_RE, s));
}

/* to_int s = k ==> s in 0* k for k >= 0; s not in [0-9]+ for k = -1; else
 * false (rule 20)
 * Sound: definition. Terminates: no to_int left. Test: eq-to-int */
static bool eq_to_int (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  lyre_int k;
  if (!is_op (rw, x, LYRE_STR_TO_INT) || !int_lit (rw, arg (rw, t, 1), &k) ||
      lyre_int_bits (k) > 4 * DIGITS_MAX)
    return false;
  lyre_term s = arg (rw, x, 0);
  if (lyre_int_sign (k) >= 0)
    return yields (mk2 (rw, LYRE_STR_IN_RE, s, numerals_of (rw, k)), out);
  if (!is_int (rw, arg (rw, t, 1), -1))
    return yields (mk_bool (rw, false), out);
  lyre_term digits = mk1 (rw, LYRE_RE_PLUS, lyre_rw_mk_range (rw, '0', '9'));
  return yields (mk1 (rw, LYRE_NOT, mk2 (rw, LYRE_STR_IN_RE, s, digits)), out);
}

static const lyre_rule rules[] = {
    {"to-code-fold", LYRE_STR_TO_CODE, to_code_fold},
    {"to-code-from-code", LYRE_STR_TO_CODE, to_code_from_code},
    {"from-code-fold", LYRE_STR_FROM_CODE, from_code_fold},
    {"from-code-to-code", LYRE_STR_FROM_CODE, from_code_to_code},
    {"is-digit-elim", LYRE_STR_IS_DIGIT, is_digit_elim},
    {"eq-to-code", LYRE_EQ, eq_to_code},
    {"eq-from-code", LYRE_EQ, eq_from_code},
    {"to-int-value", LYRE_STR_TO_INT, to_int_value},
    {"to-int-from-int", LYRE_STR_TO_INT, to_int_from_int},
    {"from-int-value", LYRE_STR_FROM_INT, from_int_value},
    {"eq-from-int", LYRE_EQ, eq_from_int},
    {"eq-to-int", LYRE_EQ, eq_to_int},
};
LYRE_RULE_TABLE (codes, rules);
