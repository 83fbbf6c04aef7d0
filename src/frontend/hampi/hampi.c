/* Answering: the shortest solution, in HAMPI's format. */
#include <stdio.h>
#include <string.h>

#include "frontend/hampi/hampi.h"

typedef struct {
  hampi *h;
  lyre_write_fn write;
  void *user;
  unsigned flags;
} output;

static void put (const output *o, const char *text) {
  o->write (o->user, text, strlen (text));
}

/* ---------------------------------------------------------------- solutions */

static uint32_t length_of (hampi *h, lyre_term value) {
  size_t len = 0;
  lyre_value_string (h->ctx, value, NULL, 0, &len);
  return (uint32_t) len;
}

/* The values of the variables, in order; in the arena. */
static lyre_term *read_values (hampi *h, uint64_t *total) {
  lyre_term *values = lyre_arena_array (&h->arena, lyre_term, h->decls.len);
  *total = 0;
  for (uint32_t i = 0; i < h->decls.len; i++) {
    values[i] = LYRE_NO_TERM;
    if (h->decls.data[i].kind != HAMPI_DECL_VAR)
      continue;
    values[i] = lyre_value (h->ctx, h->decls.data[i].term);
    if (!values[i].id)
      hampi_fail (h, h->token.place, "%s", lyre_last_error (h->ctx));
    *total += length_of (h, values[i]);
  }
  return values;
}

/* The lengths of all variables together. */
static lyre_term total_length (hampi *h) {
  lyre_term sum = LYRE_NO_TERM;
  for (uint32_t i = 0; i < h->decls.len; i++) {
    if (h->decls.data[i].kind != HAMPI_DECL_VAR)
      continue;
    lyre_term len = lyre_mk (h->ctx, LYRE_STR_LEN, 1, &h->decls.data[i].term);
    lyre_term both[] = {sum, len};
    sum = sum.id ? lyre_mk (h->ctx, LYRE_ADD, 2, both) : len;
  }
  return sum;
}

static uint64_t least_total (const hampi *h) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < h->decls.len; i++)
    if (h->decls.data[i].kind == HAMPI_DECL_VAR)
      n += h->decls.data[i].lo;
  return n;
}

/* HAMPI tries sizes from below, so that its first solution is a shortest one.
 * We ask for a shorter one until there is none, or none that we find. */
static lyre_term *shortest_values (hampi *h) {
  uint64_t total;
  lyre_term *values = read_values (h, &total);
  lyre_term sum = total_length (h);
  while (total > least_total (h)) {
    lyre_term limit[] = {sum, lyre_mk_int (h->ctx, (int64_t) total)};
    lyre_term shorter = lyre_mk (h->ctx, LYRE_LT, 2, limit);
    if (!shorter.id || lyre_check (h->ctx, 1, &shorter) != LYRE_SAT)
      break;
    values = read_values (h, &total);
  }
  return values;
}

static void put_codes (const output *o, const uint32_t *chars, uint32_t n) {
  char text[32];
  put (o, "\"");
  for (uint32_t i = 0; i < n; i++) {
    snprintf (text, sizeof text, "\\%u", chars[i]);
    put (o, text);
  }
  snprintf (text, sizeof text, "\" (%u)\n", n);
  put (o, text);
}

static void put_value (const output *o, lyre_term value) {
  hampi *h = o->h;
  size_t n = length_of (h, value);
  uint32_t *chars = lyre_arena_array (&h->arena, uint32_t, n + 1);
  lyre_value_string (h->ctx, value, chars, n, &n);
  if (o->flags & LYRE_HAMPI_CODES) {
    put_codes (o, chars, (uint32_t) n);
    return;
  }
  for (size_t i = 0; i < n; i++) {
    char c = (char) chars[i];
    o->write (o->user, &c, 1);
  }
}

