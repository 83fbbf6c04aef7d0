/* Strings: their contents, literals, and what JDK code sees of them. */
#include <string.h>

#include "java/vm/internal.h"

/* ---------------------------------------------------------------- literals */

jref jvm_intern (jvm *vm, const uint16_t *units, uint32_t len) {
  uint32_t *at = lyre_text_map_at (vm->mem, &vm->tables->literals,
                                   (const char *) units, (size_t) len * 2);
  if (!*at) {
    jobject *o = jobject_new (vm->mem, JOBJ_TEXT, vm->known->string, 0);
    o->text = jtext_new (vm->mem, units, len);
    lyre_vec_push (vm->mem, &vm->heap.literals, o);
    *at = vm->heap.literals.len;
  }
  return JREF_LITERAL | (*at - 1);
}

/* ------------------------------------------------- bytes of JDK's making */

static uint16_t unit_at (const jobject *bytes, uint32_t i, uint8_t coder) {
  return coder ? (uint16_t) (bytes->raw[2 * i] | bytes->raw[2 * i + 1] << 8)
               : bytes->raw[i];
}

/* A symbolic byte as a character: bytes are signed. */
static lyre_term char_of_byte (jvm *vm, jval b) {
  lyre_term t = jvm_int_term (vm, b);
  t = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_LT, t, jt_int (vm, 0)),
           jt2 (vm, LYRE_ADD, t, jt_int (vm, 256)), t);
  return jt1 (vm, LYRE_STR_FROM_CODE, t);
}

static jstr decode_symbolic (jvm *vm, jstate *st, const jobject *b,
                             uint8_t coder) {
  lyre_term empty = lyre_mk_string (vm->ctx, NULL, 0);
  if (coder || b->length_term) {
    jvm_end (st, JEND_UNSUPPORTED, "a string of symbolic UTF-16 bytes");
    return (jstr){.term = empty};
  }
  lyre_term all = empty;
  for (uint32_t i = 0; i < b->n; i++)
    all = jt2 (vm, LYRE_STR_CONCAT, all, char_of_byte (vm, b->slots[i]));
  return (jstr){.term = all};
}

/* Constructors of the JDK left a byte[] and a coder: the text is in there. */
static jstr decode (jvm *vm, jstate *st, jref r) {
  const jobject *o = jstate_object (&vm->heap, st, r);
  const jobject *b = jvm_object (vm, st, o->bytes);
  if (!b)
    return (jstr){.term = lyre_mk_string (vm->ctx, NULL, 0)};
  if (b->form != JOBJ_RAW) {
    jstr s = decode_symbolic (vm, st, b, o->coder);
    jstate_own (&vm->heap, st, r)->text_term = s.term.id;
    return s;
  }
  uint32_t n = o->coder ? b->n / 2 : b->n;
  jtext *t = jtext_new (vm->mem, NULL, 0);
  for (uint32_t i = 0; i < n; i++) {
    uint16_t unit = unit_at (b, i, o->coder);
    jtext_append (vm->mem, &t, &unit, 1);
  }
  jstate_own (&vm->heap, st, r)->text = t;
  return (jstr){.units = t->units, .len = t->len};
}

/* The byte[] that the JDK's own code would have put there. */
static jref encode (jvm *vm, jstate *st, jref r) {
  const jobject *o = jstate_object (&vm->heap, st, r);
  if (o->bytes)
    return o->bytes;
  jstr s = jvm_text (vm, st, r);
  if (!s.units) {
    jvm_end (st, JEND_UNSUPPORTED,
             "library code that looks into a symbolic string: %s.%s",
             st->top->m->owner->name, st->top->m->name);
    return 0;
  }
  bool is_wide = false;
  for (uint32_t i = 0; i < s.len; i++)
    is_wide |= s.units[i] > 0xFF;
  jref bytes =
      jvm_new_array (vm, st, jvm_class (vm, "[B"), is_wide ? 2 * s.len : s.len);
  uint8_t *raw = jstate_own (&vm->heap, st, bytes)->raw;
  for (uint32_t i = 0; i < s.len; i++) {
    if (!is_wide)
      raw[i] = (uint8_t) s.units[i];
    else {
      raw[2 * i] = (uint8_t) s.units[i];
      raw[2 * i + 1] = (uint8_t) (s.units[i] >> 8);
    }
  }
  if ((r & JREF_AREA) != JREF_LITERAL) {
    jobject *own = jstate_own (&vm->heap, st, r);
    own->bytes = bytes;
    own->coder = is_wide;
  }
  return bytes;
}

static bool is_wide_text (jstr s) {
  for (uint32_t i = 0; i < s.len; i++)
    if (s.units[i] > 0xFF)
      return true;
  return false;
}

