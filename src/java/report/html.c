/* report/: an index, and a page per class with its source. Self-contained. */
#include <string.h>

#include "java/report/report.h"
#include "java/report/tree.h"

static const char style[] =
    "<style>\n"
    ":root{color-scheme:light dark;--ok:#c6efce;--some:#ffeb9c;--no:#ffc7ce;"
    "--text:#222;--dim:#777;--page:#fff;--line:#ddd}\n"
    "@media(prefers-color-scheme:dark){:root{--ok:#1e4d2b;--some:#5c4a00;"
    "--no:#5c1a1a;--text:#ddd;--dim:#999;--page:#1b1b1b;--line:#444}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:75em;"
    "padding:0 1em;color:var(--text);background:var(--page)}\n"
    "table{border-collapse:collapse;width:100%}\n"
    "td,th{text-align:left;padding:.2em .8em;border-bottom:1px solid "
    "var(--line)}\n"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\n"
    ".bar{display:inline-block;width:8em;height:.7em;background:var(--no)}\n"
    ".bar i{display:block;height:100%;background:#3a9d4f}\n"
    "pre{font:13px/1.45 ui-monospace,monospace;overflow-x:auto}\n"
    "pre span{display:block}\n"
    ".ok{background:var(--ok)}.some{background:var(--some)}.no{background:"
    "var(--no)}\n"
    ".nr{display:inline-block!important;width:4em;color:var(--dim);"
    "text-align:right;padding-right:1em;user-select:none}\n"
    ".bug{color:#c00;font-weight:bold}\n"
    "svg.tree{font:12px ui-monospace,monospace}svg path{fill:none;stroke:"
    "var(--dim)}svg text{fill:var(--text)}\n"
    "circle{fill:var(--dim)}circle.returns{fill:#3a9d4f}circle.throws{fill:"
    "#c00}circle.other{fill:#d90}circle.impossible{fill:none;stroke:"
    "var(--dim)}\n"
    "code{font-family:ui-monospace,monospace}\n"
    "@media print{body{max-width:none}}\n"
    "</style>\n";

static void add_head (jpage *p, const char *title) {
  jpage_add (p, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
                "charset=\"utf-8\"><title>");
  jpage_xml (p, title);
  jpage_printf (p, "</title>\n%s</head><body>\n<h1>", style);
  jpage_xml (p, title);
  jpage_add (p, "</h1>\n");
}

static void add_counter (jpage *p, jcounter c) {
  jpage_printf (p,
                "<td class=\"n\">%u / %u</td><td><span class=\"bar\"><i "
                "style=\"width:%.0f%%\"></i></span> %.0f %%</td>",
                c.covered, c.total, jcounter_percent (c), jcounter_percent (c));
}

static void add_heading (jpage *p, const char *what) {
  jpage_printf (p,
                "<table><tr><th>%s</th><th class=\"n\">lines</th><th></th>"
                "<th class=\"n\">branches</th><th></th><th class=\"n\">tests"
                "</th><th class=\"n\">bugs</th></tr>\n",
                what);
}

static void count_cases (const jreport *r, const jclass *cls, const jmethod *m,
                         uint32_t *tests, uint32_t *bugs) {
  *tests = *bugs = 0;
  for (uint32_t i = 0; i < r->suite->cases.len; i++) {
    const jcase *c = &r->suite->cases.data[i];
    if (!c->is_kept || c->path->method->owner != cls ||
        (m && c->path->method != m))
      continue;
    ++*(c->rule ? bugs : tests);
  }
}

static void add_counts (jpage *p, const jreport *r, const jclass *cls,
                        const jmethod *m) {
  uint32_t tests, bugs;
  count_cases (r, cls, m, &tests, &bugs);
  jpage_printf (p, "<td class=\"n\">%u</td><td class=\"n%s\">%u</td></tr>\n",
                tests, bugs ? " bug" : "", bugs);
}

static const jmethod *find_method (const jclass *c, const jcoverage_method *k) {
  for (uint16_t i = 0; i < c->n_methods; i++)
    if (c->methods[i].name == k->name && c->methods[i].desc == k->desc)
      return &c->methods[i];
  return NULL;
}

/* ------------------------------------------------------------------- classes
 */

