/* Growing arrays with a type.
 *
 *   lyre_vec (uint32_t) v = {0};
 *   lyre_vec_push (mem, &v, 7);
 *   for (uint32_t i = 0; i < v.len; i++) use (v.data[i]);
 *   lyre_vec_release (mem, &v);
 *
 * A zeroed vector is empty. Growing may move the data. */
#ifndef LYRE_BASE_VEC_H
#define LYRE_BASE_VEC_H

#include "base/mem.h"

#define lyre_vec(TYPE)                                                         \
  struct {                                                                     \
    TYPE *data;                                                                \
    uint32_t len, cap;                                                         \
  }

/* Makes room for NEED elements; used by the macros below. */
void *lyre_vec_grow (lyre_mem *, void *data, uint32_t *cap, uint64_t need,
                     size_t element);

#define lyre_vec_reserve(MEM, V, NEED)                                         \
  ((uint64_t) (NEED) > (V)->cap                                                \
       ? (void) ((V)->data = lyre_vec_grow ((MEM), (V)->data, &(V)->cap,       \
                                            (NEED), sizeof *(V)->data))        \
       : (void) 0)
#define lyre_vec_push(MEM, V, X)                                               \
  (lyre_vec_reserve ((MEM), (V), (uint64_t) (V)->len + 1),                     \
   (V)->data[(V)->len++] = (X))
#define lyre_vec_pop(V) ((V)->data[--(V)->len])
/* Drops the last element. */
#define lyre_vec_drop(V) ((void) (V)->len--)
#define lyre_vec_top(V) ((V)->data[(V)->len - 1])
#define lyre_vec_clear(V) ((void) ((V)->len = 0))
#define lyre_vec_release(MEM, V)                                               \
  (lyre_free ((MEM), (V)->data), (V)->data = NULL, (V)->len = (V)->cap = 0)

typedef lyre_vec (uint32_t) lyre_u32s;
typedef lyre_vec (char) lyre_chars;

#endif
