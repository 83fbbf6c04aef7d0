/* Patterns of programming languages: what they match, what is refused and
 * where, and the questions of lyre.h about their languages. The table below is
 * what java, node and PCRE2 say; test/run_patterns asks them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lyre.h"

enum {
  PCRE = LYRE_REGEX_PCRE,
  JAVA = LYRE_REGEX_JAVA,
  ECMA = LYRE_REGEX_ECMA,
  I = LYRE_REGEX_IGNORE_CASE,
  M = LYRE_REGEX_MULTILINE,
  S = LYRE_REGEX_DOT_ALL,
  X = LYRE_REGEX_EXTENDED,
  U = LYRE_REGEX_UNICODE,
  D = LYRE_REGEX_DOLLAR_END,
  SEARCH = LYRE_REGEX_SEARCH,
};

static lyre_term pattern (lyre_ctx *c, lyre_regex_syntax syntax, unsigned flags,
                          const char *text) {
  lyre_regex_error error;
  lyre_term t = lyre_mk_regex (c, syntax, flags, text, strlen (text), &error);
  if (!t.id)
    fail_msg ("%s: column %u: %s", text, error.column, error.text);
  return t;
}

static lyre_term word (lyre_ctx *c, const char *text) {
  return lyre_mk_string_utf8 (c, text, strlen (text));
}

static bool has_word (lyre_ctx *c, lyre_term r, const char *text) {
  lyre_term s = word (c, text);
  lyre_term one = lyre_mk (c, LYRE_STR_TO_RE, 1, &s);
  lyre_regex_answer a = lyre_regex_subset (c, one, r, NULL);
  assert_int_not_equal (a, LYRE_REGEX_GAVE_UP);
  return a == LYRE_REGEX_YES;
}

/* ------------------------------------------------------------------- words */

/* Words are separated by spaces; ~ is the empty one, = a space, % a newline
 * and ^ a carriage return. */
typedef struct {
  int syntax;
  unsigned flags;
  const char *pattern, *in, *out;
} row;

