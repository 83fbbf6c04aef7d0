/* The public interface: contracts, limits, failures, answers. Uses lyre.h as
 * any user would, and api/ctx.h only to make things fail on demand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "api/ctx.h"
#include "lyre.h"

static lyre_term mk1 (lyre_ctx *c, lyre_op op, lyre_term a) {
  return lyre_mk (c, op, 1, &a);
}

static lyre_term mk2 (lyre_ctx *c, lyre_op op, lyre_term a, lyre_term b) {
  return lyre_mk (c, op, 2, (lyre_term[]){a, b});
}

static lyre_term text (lyre_ctx *c, const char *s) {
  return lyre_mk_string_utf8 (c, s, strlen (s));
}

static void the_header_example_works (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term x = lyre_mk_var (c, "x", LYRE_STRING);
  lyre_term ab = lyre_mk_string_utf8 (c, "ab", 2);
  lyre_assert (c, mk2 (c, LYRE_STR_PREFIXOF, ab, x));
  assert_int_equal (lyre_check (c, 0, NULL), LYRE_SAT);
  uint32_t cp[8];
  size_t len;
  assert_true (lyre_value_string (c, lyre_value (c, x), cp, 8, &len));
  assert_true (len >= 2 && cp[0] == 'a' && cp[1] == 'b');
  lyre_delete (c);
}

static void terms_are_evaluated_without_a_check (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term x = lyre_mk_var (c, "x", LYRE_STRING);
  lyre_term n = lyre_mk_var (c, "n", LYRE_INT);
  lyre_term t = mk2 (c, LYRE_ADD, lyre_mk (c, LYRE_STR_LEN, 1, &x), n);
  lyre_term values[] = {text (c, "abc"), lyre_mk_int (c, 4)};
  lyre_term vars[] = {x, n};
  int64_t i;
  assert_true (lyre_value_int64 (c, lyre_evaluate (c, t, 2, vars, values), &i));
  assert_int_equal (i, 7);
  assert_true (lyre_value_int64 (c, lyre_evaluate (c, t, 1, vars, values), &i));
  assert_int_equal (i, 3);
  assert_int_equal (lyre_evaluate (c, t, 2, values, vars).id, 0);
  assert_int_equal (lyre_evaluate (c, t, 1, vars, values + 1).id, 0);
  lyre_delete (c);
}

static void broken_contracts_are_reported (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term x = lyre_mk_var (c, "x", LYRE_STRING);
  assert_int_equal (mk1 (c, LYRE_NOT, x).id, 0);
  assert_non_null (strstr (lyre_last_error (c), "not"));
  assert_int_equal (mk1 (c, LYRE_NOT, (lyre_term){12345}).id, 0);
  assert_int_equal (lyre_mk (c, LYRE_OP_COUNT, 0, NULL).id, 0);
  assert_int_equal (lyre_mk (c, LYRE_VAR, 0, NULL).id, 0);
  assert_int_equal (lyre_mk_var (c, "y", (lyre_sort){99}).id, 0);
  assert_int_equal (lyre_mk_int_text (c, "12a", 3).id, 0);
  assert_int_equal (lyre_mk_string (c, (uint32_t[]){0x30000}, 1).id, 0);
  assert_int_equal (lyre_mk_string_utf8 (c, "\xff", 1).id, 0);
  assert_int_equal (lyre_assert (c, x), LYRE_ERROR);
  assert_int_equal (lyre_pop (c, 1), LYRE_ERROR);
  assert_int_equal (lyre_set_option (c, "no-such", "1"), LYRE_ERROR);
  assert_int_equal (lyre_set_option (c, "timeout", "-1"), LYRE_ERROR);
  assert_int_equal (lyre_value (c, x).id, 0);
  assert_null (lyre_reason_unknown (c));
  lyre_delete (c);
}

static void levels_bring_assertions_back (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term p = lyre_mk_var (c, "p", LYRE_BOOL);
  lyre_assert (c, p);
  lyre_push (c, 2);
  lyre_assert (c, mk1 (c, LYRE_NOT, p));
  assert_int_equal (lyre_check (c, 0, NULL), LYRE_UNSAT);
  assert_true (lyre_core_has_assertion (c, 0));
  assert_true (lyre_core_has_assertion (c, 1));
  assert_false (lyre_core_has_assertion (c, 2));
  assert_int_equal (lyre_pop (c, 1), LYRE_OK);
  assert_int_equal (lyre_n_assertions (c), 1);
  assert_int_equal (lyre_check (c, 0, NULL), LYRE_SAT);
  assert_int_equal (lyre_levels (c), 1);
  lyre_delete (c);
}

/* Of many assertions, two on lengths that cannot be true together. */
static void cores_are_small (void **state) {
  (void) state;
  enum { N = 40 };
  lyre_ctx *c = lyre_new ();
  lyre_term x = lyre_mk_var (c, "x", LYRE_STRING);
  lyre_term len = mk1 (c, LYRE_STR_LEN, x);
  for (int i = 0; i < N; i++) {
    lyre_term y = lyre_mk_var (c, "y", LYRE_STRING);
    lyre_term parts[] = {x, y};
    lyre_term sides[] = {len, lyre_mk_int (c, i == 7 ? 100 : N)};
    lyre_assert (c, i == 7 || i == 30
                        ? lyre_mk (c, i == 7 ? LYRE_GT : LYRE_LE, 2, sides)
                        : lyre_mk (c, LYRE_STR_CONTAINS, 2, parts));
  }
  assert_int_equal (lyre_check (c, 0, NULL), LYRE_UNSAT);
  for (uint32_t i = 0; i < N; i++)
    assert_int_equal (lyre_core_has_assertion (c, i), i == 7 || i == 30);
  assert_false (lyre_core_has_assertion (c, N));
  assert_int_equal (lyre_check (c, 0, NULL), LYRE_UNSAT);
  lyre_delete (c);
}

