/* lyre test: explores Java methods and delivers tests, bugs and coverage. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "java/explore/explore.h"
#include "java/report/deliver.h"

static const char help[] =
    "usage: lyre test [flags] TARGET...\n\n"
    "Explores methods of Java programs and writes tests for what they do. A\n"
    "target is a jar, a folder, a .class file, p.C, p.C#method or\n"
    "p.C#method(DESCRIPTOR).\n\n"
    "  -cp path              where classes are found (.)\n"
    "  -o folder             where results go (lyre-out-N; lyre-last)\n"
    "  --time=s              for the whole run (0: no limit)\n"
    "  --time-per-class=s    for exploring one class (60)\n"
    "  --time-per-method=s   for exploring one method (10)\n"
    "  --max-paths=n         of a method (1000)\n"
    "  --depth=n, --loops=n  forks on a path (200), of one branch (12)\n"
    "  --max-array=n         longest array made up for an input (4)\n"
    "  --max-string=n        longest string made up for an input (0: any)\n"
    "  --no-null             inputs are not null\n"
    "  --search=order        coverage, dfs or bfs\n"
    "  --junit=5|4           which JUnit the tests are for\n"
    "  --junit-path=jars     where it is, if not in Debian's place\n"
    "  --source-path=path    where sources are found, for the report\n"
    "  --all-paths           a test for every path\n"
    "  --accept-exceptions   exceptions are no bugs\n"
    "  --plain               print the paths, write no tests\n"
    "  --conditions          with their conditions\n"
    "  --keep                keep what the JVM was given to confirm the tests\n"
    "  --jdk=folder          the JDK (JAVA_HOME, or the one on PATH)\n"
    "  --progress=how        bar, plain or none\n"
    "For measurement: --no-inner --no-witness --no-slicing --no-cache\n"
    "--no-reuse --inner-ms=n --leaf-ms=n --stats\n";

typedef enum { PROGRESS_AUTO, PROGRESS_NONE, PROGRESS_PLAIN, PROGRESS_BAR } how;

typedef struct {
  const char *jdk, *out, *junit_path, *source_path;
  jexplore_settings settings;
  double time, class_time, method_time, junit;
  const char **targets;
  int n_targets;
  bool conditions, stats, paths, keep, all_paths, accept, help;
  how progress;
  jpage class_path, command;
} options;

typedef struct {
  const options *o;
  lyre_mem mem;
  jloader *loader;
  jexplore *x;
  jresults results;
  uint32_t methods, shown; /* shown: paths that have been printed */
  double start, said;
  const char *what; /* the method at hand */
} run;

/* ------------------------------------------------------------------- flags */

static bool set_number (const char *arg, const char *name, double *value) {
  size_t n = strlen (name);
  char *end;
  if (strncmp (arg, name, n) || arg[n] != '=')
    return false;
  double v = strtod (arg + n + 1, &end);
  if (*end == 's')
    end++;
  bool ok = !*end && end != arg + n + 1 && v >= 0;
  *value = ok ? v : -1;
  return true;
}

static bool set_text (const char *arg, const char *name, const char **value) {
  size_t n = strlen (name);
  if (strncmp (arg, name, n) || arg[n] != '=')
    return false;
  *value = arg + n + 1;
  return true;
}

/* An index into NAMES, up to the one that is NULL. */
static bool set_choice (const char *arg, const char *name,
                        const char *const *names, int *value) {
  const char *text;
  if (!set_text (arg, name, &text))
    return false;
  *value = -1;
  for (int i = 0; names[i]; i++)
    if (!strcmp (text, names[i]))
      *value = i;
  return true;
}

