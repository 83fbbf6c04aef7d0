/* Rules for the Boolean operators and ite. Nested and, or and => arrive flat:
 * the driver sees to that. */
#include "rewrite/rules.h"

enum {
  SPLICE_MAX = 64,  /* a negated junction this wide is joined */
  ABSORB_MAX = 16,  /* a dual junction this wide is compared with its context */
  DISTINCT_MAX = 8, /* a distinct this wide becomes disequalities */
};

static bool is_true (lyre_rw *rw, lyre_term t) {
  return is_op (rw, t, LYRE_TRUE);
}

static bool is_false (lyre_rw *rw, lyre_term t) {
  return is_op (rw, t, LYRE_FALSE);
}

static bool are_opposite (lyre_rw *rw, lyre_term a, lyre_term b) {
  return lyre_same (lyre_rw_not (rw, a), b);
}

/* --------------------------------------------------------------------- not */

/* not true ==> false, not false ==> true, not not p ==> p
 * Sound: truth table. Terminates: fewer operators. Test: not-fold */
static bool not_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  return became (t, lyre_rw_not (rw, arg (rw, t, 0)), out);
}

static lyre_op dual_of (lyre_op op) {
  return op == LYRE_AND ? LYRE_OR : LYRE_AND;
}

/* The dual of the junction T over its negated arguments. */
static lyre_term de_morgan (lyre_rw *rw, lyre_term t) {
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, t);
  for (uint32_t i = 0; i < arity (rw, t); i++)
    args[i] = lyre_rw_not (rw, args[i]);
  lyre_term r =
      lyre_node_make (rw->ts, dual_of (op_of (rw, t)), arity (rw, t), args);
  lyre_arena_cut (rw->scratch, m);
  return r;
}

/* not (and (not p) (not q)) ==> or p q, and the dual
 * Sound: de Morgan. Terminates: fewer negations. Test: not-de-morgan */
static bool not_de_morgan (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term a = arg (rw, t, 0);
  if (!is_op (rw, a, LYRE_AND) && !is_op (rw, a, LYRE_OR))
    return false;
  for (uint32_t i = 0; i < arity (rw, a); i++)
    if (!is_op (rw, arg (rw, a, i), LYRE_NOT))
      return false;
  return yields (de_morgan (rw, a), out);
}

/* -------------------------------------------------------------- and and or */

/* Adds A to the junction in ARGS unless it is there already. False if the
 * junction is decided: its absorbing constant or complementary literals. */
static bool add_literal (lyre_rw *rw, lyre_op op, lyre_term a, lyre_term *args,
                         uint32_t *n) {
  if (op_of (rw, a) == (op == LYRE_AND ? LYRE_TRUE : LYRE_FALSE))
    return true;
  if (op_of (rw, a) == (op == LYRE_AND ? LYRE_FALSE : LYRE_TRUE))
    return false;
  bool negated = is_op (rw, a, LYRE_NOT);
  uint32_t atom = negated ? arg (rw, a, 0).id : a.id;
  int mark = lyre_rw_mark (rw, atom, negated);
  if (mark < 0)
    args[(*n)++] = a;
  return mark < 0 || mark == negated;
}

/* and: drop true and duplicates, sort; false and p, not p decide. Dual for or.
 * Sound: laws of a Boolean algebra. Terminates: a sorted set stays as it is.
 * Test: and-normal, or-normal */
static bool junction_normal (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_op op = op_of (rw, t);
  uint32_t n = 0;
  lyre_rw_epoch (rw);
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_arena_array (rw->scratch, lyre_term, arity (rw, t));
  for (uint32_t i = 0; i < arity (rw, t); i++)
    if (!add_literal (rw, op, arg (rw, t, i), args, &n)) {
      lyre_arena_cut (rw->scratch, m);
      return yields (mk_bool (rw, op == LYRE_OR), out);
    }
  lyre_rw_sort_by_id (args, n);
  lyre_term r = lyre_rw_nary (rw, op, n, args);
  lyre_arena_cut (rw->scratch, m);
  return became (t, r, out);
}

/* Is A the negation of a small junction that is dual to OP? */
static bool is_negated_dual (lyre_rw *rw, lyre_op op, lyre_term a) {
  return is_op (rw, a, LYRE_NOT) && is_op (rw, arg (rw, a, 0), dual_of (op)) &&
         arity (rw, arg (rw, a, 0)) <= SPLICE_MAX;
}

/* and p (not (or q r)) ==> and p (not q) (not r), and the dual
 * Sound: de Morgan. Terminates: no not above the junction afterwards.
 * Test: and-not-or, or-not-and */
