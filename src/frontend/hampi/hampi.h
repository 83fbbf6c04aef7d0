/* HAMPI files: what the files of this folder share.
 *
 * Text becomes tokens (lexer), tokens declarations and assertions (parse),
 * which are checked (check), turned into terms (build), and answered (hampi).
 * Expressions are kept as postfix lists, so that nothing recurses.
 *
 * Memory comes from a pool of its own. Every error leaves through one jump with
 * a place and a message (hampi_fail). */
#ifndef LYRE_FRONTEND_HAMPI_HAMPI_H
#define LYRE_FRONTEND_HAMPI_HAMPI_H

#include "base/arena.h"
#include "base/assert.h"
#include "base/map.h"
#include "base/vec.h"
#include "lyre.h"

#define HAMPI_NO_BOUND UINT32_MAX

typedef struct {
  uint32_t line, column; /* from 1 */
} hampi_place;

typedef enum {
  HAMPI_END,
  HAMPI_ID,
  HAMPI_INT,
  HAMPI_STR,  /* without its quotes, as it is written */
  HAMPI_CHAR, /* number is the character */
  HAMPI_CODE, /* the same */
  /* Keywords, in the order of the lexer's table. */
  HAMPI_VAR,
  HAMPI_VAL,
  HAMPI_CFG,
  HAMPI_REG,
  HAMPI_ASSERT,
  HAMPI_IN,
  HAMPI_CONTAINS,
  HAMPI_NOT,
  HAMPI_EQUALS,
  HAMPI_CONCAT,
  HAMPI_OR,
  HAMPI_STAR,
  HAMPI_FIX,
  HAMPI_QUERY,
  /* Punctuation: its first character, and these. */
  HAMPI_BECOMES = 256, /* := */
  HAMPI_DOTS,          /* .. */
  HAMPI_UNEQUAL,       /* != */
} hampi_token_kind;

typedef struct {
  int kind; /* hampi_token_kind or a character */
  const char *text;
  uint32_t len;
  uint32_t number; /* INT, CHAR, CODE */
  hampi_place place;
} hampi_token;

/* One entry of a postfix list or of a right-hand side. */
typedef enum {
  HAMPI_OP_STRING,
  HAMPI_OP_RANGE,   /* lo .. hi */
  HAMPI_OP_NAME,    /* a nonterminal, reg, var or val */
  HAMPI_OP_OPT,     /* (name)? and so on: right-hand sides only */
  HAMPI_OP_MANY,    /* (name)* */
  HAMPI_OP_SOME,    /* (name)+ */
  HAMPI_OP_BAR,     /* the next alternative: right-hand sides only */
  HAMPI_OP_FIX,     /* fix (name, lo): regs only; lo may be no bound */
  HAMPI_OP_PATTERN, /* pcre (string): regs only */
  HAMPI_OP_STAR,    /* of the last entry: regs only */
  HAMPI_OP_ANY,     /* one of the last lo entries: regs only */
  HAMPI_OP_CONCAT,  /* of the last lo entries */
  HAMPI_OP_CUT,     /* name [lo : hi], offset and length: vals only */
} hampi_op_kind;

typedef struct {
  hampi_op_kind kind;
  const char *text; /* a name or a string */
  uint32_t len;
  uint32_t lo, hi;
  hampi_place place;
} hampi_op;

typedef enum {
  HAMPI_DECL_VAR,
  HAMPI_DECL_CFG,
  HAMPI_DECL_REG,
  HAMPI_DECL_VAL,
} hampi_decl_kind;

/* How a reg is kept. With a fix inside it is not made of regular operators
 * alone, and becomes a nonterminal. */
typedef enum {
  HAMPI_FORM_TERM,
  HAMPI_FORM_FIX, /* a single fix: a grammar and a length */
  HAMPI_FORM_SYMBOL,
} hampi_form;

typedef struct {
  hampi_decl_kind kind;
  const char *name;
  hampi_place place;
  uint32_t lo, hi;   /* VAR: size; hi may be no bound */
  uint32_t first, n; /* others: entries in ops */
  /* Building. */
  uint8_t state;      /* 0 new, 1 begun, 2 done */
  hampi_form form;    /* REG */
  lyre_term term;     /* VAR, VAL, REG as a term */
  uint32_t symbol;    /* CFG, REG as a nonterminal */
  uint32_t repeat[3]; /* CFG: (A)?, (A)*, (A)+ as nonterminals */
} hampi_decl;

typedef struct {
  hampi_op left, right;  /* NAME; right of contains: STRING */
  hampi_token_kind kind; /* IN, CONTAINS, EQUALS */
  bool negated;
} hampi_assertion;

typedef struct {
  lyre_ctx *ctx;
  lyre_mem mem;
  lyre_arena arena;
  const char *text; /* the input */
  size_t size, at;
  hampi_place here;
  hampi_token token;

  lyre_vec (hampi_op) ops;
  lyre_vec (hampi_decl) decls;
  lyre_vec (hampi_assertion) assertions;
  lyre_text_map names; /* name to declaration, plus one */

  lyre_grammar grammar;
  lyre_vec (lyre_term) sides; /* conditions that substrings bring along */

  char message[256];
  hampi_place error;
} hampi;

/* Ends the reading. */
_Noreturn void hampi_fail (hampi *, hampi_place, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

void hampi_next (hampi *); /* the next token */
void hampi_parse (hampi *);
void hampi_check (hampi *);
/* Asserts everything in the context. */
void hampi_build (hampi *);
/* The declaration of that name, or NULL. */
hampi_decl *hampi_find (const hampi *, const char *name);

#endif
