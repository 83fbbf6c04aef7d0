#include "engine/bits/member.h"

#include <string.h>

#include "base/map.h"
#include "core/automata/nfa.h"

#define F LYRE_BIT_FALSE
#define T LYRE_BIT_TRUE

/* Derivatives in one layer, states of an automaton. */
enum { MAX_LAYER = 600, MAX_STATES = 20000 };

/* The derivatives the automaton may be in after some characters. */
typedef struct {
  lyre_vec (lyre_re) states;
  lyre_vec (lyre_bit) in;
  lyre_map index; /* state id -> position + 1 */
} layer;

static void add_state (lyre_bit_members *m, layer *l, lyre_re r, lyre_bit in) {
  lyre_mem *mem = m->s->g->mem;
  uint64_t *at = lyre_map_at (mem, &l->index, r.id);
  if (*at) {
    lyre_bit *bit = &l->in.data[*at - 1];
    *bit = lyre_bit_or (m->s->g, *bit, in);
    return;
  }
  *at = l->states.len + 1;
  lyre_vec_push (mem, &l->states, r);
  lyre_vec_push (mem, &l->in, in);
}

static void clear_layer (layer *l) {
  lyre_vec_clear (&l->states);
  lyre_vec_clear (&l->in);
  lyre_map_clear (&l->index);
}

static void release_layer (lyre_bit_members *m, layer *l) {
  lyre_mem *mem = m->s->g->mem;
  lyre_vec_release (mem, &l->states);
  lyre_vec_release (mem, &l->in);
  lyre_map_release (mem, &l->index);
}

static lyre_bit cell_in_set (lyre_bit_members *m, const lyre_bit *cell,
                             lyre_charset set) {
  lyre_bit any = F;
  for (uint32_t i = 0; i < set.n; i++)
    any = lyre_bit_or (
        m->s->g, any,
        lyre_cell_between (m->s, cell, set.at[i].lo, set.at[i].hi));
  return any;
}

/* One more character, out of at most LEFT. Only derivatives that can still
 * accept come along. False if they are too many. */
static bool advance (lyre_bit_members *m, const layer *from,
                     const lyre_bit *cell, uint32_t left, layer *to) {
  clear_layer (to);
  for (uint32_t i = 0; i < from->states.len; i++) {
    lyre_re_moves moves;
    if (!lyre_re_all_moves (m->pool, from->states.data[i], &moves))
      return false;
    for (uint32_t k = 0; k < moves.n; k++) {
      if (lyre_re_look (m->pool, moves.at[k].target)->min_len >= left)
        continue;
      lyre_bit on = lyre_bit_and (m->s->g, from->in.data[i],
                                  cell_in_set (m, cell, moves.at[k].chars));
      if (on != F)
        add_state (m, to, moves.at[k].target, on);
    }
    if (to->states.len > MAX_LAYER || m->s->g->full)
      return false;
  }
  return true;
}

static lyre_bit accepting (lyre_bit_members *m, const layer *l) {
  lyre_bit any = F;
  for (uint32_t i = 0; i < l->states.len; i++)
    if (lyre_re_look (m->pool, l->states.data[i])->nullable)
      any = lyre_bit_or (m->s->g, any, l->in.data[i]);
  return any;
}

static void swap (layer *a, layer *b) {
  layer t = *a;
  *a = *b;
  *b = t;
}

/* ------------------------------------------------------------- derivatives */

static bool by_derivatives (lyre_bit_members *m, lyre_bit_str a, lyre_re r,
                            lyre_bit *member) {
  layer now = {0}, next = {0};
  add_state (m, &now, r, T);
  bool done = true;
  *member = F;
  for (uint32_t i = 0; i <= a.cap && done && now.states.len; i++) {
    lyre_bit ends = lyre_bit_not (lyre_cell_used (m->s, a, i));
    *member = lyre_bit_or (m->s->g, *member,
                           lyre_bit_and (m->s->g, ends, accepting (m, &now)));
    if (i == a.cap)
      break;
    done = advance (m, &now, lyre_bits_cell (m->s, a, i), a.cap - i, &next);
    swap (&now, &next);
  }
  release_layer (m, &now);
  release_layer (m, &next);
  return done;
}

/* ---------------------------------------------------------------- automata */

static void nfa_step (lyre_bit_members *m, const lyre_nfa *n,
                      const lyre_bit *cell, const lyre_bit *in, lyre_bit *out) {
  memset (out, 0, n->n_states * sizeof *out);
  for (uint32_t q = 0; q < n->n_states && !m->s->g->full; q++) {
    if (in[q] == F)
      continue;
    for (uint32_t e = n->first[q]; e < n->first[q + 1]; e++) {
      const lyre_edge *edge = &n->edges[e];
      lyre_bit on = lyre_bit_and (
          m->s->g, in[q], lyre_cell_between (m->s, cell, edge->lo, edge->hi));
      out[edge->to] = lyre_bit_or (m->s->g, out[edge->to], on);
    }
  }
}

