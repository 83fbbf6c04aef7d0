/* The builder of normal forms: useless rules go, cycles of units become one
 * nonterminal, equal nonterminals become one, the rest is numbered. */
#include "core/grammar/normal.h"

#include <stdlib.h>
#include <string.h>

#include "core/grammar/components.h"

void lyre_cfn_builder_init (lyre_cfn_builder *b, lyre_fa *fa) {
  memset (b, 0, sizeof *b);
  b->fa = fa;
}

void lyre_cfn_drop (lyre_cfn_builder *b) {
  lyre_vec_release (b->fa->mem, &b->chars);
  lyre_vec_release (b->fa->mem, &b->units);
  lyre_vec_release (b->fa->mem, &b->pairs);
}

uint32_t lyre_cfn_add (lyre_cfn_builder *b, lyre_charset chars) {
  lyre_vec_push (b->fa->mem, &b->chars, chars);
  return b->chars.len - 1;
}

void lyre_cfn_add_unit (lyre_cfn_builder *b, uint32_t lhs, uint32_t to) {
  lyre_vec_push (b->fa->mem, &b->units, ((lyre_cfg_unit){lhs, to}));
}

void lyre_cfn_add_pair (lyre_cfn_builder *b, uint32_t lhs, uint32_t left,
                        uint32_t right) {
  lyre_vec_push (b->fa->mem, &b->pairs, ((lyre_cfg_pair){lhs, left, right}));
}

/* ------------------------------------------------------------------ sorting */

static int by_number (uint32_t a, uint32_t b) {
  return a < b ? -1 : a > b;
}

static int by_unit (const void *a, const void *b) {
  const lyre_cfg_unit *x = a, *y = b;
  int c = by_number (x->lhs, y->lhs);
  return c ? c : by_number (x->to, y->to);
}

static int by_pair (const void *a, const void *b) {
  const lyre_cfg_pair *x = a, *y = b;
  int c = by_number (x->lhs, y->lhs);
  c = c ? c : by_number (x->left, y->left);
  return c ? c : by_number (x->right, y->right);
}

/* Each rule once, sorted, and no A := A. */
static void tidy (lyre_cfn_builder *b) {
  uint32_t n = 0;
  if (b->units.len)
    qsort (b->units.data, b->units.len, sizeof *b->units.data, by_unit);
  for (uint32_t i = 0; i < b->units.len; i++) {
    lyre_cfg_unit u = b->units.data[i];
    if (u.lhs != u.to && !(n && !by_unit (&u, &b->units.data[n - 1])))
      b->units.data[n++] = u;
  }
  b->units.len = n;
  n = 0;
  if (b->pairs.len)
    qsort (b->pairs.data, b->pairs.len, sizeof *b->pairs.data, by_pair);
  for (uint32_t i = 0; i < b->pairs.len; i++) {
    lyre_cfg_pair p = b->pairs.data[i];
    if (!(n && !by_pair (&p, &b->pairs.data[n - 1])))
      b->pairs.data[n++] = p;
  }
  b->pairs.len = n;
}

static uint32_t *new_array (lyre_mem *mem, uint64_t n) {
  uint32_t *a = lyre_alloc (mem, lyre_mul_size (mem, n + 1, sizeof *a));
  memset (a, 0, (n + 1) * sizeof *a);
  return a;
}

/* ----------------------------------------------------------------- renaming */

/* Nonterminal A becomes MAP[A] < N, or goes if that is LYRE_CFG_NONE together
 * with all rules that mention it. Characters of those that become one are
 * united. */
