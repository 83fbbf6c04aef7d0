/* Test classes: one for what passes, one for the bugs of a class. */
#include <string.h>

#include "java/junit/suite.h"

typedef struct {
  jsuite *s;
  const jclass *cls;
  jname package;
  bool bugs;     /* the class of the bugs */
  jpage body;    /* its methods */
  unsigned uses; /* of imports, as bits of the table below */
} test_class;

/* -------------------------------------------------------------------- names */

/* p/Outer$Inner gives OuterInner. */
static void add_class_name (jpage *t, const jclass *c) {
  const char *slash = strrchr (c->name, '/');
  for (const char *p = slash ? slash + 1 : c->name; *p; p++)
    if (*p != '$')
      jpage_char (t, *p);
}

static const char *const imports[] = {
    "assertEquals", "assertArrayEquals",  "assertTrue",
    "assertFalse",  "assertNull",         "assertNotNull",
    "assertThrows", "assertDoesNotThrow", "assertTimeoutPreemptively"};

static const char *use (test_class *t, const char *name) {
  for (size_t i = 0; i < sizeof imports / sizeof *imports; i++)
    if (!strcmp (imports[i], name))
      t->uses |= 1u << i;
  return name;
}

/* --------------------------------------------------------------- assertions */

static bool is_reference (const jcase *c) {
  return c->path->method->sig.ret == 'L' ||
         !strcmp (c->path->method->name, "<init>");
}

static void assert_equal (test_class *t, const jcase *c) {
  bool plain = !is_reference (c) || c->text[0] == '"';
  jpage_printf (&t->body, "%s(%s%s, %s);", use (t, "assertEquals"),
                plain ? "" : "(Object) ", c->text, c->call);
}

/* JUnit 4 wants to know how far apart is still equal; 5 compares exactly. */
static void assert_float (test_class *t, const jcase *c) {
  if (is_reference (c))
    assert_equal (t, c);
  else
    jpage_printf (&t->body, "%s(%s, %s%s);", use (t, "assertEquals"), c->text,
                  c->call, t->s->junit == 4 ? ", 0" : "");
}

static void assert_array (test_class *t, const jcase *c) {
  jpage cast;
  jpage_init (&cast, t->s->mem);
  if (c->path->method->sig.ret_type[0] != '[') {
    size_t n = strcspn (c->text, "{") - 4; /* of "new T[]{" */
    jpage_printf (&cast, "(%.*s) ", (int) n, c->text + 4);
  }
  bool floats = !strncmp (c->text, "new double[]{", 13) ||
                !strncmp (c->text, "new float[]{", 12);
  jpage_printf (&t->body, "%s(%s, %s%s%s);", use (t, "assertArrayEquals"),
                c->text, jpage_get (&cast), c->call,
                floats && t->s->junit == 4 ? ", 0" : "");
  jpage_release (&cast);
}

static void assert_value (test_class *t, const jcase *c) {
  const char *kind = c->assertion;
  if (!strcmp (kind, "void"))
    jpage_printf (&t->body, "%s;", c->call);
  else if (!strcmp (kind, "null"))
    jpage_printf (&t->body, "%s(%s);", use (t, "assertNull"), c->call);
  else if (!strcmp (kind, "object"))
    jpage_printf (&t->body, "%s(%s);", use (t, "assertNotNull"), c->call);
  else if (!strcmp (kind, "text"))
    jpage_printf (&t->body, "%s(%s, String.valueOf((Object) %s));",
                  use (t, "assertEquals"), c->text, c->call);
  else if (!strcmp (kind, "boolean") && !is_reference (c))
    jpage_printf (&t->body, "%s(%s);",
                  use (t, c->text[0] == 't' ? "assertTrue" : "assertFalse"),
                  c->call);
  else if (!strcmp (kind, "float"))
    assert_float (t, c);
  else if (!strcmp (kind, "array"))
    assert_array (t, c);
  else
    assert_equal (t, c);
}

/* Nested classes are spelt with a dot in source. */
static void add_exception (jpage *t, const char *class) {
  const char *plain = strncmp (class, "java.lang.", 10) ? class : class + 10;
  if (strchr (plain, '.') && plain != class)
    plain = class;
  for (; *plain; plain++)
    jpage_char (t, *plain == '$' ? '.' : *plain);
}

