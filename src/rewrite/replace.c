/* Rules for str.replace and its relatives. */
#include "rewrite/entail.h"
#include "rewrite/overlap.h"
#include "rewrite/rules.h"

enum { MATCHES_MAX = 256 }; /* matches that are written out */

static lyre_term mk_replace (lyre_rw *rw, lyre_op op, lyre_term s, lyre_term t,
                             lyre_term u) {
  return mk3 (rw, op, s, t, u);
}

/* S with U in the place of LEN characters at AT. */
static lyre_term put_in (lyre_rw *rw, const lyre_str *s, int64_t at,
                         int64_t len, lyre_term u) {
  uint32_t from = (uint32_t) at, to = (uint32_t) (at + len);
  lyre_term parts[] = {lyre_rw_slice (rw, s, 0, from), u,
                       lyre_rw_slice (rw, s, to, s->len - to)};
  return lyre_rw_concat (rw, 3, parts);
}

/* ----------------------------------------------------------------- replace */

/* replace (s, "", u) ==> u s; replace (s, s, u) ==> u; replace (s, t, t) ==> s
 * (rules 52, 53)
 * Sound: the first occurrence is at 0, is all of s, or does not change it.
 * Terminates: no replace left. Test: replace-fold */
static bool replace_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), p = arg (rw, t, 1), u = arg (rw, t, 2);
  if (is_empty_lit (rw, p))
    return yields (lyre_rw_concat2 (rw, u, s), out);
  if (lyre_same (s, p))
    return yields (u, out);
  return lyre_same (p, u) && yields (s, out);
}

/* replace (c, d, u) evaluates for literals c and d
 * Sound: definition. Terminates: no replace left. Test: replace-value */
static bool replace_value (lyre_rw *rw, lyre_term t, lyre_term *out) {
  const lyre_str *s = lit (rw, arg (rw, t, 0)), *p = lit (rw, arg (rw, t, 1));
  if (!s || !p || !p->len)
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  int64_t at = lyre_str_find (rw->scratch, s, p, 0);
  lyre_arena_cut (rw->scratch, m);
  if (at < 0)
    return yields (arg (rw, t, 0), out);
  return yields (put_in (rw, s, at, p->len, arg (rw, t, 2)), out);
}

/* replace (s, t, u) ==> s if s never contains t; same for replace_all
 * (rules 54, 56, 58)
 * Sound: nothing to replace. Terminates: no replace left.
 * Test: replace-none, replace-all-none */
static bool replace_none (lyre_rw *rw, lyre_term t, lyre_term *out) {
  if (!lyre_never_contains (rw, arg (rw, t, 0), arg (rw, t, 1)))
    return false;
  return yields (arg (rw, t, 0), out);
}

/* replace ("", t, u) ==> ite (t = "", u, "") (rule 57)
 * Sound: only "" occurs in "". Terminates: no replace left.
 * Test: replace-in-empty */
static bool replace_in_empty (lyre_rw *rw, lyre_term t, lyre_term *out) {
  if (!is_empty_lit (rw, arg (rw, t, 0)))
    return false;
  lyre_term c = mk_is_empty (rw, arg (rw, t, 1));
  return yields (mk_ite (rw, c, arg (rw, t, 2), mk_empty (rw)), out);
}

/* replace (x y, t, u) ==> replace (x, t, u) y if x surely contains t (rule 55)
 * Sound: the first occurrence ends in x. Terminates: fewer pieces.
 * Test: replace-front */
static bool replace_front (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p;
  lyre_pieces_of (rw, arg (rw, t, 0), &p);
  for (uint32_t k = 1; k < p.n && k <= LYRE_LOOK_DEPTH; k++) {
    lyre_term x = lyre_pieces_join (rw, &p, 0, k);
    if (!lyre_surely_contains (rw, x, arg (rw, t, 1)))
      continue;
    x = mk_replace (rw, LYRE_STR_REPLACE, x, arg (rw, t, 1), arg (rw, t, 2));
    return yields (lyre_rw_concat2 (rw, x, lyre_pieces_join (rw, &p, k, p.n)),
                   out);
  }
  return false;
}

/* replace (h x b, c, u) ==> h1 replace (h2 x b1, c, u) b2 for literals, where
 * no match of c touches h1 or b2; same for replace_all
 * Sound: the occurrences are those in the middle. Terminates: shorter
 * literals below replace. Test: replace-trim, replace-all-trim */
