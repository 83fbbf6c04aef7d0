#include "java/vm/terms.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "java/vm/internal.h"

typedef __int128 wide;

/* ------------------------------------------------------------------- terms */

static bool all_values (jvm *vm, uint32_t n, const lyre_term *ts) {
  for (uint32_t i = 0; i < n; i++)
    if (!lyre_term_is_value (vm->ctx, ts[i]))
      return false;
  return true;
}

/* A term that cannot be built (no memory) leaves through the escape. */
static lyre_term checked (jvm *vm, lyre_term t) {
  if (!t.id)
    lyre_mem_fail (vm->mem, LYRE_FAIL_LIMIT);
  return t;
}

lyre_term jt (jvm *vm, lyre_op op, uint32_t n, const lyre_term *ts) {
  lyre_term t = checked (vm, lyre_mk (vm->ctx, op, n, ts));
  if (all_values (vm, n, ts)) {
    lyre_term simple = lyre_simplify (vm->ctx, t);
    return simple.id ? simple : t;
  }
  return t;
}

lyre_term jt1 (jvm *vm, lyre_op op, lyre_term a) {
  return jt (vm, op, 1, &a);
}

lyre_term jt2 (jvm *vm, lyre_op op, lyre_term a, lyre_term b) {
  return jt (vm, op, 2, (lyre_term[]){a, b});
}

lyre_term jt3 (jvm *vm, lyre_op op, lyre_term a, lyre_term b, lyre_term c) {
  return jt (vm, op, 3, (lyre_term[]){a, b, c});
}

lyre_term jt_int (jvm *vm, int64_t i) {
  return checked (vm, lyre_mk_int (vm->ctx, i));
}

lyre_term jt_not (jvm *vm, lyre_term t) {
  if (lyre_term_op (vm->ctx, t) == LYRE_NOT)
    return lyre_term_arg (vm->ctx, t, 0);
  return jt1 (vm, LYRE_NOT, t);
}

bool jt_is_true (jvm *vm, lyre_term t) {
  bool b;
  return lyre_value_bool (vm->ctx, t, &b) && b;
}

bool jt_is_false (jvm *vm, lyre_term t) {
  bool b;
  return lyre_value_bool (vm->ctx, t, &b) && !b;
}

static lyre_term power (jvm *vm, unsigned exponent) {
  if (exponent < 63)
    return jt_int (vm, (int64_t) 1 << exponent);
  const char *text =
      exponent == 63 ? "9223372036854775808" : "18446744073709551616";
  return checked (vm, lyre_mk_int_text (vm->ctx, text, strlen (text)));
}

static bool is_bool (jvm *vm, lyre_term t) {
  return lyre_term_sort (vm->ctx, t).id == LYRE_BOOL.id;
}

/* --------------------------------------------------------------- intervals */

static const int64_t INT_LO = INT32_MIN, INT_HI = INT32_MAX;

void jvm_bound (jvm *vm, lyre_term t, int64_t lo, int64_t hi) {
  struct jvm_tables *tables = vm->tables;
  while (tables->intervals.len <= t.id)
    lyre_vec_push (vm->mem, &tables->intervals, ((jinterval){0}));
  jinterval *i = &tables->intervals.data[t.id];
  if (!i->is_known)
    *i = (jinterval){lo, hi, true};
  if (lo > i->lo)
    i->lo = lo;
  if (hi < i->hi)
    i->hi = hi;
}

/* What an operator can give, whatever its arguments. */
static jinterval by_operator (jvm *vm, lyre_term t) {
  int64_t v;
  switch (lyre_term_op (vm->ctx, t)) {
  case LYRE_VALUE:
    if (lyre_value_int64 (vm->ctx, t, &v))
      return (jinterval){v, v, true};
    break;
  case LYRE_STR_LEN: /* longer ones the library cannot represent */
    return (jinterval){0, 0x3FFFFFFF, true};
  case LYRE_STR_TO_CODE:
    return (jinterval){-1, 0xFFFF, true};
  case LYRE_STR_INDEXOF:
  case LYRE_STR_LAST_INDEXOF:
  case LYRE_STR_COUNT:
  case LYRE_STR_INDEXOF_RE:
    return (jinterval){-1, 0x3FFFFFFF, true};
  default:
    break;
  }
  return (jinterval){INT64_MIN, INT64_MAX, false};
}

static jinterval own_interval (jvm *vm, lyre_term t) {
  if (t.id < vm->tables->intervals.len &&
      vm->tables->intervals.data[t.id].is_known)
    return vm->tables->intervals.data[t.id];
  return by_operator (vm, t);
}

