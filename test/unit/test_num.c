/* Integers and rationals against GMP's mpz and mpq. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gmp.h>

#include "base/num.h"

/* ---------------------------------------------------------------- fixture */

static lyre_mem mem;
static lyre_arena arena;
static uint64_t seed;

static int setup (void **state) {
  (void) state;
  lyre_mem_init (&mem, NULL);
  lyre_arena_init (&arena, &mem);
  seed = 0x2545F4914F6CDD1Du;
  return 0;
}

static int teardown (void **state) {
  (void) state;
  lyre_arena_release (&arena);
  assert_int_equal (mem.used, 0);
  lyre_mem_release (&mem);
  return 0;
}

static uint64_t random_word (void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

static uint32_t below (uint32_t n) {
  return (uint32_t) (random_word () >> 32) % n;
}

/* Runs F and says how it ended. */
static lyre_fail attempt (void (*f) (void *), void *arg) {
  jmp_buf escape;
  lyre_fail why = LYRE_FAIL_TOO_LARGE;
  mem.escape = &escape;
  switch (setjmp (escape)) {
  case LYRE_FAIL_NONE:
    f (arg);
    why = LYRE_FAIL_NONE;
    break;
  case LYRE_FAIL_SYSTEM:
    why = LYRE_FAIL_SYSTEM;
    break;
  case LYRE_FAIL_LIMIT:
    why = LYRE_FAIL_LIMIT;
    break;
  }
  mem.escape = NULL;
  return why;
}

/* -------------------------------------------------------- values to try */

static lyre_int from_mpz (const mpz_t z) {
  char *text = mpz_get_str (NULL, 10, z);
  lyre_int a = lyre_int_parse (&arena, text, strlen (text));
  free (text);
  return a;
}

static bool fits_63_bits (const mpz_t z) {
  mpz_t t;
  mpz_init_set (t, z);
  if (mpz_sgn (t) < 0)
    mpz_add_ui (t, t, 1);
  bool fits = mpz_sizeinbase (t, 2) <= 62;
  mpz_clear (t);
  return fits;
}

/* A is Z, in canonical form. */
static void expect_int (lyre_int a, const mpz_t z) {
  char *text = mpz_get_str (NULL, 10, z);
  assert_string_equal (lyre_int_text (&arena, a), text);
  free (text);
  assert_int_equal (lyre_int_is_small (a), fits_63_bits (z));
  assert_int_equal (lyre_int_sign (a), mpz_sgn (z));
  uint32_t bits = mpz_sgn (z) ? (uint32_t) mpz_sizeinbase (z, 2) : 0;
  assert_int_equal (lyre_int_bits (a), bits);
}

static void expect_rat (lyre_rat a, const mpq_t q) {
  expect_int (a.num, mpq_numref (q));
  expect_int (a.den, mpq_denref (q));
}

enum { N_EXPONENTS = 13, N_BOUNDARY = 2 * 5 * N_EXPONENTS };

/* 2^e + d and its negation, for d in -2..2. */
static void boundary (mpz_t z, uint32_t i) {
  static const unsigned exponents[N_EXPONENTS] = {0,  2,  31,  32,  61,  62, 63,
                                                  64, 65, 126, 127, 128, 192};
  mpz_set_ui (z, 1);
  mpz_mul_2exp (z, z, exponents[i / 10]);
  long d = (long) (i % 10 / 2) - 2;
  if (d < 0)
    mpz_sub_ui (z, z, (unsigned long) -d);
  else
    mpz_add_ui (z, z, (unsigned long) d);
  if (i & 1)
    mpz_neg (z, z);
}

/* Random limbs, some of them with long runs of equal bits. */
static uint64_t random_limb (void) {
  switch (below (4)) {
  case 0:
    return 0;
  case 1:
    return UINT64_MAX;
  case 2:
    return UINT64_MAX << below (64);
  default:
    return random_word ();
  }
}

static void random_big (mpz_t z, uint32_t max_limbs) {
  mpz_set_ui (z, 0);
  for (uint32_t n = 1 + below (max_limbs); n; n--) {
    mpz_mul_2exp (z, z, 64);
    mpz_add_ui (z, z, random_limb ());
  }
  mpz_fdiv_q_2exp (z, z, below (64));
}

static void random_mpz (mpz_t z) {
  switch (below (5)) {
  case 0:
    mpz_set_si (z, (long) below (41) - 20);
    break;
  case 1:
    boundary (z, below (N_BOUNDARY));
    break;
  case 2:
    mpz_set_si (z, (long) random_word () >> below (64));
    break;
  case 3:
    random_big (z, 4);
    break;
  default:
    random_big (z, 40);
    break;
  }
  if (below (2))
    mpz_neg (z, z);
}

/* ------------------------------------------------------ binary operations */

/* Rounds like SMT-LIB: the remainder is not negative. */
static void euclid (mpz_t q, mpz_t r, const mpz_t a, const mpz_t b) {
  if (mpz_sgn (b) > 0)
    mpz_fdiv_qr (q, r, a, b);
  else
    mpz_cdiv_qr (q, r, a, b);
}

static void check_division (lyre_int a, lyre_int b, const mpz_t x,
                            const mpz_t y) {
  mpz_t q, r;
  mpz_inits (q, r, NULL);
  euclid (q, r, x, y);
  expect_int (lyre_int_div (&arena, a, b), q);
  expect_int (lyre_int_mod (&arena, a, b), r);
  mpz_fdiv_q (q, x, y);
  expect_int (lyre_int_floor_div (&arena, a, b), q);
  mpz_clears (q, r, NULL);
}

static void check_order (lyre_int a, lyre_int b, const mpz_t x, const mpz_t y) {
  int order = mpz_cmp (x, y);
  order = (order > 0) - (order < 0);
  assert_int_equal (lyre_int_cmp (a, b), order);
  assert_int_equal (lyre_int_eq (a, b), !order);
  if (!order)
    assert_int_equal (lyre_int_hash (a), lyre_int_hash (b));
}

static void check_pair (const mpz_t x, const mpz_t y) {
  lyre_int a = from_mpz (x), b = from_mpz (y);
  mpz_t z;
  mpz_init (z);
  mpz_add (z, x, y);
  expect_int (lyre_int_add (&arena, a, b), z);
  mpz_sub (z, x, y);
  expect_int (lyre_int_sub (&arena, a, b), z);
  mpz_mul (z, x, y);
  expect_int (lyre_int_mul (&arena, a, b), z);
  mpz_gcd (z, x, y);
  expect_int (lyre_int_gcd (&arena, a, b), z);
  if (mpz_sgn (y))
    check_division (a, b, x, y);
  check_order (a, b, x, y);
  expect_int (a, x);
  expect_int (b, y);
  mpz_clear (z);
  lyre_arena_clear (&arena);
}

static void all_boundary_pairs (void **state) {
  (void) state;
  mpz_t x, y;
  mpz_inits (x, y, NULL);
  for (uint32_t i = 0; i < N_BOUNDARY; i++)
    for (uint32_t j = 0; j < N_BOUNDARY; j++) {
      boundary (x, i);
      boundary (y, j);
      check_pair (x, y);
    }
  mpz_clears (x, y, NULL);
}

static void all_tiny_pairs (void **state) {
  (void) state;
  mpz_t x, y;
  mpz_inits (x, y, NULL);
  for (int i = -12; i <= 12; i++)
    for (int j = -12; j <= 12; j++) {
      mpz_set_si (x, i);
      mpz_set_si (y, j);
      check_pair (x, y);
    }
  mpz_clears (x, y, NULL);
}

static void random_pairs (void **state) {
  (void) state;
  mpz_t x, y;
  mpz_inits (x, y, NULL);
  for (uint32_t i = 0; i < 20000; i++) {
    random_mpz (x);
    random_mpz (y);
    check_pair (x, y);
  }
  mpz_clears (x, y, NULL);
}

/* Common factors, and powers of two among them, make gcd interesting. */
static void pairs_with_common_factors (void **state) {
  (void) state;
  mpz_t x, y, f;
  mpz_inits (x, y, f, NULL);
  for (uint32_t i = 0; i < 5000; i++) {
    random_mpz (x);
    random_mpz (y);
    random_mpz (f);
    mpz_mul_2exp (f, f, below (200));
    mpz_mul (x, x, f);
    mpz_mul (y, y, f);
    mpz_mul_2exp (x, x, below (200));
    check_pair (x, y);
  }
  mpz_clears (x, y, f, NULL);
}

/* GMP changes its algorithms with the size. */
static void long_pairs (void **state) {
  (void) state;
  mpz_t x, y;
  mpz_inits (x, y, NULL);
  for (uint32_t i = 0; i < 30; i++) {
    random_big (x, 3000);
    random_big (y, i & 1 ? 3000 : 300);
    check_pair (x, y);
  }
  mpz_clears (x, y, NULL);
}

/* ------------------------------------------------------- unary operations */

static void check_single (const mpz_t x) {
  lyre_int a = from_mpz (x);
  mpz_t z;
  mpz_init (z);
  expect_int (a, x);
  mpz_neg (z, x);
  expect_int (lyre_int_neg (&arena, a), z);
  mpz_abs (z, x);
  expect_int (lyre_int_abs (&arena, a), z);
  expect_int (lyre_int_copy (&arena, a), x);
  int64_t v = 0;
  assert_int_equal (lyre_int_to_i64 (a, &v), mpz_fits_slong_p (x));
  if (mpz_fits_slong_p (x)) {
    assert_int_equal (v, mpz_get_si (x));
    assert_true (lyre_int_eq (lyre_int_from (&arena, v), a));
    expect_int (lyre_int_from (&arena, v), x);
  }
  mpz_clear (z);
  lyre_arena_clear (&arena);
}

static void singles (void **state) {
  (void) state;
  mpz_t x;
  mpz_init (x);
  for (uint32_t i = 0; i < N_BOUNDARY; i++) {
    boundary (x, i);
    check_single (x);
  }
  for (uint32_t i = 0; i < 20000; i++) {
    random_mpz (x);
    check_single (x);
  }
  mpz_clear (x);
}

static void the_smallest_inline_number (void **state) {
  (void) state;
  lyre_int a = lyre_int_from (&arena, -((int64_t) 1 << 62));
  lyre_int minus_a = lyre_int_neg (&arena, a);
  assert_true (lyre_int_is_small (a));
  assert_false (lyre_int_is_small (minus_a));
  assert_string_equal (lyre_int_text (&arena, minus_a), "4611686018427387904");
  assert_true (lyre_int_eq (lyre_int_neg (&arena, minus_a), a));
  assert_true (lyre_int_eq (lyre_int_abs (&arena, a), minus_a));
  assert_true (lyre_int_eq (lyre_int_gcd (&arena, a, a), minus_a));
  assert_true (lyre_int_eq (lyre_int_gcd (&arena, a, LYRE_INT_ZERO), minus_a));
  lyre_int minus_one = lyre_int_from (&arena, -1);
  assert_true (lyre_int_eq (lyre_int_div (&arena, a, minus_one), minus_a));
  assert_true (lyre_int_eq (lyre_int_mul (&arena, a, minus_one), minus_a));
  assert_true (
      lyre_int_eq (lyre_int_floor_div (&arena, a, minus_one), minus_a));
}

static void expect_parsed (const char *text, const char *canonical) {
  lyre_int a = lyre_int_parse (&arena, text, strlen (text));
  assert_string_equal (lyre_int_text (&arena, a), canonical);
}

static void texts (void **state) {
  (void) state;
  expect_parsed ("0", "0");
  expect_parsed ("-0", "0");
  expect_parsed ("000000000000000000000000000000000000", "0");
  expect_parsed ("-000000000000000000000000000000000017", "-17");
  expect_parsed ("999999999999999999", "999999999999999999");
  expect_parsed ("1000000000000000000", "1000000000000000000");
  expect_parsed ("9223372036854775808", "9223372036854775808");
  expect_parsed ("-9223372036854775809", "-9223372036854775809");
  /* Only the given length is read. */
  assert_int_equal (lyre_int_parse (&arena, "123", 2).w, 24);
}

static void powers_of_ten (void **state) {
  (void) state;
  char text[402];
  for (uint32_t n = 1; n <= 400; n++) {
    memset (text, '9', n);
    text[n] = 0;
    lyre_int a = lyre_int_parse (&arena, text, n);
    assert_string_equal (lyre_int_text (&arena, a), text);
    a = lyre_int_add (&arena, a, LYRE_INT_ONE);
    memset (text, '0', n + 1);
    text[0] = '1';
    text[n + 1] = 0;
    assert_string_equal (lyre_int_text (&arena, a), text);
  }
}

static void algebra (void **state) {
  (void) state;
  mpz_t z;
  mpz_init (z);
  for (uint32_t i = 0; i < 5000; i++) {
    random_mpz (z);
    lyre_int a = from_mpz (z);
    random_mpz (z);
    lyre_int b = from_mpz (z);
    random_mpz (z);
    lyre_int c = from_mpz (z);
    lyre_int ab = lyre_int_mul (&arena, a, b), ac = lyre_int_mul (&arena, a, c);
    lyre_int sum = lyre_int_add (&arena, b, c);
    assert_true (lyre_int_eq (lyre_int_add (&arena, ab, ac),
                              lyre_int_mul (&arena, a, sum)));
    assert_true (lyre_int_eq (lyre_int_sub (&arena, sum, c), b));
    if (!lyre_int_sign (b))
      continue;
    lyre_int q = lyre_int_div (&arena, a, b), r = lyre_int_mod (&arena, a, b);
    lyre_int bq = lyre_int_mul (&arena, b, q);
    assert_true (lyre_int_eq (lyre_int_add (&arena, bq, r), a));
    assert_true (lyre_int_sign (r) >= 0);
    assert_true (lyre_int_cmp (r, lyre_int_abs (&arena, b)) < 0);
    assert_true (lyre_int_eq (lyre_int_div (&arena, ab, b), a));
    lyre_arena_clear (&arena);
  }
  mpz_clear (z);
}

static void hashes_spread (void **state) {
  (void) state;
  uint32_t seen[256] = {0};
  for (int64_t i = -2048; i < 2048; i++)
    seen[lyre_int_hash (lyre_int_from (&arena, i)) & 255]++;
  for (uint32_t i = 0; i < 256; i++)
    assert_true (seen[i] < 64); /* 16 on average */
}

/* ------------------------------------------------------------ large numbers */

/* 2^bits - 1 by doubling; the way through decimal text would take long. */
static lyre_int all_ones (uint32_t bits) {
  lyre_int a = LYRE_INT_ZERO, two = lyre_int_from (&arena, 2);
  for (uint32_t bit = 1u << 31; bit; bit >>= 1) {
    a = lyre_int_mul (&arena, a, lyre_int_add (&arena, a, two));
    if (bits & bit)
      a = lyre_int_add (&arena, lyre_int_add (&arena, a, a), LYRE_INT_ONE);
  }
  return a;
}

struct binary {
  lyre_int (*op) (lyre_arena *, lyre_int, lyre_int);
  lyre_int a, b, result;
};

static void run_binary (void *arg) {
  struct binary *b = arg;
  b->result = b->op (&arena, b->a, b->b);
}

static lyre_fail try_binary (lyre_int (*op) (lyre_arena *, lyre_int, lyre_int),
                             lyre_int a, lyre_int b) {
  return attempt (run_binary, &(struct binary){.op = op, .a = a, .b = b});
}

static void the_largest_number (void **state) {
  (void) state;
  lyre_int max = all_ones (LYRE_INT_MAX_BITS), one = LYRE_INT_ONE;
  lyre_int min = lyre_int_neg (&arena, max), two = lyre_int_from (&arena, 2);
  assert_int_equal (lyre_int_bits (max), LYRE_INT_MAX_BITS);
  assert_int_equal (try_binary (lyre_int_add, max, one), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (try_binary (lyre_int_sub, min, one), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (try_binary (lyre_int_mul, max, two), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (try_binary (lyre_int_mul, max, max), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (try_binary (lyre_int_mul, max, one), LYRE_FAIL_NONE);
  assert_int_equal (try_binary (lyre_int_add, max, min), LYRE_FAIL_NONE);
  assert_int_equal (try_binary (lyre_int_div, max, two), LYRE_FAIL_NONE);
  lyre_int half = all_ones (LYRE_INT_MAX_BITS / 2);
  assert_int_equal (try_binary (lyre_int_mul, half, half), LYRE_FAIL_NONE);
}

/* Nothing is computed before the check. */
static void too_large_is_cheap (void **state) {
  (void) state;
  lyre_int a = all_ones (LYRE_INT_MAX_BITS);
  size_t before = mem.used;
  uint64_t allocations = mem.allocations;
  for (uint32_t i = 0; i < 100000; i++)
    assert_int_equal (try_binary (lyre_int_mul, a, a), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (mem.used, before);
  assert_int_equal (mem.allocations, allocations);
}

struct text {
  const char *text;
  size_t len;
};

static void run_parse (void *arg) {
  const struct text *t = arg;
  lyre_int_parse (&arena, t->text, t->len);
}

static void run_parse_rat (void *arg) {
  const struct text *t = arg;
  lyre_rat r;
  lyre_rat_parse (&arena, t->text, t->len, &r);
}

static void too_many_digits (void **state) {
  (void) state;
  const size_t n = 20000000;
  char *text = malloc (n);
  assert_non_null (text);
  memset (text, '7', n);
  struct text t = {text, n};
  assert_int_equal (attempt (run_parse, &t), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (mem.used, 0);
  t.len = 5050446; /* as many digits as the largest number, but larger */
  assert_int_equal (attempt (run_parse, &t), LYRE_FAIL_TOO_LARGE);
  t.len = 5050445;
  assert_int_equal (attempt (run_parse, &t), LYRE_FAIL_NONE);
  memset (text, '0', n - 1); /* leading zeros do not count */
  t.len = n;
  assert_int_equal (attempt (run_parse, &t), LYRE_FAIL_NONE);
  text[1] = '.';
  assert_int_equal (attempt (run_parse_rat, &t), LYRE_FAIL_TOO_LARGE);
  free (text);
}

/* ------------------------------------------------------- life and failure */

/* Results live in the arena that is passed, even when they equal an input. */
static void results_do_not_share (void **state) {
  (void) state;
  lyre_arena other;
  lyre_arena_init (&other, &mem);
  const char *text = "123456789012345678901234567890";
  lyre_int a = lyre_int_parse (&other, text, strlen (text));
  lyre_int larger = lyre_int_mul (&other, a, a), zero = LYRE_INT_ZERO;
  lyre_int same[] = {
      lyre_int_copy (&arena, a),
      lyre_int_abs (&arena, a),
      lyre_int_add (&arena, a, zero),
      lyre_int_sub (&arena, a, zero),
      lyre_int_mod (&arena, a, larger),
      lyre_int_div (&arena, a, LYRE_INT_ONE),
      lyre_int_gcd (&arena, a, zero),
      lyre_int_gcd (&arena, zero, a),
      lyre_int_gcd (&arena, a, larger),
      lyre_int_mul (&arena, a, LYRE_INT_ONE),
      lyre_rat_make (&arena, a, LYRE_INT_ONE).num,
      lyre_rat_copy (&arena, lyre_rat_from_int (a)).num,
  };
  lyre_arena_release (&other);
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
    assert_string_equal (lyre_int_text (&arena, same[i]), text);
}

/* What was needed on the way to a small result is given back. */
static void small_results_take_no_space (void **state) {
  (void) state;
  lyre_int a = all_ones (300);
  const char *start = lyre_arena_alloc (&arena, 1);
  for (uint32_t i = 0; i < 100; i++) {
    lyre_int_sub (&arena, a, a);
    lyre_int_div (&arena, a, a);
    lyre_int_mod (&arena, a, a);
    lyre_int_gcd (&arena, a, lyre_int_from (&arena, 7));
    lyre_rat_make (&arena, a, a);
  }
  const char *end = lyre_arena_alloc (&arena, 1);
  assert_true (end - start <= 64);
}

static void compute_something (void *arg) {
  (void) arg;
  lyre_int a = lyre_int_parse (&arena, "98765432109876543210", 20);
  for (uint32_t i = 0; i < 12; i++)
    a = lyre_int_mul (&arena, a, a);
  lyre_int b = lyre_int_add (&arena, a, LYRE_INT_ONE);
  lyre_int q = lyre_int_div (&arena, a, lyre_int_neg (&arena, b));
  lyre_int r = lyre_int_mod (&arena, a, b);
  lyre_rat x = lyre_rat_make (&arena, a, b);
  x = lyre_rat_add (&arena, x,
                    lyre_rat_make (&arena, r, lyre_int_gcd (&arena, a, b)));
  lyre_int_text (&arena, lyre_int_add (&arena, lyre_rat_floor (&arena, x), q));
}

static void every_allocation_can_fail (void **state) {
  (void) state;
  uint64_t n = 1;
  for (;; n++) {
    lyre_arena_release (&arena);
    mem.allocations = 0;
    mem.fail_at = n;
    lyre_fail why = attempt (compute_something, NULL);
    if (why == LYRE_FAIL_NONE)
      break;
    assert_int_equal (why, LYRE_FAIL_SYSTEM);
  }
  assert_true (n > 3);
}

/* ---------------------------------------------------------------- rationals */

static void random_mpq (mpq_t q) {
  random_mpz (mpq_numref (q));
  do
    random_mpz (mpq_denref (q));
  while (!mpz_sgn (mpq_denref (q)));
  if (!below (4))
    mpz_set_ui (mpq_denref (q), 1);
}

/* Makes the rational from parts that are not in lowest terms. */
static lyre_rat from_mpq (mpq_t q) {
  lyre_int num = from_mpz (mpq_numref (q)), den = from_mpz (mpq_denref (q));
  mpq_canonicalize (q);
  return lyre_rat_make (&arena, num, den);
}

static void check_rat_order (lyre_rat a, lyre_rat b, const mpq_t x,
                             const mpq_t y) {
  int order = mpq_cmp (x, y);
  order = (order > 0) - (order < 0);
  assert_int_equal (lyre_rat_cmp (&arena, a, b), order);
  assert_int_equal (lyre_rat_cmp (&arena, b, a), -order);
  assert_int_equal (lyre_rat_eq (a, b), !order);
}

static void check_rats (lyre_rat a, lyre_rat b, const mpq_t x, const mpq_t y) {
  mpq_t z;
  mpq_init (z);
  expect_rat (a, x);
  expect_rat (lyre_rat_copy (&arena, a), x);
  mpq_add (z, x, y);
  expect_rat (lyre_rat_add (&arena, a, b), z);
  mpq_sub (z, x, y);
  expect_rat (lyre_rat_sub (&arena, a, b), z);
  mpq_mul (z, x, y);
  expect_rat (lyre_rat_mul (&arena, a, b), z);
  mpq_neg (z, x);
  expect_rat (lyre_rat_neg (&arena, a), z);
  if (mpq_sgn (y)) {
    mpq_div (z, x, y);
    expect_rat (lyre_rat_div (&arena, a, b), z);
  }
  mpz_fdiv_q (mpq_numref (z), mpq_numref (x), mpq_denref (x));
  expect_int (lyre_rat_floor (&arena, a), mpq_numref (z));
  assert_int_equal (lyre_rat_sign (a), mpq_sgn (x));
  assert_int_equal (lyre_rat_is_int (a), !mpz_cmp_ui (mpq_denref (x), 1));
  mpq_clear (z);
  check_rat_order (a, b, x, y);
  check_rat_order (a, a, x, x);
}

static void random_rationals (void **state) {
  (void) state;
  mpq_t x, y;
  mpq_inits (x, y, NULL);
  for (uint32_t i = 0; i < 10000; i++) {
    random_mpq (x);
    random_mpq (y);
    lyre_rat a = from_mpq (x), b = from_mpq (y);
    check_rats (a, b, x, y);
    lyre_arena_clear (&arena);
  }
  mpq_clears (x, y, NULL);
}

static void tiny_rationals (void **state) {
  (void) state;
  mpq_t x, y;
  mpq_inits (x, y, NULL);
  for (int i = -6; i <= 6; i++)
    for (int j = 1; j <= 6; j++)
      for (int k = -6; k <= 6; k++)
        for (int l = 1; l <= 6; l++) {
          mpq_set_si (x, i, (unsigned long) j);
          mpq_set_si (y, k, (unsigned long) l);
          lyre_rat a = from_mpq (x), b = from_mpq (y);
          check_rats (a, b, x, y);
        }
  mpq_clears (x, y, NULL);
}

static void expect_rat_text (const char *text, const char *num,
                             const char *den) {
  lyre_rat r;
  assert_true (lyre_rat_parse (&arena, text, strlen (text), &r));
  assert_string_equal (lyre_int_text (&arena, r.num), num);
  assert_string_equal (lyre_int_text (&arena, r.den), den);
}

static void rational_texts (void **state) {
  (void) state;
  expect_rat_text ("12", "12", "1");
  expect_rat_text ("-12", "-12", "1");
  expect_rat_text ("0", "0", "1");
  expect_rat_text ("-0.0", "0", "1");
  expect_rat_text ("0/7", "0", "1");
  expect_rat_text ("-1.25", "-5", "4");
  expect_rat_text ("00.50", "1", "2");
  expect_rat_text ("3/4", "3", "4");
  expect_rat_text ("-30/40", "-3", "4");
  expect_rat_text ("1.000000000000000000000000000000", "1", "1");
  expect_rat_text ("0.000000000000000000000000000001", "1",
                   "1000000000000000000000000000000");
  expect_rat_text ("100000000000000000000/300000000000000000000", "1", "3");
  expect_rat_text ("12345678901234567890.5", "24691357802469135781", "2");
}

static void bad_rational_texts (void **state) {
  (void) state;
  static const char *const bad[] = {
      "",     "-",   ".",    "/",     "1.",    ".5",    "1/",  "/2",  "+1",
      "1/-2", "--1", "1..2", "1.2.3", "1/2/3", "1.2/3", "1e5", "1/0", "-1/00",
      " 1",   "1 ",  "0x10", "1.2e3", "1/2.5", "a",     "1a"};
  lyre_rat r;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_false (lyre_rat_parse (&arena, bad[i], strlen (bad[i]), &r));
  assert_false (lyre_rat_parse (&arena, "1\0", 2, &r));
  assert_false (lyre_rat_parse (&arena, "1\0005", 3, &r));
}

#define TEST(F) cmocka_unit_test_setup_teardown (F, setup, teardown)

int main (void) {
  const struct CMUnitTest tests[] = {
      TEST (all_tiny_pairs),
      TEST (all_boundary_pairs),
      TEST (random_pairs),
      TEST (pairs_with_common_factors),
      TEST (long_pairs),
      TEST (singles),
      TEST (the_smallest_inline_number),
      TEST (texts),
      TEST (powers_of_ten),
      TEST (algebra),
      TEST (hashes_spread),
      TEST (the_largest_number),
      TEST (too_large_is_cheap),
      TEST (too_many_digits),
      TEST (results_do_not_share),
      TEST (small_results_take_no_space),
      TEST (every_allocation_can_fail),
      TEST (random_rationals),
      TEST (tiny_rationals),
      TEST (rational_texts),
      TEST (bad_rational_texts),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
