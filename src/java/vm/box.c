/* Boxes: Integer and its like. */
#include "java/vm/internal.h"

static const char KINDS[] = "ZBCSIJFD";

char jvm_boxed_kind (jvm *vm, const jclass *c) {
  for (unsigned i = 0; i < 8; i++)
    if (vm->known->boxes[i] == c)
      return KINDS[i];
  return 0;
}

jval jvm_box (jvm *vm, jstate *st, jval v, char declared) {
  for (unsigned i = 0; i < 8; i++)
    if (KINDS[i] == declared) {
      jref r = jvm_new_object (vm, st, vm->known->boxes[i]);
      jobject *o = jstate_own (&vm->heap, st, r);
      o->slots[o->n - 1] = v; /* the one field of its own */
      return jobj (r);
    }
  return v;
}

jval jvm_unbox (jvm *vm, jstate *st, jref r) {
  const jobject *o = jvm_object (vm, st, r);
  if (!o || o->form != JOBJ_PLAIN || !jvm_boxed_kind (vm, o->cls))
    return (jval){0};
  if (o->slots[o->n - 1].kind == '?') {
    const jfield *f = o->cls->slot_fields[o->n - 1];
    return jvm_look_at (vm, st, r, f->slot, f->name, f->desc);
  }
  return o->slots[o->n - 1];
}

jval jvm_adapt (jvm *vm, jstate *st, jval v, char from, char to) {
  if (to == 'V')
    return (jval){0};
  if (v.kind == 'L' && to != 'L') {
    jref r = jvm_deref (vm, st, v);
    if (!r) {
      jvm_throw_new (vm, st, "java/lang/NullPointerException", NULL);
      return jdefault (to);
    }
    v = jvm_unbox (vm, st, r);
    if (!v.kind) {
      jvm_throw_new (vm, st, "java/lang/ClassCastException", NULL);
      return jdefault (to);
    }
  } else if (v.kind != 'L' && to == 'L')
    return jvm_box (vm, st, v, from);
  char want = jkind_of (to);
  return v.kind == want || !v.kind || want == 'L'
             ? v
             : jvm_convert (vm, st, v, want);
}
