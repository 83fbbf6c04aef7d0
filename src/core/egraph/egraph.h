/* Congruence closure with explanations. Knows nothing of terms.
 *
 * Nodes are applications of symbols (plain numbers) to nodes; a node without
 * arguments is a constant. Merging two classes merges what is congruent
 * through them. Every merge and every disequality has a reason, a number of
 * the caller's, and comes back in explanations.
 *
 * Nodes that are values (literals, numerals) are pairwise different.
 *
 *   lyre_egraph_merge (g, a, b, reason)       a = b because of reason
 *   lyre_egraph_separate (g, a, b, reason)    a != b because of reason
 *   lyre_egraph_conflict (g, &reasons)        true after a contradiction
 *   lyre_egraph_explain (g, a, b, &reasons)   why a and b are equal
 *
 * Push and pop bring back the classes, not the nodes: these stay, and what is
 * congruent to them at the lower level is found again. That may lead to a
 * contradiction there, so ask for one after a pop. */
#ifndef LYRE_EGRAPH_EGRAPH_H
#define LYRE_EGRAPH_EGRAPH_H

#include "base/env.h"
#include "base/vec.h"

typedef uint32_t lyre_enode;
typedef uint32_t lyre_reason;
typedef lyre_vec (lyre_reason) lyre_reasons;

#define LYRE_NO_ENODE UINT32_MAX

typedef struct lyre_egraph lyre_egraph;

lyre_egraph *lyre_egraph_new (lyre_env *, lyre_mem *);
void lyre_egraph_delete (lyre_egraph *);

/* Called after LOSER's class became a part of WINNER's. Optional. */
void lyre_egraph_on_merge (lyre_egraph *,
                           void (*merged) (void *user, lyre_enode winner,
                                           lyre_enode loser),
                           void *user);

/* The node of SYMBOL over ARGS; the same node for the same question. */
lyre_enode lyre_egraph_node (lyre_egraph *, uint32_t symbol, uint32_t n,
                             const lyre_enode *args, bool is_value);
uint32_t lyre_egraph_size (const lyre_egraph *);

/* False once there is a contradiction. */
bool lyre_egraph_merge (lyre_egraph *, lyre_enode, lyre_enode, lyre_reason);
bool lyre_egraph_separate (lyre_egraph *, lyre_enode, lyre_enode, lyre_reason);
bool lyre_egraph_conflict (lyre_egraph *, lyre_reasons *out);

lyre_enode lyre_egraph_root (const lyre_egraph *, lyre_enode);
static inline bool lyre_egraph_same (const lyre_egraph *g, lyre_enode a,
                                     lyre_enode b) {
  return lyre_egraph_root (g, a) == lyre_egraph_root (g, b);
}
/* The next member of A's class; round and round. */
lyre_enode lyre_egraph_next (const lyre_egraph *, lyre_enode);
/* The value in A's class, or LYRE_NO_ENODE. */
lyre_enode lyre_egraph_value (const lyre_egraph *, lyre_enode);
/* Are A and B known to differ, by a disequality or by their values? */
bool lyre_egraph_differ (const lyre_egraph *, lyre_enode, lyre_enode);
/* Appends the reasons why A = B, or A != B, each once per call. */
void lyre_egraph_explain (lyre_egraph *, lyre_enode, lyre_enode,
                          lyre_reasons *out);
void lyre_egraph_explain_differ (lyre_egraph *, lyre_enode, lyre_enode,
                                 lyre_reasons *out);

void lyre_egraph_push (lyre_egraph *);
void lyre_egraph_pop (lyre_egraph *, uint32_t levels);

#endif
