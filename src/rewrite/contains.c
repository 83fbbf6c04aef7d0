/* Rules for str.contains, str.prefixof and str.suffixof, and the checks on
 * containment that indexof and replace share. */
#include "rewrite/entail.h"
#include "rewrite/overlap.h"
#include "rewrite/rules.h"
#include "rewrite/strip.h"

enum {
  MATCH_COST = 4096, /* pairs of pieces compared */
  FACTOR_MAX = 8,    /* length of a haystack whose factors are listed */
  TRIM_MAX = 4096,   /* characters looked at when trimming */
};

static int64_t find (lyre_rw *rw, const lyre_str *s, const lyre_str *t) {
  lyre_mark m = lyre_arena_mark (rw->scratch);
  int64_t at = t->len ? lyre_str_find (rw->scratch, s, t, 0) : 0;
  lyre_arena_cut (rw->scratch, m);
  return at;
}

/* ----------------------------------------------------------------- overlap */

static bool equal_parts (const lyre_str *a, uint32_t i, const lyre_str *b,
                         uint32_t j, uint32_t n) {
  for (uint32_t k = 0; k < n; k++)
    if (lyre_str_at (a, i + k) != lyre_str_at (b, j + k))
      return false;
  return true;
}

uint32_t lyre_overlap_back (lyre_rw *rw, const lyre_str *h, const lyre_str *t) {
  (void) rw;
  uint32_t n = t->len - 1 < h->len ? t->len - 1 : h->len;
  while (n && !equal_parts (h, h->len - n, t, 0, n))
    n--;
  return n;
}

uint32_t lyre_overlap_front (lyre_rw *rw, const lyre_str *h,
                             const lyre_str *t) {
  (void) rw;
  uint32_t n = t->len - 1 < h->len ? t->len - 1 : h->len;
  while (n && !equal_parts (h, 0, t, t->len - n, n))
    n--;
  return n;
}

bool lyre_trim_haystack (lyre_rw *rw, lyre_term haystack,
                         const lyre_str *needle, lyre_trimmed *out) {
  lyre_pieces p;
  lyre_pieces_of (rw, haystack, &p);
  if (p.n < 2 || needle->len > TRIM_MAX)
    return false;
  const lyre_str *h = lit (rw, p.at[0]), *b = lit (rw, p.at[p.n - 1]);
  if ((h && find (rw, h, needle) >= 0) || (b && find (rw, b, needle) >= 0))
    return false;
  uint32_t keep_h = h ? lyre_overlap_back (rw, h, needle) : 0;
  uint32_t keep_b = b ? lyre_overlap_front (rw, b, needle) : 0;
  if ((!h || keep_h == h->len) && (!b || keep_b == b->len))
    return false;
  lyre_term empty = mk_empty (rw), parts[3] = {empty, empty, empty};
  out->front = out->back = empty;
  if (h) {
    out->front = lyre_rw_slice (rw, h, 0, h->len - keep_h);
    parts[0] = lyre_rw_slice (rw, h, h->len - keep_h, keep_h);
  }
  if (b) {
    out->back = lyre_rw_slice (rw, b, keep_b, b->len - keep_b);
    parts[2] = lyre_rw_slice (rw, b, 0, keep_b);
  }
  parts[1] = lyre_pieces_join (rw, &p, h ? 1 : 0, b ? p.n - 1 : p.n);
  out->middle = lyre_rw_concat (rw, 3, parts);
  return true;
}

/* ------------------------------------------------------------------ checks */

static bool literal_has (const lyre_str *s, uint32_t c) {
  if (s->len > TRIM_MAX)
    return true;
  for (uint32_t i = 0; i < s->len; i++)
    if (lyre_str_at (s, i) == c)
      return true;
  return false;
}

