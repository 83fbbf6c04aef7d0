/* Variable-disjoint parts of a problem, to be solved one by one. */
#ifndef LYRE_ENGINE_COMPONENTS_H
#define LYRE_ENGINE_COMPONENTS_H

#include "engine/problem.h"

typedef struct {
  uint32_t n; /* assertions */
  const lyre_term *assertions;
  uint32_t n_vars;
  const lyre_term *vars; /* in order of declaration */
} lyre_component;

typedef struct {
  uint32_t n;
  const lyre_component *at; /* small ones first */
} lyre_components;

/* Everything lives in ARENA. Assertions without variables form components of
 * their own. */
lyre_components lyre_components_find (const lyre_problem *, lyre_arena *arena);

#endif
