#include "java/heap/object.h"

#include <stdio.h>
#include <string.h>

uint32_t jraw_size (jkind k) {
  switch (k) {
  case 'Z':
  case 'B':
    return 1;
  case 'C':
  case 'S':
    return 2;
  case 'I':
  case 'F':
    return 4;
  default:
    return 8;
  }
}

/* At least the struct itself, so that every form may be looked at. */
static size_t size_of (jobj_form form, const jclass *cls, uint32_t n) {
  size_t payload = 0;
  if (form == JOBJ_RAW)
    payload = (size_t) n * jraw_size (cls->element_kind);
  else if (form != JOBJ_TEXT)
    payload = (size_t) n * sizeof (jval);
  size_t bytes = offsetof (jobject, slots) + payload;
  return bytes < sizeof (jobject) ? sizeof (jobject) : bytes;
}

static jobject *new_object (lyre_mem *mem, jobj_form form, jclass *cls,
                            uint32_t n) {
  size_t bytes = size_of (form, cls, n);
  jobject *o = lyre_alloc (mem, bytes);
  memset (o, 0, bytes);
  o->count.refs = 1;
  o->form = (uint8_t) form;
  o->cls = cls;
  o->n = n;
  return o;
}

jobject *jobject_new (lyre_mem *mem, jobj_form form, jclass *cls, uint32_t n) {
  jobject *o = new_object (mem, form, cls, n);
  jfield **fields = form == JOBJ_CLASS ? cls->static_fields : cls->slot_fields;
  if (form == JOBJ_PLAIN || form == JOBJ_CLASS)
    for (uint32_t i = 0; i < n; i++)
      o->slots[i] = fields ? jdefault (fields[i]->kind) : jnull ();
  if (form == JOBJ_SLOTS)
    for (uint32_t i = 0; i < n; i++)
      o->slots[i] = jdefault (cls->element_kind);
  return o;
}

jobject *jobject_new_raw (lyre_mem *mem, jclass *array, uint32_t n) {
  return new_object (mem, JOBJ_RAW, array, n);
}

jcount *jobject_copy (lyre_mem *mem, const jcount *from) {
  const jobject *o = (const jobject *) from;
  size_t bytes = size_of (o->form, o->cls, o->n);
  jobject *copy = lyre_alloc (mem, bytes);
  memcpy (copy, o, bytes);
  copy->count.refs = 1;
  if (o->form == JOBJ_TEXT && o->text)
    copy->text->refs++;
  return &copy->count;
}

void jobject_drop (lyre_mem *mem, jcount *c) {
  jobject *o = (jobject *) c;
  if (o->form == JOBJ_TEXT)
    jtext_drop (mem, o->text);
  lyre_free (mem, o);
}

jval jarray_get (const jobject *o, uint32_t i) {
  if (o->form != JOBJ_RAW)
    return o->slots[i];
  const uint8_t *p = o->raw + (size_t) i * jraw_size (o->cls->element_kind);
  switch (o->cls->element_kind) {
  case 'Z':
  case 'B':
    return jint ((int8_t) *p);
  case 'C':
    return jint (*(const uint16_t *) p);
  case 'S':
    return jint (*(const int16_t *) p);
  case 'I':
    return jint (*(const int32_t *) p);
  case 'F':
    return jfloat (*(const float *) p);
  case 'J':
    return jlong (*(const int64_t *) p);
  default:
    return jdouble (*(const double *) p);
  }
}

void jraw_set (jobject *o, uint32_t i, jval v) {
  uint8_t *p = o->raw + (size_t) i * jraw_size (o->cls->element_kind);
  switch (o->cls->element_kind) {
  case 'Z':
    *p = v.i & 1;
    break;
  case 'B':
    *p = (uint8_t) v.i;
    break;
  case 'C':
  case 'S':
    *(uint16_t *) p = (uint16_t) v.i;
    break;
  case 'I':
    *(int32_t *) p = v.i;
    break;
  case 'F':
    *(float *) p = v.f;
    break;
  case 'J':
    *(int64_t *) p = v.l;
    break;
  default:
    *(double *) p = v.d;
  }
}

/* ------------------------------------------------------------------- texts */

