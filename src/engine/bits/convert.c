/* Characters and codes, numerals and numbers. */
#include "engine/bits/strings.h"

#define F LYRE_BIT_FALSE
#define T LYRE_BIT_TRUE

/* ------------------------------------------------------------------- codes */

lyre_bit_num lyre_bits_to_code (lyre_bit_strings *s, lyre_bit_str a) {
  uint32_t n = s->letters->n;
  lyre_bit *is = lyre_arena_array (s->g->arena, lyre_bit, n + 1);
  int64_t *codes = lyre_arena_array (s->g->arena, int64_t, n + 1);
  lyre_bit single = lyre_bits_has_length (s, a, 1);
  for (uint32_t i = 0; i < n; i++) {
    is[i] = lyre_bit_and (
        s->g, single, lyre_cell_in (s, lyre_bits_cell (s, a, 0), i + 1, i + 1));
    codes[i] = s->letters->chars[i];
  }
  return lyre_num_choose (s->g, n, is, codes, -1);
}

lyre_bit_str lyre_bits_from_code (lyre_bit_strings *s, lyre_bit_num code) {
  lyre_circuit *g = s->g;
  lyre_bit *cell = lyre_arena_array (g->arena, lyre_bit, s->width);
  for (uint32_t b = 0; b < s->width; b++)
    cell[b] = F;
  for (uint32_t i = 1; i <= s->letters->n; i++) {
    lyre_bit here = lyre_num_eq_const (g, code, s->letters->chars[i - 1]);
    cell[0] = lyre_bit_or (g, cell[0], here);
    for (uint32_t b = 1; b < s->width; b++)
      if (i >> (b - 1) & 1)
        cell[b] = lyre_bit_or (g, cell[b], here);
  }
  lyre_bit valid = lyre_bit_and (
      g, lyre_num_ge_const (g, code, 0),
      lyre_bit_not (lyre_num_ge_const (g, code, (int64_t) LYRE_CHAR_MAX + 1)));
  s->overflow = lyre_bit_or (g, s->overflow,
                             lyre_bit_and (g, valid, lyre_bit_not (cell[0])));
  return lyre_bits_trimmed (s, 1, cell);
}

/* ---------------------------------------------------------------- numerals */

static lyre_bit is_digit (lyre_bit_strings *s, const lyre_bit *cell) {
  return lyre_cell_between (s, cell, '0', '9');
}

lyre_bit lyre_bits_is_digit (lyre_bit_strings *s, lyre_bit_str a) {
  return lyre_bit_and (s->g, lyre_bits_has_length (s, a, 1),
                       is_digit (s, lyre_bits_cell (s, a, 0)));
}

static lyre_bit_num digit_value (lyre_bit_strings *s, const lyre_bit *cell) {
  lyre_bit *is = lyre_arena_array (s->g->arena, lyre_bit, 10);
  int64_t values[10];
  for (uint32_t d = 0; d < 10; d++) {
    is[d] = lyre_cell_between (s, cell, '0' + d, '0' + d);
    values[d] = d;
  }
  return lyre_num_choose (s->g, 10, is, values, 0);
}

/* The number that the digits make, whatever the other characters. */
static lyre_bit_num value_of (lyre_bit_strings *s, lyre_bit_str a) {
  lyre_bit_num sum = lyre_num_const (0);
  for (uint32_t i = 0; i < a.cap && !s->g->full; i++) {
    const lyre_bit *cell = lyre_bits_cell (s, a, i);
    lyre_bit_num next = lyre_num_add (s->g, lyre_num_scale (s->g, sum, 10),
                                      digit_value (s, cell));
    sum = lyre_num_ite (s->g, cell[0], next, sum);
  }
  return sum;
}

static lyre_bit is_numeral (lyre_bit_strings *s, lyre_bit_str a) {
  lyre_bit all = lyre_cell_used (s, a, 0);
  for (uint32_t i = 0; i < a.cap && all != F; i++) {
    const lyre_bit *cell = lyre_bits_cell (s, a, i);
    all = lyre_bit_and (s->g, all,
                        lyre_bit_implies (s->g, cell[0], is_digit (s, cell)));
  }
  return all;
}

lyre_bit_num lyre_bits_to_int (lyre_bit_strings *s, lyre_bit_str a) {
  return lyre_num_ite (s->g, is_numeral (s, a), value_of (s, a),
                       lyre_num_const (-1));
}

static uint32_t digits_of (lyre_bit_num a) {
  int64_t max = lyre_num_max (a);
  if (max == INT64_MAX && !a.counted)
    return a.n * 31 / 100 + 1;
  uint32_t n = 1;
  for (; max > 9; max /= 10)
    n++;
  return n;
}

/* Free cells, pinned down by the definition: any number has one numeral. */
lyre_bit_str lyre_bits_from_int (lyre_bit_strings *s, lyre_bit_num a) {
  lyre_circuit *g = s->g;
  if (lyre_num_max (a) < 0)
    return (lyre_bit_str){0, NULL};
  lyre_bit_str z = lyre_bits_free (s, 0, digits_of (a));
  lyre_bit natural = lyre_num_ge_const (g, a, 0);
  lyre_bit leading_zero = lyre_bit_and (
      g, lyre_cell_between (s, lyre_bits_cell (s, z, 0), '0', '0'),
      lyre_cell_used (s, z, 1));
  lyre_bit same = lyre_num_eq (g, value_of (s, z), a);
  lyre_bit numeral =
      lyre_bit_and (g, is_numeral (s, z), lyre_bit_not (leading_zero));
  lyre_circuit_require (
      g, lyre_bit_mux (g, natural, lyre_bit_and (g, numeral, same),
                       lyre_bit_not (lyre_cell_used (s, z, 0))));
  return lyre_bits_trimmed (s, z.cap, z.cells);
}
