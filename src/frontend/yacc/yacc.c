/* Bison's input files: declarations are skipped but for %token and %start,
 * actions are ignored, rules kept. A file without %% is all rules. */
#include <string.h>

#include "frontend/yacc/reader.h"

static bool is_start (int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '.';
}

static bool is_part (int c) {
  return is_start (c) || (c >= '0' && c <= '9') || c == '-';
}

static size_t name_length (const yacc_reader *r) {
  size_t n = 0;
  if (is_start (yacc_peek (r, 0)))
    while (is_part (yacc_peek (r, n)))
      n++;
  return n;
}

/* A name at the current place, which must be one. */
static uint32_t name (yacc_reader *r) {
  size_t n = name_length (r);
  if (!n)
    yacc_fail (r, "expected a name");
  uint32_t s = yacc_symbol_of (r, r->text + r->at, n);
  yacc_skip (r, n);
  return s;
}

/* Skips { ... } with what may hide braces: texts and comments. */
static void skip_braces (yacc_reader *r) {
  uint64_t depth = 0;
  uint32_t len;
  do {
    int c = yacc_peek (r, 0), d = yacc_peek (r, 1);
    if (c < 0)
      yacc_fail (r, "the action does not end");
    if (c == '"' || c == '\'') {
      yacc_quoted (r, c, &len);
      continue;
    }
    if (c == '/' && (d == '*' || d == '/')) {
      yacc_skip_blanks (r);
      continue;
    }
    depth += c == '{';
    depth -= c == '}';
    yacc_skip (r, 1);
  } while (depth);
}

static bool at_word (const yacc_reader *r, const char *word) {
  size_t n = strlen (word);
  return r->at + n <= r->size && !memcmp (r->text + r->at, word, n);
}

static void skip_to (yacc_reader *r, const char *end) {
  while (!at_word (r, end)) {
    if (yacc_peek (r, 0) < 0)
      yacc_fail (r, "expected %s", end);
    yacc_skip (r, 1);
  }
  yacc_skip (r, strlen (end));
}

/* ------------------------------------------------------------- declarations */

static void skip_tag (yacc_reader *r) {
  if (yacc_peek (r, 0) == '<')
    skip_to (r, ">");
}

/* %token <tag> NAME number "alias" NAME ... */
static void tokens (yacc_reader *r) {
  uint32_t last = LYRE_NO_SYMBOL;
  for (;;) {
    yacc_skip_blanks (r);
    skip_tag (r);
    yacc_skip_blanks (r);
    int c = yacc_peek (r, 0);
    if (c == '"' && last != LYRE_NO_SYMBOL) {
      yacc_spelling s = {.symbol = last, .line = r->line};
      s.text = yacc_quoted (r, '"', &s.len);
      yacc_add_spelling (r, s);
    } else if (c == '"' || c == '\'') {
      uint32_t len;
      yacc_quoted (r, c, &len);
    } else if (c >= '0' && c <= '9') {
      while (is_part (yacc_peek (r, 0)))
        yacc_skip (r, 1);
    } else if (name_length (r)) {
      last = name (r);
    } else {
      return;
    }
  }
}

/* One declaration, at the per cent sign; its arguments up to the next one. */
static void declaration (yacc_reader *r) {
  if (at_word (r, "%{")) {
    skip_to (r, "%}");
    return;
  }
  bool token = at_word (r, "%token"), start = at_word (r, "%start");
  yacc_skip (r, 1);
  yacc_skip (r, name_length (r));
  yacc_skip_blanks (r);
  if (token)
    tokens (r);
  else if (start)
    r->start = name (r);
}

static void declarations (yacc_reader *r) {
  for (;;) {
    yacc_skip_blanks (r);
    int c = yacc_peek (r, 0);
    uint32_t len;
    if (c < 0)
      yacc_fail (r, "expected %%%% before the rules");
    if (at_word (r, "%%")) {
      yacc_skip (r, 2);
      return;
    }
    if (c == '%')
      declaration (r);
    else if (c == '{')
      skip_braces (r);
    else if (c == '"' || c == '\'')
      yacc_quoted (r, c, &len);
    else
      yacc_skip (r, 1);
  }
}

