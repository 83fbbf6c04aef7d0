/* What is bounded in a round, and how bounds grow.
 *
 * A bound restricts a variable (the length of a string, the size of an
 * integer), the length of a function's result, or the alphabet. Each has a bit
 * that is assumed in a round: "the value is within the bound". If the round
 * fails, the assumptions to blame are known, and only these bounds grow. If
 * none is to blame, or all bounds are proven to hold anyway, there is no
 * solution at all. */
#ifndef LYRE_ENGINE_BITS_BOUNDS_H
#define LYRE_ENGINE_BITS_BOUNDS_H

#include "engine/bits/circuit.h"
#include "base/map.h"
#include "engine/bits/ranges.h"

typedef enum {
  LYRE_BOUND_LENGTH,  /* of a string variable: at most `size` */
  LYRE_BOUND_RESULT,  /* the same, of any other string term */
  LYRE_BOUND_VALUE,   /* of an integer variable: `size` away from the rest */
  LYRE_BOUND_LETTERS, /* of the alphabet: `size` per class */
  LYRE_BOUND_KINDS
} lyre_bound_kind;

typedef struct {
  lyre_bound_kind kind;
  lyre_term term;
  lyre_range proven;
  int64_t size;
  bool covers;     /* the bound is implied: nothing to assume */
  lyre_bit within; /* what is assumed; 0 if the round did not need it */
  bool blamed;     /* by the last round */
} lyre_bound;

typedef struct {
  lyre_mem *mem;
  lyre_vec (lyre_bound) all;
  lyre_map of_term; /* term id -> position + 1; 0 is the alphabet */
  /* The largest size so far. Bounds that fall behind catch up before any grows
   * beyond it: what is blamed late is seldom the last to be. */
  int64_t level[LYRE_BOUND_KINDS];
} lyre_bounds;

typedef enum {
  LYRE_GROWTH_NONE,  /* no bound is to blame */
  LYRE_GROWTH_DONE,  /* some have grown */
  LYRE_GROWTH_STUCK, /* none of those to blame can grow */
} lyre_growth;

void lyre_bounds_init (lyre_bounds *, lyre_mem *);
void lyre_bounds_release (lyre_bounds *);

/* The bound of this term, made when it is asked for the first time. It starts
 * with room for values that are proven, or HINTed at: some more than that.
 * Valid until the next is made. */
lyre_bound *lyre_bound_of (lyre_bounds *, lyre_bound_kind, lyre_term,
                           lyre_range proven, int64_t hint);
/* The integers that a LYRE_BOUND_VALUE allows. */
lyre_range lyre_bound_values (const lyre_bound *);
/* Enlarges those that are blamed. */
lyre_growth lyre_bounds_grow (lyre_bounds *);

#endif
