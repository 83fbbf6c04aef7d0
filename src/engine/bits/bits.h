/* Engine `bits`: bounded strings and numbers as a question to a SAT solver.
 *
 * In the lineage of HAMPI and of the bit-vector side of Redelinghuys' solver.
 * Rounds with growing bounds; each builds a circuit for the whole problem and
 * asks CaDiCaL. A solution is a model. A refutation that blames no bound, or
 * only bounds that are proven, is one for good; otherwise the blamed bounds
 * grow.
 *
 *   circuit.c   gates, shared and simplified as they are made
 *   solver.c    gates to clauses; CaDiCaL
 *   number.c    integers: counted or binary
 *   alphabet.c  which characters are worth a letter
 *   strings.c   strings as rows of cells; match.c finds and replaces,
 *               convert.c goes to codes and numerals and back
 *   member.c    regular languages as layered automata
 *   ranges.c    intervals that the assertions imply at once
 *   bounds.c    what is bounded, and how bounds grow
 *   encode.c    terms to circuits
 *   bits.c      the rounds
 *
 * Another kind of membership, say in a context-free language, is a circuit over
 * the cells of a string: a file beside member.c and a line in encode.c. */
#ifndef LYRE_ENGINE_BITS_BITS_H
#define LYRE_ENGINE_BITS_BITS_H

#include "engine/problem.h"

extern const lyre_engine lyre_engine_bits;

#endif
