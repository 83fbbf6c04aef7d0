#include "engine/automata/automata.h"

#include "engine/automata/conjunction.h"

/* Effort of each attempt. Derivatives answer most questions within the first;
 * automata with antichains see through what makes derivatives many. */
enum {
  FEW_STATES = 20000,
  NFA_STATES = 400000,
  MANY_STATES = 2000000,
  CUTS = 20000,
};

typedef struct {
  const lyre_problem *p;
  lyre_arena arena;
  lyre_translation tr;
  lyre_term x;
  uint32_t n; /* conditions on x, all to be met */
  lyre_re *conditions;
} question;

static bool read_conditions (question *q) {
  const lyre_problem *p = q->p;
  q->conditions = lyre_arena_array (&q->arena, lyre_re, p->n);
  for (uint32_t i = 0; i < p->n; i++)
    if (!lyre_regular_of (&q->tr, p->assertions[i], q->x, &q->conditions[i]))
      return false;
  q->n = p->n;
  return true;
}

static lyre_re_answer by_derivatives (question *q, uint32_t max_states,
                                      const lyre_str **word) {
  lyre_re all = lyre_re_inter (q->tr.pool, q->n, q->conditions);
  return lyre_re_find_word (q->tr.pool, &q->arena, all, 0, LYRE_RE_INF,
                            max_states, word);
}

/* Positive conditions, and the insides of negative ones, as automata. */
static lyre_re_answer by_automata (question *q, const lyre_str **word) {
  const lyre_problem *p = q->p;
  lyre_fa fa = {.env = p->env,
                .arena = &q->arena,
                .mem = p->mem,
                .max_states = NFA_STATES};
  const lyre_nfa **in = lyre_arena_array (&q->arena, const lyre_nfa *, q->n);
  const lyre_nfa **out = lyre_arena_array (&q->arena, const lyre_nfa *, q->n);
  uint32_t n_in = 0, n_out = 0;
  for (uint32_t i = 0; i < q->n; i++) {
    const lyre_re_info *r = lyre_re_look (q->tr.pool, q->conditions[i]);
    bool negative = r->kind == LYRE_RE_KIND_COMP;
    lyre_re inside = negative ? r->parts[0] : q->conditions[i];
    const lyre_nfa *a = lyre_nfa_from_re (&fa, q->tr.pool, inside);
    if (!a)
      return LYRE_RE_GAVE_UP;
    if (negative)
      out[n_out++] = a;
    else
      in[n_in++] = a;
  }
  return lyre_nfa_find (&fa, n_in, in, n_out, out, word);
}

static lyre_re_answer find_word (question *q, const lyre_str **word) {
  lyre_re_answer a = by_derivatives (q, FEW_STATES, word);
  if (a == LYRE_RE_GAVE_UP && !q->p->env->stop)
    a = by_automata (q, word);
  if (a == LYRE_RE_GAVE_UP && !q->p->env->stop)
    a = by_derivatives (q, MANY_STATES, word);
  return a;
}

static lyre_verdict decide (question *q, lyre_model *m) {
  const lyre_str *word = NULL;
  if (!read_conditions (q))
    return lyre_verdict_unknown ("not a question about regular languages");
  switch (find_word (q, &word)) {
  case LYRE_RE_YES:
    lyre_model_set (m, q->x, lyre_val_string (word));
    return lyre_verdict_sat ();
  case LYRE_RE_NO:
    return lyre_verdict_unsat ();
  default:
    return lyre_verdict_unknown ("regular languages too large");
  }
}

/* ------------------------------------------------------- several variables */

/* Those that are literals; others are left out. */
static void add_assertions (const lyre_problem *p, lyre_conjunction *c) {
  for (uint32_t i = 0; i < p->n; i++) {
    lyre_term t = p->assertions[i];
    bool value = lyre_op_of (p->ts, t) != LYRE_NOT;
    if (!value)
      t = lyre_arg_of (p->ts, t, 0);
    if (!lyre_is_connective (p->ts, t))
      lyre_conjunction_add (c, t, value, LYRE_ALWAYS);
  }
  lyre_conjunction_close (c);
}

/* The words are a model if everything that was left out holds, too. */
static bool propose (const lyre_problem *p, lyre_conjunction *c,
                     lyre_term_list vars, lyre_model *m) {
  lyre_eval *e = lyre_eval_new (p->ts, p->mem);
  for (uint32_t i = 0; i < vars.n; i++) {
    lyre_term x = vars.terms[i];
    if (!lyre_has_sort (p->ts, x, LYRE_STRING) ||
        !lyre_map_find (&c->vars, x.id))
      continue;
    uint32_t v = lyre_conjunction_var (c, x);
    lyre_model_set (m, x, lyre_val_string (lyre_system_word (c->system, v)));
  }
  lyre_model_load (m, e);
  bool ok = true;
  for (uint32_t i = 0; i < p->n && ok; i++) {
    lyre_val v;
    ok = lyre_eval_term (e, p->assertions[i], &v) && v.b;
  }
  lyre_eval_delete (e);
  return ok;
}

static lyre_verdict decide_system (question *q, lyre_term_list vars,
                                   lyre_model *m) {
  lyre_workshop shop;
  lyre_conjunction c;
  lyre_workshop_init (&shop, q->p, &q->tr);
  lyre_conjunction_init (&c, &shop, 0);
  add_assertions (q->p, &c);
  lyre_verdict v =
      lyre_verdict_unknown ("more than conditions on regular languages");
  switch (lyre_system_solve (c.system, CUTS)) {
  case LYRE_SYSTEM_YES:
    if (propose (q->p, &c, vars, m))
      v = lyre_verdict_sat ();
    break;
  case LYRE_SYSTEM_NO:
    v = lyre_verdict_unsat ();
    break;
  default:
    break;
  }
  lyre_conjunction_release (&c);
  lyre_workshop_release (&shop);
  return v;
}

static bool any_string (const lyre_problem *p, lyre_term_list vars) {
  for (uint32_t i = 0; i < vars.n; i++)
    if (lyre_has_sort (p->ts, vars.terms[i], LYRE_STRING))
      return true;
  return false;
}

static lyre_verdict solve (const lyre_problem *p, lyre_model *m) {
  question q = {.p = p};
  lyre_arena_init (&q.arena, p->mem);
  lyre_term_list vars = lyre_free_vars (p->ts, &q.arena, p->n, p->assertions);
  lyre_verdict v = lyre_verdict_unknown ("no strings");
  lyre_translation_init (&q.tr, p, &q.arena);
  if (vars.n == 1 && lyre_has_sort (p->ts, vars.terms[0], LYRE_STRING)) {
    q.x = vars.terms[0];
    v = decide (&q, m);
  }
  if (!v.result && !p->env->stop && any_string (p, vars))
    v = decide_system (&q, vars, m);
  lyre_translation_release (&q.tr);
  lyre_arena_release (&q.arena);
  return v;
}

const lyre_engine lyre_engine_automata = {.name = "automata", .solve = solve};
