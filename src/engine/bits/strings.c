#include "engine/bits/strings.h"

#include <string.h>

#define F LYRE_BIT_FALSE
#define T LYRE_BIT_TRUE

/* Choosing among shifted copies takes a gate per pair of cells; above this many
 * pairs the shift goes in powers of two. With more shifts than that in one
 * concatenation its parts are put into their places instead. */
enum { MAX_PAIRS = 1500, MAX_SHIFTS = 60 };

/* Wide enough for any cell: letters have at most 18 bits. */
static const lyre_bit zero_cell[32];

const lyre_bit *lyre_bits_cell (const lyre_bit_strings *s, lyre_bit_str a,
                                uint64_t i) {
  return i < a.cap ? a.cells + i * s->width : zero_cell;
}

lyre_bit lyre_cell_eq (lyre_bit_strings *s, const lyre_bit *a,
                       const lyre_bit *b) {
  lyre_bit all = T;
  for (uint32_t i = 0; i < s->width && all != F; i++)
    all = lyre_bit_and (s->g, all, lyre_bit_same (s->g, a[i], b[i]));
  return all;
}

/* The number in the cell is at least N. */
static lyre_bit cell_reaches (lyre_bit_strings *s, const lyre_bit *cell,
                              uint32_t n) {
  lyre_bit yes = T;
  for (uint32_t i = 1; i < s->width; i++) {
    if (n >> (i - 1) & 1)
      yes = lyre_bit_and (s->g, cell[i], yes);
    else
      yes = lyre_bit_or (s->g, cell[i], yes);
  }
  return yes;
}

static lyre_bit cell_is (lyre_bit_strings *s, const lyre_bit *cell,
                         uint32_t letter) {
  lyre_bit yes = cell[0];
  for (uint32_t i = 1; i < s->width; i++)
    yes = lyre_bit_and (s->g, yes, cell[i] ^ !(letter >> (i - 1) & 1));
  return yes;
}

lyre_bit lyre_cell_in (lyre_bit_strings *s, const lyre_bit *cell,
                       uint32_t first, uint32_t last) {
  if (first == last)
    return cell_is (s, cell, first);
  lyre_bit low = first > 1 ? cell_reaches (s, cell, first) : cell[0];
  if (last >= s->letters->n)
    return low;
  return lyre_bit_and (s->g, low,
                       lyre_bit_not (cell_reaches (s, cell, last + 1)));
}

lyre_bit lyre_cell_between (lyre_bit_strings *s, const lyre_bit *cell,
                            uint32_t lo, uint32_t hi) {
  uint32_t first, last;
  if (!lyre_alphabet_range (s->letters, lo, hi, &first, &last))
    return F;
  return lyre_cell_in (s, cell, first, last);
}

/* ------------------------------------------------------------------ making */

static lyre_bit *new_cells (lyre_bit_strings *s, uint64_t cap) {
  size_t n = lyre_mul_size (s->g->mem, cap ? cap : 1, s->width);
  return lyre_arena_array (s->g->arena, lyre_bit, n);
}

/* Where the work has been stopped the arena must not go on growing. */
static bool too_much (lyre_bit_strings *s) {
  return s->g->full;
}

static void note_overflow (lyre_bit_strings *s, lyre_bit when) {
  s->overflow = lyre_bit_or (s->g, s->overflow, when);
}

lyre_bit_str lyre_bits_trimmed (lyre_bit_strings *s, uint32_t cap,
                                const lyre_bit *cells) {
  lyre_bit_str a = {cap, cells};
  while (a.cap && lyre_cell_used (s, a, a.cap - 1) == F)
    a.cap--;
  return a;
}

static void put_letter (lyre_bit_strings *s, lyre_bit *cell, uint32_t letter) {
  cell[0] = T;
  for (uint32_t i = 1; i < s->width; i++)
    cell[i] = lyre_bit_of (letter >> (i - 1) & 1);
}

