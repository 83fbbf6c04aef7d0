/* Lists, bags and macro rows: the bookkeeping of subset constructions. */
#include "core/automata/nfa_internal.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ sorting */

static int by_value (const void *x, const void *y) {
  uint32_t a = *(const uint32_t *) x, b = *(const uint32_t *) y;
  return a < b ? -1 : a > b;
}

void lyre_sort_u32 (uint32_t n, uint32_t *at) {
  if (n > 32) {
    qsort (at, n, sizeof *at, by_value);
    return;
  }
  for (uint32_t i = 1; i < n; i++) {
    uint32_t x = at[i], j = i;
    for (; j && at[j - 1] > x; j--)
      at[j] = at[j - 1];
    at[j] = x;
  }
}

/* -------------------------------------------------------------------- lists */

void lyre_lists_init (lyre_lists *l, lyre_mem *mem) {
  memset (l, 0, sizeof *l);
  l->mem = mem;
  lyre_vec_push (mem, &l->start, 0);
}

void lyre_lists_release (lyre_lists *l) {
  lyre_vec_release (l->mem, &l->items);
  lyre_vec_release (l->mem, &l->start);
  lyre_vec_release (l->mem, &l->hash);
  lyre_free (l->mem, l->table);
  l->table = NULL;
}

static void rehash (lyre_lists *l) {
  uint32_t cap = l->cap ? 2 * l->cap : 64;
  if (!cap)
    lyre_mem_fail (l->mem, LYRE_FAIL_TOO_LARGE);
  lyre_free (l->mem, l->table);
  l->table = NULL;
  l->table = lyre_alloc (l->mem, lyre_mul_size (l->mem, cap, sizeof *l->table));
  memset (l->table, 0, cap * sizeof *l->table);
  l->cap = cap;
  for (uint32_t id = 0; id < l->n; id++) {
    uint32_t i = l->hash.data[id] & (cap - 1);
    while (l->table[i])
      i = (i + 1) & (cap - 1);
    l->table[i] = id + 1;
  }
}

static uint32_t hash_list (uint32_t n, const uint32_t *at) {
  uint32_t h = n * 0x85EBCA6Bu;
  for (uint32_t i = 0; i < n; i++)
    h = lyre_hash_mix (h + 0x27D4EB2Fu, at[i]);
  return h;
}

static bool is_list (const lyre_lists *l, uint32_t id, uint32_t n,
                     const uint32_t *at) {
  uint32_t len;
  const uint32_t *mine = lyre_lists_at (l, id, &len);
  return len == n && (!n || !memcmp (mine, at, n * sizeof *at));
}

static uint32_t append_list (lyre_lists *l, uint32_t n, const uint32_t *at,
                             uint32_t hash) {
  lyre_vec_reserve (l->mem, &l->items, (uint64_t) l->items.len + n);
  lyre_vec_reserve (l->mem, &l->start, (uint64_t) l->start.len + 1);
  lyre_vec_push (l->mem, &l->hash, hash);
  if (n)
    memcpy (l->items.data + l->items.len, at, n * sizeof *at);
  l->items.len += n;
  lyre_vec_push (l->mem, &l->start, l->items.len);
  return l->n++;
}

uint32_t lyre_lists_put (lyre_lists *l, uint32_t n, const uint32_t *at) {
  uint32_t hash = hash_list (n, at);
  if (2 * (uint64_t) (l->n + 1) > l->cap)
    rehash (l);
  uint32_t i = hash & (l->cap - 1);
  for (; l->table[i]; i = (i + 1) & (l->cap - 1)) {
    uint32_t id = l->table[i] - 1;
    if (l->hash.data[id] == hash && is_list (l, id, n, at))
      return id;
  }
  uint32_t id = append_list (l, n, at, hash);
  l->table[i] = id + 1;
  return id;
}

/* --------------------------------------------------------------------- bags */

void lyre_bag_init (lyre_bag *b, lyre_mem *mem, uint32_t n) {
  memset (b, 0, sizeof *b);
  b->n = n;
  b->stamp = 1;
  b->seen = lyre_alloc (mem, lyre_mul_size (mem, n, sizeof *b->seen));
  memset (b->seen, 0, n * sizeof *b->seen);
  lyre_vec_reserve (mem, &b->members, n);
}

