/* Statistics: counters in one table. Rewriting rules count in their own. */
#ifndef LYRE_BASE_STATISTICS_H
#define LYRE_BASE_STATISTICS_H

#include <stdint.h>

#define LYRE_STATISTICS(X)                                                     \
  X (checks, "checks")                                                         \
  X (terms, "terms")                                                           \
  X (memory_peak, "memory-peak-bytes")                                         \
  X (rewrites, "rewrites")                                                     \
  X (eliminated, "variables-eliminated")                                       \
  X (gate_checks, "models-checked")                                            \
  X (gate_failures, "models-refused")                                          \
  X (assignments, "assignments-tried")                                         \
  X (derivatives, "regex-derivatives")

typedef struct {
#define LYRE_STATISTIC_FIELD(FIELD, NAME) uint64_t FIELD;
  LYRE_STATISTICS (LYRE_STATISTIC_FIELD)
#undef LYRE_STATISTIC_FIELD
} lyre_statistics;

#endif
