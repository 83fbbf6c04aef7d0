/* Where strings occur in strings, and replacing them. */
#include <string.h>

#include "engine/bits/strings.h"

#define F LYRE_BIT_FALSE
#define T LYRE_BIT_TRUE

static lyre_bit *new_bits (lyre_bit_strings *s, size_t n) {
  lyre_bit *bits = lyre_arena_array (s->g->arena, lyre_bit, n + 1);
  memset (bits, 0, (n + 1) * sizeof *bits);
  return bits;
}

/* ------------------------------------------------------------- occurrences */

static lyre_bit reaches (lyre_bit_strings *s, lyre_bit_str a, uint32_t k) {
  return k ? lyre_cell_used (s, a, k - 1) : T;
}

lyre_bit lyre_bits_occurs (lyre_bit_strings *s, lyre_bit_str a, lyre_bit_str t,
                           uint32_t k) {
  lyre_bit all = reaches (s, a, k);
  for (uint32_t j = 0; j < t.cap && all != F; j++) {
    lyre_bit here = lyre_cell_eq (s, lyre_bits_cell (s, a, (uint64_t) k + j),
                                  lyre_bits_cell (s, t, j));
    here = lyre_bit_implies (s->g, lyre_cell_used (s, t, j), here);
    all = lyre_bit_and (s->g, all, here);
  }
  return all;
}

lyre_bit lyre_bits_contains (lyre_bit_strings *s, lyre_bit_str a,
                             lyre_bit_str t) {
  lyre_bit any = F;
  for (uint32_t k = 0; k <= a.cap && any != T; k++)
    any = lyre_bit_or (s->g, any, lyre_bits_occurs (s, a, t, k));
  return any;
}

/* From some position on the cells are those of T, to the end of both. */
lyre_bit lyre_bits_suffixof (lyre_bit_strings *s, lyre_bit_str t,
                             lyre_bit_str a) {
  lyre_bit any = F;
  for (uint32_t k = 0; k <= a.cap && any != T; k++) {
    lyre_bit all = reaches (s, a, k);
    for (uint64_t j = 0; (j < t.cap || k + j < a.cap) && all != F; j++)
      all = lyre_bit_and (s->g, all,
                          lyre_cell_eq (s, lyre_bits_cell (s, a, k + j),
                                        lyre_bits_cell (s, t, j)));
    any = lyre_bit_or (s->g, any, all);
  }
  return any;
}

lyre_bit_finds lyre_bits_find (lyre_bit_strings *s, lyre_bit_str a,
                               lyre_bit_str t) {
  lyre_bit *at = new_bits (s, a.cap + 1), *more = new_bits (s, t.cap);
  for (uint32_t k = 0; k <= a.cap; k++)
    at[k] = lyre_bits_occurs (s, a, t, k);
  for (uint32_t d = 0; d < t.cap; d++)
    more[d] = lyre_cell_used (s, t, d);
  return (lyre_bit_finds){.n = a.cap + 1, .at = at, .max = t.cap, .more = more};
}

/* The find at K is longer than D. */
static lyre_bit longer (const lyre_bit_finds *f, uint32_t k, uint32_t d) {
  return d < f->max ? f->more[(size_t) k * f->stride + d] : F;
}

static lyre_bit has_length (lyre_bit_strings *s, const lyre_bit_finds *f,
                            uint32_t k, uint32_t d) {
  return lyre_bit_and (s->g, d ? longer (f, k, d - 1) : T,
                       lyre_bit_not (longer (f, k, d)));
}

/* ----------------------------------------------------------------- indices */

/* Of all K with at[K] only the first, or the last. */
static lyre_bit *outermost (lyre_bit_strings *s, uint32_t n, const lyre_bit *at,
                            bool last) {
  lyre_bit *only = new_bits (s, n);
  lyre_bit seen = F;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t k = last ? n - 1 - i : i;
    only[k] = lyre_bit_and (s->g, at[k], lyre_bit_not (seen));
    seen = lyre_bit_or (s->g, seen, at[k]);
  }
  return only;
}

