/* java.lang.Throwable: stack traces are a long[] in the field backtrace. */
#include "java/vm/internal.h"

static jmodel_result fill_in (jcall *c) {
  jref trace = jvm_stack_trace (c->vm, c->st, 64);
  jvm_put_field (c->vm, c->st, c->args[0].ref, c->vm->known->backtrace,
                 jobj (trace));
  return jreturn (c, c->args[0]);
}

static jmodel_result nothing (jcall *c) {
  return jreturn_void (c);
}

static jmodel_result no_elements (jcall *c) {
  c->st->is_inexact = true;
  jclass *k = jvm_class (c->vm, "[Ljava/lang/StackTraceElement;");
  if (!k)
    return junsupported (c, "%s", jvm_why (c->vm));
  return jreturn_ref (c, jvm_new_array (c->vm, c->st, k, 0));
}

const jmodel jmodels_throwable[] = {
    {"java/lang/Throwable", "fillInStackTrace", NULL, fill_in},
    {"java/lang/Throwable", "getStackTrace", NULL, no_elements},
    {"java/lang/Throwable", "getOurStackTrace", NULL, no_elements},
    {"java/lang/Throwable", "printStackTrace", NULL, nothing},
    {0},
};
