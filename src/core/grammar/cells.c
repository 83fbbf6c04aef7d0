#include "core/grammar/cells.h"

#include <stdlib.h>
#include <string.h>

#include "core/automata/nfa_internal.h"

/* ------------------------------------------------------------------- letters
 *
 * The borders of all sets cut the alphabet into segments. Segments that lie in
 * the same sets get the same class, by splitting classes set after set. */

typedef struct {
  lyre_mem *mem;
  lyre_u32s border; /* starts of segments */
  lyre_u32s class;  /* per segment */
  uint32_t n_classes;
} partition;

static int by_number (const void *x, const void *y) {
  uint32_t a = *(const uint32_t *) x, b = *(const uint32_t *) y;
  return a < b ? -1 : a > b;
}

static void add_borders (partition *p, lyre_charset s) {
  for (uint32_t i = 0; i < s.n; i++) {
    lyre_vec_push (p->mem, &p->border, s.at[i].lo);
    if (s.at[i].hi < LYRE_CHAR_MAX)
      lyre_vec_push (p->mem, &p->border, s.at[i].hi + 1);
  }
}

static void sort_borders (partition *p) {
  uint32_t n = 0;
  qsort (p->border.data, p->border.len, sizeof *p->border.data, by_number);
  for (uint32_t i = 0; i < p->border.len; i++)
    if (!n || p->border.data[n - 1] != p->border.data[i])
      p->border.data[n++] = p->border.data[i];
  p->border.len = n;
}

/* Segments inside S part from those outside. */
static void split_classes (partition *p, lyre_charset s) {
  lyre_map new_class = {0};
  for (uint32_t i = 0; i < p->border.len; i++) {
    if (!lyre_charset_has (s, p->border.data[i]))
      continue;
    uint64_t *slot = lyre_map_at (p->mem, &new_class, p->class.data[i]);
    if (!*slot)
      *slot = ++p->n_classes;
    p->class.data[i] = (uint32_t) *slot - 1;
  }
  lyre_map_release (p->mem, &new_class);
}

static void partition_init (partition *p, lyre_mem *mem, uint32_t n,
                            const lyre_charset *sets) {
  *p = (partition){.mem = mem, .n_classes = 1};
  lyre_vec_push (mem, &p->border, 0);
  for (uint32_t i = 0; i < n; i++)
    add_borders (p, sets[i]);
  sort_borders (p);
  for (uint32_t i = 0; i < p->border.len; i++)
    lyre_vec_push (mem, &p->class, 0);
  for (uint32_t i = 0; i < n; i++)
    split_classes (p, sets[i]);
}

static void partition_release (partition *p) {
  lyre_vec_release (p->mem, &p->border);
  lyre_vec_release (p->mem, &p->class);
}

/* The characters of a class. */
static lyre_charset members (partition *p, lyre_arena *arena, uint32_t class) {
  lyre_vec (lyre_interval) all = {0};
  for (uint32_t i = 0; i < p->border.len; i++) {
    uint32_t end =
        i + 1 < p->border.len ? p->border.data[i + 1] - 1 : LYRE_CHAR_MAX;
    if (p->class.data[i] == class)
      lyre_vec_push (p->mem, &all, ((lyre_interval){p->border.data[i], end}));
  }
  lyre_charset s = lyre_charset_make (arena, all.len, all.data);
  lyre_vec_release (p->mem, &all);
  return s;
}

static void choose_letters (lyre_cells *c, partition *p, uint32_t variety) {
  lyre_arena *arena = c->fa->arena;
  lyre_u32s letters = {0};
  for (uint32_t k = 0; k < p->n_classes; k++) {
    lyre_charset s = members (p, arena, k);
    for (uint32_t i = 0; i <= variety && s.n; i++) {
      uint32_t x = lyre_charset_pick (s);
      lyre_vec_push (c->fa->mem, &letters, x);
      s = lyre_charset_minus (arena, s, lyre_charset_range (arena, x, x));
    }
  }
  c->letters = letters.data;
  c->n_letters = letters.len;
}

/* ----------------------------------------------------------------- lifetimes
 */

