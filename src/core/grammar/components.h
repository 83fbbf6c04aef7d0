/* Strongly connected components of a graph in rows: the edges of node A go to
 * TO[FIRST[A]] .. TO[FIRST[A + 1] - 1]. */
#ifndef LYRE_GRAMMAR_COMPONENTS_H
#define LYRE_GRAMMAR_COMPONENTS_H

#include "base/mem.h"

/* Fills in COMPONENT per node and returns how many there are. An edge never
 * leads to a component with a larger number. */
uint32_t lyre_graph_components (lyre_mem *, uint32_t n, const uint32_t *first,
                                const uint32_t *to, uint32_t *component);

#endif
