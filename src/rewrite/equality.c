/* Rules for =, except between numbers (arith.c).
 *
 * Orientation: a value stands on the right; otherwise the side with the
 * smaller id stands on the left. */
#include <stdlib.h>
#include <string.h>

#include "rewrite/entail.h"
#include "rewrite/rules.h"
#include "rewrite/strip.h"

enum {
  SPLIT_PIECES = 8,    /* pieces per side whose lengths are compared */
  COUNT_PIECES = 64,   /* pieces per side whose letters are counted */
  COUNT_LETTERS = 256, /* and their letters */
};

static bool is_value (lyre_rw *rw, lyre_term t) {
  return lyre_is_value (rw->ts, t);
}

static bool is_number (lyre_rw *rw, lyre_term t) {
  return has_sort (rw, t, LYRE_INT) || has_sort (rw, t, LYRE_REAL);
}

static bool is_string (lyre_rw *rw, lyre_term t) {
  return has_sort (rw, t, LYRE_STRING);
}

/* a = a ==> true, different values ==> false (rule 8)
 * Sound: values are hash-consed; RegLan has none. Terminates: a constant.
 * Test: eq-fold */
static bool eq_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term a = arg (rw, t, 0), b = arg (rw, t, 1);
  if (lyre_same (a, b))
    return yields (mk_bool (rw, true), out);
  if (is_value (rw, a) && is_value (rw, b))
    return yields (mk_bool (rw, false), out);
  return false;
}

/* a = b ==> b = a if b belongs on the left (rule 8)
 * Sound: symmetric. Terminates: oriented afterwards. Test: eq-orient */
static bool eq_orient (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term a = arg (rw, t, 0), b = arg (rw, t, 1);
  if (is_number (rw, a) || is_value (rw, b))
    return false;
  if (!is_value (rw, a) && a.id < b.id)
    return false;
  return yields (mk_eq (rw, b, a), out);
}

/* p = true ==> p, p = false ==> not p, (not p) = q ==> not (p = q),
 * p = not p ==> false
 * Sound: truth table. Terminates: fewer operators, or not moves up.
 * Test: eq-bool */
static bool eq_bool (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term a = arg (rw, t, 0), b = arg (rw, t, 1);
  if (!has_sort (rw, a, LYRE_BOOL))
    return false;
  if (is_value (rw, a))
    return yields (is_op (rw, a, LYRE_TRUE) ? b : lyre_rw_not (rw, b), out);
  if (is_value (rw, b))
    return yields (is_op (rw, b, LYRE_TRUE) ? a : lyre_rw_not (rw, a), out);
  bool x = is_op (rw, a, LYRE_NOT), y = is_op (rw, b, LYRE_NOT);
  if (!x && !y)
    return false;
  lyre_term e = mk_eq (rw, x ? arg (rw, a, 0) : a, y ? arg (rw, b, 0) : b);
  return yields (x == y ? e : mk1 (rw, LYRE_NOT, e), out);
}

/* ite (c, v, a) = w ==> for values v, w: c or a = w, if v is w;
 * (not c) and a = w, if v is not. Same for the other branch.
 * Sound: by cases of c; different values differ. Terminates: = moves below
 * ite. Test: eq-ite-value */
static bool eq_ite_value (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0), w = arg (rw, t, 1);
  if (!is_op (rw, x, LYRE_ITE) || !is_value (rw, w))
    return false;
  lyre_term c = arg (rw, x, 0), v = arg (rw, x, 1), a = arg (rw, x, 2);
  if (!is_value (rw, v)) {
    v = arg (rw, x, 2);
    a = arg (rw, x, 1);
    c = lyre_rw_not (rw, c);
  }
  if (!is_value (rw, v))
    return false;
  lyre_term e = mk_eq (rw, a, w);
  if (lyre_same (v, w))
    return yields (mk2 (rw, LYRE_OR, c, e), out);
  return yields (mk2 (rw, LYRE_AND, lyre_rw_not (rw, c), e), out);
}

/* x s y = x t y ==> s = t, also inside literals; a clash gives false; nothing
 * against a literal gives false (rules 9, 10, 13)
 * Sound: equal ends cancel. Terminates: fewer pieces or shorter literals.
 * Test: eq-strip */