static bool junction_splice (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_op op = op_of (rw, t);
  bool found = false;
  for (uint32_t i = 0; i < arity (rw, t) && !found; i++)
    found = is_negated_dual (rw, op, arg (rw, t, i));
  if (!found)
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, t);
  for (uint32_t i = 0; i < arity (rw, t); i++)
    if (is_negated_dual (rw, op, args[i]))
      args[i] = de_morgan (rw, arg (rw, args[i], 0));
  *out = lyre_node_make (rw->ts, op, arity (rw, t), args);
  lyre_arena_cut (rw->scratch, m);
  return true;
}

/* The mark of literal A as an argument of the junction: 1 if it is there, 0 if
 * its negation is, -1 if neither. */
static int literal_in_context (lyre_rw *rw, lyre_term a) {
  bool negated = is_op (rw, a, LYRE_NOT);
  int mark = lyre_rw_marked (rw, negated ? arg (rw, a, 0).id : a.id);
  return mark < 0 ? -1 : mark == negated;
}

/* What is left of the dual junction D next to the marked literals: the unit of
 * the outer operator if one of them is in D, else D without those whose
 * negation is marked. */
static lyre_term absorb (lyre_rw *rw, lyre_op outer, lyre_term d) {
  lyre_term left[ABSORB_MAX];
  uint32_t n = 0;
  for (uint32_t i = 0; i < arity (rw, d); i++) {
    int context = literal_in_context (rw, arg (rw, d, i));
    if (context == 1)
      return mk_bool (rw, outer == LYRE_AND);
    if (context < 0)
      left[n++] = arg (rw, d, i);
  }
  return lyre_rw_nary (rw, op_of (rw, d), n, left);
}

/* and p (or p q) ==> p;  and p (or (not p) q) ==> and p q;  dually for or
 * Sound: absorption and unit resolution. Terminates: fewer arguments.
 * Test: and-absorb, or-absorb */
static bool junction_absorb (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_op op = op_of (rw, t), dual = dual_of (op);
  bool found = false;
  lyre_rw_epoch (rw);
  for (uint32_t i = 0; i < arity (rw, t); i++) {
    lyre_term a = arg (rw, t, i);
    bool negated = is_op (rw, a, LYRE_NOT);
    found = found || is_op (rw, a, dual);
    lyre_rw_mark (rw, negated ? arg (rw, a, 0).id : a.id, negated);
  }
  if (!found)
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, t);
  bool changed = false;
  for (uint32_t i = 0; i < arity (rw, t); i++) {
    if (!is_op (rw, args[i], dual) || arity (rw, args[i]) > ABSORB_MAX)
      continue;
    lyre_term left = absorb (rw, op, args[i]);
    changed = changed || !lyre_same (left, args[i]);
    args[i] = left;
  }
  if (changed)
    *out = lyre_node_make (rw->ts, op, arity (rw, t), args);
  lyre_arena_cut (rw->scratch, m);
  return changed;
}

/* xor p q ==> not (= p q)
 * Sound: truth table. Terminates: no xor left. Test: xor-to-eq */
static bool xor_to_eq (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term e = mk_eq (rw, arg (rw, t, 0), arg (rw, t, 1));
  return yields (lyre_rw_not (rw, e), out);
}

/* => p q ==> or (not p) q
 * Sound: truth table. Terminates: no => left. Test: implies-to-or */
static bool implies_to_or (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term p = lyre_rw_not (rw, arg (rw, t, 0));
  return yields (mk2 (rw, LYRE_OR, p, arg (rw, t, 1)), out);
}

/* --------------------------------------------------------------------- ite */

/* ite true a b ==> a;  ite false a b ==> b;  ite c a a ==> a;
 * ite (not c) a b ==> ite c b a
 * Sound: by cases of c. Terminates: fewer operators. Test: ite-fold */
static bool ite_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term c = arg (rw, t, 0), a = arg (rw, t, 1), b = arg (rw, t, 2);
  if (is_true (rw, c) || lyre_same (a, b))
    return yields (a, out);
  if (is_false (rw, c))
    return yields (b, out);
  if (is_op (rw, c, LYRE_NOT))
    return yields (mk_ite (rw, arg (rw, c, 0), b, a), out);
  return false;
}

/* ite c (ite c a b) d ==> ite c a d;  ite c a (ite c b d) ==> ite c a d
 * Sound: the inner condition is known. Terminates: fewer operators.
 * Test: ite-nested */
static bool ite_nested (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term c = arg (rw, t, 0), a = arg (rw, t, 1), b = arg (rw, t, 2);
  if (is_op (rw, a, LYRE_ITE) && lyre_same (arg (rw, a, 0), c))
    return yields (mk_ite (rw, c, arg (rw, a, 1), b), out);
  if (is_op (rw, b, LYRE_ITE) && lyre_same (arg (rw, b, 0), c))
    return yields (mk_ite (rw, c, a, arg (rw, b, 2)), out);
  return false;
}

/* ite (= a b) a b ==> b, in either order of the condition's sides
 * Sound: where they differ b is chosen, where they do not it is equal.
 * Terminates: fewer operators. Test: ite-equal */
