/* An incremental CDCL solver with theory hooks. Knows nothing of terms.
 *
 * Literals are non-zero integers as in DIMACS: v and -v for variable v >= 1.
 * Clauses and variables may be added at any time, by the caller between
 * solves and by the theory inside its hooks, at any decision level; the solver
 * backtracks as far as a new clause needs.
 *
 *   lyre_sat *s = lyre_sat_new (env, mem);
 *   lyre_lit x = lyre_sat_new_var (s), y = lyre_sat_new_var (s);
 *   lyre_sat_add_clause (s, 2, (lyre_lit[]){x, -y});
 *   if (lyre_sat_solve (s, 0, NULL) == LYRE_SAT_YES)
 *     ... lyre_sat_value (s, x) ... */
#ifndef LYRE_SAT_SAT_H
#define LYRE_SAT_SAT_H

#include "base/env.h"
#include "base/vec.h"

typedef int32_t lyre_lit;
typedef lyre_vec (lyre_lit) lyre_lits;
typedef struct lyre_sat lyre_sat;

typedef enum {
  LYRE_SAT_STOPPED = 0, /* env->stop, or the theory gave up */
  LYRE_SAT_YES = 10,
  LYRE_SAT_NO = 20
} lyre_sat_result;

typedef enum {
  LYRE_THEORY_OK,       /* nothing to object */
  LYRE_THEORY_CONTINUE, /* something was added: clauses, propagations */
  LYRE_THEORY_GAVE_UP   /* the assignment can be neither accepted nor refuted:
                           the solve ends with LYRE_SAT_STOPPED */
} lyre_theory_answer;

/* A theory. All hooks may be NULL.
 *
 * Inside propagate and check the theory may call lyre_sat_new_var, _observe,
 * _set_decision, _set_phase, _add_clause, _propagate and _conflict; elsewhere
 * it only listens and looks at values and levels. Clauses it adds are taken in
 * when the hook is over, so the assignment does not change under its feet;
 * only literals it propagates have their value at once.
 *
 * A variable that is observed when it has a value already is told before the
 * next propagate, and again after going back, until its own level is the
 * current one: what was told and not taken back is always what holds. */
typedef struct {
  void *user;
  /* Observed literal LIT became true. In trail order, also for literals that
   * the theory itself propagated. */
  void (*assigned) (void *user, lyre_lit lit);
  /* Decision levels: entering one, and going back so that LEVEL of them are
   * left. Every assumption has a level, even if it was true before. */
  void (*new_level) (void *user);
  void (*backtrack) (void *user, uint32_t level);
  /* Cheap consequences, each time unit propagation came to rest. */
  void (*propagate) (void *user);
  /* All decision variables have values and nothing is left to propagate. OK
   * ends the search unless something was added. */
  lyre_theory_answer (*check) (void *user);
  /* Why LIT, which the theory propagated: append the other literals of a
   * clause that has LIT in it; all were false when LIT was propagated. OUT
   * grows in the pool the solver was made with. Called while LIT has its
   * value; or, if LIT was false when propagated, right after the hook. */
  void (*explain) (void *user, lyre_lit lit, lyre_lits *out);
  /* An open literal to decide next, or 0 for the solver's own choice. */
  lyre_lit (*decide) (void *user);
} lyre_theory;

/* Memory comes from the pool alone; the environment is for polling. After a
 * failed allocation only emptying the pool is left. */
lyre_sat *lyre_sat_new (lyre_env *, lyre_mem *);
void lyre_sat_delete (lyre_sat *);
/* At most one; before the first solve. */
void lyre_sat_set_theory (lyre_sat *, lyre_theory);

lyre_lit lyre_sat_new_var (lyre_sat *); /* returns its positive literal */
uint32_t lyre_sat_n_vars (const lyre_sat *);
/* The theory hears about assignments of this variable. */
void lyre_sat_observe (lyre_sat *, lyre_lit var);
/* Variables that need no value when everything else has one (relevancy): not
 * decided, though they may be propagated. They may be open in a model, and then
 * clauses need not be true in it, only not false. */
void lyre_sat_set_decision (lyre_sat *, lyre_lit var, bool yes);
/* The phase to try first; +1, -1. */
void lyre_sat_set_phase (lyre_sat *, lyre_lit lit);

/* False if the clauses are now unsatisfiable for good. Any literals: copies and
 * tautologies are fine. */
bool lyre_sat_add_clause (lyre_sat *, uint32_t n, const lyre_lit *);
/* From within theory hooks; explained only if the solver needs it. A literal
 * that is already true is ignored; one that is false is a conflict. */
void lyre_sat_propagate (lyre_sat *, lyre_lit);
/* From within theory hooks: all literals are false now, in the theory's view
 * their disjunction holds. Unlike a clause that is added, this one is forgotten
 * once the solver learned from it. */
void lyre_sat_conflict (lyre_sat *, uint32_t n, const lyre_lit *);

/* May be called again and again; what was learned is kept. After STOPPED, too:
 * nothing is lost. The theory stays at the level where the search ended until
 * the next clause or solve. */
lyre_sat_result lyre_sat_solve (lyre_sat *, uint32_t n_assumptions,
                                const lyre_lit *assumptions);
/* +1 true, -1 false, 0 open. Inside hooks: the current assignment; after YES
 * and until the next solve: the model; else what holds for good. */
int lyre_sat_value (const lyre_sat *, lyre_lit);
/* The level at which an assigned literal got its value; inside hooks. */
uint32_t lyre_sat_level (const lyre_sat *, lyre_lit);
/* Is the literal true at level 0, for good? */
bool lyre_sat_fixed (const lyre_sat *, lyre_lit);
/* After NO: is this assumption part of the core? None is if the clauses alone
 * are unsatisfiable. */
bool lyre_sat_failed (const lyre_sat *, lyre_lit assumption);

/* Writes a proof in DRAT text, line by line; to be set before the first clause.
 * Given the clauses added, each derived one follows by unit propagation; so
 * does, after NO, the clause that denies the core. Clauses of a theory are
 * no derived ones: their lines start with "t ". Without a theory, this is what
 * drat-trim reads. */
void lyre_sat_set_proof (lyre_sat *,
                         void (*write) (void *, const char *, size_t),
                         void *user);

typedef struct {
  uint64_t conflicts, decisions, propagations, restarts, reductions, lemmas;
} lyre_sat_counts;
lyre_sat_counts lyre_sat_count (const lyre_sat *);

#endif
