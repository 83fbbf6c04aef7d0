/* Sessions: reading command by command, reporting errors and going on. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/smt2/session.h"

/* What the escape brings back besides the reasons of base/mem.h. */
enum { FAILED_COMMAND = 100 };

/* ------------------------------------------------------------------ errors */

static void note_error (lyre_smt2 *s, uint64_t line, uint64_t column,
                        const char *format, va_list ap) {
  vsnprintf (s->message, sizeof s->message, format, ap);
  s->error_line = line;
  s->error_column = column;
}

_Noreturn static void leave_command (lyre_smt2 *s) {
  longjmp (*s->mem.escape, FAILED_COMMAND);
}

void lyre_smt2_fail (lyre_smt2 *s, const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  note_error (s, s->lex.token_line, s->lex.token_column, format, ap);
  va_end (ap);
  leave_command (s);
}

void lyre_smt2_fail_command (lyre_smt2 *s, const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  note_error (s, s->command_line, s->command_column, format, ap);
  va_end (ap);
  leave_command (s);
}

void lyre_smt2_fail_at (lyre_smt2 *s, uint64_t line, uint64_t column,
                        const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  note_error (s, line, column, format, ap);
  va_end (ap);
  leave_command (s);
}

/* One line of printable characters. */
static void put_message (lyre_smt2 *s) {
  for (char *p = s->message; *p; p++)
    if (*p < ' ' || *p > '~')
      *p = '?';
  for (const char *p = s->message; *p; p++)
    lyre_smt2_put_bytes (s, "\"\"", *p == '"' ? 2 : 0),
        lyre_smt2_put_bytes (s, p, *p != '"');
}

static void report (lyre_smt2 *s) {
  s->n_errors++;
  if (s->mid_line)
    lyre_smt2_put (s, "\n");
  lyre_smt2_put (s, "(error \"line ");
  lyre_smt2_put_number (s, s->error_line);
  lyre_smt2_put (s, " column ");
  lyre_smt2_put_number (s, s->error_column);
  lyre_smt2_put (s, ": ");
  put_message (s);
  lyre_smt2_put (s, "\")\n");
}

/* The command wanted too much; its stacks are given back. */
static void out_of_memory (lyre_smt2 *s, int why) {
  snprintf (s->message, sizeof s->message, "%s",
            why == LYRE_FAIL_TOO_LARGE ? "the input is too large"
                                       : "out of memory");
  s->error_line = s->lex.token_line;
  s->error_column = s->lex.token_column;
  lyre_vec_release (&s->mem, &s->frames);
  lyre_vec_release (&s->mem, &s->terms);
  lyre_vec_release (&s->mem, &s->names);
  lyre_vec_release (&s->mem, &s->results);
  lyre_vec_release (&s->mem, &s->sort_frames);
  lyre_vec_release (&s->mem, &s->code_points);
  lyre_vec_release (&s->mem, &s->lex.text);
  lyre_vec_release (&s->mem, &s->lex.captured);
}

/* Takes back what the failed command has bound. */
static void undo (lyre_smt2 *s) {
  lyre_vec_clear (&s->frames);
  lyre_vec_clear (&s->terms);
  lyre_vec_clear (&s->names);
  s->binders = 0;
  lyre_symbols_cut_locals (&s->symbols, 0);
  lyre_symbols_cut_locals (&s->sorts, 0);
  lyre_smt2_cut (s, s->symbols_mark, s->sorts_mark);
}

/* ------------------------------------------------------------------ tokens */

void lyre_smt2_next (lyre_smt2 *s) {
  lyre_lexer_next (&s->lex);
  if (s->lex.kind == LYRE_TOKEN_BAD)
    lyre_smt2_fail (s, "%s", s->lex.problem);
  if (s->lex.kind == LYRE_TOKEN_END)
    lyre_smt2_fail (s, "end of input inside a command");
}

void lyre_smt2_expect (lyre_smt2 *s, lyre_token_kind kind, const char *what) {
  lyre_smt2_next (s);
  if (s->lex.kind != kind)
    lyre_smt2_fail (s, "expected %s", what);
}

void lyre_smt2_end_command (lyre_smt2 *s) {
  lyre_smt2_expect (s, LYRE_TOKEN_CLOSE, "')' at the end of the command");
}

bool lyre_smt2_is_symbol (const lyre_smt2 *s) {
  return s->lex.kind == LYRE_TOKEN_SYMBOL || s->lex.kind == LYRE_TOKEN_QUOTED;
}

