/* A reference for regular expressions, straight from the definition: a regex
 * is a set of words, and for one word at a time we write down, for every regex
 * of a pool and every span i..j, whether word[i..j) is in the set. Nothing in
 * common with src/term/regex.c: no derivatives, no automata.
 *
 * Shared by test_eval.c and test_regex_eval.c. */
#ifndef LYRE_TEST_NAIVE_REGEX_H
#define LYRE_TEST_NAIVE_REGEX_H

#include <string.h>

#include "term/term.h"

enum { NAIVE_POOL = 2048, NAIVE_LEN = 8 };

typedef struct {
  lyre_op op;
  int a, b;          /* earlier members of the pool */
  uint32_t lo, hi;   /* re.^, re.loop */
  const char *s, *t; /* str.to_re, re.range */
} naive_re;

typedef bool naive_spans[NAIVE_LEN + 1][NAIVE_LEN + 1];

static naive_re naive_pool[NAIVE_POOL];
static lyre_term naive_terms[NAIVE_POOL];
static int naive_count;
static naive_spans naive_table[NAIVE_POOL];

static int naive_add (naive_re r) {
  naive_pool[naive_count] = r;
  return naive_count++;
}

static lyre_term naive_text (lyre_terms *ts, const char *s) {
  return lyre_t_string (ts, lyre_str_from_ascii (&ts->arena, s));
}

/* The pool member as a term. */
static lyre_term naive_build (lyre_terms *ts, const naive_re *r) {
  lyre_term args[2] = {naive_terms[r->a], naive_terms[r->b]};
  switch (r->op) {
  case LYRE_RE_NONE:
  case LYRE_RE_ALL:
  case LYRE_RE_ALLCHAR:
    return lyre_node_make (ts, r->op, 0, NULL);
  case LYRE_STR_TO_RE:
    return lyre_t1 (ts, r->op, naive_text (ts, r->s));
  case LYRE_RE_RANGE:
    return lyre_t2 (ts, r->op, naive_text (ts, r->s), naive_text (ts, r->t));
  case LYRE_RE_CONCAT:
  case LYRE_RE_UNION:
  case LYRE_RE_INTER:
  case LYRE_RE_DIFF:
    return lyre_node_make (ts, r->op, 2, args);
  case LYRE_RE_POW:
    return lyre_node_indexed (ts, r->op, r->lo, 0, 1, args);
  case LYRE_RE_LOOP:
    return lyre_node_indexed (ts, r->op, r->lo, r->hi, 1, args);
  default:
    return lyre_node_make (ts, r->op, 1, args);
  }
}

static void naive_build_all (lyre_terms *ts) {
  for (int i = 0; i < naive_count; i++)
    naive_terms[i] = naive_build (ts, naive_pool + i);
}

/* Is word[i..j) exactly N words of A, one after the other? */
static bool naive_power (naive_spans a, uint32_t n, int i, int j) {
  if (!n)
    return i == j;
  if (n > (uint32_t) (j - i) + 1 && a[i][i])
    return naive_power (a, (uint32_t) (j - i) + 1, i, j);
  for (int k = i; k <= j; k++)
    if (a[i][k] && naive_power (a, n - 1, k, j))
      return true;
  return false;
}

/* Some number of words of A from LO to HI. More than |span| + LO rounds add
 * nothing: the others would be empty. */
static bool naive_rounds (naive_spans a, uint32_t lo, uint32_t hi, int i,
                          int j) {
  uint32_t enough = lo + (uint32_t) (j - i) + 1;
  for (uint32_t n = lo; n <= hi && n <= enough; n++)
    if (naive_power (a, n, i, j))
      return true;
  return false;
}

static bool naive_split (naive_spans a, naive_spans b, int i, int j) {
  for (int k = i; k <= j; k++)
    if (a[i][k] && b[k][j])
      return true;
  return false;
}

static bool naive_range (const naive_re *r, const char *w, int i, int j) {
  return j - i == 1 && strlen (r->s) == 1 && strlen (r->t) == 1 &&
         r->s[0] <= w[i] && w[i] <= r->t[0];
}

