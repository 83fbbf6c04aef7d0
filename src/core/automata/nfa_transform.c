/* Languages made from languages: parts of words, quotients, lengths, maps. */
#include "core/automata/nfa_internal.h"

#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------- parts of
 * words
 *
 * All states are useful: each is where some word's prefix ends and some suffix
 * starts. */
static const lyre_nfa *with_ends (lyre_fa *fa, const lyre_nfa *a,
                                  bool all_initial, bool all_final) {
  lyre_nfa_builder b;
  lyre_nfa_builder_init (&b, fa, (uint64_t) a->n_states + 1);
  lyre_nfa_add_copy (&b, a);
  for (uint32_t q = 0; q < a->n_states && !b.stopped; q++) {
    b.final.data[q] = all_final || a->final[q];
    if (all_initial)
      lyre_nfa_add_initial (&b, q);
  }
  for (uint32_t i = 0; i < a->n_initial && !all_initial; i++)
    lyre_nfa_add_initial (&b, a->initial[i]);
  return lyre_nfa_finish (&b);
}

const lyre_nfa *lyre_nfa_prefixes (lyre_fa *fa, const lyre_nfa *a) {
  return with_ends (fa, a, false, true);
}

const lyre_nfa *lyre_nfa_suffixes (lyre_fa *fa, const lyre_nfa *a) {
  return with_ends (fa, a, true, false);
}

const lyre_nfa *lyre_nfa_factors (lyre_fa *fa, const lyre_nfa *a) {
  return with_ends (fa, a, true, true);
}

/* ------------------------------------------------------------------ quotients
 *
 * A word of B read in both leads A to where the rest starts. */
typedef struct {
  lyre_fa *fa;
  const lyre_nfa *a, *b;
  lyre_map seen;
  lyre_vec (uint64_t) pairs;
  bool stopped;
} pairing;

static void meet (pairing *p, uint32_t qa, uint32_t qb) {
  uint64_t key = (uint64_t) qa << 32 | qb;
  uint64_t *seen = lyre_map_at (p->fa->mem, &p->seen, key);
  if (*seen)
    return;
  *seen = 1;
  lyre_vec_push (p->fa->mem, &p->pairs, key);
  if (p->pairs.len > lyre_nfa_roomy (p->fa))
    p->stopped = p->fa->gave_up = true;
}

static void meet_successors (pairing *p, uint32_t qa, uint32_t qb) {
  const lyre_edge *end_a = lyre_nfa_row_end (p->a, qa);
  const lyre_edge *end_b = lyre_nfa_row_end (p->b, qb);
  for (const lyre_edge *e = lyre_nfa_row (p->a, qa); e < end_a; e++) {
    const lyre_edge *f = lyre_nfa_row_from (p->b, qb, e->lo);
    for (; f < end_b && f->lo <= e->hi && !p->stopped; f++)
      if (f->hi >= e->lo)
        meet (p, e->to, f->to);
  }
}

static void meet_all (pairing *p) {
  for (uint32_t i = 0; i < p->a->n_initial && !p->stopped; i++)
    for (uint32_t j = 0; j < p->b->n_initial && !p->stopped; j++)
      meet (p, p->a->initial[i], p->b->initial[j]);
  for (uint32_t i = 0; i < p->pairs.len && !p->stopped; i++) {
    uint64_t pair = p->pairs.data[i];
    meet_successors (p, (uint32_t) (pair >> 32), (uint32_t) pair);
    p->stopped |= lyre_fa_stop (p->fa);
  }
}

const lyre_nfa *lyre_nfa_left_quotient (lyre_fa *fa, const lyre_nfa *a,
                                        const lyre_nfa *b) {
  pairing p = {.fa = fa, .a = a, .b = b};
  lyre_nfa_builder out;
  meet_all (&p);
  lyre_nfa_builder_init (&out, fa, (uint64_t) a->n_states + 1);
  lyre_nfa_add_copy (&out, a);
  out.stopped |= p.stopped;
  for (uint32_t q = 0; q < a->n_states && !out.stopped; q++)
    out.final.data[q] = a->final[q];
  for (uint32_t i = 0; i < p.pairs.len; i++)
    if (b->final[(uint32_t) p.pairs.data[i]])
      lyre_nfa_add_initial (&out, (uint32_t) (p.pairs.data[i] >> 32));
  lyre_map_release (fa->mem, &p.seen);
  lyre_vec_release (fa->mem, &p.pairs);
  return lyre_nfa_finish (&out);
}