bool lyre_may_have_char (lyre_rw *rw, lyre_term s, uint32_t c, unsigned depth) {
  if (lit (rw, s))
    return literal_has (lit (rw, s), c);
  if (!depth--)
    return true;
  switch (op_of (rw, s)) {
  case LYRE_STR_FROM_INT:
    return '0' <= c && c <= '9';
  case LYRE_STR_CONCAT:
    if (arity (rw, s) > LYRE_LOOK_DEPTH)
      return true;
    for (uint32_t i = 0; i < arity (rw, s); i++)
      if (lyre_may_have_char (rw, arg (rw, s, i), c, depth))
        return true;
    return false;
  case LYRE_STR_SUBSTR:
  case LYRE_STR_AT:
  case LYRE_STR_TRIM:
  case LYRE_STR_REV:
    return lyre_may_have_char (rw, arg (rw, s, 0), c, depth);
  case LYRE_STR_TO_LOWER:
    return c < 'A' || c > 'Z';
  case LYRE_STR_TO_UPPER:
    return c < 'a' || c > 'z';
  case LYRE_STR_REPLACE:
  case LYRE_STR_REPLACE_ALL:
  case LYRE_STR_REPLACE_RE:
  case LYRE_STR_REPLACE_RE_ALL:
  case LYRE_STR_UPDATE:
    return lyre_may_have_char (rw, arg (rw, s, 0), c, depth) ||
           lyre_may_have_char (rw, arg (rw, s, 2), c, depth);
  case LYRE_ITE:
    return lyre_may_have_char (rw, arg (rw, s, 1), c, depth) ||
           lyre_may_have_char (rw, arg (rw, s, 2), c, depth);
  default:
    return true;
  }
}

/* A literal piece of the needle that the literal haystack lacks, or a
 * character that cannot occur in the haystack. */
static bool has_foreign_piece (lyre_rw *rw, lyre_term s, lyre_term t) {
  lyre_pieces p;
  const lyre_str *hay = lit (rw, s);
  lyre_pieces_of (rw, t, &p);
  for (uint32_t i = 0; i < p.n && i < 16; i++) {
    const lyre_str *part = lit (rw, p.at[i]);
    if (!part)
      continue;
    if (hay && find (rw, hay, part) < 0)
      return true;
    for (uint32_t j = 0; !hay && j < part->len && j < 8; j++)
      if (!lyre_may_have_char (rw, s, lyre_str_at (part, j), LYRE_LOOK_DEPTH))
        return true;
  }
  return false;
}

bool lyre_never_contains (lyre_rw *rw, lyre_term s, lyre_term t) {
  return has_foreign_piece (rw, s, t) || lyre_entail_longer (rw, t, s, -1);
}

/* Piece A of the haystack covers piece B of the needle: the same term, or
 * literals where B is a suffix (FIRST), prefix (LAST) or any factor of A. */
static bool covers (lyre_rw *rw, lyre_term a, lyre_term b, bool first,
                    bool last) {
  if (lyre_same (a, b))
    return true;
  const lyre_str *x = lit (rw, a), *y = lit (rw, b);
  if (!x || !y || (!first && !last))
    return false;
  if (first && last)
    return find (rw, x, y) >= 0;
  return first ? lyre_str_has_suffix (x, y) : lyre_str_has_prefix (x, y);
}

/* The pieces T occur in a row among the pieces S. */
static bool pieces_occur (lyre_rw *rw, const lyre_pieces *s,
                          const lyre_pieces *t) {
  if (!t->n)
    return true;
  if (t->n > s->n || (uint64_t) s->n * t->n > MATCH_COST)
    return false;
  for (uint32_t i = 0; i + t->n <= s->n; i++) {
    uint32_t k = 0;
    while (k < t->n &&
           covers (rw, s->at[i + k], t->at[k], k == 0, k + 1 == t->n))
      k++;
    if (k == t->n)
      return true;
  }
  return false;
}

