/* Unions, intersections and complements.
 *
 * Each applies laws that are cheap to see and keep derivatives few. Nothing
 * recurses on the depth of a regex: parts are normal already, and where a law
 * needs a constructor again (common heads of a union, stars of unions, De
 * Morgan) the nesting is bounded by a constant, beyond which the law is simply
 * not applied. */
#include <string.h>

#include "core/automata/regex_internal.h"

/* ------------------------------------------------ parts of unions and inters
 *
 * Both work on the ids in work[base..]. */

static bool has_id (const lyre_re_pool *p, uint32_t base, uint32_t id) {
  const uint32_t *at = p->work.data;
  uint32_t lo = base, hi = p->work.len;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (at[mid] < id)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < p->work.len && at[lo] == id;
}

static void sort_work (lyre_re_pool *p, uint32_t base) {
  uint32_t *at = p->work.data, n = base;
  lyre_re_sort_ids (p->work.len - base, at + base);
  for (uint32_t i = base; i < p->work.len; i++)
    if (i == base || at[i] != at[i - 1])
      at[n++] = at[i];
  p->work.len = n;
}

/* Removes the parts marked with RE_NONE. */
static void compact (lyre_re_pool *p, uint32_t base) {
  uint32_t *at = p->work.data, n = base;
  for (uint32_t i = base; i < p->work.len; i++)
    if (at[i] != RE_NONE)
      at[n++] = at[i];
  p->work.len = n;
}

/* Is there a part together with its complement? */
static bool has_contradiction (const lyre_re_pool *p, uint32_t base) {
  for (uint32_t i = base; i < p->work.len; i++) {
    const lyre_re_info *x = re_info (p, p->work.data[i]);
    if (x->kind == LYRE_RE_KIND_COMP && has_id (p, base, x->parts[0].id))
      return true;
  }
  return false;
}

/* Is it any{lo,hi}, all words of some lengths? */
static bool see_window (const lyre_re_pool *p, uint32_t id, uint32_t *lo,
                        uint32_t *hi) {
  re_product v = re_see_product (p, id);
  *lo = v.lo;
  *hi = v.hi;
  return v.body == RE_ANY_CHAR && v.tail == RE_EPSILON;
}

/* ------------------------------------------------------------------- unions */

static void push_alternative (lyre_re_pool *p, uint32_t id) {
  const lyre_re_info *x = re_info (p, id);
  if (x->kind == LYRE_RE_KIND_LOOP && !x->lo && x->hi == 1) {
    lyre_vec_push (p->mem, &p->work, RE_EPSILON);
    id = x->parts[0].id;
    x = re_info (p, id);
  }
  if (x->kind != LYRE_RE_KIND_UNION) {
    lyre_vec_push (p->mem, &p->work, id);
    return;
  }
  for (uint32_t i = 0; i < x->n_parts; i++)
    lyre_vec_push (p->mem, &p->work, x->parts[i].id);
}

/* Replaces the sets of characters by their union. */
static void unite_chars (lyre_re_pool *p, uint32_t base) {
  uint32_t n = 0, sets = 0, *at = p->work.data;
  for (uint32_t i = base; i < p->work.len; i++)
    if (re_kind (p, at[i]) == LYRE_RE_KIND_CHARS) {
      n += re_info (p, at[i])->chars.n;
      sets++;
    }
  if (sets < 2)
    return;
  lyre_mark m = lyre_arena_mark (&p->env->scratch);
  lyre_interval *v = lyre_arena_array (&p->env->scratch, lyre_interval, n);
  n = 0;
  for (uint32_t i = base; i < p->work.len; i++) {
    lyre_charset s = re_info (p, at[i])->chars;
    if (re_kind (p, at[i]) != LYRE_RE_KIND_CHARS)
      continue;
    memcpy (v + n, s.at, s.n * sizeof *v);
    n += s.n;
    at[i] = RE_NONE;
  }
  lyre_charset all = lyre_charset_make (&p->env->scratch, n, v);
  uint32_t id = lyre_re_chars (p, all).id;
  lyre_arena_cut (&p->env->scratch, m);
  lyre_vec_push (p->mem, &p->work, id);
  compact (p, base);
  sort_work (p, base);
}

/* Drops what lies in any{lo,hi} by its length. */
static void absorb_by_length (lyre_re_pool *p, uint32_t base) {
  uint32_t lo, hi;
  for (uint32_t i = base; i < p->work.len; i++) {
    if (!see_window (p, p->work.data[i], &lo, &hi))
      continue;
    for (uint32_t j = base; j < p->work.len; j++) {
      const lyre_re_info *y = re_info (p, p->work.data[j]);
      if (j != i && y->min_len >= lo && y->max_len <= hi)
        p->work.data[j] = RE_NONE;
    }
    compact (p, base);
    return;
  }
}