static lyre_bit nfa_member (lyre_bit_members *m, lyre_bit_str a,
                            const lyre_nfa *n) {
  lyre_circuit *g = m->s->g;
  lyre_bit *in = lyre_arena_array (g->arena, lyre_bit, n->n_states + 1);
  lyre_bit *out = lyre_arena_array (g->arena, lyre_bit, n->n_states + 1);
  memset (in, 0, n->n_states * sizeof *in);
  for (uint32_t i = 0; i < n->n_initial; i++)
    in[n->initial[i]] = T;
  lyre_bit member = F;
  for (uint32_t i = 0; i <= a.cap && !g->full; i++) {
    lyre_bit any = F;
    for (uint32_t q = 0; q < n->n_states; q++)
      if (n->final[q])
        any = lyre_bit_or (g, any, in[q]);
    lyre_bit ends = lyre_bit_not (lyre_cell_used (m->s, a, i));
    member = lyre_bit_or (g, member, lyre_bit_and (g, ends, any));
    if (i < a.cap)
      nfa_step (m, n, lyre_bits_cell (m->s, a, i), in, out);
    lyre_bit *t = in;
    in = out;
    out = t;
  }
  return member;
}

static bool by_automaton (lyre_bit_members *m, lyre_bit_str a, lyre_re r,
                          lyre_bit *member) {
  lyre_circuit *g = m->s->g;
  lyre_fa fa = {.env = g->env,
                .arena = g->arena,
                .mem = g->mem,
                .max_states = MAX_STATES};
  const lyre_nfa *n = lyre_nfa_from_re (&fa, m->pool, r);
  if (!n)
    return false;
  *member = nfa_member (m, a, n);
  return true;
}

lyre_bit lyre_bits_member (lyre_bit_members *m, lyre_bit_str a, lyre_re r) {
  lyre_bit member = F;
  if (by_derivatives (m, a, r, &member))
    return member;
  if (m->s->g->full || !by_automaton (m, a, r, &member))
    m->gave_up = true;
  return member;
}

/* ----------------------------------------------------------------- matches */

/* Those that accept have their match; the shorter goes first. */
static lyre_bit leave_accepting (lyre_bit_members *m, layer *l) {
  lyre_bit any = accepting (m, l);
  for (uint32_t i = 0; i < l->states.len; i++)
    if (lyre_re_look (m->pool, l->states.data[i])->nullable)
      l->in.data[i] = F;
  return any;
}

/* hit[d]: the shortest match from position K on has D characters. */
static bool shortest_from (lyre_bit_members *m, lyre_bit_str a, lyre_re r,
                           uint32_t min, uint32_t k, lyre_bit *hit) {
  layer now = {0}, next = {0};
  add_state (m, &now, r, k ? lyre_cell_used (m->s, a, k - 1) : T);
  bool done = true;
  uint32_t left = a.cap - k;
  for (uint32_t d = 0; d <= left && done; d++) {
    hit[d] = d >= min ? leave_accepting (m, &now) : F;
    if (d == left)
      break;
    done = advance (m, &now, lyre_bits_cell (m->s, a, (uint64_t) k + d),
                    left - d, &next);
    swap (&now, &next);
  }
  release_layer (m, &now);
  release_layer (m, &next);
  return done;
}

lyre_bit_finds lyre_bits_find_re (lyre_bit_members *m, lyre_bit_str a,
                                  lyre_re r, uint32_t min) {
  lyre_circuit *g = m->s->g;
  size_t n = (size_t) a.cap + 1;
  lyre_bit *at = lyre_arena_array (g->arena, lyre_bit, n);
  lyre_bit *hit = lyre_arena_array (g->arena, lyre_bit, n);
  lyre_bit *more = lyre_arena_array (g->arena, lyre_bit, n * n);
  memset (more, 0, n * n * sizeof *more);
  for (uint32_t k = 0; k < n; k++) {
    memset (hit, 0, n * sizeof *hit);
    if (!shortest_from (m, a, r, min, k, hit))
      m->gave_up = true;
    at[k] = F;
    for (uint32_t d = (uint32_t) n; d-- > 0;) {
      if (d < a.cap)
        more[k * (size_t) a.cap + d] = at[k];
      at[k] = lyre_bit_or (g, at[k], hit[d]);
    }
  }
  return (lyre_bit_finds){
      .n = (uint32_t) n, .at = at, .max = a.cap, .more = more, .stride = a.cap};
}
