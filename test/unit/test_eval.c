/* The evaluator against the standard: every operator over all small values,
 * compared with a reference that spells out the definition (enumerate how a
 * word can be cut, take the first cut that fits) and shares nothing with the
 * evaluator. Then depth, sharing, laziness, assignments, stopping. */
#include <stdio.h>

#include "fixture.h"
#include "naive_regex.h"
#include "term/eval.h"

static fixture *f;
static lyre_eval *e;
static lyre_term x, y, z; /* String */
static lyre_term i_, j_;  /* Int */

static int set_up (void **state) {
  f = malloc (sizeof *f);
  fixture_init (f);
  e = lyre_eval_new (&f->ts, &f->env.mem);
  x = var (f, "x", LYRE_STRING);
  y = var (f, "y", LYRE_STRING);
  z = var (f, "z", LYRE_STRING);
  i_ = var (f, "i", LYRE_INT);
  j_ = var (f, "j", LYRE_INT);
  *state = f;
  return 0;
}

static int tear_down (void **state) {
  (void) state;
  lyre_eval_delete (e);
  fixture_release (f);
  free (f);
  return 0;
}

/* --------------------------------------------------------------- plumbing */

static lyre_val value (lyre_term t) {
  lyre_val v;
  assert_true (lyre_eval_term (e, t, &v));
  assert_int_equal (lyre_eval_why (e), LYRE_EVAL_OK);
  assert_int_equal (v.sort.id, lyre_sort_of (&f->ts, t).id);
  return v;
}

static bool truth (lyre_term t) {
  return value (t).b;
}

static int64_t number (lyre_term t) {
  int64_t n;
  assert_true (lyre_int_to_i64 (value (t).i, &n));
  return n;
}

/* Words of the reference are C strings in buffers of this size. */
enum { ROOM = 64 };

static void expect_word (lyre_term t, const char *expected) {
  const lyre_str *s = value (t).s;
  bool same = s->len == strlen (expected);
  for (uint32_t k = 0; same && k < s->len; k++)
    same = lyre_str_at (s, k) == (unsigned char) expected[k];
  if (!same) {
    char got[ROOM] = "";
    for (uint32_t k = 0; k < s->len && k < ROOM - 1; k++)
      got[k] = (char) lyre_str_at (s, k);
    fail_msg ("\"%s\" instead of \"%s\"", got, expected);
  }
}

static void set_word (lyre_term v, const char *w) {
  uint8_t copy[ROOM];
  lyre_str s = {.len = (uint32_t) strlen (w), .form = LYRE_STR_BYTES};
  memcpy (copy, w, s.len);
  s.bytes = copy;
  lyre_eval_set (e, v, lyre_val_string (&s));
}

static void set_int (lyre_term v, int64_t n) {
  lyre_eval_set (e, v, lyre_val_int (lyre_int_from (&f->env.scratch, n)));
}

static lyre_term integer (int64_t n) {
  return lyre_t_int (&f->ts, n);
}

static lyre_term real (int64_t num, int64_t den) {
  lyre_arena *a = &f->env.scratch;
  return lyre_t_real (&f->ts, lyre_rat_make (a, lyre_int_from (a, num),
                                             lyre_int_from (a, den)));
}

static lyre_term word (const char *s) {
  return text (f, s);
}

static lyre_term code_point (uint32_t c) {
  return lyre_t_string (&f->ts, lyre_str_char (&f->env.scratch, c));
}

static lyre_term t1 (lyre_op op, lyre_term a) {
  return lyre_t1 (&f->ts, op, a);
}
static lyre_term t2 (lyre_op op, lyre_term a, lyre_term b) {
  return lyre_t2 (&f->ts, op, a, b);
}
static lyre_term t3 (lyre_op op, lyre_term a, lyre_term b, lyre_term c) {
  return lyre_t3 (&f->ts, op, a, b, c);
}

/* All words of at most three letters over a, b, 0, 1: 85 of them. */
static bool nth (unsigned k, char *w) {
  return naive_word ("ab01", k, 3, w);
}

/* For ternary operators: over a, b, at most two letters, and some more. */
static const char *const few[] = {"",   "a",   "b",   "aa",   "ab",    "ba",
                                  "bb", "aba", "bab", "aaaa", "abaab", "0a"};
enum { FEW = sizeof few / sizeof *few };

enum { INT_LOW = -2, INT_HIGH = 5 };

/* -------------------------------------------------- reference on C strings */

/* Is w = u t ... with |u| = k? */
static bool occurs_at (const char *w, const char *t, int k) {
  return k + (int) strlen (t) <= (int) strlen (w) &&
         !strncmp (w + k, t, strlen (t));
}

static void ref_substr (const char *w, int m, int n, char *out) {
  out[0] = 0;
  if (m < 0 || m >= (int) strlen (w) || n <= 0)
    return;
  for (int k = 0; k < n && w[m + k]; k++) {
    out[k] = w[m + k];
    out[k + 1] = 0;
  }
}

static int ref_indexof (const char *w, const char *t, int from) {
  if (from < 0)
    return -1;
  for (int k = from; k <= (int) strlen (w); k++)
    if (occurs_at (w, t, k))
      return k;
  return -1;
}

static int ref_last_indexof (const char *w, const char *t, int from) {
  int best = -1;
  for (int k = 0; k <= from && k <= (int) strlen (w); k++)
    if (occurs_at (w, t, k))
      best = k;
  return best;
}

static void ref_replace (const char *w, const char *t, const char *u,
                         char *out) {
  int k = ref_indexof (w, t, 0);
  if (k < 0)
    strcpy (out, w);
  else
    sprintf (out, "%.*s%s%s", k, w, u, w + k + strlen (t));
}

