/* Probes: a method per case that makes the call, in the package of the class
 * under test. They show what the JVM does, and that the call compiles. */
#include <stdlib.h>
#include <string.h>

#include "java/junit/process.h"
#include "java/junit/programs.h"
#include "java/junit/suite.h"

enum {
  PER_CLASS = 1000, /* cases: a method's code is limited to 64 KB */
  ROUNDS = 4,       /* of compiling and dropping what does not */
  START_SECONDS = 60,
};

typedef struct {
  jsuite *s;
  lyre_vec (uint32_t) order;         /* cases in the order of the probes */
  lyre_vec (const char *) files;     /* sources */
  lyre_vec (const char *) classes;   /* their names as the JVM spells them */
  lyre_vec (uint32_t) first, counts; /* of the classes, in order */
} probes;

static void release (probes *p) {
  lyre_mem *mem = p->s->mem;
  lyre_vec_release (mem, &p->order);
  lyre_vec_release (mem, &p->files);
  lyre_vec_release (mem, &p->classes);
  lyre_vec_release (mem, &p->first);
  lyre_vec_release (mem, &p->counts);
}

/* ------------------------------------------------------------------ sources */

static void write_case (jpage *t, const jcase *c, uint32_t k) {
  bool is_void = c->path->method->sig.ret == 'V' &&
                 strcmp (c->path->method->name, "<init>");
  jpage_printf (t, "  static Object c%u() throws Throwable { ", k);
  for (const char *p = c->setup; *p; p++) /* one line: errors tell by it */
    jpage_char (t, *p == '\n' ? ' ' : *p);
  jpage_printf (t,
                is_void ? "%s; return lyre.Probe.VOID; }\n" : "return %s; }\n",
                c->call);
}

static void write_dispatch (jpage *t, uint32_t n) {
  jpage_printf (t, "  static int count() { return %u; }\n", n);
  jpage_add (t, "  static Object run(int i) throws Throwable {\n"
                "    switch (i) {\n");
  for (uint32_t k = 0; k < n; k++)
    jpage_printf (t, "    case %u: return c%u();\n", k, k);
  jpage_add (t, "    default: throw new IllegalArgumentException();\n"
                "    }\n  }\n");
}

/* A class for cases FROM to TO of the order, all of one package. */
static void write_class (probes *p, uint32_t from, uint32_t to) {
  jsuite *s = p->s;
  jname package = s->cases.data[p->order.data[from]].package;
  uint32_t number = p->files.len;
  jpage t, dotted;
  jpage_init (&t, s->mem);
  jpage_init (&dotted, s->mem);
  for (const char *q = package; *q; q++)
    jpage_char (&dotted, *q == '/' ? '.' : *q);
  if (*package)
    jpage_printf (&t, "package %s;\n", jpage_get (&dotted));
  jpage_printf (&t, "@SuppressWarnings(\"all\")\nfinal class LyreProbe%u {\n",
                number);
  const char *file =
      jsuite_text (s, "%s/jvm/src/%s%sLyreProbe%u.java", s->settings.folder,
                   package, *package ? "/" : "", number);
  for (uint32_t i = from; i < to; i++) {
    jcase *c = &s->cases.data[p->order.data[i]];
    c->line = jpage_lines (&t) + 1;
    c->file = file;
    write_case (&t, c, i - from);
  }
  write_dispatch (&t, to - from);
  jpage_add (&t, "}\n");
  jfile_save (&t, file);
  lyre_vec_push (s->mem, &p->files, file);
  lyre_vec_push (s->mem, &p->classes,
                 jsuite_text (s, "%s%sLyreProbe%u", jpage_get (&dotted),
                              *package ? "." : "", number));
  lyre_vec_push (s->mem, &p->first, from);
  lyre_vec_push (s->mem, &p->counts, to - from);
  jpage_release (&t);
  jpage_release (&dotted);
}

static void write_sources (probes *p) {
  jsuite *s = p->s;
  lyre_vec_clear (&p->order);
  lyre_vec_clear (&p->files);
  lyre_vec_clear (&p->classes);
  lyre_vec_clear (&p->first);
  lyre_vec_clear (&p->counts);
  for (uint32_t i = 0; i < s->cases.len; i++)
    if (!s->cases.data[i].dropped)
      lyre_vec_push (s->mem, &p->order, i);
  for (uint32_t from = 0, to; from < p->order.len; from = to) {
    jname package = s->cases.data[p->order.data[from]].package;
    for (to = from; to < p->order.len && to - from < PER_CLASS &&
                    s->cases.data[p->order.data[to]].package == package;
         to++)
      ;
    write_class (p, from, to);
  }
}

/* ---------------------------------------------------------------- compiling */

static jcase *case_at (jsuite *s, const char *file, uint32_t line) {
  for (uint32_t i = 0; i < s->cases.len; i++) {
    jcase *c = &s->cases.data[i];
    if (!c->dropped && c->line == line && c->file && !strcmp (c->file, file))
      return c;
  }
  return NULL;
}

static uint32_t drop_refused (jsuite *s, char *log) {
  uint32_t dropped = 0;
  for (jjavac_error e; jsuite_javac_error (&log, &e);) {
    jcase *c = case_at (s, e.file, e.line);
    if (!c)
      continue;
    c->dropped = jsuite_text (s, "does not compile: %s", e.what);
    s->uncompilable++;
    dropped++;
  }
  return dropped;
}

