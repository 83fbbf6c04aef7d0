/* java.lang.Class. */
#include <stdio.h>
#include <string.h>

#include "java/vm/internal.h"

#define CLASS "java/lang/Class"

static jclass *self (jcall *c) {
  return jvm_mirrored (c->vm, c->st, c->args[0].ref);
}

/* "java.lang.String", "[I", "[Ljava.lang.String;" */
static jmodel_result get_name (jcall *c) {
  const jclass *k = self (c);
  size_t n = strlen (k->name);
  char *text = lyre_arena_text (&c->vm->scratch, k->name, n);
  for (size_t i = 0; i < n; i++)
    if (text[i] == '/')
      text[i] = '.';
  jtext *t = jtext_from_utf8 (c->vm->mem, text, n);
  jref r = jvm_intern (c->vm, t->units, t->len);
  jtext_drop (c->vm->mem, t);
  return jreturn_ref (c, r);
}

static const char *simple_name (const jclass *k) {
  for (uint32_t i = 0; i < k->n_inner; i++)
    if (k->inner[i].inner == k->name)
      return k->inner[i].simple ? k->inner[i].simple : "";
  const char *slash = strrchr (k->name, '/');
  return slash ? slash + 1 : k->name;
}

static jmodel_result get_simple_name (jcall *c) {
  const jclass *k = self (c);
  unsigned dims = 0;
  for (; k->element; k = k->element)
    dims++;
  const char *name = simple_name (k);
  size_t n = strlen (name);
  char *text = lyre_arena_alloc (&c->vm->scratch, n + 2 * dims + 1);
  memcpy (text, name, n);
  for (unsigned i = 0; i < dims; i++)
    memcpy (text + n + 2ul * i, "[]", 2);
  text[n + 2 * dims] = 0;
  return jreturn_utf8 (c, text);
}

/* "p.Outer.Inner"; null for classes without such a name. */
static jmodel_result get_canonical_name (jcall *c) {
  const jclass *k = self (c);
  char parts[800] = "", next[800];
  unsigned dims = 0;
  for (; k->element; k = k->element)
    dims++;
  jname name = k->name;
  for (const jclass *in = k; in;) {
    const jinner *found = NULL;
    for (uint32_t i = 0; i < in->n_inner && !found; i++)
      if (in->inner[i].inner == name)
        found = &in->inner[i];
    if (!found)
      break;
    if (!found->outer || !found->simple)
      return jreturn_ref (c, JREF_NULL);
    snprintf (next, sizeof next, ".%.300s%.400s", found->simple, parts);
    memcpy (parts, next, sizeof parts);
    name = found->outer;
    in = jloader_find (c->vm->loader, name);
  }
  int n = snprintf (next, sizeof next, "%.300s%.400s", name, parts);
  for (char *p = next; *p; p++)
    if (*p == '/')
      *p = '.';
  while (dims-- && n + 2 < (int) sizeof next)
    n += snprintf (next + n, sizeof next - (size_t) n, "[]");
  return jreturn_utf8 (c, next);
}

/* assert is on for the program, off for the library. */
static jmodel_result desired_assertion_status (jcall *c) {
  return jreturn_int (c, self (c)->origin == JORIGIN_PATH ||
                             c->vm->limits.jdk_asserts);
}

static jmodel_result is_array (jcall *c) {
  return jreturn_int (c, self (c)->element != NULL);
}

static jmodel_result is_primitive (jcall *c) {
  return jreturn_int (c, self (c)->primitive != 0);
}

static jmodel_result is_interface (jcall *c) {
  return jreturn_int (c, !!(self (c)->access & JACC_INTERFACE));
}

static jmodel_result is_hidden (jcall *c) {
  return jreturn_int (c, self (c)->lambda != NULL);
}

static jmodel_result is_record (jcall *c) {
  return jreturn_int (c, self (c)->is_record);
}

static jmodel_result get_modifiers (jcall *c) {
  const jclass *k = self (c);
  for (uint32_t i = 0; i < k->n_inner; i++)
    if (k->inner[i].inner == k->name)
      return jreturn_int (c, k->inner[i].access);
  return jreturn_int (c, k->access & ~JACC_SYNCHRONIZED);
}

static jmodel_result is_instance (jcall *c) {
  jref r = jcall_ref (c, 1);
  if (c->st->end)
    return JM_GONE;
  const jobject *o = r ? jvm_object (c->vm, c->st, r) : NULL;
  return jreturn_int (
      c, o && jclass_is_subtype (jvm_class_of (c->vm, o), self (c)));
}

static jmodel_result is_assignable_from (jcall *c) {
  jref r = jcall_object (c, 1);
  if (!r)
    return JM_GONE;
  const jclass *other = jvm_mirrored (c->vm, c->st, r);
  return jreturn_int (c,
                      other == self (c) || jclass_is_subtype (other, self (c)));
}

