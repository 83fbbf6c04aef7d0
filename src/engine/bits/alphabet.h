/* The letters that a bounded problem is about.
 *
 * Most of the 196,608 characters look alike to a problem: those in no literal,
 * and in the same ranges of its regular expressions. Of each such class a few
 * representatives are enough; how many, depends on what can tell them apart.
 * Where order or codes matter a class is an interval, so that the order of the
 * letters is that of their code points. */
#ifndef LYRE_ENGINE_BITS_ALPHABET_H
#define LYRE_ENGINE_BITS_ALPHABET_H

#include "core/automata/charset.h"
#include "engine/problem.h"

typedef struct {
  uint32_t n;
  const uint32_t
      *chars;     /* ascending; letter i + 1 is chars[i], 0 is no letter */
  uint32_t width; /* bits of a letter's number */
  bool whole;     /* every character is a letter */
  bool ordered;   /* letters of a class are neighbours */
  bool has_codes; /* code points themselves matter */
} lyre_alphabet;

/* At most SPARE representatives per class. TERMS are all terms of the
 * problem. */
lyre_alphabet lyre_alphabet_make (const lyre_problem *, lyre_arena *,
                                  const lyre_term_list *terms, uint32_t spare);
/* The letter of a character, or 0. */
uint32_t lyre_alphabet_letter (const lyre_alphabet *, uint32_t c);
/* The letters in lo..hi: *FIRST..*LAST; false if there are none. */
bool lyre_alphabet_range (const lyre_alphabet *, uint32_t lo, uint32_t hi,
                          uint32_t *first, uint32_t *last);

#endif
