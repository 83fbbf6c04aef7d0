/* Random numbers that repeat: splitmix64. */
#ifndef LYRE_BASE_RANDOM_H
#define LYRE_BASE_RANDOM_H

#include <stdint.h>

/* The next number; any *SEED will do to start with. */
static inline uint64_t lyre_random (uint64_t *seed) {
  uint64_t x = *seed += UINT64_C (0x9E3779B97F4A7C15);
  x = (x ^ (x >> 30)) * UINT64_C (0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C (0x94D049BB133111EB);
  return x ^ (x >> 31);
}

#endif
