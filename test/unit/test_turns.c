/* Engines taking turns: who wins, what is sent, and that turns repeat. */
#include "fixture.h"

#include <unistd.h>

#include "engine/turns.h"

typedef struct {
  fixture f;
  lyre_rw *rw;
  lyre_mem query;
  lyre_model model;
  lyre_term vars[4]; /* String, Int, Real, Bool */
  char order[256];
} bench;

static void set_up (bench *b) {
  memset (b, 0, sizeof *b);
  fixture_init (&b->f);
  lyre_mem_init (&b->query, &b->f.env.mem);
  b->rw = lyre_rw_new (&b->f.ts, &b->f.env.mem);
  lyre_model_init (&b->model, &b->query);
  b->vars[0] = var (&b->f, "s", LYRE_STRING);
  b->vars[1] = var (&b->f, "i", LYRE_INT);
  b->vars[2] = var (&b->f, "r", LYRE_REAL);
  b->vars[3] = var (&b->f, "b", LYRE_BOOL);
}

static void tear_down (bench *b) {
  lyre_model_release (&b->model);
  lyre_rw_delete (b->rw);
  lyre_mem_release (&b->query);
  fixture_release (&b->f);
}

static void note_end (void *user, const lyre_engine *engine, lyre_verdict v) {
  bench *b = user;
  (void) v;
  strncat (b->order, engine->name, sizeof b->order - strlen (b->order) - 1);
}

/* ------------------------------------------------------- engines for tests */

/* Polls for so many steps. */
static bool busy (const lyre_problem *p, uint64_t steps) {
  uint64_t end = p->env->steps + steps;
  while (p->env->steps < end)
    if (lyre_poll (p->env, LYRE_POLL_EVAL))
      return false;
  return true;
}

static lyre_verdict give_values (const lyre_problem *p, lyre_model *m) {
  lyre_arena *a = &m->arena;
  lyre_term_list vars = lyre_free_vars (p->ts, a, p->n, p->assertions);
  uint32_t wide[] = {'x', 0x2FFFF, 0};
  for (uint32_t i = 0; i < vars.n; i++)
    switch (lyre_sort_of (p->ts, vars.terms[i]).id) {
    case LYRE_ID_BOOL:
      lyre_model_set (m, vars.terms[i], lyre_val_bool (true));
      break;
    case LYRE_ID_INT:
      lyre_model_set (m, vars.terms[i],
                      lyre_val_int (lyre_int_parse (
                          a, "-123456789012345678901234567890", 31)));
      break;
    case LYRE_ID_REAL:
      lyre_model_set (m, vars.terms[i],
                      lyre_val_real (lyre_rat_make (a, lyre_int_from (a, -7),
                                                    lyre_int_from (a, 3))));
      break;
    default:
      lyre_model_set (m, vars.terms[i],
                      lyre_val_string (lyre_str_from_wide (a, wide, 3)));
    }
  return lyre_verdict_sat ();
}

static lyre_verdict slow_sat (const lyre_problem *p, lyre_model *m) {
  return busy (p, 900) ? give_values (p, m) : lyre_verdict_unknown ("stopped");
}

static lyre_verdict slower_sat (const lyre_problem *p, lyre_model *m) {
  return busy (p, 4000) ? give_values (p, m) : lyre_verdict_unknown ("stopped");
}

static lyre_verdict endless (const lyre_problem *p, lyre_model *m) {
  (void) m;
  busy (p, UINT64_MAX / 2);
  return lyre_verdict_unknown ("stopped");
}

static lyre_verdict quits (const lyre_problem *p, lyre_model *m) {
  (void) p;
  (void) m;
  return lyre_verdict_unknown ("not for me");
}

/* Its unsat does not count. */
static lyre_verdict under (const lyre_problem *p, lyre_model *m) {
  (void) p;
  (void) m;
  return (lyre_verdict){LYRE_UNSAT, LYRE_UNDER, NULL};
}

static lyre_verdict dies (const lyre_problem *p, lyre_model *m) {
  (void) m;
  if (busy (p, 500))
    lyre_mem_fail (p->mem->root, LYRE_FAIL_LIMIT);
  return lyre_verdict_unknown ("stopped");
}

static const lyre_engine a_slow = {.name = "a", .solve = slow_sat};
static const lyre_engine b_slower = {.name = "b", .solve = slower_sat};
static const lyre_engine e_endless = {.name = "e", .solve = endless};
static const lyre_engine q_quits = {.name = "q", .solve = quits};
static const lyre_engine u_under = {.name = "u", .solve = under};
static const lyre_engine d_dies = {.name = "d", .solve = dies};