/* u1 u replace_all (u2), by the recursive definition. */
static void ref_replace_all (const char *w, const char *t, const char *u,
                             char *out) {
  int k = ref_indexof (w, t, 0);
  if (!*t || k < 0) {
    strcpy (out, w);
    return;
  }
  int n = sprintf (out, "%.*s%s", k, w, u);
  ref_replace_all (w + k + strlen (t), t, u, out + n);
}

static int ref_count (const char *w, const char *t) {
  int k = ref_indexof (w, t, 0);
  return !*t || k < 0 ? 0 : 1 + ref_count (w + k + strlen (t), t);
}

/* w < v if v is longer and w its prefix, or at the first difference. */
static bool ref_less (const char *w, const char *v) {
  if (!*v)
    return false;
  if (!*w || *w < *v)
    return true;
  return *w == *v && ref_less (w + 1, v + 1);
}

static int ref_to_int (const char *w) {
  static const char digits[] = "0123456789";
  int n = 0;
  if (!*w || strspn (w, digits) != strlen (w))
    return -1;
  for (; *w; w++)
    n = 10 * n + (int) (strchr (digits, *w) - digits);
  return n;
}

/* ---------------------------------------------------------- unary on words */

static void each_word (void (*check) (const char *)) {
  char w[ROOM];
  for (unsigned k = 0; nth (k, w); k++) {
    set_word (x, w);
    check (w);
  }
}

static void check_unary (const char *w) {
  int n = (int) strlen (w);
  char out[ROOM] = "";
  assert_int_equal (number (t1 (LYRE_STR_LEN, x)), n);
  assert_int_equal (truth (t1 (LYRE_STR_IS_DIGIT, x)),
                    n == 1 && (*w == '0' || *w == '1'));
  assert_int_equal (number (t1 (LYRE_STR_TO_CODE, x)), n == 1 ? *w : -1);
  assert_int_equal (number (t1 (LYRE_STR_TO_INT, x)), ref_to_int (w));
  for (int k = 0; k < n; k++)
    out[n - 1 - k] = w[k];
  expect_word (t1 (LYRE_STR_REV, x), out);
  for (int k = 0; k < n; k++)
    out[k] = w[k] == 'a' ? 'A' : w[k] == 'b' ? 'B' : w[k];
  expect_word (t1 (LYRE_STR_TO_UPPER, x), out);
  expect_word (t1 (LYRE_STR_TO_LOWER, t1 (LYRE_STR_TO_UPPER, x)), w);
  expect_word (t1 (LYRE_STR_TRIM, x), w);
}

static void unary_strings (void **state) {
  (void) state;
  each_word (check_unary);
}

static void str_from_int (void **state) {
  (void) state;
  for (int n = -20; n < 2000; n++) {
    char out[ROOM] = "";
    if (n >= 0)
      sprintf (out, "%d", n);
    set_int (i_, n);
    expect_word (t1 (LYRE_STR_FROM_INT, i_), out);
  }
  const char *big = "123456789012345678901234567890";
  lyre_term t = t1 (LYRE_STR_TO_INT, word (big));
  expect_word (t1 (LYRE_STR_FROM_INT, t), big);
}

/* Only words of digits, with any number of leading zeros. */
static void str_to_int_corners (void **state) {
  (void) state;
  static const char *const bad[] = {"",   "-1",  "+1",  " 1", "1 ",
                                    "1a", "0x1", "1.0", "1_0"};
  for (unsigned k = 0; k < sizeof bad / sizeof *bad; k++)
    assert_int_equal (number (t1 (LYRE_STR_TO_INT, word (bad[k]))), -1);
  assert_int_equal (number (t1 (LYRE_STR_TO_INT, word ("000"))), 0);
  assert_int_equal (number (t1 (LYRE_STR_TO_INT, word ("0012"))), 12);
  assert_int_equal (number (t1 (LYRE_STR_TO_INT, code_point (0x663))), -1);
  assert_int_equal (number (t1 (LYRE_STR_TO_INT, code_point (0xFF11))), -1);
}

static void codes (void **state) {
  (void) state;
  static const int64_t in[] = {0,      1,      'a',     0xD800,
                               0xDFFF, 0xFFFF, 0x10000, 0x2FFFF};
  for (unsigned k = 0; k < sizeof in / sizeof *in; k++) {
    lyre_term c = t1 (LYRE_STR_FROM_CODE, integer (in[k]));
    assert_int_equal (value (c).s->len, 1);
    assert_int_equal (number (t1 (LYRE_STR_TO_CODE, c)), in[k]);
  }
  static const int64_t out[] = {-1, -2, 0x30000, INT64_MIN, INT64_MAX};
  for (unsigned k = 0; k < sizeof out / sizeof *out; k++)
    expect_word (t1 (LYRE_STR_FROM_CODE, integer (out[k])), "");
  lyre_term huge = t2 (LYRE_MUL, integer (INT64_MAX), integer (INT64_MAX));
  expect_word (t1 (LYRE_STR_FROM_CODE, huge), "");
  assert_false (truth (t1 (LYRE_STR_IS_DIGIT, code_point (0x660))));
  for (int c = 0; c < 256; c++)
    assert_int_equal (truth (t1 (LYRE_STR_IS_DIGIT, code_point ((uint32_t) c))),
                      c >= '0' && c <= '9');
}

