#include "rewrite/entail.h"

#include <string.h>

enum {
  RANGE_DEPTH = 24,   /* levels looked down for a length range */
  INT_DEPTH = 8,      /* the same for an integer range */
  SUM_TERMS = 16,     /* summands looked at */
  ENTAIL_DEPTH = 4,   /* replacements in a row */
  ENTAIL_FUEL = 160,  /* linear expressions looked at per question */
  MAX_APPROX = 4,     /* ways to approximate one term */
  CACHE_SLOTS = 1024, /* a power of two */
  CACHE_TERMS = 6,    /* longer expressions are not remembered */
};

/* ---------------------------------------------------- saturating arithmetic */

static uint32_t sat_add (uint32_t a, uint32_t b) {
  return a > LYRE_LEN_INF - b ? LYRE_LEN_INF : a + b;
}

static uint32_t sat_mul (uint32_t a, uint32_t b) {
  uint64_t p = (uint64_t) a * b;
  return p > LYRE_LEN_INF ? LYRE_LEN_INF : (uint32_t) p;
}

/* a - b, not below 0; b infinite takes everything. */
static uint32_t sat_sub (uint32_t a, uint32_t b) {
  return a > b ? a - b : 0;
}

/* A lower bound that saturated must stay finite: it claims too little. */
static uint32_t as_low (uint32_t a) {
  return a == LYRE_LEN_INF ? LYRE_LEN_INF - 1 : a;
}

static uint32_t low_add (uint32_t a, uint32_t b) {
  return as_low (sat_add (a, b));
}

