#include "engine/bits/ranges.h"

#include "rewrite/entail.h"

#define INF LYRE_RANGE_INF

enum { MAX_ROUNDS = 40 };

/* -------------------------------------------------------------- arithmetic */

static int64_t clamp (__int128 x) {
  return x > INF ? INF : x < -INF ? -INF : (int64_t) x;
}

/* Sums of lower and of upper bounds. A lower bound is never plus infinity, an
 * upper one never minus infinity. */
static int64_t add_low (int64_t a, int64_t b) {
  if (a == -INF || b == -INF)
    return -INF;
  int64_t sum = clamp ((__int128) a + b);
  return sum < INF ? sum : INF - 1;
}

static int64_t add_high (int64_t a, int64_t b) {
  if (a == INF || b == INF)
    return INF;
  int64_t sum = clamp ((__int128) a + b);
  return sum > -INF ? sum : 1 - INF;
}

static bool finite (int64_t a) {
  return -INF < a && a < INF;
}

/* K * a, where 0 * infinity does not occur. */
static int64_t times (int64_t k, int64_t a) {
  if (!finite (a))
    return (k > 0) == (a > 0) ? INF : -INF;
  return clamp ((__int128) k * a);
}

static lyre_range scaled (lyre_range a, int64_t k) {
  if (!k)
    return (lyre_range){0, 0};
  lyre_range r = {times (k, a.lo), times (k, a.hi)};
  return k > 0 ? r : (lyre_range){r.hi, r.lo};
}

static int64_t floor_div (int64_t a, int64_t b) {
  int64_t q = a / b;
  return q * b > a ? q - 1 : q;
}

static const lyre_range anything = {-INF, INF};
static const lyre_range any_length = {0, INF};

/* ----------------------------------------------------------------- looking */

static lyre_range *slot (const lyre_ranges *r, lyre_term t) {
  return &r->of[*lyre_map_find (&r->index, t.id) - 1];
}

lyre_range lyre_range_of (const lyre_ranges *r, lyre_term t) {
  return *slot (r, t);
}

static void tighten (lyre_ranges *r, lyre_term t, lyre_range with) {
  lyre_range *own = slot (r, t);
  if (with.lo >= INF)
    with.lo = INF - 1;
  if (with.hi <= -INF)
    with.hi = 1 - INF;
  if (with.lo > own->lo) {
    own->lo = with.lo;
    r->changed = true;
  }
  if (with.hi < own->hi) {
    own->hi = with.hi;
    r->changed = true;
  }
  if (own->lo > own->hi)
    r->impossible = true;
}

static void at_least (lyre_ranges *r, lyre_term t, int64_t lo) {
  tighten (r, t, (lyre_range){lo, INF});
}

static void at_most (lyre_ranges *r, lyre_term t, int64_t hi) {
  tighten (r, t, (lyre_range){-INF, hi});
}

static bool has_value (const lyre_ranges *r, lyre_term t, int64_t *out) {
  lyre_int i;
  return lyre_integer_of (r->p->ts, t, &i) && lyre_int_to_i64 (i, out) &&
         finite (*out);
}

/* ------------------------------------------------------------------ upward */

