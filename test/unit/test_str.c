/* Strings against a naive reference, in all forms.
 *
 * The library chooses a string's form by its length. Here the same short
 * string is also put into each form by hand, so that all mixtures of forms can
 * be tried exhaustively; long strings get their form from the library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"

/* ---------------------------------------------------------------- fixture */

static lyre_mem mem;
static lyre_arena arena;
static uint64_t seed;

static int setup (void **state) {
  (void) state;
  lyre_mem_init (&mem, NULL);
  lyre_arena_init (&arena, &mem);
  seed = 0x2545F4914F6CDD1Du;
  return 0;
}

static int teardown (void **state) {
  (void) state;
  lyre_arena_release (&arena);
  assert_int_equal (mem.used, 0);
  lyre_mem_release (&mem);
  return 0;
}

static uint32_t below (uint32_t n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t) (seed >> 32) % n;
}

/* Runs F and says how it ended. */
static lyre_fail attempt (void (*f) (void *), void *arg) {
  jmp_buf escape;
  lyre_fail why = LYRE_FAIL_TOO_LARGE;
  mem.escape = &escape;
  switch (setjmp (escape)) {
  case LYRE_FAIL_NONE:
    f (arg);
    why = LYRE_FAIL_NONE;
    break;
  case LYRE_FAIL_SYSTEM:
    why = LYRE_FAIL_SYSTEM;
    break;
  case LYRE_FAIL_LIMIT:
    why = LYRE_FAIL_LIMIT;
    break;
  }
  mem.escape = NULL;
  return why;
}

/* -------------------------------------------------------------- reference */

typedef struct {
  uint32_t len;
  uint32_t *c;
} word;

static word new_word (uint32_t len) {
  return (word){len, lyre_arena_array (&arena, uint32_t, len + 1)};
}

static int64_t word_find (word s, word t, uint32_t from) {
  for (uint64_t i = from; i + t.len <= s.len; i++)
    if (!memcmp (s.c + i, t.c, t.len * sizeof *t.c))
      return (int64_t) i;
  return -1;
}

static int64_t word_find_last (word s, word t, uint32_t from) {
  for (int64_t i = from < s.len ? from : s.len; i >= 0; i--)
    if ((uint64_t) i + t.len <= s.len &&
        !memcmp (s.c + i, t.c, t.len * sizeof *t.c))
      return i;
  return -1;
}

static int word_cmp (word a, word b) {
  for (uint32_t i = 0; i < a.len && i < b.len; i++)
    if (a.c[i] != b.c[i])
      return a.c[i] < b.c[i] ? -1 : 1;
  return (a.len > b.len) - (a.len < b.len);
}

static word word_slice (word s, uint32_t from, uint32_t to) {
  return (word){to - from, s.c + from};
}

static word word_concat (word a, word b) {
  word r = new_word (a.len + b.len);
  memcpy (r.c, a.c, a.len * sizeof *r.c);
  memcpy (r.c + a.len, b.c, b.len * sizeof *r.c);
  return r;
}

static word word_reverse (word s) {
  word r = new_word (s.len);
  for (uint32_t i = 0; i < s.len; i++)
    r.c[i] = s.c[s.len - 1 - i];
  return r;
}

static uint32_t swap_a_and_omega (uint32_t c) {
  return c == 'a' ? 0x3A9 : c == 0x3A9 ? 'a' : c;
}

static uint32_t all_to_x (uint32_t c) {
  (void) c;
  return 'x';
}

static word word_map (word s, uint32_t (*map) (uint32_t)) {
  word r = new_word (s.len);
  for (uint32_t i = 0; i < s.len; i++)
    r.c[i] = map (s.c[i]);
  return r;
}

/* ------------------------------------------------------------ form by hand */

static const lyre_str *as_bytes (word w) {
  uint8_t *bytes = lyre_arena_array (&arena, uint8_t, w.len + 1);
  for (uint32_t i = 0; i < w.len; i++)
    bytes[i] = (uint8_t) w.c[i];
  lyre_str *s = lyre_arena_new (&arena, lyre_str);
  *s = (lyre_str){.len = w.len, .form = LYRE_STR_BYTES, .bytes = bytes};
  return s;
}

static const lyre_str *as_wide (word w) {
  lyre_str *s = lyre_arena_new (&arena, lyre_str);
  *s = (lyre_str){.len = w.len, .form = LYRE_STR_WIDE, .wide = w.c};
  return s;
}

