/* The parent. One loop over poll: signals, listeners, connections. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/server.h"

enum { LISTENERS = 2 };

/* A client: served by a worker, or waiting for one. */
typedef struct {
  int fd;
  pid_t worker;   /* 0: waiting */
  bool gone;      /* the client has closed */
  bool killed;    /* by us */
  double expires; /* when its session has lasted long enough; 0: never */
} connection;

typedef struct {
  const server_settings *settings;
  lyre_ctx *ctx;
  int listeners[LISTENERS];
  connection *connections; /* in the order in which they came */
  struct pollfd *polled;
  size_t n, n_served;
  bool stopping;
  double deadline; /* of the open requests, when stopping */
  uint64_t served, refused;
} server;

/* ------------------------------------------------------------------ helpers */

static double now (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

__attribute__ ((format (printf, 2, 3))) static void
report (const server *s, const char *format, ...) {
  if (!s->settings->verbose)
    return;
  va_list args;
  va_start (args, format);
  fputs ("lyre serve: ", stderr);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  va_end (args);
}

/* To a client that may not be listening: never waits. */
static void tell (int fd, const char *text) {
  (void) !send (fd, text, strlen (text), MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* ------------------------------------------------------------------ signals */

static int signal_pipe[2];

static void on_signal (int number) {
  int error = errno;
  (void) !write (signal_pipe[1], &(char){(char) number}, 1);
  errno = error;
}

static bool open_signals (void) {
  if (pipe2 (signal_pipe, O_CLOEXEC | O_NONBLOCK))
    return false;
  struct sigaction a = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset (&a.sa_mask);
  sigaction (SIGTERM, &a, NULL);
  sigaction (SIGINT, &a, NULL);
  sigaction (SIGCHLD, &a, NULL);
  signal (SIGPIPE, SIG_IGN);
  return true;
}

/* -------------------------------------------------------------- connections */

/* Signals wait meanwhile: the child must not take those for its parent. */
static pid_t fork_quietly (sigset_t *before) {
  sigset_t all;
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, before);
  return fork ();
}

static void start_worker (server *s, connection *c) {
  sigset_t before;
  pid_t pid = fork_quietly (&before);
  if (!pid) {
    for (int i = 0; i < LISTENERS; i++)
      if (s->listeners[i] >= 0)
        close (s->listeners[i]);
    for (size_t i = 0; i < s->n; i++)
      if (s->connections + i != c)
        close (s->connections[i].fd);
    server_work (s->settings, s->ctx, c->fd);
  }
  sigprocmask (SIG_SETMASK, &before, NULL);
  if (pid < 0) {
    report (s, "fork: %s", strerror (errno));
    tell (c->fd, "error the server is out of processes\n");
    c->gone = true; /* it leaves with those that have closed */
    return;
  }
  c->worker = pid;
  s->n_served++;
  s->served++;
  if (s->settings->session_s)
    c->expires = now () + s->settings->session_s;
}

static void serve_waiting (server *s) {
  for (size_t i = 0; i < s->n && s->n_served < s->settings->workers; i++)
    if (!s->connections[i].worker && !s->connections[i].gone)
      start_worker (s, &s->connections[i]);
}

/* Drops the connections that nobody serves and nobody waits for. */
static void sweep (server *s) {
  size_t kept = 0;
  for (size_t i = 0; i < s->n; i++) {
    connection c = s->connections[i];
    if (c.gone && !c.worker)
      close (c.fd);
    else
      s->connections[kept++] = c;
  }
  s->n = kept;
}

static void end_worker (connection *c, bool by_force) {
  if (c->worker && !c->killed)
    kill (c->worker, by_force ? SIGKILL : SIGTERM);
  c->killed = c->killed || by_force;
}

static void accept_one (server *s, int listener) {
  int fd = accept4 (listener, NULL, NULL, SOCK_CLOEXEC);
  if (fd < 0)
    return;
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof (int));
  if (s->n >= (size_t) s->settings->workers + s->settings->queue) {
    s->refused++;
    tell (fd, "busy\n");
    close (fd);
    return;
  }
  s->connections[s->n++] = (connection){.fd = fd};
}

/* ------------------------------------------------------------------ workers */

static void explain_end (const connection *c, int status) {
  char text[160];
  const char *why = "it ended by itself";
  if (WIFSIGNALED (status))
    why = strsignal (WTERMSIG (status));
  else if (WEXITSTATUS (status) == SERVER_WORKER_STUCK)
    why = "the request did not end in time";
  else if (WEXITSTATUS (status) == SERVER_WORKER_NOMEM)
    why = "no memory";
  snprintf (text, sizeof text, "\n(error \"the session has died: %s\")\n.\n",
            why);
  tell (c->fd, text);
}

static void bury (server *s, pid_t pid, int status) {
  for (size_t i = 0; i < s->n; i++) {
    connection *c = &s->connections[i];
    if (c->worker != pid)
      continue;
    if (status && !c->gone && !c->killed) {
      report (s, "worker %ld ended with status %#x", (long) pid, status);
      explain_end (c, status);
    }
    c->worker = 0;
    c->gone = true;
    s->n_served--;
  }
}

static void reap (server *s) {
  int status;
  for (pid_t pid; (pid = waitpid (-1, &status, WNOHANG)) > 0;)
    bury (s, pid, status);
}

/* --------------------------------------------------------------------- loop */

static void close_listeners (server *s) {
  for (int i = 0; i < LISTENERS; i++)
    if (s->listeners[i] >= 0)
      close (s->listeners[i]);
  s->listeners[0] = s->listeners[1] = -1;
  if (s->settings->unix_socket.path)
    unlink (s->settings->unix_socket.path);
}

/* Nobody new is let in; open requests get their answers within the grace. */
static void stop (server *s) {
  report (s, "stopping");
  close_listeners (s);
  s->stopping = true;
  s->deadline = now () + s->settings->grace_s;
  for (size_t i = 0; i < s->n; i++) {
    connection *c = &s->connections[i];
    if (!c->worker) {
      tell (c->fd, "busy\n");
      c->gone = true;
    }
    end_worker (c, false);
  }
}

static void read_signals (server *s) {
  char number;
  while (read (signal_pipe[0], &number, 1) > 0) {
    if (number == SIGCHLD)
      continue;
    if (s->stopping)
      s->deadline = 0; /* asked twice */
    else
      stop (s);
  }
}

static void watch_time (server *s) {
  double t = now ();
  for (size_t i = 0; i < s->n; i++) {
    connection *c = &s->connections[i];
    bool expired = c->expires > 0 && t >= c->expires;
    if (expired && !c->killed && !c->gone)
      tell (c->fd, "\n(error \"the session has used up its time\")\n.\n");
    if (expired || (s->stopping && t >= s->deadline))
      end_worker (c, true);
  }
}

/* Milliseconds until something happens that no descriptor tells. */
static int patience (const server *s) {
  double t = now (), first = s->stopping ? s->deadline : t + 3600;
  for (size_t i = 0; i < s->n; i++) {
    double e = s->connections[i].expires;
    if (e > 0 && e < first && !s->connections[i].killed)
      first = e;
  }
  return first <= t ? 50 : (int) ((first - t) * 1000) + 1;
}

static nfds_t fill_polled (server *s) {
  nfds_t n = 0;
  s->polled[n++] = (struct pollfd){.fd = signal_pipe[0], .events = POLLIN};
  for (int i = 0; i < LISTENERS; i++)
    s->polled[n++] = (struct pollfd){.fd = s->listeners[i], .events = POLLIN};
  for (size_t i = 0; i < s->n; i++)
    s->polled[n++] = (struct pollfd){
        .fd = s->connections[i].gone ? -1 : s->connections[i].fd,
        .events = POLLRDHUP,
    };
  return n;
}

static void look_at_clients (server *s) {
  for (size_t i = 0; i < s->n; i++)
    if (s->polled[1 + LISTENERS + i].revents) {
      s->connections[i].gone = true;
      end_worker (&s->connections[i], true);
    }
}

static void step (server *s) {
  nfds_t n = fill_polled (s);
  if (poll (s->polled, n, patience (s)) < 0)
    return;
  look_at_clients (s); /* before the list changes */
  read_signals (s);
  reap (s);
  watch_time (s);
  for (int i = 0; i < LISTENERS; i++)
    if (s->listeners[i] >= 0 && s->polled[1 + i].revents)
      accept_one (s, s->listeners[i]);
  sweep (s);
  if (!s->stopping)
    serve_waiting (s);
}

static bool open_listeners (server *s) {
  const server_address *a[LISTENERS] = {&s->settings->unix_socket,
                                        &s->settings->tcp};
  char problem[256];
  for (int i = 0; i < LISTENERS; i++) {
    s->listeners[i] = -1;
    if (!a[i]->path && !a[i]->port)
      continue;
    s->listeners[i] = server_listen (a[i], problem, sizeof problem);
    if (s->listeners[i] < 0) {
      fprintf (stderr, "lyre serve: %s\n", problem);
      return false;
    }
  }
  return true;
}

int server_run (const server_settings *settings, lyre_ctx *ctx) {
  server s = {.settings = settings, .ctx = ctx, .listeners = {-1, -1}};
  size_t most = (size_t) settings->workers + settings->queue;
  s.connections = calloc (most, sizeof *s.connections);
  s.polled = calloc (most + 1 + LISTENERS, sizeof *s.polled);
  bool ok = s.connections && s.polled && open_signals () && open_listeners (&s);
  if (ok)
    report (&s, "ready");
  while (ok && !(s.stopping && !s.n))
    step (&s);
  if (ok)
    report (&s, "%llu sessions, %llu refused", (unsigned long long) s.served,
            (unsigned long long) s.refused);
  free (s.connections);
  free (s.polled);
  return ok ? 0 : 2;
}
