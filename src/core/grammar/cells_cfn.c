/* Grammars over cells.
 *
 * An item (A, i, j) says that A derives the cells from i to before j. First a
 * table of those that any choice of characters allows, by rows of bits: ends
 * for every (A, i), starts for every (A, j). Then nodes for those that the
 * start symbol needs. */
#include <string.h>

#include "core/automata/nfa_internal.h"
#include "core/grammar/cells_internal.h"

typedef struct {
  uint32_t a, i, j;
} item;

typedef struct {
  lyre_cells *c;
  const lyre_cfn *g;
  uint32_t n, words;
  const uint32_t *cells;
  bool implies;
  uint64_t *ends, *starts;
  lyre_map lits; /* item to its literal */
  lyre_vec (item) work;
} chart;

static uint64_t *row (const chart *t, uint64_t *table, uint32_t a, uint32_t i) {
  return table + ((size_t) a * (t->n + 1) + i) * t->words;
}

static bool has_item (const chart *t, uint32_t a, uint32_t i, uint32_t j) {
  return row (t, t->ends, a, i)[j / 64] >> (j % 64) & 1;
}

static void set_item (chart *t, uint32_t a, uint32_t i, uint32_t j) {
  row (t, t->ends, a, i)[j / 64] |= (uint64_t) 1 << (j % 64);
  row (t, t->starts, a, j)[i / 64] |= (uint64_t) 1 << (i % 64);
}

static bool joins (const chart *t, const lyre_cfg_pair *p, uint32_t i,
                   uint32_t j) {
  const uint64_t *x = row (t, t->ends, p->left, i);
  const uint64_t *y = row (t, t->starts, p->right, j);
  for (uint32_t w = i / 64; w <= j / 64; w++)
    if (x[w] & y[w])
      return true;
  return false;
}

static bool is_possible (chart *t, uint32_t a, uint32_t i, uint32_t j) {
  const lyre_cfn *g = t->g;
  if (j == i + 1 && g->chars[a].n &&
      lyre_cells_possible (t->c, t->cells[i], g->chars[a]))
    return true;
  for (uint32_t k = g->first_unit[a]; k < g->first_unit[a + 1]; k++)
    if (has_item (t, g->units[k].to, i, j))
      return true;
  for (uint32_t k = g->first_pair[a]; k < g->first_pair[a + 1]; k++)
    if (joins (t, &g->pairs[k], i, j))
      return true;
  return false;
}

static bool fill (chart *t) {
  for (uint32_t len = 1; len <= t->n; len++)
    for (uint32_t i = 0; i + len <= t->n; i++)
      for (uint32_t a = 0; a < t->g->n; a++) {
        if (lyre_fa_stop (t->c->fa))
          return false;
        if (is_possible (t, a, i, i + len))
          set_item (t, a, i, i + len);
      }
  return true;
}

/* Only characters, no other rule: the item is a literal already. */
static bool is_plain (const lyre_cfn *g, uint32_t a) {
  return g->first_unit[a] == g->first_unit[a + 1] &&
         g->first_pair[a] == g->first_pair[a + 1];
}

static lyre_lit item_lit (chart *t, uint32_t a, uint32_t i, uint32_t j) {
  if (!has_item (t, a, i, j))
    return -t->c->yes;
  if (is_plain (t->g, a))
    return lyre_cells_in (t->c, t->cells[i], t->g->chars[a]);
  uint64_t key = ((uint64_t) a * (t->n + 1) + i) * (t->n + 1) + j;
  uint64_t *slot = lyre_map_at (t->c->fa->mem, &t->lits, key);
  if (!*slot) {
    *slot = (uint64_t) (uint32_t) lyre_sat_new_var (t->c->sat);
    lyre_vec_push (t->c->fa->mem, &t->work, ((item){a, i, j}));
  }
  return (lyre_lit) (uint32_t) *slot;
}

static void define_pair (chart *t, lyre_cells_node *d, const lyre_cfg_pair *p,
                         uint32_t i, uint32_t j) {
  const uint64_t *x = row (t, t->ends, p->left, i);
  const uint64_t *y = row (t, t->starts, p->right, j);
  for (uint32_t w = i / 64; w <= j / 64; w++)
    for (uint64_t both = x[w] & y[w]; both; both &= both - 1) {
      uint32_t k = w * 64 + (uint32_t) __builtin_ctzll (both);
      lyre_cells_way (d, item_lit (t, p->left, i, k),
                      item_lit (t, p->right, k, j));
    }
}