static bool read_number (options *o, const char *arg, bool *wrong) {
  jexplore_settings *s = &o->settings;
  const struct {
    const char *name;
    double *real;
    uint32_t *whole;
  } table[] = {
      {"--time", &o->time, NULL},
      {"--time-per-class", &o->class_time, NULL},
      {"--time-per-method", &o->method_time, NULL},
      {"--junit", &o->junit, NULL},
      {"--depth", NULL, &s->limits.max_depth},
      {"--loops", NULL, &s->limits.max_loops},
      {"--max-array", NULL, &s->limits.max_array},
      {"--max-string", NULL, &s->limits.max_string},
      {"--inner-ms", NULL, &s->solver.inner_ms},
      {"--leaf-ms", NULL, &s->solver.leaf_ms},
  };
  double v = 0;
  if (set_number (arg, "--max-paths", &v)) {
    s->max_paths = (uint64_t) v;
    *wrong = v < 0;
    return true;
  }
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (!set_number (arg, table[i].name, &v))
      continue;
    *wrong = v < 0 || (table[i].whole && v > UINT32_MAX);
    if (!*wrong && table[i].real)
      *table[i].real = v;
    else if (!*wrong)
      *table[i].whole = (uint32_t) v;
    return true;
  }
  return false;
}

static bool read_choice (options *o, const char *arg, bool *wrong) {
  static const char *const searches[] = {"dfs", "bfs", "coverage", NULL};
  static const char *const hows[] = {"auto", "none", "plain", "bar", NULL};
  int v = 0;
  if (set_choice (arg, "--search", searches, &v))
    o->settings.search = (jsearch) v;
  else if (set_choice (arg, "--progress", hows, &v))
    o->progress = (how) v;
  else
    return false;
  *wrong = v < 0;
  return true;
}

static bool read_switch (options *o, const char *arg) {
  jexplore_settings *s = &o->settings;
  const struct {
    const char *name;
    bool *flag;
    bool value;
  } table[] = {{"--no-null", &s->limits.null_inputs, false},
               {"--no-inner", &s->solver.inner, false},
               {"--no-witness", &s->solver.witness, false},
               {"--no-slicing", &s->solver.slicing, false},
               {"--no-cache", &s->solver.cache, false},
               {"--no-reuse", &s->solver.reuse, false},
               {"--conditions", &o->conditions, true},
               {"--stats", &o->stats, true},
               {"--plain", &o->paths, true},
               {"--keep", &o->keep, true},
               {"--all-paths", &o->all_paths, true},
               {"--accept-exceptions", &o->accept, true},
               {"--help", &o->help, true},
               {"-h", &o->help, true}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp (arg, table[i].name)) {
      *table[i].flag = table[i].value;
      return true;
    }
  return set_text (arg, "--jdk", &o->jdk) ||
         set_text (arg, "--junit-path", &o->junit_path) ||
         set_text (arg, "--source-path", &o->source_path);
}

static bool complain (const char *what, const char *why) {
  fprintf (stderr, "lyre test: %s: %s\n", what, why);
  return false;
}

static void add_path (options *o, const char *path) {
  jpage_printf (&o->class_path, "%s%s", o->class_path.c.len ? ":" : "", path);
}

static bool read_flags (options *o, int argc, char **argv) {
  bool wrong = false;
  for (int i = 0; i < argc; i++) {
    const char *arg = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
    jpage_printf (&o->command, " %s", arg);
    if ((!strcmp (arg, "-cp") || !strcmp (arg, "--class-path")) && next)
      add_path (o, argv[++i]);
    else if (!strcmp (arg, "-o") && next)
      o->out = argv[++i];
    else if (*arg != '-')
      o->targets[o->n_targets++] = arg;
    else if (!read_number (o, arg, &wrong) && !read_choice (o, arg, &wrong) &&
             !read_switch (o, arg))
      return complain (arg, "no flag of lyre test; see lyre test --help");
    if (wrong)
      return complain (arg, "the value makes no sense");
    if (arg != argv[i])
      jpage_printf (&o->command, " %s", argv[i]);
  }
  if (o->junit != 0 && o->junit != 4 && o->junit != 5)
    return complain ("--junit", "expected 4 or 5");
  if (!o->n_targets && !o->help)
    return complain ("no target", "see lyre test --help");
  return true;
}

/* ---------------------------------------------------------------- progress */