void lyre_bag_release (lyre_bag *b, lyre_mem *mem) {
  lyre_free (mem, b->seen);
  b->seen = NULL;
  lyre_vec_release (mem, &b->members);
}

void lyre_bag_clear (lyre_bag *b) {
  lyre_vec_clear (&b->members);
  if (++b->stamp)
    return;
  memset (b->seen, 0, b->n * sizeof *b->seen);
  b->stamp = 1;
}

/* Large sets are read off the marks, small ones sorted. */
void lyre_bag_sort (lyre_bag *b) {
  uint32_t n = b->members.len;
  if (n < 32 || n < b->n / 16) {
    lyre_sort_u32 (n, b->members.data);
    return;
  }
  lyre_vec_clear (&b->members);
  for (uint32_t x = 0; x < b->n; x++)
    if (b->seen[x] == b->stamp)
      b->members.data[b->members.len++] = x;
}

/* --------------------------------------------------------------- macro rows */

void lyre_macro_init (lyre_macro *m, lyre_fa *fa, uint32_t n,
                      const lyre_nfa *const *parts) {
  uint64_t total = 0;
  memset (m, 0, sizeof *m);
  m->fa = fa;
  m->n_parts = n;
  m->parts = parts;
  m->offset =
      lyre_alloc (fa->mem, lyre_mul_size (fa->mem, n + 1, sizeof (uint32_t)));
  for (uint32_t i = 0; i < n; i++) {
    m->offset[i] = (uint32_t) total;
    total += parts[i]->n_states;
  }
  if (total >= UINT32_MAX)
    lyre_mem_fail (fa->mem, LYRE_FAIL_TOO_LARGE);
  m->offset[n] = (uint32_t) total;
  lyre_lists_init (&m->sets, fa->mem);
  lyre_bag_init (&m->bag, fa->mem, (uint32_t) total);
}

void lyre_macro_release (lyre_macro *m) {
  lyre_mem *mem = m->fa->mem;
  lyre_free (mem, m->offset);
  lyre_free (mem, m->rows);
  lyre_lists_release (&m->sets);
  lyre_bag_release (&m->bag, mem);
  lyre_vec_release (mem, &m->pieces);
  lyre_vec_release (mem, &m->edges);
  lyre_vec_release (mem, &m->active);
  lyre_vec_release (mem, &m->cuts);
}

static uint32_t put_bag (lyre_macro *m) {
  lyre_bag_sort (&m->bag);
  return lyre_lists_put (&m->sets, m->bag.members.len, m->bag.members.data);
}

uint32_t lyre_macro_start (lyre_macro *m) {
  lyre_bag_clear (&m->bag);
  for (uint32_t i = 0; i < m->n_parts; i++)
    for (uint32_t j = 0; j < m->parts[i]->n_initial; j++)
      lyre_bag_add (&m->bag, m->offset[i] + m->parts[i]->initial[j]);
  return put_bag (m);
}

bool lyre_macro_is_final (lyre_macro *m, uint32_t set) {
  uint32_t n, part = 0;
  const uint32_t *at = lyre_lists_at (&m->sets, set, &n);
  for (uint32_t i = 0; i < n; i++) {
    while (at[i] >= m->offset[part + 1])
      part++;
    if (m->parts[part]->final[at[i] - m->offset[part]])
      return true;
  }
  return false;
}

static int edge_by_lo (const void *x, const void *y) {
  const lyre_edge *a = x, *b = y;
  return a->lo < b->lo ? -1 : a->lo > b->lo;
}

