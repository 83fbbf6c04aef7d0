/* Terms: hash-consing, shapes, contracts, substitution. */
#include "fixture.h"

static lyre_build_error error;

static lyre_term build (fixture *f, lyre_op op, uint32_t n,
                        const lyre_term *args) {
  return lyre_build (&f->ts, op, 0, NULL, n, args, &error);
}

static void equal_terms_have_equal_ids (void **state) {
  (void) state;
  fixture f;
  fixture_init (&f);
  lyre_term x = var (&f, "x", LYRE_STRING);
  lyre_term a = lyre_t2 (&f.ts, LYRE_STR_CONCAT, x, text (&f, "b"));
  lyre_term b = lyre_t2 (&f.ts, LYRE_STR_CONCAT, x, text (&f, "b"));
  assert_int_equal (a.id, b.id);
  assert_int_not_equal (a.id, lyre_t2 (&f.ts, LYRE_STR_CONCAT, x, x).id);
  assert_int_not_equal (x.id, var (&f, "x", LYRE_STRING).id);
  lyre_term loop = lyre_t1 (&f.ts, LYRE_STR_TO_RE, text (&f, "a"));
  assert_int_not_equal (
      lyre_node_indexed (&f.ts, LYRE_RE_LOOP, 1, 2, 1, &loop).id,
      lyre_node_indexed (&f.ts, LYRE_RE_LOOP, 1, 3, 1, &loop).id);
  fixture_release (&f);
}

/* Many terms: the table grows, ids stay, look-ups still find everything. */
static void table_grows (void **state) {
  (void) state;
  fixture f;
  fixture_init (&f);
  enum { N = 20000 };
  uint32_t first = lyre_t_int (&f.ts, 0).id;
  for (int i = 0; i < N; i++)
    assert_int_equal (lyre_t_int (&f.ts, i).id, first + (uint32_t) i);
  for (int i = 0; i < N; i++)
    assert_int_equal (lyre_t_int (&f.ts, i).id, first + (uint32_t) i);
  fixture_release (&f);
}

static void chains_become_conjunctions (void **state) {
  (void) state;
  fixture f;
  fixture_init (&f);
  lyre_term x = var (&f, "x", LYRE_INT), y = var (&f, "y", LYRE_INT);
  lyre_term three[] = {x, y, x};
  lyre_term t = build (&f, LYRE_LT, 3, three);
  assert_int_equal (lyre_op_of (&f.ts, t), LYRE_AND);
  assert_int_equal (lyre_arg_of (&f.ts, t, 1).id,
                    lyre_t2 (&f.ts, LYRE_LT, y, x).id);
  fixture_release (&f);
}

static void associativity_nests (void **state) {
  (void) state;
  fixture f;
  fixture_init (&f);
  lyre_term p = var (&f, "p", LYRE_BOOL), q = var (&f, "q", LYRE_BOOL);
  lyre_term pqp[] = {p, q, p};
  assert_int_equal (
      build (&f, LYRE_IMPLIES, 3, pqp).id,
      lyre_t2 (&f.ts, LYRE_IMPLIES, p, lyre_t2 (&f.ts, LYRE_IMPLIES, q, p)).id);
  assert_int_equal (
      build (&f, LYRE_XOR, 3, pqp).id,
      lyre_t2 (&f.ts, LYRE_XOR, lyre_t2 (&f.ts, LYRE_XOR, p, q), p).id);
  assert_int_equal (build (&f, LYRE_AND, 1, pqp).id, p.id);
  fixture_release (&f);
}

static void integers_are_promoted_beside_reals (void **state) {
  (void) state;
  fixture f;
  fixture_init (&f);
  lyre_term i = var (&f, "i", LYRE_INT), r = var (&f, "r", LYRE_REAL);
  lyre_term args[] = {i, r, lyre_t_int (&f.ts, 2)};
  lyre_term t = build (&f, LYRE_ADD, 3, args);
  assert_true (lyre_has_sort (&f.ts, t, LYRE_REAL));
  assert_int_equal (lyre_op_of (&f.ts, lyre_arg_of (&f.ts, t, 0)),
                    LYRE_TO_REAL);
  assert_true (lyre_is_value (&f.ts, lyre_arg_of (&f.ts, t, 2)));
  fixture_release (&f);
}