/* A condition (cmp T constant) or its negation narrows T. */
static void narrow_by (jvm *vm, lyre_term cond, lyre_term t, jinterval *i) {
  bool holds = true;
  if (lyre_term_op (vm->ctx, cond) == LYRE_NOT) {
    holds = false;
    cond = lyre_term_arg (vm->ctx, cond, 0);
  }
  if (lyre_term_n_args (vm->ctx, cond) != 2)
    return;
  lyre_op op = lyre_term_op (vm->ctx, cond);
  lyre_term a = lyre_term_arg (vm->ctx, cond, 0);
  lyre_term b = lyre_term_arg (vm->ctx, cond, 1);
  int64_t v;
  if (b.id == t.id) { /* constant op t: turn around */
    lyre_term swap = a;
    a = b;
    b = swap;
    op = op == LYRE_LE   ? LYRE_GE
         : op == LYRE_GE ? LYRE_LE
         : op == LYRE_LT ? LYRE_GT
         : op == LYRE_GT ? LYRE_LT
                         : op;
  }
  if (a.id != t.id || op < LYRE_EQ || !lyre_value_int64 (vm->ctx, b, &v))
    return;
  if (!holds)
    op = op == LYRE_LE   ? LYRE_GT
         : op == LYRE_GT ? LYRE_LE
         : op == LYRE_LT ? LYRE_GE
         : op == LYRE_GE ? LYRE_LT
                         : LYRE_VAR;
  if ((op == LYRE_LE || op == LYRE_EQ) && v < i->hi)
    i->hi = v;
  if (op == LYRE_LT && v > INT64_MIN && v - 1 < i->hi)
    i->hi = v - 1;
  if ((op == LYRE_GE || op == LYRE_EQ) && v > i->lo)
    i->lo = v;
  if (op == LYRE_GT && v < INT64_MAX && v + 1 > i->lo)
    i->lo = v + 1;
}

enum { LOOK_BACK = 64 }; /* conditions that are looked at for bounds */

void jvm_interval (jvm *vm, jstate *st, lyre_term t, int64_t *lo, int64_t *hi) {
  jinterval i = own_interval (vm, t);
  if (i.lo != i.hi && st) {
    unsigned n = 0;
    for (const jpath *p = st->path; p && n < LOOK_BACK; p = p->up, n++)
      narrow_by (vm, p->cond, t, &i);
  }
  if (i.lo > i.hi) /* a contradiction that nobody has noticed yet */
    i = own_interval (vm, t);
  *lo = i.lo;
  *hi = i.hi;
}

/* The same for a value; kinds have ranges of their own. */
static void value_interval (jvm *vm, jstate *st, jval v, int64_t *lo,
                            int64_t *hi) {
  if (!v.term) {
    *lo = *hi = v.kind == 'J' ? v.l : v.i;
    return;
  }
  if (is_bool (vm, jval_term (v))) {
    *lo = 0;
    *hi = 1;
    return;
  }
  jvm_interval (vm, st, jval_term (v), lo, hi);
  if (v.kind == 'I') {
    *lo = *lo < INT_LO ? INT_LO : *lo;
    *hi = *hi > INT_HI ? INT_HI : *hi;
  }
}

/* -------------------------------------------------------------- conversion */

lyre_term jvm_int_term (jvm *vm, jval v) {
  if (!v.term)
    return jt_int (vm, v.kind == 'J' ? v.l : v.i);
  lyre_term t = jval_term (v);
  if (!is_bool (vm, t))
    return t;
  t = jt3 (vm, LYRE_ITE, t, jt_int (vm, 1), jt_int (vm, 0));
  jvm_bound (vm, t, 0, 1);
  return t;
}

/* Every finite double is a decimal fraction; print it to the last digit. */
static lyre_term real_of (jvm *vm, double d) {
  char text[1500];
  int n = snprintf (text, sizeof text, "%.1080f", isfinite (d) ? d : 0.0);
  while (text[n - 1] == '0')
    n--;
  if (text[n - 1] == '.')
    n--;
  return checked (vm, lyre_mk_real_text (vm->ctx, text, (size_t) n));
}

lyre_term jvm_real_term (jvm *vm, jval v) {
  if (v.term)
    return jval_term (v);
  return real_of (vm, v.kind == 'F' ? (double) v.f : v.d);
}

lyre_term jvm_bool_term (jvm *vm, jval v) {
  if (!v.term)
    return lyre_mk_bool (vm->ctx, v.i != 0);
  lyre_term t = jval_term (v);
  if (is_bool (vm, t))
    return t;
  return jt_not (vm, jt2 (vm, LYRE_EQ, t, jt_int (vm, 0)));
}

jval jvm_int_value (jvm *vm, lyre_term t) {
  int64_t v;
  bool b;
  if (lyre_value_bool (vm->ctx, t, &b))
    return jint (b);
  if (lyre_value_int64 (vm->ctx, t, &v))
    return jint ((int32_t) v);
  return jterm ('I', t);
}