static double now (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static how progress_of (const options *o) {
  if (o->progress)
    return o->progress;
  return isatty (STDERR_FILENO) ? PROGRESS_BAR : PROGRESS_PLAIN;
}

static double solver_seconds (const run *r) {
  return r->x ? jexplore_solver_stats (r->x)->seconds : 0;
}

static void put_progress (const run *r, double elapsed) {
  fprintf (stderr, "lyre: %u methods, %u paths, %.0f s", r->methods,
           r->results.paths.len, elapsed);
  if (r->o->time > 0)
    fprintf (stderr, " of %.0f", r->o->time);
  fprintf (stderr, ", solver %.0f %%: %.60s",
           elapsed > 0 ? 100 * solver_seconds (r) / elapsed : 0, r->what);
}

/* A line that is overwritten on a terminal, else one every ten seconds. */
static void show (run *r, const char *what, bool always) {
  how h = progress_of (r->o);
  double t = now ();
  r->what = what;
  if (h == PROGRESS_NONE || (h == PROGRESS_PLAIN && t - r->said < 10) ||
      (h == PROGRESS_BAR && !always && t - r->said < 0.2))
    return;
  r->said = t;
  if (h == PROGRESS_BAR)
    fputs ("\r\033[K", stderr);
  put_progress (r, t - r->start);
  fputs (h == PROGRESS_BAR ? "" : "\n", stderr);
}

static void clear_progress (const run *r) {
  if (progress_of (r->o) == PROGRESS_BAR)
    fputs ("\r\033[K", stderr);
}

static void say (void *user, const char *what) {
  show (user, what, true);
}

/* ----------------------------------------------------------------- signals */

static jexplore *volatile exploring;
static volatile sig_atomic_t stopped;

/* The first one ends the exploration; results are delivered. */
static void on_interrupt (int number) {
  if (stopped++)
    _exit (128 + number);
  if (exploring)
    jexplore_interrupt (exploring);
}

static void catch_signals (void) {
  struct sigaction a = {.sa_handler = on_interrupt};
  sigemptyset (&a.sa_mask);
  sigaction (SIGINT, &a, NULL);
  sigaction (SIGTERM, &a, NULL);
}

/* ------------------------------------------------------------------ methods */

static void to_stdout (void *user, const char *text, size_t len) {
  (void) user;
  fwrite (text, 1, len, stdout);
}

static void print_paths (run *r, const jmethod *m) {
  const jresults *results = &r->results;
  printf ("%s.%s%s\n", m->owner->name, m->name, m->desc);
  for (; r->shown < results->paths.len; r->shown++) {
    const jresult *p = results->paths.data[r->shown];
    printf ("  %u. ", p->number);
    jresult_print (p, to_stdout, NULL);
    putchar ('\n');
    if (r->o->conditions)
      printf ("%s", p->condition);
  }
  if (!results->is_complete)
    printf ("  not all: %s\n",
            results->incomplete ? results->incomplete : "unknown");
  fflush (stdout);
}

static void test_method (run *r, jmethod *m, double seconds) {
  char what[200];
  snprintf (what, sizeof what, "%s.%s", m->owner->name, m->name);
  show (r, what, false);
  jexplore_set_time (r->x, seconds);
  if (r->o->paths) { /* tell of each method whether it is complete */
    r->results.is_complete = true;
    r->results.incomplete = NULL;
  }
  jexplore_method (r->x, m, &r->results);
  r->methods++;
  r->what = "";
  if (r->o->paths)
    print_paths (r, m);
}

static bool is_tested (const jmethod *m, const char *want) {
  if (!m->code_len || m->access & JACC_SYNTHETIC || *m->name == '<')
    return false;
  if (!want)
    return !(m->access & JACC_PRIVATE);
  size_t n = strcspn (want, "(");
  return strlen (m->name) == n && !strncmp (m->name, want, n) &&
         (!want[n] || !strcmp (m->desc, want + n));
}

/* --------------------------------------------------------------- the classes
 */

static double least (double a, double b) {
  return a < b ? a : b;
}

/* Seconds that are left; no limit is a long time. */
static double left (double limit, double since) {
  return limit > 0 ? limit - (now () - since) : 1e9;
}

/* One for the whole run: what it knows of classes hangs off the loader. */
static bool open_explorer (run *r) {
  char error[200];
  r->x = jexplore_new (&r->mem, r->loader, &r->o->settings, error);
  exploring = r->x;
  return r->x || complain ("start", error);
}

/* Methods get equal shares of what is left for their class, and what one does
 * not need goes to the others. */
static void test_methods (run *r, jclass *c, const char *want, uint32_t n) {
  double start = now ();
  for (uint32_t i = 0; i < c->n_methods && !stopped; i++) {
    if (!is_tested (&c->methods[i], want))
      continue;
    double share = 2 * left (r->o->class_time, start) / n--;
    share = least (share, left (r->o->class_time, start));
    share = least (share, left (r->o->time, r->start));
    share = least (share, r->o->method_time > 0 ? r->o->method_time : 1e9);
    if (share > 0.01)
      test_method (r, &c->methods[i], share);
  }
}

static bool test_class (run *r, jclass *c, const char *want) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->n_methods; i++)
    n += is_tested (&c->methods[i], want);
  if (n)
    test_methods (r, c, want, n);
  return n;
}