void lyre_smt2_skip_value (lyre_smt2 *s) {
  if (s->lex.kind == LYRE_TOKEN_CLOSE)
    lyre_smt2_fail (s, "expected a value");
  if (s->lex.kind != LYRE_TOKEN_OPEN)
    return;
  uint64_t outside = s->lex.depth - 1;
  while (s->lex.depth > outside)
    lyre_smt2_next (s);
}

void lyre_smt2_keep_text (lyre_smt2 *s) {
  uint32_t n = s->lex.text.len;
  lyre_vec_reserve (&s->mem, &s->kept, (uint64_t) n + 1);
  memcpy (s->kept.data, s->lex.text.data, (size_t) n + 1);
  s->kept.len = n;
}

uint32_t lyre_smt2_numeral (lyre_smt2 *s) {
  if (s->lex.kind != LYRE_TOKEN_NUMERAL)
    lyre_smt2_fail (s, "expected a numeral");
  uint64_t n = 0;
  for (const char *p = s->lex.text.data; *p && n <= UINT32_MAX; p++)
    n = n * 10 + (uint64_t) (*p - '0');
  if (n > UINT32_MAX)
    lyre_smt2_fail (s, "the numeral is too large here");
  return (uint32_t) n;
}

uint32_t lyre_smt2_intern (lyre_smt2 *s, lyre_symbols *table) {
  const char *text = s->lex.text.data;
  return s->lex.kind == LYRE_TOKEN_QUOTED
             ? lyre_symbols_intern_quoted (table, text, s->lex.text.len)
             : lyre_symbols_intern (table, text, s->lex.text.len);
}

uint32_t lyre_smt2_find (lyre_smt2 *s, const lyre_symbols *table) {
  const char *text = s->lex.text.data;
  return s->lex.kind == LYRE_TOKEN_QUOTED
             ? lyre_symbols_find_quoted (table, text, s->lex.text.len)
             : lyre_symbols_find (table, text, s->lex.text.len);
}

const char *lyre_smt2_text (lyre_smt2 *s, uint32_t name) {
  const char *text = lyre_symbols_name (&s->symbols, name)->text;
  if (*text != '|')
    return text;
  snprintf (s->plain, sizeof s->plain, "%s", text + 1);
  s->plain[strlen (s->plain) - 1] = 0;
  return s->plain;
}

/* ---------------------------------------------------------------- commands */

bool lyre_smt2_listing (const lyre_smt2 *s) {
  return s->mode & (LYRE_SMT2_PARSE | LYRE_SMT2_DUMP);
}

bool lyre_smt2_dumping (const lyre_smt2 *s) {
  return s->mode & LYRE_SMT2_DUMP;
}

void lyre_smt2_cut (lyre_smt2 *s, uint32_t symbols, uint32_t sorts) {
  for (uint32_t i = s->symbols.globals.len; i-- > symbols;) {
    const lyre_binding *b = &s->symbols.globals.data[i];
    if (b->kind != LYRE_BIND_MACRO)
      continue;
    s->macros.len = b->value;
    s->macro_vars.len = s->macros.data[b->value].first;
  }
  lyre_symbols_cut_globals (&s->symbols, symbols);
  lyre_symbols_cut_globals (&s->sorts, sorts);
}

/* The token must open a command. False at the end of the input. What stands
 * between commands is reported once. */
static bool open_command (lyre_smt2 *s) {
  lyre_lexer_capture (&s->lex, lyre_smt2_dumping (s));
  lyre_lexer_next (&s->lex);
  while (s->stray && s->lex.kind != LYRE_TOKEN_OPEN &&
         s->lex.kind != LYRE_TOKEN_END)
    lyre_lexer_next (&s->lex);
  if (s->lex.kind == LYRE_TOKEN_END)
    return false;
  s->stray = s->lex.kind != LYRE_TOKEN_OPEN;
  if (s->lex.kind == LYRE_TOKEN_BAD)
    lyre_smt2_fail (s, "%s", s->lex.problem);
  if (s->stray)
    lyre_smt2_fail (s, s->lex.kind == LYRE_TOKEN_CLOSE
                           ? "')' without '('"
                           : "expected '(' and a command");
  return true;
}

