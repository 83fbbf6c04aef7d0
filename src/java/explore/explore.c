#include "java/explore/explore.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "java/explore/internal.h"

struct jexplore {
  lyre_mem *mem;
  lyre_ctx *ctx;
  jvm *vm;
  jsolver *solver;
  jexplore_settings settings;
  volatile int stop;
  lyre_vec (jstate *) work; /* waiting, in the order they came */
  uint32_t first;           /* of `work` that is still there (bfs) */
  uint32_t turn;            /* coverage: whose turn it is */
  lyre_map reached;         /* method, pc, side of branches: 1 */
  uint64_t paths;
};

void jexplore_settings_default (jexplore_settings *s) {
  *s = (jexplore_settings){.search = JSEARCH_COVERAGE,
                           .max_paths = 1000,
                           .max_seconds = 10,
                           .max_memory = 2ull << 30};
  jvm_limits_default (&s->limits);
  jsolver_settings_default (&s->solver);
}

static void take_clone (void *user, jstate *st) {
  jexplore *x = user;
  lyre_vec_push (x->mem, &x->work, st);
}

/* Terms have the same limit as states. */
static void set_memory_limit (jexplore *x) {
  char text[32];
  snprintf (text, sizeof text, "%zu", x->settings.max_memory >> 20);
  lyre_set_option (x->ctx, "memory", text);
}

jexplore *jexplore_new (lyre_mem *mem, jloader *loader,
                        const jexplore_settings *settings, char error[200]) {
  jexplore *x = lyre_alloc (mem, sizeof *x);
  memset (x, 0, sizeof *x);
  x->mem = mem;
  x->settings = *settings;
  x->ctx = lyre_new ();
  if (!x->ctx) {
    snprintf (error, 200, "no memory");
    jexplore_delete (x);
    return NULL;
  }
  set_memory_limit (x);
  x->solver = jsolver_new (mem, x->ctx, settings->solver);
  x->vm = jvm_new (mem, x->ctx, loader, error);
  if (!x->vm) {
    jexplore_delete (x);
    return NULL;
  }
  x->vm->solver = x->solver;
  x->vm->limits = settings->limits;
  x->vm->fork = take_clone;
  x->vm->user = x;
  x->vm->stop = &x->stop;
  return x;
}

void jexplore_delete (jexplore *x) {
  if (!x)
    return;
  lyre_vec_release (x->mem, &x->work);
  lyre_map_release (x->mem, &x->reached);
  jvm_delete (x->vm);
  jsolver_delete (x->solver);
  lyre_delete (x->ctx);
  lyre_free (x->mem, x);
}

void jexplore_interrupt (jexplore *x) {
  x->stop = 1;
  lyre_interrupt (x->ctx);
}

void jexplore_set_time (jexplore *x, double seconds) {
  x->settings.max_seconds = seconds;
}

jvm *jexplore_vm (jexplore *x) {
  return x->vm;
}

const jsolver_stats *jexplore_solver_stats (const jexplore *x) {
  return jsolver_statistics (x->solver);
}

/* ------------------------------------------------------------------- choice */

/* The side of a branch that a waiting state is about to take. */
static uint64_t target_of (const jstate *st) {
  uint64_t side =
      st->script.len ? (uint64_t) lyre_vec_top (&st->script) & 1 : 2;
  if (!st->top)
    return 0;
  return (uint64_t) st->top->m->index << 32 | (uint64_t) st->top->pc << 2 |
         side;
}

static jstate *remove_at (jexplore *x, uint32_t i) {
  jstate *st = x->work.data[i];
  memmove (x->work.data + i, x->work.data + i + 1,
           (x->work.len - i - 1) * sizeof *x->work.data);
  x->work.len--;
  return st;
}

enum { LOOK_AT = 256 }; /* waiting states that are compared */

/* The newest before new code; otherwise the oldest and the newest in turn. */
static jstate *choose_by_coverage (jexplore *x) {
  uint32_t n = x->work.len, least = n > LOOK_AT ? n - LOOK_AT : 0;
  for (uint32_t i = n; i-- > least;) {
    uint64_t target = target_of (x->work.data[i]);
    if (!lyre_map_find (&x->reached, target)) {
      *lyre_map_at (x->mem, &x->reached, target) = 1;
      return remove_at (x, i);
    }
  }
  return x->turn++ & 1 ? lyre_vec_pop (&x->work) : remove_at (x, 0);
}

static jstate *choose (jexplore *x) {
  switch (x->settings.search) {
  case JSEARCH_DFS:
    return lyre_vec_pop (&x->work);
  case JSEARCH_BFS:
    return remove_at (x, 0);
  default:
    return choose_by_coverage (x);
  }
}

