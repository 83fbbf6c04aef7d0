#include "base/num.h"

#include <gmp.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/map.h"

/* Numbers of more than 63 bits are a sign and a magnitude, for GMP's mpn
 * functions. These allocate nothing that outlives them and never leave
 * through our escape.
 *
 *   w = address | 1 --> | n | negative | limb[0] ... limb[n-1] |
 *
 * The highest limb is not 0, and no number here would fit inline. */
struct big {
  uint32_t n;
  bool negative;
  mp_limb_t limb[];
};

enum { LIMB_BITS = 64 };
_Static_assert(GMP_NUMB_BITS == LIMB_BITS, "limbs are 64-bit words");
_Static_assert(sizeof (void *) <= sizeof (int64_t), "pointers fit a word");

#define SMALL_MIN (-((int64_t) 1 << 62))
#define SMALL_MAX (((int64_t) 1 << 62) - 1)

/* ----------------------------------------------------------- representation */

static int64_t small_value (lyre_int a) {
  return a.w >> 1; /* arithmetic with every compiler we know */
}

static lyre_int small (int64_t v) {
  return (lyre_int){v * 2};
}

static const struct big *big_of (lyre_int a) {
  return (const struct big *) (uintptr_t) (a.w - 1);
}

static uint64_t magnitude (int64_t v) {
  return v < 0 ? -(uint64_t) v : (uint64_t) v;
}

static int64_t with_sign (uint64_t m, bool negative) {
  return negative ? (int64_t) -m : (int64_t) m;
}

static bool fits_small (uint64_t m, bool negative) {
  return m <= (uint64_t) SMALL_MAX + negative;
}

static uint32_t bits_of_word (uint64_t m) {
  return m ? LIMB_BITS - (uint32_t) __builtin_clzll (m) : 0;
}

static struct big *new_big (lyre_arena *arena, size_t limbs) {
  size_t bytes = lyre_mul_size (arena->mem, limbs, sizeof (mp_limb_t));
  return lyre_arena_alloc (arena, sizeof (struct big) + bytes);
}

static mp_size_t without_high_zeros (const mp_limb_t *limbs, mp_size_t n) {
  while (n && !limbs[n - 1])
    n--;
  return n;
}

static uint64_t bits_of_limbs (const mp_limb_t *limbs, mp_size_t n) {
  return n ? (uint64_t) (n - 1) * LIMB_BITS + bits_of_word (limbs[n - 1]) : 0;
}

static void check_bits (lyre_arena *arena, uint64_t bits) {
  if (bits > LYRE_INT_MAX_BITS)
    lyre_mem_fail (arena->mem, LYRE_FAIL_TOO_LARGE);
}

/* Makes the canonical number of B's first N limbs. B is the only thing that
 * was allocated since the mark and is given back if the number is small. */
static lyre_int finish (lyre_arena *arena, lyre_mark before, struct big *b,
                        mp_size_t n, bool negative) {
  n = without_high_zeros (b->limb, n);
  if (n == 0 || (n == 1 && fits_small (b->limb[0], negative))) {
    int64_t v = n ? with_sign (b->limb[0], negative) : 0;
    lyre_arena_cut (arena, before);
    return small (v);
  }
  check_bits (arena, bits_of_limbs (b->limb, n));
  b->n = (uint32_t) n;
  b->negative = negative;
  return (lyre_int){(int64_t) (uintptr_t) b + 1};
}

static lyre_int from_limbs (lyre_arena *arena, const mp_limb_t *limbs,
                            mp_size_t n, bool negative) {
  lyre_mark before = lyre_arena_mark (arena);
  struct big *b = new_big (arena, (size_t) n);
  for (mp_size_t i = 0; i < n; i++)
    b->limb[i] = limbs[i];
  return finish (arena, before, b, n, negative);
}

static lyre_int from_word (lyre_arena *arena, uint64_t m, bool negative) {
  if (fits_small (m, negative))
    return small (with_sign (m, negative));
  return from_limbs (arena, &(mp_limb_t){m}, 1, negative);
}

/* Any number as sign and magnitude. A view may point into itself, so it stays
 * where it was made. Zero has no limbs. */
typedef struct {
  const mp_limb_t *limbs;
  mp_size_t n;
  bool negative;
  mp_limb_t word;
} view;

