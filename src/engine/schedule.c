#include "engine/schedule.h"

#include <stdio.h>

#include "engine/automata/automata.h"
#include "engine/bits/bits.h"
#include "engine/components.h"
#include "engine/enumerate/enumerate.h"
#include "engine/gate.h"
#include "engine/grammar/grammar.h"
#include "engine/nielsen/nielsen.h"
#include "engine/shape.h"
#include "engine/turns.h"
#include "engine/words/words.h"
#include "preprocess/preprocess.h"

/* The engines, in the order of the option's values after "auto", which is also
 * the order of their turns: how many steps each gets at first, and its share of
 * the work after that on problems that are about languages, equations,
 * functions (shape.h). Some seven steps are a millisecond. The most general
 * engine gets the longest first turn: to go on as a worker it has to start
 * afresh. */
static const struct {
  const lyre_engine *engine;
  uint8_t first, share[LYRE_SHAPES];
} engines[] = {
    {&lyre_engine_grammar, 80, {8, 8, 8}},
    {&lyre_engine_automata, 20, {8, 5, 2}},
    {&lyre_engine_nielsen, 20, {1, 6, 1}},
    {&lyre_engine_enumerate, 16, {1, 1, 1}},
    {&lyre_engine_words, 80, {4, 6, 6}},
    {&lyre_engine_bits, 60, {4, 5, 5}},
};

enum { N_ENGINES = sizeof engines / sizeof *engines };

typedef struct {
  const lyre_problem *original;
  lyre_prep prep;
  lyre_model *model;  /* of all components so far */
  const char *reason; /* why the engines gave up: a phrase for each */
} query;

enum { REASON_CAP = 256 };

static const char *stop_text (lyre_stop stop) {
  switch (stop) {
  case LYRE_STOP_TIME:
    return "timeout";
  case LYRE_STOP_MEMORY:
    return "memout";
  case LYRE_STOP_STEPS:
    return "resourceout";
  default:
    return "interrupted";
  }
}

static const char *incomplete (const lyre_problem *p, const char *why) {
  enum { CAP = REASON_CAP + 32 };
  lyre_env *env = p->env;
  if (env->stop)
    return stop_text (env->stop);
  char *text = lyre_alloc (p->mem, CAP);
  snprintf (text, CAP, "(incomplete \"%s\")", why);
  return text;
}

/* A sat of an engine becomes an answer if the gate lets its model pass. */
static lyre_result through_gate (query *q) {
  const lyre_problem *p = q->original;
  q->reason = "the model could not be checked";
  if (!lyre_preprocess_extend (&q->prep, q->model))
    return LYRE_UNKNOWN;
  lyre_gate_result g = lyre_gate (p->ts, p->mem, q->model, p->n, p->assertions);
  LYRE_ASSERT (g != LYRE_GATE_REFUSE);
  return g == LYRE_GATE_PASS ? LYRE_SAT : LYRE_UNKNOWN;
}

/* Adds the engine's reason to those of the engines before it. */
static void note_reason (query *q, const char *engine, const char *why) {
  char *text = lyre_alloc (q->original->mem, REASON_CAP);
  snprintf (text, REASON_CAP, "%s%s%s: %s", q->reason ? q->reason : "",
            q->reason ? "; " : "", engine, why);
  q->reason = text;
}

static const char *result_text (lyre_result r) {
  return r == LYRE_SAT ? "sat" : r == LYRE_UNSAT ? "unsat" : "unknown";
}

static void add_to_model (lyre_model *m, const lyre_model *part) {
  for (uint32_t i = 0; i < part->vars.len; i++)
    lyre_model_set (m, part->vars.data[i], part->values.data[i]);
}

static void engine_ended (void *user, const lyre_engine *engine,
                          lyre_verdict v) {
  query *q = user;
  lyre_result r = lyre_sound_result (v);
  lyre_say (q->original->env, 1, "engine %s: %s%s%s", engine->name,
            result_text (r), v.reason ? ", " : "", v.reason ? v.reason : "");
  if (!r)
    note_reason (q, engine->name, v.reason ? v.reason : "no answer");
}

static bool has_grammar (const query *q, const lyre_component *c) {
  for (uint32_t i = 0; i < c->n; i++)
    if (lyre_node_of (q->original->ts, c->assertions[i])->flags &
        LYRE_NODE_GRAMMAR)
      return true;
  return false;
}

