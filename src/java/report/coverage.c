#include "java/report/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "java/classfile/opcodes.h"
#include "java/classfile/zip.h"
#include "java/junit/process.h"
#include "java/junit/programs.h"

enum { SECONDS = 300 };

static const char agent_jar[] = "/usr/share/java/org.jacoco.agent.jar";
static const char core_jars[] =
    "/usr/share/java/org.jacoco.core.jar:/usr/share/java/asm.jar:"
    "/usr/share/java/asm-commons.jar:/usr/share/java/asm-tree.jar";

void jcoverage_init (jcoverage *c, lyre_mem *mem) {
  *c = (jcoverage){.mem = mem};
}

void jcoverage_release (jcoverage *c) {
  for (uint32_t i = 0; i < c->classes.len; i++) {
    lyre_vec_release (c->mem, &c->classes.data[i].lines);
    lyre_vec_release (c->mem, &c->classes.data[i].methods);
  }
  lyre_vec_release (c->mem, &c->classes);
}

double jcounter_percent (jcounter c) {
  return c.total ? 100.0 * c.covered / c.total : 100;
}

static jcoverage_class *find_class (jcoverage *c, const char *name) {
  for (uint32_t i = 0; i < c->classes.len; i++)
    if (!strcmp (c->classes.data[i].cls->name, name))
      return &c->classes.data[i];
  return NULL;
}

static void add_classes (jcoverage *c, const jsuite *s) {
  for (uint32_t i = 0; i < s->cases.len; i++) {
    const jclass *cls = s->cases.data[i].path->method->owner;
    if (!find_class (c, cls->name))
      lyre_vec_push (c->mem, &c->classes, ((jcoverage_class){.cls = cls}));
  }
}

static void add (jcounter *to, jcounter c) {
  to->total += c.total;
  to->covered += c.covered;
}

static void sum_up (jcoverage *c) {
  for (uint32_t i = 0; i < c->classes.len; i++) {
    jcoverage_class *k = &c->classes.data[i];
    for (uint32_t j = 0; j < k->lines.len; j++) {
      const jcoverage_line *l = &k->lines.data[j];
      add (&k->line_count, (jcounter){1, l->instructions.covered > 0});
      add (&k->branch_count, l->branches);
    }
    add (&c->lines, k->line_count);
    add (&c->branches, k->branch_count);
  }
}

/* ------------------------------------------------------------------- JaCoCo */

/* The agent is a jar within a jar. */
static const char *unpack_agent (jsuite *s) {
  jzip zip;
  if (!jfile_exists (agent_jar) || !jzip_open (&zip, s->mem, agent_jar))
    return NULL;
  size_t n;
  uint8_t *bytes = jzip_read (&zip, s->mem, "jacocoagent.jar", &n);
  const char *path =
      jsuite_text (s, "%s/jvm/jacocoagent.jar", s->settings.folder);
  bool ok = bytes && jfile_write (path, (const char *) bytes, n);
  lyre_free (s->mem, bytes);
  jzip_close (&zip, s->mem);
  return ok ? path : NULL;
}

static bool run_tests (jsuite *s, const char *agent, const char *exec) {
  jcommand c;
  jcommand_init (&c, s->mem, jsuite_program (s, "java"));
  jcommand_add (&c, jsuite_text (s, "-javaagent:%s=destfile=%s,excludes=lyre.*",
                                 agent, exec));
  jcommand_add (&c, "-ea");
  jcommand_add (&c, "-cp");
  jcommand_add (&c, jsuite_text (s, "%s/jvm/tests:%s:%s", s->settings.folder,
                                 s->settings.class_path, s->junit_path));
  jcommand_add (&c, s->junit == 4 ? "lyre.JUnit4" : "lyre.Jupiter");
  jcommand_add (&c, jsuite_text (s, "%s.verdicts", exec));
  for (uint32_t i = 0; i < s->classes.len; i++)
    jcommand_add (&c, s->classes.data[i]);
  int code = jprocess_run (&c, jsuite_text (s, "%s.log", exec), SECONDS);
  jcommand_release (&c);
  return !code && jfile_exists (exec);
}

static bool analyse (jcoverage *c, jsuite *s, const char *exec,
                     const char *output) {
  const char *helper = jsuite_helper (s, "Coverage", jprogram_coverage);
  char *log = NULL;
  if (!jsuite_compile (s, "coverage", core_jars, &helper, 1, &log)) {
    *s->problem = 0; /* JaCoCo is not what we think; we can do without */
    return false;
  }
  jcommand j;
  jcommand_init (&j, s->mem, jsuite_program (s, "java"));
  jcommand_add (&j, "-cp");
  jcommand_add (&j,
                jsuite_text (s, "%s/jvm/coverage:%s:%s", s->settings.folder,
                             core_jars, s->settings.class_path));
  jcommand_add (&j, "lyre.Coverage");
  jcommand_add (&j, output);
  jcommand_add (&j, exec);
  for (uint32_t i = 0; i < c->classes.len; i++)
    jcommand_add (&j, c->classes.data[i].cls->name);
  int code = jprocess_run (&j, jsuite_text (s, "%s.log", output), SECONDS);
  jcommand_release (&j);
  return !code;
}

static jcounter read_counter (char **rest) {
  jcounter c = {0};
  const char *field = jfile_field (rest);
  c.total = field ? (uint32_t) strtoul (field, NULL, 10) : 0;
  field = jfile_field (rest);
  c.covered = field ? (uint32_t) strtoul (field, NULL, 10) : 0;
  return c;
}