/* All edges of the members, sorted by their start. */
static bool gather_edges (lyre_macro *m, uint32_t set) {
  lyre_mem *mem = m->fa->mem;
  uint32_t n, part = 0;
  const uint32_t *at = lyre_lists_at (&m->sets, set, &n);
  lyre_vec_clear (&m->edges);
  for (uint32_t i = 0; i < n; i++) {
    if (lyre_fa_stop (m->fa))
      return false;
    while (at[i] >= m->offset[part + 1])
      part++;
    const lyre_nfa *a = m->parts[part];
    uint32_t q = at[i] - m->offset[part];
    for (uint32_t j = a->first[q]; j < a->first[q + 1]; j++) {
      lyre_edge e = a->edges[j];
      e.to += m->offset[part];
      lyre_vec_push (mem, &m->edges, e);
    }
  }
  if (n > 1 && m->edges.len)
    qsort (m->edges.data, m->edges.len, sizeof (lyre_edge), edge_by_lo);
  return true;
}

/* Where some edge starts, or one has just ended. */
static void gather_cuts (lyre_macro *m) {
  lyre_u32s *c = &m->cuts;
  uint32_t kept = 0;
  lyre_vec_clear (c);
  for (uint32_t i = 0; i < m->edges.len; i++) {
    lyre_vec_push (m->fa->mem, c, m->edges.data[i].lo);
    lyre_vec_push (m->fa->mem, c, m->edges.data[i].hi + 1);
  }
  lyre_sort_u32 (c->len, c->data);
  for (uint32_t i = 0; i < c->len; i++)
    if (!kept || c->data[i] != c->data[kept - 1])
      c->data[kept++] = c->data[i];
  c->len = kept;
}

/* Drops active edges that end before C. */
static void retire (lyre_macro *m, uint32_t c) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < m->active.len; i++)
    if (m->active.data[i].hi >= c)
      m->active.data[kept++] = m->active.data[i];
  m->active.len = kept;
}

static void add_piece (lyre_macro *m, uint32_t row_start, uint32_t lo,
                       uint32_t hi, uint32_t to) {
  if (m->pieces.len > row_start) {
    lyre_piece *last = &lyre_vec_top (&m->pieces);
    if (last->to == to && last->hi + 1 == lo) {
      last->hi = hi;
      return;
    }
  }
  lyre_piece p = {lo, hi, to};
  lyre_vec_push (m->fa->mem, &m->pieces, p);
}

static uint32_t targets_of_active (lyre_macro *m) {
  lyre_bag_clear (&m->bag);
  for (uint32_t i = 0; i < m->active.len; i++)
    lyre_bag_add (&m->bag, m->active.data[i].to);
  return put_bag (m);
}

static bool sweep (lyre_macro *m, uint32_t row_start) {
  uint32_t next = 0;
  lyre_vec_clear (&m->active);
  for (uint32_t i = 0; i + 1 < m->cuts.len; i++) {
    uint32_t c = m->cuts.data[i];
    retire (m, c);
    while (next < m->edges.len && m->edges.data[next].lo <= c) {
      lyre_vec_push (m->fa->mem, &m->active, m->edges.data[next]);
      next++;
    }
    if (m->active.len)
      add_piece (m, row_start, c, m->cuts.data[i + 1] - 1,
                 targets_of_active (m));
    for (uint32_t j = 0; j <= m->active.len; j += 64)
      if (lyre_fa_stop (m->fa))
        return false;
  }
  return true;
}

static void reserve_rows (lyre_macro *m) {
  uint32_t old = m->rows_cap;
  if (m->sets.n <= old)
    return;
  m->rows = lyre_vec_grow (m->fa->mem, m->rows, &m->rows_cap, m->sets.n,
                           sizeof *m->rows);
  for (uint32_t i = old; i < m->rows_cap; i++)
    m->rows[i].first = LYRE_NO_STATE;
}

bool lyre_macro_row (lyre_macro *m, uint32_t set, uint32_t *n,
                     const lyre_piece **out) {
  reserve_rows (m);
  if (m->rows[set].first == LYRE_NO_STATE) {
    uint32_t start = m->pieces.len;
    if (!gather_edges (m, set))
      return false;
    gather_cuts (m);
    if (!sweep (m, start))
      return false;
    m->rows[set].first = start;
    m->rows[set].n = m->pieces.len - start;
  }
  *n = m->rows[set].n;
  *out = m->pieces.data + m->rows[set].first;
  return true;
}
