/* The session: what the files of this folder share.
 *
 *   lexer      bytes to tokens
 *   symbols    names to meanings
 *   literal    string literals to code points
 *   parse_sort, parse_term  tokens to sorts and terms
 *   grammar    the rules of declare-grammar
 *   options    set-option, get-option, set-logic, get-info
 *   commands   the table of commands
 *   answers    models, values, cores as text
 *   session    reading command by command; errors
 *
 * Memory comes from the session's own pool. Running out of it and every error
 * in the input leave the command through one jump (lyre_smt2_fail) to the loop
 * in session.c, which reports, skips to the end of the command and goes on.
 * Whatever a command has bound by then is cut back. */
#ifndef LYRE_FRONTEND_SMT2_SESSION_H
#define LYRE_FRONTEND_SMT2_SESSION_H

#include <stdio.h>

#include "base/assert.h"
#include "frontend/smt2/lexer.h"
#include "frontend/smt2/symbols.h"

/* Most applications and binders that may be open at once. */
#define LYRE_SMT2_MAX_DEPTH 10000000u
#define LYRE_SMT2_MAX_LEVELS 1000000u

/* Meanings of names of their own: an operator plus one, or one of these. */
enum {
  LYRE_WORD_LET = LYRE_OP_COUNT + 1,
  LYRE_WORD_ANNOTATION, /* ! */
  LYRE_WORD_INDEX,      /* _ */
  LYRE_WORD_AS,
  LYRE_WORD_MATCH,
  LYRE_WORD_PAR,
  /* In the order of lyre_regex_syntax. */
  LYRE_WORD_FROM_PCRE,
  LYRE_WORD_FROM_JAVA,
  LYRE_WORD_FROM_ECMA,
};

typedef enum {
  LYRE_FRAME_APPLY,    /* (op ...), ((_ op i ...) ...) */
  LYRE_FRAME_FUN,      /* (f ...), f declared */
  LYRE_FRAME_MACRO,    /* (f ...), f defined */
  LYRE_FRAME_LET_LIST, /* (let (... */
  LYRE_FRAME_LET_ITEM, /* (let ((x ... */
  LYRE_FRAME_LET_BODY, /* (let (...) ... */
  LYRE_FRAME_BIND,     /* (forall (...) ... */
  LYRE_FRAME_NOTE,     /* (! ... */
} lyre_frame_kind;

/* An open parenthesis of a term. Its arguments so far are on the session's
 * stack of terms, from base on. */
typedef struct {
  uint8_t kind, n_indices;
  uint16_t op;
  uint32_t base;
  union {
    uint32_t index[2];
    uint32_t value;  /* FUN, MACRO: the binding's value */
    uint32_t locals; /* LET_BODY, BIND: how many there were outside */
    uint32_t names;  /* LET_LIST: where its names start */
  };
  uint32_t line, column;
} lyre_frame;

/* An open parenthesis of a sort: parameters so far are in results. */
typedef struct {
  uint32_t base, value, arity;
} lyre_sort_frame;

/* A defined function: BODY with the variables from FIRST on. */
typedef struct {
  lyre_term body;
  uint32_t first, n;
} lyre_macro;

/* COUNT pushes in a row, with the stacks as they were. */
typedef struct {
  uint32_t count, symbols, sorts;
} lyre_level;

typedef struct {
  uint32_t assertion, name;
} lyre_named_assertion;

typedef struct {
  bool print_success, produce_models, produce_unsat_cores;
  bool produce_unsat_assumptions, produce_assignments, produce_assertions;
  bool global_declarations, dump_models;
} lyre_session_options;

struct lyre_smt2 {
  lyre_ctx *ctx;
  lyre_write_fn write;
  void *user;
  unsigned mode; /* LYRE_SMT2_PARSE, ... */

  lyre_mem mem;
  lyre_lexer lex;
  lyre_symbols symbols, sorts;

  /* Where errors go. */
  char message[512];
  uint64_t error_line, error_column;
  uint64_t n_errors;

  /* The command that runs. */
  uint64_t command_line, command_column;
  bool answered; /* it has printed something: no success */
  bool mid_line; /* it has printed half a line */
  bool stray;    /* outside of commands, and it has been reported */
  uint32_t symbols_mark, sorts_mark;

  /* Parsing. */
  lyre_vec (lyre_frame) frames;
  lyre_vec (lyre_term) terms;
  lyre_u32s names;   /* of let items */
  lyre_u32s results; /* of sorts */
  lyre_vec (lyre_sort_frame) sort_frames;
  lyre_u32s code_points;
  char plain[40];    /* a name without its bars */
  uint32_t binders;  /* open quantifiers and parameter lists */
  uint32_t top_name; /* :named of the whole term, or 0 */

  /* State. */
  lyre_session_options options;
  bool logic_set, real_numerals, exited;
  lyre_result last;  /* of the last check-sat */
  bool answer_valid; /* nothing has changed since */
  lyre_vec (lyre_macro) macros;
  lyre_vec (lyre_term) macro_vars;
  lyre_vec (lyre_level) levels;
  lyre_vec (lyre_named_assertion) named;
  lyre_vec (lyre_term) assumptions; /* of the last check-sat-assuming */

  /* Scratch of commands. */
  lyre_vec (lyre_term) list, values;
  lyre_vec (lyre_sort) sort_list;
  lyre_chars kept;  /* the text of a token */
  lyre_u32s slices; /* ends of terms in lex.captured */

