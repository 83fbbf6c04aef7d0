/* Sets of characters as sorted, disjoint, non-adjacent intervals of code
 * points 0..LYRE_CHAR_MAX. Immutable, in an arena. */
#ifndef LYRE_AUTOMATA_CHARSET_H
#define LYRE_AUTOMATA_CHARSET_H

#include "base/env.h"
#include "base/str.h"

typedef struct {
  uint32_t lo, hi; /* both included */
} lyre_interval;

typedef struct {
  uint32_t n;
  const lyre_interval *at;
} lyre_charset;

extern const lyre_charset lyre_charset_none, lyre_charset_all;

lyre_charset lyre_charset_range (lyre_arena *, uint32_t lo, uint32_t hi);
/* Any intervals in any order. */
lyre_charset lyre_charset_make (lyre_arena *, uint32_t n,
                                const lyre_interval *);
lyre_charset lyre_charset_union (lyre_arena *, lyre_charset, lyre_charset);
lyre_charset lyre_charset_inter (lyre_arena *, lyre_charset, lyre_charset);
lyre_charset lyre_charset_minus (lyre_arena *, lyre_charset, lyre_charset);
lyre_charset lyre_charset_comp (lyre_arena *, lyre_charset);
bool lyre_charset_has (lyre_charset, uint32_t c);
bool lyre_charset_eq (lyre_charset, lyre_charset);
bool lyre_charset_subset (lyre_charset a, lyre_charset b);
bool lyre_charset_disjoint (lyre_charset, lyre_charset);
uint32_t lyre_charset_size (lyre_charset);
uint32_t lyre_charset_hash (lyre_charset);
/* A character people can read, if there is one: letters, digits, printable
 * ASCII, then the smallest. The set must not be empty. */
uint32_t lyre_charset_pick (lyre_charset);

#endif
