/* Sets of characters against bit tables over a small alphabet. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/automata/charset.h"

static lyre_mem mem;
static lyre_arena arena;
static jmp_buf escape;
static uint64_t seed;

static int setup (void **state) {
  (void) state;
  lyre_mem_init (&mem, NULL);
  lyre_arena_init (&arena, &mem);
  mem.escape = &escape;
  seed = 0x2545F4914F6CDD1Du;
  return 0;
}

static int teardown (void **state) {
  (void) state;
  lyre_arena_release (&arena);
  assert_int_equal (mem.used, 0);
  return 0;
}

static uint32_t below (uint32_t n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t) (seed >> 33) % n;
}

/* The small alphabet lies at both ends of the big one. */
enum { LETTERS = 24, HALF = LETTERS / 2 };

static uint32_t letter (uint32_t i) {
  return i < HALF ? i : LYRE_CHAR_MAX - (LETTERS - 1 - i);
}

static void check_form (lyre_charset s) {
  for (uint32_t i = 0; i < s.n; i++) {
    assert_true (s.at[i].lo <= s.at[i].hi);
    assert_true (s.at[i].hi <= LYRE_CHAR_MAX);
    assert_true (!i || s.at[i - 1].hi + 1 < s.at[i].lo);
  }
}

static uint32_t bits_of (lyre_charset s) {
  uint32_t bits = 0;
  check_form (s);
  for (uint32_t i = 0; i < LETTERS; i++)
    bits |= (uint32_t) lyre_charset_has (s, letter (i)) << i;
  return bits;
}

static lyre_charset set_of (uint32_t bits) {
  lyre_interval at[LETTERS];
  uint32_t n = 0;
  for (uint32_t i = 0; i < LETTERS; i++)
    if (bits >> i & 1)
      at[n++] = (lyre_interval){letter (i), letter (i)};
  for (uint32_t i = n; i > 1; i--) { /* any order */
    uint32_t j = below (i);
    lyre_interval t = at[i - 1];
    at[i - 1] = at[j];
    at[j] = t;
  }
  return lyre_charset_make (&arena, n, at);
}

static uint32_t random_bits (void) {
  uint32_t b = below (1u << LETTERS);
  return below (2) ? b & below (1u << LETTERS) : b;
}

static void operations (void **state) {
  (void) state;
  const uint32_t full = (1u << LETTERS) - 1;
  for (int round = 0; round < 20000; round++) {
    uint32_t a = random_bits (), b = below (4) ? random_bits () : a;
    lyre_charset x = set_of (a), y = set_of (b);
    assert_int_equal (bits_of (x), a);
    assert_int_equal (bits_of (lyre_charset_union (&arena, x, y)), a | b);
    assert_int_equal (bits_of (lyre_charset_inter (&arena, x, y)), a & b);
    assert_int_equal (bits_of (lyre_charset_minus (&arena, x, y)), a & ~b);
    lyre_charset c = lyre_charset_comp (&arena, x);
    assert_int_equal (bits_of (c), ~a & full);
    assert_int_equal (lyre_charset_size (x), __builtin_popcount (a));
    assert_int_equal (lyre_charset_size (c),
                      LYRE_CHAR_MAX + 1 - lyre_charset_size (x));
    assert_true (lyre_charset_eq (lyre_charset_comp (&arena, c), x));
    assert_int_equal (lyre_charset_eq (x, y), a == b);
    assert_int_equal (lyre_charset_subset (x, y), !(a & ~b));
    assert_int_equal (lyre_charset_disjoint (x, y), !(a & b));
    if (a == b)
      assert_int_equal (lyre_charset_hash (x), lyre_charset_hash (y));
    if (round % 256 == 0)
      lyre_arena_clear (&arena);
  }
}

/* Longer intervals, that touch and overlap. */
static void intervals (void **state) {
  (void) state;
  for (int round = 0; round < 5000; round++) {
    uint8_t want[64] = {0};
    lyre_interval at[40];
    uint32_t n = below (41);
    for (uint32_t i = 0; i < n; i++) {
      at[i].lo = below (64);
      at[i].hi = at[i].lo + below (6);
      if (at[i].hi > 63)
        at[i].hi = 63;
      memset (want + at[i].lo, 1, at[i].hi - at[i].lo + 1);
    }
    lyre_charset s = lyre_charset_make (&arena, n, at);
    check_form (s);
    for (uint32_t c = 0; c < 64; c++)
      assert_int_equal (lyre_charset_has (s, c), want[c]);
  }
}

static void corners (void **state) {
  (void) state;
  lyre_charset all = lyre_charset_all, none = lyre_charset_none;
  assert_int_equal (lyre_charset_size (all), LYRE_CHAR_MAX + 1);
  assert_int_equal (lyre_charset_range (&arena, 5, 4).n, 0);
  assert_int_equal (
      lyre_charset_size (lyre_charset_range (&arena, 10, UINT32_MAX)),
      LYRE_CHAR_MAX - 9);
  assert_int_equal (
      lyre_charset_range (&arena, LYRE_CHAR_MAX + 1, UINT32_MAX).n, 0);
  assert_true (lyre_charset_eq (lyre_charset_comp (&arena, all), none));
  assert_true (lyre_charset_eq (lyre_charset_comp (&arena, none), all));
  assert_true (lyre_charset_subset (none, none));
  assert_true (lyre_charset_disjoint (none, all));
  lyre_interval wrong[] = {{7, 3}, {LYRE_CHAR_MAX, UINT32_MAX}};
  assert_int_equal (lyre_charset_size (lyre_charset_make (&arena, 2, wrong)),
                    1);
}

static void picks (void **state) {
  (void) state;
  assert_int_equal (lyre_charset_pick (lyre_charset_all), 'a');
  assert_int_equal (lyre_charset_pick (lyre_charset_range (&arena, 0, '9')),
                    '0');
  assert_int_equal (lyre_charset_pick (lyre_charset_range (&arena, 0, '%')),
                    '!');
  assert_int_equal (lyre_charset_pick (lyre_charset_range (&arena, 1, ' ')),
                    ' ');
  assert_int_equal (lyre_charset_pick (lyre_charset_range (&arena, 3, 9)), 3);
  assert_int_equal (lyre_charset_pick (lyre_charset_range (&arena, 'x', 5000)),
                    'x');
}

#define TEST(F) cmocka_unit_test_setup_teardown (F, setup, teardown)

int main (void) {
  const struct CMUnitTest tests[] = {
      TEST (operations),
      TEST (intervals),
      TEST (corners),
      TEST (picks),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
