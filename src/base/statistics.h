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
  X (components, "components")                                                 \
  X (assignments, "assignments-tried")                                         \
  X (derivatives, "regex-derivatives")                                         \
  X (bit_rounds, "bits-rounds")                                                \
  X (bit_gates, "bits-gates")                                                  \
  X (conflicts, "sat-conflicts")                                               \
  X (decisions, "sat-decisions")                                               \
  X (propagations, "sat-propagations")                                         \
  X (restarts, "sat-restarts")                                                 \
  X (rounds, "words-rounds")                                                   \
  X (lemmas_integers, "words-lemmas-integers")                                 \
  X (lemmas_lengths, "words-lemmas-lengths")                                   \
  X (lemmas_values, "words-lemmas-values")                                     \
  X (lemmas_order, "words-lemmas-order")                                       \
  X (lemmas_contain, "words-lemmas-contain")                                   \
  X (lemmas_languages, "words-lemmas-languages")                               \
  X (lemmas_loops, "words-lemmas-loops")                                       \
  X (lemmas_equations, "words-lemmas-equations")                               \
  X (lemmas_products, "words-lemmas-products")                                 \
  X (lemmas_conversions, "words-lemmas-conversions")                           \
  X (lemmas_members, "words-lemmas-members")                                   \
  X (lemmas_candidate, "words-lemmas-candidate")

typedef struct {
#define LYRE_STATISTIC_FIELD(FIELD, NAME) uint64_t FIELD;
  LYRE_STATISTICS (LYRE_STATISTIC_FIELD)
#undef LYRE_STATISTIC_FIELD
} lyre_statistics;

#endif