const lyre_nfa *lyre_nfa_right_quotient (lyre_fa *fa, const lyre_nfa *a,
                                         const lyre_nfa *b) {
  lyre_arena inside;
  lyre_fa inner = lyre_fa_open (fa, &inside);
  const lyre_nfa *ra = lyre_nfa_reverse (&inner, a);
  const lyre_nfa *rb = lyre_nfa_reverse (&inner, b);
  const lyre_nfa *q = ra && rb ? lyre_nfa_left_quotient (&inner, ra, rb) : NULL;
  const lyre_nfa *out = q ? lyre_nfa_reverse (fa, q) : NULL;
  lyre_fa_close (fa, &inner);
  return out;
}

/* -------------------------------------------------------------------- lengths
 *
 * States with the number of characters read, up to where it no longer
 * matters. */
typedef struct {
  lyre_fa *fa;
  const lyre_nfa *a;
  uint32_t lo, hi;
  uint32_t *distance; /* to a final state */
  lyre_nfa_builder out;
  lyre_map number;
  lyre_vec (uint64_t) pairs;
} cut;

/* False if no word goes through Q after K characters. */
static bool is_hopeless (const cut *c, uint32_t q, uint32_t k) {
  return c->hi != LYRE_RE_INF && (uint64_t) c->distance[q] + k > c->hi;
}

static uint32_t meet_at (cut *c, uint32_t q, uint32_t k) {
  uint64_t key = (uint64_t) q << 32 | k;
  uint64_t *number = lyre_map_at (c->fa->mem, &c->number, key);
  if (!*number) {
    bool final = c->a->final[q] && k >= c->lo;
    *number = (uint64_t) lyre_nfa_add_state (&c->out, final) + 1;
    if (!c->out.stopped)
      lyre_vec_push (c->fa->mem, &c->pairs, key);
  }
  return (uint32_t) *number - 1;
}

static void expand (cut *c, uint32_t from) {
  uint32_t q = (uint32_t) (c->pairs.data[from] >> 32);
  uint32_t k = (uint32_t) c->pairs.data[from];
  const lyre_edge *end = lyre_nfa_row_end (c->a, q);
  if (c->hi != LYRE_RE_INF || k < c->lo)
    k++;
  for (const lyre_edge *e = lyre_nfa_row (c->a, q); e < end && !c->out.stopped;
       e++)
    if (!is_hopeless (c, e->to, k))
      lyre_nfa_add_arc (&c->out, from, e->lo, e->hi, meet_at (c, e->to, k));
}

static void cut_all (cut *c) {
  for (uint32_t i = 0; i < c->a->n_initial && !c->out.stopped; i++)
    if (!is_hopeless (c, c->a->initial[i], 0))
      lyre_nfa_add_initial (&c->out, meet_at (c, c->a->initial[i], 0));
  for (uint32_t i = 0; i < c->pairs.len && !c->out.stopped; i++) {
    expand (c, i);
    c->out.stopped |= lyre_fa_stop (c->fa);
  }
}

const lyre_nfa *lyre_nfa_cut_length (lyre_fa *fa, const lyre_nfa *a,
                                     uint32_t lo, uint32_t hi) {
  cut c = {.fa = fa, .a = a, .lo = lo, .hi = hi};
  if (lo > hi)
    return lyre_nfa_none (fa);
  if (lo == 0 && hi == LYRE_RE_INF)
    return a;
  lyre_nfa_builder_init (&c.out, fa, lyre_nfa_roomy (fa));
  c.distance = lyre_alloc (fa->mem, lyre_mul_size (fa->mem, a->n_states, 4));
  if (lyre_nfa_distances (fa, a, c.distance))
    cut_all (&c);
  else
    c.out.stopped = true;
  lyre_free (fa->mem, c.distance);
  lyre_map_release (fa->mem, &c.number);
  lyre_vec_release (fa->mem, &c.pairs);
  return lyre_nfa_finish (&c.out);
}

