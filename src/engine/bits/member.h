/* Memberships in regular languages as layered automata.
 *
 * After I characters the automaton is in one of finitely many derivatives of
 * the regular expression; a bit for each says whether it is in that one. Layers
 * are built as far as the string can reach, so counted loops and complements
 * cost what a string of that length can see of them. Where derivatives are too
 * many, a nondeterministic automaton takes their place. */
#ifndef LYRE_ENGINE_BITS_MEMBER_H
#define LYRE_ENGINE_BITS_MEMBER_H

#include "core/automata/regex.h"
#include "engine/bits/strings.h"

typedef struct {
  lyre_bit_strings *s;
  lyre_re_pool *pool;
  bool gave_up; /* an automaton was too large */
} lyre_bit_members;

lyre_bit lyre_bits_member (lyre_bit_members *, lyre_bit_str, lyre_re);
/* Shortest matches with at least MIN characters (0 or 1), at each position. */
lyre_bit_finds lyre_bits_find_re (lyre_bit_members *, lyre_bit_str, lyre_re,
                                  uint32_t min);

#endif
