/* Nondeterministic automata over intervals of code points.
 *
 * States are 0..n-1. The edges of a state lie together, sorted by (lo, hi, to);
 * two edges of a state with the same target neither overlap nor touch. There
 * are no epsilon edges. Every state is reachable and can reach a final one
 * (trimmed), except that the automaton of the empty language has no state at
 * all. lyre_nfa_check() verifies all this.
 *
 * An automaton is immutable and lives in the arena it was built in: there is
 * no delete, and sharing is free. Functions that return NULL were stopped
 * (env->stop) or would need more than env's or their own bound of states;
 * fa->gave_up tells which. Everything polls. */
#ifndef LYRE_AUTOMATA_NFA_H
#define LYRE_AUTOMATA_NFA_H

#include "base/num.h"
#include "base/vec.h"
#include "core/automata/charset.h"
#include "core/automata/regex.h"

typedef struct {
  uint32_t lo, hi, to;
} lyre_edge;

typedef struct {
  uint32_t n_states, n_edges;
  const uint32_t *first; /* n_states + 1 offsets into edges */
  const lyre_edge *edges;
  uint32_t n_initial;
  const uint32_t *initial; /* sorted */
  const uint8_t *final;    /* per state, 0 or 1 */
  bool deterministic;      /* one initial state, edges of a state disjoint */
} lyre_nfa;

/* What a family of operations shares: limits, and where to build. */
typedef struct {
  lyre_env *env;
  lyre_arena *arena;   /* results */
  lyre_mem *mem;       /* working memory; given back */
  uint32_t max_states; /* of any result or search */
  bool gave_up;        /* max_states was reached */
} lyre_fa;

bool lyre_nfa_check (const lyre_nfa *);

/* ---------------------------------------------------------------- building */
const lyre_nfa *lyre_nfa_none (lyre_fa *);
const lyre_nfa *lyre_nfa_epsilon (lyre_fa *);
const lyre_nfa *lyre_nfa_all (lyre_fa *);
const lyre_nfa *lyre_nfa_chars (lyre_fa *, lyre_charset);
const lyre_nfa *lyre_nfa_word (lyre_fa *, const lyre_str *);
/* Glushkov-like, from a regex; loops copy a reduced body; intersections by
 * product, complements by determinisation (of it or of its reverse). */
const lyre_nfa *lyre_nfa_from_re (lyre_fa *, lyre_re_pool *, lyre_re);

const lyre_nfa *lyre_nfa_union (lyre_fa *, uint32_t n, const lyre_nfa *const *);
const lyre_nfa *lyre_nfa_concat (lyre_fa *, const lyre_nfa *, const lyre_nfa *);
const lyre_nfa *lyre_nfa_loop (lyre_fa *, const lyre_nfa *, uint32_t lo,
                               uint32_t hi /* or LYRE_RE_INF */);
/* Reachable pairs only. */
const lyre_nfa *lyre_nfa_product (lyre_fa *, const lyre_nfa *,
                                  const lyre_nfa *);
const lyre_nfa *lyre_nfa_reverse (lyre_fa *, const lyre_nfa *);
const lyre_nfa *lyre_nfa_determinize (lyre_fa *, const lyre_nfa *);
const lyre_nfa *lyre_nfa_minimize (lyre_fa *, const lyre_nfa *); /* Hopcroft */
const lyre_nfa *lyre_nfa_complement (lyre_fa *, const lyre_nfa *);
/* Merges states that simulate each other both ways (forward, then backward);
 * leaves automata above a size alone. */
const lyre_nfa *lyre_nfa_reduce (lyre_fa *, const lyre_nfa *);

/* ------------------------------------------------- languages from languages */
const lyre_nfa *lyre_nfa_prefixes (lyre_fa *, const lyre_nfa *);
const lyre_nfa *lyre_nfa_suffixes (lyre_fa *, const lyre_nfa *);
const lyre_nfa *lyre_nfa_factors (lyre_fa *, const lyre_nfa *);
/* { w : some u in B with uw in A } and { w : some u in B with wu in A }. */
const lyre_nfa *lyre_nfa_left_quotient (lyre_fa *, const lyre_nfa *a,
                                        const lyre_nfa *b);
