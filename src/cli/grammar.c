/* lyre grammar: grammars of other tools, and questions about them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

typedef struct settings settings;
typedef int (*question) (settings *);

struct settings {
  lyre_ctx *ctx;
  const char *file, *other, *tokens_file;
  char *tokens;
  lyre_grammar g, h;
  lyre_term x;
  uint32_t lo, hi; /* lengths */
  bool hampi, help;
  question ask;
};

static void write_stdout (void *user, const char *text, size_t len) {
  (void) user;
  fwrite (text, 1, len, stdout);
}

static int usage_error (const char *what, const char *problem) {
  fprintf (stderr, "lyre grammar: %s: %s\n", what, problem);
  return CLI_USAGE;
}

/* ----------------------------------------------------------------- reading */

static char *read_text (const char *file, size_t *len) {
  int fd =
      strcmp (file, "-") ? open (file, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
  char *text = fd < 0 ? NULL : cli_read_all (fd, len);
  if (!text)
    usage_error (file, strerror (errno));
  if (fd > 0)
    close (fd);
  return text;
}

static bool has_suffix (const char *text, const char *suffix) {
  size_t n = strlen (text), k = strlen (suffix);
  return n >= k && !strcmp (text + n - k, suffix);
}

/* A name for the grammar: the file's, without folders and ending. */
static void name_of (const char *file, char *out, size_t cap) {
  const char *base = strrchr (file, '/');
  snprintf (out, cap, "%s", base ? base + 1 : file);
  char *dot = strchr (out + 1, '.');
  if (dot)
    *dot = 0;
}

static lyre_grammar read_grammar (settings *s, const char *file) {
  size_t len;
  char name[64], *text = read_text (file, &len);
  if (!text)
    return LYRE_NO_GRAMMAR;
  lyre_grammar_error e;
  lyre_grammar_syntax syntax =
      has_suffix (file, ".cfg") ? LYRE_GRAMMAR_ANALYZER : LYRE_GRAMMAR_YACC;
  name_of (file, name, sizeof name);
  lyre_grammar g =
      lyre_read_grammar (s->ctx, syntax, name, text, len, s->tokens, &e);
  if (!g.id)
    fprintf (stderr, "lyre grammar: %s: line %u column %u: %s\n",
             e.in_tokens ? s->tokens_file : file, e.line, e.column, e.text);
  free (text);
  return g;
}

static bool read_tokens (settings *s) {
  size_t len;
  if (!s->tokens_file)
    return true;
  char *text = read_text (s->tokens_file, &len);
  s->tokens = text ? realloc (text, len + 1) : NULL;
  if (s->tokens)
    s->tokens[len] = 0;
  return s->tokens;
}

/* --------------------------------------------------------------- questions */

static int print_grammar (settings *s) {
  lyre_grammar_format f = s->hampi ? LYRE_PRINT_HAMPI : LYRE_PRINT_SMT2;
  if (lyre_print_grammar (s->ctx, s->g, f, write_stdout, NULL) == LYRE_OK)
    return CLI_OK;
  fprintf (stderr, "lyre grammar: %s\n", lyre_last_error (s->ctx));
  return CLI_ERRORS;
}

static void print_found (settings *s, uint32_t len, lyre_term word) {
  printf ("yes, length %u: ", len);
  lyre_print_term (s->ctx, word, write_stdout, NULL);
  putchar ('\n');
}

static lyre_term in_first (settings *s) {
  return lyre_mk_in_grammar (s->ctx, s->x, s->g, 0);
}

static lyre_term in_second (settings *s) {
  return lyre_mk_in_grammar (s->ctx, s->x, s->h, 0);
}

static lyre_term negation (settings *s, lyre_term t) {
  return lyre_mk (s->ctx, LYRE_NOT, 1, &t);
}

static bool has_length (settings *s, uint32_t lo, uint32_t hi) {
  lyre_term len = lyre_mk (s->ctx, LYRE_STR_LEN, 1, &s->x);
  lyre_term ends[] = {lyre_mk_int (s->ctx, lo), len, lyre_mk_int (s->ctx, hi)};
  lyre_assert (s->ctx,
               lyre_mk (s->ctx, LYRE_LE, hi == UINT32_MAX ? 2 : 3, ends));
  return true;
}

static int unknown (settings *s) {
  const char *why = lyre_reason_unknown (s->ctx);
  printf ("unknown: %s\n", why ? why : lyre_last_error (s->ctx));
  return CLI_ERRORS;
}

/* Is there a word, of the lengths asked for, that meets what is asserted? */
static int find_word (settings *s) {
  has_length (s, s->lo, s->hi);
  switch (lyre_check (s->ctx, 0, NULL)) {
  case LYRE_SAT: {
    lyre_term word = lyre_value (s->ctx, s->x);
    size_t len = 0;
    lyre_value_string (s->ctx, word, NULL, 0, &len);
    print_found (s, (uint32_t) len, word);
    return CLI_OK;
  }
  case LYRE_UNSAT:
    puts ("no");
    return CLI_OK;
  default:
    return unknown (s);
  }
}

static int ask_word (settings *s) {
  lyre_assert (s->ctx, in_first (s));
  return find_word (s);
}

static int ask_intersect (settings *s) {
  lyre_assert (s->ctx, in_first (s));
  lyre_assert (s->ctx, in_second (s));
  return find_word (s);
}

/* A word that shows that it is not so. */
static int ask_difference (settings *s) {
  lyre_assert (s->ctx, in_first (s));
  lyre_assert (s->ctx, negation (s, in_second (s)));
  return find_word (s);
}

static int ask_unequal (settings *s) {
  lyre_term both[] = {in_first (s), in_second (s)};
  lyre_assert (s->ctx, lyre_mk (s->ctx, LYRE_XOR, 2, both));
  return find_word (s);
}

static int ask_ambiguous (settings *s) {
  uint32_t hi = s->hi == UINT32_MAX ? 20 : s->hi;
  for (uint32_t n = s->lo; n <= hi; n++) {
    lyre_term word = LYRE_NO_TERM;
    lyre_regex_answer a = lyre_grammar_ambiguous (s->ctx, s->g, 0, n, &word);
    if (a == LYRE_REGEX_YES) {
      print_found (s, n, word);
      return CLI_OK;
    }
    if (a == LYRE_REGEX_GAVE_UP)
      return unknown (s);
  }
  printf ("no, up to length %u\n", hi);
  return CLI_OK;
}

/* ------------------------------------------------------------------- flags */

static const struct {
  const char *name;
  question ask;
  const char *value, *help;
} questions[] = {
    {"--word", ask_word, NULL, "find a shortest word"},
    {"--ambiguous", ask_ambiguous, NULL, "find a word with two derivations"},
    {"--intersect=", ask_intersect, "FILE", "find a word of both grammars"},
    {"--minus=", ask_difference, "FILE", "find a word that FILE does not have"},
    {"--unequal=", ask_unequal, "FILE", "find a word of only one grammar"},
};

enum { N_QUESTIONS = sizeof questions / sizeof *questions };

static void print_help (void) {
  printf (
      "usage: lyre grammar [flags] [question] FILE\n\n"
      "Reads a grammar of Bison or yacc (or of CFGAnalyzer, if FILE ends in "
      ".cfg) and\nprints it as an SMT-LIB command, or answers a question about "
      "it.\n\n");
  for (unsigned i = 0; i < N_QUESTIONS; i++)
    printf ("  %s%-*s  %s\n", questions[i].name,
            20 - (int) strlen (questions[i].name),
            questions[i].value ? questions[i].value : "", questions[i].help);
  printf ("\n  --hampi               print it as cfg statements of HAMPI\n"
          "  --tokens=FILE         how tokens are spelt: NAME \"text\" or NAME "
          "/pattern/,\n"
          "                        a line each\n"
          "  --length=N, --length=LO..HI  words of these lengths only\n"
          "  -t:MS                 give up after so many milliseconds\n");
}

static bool read_length (settings *s, const char *text) {
  char *end;
  unsigned long lo = strtoul (text, &end, 10), hi = lo;
  if (end == text)
    return false;
  if (!strncmp (end, "..", 2)) {
    text = end + 2;
    hi = *text ? strtoul (text, &end, 10) : UINT32_MAX;
    end = *text ? end : end + 2;
  }
  s->lo = (uint32_t) lo;
  s->hi = (uint32_t) hi;
  return !*end && lo <= hi && hi <= UINT32_MAX;
}

static bool read_question (settings *s, const char *arg) {
  for (unsigned i = 0; i < N_QUESTIONS; i++) {
    size_t n = strlen (questions[i].name);
    if (questions[i].value ? strncmp (arg, questions[i].name, n)
                           : strcmp (arg, questions[i].name))
      continue;
    s->ask = questions[i].ask;
    s->other = questions[i].value ? arg + n : NULL;
    return true;
  }
  return false;
}

static bool read_flag (settings *s, const char *arg) {
  if (!strcmp (arg, "--hampi"))
    return s->hampi = true;
  if (!strncmp (arg, "--tokens=", 9)) {
    s->tokens_file = arg + 9;
    return true;
  }
  if (!strncmp (arg, "--length=", 9))
    return read_length (s, arg + 9);
  if (!strncmp (arg, "-t:", 3))
    return lyre_set_option (s->ctx, "timeout", arg + 3) == LYRE_OK;
  s->help = !strcmp (arg, "--help") || !strcmp (arg, "-h");
  return s->help || read_question (s, arg);
}

/* False after a complaint. */
static bool read_arguments (settings *s, int argc, char **argv) {
  for (int i = 0; i < argc; i++)
    if (argv[i][0] == '-' && argv[i][1]) {
      if (!read_flag (s, argv[i]))
        return !usage_error (argv[i], "unknown flag or bad value");
    } else if (s->file) {
      return !usage_error (argv[i], "only one file can be given");
    } else {
      s->file = argv[i];
    }
  if (!s->file && !s->help)
    return !usage_error ("no file", "try lyre grammar --help");
  return true;
}

static int answer (settings *s) {
  if (!read_tokens (s))
    return CLI_USAGE;
  s->g = read_grammar (s, s->file);
  if (s->other && s->g.id)
    s->h = read_grammar (s, s->other);
  if (!s->g.id || (s->other && !s->h.id))
    return CLI_ERRORS;
  s->x = lyre_mk_var (s->ctx, "x", LYRE_STRING);
  cli_catch_signals (s->ctx);
  int code = s->ask (s);
  fflush (stdout);
  return code;
}

int cli_grammar (lyre_ctx *ctx, int argc, char **argv) {
  settings s = {.ctx = ctx, .hi = UINT32_MAX, .ask = print_grammar};
  if (!read_arguments (&s, argc, argv))
    return CLI_USAGE;
  if (s.help) {
    print_help ();
    return CLI_OK;
  }
  int code = answer (&s);
  free (s.tokens);
  return code;
}
