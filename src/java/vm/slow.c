/* Instructions in full: with symbolic operands, resolution, initialisation,
 * exceptions. The fast loop (interp.c) hands over what it does not do itself;
 * it has saved pc and sp. An instruction that completes moves the pc; one that
 * does not (a class to initialise first) will be run again. */
#include <string.h>

#include "java/vm/internal.h"

/* ---------------------------------------------------------------- operands */

static uint32_t operand2 (const jframe *f) {
  return (uint32_t) (f->m->code[f->pc + 1] << 8 | f->m->code[f->pc + 2]);
}

static int32_t operand4 (const uint8_t *p) {
  return (int32_t) ((uint32_t) p[0] << 24 | (uint32_t) p[1] << 16 |
                    (uint32_t) p[2] << 8 | p[3]);
}

/* The operand that is I below the top; callers know that it exists. */
static jval peek (const jstate *st, uint32_t i) {
  const jframe *f = st->top;
  return f->v[f->m->max_locals + f->sp - 1 - i];
}

/* Ends the instruction: POPS operands go, V (kind 0: nothing) comes. */
static void finish (jvm *vm, jstate *st, uint32_t pops, jval v) {
  if (st->end)
    return;
  jframe *f = top (vm, st);
  f->pc += jcode_length (f->m->code, f->m->code_len, f->pc);
  f->sp -= pops;
  if (v.kind)
    f->v[f->m->max_locals + f->sp++] = v;
}

static const jval NOTHING = {0};

static void throw_null (jvm *vm, jstate *st) {
  jvm_throw_new (vm, st, "java/lang/NullPointerException", NULL);
}

/* The object behind an operand; 0 after a NullPointerException. */
static jref not_null (jvm *vm, jstate *st, jval v) {
  jref r = jvm_deref (vm, st, v);
  if (!r && !st->end)
    throw_null (vm, st);
  return st->end ? 0 : r;
}

/* --------------------------------------------------------------- constants */

static void load_constant (jvm *vm, jstate *st, uint32_t index) {
  jclass *c = st->top->m->owner;
  jcp_entry *e = &c->pool[index];
  switch (e->tag) {
  case JCP_INT:
    finish (vm, st, 0, jint (e->i));
    break;
  case JCP_FLOAT:
    finish (vm, st, 0, jfloat (e->f));
    break;
  case JCP_LONG:
    finish (vm, st, 0, jlong (e->l));
    break;
  case JCP_DOUBLE:
    finish (vm, st, 0, jdouble (e->d));
    break;
  case JCP_STRING: {
    if (!e->linked) {
      jtext *t = jtext_from_utf8 (vm->mem, e->text, e->len);
      e->linked = (void *) (uintptr_t) jvm_intern (vm, t->units, t->len);
      jtext_drop (vm->mem, t);
    }
    finish (vm, st, 0, jobj ((jref) (uintptr_t) e->linked));
    break;
  }
  case JCP_CLASS: {
    jclass *of = jvm_pool_class (vm, st, c, index);
    if (of)
      finish (vm, st, 0, jobj (jvm_mirror (vm, st, of)));
    break;
  }
  default:
    jvm_end (st, JEND_UNSUPPORTED, "a constant of kind %u", e->tag);
  }
}

/* -------------------------------------------------------------- arithmetic */

static void binary (jvm *vm, jstate *st, jop op) {
  jval a = peek (st, 1), b = peek (st, 0);
  if ((op == JOP_DIV || op == JOP_REM) && (a.kind == 'I' || a.kind == 'J')) {
    jval zero = a.kind == 'J' ? jlong (0) : jint (0);
    if (jvm_decide (vm, st, jvm_compare (vm, JCMP_EQ, b, zero))) {
      jvm_throw_new (vm, st, "java/lang/ArithmeticException", "/ by zero");
      return;
    }
  }
  if (!st->end)
    finish (vm, st, 2, jvm_binary (vm, st, op, a, b));
}

static void convert (jvm *vm, jstate *st, char to) {
  finish (vm, st, 1, jvm_convert (vm, st, peek (st, 0), to));
}