static void case_is_ascii (void **state) {
  (void) state;
  for (int c = 0; c < 0x600; c++) {
    lyre_term t = code_point ((uint32_t) c);
    int up = c >= 'a' && c <= 'z' ? c - 32 : c;
    int low = c >= 'A' && c <= 'Z' ? c + 32 : c;
    assert_int_equal (number (t1 (LYRE_STR_TO_CODE, t1 (LYRE_STR_TO_UPPER, t))),
                      up);
    assert_int_equal (number (t1 (LYRE_STR_TO_CODE, t1 (LYRE_STR_TO_LOWER, t))),
                      low);
  }
}

static void str_trim (void **state) {
  (void) state;
  expect_word (t1 (LYRE_STR_TRIM, word (" \t\n\r a b \x01")), "a b");
  expect_word (t1 (LYRE_STR_TRIM, word (" \t ")), "");
  expect_word (t1 (LYRE_STR_TRIM, word ("")), "");
  expect_word (t1 (LYRE_STR_TRIM, word ("a")), "a");
  lyre_term zero =
      t3 (LYRE_STR_CONCAT, code_point (0), word ("a"), code_point (0x1F));
  expect_word (t1 (LYRE_STR_TRIM, zero), "a");
  for (uint32_t c = 0x21; c < 0x2100; c++) /* not Unicode's white space */
    assert_int_equal (value (t1 (LYRE_STR_TRIM, code_point (c))).s->len, 1);
}

/* --------------------------------------------------------- binary on words */

static void check_binary (const char *w, const char *t) {
  char out[2 * ROOM];
  bool prefix = occurs_at (t, w, 0), suffix = false;
  for (size_t k = 0; k <= strlen (t); k++)
    suffix |= !strcmp (t + k, w);
  sprintf (out, "%s%s", w, t);
  expect_word (t2 (LYRE_STR_CONCAT, x, y), out);
  assert_int_equal (truth (t2 (LYRE_STR_PREFIXOF, x, y)), prefix);
  assert_int_equal (truth (t2 (LYRE_STR_SUFFIXOF, x, y)), suffix);
  assert_int_equal (truth (t2 (LYRE_STR_CONTAINS, x, y)),
                    ref_indexof (w, t, 0) >= 0);
  assert_int_equal (truth (t2 (LYRE_STR_LT, x, y)), ref_less (w, t));
  assert_int_equal (truth (t2 (LYRE_STR_LE, x, y)), !ref_less (t, w));
  assert_int_equal (truth (t2 (LYRE_EQ, x, y)), !strcmp (w, t));
  assert_int_equal (truth (t2 (LYRE_DISTINCT, x, y)), !!strcmp (w, t));
  assert_int_equal (number (t2 (LYRE_STR_COUNT, x, y)), ref_count (w, t));
}

static void binary_strings (void **state) {
  (void) state;
  char w[ROOM], t[ROOM];
  for (unsigned a = 0; nth (a, w); a++) {
    set_word (x, w);
    for (unsigned b = 0; nth (b, t); b++) {
      set_word (y, t);
      check_binary (w, t);
    }
  }
}

static void order_is_by_code_point (void **state) {
  (void) state;
  lyre_term surrogate = code_point (0xD800), high = code_point (0x10000);
  assert_true (truth (t2 (LYRE_STR_LT, surrogate, high)));
  assert_true (truth (t2 (LYRE_STR_LT, code_point (0xFFFF), high)));
  assert_true (truth (t2 (LYRE_STR_LT, word ("Z"), word ("a"))));
  assert_true (truth (t2 (LYRE_STR_LT, word (""), word ("a"))));
  assert_true (truth (t2 (LYRE_STR_LT, word ("a"), word ("aa"))));
  assert_false (truth (t2 (LYRE_STR_LT, word ("a"), word ("a"))));
}

/* --------------------------------------------------- strings with integers */

static void check_at (const char *w, int n) {
  char out[ROOM];
  ref_substr (w, n, 1, out);
  expect_word (t2 (LYRE_STR_AT, x, i_), out);
  for (int len = INT_LOW; len <= INT_HIGH; len++) {
    ref_substr (w, n, len, out);
    expect_word (t3 (LYRE_STR_SUBSTR, x, i_, integer (len)), out);
  }
}

static void check_index (const char *w, const char *t, int n) {
  int len = (int) strlen (w);
  assert_int_equal (number (t3 (LYRE_STR_INDEXOF, x, y, i_)),
                    n > len ? -1 : ref_indexof (w, t, n));
  assert_int_equal (number (t3 (LYRE_STR_LAST_INDEXOF, x, y, i_)),
                    ref_last_indexof (w, t, n));
  char out[ROOM];
  strcpy (out, w);
  for (int k = 0; n >= 0 && t[k] && n + k < len; k++)
    out[n + k] = t[k];
  expect_word (t3 (LYRE_STR_UPDATE, x, i_, y), out);
}

static void positions (void **state) {
  (void) state;
  char w[ROOM], t[ROOM];
  for (unsigned a = 0; nth (a, w); a++) {
    set_word (x, w);
    for (int n = INT_LOW; n <= INT_HIGH; n++) {
      set_int (i_, n);
      check_at (w, n);
    }
  }
  for (unsigned a = 0; nth (a, w); a++) {
    set_word (x, w);
    for (unsigned b = 0; naive_word ("ab0", b, 2, t); b++) {
      set_word (y, t);
      for (int n = INT_LOW; n <= INT_HIGH; n++) {
        set_int (i_, n);
        check_index (w, t, n);
      }
    }
  }
}

