#include "engine/bits/number.h"

#include <string.h>

/* Counted numbers stay counted as long as that takes no more steps, and
 * adding two of them no more gates, than this. */
enum { MAX_STEPS = 300, MAX_MERGE = 2000, MAX_FREE_STEPS = 40 };

#define F LYRE_BIT_FALSE

lyre_bit_num lyre_num_counted (int64_t base, uint32_t n,
                               const lyre_bit *steps) {
  return (lyre_bit_num){.counted = true, .n = n, .bits = steps, .base = base};
}

lyre_bit_num lyre_num_const (int64_t c) {
  return lyre_num_counted (c, 0, NULL);
}

/* Without copies of the sign. */
lyre_bit_num lyre_num_binary (uint32_t n, const lyre_bit *bits) {
  while (n > 1 && bits[n - 1] == bits[n - 2])
    n--;
  return (lyre_bit_num){.n = n, .bits = bits};
}

static lyre_bit *new_bits (lyre_circuit *g, uint32_t n) {
  return lyre_arena_array (g->arena, lyre_bit, n ? n : 1);
}

static uint32_t width_of (int64_t c) {
  uint64_t magnitude = c < 0 ? ~(uint64_t) c : (uint64_t) c;
  uint32_t n = 1;
  for (; magnitude; magnitude >>= 1)
    n++;
  return n;
}

static lyre_bit_num binary_const (lyre_circuit *g, int64_t c) {
  uint32_t n = width_of (c);
  lyre_bit *bits = new_bits (g, n);
  for (uint32_t i = 0; i < n; i++)
    bits[i] = lyre_bit_of (c >> (i < 63 ? i : 63) & 1);
  return lyre_num_binary (n, bits);
}

/* -------------------------------------------------------- two's complement */

static lyre_bit bit_at (lyre_bit_num a, uint32_t i) {
  return a.bits[i < a.n ? i : a.n - 1];
}

static lyre_bit majority (lyre_circuit *g, lyre_bit a, lyre_bit b, lyre_bit c) {
  lyre_bit differ = lyre_bit_xor (g, a, b);
  return lyre_bit_mux (g, differ, c, a);
}

/* A + B + CARRY. */
static lyre_bit_num add_binary (lyre_circuit *g, lyre_bit_num a, lyre_bit_num b,
                                lyre_bit carry) {
  uint32_t n = (a.n > b.n ? a.n : b.n) + 1;
  lyre_bit *bits = new_bits (g, n);
  for (uint32_t i = 0; i < n; i++) {
    lyre_bit x = bit_at (a, i), y = bit_at (b, i);
    bits[i] = lyre_bit_xor (g, lyre_bit_xor (g, x, y), carry);
    carry = majority (g, x, y, carry);
  }
  return lyre_num_binary (n, bits);
}

/* Bit J of the count: some odd multiple of 2^J is reached, the next is not. */
static lyre_bit count_bit (lyre_circuit *g, lyre_bit_num a, uint32_t j) {
  lyre_bit any = F;
  for (uint64_t m = 1ull << j; m <= a.n; m += 2ull << j) {
    uint64_t next = m + (1ull << j);
    lyre_bit beyond = next <= a.n ? a.bits[next - 1] : F;
    any = lyre_bit_or (g, any,
                       lyre_bit_and (g, a.bits[m - 1], lyre_bit_not (beyond)));
  }
  return any;
}

lyre_bit_num lyre_num_to_binary (lyre_circuit *g, lyre_bit_num a) {
  if (!a.counted)
    return a;
  if (!a.n)
    return binary_const (g, a.base);
  uint32_t n = width_of (a.n);
  lyre_bit *bits = new_bits (g, n);
  for (uint32_t j = 0; j + 1 < n; j++)
    bits[j] = count_bit (g, a, j);
  bits[n - 1] = F;
  lyre_bit_num count = lyre_num_binary (n, bits);
  return a.base ? add_binary (g, count, binary_const (g, a.base), F) : count;
}

static lyre_bit_num invert (lyre_circuit *g, lyre_bit_num a) {
  lyre_bit *bits = new_bits (g, a.n);
  for (uint32_t i = 0; i < a.n; i++)
    bits[i] = lyre_bit_not (a.bits[i]);
  return lyre_num_binary (a.n, bits);
}