static const row rows[] = {
    /* literals, alternatives, loops */
    {PCRE, 0, "abc", "abc", "~ ab abcd ABC"},
    {PCRE, 0, "a|bc|", "a bc ~", "b ac"},
    {JAVA, 0, "(a|ab)(c|bcd)", "ac abc abcd abbcd", "ab a"},
    {ECMA, 0, "x{2,3}?y", "xxy xxxy", "xy xxxxy"},
    {PCRE, 0, "a{2}b{1,}c{0,1}", "aab aabbc", "ab aac"},
    {PCRE, 0, "a{,x", "a{,x", "a"},
    {ECMA, 0, "a{x]", "a{x]", "a"},
    {JAVA, 0, "{2}a{2}{3}", "aa", "aaaaaa a"},
    /* the dot */
    {PCRE, 0, "a.b", "axb a^b", "a%b ab"},
    {JAVA, 0, "a.b", "axb",
     "a%b a^b a\xe2\x80\xa8"
     "b a\xc2\x85"
     "b"},
    {JAVA, 0, "(?d)a.b", "a^b", "a%b"},
    {ECMA, 0, "a.b",
     "axb a\xc2\x85"
     "b",
     "a%b a^b a\xe2\x80\xa8"
     "b"},
    {ECMA, S, "a.b", "a%b a^b", "ab"},
    {PCRE, 0, "(?s)a.(?-s).", "a%b", "a%%"},
    {PCRE, 0, "(?s:a.).", "a%b", "a%%"},
    /* classes */
    {PCRE, 0, "[a-c]+", "abc", "~ d"},
    {PCRE, 0, "[^a-c]", "d % -", "a ~"},
    {PCRE, 0, "[]a]+", "]a", "[ ~"},
    {PCRE, 0, "[^]a]", "b", "] a"},
    {PCRE, 0, "[\\w-.]", "- . a _", ","},
    {PCRE, 0, "[[:alpha:][:^print:]]", "a Z %", "0 !"},
    {PCRE, 0, "[[:upper:]]", "A", "a"},
    {PCRE, I, "[[:upper:]]", "A a", "0"},
    {PCRE, 0, "[a\\Qb]-\\E]", "a b ] -", "Q c"},
    {JAVA, 0, "[a-z&&[^aeiou]]", "b z", "a A"},
    {JAVA, 0, "[^a[bc]]", "d", "a b c"},
    {JAVA, 0, "[a-d&&b-e&&[c-z]]", "c d", "b e"},
    {JAVA, 0, "[a&b]", "a & b", "c"},
    {JAVA, X, "[a b]", "a b", "= c"},
    {JAVA, 0, "\\p{Alpha}\\P{Digit}[\\p{Punct}]", "ab! A_.", "0b! a0! abb"},
    {JAVA, I, "\\p{Lower}", "a A", "0"},
    {ECMA, 0, "[]|[^]", "a %", "~ aa"},
    {ECMA, 0, "[\\d-x]+", "1-x", "5y"},
    {ECMA, 0, "[\\b]", "\b", "b"},
    /* escapes */
    {PCRE, 0, "\\d\\D\\w\\W\\s\\S", "1a_-%x", "aa_-%x"},
    {PCRE, 0, "\\t\\n\\r\\f\\e\\a", "\t\n\r\f\033\a", "tn"},
    {PCRE, 0, "\\x41\\x{42}\\103\\o{104}\\cA", "ABCD\001", "A"},
    {PCRE, 0, "\\h\\H\\v\\V\\N", "=a%bc", "%a%bc"},
    {PCRE, 0, "\\Qa.*\\E+", "a.* a.***", "aa a."},
    {JAVA, 0, "\\x41\\u0042\\0103\\cA", "ABC\001", "A"},
    {JAVA, 0, "\\uD83D\\uDE00", "\xf0\x9f\x98\x80", "x"},
    {ECMA, 0, "\\x41\\u0042\\103\\cA\\v\\0?", "ABC\001\v", "A"},
    {ECMA, 0, "\\a\\e\\h\\A\\z\\Q\\k", "aehAzQk", "a"},
    {ECMA, U, "\\u{41}\\u0042", "AB", "u{41}B"},
    {PCRE, 0, "\\R.", "^%a %a ^a", "^% a"},
    {JAVA, 0, "\\R\\n?", "^% ^ %%", "a"},
    {ECMA, 0, "\\s", "= \xef\xbb\xbf", "a"},
    {PCRE, 0, "\\s", "= %", "\xef\xbb\xbf"},
    /* case */
    {PCRE, I, "aB1", "ab1 AB1", "ac1"},
    {PCRE, I, "[a-c]\xc3\xa9", "A\xc3\xa9", "A\xc3\x89"},
    {PCRE, I | U, "\xc3\xa9", "\xc3\xa9 \xc3\x89", "e"},
    {ECMA, I, "\xc3\xa9", "\xc3\xa9 \xc3\x89", "e"},
    {ECMA, I, "k", "k K", "\xe2\x84\xaa"},
    {ECMA, I | U, "k", "k K \xe2\x84\xaa", "x"},
    {JAVA, 0, "a(?i)b|c", "ab aB c C", "Ab"},
    {JAVA, 0, "a(?i:b)c", "abc aBc", "abC"},
    {PCRE, I, "[^a]", "b B", "a A"},
    /* blanks and comments */
    {PCRE, X, " a b # c\n d\\ e[ ]", "abd=e=", "abde"},
    {PCRE, 0, "(?x) a (?-x) b", "a=b", "ab"},
    {PCRE, 0, "a(?#no)b", "ab", "a"},
    {PCRE, 0, "a(?#no){2}\\E?b", "aab", "ab b"},
    {PCRE, 0, "(?x)a+ ?\\Q\\Ea", "aa", "a"},
    {PCRE, 0, "(?x)a+ + b", "aab", "b"},
    {PCRE, 0, ".?[[:<:]]ab[[:>:]].?", "ab =ab=", "xab ab_"},
    {JAVA, X, "a #b\n +", "aa", "ab"},
    /* groups */
    {PCRE, 0, "(?<n>a)(?P<m>b)(?'k'c)(?|d)(?:e)", "abcde", "a"},
    {ECMA, 0, "(?<n>a)(?:b)", "ab", "a"},
    /* anchors */
    {PCRE, 0, "^abc$", "abc", "abc% %abc"},
    {PCRE, SEARCH, "^abc$", "abc abc%", "abc%% %abc xabc"},
    {PCRE, SEARCH | D, "^abc$", "abc", "abc%"},
    {PCRE, SEARCH, "abc\\z", "abc xabc", "abc%"},
    {PCRE, SEARCH, "\\Aabc\\Z", "abc abc%", "xabc"},
    {ECMA, SEARCH, "^abc$", "abc", "abc%"},
    {JAVA, SEARCH, "a$", "a a% a^ a^%", "a%^ ab"},
    {JAVA, SEARCH, "^$", "~ % ^%", "%% a"},
    {PCRE, SEARCH | M, "^a$", "a a%b b%a b%a%c", "ab b%ab"},
    {JAVA, SEARCH | M, "^a$", "a b%a^%c b^a", "ab"},
    {PCRE, SEARCH | M, "^$", "~ % a%%b", "a a%"},
    {JAVA, SEARCH | M, "^", "a %a", "~"},
    {ECMA, SEARCH | M, "^$", "~ a% a%%b", "a"},
    {PCRE, SEARCH, "(^|,)a(,|$)", "a b,a,c a,b b,a", "ba b,ab"},
    {PCRE, 0, "(a|^b){0,3}c", "ac bc aac baac", "abc aaaac"},
    {PCRE, 0, "(a|^b)*c", "ac bc aac baac", "abc"},
    {ECMA, 0, "(?:a|b$)*", "~ aab", "ba abb"},
    {JAVA, M, "(?:^a$\n?)+", "a a% a%a", "aa a%%a b"},
    {PCRE, 0, "(?:x|\\s|$)+", "x x=x ~", "y"},
    {JAVA, 0, "a^|b", "b", "a"},
    /* word boundaries */
    {PCRE, SEARCH, "\\bfoo\\b", "foo a=foo. .foo", "xfoo foos foo_"},
    {JAVA, 0, "foo\\b.*\\bbar", "foo=bar foo.bar", "foobar"},
    {ECMA, 0, "a\\Bb|a\\b-", "ab a-", "a"},
    {PCRE, 0, "\\b|a", "a", "~"},
    {PCRE, 0, "\\B", "~", "a"},
    {PCRE, 0, "(?:\\bab\\b-)+ab", "ab-ab ab-ab-ab", "abab"},
    {JAVA, 0, "(?:\\b\\w+\\b\\s?)+", "a ab a=b ab=cd", "~ ab==c ."},
    {ECMA, 0, "(?:a\\B|b\\b|-)*", "~ ab aab ab-ab -", "a b-a- ba"},
    /* look-ahead */
    {PCRE, 0, "(?=.*\\d)(?=.*[a-z])\\w{2,4}", "a1 1ab2", "ab 12 a1_.."},
    {PCRE, 0, "a(?!b).", "ac aa", "ab a"},
    {JAVA, 0, "(?!a|b)\\w+(?=c)c", "xc xyc", "ac bxc c"},
    {ECMA, SEARCH, "a(?!b)", "a aba xac", "ab bab"},
    {PCRE, 0, "(?:(?!foo).)*", "~ fo bar fofo", "foo xfoox"},
    {PCRE, 0, "((?!</b>).)*</b>x", "a</b>x </b>x", "</b></b>x"},
    {JAVA, 0, "(?:(?!-)[a-z-]{1,3}\\.)+", "a. a-b.c.", "-a. a.-b."},
    {ECMA, 0, "(?:x(?!y)|y)*z", "xz yz yxz xxz", "xyz"},
    {PCRE, SEARCH, "^(?!.*(a|b)).*$", "c cc%", "a cb"},
    {PCRE, 0, "(?!)|(?=)a", "a", "~"},
    {PCRE, 0, "(?=(?=ab)a)\\w+", "ab abc", "a ac"},
    {ECMA, 0, "(?=a)*b(?!c)?", "b", "ab bc"},
    /* look-behind */
    {PCRE, SEARCH, "(?<=foo)bar", "foobar xfoobary", "bar fobar"},
    {PCRE, SEARCH, "(?<!foo)bar", "bar xbar", "foobar"},
    {JAVA, 0, "\\w+(?<!ab)c", "bc xbc aac", "abc xabc"},
    {JAVA, 0, ".*(?<=a)b", "ab xab", "b bb"},
    {ECMA, SEARCH, "(?<=^|,)a(?=,|$)", "a a,b b,a", "ba ab"},
    {PCRE, SEARCH, "(?<=\\d{2})x(?=y)", "12xy", "1xy 12x"},
    {JAVA, 0, "(a|b)+(?<=ab)c", "abc babc", "bc bac"},
    /* possessive, atomic */
    {PCRE, 0, "a++b", "ab aab", "b"},
    {PCRE, 0, "a*+ab", "", "ab aab"},
    {JAVA, 0, "x?+xy|z", "xxy z", "xy"},
    {JAVA, 0, "(?:ab){1,2}+ab", "ababab", "ab abab"},
    {PCRE, 0, "(?>abc)d", "abcd", "abc"},
    {PCRE, SEARCH, "(?>a|ab)", "xab", "b"},
};