/* Groups parts by (body, tail). The triples go to the scratch arena. */
static lyre_re_triple *group_products (lyre_re_pool *p, uint32_t base,
                                       bool by_body) {
  uint32_t n = p->work.len - base;
  lyre_re_triple *t = lyre_arena_array (&p->env->scratch, lyre_re_triple, n);
  for (uint32_t i = 0; i < n; i++) {
    re_product v = re_see_product (p, p->work.data[base + i]);
    t[i] = by_body ? (lyre_re_triple){v.body, v.tail, i}
                   : (lyre_re_triple){v.head, i, v.tail};
  }
  lyre_re_sort_triples (n, t);
  return t;
}

/* r{a,b} t | r{c,d} t = r{min,max} t if the ranges overlap or touch. Merges
 * t[i..j) of one group into fewer parts. */
static bool merge_group (lyre_re_pool *p, uint32_t base,
                         const lyre_re_triple *t, uint32_t n) {
  bool changed = false;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t x = p->work.data[base + t[i].c];
    if (x == RE_NONE)
      continue;
    re_product v = re_see_product (p, x);
    bool merged = false;
    for (uint32_t j = i + 1; j < n; j++) {
      uint32_t *y = &p->work.data[base + t[j].c];
      re_product w = re_see_product (p, *y);
      if (*y == RE_NONE || w.lo > re_add (v.hi, 1) || v.lo > re_add (w.hi, 1))
        continue;
      v.lo = v.lo < w.lo ? v.lo : w.lo;
      v.hi = v.hi > w.hi ? v.hi : w.hi;
      *y = RE_NONE;
      merged = changed = true;
    }
    if (merged)
      x = re_mk_concat (p, re_mk_loop (p, v.body, v.lo, v.hi), v.tail);
    p->work.data[base + t[i].c] = x;
  }
  return changed;
}

static bool merge_loops (lyre_re_pool *p, uint32_t base) {
  lyre_mark m = lyre_arena_mark (&p->env->scratch);
  uint32_t n = p->work.len - base;
  const lyre_re_triple *t = group_products (p, base, true);
  bool changed = false;
  for (uint32_t i = 0, j; i < n; i = j) {
    for (j = i + 1; j < n && t[j].a == t[i].a && t[j].b == t[i].b; j++)
      ;
    if (j > i + 1)
      changed |= merge_group (p, base, t + i, j - i);
  }
  lyre_arena_cut (&p->env->scratch, m);
  return changed;
}

/* t | r{a,b} t = r{0,b} t if a <= 1 <= b and r{a,b} is a loop. */
static bool absorb_tails (lyre_re_pool *p, uint32_t base) {
  bool changed = false;
  for (uint32_t i = base; i < p->work.len; i++) {
    re_product v = re_see_product (p, p->work.data[i]);
    if (v.head == v.body || v.lo > 1 || !has_id (p, base, v.tail))
      continue;
    if (v.tail == RE_EPSILON && !v.lo)
      continue; /* dealt with at the end */
    uint32_t id = re_mk_concat (p, re_mk_loop (p, v.body, 0, v.hi), v.tail);
    for (uint32_t j = base; j < p->work.len; j++)
      if (p->work.data[j] == v.tail)
        p->work.data[j] = id;
    p->work.data[i] = id;
    lyre_re_sort_ids (p->work.len - base, p->work.data + base);
    changed = true;
  }
  return changed;
}

/* h x | h y = h (x | y). */
static bool factor_heads (lyre_re_pool *p, uint32_t base) {
  lyre_mark m = lyre_arena_mark (&p->env->scratch);
  uint32_t n = p->work.len - base;
  const lyre_re_triple *t = group_products (p, base, false);
  bool changed = false;
  for (uint32_t i = 0, j; i < n; i = j) {
    for (j = i + 1; j < n && t[j].a == t[i].a; j++)
      ;
    if (j == i + 1 || t[i].a == RE_EPSILON)
      continue;
    uint32_t inner = p->work.len;
    for (uint32_t k = i; k < j; k++) {
      p->work.data[base + t[k].b] = RE_NONE;
      push_alternative (p, t[k].c);
    }
    uint32_t tails = lyre_re_union_of_work (p, inner);
    p->work.len = inner;
    p->work.data[base + t[i].b] = re_mk_concat (p, t[i].a, tails);
    changed = true;
  }
  lyre_arena_cut (&p->env->scratch, m);
  return changed;
}

