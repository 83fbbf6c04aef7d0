#include "cli/cli.h"

#include <signal.h>
#include <unistd.h>

static lyre_ctx *the_context;
static volatile sig_atomic_t waiting, interrupts, terminated;

/* Answers are flushed after each command, so nothing is lost. */
static void on_signal (int number) {
  if (waiting || interrupts++)
    _exit (128 + number);
  if (number == SIGTERM)
    terminated = 1;
  lyre_interrupt (the_context);
}

void cli_catch_signals (lyre_ctx *ctx) {
  the_context = ctx;
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  signal (SIGPIPE, SIG_DFL);
}

void cli_waiting_for_input (bool yes) {
  waiting = yes;
}

void cli_command_done (bool answered) {
  if (terminated)
    _exit (128 + SIGTERM);
  if (!answered || !interrupts)
    return;
  interrupts = 0;
  lyre_clear_interrupt (the_context);
}
