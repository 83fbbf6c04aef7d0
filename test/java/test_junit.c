/* Test classes and reports from paths made by hand, on a real JVM. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../unit/fixture.h"
#include "java/report/report.h"

static const char source[] =
    "package p;\n"
    "public class Sample {\n"
    "  public static int parse(String s, int n) {\n"
    "    if (n < 0) throw new IllegalArgumentException(\"negative\");\n"
    "    return Integer.parseInt(s) + n;\n"
    "  }\n"
    "  public static String twice(String s) { return s + s; }\n"
    "  public static double half(double d) { return d / 2; }\n"
    "  public static int[] pair(int a, int b) { return new int[]{a, b}; }\n"
    "  static void forever(boolean b) { while (b) { } }\n"
    "  static long clock(char c) { return System.nanoTime(); }\n"
    "  public static class Point {\n"
    "    private final int x; int y;\n"
    "    public Point(int x) { this.x = x; }\n"
    "    public int sum(Point o) { return x + y + o.x + o.y; }\n"
    "  }\n"
    "}\n";

typedef struct {
  lyre_mem mem;
  jmp_buf escape;
  jloader *loader;
  jresults results;
  char folder[64], classes[80];
  lyre_arena arena;
} house;

static bool have_jdk (void) {
  return !system ("javac -version >/dev/null 2>&1");
}

static void open_house (house *h) {
  lyre_mem_init (&h->mem, NULL);
  h->mem.escape = &h->escape;
  if (setjmp (h->escape))
    abort ();
  lyre_arena_init (&h->arena, &h->mem);
  strcpy (h->folder, "/tmp/lyre-junit-XXXXXX");
  assert_non_null (mkdtemp (h->folder));
  char path[200], command[400];
  snprintf (path, sizeof path, "%s/Sample.java", h->folder);
  assert_true (jfile_write (path, source, strlen (source)));
  snprintf (h->classes, sizeof h->classes, "%s/classes", h->folder);
  snprintf (command, sizeof command, "javac -g -d %s %s", h->classes, path);
  assert_int_equal (system (command), 0);
  h->loader = jloader_new (&h->mem);
  assert_true (jloader_add_jdk (h->loader, NULL));
  assert_true (jloader_add_path (h->loader, h->classes));
  h->results = (jresults){0};
  lyre_arena_init (&h->results.arena, &h->mem);
}

static void close_house (house *h) {
  char command[100];
  snprintf (command, sizeof command, "rm -r %s", h->folder);
  assert_int_equal (system (command), 0);
  lyre_vec_release (&h->mem, &h->results.paths);
  lyre_arena_release (&h->results.arena);
  jloader_delete (h->loader);
  lyre_arena_release (&h->arena);
  lyre_mem_release (&h->mem);
}

static jmethod *method (house *h, const char *cls, const char *name) {
  jclass *c = jloader_find_text (h->loader, cls);
  assert_non_null (c);
  for (uint16_t i = 0; i < c->n_methods; i++)
    if (!strcmp (c->methods[i].name, name))
      return &c->methods[i];
  fail ();
  return NULL;
}

static jdatum number (const char *type, int64_t v) {
  return (jdatum){.kind = JDATUM_PRIMITIVE, .type = type, .v.l = v};
}

static jdatum text_of (house *h, const char *s) {
  size_t n = strlen (s);
  uint16_t *units = lyre_arena_array (&h->arena, uint16_t, n + 1);
  for (size_t i = 0; i < n; i++)
    units[i] = (unsigned char) s[i];
  return (jdatum){.kind = JDATUM_STRING,
                  .type = "Ljava/lang/String;",
                  .n = (uint32_t) n,
                  .units = units};
}

/* A path of M with these arguments that ends so. */
static jresult *path (house *h, jmethod *m, jend end, const char *exception,
                      const jdatum *args, uint32_t n) {
  jresult *r = lyre_arena_new (&h->arena, jresult);
  jresult_input *inputs = lyre_arena_array (&h->arena, jresult_input, n + 1);
  bool is_static = m->access & JACC_STATIC;
  for (uint32_t i = 0; i < n; i++)
    inputs[i] = (jresult_input){
        is_static || i ? jmethod_param_name (jloader_names (h->loader), m,
                                             i - (is_static ? 0 : 1))
                       : "this",
        args[i].type, args[i]};
  /* All of its code, so that greedy selection has something to choose. */
  jcover *cover =
      lyre_arena_alloc (&h->arena, sizeof *cover + 3 * JCOVER_BYTES (m));
  cover->m = m;
  memset (cover->bits, 0, 3 * JCOVER_BYTES (m));
  uint32_t number = h->results.paths.len;
  cover->bits[number % (3 * JCOVER_BYTES (m))] = 1;
  const jcover **covers = lyre_arena_array (&h->arena, const jcover *, 1);
  covers[0] = cover;
  *r = (jresult){.number = number,
                 .method = m,
                 .n_inputs = n,
                 .n_params = n,
                 .inputs = inputs,
                 .end = end,
                 .exception = exception,
                 .is_explicit = exception && strstr (exception, "Argument"),
                 .condition = number % 2 ? "(> n 0)\n" : "(> n 0)\n(< n 9)\n",
                 .n_covers = 1,
                 .covers = covers};
  lyre_vec_push (&h->mem, &h->results.paths, r);
  return r;
}

#define PATH(H, M, END, EXCEPTION, ...)                                        \
  path (H, M, END, EXCEPTION, (jdatum[]){__VA_ARGS__},                         \
        sizeof (jdatum[]){__VA_ARGS__} / sizeof (jdatum))

