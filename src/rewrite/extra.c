/* Rules for the operators beyond the standard (docs/semantics.md). */
#include "rewrite/entail.h"
#include "rewrite/rules.h"

/* OP (x y) ==> OP (x) OP (y), reversed for rev. */
static lyre_term distribute (lyre_rw *rw, lyre_term t, bool reversed) {
  lyre_term s = arg (rw, t, 0);
  uint32_t n = arity (rw, s);
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_arena_array (rw->scratch, lyre_term, n);
  for (uint32_t i = 0; i < n; i++)
    args[i] = mk1 (rw, op_of (rw, t), arg (rw, s, reversed ? n - 1 - i : i));
  lyre_term r = lyre_node_make (rw->ts, LYRE_STR_CONCAT, n, args);
  lyre_arena_cut (rw->scratch, m);
  return r;
}

/* --------------------------------------------------------------------- rev */

static lyre_term reversed (lyre_rw *rw, const lyre_str *s) {
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term t = mk_str (rw, lyre_str_reverse (rw->scratch, s));
  lyre_arena_cut (rw->scratch, m);
  return t;
}

/* rev c evaluates; rev (rev s) ==> s; rev s ==> s if |s| <= 1;
 * rev (x y) ==> rev y rev x
 * Sound: definition. Terminates: rev moves down. Test: rev-push */
static bool rev_push (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0);
  if (lit (rw, s))
    return yields (reversed (rw, lit (rw, s)), out);
  if (is_op (rw, s, LYRE_STR_REV))
    return yields (arg (rw, s, 0), out);
  if (lyre_length_range (rw, s).max <= 1)
    return yields (s, out);
  return is_op (rw, s, LYRE_STR_CONCAT) &&
         yields (distribute (rw, t, true), out);
}

/* rev s = c ==> s = rev c; rev s = rev t ==> s = t
 * Sound: rev is its own inverse. Terminates: fewer operators.
 * Test: eq-rev */
static bool eq_rev (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term a = arg (rw, t, 0), b = arg (rw, t, 1);
  if (!is_op (rw, a, LYRE_STR_REV))
    return false;
  if (lit (rw, b))
    return yields (mk_eq (rw, arg (rw, a, 0), reversed (rw, lit (rw, b))), out);
  return is_op (rw, b, LYRE_STR_REV) &&
         yields (mk_eq (rw, arg (rw, a, 0), arg (rw, b, 0)), out);
}

/* -------------------------------------------------------------------- case */

static uint32_t lower (uint32_t c) {
  return 'A' <= c && c <= 'Z' ? c + ('a' - 'A') : c;
}

static uint32_t upper (uint32_t c) {
  return 'a' <= c && c <= 'z' ? c - ('a' - 'A') : c;
}

/* to_lower c evaluates; to_lower (to_upper s) and to_lower (to_lower s) ==>
 * to_lower s; numerals stay; to_lower (x y) ==> to_lower x to_lower y. The
 * same for to_upper
 * Sound: only ASCII letters change, each by itself. Terminates: case moves
 * down. Test: lower-push, upper-push */
static bool case_push (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0);
  switch (op_of (rw, s)) {
  case LYRE_VALUE: {
    lyre_mark m = lyre_arena_mark (rw->scratch);
    bool down = is_op (rw, t, LYRE_STR_TO_LOWER);
    *out = mk_str (
        rw, lyre_str_map (rw->scratch, lit (rw, s), down ? lower : upper));
    lyre_arena_cut (rw->scratch, m);
    return true;
  }
  case LYRE_STR_TO_LOWER:
  case LYRE_STR_TO_UPPER:
    return yields (mk1 (rw, op_of (rw, t), arg (rw, s, 0)), out);
  case LYRE_STR_FROM_INT:
    return yields (s, out);
  case LYRE_STR_CONCAT:
    return yields (distribute (rw, t, false), out);
  default:
    return false;
  }
}

/* --------------------------------------------------------------------- trim */

static bool is_blank (uint32_t c) {
  return c <= 0x20;
}