/* --------------------------------------------------------------------- loop */

static double now (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static const char *reason_to_stop (const jexplore *x) {
  if (x->stop)
    return "the run was stopped";
  if (x->vm->deadline && now () > x->vm->deadline)
    return "the time was up";
  if (x->settings.max_paths && x->paths >= x->settings.max_paths)
    return "there are more paths";
  if (x->settings.max_memory && x->mem->root->used > x->settings.max_memory)
    return "the memory was used up";
  return NULL;
}

static void drop_waiting (jexplore *x) {
  while (x->work.len)
    jstate_delete (&x->vm->heap, lyre_vec_pop (&x->work));
}

static void note_stopped (jresults *r, const char *why) {
  r->is_complete = false;
  if (!r->incomplete)
    r->incomplete = lyre_arena_text (&r->arena, why, strlen (why));
}

/* What is explored, and how its first states are made. */
typedef struct job job;
struct job {
  jmethod *m;
  uint32_t n_params; /* with the receiver */
  bool (*start) (jexplore *, job *, jresults *);
};

static void forget_results (jresults *r) {
  lyre_mem *mem = r->arena.mem;
  jresults_release (r);
  jresults_init (r, mem);
}

/* Once through all paths, as far as the limits allow. False if everything has
 * to start again, because strings turned out to be keys (models/map.c). */
static bool explore_once (jexplore *x, job *j, jresults *r) {
  const char *why = NULL;
  x->paths = 0;
  if (!j->start (x, j, r))
    return true;
  while (x->work.len && !(why = reason_to_stop (x))) {
    jstate *st = choose (x);
    jvm_run (x->vm, st);
    if (x->vm->wants_flat_maps) {
      jstate_delete (&x->vm->heap, st);
      drop_waiting (x);
      return false;
    }
    if (!st->end) {
      lyre_vec_push (x->mem, &x->work, st);
      continue;
    }
    const jresult *path = jfinish (x->vm, r, j->m, st, j->n_params);
    x->paths += path != NULL;
    jstate_delete (&x->vm->heap, st);
    if (path && x->settings.enough &&
        x->settings.enough (x->settings.user, path)) {
      why = "enough was found";
      break;
    }
  }
  if (why && x->work.len)
    note_stopped (r, why);
  drop_waiting (x);
  return true;
}

static void explore (jexplore *x, job *j, jresults *r) {
  jvm *vm = x->vm;
  vm->deadline = x->settings.max_seconds ? now () + x->settings.max_seconds : 0;
  vm->has_flat_maps = vm->wants_flat_maps = false;
  lyre_map_clear (&x->reached);
  if (explore_once (x, j, r))
    return;
  forget_results (r);
  vm->wants_flat_maps = false;
  vm->has_flat_maps = true;
  explore_once (x, j, r);
}

/* ----------------------------------------------------------------- starting */

/* Runs the static initialiser of C in a state without frames. */
static bool initialise (jexplore *x, jstate *st, jclass *c) {
  while (!st->end && !jvm_init_class (x->vm, st, c)) {
    while (!st->end && st->top)
      jvm_run (x->vm, st);
    if (st->end == JEND_RETURN)
      st->end = JEND_RUNNING;
  }
  return !st->end;
}

/* The state before the call: classes are initialised. NULL if that fails. */
static jstate *new_start (jexplore *x, jmethod *m, jresults *r) {
  jvm *vm = x->vm;
  jstate *st = jstate_new (&vm->heap);
  st->witness = jwitness_new (x->solver);
  if (jvm_link (vm, m->owner) && m->code_len && initialise (x, st, m->owner))
    return st;
  note_stopped (r, st->end ? st->reason : "a method without code");
  jstate_delete (&vm->heap, st);
  return NULL;
}

static bool is_enum (const jclass *c) {
  return c->access & JACC_ENUM && c->super_name &&
         !strcmp (c->super_name, "java/lang/Enum");
}

/* The constants of an enum, from its static array; 0 if there is none. */
static const jobject *enum_constants (jexplore *x, jstate *st, jclass *c) {
  if (!initialise (x, st, c))
    return NULL;
  const jobject *statics = jstate_statics (st, c);
  for (uint32_t i = 0; i < c->n_fields; i++) {
    const jfield *f = &c->fields[i];
    if (strcmp (f->name, "$VALUES") || !(f->access & JACC_STATIC))
      continue;
    jref r = statics->slots[f->slot].ref;
    return r ? jstate_object (&x->vm->heap, st, r) : NULL;
  }
  return NULL;
}

/* States that wait for their next argument. */
typedef lyre_vec (jstate *) states;

enum { MOST_STARTS = 64 };

/* One more argument, in every state; an enum multiplies the states. */
static void add_argument (jexplore *x, states *all, jname name, jname type,
                          bool may_be_null) {
  jvm *vm = x->vm;
  jclass *c = *type == 'L' ? jvm_class_of_desc (vm, type) : NULL;
  uint32_t n = all->len;
  for (uint32_t i = 0; i < n; i++) {
    jstate *st = all->data[i];
    const jobject *e = c && is_enum (c) ? enum_constants (x, st, c) : NULL;
    for (uint32_t k = 0; e && k < e->n && all->len < MOST_STARTS; k++) {
      jstate *other = jstate_clone (&vm->heap, st);
      jstate_add_input (&vm->heap, other, name, type, jarray_get (e, k));
      lyre_vec_push (x->mem, all, other);
    }
    if (e)
      jstate_add_input (&vm->heap, st, name, type, jnull ());
    else if (!st->end)
      jvm_new_input (vm, st, name, type, may_be_null);
  }
}

/* Pushes the frame: the inputs so far are the arguments, newest first. */
static void call_with_inputs (jexplore *x, jstate *st, jmethod *m) {
  jval args[257] = {0};
  uint32_t n = m->sig.n_params + (m->access & JACC_STATIC ? 0u : 1u), k = n;
  for (const jinput *i = st->inputs; i && k; i = i->up)
    args[--k] = i->value;
  jframe *f = jstate_push (&x->vm->heap, st, m);
  uint32_t slot = 0;
  for (uint32_t i = 0; i < n; i++) {
    f->v[slot] = args[i];
    slot += args[i].kind == 'J' || args[i].kind == 'D' ? 2 : 1;
  }
}

static bool add_receiver (jexplore *x, states *all, jmethod *m, jresults *r) {
  char desc[600];
  snprintf (desc, sizeof desc, "L%.590s;", m->owner->name);
  add_argument (x, all, jnames_text (x->vm->names, "this"),
                jnames_text (x->vm->names, desc), false);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < all->len; i++) {
    jstate *st = all->data[i];
    if (st->inputs && st->inputs->value.ref)
      all->data[kept++] = st;
    else
      jstate_delete (&x->vm->heap, st);
  }
  all->len = kept;
  if (!kept)
    note_stopped (r, "objects of the class cannot be made up");
  return kept;
}