static bool test_name (run *r, const char *target) {
  const char *hash = strchr (target, '#');
  size_t n = hash ? (size_t) (hash - target) : strlen (target);
  char *name = lyre_alloc (&r->mem, n + 1);
  for (size_t i = 0; i < n; i++)
    name[i] = target[i] == '.' ? '/' : target[i];
  name[n] = 0;
  jclass *c = jloader_find_text (r->loader, name);
  if (!c)
    return complain (target, jloader_error (r->loader));
  if (!test_class (r, c, hash ? hash + 1 : NULL))
    return complain (target, "there is no such method with code");
  return true;
}

/* A jar or a folder: its classes, but not what is nested without a name. */
static void test_found (void *user, const char *name) {
  run *r = user;
  const char *dollar = strrchr (name, '$');
  if (stopped || (dollar && dollar[1] >= '0' && dollar[1] <= '9') ||
      strstr (name, "module-info") || strstr (name, "package-info"))
    return;
  jclass *c = jloader_find_text (r->loader, name);
  if (c)
    test_class (r, c, NULL);
  else
    complain (name, jloader_error (r->loader));
}

static bool ends_with (const char *text, const char *end) {
  size_t n = strlen (text), m = strlen (end);
  return n >= m && !strcmp (text + n - m, end);
}

static bool is_place (const char *target) {
  return ends_with (target, ".jar") || ends_with (target, "/") ||
         !access (target, F_OK);
}

static bool test_place (run *r, const char *target) {
  jloader *there = jloader_new (&r->mem);
  bool ok = jloader_add_path (there, target);
  if (ok)
    jloader_each_on_path (there, test_found, r);
  else
    complain (target, jloader_error (there));
  jloader_delete (there);
  return ok;
}

/* A class file, by the name that is in it. */
static bool test_file (run *r, const char *target) {
  size_t n;
  char error[200];
  char *bytes = jfile_read (&r->mem, target, &n);
  if (!bytes)
    return complain (target, strerror (errno));
  jclass *c =
      jclass_parse (jloader_arena (r->loader), jloader_names (r->loader),
                    (uint8_t *) bytes, n, error);
  if (!c)
    return complain (target, error);
  size_t name = strlen (c->name), path = strlen (target) - 6;
  /* p/C.class below a folder: that folder is a class path. */
  if (path >= name && !strncmp (target + path - name, c->name, name)) {
    char *root = lyre_alloc (&r->mem, path - name + 2);
    memcpy (root, target, path - name);
    strcpy (root + (path - name), path > name ? "" : ".");
    if (!jloader_add_path (r->loader, root))
      return complain (root, jloader_error (r->loader));
    add_path ((options *) r->o, root);
  }
  jclass *found = jloader_find (r->loader, c->name);
  if (!found)
    return complain (target, jloader_error (r->loader));
  return test_class (r, found, NULL) ||
         complain (target, "there is no method with code");
}

static bool test_target (run *r, const char *target) {
  if (ends_with (target, ".class"))
    return test_file (r, target);
  return is_place (target) ? test_place (r, target) : test_name (r, target);
}

/* ---------------------------------------------------------------- delivering
 */

