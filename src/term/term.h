/* Terms: a hash-consed directed acyclic graph.
 *
 * Equal terms have equal ids, children have smaller ids than their parents,
 * and a term never changes or moves, so ids index side tables and a loop from
 * low to high ids visits children first. Terms live as long as the table.
 *
 * Invariants of a node, by the shape of its operator (LYRE_OPS in lyre.h):
 *  - CHAIN, LEFT and RIGHT operators have exactly two arguments;
 *  - NARY ones have at least two, PAIR at least two;
 *  - Int and Real are never mixed below one operator;
 *  - Bool constants are LYRE_TRUE and LYRE_FALSE; constants of other sorts are
 *    LYRE_VALUE nodes. Negative numbers are values, too: (- 3) becomes -3.
 * Nested n-ary operators stay nested here; flattening is the rewriter's. */
#ifndef LYRE_TERM_TERM_H
#define LYRE_TERM_TERM_H

#include "base/env.h"
#include "base/vec.h"
#include "term/value.h"

typedef lyre_vec (lyre_term) lyre_term_vec;

enum {
  LYRE_NODE_GROUND = 1, /* no variable, function or quantifier below */
  /* A RegLan term made of regex operators over string values only: no ite, no
   * variables, no string operators. What automata are built from. */
  LYRE_NODE_CLOSED_RE = 2,
  LYRE_NODE_QUANTIFIED = 4, /* a quantifier at or below */
  LYRE_NODE_APPLIES = 8,    /* an uninterpreted function at or below */
  /* A division or modulus at or below whose divisor may be zero. The standard
   * leaves its value open and the evaluator picks one, so that an assertion
   * that evaluates to false may still be satisfiable. */
  LYRE_NODE_PARTIAL = 16,
  LYRE_NODE_GRAMMAR = 32, /* a str.in_grammar at or below */
};

typedef struct {
  uint16_t op; /* lyre_op */
  uint16_t flags;
  uint32_t sort;
  uint32_t hash;
  uint32_t n_args;
  union {
    uint32_t index[2];     /* INDEX operators */
    uint32_t symbol;       /* VAR and APPLY */
    const lyre_val *value; /* VALUE */
  };
  const lyre_term *args; /* right behind the node */
} lyre_node;

typedef struct {
  const char *name;
  lyre_sort sort;  /* of the result */
  uint32_t n_args; /* 0 for a variable */
  const lyre_sort *args;
} lyre_symbol;

typedef struct lyre_grammar_entry lyre_grammar_entry; /* grammar.h */

typedef struct {
  lyre_env *env;
  lyre_arena arena;                         /* nodes, names, payloads */
  lyre_vec (lyre_node *) nodes;             /* by id; slot 0 is unused */
  lyre_vec (lyre_symbol) symbols;           /* slot 0 is unused */
  lyre_vec (const char *) sorts;            /* names by id; slot 0 is unused */
  lyre_vec (lyre_grammar_entry *) grammars; /* slot 0 is unused */
  uint32_t *table;                          /* unique table: ids, 0 is free */
  uint32_t table_cap;
} lyre_terms;

void lyre_terms_init (lyre_terms *, lyre_env *);
void lyre_terms_release (lyre_terms *);

/* ---------------------------------------------------------------- looking */