static void assumptions_do_not_stay (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term p = lyre_mk_var (c, "p", LYRE_BOOL);
  lyre_term q = lyre_mk_var (c, "q", LYRE_BOOL);
  lyre_set_option (c, "minimize-cores", "true");
  lyre_assert (c, p);
  lyre_term assumptions[] = {q, mk1 (c, LYRE_NOT, p)};
  assert_int_equal (lyre_check (c, 2, assumptions), LYRE_UNSAT);
  assert_false (lyre_core_has_assumption (c, 0));
  assert_true (lyre_core_has_assumption (c, 1));
  assert_int_equal (lyre_check (c, 1, assumptions), LYRE_SAT);
  lyre_delete (c);
}

static void interrupts_are_answered (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term x = lyre_mk_var (c, "x", LYRE_STRING);
  lyre_term y = lyre_mk_var (c, "y", LYRE_STRING);
  lyre_assert (c, mk2 (c, LYRE_STR_LT, mk2 (c, LYRE_STR_CONCAT, x, y),
                       mk2 (c, LYRE_STR_CONCAT, y, x)));
  lyre_interrupt (c);
  assert_int_equal (lyre_check (c, 0, NULL), LYRE_UNKNOWN);
  assert_string_equal (lyre_reason_unknown (c), "interrupted");
  assert_int_equal (lyre_check (c, 0, NULL), LYRE_SAT);
  assert_null (lyre_reason_unknown (c));
  lyre_delete (c);
}

/* A small session that touches terms, options, solving and values; returns
 * false as soon as something runs out of memory. */
static bool session (lyre_ctx *c) {
  lyre_term x = lyre_mk_var (c, "x", LYRE_STRING);
  lyre_term a = x.id ? text (c, "abc") : LYRE_NO_TERM;
  if (!a.id)
    return false;
  lyre_term xa = mk2 (c, LYRE_STR_CONCAT, x, a);
  lyre_term goal = xa.id ? mk2 (c, LYRE_EQ, xa, text (c, "zzabc")) : xa;
  if (!goal.id || lyre_assert (c, goal) != LYRE_OK ||
      lyre_push (c, 1) != LYRE_OK)
    return false;
  if (lyre_check (c, 0, NULL) != LYRE_SAT)
    return false;
  return lyre_value (c, x).id != 0;
}

/* Fail allocation 1, 2, 3, ... of a session until one goes through: no crash,
 * no leak, and the context works again afterwards. */
static void every_allocation_may_fail (void **state) {
  (void) state;
  bool passed = false;
  for (uint64_t k = 1; !passed; k++) {
    lyre_ctx *c = lyre_new ();
    c->env.mem.fail_at = c->env.mem.allocations + k;
    passed = session (c);
    if (!passed)
      assert_true (strlen (lyre_last_error (c)) > 0 || lyre_reason_unknown (c));
    c->env.mem.fail_at = 0;
    lyre_reset_assertions (c);
    assert_true (session (c));
    lyre_delete (c);
    assert_true (k < 100000);
  }
}

/* Fire each poll site: the answer is unknown or right, never a crash. */
static void every_poll_site_may_fire (void **state) {
  (void) state;
  for (int site = 0; site < LYRE_POLL_COUNT; site++) {
    lyre_ctx *c = lyre_new ();
    lyre_term x = lyre_mk_var (c, "x", LYRE_STRING);
    lyre_term y = lyre_mk_var (c, "y", LYRE_STRING);
    lyre_term star =
        mk1 (c, LYRE_RE_STAR, mk1 (c, LYRE_STR_TO_RE, text (c, "ab")));
    lyre_assert (c, mk2 (c, LYRE_STR_IN_RE, x, star));
    lyre_assert (c, mk2 (c, LYRE_STR_LT, x, y));
    c->env.fire_at[site] = 1;
    lyre_result r = lyre_check (c, 0, NULL);
    assert_true (r == LYRE_SAT || r == LYRE_UNKNOWN);
    memset (c->env.fire_at, 0, sizeof c->env.fire_at);
    assert_int_equal (lyre_check (c, 0, NULL), LYRE_SAT);
    lyre_delete (c);
  }
}

