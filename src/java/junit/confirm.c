/* The suite is compiled and run twice before it is delivered. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "java/junit/process.h"
#include "java/junit/programs.h"
#include "java/junit/suite.h"

enum { ROUNDS = 4, RUN_SECONDS = 300 };

static jcase *case_at (jsuite *s, const char *file, uint32_t line) {
  jcase *best = NULL;
  for (uint32_t i = 0; i < s->cases.len; i++) {
    jcase *c = &s->cases.data[i];
    size_t n = c->file ? strlen (c->file) : 0, m = strlen (file);
    if (c->is_kept && n && m >= n && !strcmp (file + m - n, c->file) &&
        c->line <= line && (!best || c->line > best->line))
      best = c;
  }
  return best;
}

static void drop (jsuite *s, jcase *c, const char *why) {
  c->is_kept = false;
  c->dropped = why;
  s->failing++;
}

static uint32_t drop_refused (jsuite *s, char *log) {
  uint32_t n = 0;
  for (jjavac_error e; jsuite_javac_error (&log, &e);) {
    jcase *c = case_at (s, e.file, e.line);
    if (!c)
      continue;
    drop (s, c, jsuite_text (s, "does not compile: %s", e.what));
    n++;
  }
  return n;
}

/* Files of the last round that are not in this one must go. */
static void remove_files (jsuite *s) {
  for (uint32_t i = 0; i < s->files.len; i++)
    unlink (
        jsuite_text (s, "%s/tests/%s", s->settings.folder, s->files.data[i]));
}

static bool rewrite (jsuite *s) {
  remove_files (s);
  return jsuite_write (s);
}

static const char *test_path (jsuite *s) {
  return jsuite_text (s, "%s/jvm/tests:%s:%s", s->settings.folder,
                      s->settings.class_path, s->junit_path);
}

static bool compile (jsuite *s) {
  const char *runner = s->junit == 4
                           ? jsuite_helper (s, "JUnit4", jprogram_junit4)
                           : jsuite_helper (s, "Jupiter", jprogram_jupiter);
  for (int round = 0; round < ROUNDS; round++) {
    lyre_vec (const char *) files = {0};
    for (uint32_t i = 0; i < s->files.len; i++)
      lyre_vec_push (
          s->mem, &files,
          jsuite_text (s, "%s/tests/%s", s->settings.folder, s->files.data[i]));
    lyre_vec_push (s->mem, &files, runner);
    char *log = NULL;
    bool ok =
        jsuite_compile (s, "tests", test_path (s), files.data, files.len, &log);
    lyre_vec_release (s->mem, &files);
    if (ok)
      return true;
    if (*s->problem || !log || !drop_refused (s, log) || !rewrite (s))
      break;
  }
  if (!*s->problem)
    snprintf (s->problem, sizeof s->problem,
              "javac refuses the tests; see %s/jvm/tests.log",
              s->settings.folder);
  return false;
}

static bool run (jsuite *s, const char *output) {
  jcommand c;
  jcommand_init (&c, s->mem, jsuite_program (s, "java"));
  jcommand_add (&c, "-ea");
  jcommand_add (&c, "-XX:TieredStopAtLevel=1");
  jcommand_add (&c, "-cp");
  jcommand_add (&c, test_path (s));
  jcommand_add (&c, s->junit == 4 ? "lyre.JUnit4" : "lyre.Jupiter");
  jcommand_add (&c, output);
  for (uint32_t i = 0; i < s->classes.len; i++)
    jcommand_add (&c, s->classes.data[i]);
  int code = jprocess_run (&c, jsuite_text (s, "%s.log", output), RUN_SECONDS);
  jcommand_release (&c);
  return !code;
}

static jcase *find_case (jsuite *s, const char *class, const char *name) {
  for (uint32_t i = 0; i < s->cases.len; i++) {
    jcase *c = &s->cases.data[i];
    if (c->is_kept && c->class && !strcmp (c->class, class) &&
        !strcmp (c->name, name))
      return c;
  }
  return NULL;
}

/* Drops what failed; tests that were not run have failed, too. */
static uint32_t read_verdicts (jsuite *s, const char *output) {
  for (uint32_t i = 0; i < s->cases.len; i++)
    s->cases.data[i].has_passed = false;
  char *rest = jfile_read (s->mem, output, NULL);
  for (char *line; rest && (line = jfile_line (&rest));) {
    const char *verdict = jfile_field (&line), *class = jfile_field (&line),
               *name = jfile_field (&line);
    jcase *c = name ? find_case (s, class, name) : NULL;
    if (c && !strcmp (verdict, "pass"))
      c->has_passed = true;
    else if (c)
      drop (s, c, jsuite_text (s, "fails: %s", line));
  }
  uint32_t failed = 0;
  for (uint32_t i = 0; i < s->cases.len; i++) {
    jcase *c = &s->cases.data[i];
    if (c->rule || c->has_passed || !c->class)
      continue;
    if (c->is_kept)
      drop (s, c, "was not run");
    c->class = NULL;
    failed++;
  }
  return failed;
}

bool jsuite_confirm (jsuite *s) {
  if (!s->files.len)
    return true;
  if (!s->junit_path) {
    snprintf (s->problem, sizeof s->problem,
              "no JUnit found: the tests were not run (--junit-path)");
    return false;
  }
  const char *output = jsuite_text (s, "%s/jvm/verdicts", s->settings.folder);
  uint32_t clean = 0; /* runs in a row in which everything passed */
  for (int round = 0; clean < 2 && round < 2 * ROUNDS; round++) {
    if (!clean) {
      jsuite_say (s, "compiling tests");
      if (!compile (s))
        return false;
    }
    jsuite_say (s, "running tests");
    if (s->classes.len && !run (s, output)) {
      snprintf (s->problem, sizeof s->problem,
                "the JVM ended early; see %s.log", output);
      return false;
    }
    clean++;
    if (read_verdicts (s, output)) {
      clean = 0;
      if (!rewrite (s))
        return false;
    }
  }
  return clean == 2;
}
