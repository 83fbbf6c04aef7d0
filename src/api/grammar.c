/* Grammars through lyre.h. */
#include "term/grammar.h"

#include <string.h>

#include "api/ctx.h"

static bool grammar_ok (lyre_ctx *c, lyre_grammar g) {
  if (g.id && g.id < c->terms.grammars.len)
    return true;
  lyre_complain (c, "not a grammar of this context");
  return false;
}

static bool open_ok (lyre_ctx *c, lyre_grammar g) {
  if (!grammar_ok (c, g))
    return false;
  if (!lyre_grammar_of (&c->terms, g.id)->closed)
    return true;
  lyre_complain (c, "the grammar is closed: a term speaks of it");
  return false;
}

static bool symbol_ok (lyre_ctx *c, lyre_grammar g, uint32_t symbol) {
  if (symbol < lyre_grammar_of (&c->terms, g.id)->rules.n)
    return true;
  lyre_complain (c, "not a nonterminal of this grammar");
  return false;
}

lyre_grammar lyre_mk_grammar (lyre_ctx *c, const char *name) {
  LYRE_GUARD (c, LYRE_NO_GRAMMAR);
  return (lyre_grammar){lyre_grammar_make (&c->terms, name)};
}

uint32_t lyre_grammar_symbol (lyre_ctx *c, lyre_grammar g, const char *name) {
  if (!open_ok (c, g))
    return LYRE_NO_SYMBOL;
  LYRE_GUARD (c, LYRE_NO_SYMBOL);
  return lyre_grammar_add_symbol (&c->terms, g.id, name);
}

uint32_t lyre_grammar_find (lyre_ctx *c, lyre_grammar g, const char *name) {
  if (!grammar_ok (c, g))
    return LYRE_NO_SYMBOL;
  const uint32_t *a = lyre_text_map_find (
      &lyre_grammar_of (&c->terms, g.id)->ids, name, strlen (name));
  return a ? *a - 1 : LYRE_NO_SYMBOL;
}

static bool item_ok (lyre_ctx *c, lyre_grammar g, const lyre_item *i) {
  switch (i->kind) {
  case LYRE_ITEM_SYMBOL:
    return symbol_ok (c, g, i->symbol);
  case LYRE_ITEM_CHARS:
    if (i->lo <= LYRE_CHAR_MAX && i->hi <= LYRE_CHAR_MAX)
      return true;
    lyre_complain (c, "a character beyond 0x2FFFF");
    return false;
  default:
    if (lyre_term_ok (c, i->string) && lyre_string_of (&c->terms, i->string))
      return true;
    lyre_complain (c, "only a string constant can stand in a rule");
    return false;
  }
}

static void add_string (lyre_ctx *c, lyre_cfg *g, lyre_term t, lyre_u32s *out) {
  const lyre_str *s = lyre_string_of (&c->terms, t);
  for (uint32_t i = 0; i < s->len; i++) {
    uint32_t x = lyre_str_at (s, i);
    lyre_vec_push (&c->query, out, lyre_cfg_range (g, x, x));
  }
}

static void add_rule (lyre_ctx *c, lyre_grammar grammar, uint32_t lhs,
                      uint32_t n, const lyre_item *rhs) {
  lyre_cfg *g = &lyre_grammar_of (&c->terms, grammar.id)->rules;
  lyre_u32s symbols = {0};
  for (uint32_t i = 0; i < n; i++)
    if (rhs[i].kind == LYRE_ITEM_STRING)
      add_string (c, g, rhs[i].string, &symbols);
    else
      lyre_vec_push (&c->query, &symbols,
                     rhs[i].kind == LYRE_ITEM_SYMBOL
                         ? rhs[i].symbol
                         : lyre_cfg_range (g, rhs[i].lo, rhs[i].hi));
  lyre_cfg_rule (g, lhs, symbols.len, symbols.data);
  lyre_vec_release (&c->query, &symbols);
}

lyre_status lyre_grammar_rule (lyre_ctx *c, lyre_grammar g, uint32_t lhs,
                               uint32_t n, const lyre_item *rhs) {
  if (!open_ok (c, g) || !symbol_ok (c, g, lhs))
    return LYRE_ERROR;
  for (uint32_t i = 0; i < n; i++)
    if (!item_ok (c, g, &rhs[i]))
      return LYRE_ERROR;
  LYRE_GUARD (c, LYRE_NOMEM);
  add_rule (c, g, lhs, n, rhs);
  return LYRE_OK;
}

static uint32_t fix (lyre_ctx *c, lyre_grammar g, uint32_t symbol,
                     uint32_t length) {
  uint32_t out;
  lyre_env_start_query (&c->env);
  if (lyre_cfg_fixed (&c->env, &c->query,
                      &lyre_grammar_of (&c->terms, g.id)->rules, symbol, length,
                      &out))
    return out;
  lyre_complain (c, "stopped");
  return LYRE_NO_SYMBOL;
}

uint32_t lyre_grammar_fixed (lyre_ctx *c, lyre_grammar g, uint32_t symbol,
                             uint32_t length) {
  if (!open_ok (c, g) || !symbol_ok (c, g, symbol))
    return LYRE_NO_SYMBOL;
  LYRE_GUARD (c, LYRE_NO_SYMBOL);
  return fix (c, g, symbol, length);
}

lyre_term lyre_mk_in_grammar (lyre_ctx *c, lyre_term s, lyre_grammar g,
                              uint32_t symbol) {
  if (!grammar_ok (c, g))
    return LYRE_NO_TERM;
  uint32_t indices[] = {g.id, symbol};
  return lyre_mk_indexed (c, LYRE_STR_IN_GRAMMAR, 2, indices, 1, &s);
}

lyre_status lyre_print_grammar (lyre_ctx *c, lyre_grammar g,
                                lyre_write_fn write, void *user) {
  if (!grammar_ok (c, g))
    return LYRE_ERROR;
  LYRE_GUARD (c, LYRE_NOMEM);
  lyre_grammar_print (&c->terms, g.id, write, user);
  return LYRE_OK;
}