static bool ite_equal (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term c = arg (rw, t, 0), a = arg (rw, t, 1), b = arg (rw, t, 2);
  if (!is_op (rw, c, LYRE_EQ))
    return false;
  lyre_term x = arg (rw, c, 0), y = arg (rw, c, 1);
  if ((lyre_same (x, a) && lyre_same (y, b)) ||
      (lyre_same (x, b) && lyre_same (y, a)))
    return yields (b, out);
  return false;
}

/* A Boolean ite with a constant, the condition or opposite branches:
 * ite c true b ==> or c b, ite c a (not a) ==> (= c a), ...
 * Sound: truth table. Terminates: no ite at the root. Test: ite-bool */
static bool ite_bool (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term c = arg (rw, t, 0), a = arg (rw, t, 1), b = arg (rw, t, 2);
  if (!has_sort (rw, t, LYRE_BOOL))
    return false;
  lyre_term not_c = lyre_rw_not (rw, c);
  if (is_true (rw, a) || lyre_same (a, c))
    return yields (mk2 (rw, LYRE_OR, c, b), out);
  if (is_false (rw, a) || lyre_same (a, not_c))
    return yields (mk2 (rw, LYRE_AND, not_c, b), out);
  if (is_true (rw, b) || lyre_same (b, not_c))
    return yields (mk2 (rw, LYRE_OR, not_c, a), out);
  if (is_false (rw, b) || lyre_same (b, c))
    return yields (mk2 (rw, LYRE_AND, c, a), out);
  if (are_opposite (rw, a, b))
    return yields (mk_eq (rw, c, a), out);
  return false;
}

/* ---------------------------------------------------------------- distinct */

/* distinct with an argument twice, or over more than two Booleans, is false
 * Sound: pigeonhole. Terminates: a constant. Test: distinct-false */
static bool distinct_false (lyre_rw *rw, lyre_term t, lyre_term *out) {
  if (arity (rw, t) > 2 && has_sort (rw, arg (rw, t, 0), LYRE_BOOL))
    return yields (mk_bool (rw, false), out);
  lyre_rw_epoch (rw);
  for (uint32_t i = 0; i < arity (rw, t); i++)
    if (lyre_rw_mark (rw, arg (rw, t, i).id, 1) >= 0)
      return yields (mk_bool (rw, false), out);
  return false;
}

/* distinct over different values ==> true
 * Sound: values are hash-consed and none is of sort RegLan.
 * Terminates: a constant. Test: distinct-values */
static bool distinct_values (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_rw_epoch (rw);
  for (uint32_t i = 0; i < arity (rw, t); i++) {
    lyre_term a = arg (rw, t, i);
    if (!lyre_is_value (rw->ts, a) || lyre_rw_mark (rw, a.id, 1) >= 0)
      return false;
  }
  return yields (mk_bool (rw, true), out);
}

/* distinct a b c ==> a != b and a != c and b != c, if there are few
 * Sound: the definition. Terminates: no distinct left. Test: distinct-pairs */
static bool distinct_pairs (lyre_rw *rw, lyre_term t, lyre_term *out) {
  uint32_t n = arity (rw, t), k = 0;
  lyre_term pairs[DISTINCT_MAX * DISTINCT_MAX / 2];
  if (n > DISTINCT_MAX)
    return false;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = i + 1; j < n; j++) {
      lyre_term e = mk_eq (rw, arg (rw, t, i), arg (rw, t, j));
      pairs[k++] = mk1 (rw, LYRE_NOT, e);
    }
  return yields (lyre_rw_nary (rw, LYRE_AND, k, pairs), out);
}

static const lyre_rule rules[] = {
    {"not-fold", LYRE_NOT, not_fold},
    {"not-de-morgan", LYRE_NOT, not_de_morgan},
    {"and-normal", LYRE_AND, junction_normal},
    {"or-normal", LYRE_OR, junction_normal},
    {"and-not-or", LYRE_AND, junction_splice},
    {"or-not-and", LYRE_OR, junction_splice},
    {"and-absorb", LYRE_AND, junction_absorb},
    {"or-absorb", LYRE_OR, junction_absorb},
    {"xor-to-eq", LYRE_XOR, xor_to_eq},
    {"implies-to-or", LYRE_IMPLIES, implies_to_or},
    {"ite-fold", LYRE_ITE, ite_fold},
    {"ite-nested", LYRE_ITE, ite_nested},
    {"ite-equal", LYRE_ITE, ite_equal},
    {"ite-bool", LYRE_ITE, ite_bool},
    {"distinct-false", LYRE_DISTINCT, distinct_false},
    {"distinct-values", LYRE_DISTINCT, distinct_values},
    {"distinct-pairs", LYRE_DISTINCT, distinct_pairs},
};
LYRE_RULE_TABLE (boolean, rules);
