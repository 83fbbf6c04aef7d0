/* Context-free grammars as they are written.
 *
 * Nonterminals are 0..n-1. A symbol of a right-hand side is a nonterminal or,
 * with the bit LYRE_CFG_CHARS, one character out of a set. Everything is
 * allowed: empty right-hand sides, left recursion, A := A, nonterminals without
 * rules (no words) and those that nobody uses.
 *
 *   lyre_cfg g;
 *   lyre_cfg_init (&g, mem);
 *   uint32_t s = lyre_cfg_add (&g);
 *   lyre_cfg_sym a = lyre_cfg_range (&g, 'a', 'a');
 *   lyre_cfg_rule (&g, s, 3, (lyre_cfg_sym[]){a, s, a});   // s := a s a
 *   lyre_cfg_rule (&g, s, 0, NULL);                        // s :=
 *
 * A grammar owns its memory. It has no start symbol: every question names
 * one. */
#ifndef LYRE_GRAMMAR_GRAMMAR_H
#define LYRE_GRAMMAR_GRAMMAR_H

#include "base/map.h"
#include "base/vec.h"
#include "core/automata/nfa.h"

typedef uint32_t lyre_cfg_sym;
#define LYRE_CFG_CHARS 0x80000000u
#define LYRE_CFG_NONE UINT32_MAX /* no nonterminal */

typedef struct {
  uint32_t lhs, first, n; /* n symbols from FIRST on */
} lyre_cfg_rule_at;

typedef struct {
  lyre_mem *mem;
  lyre_arena arena; /* intervals of sets */
  uint32_t n;       /* nonterminals */
  lyre_vec (lyre_cfg_rule_at) rules;
  lyre_u32s symbols;            /* of all rules */
  lyre_vec (lyre_charset) sets; /* each once */
  lyre_map set_ids;             /* hash of a set to its chain */
  lyre_u32s set_next;
} lyre_cfg;

void lyre_cfg_init (lyre_cfg *, lyre_mem *);
void lyre_cfg_release (lyre_cfg *);

uint32_t lyre_cfg_add (lyre_cfg *); /* a new nonterminal */
lyre_cfg_sym lyre_cfg_set (lyre_cfg *, lyre_charset);
lyre_cfg_sym lyre_cfg_range (lyre_cfg *, uint32_t lo, uint32_t hi);
void lyre_cfg_rule (lyre_cfg *, uint32_t lhs, uint32_t n, const lyre_cfg_sym *);

/* A new nonterminal for x?, x* and x+. */
typedef enum { LYRE_CFG_OPT, LYRE_CFG_STAR, LYRE_CFG_PLUS } lyre_cfg_repeat;
lyre_cfg_sym lyre_cfg_repeated (lyre_cfg *, lyre_cfg_sym, lyre_cfg_repeat);

/* A new nonterminal for the words of A that have LEN characters, with as many
 * others as that takes. False if env->stop is set. */
bool lyre_cfg_fixed (lyre_env *, lyre_mem *, lyre_cfg *, uint32_t a,
                     uint32_t len, uint32_t *out);

static inline bool lyre_cfg_is_chars (lyre_cfg_sym s) {
  return s & LYRE_CFG_CHARS;
}
static inline lyre_charset lyre_cfg_chars_of (const lyre_cfg *g,
                                              lyre_cfg_sym s) {
  return g->sets.data[s & ~LYRE_CFG_CHARS];
}

/* Is S a word of START? Earley's algorithm on the rules themselves, sharing
 * nothing with the normal form: at most cubic in |S|, linear for many grammars.
 * YES, NO or, if env->stop is set, gave up. */
lyre_re_answer lyre_cfg_accepts (lyre_env *, lyre_mem *, const lyre_cfg *,
                                 uint32_t start, const lyre_str *s);

#endif
