/* Exceptions and the ends of paths. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "java/vm/internal.h"

void jvm_end (jstate *st, jend end, const char *format, ...) {
  if (st->end)
    return;
  va_list args;
  st->end = end;
  va_start (args, format);
  vsnprintf (st->reason, sizeof st->reason, format, args);
  va_end (args);
}

void jvm_malformed (jvm *vm, jstate *st) {
  (void) vm;
  const jmethod *m = st->top ? st->top->m : NULL;
  jvm_end (st, JEND_UNSUPPORTED, "malformed bytecode in %s.%s",
           m ? m->owner->name : "?", m ? m->name : "?");
}

/* ------------------------------------------------------------ stack traces */

static bool is_throwable_code (jvm *vm, const jmethod *m) {
  return m->owner == vm->known->throwable ||
         (!strcmp (m->name, "<init>") &&
          jclass_is_subtype (m->owner, vm->known->throwable));
}

/* The pc of the instruction that a frame is in: a caller has gone on to the
 * next already, unless it will run the same again. */
static uint32_t current_pc (const jframe *f, const jframe *above) {
  return above && !(above->flags & JFRAME_RETRY) && f->pc ? f->pc - 1 : f->pc;
}

jref jvm_stack_trace (jvm *vm, jstate *st, uint32_t most) {
  lyre_vec (int64_t) entries = {0};
  const jframe *above = NULL;
  bool skipping = true;
  for (const jframe *f = st->top; f && entries.len < most;
       above = f, f = f->up) {
    if (skipping && is_throwable_code (vm, f->m))
      continue;
    skipping = false;
    int64_t entry =
        (int64_t) ((uint64_t) f->m->index << 32 | current_pc (f, above));
    lyre_vec_push (vm->mem, &entries, entry);
  }
  jclass *longs = jvm_class (vm, "[J");
  jref r = jvm_new_array (vm, st, longs, entries.len);
  if (entries.len)
    memcpy (jstate_own (&vm->heap, st, r)->raw, entries.data,
            entries.len * sizeof *entries.data);
  lyre_vec_release (vm->mem, &entries);
  return r;
}

/* ---------------------------------------------------------------- throwing */

void jvm_throw_new (jvm *vm, jstate *st, const char *name, const char *message,
                    ...) {
  if (st->end)
    return;
  jclass *c = jvm_class (vm, name);
  if (!c) {
    jvm_end (st, JEND_UNSUPPORTED, "%s", jvm_why (vm));
    return;
  }
  jref e = jvm_new_object (vm, st, c);
  jstate_own (&vm->heap, st, e)->is_vm_made = true;
  if (message) {
    char text[500];
    va_list args;
    va_start (args, message);
    vsnprintf (text, sizeof text, message, args);
    va_end (args);
    jref s = jvm_new_string_utf8 (vm, st, text);
    jvm_put_field (vm, st, e, vm->known->message, jobj (s));
  }
  jvm_put_field (vm, st, e, vm->known->cause, jobj (e));
  jvm_put_field (vm, st, e, vm->known->backtrace,
                 jobj (jvm_stack_trace (vm, st, 64)));
  jvm_throw (vm, st, e);
}

static const jhandler *find_handler (jvm *vm, jstate *st, const jframe *f,
                                     uint32_t pc, const jclass *thrown) {
  for (uint32_t i = 0; i < f->m->n_handlers; i++) {
    const jhandler *h = &f->m->handlers[i];
    if (pc < h->start || pc >= h->end)
      continue;
    if (!h->type)
      return h;
    jcp_entry *e = &f->m->owner->pool[h->type];
    jclass *c = e->linked ? e->linked : jloader_find (vm->loader, e->text);
    if (c && jvm_link (vm, c) && jclass_is_subtype (thrown, c))
      return h;
  }
  (void) st;
  return NULL;
}

/* An exception that leaves a static initialiser: the class is unusable, and
 * what goes on is an error that wraps it. */
static jref leave_initialiser (jvm *vm, jstate *st, jref exception) {
  jclass *c = jloader_class (vm->loader, st->top->subject & JREF_INDEX);
  jstate_own_statics (&vm->heap, st, c)->init = JINIT_FAILED;
  jclass *error = jvm_class (vm, "java/lang/Error");
  jclass *wrapper = jvm_class (vm, "java/lang/ExceptionInInitializerError");
  const jobject *o = jvm_object (vm, st, exception);
  if (!o || !error || !wrapper || jclass_is_subtype (o->cls, error))
    return exception;
  jref w = jvm_new_object (vm, st, wrapper);
  jvm_put_field (vm, st, w, vm->known->cause, jobj (exception));
  jvm_put_field (vm, st, w, vm->known->backtrace,
                 jobj (jvm_stack_trace (vm, st, 64)));
  return w;
}

void jvm_throw (jvm *vm, jstate *st, jref exception) {
  if (st->end)
    return;
  const jframe *above = NULL;
  bool above_retries = false;
  while (st->top) {
    jframe *f = st->top;
    uint32_t pc = above ? (above_retries || !f->pc ? f->pc : f->pc - 1) : f->pc;
    const jobject *o = jvm_object (vm, st, exception);
    if (!o)
      return;
    const jhandler *h = find_handler (vm, st, f, pc, o->cls);
    if (h) {
      f = top (vm, st);
      f->sp = 1;
      f->v[f->m->max_locals] = jobj (exception);
      f->pc = h->handler;
      return;
    }
    if (f->flags & JFRAME_CLINIT)
      exception = leave_initialiser (vm, st, exception);
    above_retries = f->flags & JFRAME_RETRY;
    above = f; /* only its being there counts from here on */
    jstate_pop (&vm->heap, st);
  }
  st->result = jobj (exception);
  jvm_end (st, JEND_THROW, "an exception");
}
