/* Rules for str.in_re. */
#include "rewrite/entail.h"
#include "rewrite/rules.h"

#define INF UINT32_MAX

static lyre_term mk_in (lyre_rw *rw, lyre_term s, lyre_term r) {
  return mk2 (rw, LYRE_STR_IN_RE, s, r);
}

/* s in none ==> false, s in all ==> true, s in {t} ==> s = t (rule 79)
 * Sound: definition. Terminates: no in_re left. Test: in-re-fold */
static bool in_re_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), r = arg (rw, t, 1);
  switch (op_of (rw, r)) {
  case LYRE_RE_NONE:
    return yields (mk_bool (rw, false), out);
  case LYRE_RE_ALL:
    return yields (mk_bool (rw, true), out);
  case LYRE_STR_TO_RE:
    return yields (mk_eq (rw, s, arg (rw, r, 0)), out);
  default:
    return false;
  }
}

/* c in r evaluates for a literal c and a closed r (rule 78)
 * Sound: by derivatives. Terminates: a constant. Test: in-re-value */
static bool in_re_value (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term r = arg (rw, t, 1);
  const lyre_str *s = lit (rw, arg (rw, t, 0));
  if (!s || (s->len && !is_closed_re (rw, r)))
    return false;
  lyre_maybe m =
      s->len ? lyre_rw_re_accepts (rw, r, s) : lyre_rw_re_nullable (rw, r);
  return m != LYRE_MAYBE && yields (mk_bool (rw, m == LYRE_YES), out);
}

/* The range of lengths of R, if R is all words with a length in it. */
static bool all_words (lyre_rw *rw, lyre_term r, uint32_t *low,
                       uint32_t *high) {
  lyre_op op = op_of (rw, r);
  if (op == LYRE_RE_CONCAT) {
    *low = *high = 0;
    for (uint32_t i = 0; i < arity (rw, r); i++) {
      uint32_t l, h;
      if (is_op (rw, arg (rw, r, i), LYRE_RE_CONCAT) ||
          !all_words (rw, arg (rw, r, i), &l, &h) || l > INF / 4 - *low)
        return false;
      *low += l;
      if (h == INF || *high == INF)
        *high = INF;
      else if ((*high += h) > INF / 4)
        return false;
    }
    return true;
  }
  if (op == LYRE_RE_ALL || op == LYRE_RE_ALLCHAR) {
    *low = op == LYRE_RE_ALLCHAR;
    *high = op == LYRE_RE_ALLCHAR ? 1 : INF;
    return true;
  }
  if (!arity (rw, r) || !is_op (rw, arg (rw, r, 0), LYRE_RE_ALLCHAR))
    return false;
  *low = op == LYRE_RE_PLUS;
  *high = op == LYRE_RE_OPT ? 1 : INF;
  if (op == LYRE_RE_LOOP) {
    *low = index_of (rw, r, 0);
    *high = index_of (rw, r, 1);
    return *low <= *high && *high <= INF / 4;
  }
  return op == LYRE_RE_PLUS || op == LYRE_RE_OPT || op == LYRE_RE_STAR;
}

/* s in .{a,b} ==> a <= |s| <= b; s in .{a} .* ==> a <= |s| (rule 79)
 * Sound: r has all words of these lengths. Terminates: no in_re left.
 * Test: in-re-length */
static bool in_re_length (lyre_rw *rw, lyre_term t, lyre_term *out) {
  uint32_t low, high;
  if (!all_words (rw, arg (rw, t, 1), &low, &high))
    return false;
  lyre_term len = mk_len (rw, arg (rw, t, 0));
  if (high == INF)
    return yields (mk2 (rw, LYRE_GE, len, mk_int (rw, low)), out);
  return yields (lyre_rw_between (rw, low, len, high), out);
}

/* s in (.{k})* ==> mod |s| k = 0
 * Sound: definition. Terminates: no in_re left. Test: in-re-period */
static bool in_re_period (lyre_rw *rw, lyre_term t, lyre_term *out) {
  uint32_t low, high;
  lyre_term r = arg (rw, t, 1);
  if (!is_op (rw, r, LYRE_RE_STAR) ||
      !all_words (rw, arg (rw, r, 0), &low, &high) || low != high || !low)
    return false;
  lyre_term len = mk_len (rw, arg (rw, t, 0));
  lyre_term rest = mk2 (rw, LYRE_INT_MOD, len, mk_int (rw, low));
  return yields (mk_eq (rw, rest, mk_int (rw, 0)), out);
}

/* s in inter a b ==> s in a and s in b; s in comp a ==> not (s in a). Unions
 * stay: one automaton is better than a case split (rule 81)
 * Sound: definition. Terminates: smaller expressions. Test: in-re-boolean */
