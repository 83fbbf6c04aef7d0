/* Circuits: a graph of gates over free bits.
 *
 * A bit is a gate's output or its negation. Equal gates are made once, and
 * whatever follows from constants is simplified away, so a circuit fed with
 * constants is a constant. A gate's inputs are older than the gate: a loop from
 * low to high nodes visits inputs first.
 *
 * Gates only define: whatever the free bits are, every gate has its value.
 * What restricts the free bits goes through lyre_circuit_require; solver.h asks
 * for values that meet all requirements. */
#ifndef LYRE_ENGINE_BITS_CIRCUIT_H
#define LYRE_ENGINE_BITS_CIRCUIT_H

#include "base/env.h"
#include "base/vec.h"

typedef uint32_t lyre_bit; /* twice the node, plus one for its negation */

#define LYRE_BIT_FALSE ((lyre_bit) 0) /* node 0 is the constant */
#define LYRE_BIT_TRUE ((lyre_bit) 1)

typedef enum {
  LYRE_CIRCUIT_CONSTANT,
  LYRE_CIRCUIT_FREE,
  LYRE_CIRCUIT_AND, /* a and b */
  LYRE_CIRCUIT_XOR, /* a xor b; both positive */
  LYRE_CIRCUIT_MUX, /* c ? a : b; c and a positive */
} lyre_circuit_kind;

typedef struct {
  uint32_t kind; /* lyre_circuit_kind */
  lyre_bit a, b, c;
} lyre_circuit_node;

typedef struct {
  lyre_env *env;
  lyre_mem *mem;
  lyre_arena *arena; /* for arrays of bits that users make */
  lyre_vec (lyre_circuit_node) nodes;
  lyre_vec (lyre_bit) required; /* bits that must be true */
  lyre_vec (lyre_bit) clauses;  /* each: how many, and bits of which one must be
                                   true */
  uint32_t *table;              /* open addressing: nodes, 0 is free */
  uint32_t table_cap;
  uint32_t max_nodes;
  bool full; /* max_nodes was reached, or the work was stopped: from then on
                gates mean nothing */
} lyre_circuit;

void lyre_circuit_init (lyre_circuit *, lyre_env *, lyre_arena *,
                        uint32_t max_nodes);
void lyre_circuit_release (lyre_circuit *);

static inline lyre_bit lyre_bit_not (lyre_bit a) {
  return a ^ 1;
}
static inline uint32_t lyre_bit_node (lyre_bit a) {
  return a >> 1;
}
static inline bool lyre_bit_is_constant (lyre_bit a) {
  return a <= LYRE_BIT_TRUE;
}
static inline lyre_bit lyre_bit_of (bool value) {
  return value ? LYRE_BIT_TRUE : LYRE_BIT_FALSE;
}

lyre_bit lyre_bit_free (lyre_circuit *);
lyre_bit lyre_bit_and (lyre_circuit *, lyre_bit, lyre_bit);
lyre_bit lyre_bit_or (lyre_circuit *, lyre_bit, lyre_bit);
lyre_bit lyre_bit_xor (lyre_circuit *, lyre_bit, lyre_bit);
lyre_bit lyre_bit_same (lyre_circuit *, lyre_bit, lyre_bit);
lyre_bit lyre_bit_implies (lyre_circuit *, lyre_bit, lyre_bit);
/* CONDITION ? YES : NO. */
lyre_bit lyre_bit_mux (lyre_circuit *, lyre_bit condition, lyre_bit yes,
                       lyre_bit no);
lyre_bit lyre_bit_and_all (lyre_circuit *, uint32_t n, const lyre_bit *);
lyre_bit lyre_bit_or_all (lyre_circuit *, uint32_t n, const lyre_bit *);

void lyre_circuit_require (lyre_circuit *, lyre_bit);
/* One of these at least. Takes no gate. */
void lyre_circuit_require_any (lyre_circuit *, uint32_t n, const lyre_bit *);

/* The value of every node, given those of the free ones in VALUES, which has
 * room for all. Tests compare circuits with the evaluator through this. */
void lyre_circuit_simulate (const lyre_circuit *, uint8_t *values);
static inline bool lyre_bit_value (const uint8_t *values, lyre_bit a) {
  return values[lyre_bit_node (a)] ^ (a & 1);
}

#endif