static void look (view *v, lyre_int a) {
  if (!lyre_int_is_small (a)) {
    const struct big *b = big_of (a);
    *v = (view){.limbs = b->limb, .n = b->n, .negative = b->negative};
    return;
  }
  int64_t value = small_value (a);
  v->word = magnitude (value);
  v->limbs = &v->word;
  v->n = value != 0;
  v->negative = value < 0;
}

static lyre_int from_view (lyre_arena *arena, const view *v, bool negative) {
  return from_limbs (arena, v->limbs, v->n, negative);
}

/* ------------------------------------------------------------- conversions */

lyre_int lyre_int_from (lyre_arena *arena, int64_t v) {
  return from_word (arena, magnitude (v), v < 0);
}

bool lyre_int_to_i64 (lyre_int a, int64_t *out) {
  if (lyre_int_is_small (a)) {
    *out = small_value (a);
    return true;
  }
  const struct big *b = big_of (a);
  if (b->n > 1 || b->limb[0] > (uint64_t) INT64_MAX + b->negative)
    return false;
  *out = with_sign (b->limb[0], b->negative);
  return true;
}

lyre_int lyre_int_copy (lyre_arena *arena, lyre_int a) {
  if (lyre_int_is_small (a))
    return a;
  const struct big *b = big_of (a);
  return from_limbs (arena, b->limb, b->n, b->negative);
}

/* An upper bound for the decimal digits of a number with that many bits. */
static uint64_t max_digits (uint64_t bits) {
  return bits * 30103 / 100000 + 1;
}

/* Space for that many digits: 10/3 bits each, and a limb that GMP wants. */
static size_t limbs_for_digits (size_t digits) {
  return digits * 10 / 3 / LIMB_BITS + 3;
}

/* The digits' values, without a '.' that may be among them. */
static size_t digit_values (const char *text, size_t len, unsigned char *out) {
  size_t n = 0;
  for (size_t i = 0; i < len; i++)
    if (text[i] != '.')
      out[n++] = (unsigned char) (text[i] - '0');
  return n;
}

static int64_t parse_small (const char *text, size_t len) {
  int64_t v = 0;
  for (size_t i = 0; i < len; i++)
    if (text[i] != '.')
      v = 10 * v + (text[i] - '0');
  return v;
}

/* The number that the digits give when a '.' among them is skipped. */
static lyre_int parse_digits (lyre_arena *arena, const char *text, size_t len,
                              bool negative) {
  for (; len && (*text == '0' || *text == '.'); text++)
    len--;
  if (len <= 18) {
    int64_t v = parse_small (text, len);
    return small (negative ? -v : v);
  }
  if (len > max_digits (LYRE_INT_MAX_BITS) + 1)
    lyre_mem_fail (arena->mem, LYRE_FAIL_TOO_LARGE);
  lyre_mark before = lyre_arena_mark (arena);
  struct big *b = new_big (arena, limbs_for_digits (len));
  lyre_mark temporary = lyre_arena_mark (arena);
  unsigned char *digits = lyre_arena_array (arena, unsigned char, len);
  size_t n_digits = digit_values (text, len, digits);
  mp_size_t n = mpn_set_str (b->limb, digits, n_digits, 10);
  lyre_arena_cut (arena, temporary);
  return finish (arena, before, b, n, negative);
}

lyre_int lyre_int_parse (lyre_arena *arena, const char *text, size_t len) {
  bool negative = len && *text == '-';
  return parse_digits (arena, text + negative, len - negative, negative);
}

static char *small_text (lyre_arena *arena, int64_t v) {
  char buffer[32];
  int len = snprintf (buffer, sizeof buffer, "%" PRId64, v);
  return lyre_arena_text (arena, buffer, (size_t) len);
}

/* Turns the values 0..9 into text and skips leading zeros. */
static char *values_to_text (char *text, size_t len) {
  for (size_t i = 0; i < len; i++)
    text[i] = (char) (text[i] + '0');
  text[len] = 0;
  while (len-- > 1 && *text == '0')
    text++;
  return text;
}