/* -------------------------------------------------------------------- rules */

/* Does a rule start here: a name, perhaps a name in brackets, and a colon? */
static bool starts_rule (yacc_reader *r) {
  size_t at = r->at;
  uint32_t line = r->line, column = r->column;
  yacc_skip (r, name_length (r));
  yacc_skip_blanks (r);
  if (yacc_peek (r, 0) == '[') {
    skip_to (r, "]");
    yacc_skip_blanks (r);
  }
  bool yes = r->at > at && yacc_peek (r, 0) == ':' && yacc_peek (r, 1) != ':';
  r->at = at;
  r->line = line;
  r->column = column;
  return yes;
}

/* %prec X, %empty and the like within a rule. */
static void directive (yacc_reader *r) {
  bool takes = at_word (r, "%prec") || at_word (r, "%dprec") ||
               at_word (r, "%merge") || at_word (r, "%expect");
  uint32_t len;
  yacc_skip (r, 1);
  yacc_skip (r, name_length (r));
  yacc_skip_blanks (r);
  if (yacc_peek (r, 0) == '?') /* %?{predicate} */
    yacc_skip (r, 1);
  if (!takes)
    return;
  int c = yacc_peek (r, 0);
  if (c == '<')
    skip_tag (r);
  else if (c == '"' || c == '\'')
    yacc_quoted (r, c, &len);
  else
    while (is_part (yacc_peek (r, 0)))
      yacc_skip (r, 1);
}

static void entry (yacc_reader *r) {
  static const char error[] = "error";
  uint32_t s = name (r);
  if (!strcmp (r->symbols.data[s].name, error))
    lyre_vec_top (&r->rules).dropped = true;
  yacc_add_symbol (r, s);
  if (yacc_peek (r, 0) == '[')
    skip_to (r, "]");
}

static void alternatives (yacc_reader *r, uint32_t lhs) {
  yacc_start_rule (r, lhs);
  for (;;) {
    yacc_skip_blanks (r);
    int c = yacc_peek (r, 0);
    uint32_t len;
    if (c < 0 || at_word (r, "%%"))
      return;
    if (c == ';') {
      yacc_skip (r, 1);
      return;
    }
    if (c == '|') {
      yacc_skip (r, 1);
      yacc_start_rule (r, lhs);
    } else if (c == '{') {
      skip_braces (r);
      yacc_skip_blanks (r);
      if (yacc_peek (r, 0) == '[')
        skip_to (r, "]");
    } else if (c == '%') {
      directive (r);
    } else if (c == '<') {
      skip_tag (r);
    } else if (c == '"' || c == '\'') {
      const char *text = yacc_quoted (r, c, &len);
      yacc_add_text (r, text, len);
    } else if (starts_rule (r)) {
      return;
    } else {
      entry (r);
    }
  }
}

static void rules (yacc_reader *r) {
  for (;;) {
    yacc_skip_blanks (r);
    int c = yacc_peek (r, 0);
    if (c < 0 || at_word (r, "%%"))
      return;
    if (c == ';') {
      yacc_skip (r, 1);
      continue;
    }
    if (c == '%') {
      declaration (r);
      continue;
    }
    if (!starts_rule (r))
      yacc_fail (r, "expected a rule");
    uint32_t lhs = name (r);
    yacc_skip_blanks (r);
    if (yacc_peek (r, 0) == '[')
      skip_to (r, "]");
    yacc_skip_blanks (r);
    yacc_skip (r, 1); /* the colon */
    alternatives (r, lhs);
  }
}

void yacc_parse (yacc_reader *r) {
  bool has_mark = false;
  for (size_t i = 0; i + 1 < r->size && !has_mark; i++)
    has_mark = (!i || r->text[i - 1] == '\n') && r->text[i] == '%' &&
               r->text[i + 1] == '%';
  if (has_mark)
    declarations (r);
  rules (r);
}
