/* Tokens of SMT-LIB text, pulled from a reader.
 *
 * The lexer keeps one buffer of input and the text of one token, so input of
 * any length takes bounded memory. It reads no further than it must to end a
 * token: a closing parenthesis is a token as soon as it has arrived. */
#ifndef LYRE_FRONTEND_SMT2_LEXER_H
#define LYRE_FRONTEND_SMT2_LEXER_H

#include "base/vec.h"
#include "lyre.h"

typedef enum {
  LYRE_TOKEN_END, /* of the input */
  LYRE_TOKEN_OPEN,
  LYRE_TOKEN_CLOSE,
  LYRE_TOKEN_SYMBOL,
  LYRE_TOKEN_QUOTED,  /* |symbol|, without the bars */
  LYRE_TOKEN_KEYWORD, /* :keyword, without the colon */
  LYRE_TOKEN_NUMERAL,
  LYRE_TOKEN_DECIMAL,
  LYRE_TOKEN_HEX,    /* #x1F as x1F */
  LYRE_TOKEN_BINARY, /* #b10 as b10 */
  LYRE_TOKEN_STRING, /* without the outer quotes, "" as one quote */
  LYRE_TOKEN_BAD,    /* none of these; see problem */
} lyre_token_kind;

/* Longest token, in bytes. */
#define LYRE_TOKEN_MAX (1u << 28)

typedef struct {
  lyre_mem *mem;
  lyre_read_fn read;
  void *user;
  bool ended;           /* the reader has nothing more */
  bool legacy_escapes;  /* \" does not end a string */
  bool discard;         /* do not keep the text of tokens */
  char open;            /* '"' or '|' while inside such a token */
  uint32_t pos, len;    /* in buffer */
  uint64_t offset;      /* of the buffer in the input */
  uint64_t line, start; /* the current line: its number and offset */
  uint64_t depth;       /* open parentheses */

  /* The token. */
  lyre_token_kind kind;
  uint64_t token_line, token_column; /* from 1 */
  lyre_chars text;                   /* zero-terminated */
  char problem[64];

  /* A copy of the tokens read, in one line; see lyre_lexer_capture. */
  bool capturing;
  lyre_chars captured;

  char buffer[1 << 16];
} lyre_lexer;

void lyre_lexer_init (lyre_lexer *, lyre_mem *);
/* Starts to read from here, at line 1. */
void lyre_lexer_start (lyre_lexer *, lyre_read_fn, void *user);
void lyre_lexer_next (lyre_lexer *);
/* Ends a token that was left half-read, then skips tokens up to the
 * parenthesis that closes the outermost open one. Needs no memory. */
void lyre_lexer_skip (lyre_lexer *);
/* Starts or stops to copy tokens to captured, separated by single spaces. */
void lyre_lexer_capture (lyre_lexer *, bool on);

#endif
