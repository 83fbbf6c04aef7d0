/* Rules for str.substr and str.at. */
#include "rewrite/entail.h"
#include "rewrite/rules.h"

enum { LOOK_PIECES = 16 }; /* pieces that are compared with a position */

static lyre_term mk_substr (lyre_rw *rw, lyre_term s, lyre_term i,
                            lyre_term n) {
  return mk3 (rw, LYRE_STR_SUBSTR, s, i, n);
}

/* at (s, i) ==> substr (s, i, 1) (rule 21)
 * Sound: definition. Terminates: no at left. Test: at-to-substr */
static bool at_to_substr (lyre_rw *rw, lyre_term t, lyre_term *out) {
  return yields (mk_substr (rw, arg (rw, t, 0), arg (rw, t, 1), mk_int (rw, 1)),
                 out);
}

/* An integer literal, moved into -1 .. LYRE_STR_MAX. */
static bool position (lyre_rw *rw, lyre_term t, uint32_t *out, bool *negative) {
  lyre_int i;
  int64_t k;
  if (!int_lit (rw, t, &i))
    return false;
  *negative = lyre_int_sign (i) < 0;
  *out = LYRE_STR_MAX;
  if (lyre_int_to_i64 (i, &k) && k < LYRE_STR_MAX)
    *out = *negative ? 0 : (uint32_t) k;
  return true;
}

/* substr over literals evaluates (rule 30)
 * Sound: definition. Terminates: a constant. Test: substr-value */
static bool substr_value (lyre_rw *rw, lyre_term t, lyre_term *out) {
  const lyre_str *s = lit (rw, arg (rw, t, 0));
  uint32_t i, n;
  bool before, none;
  if (!s || !position (rw, arg (rw, t, 1), &i, &before) ||
      !position (rw, arg (rw, t, 2), &n, &none))
    return false;
  if (before || none || i >= s->len)
    return yields (mk_empty (rw), out);
  uint32_t rest = s->len - i;
  return yields (lyre_rw_slice (rw, s, i, n < rest ? n : rest), out);
}

/* substr (s, i, n) ==> "" if i < 0, n <= 0 or i >= |s| (rule 22)
 * Sound: definition. Terminates: a constant. Test: substr-empty */
static bool substr_empty (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), i = arg (rw, t, 1), n = arg (rw, t, 2);
  lyre_lin beyond = {0};
  if (is_empty_lit (rw, s) || lyre_entail_at_most (rw, i, -1) ||
      lyre_entail_at_most (rw, n, 0) ||
      (lyre_lin_add (rw, &beyond, i, 1) &&
       lyre_lin_add_len (rw, &beyond, s, -1) && lyre_lin_nonneg (rw, &beyond)))
    return yields (mk_empty (rw), out);
  return false;
}

/* substr (s, 0, n) ==> s if n >= |s| (rule 23)
 * Sound: definition. Terminates: fewer operators. Test: substr-full */
static bool substr_full (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_lin over = {0};
  if (!is_int (rw, arg (rw, t, 1), 0) ||
      !lyre_lin_add (rw, &over, arg (rw, t, 2), 1) ||
      !lyre_lin_add_len (rw, &over, arg (rw, t, 0), -1) ||
      !lyre_lin_nonneg (rw, &over))
    return false;
  return yields (arg (rw, t, 0), out);
}

/* substr (s, i, n) ==> substr (s, i, |s| - i) if i + n >= |s| (rule 24)
 * Sound: both reach the end of s; both are "" for i < 0 and for i >= |s|.
 * Terminates: i + n = |s| afterwards. Test: substr-clip */
static bool substr_clip (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), i = arg (rw, t, 1), n = arg (rw, t, 2);
  lyre_lin rest = {0}, over = {0};
  if (!lyre_lin_add_len (rw, &rest, s, 1) || !lyre_lin_add (rw, &rest, i, -1) ||
      !lyre_lin_add (rw, &over, n, 1) || !lyre_lin_add_lin (&over, &rest, -1) ||
      lyre_lin_is_const (&over, 0) || !lyre_lin_nonneg (rw, &over))
    return false;
  return yields (mk_substr (rw, s, i, lyre_lin_term (rw, &rest)), out);
}