static uint32_t min32 (uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

static uint32_t max32 (uint32_t a, uint32_t b) {
  return a > b ? a : b;
}

/* K as a lower bound of a length, and as an upper one. */
static uint32_t low_length (int64_t k) {
  if (k < 0)
    return 0;
  return k >= LYRE_LEN_INF ? LYRE_LEN_INF - 1 : (uint32_t) k;
}

static uint32_t high_length (int64_t k) {
  if (k < 0)
    return 0;
  return k >= LYRE_LEN_INF ? LYRE_LEN_INF : (uint32_t) k;
}

/* ----------------------------------------------------------- length ranges */

static const lyre_len_range any_length = {0, LYRE_LEN_INF};

static lyre_len_range range_of (lyre_rw *, lyre_term s, unsigned depth);
static lyre_int_range integer_range (lyre_rw *, lyre_term t, unsigned depth);

static lyre_len_range concat_range (lyre_rw *rw, lyre_term s, unsigned depth) {
  lyre_len_range r = {0, 0};
  for (uint32_t i = 0; i < arity (rw, s); i++) {
    lyre_len_range p = range_of (rw, arg (rw, s, i), depth);
    r.min = low_add (r.min, p.min);
    r.max = sat_add (r.max, p.max);
  }
  return r;
}

/* At most n and at most |s|; at least what is left behind i for constants. */
static lyre_len_range substr_range (lyre_rw *rw, lyre_term s, lyre_term i,
                                    lyre_term n, unsigned depth) {
  lyre_len_range r = {0, range_of (rw, s, depth).max};
  lyre_int_range ir = integer_range (rw, i, depth);
  lyre_int_range nr = integer_range (rw, n, depth);
  if (nr.has_high)
    r.max = min32 (r.max, high_length (nr.high));
  if (ir.has_low && ir.low > 0 && r.max != LYRE_LEN_INF)
    r.max = min32 (r.max,
                   sat_sub (range_of (rw, s, depth).max, low_length (ir.low)));
  if (ir.has_low && ir.low >= 0 && ir.has_high && nr.has_low && nr.low > 0)
    r.min = min32 (low_length (nr.low), sat_sub (range_of (rw, s, depth).min,
                                                 high_length (ir.high)));
  return r;
}

/* |s|, or |s| - |t| + |u| after a match, which needs |t| <= |s|. */
static lyre_len_range replace_range (lyre_rw *rw, lyre_term t, unsigned depth) {
  lyre_len_range s = range_of (rw, arg (rw, t, 0), depth);
  lyre_len_range p = range_of (rw, arg (rw, t, 1), depth);
  lyre_len_range u = range_of (rw, arg (rw, t, 2), depth);
  lyre_len_range r = s;
  r.min = min32 (s.min, low_add (sat_sub (s.min, p.max), u.min));
  if (s.max >= p.min) {
    uint32_t rest = s.max == LYRE_LEN_INF ? s.max : s.max - p.min;
    r.max = max32 (s.max, sat_add (rest, u.max));
  }
  return r;
}

/* Without a match |s|, else at least |u|; each match has a character and
 * becomes u. */
static lyre_len_range replaced_range (lyre_rw *rw, lyre_term t,
                                      unsigned depth) {
  lyre_len_range s = range_of (rw, arg (rw, t, 0), depth);
  lyre_len_range u = range_of (rw, arg (rw, t, 2), depth);
  lyre_len_range r = {min32 (s.min, u.min), LYRE_LEN_INF};
  if (s.max != LYRE_LEN_INF && u.max != LYRE_LEN_INF)
    r.max = max32 (s.max, sat_mul (s.max, u.max));
  if (u.max <= 1)
    r.max = min32 (r.max, s.max);
  if (is_op (rw, t, LYRE_STR_REPLACE_ALL)) {
    lyre_len_range p = range_of (rw, arg (rw, t, 1), depth);
    if (u.max <= p.min)
      r.max = min32 (r.max, s.max);
    if (u.min >= p.max)
      r.min = max32 (r.min, s.min);
  }
  return r;
}

static lyre_len_range replace_re_range (lyre_rw *rw, lyre_term t,
                                        unsigned depth) {
  lyre_len_range s = range_of (rw, arg (rw, t, 0), depth);
  lyre_len_range u = range_of (rw, arg (rw, t, 2), depth);
  return (lyre_len_range){min32 (s.min, u.min), sat_add (s.max, u.max)};
}

static uint32_t decimal_digits (int64_t n) {
  uint32_t d = 1;
  for (; n >= 10; n /= 10)
    d++;
  return d;
}

static lyre_len_range from_int_range (lyre_rw *rw, lyre_term n,
                                      unsigned depth) {
  lyre_int_range r = integer_range (rw, n, depth);
  lyre_len_range l = any_length;
  if (r.has_low && r.low >= 0)
    l.min = decimal_digits (r.low);
  if (r.has_high)
    l.max = r.high < 0 ? 0 : decimal_digits (r.high);
  return l;
}

static lyre_len_range ite_range (lyre_rw *rw, lyre_term t, unsigned depth) {
  lyre_len_range a = range_of (rw, arg (rw, t, 1), depth);
  lyre_len_range b = range_of (rw, arg (rw, t, 2), depth);
  return (lyre_len_range){min32 (a.min, b.min), max32 (a.max, b.max)};
}

static lyre_len_range compute_range (lyre_rw *rw, lyre_term s, unsigned depth) {
  switch (op_of (rw, s)) {
  case LYRE_VALUE: {
    uint32_t len = lit (rw, s)->len;
    return (lyre_len_range){len, len};
  }
  case LYRE_STR_CONCAT:
    return concat_range (rw, s, depth);
  case LYRE_STR_AT:
    return substr_range (rw, arg (rw, s, 0), arg (rw, s, 1), mk_int (rw, 1),
                         depth);
  case LYRE_STR_SUBSTR:
    return substr_range (rw, arg (rw, s, 0), arg (rw, s, 1), arg (rw, s, 2),
                         depth);
  case LYRE_STR_REPLACE:
    return replace_range (rw, s, depth);
  case LYRE_STR_REPLACE_ALL:
  case LYRE_STR_REPLACE_RE_ALL:
    return replaced_range (rw, s, depth);
  case LYRE_STR_REPLACE_RE:
    return replace_re_range (rw, s, depth);
  case LYRE_STR_FROM_CODE:
    return (lyre_len_range){0, 1};
  case LYRE_STR_FROM_INT:
    return from_int_range (rw, arg (rw, s, 0), depth);
  case LYRE_STR_REV:
  case LYRE_STR_TO_LOWER:
  case LYRE_STR_TO_UPPER:
  case LYRE_STR_UPDATE:
    return range_of (rw, arg (rw, s, 0), depth);
  case LYRE_STR_TRIM:
    return (lyre_len_range){0, range_of (rw, arg (rw, s, 0), depth).max};
  case LYRE_ITE:
    return ite_range (rw, s, depth);
  default:
    return any_length;
  }
}

/* Ranges are remembered by id as min << 32 | max. */
static bool recall (lyre_rw *rw, lyre_term t, lyre_len_range *out) {
  const uint64_t *known = lyre_map_find (&rw->lengths, t.id);
  if (!known)
    return false;
  *out = (lyre_len_range){(uint32_t) (*known >> 32), (uint32_t) *known};
  return true;
}

static lyre_len_range remember (lyre_rw *rw, lyre_term t, lyre_len_range r) {
  *lyre_map_at (rw->mem, &rw->lengths, t.id) = (uint64_t) r.min << 32 | r.max;
  return r;
}

static lyre_len_range range_of (lyre_rw *rw, lyre_term s, unsigned depth) {
  lyre_len_range r;
  if (is_op (rw, s, LYRE_VAR))
    return any_length;
  if (recall (rw, s, &r))
    return r;
  if (!depth)
    return any_length;
  return remember (rw, s, compute_range (rw, s, depth - 1));
}

lyre_len_range lyre_length_range (lyre_rw *rw, lyre_term s) {
  return range_of (rw, s, RANGE_DEPTH);
}

/* ---------------------------------------------- lengths of words in a regex */

static const lyre_len_range no_length = {LYRE_LEN_INF - 1, 0};

static bool is_no_length (lyre_len_range r) {
  return r.min > r.max;
}

static lyre_len_range re_range_of (lyre_rw *, lyre_term r, unsigned depth);

static lyre_len_range re_times (lyre_len_range r, uint32_t low, uint32_t high) {
  if (low > high)
    return no_length;
  if (is_no_length (r))
    return low ? no_length : (lyre_len_range){0, 0};
  uint32_t max =
      high == LYRE_LEN_INF && r.max ? LYRE_LEN_INF : sat_mul (r.max, high);
  return (lyre_len_range){as_low (sat_mul (r.min, low)), max};
}

static lyre_len_range re_nary_range (lyre_rw *rw, lyre_term r, unsigned depth) {
  lyre_op op = op_of (rw, r);
  lyre_len_range sum = re_range_of (rw, arg (rw, r, 0), depth);
  for (uint32_t i = 1; i < arity (rw, r); i++) {
    lyre_len_range p = re_range_of (rw, arg (rw, r, i), depth);
    if (op == LYRE_RE_INTER) {
      sum.min = max32 (sum.min, p.min);
      sum.max = min32 (sum.max, p.max);
    } else if (op == LYRE_RE_UNION) {
      if (is_no_length (sum))
        sum = p;
      else if (!is_no_length (p))
        sum = (lyre_len_range){min32 (sum.min, p.min), max32 (sum.max, p.max)};
    } else {
      if (is_no_length (sum) || is_no_length (p))
        return no_length;
      sum =
          (lyre_len_range){low_add (sum.min, p.min), sat_add (sum.max, p.max)};
    }
  }
  return sum;
}

static lyre_len_range compute_re_range (lyre_rw *rw, lyre_term r,
                                        unsigned depth) {
  switch (op_of (rw, r)) {
  case LYRE_STR_TO_RE:
    return lyre_length_range (rw, arg (rw, r, 0));
  case LYRE_RE_NONE:
    return no_length;
  case LYRE_RE_ALLCHAR:
  case LYRE_RE_RANGE:
    return (lyre_len_range){1, 1};
  case LYRE_RE_CONCAT:
  case LYRE_RE_UNION:
  case LYRE_RE_INTER:
    return re_nary_range (rw, r, depth);
  case LYRE_RE_STAR:
    return re_times (re_range_of (rw, arg (rw, r, 0), depth), 0, LYRE_LEN_INF);
  case LYRE_RE_PLUS:
    return re_times (re_range_of (rw, arg (rw, r, 0), depth), 1, LYRE_LEN_INF);
  case LYRE_RE_OPT:
    return re_times (re_range_of (rw, arg (rw, r, 0), depth), 0, 1);
  case LYRE_RE_POW:
    return re_times (re_range_of (rw, arg (rw, r, 0), depth),
                     index_of (rw, r, 0), index_of (rw, r, 0));
  case LYRE_RE_LOOP:
    return re_times (re_range_of (rw, arg (rw, r, 0), depth),
                     index_of (rw, r, 0), index_of (rw, r, 1));
  case LYRE_RE_DIFF:
    return re_range_of (rw, arg (rw, r, 0), depth);
  case LYRE_ITE: {
    lyre_len_range a = re_range_of (rw, arg (rw, r, 1), depth);
    lyre_len_range b = re_range_of (rw, arg (rw, r, 2), depth);
    return (lyre_len_range){min32 (a.min, b.min), max32 (a.max, b.max)};
  }
  default:
    return any_length;
  }
}

static lyre_len_range re_range_of (lyre_rw *rw, lyre_term r, unsigned depth) {
  lyre_len_range range;
  if (recall (rw, r, &range))
    return range;
  if (!depth)
    return any_length;
  return remember (rw, r, compute_re_range (rw, r, depth - 1));
}

lyre_len_range lyre_rw_re_length_range (lyre_rw *rw, lyre_term r) {
  return re_range_of (rw, r, RANGE_DEPTH);
}

/* ---------------------------------------------------------- integer ranges */

static lyre_int_range between (int64_t low, int64_t high) {
  return (lyre_int_range){true, true, low, high};
}

static lyre_int_range at_least (int64_t low) {
  return (lyre_int_range){.has_low = true, .low = low};
}

/* -1 <= t <= |s|. */
static lyre_int_range position_range (lyre_rw *rw, lyre_term s,
                                      unsigned depth) {
  uint32_t max = range_of (rw, s, depth).max;
  return max == LYRE_LEN_INF ? at_least (-1) : between (-1, max);
}

static lyre_int_range to_int_range (lyre_rw *rw, lyre_term s, unsigned depth) {
  uint32_t max = range_of (rw, s, depth).max;
  if (max > 17)
    return at_least (-1);
  int64_t power = 1;
  for (uint32_t i = 0; i < max; i++)
    power *= 10;
  return between (-1, max ? power - 1 : -1);
}

static lyre_int_range union_range (lyre_int_range a, lyre_int_range b) {
  lyre_int_range r = {a.has_low && b.has_low, a.has_high && b.has_high, 0, 0};
  r.low = a.low < b.low ? a.low : b.low;
  r.high = a.high > b.high ? a.high : b.high;
  return r;
}

/* K times the range; bounds that overflow are dropped. */
static lyre_int_range scaled (lyre_int_range a, int64_t k) {
  lyre_int_range r = {0};
  if (!k)
    return between (0, 0);
  bool low = k > 0 ? a.has_low : a.has_high;
  bool high = k > 0 ? a.has_high : a.has_low;
  r.has_low =
      low && !__builtin_mul_overflow (k > 0 ? a.low : a.high, k, &r.low);
  r.has_high =
      high && !__builtin_mul_overflow (k > 0 ? a.high : a.low, k, &r.high);
  return r;
}

static lyre_int_range range_sum (lyre_int_range a, lyre_int_range b) {
  lyre_int_range r = {0};
  r.has_low =
      a.has_low && b.has_low && !__builtin_add_overflow (a.low, b.low, &r.low);
  r.has_high = a.has_high && b.has_high &&
               !__builtin_add_overflow (a.high, b.high, &r.high);
  return r;
}

static lyre_int_range sum_range (lyre_rw *rw, lyre_term t, unsigned depth) {
  lyre_int_range r = between (0, 0);
  for (uint32_t i = 0; i < arity (rw, t) && (r.has_low || r.has_high); i++)
    r = range_sum (r, integer_range (rw, arg (rw, t, i), depth));
  return r;
}

/* A constant times one factor; else only "not negative" is kept. */
static lyre_int_range product_range (lyre_rw *rw, lyre_term t, unsigned depth) {
  int64_t k;
  if (arity (rw, t) == 2 && small_int (rw, arg (rw, t, 0), &k))
    return scaled (integer_range (rw, arg (rw, t, 1), depth), k);
  for (uint32_t i = 0; i < arity (rw, t); i++) {
    lyre_int_range f = integer_range (rw, arg (rw, t, i), depth);
    if (!f.has_low || f.low < 0)
      return (lyre_int_range){0};
  }
  return at_least (0);
}

static lyre_int_range mod_range (lyre_rw *rw, lyre_term t) {
  int64_t k;
  if (!small_int (rw, arg (rw, t, 1), &k) || !k || k == INT64_MIN)
    return (lyre_int_range){0};
  return between (0, (k < 0 ? -k : k) - 1);
}

static int64_t floor_div (int64_t a, int64_t k) {
  return a / k - (a % k < 0);
}

static lyre_int_range div_range (lyre_rw *rw, lyre_term t, unsigned depth) {
  int64_t k;
  if (!small_int (rw, arg (rw, t, 1), &k) || k <= 0)
    return (lyre_int_range){0};
  lyre_int_range r = integer_range (rw, arg (rw, t, 0), depth);
  r.low = floor_div (r.low, k);
  r.high = floor_div (r.high, k);
  return r;
}

static lyre_int_range length_as_range (lyre_len_range l) {
  if (l.max == LYRE_LEN_INF)
    return at_least (l.min);
  return between (l.min, l.max);
}

static lyre_int_range integer_range (lyre_rw *rw, lyre_term t, unsigned depth) {
  int64_t k;
  if (small_int (rw, t, &k))
    return between (k, k);
  if (depth > INT_DEPTH)
    depth = INT_DEPTH;
  if (!depth-- || arity (rw, t) > SUM_TERMS)
    return (lyre_int_range){0};
  switch (op_of (rw, t)) {
  case LYRE_STR_LEN:
    return length_as_range (range_of (rw, arg (rw, t, 0), depth));
  case LYRE_STR_INDEXOF:
  case LYRE_STR_INDEXOF_RE:
  case LYRE_STR_LAST_INDEXOF:
    return position_range (rw, arg (rw, t, 0), depth);
  case LYRE_STR_TO_CODE:
    return between (-1, LYRE_CHAR_MAX);
  case LYRE_STR_TO_INT:
    return to_int_range (rw, arg (rw, t, 0), depth);
  case LYRE_STR_COUNT:
    return at_least (0);
  case LYRE_ITE:
    return union_range (integer_range (rw, arg (rw, t, 1), depth / 2),
                        integer_range (rw, arg (rw, t, 2), depth / 2));
  case LYRE_ADD:
    return sum_range (rw, t, depth / 2);
  case LYRE_MUL:
    return product_range (rw, t, depth / 2);
  case LYRE_INT_MOD:
    return mod_range (rw, t);
  case LYRE_INT_DIV:
    return div_range (rw, t, depth / 2);
  case LYRE_ABS:
    return at_least (0);
  default:
    return (lyre_int_range){0};
  }
}

lyre_int_range lyre_integer_range (lyre_rw *rw, lyre_term t) {
  return integer_range (rw, t, RANGE_DEPTH);
}

/* ------------------------------------------------------- linear expressions */

bool lyre_lin_add_const (lyre_lin *p, int64_t k) {
  return !__builtin_add_overflow (p->constant, k, &p->constant);
}

bool lyre_lin_is_const (const lyre_lin *p, int64_t k) {
  return !p->n && p->constant == k;
}

static void remove_at (lyre_lin *p, uint32_t i) {
  memmove (&p->m[i], &p->m[i + 1], (p->n - i - 1) * sizeof *p->m);
  p->n--;
}

static bool insert_at (lyre_lin *p, uint32_t i, lyre_term t, int64_t k) {
  if (p->n == LYRE_LIN_MAX)
    return false;
  memmove (&p->m[i + 1], &p->m[i], (p->n - i) * sizeof *p->m);
  p->m[i].t = t;
  p->m[i].coef = k;
  p->n++;
  return true;
}

/* P + K * T for a T that is not taken apart. */
static bool add_opaque (lyre_lin *p, lyre_term t, int64_t k) {
  uint32_t i = 0;
  while (i < p->n && p->m[i].t.id < t.id)
    i++;
  if (i == p->n || p->m[i].t.id != t.id)
    return k == 0 || insert_at (p, i, t, k);
  if (__builtin_add_overflow (p->m[i].coef, k, &p->m[i].coef))
    return false;
  if (!p->m[i].coef)
    remove_at (p, i);
  return true;
}

bool lyre_lin_add_lin (lyre_lin *p, const lyre_lin *q, int64_t k) {
  int64_t c;
  if (__builtin_mul_overflow (q->constant, k, &c) || !lyre_lin_add_const (p, c))
    return false;
  for (uint32_t i = 0; i < q->n; i++)
    if (__builtin_mul_overflow (q->m[i].coef, k, &c) ||
        !add_opaque (p, q->m[i].t, c))
      return false;
  return true;
}

/* K * |S| without taking S apart. */
static bool add_len_opaque (lyre_rw *rw, lyre_lin *p, lyre_term s, int64_t k) {
  int64_t c;
  lyre_len_range r = lyre_length_range (rw, s);
  if (r.min != r.max)
    return add_opaque (p, mk_len (rw, s), k);
  return !__builtin_mul_overflow ((int64_t) r.min, k, &c) &&
         lyre_lin_add_const (p, c);
}

/* A concatenation below a concatenation was left there because of its size; it
 * is not taken apart here, either. */
bool lyre_lin_add_len (lyre_rw *rw, lyre_lin *p, lyre_term s, int64_t k) {
  if (!is_op (rw, s, LYRE_STR_CONCAT))
    return add_len_opaque (rw, p, s, k);
  for (uint32_t i = 0; i < arity (rw, s); i++)
    if (!add_len_opaque (rw, p, arg (rw, s, i), k))
      return false;
  return true;
}

static bool add_depth (lyre_rw *, lyre_lin *p, lyre_term t, int64_t k,
                       unsigned depth);

/* K * (c * f1 * ... * fn). */
static bool add_product (lyre_rw *rw, lyre_lin *p, lyre_term t, int64_t k,
                         unsigned depth) {
  int64_t c;
  if (!small_int (rw, arg (rw, t, 0), &c))
    return add_opaque (p, t, k);
  if (__builtin_mul_overflow (c, k, &k))
    return false;
  if (arity (rw, t) == 2)
    return add_depth (rw, p, arg (rw, t, 1), k, depth);
  lyre_term rest =
      lyre_node_make (rw->ts, LYRE_MUL, arity (rw, t) - 1, args_of (rw, t) + 1);
  return add_opaque (p, rest, k);
}

static bool add_depth (lyre_rw *rw, lyre_lin *p, lyre_term t, int64_t k,
                       unsigned depth) {
  int64_t c;
  lyre_int big;
  if (small_int (rw, t, &c))
    return !__builtin_mul_overflow (c, k, &c) && lyre_lin_add_const (p, c);
  if (int_lit (rw, t, &big))
    return false;
  if (!depth--)
    return add_opaque (p, t, k);
  switch (op_of (rw, t)) {
  case LYRE_ADD:
    for (uint32_t i = 0; i < arity (rw, t); i++)
      if (!add_depth (rw, p, arg (rw, t, i), k, depth))
        return false;
    return true;
  case LYRE_SUB:
    return k != INT64_MIN && add_depth (rw, p, arg (rw, t, 0), k, depth) &&
           add_depth (rw, p, arg (rw, t, 1), -k, depth);
  case LYRE_MUL:
    return add_product (rw, p, t, k, depth);
  case LYRE_STR_LEN:
    return lyre_lin_add_len (rw, p, arg (rw, t, 0), k);
  default:
    return add_opaque (p, t, k);
  }
}

bool lyre_lin_add (lyre_rw *rw, lyre_lin *p, lyre_term t, int64_t k) {
  return add_depth (rw, p, t, k, 4);
}

lyre_term lyre_lin_term (lyre_rw *rw, const lyre_lin *p) {
  lyre_term args[LYRE_LIN_MAX + 1];
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    lyre_term t = p->m[i].t;
    if (p->m[i].coef != 1)
      t = mk2 (rw, LYRE_MUL, mk_int (rw, p->m[i].coef), t);
    args[n++] = t;
  }
  if (p->constant || !n)
    args[n++] = mk_int (rw, p->constant);
  return n == 1 ? args[0] : lyre_node_make (rw->ts, LYRE_ADD, n, args);
}