static void compare3 (jvm *vm, jstate *st, int nan_result) {
  finish (vm, st, 2,
          jvm_compare3 (vm, st, peek (st, 1), peek (st, 0), nan_result));
}

/* ---------------------------------------------------------------- branches */

static void cover_branch (jvm *vm, jstate *st, bool taken) {
  jframe *f = st->top;
  if (f->m->owner->origin != JORIGIN_PATH)
    return;
  uint8_t *bits = jstate_cover (&vm->heap, st, f->m);
  bits += JCOVER_BYTES (f->m) * (taken ? 1 : 2);
  bits[f->pc >> 3] |= (uint8_t) (1 << (f->pc & 7));
}

static void jump (jvm *vm, jstate *st, uint32_t pops, int32_t offset) {
  if (st->end)
    return;
  jframe *f = top (vm, st);
  f->sp -= pops;
  f->pc = (uint32_t) ((int32_t) f->pc + offset);
}

static void branch (jvm *vm, jstate *st, uint32_t pops, lyre_term cond) {
  bool taken = jvm_decide (vm, st, cond);
  if (st->end)
    return;
  cover_branch (vm, st, taken);
  if (taken)
    jump (vm, st, pops, (int16_t) operand2 (st->top));
  else
    finish (vm, st, pops, NOTHING);
}

/* When are two references the same? */
static lyre_term same_reference (jvm *vm, jval a, jval b) {
  lyre_term a_null = a.term ? jval_term (a) : lyre_mk_bool (vm->ctx, !a.ref);
  lyre_term b_null = b.term ? jval_term (b) : lyre_mk_bool (vm->ctx, !b.ref);
  lyre_term both = jt2 (vm, LYRE_AND, a_null, b_null);
  if (!a.ref || a.ref != b.ref)
    return both;
  lyre_term none = jt2 (vm, LYRE_AND, jt_not (vm, a_null), jt_not (vm, b_null));
  return jt2 (vm, LYRE_OR, both, none);
}

static void branch_reference (jvm *vm, jstate *st, bool if_same) {
  jval a = peek (st, 1), b = peek (st, 0);
  if (a.kind != 'L' || b.kind != 'L') {
    jvm_malformed (vm, st);
    return;
  }
  lyre_term same = same_reference (vm, a, b);
  branch (vm, st, 2, if_same ? same : jt_not (vm, same));
}

static void branch_null (jvm *vm, jstate *st, bool if_null) {
  lyre_term same = same_reference (vm, peek (st, 0), jnull ());
  branch (vm, st, 1, if_null ? same : jt_not (vm, same));
}

static void switch_on (jvm *vm, jstate *st) {
  const jframe *f = st->top;
  const uint8_t *p = f->m->code + ((f->pc + 4) & ~3u);
  jval v = peek (st, 0);
  const uint64_t *text =
      v.term ? lyre_map_find (&vm->tables->hashes, v.term) : NULL;
  if (text) {
    jump (vm, st, 1, jvm_string_switch (vm, st, (lyre_term){(uint32_t) *text}));
    return;
  }
  int32_t target = operand4 (p);
  bool is_table = f->m->code[f->pc] == OP_tableswitch;
  int32_t low = is_table ? operand4 (p + 4) : 0;
  uint32_t n = is_table ? (uint32_t) (operand4 (p + 8) - low) + 1
                        : (uint32_t) operand4 (p + 4);
  for (uint32_t i = 0; i < n && !st->end; i++) {
    const uint8_t *at = is_table ? p + 12 + 4 * i : p + 12 + 8 * i;
    int32_t key = is_table ? low + (int32_t) i : operand4 (at - 4);
    if (jvm_decide (vm, st, jvm_compare (vm, JCMP_EQ, v, jint (key)))) {
      target = operand4 (at);
      break;
    }
  }
  jump (vm, st, 1, target);
}

/* ------------------------------------------------------------------ arrays */

jval jvm_array_length (jvm *vm, const jobject *o) {
  if (o->length_term)
    return jvm_int_value (vm, (lyre_term){o->length_term});
  return jint ((int32_t) o->n);
}

