/* What can be set and asked: options, logic, information. */
#include <inttypes.h>
#include <string.h>

#include "frontend/smt2/session.h"

/* ----------------------------------------------------------- option tables */

/* Options of the session itself, true or false. */
#define FLAG(NAME, FIELD)                                                      \
  { NAME, offsetof (lyre_session_options, FIELD) }

static const struct {
  const char *name;
  size_t offset;
} flags[] = {
    FLAG ("print-success", print_success),
    FLAG ("produce-models", produce_models),
    FLAG ("produce-unsat-cores", produce_unsat_cores),
    FLAG ("produce-unsat-assumptions", produce_unsat_assumptions),
    FLAG ("produce-assignments", produce_assignments),
    FLAG ("produce-assertions", produce_assertions),
    FLAG ("interactive-mode", produce_assertions),
    FLAG ("global-declarations", global_declarations),
    FLAG ("dump-models", dump_models),
};

/* Other solvers' names for options of ours. */
static const struct {
  const char *theirs, *ours;
} aliases[] = {
    {"tlimit-per", "timeout"},
    {"rlimit", "reproducible-resource-limit"},
    {"rlimit-per", "reproducible-resource-limit"},
    {"seed", "random-seed"},
    {"smt.random_seed", "random-seed"},
};

/* Options of others that ask for nothing that we don't do anyway. */
static const char *const ignored[] = {"strings-exp", "incremental",
                                      "verbosity"};

static bool *find_flag (lyre_smt2 *s, const char *name) {
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
    if (!strcmp (flags[i].name, name))
      return (bool *) ((char *) &s->options + flags[i].offset);
  return NULL;
}

static const char *our_name (const char *name) {
  for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
    if (!strcmp (aliases[i].theirs, name))
      return aliases[i].ours;
  return name;
}

static bool is_ignored (const char *name) {
  for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
    if (!strcmp (ignored[i], name))
      return true;
  return false;
}

/* ------------------------------------------------- start, reset, memory */

static char *copy_text (lyre_smt2 *s, const char *text) {
  size_t n = strlen (text) + 1;
  return memcpy (lyre_alloc (&s->mem, n), text, n);
}

/* The session's memory has the same limit as the context's. */
static void apply_memory_limit (lyre_smt2 *s) {
  const char *text = lyre_get_option (s->ctx, "memory");
  size_t megabytes = 0;
  for (; text && *text >= '0' && *text <= '9'; text++)
    megabytes = megabytes * 10 + (size_t) (*text - '0');
  s->mem.limit = megabytes << 20;
}

static void apply_options (lyre_smt2 *s) {
  const char *legacy = lyre_get_option (s->ctx, "legacy-escapes");
  s->lex.legacy_escapes = legacy && !strcmp (legacy, "true");
  apply_memory_limit (s);
}

static uint32_t count_options (void) {
  uint32_t n = 0;
  for (lyre_option_info info; lyre_option_info_get (n, &info);)
    n++;
  return n;
}

static void default_flags (lyre_smt2 *s) {
  s->options = (lyre_session_options){.produce_models = true};
}

void lyre_smt2_init_options (lyre_smt2 *s) {
  uint32_t n = count_options ();
  s->initial = lyre_alloc (&s->mem, (n + 1) * sizeof *s->initial);
  lyre_option_info info;
  for (uint32_t i = 0; i < n && lyre_option_info_get (i, &info); i++) {
    const char *value = lyre_get_option (s->ctx, info.name);
    s->initial[i] = copy_text (s, value ? value : "");
  }
  default_flags (s);
  apply_options (s);
}

static void close_channel (lyre_smt2 *s, FILE **file, char **name) {
  if (*file && *file != stderr && *file != stdout)
    fclose (*file);
  *file = NULL;
  lyre_free (&s->mem, *name);
  *name = NULL;
}

void lyre_smt2_restore_options (lyre_smt2 *s) {
  lyre_option_info info;
  for (uint32_t i = 0; lyre_option_info_get (i, &info); i++) {
    const char *value = lyre_get_option (s->ctx, info.name);
    if (value && strcmp (value, s->initial[i]))
      lyre_set_option (s->ctx, info.name, s->initial[i]);
  }
  close_channel (s, &s->out, &s->out_name);
  close_channel (s, &s->diagnostics, &s->diagnostics_name);
  default_flags (s);
  apply_options (s);
}

/* ---------------------------------------------------------------- channels */

static bool is_channel (const char *name) {
  return !strcmp (name, "regular-output-channel") ||
         !strcmp (name, "diagnostic-output-channel");
}

