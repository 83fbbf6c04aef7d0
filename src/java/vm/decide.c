/* Deciding: which sides of a condition are possible, and forking. */
#include <string.h>

#include "java/vm/internal.h"

/* How often has the branch at the top frame's pc forked in this call? */
static uint16_t *fork_count (jvm *vm, jstate *st) {
  jframe *f = top (vm, st);
  for (unsigned i = 0; i < JFRAME_LOOPS - 1; i++) {
    if (f->loops[i].n && f->loops[i].pc == f->pc)
      return &f->loops[i].n;
    if (!f->loops[i].n) {
      f->loops[i].pc = (uint16_t) f->pc;
      return &f->loops[i].n;
    }
  }
  return &f->loops[JFRAME_LOOPS - 1].n; /* all the others together */
}

static bool within_bounds (jvm *vm, jstate *st) {
  if (st->top && !st->script.len &&
      *fork_count (vm, st) >= vm->limits.max_loops) {
    jvm_end (st, JEND_BOUND, "a branch of %s.%s forked more than %u times",
             st->top->m->owner->name, st->top->m->name, vm->limits.max_loops);
    return false;
  }
  if (st->forks >= vm->limits.max_depth) {
    jvm_end (st, JEND_BOUND, "the path forked more than %u times",
             vm->limits.max_depth);
    return false;
  }
  return true;
}

static void set_witness (jvm *vm, jstate *st, jwitness *w) {
  jwitness_drop (vm->mem, st->witness);
  st->witness = w;
}

static void record (jvm *vm, jstate *st, int64_t answer) {
  lyre_vec_push (vm->mem, &st->script, answer);
  st->script_pos = st->script.len;
}

/* The clone takes the side SIDE; it will run the instruction again. */
static void fork_off (jvm *vm, jstate *st, lyre_term cond, bool side,
                      jwitness *w) {
  jstate *clone = jstate_clone (&vm->heap, st);
  for (uint32_t i = 0; i < st->script.len; i++)
    lyre_vec_push (vm->mem, &clone->script, st->script.data[i]);
  lyre_vec_push (vm->mem, &clone->script, side);
  clone->script_pos = 0;
  clone->n_fresh = st->fresh_mark;
  clone->forks = st->forks;
  jstate_assume (&vm->heap, clone, side ? cond : jt_not (vm, cond));
  set_witness (vm, clone, w);
  vm->forks++;
  vm->fork (vm->user, clone);
}

/* Is the condition itself, or its negation, on the path already? */
static bool on_path (jvm *vm, const jstate *st, lyre_term cond, bool *side) {
  lyre_term negation = jt_not (vm, cond);
  for (const jpath *p = st->path; p; p = p->up)
    if (p->cond.id == cond.id || p->cond.id == negation.id) {
      *side = p->cond.id == cond.id;
      return true;
    }
  return false;
}

typedef struct {
  lyre_result yes, no;
  jwitness *yes_witness, *no_witness;
} sides;

/* Asks about both sides. The state's witness answers for one of them. */
static void ask (jvm *vm, jstate *st, lyre_term cond, sides *s) {
  lyre_term negation = jt_not (vm, cond);
  s->yes =
      jsolver_inner (vm->solver, st->path, cond, st->witness, &s->yes_witness);
  if (s->yes == LYRE_UNSAT) { /* then the path itself leads to the other */
    s->no = LYRE_SAT;
    s->no_witness = st->witness ? jwitness_share (st->witness) : NULL;
    return;
  }
  s->no = jsolver_inner (vm->solver, st->path, negation, st->witness,
                         &s->no_witness);
}

static bool take (jvm *vm, jstate *st, lyre_term cond, bool side, jwitness *w,
                  bool is_forced) {
  if (!is_forced) {
    jstate_assume (&vm->heap, st, side ? cond : jt_not (vm, cond));
    set_witness (vm, st, w);
  } else
    jwitness_drop (vm->mem, w);
  record (vm, st, side);
  return side;
}

