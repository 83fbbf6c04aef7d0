/* From rules to the normal form: long right-hand sides become chains of pairs
 * that are shared, symbols that can be empty are left out in every way, and
 * alternatives that differ in one character become one. */
#include <stdlib.h>
#include <string.h>

#include "core/grammar/normal.h"

typedef struct {
  lyre_fa *fa;
  const lyre_cfg *g;
  lyre_cfn_builder out;     /* nonterminals of g have the same numbers there */
  uint8_t *nullable;        /* per nonterminal of g */
  lyre_vec (uint8_t) empty; /* per nonterminal of out */
  lyre_vec (uint8_t) plain; /* per nonterminal of out: characters only */
  lyre_map chains;          /* (first, rest) to its nonterminal, plus one */
  uint32_t *of_set;         /* per set: its nonterminal, plus one */
} normalizer;

static uint32_t add (normalizer *z, lyre_charset chars, bool empty,
                     bool plain) {
  lyre_vec_push (z->fa->mem, &z->empty, empty);
  lyre_vec_push (z->fa->mem, &z->plain, plain);
  return lyre_cfn_add (&z->out, chars);
}

/* ----------------------------------------------------------------- nullable */

/* Rules whose symbols are all nonterminals, counted down as these turn out to
 * have the empty word. */
static void find_nullable (normalizer *z) {
  const lyre_cfg *g = z->g;
  lyre_mem *mem = z->fa->mem;
  uint32_t n_rules = g->rules.len;
  uint32_t *left = lyre_alloc (mem, ((size_t) n_rules + 1) * sizeof *left);
  uint32_t *first = lyre_alloc (mem, ((size_t) g->n + 2) * sizeof *first);
  uint32_t *uses = lyre_alloc (mem, ((size_t) g->symbols.len + 1) * 4);
  memset (first, 0, ((size_t) g->n + 2) * sizeof *first);
  lyre_u32s work = {0};
  for (uint32_t i = 0; i < g->symbols.len; i++)
    if (!lyre_cfg_is_chars (g->symbols.data[i]))
      first[g->symbols.data[i] + 2]++;
  for (uint32_t a = 2; a <= g->n + 1; a++)
    first[a] += first[a - 1];
  for (uint32_t r = 0; r < n_rules; r++) {
    lyre_cfg_rule_at rule = g->rules.data[r];
    left[r] = rule.n;
    for (uint32_t i = 0; i < rule.n; i++) {
      lyre_cfg_sym s = g->symbols.data[rule.first + i];
      if (!lyre_cfg_is_chars (s))
        uses[first[s + 1]++] = r;
    }
    if (!rule.n)
      lyre_vec_push (mem, &work, rule.lhs);
  }
  while (work.len) {
    uint32_t a = lyre_vec_pop (&work);
    if (z->nullable[a])
      continue;
    z->nullable[a] = 1;
    for (uint32_t i = first[a]; i < first[a + 1]; i++)
      if (!--left[uses[i]])
        lyre_vec_push (mem, &work, g->rules.data[uses[i]].lhs);
  }
  lyre_free (mem, left);
  lyre_free (mem, first);
  lyre_free (mem, uses);
  lyre_vec_release (mem, &work);
}

/* -------------------------------------------------------------------- rules */

static uint32_t node_of (normalizer *z, lyre_cfg_sym s) {
  if (!lyre_cfg_is_chars (s))
    return s;
  uint32_t *slot = &z->of_set[s & ~LYRE_CFG_CHARS];
  if (!*slot)
    *slot = add (z, lyre_cfg_chars_of (z->g, s), false, true) + 1;
  return *slot - 1;
}

/* A := left right, and what is left of it if one side is empty. */
static void pair (normalizer *z, uint32_t a, uint32_t left, uint32_t right) {
  lyre_cfn_add_pair (&z->out, a, left, right);
  if (z->empty.data[left])
    lyre_cfn_add_unit (&z->out, a, right);
  if (z->empty.data[right])
    lyre_cfn_add_unit (&z->out, a, left);
}

/* The nonterminal for FIRST REST; one for all rules that end so. */
static uint32_t chain (normalizer *z, uint32_t first, uint32_t rest) {
  uint64_t key = (uint64_t) first << 32 | rest;
  uint64_t *slot = lyre_map_at (z->fa->mem, &z->chains, key);
  if (*slot)
    return (uint32_t) *slot - 1;
  bool empty = z->empty.data[first] && z->empty.data[rest];
  uint32_t a = add (z, lyre_charset_none, empty, false);
  *slot = (uint64_t) a + 1;
  pair (z, a, first, rest);
  return a;
}

static void rule (normalizer *z, const lyre_cfg_rule_at *r) {
  const lyre_cfg_sym *s = z->g->symbols.data + r->first;
  if (!r->n)
    return;
  if (r->n == 1) {
    lyre_cfn_add_unit (&z->out, r->lhs, node_of (z, s[0]));
    return;
  }
  uint32_t rest = node_of (z, s[r->n - 1]);
  for (uint32_t i = r->n - 1; i-- > 1;)
    rest = chain (z, node_of (z, s[i]), rest);
  pair (z, r->lhs, node_of (z, s[0]), rest);
}

/* ----------------------------------------------------------------- grouping
 *
 * A := a B | b B is A := [ab] B. Thousands of such alternatives come from tools
 * that write sets of characters one by one. */

static int by_right (const void *x, const void *y) {
  const lyre_cfg_pair *a = x, *b = y;
  if (a->lhs != b->lhs)
    return a->lhs < b->lhs ? -1 : 1;
  if (a->right != b->right)
    return a->right < b->right ? -1 : 1;
  return a->left < b->left ? -1 : a->left > b->left;
}

