/* java.lang.Character on symbolic characters.
 *
 * What is a letter is a matter of tables in the JDK. The first time a method
 * such as isLetter meets a symbolic character, its own bytecode is run for all
 * 65,536 units, and the answers become a set of ranges: exact, for this very
 * JDK. */
#include <string.h>

#include "java/vm/internal.h"

#define CHARACTER "java/lang/Character"

/* Runs M for one character in a state of its own; false if it did not end. */
static bool ask (jvm *vm, jstate *st, jmethod *m, uint32_t unit, int32_t *out) {
  jframe *f = jstate_push (&vm->heap, st, m);
  f->v[0] = jint ((int32_t) unit);
  while (!st->end)
    jvm_run (vm, st);
  bool ok = st->end == JEND_RETURN && !st->result.term;
  *out = st->result.i;
  st->end = JEND_RUNNING;
  while (st->top)
    jstate_pop (&vm->heap, st);
  return ok;
}

typedef lyre_vec (lyre_term) terms;

static void add_range (jvm *vm, terms *all, uint32_t from, uint32_t to) {
  lyre_term range = jt2 (vm, LYRE_RE_RANGE, lyre_mk_string (vm->ctx, &from, 1),
                         lyre_mk_string (vm->ctx, &to, 1));
  lyre_vec_push (vm->mem, all, range);
}

/* The characters for which the method says true, as a regular expression. The
 * model must not be met again while its method runs. */
static lyre_term language_of (jvm *vm, jmethod *m) {
  const jmodel *model = m->model;
  const double deadline = vm->deadline;
  jstate *st = jstate_new (&vm->heap);
  terms all = {0};
  uint32_t from = 0;
  bool inside = false, ok = true;
  m->model = NULL;
  vm->deadline = 0;
  for (uint32_t c = 0; c <= 0xFFFF && ok; c++) {
    int32_t is_in = 0;
    ok = ask (vm, st, m, c, &is_in);
    if (is_in && !inside)
      from = c;
    if (!is_in && inside)
      add_range (vm, &all, from, c - 1);
    inside = is_in;
  }
  if (inside)
    add_range (vm, &all, from, 0xFFFF);
  vm->deadline = deadline;
  m->model = model;
  jstate_delete (&vm->heap, st);
  lyre_term re = LYRE_NO_TERM;
  if (ok)
    re = all.len ? jt (vm, LYRE_RE_UNION, all.len, all.data)
                 : jt (vm, LYRE_RE_NONE, 0, NULL);
  lyre_vec_release (vm->mem, &all);
  return re;
}

/* A character that came from a string is asked about there. */
static lyre_term as_text (jvm *vm, lyre_term code) {
  if (lyre_term_op (vm->ctx, code) == LYRE_STR_TO_CODE)
    return lyre_term_arg (vm->ctx, code, 0);
  return jt1 (vm, LYRE_STR_FROM_CODE, code);
}

static lyre_term remembered (jvm *vm, jmethod *m) {
  const uint64_t *known = lyre_map_find (&vm->tables->languages, m->index);
  if (known)
    return (lyre_term){(uint32_t) *known};
  lyre_term re = language_of (vm, m);
  *lyre_map_at (vm->mem, &vm->tables->languages, m->index) = re.id;
  return re;
}

lyre_term jmodel_digits (jvm *vm) {
  jclass *k = jvm_class (vm, CHARACTER);
  jmethod *m = k ? jvm_declared (k, jnames_text (vm->names, "isDigit"),
                                 jnames_text (vm->names, "(C)Z"))
                 : NULL;
  return m ? remembered (vm, m) : LYRE_NO_TERM;
}

static jmodel_result is_in_class (jcall *c) {
  jvm *vm = c->vm;
  if (!c->args[0].term)
    return JM_BYTECODE;
  lyre_term re = remembered (vm, c->m);
  if (!re.id)
    return junsupported (c, "Character.%s", c->m->name);
  lyre_term code = jvm_int_term (vm, c->args[0]);
  return jreturn_term (c, jt2 (vm, LYRE_STR_IN_RE, as_text (vm, code), re));
}

/* ASCII exactly; beyond it, some character. */
static jmodel_result change_case (jcall *c) {
  jvm *vm = c->vm;
  if (!c->args[0].term)
    return JM_BYTECODE;
  bool to_lower = !strcmp (c->m->name, "toLowerCase");
  lyre_term code = jvm_int_term (vm, c->args[0]);
  if (jdecide (c, jt2 (vm, LYRE_GE, code, jt_int (vm, 0x80)))) {
    lyre_term v = jfresh (c, c->m->name, LYRE_INT);
    jvm_assume (vm, c->st, jt2 (vm, LYRE_GE, v, jt_int (vm, 0)));
    jvm_assume (vm, c->st, jt2 (vm, LYRE_LE, v, jt_int (vm, 0xFFFF)));
    c->st->is_abstract = true;
    return jreturn_term (c, v);
  }
  int64_t first = to_lower ? 'A' : 'a', delta = to_lower ? 32 : -32;
  lyre_term inside =
      jt2 (vm, LYRE_AND, jt2 (vm, LYRE_GE, code, jt_int (vm, first)),
           jt2 (vm, LYRE_LE, code, jt_int (vm, first + 25)));
  lyre_term moved = jt2 (vm, LYRE_ADD, code, jt_int (vm, delta));
  lyre_term r = jt3 (vm, LYRE_ITE, inside, moved, code);
  return jreturn_term (c, r);
}

const jmodel jmodels_character[] = {
    {CHARACTER, "isDigit", "(C)Z", is_in_class},
    {CHARACTER, "isLetter", "(C)Z", is_in_class},
    {CHARACTER, "isLetterOrDigit", "(C)Z", is_in_class},
    {CHARACTER, "isUpperCase", "(C)Z", is_in_class},
    {CHARACTER, "isLowerCase", "(C)Z", is_in_class},
    {CHARACTER, "isWhitespace", "(C)Z", is_in_class},
    {CHARACTER, "isSpaceChar", "(C)Z", is_in_class},
    {CHARACTER, "isJavaIdentifierStart", "(C)Z", is_in_class},
    {CHARACTER, "isJavaIdentifierPart", "(C)Z", is_in_class},
    {CHARACTER, "isISOControl", "(C)Z", is_in_class},
    {CHARACTER, "toLowerCase", "(C)C", change_case},
    {CHARACTER, "toUpperCase", "(C)C", change_case},
    {0},
};
