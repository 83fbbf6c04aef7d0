/* The rewriter: an equal, simpler term.
 *
 * Rules live in tables, one file per operator family. A rule looks at one node
 * whose arguments are already simplified and either leaves it alone or gives
 * an equal term. Each rule has a name, a counter and a switch, and states why
 * it is sound and why it terminates; test/unit/test_rewrite.c evaluates both
 * sides over all small values.
 *
 * Normal forms that others may rely on:
 *  - str.++, re.++, re.union, re.inter, and, or, + and * are flat (very large
 *    or very often shared ones may stay nested); arguments of the commutative
 *    ones are sorted by id;
 *  - gone are: =>, xor, -, abs, divisible, <, >, str.at, str.<, str.is_digit,
 *    str.prefixof, str.suffixof, re.^, re.diff, and distinct up to 8 terms;
 *  - an Int atom is p <= c, a Real atom p <= c or p >= c (arith.c), or its
 *    negation; of an equation the value stands on the right, else the smaller
 *    id on the left (equality.c).
 *
 * Rules never use what is currently asserted: "entailed" always means true
 * under every assignment. Division by zero is uninterpreted, so it is never
 * folded. */
#ifndef LYRE_REWRITE_REWRITE_H
#define LYRE_REWRITE_REWRITE_H

#include "base/map.h"
#include "term/term.h"

typedef struct lyre_rw lyre_rw;

/* True and *OUT set, to a different term, if the rule applies to T. */
typedef bool (*lyre_rule_fn) (lyre_rw *, lyre_term t, lyre_term *out);

typedef struct {
  const char *name;
  lyre_op op; /* the operator at the root */
  lyre_rule_fn apply;
} lyre_rule;

/* All rules, family by family; for one operator in the order in which they
 * are tried. */
uint32_t lyre_rule_count (void);
const lyre_rule *lyre_rule_get (uint32_t index);
/* The index of the rule of this name, or lyre_rule_count. */
uint32_t lyre_rule_find (const char *name);

/* One rewriter per context; results are remembered in MEM. */
lyre_rw *lyre_rw_new (lyre_terms *, lyre_mem *mem);
void lyre_rw_delete (lyre_rw *);
/* Rewrites to a fixpoint, bottom up. When stopped (env->stop) the result is
 * still equal to T, only less simple. */
lyre_term lyre_rewrite (lyre_rw *, lyre_term t);
/* Applies one rule at the root only, whatever its switch. For tests. */
bool lyre_rw_apply_rule (lyre_rw *, uint32_t rule, lyre_term t, lyre_term *out);
/* Switches a rule; forgets remembered results. */
void lyre_rw_enable (lyre_rw *, uint32_t rule, bool on);
uint64_t lyre_rw_hits (const lyre_rw *, uint32_t rule);

#endif
