#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* -------------------------------------------------------------------- help */

/* All spellings of the flag at I and of those that follow it without help. */
static void put_spellings (char *out, size_t cap, unsigned i) {
  size_t n = 0;
  for (unsigned first = i;
       i < cli_n_flags && (i == first || !cli_flags[i].help) && n < cap; i++)
    n += (size_t) snprintf (out + n, cap - n, "%s%s%s", i == first ? "" : ", ",
                            cli_flags[i].name,
                            cli_flags[i].value ? cli_flags[i].value : "");
}

static void print_row (const char *what, const char *help) {
  if (strlen (what) > 26)
    printf ("  %s\n  %26s  %s\n", what, "", help);
  else
    printf ("  %-26s  %s\n", what, help);
}

static void print_flags (void) {
  char text[256];
  for (unsigned i = 0; i < cli_n_flags; i++) {
    if (!cli_flags[i].help)
      continue;
    put_spellings (text, sizeof text, i);
    print_row (text, cli_flags[i].help);
  }
}

static void print_options (void) {
  char text[256];
  lyre_option_info o;
  for (uint32_t i = 0; lyre_option_info_get (i, &o); i++) {
    if (o.is_flag)
      snprintf (text, sizeof text, "--%s, --no-%s", o.name, o.name);
    else if (*o.choices)
      snprintf (text, sizeof text, "--%s=%s", o.name, o.choices);
    else
      snprintf (text, sizeof text, "--%s=n", o.name);
    print_row (text, o.help);
  }
  print_row ("--rule-NAME, --no-rule-NAME",
             "one rewriting rule; --stats has the names of those that fired");
}

void cli_print_help (void) {
  printf ("usage: lyre [flags] [file]\n"
          "       lyre regex [flags] [question] pattern   "
          "(see lyre regex --help)\n"
          "       lyre grammar [flags] [question] file    "
          "(see lyre grammar --help)\n"
          "       lyre serve, lyre client                 "
          "(see lyre serve --help)\n"
          "       lyre test [flags] TARGET...             "
          "(see lyre test --help)\n"
          "       lyre stats, lyre replay                 "
          "past runs of lyre test\n"
          "       lyre verify [flags] -cp PATH Main       "
          "can an assertion fail?\n\n"
          "Lyre decides constraints over strings, regular expressions and "
          "numbers.\nIt reads SMT-LIB 2.6 from the file, or from the standard "
          "input;\nfiles named *.hmp are in HAMPI's language.\n\nFlags:\n");
  print_flags ();
  printf ("\nOptions, also as name=value and with set-option:\n");
  print_options ();
}

void cli_print_version (void) {
  printf ("lyre %s\n", LYRE_VERSION);
}

/* ------------------------------------------------------------- suggestions */

enum { LONGEST = 64 };

static unsigned least (unsigned a, unsigned b) {
  return a < b ? a : b;
}

/* Insertions, deletions, changes and swaps that turn A into B. */
static unsigned distance (const char *a, size_t n, const char *b, size_t m) {
  unsigned d[LONGEST + 1][LONGEST + 1];
  for (size_t i = 0; i <= n; i++)
    d[i][0] = (unsigned) i;
  for (size_t j = 0; j <= m; j++)
    d[0][j] = (unsigned) j;
  for (size_t i = 1; i <= n; i++)
    for (size_t j = 1; j <= m; j++) {
      unsigned change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      d[i][j] = least (change, least (d[i - 1][j], d[i][j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = least (d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[n][m];
}

/* Up to the value, if there is one. */
static size_t name_length (const char *flag) {
  return strcspn (flag, "=:");
}

typedef struct {
  const char *misspelt;
  size_t len;
  unsigned best; /* distance of the nearest name */
  unsigned n;    /* names printed */
} search;

static unsigned distance_to (const search *s, const char *name) {
  size_t n = name_length (name);
  return n > LONGEST ? LONGEST : distance (s->misspelt, s->len, name, n);
}

static void consider (search *s, const char *name, bool print) {
  unsigned d = distance_to (s, name);
  if (!print)
    s->best = least (s->best, d);
  else if (d == s->best && s->n < 5)
    fprintf (stderr, "%s %s", s->n++ ? "," : "lyre: did you mean", name);
}

static void consider_all (search *s, bool print) {
  char text[LONGEST + 16];
  lyre_option_info o;
  for (unsigned i = 0; i < cli_n_flags; i++)
    consider (s, cli_flags[i].name, print);
  for (uint32_t i = 0; lyre_option_info_get (i, &o); i++) {
    snprintf (text, sizeof text, "--%s%s", o.name, o.is_flag ? "" : "=");
    consider (s, text, print);
    snprintf (text, sizeof text, "--no-%s", o.name);
    if (o.is_flag)
      consider (s, text, print);
  }
}

/* Names that need at most one change per three characters. */
void cli_suggest (const char *misspelt) {
  search s = {misspelt, name_length (misspelt), LONGEST, 0};
  if (s.len > LONGEST)
    return;
  consider_all (&s, false);
  if (s.best > s.len / 3 + 1)
    return;
  consider_all (&s, true);
  fprintf (stderr, "?\n");
}
