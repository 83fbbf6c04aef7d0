/* Regexes against tables: for each random expression we also compute which of
 * all short words over a few letters it has. The tables know nothing of
 * derivatives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/automata/regex.h"

/* ---------------------------------------------------------------- fixture */

static lyre_env env;
static lyre_arena arena;
static lyre_re_pool *pool;
static jmp_buf escape;
static uint64_t seed;

static int setup (void **state) {
  (void) state;
  lyre_env_init (&env);
  env.mem.escape = &escape;
  lyre_arena_init (&arena, &env.mem);
  pool = lyre_re_pool_new (&env, &env.mem);
  seed = 0x2545F4914F6CDD1Du;
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

static void fresh_pool (void) {
  lyre_re_pool_delete (pool);
  lyre_arena_clear (&arena);
  pool = lyre_re_pool_new (&env, &env.mem);
}

static uint32_t below (uint32_t n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t) (seed >> 33) % n;
}

static lyre_re word (const char *s) {
  return lyre_re_word (pool, lyre_str_from_ascii (&arena, s));
}
static lyre_re range (uint32_t lo, uint32_t hi) {
  return lyre_re_chars (pool, lyre_charset_range (&arena, lo, hi));
}
static lyre_re cat (lyre_re a, lyre_re b) {
  return lyre_re_concat (pool, a, b);
}
static lyre_re either (lyre_re a, lyre_re b) {
  lyre_re parts[] = {a, b};
  return lyre_re_union (pool, 2, parts);
}
static lyre_re both (lyre_re a, lyre_re b) {
  lyre_re parts[] = {a, b};
  return lyre_re_inter (pool, 2, parts);
}
static lyre_re not(lyre_re a) {
  return lyre_re_comp (pool, a);
}
static lyre_re loop (lyre_re a, uint32_t lo, uint32_t hi) {
  return lyre_re_loop (pool, a, lo, hi);
}
static lyre_re star (lyre_re a) {
  return lyre_re_star (pool, a);
}
static lyre_re any (void) {
  return lyre_re_chars (pool, lyre_charset_all);
}
static lyre_re all (void) {
  return lyre_re_all (pool);
}
static lyre_re none (void) {
  return lyre_re_none (pool);
}
static lyre_re eps (void) {
  return lyre_re_epsilon (pool);
}
static bool has (lyre_re r, const char *s) {
  return lyre_re_matches (pool, r, lyre_str_from_ascii (&arena, s));
}
#define SAME(A, B) assert_int_equal ((A).id, (B).id)

/* ------------------------------------------------------------------ tables
 *
 * Words over LETTERS letters of length up to LONGEST, numbered by length,
 * then alphabetically; a language is a set of their numbers. */

typedef unsigned __int128 table;

static uint32_t letters, longest, n_words;
static uint32_t first_of[10]; /* number of the first word of a length */

static void use_alphabet (uint32_t k, uint32_t n) {
  letters = k;
  longest = n;
  n_words = 0;
  for (uint32_t len = 0, count = 1; len <= n; len++, count *= k) {
    first_of[len] = n_words;
    n_words += count;
  }
  first_of[n + 1] = n_words;
  assert_true (n_words <= 128);
}

static uint32_t length_of (uint32_t w) {
  uint32_t len = 0;
  while (w >= first_of[len + 1])
    len++;
  return len;
}

static uint32_t spell (uint32_t w, char *out) {
  uint32_t len = length_of (w), x = w - first_of[len];
  for (uint32_t i = len; i > 0; i--, x /= letters)
    out[i - 1] = (char) ('a' + x % letters);
  out[len] = 0;
  return len;
}

static uint32_t number_of (const char *s, uint32_t len) {
  uint32_t x = 0;
  for (uint32_t i = 0; i < len; i++)
    x = x * letters + (uint32_t) (s[i] - 'a');
  return first_of[len] + x;
}

static bool in (table t, uint32_t w) {
  return t >> w & 1;
}

