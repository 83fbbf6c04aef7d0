/* Rules for str.indexof. */
#include "rewrite/entail.h"
#include "rewrite/overlap.h"
#include "rewrite/rules.h"

static lyre_term mk_indexof (lyre_rw *rw, lyre_term s, lyre_term t,
                             lyre_term i) {
  return mk3 (rw, LYRE_STR_INDEXOF, s, t, i);
}

/* |s| - i as a linear expression. */
static bool length_behind (lyre_rw *rw, lyre_term s, lyre_term i,
                           lyre_lin *out) {
  *out = (lyre_lin){0};
  return lyre_lin_add_len (rw, out, s, 1) && lyre_lin_add (rw, out, i, -1);
}

/* indexof over literals evaluates (rule 47)
 * Sound: definition. Terminates: a constant. Test: indexof-value */
static bool indexof_value (lyre_rw *rw, lyre_term t, lyre_term *out) {
  const lyre_str *s = lit (rw, arg (rw, t, 0)), *u = lit (rw, arg (rw, t, 1));
  int64_t i;
  if (!s || !u || !small_int (rw, arg (rw, t, 2), &i))
    return false;
  if (i < 0 || i > s->len)
    return yields (mk_int (rw, -1), out);
  if (u->len) {
    lyre_mark m = lyre_arena_mark (rw->scratch);
    i = lyre_str_find (rw->scratch, s, u, (uint32_t) i);
    lyre_arena_cut (rw->scratch, m);
  }
  return yields (mk_int (rw, i), out);
}

/* indexof (s, t, i) ==> -1 if i < 0 or i > |s|, or s never contains t, or the
 * part behind i is shorter than t (rules 44, 48)
 * Sound: there is no occurrence. Terminates: a constant. Test: indexof-none */
static bool indexof_none (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), u = arg (rw, t, 1), i = arg (rw, t, 2);
  lyre_lin rest, over = {.constant = -1};
  if (lyre_never_contains (rw, s, u) || lyre_entail_at_most (rw, i, -1))
    return yields (mk_int (rw, -1), out);
  if (!length_behind (rw, s, i, &rest) || !lyre_lin_add_len (rw, &over, u, 1) ||
      !lyre_lin_add_lin (&over, &rest, -1) || !lyre_lin_nonneg (rw, &over))
    return false;
  return yields (mk_int (rw, -1), out);
}

/* indexof (s, "", i) ==> ite (0 <= i <= |s|, i, -1) (rule 45)
 * Sound: definition. Terminates: no indexof left. Test: indexof-empty */
static bool indexof_empty (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0), i = arg (rw, t, 2);
  if (!is_empty_lit (rw, arg (rw, t, 1)))
    return false;
  lyre_term c = mk2 (rw, LYRE_AND, mk2 (rw, LYRE_GE, i, mk_int (rw, 0)),
                     mk2 (rw, LYRE_LE, i, mk_len (rw, s)));
  return yields (mk_ite (rw, c, i, mk_int (rw, -1)), out);
}

/* indexof (s, s, i) ==> ite (i = 0, 0, -1) (rule 46)
 * Sound: s occurs in s at 0 only. Terminates: no indexof left.
 * Test: indexof-self */
static bool indexof_self (lyre_rw *rw, lyre_term t, lyre_term *out) {
  if (!lyre_same (arg (rw, t, 0), arg (rw, t, 1)))
    return false;
  lyre_term zero = mk_int (rw, 0);
  return yields (
      mk_ite (rw, mk_eq (rw, arg (rw, t, 2), zero), zero, mk_int (rw, -1)),
      out);
}

/* indexof (x y, t, 0) ==> indexof (x, t, 0) if x surely contains t (rule 49)
 * Sound: the first occurrence ends in x, as an occurrence in x ends there and
 * earlier ones end earlier. Terminates: fewer pieces. Test: indexof-front */
static bool indexof_front (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p;
  lyre_pieces_of (rw, arg (rw, t, 0), &p);
  if (p.n < 2 || !is_int (rw, arg (rw, t, 2), 0))
    return false;
  for (uint32_t k = 1; k < p.n && k <= LYRE_LOOK_DEPTH; k++) {
    lyre_term x = lyre_pieces_join (rw, &p, 0, k);
    if (lyre_surely_contains (rw, x, arg (rw, t, 1)))
      return yields (mk_indexof (rw, x, arg (rw, t, 1), arg (rw, t, 2)), out);
  }
  return false;
}