static lyre_bit_num shift (lyre_circuit *g, lyre_bit_num a, uint32_t by) {
  lyre_bit *bits = new_bits (g, a.n + by);
  for (uint32_t i = 0; i < by; i++)
    bits[i] = F;
  memcpy (bits + by, a.bits, a.n * sizeof *bits);
  return lyre_num_binary (a.n + by, bits);
}

/* ---------------------------------------------------------------- counting */

int64_t lyre_num_max (lyre_bit_num a) {
  if (a.counted)
    return a.base > INT64_MAX - a.n ? INT64_MAX : a.base + a.n;
  if (a.bits[a.n - 1] == LYRE_BIT_TRUE)
    return -1;
  return a.n > 63 ? INT64_MAX : ((int64_t) 1 << (a.n - 1)) - 1;
}

int64_t lyre_num_min (lyre_bit_num a) {
  if (a.counted)
    return a.base;
  if (a.bits[a.n - 1] == F)
    return 0;
  return a.n > 63 ? INT64_MIN : -((int64_t) 1 << (a.n - 1));
}

bool lyre_num_is_const (lyre_bit_num a, int64_t *out) {
  if (a.counted) {
    *out = a.base;
    return !a.n;
  }
  if (a.n > 63)
    return false;
  uint64_t value = 0;
  for (uint32_t i = 0; i < 64; i++) {
    if (!lyre_bit_is_constant (bit_at (a, i)))
      return false;
    value |= (uint64_t) bit_at (a, i) << i;
  }
  *out = (int64_t) value;
  return true;
}

/* Constant steps at either end go into the base. */
static lyre_bit_num trim_steps (lyre_bit_num a) {
  while (a.n && a.bits[0] == LYRE_BIT_TRUE) {
    a.bits++;
    a.base++;
    a.n--;
  }
  while (a.n && a.bits[a.n - 1] == F)
    a.n--;
  return a;
}

/* Is A + B, counted, within the limits? Bases must not overflow either. */
static bool can_merge (lyre_bit_num a, lyre_bit_num b) {
  int64_t base;
  return a.counted && b.counted && a.n + b.n <= MAX_STEPS &&
         (uint64_t) a.n * b.n <= MAX_MERGE &&
         !__builtin_add_overflow (a.base, b.base, &base) &&
         base < INT64_MAX - MAX_STEPS;
}

/* At least K of both: I of A and K - I of B, for some I. */
static lyre_bit_num merge (lyre_circuit *g, lyre_bit_num a, lyre_bit_num b) {
  uint32_t n = a.n + b.n;
  lyre_bit *steps = new_bits (g, n);
  for (uint32_t k = 1; k <= n; k++) {
    lyre_bit any = F;
    for (uint32_t i = k > b.n ? k - b.n : 0; i <= a.n && i <= k; i++) {
      lyre_bit x = i ? a.bits[i - 1] : LYRE_BIT_TRUE;
      lyre_bit y = k > i ? b.bits[k - i - 1] : LYRE_BIT_TRUE;
      any = lyre_bit_or (g, any, lyre_bit_and (g, x, y));
    }
    steps[k - 1] = any;
  }
  return trim_steps (lyre_num_counted (a.base + b.base, n, steps));
}

/* ------------------------------------------------------------------ making */

lyre_bit_num lyre_num_free (lyre_circuit *g, int64_t lo, int64_t hi) {
  uint64_t span = (uint64_t) hi - (uint64_t) lo;
  bool counted = span <= MAX_FREE_STEPS;
  uint32_t low = width_of (lo), high = width_of (hi);
  uint32_t n = counted ? (uint32_t) span : low > high ? low : high;
  lyre_bit *bits = new_bits (g, n);
  for (uint32_t i = 0; i < n; i++)
    bits[i] = lyre_bit_free (g);
  if (counted) {
    for (uint32_t i = 1; i < n; i++)
      lyre_circuit_require (g, lyre_bit_implies (g, bits[i], bits[i - 1]));
    return lyre_num_counted (lo, n, bits);
  }
  lyre_bit_num a = lyre_num_binary (n, bits);
  lyre_circuit_require (g, lyre_num_ge_const (g, a, lo));
  if (hi < INT64_MAX)
    lyre_circuit_require (g, lyre_bit_not (lyre_num_ge_const (g, a, hi + 1)));
  return a;
}

