/* jdk.internal.misc.Unsafe, as far as java.util needs it. An offset is the
 * number of a field's slot, or for arrays 16 + index * size of an element. */
#include <string.h>

#include "java/vm/internal.h"

#define UNSAFE "jdk/internal/misc/Unsafe"
#define OBJECT "Ljava/lang/Object;"

enum { ARRAY_BASE = 16 };

static jmodel_result offset_of (jcall *c, jref k, jstr s) {
  const jclass *cls = jvm_mirrored (c->vm, c->st, k);
  if (!jvm_link (c->vm, (jclass *) cls))
    return junsupported (c, "%s", jvm_why (c->vm));
  char *name = jtext_utf8 (c->vm->mem, s.units, s.len);
  int64_t found = -1;
  for (uint32_t i = 0; i < cls->n_fields; i++)
    if (!strcmp (cls->fields[i].name, name))
      found = cls->fields[i].slot;
  lyre_free (c->vm->mem, name);
  if (found < 0)
    return jthrow (c, "java/lang/InternalError", NULL);
  return jreturn_long (c, found);
}

static jmodel_result field_offset (jcall *c) {
  jref k = jcall_object (c, 1);
  jstr s;
  if (!k || !jcall_text (c, 2, &s))
    return JM_GONE;
  return offset_of (c, k, s);
}

/* The same for a java.lang.reflect.Field. */
static jmodel_result field_offset_of (jcall *c) {
  jref f = jcall_object (c, 1);
  if (!f)
    return JM_GONE;
  jval k = jvm_get (c->vm, c->st, f, "clazz", "Ljava/lang/Class;");
  jval name = jvm_get (c->vm, c->st, f, "name", "Ljava/lang/String;");
  if (c->st->end)
    return JM_GONE;
  return offset_of (c, k.ref, jvm_text (c->vm, c->st, name.ref));
}

static jmodel_result array_base (jcall *c) {
  return c->m->sig.ret == 'J' ? jreturn_long (c, ARRAY_BASE)
                              : jreturn_int (c, ARRAY_BASE);
}

static jmodel_result index_scale (jcall *c) {
  jref k = jcall_object (c, 1);
  if (!k)
    return JM_GONE;
  const jclass *cls = jvm_mirrored (c->vm, c->st, k);
  return jreturn_int (c, cls->element_kind == 'L'
                             ? 4
                             : (int32_t) jraw_size (cls->element_kind));
}

/* A place: a slot of an object, or an element of an array. */
typedef struct {
  jref r;
  uint32_t i;
  bool is_cache; /* a field of a Class: the JDK may keep things there, and it
                    finds nothing the next time */
} place;

static bool find_place (jcall *c, place *p) {
  p->r = jcall_object (c, 1);
  if (!p->r || c->args[2].term) {
    if (p->r)
      junsupported (c, "Unsafe with a symbolic offset");
    return false;
  }
  const jobject *o = jvm_object (c->vm, c->st, p->r);
  if (!o)
    return false;
  int64_t offset = c->args[2].l;
  p->is_cache = o->form == JOBJ_CLASS;
  if (p->is_cache)
    return true;
  if (o->cls->element) {
    uint32_t size =
        o->cls->element_kind == 'L' ? 4 : jraw_size (o->cls->element_kind);
    offset = offset < ARRAY_BASE || (offset - ARRAY_BASE) % size
                 ? -1
                 : (offset - ARRAY_BASE) / size;
  }
  if (offset < 0 || offset >= o->n || o->form == JOBJ_TEXT) {
    junsupported (c, "Unsafe.%s in %s", c->m->name, c->st->top->m->owner->name);
    return false;
  }
  p->i = (uint32_t) offset;
  return true;
}

static jval read_place (jcall *c, place p) {
  if (p.is_cache)
    return jdefault (c->m->sig.ret == 'V' ? 'L' : c->m->sig.ret);
  const jobject *o = jvm_object (c->vm, c->st, p.r);
  if (o->form == JOBJ_RAW)
    return jarray_get (o, p.i);
  if (o->slots[p.i].kind != '?')
    return o->slots[p.i];
  const jfield *f = o->cls->element ? NULL : o->cls->slot_fields[p.i];
  return jvm_look_at (c->vm, c->st, p.r, p.i, f ? f->name : NULL,
                      f ? f->desc
                        : jnames_text (c->vm->names, o->cls->name + 1));
}

static void write_place (jcall *c, place p, jval v) {
  if (p.is_cache)
    return;
  const jobject *o = jvm_object (c->vm, c->st, p.r);
  if (o->cls->element)
    jstate_store (&c->vm->heap, c->st, p.r, p.i, v);
  else
    jstate_own (&c->vm->heap, c->st, p.r)->slots[p.i] = v;
}

static jmodel_result get (jcall *c) {
  place p;
  if (!find_place (c, &p))
    return JM_GONE;
  jval v = read_place (c, p);
  if (v.kind != jkind_of (c->m->sig.ret))
    return junsupported (c, "Unsafe.%s of another type", c->m->name);
  return jreturn (c, v);
}

