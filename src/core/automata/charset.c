#include "core/automata/charset.h"

#include <string.h>

#include "base/assert.h"
#include "base/map.h"

static const lyre_interval whole = {0, LYRE_CHAR_MAX};

const lyre_charset lyre_charset_none = {0, NULL};
const lyre_charset lyre_charset_all = {1, &whole};

/* ---------------------------------------------------------------- building */

/* Sets are built into an array of known size and then sealed. */
typedef struct {
  lyre_interval *at;
  uint32_t n;
} builder;

static builder builder_new (lyre_arena *a, uint64_t cap) {
  return (builder){cap ? lyre_arena_array (a, lyre_interval, cap) : NULL, 0};
}

/* Appends lo..hi, whose lower end is not below that of the last interval. */
static void append (builder *b, uint32_t lo, uint32_t hi) {
  if (b->n && lo <= b->at[b->n - 1].hi + 1) {
    if (hi > b->at[b->n - 1].hi)
      b->at[b->n - 1].hi = hi;
  } else
    b->at[b->n++] = (lyre_interval){lo, hi};
}

static lyre_charset seal (builder b) {
  if (!b.n)
    return lyre_charset_none;
  if (b.n == 1 && b.at->lo == 0 && b.at->hi == LYRE_CHAR_MAX)
    return lyre_charset_all;
  return (lyre_charset){b.n, b.at};
}

lyre_charset lyre_charset_range (lyre_arena *a, uint32_t lo, uint32_t hi) {
  if (hi > LYRE_CHAR_MAX)
    hi = LYRE_CHAR_MAX;
  if (lo > hi)
    return lyre_charset_none;
  builder b = builder_new (a, 1);
  append (&b, lo, hi);
  return seal (b);
}

/* Bottom-up merge sort by lower end; ranges arrive sorted most of the time. */
static bool is_sorted (uint32_t n, const lyre_interval *at) {
  for (uint32_t i = 1; i < n; i++)
    if (at[i - 1].lo > at[i].lo)
      return false;
  return true;
}

static void merge_runs (const lyre_interval *from, lyre_interval *to, size_t lo,
                        size_t mid, size_t hi) {
  size_t i = lo, j = mid;
  for (size_t k = lo; k < hi; k++)
    to[k] = j >= hi || (i < mid && from[i].lo <= from[j].lo) ? from[i++]
                                                             : from[j++];
}

static lyre_interval *sort_intervals (lyre_arena *a, uint32_t n,
                                      lyre_interval *at) {
  if (is_sorted (n, at))
    return at;
  lyre_interval *other = lyre_arena_array (a, lyre_interval, n);
  for (size_t width = 1; width < n; width *= 2) {
    for (size_t lo = 0; lo < n; lo += 2 * width) {
      size_t mid = lo + width < n ? lo + width : n;
      size_t hi = mid + width < n ? mid + width : n;
      merge_runs (at, other, lo, mid, hi);
    }
    lyre_interval *t = at;
    at = other;
    other = t;
  }
  return at;
}

lyre_charset lyre_charset_make (lyre_arena *a, uint32_t n,
                                const lyre_interval *in) {
  builder copy = builder_new (a, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t hi = in[i].hi > LYRE_CHAR_MAX ? LYRE_CHAR_MAX : in[i].hi;
    if (in[i].lo <= hi)
      copy.at[copy.n++] = (lyre_interval){in[i].lo, hi};
  }
  lyre_interval *sorted = sort_intervals (a, copy.n, copy.at);
  builder b = {sorted, 0}; /* append never overtakes the reading position */
  for (uint32_t i = 0; i < copy.n; i++)
    append (&b, sorted[i].lo, sorted[i].hi);
  return seal (b);
}

lyre_charset lyre_charset_union (lyre_arena *a, lyre_charset x,
                                 lyre_charset y) {
  if (!x.n || lyre_charset_subset (x, y))
    return y;
  if (!y.n || lyre_charset_subset (y, x))
    return x;
  builder b = builder_new (a, (uint64_t) x.n + y.n);
  uint32_t i = 0, j = 0;
  while (i < x.n || j < y.n) {
    bool left = j >= y.n || (i < x.n && x.at[i].lo <= y.at[j].lo);
    lyre_interval v = left ? x.at[i++] : y.at[j++];
    append (&b, v.lo, v.hi);
  }
  return seal (b);
}

