/* Numerals: the words over the digits 0..9 of a regular language, as an
 * explicit deterministic automaton.
 *
 * Words of one length are ordered as their values are, so that neighbours of a
 * value are found digit by digit. */
#ifndef LYRE_AUTOMATA_NUMERALS_H
#define LYRE_AUTOMATA_NUMERALS_H

#include "core/automata/regex.h"

#define LYRE_NUMERALS_NONE UINT32_MAX

/* States are 0..n_states-1, the first one is where reading starts. A state that
 * leads nowhere is left out, except for the first. */
typedef struct {
  uint32_t n_states;
  const uint32_t (*next)[10]; /* LYRE_NUMERALS_NONE: no word goes on so */
  const bool *accepting;
} lyre_numerals;

/* In ARENA. NULL if there are more than MAX_STATES derivatives, or env->stop is
 * set. */
const lyre_numerals *lyre_numerals_of (lyre_re_pool *, lyre_arena *, lyre_re,
                                       uint32_t max_states);
/* Of the words that have the length of DIGITS: the greatest that is at most
 * DIGITS (BELOW), or the least that is at least DIGITS. In ARENA. NULL if there
 * is none. Costs time and scratch in length times states. */
const char *lyre_numerals_nearest (const lyre_numerals *, lyre_arena *,
                                   const char *digits, bool below);
/* The same for values of words of any length: DIGITS has no leading zero but
 * for "0", and neither has the result, which may be longer or shorter. */
const char *lyre_numerals_nearest_value (const lyre_numerals *, lyre_arena *,
                                         const char *digits, bool below);
/* The most zeros that a word starts with; LYRE_RE_INF if there is no limit. */
uint32_t lyre_numerals_leading_zeros (const lyre_numerals *);

/* The remainders of the words' values by M, 1 <= M <= 64: bit R for R. */
uint64_t lyre_numerals_remainders (const lyre_numerals *, lyre_arena *,
                                   uint32_t m);

#endif