void lyre_cells_init (lyre_cells *c, lyre_fa *fa, uint32_t n_sets,
                      const lyre_charset *sets, uint32_t variety) {
  memset (c, 0, sizeof *c);
  c->fa = fa;
  c->sat = lyre_sat_new (fa->env, fa->mem);
  c->yes = lyre_sat_new_var (c->sat);
  lyre_sat_add_clause (c->sat, 1, &c->yes);
  lyre_cfg_init (&c->sets, fa->mem);
  for (uint32_t i = 0; i < n_sets; i++)
    lyre_cfg_set (&c->sets, sets[i]);
  partition p;
  partition_init (&p, fa->mem, c->sets.sets.len, c->sets.sets.data);
  choose_letters (c, &p, variety);
  partition_release (&p);
}

void lyre_cells_release (lyre_cells *c) {
  lyre_mem *mem = c->fa->mem;
  lyre_sat_delete (c->sat);
  lyre_free (mem, c->letters);
  lyre_cfg_release (&c->sets);
  lyre_vec_release (mem, &c->cells);
  lyre_map_release (mem, &c->in);
  lyre_map_release (mem, &c->same);
}

static void clause2 (lyre_cells *c, lyre_lit a, lyre_lit b) {
  lyre_sat_add_clause (c->sat, 2, (lyre_lit[]){a, b});
}

static void clause3 (lyre_cells *c, lyre_lit a, lyre_lit b, lyre_lit d) {
  lyre_sat_add_clause (c->sat, 3, (lyre_lit[]){a, b, d});
}

/* --------------------------------------------------------------------- cells
 */

/* At most one of N variables from FIRST on: a ladder, whose step i says that
 * one of the first i + 1 is true. */
static void at_most_one (lyre_cells *c, uint32_t n, lyre_lit first) {
  lyre_lit before = 0;
  for (uint32_t i = 0; i < n; i++) {
    lyre_lit x = first + (lyre_lit) i;
    if (before)
      clause2 (c, -before, -x);
    if (i + 1 == n)
      break;
    lyre_lit step = lyre_sat_new_var (c->sat);
    clause2 (c, -x, step);
    if (before)
      clause2 (c, -before, step);
    before = step;
  }
}

uint32_t lyre_cells_new (lyre_cells *c) {
  lyre_lit first = 0;
  lyre_lits some = {0};
  for (uint32_t i = 0; i < c->n_letters; i++) {
    lyre_lit x = lyre_sat_new_var (c->sat);
    first = i ? first : x;
    lyre_vec_push (c->fa->mem, &some, x);
  }
  lyre_sat_add_clause (c->sat, some.len, some.data);
  lyre_vec_release (c->fa->mem, &some);
  at_most_one (c, c->n_letters, first);
  lyre_cell cell = {LYRE_CFG_NONE, first};
  lyre_vec_push (c->fa->mem, &c->cells, cell);
  return c->cells.len - 1;
}

uint32_t lyre_cells_constant (lyre_cells *c, uint32_t x) {
  uint32_t i = 0;
  while (i + 1 < c->n_letters && c->letters[i] != x)
    i++;
  LYRE_ASSERT (c->letters[i] == x);
  for (uint32_t k = 0; k < c->cells.len; k++)
    if (c->cells.data[k].letter == i)
      return k;
  lyre_vec_push (c->fa->mem, &c->cells, ((lyre_cell){i, 0}));
  return c->cells.len - 1;
}

uint32_t lyre_cells_char (const lyre_cells *c, uint32_t cell) {
  const lyre_cell *x = &c->cells.data[cell];
  if (x->letter != LYRE_CFG_NONE)
    return c->letters[x->letter];
  for (uint32_t i = 0; i < c->n_letters; i++)
    if (lyre_sat_value (c->sat, x->first + (lyre_lit) i) > 0)
      return c->letters[i];
  return c->letters[0];
}

static lyre_lit truth (const lyre_cells *c, bool b) {
  return b ? c->yes : -c->yes;
}

/* A variable that is true exactly for the letters of S. */
static lyre_lit define_in (lyre_cells *c, lyre_lit first, lyre_charset s) {
  uint32_t inside = 0, last_in = 0, last_out = 0;
  for (uint32_t i = 0; i < c->n_letters; i++)
    if (lyre_charset_has (s, c->letters[i]))
      inside++, last_in = i;
    else
      last_out = i;
  if (!inside || inside == c->n_letters)
    return truth (c, inside);
  if (inside == 1)
    return first + (lyre_lit) last_in;
  if (inside + 1 == c->n_letters)
    return -(first + (lyre_lit) last_out);
  lyre_lit y = lyre_sat_new_var (c->sat);
  for (uint32_t i = 0; i < c->n_letters; i++)
    clause2 (c, -(first + (lyre_lit) i),
             lyre_charset_has (s, c->letters[i]) ? y : -y);
  return y;
}