lyre_charset lyre_charset_inter (lyre_arena *a, lyre_charset x,
                                 lyre_charset y) {
  if (lyre_charset_subset (x, y))
    return x;
  if (lyre_charset_subset (y, x))
    return y;
  builder b = builder_new (a, (uint64_t) x.n + y.n);
  for (uint32_t i = 0, j = 0; i < x.n && j < y.n;) {
    uint32_t lo = x.at[i].lo > y.at[j].lo ? x.at[i].lo : y.at[j].lo;
    uint32_t hi = x.at[i].hi < y.at[j].hi ? x.at[i].hi : y.at[j].hi;
    if (lo <= hi)
      append (&b, lo, hi);
    if (x.at[i].hi < y.at[j].hi)
      i++;
    else
      j++;
  }
  return seal (b);
}

lyre_charset lyre_charset_minus (lyre_arena *a, lyre_charset x,
                                 lyre_charset y) {
  if (!x.n || !y.n)
    return x;
  builder b = builder_new (a, (uint64_t) x.n + y.n);
  uint32_t j = 0;
  for (uint32_t i = 0; i < x.n; i++) {
    uint32_t lo = x.at[i].lo, hi = x.at[i].hi;
    while (j < y.n && y.at[j].hi < lo)
      j++;
    for (; j < y.n && y.at[j].lo <= hi; j++) {
      if (lo < y.at[j].lo)
        append (&b, lo, y.at[j].lo - 1);
      lo = y.at[j].hi + 1;
      if (lo > hi)
        break; /* this interval of y may reach into the next one of x */
    }
    if (lo <= hi)
      append (&b, lo, hi);
  }
  return seal (b);
}

lyre_charset lyre_charset_comp (lyre_arena *a, lyre_charset x) {
  return lyre_charset_minus (a, lyre_charset_all, x);
}

/* --------------------------------------------------------------- questions */

bool lyre_charset_has (lyre_charset x, uint32_t c) {
  uint32_t lo = 0, hi = x.n;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (x.at[mid].hi < c)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < x.n && x.at[lo].lo <= c;
}

bool lyre_charset_eq (lyre_charset x, lyre_charset y) {
  if (x.n != y.n)
    return false;
  return !x.n || x.at == y.at || !memcmp (x.at, y.at, x.n * sizeof *x.at);
}

bool lyre_charset_subset (lyre_charset x, lyre_charset y) {
  uint32_t j = 0;
  for (uint32_t i = 0; i < x.n; i++) {
    while (j < y.n && y.at[j].hi < x.at[i].lo)
      j++;
    if (j >= y.n || y.at[j].lo > x.at[i].lo || y.at[j].hi < x.at[i].hi)
      return false;
  }
  return true;
}

bool lyre_charset_disjoint (lyre_charset x, lyre_charset y) {
  for (uint32_t i = 0, j = 0; i < x.n && j < y.n;) {
    if (x.at[i].hi < y.at[j].lo)
      i++;
    else if (y.at[j].hi < x.at[i].lo)
      j++;
    else
      return false;
  }
  return true;
}

uint32_t lyre_charset_size (lyre_charset x) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < x.n; i++)
    size += x.at[i].hi - x.at[i].lo + 1;
  return size;
}

uint32_t lyre_charset_hash (lyre_charset x) {
  uint32_t h = x.n;
  for (uint32_t i = 0; i < x.n; i++)
    h = lyre_hash_mix (lyre_hash_mix (h, x.at[i].lo), x.at[i].hi);
  return h;
}

/* The smallest member in lo..hi. */
static bool first_within (lyre_charset x, uint32_t lo, uint32_t hi,
                          uint32_t *out) {
  for (uint32_t i = 0; i < x.n && x.at[i].lo <= hi; i++)
    if (x.at[i].hi >= lo) {
      *out = x.at[i].lo > lo ? x.at[i].lo : lo;
      return true;
    }
  return false;
}

uint32_t lyre_charset_pick (lyre_charset x) {
  static const lyre_interval nice[] = {
      {'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {'!', '~'}, {' ', ' '}};
  LYRE_ASSERT (x.n);
  uint32_t c;
  for (unsigned i = 0; i < sizeof nice / sizeof *nice; i++)
    if (first_within (x, nice[i].lo, nice[i].hi, &c))
      return c;
  return x.at[0].lo;
}