static void rename_all (lyre_cfn_builder *b, const uint32_t *map, uint32_t n) {
  lyre_mem *mem = b->fa->mem;
  uint32_t k = 0;
  for (uint32_t i = 0; i < b->units.len; i++) {
    lyre_cfg_unit u = b->units.data[i];
    u = (lyre_cfg_unit){map[u.lhs], map[u.to]};
    if (u.lhs != LYRE_CFG_NONE && u.to != LYRE_CFG_NONE)
      b->units.data[k++] = u;
  }
  b->units.len = k;
  k = 0;
  for (uint32_t i = 0; i < b->pairs.len; i++) {
    lyre_cfg_pair p = b->pairs.data[i];
    p = (lyre_cfg_pair){map[p.lhs], map[p.left], map[p.right]};
    if (p.lhs != LYRE_CFG_NONE && p.left != LYRE_CFG_NONE &&
        p.right != LYRE_CFG_NONE)
      b->pairs.data[k++] = p;
  }
  b->pairs.len = k;
  lyre_charset *chars =
      lyre_alloc (mem, lyre_mul_size (mem, (size_t) n + 1, sizeof *chars));
  for (uint32_t a = 0; a < n; a++)
    chars[a] = lyre_charset_none;
  for (uint32_t a = 0; a < b->chars.len; a++)
    if (map[a] != LYRE_CFG_NONE)
      chars[map[a]] = chars[map[a]].n
                          ? lyre_charset_union (b->fa->arena, chars[map[a]],
                                                b->chars.data[a])
                          : b->chars.data[a];
  if (n)
    memcpy (b->chars.data, chars, n * sizeof *chars);
  b->chars.len = n;
  lyre_free (mem, chars);
  tidy (b);
}

/* ------------------------------------------------------------------- useful */

/* Lists of rules by a nonterminal on the right: units as i, pairs as
 * n_units + i, a pair twice if its sides differ. */
typedef struct {
  uint32_t *first, *rules;
} uses;

static void note_use (uint32_t *count, uint32_t *rules, uint32_t a,
                      uint32_t rule) {
  if (rules)
    rules[count[a]] = rule;
  count[a]++;
}

static void all_uses (const lyre_cfn_builder *b, uint32_t *at,
                      uint32_t *rules) {
  for (uint32_t i = 0; i < b->units.len; i++)
    note_use (at, rules, b->units.data[i].to, i);
  for (uint32_t i = 0; i < b->pairs.len; i++) {
    note_use (at, rules, b->pairs.data[i].left, b->units.len + i);
    if (b->pairs.data[i].right != b->pairs.data[i].left)
      note_use (at, rules, b->pairs.data[i].right, b->units.len + i);
  }
}

static void uses_init (uses *u, const lyre_cfn_builder *b) {
  lyre_mem *mem = b->fa->mem;
  uint32_t n = b->chars.len;
  u->first = new_array (mem, (uint64_t) n + 1);
  all_uses (b, u->first + 1, NULL);
  for (uint32_t a = 0; a < n; a++)
    u->first[a + 1] += u->first[a];
  u->rules = new_array (mem, u->first[n]);
  uint32_t *at = new_array (mem, n);
  memcpy (at, u->first, n * sizeof *at);
  all_uses (b, at, u->rules);
  lyre_free (mem, at);
}

static void uses_release (uses *u, lyre_mem *mem) {
  lyre_free (mem, u->first);
  lyre_free (mem, u->rules);
}

static void mark (lyre_mem *mem, uint8_t *marks, lyre_u32s *work, uint32_t a) {
  if (marks[a])
    return;
  marks[a] = 1;
  lyre_vec_push (mem, work, a);
}

/* Marks what has a word. */
static void find_productive (lyre_cfn_builder *b, uint8_t *marks) {
  lyre_mem *mem = b->fa->mem;
  lyre_u32s work = {0};
  uses u;
  uses_init (&u, b);
  for (uint32_t a = 0; a < b->chars.len; a++)
    if (b->chars.data[a].n)
      mark (mem, marks, &work, a);
  while (work.len && !lyre_poll (b->fa->env, LYRE_POLL_AUTOMATA)) {
    uint32_t a = lyre_vec_pop (&work);
    for (uint32_t i = u.first[a]; i < u.first[a + 1]; i++) {
      uint32_t r = u.rules[i];
      if (r < b->units.len) {
        mark (mem, marks, &work, b->units.data[r].lhs);
        continue;
      }
      lyre_cfg_pair p = b->pairs.data[r - b->units.len];
      if (marks[p.left] && marks[p.right])
        mark (mem, marks, &work, p.lhs);
    }
  }
  uses_release (&u, mem);
  lyre_vec_release (mem, &work);
}

