/* Grammars through lyre.h. */
#include "term/grammar.h"

#include <string.h>

#include "api/ctx.h"
#include "core/grammar/cells.h"
#include "engine/automata/automata.h"

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
                                lyre_grammar_format format, lyre_write_fn write,
                                void *user) {
  if (!grammar_ok (c, g))
    return LYRE_ERROR;
  LYRE_GUARD (c, LYRE_NOMEM);
  if (format == LYRE_PRINT_SMT2) {
    lyre_grammar_print (&c->terms, g.id, write, user);
    return LYRE_OK;
  }
  if (lyre_grammar_print_hampi (&c->terms, g.id, write, user))
    return LYRE_OK;
  lyre_complain (c, "HAMPI has no characters beyond 255");
  return LYRE_ERROR;
}

/* ----------------------------------------------------------------- automata */

/* What a question about a grammar needs for as long as it runs. */
typedef struct {
  lyre_problem p;
  lyre_arena arena;
  lyre_fa fa;
} work;

static void start_work (lyre_ctx *c, work *w) {
  enum { MOST_STATES = 400000 };
  lyre_env_start_query (&c->env);
  w->p = (lyre_problem){.env = &c->env, .ts = &c->terms, .mem = &c->query};
  lyre_arena_init (&w->arena, &c->query);
  w->fa = (lyre_fa){.env = &c->env,
                    .arena = &w->arena,
                    .mem = &c->query,
                    .max_states = MOST_STATES};
}

static void complain_stop (lyre_ctx *c) {
  lyre_complain (c, c->env.stop ? "stopped" : "the language is too large");
  if (c->env.stop == LYRE_STOP_INTERRUPT)
    lyre_clear_interrupt (c);
}

/* A nonterminal per state: reads a character, goes on at the next one. */
static uint32_t add_automaton (lyre_cfg *g, const lyre_nfa *a) {
  uint32_t start = lyre_cfg_add (g), first = g->n;
  for (uint32_t q = 0; q < a->n_states; q++)
    lyre_cfg_add (g);
  for (uint32_t i = 0; i < a->n_initial; i++) {
    lyre_cfg_sym s = first + a->initial[i];
    lyre_cfg_rule (g, start, 1, &s);
  }
  for (uint32_t q = 0; q < a->n_states; q++) {
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++) {
      const lyre_edge *e = &a->edges[i];
      lyre_cfg_sym s[] = {lyre_cfg_range (g, e->lo, e->hi), first + e->to};
      lyre_cfg_rule (g, first + q, 2, s);
    }
    if (a->final[q])
      lyre_cfg_rule (g, first + q, 0, NULL);
  }
  return start;
}

static uint32_t add_regex (lyre_ctx *c, lyre_grammar g, lyre_term r) {
  work w;
  lyre_translation tr;
  start_work (c, &w);
  lyre_translation_init (&tr, &w.p, &w.arena);
  const lyre_nfa *a =
      lyre_nfa_from_re (&w.fa, tr.pool, lyre_translate (&tr, r));
  a = a ? lyre_nfa_reduce (&w.fa, a) : NULL;
  uint32_t symbol = LYRE_NO_SYMBOL;
  if (a)
    symbol = add_automaton (&lyre_grammar_of (&c->terms, g.id)->rules, a);
  else
    complain_stop (c);
  lyre_mem_release (&c->query);
  return symbol;
}

uint32_t lyre_grammar_regex (lyre_ctx *c, lyre_grammar g, lyre_term r) {
  if (!open_ok (c, g))
    return LYRE_NO_SYMBOL;
  if (!lyre_term_ok (c, r) || !lyre_has_sort (&c->terms, r, LYRE_REGLAN) ||
      !(lyre_node_of (&c->terms, r)->flags & LYRE_NODE_CLOSED_RE)) {
    lyre_complain (c, "not a closed term of sort RegLan");
    return LYRE_NO_SYMBOL;
  }
  LYRE_GUARD (c, LYRE_NO_SYMBOL);
  return add_regex (c, g, r);
}

static lyre_regex_answer ask_ambiguous (lyre_ctx *c, lyre_grammar g,
                                        uint32_t symbol, uint32_t length,
                                        lyre_term *out) {
  work w;
  const lyre_str *word = NULL;
  start_work (c, &w);
  lyre_re_answer a = lyre_cfg_ambiguous (
      &w.fa, &lyre_grammar_of (&c->terms, g.id)->rules, symbol, length, &word);
  if (a == LYRE_RE_YES && out)
    *out = lyre_t_string (&c->terms, word);
  if (a == LYRE_RE_GAVE_UP)
    complain_stop (c);
  lyre_mem_release (&c->query);
  return a == LYRE_RE_YES  ? LYRE_REGEX_YES
         : a == LYRE_RE_NO ? LYRE_REGEX_NO
                           : LYRE_REGEX_GAVE_UP;
}

lyre_regex_answer lyre_grammar_ambiguous (lyre_ctx *c, lyre_grammar g,
                                          uint32_t symbol, uint32_t length,
                                          lyre_term *word) {
  if (!grammar_ok (c, g) || !symbol_ok (c, g, symbol))
    return LYRE_REGEX_GAVE_UP;
  LYRE_GUARD (c, LYRE_REGEX_GAVE_UP);
  return ask_ambiguous (c, g, symbol, length, word);
}