static uint32_t widest (uint32_t n, const int64_t *values, int64_t otherwise) {
  uint32_t width = width_of (otherwise);
  for (uint32_t i = 0; i < n; i++)
    if (width_of (values[i]) > width)
      width = width_of (values[i]);
  return width;
}

/* The bits in which a value differs from OTHERWISE are flipped. */
lyre_bit_num lyre_num_choose (lyre_circuit *g, uint32_t n,
                              const lyre_bit *chosen, const int64_t *values,
                              int64_t otherwise) {
  uint32_t width = widest (n, values, otherwise);
  lyre_bit *bits = new_bits (g, width);
  for (uint32_t j = 0; j < width; j++) {
    lyre_bit flip = F;
    for (uint32_t i = 0; i < n; i++)
      if ((values[i] ^ otherwise) >> j & 1)
        flip = lyre_bit_or (g, flip, chosen[i]);
    bits[j] = lyre_bit_xor (g, flip, lyre_bit_of (otherwise >> j & 1));
  }
  return lyre_num_binary (width, bits);
}

/* -------------------------------------------------------------- operations */

lyre_bit_num lyre_num_add (lyre_circuit *g, lyre_bit_num a, lyre_bit_num b) {
  if (can_merge (a, b))
    return merge (g, a, b);
  return add_binary (g, lyre_num_to_binary (g, a), lyre_num_to_binary (g, b),
                     F);
}

lyre_bit_num lyre_num_neg (lyre_circuit *g, lyre_bit_num a) {
  if (a.counted && a.base > INT64_MIN / 2 && a.base < INT64_MAX / 2) {
    lyre_bit *steps = new_bits (g, a.n);
    for (uint32_t i = 0; i < a.n; i++)
      steps[i] = lyre_bit_not (a.bits[a.n - 1 - i]);
    return lyre_num_counted (-(a.base + a.n), a.n, steps);
  }
  a = invert (g, lyre_num_to_binary (g, a));
  return add_binary (g, a, binary_const (g, 0), LYRE_BIT_TRUE);
}

static lyre_bit_num repeat_steps (lyre_circuit *g, lyre_bit_num a,
                                  uint32_t factor, int64_t base) {
  lyre_bit *steps = new_bits (g, a.n * factor);
  for (uint32_t i = 0; i < a.n * factor; i++)
    steps[i] = a.bits[i / factor];
  return lyre_num_counted (base, a.n * factor, steps);
}

/* FACTOR > 0. */
static lyre_bit_num scale_up (lyre_circuit *g, lyre_bit_num a, int64_t factor) {
  int64_t base;
  if (a.counted && !__builtin_mul_overflow (a.base, factor, &base) &&
      (!a.n || factor <= MAX_STEPS / (int64_t) a.n))
    return repeat_steps (g, a, a.n ? (uint32_t) factor : 1, base);
  a = lyre_num_to_binary (g, a);
  lyre_bit_num sum = binary_const (g, 0);
  for (uint32_t i = 0; factor >> i; i++)
    if (factor >> i & 1)
      sum = add_binary (g, sum, shift (g, a, i), F);
  return sum;
}

lyre_bit_num lyre_num_scale (lyre_circuit *g, lyre_bit_num a, int64_t factor) {
  if (!factor)
    return lyre_num_const (0);
  if (factor == INT64_MIN)
    return lyre_num_mul (g, a, binary_const (g, factor));
  if (factor < 0)
    return lyre_num_neg (g, scale_up (g, a, -factor));
  return scale_up (g, a, factor);
}

/* A where BIT is true, else 0. */
static lyre_bit_num gated (lyre_circuit *g, lyre_bit_num a, lyre_bit bit) {
  lyre_bit *bits = new_bits (g, a.n);
  for (uint32_t i = 0; i < a.n; i++)
    bits[i] = lyre_bit_and (g, a.bits[i], bit);
  return lyre_num_binary (a.n, bits);
}