/* A word of the table, as it is meant. */
static void spell (const char *from, size_t n, char *out) {
  static const char marks[] = "=%^", meanings[] = " \n\r";
  size_t k = 0;
  for (size_t i = 0; i < n && !(n == 1 && *from == '~'); i++) {
    const char *mark = strchr (marks, from[i]);
    out[k++] = mark && *mark ? meanings[mark - marks] : from[i];
  }
  out[k] = 0;
}

static void check_words (lyre_ctx *c, const row *r, lyre_term language,
                         const char *words, bool expected) {
  char text[64];
  while (*words) {
    size_t n = strcspn (words, " ");
    spell (words, n, text);
    if (has_word (c, language, text) != expected)
      fail_msg ("syntax %d, %s: '%s' should %smatch", r->syntax, r->pattern,
                text, expected ? "" : "not ");
    words += n + (words[n] == ' ');
  }
}

static void words_are_matched (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const row *r = &rows[i];
    lyre_term t =
        pattern (c, (lyre_regex_syntax) r->syntax, r->flags, r->pattern);
    check_words (c, r, t, r->in, true);
    check_words (c, r, t, r->out, false);
  }
  lyre_delete (c);
}

/* ------------------------------------------------------------------ errors */

static const struct {
  int syntax;
  const char *pattern;
  uint32_t column;
  const char *text; /* a part of it */
} errors[] = {
    {PCRE, "(a)\\1", 4, "back-reference"},
    {PCRE, "(?<n>a)\\k<n>", 8, "back-reference"},
    {PCRE, "(?P<n>a)(?P=n)", 9, "back-reference"},
    {JAVA, "(a)b\\1", 5, "back-reference"},
    {ECMA, "(a)b\\1", 5, "back-reference"},
    {PCRE, "a(?R)?", 2, "recursion"},
    {PCRE, "(a)(?1)", 4, "recursion"},
    {PCRE, "(a)(?(1)b|c)", 4, "condition"},
    {PCRE, "(*ACCEPT)", 1, "verb"},
    {PCRE, "x\\p{L}", 2, "\\p{L}"},
    {JAVA, "\\p{IsGreek}", 1, "\\p{IsGreek}"},
    {PCRE, "\\Ga", 1, "\\G"},
    {PCRE, "a\\Kb", 2, "\\K"},
    {PCRE, "(?>a|ab)c", 1, "atomic"},
    {PCRE, "(?:a|ab)++c", 9, "possessive"},
    {JAVA, "(?U)a", 1, "flag"},
    {PCRE, "a{,3}", 2, "{,n}"},
    {PCRE, "(?:(?!ab)a?b)*x", 4, "look-ahead inside a repetition"},
    {PCRE, "(ab", 1, "( without )"},
    {PCRE, "ab)", 3, ") without ("},
    {PCRE, "x[ab", 2, "[ without ]"},
    {PCRE, "*a", 1, "nothing to repeat"},
    {PCRE, "a**", 3, "nothing to repeat"},
    {PCRE, "a|?", 3, "nothing to repeat"},
    {PCRE, "a{3,2}", 2, "out of order"},
    {PCRE, "a{65536}", 3, "too large"},
    {PCRE, "[z-a]", 2, "out of order"},
    {PCRE, "[[:foo:]]", 2, "[:foo:]"},
    {PCRE, "a\\", 2, "at the end"},
    {PCRE, "\\y", 1, "\\y"},
    {JAVA, "a{x}", 2, "quantifier"},
    {JAVA, "\\xg1", 1, "two digits"},
    {ECMA, "(?i)a", 1, "group"},
    {ECMA, "(?<1>a)", 1, "name"},
};

