/* lyre regex: patterns as regular languages, and questions about them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

typedef struct regex_settings settings;

/* What is asked; each prints its answer. */
typedef int (*question) (settings *);

struct regex_settings {
  lyre_ctx *ctx;
  bool smt2; /* the pattern is an SMT-LIB term */
  lyre_regex_syntax syntax;
  unsigned flags;
  const char *pattern;
  question ask;
  const char *value;  /* what follows the question */
  const char **words; /* what follows all of them */
  int n_words;
  uint64_t seed;
  bool minimal, help;
};

static int usage_error (const char *what, const char *problem) {
  fprintf (stderr, "lyre regex: %s: %s\n", what, problem);
  return CLI_USAGE;
}

/* ----------------------------------------------------------------- printing */

static void write_stdout (void *user, const char *text, size_t len) {
  (void) user;
  fwrite (text, 1, len, stdout);
}

static void print_term (settings *s, lyre_term t) {
  lyre_print_term (s->ctx, t, write_stdout, NULL);
  putchar ('\n');
}

/* true, false or unknown, then the witness if there is one. */
static int print_answer (settings *s, lyre_regex_answer a, lyre_term witness) {
  static const char *const texts[] = {"false", "true", "unknown"};
  puts (texts[a]);
  if (a == LYRE_REGEX_GAVE_UP)
    fprintf (stderr, "lyre regex: gave up: %s\n", lyre_last_error (s->ctx));
  else if (witness.id)
    print_term (s, witness);
  return CLI_OK;
}

/* ----------------------------------------------------------------- patterns */

static lyre_term read_pattern (settings *s, const char *text) {
  lyre_regex_error error;
  lyre_term t =
      lyre_mk_regex (s->ctx, s->syntax, s->flags, text, strlen (text), &error);
  if (t.id)
    return t;
  if (error.column)
    fprintf (stderr, "lyre regex: column %u: %s\n", error.column, error.text);
  else
    fprintf (stderr, "lyre regex: %s\n", error.text);
  return t;
}

static void write_stderr (void *user, const char *text, size_t len) {
  (void) user;
  fwrite (text, 1, len, stderr);
}

/* An SMT-LIB term is read as a membership of a fresh constant. */
static lyre_term read_smt2 (settings *s, const char *text) {
  uint32_t before = lyre_n_assertions (s->ctx);
  lyre_smt2 *session = lyre_smt2_new (s->ctx, write_stderr, NULL);
  if (!session)
    return LYRE_NO_TERM;
  static const char head[] = "(declare-const x String)(assert (str.in_re x ";
  size_t n = strlen (text) + sizeof head + 2;
  char *script = malloc (n);
  if (script) {
    snprintf (script, n, "%s%s))", head, text);
    lyre_smt2_run_text (session, script, n - 1);
  }
  free (script);
  lyre_smt2_delete (session);
  if (lyre_n_assertions (s->ctx) != before + 1)
    return LYRE_NO_TERM;
  return lyre_term_arg (s->ctx, lyre_assertion (s->ctx, before), 1);
}

static lyre_term read_language (settings *s, const char *text) {
  return s->smt2 ? read_smt2 (s, text) : read_pattern (s, text);
}

/* ---------------------------------------------------------------- questions */

static int ask_term (settings *s) {
  lyre_term r = read_language (s, s->pattern);
  if (r.id)
    print_term (s, r);
  return r.id ? CLI_OK : CLI_ERRORS;
}

static int gave_up (settings *s) {
  return print_answer (s, LYRE_REGEX_GAVE_UP, LYRE_NO_TERM);
}

static int ask_dot (settings *s) {
  lyre_term r = read_language (s, s->pattern);
  if (!r.id)
    return CLI_ERRORS;
  lyre_regex_answer a =
      lyre_regex_dot (s->ctx, r, s->minimal, write_stdout, NULL);
  return a == LYRE_REGEX_YES ? CLI_OK : gave_up (s);
}

static int ask_shortest (settings *s) {
  lyre_term word = LYRE_NO_TERM, r = read_language (s, s->pattern);
  if (!r.id)
    return CLI_ERRORS;
  lyre_regex_answer a = lyre_regex_shortest (s->ctx, r, &word);
  if (a == LYRE_REGEX_YES)
    print_term (s, word);
  else if (a == LYRE_REGEX_NO)
    puts ("none");
  else
    return gave_up (s);
  return CLI_OK;
}

