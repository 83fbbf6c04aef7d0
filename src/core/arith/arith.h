/* Linear arithmetic over integers and rationals: general simplex on exact
 * numbers, with bounds that come and go. Knows nothing of terms.
 *
 * Variables are numbered from 0. A row variable stands for a linear form over
 * other variables; constraints are bounds on variables. Every bound carries a
 * tag, chosen by the caller, that comes back in explanations.
 *
 *   uint32_t x = lyre_arith_new_var (a, true);
 *   uint32_t y = lyre_arith_new_var (a, true);
 *   uint32_t s = lyre_arith_row (a, 2, (lyre_monomial[]){{x, one}, {y, one}});
 *   lyre_arith_push (a);
 *   lyre_arith_lower (a, s, bound, false, tag7);
 *   if (lyre_arith_check (a) == LYRE_ARITH_NO)
 *     use (lyre_arith_conflict (a));      // tags that cannot hold together
 *   lyre_arith_pop (a, 1);
 *
 * Pop restores bounds only; rows and the tableau stay, so that going back is
 * cheap. The solver is re-entrant: push, ask, pop at any time. */
#ifndef LYRE_ARITH_ARITH_H
#define LYRE_ARITH_ARITH_H

#include "base/env.h"
#include "base/num.h"
#include "base/vec.h"

typedef struct lyre_arith lyre_arith;

typedef struct {
  uint32_t var;
  lyre_rat coef;
} lyre_monomial;

typedef uint32_t lyre_tag;
#define LYRE_NO_TAG UINT32_MAX /* a bound that needs no reason: always true */

typedef enum {
  LYRE_ARITH_YES,    /* a model: lyre_arith_value */
  LYRE_ARITH_NO,     /* lyre_arith_conflict says why */
  LYRE_ARITH_SPLIT,  /* integers: decide lyre_arith_split first */
  LYRE_ARITH_GAVE_UP /* stopped, or an effort bound was met */
} lyre_arith_answer;

lyre_arith *lyre_arith_new (lyre_env *, lyre_mem *);
void lyre_arith_delete (lyre_arith *);

uint32_t lyre_arith_new_var (lyre_arith *, bool is_int);
/* A variable that equals the form. Variables may repeat; coefficients may be 0.
 * The same form gives the same variable; a form that is x gives x. Forms that
 * are equal up to a factor share one long row, and each factor but the first
 * costs a row of two entries. */
uint32_t lyre_arith_row (lyre_arith *, uint32_t n, const lyre_monomial *);
/* A variable that, times *FACTOR (in ARENA, not 0), equals the form. Its
 * coefficients are integers without a common factor, the first positive, so
 * bounds of integer forms are rounded well: prefer this to lyre_arith_row and
 * divide the bound. A negative factor exchanges lower and upper. */
uint32_t lyre_arith_form (lyre_arith *, lyre_arena *arena, uint32_t n,
                          const lyre_monomial *, lyre_rat *factor);
bool lyre_arith_is_int (const lyre_arith *, uint32_t var);

/* var >= bound, var > bound, var <= bound, var < bound. Strict integer bounds
 * are rounded. False if this contradicts the other bound of the variable at
 * once: then there is a conflict, and checks say NO until the level is popped.
 */
bool lyre_arith_lower (lyre_arith *, uint32_t var, lyre_rat bound, bool strict,
                       lyre_tag);
bool lyre_arith_upper (lyre_arith *, uint32_t var, lyre_rat bound, bool strict,
                       lyre_tag);
void lyre_arith_push (lyre_arith *);
void lyre_arith_pop (lyre_arith *, uint32_t levels);

/* Over the rationals. */
lyre_arith_answer lyre_arith_check (lyre_arith *);
/* Over the integers where variables are integers: GCD tests, equalities
 * solved, cuts; then either a model, a conflict, or a split. With
 * SPLIT_INSIDE, branches are explored here up to an effort bound and the answer
 * is never SPLIT. Bounds that follow on the way are kept until the level is
 * popped; their tags are those they follow from. */
lyre_arith_answer lyre_arith_check_int (lyre_arith *, bool split_inside);
/* The effort bound: pivots for each lyre_arith_check_int. */
void lyre_arith_effort (lyre_arith *, uint64_t pivots);
/* After SPLIT: the variable and the value: var <= value or var >= value+1. */
void lyre_arith_split (const lyre_arith *, uint32_t *var, lyre_int *value);

typedef struct {
  uint32_t n;
  const lyre_tag *at;
} lyre_tags;
/* After NO: bounds that cannot hold together, each tag once, LYRE_NO_TAG left
 * out. Valid until the next call that changes something. */
lyre_tags lyre_arith_conflict (const lyre_arith *);

/* The current value, strict bounds made concrete. In ARENA. */
lyre_rat lyre_arith_value (lyre_arith *, lyre_arena *arena, uint32_t var);

/* Known bounds of a variable, with the tags that justify them (WHY may be
 * NULL). False if there is none. The bound and the tags are valid until the
 * next call that changes something. */
bool lyre_arith_lower_of (lyre_arith *, uint32_t var, lyre_rat *bound,
                          bool *strict, lyre_tags *why);
bool lyre_arith_upper_of (lyre_arith *, uint32_t var, lyre_rat *bound,
                          bool *strict, lyre_tags *why);
/* Bounds implied by rows of at most MAX_ROW entries: calls back for each that
 * is better than the bound in force. Looks at rows with a variable that got a
 * bound since the last call. What the callback sees is valid until it returns,
 * and it must not change the solver. */
typedef struct {
  uint32_t var;
  bool upper, strict;
  lyre_rat bound;
} lyre_implied;
void lyre_arith_implied (lyre_arith *, uint32_t max_row,
                         void (*found) (void *user, const lyre_implied *),
                         void *user);
/* In the callback: the tags of the bounds that it follows from. */
lyre_tags lyre_arith_implied_why (lyre_arith *);

/* The smallest / largest value of a variable under the current bounds, over
 * the rationals: false if there is no solution, no limit, or the search was
 * stopped. *STRICT says that it is a limit only, not reached, because of strict
 * bounds. Tags of the bounds used. */
bool lyre_arith_minimum (lyre_arith *, lyre_arena *, uint32_t var,
                         lyre_rat *value, bool *strict, lyre_tags *why);
bool lyre_arith_maximum (lyre_arith *, lyre_arena *, uint32_t var,
                         lyre_rat *value, bool *strict, lyre_tags *why);

typedef struct {
  uint64_t pivots, checks, conflicts, cuts, branches;
} lyre_arith_counts;
lyre_arith_counts lyre_arith_count (const lyre_arith *);

#endif