/* ---------------------------------------------------------- approximations */

/* Expressions that are never above (or never below) some term. */
typedef struct {
  uint32_t n;
  lyre_lin at[MAX_APPROX];
} approximations;

static bool nonneg (lyre_rw *, const lyre_lin *p, unsigned depth);

static void offer (approximations *a, const lyre_lin *p) {
  if (a->n < MAX_APPROX)
    a->at[a->n++] = *p;
}

static void offer_len (lyre_rw *rw, approximations *a, lyre_term s) {
  lyre_lin p = {0};
  if (lyre_lin_add_len (rw, &p, s, 1))
    offer (a, &p);
}

/* Is A - B >= 0? */
static bool exceeds (lyre_rw *rw, const lyre_lin *a, const lyre_lin *b,
                     unsigned depth) {
  lyre_lin p = *a;
  return lyre_lin_add_lin (&p, b, -1) && nonneg (rw, &p, depth);
}

/* |substr (s, i, n)| is at most |s|; at most n if n >= 0; at most |s| - i if
 * i <= |s|; at least |s| - i if i >= 0 and i + n >= |s|; at least n if i >= 0
 * and i + n <= |s|. */
static void approximate_substr (lyre_rw *rw, lyre_term t, bool above,
                                approximations *a, unsigned depth) {
  lyre_lin s = {0}, i = {0}, n = {0}, rest;
  if (!lyre_lin_add_len (rw, &s, arg (rw, t, 0), 1) ||
      !lyre_lin_add (rw, &i, arg (rw, t, 1), 1) ||
      !lyre_lin_add (rw, &n, arg (rw, t, 2), 1))
    return;
  rest = s;
  if (!lyre_lin_add_lin (&rest, &i, -1))
    return;
  if (above) {
    offer (a, &s);
    if (nonneg (rw, &n, depth))
      offer (a, &n);
    if (nonneg (rw, &rest, depth))
      offer (a, &rest);
    return;
  }
  if (!nonneg (rw, &i, depth))
    return;
  if (exceeds (rw, &n, &rest, depth))
    offer (a, &rest);
  else if (exceeds (rw, &rest, &n, depth))
    offer (a, &n);
}