static jmodel_result put (jcall *c) {
  place p;
  if (!find_place (c, &p))
    return JM_GONE;
  write_place (c, p, c->args[3]);
  return jreturn_void (c);
}

static bool same (jcall *c, jval a, jval b) {
  if (a.kind == 'L')
    return jvm_deref (c->vm, c->st, a) == jvm_deref (c->vm, c->st, b);
  return jdecide (c, jvm_compare (c->vm, JCMP_EQ, a, b));
}

static jmodel_result compare_and_set (jcall *c) {
  place p;
  if (!find_place (c, &p))
    return JM_GONE;
  if (p.is_cache)
    return jreturn_int (c, 1);
  bool ok = same (c, read_place (c, p), c->args[3]);
  if (c->st->end)
    return JM_GONE;
  if (ok)
    write_place (c, p, c->args[4]);
  return jreturn_int (c, ok);
}

static jmodel_result compare_and_exchange (jcall *c) {
  place p;
  if (!find_place (c, &p))
    return JM_GONE;
  jval old = read_place (c, p);
  bool ok = same (c, old, c->args[3]);
  if (c->st->end)
    return JM_GONE;
  if (ok)
    write_place (c, p, c->args[4]);
  return jreturn (c, old);
}

static jmodel_result get_and_add (jcall *c) {
  place p;
  if (!find_place (c, &p))
    return JM_GONE;
  jval old = read_place (c, p);
  write_place (c, p, jvm_binary (c->vm, c->st, JOP_ADD, old, c->args[3]));
  return jreturn (c, old);
}

static jmodel_result allocate (jcall *c) {
  jref k = jcall_object (c, 1);
  if (!k)
    return JM_GONE;
  jclass *cls = jvm_mirrored (c->vm, c->st, k);
  if (!jvm_init_class (c->vm, c->st, cls))
    return JM_GONE;
  return jreturn_ref (c, jvm_new_object (c->vm, c->st, cls));
}

static jmodel_result init_class (jcall *c) {
  jref k = jcall_object (c, 1);
  if (!k)
    return JM_GONE;
  if (!jvm_init_class (c->vm, c->st, jvm_mirrored (c->vm, c->st, k)))
    return JM_GONE;
  return jreturn_void (c);
}

static jmodel_result nothing (jcall *c) {
  return jreturn_void (c);
}

static jmodel_result zero (jcall *c) {
  return jreturn_int (c, 0);
}

#define ACCESS(TYPE, DESC)                                                     \
  {UNSAFE, "get" TYPE, "(" OBJECT "J)" DESC, get},                             \
      {UNSAFE, "get" TYPE "Volatile", NULL, get},                              \
      {UNSAFE, "get" TYPE "Acquire", NULL, get},                               \
      {UNSAFE, "get" TYPE "Opaque", NULL, get},                                \
      {UNSAFE, "put" TYPE, "(" OBJECT "J" DESC ")V", put},                     \
      {UNSAFE, "put" TYPE "Volatile", NULL, put},                              \
      {UNSAFE, "put" TYPE "Release", NULL, put},                               \
      {UNSAFE, "put" TYPE "Opaque", NULL, put},                                \
      {UNSAFE, "compareAndSet" TYPE, NULL, compare_and_set},                   \
      {UNSAFE, "weakCompareAndSet" TYPE, NULL, compare_and_set}, {             \
    UNSAFE, "compareAndExchange" TYPE, NULL, compare_and_exchange              \
  }

const jmodel jmodels_unsafe[] = {
    ACCESS ("Int", "I"),
    ACCESS ("Long", "J"),
    ACCESS ("Boolean", "Z"),
    ACCESS ("Byte", "B"),
    ACCESS ("Short", "S"),
    ACCESS ("Char", "C"),
    ACCESS ("Float", "F"),
    ACCESS ("Double", "D"),
    ACCESS ("Reference", OBJECT),
    {UNSAFE, "getAndAddInt", NULL, get_and_add},
    {UNSAFE, "getAndAddLong", NULL, get_and_add},
    {UNSAFE, "objectFieldOffset", "(Ljava/lang/Class;Ljava/lang/String;)J",
     field_offset},
    {UNSAFE, "objectFieldOffset", "(Ljava/lang/reflect/Field;)J",
     field_offset_of},
    {UNSAFE, "objectFieldOffset1", NULL, field_offset},
    {UNSAFE, "arrayBaseOffset", NULL, array_base},
    {UNSAFE, "arrayBaseOffset0", NULL, array_base},
    {UNSAFE, "arrayIndexScale", NULL, index_scale},
    {UNSAFE, "arrayIndexScale0", NULL, index_scale},
    {UNSAFE, "allocateInstance", NULL, allocate},
    {UNSAFE, "ensureClassInitialized", NULL, init_class},
    {UNSAFE, "ensureClassInitialized0", NULL, init_class},
    {UNSAFE, "shouldBeInitialized", NULL, zero},
    {UNSAFE, "fullFence", NULL, nothing},
    {UNSAFE, "loadFence", NULL, nothing},
    {UNSAFE, "storeFence", NULL, nothing},
    {UNSAFE, "park", NULL, nothing},
    {UNSAFE, "unpark", NULL, nothing},
    {0},
};
