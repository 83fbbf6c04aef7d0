/* java.lang.String: methods that make a changed text, or look at it as a
 * whole (regular expressions, letter case). Concrete strings go to the JDK's
 * own code. */
#include <string.h>

#include "java/vm/internal.h"

#define STRING "java/lang/String"
#define RET_S "Ljava/lang/String;"
#define SEQ "Ljava/lang/CharSequence;"

static bool all_concrete (jcall *c, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    jval v = c->args[i];
    if (v.term)
      return false;
    const jobject *o =
        v.kind == 'L' && v.ref ? jvm_object (c->vm, c->st, v.ref) : NULL;
    if (o && o->form == JOBJ_TEXT && !jvm_text (c->vm, c->st, v.ref).units)
      return false;
  }
  return true;
}

static lyre_term self (jcall *c) {
  return jvm_text_term (c->vm, jvm_text (c->vm, c->st, c->args[0].ref));
}

/* ---------------------------------------------------------------- languages */

static lyre_term char_range (jvm *vm, uint32_t from, uint32_t to) {
  return jt2 (vm, LYRE_RE_RANGE, lyre_mk_string (vm->ctx, &from, 1),
              lyre_mk_string (vm->ctx, &to, 1));
}

/* Are all characters below 0x80? */
static lyre_term is_ascii (jvm *vm, lyre_term s) {
  lyre_term star = jt1 (vm, LYRE_RE_STAR, char_range (vm, 0, 0x7F));
  return jt2 (vm, LYRE_STR_IN_RE, s, star);
}

/* Is every unit a character of its own? */
static lyre_term has_no_surrogates (jvm *vm, lyre_term s) {
  lyre_term both = jt2 (vm, LYRE_RE_UNION, char_range (vm, 0, 0xD7FF),
                        char_range (vm, 0xE000, 0xFFFF));
  return jt2 (vm, LYRE_STR_IN_RE, s, jt1 (vm, LYRE_RE_STAR, both));
}

/* Anything at all: what we know of a result that we cannot describe. */
static jmodel_result any_text (jcall *c) {
  c->st->is_abstract = true;
  return jreturn_text_term (c, jfresh (c, c->m->name, LYRE_STRING));
}

static jmodel_result any_bool (jcall *c) {
  c->st->is_abstract = true;
  return jreturn (c, jterm ('I', jfresh (c, c->m->name, LYRE_BOOL)));
}

/* ----------------------------------------------------------------- changing */

static jmodel_result trim (jcall *c) {
  if (all_concrete (c, 1))
    return JM_BYTECODE;
  return jreturn_text_term (c, jt1 (c->vm, LYRE_STR_TRIM, self (c)));
}

static jmodel_result change_case (jcall *c) {
  if (all_concrete (c, 1))
    return JM_BYTECODE;
  lyre_term s = self (c);
  if (!jdecide (c, is_ascii (c->vm, s)))
    return any_text (c);
  bool is_lower = !strcmp (c->m->name, "toLowerCase");
  return jreturn_text_term (
      c, jt1 (c->vm, is_lower ? LYRE_STR_TO_LOWER : LYRE_STR_TO_UPPER, s));
}

static jmodel_result replace_char (jcall *c) {
  if (all_concrete (c, 3))
    return JM_BYTECODE;
  jvm *vm = c->vm;
  lyre_term from = jt1 (vm, LYRE_STR_FROM_CODE, jvm_int_term (vm, c->args[1]));
  lyre_term to = jt1 (vm, LYRE_STR_FROM_CODE, jvm_int_term (vm, c->args[2]));
  return jreturn_text_term (c,
                            jt3 (vm, LYRE_STR_REPLACE_ALL, self (c), from, to));
}

/* The empty target is found between all characters in Java, nowhere in
 * SMT-LIB. */