lyre_lit lyre_cells_in (lyre_cells *c, uint32_t cell, lyre_charset s) {
  lyre_cell x = c->cells.data[cell];
  if (x.letter != LYRE_CFG_NONE)
    return truth (c, lyre_charset_has (s, c->letters[x.letter]));
  uint64_t set = lyre_cfg_set (&c->sets, s) & ~LYRE_CFG_CHARS;
  uint64_t *slot = lyre_map_at (c->fa->mem, &c->in, set << 32 | cell);
  if (!*slot)
    *slot = (uint64_t) (uint32_t) define_in (c, x.first, s);
  return (lyre_lit) (uint32_t) *slot;
}

static lyre_lit define_same (lyre_cells *c, lyre_cell a, lyre_cell b) {
  lyre_lit y = lyre_sat_new_var (c->sat);
  for (uint32_t i = 0; i < c->n_letters; i++) {
    lyre_lit p = a.first + (lyre_lit) i, q = b.first + (lyre_lit) i;
    clause3 (c, -p, -q, y);
    clause3 (c, -y, -p, q);
    clause3 (c, -y, p, -q);
  }
  return y;
}

lyre_lit lyre_cells_same (lyre_cells *c, uint32_t a, uint32_t b) {
  lyre_cell x = c->cells.data[a], y = c->cells.data[b];
  if (a == b)
    return c->yes;
  if (x.letter != LYRE_CFG_NONE && y.letter != LYRE_CFG_NONE)
    return truth (c, x.letter == y.letter);
  if (x.letter != LYRE_CFG_NONE)
    return y.first + (lyre_lit) x.letter;
  if (y.letter != LYRE_CFG_NONE)
    return x.first + (lyre_lit) y.letter;
  uint64_t key = a < b ? (uint64_t) a << 32 | b : (uint64_t) b << 32 | a;
  uint64_t *slot = lyre_map_at (c->fa->mem, &c->same, key);
  if (!*slot)
    *slot = (uint64_t) (uint32_t) define_same (c, x, y);
  return (lyre_lit) (uint32_t) *slot;
}

lyre_lit lyre_cells_all (lyre_cells *c, uint32_t n, const lyre_lit *lits) {
  lyre_lits why = {0};
  for (uint32_t i = 0; i < n; i++) {
    if (lits[i] == -c->yes) {
      lyre_vec_release (c->fa->mem, &why);
      return -c->yes;
    }
    if (lits[i] != c->yes)
      lyre_vec_push (c->fa->mem, &why, -lits[i]);
  }
  lyre_lit y = c->yes;
  if (why.len == 1) {
    y = -why.data[0];
  } else if (why.len) {
    y = lyre_sat_new_var (c->sat);
    for (uint32_t i = 0; i < why.len; i++)
      clause2 (c, -y, -why.data[i]);
    lyre_vec_push (c->fa->mem, &why, y);
    lyre_sat_add_clause (c->sat, why.len, why.data);
  }
  lyre_vec_release (c->fa->mem, &why);
  return y;
}

lyre_lit lyre_cells_any (lyre_cells *c, uint32_t n, const lyre_lit *lits) {
  lyre_lits negated = {0};
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (c->fa->mem, &negated, -lits[i]);
  lyre_lit none = lyre_cells_all (c, n, negated.data);
  lyre_vec_release (c->fa->mem, &negated);
  return -none;
}

/* ----------------------------------------------------- one-sided definitions
 *
 * A node V stands for a disjunction of ways, each a conjunction of two
 * literals. If it IMPLIES: V to some way. Else: each way to V. */

typedef struct {
  lyre_cells *c;
  bool implies;
  lyre_lit v;
  lyre_lits ways;
} node;

static void way (node *d, lyre_lit a, lyre_lit b) {
  lyre_cells *c = d->c;
  if (a == -c->yes || b == -c->yes)
    return;
  if (!d->implies) {
    clause3 (c, -a, -b, d->v);
    return;
  }
  lyre_lit both = a == c->yes ? b : a;
  if (a != c->yes && b != c->yes) {
    both = lyre_sat_new_var (c->sat);
    clause2 (c, -both, a);
    clause2 (c, -both, b);
  }
  lyre_vec_push (c->fa->mem, &d->ways, both);
}