/* |replace (s, t, u)| is |s| or |s| - |t| + |u|. */
static void approximate_replace (lyre_rw *rw, lyre_term r, bool above,
                                 approximations *a, unsigned depth) {
  lyre_lin s = {0}, t = {0}, u = {0}, changed;
  if (!lyre_lin_add_len (rw, &s, arg (rw, r, 0), 1) ||
      !lyre_lin_add_len (rw, &t, arg (rw, r, 1), 1) ||
      !lyre_lin_add_len (rw, &u, arg (rw, r, 2), 1))
    return;
  changed = s;
  if (!lyre_lin_add_lin (&changed, &t, -1) ||
      !lyre_lin_add_lin (&changed, &u, 1))
    return;
  if (exceeds (rw, &t, &u, depth)) /* changed <= s */
    offer (a, above ? &s : &changed);
  else if (exceeds (rw, &u, &t, depth)) /* s <= changed */
    offer (a, above ? &changed : &s);
  lyre_lin loose = s;
  if (above ? lyre_lin_add_lin (&loose, &u, 1)
            : lyre_lin_add_lin (&loose, &t, -1))
    offer (a, &loose);
}

static void approximate_replace_all (lyre_rw *rw, lyre_term r, bool above,
                                     approximations *a, unsigned depth) {
  lyre_lin t = {0}, u = {0};
  if (!lyre_lin_add_len (rw, &t, arg (rw, r, 1), 1) ||
      !lyre_lin_add_len (rw, &u, arg (rw, r, 2), 1))
    return;
  if (above ? exceeds (rw, &t, &u, depth) : exceeds (rw, &u, &t, depth))
    offer_len (rw, a, arg (rw, r, 0));
}

