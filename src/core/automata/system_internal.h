/* What the files of systems share. */
#ifndef LYRE_AUTOMATA_SYSTEM_INTERNAL_H
#define LYRE_AUTOMATA_SYSTEM_INTERNAL_H

#include "base/map.h"
#include "base/vec.h"
#include "core/automata/nfa_internal.h"
#include "core/automata/system.h"

/* A set of tags, and of the search's decisions behind them. Immutable. */
typedef const uint64_t *lyre_why;

/* What is known about a variable, and why. */
typedef struct {
  lyre_language language;
  lyre_why why;
} lyre_fact;

/* side[0] = side[1], or with a transducer side[0] = t(side[1]). */
typedef struct {
  uint32_t n[2];
  const uint32_t *side[2];
  const lyre_transducer *t;
  lyre_why why;
} lyre_constraint;

typedef struct {
  uint32_t x, tag;
  lyre_language language;
} lyre_member;

typedef struct {
  uint32_t x;
  lyre_fact before;
} lyre_undo;

struct lyre_system {
  lyre_store *store;
  lyre_env *env;
  lyre_mem *mem;
  lyre_arena arena;
  uint32_t n_vars, n_tags, width; /* words per lyre_why */
  lyre_vec (lyre_member) members;
  lyre_vec (lyre_constraint) constraints;
  lyre_u32s constraint_tags; /* as added */
  lyre_u32s same;            /* union-find over variables */
  lyre_fact *facts;          /* by representative */
  lyre_fact *first;          /* the same before the search */
  bool refined;              /* those are refined */
  lyre_why nothing;
  lyre_why refuted; /* NULL, or why there is no solution */
  lyre_vec (lyre_undo) undo;
  const lyre_str **words; /* by representative */
  lyre_u32s tags;         /* the last set handed out */
};

/* ------------------------------------------------------------ system.c */
uint32_t lyre_system_find (const lyre_system *, uint32_t x);
lyre_why lyre_why_union (lyre_system *, lyre_why, lyre_why);
bool lyre_why_has (lyre_why, uint32_t bit);
/* A set without one bit; with one more. */
lyre_why lyre_why_without (lyre_system *, lyre_why, uint32_t bit);
lyre_why lyre_why_with (lyre_system *, lyre_why, uint32_t bit);
/* Why the constraint holds and its variables have their languages. */
lyre_why lyre_constraint_why (lyre_system *, const lyre_constraint *);
/* Gives X a smaller language; the old one can come back. False if it is
 * empty. LYRE_NO_LANGUAGE leaves the old one. */
bool lyre_system_narrow (lyre_system *, uint32_t x, lyre_language, lyre_why);
/* The language of one side. */
lyre_language lyre_system_side (lyre_system *, const lyre_constraint *,
                                uint32_t side);
/* The only word of X, if there is just one and it shows: a chain of states. */
bool lyre_system_is_fixed (const lyre_system *, uint32_t x);

/* ------------------------------------------------------ system_cuts.c
 *
 * The product of the sources x1 ... xk, laid out one after the other, with an
 * automaton A of the targets: a node is a source's number, a state of it and a
 * state of A. Only nodes on the way to the end are kept. */
typedef struct {
  uint32_t layer, l, a;
} lyre_cut_node;

typedef struct {
  lyre_fa *fa;
  uint32_t n_layers;
  const lyre_nfa *const *layers;
  uint32_t *offset; /* n_layers + 1: states of layer i start here */
  const lyre_nfa *target;
  lyre_vec (lyre_cut_node) nodes;
  lyre_map number; /* node -> number + 1 */
  struct lyre_cut_arc {
    uint32_t from, to, lo, hi; /* lo > hi: a step into the next layer */
  } * arcs;
  uint32_t n_arcs, cap_arcs;
  uint8_t *useful; /* per node */
  bool stopped;
} lyre_cuts;

/* False if stopped or too large. Release in any case. */
bool lyre_cuts_init (lyre_cuts *, lyre_fa *, uint32_t n,
                     const lyre_nfa *const *layers, const lyre_nfa *target);
void lyre_cuts_release (lyre_cuts *);
bool lyre_cuts_is_empty (const lyre_cuts *);
/* The words of a layer that lead A from state FROM to state TO, where
 * LYRE_NO_STATE stands for all states at that border. */
const lyre_nfa *lyre_cuts_segment (lyre_cuts *, lyre_fa *, uint32_t layer,
                                   uint32_t from, uint32_t to);
/* States of A at the border behind the layer that are reached from state FROM
 * at the border before it; sorted. */
void lyre_cuts_reach (lyre_cuts *, uint32_t layer, uint32_t from,
                      lyre_u32s *out);

/* ---------------------------------------------------- system_refine.c */
/* Refines to a fixpoint, or until it has done enough. */
void lyre_system_refine (lyre_system *);

/* ---------------------------------------------------- system_search.c */
/* Without THOROUGH it only looks at systems that it can put into order. */
lyre_system_answer lyre_system_search (lyre_system *, uint32_t effort,
                                       bool thorough);

/* ----------------------------------------------------- system_words.c */
/* Words for all variables, the constraints taken from the last to the first:
 * ORDER[i] is a constraint's number times two plus its target side. */
bool lyre_system_choose_words (lyre_system *, uint32_t n,
                               const uint32_t *order);

#endif