  FILE *out, *diagnostics;
  char *out_name, *diagnostics_name; /* NULL: stdout, stderr */
  char **initial; /* the context's options when the session started */
};

/* ----------------------------------------------------------------- errors */

/* Ends the command with (error "line L column C: ..."), at the token, at the
 * command's name or at a given place. */
_Noreturn void lyre_smt2_fail (lyre_smt2 *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
_Noreturn void lyre_smt2_fail_command (lyre_smt2 *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
_Noreturn void lyre_smt2_fail_at (lyre_smt2 *, uint64_t line, uint64_t column,
                                  const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

/* ----------------------------------------------------------------- tokens */

/* Parsing functions start at the current token and leave the last token of
 * what they have read as the current one. */

/* The next token. The end of the input and malformed tokens are errors. */
void lyre_smt2_next (lyre_smt2 *);
/* The next token must be of this kind. WHAT says so to the user. */
void lyre_smt2_expect (lyre_smt2 *, lyre_token_kind, const char *what);
/* The next token must end the command. */
void lyre_smt2_end_command (lyre_smt2 *);
bool lyre_smt2_is_symbol (const lyre_smt2 *); /* is the token one? */
/* Reads a value as in attributes: one token or a parenthesised list. */
void lyre_smt2_skip_value (lyre_smt2 *);
/* Copies the token's text to kept, zero-terminated. */
void lyre_smt2_keep_text (lyre_smt2 *);
/* The token, a numeral, as a number. */
uint32_t lyre_smt2_numeral (lyre_smt2 *);

/* The name that the token spells: made if new; or 0 if unknown. */
uint32_t lyre_smt2_intern (lyre_smt2 *, lyre_symbols *);
uint32_t lyre_smt2_find (lyre_smt2 *, const lyre_symbols *);
/* A name's text without bars. Valid until the next call. */
const char *lyre_smt2_text (lyre_smt2 *, uint32_t name);

/* ---------------------------------------------------------------- parsing */

/* The token, a string literal, as a term. */
lyre_term lyre_smt2_string (lyre_smt2 *);
/* A sort. In definitions parameters are allowed: see parse_sort.c. */
lyre_sort lyre_smt2_sort (lyre_smt2 *);
uint32_t lyre_smt2_sort_code (lyre_smt2 *);
void lyre_smt2_init_sorts (lyre_smt2 *);
#define LYRE_SORT_PARAMETER 0x80000000u

lyre_term lyre_smt2_term (lyre_smt2 *);
/* ((N e ...) ...), the rules of a new grammar; the next token opens them. */
lyre_grammar lyre_smt2_grammar (lyre_smt2 *, const char *name);
/* ((x S) ...): makes the variables, pushes them on terms and binds them. */
uint32_t lyre_smt2_binders (lyre_smt2 *);
void lyre_smt2_init_words (lyre_smt2 *);
/* May the user declare this name, although it has a builtin meaning? */
bool lyre_smt2_may_declare (const lyre_name *);
/* T as a term of sort S: Int is promoted to Real; NO_TERM if it isn't one. */
lyre_term lyre_smt2_fit (lyre_smt2 *, lyre_term, lyre_sort);
/* TERM or, if that is LYRE_NO_TERM, the context's complaint. */
lyre_term lyre_smt2_must (lyre_smt2 *, lyre_term);
/* Forgets what is bound beyond these lengths. */
void lyre_smt2_cut (lyre_smt2 *, uint32_t symbols, uint32_t sorts);

/* --------------------------------------------------------------- commands */

typedef struct {
  const char *name;
  void (*run) (lyre_smt2 *);
  /* Dump mode repeats it as it was written. Otherwise it prints itself. */
  bool raw;
} lyre_command;

const lyre_command *lyre_smt2_command (const char *name);
void lyre_smt2_set_logic (lyre_smt2 *);
void lyre_smt2_set_option (lyre_smt2 *);
void lyre_smt2_get_option (lyre_smt2 *);
void lyre_smt2_set_info (lyre_smt2 *);
void lyre_smt2_get_info (lyre_smt2 *);
void lyre_smt2_init_options (lyre_smt2 *);
void lyre_smt2_restore_options (lyre_smt2 *);
/* Are answers wanted, or is this a listing? */
bool lyre_smt2_listing (const lyre_smt2 *);
bool lyre_smt2_dumping (const lyre_smt2 *);

/* ---------------------------------------------------------------- answers */

void lyre_smt2_put (lyre_smt2 *, const char *text);
void lyre_smt2_put_bytes (void *session, const char *text, size_t len);
void lyre_smt2_put_number (lyre_smt2 *, uint64_t);
void lyre_smt2_put_term (lyre_smt2 *, lyre_term);
void lyre_smt2_put_sort (lyre_smt2 *, lyre_sort);
void lyre_smt2_put_name (lyre_smt2 *, uint32_t name);
/* A string literal with its quotes, for text that is not escaped. */
void lyre_smt2_put_literal (lyre_smt2 *, const char *text, size_t len);
/* A whole answer in a line. */
void lyre_smt2_answer (lyre_smt2 *, const char *text);

void lyre_smt2_put_model (lyre_smt2 *);
void lyre_smt2_put_values (lyre_smt2 *);
void lyre_smt2_put_core (lyre_smt2 *);
void lyre_smt2_put_core_assumptions (lyre_smt2 *);
void lyre_smt2_put_assignment (lyre_smt2 *);
void lyre_smt2_put_assertions (lyre_smt2 *);

#endif
