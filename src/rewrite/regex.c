/* Rules for regular expressions. Nested unions, intersections and
 * concatenations arrive flat. */
#include <stdlib.h>
#include <string.h>

#include "rewrite/entail.h"
#include "rewrite/rules.h"

#define INF LYRE_RE_ENDLESS

static bool is_none (lyre_rw *rw, lyre_term r) {
  return is_op (rw, r, LYRE_RE_NONE);
}

static bool is_all (lyre_rw *rw, lyre_term r) {
  return is_op (rw, r, LYRE_RE_ALL);
}

static bool is_epsilon (lyre_rw *rw, lyre_term r) {
  return is_op (rw, r, LYRE_STR_TO_RE) && is_empty_lit (rw, arg (rw, r, 0));
}

static lyre_term star (lyre_rw *rw, lyre_term r) {
  return is_op (rw, r, LYRE_RE_ALLCHAR) ? mk_all (rw)
                                        : mk1 (rw, LYRE_RE_STAR, r);
}

bool lyre_rw_re_char_range (lyre_rw *rw, lyre_term r, uint32_t *low,
                            uint32_t *high) {
  const lyre_str *a, *b;
  switch (op_of (rw, r)) {
  case LYRE_RE_ALLCHAR:
    *low = 0;
    *high = LYRE_CHAR_MAX;
    return true;
  case LYRE_STR_TO_RE:
    a = lit (rw, arg (rw, r, 0));
    if (!a || a->len != 1)
      return false;
    *low = *high = lyre_str_at (a, 0);
    return true;
  case LYRE_RE_RANGE:
    a = lit (rw, arg (rw, r, 0));
    b = lit (rw, arg (rw, r, 1));
    if (!a || !b || a->len != 1 || b->len != 1)
      return false;
    *low = lyre_str_at (a, 0);
    *high = lyre_str_at (b, 0);
    return *low <= *high;
  default:
    return false;
  }
}

/* ----------------------------------------------------- union, intersection */

typedef struct {
  uint32_t low, high;
} interval;

static int by_low (const void *a, const void *b) {
  uint32_t x = ((const interval *) a)->low, y = ((const interval *) b)->low;
  return (x > y) - (x < y);
}

/* Joins intervals that overlap or touch; returns how many are left. */
static uint32_t merge_intervals (interval *at, uint32_t n) {
  uint32_t k = 0;
  if (!n)
    return 0;
  qsort (at, n, sizeof *at, by_low);
  for (uint32_t i = 1; i < n; i++) {
    if (at[i].low > at[k].high + 1)
      at[++k] = at[i];
    else if (at[i].high > at[k].high)
      at[k].high = at[i].high;
  }
  return k + 1;
}

/* The arguments of a union, taken apart. In scratch. */
typedef struct {
  lyre_term *terms;
  interval *ranges;
  uint32_t n_terms, n_ranges;
  bool epsilon, all;
} union_parts;

/* Sorts argument R into the parts. Marks: 1 for r, 0 for comp r. */
static void add_to_union (lyre_rw *rw, union_parts *u, lyre_term r) {
  interval i;
  if (is_op (rw, r, LYRE_RE_OPT)) {
    u->epsilon = true;
    r = arg (rw, r, 0);
  }
  if (is_epsilon (rw, r)) {
    u->epsilon = true;
    return;
  }
  if (is_none (rw, r))
    return;
  if (lyre_rw_re_char_range (rw, r, &i.low, &i.high)) {
    u->ranges[u->n_ranges++] = i;
    return;
  }
  bool negated = is_op (rw, r, LYRE_RE_COMP);
  int mark = lyre_rw_mark (rw, negated ? arg (rw, r, 0).id : r.id, !negated);
  if (is_all (rw, r) || (mark >= 0 && mark != !negated))
    u->all = true;
  if (mark < 0)
    u->terms[u->n_terms++] = r;
}

