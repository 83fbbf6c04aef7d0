/* Grammars of a context: rules with names.
 *
 * A grammar is open for rules until a term speaks of it; from then on it does
 * not change. Terms refer to it by number, and to a nonterminal to start
 * from: (str.in_grammar s G) has the indices {G, start}. */
#ifndef LYRE_TERM_GRAMMAR_H
#define LYRE_TERM_GRAMMAR_H

#include "core/grammar/grammar.h"
#include "term/term.h"

struct lyre_grammar_entry {
  const char *name; /* in the table's arena, like those of nonterminals */
  lyre_cfg rules;
  lyre_vec (const char *) names; /* per nonterminal; "" until printed */
  lyre_text_map ids;             /* name to nonterminal, plus one */
  bool closed;                   /* a term speaks of it */
};

/* A new one, without nonterminals. */
uint32_t lyre_grammar_make (lyre_terms *, const char *name);
lyre_grammar_entry *lyre_grammar_of (const lyre_terms *, uint32_t id);
void lyre_grammars_release (lyre_terms *);
/* The nonterminal of that name, made if it is new; NULL for one without a
 * name. */
uint32_t lyre_grammar_add_symbol (lyre_terms *, uint32_t id, const char *name);
/* The rules in SMT-LIB: (declare-grammar ...). */
void lyre_grammar_print (lyre_terms *, uint32_t id, lyre_write_fn, void *user);
/* As HAMPI's cfg statements. False, before anything is written, if that is not
 * possible: HAMPI's characters are bytes. */
bool lyre_grammar_print_hampi (lyre_terms *, uint32_t id, lyre_write_fn,
                               void *user);

#endif
