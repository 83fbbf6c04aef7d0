/* Engines taking turns at one component.
 *
 * First each of them gets a short turn in this process: that answers most
 * questions. Those that have neither answered nor given up go on as workers
 * (worker.h), with longer and longer turns, as many at once as the option
 * `threads` allows. The first sound answer wins. With one thread the order of
 * turns, and so the answer and its model, is the same on every machine. */
#ifndef LYRE_ENGINE_TURNS_H
#define LYRE_ENGINE_TURNS_H

#include "engine/components.h"

/* An engine, how many steps it gets at first, and how much of the work after
 * that, relative to the others. */
typedef struct {
  const lyre_engine *engine;
  uint32_t first, share;
} lyre_entrant;

enum { LYRE_MAX_ENTRANTS = 16 };

/* Told about every engine that has ended: its verdict is final. */
typedef void (*lyre_ended) (void *user, const lyre_engine *, lyre_verdict);

/* The model is filled in for a sat. Unknown if none has an answer, or the work
 * was stopped (env->stop). PROBLEM is the component's. */
lyre_result lyre_take_turns (const lyre_problem *problem,
                             const lyre_component *, uint32_t n,
                             const lyre_entrant *, lyre_ended ended, void *user,
                             lyre_model *);

/* One engine, for as long as it takes, or until STEPS are over (0: no limit):
 * *OVER says whether they were. */
lyre_verdict lyre_run_engine (const lyre_problem *, const lyre_engine *,
                              uint64_t steps, bool *over, lyre_model *);
/* What a verdict is worth: an answer that holds, or LYRE_UNKNOWN. */
lyre_result lyre_sound_result (lyre_verdict);

#endif
