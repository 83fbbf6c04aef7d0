/* java.lang.StringBuilder and StringBuffer: a text that changes. */
#include <string.h>

#include "java/vm/internal.h"

#define NONE                                                                   \
  (jstr) {                                                                     \
    .units = (const uint16_t[1]) {                                             \
      0                                                                        \
    }                                                                          \
  }

static jstr self (jcall *c) {
  return jvm_text (c->vm, c->st, c->args[0].ref);
}

static jmodel_result set (jcall *c, jstr s) {
  if (c->st->end)
    return JM_GONE;
  jvm_set_text (c->vm, c->st, c->args[0].ref, s);
  return c->m->sig.ret == 'V' ? jreturn_void (c) : jreturn (c, c->args[0]);
}

/* In place where both are concrete: loops that build a text are common. */
static jmodel_result append_text (jcall *c, jstr what) {
  jvm *vm = c->vm;
  jstr s = self (c);
  if (c->st->end)
    return JM_GONE;
  if (s.units && what.units) {
    jobject *o = jstate_own (&vm->heap, c->st, c->args[0].ref);
    if (!o->text)
      o->text = jtext_new (vm->mem, NULL, 0);
    if (what.units >= o->text->units &&
        what.units < o->text->units + o->text->len) /* of itself */
      return set (
          c, (jstr){.term = jt2 (vm, LYRE_STR_CONCAT, jvm_text_term (vm, s),
                                 jvm_text_term (vm, what))});
    jtext_append (vm->mem, &o->text, what.units, what.len);
    o->text_term = 0;
    return jreturn (c, c->args[0]);
  }
  return set (c, (jstr){.term = jt2 (vm, LYRE_STR_CONCAT, jvm_text_term (vm, s),
                                     jvm_text_term (vm, what))});
}

static jmodel_result append (jcall *c) {
  jstr what;
  if (!jcall_shown (c, 1, &what))
    return JM_GONE;
  return append_text (c, what);
}

static jmodel_result append_chars (jcall *c) {
  jstr what;
  if (!jmodel_chars (c, 1, &what))
    return JM_GONE;
  return append_text (c, what);
}

/* The part [from, to) of a text, all numbers concrete or not. */
static jstr part (jcall *c, jstr s, jval from, jval to) {
  if (s.units && !from.term && !to.term)
    return (jstr){.units = s.units + from.i, .len = (uint32_t) (to.i - from.i)};
  jvm *vm = c->vm;
  lyre_term i = jvm_int_term (vm, from), k = jvm_int_term (vm, to);
  return (jstr){.term = jt3 (vm, LYRE_STR_SUBSTR, jvm_text_term (vm, s), i,
                             jt2 (vm, LYRE_SUB, k, i))};
}

static bool in_order (jcall *c, jval from, jval to, jval n) {
  lyre_term conds[] = {jvm_compare (c->vm, JCMP_GE, from, jint (0)),
                       jvm_compare (c->vm, JCMP_LE, from, to),
                       jvm_compare (c->vm, JCMP_LE, to, n)};
  return jdecide (c, jt (c->vm, LYRE_AND, 3, conds));
}

static jmodel_result out_of_range (jcall *c, jval from, jval to, jval n) {
  if (from.term || to.term || n.term)
    return jthrow (c, "java/lang/StringIndexOutOfBoundsException", NULL);
  return jthrow (c, "java/lang/StringIndexOutOfBoundsException",
                 "start %d, end %d, length %d", from.i, to.i, n.i);
}

/* append (CharSequence, start, end) */
static jmodel_result append_part (jcall *c) {
  jstr what;
  if (!jcall_shown (c, 1, &what))
    return JM_GONE;
  jval n = jvm_text_length (c->vm, what);
  if (!in_order (c, c->args[2], c->args[3], n)) {
    if (c->args[2].term || c->args[3].term || n.term)
      return jthrow (c, "java/lang/IndexOutOfBoundsException", NULL);
    return jthrow (c, "java/lang/IndexOutOfBoundsException",
                   "start %d, end %d, length %d", c->args[2].i, c->args[3].i,
                   n.i);
  }
  return append_text (c, part (c, what, c->args[2], c->args[3]));
}

static jstr join (jcall *c, jstr a, jstr b, jstr d) {
  jvm *vm = c->vm;
  if (a.units && b.units && d.units) {
    uint32_t n = a.len + b.len + d.len;
    uint16_t *all = lyre_arena_array (&vm->scratch, uint16_t, n + 1u);
    memcpy (all, a.units, 2ull * a.len);
    memcpy (all + a.len, b.units, 2ull * b.len);
    memcpy (all + a.len + b.len, d.units, 2ull * d.len);
    return (jstr){.units = all, .len = n};
  }
  return (jstr){.term = jt3 (vm, LYRE_STR_CONCAT, jvm_text_term (vm, a),
                             jvm_text_term (vm, b), jvm_text_term (vm, d))};
}