/* Drops r if r* or r+ is there, too. */
static void absorb_into_loops (lyre_rw *rw, union_parts *u) {
  uint32_t k = 0;
  lyre_rw_epoch (rw);
  for (uint32_t i = 0; i < u->n_terms; i++) {
    lyre_op op = op_of (rw, u->terms[i]);
    if (op == LYRE_RE_STAR || op == LYRE_RE_PLUS)
      lyre_rw_mark (rw, arg (rw, u->terms[i], 0).id, 1);
  }
  for (uint32_t i = 0; i < u->n_terms; i++)
    if (lyre_rw_marked (rw, u->terms[i].id) < 0)
      u->terms[k++] = u->terms[i];
  u->n_terms = k;
}

static lyre_term build_union (lyre_rw *rw, union_parts *u) {
  absorb_into_loops (rw, u);
  for (uint32_t i = 0; i < u->n_terms; i++)
    if (u->epsilon && lyre_rw_re_nullable (rw, u->terms[i]) == LYRE_YES)
      u->epsilon = false;
  uint32_t n = merge_intervals (u->ranges, u->n_ranges);
  for (uint32_t i = 0; i < n; i++)
    u->terms[u->n_terms++] =
        lyre_rw_mk_range (rw, u->ranges[i].low, u->ranges[i].high);
  if (!u->n_terms)
    return u->epsilon ? mk_epsilon (rw) : mk_none (rw);
  lyre_rw_sort_by_id (u->terms, u->n_terms);
  lyre_term r = lyre_rw_nary (rw, LYRE_RE_UNION, u->n_terms, u->terms);
  return u->epsilon ? mk1 (rw, LYRE_RE_OPT, r) : r;
}

/* Union: sort, drop duplicates and none; all and r, comp r absorb; characters
 * become intervals; "" and opt move out; r beside r* goes (rules 72, 76)
 * Sound: laws of sets. Terminates: the normal form stays as it is.
 * Test: re-union-normal */
static bool union_normal (lyre_rw *rw, lyre_term t, lyre_term *out) {
  uint32_t n = arity (rw, t);
  union_parts u = {0};
  lyre_mark m = lyre_arena_mark (rw->scratch);
  u.terms = lyre_arena_array (rw->scratch, lyre_term, n);
  u.ranges = lyre_arena_array (rw->scratch, interval, n);
  lyre_rw_epoch (rw);
  for (uint32_t i = 0; i < n; i++)
    add_to_union (rw, &u, arg (rw, t, i));
  lyre_term r = u.all ? mk_all (rw) : build_union (rw, &u);
  lyre_arena_cut (rw->scratch, m);
  return became (t, r, out);
}

/* The arguments of an intersection, taken apart. In scratch. */
typedef struct {
  lyre_term *terms;
  uint32_t n;
  interval range;
  bool has_range, epsilon, none;
} inter_parts;

static void add_to_inter (lyre_rw *rw, inter_parts *p, lyre_term r) {
  interval i;
  if (is_all (rw, r))
    return;
  if (is_epsilon (rw, r)) {
    p->epsilon = true;
    return;
  }
  if (lyre_rw_re_char_range (rw, r, &i.low, &i.high)) {
    if (!p->has_range || i.low > p->range.low)
      p->range.low = i.low;
    if (!p->has_range || i.high < p->range.high)
      p->range.high = i.high;
    p->has_range = true;
    return;
  }
  bool negated = is_op (rw, r, LYRE_RE_COMP);
  int mark = lyre_rw_mark (rw, negated ? arg (rw, r, 0).id : r.id, !negated);
  if (is_none (rw, r) || (mark >= 0 && mark != !negated))
    p->none = true;
  if (mark < 0)
    p->terms[p->n++] = r;
}

static lyre_term build_inter (lyre_rw *rw, inter_parts *p) {
  if (p->none || (p->has_range && p->epsilon) ||
      (p->has_range && p->range.low > p->range.high))
    return mk_none (rw);
  lyre_maybe sure = LYRE_YES;
  for (uint32_t i = 0; p->epsilon && i < p->n; i++) {
    lyre_maybe m = lyre_rw_re_nullable (rw, p->terms[i]);
    if (m == LYRE_NO)
      return mk_none (rw);
    sure = m == LYRE_YES ? sure : m;
  }
  if (p->epsilon && sure == LYRE_YES)
    return mk_epsilon (rw);
  if (p->epsilon)
    p->terms[p->n++] = mk_epsilon (rw);
  if (p->has_range)
    p->terms[p->n++] = lyre_rw_mk_range (rw, p->range.low, p->range.high);
  lyre_rw_sort_by_id (p->terms, p->n);
  return lyre_rw_nary (rw, LYRE_RE_INTER, p->n, p->terms);
}