jval jvm_string_field (jvm *vm, jstate *st, jref r, const jfield *f) {
  const jobject *o = jstate_object (&vm->heap, st, r);
  if (o->cls != vm->known->string) {
    jvm_end (st, JEND_UNSUPPORTED, "%s.%s of %s", f->owner->name, f->name,
             st->top ? st->top->m->name : "");
    return jdefault (f->kind);
  }
  if (!strcmp (f->name, "value"))
    return jobj (encode (vm, st, r));
  if (!strcmp (f->name, "coder")) {
    jstr s = jvm_text (vm, st, r);
    if (!s.units)
      encode (vm, st, r); /* says why not */
    return jint (s.units && is_wide_text (s));
  }
  return jdefault (f->kind); /* hash, hashIsZero: caches */
}

void jvm_put_string_field (jvm *vm, jstate *st, jref r, const jfield *f,
                           jval v) {
  if ((r & JREF_AREA) == JREF_LITERAL)
    return; /* only the cached hash can be meant */
  jobject *o = jstate_own (&vm->heap, st, r);
  if (o->cls != vm->known->string)
    jvm_end (st, JEND_UNSUPPORTED, "%s.%s", f->owner->name, f->name);
  else if (!strcmp (f->name, "value"))
    o->bytes = v.ref;
  else if (!strcmp (f->name, "coder"))
    o->coder = (uint8_t) v.i;
}

/* ---------------------------------------------------------------- contents */

jstr jvm_text (jvm *vm, jstate *st, jref r) {
  const jobject *o = jvm_object (vm, st, r);
  if (!o || o->form != JOBJ_TEXT) {
    jvm_malformed (vm, st);
    return (jstr){.term = lyre_mk_string (vm->ctx, NULL, 0)};
  }
  if (o->text)
    return (jstr){o->text->units, o->text->len, {o->text_term}};
  if (o->text_term)
    return (jstr){.term = {o->text_term}};
  if (o->bytes)
    return decode (vm, st, r);
  static const uint16_t none[1];
  return (jstr){.units = none}; /* a new builder, or a String half made */
}

lyre_term jvm_text_term (jvm *vm, jstr s) {
  if (s.term.id)
    return s.term;
  uint32_t *cp = lyre_alloc (vm->mem, ((size_t) s.len + 1) * sizeof *cp);
  for (uint32_t i = 0; i < s.len; i++)
    cp[i] = s.units[i];
  lyre_term t = lyre_mk_string (vm->ctx, cp, s.len);
  lyre_free (vm->mem, cp);
  return t;
}

jval jvm_text_length (jvm *vm, jstr s) {
  if (s.units)
    return jint ((int32_t) s.len);
  return jvm_int_value (vm, jt1 (vm, LYRE_STR_LEN, s.term));
}

/* A term that is a constant is a concrete text. */
static jtext *constant_text (jvm *vm, lyre_term t) {
  size_t len;
  if (!lyre_value_string (vm->ctx, t, NULL, 0, &len))
    return NULL;
  uint32_t *cp = lyre_alloc (vm->mem, (len + 1) * sizeof *cp);
  lyre_value_string (vm->ctx, t, cp, len, &len);
  jtext *text = jtext_new (vm->mem, NULL, 0);
  for (size_t i = 0; i < len; i++) {
    uint16_t unit = (uint16_t) cp[i];
    jtext_append (vm->mem, &text, &unit, 1);
  }
  lyre_free (vm->mem, cp);
  return text;
}

void jvm_set_text (jvm *vm, jstate *st, jref r, jstr s) {
  jtext *text = s.units ? jtext_new (vm->mem, s.units, s.len)
                        : constant_text (vm, s.term);
  jobject *o = jstate_own (&vm->heap, st, r);
  jtext_drop (vm->mem, o->text);
  o->text = text;
  o->text_term = s.term.id;
  o->bytes = 0;
}

jref jvm_new_string (jvm *vm, jstate *st, jstr s) {
  jref r = jvm_new_object (vm, st, vm->known->string);
  jvm_set_text (vm, st, r, s);
  return r;
}

jref jvm_new_string_utf8 (jvm *vm, jstate *st, const char *text) {
  jtext *t = jtext_from_utf8 (vm->mem, text, strlen (text));
  jref r = jvm_new_string (vm, st, (jstr){.units = t->units, .len = t->len});
  jtext_drop (vm->mem, t);
  return r;
}

char *jvm_text_utf8 (jvm *vm, jstate *st, jref r) {
  static const uint16_t mark[] = {'?'};
  jstr s = jvm_text (vm, st, r);
  return s.units ? jtext_utf8 (vm->mem, s.units, s.len)
                 : jtext_utf8 (vm->mem, mark, 1);
}
