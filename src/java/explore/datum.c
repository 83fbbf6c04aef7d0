/* Values of a finished state as plain data. */
#include <stdlib.h>
#include <string.h>

#include "java/explore/internal.h"

enum { DEEPEST = 6, MOST_ITEMS = 4096 };

/* --------------------------------------------------------------- primitives */

typedef struct {
  char text[4096];
  size_t len;
} buffer;

static void collect (void *user, const char *text, size_t len) {
  buffer *b = user;
  if (b->len + len < sizeof b->text) {
    memcpy (b->text + b->len, text, len);
    b->len += len;
    b->text[b->len] = 0;
  }
}

/* "1.5", "(/ 1.0 3.0)", "(- ...)" */
static double parse_real (const char **p) {
  while (**p == ' ' || **p == ')')
    ++*p;
  if (**p != '(')
    return strtod (*p, (char **) p);
  char op = (*p)[1];
  *p += 2;
  double a = parse_real (p);
  return op == '-' ? -a : a / parse_real (p);
}

static double real_value (jdata *d, lyre_term t) {
  buffer b = {.len = 0};
  if (lyre_print_term (d->vm->ctx, t, collect, &b) != LYRE_OK)
    return 0;
  const char *p = b.text;
  return parse_real (&p);
}

static lyre_term value_of (jdata *d, lyre_term t) {
  if (!d->witness)
    return LYRE_NO_TERM;
  return jwitness_value (d->vm->solver, d->witness, t);
}

static int64_t int_value (jdata *d, lyre_term t) {
  int64_t i = 0;
  bool b;
  lyre_term v = value_of (d, t);
  if (v.id && lyre_value_bool (d->vm->ctx, v, &b))
    return b;
  if (v.id)
    lyre_value_int64 (d->vm->ctx, v, &i);
  return i;
}

static jdatum primitive (jdata *d, jval v, jname type) {
  jdatum r = {.kind = JDATUM_PRIMITIVE, .type = type};
  bool is_real = *type == 'F' || *type == 'D';
  if (v.term && is_real)
    r.v.d = real_value (d, value_of (d, jval_term (v)));
  else if (v.term)
    r.v.l = int_value (d, jval_term (v));
  else if (is_real)
    r.v.d = *type == 'F' ? (double) v.f : v.d;
  else
    r.v.l = *type == 'J' ? v.l : v.i;
  if (*type == 'F')
    r.v.d = (double) (float) r.v.d;
  return r;
}

/* ------------------------------------------------------------------ strings */

static void string_of_term (jdata *d, lyre_term t, jdatum *r) {
  size_t len = 0;
  lyre_term v = value_of (d, t);
  if (!v.id || !lyre_value_string (d->vm->ctx, v, NULL, 0, &len))
    len = 0;
  uint32_t *cp = lyre_arena_array (d->arena, uint32_t, len + 1);
  uint16_t *units = lyre_arena_array (d->arena, uint16_t, len + 1);
  if (len)
    lyre_value_string (d->vm->ctx, v, cp, len, &len);
  for (size_t i = 0; i < len; i++)
    units[i] = (uint16_t) cp[i];
  r->units = units;
  r->n = (uint32_t) len;
}

static jdatum string (jdata *d, jref ref) {
  jdatum r = {.kind = JDATUM_STRING, .id = ref};
  const jobject *o = jstate_object (&d->vm->heap, d->st, ref);
  r.type = jnames_text (d->vm->names, o->cls == d->vm->known->string
                                          ? "Ljava/lang/String;"
                                          : "Ljava/lang/StringBuilder;");
  jstr s = jvm_text (d->vm, d->st, ref);
  if (!s.units) {
    string_of_term (d, s.term, &r);
    return r;
  }
  uint16_t *units = lyre_arena_array (d->arena, uint16_t, s.len + 1u);
  memcpy (units, s.units, 2ull * s.len);
  r.units = units;
  r.n = s.len;
  return r;
}

/* ------------------------------------------------------------------ objects */

static jname desc_of (jdata *d, const jclass *c) {
  if (*c->name == '[')
    return c->name;
  size_t n = strlen (c->name);
  char *text = lyre_arena_alloc (d->arena, n + 3);
  text[0] = 'L';
  memcpy (text + 1, c->name, n);
  memcpy (text + n + 1, ";", 2);
  return jnames_text (d->vm->names, text);
}

static bool was_seen (jdata *d, jref r) {
  for (uint32_t i = 0; i < d->seen.len; i++)
    if (d->seen.data[i] == r)
      return true;
  lyre_vec_push (d->vm->mem, &d->seen, r);
  return false;
}

/* What an input object's slot was at first; NULL: nobody looked. */
static const jinput *first_look (jdata *d, jref r, uint32_t slot) {
  for (const jinput *i = d->st->inputs; i; i = i->up)
    if (i->parent == r && i->slot == slot)
      return i;
  return NULL;
}