static const lyre_str *as_runs (word w) {
  struct lyre_run *runs = lyre_arena_array (&arena, struct lyre_run, w.len + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < w.len; i++) {
    if (!n || runs[n - 1].c != w.c[i])
      runs[n++].c = w.c[i];
    runs[n - 1].end = i + 1;
  }
  lyre_str *s = lyre_arena_new (&arena, lyre_str);
  *s = (lyre_str){
      .len = w.len, .n_runs = n, .form = LYRE_STR_RUNS, .runs = runs};
  return s;
}

typedef const lyre_str *(*maker) (word);
static const maker makers[] = {as_bytes, as_wide, as_runs};
enum { N_FORMS = 3 };

/* -------------------------------------------------------- what must hold */

static bool has_wide_character (word w) {
  for (uint32_t i = 0; i < w.len; i++)
    if (w.c[i] > 255)
      return true;
  return false;
}

static lyre_str_form expected_form (word w) {
  uint64_t runs = 0;
  for (uint32_t i = 0; i < w.len; i++)
    runs += !i || w.c[i] != w.c[i - 1];
  bool wide = has_wide_character (w);
  uint64_t flat = (uint64_t) w.len * (wide ? 4 : 1);
  if (w.len >= 65536 && runs * sizeof (struct lyre_run) <= flat / 16)
    return LYRE_STR_RUNS;
  return wide ? LYRE_STR_WIDE : LYRE_STR_BYTES;
}

/* The characters are right, whatever the form. */
static void expect_characters (const lyre_str *s, word w) {
  assert_int_equal (s->len, w.len);
  for (uint32_t i = 0; i < w.len; i++)
    if (lyre_str_at (s, i) != w.c[i])
      fail_msg ("position %u", i);
}

static void expect_runs (const lyre_str *s) {
  assert_true (s->n_runs > 0);
  assert_int_equal (s->runs[s->n_runs - 1].end, s->len);
  for (uint32_t i = 1; i < s->n_runs; i++) {
    assert_true (s->runs[i - 1].end < s->runs[i].end);
    assert_int_not_equal (s->runs[i - 1].c, s->runs[i].c);
  }
}

/* What the library makes also has the right form. */
static void expect (const lyre_str *s, word w) {
  expect_characters (s, w);
  assert_int_equal (s->form, expected_form (w));
  if (s->form == LYRE_STR_RUNS)
    expect_runs (s);
  if (!w.len)
    assert_ptr_equal (s, &lyre_str_empty);
}

static void check_single (const lyre_str *s, word w) {
  expect_characters (s, w);
  expect (lyre_str_copy (&arena, s), w);
  expect (lyre_str_reverse (&arena, s), word_reverse (w));
  expect (lyre_str_map (&arena, s, swap_a_and_omega),
          word_map (w, swap_a_and_omega));
  expect (lyre_str_map (&arena, s, all_to_x), word_map (w, all_to_x));
  assert_int_equal (lyre_str_hash (s), lyre_str_hash (as_wide (w)));
}

static void check_slice (const lyre_str *s, word w, uint32_t from,
                         uint32_t len) {
  uint32_t start = from < w.len ? from : w.len;
  uint32_t end = len < w.len - start ? start + len : w.len;
  expect (lyre_str_slice (&arena, s, from, len), word_slice (w, start, end));
}

static void check_find (const lyre_str *s, const lyre_str *t, word v, word w,
                        uint32_t from) {
  int64_t first = lyre_str_find (&arena, s, t, from);
  assert_int_equal (first, word_find (v, w, from));
  int64_t last = lyre_str_find_last (&arena, s, t, from);
  assert_int_equal (last, word_find_last (v, w, from));
}

static void check_pair (const lyre_str *s, const lyre_str *t, word v, word w) {
  int order = word_cmp (v, w);
  assert_int_equal (lyre_str_cmp (s, t), order);
  assert_int_equal (lyre_str_eq (s, t), !order);
  if (!order)
    assert_int_equal (lyre_str_hash (s), lyre_str_hash (t));
  bool prefix = v.len >= w.len && !word_cmp (word_slice (v, 0, w.len), w);
  bool suffix =
      v.len >= w.len && !word_cmp (word_slice (v, v.len - w.len, v.len), w);
  assert_int_equal (lyre_str_has_prefix (s, t), prefix);
  assert_int_equal (lyre_str_has_suffix (s, t), suffix);
}