char *lyre_int_text (lyre_arena *arena, lyre_int a) {
  if (lyre_int_is_small (a))
    return small_text (arena, small_value (a));
  const struct big *b = big_of (a);
  size_t room = max_digits ((uint64_t) b->n * LIMB_BITS) + 1;
  char *text = lyre_arena_alloc (arena, room + 2); /* '-' and the final 0 */
  lyre_mark temporary = lyre_arena_mark (arena);
  mp_limb_t *limbs = lyre_arena_array (arena, mp_limb_t, b->n + 1);
  mpn_copyi (limbs, b->limb, b->n);
  size_t len = mpn_get_str ((unsigned char *) text + 1, 10, limbs, b->n);
  lyre_arena_cut (arena, temporary);
  text = values_to_text (text + 1, len);
  if (b->negative)
    *--text = '-';
  return text;
}

/* -------------------------------------------------------------- comparison */

int lyre_int_sign (lyre_int a) {
  if (lyre_int_is_small (a))
    return (a.w > 0) - (a.w < 0);
  return big_of (a)->negative ? -1 : 1;
}

static int compare_magnitudes (const struct big *a, const struct big *b) {
  if (a->n != b->n)
    return a->n < b->n ? -1 : 1;
  int order = mpn_cmp (a->limb, b->limb, a->n);
  return (order > 0) - (order < 0);
}

static int compare_bigs (const struct big *a, const struct big *b) {
  if (a->negative != b->negative)
    return a->negative ? -1 : 1;
  int order = compare_magnitudes (a, b);
  return a->negative ? -order : order;
}

int lyre_int_cmp (lyre_int a, lyre_int b) {
  bool a_small = lyre_int_is_small (a), b_small = lyre_int_is_small (b);
  if (a_small && b_small)
    return (a.w > b.w) - (a.w < b.w);
  if (a_small)
    return -lyre_int_sign (b);
  if (b_small)
    return lyre_int_sign (a);
  return compare_bigs (big_of (a), big_of (b));
}

bool lyre_int_eq (lyre_int a, lyre_int b) {
  if (lyre_int_is_small (a) || lyre_int_is_small (b))
    return a.w == b.w;
  return !compare_bigs (big_of (a), big_of (b));
}

static uint32_t hash_word (uint32_t h, uint64_t x) {
  return lyre_hash_mix (lyre_hash_mix (h, (uint32_t) x), (uint32_t) (x >> 32));
}

uint32_t lyre_int_hash (lyre_int a) {
  if (lyre_int_is_small (a))
    return hash_word (0, (uint64_t) a.w);
  const struct big *b = big_of (a);
  uint32_t h = 1 + b->negative;
  for (uint32_t i = 0; i < b->n; i++)
    h = hash_word (h, b->limb[i]);
  return h;
}

uint32_t lyre_int_bits (lyre_int a) {
  view v;
  look (&v, a);
  return (uint32_t) bits_of_limbs (v.limbs, v.n);
}

/* ----------------------------------------------- addition, multiplication */

/* |a| + |b| with this sign; a has at least as many limbs, b at least one. */
static lyre_int add_magnitudes (lyre_arena *arena, const view *a, const view *b,
                                bool negative) {
  lyre_mark before = lyre_arena_mark (arena);
  struct big *r = new_big (arena, (size_t) a->n + 1);
  r->limb[a->n] = mpn_add (r->limb, a->limbs, a->n, b->limbs, b->n);
  return finish (arena, before, r, a->n + 1, negative);
}

/* |a| - |b| with this sign, or the opposite one if that is negative; a has at
 * least as many limbs, b at least one. */
static lyre_int sub_magnitudes (lyre_arena *arena, const view *a, const view *b,
                                bool negative) {
  lyre_mark before = lyre_arena_mark (arena);
  struct big *r = new_big (arena, (size_t) a->n);
  if (a->n == b->n && mpn_cmp (a->limbs, b->limbs, a->n) < 0) {
    mpn_sub_n (r->limb, b->limbs, a->limbs, a->n);
    negative = !negative;
  } else {
    mpn_sub (r->limb, a->limbs, a->n, b->limbs, b->n);
  }
  return finish (arena, before, r, a->n, negative);
}

static lyre_int add_views (lyre_arena *arena, const view *a, const view *b) {
  if (a->n < b->n) {
    const view *swap = a;
    a = b;
    b = swap;
  }
  if (!b->n)
    return from_view (arena, a, a->negative);
  if (a->negative == b->negative)
    return add_magnitudes (arena, a, b, a->negative);
  return sub_magnitudes (arena, a, b, a->negative);
}