static bool naive_member (const naive_re *r, const char *w, int i, int j) {
  bool (*a)[NAIVE_LEN + 1] = naive_table[r->a];
  bool (*b)[NAIVE_LEN + 1] = naive_table[r->b];
  switch (r->op) {
  case LYRE_RE_NONE:
    return false;
  case LYRE_RE_ALL:
    return true;
  case LYRE_RE_ALLCHAR:
    return j - i == 1;
  case LYRE_STR_TO_RE:
    return strlen (r->s) == (size_t) (j - i) &&
           !strncmp (r->s, w + i, (size_t) (j - i));
  case LYRE_RE_RANGE:
    return naive_range (r, w, i, j);
  case LYRE_RE_CONCAT:
    return naive_split (a, b, i, j);
  case LYRE_RE_UNION:
    return a[i][j] || b[i][j];
  case LYRE_RE_INTER:
    return a[i][j] && b[i][j];
  case LYRE_RE_DIFF:
    return a[i][j] && !b[i][j];
  case LYRE_RE_COMP:
    return !a[i][j];
  case LYRE_RE_STAR:
    return naive_rounds (a, 0, UINT32_MAX, i, j);
  case LYRE_RE_PLUS:
    return naive_rounds (a, 1, UINT32_MAX, i, j);
  case LYRE_RE_OPT:
    return i == j || a[i][j];
  case LYRE_RE_POW:
    return naive_power (a, r->lo, i, j);
  default:
    return naive_rounds (a, r->lo, r->hi, i, j);
  }
}

/* Fills naive_table for WORD, of at most NAIVE_LEN characters. */
static void naive_fill (const char *word) {
  int len = (int) strlen (word);
  for (int r = 0; r < naive_count; r++)
    for (int i = 0; i <= len; i++)
      for (int j = i; j <= len; j++)
        naive_table[r][i][j] = naive_member (naive_pool + r, word, i, j);
}

/* The INDEX-th word over LETTERS, by length and then alphabetically; false
 * if it is longer than MAX_LEN. */
static bool naive_word (const char *letters, unsigned index, int max_len,
                        char *word) {
  unsigned k = (unsigned) strlen (letters), block = 1;
  int len = 0;
  for (; index >= block; len++, block *= k)
    index -= block;
  if (len > max_len)
    return false;
  for (int i = len; i--; index /= k)
    word[i] = letters[index % k];
  word[len] = 0;
  return true;
}

static void naive_add_unary (int a) {
  static const lyre_op plain[] = {LYRE_RE_STAR, LYRE_RE_PLUS, LYRE_RE_OPT,
                                  LYRE_RE_COMP};
  static const uint32_t loops[][2] = {{0, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 3},
                                      {2, 2}, {2, 4}, {3, 2}, {2, 1}};
  static const uint32_t powers[] = {0, 1, 2, 3};
  for (unsigned i = 0; i < 4; i++)
    naive_add ((naive_re){.op = plain[i], .a = a});
  for (unsigned i = 0; i < 9; i++)
    naive_add ((naive_re){
        .op = LYRE_RE_LOOP, .a = a, .lo = loops[i][0], .hi = loops[i][1]});
  for (unsigned i = 0; i < 4; i++)
    naive_add ((naive_re){.op = LYRE_RE_POW, .a = a, .lo = powers[i]});
}

static void naive_add_binary (int a, int b) {
  static const lyre_op ops[] = {LYRE_RE_CONCAT, LYRE_RE_UNION, LYRE_RE_INTER,
                                LYRE_RE_DIFF};
  for (unsigned i = 0; i < 4; i++)
    naive_add ((naive_re){.op = ops[i], .a = a, .b = b});
}

static unsigned naive_random (unsigned *seed, unsigned below) {
  *seed = *seed * 1103515245u + 12345u;
  return (*seed >> 16) % below;
}

/* Atoms, all operators over atoms, and N random operators over those: depth
 * two or more. */
static void naive_make_pool (lyre_terms *ts, int n) {
  static const char *const texts[] = {"", "a", "b", "ab", "aa", "bab"};
  static const char *const ranges[][2] = {
      {"a", "b"}, {"b", "a"}, {"a", "a"}, {"", "b"}, {"a", "ab"}};
  naive_count = 0;
  naive_add ((naive_re){.op = LYRE_RE_NONE});
  naive_add ((naive_re){.op = LYRE_RE_ALL});
  naive_add ((naive_re){.op = LYRE_RE_ALLCHAR});
  for (unsigned i = 0; i < 6; i++)
    naive_add ((naive_re){.op = LYRE_STR_TO_RE, .s = texts[i]});
  for (unsigned i = 0; i < 5; i++)
    naive_add (
        (naive_re){.op = LYRE_RE_RANGE, .s = ranges[i][0], .t = ranges[i][1]});
  int atoms = naive_count;
  for (int a = 0; a < 10; a++)
    naive_add_unary (a);
  for (int a = 0; a < 9; a++)
    for (int b = 0; b < 9; b++)
      naive_add_binary (a, b);
  int shallow = naive_count;
  unsigned seed = 7;
  while (n-- > 0 && naive_count < NAIVE_POOL - 20) {
    int a = (int) naive_random (&seed, (unsigned) shallow);
    int b = (int) naive_random (&seed, (unsigned) naive_count);
    if (naive_random (&seed, 2))
      naive_add_binary (b, a);
    else
      naive_add_unary (a < atoms ? b : a);
  }
  naive_build_all (ts);
}

#endif
