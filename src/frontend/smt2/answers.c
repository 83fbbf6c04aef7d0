/* Answers: models, values, cores, and the small pieces that they are made
 * of. All text leaves the session here. */
#include <inttypes.h>
#include <string.h>

#include "frontend/smt2/session.h"

/* ------------------------------------------------------------------ pieces */

void lyre_smt2_put_bytes (void *session, const char *text, size_t len) {
  lyre_smt2 *s = session;
  if (!len)
    return;
  s->mid_line = text[len - 1] != '\n';
  if (s->out)
    fwrite (text, 1, len, s->out);
  else
    s->write (s->user, text, len);
}

void lyre_smt2_put (lyre_smt2 *s, const char *text) {
  lyre_smt2_put_bytes (s, text, strlen (text));
}

void lyre_smt2_put_number (lyre_smt2 *s, uint64_t n) {
  char text[24];
  snprintf (text, sizeof text, "%" PRIu64, n);
  lyre_smt2_put (s, text);
}

void lyre_smt2_put_term (lyre_smt2 *s, lyre_term t) {
  if (lyre_print_term (s->ctx, t, lyre_smt2_put_bytes, s) != LYRE_OK)
    lyre_smt2_fail_command (s, "%s", lyre_last_error (s->ctx));
}

void lyre_smt2_put_sort (lyre_smt2 *s, lyre_sort sort) {
  lyre_print_sort (s->ctx, sort, lyre_smt2_put_bytes, s);
}

void lyre_smt2_put_name (lyre_smt2 *s, uint32_t name) {
  lyre_print_symbol (lyre_smt2_text (s, name), lyre_smt2_put_bytes, s);
}

void lyre_smt2_put_literal (lyre_smt2 *s, const char *text, size_t len) {
  const char *end = text + len;
  lyre_smt2_put (s, "\"");
  while (text < end) {
    const char *quote = memchr (text, '"', (size_t) (end - text));
    const char *stop = quote ? quote : end;
    lyre_smt2_put_bytes (s, text, (size_t) (stop - text));
    lyre_smt2_put (s, quote ? "\"\"" : "");
    text = stop + (quote ? 1 : 0);
  }
  lyre_smt2_put (s, "\"");
}

void lyre_smt2_answer (lyre_smt2 *s, const char *text) {
  s->answered = true;
  if (lyre_smt2_listing (s))
    return;
  lyre_smt2_put (s, text);
  lyre_smt2_put (s, "\n");
}

/* ------------------------------------------------------------------ values */

static void want_model (lyre_smt2 *s) {
  if (!s->options.produce_models)
    lyre_smt2_fail_command (s, ":produce-models is false");
  if (!s->answer_valid || s->last != LYRE_SAT)
    lyre_smt2_fail_command (s, "no model: the last answer was not sat");
}

static void push_value (lyre_smt2 *s, lyre_term t) {
  lyre_term v = lyre_value (s->ctx, t);
  if (!v.id)
    lyre_smt2_fail_command (s, "%s", lyre_last_error (s->ctx));
  lyre_vec_push (&s->mem, &s->values, v);
}

static void put_definition (lyre_smt2 *s, const lyre_binding *b,
                            lyre_term value) {
  lyre_smt2_put (s, "  (define-fun ");
  lyre_smt2_put_name (s, b->name);
  lyre_smt2_put (s, " () ");
  lyre_smt2_put_sort (s, lyre_term_sort (s->ctx, (lyre_term){b->value}));
  lyre_smt2_put (s, " ");
  lyre_smt2_put_term (s, value);
  lyre_smt2_put (s, ")\n");
}

/* A parameter for each argument, behind the value of the function. */
static void push_function (lyre_smt2 *s, lyre_fun f) {
  uint32_t n = lyre_fun_n_args (s->ctx, f), at = s->values.len;
  lyre_vec_push (&s->mem, &s->values, LYRE_NO_TERM);
  for (uint32_t i = 0; i < n; i++) {
    char name[16];
    snprintf (name, sizeof name, "x!%" PRIu32, i);
    lyre_term x = lyre_mk_var (s->ctx, name, lyre_fun_arg_sort (s->ctx, f, i));
    lyre_vec_push (&s->mem, &s->values, x);
  }
  lyre_term v = lyre_fun_value (s->ctx, f, n, &s->values.data[at + 1]);
  if (!v.id)
    lyre_smt2_fail_command (s, "%s", lyre_last_error (s->ctx));
  s->values.data[at] = v;
}

static void put_function (lyre_smt2 *s, const lyre_binding *b,
                          const lyre_term *value) {
  lyre_fun f = {b->value};
  lyre_smt2_put (s, "  (define-fun ");
  lyre_smt2_put_name (s, b->name);
  for (uint32_t i = 0; i < lyre_fun_n_args (s->ctx, f); i++) {
    lyre_smt2_put (s, i ? " (" : " ((");
    lyre_smt2_put_term (s, value[i + 1]);
    lyre_smt2_put (s, " ");
    lyre_smt2_put_sort (s, lyre_fun_arg_sort (s->ctx, f, i));
    lyre_smt2_put (s, ")");
  }
  lyre_smt2_put (s, ") ");
  lyre_smt2_put_sort (s, lyre_fun_sort (s->ctx, f));
  lyre_smt2_put (s, " ");
  lyre_smt2_put_term (s, value[0]);
  lyre_smt2_put (s, ")\n");
}