static bool replace_trim (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_trimmed x;
  const lyre_str *c = lit (rw, arg (rw, t, 1));
  if (!c || !c->len || !lyre_trim_haystack (rw, arg (rw, t, 0), c, &x))
    return false;
  lyre_term middle =
      mk_replace (rw, op_of (rw, t), x.middle, arg (rw, t, 1), arg (rw, t, 2));
  return yields (lyre_rw_concat (rw, 3, (lyre_term[]){x.front, middle, x.back}),
                 out);
}

/* replace (x, y, "") = "" ==> x = "" or x = y (rule 18)
 * Sound: otherwise something of x is left. Terminates: no replace left.
 * Test: eq-replace-empty */
static bool eq_replace_empty (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  if (!is_op (rw, x, LYRE_STR_REPLACE) || !is_empty_lit (rw, arg (rw, t, 1)) ||
      !is_empty_lit (rw, arg (rw, x, 2)))
    return false;
  lyre_term s = arg (rw, x, 0);
  return yields (
      mk2 (rw, LYRE_OR, mk_is_empty (rw, s), mk_eq (rw, s, arg (rw, x, 1))),
      out);
}

/* ------------------------------------------------------------- replace_all */

/* replace_all (s, "", u), replace_all (s, t, t), replace_all ("", t, u) ==> s;
 * replace_all (s, s, u) ==> u if s is not empty (rule 58)
 * Sound: definition. Terminates: no replace_all left. Test: replace-all-fold */
static bool replace_all_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), p = arg (rw, t, 1), u = arg (rw, t, 2);
  if (is_empty_lit (rw, p) || is_empty_lit (rw, s) || lyre_same (p, u))
    return yields (s, out);
  return lyre_same (s, p) && lyre_length_range (rw, s).min && yields (u, out);
}

/* Writes S with U for each of the matches [at, at + len) that NEXT finds. */
typedef bool (*next_match) (lyre_rw *, const lyre_str *s, lyre_term pattern,
                            uint32_t from, int64_t *at, int64_t *len);

static bool write_matches (lyre_rw *rw, const lyre_str *s, lyre_term pattern,
                           lyre_term u, next_match next, lyre_term *out) {
  int64_t at, len;
  uint32_t done = 0, n = 0;
  lyre_term parts[2 * MATCHES_MAX + 1];
  while (n < 2 * MATCHES_MAX) {
    if (!next (rw, s, pattern, done, &at, &len))
      return false;
    if (at < 0) {
      parts[n++] = lyre_rw_slice (rw, s, done, s->len - done);
      return yields (lyre_rw_concat (rw, n, parts), out);
    }
    parts[n++] = lyre_rw_slice (rw, s, done, (uint32_t) at - done);
    parts[n++] = u;
    done = (uint32_t) (at + len);
  }
  return false;
}

static bool next_literal (lyre_rw *rw, const lyre_str *s, lyre_term pattern,
                          uint32_t from, int64_t *at, int64_t *len) {
  const lyre_str *p = lit (rw, pattern);
  lyre_mark m = lyre_arena_mark (rw->scratch);
  *at = lyre_str_find (rw->scratch, s, p, from);
  *len = p->len;
  lyre_arena_cut (rw->scratch, m);
  return true;
}

/* replace_all (c, d, u) evaluates for literals c and d
 * Sound: definition. Terminates: no replace_all left.
 * Test: replace-all-value */
static bool replace_all_value (lyre_rw *rw, lyre_term t, lyre_term *out) {
  const lyre_str *s = lit (rw, arg (rw, t, 0)), *p = lit (rw, arg (rw, t, 1));
  if (!s || !p || !p->len)
    return false;
  return write_matches (rw, s, arg (rw, t, 1), arg (rw, t, 2), next_literal,
                        out);
}

/* OP (x y, p, u) ==> OP (x, p, u) OP (y, p, u). */
static lyre_term distribute (lyre_rw *rw, lyre_term t) {
  lyre_term s = arg (rw, t, 0);
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, s);
  for (uint32_t i = 0; i < arity (rw, s); i++)
    args[i] =
        mk_replace (rw, op_of (rw, t), args[i], arg (rw, t, 1), arg (rw, t, 2));
  lyre_term r = lyre_node_make (rw->ts, LYRE_STR_CONCAT, arity (rw, s), args);
  lyre_arena_cut (rw->scratch, m);
  return r;
}

