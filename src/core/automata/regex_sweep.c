/* From overlapping pieces of the alphabet to a partition, by one sweep over
 * the characters. The pieces that cover the current character are `active'.
 * Few different sets of targets occur along the way, so the last ones are
 * remembered together with their union or intersection. */
#include <string.h>

#include "core/automata/regex_internal.h"

enum { CACHE = 64 };

typedef struct {
  uint32_t at, n, result; /* the set is pool->sets[at .. at+n) */
} cached_set;

typedef struct {
  lyre_re_pool *p;
  uint32_t all_of;
  cached_set cache[CACHE];
} sweep;

static bool sets_equal (const lyre_re_pool *p, cached_set s, uint32_t n,
                        const uint32_t *ids) {
  return s.n == n && !memcmp (p->sets.data + s.at, ids, n * sizeof *ids);
}

static uint32_t combine (sweep *s, uint32_t n, const uint32_t *ids) {
  const lyre_re *parts = (const lyre_re *) ids;
  return s->all_of ? lyre_re_inter (s->p, n, parts).id
                   : lyre_re_union (s->p, n, parts).id;
}

/* The target for the set at the end of pool->sets, which is dropped or kept
 * in the cache. */
static uint32_t target_of (sweep *s, uint32_t at) {
  lyre_re_pool *p = s->p;
  uint32_t n = p->sets.len - at, h = n;
  for (uint32_t i = at; i < p->sets.len; i++)
    h = lyre_hash_mix (h, p->sets.data[i]);
  cached_set *c = &s->cache[h % CACHE];
  if (sets_equal (p, *c, n, p->sets.data + at))
    p->sets.len = at;
  else
    *c = (cached_set){at, n, combine (s, n, p->sets.data + at)};
  return c->result;
}

/* The target of the active pieces. */
static uint32_t active_target (sweep *s) {
  lyre_re_pool *p = s->p;
  uint32_t n = p->active.len, at = p->sets.len;
  if (!n || (s->all_of && n < s->all_of))
    return RE_NONE;
  if (n == 1)
    return p->pieces.data[p->active.data[0]].c;
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (p->mem, &p->sets, p->pieces.data[p->active.data[i]].c);
  lyre_re_sort_ids (n, p->sets.data + at);
  uint32_t m = at;
  for (uint32_t i = at; i < p->sets.len; i++)
    if (i == at || p->sets.data[i] != p->sets.data[i - 1])
      p->sets.data[m++] = p->sets.data[i];
  p->sets.len = m;
  return target_of (s, at);
}

/* Drops active pieces that end before LO; returns the smallest end left. */
static uint32_t retire (lyre_re_pool *p, uint32_t lo) {
  uint32_t n = 0, end = UINT32_MAX;
  for (uint32_t i = 0; i < p->active.len; i++) {
    uint32_t hi = p->pieces.data[p->active.data[i]].b;
    if (hi < lo)
      continue;
    p->active.data[n++] = p->active.data[i];
    end = hi < end ? hi : end;
  }
  p->active.len = n;
  return end;
}

static void put (lyre_re_pool *p, uint32_t lo, uint32_t hi, uint32_t target) {
  lyre_re_triples *out = &p->partition;
  if (target == RE_NONE)
    return;
  if (out->len) {
    lyre_re_triple *last = &lyre_vec_top (out);
    if (last->c == target && last->b + 1 == lo) {
      last->b = hi;
      return;
    }
  }
  lyre_vec_push (p->mem, out, ((lyre_re_triple){lo, hi, target}));
}

bool lyre_re_sweep (lyre_re_pool *p, uint32_t all_of) {
  sweep s = {.p = p, .all_of = all_of};
  uint32_t n = p->pieces.len, next = 0;
  lyre_re_sort_triples (n, p->pieces.data);
  p->partition.len = p->active.len = p->sets.len = 0;
  for (uint32_t lo = n ? p->pieces.data[0].a : 0;;) {
    if (lyre_poll (p->env, LYRE_POLL_REGEX))
      return false;
    uint32_t hi = retire (p, lo);
    for (; next < n && p->pieces.data[next].a <= lo; next++) {
      lyre_vec_push (p->mem, &p->active, next);
      if (p->pieces.data[next].b < hi)
        hi = p->pieces.data[next].b;
    }
    if (next < n && p->pieces.data[next].a <= hi)
      hi = p->pieces.data[next].a - 1;
    if (p->active.len)
      put (p, lo, hi, active_target (&s));
    else if (next >= n)
      return true;
    lo = hi + 1;
  }
}

void lyre_re_complement_partition (lyre_re_pool *p) {
  p->pieces.len = 0;
  uint32_t lo = 0;
  for (uint32_t i = 0; i < p->partition.len; i++) {
    lyre_re_triple t = p->partition.data[i];
    if (lo < t.a)
      lyre_vec_push (p->mem, &p->pieces,
                     ((lyre_re_triple){lo, t.a - 1, RE_ALL}));
    t.c = lyre_re_comp (p, re_of (t.c)).id;
    if (t.c != RE_NONE)
      lyre_vec_push (p->mem, &p->pieces, t);
    lo = t.b + 1;
  }
  if (lo <= LYRE_CHAR_MAX)
    lyre_vec_push (p->mem, &p->pieces,
                   ((lyre_re_triple){lo, LYRE_CHAR_MAX, RE_ALL}));
  lyre_re_triples t = p->pieces;
  p->pieces = p->partition;
  p->partition = t;
}

/* The set of n intervals t[..], sorted; neighbours may touch. */
static lyre_charset chars_of (lyre_re_pool *p, uint32_t n,
                              const lyre_re_triple *t) {
  lyre_mark m = lyre_arena_mark (&p->env->scratch);
  lyre_interval *at = lyre_arena_array (&p->env->scratch, lyre_interval, n);
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++)
    if (k && at[k - 1].hi + 1 == t[i].b)
      at[k - 1].hi = t[i].c;
    else
      at[k++] = (lyre_interval){t[i].b, t[i].c};
  lyre_charset s = lyre_re_share_chars (p, (lyre_charset){k, at});
  lyre_arena_cut (&p->env->scratch, m);
  return s;
}

static uint32_t count_groups (uint32_t n, const lyre_re_triple *t) {
  uint32_t groups = 0;
  for (uint32_t i = 0; i < n; i++)
    groups += !i || t[i].a != t[i - 1].a;
  return groups;
}

lyre_re_moves lyre_re_partition_moves (lyre_re_pool *p) {
  uint32_t n = p->partition.len, k = 0;
  lyre_re_triple *t = p->partition.data;
  for (uint32_t i = 0; i < n; i++)
    t[i] = (lyre_re_triple){t[i].c, t[i].a, t[i].b};
  lyre_re_sort_triples (n, t);
  uint32_t groups = count_groups (n, t);
  if (!groups)
    return (lyre_re_moves){0, NULL};
  lyre_re_move *at = lyre_arena_array (&p->arena, lyre_re_move, groups);
  for (uint32_t i = 0, j; i < n; i = j) {
    for (j = i + 1; j < n && t[j].a == t[i].a; j++)
      ;
    at[k++] = (lyre_re_move){chars_of (p, j - i, t + i), re_of (t[i].a)};
  }
  return (lyre_re_moves){groups, at};
}
