/* Class files, jars and the JDK's image. The JDK at hand gives the inputs;
 * without one the tests that need it are skipped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "java/classfile/jimage.h"
#include "java/classfile/loader.h"
#include "java/classfile/opcodes.h"
#include "java/classfile/zip.h"

typedef struct {
  lyre_mem mem;
  jmp_buf escape;
  jloader *loader;
} fixture;

static int setup (void **state) {
  fixture *f = calloc (1, sizeof *f);
  lyre_mem_init (&f->mem, NULL);
  f->mem.escape = &f->escape;
  if (setjmp (f->escape))
    abort ();
  f->loader = jloader_new (&f->mem);
  *state = f;
  return 0;
}

static int teardown (void **state) {
  fixture *f = *state;
  jloader_delete (f->loader);
  assert_int_equal (f->mem.used, 0);
  lyre_mem_release (&f->mem);
  free (f);
  return 0;
}

static void need_jdk (fixture *f) {
  if (jloader_add_jdk (f->loader, NULL))
    return;
  print_message ("skipped: %s\n", jloader_error (f->loader));
  skip ();
}

static void test_signatures (void **state) {
  fixture *f = *state;
  jsignature s;
  lyre_arena *a = jloader_arena (f->loader);
  jnames *n = jloader_names (f->loader);
  assert_true (jsignature_parse (a, n, "(I[JLjava/lang/String;D)V", &s));
  assert_int_equal (s.n_params, 4);
  assert_int_equal (s.n_slots, 5);
  assert_memory_equal (s.kinds, "ILLD", 4);
  assert_string_equal (s.types[1], "[J");
  assert_string_equal (s.types[2], "Ljava/lang/String;");
  assert_int_equal (s.ret, 'V');
  static const char *const bad[] = {"",     "I",    "(",    "()",
                                    "()VV", "(V)V", "(L)V", "(L;)V",
                                    "()[V", "([)V", "()Q"};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_false (jsignature_parse (a, n, bad[i], &s));
  assert_true (jdesc_is_field ("[[Lx/Y;"));
  assert_false (jdesc_is_field ("II"));
}

static void test_jdk_classes (void **state) {
  fixture *f = *state;
  need_jdk (f);
  jclass *s = jloader_find_text (f->loader, "java/lang/String");
  assert_non_null (s);
  assert_string_equal (s->super_name, "java/lang/Object");
  assert_string_equal (s->source_file, "String.java");
  assert_int_equal (s->origin, JORIGIN_JDK);
  bool found = false;
  for (uint32_t i = 0; i < s->n_methods; i++)
    if (!strcmp (s->methods[i].name, "charAt")) {
      found = true;
      assert_string_equal (s->methods[i].desc, "(I)C");
      assert_true (s->methods[i].code_len > 0);
      assert_true (jmethod_line (&s->methods[i], 0) > 0);
    }
  assert_true (found);
  static const char *const more[] = {
      "java/util/HashMap",      "java/util/regex/Pattern",
      "java/util/Formatter",    "java/util/stream/ReferencePipeline",
      "java/sql/DriverManager", "java/lang/invoke/LambdaForm"};
  for (unsigned i = 0; i < sizeof more / sizeof *more; i++)
    assert_non_null (jloader_find_text (f->loader, more[i]));
  assert_null (jloader_find_text (f->loader, "java/lang/Sting"));
  assert_non_null (strstr (jloader_error (f->loader), "java/lang/Sting"));
}

static void test_arrays (void **state) {
  fixture *f = *state;
  need_jdk (f);
  jclass *a = jloader_find_text (f->loader, "[[I");
  assert_non_null (a);
  assert_string_equal (a->element->name, "[I");
  assert_int_equal (a->element->element_kind, 'I');
  assert_ptr_equal (jloader_array_of (f->loader, a->element), a);
  assert_ptr_equal (jloader_primitive (f->loader, 'I'), a->element->element);
  assert_non_null (jloader_find_text (f->loader, "[Ljava/lang/Object;"));
  assert_null (jloader_find_text (f->loader, "[Ljava/lang/Objekt;"));
  assert_null (jloader_find_text (f->loader, "[V"));
}

static void test_jar (void **state) {
  fixture *f = *state;
  need_jdk (f);
  char path[4096];
  snprintf (path, sizeof path, "%s/lib/jrt-fs.jar",
            jloader_jdk_home (f->loader));
  if (!jloader_add_path (f->loader, path)) {
    print_message ("skipped: the JDK has no jrt-fs.jar\n");
    skip ();
  }
  size_t len;
  uint8_t *text =
      jloader_resource (f->loader, &f->mem, "META-INF/MANIFEST.MF", &len);
  assert_non_null (text);
  assert_memory_equal (text, "Manifest-Version", 16);
  lyre_free (&f->mem, text);
  assert_false (jloader_add_path (f->loader, "/no/such/place"));
}

/* Cut off, or with bytes changed, a class file gives an error or a class, and
 * nothing else happens. */
