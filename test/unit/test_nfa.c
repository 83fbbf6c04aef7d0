/* Automata against sets of words; see nfa_fixture.h. */
#include "nfa_fixture.h"

/* ------------------------------------------------------------------ tests */

static void small_automata (void **state) {
  (void) state;
  assert_mask (lyre_nfa_none (&fa), 0);
  assert_mask (lyre_nfa_epsilon (&fa), 1);
  assert_mask (lyre_nfa_all (&fa), ALL_WORDS);
  assert_mask (lyre_nfa_chars (&fa, lyre_charset_all), 6);
  assert_mask (lyre_nfa_chars (&fa, lyre_charset_none), 0);
  for (uint32_t i = 0; i < WORDS; i++)
    assert_mask (lyre_nfa_word (&fa, str_of (word_at (i))), (uint64_t) 1 << i);
  assert_int_equal (lyre_nfa_none (&fa)->n_states, 0);
}

static void from_regexes (void **state) {
  (void) state;
  ROUNDS (6000) {
    sample s = random_regex (1 + below (4), round % 2);
    const lyre_nfa *a = lyre_nfa_from_re (&fa, res, s.re);
    assert_non_null (a);
    if (a->n_states < 2000)
      assert_mask (a, s.mask);
  }
}

static void acceptance (void **state) {
  (void) state;
  ROUNDS (300) {
    uint64_t mask;
    const lyre_nfa *a = random_nfa (&mask);
    for (uint32_t i = 0; i < WORDS; i++)
      assert_int_equal (lyre_nfa_accepts (&fa, a, str_of (word_at (i))),
                        has (mask, i));
  }
}

static void regular_operations (void **state) {
  (void) state;
  ROUNDS (1500) {
    uint64_t x, y, z;
    const lyre_nfa *a = random_nfa (&x), *b = random_nfa (&y);
    const lyre_nfa *three[] = {a, b, random_nfa (&z)};
    uint32_t lo = below (4), hi = below (3) ? lo + below (4) : LYRE_RE_INF;
    assert_mask (lyre_nfa_union (&fa, 3, three), x | y | z);
    assert_mask (lyre_nfa_concat (&fa, a, b), concat_masks (x, y));
    assert_mask (lyre_nfa_product (&fa, a, b), x & y);
    assert_mask (lyre_nfa_reverse (&fa, a), reverse_mask (x));
    assert_mask (lyre_nfa_loop (&fa, a, lo, hi), loop_mask (x, lo, hi));
  }
  assert_mask (lyre_nfa_union (&fa, 0, NULL), 0);
  assert_mask (lyre_nfa_loop (&fa, lyre_nfa_none (&fa), 0, 3), 1);
  assert_mask (lyre_nfa_loop (&fa, lyre_nfa_all (&fa), 3, 2), 0);
}

static void determinism (void **state) {
  (void) state;
  ROUNDS (1000) {
    uint64_t x;
    const lyre_nfa *a = random_nfa (&x);
    const lyre_nfa *d = lyre_nfa_determinize (&fa, a);
    const lyre_nfa *m = lyre_nfa_minimize (&fa, a);
    assert_mask (d, x);
    assert_mask (m, x);
    assert_true (d->deterministic && m->deterministic);
    assert_true (m->n_states <= d->n_states);
    assert_int_equal (lyre_nfa_equal (&fa, a, m), LYRE_RE_YES);
    assert_mask (lyre_nfa_complement (&fa, a), ALL_WORDS & ~x);
    /* Brzozowski's way gives the same size. */
    const lyre_nfa *r = lyre_nfa_determinize (&fa, lyre_nfa_reverse (&fa, d));
    r = lyre_nfa_determinize (&fa, lyre_nfa_reverse (&fa, r));
    assert_int_equal (r->n_states, m->n_states);
  }
}

static void reduction (void **state) {
  (void) state;
  ROUNDS (1500) {
    uint64_t x;
    const lyre_nfa *a = random_nfa (&x);
    const lyre_nfa *r = lyre_nfa_reduce (&fa, a);
    assert_mask (r, x);
    assert_true (r->n_states <= a->n_states);
    assert_int_equal (lyre_nfa_equal (&fa, a, r), LYRE_RE_YES);
  }
}

