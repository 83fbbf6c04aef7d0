/* Regexes of the evaluator: every answer against naive_regex.h, then what
 * only size shows: depth, counters, sharing, memory, stopping. */
#include "fixture.h"
#include "naive_regex.h"
#include "term/regex.h"

static lyre_matcher *rx;

static int set_up (void **state) {
  fixture *f = malloc (sizeof *f);
  fixture_init (f);
  rx = lyre_matcher_new (&f->ts, &f->env.mem);
  *state = f;
  return 0;
}

static int tear_down (void **state) {
  lyre_matcher_delete (rx);
  fixture_release (*state);
  free (*state);
  return 0;
}

static const lyre_str *str (fixture *f, const char *s) {
  return lyre_str_from_ascii (&f->ts.arena, s);
}

static lyre_term lit (fixture *f, const char *s) {
  return lyre_t1 (&f->ts, LYRE_STR_TO_RE, lyre_t_string (&f->ts, str (f, s)));
}

static lyre_term range (fixture *f, const char *lo, const char *hi) {
  return lyre_t2 (&f->ts, LYRE_RE_RANGE, lyre_t_string (&f->ts, str (f, lo)),
                  lyre_t_string (&f->ts, str (f, hi)));
}

static lyre_term loop (fixture *f, uint32_t lo, uint32_t hi, lyre_term r) {
  return lyre_node_indexed (&f->ts, LYRE_RE_LOOP, lo, hi, 1, &r);
}

static lyre_term leaf (fixture *f, lyre_op op) {
  return lyre_node_make (&f->ts, op, 0, NULL);
}

static bool matches (lyre_term r, const lyre_str *s) {
  bool yes = false;
  assert_int_equal (lyre_matcher_accepts (rx, r, s, &yes), LYRE_MATCHER_OK);
  return yes;
}

static bool equal (lyre_term a, lyre_term b) {
  bool yes = false;
  assert_int_equal (lyre_matcher_equal (rx, a, b, &yes), LYRE_MATCHER_OK);
  return yes;
}

/* ------------------------------------------------------- against the pool */

static int64_t naive_shortest (int r, int len, int from, int at_least) {
  for (int j = from + at_least; j <= len; j++)
    if (naive_table[r][from][j])
      return j - from;
  return -1;
}

static void check_spans (fixture *f, int r, const char *word) {
  int len = (int) strlen (word);
  const lyre_str *s = str (f, word);
  assert_int_equal (matches (naive_terms[r], s), naive_table[r][0][len]);
  for (int least = 0; least <= 1; least++)
    for (int i = 0; i <= len; i++) {
      int64_t n, pos;
      lyre_matcher_shortest (rx, naive_terms[r], s, (uint32_t) i,
                             (uint32_t) least, &n);
      assert_int_equal (n, naive_shortest (r, len, i, least));
      int p = i;
      while (p <= len && naive_shortest (r, len, p, least) < 0)
        p++;
      lyre_matcher_find (rx, naive_terms[r], s, (uint32_t) i, (uint32_t) least,
                         &pos, &n);
      assert_int_equal (pos, p <= len ? p : -1);
      assert_int_equal (n, p <= len ? naive_shortest (r, len, p, least) : -1);
    }
}

static void check_pool (fixture *f, const char *letters, int max_len,
                        int step) {
  char word[NAIVE_LEN + 1];
  for (unsigned i = 0; naive_word (letters, i, max_len, word); i++) {
    naive_fill (word);
    for (int r = 0; r < naive_count; r += step)
      check_spans (f, r, word);
  }
}

static void pool_matches (void **state) {
  fixture *f = *state;
  naive_make_pool (&f->ts, 200);
  check_pool (f, "ab", 5, 1);
  check_pool (f, "abc", 4, 3);
}

/* The same when everything is forgotten all the time. */
static void pool_matches_with_tiny_memory (void **state) {
  fixture *f = *state;
  lyre_matcher_set_caps (rx, 0, 1u << 30);
  naive_make_pool (&f->ts, 60);
  check_pool (f, "ab", 4, 5);
}

/* A word of A or B, but not of both, that is too long for the table. */
static bool is_long_separator (fixture *f, lyre_term a, lyre_term b) {
  char word[16];
  for (unsigned i = 0; naive_word ("ab", i, 13, word); i++) {
    const lyre_str *s = lyre_str_from_ascii (&f->env.scratch, word);
    if (matches (a, s) != matches (b, s))
      return true;
  }
  return false;
}

/* Two regexes are equal exactly if no word separates them; it is nearly
 * always a short one. */
