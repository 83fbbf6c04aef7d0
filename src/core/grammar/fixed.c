/* Fixed-sizing: the words of one length as a grammar of their own. A
 * nonterminal for every pair of a nonterminal, or of the rest of a rule, and a
 * length; each pair once, and only those that have words. */
#include <string.h>

#include "core/grammar/grammar.h"

typedef struct {
  uint32_t rule, at, len; /* the rule's symbols from AT on; or a nonterminal:
                             RULE is then LYRE_CFG_NONE, AT the nonterminal */
  uint32_t node;
} part;

typedef struct {
  lyre_env *env;
  lyre_mem *mem;
  lyre_cfg *g;
  uint32_t n, n_rules, n_symbols; /* before we add anything */
  uint32_t words;
  uint64_t *lengths; /* rows of bits per nonterminal */
  uint64_t *rest;    /* rows of bits per symbol: lengths from it to the end */
  lyre_map nodes;    /* (part, length) to its nonterminal, plus one */
  lyre_vec (part) work;
  uint32_t len;
} sizing;

static bool bit (const sizing *z, const uint64_t *rows, uint32_t r,
                 uint32_t len) {
  return rows[(size_t) r * z->words + len / 64] >> (len % 64) & 1;
}

/* ------------------------------------------------------------------ lengths */

/* OUT gets the sums of lengths of A and of B, up to the length asked for. */
static void add_sums (const sizing *z, const uint64_t *a, const uint64_t *b,
                      uint64_t *out) {
  for (uint32_t i = 0; i <= z->len; i++) {
    if (!(a[i / 64] >> (i % 64) & 1))
      continue;
    uint32_t w = i / 64, s = i % 64;
    for (uint32_t k = 0; k + w < z->words; k++) {
      out[k + w] |= b[k] << s;
      if (s && k + w + 1 < z->words)
        out[k + w + 1] |= b[k] >> (64 - s);
    }
  }
}

/* The lengths of a rule's ends, from the last symbol to the first. */
static const uint64_t *measure (sizing *z, const lyre_cfg_rule_at *r) {
  uint64_t *end = z->rest + (size_t) z->n_symbols * z->words;
  memset (end, 0, z->words * sizeof *end);
  end[0] = 1;
  for (uint32_t i = r->n; i-- > 0;) {
    lyre_cfg_sym s = z->g->symbols.data[r->first + i];
    uint64_t *row = z->rest + (size_t) (r->first + i) * z->words;
    if (!lyre_cfg_is_chars (s)) {
      add_sums (z, z->lengths + (size_t) s * z->words, end, row);
    } else if (lyre_cfg_chars_of (z->g, s).n) {
      for (uint32_t k = 0; k < z->words; k++)
        row[k] |= end[k] << 1 | (k ? end[k - 1] >> 63 : 0);
    }
    end = row;
  }
  return end;
}

static bool find_lengths (sizing *z) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < z->n_rules; i++) {
      if (lyre_poll (z->env, LYRE_POLL_AUTOMATA))
        return false;
      lyre_cfg_rule_at r = z->g->rules.data[i];
      const uint64_t *found = measure (z, &r);
      uint64_t *row = z->lengths + (size_t) r.lhs * z->words;
      for (uint32_t k = 0; k < z->words; k++) {
        changed |= (found[k] & ~row[k]) != 0;
        row[k] |= found[k];
      }
    }
  }
  return true;
}

/* -------------------------------------------------------------------- rules */

static uint32_t node_of (sizing *z, uint32_t rule, uint32_t at, uint32_t len) {
  uint64_t part_id = rule == LYRE_CFG_NONE
                         ? at
                         : (uint64_t) z->n + z->g->rules.data[rule].first + at;
  uint64_t *slot = lyre_map_at (z->mem, &z->nodes, part_id << 32 | len);
  if (!*slot) {
    uint32_t node = lyre_cfg_add (z->g);
    *slot = (uint64_t) node + 1;
    lyre_vec_push (z->mem, &z->work, ((part){rule, at, len, node}));
  }
  return (uint32_t) *slot - 1;
}

/* NODE := the rule's symbols from AT on, with LEN characters in all. */
static void split (sizing *z, uint32_t node, uint32_t rule, uint32_t at,
                   uint32_t len) {
  lyre_cfg_rule_at r = z->g->rules.data[rule];
  if (at == r.n) {
    if (!len)
      lyre_cfg_rule (z->g, node, 0, NULL);
    return;
  }
  lyre_cfg_sym s = z->g->symbols.data[r.first + at];
  bool last = at + 1 == r.n, chars = lyre_cfg_is_chars (s);
  for (uint32_t k = chars ? 1 : 0; k <= len && k <= (chars ? 1 : len); k++) {
    bool rest = last ? k == len : bit (z, z->rest, r.first + at + 1, len - k);
    if (!rest || (!chars && !bit (z, z->lengths, s, k)))
      continue;
    lyre_cfg_sym rhs[2] = {chars ? s : node_of (z, LYRE_CFG_NONE, s, k)};
    if (!last)
      rhs[1] = node_of (z, rule, at + 1, len - k);
    lyre_cfg_rule (z->g, node, last ? 1 : 2, rhs);
  }
}

static void expand (sizing *z, part p) {
  if (p.rule != LYRE_CFG_NONE) {
    split (z, p.node, p.rule, p.at, p.len);
    return;
  }
  for (uint32_t i = 0; i < z->n_rules; i++) {
    lyre_cfg_rule_at r = z->g->rules.data[i];
    bool fits = r.n ? bit (z, z->rest, r.first, p.len) : !p.len;
    if (r.lhs == p.at && fits)
      split (z, p.node, i, 0, p.len);
  }
}

static uint64_t *new_rows (sizing *z, uint64_t n) {
  size_t bytes = lyre_mul_size (z->mem, lyre_mul_size (z->mem, n, z->words),
                                sizeof (uint64_t));
  uint64_t *rows = lyre_alloc (z->mem, bytes);
  memset (rows, 0, bytes);
  return rows;
}

bool lyre_cfg_fixed (lyre_env *env, lyre_mem *mem, lyre_cfg *g, uint32_t a,
                     uint32_t len, uint32_t *out) {
  sizing z = {.env = env, .mem = mem, .g = g, .n = g->n, .len = len};
  z.n_rules = g->rules.len;
  z.n_symbols = g->symbols.len;
  z.words = len / 64 + 1;
  z.lengths = new_rows (&z, (uint64_t) g->n + 1);
  z.rest = new_rows (&z, (uint64_t) g->symbols.len + 1);
  bool ok = find_lengths (&z);
  *out = node_of (&z, LYRE_CFG_NONE, a, len);
  while (ok && z.work.len) {
    ok = !lyre_poll (env, LYRE_POLL_AUTOMATA);
    expand (&z, lyre_vec_pop (&z.work));
  }
  lyre_free (mem, z.lengths);
  lyre_free (mem, z.rest);
  lyre_map_release (mem, &z.nodes);
  lyre_vec_release (mem, &z.work);
  return ok;
}
