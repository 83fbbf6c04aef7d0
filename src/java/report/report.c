#include "java/report/report.h"

#include <stdlib.h>
#include <string.h>

bool jreport_save (const jreport *r, jpage *page, const char *file) {
  return jfile_save (
      page, jsuite_text (r->suite, "%s/%s", r->suite->settings.folder, file));
}

void jreport_class_name (jpage *p, const jclass *c) {
  for (const char *s = c->name; *s; s++)
    jpage_char (p, *s == '/' ? '.' : *s);
}

void jreport_method_name (const jreport *r, jpage *p, const jmethod *m) {
  jsource source = {r->suite->loader, r->suite->mem,
                    jsource_package (r->suite->loader, m->owner)};
  jpage_add (p, strcmp (m->name, "<init>") ? m->name : "new");
  jpage_char (p, '(');
  for (uint16_t i = 0; i < m->sig.n_params; i++) {
    jpage_add (p, i ? ", " : "");
    jsource_type (&source, m->sig.types[i], p);
  }
  jpage_char (p, ')');
}

void jreport_source_name (jpage *p, const jclass *c) {
  const char *slash = strrchr (c->name, '/');
  size_t n = slash ? (size_t) (slash - c->name) + 1 : 0;
  jpage_add_n (p, c->name, n);
  if (c->source_file)
    jpage_add (p, c->source_file);
  else
    jpage_printf (p, "%.*s.java", (int) strcspn (c->name + n, "$"),
                  c->name + n);
}

char *jreport_source (const jreport *r, const jclass *c, const char **name) {
  jpage p;
  jpage_init (&p, r->suite->mem);
  char *text = NULL;
  for (const char *path = r->source_path; path && *path && !text;) {
    size_t n = strcspn (path, ":");
    jpage_clear (&p);
    jpage_printf (&p, "%.*s/", (int) n, path);
    jreport_source_name (&p, c);
    text = jfile_read (r->suite->mem, jpage_get (&p), NULL);
    path += n + (path[n] == ':');
  }
  if (text && name)
    *name = jsuite_text (r->suite, "%s", jpage_get (&p));
  jpage_release (&p);
  return text;
}

const char *jreport_end (jend e) {
  static const char *const names[] = {[JEND_RUNNING] = "running",
                                      [JEND_RETURN] = "returns",
                                      [JEND_THROW] = "throws",
                                      [JEND_ASSUME] = "excluded",
                                      [JEND_EXIT] = "exits",
                                      [JEND_BOUND] = "limit reached",
                                      [JEND_UNSUPPORTED] = "unsupported",
                                      [JEND_INFEASIBLE] = "impossible",
                                      [JEND_STOPPED] = "stopped"};
  return names[e];
}

uint32_t jreport_bug_line (const jcase *c, char class[256]) {
  const char *frame = jsuite_fault (c);
  size_t n = frame ? strcspn (frame, "\t") : 0;
  size_t hash = frame ? strcspn (frame, "#") : 0;
  if (frame && hash < n && hash < 256) {
    const char *colon = frame + n;
    while (colon > frame && *colon != ':')
      colon--;
    memcpy (class, frame, hash);
    class[hash] = 0;
    return (uint32_t) strtoul (colon + 1, NULL, 10);
  }
  const jmethod *m = c->path->method;
  snprintf (class, 256, "%s", m->owner->name);
  for (char *p = class; *p; p++)
    *p = *p == '/' ? '.' : *p;
  return m->n_lines ? m->lines[0].line : 1;
}

/* --------------------------------------------------------------- plain texts
 */

void jreport_summary (const jreport *r, jpage *p) {
  const jresults *x = r->results;
  const jsuite *s = r->suite;
  jpage_printf (p,
                "done: methods = %u, completed paths = %llu, partially "
                "completed = %llu, tests = %u, bugs = %u",
                r->methods, (unsigned long long) x->finished,
                (unsigned long long) (x->bounded + x->unsupported), s->tests,
                s->bugs);
  if (r->coverage)
    jpage_printf (p, ", lines = %.0f %%, branches = %.0f %%",
                  jcounter_percent (r->coverage->lines),
                  jcounter_percent (r->coverage->branches));
}