/* How many blanks the literal has at one end. */
static uint32_t blanks (const lyre_str *s, bool back) {
  uint32_t k = 0;
  while (k < s->len && is_blank (lyre_str_at (s, back ? s->len - 1 - k : k)))
    k++;
  return k;
}

/* trim drops blanks of the literals at the ends; nothing is left to do where
 * both ends are literals without blanks, for numerals and for trim
 * Sound: definition. Terminates: shorter literals, or no trim left.
 * Test: trim-ends */
static bool trim_ends (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p;
  lyre_term s = arg (rw, t, 0);
  if (is_op (rw, s, LYRE_STR_TRIM) || is_op (rw, s, LYRE_STR_FROM_INT) ||
      is_empty_lit (rw, s))
    return yields (s, out);
  lyre_pieces_of (rw, s, &p);
  const lyre_str *h = lit (rw, p.at[0]), *b = lit (rw, p.at[p.n - 1]);
  uint32_t front = h ? blanks (h, false) : 0;
  if (front) {
    lyre_term rest = lyre_rw_slice (rw, h, front, h->len - front);
    rest = lyre_rw_concat2 (rw, rest, lyre_pieces_join (rw, &p, 1, p.n));
    return yields (mk1 (rw, LYRE_STR_TRIM, rest), out);
  }
  uint32_t back = b ? blanks (b, true) : 0;
  if (back) {
    lyre_term rest = lyre_rw_slice (rw, b, 0, b->len - back);
    rest = lyre_rw_concat2 (rw, lyre_pieces_join (rw, &p, 0, p.n - 1), rest);
    return yields (mk1 (rw, LYRE_STR_TRIM, rest), out);
  }
  return h && h->len && b && b->len && yields (s, out);
}

/* ------------------------------------------------------------------- update */

/* update (s, i, t) ==> s if i < 0, i >= |s| or t = ""; evaluates for literals
 * s and i where t is a literal or fits
 * Sound: definition. Terminates: no update left. Test: update-fold */
static bool update_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), i = arg (rw, t, 1), u = arg (rw, t, 2);
  const lyre_str *c = lit (rw, s);
  lyre_lin beyond = {0};
  int64_t k;
  if (is_empty_lit (rw, s) || is_empty_lit (rw, u) ||
      lyre_entail_at_most (rw, i, -1) ||
      (lyre_lin_add (rw, &beyond, i, 1) &&
       lyre_lin_add_len (rw, &beyond, s, -1) && lyre_lin_nonneg (rw, &beyond)))
    return yields (s, out);
  lyre_len_range r = lyre_length_range (rw, u);
  if (!c || !small_int (rw, i, &k) || k < 0 || k >= c->len || r.min != r.max)
    return false;
  uint32_t from = (uint32_t) k, rest = c->len - from;
  lyre_term middle = u;
  if (r.min > rest)
    middle = mk3 (rw, LYRE_STR_SUBSTR, u, mk_int (rw, 0), mk_int (rw, rest));
  uint32_t to = r.min > rest ? c->len : from + r.min;
  lyre_term parts[] = {lyre_rw_slice (rw, c, 0, from), middle,
                       lyre_rw_slice (rw, c, to, c->len - to)};
  return yields (lyre_rw_concat (rw, 3, parts), out);
}

/* -------------------------------------------------------------------- count */

static uint32_t count_literal (lyre_rw *rw, const lyre_str *s,
                               const lyre_str *t) {
  uint32_t n = 0, from = 0;
  int64_t at;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  while ((at = lyre_str_find (rw->scratch, s, t, from)) >= 0) {
    from = (uint32_t) at + t->len;
    n++;
    lyre_arena_cut (rw->scratch, m);
  }
  lyre_arena_cut (rw->scratch, m);
  return n;
}

/* count evaluates on literals; 0 for "" and if s never contains t;
 * count (x y, c) ==> count (x, c) + count (y, c) for one character
 * Sound: definition. Terminates: fewer pieces. Test: count-fold */
