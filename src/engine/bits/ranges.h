/* What the assertions say at once about lengths and integers.
 *
 * Intervals for the length of every string term and the value of every integer
 * term, from the terms upward and from the assertions downward, until nothing
 * changes or a number of rounds is over. Whatever the model of the assertions,
 * the values are inside. */
#ifndef LYRE_ENGINE_BITS_RANGES_H
#define LYRE_ENGINE_BITS_RANGES_H

#include "engine/problem.h"

/* Beyond this in either direction is infinity. */
#define LYRE_RANGE_INF ((int64_t) 1 << 60)

typedef struct {
  int64_t lo, hi;
} lyre_range;

typedef struct {
  const lyre_problem *p;
  const lyre_term_list *terms;
  lyre_range *of;  /* per term of the list; strings: their length */
  lyre_map index;  /* term id -> position in the list + 1 */
  bool impossible; /* some interval is empty: the assertions have no model */
  bool changed;    /* in this round */
} lyre_ranges;

/* TERMS are all terms of the problem, arguments first. */
void lyre_ranges_init (lyre_ranges *, const lyre_problem *, lyre_arena *,
                       const lyre_term_list *terms);
void lyre_ranges_release (lyre_ranges *);
lyre_range lyre_range_of (const lyre_ranges *, lyre_term);

#endif