/* The array, after all that can be wrong with it and the index; 0 if it was.
 * The index is within the slots afterwards. */
static jref checked_array (jvm *vm, jstate *st, jval array, jval index) {
  jref r = not_null (vm, st, array);
  const jobject *o = r ? jvm_object (vm, st, r) : NULL;
  if (!o)
    return 0;
  if (!o->cls->element) {
    jvm_malformed (vm, st);
    return 0;
  }
  jval n = jvm_array_length (vm, o);
  lyre_term inside =
      jt2 (vm, LYRE_AND, jvm_compare (vm, JCMP_GE, index, jint (0)),
           jvm_compare (vm, JCMP_LT, index, n));
  bool is_inside = jvm_decide (vm, st, inside);
  o = jstate_object (&vm->heap, st, r);
  if (is_inside && (index.term ? !o->n : (uint32_t) index.i >= o->n)) {
    /* The solver could not refute what the bound on the length does. */
    jvm_end (st, JEND_INFEASIBLE, "an index beyond the longest array");
    return 0;
  }
  if (is_inside)
    return r;
  if (!index.term && !n.term)
    jvm_throw_new (vm, st, "java/lang/ArrayIndexOutOfBoundsException",
                   "Index %d out of bounds for length %d", index.i, n.i);
  else
    jvm_throw_new (vm, st, "java/lang/ArrayIndexOutOfBoundsException", NULL);
  return 0;
}

static jname element_desc (jvm *vm, const jclass *array) {
  return jnames_text (vm->names, array->name + 1);
}

static jval element (jvm *vm, jstate *st, jref r, uint32_t i) {
  const jobject *o = jstate_object (&vm->heap, st, r);
  if (o->form == JOBJ_SLOTS && o->slots[i].kind == '?')
    return jvm_look_at (vm, st, r, i, NULL, element_desc (vm, o->cls));
  return jarray_get (o, i);
}

enum { LONGEST_CHAIN = 300 }; /* elements in a conditional over the index */

static bool fits_chain (const jobject *o) {
  return o->cls->element_kind != 'L' && o->n <= LONGEST_CHAIN;
}

static lyre_term value_term (jvm *vm, jval v) {
  return v.kind == 'F' || v.kind == 'D' ? jvm_real_term (vm, v)
                                        : jvm_int_term (vm, v);
}

/* The element at an unknown index, as a conditional over all of them. */
static jval select_element (jvm *vm, jstate *st, jref r, lyre_term index) {
  uint32_t n = jstate_object (&vm->heap, st, r)->n;
  int64_t lo = INT64_MAX, hi = INT64_MIN;
  jval v = element (vm, st, r, n - 1);
  char kind = v.kind;
  lyre_term t = value_term (vm, v);
  bool is_known = true;
  for (uint32_t i = n; i--;) {
    v = element (vm, st, r, i);
    if (v.term || kind != 'I')
      is_known = false;
    lo = v.i < lo ? v.i : lo;
    hi = v.i > hi ? v.i : hi;
    if (i < n - 1)
      t = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_EQ, index, jt_int (vm, i)),
               value_term (vm, v), t);
  }
  if (is_known)
    jvm_bound (vm, t, lo, hi);
  if (kind == 'I')
    return jvm_int_value (vm, t);
  return kind == 'J' ? jvm_long_value (vm, t) : jterm (kind, t);
}

/* The same for an index that has become concrete only now. */
static bool is_slot (jvm *vm, jstate *st, jref r, int64_t i) {
  if (i >= 0 && i < jstate_object (&vm->heap, st, r)->n)
    return true;
  jvm_end (st, JEND_INFEASIBLE, "an index beyond the longest array");
  return false;
}

static void array_load (jvm *vm, jstate *st) {
  jval index = peek (st, 0);
  jref r = checked_array (vm, st, peek (st, 1), index);
  if (!r || st->end)
    return;
  jval v;
  if (!index.term)
    v = element (vm, st, r, (uint32_t) index.i);
  else if (fits_chain (jstate_object (&vm->heap, st, r)))
    v = select_element (vm, st, r, jvm_int_term (vm, index));
  else {
    int64_t i = jvm_concretise (vm, st, jvm_int_term (vm, index));
    if (st->end || !is_slot (vm, st, r, i))
      return;
    v = element (vm, st, r, (uint32_t) i);
  }
  finish (vm, st, 2, v);
}

