/* Two derivations of one word.
 *
 * The grammar is brought into pairs without sharing or merging anything, so
 * that derivations stay apart: a nonterminal for every nonterminal, for every
 * rest of a rule, and for every character set in a rule. Symbols that can be
 * empty are left out as in normalize.c; if a symbol is empty in more than one
 * way, the rule without it counts twice. Nonterminals that derive each other
 * without reading anything have infinitely many derivations of every word. */
#include <stdlib.h>
#include <string.h>

#include "core/grammar/cells.h"
#include "core/grammar/components.h"

typedef struct {
  uint32_t lhs, to;
  uint8_t twice;
} unit;

typedef struct {
  lyre_fa *fa;
  lyre_mem *mem;
  const lyre_cfg *g;
  uint8_t *empty; /* per nonterminal of g: 0, 1 or 2 for more derivations */
  lyre_vec (lyre_charset) chars;
  lyre_vec (uint8_t) node_empty;
  lyre_vec (unit) units;
  lyre_vec (lyre_cfg_pair) pairs;
} unfolding;

static uint8_t at_most_two (unsigned n) {
  return (uint8_t) (n < 2 ? n : 2);
}

/* How often the empty word is derived, capped, by iterating from none. */
static void count_empty (unfolding *u) {
  const lyre_cfg *g = u->g;
  uint8_t *sums = lyre_alloc (u->mem, (size_t) g->n + 1);
  for (bool changed = true; changed;) {
    changed = false;
    memset (sums, 0, g->n);
    for (uint32_t i = 0; i < g->rules.len; i++) {
      lyre_cfg_rule_at r = g->rules.data[i];
      unsigned product = 1;
      for (uint32_t k = 0; k < r.n && product; k++) {
        lyre_cfg_sym s = g->symbols.data[r.first + k];
        product =
            lyre_cfg_is_chars (s) ? 0 : at_most_two (product * u->empty[s]);
      }
      sums[r.lhs] = at_most_two (sums[r.lhs] + product);
    }
    for (uint32_t a = 0; a < g->n; a++) {
      changed |= sums[a] != u->empty[a];
      u->empty[a] = sums[a];
    }
  }
  lyre_free (u->mem, sums);
}

static uint32_t add_node (unfolding *u, lyre_charset chars, uint8_t empty) {
  lyre_vec_push (u->mem, &u->chars, chars);
  lyre_vec_push (u->mem, &u->node_empty, empty);
  return u->chars.len - 1;
}

static void add_unit (unfolding *u, uint32_t lhs, uint32_t to, uint8_t times) {
  if (times)
    lyre_vec_push (u->mem, &u->units, ((unit){lhs, to, times > 1}));
}

static uint32_t node_of (unfolding *u, lyre_cfg_sym s) {
  return lyre_cfg_is_chars (s) ? add_node (u, lyre_cfg_chars_of (u->g, s), 0)
                               : s;
}

static void add_rule (unfolding *u, const lyre_cfg_rule_at *r) {
  const lyre_cfg_sym *s = u->g->symbols.data + r->first;
  uint32_t lhs = r->lhs;
  for (uint32_t i = 0; i + 1 < r->n; i++) {
    uint32_t left = node_of (u, s[i]);
    unsigned empty = 1;
    for (uint32_t k = i + 1; k < r->n && empty; k++)
      empty =
          lyre_cfg_is_chars (s[k]) ? 0 : at_most_two (empty * u->empty[s[k]]);
    uint32_t rest = i + 2 == r->n
                        ? node_of (u, s[i + 1])
                        : add_node (u, lyre_charset_none, (uint8_t) empty);
    lyre_vec_push (u->mem, &u->pairs, ((lyre_cfg_pair){lhs, left, rest}));
    add_unit (u, lhs, rest, u->node_empty.data[left]);
    add_unit (u, lhs, left, (uint8_t) empty);
    lhs = rest;
  }
  if (r->n == 1)
    add_unit (u, lhs, node_of (u, s[0]), 1);
}

