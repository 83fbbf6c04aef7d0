/* org.sosy_lab.sv_benchmarks.Verifier: inputs of verification tasks. */
#include <stdio.h>
#include <string.h>

#include "java/vm/internal.h"

#define VERIFIER "org/sosy_lab/sv_benchmarks/Verifier"

/* One more input; in a concrete run it has its default value. */
static jmodel_result nondet (jcall *c) {
  jvm *vm = c->vm;
  char name[80];
  uint32_t number = 0;
  for (const jinput *i = c->st->inputs; i; i = i->up)
    number += !i->parent;
  jname type = c->m->sig.ret_type;
  snprintf (name, sizeof name, "%.50s#%u", c->m->name, number);
  if (!vm->concrete_inputs)
    return jreturn (c, jvm_new_input (vm, c->st, jnames_text (vm->names, name),
                                      type, false));
  jval v = jdefault (c->m->sig.ret);
  if (c->m->sig.ret == 'L')
    v = jobj (jvm_new_string_utf8 (vm, c->st, ""));
  jstate_add_input (&vm->heap, c->st, jnames_text (vm->names, name), type, v);
  return jreturn (c, v);
}

static jmodel_result assume (jcall *c) {
  jvm_assume (c->vm, c->st, jvm_bool_term (c->vm, c->args[0]));
  return jreturn_void (c);
}

const jmodel jmodels_verifier[] = {
    {VERIFIER, "nondetBoolean", NULL, nondet},
    {VERIFIER, "nondetByte", NULL, nondet},
    {VERIFIER, "nondetChar", NULL, nondet},
    {VERIFIER, "nondetShort", NULL, nondet},
    {VERIFIER, "nondetInt", NULL, nondet},
    {VERIFIER, "nondetLong", NULL, nondet},
    {VERIFIER, "nondetFloat", NULL, nondet},
    {VERIFIER, "nondetDouble", NULL, nondet},
    {VERIFIER, "nondetString", NULL, nondet},
    {VERIFIER, "assume", NULL, assume},
    {0},
};