static void store_everywhere (jvm *vm, jstate *st, jref r, lyre_term index,
                              jval v) {
  uint32_t n = jstate_object (&vm->heap, st, r)->n;
  lyre_term t = value_term (vm, v);
  for (uint32_t i = 0; i < n; i++) {
    jval old = element (vm, st, r, i);
    lyre_term here = jt2 (vm, LYRE_EQ, index, jt_int (vm, i));
    lyre_term both = jt3 (vm, LYRE_ITE, here, t, value_term (vm, old));
    jstate_store (&vm->heap, st, r, i, jterm (v.kind, both));
  }
}

static void dotted (char *out, size_t cap, const char *name) {
  size_t i = 0;
  for (; name[i] && i + 1 < cap; i++)
    out[i] = name[i] == '/' ? '.' : name[i];
  out[i] = 0;
}

static bool may_be_stored (jvm *vm, jstate *st, jref array, jval v) {
  const jobject *o = jstate_object (&vm->heap, st, array);
  if (o->cls->element_kind != 'L')
    return true;
  if (v.kind != 'L') {
    jvm_malformed (vm, st);
    return false;
  }
  const jobject *what = v.ref ? jvm_object (vm, st, v.ref) : NULL;
  if (!what || jclass_is_subtype (jvm_class_of (vm, what), o->cls->element))
    return true;
  char name[200];
  dotted (name, sizeof name, jvm_class_of (vm, what)->name);
  jvm_throw_new (vm, st, "java/lang/ArrayStoreException", "%s", name);
  return false;
}

static void array_store (jvm *vm, jstate *st, char narrow) {
  jval index = peek (st, 1), v = peek (st, 0);
  jref r = checked_array (vm, st, peek (st, 2), index);
  if (!r || st->end || !may_be_stored (vm, st, r, v))
    return;
  if (narrow == 'B' &&
      jstate_object (&vm->heap, st, r)->cls->element_kind == 'Z')
    narrow = 'Z';
  if (v.term && narrow)
    v = jvm_convert (vm, st, v, narrow);
  if (!index.term)
    jstate_store (&vm->heap, st, r, (uint32_t) index.i, v);
  else if (fits_chain (jstate_object (&vm->heap, st, r)))
    store_everywhere (vm, st, r, jvm_int_term (vm, index), v);
  else {
    int64_t i = jvm_concretise (vm, st, jvm_int_term (vm, index));
    if (st->end || !is_slot (vm, st, r, i))
      return;
    jstate_store (&vm->heap, st, r, (uint32_t) i, v);
  }
  finish (vm, st, 3, NOTHING);
}

static void array_length (jvm *vm, jstate *st) {
  jref r = not_null (vm, st, peek (st, 0));
  const jobject *o = r ? jvm_object (vm, st, r) : NULL;
  if (o && o->cls->element)
    finish (vm, st, 1, jvm_array_length (vm, o));
  else if (o)
    jvm_malformed (vm, st);
}

enum {
  LARGEST_ARRAY = 1 << 27,
  LARGEST_OPEN = 64, /* of a size that is not known */
};

/* A size that is concrete and not negative; false after an exception. */
static bool array_size (jvm *vm, jstate *st, jval n, uint32_t *size) {
  if (jvm_decide (vm, st, jvm_compare (vm, JCMP_LT, n, jint (0)))) {
    if (n.term)
      jvm_throw_new (vm, st, "java/lang/NegativeArraySizeException", NULL);
    else
      jvm_throw_new (vm, st, "java/lang/NegativeArraySizeException", "%d", n.i);
    return false;
  }
  if (n.term &&
      jvm_decide (vm, st, jvm_compare (vm, JCMP_GT, n, jint (LARGEST_OPEN)))) {
    if (!st->end)
      jvm_end (st, JEND_BOUND, "an array of more than %d elements",
               LARGEST_OPEN);
    return false;
  }
  int64_t value = n.term ? jvm_concretise (vm, st, jvm_int_term (vm, n)) : n.i;
  if (st->end)
    return false;
  if (value > LARGEST_ARRAY) {
    jvm_end (st, JEND_BOUND, "an array of %lld elements", (long long) value);
    return false;
  }
  *size = (uint32_t) value;
  return true;
}