static void read_method (jcoverage *c, jcoverage_class *k, jsuite *s,
                         char *rest) {
  jnames *names = jloader_names (s->loader);
  jcoverage_method m = {0};
  m.name = jnames_text (names, jfile_field (&rest));
  m.desc = jnames_text (names, jfile_field (&rest));
  m.lines = read_counter (&rest);
  m.branches = read_counter (&rest);
  lyre_vec_push (c->mem, &k->methods, m);
}

static bool read_output (jcoverage *c, jsuite *s, const char *output) {
  char *rest = jfile_read (s->mem, output, NULL);
  jcoverage_class *k = NULL;
  for (char *line; rest && (line = jfile_line (&rest));) {
    const char *what = jfile_field (&line);
    if (!what)
      continue;
    if (!strcmp (what, "class"))
      k = line ? find_class (c, line) : NULL;
    else if (k && !strcmp (what, "method"))
      read_method (c, k, s, line);
    else if (k && !strcmp (what, "line")) {
      jcoverage_line l = {
          .line = (uint32_t) strtoul (jfile_field (&line), NULL, 10)};
      l.instructions = read_counter (&line);
      l.branches = read_counter (&line);
      lyre_vec_push (c->mem, &k->lines, l);
    }
  }
  return k;
}

static bool by_jacoco (jcoverage *c, jsuite *s) {
  if (!s->junit_path || !s->classes.len)
    return false;
  const char *agent = unpack_agent (s);
  const char *exec = jsuite_text (s, "%s/jvm/jacoco.exec", s->settings.folder);
  const char *output =
      jsuite_text (s, "%s/jvm/coverage.txt", s->settings.folder);
  return agent && run_tests (s, agent, exec) && analyse (c, s, exec, output) &&
         read_output (c, s, output);
}

/* ------------------------------------------------------------- our own view */

static bool is_set (const uint8_t *bits, uint32_t i) {
  return bits[i / 8] >> (i % 8) & 1;
}

/* All the kept cases' bits of a method. */
static uint8_t *gather (jsuite *s, const jmethod *m) {
  size_t n = 3 * (size_t) JCOVER_BYTES (m);
  uint8_t *bits = lyre_arena_alloc (&s->arena, n);
  memset (bits, 0, n);
  for (uint32_t i = 0; i < s->cases.len; i++) {
    const jcase *k = &s->cases.data[i];
    for (uint32_t j = 0; k->is_kept && j < k->path->n_covers; j++)
      if (k->path->covers[j]->m == m)
        for (size_t b = 0; b < n; b++)
          bits[b] |= k->path->covers[j]->bits[b];
  }
  return bits;
}

static jcoverage_line *line_at (jcoverage *c, jcoverage_class *k,
                                uint32_t line) {
  uint32_t i = 0;
  while (i < k->lines.len && k->lines.data[i].line < line)
    i++;
  if (i < k->lines.len && k->lines.data[i].line == line)
    return &k->lines.data[i];
  lyre_vec_push (c->mem, &k->lines, ((jcoverage_line){0}));
  memmove (k->lines.data + i + 1, k->lines.data + i,
           (k->lines.len - 1 - i) * sizeof *k->lines.data);
  k->lines.data[i] = (jcoverage_line){.line = line};
  return &k->lines.data[i];
}

static bool is_branch (uint8_t op) {
  enum { IFEQ = 153, IF_ACMPNE = 166, IFNULL = 198, IFNONNULL = 199 };
  return (op >= IFEQ && op <= IF_ACMPNE) || op == IFNULL || op == IFNONNULL;
}

static void look_at_method (jcoverage *c, jcoverage_class *k, jsuite *s,
                            const jmethod *m) {
  const uint8_t *bits = gather (s, m);
  size_t bytes = JCOVER_BYTES (m);
  jcoverage_method out = {m->name, m->desc, {0}, {0}};
  lyre_vec (uint32_t) seen = {0}; /* lines that count once each */
  for (uint32_t pc = 0, n; pc < m->code_len; pc += n) {
    n = jcode_length (m->code, m->code_len, pc);
    uint32_t line = jmethod_line (m, pc);
    if (!n)
      break;
    if (!line)
      continue;
    bool done = is_set (bits, pc);
    jcoverage_line *l = line_at (c, k, line);
    add (&l->instructions, (jcounter){1, done});
    if (is_branch (m->code[pc])) {
      jcounter b = {2,
                    is_set (bits + bytes, pc) + is_set (bits + 2 * bytes, pc)};
      add (&l->branches, b);
      add (&out.branches, b);
    }
    uint32_t i = 0;
    while (i < seen.len && seen.data[i] / 2 != line)
      i++;
    if (i == seen.len)
      lyre_vec_push (c->mem, &seen, 2 * line);
    seen.data[i] |= done;
  }
  for (uint32_t i = 0; i < seen.len; i++)
    add (&out.lines, (jcounter){1, seen.data[i] & 1});
  lyre_vec_release (c->mem, &seen);
  lyre_vec_push (c->mem, &k->methods, out);
}

static void by_paths (jcoverage *c, jsuite *s) {
  for (uint32_t i = 0; i < c->classes.len; i++) {
    jcoverage_class *k = &c->classes.data[i];
    lyre_vec_clear (&k->lines);
    lyre_vec_clear (&k->methods);
    for (uint16_t j = 0; j < k->cls->n_methods; j++)
      if (k->cls->methods[j].code_len)
        look_at_method (c, k, s, &k->cls->methods[j]);
  }
}

void jcoverage_measure (jcoverage *c, jsuite *s) {
  add_classes (c, s);
  jsuite_say (s, "measuring coverage");
  c->by_jacoco = by_jacoco (c, s);
  if (!c->by_jacoco)
    by_paths (c, s);
  sum_up (c);
}