static void check_concat (const lyre_str *s, const lyre_str *t, word v,
                          word w) {
  const lyre_str *parts[] = {s, t, s};
  expect (lyre_str_concat (&arena, 0, parts), new_word (0));
  expect (lyre_str_concat (&arena, 1, parts), v);
  expect (lyre_str_concat (&arena, 2, parts), word_concat (v, w));
  expect (lyre_str_concat (&arena, 3, parts),
          word_concat (word_concat (v, w), v));
}

/* ----------------------------------------------------------- short strings */

enum { MAX_LEN = 4, N_WORDS = 1 + 3 + 9 + 27 + 81 };

/* The I-th word over three letters, the short ones first. */
static word nth_word (uint32_t i, const uint32_t *letters) {
  uint32_t len = 0;
  for (uint32_t n = 1; i >= n; n *= 3, len++)
    i -= n;
  word w = new_word (len);
  for (uint32_t k = 0; k < len; k++, i /= 3)
    w.c[k] = letters[i % 3];
  return w;
}

static void check_all_forms (word v, word w) {
  for (uint32_t i = 0; i < N_FORMS; i++)
    for (uint32_t j = 0; j < N_FORMS; j++) {
      const lyre_str *s = makers[i](v), *t = makers[j](w);
      check_pair (s, t, v, w);
      for (uint32_t from = 0; from <= v.len + 2; from++)
        check_find (s, t, v, w, from);
      check_find (s, t, v, w, UINT32_MAX);
    }
}

static void all_short_pairs (void **state) {
  (void) state;
  static const uint32_t letters[3] = {'a', 'b', 0xFF};
  for (uint32_t i = 0; i < N_WORDS; i++)
    for (uint32_t j = 0; j < N_WORDS; j++) {
      lyre_arena_clear (&arena);
      check_all_forms (nth_word (i, letters), nth_word (j, letters));
    }
}

static void all_short_concats (void **state) {
  (void) state;
  static const uint32_t letters[3] = {'a', 0x100, 0x2FFFF};
  for (uint32_t i = 0; i < N_WORDS; i++)
    for (uint32_t j = 0; j < N_WORDS; j++) {
      lyre_arena_clear (&arena);
      word v = nth_word (i, letters), w = nth_word (j, letters);
      const lyre_str *s = i & 1 ? as_runs (v) : as_wide (v);
      check_concat (s, lyre_str_from_wide (&arena, w.c, w.len), v, w);
      check_pair (s, as_runs (w), v, w);
    }
}

static void check_slices (const lyre_str *s, word w) {
  for (uint32_t from = 0; from <= w.len + 1; from++) {
    for (uint32_t len = 0; len <= w.len + 1; len++)
      check_slice (s, w, from, len);
    check_slice (s, w, from, UINT32_MAX);
  }
  check_slice (s, w, UINT32_MAX, UINT32_MAX);
}

static void all_short_singles (void **state) {
  (void) state;
  static const uint32_t bytes[3] = {'a', 0, 0xFF};
  static const uint32_t wide[3] = {'a', 0x100, 0x3A9};
  for (uint32_t i = 0; i < N_WORDS; i++) {
    lyre_arena_clear (&arena);
    word v = nth_word (i, bytes), w = nth_word (i, wide);
    for (uint32_t k = 0; k < N_FORMS; k++) {
      check_single (makers[k](v), v);
      check_slices (makers[k](v), v);
    }
    for (uint32_t k = 1; k < N_FORMS; k++) {
      check_single (makers[k](w), w);
      check_slices (makers[k](w), w);
    }
  }
}

static void constructors (void **state) {
  (void) state;
  static const uint32_t abc[] = {'a', 'b', 'c'}, wide[] = {'a', 0x2FFFF, 'c'};
  word w = {3, (uint32_t *) abc};
  expect (lyre_str_from_bytes (&arena, "abc", 3), w);
  expect (lyre_str_from_wide (&arena, abc, 3), w);
  expect (lyre_str_from_ascii (&arena, "abc"), w);
  expect (lyre_str_from_utf8 (&arena, "abc", 3), w);
  expect (lyre_str_from_wide (&arena, wide, 3), (word){3, (uint32_t *) wide});
  expect (lyre_str_char (&arena, 'a'), (word){1, (uint32_t *) abc});
  expect (lyre_str_char (&arena, 0x2FFFF), (word){1, (uint32_t *) wide + 1});
  word empty = new_word (0);
  expect (&lyre_str_empty, empty);
  expect (lyre_str_from_bytes (&arena, NULL, 0), empty);
  expect (lyre_str_from_wide (&arena, NULL, 0), empty);
  expect (lyre_str_from_ascii (&arena, ""), empty);
  expect (lyre_str_from_utf8 (&arena, NULL, 0), empty);
  expect (lyre_str_repeat (&arena, 'a', 0), empty);
}