enum { SAMPLE = 150, WORDS = 1093 };

static void pool_equality (void **state) {
  fixture *f = *state;
  static bool in[SAMPLE][WORDS];
  naive_make_pool (&f->ts, 200);
  char word[NAIVE_LEN + 1];
  for (unsigned i = 0; i < WORDS; i++) {
    assert_true (naive_word ("abc", i, 6, word));
    naive_fill (word);
    for (int r = 0; r < SAMPLE; r++)
      in[r][i] = naive_table[r * naive_count / SAMPLE][0][strlen (word)];
  }
  unsigned same = 0;
  for (int x = 0; x < SAMPLE; x++)
    for (int y = 0; y < SAMPLE; y++) {
      bool alike = !memcmp (in[x], in[y], sizeof in[x]);
      lyre_term a = naive_terms[x * naive_count / SAMPLE];
      lyre_term b = naive_terms[y * naive_count / SAMPLE];
      bool yes = equal (a, b);
      assert_true (yes ? alike : !alike || is_long_separator (f, a, b));
      same += yes && x != y;
    }
  assert_true (same > 100);
}

static void equality_laws (void **state) {
  fixture *f = *state;
  lyre_terms *ts = &f->ts;
  lyre_term a = lit (f, "a"), ab = lit (f, "ab"), ba = lit (f, "ba");
  lyre_term b = lit (f, "b"), all = leaf (f, LYRE_RE_ALL);
  lyre_term star = lyre_t1 (ts, LYRE_RE_STAR, ab);
  /* (ab)*a = a(ba)* */
  assert_true (
      equal (lyre_t2 (ts, LYRE_RE_CONCAT, star, a),
             lyre_t2 (ts, LYRE_RE_CONCAT, a, lyre_t1 (ts, LYRE_RE_STAR, ba))));
  /* (a|b)* = (a*b*)*, but not all words */
  lyre_term u = lyre_t1 (ts, LYRE_RE_STAR, lyre_t2 (ts, LYRE_RE_UNION, a, b));
  lyre_term v =
      lyre_t1 (ts, LYRE_RE_STAR,
               lyre_t2 (ts, LYRE_RE_CONCAT, lyre_t1 (ts, LYRE_RE_STAR, a),
                        lyre_t1 (ts, LYRE_RE_STAR, b)));
  assert_true (equal (u, v));
  assert_false (equal (u, all));
  /* a gap in the lengths: (aa){1,3} is not a{2,6} */
  lyre_term aa = lit (f, "aa");
  assert_false (equal (loop (f, 1, 3, aa), loop (f, 2, 6, a)));
  assert_true (equal (loop (f, 0, 3, loop (f, 1, 2, a)), loop (f, 0, 6, a)));
  assert_false (equal (loop (f, 0, 2, loop (f, 2, 3, a)), loop (f, 0, 6, a)));
  assert_true (equal (loop (f, 2, 3, loop (f, 2, 3, a)), loop (f, 4, 9, a)));
}

/* ---------------------------------------------------------------- alphabet */

static void alphabet_ends_at_2ffff (void **state) {
  fixture *f = *state;
  lyre_terms *ts = &f->ts;
  lyre_term low = lyre_t_string (ts, lyre_str_char (&ts->arena, 0));
  lyre_term high = lyre_t_string (ts, lyre_str_char (&ts->arena, 0x2FFFF));
  lyre_term last = lyre_t_string (ts, lyre_str_char (&ts->arena, 0x2FFFE));
  lyre_term full = lyre_t2 (ts, LYRE_RE_RANGE, low, high);
  assert_true (equal (full, leaf (f, LYRE_RE_ALLCHAR)));
  lyre_term less = lyre_t2 (ts, LYRE_RE_RANGE, low, last);
  assert_false (equal (less, leaf (f, LYRE_RE_ALLCHAR)));
  assert_true (equal (
      lyre_t2 (ts, LYRE_RE_UNION, less, lyre_t1 (ts, LYRE_STR_TO_RE, high)),
      leaf (f, LYRE_RE_ALLCHAR)));
  assert_true (matches (lyre_t1 (ts, LYRE_RE_COMP, less),
                        lyre_str_char (&ts->arena, 0x2FFFF)));
}

