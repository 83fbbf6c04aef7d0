/* The schedule: from a conjunction of assertions to an answer.
 *
 * Preprocesses, runs the engines that the options name, and lets nothing
 * through but what the gate has checked or an exact engine has refuted. */
#ifndef LYRE_ENGINE_SCHEDULE_H
#define LYRE_ENGINE_SCHEDULE_H

#include "engine/problem.h"

/* The reason of an unknown is an SMT-LIB phrase in the query's memory, or a
 * static text. MODEL is filled in for a sat. */
typedef struct {
  lyre_result result;
  const char *reason;
} lyre_answer;

/* PROBLEM holds the original assertions. */
lyre_answer lyre_solve (const lyre_problem *, lyre_model *);

#endif