/* Few letters and short runs: many near misses and overlaps. */
static word random_word (uint32_t max_len, uint32_t n_letters) {
  word w = new_word (below (max_len + 1));
  for (uint32_t i = 0; i < w.len; i++)
    w.c[i] = 'a' + below (n_letters);
  return w;
}

/* A repetition of a short word with a few changes. */
static word random_periodic (uint32_t max_len) {
  word period = random_word (6, 2), w = new_word (below (max_len + 1));
  for (uint32_t i = 0; i < w.len; i++)
    w.c[i] = period.len ? period.c[i % period.len] : 'c';
  for (uint32_t n = below (3); n && w.len; n--)
    w.c[below (w.len)] = 'a' + below (2);
  return w;
}

static word random_part (word w) {
  uint32_t from = below (w.len + 1);
  return word_slice (w, from, from + below (w.len - from + 1));
}

static void random_searches (void **state) {
  (void) state;
  for (uint32_t i = 0; i < 20000; i++) {
    lyre_arena_clear (&arena);
    word v = i & 1 ? random_periodic (60) : random_word (60, 2);
    word w = i & 2 ? random_part (v) : random_periodic (12);
    const lyre_str *s = makers[below (3)](v), *t = makers[below (3)](w);
    check_find (s, t, v, w, below (v.len + 2));
    check_find (s, t, v, w, 0);
    check_find (s, t, v, w, v.len);
    check_pair (s, t, v, w);
  }
}

/* ------------------------------------------------------------ long strings */

enum { LONG = 65536 };

/* Runs of random lengths, as long as asked for. */
static word long_word (uint32_t len, uint32_t max_run, uint32_t base) {
  word w = new_word (len);
  for (uint32_t i = 0; i < len;) {
    uint32_t c = below (8) ? 'a' + below (3) : base;
    for (uint32_t n = 1 + below (max_run); n && i < len; n--)
      w.c[i++] = c;
  }
  return w;
}

static void check_long_pair (word v, word w) {
  const lyre_str *s = lyre_str_from_wide (&arena, v.c, v.len);
  const lyre_str *t = lyre_str_from_wide (&arena, w.c, w.len);
  expect (s, v);
  check_single (s, v);
  check_concat (s, t, v, w);
  check_pair (s, t, v, w);
  check_pair (s, as_wide (v), v, v);
  for (uint32_t i = 0; i < 4; i++) {
    uint32_t from = below (v.len + 1), len = below (v.len + 1);
    check_slice (s, v, from, len);
    word part = random_part (v);
    const lyre_str *p = lyre_str_from_wide (&arena, part.c, part.len);
    check_find (s, p, v, part, below (v.len + 1));
    check_pair (s, p, v, part);
  }
}

static void long_strings (void **state) {
  (void) state;
  static const uint32_t max_runs[] = {1, 2, 60, 300, 20000};
  for (uint32_t i = 0; i < 20; i++) {
    lyre_arena_clear (&arena);
    uint32_t base = i & 1 ? 0x2FFFF : 'z';
    word v = long_word (LONG - 5 + below (LONG), max_runs[i % 5], base);
    word w = long_word (below (2 * LONG), max_runs[below (5)], base);
    check_long_pair (v, w);
  }
}

/* The words of up to four letters again, each letter 40000 times. */
static word stretch (word w) {
  const uint32_t factor = 40000;
  word r = new_word (factor * w.len);
  for (uint32_t i = 0; i < r.len; i++)
    r.c[i] = w.c[i / factor];
  return r;
}

static void stretched_words (void **state) {
  (void) state;
  static const uint32_t letters[3] = {'a', 'b', 0x100};
  for (uint32_t i = 0; i < N_WORDS; i += 4) {
    lyre_arena_clear (&arena);
    word w = stretch (nth_word (i, letters));
    const lyre_str *s = lyre_str_from_wide (&arena, w.c, w.len);
    expect (s, w);
    check_single (s, w);
    check_slice (s, w, 39999, 80002);
    check_slice (s, w, 1, w.len);
  }
}

