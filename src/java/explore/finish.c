/* A state whose path has ended becomes a result. */
#include <stdio.h>
#include <string.h>

#include "java/explore/internal.h"

void jresults_init (jresults *r, lyre_mem *mem) {
  memset (r, 0, sizeof *r);
  lyre_arena_init (&r->arena, mem);
  r->is_complete = true;
}

void jresults_release (jresults *r) {
  lyre_vec_release (r->arena.mem, &r->paths);
  lyre_arena_release (&r->arena);
}

/* ------------------------------------------------------------------- inputs */

static void take_inputs (jdata *d, jresult *r, uint32_t n_params) {
  uint32_t n = 0, k;
  for (const jinput *i = d->st->inputs; i; i = i->up)
    n += !i->parent;
  jresult_input *list = lyre_arena_array (d->arena, jresult_input, n + 1);
  const jinput **order = lyre_arena_array (d->arena, const jinput *, n + 1);
  k = n;
  for (const jinput *i = d->st->inputs; i; i = i->up)
    if (!i->parent)
      order[--k] = i;
  d->is_before = true;
  for (k = 0; k < n; k++) {
    list[k].name = order[k]->name;
    list[k].type = order[k]->type;
    list[k].value = jdata_make (d, order[k]->value, order[k]->type);
  }
  d->is_before = false;
  lyre_vec_clear (&d->seen);
  r->inputs = list;
  r->n_inputs = n;
  r->n_params = n_params;
}

/* --------------------------------------------------------------- exceptions */

static void take_frames (jdata *d, jresult *r, jref exception) {
  jval trace = jvm_get_field (d->vm, d->st, exception, d->vm->known->backtrace);
  const jobject *o =
      trace.ref ? jstate_object (&d->vm->heap, d->st, trace.ref) : NULL;
  if (!o || o->form != JOBJ_RAW)
    return;
  jresult_frame *frames = lyre_arena_array (d->arena, jresult_frame, o->n + 1u);
  for (uint32_t i = 0; i < o->n; i++) {
    uint64_t entry = (uint64_t) jarray_get (o, i).l;
    const jmethod *m = jvm_method (d->vm, (uint32_t) (entry >> 32));
    if (!m || m->owner->origin == JORIGIN_BUILTIN)
      continue;
    uint32_t pc = (uint32_t) entry;
    frames[r->n_frames++] = (jresult_frame){m, pc, jmethod_line (m, pc)};
  }
  r->frames = frames;
}

static void take_exception (jdata *d, jresult *r) {
  jref e = d->st->result.ref;
  const jobject *o = jstate_object (&d->vm->heap, d->st, e);
  if (!o)
    return;
  r->exception = o->cls->name;
  r->message =
      jdata_make (d, jvm_get_field (d->vm, d->st, e, d->vm->known->message),
                  jnames_text (d->vm->names, "Ljava/lang/String;"));
  take_frames (d, r, e);
  r->is_explicit = !o->is_vm_made && r->n_frames &&
                   r->frames[0].m->owner->origin == JORIGIN_PATH;
}

/* --------------------------------------------------------- condition, cover */

typedef lyre_vec (char) text;

typedef struct {
  lyre_mem *mem;
  text t;
} writer;

static void put (void *user, const char *s, size_t n) {
  writer *w = user;
  for (size_t i = 0; i < n; i++)
    lyre_vec_push (w->mem, &w->t, s[i]);
}

static const char *condition_text (jdata *d) {
  uint32_t n = d->st->path ? d->st->path->depth : 0, k = n;
  lyre_term *conds = lyre_arena_array (&d->vm->scratch, lyre_term, n + 1u);
  for (const jpath *p = d->st->path; p; p = p->up)
    conds[--k] = p->cond;
  writer w = {.mem = d->vm->mem};
  for (k = 0; k < n; k++) {
    lyre_print_term (d->vm->ctx, conds[k], put, &w);
    put (&w, "\n", 1);
  }
  const char *all =
      lyre_arena_text (d->arena, w.t.data ? w.t.data : "", w.t.len);
  lyre_vec_release (w.mem, &w.t);
  return all;
}