static table full_table (void) {
  return n_words == 128 ? ~(table) 0 : ((table) 1 << n_words) - 1;
}

static table concat_tables (table a, table b) {
  table t = 0;
  char s[16];
  for (uint32_t w = 0; w < n_words; w++) {
    uint32_t len = spell (w, s);
    for (uint32_t i = 0; i <= len; i++)
      if (in (a, number_of (s, i)) && in (b, number_of (s + i, len - i)))
        t |= (table) 1 << w;
  }
  return t;
}

static table loop_table (table a, uint32_t lo, uint32_t hi) {
  table power = 1, sum = 0;
  if (hi > lo + longest + 1)
    hi = lo + longest + 1;
  for (uint32_t i = 0; i <= hi; i++) {
    if (i >= lo)
      sum |= power;
    power = concat_tables (power, a);
  }
  return sum;
}

/* -------------------------------------------------------------- expressions */

typedef struct {
  lyre_re re;
  table t;
} sample;

static table set_table (uint32_t mask) {
  return (table) mask << first_of[1];
}

static sample random_leaf (void) {
  char s[16];
  uint32_t w = below (n_words);
  switch (below (8)) {
  case 0:
    return (sample){none (), 0};
  case 1:
    return (sample){eps (), 1};
  case 2:
    return (sample){all (), full_table ()};
  case 3:
    return (sample){any (), set_table ((1u << letters) - 1)};
  case 4:
    return (sample){range ('b', 0x2FFFF), set_table ((1u << letters) - 2)};
  case 5:
    spell (w, s);
    return (sample){word (s), (table) 1 << w};
  default: {
    uint32_t c = below (letters);
    return (sample){range ('a' + c, 'a' + c), set_table (1u << c)};
  }
  }
}

static sample random_regex (uint32_t depth);

static sample random_nary (uint32_t depth, bool inter) {
  lyre_re parts[4];
  uint32_t n = 2 + below (3);
  table t = inter ? full_table () : 0;
  for (uint32_t i = 0; i < n; i++) {
    sample s = random_regex (depth - 1);
    parts[i] = s.re;
    t = inter ? t & s.t : t | s.t;
  }
  lyre_re r =
      inter ? lyre_re_inter (pool, n, parts) : lyre_re_union (pool, n, parts);
  return (sample){r, t};
}

static sample random_loop (uint32_t depth) {
  static const uint32_t his[] = {0, 1, 2, 3, 5, LYRE_RE_INF, LYRE_RE_INF};
  sample s = random_regex (depth - 1);
  uint32_t lo = below (4), hi = his[below (7)];
  if (!below (3))
    lo = 0, hi = LYRE_RE_INF;
  return (sample){loop (s.re, lo, hi), lo > hi ? 0 : loop_table (s.t, lo, hi)};
}

static sample random_regex (uint32_t depth) {
  if (!depth || !below (6))
    return random_leaf ();
  switch (below (8)) {
  case 0:
  case 1: {
    sample s = random_regex (depth - 1), t = random_regex (depth - 1);
    return (sample){cat (s.re, t.re), concat_tables (s.t, t.t)};
  }
  case 2:
  case 3:
    return random_loop (depth);
  case 4:
  case 5:
    return random_nary (depth, false);
  case 6:
    return random_nary (depth, true);
  default: {
    sample s = random_regex (depth - 1);
    return (sample){not(s.re), full_table () & ~s.t};
  }
  }
}

/* ------------------------------------------------------------------- checks */

static void check_members (sample s) {
  char buffer[16];
  const lyre_re_info *x = lyre_re_look (pool, s.re);
  assert_int_equal (x->nullable, in (s.t, 0));
  for (uint32_t w = 0; w < n_words; w++) {
    uint32_t len = spell (w, buffer);
    if (has (s.re, buffer) != in (s.t, w))
      fail_msg ("%s: expected %d", buffer, in (s.t, w));
    if (in (s.t, w))
      assert_true (x->min_len <= len && len <= x->max_len);
  }
}

