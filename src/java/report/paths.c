/* paths/NNNNNN.json. */
#include <string.h>

#include "java/report/report.h"

static void write_page (void *user, const char *text, size_t len) {
  jpage_add_n (user, text, len);
}

static void add_datum (jpage *p, const jdatum *d, lyre_mem *mem) {
  jpage text;
  jpage_init (&text, mem);
  jdatum_print (d, write_page, &text);
  jpage_json (p, jpage_get (&text));
  jpage_release (&text);
}

static void add_pair (jpage *p, const char *name, const char *value) {
  jpage_printf (p, ",\n  \"%s\": ", name);
  jpage_json (p, value);
}

static void add_inputs (jpage *p, const jresult *x, lyre_mem *mem) {
  jpage_add (p, ",\n  \"inputs\": [");
  for (uint32_t i = 0; i < x->n_inputs && x->inputs; i++) {
    jpage_add (p, i ? ",\n    {\"name\": " : "\n    {\"name\": ");
    jpage_json (p, x->inputs[i].name);
    jpage_add (p, ", \"type\": ");
    jpage_json (p, x->inputs[i].type);
    jpage_add (p, ", \"value\": ");
    add_datum (p, &x->inputs[i].value, mem);
    jpage_char (p, '}');
  }
  jpage_add (p, "]");
}

/* The lines that the path executed, of the method's own class. */
static void add_lines (jpage *p, const jresult *x) {
  uint32_t n = 0, last = 0;
  jpage_add (p, ",\n  \"lines\": [");
  for (uint32_t i = 0; i < x->n_covers; i++) {
    const jcover *c = x->covers[i];
    for (uint32_t pc = 0; c->m == x->method && pc < c->m->code_len; pc++) {
      uint32_t line = jmethod_line (c->m, pc);
      if (line && line != last && c->bits[pc / 8] >> (pc % 8) & 1) {
        jpage_printf (p, "%s%u", n++ ? ", " : "", line);
        last = line;
      }
    }
  }
  jpage_add (p, "]");
}

static const jcase *case_of (const jreport *r, const jresult *x) {
  for (uint32_t i = 0; i < r->suite->cases.len; i++)
    if (r->suite->cases.data[i].path == x)
      return &r->suite->cases.data[i];
  return NULL;
}

static void add_test (jpage *p, const jcase *c) {
  if (!c)
    return;
  if (c->dropped)
    add_pair (p, "no-test", c->dropped);
  else if (c->is_kept) {
    jpage_printf (p, ",\n  \"test\": \"%s#%s\"", c->class ? c->class : "",
                  c->name);
    add_pair (p, "call", c->call);
  }
  if (c->rule)
    add_pair (p, "bug", c->rule);
}

static void write_path (const jreport *r, jpage *p, const jresult *x) {
  lyre_mem *mem = r->suite->mem;
  static const char *const feasible[] = {"yes", "no", "unknown"};
  jpage_printf (p, "{\n  \"number\": %u,\n  \"class\": ", x->number);
  jpage_json (p, x->method->owner->name);
  add_pair (p, "method", x->method->name);
  add_pair (p, "descriptor", x->method->desc);
  add_pair (p, "feasible", feasible[x->feasible]);
  add_inputs (p, x, mem);
  add_pair (p, "end", jreport_end (x->end));
  if (x->end == JEND_RETURN && x->result.kind != JDATUM_VOID) {
    jpage_add (p, ",\n  \"result\": ");
    add_datum (p, &x->result, mem);
  }
  if (x->end == JEND_THROW && x->exception)
    add_pair (p, "exception", x->exception);
  if (x->end > JEND_THROW && x->reason && *x->reason)
    add_pair (p, "reason", x->reason);
  add_pair (p, "condition", x->condition ? x->condition : "");
  add_lines (p, x);
  jpage_printf (p, ",\n  \"forks\": %u,\n  \"steps\": %llu", x->forks,
                (unsigned long long) x->steps);
  add_test (p, case_of (r, x));
  jpage_add (p, "\n}\n");
}

bool jreport_paths (const jreport *r) {
  bool ok = true;
  jpage p;
  jpage_init (&p, r->suite->mem);
  for (uint32_t i = 0; i < r->results->paths.len; i++) {
    char file[40];
    jpage_clear (&p);
    write_path (r, &p, r->results->paths.data[i]);
    snprintf (file, sizeof file, "paths/%06u.json", i + 1);
    ok &= jreport_save (r, &p, file);
  }
  jpage_release (&p);
  return ok;
}
