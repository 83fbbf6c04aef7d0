/* What tests of automata share: a fixture, languages as masks, and random
 * regexes with their masks.
 *
 * A language is compared through its words of length up to five over {a, b}:
 * 63 of them, so it is a 64-bit mask. Random regexes get their mask by
 * operations on masks, automata theirs by running every word. */
#ifndef LYRE_TEST_NFA_FIXTURE_H
#define LYRE_TEST_NFA_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/automata/nfa.h"

enum { LONGEST = 5, WORDS = 63 };
#define ALL_WORDS (((uint64_t) 1 << WORDS) - 1)

/* ---------------------------------------------------------------- fixture */

static lyre_env env;
static lyre_mem pool;
static lyre_arena arena;
static lyre_fa fa;
static lyre_re_pool *res;
static jmp_buf escape;
static uint64_t seed;

static inline int setup (void **state) {
  (void) state;
  lyre_env_init (&env);
  env.mem.escape = &escape;
  lyre_mem_init (&pool, &env.mem);
  lyre_arena_init (&arena, &env.mem);
  fa = (lyre_fa){&env, &arena, &pool, 100000, false};
  res = lyre_re_pool_new (&env, &env.mem);
  seed = 0x2545F4914F6CDD1Du;
  return 0;
}

static inline int teardown (void **state) {
  (void) state;
  assert_null (pool.blocks); /* working memory is given back */
  lyre_re_pool_delete (res);
  lyre_arena_release (&arena);
  lyre_env_release (&env);
  return 0;
}

static inline uint32_t below (uint32_t n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t) (seed >> 32) % n;
}

/* ------------------------------------------------------------------ masks */

typedef struct {
  uint32_t len, bits; /* the first character is the highest bit; b is 1 */
} word;

static inline word word_at (uint32_t i) {
  word w = {0, 0};
  while (i + 1 >= (2u << w.len))
    w.len++;
  w.bits = i + 1 - (1u << w.len);
  return w;
}

static inline uint32_t index_of (word w) {
  return (1u << w.len) - 1 + w.bits;
}

static inline uint32_t char_at (word w, uint32_t i) {
  return w.bits >> (w.len - 1 - i) & 1 ? 'b' : 'a';
}

static inline const lyre_str *str_of (word w) {
  char text[LONGEST + 1] = {0};
  for (uint32_t i = 0; i < w.len; i++)
    text[i] = (char) char_at (w, i);
  return lyre_str_from_ascii (&arena, text);
}

static inline bool has (uint64_t mask, uint32_t i) {
  return mask >> i & 1;
}

static inline uint64_t concat_masks (uint64_t x, uint64_t y) {
  uint64_t out = 0;
  for (uint32_t i = 0; i < WORDS; i++)
    for (uint32_t j = 0; j < WORDS && has (x, i); j++) {
      word u = word_at (i), v = word_at (j);
      if (has (y, j) && u.len + v.len <= LONGEST)
        out |= (uint64_t) 1
               << index_of ((word){u.len + v.len, u.bits << v.len | v.bits});
    }
  return out;
}

static inline uint64_t loop_mask (uint64_t x, uint32_t lo, uint32_t hi) {
  uint64_t power = 1, out = 0;
  /* Words this short need few copies; more add nothing new but the power. */
  for (uint32_t i = 0; i <= hi && i <= lo + LONGEST + 1; i++) {
    if (i >= lo)
      out |= power;
    power = concat_masks (power, x);
  }
  return out;
}

static inline uint32_t reverse_bits (word w) {
  uint32_t out = 0;
  for (uint32_t i = 0; i < w.len; i++)
    out |= (w.bits >> i & 1) << (w.len - 1 - i);
  return out;
}

static inline uint64_t reverse_mask (uint64_t x) {
  uint64_t out = 0;
  for (uint32_t i = 0; i < WORDS; i++)
    if (has (x, i)) {
      word w = word_at (i);
      out |= (uint64_t) 1 << index_of ((word){w.len, reverse_bits (w)});
    }
  return out;
}

/* Naively: all runs, a set of states as an array of flags. */
static inline bool runs (const lyre_nfa *a, word w) {
  static uint8_t now[4096], then[4096];
  assert_true (a->n_states <= 4096);
  memset (now, 0, sizeof now);
  for (uint32_t i = 0; i < a->n_initial; i++)
    now[a->initial[i]] = 1;
  for (uint32_t k = 0; k < w.len; k++) {
    uint32_t c = char_at (w, k);
    memset (then, 0, sizeof then);
    for (uint32_t q = 0; q < a->n_states; q++)
      for (uint32_t i = a->first[q]; now[q] && i < a->first[q + 1]; i++)
        if (a->edges[i].lo <= c && c <= a->edges[i].hi)
          then[a->edges[i].to] = 1;
    memcpy (now, then, sizeof now);
  }
  for (uint32_t q = 0; q < a->n_states; q++)
    if (now[q] && a->final[q])
      return true;
  return false;
}