/* Replaces [from, to) by WHAT. */
static jmodel_result splice (jcall *c, jval from, jval to, jstr what) {
  jstr s = self (c);
  jval n = jvm_text_length (c->vm, s);
  return set (c,
              join (c, part (c, s, jint (0), from), what, part (c, s, to, n)));
}

static jmodel_result insert (jcall *c) {
  jstr what;
  if (!jcall_shown (c, 2, &what))
    return JM_GONE;
  jval n = jvm_text_length (c->vm, self (c)), at = c->args[1];
  if (!in_order (c, at, n, n)) {
    if (at.term || n.term)
      return jthrow (c, "java/lang/StringIndexOutOfBoundsException", NULL);
    return jthrow (c, "java/lang/StringIndexOutOfBoundsException",
                   "offset %d, length %d", at.i, n.i);
  }
  return splice (c, at, at, what);
}

/* An end beyond the text means the text's end. */
static jval clipped (jcall *c, jval to, jval n) {
  return jdecide (c, jvm_compare (c->vm, JCMP_GT, to, n)) ? n : to;
}

static jmodel_result delete (jcall *c) {
  jval n = jvm_text_length (c->vm, self (c));
  jval from = c->args[1], to = clipped (c, c->args[2], n);
  if (!in_order (c, from, to, n))
    return out_of_range (c, from, to, n);
  return splice (c, from, to, NONE);
}

static jmodel_result replace (jcall *c) {
  jstr what;
  if (!jcall_text (c, 3, &what))
    return JM_GONE;
  jval n = jvm_text_length (c->vm, self (c));
  jval from = c->args[1], to = clipped (c, c->args[2], n);
  if (!in_order (c, from, to, n))
    return out_of_range (c, from, to, n);
  return splice (c, from, to, what);
}

/* Is there a character at the place? Throws if not. */
static bool has_char (jcall *c, jval at) {
  jval n = jvm_text_length (c->vm, self (c));
  lyre_term inside =
      jt2 (c->vm, LYRE_AND, jvm_compare (c->vm, JCMP_GE, at, jint (0)),
           jvm_compare (c->vm, JCMP_LT, at, n));
  if (jdecide (c, inside))
    return true;
  if (at.term || n.term)
    jthrow (c, "java/lang/StringIndexOutOfBoundsException", NULL);
  else
    jthrow (c, "java/lang/StringIndexOutOfBoundsException",
            jloader_jdk_release (c->vm->loader) > 17
                ? "Index %d out of bounds for length %d"
                : "index %d, length %d",
            at.i, n.i);
  return false;
}

static jmodel_result delete_char_at (jcall *c) {
  jval at = c->args[1];
  if (!has_char (c, at))
    return JM_GONE;
  jval next = jvm_binary (c->vm, c->st, JOP_ADD, at, jint (1));
  return splice (c, at, next, NONE);
}

static jmodel_result set_char_at (jcall *c) {
  jval at = c->args[1];
  jstr what;
  if (!has_char (c, at) || !jcall_shown (c, 2, &what))
    return JM_GONE;
  jval next = jvm_binary (c->vm, c->st, JOP_ADD, at, jint (1));
  return splice (c, at, next, what);
}

static jmodel_result length (jcall *c) {
  return jreturn (c, jvm_text_length (c->vm, self (c)));
}

static jmodel_result set_length (jcall *c) {
  jvm *vm = c->vm;
  jstr s = self (c);
  jval n = jvm_text_length (vm, s), want = c->args[1];
  if (jdecide (c, jvm_compare (vm, JCMP_LT, want, jint (0))))
    return jthrow (c, "java/lang/StringIndexOutOfBoundsException", NULL);
  if (jdecide (c, jvm_compare (vm, JCMP_LE, want, n)))
    return set (c, part (c, s, jint (0), want));
  int32_t to = jcall_int (c, 1);
  int32_t now = n.i;
  if (n.term)
    now = (int32_t) jvm_concretise (vm, c->st, jvm_int_term (vm, n));
  if (to < now)
    jvm_end (c->st, JEND_INFEASIBLE, "no input takes this path");
  if (c->st->end)
    return JM_GONE;
  uint32_t more = (uint32_t) (to - now);
  uint16_t *zeros = lyre_arena_array (&vm->scratch, uint16_t, more + 1u);
  memset (zeros, 0, 2ull * more);
  return set (c, join (c, s, (jstr){.units = zeros, .len = more}, NONE));
}

static bool has_surrogates (jstr s) {
  for (uint32_t i = 0; i < s.len; i++)
    if ((s.units[i] & 0xF800) == 0xD800)
      return true;
  return false;
}

static jmodel_result reverse (jcall *c) {
  jvm *vm = c->vm;
  jstr s = self (c);
  if (!s.units)
    return set (c, (jstr){.term = jt1 (vm, LYRE_STR_REV, s.term)});
  if (has_surrogates (s))
    return junsupported (c, "StringBuilder.reverse with surrogate pairs");
  uint16_t *back = lyre_arena_array (&vm->scratch, uint16_t, s.len + 1u);
  for (uint32_t i = 0; i < s.len; i++)
    back[i] = s.units[s.len - 1 - i];
  return set (c, (jstr){.units = back, .len = s.len});
}

