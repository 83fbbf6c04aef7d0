/* A session in its own process.
 *
 * Signals: SIGALRM interrupts a request that takes too long, and ends the
 * process if that does not help; SIGTERM ends the session after the request
 * that runs. SIGTERM is let in only while we wait for the client, so that it
 * cannot be missed. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "server/server.h"

enum {
  HELLO_S = 10,       /* to say hello */
  INSIST_MS = 100,    /* between interrupts of one request */
  INTERRUPTS = 50,    /* until we give up on it */
  MEMORY_SLACK = 256, /* MB beyond the solver's own limit */
};

typedef struct {
  server_stream stream; /* first: the wait function gets this one */
  const server_settings *settings;
  lyre_ctx *ctx;
  lyre_smt2 *smt2;
  bool greeted;
} worker;

/* A language of frames: answers the frame that has begun; false ends it. */
typedef struct {
  const char *name;
  bool (*answer) (worker *);
} language;

/* -------------------------------------------------------------------- time */

static lyre_ctx *interrupted;
static volatile sig_atomic_t interrupts, stopping;

static void on_alarm (int signal_number) {
  (void) signal_number;
  if (++interrupts > INTERRUPTS)
    _exit (SERVER_WORKER_STUCK);
  lyre_interrupt (interrupted);
}

static void on_stop (int signal_number) {
  (void) signal_number;
  stopping = 1;
}

/* The request may take MS milliseconds from now; 0 ends it. */
static void set_alarm (unsigned ms) {
  struct itimerval t = {
      .it_value = {ms / 1000, (int) (ms % 1000) * 1000},
      .it_interval = {0, ms ? INSIST_MS * 1000 : 0},
  };
  setitimer (ITIMER_REAL, &t, NULL);
}

static void begin_request (worker *w) {
  interrupts = 0;
  lyre_clear_interrupt (w->ctx);
  set_alarm (w->settings->request_ms);
}

static void end_request (worker *w) {
  set_alarm (0);
  lyre_clear_interrupt (w->ctx);
}

static bool wait_for_client (server_stream *s) {
  worker *w = (worker *) s;
  unsigned seconds = w->greeted ? w->settings->idle_s : HELLO_S;
  struct timespec limit = {.tv_sec = seconds};
  struct pollfd p = {.fd = s->fd, .events = POLLIN};
  sigset_t none;
  sigemptyset (&none);
  int n;
  do
    n = stopping ? 0 : ppoll (&p, 1, seconds ? &limit : NULL, &none);
  while (n < 0 && errno == EINTR && !stopping);
  return n > 0;
}

/* ---------------------------------------------------------------- languages */

static void write_answer (void *user, const char *text, size_t len) {
  worker *w = user;
  if (len)
    server_write_frame (&w->stream, text, len);
  else
    server_flush (&w->stream);
}

static bool answer_smt2 (worker *w) {
  if (!w->smt2)
    w->smt2 = lyre_smt2_new (w->ctx, write_answer, w);
  if (!w->smt2)
    _exit (SERVER_WORKER_NOMEM);
  return lyre_smt2_run (w->smt2, server_read_frame, &w->stream);
}

/* A frame is one problem, read as a whole. */
static bool answer_hampi (worker *w) {
  size_t cap = 1 << 16, len = 0, n;
  char *text = malloc (cap);
  while (text && (n = server_read_frame (&w->stream, text + len, cap - len))) {
    len += n;
    if (len < cap)
      continue;
    char *more = realloc (text, cap *= 2);
    if (!more)
      free (text);
    text = more;
  }
  if (!text)
    _exit (SERVER_WORKER_NOMEM);
  lyre_hampi_run_text (w->ctx, text, len, 0, write_answer, w);
  server_flush (&w->stream);
  free (text);
  return true;
}

static const language languages[] = {
    {"smt2", answer_smt2},
    {"hampi", answer_hampi},
};

static const language *find_language (const char *name) {
  for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
    if (!strcmp (name, languages[i].name))
      return &languages[i];
  return NULL;
}

/* -------------------------------------------------------------------- hello */

/* In time that does not depend on where they differ. */
static bool same_token (const char *a, const char *b) {
  size_t n = strlen (a), m = strlen (b);
  unsigned char difference = n != m;
  for (size_t i = 0; i < n; i++)
    difference |= (unsigned char) (a[i] ^ b[m ? i % m : 0]);
  return !difference;
}

static const char *judge_hello (const worker *w, char *line,
                                const language **found) {
  char *rest = line;
  const char *name = strsep (&rest, " ");
  const char *version = strsep (&rest, " ");
  const char *wanted = strsep (&rest, " ");
  if (strcmp (name, "lyre") || !version || !wanted)
    return "error expected: lyre " SERVER_VERSION " LANGUAGE [TOKEN]";
  if (strcmp (version, SERVER_VERSION))
    return "error this server speaks version " SERVER_VERSION;
  if (w->settings->token && !(rest && same_token (w->settings->token, rest)))
    return "error wrong token";
  *found = find_language (wanted);
  return *found ? "ok" : "error unknown language";
}

static const language *greet (worker *w) {
  char line[SERVER_LINE_MAX + 1];
  const language *l = NULL;
  if (!server_read_line (&w->stream, line))
    return NULL;
  server_write_line (&w->stream, judge_hello (w, line, &l));
  w->greeted = l;
  return l;
}

/* ------------------------------------------------------------------ process */

static void set_limits (const server_settings *s) {
  if (s->memory_mb) {
    rlim_t bytes = ((rlim_t) s->memory_mb + MEMORY_SLACK) << 20;
    setrlimit (RLIMIT_AS, &(struct rlimit){bytes, bytes});
  }
  setrlimit (RLIMIT_CORE, &(struct rlimit){0, 0});
}

static void set_signals (lyre_ctx *ctx) {
  interrupted = ctx;
  struct sigaction a = {.sa_handler = on_stop};
  sigemptyset (&a.sa_mask);
  sigaction (SIGTERM, &a, NULL);
  a.sa_handler = on_alarm;
  a.sa_flags = SA_RESTART;
  sigaction (SIGALRM, &a, NULL);
  signal (SIGINT, SIG_IGN); /* the parent says when to stop */
  signal (SIGCHLD, SIG_DFL);
  sigset_t stop;
  sigemptyset (&stop);
  sigaddset (&stop, SIGTERM);
  sigprocmask (SIG_SETMASK, &stop, NULL);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

static bool serve_request (worker *w, const language *l) {
  if (!server_begin_frame (&w->stream))
    return false;
  begin_request (w);
  bool more = l->answer (w);
  server_skip_frame (&w->stream);
  end_request (w);
  server_end_frame (&w->stream);
  return more && !w->stream.failed;
}

void server_work (const server_settings *settings, lyre_ctx *ctx, int fd) {
  static worker w; /* the only one of this process */
  w.settings = settings;
  w.ctx = ctx;
  set_limits (settings);
  set_signals (ctx);
  server_stream_init (&w.stream, fd);
  w.stream.wait = wait_for_client;
  const language *l = greet (&w);
  while (l && serve_request (&w, l))
    ;
  _exit (SERVER_WORKER_OK);
}
