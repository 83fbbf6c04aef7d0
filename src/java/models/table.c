/* All models, and finding them. */
#include <string.h>

#include "java/vm/internal.h"

static const jmodel *const tables[] = {
    jmodels_object,    jmodels_string,   jmodels_builder, jmodels_system,
    jmodels_class,     jmodels_boxes,    jmodels_unsafe,  jmodels_throwable,
    jmodels_internal,  jmodels_verifier, jmodels_map,     jmodels_change,
    jmodels_character,
};

enum { N_TABLES = sizeof tables / sizeof *tables };

/* The map says which tables have models of a class: a bit each. */
static void fill (jvm *vm) {
  for (unsigned t = 0; t < N_TABLES; t++)
    for (const jmodel *m = tables[t]; m->cls; m++) {
      jname cls = jnames_text (vm->names, m->cls);
      *lyre_map_at (vm->mem, &vm->tables->models, (uintptr_t) cls) |= 1ull << t;
    }
}

static bool matches (const jmodel *model, const jmethod *m) {
  return !strcmp (model->name, m->name) &&
         (!model->desc || !strcmp (model->desc, m->desc)) &&
         !strcmp (model->cls, m->owner->name);
}

const jmodel *jmodel_find (jvm *vm, const jmethod *m) {
  if (!vm->tables->models.n)
    fill (vm);
  const uint64_t *bits =
      lyre_map_find (&vm->tables->models, (uintptr_t) m->owner->name);
  for (unsigned t = 0; bits && t < N_TABLES; t++)
    if (*bits >> t & 1)
      for (const jmodel *model = tables[t]; model->cls; model++)
        if (matches (model, m))
          return model;
  return NULL;
}