lyre_int lyre_int_add (lyre_arena *arena, lyre_int a, lyre_int b) {
  lyre_int sum;
  if (lyre_int_is_small (a) && lyre_int_is_small (b) &&
      !__builtin_add_overflow (a.w, b.w, &sum.w))
    return sum;
  view x, y;
  look (&x, a);
  look (&y, b);
  return add_views (arena, &x, &y);
}

lyre_int lyre_int_sub (lyre_arena *arena, lyre_int a, lyre_int b) {
  lyre_int difference;
  if (lyre_int_is_small (a) && lyre_int_is_small (b) &&
      !__builtin_sub_overflow (a.w, b.w, &difference.w))
    return difference;
  view x, y;
  look (&x, a);
  look (&y, b);
  y.negative = !y.negative;
  return add_views (arena, &x, &y);
}

static lyre_int mul_views (lyre_arena *arena, const view *a, const view *b) {
  if (!a->n || !b->n)
    return LYRE_INT_ZERO;
  /* The product has as many bits as both together, or one less. */
  check_bits (arena, bits_of_limbs (a->limbs, a->n) +
                         bits_of_limbs (b->limbs, b->n) - 1);
  lyre_mark before = lyre_arena_mark (arena);
  struct big *r = new_big (arena, (size_t) (a->n + b->n));
  if (a->n >= b->n)
    mpn_mul (r->limb, a->limbs, a->n, b->limbs, b->n);
  else
    mpn_mul (r->limb, b->limbs, b->n, a->limbs, a->n);
  return finish (arena, before, r, a->n + b->n, a->negative != b->negative);
}

lyre_int lyre_int_mul (lyre_arena *arena, lyre_int a, lyre_int b) {
  lyre_int product;
  if (lyre_int_is_small (a) && lyre_int_is_small (b) &&
      !__builtin_mul_overflow (small_value (a), b.w, &product.w))
    return product;
  view x, y;
  look (&x, a);
  look (&y, b);
  return mul_views (arena, &x, &y);
}

lyre_int lyre_int_neg (lyre_arena *arena, lyre_int a) {
  view v;
  if (lyre_int_is_small (a))
    return lyre_int_from (arena, -small_value (a));
  look (&v, a);
  return from_view (arena, &v, !v.negative);
}

lyre_int lyre_int_abs (lyre_arena *arena, lyre_int a) {
  if (lyre_int_sign (a) < 0)
    return lyre_int_neg (arena, a);
  return lyre_int_copy (arena, a);
}

/* ---------------------------------------------------------------- division */

static bool is_zero (const mp_limb_t *limbs, mp_size_t n) {
  return !without_high_zeros (limbs, n);
}

/* The quotient of the magnitudes, one more if it is inexact and UP holds, with
 * the sign of a / b. */
static lyre_int divide_views (lyre_arena *arena, const view *a, const view *b,
                              bool up) {
  bool negative = a->negative != b->negative;
  if (a->n < b->n)
    return from_word (arena, up && a->n, negative);
  mp_size_t n = a->n - b->n + 1;
  lyre_mark before = lyre_arena_mark (arena);
  struct big *q = new_big (arena, (size_t) n + 1);
  lyre_mark temporary = lyre_arena_mark (arena);
  mp_limb_t *r = lyre_arena_array (arena, mp_limb_t, (size_t) b->n);
  mpn_tdiv_qr (q->limb, r, 0, a->limbs, a->n, b->limbs, b->n);
  up = up && !is_zero (r, b->n);
  q->limb[n] = mpn_add_1 (q->limb, q->limb, n, up);
  lyre_arena_cut (arena, temporary);
  return finish (arena, before, q, n + 1, negative);
}

static lyre_int divide (lyre_arena *arena, lyre_int a, lyre_int b, bool up) {
  view x, y;
  look (&x, a);
  look (&y, b);
  return divide_views (arena, &x, &y, up);
}

lyre_int lyre_int_div (lyre_arena *arena, lyre_int a, lyre_int b) {
  LYRE_ASSERT (lyre_int_sign (b));
  if (!lyre_int_is_small (a) || !lyre_int_is_small (b))
    return divide (arena, a, b, lyre_int_sign (a) < 0);
  int64_t x = small_value (a), y = small_value (b);
  int64_t q = x / y;
  if (x % y < 0)
    q += y < 0 ? 1 : -1;
  return lyre_int_from (arena, q);
}