jval jvm_long_value (jvm *vm, lyre_term t) {
  int64_t v;
  if (lyre_value_int64 (vm->ctx, t, &v))
    return jlong (v);
  return jterm ('J', jvm_int_term (vm, jterm ('I', t)));
}

static jval number_value (jvm *vm, char kind, lyre_term t) {
  return kind == 'J' ? jvm_long_value (vm, t) : jvm_int_value (vm, t);
}

/* ---------------------------------------------------------------- wrapping */

/* A bound is remembered for a term on every path, so it may be remembered
 * only if it was found without looking at one (state NULL). */
static void remember (jvm *vm, lyre_term t, wide lo, wide hi) {
  if (lo >= INT64_MIN && hi <= INT64_MAX)
    jvm_bound (vm, t, (int64_t) lo, (int64_t) hi);
}

/* T modulo 2^bits, in the signed range; on this path T is in [lo, hi]. */
static lyre_term wrap (jvm *vm, lyre_term t, wide lo, wide hi, unsigned bits) {
  wide min = -((wide) 1 << (bits - 1)), max = -min - 1, all = (wide) 1 << bits;
  if (lo >= min && hi <= max)
    return t;
  lyre_term w = t, size = power (vm, bits);
  if (lo >= min - all && hi <= max + all) {
    if (hi > max)
      w = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_GT, t, jt_int (vm, (int64_t) max)),
               jt2 (vm, LYRE_SUB, t, size), w);
    if (lo < min)
      w = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_LT, t, jt_int (vm, (int64_t) min)),
               jt2 (vm, LYRE_ADD, t, size), w);
  } else {
    lyre_term half = power (vm, bits - 1);
    w = jt2 (vm, LYRE_INT_MOD, jt2 (vm, LYRE_ADD, t, half), size);
    w = jt2 (vm, LYRE_SUB, w, half);
    jvm_bound (vm, w, (int64_t) min, (int64_t) max);
  }
  return w;
}

static unsigned bits_of (char kind) {
  return kind == 'J' ? 64 : 32;
}

/* --------------------------------------------------- concrete arithmetic */

