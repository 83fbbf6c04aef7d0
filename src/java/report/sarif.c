/* findings.sarif: SARIF 2.1.0, as code hosting sites show it. */
#include <string.h>

#include "java/report/report.h"

static const struct {
  const char *id, *name, *text, *level, *cwe;
} rules[] = {
    {"LYRE-NPE", "NullDereference", "A null reference is used.", "warning",
     "cwe-476"},
    {"LYRE-INDEX", "IndexOutOfRange",
     "An index is outside of its string, array or list.", "error", "cwe-129"},
    {"LYRE-CAST", "WrongClass", "An object is not of the class it is cast to.",
     "error", "cwe-704"},
    {"LYRE-ARITHMETIC", "Arithmetic", "A division by zero or an overflow.",
     "error", "cwe-369"},
    {"LYRE-NUMBER", "NumberFormat", "A text that is no number is parsed.",
     "warning", "cwe-20"},
    {"LYRE-ASSERT", "AssertionFails", "An assertion can fail.", "error",
     "cwe-617"},
    {"LYRE-RECURSION", "EndlessRecursion", "A recursion does not end.", "error",
     "cwe-674"},
    {"LYRE-MEMORY", "MemoryExhausted", "An input exhausts the memory.", "error",
     "cwe-789"},
    {"LYRE-ENDLESS", "EndlessLoop", "A call does not end.", "error", "cwe-835"},
    {"LYRE-EXCEPTION", "UncaughtException",
     "An exception of the library is neither declared nor caught.", "warning",
     "cwe-248"},
};

static size_t rule_index (const char *id) {
  size_t i = 0;
  while (i + 1 < sizeof rules / sizeof *rules && strcmp (rules[i].id, id))
    i++;
  return i;
}

static void add_rules (jpage *p) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    jpage_printf (p,
                  "%s\n          {\"id\": \"%s\", \"name\": \"%s\", "
                  "\"shortDescription\": {\"text\": \"%s\"}, "
                  "\"defaultConfiguration\": {\"level\": \"%s\"}, "
                  "\"properties\": {\"tags\": [\"external/cwe/%s\"]}}",
                  i ? "," : "", rules[i].id, rules[i].name, rules[i].text,
                  rules[i].level, rules[i].cwe);
}

/* "p.Outer$Inner" gives p/Outer.java. */
static void add_uri (jpage *p, const char *class) {
  for (; *class && *class != '$'; class ++)
    jpage_char (p, *class == '.' ? '/' : *class);
  jpage_add (p, ".java");
}

/* The same for the same bug in the next run: what, where, but not the line. */
static uint64_t fingerprint (const jcase *c) {
  uint64_t h = 1469598103934665603u;
  const char *const parts[] = {c->rule, c->path->method->owner->name,
                               c->path->method->name, c->path->method->desc,
                               c->exception ? c->exception : ""};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    for (const char *s = parts[i]; *s; s++)
      h = (h ^ (unsigned char) *s) * 1099511628211u;
  return h;
}

static void add_frames (jpage *p, const jcase *c) {
  const char *frame = c->frames ? c->frames : "";
  uint32_t n = 0;
  while (*frame) {
    size_t len = strcspn (frame, "\t"), hash = strcspn (frame, "#");
    char class[256];
    const char *colon = frame + len;
    while (colon > frame && *colon != ':')
      colon--;
    if (hash < len && hash < sizeof class && colon[1] != '-') {
      memcpy (class, frame, hash);
      class[hash] = 0;
      jpage_printf (p,
                    "%s{\"location\": {\"physicalLocation\": "
                    "{\"artifactLocation\": {\"uri\": \"",
                    n++ ? ", " : "");
      add_uri (p, class);
      int digits = (int) (frame + len - colon - 1);
      jpage_printf (p,
                    "\"}, \"region\": {\"startLine\": %.*s}}, \"message\": "
                    "{\"text\": \"%.*s\"}}}",
                    digits > 0 && colon[1] != '0' ? digits : 1,
                    digits > 0 && colon[1] != '0' ? colon + 1 : "1",
                    (int) (colon - frame - hash - 1), frame + hash + 1);
    }
    frame += len + (frame[len] == '\t');
  }
}

static void add_message (const jreport *r, jpage *p, const jcase *c) {
  jpage text;
  jpage_init (&text, r->suite->mem);
  jpage_printf (&text, "%s%s", c->setup, c->call);
  if (c->out == JOUT_THROW) {
    jpage_printf (&text, " throws %s", c->exception);
    if (strcmp (c->text, "null"))
      jpage_printf (&text, ": %s", c->text);
  } else
    jpage_add (&text, " does not end");
  jpage_json (p, jpage_get (&text));
  jpage_release (&text);
}

static void add_result (const jreport *r, jpage *p, const jcase *c) {
  char class[256];
  uint32_t line = jreport_bug_line (c, class);
  jpage_printf (p,
                "\n        {\"ruleId\": \"%s\", \"ruleIndex\": %zu, \"level\": "
                "\"%s\", \"message\": {\"text\": ",
                c->rule, rule_index (c->rule),
                rules[rule_index (c->rule)].level);
  add_message (r, p, c);
  jpage_add (p, "},\n         \"locations\": [{\"physicalLocation\": "
                "{\"artifactLocation\": {\"uri\": \"");
  add_uri (p, class);
  jpage_printf (p, "\"}, \"region\": {\"startLine\": %u}}}],\n",
                line ? line : 1);
  jpage_add (p,
             "         \"codeFlows\": [{\"threadFlows\": [{\"locations\": [");
  size_t before = p->c.len;
  add_frames (p, c);
  if (p->c.len == before) {
    jpage_add (p, "{\"location\": {\"physicalLocation\": "
                  "{\"artifactLocation\": {\"uri\": \"");
    add_uri (p, class);
    jpage_printf (p, "\"}, \"region\": {\"startLine\": %u}}}}",
                  line ? line : 1);
  }
  jpage_printf (p,
                "]}]}],\n         \"partialFingerprints\": "
                "{\"primaryLocationLineHash\": \"%016llx:1\"},\n"
                "         \"properties\": {\"input\": ",
                (unsigned long long) fingerprint (c));
  jpage_json (p, c->call);
  jpage_printf (p, ", \"test\": \"tests/%s\"}}", c->file ? c->file : "");
}

bool jreport_sarif (const jreport *r) {
  jpage p;
  uint32_t n = 0;
  jpage_init (&p, r->suite->mem);
  jpage_add (
      &p, "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\","
          "\n  \"version\": \"2.1.0\",\n  \"runs\": [\n    {\n"
          "      \"tool\": {\"driver\": {\"name\": \"Lyre\", \"version\": \"");
  jpage_add (&p, LYRE_VERSION "\", \"rules\": [");
  add_rules (&p);
  jpage_add (&p, "\n      ]}},\n      \"columnKind\": \"utf16CodeUnits\",\n"
                 "      \"results\": [");
  for (uint32_t i = 0; i < r->suite->cases.len; i++) {
    const jcase *c = &r->suite->cases.data[i];
    if (!c->is_kept || !c->rule)
      continue;
    jpage_add (&p, n++ ? "," : "");
    add_result (r, &p, c);
  }
  jpage_add (&p, "\n      ]\n    }\n  ]\n}\n");
  bool ok = jreport_save (r, &p, "findings.sarif");
  jpage_release (&p);
  return ok;
}