/* Exactly where runs begin to pay. */
static void the_border_of_forms (void **state) {
  (void) state;
  for (uint32_t d = 0; d < 4; d++) {
    lyre_arena_clear (&arena);
    word w = new_word (LONG - 2 + d);
    for (uint32_t i = 0; i < w.len; i++)
      w.c[i] = 'a' + (i < LONG / 2);
    expect (lyre_str_from_wide (&arena, w.c, w.len), w);
    w = new_word (LONG);
    uint32_t n_runs = LONG / 128 - 2 + d;
    for (uint32_t i = 0; i < w.len; i++)
      w.c[i] = 'a' + (i < n_runs - 1 ? i & 1 : 7);
    expect (lyre_str_from_wide (&arena, w.c, w.len), w);
    expect (lyre_str_from_bytes (&arena, as_bytes (w)->bytes, w.len), w);
  }
}

static void long_utf8 (void **state) {
  (void) state;
  const size_t n = 100000;
  char *text = lyre_arena_alloc (&arena, 2 * n);
  word w = new_word ((uint32_t) n);
  for (size_t i = 0; i < n; i++) {
    text[2 * i] = (char) 0xCE;
    text[2 * i + 1] = (char) 0xA9;
    w.c[i] = 0x3A9;
  }
  expect (lyre_str_from_utf8 (&arena, text, 2 * n), w);
  assert_null (lyre_str_from_utf8 (&arena, text, 2 * n - 1));
}

/* A billion characters, without a billion bytes. */
static void enormous_strings (void **state) {
  (void) state;
  mem.limit = 1 << 20;
  const lyre_str *a = lyre_str_repeat (&arena, 'a', LYRE_STR_MAX - 2);
  const lyre_str *bc = lyre_str_from_ascii (&arena, "bc");
  const lyre_str *both[] = {a, bc};
  const lyre_str *s = lyre_str_concat (&arena, 2, both);
  assert_int_equal (s->len, LYRE_STR_MAX);
  assert_int_equal (s->n_runs, 3);
  assert_int_equal (lyre_str_at (s, LYRE_STR_MAX - 3), 'a');
  assert_int_equal (lyre_str_at (s, LYRE_STR_MAX - 2), 'b');
  assert_int_equal (lyre_str_find (&arena, s, bc, 5), LYRE_STR_MAX - 2);
  assert_int_equal (lyre_str_find (&arena, s, a, 0), 0);
  assert_int_equal (lyre_str_find (&arena, s, a, 1), -1);
  assert_int_equal (lyre_str_find_last (&arena, s, a, 9), 0);
  assert_true (lyre_str_has_prefix (s, a));
  assert_true (lyre_str_has_suffix (s, bc));
  assert_int_equal (lyre_str_cmp (a, s), -1);
  const lyre_str *r = lyre_str_reverse (&arena, s);
  assert_int_equal (lyre_str_at (r, 0), 'c');
  const lyre_str *middle = lyre_str_slice (&arena, s, 7, LYRE_STR_MAX / 2);
  assert_true (
      lyre_str_eq (middle, lyre_str_repeat (&arena, 'a', LYRE_STR_MAX / 2)));
  const lyre_str *parts[] = {lyre_str_slice (&arena, s, 0, 1234567),
                             lyre_str_slice (&arena, s, 1234567, UINT32_MAX)};
  const lyre_str *again = lyre_str_concat (&arena, 2, parts);
  assert_true (lyre_str_eq (again, s));
  assert_int_equal (lyre_str_hash (again), lyre_str_hash (s));
  assert_true (lyre_str_eq (lyre_str_map (&arena, s, all_to_x),
                            lyre_str_repeat (&arena, 'x', LYRE_STR_MAX)));
}

/* Quadratic searches would take hours. */
static void searches_are_linear (void **state) {
  (void) state;
  const uint32_t n = 2000000;
  word v = new_word (n), w = new_word (n / 2);
  for (uint32_t i = 0; i < n; i++)
    v.c[i] = 'a' + (i & 1);
  for (uint32_t i = 0; i < w.len; i++)
    w.c[i] = 'a' + (i & 1);
  w.c[w.len - 1] = 'c';
  for (uint32_t i = 0; i < N_FORMS; i++)
    for (uint32_t j = 0; j < N_FORMS; j++) {
      const lyre_str *s = makers[i](v), *t = makers[j](w);
      const lyre_str *back = lyre_str_reverse (&arena, t);
      assert_int_equal (lyre_str_find (&arena, s, t, 0), -1);
      assert_int_equal (lyre_str_find_last (&arena, s, t, n), -1);
      assert_int_equal (lyre_str_find (&arena, s, back, 0), -1);
      assert_int_equal (lyre_str_find_last (&arena, s, back, n), -1);
    }
}

