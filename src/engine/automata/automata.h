/* Engine `automata`: what regular languages can decide.
 *
 * A boolean combination of conditions on one string variable is a regular
 * language whenever each condition is: memberships, comparisons with literals,
 * prefixes, suffixes, factors, lengths, characters at fixed places, and all of
 * these through case mapping, reversal, trimming and fixed substrings. Such a
 * problem is one emptiness question, exact in both directions, with no search
 * at all.
 *
 * A conjunction of conditions on several variables is a system of languages,
 * equations and transducers (conjunction.h), which is refined and searched. */
#ifndef LYRE_ENGINE_AUTOMATA_AUTOMATA_H
#define LYRE_ENGINE_AUTOMATA_AUTOMATA_H

#include "core/automata/regex.h"
#include "engine/problem.h"

extern const lyre_engine lyre_engine_automata;

/* Translation of terms into the automata core, for one query. */
typedef struct {
  const lyre_problem *p;
  lyre_arena *arena;
  lyre_re_pool *pool;
  lyre_map closed; /* regex term id -> lyre_re id + 1 */
} lyre_translation;

void lyre_translation_init (lyre_translation *, const lyre_problem *,
                            lyre_arena *);
void lyre_translation_release (lyre_translation *);
/* A closed regex term. */
lyre_re lyre_translate (lyre_translation *, lyre_term regex);

/* { w : T is true for X = w }, for a Bool term T whose only variable is the
 * string variable X. False if some condition is not regular, or not known to
 * be. */
bool lyre_regular_of (lyre_translation *, lyre_term t, lyre_term x,
                      lyre_re *out);

#endif
