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

static void explore (jexplore *x, jmethod *m, jstate *st, uint32_t n_params,
                     jresults *r) {
  const char *why = NULL;
  x->paths = 0;
  x->vm->deadline =
      x->settings.max_seconds ? now () + x->settings.max_seconds : 0;
  lyre_vec_push (x->mem, &x->work, st);
  while (x->work.len && !(why = reason_to_stop (x))) {
    st = choose (x);
    jvm_run (x->vm, st);
    if (!st->end) {
      lyre_vec_push (x->mem, &x->work, st);
      continue;
    }
    if (jfinish (x->vm, r, m, st, n_params))
      x->paths++;
    jstate_delete (&x->vm->heap, st);
  }
  if (why && x->work.len)
    note_stopped (r, why);
  drop_waiting (x);
}

void jexplore_method (jexplore *x, jmethod *m, jresults *r) {
  jvm *vm = x->vm;
  jval args[257];
  uint32_t n = 0;
  vm->concrete_inputs = false;
  if (!jvm_link (vm, m->owner) || !m->code_len) {
    note_stopped (r, "a method without code");
    return;
  }
  jstate *st = jvm_start (vm, m, NULL, 0);
  jframe *f = st->top; /* the static initialiser may be above it */
  while (f && f->m != m)
    f = f->up;
  if (!f) {
    jstate_delete (&vm->heap, st);
    note_stopped (r, "the class cannot be initialised");
    return;
  }
  if (!(m->access & JACC_STATIC)) {
    char desc[600];
    snprintf (desc, sizeof desc, "L%.590s;", m->owner->name);
    args[n++] = jvm_new_input (vm, st, jnames_text (vm->names, "this"),
                               jnames_text (vm->names, desc), false);
    if (!args[0].ref) {
      jstate_delete (&vm->heap, st);
      note_stopped (r, "objects of the class cannot be made up");
      return;
    }
  }
  for (uint32_t i = 0; i < m->sig.n_params; i++)
    args[n++] = jvm_new_input (vm, st, jmethod_param_name (vm->names, m, i),
                               m->sig.types[i], vm->limits.null_inputs);
  uint32_t slot = 0;
  for (uint32_t i = 0; i < n; i++) {
    f->v[slot] = args[i];
    slot += args[i].kind == 'J' || args[i].kind == 'D' ? 2 : 1;
  }
  explore (x, m, st, n, r);
}

void jexplore_main (jexplore *x, jclass *c, bool concrete, jresults *r) {
  jvm *vm = x->vm;
  vm->concrete_inputs = concrete;
  jmethod *m =
      jvm_find_method (vm, c, jnames_text (vm->names, "main"),
                       jnames_text (vm->names, "([Ljava/lang/String;)V"));
  jclass *strings = jvm_class (vm, "[Ljava/lang/String;");
  if (!m || !strings || !(m->access & JACC_STATIC)) {
    note_stopped (r, "there is no main method");
    return;
  }
  jval none = jnull ();
  jstate *st = jvm_start (vm, m, &none, 1);
  jframe *f = st->top;
  while (f && f->m != m)
    f = f->up;
  if (f)
    f->v[0] = jobj (jvm_new_array (vm, st, strings, 0));
  explore (x, m, st, 0, r);
}