static bool eq_strip (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_rest a, b;
  if (!is_string (rw, arg (rw, t, 0)))
    return false;
  lyre_rest_init (rw, &a, arg (rw, t, 0));
  lyre_rest_init (rw, &b, arg (rw, t, 1));
  if (!lyre_strip (rw, &a, &b, false) || !lyre_strip (rw, &a, &b, true))
    return yields (mk_bool (rw, false), out);
  if (!lyre_rest_changed (&a) && !lyre_rest_changed (&b))
    return false;
  return yields (mk_eq (rw, lyre_rest_term (rw, &a), lyre_rest_term (rw, &b)),
                 out);
}

/* s t = "" ==> s = "" and t = "" (rule 14)
 * Sound: lengths add. Terminates: fewer pieces. Test: eq-concat-empty */
static bool eq_concat_empty (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0);
  if (!is_op (rw, s, LYRE_STR_CONCAT) || !is_empty_lit (rw, arg (rw, t, 1)))
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, s);
  for (uint32_t i = 0; i < arity (rw, s); i++)
    args[i] = mk_is_empty (rw, args[i]);
  *out = lyre_node_make (rw->ts, LYRE_AND, arity (rw, s), args);
  lyre_arena_cut (rw->scratch, m);
  return true;
}

/* s = t ==> false if the lengths always differ (rule 12)
 * Sound: under every assignment. Terminates: a constant. Test: eq-length */
static bool eq_length (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term a = arg (rw, t, 0), b = arg (rw, t, 1);
  if (!is_string (rw, a) || (!lyre_entail_longer (rw, a, b, -1) &&
                             !lyre_entail_longer (rw, b, a, -1)))
    return false;
  return yields (mk_bool (rw, false), out);
}

/* s = t ==> false if one of them never contains the other (rules 16, 17)
 * Sound: equal strings contain each other. Terminates: a constant.
 * Test: eq-contains */
static bool eq_contains (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term a = arg (rw, t, 0), b = arg (rw, t, 1);
  if (!is_string (rw, a) ||
      (!lyre_never_contains (rw, a, b) && !lyre_never_contains (rw, b, a)))
    return false;
  return yields (mk_bool (rw, false), out);
}

/* x1 c1 x2 ... = c ==> false if the literals ci do not occur in c one behind
 * the other (rule 16)
 * Sound: taking the first place for each is best. Terminates: a constant.
 * Test: eq-factors */
static bool eq_factors (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0);
  const lyre_str *c = lit (rw, arg (rw, t, 1));
  int64_t at = 0;
  if (!c || !is_op (rw, s, LYRE_STR_CONCAT))
    return false;
  for (uint32_t i = 0; i < arity (rw, s) && at >= 0; i++) {
    const lyre_str *f = lit (rw, arg (rw, s, i));
    if (!f || !f->len)
      continue;
    lyre_mark m = lyre_arena_mark (rw->scratch);
    at = at > c->len ? -1 : lyre_str_find (rw->scratch, c, f, (uint32_t) at);
    lyre_arena_cut (rw->scratch, m);
    at = at < 0 ? -1 : at + f->len;
  }
  return at < 0 && yields (mk_bool (rw, false), out);
}

/* s = x s y ==> x = "" and y = "" (rule 13)
 * Sound: lengths. Terminates: s is gone. Test: eq-occurs */
static bool eq_occurs (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p;
  lyre_term s = arg (rw, t, 0), u = arg (rw, t, 1);
  if (!is_string (rw, s))
    return false;
  if (is_op (rw, s, LYRE_STR_CONCAT)) {
    s = u;
    u = arg (rw, t, 0);
  }
  if (is_op (rw, s, LYRE_STR_CONCAT) || !is_op (rw, u, LYRE_STR_CONCAT))
    return false;
  lyre_pieces_of (rw, u, &p);
  for (uint32_t i = 0; i < p.n; i++) {
    if (!lyre_same (p.at[i], s))
      continue;
    lyre_term rest = lyre_rw_concat2 (rw, lyre_pieces_join (rw, &p, 0, i),
                                      lyre_pieces_join (rw, &p, i + 1, p.n));
    return yields (mk_is_empty (rw, rest), out);
  }
  return false;
}