/* ------------------------------------------------------------------- tests */

static lyre_result contest_over (bench *b, uint32_t n,
                                 const lyre_engine *const *engines) {
  lyre_terms *ts = &b->f.ts;
  lyre_term all[4];
  for (uint32_t i = 0; i < 4; i++)
    all[i] = lyre_t2 (ts, LYRE_EQ, b->vars[i], b->vars[i]);
  lyre_problem p = {.env = &b->f.env,
                    .ts = ts,
                    .rw = b->rw,
                    .mem = &b->query,
                    .n = 4,
                    .assertions = all};
  lyre_component c = {.n = 4, .assertions = all, .n_vars = 4, .vars = b->vars};
  lyre_entrant entrants[LYRE_MAX_ENTRANTS];
  for (uint32_t i = 0; i < n; i++)
    entrants[i] = (lyre_entrant){engines[i], 16, 4};
  return lyre_take_turns (&p, &c, n, entrants, note_end, b, &b->model);
}

static const lyre_val *value (bench *b, uint32_t i) {
  const lyre_val *v = lyre_model_get (&b->model, b->vars[i]);
  assert_non_null (v);
  return v;
}

/* Values of all sorts come through the channel as they were. */
static void values_arrive (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  const lyre_engine *engines[] = {&e_endless, &q_quits, &a_slow};
  assert_int_equal (contest_over (&b, 3, engines), LYRE_SAT);
  assert_string_equal (b.order, "qa");
  const lyre_str *s = value (&b, 0)->s;
  assert_int_equal (s->len, 3);
  assert_int_equal (lyre_str_at (s, 1), 0x2FFFF);
  assert_string_equal (lyre_int_text (&b.model.arena, value (&b, 1)->i),
                       "-123456789012345678901234567890");
  lyre_rat r = value (&b, 2)->r;
  assert_string_equal (lyre_int_text (&b.model.arena, r.num), "-7");
  assert_string_equal (lyre_int_text (&b.model.arena, r.den), "3");
  assert_true (value (&b, 3)->b);
  tear_down (&b);
}

/* The one that needs fewer steps wins, wherever it stands, every time. */
static void steps_decide (void **state) {
  (void) state;
  for (int i = 0; i < 6; i++) {
    bench b;
    set_up (&b);
    b.f.env.options.threads = 1;
    const lyre_engine *engines[] = {i % 2 ? &a_slow : &b_slower, &e_endless,
                                    i % 2 ? &b_slower : &a_slow};
    assert_int_equal (contest_over (&b, 3, engines), LYRE_SAT);
    assert_string_equal (b.order, "a");
    tear_down (&b);
  }
}

static void threads_work_together (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  b.f.env.options.threads = 3;
  const lyre_engine *engines[] = {&b_slower, &e_endless, &a_slow};
  assert_int_equal (contest_over (&b, 3, engines), LYRE_SAT);
  tear_down (&b);
}

/* An answer that is no proof, an engine that gives up and one whose memory
 * runs out leave the question open, and the context in order. */
static void failures_are_no_answers (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  const lyre_engine *engines[] = {&u_under, &q_quits, &d_dies, &a_slow};
  assert_int_equal (contest_over (&b, 3, engines), LYRE_UNKNOWN);
  assert_string_equal (b.order, "uqd");
  assert_int_equal (b.f.env.stop, LYRE_STOP_NONE);
  assert_int_equal (contest_over (&b, 4, engines), LYRE_SAT);
  tear_down (&b);
}

static void deadlines_hold (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  uint64_t start = lyre_now_ns ();
  b.f.env.deadline_ns = start + 200000000u;
  const lyre_engine *engines[] = {&e_endless, &e_endless};
  assert_int_equal (contest_over (&b, 2, engines), LYRE_UNKNOWN);
  assert_int_equal (b.f.env.stop, LYRE_STOP_TIME);
  assert_true (lyre_now_ns () - start < 5000000000u);
  tear_down (&b);
}

static void step_limits_hold (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  b.f.env.step_limit = 2000;
  const lyre_engine *engines[] = {&e_endless, &e_endless};
  assert_int_equal (contest_over (&b, 2, engines), LYRE_UNKNOWN);
  assert_int_equal (b.f.env.stop, LYRE_STOP_STEPS);
  tear_down (&b);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (values_arrive),
      cmocka_unit_test (steps_decide),
      cmocka_unit_test (threads_work_together),
      cmocka_unit_test (failures_are_no_answers),
      cmocka_unit_test (deadlines_hold),
      cmocka_unit_test (step_limits_hold),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