/* replace_all (x y, c, u) ==> replace_all (x, c, u) replace_all (y, c, u) for
 * one character c (rule 59)
 * Sound: matches do not cross pieces. Terminates: fewer pieces below.
 * Test: replace-all-char */
static bool replace_all_char (lyre_rw *rw, lyre_term t, lyre_term *out) {
  const lyre_str *c = lit (rw, arg (rw, t, 1));
  if (!c || c->len != 1 || !is_op (rw, arg (rw, t, 0), LYRE_STR_CONCAT))
    return false;
  return yields (distribute (rw, t), out);
}

/* -------------------------------------------------------------- replace_re */

/* replace_re (s, r, u): ==> s for none; ==> u s if "" is in r;
 * (s, {t}, u) ==> replace (s, t, u); r+ ==> r (rule 60)
 * Sound: the shortest leftmost match is taken. Terminates: no replace_re
 * left, or a smaller r. Test: replace-re-fold */
static bool replace_re_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), r = arg (rw, t, 1), u = arg (rw, t, 2);
  switch (op_of (rw, r)) {
  case LYRE_RE_NONE:
    return yields (s, out);
  case LYRE_STR_TO_RE:
    return yields (mk_replace (rw, LYRE_STR_REPLACE, s, arg (rw, r, 0), u),
                   out);
  case LYRE_RE_PLUS:
    return yields (mk_replace (rw, LYRE_STR_REPLACE_RE, s, arg (rw, r, 0), u),
                   out);
  default:
    return lyre_rw_re_nullable (rw, r) == LYRE_YES &&
           yields (lyre_rw_concat2 (rw, u, s), out);
  }
}

/* replace_re (c, r, u) evaluates for a literal c and a closed r (rule 60)
 * Sound: definition. Terminates: no replace_re left. Test: replace-re-value */
static bool replace_re_value (lyre_rw *rw, lyre_term t, lyre_term *out) {
  int64_t at, len;
  const lyre_str *s = lit (rw, arg (rw, t, 0));
  if (!s || !is_closed_re (rw, arg (rw, t, 1)))
    return false;
  lyre_rw_re_refuel (rw, s->len);
  if (!lyre_rw_re_find (rw, arg (rw, t, 1), s, 0, 0, &at, &len))
    return false;
  if (at < 0)
    return yields (arg (rw, t, 0), out);
  return yields (put_in (rw, s, at, len, arg (rw, t, 2)), out);
}

/* R* ==> R and the like: the body of a repetition of at least one round. */
static lyre_term one_round (lyre_rw *rw, lyre_term r) {
  lyre_repeat x = lyre_rw_re_repeat (rw, r);
  return x.low <= 1 && x.high >= 1 ? x.body : r;
}

/* Can every part of R be empty? */
static bool all_nullable (lyre_rw *rw, lyre_term r) {
  for (uint32_t i = 0; i < arity (rw, r); i++)
    if (lyre_rw_re_nullable (rw, arg (rw, r, i)) != LYRE_YES)
      return false;
  return true;
}

/* replace_re_all (s, r, u): a concatenation of r's that all have "" ==> their
 * union; in a union r*, r+, r?, r{0,n}, r{1,n} ==> r (rule 61)
 * Sound: at each place the shortest match that is not empty is the same.
 * Terminates: fewer concatenations, or smaller parts.
 * Test: replace-re-all-shortest */
static bool replace_re_all_shortest (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term r = arg (rw, t, 1);
  bool concat = is_op (rw, r, LYRE_RE_CONCAT) && all_nullable (rw, r);
  if (!concat && !is_op (rw, r, LYRE_RE_UNION))
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, r);
  for (uint32_t i = 0; i < arity (rw, r); i++)
    args[i] = one_round (rw, args[i]);
  r = lyre_rw_nary (rw, LYRE_RE_UNION, arity (rw, r), args);
  lyre_arena_cut (rw->scratch, m);
  return !lyre_same (r, arg (rw, t, 1)) &&
         yields (mk_replace (rw, LYRE_STR_REPLACE_RE_ALL, arg (rw, t, 0), r,
                             arg (rw, t, 2)),
                 out);
}