/* --------------------------------------------- languages from languages */

static uint64_t factor_mask (uint64_t x, bool cut_front, bool cut_back) {
  uint64_t out = 0;
  for (uint32_t i = 0; i < WORDS; i++) {
    word w = word_at (i);
    for (uint32_t from = 0; has (x, i) && from <= (cut_front ? w.len : 0);
         from++)
      for (uint32_t to = cut_back ? from : w.len; to <= w.len; to++) {
        uint32_t len = to - from;
        uint32_t bits = w.bits >> (w.len - to) & ((1u << len) - 1);
        out |= (uint64_t) 1 << index_of ((word){len, bits});
      }
  }
  return out;
}

static void parts_of_words (void **state) {
  (void) state;
  ROUNDS (500) {
    uint64_t x;
    const lyre_nfa *a = random_short (&x);
    assert_mask (lyre_nfa_prefixes (&fa, a), factor_mask (x, false, true));
    assert_mask (lyre_nfa_suffixes (&fa, a), factor_mask (x, true, false));
    assert_mask (lyre_nfa_factors (&fa, a), factor_mask (x, true, true));
  }
}

/* { w : some u in Y with uw in X }. */
static uint64_t left_quotient_mask (uint64_t x, uint64_t y) {
  uint64_t out = 0;
  for (uint32_t i = 0; i < WORDS; i++)
    if (concat_masks (y, (uint64_t) 1 << i) & x)
      out |= (uint64_t) 1 << i;
  return out;
}

static void quotients (void **state) {
  (void) state;
  ROUNDS (800) {
    uint64_t x, y;
    const lyre_nfa *a = random_short (&x), *b = random_short (&y);
    assert_mask (lyre_nfa_left_quotient (&fa, a, b), left_quotient_mask (x, y));
    assert_mask (
        lyre_nfa_right_quotient (&fa, a, b),
        reverse_mask (left_quotient_mask (reverse_mask (x), reverse_mask (y))));
  }
}

static uint64_t length_mask (uint32_t lo, uint32_t hi) {
  uint64_t out = 0;
  for (uint32_t i = 0; i < WORDS; i++)
    if (word_at (i).len >= lo && word_at (i).len <= hi)
      out |= (uint64_t) 1 << i;
  return out;
}

static void cut_lengths (void **state) {
  (void) state;
  ROUNDS (800) {
    uint64_t x;
    const lyre_nfa *a = random_nfa (&x);
    uint32_t lo = below (6), hi = below (2) ? below (8) : LYRE_RE_INF;
    const lyre_nfa *c = lyre_nfa_cut_length (&fa, a, lo, hi);
    assert_mask (c, x & length_mask (lo, hi));
  }
}

static uint64_t map_mask (uint64_t x, bool a_to_b, bool b_to_a, bool image) {
  uint64_t out = 0;
  for (uint32_t i = 0; i < WORDS; i++) {
    word w = word_at (i), v = w;
    for (uint32_t k = 0; k < w.len; k++) {
      bool b = w.bits >> k & 1;
      if (b ? b_to_a : a_to_b)
        v.bits ^= 1u << k;
    }
    if (image ? has (x, i) : has (x, index_of (v)))
      out |= (uint64_t) 1 << (image ? index_of (v) : i);
  }
  return out;
}

static void maps (void **state) {
  (void) state;
  static const lyre_shift both[] = {{'b', 'b', -1}, {'a', 'a', 1}};
  ROUNDS (500) {
    uint64_t x;
    const lyre_nfa *a = random_short (&x);
    for (uint32_t way = 0; way < 4; way++) {
      uint32_t n = (way & 1) + (way >> 1);
      const lyre_shift *some = way == 2 ? both : way == 1 ? both + 1 : both;
      assert_mask (lyre_nfa_map (&fa, a, n, some),
                   map_mask (x, way & 1, way & 2, true));
      assert_mask (lyre_nfa_unmap (&fa, a, n, some),
                   map_mask (x, way & 1, way & 2, false));
    }
  }
}

