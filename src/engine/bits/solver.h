/* Gates to clauses, and CaDiCaL on them.
 *
 * Only what the requirements and assumptions depend on becomes clauses.
 * CaDiCaL's own memory is not counted by our pools; the number of gates bounds
 * it. Its search polls the environment. */
#ifndef LYRE_ENGINE_BITS_SOLVER_H
#define LYRE_ENGINE_BITS_SOLVER_H

#include "engine/bits/circuit.h"
#include "lyre.h"

typedef struct {
  const lyre_circuit *circuit;
  void *sat;         /* CCaDiCaL; memory that our pools do not know of */
  int32_t *variable; /* per node; 0: not in any clause */
} lyre_bit_solver;

/* In two steps, so that the caller can see to it that _close is called even if
 * an allocation fails between them. */
void lyre_bit_solver_open (lyre_bit_solver *, const lyre_circuit *);
void lyre_bit_solver_close (lyre_bit_solver *);
/* Values for the free bits such that all requirements and the N assumptions
 * hold: LYRE_SAT, LYRE_UNSAT, or LYRE_UNKNOWN if the work was stopped. */
lyre_result lyre_bit_solve (lyre_bit_solver *, uint32_t n,
                            const lyre_bit *assumptions);
/* The same again with other assumptions, all of them among the first ones, and
 * with LYRE_UNKNOWN after so many conflicts. */
lyre_result lyre_bit_solve_again (lyre_bit_solver *, uint32_t n,
                                  const lyre_bit *assumptions, int conflicts);
/* After LYRE_SAT. Bits that did not matter are false. */
bool lyre_bit_solution (const lyre_bit_solver *, lyre_bit);
/* After LYRE_UNSAT: is this assumption one of those to blame? */
bool lyre_bit_blamed (const lyre_bit_solver *, lyre_bit assumption);

#endif