/* ------------------------------------------------------------ by the length */

/* Front pieces of A and B, or back ones, of the same length: how many. */
static bool equal_fronts (lyre_rw *rw, const lyre_pieces *a,
                          const lyre_pieces *b, bool back, uint32_t *ka,
                          uint32_t *kb) {
  lyre_lin x = {0};
  for (uint32_t i = 0; i < a->n && i < SPLIT_PIECES; i++) {
    if (!lyre_lin_add_len (rw, &x, a->at[back ? a->n - 1 - i : i], 1))
      return false;
    lyre_lin d = x;
    for (uint32_t j = 0; j < b->n && j < SPLIT_PIECES; j++) {
      if (!lyre_lin_add_len (rw, &d, b->at[back ? b->n - 1 - j : j], -1))
        break;
      if (!lyre_lin_is_const (&d, 0) || (i + 1 == a->n && j + 1 == b->n))
        continue;
      *ka = i + 1;
      *kb = j + 1;
      return true;
    }
  }
  return false;
}

/* Pieces [0, k) and [k, n), or [n-k, n) and [0, n-k). */
static lyre_term near_end (lyre_rw *rw, const lyre_pieces *p, uint32_t k,
                           bool back) {
  return back ? lyre_pieces_join (rw, p, p->n - k, p->n)
              : lyre_pieces_join (rw, p, 0, k);
}

static lyre_term far_end (lyre_rw *rw, const lyre_pieces *p, uint32_t k,
                          bool back) {
  return back ? lyre_pieces_join (rw, p, 0, p->n - k)
              : lyre_pieces_join (rw, p, k, p->n);
}

/* x s = y t ==> x = y and s = t if |x| = |y|, also at the back (rule 11)
 * Sound: the cut is at the same position. Terminates: fewer pieces in each.
 * Test: eq-split */
static bool eq_split (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces a, b;
  uint32_t ka, kb;
  bool back = false;
  if (!is_string (rw, arg (rw, t, 0)))
    return false;
  lyre_pieces_of (rw, arg (rw, t, 0), &a);
  lyre_pieces_of (rw, arg (rw, t, 1), &b);
  if (a.n + b.n < 3)
    return false;
  if (!equal_fronts (rw, &a, &b, false, &ka, &kb)) {
    back = true;
    if (!equal_fronts (rw, &a, &b, true, &ka, &kb))
      return false;
  }
  lyre_term near =
      mk_eq (rw, near_end (rw, &a, ka, back), near_end (rw, &b, kb, back));
  lyre_term far =
      mk_eq (rw, far_end (rw, &a, ka, back), far_end (rw, &b, kb, back));
  return yields (mk2 (rw, LYRE_AND, near, far), out);
}

/* If the front (or back) piece of A has the fixed length k and that of B is a
 * literal of more than k characters: B's literal cut at k. */
static bool cut_literal (lyre_rw *rw, const lyre_pieces *a,
                         const lyre_pieces *b, bool back, lyre_term cut[2]) {
  lyre_term x = a->at[back ? a->n - 1 : 0];
  const lyre_str *c = lit (rw, b->at[back ? b->n - 1 : 0]);
  if (!c || lit (rw, x))
    return false;
  lyre_len_range r = lyre_length_range (rw, x);
  if (r.min != r.max || !r.min || r.min >= c->len)
    return false;
  cut[0] = lyre_rw_slice (rw, c, back ? c->len - r.min : 0, r.min);
  cut[1] = lyre_rw_slice (rw, c, back ? 0 : r.min, c->len - r.min);
  return true;
}

/* x s = c t ==> x = c' and s = c'' t for a literal c = c' c'' and |x| = |c'|,
 * also at the back (rule 11)
 * Sound: the cut is at the same position. Terminates: the literal is shorter.
 * Test: eq-split-literal */
