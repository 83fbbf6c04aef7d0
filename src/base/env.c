#include "base/env.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Polls between two looks at the clock. A poll site does little work between
 * two polls, so this is well below a millisecond. */
enum { POLL_INTERVAL = 256 };

uint64_t lyre_now_ns (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

void lyre_env_init (lyre_env *env) {
  memset (env, 0, sizeof *env);
  lyre_mem_init (&env->mem, NULL);
  lyre_arena_init (&env->scratch, &env->mem);
  lyre_options_init (&env->options);
  atomic_init (&env->interrupt, false);
  env->countdown = POLL_INTERVAL;
}

void lyre_env_release (lyre_env *env) {
  lyre_mem_release (&env->mem);
}

void lyre_say (lyre_env *env, unsigned level, const char *format, ...) {
  char line[256];
  if (env->talk < level)
    return;
  va_list ap;
  va_start (ap, format);
  int n = vsnprintf (line, sizeof line, format, ap);
  va_end (ap);
  size_t len = n < 0 ? 0 : (size_t) n;
  env->listener (env->listener_user, line,
                 len < sizeof line ? len : sizeof line - 1);
}

static uint64_t earlier (uint64_t a, uint64_t b) {
  if (!a || !b)
    return a ? a : b;
  return a < b ? a : b;
}

void lyre_env_start_query (lyre_env *env) {
  const lyre_options *o = &env->options;
  uint64_t own =
      o->timeout ? lyre_now_ns () + (uint64_t) o->timeout * 1000000u : 0;
  env->deadline_ns = earlier (own, env->run_deadline_ns);
  env->soft_memory = (size_t) o->memory << 20;
  env->step_limit = (uint64_t) o->steps;
  env->steps = 0;
  env->pause_at = 0;
  env->stop = LYRE_STOP_NONE;
  env->countdown = 1; /* the first poll looks at everything */
}

static lyre_stop reason_to_stop (lyre_env *env) {
  if (atomic_load_explicit (&env->interrupt, memory_order_relaxed))
    return LYRE_STOP_INTERRUPT;
  if (env->step_limit && env->steps > env->step_limit)
    return LYRE_STOP_STEPS;
  if (env->soft_memory && env->mem.used > env->soft_memory)
    return LYRE_STOP_MEMORY;
  if (env->deadline_ns && lyre_now_ns () >= env->deadline_ns)
    return LYRE_STOP_TIME;
  if (!env->pause_at || env->steps < env->pause_at)
    return LYRE_STOP_NONE;
  if (!env->pause)
    return LYRE_STOP_TURN;
  env->pause (env);
  return LYRE_STOP_NONE;
}

bool lyre_env_look (lyre_env *env) {
  if (!env->stop)
    env->stop = reason_to_stop (env);
  return env->stop != LYRE_STOP_NONE;
}

bool lyre_poll_slow (lyre_env *env, lyre_poll_site site) {
  if (env->stop) {
    env->countdown = POLL_INTERVAL;
    return true;
  }
  if (env->fire_at[site] && !--env->fire_at[site]) {
    env->stop = LYRE_STOP_INTERRUPT;
    return true;
  }
  if (env->countdown <= 0) {
    env->steps++;
    env->countdown = POLL_INTERVAL;
    env->stop = reason_to_stop (env);
  }
  return env->stop != LYRE_STOP_NONE;
}
