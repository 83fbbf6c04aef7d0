/* Compressed alphabets: characters that no edge tells apart are one letter. */
#include "core/automata/nfa_internal.h"

#include <string.h>

static uint64_t mix (uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

static void find_segments (lyre_classes *c, lyre_fa *fa, const lyre_nfa *a) {
  lyre_mem *mem = fa->mem;
  uint32_t n = 0, kept = 0;
  uint32_t *cut = lyre_alloc (
      mem, lyre_mul_size (mem, 2 * (uint64_t) a->n_edges + 2, sizeof *cut));
  cut[n++] = 0;
  cut[n++] = LYRE_CHAR_MAX + 1;
  for (uint32_t i = 0; i < a->n_edges; i++) {
    cut[n++] = a->edges[i].lo;
    cut[n++] = a->edges[i].hi + 1;
  }
  lyre_sort_u32 (n, cut);
  for (uint32_t i = 0; i < n; i++)
    if (!kept || cut[i] != cut[kept - 1])
      cut[kept++] = cut[i];
  c->start = cut;
  c->n_segments = kept - 1;
}

static uint32_t segment_at (const lyre_classes *c, uint32_t start) {
  uint32_t low = 0, high = c->n_segments;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (c->start[middle] < start)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* For each segment, the sum of 128 random bits per pair of states that it
 * joins: equal sums, equal pairs. Edges of one pair never overlap. */
typedef struct {
  uint64_t sum[2];
  uint32_t edges;
} profile;

static void add_edge (const lyre_classes *c, profile *p, uint32_t from,
                      const lyre_edge *e) {
  uint64_t pair = (uint64_t) from << 32 | e->to;
  uint64_t x = mix (pair + 0x9E3779B97F4A7C15u);
  uint64_t y = mix (pair ^ 0xD1B54A32D192ED03u);
  profile *on = &p[segment_at (c, e->lo)], *off = &p[segment_at (c, e->hi + 1)];
  on->sum[0] += x, on->sum[1] += y, on->edges++;
  off->sum[0] -= x, off->sum[1] -= y, off->edges--;
}

static void sum_up (const lyre_classes *c, profile *p) {
  for (uint32_t i = 1; i < c->n_segments; i++) {
    p[i].sum[0] += p[i - 1].sum[0];
    p[i].sum[1] += p[i - 1].sum[1];
    p[i].edges += p[i - 1].edges;
  }
}

static void number_classes (lyre_classes *c, lyre_mem *mem, const profile *p) {
  lyre_lists seen;
  lyre_lists_init (&seen, mem);
  for (uint32_t i = 0; i < c->n_segments; i++) {
    uint32_t key[4];
    memcpy (key, p[i].sum, sizeof key);
    c->class_of[i] = LYRE_NO_STATE;
    if (!p[i].edges)
      continue;
    c->class_of[i] = lyre_lists_put (&seen, 4, key);
    if (seen.n > c->n_classes)
      c->member[c->n_classes++] = i;
  }
  lyre_lists_release (&seen);
}

void lyre_classes_init (lyre_classes *c, lyre_fa *fa, const lyre_nfa *a) {
  lyre_mem *mem = fa->mem;
  memset (c, 0, sizeof *c);
  find_segments (c, fa, a);
  uint64_t n = c->n_segments;
  profile *p = lyre_alloc (mem, lyre_mul_size (mem, n + 1, sizeof *p));
  memset (p, 0, (n + 1) * sizeof *p);
  for (uint32_t q = 0; q < a->n_states; q++)
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++)
      add_edge (c, p, q, &a->edges[i]);
  sum_up (c, p);
  c->class_of = lyre_alloc (mem, lyre_mul_size (mem, n, sizeof (uint32_t)));
  c->member = lyre_alloc (mem, lyre_mul_size (mem, n, sizeof (uint32_t)));
  number_classes (c, mem, p);
  lyre_free (mem, p);
}

void lyre_classes_release (lyre_classes *c, lyre_mem *mem) {
  lyre_free (mem, c->start);
  lyre_free (mem, c->class_of);
  lyre_free (mem, c->member);
}

/* One step for each class whose first segment is on the edge. */
static bool add_steps (lyre_steps *s, lyre_fa *fa, const lyre_classes *c,
                       uint32_t from, const lyre_edge *e) {
  for (uint32_t i = segment_at (c, e->lo);
       i < c->n_segments && c->start[i] <= e->hi; i++) {
    lyre_step step = {from, c->class_of[i], e->to};
    if (c->member[step.label] == i)
      lyre_vec_push (fa->mem, s, step);
    if (lyre_fa_stop (fa))
      return false;
  }
  return true;
}

bool lyre_steps_init (lyre_steps *s, lyre_fa *fa, const lyre_nfa *a,
                      const lyre_classes *c, uint32_t max) {
  memset (s, 0, sizeof *s);
  for (uint32_t q = 0; q < a->n_states; q++)
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++)
      if (s->len > max || !add_steps (s, fa, c, q, &a->edges[i]))
        return false;
  return s->len <= max;
}
