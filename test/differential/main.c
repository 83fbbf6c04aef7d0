/* Random problems over all operators, judged, and shrunk where we fail.
 *
 *   differential [--seed=N] [--problems=N] [--seconds=N] [--peers=N]
 *   differential --print --seed=N      the problem of one seed
 *   differential --check FILE          judge a problem
 *   differential --shrink FILE         and make it small if it fails
 *
 * Problem N of a run has seed + N, so each can be repeated alone. One in
 * --peers (0: none) also goes to z3 and cvc5. Stops after so many problems or
 * seconds, or when interrupted, and closes with `N passed, M failed`. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "differential.h"

typedef struct {
  uint64_t seed, problems, seconds, peers;
  uint64_t tally[VERDICT_COUNT];
  time_t start;
} options;

/* What the child says about one problem. */
typedef struct {
  uint64_t seed;
  verdict v;
} message;

/* ------------------------------------------------------------------- child */

static verdict judge_seed (const options *o, uint64_t seed) {
  problem p = problem_generate (seed);
  verdict v = judge (&p, seed % 4 == 0);
  if (o->peers && seed % o->peers == 0 && !verdict_fails (v))
    v = peers_judge (&p, v);
  problem_release (&p);
  return v;
}

static void run_child (const options *o, uint64_t from, uint64_t to, int out) {
  for (uint64_t seed = from; seed < to; seed++) {
    message m = {seed, judge_seed (o, seed)};
    if (write (out, &m, sizeof m) != sizeof m)
      _exit (1);
  }
  if (o->peers)
    printf ("%s\n", peers_summary ());
  fflush (stdout);
  _exit (0);
}

/* ------------------------------------------------------------------ parent */

static void report (options *o, uint64_t seed, verdict v) {
  o->tally[v]++;
  if (!verdict_fails (v))
    return;
  problem p = problem_generate (seed);
  char *text = problem_write (&p, true);
  problem_release (&p);
  char *small = shrink (text, v);
  printf ("FAIL seed %llu: %s\n%s\n", (unsigned long long) seed,
          verdict_text (v), small);
  fflush (stdout);
  free (small);
  free (text);
}

static volatile sig_atomic_t stopped;

static void stop (int signal) {
  (void) signal;
  stopped = 1;
}

static bool time_is_up (const options *o) {
  return stopped ||
         (o->seconds && (uint64_t) (time (NULL) - o->start) >= o->seconds);
}

/* Reads the child's messages. Returns the first seed that it did not judge. */
static uint64_t listen_to (options *o, int in, pid_t child, uint64_t seed) {
  enum { PATIENCE = 30000 };
  struct pollfd ready = {.fd = in, .events = POLLIN};
  message m;
  while (!time_is_up (o)) {
    int n = poll (&ready, 1, PATIENCE);
    if (n < 0)
      continue;
    if (!n) {
      kill (child, SIGKILL);
      report (o, seed, VERDICT_HANG);
      return seed + 1;
    }
    if (read (in, &m, sizeof m) != sizeof m)
      return seed;
    report (o, m.seed, m.v);
    seed = m.seed + 1;
  }
  kill (child, SIGTERM);
  return seed;
}

static uint64_t run_some (options *o, uint64_t from, uint64_t to) {
  int ends[2];
  if (pipe (ends))
    exit (2);
  fflush (stdout);
  pid_t child = fork ();
  if (!child) {
    signal (SIGTERM, SIG_DFL);
    close (ends[0]);
    run_child (o, from, to, ends[1]);
  }
  close (ends[1]);
  uint64_t next = listen_to (o, ends[0], child, from);
  close (ends[0]);
  int status;
  waitpid (child, &status, 0);
  bool killed = WIFSIGNALED (status) &&
                (WTERMSIG (status) == SIGKILL || WTERMSIG (status) == SIGTERM);
  if (status && !killed && next < to)
    report (o, next++, VERDICT_CRASH);
  return next;
}

static int run (options *o) {
  uint64_t at = o->seed, end = o->seed + o->problems;
  o->start = time (NULL);
  signal (SIGINT, stop);
  signal (SIGTERM, stop);
  while (at < end && !time_is_up (o))
    at = run_some (o, at, end);
  uint64_t failed = 0, all = 0;
  printf ("seeds %llu to %llu in %lld s:", (unsigned long long) o->seed,
          (unsigned long long) at - 1, (long long) (time (NULL) - o->start));
  for (int v = 0; v < VERDICT_COUNT; v++) {
    all += o->tally[v];
    failed += verdict_fails ((verdict) v) ? o->tally[v] : 0;
    if (!verdict_fails ((verdict) v))
      printf (" %llu %s", (unsigned long long) o->tally[v],
              verdict_text ((verdict) v));
  }
  printf ("\n%llu passed, %llu failed\n", (unsigned long long) (all - failed),
          (unsigned long long) failed);
  return failed > 0;
}

/* -------------------------------------------------------------- other uses */

static char *read_all (const char *path) {
  char *text = NULL;
  size_t len = 0;
  FILE *in = fopen (path, "r"), *out = open_memstream (&text, &len);
  for (int c; in && (c = getc (in)) != EOF;)
    putc (c, out);
  fclose (out);
  if (in)
    fclose (in);
  return text;
}

static int check_file (const char *path, bool small) {
  char *text = read_all (path);
  verdict v = judge_apart (text);
  char *rest = small && verdict_fails (v) ? shrink (text, v) : NULL;
  printf ("%s%s%s\n", rest ? rest : "", rest ? "; " : "", verdict_text (v));
  free (rest);
  free (text);
  return verdict_fails (v);
}

static int print_seed (uint64_t seed) {
  problem p = problem_generate (seed);
  char *text = problem_write (&p, true);
  fputs (text, stdout);
  free (text);
  problem_release (&p);
  return 0;
}

static bool number_option (const char *arg, const char *name, uint64_t *out) {
  size_t len = strlen (name);
  if (strncmp (arg, name, len) != 0)
    return false;
  *out = strtoull (arg + len, NULL, 10);
  return true;
}

int main (int argc, char **argv) {
  options o = {.seed = 1, .problems = 10000};
  bool print = false;
  for (int i = 1; i < argc; i++) {
    bool check = !strcmp (argv[i], "--check");
    if ((check || !strcmp (argv[i], "--shrink")) && i + 1 < argc)
      return check_file (argv[i + 1], !check);
    if (!strcmp (argv[i], "--print"))
      print = true;
    else if (!number_option (argv[i], "--seed=", &o.seed) &&
             !number_option (argv[i], "--problems=", &o.problems) &&
             !number_option (argv[i], "--seconds=", &o.seconds) &&
             !number_option (argv[i], "--peers=", &o.peers)) {
      fprintf (stderr, "differential: what is %s?\n", argv[i]);
      return 2;
    }
  }
  return print ? print_seed (o.seed) : run (&o);
}