/* --------------------------------------------------------------- one result */

static int by_lhs (const void *x, const void *y) {
  const unit *a = x, *b = y;
  return a->lhs < b->lhs ? -1 : a->lhs > b->lhs;
}

static int pair_by_lhs (const void *x, const void *y) {
  const lyre_cfg_pair *a = x, *b = y;
  return a->lhs < b->lhs ? -1 : a->lhs > b->lhs;
}

/* Cycles of units become one node that is marked. */
static void merge_cycles (unfolding *u, uint32_t *start, uint8_t **loops,
                          uint32_t *n_nodes) {
  uint32_t n = u->chars.len, k = 0;
  uint32_t *first = lyre_alloc (u->mem, ((size_t) n + 1) * 4);
  uint32_t *to = lyre_alloc (u->mem, ((size_t) u->units.len + 1) * 4);
  uint32_t *map = lyre_alloc (u->mem, ((size_t) n + 1) * 4);
  memset (first, 0, ((size_t) n + 1) * 4);
  if (u->units.len)
    qsort (u->units.data, u->units.len, sizeof *u->units.data, by_lhs);
  for (uint32_t i = 0; i < u->units.len; i++) {
    first[u->units.data[i].lhs + 1]++;
    to[i] = u->units.data[i].to;
  }
  for (uint32_t a = 0; a < n; a++)
    first[a + 1] += first[a];
  *n_nodes = lyre_graph_components (u->mem, n, first, to, map);
  *loops = lyre_arena_array (u->fa->arena, uint8_t, *n_nodes);
  memset (*loops, 0, *n_nodes);
  lyre_charset *chars = lyre_arena_array (u->fa->arena, lyre_charset, *n_nodes);
  for (uint32_t c = 0; c < *n_nodes; c++)
    chars[c] = lyre_charset_none;
  for (uint32_t a = 0; a < n; a++) /* only leaves have characters */
    if (u->chars.data[a].n)
      chars[map[a]] = u->chars.data[a];
  for (uint32_t i = 0; i < u->units.len; i++) {
    unit x = u->units.data[i];
    x.lhs = map[x.lhs];
    x.to = map[x.to];
    if (x.lhs == x.to)
      (*loops)[x.lhs] = 1;
    else
      u->units.data[k++] = x;
  }
  u->units.len = k;
  for (uint32_t i = 0; i < u->pairs.len; i++) {
    lyre_cfg_pair *p = &u->pairs.data[i];
    *p = (lyre_cfg_pair){map[p->lhs], map[p->left], map[p->right]};
  }
  *start = map[*start];
  u->chars.len = 0;
  for (uint32_t c = 0; c < *n_nodes; c++)
    lyre_vec_push (u->mem, &u->chars, chars[c]);
  lyre_free (u->mem, first);
  lyre_free (u->mem, to);
  lyre_free (u->mem, map);
}

/* Counts per left-hand side, at A + 1, become starts of rows. */
static void start_rows (uint32_t n, uint32_t *first) {
  for (uint32_t a = 0; a < n; a++)
    first[a + 1] += first[a];
}