/* Positions beyond 64 bits, and sums that would overflow. */
static void huge_positions (void **state) {
  (void) state;
  lyre_term max = integer (INT64_MAX), min = integer (INT64_MIN);
  lyre_term over = t2 (LYRE_MUL, max, max), under = t2 (LYRE_MUL, max, min);
  lyre_term w = word ("abc"), one = integer (1);
  expect_word (t3 (LYRE_STR_SUBSTR, w, one, max), "bc");
  expect_word (t3 (LYRE_STR_SUBSTR, w, one, over), "bc");
  expect_word (t3 (LYRE_STR_SUBSTR, w, over, over), "");
  expect_word (t3 (LYRE_STR_SUBSTR, w, under, over), "");
  expect_word (t3 (LYRE_STR_SUBSTR, w, one, under), "");
  expect_word (t2 (LYRE_STR_AT, w, over), "");
  assert_int_equal (number (t3 (LYRE_STR_INDEXOF, w, word (""), over)), -1);
  assert_int_equal (number (t3 (LYRE_STR_INDEXOF, w, word (""), integer (3))),
                    3);
  assert_int_equal (number (t3 (LYRE_STR_INDEXOF, w, word (""), integer (4))),
                    -1);
  assert_int_equal (number (t3 (LYRE_STR_LAST_INDEXOF, w, word ("b"), over)),
                    1);
  assert_int_equal (number (t3 (LYRE_STR_LAST_INDEXOF, w, word (""), over)), 3);
  expect_word (t3 (LYRE_STR_UPDATE, w, over, w), "abc");
  expect_word (t3 (LYRE_STR_UPDATE, w, integer (2), w), "aba");
}

/* ------------------------------------------------------------- replacement */

static void replacement (void **state) {
  (void) state;
  char out[ROOM * 4];
  for (int a = 0; a < FEW; a++)
    for (int b = 0; b < FEW; b++)
      for (int c = 0; c < FEW; c++) {
        set_word (x, few[a]);
        set_word (y, few[b]);
        set_word (z, few[c]);
        ref_replace (few[a], few[b], few[c], out);
        expect_word (t3 (LYRE_STR_REPLACE, x, y, z), out);
        ref_replace_all (few[a], few[b], few[c], out);
        expect_word (t3 (LYRE_STR_REPLACE_ALL, x, y, z), out);
      }
}

static void replace_empty_pattern (void **state) {
  (void) state;
  lyre_term w = word ("ab"), none = word (""), u = word ("x");
  expect_word (t3 (LYRE_STR_REPLACE, w, none, u), "xab");
  expect_word (t3 (LYRE_STR_REPLACE_ALL, w, none, u), "ab");
  expect_word (t3 (LYRE_STR_REPLACE, none, none, u), "x");
  expect_word (t3 (LYRE_STR_REPLACE_ALL, none, none, u), "");
}

/* ----------------------------------------------------------------- regexes */

/* The first split that fits: leftmost, then shortest. */
static bool ref_match (int r, int len, int from, int least, int *at, int *to) {
  for (*at = from; *at <= len; ++*at)
    for (*to = *at + least; *to <= len; ++*to)
      if (naive_table[r][*at][*to])
        return true;
  return false;
}

static void ref_replace_re (int r, const char *w, const char *u, char *out) {
  int at, to;
  if (!ref_match (r, (int) strlen (w), 0, 0, &at, &to))
    strcpy (out, w);
  else
    sprintf (out, "%.*s%s%s", at, w, u, w + to);
}

static void ref_replace_re_all (int r, const char *w, const char *u,
                                char *out) {
  int done = 0, at, to, n = 0;
  while (ref_match (r, (int) strlen (w), done, 1, &at, &to)) {
    n += sprintf (out + n, "%.*s%s", at - done, w + done, u);
    done = to;
  }
  strcpy (out + n, w + done);
}

static void check_re (int r, const char *w) {
  int len = (int) strlen (w), at, to;
  lyre_term re = naive_terms[r];
  assert_int_equal (truth (t2 (LYRE_STR_IN_RE, x, re)), naive_table[r][0][len]);
  for (int from = -1; from <= len + 1; from++) {
    bool in_range = from >= 0 && from <= len;
    bool found = in_range && ref_match (r, len, from, 0, &at, &to);
    lyre_term t = t3 (LYRE_STR_INDEXOF_RE, x, re, integer (from));
    assert_int_equal (number (t), found ? at : -1);
  }
}

static void check_replace_re (int r, const char *w) {
  static const char *const with[] = {"", "a", "ba"};
  char out[ROOM];
  lyre_term re = naive_terms[r];
  for (int k = 0; k < 3; k++) {
    lyre_term u = word (with[k]);
    ref_replace_re (r, w, with[k], out);
    expect_word (t3 (LYRE_STR_REPLACE_RE, x, re, u), out);
    ref_replace_re_all (r, w, with[k], out);
    expect_word (t3 (LYRE_STR_REPLACE_RE_ALL, x, re, u), out);
  }
}

static void regexes (void **state) {
  (void) state;
  char w[ROOM];
  naive_make_pool (&f->ts, 100);
  assert_true (naive_count > 500);
  for (unsigned k = 0; naive_word ("ab", k, 5, w); k++) {
    naive_fill (w);
    set_word (x, w);
    for (int r = 0; r < naive_count; r++)
      check_re (r, w);
    for (int r = 0; r < naive_count && strlen (w) < 5; r += 3)
      check_replace_re (r, w);
  }
}