static void errors_name_construct_and_column (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    lyre_regex_error e = {0, ""};
    const char *p = errors[i].pattern;
    lyre_term t = lyre_mk_regex (c, (lyre_regex_syntax) errors[i].syntax, 0, p,
                                 strlen (p), &e);
    if (t.id || e.column != errors[i].column ||
        !strstr (e.text, errors[i].text))
      fail_msg ("%s: column %u: %s", p, e.column, e.text);
  }
  lyre_delete (c);
}

static void other_input_is_refused (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_regex_error e;
  assert_int_equal (lyre_mk_regex (c, LYRE_REGEX_PCRE, 0, "\xff", 1, &e).id, 0);
  assert_non_null (strstr (e.text, "UTF-8"));
  assert_int_equal (lyre_mk_regex (c, LYRE_REGEX_PCRE, 0, "(", 1, NULL).id, 0);
  lyre_term x = lyre_mk_var (c, "x", LYRE_STRING);
  assert_int_equal (lyre_mk_regex_of (c, LYRE_REGEX_JAVA, 0, x, &e).id, 0);
  assert_non_null (strstr (e.text, "constant"));
  lyre_delete (c);
}

/* Opens and closes N times. */
static lyre_term nested (lyre_ctx *c, const char *open, const char *close,
                         size_t n) {
  size_t len = n * (strlen (open) + strlen (close)) + 1;
  char *text = malloc (len + 1), *at = text;
  lyre_regex_error e;
  for (size_t i = 0; i < n; i++)
    at = stpcpy (at, open);
  *at++ = 'a';
  for (size_t i = 0; i < n; i++)
    at = stpcpy (at, close);
  lyre_term t = lyre_mk_regex (c, LYRE_REGEX_JAVA, 0, text, len, &e);
  free (text);
  return t;
}

