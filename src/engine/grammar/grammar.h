/* Engine `grammar`: context-free grammars.
 *
 * One string against one grammar and any regular conditions is decided exactly,
 * without a bound on the length, by intersecting the grammar with an automaton
 * (exact.c). The same holds for several grammars if all but one turn out to be
 * regular. Anything else is searched length by length with a SAT solver
 * (bounded.c): words over several variables, substrings, disjunctions,
 * negations. That is exact where the lengths are bounded. */
#ifndef LYRE_ENGINE_GRAMMAR_GRAMMAR_H
#define LYRE_ENGINE_GRAMMAR_GRAMMAR_H

#include "core/grammar/normal.h"
#include "engine/automata/automata.h"
#include "engine/problem.h"

extern const lyre_engine lyre_engine_grammar;

/* What both ways share: a query and the normal forms of its grammars. */
typedef struct {
  const lyre_problem *p;
  lyre_arena arena;
  lyre_fa fa;
  lyre_translation tr;
  lyre_map normal; /* grammar, nonterminal to index, plus one */
  lyre_vec (const lyre_cfn *) cfns;
} grammar_query;

/* The normal form that T, a str.in_grammar, speaks of; NULL if stopped. */
const lyre_cfn *grammar_normal (grammar_query *, lyre_term t);
/* Is S a word of the grammar that T speaks of? By Earley's algorithm. */
lyre_re_answer grammar_accepts (grammar_query *, lyre_term t,
                                const lyre_str *s);

/* How often letters occur in words of asserted grammars. May two or more of
 * them that are asserted of WORD have a common word of this length? No is
 * certain. */
typedef struct grammar_counts grammar_counts;
grammar_counts *grammar_counts_new (grammar_query *);
void grammar_counts_delete (grammar_counts *);
bool grammar_counts_agree (const grammar_counts *, lyre_term word,
                           uint64_t len);

/* LYRE_UNKNOWN: this way does not apply or gave up. */
lyre_verdict grammar_exact (grammar_query *, lyre_model *);
lyre_verdict grammar_bounded (grammar_query *, lyre_model *);

#endif