/* All values first, so that an error leaves no half a model behind. */
void lyre_smt2_put_model (lyre_smt2 *s) {
  want_model (s);
  lyre_vec_clear (&s->values);
  uint32_t n = s->symbols.globals.len;
  const lyre_binding *b = s->symbols.globals.data;
  for (uint32_t i = 0; i < n; i++)
    if (b[i].kind == LYRE_BIND_CONST)
      push_value (s, (lyre_term){b[i].value});
    else if (b[i].kind == LYRE_BIND_FUN)
      push_function (s, (lyre_fun){b[i].value});
  lyre_smt2_put (s, "(\n");
  for (uint32_t i = 0, k = 0; i < n; i++)
    if (b[i].kind == LYRE_BIND_CONST)
      put_definition (s, &b[i], s->values.data[k++]);
    else if (b[i].kind == LYRE_BIND_FUN) {
      put_function (s, &b[i], &s->values.data[k]);
      k += 1 + lyre_fun_n_args (s->ctx, (lyre_fun){b[i].value});
    }
  lyre_smt2_answer (s, ")");
}

/* ((t v) ...), each t as it was written: slices of the captured text. */
void lyre_smt2_put_values (lyre_smt2 *s) {
  want_model (s);
  lyre_vec_clear (&s->values);
  for (uint32_t i = 0; i < s->list.len; i++)
    push_value (s, s->list.data[i]);
  lyre_smt2_put (s, "(");
  for (uint32_t i = 0; i < s->list.len; i++) {
    uint32_t from = s->slices.data[2 * i], to = s->slices.data[2 * i + 1];
    lyre_smt2_put (s, i ? " (" : "(");
    lyre_smt2_put_bytes (s, s->lex.captured.data + from, to - from);
    lyre_smt2_put (s, " ");
    lyre_smt2_put_term (s, s->values.data[i]);
    lyre_smt2_put (s, ")");
  }
  lyre_smt2_answer (s, ")");
}

void lyre_smt2_put_assignment (lyre_smt2 *s) {
  if (!s->options.produce_assignments)
    lyre_smt2_fail_command (s, ":produce-assignments is false");
  want_model (s);
  uint32_t n = 0;
  lyre_smt2_put (s, "(");
  for (uint32_t i = 0; i < s->symbols.globals.len; i++) {
    const lyre_binding *b = &s->symbols.globals.data[i];
    bool value;
    if (b->kind != LYRE_BIND_NAMED ||
        !lyre_value_bool (s->ctx, lyre_value (s->ctx, (lyre_term){b->value}),
                          &value))
      continue;
    lyre_smt2_put (s, n++ ? " (" : "(");
    lyre_smt2_put_name (s, b->name);
    lyre_smt2_put (s, value ? " true)" : " false)");
  }
  lyre_smt2_answer (s, ")");
}

/* ------------------------------------------------------------------- cores */

static void want_core (lyre_smt2 *s, bool produced, const char *option) {
  if (!produced)
    lyre_smt2_fail_command (s, ":%s is false", option);
  if (!s->answer_valid || s->last != LYRE_UNSAT)
    lyre_smt2_fail_command (s, "no core: the last answer was not unsat");
}

void lyre_smt2_put_core (lyre_smt2 *s) {
  want_core (s, s->options.produce_unsat_cores, "produce-unsat-cores");
  uint32_t n = 0;
  lyre_smt2_put (s, "(");
  for (uint32_t i = 0; i < s->named.len; i++) {
    if (!lyre_core_has_assertion (s->ctx, s->named.data[i].assertion))
      continue;
    lyre_smt2_put (s, n++ ? " " : "");
    lyre_smt2_put_name (s, s->named.data[i].name);
  }
  lyre_smt2_answer (s, ")");
}

void lyre_smt2_put_core_assumptions (lyre_smt2 *s) {
  want_core (s, s->options.produce_unsat_assumptions,
             "produce-unsat-assumptions");
  uint32_t n = 0;
  lyre_smt2_put (s, "(");
  for (uint32_t i = 0; i < s->assumptions.len; i++) {
    if (!lyre_core_has_assumption (s->ctx, i))
      continue;
    lyre_smt2_put (s, n++ ? " " : "");
    lyre_smt2_put_term (s, s->assumptions.data[i]);
  }
  lyre_smt2_answer (s, ")");
}

void lyre_smt2_put_assertions (lyre_smt2 *s) {
  uint32_t n = lyre_n_assertions (s->ctx);
  lyre_smt2_put (s, "(");
  for (uint32_t i = 0; i < n; i++) {
    lyre_smt2_put (s, i ? "\n " : "");
    lyre_smt2_put_term (s, lyre_assertion (s->ctx, i));
  }
  lyre_smt2_answer (s, ")");
}
