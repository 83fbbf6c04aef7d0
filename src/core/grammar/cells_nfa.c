/* Automata over cells: one node for every position and state. */
#include <string.h>

#include "core/automata/nfa_internal.h"
#include "core/grammar/cells_internal.h"

typedef struct {
  lyre_cells *c;
  const lyre_nfa *a;
  uint32_t n;
  const uint32_t *cells;
  bool implies;
  uint8_t *ahead; /* (i, q): the rest can be read from q */
  lyre_lit *lits; /* (i, q): its node, 0 if none yet */
  lyre_u32s work; /* nodes to define */
} unrolling;

static size_t slot_of (const unrolling *u, uint32_t i, uint32_t q) {
  return (size_t) i * u->a->n_states + q;
}

static lyre_charset edge_set (const unrolling *u, const lyre_edge *e,
                              lyre_interval *at) {
  (void) u;
  *at = (lyre_interval){e->lo, e->hi};
  return (lyre_charset){1, at};
}

static bool can_go_on (unrolling *u, uint32_t i, uint32_t q) {
  for (const lyre_edge *e = lyre_nfa_row (u->a, q);
       e < lyre_nfa_row_end (u->a, q); e++) {
    lyre_interval at;
    if (u->ahead[slot_of (u, i + 1, e->to)] &&
        lyre_cells_possible (u->c, u->cells[i], edge_set (u, e, &at)))
      return true;
  }
  return false;
}

static bool look_ahead (unrolling *u) {
  for (uint32_t q = 0; q < u->a->n_states; q++)
    u->ahead[slot_of (u, u->n, q)] = u->a->final[q];
  for (uint32_t i = u->n; i-- > 0;)
    for (uint32_t q = 0; q < u->a->n_states; q++) {
      if (lyre_fa_stop (u->c->fa))
        return false;
      u->ahead[slot_of (u, i, q)] = can_go_on (u, i, q);
    }
  return true;
}

static lyre_lit state_lit (unrolling *u, uint32_t i, uint32_t q) {
  size_t slot = slot_of (u, i, q);
  if (!u->ahead[slot])
    return -u->c->yes;
  if (i == u->n)
    return u->c->yes;
  if (!u->lits[slot]) {
    u->lits[slot] = lyre_sat_new_var (u->c->sat);
    lyre_vec_push (u->c->fa->mem, &u->work, (uint32_t) slot);
  }
  return u->lits[slot];
}

static void define_state (unrolling *u, uint32_t slot) {
  uint32_t i = slot / u->a->n_states, q = slot % u->a->n_states;
  lyre_cells_node d = {.c = u->c, .implies = u->implies, .v = u->lits[slot]};
  for (const lyre_edge *e = lyre_nfa_row (u->a, q);
       e < lyre_nfa_row_end (u->a, q); e++) {
    lyre_interval at;
    if (u->ahead[slot_of (u, i + 1, e->to)])
      lyre_cells_way (&d,
                      lyre_cells_in (u->c, u->cells[i], edge_set (u, e, &at)),
                      state_lit (u, i + 1, e->to));
  }
  lyre_cells_node_done (&d);
}

static lyre_lit unroll (unrolling *u) {
  lyre_cells *c = u->c;
  if (!look_ahead (u))
    return 0;
  lyre_cells_node start = {.c = c, .implies = u->implies};
  start.v = lyre_sat_new_var (c->sat);
  for (uint32_t i = 0; i < u->a->n_initial; i++)
    lyre_cells_way (&start, c->yes, state_lit (u, 0, u->a->initial[i]));
  lyre_cells_node_done (&start);
  while (u->work.len) {
    if (lyre_fa_stop (c->fa))
      return 0;
    define_state (u, lyre_vec_pop (&u->work));
  }
  return start.v;
}

lyre_lit lyre_cells_in_nfa (lyre_cells *c, const lyre_nfa *a, uint32_t n,
                            const uint32_t *cells, bool implies) {
  lyre_mem *mem = c->fa->mem;
  unrolling u = {.c = c, .a = a, .n = n, .cells = cells, .implies = implies};
  size_t slots = lyre_mul_size (mem, (size_t) n + 1, a->n_states);
  if (slots > UINT32_MAX)
    lyre_mem_fail (mem, LYRE_FAIL_TOO_LARGE);
  u.ahead = lyre_alloc (mem, slots + 1);
  u.lits = lyre_alloc (mem, lyre_mul_size (mem, slots + 1, sizeof *u.lits));
  memset (u.ahead, 0, slots + 1);
  memset (u.lits, 0, (slots + 1) * sizeof *u.lits);
  lyre_lit y = unroll (&u);
  lyre_free (mem, u.ahead);
  lyre_free (mem, u.lits);
  lyre_vec_release (mem, &u.work);
  return y;
}

void lyre_nfa_sets (lyre_fa *fa, const lyre_nfa *a, lyre_charsets *out) {
  for (uint32_t i = 0; i < a->n_edges; i++)
    lyre_vec_push (
        fa->mem, out,
        lyre_charset_range (fa->arena, a->edges[i].lo, a->edges[i].hi));
}
