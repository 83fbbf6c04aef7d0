/* java.lang.String. A case that is not handled here goes to the JDK's own
 * code, which works on concrete strings. */
#include <string.h>

#include "java/vm/internal.h"

#define STRING "java/lang/String"
#define RET_S "Ljava/lang/String;"

/* ------------------------------------------------------------------ basics */

static bool same_units (jstr a, jstr b) {
  return a.len == b.len && !memcmp (a.units, b.units, 2ull * a.len);
}

/* Where B begins in A, at FROM or later; -1. */
static int32_t find_units (jstr a, jstr b, int64_t from) {
  for (int64_t i = from < 0 ? 0 : from; i + b.len <= a.len; i++)
    if (!memcmp (a.units + i, b.units, 2ull * b.len))
      return (int32_t) i;
  return -1;
}

static int32_t find_last_units (jstr a, jstr b, int64_t from) {
  int64_t i = (int64_t) a.len - b.len;
  for (i = i < from ? i : from; i >= 0; i--)
    if (!memcmp (a.units + i, b.units, 2ull * b.len))
      return (int32_t) i;
  return -1;
}

static lyre_term term (jcall *c, jstr s) {
  return jvm_text_term (c->vm, s);
}

static lyre_term length_of (jcall *c, jstr s) {
  return jvm_int_term (c->vm, jvm_text_length (c->vm, s));
}

static jmodel_result length (jcall *c) {
  jstr s;
  if (!jcall_text (c, 0, &s))
    return JM_GONE;
  return jreturn (c, jvm_text_length (c->vm, s));
}

static jmodel_result is_empty (jcall *c) {
  jstr s;
  if (!jcall_text (c, 0, &s))
    return JM_GONE;
  if (s.units)
    return jreturn_int (c, !s.len);
  lyre_term empty = lyre_mk_string (c->vm->ctx, NULL, 0);
  return jreturn_term (c, jt2 (c->vm, LYRE_EQ, s.term, empty));
}

/* The character at a place that has been checked. */
static jval char_at_term (jcall *c, jstr s, jval i) {
  lyre_term at = jt2 (c->vm, LYRE_STR_AT, term (c, s), jvm_int_term (c->vm, i));
  lyre_term code = jt1 (c->vm, LYRE_STR_TO_CODE, at);
  return jvm_int_value (c->vm, code);
}

jmodel_result jmodel_char_at (jcall *c) {
  jstr s;
  if (!jcall_text (c, 0, &s))
    return JM_GONE;
  jval i = c->args[1], n = jvm_text_length (c->vm, s);
  lyre_term inside =
      jt2 (c->vm, LYRE_AND, jvm_compare (c->vm, JCMP_GE, i, jint (0)),
           jvm_compare (c->vm, JCMP_LT, i, n));
  if (!jdecide (c, inside)) {
    if (i.term || n.term)
      return jthrow (c, "java/lang/StringIndexOutOfBoundsException", NULL);
    if (c->m->owner == c->vm->known->string)
      return JM_BYTECODE; /* which knows the message */
    return jthrow (c, "java/lang/StringIndexOutOfBoundsException",
                   jloader_jdk_release (c->vm->loader) > 17
                       ? "Index %d out of bounds for length %d"
                       : "index %d,length %d",
                   i.i, n.i);
  }
  if (s.units && !i.term)
    return jreturn_int (c, s.units[i.i]);
  return jreturn (c, char_at_term (c, s, i));
}

static jmodel_result equals (jcall *c) {
  jref other = jcall_ref (c, 1);
  if (c->st->end)
    return JM_GONE;
  if (!other)
    return jreturn_int (c, 0);
  if (other == c->args[0].ref)
    return jreturn_int (c, 1);
  const jobject *o = jvm_object (c->vm, c->st, other);
  if (!o)
    return JM_GONE;
  if (o->cls != c->vm->known->string)
    return jreturn_int (c, 0);
  jstr a = jvm_text (c->vm, c->st, c->args[0].ref);
  jstr b = jvm_text (c->vm, c->st, other);
  if (a.units && b.units)
    return jreturn_int (c, same_units (a, b));
  return jreturn_term (c, jt2 (c->vm, LYRE_EQ, term (c, a), term (c, b)));
}