static bool occurs (lyre_rw *rw, const lyre_pieces *s, lyre_term t,
                    unsigned depth) {
  lyre_pieces needle;
  lyre_pieces_of (rw, t, &needle);
  if (pieces_occur (rw, s, &needle))
    return true;
  if (!depth)
    return false;
  switch (op_of (rw, t)) {
  case LYRE_STR_SUBSTR:
  case LYRE_STR_AT:
  case LYRE_STR_TRIM:
    return occurs (rw, s, arg (rw, t, 0), depth - 1);
  case LYRE_ITE:
    return occurs (rw, s, arg (rw, t, 1), depth / 2) &&
           occurs (rw, s, arg (rw, t, 2), depth / 2);
  default:
    return false;
  }
}

bool lyre_surely_contains (lyre_rw *rw, lyre_term s, lyre_term t) {
  lyre_pieces p;
  lyre_pieces_of (rw, s, &p);
  return occurs (rw, &p, t, LYRE_LOOK_DEPTH);
}

/* ---------------------------------------------------------------- contains */

/* contains (s, t) ==> true if t is "", a piece of s, a substr of one, ...
 * (rules 31, 33, 39)
 * Sound: t occurs in s under every assignment. Terminates: a constant.
 * Test: contains-true */
static bool contains_true (lyre_rw *rw, lyre_term t, lyre_term *out) {
  if (!lyre_surely_contains (rw, arg (rw, t, 0), arg (rw, t, 1)))
    return false;
  return yields (mk_bool (rw, true), out);
}

/* contains (s, t) ==> false if t is longer than s or has a part that s cannot
 * have (rules 32, 38)
 * Sound: under every assignment. Terminates: a constant.
 * Test: contains-false */
static bool contains_false (lyre_rw *rw, lyre_term t, lyre_term *out) {
  if (!lyre_never_contains (rw, arg (rw, t, 0), arg (rw, t, 1)))
    return false;
  return yields (mk_bool (rw, false), out);
}

/* contains (s, t) ==> s = t if |t| >= |s| (rules 31, 32)
 * Sound: a factor as long as the whole is the whole. Terminates: no contains
 * left. Test: contains-equal */
static bool contains_equal (lyre_rw *rw, lyre_term t, lyre_term *out) {
  if (!lyre_entail_longer (rw, arg (rw, t, 1), arg (rw, t, 0), 0))
    return false;
  return yields (mk_eq (rw, arg (rw, t, 0), arg (rw, t, 1)), out);
}

/* contains (x y, c) ==> contains (x, c) or contains (y, c) for one character
 * (rule 34)
 * Sound: a character is in one of the pieces. Terminates: fewer pieces.
 * Test: contains-char */
static bool contains_char (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), c = arg (rw, t, 1);
  if (!is_op (rw, s, LYRE_STR_CONCAT) || !lit (rw, c) || lit (rw, c)->len != 1)
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, s);
  for (uint32_t i = 0; i < arity (rw, s); i++)
    args[i] = mk2 (rw, LYRE_STR_CONTAINS, args[i], c);
  *out = lyre_node_make (rw->ts, LYRE_OR, arity (rw, s), args);
  lyre_arena_cut (rw->scratch, m);
  return true;
}

/* contains (h x b, c) ==> contains (h' x b', c) for literals, where h' and b'
 * are what a match can overlap (rule 35)
 * Sound: c is not in h or b, and a match that begins in h uses a suffix of h
 * that is a prefix of c. Terminates: shorter literals. Test: contains-trim */
static bool contains_trim (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_trimmed x;
  const lyre_str *c = lit (rw, arg (rw, t, 1));
  if (!c || !c->len || !lyre_trim_haystack (rw, arg (rw, t, 0), c, &x))
    return false;
  return yields (mk2 (rw, LYRE_STR_CONTAINS, x.middle, arg (rw, t, 1)), out);
}

static bool is_sub_of (lyre_term *terms, uint32_t n, lyre_term t) {
  for (uint32_t i = 0; i < n; i++)
    if (lyre_same (terms[i], t))
      return true;
  return false;
}

