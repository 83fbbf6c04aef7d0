/* What the files about cells share. */
#ifndef LYRE_GRAMMAR_CELLS_INTERNAL_H
#define LYRE_GRAMMAR_CELLS_INTERNAL_H

#include "core/grammar/cells.h"

static inline lyre_lit lyre_cells_truth (const lyre_cells *c, bool b) {
  return b ? c->yes : -c->yes;
}

static inline void lyre_cells_clause2 (lyre_cells *c, lyre_lit a, lyre_lit b) {
  lyre_sat_add_clause (c->sat, 2, (lyre_lit[]){a, b});
}

static inline void lyre_cells_clause3 (lyre_cells *c, lyre_lit a, lyre_lit b,
                                       lyre_lit d) {
  lyre_sat_add_clause (c->sat, 3, (lyre_lit[]){a, b, d});
}

/* May the cell hold one of these characters? */
static inline bool lyre_cells_possible (lyre_cells *c, uint32_t cell,
                                        lyre_charset s) {
  return lyre_cells_in (c, cell, s) != -c->yes;
}

/* A node V stands for a disjunction of ways, each a conjunction of two
 * literals. If it IMPLIES: V to some way. Else: each way to V. */
typedef struct {
  lyre_cells *c;
  bool implies;
  lyre_lit v;
  lyre_lits ways;
} lyre_cells_node;

void lyre_cells_way (lyre_cells_node *, lyre_lit, lyre_lit);
void lyre_cells_node_done (lyre_cells_node *);

#endif
