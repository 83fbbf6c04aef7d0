#include "engine/worker.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a worker sends: TURN_OVER any number of times, then ANSWER, followed by
 * the answer up to the end of the stream. */
enum { TURN_OVER = 'o', ANSWER = 'a' };

/* ---------------------------------------------------------------- channel */

static bool send_all (int fd, const void *data, size_t n) {
  for (const char *at = data; n;) {
    ssize_t sent = send (fd, at, n, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return false;
    at += sent;
    n -= (size_t) sent;
  }
  return true;
}

static bool receive_all (int fd, void *data, size_t n) {
  for (char *at = data; n;) {
    ssize_t got = read (fd, at, n);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    at += got;
    n -= (size_t) got;
  }
  return true;
}

/* ------------------------------------------------------- values as bytes */

static void put (lyre_mem *mem, lyre_chars *out, const void *data, size_t n) {
  lyre_vec_reserve (mem, out, (uint64_t) out->len + n);
  if (n)
    memcpy (out->data + out->len, data, n);
  out->len += (uint32_t) n;
}

static void put_u32 (lyre_mem *mem, lyre_chars *out, uint32_t x) {
  put (mem, out, &x, sizeof x);
}

static void put_text (lyre_mem *mem, lyre_chars *out, const char *text) {
  uint32_t n = (uint32_t) strlen (text);
  put_u32 (mem, out, n);
  put (mem, out, text, n);
}

static void put_string (lyre_mem *mem, lyre_chars *out, const lyre_str *s) {
  put_u32 (mem, out, s->len);
  for (uint32_t i = 0; i < s->len; i++)
    put_u32 (mem, out, lyre_str_at (s, i));
}

/* False for a value that only the worker's own tables can explain. */
static bool put_value (lyre_mem *mem, lyre_arena *arena, lyre_chars *out,
                       lyre_val v) {
  put_u32 (mem, out, v.sort.id);
  switch (v.sort.id) {
  case LYRE_ID_BOOL:
    put_u32 (mem, out, v.b);
    return true;
  case LYRE_ID_INT:
    put_text (mem, out, lyre_int_text (arena, v.i));
    return true;
  case LYRE_ID_REAL:
    put_text (mem, out, lyre_int_text (arena, v.r.num));
    put_text (mem, out, lyre_int_text (arena, v.r.den));
    return true;
  case LYRE_ID_STRING:
    put_string (mem, out, v.s);
    return true;
  case LYRE_ID_REGLAN:
    return false;
  default:
    put_u32 (mem, out, v.element);
    return true;
  }
}

/* A reader that stays at the end once it is there. */
typedef struct {
  const char *at, *end;
  bool ok;
} reader;

static const void *take (reader *r, size_t n) {
  static const char zeros[16];
  if (!r->ok || (size_t) (r->end - r->at) < n) {
    r->ok = false;
    return zeros;
  }
  const char *data = r->at;
  r->at += n;
  return data;
}

static uint32_t take_u32 (reader *r) {
  uint32_t x;
  memcpy (&x, take (r, sizeof x), sizeof x);
  return x;
}

static const char *take_text (reader *r, uint32_t *n) {
  *n = take_u32 (r);
  const char *text = take (r, *n);
  if (!r->ok)
    *n = 0;
  return text;
}

static lyre_int take_int (reader *r, lyre_arena *arena) {
  uint32_t n;
  const char *text = take_text (r, &n);
  return n ? lyre_int_parse (arena, text, n) : LYRE_INT_ZERO;
}

static const lyre_str *take_string (reader *r, lyre_arena *arena) {
  uint32_t n = take_u32 (r);
  const char *data = take (r, (size_t) n * sizeof (uint32_t));
  if (!r->ok)
    return &lyre_str_empty;
  uint32_t *chars = lyre_arena_array (arena, uint32_t, n);
  memcpy (chars, data, (size_t) n * sizeof *chars);
  return lyre_str_from_wide (arena, chars, n);
}

static lyre_val take_value (reader *r, lyre_arena *arena) {
  lyre_val v = {.sort = {take_u32 (r)}};
  switch (v.sort.id) {
  case LYRE_ID_BOOL:
    v.b = take_u32 (r) != 0;
    break;
  case LYRE_ID_INT:
    v.i = take_int (r, arena);
    break;
  case LYRE_ID_REAL:
    v.r.num = take_int (r, arena);
    v.r.den = take_int (r, arena);
    break;
  case LYRE_ID_STRING:
    v.s = take_string (r, arena);
    break;
  default:
    v.element = take_u32 (r);
    break;
  }
  return v;
}

/* ----------------------------------------------------------------- answers */

/* Verdict, statistics, then the values of the component's variables by their
 * positions in it. */
static void put_answer (const lyre_worker *w, lyre_verdict v,
                        const lyre_model *m, lyre_chars *out) {
  lyre_mem *mem = w->problem->mem;
  lyre_arena arena;
  lyre_arena_init (&arena, mem);
  put_u32 (mem, out, v.result);
  put_u32 (mem, out, v.precision);
  put_text (mem, out, v.reason ? v.reason : "");
  put (mem, out, &w->problem->env->statistics, sizeof (lyre_statistics));
  for (uint32_t i = 0; v.result == LYRE_SAT && i < w->component->n_vars; i++) {
    const lyre_val *value = lyre_model_get (m, w->component->vars[i]);
    if (!value)
      continue;
    put_u32 (mem, out, i);
    if (!put_value (mem, &arena, out, *value)) {
      out->len = 0;
      put_answer (w, lyre_verdict_unknown ("a value that cannot be sent"), m,
                  out);
      break;
    }
  }
  lyre_arena_release (&arena);
}

static void take_model (lyre_worker *w, reader *r) {
  lyre_arena arena;
  lyre_arena_init (&arena, w->problem->mem);
  while (r->ok && r->at < r->end) {
    uint32_t i = take_u32 (r);
    lyre_val v = take_value (r, &arena);
    if (r->ok && i < w->component->n_vars)
      lyre_model_set (&w->model, w->component->vars[i], v);
  }
  lyre_arena_release (&arena);
}

/* What the worker counted comes on top of what was there when it forked. */
static void add_statistics (lyre_worker *w, const lyre_statistics *theirs) {
  lyre_statistics *ours = &w->problem->env->statistics;
#define ADD(FIELD, NAME) ours->FIELD += theirs->FIELD - w->statistics.FIELD;
  LYRE_STATISTICS (ADD)
#undef ADD
}

static void take_answer (lyre_worker *w) {
  w->verdict = lyre_verdict_unknown ("out of memory");
  if (!w->answer.len)
    return;
  reader r = {w->answer.data + 1, w->answer.data + w->answer.len, true};
  lyre_verdict v = {.result = (lyre_result) take_u32 (&r)};
  v.precision = (lyre_precision) take_u32 (&r);
  uint32_t n;
  const char *reason = take_text (&r, &n);
  lyre_statistics theirs;
  const void *data = take (&r, sizeof theirs);
  if (!r.ok)
    return;
  memcpy (&theirs, data, sizeof theirs);
  add_statistics (w, &theirs);
  take_model (w, &r);
  if (!r.ok)
    return;
  if (n)
    v.reason = lyre_arena_text (&w->model.arena, reason, n);
  w->verdict = v;
}

/* --------------------------------------------------------------- the child */

static void wait_for_turn (lyre_env *env) {
  int fd = *(const int *) env->pause_user;
  char over = TURN_OVER;
  uint64_t steps;
  if (!send_all (fd, &over, 1) || !receive_all (fd, &steps, sizeof steps))
    _exit (0); /* nobody is interested any more */
  env->pause_at = env->steps + steps;
}

static void work (const lyre_worker *w, int fd) {
  lyre_env *env = w->problem->env;
  uint64_t steps;
  if (!receive_all (fd, &steps, sizeof steps))
    return;
  env->pause = wait_for_turn;
  env->pause_user = &fd;
  env->pause_at = env->steps + steps;
  lyre_model m;
  lyre_model_init (&m, w->problem->mem);
  lyre_verdict v = w->engine->solve (w->problem, &m);
  env->pause_at = 0;
  lyre_chars out = {0};
  char answer = ANSWER;
  put_answer (w, v, &m, &out);
  if (send_all (fd, &answer, 1))
    send_all (fd, out.data, out.len);
}

/* The process ends here and touches nothing that it shares with its parent. A
 * failed allocation must not find its way back to the parent's code. */
static void child (const lyre_worker *w, int fd) {
  jmp_buf escape;
  lyre_env *env = w->problem->env;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  env->talk = 0;
  env->soft_memory = w->soft_memory;
  if (!setjmp (escape)) {
    w->problem->mem->root->escape = &escape;
    work (w, fd);
  }
  _exit (0);
}

/* -------------------------------------------------------------- the parent */

bool lyre_worker_start (lyre_worker *w, const lyre_engine *engine,
                        const lyre_problem *p, const lyre_component *c,
                        size_t soft_memory) {
  int ends[2];
  *w = (lyre_worker){.engine = engine,
                     .problem = p,
                     .component = c,
                     .state = LYRE_WORKER_WAITS,
                     .channel = -1,
                     .soft_memory = soft_memory,
                     .statistics = p->env->statistics};
  lyre_model_init (&w->model, p->mem);
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return false;
  w->pid = fork ();
  if (!w->pid) {
    close (ends[0]);
    child (w, ends[1]);
  }
  close (ends[1]);
  w->channel = ends[0];
  return w->pid > 0;
}

void lyre_worker_end (lyre_worker *w) {
  if (w->channel >= 0)
    close (w->channel);
  if (w->pid > 0) {
    kill (w->pid, SIGKILL);
    while (waitpid (w->pid, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  w->channel = -1;
  w->pid = 0;
  lyre_vec_release (w->problem->mem, &w->answer);
  lyre_model_release (&w->model);
}

void lyre_worker_go (lyre_worker *w, uint64_t steps) {
  w->state = LYRE_WORKER_WORKS;
  w->turn = steps;
  w->since_ns = lyre_now_ns ();
  /* If it is gone, reading finds out. */
  send_all (w->channel, &steps, sizeof steps);
}

static void end_of_stream (lyre_worker *w) {
  w->state = LYRE_WORKER_DONE;
  take_answer (w);
}

void lyre_worker_hear (lyre_worker *w) {
  enum { PIECE = 1 << 16 };
  lyre_mem *mem = w->problem->mem;
  lyre_vec_reserve (mem, &w->answer, (uint64_t) w->answer.len + PIECE);
  ssize_t got = read (w->channel, w->answer.data + w->answer.len, PIECE);
  if (got < 0 && errno == EINTR)
    return;
  if (got <= 0) {
    end_of_stream (w);
    return;
  }
  w->answer.len += (uint32_t) got;
  if (w->answer.data[0] == TURN_OVER) {
    w->answer.len = 0;
    w->state = LYRE_WORKER_WAITS;
  }
}
