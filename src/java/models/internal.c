/* What the JDK's own classes need of the machine below them. */
#include <string.h>

#include "java/vm/internal.h"

static jmodel_result nothing (jcall *c) {
  return jreturn_void (c);
}

static jmodel_result null (jcall *c) {
  return jreturn_ref (c, JREF_NULL);
}

static jmodel_result zero (jcall *c) {
  return jreturn (c, jdefault (c->m->sig.ret));
}

static jmodel_result one (jcall *c) {
  return jreturn_int (c, 1);
}

/* The second argument is what the property is if it is not set. */
static jmodel_result default_property (jcall *c) {
  return c->n > 1 ? jreturn (c, c->args[1]) : jreturn_ref (c, JREF_NULL);
}

static jmodel_result do_privileged (jcall *c) {
  jref action = jcall_object (c, 0);
  if (!action)
    return JM_GONE;
  jmethod *run = jcall_find (c, action, "run", "()Ljava/lang/Object;");
  if (!run)
    return junsupported (c, "AccessController.doPrivileged");
  jval self = jobj (action);
  return jcall_method (c, run, &self, 1);
}

/* The class two frames up: the model itself has none. */
static jmodel_result caller_class (jcall *c) {
  const jframe *f = c->st->top ? c->st->top->up : NULL;
  jclass *k = f ? f->m->owner : c->vm->known->object;
  return jreturn_ref (c, jvm_mirror (c->vm, c->st, k));
}

/* Nothing compared eight at a time: the caller goes through all. */
static jmodel_result no_mismatch_yet (jcall *c) {
  return jreturn (c, jvm_binary (c->vm, c->st, JOP_XOR, c->args[4], jint (-1)));
}

static jmodel_result new_array (jcall *c) {
  jref k = jcall_object (c, 0);
  if (!k)
    return JM_GONE;
  jclass *of = jvm_mirrored (c->vm, c->st, k);
  if (jdecide (c, jvm_compare (c->vm, JCMP_LT, c->args[1], jint (0))))
    return jthrow (c, "java/lang/NegativeArraySizeException", NULL);
  int32_t n = jcall_int (c, 1);
  jclass *array = jloader_array_of (c->vm->loader, of);
  if (c->st->end || !array || !jvm_link (c->vm, array))
    return JM_GONE;
  return jreturn_ref (c, jvm_new_array (c->vm, c->st, array, (uint32_t) n));
}

static jmodel_result array_length (jcall *c) {
  jref r = jcall_object (c, 0);
  const jobject *o = r ? jvm_object (c->vm, c->st, r) : NULL;
  if (!o)
    return JM_GONE;
  if (o->form != JOBJ_RAW && o->form != JOBJ_SLOTS)
    return jthrow (c, "java/lang/IllegalArgumentException",
                   "Argument is not an array");
  return jreturn (c, jvm_array_length (c->vm, o));
}

/* The default locale is Locale.US, which the same initialiser has made. */
static jmodel_result init_locale (jcall *c) {
  jvm *vm = c->vm;
  jfield *f = jvm_find_field (vm, c->m->owner, jnames_text (vm->names, "US"),
                              jnames_text (vm->names, "Ljava/util/Locale;"));
  const jobject *statics = jstate_statics (c->st, c->m->owner);
  if (!f || !statics || !statics->slots[f->slot].ref)
    return junsupported (c, "the default locale");
  return jreturn (c, statics->slots[f->slot]);
}

/* Properties without a map are the system's: nobody has constructed them. */
static jmodel_result system_properties (jcall *c) {
  jclass *k = jvm_class (c->vm, "java/util/Properties");
  if (!k)
    return junsupported (c, "%s", jvm_why (c->vm));
  return jreturn_ref (c, jvm_new_object (c->vm, c->st, k));
}

static jmodel_result get_property (jcall *c) {
  jval map = jvm_get (c->vm, c->st, c->args[0].ref, "map",
                      "Ljava/util/concurrent/ConcurrentHashMap;");
  if (c->st->end)
    return JM_GONE;
  if (map.ref)
    return JM_BYTECODE;
  jcall inner = *c;
  inner.args++;
  inner.n--;
  jmodel_result r = jmodel_get_property (&inner);
  c->ret = inner.ret;
  return r;
}

/* No property that the library reads at its start is set. */
static jmodel_result init_static_properties (jcall *c) {
  jclass *k = c->m->owner;
  jref none = jvm_intern (c->vm, (const uint16_t[1]){0}, 0);
  for (uint32_t i = 0; i < k->n_fields; i++)
    if (k->fields[i].access & JACC_STATIC &&
        !strcmp (k->fields[i].desc, "Ljava/lang/String;"))
      jstate_own_statics (&c->vm->heap, c->st, k)->slots[k->fields[i].slot] =
          jobj (none);
  return jreturn_void (c);
}