/* Upper case of [a-c] is [A-C]; pre-images of [B-a] are [B-C], [b-c]... */
static void maps_split_intervals (void **state) {
  (void) state;
  static const lyre_shift up[] = {{'a', 'c', 'A' - 'a'}};
  lyre_charset set = lyre_charset_range (&arena, 'B', 'd');
  const lyre_nfa *a = lyre_nfa_chars (&fa, set);
  const lyre_nfa *m = lyre_nfa_map (&fa, a, 1, up);
  const lyre_nfa *u = lyre_nfa_unmap (&fa, a, 1, up);
  for (uint32_t c = 0; c < 200; c++) {
    const lyre_str *w = lyre_str_char (&arena, c);
    bool lower = c >= 'a' && c <= 'c';
    uint32_t image = lower ? c - 32 : c;
    bool in_image = c >= 'A' && c <= 'd' && !lower;
    assert_int_equal (lyre_nfa_accepts (&fa, m, w), in_image);
    assert_int_equal (lyre_nfa_accepts (&fa, u, w),
                      image >= 'B' && image <= 'd');
  }
}

/* -------------------------------------------------------------------- words */

static void shortest_words (void **state) {
  (void) state;
  ROUNDS (800) {
    uint64_t x;
    const lyre_nfa *a = random_short (&x);
    const lyre_str *w = lyre_nfa_shortest (&fa, a);
    assert_int_equal (w == NULL, x == 0);
    if (!w)
      continue;
    assert_true (lyre_nfa_accepts (&fa, a, w));
    assert_true (!w->len || !(x & length_mask (0, w->len - 1)));
  }
}

static void words_are_readable (void **state) {
  (void) state;
  const lyre_nfa *any = lyre_nfa_chars (&fa, lyre_charset_all);
  const lyre_str *w = lyre_nfa_word_of_length (
      &fa, lyre_nfa_loop (&fa, any, 0, LYRE_RE_INF), 9);
  assert_int_equal (w->len, 9);
  for (uint32_t i = 0; i < 9; i++)
    assert_in_range (lyre_str_at (w, i), 'A', 'z');
}

static void words_of_a_length (void **state) {
  (void) state;
  ROUNDS (500) {
    uint64_t x;
    const lyre_nfa *a = random_short (&x), *b = random_nfa (&(uint64_t){0});
    for (uint32_t len = 0; len < 8; len++) {
      const lyre_str *w = lyre_nfa_word_of_length (&fa, a, len);
      assert_int_equal (w != NULL, (x & length_mask (len, len)) != 0);
      assert_true (!w || (w->len == len && lyre_nfa_accepts (&fa, a, w)));
      w = lyre_nfa_word_of_length (&fa, b, 7 * len);
      assert_true (!w || (w->len == 7 * len && lyre_nfa_accepts (&fa, b, w)));
    }
  }
}

static void a_long_word (void **state) {
  (void) state;
  const lyre_nfa *ab = lyre_nfa_word (&fa, lyre_str_from_ascii (&arena, "ab"));
  const lyre_nfa *many = lyre_nfa_loop (&fa, ab, 3, LYRE_RE_INF);
  const lyre_str *w = lyre_nfa_word_of_length (&fa, many, 1000000);
  assert_int_equal (w->len, 1000000);
  assert_int_equal (lyre_str_at (w, 999999), 'b');
  assert_null (lyre_nfa_word_of_length (&fa, many, 999999));
}

/* (xx|yyy){2000}: many states, a long word, and some wrong ways. */
static void a_word_of_a_large_automaton (void **state) {
  (void) state;
  lyre_re two = lyre_re_word (res, lyre_str_from_ascii (&arena, "xx"));
  lyre_re three = lyre_re_word (res, lyre_str_from_ascii (&arena, "yyy"));
  lyre_re either = lyre_re_union (res, 2, (lyre_re[]){two, three});
  lyre_re r = lyre_re_loop (res, either, 2000, 2000);
  const lyre_nfa *a = lyre_nfa_from_re (&fa, res, r);
  for (uint32_t len = 3999; len <= 6001; len += 143) {
    const lyre_str *w = lyre_nfa_word_of_length (&fa, a, len);
    assert_int_equal (w != NULL, len >= 4000 && len <= 6000);
    assert_true (!w || (w->len == len && lyre_nfa_accepts (&fa, a, w)));
  }
}

