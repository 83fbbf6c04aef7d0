/* Symbolic inputs. Objects are made up lazily: a parameter of a class type is
 * a reference that may be null, to an object whose fields nobody has looked
 * at yet; looking at one makes it an input of its own, "p.field". */
#include <stdio.h>
#include <string.h>

#include "java/vm/internal.h"

/* Variables are numbered per path and shared between paths, so that the same
 * question asked on two paths is the same term. */
static lyre_term fresh (jvm *vm, jstate *st, const char *name, lyre_sort sort) {
  char text[256];
  int n = snprintf (text, sizeof text, "%.200s!%u:%u", name, st->n_fresh++,
                    sort.id);
  uint32_t *at =
      lyre_text_map_at (vm->mem, &vm->tables->fresh, text, (size_t) n);
  if (*at)
    return (lyre_term){*at};
  *strrchr (text, ':') = 0;
  lyre_term t = lyre_mk_var (vm->ctx, text, sort);
  if (!t.id)
    lyre_mem_fail (vm->mem, LYRE_FAIL_LIMIT);
  return (lyre_term){*at = t.id};
}

lyre_term jvm_fresh (jvm *vm, jstate *st, const char *name, lyre_sort sort) {
  return fresh (vm, st, name, sort);
}

/* The default, 0, is always within the bounds: the witness stays good. */
static void assume_range (jvm *vm, jstate *st, lyre_term t, int64_t lo,
                          int64_t hi) {
  jstate_assume (&vm->heap, st, jt2 (vm, LYRE_GE, t, jt_int (vm, lo)));
  jstate_assume (&vm->heap, st, jt2 (vm, LYRE_LE, t, jt_int (vm, hi)));
}

static jval input_number (jvm *vm, jstate *st, jname name, char type) {
  static const struct {
    char type;
    int64_t lo, hi;
  } ranges[] = {{'B', -128, 127},
                {'S', -32768, 32767},
                {'C', 0, 65535},
                {'I', INT32_MIN, INT32_MAX},
                {'J', INT64_MIN, INT64_MAX}};
  for (unsigned i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (ranges[i].type == type) {
      /* The bounds belong to the variable: one per type. */
      lyre_term t = fresh (vm, st, name, LYRE_INT);
      assume_range (vm, st, t, ranges[i].lo, ranges[i].hi);
      return jterm (jkind_of (type), t);
    }
  if (type == 'Z')
    return jterm ('I', fresh (vm, st, name, LYRE_BOOL));
  st->is_inexact = true;
  return jterm (type, fresh (vm, st, name, LYRE_REAL));
}

static jref input_string (jvm *vm, jstate *st, jname name) {
  lyre_term t = fresh (vm, st, name, LYRE_STRING);
  if (vm->limits.max_string) {
    lyre_term len = jt1 (vm, LYRE_STR_LEN, t);
    jstate_assume (&vm->heap, st,
                   jt2 (vm, LYRE_LE, len, jt_int (vm, vm->limits.max_string)));
    st->is_bounded = true;
  }
  jref r = jvm_new_string (vm, st, (jstr){.term = t});
  jobject *o = jstate_own (&vm->heap, st, r);
  o->is_input = true;
  o->origin = name;
  return r;
}

static jref input_array (jvm *vm, jstate *st, jname name, jclass *c,
                         uint8_t depth) {
  char text[200];
  snprintf (text, sizeof text, "%.150s.length", name);
  lyre_term len = fresh (vm, st, text, LYRE_INT);
  assume_range (vm, st, len, 0, vm->limits.max_array);
  st->is_bounded = true;
  jobject *o = jobject_new (vm->mem, JOBJ_SLOTS, c, vm->limits.max_array);
  o->length_term = len.id;
  o->is_input = true;
  o->depth = depth;
  o->origin = name;
  for (uint32_t i = 0; i < o->n; i++)
    o->slots[i].kind = '?';
  return jstate_add (&vm->heap, st, o);
}

static jref input_object (jvm *vm, jstate *st, jname name, jclass *c,
                          uint8_t depth) {
  jobject *o = jobject_new (vm->mem, JOBJ_PLAIN, c, c->n_slots);
  o->is_input = true;
  o->depth = depth;
  o->origin = name;
  for (uint32_t i = 0; i < o->n; i++)
    o->slots[i].kind = '?';
  return jstate_add (&vm->heap, st, o);
}

/* 0 if objects of the type cannot be made up. */
static jref input_reference (jvm *vm, jstate *st, jname name, jname type,
                             uint8_t depth) {
  jclass *c = jvm_class_of_desc (vm, type);
  if (!c)
    return 0;
  if (c == vm->known->string || !strcmp (c->name, "java/lang/CharSequence"))
    return input_string (vm, st, name);
  if (depth > vm->limits.max_nesting)
    return 0;
  if (c->element)
    return input_array (vm, st, name, c, depth);
  if (c == vm->known->object) /* any object: one without properties */
    return input_object (vm, st, name, c, depth);
  bool is_box = jvm_boxed_kind (vm, c);
  if (c->access & (JACC_ABSTRACT | JACC_INTERFACE | JACC_ENUM) ||
      (c->origin != JORIGIN_PATH && !is_box) || c->lambda)
    return 0;
  return input_object (vm, st, name, c, depth);
}

static jval make_input (jvm *vm, jstate *st, jname name, jname type,
                        bool may_be_null, uint8_t depth) {
  if (*type != 'L' && *type != '[')
    return input_number (vm, st, name, *type);
  jref r = input_reference (vm, st, name, type, depth);
  if (!r || st->end) {
    st->is_bounded = true; /* null stands for all the others */
    return jnull ();
  }
  if (!may_be_null)
    return jobj (r);
  char text[200];
  snprintf (text, sizeof text, "%.150s is null", name);
  jval v = jobj (r);
  v.term = fresh (vm, st, text, LYRE_BOOL).id;
  return v;
}

jval jvm_new_input (jvm *vm, jstate *st, jname name, jname type,
                    bool may_be_null) {
  jval v = make_input (vm, st, name, type, may_be_null, 0);
  jstate_add_input (&vm->heap, st, name, type, v);
  return v;
}

jval jvm_look_at (jvm *vm, jstate *st, jref r, uint32_t slot, jname name,
                  jname desc) {
  const jobject *o = jstate_object (&vm->heap, st, r);
  char text[300];
  if (o->cls->element)
    snprintf (text, sizeof text, "%.200s[%u]", o->origin ? o->origin : "?",
              slot);
  else
    snprintf (text, sizeof text, "%.200s.%.80s", o->origin ? o->origin : "?",
              name);
  jname full = jnames_text (vm->names, text);
  jval v = make_input (vm, st, full, desc, vm->limits.null_inputs,
                       (uint8_t) (o->depth + 1));
  jinput *i = jstate_add_input (&vm->heap, st, full, desc, v);
  i->parent = r;
  i->slot = slot;
  jstate_own (&vm->heap, st, r)->slots[slot] = v;
  return v;
}