/* As a normal form that has all rules, even those that are the same. */
static lyre_cfn freeze (unfolding *u, uint32_t start, lyre_cfn_doubles *d) {
  lyre_arena *arena = u->fa->arena;
  uint8_t *loops;
  uint32_t n;
  merge_cycles (u, &start, &loops, &n);
  if (u->units.len)
    qsort (u->units.data, u->units.len, sizeof *u->units.data, by_lhs);
  if (u->pairs.len)
    qsort (u->pairs.data, u->pairs.len, sizeof *u->pairs.data, pair_by_lhs);
  lyre_cfg_unit *units = lyre_arena_array (arena, lyre_cfg_unit, u->units.len);
  uint8_t *twice = lyre_arena_array (arena, uint8_t, u->units.len);
  for (uint32_t i = 0; i < u->units.len; i++) {
    units[i] = (lyre_cfg_unit){u->units.data[i].lhs, u->units.data[i].to};
    twice[i] = u->units.data[i].twice;
  }
  uint32_t *first_unit = lyre_arena_array (arena, uint32_t, (size_t) n + 1);
  uint32_t *first_pair = lyre_arena_array (arena, uint32_t, (size_t) n + 1);
  memset (first_unit, 0, ((size_t) n + 1) * sizeof *first_unit);
  memset (first_pair, 0, ((size_t) n + 1) * sizeof *first_pair);
  for (uint32_t i = 0; i < u->units.len; i++)
    first_unit[units[i].lhs + 1]++;
  for (uint32_t i = 0; i < u->pairs.len; i++)
    first_pair[u->pairs.data[i].lhs + 1]++;
  start_rows (n, first_unit);
  start_rows (n, first_pair);
  *d = (lyre_cfn_doubles){twice, loops};
  return (lyre_cfn){n,     start,         false,      u->chars.data,
                    units, u->pairs.data, first_unit, first_pair};
}

static lyre_re_answer ask (unfolding *u, uint32_t start, uint32_t len,
                           const lyre_str **word) {
  lyre_cfn_doubles doubles;
  lyre_cfn g = freeze (u, start, &doubles);
  lyre_charsets sets = {0};
  lyre_cfn_sets (u->mem, &g, &sets);
  lyre_cells c;
  lyre_cells_init (&c, u->fa, sets.len, sets.data, 0);
  uint32_t *cells = lyre_arena_array (u->fa->arena, uint32_t, len);
  for (uint32_t i = 0; i < len; i++)
    cells[i] = lyre_cells_new (&c);
  lyre_lit y = lyre_cells_ambiguous (&c, &g, &doubles, len, cells);
  lyre_sat_result r = LYRE_SAT_STOPPED;
  if (y) {
    lyre_sat_add_clause (c.sat, 1, &y);
    r = lyre_sat_solve (c.sat, 0, NULL);
  }
  if (r == LYRE_SAT_YES) {
    for (uint32_t i = 0; i < len; i++)
      cells[i] = lyre_cells_char (&c, cells[i]);
    *word = lyre_str_from_wide (u->fa->arena, cells, len);
  }
  lyre_cells_release (&c);
  lyre_vec_release (u->mem, &sets);
  return r == LYRE_SAT_YES  ? LYRE_RE_YES
         : r == LYRE_SAT_NO ? LYRE_RE_NO
                            : LYRE_RE_GAVE_UP;
}

lyre_re_answer lyre_cfg_ambiguous (lyre_fa *fa, const lyre_cfg *g,
                                   uint32_t start, uint32_t len,
                                   const lyre_str **word) {
  unfolding u = {.fa = fa, .mem = fa->mem, .g = g};
  u.empty = lyre_alloc (u.mem, (size_t) g->n + 1);
  memset (u.empty, 0, (size_t) g->n + 1);
  count_empty (&u);
  lyre_re_answer a;
  if (!len) {
    a = u.empty[start] > 1 ? LYRE_RE_YES : LYRE_RE_NO;
    *word = &lyre_str_empty;
  } else {
    for (uint32_t i = 0; i < g->n; i++)
      add_node (&u, lyre_charset_none, u.empty[i]);
    for (uint32_t i = 0; i < g->rules.len; i++)
      add_rule (&u, &g->rules.data[i]);
    a = ask (&u, start, len, word);
  }
  lyre_free (u.mem, u.empty);
  lyre_vec_release (u.mem, &u.chars);
  lyre_vec_release (u.mem, &u.node_empty);
  lyre_vec_release (u.mem, &u.units);
  lyre_vec_release (u.mem, &u.pairs);
  return a;
}
