/* Bounded strings as circuits.
 *
 * A string of at most `cap` characters is a row of cells. A cell is a bit that
 * says whether the string reaches it, followed by the number of its letter;
 * cells behind the end are all zero. So two strings are equal iff their cells
 * are, "or" joins a string with one that starts behind it, the numbers compare
 * like the strings, and the first bits of the cells count the length.
 *
 * A concatenation has no more than `limit` cells. What would need more makes
 * `overflow` true. */
#ifndef LYRE_ENGINE_BITS_STRINGS_H
#define LYRE_ENGINE_BITS_STRINGS_H

#include "engine/bits/alphabet.h"
#include "engine/bits/number.h"

typedef struct {
  uint32_t cap;
  const lyre_bit *cells; /* cap * width */
} lyre_bit_str;

typedef struct {
  lyre_circuit *g;
  const lyre_alphabet *letters;
  uint32_t width; /* of a cell */
  uint32_t limit;
  lyre_bit overflow; /* set by what was built since it was last cleared */
} lyre_bit_strings;

/* ------------------------------------------------------------------- cells */

/* Cell I; a zero one if I is beyond the capacity. */
const lyre_bit *lyre_bits_cell (const lyre_bit_strings *, lyre_bit_str,
                                uint64_t i);
/* |s| > i. */
static inline lyre_bit lyre_cell_used (const lyre_bit_strings *s,
                                       lyre_bit_str a, uint64_t i) {
  return *lyre_bits_cell (s, a, i);
}
lyre_bit lyre_cell_eq (lyre_bit_strings *, const lyre_bit *, const lyre_bit *);
/* The cell holds a letter in first..last; first > 0. */
lyre_bit lyre_cell_in (lyre_bit_strings *, const lyre_bit *, uint32_t first,
                       uint32_t last);
/* The cell holds a character in lo..hi. */
lyre_bit lyre_cell_between (lyre_bit_strings *, const lyre_bit *, uint32_t lo,
                            uint32_t hi);

/* ------------------------------------------------------------------ making */

/* OVERFLOW if a character is no letter. */
lyre_bit_str lyre_bits_literal (lyre_bit_strings *, const lyre_str *);
/* Any string with min <= length <= cap. */
lyre_bit_str lyre_bits_free (lyre_bit_strings *, uint32_t min, uint32_t cap);
/* Without cells that are surely unused. */
lyre_bit_str lyre_bits_trimmed (lyre_bit_strings *, uint32_t cap,
                                const lyre_bit *cells);

/* -------------------------------------------------------------- operations */

lyre_bit_num lyre_bits_length (lyre_bit_strings *, lyre_bit_str);
/* |s| = n. */
lyre_bit lyre_bits_has_length (lyre_bit_strings *, lyre_bit_str, uint64_t n);
lyre_bit lyre_bits_eq (lyre_bit_strings *, lyre_bit_str, lyre_bit_str);
lyre_bit lyre_bits_less (lyre_bit_strings *, lyre_bit_str, lyre_bit_str,
                         bool or_equal);
lyre_bit_str lyre_bits_ite (lyre_bit_strings *, lyre_bit, lyre_bit_str,
                            lyre_bit_str);
lyre_bit_str lyre_bits_concat (lyre_bit_strings *, lyre_bit_str, lyre_bit_str);
lyre_bit_str lyre_bits_concat_all (lyre_bit_strings *, uint32_t n,
                                   const lyre_bit_str *);
/* S from position K on, where from[K], K < n, is true; "" if none is. At most
 * one may be. */
lyre_bit_str lyre_bits_drop (lyre_bit_strings *, lyre_bit_str, uint32_t n,
                             const lyre_bit *from);
/* Cells I with keep[I]; these must be the first ones. */
lyre_bit_str lyre_bits_keep (lyre_bit_strings *, lyre_bit_str,
                             const lyre_bit *keep);
lyre_bit_str lyre_bits_substr (lyre_bit_strings *, lyre_bit_str, lyre_bit_num i,
                               lyre_bit_num n);
lyre_bit_str lyre_bits_update (lyre_bit_strings *, lyre_bit_str s,
                               lyre_bit_num i, lyre_bit_str t);
lyre_bit_str lyre_bits_reverse (lyre_bit_strings *, lyre_bit_str);
lyre_bit_str lyre_bits_trim (lyre_bit_strings *, lyre_bit_str);
/* Every character through MAP, whose images must be letters. */
lyre_bit_str lyre_bits_map (lyre_bit_strings *, lyre_bit_str,
                            uint32_t (*map) (uint32_t));

/* ---------------------------------------------------- occurrences (match.c) */

/* T occurs in S at position K <= cap. */
lyre_bit lyre_bits_occurs (lyre_bit_strings *, lyre_bit_str s, lyre_bit_str t,
                           uint32_t k);
lyre_bit lyre_bits_contains (lyre_bit_strings *, lyre_bit_str s,
                             lyre_bit_str t);
lyre_bit lyre_bits_suffixof (lyre_bit_strings *, lyre_bit_str t,
                             lyre_bit_str s);

/* Where something may be found in a string, for each position 0..cap: does it
 * begin there, and is it longer than d characters? */
typedef struct {
  uint32_t n;           /* positions */
  const lyre_bit *at;   /* n; only positions up to the length are true */
  uint32_t max;         /* length of the longest */
  const lyre_bit *more; /* more[k * stride + d] iff longer than d, for d < max;
                           meaningless where at[k] is false */
  uint32_t stride;      /* max, or 0 if all have the same length */
} lyre_bit_finds;

lyre_bit_finds lyre_bits_find (lyre_bit_strings *, lyre_bit_str s,
                               lyre_bit_str t);
lyre_bit_num lyre_bits_indexof (lyre_bit_strings *, const lyre_bit_finds *,
                                lyre_bit_num from);
lyre_bit_num lyre_bits_last_indexof (lyre_bit_strings *, const lyre_bit_finds *,
                                     lyre_bit_num from);
/* The first find in S becomes U. */
lyre_bit_str lyre_bits_replace (lyre_bit_strings *, lyre_bit_str s,
                                const lyre_bit_finds *, lyre_bit_str u);
/* Finds from left to right, without overlap; finds of length 0 are none. */
lyre_bit_str lyre_bits_replace_all (lyre_bit_strings *, lyre_bit_str s,
                                    const lyre_bit_finds *, lyre_bit_str u);
/* Every letter becomes a word: images[i] for letter i + 1, or itself if that is
 * NULL. The characters of the words must be letters. */
lyre_bit_str lyre_bits_morphism (lyre_bit_strings *, lyre_bit_str,
                                 const lyre_str *const *images);
lyre_bit_num lyre_bits_count (lyre_bit_strings *, const lyre_bit_finds *);

/* ------------------------------------------- codes and numerals (convert.c) */

lyre_bit_num lyre_bits_to_code (lyre_bit_strings *, lyre_bit_str);
/* OVERFLOW if the code is a character's that is no letter. */
lyre_bit_str lyre_bits_from_code (lyre_bit_strings *, lyre_bit_num);
lyre_bit lyre_bits_is_digit (lyre_bit_strings *, lyre_bit_str);
lyre_bit_num lyre_bits_to_int (lyre_bit_strings *, lyre_bit_str);
lyre_bit_str lyre_bits_from_int (lyre_bit_strings *, lyre_bit_num);

#endif