/* The first rule of A in a list sorted by left-hand side. */
static uint32_t first_unit_of (const lyre_cfn_builder *b, uint32_t a) {
  uint32_t lo = 0, hi = b->units.len;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (b->units.data[mid].lhs < a)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static uint32_t first_pair_of (const lyre_cfn_builder *b, uint32_t a) {
  uint32_t lo = 0, hi = b->pairs.len;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (b->pairs.data[mid].lhs < a)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static void find_reachable (lyre_cfn_builder *b, uint32_t start,
                            uint8_t *marks) {
  lyre_mem *mem = b->fa->mem;
  lyre_u32s work = {0};
  mark (mem, marks, &work, start);
  while (work.len && !lyre_poll (b->fa->env, LYRE_POLL_AUTOMATA)) {
    uint32_t a = lyre_vec_pop (&work);
    for (uint32_t i = first_unit_of (b, a);
         i < b->units.len && b->units.data[i].lhs == a; i++)
      mark (mem, marks, &work, b->units.data[i].to);
    for (uint32_t i = first_pair_of (b, a);
         i < b->pairs.len && b->pairs.data[i].lhs == a; i++) {
      mark (mem, marks, &work, b->pairs.data[i].left);
      mark (mem, marks, &work, b->pairs.data[i].right);
    }
  }
  lyre_vec_release (mem, &work);
}

/* Keeps what is marked. */
static void keep_marked (lyre_cfn_builder *b, const uint8_t *marks,
                         uint32_t *start) {
  uint32_t *map = new_array (b->fa->mem, b->chars.len), n = 0;
  for (uint32_t a = 0; a < b->chars.len; a++)
    map[a] = marks[a] ? n++ : LYRE_CFG_NONE;
  *start = map[*start];
  rename_all (b, map, n);
  lyre_free (b->fa->mem, map);
}

static void trim (lyre_cfn_builder *b, uint32_t *start) {
  uint32_t n = b->chars.len;
  uint8_t *marks = lyre_alloc (b->fa->mem, (size_t) n + 1);
  memset (marks, 0, n);
  find_productive (b, marks);
  if (marks[*start]) {
    keep_marked (b, marks, start);
    memset (marks, 0, n);
    find_reachable (b, *start, marks);
    keep_marked (b, marks, start);
  } else {
    memset (marks, 0, n);
    keep_marked (b, marks, start);
  }
  lyre_free (b->fa->mem, marks);
}

/* ------------------------------------------------------------------- cycles */

/* Nonterminals in a cycle of units have the same words. Also brings the rest
 * into an order where units lead to smaller numbers. */
static void merge_cycles (lyre_cfn_builder *b, uint32_t *start) {
  lyre_mem *mem = b->fa->mem;
  uint32_t n = b->chars.len;
  uint32_t *first = new_array (mem, (uint64_t) n + 1);
  uint32_t *to = new_array (mem, b->units.len);
  uint32_t *component = new_array (mem, n);
  for (uint32_t i = 0; i < b->units.len; i++) {
    first[b->units.data[i].lhs + 1]++;
    to[i] = b->units.data[i].to;
  }
  for (uint32_t a = 0; a < n; a++)
    first[a + 1] += first[a];
  uint32_t k = lyre_graph_components (mem, n, first, to, component);
  *start = component[*start];
  rename_all (b, component, k);
  lyre_free (mem, first);
  lyre_free (mem, to);
  lyre_free (mem, component);
}

/* ------------------------------------------------------------------ merging
 *
 * Partition refinement: nonterminals are equal if they have the same
 * characters and, class by class, the same rules. A round computes for every
 * nonterminal the list of its rules in terms of the classes of the last round;
 * when a round splits nothing, equal ones have the same words. */

typedef struct {
  lyre_cfn_builder *b;
  lyre_mem *mem;
  uint32_t *class, n_classes;
  lyre_u32s items, first; /* the lists of this round */
} refinement;

static int by_word (const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  int c = by_number (x[0], y[0]);
  return c ? c : by_number (x[1], y[1]);
}

/* The rules of A as sorted, distinct pairs of numbers behind its class. */
static void list_rules (refinement *r, uint32_t a, uint32_t *unit,
                        uint32_t *pair) {
  const lyre_cfn_builder *b = r->b;
  lyre_vec_push (r->mem, &r->items, r->class[a]);
  uint32_t from = r->items.len;
  for (; *unit < b->units.len && b->units.data[*unit].lhs == a; ++*unit) {
    lyre_vec_push (r->mem, &r->items, LYRE_CFG_NONE);
    lyre_vec_push (r->mem, &r->items, r->class[b->units.data[*unit].to]);
  }
  for (; *pair < b->pairs.len && b->pairs.data[*pair].lhs == a; ++*pair) {
    lyre_vec_push (r->mem, &r->items, r->class[b->pairs.data[*pair].left]);
    lyre_vec_push (r->mem, &r->items, r->class[b->pairs.data[*pair].right]);
  }
  uint32_t n = (r->items.len - from) / 2, k = 0;
  uint32_t *at = r->items.data + from;
  if (n)
    qsort (at, n, 2 * sizeof *at, by_word);
  for (uint32_t i = 0; i < n; i++)
    if (!k || by_word (at + 2 * i, at + 2 * (k - 1))) {
      memmove (at + 2 * k, at + 2 * i, 2 * sizeof *at);
      k++;
    }
  r->items.len = from + 2 * k;
}

static bool same_list (const refinement *r, uint32_t a, uint32_t c) {
  const uint32_t *f = r->first.data;
  uint32_t n = f[a + 1] - f[a];
  return n == f[c + 1] - f[c] &&
         !memcmp (r->items.data + f[a], r->items.data + f[c],
                  n * sizeof (uint32_t));
}

/* New classes from the lists. False if nothing was split. */
static bool classify (refinement *r) {
  uint32_t n = r->b->chars.len, classes = 0;
  lyre_map heads = {0}; /* hash to a chain of representatives, plus one */
  uint32_t *next = new_array (r->mem, n), *out = new_array (r->mem, n);
  for (uint32_t a = 0; a < n; a++) {
    uint32_t from = r->first.data[a];
    uint32_t hash =
        lyre_hash_bytes (r->items.data + from,
                         (r->first.data[a + 1] - from) * sizeof (uint32_t), 0);
    uint64_t *head = lyre_map_at (r->mem, &heads, hash);
    uint32_t c = (uint32_t) *head;
    while (c && !same_list (r, a, c - 1))
      c = next[c - 1];
    if (c) {
      out[a] = out[c - 1];
      continue;
    }
    next[a] = (uint32_t) *head;
    *head = (uint64_t) a + 1;
    out[a] = classes++;
  }
  bool split = classes > r->n_classes;
  memcpy (r->class, out, n * sizeof *out);
  r->n_classes = classes;
  lyre_map_release (r->mem, &heads);
  lyre_free (r->mem, next);
  lyre_free (r->mem, out);
  return split;
}

static bool refine (refinement *r) {
  lyre_vec_clear (&r->items);
  lyre_vec_clear (&r->first);
  uint32_t unit = 0, pair = 0;
  for (uint32_t a = 0; a < r->b->chars.len; a++) {
    lyre_vec_push (r->mem, &r->first, r->items.len);
    list_rules (r, a, &unit, &pair);
  }
  lyre_vec_push (r->mem, &r->first, r->items.len);
  return classify (r);
}

/* The first classes: equal sets of characters. */
static void classify_chars (refinement *r) {
  lyre_cfg sets;
  lyre_cfg_init (&sets, r->mem);
  for (uint32_t a = 0; a < r->b->chars.len; a++)
    r->class[a] = lyre_cfg_set (&sets, r->b->chars.data[a]) & ~LYRE_CFG_CHARS;
  r->n_classes = sets.sets.len;
  lyre_cfg_release (&sets);
}

static void merge_equal (lyre_cfn_builder *b, uint32_t *start) {
  enum { MOST_ROUNDS = 64 };
  refinement r = {.b = b, .mem = b->fa->mem};
  r.class = new_array (r.mem, b->chars.len);
  classify_chars (&r);
  bool changing = true;
  for (int i = 0; i < MOST_ROUNDS && changing; i++) {
    if (lyre_poll (b->fa->env, LYRE_POLL_AUTOMATA))
      break;
    changing = refine (&r);
  }
  if (!changing && r.n_classes < b->chars.len) {
    *start = r.class[*start];
    rename_all (b, r.class, r.n_classes);
  }
  lyre_free (r.mem, r.class);
  lyre_vec_release (r.mem, &r.items);
  lyre_vec_release (r.mem, &r.first);
}

/* --------------------------------------------------------------------- uses */

static void count_up (uint32_t *first, uint32_t n) {
  for (uint32_t a = 0; a < n; a++)
    first[a + 1] += first[a];
}

void lyre_cfn_uses_init (lyre_cfn_uses *u, lyre_mem *mem, const lyre_cfn *g) {
  uint32_t n = g->n, n_units = g->first_unit[n], n_pairs = g->first_pair[n];
  u->first_unit = new_array (mem, (uint64_t) n + 1);
  u->first_left = new_array (mem, (uint64_t) n + 1);
  u->first_right = new_array (mem, (uint64_t) n + 1);
  u->units = new_array (mem, n_units);
  u->lefts = new_array (mem, n_pairs);
  u->rights = new_array (mem, n_pairs);
  for (uint32_t i = 0; i < n_units; i++)
    u->first_unit[g->units[i].to + 1]++;
  for (uint32_t i = 0; i < n_pairs; i++) {
    u->first_left[g->pairs[i].left + 1]++;
    u->first_right[g->pairs[i].right + 1]++;
  }
  count_up (u->first_unit, n);
  count_up (u->first_left, n);
  count_up (u->first_right, n);
  uint32_t *at = new_array (mem, 3 * (uint64_t) n);
  for (uint32_t i = 0; i < n_units; i++) {
    uint32_t a = g->units[i].to;
    u->units[u->first_unit[a] + at[a]++] = i;
  }
  for (uint32_t i = 0; i < n_pairs; i++) {
    uint32_t l = g->pairs[i].left, r = g->pairs[i].right;
    u->lefts[u->first_left[l] + at[n + l]++] = i;
    u->rights[u->first_right[r] + at[2 * (size_t) n + r]++] = i;
  }
  lyre_free (mem, at);
}

void lyre_cfn_uses_release (lyre_cfn_uses *u, lyre_mem *mem) {
  lyre_free (mem, u->first_unit);
  lyre_free (mem, u->first_left);
  lyre_free (mem, u->first_right);
  lyre_free (mem, u->units);
  lyre_free (mem, u->lefts);
  lyre_free (mem, u->rights);
}

/* ---------------------------------------------------------------- finishing */

static const lyre_cfn *freeze (lyre_cfn_builder *b, uint32_t start) {
  lyre_arena *arena = b->fa->arena;
  uint32_t n = b->chars.len;
  lyre_cfn *g = lyre_arena_new (arena, lyre_cfn);
  lyre_charset *chars = lyre_arena_array (arena, lyre_charset, n);
  lyre_cfg_unit *units = lyre_arena_array (arena, lyre_cfg_unit, b->units.len);
  lyre_cfg_pair *pairs = lyre_arena_array (arena, lyre_cfg_pair, b->pairs.len);
  uint32_t *first_unit = lyre_arena_array (arena, uint32_t, (size_t) n + 1);
  uint32_t *first_pair = lyre_arena_array (arena, uint32_t, (size_t) n + 1);
  for (uint32_t a = 0; a < n; a++)
    chars[a] =
        lyre_charset_make (arena, b->chars.data[a].n, b->chars.data[a].at);
  if (b->units.len)
    memcpy (units, b->units.data, b->units.len * sizeof *units);
  if (b->pairs.len)
    memcpy (pairs, b->pairs.data, b->pairs.len * sizeof *pairs);
  for (uint32_t a = 0; a <= n; a++) {
    first_unit[a] = first_unit_of (b, a);
    first_pair[a] = first_pair_of (b, a);
  }
  *g = (lyre_cfn){n,     n ? start : 0, b->nullable, chars,
                  units, pairs,         first_unit,  first_pair};
  return g;
}

const lyre_cfn *lyre_cfn_finish (lyre_cfn_builder *b, uint32_t start) {
  tidy (b);
  trim (b, &start);
  if (b->chars.len) {
    merge_cycles (b, &start);
    merge_equal (b, &start);
    merge_cycles (b, &start); /* the order of numbers */
  }
  const lyre_cfn *g = b->fa->env->stop ? NULL : freeze (b, start);
  lyre_cfn_drop (b);
  return g;
}
