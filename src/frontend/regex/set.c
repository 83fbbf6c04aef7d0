#include "frontend/regex/set.h"

#include <stdlib.h>
#include <string.h>

static const lyre_span everything = {0, LYRE_PT_CHAR_MAX};
const lyre_set lyre_set_none = {0, NULL}, lyre_set_all = {1, &everything};

static int by_lo (const void *a, const void *b) {
  uint32_t x = ((const lyre_span *) a)->lo, y = ((const lyre_span *) b)->lo;
  return x < y ? -1 : x > y;
}

/* Sorts N spans in place and joins those that touch; returns how many. */
static uint32_t normalize (uint32_t n, lyre_span *spans) {
  uint32_t kept = 0;
  qsort (spans, n, sizeof *spans, by_lo);
  for (uint32_t i = 0; i < n; i++) {
    lyre_span s = spans[i];
    if (s.hi > LYRE_PT_CHAR_MAX)
      s.hi = LYRE_PT_CHAR_MAX;
    if (s.lo > s.hi)
      continue;
    if (kept && s.lo <= spans[kept - 1].hi + 1) {
      if (s.hi > spans[kept - 1].hi)
        spans[kept - 1].hi = s.hi;
    } else {
      spans[kept++] = s;
    }
  }
  return kept;
}

lyre_set lyre_set_make (lyre_arena *arena, uint32_t n, const lyre_span *spans) {
  if (!n)
    return lyre_set_none;
  lyre_span *copy = lyre_arena_array (arena, lyre_span, n);
  memcpy (copy, spans, n * sizeof *copy);
  return (lyre_set){normalize (n, copy), copy};
}

lyre_set lyre_set_char (lyre_arena *arena, uint32_t c) {
  return lyre_set_make (arena, 1, &(lyre_span){c, c});
}

lyre_set lyre_set_union (lyre_arena *arena, lyre_set a, lyre_set b) {
  if (!a.n || !b.n)
    return a.n ? a : b;
  lyre_span *all = lyre_arena_array (arena, lyre_span, (size_t) a.n + b.n);
  memcpy (all, a.at, a.n * sizeof *all);
  memcpy (all + a.n, b.at, b.n * sizeof *all);
  return (lyre_set){normalize (a.n + b.n, all), all};
}

lyre_set lyre_set_inter (lyre_arena *arena, lyre_set a, lyre_set b) {
  lyre_span *out = lyre_arena_array (arena, lyre_span, (size_t) a.n + b.n + 1);
  uint32_t n = 0;
  for (uint32_t i = 0, j = 0; i < a.n && j < b.n;) {
    lyre_span x = a.at[i], y = b.at[j];
    lyre_span s = {x.lo > y.lo ? x.lo : y.lo, x.hi < y.hi ? x.hi : y.hi};
    if (s.lo <= s.hi)
      out[n++] = s;
    if (x.hi < y.hi)
      i++;
    else
      j++;
  }
  return (lyre_set){n, out};
}

lyre_set lyre_set_comp (lyre_arena *arena, lyre_set a) {
  lyre_span *out = lyre_arena_array (arena, lyre_span, (size_t) a.n + 1);
  uint32_t n = 0, next = 0;
  for (uint32_t i = 0; i < a.n; i++) {
    if (a.at[i].lo > next)
      out[n++] = (lyre_span){next, a.at[i].lo - 1};
    next = a.at[i].hi + 1;
  }
  if (next <= LYRE_PT_CHAR_MAX)
    out[n++] = (lyre_span){next, LYRE_PT_CHAR_MAX};
  return (lyre_set){n, out};
}

bool lyre_set_has (lyre_set s, uint32_t c) {
  uint32_t lo = 0, hi = s.n;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (c > s.at[mid].hi)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < s.n && c >= s.at[lo].lo;
}

bool lyre_set_disjoint (lyre_set a, lyre_set b) {
  for (uint32_t i = 0, j = 0; i < a.n && j < b.n;) {
    if (a.at[i].hi < b.at[j].lo)
      i++;
    else if (b.at[j].hi < a.at[i].lo)
      j++;
    else
      return false;
  }
  return true;
}

bool lyre_set_subset (lyre_arena *scratch, lyre_set a, lyre_set b) {
  lyre_mark mark = lyre_arena_mark (scratch);
  bool yes = lyre_set_disjoint (a, lyre_set_comp (scratch, b));
  lyre_arena_cut (scratch, mark);
  return yes;
}

bool lyre_set_eq (lyre_set a, lyre_set b) {
  return a.n == b.n && (!a.n || !memcmp (a.at, b.at, a.n * sizeof *a.at));
}

/* ----------------------------------------------------------------- folding */

typedef struct {
  uint32_t lo, hi, step;
  int32_t delta;
} fold_row;

#include "frontend/regex/fold_table.h"

static lyre_set fold_ascii (lyre_arena *arena, lyre_set s) {
  lyre_span letters[52];
  uint32_t n = 0;
  for (uint32_t c = 'A'; c <= 'Z'; c++) {
    if (lyre_set_has (s, c))
      letters[n++] = (lyre_span){c + 32, c + 32};
    if (lyre_set_has (s, c + 32))
      letters[n++] = (lyre_span){c, c};
  }
  return lyre_set_union (arena, s, lyre_set_make (arena, n, letters));
}

/* One step through the table: from members of S to their canonical forms, or
 * from canonical forms in S to all that have them. */
static lyre_set fold_step (lyre_arena *arena, lyre_set s, uint32_t n,
                           const fold_row *rows, bool to_canonical) {
  size_t count = 0, k = 0;
  for (uint32_t i = 0; i < n; i++)
    count += (rows[i].hi - rows[i].lo) / rows[i].step + 1;
  lyre_span *found = lyre_arena_array (arena, lyre_span, count);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t c = rows[i].lo; c <= rows[i].hi; c += rows[i].step) {
      uint32_t canonical = (uint32_t) ((int32_t) c + rows[i].delta);
      uint32_t from = to_canonical ? c : canonical;
      uint32_t to = to_canonical ? canonical : c;
      if (lyre_set_has (s, from))
        found[k++] = (lyre_span){to, to};
    }
  return lyre_set_union (arena, s, lyre_set_make (arena, (uint32_t) k, found));
}

lyre_set lyre_set_fold (lyre_arena *arena, lyre_set s, lyre_fold fold) {
  /* No character beyond ASCII has an upper case within. */
  bool is_ascii = !s.n || s.at[s.n - 1].hi < 128;
  if (fold == LYRE_FOLD_ASCII || (fold == LYRE_FOLD_UPPER && is_ascii))
    return fold_ascii (arena, s);
  bool upper = fold == LYRE_FOLD_UPPER;
  const fold_row *rows = upper ? fold_upper : fold_unicode;
  uint32_t n = upper ? sizeof fold_upper / sizeof *rows
                     : sizeof fold_unicode / sizeof *rows;
  s = fold_step (arena, s, n, rows, true);
  return fold_step (arena, s, n, rows, false);
}