/* A set of thousands of ranges. */
static void many_intervals (void **state) {
  fixture *f = *state;
  lyre_terms *ts = &f->ts;
  lyre_term r = leaf (f, LYRE_RE_NONE);
  for (uint32_t c = 0; c < 20000; c += 2) {
    lyre_term s = lyre_t_string (ts, lyre_str_char (&ts->arena, c));
    r = lyre_t2 (ts, LYRE_RE_UNION, r, lyre_t1 (ts, LYRE_STR_TO_RE, s));
  }
  for (uint32_t c = 0; c < 20010; c++)
    assert_int_equal (matches (r, lyre_str_char (&ts->arena, c)),
                      c < 20000 && c % 2 == 0);
  lyre_term plus = lyre_t1 (ts, LYRE_RE_PLUS, r);
  assert_true (equal (
      plus, lyre_t2 (ts, LYRE_RE_CONCAT, r, lyre_t1 (ts, LYRE_RE_STAR, r))));
}

/* -------------------------------------------------------------------- size */

/* Loops are counters: bounds of billions cost nothing. */
static void huge_loops (void **state) {
  fixture *f = *state;
  lyre_term a = lit (f, "a");
  const lyre_str *m = lyre_str_repeat (&f->ts.arena, 'a', 200000);
  assert_true (matches (loop (f, 0, UINT32_MAX, a), m));
  assert_true (matches (loop (f, 200000, 200000, a), m));
  assert_false (matches (loop (f, 200001, UINT32_MAX, a), m));
  assert_false (matches (loop (f, 0, 199999, a), m));
  lyre_term nested = loop (f, 500, 500, loop (f, 400, 400, a));
  assert_true (matches (nested, m));
  nested = loop (f, 7, 400000, loop (f, 2, 5, lit (f, "aa")));
  assert_true (matches (nested, lyre_str_repeat (&f->ts.arena, 'a', 2000)));
  assert_false (matches (nested, lyre_str_repeat (&f->ts.arena, 'a', 2001)));
  assert_false (matches (nested, lyre_str_repeat (&f->ts.arena, 'a', 26)));
}

static void long_runs (void **state) {
  fixture *f = *state;
  lyre_terms *ts = &f->ts;
  const lyre_str *s = lyre_str_repeat (&ts->arena, 'a', 1u << 29);
  assert_true (matches (lyre_t1 (ts, LYRE_RE_STAR, lit (f, "a")), s));
  assert_true (matches (
      lyre_t1 (ts, LYRE_RE_COMP, lyre_t1 (ts, LYRE_RE_STAR, lit (f, "b"))), s));
  int64_t pos, len;
  lyre_matcher_find (rx, lyre_t1 (ts, LYRE_RE_STAR, lit (f, "a")), s, 5, 1,
                     &pos, &len);
  assert_int_equal (pos, 5);
  assert_int_equal (len, 1);
}

/* x x, doubled 29 times: a concatenation of 2^29 parts that are shared. */
static void doubled_concat (void **state) {
  fixture *f = *state;
  lyre_term r = lit (f, "ab");
  for (int i = 0; i < 29; i++)
    r = lyre_t2 (&f->ts, LYRE_RE_CONCAT, r, r);
  assert_false (matches (r, str (f, "abababab")));
  int64_t len;
  lyre_matcher_shortest (rx, r, str (f, "ababab"), 0, 0, &len);
  assert_int_equal (len, -1);
  lyre_term u = lit (f, "a");
  for (int i = 0; i < 60; i++)
    u = lyre_t2 (&f->ts, LYRE_RE_UNION, u, u);
  assert_true (matches (u, str (f, "a")));
}

/* Far beyond what a stack of frames would survive. */
enum { DEEP = 100000, VERY_DEEP = 1000000 };

static lyre_term nest_unary (fixture *f, lyre_op op, lyre_term r, int n) {
  for (int i = 0; i < n; i++)
    r = lyre_t1 (&f->ts, op, r);
  return r;
}

static lyre_term nest_left (fixture *f, lyre_op op, lyre_term r, lyre_term s) {
  for (int i = 0; i < DEEP; i++)
    r = lyre_t2 (&f->ts, op, r, s);
  return r;
}

static lyre_term nest_right (fixture *f, lyre_op op, lyre_term r, lyre_term s) {
  for (int i = 0; i < DEEP; i++)
    r = lyre_t2 (&f->ts, op, s, r);
  return r;
}

static void deep_unary (void **state) {
  fixture *f = *state;
  lyre_term a = lit (f, "a");
  const lyre_str *s = str (f, "a");
  assert_true (matches (nest_unary (f, LYRE_RE_COMP, a, VERY_DEEP), s));
  assert_true (matches (nest_unary (f, LYRE_RE_OPT, a, DEEP), s));
  assert_true (matches (nest_unary (f, LYRE_RE_PLUS, a, DEEP), s));
}

