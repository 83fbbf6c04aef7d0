/* java.lang.Object. */
#include "java/vm/internal.h"

static jmodel_result get_class (jcall *c) {
  const jobject *o = jvm_object (c->vm, c->st, c->args[0].ref);
  if (!o)
    return JM_GONE;
  return jreturn_ref (c, jvm_mirror (c->vm, c->st, jvm_class_of (c->vm, o)));
}

/* Any number will do as long as it stays; the JVM's are random. */
static jmodel_result hash_code (jcall *c) {
  c->st->is_inexact = true;
  return jreturn_int (c, (int32_t) (c->args[0].ref * 0x9E3779B1u >> 4));
}

static jmodel_result clone (jcall *c) {
  jvm *vm = c->vm;
  const jobject *o = jvm_object (vm, c->st, c->args[0].ref);
  if (!o)
    return JM_GONE;
  if (!o->cls->element && !jclass_is_subtype (o->cls, vm->known->cloneable))
    return jthrow (c, "java/lang/CloneNotSupportedException", NULL);
  if (o->is_input) /* look at everything, so that both see the same */
    for (uint32_t i = 0; o->form != JOBJ_TEXT && i < o->n; i++)
      if (o->slots[i].kind == '?') {
        const jfield *f = o->cls->element ? NULL : o->cls->slot_fields[i];
        jvm_look_at (vm, c->st, c->args[0].ref, i, f ? f->name : NULL,
                     f ? f->desc : jnames_text (vm->names, o->cls->name + 1));
        o = jvm_object (vm, c->st, c->args[0].ref);
      }
  jobject *copy = (jobject *) jobject_copy (vm->mem, &o->count);
  copy->is_input = false;
  return jreturn_ref (c, jstate_add (&vm->heap, c->st, copy));
}

static jmodel_result nothing (jcall *c) {
  return jreturn_void (c);
}

static jmodel_result wait_forever (jcall *c) {
  return junsupported (c, "Object.wait");
}

const jmodel jmodels_object[] = {
    {"java/lang/Object", "getClass", "()Ljava/lang/Class;", get_class},
    {"java/lang/Object", "hashCode", "()I", hash_code},
    {"java/lang/Object", "clone", "()Ljava/lang/Object;", clone},
    {"java/lang/Object", "notify", "()V", nothing},
    {"java/lang/Object", "notifyAll", "()V", nothing},
    {"java/lang/Object", "wait", NULL, wait_forever},
    {0},
};