/* A number that only a switch over strings will look at (vm/strswitch.c). */
static jmodel_result symbolic_hash (jcall *c, lyre_term text) {
  const jframe *f = c->st->top;
  if (!c->site->next_pc || c->site->pops != 1 ||
      !jvm_is_string_switch (f->m, c->site->next_pc))
    return junsupported (c, "String.hashCode of a symbolic string");
  lyre_term t = jfresh (c, "hash", LYRE_INT);
  *lyre_map_at (c->vm->mem, &c->vm->tables->hashes, t.id) = text.id;
  return jreturn (c, jterm ('I', t));
}

static jmodel_result hash_code (jcall *c) {
  jstr s;
  if (!jcall_text (c, 0, &s))
    return JM_GONE;
  if (!s.units)
    return symbolic_hash (c, s.term);
  uint32_t h = 0;
  for (uint32_t i = 0; i < s.len; i++)
    h = 31 * h + s.units[i];
  return jreturn_int (c, (int32_t) h);
}

static jmodel_result to_string (jcall *c) {
  return jreturn (c, c->args[0]);
}

static jmodel_result intern (jcall *c) {
  jstr s;
  if (!jcall_text (c, 0, &s))
    return JM_GONE;
  if (!s.units)
    return jreturn (c, c->args[0]);
  return jreturn_ref (c, jvm_intern (c->vm, s.units, s.len));
}

static jmodel_result concat (jcall *c) {
  jstr a, b;
  if (!jcall_text (c, 0, &a) || !jcall_text (c, 1, &b))
    return JM_GONE;
  if (a.units && b.units)
    return JM_BYTECODE;
  return jreturn_text_term (
      c, jt2 (c->vm, LYRE_STR_CONCAT, term (c, a), term (c, b)));
}

/* --------------------------------------------------------------- searching */

static jmodel_result test (jcall *c, lyre_op op, bool swap,
                           bool (*concrete) (jstr, jstr)) {
  jstr a, b;
  if (!jcall_text (c, 0, &a) || !jcall_text (c, 1, &b))
    return JM_GONE;
  if (a.units && b.units)
    return jreturn_int (c, concrete (a, b));
  lyre_term x = term (c, a), y = term (c, b);
  return jreturn_term (c, swap ? jt2 (c->vm, op, y, x) : jt2 (c->vm, op, x, y));
}

static bool has_prefix (jstr a, jstr b) {
  return b.len <= a.len && !memcmp (a.units, b.units, 2ull * b.len);
}

static bool has_suffix (jstr a, jstr b) {
  return b.len <= a.len &&
         !memcmp (a.units + (a.len - b.len), b.units, 2ull * b.len);
}

static bool has_part (jstr a, jstr b) {
  return find_units (a, b, 0) >= 0;
}

static jmodel_result starts_with (jcall *c) {
  return test (c, LYRE_STR_PREFIXOF, true, has_prefix);
}

static jmodel_result ends_with (jcall *c) {
  return test (c, LYRE_STR_SUFFIXOF, true, has_suffix);
}

static jmodel_result contains (jcall *c) {
  return test (c, LYRE_STR_CONTAINS, false, has_part);
}

/* startsWith (prefix, offset): false if the offset is outside. */
static jmodel_result starts_with_at (jcall *c) {
  jstr a, b;
  if (!jcall_text (c, 0, &a) || !jcall_text (c, 1, &b))
    return JM_GONE;
  if (a.units && b.units && !c->args[2].term) {
    int64_t from = c->args[2].i;
    bool ok = from >= 0 && from + b.len <= a.len &&
              !memcmp (a.units + from, b.units, 2ull * b.len);
    return jreturn_int (c, ok);
  }
  jvm *vm = c->vm;
  lyre_term i = jvm_int_term (vm, c->args[2]), x = term (c, a);
  lyre_term rest = jt3 (vm, LYRE_STR_SUBSTR, x, i, length_of (c, a));
  lyre_term parts[] = {
      jt2 (vm, LYRE_GE, i, jt_int (vm, 0)),
      jt2 (vm, LYRE_LE, i, length_of (c, a)),
      jt2 (vm, LYRE_STR_PREFIXOF, term (c, b), rest),
  };
  return jreturn_term (c, jt (vm, LYRE_AND, 3, parts));
}

