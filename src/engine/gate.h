/* The gate: no sat leaves the house unless every original assertion evaluates
 * to true under its model, by the evaluator, which shares no code with the
 * rewriter or the engines. */
#ifndef LYRE_ENGINE_GATE_H
#define LYRE_ENGINE_GATE_H

#include "term/model.h"

typedef enum {
  LYRE_GATE_PASS,
  LYRE_GATE_REFUSE,    /* some assertion is false: a bug of ours */
  LYRE_GATE_UNDECIDED, /* some assertion could not be evaluated */
} lyre_gate_result;

lyre_gate_result lyre_gate (lyre_terms *, lyre_mem *, const lyre_model *,
                            uint32_t n, const lyre_term *assertions);

#endif
