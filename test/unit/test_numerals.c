/* Numerals against lists of all short words: what the automaton says of
 * neighbours and leading zeros, a loop over the words says, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/automata/numerals.h"

enum { LONGEST = 3 };

static lyre_env env;
static lyre_arena arena;
static lyre_re_pool *pool;
static jmp_buf escape;
static uint64_t seed = 0x9E3779B97F4A7C15u;

static int setup (void **state) {
  (void) state;
  lyre_env_init (&env);
  env.mem.escape = &escape;
  lyre_arena_init (&arena, &env.mem);
  pool = lyre_re_pool_new (&env, &env.mem);
  return 0;
}

static int teardown (void **state) {
  (void) state;
  lyre_re_pool_delete (pool);
  lyre_arena_release (&arena);
  lyre_arena_release (&env.scratch);
  assert_int_equal (env.mem.used, 0);
  lyre_env_release (&env);
  return 0;
}

static uint32_t below (uint32_t n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t) (seed >> 33) % n;
}

static lyre_re random_re (int depth) {
  uint32_t a = '0' + below (10), b = '0' + below (10);
  lyre_re parts[2];
  if (!depth || !below (4))
    return lyre_re_chars (
        pool, lyre_charset_range (&arena, a < b ? a : b, a < b ? b : a));
  parts[0] = random_re (depth - 1);
  parts[1] = random_re (depth - 1);
  switch (below (5)) {
  case 0:
    return lyre_re_union (pool, 2, parts);
  case 1:
    return lyre_re_inter (pool, 2,
                          (lyre_re[]){parts[0], lyre_re_comp (pool, parts[1])});
  case 2:
    return lyre_re_star (pool, parts[0]);
  default:
    return lyre_re_concat (pool, parts[0], parts[1]);
  }
}

static bool has_word (lyre_re r, const char *digits) {
  return lyre_re_matches (pool, r, lyre_str_from_ascii (&arena, digits));
}

static void write (char *out, uint32_t length, int value) {
  snprintf (out, 16, "%0*d", (int) length, value);
}

/* The nearest value that has a word of this length, or -1. */
static int naive_nearest (lyre_re r, uint32_t length, int value, bool down) {
  int end = 1;
  char digits[16];
  for (uint32_t i = 0; i < length; i++)
    end *= 10;
  for (; value >= 0 && value < end; value += down ? -1 : 1) {
    write (digits, length, value);
    if (has_word (r, digits))
      return value;
  }
  return -1;
}

static void check_value (lyre_re r, const lyre_numerals *a, uint32_t length,
                         int value, bool down) {
  char digits[16], expected[16];
  write (digits, length, value);
  const char *got = lyre_numerals_nearest (a, &arena, digits, down);
  int naive = naive_nearest (r, length, value, down);
  if (naive < 0) {
    assert_null (got);
    return;
  }
  write (expected, length, naive);
  assert_non_null (got);
  assert_string_equal (got, expected);
}

static void test_nearest (void **state) {
  (void) state;
  for (int i = 0; i < 300; i++) {
    lyre_re r = random_re (4);
    const lyre_numerals *a = lyre_numerals_of (pool, &arena, r, 200);
    assert_non_null (a);
    for (uint32_t n = 1, end = 10; n <= LONGEST; n++, end *= 10)
      for (int k = 0; k < 10; k++) {
        int value = (int) below (end);
        check_value (r, a, n, value, true);
        check_value (r, a, n, value, false);
      }
  }
}

/* The nearest value that has a word of at most LONGEST + 1 digits, or -1. */
static int naive_value (lyre_re r, int value, bool down) {
  char digits[16];
  for (; value >= 0 && value < 1000; value += down ? -1 : 1)
    for (uint32_t n = 1; n <= LONGEST + 1; n++) {
      snprintf (digits, sizeof digits, "%d", value);
      if (strlen (digits) > n)
        continue;
      write (digits, n, value);
      if (has_word (r, digits))
        return value;
    }
  return -1;
}