/* The sign of B weighs negatively. */
lyre_bit_num lyre_num_mul (lyre_circuit *g, lyre_bit_num a, lyre_bit_num b) {
  int64_t c;
  if (lyre_num_is_const (b, &c) && c > INT64_MIN)
    return lyre_num_scale (g, a, c);
  if (lyre_num_is_const (a, &c) && c > INT64_MIN)
    return lyre_num_scale (g, b, c);
  a = lyre_num_to_binary (g, a);
  b = lyre_num_to_binary (g, b);
  lyre_bit_num sum = binary_const (g, 0);
  for (uint32_t i = 0; i < b.n && !g->full; i++) {
    lyre_bit_num part = shift (g, gated (g, a, b.bits[i]), i);
    if (i + 1 < b.n)
      sum = add_binary (g, sum, part, F);
    else
      sum = add_binary (g, sum, invert (g, part), LYRE_BIT_TRUE);
  }
  return sum;
}

lyre_bit_num lyre_num_abs (lyre_circuit *g, lyre_bit_num a) {
  if (lyre_num_min (a) >= 0)
    return a;
  return lyre_num_ite (g, lyre_num_ge_const (g, a, 0), a, lyre_num_neg (g, a));
}

/* The span of both, if it is small enough to count. */
static bool common_span (lyre_bit_num a, lyre_bit_num b, int64_t *base,
                         uint32_t *n) {
  if (!a.counted || !b.counted)
    return false;
  int64_t low = a.base < b.base ? a.base : b.base;
  int64_t high =
      lyre_num_max (a) > lyre_num_max (b) ? lyre_num_max (a) : lyre_num_max (b);
  uint64_t span = (uint64_t) high - (uint64_t) low;
  *base = low;
  *n = (uint32_t) span;
  return span <= MAX_STEPS && high < INT64_MAX;
}

lyre_bit_num lyre_num_ite (lyre_circuit *g, lyre_bit c, lyre_bit_num a,
                           lyre_bit_num b) {
  int64_t base;
  uint32_t n;
  if (lyre_bit_is_constant (c))
    return c == LYRE_BIT_TRUE ? a : b;
  if (common_span (a, b, &base, &n)) {
    lyre_bit *steps = new_bits (g, n);
    for (uint32_t i = 0; i < n; i++)
      steps[i] = lyre_bit_mux (g, c, lyre_num_ge_const (g, a, base + i + 1),
                               lyre_num_ge_const (g, b, base + i + 1));
    return lyre_num_counted (base, n, steps);
  }
  a = lyre_num_to_binary (g, a);
  b = lyre_num_to_binary (g, b);
  n = a.n > b.n ? a.n : b.n;
  lyre_bit *bits = new_bits (g, n);
  for (uint32_t i = 0; i < n; i++)
    bits[i] = lyre_bit_mux (g, c, bit_at (a, i), bit_at (b, i));
  return lyre_num_binary (n, bits);
}

static lyre_bit_num free_binary (lyre_circuit *g, uint32_t n, lyre_bit sign) {
  lyre_bit *bits = new_bits (g, n + 1);
  for (uint32_t i = 0; i < n; i++)
    bits[i] = lyre_bit_free (g);
  bits[n] = sign;
  return lyre_num_binary (n + 1, bits);
}

/* Quotient and rest are free bits, pinned down by their definition: there are
 * exactly one of each for any A and B. */
void lyre_num_divide (lyre_circuit *g, lyre_bit_num a, lyre_bit_num b,
                      lyre_bit_num *quotient, lyre_bit_num *rest) {
  a = lyre_num_to_binary (g, a);
  lyre_bit_num wide = lyre_num_to_binary (g, b);
  uint32_t n = a.n > wide.n ? a.n : wide.n;
  lyre_bit_num q = free_binary (g, a.n, lyre_bit_free (g));
  lyre_bit_num r = free_binary (g, n, lyre_bit_free (g));
  lyre_bit zero = lyre_num_eq_const (g, b, 0);
  lyre_bit_num product = lyre_num_mul (g, q, b);
  lyre_bit usual = lyre_bit_and (
      g, lyre_num_eq (g, a, lyre_num_add (g, product, r)),
      lyre_bit_and (g, lyre_num_ge_const (g, r, 0),
                    lyre_bit_not (lyre_num_le (g, lyre_num_abs (g, b), r))));
  lyre_bit by_zero =
      lyre_bit_and (g, lyre_num_eq_const (g, q, 0), lyre_num_eq (g, r, a));
  lyre_circuit_require (g, lyre_bit_mux (g, zero, by_zero, usual));
  *quotient = q;
  *rest = r;
}

