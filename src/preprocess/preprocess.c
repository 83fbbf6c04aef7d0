#include "preprocess/preprocess.h"

typedef bool (*pass_fn) (lyre_prep *);

/* The order matters: flattening exposes equations, solving exposes atoms. */
static const pass_fn passes[] = {
    lyre_pass_flatten,
    lyre_pass_solve,
    lyre_pass_flatten,
    lyre_pass_propagate,
};

enum { MAX_ROUNDS = 16 };

void lyre_prep_init (lyre_prep *p, lyre_env *env, lyre_terms *ts, lyre_rw *rw,
                     lyre_mem *mem) {
  *p = (lyre_prep){.env = env, .ts = ts, .rw = rw, .mem = mem};
}

void lyre_prep_release (lyre_prep *p) {
  lyre_vec_release (p->mem, &p->assertions);
  lyre_vec_release (p->mem, &p->defined);
  lyre_vec_release (p->mem, &p->applied);
}

static bool run_passes (lyre_prep *p) {
  bool changed = false;
  for (unsigned i = 0; i < sizeof passes / sizeof *passes; i++) {
    if (p->is_false || p->env->stop)
      return false;
    changed |= passes[i](p);
  }
  return changed;
}

void lyre_preprocess (lyre_prep *p, uint32_t n, const lyre_term *assertions) {
  bool rewrite = p->env->options.rewrite;
  for (uint32_t i = 0; i < n; i++) {
    lyre_term t = rewrite ? lyre_rewrite (p->rw, assertions[i]) : assertions[i];
    lyre_vec_push (p->mem, &p->assertions, t);
  }
  lyre_pass_functions (p);
  if (!p->env->options.preprocess || !rewrite) {
    lyre_pass_flatten (p);
    return;
  }
  for (int round = 0; round < MAX_ROUNDS; round++)
    if (!run_passes (p))
      break;
}

bool lyre_preprocess_extend (const lyre_prep *p, lyre_model *m) {
  bool ok = true;
  lyre_eval *e = lyre_eval_new (p->ts, p->mem);
  lyre_model_load (m, e);
  for (uint32_t i = p->defined.len; ok && i-- > 0;) {
    lyre_definition d = p->defined.data[i];
    lyre_val v;
    ok = lyre_eval_term (e, d.term, &v);
    if (!ok)
      break;
    lyre_model_set (m, d.var, v);
    lyre_eval_set (e, d.var, *lyre_model_get (m, d.var));
  }
  lyre_eval_delete (e);
  return ok && lyre_prep_extend_functions (p, m);
}