static void check_moves (sample s) {
  char buffer[16];
  lyre_re_moves m;
  assert_true (lyre_re_all_moves (pool, s.re, &m));
  for (uint32_t i = 0; i < m.n; i++) {
    assert_true (m.at[i].chars.n > 0);
    assert_true (m.at[i].target.id != none ().id);
    for (uint32_t j = 0; j < i; j++) {
      assert_true (lyre_charset_disjoint (m.at[i].chars, m.at[j].chars));
      assert_true (m.at[i].target.id != m.at[j].target.id);
    }
  }
  for (uint32_t w = 1; w < n_words; w++) {
    spell (w, buffer);
    lyre_re t = none ();
    for (uint32_t i = 0; i < m.n; i++)
      if (lyre_charset_has (m.at[i].chars, (uint32_t) buffer[0]))
        t = m.at[i].target;
    assert_int_equal (has (t, buffer + 1), in (s.t, w));
  }
}

static void check_reverse (sample s) {
  char buffer[16], turned[16];
  lyre_re r = lyre_re_reverse (pool, s.re);
  for (uint32_t w = 0; w < n_words; w++) {
    uint32_t len = spell (w, buffer);
    for (uint32_t i = 0; i < len; i++)
      turned[i] = buffer[len - 1 - i];
    turned[len] = 0;
    assert_int_equal (has (r, turned), in (s.t, w));
  }
}

static lyre_re short_words (void) {
  return loop (range ('a', 'a' + letters - 1), 0, longest);
}

/* The length of a shortest word in the window, or -1. */
static int shortest_in (table t, uint32_t min, uint32_t max) {
  for (uint32_t w = 0; w < n_words; w++)
    if (in (t, w) && length_of (w) >= min && length_of (w) <= max)
      return (int) length_of (w);
  return -1;
}

static void check_search (sample s) {
  uint32_t min = below (longest + 2), max = min + below (longest);
  if (below (2))
    max = LYRE_RE_INF;
  const lyre_str *found = NULL;
  lyre_re r = both (s.re, short_words ());
  lyre_re_answer a =
      lyre_re_find_word (pool, &arena, r, min, max, 10000, &found);
  int want = shortest_in (s.t, min, max);
  assert_int_equal (a, want >= 0 ? LYRE_RE_YES : LYRE_RE_NO);
  if (a == LYRE_RE_YES) {
    assert_int_equal (found->len, want);
    assert_true (lyre_re_matches (pool, r, found));
  }
  /* The same without the frame: longer words and other letters may do. */
  a = lyre_re_find_word (pool, &arena, s.re, min, max, 10000, &found);
  assert_int_not_equal (a, LYRE_RE_GAVE_UP);
  assert_true (want < 0 || a == LYRE_RE_YES);
  if (a == LYRE_RE_YES) {
    assert_true (found->len >= min && found->len <= max);
    assert_true (want < 0 || (int) found->len <= want);
    assert_true (lyre_re_matches (pool, s.re, found));
  }
}

static void check_subset (sample s, sample t) {
  lyre_re r = both (s.re, short_words ());
  lyre_re_answer a = lyre_re_subset (pool, r, t.re, 10000);
  assert_int_equal (a, s.t & ~t.t ? LYRE_RE_NO : LYRE_RE_YES);
  lyre_re u = both (t.re, short_words ());
  a = lyre_re_equal (pool, r, u, 10000);
  assert_int_equal (a, s.t == t.t ? LYRE_RE_YES : LYRE_RE_NO);
  a = lyre_re_subset (pool, s.re, t.re, 10000);
  assert_true (a != LYRE_RE_YES || !(s.t & ~t.t));
  if (a == LYRE_RE_NO) {
    const lyre_str *w = NULL;
    a = lyre_re_find_word (pool, &arena, both (s.re, not(t.re)), 0, LYRE_RE_INF,
                           10000, &w);
    assert_int_equal (a, LYRE_RE_YES);
    assert_true (lyre_re_matches (pool, s.re, w));
    assert_false (lyre_re_matches (pool, t.re, w));
  }
}