static void new_array (jvm *vm, jstate *st, jclass *array) {
  uint32_t n;
  if (!array) {
    if (!st->end && st->top)
      jvm_malformed (vm, st);
    return;
  }
  if (jvm_link (vm, array) && array_size (vm, st, peek (st, 0), &n))
    finish (vm, st, 1, jobj (jvm_new_array (vm, st, array, n)));
}

static jclass *primitive_array (jvm *vm, uint8_t code) {
  static const char kinds[] = "ZCFDBSIJ";
  if (code < 4 || code > 11)
    return NULL;
  return jloader_array_of (vm->loader,
                           jloader_primitive (vm->loader, kinds[code - 4]));
}

/* Arrays within arrays, breadth by breadth. */
static jref new_nested (jvm *vm, jstate *st, jclass *c, const uint32_t *sizes,
                        uint32_t dims) {
  jref outer = jvm_new_array (vm, st, c, sizes[0]);
  if (dims > 1)
    for (uint32_t i = 0; i < sizes[0]; i++) {
      jref inner = new_nested (vm, st, c->element, sizes + 1, dims - 1);
      jstate_store (&vm->heap, st, outer, i, jobj (inner));
    }
  return outer;
}

static void multi_array (jvm *vm, jstate *st) {
  const jframe *f = st->top;
  uint32_t dims = f->m->code[f->pc + 3], sizes[256];
  uint64_t total = 1;
  jclass *c = jvm_pool_class (vm, st, f->m->owner, operand2 (f));
  if (!c)
    return;
  if (!dims || dims > f->sp) {
    jvm_malformed (vm, st);
    return;
  }
  jclass *inner = c;
  for (uint32_t i = 0; i < dims; i++) {
    if (!inner || !inner->element) {
      jvm_malformed (vm, st);
      return;
    }
    jvm_link (vm, inner);
    inner = inner->element;
    if (!array_size (vm, st, peek (st, dims - 1 - i), &sizes[i]))
      return;
    total *= sizes[i] ? sizes[i] : 1;
    if (total > LARGEST_ARRAY) {
      jvm_end (st, JEND_BOUND, "arrays of %llu elements",
               (unsigned long long) total);
      return;
    }
  }
  finish (vm, st, dims, jobj (new_nested (vm, st, c, sizes, dims)));
}

/* ------------------------------------------------------------------ fields */

static void get_static (jvm *vm, jstate *st) {
  jfield *f = jvm_pool_field (vm, st, st->top->m->owner, operand2 (st->top));
  if (!f || !jvm_init_class (vm, st, f->owner))
    return;
  if (!(f->access & JACC_STATIC)) {
    jvm_malformed (vm, st);
    return;
  }
  finish (vm, st, 0, jstate_statics (st, f->owner)->slots[f->slot]);
}

static void put_static (jvm *vm, jstate *st) {
  jfield *f = jvm_pool_field (vm, st, st->top->m->owner, operand2 (st->top));
  if (!f || !jvm_init_class (vm, st, f->owner))
    return;
  if (!(f->access & JACC_STATIC)) {
    jvm_malformed (vm, st);
    return;
  }
  jstate_own_statics (&vm->heap, st, f->owner)->slots[f->slot] = peek (st, 0);
  finish (vm, st, 1, NOTHING);
}

static void get_field (jvm *vm, jstate *st) {
  jfield *f = jvm_pool_field (vm, st, st->top->m->owner, operand2 (st->top));
  jref r = f ? not_null (vm, st, peek (st, 0)) : 0;
  if (!r)
    return;
  jval v = jvm_get_field (vm, st, r, f);
  finish (vm, st, 1, v);
}

