/* Assertions document what must hold and cost nothing in a release build.
 *
 * LYRE_ASSERT       anywhere
 * LYRE_ASSERT_SLOW  whole-structure checks at module borders; only in builds
 *                   with LYRE_CHECKED */
#ifndef LYRE_BASE_ASSERT_H
#define LYRE_BASE_ASSERT_H

#include <assert.h>

#define LYRE_ASSERT(X) assert (X)

#ifdef LYRE_CHECKED
#define LYRE_ASSERT_SLOW(X) assert (X)
#else
#define LYRE_ASSERT_SLOW(X) ((void) 0)
#endif

#endif
