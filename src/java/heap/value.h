/* Values of the machine: concrete, or a term of the solver.
 *
 * A jval is concrete while `term` is 0, and then its payload is exactly what
 * a JVM would hold. Otherwise the value is that lyre term and the payload
 * means nothing, with one exception (references, below). The sort of the term
 * follows the kind:
 *
 *   'I'  boolean, byte, char, short and int: Int within the type's range, or
 *        Bool where it is the outcome of a test (true is 1). jvm_int_term and
 *        jvm_bool_term (vm/terms.h) convert between the two.
 *   'J'  long: Int within the range of 64 bits
 *   'F' 'D'  Real: exact, that is, without rounding; never NaN or infinite.
 *        A path that depends on one is marked inexact (state.h).
 *   'L'  reference: the payload is the object's id, and a term of sort Bool
 *        says when the reference is null instead.
 *   'R'  a return address of jsr
 *
 * Integer terms never leave the range of their type: whoever makes one wraps
 * it (vm/terms.h does, knowing intervals, so most need no wrapping). */
#ifndef LYRE_JAVA_VALUE_H
#define LYRE_JAVA_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "lyre.h"

/* An object: 0 is null. The upper bits say where the object lives. */
typedef uint32_t jref;

#define JREF_NULL 0u
#define JREF_LITERAL                                                           \
  0x80000000u                   /* | index: a string constant, shared by all   \
                                 */
#define JREF_MIRROR 0xC0000000u /* | class index: a java.lang.Class */
#define JREF_AREA 0xC0000000u
#define JREF_INDEX 0x3FFFFFFFu

typedef struct {
  union {
    int32_t i;
    int64_t l;
    float f;
    double d;
    jref ref;
  };
  uint32_t term; /* lyre_term.id; 0: concrete */
  char kind;     /* I J F D L R; 0: a slot that was never written; '?': a field
                    of an input that nobody has looked at yet */
} jval;

static inline jval jint (int32_t i) {
  return (jval){.i = i, .kind = 'I'};
}
static inline jval jlong (int64_t l) {
  return (jval){.l = l, .kind = 'J'};
}
static inline jval jfloat (float f) {
  return (jval){.f = f, .kind = 'F'};
}
static inline jval jdouble (double d) {
  return (jval){.d = d, .kind = 'D'};
}
static inline jval jobj (jref r) {
  return (jval){.ref = r, .kind = 'L'};
}
static inline jval jnull (void) {
  return jobj (JREF_NULL);
}
/* A symbolic value of that kind. */
static inline jval jterm (char kind, lyre_term t) {
  return (jval){.term = t.id, .kind = kind};
}
static inline lyre_term jval_term (jval v) {
  return (lyre_term){v.term};
}
static inline bool jval_is_concrete (jval v) {
  return !v.term;
}
/* The machine's kind of a declared one: Z, B, C, S become I; [ becomes L. */
static inline char jkind_of (char declared) {
  switch (declared) {
  case 'Z':
  case 'B':
  case 'C':
  case 'S':
    return 'I';
  case '[':
    return 'L';
  default:
    return declared;
  }
}
static inline jval jdefault (char declared) {
  return (jval){.kind = jkind_of (declared)};
}

#endif