static void node_done (node *d) {
  lyre_cells *c = d->c;
  if (d->implies) {
    lyre_vec_push (c->fa->mem, &d->ways, -d->v);
    lyre_sat_add_clause (c->sat, d->ways.len, d->ways.data);
  }
  lyre_vec_release (c->fa->mem, &d->ways);
}

static bool possible (lyre_cells *c, uint32_t cell, lyre_charset s) {
  return lyre_cells_in (c, cell, s) != -c->yes;
}

/* ------------------------------------------------------------------ automata
 */

typedef struct {
  lyre_cells *c;
  const lyre_nfa *a;
  uint32_t n;
  const uint32_t *cells;
  bool implies;
  uint8_t *ahead; /* (i, q): the rest can be read from q */
  lyre_lit *lits; /* (i, q): its node, 0 if none yet */
  lyre_u32s work; /* nodes to define */
} unrolling;

static size_t slot_of (const unrolling *u, uint32_t i, uint32_t q) {
  return (size_t) i * u->a->n_states + q;
}

static lyre_charset edge_set (const unrolling *u, const lyre_edge *e,
                              lyre_interval *at) {
  (void) u;
  *at = (lyre_interval){e->lo, e->hi};
  return (lyre_charset){1, at};
}

static bool can_go_on (unrolling *u, uint32_t i, uint32_t q) {
  for (const lyre_edge *e = lyre_nfa_row (u->a, q);
       e < lyre_nfa_row_end (u->a, q); e++) {
    lyre_interval at;
    if (u->ahead[slot_of (u, i + 1, e->to)] &&
        possible (u->c, u->cells[i], edge_set (u, e, &at)))
      return true;
  }
  return false;
}

static bool look_ahead (unrolling *u) {
  for (uint32_t q = 0; q < u->a->n_states; q++)
    u->ahead[slot_of (u, u->n, q)] = u->a->final[q];
  for (uint32_t i = u->n; i-- > 0;)
    for (uint32_t q = 0; q < u->a->n_states; q++) {
      if (lyre_fa_stop (u->c->fa))
        return false;
      u->ahead[slot_of (u, i, q)] = can_go_on (u, i, q);
    }
  return true;
}

static lyre_lit state_lit (unrolling *u, uint32_t i, uint32_t q) {
  size_t slot = slot_of (u, i, q);
  if (!u->ahead[slot])
    return -u->c->yes;
  if (i == u->n)
    return u->c->yes;
  if (!u->lits[slot]) {
    u->lits[slot] = lyre_sat_new_var (u->c->sat);
    lyre_vec_push (u->c->fa->mem, &u->work, (uint32_t) slot);
  }
  return u->lits[slot];
}

static void define_state (unrolling *u, uint32_t slot) {
  uint32_t i = slot / u->a->n_states, q = slot % u->a->n_states;
  node d = {.c = u->c, .implies = u->implies, .v = u->lits[slot]};
  for (const lyre_edge *e = lyre_nfa_row (u->a, q);
       e < lyre_nfa_row_end (u->a, q); e++) {
    lyre_interval at;
    if (u->ahead[slot_of (u, i + 1, e->to)])
      way (&d, lyre_cells_in (u->c, u->cells[i], edge_set (u, e, &at)),
           state_lit (u, i + 1, e->to));
  }
  node_done (&d);
}

static lyre_lit unroll (unrolling *u) {
  lyre_cells *c = u->c;
  if (!look_ahead (u))
    return 0;
  node start = {.c = c, .implies = u->implies};
  start.v = lyre_sat_new_var (c->sat);
  for (uint32_t i = 0; i < u->a->n_initial; i++)
    way (&start, c->yes, state_lit (u, 0, u->a->initial[i]));
  node_done (&start);
  while (u->work.len) {
    if (lyre_fa_stop (c->fa))
      return 0;
    define_state (u, lyre_vec_pop (&u->work));
  }
  return start.v;
}

