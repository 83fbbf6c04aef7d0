/* The evaluator: the value of a term under an assignment.
 *
 * It is the judge of every model, so it shares no code with the rewriter or
 * with any engine, and follows docs/semantics.md to the letter. It is
 * iterative, lazy in ite, and, or and =>, and exact.
 *
 * An uninterpreted function has values at points: the application of it to
 * values is set like a variable.
 *
 * Variables without a value have the default of their sort: false, 0, 0.0, "",
 * re.none, element 0. Division and modulus by zero have a fixed meaning:
 * (div x 0) = 0, (mod x 0) = x, (/ x 0) = 0.
 *
 *   lyre_eval *e = lyre_eval_new (ts, mem);
 *   lyre_eval_set (e, x, value);
 *   lyre_val v;
 *   if (lyre_eval_term (e, t, &v)) ...
 *   lyre_eval_reset (e);                  // next assignment
 *   lyre_eval_delete (e);  */
#ifndef LYRE_TERM_EVAL_H
#define LYRE_TERM_EVAL_H

#include "term/term.h"

typedef struct lyre_eval lyre_eval;

/* Everything the evaluator needs is allocated in MEM. */
lyre_eval *lyre_eval_new (lyre_terms *, lyre_mem *mem);
void lyre_eval_delete (lyre_eval *);
/* Forgets all values, of variables and of terms, and their memory. */
void lyre_eval_reset (lyre_eval *);
/* Assigns a variable, or a function at a point. Values of terms computed before
 * are forgotten. The payload is copied. */
void lyre_eval_set (lyre_eval *, lyre_term var, lyre_val);

/* True and *OUT set, valid until the next set or reset. False if the work was
 * stopped (env->stop) or the term has no value here: lyre_eval_problem says
 * which. */
bool lyre_eval_term (lyre_eval *, lyre_term, lyre_val *out);

typedef enum {
  LYRE_EVAL_OK = 0,
  LYRE_EVAL_STOPPED,    /* env->stop */
  LYRE_EVAL_QUANTIFIER, /* the term has a quantifier */
  LYRE_EVAL_FUNCTION,   /* an uninterpreted function of a language */
  LYRE_EVAL_TOO_LARGE,  /* a value or a regex beyond what we represent */
} lyre_eval_problem;
lyre_eval_problem lyre_eval_why (const lyre_eval *);

#endif