/* NULL stands for the usual place. */
static FILE *open_channel (lyre_smt2 *s, const char *path, const char *usual) {
  if (!strcmp (path, usual))
    return NULL;
  if (!strcmp (path, "stderr"))
    return stderr;
  if (!strcmp (path, "stdout"))
    return stdout;
  FILE *file = fopen (path, "a");
  if (!file)
    lyre_smt2_fail_command (s, "cannot open '%.200s'", path);
  return file;
}

static void set_channel (lyre_smt2 *s, bool regular, const char *path) {
  FILE **file = regular ? &s->out : &s->diagnostics;
  char **name = regular ? &s->out_name : &s->diagnostics_name;
  FILE *opened = open_channel (s, path, regular ? "stdout" : "stderr");
  close_channel (s, file, name);
  *file = opened;
  *name = copy_text (s, path);
}

/* -------------------------------------------------------------- set-option */

static void set_flag (lyre_smt2 *s, bool *flag, const char *value) {
  bool on = !strcmp (value, "true");
  if (!on && strcmp (value, "false"))
    lyre_smt2_fail_command (s, "the option takes true or false");
  if (flag == &s->options.global_declarations && lyre_levels (s->ctx))
    lyre_smt2_fail_command (s, ":global-declarations cannot be changed now");
  *flag = on;
}

static void set_own_option (lyre_smt2 *s, const char *name, const char *value) {
  if (!lyre_get_option (s->ctx, name)) {
    lyre_smt2_answer (s, "unsupported");
    return;
  }
  if (lyre_set_option (s->ctx, name, value) != LYRE_OK)
    lyre_smt2_fail_command (s, "%s", lyre_last_error (s->ctx));
  apply_options (s);
}

/* VALUE is one token's text. */
static void set_option (lyre_smt2 *s, const char *name, const char *value) {
  bool *flag = find_flag (s, name);
  if (flag)
    set_flag (s, flag, value);
  else if (is_channel (name))
    set_channel (s, *name == 'r', value);
  else if (!strcmp (name, "produce-proofs") && !strcmp (value, "false"))
    return;
  else if (!is_ignored (name))
    set_own_option (s, our_name (name), value);
}

void lyre_smt2_set_option (lyre_smt2 *s) {
  char name[128];
  lyre_smt2_expect (s, LYRE_TOKEN_KEYWORD, "a keyword");
  snprintf (name, sizeof name, "%s", s->lex.text.data);
  lyre_smt2_next (s);
  if (s->lex.kind == LYRE_TOKEN_CLOSE)
    lyre_smt2_fail (s, "expected a value");
  if (s->lex.kind == LYRE_TOKEN_OPEN) {
    lyre_smt2_skip_value (s);
    lyre_smt2_end_command (s);
    lyre_smt2_answer (s, "unsupported");
    return;
  }
  lyre_smt2_keep_text (s);
  lyre_smt2_end_command (s);
  set_option (s, name, s->kept.data);
}

/* -------------------------------------------------------------- get-option */

static void put_channel (lyre_smt2 *s, const char *name, const char *usual) {
  const char *shown = name ? name : usual;
  lyre_smt2_put_literal (s, shown, strlen (shown));
  lyre_smt2_put (s, "\n");
}

void lyre_smt2_get_option (lyre_smt2 *s) {
  char name[128];
  lyre_smt2_expect (s, LYRE_TOKEN_KEYWORD, "a keyword");
  snprintf (name, sizeof name, "%s", s->lex.text.data);
  lyre_smt2_end_command (s);
  const bool *flag = find_flag (s, name);
  const char *own = lyre_get_option (s->ctx, our_name (name));
  s->answered = true;
  if (lyre_smt2_listing (s))
    return;
  if (flag)
    lyre_smt2_answer (s, *flag ? "true" : "false");
  else if (!strcmp (name, "regular-output-channel"))
    put_channel (s, s->out_name, "stdout");
  else if (!strcmp (name, "diagnostic-output-channel"))
    put_channel (s, s->diagnostics_name, "stderr");
  else if (!strcmp (name, "verbosity"))
    lyre_smt2_answer (s, "0");
  else
    lyre_smt2_answer (s, own ? own : "unsupported");
}

/* --------------------------------------------------------------- set-logic */

/* The parts that names of logics are made of. */
static const struct {
  const char *text;
  bool ints, reals;
} parts[] = {
    {"ALL_SUPPORTED", true, true}, {"ALL", true, true},  {"HORN", true, true},
    {"CAT", true, true},           {"NIRA", true, true}, {"LIRA", true, true},
    {"NIA", true, false},          {"LIA", true, false}, {"IDL", true, false},
    {"NRA", false, true},          {"LRA", false, true}, {"RDL", false, true},
    {"SEQ", true, false},          {"AX", false, false}, {"UF", false, false},
    {"BV", false, false},          {"FP", false, false}, {"DT", false, false},
    {"FS", true, false},           {"A", false, false},  {"S", true, false},
    {"T", false, false},
};