static void memory_limits_are_survived (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_set_option (c, "memory", "1");
  lyre_term t = lyre_mk_var (c, "x", LYRE_STRING), last = t;
  for (lyre_term y = t; t.id && y.id;) {
    last = t;
    y = lyre_mk_var (c, "y", LYRE_STRING);
    t = y.id ? mk2 (c, LYRE_STR_CONCAT, t, y) : LYRE_NO_TERM;
  }
  assert_string_equal (lyre_last_error (c), "out of memory");
  lyre_set_option (c, "memory", "0");
  lyre_assert (c, mk2 (c, LYRE_EQ, last, last));
  assert_int_equal (lyre_check (c, 0, NULL), LYRE_SAT);
  lyre_delete (c);
}

static void options_round_trip (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_option_info info;
  uint32_t n = 0;
  for (; lyre_option_info_get (n, &info); n++) {
    const char *value = lyre_get_option (c, info.name);
    assert_non_null (value);
    char copy[64];
    strcpy (copy, value);
    assert_int_equal (lyre_set_option (c, info.name, copy), LYRE_OK);
    assert_string_equal (lyre_get_option (c, info.name), copy);
  }
  assert_true (n > 5);
  lyre_delete (c);
}

static void rules_have_switches (void **state) {
  (void) state;
  static const char rule[] = "rule-len-concat";
  lyre_ctx *c = lyre_new ();
  lyre_term x = lyre_mk_var (c, "x", LYRE_STRING);
  lyre_term twice = mk2 (c, LYRE_STR_CONCAT, x, x);
  lyre_term len = lyre_mk (c, LYRE_STR_LEN, 1, &twice);
  lyre_term simple = lyre_simplify (c, len);
  assert_int_not_equal (simple.id, len.id);
  assert_string_equal (lyre_get_option (c, rule), "true");
  assert_int_equal (lyre_set_option (c, rule, "perhaps"), LYRE_ERROR);
  for (int i = 0; i < 2; i++) {
    assert_int_equal (lyre_set_option (c, rule, "false"), LYRE_OK);
    assert_string_equal (lyre_get_option (c, rule), "false");
  }
  assert_int_equal (lyre_simplify (c, len).id, len.id);
  assert_int_equal (lyre_set_option (c, rule, "true"), LYRE_OK);
  assert_int_equal (lyre_simplify (c, len).id, simple.id);
  assert_null (lyre_get_option (c, "rule-none"));
  assert_int_equal (lyre_set_option (c, "rule-none", "false"), LYRE_ERROR);
  lyre_delete (c);
}

static void quantifiers_and_functions_are_honest (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term x = lyre_mk_var (c, "x", LYRE_INT);
  lyre_fun f = lyre_mk_fun (c, "f", 1, &(lyre_sort){LYRE_INT.id}, LYRE_INT);
  lyre_term fx = lyre_mk_apply (c, f, 1, &x);
  assert_int_equal (lyre_mk_apply (c, f, 0, NULL).id, 0);
  lyre_push (c, 1);
  lyre_assert (c, mk2 (c, LYRE_LT, fx, x));
  assert_int_equal (lyre_check (c, 0, NULL), LYRE_SAT);
  lyre_term body = lyre_fun_value (c, f, 1, &x);
  assert_true (lyre_value (c, body).id);
  assert_int_equal (lyre_value (c, body).id, lyre_value (c, fx).id);
  assert_int_equal (lyre_fun_value (c, f, 2, (lyre_term[]){x, x}).id, 0);
  lyre_pop (c, 1);
  lyre_term all = lyre_mk_quantifier (
      c, LYRE_FORALL, 1, &x, mk2 (c, LYRE_LE, x, mk1 (c, LYRE_ABS, x)));
  lyre_assert (c, all);
  assert_int_equal (lyre_check (c, 0, NULL), LYRE_UNKNOWN);
  lyre_delete (c);
}

/* The value of a division by zero is open: no assertion that mentions one may
 * be refuted by evaluation. */
static void division_by_zero_is_open (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term zero = lyre_mk_int (c, 0), one = lyre_mk_int (c, 1);
  lyre_term q = mk2 (c, LYRE_INT_DIV, one, zero);
  lyre_assert (c, mk2 (c, LYRE_EQ, q, lyre_mk_int (c, 5)));
  assert_int_not_equal (lyre_check (c, 0, NULL), LYRE_UNSAT);
  lyre_delete (c);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_header_example_works),
      cmocka_unit_test (terms_are_evaluated_without_a_check),
      cmocka_unit_test (broken_contracts_are_reported),
      cmocka_unit_test (levels_bring_assertions_back),
      cmocka_unit_test (cores_are_small),
      cmocka_unit_test (assumptions_do_not_stay),
      cmocka_unit_test (interrupts_are_answered),
      cmocka_unit_test (every_allocation_may_fail),
      cmocka_unit_test (every_poll_site_may_fire),
      cmocka_unit_test (memory_limits_are_survived),
      cmocka_unit_test (options_round_trip),
      cmocka_unit_test (rules_have_switches),
      cmocka_unit_test (quantifiers_and_functions_are_honest),
      cmocka_unit_test (division_by_zero_is_open),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