static void deep_binary (void **state) {
  fixture *f = *state;
  lyre_term a = lit (f, "a"), b = lit (f, "b");
  const lyre_str *s = str (f, "b");
  assert_true (matches (nest_left (f, LYRE_RE_UNION, a, b), s));
  assert_false (matches (nest_left (f, LYRE_RE_INTER, a, b), s));
  assert_false (matches (nest_left (f, LYRE_RE_DIFF, b, b), s));
  assert_true (matches (nest_left (f, LYRE_RE_DIFF, b, a), s));
  assert_true (matches (nest_right (f, LYRE_RE_DIFF, b, b), s));
  lyre_term opt = lyre_t1 (&f->ts, LYRE_RE_OPT, b);
  lyre_term left = nest_left (f, LYRE_RE_CONCAT, opt, opt);
  lyre_term right = nest_right (f, LYRE_RE_CONCAT, opt, opt);
  assert_true (matches (left, str (f, "bbb")));
  assert_true (matches (right, str (f, "bbb")));
  assert_false (matches (left, str (f, "bba")));
  assert_false (matches (nest_left (f, LYRE_RE_CONCAT, b, b), s));
}

/* ~(a | ~(b | ~(a | ...))): nothing collapses. */
static void deep_mixed (void **state) {
  fixture *f = *state;
  lyre_term a = lit (f, "ab"), b = lit (f, "b"), r = a;
  for (int i = 0; i < DEEP / 4; i++) {
    r = lyre_t2 (&f->ts, LYRE_RE_UNION, i % 2 ? a : b, r);
    r = lyre_t1 (&f->ts, LYRE_RE_COMP, r);
  }
  bool expected = true; /* "ab" in r */
  for (int i = 0; i < DEEP / 4; i++)
    expected = !(i % 2 || expected);
  assert_int_equal (matches (r, str (f, "ab")), expected);
}

/* A literal and a word of a million characters, both ways of nesting. */
static void long_literal (void **state) {
  fixture *f = *state;
  char *text = malloc (DEEP + 1);
  for (int i = 0; i < DEEP; i++)
    text[i] = (char) ('a' + i % 7 % 3);
  text[DEEP] = 0;
  lyre_term r = lit (f, text);
  assert_true (matches (r, str (f, text)));
  text[DEEP - 1] = 'x';
  assert_false (matches (r, str (f, text)));
  free (text);
  lyre_term ab = lit (f, "ab");
  lyre_term left = nest_left (f, LYRE_RE_CONCAT, ab, ab);
  char *abab = malloc (2 * DEEP + 3);
  for (int i = 0; i < 2 * DEEP + 2; i++)
    abab[i] = i % 2 ? 'b' : 'a';
  abab[2 * DEEP + 2] = 0;
  assert_true (matches (left, str (f, abab)));
  abab[2 * DEEP] = 0;
  assert_false (matches (left, str (f, abab)));
  free (abab);
}

/* --------------------------------------------------- memory and stopping */

/* .*a.{40}: 2^41 states in all, few of them met. */
static lyre_term hard_regex (fixture *f, uint32_t n) {
  lyre_terms *ts = &f->ts;
  lyre_term dot = range (f, "a", "b");
  lyre_term parts[3] = {lyre_t1 (ts, LYRE_RE_STAR, dot), lit (f, "a"),
                        lyre_node_indexed (ts, LYRE_RE_POW, n, 0, 1, &dot)};
  return lyre_node_make (ts, LYRE_RE_CONCAT, 3, parts);
}

static void forgetting_keeps_answers (void **state) {
  fixture *f = *state;
  enum { N = 20000 };
  lyre_matcher_set_caps (rx, 1 << 18, 1u << 30);
  lyre_term r = hard_regex (f, 40);
  char *text = malloc (N + 1);
  unsigned seed = 1;
  for (int i = 0; i < N; i++)
    text[i] = naive_random (&seed, 2) ? 'a' : 'b';
  for (int len = N - 20; len <= N; len++) {
    const lyre_str *s = lyre_str_from_bytes (&f->ts.arena, text, (size_t) len);
    assert_int_equal (matches (r, s), text[len - 41] == 'a');
  }
  free (text);
  assert_true (f->env.statistics.derivatives > 1000);
}