/* Literals are never cut: their length is what the problem is about. */
lyre_bit_str lyre_bits_literal (lyre_bit_strings *s, const lyre_str *text) {
  lyre_bit *cells = new_cells (s, text->len);
  for (uint32_t i = 0; i < text->len; i++) {
    uint32_t letter = lyre_alphabet_letter (s->letters, lyre_str_at (text, i));
    if (!letter) {
      s->overflow = T;
      letter = 1;
    }
    put_letter (s, cells + (size_t) i * s->width, letter);
  }
  return (lyre_bit_str){text->len, cells};
}

/* A cell is used if and only if it holds a letter, and only if the one before
 * it is. */
static void require_cell (lyre_bit_strings *s, const lyre_bit *cell,
                          lyre_bit before) {
  lyre_bit some = lyre_bit_or_all (s->g, s->width - 1, cell + 1);
  lyre_circuit_require (s->g, lyre_bit_same (s->g, cell[0], some));
  lyre_circuit_require (s->g, lyre_bit_implies (s->g, cell[0], before));
  if (s->letters->n + 1 < 1u << (s->width - 1))
    lyre_circuit_require (
        s->g, lyre_bit_not (cell_reaches (s, cell, s->letters->n + 1)));
}

lyre_bit_str lyre_bits_free (lyre_bit_strings *s, uint32_t min, uint32_t cap) {
  lyre_bit *cells = new_cells (s, cap);
  lyre_bit before = T;
  for (uint32_t i = 0; i < cap && !too_much (s); i++) {
    lyre_bit *cell = cells + (size_t) i * s->width;
    cell[0] = i < min ? T : lyre_bit_free (s->g);
    for (uint32_t k = 1; k < s->width; k++)
      cell[k] = lyre_bit_free (s->g);
    require_cell (s, cell, before);
    before = cell[0];
  }
  return (lyre_bit_str){too_much (s) ? 0 : cap, cells};
}

/* ------------------------------------------------------------------ length */

lyre_bit_num lyre_bits_length (lyre_bit_strings *s, lyre_bit_str a) {
  lyre_bit *steps = lyre_arena_array (s->g->arena, lyre_bit, a.cap + 1);
  uint32_t base = 0;
  while (base < a.cap && lyre_cell_used (s, a, base) == T)
    base++;
  for (uint32_t i = base; i < a.cap; i++)
    steps[i - base] = lyre_cell_used (s, a, i);
  return lyre_num_counted (base, a.cap - base, steps);
}

lyre_bit lyre_bits_has_length (lyre_bit_strings *s, lyre_bit_str a,
                               uint64_t n) {
  lyre_bit reaches = n ? lyre_cell_used (s, a, n - 1) : T;
  return lyre_bit_and (s->g, reaches, lyre_bit_not (lyre_cell_used (s, a, n)));
}

/* -------------------------------------------------------------- comparison */

lyre_bit lyre_bits_eq (lyre_bit_strings *s, lyre_bit_str a, lyre_bit_str b) {
  uint32_t cap = a.cap > b.cap ? a.cap : b.cap;
  lyre_bit all = T;
  for (uint32_t i = 0; i < cap && all != F; i++)
    all = lyre_bit_and (
        s->g, all,
        lyre_cell_eq (s, lyre_bits_cell (s, a, i), lyre_bits_cell (s, b, i)));
  return all;
}

/* The first cell that differs decides, so the last is looked at first. */
lyre_bit lyre_bits_less (lyre_bit_strings *s, lyre_bit_str a, lyre_bit_str b,
                         bool or_equal) {
  lyre_bit less = lyre_bit_of (or_equal);
  for (uint32_t i = a.cap > b.cap ? a.cap : b.cap; i-- > 0;)
    for (uint32_t k = 1; k < s->width; k++) {
      lyre_bit x = lyre_bits_cell (s, a, i)[k], y = lyre_bits_cell (s, b, i)[k];
      less = lyre_bit_mux (s->g, lyre_bit_xor (s->g, x, y), y, less);
    }
  return less;
}