/* S without its first K characters, which are in its first literal. */
static lyre_term cut_front (lyre_rw *rw, const lyre_pieces *p, uint32_t k) {
  const lyre_str *head = lit (rw, p->at[0]);
  lyre_term rest = lyre_rw_slice (rw, head, k, head->len - k);
  return lyre_rw_concat2 (rw, rest, lyre_pieces_join (rw, p, 1, p->n));
}

/* substr (c s, k, n) ==> substr (c' s, 0, n) for literals with k <= |c|, where
 * c' is c without its first k characters
 * Sound: the first k characters are skipped. Terminates: shorter literal.
 * Test: substr-cut-front */
static bool substr_cut_front (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p;
  int64_t k;
  lyre_pieces_of (rw, arg (rw, t, 0), &p);
  const lyre_str *head = p.n ? lit (rw, p.at[0]) : NULL;
  if (!head || !small_int (rw, arg (rw, t, 1), &k) || k <= 0 || k > head->len)
    return false;
  lyre_term s = cut_front (rw, &p, (uint32_t) k);
  return yields (mk_substr (rw, s, mk_int (rw, 0), arg (rw, t, 2)), out);
}

/* substr (x y, i, n) ==> substr (y, i - |x|, n) if i >= |x| (rule 25)
 * Sound: positions in y are |x| higher; "" on both sides behind the end.
 * Terminates: fewer pieces. Test: substr-drop-front */
static bool substr_drop_front (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p;
  lyre_lin left = {0};
  lyre_pieces_of (rw, arg (rw, t, 0), &p);
  if (p.n < 2 || !lyre_lin_add (rw, &left, arg (rw, t, 1), 1))
    return false;
  uint32_t k = 0;
  lyre_lin next = left;
  while (k + 1 < p.n && k < LOOK_PIECES &&
         lyre_lin_add_len (rw, &next, p.at[k], -1) &&
         lyre_lin_nonneg (rw, &next)) {
    left = next;
    k++;
  }
  if (!k)
    return false;
  lyre_term s = lyre_pieces_join (rw, &p, k, p.n);
  return yields (mk_substr (rw, s, lyre_lin_term (rw, &left), arg (rw, t, 2)),
                 out);
}

/* substr (x y, i, n) ==> substr (x, i, n) if i + n <= |x| (rule 26)
 * Sound: only positions in x are read. Terminates: fewer pieces.
 * Test: substr-drop-back */
static bool substr_drop_back (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p;
  lyre_lin slack = {0};
  lyre_pieces_of (rw, arg (rw, t, 0), &p);
  if (p.n < 2 || !lyre_lin_add (rw, &slack, arg (rw, t, 1), -1) ||
      !lyre_lin_add (rw, &slack, arg (rw, t, 2), -1))
    return false;
  for (uint32_t k = 1; k < p.n && k <= LOOK_PIECES; k++) {
    if (!lyre_lin_add_len (rw, &slack, p.at[k - 1], 1))
      return false;
    if (!lyre_lin_nonneg (rw, &slack))
      continue;
    lyre_term s = lyre_pieces_join (rw, &p, 0, k);
    return yields (mk_substr (rw, s, arg (rw, t, 1), arg (rw, t, 2)), out);
  }
  return false;
}

/* substr (x y, 0, n) ==> x substr (y, 0, n - |x|) if n >= |x| (rule 27)
 * Sound: x is taken whole. Terminates: fewer pieces below substr.
 * Test: substr-pull */