static void add_methods (const jreport *r, jpage *p, const jcoverage_class *k) {
  add_heading (p, "method");
  for (uint32_t i = 0; i < k->methods.len; i++) {
    const jcoverage_method *c = &k->methods.data[i];
    const jmethod *m = find_method (k->cls, c);
    if (!m)
      continue;
    jpage name;
    jpage_init (&name, r->suite->mem);
    jreport_method_name (r, &name, m);
    jpage_printf (p, "<tr><td><a href=\"#m%u\"><code>",
                  (unsigned) (m - k->cls->methods));
    jpage_xml (p, jpage_get (&name));
    jpage_release (&name);
    jpage_add (p, "</code></a></td>");
    add_counter (p, c->lines);
    add_counter (p, c->branches);
    add_counts (p, r, k->cls, m);
  }
  jpage_add (p, "</table>\n");
}

static void add_bugs (const jreport *r, jpage *p, const jclass *cls) {
  bool any = false;
  for (uint32_t i = 0; i < r->suite->cases.len; i++) {
    const jcase *c = &r->suite->cases.data[i];
    if (!c->is_kept || !c->rule || c->path->method->owner != cls)
      continue;
    char class[256];
    uint32_t line = jreport_bug_line (c, class);
    if (!any)
      jpage_add (p, "<h2>Bugs</h2>\n<ul>\n");
    any = true;
    jpage_printf (p, "<li><span class=\"bug\">%s</span> line %u: <code>",
                  c->rule, line);
    jpage_xml (p, c->call);
    jpage_add (p, "</code> ");
    jpage_xml (p, c->out == JOUT_THROW ? c->exception : "does not end");
    jpage_printf (p, " (<a href=\"../tests/%s\">test</a>)</li>\n",
                  c->file ? c->file : "");
  }
  jpage_add (p, any ? "</ul>\n" : "");
}

static const jcoverage_line *line_of (const jcoverage_class *k, uint32_t nr) {
  for (uint32_t i = 0; i < k->lines.len; i++)
    if (k->lines.data[i].line == nr)
      return &k->lines.data[i];
  return NULL;
}

static const char *line_class (const jcoverage_line *l) {
  if (!l)
    return "";
  if (!l->instructions.covered)
    return "no";
  return l->instructions.covered < l->instructions.total ||
                 l->branches.covered < l->branches.total
             ? "some"
             : "ok";
}

static bool reaches (const jcase *c, const jclass *cls, uint32_t line) {
  for (uint32_t i = 0; i < c->path->n_covers; i++) {
    const jcover *cover = c->path->covers[i];
    if (cover->m->owner != cls)
      continue;
    for (uint16_t k = 0; k < cover->m->n_lines; k++) {
      uint32_t pc = cover->m->lines[k].pc;
      if (cover->m->lines[k].line == line &&
          cover->bits[pc / 8] >> (pc % 8) & 1)
        return true;
    }
  }
  return false;
}

/* The tests that come by, for the hint. */
static void add_reaching (const jreport *r, jpage *p, const jclass *cls,
                          uint32_t line) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->suite->cases.len; i++) {
    const jcase *c = &r->suite->cases.data[i];
    if (!c->is_kept || !reaches (c, cls, line))
      continue;
    if (n++ < 8)
      jpage_printf (p, "%s&#10;", c->name);
  }
  if (n > 8)
    jpage_printf (p, "and %u more", n - 8);
}

static void add_line (const jreport *r, jpage *p, const jcoverage_class *k,
                      uint32_t nr, const char *text) {
  const jcoverage_line *l = line_of (k, nr);
  jpage_printf (p, "<span class=\"%s\" title=\"", line_class (l));
  if (l && l->branches.total)
    jpage_printf (p, "%u of %u branches&#10;", l->branches.covered,
                  l->branches.total);
  if (l && l->instructions.covered)
    add_reaching (r, p, k->cls, nr);
  jpage_printf (p, "\"><span class=\"nr\">%u</span>", nr);
  jpage_xml (p, text);
  jpage_add (p, "</span>");
}

