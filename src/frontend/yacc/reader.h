/* Grammars in other tools' formats: what the files of this folder share.
 *
 * A format's parser fills in rules over symbols by name; reader.c turns them
 * into a grammar. Symbols with rules are nonterminals, all others are tokens,
 * which need a spelling. Every error leaves through one jump. */
#ifndef LYRE_FRONTEND_YACC_READER_H
#define LYRE_FRONTEND_YACC_READER_H

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "lyre.h"

/* One way to spell a token: a text, or a pattern of PCRE. */
typedef struct {
  uint32_t symbol;
  bool is_pattern;
  const char *text;
  uint32_t len, line;
} yacc_spelling;

typedef struct {
  const char *name;
  bool has_rules, spelt;
  uint32_t number; /* in the grammar; LYRE_NO_SYMBOL until it is needed */
} yacc_symbol;

/* An entry of a right-hand side: a symbol, or if that is LYRE_NO_SYMBOL a
 * text. */
typedef struct {
  uint32_t symbol;
  const char *text;
  uint32_t len;
} yacc_entry;

typedef struct {
  uint32_t lhs, first, n;
  bool dropped; /* it has the token error */
} yacc_rule;

typedef struct {
  lyre_ctx *ctx;
  lyre_mem mem;
  lyre_arena arena;
  const char *text; /* the input that is read */
  size_t size, at;
  uint32_t line, column;

  lyre_vec (yacc_symbol) symbols;
  lyre_text_map names; /* to index, plus one */
  lyre_vec (yacc_rule) rules;
  lyre_vec (yacc_entry) entries;
  lyre_vec (yacc_spelling) spellings;
  uint32_t start;

  lyre_grammar grammar;
  lyre_grammar_error *error;
} yacc_reader;

_Noreturn void yacc_fail (yacc_reader *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* Characters: -1 at the end. */
int yacc_peek (const yacc_reader *, size_t ahead);
void yacc_skip (yacc_reader *, size_t n);
/* Blanks and comments; # starts one, too. */
void yacc_skip_blanks (yacc_reader *);
/* The symbol spelt so, made if it is new. */
uint32_t yacc_symbol_of (yacc_reader *, const char *name, size_t len);
/* A quoted text at QUOTE, decoded with C's escapes; the next character follows.
 * Lives in the arena. */
const char *yacc_quoted (yacc_reader *, int quote, uint32_t *len);

void yacc_start_rule (yacc_reader *, uint32_t lhs);
void yacc_add_symbol (yacc_reader *, uint32_t symbol);
void yacc_add_text (yacc_reader *, const char *text, uint32_t len);
void yacc_add_spelling (yacc_reader *, yacc_spelling);

/* The formats. */
void yacc_parse (yacc_reader *);
void yacc_parse_analyzer (yacc_reader *);
void yacc_parse_tokens (yacc_reader *);

#endif