static void counting_and_order (void **state) {
  (void) state;
  ROUNDS (400) {
    uint64_t x;
    const lyre_nfa *a = random_short (&x);
    int64_t n = 0;
    for (uint32_t len = 0; len < 8; len++) {
      lyre_int count;
      int64_t value;
      assert_true (lyre_nfa_count (&fa, a, len, &count));
      assert_true (lyre_int_to_i64 (count, &value));
      assert_int_equal (value,
                        __builtin_popcountll (x & length_mask (len, len)));
    }
    for (uint32_t i = 0; i < WORDS; i++)
      if (has (x, i)) {
        const lyre_str *w =
            lyre_nfa_nth_word (&fa, a, lyre_int_from (&arena, n++));
        assert_non_null (w);
        assert_true (lyre_str_eq (w, str_of (word_at (i))));
      }
    assert_null (lyre_nfa_nth_word (&fa, a, lyre_int_from (&arena, n)));
  }
}

/* A random word; determinised each time. */
static const lyre_str *sample_of (const lyre_nfa *a, uint32_t len) {
  lyre_sampler s;
  const lyre_nfa *d = lyre_nfa_determinize (&fa, a);
  if (!d)
    return NULL;
  lyre_sampler_init (&s, &fa, d);
  const lyre_str *w = lyre_sampler_word (&s, len, &seed);
  lyre_sampler_release (&s);
  return w;
}

static void big_counts (void **state) {
  (void) state;
  lyre_int n;
  const lyre_nfa *all = lyre_nfa_all (&fa);
  assert_true (lyre_nfa_count (&fa, all, 4, &n));
  assert_string_equal (lyre_int_text (&arena, n), "1494186269970473680896");
  const lyre_str *w = lyre_nfa_nth_word (&fa, all, n);
  assert_int_equal (w->len, 4);
}

/* Counts of words that no double could hold beside each other. */
static void long_samples (void **state) {
  (void) state;
  lyre_re a_char = lyre_re_chars (res, lyre_charset_range (&arena, 'a', 'a'));
  lyre_re b_char = lyre_re_chars (res, lyre_charset_range (&arena, 'b', 'b'));
  lyre_re some = lyre_re_concat (res, b_char, lyre_re_all (res));
  lyre_re as = lyre_re_loop (res, a_char, 300, 300);
  lyre_re both[] = {as, some};
  const lyre_nfa *a = lyre_nfa_from_re (&fa, res, lyre_re_union (res, 2, both));
  const lyre_nfa *only = lyre_nfa_from_re (&fa, res, as);
  assert_int_equal (sample_of (a, 300)->len, 300);
  assert_int_equal (sample_of (only, 300)->len, 300);
  assert_null (sample_of (only, 299));
}

static void samples_cover (void **state) {
  (void) state;
  ROUNDS (20) {
    uint64_t x, met = 0;
    const lyre_nfa *a = random_short (&x);
    x &= length_mask (5, 5);
    for (uint32_t i = 0; i < 600; i++) {
      const lyre_str *w = sample_of (a, 5);
      assert_int_equal (w == NULL, x == 0);
      if (!w)
        break;
      word v = {5, 0};
      for (uint32_t k = 0; k < 5; k++)
        v.bits = v.bits << 1 | (lyre_str_at (w, k) == 'b');
      met |= (uint64_t) 1 << index_of (v);
    }
    assert_true (met == x);
  }
}

/* ------------------------------------------------------------------ lengths */