static const jcase *find (const jsuite *s, const char *call) {
  for (uint32_t i = 0; i < s->cases.len; i++)
    if (!strcmp (s->cases.data[i].call, call))
      return &s->cases.data[i];
  fail_msg ("no case %s", call);
  return NULL;
}

static void make_paths (house *h) {
  jmethod *parse = method (h, "p/Sample", "parse");
  PATH (h, parse, JEND_RETURN, NULL, text_of (h, "41"), number ("I", 1));
  PATH (h, parse, JEND_THROW, "java/lang/IllegalArgumentException",
        text_of (h, ""), number ("I", INT32_MIN));
  PATH (h, parse, JEND_THROW, "java/lang/NumberFormatException",
        text_of (h, "a\"\n\\"), number ("I", 0));
  PATH (h, parse, JEND_THROW, "java/lang/NumberFormatException",
        ((jdatum){.kind = JDATUM_NULL, .type = "Ljava/lang/Object;"}),
        number ("I", 7));
  PATH (h, method (h, "p/Sample", "twice"), JEND_RETURN, NULL,
        text_of (h, "ab"));
  PATH (h, method (h, "p/Sample", "half"), JEND_RETURN, NULL,
        ((jdatum){.kind = JDATUM_PRIMITIVE, .type = "D", .v.d = 3}));
  PATH (h, method (h, "p/Sample", "pair"), JEND_RETURN, NULL, number ("I", -1),
        number ("I", 2));
  PATH (h, method (h, "p/Sample", "forever"), JEND_BOUND, NULL,
        number ("Z", 1));
  PATH (h, method (h, "p/Sample", "clock"), JEND_RETURN, NULL,
        number ("C", 'x'));
  jnames *names = jloader_names (h->loader);
  static jdatum fields[2];
  static jname field_names[2];
  fields[0] = number ("I", 3);
  fields[1] = number ("I", 4);
  field_names[0] = jnames_text (names, "x");
  field_names[1] = jnames_text (names, "y");
  jdatum point = {.kind = JDATUM_OBJECT,
                  .type = jnames_text (names, "Lp/Sample$Point;"),
                  .id = 1,
                  .n = 2,
                  .items = fields,
                  .names = field_names};
  jdatum same = {.kind = JDATUM_SAME, .type = point.type, .id = 1};
  PATH (h, method (h, "p/Sample$Point", "sum"), JEND_RETURN, NULL, point, same);
}

static void check_cases (const jsuite *s) {
  const jcase *c = find (s, "Sample.parse(\"41\", 1)");
  assert_string_equal (c->text, "42");
  assert_true (c->is_kept && c->has_passed && !c->rule);
  assert_string_equal (c->name, "parse_whenSIs_41_NIs_1_returns_42");
  c = find (s, "Sample.parse(\"\", Integer.MIN_VALUE)");
  assert_true (c->is_kept && c->has_passed && !c->rule);
  c = find (s, "Sample.parse(\"a\\\"\\n\\\\\", 0)");
  assert_string_equal (c->rule, "LYRE-NUMBER");
  assert_true (c->is_kept);
  /* The same bug at the same place. */
  c = find (s, "Sample.parse((String) null, 7)");
  assert_false (c->is_kept);
  assert_string_equal (find (s, "Sample.twice(\"ab\")")->text, "\"abab\"");
  assert_string_equal (find (s, "Sample.half(3.0)")->text, "1.5");
  assert_string_equal (find (s, "Sample.pair(-1, 2)")->assertion, "array");
  assert_string_equal (find (s, "Sample.forever(true)")->rule, "LYRE-ENDLESS");
  assert_non_null (find (s, "Sample.clock('x')")->dropped);
  c = find (s, "v1.sum(v1)");
  assert_string_equal (c->setup, "Sample.Point v1 = new Sample.Point(3);\n"
                                 "v1.y = 4;\n");
  assert_string_equal (c->text, "14");
  assert_true (c->has_passed);
}

static void deliver (unsigned junit) {
  house h;
  open_house (&h);
  make_paths (&h);
  jsuite_settings settings = {.folder = h.folder,
                              .class_path = h.classes,
                              .header = "made by a test",
                              .junit = junit,
                              .probe_ms = 1000};
  jsuite s;
  jsuite_init (&s, &h.mem, h.loader, &settings);
  jsuite_collect (&s, &h.results);
  assert_int_equal (s.cases.len, 10);
  if (!jsuite_probe (&s))
    fail_msg ("%s", s.problem);
  jsuite_select (&s);
  assert_true (jsuite_write (&s));
  if (!s.junit_path) {
    print_message ("[ skipped: no JUnit %u ]\n", junit);
  } else {
    if (!jsuite_confirm (&s))
      fail_msg ("%s", s.problem);
    check_cases (&s);
    assert_int_equal (s.tests, 6);
    assert_int_equal (s.bugs, 2);
  }
  jcoverage coverage;
  jcoverage_init (&coverage, &h.mem);
  jcoverage_measure (&coverage, &s);
  assert_int_equal (coverage.classes.len, 2);
  jreport report = {.suite = &s,
                    .results = &h.results,
                    .coverage = &coverage,
                    .command = "lyre test <x>",
                    .source_path = h.folder,
                    .methods = 7};
  assert_true (jreport_write (&report));
  char file[200];
  snprintf (file, sizeof file, "%s/report/p.Sample.html", h.folder);
  assert_true (jfile_exists (file));
  jcoverage_release (&coverage);
  jsuite_release (&s);
  close_house (&h);
}

static void test_junit5 (void **state) {
  (void) state;
  deliver (5);
}

int main (void) {
  if (!have_jdk ()) {
    print_message ("skipped: no JDK\n");
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_junit5),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