/* |from_int (n)| is at most n + 1 for n >= 0. */
static void approximate_from_int (lyre_rw *rw, lyre_term r, bool above,
                                  approximations *a, unsigned depth) {
  lyre_lin n = {0};
  if (!above || !lyre_lin_add (rw, &n, arg (rw, r, 0), 1) ||
      !nonneg (rw, &n, depth) || !lyre_lin_add_const (&n, 1))
    return;
  offer (a, &n);
}

static void approximate_length (lyre_rw *rw, lyre_term s, bool above,
                                approximations *a, unsigned depth) {
  switch (op_of (rw, s)) {
  case LYRE_STR_CONCAT:
  case LYRE_STR_REV:
  case LYRE_STR_TO_LOWER:
  case LYRE_STR_TO_UPPER:
  case LYRE_STR_UPDATE:
    offer_len (rw, a, is_op (rw, s, LYRE_STR_CONCAT) ? s : arg (rw, s, 0));
    return;
  case LYRE_STR_SUBSTR:
    approximate_substr (rw, s, above, a, depth);
    return;
  case LYRE_STR_REPLACE:
    approximate_replace (rw, s, above, a, depth);
    return;
  case LYRE_STR_REPLACE_ALL:
    approximate_replace_all (rw, s, above, a, depth);
    return;
  case LYRE_STR_FROM_INT:
    approximate_from_int (rw, s, above, a, depth);
    return;
  case LYRE_STR_TRIM:
    if (above)
      offer_len (rw, a, arg (rw, s, 0));
    return;
  default:
    return;
  }
}

