/* Regular expressions for the evaluator: membership, shortest matches and
 * equality of languages.
 *
 * A closed regex term (LYRE_NODE_CLOSED_RE) is turned into a state of a lazy
 * deterministic automaton: states are regexes, hash-consed here and not in the
 * term table, and an edge is a derivative. Intersection and complement cost
 * nothing special, a loop r{a,b} is a counter that is never unrolled, and an
 * edge covers the whole interval of characters with the same derivative, so
 * the size of the alphabet does not matter. Nothing recurses.
 *
 * Memory is bounded: when the automaton outgrows its cap, all but the current
 * state is forgotten and the work goes on from there. Only when the current
 * state alone (or a comparison of languages) is beyond the hard cap does an
 * operation end with LYRE_MATCHER_TOO_LARGE.
 *
 * Costs: a known edge is a table lookup; a new one is linear in the size of
 * the state, up to sorting. */
#ifndef LYRE_TERM_REGEX_H
#define LYRE_TERM_REGEX_H

#include "term/term.h"

typedef struct lyre_matcher lyre_matcher;

typedef enum {
  LYRE_MATCHER_OK = 0,
  LYRE_MATCHER_STOPPED,   /* env->stop; polls LYRE_POLL_EVAL_REGEX */
  LYRE_MATCHER_TOO_LARGE, /* beyond the hard cap */
} lyre_matcher_status;

/* Everything is allocated in MEM. What was learnt about one regex is kept for
 * the next question. */
lyre_matcher *lyre_matcher_new (lyre_terms *, lyre_mem *mem);
void lyre_matcher_delete (lyre_matcher *);
/* Forgets everything. */
void lyre_matcher_clear (lyre_matcher *);
/* Bytes after which to forget (soft; 0: at every step) and to give up (hard).
 * For tests. */
void lyre_matcher_set_caps (lyre_matcher *, size_t soft, size_t hard);

/* In all of these, results are set only if the status is LYRE_MATCHER_OK. */

/* Is the whole of S in the language of R? */
lyre_matcher_status lyre_matcher_accepts (lyre_matcher *, lyre_term r,
                                          const lyre_str *s, bool *yes);
/* The length of the shortest match of R that starts at position FROM <= |S|
 * and has at least AT_LEAST characters, or -1. */
lyre_matcher_status lyre_matcher_shortest (lyre_matcher *, lyre_term r,
                                           const lyre_str *s, uint32_t from,
                                           uint32_t at_least, int64_t *len);
/* The first position at or after FROM at which such a match starts, and the
 * length of the shortest one there; position -1 if there is none. */
lyre_matcher_status lyre_matcher_find (lyre_matcher *, lyre_term r,
                                       const lyre_str *s, uint32_t from,
                                       uint32_t at_least, int64_t *pos,
                                       int64_t *len);
/* Do A and B have the same language? */
lyre_matcher_status lyre_matcher_equal (lyre_matcher *, lyre_term a,
                                        lyre_term b, bool *yes);

#endif