lyre_int lyre_int_floor_div (lyre_arena *arena, lyre_int a, lyre_int b) {
  LYRE_ASSERT (lyre_int_sign (b));
  bool negative = (lyre_int_sign (a) < 0) != (lyre_int_sign (b) < 0);
  if (!lyre_int_is_small (a) || !lyre_int_is_small (b))
    return divide (arena, a, b, negative);
  int64_t x = small_value (a), y = small_value (b);
  return lyre_int_from (arena, x / y - (negative && x % y));
}

/* |b| - r, for 0 < r < |b| in as many limbs; changes r. */
static void complement (mp_limb_t *r, const view *b) {
  mpn_sub_n (r, b->limbs, r, b->n);
}

static lyre_int mod_views (lyre_arena *arena, const view *a, const view *b) {
  lyre_mark before = lyre_arena_mark (arena);
  struct big *r = new_big (arena, (size_t) b->n);
  lyre_mark temporary = lyre_arena_mark (arena);
  if (a->n < b->n) {
    mpn_zero (r->limb, b->n);
    for (mp_size_t i = 0; i < a->n; i++)
      r->limb[i] = a->limbs[i];
  } else {
    mp_limb_t *q =
        lyre_arena_array (arena, mp_limb_t, (size_t) (a->n - b->n + 1));
    mpn_tdiv_qr (q, r->limb, 0, a->limbs, a->n, b->limbs, b->n);
  }
  lyre_arena_cut (arena, temporary);
  if (a->negative && !is_zero (r->limb, b->n))
    complement (r->limb, b);
  return finish (arena, before, r, b->n, false);
}

lyre_int lyre_int_mod (lyre_arena *arena, lyre_int a, lyre_int b) {
  LYRE_ASSERT (lyre_int_sign (b));
  if (!lyre_int_is_small (a) || !lyre_int_is_small (b)) {
    view x, y;
    look (&x, a);
    look (&y, b);
    return mod_views (arena, &x, &y);
  }
  int64_t y = small_value (b), r = small_value (a) % y;
  if (r < 0)
    r += y < 0 ? -y : y;
  return small (r);
}

