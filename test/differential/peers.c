#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "differential.h"

typedef struct {
  const char *name, *command; /* reads the file named behind it */
  bool missing;
  unsigned agree, silent, wrong; /* answers so far, compared with ours */
} peer;

static peer peers[] = {
    {.name = "z3", .command = "timeout 5 z3 -t:2000"},
    {.name = "cvc5",
     .command =
         "timeout 5 cvc5 -q --strings-exp --produce-models --tlimit=2000"},
};

enum { N_PEERS = sizeof peers / sizeof *peers };

static bool is_installed (const char *name) {
  char command[64];
  snprintf (command, sizeof command, "command -v %s >/dev/null", name);
  return !system (command);
}

/* What the peer prints about TEXT; to be freed. */
static char *ask (const peer *q, const char *text) {
  char path[] = "/tmp/lyre-peer-XXXXXX.smt2", command[256];
  int fd = mkstemps (path, 5);
  if (fd < 0)
    return NULL;
  FILE *f = fdopen (fd, "w");
  fputs (text, f);
  fclose (f);
  snprintf (command, sizeof command, "%s %s 2>&1", q->command, path);
  char *out = NULL;
  size_t len = 0;
  FILE *from = popen (command, "r"), *to = open_memstream (&out, &len);
  for (int c; from && (c = getc (from)) != EOF;)
    putc (c, to);
  fclose (to);
  if (from)
    pclose (from);
  unlink (path);
  return out;
}

static char *question (const problem *p) {
  char *text = NULL, *body = problem_write (p, false);
  size_t len = 0;
  FILE *f = open_memstream (&text, &len);
  fprintf (f, "(set-option :produce-models true)\n(set-logic ALL)\n%s", body);
  for (uint32_t i = 0; i < p->n_vars; i++)
    fprintf (f, "(get-value (%s))\n", lyre_term_name (p->ctx, p->vars[i]));
  fclose (f);
  free (body);
  return text;
}

/* Reads lines ((x v)) behind the answer. False if there is no model. */
static bool read_model (problem *p, const char *answer) {
  char *text = NULL, *body = problem_write (p, false);
  size_t len = 0;
  FILE *f = open_memstream (&text, &len);
  fputs (body, f);
  for (const char *line = strchr (answer, '\n'); line && line[1];
       line = strchr (line + 1, '\n')) {
    size_t n = strcspn (line + 1, "\n");
    if (!strncmp (line + 1, "((", 2))
      fprintf (f, ";; (assert (= %.*s)\n", (int) (n - 3), line + 3);
  }
  fclose (f);
  problem q = problem_read (text);
  bool ok = q.n_vars > 0;
  for (uint32_t i = 0; i < q.n_vars; i++)
    ok &= q.witness[i].id && lyre_term_is_value (q.ctx, q.witness[i]);
  ok = ok && judge_values (&q, q.witness);
  problem_release (&q);
  free (text);
  free (body);
  return ok;
}

static verdict judge_peer (problem *p, peer *q, verdict ours) {
  char *text = question (p), *answer = ask (q, text);
  verdict v = ours;
  bool sat = answer && !strncmp (answer, "sat\n", 4);
  bool unsat = answer && !strncmp (answer, "unsat\n", 6);
  if (!sat && !unsat)
    q->silent++;
  else if (ours == VERDICT_UNKNOWN || sat == (ours == VERDICT_SAT))
    q->agree++;
  else if (sat && read_model (p, answer))
    v = VERDICT_WRONG_PEERS;
  else
    q->wrong++; /* our model was checked, or theirs does not hold */
  free (text);
  free (answer);
  return v;
}

verdict peers_judge (problem *p, verdict ours) {
  static bool looked;
  for (int i = 0; i < N_PEERS && !looked; i++)
    peers[i].missing = !is_installed (peers[i].name);
  looked = true;
  verdict v = ours;
  for (int i = 0; i < N_PEERS && v == ours; i++)
    if (!peers[i].missing)
      v = judge_peer (p, &peers[i], ours);
  return v;
}

const char *peers_summary (void) {
  static char line[256];
  size_t at = 0;
  for (int i = 0; i < N_PEERS; i++)
    at += (size_t) snprintf (line + at, sizeof line - at,
                             "%s%s: %u like us, %u wrong, %u silent",
                             i ? "; " : "", peers[i].name, peers[i].agree,
                             peers[i].wrong, peers[i].silent);
  return line;
}
