/* java.lang.System, Runtime, Thread, and printing. */
#include <string.h>

#include "java/vm/internal.h"

static jmodel_result nothing (jcall *c) {
  return jreturn_void (c);
}

static jmodel_result null (jcall *c) {
  return jreturn_ref (c, JREF_NULL);
}

static jmodel_result one (jcall *c) {
  return jreturn_int (c, 1);
}

/* ------------------------------------------------------------------ System */

static void set_static (jvm *vm, jstate *st, jclass *k, const char *name,
                        const char *desc, jval v) {
  jfield *f = jvm_find_field (vm, k, jnames_text (vm->names, name),
                              jnames_text (vm->names, desc));
  if (f && f->access & JACC_STATIC)
    jstate_own_statics (&vm->heap, st, k)->slots[f->slot] = v;
}

/* The streams exist but have no insides: their methods are models. */
static jmodel_result init_system (jcall *c) {
  jvm *vm = c->vm;
  jclass *stream = jvm_class (vm, "java/io/PrintStream");
  if (!stream)
    return junsupported (c, "%s", jvm_why (vm));
  static const char *const names[] = {"out", "err"};
  for (int i = 0; i < 2; i++)
    set_static (vm, c->st, c->m->owner, names[i], "Ljava/io/PrintStream;",
                jobj (jvm_new_object (vm, c->st, stream)));
  return jreturn_void (c);
}

static jval length_of (jvm *vm, jstate *st, jref r) {
  const jobject *o = jvm_object (vm, st, r);
  return o ? jvm_array_length (vm, o) : jint (0);
}

/* All the ways a copy can be out of bounds, as one condition for staying in. */
static bool copy_fits (jcall *c, jref from, jref to) {
  jvm *vm = c->vm;
  jval s = c->args[1], d = c->args[3], n = c->args[4];
  jval s_end = jvm_binary (vm, c->st, JOP_ADD, jvm_convert (vm, c->st, s, 'J'),
                           jvm_convert (vm, c->st, n, 'J'));
  jval d_end = jvm_binary (vm, c->st, JOP_ADD, jvm_convert (vm, c->st, d, 'J'),
                           jvm_convert (vm, c->st, n, 'J'));
  lyre_term conds[] = {
      jvm_compare (vm, JCMP_GE, s, jint (0)),
      jvm_compare (vm, JCMP_GE, d, jint (0)),
      jvm_compare (vm, JCMP_GE, n, jint (0)),
      jvm_compare (vm, JCMP_LE, s_end,
                   jvm_convert (vm, c->st, length_of (vm, c->st, from), 'J')),
      jvm_compare (vm, JCMP_LE, d_end,
                   jvm_convert (vm, c->st, length_of (vm, c->st, to), 'J')),
  };
  return jdecide (c, jt (vm, LYRE_AND, 5, conds));
}

static jval element (jcall *c, jref r, uint32_t i) {
  const jobject *o = jvm_object (c->vm, c->st, r);
  if (o->form == JOBJ_SLOTS && o->slots[i].kind == '?')
    return jvm_look_at (c->vm, c->st, r, i, NULL,
                        jnames_text (c->vm->names, o->cls->name + 1));
  return jarray_get (o, i);
}

static void copy_raw (jcall *c, jref from, jref to, uint32_t s, uint32_t d,
                      uint32_t n) {
  jobject *dst = jstate_own (&c->vm->heap, c->st, to);
  const jobject *src = jstate_object (&c->vm->heap, c->st, from);
  size_t size = jraw_size (dst->cls->element_kind);
  memmove (dst->raw + d * size, src->raw + s * size, n * size);
}