static void put_field (jvm *vm, jstate *st) {
  jfield *f = jvm_pool_field (vm, st, st->top->m->owner, operand2 (st->top));
  jref r = f ? not_null (vm, st, peek (st, 1)) : 0;
  if (!r)
    return;
  jvm_put_field (vm, st, r, f, peek (st, 0));
  finish (vm, st, 2, NOTHING);
}

/* ------------------------------------------------------------------- types */

static void new_object (jvm *vm, jstate *st) {
  jclass *c = jvm_pool_class (vm, st, st->top->m->owner, operand2 (st->top));
  if (!c || !jvm_init_class (vm, st, c))
    return;
  if (c->access & (JACC_ABSTRACT | JACC_INTERFACE) || c->element)
    jvm_throw_new (vm, st, "java/lang/InstantiationError", "%s", c->name);
  else
    finish (vm, st, 0, jobj (jvm_new_object (vm, st, c)));
}

/* Is the object of that type? Null is of none. */
static bool is_instance (jvm *vm, jstate *st, jref r, const jclass *c) {
  const jobject *o = jvm_object (vm, st, r);
  return o && jclass_is_subtype (jvm_class_of (vm, o), c);
}

static void check_cast (jvm *vm, jstate *st) {
  jval v = peek (st, 0);
  if (v.kind == 'L' && !v.ref) {
    finish (vm, st, 0, NOTHING);
    return;
  }
  jclass *c = jvm_pool_class (vm, st, st->top->m->owner, operand2 (st->top));
  if (!c)
    return;
  if (v.kind != 'L' || !v.ref) {
    jvm_malformed (vm, st);
    return;
  }
  /* A reference that may be null stays one, if the cast holds anyway. */
  if (is_instance (vm, st, v.ref, c) || !jvm_deref (vm, st, v)) {
    finish (vm, st, 0, NOTHING);
    return;
  }
  if (st->end)
    return;
  char from[200], to[200];
  dotted (from, sizeof from,
          jvm_class_of (vm, jvm_object (vm, st, v.ref))->name);
  dotted (to, sizeof to, c->name);
  jvm_throw_new (vm, st, "java/lang/ClassCastException",
                 "class %s cannot be cast to class %s", from, to);
}

static void instance_of (jvm *vm, jstate *st) {
  jval v = peek (st, 0);
  jclass *c = jvm_pool_class (vm, st, st->top->m->owner, operand2 (st->top));
  if (!c)
    return;
  if (v.kind != 'L')
    jvm_malformed (vm, st);
  else if (!v.ref || !is_instance (vm, st, v.ref, c))
    finish (vm, st, 1, jint (0));
  else if (!v.term)
    finish (vm, st, 1, jint (1));
  else
    finish (vm, st, 1, jvm_int_value (vm, jt_not (vm, jval_term (v))));
}

/* ------------------------------------------------------------------- calls */

static uint32_t copy_arguments (const jstate *st, uint32_t n, jval *args) {
  for (uint32_t i = 0; i < n; i++)
    args[i] = peek (st, n - 1 - i);
  return n;
}

static void invoke_on (jvm *vm, jstate *st, jmethod *m, jval *args, uint32_t n,
                       const jsite *site, bool is_virtual) {
  jref r = not_null (vm, st, args[0]);
  const jobject *o = r ? jvm_object (vm, st, r) : NULL;
  if (!o)
    return;
  args[0] = jobj (r);
  jclass *c = jvm_class_of (vm, o);
  jmethod *target = m;
  if (is_virtual) {
    if (jlambda_answers (c, m)) {
      jvm_invoke_lambda (vm, st, r, m, args, n, site);
      return;
    }
    target = jvm_select (vm, c, m);
    if (!target && !jclass_is_subtype (c, m->owner)) {
      jvm_throw_new (vm, st, "java/lang/IncompatibleClassChangeError", "%s",
                     m->owner->name);
      return;
    }
  }
  if (target)
    jvm_invoke (vm, st, target, args, n, site);
  else
    jvm_throw_new (vm, st, "java/lang/AbstractMethodError", "%s.%s", c->name,
                   m->name);
}