static bool compile (probes *p) {
  jsuite *s = p->s;
  const char *helper = jsuite_helper (s, "Probe", jprogram_probe);
  for (int round = 0; round < ROUNDS; round++) {
    write_sources (p);
    lyre_vec_push (s->mem, &p->files, helper);
    char *log = NULL;
    if (jsuite_compile (s, "probes", s->settings.class_path, p->files.data,
                        p->files.len, &log))
      return true;
    if (*s->problem)
      return false;
    if (!log || !drop_refused (s, log)) {
      snprintf (s->problem, sizeof s->problem,
                "javac refuses the probes; see %s/jvm/probes.log",
                s->settings.folder);
      return false;
    }
  }
  snprintf (s->problem, sizeof s->problem, "javac goes on to refuse probes");
  return false;
}

/* ------------------------------------------------------------------ running */

static bool run (probes *p, const char *order, const char *output) {
  jsuite *s = p->s;
  jcommand c;
  jcommand_init (&c, s->mem, jsuite_program (s, "java"));
  jcommand_add (&c, "-ea");
  jcommand_add (&c, "-Xss1m");
  jcommand_add (&c, "-XX:TieredStopAtLevel=1");
  jcommand_add (&c, "-cp");
  jcommand_add (&c, jsuite_text (s, "%s/jvm/probes:%s", s->settings.folder,
                                 s->settings.class_path));
  jcommand_add (&c, "lyre.Probe");
  jcommand_add (&c, output);
  jcommand_add (&c, jsuite_text (s, "%u", s->settings.probe_ms));
  jcommand_add (&c, order);
  for (uint32_t i = 0; i < p->classes.len; i++)
    jcommand_add (&c, p->classes.data[i]);
  double limit = START_SECONDS + 1e-3 * s->settings.probe_ms * p->order.len;
  int code = jprocess_run (&c, jsuite_text (s, "%s.log", output), limit);
  jcommand_release (&c);
  return !code;
}

/* The case of probe I of the class with this name. */
static jcase *case_of (probes *p, const char *class, uint32_t i) {
  for (uint32_t k = 0; k < p->classes.len; k++)
    if (!strcmp (p->classes.data[k], class) && i < p->counts.data[k])
      return &p->s->cases.data[p->order.data[p->first.data[k] + i]];
  return NULL;
}

typedef struct {
  jout out;
  const char *assertion, *text, *exception, *frames;
} outcome;

static const char *keep (jsuite *s, const char *text) {
  return text ? lyre_arena_text (&s->arena, text, strlen (text)) : "";
}

static outcome read_outcome (jsuite *s, char *rest) {
  outcome o = {.out = JOUT_ENDLESS};
  const char *kind = jfile_field (&rest);
  if (kind && !strcmp (kind, "value")) {
    o.out = JOUT_VALUE;
    o.assertion = keep (s, jfile_field (&rest));
    o.text = keep (s, rest);
  } else if (kind && !strcmp (kind, "throw")) {
    o.out = JOUT_THROW;
    o.exception = keep (s, jfile_field (&rest));
    o.text = keep (s, jfile_field (&rest));
    o.frames = keep (s, rest);
  }
  return o;
}

static bool same_text (const char *a, const char *b) {
  return a == b || (a && b && !strcmp (a, b));
}

/* Stack traces may differ between runs, as inlined frames of the JDK do. */
static bool agrees (const jcase *c, const outcome *o) {
  return c->out == o->out && same_text (c->assertion, o->assertion) &&
         same_text (c->text, o->text) && same_text (c->exception, o->exception);
}

static void read_output (probes *p, const char *output, bool first) {
  jsuite *s = p->s;
  char *rest = jfile_read (s->mem, output, NULL);
  for (char *line; rest && (line = jfile_line (&rest));) {
    const char *class = jfile_field (&line);
    const char *number = jfile_field (&line);
    jcase *c = number ? case_of (p, class, (uint32_t) atoi (number)) : NULL;
    if (!c)
      continue;
    outcome o = read_outcome (s, line);
    if (first) {
      c->out = o.out;
      c->assertion = o.assertion;
      c->text = o.text;
      c->exception = o.exception;
      c->frames = o.frames;
    } else if (!c->dropped && !agrees (c, &o)) {
      c->dropped = "does something else when it is run again";
      s->unstable++;
    }
  }
}

/* Does the JVM end the call as the path did? */
static bool as_expected (const jcase *c) {
  if (c->path->end == JEND_RETURN)
    return c->out == JOUT_VALUE;
  if (c->path->end != JEND_THROW || c->out != JOUT_THROW)
    return c->path->end != JEND_THROW && c->out == JOUT_ENDLESS;
  const char *a = c->path->exception, *b = c->exception;
  for (; *a && *b && (*a == *b || (*a == '/' && *b == '.')); a++, b++)
    ;
  return !*a && !*b;
}

static void compare (jsuite *s) {
  for (uint32_t i = 0; i < s->cases.len; i++) {
    jcase *c = &s->cases.data[i];
    if (c->dropped)
      continue;
    if (c->out == JOUT_NONE) {
      c->dropped = "was not run";
      s->unstable++;
      continue;
    }
    c->differs = !as_expected (c);
    s->differing += c->differs;
  }
}

bool jsuite_probe (jsuite *s) {
  probes p = {.s = s};
  bool ok = true;
  jsuite_say (s, "compiling probes");
  if (s->cases.len)
    ok = compile (&p);
  const char *one = jsuite_text (s, "%s/jvm/outcomes", s->settings.folder);
  const char *two = jsuite_text (s, "%s.again", one);
  if (ok && p.order.len) {
    jsuite_say (s, "running probes");
    ok = run (&p, "forwards", one) && run (&p, "backwards", two);
    if (!ok)
      snprintf (s->problem, sizeof s->problem,
                "the JVM ended early; see %s.log", one);
    read_output (&p, one, true);
    read_output (&p, two, false);
  }
  compare (s);
  release (&p);
  return ok;
}