static bool in_re_boolean (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), r = arg (rw, t, 1);
  if (is_op (rw, r, LYRE_RE_COMP))
    return yields (lyre_rw_not (rw, mk_in (rw, s, arg (rw, r, 0))), out);
  if (!is_op (rw, r, LYRE_RE_INTER))
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, r);
  for (uint32_t i = 0; i < arity (rw, r); i++)
    args[i] = mk_in (rw, s, args[i]);
  *out = lyre_node_make (rw->ts, LYRE_AND, arity (rw, r), args);
  lyre_arena_cut (rw->scratch, m);
  return true;
}

/* s in r ==> false if their lengths never agree (rule 82)
 * Sound: both ranges hold under every assignment. Terminates: a constant.
 * Test: in-re-impossible */
static bool in_re_impossible (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_len_range s = lyre_length_range (rw, arg (rw, t, 0));
  lyre_len_range r = lyre_rw_re_length_range (rw, arg (rw, t, 1));
  if (r.min <= r.max && s.min <= r.max && r.min <= s.max)
    return false;
  return yields (mk_bool (rw, false), out);
}

/* R after all characters of the literal C were taken from the front, or from
 * the back. */
static lyre_term derive_literal (lyre_rw *rw, lyre_term r, const lyre_str *c,
                                 bool back) {
  lyre_rw_re_refuel (rw, c->len);
  for (uint32_t i = 0; i < c->len && r.id; i++)
    r = lyre_rw_re_derive (rw, r, lyre_str_at (c, back ? c->len - 1 - i : i),
                           back);
  return r;
}

/* c s in r ==> s in the derivative of r by the literal c; also from the back
 * (rule 80)
 * Sound: definition of the derivative. Terminates: fewer pieces. The new
 * expression is bounded by the fuel. Test: in-re-derive */
static bool in_re_derive (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p;
  lyre_term r = arg (rw, t, 1);
  lyre_pieces_of (rw, arg (rw, t, 0), &p);
  if (p.n < 2 || !is_closed_re (rw, r))
    return false;
  for (int back = 0; back < 2; back++) {
    const lyre_str *c = lit (rw, p.at[back ? p.n - 1 : 0]);
    lyre_term d = c ? derive_literal (rw, r, c, back) : LYRE_NO_TERM;
    if (!d.id)
      continue;
    lyre_term rest = back ? lyre_pieces_join (rw, &p, 0, p.n - 1)
                          : lyre_pieces_join (rw, &p, 1, p.n);
    return yields (mk_in (rw, rest, d), out);
  }
  return false;
}

/* x y in r* ==> x in r* and y in r* if all words of r are one character
 * Sound: a word of r* cut anywhere gives two. Terminates: fewer pieces.
 * Test: in-re-star-split */
static bool in_re_star_split (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), r = arg (rw, t, 1);
  if (!is_op (rw, r, LYRE_RE_STAR) || !is_op (rw, s, LYRE_STR_CONCAT))
    return false;
  lyre_len_range l = lyre_rw_re_length_range (rw, arg (rw, r, 0));
  if (l.min != 1 || l.max != 1)
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, s);
  for (uint32_t i = 0; i < arity (rw, s); i++)
    args[i] = mk_in (rw, args[i], r);
  *out = lyre_node_make (rw->ts, LYRE_AND, arity (rw, s), args);
  lyre_arena_cut (rw->scratch, m);
  return true;
}

/* s in {x} .* ==> prefixof (x, s), and so on, if x is no literal: the regular
 * expression is not closed
 * Sound: definition. Terminates: no in_re left. Test: in-re-affix */
static bool in_re_affix (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), r = arg (rw, t, 1);
  if (!is_op (rw, r, LYRE_RE_CONCAT) || arity (rw, r) > 3)
    return false;
  uint32_t n = arity (rw, r);
  bool before = is_op (rw, arg (rw, r, 0), LYRE_RE_ALL);
  bool after = is_op (rw, arg (rw, r, n - 1), LYRE_RE_ALL);
  lyre_term x = arg (rw, r, before);
  if (n != 1u + before + after || !is_op (rw, x, LYRE_STR_TO_RE) ||
      lit (rw, arg (rw, x, 0)))
    return false;
  x = arg (rw, x, 0);
  if (before && after)
    return yields (mk2 (rw, LYRE_STR_CONTAINS, s, x), out);
  return yields (mk2 (rw, before ? LYRE_STR_SUFFIXOF : LYRE_STR_PREFIXOF, x, s),
                 out);
}

static const lyre_rule rules[] = {
    {"in-re-fold", LYRE_STR_IN_RE, in_re_fold},
    {"in-re-value", LYRE_STR_IN_RE, in_re_value},
    {"in-re-length", LYRE_STR_IN_RE, in_re_length},
    {"in-re-period", LYRE_STR_IN_RE, in_re_period},
    {"in-re-boolean", LYRE_STR_IN_RE, in_re_boolean},
    {"in-re-impossible", LYRE_STR_IN_RE, in_re_impossible},
    {"in-re-star-split", LYRE_STR_IN_RE, in_re_star_split},
    {"in-re-derive", LYRE_STR_IN_RE, in_re_derive},
    {"in-re-affix", LYRE_STR_IN_RE, in_re_affix},
};
LYRE_RULE_TABLE (membership, rules);