/* Intersection: sort, drop duplicates and all; none and r, comp r absorb;
 * ranges become one; beside "" the others only say yes or no (rule 72)
 * Sound: laws of sets. Terminates: the normal form stays as it is.
 * Test: re-inter-normal */
static bool inter_normal (lyre_rw *rw, lyre_term t, lyre_term *out) {
  inter_parts p = {0};
  lyre_mark m = lyre_arena_mark (rw->scratch);
  p.terms = lyre_arena_array (rw->scratch, lyre_term, arity (rw, t) + 1);
  lyre_rw_epoch (rw);
  for (uint32_t i = 0; i < arity (rw, t); i++)
    add_to_inter (rw, &p, arg (rw, t, i));
  lyre_term r = build_inter (rw, &p);
  lyre_arena_cut (rw->scratch, m);
  return became (t, r, out);
}

/* r ==> none if no length is possible, for an intersection
 * Sound: the length range holds for every word. Terminates: a constant.
 * Test: re-inter-length */
static bool inter_length (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_len_range r = lyre_rw_re_length_range (rw, t);
  return r.min > r.max && yields (mk_none (rw), out);
}

/* ------------------------------------------------------------ concatenation */

lyre_repeat lyre_rw_re_repeat (lyre_rw *rw, lyre_term r) {
  switch (op_of (rw, r)) {
  case LYRE_RE_ALL:
    return (lyre_repeat){mk_allchar (rw), 0, INF};
  case LYRE_RE_STAR:
    return (lyre_repeat){arg (rw, r, 0), 0, INF};
  case LYRE_RE_PLUS:
    return (lyre_repeat){arg (rw, r, 0), 1, INF};
  case LYRE_RE_OPT:
    return (lyre_repeat){arg (rw, r, 0), 0, 1};
  case LYRE_RE_LOOP:
    if (index_of (rw, r, 0) > index_of (rw, r, 1) || index_of (rw, r, 1) == INF)
      break;
    return (lyre_repeat){arg (rw, r, 0), index_of (rw, r, 0),
                         index_of (rw, r, 1)};
  default:
    break;
  }
  return (lyre_repeat){r, 1, 1};
}

static bool is_plain (const lyre_repeat *r) {
  return r->low == 1 && r->high == 1;
}

/* Joins B to A if both repeat the same body, one of them really. */
static bool join_repeats (lyre_rw *rw, lyre_repeat *a, const lyre_repeat *b) {
  if (!lyre_same (a->body, b->body))
    return false;
  if (is_plain (a) && is_plain (b) && !is_op (rw, a->body, LYRE_RE_ALLCHAR))
    return false;
  bool infinite = a->high == INF || b->high == INF;
  if (a->low > INF / 4 || b->low > INF / 4 ||
      (!infinite && (a->high > INF / 4 || b->high > INF / 4)))
    return false;
  a->low += b->low;
  a->high = infinite ? INF : a->high + b->high;
  return true;
}

/* Two literals become one. */
static bool join_literals (lyre_rw *rw, lyre_repeat *a, const lyre_repeat *b) {
  if (!is_plain (a) || !is_plain (b) || !is_op (rw, a->body, LYRE_STR_TO_RE) ||
      !is_op (rw, b->body, LYRE_STR_TO_RE))
    return false;
  lyre_term s = arg (rw, a->body, 0), t = arg (rw, b->body, 0);
  a->body = mk1 (rw, LYRE_STR_TO_RE, lyre_rw_concat2 (rw, s, t));
  return true;
}

static lyre_term mk_loop (lyre_rw *rw, lyre_term body, uint32_t low,
                          uint32_t high) {
  return lyre_node_indexed (rw->ts, LYRE_RE_LOOP, low, high, 1, &body);
}