lyre_lit lyre_cells_in_nfa (lyre_cells *c, const lyre_nfa *a, uint32_t n,
                            const uint32_t *cells, bool implies) {
  lyre_mem *mem = c->fa->mem;
  unrolling u = {.c = c, .a = a, .n = n, .cells = cells, .implies = implies};
  size_t slots = lyre_mul_size (mem, (size_t) n + 1, a->n_states);
  if (slots > UINT32_MAX)
    lyre_mem_fail (mem, LYRE_FAIL_TOO_LARGE);
  u.ahead = lyre_alloc (mem, slots + 1);
  u.lits = lyre_alloc (mem, lyre_mul_size (mem, slots + 1, sizeof *u.lits));
  memset (u.ahead, 0, slots + 1);
  memset (u.lits, 0, (slots + 1) * sizeof *u.lits);
  lyre_lit y = unroll (&u);
  lyre_free (mem, u.ahead);
  lyre_free (mem, u.lits);
  lyre_vec_release (mem, &u.work);
  return y;
}

/* ------------------------------------------------------------------ grammars
 *
 * An item (A, i, j) says that A derives the cells from i to before j. First a
 * table of those that any choice of characters allows, by rows of bits: ends
 * for every (A, i), starts for every (A, j). Then nodes for those that the
 * start symbol needs. */

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
  if (j == i + 1 && g->chars[a].n && possible (t->c, t->cells[i], g->chars[a]))
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

static void define_pair (chart *t, node *d, const lyre_cfg_pair *p, uint32_t i,
                         uint32_t j) {
  const uint64_t *x = row (t, t->ends, p->left, i);
  const uint64_t *y = row (t, t->starts, p->right, j);
  for (uint32_t w = i / 64; w <= j / 64; w++)
    for (uint64_t both = x[w] & y[w]; both; both &= both - 1) {
      uint32_t k = w * 64 + (uint32_t) __builtin_ctzll (both);
      way (d, item_lit (t, p->left, i, k), item_lit (t, p->right, k, j));
    }
}

static void define_item (chart *t, uint32_t a, uint32_t i, uint32_t j) {
  const lyre_cfn *g = t->g;
  node d = {.c = t->c, .implies = t->implies, .v = item_lit (t, a, i, j)};
  if (j == i + 1 && g->chars[a].n)
    way (&d, t->c->yes, lyre_cells_in (t->c, t->cells[i], g->chars[a]));
  for (uint32_t k = g->first_unit[a]; k < g->first_unit[a + 1]; k++)
    way (&d, t->c->yes, item_lit (t, g->units[k].to, i, j));
  for (uint32_t k = g->first_pair[a]; k < g->first_pair[a + 1]; k++)
    define_pair (t, &d, &g->pairs[k], i, j);
  node_done (&d);
}

static lyre_lit parse (chart *t) {
  if (!fill (t))
    return 0;
  lyre_lit y = item_lit (t, t->g->start, 0, t->n);
  while (t->work.len) {
    if (lyre_fa_stop (t->c->fa))
      return 0;
    item it = lyre_vec_pop (&t->work);
    define_item (t, it.a, it.i, it.j);
  }
  return y;
}

lyre_lit lyre_cells_in_cfn (lyre_cells *c, const lyre_cfn *g, uint32_t n,
                            const uint32_t *cells, bool implies) {
  if (!n || !g->n)
    return truth (c, !n && g->nullable);
  lyre_mem *mem = c->fa->mem;
  chart t = {.c = c, .g = g, .n = n, .cells = cells, .implies = implies};
  t.words = n / 64 + 1;
  size_t rows = lyre_mul_size (mem, lyre_mul_size (mem, g->n, n + 1), t.words);
  size_t bytes = lyre_mul_size (mem, rows, sizeof *t.ends);
  t.ends = lyre_alloc (mem, bytes);
  t.starts = lyre_alloc (mem, bytes);
  memset (t.ends, 0, bytes);
  memset (t.starts, 0, bytes);
  lyre_lit y = parse (&t);
  lyre_free (mem, t.ends);
  lyre_free (mem, t.starts);
  lyre_map_release (mem, &t.lits);
  lyre_vec_release (mem, &t.work);
  return y;
}

/* ---------------------------------------------------------------------- sets
 */

void lyre_cfn_sets (lyre_mem *mem, const lyre_cfn *g, lyre_charsets *out) {
  for (uint32_t a = 0; a < g->n; a++)
    if (g->chars[a].n)
      lyre_vec_push (mem, out, g->chars[a]);
}

void lyre_nfa_sets (lyre_fa *fa, const lyre_nfa *a, lyre_charsets *out) {
  for (uint32_t i = 0; i < a->n_edges; i++)
    lyre_vec_push (
        fa->mem, out,
        lyre_charset_range (fa->arena, a->edges[i].lo, a->edges[i].hi));
}
