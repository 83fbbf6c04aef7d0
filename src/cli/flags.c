#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------- what flags can do */

static bool complain (const char *flag, const char *problem) {
  fprintf (stderr, "lyre: %s: %s\n", flag, problem);
  return false;
}

static bool set_option (cli_settings *s, const char *flag, const char *option,
                        const char *value) {
  if (lyre_set_option (s->ctx, option, value) == LYRE_OK)
    return true;
  return complain (flag, lyre_last_error (s->ctx));
}

static bool apply_option (cli_settings *s, const cli_flag *f,
                          const char *value) {
  return set_option (s, f->name, f->option, value);
}

/* Seconds, where the option counts milliseconds. */
static bool apply_seconds (cli_settings *s, const cli_flag *f,
                           const char *value) {
  char text[32], *end;
  double seconds = strtod (value, &end);
  if (!*value || *end || !(seconds >= 0 && seconds < 1e9))
    return complain (f->name, "expected a number of seconds");
  snprintf (text, sizeof text, "%.0f", seconds * 1000);
  return set_option (s, f->name, f->option, text);
}

static bool apply_stats (cli_settings *s, const cli_flag *f,
                         const char *value) {
  if (*value && strcmp (value, "json") && strcmp (value, "smt2"))
    return complain (f->name, "expected json or smt2");
  s->stats = strcmp (value, "json") ? CLI_SEXPR_STATS : CLI_JSON_STATS;
  return true;
}

static bool apply_verbose (cli_settings *s, const cli_flag *f,
                           const char *value) {
  (void) f;
  s->verbosity =
      *value ? (unsigned) strtoul (value, NULL, 10) : s->verbosity + 1;
  return true;
}

static bool apply_quiet (cli_settings *s, const cli_flag *f,
                         const char *value) {
  (void) f, (void) value;
  s->verbosity = 0;
  return true;
}

static bool apply_models (cli_settings *s, const cli_flag *f,
                          const char *value) {
  (void) f, (void) value;
  s->modes |= LYRE_SMT2_MODELS;
  return true;
}

static bool apply_parse (cli_settings *s, const cli_flag *f,
                         const char *value) {
  (void) f, (void) value;
  s->modes |= LYRE_SMT2_PARSE;
  return true;
}

static bool apply_dump (cli_settings *s, const cli_flag *f, const char *value) {
  (void) f, (void) value;
  s->modes |= LYRE_SMT2_DUMP;
  return true;
}

static bool apply_exit_status (cli_settings *s, const cli_flag *f,
                               const char *value) {
  if (strcmp (value, "answer"))
    return complain (f->name, "expected answer");
  s->exit_status = true;
  return true;
}

static bool apply_help (cli_settings *s, const cli_flag *f, const char *value) {
  (void) f, (void) value;
  s->action = CLI_HELP;
  return true;
}

static bool apply_version (cli_settings *s, const cli_flag *f,
                           const char *value) {
  (void) f, (void) value;
  s->action = CLI_VERSION;
  return true;
}

static bool apply_man (cli_settings *s, const cli_flag *f, const char *value) {
  (void) f, (void) value;
  s->action = CLI_MAN;
  return true;
}

static bool apply_nothing (cli_settings *s, const cli_flag *f,
                           const char *value) {
  (void) s, (void) f, (void) value;
  return true;
}

static bool apply_language (cli_settings *s, const cli_flag *f,
                            const char *value) {
  bool hampi = !strcmp (value, "hampi");
  if (strncmp (value, "smt2", 4) && strncmp (value, "smtlib2", 7) &&
      strcmp (value, "smt") && !hampi)
    return complain (f->name, "the languages are smt2 and hampi");
  s->language = hampi ? "hampi" : "smt2";
  return true;
}

static bool apply_smt2 (cli_settings *s, const cli_flag *f, const char *value) {
  (void) f, (void) value;
  s->hampi |= LYRE_HAMPI_SMT2;
  return true;
}

static bool apply_codes (cli_settings *s, const cli_flag *f,
                         const char *value) {
  (void) f, (void) value;
  s->hampi |= LYRE_HAMPI_CODES;
  return true;
}

/* -------------------------------------------------------------- the table */

