/* Parikh's image, one letter at a time. */
#include <string.h>

#include "core/grammar/normal.h"

static uint64_t *entry (const lyre_cfn_counts *t, uint32_t a, uint32_t len) {
  return &t->masks[(size_t) a * (t->max + 1) + len];
}

/* Sums of a member of X and a member of Y. */
static uint64_t sums (uint64_t x, uint64_t y) {
  uint64_t out = 0;
  for (; x; x &= x - 1)
    out |= y << __builtin_ctzll (x);
  return out;
}

static uint64_t of_pair (const lyre_cfn_counts *t, const lyre_cfg_pair *p,
                         uint32_t len) {
  uint64_t out = 0;
  for (uint32_t k = 1; k < len; k++)
    out |= sums (*entry (t, p->left, k), *entry (t, p->right, len - k));
  return out;
}

static uint64_t of_chars (lyre_arena *arena, lyre_charset chars,
                          lyre_charset letter) {
  uint64_t out = lyre_charset_disjoint (chars, letter) ? 0 : 2;
  if (lyre_charset_minus (arena, chars, letter).n)
    out |= 1;
  return out;
}

bool lyre_cfn_counts_init (lyre_cfn_counts *t, lyre_fa *fa, const lyre_cfn *g,
                           lyre_charset letter, uint32_t max) {
  LYRE_ASSERT (max <= LYRE_CFN_MOST_COUNTS);
  size_t n = lyre_mul_size (fa->mem, g->n, (size_t) max + 1);
  t->max = max;
  t->masks = lyre_alloc (fa->mem, lyre_mul_size (fa->mem, n, 8));
  memset (t->masks, 0, n * 8);
  for (uint32_t len = 1; len <= max; len++)
    for (uint32_t a = 0; a < g->n; a++) {
      uint64_t *mask = entry (t, a, len);
      if (lyre_poll (fa->env, LYRE_POLL_AUTOMATA))
        return false;
      if (len == 1)
        *mask = of_chars (fa->arena, g->chars[a], letter);
      for (uint32_t i = g->first_unit[a]; i < g->first_unit[a + 1]; i++)
        *mask |= *entry (t, g->units[i].to, len);
      for (uint32_t i = g->first_pair[a]; i < g->first_pair[a + 1]; i++)
        *mask |= of_pair (t, &g->pairs[i], len);
    }
  return true;
}

void lyre_cfn_counts_release (lyre_cfn_counts *t, lyre_mem *mem) {
  lyre_free (mem, t->masks);
}