lyre_bit_str lyre_bits_ite (lyre_bit_strings *s, lyre_bit c, lyre_bit_str a,
                            lyre_bit_str b) {
  if (lyre_bit_is_constant (c))
    return c == T ? a : b;
  uint32_t cap = a.cap > b.cap ? a.cap : b.cap;
  lyre_bit *cells = new_cells (s, cap);
  for (uint32_t i = 0; i < cap; i++)
    for (uint32_t k = 0; k < s->width; k++)
      cells[(size_t) i * s->width + k] = lyre_bit_mux (
          s->g, c, lyre_bits_cell (s, a, i)[k], lyre_bits_cell (s, b, i)[k]);
  return lyre_bits_trimmed (s, cap, cells);
}

/* ------------------------------------------------------------------ shifts */

/* One of several shifted copies: cell I + sign * K of A where chosen[K]. */
static lyre_bit_str select_shift (lyre_bit_strings *s, lyre_bit_str a,
                                  uint32_t n, const lyre_bit *chosen, bool left,
                                  uint32_t cap) {
  lyre_bit *cells = new_cells (s, cap);
  for (uint32_t i = 0; i < cap; i++) {
    lyre_bit *cell = cells + (size_t) i * s->width;
    memset (cell, 0, s->width * sizeof *cell);
    for (uint32_t k = 0; k < n && !too_much (s); k++) {
      uint64_t from = left ? (uint64_t) i + k : (uint64_t) i - k;
      if (chosen[k] == F || from >= a.cap)
        continue;
      const lyre_bit *source = lyre_bits_cell (s, a, from);
      for (uint32_t b = 0; b < s->width; b++)
        cell[b] = lyre_bit_or (s->g, cell[b],
                               lyre_bit_and (s->g, chosen[k], source[b]));
    }
  }
  return (lyre_bit_str){cap, cells};
}

/* The same, in powers of two. */
static lyre_bit_str stepwise_shift (lyre_bit_strings *s, lyre_bit_str a,
                                    uint32_t n, const lyre_bit *chosen,
                                    bool left, uint32_t cap) {
  for (uint32_t j = 0; (n - 1) >> j && !too_much (s); j++) {
    lyre_bit by = F;
    for (uint32_t k = 0; k < n; k++)
      if (k >> j & 1)
        by = lyre_bit_or (s->g, by, chosen[k]);
    uint64_t wide = left ? a.cap : (uint64_t) a.cap + (1ull << j);
    if (wide > cap && !left)
      wide = cap;
    lyre_bit *cells = new_cells (s, wide);
    for (uint32_t i = 0; i < wide; i++) {
      uint64_t from = left ? i + (1ull << j) : i - (1ull << j);
      for (uint32_t b = 0; b < s->width; b++)
        cells[(size_t) i * s->width + b] =
            lyre_bit_mux (s->g, by, lyre_bits_cell (s, a, from)[b],
                          lyre_bits_cell (s, a, i)[b]);
    }
    a = (lyre_bit_str){(uint32_t) wide, cells};
  }
  lyre_bit some = lyre_bit_or_all (s->g, n, chosen);
  lyre_bit *cells = new_cells (s, cap);
  for (uint32_t i = 0; i < cap; i++)
    for (uint32_t b = 0; b < s->width; b++)
      cells[(size_t) i * s->width + b] =
          lyre_bit_and (s->g, some, lyre_bits_cell (s, a, i)[b]);
  return (lyre_bit_str){cap, cells};
}

static lyre_bit_str shifted (lyre_bit_strings *s, lyre_bit_str a, uint32_t n,
                             const lyre_bit *chosen, bool left, uint32_t cap) {
  uint32_t live = 0;
  for (uint32_t k = 0; k < n; k++)
    live += chosen[k] != F;
  if ((uint64_t) live * cap <= MAX_PAIRS || live <= 2)
    return select_shift (s, a, n, chosen, left, cap);
  return stepwise_shift (s, a, n, chosen, left, cap);
}

