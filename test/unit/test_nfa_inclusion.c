/* Questions about several automata at once, answered by antichains. */
#include "nfa_fixture.h"

static uint64_t length_mask (uint32_t lo, uint32_t hi) {
  uint64_t out = 0;
  for (uint32_t i = 0; i < WORDS; i++)
    if (word_at (i).len >= lo && word_at (i).len <= hi)
      out |= (uint64_t) 1 << i;
  return out;
}

/* Masks tell everything about short languages. */
static void short_languages (void **state) {
  (void) state;
  ROUNDS (2000) {
    uint64_t x, y;
    const lyre_nfa *a = random_short (&x), *b = random_short (&y);
    const lyre_str *w = NULL;
    lyre_re_answer answer = lyre_nfa_subset (&fa, a, b, &w);
    assert_int_equal (answer, x & ~y ? LYRE_RE_NO : LYRE_RE_YES);
    if (answer == LYRE_RE_NO) {
      assert_true (lyre_nfa_accepts (&fa, a, w));
      assert_false (lyre_nfa_accepts (&fa, b, w));
      assert_true (!w->len || !(x & ~y & length_mask (0, w->len - 1)));
    }
    assert_int_equal (lyre_nfa_equal (&fa, a, b),
                      x == y ? LYRE_RE_YES : LYRE_RE_NO);
    assert_int_equal (lyre_nfa_is_universal (&fa, a), LYRE_RE_NO);
  }
}

/* Others are compared with the product with a complement. */
static void long_languages (void **state) {
  (void) state;
  ROUNDS (1500) {
    uint64_t x, y;
    const lyre_nfa *a = random_nfa (&x), *b = random_nfa (&y);
    const lyre_str *w = NULL;
    const lyre_nfa *rest =
        lyre_nfa_product (&fa, a, lyre_nfa_complement (&fa, b));
    lyre_re_answer answer = lyre_nfa_subset (&fa, a, b, &w);
    assert_int_equal (answer,
                      lyre_nfa_is_empty (rest) ? LYRE_RE_YES : LYRE_RE_NO);
    if (answer == LYRE_RE_YES)
      continue;
    assert_true (lyre_nfa_accepts (&fa, rest, w));
    assert_int_equal (w->len, lyre_nfa_shortest (&fa, rest)->len);
    assert_int_equal (lyre_nfa_is_universal (&fa, a),
                      lyre_nfa_is_empty (lyre_nfa_complement (&fa, a))
                          ? LYRE_RE_YES
                          : LYRE_RE_NO);
  }
}

static bool is_solution (uint32_t n, const lyre_nfa **a, uint32_t m,
                         const lyre_nfa **b, const lyre_str *w) {
  for (uint32_t i = 0; i < n; i++)
    if (!lyre_nfa_accepts (&fa, a[i], w))
      return false;
  for (uint32_t i = 0; i < m; i++)
    if (lyre_nfa_accepts (&fa, b[i], w))
      return false;
  return true;
}

static void finding_words (void **state) {
  (void) state;
  ROUNDS (2000) {
    const lyre_nfa *a[3], *b[3];
    uint64_t mask = ALL_WORDS, x;
    uint32_t n = below (4), m = below (4);
    for (uint32_t i = 0; i < n; i++, mask &= x)
      a[i] = round % 2 ? random_nfa (&x) : random_short (&x);
    for (uint32_t i = 0; i < m; i++, mask &= ~x)
      b[i] = random_nfa (&x);
    const lyre_str *w = NULL;
    lyre_re_answer answer = lyre_nfa_find (&fa, n, a, m, b, &w);
    assert_true (answer != LYRE_RE_GAVE_UP);
    if (answer == LYRE_RE_YES) {
      assert_true (is_solution (n, a, m, b, w));
      assert_true (!w->len || w->len > LONGEST + 1 ||
                   !(mask & length_mask (0, w->len - 1)));
    } else
      assert_true (mask == 0);
    if (n && !(round % 2))
      assert_int_equal (answer, mask ? LYRE_RE_YES : LYRE_RE_NO);
  }
}

static void degenerate_questions (void **state) {
  (void) state;
  const lyre_nfa *none = lyre_nfa_none (&fa), *all = lyre_nfa_all (&fa);
  const lyre_str *w = NULL;
  assert_int_equal (lyre_nfa_subset (&fa, none, none, &w), LYRE_RE_YES);
  assert_int_equal (lyre_nfa_subset (&fa, all, none, &w), LYRE_RE_NO);
  assert_int_equal (w->len, 0);
  assert_int_equal (lyre_nfa_is_universal (&fa, all), LYRE_RE_YES);
  assert_int_equal (lyre_nfa_is_universal (&fa, none), LYRE_RE_NO);
  assert_int_equal (lyre_nfa_find (&fa, 0, NULL, 0, NULL, &w), LYRE_RE_YES);
  assert_int_equal (lyre_nfa_find (&fa, 0, NULL, 1, &all, &w), LYRE_RE_NO);
}