static void random_against_tables (uint32_t rounds) {
  for (uint32_t i = 0; i < rounds; i++) {
    sample s = random_regex (1 + below (4)), t = random_regex (1 + below (3));
    check_search (s);
    check_members (s);
    check_moves (s);
    check_reverse (s);
    check_subset (s, t);
    if (i % 64 == 0)
      fresh_pool ();
  }
}

static void two_letters (void **state) {
  (void) state;
  use_alphabet (2, 6);
  random_against_tables (2500);
}

static void three_letters (void **state) {
  (void) state;
  use_alphabet (3, 4);
  random_against_tables (2500);
}

/* --------------------------------------------------------------------- laws */

static void laws (void **state) {
  (void) state;
  lyre_re a = word ("a"), b = word ("b"), x = word ("xyz"), y = word ("yz");
  SAME (either (a, b), either (b, a));
  SAME (either (a, either (x, y)), either (either (y, a), x));
  SAME (either (x, x), x);
  SAME (either (x, none ()), x);
  SAME (either (x, all ()), all ());
  SAME (either (x, not(x)), all ());
  SAME (either (range ('a', 'c'), range ('d', 'f')), range ('a', 'f'));
  SAME (both (x, both (y, a)), both (both (a, x), y));
  SAME (both (x, all ()), x);
  SAME (both (x, none ()), none ());
  SAME (both (star (x), not(star (x))), none ());
  SAME (both (star (range ('a', 'f')), star (range ('d', 'z'))),
        star (range ('d', 'f')));
  SAME (both (x, y), none ()); /* by length */
  SAME (not(not(x)), x);
  SAME (not(none ()), all ());
  SAME (not(all ()), none ());
  SAME (not(loop (any (), 3, LYRE_RE_INF)), loop (any (), 0, 2));
  SAME (not(both (star (x), star (y))), either (not(star (x)), not(star (y))));
  SAME (cat (x, eps ()), x);
  SAME (cat (eps (), x), x);
  SAME (cat (x, none ()), none ());
  SAME (cat (cat (x, star (a)), star (b)), cat (x, cat (star (a), star (b))));
  SAME (cat (star (x), star (x)), star (x));
  SAME (cat (x, star (x)), loop (x, 1, LYRE_RE_INF));
  SAME (cat (star (x), x), loop (x, 1, LYRE_RE_INF));
  SAME (cat (all (), all ()), all ());
  SAME (cat (all (), star (x)), all ());
  SAME (cat (loop (x, 1, 2), loop (x, 3, 4)), loop (x, 4, 6));
  SAME (cat (word ("ab"), word ("cd")), word ("abcd"));
  lyre_re three[] = {x, star (a), y};
  SAME (lyre_re_concat_all (pool, 3, three), cat (cat (x, star (a)), y));
  SAME (both (any (), not(a)),
        lyre_re_chars (
            pool, lyre_charset_comp (
                      &arena, lyre_charset_range (&arena, (uint32_t) 97, 97))));
  SAME (loop (x, 1, 1), x);
  SAME (loop (x, 0, 0), eps ());
  SAME (loop (x, 2, 1), none ());
  SAME (loop (none (), 0, 5), eps ());
  SAME (loop (star (x), 3, 7), star (x));
  SAME (loop (loop (x, 2, 2), 3, 3), loop (x, 6, 6));
  SAME (loop (loop (x, 0, 3), 2, 5), loop (x, 0, 15));
  assert_int_not_equal (star (loop (x, 2, 2)).id, star (x).id);
  assert_int_not_equal (star (loop (x, 2, 3)).id, star (x).id);
  SAME (either (x, eps ()), loop (x, 0, 1));
  SAME (star (either (x, star (y))), star (either (x, y)));
  SAME (either (loop (x, 1, 5), loop (x, 4, 9)), loop (x, 1, 9));
  SAME (either (cat (star (a), x), x), cat (star (a), x));
  SAME (not(cat (all (), cat (range ('a', 'z'), all ()))),
        star (lyre_re_chars (
            pool, lyre_charset_comp (&arena,
                                     lyre_charset_range (&arena, 'a', 'z')))));
}