lyre_bit_str lyre_bits_drop (lyre_bit_strings *s, lyre_bit_str a, uint32_t n,
                             const lyre_bit *from) {
  uint32_t first = 0;
  while (first < n && from[first] == F)
    first++;
  if (first == n)
    return (lyre_bit_str){0, NULL};
  uint32_t cap = first < a.cap ? a.cap - first : 0;
  lyre_bit_str r = shifted (s, a, n, from, true, cap);
  return lyre_bits_trimmed (s, r.cap, r.cells);
}

/* ----------------------------------------------------------- concatenation */

/* |a| + |b| > limit. */
static lyre_bit too_long (lyre_bit_strings *s, lyre_bit_str a, lyre_bit_str b) {
  lyre_bit any = lyre_cell_used (s, a, s->limit);
  for (uint32_t i = 0; i <= a.cap && i <= s->limit; i++) {
    lyre_bit x = i ? lyre_cell_used (s, a, i - 1) : T;
    any = lyre_bit_or (
        s->g, any, lyre_bit_and (s->g, x, lyre_cell_used (s, b, s->limit - i)));
  }
  return any;
}

static lyre_bit *one_hot_length (lyre_bit_strings *s, lyre_bit_str a) {
  lyre_bit *is = lyre_arena_array (s->g->arena, lyre_bit, a.cap + 1);
  for (uint32_t i = 0; i <= a.cap; i++)
    is[i] = lyre_bits_has_length (s, a, i);
  return is;
}

lyre_bit_str lyre_bits_concat (lyre_bit_strings *s, lyre_bit_str a,
                               lyre_bit_str b) {
  if (!b.cap)
    return a;
  if (!a.cap)
    return b;
  uint64_t whole = (uint64_t) a.cap + b.cap;
  if (whole > s->limit)
    note_overflow (s, too_long (s, a, b));
  uint32_t cap = whole < s->limit ? (uint32_t) whole : s->limit;
  const lyre_bit *length = one_hot_length (s, a);
  lyre_bit_str tail = shifted (s, b, a.cap + 1, length, false, cap);
  lyre_bit *cells = new_cells (s, cap);
  for (uint32_t i = 0; i < cap; i++)
    for (uint32_t k = 0; k < s->width; k++)
      cells[(size_t) i * s->width + k] = lyre_bit_or (
          s->g, lyre_bits_cell (s, a, i)[k], lyre_bits_cell (s, tail, i)[k]);
  return lyre_bits_trimmed (s, cap, cells);
}

static bool is_fixed (lyre_bit_strings *s, lyre_bit_str a) {
  return !a.cap || lyre_cell_used (s, a, a.cap - 1) == T;
}

/* Shifting part by part: how many pairs of cells that would be. */
static uint64_t pairs_of_shifts (lyre_bit_strings *s, uint32_t n,
                                 const lyre_bit_str *parts) {
  uint64_t pairs = 0, behind = 0;
  for (uint32_t i = n; i-- > 0; behind += parts[i].cap)
    if (!is_fixed (s, parts[i]))
      pairs += (uint64_t) parts[i].cap * behind;
  return pairs;
}

/* A cell of a part at a place of the whole, if the part starts there. */
static void place_cell (lyre_bit_strings *s, lyre_bit here,
                        const lyre_bit *part, const lyre_bit *whole) {
  for (uint32_t b = 1; b < s->width; b++) {
    lyre_bit on[] = {lyre_bit_not (here), lyre_bit_not (part[b]), whole[b]};
    lyre_bit off[] = {lyre_bit_not (here), lyre_bit_not (part[0]), part[b],
                      lyre_bit_not (whole[b])};
    lyre_circuit_require_any (s->g, 3, on);
    lyre_circuit_require_any (s->g, 4, off);
  }
}

/* Where the part starts is a number; its cells are those of the whole from
 * there on. */
static void place_part (lyre_bit_strings *s, lyre_bit_num start,
                        lyre_bit_str part, lyre_bit_str whole) {
  int64_t last = lyre_num_max (start);
  for (int64_t k = lyre_num_min (start); k <= last && k < whole.cap; k++) {
    lyre_bit here = lyre_num_eq_const (s->g, start, k);
    for (uint32_t j = 0; j < part.cap && k + j < whole.cap; j++)
      place_cell (s, here, lyre_bits_cell (s, part, j),
                  lyre_bits_cell (s, whole, (uint64_t) k + j));
  }
}

