/* Calls and returns. */
#include <string.h>

#include "java/vm/internal.h"

/* -------------------------------------------------------------- delivering */

/* Gives the result of a call to the frame on top, which waits for it. */
static void hand_over (jvm *vm, jstate *st, uint8_t flags, char adapt,
                       int16_t store, jref subject, jval v, char declared) {
  jframe *f = top (vm, st);
  if (flags & JFRAME_RETRY) {
    if (store >= 0)
      f->v[f->m->max_locals + (uint32_t) store] = v;
    return;
  }
  if (flags & JFRAME_DISCARD)
    return;
  if (subject)
    v = jobj (subject);
  else if (flags & JFRAME_ADAPT) {
    v = jvm_adapt (vm, st, v, declared, adapt);
    f = top (vm, st);
  }
  if (v.kind)
    f->v[f->m->max_locals + f->sp++] = v;
}

static void leave_instruction (jvm *vm, jstate *st, const jsite *site) {
  if (site->flags & JFRAME_RETRY)
    return;
  jframe *f = top (vm, st);
  f->sp -= site->pops;
  f->pc = site->next_pc;
}

void jvm_deliver (jvm *vm, jstate *st, const jsite *site, jval v) {
  leave_instruction (vm, st, site);
  hand_over (vm, st, site->flags, site->adapt, site->store, site->subject, v,
             v.kind);
}

static void class_is_ready (jvm *vm, jstate *st, jref mirror) {
  jclass *c = jloader_class (vm->loader, mirror & JREF_INDEX);
  jstate_own_statics (&vm->heap, st, c)->init = JINIT_DONE;
}

void jvm_return (jvm *vm, jstate *st, jval v) {
  jframe *f = st->top;
  if (!f->up && f->m->sig.ret == 'Z' && v.term) {
    /* The outcome: yes and no are two. */
    bool yes = jvm_decide (vm, st, jvm_bool_term (vm, v));
    if (st->end)
      return;
    v = jint (yes);
    f = top (vm, st);
  }
  uint8_t flags = f->flags;
  char adapt = f->adapt, declared = f->m->sig.ret;
  int16_t store = f->store;
  jref subject = f->subject;
  jstate_pop (&vm->heap, st);
  if (flags & JFRAME_CLINIT)
    class_is_ready (vm, st, subject);
  if (st->top) {
    hand_over (vm, st, flags, adapt, store, subject, v, declared);
    return;
  }
  st->result = subject && !(flags & JFRAME_CLINIT) ? jobj (subject) : v;
  jvm_end (st, JEND_RETURN, "it returned");
}

/* ----------------------------------------------------------------- calling */

static void place_arguments (jframe *f, const jval *args, uint32_t n) {
  uint32_t slot = 0;
  for (uint32_t i = 0; i < n; i++) {
    f->v[slot] = args[i];
    slot += args[i].kind == 'J' || args[i].kind == 'D' ? 2 : 1;
  }
}

static bool arguments_fit (const jmethod *m, const jval *args, uint32_t n) {
  uint32_t slots = 0;
  for (uint32_t i = 0; i < n; i++)
    slots += args[i].kind == 'J' || args[i].kind == 'D' ? 2 : 1;
  return slots <= m->max_locals;
}

static void call_bytecode (jvm *vm, jstate *st, jmethod *m, const jval *args,
                           uint32_t n, const jsite *site) {
  if (st->n_frames >= vm->limits.max_frames) {
    jvm_end (st, JEND_BOUND, "more than %u calls within calls",
             vm->limits.max_frames);
    return;
  }
  if (!arguments_fit (m, args, n)) {
    jvm_malformed (vm, st);
    return;
  }
  if (st->top)
    leave_instruction (vm, st, site);
  jframe *f = jstate_push (&vm->heap, st, m);
  f->flags = site->flags;
  f->adapt = site->adapt;
  f->store = site->store;
  f->subject = site->subject;
  place_arguments (f, args, n);
}

/* True if the model has done it all. */
static bool call_model (jvm *vm, jstate *st, jmethod *m, const jval *args,
                        uint32_t n, const jsite *site) {
  jcall c = {.vm = vm, .st = st, .m = m, .args = args, .n = n, .site = site};
  switch (m->model->fn (&c)) {
  case JM_DONE:
    if (m->sig.ret == 'V')
      c.ret = (jval){0};
    else if (c.ret.kind != jkind_of (m->sig.ret))
      jvm_end (st, JEND_UNSUPPORTED, "a model of %s.%s for another JDK",
               m->owner->name, m->name);
    if (!st->end)
      jvm_deliver (vm, st, site, c.ret);
    return true;
  case JM_BYTECODE:
    return false;
  default:
    return true;
  }
}

void jvm_invoke (jvm *vm, jstate *st, jmethod *m, const jval *args, uint32_t n,
                 const jsite *site) {
  if (m->model && call_model (vm, st, m, args, n, site))
    return;
  if (m->code_len)
    call_bytecode (vm, st, m, args, n, site);
  else if (m->access & JACC_NATIVE && (!strcmp (m->name, "registerNatives") ||
                                       !strcmp (m->name, "initIDs")))
    jvm_deliver (vm, st, site, (jval){0});
  else if (m->access & JACC_NATIVE)
    jvm_end (st, JEND_UNSUPPORTED, "native method %s.%s", m->owner->name,
             m->name);
  else
    jvm_throw_new (vm, st, "java/lang/AbstractMethodError", "%s.%s",
                   m->owner->name, m->name);
}

void jvm_call_and_retry (jvm *vm, jstate *st, jmethod *m, const jval *args,
                         uint32_t n, int at) {
  jsite site = {.flags = JFRAME_RETRY, .store = (int16_t) at};
  jvm_invoke (vm, st, m, args, n, &site);
}