static bool substr_pull (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p;
  lyre_lin left = {0};
  lyre_pieces_of (rw, arg (rw, t, 0), &p);
  if (p.n < 2 || !is_int (rw, arg (rw, t, 1), 0) ||
      !lyre_lin_add (rw, &left, arg (rw, t, 2), 1))
    return false;
  uint32_t k = 0;
  lyre_lin next = left;
  while (k + 1 < p.n && k < LOOK_PIECES &&
         lyre_lin_add_len (rw, &next, p.at[k], -1) &&
         lyre_lin_nonneg (rw, &next)) {
    left = next;
    k++;
  }
  if (!k)
    return false;
  lyre_term rest = mk_substr (rw, lyre_pieces_join (rw, &p, k, p.n),
                              arg (rw, t, 1), lyre_lin_term (rw, &left));
  return yields (lyre_rw_concat2 (rw, lyre_pieces_join (rw, &p, 0, k), rest),
                 out);
}

/* substr (substr (s, i, m), j, n) ==> substr (s, i + j, n)      if j+n <= m
 *                                 ==> substr (s, i + j, m - j)  if j+n >= m
 * for i, j >= 0 (rule 28)
 * Sound: the inner one is s[i .. i+m), cut at the end of s; the outer one
 * takes min (n, m - j) characters of it from j on. Terminates: one substr
 * less. Test: substr-substr */
static bool substr_substr (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0), j = arg (rw, t, 1), n = arg (rw, t, 2);
  if (!is_op (rw, x, LYRE_STR_SUBSTR) || !lyre_entail_nonneg (rw, j, 0) ||
      !lyre_entail_nonneg (rw, arg (rw, x, 1), 0))
    return false;
  lyre_lin from = {0}, rest = {0}, slack;
  if (!lyre_lin_add (rw, &from, arg (rw, x, 1), 1) ||
      !lyre_lin_add (rw, &from, j, 1) ||
      !lyre_lin_add (rw, &rest, arg (rw, x, 2), 1) ||
      !lyre_lin_add (rw, &rest, j, -1))
    return false;
  lyre_term s = arg (rw, x, 0), i = lyre_lin_term (rw, &from);
  slack = rest;
  if (!lyre_lin_add (rw, &slack, n, -1))
    return false;
  if (lyre_lin_nonneg (rw, &slack))
    return yields (mk_substr (rw, s, i, n), out);
  lyre_lin over = {0};
  if (!lyre_lin_add_lin (&over, &slack, -1) || !lyre_lin_nonneg (rw, &over))
    return false;
  return yields (mk_substr (rw, s, i, lyre_lin_term (rw, &rest)), out);
}

/* substr (s, i, n) = "" ==> i < 0 or n <= 0 or |s| <= i (rule 29)
 * Sound: definition. Terminates: no substr left. Test: eq-substr-empty */
static bool eq_substr_empty (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  if (!is_op (rw, x, LYRE_STR_SUBSTR) || !is_empty_lit (rw, arg (rw, t, 1)))
    return false;
  lyre_term zero = mk_int (rw, 0);
  lyre_term cases[] = {
      mk2 (rw, LYRE_LT, arg (rw, x, 1), zero),
      mk2 (rw, LYRE_LE, arg (rw, x, 2), zero),
      mk2 (rw, LYRE_LE, mk_len (rw, arg (rw, x, 0)), arg (rw, x, 1))};
  return yields (lyre_rw_nary (rw, LYRE_OR, 3, cases), out);
}

static const lyre_rule rules[] = {
    {"at-to-substr", LYRE_STR_AT, at_to_substr},
    {"substr-value", LYRE_STR_SUBSTR, substr_value},
    {"substr-empty", LYRE_STR_SUBSTR, substr_empty},
    {"substr-full", LYRE_STR_SUBSTR, substr_full},
    {"substr-cut-front", LYRE_STR_SUBSTR, substr_cut_front},
    {"substr-drop-front", LYRE_STR_SUBSTR, substr_drop_front},
    {"substr-drop-back", LYRE_STR_SUBSTR, substr_drop_back},
    {"substr-pull", LYRE_STR_SUBSTR, substr_pull},
    {"substr-substr", LYRE_STR_SUBSTR, substr_substr},
    {"substr-clip", LYRE_STR_SUBSTR, substr_clip},
    {"eq-substr-empty", LYRE_EQ, eq_substr_empty},
};
LYRE_RULE_TABLE (substr, rules);
