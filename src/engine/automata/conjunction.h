/* A conjunction of conditions on strings as a system of core/automata/system.h.
 *
 * Equations, memberships, containment and functions that are transducers are
 * taken as they are, conditions on one variable as languages (regular.c).
 * Whatever else there is about strings is left out: a system without solution
 * refutes the conjunction, while a solution is a proposal to be evaluated.
 *
 * The workshop keeps what is worth keeping between conjunctions. */
#ifndef LYRE_ENGINE_AUTOMATA_CONJUNCTION_H
#define LYRE_ENGINE_AUTOMATA_CONJUNCTION_H

#include "core/automata/system.h"
#include "engine/automata/automata.h"

typedef struct {
  const lyre_problem *p;
  lyre_translation *tr;
  lyre_store *store;
  lyre_arena arena;                        /* transducers */
  lyre_map transducers;                    /* (op, arguments) -> index + 1 */
  lyre_vec (const lyre_transducer *) made; /* NULL: too large */
} lyre_workshop;

void lyre_workshop_init (lyre_workshop *, const lyre_problem *,
                         lyre_translation *);
void lyre_workshop_release (lyre_workshop *);
/* The string function of one open argument, its first, as a transducer; NULL
 * if it is none, or too large. */
const lyre_transducer *lyre_workshop_transducer (lyre_workshop *,
                                                 lyre_term application);

typedef struct {
  lyre_workshop *shop;
  lyre_system *system;
  lyre_map vars;        /* string term id -> variable + 1 */
  lyre_term_vec terms;  /* by variable; LYRE_NO_TERM for auxiliary ones */
  lyre_term_vec opened; /* applications met whose meaning is to be added */
} lyre_conjunction;

void lyre_conjunction_init (lyre_conjunction *, lyre_workshop *,
                            uint32_t n_tags);
void lyre_conjunction_release (lyre_conjunction *);
/* The condition, a Bool atom, has this truth value, because of TAG. */
void lyre_conjunction_add (lyre_conjunction *, lyre_term atom, bool value,
                           uint32_t tag);
/* The string variable K equals this application. */
void lyre_conjunction_define (lyre_conjunction *, lyre_term k,
                              lyre_term application, uint32_t tag);
/* The variable of the system for a string term other than a concatenation. */
uint32_t lyre_conjunction_var (lyre_conjunction *, lyre_term);
/* All conditions are there: gives applications inside them their meaning. */
void lyre_conjunction_close (lyre_conjunction *);

#endif
