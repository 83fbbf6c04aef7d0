/* Transducers against replacing by hand, for all words up to length five. */
#include "core/automata/transducer.h"
#include "nfa_fixture.h"

enum { MAX_OUT = 64 };

typedef struct {
  uint32_t len;
  char at[MAX_OUT];
} text;

static void append (text *t, const char *s, uint32_t n) {
  assert_true (t->len + n < MAX_OUT);
  memcpy (t->at + t->len, s, n);
  t->len += n;
}

static text text_of (word w) {
  text t = {0};
  for (uint32_t i = 0; i < w.len; i++)
    t.at[t.len++] = (char) char_at (w, i);
  return t;
}

/* The length of the shortest match at the front of S, or -1. MASK gives the
 * pattern's words; S has at most five characters. */
static int match_at (uint64_t mask, const char *s, uint32_t n, bool empty) {
  for (uint32_t len = empty ? 0 : 1; len <= n; len++) {
    word w = {len, 0};
    for (uint32_t i = 0; i < len; i++)
      w.bits = w.bits << 1 | (s[i] == 'b');
    if (has (mask, index_of (w)))
      return (int) len;
  }
  return -1;
}

/* By the standard: the leftmost, then shortest match; with ALL again and again
 * behind it, non-empty ones only. */
static text replace (uint64_t mask, text in, const char *by, bool first) {
  text out = {0};
  for (uint32_t i = 0; i <= in.len;) {
    int n = match_at (mask, in.at + i, in.len - i, first);
    if (n >= 0) {
      append (&out, by, (uint32_t) strlen (by));
      i += (uint32_t) n;
    }
    if (n >= 0 && first) {
      append (&out, in.at + i, in.len - i);
      return out;
    }
    if (n < 0 && i < in.len)
      append (&out, in.at + i, 1);
    if (n < 0)
      i++;
  }
  return out;
}

static const char *const bys[] = {"", "a", "b", "ab", "bba", "aab"};

static const char *random_by (void) {
  return bys[below (6)];
}

static bool same (const lyre_str *s, const text *t) {
  if (s->len != t->len)
    return false;
  for (uint32_t i = 0; i < s->len; i++)
    if (lyre_str_at (s, i) != (uint32_t) t->at[i])
      return false;
  return true;
}

static void check_applications (const lyre_transducer *t, uint64_t mask,
                                const char *by, bool first) {
  assert_non_null (t);
  for (uint32_t i = 0; i < WORDS; i++) {
    word w = word_at (i);
    text wanted = replace (mask, text_of (w), by, first);
    const lyre_str *got = lyre_transducer_apply (&fa, t, str_of (w));
    assert_non_null (got);
    assert_true (same (got, &wanted));
  }
}

/* The image has all outputs, and only these; A's words are those of X. */
static void check_image (const lyre_transducer *t, const lyre_nfa *a,
                         uint64_t x, uint64_t mask, const char *by,
                         bool first) {
  const lyre_nfa *image = lyre_transducer_image (&fa, t, a);
  const lyre_nfa *words[WORDS];
  uint32_t n = 0;
  assert_true (lyre_nfa_check (image));
  for (uint32_t i = 0; i < WORDS; i++)
    if (has (x, i)) {
      text out = replace (mask, text_of (word_at (i)), by, first);
      words[n++] =
          lyre_nfa_word (&fa, lyre_str_from_bytes (&arena, out.at, out.len));
    }
  assert_int_equal (lyre_nfa_equal (&fa, image, lyre_nfa_union (&fa, n, words)),
                    LYRE_RE_YES);
}

static void check_preimage (const lyre_transducer *t, const lyre_nfa *a,
                            uint64_t mask, const char *by, bool first) {
  const lyre_nfa *pre = lyre_transducer_preimage (&fa, t, a);
  uint64_t wanted = 0;
  for (uint32_t i = 0; i < WORDS; i++) {
    text out = replace (mask, text_of (word_at (i)), by, first);
    if (lyre_nfa_accepts (&fa, a,
                          lyre_str_from_bytes (&arena, out.at, out.len)))
      wanted |= (uint64_t) 1 << i;
  }
  assert_mask (pre, wanted);
}

