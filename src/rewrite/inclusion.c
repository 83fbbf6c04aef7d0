/* Inclusion between regular expressions, as far as their structure shows it,
 * and what follows for unions, intersections and memberships (rule 83). */
#include "rewrite/rules.h"

enum {
  FUEL = 400,   /* comparisons for one rule */
  DEPTH = 6,    /* of the structure */
  PARTS = 8,    /* of concatenations that are aligned */
  LITERAL = 32, /* characters of a literal that is tried out */
  MOST = 12,    /* expressions that are compared with each other */
};

/* ---------------------------------------------------------------- the check */

typedef struct {
  lyre_rw *rw;
  int fuel;
} judge;

static bool within (judge *, lyre_term a, lyre_term b, unsigned depth);

static bool has_epsilon (judge *j, lyre_term r) {
  return lyre_rw_re_nullable (j->rw, r) == LYRE_YES;
}

/* All parts of R within B, or B within all parts of R (ALL); else some. */
static bool parts_within (judge *j, lyre_term r, lyre_term b, bool left,
                          bool all, unsigned depth) {
  for (uint32_t i = 0; i < arity (j->rw, r); i++) {
    lyre_term part = arg (j->rw, r, i);
    if (within (j, left ? part : b, left ? b : part, depth) != all)
      return !all;
  }
  return all;
}

static bool left_within (judge *j, lyre_term a, lyre_term b, unsigned depth) {
  const lyre_str *s;
  switch (op_of (j->rw, a)) {
  case LYRE_RE_UNION:
    return parts_within (j, a, b, true, true, depth);
  case LYRE_RE_INTER:
    return parts_within (j, a, b, true, false, depth);
  case LYRE_RE_COMP:
    return is_op (j->rw, b, LYRE_RE_COMP) &&
           within (j, arg (j->rw, b, 0), arg (j->rw, a, 0), depth);
  case LYRE_STR_TO_RE:
    s = lit (j->rw, arg (j->rw, a, 0));
    if (s && !s->len)
      return has_epsilon (j, b);
    return s && s->len <= LITERAL && is_closed_re (j->rw, b) &&
           lyre_rw_re_accepts (j->rw, b, s) == LYRE_YES;
  default:
    return false;
  }
}

static bool right_within (judge *j, lyre_term a, lyre_term b, unsigned depth) {
  switch (op_of (j->rw, b)) {
  case LYRE_RE_UNION:
    return parts_within (j, b, a, false, false, depth);
  case LYRE_RE_INTER:
    return parts_within (j, b, a, false, true, depth);
  default:
    return false;
  }
}

/* Words of B one after the other are words of B. */
static bool is_closed_under_concat (judge *j, lyre_term b) {
  lyre_op op = op_of (j->rw, b);
  return op == LYRE_RE_ALL || op == LYRE_RE_STAR || op == LYRE_RE_PLUS;
}

static bool repeats_within (judge *j, lyre_term a, lyre_term b,
                            unsigned depth) {
  lyre_repeat x = lyre_rw_re_repeat (j->rw, a),
              y = lyre_rw_re_repeat (j->rw, b);
  if (lyre_same (y.body, b))
    return false;
  if (y.low <= x.low && x.high <= y.high && within (j, x.body, y.body, depth))
    return true;
  return is_closed_under_concat (j, b) && !lyre_same (x.body, a) &&
         (x.low || has_epsilon (j, b)) && within (j, x.body, b, depth);
}

/* FITS[k] says: A's pieces so far are within B's first K pieces. One more
 * piece P of A. */
static void align_piece (judge *j, lyre_term p, const lyre_pieces *b,
                         bool *fits, unsigned depth) {
  bool before = fits[0];
  fits[0] = false;
  for (uint32_t k = 1; k <= b->n; k++) {
    bool old = fits[k], more = is_closed_under_concat (j, b->at[k - 1]);
    fits[k] = (before || (old && more)) && within (j, p, b->at[k - 1], depth);
    fits[k] |= fits[k - 1] && has_epsilon (j, b->at[k - 1]);
    before = old;
  }
}

static void re_pieces (lyre_rw *rw, lyre_term r, lyre_pieces *p) {
  bool many = is_op (rw, r, LYRE_RE_CONCAT);
  p->one = r;
  p->n = many ? arity (rw, r) : 1;
  p->at = many ? args_of (rw, r) : &p->one;
}

static bool pieces_within (judge *j, lyre_term a, lyre_term b, unsigned depth) {
  lyre_pieces p, q;
  bool fits[PARTS + 1] = {true};
  re_pieces (j->rw, a, &p);
  re_pieces (j->rw, b, &q);
  if (p.n > PARTS || q.n > PARTS || (p.n == 1 && q.n == 1))
    return false;
  for (uint32_t k = 1; k <= q.n; k++)
    fits[k] = fits[k - 1] && has_epsilon (j, q.at[k - 1]);
  for (uint32_t i = 0; i < p.n; i++)
    align_piece (j, p.at[i], &q, fits, depth);
  return fits[q.n];
}

static bool chars_within (judge *j, lyre_term a, lyre_term b) {
  uint32_t low, high, from, to;
  return lyre_rw_re_char_range (j->rw, a, &low, &high) &&
         lyre_rw_re_char_range (j->rw, b, &from, &to) && from <= low &&
         high <= to;
}