/* Y without its first N characters, if they are a literal's. */
static lyre_term behind_literal (lyre_rw *rw, lyre_term y, uint32_t n) {
  lyre_pieces p;
  lyre_pieces_of (rw, y, &p);
  const lyre_str *c = p.n ? lit (rw, p.at[0]) : NULL;
  if (!n)
    return y;
  if (!c || c->len < n)
    return LYRE_NO_TERM;
  return lyre_rw_concat2 (rw, lyre_rw_slice (rw, c, n, c->len - n),
                          lyre_pieces_join (rw, &p, 1, p.n));
}

/* indexof (x y, t, i) ==> |x| + indexof (y, t, i - |x|) if i >= |x| and the
 * latter is not -1: i = |x| + k for a number k, and y surely contains t behind
 * its first k characters (rule 50)
 * Sound: positions in y are |x| higher. Terminates: fewer pieces.
 * Test: indexof-skip */
static bool indexof_skip (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p;
  lyre_lin left = {0};
  lyre_pieces_of (rw, arg (rw, t, 0), &p);
  if (p.n < 2 || !lyre_lin_add (rw, &left, arg (rw, t, 2), 1))
    return false;
  for (uint32_t k = 1; k < p.n && k <= LYRE_LOOK_DEPTH; k++) {
    if (!lyre_lin_add_len (rw, &left, p.at[k - 1], -1))
      return false;
    lyre_term y = lyre_pieces_join (rw, &p, k, p.n);
    if (left.n || left.constant < 0 || left.constant > LYRE_LOOK_DEPTH)
      continue;
    int64_t from = left.constant;
    lyre_term rest = behind_literal (rw, y, (uint32_t) from);
    if (!rest.id || !lyre_surely_contains (rw, rest, arg (rw, t, 1)))
      continue;
    lyre_term at = mk_indexof (rw, y, arg (rw, t, 1), mk_int (rw, from));
    lyre_term before = mk_sub (rw, arg (rw, t, 2), mk_int (rw, from));
    return yields (mk2 (rw, LYRE_ADD, before, at), out);
  }
  return false;
}

/* indexof (x h, c, i) ==> indexof (x h', c, i) for literals, where h' is what a
 * match can overlap, and i <= |x| + |h'|, i = 0
 * Sound: no occurrence touches the rest of h; i = 0 is in range. Terminates:
 * shorter literal. Test: indexof-trim */
static bool indexof_trim (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_trimmed x;
  const lyre_str *c = lit (rw, arg (rw, t, 1));
  if (!c || !c->len || !is_int (rw, arg (rw, t, 2), 0) ||
      !lyre_trim_haystack (rw, arg (rw, t, 0), c, &x) ||
      is_empty_lit (rw, x.back))
    return false;
  lyre_term s = lyre_rw_concat2 (rw, x.front, x.middle);
  return yields (mk_indexof (rw, s, arg (rw, t, 1), arg (rw, t, 2)), out);
}

/* indexof (s, t, i) = -1 ==> not contains (substr (s, i, |s| - i), t) if
 * 0 <= i <= |s| (rule 51)
 * Sound: -1 means that there is no occurrence from i on. Terminates: no
 * indexof left. Test: eq-indexof-none */
static bool eq_indexof_none (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  lyre_lin rest;
  if (!is_op (rw, x, LYRE_STR_INDEXOF) || !is_int (rw, arg (rw, t, 1), -1))
    return false;
  lyre_term s = arg (rw, x, 0), i = arg (rw, x, 2);
  if (!lyre_entail_nonneg (rw, i, 0) || !length_behind (rw, s, i, &rest) ||
      !lyre_lin_nonneg (rw, &rest))
    return false;
  if (!is_int (rw, i, 0))
    s = mk3 (rw, LYRE_STR_SUBSTR, s, i, lyre_lin_term (rw, &rest));
  lyre_term c = mk2 (rw, LYRE_STR_CONTAINS, s, arg (rw, x, 1));
  return yields (lyre_rw_not (rw, c), out);
}

static const lyre_rule rules[] = {
    {"indexof-value", LYRE_STR_INDEXOF, indexof_value},
    {"indexof-none", LYRE_STR_INDEXOF, indexof_none},
    {"indexof-empty", LYRE_STR_INDEXOF, indexof_empty},
    {"indexof-self", LYRE_STR_INDEXOF, indexof_self},
    {"indexof-front", LYRE_STR_INDEXOF, indexof_front},
    {"indexof-skip", LYRE_STR_INDEXOF, indexof_skip},
    {"indexof-trim", LYRE_STR_INDEXOF, indexof_trim},
    {"eq-indexof-none", LYRE_EQ, eq_indexof_none},
};
LYRE_RULE_TABLE (indexof, rules);