static void define_item (chart *t, uint32_t a, uint32_t i, uint32_t j) {
  const lyre_cfn *g = t->g;
  lyre_cells_node d = {
      .c = t->c, .implies = t->implies, .v = item_lit (t, a, i, j)};
  if (j == i + 1 && g->chars[a].n)
    lyre_cells_way (&d, t->c->yes,
                    lyre_cells_in (t->c, t->cells[i], g->chars[a]));
  for (uint32_t k = g->first_unit[a]; k < g->first_unit[a + 1]; k++)
    lyre_cells_way (&d, t->c->yes, item_lit (t, g->units[k].to, i, j));
  for (uint32_t k = g->first_pair[a]; k < g->first_pair[a + 1]; k++)
    define_pair (t, &d, &g->pairs[k], i, j);
  lyre_cells_node_done (&d);
}

/* False if stopped. */
static bool define_items (chart *t) {
  while (t->work.len) {
    if (lyre_fa_stop (t->c->fa))
      return false;
    item it = lyre_vec_pop (&t->work);
    define_item (t, it.a, it.i, it.j);
  }
  return true;
}

static void chart_init (chart *t, lyre_cells *c, const lyre_cfn *g, uint32_t n,
                        const uint32_t *cells, bool implies) {
  lyre_mem *mem = c->fa->mem;
  *t = (chart){.c = c, .g = g, .n = n, .cells = cells, .implies = implies};
  t->words = n / 64 + 1;
  size_t rows = lyre_mul_size (mem, lyre_mul_size (mem, g->n, n + 1), t->words);
  size_t bytes = lyre_mul_size (mem, rows, sizeof *t->ends);
  t->ends = lyre_alloc (mem, bytes);
  t->starts = lyre_alloc (mem, bytes);
  memset (t->ends, 0, bytes);
  memset (t->starts, 0, bytes);
}

static void chart_release (chart *t) {
  lyre_mem *mem = t->c->fa->mem;
  lyre_free (mem, t->ends);
  lyre_free (mem, t->starts);
  lyre_map_release (mem, &t->lits);
  lyre_vec_release (mem, &t->work);
}

lyre_lit lyre_cells_in_cfn (lyre_cells *c, const lyre_cfn *g, uint32_t n,
                            const uint32_t *cells, bool implies) {
  if (!n || !g->n)
    return lyre_cells_truth (c, !n && g->nullable);
  chart t;
  chart_init (&t, c, g, n, cells, implies);
  lyre_lit y = fill (&t) ? item_lit (&t, g->start, 0, n) : 0;
  if (!define_items (&t))
    y = 0;
  chart_release (&t);
  return y;
}

/* ---------------------------------------------------------------- ambiguity
 *
 * An item is ambiguous if it has two ways, or one way of which a part is
 * ambiguous. MAYBE collects literals, one of which must hold. */

typedef struct {
  chart *t;
  const lyre_cfn_doubles *doubles;
  lyre_map lits; /* item to the literal that it is ambiguous */
  lyre_vec (item) work;
  /* Of the item that is being defined. */
  lyre_lits maybe;
  lyre_lit before; /* implies that some way was met already; 0: none yet */
} doubling;

static lyre_lit ambiguous_lit (doubling *d, uint32_t a, uint32_t i,
                               uint32_t j) {
  chart *t = d->t;
  if (!has_item (t, a, i, j) || is_plain (t->g, a))
    return -t->c->yes;
  uint64_t key = ((uint64_t) a * (t->n + 1) + i) * (t->n + 1) + j;
  uint64_t *slot = lyre_map_at (t->c->fa->mem, &d->lits, key);
  if (!*slot) {
    *slot = (uint64_t) (uint32_t) lyre_sat_new_var (t->c->sat);
    lyre_vec_push (t->c->fa->mem, &d->work, ((item){a, i, j}));
  }
  return (lyre_lit) (uint32_t) *slot;
}