static void check_all (const lyre_transducer *t, uint64_t mask, const char *by,
                       bool first) {
  uint64_t x, y;
  const lyre_nfa *a = random_short (&x), *b = random_nfa (&y);
  check_applications (t, mask, by, first);
  check_image (t, a, x, mask, by, first);
  check_preimage (t, b, mask, by, first);
}

static void literal_patterns (void **state) {
  (void) state;
  ROUNDS (1500) {
    uint32_t i = below (WORDS);
    const char *by = random_by ();
    bool first = round % 2;
    const lyre_transducer *t = lyre_transducer_replace (
        &fa, str_of (word_at (i)), lyre_str_from_ascii (&arena, by), first);
    check_all (t, (uint64_t) 1 << i, by, first);
  }
}

static void regular_patterns (void **state) {
  (void) state;
  ROUNDS (2000) {
    uint64_t mask;
    const lyre_nfa *p = random_nfa (&mask);
    const char *by = random_by ();
    bool first = round % 2;
    const lyre_transducer *t = lyre_transducer_replace_re (
        &fa, p, lyre_str_from_ascii (&arena, by), first);
    check_all (t, mask, by, first);
  }
}

/* Other characters than the pattern's are copied. */
static void other_characters (void **state) {
  (void) state;
  const lyre_str *by = lyre_str_from_ascii (&arena, "<>");
  const lyre_nfa *p = lyre_nfa_word (&fa, lyre_str_from_ascii (&arena, "aba"));
  const lyre_str *in = lyre_str_from_ascii (&arena, "xababay abaabab?");
  const lyre_transducer *t[] = {
      lyre_transducer_replace (&fa, lyre_str_from_ascii (&arena, "aba"), by,
                               false),
      lyre_transducer_replace_re (&fa, p, by, false)};
  for (uint32_t i = 0; i < 2; i++) {
    const lyre_str *out = lyre_transducer_apply (&fa, t[i], in);
    assert_true (
        lyre_str_eq (out, lyre_str_from_ascii (&arena, "x<>bay <><>b?")));
  }
}

/* ------------------------------------------------- copying and dropping */

/* Blanks are 'a' and below; 'b' is solid. */
static text trimmed (text in) {
  text out = {0};
  uint32_t from = 0, to = in.len;
  while (from < to && in.at[from] == 'a')
    from++;
  while (to > from && in.at[to - 1] == 'a')
    to--;
  append (&out, in.at + from, to - from);
  return out;
}

static text cut (text in, uint32_t from, uint32_t len) {
  text out = {0};
  if (from < in.len)
    append (&out, in.at + from, len < in.len - from ? len : in.len - from);
  return out;
}

static text shifted (text in) {
  for (uint32_t i = 0; i < in.len; i++)
    in.at[i] = in.at[i] == 'a' ? 'b' : in.at[i];
  return in;
}

/* T is OUT on all words; so are its image and its pre-image. */
static void check_function (const lyre_transducer *t,
                            const text out[static WORDS]) {
  uint64_t x, y, wanted = 0;
  const lyre_nfa *a = random_short (&x), *b = random_nfa (&y);
  const lyre_nfa *words[WORDS];
  uint32_t n = 0;
  for (uint32_t i = 0; i < WORDS; i++) {
    const lyre_str *o = lyre_str_from_bytes (&arena, out[i].at, out[i].len);
    const lyre_str *got = lyre_transducer_apply (&fa, t, str_of (word_at (i)));
    assert_true (same (got, &out[i]));
    if (has (x, i))
      words[n++] = lyre_nfa_word (&fa, o);
    if (lyre_nfa_accepts (&fa, b, o))
      wanted |= (uint64_t) 1 << i;
  }
  const lyre_nfa *image = lyre_transducer_image (&fa, t, a);
  assert_int_equal (lyre_nfa_equal (&fa, image, lyre_nfa_union (&fa, n, words)),
                    LYRE_RE_YES);
  assert_mask (lyre_transducer_preimage (&fa, t, b), wanted);
}