/* Is every word of A one of B, for sure? The depth is bounded. */
static bool within (judge *j, lyre_term a, lyre_term b, unsigned depth) {
  if (lyre_same (a, b) || is_op (j->rw, a, LYRE_RE_NONE) ||
      is_op (j->rw, b, LYRE_RE_ALL))
    return true;
  if (!depth || j->fuel-- <= 0)
    return false;
  depth--;
  return chars_within (j, a, b) || left_within (j, a, b, depth) ||
         right_within (j, a, b, depth) || repeats_within (j, a, b, depth) ||
         pieces_within (j, a, b, depth);
}

/* -------------------------------------------------- unions, intersections */

/* Is the I-th of N expressions of no use beside one of the others? Of two
 * that include each other the first stays. */
static bool is_idle (judge *j, const lyre_term *at, const bool *idle,
                     uint32_t n, uint32_t i, bool keep_large) {
  for (uint32_t k = 0; k < n; k++) {
    if (k == i || idle[k])
      continue;
    lyre_term small = keep_large ? at[i] : at[k];
    lyre_term large = keep_large ? at[k] : at[i];
    if (within (j, small, large, DEPTH))
      return true;
  }
  return false;
}

/* Union: an expression that another one includes goes; intersection: one that
 * includes another (rule 83)
 * Sound: a + b = b and a & b = a for a within b. Terminates: fewer arguments.
 * Test: re-union-included, re-inter-included */
static bool drop_included (lyre_rw *rw, lyre_term t, lyre_term *out) {
  judge j = {rw, FUEL};
  uint32_t n = arity (rw, t), k = 0;
  bool idle[MOST] = {false};
  if (n > MOST)
    return false;
  for (uint32_t i = 0; i < n; i++)
    idle[i] =
        is_idle (&j, args_of (rw, t), idle, n, i, is_op (rw, t, LYRE_RE_UNION));
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, t);
  for (uint32_t i = 0; i < n; i++)
    if (!idle[i])
      args[k++] = args[i];
  lyre_term r = k == n ? t : lyre_rw_nary (rw, op_of (rw, t), k, args);
  lyre_arena_cut (rw->scratch, m);
  return became (t, r, out);
}

/* a & comp b ==> none for a within b, also with others beside them (rule 83)
 * Sound: definition. Terminates: a constant. Test: re-inter-excluded */
static bool inter_excluded (lyre_rw *rw, lyre_term t, lyre_term *out) {
  judge j = {rw, FUEL};
  uint32_t n = arity (rw, t);
  if (n > MOST)
    return false;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < n; k++)
      if (is_op (rw, arg (rw, t, k), LYRE_RE_COMP) && i != k &&
          within (&j, arg (rw, t, i), arg (rw, arg (rw, t, k), 0), DEPTH))
        return yields (mk_none (rw), out);
  return false;
}

/* -------------------------------------------------------------- memberships */

/* s in r, or not, at a place of a conjunction or disjunction. */
typedef struct {
  uint32_t place;
  lyre_term s, r;
  bool positive;
} membership;

static uint32_t find_memberships (lyre_rw *rw, lyre_term t, membership *at) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < arity (rw, t) && n < MOST; i++) {
    lyre_term a = arg (rw, t, i);
    bool positive = !is_op (rw, a, LYRE_NOT);
    a = positive ? a : arg (rw, a, 0);
    if (is_op (rw, a, LYRE_STR_IN_RE))
      at[n++] = (membership){i, arg (rw, a, 0), arg (rw, a, 1), positive};
  }
  return n;
}

/* Does X imply Y? */
static bool implies (judge *j, const membership *x, const membership *y) {
  if (!lyre_same (x->s, y->s) || x->positive != y->positive)
    return false;
  return within (j, x->positive ? x->r : y->r, x->positive ? y->r : x->r,
                 DEPTH);
}

/* X and Y cannot both be true, or in a disjunction both be false. */
static bool clash (judge *j, const membership *x, const membership *y,
                   bool is_and) {
  return lyre_same (x->s, y->s) && x->positive == is_and &&
         y->positive != is_and && within (j, x->r, y->r, DEPTH);
}

/* s in a and s in b ==> s in a, s in a and not (s in b) ==> false for a within
 * b, and so on for not and or (rule 83)
 * Sound: definition. Terminates: fewer arguments.
 * Test: and-in-re-included, or-in-re-included */
static bool junction_included (lyre_rw *rw, lyre_term t, lyre_term *out) {
  judge j = {rw, FUEL};
  membership at[MOST];
  uint32_t n = find_memberships (rw, t, at);
  bool is_and = is_op (rw, t, LYRE_AND);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < n; k++) {
      if (i == k)
        continue;
      if (clash (&j, &at[i], &at[k], is_and))
        return yields (mk_bool (rw, !is_and), out);
      if (!implies (&j, &at[i], &at[k]))
        continue;
      lyre_mark m = lyre_arena_mark (rw->scratch);
      lyre_term *args = lyre_rw_copy_args (rw, t);
      uint32_t last = arity (rw, t) - 1;
      for (uint32_t p = at[is_and ? k : i].place; p < last; p++)
        args[p] = args[p + 1];
      *out = lyre_rw_nary (rw, op_of (rw, t), last, args);
      lyre_arena_cut (rw->scratch, m);
      return true;
    }
  return false;
}

static const lyre_rule rules[] = {
    {"re-union-included", LYRE_RE_UNION, drop_included},
    {"re-inter-included", LYRE_RE_INTER, drop_included},
    {"re-inter-excluded", LYRE_RE_INTER, inter_excluded},
    {"and-in-re-included", LYRE_AND, junction_included},
    {"or-in-re-included", LYRE_OR, junction_included},
};
LYRE_RULE_TABLE (inclusion, rules);