/* Puts the parts through push_alternative again. */
static void push_again (lyre_re_pool *p, uint32_t base) {
  uint32_t end = p->work.len;
  for (uint32_t i = base; i < end; i++)
    if (p->work.data[i] != RE_NONE)
      push_alternative (p, p->work.data[i]);
  uint32_t n = p->work.len - end;
  memmove (p->work.data + base, p->work.data + end, n * sizeof (uint32_t));
  p->work.len = base + n;
}

/* Laws over pairs of parts; true if something changed. */
static bool join_alternatives (lyre_re_pool *p, uint32_t base) {
  if (p->work.len - base < 2 || p->nesting > RE_MAX_NESTING)
    return false;
  if (!merge_loops (p, base) && !absorb_tails (p, base) &&
      !factor_heads (p, base))
    return false;
  push_again (p, base);
  return true;
}

/* Sorts, and applies the laws that look at one part or at equal ones. True if
 * the union is everything. */
static bool tidy_alternatives (lyre_re_pool *p, uint32_t base) {
  sort_work (p, base);
  if (has_id (p, base, RE_ALL))
    return true;
  compact (p, base);
  unite_chars (p, base);
  absorb_by_length (p, base);
  return has_contradiction (p, base);
}

static uint32_t seal_union (lyre_re_pool *p, uint32_t base) {
  bool nullable = false, epsilon = has_id (p, base, RE_EPSILON);
  uint32_t n = base, *at = p->work.data;
  for (uint32_t i = base; i < p->work.len; i++)
    if (at[i] != RE_EPSILON) {
      nullable |= re_nullable (p, at[i]);
      at[n++] = at[i];
    }
  n -= base;
  if (!n)
    return epsilon ? RE_EPSILON : RE_NONE;
  uint32_t id =
      n == 1 ? at[base] : re_intern_parts (p, LYRE_RE_KIND_UNION, n, at + base);
  return epsilon && !nullable ? re_mk_loop (p, id, 0, 1) : id;
}

uint32_t lyre_re_union_of_work (lyre_re_pool *p, uint32_t base) {
  bool everything;
  p->nesting++;
  push_again (p, base);
  do
    everything = tidy_alternatives (p, base);
  while (!everything && join_alternatives (p, base));
  uint32_t id = everything ? RE_ALL : seal_union (p, base);
  p->nesting--;
  return id;
}

lyre_re lyre_re_union (lyre_re_pool *p, uint32_t n, const lyre_re *parts) {
  if (n == 1)
    return parts[0];
  uint32_t base = p->work.len;
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (p->mem, &p->work, parts[i].id);
  uint32_t id = lyre_re_union_of_work (p, base);
  p->work.len = base;
  return re_of (id);
}

/* ------------------------------------------------------------ intersections */

static void push_conjunct (lyre_re_pool *p, uint32_t id) {
  const lyre_re_info *x = re_info (p, id);
  if (id == RE_ALL)
    return;
  if (x->kind != LYRE_RE_KIND_INTER) {
    lyre_vec_push (p->mem, &p->work, id);
    return;
  }
  for (uint32_t i = 0; i < x->n_parts; i++)
    lyre_vec_push (p->mem, &p->work, x->parts[i].id);
}

/* Is it S{lo,hi} for a set of characters S? */
static bool see_char_loop (const lyre_re_pool *p, uint32_t id, re_product *v) {
  *v = re_see_product (p, id);
  return v->tail == RE_EPSILON && re_kind (p, v->body) == LYRE_RE_KIND_CHARS;
}

/* S{a,b} and T{c,d} together are (S & T){max,min}. */
static uint32_t meet_char_loops (lyre_re_pool *p, re_product x, re_product y) {
  lyre_mark m = lyre_arena_mark (&p->env->scratch);
  lyre_charset s = lyre_charset_inter (
      &p->env->scratch, re_info (p, x.body)->chars, re_info (p, y.body)->chars);
  uint32_t body = lyre_re_chars (p, s).id;
  lyre_arena_cut (&p->env->scratch, m);
  return re_mk_loop (p, body, x.lo > y.lo ? x.lo : y.lo,
                     x.hi < y.hi ? x.hi : y.hi);
}

/* Replaces all S{lo,hi} by one. Stops early if only the empty word, or none,
 * is left. */
