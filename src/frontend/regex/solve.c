/* Linear equations over languages.
 *
 *    X_i = B_i ∪ A_i0 X_0 ∪ ... ∪ A_in X_n
 *
 * has the least solution that elimination gives with Arden's rule: X = B ∪ A X
 * is solved by A* B. */
#include "frontend/regex/pattern.h"

/* A := A ∪ B C */
static void add_product (lyre_pt *pt, lyre_term *a, lyre_term b, lyre_term c) {
  if (!lyre_pt_same (b, pt->none) && !lyre_pt_same (c, pt->none))
    *a = lyre_pt_union (pt, *a, lyre_pt_concat (pt, b, c));
}

/* Unknown I in terms of those before it. */
static void isolate (lyre_pt *pt, uint32_t n, uint32_t i, lyre_term *a,
                     lyre_term *b) {
  lyre_term star = lyre_pt_loop (pt, a[i * n + i], 0, LYRE_PT_INF);
  b[i] = lyre_pt_concat (pt, star, b[i]);
  for (uint32_t j = 0; j < i; j++)
    a[i * n + j] = lyre_pt_concat (pt, star, a[i * n + j]);
}

/* Equation K without unknown I. */
static void substitute (lyre_pt *pt, uint32_t n, uint32_t i, uint32_t k,
                        lyre_term *a, lyre_term *b) {
  lyre_term factor = a[k * n + i];
  for (uint32_t j = 0; j < i; j++)
    add_product (pt, &a[k * n + j], factor, a[i * n + j]);
  add_product (pt, &b[k], factor, b[i]);
}

void lyre_pt_solve (lyre_pt *pt, uint32_t n, lyre_term *a, lyre_term *b) {
  for (uint32_t i = n; i-- > 0;) {
    isolate (pt, n, i, a, b);
    for (uint32_t k = 0; k < i; k++)
      substitute (pt, n, i, k, a, b);
  }
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < i; j++)
      add_product (pt, &b[i], a[i * n + j], b[j]);
}