static void suffixes_are_shared (void **state) {
  (void) state;
  lyre_re r = lyre_re_derive (pool, word ("xabcdef"), 'x');
  SAME (r, word ("abcdef"));
  SAME (lyre_re_derive (pool, word ("yabcdef"), 'y'), r);
  SAME (lyre_re_derive (pool, word ("yabcdef"), 'x'), none ());
}

/* --------------------------------------------------------------------- size */

/* Long runs of a letter are not hashed letter by letter, and yet a word that
 * was cut is the word that was made. */
static void runs_of_letters (void **state) {
  (void) state;
  enum { LONG = 1 << 29 };
  for (uint32_t n = 900; n < 905; n++) {
    lyre_re r = lyre_re_word (pool, lyre_str_repeat (&arena, 'a', n));
    SAME (lyre_re_derive (pool, r, 'a'),
          lyre_re_word (pool, lyre_str_repeat (&arena, 'a', n - 1)));
  }
  const lyre_str *parts[] = {lyre_str_repeat (&arena, 'a', LONG),
                             lyre_str_from_ascii (&arena, "b"),
                             lyre_str_repeat (&arena, 'c', LONG - 2)};
  const lyre_str *s = lyre_str_concat (&arena, 3, parts);
  lyre_re r = lyre_re_derive (pool, lyre_re_word (pool, s), 'a');
  SAME (r, lyre_re_word (pool, lyre_str_slice (&arena, s, 1, s->len)));
}

static void huge_loops (void **state) {
  (void) state;
  const lyre_str *w;
  lyre_re r = loop (word ("a"), 0, 100000);
  assert_true (lyre_re_matches (pool, r, lyre_str_repeat (&arena, 'a', 2000)));
  assert_int_equal (lyre_re_find_word (pool, &arena, r, 50000, 60000, 1000, &w),
                    LYRE_RE_YES);
  assert_int_equal (w->len, 50000);
  assert_int_equal (
      lyre_re_find_word (pool, &arena, r, 100001, LYRE_RE_INF, 1000, &w),
      LYRE_RE_NO);
  lyre_re big = loop (loop (word ("ab"), 4000000000u, 4000000000u), 4000000000u,
                      LYRE_RE_INF);
  assert_int_equal (lyre_re_is_empty (pool, big, 100), LYRE_RE_NO);
  assert_int_equal (lyre_re_find_word (pool, &arena, big, 0, 1000, 100, &w),
                    LYRE_RE_NO);
}

static void long_windows (void **state) {
  (void) state;
  const lyre_str *w;
  /* Complements, so that structure alone does not answer. */
  lyre_re r = both (star (either (word ("ab"), word ("cde"))),
                    not(cat (all (), cat (word ("abab"), all ()))));
  assert_int_equal (
      lyre_re_find_word (pool, &arena, r, 1000001, LYRE_RE_INF, 10000, &w),
      LYRE_RE_YES);
  assert_int_equal (w->len, 1000001);
  assert_true (lyre_re_matches (pool, r, w));
  /* Only multiples of six. */
  r = both (star (loop (any (), 2, 2)),
            both (star (loop (any (), 3, 3)), not(word ("aaaaaa"))));
  assert_int_equal (
      lyre_re_find_word (pool, &arena, r, 100001, 100001, 10000, &w),
      LYRE_RE_NO);
  assert_int_equal (
      lyre_re_find_word (pool, &arena, r, 100001, LYRE_RE_INF, 10000, &w),
      LYRE_RE_YES);
  assert_int_equal (w->len, 100002);
  assert_true (lyre_re_matches (pool, r, w));
}