/* Free cells for the whole, pinned down by the parts: every cell that is used
 * lies in exactly one of them. */
static lyre_bit_str place_all (lyre_bit_strings *s, uint32_t n,
                               const lyre_bit_str *parts) {
  lyre_bit_num total = lyre_num_const (0);
  lyre_bit_num *start = lyre_arena_array (s->g->arena, lyre_bit_num, n);
  for (uint32_t i = 0; i < n; i++) {
    start[i] = total;
    total = lyre_num_add (s->g, total, lyre_bits_length (s, parts[i]));
  }
  int64_t most = lyre_num_max (total);
  uint32_t cap = most < s->limit ? (uint32_t) most : s->limit;
  if (most > s->limit)
    note_overflow (s, lyre_num_ge_const (s->g, total, (int64_t) s->limit + 1));
  lyre_bit *cells = new_cells (s, cap);
  for (uint32_t i = 0; i < cap && !too_much (s); i++) {
    lyre_bit *cell = cells + (size_t) i * s->width;
    cell[0] = lyre_num_ge_const (s->g, total, (int64_t) i + 1);
    for (uint32_t b = 1; b < s->width; b++) {
      cell[b] = lyre_bit_free (s->g);
      lyre_circuit_require (s->g, lyre_bit_implies (s->g, cell[b], cell[0]));
    }
  }
  lyre_bit_str whole = {too_much (s) ? 0 : cap, cells};
  for (uint32_t i = 0; i < n && !too_much (s); i++)
    place_part (s, start[i], parts[i], whole);
  return whole;
}

lyre_bit_str lyre_bits_concat_all (lyre_bit_strings *s, uint32_t n,
                                   const lyre_bit_str *parts) {
  if (pairs_of_shifts (s, n, parts) > MAX_SHIFTS)
    return place_all (s, n, parts);
  lyre_bit_str all = parts[n - 1];
  for (uint32_t i = n - 1; i-- > 0 && !too_much (s);)
    all = lyre_bits_concat (s, parts[i], all);
  return all;
}

/* ------------------------------------------------------------------- parts */

lyre_bit_str lyre_bits_keep (lyre_bit_strings *s, lyre_bit_str a,
                             const lyre_bit *keep) {
  lyre_bit *cells = new_cells (s, a.cap);
  for (uint32_t i = 0; i < a.cap; i++)
    for (uint32_t k = 0; k < s->width; k++)
      cells[(size_t) i * s->width + k] =
          lyre_bit_and (s->g, keep[i], lyre_bits_cell (s, a, i)[k]);
  return lyre_bits_trimmed (s, a.cap, cells);
}

/* from[k] iff the number is k, for k < n. */
static lyre_bit *one_hot (lyre_bit_strings *s, lyre_bit_num a, uint32_t n) {
  lyre_bit *is = lyre_arena_array (s->g->arena, lyre_bit, n + 1);
  for (uint32_t k = 0; k < n; k++)
    is[k] = lyre_num_eq_const (s->g, a, k);
  return is;
}

lyre_bit_str lyre_bits_substr (lyre_bit_strings *s, lyre_bit_str a,
                               lyre_bit_num i, lyre_bit_num n) {
  int64_t most = lyre_num_max (n);
  lyre_bit_str rest = lyre_bits_drop (s, a, a.cap, one_hot (s, i, a.cap));
  if (most < rest.cap)
    rest.cap = most > 0 ? (uint32_t) most : 0;
  lyre_bit *keep = lyre_arena_array (s->g->arena, lyre_bit, rest.cap + 1);
  for (uint32_t k = 0; k < rest.cap; k++)
    keep[k] = lyre_num_ge_const (s->g, n, (int64_t) k + 1);
  return lyre_bits_keep (s, rest, keep);
}