static bool start_method (jexplore *x, job *j, jresults *r) {
  jvm *vm = x->vm;
  jmethod *m = j->m;
  states all = {0};
  vm->concrete_inputs = false;
  jstate *st = new_start (x, m, r);
  if (!st)
    return false;
  lyre_vec_push (x->mem, &all, st);
  j->n_params = m->sig.n_params + (m->access & JACC_STATIC ? 0u : 1u);
  bool ok = m->access & JACC_STATIC || add_receiver (x, &all, m, r);
  for (uint32_t i = 0; ok && i < m->sig.n_params; i++)
    add_argument (x, &all, jmethod_param_name (vm->names, m, i),
                  m->sig.types[i], vm->limits.null_inputs);
  for (uint32_t i = 0; i < all.len; i++) {
    call_with_inputs (x, all.data[i], m);
    lyre_vec_push (x->mem, &x->work, all.data[i]);
  }
  lyre_vec_release (x->mem, &all);
  return ok;
}

static bool start_main (jexplore *x, job *j, jresults *r) {
  jvm *vm = x->vm;
  jclass *strings = jvm_class (vm, "[Ljava/lang/String;");
  jstate *st = strings ? new_start (x, j->m, r) : NULL;
  if (!st)
    return false;
  jframe *f = jstate_push (&vm->heap, st, j->m);
  f->v[0] = jobj (jvm_new_array (vm, st, strings, 0));
  lyre_vec_push (x->mem, &x->work, st);
  return true;
}

void jexplore_method (jexplore *x, jmethod *m, jresults *r) {
  job j = {.m = m, .start = start_method};
  explore (x, &j, r);
}

void jexplore_main (jexplore *x, jclass *c, bool concrete, jresults *r) {
  jvm *vm = x->vm;
  vm->concrete_inputs = concrete;
  jmethod *m =
      jvm_find_method (vm, c, jnames_text (vm->names, "main"),
                       jnames_text (vm->names, "([Ljava/lang/String;)V"));
  if (!m || !(m->access & JACC_STATIC)) {
    note_stopped (r, "there is no main method");
    return;
  }
  job j = {.m = m, .start = start_main};
  explore (x, &j, r);
}
