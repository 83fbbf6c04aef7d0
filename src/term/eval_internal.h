/* Inside src/term/eval*.c.
 *
 *   eval.c         the driver: order of evaluation, memory, core operators
 *   eval_number.c  Int and Real
 *   eval_string.c  String
 *   eval_regex.c   RegLan, and the string operators that take a regex
 *
 * Each family has one function that is called when the values of all
 * arguments are known. It sets *OUT, or returns lyre_eval_fail (...). */
#ifndef LYRE_TERM_EVAL_INTERNAL_H
#define LYRE_TERM_EVAL_INTERNAL_H

#include "base/map.h"
#include "term/eval.h"
#include "term/regex.h"

typedef struct {
  uint32_t stamp; /* valid if it is the evaluator's */
  uint32_t visit; /* the last traversal that was here */
  lyre_val val;
} lyre_memo;

typedef struct {
  lyre_term term;
  uint32_t next; /* the argument to look at next */
} lyre_eval_frame;

struct lyre_eval {
  lyre_terms *ts;
  lyre_env *env;
  lyre_mem *mem;
  lyre_eval_problem problem;

  /* Values of terms, by id. */
  lyre_vec (lyre_memo) memo;
  uint32_t stamp;
  lyre_arena arena; /* their payloads */
  lyre_vec (lyre_eval_frame) stack;

  /* The assignment. */
  lyre_vec (lyre_val) vars;
  lyre_map var_index; /* term id to position in VARS, plus one */
  lyre_arena var_arena;
  size_t live, garbage; /* bytes in var_arena, about */

  /* Nested concatenations. */
  uint32_t visit;
  lyre_vec (lyre_term) leaves;
  lyre_u32s wanted, gather_stack;

  /* Within one operator. */
  lyre_arena work;
  lyre_vec (const lyre_str *) pieces;
  lyre_matcher *matcher;
};

/* Notes the problem and returns false. */
bool lyre_eval_fail (lyre_eval *, lyre_eval_problem);
bool lyre_eval_is_known (const lyre_eval *, lyre_term);
/* The value of a term, or of argument I, which is known. */
lyre_val lyre_eval_value (const lyre_eval *, lyre_term);
lyre_val lyre_eval_arg (const lyre_eval *, const lyre_node *, uint32_t i);

/* Starts a traversal; says whether it meets T for the first time. */
void lyre_eval_new_visit (lyre_eval *);
bool lyre_eval_first_visit (lyre_eval *, lyre_term);

static inline const lyre_str *lyre_eval_str (const lyre_eval *e,
                                             const lyre_node *n, uint32_t i) {
  return lyre_eval_arg (e, n, i).s;
}
/* The integer argument I, cut to what fits: positions and lengths of strings
 * are far below the ends. */
int64_t lyre_eval_i64 (const lyre_eval *, const lyre_node *, uint32_t i);

/* True, after setting *OUT. */
bool lyre_eval_give_bool (lyre_val *out, bool);
bool lyre_eval_give_int (lyre_eval *, lyre_val *out, int64_t);
bool lyre_eval_give_str (lyre_val *out, const lyre_str *);
/* The concatenation of N strings, if it is not too long. */
bool lyre_eval_give_concat (lyre_eval *, lyre_val *out, uint32_t n,
                            const lyre_str *const *);

bool lyre_eval_number (lyre_eval *, const lyre_node *, lyre_val *out);
bool lyre_eval_string (lyre_eval *, const lyre_node *, lyre_val *out);
/* For a str.++: finds what the nest of concatenations below T is made of, and
 * pushes the parts whose values are not known yet; true if there are any. */
bool lyre_eval_wants_leaves (lyre_eval *, lyre_term);
/* str.in_re, str.replace_re, str.replace_re_all, str.indexof_re. */
bool lyre_eval_match (lyre_eval *, const lyre_node *, lyre_val *out);
bool lyre_eval_in_grammar (lyre_eval *, const lyre_node *, lyre_val *out);
/* A RegLan operator that is not closed: rebuilt over the arguments' values. */
bool lyre_eval_reglan (lyre_eval *, lyre_term, lyre_val *out);
bool lyre_eval_same_language (lyre_eval *, lyre_term, lyre_term, bool *yes);

/* s[from..to) as a piece; lives until the operator is done. */
void lyre_eval_piece (lyre_eval *, const lyre_str *, uint32_t from,
                      uint32_t to);
/* All pieces, concatenated; forgets them. */
bool lyre_eval_give_pieces (lyre_eval *, lyre_val *out);

#endif
