#include "engine/turns.h"

#include <poll.h>

#include "engine/worker.h"

/* Steps of a worker's first turn per share, and how often that doubles: from
 * about a millisecond to about a tenth of a second. */
enum { FIRST_TURN = 8, MAX_DOUBLINGS = 4 };

/* How often we look at limits and interrupts while workers work. */
enum { LOOK_MS = 20 };

/* A worker that has not come back from its turn after this time, and some for
 * every step, does not keep others waiting any longer. */
enum { OVERDUE_MS = 500, OVERDUE_STEP_MS = 2 };

typedef struct {
  const lyre_problem *p;
  const lyre_component *component;
  uint32_t n; /* engines that are still in it */
  lyre_entrant entrants[LYRE_MAX_ENTRANTS];
  lyre_worker workers[LYRE_MAX_ENTRANTS];
  uint32_t turns[LYRE_MAX_ENTRANTS]; /* that each has had */
  uint32_t n_workers;
  uint32_t next; /* whose turn it is */
  lyre_ended ended;
  void *user;
  lyre_model *model;
  lyre_result result;
} contest;

lyre_result lyre_sound_result (lyre_verdict v) {
  if (v.result == LYRE_SAT && v.precision != LYRE_OVER)
    return LYRE_SAT;
  if (v.result == LYRE_UNSAT && v.precision != LYRE_UNDER)
    return LYRE_UNSAT;
  return LYRE_UNKNOWN;
}

static uint64_t turn_length (uint32_t share, uint32_t turn) {
  uint32_t doublings = turn < MAX_DOUBLINGS ? turn : MAX_DOUBLINGS;
  return (uint64_t) share * FIRST_TURN << doublings;
}

/* ------------------------------------------------------- in this process */

lyre_verdict lyre_run_engine (const lyre_problem *p, const lyre_engine *engine,
                              uint64_t steps, bool *over, lyre_model *model) {
  lyre_env *env = p->env;
  env->pause_at = steps ? env->steps + steps : 0;
  lyre_verdict v = engine->solve (p, model);
  env->pause_at = 0;
  *over = env->stop == LYRE_STOP_TURN;
  if (*over)
    env->stop = LYRE_STOP_NONE;
  return v;
}

/* An engine has ended. */
static void conclude (contest *c, const lyre_engine *engine, lyre_verdict v) {
  c->ended (c->user, engine, v);
  c->result = lyre_sound_result (v);
}

/* One engine after the other; those whose turn was too short stay in. */
static void short_turns (contest *c, bool limited) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->n && !c->result && !c->p->env->stop; i++) {
    lyre_entrant e = c->entrants[i];
    bool over;
    lyre_verdict v = lyre_run_engine (c->p, e.engine, limited ? e.first : 0,
                                      &over, c->model);
    if (over && !lyre_sound_result (v))
      c->entrants[kept++] = e;
    else
      conclude (c, e.engine, v);
    if (!c->result)
      lyre_model_clear (c->model);
  }
  c->n = kept;
}

/* ----------------------------------------------------------------- workers */

static size_t memory_each (const contest *c) {
  const lyre_env *env = c->p->env;
  if (!env->soft_memory)
    return 0;
  size_t used = env->mem.used, left = 0;
  if (env->soft_memory > used)
    left = env->soft_memory - used;
  return used + left / c->n + 1;
}

/* False if some could not be started. */
static bool start_workers (contest *c) {
  for (uint32_t i = 0; i < c->n; i++) {
    c->n_workers = i + 1;
    if (!lyre_worker_start (&c->workers[i], c->entrants[i].engine, c->p,
                            c->component, memory_each (c)))
      return false;
  }
  return true;
}

static void end_workers (contest *c) {
  for (uint32_t i = 0; i < c->n_workers; i++)
    lyre_worker_end (&c->workers[i]);
}

static bool is_overdue (const lyre_worker *w) {
  uint64_t allowed = OVERDUE_MS + w->turn * OVERDUE_STEP_MS;
  return lyre_now_ns () - w->since_ns > allowed * 1000000u;
}

/* How many work and are not overdue. */
static uint32_t count_working (const contest *c) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->n_workers; i++)
    n += c->workers[i].state == LYRE_WORKER_WORKS &&
         !is_overdue (&c->workers[i]);
  return n;
}

/* The next one that waits, from the one on whose turn it is. */
static bool find_waiting (contest *c, uint32_t *out) {
  for (uint32_t k = 0; k < c->n_workers; k++) {
    uint32_t i = (c->next + k) % c->n_workers;
    if (c->workers[i].state == LYRE_WORKER_WAITS) {
      *out = i;
      c->next = i + 1;
      return true;
    }
  }
  return false;
}

static void give_turns (contest *c) {
  uint32_t i, threads = (uint32_t) c->p->env->options.threads;
  for (uint32_t n = count_working (c); n < threads && find_waiting (c, &i); n++)
    lyre_worker_go (&c->workers[i],
                    turn_length (c->entrants[i].share, c->turns[i]++));
}

static void add_to_model (lyre_model *m, const lyre_model *part) {
  for (uint32_t i = 0; i < part->vars.len; i++)
    lyre_model_set (m, part->vars.data[i], part->values.data[i]);
}

static void hear_worker (contest *c, lyre_worker *w) {
  lyre_worker_hear (w);
  if (w->state == LYRE_WORKER_WAITS)
    c->p->env->steps += w->turn;
  if (w->state != LYRE_WORKER_DONE)
    return;
  conclude (c, w->engine, w->verdict);
  if (c->result == LYRE_SAT)
    add_to_model (c->model, &w->model);
}

/* Waits for the working ones, not too long, and hears what they say. */
static void hear_workers (contest *c) {
  struct pollfd fds[LYRE_MAX_ENTRANTS];
  lyre_worker *who[LYRE_MAX_ENTRANTS];
  nfds_t n = 0;
  for (uint32_t i = 0; i < c->n_workers; i++)
    if (c->workers[i].state == LYRE_WORKER_WORKS) {
      who[n] = &c->workers[i];
      fds[n++] = (struct pollfd){.fd = c->workers[i].channel, .events = POLLIN};
    }
  if (poll (fds, n, LOOK_MS) <= 0)
    return;
  for (nfds_t i = 0; i < n && !c->result; i++)
    if (fds[i].revents)
      hear_worker (c, who[i]);
}

static bool any_left (const contest *c) {
  for (uint32_t i = 0; i < c->n_workers; i++)
    if (c->workers[i].state != LYRE_WORKER_DONE)
      return true;
  return false;
}

static void long_turns (contest *c) {
  bool started = start_workers (c);
  while (started && !c->result && any_left (c) && !lyre_env_look (c->p->env)) {
    give_turns (c);
    hear_workers (c);
  }
  end_workers (c);
  if (!started)
    short_turns (c, false);
}

lyre_result lyre_take_turns (const lyre_problem *p,
                             const lyre_component *component, uint32_t n,
                             const lyre_entrant *entrants, lyre_ended ended,
                             void *user, lyre_model *model) {
  contest *c = lyre_alloc (p->mem, sizeof *c);
  *c = (contest){.p = p,
                 .component = component,
                 .n = n,
                 .ended = ended,
                 .user = user,
                 .model = model};
  for (uint32_t i = 0; i < n; i++)
    c->entrants[i] = entrants[i];
  short_turns (c, n > 1);
  if (!c->result && !p->env->stop && c->n)
    long_turns (c);
  lyre_result r = c->result;
  lyre_free (p->mem, c);
  return r;
}
