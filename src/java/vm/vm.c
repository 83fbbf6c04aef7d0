#include "java/vm/vm.h"

#include <stdio.h>
#include <string.h>

#include "java/vm/internal.h"

void jvm_limits_default (jvm_limits *l) {
  *l = (jvm_limits){.max_loops = 12,
                    .max_depth = 200,
                    .max_frames = 3000,
                    .max_steps = 1000000000,
                    .max_array = 4,
                    .max_nesting = 3,
                    .null_inputs = true};
}

static bool know (jvm *vm, jclass **c, const char *name) {
  *c = jvm_class (vm, name);
  return *c;
}

static bool know_field (jvm *vm, jfield **f, jclass *c, const char *name,
                        const char *desc) {
  *f = jvm_find_field (vm, c, jnames_text (vm->names, name),
                       jnames_text (vm->names, desc));
  if (!*f)
    snprintf (vm->tables->why, sizeof vm->tables->why, "%s has no field %s",
              c->name, name);
  return *f;
}

static bool know_boxes (jvm *vm) {
  static const char *const names[] = {
      "java/lang/Boolean", "java/lang/Byte",    "java/lang/Character",
      "java/lang/Short",   "java/lang/Integer", "java/lang/Long",
      "java/lang/Float",   "java/lang/Double"};
  for (unsigned i = 0; i < 8; i++)
    if (!know (vm, &vm->known->boxes[i], names[i]))
      return false;
  return true;
}

static bool know_all (jvm *vm) {
  struct jvm_known *k = vm->known;
  return know (vm, &k->object, "java/lang/Object") &&
         know (vm, &k->string, "java/lang/String") &&
         know (vm, &k->klass, "java/lang/Class") &&
         know (vm, &k->throwable, "java/lang/Throwable") &&
         know (vm, &k->cloneable, "java/lang/Cloneable") &&
         know (vm, &k->builder, "java/lang/StringBuilder") &&
         know (vm, &k->buffer, "java/lang/StringBuffer") && know_boxes (vm) &&
         know_field (vm, &k->message, k->throwable, "detailMessage",
                     "Ljava/lang/String;") &&
         know_field (vm, &k->cause, k->throwable, "cause",
                     "Ljava/lang/Throwable;") &&
         know_field (vm, &k->backtrace, k->throwable, "backtrace",
                     "Ljava/lang/Object;");
}

jvm *jvm_new (lyre_mem *mem, lyre_ctx *ctx, jloader *loader, char error[200]) {
  jvm *vm = lyre_alloc (mem, sizeof *vm);
  memset (vm, 0, sizeof *vm);
  vm->mem = mem;
  vm->ctx = ctx;
  vm->loader = loader;
  vm->names = jloader_names (loader);
  lyre_arena_init (&vm->arena, mem);
  lyre_arena_init (&vm->scratch, mem);
  jheap_init (&vm->heap, mem);
  jvm_limits_default (&vm->limits);
  vm->tables = lyre_arena_new (&vm->arena, struct jvm_tables);
  memset (vm->tables, 0, sizeof *vm->tables);
  vm->known = lyre_arena_new (&vm->arena, struct jvm_known);
  memset (vm->known, 0, sizeof *vm->known);
  if (know_all (vm))
    return vm;
  snprintf (error, 200, "%.190s", jvm_why (vm));
  jvm_delete (vm);
  return NULL;
}

void jvm_delete (jvm *vm) {
  if (!vm)
    return;
  jheap_release (&vm->heap);
  lyre_vec_release (vm->mem, &vm->tables->methods);
  lyre_vec_release (vm->mem, &vm->tables->intervals);
  lyre_map_release (vm->mem, &vm->tables->selected);
  lyre_map_release (vm->mem, &vm->tables->models);
  lyre_map_release (vm->mem, &vm->tables->hashes);
  lyre_map_release (vm->mem, &vm->tables->languages);
  lyre_text_map_release (vm->mem, &vm->tables->literals);
  lyre_text_map_release (vm->mem, &vm->tables->fresh);
  lyre_arena_release (&vm->scratch);
  lyre_arena_release (&vm->arena);
  lyre_free (vm->mem, vm);
}

const jmethod *jvm_method (const jvm *vm, uint32_t index) {
  return index < vm->tables->methods.len ? vm->tables->methods.data[index]
                                         : NULL;
}