static bool count_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), c = arg (rw, t, 1);
  const lyre_str *x = lit (rw, s), *y = lit (rw, c);
  if (is_empty_lit (rw, c) || lyre_never_contains (rw, s, c))
    return yields (mk_int (rw, 0), out);
  if (x && y)
    return yields (mk_int (rw, count_literal (rw, x, y)), out);
  if (!y || y->len != 1 || !is_op (rw, s, LYRE_STR_CONCAT))
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, s);
  for (uint32_t i = 0; i < arity (rw, s); i++)
    args[i] = mk2 (rw, LYRE_STR_COUNT, args[i], c);
  *out = lyre_node_make (rw->ts, LYRE_ADD, arity (rw, s), args);
  lyre_arena_cut (rw->scratch, m);
  return true;
}

/* ---------------------------------------------------------------- searching */

/* last_indexof evaluates on literals; -1 if i < 0 or s never contains t
 * Sound: definition. Terminates: a constant. Test: last-indexof-fold */
static bool last_indexof_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), u = arg (rw, t, 1), i = arg (rw, t, 2);
  const lyre_str *x = lit (rw, s), *y = lit (rw, u);
  int64_t k;
  if (lyre_entail_at_most (rw, i, -1) || lyre_never_contains (rw, s, u))
    return yields (mk_int (rw, -1), out);
  if (!x || !y || y->len > x->len || !small_int (rw, i, &k) || k < 0)
    return false;
  if (k > x->len - y->len)
    k = x->len - y->len;
  if (y->len) {
    lyre_mark m = lyre_arena_mark (rw->scratch);
    k = lyre_str_find_last (rw->scratch, x, y, (uint32_t) k);
    lyre_arena_cut (rw->scratch, m);
  }
  return yields (mk_int (rw, k), out);
}

/* indexof_re: -1 for none, i < 0 or i > |s|; (s, {t}, i) ==> indexof (s, t, i)
 * Sound: definition. Terminates: no indexof_re left. Test: indexof-re-fold */
static bool indexof_re_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), r = arg (rw, t, 1), i = arg (rw, t, 2);
  lyre_lin beyond = {.constant = -1};
  if (is_op (rw, r, LYRE_RE_NONE) || lyre_entail_at_most (rw, i, -1) ||
      (lyre_lin_add (rw, &beyond, i, 1) &&
       lyre_lin_add_len (rw, &beyond, s, -1) && lyre_lin_nonneg (rw, &beyond)))
    return yields (mk_int (rw, -1), out);
  return is_op (rw, r, LYRE_STR_TO_RE) &&
         yields (mk3 (rw, LYRE_STR_INDEXOF, s, arg (rw, r, 0), i), out);
}

/* indexof_re evaluates for a literal s, a closed r and a literal i
 * Sound: definition. Terminates: a constant. Test: indexof-re-value */
static bool indexof_re_value (lyre_rw *rw, lyre_term t, lyre_term *out) {
  const lyre_str *s = lit (rw, arg (rw, t, 0));
  lyre_term r = arg (rw, t, 1);
  int64_t i, at, len;
  if (!s || !is_closed_re (rw, r) || !small_int (rw, arg (rw, t, 2), &i) ||
      i < 0 || i > s->len)
    return false;
  lyre_rw_re_refuel (rw, s->len);
  if (!lyre_rw_re_find (rw, r, s, (uint32_t) i, 0, &at, &len))
    return false;
  return yields (mk_int (rw, at), out);
}

static const lyre_rule rules[] = {
    {"rev-push", LYRE_STR_REV, rev_push},
    {"eq-rev", LYRE_EQ, eq_rev},
    {"lower-push", LYRE_STR_TO_LOWER, case_push},
    {"upper-push", LYRE_STR_TO_UPPER, case_push},
    {"trim-ends", LYRE_STR_TRIM, trim_ends},
    {"update-fold", LYRE_STR_UPDATE, update_fold},
    {"count-fold", LYRE_STR_COUNT, count_fold},
    {"last-indexof-fold", LYRE_STR_LAST_INDEXOF, last_indexof_fold},
    {"indexof-re-fold", LYRE_STR_INDEXOF_RE, indexof_re_fold},
    {"indexof-re-value", LYRE_STR_INDEXOF_RE, indexof_re_value},
};
LYRE_RULE_TABLE (extra, rules);
