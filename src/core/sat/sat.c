/* The public face of the solver, and the search.
 *
 * search() is the table of contents: propagate, learn, restart, reduce,
 * decide. */
#include "core/sat/sat_internal.h"

#include <string.h>

/* Propagations that count as one poll. */
enum { POLL_PROPAGATIONS = 128 };

/* ------------------------------------------------------------- life cycle */

lyre_sat *lyre_sat_new (lyre_env *env, lyre_mem *mem) {
  lyre_sat *s = lyre_alloc (mem, sizeof *s);
  memset (s, 0, sizeof *s);
  s->env = env;
  s->mem = mem;
  s->bump = 1;
  lyre_sat_phase_init (s);
  lyre_sat_restart_init (s);
  lyre_sat_reduce_init (s);
  level_info root = {0};
  lyre_vec_push (mem, &s->levels, root);
  lyre_sat_new_var (s); /* 0: never used */
  s->vars.data[0].decision = false;
  return s;
}

static void release_watches (lyre_sat *s) {
  for (uint32_t l = 0; l < s->watches.len; l++)
    lyre_vec_release (s->mem, &s->watches.data[l]);
  lyre_vec_release (s->mem, &s->watches);
}

void lyre_sat_delete (lyre_sat *s) {
  lyre_mem *mem = s->mem;
  release_watches (s);
  lyre_vec_release (mem, &s->arena);
  lyre_vec_release (mem, &s->vals);
  lyre_vec_release (mem, &s->vars);
  lyre_vec_release (mem, &s->trail);
  lyre_vec_release (mem, &s->levels);
  lyre_vec_release (mem, &s->model);
  lyre_vec_release (mem, &s->activity);
  lyre_vec_release (mem, &s->hints);
  lyre_vec_release (mem, &s->heap);
  lyre_vec_release (mem, &s->heap_pos);
  lyre_vec_release (mem, &s->assumptions);
  lyre_vec_release (mem, &s->core);
  lyre_vec_release (mem, &s->in_core);
  lyre_vec_release (mem, &s->learned);
  lyre_vec_release (mem, &s->analyzed);
  lyre_vec_release (mem, &s->minimized);
  lyre_vec_release (mem, &s->frames);
  lyre_vec_release (mem, &s->buffer);
  lyre_vec_release (mem, &s->in_clause);
  lyre_vec_release (mem, &s->candidates);
  lyre_vec_release (mem, &s->late);
  lyre_vec_release (mem, &s->pending);
  lyre_vec_release (mem, &s->explanation);
  lyre_vec_release (mem, &s->proof_line);
  lyre_free (mem, s);
}

void lyre_sat_set_theory (lyre_sat *s, lyre_theory theory) {
  LYRE_ASSERT (!s->theory_head);
  s->theory = theory;
}

void lyre_sat_set_proof (lyre_sat *s,
                         void (*write) (void *, const char *, size_t),
                         void *user) {
  s->proof_write = write;
  s->proof_user = user;
}

/* --------------------------------------------------------------- variables */

/* What there is two of: for the literal and for its negation. */
static void add_literal (lyre_sat *s) {
  watches none = {0};
  lyre_vec_push (s->mem, &s->watches, none);
  lyre_vec_push (s->mem, &s->vals, 0);
  lyre_vec_push (s->mem, &s->in_core, 0);
  lyre_vec_push (s->mem, &s->in_clause, 0);
}

lyre_lit lyre_sat_new_var (lyre_sat *s) {
  uint32_t var = s->vars.len;
  if (var >= INT32_MAX / 2)
    lyre_mem_fail (s->mem, LYRE_FAIL_TOO_LARGE);
  variable v = {.phase = -1, .decision = true, .reason = NO_CLAUSE};
  add_literal (s);
  add_literal (s);
  lyre_vec_push (s->mem, &s->vars, v);
  phase_hints h = {.asked = -1};
  lyre_vec_push (s->mem, &s->hints, h);
  lyre_vec_push (s->mem, &s->activity, 0);
  lyre_vec_push (s->mem, &s->heap_pos, UINT32_MAX);
  lyre_vec_reserve (s->mem, &s->trail, s->vars.len);
  lyre_sat_heap_insert (s, var);
  s->changed = true;
  return (lyre_lit) var;
}

uint32_t lyre_sat_n_vars (const lyre_sat *s) {
  return s->vars.len - 1;
}

void lyre_sat_set_decision (lyre_sat *s, lyre_lit l, bool yes) {
  variable *v = var_at (s, inner (l));
  if (v->decision == yes)
    return;
  v->decision = yes;
  if (yes)
    lyre_sat_heap_insert (s, var_of (inner (l)));
  s->changed = true;
}

/* ------------------------------------------------------------------ search */

/* Until nothing follows any more: the theory's clauses, unit propagation, the
 * theory's consequences. The conflict or NO_CLAUSE. */
