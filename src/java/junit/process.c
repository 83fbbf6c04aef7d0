#include "java/junit/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void jcommand_init (jcommand *c, lyre_mem *mem, const char *program) {
  *c = (jcommand){.mem = mem};
  jcommand_add (c, program);
}

void jcommand_add (jcommand *c, const char *arg) {
  lyre_vec_push (c->mem, &c->args, arg);
}

void jcommand_release (jcommand *c) {
  lyre_vec_release (c->mem, &c->args);
}

_Noreturn static void become (jcommand *c, const char *log) {
  setpgid (0, 0);
  signal (SIGINT, SIG_DFL);
  signal (SIGTERM, SIG_DFL);
  int in = open ("/dev/null", O_RDONLY);
  int out = open (log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  dup2 (in, STDIN_FILENO);
  dup2 (out < 0 ? in : out, STDOUT_FILENO);
  dup2 (out < 0 ? in : out, STDERR_FILENO);
  execvp (c->args.data[0], (char *const *) c->args.data);
  _exit (127);
}

static double now (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* Its status, or JPROCESS_TIMEOUT after killing it. */
static int wait_for (pid_t pid, double seconds) {
  double end = now () + seconds;
  long pause = 1000000;
  for (int status;;) {
    pid_t got = waitpid (pid, &status, WNOHANG);
    if (got == pid)
      return WIFSIGNALED (status) ? 128 + WTERMSIG (status)
                                  : WEXITSTATUS (status);
    if (got < 0 && errno != EINTR)
      return JPROCESS_FAILED;
    if (now () > end) {
      kill (-pid, SIGKILL);
      kill (pid, SIGKILL);
      waitpid (pid, &status, 0);
      return JPROCESS_TIMEOUT;
    }
    nanosleep (&(struct timespec){0, pause}, NULL);
    pause = pause < 20000000 ? pause * 2 : pause;
  }
}

int jprocess_run (jcommand *c, const char *log, double seconds) {
  jcommand_add (c, NULL);
  pid_t pid = fork ();
  if (!pid)
    become (c, log);
  lyre_vec_drop (&c->args);
  return pid < 0 ? JPROCESS_FAILED : wait_for (pid, seconds);
}