static void negative_numbers_are_values (void **state) {
  (void) state;
  fixture f;
  fixture_init (&f);
  lyre_term three = lyre_t_int (&f.ts, 3);
  assert_int_equal (build (&f, LYRE_SUB, 1, &three).id,
                    lyre_t_int (&f.ts, -3).id);
  fixture_release (&f);
}

static void wrong_arguments_are_refused (void **state) {
  (void) state;
  fixture f;
  fixture_init (&f);
  lyre_term x = var (&f, "x", LYRE_STRING), i = var (&f, "i", LYRE_INT);
  lyre_term xi[] = {x, i};
  assert_int_equal (build (&f, LYRE_STR_CONCAT, 2, xi).id, 0);
  assert_string_equal (error.text,
                       "argument 2 of str.++ has sort Int, not String");
  assert_int_equal (build (&f, LYRE_EQ, 2, xi).id, 0);
  assert_non_null (strstr (error.text, "different sorts"));
  assert_int_equal (build (&f, LYRE_STR_LEN, 2, xi).id, 0);
  assert_int_equal (build (&f, LYRE_RE_LOOP, 1, xi).id, 0);
  assert_non_null (strstr (error.text, "indices"));
  fixture_release (&f);
}

static void flags_follow_the_structure (void **state) {
  (void) state;
  fixture f;
  fixture_init (&f);
  lyre_terms *ts = &f.ts;
  lyre_term x = var (&f, "x", LYRE_STRING);
  lyre_term closed =
      lyre_t1 (ts, LYRE_RE_STAR, lyre_t1 (ts, LYRE_STR_TO_RE, text (&f, "a")));
  lyre_term open = lyre_t1 (ts, LYRE_RE_STAR, lyre_t1 (ts, LYRE_STR_TO_RE, x));
  assert_true (lyre_node_of (ts, closed)->flags & LYRE_NODE_CLOSED_RE);
  assert_false (lyre_node_of (ts, open)->flags & LYRE_NODE_CLOSED_RE);
  assert_true (lyre_node_of (ts, closed)->flags & LYRE_NODE_GROUND);
  lyre_term i = var (&f, "i", LYRE_INT);
  lyre_term by_two = lyre_t2 (ts, LYRE_INT_DIV, i, lyre_t_int (ts, 2));
  lyre_term by_i = lyre_t2 (ts, LYRE_INT_DIV, i, i);
  assert_false (lyre_node_of (ts, by_two)->flags & LYRE_NODE_PARTIAL);
  assert_true (lyre_node_of (ts, by_i)->flags & LYRE_NODE_PARTIAL);
  fixture_release (&f);
}

static void substitution_is_simultaneous (void **state) {
  (void) state;
  fixture f;
  fixture_init (&f);
  lyre_term x = var (&f, "x", LYRE_STRING), y = var (&f, "y", LYRE_STRING);
  lyre_term xy = lyre_t2 (&f.ts, LYRE_STR_CONCAT, x, y);
  lyre_term from[] = {x, y}, to[] = {y, x};
  assert_int_equal (lyre_term_substitute (&f.ts, xy, 2, from, to).id,
                    lyre_t2 (&f.ts, LYRE_STR_CONCAT, y, x).id);
  fixture_release (&f);
}

/* A million levels: neither the walk nor the substitution may recurse. */
static void deep_terms_are_boring (void **state) {
  (void) state;
  fixture f;
  fixture_init (&f);
  lyre_term x = var (&f, "x", LYRE_STRING), y = var (&f, "y", LYRE_STRING);
  lyre_term t = x;
  for (int i = 0; i < 1000000; i++)
    t = lyre_t2 (&f.ts, LYRE_STR_CONCAT, x, t);
  lyre_term u = lyre_term_substitute (&f.ts, t, 1, &x, &y);
  lyre_term_list vars = lyre_free_vars (&f.ts, &f.env.scratch, 1, &u);
  assert_int_equal (vars.n, 1);
  assert_int_equal (vars.terms[0].id, y.id);
  fixture_release (&f);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (equal_terms_have_equal_ids),
      cmocka_unit_test (table_grows),
      cmocka_unit_test (chains_become_conjunctions),
      cmocka_unit_test (associativity_nests),
      cmocka_unit_test (integers_are_promoted_beside_reals),
      cmocka_unit_test (negative_numbers_are_values),
      cmocka_unit_test (wrong_arguments_are_refused),
      cmocka_unit_test (flags_follow_the_structure),
      cmocka_unit_test (substitution_is_simultaneous),
      cmocka_unit_test (deep_terms_are_boring),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
