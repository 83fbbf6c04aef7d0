/* Preprocessing: each pass keeps the question and the models. */
#include "fixture.h"

#include "preprocess/preprocess.h"

typedef struct {
  fixture f;
  lyre_rw *rw;
  lyre_prep prep;
} bench;

static void set_up (bench *b) {
  fixture_init (&b->f);
  b->rw = lyre_rw_new (&b->f.ts, &b->f.env.mem);
  lyre_prep_init (&b->prep, &b->f.env, &b->f.ts, b->rw, &b->f.env.mem);
}

static void tear_down (bench *b) {
  lyre_prep_release (&b->prep);
  lyre_rw_delete (b->rw);
  fixture_release (&b->f);
}

static lyre_term eq (bench *b, lyre_term x, lyre_term y) {
  return lyre_t2 (&b->f.ts, LYRE_EQ, x, y);
}

static void run (bench *b, uint32_t n, const lyre_term *assertions) {
  lyre_preprocess (&b->prep, n, assertions);
}

static void definitions_are_followed (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "x", LYRE_STRING), y = var (&b.f, "y", LYRE_STRING);
  lyre_term z = var (&b.f, "z", LYRE_STRING);
  /* x = y z, y = "a", z = "b": everything is defined. */
  lyre_term as[] = {eq (&b, x, lyre_t2 (ts, LYRE_STR_CONCAT, y, z)),
                    eq (&b, y, text (&b.f, "a")), eq (&b, text (&b.f, "b"), z)};
  run (&b, 3, as);
  assert_int_equal (b.prep.assertions.len, 0);
  assert_int_equal (b.prep.defined.len, 3);
  lyre_model m;
  lyre_model_init (&m, &b.f.env.mem);
  assert_true (lyre_preprocess_extend (&b.prep, &m));
  const lyre_val *v = lyre_model_get (&m, x);
  assert_true (v && v->s->len == 2 && lyre_str_at (v->s, 1) == 'b');
  lyre_model_release (&m);
  tear_down (&b);
}

static void clashes_are_refuted (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_term x = var (&b.f, "x", LYRE_STRING);
  lyre_term as[] = {eq (&b, x, text (&b.f, "a")), eq (&b, x, text (&b.f, "b"))};
  run (&b, 2, as);
  assert_true (b.prep.is_false);
  tear_down (&b);
}

/* Cycles through shared subterms must be noticed: x := g(f(x)) is met below
 * y := h(f(x)) while f(x) itself is on the path. */
static void cycles_are_not_definitions (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "x", LYRE_STRING), y = var (&b.f, "y", LYRE_STRING);
  lyre_term z = var (&b.f, "z", LYRE_STRING);
  lyre_term fx = lyre_t3 (ts, LYRE_STR_REPLACE, x, z, text (&b.f, "q"));
  lyre_term as[] = {eq (&b, y, lyre_t1 (ts, LYRE_STR_REV, fx)),
                    eq (&b, x, lyre_t1 (ts, LYRE_STR_TO_LOWER, fx)),
                    eq (&b, z, lyre_t2 (ts, LYRE_STR_CONCAT, y, x))};
  run (&b, 3, as);
  assert_true (b.prep.assertions.len >= 1);
  assert_false (b.prep.is_false);
  tear_down (&b);
}

static void asserted_atoms_are_told_to_others (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "x", LYRE_STRING), y = var (&b.f, "y", LYRE_STRING);
  lyre_term p = lyre_t2 (ts, LYRE_STR_CONTAINS, x, y);
  lyre_term q = lyre_t2 (ts, LYRE_STR_LT, x, y);
  lyre_term as[] = {p, lyre_t2 (ts, LYRE_OR, lyre_t1 (ts, LYRE_NOT, p), q),
                    lyre_t2 (ts, LYRE_OR, lyre_t1 (ts, LYRE_NOT, q),
                             lyre_t1 (ts, LYRE_NOT, p))};
  run (&b, 3, as);
  assert_true (b.prep.is_false);
  tear_down (&b);
}

static void an_assertion_does_not_justify_itself (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "x", LYRE_STRING), y = var (&b.f, "y", LYRE_STRING);
  lyre_term p = lyre_t2 (ts, LYRE_STR_CONTAINS, x, y);
  run (&b, 1, &p);
  assert_int_equal (b.prep.assertions.len, 1);
  tear_down (&b);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (definitions_are_followed),
      cmocka_unit_test (clashes_are_refuted),
      cmocka_unit_test (cycles_are_not_definitions),
      cmocka_unit_test (asserted_atoms_are_told_to_others),
      cmocka_unit_test (an_assertion_does_not_justify_itself),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