static const size_t n_parts = sizeof parts / sizeof parts[0];

/* The part that TEXT starts with, or n_parts. */
static size_t find_part (const char *text) {
  size_t i = 0;
  while (i < n_parts && strncmp (text, parts[i].text, strlen (parts[i].text)))
    i++;
  return i;
}

/* Is NAME a logic? Numerals are reals if it has reals and no integers. */
static bool read_logic (const char *name, bool *real_numerals) {
  bool ints = false, reals = false;
  if (!strncmp (name, "QF_", 3))
    name += 3;
  if (!*name)
    return false;
  while (*name) {
    size_t i = find_part (name);
    if (i == n_parts)
      return false;
    ints |= parts[i].ints;
    reals |= parts[i].reals;
    name += strlen (parts[i].text);
  }
  *real_numerals = reals && !ints;
  return true;
}

void lyre_smt2_set_logic (lyre_smt2 *s) {
  bool real_numerals;
  lyre_smt2_next (s);
  if (!lyre_smt2_is_symbol (s))
    lyre_smt2_fail (s, "expected the name of a logic");
  bool known = read_logic (s->lex.text.data, &real_numerals);
  lyre_smt2_end_command (s);
  if (s->logic_set)
    lyre_smt2_fail_command (s, "the logic has already been set");
  if (!known) {
    lyre_smt2_answer (s, "unsupported");
    return;
  }
  s->real_numerals = real_numerals;
  s->logic_set = true;
}

/* -------------------------------------------------------------------- info */

void lyre_smt2_set_info (lyre_smt2 *s) {
  lyre_smt2_expect (s, LYRE_TOKEN_KEYWORD, "a keyword");
  lyre_smt2_next (s);
  if (s->lex.kind == LYRE_TOKEN_CLOSE && !s->lex.depth)
    return;
  lyre_smt2_skip_value (s);
  lyre_smt2_end_command (s);
}

static void put_reason (lyre_smt2 *s) {
  const char *reason = NULL;
  if (s->answer_valid && s->last == LYRE_UNKNOWN)
    reason = lyre_reason_unknown (s->ctx);
  if (!reason)
    lyre_smt2_fail_command (s, "the last answer was not unknown");
  lyre_smt2_put (s, "(:reason-unknown ");
  lyre_smt2_put (s, reason);
  lyre_smt2_answer (s, ")");
}

static void put_levels (lyre_smt2 *s) {
  lyre_smt2_put (s, "(:assertion-stack-levels ");
  lyre_smt2_put_number (s, lyre_levels (s->ctx));
  lyre_smt2_answer (s, ")");
}

/* Rules that never fired are left out. */
static void put_statistics (lyre_smt2 *s) {
  const char *name;
  uint64_t value;
  lyre_smt2_put (s, "(");
  for (uint32_t i = 0; lyre_statistic (s->ctx, i, &name, &value); i++) {
    if (!value && !strncmp (name, "rule-", 5))
      continue;
    lyre_smt2_put (s, i ? "\n :" : ":");
    lyre_smt2_put (s, name);
    lyre_smt2_put (s, " ");
    lyre_smt2_put_number (s, value);
  }
  lyre_smt2_answer (s, ")");
}

static const struct {
  const char *name, *answer;
} facts[] = {
    {"name", "(:name \"Lyre\")"},
    {"version", "(:version \"" LYRE_VERSION "\")"},
    {"authors", "(:authors \"the Lyre authors\")"},
    {"error-behavior", "(:error-behavior continued-execution)"},
};

static const char *find_fact (const char *name) {
  for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
    if (!strcmp (facts[i].name, name))
      return facts[i].answer;
  return "unsupported";
}

void lyre_smt2_get_info (lyre_smt2 *s) {
  char name[128];
  lyre_smt2_expect (s, LYRE_TOKEN_KEYWORD, "a keyword");
  snprintf (name, sizeof name, "%s", s->lex.text.data);
  lyre_smt2_end_command (s);
  if (lyre_smt2_listing (s))
    return;
  if (!strcmp (name, "reason-unknown"))
    put_reason (s);
  else if (!strcmp (name, "assertion-stack-levels"))
    put_levels (s);
  else if (!strcmp (name, "all-statistics"))
    put_statistics (s);
  else
    lyre_smt2_answer (s, find_fact (name));
}