/* An engine that does not know grammars must not see one. */
static bool may_see (const lyre_engine *engine, bool grammar) {
  return engine->grammars ==
             (grammar ? LYRE_ONLY_GRAMMARS : LYRE_NO_GRAMMARS) ||
         engine->grammars == LYRE_ALSO_GRAMMARS;
}

/* The engines that the option allows and the component is meant for. */
static uint32_t choose_engines (const query *q, const lyre_component *c,
                                lyre_problem_shape shape,
                                lyre_entrant *chosen) {
  int64_t choice = q->original->env->options.engine;
  bool grammar = has_grammar (q, c);
  uint32_t n = 0;
  for (uint32_t i = 0; i < N_ENGINES; i++)
    if (may_see (engines[i].engine, grammar) && (!choice || choice == i + 1))
      chosen[n++] = (lyre_entrant){.engine = engines[i].engine,
                                   .first = engines[i].first,
                                   .share = engines[i].share[shape]};
  return n;
}

static lyre_result solve_component (query *q, const lyre_component *c) {
  lyre_problem p = *q->original;
  p.n = c->n;
  p.assertions = c->assertions;
  lyre_entrant chosen[N_ENGINES];
  uint32_t n = choose_engines (q, c, lyre_shape_of (&p), chosen);
  lyre_model part;
  lyre_model_init (&part, p.mem);
  q->reason = NULL;
  lyre_result r = lyre_take_turns (&p, c, n, chosen, engine_ended, q, &part);
  if (r == LYRE_SAT)
    add_to_model (q->model, &part);
  if (!n)
    note_reason (q, "this engine", "not for problems with these grammars");
  lyre_model_release (&part);
  return r;
}

static bool any_flag (const query *q, uint16_t flag) {
  for (uint32_t i = 0; i < q->prep.assertions.len; i++)
    if (lyre_node_of (q->prep.ts, q->prep.assertions.data[i])->flags & flag)
      return true;
  return false;
}

/* One component without a model refutes all; all must have one. */
static lyre_result solve_components (query *q) {
  lyre_problem p = *q->original;
  p.n = q->prep.assertions.len;
  p.assertions = q->prep.assertions.data;
  lyre_arena arena;
  lyre_arena_init (&arena, p.mem);
  lyre_components parts = lyre_components_find (&p, &arena);
  lyre_result all = LYRE_SAT;
  const char *reason = NULL;
  p.env->statistics.components += parts.n;
  for (uint32_t i = 0; i < parts.n && all != LYRE_UNSAT; i++) {
    lyre_say (p.env, 1, "component %u of %u: %u assertions, %u variables",
              i + 1, parts.n, parts.at[i].n, parts.at[i].n_vars);
    lyre_result r = solve_component (q, &parts.at[i]);
    if (r == LYRE_SAT)
      continue;
    all = r;
    if (!reason)
      reason = q->reason;
    if (p.env->stop)
      break;
  }
  q->reason = reason;
  lyre_arena_release (&arena);
  return all;
}

static lyre_result run_engines (query *q) {
  if (any_flag (q, LYRE_NODE_QUANTIFIED | LYRE_NODE_APPLIES)) {
    q->reason = any_flag (q, LYRE_NODE_QUANTIFIED) ? "quantifiers"
                                                   : "uninterpreted functions";
    return LYRE_UNKNOWN;
  }
  lyre_model_clear (q->model);
  lyre_result r = solve_components (q);
  return r == LYRE_SAT ? through_gate (q) : r;
}

lyre_answer lyre_solve (const lyre_problem *p, lyre_model *model) {
  query q = {.original = p, .model = model};
  lyre_prep_init (&q.prep, p->env, p->ts, p->rw, p->mem);
  lyre_preprocess (&q.prep, p->n, p->assertions);
  lyre_say (p->env, 1, "preprocessed: %u assertions of %u, %u definitions",
            q.prep.assertions.len, p->n, q.prep.defined.len);
  lyre_answer a = {LYRE_UNKNOWN, NULL};
  if (q.prep.is_false)
    a.result = LYRE_UNSAT;
  else if (!p->env->stop)
    a.result = run_engines (&q);
  if (a.result == LYRE_UNKNOWN)
    a.reason = incomplete (p, q.reason);
  lyre_prep_release (&q.prep);
  return a;
}