static jmodel_result mirror_or_null (jcall *c, jclass *k) {
  return jreturn_ref (c, k ? jvm_mirror (c->vm, c->st, k) : JREF_NULL);
}

static jmodel_result get_component_type (jcall *c) {
  return mirror_or_null (c, self (c)->element);
}

static jmodel_result get_superclass (jcall *c) {
  jclass *k = self (c);
  if (!jvm_link (c->vm, k))
    return junsupported (c, "%s", jvm_why (c->vm));
  return mirror_or_null (c, k->access & JACC_INTERFACE ? NULL : k->super);
}

static jmodel_result get_primitive_class (jcall *c) {
  jstr s;
  if (!jcall_text (c, 0, &s))
    return JM_GONE;
  static const char kinds[] = "ZBCSIJFDV";
  char *name = jtext_utf8 (c->vm->mem, s.units, s.len);
  jclass *found = NULL;
  for (const char *k = kinds; *k && !found; k++) {
    jclass *p = jloader_primitive (c->vm->loader, *k);
    if (!strcmp (p->name, name))
      found = p;
  }
  lyre_free (c->vm->mem, name);
  return mirror_or_null (c, found);
}

static jmodel_result for_name (jcall *c) {
  jstr s;
  if (!jcall_text (c, 0, &s))
    return JM_GONE;
  if (!s.units)
    return junsupported (c, "Class.forName of a symbolic name");
  char *name = jtext_utf8 (c->vm->mem, s.units, s.len), *p;
  for (p = name; *p; p++)
    if (*p == '.')
      *p = '/';
  jclass *k = jvm_class (c->vm, name);
  lyre_free (c->vm->mem, name);
  if (!k)
    return jthrow (c, "java/lang/ClassNotFoundException", NULL);
  if (!jvm_init_class (c->vm, c->st, k))
    return JM_GONE;
  return mirror_or_null (c, k);
}

/* The array behind values (): its copy is what callers want anyway. */
static jmodel_result get_enum_constants (jcall *c) {
  jclass *k = self (c);
  jvm *vm = c->vm;
  if (!(k->access & JACC_ENUM))
    return jreturn_ref (c, JREF_NULL);
  if (!jvm_init_class (vm, c->st, k))
    return JM_GONE;
  char desc[400];
  int n = snprintf (desc, sizeof desc, "()[L%s;", k->name);
  if (n >= (int) sizeof desc)
    return junsupported (c, "an enum with a very long name");
  jmethod *m = jvm_find_method (vm, k, jnames_text (vm->names, "values"),
                                jnames_text (vm->names, desc));
  if (!m)
    return jreturn_ref (c, JREF_NULL);
  return jcall_method (c, m, NULL, 0);
}

/* A Field that knows its class and name: enough for Unsafe's offsets. */
static jmodel_result get_declared_field (jcall *c) {
  jvm *vm = c->vm;
  jstr s;
  jclass *field = jvm_class (vm, "java/lang/reflect/Field");
  if (!jcall_text (c, 1, &s))
    return JM_GONE;
  if (!field || !s.units || c->st->top->m->owner->origin != JORIGIN_JDK)
    return junsupported (c, "reflection: Class.getDeclaredField");
  jref r = jvm_new_object (vm, c->st, field);
  jvm_put (vm, c->st, r, "clazz", "Ljava/lang/Class;", c->args[0]);
  jvm_put (vm, c->st, r, "name", "Ljava/lang/String;", c->args[1]);
  return jreturn_ref (c, r);
}

static jmodel_result null (jcall *c) {
  return jreturn_ref (c, JREF_NULL);
}

const jmodel jmodels_class[] = {
    {CLASS, "getName", NULL, get_name},
    {CLASS, "getSimpleName", NULL, get_simple_name},
    {CLASS, "getCanonicalName", NULL, get_canonical_name},
    {CLASS, "desiredAssertionStatus", NULL, desired_assertion_status},
    {CLASS, "isArray", NULL, is_array},
    {CLASS, "isPrimitive", NULL, is_primitive},
    {CLASS, "isInterface", NULL, is_interface},
    {CLASS, "isHidden", NULL, is_hidden},
    {CLASS, "isRecord", NULL, is_record},
    {CLASS, "getModifiers", NULL, get_modifiers},
    {CLASS, "isInstance", NULL, is_instance},
    {CLASS, "isAssignableFrom", NULL, is_assignable_from},
    {CLASS, "getComponentType", NULL, get_component_type},
    {CLASS, "getSuperclass", NULL, get_superclass},
    {CLASS, "getPrimitiveClass", NULL, get_primitive_class},
    {CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;", for_name},
    {CLASS, "getEnumConstantsShared", NULL, get_enum_constants},
    {CLASS, "getEnumConstants", NULL, get_enum_constants},
    {CLASS, "getDeclaredField", NULL, get_declared_field},
    {CLASS, "getClassLoader", NULL, null},
    {CLASS, "getClassLoader0", NULL, null},
    {0},
};