/* indexof (s, t, i) is at most |s|, and at most |s| - |t| if |t| <= |s| + 1. */
static void approximate_indexof (lyre_rw *rw, lyre_term r, bool above,
                                 approximations *a, unsigned depth) {
  lyre_lin s = {0}, rest, more;
  if (!above || !lyre_lin_add_len (rw, &s, arg (rw, r, 0), 1))
    return;
  offer (a, &s);
  rest = s;
  if (!is_op (rw, r, LYRE_STR_INDEXOF) ||
      !lyre_lin_add_len (rw, &rest, arg (rw, r, 1), -1))
    return;
  more = rest;
  if (lyre_lin_add_const (&more, 1) && nonneg (rw, &more, depth))
    offer (a, &rest);
}

static void approximate (lyre_rw *rw, lyre_term t, bool above,
                         approximations *a, unsigned depth) {
  switch (op_of (rw, t)) {
  case LYRE_STR_LEN:
    approximate_length (rw, arg (rw, t, 0), above, a, depth);
    return;
  case LYRE_STR_INDEXOF:
  case LYRE_STR_INDEXOF_RE:
  case LYRE_STR_LAST_INDEXOF:
    approximate_indexof (rw, t, above, a, depth);
    return;
  default:
    return;
  }
}

/* --------------------------------------------------------------- entailment */

