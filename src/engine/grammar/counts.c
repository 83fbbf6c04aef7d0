/* Lengths at which two grammars for one word disagree about how often a letter
 * occurs. What a SAT solver would have to find out by counting. */
#include <string.h>

#include "core/grammar/cells.h"
#include "engine/grammar/grammar.h"

enum { MOST_LETTERS = 8, MOST_ATOMS = 8 };

struct grammar_counts {
  grammar_query *q;
  uint32_t n_atoms, n_letters;
  lyre_term atoms[MOST_ATOMS]; /* asserted; those of one word are compared */
  lyre_charset letters[MOST_LETTERS];
  lyre_cfn_counts table[MOST_ATOMS][MOST_LETTERS];
};

static void add_atom (grammar_counts *c, lyre_term t) {
  const lyre_cfn *g = grammar_normal (c->q, t);
  if (g && g->n && c->n_atoms < MOST_ATOMS)
    c->atoms[c->n_atoms++] = t;
}

static void add_letter (grammar_counts *c, lyre_charset s) {
  for (uint32_t i = 0; i < c->n_letters; i++)
    if (lyre_charset_eq (c->letters[i], s))
      return;
  if (c->n_letters < MOST_LETTERS)
    c->letters[c->n_letters++] = s;
}

static bool fill (grammar_counts *c) {
  for (uint32_t i = 0; i < c->n_atoms; i++)
    for (uint32_t k = 0; k < c->n_letters; k++)
      if (!lyre_cfn_counts_init (&c->table[i][k], &c->q->fa,
                                 grammar_normal (c->q, c->atoms[i]),
                                 c->letters[k], LYRE_CFN_MOST_COUNTS))
        return false;
  return true;
}

grammar_counts *grammar_counts_new (grammar_query *q) {
  const lyre_problem *p = q->p;
  grammar_counts *c = lyre_arena_new (&q->arena, grammar_counts);
  memset (c, 0, sizeof *c);
  c->q = q;
  for (uint32_t i = 0; i < p->n; i++)
    if (lyre_op_of (p->ts, p->assertions[i]) == LYRE_STR_IN_GRAMMAR)
      add_atom (c, p->assertions[i]);
  lyre_charsets sets = {0};
  for (uint32_t i = 0; i < c->n_atoms; i++)
    lyre_cfn_sets (p->mem, grammar_normal (q, c->atoms[i]), &sets);
  for (uint32_t i = 0; i < sets.len && c->n_atoms > 1; i++)
    add_letter (c, sets.data[i]);
  lyre_vec_release (p->mem, &sets);
  if (!fill (c))
    c->n_letters = 0;
  return c;
}

void grammar_counts_delete (grammar_counts *c) {
  for (uint32_t i = 0; i < MOST_ATOMS; i++)
    for (uint32_t k = 0; k < MOST_LETTERS; k++)
      lyre_cfn_counts_release (&c->table[i][k], c->q->p->mem);
}

static bool agree (const grammar_counts *c, uint32_t i, uint32_t j,
                   uint32_t len) {
  for (uint32_t k = 0; k < c->n_letters; k++) {
    uint64_t x = lyre_cfn_count_mask (
        &c->table[i][k], grammar_normal (c->q, c->atoms[i])->start, len);
    uint64_t y = lyre_cfn_count_mask (
        &c->table[j][k], grammar_normal (c->q, c->atoms[j])->start, len);
    if (!(x & y))
      return false;
  }
  return true;
}

bool grammar_counts_agree (const grammar_counts *c, lyre_term word,
                           uint64_t len) {
  const lyre_terms *ts = c->q->p->ts;
  if (!len || len > LYRE_CFN_MOST_COUNTS)
    return true;
  for (uint32_t i = 0; i < c->n_atoms; i++)
    for (uint32_t j = i + 1; j < c->n_atoms; j++)
      if (lyre_same (lyre_arg_of (ts, c->atoms[i], 0), word) &&
          lyre_same (lyre_arg_of (ts, c->atoms[j], 0), word) &&
          !agree (c, i, j, (uint32_t) len))
        return false;
  return true;
}
