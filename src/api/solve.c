/* Solving through lyre.h: assertions, levels, checks, values, cores. */
#include <string.h>

#include "api/ctx.h"

void lyre_forget_answer (lyre_ctx *c) {
  c->has_answer = false;
  c->result = LYRE_UNKNOWN;
  c->reason = NULL;
  c->eval = NULL;
  c->core = NULL;
  c->n_core = 0;
  lyre_mem_release (&c->answer);
  lyre_model_init (&c->model, &c->answer);
}

/* ------------------------------------------------------ assertions, levels */

lyre_status lyre_assert (lyre_ctx *c, lyre_term t) {
  if (!lyre_term_ok (c, t) || !lyre_has_sort (&c->terms, t, LYRE_BOOL)) {
    lyre_complain (c, "an assertion must be a term of sort Bool");
    return LYRE_ERROR;
  }
  LYRE_GUARD (c, LYRE_NOMEM);
  lyre_forget_answer (c);
  lyre_vec_push (&c->env.mem, &c->assertions, t);
  return LYRE_OK;
}

static void push_levels (lyre_ctx *c, uint32_t n) {
  lyre_vec_reserve (&c->env.mem, &c->levels, (uint64_t) c->levels.len + n);
  while (n--)
    lyre_vec_push (&c->env.mem, &c->levels, c->assertions.len);
}

lyre_status lyre_push (lyre_ctx *c, uint32_t n) {
  LYRE_GUARD (c, LYRE_NOMEM);
  lyre_forget_answer (c);
  push_levels (c, n);
  return LYRE_OK;
}

lyre_status lyre_pop (lyre_ctx *c, uint32_t n) {
  if (n > c->levels.len) {
    lyre_complain (c, "cannot pop %u levels, there are %u", n, c->levels.len);
    return LYRE_ERROR;
  }
  lyre_forget_answer (c);
  if (n) {
    c->levels.len -= n;
    c->assertions.len = c->levels.data[c->levels.len];
  }
  return LYRE_OK;
}

uint32_t lyre_levels (const lyre_ctx *c) {
  return c->levels.len;
}

lyre_status lyre_reset_assertions (lyre_ctx *c) {
  lyre_forget_answer (c);
  c->levels.len = c->assertions.len = 0;
  return LYRE_OK;
}

uint32_t lyre_n_assertions (const lyre_ctx *c) {
  return c->assertions.len;
}

lyre_term lyre_assertion (const lyre_ctx *c, uint32_t i) {
  return i < c->assertions.len ? c->assertions.data[i] : LYRE_NO_TERM;
}

/* ------------------------------------------------------------------ checks */

lyre_answer lyre_ctx_solve (lyre_ctx *c, uint32_t n, const lyre_term *terms) {
  lyre_problem p = {.env = &c->env,
                    .ts = &c->terms,
                    .rw = lyre_ctx_rewriter (c),
                    .mem = &c->query,
                    .n = n,
                    .assertions = terms};
  return lyre_solve (&p, &c->model);
}

static void keep_reason (lyre_ctx *c, const char *reason) {
  c->reason = lyre_arena_text (&c->model.arena, reason, strlen (reason));
}

static lyre_result check (lyre_ctx *c, uint32_t n_extra,
                          const lyre_term *extra) {
  lyre_arena *scratch = &c->env.scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  uint32_t n = c->assertions.len + n_extra;
  lyre_term *all = lyre_arena_array (scratch, lyre_term, n);
  if (c->assertions.len)
    memcpy (all, c->assertions.data, c->assertions.len * sizeof *all);
  if (n_extra)
    memcpy (all + c->assertions.len, extra, n_extra * sizeof *all);
  uint64_t start = lyre_now_ns ();
  lyre_answer a = lyre_ctx_solve (c, n, all);
  if (a.result == LYRE_UNSAT)
    lyre_note_core (c, n, all, lyre_now_ns () - start);
  else if (a.result == LYRE_UNKNOWN)
    keep_reason (c, a.reason);
  lyre_arena_cut (scratch, mark);
  lyre_mem_release (&c->query);
  return a.result;
}

/* A check that failed for want of memory is an unknown like any other. */
static lyre_result guarded_check (lyre_ctx *c, uint32_t n,
                                  const lyre_term *assumptions) {
  jmp_buf escape;
  c->env.mem.escape = &escape;
  int why = setjmp (escape);
  if (!why)
    return check (c, n, assumptions);
  lyre_failed (c, why);
  c->reason = why == LYRE_FAIL_TOO_LARGE ? "resourceout" : "memout";
  return LYRE_UNKNOWN;
}

static bool assumptions_ok (lyre_ctx *c, uint32_t n, const lyre_term *ts) {
  for (uint32_t i = 0; i < n; i++)
    if (!lyre_term_ok (c, ts[i]) ||
        !lyre_has_sort (&c->terms, ts[i], LYRE_BOOL)) {
      lyre_complain (c, "an assumption must be a term of sort Bool");
      return false;
    }
  return true;
}