/* replace_re_all (s, r, u): ==> s for none and for s = "";
 * (s, {t}, u) ==> replace_all (s, t, u); r*, r+, r?, r{0,n}, r{1,n} ==> r
 * (rule 61)
 * Sound: the shortest match that is not empty is a word of r. Terminates: no
 * replace_re_all left, or a smaller r. Test: replace-re-all-fold */
static bool replace_re_all_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), r = arg (rw, t, 1), u = arg (rw, t, 2);
  if (is_empty_lit (rw, s))
    return yields (s, out);
  switch (op_of (rw, r)) {
  case LYRE_RE_NONE:
    return yields (s, out);
  case LYRE_STR_TO_RE:
    return yields (mk_replace (rw, LYRE_STR_REPLACE_ALL, s, arg (rw, r, 0), u),
                   out);
  case LYRE_RE_ALL:
    return yields (
        mk_replace (rw, LYRE_STR_REPLACE_RE_ALL, s, mk_allchar (rw), u), out);
  default:
    break;
  }
  lyre_term body = one_round (rw, r);
  return !lyre_same (body, r) &&
         yields (mk_replace (rw, LYRE_STR_REPLACE_RE_ALL, s, body, u), out);
}

static bool next_regex (lyre_rw *rw, const lyre_str *s, lyre_term pattern,
                        uint32_t from, int64_t *at, int64_t *len) {
  return lyre_rw_re_find (rw, pattern, s, from, 1, at, len);
}

/* replace_re_all (c, r, u) evaluates for a literal c and a closed r (rule 61)
 * Sound: definition. Terminates: no replace_re_all left.
 * Test: replace-re-all-value */
static bool replace_re_all_value (lyre_rw *rw, lyre_term t, lyre_term *out) {
  const lyre_str *s = lit (rw, arg (rw, t, 0));
  if (!s || !is_closed_re (rw, arg (rw, t, 1)))
    return false;
  lyre_rw_re_refuel (rw, s->len);
  return write_matches (rw, s, arg (rw, t, 1), arg (rw, t, 2), next_regex, out);
}

/* replace_re_all (x y, r, u) distributes if all words of r are one character
 * (rule 61)
 * Sound: matches do not cross pieces. Terminates: fewer pieces below.
 * Test: replace-re-all-char */
static bool replace_re_all_char (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_len_range r = lyre_rw_re_length_range (rw, arg (rw, t, 1));
  if (r.min != 1 || r.max != 1 || !is_op (rw, arg (rw, t, 0), LYRE_STR_CONCAT))
    return false;
  return yields (distribute (rw, t), out);
}

static const lyre_rule rules[] = {
    {"replace-fold", LYRE_STR_REPLACE, replace_fold},
    {"replace-value", LYRE_STR_REPLACE, replace_value},
    {"replace-none", LYRE_STR_REPLACE, replace_none},
    {"replace-in-empty", LYRE_STR_REPLACE, replace_in_empty},
    {"replace-front", LYRE_STR_REPLACE, replace_front},
    {"replace-trim", LYRE_STR_REPLACE, replace_trim},
    {"eq-replace-empty", LYRE_EQ, eq_replace_empty},
    {"replace-all-fold", LYRE_STR_REPLACE_ALL, replace_all_fold},
    {"replace-all-value", LYRE_STR_REPLACE_ALL, replace_all_value},
    {"replace-all-none", LYRE_STR_REPLACE_ALL, replace_none},
    {"replace-all-char", LYRE_STR_REPLACE_ALL, replace_all_char},
    {"replace-all-trim", LYRE_STR_REPLACE_ALL, replace_trim},
    {"replace-re-fold", LYRE_STR_REPLACE_RE, replace_re_fold},
    {"replace-re-value", LYRE_STR_REPLACE_RE, replace_re_value},
    {"replace-re-all-shortest", LYRE_STR_REPLACE_RE_ALL,
     replace_re_all_shortest},
    {"replace-re-all-fold", LYRE_STR_REPLACE_RE_ALL, replace_re_all_fold},
    {"replace-re-all-value", LYRE_STR_REPLACE_RE_ALL, replace_re_all_value},
    {"replace-re-all-char", LYRE_STR_REPLACE_RE_ALL, replace_re_all_char},
};
LYRE_RULE_TABLE (replace, rules);