static uint64_t gcd_words (uint64_t a, uint64_t b) {
  while (b) {
    uint64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

/* Writes the number without its factors of two; the number of limbs left. */
static mp_size_t odd_part (mp_limb_t *out, const view *v, mp_bitcnt_t twos) {
  mp_size_t skip = (mp_size_t) (twos / LIMB_BITS), n = v->n - skip;
  if (twos % LIMB_BITS)
    mpn_rshift (out, v->limbs + skip, n, twos % LIMB_BITS);
  else
    mpn_copyi (out, v->limbs + skip, n);
  return without_high_zeros (out, n);
}

/* Shifts N limbs, written TWOS / LIMB_BITS limbs up, the rest of the way. */
static mp_size_t put_back_twos (mp_limb_t *limbs, mp_size_t n,
                                mp_bitcnt_t twos) {
  mp_size_t skip = (mp_size_t) (twos / LIMB_BITS);
  if (skip)
    mpn_zero (limbs, skip);
  limbs += skip;
  limbs[n] = 0;
  if (twos % LIMB_BITS)
    limbs[n] = mpn_lshift (limbs, limbs, n, twos % LIMB_BITS);
  return skip + n + 1;
}

/* Neither is zero, and a has at least as many limbs. GMP wants one of its
 * arguments to be odd and destroys both. */
static lyre_int gcd_views (lyre_arena *arena, const view *a, const view *b) {
  if (b->n == 1)
    return from_word (arena, mpn_gcd_1 (a->limbs, a->n, b->limbs[0]), false);
  mp_bitcnt_t a_twos = mpn_scan1 (a->limbs, 0),
              b_twos = mpn_scan1 (b->limbs, 0);
  mp_bitcnt_t twos = a_twos < b_twos ? a_twos : b_twos;
  lyre_mark before = lyre_arena_mark (arena);
  struct big *r = new_big (arena, (size_t) b->n + 1);
  lyre_mark temporary = lyre_arena_mark (arena);
  mp_limb_t *x = lyre_arena_array (arena, mp_limb_t, (size_t) a->n);
  mp_limb_t *y = lyre_arena_array (arena, mp_limb_t, (size_t) b->n);
  mp_size_t x_n = odd_part (x, a, a_twos), y_n = odd_part (y, b, b_twos);
  mp_limb_t *odd = r->limb + twos / LIMB_BITS;
  mp_size_t n = x_n >= y_n ? mpn_gcd (odd, x, x_n, y, y_n)
                           : mpn_gcd (odd, y, y_n, x, x_n);
  lyre_arena_cut (arena, temporary);
  n = put_back_twos (r->limb, n, twos);
  return finish (arena, before, r, n, false);
}

lyre_int lyre_int_gcd (lyre_arena *arena, lyre_int a, lyre_int b) {
  view x, y;
  look (&x, a);
  look (&y, b);
  if (!x.n || !y.n)
    return lyre_int_abs (arena, x.n ? a : b);
  if (x.n == 1 && y.n == 1)
    return from_word (arena, gcd_words (*x.limbs, *y.limbs), false);
  if (x.n < y.n)
    return gcd_views (arena, &y, &x);
  return gcd_views (arena, &x, &y);
}

/* --------------------------------------------------------------- rationals */

/* Gives back what was made on the way if the result does not need it. */
static lyre_rat settle (lyre_arena *arena, lyre_mark before, lyre_rat r) {
  if (lyre_int_is_small (r.num) && lyre_int_is_small (r.den))
    lyre_arena_cut (arena, before);
  return r;
}

lyre_rat lyre_rat_from_int (lyre_int a) {
  return (lyre_rat){a, LYRE_INT_ONE};
}

lyre_rat lyre_rat_make (lyre_arena *arena, lyre_int num, lyre_int den) {
  LYRE_ASSERT (lyre_int_sign (den));
  lyre_mark before = lyre_arena_mark (arena);
  lyre_int g = lyre_int_gcd (arena, num, den);
  if (lyre_int_sign (den) < 0)
    g = lyre_int_neg (arena, g);
  lyre_rat r = {lyre_int_div (arena, num, g), lyre_int_div (arena, den, g)};
  return settle (arena, before, r);
}

static bool all_digits (const char *text, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (text[i] < '0' || text[i] > '9')
      return false;
  return len > 0;
}

static lyre_int power_of_ten (lyre_arena *arena, size_t exponent) {
  if (exponent > max_digits (LYRE_INT_MAX_BITS))
    lyre_mem_fail (arena->mem, LYRE_FAIL_TOO_LARGE);
  char *text = lyre_arena_alloc (arena, exponent + 1);
  memset (text, '0', exponent + 1);
  *text = '1';
  return lyre_int_parse (arena, text, exponent + 1);
}

/* The digits of a number, and where they are split. */
typedef struct {
  const char *text;
  size_t len, high, low; /* len = high + low, and 1 for the '.' or '/' */
  bool negative;
} numeral;

static bool is_separator (char c) {
  return c == '.' || c == '/';
}

static bool split_numeral (numeral *n, const char *text, size_t len) {
  n->negative = len && *text == '-';
  n->text = text + n->negative;
  n->len = len - n->negative;
  n->high = n->low = 0;
  while (n->high < n->len && !is_separator (n->text[n->high]))
    n->high++;
  if (!all_digits (n->text, n->high))
    return false;
  if (n->high == n->len)
    return true;
  n->low = n->len - n->high - 1;
  return all_digits (n->text + n->high + 1, n->low);
}

static lyre_int numerator (lyre_arena *arena, const numeral *n) {
  bool decimal = n->low && n->text[n->high] == '.';
  size_t len = decimal ? n->len : n->high;
  return parse_digits (arena, n->text, len, n->negative);
}

static lyre_int denominator (lyre_arena *arena, const numeral *n) {
  if (!n->low)
    return LYRE_INT_ONE;
  if (n->text[n->high] == '.')
    return power_of_ten (arena, n->low);
  return parse_digits (arena, n->text + n->high + 1, n->low, false);
}

bool lyre_rat_parse (lyre_arena *arena, const char *text, size_t len,
                     lyre_rat *out) {
  numeral n;
  if (!split_numeral (&n, text, len))
    return false;
  lyre_mark before = lyre_arena_mark (arena);
  lyre_int num = numerator (arena, &n), den = denominator (arena, &n);
  if (!lyre_int_sign (den))
    return false;
  *out = settle (arena, before, lyre_rat_make (arena, num, den));
  return true;
}

lyre_rat lyre_rat_copy (lyre_arena *arena, lyre_rat a) {
  lyre_int num = lyre_int_copy (arena, a.num);
  return (lyre_rat){num, lyre_int_copy (arena, a.den)};
}

lyre_rat lyre_rat_add (lyre_arena *arena, lyre_rat a, lyre_rat b) {
  if (lyre_rat_is_int (a) && lyre_rat_is_int (b))
    return lyre_rat_from_int (lyre_int_add (arena, a.num, b.num));
  lyre_mark before = lyre_arena_mark (arena);
  lyre_int x = lyre_int_mul (arena, a.num, b.den);
  lyre_int y = lyre_int_mul (arena, b.num, a.den);
  lyre_int num = lyre_int_add (arena, x, y);
  lyre_int den = lyre_int_mul (arena, a.den, b.den);
  return settle (arena, before, lyre_rat_make (arena, num, den));
}

lyre_rat lyre_rat_sub (lyre_arena *arena, lyre_rat a, lyre_rat b) {
  lyre_mark before = lyre_arena_mark (arena);
  lyre_rat minus_b = lyre_rat_neg (arena, b);
  return settle (arena, before, lyre_rat_add (arena, a, minus_b));
}

/* (a / f) * (b / g), where both divisions are exact. */
static lyre_int mul_reduced (lyre_arena *arena, lyre_int a, lyre_int f,
                             lyre_int b, lyre_int g) {
  lyre_int x = lyre_int_div (arena, a, f);
  lyre_int y = lyre_int_div (arena, b, g);
  return lyre_int_mul (arena, x, y);
}

/* Cancels crosswise first: then the products are in lowest terms. */
lyre_rat lyre_rat_mul (lyre_arena *arena, lyre_rat a, lyre_rat b) {
  if (lyre_rat_is_int (a) && lyre_rat_is_int (b))
    return lyre_rat_from_int (lyre_int_mul (arena, a.num, b.num));
  lyre_mark before = lyre_arena_mark (arena);
  lyre_int f = lyre_int_gcd (arena, a.num, b.den);
  lyre_int g = lyre_int_gcd (arena, b.num, a.den);
  lyre_rat r = {mul_reduced (arena, a.num, f, b.num, g),
                mul_reduced (arena, a.den, g, b.den, f)};
  return settle (arena, before, r);
}

static lyre_rat inverse (lyre_arena *arena, lyre_rat a) {
  lyre_int den = lyre_int_abs (arena, a.num);
  if (lyre_int_sign (a.num) < 0)
    return (lyre_rat){lyre_int_neg (arena, a.den), den};
  return (lyre_rat){a.den, den};
}

lyre_rat lyre_rat_div (lyre_arena *arena, lyre_rat a, lyre_rat b) {
  LYRE_ASSERT (lyre_rat_sign (b));
  lyre_mark before = lyre_arena_mark (arena);
  lyre_rat r = lyre_rat_mul (arena, a, inverse (arena, b));
  return settle (arena, before, r);
}

lyre_rat lyre_rat_neg (lyre_arena *arena, lyre_rat a) {
  lyre_int num = lyre_int_neg (arena, a.num);
  return (lyre_rat){num, lyre_int_copy (arena, a.den)};
}

lyre_int lyre_rat_floor (lyre_arena *arena, lyre_rat a) {
  return lyre_int_floor_div (arena, a.num, a.den);
}

int lyre_rat_cmp (lyre_arena *scratch, lyre_rat a, lyre_rat b) {
  int a_sign = lyre_rat_sign (a), b_sign = lyre_rat_sign (b);
  if (a_sign != b_sign)
    return a_sign < b_sign ? -1 : 1;
  if (lyre_int_eq (a.den, b.den))
    return lyre_int_cmp (a.num, b.num);
  lyre_mark before = lyre_arena_mark (scratch);
  lyre_int x = lyre_int_mul (scratch, a.num, b.den);
  lyre_int y = lyre_int_mul (scratch, b.num, a.den);
  int order = lyre_int_cmp (x, y);
  lyre_arena_cut (scratch, before);
  return order;
}

int lyre_rat_sign (lyre_rat a) {
  return lyre_int_sign (a.num);
}

bool lyre_rat_eq (lyre_rat a, lyre_rat b) {
  return lyre_int_eq (a.num, b.num) && lyre_int_eq (a.den, b.den);
}

bool lyre_rat_is_int (lyre_rat a) {
  return a.den.w == LYRE_INT_ONE.w;
}