static void add_source (const jreport *r, jpage *p, const jcoverage_class *k) {
  const char *name = NULL;
  char *rest = jreport_source (r, k->cls, &name);
  jpage_add (p, "<h2>Source</h2>\n<pre>");
  if (rest) {
    uint32_t nr = 0;
    while (*rest) {
      size_t n = strcspn (rest, "\n");
      char *next = rest + n + (rest[n] == '\n');
      rest[n] = 0;
      add_line (r, p, k, ++nr, rest);
      rest = next;
    }
  } else {
    for (uint32_t i = 0; i < k->lines.len; i++) {
      jpage text;
      jpage_init (&text, r->suite->mem);
      jpage_printf (&text, "%u of %u instructions, %u of %u branches",
                    k->lines.data[i].instructions.covered,
                    k->lines.data[i].instructions.total,
                    k->lines.data[i].branches.covered,
                    k->lines.data[i].branches.total);
      add_line (r, p, k, k->lines.data[i].line, jpage_get (&text));
      jpage_release (&text);
    }
  }
  jpage_add (p, "</pre>\n");
  if (!rest)
    jpage_add (p, "<p>The source was not found; --source-path says where it "
                  "is.</p>\n");
}

static bool has_paths (const jreport *r, const jmethod *m) {
  for (uint32_t i = 0; i < r->results->paths.len; i++)
    if (r->results->paths.data[i]->method == m)
      return true;
  return false;
}

static bool add_trees (const jreport *r, jpage *p, const jcoverage_class *k,
                       const char *file) {
  bool ok = true;
  for (uint16_t i = 0; i < k->cls->n_methods; i++) {
    const jmethod *m = &k->cls->methods[i];
    if (!has_paths (r, m))
      continue;
    jpage name;
    jpage_init (&name, r->suite->mem);
    jreport_method_name (r, &name, m);
    jpage_printf (p, "<h2 id=\"m%u\">Paths of <code>", i);
    jpage_xml (p, jpage_get (&name));
    jpage_add (p, "</code></h2>\n");
    jpage_release (&name);
    ok &= jtree_draw (r, m, jsuite_text (r->suite, "report/%s.%u.dot", file, i),
                      p);
  }
  return ok;
}

static const char *file_name (const jreport *r, const jclass *c) {
  jpage p;
  jpage_init (&p, r->suite->mem);
  jreport_class_name (&p, c);
  const char *name = jsuite_text (r->suite, "%s", jpage_get (&p));
  jpage_release (&p);
  return name;
}

static bool write_class (const jreport *r, const jcoverage_class *k) {
  const char *name = file_name (r, k->cls);
  jpage p;
  jpage_init (&p, r->suite->mem);
  add_head (&p, name);
  jpage_add (&p, "<p><a href=\"index.html\">all classes</a></p>\n");
  add_methods (r, &p, k);
  add_bugs (r, &p, k->cls);
  add_source (r, &p, k);
  bool ok = add_trees (r, &p, k, name);
  jpage_add (&p, "</body></html>\n");
  ok &= jreport_save (r, &p, jsuite_text (r->suite, "report/%s.html", name));
  jpage_release (&p);
  return ok;
}

/* --------------------------------------------------------------------- index
 */

static void add_endings (const jreport *r, jpage *p) {
  const jresults *x = r->results;
  jpage_printf (
      p,
      "<p>%llu paths ended, %llu met a limit, %llu something "
      "unsupported, %llu are impossible; warnings.txt says "
      "which.</p>\n",
      (unsigned long long) x->finished, (unsigned long long) x->bounded,
      (unsigned long long) x->unsupported, (unsigned long long) x->infeasible);
}

bool jreport_html (const jreport *r) {
  bool ok = true;
  jpage p;
  jpage_init (&p, r->suite->mem);
  add_head (&p, "Tests and coverage");
  jpage_add (&p, "<p><code>");
  jpage_xml (&p, r->command);
  jpage_printf (&p, "</code><br>%.1f s; coverage measured by %s</p>\n",
                r->seconds, r->coverage->by_jacoco ? "JaCoCo" : "the executor");
  add_heading (&p, "class");
  for (uint32_t i = 0; i < r->coverage->classes.len; i++) {
    const jcoverage_class *k = &r->coverage->classes.data[i];
    const char *name = file_name (r, k->cls);
    ok &= write_class (r, k);
    jpage_printf (&p, "<tr><td><a href=\"%s.html\">%s</a></td>", name, name);
    add_counter (&p, k->line_count);
    add_counter (&p, k->branch_count);
    add_counts (&p, r, k->cls, NULL);
  }
  jpage_add (&p, "</table>\n");
  add_endings (r, &p);
  jpage_add (&p, "</body></html>\n");
  ok &= jreport_save (r, &p, "report/index.html");
  jpage_release (&p);
  return ok;
}
