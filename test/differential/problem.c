#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/ctx.h"
#include "differential.h"

/* Before what is for us alone; a comment to everybody else. */
#define MARK ";; "

static void to_file (void *user, const char *text, size_t len) {
  fwrite (text, 1, len, user);
}

char *term_text (lyre_ctx *c, lyre_term t) {
  char *text = NULL;
  size_t len = 0;
  FILE *f = open_memstream (&text, &len);
  lyre_print_term (c, t, to_file, f);
  fclose (f);
  return text;
}

static void write_term (FILE *f, lyre_ctx *c, lyre_term t) {
  lyre_print_term (c, t, to_file, f);
}

/* Options that are not at their defaults. */
static void write_options (FILE *f, lyre_ctx *c) {
  static const char *const names[] = {"engine", "rewrite", "preprocess"};
  static const char *const defaults[] = {"auto", "true", "true"};
  for (int i = 0; i < 3; i++) {
    const char *value = lyre_get_option (c, names[i]);
    if (strcmp (value, defaults[i]))
      fprintf (f, MARK "(set-option :%s %s)\n", names[i], value);
  }
}

char *problem_write (const problem *p, bool ours) {
  char *text = NULL;
  size_t len = 0;
  FILE *f = open_memstream (&text, &len);
  if (ours)
    write_options (f, p->ctx);
  for (uint32_t i = 0; i < p->n_vars; i++) {
    fprintf (f, "(declare-const %s ", lyre_term_name (p->ctx, p->vars[i]));
    lyre_print_sort (p->ctx, lyre_term_sort (p->ctx, p->vars[i]), to_file, f);
    fprintf (f, ")\n");
  }
  for (uint32_t i = 0; i < lyre_n_assertions (p->ctx); i++) {
    fprintf (f, "(assert ");
    write_term (f, p->ctx, lyre_assertion (p->ctx, i));
    fprintf (f, ")\n");
  }
  for (uint32_t i = 0; ours && i < p->n_vars; i++)
    if (p->witness[i].id) {
      fprintf (f, MARK "(assert (= %s ", lyre_term_name (p->ctx, p->vars[i]));
      write_term (f, p->ctx, p->witness[i]);
      fprintf (f, "))\n");
    }
  fprintf (f, "(check-sat)\n");
  fclose (f);
  return text;
}

/* ---------------------------------------------------------------- reading */

static void ignore (void *user, const char *text, size_t len) {
  (void) user, (void) text, (void) len;
}

/* Runs the lines that begin with MARK, or the others. */
static void run_lines (lyre_smt2 *s, const char *text, bool marked) {
  while (*text) {
    size_t len = strcspn (text, "\n");
    bool is_marked = !strncmp (text, MARK, strlen (MARK));
    size_t skip = is_marked ? strlen (MARK) : 0;
    if (is_marked == marked && *text != '\n' &&
        strncmp (text, "(check-sat", 10) != 0)
      lyre_smt2_run_text (s, text + skip, len - skip);
    text += len + (text[len] == '\n');
  }
}

/* The witness: assertions x = v above the first N. */
static void read_witness (problem *p, uint32_t n) {
  for (uint32_t i = n; i < lyre_n_assertions (p->ctx); i++) {
    lyre_term t = lyre_assertion (p->ctx, i);
    if (lyre_term_op (p->ctx, t) != LYRE_EQ)
      continue;
    for (uint32_t k = 0; k < p->n_vars; k++)
      if (p->vars[k].id == lyre_term_arg (p->ctx, t, 0).id)
        p->witness[k] = lyre_term_arg (p->ctx, t, 1);
  }
}

problem problem_read (const char *text) {
  problem p = {.ctx = lyre_new ()};
  char limit[16];
  snprintf (limit, sizeof limit, "%d", CHECK_MS);
  lyre_set_option (p.ctx, "timeout", limit);
  lyre_smt2 *s = lyre_smt2_new (p.ctx, ignore, NULL);
  run_lines (s, text, false);
  problem_find_vars (&p);
  uint32_t n = lyre_n_assertions (p.ctx);
  lyre_push (p.ctx, 1);
  run_lines (s, text, true);
  read_witness (&p, n);
  lyre_pop (p.ctx, 1);
  lyre_smt2_delete (s);
  return p;
}

void problem_release (problem *p) {
  lyre_delete (p->ctx);
}

void problem_find_vars (problem *p) {
  lyre_ctx *c = p->ctx;
  LYRE_GUARD (c, );
  lyre_term_list vars = lyre_free_vars (&c->terms, &c->env.scratch,
                                        c->assertions.len, c->assertions.data);
  lyre_term witness[MAX_VARS] = {{0}};
  for (uint32_t i = 0; i < vars.n && i < MAX_VARS; i++)
    for (uint32_t k = 0; k < p->n_vars; k++)
      if (p->vars[k].id == vars.terms[i].id)
        witness[i] = p->witness[k];
  p->n_vars = vars.n < MAX_VARS ? vars.n : MAX_VARS;
  memcpy (p->vars, vars.terms, p->n_vars * sizeof *vars.terms);
  memcpy (p->witness, witness, sizeof witness);
}
