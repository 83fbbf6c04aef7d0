#include "base/vec.h"

void *lyre_vec_grow (lyre_mem *mem, void *data, uint32_t *cap, uint64_t need,
                     size_t element) {
  uint64_t n = *cap ? 2 * (uint64_t) *cap : 8;
  if (n < need)
    n = need;
  if (n > UINT32_MAX)
    n = UINT32_MAX;
  if (need > n)
    lyre_mem_fail (mem, LYRE_FAIL_TOO_LARGE);
  data = lyre_realloc (mem, data, lyre_mul_size (mem, n, element));
  *cap = (uint32_t) n;
  return data;
}