/* contains (c, t) ==> t in the union of c's factors, for a short literal
 * (rule 36)
 * Sound: the factors are the strings that c contains. Terminates: no contains
 * left. Test: contains-factors */
static bool contains_factors (lyre_rw *rw, lyre_term t, lyre_term *out) {
  const lyre_str *s = lit (rw, arg (rw, t, 0));
  lyre_term factors[FACTOR_MAX * FACTOR_MAX + 1];
  uint32_t n = 0;
  if (!s || s->len > FACTOR_MAX || lit (rw, arg (rw, t, 1)))
    return false;
  for (uint32_t len = 0; len <= s->len; len++)
    for (uint32_t i = 0; i + len <= s->len; i++) {
      lyre_term f = mk1 (rw, LYRE_STR_TO_RE, lyre_rw_slice (rw, s, i, len));
      if (!is_sub_of (factors, n, f))
        factors[n++] = f;
    }
  lyre_term r = lyre_rw_nary (rw, LYRE_RE_UNION, n, factors);
  return yields (mk2 (rw, LYRE_STR_IN_RE, arg (rw, t, 1), r), out);
}

/* [.*] c [.*] as a regular expression. */
static lyre_term re_around (lyre_rw *rw, bool before, lyre_term c, bool after) {
  lyre_term parts[3];
  uint32_t n = 0;
  if (before)
    parts[n++] = mk_all (rw);
  parts[n++] = mk1 (rw, LYRE_STR_TO_RE, c);
  if (after)
    parts[n++] = mk_all (rw);
  return lyre_rw_nary (rw, LYRE_RE_CONCAT, n, parts);
}

/* contains (x, c) ==> x in .* c .* for a variable and a literal (rule 37)
 * Sound: definition. Terminates: no contains left. Test: contains-to-re */
static bool contains_to_re (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0), c = arg (rw, t, 1);
  if (!is_op (rw, x, LYRE_VAR) || !lit (rw, c))
    return false;
  return yields (mk2 (rw, LYRE_STR_IN_RE, x, re_around (rw, true, c, true)),
                 out);
}

/* contains (replace_all (s, c, u), c) ==> contains (s, c) and contains (u, c)
 * for one character c (rule 40)
 * Sound: all c of s are gone; those of u come in where s had one. Terminates:
 * no replace_all left. Test: contains-replace-all */
static bool contains_replace_all (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0), c = arg (rw, t, 1);
  if (!is_op (rw, x, LYRE_STR_REPLACE_ALL) || !lit (rw, c) ||
      lit (rw, c)->len != 1 || !lyre_same (arg (rw, x, 1), c))
    return false;
  lyre_term s = mk2 (rw, LYRE_STR_CONTAINS, arg (rw, x, 0), c);
  lyre_term u = mk2 (rw, LYRE_STR_CONTAINS, arg (rw, x, 2), c);
  return yields (mk2 (rw, LYRE_AND, s, u), out);
}

/* ------------------------------------------------------- prefix and suffix */

/* prefixof (x s, x t) ==> prefixof (s, t), also inside literals; a clash gives
 * false, "" true. Same for suffixof at the other end (rule 43)
 * Sound: equal ends cancel. Terminates: fewer pieces or shorter literals.
 * Test: prefixof-strip, suffixof-strip */
static bool affix_strip (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_rest s, u;
  lyre_op op = op_of (rw, t);
  lyre_rest_init (rw, &s, arg (rw, t, 0));
  lyre_rest_init (rw, &u, arg (rw, t, 1));
  if (!lyre_strip (rw, &s, &u, op == LYRE_STR_SUFFIXOF))
    return yields (mk_bool (rw, false), out);
  if (lyre_rest_is_empty (&s))
    return yields (mk_bool (rw, true), out);
  lyre_term x = lyre_rest_term (rw, &s);
  if (lyre_rest_is_empty (&u))
    return yields (mk_is_empty (rw, x), out);
  if (!lyre_rest_changed (&s))
    return false;
  return yields (mk2 (rw, op, x, lyre_rest_term (rw, &u)), out);
}