const lyre_nfa *lyre_nfa_right_quotient (lyre_fa *, const lyre_nfa *a,
                                         const lyre_nfa *b);
/* Words of length in [lo, hi]; hi may be LYRE_RE_INF. */
const lyre_nfa *lyre_nfa_cut_length (lyre_fa *, const lyre_nfa *, uint32_t lo,
                                     uint32_t hi);
/* Image and pre-image under a map of characters given by disjoint pieces:
 * characters lo..hi go to lo+delta..hi+delta; others to themselves. */
typedef struct {
  uint32_t lo, hi;
  int32_t delta;
} lyre_shift;
const lyre_nfa *lyre_nfa_map (lyre_fa *, const lyre_nfa *, uint32_t n,
                              const lyre_shift *);
const lyre_nfa *lyre_nfa_unmap (lyre_fa *, const lyre_nfa *, uint32_t n,
                                const lyre_shift *);

/* --------------------------------------------------------------- questions */
static inline bool lyre_nfa_is_empty (const lyre_nfa *a) {
  return a->n_states == 0;
}
bool lyre_nfa_accepts (lyre_fa *, const lyre_nfa *, const lyre_str *);
/* Yes, no, or gave up. With NO a shortest word of A outside B goes to
 * *WITNESS if that is not NULL. Antichains; B is never complemented. */
lyre_re_answer lyre_nfa_subset (lyre_fa *, const lyre_nfa *a, const lyre_nfa *b,
                                const lyre_str **witness);
lyre_re_answer lyre_nfa_equal (lyre_fa *, const lyre_nfa *, const lyre_nfa *);
lyre_re_answer lyre_nfa_is_universal (lyre_fa *, const lyre_nfa *);
/* A shortest word in every A[i] and in no B[j], found on the fly: products and
 * antichains together, nothing built. YES with *WORD, NO, or gave up. */
lyre_re_answer lyre_nfa_find (lyre_fa *, uint32_t n, const lyre_nfa *const *a,
                              uint32_t m, const lyre_nfa *const *b,
                              const lyre_str **word);

/* -------------------------------------------------------------------- words */
/* NULL if there is none. Characters are readable where there is a choice. */
const lyre_str *lyre_nfa_shortest (lyre_fa *, const lyre_nfa *);
const lyre_str *lyre_nfa_word_of_length (lyre_fa *, const lyre_nfa *,
                                         uint32_t len);
/* The N-th word (from 0) in the order of length, then code points. */
const lyre_str *lyre_nfa_nth_word (lyre_fa *, const lyre_nfa *, lyre_int n);
/* How many words of this length; exact. */
bool lyre_nfa_count (lyre_fa *, const lyre_nfa *, uint32_t len, lyre_int *out);

/* Draws words of a deterministic automaton. What it learns for one word serves
 * the others; time and memory are states times the greatest length. */
typedef struct {
  lyre_fa *fa;
  const lyre_nfa *d;
  lyre_vec (double) logs; /* layer after layer */
} lyre_sampler;
void lyre_sampler_init (lyre_sampler *, lyre_fa *, const lyre_nfa *d);
void lyre_sampler_release (lyre_sampler *);
/* A word of this length, all equally likely; *SEED is advanced. NULL if there
 * is none, or that would take too much room (fa->gave_up). */
const lyre_str *lyre_sampler_word (lyre_sampler *, uint32_t len,
                                   uint64_t *seed);

/* ------------------------------------------------------------------ lengths */
/* The lengths of words as a lasso: those in STEM (bit per length below
 * start), and from start on those whose (length - start) mod period is a bit
 * of LOOP. Finite sets have an empty loop. */
typedef struct {
  uint32_t start, period; /* period >= 1 */
  const uint64_t *stem, *loop;
  bool exact; /* else a superset: the bound of states was met */
} lyre_lengths;
bool lyre_nfa_lengths (lyre_fa *, const lyre_nfa *, lyre_lengths *out);
bool lyre_lengths_has (const lyre_lengths *, uint64_t len);
/* The smallest member >= LEN; false if there is none. */
bool lyre_lengths_next (const lyre_lengths *, uint64_t len, uint64_t *out);
bool lyre_lengths_bounded (const lyre_lengths *, uint64_t *max);

#endif
