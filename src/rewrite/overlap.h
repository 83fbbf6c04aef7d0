/* Where a literal needle can overlap the end of a literal. */
#ifndef LYRE_REWRITE_OVERLAP_H
#define LYRE_REWRITE_OVERLAP_H

#include "rewrite/rules.h"

/* The length of the longest suffix of H, shorter than T, that is a prefix of
 * T: how much of H a match that begins in H and ends behind it can use. */
uint32_t lyre_overlap_back (lyre_rw *, const lyre_str *h, const lyre_str *t);
/* The longest prefix of H, shorter than T, that is a suffix of T. */
uint32_t lyre_overlap_front (lyre_rw *, const lyre_str *h, const lyre_str *t);

/* A haystack without the characters at its ends that no match of the literal
 * needle can touch: haystack = front · middle · back. */
typedef struct {
  lyre_term front, middle, back;
} lyre_trimmed;
/* False if there is nothing to trim. The needle is not empty. Occurrences of
 * the needle in the haystack are those in the middle, moved by |front|. */
bool lyre_trim_haystack (lyre_rw *, lyre_term haystack, const lyre_str *needle,
                         lyre_trimmed *);

#endif