static jmodel_result replace (jcall *c) {
  jstr from, to;
  jvm *vm = c->vm;
  if (!jcall_text (c, 1, &from) || !jcall_text (c, 2, &to))
    return JM_GONE;
  if (all_concrete (c, 3))
    return JM_BYTECODE;
  lyre_term target = jvm_text_term (vm, from);
  if (jdecide (c, jt2 (vm, LYRE_EQ, target, lyre_mk_string (vm->ctx, NULL, 0))))
    return junsupported (c, "String.replace of the empty string");
  return jreturn_text_term (c, jt3 (vm, LYRE_STR_REPLACE_ALL, self (c), target,
                                    jvm_text_term (vm, to)));
}

/* ------------------------------------------------------------------ looking */

static jmodel_result equals_ignore_case (jcall *c) {
  jref r = jcall_ref (c, 1);
  if (c->st->end)
    return JM_GONE;
  if (!r)
    return jreturn_int (c, 0);
  if (all_concrete (c, 2))
    return JM_BYTECODE;
  jvm *vm = c->vm;
  lyre_term a = self (c), b = jvm_text_term (vm, jvm_text (vm, c->st, r));
  if (!jdecide (c, jt2 (vm, LYRE_AND, is_ascii (vm, a), is_ascii (vm, b))))
    return any_bool (c);
  return jreturn_term (c, jt2 (vm, LYRE_EQ, jt1 (vm, LYRE_STR_TO_LOWER, a),
                               jt1 (vm, LYRE_STR_TO_LOWER, b)));
}

/* White space as Character.isWhitespace has it, within ASCII. */
static jmodel_result is_blank (jcall *c) {
  if (all_concrete (c, 1))
    return JM_BYTECODE;
  jvm *vm = c->vm;
  lyre_term s = self (c);
  if (!jdecide (c, is_ascii (vm, s)))
    return any_bool (c);
  lyre_term space = jt3 (vm, LYRE_RE_UNION, char_range (vm, 9, 13),
                         char_range (vm, 28, 31), char_range (vm, 32, 32));
  return jreturn_term (
      c, jt2 (vm, LYRE_STR_IN_RE, s, jt1 (vm, LYRE_RE_STAR, space)));
}

/* Can a word of the language hold a surrogate, or a character that Java would
 * write as two? If not, strings with surrogates simply do not match. */
static bool is_plain_language (jvm *vm, lyre_term re) {
  lyre_term any = jt (vm, LYRE_RE_ALL, 0, NULL);
  lyre_term odd = jt2 (vm, LYRE_RE_UNION, char_range (vm, 0xD800, 0xDFFF),
                       char_range (vm, 0x10000, 0x2FFFF));
  lyre_term words = jt3 (vm, LYRE_RE_CONCAT, any, odd, any);
  return lyre_regex_intersect (vm->ctx, re, words, NULL) == LYRE_REGEX_NO;
}

/* matches (regex), for a pattern that is known and regular. */
static jmodel_result matches (jcall *c) {
  jstr pattern;
  jvm *vm = c->vm;
  if (!jcall_text (c, 1, &pattern))
    return JM_GONE;
  if (all_concrete (c, 2))
    return JM_BYTECODE;
  if (!pattern.units)
    return junsupported (c, "String.matches with a symbolic pattern");
  lyre_regex_error error;
  lyre_term re = lyre_mk_regex_of (vm->ctx, LYRE_REGEX_JAVA, 0,
                                   jvm_text_term (vm, pattern), &error);
  if (!re.id)
    return junsupported (c, "a pattern: %s", error.text);
  lyre_term s = self (c);
  if (!is_plain_language (vm, re) && !jdecide (c, has_no_surrogates (vm, s)))
    return any_bool (c);
  return jreturn_term (c, jt2 (vm, LYRE_STR_IN_RE, s, re));
}

/* ------------------------------------------------------------------ numbers */

/* A sign, perhaps, and digits. */
static lyre_term number_re (jvm *vm, lyre_term digit) {
  lyre_term sign = jt2 (vm, LYRE_RE_UNION, char_range (vm, '+', '+'),
                        char_range (vm, '-', '-'));
  return jt2 (vm, LYRE_RE_CONCAT, jt1 (vm, LYRE_RE_OPT, sign),
              jt1 (vm, LYRE_RE_PLUS, digit));
}