static void meet_all_char_loops (lyre_re_pool *p, uint32_t base) {
  re_product first, v;
  uint32_t found = UINT32_MAX;
  for (uint32_t i = base; i < p->work.len; i++) {
    if (!see_char_loop (p, p->work.data[i], &v))
      continue;
    if (found == UINT32_MAX) {
      found = i;
      continue;
    }
    if (!see_char_loop (p, p->work.data[found], &first))
      return;
    p->work.data[found] = meet_char_loops (p, first, v);
    p->work.data[i] = RE_ALL;
  }
}

/* Drops any{lo,hi} where another part says as much. */
static void drop_windows (lyre_re_pool *p, uint32_t base) {
  uint32_t lo, hi, *at = p->work.data;
  for (uint32_t i = base; i < p->work.len; i++) {
    if (!see_window (p, at[i], &lo, &hi))
      continue;
    for (uint32_t j = base; j < p->work.len; j++) {
      const lyre_re_info *y = re_info (p, at[j]);
      if (j != i && at[j] != RE_ALL && y->min_len >= lo && y->max_len <= hi)
        at[i] = RE_ALL;
    }
    return; /* there is one window at most */
  }
}

/* S & ~T is S without T. */
static void subtract_chars (lyre_re_pool *p, uint32_t base, uint32_t set) {
  lyre_arena *scratch = &p->env->scratch;
  lyre_mark m = lyre_arena_mark (scratch);
  lyre_charset s = re_info (p, p->work.data[set])->chars;
  for (uint32_t i = base; i < p->work.len; i++) {
    const lyre_re_info *x = re_info (p, p->work.data[i]);
    if (x->kind != LYRE_RE_KIND_COMP)
      continue;
    const lyre_re_info *y = re_info (p, x->parts[0].id);
    if (y->kind != LYRE_RE_KIND_CHARS)
      continue;
    s = lyre_charset_minus (scratch, s, y->chars);
    p->work.data[i] = RE_ALL;
  }
  p->work.data[set] = lyre_re_chars (p, s).id;
  lyre_arena_cut (scratch, m);
}

/* Complements of words that are too long or too short anyway say nothing. */
static void drop_complements (lyre_re_pool *p, uint32_t base) {
  uint32_t min = 0, max = LYRE_RE_INF, set = UINT32_MAX;
  for (uint32_t i = base; i < p->work.len; i++) {
    const lyre_re_info *x = re_info (p, p->work.data[i]);
    if (x->kind == LYRE_RE_KIND_COMP)
      continue; /* what may be dropped must not be a reason to drop */
    min = x->min_len > min ? x->min_len : min;
    max = x->max_len < max ? x->max_len : max;
    if (x->kind == LYRE_RE_KIND_CHARS)
      set = i;
  }
  for (uint32_t i = base; i < p->work.len; i++) {
    const lyre_re_info *x = re_info (p, p->work.data[i]);
    if (x->kind != LYRE_RE_KIND_COMP)
      continue;
    const lyre_re_info *y = re_info (p, x->parts[0].id);
    if (y->min_len > max || y->max_len < min)
      p->work.data[i] = RE_ALL;
  }
  if (set != UINT32_MAX)
    subtract_chars (p, base, set);
}

static void drop_all (lyre_re_pool *p, uint32_t base) {
  uint32_t n = base;
  for (uint32_t i = base; i < p->work.len; i++)
    if (p->work.data[i] != RE_ALL)
      p->work.data[n++] = p->work.data[i];
  p->work.len = n;
}

/* Do the lengths or the empty word already rule every word out? */
static bool is_surely_empty (const lyre_re_pool *p, uint32_t base) {
  uint32_t min = 0, max = LYRE_RE_INF;
  bool nullable = true;
  for (uint32_t i = base; i < p->work.len; i++) {
    const lyre_re_info *x = re_info (p, p->work.data[i]);
    min = x->min_len > min ? x->min_len : min;
    max = x->max_len < max ? x->max_len : max;
    nullable &= x->nullable;
  }
  return min > max || (!max && !nullable);
}

static uint32_t inter_of_work (lyre_re_pool *p, uint32_t base) {
  sort_work (p, base);
  if (is_surely_empty (p, base) || has_contradiction (p, base))
    return RE_NONE;
  if (has_id (p, base, RE_EPSILON))
    return RE_EPSILON; /* the others have it: they are not surely empty */
  if (p->work.len - base > 1) {
    meet_all_char_loops (p, base);
    drop_windows (p, base);
    drop_complements (p, base);
    drop_all (p, base);
    sort_work (p, base);
    if (is_surely_empty (p, base))
      return RE_NONE;
    if (has_id (p, base, RE_EPSILON))
      return RE_EPSILON;
  }
  uint32_t n = p->work.len - base, *at = p->work.data + base;
  return n == 0   ? RE_ALL
         : n == 1 ? at[0]
                  : re_intern_parts (p, LYRE_RE_KIND_INTER, n, at);
}