static void lengths_match_words (void **state) {
  (void) state;
  ROUNDS (800) {
    uint64_t x, next, max;
    const lyre_nfa *a = random_nfa (&x);
    lyre_lengths l;
    assert_true (lyre_nfa_lengths (&fa, a, &l));
    assert_true (l.exact);
    uint64_t last = LYRE_RE_INF;
    for (uint32_t len = 30; len-- > 0;) {
      bool some = lyre_nfa_word_of_length (&fa, a, len) != NULL;
      assert_int_equal (lyre_lengths_has (&l, len), some);
      if (some)
        last = len;
      assert_int_equal (lyre_lengths_next (&l, len, &next) && next < 30,
                        last != LYRE_RE_INF);
      assert_true (last == LYRE_RE_INF || next == last);
    }
    if (lyre_lengths_bounded (&l, &max))
      assert_false (lyre_lengths_next (&l, max + 1, &next));
    else
      assert_true (lyre_lengths_next (&l, 1000000, &next));
  }
}

static void lengths_of_loops (void **state) {
  (void) state;
  lyre_lengths l;
  uint64_t max;
  const lyre_nfa *w = lyre_nfa_word (&fa, lyre_str_from_ascii (&arena, "abc"));
  lyre_nfa_lengths (&fa, lyre_nfa_loop (&fa, w, 4, LYRE_RE_INF), &l);
  assert_false (lyre_lengths_has (&l, 9));
  assert_true (lyre_lengths_has (&l, 12) && lyre_lengths_has (&l, 3000000000));
  assert_false (lyre_lengths_has (&l, 3000000001));
  lyre_nfa_lengths (&fa, lyre_nfa_loop (&fa, w, 0, 1000), &l);
  assert_true (l.exact && lyre_lengths_bounded (&l, &max) && max == 3000);
}

/* The cycles' lengths are coprime: the lasso would be too long to find. */
static void lengths_give_up_softly (void **state) {
  (void) state;
  static const uint32_t primes[] = {7, 11, 13, 17, 19, 23, 29, 31};
  const lyre_nfa *them[8];
  lyre_lengths l;
  for (uint32_t i = 0; i < 8; i++) {
    const lyre_str *s = lyre_str_repeat (&arena, 'a', 2 * primes[i]);
    them[i] = lyre_nfa_loop (&fa, lyre_nfa_word (&fa, s), 1, LYRE_RE_INF);
  }
  const lyre_nfa *a = lyre_nfa_union (&fa, 8, them);
  assert_true (lyre_nfa_lengths (&fa, a, &l));
  assert_false (l.exact);
  for (uint32_t len = 0; len < 5000; len++) {
    bool some = false;
    for (uint32_t i = 0; i < 8; i++)
      some |= len && len % (2 * primes[i]) == 0;
    assert_int_equal (lyre_lengths_has (&l, len), some);
  }
  assert_true (lyre_lengths_has (&l, 2ull * 7 * 11 * 13 * 17 * 1000003));
  assert_false (lyre_lengths_has (&l, 1ull + 7 * 11 * 13 * 17 * 19 * 23 * 2));
}

/* ------------------------------------------------------------------- limits */

/* .*a.{K}: 2^(K+1) states forward. */
static const lyre_nfa *kth_from_behind (uint32_t k) {
  const lyre_nfa *dot = lyre_nfa_chars (&fa, lyre_charset_all);
  const lyre_nfa *a = lyre_nfa_word (&fa, lyre_str_char (&arena, 'a'));
  a = lyre_nfa_concat (&fa, lyre_nfa_all (&fa), a);
  return lyre_nfa_concat (&fa, a, lyre_nfa_loop (&fa, dot, k, k));
}

static void blow_up_is_caught (void **state) {
  (void) state;
  const lyre_nfa *a = kth_from_behind (10);
  assert_int_equal (lyre_nfa_determinize (&fa, a)->n_states, 2048);
  a = kth_from_behind (30);
  fa.max_states = 1000;
  assert_null (lyre_nfa_determinize (&fa, a));
  assert_true (fa.gave_up);
  fa.gave_up = false;
  const lyre_nfa *c = lyre_nfa_complement (&fa, a); /* easy from behind */
  assert_non_null (c);
  assert_false (fa.gave_up);
  assert_true (lyre_nfa_check (c) && c->n_states < 100);
  assert_int_equal (lyre_nfa_subset (&fa, a, a, NULL), LYRE_RE_YES);
  assert_null (lyre_nfa_loop (&fa, a, 100, 200));
  assert_true (fa.gave_up);
}

