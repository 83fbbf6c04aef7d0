/* Printing terms, values and symbols as SMT-LIB 2.6 text.
 *
 * The text reads back to the same term, here and in other solvers. Subterms
 * that occur more than once are bound by let, so the text is linear in the
 * size of the graph. */
#ifndef LYRE_TERM_PRINT_H
#define LYRE_TERM_PRINT_H

#include "term/term.h"

void lyre_print (lyre_terms *, lyre_term, lyre_write_fn, void *user);
void lyre_print_sort_name (const lyre_terms *, lyre_sort, lyre_write_fn,
                           void *user);
/* A string literal with its quotes: printable ASCII as it is, a quote doubled,
 * every backslash as \u{5c}, all else as \u{...}. */
void lyre_print_string (const lyre_str *, lyre_write_fn, void *user);

#endif