static void assert_throw (test_class *t, const jcase *c) {
  if (t->s->junit == 4) { /* said in the annotation */
    jpage_printf (&t->body, "%s;", c->call);
    return;
  }
  jpage_printf (&t->body, "%s(", use (t, "assertThrows"));
  add_exception (&t->body, c->exception);
  jpage_printf (&t->body, ".class, () -> %s);", c->call);
}

static void assert_end (test_class *t, const jcase *c) {
  if (t->s->junit == 4)
    jpage_printf (&t->body, "%s;", c->call);
  else
    jpage_printf (&t->body, "%s(java.time.Duration.ofSeconds(5), () -> %s);",
                  use (t, "assertTimeoutPreemptively"), c->call);
}

/* ------------------------------------------------------------------ methods */

static void add_annotation (test_class *t, const jcase *c) {
  jpage_add (&t->body, "  @Test");
  if (t->s->junit != 4 || c->rule) {
    if (t->s->junit == 4 && c->out == JOUT_ENDLESS)
      jpage_add (&t->body, "(timeout = 5000)");
  } else if (c->out == JOUT_THROW) {
    jpage_add (&t->body, "(expected = ");
    add_exception (&t->body, c->exception);
    jpage_add (&t->body, ".class)");
  }
  jpage_char (&t->body, '\n');
}

/* What the path demands, in one line. */
static void add_condition (test_class *t, const jcase *c) {
  char line[400];
  size_t n = 0;
  for (const char *p = c->path->condition ? c->path->condition : "";
       *p && n + 1 < sizeof line; p++)
    line[n++] = *p == '\n' ? (p[1] ? ' ' : 0) : *p;
  line[n] = 0;
  if (!n)
    return;
  if (t->s->junit == 4) {
    if (!strstr (line, "*/") && !strstr (line, "\\u"))
      jpage_printf (&t->body, "  /* %s */\n", line);
    return;
  }
  jpage_add (&t->body, "  @DisplayName(");
  jpage_java_utf8 (&t->body, line, 300);
  jpage_add (&t->body, ")\n");
}

static void add_trace (test_class *t, const jcase *c) {
  if (c->out == JOUT_ENDLESS) {
    jpage_printf (&t->body, "  // %s: does not end within %u ms\n", c->rule,
                  t->s->settings.probe_ms);
    return;
  }
  jpage_printf (&t->body, "  // %s: %s: ", c->rule, c->exception);
  for (const char *p = c->text; *p; p++) /* an escape would be one here, too */
    jpage_char (&t->body, *p == '\\' ? '/' : *p);
  jpage_char (&t->body, '\n');
  const char *frame = c->frames;
  for (int i = 0; *frame && i < 8; i++) {
    size_t n = strcspn (frame, "\t");
    jpage_printf (&t->body, "  //     at %.*s\n", (int) n, frame);
    frame += n + (frame[n] == '\t');
  }
}

static const char *throws_clause (const jcase *c) {
  const jmethod *m = c->path->method;
  for (uint16_t i = 0; i < m->n_throws; i++)
    if (!strcmp (m->throws[i], "java/lang/Throwable"))
      return " throws Throwable";
  return m->n_throws || strstr (c->call, "new ") || *c->setup
             ? " throws Exception"
             : "";
}

static void add_setup (test_class *t, const jcase *c) {
  for (const char *p = c->setup; *p; p++) {
    jpage_char (&t->body, *p);
    if (*p == '\n')
      jpage_add (&t->body, "    ");
  }
}

static void write_case (test_class *t, jcase *c) {
  jpage_char (&t->body, '\n');
  if (t->bugs)
    add_trace (t, c);
  c->line = jpage_lines (&t->body); /* finish_class adds what is above */
  add_annotation (t, c);
  add_condition (t, c);
  jpage_printf (&t->body, "  %svoid %s()%s {\n    ",
                t->s->junit == 4 ? "public " : "", c->name, throws_clause (c));
  add_setup (t, c);
  if (c->out == JOUT_ENDLESS)
    assert_end (t, c);
  else if (c->out == JOUT_VALUE)
    assert_value (t, c);
  else if (t->bugs)
    jpage_printf (&t->body, "%s; // must not throw", c->call);
  else
    assert_throw (t, c);
  jpage_add (&t->body, "\n  }\n");
}