static void nullable_loops_stay_small (void **state) {
  (void) state;
  sample s = {
      lyre_re_loop (res, lyre_re_word (res, str_of (word_at (3))), 0, 1), 9};
  s.re = lyre_re_loop (res, s.re, 0, 3000);
  const lyre_nfa *a = lyre_nfa_from_re (&fa, res, s.re);
  assert_true (a->n_edges < 20000);
  a = lyre_nfa_loop (
      &fa, lyre_nfa_prefixes (&fa, lyre_nfa_word (&fa, str_of (word_at (3)))),
      7, 3000);
  assert_true (a->n_edges < 50000);
}

static double milliseconds_since (uint64_t start) {
  return (double) (lyre_now_ns () - start) / 1e6;
}

static void big_loops (void **state) {
  (void) state;
  fa.max_states = 200000;
  const char *body = "abcdefghijklmnopqrstuvwxyz0123";
  lyre_re r = lyre_re_word (res, lyre_str_from_ascii (&arena, body));
  r = lyre_re_loop (res, r, 5000, 5000);
  uint64_t start = lyre_now_ns ();
  const lyre_nfa *a = lyre_nfa_from_re (&fa, res, r);
  print_message ("  150k states: %.1f ms\n", milliseconds_since (start));
  assert_int_equal (a->n_states, 150001);
  start = lyre_now_ns ();
  lyre_lengths l;
  assert_true (lyre_nfa_lengths (&fa, a, &l) && l.exact);
  assert_int_equal (lyre_nfa_shortest (&fa, a)->len, 150000);
  print_message ("  its lengths and word: %.1f ms\n",
                 milliseconds_since (start));
}

static lyre_re ten_thousand_words (void) {
  lyre_re *words = lyre_arena_array (&arena, lyre_re, 10000);
  for (uint32_t i = 0; i < 10000; i++) {
    char text[16];
    snprintf (text, sizeof text, "w%07u", i * 7919);
    words[i] = lyre_re_word (res, lyre_str_from_ascii (&arena, text));
  }
  return lyre_re_union (res, 10000, words);
}

static void a_dictionary (void **state) {
  (void) state;
  uint64_t start = lyre_now_ns ();
  const lyre_nfa *a = lyre_nfa_from_re (&fa, res, ten_thousand_words ());
  print_message ("  10000 words, %u states: %.1f ms\n", a->n_states,
                 milliseconds_since (start));
  start = lyre_now_ns ();
  const lyre_nfa *m = lyre_nfa_minimize (&fa, a);
  print_message ("  minimized to %u states: %.1f ms\n", m->n_states,
                 milliseconds_since (start));
  assert_true (
      lyre_nfa_accepts (&fa, m, lyre_str_from_ascii (&arena, "w0007919")));
}

static void products_are_fast (void **state) {
  (void) state;
  const lyre_nfa *a = kth_from_behind (1000), *b = kth_from_behind (700);
  uint64_t start = lyre_now_ns ();
  fa.max_states = 1000000;
  const lyre_nfa *p = lyre_nfa_product (&fa, a, b);
  print_message ("  product of %u states: %.1f ms\n", p->n_states,
                 milliseconds_since (start));
  assert_int_equal (lyre_nfa_shortest (&fa, p)->len, 1001);
}

/* ------------------------------------------------------------ polls, faults */