static void replace_re_corners (void **state) {
  (void) state;
  lyre_term star = t1 (LYRE_RE_STAR, t1 (LYRE_STR_TO_RE, word ("a")));
  lyre_term plus = t1 (LYRE_RE_PLUS, t1 (LYRE_STR_TO_RE, word ("a")));
  lyre_term w = word ("baab"), u = word ("x");
  expect_word (t3 (LYRE_STR_REPLACE_RE, w, star, u), "xbaab");
  expect_word (t3 (LYRE_STR_REPLACE_RE, w, plus, u), "bxab");
  expect_word (t3 (LYRE_STR_REPLACE_RE_ALL, w, star, u), "bxxb");
  expect_word (t3 (LYRE_STR_REPLACE_RE_ALL, w, plus, u), "bxxb");
  expect_word (t3 (LYRE_STR_REPLACE_RE_ALL, word (""), star, u), "");
  assert_int_equal (number (t3 (LYRE_STR_INDEXOF_RE, w, star, integer (4))), 4);
  assert_int_equal (number (t3 (LYRE_STR_INDEXOF_RE, w, plus, integer (3))),
                    -1);
}

/* A range whose bounds are not single characters, or reversed, is empty;
 * also when a bound is a term. Loops and powers at their ends. */
static void regex_corners (void **state) {
  (void) state;
  lyre_term none = lyre_node_make (&f->ts, LYRE_RE_NONE, 0, NULL);
  lyre_term range = t2 (LYRE_RE_RANGE, y, z), a = word ("a");
  lyre_term in = t2 (LYRE_STR_IN_RE, a, range);
  lyre_term is_none = t2 (LYRE_EQ, range, none);
  static const struct {
    const char *lo, *hi;
    bool in, empty;
  } cases[] = {{"a", "b", 1, 0},  {"a", "a", 1, 0}, {"b", "a", 0, 1},
               {"", "b", 0, 1},   {"a", "", 0, 1},  {"aa", "b", 0, 1},
               {"a", "bb", 0, 1}, {"b", "c", 0, 0}};
  for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
    set_word (y, cases[k].lo);
    set_word (z, cases[k].hi);
    assert_int_equal (truth (in), cases[k].in);
    assert_int_equal (truth (is_none), cases[k].empty);
  }
  lyre_term re = t1 (LYRE_STR_TO_RE, a), eps = t1 (LYRE_STR_TO_RE, word (""));
  lyre_term rev = lyre_node_indexed (&f->ts, LYRE_RE_LOOP, 3, 2, 1, &re);
  assert_true (truth (t2 (LYRE_EQ, rev, none)));
  lyre_term zero = lyre_node_indexed (&f->ts, LYRE_RE_POW, 0, 0, 1, &none);
  assert_true (truth (t2 (LYRE_EQ, zero, eps)));
  zero = lyre_node_indexed (&f->ts, LYRE_RE_LOOP, 0, 0, 1, &re);
  assert_true (truth (t2 (LYRE_EQ, zero, eps)));
  assert_false (truth (t2 (LYRE_EQ, re, eps)));
  assert_true (truth (t3 (LYRE_DISTINCT, re, eps, none)));
  assert_true (truth (t3 (LYRE_DISTINCT, re, none, range)));
  set_word (y, "d"); /* now the range is empty, too */
  assert_false (truth (t3 (LYRE_DISTINCT, re, none, range)));
}

/* Regexes with variables and ite inside; a variable of sort RegLan. */
static void open_regexes (void **state) {
  (void) state;
  lyre_term b = var (f, "b", LYRE_BOOL), r = var (f, "r", LYRE_REGLAN);
  lyre_term re = t2 (LYRE_RE_CONCAT, t1 (LYRE_STR_TO_RE, x),
                     t3 (LYRE_ITE, b, t1 (LYRE_RE_STAR, r),
                         t1 (LYRE_STR_TO_RE, t2 (LYRE_STR_CONCAT, x, x))));
  lyre_term t = t2 (LYRE_STR_IN_RE, y, re);
  set_word (x, "ab");
  set_word (y, "ababab");
  assert_true (truth (t));
  lyre_eval_set (e, b, lyre_val_bool (true));
  assert_false (truth (t)); /* r is empty: only "ab" */
  lyre_eval_set (e, r, lyre_val_regex (t1 (LYRE_STR_TO_RE, word ("ab"))));
  assert_true (truth (t));
  lyre_term closed = value (re).re;
  assert_true (lyre_node_of (&f->ts, closed)->flags & LYRE_NODE_CLOSED_RE);
}

/* ------------------------------------------------------------------ numbers */

/* Definition: q and r are unique with m = n q + r and 0 <= r < |n|. */
static int ref_div (int m, int n) {
  for (int q = -100;; q++) {
    int r = m - n * q;
    if (0 <= r && r < abs (n))
      return q;
  }
}

static void check_ints (int m, int n) {
  assert_int_equal (number (t2 (LYRE_ADD, i_, j_)), m + n);
  assert_int_equal (number (t2 (LYRE_SUB, i_, j_)), m - n);
  assert_int_equal (number (t2 (LYRE_MUL, i_, j_)), m * n);
  assert_int_equal (number (t1 (LYRE_NEG, i_)), -m);
  assert_int_equal (number (t1 (LYRE_ABS, i_)), m < 0 ? -m : m);
  int q = n ? ref_div (m, n) : 0;
  assert_int_equal (number (t2 (LYRE_INT_DIV, i_, j_)), q);
  assert_int_equal (number (t2 (LYRE_INT_MOD, i_, j_)), m - n * q);
  assert_int_equal (truth (t2 (LYRE_LE, i_, j_)), m <= n);
  assert_int_equal (truth (t2 (LYRE_LT, i_, j_)), m < n);
  assert_int_equal (truth (t2 (LYRE_GE, i_, j_)), m >= n);
  assert_int_equal (truth (t2 (LYRE_GT, i_, j_)), m > n);
  assert_int_equal (truth (t2 (LYRE_EQ, i_, j_)), m == n);
  assert_int_equal (truth (t2 (LYRE_DISTINCT, i_, j_)), m != n);
  for (uint32_t d = 0; d < 4; d++) {
    lyre_term t = lyre_node_indexed (&f->ts, LYRE_DIVISIBLE, d, 0, 1, &i_);
    assert_int_equal (truth (t), d ? m % (int) d == 0 : m == 0);
  }
}

