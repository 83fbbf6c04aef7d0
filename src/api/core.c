/* Unsat cores, found when they are asked for.
 *
 * Members are left out, in large groups first, as long as the rest is still
 * unsat. That makes every core real whatever the engines did, and costs
 * nothing where nobody asks. Unless minimize-cores is set, a trial may take
 * little longer than the check did, and all trials together a second or ten
 * times as long: what was not tried by then stays in. */
#include <string.h>

#include "api/ctx.h"

enum { MS = 1000000 };

typedef struct {
  lyre_ctx *c;
  uint64_t trial_ns;    /* for one trial; 0: no limit of its own */
  uint64_t deadline_ns; /* for all of them; 0: none */
  uint32_t n;           /* members left */
  uint32_t *members;    /* indices into core_terms */
  lyre_term *some;
} search;

void lyre_note_core (lyre_ctx *c, uint32_t n, const lyre_term *all,
                     uint64_t check_ns) {
  c->core = lyre_alloc (&c->answer, n + 1);
  c->core_terms = lyre_alloc (&c->answer, (n + 1) * sizeof *all);
  c->n_core = n;
  c->core_found = false;
  c->check_ns = check_ns;
  memset (c->core, 1, n);
  if (n)
    memcpy (c->core_terms, all, n * sizeof *all);
}

static uint64_t larger (uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

static bool is_over (const search *s) {
  return s->c->env.stop == LYRE_STOP_INTERRUPT ||
         (s->deadline_ns && lyre_now_ns () >= s->deadline_ns);
}

/* Is the rest unsat without members FROM up to TO? */
static bool can_drop (search *s, uint32_t from, uint32_t to) {
  lyre_ctx *c = s->c;
  uint32_t k = 0;
  for (uint32_t i = 0; i < s->n; i++)
    if (i < from || i >= to)
      s->some[k++] = c->core_terms[s->members[i]];
  lyre_env_start_query (&c->env);
  uint64_t limit = s->trial_ns ? lyre_now_ns () + s->trial_ns : 0;
  if (limit && (!c->env.deadline_ns || limit < c->env.deadline_ns))
    c->env.deadline_ns = limit;
  bool unsat = lyre_ctx_solve (c, k, s->some).result == LYRE_UNSAT;
  lyre_model_clear (&c->model);
  lyre_mem_release (&c->query);
  return unsat;
}

static void drop (search *s, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++)
    s->c->core[s->members[i]] = 0;
  memmove (s->members + from, s->members + to,
           (s->n - to) * sizeof *s->members);
  s->n -= to - from;
}

/* Groups of this size, from the last to the first: later assertions are more
 * often the ones that were added to see what happens. */
static void drop_groups (search *s, uint32_t size) {
  for (uint32_t to = s->n; to && !is_over (s);) {
    uint32_t from = to > size ? to - size : 0;
    if (can_drop (s, from, to))
      drop (s, from, to);
    to = from;
  }
}

static void find (lyre_ctx *c) {
  search s = {.c = c, .n = c->n_core};
  if (!c->env.options.minimize_cores) {
    s.trial_ns = larger (20 * MS, 2 * c->check_ns);
    s.deadline_ns = lyre_now_ns () + larger (1000 * MS, 10 * c->check_ns);
  }
  lyre_mark mark = lyre_arena_mark (&c->env.scratch);
  s.members = lyre_arena_array (&c->env.scratch, uint32_t, s.n);
  s.some = lyre_arena_array (&c->env.scratch, lyre_term, s.n);
  for (uint32_t i = 0; i < s.n; i++)
    s.members[i] = i;
  for (uint32_t size = (s.n + 1) / 2; size && !is_over (&s); size /= 2)
    drop_groups (&s, size);
  lyre_arena_cut (&c->env.scratch, mark);
}

/* Finds the core if that was not done. False if there is none. */
static bool have_core (lyre_ctx *c) {
  if (!c->core || c->core_found)
    return c->core;
  LYRE_GUARD (c, false);
  find (c);
  c->core_found = true;
  if (c->env.stop == LYRE_STOP_INTERRUPT)
    lyre_clear_interrupt (c);
  return true;
}

bool lyre_core_has_assertion (lyre_ctx *c, uint32_t i) {
  return have_core (c) && i < c->n_core - c->n_assumptions && c->core[i];
}

bool lyre_core_has_assumption (lyre_ctx *c, uint32_t i) {
  return have_core (c) && i < c->n_assumptions &&
         c->core[c->n_core - c->n_assumptions + i];
}