static void hashes_spread (void **state) {
  (void) state;
  uint32_t seen[256] = {0};
  for (uint32_t i = 0; i < 64; i++)
    for (uint32_t j = 0; j < 64; j++) {
      uint8_t text[3] = {(uint8_t) i, (uint8_t) j, 0};
      const lyre_str *s = lyre_str_from_bytes (&arena, text, 3);
      seen[lyre_str_hash (s) & 255]++;
    }
  for (uint32_t i = 0; i < 256; i++)
    assert_true (seen[i] < 64); /* 16 on average */
}

/* -------------------------------------------------------------------- UTF-8 */

struct utf8_case {
  const char *text;
  uint32_t n, c[3]; /* n code points */
};

static void good_utf8 (void **state) {
  (void) state;
  static const struct utf8_case cases[] = {
      {"\x7F", 1, {0x7F}},
      {"\xC2\x80", 1, {0x80}},
      {"\xC3\xBF", 1, {0xFF}},
      {"\xDF\xBF", 1, {0x7FF}},
      {"\xE0\xA0\x80", 1, {0x800}},
      {"\xED\x9F\xBF", 1, {0xD7FF}},
      {"\xED\xA0\x80", 1, {0xD800}}, /* surrogates are characters */
      {"\xED\xBF\xBF", 1, {0xDFFF}},
      {"\xEF\xBF\xBF", 1, {0xFFFF}},
      {"\xF0\x90\x80\x80", 1, {0x10000}},
      {"\xF0\xAF\xBF\xBF", 1, {0x2FFFF}},
      {"a\xC3\xA9z", 3, {'a', 0xE9, 'z'}},
      {"\xCE\xA9\xE2\x82\xAC!", 3, {0x3A9, 0x20AC, '!'}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct utf8_case *k = &cases[i];
    const lyre_str *s = lyre_str_from_utf8 (&arena, k->text, strlen (k->text));
    assert_non_null (s);
    expect (s, (word){k->n, (uint32_t *) k->c});
  }
  const lyre_str *zero = lyre_str_from_utf8 (&arena, "\0\0", 2);
  expect (zero, (word){2, (uint32_t[]){0, 0}});
}

static void bad_utf8 (void **state) {
  (void) state;
  static const char *const bad[] = {
      "\x80",
      "\xBF",
      "a\x80",
      "\xC0\x80",
      "\xC1\xBF", /* overlong */
      "\xE0\x80\x80",
      "\xE0\x9F\xBF",
      "\xF0\x80\x80\x80",
      "\xF0\x8F\xBF\xBF",
      "\xC2",
      "\xE2\x82",
      "\xF0\x9F\x98", /* cut short */
      "\xC2z",
      "\xE2\x82z",
      "\xE2z\x82",
      "\xF0\x9F\x98z",
      "\xC2\xC2\x80",
      "\xF0\xB0\x80\x80", /* 0x30000 */
      "\xF4\x8F\xBF\xBF",
      "\xF4\x90\x80\x80",
      "\xF5\x80\x80\x80",
      "\xF8\x88\x80\x80\x80",
      "\xFE",
      "\xFF",
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_null (lyre_str_from_utf8 (&arena, bad[i], strlen (bad[i])));
}

static uint32_t encode (uint32_t c, char *out) {
  if (c < 0x80) {
    out[0] = (char) c;
    return 1;
  }
  uint32_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  for (uint32_t i = n - 1; i; i--, c >>= 6)
    out[i] = (char) (0x80 | (c & 0x3F));
  out[0] = (char) (0xF00 >> n | c);
  return n;
}

static void every_code_point (void **state) {
  (void) state;
  char text[4];
  for (uint32_t c = 0; c <= LYRE_CHAR_MAX; c++) {
    lyre_arena_clear (&arena);
    uint32_t n = encode (c, text);
    const lyre_str *s = lyre_str_from_utf8 (&arena, text, n);
    assert_non_null (s);
    expect (s, (word){1, &c});
    if (n > 1)
      assert_null (lyre_str_from_utf8 (&arena, text, n - 1));
  }
}

/* ---------------------------------------------------------------- failures */

static void repeat_too_often (void *arg) {
  lyre_str_repeat (&arena, 'a', *(uint64_t *) arg);
}

static void concat_too_much (void *arg) {
  const lyre_str *s = arg, *parts[] = {s, s, s};
  lyre_str_concat (&arena, 3, parts);
}

static void too_many_bytes (void *arg) {
  lyre_str_from_bytes (&arena, "", *(size_t *) arg);
}

static void too_many_wide (void *arg) {
  static const uint32_t none[1];
  lyre_str_from_wide (&arena, none, *(size_t *) arg);
}

static void too_long (void **state) {
  (void) state;
  uint64_t count = (uint64_t) LYRE_STR_MAX + 1;
  assert_int_equal (attempt (repeat_too_often, &count), LYRE_FAIL_TOO_LARGE);
  count = UINT64_MAX;
  assert_int_equal (attempt (repeat_too_often, &count), LYRE_FAIL_TOO_LARGE);
  count = LYRE_STR_MAX;
  assert_int_equal (attempt (repeat_too_often, &count), LYRE_FAIL_NONE);
  size_t len = (size_t) LYRE_STR_MAX + 1;
  assert_int_equal (attempt (too_many_bytes, &len), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (attempt (too_many_wide, &len), LYRE_FAIL_TOO_LARGE);
  len = (size_t) 1 << 32; /* not 0 either */
  assert_int_equal (attempt (too_many_bytes, &len), LYRE_FAIL_TOO_LARGE);
  const lyre_str *s = lyre_str_repeat (&arena, 'a', LYRE_STR_MAX / 2);
  assert_int_equal (attempt (concat_too_much, (void *) s), LYRE_FAIL_TOO_LARGE);
}

static void compute_something (void *arg) {
  (void) arg;
  const lyre_str *s = lyre_str_from_ascii (&arena, "abracadabra");
  for (uint32_t i = 0; i < 12; i++) {
    const lyre_str *parts[] = {s, lyre_str_char (&arena, 0x100 + i), s};
    s = lyre_str_concat (&arena, 3, parts);
  }
  const lyre_str *t = lyre_str_reverse (&arena, s);
  assert_int_equal (lyre_str_find (&arena, s, t, 0), -1);
  assert_int_equal (lyre_str_find_last (&arena, s, s, s->len), 0);
}

static void every_allocation_can_fail (void **state) {
  (void) state;
  uint64_t n = 1;
  for (;; n++) {
    lyre_arena_release (&arena);
    mem.allocations = 0;
    mem.fail_at = n;
    lyre_fail why = attempt (compute_something, NULL);
    if (why == LYRE_FAIL_NONE)
      break;
    assert_int_equal (why, LYRE_FAIL_SYSTEM);
  }
  assert_true (n > 3);
}

/* Results live in the arena that is passed, even when they equal an input. */
static void results_do_not_share (void **state) {
  (void) state;
  lyre_arena other;
  lyre_arena_init (&other, &mem);
  const lyre_str *s = lyre_str_from_ascii (&other, "level");
  const lyre_str *same[] = {
      lyre_str_copy (&arena, s), lyre_str_slice (&arena, s, 0, 5),
      lyre_str_concat (&arena, 1, &s), lyre_str_reverse (&arena, s)};
  lyre_arena_release (&other);
  const lyre_str *expected = lyre_str_from_ascii (&arena, "level");
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
    assert_true (lyre_str_eq (same[i], expected));
}

#define TEST(F) cmocka_unit_test_setup_teardown (F, setup, teardown)

int main (void) {
  const struct CMUnitTest tests[] = {
      TEST (constructors),
      TEST (all_short_singles),
      TEST (all_short_pairs),
      TEST (all_short_concats),
      TEST (random_searches),
      TEST (long_strings),
      TEST (stretched_words),
      TEST (the_border_of_forms),
      TEST (long_utf8),
      TEST (enormous_strings),
      TEST (searches_are_linear),
      TEST (hashes_spread),
      TEST (good_utf8),
      TEST (bad_utf8),
      TEST (every_code_point),
      TEST (too_long),
      TEST (every_allocation_can_fail),
      TEST (results_do_not_share),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
