/* Random problems, solved by us and judged by others.
 *
 *   generate  a problem from a seed, of all operators
 *   problem   problems as text and back
 *   judge     our answer against a planted model, small models and itself
 *   peers     our answer against z3 and cvc5
 *   shrink    a failing problem made small
 *   main      many problems, in a process of their own */
#ifndef LYRE_TEST_DIFFERENTIAL_H
#define LYRE_TEST_DIFFERENTIAL_H

#include "lyre.h"

enum { MAX_VARS = 16, CHECK_MS = 100 };

/* The assertions of a context. */
typedef struct {
  lyre_ctx *ctx;
  uint32_t n_vars;
  lyre_term vars[MAX_VARS];
  /* Values for the variables, or no terms. If they make all assertions true,
   * then unsat is a wrong answer. */
  lyre_term witness[MAX_VARS];
} problem;

/* --------------------------------------------------------------- problems */

/* The problem of this seed: the same on every machine. */
problem problem_generate (uint64_t seed);
/* Takes the place of the text that problem_write has written. */
problem problem_read (const char *text);
void problem_release (problem *);
/* Finds the variables of the assertions; the witness is kept. */
void problem_find_vars (problem *);
/* SMT-LIB, to be freed. With ours, also the options and the witness. */
char *problem_write (const problem *, bool ours);
/* A term as text, to be freed. */
char *term_text (lyre_ctx *, lyre_term);

/* ------------------------------------------------------------------ judge */

/* X (NAME, is it a failure, "what it means") */
#define VERDICTS(X)                                                            \
  X (SAT, false, "sat")                                                        \
  X (UNSAT, false, "unsat")                                                    \
  X (UNKNOWN, false, "unknown")                                                \
  X (WRONG_UNSAT, true, "we say unsat, and there is a model")                  \
  X (WRONG_SAT, true, "our model makes an assertion false")                    \
  X (REFUSED, true, "an engine proposed a model that is none")                 \
  X (WRONG_STEPS, true, "another answer after push and pop")                   \
  X (WRONG_CORE, true, "the core is satisfiable")                              \
  X (LATE, true, "the time limit passed unnoticed")                            \
  X (CRASH, true, "crash")                                                     \
  X (HANG, true, "no end")                                                     \
  X (WRONG_PEERS, true, "we say unsat, and a peer has a model")

typedef enum {
#define VERDICT_ENUM(NAME, FAILS, TEXT) VERDICT_##NAME,
  VERDICTS (VERDICT_ENUM)
#undef VERDICT_ENUM
      VERDICT_COUNT
} verdict;

bool verdict_fails (verdict);
const char *verdict_text (verdict);

/* Solves the problem and judges the answer; with steps, also when it is
 * asserted in two steps, over push and pop. Fills in a witness against a wrong
 * unsat. */
verdict judge (problem *, bool steps);
/* The same, with steps, in a child process: crashes and endless loops are
 * verdicts. */
verdict judge_apart (const char *text);
/* Do these values make all assertions true? */
bool judge_values (problem *, const lyre_term *values);

/* ------------------------------------------------------------------ peers */

/* Asks z3 and cvc5, as far as they are installed, about a problem that we call
 * OURS. A peer's model counts if the evaluator agrees. */
verdict peers_judge (problem *, verdict ours);
/* What the peers said so far, in a line. */
const char *peers_summary (void);

/* ----------------------------------------------------------------- shrink */

/* A smaller problem with the same verdict, as text, to be freed. */
char *shrink (const char *text, verdict);

#endif
