/* Which learned clauses to forget.
 *
 * Clauses with few levels stay; those used lately get another chance; of the
 * rest the worse part goes. Pauses grow with each reduction, so what we keep
 * grows with the square root of the conflicts. */
#include "core/sat/sat_internal.h"

enum {
  PAUSE = 300 / HASTE,
  TIER_1 = 2, /* levels: kept for good */
  TIER_2 = 6, /* levels: kept while used at times */
  PERCENT = 75
};

void lyre_sat_reduce_init (lyre_sat *s) {
  s->reduce_at = PAUSE;
}

bool lyre_sat_reduce_due (const lyre_sat *s) {
  return s->counts.conflicts >= s->reduce_at;
}

/* ---------------------------------------------------------------- sorting */

static void sink (uint64_t *a, uint32_t at, uint32_t n) {
  uint64_t x = a[at];
  for (uint32_t child; (child = 2 * at + 1) < n; at = child) {
    if (child + 1 < n && a[child + 1] > a[child])
      child++;
    if (a[child] <= x)
      break;
    a[at] = a[child];
  }
  a[at] = x;
}

/* Ascending heap sort: no memory, no bad cases. */
static void sort (uint64_t *a, uint32_t n) {
  for (uint32_t i = n / 2; i-- > 0;)
    sink (a, i, n);
  for (uint32_t i = n; i-- > 1;) {
    uint64_t x = a[0];
    a[0] = a[i];
    a[i] = x;
    sink (a, 0, i);
  }
}

/* -------------------------------------------------------------- candidates */

static uint64_t at_most (uint64_t x, uint64_t limit) {
  return x < limit ? x : limit;
}

/* Larger is worse: levels, then size, then age. */
static uint64_t badness (const clause *c, cref ref) {
  uint64_t lbd = at_most (c->lbd, 0xFFFF), size = at_most (c->size, 0xFFFF);
  return lbd << 48 | size << 32 | (UINT32_MAX - ref);
}

static cref ref_of (uint64_t key) {
  return UINT32_MAX - (uint32_t) key;
}

/* The clauses that are reasons must stay; for a while they look used. */
static void protect_reasons (lyre_sat *s) {
  for (uint32_t i = 0; i < s->trail.len; i++) {
    uint32_t r = var_at (s, s->trail.data[i])->reason;
    if (r < BY_THEORY && !clause_at (s, r)->used)
      clause_at (s, r)->used = 1;
  }
}

static bool is_candidate (clause *c) {
  if (c->garbage || !c->redundant || c->size == 2 || c->lbd <= TIER_1)
    return false;
  if (!c->used)
    return true;
  c->used--;
  return false;
}

static void collect_candidates (lyre_sat *s) {
  lyre_vec_clear (&s->candidates);
  for (cref r = 0; r < s->arena.len; r = clause_after (s, r))
    if (is_candidate (clause_at (s, r)))
      lyre_vec_push (s->mem, &s->candidates, badness (clause_at (s, r), r));
}

static void discard_worst (lyre_sat *s) {
  uint32_t n = s->candidates.len;
  uint32_t keep = n - (uint32_t) ((uint64_t) n * PERCENT / 100);
  sort (s->candidates.data, n);
  for (uint32_t i = keep; i < n; i++)
    lyre_sat_discard (s, ref_of (s->candidates.data[i]));
}

/* --------------------------------------------------- clauses true for good */

static bool is_satisfied (const lyre_sat *s, const clause *c) {
  for (uint32_t i = 0; i < c->size; i++)
    if (value_of (s, c->lits[i]) > 0 && !level_of (s, c->lits[i]))
      return true;
  return false;
}

static uint32_t n_fixed (const lyre_sat *s) {
  return level_now (s) ? s->levels.data[1].start : s->trail.len;
}

/* None of them is a reason: their other literals need not be false, and
 * literals of level 0 have no reasons. */
static void discard_satisfied (lyre_sat *s) {
  if (s->root_at_reduce == n_fixed (s))
    return;
  s->root_at_reduce = n_fixed (s);
  for (cref r = 0; r < s->arena.len; r = clause_after (s, r)) {
    clause *c = clause_at (s, r);
    if (!c->garbage && !c->loose && is_satisfied (s, c))
      lyre_sat_discard (s, r);
  }
}

void lyre_sat_reduce (lyre_sat *s) {
  s->counts.reductions++;
  protect_reasons (s);
  discard_satisfied (s);
  collect_candidates (s);
  discard_worst (s);
  lyre_sat_sweep (s);
  s->reduce_at = s->counts.conflicts + PAUSE * (s->counts.reductions + 1);
}
