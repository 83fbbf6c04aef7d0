/* Which variable next: the most active open one.
 *
 * The heap holds at least all open decision variables. Ties are broken by the
 * variable's number, so that the order is the same everywhere. */
#include "core/sat/sat_internal.h"

static const double activity_limit = 1e150;
static const double activity_decay = 0.95;

static bool is_before (const lyre_sat *s, uint32_t a, uint32_t b) {
  double x = s->activity.data[a], y = s->activity.data[b];
  return x > y || (x >= y && a < b);
}

static void put (lyre_sat *s, uint32_t at, uint32_t var) {
  s->heap.data[at] = var;
  s->heap_pos.data[var] = at;
}

static void sift_up (lyre_sat *s, uint32_t at) {
  uint32_t var = s->heap.data[at];
  while (at) {
    uint32_t up = (at - 1) / 2;
    if (!is_before (s, var, s->heap.data[up]))
      break;
    put (s, at, s->heap.data[up]);
    at = up;
  }
  put (s, at, var);
}

static void sift_down (lyre_sat *s, uint32_t at) {
  uint32_t var = s->heap.data[at], n = s->heap.len;
  for (uint32_t child; (child = 2 * at + 1) < n; at = child) {
    if (child + 1 < n &&
        is_before (s, s->heap.data[child + 1], s->heap.data[child]))
      child++;
    if (!is_before (s, s->heap.data[child], var))
      break;
    put (s, at, s->heap.data[child]);
  }
  put (s, at, var);
}

void lyre_sat_heap_insert (lyre_sat *s, uint32_t var) {
  if (s->heap_pos.data[var] != UINT32_MAX)
    return;
  lyre_vec_push (s->mem, &s->heap, var);
  sift_up (s, s->heap.len - 1);
}

static void pop_best (lyre_sat *s) {
  s->heap_pos.data[s->heap.data[0]] = UINT32_MAX;
  uint32_t last = lyre_vec_pop (&s->heap);
  if (!s->heap.len)
    return;
  put (s, 0, last);
  sift_down (s, 0);
}

static void rescale (lyre_sat *s) {
  for (uint32_t v = 0; v < s->activity.len; v++)
    s->activity.data[v] /= activity_limit;
  s->bump /= activity_limit;
}

void lyre_sat_bump (lyre_sat *s, uint32_t var) {
  s->activity.data[var] += s->bump;
  if (s->activity.data[var] > activity_limit)
    rescale (s);
  if (s->heap_pos.data[var] != UINT32_MAX)
    sift_up (s, s->heap_pos.data[var]);
}

void lyre_sat_decay (lyre_sat *s) {
  s->bump /= activity_decay;
  if (s->bump > activity_limit)
    rescale (s);
}

static bool is_candidate (const lyre_sat *s, uint32_t var) {
  return s->vars.data[var].decision && !value_of (s, 2 * var);
}

uint32_t lyre_sat_best_var (lyre_sat *s) {
  while (s->heap.len && !is_candidate (s, s->heap.data[0]))
    pop_best (s);
  return s->heap.len ? s->heap.data[0] : 0;
}
