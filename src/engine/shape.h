/* What kind of question a component is: which engines are likely to answer it.
 */
#ifndef LYRE_ENGINE_SHAPE_H
#define LYRE_ENGINE_SHAPE_H

#include "engine/problem.h"

typedef enum {
  LYRE_SHAPE_LANGUAGES, /* memberships and lengths, no equation between strings
                         */
  LYRE_SHAPE_EQUATIONS, /* equations between concatenations */
  LYRE_SHAPE_FUNCTIONS, /* substrings, positions, replacements, conversions */
  LYRE_SHAPES
} lyre_problem_shape;

lyre_problem_shape lyre_shape_of (const lyre_problem *);

#endif