static bool write_info (const jreport *r) {
  jpage p;
  jpage_init (&p, r->suite->mem);
  jpage_printf (&p, "lyre %s\n%s\n%.1f seconds, %.1f of them in the solver\n",
                LYRE_VERSION, r->command, r->seconds,
                r->solver ? r->solver->seconds : 0);
  if (r->coverage)
    jpage_printf (&p, "coverage measured by %s\n",
                  r->coverage->by_jacoco ? "JaCoCo" : "the executor");
  jreport_summary (r, &p);
  jpage_char (&p, '\n');
  bool ok = jreport_save (r, &p, "info");
  jpage_release (&p);
  return ok;
}

static void add_call (const jreport *r, jpage *p, const jcase *c) {
  jreport_class_name (p, c->path->method->owner);
  jpage_char (p, '.');
  jreport_method_name (r, p, c->path->method);
  jpage_printf (p, ", path %u", c->path->number);
}

static bool write_warnings (const jreport *r) {
  jpage p;
  jpage_init (&p, r->suite->mem);
  if (*r->suite->problem)
    jpage_printf (&p, "%s\n", r->suite->problem);
  for (uint32_t i = 0; i < r->results->paths.len; i++) {
    const jresult *x = r->results->paths.data[i];
    bool told = x->end != JEND_RETURN && x->end != JEND_THROW &&
                x->end != JEND_ASSUME && x->reason && *x->reason;
    bool unknown = x->feasible == JFEASIBLE_UNKNOWN;
    if (!told && !unknown)
      continue;
    jreport_class_name (&p, x->method->owner);
    jpage_char (&p, '.');
    jreport_method_name (r, &p, x->method);
    jpage_printf (&p, ", path %u: %s: %s\n", x->number, jreport_end (x->end),
                  told ? x->reason : "the solver found no inputs");
  }
  for (uint32_t i = 0; i < r->suite->cases.len; i++) {
    const jcase *c = &r->suite->cases.data[i];
    if (!c->dropped && !c->differs)
      continue;
    add_call (r, &p, c);
    jpage_printf (&p, ": %s%s\n", c->dropped ? "no test: " : "",
                  c->dropped ? c->dropped
                             : "the JVM does something else than we foresaw");
  }
  bool ok = jreport_save (r, &p, "warnings.txt");
  jpage_release (&p);
  return ok;
}

bool jreport_stats (const jreport *r) {
  const jresults *x = r->results;
  const jsuite *s = r->suite;
  const jsolver_stats none = {0}, *q = r->solver ? r->solver : &none;
  const struct {
    const char *name;
    double value;
  } rows[] = {
      {"seconds", r->seconds},
      {"methods", r->methods},
      {"instructions", (double) r->steps},
      {"paths.finished", (double) x->finished},
      {"paths.bounded", (double) x->bounded},
      {"paths.unsupported", (double) x->unsupported},
      {"paths.infeasible", (double) x->infeasible},
      {"paths.unknown", (double) x->unknown},
      {"solver.seconds", q->seconds},
      {"solver.questions", (double) q->questions},
      {"solver.by-witness", (double) q->by_witness},
      {"solver.by-cache", (double) q->by_cache},
      {"solver.by-reuse", (double) q->by_reuse},
      {"solver.checks", (double) q->checks},
      {"solver.unknowns", (double) q->unknowns},
      {"tests", s->tests},
      {"bugs", s->bugs},
      {"tests.unwritable", s->unwritable},
      {"tests.uncompilable", s->uncompilable},
      {"tests.unstable", s->unstable},
      {"tests.failing", s->failing},
      {"tests.redundant", s->redundant},
      {"tests.differing", s->differing},
      {"lines", r->coverage ? r->coverage->lines.total : 0},
      {"lines.covered", r->coverage ? r->coverage->lines.covered : 0},
      {"branches", r->coverage ? r->coverage->branches.total : 0},
      {"branches.covered", r->coverage ? r->coverage->branches.covered : 0},
  };
  jpage p;
  jpage_init (&p, s->mem);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    jpage_printf (&p, "%s\t%.10g\n", rows[i].name, rows[i].value);
  bool ok = jreport_save (r, &p, "stats.tsv");
  jpage_release (&p);
  return ok;
}

bool jreport_write (const jreport *r) {
  bool ok = write_info (r);
  ok &= write_warnings (r);
  ok &= jreport_stats (r);
  ok &= jreport_paths (r);
  ok &= jreport_sarif (r);
  ok &= jreport_junit_xml (r);
  ok &= !r->coverage || jreport_coverage_xml (r);
  ok &= !r->coverage || jreport_html (r);
  return ok;
}
