/* An engine in a process of its own, that works when it is its turn.
 *
 * A worker is a fork: it sees the problem as it was, shares its memory until
 * something changes, cannot disturb the others, and can be ended at any moment.
 * It waits, works for as many steps (env.h) as it is given, waits again, and at
 * last sends its verdict and the model. Steps, not time, measure a turn, so
 * that what happens in it does not depend on the machine. */
#ifndef LYRE_ENGINE_WORKER_H
#define LYRE_ENGINE_WORKER_H

#include <sys/types.h>

#include "engine/components.h"

typedef enum {
  LYRE_WORKER_WAITS,
  LYRE_WORKER_WORKS,
  LYRE_WORKER_DONE, /* verdict and model are there */
} lyre_worker_state;

typedef struct {
  const lyre_engine *engine;
  const lyre_problem *problem;
  const lyre_component *component;
  lyre_worker_state state;
  pid_t pid;
  int channel;
  size_t soft_memory;
  lyre_chars answer;          /* as received so far */
  uint64_t turn;              /* steps of the turn it works on */
  uint64_t since_ns;          /* when that began */
  lyre_statistics statistics; /* when it began */
  lyre_verdict verdict;
  lyre_model model;
} lyre_worker;

/* False if there can be no more processes. The problem must outlive it. Its
 * memory is limited to SOFT_MEMORY bytes, if that is not 0. */
bool lyre_worker_start (lyre_worker *, const lyre_engine *,
                        const lyre_problem *, const lyre_component *,
                        size_t soft_memory);
/* Ends the process, if it is still there, and frees everything. */
void lyre_worker_end (lyre_worker *);

/* A turn for a worker that waits. */
void lyre_worker_go (lyre_worker *, uint64_t steps);
/* Takes in what it has sent; call it when its channel can be read. */
void lyre_worker_hear (lyre_worker *);

#endif