static inline const lyre_node *lyre_node_of (const lyre_terms *ts,
                                             lyre_term t) {
  LYRE_ASSERT (t.id && t.id < ts->nodes.len);
  return ts->nodes.data[t.id];
}
static inline lyre_op lyre_op_of (const lyre_terms *ts, lyre_term t) {
  return (lyre_op) lyre_node_of (ts, t)->op;
}
static inline lyre_sort lyre_sort_of (const lyre_terms *ts, lyre_term t) {
  return (lyre_sort){lyre_node_of (ts, t)->sort};
}
static inline lyre_term lyre_arg_of (const lyre_terms *ts, lyre_term t,
                                     uint32_t i) {
  LYRE_ASSERT (i < lyre_node_of (ts, t)->n_args);
  return lyre_node_of (ts, t)->args[i];
}
static inline bool lyre_same (lyre_term a, lyre_term b) {
  return a.id == b.id;
}
static inline bool lyre_has_sort (const lyre_terms *ts, lyre_term t,
                                  lyre_sort s) {
  return lyre_node_of (ts, t)->sort == s.id;
}
/* A constant: true, false or a VALUE. */
bool lyre_is_value (const lyre_terms *, lyre_term);
/* Its value. The payload lives in the table. */
lyre_val lyre_value_of (const lyre_terms *, lyre_term);
/* The characters of a string constant, or NULL for any other term. */
const lyre_str *lyre_string_of (const lyre_terms *, lyre_term);
/* True and *OUT set for an integer constant. */
bool lyre_integer_of (const lyre_terms *, lyre_term, lyre_int *out);
/* A boolean operator over Bool arguments: structure, as against an atom. */
bool lyre_is_connective (const lyre_terms *, lyre_term);
/* The name of a VAR or APPLY. */
const char *lyre_symbol_name (const lyre_terms *, lyre_term);

/* --------------------------------------------------------------- building */

/* The node itself; arguments must already obey the invariants above. This is
 * what rewriting and engines use. */
lyre_term lyre_node_make (lyre_terms *, lyre_op, uint32_t n,
                          const lyre_term *args);
lyre_term lyre_node_indexed (lyre_terms *, lyre_op, uint32_t i0, uint32_t i1,
                             uint32_t n, const lyre_term *args);
lyre_term lyre_node_value (lyre_terms *, lyre_val);
lyre_term lyre_node_var (lyre_terms *, const char *name, lyre_sort);
lyre_term lyre_node_apply (lyre_terms *, uint32_t symbol, uint32_t n,
                           const lyre_term *args);
uint32_t lyre_symbol_make (lyre_terms *, const char *name, uint32_t n,
                           const lyre_sort *args, lyre_sort result);

/* T's node with other arguments (as many as it had). */
lyre_term lyre_node_with_args (lyre_terms *, lyre_term t,
                               const lyre_term *args);

/* Shorthands. lyre_mk_and2 and friends do no simplification. */
lyre_term lyre_t_true (lyre_terms *);
lyre_term lyre_t_false (lyre_terms *);
lyre_term lyre_t_bool (lyre_terms *, bool);
lyre_term lyre_t_int (lyre_terms *, int64_t);
lyre_term lyre_t_integer (lyre_terms *, lyre_int);
lyre_term lyre_t_real (lyre_terms *, lyre_rat);
lyre_term lyre_t_string (lyre_terms *, const lyre_str *);
lyre_term lyre_t1 (lyre_terms *, lyre_op, lyre_term);
lyre_term lyre_t2 (lyre_terms *, lyre_op, lyre_term, lyre_term);
lyre_term lyre_t3 (lyre_terms *, lyre_op, lyre_term, lyre_term, lyre_term);

/* What a user asks for: checks the number and the sorts of the arguments,
 * promotes Int to Real, folds chains and associativity into binary nodes.
 * On a broken contract returns LYRE_NO_TERM with a message in ERROR. */
typedef struct {
  char text[256];
} lyre_build_error;

lyre_term lyre_build (lyre_terms *, lyre_op, uint32_t n_indices,
                      const uint32_t *indices, uint32_t n,
                      const lyre_term *args, lyre_build_error *error);

/* --------------------------------------------------------------- traversal */

/* The terms below ROOTS (with them), each once, children before parents, in
 * an array in ARENA. */
typedef struct {
  uint32_t n;
  lyre_term *terms;
} lyre_term_list;
lyre_term_list lyre_subterms (lyre_terms *, lyre_arena *, uint32_t n,
                              const lyre_term *roots);
/* The same, variables only, in order of first declaration. */
lyre_term_list lyre_free_vars (lyre_terms *, lyre_arena *, uint32_t n,
                               const lyre_term *roots);

/* T with VARS[i] replaced by TERMS[i] simultaneously. */
lyre_term lyre_term_substitute (lyre_terms *, lyre_term t, uint32_t n,
                                const lyre_term *vars, const lyre_term *terms);

#endif
