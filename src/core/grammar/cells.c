#include "core/grammar/cells.h"

#include <stdlib.h>
#include <string.h>

#include "core/grammar/cells_internal.h"

/* ------------------------------------------------------------------ letters
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

/* ---------------------------------------------------------------- lifetimes */

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

/* -------------------------------------------------------------------- cells */

/* At most one of N variables from FIRST on: a ladder, whose step i says that
 * one of the first i + 1 is true. */
static void at_most_one (lyre_cells *c, uint32_t n, lyre_lit first) {
  lyre_lit before = 0;
  for (uint32_t i = 0; i < n; i++) {
    lyre_lit x = first + (lyre_lit) i;
    if (before)
      lyre_cells_clause2 (c, -before, -x);
    if (i + 1 == n)
      break;
    lyre_lit step = lyre_sat_new_var (c->sat);
    lyre_cells_clause2 (c, -x, step);
    if (before)
      lyre_cells_clause2 (c, -before, step);
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

/* A variable that is true exactly for the letters of S. */
static lyre_lit define_in (lyre_cells *c, lyre_lit first, lyre_charset s) {
  uint32_t inside = 0, last_in = 0, last_out = 0;
  for (uint32_t i = 0; i < c->n_letters; i++)
    if (lyre_charset_has (s, c->letters[i]))
      inside++, last_in = i;
    else
      last_out = i;
  if (!inside || inside == c->n_letters)
    return lyre_cells_truth (c, inside);
  if (inside == 1)
    return first + (lyre_lit) last_in;
  if (inside + 1 == c->n_letters)
    return -(first + (lyre_lit) last_out);
  lyre_lit y = lyre_sat_new_var (c->sat);
  for (uint32_t i = 0; i < c->n_letters; i++)
    lyre_cells_clause2 (c, -(first + (lyre_lit) i),
                        lyre_charset_has (s, c->letters[i]) ? y : -y);
  return y;
}

lyre_lit lyre_cells_in (lyre_cells *c, uint32_t cell, lyre_charset s) {
  lyre_cell x = c->cells.data[cell];
  if (x.letter != LYRE_CFG_NONE)
    return lyre_cells_truth (c, lyre_charset_has (s, c->letters[x.letter]));
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
    lyre_cells_clause3 (c, -p, -q, y);
    lyre_cells_clause3 (c, -y, -p, q);
    lyre_cells_clause3 (c, -y, p, -q);
  }
  return y;
}

lyre_lit lyre_cells_same (lyre_cells *c, uint32_t a, uint32_t b) {
  lyre_cell x = c->cells.data[a], y = c->cells.data[b];
  if (a == b)
    return c->yes;
  if (x.letter != LYRE_CFG_NONE && y.letter != LYRE_CFG_NONE)
    return lyre_cells_truth (c, x.letter == y.letter);
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
      lyre_cells_clause2 (c, -y, -why.data[i]);
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

/* ---------------------------------------------------- one-sided definitions */

void lyre_cells_way (lyre_cells_node *d, lyre_lit a, lyre_lit b) {
  lyre_cells *c = d->c;
  if (a == -c->yes || b == -c->yes)
    return;
  if (!d->implies) {
    lyre_cells_clause3 (c, -a, -b, d->v);
    return;
  }
  lyre_lit both = a == c->yes ? b : a;
  if (a != c->yes && b != c->yes) {
    both = lyre_sat_new_var (c->sat);
    lyre_cells_clause2 (c, -both, a);
    lyre_cells_clause2 (c, -both, b);
  }
  lyre_vec_push (c->fa->mem, &d->ways, both);
}

void lyre_cells_node_done (lyre_cells_node *d) {
  lyre_cells *c = d->c;
  if (d->implies) {
    lyre_vec_push (c->fa->mem, &d->ways, -d->v);
    lyre_sat_add_clause (c->sat, d->ways.len, d->ways.data);
  }
  lyre_vec_release (c->fa->mem, &d->ways);
}
