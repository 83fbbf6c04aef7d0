/* The environment: what every module of the library may need and nothing that
 * knows about terms. Memory, limits and polling, options, statistics.
 *
 * A context (src/api) embeds one; each core can be tested with one alone. */
#ifndef LYRE_BASE_ENV_H
#define LYRE_BASE_ENV_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/assert.h"
#include "base/options.h"
#include "base/statistics.h"

/* Where loops ask whether to go on. Tests can fire each site alone. */
#define LYRE_POLL_SITES(X)                                                     \
  X (EVAL)                                                                     \
  X (EVAL_REGEX)                                                               \
  X (REWRITE)                                                                  \
  X (PREPROCESS)                                                               \
  X (ENUMERATE)                                                                \
  X (REGEX)                                                                    \
  X (AUTOMATA)                                                                 \
  X (SAT)                                                                      \
  X (BITS)                                                                     \
  X (ARITH)                                                                    \
  X (NIELSEN)

typedef enum {
#define LYRE_POLL_ENUM(NAME) LYRE_POLL_##NAME,
  LYRE_POLL_SITES (LYRE_POLL_ENUM)
#undef LYRE_POLL_ENUM
      LYRE_POLL_COUNT
} lyre_poll_site;

typedef enum {
  LYRE_STOP_NONE = 0,
  LYRE_STOP_TIME,
  LYRE_STOP_MEMORY,
  LYRE_STOP_STEPS,
  LYRE_STOP_INTERRUPT,
  LYRE_STOP_TURN, /* the turn of one engine is over, not the query */
} lyre_stop;

typedef struct lyre_env lyre_env;

struct lyre_env {
  lyre_mem mem;       /* everything is charged here */
  lyre_arena scratch; /* mark, use, cut back */
  lyre_options options;
  lyre_statistics statistics;

  /* Limits of the running query. */
  int32_t countdown;   /* polls until we look at the clock */
  uint64_t steps;      /* polls so far, in units of the countdown */
  uint64_t step_limit; /* 0: none */
  uint64_t pause_at;   /* steps; 0: never. Then, if there is one, PAUSE */
  void (*pause) (
      lyre_env *);          /* sees to it that pause_at rises; else the work */
  void *pause_user;         /* stops with LYRE_STOP_TURN */
  uint64_t deadline_ns;     /* monotonic clock; 0: none */
  uint64_t run_deadline_ns; /* the same, for all queries together */
  size_t soft_memory;       /* bytes; 0: none */
  lyre_stop stop;           /* why the query was stopped; sticky */
  atomic_bool interrupt;    /* set by other threads and signal handlers */
  uint64_t fire_at[LYRE_POLL_COUNT]; /* tests: stop at the n-th poll here */

  /* Who hears of progress; lyre_set_progress. */
  unsigned talk; /* level */
  void (*listener) (void *user, const char *line, size_t len);
  void *listener_user;
};

void lyre_env_init (lyre_env *);
void lyre_env_release (lyre_env *);

/* Starts a query: forgets the last stop, reads the limits from the options. */
void lyre_env_start_query (lyre_env *);

/* True if the work should stop; env->stop says why. A counter decrement most
 * of the time. Call it in every loop whose length depends on the input. */
bool lyre_poll_slow (lyre_env *, lyre_poll_site);
static inline bool lyre_poll (lyre_env *env, lyre_poll_site site) {
  if (--env->countdown > 0 && !env->fire_at[site])
    return env->stop != LYRE_STOP_NONE;
  return lyre_poll_slow (env, site);
}

/* The same for who waits instead of working: looks at everything but counts no
 * step. */
bool lyre_env_look (lyre_env *);

/* A line of progress, if anybody listens at this level. */
void lyre_say (lyre_env *, unsigned level, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

uint64_t lyre_now_ns (void); /* monotonic */

#endif