static lyre_bit_num index_of_one (lyre_bit_strings *s, uint32_t n,
                                  const lyre_bit *only) {
  int64_t *values = lyre_arena_array (s->g->arena, int64_t, n);
  for (uint32_t k = 0; k < n; k++)
    values[k] = k;
  return lyre_num_choose (s->g, n, only, values, -1);
}

lyre_bit_num lyre_bits_indexof (lyre_bit_strings *s, const lyre_bit_finds *f,
                                lyre_bit_num from) {
  lyre_bit *at = new_bits (s, f->n);
  lyre_bit natural = lyre_num_ge_const (s->g, from, 0);
  for (uint32_t k = 0; k < f->n; k++) {
    lyre_bit beyond = lyre_num_ge_const (s->g, from, (int64_t) k + 1);
    at[k] = lyre_bit_and (s->g, f->at[k],
                          lyre_bit_and (s->g, natural, lyre_bit_not (beyond)));
  }
  return index_of_one (s, f->n, outermost (s, f->n, at, false));
}

lyre_bit_num lyre_bits_last_indexof (lyre_bit_strings *s,
                                     const lyre_bit_finds *f,
                                     lyre_bit_num from) {
  lyre_bit *at = new_bits (s, f->n);
  for (uint32_t k = 0; k < f->n; k++)
    at[k] = lyre_bit_and (s->g, f->at[k], lyre_num_ge_const (s->g, from, k));
  return index_of_one (s, f->n, outermost (s, f->n, at, true));
}

/* ----------------------------------------------------------------- replace */

/* What is before the first find, U, and what is behind it. If there is none,
 * all is before it. */
lyre_bit_str lyre_bits_replace (lyre_bit_strings *s, lyre_bit_str a,
                                const lyre_bit_finds *f, lyre_bit_str u) {
  lyre_circuit *g = s->g;
  const lyre_bit *first = outermost (s, f->n, f->at, false);
  lyre_bit *before = new_bits (s, a.cap), *end = new_bits (s, f->n);
  lyre_bit *found = new_bits (s, u.cap);
  lyre_bit seen = F;
  for (uint32_t k = 0; k < f->n; k++) {
    seen = lyre_bit_or (g, seen, f->at[k]);
    if (k < a.cap)
      before[k] = lyre_bit_not (seen);
    for (uint32_t d = 0; d <= f->max && k + d < f->n; d++)
      end[k + d] = lyre_bit_or (
          g, end[k + d], lyre_bit_and (g, first[k], has_length (s, f, k, d)));
  }
  for (uint32_t i = 0; i < u.cap; i++)
    found[i] = seen;
  lyre_bit_str tail = lyre_bits_drop (s, a, f->n, end);
  tail = lyre_bits_concat (s, lyre_bits_keep (s, u, found), tail);
  return lyre_bits_concat (s, lyre_bits_keep (s, a, before), tail);
}

/* Which finds are taken, from left to right, and which cells lie inside one,
 * behind its first character. */
typedef struct {
  lyre_bit *start, *inside;
} taken;

static taken take (lyre_bit_strings *s, const lyre_bit_finds *f) {
  taken t = {new_bits (s, f->n), new_bits (s, f->n)};
  for (uint32_t k = 0; k < f->n && !s->g->full; k++) {
    for (uint32_t d = 1; d < f->max && d <= k; d++)
      t.inside[k] = lyre_bit_or (
          s->g, t.inside[k],
          lyre_bit_and (s->g, t.start[k - d], longer (f, k - d, d)));
    lyre_bit here = lyre_bit_and (s->g, f->at[k], longer (f, k, 0));
    t.start[k] = lyre_bit_and (s->g, here, lyre_bit_not (t.inside[k]));
  }
  return t;
}

/* Every find has the length of U: cells stay where they are. */
static bool keeps_places (lyre_bit_strings *s, const lyre_bit_finds *f,
                          lyre_bit_str u) {
  if (f->stride || f->max != u.cap)
    return false;
  for (uint32_t d = 0; d < u.cap; d++)
    if (longer (f, 0, d) != T || lyre_cell_used (s, u, d) != T)
      return false;
  return true;
}