/* The question's value as a number up to MOST. */
static bool read_number (const char *text, uint64_t most, uint64_t *out) {
  char *end;
  errno = 0;
  *out = strtoull (text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end && !errno && *out <= most;
}

static int print_samples (settings *s, lyre_term r, uint32_t n,
                          lyre_term *words) {
  uint32_t found;
  if (lyre_regex_sample (s->ctx, r, n, s->seed, words, &found) ==
      LYRE_REGEX_GAVE_UP)
    return gave_up (s);
  for (uint32_t i = 0; i < found; i++)
    print_term (s, words[i]);
  return CLI_OK;
}

static int ask_sample (settings *s) {
  uint64_t n;
  if (!read_number (s->value, 1000000, &n))
    return usage_error ("--sample", "expected a number");
  lyre_term r = read_language (s, s->pattern);
  if (!r.id)
    return CLI_ERRORS;
  lyre_term *words = calloc (n + 1, sizeof *words);
  int code = words ? print_samples (s, r, (uint32_t) n, words) : CLI_INTERNAL;
  free (words);
  return code;
}

static int ask_count (settings *s) {
  uint64_t n;
  if (!read_number (s->value, UINT32_MAX - 1, &n))
    return usage_error ("--count", "expected a length");
  lyre_term count, r = read_language (s, s->pattern);
  if (!r.id)
    return CLI_ERRORS;
  if (lyre_regex_count (s->ctx, r, (uint32_t) n, &count) != LYRE_REGEX_YES)
    return gave_up (s);
  print_term (s, count);
  return CLI_OK;
}

typedef lyre_regex_answer (*comparison) (lyre_ctx *, lyre_term, lyre_term,
                                         lyre_term *);

static int compare (settings *s, comparison with) {
  lyre_term witness = LYRE_NO_TERM, a = read_language (s, s->pattern);
  lyre_term b = a.id ? read_language (s, s->value) : a;
  if (!a.id || !b.id)
    return CLI_ERRORS;
  lyre_regex_answer answer = with (s->ctx, a, b, &witness);
  return print_answer (s, answer, witness);
}

static int ask_subset (settings *s) {
  return compare (s, lyre_regex_subset);
}

static int ask_equal (settings *s) {
  return compare (s, lyre_regex_equal);
}

static int ask_intersect (settings *s) {
  return compare (s, lyre_regex_intersect);
}

static int match_word (settings *s, lyre_term r, const char *text) {
  lyre_term word = lyre_mk_string_utf8 (s->ctx, text, strlen (text));
  if (!word.id)
    return usage_error ("--match", lyre_last_error (s->ctx));
  word = lyre_mk (s->ctx, LYRE_STR_TO_RE, 1, &word);
  return print_answer (s, lyre_regex_subset (s->ctx, word, r, NULL),
                       LYRE_NO_TERM);
}

static int ask_match (settings *s) {
  int code = CLI_OK;
  lyre_term r = read_language (s, s->pattern);
  if (!r.id)
    return CLI_ERRORS;
  for (int i = 0; i < s->n_words && code == CLI_OK; i++)
    code = match_word (s, r, s->words[i]);
  return code;
}

/* ------------------------------------------------------------------- flags */

static const struct {
  const char *name;
  question ask;
  const char *value, *help;
} questions[] = {
    {"--shortest", ask_shortest, NULL, "print a shortest word"},
    {"--sample", ask_sample, "N", "print up to N different words"},
    {"--count", ask_count, "LENGTH", "print how many words of a length"},
    {"--match", ask_match, "WORD", "is it a word? May be given several times"},
    {"--subset", ask_subset, "OTHER", "is every word a word of OTHER?"},
    {"--equal", ask_equal, "OTHER", "the same words?"},
    {"--intersect", ask_intersect, "OTHER", "is there a common word?"},
    {"--dot", ask_dot, NULL, "draw an automaton for Graphviz"},
    {"--dot=min", ask_dot, NULL, "draw the smallest deterministic one"},
};

enum { N_QUESTIONS = sizeof questions / sizeof *questions };

static const struct {
  const char *name;
  unsigned flag;
  const char *help;
} flags[] = {
    {"-i", LYRE_REGEX_IGNORE_CASE, "ignore the case"},
    {"-m", LYRE_REGEX_MULTILINE, "^ and $ at every line"},
    {"-s", LYRE_REGEX_DOT_ALL, "the dot takes line ends, too"},
    {"-x", LYRE_REGEX_EXTENDED, "blanks and comments mean nothing"},
    {"-u", LYRE_REGEX_UNICODE, "flag u of ECMAScript and PCRE"},
    {"-D", LYRE_REGEX_DOLLAR_END, "$ only at the very end (PCRE)"},
    {"--search", LYRE_REGEX_SEARCH,
     "strings with a match somewhere, not as a whole"},
};

enum { N_FLAGS = sizeof flags / sizeof *flags };

static void print_help (void) {
  printf ("usage: lyre regex [flags] [question] [--] PATTERN\n\n"
          "Prints the language of a pattern as an SMT-LIB term, or answers a "
          "question about it.\nPatterns of OTHER have the same syntax.\n\n");
  for (unsigned i = 0; i < N_QUESTIONS; i++) {
    const char *value = questions[i].value;
    printf ("  %s %-*s  %s\n", questions[i].name,
            20 - (int) strlen (questions[i].name), value ? value : "",
            questions[i].help);
  }
  printf ("\n  --syntax=S             pcre (the default), java, ecma or smt2\n"
          "  --seed=N               another choice of words\n"
          "  -t:MS                  give up after so many milliseconds\n");
  for (unsigned i = 0; i < N_FLAGS; i++)
    printf ("  %-21s  %s\n", flags[i].name, flags[i].help);
}

static bool read_syntax (settings *s, const char *name) {
  static const char *const names[] = {"pcre", "java", "ecma", "smt2"};
  for (unsigned i = 0; i < 4; i++)
    if (!strcmp (names[i], name)) {
      s->smt2 = i == 3;
      s->syntax = i < 3 ? (lyre_regex_syntax) i : LYRE_REGEX_PCRE;
      return true;
    }
  return false;
}

/* A question, at argv[*i]. False if it is none, or its value is missing. */
static bool read_question (settings *s, int argc, char **argv, int *i) {
  for (unsigned k = 0; k < N_QUESTIONS; k++) {
    size_t n = strlen (questions[k].name);
    const char *rest = argv[*i] + n;
    if (strncmp (argv[*i], questions[k].name, n) != 0 ||
        (*rest && !(*rest == '=' && questions[k].value)))
      continue;
    s->ask = questions[k].ask;
    s->minimal = !strcmp (questions[k].name, "--dot=min");
    if (!questions[k].value)
      return true;
    s->value = *rest ? rest + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    if (s->value)
      s->words[s->n_words++] = s->value;
    return s->value;
  }
  return false;
}

static bool read_flag (settings *s, const char *arg) {
  for (unsigned k = 0; k < N_FLAGS; k++)
    if (!strcmp (arg, flags[k].name)) {
      s->flags |= flags[k].flag;
      return true;
    }
  if (!strncmp (arg, "--syntax=", 9))
    return read_syntax (s, arg + 9);
  if (!strncmp (arg, "--seed=", 7))
    return read_number (arg + 7, UINT64_MAX, &s->seed);
  if (!strncmp (arg, "-t:", 3))
    return lyre_set_option (s->ctx, "timeout", arg + 3) == LYRE_OK;
  s->help = !strcmp (arg, "--help") || !strcmp (arg, "-h");
  return s->help;
}

/* False after a complaint. */
static bool read_arguments (settings *s, int argc, char **argv) {
  bool only_words = false;
  for (int i = 0; i < argc; i++) {
    bool is_flag = argv[i][0] == '-' && argv[i][1] && !only_words;
    if (is_flag && !strcmp (argv[i], "--")) {
      only_words = true;
    } else if (is_flag) {
      const char *arg = argv[i];
      if (!read_question (s, argc, argv, &i) && !read_flag (s, arg))
        return !usage_error (arg, "unknown flag or bad value");
    } else if (s->pattern) {
      return !usage_error (argv[i], "only one pattern can be given");
    } else {
      s->pattern = argv[i];
    }
  }
  if (!s->pattern && !s->help)
    return !usage_error ("no pattern", "try lyre regex --help");
  return true;
}

static int answer (settings *s, int argc, char **argv) {
  if (!read_arguments (s, argc, argv))
    return CLI_USAGE;
  if (s->help) {
    print_help ();
    return CLI_OK;
  }
  cli_catch_signals (s->ctx);
  int code = s->ask (s);
  fflush (stdout);
  return code;
}

int cli_regex (lyre_ctx *ctx, int argc, char **argv) {
  settings s = {.ctx = ctx, .ask = ask_term};
  s.words = calloc ((size_t) argc + 1, sizeof *s.words);
  int code = s.words ? answer (&s, argc, argv) : CLI_INTERNAL;
  free (s.words);
  return code;
}
