/* coverage.xml in JaCoCo's layout, junit.xml as build servers read it. */
#include <string.h>

#include "java/report/report.h"

static void add_counter (jpage *p, const char *indent, const char *type,
                         jcounter c) {
  if (c.total)
    jpage_printf (p, "%s<counter type=\"%s\" missed=\"%u\" covered=\"%u\"/>\n",
                  indent, type, c.total - c.covered, c.covered);
}

static void add_attribute (jpage *p, const char *name, const char *value) {
  jpage_printf (p, " %s=\"", name);
  jpage_xml (p, value);
  jpage_char (p, '"');
}

static uint32_t first_line (const jclass *cls, const jcoverage_method *m) {
  for (uint16_t i = 0; i < cls->n_methods; i++)
    if (cls->methods[i].name == m->name && cls->methods[i].desc == m->desc)
      return cls->methods[i].n_lines ? cls->methods[i].lines[0].line : 0;
  return 0;
}

static void add_class (jpage *p, const jcoverage_class *k) {
  jpage_add (p, "    <class");
  add_attribute (p, "name", k->cls->name);
  if (k->cls->source_file)
    add_attribute (p, "sourcefilename", k->cls->source_file);
  jpage_add (p, ">\n");
  for (uint32_t i = 0; i < k->methods.len; i++) {
    const jcoverage_method *m = &k->methods.data[i];
    jpage_add (p, "      <method");
    add_attribute (p, "name", m->name);
    add_attribute (p, "desc", m->desc);
    uint32_t line = first_line (k->cls, m);
    if (line)
      jpage_printf (p, " line=\"%u\"", line);
    jpage_add (p, ">\n");
    add_counter (p, "        ", "BRANCH", m->branches);
    add_counter (p, "        ", "LINE", m->lines);
    jpage_add (p, "      </method>\n");
  }
  add_counter (p, "      ", "BRANCH", k->branch_count);
  add_counter (p, "      ", "LINE", k->line_count);
  jpage_add (p, "    </class>\n");
}

static void add_lines (jpage *p, const jcoverage_class *k) {
  jpage_add (p, "    <sourcefile");
  add_attribute (p, "name",
                 k->cls->source_file ? k->cls->source_file : k->cls->name);
  jpage_add (p, ">\n");
  for (uint32_t i = 0; i < k->lines.len; i++) {
    const jcoverage_line *l = &k->lines.data[i];
    jpage_printf (p,
                  "      <line nr=\"%u\" mi=\"%u\" ci=\"%u\" mb=\"%u\" "
                  "cb=\"%u\"/>\n",
                  l->line, l->instructions.total - l->instructions.covered,
                  l->instructions.covered,
                  l->branches.total - l->branches.covered, l->branches.covered);
  }
  jpage_add (p, "    </sourcefile>\n");
}

bool jreport_coverage_xml (const jreport *r) {
  jpage p;
  jpage_init (&p, r->suite->mem);
  jpage_add (&p, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<!DOCTYPE report PUBLIC \"-//JACOCO//DTD Report 1.1//EN\" "
                 "\"report.dtd\">\n<report name=\"lyre\">\n");
  for (uint32_t i = 0; i < r->coverage->classes.len; i++) {
    const jcoverage_class *k = &r->coverage->classes.data[i];
    jpage_add (&p, "  <package");
    add_attribute (&p, "name", jsource_package (r->suite->loader, k->cls));
    jpage_add (&p, ">\n");
    add_class (&p, k);
    add_lines (&p, k);
    jpage_add (&p, "  </package>\n");
  }
  add_counter (&p, "  ", "BRANCH", r->coverage->branches);
  add_counter (&p, "  ", "LINE", r->coverage->lines);
  jpage_add (&p, "</report>\n");
  bool ok = jreport_save (r, &p, "coverage.xml");
  jpage_release (&p);
  return ok;
}

static void add_case (jpage *p, const jcase *c) {
  jpage_add (p, "  <testcase");
  add_attribute (p, "classname", c->class ? c->class : "");
  add_attribute (p, "name", c->name);
  if (!c->rule) {
    jpage_add (p, "/>\n");
    return;
  }
  jpage_add (p, ">\n    <failure");
  add_attribute (p, "type", c->exception ? c->exception : "timeout");
  add_attribute (p, "message", c->out == JOUT_THROW ? c->text : "does not end");
  jpage_add (p, "/>\n  </testcase>\n");
}

bool jreport_junit_xml (const jreport *r) {
  const jsuite *s = r->suite;
  jpage p;
  jpage_init (&p, s->mem);
  jpage_printf (&p,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<testsuite name=\"lyre\" tests=\"%u\" failures=\"%u\" "
                "errors=\"0\" skipped=\"0\">\n",
                s->tests + s->bugs, s->bugs);
  for (uint32_t i = 0; i < s->cases.len; i++)
    if (s->cases.data[i].is_kept)
      add_case (&p, &s->cases.data[i]);
  jpage_add (&p, "</testsuite>\n");
  bool ok = jreport_save (r, &p, "junit.xml");
  jpage_release (&p);
  return ok;
}
