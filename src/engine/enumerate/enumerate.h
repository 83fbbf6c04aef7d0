/* Engine `enumerate`: small models by backtracking.
 *
 * Each variable gets a short list of likely values, taken from the problem:
 * its literals, words of its regular expressions, its numbers and their
 * neighbours, short strings. A search with backjumping assigns variables one by
 * one and evaluates an assertion as soon as its last variable has a value.
 *
 * Under-approximating, but for problems over Bool alone, where the lists are
 * complete and so is the search. */
#ifndef LYRE_ENGINE_ENUMERATE_ENUMERATE_H
#define LYRE_ENGINE_ENUMERATE_ENUMERATE_H

#include "engine/problem.h"

extern const lyre_engine lyre_engine_enumerate;

/* Likely values for one variable, the likeliest first. */
typedef struct {
  lyre_vec (lyre_val) values;
  bool complete; /* these are all values of the sort */
} lyre_candidates;

/* One list per variable; everything lives in ARENA and the problem's pool. */
void lyre_candidates_collect (const lyre_problem *, lyre_arena *arena,
                              uint32_t n, const lyre_term *vars,
                              lyre_candidates *out);

/* At most CAP short words of a closed regex; returns how many. Not every
 * language that has words gives one. */
uint32_t lyre_regex_samples (const lyre_problem *, lyre_arena *arena,
                             lyre_term regex, const lyre_str **out,
                             uint32_t cap);

#endif
