/* Words of fixed length as propositional variables.
 *
 * A cell holds one character: a constant, or one that the solver chooses. A
 * word is an array of cells; words share cells, so that concatenations and
 * substrings cost nothing. Characters that no condition tells apart are one
 * letter; every cell has a variable per letter.
 *
 * Conditions become literals. Those about languages hold in one direction, to
 * be used where that direction is asked for: this needs no complement, neither
 * of automata nor of grammars.
 *
 *   lyre_cells_init (&c, fa, n_sets, sets, 0);
 *   uint32_t x[] = {lyre_cells_new (&c), lyre_cells_new (&c)};
 *   lyre_lit yes = lyre_cells_in_cfn (&c, g, 2, x, true);
 *   lyre_sat_add_clause (c.sat, 1, &yes);
 *   if (lyre_sat_solve (c.sat, 0, NULL) == LYRE_SAT_YES)
 *     ... lyre_cells_char (&c, x[0]) ... */
#ifndef LYRE_GRAMMAR_CELLS_H
#define LYRE_GRAMMAR_CELLS_H

#include "core/grammar/normal.h"
#include "core/sat/sat.h"

typedef struct {
  uint32_t letter; /* of a constant; else LYRE_CFG_NONE */
  lyre_lit first;  /* variables of the letters */
} lyre_cell;

typedef struct {
  lyre_fa *fa;
  lyre_sat *sat;
  lyre_lit yes; /* true */
  uint32_t n_letters;
  uint32_t *letters; /* a character of each */
  lyre_cfg sets;     /* numbers sets of characters */
  lyre_vec (lyre_cell) cells;
  lyre_map in;   /* (cell, set) to its literal */
  lyre_map same; /* (cell, cell) to its literal */
} lyre_cells;

/* SETS are all sets of characters that conditions will speak of, with one of
 * its own for every constant. Each letter becomes up to VARIETY + 1 letters
 * with different characters: enough to meet VARIETY disequalities. */
void lyre_cells_init (lyre_cells *, lyre_fa *, uint32_t n_sets,
                      const lyre_charset *sets, uint32_t variety);
void lyre_cells_release (lyre_cells *);

uint32_t lyre_cells_new (lyre_cells *);
uint32_t lyre_cells_constant (lyre_cells *, uint32_t c);
/* In a model: the character. */
uint32_t lyre_cells_char (const lyre_cells *, uint32_t cell);

/* Both directions. */
lyre_lit lyre_cells_in (lyre_cells *, uint32_t cell, lyre_charset);
lyre_lit lyre_cells_same (lyre_cells *, uint32_t a, uint32_t b);
lyre_lit lyre_cells_all (lyre_cells *, uint32_t n, const lyre_lit *);
lyre_lit lyre_cells_any (lyre_cells *, uint32_t n, const lyre_lit *);

/* IMPLIES: a literal that implies that the word is in the language; otherwise
 * one that is implied by it. 0 if stopped. */
lyre_lit lyre_cells_in_nfa (lyre_cells *, const lyre_nfa *, uint32_t n,
                            const uint32_t *cells, bool implies);
lyre_lit lyre_cells_in_cfn (lyre_cells *, const lyre_cfn *, uint32_t n,
                            const uint32_t *cells, bool implies);

/* A literal that implies that the word has two derivations. Rules of the
 * grammar count one by one, even if they are the same; DOUBLES says which are
 * to count twice. */
typedef struct {
  const uint8_t *units; /* per unit: it stands for more than one */
  const uint8_t *loops; /* per nonterminal: it derives itself */
} lyre_cfn_doubles;
lyre_lit lyre_cells_ambiguous (lyre_cells *, const lyre_cfn *,
                               const lyre_cfn_doubles *, uint32_t n,
                               const uint32_t *cells);
/* Has START two derivations of one word of this length? YES with *WORD, NO, or
 * gave up; see ambiguity.c. */
lyre_re_answer lyre_cfg_ambiguous (lyre_fa *, const lyre_cfg *, uint32_t start,
                                   uint32_t len, const lyre_str **word);

/* Which characters a grammar or an automaton speaks of: appends its sets. */
typedef lyre_vec (lyre_charset) lyre_charsets;
void lyre_cfn_sets (lyre_mem *, const lyre_cfn *, lyre_charsets *);
void lyre_nfa_sets (lyre_fa *, const lyre_nfa *, lyre_charsets *);

#endif