/* Words of at most four characters: nothing is missed by trying those. */
static void test_nearest_value (void **state) {
  (void) state;
  for (int i = 0; i < 300; i++) {
    lyre_re any = lyre_re_chars (pool, lyre_charset_all);
    lyre_re r = lyre_re_inter (
        pool, 2,
        (lyre_re[]){random_re (4), lyre_re_loop (pool, any, 0, LONGEST + 1)});
    const lyre_numerals *a = lyre_numerals_of (pool, &arena, r, 300);
    assert_non_null (a);
    for (int k = 0; k < 10; k++) {
      char digits[16];
      int value = (int) below (1000);
      bool down = below (2);
      snprintf (digits, sizeof digits, "%d", value);
      const char *got = lyre_numerals_nearest_value (a, &arena, digits, down);
      int naive = naive_value (r, value, down);
      if (naive < 0 && got && strlen (got) > LONGEST)
        continue; /* above what is tried */
      assert_int_equal (got ? atoi (got) : -1, naive);
      assert_true (!got || got[0] != '0' || !got[1]);
    }
  }
}

static lyre_re word (const char *s) {
  return lyre_re_word (pool, lyre_str_from_ascii (&arena, s));
}

static uint32_t zeros (lyre_re r) {
  return lyre_numerals_leading_zeros (lyre_numerals_of (pool, &arena, r, 50));
}

static void test_leading_zeros (void **state) {
  (void) state;
  lyre_re zero = word ("0"), some = lyre_re_star (pool, zero);
  assert_int_equal (zeros (word ("12")), 0);
  assert_int_equal (zeros (word ("0012")), 2);
  assert_int_equal (zeros (word ("000")), 3);
  assert_int_equal (zeros (lyre_re_none (pool)), 0);
  assert_int_equal (zeros (some), LYRE_RE_INF);
  assert_int_equal (zeros (lyre_re_concat (pool, some, word ("1"))),
                    LYRE_RE_INF);
  /* Zeros that lead to no word do not count. */
  assert_int_equal (
      zeros (lyre_re_inter (
          pool, 2,
          (lyre_re[]){lyre_re_loop (pool, word ("01"), 1, LYRE_RE_INF),
                      lyre_re_concat (pool, word ("0"), lyre_re_all (pool))})),
      1);
}

/* Words of at most three characters, so that trying them all is exact. */
static void test_remainders (void **state) {
  (void) state;
  for (int i = 0; i < 100; i++) {
    lyre_re any = lyre_re_chars (pool, lyre_charset_all);
    lyre_re r = lyre_re_inter (
        pool, 2,
        (lyre_re[]){random_re (4), lyre_re_loop (pool, any, 1, LONGEST)});
    const lyre_numerals *a = lyre_numerals_of (pool, &arena, r, 300);
    uint32_t m = 1 + below (64);
    uint64_t naive = 0;
    for (uint32_t n = 1, end = 10; n <= LONGEST; n++, end *= 10)
      for (uint32_t value = 0; value < end; value++) {
        char digits[16];
        write (digits, n, (int) value);
        if (has_word (r, digits))
          naive |= UINT64_C (1) << value % m;
      }
    assert_true (lyre_numerals_remainders (a, &arena, m) == naive);
  }
}

static void test_limits (void **state) {
  (void) state;
  lyre_re many = lyre_re_loop (pool, word ("123"), 50, 50);
  assert_null (lyre_numerals_of (pool, &arena, many, 20));
  assert_non_null (lyre_numerals_of (pool, &arena, many, 200));
  /* Letters are no digits. */
  const lyre_numerals *a = lyre_numerals_of (pool, &arena, word ("a1"), 20);
  assert_int_equal (a->n_states, 1);
  assert_null (lyre_numerals_nearest (a, &arena, "11", true));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (test_nearest, setup, teardown),
      cmocka_unit_test_setup_teardown (test_nearest_value, setup, teardown),
      cmocka_unit_test_setup_teardown (test_leading_zeros, setup, teardown),
      cmocka_unit_test_setup_teardown (test_remainders, setup, teardown),
      cmocka_unit_test_setup_teardown (test_limits, setup, teardown),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