static int by_left (const void *x, const void *y) {
  const lyre_cfg_pair *a = x, *b = y;
  if (a->lhs != b->lhs)
    return a->lhs < b->lhs ? -1 : 1;
  if (a->left != b->left)
    return a->left < b->left ? -1 : 1;
  return a->right < b->right ? -1 : a->right > b->right;
}

static uint32_t *side (lyre_cfg_pair *p, bool left) {
  return left ? &p->left : &p->right;
}

/* A nonterminal for all characters of the plain ones at the side LEFT of the
 * pairs from FROM to TO. */
static uint32_t unite (normalizer *z, uint32_t from, uint32_t to, bool left) {
  lyre_vec (lyre_interval) all = {0};
  for (uint32_t i = from; i < to; i++) {
    uint32_t x = *side (&z->out.pairs.data[i], left);
    if (!z->plain.data[x])
      continue;
    lyre_charset s = z->out.chars.data[x];
    for (uint32_t k = 0; k < s.n; k++)
      lyre_vec_push (z->fa->mem, &all, s.at[k]);
  }
  lyre_charset set = lyre_charset_make (z->fa->arena, all.len, all.data);
  lyre_vec_release (z->fa->mem, &all);
  return add (z, set, false, true);
}

/* Pairs that agree but for plain nonterminals at one side become one. */
static void group (normalizer *z, bool left) {
  lyre_cfn_builder *b = &z->out;
  if (!b->pairs.len)
    return;
  qsort (b->pairs.data, b->pairs.len, sizeof *b->pairs.data,
         left ? by_right : by_left);
  uint32_t n = 0, to;
  for (uint32_t from = 0; from < b->pairs.len; from = to) {
    lyre_cfg_pair p = b->pairs.data[from];
    uint32_t plain = 0, one = 0;
    for (to = from; to < b->pairs.len && b->pairs.data[to].lhs == p.lhs &&
                    *side (&b->pairs.data[to], !left) == *side (&p, !left);
         to++)
      if (z->plain.data[*side (&b->pairs.data[to], left)])
        plain++, one = *side (&b->pairs.data[to], left);
    if (plain > 1)
      one = unite (z, from, to, left);
    for (uint32_t i = from; i < to; i++)
      if (!z->plain.data[*side (&b->pairs.data[i], left)])
        b->pairs.data[n++] = b->pairs.data[i];
    if (plain) {
      *side (&p, left) = one;
      b->pairs.data[n++] = p;
    }
  }
  b->pairs.len = n;
}

/* A := a | b | c as a set of characters. */
static void gather_chars (normalizer *z) {
  lyre_cfn_builder *b = &z->out;
  lyre_mem *mem = z->fa->mem;
  uint32_t k = 0;
  lyre_vec (lyre_interval) all = {0};
  for (uint32_t from = 0, to; from < b->units.len; from = to) {
    uint32_t a = b->units.data[from].lhs;
    lyre_vec_clear (&all);
    for (to = from; to < b->units.len && b->units.data[to].lhs == a; to++) {
      uint32_t x = b->units.data[to].to;
      if (!z->plain.data[x]) {
        b->units.data[k++] = b->units.data[to];
        continue;
      }
      lyre_charset s = b->chars.data[x];
      for (uint32_t i = 0; i < s.n; i++)
        lyre_vec_push (mem, &all, s.at[i]);
    }
    if (all.len) {
      lyre_charset set = lyre_charset_make (z->fa->arena, all.len, all.data);
      b->chars.data[a] =
          lyre_charset_union (z->fa->arena, b->chars.data[a], set);
    }
  }
  b->units.len = k;
  lyre_vec_release (mem, &all);
}

static int by_lhs (const void *x, const void *y) {
  const lyre_cfg_unit *a = x, *b = y;
  return a->lhs < b->lhs ? -1 : a->lhs > b->lhs;
}

/* ------------------------------------------------------------------- driver */

static bool add_rules (normalizer *z) {
  for (uint32_t i = 0; i < z->g->rules.len; i++) {
    if (lyre_poll (z->fa->env, LYRE_POLL_AUTOMATA))
      return false;
    rule (z, &z->g->rules.data[i]);
  }
  if (z->out.units.len)
    qsort (z->out.units.data, z->out.units.len, sizeof *z->out.units.data,
           by_lhs);
  gather_chars (z);
  group (z, false);
  group (z, true);
  return true;
}

const lyre_cfn *lyre_cfn_make (lyre_fa *fa, const lyre_cfg *g, uint32_t start) {
  normalizer z = {.fa = fa, .g = g};
  lyre_mem *mem = fa->mem;
  lyre_cfn_builder_init (&z.out, fa);
  z.nullable = lyre_alloc (mem, (size_t) g->n + 1);
  memset (z.nullable, 0, (size_t) g->n + 1);
  z.of_set = lyre_alloc (mem, ((size_t) g->sets.len + 1) * sizeof *z.of_set);
  memset (z.of_set, 0, ((size_t) g->sets.len + 1) * sizeof *z.of_set);
  find_nullable (&z);
  for (uint32_t a = 0; a < g->n; a++)
    add (&z, lyre_charset_none, z.nullable[a], false);
  z.out.nullable = z.nullable[start];
  const lyre_cfn *result = NULL;
  if (add_rules (&z))
    result = lyre_cfn_finish (&z.out, start);
  else
    lyre_cfn_drop (&z.out);
  lyre_free (mem, z.nullable);
  lyre_free (mem, z.of_set);
  lyre_vec_release (mem, &z.empty);
  lyre_vec_release (mem, &z.plain);
  lyre_map_release (mem, &z.chains);
  return result;
}