/* The smallest value by the constant bounds of each term is >= 0. */
static bool nonneg_by_bounds (lyre_rw *rw, const lyre_lin *p) {
  lyre_int_range sum = between (p->constant, p->constant);
  for (uint32_t i = 0; i < p->n; i++) {
    lyre_int_range r = lyre_integer_range (rw, p->m[i].t);
    sum = range_sum (sum, scaled (r, p->m[i].coef));
    if (!sum.has_low)
      return false;
  }
  return sum.low >= 0;
}

/* P with its I-th term replaced. */
static bool replaced (const lyre_lin *p, uint32_t i, const lyre_lin *by,
                      lyre_lin *out) {
  int64_t k = p->m[i].coef;
  *out = *p;
  remove_at (out, i);
  return lyre_lin_add_lin (out, by, k);
}

/* Without a positive term only constant bounds can help, and these were
 * tried. */
static bool has_positive (const lyre_lin *p) {
  for (uint32_t i = 0; i < p->n; i++)
    if (p->m[i].coef > 0)
      return true;
  return false;
}

/* A sum that never exceeds P and is never negative shows P >= 0. */
static bool nonneg (lyre_rw *rw, const lyre_lin *p, unsigned depth) {
  if (nonneg_by_bounds (rw, p))
    return true;
  if (!depth || --rw->entail_fuel < 0 || !has_positive (p))
    return false;
  for (uint32_t i = 0; i < p->n; i++) {
    approximations a;
    a.n = 0;
    approximate (rw, p->m[i].t, p->m[i].coef < 0, &a, depth - 1);
    for (uint32_t j = 0; j < a.n; j++) {
      lyre_lin q;
      if (replaced (p, i, &a.at[j], &q) && nonneg (rw, &q, depth - 1))
        return true;
    }
  }
  return false;
}

