/* The solver as the executor sees it: is this path possible, and with what?
 *
 * A question is a path condition and one more condition. It is answered by,
 * in this order (each can be switched off for measurement):
 *   1. witness   the state's own values, evaluated: often they show one side
 *   2. slicing   only conditions that share variables with the question,
 *                directly or through others, are looked at
 *   3. cache     the same slice was asked before
 *   4. reuse     values of earlier answers, tried on the slice
 *   5. lyre_check, with a short limit at inner branches ("relaxed": unknown
 *      counts as possible) and a long one at the ends of paths */
#ifndef LYRE_JAVA_SOLVER_H
#define LYRE_JAVA_SOLVER_H

#include "java/heap/state.h"

typedef struct jsolver jsolver;

typedef struct {
  uint32_t inner_ms, leaf_ms; /* limits; default 100 and 2000 */
  bool inner;                 /* ask at inner branches at all */
  bool witness, slicing, cache, reuse;
} jsolver_settings;

typedef struct {
  uint64_t questions, by_witness, by_cache, by_reuse, checks, unknowns;
  double seconds; /* inside lyre_check */
} jsolver_stats;

void jsolver_settings_default (jsolver_settings *);
jsolver *jsolver_new (lyre_mem *, lyre_ctx *, jsolver_settings);
void jsolver_delete (jsolver *);
const jsolver_stats *jsolver_statistics (const jsolver *);

/* May PATH and COND hold together? *WITNESS (a new count) is set after
 * LYRE_SAT if values are at hand, else NULL. HINT may be NULL. */
lyre_result jsolver_inner (jsolver *, const jpath *, lyre_term cond,
                           jwitness *hint, jwitness **witness);
/* The path alone, with the long limit. After LYRE_SAT *WITNESS satisfies every
 * condition of it. */
lyre_result jsolver_leaf (jsolver *, const jpath *, jwitness *hint,
                          jwitness **witness);

/* The value of a term under a witness: a constant term. Variables that it
 * does not mention are 0, false, "". */
lyre_term jwitness_value (jsolver *, jwitness *, lyre_term);
jwitness *jwitness_new (jsolver *); /* of the empty path */
jwitness *jwitness_share (jwitness *);
void jwitness_drop (lyre_mem *, jwitness *);

#endif