static jdatum make (jdata *d, jval v, jname type, uint32_t depth);

static jdatum slot_datum (jdata *d, jref r, const jobject *o, uint32_t i,
                          jname type, uint32_t depth) {
  jval v = o->form == JOBJ_RAW ? jarray_get (o, i) : o->slots[i];
  if (d->is_before && o->is_input) {
    const jinput *look = first_look (d, r, i);
    v = look ? look->value : jdefault (*type);
  }
  if (v.kind == '?')
    v = jdefault (*type);
  return make (d, v, type, depth + 1);
}

static jdatum array (jdata *d, jref ref, const jobject *o, uint32_t depth) {
  jdatum r = {.kind = JDATUM_ARRAY, .type = o->cls->name, .id = ref};
  r.n = o->n;
  if (o->length_term)
    r.n = (uint32_t) int_value (d, (lyre_term){o->length_term});
  if (r.n > MOST_ITEMS || r.n > o->n) {
    r.kind = JDATUM_OPAQUE;
    r.text = "a long array";
    return r;
  }
  jname type = jnames_text (d->vm->names, o->cls->name + 1);
  jdatum *items = lyre_arena_array (d->arena, jdatum, r.n + 1u);
  for (uint32_t i = 0; i < r.n; i++)
    items[i] = slot_datum (d, ref, o, i, type, depth);
  r.items = items;
  return r;
}

static jdatum plain (jdata *d, jref ref, const jobject *o, uint32_t depth) {
  jdatum r = {.kind = JDATUM_OBJECT, .type = desc_of (d, o->cls), .id = ref};
  if (o->cls->lambda) {
    r.kind = JDATUM_OPAQUE;
    r.text = "a lambda";
    return r;
  }
  jdatum *items = lyre_arena_array (d->arena, jdatum, o->n + 1u);
  jname *names = lyre_arena_array (d->arena, jname, o->n + 1u);
  for (uint32_t i = 0; i < o->n; i++) {
    const jfield *f = o->cls->slot_fields[i];
    if (d->is_before && o->is_input && !first_look (d, ref, i))
      continue;
    names[r.n] = f->name;
    items[r.n++] = slot_datum (d, ref, o, i, f->desc, depth);
  }
  r.items = items;
  r.names = names;
  return r;
}

static const char *utf8 (jdata *d, jref string) {
  char *text = jvm_text_utf8 (d->vm, d->st, string);
  const char *copy = lyre_arena_text (d->arena, text, strlen (text));
  lyre_free (d->vm->mem, text);
  return copy;
}

static bool is_enum (const jclass *c) {
  return c->super_name && (!strcmp (c->super_name, "java/lang/Enum") ||
                           (c->super && c->super->access & JACC_ENUM));
}

static jdatum enum_constant (jdata *d, jref ref, const jobject *o) {
  const jclass *c = o->cls->access & JACC_ENUM &&
                            !strcmp (o->cls->super_name, "java/lang/Enum")
                        ? o->cls
                        : o->cls->super;
  jdatum r = {.kind = JDATUM_ENUM, .type = desc_of (d, c), .id = ref};
  jval name = jvm_get (d->vm, d->st, ref, "name", "Ljava/lang/String;");
  r.text = name.ref ? utf8 (d, name.ref) : "";
  return r;
}

static jdatum reference (jdata *d, jval v, jname type, uint32_t depth) {
  jdatum r = {.kind = JDATUM_NULL, .type = type};
  if (!v.ref || (v.term && int_value (d, jval_term (v))))
    return r;
  const jobject *o = jstate_object (&d->vm->heap, d->st, v.ref);
  if (!o)
    return r;
  if (o->form == JOBJ_TEXT)
    return string (d, v.ref);
  r.id = v.ref;
  if (o->form == JOBJ_CLASS) {
    r.kind = JDATUM_CLASS;
    r.text = o->cls->name;
    return r;
  }
  r.type = desc_of (d, o->cls);
  if (is_enum (o->cls))
    return enum_constant (d, v.ref, o);
  if (was_seen (d, v.ref)) {
    r.kind = JDATUM_SAME;
    return r;
  }
  if (depth > DEEPEST) {
    r.kind = JDATUM_OPAQUE;
    r.text = "an object deep down";
    return r;
  }
  return o->cls->element ? array (d, v.ref, o, depth)
                         : plain (d, v.ref, o, depth);
}

/* Recurses to DEEPEST at most. */
static jdatum make (jdata *d, jval v, jname type, uint32_t depth) {
  if (*type == 'L' || *type == '[')
    return reference (d, v, type, depth);
  if (*type == 'V')
    return (jdatum){.kind = JDATUM_VOID, .type = type};
  return primitive (d, v, type);
}

jdatum jdata_make (jdata *d, jval v, jname type) {
  return make (d, v, type, 0);
}