/* regionMatches (offset, other, offset, length), maybe after a boolean. */
static jmodel_result region_matches (jcall *c) {
  jvm *vm = c->vm;
  bool has_case = c->n == 6;
  const jval *v = c->args + (has_case ? 2 : 1);
  jstr a, b;
  if (!jcall_text (c, 0, &a) || !jcall_text (c, has_case ? 3 : 2, &b))
    return JM_GONE;
  if (a.units && b.units && !v[0].term && !v[2].term && !v[3].term &&
      !(has_case && c->args[1].term))
    return JM_BYTECODE;
  bool fold = has_case && jdecide (c, jvm_bool_term (vm, c->args[1]));
  lyre_term i = jvm_int_term (vm, v[0]), j = jvm_int_term (vm, v[2]);
  lyre_term n = jvm_int_term (vm, v[3]), zero = jt_int (vm, 0);
  lyre_term x = jt3 (vm, LYRE_STR_SUBSTR, term (c, a), i, n);
  lyre_term y = jt3 (vm, LYRE_STR_SUBSTR, term (c, b), j, n);
  if (fold) {
    x = jt1 (vm, LYRE_STR_TO_LOWER, x);
    y = jt1 (vm, LYRE_STR_TO_LOWER, y);
    c->st->is_inexact = true; /* letters beyond ASCII */
  }
  lyre_term parts[] = {
      jt2 (vm, LYRE_GE, i, zero),
      jt2 (vm, LYRE_GE, j, zero),
      jt2 (vm, LYRE_LE, jt2 (vm, LYRE_ADD, i, n), length_of (c, a)),
      jt2 (vm, LYRE_LE, jt2 (vm, LYRE_ADD, j, n), length_of (c, b)),
      jt2 (vm, LYRE_EQ, x, y),
  };
  return jreturn_term (c, jt (vm, LYRE_AND, 5, parts));
}

/* A character given as int: above 0xFFFF it is a pair that we leave alone. */
static bool needle (jcall *c, jstr *out) {
  jval v = c->args[1];
  if (v.kind == 'L')
    return jcall_text (c, 1, out);
  if (v.term) {
    lyre_term t = jvm_int_term (c->vm, v);
    int64_t lo, hi;
    jvm_interval (c->vm, c->st, t, &lo, &hi);
    if (lo < 0 || hi > 0xFFFF) {
      junsupported (c, "String.%s of a symbolic code point", c->m->name);
      return false;
    }
    *out = (jstr){.term = jt1 (c->vm, LYRE_STR_FROM_CODE, t)};
    return true;
  }
  if (v.i < 0 || v.i > 0xFFFF) {
    junsupported (c, "String.%s of a code point beyond 0xFFFF", c->m->name);
    return false;
  }
  uint16_t *unit = lyre_arena_array (&c->vm->scratch, uint16_t, 1);
  *unit = (uint16_t) v.i;
  *out = (jstr){.units = unit, .len = 1};
  return true;
}

static bool all_concrete (jcall *c, jstr a) {
  if (!a.units)
    return false;
  for (uint32_t i = 1; i < c->n; i++)
    if (c->args[i].term)
      return false;
  return true;
}

/* indexOf with all its shapes; a negative start counts as 0, and the solver's
 * answer for a start beyond the end is -1 except for the empty needle, where
 * Java says the length. */
