/* Cancelling equal ends of two strings, piece by piece and inside literals. */
#ifndef LYRE_REWRITE_STRIP_H
#define LYRE_REWRITE_STRIP_H

#include "rewrite/rules.h"

/* What is left of a string: pieces [front, back), without the first FRONT_CUT
 * characters of the first and the last BACK_CUT of the last, which are
 * literals then. */
typedef struct {
  lyre_pieces p;
  uint32_t front, back, front_cut, back_cut;
} lyre_rest;

void lyre_rest_init (lyre_rw *, lyre_rest *, lyre_term s);
bool lyre_rest_is_empty (const lyre_rest *);
lyre_term lyre_rest_term (lyre_rw *, const lyre_rest *);
/* If the rest begins (or ends) with a literal: its remaining characters are
 * [*from, *to) of the result; else NULL. */
const lyre_str *lyre_rest_literal (lyre_rw *, const lyre_rest *, bool back,
                                   uint32_t *from, uint32_t *to);

/* Cancels what is equal at the fronts (or backs). False if the remainders
 * begin (or end) with different characters. */
bool lyre_strip (lyre_rw *, lyre_rest *, lyre_rest *, bool back);
/* Was anything cancelled? */
bool lyre_rest_changed (const lyre_rest *);

#endif