const cli_flag cli_flags[] = {
    {"-T:", "s", apply_seconds, "total-timeout",
     "stop after this many seconds in all"},
    {"--tlimit=", "ms", apply_option, "total-timeout",
     "the same in milliseconds"},
    {"-t:", "ms", apply_option, "timeout",
     "give up each check-sat after this many milliseconds"},
    {"--tlimit-per=", "ms", apply_option, "timeout", NULL},
    {"-memory:", "MB", apply_option, "memory",
     "use at most this many megabytes"},
    {"--rlimit-per=", "n", apply_option, "reproducible-resource-limit",
     "give up each check-sat after this much deterministic effort"},
    {"--rlimit=", "n", apply_option, "reproducible-resource-limit", NULL},
    {"-model", NULL, apply_models, NULL, "print a model after every sat"},
    {"--dump-models", NULL, apply_models, NULL, NULL},
    {"--stats", NULL, apply_stats, NULL,
     "print statistics to the standard error output at the end"},
    {"-st", NULL, apply_stats, NULL, NULL},
    {"--stats=", "format", apply_stats, NULL,
     "the same as an S-expression (smt2) or as an object (json)"},
    {"--exit-status=", "answer", apply_exit_status, NULL,
     "exit with 10 if the last answer was sat and 20 if it was unsat"},
    {"--parse-only", NULL, apply_parse, NULL,
     "read everything, check nothing, print only errors"},
    {"--dump", NULL, apply_dump, NULL,
     "print the commands back as they were understood, check nothing"},
    {"--lang=", "smt2|hampi", apply_language, NULL,
     "the language of the input; by default hampi for files named *.hmp"},
    {"--smt2", NULL, apply_smt2, NULL,
     "print a HAMPI problem in SMT-LIB, do not solve it"},
    {"--codes", NULL, apply_codes, NULL,
     "print the solution of a HAMPI problem as decimal character codes"},
    {"-v", NULL, apply_verbose, NULL,
     "tell what is done on standard error; twice, each lemma"},
    {"-v:", "n", apply_verbose, NULL, NULL},
    {"-q", NULL, apply_quiet, NULL, "say nothing there"},
    {"--quiet", NULL, apply_quiet, NULL, NULL},
    {"--help", NULL, apply_help, NULL, "print this help"},
    {"-h", NULL, apply_help, NULL, NULL},
    {"-?", NULL, apply_help, NULL, NULL},
    {"--version", NULL, apply_version, NULL, "print the version"},
    {"-version", NULL, apply_version, NULL, NULL},
    {"-V", NULL, apply_version, NULL, NULL},
    {"--man", NULL, apply_man, NULL, "print the manual page as mdoc"},
    {"-in", NULL, apply_nothing, NULL,
     "accepted for compatibility: the default already"},
    {"-smt2", NULL, apply_nothing, NULL, NULL},
    {"-m", NULL, apply_nothing, NULL, NULL},
    {"--produce-models", NULL, apply_nothing, NULL, NULL},
    {"-i", NULL, apply_nothing, NULL, NULL},
    {"--incremental", NULL, apply_nothing, NULL, NULL},
    {"--strings-exp", NULL, apply_nothing, NULL, NULL},
    {"-c", NULL, apply_nothing, NULL, NULL},
};

const unsigned cli_n_flags = sizeof cli_flags / sizeof cli_flags[0];

/* ----------------------------------------------------------------- reading */

static bool takes_value (const char *name) {
  char last = name[strlen (name) - 1];
  return last == ':' || last == '=';
}

/* The flag that ARG spells; *VALUE is what follows the name. */
static const cli_flag *find_flag (const char *arg, const char **value) {
  for (unsigned i = 0; i < cli_n_flags; i++) {
    const char *name = cli_flags[i].name;
    size_t n = strlen (name);
    *value = arg + n;
    if (!strncmp (arg, name, n) && (takes_value (name) || !arg[n]))
      return &cli_flags[i];
  }
  return NULL;
}

static bool is_flag_option (cli_settings *s, const char *name) {
  const char *value = lyre_get_option (s->ctx, name);
  return value && (!strcmp (value, "true") || !strcmp (value, "false"));
}

typedef enum { UNKNOWN, DONE, FAILED } outcome;

static outcome outcome_of (bool ok) {
  return ok ? DONE : FAILED;
}

/* name=value, where name is an option of the library. */
static outcome read_assignment (cli_settings *s, const char *arg,
                                const char *text) {
  char name[64];
  size_t n = strcspn (text, "=");
  if (!text[n] || n >= sizeof name)
    return UNKNOWN;
  memcpy (name, text, n);
  name[n] = 0;
  if (!lyre_get_option (s->ctx, name))
    return UNKNOWN;
  return outcome_of (set_option (s, arg, name, text + n + 1));
}

/* --name or --no-name, where name is an option that is true or false. */
static outcome read_switch (cli_settings *s, const char *arg) {
  const char *name = arg + 2;
  if (is_flag_option (s, name))
    return outcome_of (set_option (s, arg, name, "true"));
  if (!strncmp (name, "no-", 3) && is_flag_option (s, name + 3))
    return outcome_of (set_option (s, arg, name + 3, "false"));
  if (!lyre_get_option (s->ctx, name))
    return UNKNOWN;
  return outcome_of (complain (arg, "the option needs a value"));
}

static outcome read_option (cli_settings *s, const char *arg) {
  if (strncmp (arg, "--", 2))
    return *arg == '-' ? UNKNOWN : read_assignment (s, arg, arg);
  outcome o = read_assignment (s, arg, arg + 2);
  return o == UNKNOWN ? read_switch (s, arg) : o;
}

static bool read_file (cli_settings *s, const char *arg) {
  if (s->file)
    return complain (arg, "only one file can be read");
  s->file = arg;
  return true;
}

static bool read_argument (cli_settings *s, const char *arg) {
  const char *value;
  if (!strcmp (arg, "-"))
    return true;
  const cli_flag *flag = find_flag (arg, &value);
  if (flag)
    return flag->apply (s, flag, value);
  outcome o = read_option (s, arg);
  if (o != UNKNOWN)
    return o == DONE;
  if (*arg != '-')
    return read_file (s, arg);
  fprintf (stderr, "lyre: unknown option '%s'\n", arg);
  cli_suggest (arg);
  return false;
}

bool cli_read_flags (cli_settings *s, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (!strcmp (argv[i], "--")) {
      for (i++; i < argc; i++)
        if (!read_file (s, argv[i]))
          return false;
      return true;
    }
    if (!strcmp (argv[i], "--lang") && i + 1 < argc) {
      const char *value;
      const cli_flag *flag = find_flag ("--lang=", &value);
      if (!apply_language (s, flag, argv[++i]))
        return false;
      continue;
    }
    if (!read_argument (s, argv[i]))
      return false;
  }
  return true;
}
