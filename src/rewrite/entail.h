/* Bounds that hold under every assignment.
 *
 * Lengths: the shortest and longest value a string term, or word of a regular
 * expression, can have. Linear expressions: p >= 0 is shown by replacing
 * subterms such as (str.len (str.substr s i n)) by smaller or larger ones until
 * a constant is left. Both are bounded in depth and fuel: an answer "no" means
 * "not shown". */
#ifndef LYRE_REWRITE_ENTAIL_H
#define LYRE_REWRITE_ENTAIL_H

#include "rewrite/rules.h"

/* ----------------------------------------------------------------- lengths */

#define LYRE_LEN_INF UINT32_MAX

/* min <= |s| <= max; max LYRE_LEN_INF is no bound. A regular expression
 * without words may have min > max. */
typedef struct {
  uint32_t min, max;
} lyre_len_range;

lyre_len_range lyre_length_range (lyre_rw *, lyre_term s);
lyre_len_range lyre_rw_re_length_range (lyre_rw *, lyre_term r);

/* ------------------------------------------------------- linear expressions */

enum { LYRE_LIN_MAX = 24 };

/* constant + sum of coef * term, integers, sorted by term, no zero
 * coefficients. */
typedef struct {
  uint32_t n;
  int64_t constant;
  struct {
    lyre_term t;
    int64_t coef;
  } m[LYRE_LIN_MAX];
} lyre_lin;

/* P + K * T, P + K * |S|, P + K. False, with P in any state, if the result
 * does not fit. */
bool lyre_lin_add (lyre_rw *, lyre_lin *p, lyre_term t, int64_t k);
bool lyre_lin_add_len (lyre_rw *, lyre_lin *p, lyre_term s, int64_t k);
bool lyre_lin_add_const (lyre_lin *p, int64_t k);
bool lyre_lin_add_lin (lyre_lin *p, const lyre_lin *q, int64_t k);
bool lyre_lin_is_const (const lyre_lin *p, int64_t k);
/* As a term. */
lyre_term lyre_lin_term (lyre_rw *, const lyre_lin *p);

/* P >= 0 under every assignment. */
bool lyre_lin_nonneg (lyre_rw *, const lyre_lin *p);
/* The same for A - B + K of integer terms; false if not linear enough. */
bool lyre_entail_ge (lyre_rw *, lyre_term a, lyre_term b, int64_t k);
/* A + K >= 0, and A <= K. */
bool lyre_entail_nonneg (lyre_rw *, lyre_term a, int64_t k);
bool lyre_entail_at_most (lyre_rw *, lyre_term a, int64_t k);
/* |S| - |T| + K >= 0. */
bool lyre_entail_longer (lyre_rw *, lyre_term s, lyre_term t, int64_t k);

/* Constant bounds of an integer term, where there are any. */
typedef struct {
  bool has_low, has_high;
  int64_t low, high;
} lyre_int_range;
lyre_int_range lyre_integer_range (lyre_rw *, lyre_term t);

void lyre_entail_release (lyre_rw *);

#endif