/* ------------------------------------------------------------------ classes */

static void add_dotted (jpage *t, const char *name) {
  for (; *name; name++)
    jpage_char (t, *name == '/' ? '.' : *name);
}

static void write_head (test_class *t, jpage *out, const char *name) {
  bool five = t->s->junit != 4;
  jpage_printf (out, "// %s\n", t->s->settings.header);
  if (*t->package) {
    jpage_add (out, "package ");
    add_dotted (out, t->package);
    jpage_add (out, ";\n\n");
  }
  for (size_t i = 0; i < sizeof imports / sizeof *imports; i++)
    if (t->uses & 1u << i)
      jpage_printf (out, "import static org.junit.%s.%s;\n",
                    five ? "jupiter.api.Assertions" : "Assert", imports[i]);
  if (t->uses)
    jpage_char (out, '\n');
  if (five && strstr (jpage_get (&t->body), "@DisplayName"))
    jpage_add (out, "import org.junit.jupiter.api.DisplayName;\n");
  jpage_printf (out, "import org.junit.%sTest;\n\n",
                five ? "jupiter.api." : "");
  jpage_add (out, t->bugs ? "/** Calls that fail: each test shows a bug. */\n"
                          : "/** Calls and what they are known to do. */\n");
  jpage_printf (out, "%sclass %s {", five ? "" : "public ", name);
}

static void finish_class (test_class *t) {
  jsuite *s = t->s;
  jpage out, name;
  jpage_init (&out, s->mem);
  jpage_init (&name, s->mem);
  add_class_name (&name, t->cls);
  jpage_add (&name, t->bugs ? "LyreBugs" : "LyreTest");
  write_head (t, &out, jpage_get (&name));
  uint32_t above = jpage_lines (&out) + 1;
  jpage_add_n (&out, t->body.c.data, t->body.c.len);
  jpage_add (&out, "}\n");

  const char *file = jsuite_text (s, "%s%s%s.java", t->package,
                                  *t->package ? "/" : "", jpage_get (&name));
  jpage_clear (&name);
  add_dotted (&name, file);
  name.c.len -= 5; /* .java */
  const char *class = lyre_arena_text (&s->arena, name.c.data, name.c.len);
  for (uint32_t i = 0; i < s->cases.len; i++) {
    jcase *c = &s->cases.data[i];
    if (!c->is_kept || c->path->method->owner != t->cls || !c->rule == t->bugs)
      continue;
    c->file = file;
    c->class = class;
    c->line += above;
  }
  if (!jfile_save (&out,
                   jsuite_text (s, "%s/tests/%s", s->settings.folder, file)))
    snprintf (s->problem, sizeof s->problem, "tests/%s cannot be written",
              file);
  lyre_vec_push (s->mem, &s->files, file);
  if (!t->bugs)
    lyre_vec_push (s->mem, &s->classes, class);
  jpage_release (&out);
  jpage_release (&name);
}

static uint32_t write_class (jsuite *s, const jclass *cls, bool bugs) {
  test_class t = {.s = s,
                  .cls = cls,
                  .package = jsource_package (s->loader, cls),
                  .bugs = bugs};
  jpage_init (&t.body, s->mem);
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->cases.len; i++) {
    jcase *c = &s->cases.data[i];
    if (c->is_kept && c->path->method->owner == cls && !c->rule == !bugs) {
      write_case (&t, c);
      n++;
    }
  }
  if (n)
    finish_class (&t);
  jpage_release (&t.body);
  return n;
}

static bool is_first_of_class (const jsuite *s, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (s->cases.data[k].path->method->owner ==
        s->cases.data[i].path->method->owner)
      return false;
  return true;
}

bool jsuite_write (jsuite *s) {
  if (!s->junit_path)
    jsuite_find_junit (s);
  lyre_vec_clear (&s->files);
  lyre_vec_clear (&s->classes);
  s->tests = s->bugs = 0;
  for (uint32_t i = 0; i < s->cases.len; i++) {
    if (!is_first_of_class (s, i))
      continue;
    const jclass *cls = s->cases.data[i].path->method->owner;
    s->tests += write_class (s, cls, false);
    s->bugs += write_class (s, cls, true);
  }
  return !*s->problem;
}