static void integers (void **state) {
  (void) state;
  for (int m = -12; m <= 12; m++)
    for (int n = -12; n <= 12; n++) {
      set_int (i_, m);
      set_int (j_, n);
      check_ints (m, n);
    }
  lyre_term sum[4] = {integer (1), integer (2), integer (-7), integer (9)};
  assert_int_equal (number (lyre_node_make (&f->ts, LYRE_ADD, 4, sum)), 5);
  assert_int_equal (number (lyre_node_make (&f->ts, LYRE_MUL, 4, sum)), -126);
}

/* (div x 0) = 0, (mod x 0) = x, (/ x 0) = 0. */
static void division_by_zero (void **state) {
  (void) state;
  lyre_term zero = integer (0);
  for (int m = -3; m <= 3; m++) {
    assert_int_equal (number (t2 (LYRE_INT_DIV, integer (m), zero)), 0);
    assert_int_equal (number (t2 (LYRE_INT_MOD, integer (m), zero)), m);
    lyre_term t = t2 (LYRE_REAL_DIV, real (m, 2), real (0, 1));
    assert_true (truth (t2 (LYRE_EQ, t, real (0, 1))));
  }
}

static void check_reals (int m, int n) {
  lyre_term a = real (m, 3), b = real (n, 4);
#define SAME(OP, NUM, DEN)                                                     \
  assert_true (truth (t2 (LYRE_EQ, t2 (OP, a, b), real (NUM, DEN))))
  SAME (LYRE_ADD, 4 * m + 3 * n, 12);
  SAME (LYRE_SUB, 4 * m - 3 * n, 12);
  SAME (LYRE_MUL, m * n, 12);
  if (n)
    SAME (LYRE_REAL_DIV, 4 * m, 3 * n);
#undef SAME
  assert_true (truth (t2 (LYRE_EQ, t1 (LYRE_NEG, a), real (-m, 3))));
  assert_true (truth (t2 (LYRE_EQ, t1 (LYRE_ABS, a), real (abs (m), 3))));
  assert_int_equal (truth (t2 (LYRE_LE, a, b)), 4 * m <= 3 * n);
  assert_int_equal (truth (t2 (LYRE_LT, a, b)), 4 * m < 3 * n);
  assert_int_equal (truth (t2 (LYRE_GE, a, b)), 4 * m >= 3 * n);
  assert_int_equal (truth (t2 (LYRE_GT, a, b)), 4 * m > 3 * n);
  assert_int_equal (truth (t2 (LYRE_EQ, a, b)), 4 * m == 3 * n);
  assert_int_equal (truth (t2 (LYRE_DISTINCT, a, b)), 4 * m != 3 * n);
  assert_int_equal (truth (t1 (LYRE_IS_INT, a)), m % 3 == 0);
  int floor = 0; /* the largest integer not above m/3 */
  for (int k = -20; 3 * k <= m; k++)
    floor = k;
  assert_int_equal (number (t1 (LYRE_TO_INT, a)), floor);
  assert_true (
      truth (t2 (LYRE_EQ, t1 (LYRE_TO_REAL, integer (m)), real (2 * m, 2))));
}

static void reals (void **state) {
  (void) state;
  for (int m = -7; m <= 7; m++)
    for (int n = -7; n <= 7; n++)
      check_reals (m, n);
}

/* --------------------------------------------------------------------- core */

static void core (void **state) {
  (void) state;
  lyre_term p = var (f, "p", LYRE_BOOL), q = var (f, "q", LYRE_BOOL);
  lyre_term r = var (f, "r", LYRE_BOOL);
  for (int k = 0; k < 8; k++) {
    bool a = k & 1, b = k & 2, c = k & 4;
    lyre_eval_set (e, p, lyre_val_bool (a));
    lyre_eval_set (e, q, lyre_val_bool (b));
    lyre_eval_set (e, r, lyre_val_bool (c));
    assert_int_equal (truth (t1 (LYRE_NOT, p)), !a);
    assert_int_equal (truth (t3 (LYRE_AND, p, q, r)), a && b && c);
    assert_int_equal (truth (t3 (LYRE_OR, p, q, r)), a || b || c);
    assert_int_equal (truth (t2 (LYRE_XOR, p, q)), a != b);
    assert_int_equal (truth (t2 (LYRE_IMPLIES, p, q)), !a || b);
    assert_int_equal (truth (t2 (LYRE_EQ, p, q)), a == b);
    assert_int_equal (truth (t2 (LYRE_DISTINCT, p, q)), a != b);
    assert_int_equal (truth (t3 (LYRE_DISTINCT, p, q, r)), false);
    assert_int_equal (truth (t3 (LYRE_ITE, p, q, r)), a ? b : c);
  }
  assert_true (truth (lyre_t_true (&f->ts)));
  assert_false (truth (lyre_t_false (&f->ts)));
}

static void distinct_is_pairwise (void **state) {
  (void) state;
  lyre_term many[200];
  for (int k = 0; k < 200; k++)
    many[k] = t2 (LYRE_ADD, i_, integer (k));
  assert_true (truth (lyre_node_make (&f->ts, LYRE_DISTINCT, 200, many)));
  many[199] = t2 (LYRE_SUB, i_, integer (-17));
  assert_false (truth (lyre_node_make (&f->ts, LYRE_DISTINCT, 200, many)));
}

