#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "api/ctx.h"
#include "differential.h"

static const struct {
  bool fails;
  const char *text;
} verdicts[] = {
#define ROW(NAME, FAILS, TEXT) {FAILS, TEXT},
    VERDICTS (ROW)
#undef ROW
};

bool verdict_fails (verdict v) {
  return verdicts[v].fails;
}

const char *verdict_text (verdict v) {
  return verdicts[v].text;
}

/* -------------------------------------------------------------- evaluation */

static bool holds (lyre_eval *e, lyre_term t) {
  lyre_val v;
  return lyre_eval_term (e, t, &v) && v.b;
}

bool judge_values (problem *p, const lyre_term *values) {
  lyre_ctx *c = p->ctx;
  LYRE_GUARD (c, false);
  lyre_env_start_query (&c->env);
  lyre_eval *e = lyre_eval_new (&c->terms, &c->env.mem);
  bool all = true;
  for (uint32_t i = 0; i < p->n_vars; i++)
    if (values[i].id)
      lyre_eval_set (e, p->vars[i], lyre_value_of (&c->terms, values[i]));
  for (uint32_t i = 0; i < c->assertions.len && all; i++)
    all = holds (e, c->assertions.data[i]);
  lyre_eval_delete (e);
  return all;
}

/* ------------------------------------------------------------ small models */

enum { WORDS = 64, NUMBERS = 10, EFFORT = 8000 };

typedef struct {
  problem *p;
  lyre_eval *eval;
  uint32_t n_words;
  lyre_term words[WORDS], numbers[NUMBERS], bools[2];
  uint32_t last[MAX_VARS * 4]; /* per assertion: variables it needs */
  lyre_term values[MAX_VARS];
  int effort;
} search;

/* All words over a, b and 0 up to length 3: 40 of them. */
static void fill_domains (search *s) {
  lyre_ctx *c = s->p->ctx;
  static const uint32_t letters[] = {'a', 'b', '0'};
  static const int64_t numbers[NUMBERS] = {0, 1, 2, 3, -1, 4, 5, -2, 48, 97};
  for (uint32_t len = 0, count = 1; len <= 3; len++, count *= 3)
    for (uint32_t k = 0; k < count; k++) {
      uint32_t w[3], rest = k;
      for (uint32_t i = 0; i < len; i++, rest /= 3)
        w[i] = letters[rest % 3];
      s->words[s->n_words++] = lyre_mk_string (c, w, len);
    }
  for (int i = 0; i < NUMBERS; i++)
    s->numbers[i] = lyre_mk_int (c, numbers[i]);
  s->bools[0] = lyre_mk_bool (c, false);
  s->bools[1] = lyre_mk_bool (c, true);
}

static uint32_t domain_of (search *s, lyre_term x, const lyre_term **values) {
  switch (lyre_term_sort (s->p->ctx, x).id) {
  case LYRE_ID_STRING:
    *values = s->words;
    return s->n_words;
  case LYRE_ID_INT:
    *values = s->numbers;
    return NUMBERS;
  default:
    *values = s->bools;
    return 2;
  }
}

/* After how many variables an assertion can be evaluated. */
static uint32_t needs (search *s, lyre_term t) {
  lyre_ctx *c = s->p->ctx;
  uint32_t last = 0;
  lyre_term_list vars = lyre_free_vars (&c->terms, &c->env.scratch, 1, &t);
  for (uint32_t k = 0; k < vars.n; k++)
    for (uint32_t i = 0; i < s->p->n_vars; i++)
      if (s->p->vars[i].id == vars.terms[k].id && i + 1 > last)
        last = i + 1;
  return last;
}

static bool fits (search *s, uint32_t n_set) {
  lyre_ctx *c = s->p->ctx;
  for (uint32_t i = 0; i < c->assertions.len; i++)
    if (s->last[i] == n_set && !holds (s->eval, c->assertions.data[i]))
      return false;
  return true;
}

static bool extend (search *s, uint32_t at) {
  if (at == s->p->n_vars)
    return true;
  lyre_ctx *c = s->p->ctx;
  const lyre_term *values;
  uint32_t n = domain_of (s, s->p->vars[at], &values);
  for (uint32_t i = 0; i < n && s->effort-- > 0; i++) {
    lyre_eval_set (s->eval, s->p->vars[at],
                   lyre_value_of (&c->terms, values[i]));
    s->values[at] = values[i];
    if (fits (s, at + 1) && extend (s, at + 1))
      return true;
  }
  return false;
}

static bool run_search (search *s) {
  lyre_ctx *c = s->p->ctx;
  LYRE_GUARD (c, false);
  lyre_env_start_query (&c->env);
  s->eval = lyre_eval_new (&c->terms, &c->env.mem);
  for (uint32_t i = 0; i < c->assertions.len; i++)
    s->last[i] = needs (s, c->assertions.data[i]);
  bool found = fits (s, 0) && extend (s, 0);
  lyre_eval_delete (s->eval);
  return found;
}

