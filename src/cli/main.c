#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

/* ------------------------------------------------------------------ input */

static size_t read_input (void *user, char *buffer, size_t cap) {
  ssize_t n;
  cli_waiting_for_input (true);
  do
    n = read (*(int *) user, buffer, cap);
  while (n < 0 && errno == EINTR);
  cli_waiting_for_input (false);
  return n > 0 ? (size_t) n : 0;
}

/* USER points to a bool: has the command printed anything? */
static void write_output (void *user, const char *text, size_t len) {
  bool *answered = user;
  if (len) {
    fwrite (text, 1, len, stdout);
    *answered = true;
    return;
  }
  fflush (stdout);
  cli_command_done (*answered);
  *answered = false;
}

/* ---------------------------------------------------------------- solving */

static int exit_code (const cli_settings *s, const lyre_smt2 *session) {
  if (lyre_smt2_errors (session))
    return CLI_ERRORS;
  return s->exit_status ? (int) lyre_smt2_last_result (session) : CLI_OK;
}

static double seconds (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static void print_progress (void *user, const char *line, size_t len) {
  fprintf (stderr, "lyre: %8.3f  %.*s\n", seconds () - *(double *) user,
           (int) len, line);
}

static int run_session (const cli_settings *s, int fd) {
  double start = seconds ();
  bool answered = false;
  lyre_smt2 *session = lyre_smt2_new (s->ctx, write_output, &answered);
  if (!session)
    return CLI_INTERNAL;
  lyre_smt2_set_mode (session, s->modes);
  lyre_set_progress (s->ctx, s->verbosity, print_progress, &start);
  lyre_smt2_run (session, read_input, &fd);
  int code = exit_code (s, session);
  lyre_smt2_delete (session);
  lyre_set_progress (s->ctx, 0, NULL, NULL);
  fflush (stdout);
  if (s->stats)
    cli_print_stats (s->ctx, s->stats);
  if (s->verbosity)
    fprintf (stderr, "lyre: %s: %.3f s\n", s->file ? s->file : "stdin",
             seconds () - start);
  return code;
}

static int solve (const cli_settings *s) {
  int fd = s->file ? open (s->file, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
  if (fd < 0) {
    fprintf (stderr, "lyre: %s: %s\n", s->file, strerror (errno));
    return CLI_USAGE;
  }
  cli_catch_signals (s->ctx);
  int code = cli_is_hampi (s) ? cli_hampi (s, fd) : run_session (s, fd);
  if (s->file)
    close (fd);
  return code;
}

static int act (const cli_settings *s) {
  switch (s->action) {
  case CLI_HELP:
    cli_print_help ();
    return CLI_OK;
  case CLI_VERSION:
    cli_print_version ();
    return CLI_OK;
  case CLI_MAN:
    cli_print_man ();
    return CLI_OK;
  default:
    return solve (s);
  }
}

int main (int argc, char **argv) {
  cli_settings s = {.ctx = lyre_new ()};
  if (!s.ctx) {
    fprintf (stderr, "lyre: no memory\n");
    return CLI_INTERNAL;
  }
  int code;
  const char *command = argc > 1 ? argv[1] : "";
  if (!strcmp (command, "regex"))
    code = cli_regex (s.ctx, argc - 2, argv + 2);
  else if (!strcmp (command, "grammar"))
    code = cli_grammar (s.ctx, argc - 2, argv + 2);
  else if (!strcmp (command, "serve"))
    code = cli_serve (s.ctx, argc - 1, argv + 1);
  else if (!strcmp (command, "client"))
    code = cli_client (argc - 1, argv + 1);
  else if (!strcmp (command, "test"))
    code = cli_test (argc - 2, argv + 2);
  else if (!strcmp (command, "stats"))
    code = cli_run_stats (argc - 1, argv + 1);
  else if (!strcmp (command, "replay"))
    code = cli_replay (argc - 1, argv + 1);
  else if (!strcmp (command, "verify"))
    code = cli_verify (argc - 2, argv + 2);
  else
    code = cli_read_flags (&s, argc, argv) ? act (&s) : CLI_USAGE;
  lyre_delete (s.ctx);
  return code;
}
