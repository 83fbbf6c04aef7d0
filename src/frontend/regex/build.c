/* RegLan terms with the obvious simplifications, and the lengths of words. */
#include "base/assert.h"
#include "frontend/regex/pattern.h"

/* ----------------------------------------------------------------- lengths */

uint32_t lyre_pt_plus (uint32_t a, uint32_t b) {
  return a > LYRE_PT_INF - b ? LYRE_PT_INF : a + b;
}

uint32_t lyre_pt_times (uint32_t a, uint32_t b) {
  uint64_t product = (uint64_t) a * b;
  if (!a || !b)
    return 0;
  return product >= LYRE_PT_INF || a == LYRE_PT_INF || b == LYRE_PT_INF
             ? LYRE_PT_INF
             : (uint32_t) product;
}

typedef lyre_pt_fact fact;

fact lyre_pt_fact_of (const lyre_pt *pt, lyre_term t) {
  const uint64_t *found = lyre_map_find (&pt->known, t.id);
  LYRE_ASSERT (found);
  return pt->facts.data[*found - 1];
}

/* T, with what is known of it; or the context's complaint. */
static lyre_term keep (lyre_pt *pt, lyre_term t, fact f) {
  if (!t.id)
    lyre_pt_fail (pt, 0, "%s", lyre_last_error (pt->ctx));
  uint64_t *index = lyre_map_at (&pt->mem, &pt->known, t.id);
  if (*index)
    return t;
  lyre_vec_push (&pt->mem, &pt->facts, f);
  *index = pt->facts.len;
  return t;
}

static lyre_term apply (lyre_pt *pt, lyre_op op, uint32_t n,
                        const lyre_term *args, fact f) {
  return keep (pt, lyre_mk (pt->ctx, op, n, args), f);
}

void lyre_pt_init_terms (lyre_pt *pt) {
  pt->none = apply (pt, LYRE_RE_NONE, 0, NULL, (fact){1, 0, false});
  pt->all = apply (pt, LYRE_RE_ALL, 0, NULL, (fact){0, LYRE_PT_INF, true});
  pt->any = apply (pt, LYRE_RE_ALLCHAR, 0, NULL, (fact){1, 1, false});
  pt->epsilon = lyre_pt_word (pt, NULL, 0);
}

/* ------------------------------------------------------------- words, sets */

lyre_term lyre_pt_word (lyre_pt *pt, const uint32_t *text, uint32_t len) {
  lyre_term s = lyre_mk_string (pt->ctx, text, len);
  if (!s.id)
    lyre_pt_fail (pt, 0, "%s", lyre_last_error (pt->ctx));
  return apply (pt, LYRE_STR_TO_RE, 1, &s, (fact){len, len, !len});
}

static lyre_term span_term (lyre_pt *pt, lyre_span s) {
  if (s.lo == s.hi)
    return lyre_pt_word (pt, &s.lo, 1);
  lyre_term ends[] = {lyre_mk_string (pt->ctx, &s.lo, 1),
                      lyre_mk_string (pt->ctx, &s.hi, 1)};
  return apply (pt, LYRE_RE_RANGE, 2, ends, (fact){1, 1, false});
}

lyre_term lyre_pt_chars (lyre_pt *pt, lyre_set s) {
  if (!s.n)
    return pt->none;
  if (lyre_set_eq (s, lyre_set_all))
    return pt->any;
  lyre_term *parts = lyre_arena_array (&pt->arena, lyre_term, s.n);
  for (uint32_t i = 0; i < s.n; i++)
    parts[i] = span_term (pt, s.at[i]);
  if (s.n == 1)
    return parts[0];
  return apply (pt, LYRE_RE_UNION, s.n, parts, (fact){1, 1, false});
}

/* --------------------------------------------------------------- operators */

static lyre_term concat_parts (lyre_pt *pt, uint32_t n, const lyre_term *ts) {
  fact sum = {0, 0, true};
  for (uint32_t i = 0; i < n; i++) {
    fact f = lyre_pt_fact_of (pt, ts[i]);
    sum.min = lyre_pt_plus (sum.min, f.min);
    sum.max = lyre_pt_plus (sum.max, f.max);
    sum.nullable &= f.nullable;
  }
  return apply (pt, LYRE_RE_CONCAT, n, ts, sum);
}

lyre_term lyre_pt_concat_all (lyre_pt *pt, uint32_t n, const lyre_term *ts) {
  lyre_term *kept = lyre_arena_array (&pt->arena, lyre_term, (size_t) n + 1);
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (lyre_pt_same (ts[i], pt->none))
      return pt->none;
    bool again = k && lyre_pt_same (ts[i], pt->all) &&
                 lyre_pt_same (kept[k - 1], pt->all);
    if (!again && !lyre_pt_same (ts[i], pt->epsilon))
      kept[k++] = ts[i];
  }
  if (k < 2)
    return k ? kept[0] : pt->epsilon;
  return concat_parts (pt, k, kept);
}

lyre_term lyre_pt_concat (lyre_pt *pt, lyre_term a, lyre_term b) {
  lyre_term both[] = {a, b};
  return lyre_pt_concat_all (pt, 2, both);
}