static void print_stats (const run *r) {
  const jsolver_stats *s = jexplore_solver_stats (r->x);
  printf ("instructions %llu, bytes at most %zu\n"
          "questions %llu, by witness %llu, by cache %llu, by reuse %llu, "
          "checks %llu, unknown %llu, %.3f s\n",
          (unsigned long long) jexplore_vm (r->x)->steps, r->mem.peak,
          (unsigned long long) s->questions, (unsigned long long) s->by_witness,
          (unsigned long long) s->by_cache, (unsigned long long) s->by_reuse,
          (unsigned long long) s->checks, (unsigned long long) s->unknowns,
          s->seconds);
}

static bool deliver (run *r) {
  options *o = (options *) r->o;
  char *folder = jrun_folder (&r->mem, ".", o->out);
  if (!folder)
    return complain (o->out ? o->out : "lyre-out-N", strerror (errno));
  char header[300];
  snprintf (header, sizeof header, "Generated by lyre %s:%.200s", LYRE_VERSION,
            jpage_get (&o->command));
  jdeliver_settings d = {
      .suite = {.folder = folder,
                .class_path = jpage_get (&o->class_path),
                .header = header,
                .junit = (unsigned) o->junit,
                .junit_path = o->junit_path,
                .probe_ms = 2000,
                .all_paths = o->all_paths,
                .accept_exceptions = o->accept,
                .say = say,
                .user = r},
      .command = jpage_get (&o->command),
      .source_path = o->source_path,
      .seconds = now () - r->start,
      .methods = r->methods,
      .steps = jexplore_vm (r->x)->steps,
      .keep_work = o->keep,
  };
  jdelivery out;
  bool ok = jdeliver (&r->mem, r->loader, &r->results,
                      jexplore_solver_stats (r->x), &d, &out);
  clear_progress (r);
  if (*out.problem)
    fprintf (stderr, "lyre test: %s\n", out.problem);
  printf ("%s\n%s\n", folder, out.summary);
  return ok && !*out.problem;
}

static bool add_places (run *r) {
  options *o = (options *) r->o;
  for (int i = 0; i < o->n_targets; i++)
    if (!ends_with (o->targets[i], ".class") && is_place (o->targets[i]))
      add_path (o, o->targets[i]);
  if (!o->class_path.c.len)
    add_path (o, ".");
  return jloader_add_path (r->loader, jpage_get (&o->class_path)) &&
         jloader_add_jdk (r->loader, o->jdk);
}

static int test_all (run *r) {
  r->loader = jloader_new (&r->mem);
  if (!add_places (r)) {
    complain ("class path", jloader_error (r->loader));
    return CLI_USAGE;
  }
  if (!open_explorer (r))
    return CLI_USAGE;
  jresults_init (&r->results, &r->mem);
  catch_signals ();
  bool ok = true;
  for (int i = 0; i < r->o->n_targets && !stopped; i++)
    ok &= test_target (r, r->o->targets[i]);
  clear_progress (r);
  int code = ok ? CLI_OK : CLI_USAGE;
  if (!r->o->paths && r->methods && !deliver (r))
    code = CLI_ERRORS;
  if (r->o->stats)
    print_stats (r);
  exploring = NULL;
  jexplore_delete (r->x);
  jresults_release (&r->results);
  return code;
}

int cli_test (int argc, char **argv) {
  jmp_buf escape;
  run r = {.start = now (), .what = ""};
  options o = {.class_time = 60, .method_time = 10};
  r.o = &o;
  lyre_mem_init (&r.mem, NULL);
  r.mem.escape = &escape;
  volatile int code = CLI_INTERNAL;
  if (setjmp (escape)) {
    fprintf (stderr, "lyre test: no memory\n");
  } else {
    jexplore_settings_default (&o.settings);
    jpage_init (&o.class_path, &r.mem);
    jpage_init (&o.command, &r.mem);
    jpage_add (&o.command, "lyre test");
    o.targets = lyre_alloc (&r.mem, ((size_t) argc + 1) * sizeof *o.targets);
    if (!read_flags (&o, argc, argv))
      code = CLI_USAGE;
    else if (o.help)
      code = fputs (help, stdout) < 0 ? CLI_INTERNAL : CLI_OK;
    else
      code = test_all (&r);
    jloader_delete (r.loader);
  }
  lyre_mem_release (&r.mem);
  return code;
}