/* Elements of uninterpreted sorts can only be compared. */
static void uninterpreted (void **state) {
  (void) state;
  lyre_vec_push (&f->env.mem, &f->ts.sorts, "U");
  lyre_sort u = {f->ts.sorts.len - 1};
  lyre_term a = var (f, "a", u), b = var (f, "b", u);
  assert_true (truth (t2 (LYRE_EQ, a, b)));
  lyre_eval_set (e, b, (lyre_val){.sort = u, .element = 1});
  assert_false (truth (t2 (LYRE_EQ, a, b)));
  assert_true (truth (t2 (LYRE_DISTINCT, a, b)));
}

static void defaults (void **state) {
  (void) state;
  assert_false (truth (var (f, "b", LYRE_BOOL)));
  assert_int_equal (number (i_), 0);
  expect_word (x, "");
  assert_true (truth (t2 (LYRE_EQ, var (f, "q", LYRE_REAL), real (0, 1))));
  lyre_term none = lyre_node_make (&f->ts, LYRE_RE_NONE, 0, NULL);
  assert_true (truth (t2 (LYRE_EQ, var (f, "r", LYRE_REGLAN), none)));
}

/* ------------------------------------------------- driver: lazy, memo, deep */

/* A branch that is not needed may have no value. */
static void lazy (void **state) {
  (void) state;
  uint32_t fn =
      lyre_symbol_make (&f->ts, "f", 1, (lyre_sort[]){LYRE_REGLAN}, LYRE_BOOL);
  lyre_term all = lyre_node_make (&f->ts, LYRE_RE_ALL, 0, NULL);
  lyre_term bad = lyre_node_apply (&f->ts, fn, 1, &all);
  lyre_term yes = lyre_t_true (&f->ts), no = lyre_t_false (&f->ts);
  lyre_val v;
  assert_false (lyre_eval_term (e, bad, &v));
  assert_int_equal (lyre_eval_why (e), LYRE_EVAL_FUNCTION);
  assert_false (truth (t2 (LYRE_AND, no, bad)));
  assert_true (truth (t2 (LYRE_OR, yes, bad)));
  assert_true (truth (t2 (LYRE_IMPLIES, no, bad)));
  assert_true (truth (t3 (LYRE_ITE, yes, yes, bad)));
  assert_true (truth (t3 (LYRE_ITE, no, bad, yes)));
  assert_false (lyre_eval_term (e, t2 (LYRE_AND, yes, bad), &v));
  lyre_term q = t2 (LYRE_FORALL, i_, yes);
  assert_false (lyre_eval_term (e, t2 (LYRE_OR, no, q), &v));
  assert_int_equal (lyre_eval_why (e), LYRE_EVAL_QUANTIFIER);
}

/* Values at points, the default elsewhere. */
static void functions (void **state) {
  (void) state;
  uint32_t fn = lyre_symbol_make (&f->ts, "f", 1, (lyre_sort[]){LYRE_STRING},
                                  LYRE_STRING);
  lyre_term a = text (f, "a"), point = lyre_node_apply (&f->ts, fn, 1, &a);
  lyre_term t = lyre_node_apply (&f->ts, fn, 1, &x);
  set_word (x, "a");
  expect_word (t, "");
  set_word (point, "b");
  expect_word (t, "b");
  expect_word (lyre_node_apply (&f->ts, fn, 1, &t), "");
  set_word (x, "c");
  expect_word (t, "");
}

static void assignments (void **state) {
  (void) state;
  lyre_term t = t2 (LYRE_STR_CONCAT, x, y);
  set_word (x, "a");
  set_word (y, "b");
  expect_word (t, "ab");
  set_word (x, "c");
  expect_word (t, "cb");
  lyre_eval_set (e, y, value (t)); /* a value of the evaluator's own */
  expect_word (t, "ccb");
  lyre_eval_reset (e);
  expect_word (t, "");
  size_t before = f->env.mem.used;
  for (int k = 0; k < 100000; k++)
    set_word (x, k % 2 ? "abcdefgh" : "ijklmnop");
  expect_word (x, "abcdefgh");
  assert_true (f->env.mem.used < before + 1000000);
}

enum { DEEP = 1000000, DEEPER_BY = 10 };

static lyre_term nest (lyre_op op, lyre_term t, lyre_term by, int n) {
  for (int k = 0; k < n; k++)
    t = t2 (op, t, by);
  return t;
}

static void deep_concat (void **state) {
  (void) state;
  set_word (y, "a");
  lyre_term left = nest (LYRE_STR_CONCAT, x, y, DEEP), right = x;
  for (int k = 0; k < DEEP; k++)
    right = t2 (LYRE_STR_CONCAT, y, right);
  assert_int_equal (number (t1 (LYRE_STR_LEN, left)), DEEP);
  assert_true (truth (t2 (LYRE_EQ, left, right)));
}

/* Shared concatenations: 2^24 characters, and 2^100000 times nothing. */
static void doubled_concat (void **state) {
  (void) state;
  lyre_term t = x;
  for (int k = 0; k < 24; k++)
    t = t2 (LYRE_STR_CONCAT, t, t);
  set_word (x, "a");
  assert_int_equal (number (t1 (LYRE_STR_LEN, t)), 1 << 24);
  lyre_val v;
  lyre_term huge = t;
  for (int k = 0; k < 40; k++)
    huge = t2 (LYRE_STR_CONCAT, huge, huge);
  assert_false (lyre_eval_term (e, huge, &v));
  assert_int_equal (lyre_eval_why (e), LYRE_EVAL_TOO_LARGE);
  for (int k = 0; k < 100000; k++)
    t = t2 (LYRE_STR_CONCAT, t, t);
  set_word (x, "");
  assert_int_equal (number (t1 (LYRE_STR_LEN, t)), 0);
}

