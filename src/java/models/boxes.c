/* Integer and its like, Character, Math: what needs more than their own code.
 * Everything concrete runs as the JDK wrote it. */
#include <math.h>
#include <string.h>

#include "java/vm/internal.h"

/* A box of its own for a symbolic value: the JDK looks into a cache. */
static jmodel_result value_of (jcall *c) {
  if (!c->args[0].term)
    return JM_BYTECODE;
  return jreturn (c, jvm_box (c->vm, c->st, c->args[0], c->m->sig.kinds[0]));
}

static jmodel_result to_string (jcall *c) {
  return c->args[0].term ? jmodel_value_of (c) : JM_BYTECODE;
}

/* ------------------------------------------------------- bits of floats */

static jmodel_result float_bits (jcall *c) {
  jval v = c->args[0];
  if (v.term)
    return junsupported (c, "the bits of a symbolic float");
  int32_t bits;
  float f = isnan (v.f) ? NAN : v.f;
  memcpy (&bits, &f, 4);
  return jreturn_int (c, isnan (v.f) ? 0x7FC00000 : bits);
}

static jmodel_result double_bits (jcall *c) {
  jval v = c->args[0];
  if (v.term)
    return junsupported (c, "the bits of a symbolic double");
  int64_t bits;
  memcpy (&bits, &v.d, 8);
  return jreturn_long (c, isnan (v.d) ? 0x7FF8000000000000 : bits);
}

static jmodel_result bits_float (jcall *c) {
  if (c->args[0].term)
    return junsupported (c, "a float of symbolic bits");
  jval v = jfloat (0);
  memcpy (&v.f, &c->args[0].i, 4);
  return jreturn (c, v);
}

static jmodel_result bits_double (jcall *c) {
  if (c->args[0].term)
    return junsupported (c, "a double of symbolic bits");
  jval v = jdouble (0);
  memcpy (&v.d, &c->args[0].l, 8);
  return jreturn (c, v);
}

/* A real that a term stands for is a number. */
static jmodel_result is_nan (jcall *c) {
  jval v = c->args[0];
  if (v.term)
    return jreturn_int (c, 0);
  return jreturn_int (c, v.kind == 'F' ? isnan (v.f) : isnan (v.d));
}

/* -------------------------------------------------------------------- Math */

static jmodel_result square_root (jcall *c) {
  if (c->args[0].term)
    return junsupported (c, "the square root of a symbolic number");
  return jreturn (c, jdouble (sqrt (c->args[0].d)));
}

/* The C library may differ from Java's in the last digit. */
static jmodel_result math (jcall *c) {
  static const struct {
    const char *name;
    double (*fn) (double);
  } table[] = {{"sin", sin},     {"cos", cos},     {"tan", tan},
               {"asin", asin},   {"acos", acos},   {"atan", atan},
               {"exp", exp},     {"log", log},     {"cbrt", cbrt},
               {"log10", log10}, {"sinh", sinh},   {"cosh", cosh},
               {"tanh", tanh},   {"expm1", expm1}, {"log1p", log1p}};
  if (c->args[0].term)
    return junsupported (c, "Math.%s of a symbolic number", c->m->name);
  c->st->is_inexact = true;
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp (table[i].name, c->m->name))
      return jreturn (c, jdouble (table[i].fn (c->args[0].d)));
  return JM_BYTECODE;
}

static jmodel_result math2 (jcall *c) {
  if (c->args[0].term || c->args[1].term)
    return junsupported (c, "Math.%s of a symbolic number", c->m->name);
  c->st->is_inexact = true;
  double a = c->args[0].d, b = c->args[1].d;
  return jreturn (c, jdouble (!strcmp (c->m->name, "pow")     ? pow (a, b)
                              : !strcmp (c->m->name, "atan2") ? atan2 (a, b)
                                                              : hypot (a, b)));
}

