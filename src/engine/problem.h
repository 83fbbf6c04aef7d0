/* What an engine gets and what it gives.
 *
 * A problem is a conjunction of simplified assertions over the terms of one
 * context. An engine proposes an answer; the gate (gate.h) checks each sat
 * against the original assertions before anybody believes it. */
#ifndef LYRE_ENGINE_PROBLEM_H
#define LYRE_ENGINE_PROBLEM_H

#include "rewrite/rewrite.h"
#include "term/model.h"

typedef struct {
  lyre_env *env;
  lyre_terms *ts;
  lyre_rw *rw;
  lyre_mem *mem; /* lives as long as the query */
  uint32_t n;
  const lyre_term *assertions;
} lyre_problem;

/* What an engine's word is worth. */
typedef enum {
  LYRE_EXACT, /* sat and unsat */
  LYRE_UNDER, /* looks at a part of the solutions: only its sat counts */
  LYRE_OVER,  /* looks at more than the solutions: only its unsat counts */
} lyre_precision;

typedef struct {
  lyre_result result;
  lyre_precision precision;
  const char *reason; /* why it gave up: a phrase; static text */
} lyre_verdict;

/* Does it know what str.in_grammar means? */
typedef enum {
  LYRE_NO_GRAMMARS,
  LYRE_ALSO_GRAMMARS,
  LYRE_ONLY_GRAMMARS, /* and it is of no use without one */
} lyre_engine_grammars;

typedef struct {
  const char *name; /* as in --engine */
  /* Fills in the model if the verdict is sat. */
  lyre_verdict (*solve) (const lyre_problem *, lyre_model *);
  lyre_engine_grammars grammars;
} lyre_engine;

static inline lyre_verdict lyre_verdict_sat (void) {
  return (lyre_verdict){LYRE_SAT, LYRE_EXACT, NULL};
}
static inline lyre_verdict lyre_verdict_unsat (void) {
  return (lyre_verdict){LYRE_UNSAT, LYRE_EXACT, NULL};
}
static inline lyre_verdict lyre_verdict_unknown (const char *reason) {
  return (lyre_verdict){LYRE_UNKNOWN, LYRE_EXACT, reason};
}

#endif
