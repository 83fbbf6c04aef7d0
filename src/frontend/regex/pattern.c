/* lyre_mk_regex: one pattern, from text to term. */
#include "frontend/regex/pattern.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What the escape brings back besides the reasons of base/mem.h. */
enum { BAD_PATTERN = 100 };

void lyre_pt_fail (lyre_pt *pt, uint32_t column, const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  vsnprintf (pt->error.text, sizeof pt->error.text, format, ap);
  va_end (ap);
  pt->error.column = column;
  longjmp (*pt->mem.escape, BAD_PATTERN);
}

static uint32_t *code_points (lyre_pt *pt, lyre_term pattern, uint32_t *len) {
  size_t n;
  if (!lyre_value_string (pt->ctx, pattern, NULL, 0, &n))
    lyre_pt_fail (pt, 0, "a pattern must be a string constant");
  uint32_t *text = lyre_arena_array (&pt->arena, uint32_t, n + 1);
  lyre_value_string (pt->ctx, pattern, text, n, &n);
  *len = (uint32_t) n;
  return text;
}

static lyre_term make (lyre_pt *pt, lyre_regex_syntax syntax, unsigned flags,
                       lyre_term pattern) {
  uint32_t len;
  const uint32_t *text = code_points (pt, pattern, &len);
  lyre_pt_init_terms (pt);
  return lyre_pt_language (pt, lyre_pt_parse (pt, syntax, flags, text, len));
}

static void out_of_memory (lyre_pt *pt, int why) {
  snprintf (pt->error.text, sizeof pt->error.text, "%s",
            why == LYRE_FAIL_TOO_LARGE ? "too large" : "out of memory");
  pt->error.column = 0;
}

/* Runs make; a failure leaves its text in pt->error. */
static lyre_term guarded (lyre_pt *pt, lyre_regex_syntax syntax, unsigned flags,
                          lyre_term pattern) {
  jmp_buf here;
  lyre_term t = LYRE_NO_TERM;
  pt->mem.escape = &here;
  int why = setjmp (here);
  if (!why)
    t = make (pt, syntax, flags, pattern);
  else if (why != BAD_PATTERN)
    out_of_memory (pt, why);
  pt->mem.escape = NULL;
  return why ? LYRE_NO_TERM : t;
}

lyre_term lyre_mk_regex_of (lyre_ctx *ctx, lyre_regex_syntax syntax,
                            unsigned flags, lyre_term pattern,
                            lyre_regex_error *error) {
  lyre_pt pt = {.ctx = ctx};
  lyre_mem_init (&pt.mem, NULL);
  lyre_arena_init (&pt.arena, &pt.mem);
  lyre_term t = guarded (&pt, syntax, flags, pattern);
  lyre_mem_release (&pt.mem);
  if (error)
    *error = pt.error;
  return t;
}

lyre_term lyre_mk_regex (lyre_ctx *ctx, lyre_regex_syntax syntax,
                         unsigned flags, const char *utf8, size_t len,
                         lyre_regex_error *error) {
  lyre_term pattern = lyre_mk_string_utf8 (ctx, utf8, len);
  if (pattern.id)
    return lyre_mk_regex_of (ctx, syntax, flags, pattern, error);
  if (error) {
    error->column = 0;
    snprintf (error->text, sizeof error->text, "%s", lyre_last_error (ctx));
  }
  return LYRE_NO_TERM;
}