static lyre_bit_str replace_in_place (lyre_bit_strings *s, lyre_bit_str a,
                                      const lyre_bit_finds *f, lyre_bit_str u,
                                      const taken *t) {
  lyre_bit *cells = new_bits (s, (size_t) a.cap * s->width);
  memcpy (cells, a.cells, (size_t) a.cap * s->width * sizeof *cells);
  for (uint32_t k = 0; k < a.cap; k++)
    for (uint32_t d = 0; d < f->max && k + d < a.cap; d++)
      for (uint32_t b = 1; b < s->width; b++) {
        lyre_bit *bit = &cells[(size_t) (k + d) * s->width + b];
        *bit =
            lyre_bit_mux (s->g, t->start[k], lyre_bits_cell (s, u, d)[b], *bit);
      }
  return (lyre_bit_str){a.cap, cells};
}

/* What every cell becomes, one behind the other. */
lyre_bit_str lyre_bits_replace_all (lyre_bit_strings *s, lyre_bit_str a,
                                    const lyre_bit_finds *f, lyre_bit_str u) {
  taken t = take (s, f);
  if (!a.cap || keeps_places (s, f, u))
    return replace_in_place (s, a, f, u, &t);
  lyre_bit_str *parts = lyre_arena_array (s->g->arena, lyre_bit_str, a.cap);
  for (uint32_t k = 0; k < a.cap; k++) {
    lyre_bit outside = lyre_bit_not (t.inside[k]);
    lyre_bit_str cell = {1, lyre_bits_cell (s, a, k)};
    cell = lyre_bits_keep (s, cell, &outside);
    parts[k] = lyre_bits_ite (s, t.start[k], u, cell);
  }
  return lyre_bits_concat_all (s, a.cap, parts);
}

/* The image of a cell: where its letter has one of its own, that word. */
static lyre_bit_str image_of (lyre_bit_strings *s, const lyre_bit *cell,
                              const lyre_str *const *images, uint32_t longest) {
  lyre_bit *out = new_bits (s, (size_t) longest * s->width);
  lyre_bit mapped = F;
  for (uint32_t i = 1; i <= s->letters->n; i++) {
    const lyre_str *word = images[i - 1];
    if (!word)
      continue;
    lyre_bit here = lyre_cell_in (s, cell, i, i);
    mapped = lyre_bit_or (s->g, mapped, here);
    lyre_bit_str w = lyre_bits_literal (s, word);
    for (size_t b = 0; b < (size_t) w.cap * s->width; b++)
      if (w.cells[b] == T)
        out[b] = lyre_bit_or (s->g, out[b], here);
  }
  for (uint32_t b = 0; b < s->width; b++)
    out[b] = lyre_bit_or (s->g, out[b],
                          lyre_bit_and (s->g, cell[b], lyre_bit_not (mapped)));
  return lyre_bits_trimmed (s, longest, out);
}

lyre_bit_str lyre_bits_morphism (lyre_bit_strings *s, lyre_bit_str a,
                                 const lyre_str *const *images) {
  if (!a.cap)
    return a;
  uint32_t longest = 1;
  for (uint32_t i = 0; i < s->letters->n; i++)
    if (images[i] && images[i]->len > longest)
      longest = images[i]->len;
  lyre_bit_str *parts = lyre_arena_array (s->g->arena, lyre_bit_str, a.cap);
  for (uint32_t k = 0; k < a.cap; k++)
    parts[k] = image_of (s, lyre_bits_cell (s, a, k), images, longest);
  return lyre_bits_concat_all (s, a.cap, parts);
}

lyre_bit_num lyre_bits_count (lyre_bit_strings *s, const lyre_bit_finds *f) {
  taken t = take (s, f);
  lyre_bit_num sum = lyre_num_const (0);
  for (uint32_t k = 0; k < f->n; k++)
    sum = lyre_num_add (s->g, sum, lyre_num_counted (0, 1, &t.start[k]));
  return sum;
}