/* Both sides: this state stays with the one that its witness takes. */
static bool fork_both (jvm *vm, jstate *st, lyre_term cond, sides *s) {
  if (!within_bounds (vm, st)) {
    jwitness_drop (vm->mem, s->yes_witness);
    jwitness_drop (vm->mem, s->no_witness);
    return false;
  }
  if (st->top && !st->script.len) /* a switch counts once */
    ++*fork_count (vm, st);
  st->forks++;
  st->yield = true;
  bool side = st->witness && s->yes_witness == st->witness;
  fork_off (vm, st, cond, !side, side ? s->no_witness : s->yes_witness);
  return take (vm, st, cond, side, side ? s->yes_witness : s->no_witness,
               false);
}

bool jvm_decide (jvm *vm, jstate *st, lyre_term cond) {
  bool b;
  if (st->end || lyre_value_bool (vm->ctx, cond, &b))
    return !st->end && b;
  if (st->script_pos < st->script.len)
    return st->script.data[st->script_pos++];
  lyre_term simple = lyre_simplify (vm->ctx, cond);
  if (lyre_value_bool (vm->ctx, simple, &b))
    return take (vm, st, cond, b, NULL, true);
  if (on_path (vm, st, cond, &b))
    return take (vm, st, cond, b, NULL, true);
  vm->decisions++;
  sides s = {0};
  ask (vm, st, cond, &s);
  if (s.yes == LYRE_UNSAT || s.no == LYRE_UNSAT) {
    bool side = s.yes != LYRE_UNSAT;
    jwitness *w = side ? s.yes_witness : s.no_witness;
    jwitness_drop (vm->mem, side ? s.no_witness : s.yes_witness);
    return take (vm, st, cond, side, w, true);
  }
  return fork_both (vm, st, cond, &s);
}

void jvm_assume (jvm *vm, jstate *st, lyre_term cond) {
  bool b;
  if (st->end || (lyre_value_bool (vm->ctx, cond, &b) && b))
    return;
  jwitness *w = NULL;
  lyre_result r = jsolver_inner (vm->solver, st->path, cond, st->witness, &w);
  if (r == LYRE_UNSAT) {
    jvm_end (st, JEND_ASSUME, "an assumption does not hold");
    return;
  }
  jstate_assume (&vm->heap, st, cond);
  set_witness (vm, st, w);
}

/* ---------------------------------------------------------- concretisation */

/* A value that the path allows; false after ending the path. */
static bool some_value (jvm *vm, jstate *st, lyre_term t, int64_t *v) {
  if (!st->witness) {
    jwitness *w = NULL;
    lyre_result r = jsolver_leaf (vm->solver, st->path, NULL, &w);
    if (r == LYRE_UNSAT)
      jvm_end (st, JEND_INFEASIBLE, "no input takes this path");
    if (r != LYRE_UNSAT && !w)
      jvm_end (st, JEND_UNSUPPORTED,
               "no value was found for a symbolic number "
               "that must be concrete");
    set_witness (vm, st, w);
    if (st->end)
      return false;
  }
  lyre_term value = jwitness_value (vm->solver, st->witness, t);
  if (value.id && lyre_value_int64 (vm->ctx, value, v))
    return true;
  jvm_end (st, JEND_UNSUPPORTED, "a symbolic number beyond 64 bits");
  return false;
}

int64_t jvm_concretise (jvm *vm, jstate *st, lyre_term t) {
  int64_t v = 0;
  lyre_term simple = lyre_simplify (vm->ctx, t);
  if (lyre_value_int64 (vm->ctx, simple, &v))
    return v;
  for (;;) {
    if (st->script_pos < st->script.len)
      v = st->script.data[st->script_pos++];
    else if (!st->end && some_value (vm, st, t, &v))
      record (vm, st, v);
    if (st->end || jvm_decide (vm, st, jt2 (vm, LYRE_EQ, t, jt_int (vm, v))))
      return v;
  }
}