static int32_t int_op (jop op, int32_t a, int32_t b) {
  uint32_t x = (uint32_t) a, y = (uint32_t) b;
  switch (op) {
  case JOP_ADD:
    return (int32_t) (x + y);
  case JOP_SUB:
    return (int32_t) (x - y);
  case JOP_MUL:
    return (int32_t) (x * y);
  case JOP_DIV:
    return b == -1 ? (int32_t) (0 - x) : a / b;
  case JOP_REM:
    return b == -1 ? 0 : a % b;
  case JOP_SHL:
    return (int32_t) (x << (b & 31));
  case JOP_SHR:
    return a >> (b & 31);
  case JOP_USHR:
    return (int32_t) (x >> (b & 31));
  case JOP_AND:
    return a & b;
  case JOP_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

static int64_t long_op (jop op, int64_t a, int64_t b) {
  uint64_t x = (uint64_t) a, y = (uint64_t) b;
  switch (op) {
  case JOP_ADD:
    return (int64_t) (x + y);
  case JOP_SUB:
    return (int64_t) (x - y);
  case JOP_MUL:
    return (int64_t) (x * y);
  case JOP_DIV:
    return b == -1 ? (int64_t) (0 - x) : a / b;
  case JOP_REM:
    return b == -1 ? 0 : a % b;
  case JOP_SHL:
    return (int64_t) (x << (b & 63));
  case JOP_SHR:
    return a >> (b & 63);
  case JOP_USHR:
    return (int64_t) (x >> (b & 63));
  case JOP_AND:
    return a & b;
  case JOP_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

static double double_op (jop op, double a, double b) {
  switch (op) {
  case JOP_ADD:
    return a + b;
  case JOP_SUB:
    return a - b;
  case JOP_MUL:
    return a * b;
  case JOP_DIV:
    return a / b;
  default:
    return fmod (a, b);
  }
}

static float float_op (jop op, float a, float b) {
  switch (op) {
  case JOP_ADD:
    return a + b;
  case JOP_SUB:
    return a - b;
  case JOP_MUL:
    return a * b;
  case JOP_DIV:
    return a / b;
  default:
    return fmodf (a, b);
  }
}

/* -------------------------------------------------- symbolic: + - * / % */

static void mul_interval (wide a, wide b, wide c, wide d, wide *lo, wide *hi) {
  wide p[] = {a * c, a * d, b * c, b * d};
  *lo = *hi = p[0];
  for (int i = 1; i < 4; i++) {
    *lo = p[i] < *lo ? p[i] : *lo;
    *hi = p[i] > *hi ? p[i] : *hi;
  }
}

/* Java's quotient rounds towards zero, SMT-LIB's so that the remainder is not
 * negative; they agree where the dividend is not negative. */
static lyre_term quotient (jvm *vm, lyre_op op, lyre_term a, lyre_term b,
                           bool a_may_be_negative) {
  lyre_term straight = jt2 (vm, op, a, b);
  if (!a_may_be_negative)
    return straight;
  lyre_term minus = jt1 (vm, LYRE_NEG, jt2 (vm, op, jt1 (vm, LYRE_NEG, a), b));
  return jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_GE, a, jt_int (vm, 0)), straight,
              minus);
}

static jval divide (jvm *vm, jstate *st, jop op, jval x, jval y) {
  int64_t alo, ahi, blo, bhi;
  value_interval (vm, st, x, &alo, &ahi);
  value_interval (vm, st, y, &blo, &bhi);
  lyre_term a = jvm_int_term (vm, x), b = jvm_int_term (vm, y);
  lyre_term t =
      quotient (vm, op == JOP_DIV ? LYRE_INT_DIV : LYRE_INT_MOD, a, b, alo < 0);
  if (op == JOP_DIV) {
    wide most = -(wide) alo > ahi ? -(wide) alo : ahi;
    t = wrap (vm, t, -most,
              blo <= -1 && bhi >= -1  ? most
              : ahi > -(wide) alo - 1 ? ahi
                                      : -(wide) alo - 1,
              bits_of (x.kind));
  } else if (alo >= 0 && blo == bhi && blo > 0)
    remember (vm, t, 0, blo - 1); /* (mod a c) whatever a is */
  return number_value (vm, x.kind, t);
}

static void linear_range (jvm *vm, jstate *st, jop op, jval x, jval y, wide *lo,
                          wide *hi) {
  int64_t alo, ahi, blo, bhi;
  value_interval (vm, st, x, &alo, &ahi);
  value_interval (vm, st, y, &blo, &bhi);
  if (op == JOP_ADD) {
    *lo = (wide) alo + blo;
    *hi = (wide) ahi + bhi;
  } else if (op == JOP_SUB) {
    *lo = (wide) alo - bhi;
    *hi = (wide) ahi - blo;
  } else
    mul_interval (alo, ahi, blo, bhi, lo, hi);
}

static jval linear (jvm *vm, jstate *st, jop op, jval x, jval y) {
  static const lyre_op ops[] = {LYRE_ADD, LYRE_SUB, LYRE_MUL};
  wide lo, hi;
  lyre_term t = jt2 (vm, ops[op], jvm_int_term (vm, x), jvm_int_term (vm, y));
  linear_range (vm, NULL, op, x, y, &lo, &hi);
  remember (vm, t, lo, hi);
  linear_range (vm, st, op, x, y, &lo, &hi);
  return number_value (vm, x.kind, wrap (vm, t, lo, hi, bits_of (x.kind)));
}

/* --------------------------------------------------------- symbolic: bits */

/* X as an unsigned number of BITS bits. */
static lyre_term unsigned_term (jvm *vm, jval x) {
  int64_t lo, hi;
  value_interval (vm, NULL, x, &lo, &hi);
  lyre_term t = jvm_int_term (vm, x);
  if (lo >= 0)
    return t;
  return jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_LT, t, jt_int (vm, 0)),
              jt2 (vm, LYRE_ADD, t, power (vm, bits_of (x.kind))), t);
}

/* Back to signed. */
static jval signed_value (jvm *vm, lyre_term t, char kind, wide hi) {
  remember (vm, t, 0, hi);
  return number_value (vm, kind, wrap (vm, t, 0, hi, bits_of (kind)));
}

/* u & mask, one run of ones after the other: a run from FROM to TO (not
 * included) of an unsigned u is (u mod 2^to) - (u mod 2^from). */
static lyre_term mask_term (jvm *vm, lyre_term u, uint64_t mask,
                            unsigned bits) {
  lyre_term sum = jt_int (vm, 0);
  bool is_first = true;
  for (unsigned i = 0; i < bits;) {
    if (!(mask >> i & 1)) {
      i++;
      continue;
    }
    unsigned from = i;
    while (i < bits && mask >> i & 1)
      i++;
    lyre_term run = i == bits ? u : jt2 (vm, LYRE_INT_MOD, u, power (vm, i));
    if (from)
      run =
          jt2 (vm, LYRE_SUB, run, jt2 (vm, LYRE_INT_MOD, u, power (vm, from)));
    sum = is_first ? run : jt2 (vm, LYRE_ADD, sum, run);
    is_first = false;
  }
  return sum;
}

static jval mask_value (jvm *vm, jval x, uint64_t mask) {
  unsigned bits = bits_of (x.kind);
  int64_t lo, hi;
  value_interval (vm, NULL, x, &lo, &hi);
  if (bits == 32)
    mask &= 0xFFFFFFFFu;
  if (lo >= 0 && (mask & (mask + 1)) == 0 && (uint64_t) hi <= mask)
    return x; /* all its bits are kept */
  lyre_term t = mask_term (vm, unsigned_term (vm, x), mask, bits);
  wide most = mask;
  if (lo >= 0 && hi < most)
    most = hi;
  return signed_value (vm, t, x.kind, most);
}