static void characters (void **state) {
  (void) state;
  static const lyre_shift a_to_b = {'a', 'a', 1};
  ROUNDS (300) {
    text trim[WORDS], part[WORDS], map[WORDS];
    uint32_t from = below (4), len = below (5);
    for (uint32_t i = 0; i < WORDS; i++) {
      text in = text_of (word_at (i));
      trim[i] = trimmed (in);
      part[i] = cut (in, from, len);
      map[i] = shifted (in);
    }
    check_function (lyre_transducer_trim (&fa, 'a'), trim);
    check_function (lyre_transducer_substr (&fa, from, len), part);
    check_function (lyre_transducer_map (&fa, 1, &a_to_b), map);
  }
}

/* Every word has one accepted run: outputs are unique. */
static void long_pattern (void **state) {
  (void) state;
  uint64_t start = lyre_now_ns ();
  const lyre_str *p = lyre_str_repeat (&arena, 'a', 5000);
  const lyre_transducer *t =
      lyre_transducer_replace (&fa, p, lyre_str_char (&arena, 'b'), false);
  assert_int_equal (t->n_states, 5000);
  assert_true (t->n_edges <= 15000);
  const lyre_str *w =
      lyre_transducer_apply (&fa, t, lyre_str_repeat (&arena, 'a', 12345));
  assert_int_equal (w->len, 2347);
  assert_int_equal (lyre_str_at (w, 1), 'b');
  assert_int_equal (lyre_str_at (w, 2), 'a');
  print_message ("  5000 states: %.1f ms\n",
                 (double) (lyre_now_ns () - start) / 1e6);
}

static void bounds_are_kept (void **state) {
  (void) state;
  const lyre_nfa *dot = lyre_nfa_chars (&fa, lyre_charset_all);
  const lyre_nfa *p = lyre_nfa_word (&fa, lyre_str_char (&arena, 'a'));
  p = lyre_nfa_concat (&fa, p, lyre_nfa_loop (&fa, dot, 20, 20));
  const lyre_str *b = lyre_str_char (&arena, 'b');
  p = lyre_nfa_concat (&fa, p, lyre_nfa_word (&fa, b));
  fa.max_states = 500;
  assert_null (lyre_transducer_replace_re (&fa, p, b, false));
  assert_true (fa.gave_up);
}

static void polls_stop (void **state) {
  (void) state;
  uint64_t x;
  const lyre_nfa *p = random_nfa (&x), *a = random_nfa (&x);
  const lyre_str *by = lyre_str_from_ascii (&arena, "ab");
  for (uint64_t k = 1;; k++) {
    lyre_mark mark = lyre_arena_mark (&arena);
    env.stop = LYRE_STOP_NONE;
    env.fire_at[LYRE_POLL_AUTOMATA] = k;
    const lyre_transducer *t[] = {
        lyre_transducer_replace (&fa, by, by, true),
        lyre_transducer_replace_re (&fa, p, by, false)};
    for (uint32_t i = 0; i < 2; i++) {
      if (!t[i])
        continue;
      const lyre_nfa *image = lyre_transducer_image (&fa, t[i], a);
      const lyre_nfa *pre = lyre_transducer_preimage (&fa, t[i], a);
      assert_true (!image || lyre_nfa_check (image));
      assert_true (!pre || lyre_nfa_check (pre));
      lyre_transducer_apply (&fa, t[i], str_of (word_at (40)));
    }
    lyre_arena_cut (&arena, mark);
    assert_null (pool.blocks);
    if (!env.stop)
      break;
  }
  env.fire_at[LYRE_POLL_AUTOMATA] = 0;
}

int main (void) {
#define TEST(F) cmocka_unit_test_setup_teardown (F, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST (literal_patterns), TEST (regular_patterns), TEST (other_characters),
      TEST (characters),       TEST (long_pattern),     TEST (bounds_are_kept),
      TEST (polls_stop),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