static void put_values (const output *o, const lyre_term *values) {
  const char *before = "{VAR(";
  for (uint32_t i = 0; i < o->h->decls.len; i++) {
    if (!values[i].id)
      continue;
    put (o, before);
    put (o, o->h->decls.data[i].name);
    put (o, ")=");
    put_value (o, values[i]);
    before = ", VAR(";
  }
  put (o, "}\n");
}

static int solve (const output *o) {
  lyre_ctx *ctx = o->h->ctx;
  lyre_result r = lyre_check (ctx, 0, NULL);
  if (r == LYRE_SAT) {
    put_values (o, shortest_values (o->h));
    return LYRE_HAMPI_SAT;
  }
  if (r == LYRE_UNSAT) {
    put (o, "UNSAT\n");
    return LYRE_HAMPI_UNSAT;
  }
  const char *reason = lyre_reason_unknown (ctx);
  put (o, "UNKNOWN ");
  put (o, reason ? reason : "");
  put (o, "\n");
  return LYRE_HAMPI_UNKNOWN;
}

/* ------------------------------------------------------------------ SMT-LIB */

static void put_declarations (const output *o) {
  hampi *h = o->h;
  for (uint32_t i = 0; i < h->decls.len; i++) {
    if (h->decls.data[i].kind != HAMPI_DECL_VAR)
      continue;
    put (o, "(declare-const ");
    lyre_print_symbol (h->decls.data[i].name, o->write, o->user);
    put (o, " String)\n");
  }
  if (h->grammar.id)
    lyre_print_grammar (h->ctx, h->grammar, LYRE_PRINT_SMT2, o->write,
                        o->user);
}

static void put_script (const output *o, uint32_t first) {
  hampi *h = o->h;
  put_declarations (o);
  for (uint32_t i = first; i < lyre_n_assertions (h->ctx); i++) {
    put (o, "(assert ");
    lyre_print_term (h->ctx, lyre_assertion (h->ctx, i), o->write, o->user);
    put (o, ")\n");
  }
  put (o, "(check-sat)\n(get-value (");
  const char *before = "";
  for (uint32_t i = 0; i < h->decls.len; i++)
    if (h->decls.data[i].kind == HAMPI_DECL_VAR) {
      put (o, before);
      lyre_print_symbol (h->decls.data[i].name, o->write, o->user);
      before = " ";
    }
  put (o, "))\n");
}

/* ------------------------------------------------------------------- driver */

static int report (const output *o, int why) {
  char text[400];
  const hampi *h = o->h;
  if (why < 100)
    snprintf (text, sizeof text, "ERROR out of memory\n");
  else
    snprintf (text, sizeof text, "ERROR line %u column %u: %s\n", h->error.line,
              h->error.column, h->message);
  put (o, text);
  return why < 100 ? LYRE_HAMPI_INTERNAL : LYRE_HAMPI_ERROR;
}

static int run (const output *o) {
  hampi *h = o->h;
  jmp_buf here;
  h->mem.escape = &here;
  int why = setjmp (here);
  if (why)
    return report (o, why);
  uint32_t first = lyre_n_assertions (h->ctx);
  hampi_parse (h);
  hampi_check (h);
  hampi_build (h);
  if (!(o->flags & LYRE_HAMPI_SMT2))
    return solve (o);
  put_script (o, first);
  return LYRE_HAMPI_SAT;
}

int lyre_hampi_run_text (lyre_ctx *ctx, const char *text, size_t len,
                         unsigned flags, lyre_write_fn write, void *user) {
  hampi h = {.ctx = ctx, .text = text, .size = len, .here = {1, 1}};
  output o = {&h, write, user, flags};
  if (lyre_push (ctx, 1) != LYRE_OK)
    return LYRE_HAMPI_INTERNAL;
  lyre_mem_init (&h.mem, NULL);
  lyre_arena_init (&h.arena, &h.mem);
  int code = run (&o);
  lyre_mem_release (&h.mem);
  lyre_pop (ctx, 1);
  return code;
}