static void depth_is_harmless (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  assert_int_not_equal (nested (c, "(", ")", 900).id, 0);
  assert_int_not_equal (nested (c, "(?:x", ")*", 900).id, 0);
  assert_int_not_equal (nested (c, "(?=", ")", 900).id, 0);
  assert_int_not_equal (nested (c, "[", "]", 900).id, 0);
  assert_int_equal (nested (c, "(", ")", 100000).id, 0);
  assert_int_equal (nested (c, "[", "]", 100000).id, 0);
  assert_int_not_equal (nested (c, "a|", "|", 100000).id, 0);
  assert_int_not_equal (nested (c, "\\b", "a?", 20000).id, 0);
  lyre_delete (c);
}

/* --------------------------------------------------------------- questions */

static bool is_text (lyre_ctx *c, lyre_term t, const char *text) {
  return t.id == word (c, text).id;
}

static void questions_are_answered (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term w, n, a = pattern (c, LYRE_REGEX_PCRE, 0, "a{2,}b?");
  lyre_term b = pattern (c, LYRE_REGEX_PCRE, 0, "a+b");
  lyre_term none = pattern (c, LYRE_REGEX_PCRE, 0, "(?!a)a");
  assert_int_equal (lyre_regex_is_empty (c, a), LYRE_REGEX_NO);
  assert_int_equal (lyre_regex_is_empty (c, none), LYRE_REGEX_YES);
  assert_int_equal (lyre_regex_shortest (c, a, &w), LYRE_REGEX_YES);
  assert_true (is_text (c, w, "aa"));
  assert_int_equal (lyre_regex_shortest (c, none, &w), LYRE_REGEX_NO);
  assert_int_equal (lyre_regex_intersect (c, a, b, &w), LYRE_REGEX_YES);
  assert_true (is_text (c, w, "aab"));
  assert_int_equal (lyre_regex_subset (c, a, b, &w), LYRE_REGEX_NO);
  assert_true (is_text (c, w, "aa"));
  assert_int_equal (lyre_regex_subset (c, b, a, &w), LYRE_REGEX_NO);
  assert_true (is_text (c, w, "ab"));
  assert_int_equal (lyre_regex_equal (c, a, a, NULL), LYRE_REGEX_YES);
  assert_int_equal (lyre_regex_equal (c, none, a, &w), LYRE_REGEX_NO);
  assert_true (is_text (c, w, "aa"));
  assert_int_equal (lyre_regex_count (c, a, 3, &n), LYRE_REGEX_YES);
  assert_int_equal (n.id, lyre_mk_int (c, 2).id);
  lyre_delete (c);
}

static void counts_may_be_large (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term n, r = pattern (c, LYRE_REGEX_PCRE, 0, "[0-9]*");
  assert_int_equal (lyre_regex_count (c, r, 30, &n), LYRE_REGEX_YES);
  static const char text[] = "1000000000000000000000000000000";
  assert_int_equal (n.id, lyre_mk_int_text (c, text, sizeof text - 1).id);
  lyre_delete (c);
}