/* Appends the repetition as one or two arguments. */
static void put_repeat (lyre_rw *rw, const lyre_repeat *r, lyre_term *args,
                        uint32_t *n) {
  if (r->high == INF) {
    if (r->low == 1) {
      args[(*n)++] = mk1 (rw, LYRE_RE_PLUS, r->body);
      return;
    }
    if (r->low)
      args[(*n)++] = mk_loop (rw, r->body, r->low, r->low);
    args[(*n)++] = star (rw, r->body);
  } else if (is_plain (r))
    args[(*n)++] = r->body;
  else if (!r->low && r->high == 1)
    args[(*n)++] = mk1 (rw, LYRE_RE_OPT, r->body);
  else
    args[(*n)++] = mk_loop (rw, r->body, r->low, r->high);
}

/* Runs of literals are merged by the rules of str.++: a run of many is joined
 * as one concatenation. */
static uint32_t gather_repeats (lyre_rw *rw, lyre_term t, lyre_repeat *at) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < arity (rw, t); i++) {
    lyre_term r = arg (rw, t, i);
    if (is_epsilon (rw, r))
      continue;
    lyre_repeat next = lyre_rw_re_repeat (rw, r);
    if (!n || !join_repeats (rw, &at[n - 1], &next))
      at[n++] = next;
  }
  return n;
}

/* The literals among AT[i..] that follow each other, as one. */
static uint32_t literal_run (lyre_rw *rw, lyre_repeat *at, uint32_t i,
                             uint32_t n) {
  uint32_t end = i;
  while (end < n && is_plain (&at[end]) &&
         is_op (rw, at[end].body, LYRE_STR_TO_RE))
    end++;
  if (end - i < 2)
    return i + 1;
  if (end - i == 2) {
    join_literals (rw, &at[i], &at[i + 1]);
    return end;
  }
  lyre_term *parts = lyre_arena_array (rw->scratch, lyre_term, end - i);
  for (uint32_t k = i; k < end; k++)
    parts[k - i] = arg (rw, at[k].body, 0);
  at[i].body = mk1 (rw, LYRE_STR_TO_RE, lyre_rw_concat (rw, end - i, parts));
  return end;
}

/* Concatenation: none absorbs, "" drops, literals merge, repetitions of the
 * same body add up (rules 73, 74, 75)
 * Sound: r{a,b} r{c,d} = r{a+c,b+d}, also for b, d infinite. Terminates: fewer
 * arguments, or the same ones. Test: re-concat-normal */
static bool re_concat_normal (lyre_rw *rw, lyre_term t, lyre_term *out) {
  for (uint32_t i = 0; i < arity (rw, t); i++)
    if (is_none (rw, arg (rw, t, i)))
      return yields (arg (rw, t, i), out);
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_repeat *at = lyre_arena_array (rw->scratch, lyre_repeat, arity (rw, t));
  uint32_t n = gather_repeats (rw, t, at), k = 0;
  lyre_term *args = lyre_arena_array (rw->scratch, lyre_term, 2 * n);
  for (uint32_t i = 0, end; i < n; i = end) {
    end = literal_run (rw, at, i, n);
    put_repeat (rw, &at[i], args, &k);
  }
  lyre_term r = lyre_rw_nary (rw, LYRE_RE_CONCAT, k, args);
  lyre_arena_cut (rw->scratch, m);
  return became (t, r, out);
}

/* --------------------------------------------------------------- repetition */

/* (r*)*, (r+)*, (r?)*, (r{a,b})* with a <= 1 ==> r*; "" and none give ""
 * (rule 74)
 * Sound: all repeat r any number of times. Terminates: fewer operators.
 * Test: re-star-nested */
static bool star_nested (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term r = arg (rw, t, 0);
  if (is_none (rw, r) || is_epsilon (rw, r))
    return yields (mk_epsilon (rw), out);
  if (is_op (rw, r, LYRE_RE_ALLCHAR))
    return yields (mk_all (rw), out);
  lyre_repeat x = lyre_rw_re_repeat (rw, r);
  if (is_plain (&x) || x.low > 1 || !x.high)
    return false;
  return yields (star (rw, x.body), out);
}