/* Both are 0 or 1: booleans. */
static bool is_bit (jvm *vm, jval v) {
  int64_t lo, hi;
  value_interval (vm, NULL, v, &lo, &hi);
  return lo >= 0 && hi <= 1;
}

static jval bool_op (jvm *vm, jop op, jval x, jval y) {
  lyre_op how = op == JOP_AND ? LYRE_AND : op == JOP_OR ? LYRE_OR : LYRE_XOR;
  return jvm_int_value (
      vm, jt2 (vm, how, jvm_bool_term (vm, x), jvm_bool_term (vm, y)));
}

/* x | c = x + c - (x & c);  x ^ c = x + c - 2 (x & c), on unsigned numbers. */
static jval with_mask (jvm *vm, jop op, jval x, uint64_t c) {
  unsigned bits = bits_of (x.kind);
  if (bits == 32)
    c &= 0xFFFFFFFFu;
  if (op == JOP_AND)
    return mask_value (vm, x, c);
  if (!c)
    return x;
  lyre_term u = unsigned_term (vm, x);
  lyre_term both = mask_term (vm, u, c, bits);
  if (op == JOP_XOR)
    both = jt2 (vm, LYRE_MUL, jt_int (vm, 2), both);
  char text[24];
  int n = snprintf (text, sizeof text, "%llu", (unsigned long long) c);
  lyre_term constant =
      checked (vm, lyre_mk_int_text (vm->ctx, text, (size_t) n));
  lyre_term t = jt2 (vm, LYRE_SUB, jt2 (vm, LYRE_ADD, u, constant), both);
  wide all = ((wide) 1 << bits) - 1, most = all;
  int64_t lo, hi;
  value_interval (vm, NULL, x, &lo, &hi);
  if (lo >= 0) { /* no bit above the higher of the two */
    uint64_t m = (uint64_t) hi | c;
    for (unsigned k = 1; k < 64; k *= 2)
      m |= m >> k;
    most = (wide) m < all ? (wide) m : all;
  }
  return signed_value (vm, t, x.kind, most);
}

/* Two unknown operands: bit by bit over the bits that they can have. */
static jval bit_by_bit (jvm *vm, jop op, jval x, jval y) {
  unsigned bits = bits_of (x.kind);
  int64_t alo, ahi, blo, bhi;
  value_interval (vm, NULL, x, &alo, &ahi);
  value_interval (vm, NULL, y, &blo, &bhi);
  if (alo >= 0 && blo >= 0) {
    uint64_t m = (uint64_t) ahi | (uint64_t) bhi;
    for (bits = 1; m >> 1; m >>= 1)
      bits++;
  }
  lyre_term u = unsigned_term (vm, x), w = unsigned_term (vm, y);
  lyre_term sum = jt_int (vm, 0), two = jt_int (vm, 2), one = jt_int (vm, 1);
  for (unsigned i = 0; i < bits; i++) {
    lyre_term p = power (vm, i);
    lyre_term a =
        jt2 (vm, LYRE_EQ, one,
             jt2 (vm, LYRE_INT_MOD, jt2 (vm, LYRE_INT_DIV, u, p), two));
    lyre_term b =
        jt2 (vm, LYRE_EQ, one,
             jt2 (vm, LYRE_INT_MOD, jt2 (vm, LYRE_INT_DIV, w, p), two));
    lyre_op how = op == JOP_AND ? LYRE_AND : op == JOP_OR ? LYRE_OR : LYRE_XOR;
    sum = jt2 (vm, LYRE_ADD, sum,
               jt3 (vm, LYRE_ITE, jt2 (vm, how, a, b), p, jt_int (vm, 0)));
  }
  return signed_value (vm, sum, x.kind, ((wide) 1 << bits) - 1);
}

static jval bitwise (jvm *vm, jop op, jval x, jval y) {
  if (is_bit (vm, x) && is_bit (vm, y) && x.kind == 'I')
    return bool_op (vm, op, x, y);
  if (!y.term)
    return with_mask (vm, op, x,
                      (uint64_t) (x.kind == 'J' ? y.l : (int64_t) y.i));
  if (!x.term)
    return with_mask (vm, op, y,
                      (uint64_t) (x.kind == 'J' ? x.l : (int64_t) x.i));
  return bit_by_bit (vm, op, x, y);
}