/* .*a.{k} one way or the other. */
static void turns_around (void **state) {
  (void) state;
  lyre_re tail = cat (all (), cat (word ("a"), loop (any (), 40, 40)));
  lyre_re head = lyre_re_reverse (pool, tail);
  assert_int_equal (lyre_re_subset (pool, tail, tail, 1000), LYRE_RE_YES);
  lyre_re other = cat (all (), cat (range ('a', 'b'), loop (any (), 40, 40)));
  assert_int_equal (lyre_re_subset (pool, tail, other, 20000), LYRE_RE_YES);
  assert_int_equal (lyre_re_subset (pool, other, tail, 20000), LYRE_RE_NO);
  other = lyre_re_reverse (pool, other);
  assert_int_equal (lyre_re_subset (pool, head, other, 20000), LYRE_RE_YES);
  assert_int_equal (lyre_re_subset (pool, other, head, 20000), LYRE_RE_NO);
}

static void gives_up (void **state) {
  (void) state;
  lyre_re r = cat (all (), cat (word ("a"), loop (any (), 40, 40)));
  lyre_re both_ways = cat (cat (r, word ("b")), lyre_re_reverse (pool, r));
  lyre_re other = cat (cat (r, range ('b', 'c')), lyre_re_reverse (pool, r));
  assert_int_equal (lyre_re_subset (pool, both_ways, other, 200),
                    LYRE_RE_GAVE_UP);
  assert_int_equal (env.stop, LYRE_STOP_NONE);
}

static void big_words (void **state) {
  (void) state;
  enum { N = 3000000 };
  uint8_t *text = test_malloc (N);
  for (uint32_t i = 0; i < N; i++)
    text[i] = (uint8_t) ('a' + below (3));
  const lyre_str *s = lyre_str_from_bytes (&arena, text, N), *w;
  lyre_re r = lyre_re_word (pool, s);
  SAME (r, lyre_re_word (pool, lyre_str_copy (&arena, s)));
  assert_true (lyre_re_matches (pool, r, s));
  lyre_re longer = cat (r, star (word ("x")));
  assert_true (lyre_re_matches (pool, longer, s));
  assert_int_equal (
      lyre_re_find_word (pool, &arena, longer, N + 5, LYRE_RE_INF, 100, &w),
      LYRE_RE_YES);
  assert_int_equal (w->len, N + 5);
  assert_false (lyre_re_matches (pool, not(r), s));
  lyre_re back = lyre_re_reverse (pool, lyre_re_reverse (pool, longer));
  SAME (back, longer);
  assert_int_equal (lyre_re_subset (pool, r, all (), 100), LYRE_RE_YES);
  assert_true (lyre_re_is_empty (pool, both (longer, not(r)), 100) !=
               LYRE_RE_YES);
  test_free (text);
}

/* Operators nested as deep as they come. */
static lyre_re nest (uint32_t kind, uint32_t depth) {
  lyre_re r = word ("a");
  for (uint32_t i = 0; i < depth; i++)
    switch ((kind + (kind > 5 ? i : 0)) % 6) {
    case 0:
      r = loop (cat (r, word ("b")), 0, LYRE_RE_INF);
      break;
    case 1:
      r = cat (word ("a"), either (r, word ("c")));
      break;
    case 2:
      r = not(cat (word ("a"), r));
      break;
    case 3:
      r = both (cat (r, word ("b")), cat (all (), range ('b', 'd')));
      break;
    case 4:
      r = loop (loop (r, 2, 2), 0, 2);
      break;
    default:
      r = either (cat (r, word ("q")), cat (word ("ab"), star (any ())));
    }
  return r;
}

static void deep_nesting (void **state) {
  (void) state;
  const lyre_str *s = lyre_str_from_ascii (&arena, "aab"), *w;
  for (uint32_t kind = 0; kind < 7; kind++) {
    uint32_t depth = kind == 4 ? 100 : 100000;
    lyre_re r = nest (kind, depth);
    lyre_re_matches (pool, r, s);
    lyre_re_reverse (pool, r);
    lyre_re_moves m;
    if (kind != 6)
      assert_true (lyre_re_all_moves (pool, r, &m));
    else
      lyre_re_all_moves (pool, r, &m);
    lyre_re_find_word (pool, &arena, r, 0, LYRE_RE_INF, 10, &w);
    fresh_pool ();
    s = lyre_str_from_ascii (&arena, "aab");
  }
  lyre_re r = nest (1, 1000000);
  assert_int_equal (lyre_re_look (pool, r)->max_len, 1000001);
  assert_int_equal (
      lyre_re_find_word (pool, &arena, r, 1000001, LYRE_RE_INF, 10, &w),
      LYRE_RE_YES);
}