lyre_re lyre_re_inter (lyre_re_pool *p, uint32_t n, const lyre_re *parts) {
  if (n == 1)
    return parts[0];
  uint32_t base = p->work.len;
  for (uint32_t i = 0; i < n; i++)
    push_conjunct (p, parts[i].id);
  uint32_t id = inter_of_work (p, base);
  p->work.len = base;
  return re_of (id);
}

/* -------------------------------------------------------------- complements */

/* ~any{lo,hi} = any{0,lo-1} | any{hi+1,inf}. */
static uint32_t comp_window (lyre_re_pool *p, uint32_t lo, uint32_t hi) {
  lyre_re sides[2] = {re_of (RE_NONE), re_of (RE_NONE)};
  if (lo)
    sides[0].id = re_mk_loop (p, RE_ANY_CHAR, 0, lo - 1);
  if (hi < LYRE_RE_INF - 1)
    sides[1].id = re_mk_loop (p, RE_ANY_CHAR, hi + 1, LYRE_RE_INF);
  return lyre_re_union (p, 2, sides).id;
}

/* ~(all S all) = (~S)*: no character of S anywhere. */
static bool comp_contains (lyre_re_pool *p, uint32_t r, uint32_t *out) {
  re_product x = re_see_product (p, r);
  re_product y = re_see_product (p, x.tail);
  if (x.head != RE_ALL || y.tail != RE_ALL ||
      re_kind (p, y.head) != LYRE_RE_KIND_CHARS)
    return false;
  lyre_mark m = lyre_arena_mark (&p->env->scratch);
  lyre_charset s =
      lyre_charset_comp (&p->env->scratch, re_info (p, y.head)->chars);
  *out = re_mk_loop (p, lyre_re_chars (p, s).id, 0, LYRE_RE_INF);
  lyre_arena_cut (&p->env->scratch, m);
  return true;
}

static bool has_comp_part (const lyre_re_pool *p, const lyre_re_info *x) {
  for (uint32_t i = 0; i < x->n_parts; i++)
    if (re_kind (p, x->parts[i].id) == LYRE_RE_KIND_COMP)
      return true;
  return false;
}

static uint32_t comp_to (lyre_re_pool *p, uint32_t r, int nesting);

/* The complements of the parts, united or intersected. */
static uint32_t de_morgan (lyre_re_pool *p, const lyre_re_info *x,
                           int nesting) {
  lyre_re *parts = lyre_alloc (p->mem, x->n_parts * sizeof *parts);
  for (uint32_t i = 0; i < x->n_parts; i++)
    parts[i].id = comp_to (p, x->parts[i].id, nesting + 1);
  lyre_re r = x->kind == LYRE_RE_KIND_INTER
                  ? lyre_re_union (p, x->n_parts, parts)
                  : lyre_re_inter (p, x->n_parts, parts);
  lyre_free (p->mem, parts);
  return r.id;
}

/* Intersections are turned around, as searches split unions; unions only if
 * that takes a complement away. */
static bool should_turn (const lyre_re_pool *p, const lyre_re_info *x) {
  return x->kind == LYRE_RE_KIND_INTER ||
         (x->kind == LYRE_RE_KIND_UNION && has_comp_part (p, x));
}

static uint32_t comp_to (lyre_re_pool *p, uint32_t r, int nesting) {
  const lyre_re_info *x = re_info (p, r);
  uint32_t lo, hi, out;
  if (r == RE_NONE)
    return RE_ALL;
  if (r == RE_EPSILON)
    return re_mk_loop (p, RE_ANY_CHAR, 1, LYRE_RE_INF);
  if (x->kind == LYRE_RE_KIND_COMP)
    return x->parts[0].id;
  if (see_window (p, r, &lo, &hi))
    return comp_window (p, lo, hi);
  if (comp_contains (p, r, &out))
    return out;
  if (nesting < RE_MAX_NESTING && should_turn (p, x))
    return de_morgan (p, x, nesting);
  return re_intern_parts (p, LYRE_RE_KIND_COMP, 1, &r);
}

lyre_re lyre_re_comp (lyre_re_pool *p, lyre_re r) {
  return re_of (comp_to (p, r.id, 0));
}