static lyre_range hull (lyre_range a, lyre_range b) {
  return (lyre_range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static lyre_range sum_of (const lyre_ranges *r, const lyre_node *n) {
  lyre_range sum = {0, 0};
  for (uint32_t i = 0; i < n->n_args; i++) {
    lyre_range a = lyre_range_of (r, n->args[i]);
    sum = (lyre_range){add_low (sum.lo, a.lo), add_high (sum.hi, a.hi)};
  }
  return sum;
}

static lyre_range product_of (const lyre_ranges *r, const lyre_node *n) {
  lyre_range p = {1, 1};
  for (uint32_t i = 0; i < n->n_args; i++) {
    lyre_range a = lyre_range_of (r, n->args[i]);
    if (p.lo == p.hi && finite (p.lo))
      p = scaled (a, p.lo);
    else if (a.lo == a.hi && finite (a.lo))
      p = scaled (p, a.lo);
    else if (p.lo >= 0 && a.lo >= 0)
      p = (lyre_range){clamp ((__int128) p.lo * a.lo),
                       finite (p.hi) && finite (a.hi)
                           ? clamp ((__int128) p.hi * a.hi)
                           : INF};
    else
      return anything;
  }
  return p;
}

/* The length of (str.substr s i n). */
static lyre_range substr_length (const lyre_ranges *r, const lyre_node *n) {
  lyre_range s = lyre_range_of (r, n->args[0]);
  lyre_range i = lyre_range_of (r, n->args[1]);
  lyre_range k = lyre_range_of (r, n->args[2]);
  int64_t most = i.lo > 0 ? add_high (s.hi, -i.lo) : s.hi;
  if (k.hi < most)
    most = k.hi;
  return (lyre_range){0, most > 0 ? most : 0};
}

/* One find of T in S, which gives way to U. */
static lyre_range replace_length (lyre_range s, lyre_range t, lyre_range u) {
  int64_t kept = add_low (s.lo, -t.hi);
  int64_t lo = add_low (kept > 0 ? kept : 0, u.lo);
  return (lyre_range){lo < s.lo ? lo : s.lo, add_high (s.hi, u.hi)};
}

static lyre_range replace_all_length (lyre_range s, lyre_range u) {
  if (u.lo >= 1 && u.hi <= 1)
    return (lyre_range){s.lo ? 1 : 0, s.hi};
  if (!finite (s.hi) || !finite (u.hi))
    return (lyre_range){0, INF};
  return (lyre_range){0, times (u.hi > 1 ? u.hi : 1, s.hi)};
}

static int64_t power_of_ten (int64_t n) {
  int64_t p = 1;
  for (; n > 0 && finite (p); n--)
    p = times (10, p);
  return p;
}

static lyre_range numeral_length (lyre_range a) {
  int64_t digits = 1;
  if (!finite (a.hi))
    digits = INF;
  else
    for (int64_t k = a.hi; k > 9; k /= 10)
      digits++;
  if (a.hi < 0)
    digits = 0;
  int64_t least = 1;
  for (int64_t k = a.lo; k > 9; k /= 10)
    least++;
  return (lyre_range){a.lo >= 0 ? least : 0, digits};
}

static lyre_range quotient_of (const lyre_ranges *r, const lyre_node *n) {
  int64_t k;
  lyre_range a = lyre_range_of (r, n->args[0]);
  if (!has_value (r, n->args[1], &k) || k < 1)
    return anything;
  return (lyre_range){finite (a.lo) ? floor_div (a.lo, k) : -INF,
                      finite (a.hi) ? floor_div (a.hi, k) : INF};
}

static lyre_range rest_of (const lyre_ranges *r, const lyre_node *n) {
  int64_t k;
  if (!has_value (r, n->args[1], &k) || !k)
    return anything;
  return (lyre_range){0, (k < 0 ? -k : k) - 1};
}

static lyre_range absolute (lyre_range a) {
  if (a.lo >= 0)
    return a;
  lyre_range minus = scaled (a, -1);
  int64_t hi = a.hi > minus.hi ? a.hi : minus.hi;
  return (lyre_range){a.hi < 0 ? minus.lo : 0, hi};
}

static lyre_range number_range (const lyre_ranges *r, lyre_term t,
                                const lyre_node *n) {
  lyre_range a = n->n_args ? lyre_range_of (r, n->args[0]) : anything;
  int64_t k;
  switch (n->op) {
  case LYRE_VALUE:
    return has_value (r, t, &k) ? (lyre_range){k, k} : anything;
  case LYRE_ADD:
    return sum_of (r, n);
  case LYRE_SUB: {
    lyre_range b = scaled (lyre_range_of (r, n->args[1]), -1);
    return (lyre_range){add_low (a.lo, b.lo), add_high (a.hi, b.hi)};
  }
  case LYRE_NEG:
    return scaled (a, -1);
  case LYRE_MUL:
    return product_of (r, n);
  case LYRE_INT_DIV:
    return quotient_of (r, n);
  case LYRE_INT_MOD:
    return rest_of (r, n);
  case LYRE_ABS:
    return absolute (a);
  case LYRE_ITE:
    return hull (lyre_range_of (r, n->args[1]), lyre_range_of (r, n->args[2]));
  case LYRE_STR_LEN:
    return a;
  case LYRE_STR_INDEXOF:
  case LYRE_STR_INDEXOF_RE:
  case LYRE_STR_LAST_INDEXOF:
    return (lyre_range){-1, a.hi};
  case LYRE_STR_COUNT:
    return (lyre_range){0, a.hi};
  case LYRE_STR_TO_CODE:
    return (lyre_range){-1, LYRE_CHAR_MAX};
  case LYRE_STR_TO_INT:
    return (lyre_range){-1, add_high (power_of_ten (a.hi), -1)};
  default:
    return anything;
  }
}

static lyre_range length_range (const lyre_ranges *r, lyre_term t,
                                const lyre_node *n) {
  lyre_range a = n->n_args ? lyre_range_of (r, n->args[0]) : any_length;
  const lyre_str *s = lyre_string_of (r->p->ts, t);
  if (s)
    return (lyre_range){s->len, s->len};
  switch (n->op) {
  case LYRE_STR_CONCAT:
    return sum_of (r, n);
  case LYRE_STR_AT:
    return (lyre_range){0, a.hi < 1 ? a.hi : 1};
  case LYRE_STR_SUBSTR:
    return substr_length (r, n);
  case LYRE_STR_REPLACE:
    return replace_length (a, lyre_range_of (r, n->args[1]),
                           lyre_range_of (r, n->args[2]));
  case LYRE_STR_REPLACE_RE:
    return replace_length (a, any_length, lyre_range_of (r, n->args[2]));
  case LYRE_STR_REPLACE_ALL:
  case LYRE_STR_REPLACE_RE_ALL:
    return replace_all_length (a, lyre_range_of (r, n->args[2]));
  case LYRE_STR_FROM_CODE:
    return (lyre_range){0, 1};
  case LYRE_STR_FROM_INT:
    return numeral_length (a);
  case LYRE_STR_REV:
  case LYRE_STR_TO_LOWER:
  case LYRE_STR_TO_UPPER:
  case LYRE_STR_UPDATE:
    return a;
  case LYRE_STR_TRIM:
    return (lyre_range){0, a.hi};
  case LYRE_ITE:
    return hull (lyre_range_of (r, n->args[1]), lyre_range_of (r, n->args[2]));
  default:
    return any_length;
  }
}

static void upward (lyre_ranges *r, lyre_term t) {
  const lyre_node *n = lyre_node_of (r->p->ts, t);
  if (n->sort == LYRE_ID_INT)
    tighten (r, t, number_range (r, t, n));
  else if (n->sort == LYRE_ID_STRING)
    tighten (r, t, length_range (r, t, n));
}

/* ---------------------------------------------------------------- downward */

/* Each part of a sum: what is left when the others are as small, or as large,
 * as they can be. */
static void split_sum (lyre_ranges *r, lyre_term t, const lyre_node *n) {
  lyre_range whole = lyre_range_of (r, t);
  for (uint32_t i = 0; i < n->n_args; i++) {
    int64_t lo = 0, hi = 0; /* of the others */
    for (uint32_t k = 0; k < n->n_args; k++)
      if (k != i) {
        lo = add_low (lo, lyre_range_of (r, n->args[k]).lo);
        hi = add_high (hi, lyre_range_of (r, n->args[k]).hi);
      }
    if (finite (whole.hi) && finite (lo))
      at_most (r, n->args[i], add_high (whole.hi, -lo));
    if (finite (whole.lo) && finite (hi))
      at_least (r, n->args[i], add_low (whole.lo, -hi));
  }
}

/* K * x is in WHOLE. */
static void split_product (lyre_ranges *r, lyre_term x, int64_t k,
                           lyre_range whole) {
  if (k < 0) {
    whole = scaled (whole, -1);
    k = -k;
  }
  if (!k)
    return;
  if (finite (whole.hi))
    at_most (r, x, floor_div (whole.hi, k));
  if (finite (whole.lo))
    at_least (r, x, -floor_div (-whole.lo, k));
}

static void downward (lyre_ranges *r, lyre_term t) {
  const lyre_node *n = lyre_node_of (r->p->ts, t);
  int64_t k;
  switch (n->op) {
  case LYRE_STR_LEN:
  case LYRE_STR_REV:
  case LYRE_STR_TO_LOWER:
  case LYRE_STR_TO_UPPER:
  case LYRE_STR_UPDATE:
    tighten (r, n->args[0], lyre_range_of (r, t));
    break;
  case LYRE_ADD:
    if (n->sort != LYRE_ID_INT)
      break;
    split_sum (r, t, n);
    break;
  case LYRE_STR_CONCAT:
    split_sum (r, t, n);
    break;
  case LYRE_NEG:
    if (n->sort == LYRE_ID_INT)
      split_product (r, n->args[0], -1, lyre_range_of (r, t));
    break;
  case LYRE_MUL:
    if (n->sort != LYRE_ID_INT || n->n_args != 2)
      break;
    if (has_value (r, n->args[0], &k))
      split_product (r, n->args[1], k, lyre_range_of (r, t));
    else if (has_value (r, n->args[1], &k))
      split_product (r, n->args[0], k, lyre_range_of (r, t));
    break;
  default:
    break;
  }
}

/* --------------------------------------------------------------- assertions */

static bool has_length (const lyre_ranges *r, lyre_term t) {
  return lyre_has_sort (r->p->ts, t, LYRE_STRING);
}

static bool is_integer (const lyre_ranges *r, lyre_term t) {
  return lyre_has_sort (r->p->ts, t, LYRE_INT);
}

/* a + gap <= b, as integers or lengths. */
static void assume_le (lyre_ranges *r, lyre_term a, lyre_term b, int64_t gap) {
  at_most (r, a, add_high (lyre_range_of (r, b).hi, -gap));
  at_least (r, b, add_low (lyre_range_of (r, a).lo, gap));
}

static void assume_eq (lyre_ranges *r, lyre_term a, lyre_term b) {
  if (!has_length (r, a) && !is_integer (r, a))
    return;
  tighten (r, a, lyre_range_of (r, b));
  tighten (r, b, lyre_range_of (r, a));
}

static void assume_member (lyre_ranges *r, lyre_term s, lyre_term regex) {
  if (!(lyre_node_of (r->p->ts, regex)->flags & LYRE_NODE_CLOSED_RE))
    return;
  lyre_len_range len = lyre_rw_re_length_range (r->p->rw, regex);
  tighten (r, s,
           (lyre_range){len.min, len.max == LYRE_LEN_INF ? INF : len.max});
}

static void assume_true (lyre_ranges *r, const lyre_node *n) {
  const lyre_term *a = n->args;
  switch (n->op) {
  case LYRE_EQ:
    assume_eq (r, a[0], a[1]);
    break;
  case LYRE_LE:
  case LYRE_LT:
    if (is_integer (r, a[0]))
      assume_le (r, a[0], a[1], n->op == LYRE_LT);
    break;
  case LYRE_GE:
  case LYRE_GT:
    if (is_integer (r, a[0]))
      assume_le (r, a[1], a[0], n->op == LYRE_GT);
    break;
  case LYRE_STR_CONTAINS:
    assume_le (r, a[1], a[0], 0);
    break;
  case LYRE_STR_PREFIXOF:
  case LYRE_STR_SUFFIXOF:
    assume_le (r, a[0], a[1], 0);
    break;
  case LYRE_STR_IN_RE:
    assume_member (r, a[0], a[1]);
    break;
  case LYRE_STR_IS_DIGIT:
    tighten (r, a[0], (lyre_range){1, 1});
    break;
  default:
    break;
  }
}

static bool is_empty_literal (const lyre_ranges *r, lyre_term t) {
  const lyre_str *s = lyre_string_of (r->p->ts, t);
  return s && !s->len;
}

static void assume_false (lyre_ranges *r, const lyre_node *n) {
  const lyre_term *a = n->args;
  switch (n->op) {
  case LYRE_EQ:
    if (is_empty_literal (r, a[0]))
      at_least (r, a[1], 1);
    else if (is_empty_literal (r, a[1]))
      at_least (r, a[0], 1);
    break;
  case LYRE_LE:
  case LYRE_LT:
    if (is_integer (r, a[0]))
      assume_le (r, a[1], a[0], n->op == LYRE_LE);
    break;
  case LYRE_GE:
  case LYRE_GT:
    if (is_integer (r, a[0]))
      assume_le (r, a[0], a[1], n->op == LYRE_GE);
    break;
  default:
    break;
  }
}

static void assume (lyre_ranges *r, lyre_term t) {
  const lyre_node *n = lyre_node_of (r->p->ts, t);
  if (n->op == LYRE_NOT)
    assume_false (r, lyre_node_of (r->p->ts, n->args[0]));
  else
    assume_true (r, n);
}

/* ------------------------------------------------------------------ rounds */

static void round_of (lyre_ranges *r) {
  for (uint32_t i = 0; i < r->terms->n; i++)
    upward (r, r->terms->terms[i]);
  for (uint32_t i = 0; i < r->p->n; i++)
    assume (r, r->p->assertions[i]);
  for (uint32_t i = r->terms->n; i-- > 0;)
    downward (r, r->terms->terms[i]);
}

void lyre_ranges_init (lyre_ranges *r, const lyre_problem *p, lyre_arena *arena,
                       const lyre_term_list *terms) {
  *r = (lyre_ranges){.p = p, .terms = terms};
  r->of = lyre_arena_array (arena, lyre_range, terms->n);
  for (uint32_t i = 0; i < terms->n; i++) {
    bool string = has_length (r, terms->terms[i]);
    r->of[i] = string ? any_length : anything;
    *lyre_map_at (p->mem, &r->index, terms->terms[i].id) = i + 1;
  }
  r->changed = true;
  for (uint32_t k = 0; k < MAX_ROUNDS && r->changed && !r->impossible; k++) {
    if (lyre_poll (p->env, LYRE_POLL_BITS))
      return;
    r->changed = false;
    round_of (r);
  }
}

void lyre_ranges_release (lyre_ranges *r) {
  lyre_map_release (r->p->mem, &r->index);
}