/* (a* + b)* ==> (a + b)* (rule 74)
 * Sound: both are all words over words of a and b. Terminates: fewer
 * operators. Test: re-star-union */
static bool star_union (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term r = arg (rw, t, 0);
  if (!is_op (rw, r, LYRE_RE_UNION))
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, r);
  bool changed = false;
  for (uint32_t i = 0; i < arity (rw, r); i++) {
    lyre_op op = op_of (rw, args[i]);
    if (op != LYRE_RE_STAR && op != LYRE_RE_PLUS && op != LYRE_RE_OPT)
      continue;
    args[i] = arg (rw, args[i], 0);
    changed = true;
  }
  if (changed) {
    lyre_term u = lyre_node_make (rw->ts, LYRE_RE_UNION, arity (rw, r), args);
    *out = mk1 (rw, LYRE_RE_STAR, u);
  }
  lyre_arena_cut (rw->scratch, m);
  return changed;
}

/* r+ ==> r* if r has ""; none+ ==> none; (r+)+ ==> r+; (r{1,b})+ ==> r+
 * Sound: definition. Terminates: fewer operators. Test: re-plus-fold */
static bool plus_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term r = arg (rw, t, 0);
  if (is_none (rw, r) || is_epsilon (rw, r) || is_op (rw, r, LYRE_RE_PLUS))
    return yields (r, out);
  if (lyre_rw_re_nullable (rw, r) == LYRE_YES)
    return yields (star (rw, r), out);
  lyre_repeat x = lyre_rw_re_repeat (rw, r);
  if (is_plain (&x) || x.low != 1)
    return false;
  return yields (mk1 (rw, LYRE_RE_PLUS, x.body), out);
}

/* r? ==> r if r has ""; none? ==> ""; (r+)? ==> r*; (r{1,b})? ==> r{0,b}
 * Sound: definition. Terminates: fewer operators. Test: re-opt-fold */
static bool opt_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term r = arg (rw, t, 0);
  if (is_none (rw, r))
    return yields (mk_epsilon (rw), out);
  if (lyre_rw_re_nullable (rw, r) == LYRE_YES)
    return yields (r, out);
  lyre_repeat x = lyre_rw_re_repeat (rw, r);
  if (is_plain (&x) || x.low != 1)
    return false;
  if (x.high == INF)
    return yields (star (rw, x.body), out);
  return yields (mk_loop (rw, x.body, 0, x.high), out);
}

/* r^n ==> r{n,n}
 * Sound: definition. Terminates: no re.^ left. Test: re-pow-to-loop */
static bool pow_to_loop (lyre_rw *rw, lyre_term t, lyre_term *out) {
  uint32_t n = index_of (rw, t, 0);
  return yields (mk_loop (rw, arg (rw, t, 0), n, n), out);
}

/* r{a,b}: a > b ==> none; {0,0} ==> ""; {1,1} ==> r; {0,1} ==> r?; none and ""
 * repeated; a becomes 0 if r has "" (rule 75)
 * Sound: definition. Terminates: fewer operators, or a = 0.
 * Test: re-loop-fold */
static bool loop_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  uint32_t a = index_of (rw, t, 0), b = index_of (rw, t, 1);
  lyre_term r = arg (rw, t, 0);
  if (a > b)
    return yields (mk_none (rw), out);
  if (!b || is_epsilon (rw, r) || (is_none (rw, r) && !a))
    return yields (mk_epsilon (rw), out);
  if (is_none (rw, r) || (a == 1 && b == 1))
    return yields (r, out);
  if (a == 0 && b == 1)
    return yields (mk1 (rw, LYRE_RE_OPT, r), out);
  if (a && lyre_rw_re_nullable (rw, r) == LYRE_YES)
    return yields (mk_loop (rw, r, 0, b), out);
  return false;
}

/* a * b, INF if either is, or beyond 30 bits. */
static uint32_t times (uint32_t a, uint32_t b) {
  uint64_t p = (uint64_t) a * b;
  return a == INF || b == INF || p > INF / 4 ? INF : (uint32_t) p;
}