static jmodel_result to_string (jcall *c) {
  return jreturn_text (c, self (c));
}

static jmodel_result init (jcall *c) {
  jvm_set_text (c->vm, c->st, c->args[0].ref, NONE);
  return jreturn_void (c);
}

static jmodel_result init_capacity (jcall *c) {
  if (jdecide (c, jvm_compare (c->vm, JCMP_LT, c->args[1], jint (0))))
    return jthrow (c, "java/lang/NegativeArraySizeException", NULL);
  return init (c);
}

static jmodel_result init_text (jcall *c) {
  jstr s;
  if (!jcall_text (c, 1, &s))
    return JM_GONE;
  jvm_set_text (c->vm, c->st, c->args[0].ref, s);
  return jreturn_void (c);
}

static jmodel_result nothing (jcall *c) {
  return jreturn_void (c);
}

/* Everything that asks about the text as a String would. */
static jmodel_result as_string (jcall *c) {
  jvm *vm = c->vm;
  jref s = jvm_new_string (vm, c->st, self (c));
  jmethod *m = jcall_find (c, s, c->m->name, c->m->desc);
  if (!m || c->st->end)
    return junsupported (c, "%s.%s", c->m->owner->name, c->m->name);
  jval args[4] = {jobj (s)};
  for (uint32_t i = 1; i < c->n && i < 4; i++)
    args[i] = c->args[i];
  return jcall_method (c, m, args, c->n);
}

#define MODELS(CLASS)                                                          \
  {CLASS, "<init>", "()V", init}, {CLASS, "<init>", "(I)V", init_capacity},    \
      {CLASS, "<init>", "(Ljava/lang/String;)V", init_text},                   \
      {CLASS, "<init>", "(Ljava/lang/CharSequence;)V", init_text},             \
      {CLASS, "append", "(Ljava/lang/CharSequence;II)L" CLASS ";",             \
       append_part},                                                           \
      {CLASS, "append", "(Ljava/lang/String;)L" CLASS ";", append},            \
      {CLASS, "append", "(Ljava/lang/Object;)L" CLASS ";", append},            \
      {CLASS, "append", "(Ljava/lang/CharSequence;)L" CLASS ";", append},      \
      {CLASS, "append", "(Ljava/lang/StringBuffer;)L" CLASS ";", append},      \
      {CLASS, "append", "([C)L" CLASS ";", append_chars},                      \
      {CLASS, "append", "([CII)L" CLASS ";", append_chars},                    \
      {CLASS, "append", "(Z)L" CLASS ";", append},                             \
      {CLASS, "append", "(C)L" CLASS ";", append},                             \
      {CLASS, "append", "(I)L" CLASS ";", append},                             \
      {CLASS, "append", "(J)L" CLASS ";", append},                             \
      {CLASS, "append", "(F)L" CLASS ";", append},                             \
      {CLASS, "append", "(D)L" CLASS ";", append},                             \
      {CLASS, "insert", "(ILjava/lang/String;)L" CLASS ";", insert},           \
      {CLASS, "insert", "(ILjava/lang/Object;)L" CLASS ";", insert},           \
      {CLASS, "insert", "(ILjava/lang/CharSequence;)L" CLASS ";", insert},     \
      {CLASS, "insert", "(IZ)L" CLASS ";", insert},                            \
      {CLASS, "insert", "(IC)L" CLASS ";", insert},                            \
      {CLASS, "insert", "(II)L" CLASS ";", insert},                            \
      {CLASS, "insert", "(IJ)L" CLASS ";", insert},                            \
      {CLASS, "insert", "(IF)L" CLASS ";", insert},                            \
      {CLASS, "insert", "(ID)L" CLASS ";", insert},                            \
      {CLASS, "delete", NULL, delete}, {CLASS, "replace", NULL, replace},      \
      {CLASS, "deleteCharAt", NULL, delete_char_at},                           \
      {CLASS, "setCharAt", NULL, set_char_at},                                 \
      {CLASS, "charAt", NULL, jmodel_char_at},                                 \
      {CLASS, "length", NULL, length}, {CLASS, "setLength", NULL, set_length}, \
      {CLASS, "reverse", NULL, reverse}, {CLASS, "toString", NULL, to_string}, \
      {CLASS, "ensureCapacity", NULL, nothing},                                \
      {CLASS, "trimToSize", NULL, nothing},                                    \
      {CLASS, "indexOf", NULL, as_string},                                     \
      {CLASS, "lastIndexOf", NULL, as_string},                                 \
      {CLASS, "substring", NULL, as_string}, {                                 \
    CLASS, "subSequence", NULL, as_string                                      \
  }

/* StringBuilder inherits some of these from a class that nobody can see. */
const jmodel jmodels_builder[] = {
    MODELS ("java/lang/StringBuilder"),
    MODELS ("java/lang/StringBuffer"),
    MODELS ("java/lang/AbstractStringBuilder"),
    {0},
};