static void words_are_readable (void **state) {
  (void) state;
  const lyre_nfa *dot = lyre_nfa_chars (&fa, lyre_charset_all);
  const lyre_nfa *a = lyre_nfa_loop (&fa, dot, 4, 4);
  const lyre_nfa *b = lyre_nfa_word (&fa, lyre_str_from_ascii (&arena, "aaaa"));
  const lyre_str *w = NULL;
  assert_int_equal (lyre_nfa_subset (&fa, a, b, &w), LYRE_RE_NO);
  for (uint32_t i = 0; i < 4; i++)
    assert_in_range (lyre_str_at (w, i), ' ', '~');
}

/* ------------------------------------------------------------------- limits */

/* .*a.{k} */
static const lyre_nfa *kth_from_behind (uint32_t k) {
  const lyre_nfa *dot = lyre_nfa_chars (&fa, lyre_charset_all);
  const lyre_nfa *a = lyre_nfa_word (&fa, lyre_str_char (&arena, 'a'));
  a = lyre_nfa_concat (&fa, lyre_nfa_all (&fa), a);
  return lyre_nfa_concat (&fa, a, lyre_nfa_loop (&fa, dot, k, k));
}

static void bounds_are_kept (void **state) {
  (void) state;
  const lyre_nfa *a = kth_from_behind (25), *b = kth_from_behind (26);
  const lyre_nfa *both[] = {a, b};
  const lyre_nfa *u = lyre_nfa_union (&fa, 2, both);
  const lyre_nfa *twice[] = {b, a, kth_from_behind (27)};
  fa.max_states = 500;
  assert_int_equal (
      lyre_nfa_subset (&fa, u, lyre_nfa_union (&fa, 3, twice), NULL),
      LYRE_RE_YES);
  const lyre_nfa *ab = lyre_nfa_cut_length (&fa, lyre_nfa_all (&fa), 28, 40);
  fa.max_states = 20;
  assert_int_equal (lyre_nfa_subset (&fa, ab, a, NULL), LYRE_RE_GAVE_UP);
  assert_true (fa.gave_up);
}

static void polls_stop (void **state) {
  (void) state;
  uint64_t x;
  const lyre_nfa *a = random_nfa (&x), *b = random_nfa (&x);
  const lyre_nfa *both[] = {a, b};
  for (uint64_t k = 1;; k++) {
    const lyre_str *w;
    env.stop = LYRE_STOP_NONE;
    env.fire_at[LYRE_POLL_AUTOMATA] = k;
    lyre_re_answer answer = lyre_nfa_find (&fa, 2, both, 1, both, &w);
    assert_null (pool.blocks);
    if (!env.stop) {
      assert_int_equal (answer, LYRE_RE_NO);
      break;
    }
    assert_int_equal (answer, LYRE_RE_GAVE_UP);
  }
  env.fire_at[LYRE_POLL_AUTOMATA] = 0;
}

static double milliseconds_since (uint64_t start) {
  return (double) (lyre_now_ns () - start) / 1e6;
}

static const lyre_nfa *random_large (uint32_t words, uint32_t loops) {
  const lyre_nfa **parts = lyre_arena_array (&arena, const lyre_nfa *, words);
  for (uint32_t i = 0; i < words; i++) {
    char text[16];
    snprintf (text, sizeof text, "%06u", below (1000000));
    parts[i] = lyre_nfa_word (&fa, lyre_str_from_ascii (&arena, text));
  }
  const lyre_nfa *a = lyre_nfa_union (&fa, words, parts);
  return lyre_nfa_loop (&fa, a, loops, LYRE_RE_INF);
}

static void large_inclusions (void **state) {
  (void) state;
  const lyre_nfa *a = random_large (200, 4), *b = random_large (800, 1);
  const lyre_nfa *two[] = {a, b};
  const lyre_nfa *u =
      lyre_nfa_loop (&fa, lyre_nfa_union (&fa, 2, two), 1, LYRE_RE_INF);
  const lyre_str *w = NULL;
  uint64_t start = lyre_now_ns ();
  assert_int_equal (lyre_nfa_subset (&fa, a, u, NULL), LYRE_RE_YES);
  print_message ("  %u states, %u edges in %u states, %u edges: %.1f ms\n",
                 a->n_states, a->n_edges, u->n_states, u->n_edges,
                 milliseconds_since (start));
  start = lyre_now_ns ();
  assert_int_equal (lyre_nfa_subset (&fa, u, a, &w), LYRE_RE_NO);
  print_message ("  not the other way: %.1f ms\n", milliseconds_since (start));
  start = lyre_now_ns ();
  a = kth_from_behind (2000);
  b = lyre_nfa_prefixes (&fa, a);
  assert_int_equal (lyre_nfa_subset (&fa, a, b, NULL), LYRE_RE_YES);
  print_message ("  2000 states: %.1f ms\n", milliseconds_since (start));
}

int main (void) {
#define TEST(F) cmocka_unit_test_setup_teardown (F, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST (short_languages),    TEST (long_languages),
      TEST (finding_words),      TEST (degenerate_questions),
      TEST (words_are_readable), TEST (bounds_are_kept),
      TEST (polls_stop),         TEST (large_inclusions),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
