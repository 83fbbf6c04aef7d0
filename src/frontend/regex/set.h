/* Sets of characters for patterns: sorted, disjoint, non-adjacent spans of
 * code points 0..LYRE_PT_CHAR_MAX. Immutable, in an arena. */
#ifndef LYRE_FRONTEND_REGEX_SET_H
#define LYRE_FRONTEND_REGEX_SET_H

#include "base/arena.h"

#define LYRE_PT_CHAR_MAX 0x2FFFFu

typedef struct {
  uint32_t lo, hi; /* both included */
} lyre_span;

typedef struct {
  uint32_t n;
  const lyre_span *at;
} lyre_set;

extern const lyre_set lyre_set_none, lyre_set_all;

/* Any spans in any order; what lies beyond the largest character is cut. */
lyre_set lyre_set_make (lyre_arena *, uint32_t n, const lyre_span *);
lyre_set lyre_set_char (lyre_arena *, uint32_t c);
lyre_set lyre_set_union (lyre_arena *, lyre_set, lyre_set);
lyre_set lyre_set_inter (lyre_arena *, lyre_set, lyre_set);
lyre_set lyre_set_comp (lyre_arena *, lyre_set);
bool lyre_set_has (lyre_set, uint32_t c);
bool lyre_set_disjoint (lyre_set, lyre_set);
bool lyre_set_subset (lyre_arena *scratch, lyre_set a, lyre_set b);
bool lyre_set_eq (lyre_set, lyre_set);
static inline bool lyre_set_is_char (lyre_set s) {
  return s.n == 1 && s.at[0].lo == s.at[0].hi;
}

/* What "the same but for the case" means. */
typedef enum {
  LYRE_FOLD_ASCII,   /* a-z and A-Z only */
  LYRE_FOLD_UPPER,   /* ECMAScript without flag u: equal upper case */
  LYRE_FOLD_UNICODE, /* Unicode simple case folding */
} lyre_fold;
/* S with every character that differs from one of S in case only. */
lyre_set lyre_set_fold (lyre_arena *, lyre_set, lyre_fold);

#endif