/* A union of many words, and what remains of it. */
static void dictionary (void **state) {
  (void) state;
  enum { N = 5000 };
  lyre_re parts[N];
  char buffer[16];
  for (uint32_t i = 0; i < N; i++) {
    for (uint32_t k = 0; k < 8; k++)
      buffer[k] = (char) ('a' + below (26));
    buffer[8] = 0;
    parts[i] = word (buffer);
  }
  lyre_re r = lyre_re_union (pool, N, parts);
  for (uint32_t i = 0; i < N; i += 100)
    assert_int_equal (lyre_re_subset (pool, parts[i], r, 100000), LYRE_RE_YES);
  lyre_re fewer = lyre_re_union (pool, N / 2, parts);
  assert_int_equal (lyre_re_subset (pool, fewer, r, 100000), LYRE_RE_YES);
  assert_int_equal (lyre_re_subset (pool, r, fewer, 100000), LYRE_RE_NO);
}

/* ------------------------------------------------------------------- faults */

static lyre_re_answer some_work (void) {
  const lyre_str *w;
  lyre_re r = both (star (either (word ("ab"), word ("cde"))),
                    not(cat (all (), cat (word ("abab"), all ()))));
  lyre_re_reverse (pool, r);
  return lyre_re_find_word (pool, &arena, r, 300, LYRE_RE_INF, 10000, &w);
}

static void every_poll_can_stop (void **state) {
  (void) state;
  for (uint64_t n = 1;; n++) {
    fresh_pool ();
    env.stop = LYRE_STOP_NONE;
    env.fire_at[LYRE_POLL_REGEX] = n;
    lyre_re_answer a = some_work ();
    bool fired = env.stop != LYRE_STOP_NONE;
    env.fire_at[LYRE_POLL_REGEX] = 0;
    env.stop = LYRE_STOP_NONE;
    assert_true (a == LYRE_RE_YES || (fired && a == LYRE_RE_GAVE_UP));
    assert_int_equal (some_work (), LYRE_RE_YES);
    if (!fired)
      break;
  }
}

/* After a failure the pool can be deleted, and what the search held goes with
 * the memory that it was given. */
static void every_allocation_can_fail (void **state) {
  (void) state;
  lyre_mem own;
  volatile bool failed = true;
  lyre_mem_init (&own, &env.mem);
  lyre_re_pool_delete (pool);
  for (volatile uint64_t n = 1; failed; n++) {
    pool = NULL;
    failed = setjmp (escape);
    if (!failed) {
      env.mem.fail_at = env.mem.allocations + n;
      pool = lyre_re_pool_new (&env, &own);
      some_work ();
    }
    env.mem.fail_at = 0;
    lyre_re_pool_delete (pool);
    lyre_mem_release (&own);
    lyre_arena_release (&arena);
    lyre_arena_release (&env.scratch);
    assert_int_equal (env.mem.used, 0);
  }
  pool = NULL;
}

#define TEST(F) cmocka_unit_test_setup_teardown (F, setup, teardown)

int main (void) {
  const struct CMUnitTest tests[] = {
      TEST (laws),
      TEST (suffixes_are_shared),
      TEST (runs_of_letters),
      TEST (two_letters),
      TEST (three_letters),
      TEST (huge_loops),
      TEST (long_windows),
      TEST (turns_around),
      TEST (gives_up),
      TEST (big_words),
      TEST (deep_nesting),
      TEST (dictionary),
      TEST (every_poll_can_stop),
      TEST (every_allocation_can_fail),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
