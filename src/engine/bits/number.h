/* Integers as circuits.
 *
 * A number has one of two forms. Small ranges are counted: base + how many of
 * the steps are true, where a step is true only if the one before it is (the
 * order encoding; lengths of strings come this way). Others are binary, two's
 * complement, as wide as they need to be: nothing overflows. A constant is a
 * counted number without steps. */
#ifndef LYRE_ENGINE_BITS_NUMBER_H
#define LYRE_ENGINE_BITS_NUMBER_H

#include "engine/bits/circuit.h"

typedef struct {
  bool counted;
  uint32_t n;           /* steps, or bits (at least one) */
  const lyre_bit *bits; /* binary: the lowest first, the last is the sign */
  int64_t base;         /* counted */
} lyre_bit_num;

lyre_bit_num lyre_num_const (int64_t);
lyre_bit_num lyre_num_counted (int64_t base, uint32_t n, const lyre_bit *steps);
/* Any integer in [lo, hi]. */
lyre_bit_num lyre_num_free (lyre_circuit *, int64_t lo, int64_t hi);
/* values[i] if chosen[i], of which at most one is true; OTHERWISE if none. */
lyre_bit_num lyre_num_choose (lyre_circuit *, uint32_t n,
                              const lyre_bit *chosen, const int64_t *values,
                              int64_t otherwise);
/* Two's complement from these bits. */
lyre_bit_num lyre_num_binary (uint32_t n, const lyre_bit *bits);
lyre_bit_num lyre_num_to_binary (lyre_circuit *, lyre_bit_num);

lyre_bit_num lyre_num_add (lyre_circuit *, lyre_bit_num, lyre_bit_num);
lyre_bit_num lyre_num_neg (lyre_circuit *, lyre_bit_num);
lyre_bit_num lyre_num_scale (lyre_circuit *, lyre_bit_num, int64_t factor);
lyre_bit_num lyre_num_mul (lyre_circuit *, lyre_bit_num, lyre_bit_num);
lyre_bit_num lyre_num_abs (lyre_circuit *, lyre_bit_num);
lyre_bit_num lyre_num_ite (lyre_circuit *, lyre_bit condition, lyre_bit_num,
                           lyre_bit_num);
/* SMT-LIB's div and mod; by zero, as the evaluator has it: 0 and A. */
void lyre_num_divide (lyre_circuit *, lyre_bit_num a, lyre_bit_num b,
                      lyre_bit_num *quotient, lyre_bit_num *rest);

lyre_bit lyre_num_ge_const (lyre_circuit *, lyre_bit_num, int64_t);
lyre_bit lyre_num_eq_const (lyre_circuit *, lyre_bit_num, int64_t);
lyre_bit lyre_num_le (lyre_circuit *, lyre_bit_num, lyre_bit_num);
lyre_bit lyre_num_eq (lyre_circuit *, lyre_bit_num, lyre_bit_num);

/* True and *OUT set for a constant. */
bool lyre_num_is_const (lyre_bit_num, int64_t *out);
/* The largest integer the form can hold, saturated. */
int64_t lyre_num_max (lyre_bit_num);
int64_t lyre_num_min (lyre_bit_num);

#endif
