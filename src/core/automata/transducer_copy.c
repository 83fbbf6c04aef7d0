/* Transducers that copy, drop or change single characters. */
#include "core/automata/transducer.h"

typedef struct {
  lyre_arena *arena;
  uint32_t *first;
  lyre_transducer_edge *edges;
  lyre_transducer_end *ends;
  uint32_t n_states, n_edges;
} sketch;

static sketch begin (lyre_fa *fa, uint32_t states, uint32_t edges) {
  lyre_arena *a = fa->arena;
  return (sketch){.arena = a,
                  .first = lyre_arena_array (a, uint32_t, states + 1),
                  .edges = lyre_arena_array (a, lyre_transducer_edge, edges),
                  .ends = lyre_arena_array (a, lyre_transducer_end, states)};
}

static void add_state (sketch *k, bool final) {
  k->first[k->n_states] = k->n_edges;
  k->ends[k->n_states++] =
      (lyre_transducer_end){final ? &lyre_str_empty : NULL, 0};
}

static void add_edge (sketch *k, uint32_t lo, uint32_t hi, uint32_t to,
                      bool copy) {
  k->edges[k->n_edges++] =
      (lyre_transducer_edge){lo, hi, to, 0, &lyre_str_empty, copy};
}

static const lyre_transducer *finish (sketch *k) {
  lyre_transducer *t = lyre_arena_new (k->arena, lyre_transducer);
  k->first[k->n_states] = k->n_edges;
  *t = (lyre_transducer){k->n_states, k->n_edges, k->first,
                         k->edges,    k->ends,    &lyre_str_empty};
  return t;
}

static const lyre_shift *next_shift (uint32_t n, const lyre_shift *s,
                                     uint32_t from) {
  const lyre_shift *best = NULL;
  for (uint32_t i = 0; i < n; i++)
    if (s[i].lo >= from && (!best || s[i].lo < best->lo))
      best = &s[i];
  return best;
}

const lyre_transducer *lyre_transducer_map (lyre_fa *fa, uint32_t n,
                                            const lyre_shift *shifts) {
  uint32_t n_edges = n + 1;
  for (uint32_t i = 0; i < n; i++)
    n_edges += shifts[i].hi - shifts[i].lo + 1;
  sketch k = begin (fa, 1, n_edges);
  add_state (&k, true);
  uint32_t from = 0;
  for (const lyre_shift *s; (s = next_shift (n, shifts, from));) {
    if (from < s->lo)
      add_edge (&k, from, s->lo - 1, 0, true);
    for (uint32_t c = s->lo; c <= s->hi; c++) {
      uint32_t d = (uint32_t) ((int32_t) c + s->delta);
      k.edges[k.n_edges++] = (lyre_transducer_edge){
          c, c, 0, 1, lyre_str_char (fa->arena, d), false};
    }
    from = s->hi + 1;
  }
  if (from <= LYRE_CHAR_MAX)
    add_edge (&k, from, LYRE_CHAR_MAX, 0, true);
  return finish (&k);
}

const lyre_transducer *lyre_transducer_substr (lyre_fa *fa, uint32_t from,
                                               uint32_t len) {
  uint64_t n = (uint64_t) from + len + 1;
  if (n > fa->max_states) {
    fa->gave_up = true;
    return NULL;
  }
  sketch k = begin (fa, (uint32_t) n, (uint32_t) n);
  for (uint32_t q = 0; q < n; q++) {
    bool last = q + 1 == n;
    add_state (&k, true);
    add_edge (&k, 0, LYRE_CHAR_MAX, last ? q : q + 1, q >= from && !last);
  }
  return finish (&k);
}

/* In front; behind a solid character; among blanks with solid ones to come;
 * behind the last solid one. */
const lyre_transducer *lyre_transducer_trim (lyre_fa *fa, uint32_t blank) {
  enum { FRONT, SOLID, BETWEEN, BEHIND };
  sketch k = begin (fa, 4, 8);
  add_state (&k, true);
  add_edge (&k, 0, blank, FRONT, false);
  add_edge (&k, blank + 1, LYRE_CHAR_MAX, SOLID, true);
  add_state (&k, true);
  add_edge (&k, 0, blank, BETWEEN, true);
  add_edge (&k, 0, blank, BEHIND, false);
  add_edge (&k, blank + 1, LYRE_CHAR_MAX, SOLID, true);
  add_state (&k, false);
  add_edge (&k, 0, blank, BETWEEN, true);
  add_edge (&k, blank + 1, LYRE_CHAR_MAX, SOLID, true);
  add_state (&k, true);
  add_edge (&k, 0, blank, BEHIND, false);
  return finish (&k);
}
