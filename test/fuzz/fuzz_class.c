/* libFuzzer's door to class files and jars: any bytes, as both. */
#include <setjmp.h>
#include <stdint.h>

#include "java/classfile/classfile.h"
#include "java/classfile/zip.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void read_class (lyre_mem *mem, const uint8_t *data, size_t size) {
  char error[200];
  lyre_arena arena;
  jnames names;
  lyre_arena_init (&arena, mem);
  jnames_init (&names, mem);
  const jclass *c = jclass_parse (&arena, &names, data, size, error);
  for (uint32_t i = 0; c && i < c->n_methods; i++) {
    jmethod_line (&c->methods[i], 0);
    for (uint32_t k = 0; k < c->methods[i].sig.n_params; k++)
      jmethod_param_name (&names, &c->methods[i], k);
  }
}

static void read_jar (lyre_mem *mem, const uint8_t *data, size_t size) {
  jzip z;
  size_t len;
  if (jzip_open_bytes (&z, mem, data, size))
    for (uint32_t i = 0; i < z.names.n && i < 10; i++)
      lyre_free (mem, jzip_read (&z, mem, z.names.entries[i].text, &len));
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  lyre_mem mem;
  jmp_buf escape;
  lyre_mem_init (&mem, NULL);
  mem.escape = &escape;
  mem.limit = 512u << 20;
  if (!setjmp (escape)) {
    read_class (&mem, data, size);
    read_jar (&mem, data, size);
  }
  lyre_mem_release (&mem);
  return 0;
}
