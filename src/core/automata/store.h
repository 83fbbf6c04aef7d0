/* Automata by number, and what is known about them.
 *
 * A store keeps each automaton once (equal automata, equal numbers; equal
 * languages often, not always) and remembers the result of every operation, so
 * that asking again, in the next round of a search or along another branch,
 * costs a look into a table. Automata are reduced when they come in.
 *
 * LYRE_NO_LANGUAGE as a result means stopped, too large, or that the store is
 * full; as an argument it gives itself. A full store can be emptied, which
 * makes all numbers void. */
#ifndef LYRE_AUTOMATA_STORE_H
#define LYRE_AUTOMATA_STORE_H

#include "core/automata/transducer.h"

typedef uint32_t lyre_language;
#define LYRE_NO_LANGUAGE UINT32_MAX

typedef struct lyre_store lyre_store;

/* No automaton has more than MAX_STATES, all together take about MAX_BYTES. */
lyre_store *lyre_store_new (lyre_env *, lyre_mem *, uint32_t max_states,
                            size_t max_bytes);
void lyre_store_delete (lyre_store *);
bool lyre_store_is_full (const lyre_store *);
void lyre_store_clear (lyre_store *);
/* Counts up with each lyre_store_clear: numbers of another time are void. */
uint32_t lyre_store_time (const lyre_store *);

/* For operations outside the store: its limits, results in its arena. */
lyre_fa *lyre_store_fa (lyre_store *);
/* A may be NULL. It is copied. */
lyre_language lyre_store_put (lyre_store *, const lyre_nfa *a);
const lyre_nfa *lyre_store_get (const lyre_store *, lyre_language);

lyre_language lyre_store_none (lyre_store *);
lyre_language lyre_store_all (lyre_store *);
lyre_language lyre_store_word (lyre_store *, const lyre_str *);
/* All words of this length. */
lyre_language lyre_store_length (lyre_store *, uint32_t len);
/* Ids of one pool only, over the life of the store. */
lyre_language lyre_store_regex (lyre_store *, lyre_re_pool *, lyre_re);
lyre_language lyre_store_inter (lyre_store *, lyre_language, lyre_language);
lyre_language lyre_store_concat (lyre_store *, lyre_language, lyre_language);
/* T is known by its address: it must stay what it is. */
lyre_language lyre_store_image (lyre_store *, const lyre_transducer *t,
                                lyre_language);
lyre_language lyre_store_preimage (lyre_store *, const lyre_transducer *t,
                                   lyre_language);
lyre_re_answer lyre_store_subset (lyre_store *, lyre_language, lyre_language);

static inline bool lyre_store_is_empty (const lyre_store *s, lyre_language a) {
  return a != LYRE_NO_LANGUAGE && lyre_nfa_is_empty (lyre_store_get (s, a));
}

#endif