static cref propagate_all (lyre_sat *s) {
  do {
    cref conflict = lyre_sat_flush (s);
    if (conflict == NO_CLAUSE && !s->unsat)
      conflict = lyre_sat_bcp (s);
    if (conflict != NO_CLAUSE || s->unsat)
      return conflict;
  } while (lyre_sat_consult (s));
  return NO_CLAUSE;
}

/* A poll for this step and one for each portion of propagations. */
static bool should_stop (lyre_sat *s) {
  bool stop = lyre_poll (s->env, LYRE_POLL_SAT);
  while (!stop && s->counts.propagations - s->polled >= POLL_PROPAGATIONS) {
    s->polled += POLL_PROPAGATIONS;
    stop = lyre_poll (s->env, LYRE_POLL_SAT);
  }
  return stop;
}

static void decide (lyre_sat *s, lit l) {
  s->counts.decisions++;
  lyre_sat_push_level (s);
  assign (s, l, NO_CLAUSE);
}

/* Level i + 1 belongs to assumption i, even if it is true already. */
static lyre_sat_result assume (lyre_sat *s) {
  lit l = s->assumptions.data[level_now (s)];
  if (value_of (s, l) < 0) {
    lyre_sat_final_core (s, l);
    return LYRE_SAT_NO;
  }
  if (value_of (s, l) > 0)
    lyre_sat_push_level (s);
  else
    decide (s, l);
  return LYRE_SAT_GO_ON;
}

static lyre_sat_result advance (lyre_sat *s) {
  if (level_now (s) < s->assumptions.len)
    return assume (s);
  lit l = lyre_sat_theory_choice (s);
  uint32_t var = l ? 0 : lyre_sat_best_var (s);
  if (!l && !var)
    return lyre_sat_final_check (s);
  decide (s, l ? l : lyre_sat_with_phase (s, var));
  return LYRE_SAT_GO_ON;
}

static lyre_sat_result learn (lyre_sat *s, cref conflict) {
  if (level_now (s)) {
    lyre_sat_learn (s, conflict);
    return LYRE_SAT_GO_ON;
  }
  lyre_sat_refute (s);
  return LYRE_SAT_NO;
}

static lyre_sat_result step (lyre_sat *s) {
  if (should_stop (s))
    return LYRE_SAT_STOPPED;
  cref conflict = propagate_all (s);
  if (s->unsat)
    return LYRE_SAT_NO;
  if (conflict != NO_CLAUSE)
    return learn (s, conflict);
  if (lyre_sat_reduce_due (s))
    lyre_sat_reduce (s);
  else if (lyre_sat_is_crowded (s))
    lyre_sat_sweep (s);
  if (lyre_sat_renew_due (s))
    lyre_sat_renew_phases (s);
  else if (lyre_sat_restart_due (s))
    lyre_sat_restart (s);
  else
    return advance (s);
  return LYRE_SAT_GO_ON;
}

static lyre_sat_result search (lyre_sat *s) {
  lyre_sat_result r = LYRE_SAT_GO_ON;
  while (r == LYRE_SAT_GO_ON)
    r = step (s);
  return r;
}

/* ---------------------------------------------------------------- answers */

static void forget_answer (lyre_sat *s) {
  lyre_vec_clear (&s->model);
  for (uint32_t i = 0; i < s->core.len; i++)
    s->in_core.data[s->core.data[i]] = 0;
  lyre_vec_clear (&s->core);
}

static void set_assumptions (lyre_sat *s, uint32_t n, const lyre_lit *lits) {
  lyre_vec_clear (&s->assumptions);
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (s->mem, &s->assumptions, inner (lits[i]));
}

static void save_model (lyre_sat *s) {
  lyre_vec_reserve (s->mem, &s->model, s->vals.len);
  memcpy (s->model.data, s->vals.data, s->vals.len);
  s->model.len = s->vals.len;
}

lyre_sat_result lyre_sat_solve (lyre_sat *s, uint32_t n,
                                const lyre_lit *assumptions) {
  forget_answer (s);
  lyre_sat_backtrack (s, 0);
  set_assumptions (s, n, assumptions);
  lyre_sat_forget_targets (s);
  if (s->unsat)
    return LYRE_SAT_NO;
  s->solving = true;
  lyre_sat_result r = search (s);
  s->solving = false;
  if (r == LYRE_SAT_YES)
    save_model (s);
  return r;
}

int lyre_sat_value (const lyre_sat *s, lyre_lit l) {
  lit x = inner (l);
  if (s->solving)
    return value_of (s, x);
  if (x < s->model.len)
    return s->model.data[x];
  return is_fixed (s, x) ? value_of (s, x) : 0;
}

uint32_t lyre_sat_level (const lyre_sat *s, lyre_lit l) {
  return level_of (s, inner (l));
}

bool lyre_sat_fixed (const lyre_sat *s, lyre_lit l) {
  return is_fixed (s, inner (l)) && value_of (s, inner (l)) > 0;
}

bool lyre_sat_failed (const lyre_sat *s, lyre_lit assumption) {
  return s->in_core.data[inner (assumption)];
}

lyre_sat_counts lyre_sat_count (const lyre_sat *s) {
  return s->counts;
}