/* ----------------------------------------------------------------------- maps
 */

typedef struct {
  lyre_nfa_builder b;
  uint32_t n;
  const lyre_shift *shift; /* sorted by lo */
} mapping;

static uint32_t moved (uint32_t c, int32_t delta) {
  return (uint32_t) ((int64_t) c + delta);
}

static void map_edge (mapping *m, uint32_t from, const lyre_edge *e) {
  uint32_t c = e->lo;
  for (uint32_t i = 0; i < m->n && m->shift[i].lo <= e->hi; i++) {
    const lyre_shift *s = &m->shift[i];
    if (s->hi < c)
      continue;
    if (c < s->lo) {
      lyre_nfa_add_arc (&m->b, from, c, s->lo - 1, e->to);
      c = s->lo;
    }
    uint32_t end = s->hi < e->hi ? s->hi : e->hi;
    lyre_nfa_add_arc (&m->b, from, moved (c, s->delta), moved (end, s->delta),
                      e->to);
    c = end + 1;
  }
  if (c <= e->hi)
    lyre_nfa_add_arc (&m->b, from, c, e->hi, e->to);
}

/* What is mapped into the edge: from each piece, and what stays itself. */
static void unmap_edge (mapping *m, uint32_t from, const lyre_edge *e) {
  uint32_t c = e->lo;
  for (uint32_t i = 0; i < m->n; i++) {
    const lyre_shift *s = &m->shift[i];
    uint32_t lo = moved (s->lo, s->delta), hi = moved (s->hi, s->delta);
    lo = lo > e->lo ? lo : e->lo;
    hi = hi < e->hi ? hi : e->hi;
    if (lo <= hi)
      lyre_nfa_add_arc (&m->b, from, moved (lo, -s->delta),
                        moved (hi, -s->delta), e->to);
    if (s->lo > e->hi || s->hi < c)
      continue;
    if (c < s->lo)
      lyre_nfa_add_arc (&m->b, from, c, s->lo - 1, e->to);
    c = s->hi + 1;
  }
  if (c <= e->hi)
    lyre_nfa_add_arc (&m->b, from, c, e->hi, e->to);
}

static int by_lo (const void *x, const void *y) {
  const lyre_shift *a = x, *b = y;
  return a->lo < b->lo ? -1 : a->lo > b->lo;
}

static const lyre_nfa *
map (lyre_fa *fa, const lyre_nfa *a, uint32_t n, const lyre_shift *shift,
     void (*edge) (mapping *, uint32_t, const lyre_edge *)) {
  mapping m = {.n = n};
  lyre_shift *sorted =
      lyre_alloc (fa->mem, lyre_mul_size (fa->mem, n, sizeof *sorted));
  if (n)
    memcpy (sorted, shift, n * sizeof *sorted);
  if (n)
    qsort (sorted, n, sizeof *sorted, by_lo);
  m.shift = sorted;
  lyre_nfa_builder_init (&m.b, fa, (uint64_t) a->n_states + 1);
  for (uint32_t q = 0; q < a->n_states; q++)
    lyre_nfa_add_state (&m.b, a->final[q]);
  for (uint32_t q = 0; q < a->n_states; q++)
    for (uint32_t i = a->first[q]; i < a->first[q + 1] && !m.b.stopped; i++)
      edge (&m, q, &a->edges[i]);
  for (uint32_t i = 0; i < a->n_initial; i++)
    lyre_nfa_add_initial (&m.b, a->initial[i]);
  lyre_free (fa->mem, sorted);
  return lyre_nfa_finish (&m.b);
}

const lyre_nfa *lyre_nfa_map (lyre_fa *fa, const lyre_nfa *a, uint32_t n,
                              const lyre_shift *shift) {
  return map (fa, a, n, shift, map_edge);
}

const lyre_nfa *lyre_nfa_unmap (lyre_fa *fa, const lyre_nfa *a, uint32_t n,
                                const lyre_shift *shift) {
  return map (fa, a, n, shift, unmap_edge);
}
