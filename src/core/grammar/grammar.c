#include "core/grammar/grammar.h"

#include <string.h>

void lyre_cfg_init (lyre_cfg *g, lyre_mem *mem) {
  memset (g, 0, sizeof *g);
  g->mem = mem;
  lyre_arena_init (&g->arena, mem);
}

void lyre_cfg_release (lyre_cfg *g) {
  lyre_vec_release (g->mem, &g->rules);
  lyre_vec_release (g->mem, &g->symbols);
  lyre_vec_release (g->mem, &g->sets);
  lyre_vec_release (g->mem, &g->set_next);
  lyre_map_release (g->mem, &g->set_ids);
  lyre_arena_release (&g->arena);
}

uint32_t lyre_cfg_add (lyre_cfg *g) {
  if (g->n >= LYRE_CFG_CHARS - 1)
    lyre_mem_fail (g->mem, LYRE_FAIL_TOO_LARGE);
  return g->n++;
}

/* Sets with one hash are chained; values are indices plus one. */
lyre_cfg_sym lyre_cfg_set (lyre_cfg *g, lyre_charset set) {
  uint64_t hash = lyre_charset_hash (set);
  const uint64_t *head = lyre_map_find (&g->set_ids, hash);
  for (uint32_t i = head ? (uint32_t) *head : 0; i; i = g->set_next.data[i - 1])
    if (lyre_charset_eq (g->sets.data[i - 1], set))
      return LYRE_CFG_CHARS | (i - 1);
  lyre_charset copy = lyre_charset_make (&g->arena, set.n, set.at);
  lyre_vec_reserve (g->mem, &g->sets, (uint64_t) g->sets.len + 1);
  lyre_vec_reserve (g->mem, &g->set_next, (uint64_t) g->sets.len + 1);
  uint64_t *slot = lyre_map_at (g->mem, &g->set_ids, hash);
  g->set_next.data[g->set_next.len++] = (uint32_t) *slot;
  g->sets.data[g->sets.len++] = copy;
  *slot = g->sets.len;
  return LYRE_CFG_CHARS | (g->sets.len - 1);
}

lyre_cfg_sym lyre_cfg_range (lyre_cfg *g, uint32_t lo, uint32_t hi) {
  lyre_interval i = {lo, hi};
  return lyre_cfg_set (g, lo <= hi ? (lyre_charset){1, &i} : lyre_charset_none);
}

void lyre_cfg_rule (lyre_cfg *g, uint32_t lhs, uint32_t n,
                    const lyre_cfg_sym *symbols) {
  LYRE_ASSERT (lhs < g->n);
  lyre_vec_reserve (g->mem, &g->rules, (uint64_t) g->rules.len + 1);
  lyre_vec_reserve (g->mem, &g->symbols, (uint64_t) g->symbols.len + n);
  g->rules.data[g->rules.len++] = (lyre_cfg_rule_at){lhs, g->symbols.len, n};
  if (n)
    memcpy (g->symbols.data + g->symbols.len, symbols, n * sizeof *symbols);
  g->symbols.len += n;
}

lyre_cfg_sym lyre_cfg_repeated (lyre_cfg *g, lyre_cfg_sym x,
                                lyre_cfg_repeat how) {
  uint32_t a = lyre_cfg_add (g);
  if (how == LYRE_CFG_OPT)
    lyre_cfg_rule (g, a, 1, &x);
  else
    lyre_cfg_rule (g, a, 2, (lyre_cfg_sym[]){a, x});
  if (how == LYRE_CFG_PLUS)
    lyre_cfg_rule (g, a, 1, &x);
  else
    lyre_cfg_rule (g, a, 0, NULL);
  return a;
}
