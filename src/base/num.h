/* Exact integers and rationals.
 *
 * A lyre_int is one word: a 63-bit integer inline, or a pointer to limbs in an
 * arena. Numbers are immutable values; copying the word copies the number.
 * Results that need limbs are put into the arena that is passed, and live as
 * long as it does. The form is canonical: a number that fits is inline.
 *
 * Numbers beyond LYRE_INT_MAX_BITS leave through the arena's escape with
 * LYRE_FAIL_TOO_LARGE. Division by zero is the caller's bug. */
#ifndef LYRE_BASE_NUM_H
#define LYRE_BASE_NUM_H

#include "base/arena.h"

#define LYRE_INT_MAX_BITS (1u << 24)

typedef struct {
  int64_t w; /* even: twice the value; odd: a pointer to limbs, plus one */
} lyre_int;

typedef struct {
  lyre_int num, den; /* den > 0, no common factor */
} lyre_rat;

#define LYRE_INT_ZERO ((lyre_int){0})
#define LYRE_INT_ONE ((lyre_int){2})

static inline bool lyre_int_is_small (lyre_int a) {
  return !(a.w & 1);
}

lyre_int lyre_int_from (lyre_arena *, int64_t);
/* True and *OUT set if A fits. */
bool lyre_int_to_i64 (lyre_int a, int64_t *out);
/* Decimal digits with an optional '-'. The text must be well formed. */
lyre_int lyre_int_parse (lyre_arena *, const char *text, size_t len);
/* Decimal text in the arena, zero-terminated. */
char *lyre_int_text (lyre_arena *, lyre_int);
/* A copy whose limbs, if any, live in this arena. */
lyre_int lyre_int_copy (lyre_arena *, lyre_int);

lyre_int lyre_int_add (lyre_arena *, lyre_int, lyre_int);
lyre_int lyre_int_sub (lyre_arena *, lyre_int, lyre_int);
lyre_int lyre_int_mul (lyre_arena *, lyre_int, lyre_int);
lyre_int lyre_int_neg (lyre_arena *, lyre_int);
lyre_int lyre_int_abs (lyre_arena *, lyre_int);
/* SMT-LIB div and mod: a = b*q + r with 0 <= r < |b|. */
lyre_int lyre_int_div (lyre_arena *, lyre_int a, lyre_int b);
lyre_int lyre_int_mod (lyre_arena *, lyre_int a, lyre_int b);
/* Rounded towards minus infinity. */
lyre_int lyre_int_floor_div (lyre_arena *, lyre_int a, lyre_int b);
lyre_int lyre_int_gcd (lyre_arena *, lyre_int, lyre_int); /* >= 0 */
int lyre_int_cmp (lyre_int, lyre_int);                    /* -1, 0, 1 */
int lyre_int_sign (lyre_int);                             /* -1, 0, 1 */
bool lyre_int_eq (lyre_int, lyre_int);
uint32_t lyre_int_hash (lyre_int);
/* Number of bits of |a|; 0 for 0. */
uint32_t lyre_int_bits (lyre_int);

lyre_rat lyre_rat_from_int (lyre_int);
/* num / den in lowest terms; den != 0, of either sign. */
lyre_rat lyre_rat_make (lyre_arena *, lyre_int num, lyre_int den);
/* "12", "-1.25" or "3/4". False if the text is none of these. */
bool lyre_rat_parse (lyre_arena *, const char *text, size_t len, lyre_rat *);
lyre_rat lyre_rat_copy (lyre_arena *, lyre_rat);
lyre_rat lyre_rat_add (lyre_arena *, lyre_rat, lyre_rat);
lyre_rat lyre_rat_sub (lyre_arena *, lyre_rat, lyre_rat);
lyre_rat lyre_rat_mul (lyre_arena *, lyre_rat, lyre_rat);
lyre_rat lyre_rat_div (lyre_arena *, lyre_rat, lyre_rat);
lyre_rat lyre_rat_neg (lyre_arena *, lyre_rat);
lyre_int lyre_rat_floor (lyre_arena *, lyre_rat);
int lyre_rat_cmp (lyre_arena *scratch, lyre_rat, lyre_rat);
int lyre_rat_sign (lyre_rat);
bool lyre_rat_eq (lyre_rat, lyre_rat);
bool lyre_rat_is_int (lyre_rat);

#endif