/* Everything once; results are sound or NULL. */
static void do_everything (const lyre_nfa *a, const lyre_nfa *b, lyre_re r) {
  const lyre_nfa *both[] = {a, b};
  const lyre_shift up = {'a', 'a', 1};
  lyre_lengths l;
  lyre_int n;
  const lyre_str *w;
  const lyre_nfa *out[] = {
      lyre_nfa_from_re (&fa, res, r),     lyre_nfa_union (&fa, 2, both),
      lyre_nfa_concat (&fa, a, b),        lyre_nfa_loop (&fa, a, 2, 5),
      lyre_nfa_product (&fa, a, b),       lyre_nfa_reverse (&fa, a),
      lyre_nfa_minimize (&fa, a),         lyre_nfa_complement (&fa, a),
      lyre_nfa_reduce (&fa, a),           lyre_nfa_factors (&fa, a),
      lyre_nfa_left_quotient (&fa, a, b), lyre_nfa_right_quotient (&fa, a, b),
      lyre_nfa_cut_length (&fa, a, 2, 4), lyre_nfa_unmap (&fa, a, 1, &up)};
  for (uint32_t i = 0; i < sizeof out / sizeof *out; i++)
    assert_true (!out[i] || lyre_nfa_check (out[i]));
  lyre_nfa_equal (&fa, a, b);
  lyre_nfa_is_universal (&fa, a);
  lyre_nfa_find (&fa, 2, both, 1, both, &w);
  lyre_nfa_shortest (&fa, a);
  lyre_nfa_word_of_length (&fa, a, 5);
  lyre_nfa_nth_word (&fa, a, lyre_int_from (&arena, 3));
  lyre_nfa_count (&fa, a, 5, &n);
  sample_of (a, 5);
  lyre_nfa_lengths (&fa, a, &l);
  lyre_nfa_accepts (&fa, a, str_of (word_at (20)));
}

static lyre_re everything_regex (void) {
  sample x = random_regex (2, false), y = random_regex (2, false);
  lyre_re parts[] = {lyre_re_comp (res, x.re), lyre_re_loop (res, y.re, 0, 4)};
  return lyre_re_inter (res, 2, parts);
}

static void every_poll_can_stop (void **state) {
  (void) state;
  uint64_t x;
  const lyre_nfa *a = random_nfa (&x), *b = random_nfa (&x);
  lyre_re r = everything_regex ();
  uint32_t stops = 0;
  for (uint64_t k = 1;; k += 1 + k / 50) {
    lyre_mark mark = lyre_arena_mark (&arena);
    env.stop = LYRE_STOP_NONE;
    env.fire_at[LYRE_POLL_AUTOMATA] = k;
    do_everything (a, b, r);
    lyre_arena_cut (&arena, mark);
    assert_null (pool.blocks);
    assert_false (fa.gave_up);
    if (!env.stop)
      break;
    stops++;
  }
  env.fire_at[LYRE_POLL_AUTOMATA] = 0;
  assert_true (stops > 100);
}

static void every_allocation_can_fail (void **state) {
  (void) state;
  uint64_t x;
  const lyre_nfa *a = random_nfa (&x), *b = random_nfa (&x);
  lyre_re r = everything_regex ();
  volatile bool done = false;
  for (volatile uint64_t k = 1; !done; k += 1 + k / 50) {
    lyre_mark mark = lyre_arena_mark (&arena);
    env.mem.fail_at = env.mem.allocations + k;
    if (!setjmp (escape)) {
      do_everything (a, b, r);
      done = true;
    }
    env.mem.fail_at = 0;
    lyre_mem_release (&pool);
    lyre_arena_cut (&arena, mark);
  }
}

int main (void) {
#define TEST(F) cmocka_unit_test_setup_teardown (F, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST (small_automata),
      TEST (from_regexes),
      TEST (acceptance),
      TEST (regular_operations),
      TEST (determinism),
      TEST (reduction),
      TEST (parts_of_words),
      TEST (quotients),
      TEST (cut_lengths),
      TEST (maps),
      TEST (maps_split_intervals),
      TEST (shortest_words),
      TEST (words_are_readable),
      TEST (words_of_a_length),
      TEST (a_long_word),
      TEST (a_word_of_a_large_automaton),
      TEST (counting_and_order),
      TEST (big_counts),
      TEST (samples_cover),
      TEST (long_samples),
      TEST (lengths_match_words),
      TEST (lengths_of_loops),
      TEST (lengths_give_up_softly),
      TEST (blow_up_is_caught),
      TEST (nullable_loops_stay_small),
      TEST (big_loops),
      TEST (a_dictionary),
      TEST (products_are_fast),
      TEST (every_poll_can_stop),
      TEST (every_allocation_can_fail),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