/* Answers by the expression itself; a new one takes the place of an old. */
struct lyre_entail_cache {
  struct {
    uint32_t n;
    bool used, yes;
    int64_t constant, coef[CACHE_TERMS];
    uint32_t t[CACHE_TERMS];
  } slot[CACHE_SLOTS];
};

static uint32_t lin_hash (const lyre_lin *p) {
  uint32_t h = lyre_hash_mix (p->n, (uint32_t) p->constant);
  for (uint32_t i = 0; i < p->n; i++) {
    h = lyre_hash_mix (h, p->m[i].t.id);
    h = lyre_hash_mix (h, (uint32_t) p->m[i].coef);
  }
  return h & (CACHE_SLOTS - 1);
}

static bool cache_hit (const lyre_entail_cache *c, uint32_t h,
                       const lyre_lin *p) {
  if (!c->slot[h].used || c->slot[h].n != p->n ||
      c->slot[h].constant != p->constant)
    return false;
  for (uint32_t i = 0; i < p->n; i++)
    if (c->slot[h].t[i] != p->m[i].t.id || c->slot[h].coef[i] != p->m[i].coef)
      return false;
  return true;
}

static void cache_put (lyre_entail_cache *c, uint32_t h, const lyre_lin *p,
                       bool yes) {
  c->slot[h].used = true;
  c->slot[h].yes = yes;
  c->slot[h].n = p->n;
  c->slot[h].constant = p->constant;
  for (uint32_t i = 0; i < p->n; i++) {
    c->slot[h].t[i] = p->m[i].t.id;
    c->slot[h].coef[i] = p->m[i].coef;
  }
}

static lyre_entail_cache *cache_of (lyre_rw *rw) {
  if (!rw->entailed) {
    lyre_entail_cache *c = lyre_alloc (rw->mem, sizeof *c);
    memset (c, 0, sizeof *c);
    rw->entailed = c;
  }
  return rw->entailed;
}

void lyre_entail_release (lyre_rw *rw) {
  lyre_free (rw->mem, rw->entailed);
  rw->entailed = NULL;
}

bool lyre_lin_nonneg (lyre_rw *rw, const lyre_lin *p) {
  if (!p->n)
    return p->constant >= 0;
  rw->entail_fuel = ENTAIL_FUEL;
  if (p->n > CACHE_TERMS)
    return nonneg (rw, p, ENTAIL_DEPTH);
  lyre_entail_cache *c = cache_of (rw);
  uint32_t h = lin_hash (p);
  if (!cache_hit (c, h, p))
    cache_put (c, h, p, nonneg (rw, p, ENTAIL_DEPTH));
  return c->slot[h].yes;
}

bool lyre_entail_ge (lyre_rw *rw, lyre_term a, lyre_term b, int64_t k) {
  lyre_lin p = {.constant = k};
  return lyre_lin_add (rw, &p, a, 1) && lyre_lin_add (rw, &p, b, -1) &&
         lyre_lin_nonneg (rw, &p);
}

bool lyre_entail_nonneg (lyre_rw *rw, lyre_term a, int64_t k) {
  lyre_lin p = {.constant = k};
  return lyre_lin_add (rw, &p, a, 1) && lyre_lin_nonneg (rw, &p);
}

bool lyre_entail_at_most (lyre_rw *rw, lyre_term a, int64_t k) {
  lyre_lin p = {.constant = k};
  return lyre_lin_add (rw, &p, a, -1) && lyre_lin_nonneg (rw, &p);
}

bool lyre_entail_longer (lyre_rw *rw, lyre_term s, lyre_term t, int64_t k) {
  lyre_lin p = {.constant = k};
  return lyre_lin_add_len (rw, &p, s, 1) && lyre_lin_add_len (rw, &p, t, -1) &&
         lyre_lin_nonneg (rw, &p);
}