static jmodel_result no_number (jcall *c) {
  return jthrow (c, "java/lang/NumberFormatException", NULL);
}

/* Other scripts have digits, too; Java takes them. */
static jmodel_result foreign_number (jcall *c) {
  jvm *vm = c->vm;
  c->st->is_abstract = true;
  if (jdecide (c, jfresh (c, "is no number", LYRE_BOOL)))
    return no_number (c);
  lyre_term v = jfresh (c, "number", LYRE_INT);
  bool is_long = c->m->sig.ret == 'J';
  jvm_assume (
      vm, c->st,
      jt2 (vm, LYRE_GE, v, jt_int (vm, is_long ? INT64_MIN : INT32_MIN)));
  jvm_assume (
      vm, c->st,
      jt2 (vm, LYRE_LE, v, jt_int (vm, is_long ? INT64_MAX : INT32_MAX)));
  return jreturn_term (c, v);
}

/* The value of a text that is sign and digits. */
static lyre_term number_of (jcall *c, lyre_term s) {
  jvm *vm = c->vm;
  lyre_term one = jt_int (vm, 1);
  lyre_term rest = jt3 (vm, LYRE_STR_SUBSTR, s, one,
                        jt2 (vm, LYRE_SUB, jt1 (vm, LYRE_STR_LEN, s), one));
  if (jdecide (c, jt2 (vm, LYRE_STR_PREFIXOF,
                       lyre_mk_string_utf8 (vm->ctx, "-", 1), s)))
    return jt1 (vm, LYRE_NEG, jt1 (vm, LYRE_STR_TO_INT, rest));
  if (jdecide (c, jt2 (vm, LYRE_STR_PREFIXOF,
                       lyre_mk_string_utf8 (vm->ctx, "+", 1), s)))
    return jt1 (vm, LYRE_STR_TO_INT, rest);
  return jt1 (vm, LYRE_STR_TO_INT, s);
}

/* parseInt, parseLong. */
static jmodel_result parse (jcall *c) {
  jvm *vm = c->vm;
  jref r = jcall_ref (c, 0);
  if (c->st->end)
    return JM_GONE;
  if (!r || jvm_text (vm, c->st, r).units)
    return JM_BYTECODE;
  lyre_term s = jvm_text_term (vm, jvm_text (vm, c->st, r));
  lyre_term ascii = number_re (vm, char_range (vm, '0', '9'));
  if (!jdecide (c, jt2 (vm, LYRE_STR_IN_RE, s, ascii))) {
    lyre_term digits = jmodel_digits (vm);
    if (!digits.id)
      return junsupported (c, "digits");
    lyre_term any = jt2 (vm, LYRE_STR_IN_RE, s, number_re (vm, digits));
    return jdecide (c, any) ? foreign_number (c) : no_number (c);
  }
  lyre_term n = number_of (c, s);
  bool is_long = c->m->sig.ret == 'J';
  lyre_term in_range =
      jt2 (vm, LYRE_AND,
           jt2 (vm, LYRE_GE, n, jt_int (vm, is_long ? INT64_MIN : INT32_MIN)),
           jt2 (vm, LYRE_LE, n, jt_int (vm, is_long ? INT64_MAX : INT32_MAX)));
  if (!jdecide (c, in_range))
    return no_number (c);
  return jreturn_term (c, n);
}

const jmodel jmodels_change[] = {
    {STRING, "trim", NULL, trim},
    {STRING, "toLowerCase", NULL, change_case},
    {STRING, "toUpperCase", NULL, change_case},
    {STRING, "replace", "(CC)" RET_S, replace_char},
    {STRING, "replace", "(" SEQ SEQ ")" RET_S, replace},
    {STRING, "equalsIgnoreCase", NULL, equals_ignore_case},
    {STRING, "isBlank", NULL, is_blank},
    {STRING, "matches", NULL, matches},
    {"java/lang/Integer", "parseInt", "(" RET_S ")I", parse},
    {"java/lang/Long", "parseLong", "(" RET_S ")J", parse},
    {0},
};