static jmodel_result copy_elements (jcall *c, jref from, jref to, uint32_t s,
                                    uint32_t d, uint32_t n) {
  jvm *vm = c->vm;
  const jobject *src = jvm_object (vm, c->st, from);
  const jobject *dst = jvm_object (vm, c->st, to);
  if (src->form == JOBJ_RAW && dst->form == JOBJ_RAW) {
    copy_raw (c, from, to, s, d, n);
    return jreturn_void (c);
  }
  const jclass *into = dst->cls->element;
  bool check = dst->cls->element_kind == 'L' &&
               !jclass_is_subtype (src->cls->element, into);
  bool backwards = from == to && s < d;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t i = backwards ? n - 1 - k : k;
    jval v = element (c, from, s + i);
    if (check && v.ref &&
        !jclass_is_subtype (jvm_class_of (vm, jvm_object (vm, c->st, v.ref)),
                            into))
      return jthrow (c, "java/lang/ArrayStoreException", NULL);
    jstate_store (&vm->heap, c->st, to, d + i, v);
  }
  return jreturn_void (c);
}

static jmodel_result array_copy (jcall *c) {
  jref from = jcall_object (c, 0), to = from ? jcall_object (c, 2) : 0;
  if (!from || !to || c->st->end)
    return JM_GONE;
  const jobject *a = jvm_object (c->vm, c->st, from);
  const jobject *b = jvm_object (c->vm, c->st, to);
  if (!a || !b)
    return JM_GONE;
  if (!a->cls->element || !b->cls->element ||
      a->cls->element_kind != b->cls->element_kind)
    return jthrow (c, "java/lang/ArrayStoreException",
                   "arraycopy: type mismatch");
  if (!copy_fits (c, from, to)) {
    if (c->args[1].term || c->args[3].term || c->args[4].term)
      return jthrow (c, "java/lang/ArrayIndexOutOfBoundsException", NULL);
    return jthrow (c, "java/lang/ArrayIndexOutOfBoundsException",
                   "arraycopy: last source index %u out of bounds for length "
                   "%u",
                   (unsigned) (c->args[1].i + c->args[4].i), a->n);
  }
  int64_t s = jcall_int (c, 1), d = jcall_int (c, 3), n = jcall_int (c, 4);
  a = jvm_object (c->vm, c->st, from);
  b = jvm_object (c->vm, c->st, to);
  if (s < 0 || d < 0 || n < 0 || s + n > a->n || d + n > b->n)
    jvm_end (c->st, JEND_INFEASIBLE, "a copy beyond the longest array");
  if (c->st->end)
    return JM_GONE;
  return copy_elements (c, from, to, (uint32_t) s, (uint32_t) d, (uint32_t) n);
}

static jmodel_result identity_hash (jcall *c) {
  jref r = jcall_ref (c, 0);
  c->st->is_inexact = true;
  return jreturn_int (c, (int32_t) (r * 0x9E3779B1u >> 4));
}

/* Time stands nearly still: each look is a millisecond later. */
static jmodel_result time_millis (jcall *c) {
  c->st->is_inexact = true;
  return jreturn_long (c, 1600000000000 + (int64_t) (c->st->steps >> 10));
}

static jmodel_result time_nanos (jcall *c) {
  c->st->is_inexact = true;
  return jreturn_long (c, (int64_t) c->st->steps);
}

static const char *property (const char *name) {
  static const char *const table[][2] = {
      {"line.separator", "\n"},     {"file.separator", "/"},
      {"path.separator", ":"},      {"user.dir", "/"},
      {"java.version", "17"},       {"java.specification.version", "17"},
      {"os.name", "Linux"},         {"file.encoding", "UTF-8"},
      {"user.language", "en"},      {"sun.jnu.encoding", "UTF-8"},
      {"native.encoding", "UTF-8"}, {"java.io.tmpdir", "/tmp"},
  };
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp (name, table[i][0]))
      return table[i][1];
  return NULL;
}

jmodel_result jmodel_get_property (jcall *c) {
  jstr s;
  if (!jcall_text (c, 0, &s))
    return JM_GONE;
  if (!s.units)
    return junsupported (c, "System.getProperty of a symbolic name");
  char *name = jtext_utf8 (c->vm->mem, s.units, s.len);
  const char *value = property (name);
  lyre_free (c->vm->mem, name);
  if (value)
    return jreturn_utf8 (c, value);
  return c->n > 1 ? jreturn (c, c->args[1]) : jreturn_ref (c, JREF_NULL);
}