static bool has_small_model (problem *p) {
  search s = {.p = p, .effort = EFFORT};
  fill_domains (&s);
  if (p->ctx->assertions.len > MAX_VARS * 4 || !run_search (&s))
    return false;
  memcpy (p->witness, s.values, sizeof s.values);
  return true;
}

static bool has_model (problem *p) {
  return judge_values (p, p->witness) || has_small_model (p);
}

/* ----------------------------------------------------------------- answers */

static uint64_t cpu_ms (void) {
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (uint64_t) t.tv_sec * 1000 + (uint64_t) t.tv_nsec / 1000000;
}

static bool model_holds (problem *p) {
  bool value, all = true;
  for (uint32_t i = 0; i < lyre_n_assertions (p->ctx); i++)
    all &= lyre_value_bool (p->ctx,
                            lyre_value (p->ctx, lyre_assertion (p->ctx, i)),
                            &value) &&
           value;
  return all;
}

/* One check of the assertions as they are. */
static verdict judge_check (problem *p) {
  uint64_t start = cpu_ms ();
  uint64_t refused = p->ctx->env.statistics.gate_failures;
  lyre_result r = lyre_check (p->ctx, 0, NULL);
  if (p->ctx->env.statistics.gate_failures > refused)
    return VERDICT_REFUSED;
  if (cpu_ms () - start > 1000 + 2 * CHECK_MS)
    return VERDICT_LATE;
  if (r == LYRE_SAT)
    return model_holds (p) ? VERDICT_SAT : VERDICT_WRONG_SAT;
  if (r == LYRE_UNSAT)
    return has_model (p) ? VERDICT_WRONG_UNSAT : VERDICT_UNSAT;
  return VERDICT_UNKNOWN;
}

static bool contradict (verdict a, verdict b) {
  return (a == VERDICT_SAT && b == VERDICT_UNSAT) ||
         (a == VERDICT_UNSAT && b == VERDICT_SAT);
}

/* The core alone, after unsat: it must be unsat, too. Ends with the assertions
 * as they were, and another answer. */
static verdict judge_core (problem *p) {
  lyre_ctx *c = p->ctx;
  enum { CAP = 64 };
  lyre_term all[CAP];
  bool in_core[CAP];
  uint32_t n = lyre_n_assertions (c);
  if (n > CAP)
    return VERDICT_UNSAT;
  for (uint32_t i = 0; i < n; i++) {
    all[i] = lyre_assertion (c, i);
    in_core[i] = lyre_core_has_assertion (c, i);
  }
  lyre_reset_assertions (c);
  for (uint32_t i = 0; i < n; i++)
    if (in_core[i])
      lyre_assert (c, all[i]);
  verdict v = judge_check (p);
  lyre_reset_assertions (c);
  for (uint32_t i = 0; i < n; i++)
    lyre_assert (c, all[i]);
  if (v == VERDICT_SAT || v == VERDICT_WRONG_UNSAT)
    return VERDICT_WRONG_CORE;
  return verdict_fails (v) ? v : VERDICT_UNSAT;
}

/* The same problem in two steps; the second is taken back in the end. */
static verdict judge_steps (problem *p, verdict whole) {
  lyre_ctx *c = p->ctx;
  enum { CAP = 64 };
  lyre_term all[CAP];
  uint32_t n = lyre_n_assertions (c);
  if (n > CAP)
    return whole;
  for (uint32_t i = 0; i < n; i++)
    all[i] = lyre_assertion (c, i);
  lyre_reset_assertions (c);
  for (uint32_t i = 0; i < n / 2; i++)
    lyre_assert (c, all[i]);
  verdict half = judge_check (p);
  lyre_push (c, 1);
  for (uint32_t i = n / 2; i < n; i++)
    lyre_assert (c, all[i]);
  verdict again = judge_check (p);
  lyre_pop (c, 1);
  verdict last = judge_check (p);
  for (uint32_t i = n / 2; i < n; i++)
    lyre_assert (c, all[i]);
  if (verdict_fails (half) || verdict_fails (last))
    return verdict_fails (half) ? half : last;
  if (verdict_fails (again))
    return again;
  if (contradict (half, last) || contradict (whole, again) ||
      (half == VERDICT_UNSAT && again == VERDICT_SAT))
    return VERDICT_WRONG_STEPS;
  return whole;
}

verdict judge (problem *p, bool steps) {
  verdict v = judge_check (p);
  if (steps && v == VERDICT_UNSAT)
    v = judge_core (p);
  if (steps && !verdict_fails (v) && lyre_n_assertions (p->ctx) > 1)
    v = judge_steps (p, v);
  return v;
}

verdict judge_apart (const char *text) {
  enum { SECONDS = 20 };
  pid_t child = fork ();
  if (!child) {
    signal (SIGALRM, SIG_DFL);
    alarm (SECONDS);
    problem p = problem_read (text);
    _exit ((int) judge (&p, true));
  }
  int status;
  waitpid (child, &status, 0);
  if (WIFEXITED (status) && WEXITSTATUS (status) < VERDICT_COUNT)
    return (verdict) WEXITSTATUS (status);
  return WIFSIGNALED (status) && WTERMSIG (status) == SIGALRM ? VERDICT_HANG
                                                              : VERDICT_CRASH;
}