lyre_result lyre_check (lyre_ctx *c, uint32_t n, const lyre_term *assumptions) {
  lyre_forget_answer (c);
  if (!assumptions_ok (c, n, assumptions)) {
    c->reason = "(incomplete \"bad assumption\")";
    return LYRE_UNKNOWN;
  }
  lyre_env_start_query (&c->env);
  c->env.statistics.checks++;
  c->n_assumptions = n;
  c->result = guarded_check (c, n, assumptions);
  if (c->env.stop == LYRE_STOP_INTERRUPT)
    lyre_clear_interrupt (c);
  c->has_answer = true;
  return c->result;
}

const char *lyre_reason_unknown (const lyre_ctx *c) {
  return c->result == LYRE_UNKNOWN ? c->reason : NULL;
}

/* ------------------------------------------------------------------ values */

static lyre_term value (lyre_ctx *c, lyre_term t) {
  if (!c->eval) {
    lyre_eval *e = lyre_eval_new (&c->terms, &c->answer);
    lyre_model_load (&c->model, e);
    c->eval = e;
  }
  lyre_val v;
  if (lyre_eval_term (c->eval, t, &v))
    return lyre_node_value (&c->terms, v);
  lyre_complain (c, "the term cannot be evaluated");
  return LYRE_NO_TERM;
}

lyre_term lyre_value (lyre_ctx *c, lyre_term t) {
  if (!c->has_answer || c->result != LYRE_SAT || !lyre_term_ok (c, t)) {
    lyre_complain (c, "there is no model for this term");
    return LYRE_NO_TERM;
  }
  LYRE_GUARD (c, LYRE_NO_TERM);
  lyre_env_start_query (&c->env);
  return value (c, t);
}

/* Are the arguments those of the point? */
static lyre_term is_point (lyre_terms *ts, const lyre_node *point,
                           const lyre_term *args) {
  lyre_term t = lyre_t_true (ts);
  for (uint32_t i = point->n_args; i-- > 0;) {
    lyre_term same = lyre_t2 (ts, LYRE_EQ, args[i], point->args[i]);
    t = i + 1 == point->n_args ? same : lyre_t2 (ts, LYRE_AND, same, t);
  }
  return t;
}

static lyre_term fun_value (lyre_ctx *c, lyre_fun f, const lyre_term *args) {
  lyre_terms *ts = &c->terms;
  const lyre_model *m = &c->model;
  lyre_term other = lyre_node_var (ts, "other", ts->symbols.data[f.id].sort);
  lyre_term t = value (c, other);
  for (uint32_t i = m->vars.len; t.id && i-- > 0;) {
    const lyre_node *n = lyre_node_of (ts, m->vars.data[i]);
    lyre_term v = lyre_node_value (ts, m->values.data[i]);
    if (n->op == LYRE_APPLY && n->symbol == f.id && !lyre_same (v, t))
      t = lyre_t3 (ts, LYRE_ITE, is_point (ts, n, args), v, t);
  }
  return t;
}

lyre_term lyre_fun_value (lyre_ctx *c, lyre_fun f, uint32_t n,
                          const lyre_term *args) {
  bool ok = c->has_answer && c->result == LYRE_SAT && n &&
            n == lyre_fun_n_args (c, f);
  for (uint32_t i = 0; i < n && ok; i++)
    ok = lyre_term_ok (c, args[i]) &&
         lyre_has_sort (&c->terms, args[i], lyre_fun_arg_sort (c, f, i));
  if (!ok) {
    lyre_complain (c, "there is no model for this function");
    return LYRE_NO_TERM;
  }
  LYRE_GUARD (c, LYRE_NO_TERM);
  lyre_env_start_query (&c->env);
  return fun_value (c, f, args);
}

static bool assignment_ok (lyre_ctx *c, uint32_t n, const lyre_term *vars,
                           const lyre_term *values) {
  for (uint32_t i = 0; i < n; i++)
    if (!lyre_term_ok (c, vars[i]) || !lyre_term_ok (c, values[i]) ||
        lyre_op_of (&c->terms, vars[i]) != LYRE_VAR ||
        !lyre_term_is_value (c, values[i]) ||
        !lyre_has_sort (&c->terms, values[i],
                        lyre_sort_of (&c->terms, vars[i]))) {
      lyre_complain (c, "an assignment needs variables, and constants of "
                        "their sorts");
      return false;
    }
  return true;
}

static lyre_term evaluate (lyre_ctx *c, lyre_term t, uint32_t n,
                           const lyre_term *vars, const lyre_term *values) {
  lyre_eval *e = lyre_eval_new (&c->terms, &c->query);
  for (uint32_t i = 0; i < n; i++)
    lyre_eval_set (e, vars[i], lyre_value_of (&c->terms, values[i]));
  lyre_val v;
  lyre_term result = LYRE_NO_TERM;
  if (lyre_eval_term (e, t, &v))
    result = lyre_node_value (&c->terms, v);
  else
    lyre_complain (c, "the term cannot be evaluated");
  lyre_eval_delete (e);
  return result;
}

lyre_term lyre_evaluate (lyre_ctx *c, lyre_term t, uint32_t n,
                         const lyre_term *vars, const lyre_term *values) {
  if (!lyre_term_ok (c, t)) {
    lyre_complain (c, "there is nothing to evaluate");
    return LYRE_NO_TERM;
  }
  if (!assignment_ok (c, n, vars, values))
    return LYRE_NO_TERM;
  LYRE_GUARD (c, LYRE_NO_TERM);
  lyre_env_start_query (&c->env);
  return evaluate (c, t, n, vars, values);
}
