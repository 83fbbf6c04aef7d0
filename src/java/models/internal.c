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

#define CDS "jdk/internal/misc/CDS"
#define VM "jdk/internal/misc/VM"
#define ACCESS "java/security/AccessController"
#define PROPERTY "sun/security/action/GetPropertyAction"
#define REFLECTION "jdk/internal/reflect/Reflection"

const jmodel jmodels_internal[] = {
    {CDS, "initializeFromArchive", NULL, nothing},
    {CDS, "getRandomSeedForDumping", NULL, zero},
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
    {"jdk/internal/util/StaticProperty", "<clinit>", NULL, nothing},
    {REFLECTION, "getCallerClass", NULL, caller_class},
    {REFLECTION, "<clinit>", NULL, nothing},
    {"jdk/internal/util/ArraysSupport", "vectorizedMismatch", NULL,
     no_mismatch_yet},
    {"java/lang/reflect/Array", "newArray", NULL, new_array},
    {"java/util/Locale", "initDefault", "()Ljava/util/Locale;", init_locale},
    {"java/lang/StringUTF16", "isBigEndian", NULL, zero},
    {"java/lang/StringCoding", "err", NULL, nothing},
    {"java/lang/ref/Reference", "<clinit>", NULL, nothing},
    {"java/lang/ref/Reference", "refersTo0", NULL, zero},
    {"java/lang/ref/Finalizer", "<clinit>", NULL, nothing},
    {0},
};