/* abs, min and max without forking. */
static jmodel_result absolute (jcall *c) {
  jval v = c->args[0];
  if (!v.term)
    return JM_BYTECODE;
  jvm *vm = c->vm;
  bool is_real = v.kind == 'F' || v.kind == 'D';
  lyre_term t = is_real ? jvm_real_term (vm, v) : jvm_int_term (vm, v);
  lyre_term zero = is_real ? jvm_real_term (vm, jdouble (0)) : jt_int (vm, 0);
  jval minus = jvm_negate (vm, c->st, v);
  lyre_term m = is_real ? jvm_real_term (vm, minus) : jvm_int_term (vm, minus);
  lyre_term r = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_LT, t, zero), m, t);
  return jreturn (c, jterm (v.kind, r));
}

static jmodel_result extreme (jcall *c) {
  jval a = c->args[0], b = c->args[1];
  if ((!a.term && !b.term) || a.kind == 'F' || a.kind == 'D')
    return JM_BYTECODE;
  jvm *vm = c->vm;
  lyre_term x = jvm_int_term (vm, a), y = jvm_int_term (vm, b);
  bool is_min = !strcmp (c->m->name, "min");
  lyre_term r =
      jt3 (vm, LYRE_ITE, jt2 (vm, is_min ? LYRE_LE : LYRE_GE, x, y), x, y);
  return jreturn_term (c, r);
}

#define BOX(CLASS, KIND)                                                       \
  {CLASS, "valueOf", "(" KIND ")L" CLASS ";", value_of}, {                     \
    CLASS, "toString", "(" KIND ")Ljava/lang/String;", to_string               \
  }

const jmodel jmodels_boxes[] = {
    BOX ("java/lang/Boolean", "Z"),
    BOX ("java/lang/Byte", "B"),
    BOX ("java/lang/Character", "C"),
    BOX ("java/lang/Short", "S"),
    BOX ("java/lang/Integer", "I"),
    BOX ("java/lang/Long", "J"),
    BOX ("java/lang/Float", "F"),
    BOX ("java/lang/Double", "D"),
    {"java/lang/Float", "floatToRawIntBits", NULL, float_bits},
    {"java/lang/Float", "floatToIntBits", NULL, float_bits},
    {"java/lang/Float", "intBitsToFloat", NULL, bits_float},
    {"java/lang/Float", "isNaN", "(F)Z", is_nan},
    {"java/lang/Double", "doubleToRawLongBits", NULL, double_bits},
    {"java/lang/Double", "doubleToLongBits", NULL, double_bits},
    {"java/lang/Double", "longBitsToDouble", NULL, bits_double},
    {"java/lang/Double", "isNaN", "(D)Z", is_nan},
    {"java/lang/StrictMath", "sqrt", NULL, square_root},
    {"java/lang/Math", "sqrt", NULL, square_root},
    {"java/lang/Math", "abs", NULL, absolute},
    {"java/lang/Math", "min", NULL, extreme},
    {"java/lang/Math", "max", NULL, extreme},
    {"java/lang/StrictMath", "sin", NULL, math},
    {"java/lang/StrictMath", "cos", NULL, math},
    {"java/lang/StrictMath", "tan", NULL, math},
    {"java/lang/StrictMath", "asin", NULL, math},
    {"java/lang/StrictMath", "acos", NULL, math},
    {"java/lang/StrictMath", "atan", NULL, math},
    {"java/lang/StrictMath", "exp", NULL, math},
    {"java/lang/StrictMath", "log", NULL, math},
    {"java/lang/StrictMath", "log10", NULL, math},
    {"java/lang/StrictMath", "cbrt", NULL, math},
    {"java/lang/StrictMath", "sinh", NULL, math},
    {"java/lang/StrictMath", "cosh", NULL, math},
    {"java/lang/StrictMath", "tanh", NULL, math},
    {"java/lang/StrictMath", "expm1", NULL, math},
    {"java/lang/StrictMath", "log1p", NULL, math},
    {"java/lang/StrictMath", "pow", NULL, math2},
    {"java/lang/StrictMath", "atan2", NULL, math2},
    {"java/lang/StrictMath", "hypot", NULL, math2},
    {0},
};