/* Where T, moved to position I, has a cell, it covers that of A. */
lyre_bit_str lyre_bits_update (lyre_bit_strings *s, lyre_bit_str a,
                               lyre_bit_num i, lyre_bit_str t) {
  lyre_bit_str over =
      shifted (s, t, a.cap, one_hot (s, i, a.cap), false, a.cap);
  lyre_bit *cells = new_cells (s, a.cap);
  for (uint32_t k = 0; k < a.cap; k++) {
    lyre_bit covered = lyre_bit_and (s->g, lyre_cell_used (s, over, k),
                                     lyre_cell_used (s, a, k));
    for (uint32_t b = 0; b < s->width; b++)
      cells[(size_t) k * s->width + b] =
          lyre_bit_mux (s->g, covered, lyre_bits_cell (s, over, k)[b],
                        lyre_bits_cell (s, a, k)[b]);
  }
  return lyre_bits_trimmed (s, a.cap, cells);
}

/* All cells backwards; then what was behind the end is dropped. */
lyre_bit_str lyre_bits_reverse (lyre_bit_strings *s, lyre_bit_str a) {
  lyre_bit *cells = new_cells (s, a.cap);
  lyre_bit *from = lyre_arena_array (s->g->arena, lyre_bit, a.cap + 1);
  for (uint32_t i = 0; i < a.cap; i++)
    memcpy (cells + (size_t) i * s->width, lyre_bits_cell (s, a, a.cap - 1 - i),
            s->width * sizeof *cells);
  for (uint32_t k = 0; k <= a.cap; k++)
    from[k] = lyre_bits_has_length (s, a, a.cap - k);
  return lyre_bits_drop (s, (lyre_bit_str){a.cap, cells}, a.cap, from);
}

/* What is behind the last character above blank goes, then what is before the
 * first. */
lyre_bit_str lyre_bits_trim (lyre_bit_strings *s, lyre_bit_str a) {
  lyre_circuit *g = s->g;
  lyre_bit *inside = lyre_arena_array (g->arena, lyre_bit, a.cap + 1);
  lyre_bit *keep = lyre_arena_array (g->arena, lyre_bit, a.cap + 1);
  lyre_bit *first = lyre_arena_array (g->arena, lyre_bit, a.cap + 1);
  for (uint32_t i = 0; i < a.cap; i++)
    inside[i] =
        lyre_cell_between (s, lyre_bits_cell (s, a, i), 0x21, LYRE_CHAR_MAX);
  lyre_bit later = F, earlier = F;
  for (uint32_t i = a.cap; i-- > 0;)
    keep[i] = later = lyre_bit_or (g, later, inside[i]);
  for (uint32_t i = 0; i < a.cap; i++) {
    first[i] = lyre_bit_and (g, inside[i], lyre_bit_not (earlier));
    earlier = lyre_bit_or (g, earlier, inside[i]);
  }
  uint32_t cap = a.cap;
  return lyre_bits_drop (s, lyre_bits_keep (s, a, keep), cap, first);
}

/* The bits in which a letter and its image differ are flipped. */
static void map_cell (lyre_bit_strings *s, const lyre_bit *cell,
                      uint32_t (*map) (uint32_t), lyre_bit *out) {
  memcpy (out, cell, s->width * sizeof *out);
  for (uint32_t i = 1; i <= s->letters->n; i++) {
    uint32_t c = s->letters->chars[i - 1];
    uint32_t image =
        map (c) == c ? i : lyre_alphabet_letter (s->letters, map (c));
    if (image == i)
      continue;
    lyre_bit here = cell_is (s, cell, i);
    for (uint32_t b = 1; b < s->width; b++)
      if ((image ^ i) >> (b - 1) & 1)
        out[b] = lyre_bit_xor (s->g, out[b], here);
  }
}

lyre_bit_str lyre_bits_map (lyre_bit_strings *s, lyre_bit_str a,
                            uint32_t (*map) (uint32_t)) {
  lyre_bit *cells = new_cells (s, a.cap);
  for (uint32_t i = 0; i < a.cap; i++)
    map_cell (s, lyre_bits_cell (s, a, i), map, cells + (size_t) i * s->width);
  return (lyre_bit_str){a.cap, cells};
}