static void test_damaged (void **state) {
  fixture *f = *state;
  need_jdk (f);
  jimage image;
  char path[4096], error[200];
  snprintf (path, sizeof path, "%s/lib/modules", jloader_jdk_home (f->loader));
  assert_true (jimage_open (&image, path));
  size_t len;
  const uint8_t *bytes = jimage_class (&image, "java/lang/Integer", &len);
  assert_non_null (bytes);
  uint8_t *copy = malloc (len);
  lyre_arena arena;
  jnames names;
  lyre_arena_init (&arena, &f->mem);
  jnames_init (&names, &f->mem);
  for (size_t cut = 0; cut < len; cut += 1 + cut / 16) {
    memcpy (copy, bytes, len);
    assert_null (jclass_parse (&arena, &names, copy, cut, error));
    assert_true (*error);
    lyre_arena_clear (&arena);
  }
  srand (1);
  for (int round = 0; round < 3000; round++) {
    memcpy (copy, bytes, len);
    for (int k = 0; k <= round % 4; k++)
      copy[(size_t) rand () % len] = (uint8_t) rand ();
    jclass_parse (&arena, &names, copy, len, error);
    lyre_arena_clear (&arena);
  }
  jnames_release (&names);
  lyre_arena_release (&arena);
  free (copy);
  jimage_close (&image);
}

static void test_bad_zip (void **state) {
  fixture *f = *state;
  jzip z;
  uint8_t bytes[200];
  srand (2);
  for (int round = 0; round < 2000; round++) {
    for (size_t i = 0; i < sizeof bytes; i++)
      bytes[i] = (uint8_t) (round % 2 ? rand () : 0);
    memcpy (bytes + 100, "PK\5\6", 4);
    memcpy (bytes + 20, "PK\1\2", 4);
    bytes[112] = (uint8_t) rand ();
    bytes[116] = 20;
    if (jzip_open_bytes (&z, &f->mem, bytes, sizeof bytes)) {
      size_t len;
      lyre_free (&f->mem, jzip_read (&z, &f->mem, "", &len));
    }
    z.file.bytes = NULL;
    jzip_close (&z, &f->mem);
  }
}

static void test_opcodes (void **state) {
  (void) state;
  assert_int_equal (OP_COUNT, 202);
  assert_int_equal (OP_invokedynamic, 186);
  assert_int_equal (OP_jsr_w, 201);
  static const uint8_t code[] = {OP_tableswitch,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 1,
                                 0,
                                 0,
                                 0,
                                 2,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0};
  assert_int_equal (jcode_length (code, sizeof code, 0), 24);
  assert_int_equal (jcode_length (code, sizeof code - 1, 0), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (test_signatures, setup, teardown),
      cmocka_unit_test_setup_teardown (test_jdk_classes, setup, teardown),
      cmocka_unit_test_setup_teardown (test_arrays, setup, teardown),
      cmocka_unit_test_setup_teardown (test_jar, setup, teardown),
      cmocka_unit_test_setup_teardown (test_damaged, setup, teardown),
      cmocka_unit_test_setup_teardown (test_bad_zip, setup, teardown),
      cmocka_unit_test (test_opcodes),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
