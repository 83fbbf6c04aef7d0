/* What the automata files share: a builder, interned lists of states, and a
 * compressed alphabet. Included by this folder and core/grammar alone. */
#ifndef LYRE_AUTOMATA_NFA_INTERNAL_H
#define LYRE_AUTOMATA_NFA_INTERNAL_H

#include "base/map.h"
#include "base/vec.h"
#include "core/automata/nfa.h"

#define LYRE_NO_STATE UINT32_MAX

static inline bool lyre_fa_stop (lyre_fa *fa) {
  return lyre_poll (fa->env, LYRE_POLL_AUTOMATA);
}

/* The same limits with results in another arena; see lyre_fa_close. */
lyre_fa lyre_fa_open (const lyre_fa *, lyre_arena *inside);
/* Gives the inner arena back and hands on that the bound was met. */
void lyre_fa_close (lyre_fa *, lyre_fa *inner);

static inline const lyre_edge *lyre_nfa_row (const lyre_nfa *a, uint32_t q) {
  return a->edges + a->first[q];
}
static inline const lyre_edge *lyre_nfa_row_end (const lyre_nfa *a,
                                                 uint32_t q) {
  return a->edges + a->first[q + 1];
}
/* Where to start looking for edges of Q that contain C or something larger;
 * all before surely do not. */
const lyre_edge *lyre_nfa_row_from (const lyre_nfa *, uint32_t q, uint32_t c);

/* ------------------------------------------------------------------ builder
 *
 * States, arcs and jumps (epsilon edges) in any order; finishing removes the
 * jumps, drops useless states, numbers the rest breadth first from the initial
 * ones, and sorts once. When a bound is met or the query is stopped, STOPPED
 * is set, further additions are harmless, and finishing returns NULL. */
typedef struct {
  uint32_t from;
  lyre_edge edge;
} lyre_nfa_arc;

typedef struct {
  uint32_t from, to;
} lyre_nfa_jump;

typedef struct {
  lyre_fa *fa;
  uint32_t limit; /* of states, useless ones included */
  bool stopped;
  lyre_vec (lyre_nfa_arc) arcs;
  lyre_vec (lyre_nfa_jump) jumps;
  lyre_vec (uint8_t) final;
  lyre_u32s initial;
} lyre_nfa_builder;

/* LIMIT bounds the states before useless ones go. */
void lyre_nfa_builder_init (lyre_nfa_builder *, lyre_fa *, uint64_t limit);
/* A few times max_states: for builders with jumps, which shrink. */
uint64_t lyre_nfa_roomy (const lyre_fa *);
uint32_t lyre_nfa_add_state (lyre_nfa_builder *, bool final);
void lyre_nfa_add_arc (lyre_nfa_builder *, uint32_t from, uint32_t lo,
                       uint32_t hi, uint32_t to);
void lyre_nfa_add_jump (lyre_nfa_builder *, uint32_t from, uint32_t to);
void lyre_nfa_add_initial (lyre_nfa_builder *, uint32_t);
/* A state that reads one of these characters, or the characters of W from
 * FROM on, and goes on at NEXT. */
uint32_t lyre_nfa_add_chars (lyre_nfa_builder *, lyre_charset, uint32_t next);
uint32_t lyre_nfa_add_word (lyre_nfa_builder *, const lyre_str *w,
                            uint32_t from, uint32_t next);
/* All states and edges of A, nothing initial or final. The number of A's
 * state 0; the others follow. */
uint32_t lyre_nfa_add_copy (lyre_nfa_builder *, const lyre_nfa *a);
/* A copy of A that goes on at NEXT when A accepts. The state to enter it. */
uint32_t lyre_nfa_add_before (lyre_nfa_builder *, const lyre_nfa *a,
                              uint32_t next);
/* LO to HI copies of A, then NEXT. If the loop is counted, A should not have
 * the empty word: copies that can be skipped are quadratic. */
uint32_t lyre_nfa_add_loop (lyre_nfa_builder *, const lyre_nfa *a, uint32_t lo,
                            uint32_t hi, uint32_t next);
/* Also gives the builder's memory back. */
const lyre_nfa *lyre_nfa_finish (lyre_nfa_builder *);
void lyre_nfa_drop (lyre_nfa_builder *);

/* Neither a star, nor a plus, nor an option: made of copies. */
static inline bool lyre_nfa_is_counted (uint32_t lo, uint32_t hi) {
  return lo > 1 || (hi > 1 && hi != LYRE_RE_INF);
}

static inline bool lyre_nfa_has_empty_word (const lyre_nfa *a) {
  for (uint32_t i = 0; i < a->n_initial; i++)
    if (a->final[a->initial[i]])
      return true;
  return false;
}

/* Steps from each state to the nearest final one. False if stopped. */
bool lyre_nfa_distances (lyre_fa *, const lyre_nfa *, uint32_t *distance);
/* For each state the least and the greatest number of steps to a final one;
 * the latter is LYRE_NO_STATE if there is no bound. */