static void start_command (lyre_smt2 *s) {
  s->answered = s->mid_line = false;
  s->symbols_mark = s->symbols.globals.len;
  s->sorts_mark = s->sorts.globals.len;
}

static void unsupported (lyre_smt2 *s) {
  lyre_lexer_skip (&s->lex);
  if (s->lex.kind == LYRE_TOKEN_END)
    lyre_smt2_fail (s, "end of input inside a command");
  lyre_smt2_answer (s, "unsupported");
}

static void finish_command (lyre_smt2 *s, const lyre_command *c) {
  if (c->raw && lyre_smt2_dumping (s) && s->lex.capturing) {
    lyre_smt2_put_bytes (s, s->lex.captured.data, s->lex.captured.len);
    lyre_smt2_put (s, "\n");
  }
  if (s->options.print_success && !s->answered)
    lyre_smt2_answer (s, "success");
}

static void flush (lyre_smt2 *s) {
  if (s->out)
    fflush (s->out);
  s->write (s->user, "", 0);
}

static bool run_command (lyre_smt2 *s) {
  start_command (s);
  if (!open_command (s))
    return false;
  lyre_smt2_next (s);
  s->command_line = s->lex.token_line;
  s->command_column = s->lex.token_column;
  if (s->lex.kind != LYRE_TOKEN_SYMBOL)
    lyre_smt2_fail (s, "expected the name of a command");
  const lyre_command *c = lyre_smt2_command (s->lex.text.data);
  if (c) {
    c->run (s);
    finish_command (s, c);
  } else {
    unsupported (s);
  }
  flush (s);
  return true;
}

/* One command or one error. False at the end of the input. */
static bool step (lyre_smt2 *s) {
  jmp_buf here;
  s->mem.escape = &here;
  int why = setjmp (here);
  if (!why)
    return run_command (s);
  undo (s);
  s->lex.capturing = false;
  if (why != FAILED_COMMAND)
    out_of_memory (s, why);
  report (s);
  flush (s);
  lyre_lexer_skip (&s->lex);
  return true;
}

/* --------------------------------------------------------------- lifetimes */

static void init (lyre_smt2 *s) {
  lyre_lexer_init (&s->lex, &s->mem);
  lyre_symbols_init (&s->symbols, &s->mem);
  lyre_symbols_init (&s->sorts, &s->mem);
  lyre_smt2_init_words (s);
  lyre_smt2_init_sorts (s);
  lyre_smt2_init_options (s);
}

static bool try_init (lyre_smt2 *s) {
  jmp_buf here;
  s->mem.escape = &here;
  if (setjmp (here))
    return false;
  init (s);
  return true;
}

lyre_smt2 *lyre_smt2_new (lyre_ctx *ctx, lyre_write_fn write, void *user) {
  lyre_smt2 *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->ctx = ctx;
  s->write = write;
  s->user = user;
  lyre_mem_init (&s->mem, NULL);
  if (try_init (s))
    return s;
  lyre_smt2_delete (s);
  return NULL;
}

static void close_file (FILE *file) {
  if (file && file != stdout && file != stderr)
    fclose (file);
}

void lyre_smt2_delete (lyre_smt2 *s) {
  if (!s)
    return;
  close_file (s->out);
  close_file (s->diagnostics);
  lyre_mem_release (&s->mem);
  free (s);
}

void lyre_smt2_set_mode (lyre_smt2 *s, unsigned modes) {
  s->mode = modes;
}

bool lyre_smt2_run (lyre_smt2 *s, lyre_read_fn read, void *user) {
  lyre_lexer_start (&s->lex, read, user);
  s->stray = false;
  while (!s->exited && step (s))
    ;
  return !s->exited;
}

uint64_t lyre_smt2_errors (const lyre_smt2 *s) {
  return s->n_errors;
}

lyre_result lyre_smt2_last_result (const lyre_smt2 *s) {
  return s->last;
}

/* -------------------------------------------------------------------- text */

typedef struct {
  const char *at;
  size_t left;
} text_reader;

static size_t read_text (void *user, char *buffer, size_t cap) {
  text_reader *r = user;
  size_t n = r->left < cap ? r->left : cap;
  if (n)
    memcpy (buffer, r->at, n);
  r->at += n;
  r->left -= n;
  return n;
}

bool lyre_smt2_run_text (lyre_smt2 *s, const char *text, size_t len) {
  text_reader r = {text, len};
  return lyre_smt2_run (s, read_text, &r);
}
