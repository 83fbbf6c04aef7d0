/* Names and what they stand for.
 *
 * A table maps names to bindings. Global bindings come from declarations and
 * definitions; local ones from let, quantifiers and parameters, and hide
 * global ones. Both kinds are stacks: a scope is left by cutting the stack
 * back to the length that it had. A name may also have a meaning of its own,
 * say an operator, that counts when it is bound to nothing else.
 *
 * One table serves functions, another one sorts. */
#ifndef LYRE_FRONTEND_SMT2_SYMBOLS_H
#define LYRE_FRONTEND_SMT2_SYMBOLS_H

#include "base/map.h"
#include "base/vec.h"

typedef enum {
  LYRE_BIND_NONE,
  LYRE_BIND_TERM,    /* a term: let, parameter, nullary definition */
  LYRE_BIND_NAMED,   /* a term named by (! t :named n) */
  LYRE_BIND_CONST,   /* a declared constant: a term */
  LYRE_BIND_FUN,     /* a declared function */
  LYRE_BIND_MACRO,   /* a defined function: an index of the session's macros */
  LYRE_BIND_GRAMMAR, /* a declared grammar */
  LYRE_BIND_SORT,    /* a sort, or a definition of one with parameters */
} lyre_bind_kind;

typedef struct {
  lyre_bind_kind kind;
  uint32_t name;
  uint32_t value; /* by kind: the id of a term, function or sort; an index */
  uint32_t arity; /* of a sort */
  uint32_t outer; /* the binding that this one hides, plus one */
} lyre_binding;

typedef struct {
  const char *text; /* |and| with its bars; see lyre_symbols_intern_quoted */
  uint32_t builtin; /* meaning of its own; 0: none */
  uint32_t local, global; /* indices of bindings, plus one */
} lyre_name;

typedef struct {
  lyre_mem *mem;
  lyre_text_map ids; /* text to index of name, plus one */
  lyre_vec (lyre_name) names;
  lyre_vec (lyre_binding) globals, locals;
} lyre_symbols;

void lyre_symbols_init (lyre_symbols *, lyre_mem *);

/* The name spelt so, made if it is new; never 0. */
uint32_t lyre_symbols_intern (lyre_symbols *, const char *, size_t len);
/* The same, or 0 if nobody has made it. */
uint32_t lyre_symbols_find (const lyre_symbols *, const char *, size_t len);
/* The name for |text|: a name of its own if text has a builtin meaning, as
 * |and| may be declared although and may not; else the same as for text. */
uint32_t lyre_symbols_intern_quoted (lyre_symbols *, const char *, size_t len);
uint32_t lyre_symbols_find_quoted (const lyre_symbols *, const char *,
                                   size_t len);

lyre_name *lyre_symbols_name (const lyre_symbols *, uint32_t name);
/* What NAME is bound to now, or NULL. */
const lyre_binding *lyre_symbols_binding (const lyre_symbols *, uint32_t name);
void lyre_symbols_bind_global (lyre_symbols *, lyre_bind_kind, uint32_t name,
                               uint32_t value, uint32_t arity);
void lyre_symbols_bind_local (lyre_symbols *, lyre_bind_kind, uint32_t name,
                              uint32_t value);
/* Forgets all but the first N. */
void lyre_symbols_cut_globals (lyre_symbols *, uint32_t n);
void lyre_symbols_cut_locals (lyre_symbols *, uint32_t n);

#endif
