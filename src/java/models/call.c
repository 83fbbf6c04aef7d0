/* What models are written with. */
#include <stdarg.h>
#include <stdio.h>

#include "java/vm/internal.h"

jref jcall_ref (jcall *c, uint32_t i) {
  return jvm_deref (c->vm, c->st, c->args[i]);
}

jref jcall_object (jcall *c, uint32_t i) {
  jref r = jcall_ref (c, i);
  if (!r && !c->st->end)
    jthrow (c, "java/lang/NullPointerException", NULL);
  return r;
}

bool jcall_text (jcall *c, uint32_t i, jstr *s) {
  jref r = jcall_object (c, i);
  if (!r || c->st->end)
    return false;
  const jobject *o = jvm_object (c->vm, c->st, r);
  if (o && o->form != JOBJ_TEXT) {
    junsupported (c, "%s.%s with a CharSequence of class %s", c->m->owner->name,
                  c->m->name, o->cls->name);
    return false;
  }
  *s = jvm_text (c->vm, c->st, r);
  return !c->st->end;
}

bool jcall_shown (jcall *c, uint32_t i, jstr *s) {
  bool is_static = c->m->access & JACC_STATIC;
  char kind = !is_static && !i ? 'L' : c->m->sig.kinds[is_static ? i : i - 1];
  const jframe *f = c->st->top;
  int at = (int) (f->sp - c->n + i);
  if (c->site->flags & JFRAME_RETRY || at < 0 || c->site->pops != c->n) {
    /* Called from the machine itself: there is no operand to replace. */
    jval v = c->args[i];
    const jobject *o =
        v.kind == 'L' && v.ref ? jvm_object (c->vm, c->st, v.ref) : NULL;
    if (o && o->form != JOBJ_TEXT) {
      junsupported (c, "%s.%s as a method reference", c->m->owner->name,
                    c->m->name);
      return false;
    }
    at = -1;
  }
  return jvm_to_text (c->vm, c->st, c->args[i], kind, at, s);
}

int32_t jcall_int (jcall *c, uint32_t i) {
  if (!c->args[i].term)
    return c->args[i].i;
  return (int32_t) jvm_concretise (c->vm, c->st,
                                   jvm_int_term (c->vm, c->args[i]));
}

bool jcall_is_concrete (const jcall *c, uint32_t i) {
  return !c->args[i].term;
}

bool jdecide (jcall *c, lyre_term cond) {
  return jvm_decide (c->vm, c->st, cond);
}

lyre_term jfresh (jcall *c, const char *name, lyre_sort sort) {
  return jvm_fresh (c->vm, c->st, name, sort);
}

/* --------------------------------------------------------------- returning */

jmodel_result jreturn (jcall *c, jval v) {
  c->ret = v;
  return c->st->end ? JM_GONE : JM_DONE;
}

jmodel_result jreturn_void (jcall *c) {
  return jreturn (c, (jval){0});
}

jmodel_result jreturn_int (jcall *c, int32_t i) {
  return jreturn (c, jint (i));
}

jmodel_result jreturn_long (jcall *c, int64_t l) {
  return jreturn (c, jlong (l));
}

jmodel_result jreturn_ref (jcall *c, jref r) {
  return jreturn (c, jobj (r));
}

jmodel_result jreturn_term (jcall *c, lyre_term t) {
  return jreturn (c, c->m->sig.ret == 'J' ? jvm_long_value (c->vm, t)
                                          : jvm_int_value (c->vm, t));
}

jmodel_result jreturn_text (jcall *c, jstr s) {
  if (c->st->end)
    return JM_GONE;
  return jreturn_ref (c, jvm_new_string (c->vm, c->st, s));
}

jmodel_result jreturn_text_term (jcall *c, lyre_term t) {
  return jreturn_text (c, (jstr){.term = t});
}

jmodel_result jreturn_utf8 (jcall *c, const char *text) {
  return jreturn_ref (c, jvm_new_string_utf8 (c->vm, c->st, text));
}

jmodel_result jthrow (jcall *c, const char *cls, const char *format, ...) {
  if (!format) {
    jvm_throw_new (c->vm, c->st, cls, NULL);
    return JM_GONE;
  }
  char text[400];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  jvm_throw_new (c->vm, c->st, cls, "%s", text);
  return JM_GONE;
}

jmodel_result junsupported (jcall *c, const char *what, ...) {
  char text[200];
  va_list args;
  va_start (args, what);
  vsnprintf (text, sizeof text, what, args);
  va_end (args);
  jvm_end (c->st, JEND_UNSUPPORTED, "%s", text);
  return JM_GONE;
}

jmodel_result jcall_method (jcall *c, jmethod *m, const jval *args,
                            uint32_t n) {
  const jobject *o = n && args[0].kind == 'L' && args[0].ref
                         ? jstate_object (&c->vm->heap, c->st, args[0].ref)
                         : NULL;
  if (o && jlambda_answers (o->cls, m))
    jvm_invoke_lambda (c->vm, c->st, args[0].ref, m, args, n, c->site);
  else
    jvm_invoke (c->vm, c->st, m, args, n, c->site);
  return JM_CALLED;
}

jmethod *jcall_find (jcall *c, jref r, const char *name, const char *desc) {
  const jobject *o = jvm_object (c->vm, c->st, r);
  if (!o)
    return NULL;
  jclass *cls = jvm_class_of (c->vm, o);
  jmethod *m = jvm_find_method (c->vm, cls, jnames_text (c->vm->names, name),
                                jnames_text (c->vm->names, desc));
  return !m || jlambda_answers (cls, m) ? m : jvm_select (c->vm, cls, m);
}