static jval shift (jvm *vm, jstate *st, jop op, jval x, jval y) {
  unsigned bits = bits_of (x.kind);
  int64_t amount = y.i, lo, hi;
  if (y.term)
    amount = jvm_concretise (
        vm, st,
        jt2 (vm, LYRE_INT_MOD, jvm_int_term (vm, y), jt_int (vm, bits)));
  unsigned k = (unsigned) amount & (bits - 1);
  if (!k || st->end)
    return x;
  value_interval (vm, NULL, x, &lo, &hi);
  lyre_term p = power (vm, k), t = jvm_int_term (vm, x);
  if (op == JOP_SHL) {
    t = jt2 (vm, LYRE_MUL, p, t);
    wide size = (wide) 1 << k;
    remember (vm, t, lo * size, hi * size);
    t = wrap (vm, t, lo * size, hi * size, bits);
    return number_value (vm, x.kind, t);
  }
  if (op == JOP_USHR && lo < 0) {
    t = unsigned_term (vm, x);
    lo = 0;
    hi = bits == 32 ? UINT32_MAX >> k : (int64_t) (UINT64_MAX >> k);
  } else {
    lo >>= k;
    hi >>= k;
  }
  t = jt2 (vm, LYRE_INT_DIV, t, p);
  remember (vm, t, lo, hi);
  return number_value (vm, x.kind, t);
}

/* -------------------------------------------------------- symbolic: reals */

static bool is_finite (jval v) {
  return v.term || isfinite (v.kind == 'F' ? (double) v.f : v.d);
}

/* Terms have no NaN and no infinity. */
static bool reals_only (jstate *st, jval a, jval b) {
  st->is_inexact = true;
  if (is_finite (a) && is_finite (b))
    return true;
  jvm_end (st, JEND_UNSUPPORTED,
           "arithmetic of a symbolic number with NaN or infinity");
  return false;
}

static jval real_op (jvm *vm, jstate *st, jop op, jval x, jval y) {
  if (!reals_only (st, x, y))
    return x;
  lyre_term a = jvm_real_term (vm, x), b = jvm_real_term (vm, y);
  if (op == JOP_DIV || op == JOP_REM) {
    lyre_term zero = real_of (vm, 0);
    if (jvm_decide (vm, st, jt2 (vm, LYRE_EQ, b, zero))) {
      jvm_end (st, JEND_UNSUPPORTED, "division of symbolic numbers by 0.0");
      return x;
    }
  }
  lyre_op how = op == JOP_ADD   ? LYRE_ADD
                : op == JOP_SUB ? LYRE_SUB
                : op == JOP_MUL ? LYRE_MUL
                                : LYRE_REAL_DIV;
  lyre_term t = jt2 (vm, how, a, b);
  if (op == JOP_REM) { /* a - b * trunc (a / b) */
    lyre_term q = jt1 (vm, LYRE_TO_INT, t);
    lyre_term minus =
        jt1 (vm, LYRE_NEG, jt1 (vm, LYRE_TO_INT, jt1 (vm, LYRE_NEG, t)));
    q = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_GE, t, real_of (vm, 0)), q, minus);
    t = jt2 (vm, LYRE_SUB, a, jt2 (vm, LYRE_MUL, b, jt1 (vm, LYRE_TO_REAL, q)));
  }
  return jterm (x.kind, t);
}

/* --------------------------------------------------------------- interface */

static jval concrete_op (jop op, jval a, jval b) {
  switch (a.kind) {
  case 'I':
    return jint (int_op (op, a.i, b.i));
  case 'J':
    return jlong (long_op (
        op, a.l, op == JOP_SHL || op == JOP_SHR || op == JOP_USHR ? b.i : b.l));
  case 'F':
    return jfloat (float_op (op, a.f, b.f));
  default:
    return jdouble (double_op (op, a.d, b.d));
  }
}

/* A number that the path has pinned down. */
static jval pinned (jvm *vm, jstate *st, jval v) {
  int64_t lo, hi;
  if (!v.term || (v.kind != 'I' && v.kind != 'J'))
    return v;
  value_interval (vm, st, v, &lo, &hi);
  if (lo != hi)
    return v;
  return v.kind == 'J' ? jlong (lo) : jint ((int32_t) lo);
}

/* Bits that the path rules out need no terms: shifts that leave nothing, masks
 * that leave all. */
static bool trivial_bits (jvm *vm, jstate *st, jop op, jval a, jval b,
                          jval *r) {
  int64_t lo, hi;
  if (!a.term || b.term || (op != JOP_SHR && op != JOP_USHR && op != JOP_AND))
    return false;
  value_interval (vm, st, a, &lo, &hi);
  if (lo < 0)
    return false;
  if (op == JOP_AND) {
    uint64_t mask = (uint64_t) (b.kind == 'J' ? b.l : b.i);
    *r = a;
    return (mask & (mask + 1)) == 0 && (uint64_t) hi <= mask;
  }
  *r = a.kind == 'J' ? jlong (0) : jint (0);
  return !(hi >> (b.i & (a.kind == 'J' ? 63 : 31)));
}