static jmodel_result index_of (jcall *c) {
  jstr a, b;
  if (!jcall_text (c, 0, &a) || !needle (c, &b))
    return JM_GONE;
  jval from = c->n > 2 ? c->args[2] : jint (0);
  jvm *vm = c->vm;
  if (all_concrete (c, a) && b.units) {
    int64_t at = from.i > (int64_t) a.len ? (int64_t) a.len : from.i;
    return jreturn_int (c, find_units (a, b, at));
  }
  lyre_term start = jvm_int_term (vm, from), n = length_of (c, a);
  int64_t lo, hi;
  jvm_interval (vm, c->st, start, &lo, &hi);
  if (lo < 0)
    start = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_LT, start, jt_int (vm, 0)),
                 jt_int (vm, 0), start);
  if ((lo || hi) && (!b.units || !b.len)) /* the needle may be empty */
    start = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_GT, start, n), n, start);
  return jreturn_term (
      c, jt3 (vm, LYRE_STR_INDEXOF, term (c, a), term (c, b), start));
}

static jmodel_result last_index_of (jcall *c) {
  jstr a, b;
  if (!jcall_text (c, 0, &a) || !needle (c, &b))
    return JM_GONE;
  jvm *vm = c->vm;
  if (all_concrete (c, a) && b.units)
    return jreturn_int (
        c, find_last_units (a, b, c->n > 2 ? c->args[2].i : INT32_MAX));
  lyre_term n = length_of (c, a);
  lyre_term from = c->n > 2 ? jvm_int_term (vm, c->args[2]) : n;
  return jreturn_term (
      c, jt3 (vm, LYRE_STR_LAST_INDEXOF, term (c, a), term (c, b), from));
}

/* --------------------------------------------------------------- substring */

static jmodel_result substring (jcall *c) {
  jstr s;
  if (!jcall_text (c, 0, &s))
    return JM_GONE;
  jvm *vm = c->vm;
  jval n = jvm_text_length (vm, s), from = c->args[1];
  jval to = c->n > 2 ? c->args[2] : n;
  lyre_term conds[] = {jvm_compare (vm, JCMP_GE, from, jint (0)),
                       jvm_compare (vm, JCMP_LE, from, to),
                       jvm_compare (vm, JCMP_LE, to, n)};
  if (!jdecide (c, jt (vm, LYRE_AND, 3, conds))) {
    if (from.term || to.term || n.term)
      return jthrow (c, "java/lang/StringIndexOutOfBoundsException", NULL);
    return JM_BYTECODE; /* which knows the message */
  }
  if (s.units && !from.term && !to.term) {
    if (!from.i && to.i == (int32_t) s.len)
      return jreturn (c, c->args[0]);
    return jreturn_text (c, (jstr){.units = s.units + from.i,
                                   .len = (uint32_t) (to.i - from.i)});
  }
  lyre_term i = jvm_int_term (vm, from), k = jvm_int_term (vm, to);
  return jreturn_text_term (
      c, jt3 (vm, LYRE_STR_SUBSTR, term (c, s), i, jt2 (vm, LYRE_SUB, k, i)));
}

/* --------------------------------------------------------------- comparing */

static int32_t compare_units (jstr a, jstr b) {
  uint32_t n = a.len < b.len ? a.len : b.len;
  for (uint32_t i = 0; i < n; i++)
    if (a.units[i] != b.units[i])
      return (int32_t) a.units[i] - b.units[i];
  return (int32_t) a.len - (int32_t) b.len;
}

/* The sign is that of the order; the amount may be any. */
static jmodel_result compare_to (jcall *c) {
  jstr a, b;
  if (!jcall_text (c, 0, &a) || !jcall_text (c, 1, &b))
    return JM_GONE;
  if (a.units && b.units)
    return jreturn_int (c, compare_units (a, b));
  jvm *vm = c->vm;
  lyre_term x = term (c, a), y = term (c, b), zero = jt_int (vm, 0);
  if (jdecide (c, jt2 (vm, LYRE_EQ, x, y)))
    return jreturn_int (c, 0);
  bool is_less = jdecide (c, jt2 (vm, LYRE_STR_LT, x, y));
  lyre_term v = jfresh (c, "order", LYRE_INT);
  jvm_assume (vm, c->st, jt2 (vm, is_less ? LYRE_LT : LYRE_GT, v, zero));
  jvm_assume (vm, c->st,
              jt2 (vm, is_less ? LYRE_GT : LYRE_LT, v,
                   jt_int (vm, is_less ? INT32_MIN : INT32_MAX)));
  c->st->is_abstract = true;
  return jreturn (c, jterm ('I', v));
}