static jmodel_result line_separator (jcall *c) {
  static const uint16_t newline[] = {'\n'};
  return jreturn_ref (c, jvm_intern (c->vm, newline, 1));
}

static jmodel_result exit_program (jcall *c) {
  jvm_end (c->st, JEND_EXIT, "%s.%s", c->m->owner->name, c->m->name);
  return JM_GONE;
}

/* ---------------------------------------------------------------- printing */

static void show (jcall *c, jstr s) {
  if (!c->vm->print)
    return;
  static const uint16_t mark[] = {'?'};
  if (!s.units)
    s = (jstr){.units = mark, .len = 1};
  char *text = jtext_utf8 (c->vm->mem, s.units, s.len);
  c->vm->print (c->vm->print_user, text, strlen (text));
  lyre_free (c->vm->mem, text);
}

static jmodel_result print (jcall *c) {
  jstr s = {0};
  bool is_chars = c->n > 1 && !strncmp (c->m->desc, "([C", 3);
  if (c->n > 1 && !is_chars && !jcall_shown (c, 1, &s))
    return JM_GONE;
  if (c->n > 1 && !is_chars)
    show (c, s);
  if (!strcmp (c->m->name, "println") && c->vm->print)
    c->vm->print (c->vm->print_user, "\n", 1);
  return jreturn_void (c);
}

static jmodel_result self (jcall *c) {
  return jreturn (c, c->args[0]);
}

/* ----------------------------------------------------------------- threads */

/* One thread, made without its constructor when somebody asks for it. */
static jmodel_result current_thread (jcall *c) {
  jvm *vm = c->vm;
  if (!c->st->thread)
    c->st->thread = jvm_new_object (vm, c->st, c->m->owner);
  return jreturn_ref (c, c->st->thread);
}

static jmodel_result no_threads (jcall *c) {
  return junsupported (c, "more than one thread (Thread.start)");
}

static jmodel_result memory (jcall *c) {
  return jreturn_long (c, 1 << 28);
}

#define SYSTEM "java/lang/System"
#define STREAM "java/io/PrintStream"

const jmodel jmodels_system[] = {
    {SYSTEM, "<clinit>", "()V", init_system},
    {SYSTEM, "arraycopy", NULL, array_copy},
    {SYSTEM, "identityHashCode", NULL, identity_hash},
    {SYSTEM, "currentTimeMillis", NULL, time_millis},
    {SYSTEM, "nanoTime", NULL, time_nanos},
    {SYSTEM, "getProperty", NULL, jmodel_get_property},
    {SYSTEM, "lineSeparator", NULL, line_separator},
    {SYSTEM, "getSecurityManager", NULL, null},
    {SYSTEM, "getenv", "(Ljava/lang/String;)Ljava/lang/String;", null},
    {SYSTEM, "exit", NULL, exit_program},
    {SYSTEM, "gc", NULL, nothing},
    {STREAM, "println", NULL, print},
    {STREAM, "print", NULL, print},
    {STREAM, "flush", NULL, nothing},
    {STREAM, "close", NULL, nothing},
    {STREAM, "write", NULL, nothing},
    {STREAM, "printf", NULL, self},
    {STREAM, "format", NULL, self},
    {STREAM, "append", NULL, self},
    {"java/lang/Runtime", "exit", NULL, exit_program},
    {"java/lang/Runtime", "halt", NULL, exit_program},
    {"java/lang/Runtime", "availableProcessors", NULL, one},
    {"java/lang/Runtime", "freeMemory", NULL, memory},
    {"java/lang/Runtime", "maxMemory", NULL, memory},
    {"java/lang/Runtime", "totalMemory", NULL, memory},
    {"java/lang/Runtime", "gc", NULL, nothing},
    {"java/lang/Thread", "currentThread", NULL, current_thread},
    {"java/lang/Thread", "start", "()V", no_threads},
    {"java/lang/Thread", "sleep", NULL, nothing},
    {"java/lang/Thread", "yield", NULL, nothing},
    {"java/lang/Thread", "onSpinWait", NULL, nothing},
    {0},
};