/* prefixof (s, t) ==> false if t cannot contain s
 * Sound: a prefix or suffix is contained. Terminates: a constant.
 * Test: prefixof-false, suffixof-false */
static bool affix_false (lyre_rw *rw, lyre_term t, lyre_term *out) {
  if (!lyre_never_contains (rw, arg (rw, t, 1), arg (rw, t, 0)))
    return false;
  return yields (mk_bool (rw, false), out);
}

/* prefixof (c, x) ==> x in c .*;  suffixof (c, x) ==> x in .* c, for literals
 * and variables (rules 41, 42)
 * Sound: definition. Terminates: no prefixof left.
 * Test: prefixof-to-re, suffixof-to-re */
static bool affix_to_re (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term c = arg (rw, t, 0), x = arg (rw, t, 1);
  bool back = is_op (rw, t, LYRE_STR_SUFFIXOF);
  if (!is_op (rw, x, LYRE_VAR) || !lit (rw, c))
    return false;
  return yields (mk2 (rw, LYRE_STR_IN_RE, x, re_around (rw, back, c, !back)),
                 out);
}

/* prefixof (s, t) ==> s = substr (t, 0, |s|) (rule 41)
 * Sound: for |s| > |t| the right side is shorter than s. Terminates: no
 * prefixof left. Test: prefixof-to-substr */
static bool prefixof_to_substr (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), u = arg (rw, t, 1);
  lyre_term front =
      mk3 (rw, LYRE_STR_SUBSTR, u, mk_int (rw, 0), mk_len (rw, s));
  return yields (mk_eq (rw, s, front), out);
}

/* suffixof (s, t) ==> s = substr (t, |t| - |s|, |s|) (rule 42)
 * Sound: for |s| > |t| the start is negative, the right side "" and s is not.
 * For s = "" both are true. Terminates: no suffixof left.
 * Test: suffixof-to-substr */
static bool suffixof_to_substr (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), u = arg (rw, t, 1);
  lyre_term from = mk_sub (rw, mk_len (rw, u), mk_len (rw, s));
  lyre_term back = mk3 (rw, LYRE_STR_SUBSTR, u, from, mk_len (rw, s));
  return yields (mk_eq (rw, s, back), out);
}

static const lyre_rule rules[] = {
    {"contains-true", LYRE_STR_CONTAINS, contains_true},
    {"contains-false", LYRE_STR_CONTAINS, contains_false},
    {"contains-equal", LYRE_STR_CONTAINS, contains_equal},
    {"contains-char", LYRE_STR_CONTAINS, contains_char},
    {"contains-trim", LYRE_STR_CONTAINS, contains_trim},
    {"contains-factors", LYRE_STR_CONTAINS, contains_factors},
    {"contains-to-re", LYRE_STR_CONTAINS, contains_to_re},
    {"contains-replace-all", LYRE_STR_CONTAINS, contains_replace_all},
    {"prefixof-strip", LYRE_STR_PREFIXOF, affix_strip},
    {"suffixof-strip", LYRE_STR_SUFFIXOF, affix_strip},
    {"prefixof-false", LYRE_STR_PREFIXOF, affix_false},
    {"suffixof-false", LYRE_STR_SUFFIXOF, affix_false},
    {"prefixof-to-re", LYRE_STR_PREFIXOF, affix_to_re},
    {"suffixof-to-re", LYRE_STR_SUFFIXOF, affix_to_re},
    {"prefixof-to-substr", LYRE_STR_PREFIXOF, prefixof_to_substr},
    {"suffixof-to-substr", LYRE_STR_SUFFIXOF, suffixof_to_substr},
};
LYRE_RULE_TABLE (contains, rules);
