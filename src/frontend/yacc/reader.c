#include "frontend/yacc/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void yacc_fail (yacc_reader *r, const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  vsnprintf (r->error->text, sizeof r->error->text, format, ap);
  va_end (ap);
  r->error->line = r->line;
  r->error->column = r->column;
  longjmp (*r->mem.escape, 100);
}

/* --------------------------------------------------------------- characters */

int yacc_peek (const yacc_reader *r, size_t ahead) {
  return r->at + ahead < r->size ? (unsigned char) r->text[r->at + ahead] : -1;
}

void yacc_skip (yacc_reader *r, size_t n) {
  for (; n && r->at < r->size; n--, r->at++)
    if (r->text[r->at] == '\n')
      r->line++, r->column = 1;
    else
      r->column++;
}

static void skip_line (yacc_reader *r) {
  while (yacc_peek (r, 0) >= 0 && yacc_peek (r, 0) != '\n')
    yacc_skip (r, 1);
}

static void skip_comment (yacc_reader *r) {
  yacc_skip (r, 2);
  while (!(yacc_peek (r, 0) == '*' && yacc_peek (r, 1) == '/')) {
    if (yacc_peek (r, 0) < 0)
      yacc_fail (r, "the comment does not end");
    yacc_skip (r, 1);
  }
  yacc_skip (r, 2);
}

void yacc_skip_blanks (yacc_reader *r) {
  for (;;) {
    int c = yacc_peek (r, 0), d = yacc_peek (r, 1);
    if (c == ' ' || (c >= '\t' && c <= '\r'))
      yacc_skip (r, 1);
    else if (c == '/' && d == '*')
      skip_comment (r);
    else if ((c == '/' && d == '/') || c == '#')
      skip_line (r);
    else
      return;
  }
}

/* One character of a quoted text, decoded. */
static char escaped (yacc_reader *r) {
  static const char letters[] = "abtnvfr", codes[] = "\a\b\t\n\v\f\r";
  int c = yacc_peek (r, 0);
  yacc_skip (r, 1);
  if (c != '\\')
    return (char) c;
  c = yacc_peek (r, 0);
  const char *p = c > 0 ? strchr (letters, c) : NULL;
  unsigned n = 0;
  if (c == 'x') {
    yacc_skip (r, 1);
    for (int i = 0; i < 2; i++) {
      int d = yacc_peek (r, 0);
      bool digit = d >= '0' && d <= '9';
      if (!digit && !((d | 32) >= 'a' && (d | 32) <= 'f'))
        break;
      n = n * 16 + (unsigned) (digit ? d - '0' : (d | 32) - 'a' + 10);
      yacc_skip (r, 1);
    }
    return (char) n;
  }
  if (c >= '0' && c <= '7') {
    for (int i = 0; i < 3; i++) {
      int d = yacc_peek (r, 0);
      if (d < '0' || d > '7')
        break;
      n = n * 8 + (unsigned) (d - '0');
      yacc_skip (r, 1);
    }
    return (char) n;
  }
  yacc_skip (r, 1);
  return p ? codes[p - letters] : (char) c;
}

const char *yacc_quoted (yacc_reader *r, int quote, uint32_t *len) {
  lyre_chars out = {0};
  yacc_skip (r, 1);
  while (yacc_peek (r, 0) != quote) {
    if (yacc_peek (r, 0) < 0)
      yacc_fail (r, "the quoted text does not end");
    char c = escaped (r);
    lyre_vec_push (&r->mem, &out, c);
  }
  yacc_skip (r, 1);
  *len = out.len;
  const char *text =
      lyre_arena_text (&r->arena, out.data ? out.data : "", out.len);
  lyre_vec_release (&r->mem, &out);
  return text;
}

/* -------------------------------------------------------------------- rules */

uint32_t yacc_symbol_of (yacc_reader *r, const char *name, size_t len) {
  uint32_t *slot = lyre_text_map_at (&r->mem, &r->names, name, len);
  if (!*slot) {
    yacc_symbol s = {lyre_arena_text (&r->arena, name, len), false, false,
                     LYRE_NO_SYMBOL};
    lyre_vec_push (&r->mem, &r->symbols, s);
    *slot = r->symbols.len;
  }
  return *slot - 1;
}

void yacc_start_rule (yacc_reader *r, uint32_t lhs) {
  r->symbols.data[lhs].has_rules = true;
  yacc_rule rule = {lhs, r->entries.len, 0, false};
  lyre_vec_push (&r->mem, &r->rules, rule);
}

static void add_entry (yacc_reader *r, yacc_entry e) {
  lyre_vec_push (&r->mem, &r->entries, e);
  lyre_vec_top (&r->rules).n++;
}

void yacc_add_symbol (yacc_reader *r, uint32_t symbol) {
  add_entry (r, (yacc_entry){symbol, NULL, 0});
}

void yacc_add_text (yacc_reader *r, const char *text, uint32_t len) {
  add_entry (r, (yacc_entry){LYRE_NO_SYMBOL, text, len});
}

void yacc_add_spelling (yacc_reader *r, yacc_spelling s) {
  r->symbols.data[s.symbol].spelt = true;
  lyre_vec_push (&r->mem, &r->spellings, s);
}

/* ----------------------------------------------------------------- building */

static void check (yacc_reader *r, bool ok) {
  if (!ok)
    yacc_fail (r, "%s", lyre_last_error (r->ctx));
}

static uint32_t number_of (yacc_reader *r, uint32_t symbol) {
  yacc_symbol *s = &r->symbols.data[symbol];
  if (s->number == LYRE_NO_SYMBOL)
    s->number = lyre_grammar_symbol (r->ctx, r->grammar, s->name);
  check (r, s->number != LYRE_NO_SYMBOL);
  return s->number;
}