/* -------------------------------------------------------------- comparison */

lyre_bit lyre_num_ge_const (lyre_circuit *g, lyre_bit_num a, int64_t c) {
  if (c <= lyre_num_min (a) && c > INT64_MIN)
    return LYRE_BIT_TRUE;
  if (c > lyre_num_max (a))
    return F;
  if (a.counted)
    return a.bits[c - a.base - 1];
  return lyre_num_le (g, lyre_num_const (c), a);
}

static lyre_bit eq_binary (lyre_circuit *g, lyre_bit_num a, lyre_bit_num b) {
  uint32_t n = a.n > b.n ? a.n : b.n;
  lyre_bit all = LYRE_BIT_TRUE;
  for (uint32_t i = n; i-- > 0 && all != F;)
    all =
        lyre_bit_and (g, all, lyre_bit_same (g, bit_at (a, i), bit_at (b, i)));
  return all;
}

lyre_bit lyre_num_eq_const (lyre_circuit *g, lyre_bit_num a, int64_t c) {
  if (c < lyre_num_min (a) || c > lyre_num_max (a))
    return F;
  if (!a.counted)
    return eq_binary (g, a, binary_const (g, c));
  lyre_bit more = c < lyre_num_max (a) ? lyre_num_ge_const (g, a, c + 1) : F;
  return lyre_bit_and (g, lyre_num_ge_const (g, a, c), lyre_bit_not (more));
}

/* Whenever A reaches a value, B does. */
static lyre_bit le_counted (lyre_circuit *g, lyre_bit_num a, lyre_bit_num b) {
  lyre_bit all = LYRE_BIT_TRUE;
  for (int64_t k = 0; k <= a.n && all != F; k++) {
    lyre_bit x = k ? a.bits[k - 1] : LYRE_BIT_TRUE;
    all = lyre_bit_and (
        g, all, lyre_bit_implies (g, x, lyre_num_ge_const (g, b, a.base + k)));
  }
  return all;
}

/* From the lowest bit up: the highest difference decides, the sign the other
 * way round. */
static lyre_bit lt_binary (lyre_circuit *g, lyre_bit_num a, lyre_bit_num b) {
  uint32_t n = a.n > b.n ? a.n : b.n;
  lyre_bit less = F;
  for (uint32_t i = 0; i < n; i++) {
    lyre_bit x = bit_at (a, i), y = bit_at (b, i);
    lyre_bit decides = i + 1 < n ? y : x;
    less = lyre_bit_mux (g, lyre_bit_xor (g, x, y), decides, less);
  }
  return less;
}

lyre_bit lyre_num_le (lyre_circuit *g, lyre_bit_num a, lyre_bit_num b) {
  if (lyre_num_max (a) <= lyre_num_min (b) && lyre_num_max (a) < INT64_MAX &&
      lyre_num_min (b) > INT64_MIN)
    return LYRE_BIT_TRUE;
  if (lyre_num_min (a) > lyre_num_max (b))
    return F;
  if (a.counted && b.counted && lyre_num_max (a) < INT64_MAX)
    return le_counted (g, a, b);
  return lyre_bit_not (
      lt_binary (g, lyre_num_to_binary (g, b), lyre_num_to_binary (g, a)));
}

lyre_bit lyre_num_eq (lyre_circuit *g, lyre_bit_num a, lyre_bit_num b) {
  int64_t c;
  if (lyre_num_is_const (a, &c))
    return lyre_num_eq_const (g, b, c);
  if (lyre_num_is_const (b, &c))
    return lyre_num_eq_const (g, a, c);
  if (a.counted && b.counted)
    return lyre_bit_and (g, lyre_num_le (g, a, b), lyre_num_le (g, b, a));
  return eq_binary (g, lyre_num_to_binary (g, a), lyre_num_to_binary (g, b));
}