jval jvm_binary (jvm *vm, jstate *st, jop op, jval a, jval b) {
  jval r;
  if (!a.term && !b.term)
    return concrete_op (op, a, b);
  if (a.kind == 'F' || a.kind == 'D')
    return real_op (vm, st, op, a, b);
  a = pinned (vm, st, a);
  b = pinned (vm, st, b);
  if (!a.term && !b.term)
    return concrete_op (op, a, b);
  if (trivial_bits (vm, st, op, a, b, &r))
    return r;
  switch (op) {
  case JOP_ADD:
  case JOP_SUB:
  case JOP_MUL:
    return linear (vm, st, op, a, b);
  case JOP_DIV:
  case JOP_REM:
    return divide (vm, st, op, a, b);
  case JOP_SHL:
  case JOP_SHR:
  case JOP_USHR:
    return shift (vm, st, op, a, b);
  default:
    return bitwise (vm, op, a, b);
  }
}

jval jvm_negate (jvm *vm, jstate *st, jval v) {
  if (v.term) {
    if (v.kind == 'F' || v.kind == 'D') {
      st->is_inexact = true;
      return jterm (v.kind, jt1 (vm, LYRE_NEG, jval_term (v)));
    }
    return jvm_binary (vm, st, JOP_SUB, v.kind == 'J' ? jlong (0) : jint (0),
                       v);
  }
  switch (v.kind) {
  case 'I':
    return jint ((int32_t) (0 - (uint32_t) v.i));
  case 'J':
    return jlong ((int64_t) (0 - (uint64_t) v.l));
  case 'F':
    return jfloat (-v.f);
  default:
    return jdouble (-v.d);
  }
}

/* Java's casts from floating point: NaN is 0, the rest saturates. */
static int32_t to_int (double d) {
  return isnan (d)            ? 0
         : d >= 2147483647.0  ? INT32_MAX
         : d <= -2147483648.0 ? INT32_MIN
                              : (int32_t) d;
}

static int64_t to_long (double d) {
  return isnan (d)                     ? 0
         : d >= 9223372036854775807.0  ? INT64_MAX
         : d <= -9223372036854775808.0 ? INT64_MIN
                                       : (int64_t) d;
}

static jval convert_concrete (jval v, char to) {
  double d = v.kind == 'F' ? (double) v.f : v.kind == 'D' ? v.d : 0;
  bool is_real = v.kind == 'F' || v.kind == 'D';
  int64_t l = v.kind == 'I' ? v.i : v.l;
  switch (to) {
  case 'I':
    return jint (is_real ? to_int (d) : (int32_t) l);
  case 'J':
    return jlong (is_real ? to_long (d) : l);
  case 'F':
    return jfloat (is_real ? (float) d : (float) l);
  case 'D':
    return jdouble (is_real ? d : (double) l);
  case 'B':
    return jint ((int8_t) l);
  case 'C':
    return jint ((uint16_t) l);
  case 'Z':
    return jint (l & 1);
  default:
    return jint ((int16_t) l);
  }
}

/* A term of sort Real to an integer: towards zero, saturating. */
static jval real_to_int (jvm *vm, jstate *st, jval v, char to) {
  st->is_inexact = true;
  lyre_term r = jval_term (v);
  lyre_term minus =
      jt1 (vm, LYRE_NEG, jt1 (vm, LYRE_TO_INT, jt1 (vm, LYRE_NEG, r)));
  lyre_term t = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_GE, r, real_of (vm, 0)),
                     jt1 (vm, LYRE_TO_INT, r), minus);
  lyre_term lo = jt_int (vm, to == 'J' ? INT64_MIN : INT32_MIN);
  lyre_term hi = jt_int (vm, to == 'J' ? INT64_MAX : INT32_MAX);
  t = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_LT, t, lo), lo,
           jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_GT, t, hi), hi, t));
  if (to != 'J')
    jvm_bound (vm, t, INT32_MIN, INT32_MAX);
  return number_value (vm, to, t);
}

static jval narrow (jvm *vm, jval v, char to) {
  int64_t lo, hi;
  value_interval (vm, NULL, v, &lo, &hi);
  lyre_term t = jvm_int_term (vm, v);
  if (to == 'C') {
    if (lo >= 0 && hi <= 0xFFFF)
      return jvm_int_value (vm, t);
    t = jt2 (vm, LYRE_INT_MOD, t, jt_int (vm, 0x10000));
    jvm_bound (vm, t, 0, 0xFFFF);
    return jvm_int_value (vm, t);
  }
  unsigned bits = to == 'B' ? 8 : to == 'S' ? 16 : 32;
  t = wrap (vm, t, lo, hi, bits);
  remember (vm, t, -((wide) 1 << (bits - 1)), ((wide) 1 << (bits - 1)) - 1);
  return jvm_int_value (vm, t);
}