/* Texts are bytes, as the tools that read them see them. */
static lyre_item text_item (yacc_reader *r, const char *text, uint32_t len) {
  uint32_t *chars = lyre_arena_array (&r->arena, uint32_t, (size_t) len + 1);
  for (uint32_t i = 0; i < len; i++)
    chars[i] = (unsigned char) text[i];
  lyre_term t = lyre_mk_string (r->ctx, chars, len);
  check (r, t.id);
  return lyre_item_string (t);
}

static void build_rule (yacc_reader *r, const yacc_rule *rule) {
  lyre_item *rhs =
      lyre_arena_array (&r->arena, lyre_item, (size_t) rule->n + 1);
  for (uint32_t i = 0; i < rule->n; i++) {
    yacc_entry e = r->entries.data[rule->first + i];
    rhs[i] = e.symbol == LYRE_NO_SYMBOL
                 ? text_item (r, e.text, e.len)
                 : lyre_item_symbol (number_of (r, e.symbol));
  }
  uint32_t lhs = number_of (r, rule->lhs);
  check (r,
         lyre_grammar_rule (r->ctx, r->grammar, lhs, rule->n, rhs) == LYRE_OK);
}

static void build_spelling (yacc_reader *r, const yacc_spelling *s) {
  uint32_t lhs = r->symbols.data[s->symbol].number;
  if (lhs == LYRE_NO_SYMBOL)
    return; /* no rule needs it */
  lyre_item item;
  if (s->is_pattern) {
    lyre_regex_error error;
    lyre_term t =
        lyre_mk_regex (r->ctx, LYRE_REGEX_PCRE, 0, s->text, s->len, &error);
    r->line = s->line;
    r->column = 1;
    r->error->in_tokens = true; /* patterns are written nowhere else */
    if (!t.id)
      yacc_fail (r, "character %u of the pattern: %s", error.column,
                 error.text);
    uint32_t words = lyre_grammar_regex (r->ctx, r->grammar, t);
    check (r, words != LYRE_NO_SYMBOL);
    r->error->in_tokens = false;
    item = lyre_item_symbol (words);
  } else {
    item = text_item (r, s->text, s->len);
  }
  check (r, lyre_grammar_rule (r->ctx, r->grammar, lhs, 1, &item) == LYRE_OK);
}

/* Tokens that nobody has spelt stand for their names. */
static void spell_rest (yacc_reader *r) {
  for (uint32_t i = 0; i < r->symbols.len; i++) {
    const yacc_symbol *s = &r->symbols.data[i];
    if (!s->has_rules && !s->spelt && s->number != LYRE_NO_SYMBOL) {
      lyre_item item = text_item (r, s->name, (uint32_t) strlen (s->name));
      check (r, lyre_grammar_rule (r->ctx, r->grammar, s->number, 1, &item) ==
                    LYRE_OK);
    }
  }
}

static void build (yacc_reader *r, const char *name) {
  if (!r->rules.len)
    yacc_fail (r, "there is no rule");
  r->grammar = lyre_mk_grammar (r->ctx, name);
  check (r, r->grammar.id);
  if (!r->symbols.data[r->start].has_rules)
    yacc_fail (r, "the start symbol %.60s has no rules",
               r->symbols.data[r->start].name);
  number_of (r, r->start);
  for (uint32_t i = 0; i < r->rules.len; i++)
    if (!r->rules.data[i].dropped)
      build_rule (r, &r->rules.data[i]);
  for (uint32_t i = 0; i < r->spellings.len; i++)
    build_spelling (r, &r->spellings.data[i]);
  spell_rest (r);
}

/* ------------------------------------------------------------------- driver */

static void open_text (yacc_reader *r, const char *text, size_t len) {
  r->text = text;
  r->size = len;
  r->at = 0;
  r->line = r->column = 1;
}

static bool run (yacc_reader *r, lyre_grammar_syntax syntax, const char *name,
                 const char *text, size_t len, const char *tokens) {
  jmp_buf here;
  r->mem.escape = &here;
  int why = setjmp (here);
  if (why) {
    if (why < 100)
      snprintf (r->error->text, sizeof r->error->text, "out of memory");
    return false;
  }
  open_text (r, text, len);
  r->start = LYRE_NO_SYMBOL;
  if (syntax == LYRE_GRAMMAR_YACC)
    yacc_parse (r);
  else
    yacc_parse_analyzer (r);
  if (r->start == LYRE_NO_SYMBOL && r->rules.len)
    r->start = r->rules.data[0].lhs;
  if (tokens) {
    open_text (r, tokens, strlen (tokens));
    r->error->in_tokens = true;
    yacc_parse_tokens (r);
    r->error->in_tokens = false;
  }
  build (r, name);
  return true;
}

lyre_grammar lyre_read_grammar (lyre_ctx *ctx, lyre_grammar_syntax syntax,
                                const char *name, const char *text, size_t len,
                                const char *tokens, lyre_grammar_error *error) {
  lyre_grammar_error unwanted;
  yacc_reader r = {.ctx = ctx, .error = error ? error : &unwanted};
  memset (r.error, 0, sizeof *r.error);
  lyre_mem_init (&r.mem, NULL);
  lyre_arena_init (&r.arena, &r.mem);
  bool ok = run (&r, syntax, name, text, len, tokens);
  lyre_grammar g = ok ? r.grammar : LYRE_NO_GRAMMAR;
  lyre_mem_release (&r.mem);
  return g;
}