static inline uint64_t mask_of (const lyre_nfa *a) {
  uint64_t out = 0;
  assert_non_null (a);
  assert_true (lyre_nfa_check (a));
  for (uint32_t i = 0; i < WORDS; i++)
    if (runs (a, word_at (i)))
      out |= (uint64_t) 1 << i;
  return out;
}

static inline void assert_mask (const lyre_nfa *a, uint64_t mask) {
  assert_true (mask_of (a) == mask);
}

/* --------------------------------------------------------- random regexes */

typedef struct {
  lyre_re re;
  uint64_t mask;
} sample;

static inline sample random_chars (void) {
  static const struct {
    uint32_t lo, hi;
    uint64_t mask;
  } sets[] = {{'a', 'a', 2}, {'b', 'b', 4},         {'a', 'b', 6}, {0, 'a', 2},
              {'b', 'z', 4}, {0, LYRE_CHAR_MAX, 6}, {'x', 'y', 0}};
  uint32_t i = below (7);
  lyre_charset set = lyre_charset_range (&arena, sets[i].lo, sets[i].hi);
  return (sample){lyre_re_chars (res, set), sets[i].mask};
}

static inline sample random_word_regex (void) {
  uint32_t i = below (WORDS);
  return (sample){lyre_re_word (res, str_of (word_at (i))), (uint64_t) 1 << i};
}

static inline sample random_regex (uint32_t depth, bool boolean);

static inline sample random_loop (uint32_t depth, bool boolean) {
  static const struct {
    uint32_t lo, hi;
  } bounds[] = {{0, LYRE_RE_INF}, {1, LYRE_RE_INF}, {0, 1}, {2, LYRE_RE_INF},
                {0, 2},           {2, 4},           {3, 3}, {1, 5}};
  uint32_t i = below (8);
  sample s = random_regex (depth, boolean);
  return (sample){lyre_re_loop (res, s.re, bounds[i].lo, bounds[i].hi),
                  loop_mask (s.mask, bounds[i].lo, bounds[i].hi)};
}

static inline sample random_pair (uint32_t kind, uint32_t depth, bool boolean) {
  sample x = random_regex (depth, boolean), y = random_regex (depth, boolean);
  lyre_re both[] = {x.re, y.re};
  if (kind == 0)
    return (sample){lyre_re_union (res, 2, both), x.mask | y.mask};
  if (kind == 1)
    return (sample){lyre_re_inter (res, 2, both), x.mask & y.mask};
  return (sample){lyre_re_concat (res, x.re, y.re),
                  concat_masks (x.mask, y.mask)};
}

static inline sample random_regex (uint32_t depth, bool boolean) {
  if (!depth)
    return below (4) ? random_chars () : random_word_regex ();
  switch (below (boolean ? 7 : 5)) {
  case 0:
    return random_pair (0, depth - 1, boolean);
  case 1:
  case 2:
    return random_pair (2, depth - 1, boolean);
  case 3:
    return random_loop (depth - 1, boolean);
  case 4:
    return random_regex (0, boolean);
  case 5:
    return random_pair (1, depth - 1, boolean);
  default: {
    sample s = random_regex (depth - 1, boolean);
    return (sample){lyre_re_comp (res, s.re), ALL_WORDS & ~s.mask};
  }
  }
}

static inline const lyre_nfa *random_nfa (uint64_t *mask) {
  for (;;) {
    sample s = random_regex (1 + below (4), below (3) == 0);
    const lyre_nfa *a = lyre_nfa_from_re (&fa, res, s.re);
    assert_non_null (a);
    if (a->n_states > 200)
      continue;
    *mask = s.mask;
    return a;
  }
}

/* Words over {a, b} of length up to five: masks tell everything. */
static inline const lyre_nfa *ab_words (void) {
  static const lyre_interval ab = {'a', 'b'};
  const lyre_nfa *one =
      lyre_nfa_chars (&fa, lyre_charset_make (&arena, 1, &ab));
  return lyre_nfa_loop (&fa, one, 0, LONGEST);
}

static inline const lyre_nfa *random_short (uint64_t *mask) {
  const lyre_nfa *a = lyre_nfa_product (&fa, random_nfa (mask), ab_words ());
  assert_mask (a, *mask);
  return a;
}

static inline void start_over (void) {
  lyre_arena_clear (&arena);
}

#define ROUNDS(N) for (uint32_t round = 0; round < (N); round++, start_over ())

#endif
