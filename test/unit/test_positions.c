/* Matching by sets of positions against the derivative matcher. */
#include "fixture.h"

#include "term/positions.h"

typedef struct {
  fixture f;
  lyre_matcher *matcher;
  uint64_t seed;
} bench;

static uint32_t roll (bench *b, uint32_t n) {
  b->seed ^= b->seed << 13;
  b->seed ^= b->seed >> 7;
  b->seed ^= b->seed << 17;
  return (uint32_t) (b->seed >> 11) % n;
}

static void set_up (bench *b, uint64_t seed) {
  fixture_init (&b->f);
  b->matcher = lyre_matcher_new (&b->f.ts, &b->f.env.mem);
  b->seed = seed;
}

static void tear_down (bench *b) {
  lyre_matcher_delete (b->matcher);
  fixture_release (&b->f);
}

static lyre_term leaf (bench *b) {
  static const char *const words[] = {"a", "b", "ab", "ba", "", "aab"};
  lyre_terms *ts = &b->f.ts;
  switch (roll (b, 9)) {
  case 0:
    return lyre_node_make (ts, LYRE_RE_ALLCHAR, 0, NULL);
  case 1:
    return lyre_node_make (ts, LYRE_RE_ALL, 0, NULL);
  case 2:
    return lyre_t2 (ts, LYRE_RE_RANGE, text (&b->f, "a"), text (&b->f, "b"));
  default:
    return lyre_t1 (ts, LYRE_STR_TO_RE, text (&b->f, words[roll (b, 6)]));
  }
}

/* A random regex; earlier ones are reused as parts. */
static lyre_term grow (bench *b, lyre_term *pool, uint32_t n) {
  static const lyre_op unary[] = {LYRE_RE_STAR, LYRE_RE_PLUS, LYRE_RE_OPT,
                                  LYRE_RE_COMP};
  static const lyre_op binary[] = {LYRE_RE_CONCAT, LYRE_RE_CONCAT,
                                   LYRE_RE_UNION, LYRE_RE_INTER, LYRE_RE_DIFF};
  lyre_terms *ts = &b->f.ts;
  lyre_term x = pool[roll (b, n)], y = pool[roll (b, n)];
  switch (roll (b, 4)) {
  case 0:
    return lyre_t1 (ts, unary[roll (b, 4)], x);
  case 1: {
    uint32_t lo = roll (b, 4);
    return lyre_node_indexed (ts, LYRE_RE_LOOP, lo, lo + roll (b, 4), 1, &x);
  }
  default:
    return lyre_t2 (ts, binary[roll (b, 5)], x, y);
  }
}

static const lyre_str *random_string (bench *b, uint32_t len) {
  uint8_t *s = lyre_arena_alloc (&b->f.env.scratch, len);
  uint32_t bias = 1 + roll (b, 20);
  for (uint32_t i = 0; i < len; i++)
    s[i] = roll (b, bias) ? 'a' : 'b';
  return lyre_str_from_bytes (&b->f.env.scratch, s, len);
}

static void compare (bench *b, lyre_term r, const lyre_str *s) {
  bool expected, got;
  assert_int_equal (lyre_matcher_accepts (b->matcher, r, s, &expected),
                    LYRE_MATCHER_OK);
  assert_int_equal (
      lyre_positions_accepts (&b->f.ts, &b->f.env.mem, r, s, &got),
      LYRE_MATCHER_OK);
  assert_int_equal (got, expected);
}

/* Lengths around the word size, where windows and carries can go wrong. */
static void random_regexes (void **state) {
  (void) state;
  static const uint32_t lengths[] = {0, 1, 2, 3, 5, 63, 64, 65, 130};
  bench b;
  set_up (&b, 0x9E3779B97F4A7C15u);
  enum { POOL = 400 };
  lyre_term pool[POOL];
  for (uint32_t n = 0; n < POOL; n++) {
    lyre_mark mark = lyre_arena_mark (&b.f.env.scratch);
    pool[n] = n < 8 ? leaf (&b) : grow (&b, pool, n < 40 ? n : 40);
    for (uint32_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
      compare (&b, pool[n], random_string (&b, lengths[i]));
    lyre_arena_cut (&b.f.env.scratch, mark);
  }
  tear_down (&b);
}

/* Runs of one class over several words. */
static void long_runs (void **state) {
  (void) state;
  bench b;
  set_up (&b, 7);
  lyre_terms *ts = &b.f.ts;
  lyre_term a = lyre_t1 (ts, LYRE_STR_TO_RE, text (&b.f, "a"));
  lyre_term bb = lyre_t1 (ts, LYRE_STR_TO_RE, text (&b.f, "b"));
  lyre_term run = lyre_t3 (ts, LYRE_RE_CONCAT, lyre_t1 (ts, LYRE_RE_STAR, a),
                           bb, lyre_t1 (ts, LYRE_RE_STAR, a));
  for (uint32_t n = 100; n < 400; n += 13)
    for (uint32_t at = 0; at < n; at += 17) {
      lyre_arena *s = &b.f.env.scratch;
      lyre_mark mark = lyre_arena_mark (s);
      const lyre_str *parts[] = {lyre_str_repeat (s, 'a', at),
                                 lyre_str_char (s, 'b'),
                                 lyre_str_repeat (s, 'a', n - at)};
      compare (&b, run, lyre_str_concat (s, 3, parts));
      compare (&b, lyre_t1 (ts, LYRE_RE_STAR, a),
               lyre_str_concat (s, 3, parts));
      lyre_arena_cut (s, mark);
    }
  tear_down (&b);
}

/* ((a|aa)+){5000}: thousands of ways, one set. */
static void ambiguous_loops_are_cheap (void **state) {
  (void) state;
  bench b;
  set_up (&b, 7);
  lyre_terms *ts = &b.f.ts;
  lyre_term body =
      lyre_t1 (ts, LYRE_RE_PLUS,
               lyre_t2 (ts, LYRE_RE_UNION,
                        lyre_t1 (ts, LYRE_STR_TO_RE, text (&b.f, "a")),
                        lyre_t1 (ts, LYRE_STR_TO_RE, text (&b.f, "aa"))));
  lyre_term loop = lyre_node_indexed (ts, LYRE_RE_LOOP, 5000, 5000, 1, &body);
  assert_true (lyre_positions_suits (ts, loop));
  bool yes;
  lyre_positions_accepts (ts, &b.f.env.mem, loop,
                          lyre_str_repeat (&b.f.env.scratch, 'a', 5003), &yes);
  assert_true (yes);
  lyre_positions_accepts (ts, &b.f.env.mem, loop,
                          lyre_str_repeat (&b.f.env.scratch, 'a', 4999), &yes);
  assert_false (yes);
  tear_down (&b);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_regexes),
      cmocka_unit_test (long_runs),
      cmocka_unit_test (ambiguous_loops_are_cheap),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