/* System's anonymous classes are numbered as the compiler likes. */
static jclass *find_access (jvm *vm) {
  for (char n = '1'; n <= '9'; n++) {
    char name[] = "java/lang/System$?";
    name[sizeof name - 2] = n;
    jclass *c = jvm_class (vm, name);
    if (c && c->n_interfaces == 1 &&
        !strcmp (c->interface_names[0], "jdk/internal/access/JavaLangAccess"))
      return c;
  }
  return NULL;
}

/* The library's back doors to itself: an object of the class that System would
 * have made, whose methods are ordinary code. */
static jmodel_result lang_access (jcall *c) {
  jvm *vm = c->vm;
  jclass *access = find_access (vm);
  jfield *f = jvm_find_field (
      vm, c->m->owner, jnames_text (vm->names, "javaLangAccess"),
      jnames_text (vm->names, "Ljdk/internal/access/JavaLangAccess;"));
  if (!access || !f)
    return junsupported (c, "this JDK's SharedSecrets");
  jobject *statics = jstate_own_statics (&vm->heap, c->st, c->m->owner);
  if (!statics->slots[f->slot].ref) {
    jref r = jvm_new_object (vm, c->st, access);
    statics = jstate_own_statics (&vm->heap, c->st, c->m->owner);
    statics->slots[f->slot] = jobj (r);
  }
  return jreturn (c, statics->slots[f->slot]);
}

#define CDS "jdk/internal/misc/CDS"
#define VM "jdk/internal/misc/VM"
#define ACCESS "java/security/AccessController"
#define PROPERTY "sun/security/action/GetPropertyAction"
#define REFLECTION "jdk/internal/reflect/Reflection"

const jmodel jmodels_internal[] = {
    {CDS, "initializeFromArchive", NULL, nothing},
    {CDS, "getRandomSeedForDumping", NULL, zero},
    {CDS, "getCDSConfigStatus", NULL, zero},
    {CDS, "isDumpingClassList0", NULL, zero},
    {CDS, "isDumpingArchive0", NULL, zero},
    {CDS, "isSharingEnabled0", NULL, zero},
    {CDS, "isDumpingClassList", NULL, zero},
    {CDS, "isDumpingArchive", NULL, zero},
    {CDS, "isSharingEnabled", NULL, zero},
    {VM, "initialize", NULL, nothing},
    {VM, "initializeFromArchive", NULL, nothing},
    {VM, "getSavedProperty", NULL, null},
    {VM, "isBooted", NULL, one},
    {VM, "isModuleSystemInited", NULL, one},
    {VM, "initLevel", "()I", one},
    {ACCESS, "doPrivileged", NULL, do_privileged},
    {ACCESS, "getContext", NULL, null},
    {ACCESS, "getStackAccessControlContext", NULL, null},
    {PROPERTY, "privilegedGetProperty", NULL, default_property},
    {PROPERTY, "privilegedGetProperties", NULL, system_properties},
    {"java/lang/System", "getProperties", NULL, system_properties},
    {"java/util/Properties", "getProperty", NULL, get_property},
    {"jdk/internal/access/SharedSecrets", "<clinit>", NULL, nothing},
    {"jdk/internal/access/SharedSecrets", "getJavaLangAccess", NULL,
     lang_access},
    {"java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", NULL, one},
    {"jdk/internal/util/StaticProperty", "<clinit>", NULL,
     init_static_properties},
    {REFLECTION, "getCallerClass", NULL, caller_class},
    {REFLECTION, "<clinit>", NULL, nothing},
    {"jdk/internal/util/ArraysSupport", "vectorizedMismatch", NULL,
     no_mismatch_yet},
    {"java/lang/reflect/Array", "newArray", NULL, new_array},
    {"java/lang/reflect/Array", "getLength", NULL, array_length},
    {"java/util/Locale", "initDefault", "()Ljava/util/Locale;", init_locale},
    {"java/lang/StringUTF16", "isBigEndian", NULL, zero},
    {"java/lang/StringCoding", "err", NULL, nothing},
    {"java/lang/ref/Reference", "<clinit>", NULL, nothing},
    {"java/lang/ref/Reference", "refersTo0", NULL, zero},
    {"java/lang/ref/Finalizer", "<clinit>", NULL, nothing},
    {0},
};
