/* How tokens are spelt, a line each: NAME "text" or NAME /pattern/. A token
 * with several lines has several spellings. Spellings given here take the place
 * of those in the grammar. */
#include "frontend/yacc/reader.h"

static bool is_blank (int c) {
  return c == ' ' || c == '\t';
}

static void skip_spaces (yacc_reader *r) {
  while (is_blank (yacc_peek (r, 0)))
    yacc_skip (r, 1);
}

/* To the last slash of the line; nothing in between is decoded. */
static void pattern (yacc_reader *r, yacc_spelling *s) {
  size_t n = 0, end = 0;
  yacc_skip (r, 1);
  for (; yacc_peek (r, n) >= 0 && yacc_peek (r, n) != '\n'; n++)
    if (yacc_peek (r, n) == '/')
      end = n + 1;
  if (!end)
    yacc_fail (r, "the pattern does not end");
  s->is_pattern = true;
  s->text = lyre_arena_text (&r->arena, r->text + r->at, end - 1);
  s->len = (uint32_t) end - 1;
  yacc_skip (r, end);
}

/* Forgets what the grammar said about the token. */
static void respell (yacc_reader *r, uint32_t symbol, uint32_t before) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->spellings.len; i++)
    if (i >= before || r->spellings.data[i].symbol != symbol)
      r->spellings.data[n++] = r->spellings.data[i];
  r->spellings.len = n;
}

static void line (yacc_reader *r, uint32_t *before) {
  size_t n = 0;
  while (yacc_peek (r, n) > ' ')
    n++;
  yacc_spelling s = {.symbol = yacc_symbol_of (r, r->text + r->at, n),
                     .line = r->line};
  if (r->symbols.data[s.symbol].has_rules)
    yacc_fail (r, "%.60s is not a token: it has rules",
               r->symbols.data[s.symbol].name);
  yacc_skip (r, n);
  skip_spaces (r);
  if (yacc_peek (r, 0) == '"')
    s.text = yacc_quoted (r, '"', &s.len);
  else if (yacc_peek (r, 0) == '/')
    pattern (r, &s);
  else
    yacc_fail (r, "expected \"text\" or /pattern/");
  uint32_t old = r->spellings.len;
  respell (r, s.symbol, *before);
  *before -= old - r->spellings.len;
  yacc_add_spelling (r, s);
  skip_spaces (r);
  if (yacc_peek (r, 0) >= 0 && yacc_peek (r, 0) != '\n' &&
      yacc_peek (r, 0) != '\r' && yacc_peek (r, 0) != '#')
    yacc_fail (r, "expected the end of the line");
}

void yacc_parse_tokens (yacc_reader *r) {
  uint32_t before = r->spellings.len; /* these are the grammar's */
  for (yacc_skip_blanks (r); yacc_peek (r, 0) >= 0; yacc_skip_blanks (r))
    line (r, &before);
}
