#include "java/report/deliver.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "java/junit/process.h"
#include "java/junit/programs.h"

/* ------------------------------------------------------------------ folders */

static char *keep (lyre_mem *mem, const char *path) {
  char full[4096];
  const char *found = realpath (path, full) ? full : path;
  char *copy = lyre_alloc (mem, strlen (found) + 1);
  return strcpy (copy, found);
}

char *jrun_folder (lyre_mem *mem, const char *parent, const char *wanted) {
  char path[4096], last[4096];
  if (wanted)
    return jfile_make_folders (wanted) ? keep (mem, wanted) : NULL;
  for (unsigned n = 0; n < 1000000; n++) {
    snprintf (path, sizeof path, "%s/lyre-out-%u", parent, n);
    if (!mkdir (path, 0777)) {
      snprintf (last, sizeof last, "%s/lyre-last", parent);
      unlink (last);
      (void) !symlink (strrchr (path, '/') + 1, last);
      return keep (mem, path);
    }
    if (errno != EEXIST)
      return NULL;
  }
  return NULL;
}

static int remove_one (const char *path, const struct stat *st, int type,
                       struct FTW *f) {
  (void) st, (void) type, (void) f;
  return remove (path);
}

static void remove_folder (const char *path) {
  nftw (path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* ----------------------------------------------------------------- delivery */

static bool make_suite (jsuite *s, const jresults *results) {
  jsuite_collect (s, results);
  if (!jsuite_probe (s))
    return false;
  jsuite_select (s);
  return jsuite_write (s) && jsuite_confirm (s);
}

bool jdeliver (lyre_mem *mem, jloader *loader, const jresults *results,
               const jsolver_stats *solver, const jdeliver_settings *settings,
               jdelivery *out) {
  jsuite suite;
  jcoverage coverage;
  *out = (jdelivery){0};
  jsuite_init (&suite, mem, loader, &settings->suite);
  jcoverage_init (&coverage, mem);
  bool made = make_suite (&suite, results);
  jcoverage_measure (&coverage, &suite);
  jreport report = {.suite = &suite,
                    .results = results,
                    .coverage = &coverage,
                    .solver = solver,
                    .command = settings->command,
                    .source_path = settings->source_path,
                    .seconds = settings->seconds,
                    .methods = settings->methods,
                    .steps = settings->steps};
  jsuite_say (&suite, "writing the report");
  bool ok = jreport_write (&report);
  out->tests = suite.tests;
  out->bugs = suite.bugs;
  out->differing = suite.differing;
  out->lines = coverage.lines;
  out->branches = coverage.branches;
  jpage p;
  jpage_init (&p, mem);
  jreport_summary (&report, &p);
  snprintf (out->summary, sizeof out->summary, "%s", jpage_get (&p));
  snprintf (out->problem, sizeof out->problem, "%s", suite.problem);
  jpage_release (&p);
  if (made && !settings->keep_work)
    remove_folder (jsuite_text (&suite, "%s/jvm", settings->suite.folder));
  jcoverage_release (&coverage);
  jsuite_release (&suite);
  return ok;
}

/* -------------------------------------------------------------------- stats */

static const char *const columns[][2] = {
    {"seconds", "time"},
    {"solver.seconds", "solver"},
    {"methods", "methods"},
    {"paths.finished", "paths"},
    {"instructions", "instr"},
    {"tests", "tests"},
    {"bugs", "bugs"},
    {"solver.questions", "asked"},
    {"solver.checks", "checks"},
};

enum { COLUMNS = sizeof columns / sizeof *columns };

typedef struct {
  double values[COLUMNS], lines, lines_covered, cached;
} run_stats;

static bool read_stats (lyre_mem *mem, const char *folder, run_stats *s) {
  char path[4096];
  snprintf (path, sizeof path, "%s/stats.tsv", folder);
  char *rest = jfile_read (mem, path, NULL);
  if (!rest)
    return false;
  *s = (run_stats){0};
  for (char *line; (line = jfile_line (&rest));) {
    const char *name = jfile_field (&line);
    double v = line ? strtod (line, NULL) : 0;
    for (size_t i = 0; name && i < COLUMNS; i++)
      if (!strcmp (columns[i][0], name))
        s->values[i] = v;
    if (name && !strcmp (name, "lines"))
      s->lines = v;
    if (name && !strcmp (name, "lines.covered"))
      s->lines_covered = v;
    if (name && !strncmp (name, "solver.by-", 10))
      s->cached += v;
  }
  return true;
}

bool jrun_stats (lyre_mem *mem, const char *const *folders, uint32_t n,
                 FILE *out) {
  bool ok = true;
  fprintf (out, "%-20s", "run");
  for (size_t i = 0; i < COLUMNS; i++)
    fprintf (out, " %9s", columns[i][1]);
  fprintf (out, " %9s %9s %9s\n", "solver %", "cached %", "lines %");
  for (uint32_t k = 0; k < n; k++) {
    run_stats s;
    if (!read_stats (mem, folders[k], &s)) {
      fprintf (out, "%-20s is not the folder of a run\n", folders[k]);
      ok = false;
      continue;
    }
    fprintf (out, "%-20s", folders[k]);
    for (size_t i = 0; i < COLUMNS; i++)
      fprintf (out, i < 2 ? " %9.2f" : " %9.0f", s.values[i]);
    double time = s.values[0], solver = s.values[1], asked = s.values[7];
    fprintf (out, " %9.1f %9.1f %9.1f\n", time > 0 ? 100 * solver / time : 0,
             asked > 0 ? 100 * s.cached / asked : 0,
             s.lines > 0 ? 100 * s.lines_covered / s.lines : 100);
  }
  return ok;
}

/* ------------------------------------------------------------------- replay */

typedef struct {
  jsuite suite; /* for its tools */
  lyre_vec (const char *) files, classes;
} replay;

static replay *current; /* nftw takes no argument */
static size_t above;    /* length of the folder's name */

static int see_file (const char *path, const struct stat *st, int type,
                     struct FTW *f) {
  (void) st, (void) f;
  size_t n = strlen (path);
  if (type != FTW_F || n < above + 6 || strcmp (path + n - 5, ".java"))
    return 0;
  jsuite *s = &current->suite;
  lyre_vec_push (s->mem, &current->files, jsuite_text (s, "%s", path));
  char *name = lyre_arena_text (&s->arena, path + above + 1, n - above - 6);
  for (char *p = name; *p; p++)
    *p = *p == '/' ? '.' : *p;
  lyre_vec_push (s->mem, &current->classes, name);
  return 0;
}

static bool is_bugs (const char *class) {
  size_t n = strlen (class);
  return n > 8 && !strcmp (class + n - 8, "LyreBugs");
}

static void count_verdicts (replay *r, const char *output, FILE *out,
                            uint32_t *failed, uint32_t *bugs) {
  char *rest = jfile_read (r->suite.mem, output, NULL);
  for (char *line; rest && (line = jfile_line (&rest));) {
    const char *verdict = jfile_field (&line), *class = jfile_field (&line),
               *name = jfile_field (&line);
    if (!name || strcmp (verdict, "fail"))
      continue;
    fprintf (out, "%s %s#%s: %s\n", is_bugs (class) ? "bug " : "FAIL", class,
             name, line ? line : "");
    ++*(is_bugs (class) ? bugs : failed);
  }
}

/* Which JUnit the tests are for. */
static unsigned version_of (replay *r) {
  char *text = jfile_read (r->suite.mem, r->files.data[0], NULL);
  return text && strstr (text, "org.junit.jupiter") ? 5 : 4;
}

static bool run_all (replay *r, const char *output) {
  jsuite *s = &r->suite;
  jcommand c;
  const char *path = jsuite_text (s, "%s/jvm/replay:%s:%s", s->settings.folder,
                                  s->settings.class_path, s->junit_path);
  const char *runner = s->junit == 4
                           ? jsuite_helper (s, "JUnit4", jprogram_junit4)
                           : jsuite_helper (s, "Jupiter", jprogram_jupiter);
  char *log = NULL;
  lyre_vec_push (s->mem, &r->files, runner);
  if (!jsuite_compile (s, "replay", path, r->files.data, r->files.len, &log)) {
    if (!*s->problem)
      snprintf (s->problem, sizeof s->problem, "the tests do not compile: %s",
                log ? log : "");
    return false;
  }
  jcommand_init (&c, s->mem, jsuite_program (s, "java"));
  const char *const args[] = {"-ea", "-cp", path,
                              s->junit == 4 ? "lyre.JUnit4" : "lyre.Jupiter",
                              output};
  for (size_t i = 0; i < sizeof args / sizeof *args; i++)
    jcommand_add (&c, args[i]);
  for (uint32_t i = 0; i < r->classes.len; i++)
    jcommand_add (&c, r->classes.data[i]);
  int code = jprocess_run (&c, jsuite_text (s, "%s.log", output), 600);
  jcommand_release (&c);
  if (code)
    snprintf (s->problem, sizeof s->problem, "the JVM ended early");
  return !code;
}

bool jrun_replay (lyre_mem *mem, jloader *loader, const char *folder,
                  const char *class_path, const char *junit_path, FILE *out,
                  uint32_t *failed, uint32_t *bugs) {
  replay r = {0};
  jsuite_settings settings = {
      .folder = folder, .class_path = class_path, .junit_path = junit_path};
  *failed = *bugs = 0;
  jsuite_init (&r.suite, mem, loader, &settings);
  const char *tests = jsuite_text (&r.suite, "%s/tests", folder);
  current = &r;
  above = strlen (tests);
  nftw (tests, see_file, 16, FTW_PHYS);
  bool ok = true;
  if (!r.files.len) {
    fprintf (out, "%s: no tests\n", folder);
    ok = jfile_exists (folder);
  } else {
    r.suite.settings.junit = version_of (&r);
    jsuite_find_junit (&r.suite);
    if (!r.suite.junit_path)
      snprintf (r.suite.problem, sizeof r.suite.problem,
                "no JUnit found (--junit-path)");
    const char *output = jsuite_text (&r.suite, "%s/jvm/replayed", folder);
    ok = r.suite.junit_path && run_all (&r, output);
    if (ok)
      count_verdicts (&r, output, out, failed, bugs);
    else
      fprintf (out, "%s: %s\n", folder, r.suite.problem);
    remove_folder (jsuite_text (&r.suite, "%s/jvm", folder));
  }
  lyre_vec_release (mem, &r.files);
  lyre_vec_release (mem, &r.classes);
  jsuite_release (&r.suite);
  return ok;
}