static bool eq_split_literal (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_pieces p[2];
  lyre_term cut[2];
  if (!is_string (rw, arg (rw, t, 0)))
    return false;
  lyre_pieces_of (rw, arg (rw, t, 0), &p[0]);
  lyre_pieces_of (rw, arg (rw, t, 1), &p[1]);
  if (!p[0].n || !p[1].n)
    return false;
  for (int k = 0; k < 4; k++) {
    const lyre_pieces *a = &p[k & 1], *b = &p[!(k & 1)];
    bool back = k & 2;
    if (!cut_literal (rw, a, b, back, cut))
      continue;
    lyre_term rest = far_end (rw, b, 1, back);
    rest = back ? lyre_rw_concat2 (rw, rest, cut[1])
                : lyre_rw_concat2 (rw, cut[1], rest);
    lyre_term near = mk_eq (rw, near_end (rw, a, 1, back), cut[0]);
    lyre_term far = mk_eq (rw, far_end (rw, a, 1, back), rest);
    return yields (mk2 (rw, LYRE_AND, near, far), out);
  }
  return false;
}

/* --------------------------------------------------------------- by letters */

typedef struct {
  uint32_t n_vars, n_letters;
  uint32_t vars[COUNT_PIECES], letters[COUNT_LETTERS];
} census;

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

/* The pieces that are no literals, and the letters of those that are. */
static bool take_census (lyre_rw *rw, lyre_term s, census *c) {
  lyre_pieces p;
  c->n_vars = c->n_letters = 0;
  lyre_pieces_of (rw, s, &p);
  if (p.n > COUNT_PIECES)
    return false;
  for (uint32_t i = 0; i < p.n; i++) {
    const lyre_str *l = lit (rw, p.at[i]);
    if (!l) {
      c->vars[c->n_vars++] = p.at[i].id;
      continue;
    }
    if (l->len > COUNT_LETTERS - c->n_letters)
      return false;
    for (uint32_t j = 0; j < l->len; j++)
      c->letters[c->n_letters++] = lyre_str_at (l, j);
  }
  qsort (c->vars, c->n_vars, sizeof *c->vars, by_number);
  qsort (c->letters, c->n_letters, sizeof *c->letters, by_number);
  return true;
}

static bool same_numbers (uint32_t n, const uint32_t *a, uint32_t m,
                          const uint32_t *b) {
  return n == m && (!n || !memcmp (a, b, n * sizeof *a));
}

/* s = t ==> false if they have the same terms, but not the same letters beside
 * them (rule 15)
 * Sound: equal strings have each letter equally often. Terminates: a constant.
 * Test: eq-letters */
static bool eq_letters (lyre_rw *rw, lyre_term t, lyre_term *out) {
  census a, b;
  if (!is_op (rw, arg (rw, t, 0), LYRE_STR_CONCAT) ||
      !is_op (rw, arg (rw, t, 1), LYRE_STR_CONCAT) ||
      !take_census (rw, arg (rw, t, 0), &a) ||
      !take_census (rw, arg (rw, t, 1), &b) ||
      !same_numbers (a.n_vars, a.vars, b.n_vars, b.vars) ||
      same_numbers (a.n_letters, a.letters, b.n_letters, b.letters))
    return false;
  return yields (mk_bool (rw, false), out);
}

static const lyre_rule rules[] = {
    {"eq-fold", LYRE_EQ, eq_fold},
    {"eq-orient", LYRE_EQ, eq_orient},
    {"eq-bool", LYRE_EQ, eq_bool},
    {"eq-ite-value", LYRE_EQ, eq_ite_value},
    {"eq-strip", LYRE_EQ, eq_strip},
    {"eq-concat-empty", LYRE_EQ, eq_concat_empty},
    {"eq-length", LYRE_EQ, eq_length},
    {"eq-factors", LYRE_EQ, eq_factors},
    {"eq-contains", LYRE_EQ, eq_contains},
    {"eq-occurs", LYRE_EQ, eq_occurs},
    {"eq-split", LYRE_EQ, eq_split},
    {"eq-split-literal", LYRE_EQ, eq_split_literal},
    {"eq-letters", LYRE_EQ, eq_letters},
};
LYRE_RULE_TABLE (equality, rules);