static void samples_are_words (void **state) {
  (void) state;
  enum { N = 20 };
  lyre_ctx *c = lyre_new ();
  lyre_term r = pattern (c, LYRE_REGEX_PCRE, 0, "(?!.*ab)[a-c]{1,6}|x");
  lyre_term words[N], again[N];
  uint32_t n, m;
  assert_int_equal (lyre_regex_sample (c, r, N, 5, words, &n), LYRE_REGEX_YES);
  assert_int_equal (n, N);
  for (uint32_t i = 0; i < n; i++) {
    lyre_term one = lyre_mk (c, LYRE_STR_TO_RE, 1, &words[i]);
    assert_int_equal (lyre_regex_subset (c, one, r, NULL), LYRE_REGEX_YES);
    for (uint32_t j = 0; j < i; j++)
      assert_int_not_equal (words[i].id, words[j].id);
  }
  assert_int_equal (lyre_regex_sample (c, r, N, 5, again, &m), LYRE_REGEX_YES);
  assert_memory_equal (words, again, sizeof words);
  lyre_term two = pattern (c, LYRE_REGEX_PCRE, 0, "p|q");
  assert_int_equal (lyre_regex_sample (c, two, N, 5, words, &n),
                    LYRE_REGEX_YES);
  assert_int_equal (n, 2);
  lyre_delete (c);
}

typedef struct {
  char text[4096];
  size_t len;
} buffer;

static void append (void *user, const char *text, size_t len) {
  buffer *b = user;
  assert_true (b->len + len < sizeof b->text);
  memcpy (b->text + b->len, text, len);
  b->len += len;
}

static void automata_are_drawn (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  buffer b = {{0}, 0};
  lyre_term r = pattern (c, LYRE_REGEX_PCRE, 0, "[a-c\"]|[a-c\"]x");
  assert_int_equal (lyre_regex_dot (c, r, true, append, &b), LYRE_REGEX_YES);
  assert_non_null (strstr (b.text, "digraph"));
  assert_non_null (strstr (b.text, "[label=\"\\\", a-c\"]"));
  assert_non_null (strstr (b.text, "doublecircle"));
  b = (buffer){{0}, 0};
  assert_int_equal (lyre_regex_dot (c, r, false, append, &b), LYRE_REGEX_YES);
  lyre_delete (c);
}

static void contracts_are_checked (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term w, x = lyre_mk_var (c, "x", LYRE_STRING);
  lyre_term open = lyre_mk (c, LYRE_STR_TO_RE, 1, &x);
  lyre_term r = pattern (c, LYRE_REGEX_PCRE, 0, "a");
  assert_int_equal (lyre_regex_is_empty (c, open), LYRE_REGEX_GAVE_UP);
  assert_non_null (strstr (lyre_last_error (c), "closed"));
  assert_int_equal (lyre_regex_shortest (c, x, &w), LYRE_REGEX_GAVE_UP);
  assert_int_equal (lyre_regex_subset (c, r, LYRE_NO_TERM, &w),
                    LYRE_REGEX_GAVE_UP);
  lyre_delete (c);
}

/* The n-th letter from the end: an automaton too large to count with. */
static void limits_hold (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_term n, r = pattern (c, LYRE_REGEX_PCRE, 0, "[ab]*a[ab]{60}");
  assert_int_equal (lyre_regex_count (c, r, 100, &n), LYRE_REGEX_GAVE_UP);
  lyre_interrupt (c);
  assert_int_equal (lyre_regex_count (c, r, 100, &n), LYRE_REGEX_GAVE_UP);
  assert_string_equal (lyre_last_error (c), "interrupted");
  lyre_term small = pattern (c, LYRE_REGEX_PCRE, 0, "a+");
  assert_int_equal (lyre_regex_count (c, small, 9, &n), LYRE_REGEX_YES);
  lyre_delete (c);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (words_are_matched),
      cmocka_unit_test (errors_name_construct_and_column),
      cmocka_unit_test (other_input_is_refused),
      cmocka_unit_test (depth_is_harmless),
      cmocka_unit_test (questions_are_answered),
      cmocka_unit_test (counts_may_be_large),
      cmocka_unit_test (samples_are_words),
      cmocka_unit_test (automata_are_drawn),
      cmocka_unit_test (contracts_are_checked),
      cmocka_unit_test (limits_hold),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