/* (r{a,b}){c,d} ==> r{ac,bd} if c = d or (b-a)c >= a-1; (r*){c,d} ==> r*;
 * (r+){0,d} ==> r*, (r+){1,d} ==> r+ (rule 75)
 * Sound: the counts ka..kb for k = c..d leave no gap: kb + 1 >= (k+1)a.
 * Terminates: one loop less. Test: re-loop-loop */
static bool loop_loop (lyre_rw *rw, lyre_term t, lyre_term *out) {
  uint32_t c = index_of (rw, t, 0), d = index_of (rw, t, 1);
  lyre_repeat x = lyre_rw_re_repeat (rw, arg (rw, t, 0));
  if (is_plain (&x) || c > d || !d)
    return false;
  if (x.high == INF) {
    if (x.low > 1 || (x.low == 1 && c > 1))
      return false;
    bool plus = x.low == 1 && c == 1;
    return yields (plus ? arg (rw, t, 0) : star (rw, x.body), out);
  }
  uint32_t low = times (x.low, c), high = times (x.high, d);
  if (low == INF || high == INF)
    return false;
  bool gapless =
      c == d || (uint64_t) (x.high - x.low) * c + 1 >= (uint64_t) x.low;
  return gapless && yields (mk_loop (rw, x.body, low, high), out);
}

/* -------------------------------------------------------------- other rules */

/* comp comp r ==> r; comp none ==> all; comp all ==> none (rule 77)
 * Sound: definition. Terminates: fewer operators. Test: re-comp-fold */
static bool comp_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term r = arg (rw, t, 0);
  if (is_op (rw, r, LYRE_RE_COMP))
    return yields (arg (rw, r, 0), out);
  if (is_none (rw, r))
    return yields (mk_all (rw), out);
  return is_all (rw, r) && yields (mk_none (rw), out);
}

/* diff r s ==> inter r (comp s) (rule 77)
 * Sound: definition. Terminates: no diff left. Test: re-diff-elim */
static bool diff_elim (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = mk1 (rw, LYRE_RE_COMP, arg (rw, t, 1));
  return yields (mk2 (rw, LYRE_RE_INTER, arg (rw, t, 0), s), out);
}

static bool never_one_char (lyre_rw *rw, lyre_term s) {
  lyre_len_range r = lyre_length_range (rw, s);
  return r.min > 1 || r.max < 1;
}

/* range: none if a bound is never one character or they are in the wrong
 * order; a literal or allchar where it is one (rule 76)
 * Sound: definition. Terminates: no range, or the same. Test: re-range-fold */
static bool range_fold (lyre_rw *rw, lyre_term t, lyre_term *out) {
  uint32_t low, high;
  lyre_term a = arg (rw, t, 0), b = arg (rw, t, 1);
  if (never_one_char (rw, a) || never_one_char (rw, b))
    return yields (mk_none (rw), out);
  if (!lit (rw, a) || !lit (rw, b))
    return false;
  if (!lyre_rw_re_char_range (rw, t, &low, &high))
    return yields (mk_none (rw), out);
  return became (t, lyre_rw_mk_range (rw, low, high), out);
}

static const lyre_rule rules[] = {
    {"re-union-normal", LYRE_RE_UNION, union_normal},
    {"re-inter-normal", LYRE_RE_INTER, inter_normal},
    {"re-inter-length", LYRE_RE_INTER, inter_length},
    {"re-concat-normal", LYRE_RE_CONCAT, re_concat_normal},
    {"re-star-nested", LYRE_RE_STAR, star_nested},
    {"re-star-union", LYRE_RE_STAR, star_union},
    {"re-plus-fold", LYRE_RE_PLUS, plus_fold},
    {"re-opt-fold", LYRE_RE_OPT, opt_fold},
    {"re-pow-to-loop", LYRE_RE_POW, pow_to_loop},
    {"re-loop-fold", LYRE_RE_LOOP, loop_fold},
    {"re-loop-loop", LYRE_RE_LOOP, loop_loop},
    {"re-comp-fold", LYRE_RE_COMP, comp_fold},
    {"re-diff-elim", LYRE_RE_DIFF, diff_elim},
    {"re-range-fold", LYRE_RE_RANGE, range_fold},
};
LYRE_RULE_TABLE (regex, rules);