static void invoke (jvm *vm, jstate *st, uint8_t op) {
  const jframe *f = st->top;
  jmethod *m = jvm_pool_method (vm, st, f->m->owner, operand2 (f));
  if (!m)
    return;
  bool is_static = op == OP_invokestatic;
  uint32_t n = m->sig.n_params + (is_static ? 0u : 1u);
  jval args[257];
  if (f->sp < n || is_static != !!(m->access & JACC_STATIC)) {
    jvm_malformed (vm, st);
    return;
  }
  copy_arguments (st, n, args);
  jsite site = {.pops = n,
                .next_pc = f->pc + (op == OP_invokeinterface ? 5 : 3)};
  if (!is_static)
    invoke_on (vm, st, m, args, n, &site, op != OP_invokespecial);
  else if (jvm_init_class (vm, st, m->owner))
    jvm_invoke (vm, st, m, args, n, &site);
}

static void throw_object (jvm *vm, jstate *st) {
  jref r = not_null (vm, st, peek (st, 0));
  if (r)
    jvm_throw (vm, st, r);
}

/* ---------------------------------------------------------------- dispatch */

static void execute (jvm *vm, jstate *st) {
  const jframe *f = st->top;
  uint8_t op = f->m->code[f->pc];
  jval zero = jint (0);
  switch (op) {
  case OP_ldc:
    load_constant (vm, st, f->m->code[f->pc + 1]);
    break;
  case OP_ldc_w:
  case OP_ldc2_w:
    load_constant (vm, st, operand2 (f));
    break;
  case OP_iaload:
  case OP_laload:
  case OP_faload:
  case OP_daload:
  case OP_aaload:
  case OP_baload:
  case OP_caload:
  case OP_saload:
    array_load (vm, st);
    break;
  case OP_bastore:
    array_store (vm, st, 'B');
    break;
  case OP_castore:
    array_store (vm, st, 'C');
    break;
  case OP_sastore:
    array_store (vm, st, 'S');
    break;
  case OP_iastore:
  case OP_lastore:
  case OP_fastore:
  case OP_dastore:
  case OP_aastore:
    array_store (vm, st, 0);
    break;
  case OP_iadd:
  case OP_ladd:
  case OP_fadd:
  case OP_dadd:
    binary (vm, st, JOP_ADD);
    break;
  case OP_isub:
  case OP_lsub:
  case OP_fsub:
  case OP_dsub:
    binary (vm, st, JOP_SUB);
    break;
  case OP_imul:
  case OP_lmul:
  case OP_fmul:
  case OP_dmul:
    binary (vm, st, JOP_MUL);
    break;
  case OP_idiv:
  case OP_ldiv:
  case OP_fdiv:
  case OP_ddiv:
    binary (vm, st, JOP_DIV);
    break;
  case OP_irem:
  case OP_lrem:
  case OP_frem:
  case OP_drem:
    binary (vm, st, JOP_REM);
    break;
  case OP_ishl:
  case OP_lshl:
    binary (vm, st, JOP_SHL);
    break;
  case OP_ishr:
  case OP_lshr:
    binary (vm, st, JOP_SHR);
    break;
  case OP_iushr:
  case OP_lushr:
    binary (vm, st, JOP_USHR);
    break;
  case OP_iand:
  case OP_land:
    binary (vm, st, JOP_AND);
    break;
  case OP_ior:
  case OP_lor:
    binary (vm, st, JOP_OR);
    break;
  case OP_ixor:
  case OP_lxor:
    binary (vm, st, JOP_XOR);
    break;
  case OP_ineg:
  case OP_lneg:
  case OP_fneg:
  case OP_dneg:
    finish (vm, st, 1, jvm_negate (vm, st, peek (st, 0)));
    break;
  case OP_i2l:
  case OP_f2l:
  case OP_d2l:
    convert (vm, st, 'J');
    break;
  case OP_i2f:
  case OP_l2f:
  case OP_d2f:
    convert (vm, st, 'F');
    break;
  case OP_i2d:
  case OP_l2d:
  case OP_f2d:
    convert (vm, st, 'D');
    break;
  case OP_l2i:
  case OP_f2i:
  case OP_d2i:
    convert (vm, st, 'I');
    break;
  case OP_i2b:
    convert (vm, st, 'B');
    break;
  case OP_i2c:
    convert (vm, st, 'C');
    break;
  case OP_i2s:
    convert (vm, st, 'S');
    break;
  case OP_lcmp:
  case OP_fcmpl:
  case OP_dcmpl:
    compare3 (vm, st, -1);
    break;
  case OP_fcmpg:
  case OP_dcmpg:
    compare3 (vm, st, 1);
    break;
  case OP_ifeq:
  case OP_ifne:
  case OP_iflt:
  case OP_ifge:
  case OP_ifgt:
  case OP_ifle:
    branch (vm, st, 1,
            jvm_compare (vm, (jcmp) (op - OP_ifeq), peek (st, 0), zero));
    break;
  case OP_if_icmpeq:
  case OP_if_icmpne:
  case OP_if_icmplt:
  case OP_if_icmpge:
  case OP_if_icmpgt:
  case OP_if_icmple:
    branch (vm, st, 2,
            jvm_compare (vm, (jcmp) (op - OP_if_icmpeq), peek (st, 1),
                         peek (st, 0)));
    break;
  case OP_if_acmpeq:
  case OP_if_acmpne:
    branch_reference (vm, st, op == OP_if_acmpeq);
    break;
  case OP_ifnull:
  case OP_ifnonnull:
    branch_null (vm, st, op == OP_ifnull);
    break;
  case OP_tableswitch:
  case OP_lookupswitch:
    switch_on (vm, st);
    break;
  case OP_getstatic:
    get_static (vm, st);
    break;
  case OP_putstatic:
    put_static (vm, st);
    break;
  case OP_getfield:
    get_field (vm, st);
    break;
  case OP_putfield:
    put_field (vm, st);
    break;
  case OP_invokevirtual:
  case OP_invokespecial:
  case OP_invokestatic:
  case OP_invokeinterface:
    invoke (vm, st, op);
    break;
  case OP_invokedynamic:
    jvm_invoke_dynamic (vm, st, f->m->owner, &f->m->owner->pool[operand2 (f)]);
    break;
  case OP_new:
    new_object (vm, st);
    break;
  case OP_newarray:
    new_array (vm, st, primitive_array (vm, f->m->code[f->pc + 1]));
    break;
  case OP_anewarray: {
    jclass *c = jvm_pool_class (vm, st, f->m->owner, operand2 (f));
    if (c)
      new_array (vm, st, jloader_array_of (vm->loader, c));
    break;
  }
  case OP_multianewarray:
    multi_array (vm, st);
    break;
  case OP_arraylength:
    array_length (vm, st);
    break;
  case OP_athrow:
    throw_object (vm, st);
    break;
  case OP_checkcast:
    check_cast (vm, st);
    break;
  case OP_instanceof:
    instance_of (vm, st);
    break;
  case OP_monitorenter:
  case OP_monitorexit: /* one thread: only null matters */
    if (not_null (vm, st, peek (st, 0)))
      finish (vm, st, 1, NOTHING);
    break;
  case OP_ireturn:
  case OP_lreturn:
  case OP_freturn:
  case OP_dreturn:
  case OP_areturn:
    jvm_return (vm, st, peek (st, 0));
    break;
  case OP_return:
    jvm_return (vm, st, NOTHING);
    break;
  default:
    jvm_malformed (vm, st);
  }
}

void jvm_step (jvm *vm, jstate *st) {
  lyre_arena_clear (&vm->scratch);
  st->fresh_mark = st->n_fresh;
  const jframe *f = st->top;
  if (f->sp < jopcodes[f->m->code[f->pc]].pops || f->sp > f->m->max_stack)
    jvm_malformed (vm, st);
  else
    execute (vm, st);
  lyre_vec_clear (&st->script);
  st->script_pos = 0;
}