/* A literal that implies both. */
static lyre_lit both_of (lyre_cells *c, lyre_lit a, lyre_lit b) {
  if (a == -c->yes || b == -c->yes)
    return -c->yes;
  if (a == c->yes || b == c->yes)
    return a == c->yes ? b : a;
  lyre_lit y = lyre_sat_new_var (c->sat);
  lyre_cells_clause2 (c, -y, a);
  lyre_cells_clause2 (c, -y, b);
  return y;
}

static void may_hold (doubling *d, lyre_lit x) {
  if (x != -d->t->c->yes)
    lyre_vec_push (d->t->c->fa->mem, &d->maybe, x);
}

/* One more way, by two parts. */
static void another_way (doubling *d, lyre_lit left, lyre_lit right,
                         lyre_lit left_twice, lyre_lit right_twice) {
  lyre_cells *c = d->t->c;
  lyre_lit w = both_of (c, left, right);
  if (w == -c->yes)
    return;
  may_hold (d, both_of (c, left_twice, right));
  may_hold (d, both_of (c, left, right_twice));
  if (!d->before) {
    d->before = w;
    return;
  }
  may_hold (d, both_of (c, d->before, w));
  lyre_lit some = lyre_sat_new_var (c->sat);
  lyre_cells_clause3 (c, -some, d->before, w);
  d->before = some;
}

static void pair_ways (doubling *d, const lyre_cfg_pair *p, uint32_t i,
                       uint32_t j) {
  for (uint32_t k = i + 1; k < j; k++)
    another_way (
        d, item_lit (d->t, p->left, i, k), item_lit (d->t, p->right, k, j),
        ambiguous_lit (d, p->left, i, k), ambiguous_lit (d, p->right, k, j));
}

static void define_ambiguous (doubling *d, item it) {
  chart *t = d->t;
  const lyre_cfn *g = t->g;
  lyre_cells *c = t->c;
  lyre_lit v = ambiguous_lit (d, it.a, it.i, it.j);
  lyre_vec_clear (&d->maybe);
  d->before = 0;
  if (d->doubles->loops[it.a])
    may_hold (d, item_lit (t, it.a, it.i, it.j));
  if (it.j == it.i + 1 && g->chars[it.a].n)
    another_way (d, lyre_cells_in (c, t->cells[it.i], g->chars[it.a]), c->yes,
                 -c->yes, -c->yes);
  for (uint32_t k = g->first_unit[it.a]; k < g->first_unit[it.a + 1]; k++) {
    lyre_lit part = item_lit (t, g->units[k].to, it.i, it.j);
    if (d->doubles->units[k])
      may_hold (d, part);
    another_way (d, part, c->yes, ambiguous_lit (d, g->units[k].to, it.i, it.j),
                 -c->yes);
  }
  for (uint32_t k = g->first_pair[it.a]; k < g->first_pair[it.a + 1]; k++)
    pair_ways (d, &g->pairs[k], it.i, it.j);
  lyre_vec_push (c->fa->mem, &d->maybe, -v);
  lyre_sat_add_clause (c->sat, d->maybe.len, d->maybe.data);
}

static lyre_lit find_doubles (doubling *d) {
  chart *t = d->t;
  if (!fill (t))
    return 0;
  lyre_lit y = ambiguous_lit (d, t->g->start, 0, t->n);
  while (d->work.len) {
    if (lyre_fa_stop (t->c->fa))
      return 0;
    define_ambiguous (d, lyre_vec_pop (&d->work));
  }
  return define_items (t) ? y : 0;
}

lyre_lit lyre_cells_ambiguous (lyre_cells *c, const lyre_cfn *g,
                               const lyre_cfn_doubles *doubles, uint32_t n,
                               const uint32_t *cells) {
  chart t;
  chart_init (&t, c, g, n, cells, true);
  doubling d = {.t = &t, .doubles = doubles};
  lyre_lit y = find_doubles (&d);
  lyre_map_release (c->fa->mem, &d.lits);
  lyre_vec_release (c->fa->mem, &d.work);
  lyre_vec_release (c->fa->mem, &d.maybe);
  chart_release (&t);
  return y;
}

void lyre_cfn_sets (lyre_mem *mem, const lyre_cfn *g, lyre_charsets *out) {
  for (uint32_t a = 0; a < g->n; a++)
    if (g->chars[a].n)
      lyre_vec_push (mem, out, g->chars[a]);
}