/* ------------------------------------------------------------------ making */

static jmodel_result init_copy (jcall *c) {
  jstr s;
  if (!jcall_text (c, 1, &s))
    return JM_GONE;
  jvm_set_text (c->vm, c->st, c->args[0].ref, s);
  return jreturn_void (c);
}

static jmodel_result init_empty (jcall *c) {
  static const uint16_t none[1];
  jvm_set_text (c->vm, c->st, c->args[0].ref, (jstr){.units = none});
  return jreturn_void (c);
}

static jval array_element (jcall *c, jref r, uint32_t i) {
  const jobject *o = jvm_object (c->vm, c->st, r);
  if (o->form == JOBJ_SLOTS && o->slots[i].kind == '?')
    return jvm_look_at (c->vm, c->st, r, i, NULL,
                        jnames_text (c->vm->names, o->cls->name + 1));
  return jarray_get (o, i);
}

/* Characters FROM to TO of a char[] with a length that is known. */
static jstr text_of_chars (jcall *c, jref r, uint32_t from, uint32_t n) {
  jvm *vm = c->vm;
  uint16_t *units = lyre_arena_array (&vm->scratch, uint16_t, n + 1);
  bool is_concrete = true;
  for (uint32_t i = 0; i < n; i++) {
    jval v = array_element (c, r, from + i);
    is_concrete &= !v.term;
    units[i] = (uint16_t) v.i;
  }
  if (is_concrete)
    return (jstr){.units = units, .len = n};
  lyre_term all = lyre_mk_string (vm->ctx, NULL, 0);
  for (uint32_t i = 0; i < n; i++) {
    lyre_term code = jvm_int_term (vm, array_element (c, r, from + i));
    all = jt2 (vm, LYRE_STR_CONCAT, all, jt1 (vm, LYRE_STR_FROM_CODE, code));
  }
  return (jstr){.term = all};
}

/* The array, its length made concrete; 0 after an exception. */
static jref chars_argument (jcall *c, uint32_t i, uint32_t *n) {
  jref r = jcall_object (c, i);
  const jobject *o = r ? jvm_object (c->vm, c->st, r) : NULL;
  if (!o)
    return 0;
  *n = o->n;
  if (o->length_term)
    *n = (uint32_t) jvm_concretise (c->vm, c->st, (lyre_term){o->length_term});
  return c->st->end ? 0 : r;
}

bool jmodel_chars (jcall *c, uint32_t first, jstr *s) {
  uint32_t n;
  jref r = chars_argument (c, first, &n);
  if (!r)
    return false;
  int64_t from = 0, len = n;
  if (c->n > first + 1) {
    from = jcall_int (c, first + 1);
    len = jcall_int (c, first + 2);
    if (c->st->end)
      return false;
    if (from < 0 || len < 0 || from > (int64_t) n - len) {
      jthrow (c, "java/lang/StringIndexOutOfBoundsException",
              "offset %d, count %d, length %u", (int) from, (int) len, n);
      return false;
    }
  }
  *s = text_of_chars (c, r, (uint32_t) from, (uint32_t) len);
  return !c->st->end;
}

static jmodel_result init_chars (jcall *c) {
  jstr s;
  if (!jmodel_chars (c, 1, &s))
    return JM_GONE;
  jvm_set_text (c->vm, c->st, c->args[0].ref, s);
  return jreturn_void (c);
}

static jmodel_result value_of_chars (jcall *c) {
  jstr s;
  if (!jmodel_chars (c, 0, &s))
    return JM_GONE;
  return jreturn_text (c, s);
}

