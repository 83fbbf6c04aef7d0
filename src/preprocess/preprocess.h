/* Preprocessing: the same question in simpler terms.
 *
 * Passes run in the order of the list in preprocess.c until nothing changes.
 * The result is satisfiable exactly if the input is; a model of the result,
 * completed by lyre_preprocess_extend, is a model of the input. */
#ifndef LYRE_PREPROCESS_PREPROCESS_H
#define LYRE_PREPROCESS_PREPROCESS_H

#include "rewrite/rewrite.h"
#include "term/model.h"

/* x := t, found while t had only variables that were left at the time. */
typedef struct {
  lyre_term var, term;
} lyre_definition;

typedef struct {
  lyre_env *env;
  lyre_terms *ts;
  lyre_rw *rw;
  lyre_mem *mem;
  lyre_vec (lyre_term) assertions;    /* a conjunction, each once */
  lyre_vec (lyre_definition) defined; /* eliminated variables, in order */
  lyre_vec (lyre_definition) applied; /* variables for applications */
  bool is_false;                      /* refuted: assertions is [false] */
} lyre_prep;

void lyre_prep_init (lyre_prep *, lyre_env *, lyre_terms *, lyre_rw *,
                     lyre_mem *);
void lyre_prep_release (lyre_prep *);
/* Runs all passes on these assertions. When stopped early the result is still
 * equivalent. */
void lyre_preprocess (lyre_prep *, uint32_t n, const lyre_term *assertions);
/* Completes a model of the result by the eliminated variables and functions.
 * False if a definition could not be evaluated. */
bool lyre_preprocess_extend (const lyre_prep *, lyre_model *);
/* The second half of it. */
bool lyre_prep_extend_functions (const lyre_prep *, lyre_model *);

/* ------------------------------------------------- the passes, for tests */

/* Gives every application of an uninterpreted function a variable. */
bool lyre_pass_functions (lyre_prep *);
/* Splits conjunctions, drops true and repeated ones, notices false and a pair
 * of opposite literals. */
bool lyre_pass_flatten (lyre_prep *);
/* Solves x = t, x, not x for variables, and eliminates them. */
bool lyre_pass_solve (lyre_prep *);
/* Replaces an asserted atom by its truth value in all other assertions. */
bool lyre_pass_propagate (lyre_prep *);

/* Applies a map from terms to terms (id to id) everywhere below T, then
 * rewrites. Entries may lead to each other but must be acyclic. */
lyre_term lyre_prep_apply (lyre_prep *, const lyre_map *, lyre_map *memo,
                           lyre_term t);

#endif