static void too_large (void **state) {
  fixture *f = *state;
  bool yes;
  lyre_term a = hard_regex (f, 40);
  lyre_term dots = lyre_t1 (&f->ts, LYRE_RE_STAR, range (f, "a", "b"));
  lyre_term b = lyre_t2 (&f->ts, LYRE_RE_CONCAT, dots, a); /* the same */
  lyre_matcher_set_caps (rx, 1 << 20, 1 << 22);
  assert_int_equal (lyre_matcher_equal (rx, a, b, &yes),
                    LYRE_MATCHER_TOO_LARGE);
  /* Still usable afterwards. */
  assert_true (matches (lit (f, "a"), str (f, "a")));
  lyre_term big = nest_right (f, LYRE_RE_CONCAT, lit (f, "a"), lit (f, "b"));
  assert_int_equal (lyre_matcher_accepts (rx, big, str (f, "a"), &yes),
                    LYRE_MATCHER_TOO_LARGE);
  assert_true (matches (lit (f, "a"), str (f, "a")));
}

/* Stopped at every possible poll, the next answer is still right. */
static void stopped_anywhere (void **state) {
  fixture *f = *state;
  lyre_terms *ts = &f->ts;
  lyre_term u = lyre_t2 (ts, LYRE_RE_UNION, lit (f, "ab"), range (f, "b", "d"));
  u = lyre_t2 (ts, LYRE_RE_DIFF, lyre_t1 (ts, LYRE_RE_STAR, u), lit (f, "b"));
  u = lyre_t2 (ts, LYRE_RE_CONCAT, u, loop (f, 1, 3, lit (f, "c")));
  const lyre_str *s = str (f, "abbc");
  uint64_t n = 1;
  for (bool done = false; !done; n++) {
    bool yes = false;
    lyre_matcher_clear (rx);
    f->env.stop = LYRE_STOP_NONE;
    f->env.fire_at[LYRE_POLL_EVAL_REGEX] = n;
    lyre_matcher_status status = lyre_matcher_accepts (rx, u, s, &yes);
    done = status == LYRE_MATCHER_OK;
    f->env.stop = LYRE_STOP_NONE;
    f->env.fire_at[LYRE_POLL_EVAL_REGEX] = 0;
    assert_true (done || status == LYRE_MATCHER_STOPPED);
    assert_true (matches (u, s));
    assert_false (matches (u, str (f, "abb")));
  }
  assert_true (n > 10);
}

/* Memory ends at the n-th allocation, for every n; with more of it, the same
 * matcher answers right. Forgets at every step, to be in the worst place. */
static void memory_ends_anywhere (void **state) {
  fixture *f = *state;
  lyre_terms *ts = &f->ts;
  lyre_term p = lyre_t2 (ts, LYRE_RE_UNION, lit (f, "ab"), range (f, "b", "d"));
  const lyre_term u =
      lyre_t2 (ts, LYRE_RE_DIFF, lyre_t1 (ts, LYRE_RE_STAR, p), lit (f, "b"));
  lyre_term v = lyre_t1 (ts, LYRE_RE_COMP, lyre_t1 (ts, LYRE_RE_COMP, u));
  const lyre_str *yes = str (f, "abbc"), *no = str (f, "abba");
  volatile uint64_t n = 1;
  for (volatile bool done = false; !done; n++) {
    lyre_mem pool;
    lyre_matcher *volatile m = NULL;
    lyre_mem_init (&pool, &f->env.mem);
    f->env.mem.fail_at = f->env.mem.allocations + n;
    if (!setjmp (f->escape)) {
      bool b;
      m = lyre_matcher_new (ts, &pool);
      lyre_matcher_set_caps (m, 0, 1 << 30);
      lyre_matcher_accepts (m, u, yes, &b);
      lyre_matcher_equal (m, u, v, &b);
      done = true;
    }
    f->env.mem.fail_at = 0;
    bool a = false, b = true, c = false;
    if (m) {
      lyre_matcher_accepts (m, u, yes, &a);
      lyre_matcher_accepts (m, u, no, &b);
      lyre_matcher_equal (m, u, v, &c);
      assert_true (a && !b && c);
    }
    lyre_mem_release (&pool);
  }
  assert_true (n > 40);
}

int main (void) {
#define T(F) cmocka_unit_test_setup_teardown (F, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      T (pool_matches),
      T (pool_matches_with_tiny_memory),
      T (pool_equality),
      T (equality_laws),
      T (alphabet_ends_at_2ffff),
      T (many_intervals),
      T (huge_loops),
      T (long_runs),
      T (doubled_concat),
      T (deep_unary),
      T (deep_binary),
      T (deep_mixed),
      T (long_literal),
      T (forgetting_keeps_answers),
      T (too_large),
      T (stopped_anywhere),
      T (memory_ends_anywhere),
  };
#undef T
  return cmocka_run_group_tests (tests, NULL, NULL);
}
