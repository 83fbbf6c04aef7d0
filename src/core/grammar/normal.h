/* Context-free languages in normal form, and what can be asked about them.
 *
 * Nonterminals are 0..n-1; each has a set of characters (A := c), units
 * (A := B) and pairs (A := B C). None has the empty word: the language's own is
 * in `nullable`. Every nonterminal is reachable from the start and has a word.
 * A unit leads to a smaller number, so units have no cycles, and a loop from
 * low to high meets them in the right order. Nonterminals with the same rules
 * up to such identity are one. The language of only the empty word, or of none,
 * has n = 0.
 *
 * Immutable, in the arena of the lyre_fa that made it. Functions that return
 * NULL, false or GAVE_UP were stopped or met max_states, as in nfa.h. */
#ifndef LYRE_GRAMMAR_NORMAL_H
#define LYRE_GRAMMAR_NORMAL_H

#include "core/grammar/grammar.h"

typedef struct {
  uint32_t lhs, to;
} lyre_cfg_unit;

typedef struct {
  uint32_t lhs, left, right;
} lyre_cfg_pair;

typedef struct {
  uint32_t n, start;
  bool nullable;
  const lyre_charset *chars;
  const lyre_cfg_unit *units;              /* sorted by lhs */
  const lyre_cfg_pair *pairs;              /* sorted by lhs */
  const uint32_t *first_unit, *first_pair; /* n + 1 */
} lyre_cfn;

const lyre_cfn *lyre_cfn_make (lyre_fa *, const lyre_cfg *, uint32_t start);
static inline bool lyre_cfn_is_empty (const lyre_cfn *g) {
  return !g->n && !g->nullable;
}

/* Where a nonterminal stands on the right: indices of units and of pairs. */
typedef struct {
  uint32_t *first_unit, *units;
  uint32_t *first_left, *lefts;
  uint32_t *first_right, *rights;
} lyre_cfn_uses;
void lyre_cfn_uses_init (lyre_cfn_uses *, lyre_mem *, const lyre_cfn *);
void lyre_cfn_uses_release (lyre_cfn_uses *, lyre_mem *);

/* ------------------------------------------------------------ with automata */

/* L(result) = L(g) ∩ L(a), by saturating triples (state, nonterminal, state)
 * that have a word; at most n·|a|² of them, most are never met. */
const lyre_cfn *lyre_cfn_intersect (lyre_fa *, const lyre_cfn *,
                                    const lyre_nfa *a);
/* A superset of the language; *EXACT if it is the language itself, because
 * every recursion is to one side (Mohri and Nederhof). */
const lyre_nfa *lyre_cfn_regular (lyre_fa *, const lyre_cfn *, bool *exact);

/* ------------------------------------------------------------------ lengths */

#define LYRE_CFN_INF UINT64_MAX

/* The length of a shortest word, capped far below LYRE_CFN_INF. The language
 * must not be empty. */
bool lyre_cfn_min_length (lyre_fa *, const lyre_cfn *, uint64_t *out);
/* The length of a longest word, or LYRE_CFN_INF. */
bool lyre_cfn_max_length (lyre_fa *, const lyre_cfn *, uint64_t *out);

/* Which lengths up to MAX the words of each nonterminal have: bit L of row A,
 * in rows of 64-bit words. Quadratic in MAX, 64 at a time. */
typedef struct {
  uint32_t max, words;
  uint64_t *bits; /* n rows */
} lyre_cfn_lengths;
bool lyre_cfn_lengths_init (lyre_cfn_lengths *, lyre_fa *, const lyre_cfn *,
                            uint32_t max);
void lyre_cfn_lengths_release (lyre_cfn_lengths *, lyre_mem *);
static inline bool lyre_cfn_has_length (const lyre_cfn_lengths *l, uint32_t a,
                                        uint32_t len) {
  return l->bits[(size_t) a * l->words + len / 64] >> (len % 64) & 1;
}

/* How often characters of LETTER occur: bit K of masks[a * (max + 1) + len] is
 * set if some word of A with LEN characters has K of them. */
enum { LYRE_CFN_MOST_COUNTS = 63 };
typedef struct {
  uint32_t max;
  uint64_t *masks;
} lyre_cfn_counts;
bool lyre_cfn_counts_init (lyre_cfn_counts *, lyre_fa *, const lyre_cfn *,
                           lyre_charset letter, uint32_t max);
void lyre_cfn_counts_release (lyre_cfn_counts *, lyre_mem *);
static inline uint64_t lyre_cfn_count_mask (const lyre_cfn_counts *c,
                                            uint32_t a, uint32_t len) {
  return c->masks[(size_t) a * (c->max + 1) + len];
}

/* -------------------------------------------------------------------- words */

/* A shortest word with length in [LO, HI] (HI may be LYRE_CFN_INF). YES with
 * *WORD; NO is exact. Characters are readable where there is a choice. */
lyre_re_answer lyre_cfn_find_word (lyre_fa *, const lyre_cfn *, uint64_t lo,
                                   uint64_t hi, const lyre_str **word);

/* ----------------------------------------------------------------- building */

/* Rules in any order, without empty words; finishing establishes all of the
 * above. Also gives the builder's memory back. */
typedef struct {
  lyre_fa *fa;
  lyre_vec (lyre_charset) chars; /* per nonterminal */
  lyre_vec (lyre_cfg_unit) units;
  lyre_vec (lyre_cfg_pair) pairs;
  bool nullable;
} lyre_cfn_builder;

void lyre_cfn_builder_init (lyre_cfn_builder *, lyre_fa *);
uint32_t lyre_cfn_add (lyre_cfn_builder *, lyre_charset);
void lyre_cfn_add_unit (lyre_cfn_builder *, uint32_t lhs, uint32_t to);
void lyre_cfn_add_pair (lyre_cfn_builder *, uint32_t lhs, uint32_t left,
                        uint32_t right);
const lyre_cfn *lyre_cfn_finish (lyre_cfn_builder *, uint32_t start);
void lyre_cfn_drop (lyre_cfn_builder *);

#endif