/* valueOf of everything else, and toString of boxes given as values. */
jmodel_result jmodel_value_of (jcall *c) {
  jval v = c->args[0];
  if ((v.kind == 'F' || v.kind == 'D') && !v.term)
    return JM_BYTECODE;
  if (v.kind == 'L') {
    jref r = jcall_ref (c, 0);
    if (c->st->end)
      return JM_GONE;
    const jobject *o = r ? jvm_object (c->vm, c->st, r) : NULL;
    if (o && o->cls == c->vm->known->string)
      return jreturn_ref (c, r);
    return JM_BYTECODE;
  }
  jstr s;
  if (!jcall_shown (c, 0, &s))
    return JM_GONE;
  return jreturn_text (c, s);
}

/* An array as long as the string: the length is made concrete. */
static jmodel_result to_char_array (jcall *c) {
  jstr s;
  if (!jcall_text (c, 0, &s))
    return JM_GONE;
  jvm *vm = c->vm;
  uint32_t n = s.len;
  if (!s.units)
    n = (uint32_t) jvm_concretise (vm, c->st, length_of (c, s));
  if (c->st->end)
    return JM_GONE;
  jref r = jvm_new_array (vm, c->st, jvm_class (vm, "[C"), n);
  for (uint32_t i = 0; i < n; i++)
    jstate_store (&vm->heap, c->st, r, i,
                  s.units ? jint (s.units[i])
                          : char_at_term (c, s, jint ((int32_t) i)));
  return jreturn_ref (c, r);
}

const jmodel jmodels_string[] = {
    {STRING, "length", "()I", length},
    {STRING, "isEmpty", "()Z", is_empty},
    {STRING, "charAt", "(I)C", jmodel_char_at},
    {STRING, "equals", "(Ljava/lang/Object;)Z", equals},
    {STRING, "hashCode", "()I", hash_code},
    {STRING, "toString", "()" RET_S, to_string},
    {STRING, "intern", "()" RET_S, intern},
    {STRING, "concat", "(" RET_S ")" RET_S, concat},
    {STRING, "startsWith", "(" RET_S ")Z", starts_with},
    {STRING, "startsWith", "(" RET_S "I)Z", starts_with_at},
    {STRING, "endsWith", "(" RET_S ")Z", ends_with},
    {STRING, "contains", "(Ljava/lang/CharSequence;)Z", contains},
    {STRING, "regionMatches", NULL, region_matches},
    {STRING, "indexOf", "(I)I", index_of},
    {STRING, "indexOf", "(II)I", index_of},
    {STRING, "indexOf", "(" RET_S ")I", index_of},
    {STRING, "indexOf", "(" RET_S "I)I", index_of},
    {STRING, "lastIndexOf", "(I)I", last_index_of},
    {STRING, "lastIndexOf", "(II)I", last_index_of},
    {STRING, "lastIndexOf", "(" RET_S ")I", last_index_of},
    {STRING, "lastIndexOf", "(" RET_S "I)I", last_index_of},
    {STRING, "substring", "(I)" RET_S, substring},
    {STRING, "substring", "(II)" RET_S, substring},
    {STRING, "subSequence", "(II)Ljava/lang/CharSequence;", substring},
    {STRING, "compareTo", "(" RET_S ")I", compare_to},
    {STRING, "toCharArray", "()[C", to_char_array},
    {STRING, "<init>", "()V", init_empty},
    {STRING, "<init>", "(" RET_S ")V", init_copy},
    {STRING, "<init>", "(Ljava/lang/StringBuilder;)V", init_copy},
    {STRING, "<init>", "(Ljava/lang/StringBuffer;)V", init_copy},
    {STRING, "<init>", "([C)V", init_chars},
    {STRING, "<init>", "([CII)V", init_chars},
    {STRING, "valueOf", "([C)" RET_S, value_of_chars},
    {STRING, "valueOf", "([CII)" RET_S, value_of_chars},
    {STRING, "copyValueOf", NULL, value_of_chars},
    {STRING, "valueOf", NULL, jmodel_value_of},
    {0},
};