jval jvm_convert (jvm *vm, jstate *st, jval v, char to) {
  if (!v.term)
    return convert_concrete (v, to);
  bool from_real = v.kind == 'F' || v.kind == 'D';
  if (to == 'F' || to == 'D') {
    st->is_inexact = true;
    lyre_term t = from_real ? jval_term (v)
                            : jt1 (vm, LYRE_TO_REAL, jvm_int_term (vm, v));
    return jterm (to, t);
  }
  if (from_real)
    return real_to_int (vm, st, v, to);
  if (to == 'J') {
    return jterm ('J', jvm_int_term (vm, v));
  }
  if (to == 'Z')
    return mask_value (vm, v, 1);
  return narrow (vm, v, to);
}

static int compare_reals (double a, double b, int nan_result) {
  if (isnan (a) || isnan (b))
    return nan_result;
  return a < b ? -1 : a > b;
}

jval jvm_compare3 (jvm *vm, jstate *st, jval a, jval b, int nan_result) {
  bool is_real = a.kind == 'F' || a.kind == 'D';
  if (!a.term && !b.term) {
    if (a.kind == 'J')
      return jint (a.l < b.l ? -1 : a.l > b.l);
    return jint (a.kind == 'F'
                     ? compare_reals ((double) a.f, (double) b.f, nan_result)
                     : compare_reals (a.d, b.d, nan_result));
  }
  if (is_real && !reals_only (st, a, b))
    return jint (0);
  lyre_term x = is_real ? jvm_real_term (vm, a) : jvm_int_term (vm, a);
  lyre_term y = is_real ? jvm_real_term (vm, b) : jvm_int_term (vm, b);
  lyre_term t = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_GT, x, y), jt_int (vm, 1),
                     jt_int (vm, 0));
  t = jt3 (vm, LYRE_ITE, jt2 (vm, LYRE_LT, x, y), jt_int (vm, -1), t);
  jvm_bound (vm, t, -1, 1);
  return jvm_int_value (vm, t);
}

/* What compare3 made, compared with 0: the comparison itself. */
static bool undo_compare3 (jvm *vm, jcmp cmp, lyre_term t, lyre_term *out) {
  lyre_ctx *c = vm->ctx;
  int64_t one, minus;
  if (lyre_term_op (c, t) != LYRE_ITE)
    return false;
  lyre_term inner = lyre_term_arg (c, t, 2), lt = lyre_term_arg (c, t, 0);
  if (!lyre_value_int64 (c, lyre_term_arg (c, t, 1), &minus) || minus != -1 ||
      lyre_term_op (c, inner) != LYRE_ITE || lyre_term_op (c, lt) != LYRE_LT ||
      !lyre_value_int64 (c, lyre_term_arg (c, inner, 1), &one) || one != 1)
    return false;
  lyre_term x = lyre_term_arg (c, lt, 0), y = lyre_term_arg (c, lt, 1);
  switch (cmp) {
  case JCMP_LT:
    *out = lt;
    return true;
  case JCMP_GE:
    *out = jt2 (vm, LYRE_GE, x, y);
    return true;
  case JCMP_GT:
    *out = jt2 (vm, LYRE_GT, x, y);
    return true;
  case JCMP_LE:
    *out = jt2 (vm, LYRE_LE, x, y);
    return true;
  case JCMP_EQ:
    *out = jt2 (vm, LYRE_EQ, x, y);
    return true;
  default:
    *out = jt_not (vm, jt2 (vm, LYRE_EQ, x, y));
    return true;
  }
}

static bool compare_concrete (jcmp cmp, int64_t x, int64_t y) {
  switch (cmp) {
  case JCMP_EQ:
    return x == y;
  case JCMP_NE:
    return x != y;
  case JCMP_LT:
    return x < y;
  case JCMP_GE:
    return x >= y;
  case JCMP_GT:
    return x > y;
  default:
    return x <= y;
  }
}

lyre_term jvm_compare (jvm *vm, jcmp cmp, jval a, jval b) {
  static const lyre_op ops[] = {LYRE_EQ, LYRE_EQ, LYRE_LT,
                                LYRE_GE, LYRE_GT, LYRE_LE};
  if (!a.term && !b.term)
    return lyre_mk_bool (vm->ctx,
                         compare_concrete (cmp, a.kind == 'J' ? a.l : a.i,
                                           b.kind == 'J' ? b.l : b.i));
  lyre_term t;
  bool is_zero = !b.term && b.kind == 'I' && !b.i;
  if (is_zero && (cmp == JCMP_EQ || cmp == JCMP_NE) &&
      is_bool (vm, jval_term (a)))
    return cmp == JCMP_NE ? jval_term (a) : jt_not (vm, jval_term (a));
  if (is_zero && undo_compare3 (vm, cmp, jval_term (a), &t))
    return t;
  t = jt2 (vm, ops[cmp], jvm_int_term (vm, a), jvm_int_term (vm, b));
  return cmp == JCMP_NE ? jt_not (vm, t) : t;
}
