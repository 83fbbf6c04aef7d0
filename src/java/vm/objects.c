/* Objects, fields and class initialisation. */
#include <stdio.h>
#include <string.h>

#include "java/vm/internal.h"

const jobject *jvm_object (jvm *vm, jstate *st, jref r) {
  const jobject *o = r ? jstate_object (&vm->heap, st, r) : NULL;
  if (!o)
    jvm_malformed (vm, st);
  return o;
}

jref jvm_new_object (jvm *vm, jstate *st, jclass *c) {
  const struct jvm_known *k = vm->known;
  jobj_form form = c == k->string || c == k->builder || c == k->buffer
                       ? JOBJ_TEXT
                       : JOBJ_PLAIN;
  jobject *o =
      jobject_new (vm->mem, form, c, form == JOBJ_TEXT ? 0 : c->n_slots);
  return jstate_add (&vm->heap, st, o);
}

jref jvm_new_array (jvm *vm, jstate *st, jclass *array, uint32_t n) {
  jobject *o = array->element_kind == 'L'
                   ? jobject_new (vm->mem, JOBJ_SLOTS, array, n)
                   : jobject_new_raw (vm->mem, array, n);
  return jstate_add (&vm->heap, st, o);
}

jref jvm_mirror (jvm *vm, jstate *st, jclass *c) {
  if (!jvm_link (vm, c))
    return 0;
  jstate_own_statics (&vm->heap, st, c);
  return JREF_MIRROR | c->index;
}

jclass *jvm_mirrored (jvm *vm, const jstate *st, jref r) {
  (void) st;
  if ((r & JREF_AREA) != JREF_MIRROR ||
      (r & JREF_INDEX) >= jloader_n_classes (vm->loader))
    return NULL;
  return jloader_class (vm->loader, r & JREF_INDEX);
}

jclass *jvm_class_of (jvm *vm, const jobject *o) {
  return o->form == JOBJ_CLASS ? vm->known->klass : o->cls;
}

jref jvm_deref (jvm *vm, jstate *st, jval v) {
  if (v.kind != 'L') {
    jvm_malformed (vm, st);
    return 0;
  }
  if (!v.term)
    return v.ref;
  return jvm_decide (vm, st, jval_term (v)) ? JREF_NULL : v.ref;
}

/* ------------------------------------------------------------------ fields */

jval jvm_get_field (jvm *vm, jstate *st, jref r, const jfield *f) {
  const jobject *o = jvm_object (vm, st, r);
  if (!o)
    return jdefault (f->kind);
  if (o->form == JOBJ_TEXT)
    return jvm_string_field (vm, st, r, f);
  if (o->form != JOBJ_PLAIN) /* a Class's own fields: caches of the JDK */
    return jdefault (f->kind);
  if (f->slot >= o->n) {
    jvm_malformed (vm, st);
    return jdefault (f->kind);
  }
  if (o->slots[f->slot].kind == '?')
    return jvm_look_at (vm, st, r, f->slot, f->name, f->desc);
  return o->slots[f->slot];
}

void jvm_put_field (jvm *vm, jstate *st, jref r, const jfield *f, jval v) {
  const jobject *o = jvm_object (vm, st, r);
  if (!o)
    return;
  if (o->form == JOBJ_TEXT)
    jvm_put_string_field (vm, st, r, f, v);
  else if (o->form == JOBJ_PLAIN && f->slot < o->n)
    jstate_own (&vm->heap, st, r)->slots[f->slot] = v;
  else if (o->form != JOBJ_CLASS)
    jvm_malformed (vm, st);
}

static jfield *field_of (jvm *vm, jstate *st, jref r, const char *name,
                         const char *desc) {
  const jobject *o = jvm_object (vm, st, r);
  jfield *f = o ? jvm_find_field (vm, o->cls, jnames_text (vm->names, name),
                                  jnames_text (vm->names, desc))
                : NULL;
  if (!f)
    jvm_end (st, JEND_UNSUPPORTED, "this JDK has no field %s", name);
  return f;
}

jval jvm_get (jvm *vm, jstate *st, jref r, const char *name, const char *desc) {
  const jfield *f = field_of (vm, st, r, name, desc);
  return f ? jvm_get_field (vm, st, r, f) : jdefault (*desc);
}

void jvm_put (jvm *vm, jstate *st, jref r, const char *name, const char *desc,
              jval v) {
  const jfield *f = field_of (vm, st, r, name, desc);
  if (f)
    jvm_put_field (vm, st, r, f, v);
}

/* ---------------------------------------------------------- initialisation */

static void set_constants (jvm *vm, jstate *st, jclass *c) {
  for (uint32_t i = 0; i < c->n_fields; i++) {
    const jfield *f = &c->fields[i];
    if (!(f->access & JACC_STATIC) || !f->constant)
      continue;
    const jcp_entry *e = &c->pool[f->constant];
    jval v = jdefault (f->kind);
    if (e->tag == JCP_INT)
      v.i = e->i;
    else if (e->tag == JCP_LONG)
      v.l = e->l;
    else if (e->tag == JCP_FLOAT)
      v.f = e->f;
    else if (e->tag == JCP_DOUBLE)
      v.d = e->d;
    else if (e->tag == JCP_STRING) {
      jtext *t = jtext_from_utf8 (vm->mem, e->text, e->len);
      v.ref = jvm_intern (vm, t->units, t->len);
      jtext_drop (vm->mem, t);
    }
    jstate_own_statics (&vm->heap, st, c)->slots[f->slot] = v;
  }
}

/* Does initialising C initialise its interfaces? Only those with code. */
static bool init_super (jvm *vm, jstate *st, jclass *c) {
  if (c->access & JACC_INTERFACE)
    return true;
  return !c->super || jvm_init_class (vm, st, c->super);
}

bool jvm_init_class (jvm *vm, jstate *st, jclass *c) {
  const jobject *o = jstate_statics (st, c);
  if (o && (o->init == JINIT_DONE || o->init == JINIT_RUNNING))
    return true;
  if (o && o->init == JINIT_FAILED) {
    jvm_throw_new (vm, st, "java/lang/NoClassDefFoundError",
                   "Could not initialize class %s", c->name);
    return false;
  }
  if (!jvm_link (vm, c)) {
    jvm_throw_new (vm, st, "java/lang/NoClassDefFoundError", "%s", c->name);
    return false;
  }
  if (!init_super (vm, st, c))
    return false;
  jstate_own_statics (&vm->heap, st, c)->init = JINIT_RUNNING;
  set_constants (vm, st, c);
  if (!c->clinit || c->clinit->model) {
    jstate_own_statics (&vm->heap, st, c)->init = JINIT_DONE;
    if (c->clinit) {
      jcall call = {.vm = vm, .st = st, .m = c->clinit};
      c->clinit->model->fn (&call);
    }
    return !st->end;
  }
  if (st->n_frames >= vm->limits.max_frames) {
    jvm_end (st, JEND_BOUND, "more than %u calls within calls",
             vm->limits.max_frames);
    return false;
  }
  jframe *f = jstate_push (&vm->heap, st, c->clinit);
  f->flags = JFRAME_CLINIT | JFRAME_RETRY;
  f->store = -1;
  f->subject = JREF_MIRROR | c->index;
  return false;
}
