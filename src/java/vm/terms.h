/* Java's arithmetic as terms.
 *
 * Every function takes values of the right kind, concrete or symbolic, and
 * gives the value Java would; two concrete operands stay concrete. Integers
 * wrap only where they can leave their range: terms carry intervals (of their
 * own, and narrowed by bounds on the path), and an interval within the range
 * needs no wrapping. Division by zero must have been ruled out before. */
#ifndef LYRE_JAVA_TERMS_H
#define LYRE_JAVA_TERMS_H

#include "java/vm/vm.h"

typedef enum {
  JOP_ADD,
  JOP_SUB,
  JOP_MUL,
  JOP_DIV,
  JOP_REM,
  JOP_SHL,
  JOP_SHR,
  JOP_USHR,
  JOP_AND,
  JOP_OR,
  JOP_XOR,
} jop;

typedef enum { JCMP_EQ, JCMP_NE, JCMP_LT, JCMP_GE, JCMP_GT, JCMP_LE } jcmp;

jval jvm_binary (jvm *, jstate *, jop, jval, jval); /* of one kind: I J F D */
jval jvm_negate (jvm *, jstate *, jval);
/* To another kind: I J F D, or B C S for narrowing an int. */
jval jvm_convert (jvm *, jstate *, jval, char to);
/* lcmp, fcmpl, fcmpg, dcmpl, dcmpg: -1, 0, 1. NAN_RESULT is -1 or 1. */
jval jvm_compare3 (jvm *, jstate *, jval, jval, int nan_result);
/* An int or long comparison, as a Bool term (maybe a constant). */
lyre_term jvm_compare (jvm *, jcmp, jval, jval);

/* An int or long as an Int term; a float or double as a Real term. */
lyre_term jvm_int_term (jvm *, jval);
lyre_term jvm_real_term (jvm *, jval);
/* Is an int not 0? As a Bool term. */
lyre_term jvm_bool_term (jvm *, jval);
/* Values from terms: made concrete if the term is a constant. */
jval jvm_int_value (jvm *, lyre_term int_or_bool); /* an int in range */
jval jvm_long_value (jvm *, lyre_term);
/* Int term T known to lie within [lo, hi]: remembered for T. */
void jvm_bound (jvm *, lyre_term t, int64_t lo, int64_t hi);
void jvm_interval (jvm *, jstate *, lyre_term, int64_t *lo, int64_t *hi);

/* Short hands; they simplify. */
lyre_term jt (jvm *, lyre_op, uint32_t n, const lyre_term *);
lyre_term jt1 (jvm *, lyre_op, lyre_term);
lyre_term jt2 (jvm *, lyre_op, lyre_term, lyre_term);
lyre_term jt3 (jvm *, lyre_op, lyre_term, lyre_term, lyre_term);
lyre_term jt_int (jvm *, int64_t);
lyre_term jt_not (jvm *, lyre_term);
bool jt_is_true (jvm *, lyre_term);
bool jt_is_false (jvm *, lyre_term);

#endif
