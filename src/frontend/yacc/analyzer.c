/* CFGAnalyzer's format: one production per semicolon, N : x "y" ; a production
 * without a name belongs to the last one. */
#include "frontend/yacc/reader.h"

static bool is_name (int c) {
  return c > ' ' && c != ':' && c != ';' && c != '"' && c != '[' && c != ']';
}

static size_t name_length (const yacc_reader *r) {
  size_t n = 0;
  while (is_name (yacc_peek (r, n)))
    n++;
  return n;
}

static uint32_t name (yacc_reader *r) {
  size_t n = name_length (r);
  uint32_t s = yacc_symbol_of (r, r->text + r->at, n);
  yacc_skip (r, n);
  yacc_skip_blanks (r);
  return s;
}

/* [label], which means nothing to us. */
static void skip_label (yacc_reader *r) {
  if (yacc_peek (r, 0) != '[')
    return;
  while (yacc_peek (r, 0) >= 0 && yacc_peek (r, 0) != ']')
    yacc_skip (r, 1);
  yacc_skip (r, 1);
  yacc_skip_blanks (r);
}

static void right_hand_side (yacc_reader *r) {
  for (;;) {
    yacc_skip_blanks (r);
    int c = yacc_peek (r, 0);
    uint32_t len;
    if (c == ';') {
      yacc_skip (r, 1);
      return;
    }
    if (c == '"') {
      const char *text = yacc_quoted (r, '"', &len);
      yacc_add_text (r, text, len);
    } else if (name_length (r)) {
      yacc_add_symbol (r, name (r));
    } else {
      yacc_fail (r, "expected a symbol or ';'");
    }
  }
}

void yacc_parse_analyzer (yacc_reader *r) {
  uint32_t lhs = LYRE_NO_SYMBOL;
  for (yacc_skip_blanks (r); yacc_peek (r, 0) >= 0; yacc_skip_blanks (r)) {
    skip_label (r);
    if (name_length (r))
      lhs = name (r);
    skip_label (r);
    if (yacc_peek (r, 0) != ':' || lhs == LYRE_NO_SYMBOL)
      yacc_fail (r, "expected a nonterminal and ':'");
    yacc_skip (r, 1);
    yacc_start_rule (r, lhs);
    right_hand_side (r);
  }
  /* A symbol without rules has no words, whatever its name. */
  for (uint32_t i = 0; i < r->symbols.len; i++)
    r->symbols.data[i].has_rules = true;
}
