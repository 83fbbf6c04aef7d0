/* Exploration: all paths of a method, within limits.
 *
 *   jexplore_settings s;
 *   jexplore_settings_default (&s);
 *   jexplore *x = jexplore_new (mem, loader, &s, error);
 *   jresults r;
 *   jresults_init (&r, mem);
 *   jexplore_method (x, method, &r);      // parameters symbolic
 *   ... r.paths ...
 *   jexplore_delete (x);
 *
 * Search strategies choose the state to go on with whenever a fork happens:
 *   dfs       the newest
 *   bfs       the one with the fewest forks
 *   coverage  the one that stands before code not executed yet; among those
 *             the newest; otherwise in turn
 * All are deterministic. */
#ifndef LYRE_JAVA_EXPLORE_H
#define LYRE_JAVA_EXPLORE_H

#include "java/explore/result.h"
#include "java/vm/vm.h"

typedef enum { JSEARCH_DFS, JSEARCH_BFS, JSEARCH_COVERAGE } jsearch;

typedef struct {
  jvm_limits limits;
  jsolver_settings solver;
  jsearch search;
  uint64_t max_paths; /* per method; 0: no limit */
  double max_seconds; /* per method; 0: no limit */
  size_t max_memory;  /* bytes for states and terms; 0: no limit */
  /* Called for every finished path; true ends the exploration. May be NULL. */
  bool (*enough) (void *user, const jresult *);
  void *user;
} jexplore_settings;

typedef struct jexplore jexplore;

void jexplore_settings_default (jexplore_settings *);
/* NULL with a text in ERROR. Uses the loader, which must outlive it. */
jexplore *jexplore_new (lyre_mem *, jloader *, const jexplore_settings *,
                        char error[200]);
void jexplore_delete (jexplore *);

/* For one method, from now on. */
void jexplore_set_time (jexplore *, double seconds);

/* Symbolic parameters; instance methods on a symbolic receiver. */
void jexplore_method (jexplore *, jmethod *, jresults *);
/* main (String[]) with no arguments; inputs are nondet calls. If CONCRETE,
 * every input has its default value: one path. */
void jexplore_main (jexplore *, jclass *, bool concrete, jresults *);
/* From a signal handler or another thread. */
void jexplore_interrupt (jexplore *);

jvm *jexplore_vm (jexplore *);
const jsolver_stats *jexplore_solver_stats (const jexplore *);

#endif