typedef struct {
  jdata *d;
  lyre_vec (const jcover *) list;
} covers;

static void take_cover (void *user, uint32_t index, jcount *block) {
  covers *c = user;
  const jcover *from = (const jcover *) block;
  (void) index;
  size_t bytes = sizeof *from + 3 * (size_t) JCOVER_BYTES (from->m);
  jcover *copy = lyre_arena_alloc (c->d->arena, bytes);
  memcpy (copy, from, bytes);
  lyre_vec_push (c->d->vm->mem, &c->list, copy);
}

static void take_covers (jdata *d, jresult *r) {
  covers c = {.d = d};
  jtrie_each (&d->st->cover, take_cover, &c);
  const jcover **list =
      lyre_arena_array (d->arena, const jcover *, c.list.len + 1u);
  if (c.list.len)
    memcpy (list, c.list.data, c.list.len * sizeof *list);
  r->covers = list;
  r->n_covers = c.list.len;
  lyre_vec_release (d->vm->mem, &c.list);
}

/* ---------------------------------------------------------------- the whole */

static bool is_outcome (jend e) {
  return e == JEND_RETURN || e == JEND_THROW || e == JEND_EXIT;
}

/* Outcomes are solved for with the long limit; the rest only if it is free. */
static jfeasible solve (jvm *vm, jstate *st) {
  if (st->witness)
    return JFEASIBLE_YES;
  if (!is_outcome (st->end))
    return JFEASIBLE_UNKNOWN;
  switch (jsolver_leaf (vm->solver, st->path, NULL, &st->witness)) {
  case LYRE_SAT:
    return JFEASIBLE_YES;
  case LYRE_UNSAT:
    return JFEASIBLE_NO;
  default:
    return JFEASIBLE_UNKNOWN;
  }
}

static void note_incomplete (jresults *all, const char *why) {
  all->is_complete = false;
  if (!all->incomplete)
    all->incomplete = lyre_arena_text (&all->arena, why, strlen (why));
}

static void count (jresults *all, const jresult *r, const jstate *st) {
  if (r->feasible == JFEASIBLE_NO) {
    all->infeasible++;
    return;
  }
  if (r->feasible == JFEASIBLE_UNKNOWN) {
    all->unknown++;
    note_incomplete (all, "the solver could not decide a path");
  }
  if (r->end == JEND_BOUND)
    all->bounded++;
  else if (r->end == JEND_UNSUPPORTED)
    all->unsupported++;
  else
    all->finished++;
  if (!is_outcome (r->end))
    note_incomplete (all, r->reason);
  if (st->is_bounded)
    note_incomplete (all, "inputs are bounded");
  if (st->is_inexact)
    note_incomplete (all, "numbers are approximate");
}

jresult *jfinish (jvm *vm, jresults *all, const jmethod *m, jstate *st,
                  uint32_t n_params) {
  if (st->end == JEND_ASSUME || st->end == JEND_INFEASIBLE) {
    all->infeasible++;
    return NULL;
  }
  jresult *r = lyre_arena_new (&all->arena, jresult);
  memset (r, 0, sizeof *r);
  r->method = m;
  r->feasible = solve (vm, st);
  r->end = st->end;
  r->reason = lyre_arena_text (&all->arena, st->reason, strlen (st->reason));
  count (all, r, st);
  if (r->feasible == JFEASIBLE_NO)
    return NULL;
  jdata d = {.vm = vm, .st = st, .witness = st->witness, .arena = &all->arena};
  take_inputs (&d, r, n_params);
  if (r->end == JEND_RETURN)
    r->result = jdata_make (&d, st->result, m->sig.ret_type);
  if (r->end == JEND_THROW)
    take_exception (&d, r);
  r->is_inexact = st->is_inexact || st->is_abstract;
  r->is_bounded = st->is_bounded;
  r->condition = condition_text (&d);
  take_covers (&d, r);
  r->forks = st->forks;
  r->steps = st->steps;
  r->number = all->paths.len + 1;
  lyre_vec_push (all->arena.mem, &all->paths, r);
  lyre_vec_release (vm->mem, &d.seen);
  return r;
}