static void deep_others (void **state) {
  (void) state;
  lyre_term t = nest (LYRE_ADD, i_, integer (1), DEEP);
  assert_int_equal (number (t), DEEP);
  t = lyre_t_true (&f->ts);
  for (int k = 0; k < DEEP; k++)
    t = t1 (LYRE_NOT, t);
  assert_true (truth (t));
  lyre_term p = lyre_t_true (&f->ts);
  t = p;
  for (int k = 0; k < DEEP / DEEPER_BY; k++) {
    t = t2 (LYRE_AND, t, p);
    t = t2 (LYRE_OR, lyre_t_false (&f->ts), t);
    t = t2 (LYRE_IMPLIES, p, t);
    t = t3 (LYRE_ITE, p, t, p);
    t = t2 (LYRE_XOR, t, lyre_t_false (&f->ts));
  }
  assert_true (truth (t));
  t = word ("ab");
  for (int k = 0; k < DEEP / DEEPER_BY; k++)
    t = t3 (LYRE_STR_REPLACE, t, word (k % 2 ? "b" : "a"),
            word (k % 2 ? "a" : "b"));
  assert_int_equal (number (t1 (LYRE_STR_LEN, t)), 2);
}

static void deep_regex (void **state) {
  (void) state;
  lyre_term re = t1 (LYRE_STR_TO_RE, x);
  for (int k = 0; k < DEEP / DEEPER_BY; k++)
    re = t1 (LYRE_RE_COMP, t2 (LYRE_RE_UNION, re, re));
  set_word (x, "a");
  assert_true (truth (t2 (LYRE_STR_IN_RE, word ("a"), re)));
}

/* Stopped at every poll, the next answer is right. */
static void stopped_anywhere (void **state) {
  (void) state;
  lyre_term re = t1 (LYRE_RE_STAR, t1 (LYRE_STR_TO_RE, word ("ab")));
  lyre_term t =
      t3 (LYRE_STR_REPLACE_ALL, t2 (LYRE_STR_CONCAT, x, x), y, word ("ab"));
  t = t2 (LYRE_AND, t2 (LYRE_STR_IN_RE, t, re), t2 (LYRE_EQ, x, x));
  uint64_t n = 1;
  for (bool done = false; !done; n++) {
    lyre_val v;
    lyre_eval_reset (e);
    set_word (x, "cc");
    set_word (y, "c");
    f->env.fire_at[LYRE_POLL_EVAL] = n;
    done = lyre_eval_term (e, t, &v);
    assert_true (done || lyre_eval_why (e) == LYRE_EVAL_STOPPED);
    f->env.fire_at[LYRE_POLL_EVAL] = 0;
    f->env.stop = LYRE_STOP_NONE;
    assert_true (truth (t));
  }
  assert_true (n > 8);
}

/* Memory ends at the n-th allocation, for every n; with more of it, the same
 * evaluator answers right. */
static void memory_ends_anywhere (void **state) {
  (void) state;
  lyre_term re = t1 (LYRE_RE_STAR, t1 (LYRE_STR_TO_RE, y));
  lyre_term w = t3 (LYRE_STR_CONCAT, x, t2 (LYRE_STR_CONCAT, y, x), y);
  w = t3 (LYRE_STR_REPLACE_RE_ALL, w, re, t1 (LYRE_STR_FROM_INT, i_));
  lyre_term t = t2 (LYRE_EQ, w, word ("c7c7"));
  lyre_eval *own = e;
  volatile uint64_t n = 1;
  for (volatile bool done = false; !done; n++) {
    lyre_mem pool;
    lyre_eval *volatile tested = NULL;
    lyre_mem_init (&pool, &f->env.mem);
    f->env.mem.fail_at = f->env.mem.allocations + n;
    for (volatile int round = 0; round < 2; round++) {
      if (setjmp (f->escape)) {
        f->env.mem.fail_at = 0;
        continue;
      }
      if (!tested)
        tested = lyre_eval_new (&f->ts, &pool);
      e = tested;
      set_word (x, "c");
      set_word (y, "ab");
      set_int (i_, 7);
      assert_true (truth (t));
      done |= !round;
    }
    f->env.mem.fail_at = 0;
    lyre_mem_release (&pool);
  }
  e = own;
  assert_true (n > 20);
}

static void too_large (void **state) {
  (void) state;
  lyre_val v;
  lyre_term t = integer (3);
  for (int k = 0; k < 40; k++)
    t = t2 (LYRE_MUL, t, t);
  assert_false (lyre_eval_term (e, t, &v));
  assert_int_equal (lyre_eval_why (e), LYRE_EVAL_TOO_LARGE);
  assert_int_equal (number (integer (3)), 3);
}

int main (void) {
#define T(F) cmocka_unit_test_setup_teardown (F, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      T (unary_strings),
      T (str_from_int),
      T (str_to_int_corners),
      T (codes),
      T (case_is_ascii),
      T (str_trim),
      T (binary_strings),
      T (order_is_by_code_point),
      T (positions),
      T (huge_positions),
      T (replacement),
      T (replace_empty_pattern),
      T (regexes),
      T (replace_re_corners),
      T (regex_corners),
      T (open_regexes),
      T (integers),
      T (division_by_zero),
      T (reals),
      T (core),
      T (distinct_is_pairwise),
      T (uninterpreted),
      T (functions),
      T (defaults),
      T (lazy),
      T (assignments),
      T (deep_concat),
      T (doubled_concat),
      T (deep_others),
      T (deep_regex),
      T (stopped_anywhere),
      T (memory_ends_anywhere),
      T (too_large),
  };
#undef T
  return cmocka_run_group_tests (tests, NULL, NULL);
}