typedef struct {
  uint32_t *least, *most;
} lyre_spans;
bool lyre_spans_init (lyre_spans *, lyre_fa *, const lyre_nfa *);
void lyre_spans_release (lyre_spans *, lyre_mem *);

/* A copy in this arena. */
const lyre_nfa *lyre_nfa_keep (lyre_fa *, const lyre_nfa *);
/* A without the empty word. */
const lyre_nfa *lyre_nfa_nonempty_words (lyre_fa *, const lyre_nfa *a);
/* L(a) minus L(b); the states are pairs of one of A and a set of B's. */
const lyre_nfa *lyre_nfa_difference (lyre_fa *, const lyre_nfa *a,
                                     const lyre_nfa *b);

/* --------------------------------------------------------------------- lists
 *
 * Lists of numbers, each kept once: equal lists, equal ids 0, 1, 2, ... Sets
 * are sorted lists. */
typedef struct {
  lyre_mem *mem;
  lyre_u32s items; /* one list after the other */
  lyre_u32s start; /* n + 1 */
  lyre_u32s hash;  /* n */
  uint32_t n;
  uint32_t *table, cap; /* ids + 1; cap is a power of two */
} lyre_lists;

void lyre_lists_init (lyre_lists *, lyre_mem *);
void lyre_lists_release (lyre_lists *);
uint32_t lyre_lists_put (lyre_lists *, uint32_t n, const uint32_t *);
/* Valid until the next put. */
static inline const uint32_t *lyre_lists_at (const lyre_lists *l, uint32_t id,
                                             uint32_t *n) {
  *n = l->start.data[id + 1] - l->start.data[id];
  return l->items.data + l->start.data[id];
}

void lyre_sort_u32 (uint32_t n, uint32_t *);

/* A set under construction over 0..n-1: members in any order, each once. */
typedef struct {
  uint32_t n, stamp;
  uint32_t *seen; /* the stamp of members */
  lyre_u32s members;
} lyre_bag;

void lyre_bag_init (lyre_bag *, lyre_mem *, uint32_t n);
void lyre_bag_release (lyre_bag *, lyre_mem *);
void lyre_bag_clear (lyre_bag *);
void lyre_bag_sort (lyre_bag *);
static inline bool lyre_bag_has (const lyre_bag *b, uint32_t x) {
  return b->seen[x] == b->stamp;
}
static inline void lyre_bag_add (lyre_bag *b, uint32_t x) {
  if (b->seen[x] == b->stamp)
    return;
  b->seen[x] = b->stamp;
  b->members.data[b->members.len++] = x; /* room was made for all */
}

/* ---------------------------------------------------------------- macro rows
 *
 * Subset construction on demand: the sets of states of one or more automata
 * taken together, and for each set the pieces of the alphabet with the set
 * that they lead to, sorted, disjoint, empty sets left out. */
typedef struct {
  uint32_t lo, hi, to; /* TO is a set */
} lyre_piece;

typedef struct {
  lyre_fa *fa;
  uint32_t n_parts;
  const lyre_nfa *const *parts;
  uint32_t *offset; /* n_parts + 1: states of part i start here */
  lyre_lists sets;
  lyre_bag bag;
  lyre_vec (lyre_piece) pieces;
  struct lyre_macro_row {
    uint32_t first, n; /* in pieces; first is LYRE_NO_STATE until computed */
  } * rows;
  uint32_t rows_cap;
  /* Working memory of one row. */
  lyre_vec (lyre_edge) edges, active;
  lyre_u32s cuts;
} lyre_macro;

void lyre_macro_init (lyre_macro *, lyre_fa *, uint32_t n,
                      const lyre_nfa *const *parts);
void lyre_macro_release (lyre_macro *);
uint32_t lyre_macro_start (lyre_macro *);
bool lyre_macro_is_final (lyre_macro *, uint32_t set);
/* False if stopped. *OUT is valid until the next row is asked for. */
bool lyre_macro_row (lyre_macro *, uint32_t set, uint32_t *n,
                     const lyre_piece **out);

/* ------------------------------------------------------------------ alphabet
 *
 * Segments of the alphabet that no edge distinguishes, grouped into classes:
 * two segments are in one class if every pair of states is joined by both or
 * by neither. */
typedef struct {
  uint32_t n_segments, n_classes;
  uint32_t *start;    /* n_segments + 1; the last is LYRE_CHAR_MAX + 1 */
  uint32_t *class_of; /* per segment; LYRE_NO_STATE if on no edge */
  uint32_t *member;   /* per class: its first segment */
} lyre_classes;

void lyre_classes_init (lyre_classes *, lyre_fa *, const lyre_nfa *);
void lyre_classes_release (lyre_classes *, lyre_mem *);

/* The edges of an automaton by class, each once, sorted by source. */
typedef struct {
  uint32_t from, label, to;
} lyre_step;
typedef lyre_vec (lyre_step) lyre_steps;
/* False if stopped, or if there were more than MAX of them. */
bool lyre_steps_init (lyre_steps *, lyre_fa *, const lyre_nfa *,
                      const lyre_classes *, uint32_t max);

#endif