static jtext *text_with_room (lyre_mem *mem, uint32_t cap) {
  jtext *t = lyre_alloc (mem, sizeof *t + (size_t) cap * 2);
  *t = (jtext){.refs = 1, .cap = cap};
  return t;
}

jtext *jtext_new (lyre_mem *mem, const uint16_t *units, uint32_t len) {
  jtext *t = text_with_room (mem, len);
  if (len)
    memcpy (t->units, units, (size_t) len * 2);
  t->len = len;
  return t;
}

jtext *jtext_share (jtext *t) {
  t->refs++;
  return t;
}

void jtext_drop (lyre_mem *mem, jtext *t) {
  if (t && !--t->refs)
    lyre_free (mem, t);
}

bool jtext_eq (const jtext *a, const jtext *b) {
  return a->len == b->len && !memcmp (a->units, b->units, (size_t) a->len * 2);
}

void jtext_append (lyre_mem *mem, jtext **s, const uint16_t *units,
                   uint32_t len) {
  jtext *t = *s;
  if (t->refs > 1 || t->cap - t->len < len) {
    uint64_t cap = 2 * ((uint64_t) t->len + len) + 8;
    if (cap > UINT32_MAX / 2)
      lyre_mem_fail (mem, LYRE_FAIL_TOO_LARGE);
    jtext *bigger = text_with_room (mem, (uint32_t) cap);
    memcpy (bigger->units, t->units, (size_t) t->len * 2);
    bigger->len = t->len;
    memcpy (bigger->units + t->len, units, (size_t) len * 2);
    jtext_drop (mem, t);
    *s = t = bigger;
  } else
    memmove (t->units + t->len, units, (size_t) len * 2);
  t->len += len;
}

/* One code point, or 0xFFFD for bytes that are none. */
static uint32_t next_point (const uint8_t *s, size_t len, size_t *i) {
  uint8_t b = s[(*i)++];
  uint32_t more = b < 0x80 ? 0 : b < 0xE0 ? 1 : b < 0xF0 ? 2 : 3;
  if (!more)
    return b;
  uint32_t c = b & (0x3F >> more);
  for (; more && *i < len; more--)
    c = c << 6 | (s[(*i)++] & 0x3F);
  return more ? 0xFFFD : c;
}

jtext *jtext_from_utf8 (lyre_mem *mem, const char *s, size_t len) {
  jtext *t = text_with_room (mem, (uint32_t) len + 1);
  for (size_t i = 0; i < len;) {
    uint32_t c = next_point ((const uint8_t *) s, len, &i);
    if (c > 0xFFFF) {
      t->units[t->len++] = (uint16_t) (0xD800 + ((c - 0x10000) >> 10 & 0x3FF));
      c = 0xDC00 + (c & 0x3FF);
    }
    t->units[t->len++] = (uint16_t) c;
  }
  return t;
}

static char *put_utf8 (char *p, uint32_t c) {
  if (c < 0x80)
    *p++ = (char) c;
  else if (c < 0x800) {
    *p++ = (char) (0xC0 | c >> 6);
    *p++ = (char) (0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *p++ = (char) (0xE0 | c >> 12);
    *p++ = (char) (0x80 | (c >> 6 & 0x3F));
    *p++ = (char) (0x80 | (c & 0x3F));
  } else {
    *p++ = (char) (0xF0 | c >> 18);
    *p++ = (char) (0x80 | (c >> 12 & 0x3F));
    *p++ = (char) (0x80 | (c >> 6 & 0x3F));
    *p++ = (char) (0x80 | (c & 0x3F));
  }
  return p;
}

char *jtext_utf8 (lyre_mem *mem, const uint16_t *units, uint32_t len) {
  char *text = lyre_alloc (mem, (size_t) len * 6 + 1), *p = text;
  for (uint32_t i = 0; i < len; i++) {
    uint32_t c = units[i];
    if (c >= 0xD800 && c < 0xDC00 && i + 1 < len &&
        (units[i + 1] & 0xFC00) == 0xDC00)
      c = 0x10000 + ((c & 0x3FF) << 10) + (units[++i] & 0x3FF);
    if (c >= 0xD800 && c < 0xE000)
      p += sprintf (p, "\\u%04X", c);
    else
      p = put_utf8 (p, c);
  }
  *p = 0;
  return text;
}