static fact hull (fact a, fact b) {
  if (a.min > a.max || b.min > b.max)
    return a.min > a.max ? b : a;
  return (fact){a.min < b.min ? a.min : b.min, a.max > b.max ? a.max : b.max,
                a.nullable || b.nullable};
}

static lyre_term union_parts (lyre_pt *pt, uint32_t n, const lyre_term *ts) {
  if (n < 2)
    return n ? ts[0] : pt->none;
  fact f = {1, 0, false};
  for (uint32_t i = 0; i < n; i++)
    f = hull (f, lyre_pt_fact_of (pt, ts[i]));
  return apply (pt, LYRE_RE_UNION, n, ts, f);
}

lyre_term lyre_pt_union_all (lyre_pt *pt, uint32_t n, const lyre_term *ts) {
  lyre_map seen = {0};
  lyre_term *kept = lyre_arena_array (&pt->arena, lyre_term, (size_t) n + 1);
  uint32_t k = 0;
  bool has_epsilon = false, has_all = false;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t *mine = lyre_map_at (&pt->mem, &seen, ts[i].id);
    has_epsilon |= lyre_pt_same (ts[i], pt->epsilon);
    has_all |= lyre_pt_same (ts[i], pt->all);
    if (!*mine && !lyre_pt_same (ts[i], pt->none) &&
        !lyre_pt_same (ts[i], pt->epsilon))
      kept[k++] = ts[i];
    *mine = 1;
  }
  lyre_map_release (&pt->mem, &seen);
  if (has_all)
    return pt->all;
  if (has_epsilon && !k)
    return pt->epsilon;
  lyre_term u = union_parts (pt, k, kept);
  bool optional = has_epsilon && !lyre_pt_fact_of (pt, u).nullable;
  return optional ? lyre_pt_loop (pt, u, 0, 1) : u;
}

lyre_term lyre_pt_union (lyre_pt *pt, lyre_term a, lyre_term b) {
  lyre_term both[] = {a, b};
  return lyre_pt_union_all (pt, 2, both);
}

lyre_term lyre_pt_inter (lyre_pt *pt, lyre_term a, lyre_term b) {
  if (lyre_pt_same (a, b) || lyre_pt_same (b, pt->all) ||
      lyre_pt_same (a, pt->none))
    return a;
  if (lyre_pt_same (a, pt->all) || lyre_pt_same (b, pt->none))
    return b;
  fact x = lyre_pt_fact_of (pt, a), y = lyre_pt_fact_of (pt, b);
  fact both = {x.min > y.min ? x.min : y.min, x.max < y.max ? x.max : y.max,
               x.nullable && y.nullable};
  if (both.min > both.max)
    return pt->none;
  if (!both.max)
    return both.nullable ? pt->epsilon : pt->none;
  return apply (pt, LYRE_RE_INTER, 2, (lyre_term[]){a, b}, both);
}

lyre_term lyre_pt_comp (lyre_pt *pt, lyre_term a) {
  if (lyre_pt_same (a, pt->none))
    return pt->all;
  if (lyre_pt_same (a, pt->all))
    return pt->none;
  if (lyre_term_op (pt->ctx, a) == LYRE_RE_COMP)
    return lyre_term_arg (pt->ctx, a, 0);
  bool nullable = lyre_pt_fact_of (pt, a).nullable;
  return apply (pt, LYRE_RE_COMP, 1, &a, (fact){0, LYRE_PT_INF, !nullable});
}

/* A{n,} with n > 1: A^n A*. */
static lyre_term loop_from (lyre_pt *pt, lyre_term a, uint32_t lo) {
  lyre_term parts[] = {lyre_pt_loop (pt, a, lo, lo),
                       lyre_pt_loop (pt, a, 0, LYRE_PT_INF)};
  return lyre_pt_concat_all (pt, 2, parts);
}

lyre_term lyre_pt_loop (lyre_pt *pt, lyre_term a, uint32_t lo, uint32_t hi) {
  bool finite = hi != LYRE_PT_INF;
  if (!hi || lyre_pt_same (a, pt->epsilon))
    return pt->epsilon;
  if (lo == 1 && hi == 1)
    return a;
  if (lyre_pt_same (a, pt->none))
    return lo ? pt->none : pt->epsilon;
  if (lyre_pt_same (a, pt->all))
    return a;
  if (lyre_pt_same (a, pt->any) && !lo && !finite)
    return pt->all;
  if (!finite && lo > 1)
    return loop_from (pt, a, lo);
  fact one = lyre_pt_fact_of (pt, a);
  fact b = {lyre_pt_times (one.min, lo), lyre_pt_times (one.max, hi),
            !lo || one.nullable};
  if (!finite)
    return apply (pt, lo ? LYRE_RE_PLUS : LYRE_RE_STAR, 1, &a, b);
  if (!lo && hi == 1)
    return apply (pt, LYRE_RE_OPT, 1, &a, b);
  uint32_t index[] = {lo, hi};
  lyre_op op = lo == hi ? LYRE_RE_POW : LYRE_RE_LOOP;
  return keep (
      pt, lyre_mk_indexed (pt->ctx, op, lo == hi ? 1 : 2, index, 1, &a), b);
}

lyre_term lyre_pt_at_least (lyre_pt *pt, uint32_t len) {
  return lyre_pt_concat (pt, lyre_pt_loop (pt, pt->any, len, len), pt->all);
}
