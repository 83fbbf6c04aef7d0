/* Terms, with a stack of frames instead of recursion: nesting costs a few
 * bytes per level. */
#include <inttypes.h>
#include <string.h>

#include "frontend/smt2/session.h"

/* ------------------------------------------------------------------- words */

/* Spellings of other solvers and of older drafts. */
static const struct {
  const char *name;
  lyre_op op;
} aliases[] = {
    {"implies", LYRE_IMPLIES},
    {"iff", LYRE_EQ},
    {"if", LYRE_ITE},
    {"str.in.re", LYRE_STR_IN_RE},
    {"str.to.re", LYRE_STR_TO_RE},
    {"str.to.int", LYRE_STR_TO_INT},
    {"str.to-int", LYRE_STR_TO_INT},
    {"int.to.str", LYRE_STR_FROM_INT},
    {"str.from-int", LYRE_STR_FROM_INT},
    {"str.to-code", LYRE_STR_TO_CODE},
    {"str.from-code", LYRE_STR_FROM_CODE},
    {"str.replaceall", LYRE_STR_REPLACE_ALL},
    {"str.tolower", LYRE_STR_TO_LOWER},
    {"str.toupper", LYRE_STR_TO_UPPER},
    {"str.is-digit", LYRE_STR_IS_DIGIT},
    {"re.nostr", LYRE_RE_NONE},
    {"re.empty", LYRE_RE_NONE},
    {"re.full", LYRE_RE_ALL},
    {"re.complement", LYRE_RE_COMP},
};

static const struct {
  const char *name;
  uint32_t builtin;
} words[] = {
    {"let", LYRE_WORD_LET},
    {"!", LYRE_WORD_ANNOTATION},
    {"_", LYRE_WORD_INDEX},
    {"as", LYRE_WORD_AS},
    {"match", LYRE_WORD_MATCH},
    {"par", LYRE_WORD_PAR},
    {"re.from_pcre", LYRE_WORD_FROM_PCRE},
    {"re.from_java", LYRE_WORD_FROM_JAVA},
    {"re.from_ecma", LYRE_WORD_FROM_ECMA},
};

static const struct {
  const char *name;
  bool nullary;
} operators[] = {
#define ROW(NAME, TEXT, SIG, SHAPE) {TEXT, SIG[0] == ':'},
    LYRE_OPS (ROW)
#undef ROW
};

static void add_word (lyre_smt2 *s, const char *text, uint32_t builtin) {
  uint32_t name = lyre_symbols_intern (&s->symbols, text, strlen (text));
  lyre_name *n = lyre_symbols_name (&s->symbols, name);
  if (!n->builtin)
    n->builtin = builtin;
}

void lyre_smt2_init_words (lyre_smt2 *s) {
  for (uint32_t op = 0; op < LYRE_OP_COUNT; op++)
    if (*operators[op].name)
      add_word (s, operators[op].name, op + 1);
  for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
    add_word (s, aliases[i].name, aliases[i].op + 1);
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    add_word (s, words[i].name, words[i].builtin);
}

/* Names that the standard doesn't know may be taken by the user. */
bool lyre_smt2_may_declare (const lyre_name *n) {
  if (!n->builtin || n->builtin >= LYRE_WORD_FROM_PCRE)
    return true;
  if (n->builtin > LYRE_OP_COUNT)
    return false;
  lyre_op op = (lyre_op) (n->builtin - 1);
  if ((op >= LYRE_STR_REV && op <= LYRE_STR_COUNT) || op == LYRE_STR_IN_GRAMMAR)
    return true;
  return strcmp (n->text, lyre_op_name (op));
}

/* ------------------------------------------------------------------ checks */

lyre_term lyre_smt2_must (lyre_smt2 *s, lyre_term t) {
  if (!t.id)
    lyre_smt2_fail (s, "%s", lyre_last_error (s->ctx));
  return t;
}

static lyre_term must_at (lyre_smt2 *s, const lyre_frame *f, lyre_term t) {
  if (!t.id)
    lyre_smt2_fail_at (s, f->line, f->column, "%s", lyre_last_error (s->ctx));
  return t;
}

/* A numeral becomes a decimal, as it does below arithmetic operators. */
static lyre_term to_real (lyre_smt2 *s, lyre_term t) {
  char text[32];
  int64_t value;
  if (!lyre_value_int64 (s->ctx, t, &value))
    return lyre_mk (s->ctx, LYRE_TO_REAL, 1, &t);
  int n = snprintf (text, sizeof text, "%" PRId64, value);
  return lyre_mk_real_text (s->ctx, text, (size_t) n);
}

lyre_term lyre_smt2_fit (lyre_smt2 *s, lyre_term t, lyre_sort want) {
  lyre_sort is = lyre_term_sort (s->ctx, t);
  if (is.id == want.id)
    return t;
  if (is.id == LYRE_INT.id && want.id == LYRE_REAL.id)
    return lyre_smt2_must (s, to_real (s, t));
  return LYRE_NO_TERM;
}

static uint32_t narrow (uint64_t n) {
  return n > UINT32_MAX ? UINT32_MAX : (uint32_t) n;
}

static lyre_frame *push_frame (lyre_smt2 *s, lyre_frame_kind kind) {
  if (s->frames.len >= LYRE_SMT2_MAX_DEPTH)
    lyre_smt2_fail (s, "term nested deeper than %u levels",
                    LYRE_SMT2_MAX_DEPTH);
  lyre_frame f = {.kind = kind,
                  .base = s->terms.len,
                  .line = narrow (s->lex.token_line),
                  .column = narrow (s->lex.token_column)};
  lyre_vec_push (&s->mem, &s->frames, f);
  return &lyre_vec_top (&s->frames);
}

static void push_term (lyre_smt2 *s, lyre_term t) {
  lyre_vec_push (&s->mem, &s->terms, t);
}

/* ----------------------------------------------------------------- symbols */

_Noreturn static void unknown_symbol (lyre_smt2 *s) {
  static const struct {
    const char *prefix, *theory;
  } foreign[] = {{"bv", "bit-vectors"},
                 {"concat", "bit-vectors"},
                 {"extract", "bit-vectors"},
                 {"select", "arrays"},
                 {"store", "arrays"},
                 {"const", "arrays"},
                 {"seq.", "sequences"},
                 {"fp.", "floating point"},
                 {"set.", "sets"}};
  const char *text = s->lex.text.data;
  for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
    if (!strncmp (text, foreign[i].prefix, strlen (foreign[i].prefix)))
      lyre_smt2_fail (s, "unknown symbol '%.60s' (%s are unsupported)", text,
                      foreign[i].theory);
  lyre_smt2_fail (s, "unknown symbol '%.60s'", text);
}

static lyre_term numeral (lyre_smt2 *s) {
  const char *text = s->lex.text.data;
  size_t len = s->lex.text.len;
  return lyre_smt2_must (s, s->real_numerals
                                ? lyre_mk_real_text (s->ctx, text, len)
                                : lyre_mk_int_text (s->ctx, text, len));
}

static lyre_term decimal (lyre_smt2 *s) {
  return lyre_smt2_must (
      s, lyre_mk_real_text (s->ctx, s->lex.text.data, s->lex.text.len));
}

/* -12 and -1.5 are symbols to the standard and numbers to everybody else. */
static lyre_term negative_number (lyre_smt2 *s) {
  const char *p = s->lex.text.data;
  if (s->lex.kind != LYRE_TOKEN_SYMBOL || *p++ != '-')
    unknown_symbol (s);
  size_t whole = strspn (p, "0123456789");
  if (whole && !p[whole])
    return numeral (s);
  size_t rest = p[whole] == '.' ? strspn (p + whole + 1, "0123456789") : 0;
  if (!whole || !rest || p[whole + 1 + rest])
    unknown_symbol (s);
  return decimal (s);
}

static lyre_term bound_term (lyre_smt2 *s, const lyre_binding *b) {
  if (b->kind == LYRE_BIND_FUN || b->kind == LYRE_BIND_MACRO)
    lyre_smt2_fail (s, "the function '%.60s' needs arguments",
                    s->lex.text.data);
  if (b->kind == LYRE_BIND_GRAMMAR)
    lyre_smt2_fail (s, "'%.60s' is a grammar, not a term", s->lex.text.data);
  return (lyre_term){b->value};
}

/* The token, a symbol that stands alone. */
static lyre_term symbol_term (lyre_smt2 *s) {
  uint32_t name = lyre_smt2_find (s, &s->symbols);
  if (!name)
    return negative_number (s);
  const lyre_binding *b = lyre_symbols_binding (&s->symbols, name);
  if (b)
    return bound_term (s, b);
  uint32_t builtin = lyre_symbols_name (&s->symbols, name)->builtin;
  if (!builtin)
    return negative_number (s);
  if (builtin > LYRE_OP_COUNT || !operators[builtin - 1].nullary)
    lyre_smt2_fail (s, "'%.60s' needs arguments", s->lex.text.data);
  return lyre_smt2_must (s, lyre_mk (s->ctx, (lyre_op) (builtin - 1), 0, NULL));
}

/* ---------------------------------------------------------------- grammars */

/* The grammar that the token names, or 0. */
static uint32_t grammar_here (lyre_smt2 *s) {
  uint32_t name = lyre_smt2_is_symbol (s) ? lyre_smt2_find (s, &s->symbols) : 0;
  const lyre_binding *b =
      name ? lyre_symbols_binding (&s->symbols, name) : NULL;
  return b && b->kind == LYRE_BIND_GRAMMAR ? b->value : 0;
}

/* A grammar stands behind the string of str.in_grammar, nowhere else. */
static void take_grammar (lyre_smt2 *s, uint32_t g, uint32_t start) {
  lyre_frame *f = s->frames.len ? &lyre_vec_top (&s->frames) : NULL;
  if (!f || f->kind != LYRE_FRAME_APPLY || f->op != LYRE_STR_IN_GRAMMAR ||
      f->n_indices || s->terms.len != f->base + 1)
    lyre_smt2_fail (s, "a grammar is the second argument of str.in_grammar");
  f->index[0] = g;
  f->index[1] = start;
  f->n_indices = 2;
}

/* After (_ G: a nonterminal of it. */
static void take_nonterminal (lyre_smt2 *s, uint32_t g) {
  lyre_smt2_next (s);
  uint32_t start = LYRE_NO_SYMBOL;
  if (lyre_smt2_is_symbol (s))
    start = lyre_grammar_find (s->ctx, (lyre_grammar){g}, s->lex.text.data);
  if (start == LYRE_NO_SYMBOL)
    lyre_smt2_fail (s, "not a nonterminal of the grammar");
  lyre_smt2_expect (s, LYRE_TOKEN_CLOSE, "')'");
  take_grammar (s, g, start);
}

/* ------------------------------------------------------ indices, qualifiers */

/* After (_ char: one hexadecimal constant. */
static lyre_term char_term (lyre_smt2 *s) {
  lyre_smt2_expect (s, LYRE_TOKEN_HEX, "a constant like #x41");
  uint32_t c = 0;
  const char *p = s->lex.text.data + 1;
  for (; *p && c <= 0x2FFFF; p++)
    c = c << 4 | (uint32_t) (*p <= '9' ? *p - '0' : (*p & 0xDF) - 'A' + 10);
  if (c > 0x2FFFF)
    lyre_smt2_fail (s, "a character beyond #x2FFFF");
  lyre_smt2_expect (s, LYRE_TOKEN_CLOSE, "')'");
  return lyre_smt2_must (s, lyre_mk_string (s->ctx, &c, 1));
}

/* After (_ where a term must follow. */
static lyre_term indexed_term (lyre_smt2 *s) {
  if (lyre_smt2_is_symbol (s) && !strcmp (s->lex.text.data, "char"))
    return char_term (s);
  if (lyre_smt2_is_symbol (s) && !strncmp (s->lex.text.data, "bv", 2))
    lyre_smt2_fail (s, "unsupported: bit-vectors");
  lyre_smt2_fail (s, "unsupported indexed identifier (_ %.60s ...)",
                  s->lex.text.data);
}

/* After (as: a symbol, its sort, and the end. */
static lyre_term qualified_term (lyre_smt2 *s) {
  lyre_smt2_next (s);
  if (!lyre_smt2_is_symbol (s))
    lyre_smt2_fail (s, "expected a symbol");
  lyre_term t = symbol_term (s);
  lyre_smt2_next (s);
  lyre_sort sort = lyre_smt2_sort (s);
  if (lyre_term_sort (s->ctx, t).id != sort.id)
    lyre_smt2_fail (s, "the term has another sort");
  lyre_smt2_expect (s, LYRE_TOKEN_CLOSE, "')'");
  return t;
}

static uint32_t index_numeral (lyre_smt2 *s) {
  if (s->lex.kind != LYRE_TOKEN_NUMERAL)
    lyre_smt2_fail (s, "expected a numeral as index");
  return lyre_smt2_numeral (s);
}

/* After ((_ : an operator and its indices. */
static void open_indexed (lyre_smt2 *s) {
  lyre_smt2_next (s);
  uint32_t name = lyre_smt2_is_symbol (s) ? lyre_smt2_find (s, &s->symbols) : 0;
  uint32_t builtin = name ? lyre_symbols_name (&s->symbols, name)->builtin : 0;
  lyre_op op = builtin ? (lyre_op) (builtin - 1) : LYRE_OP_COUNT;
  if (op >= LYRE_OP_COUNT || !lyre_op_indices (op))
    lyre_smt2_fail (s, "unsupported indexed identifier (_ %.60s ...)",
                    s->lex.text.data);
  lyre_frame *f = push_frame (s, LYRE_FRAME_APPLY);
  f->op = (uint16_t) op;
  for (lyre_smt2_next (s); s->lex.kind != LYRE_TOKEN_CLOSE;
       lyre_smt2_next (s)) {
    if (f->n_indices == 2)
      lyre_smt2_fail (s, "too many indices");
    f->index[f->n_indices] = index_numeral (s);
    f->n_indices++;
  }
}

/* ------------------------------------------------------------------ opening */

static void open_symbol (lyre_smt2 *s);

/* After ((as: f Sort), then arguments. The sort adds nothing. */
static void open_qualified (lyre_smt2 *s) {
  lyre_smt2_next (s);
  if (!lyre_smt2_is_symbol (s) || !lyre_smt2_find (s, &s->symbols))
    unknown_symbol (s);
  open_symbol (s);
  lyre_smt2_next (s);
  lyre_smt2_sort (s);
  lyre_smt2_expect (s, LYRE_TOKEN_CLOSE, "')'");
}

/* After ((. */
static void open_identifier (lyre_smt2 *s) {
  lyre_smt2_next (s);
  bool symbol = s->lex.kind == LYRE_TOKEN_SYMBOL;
  if (symbol && !strcmp (s->lex.text.data, "_"))
    open_indexed (s);
  else if (symbol && !strcmp (s->lex.text.data, "as"))
    open_qualified (s);
  else
    lyre_smt2_fail (s, "expected '_' or 'as'");
}

static void open_let (lyre_smt2 *s) {
  lyre_frame *f = push_frame (s, LYRE_FRAME_LET_LIST);
  f->names = s->names.len;
  lyre_smt2_expect (s, LYRE_TOKEN_OPEN, "the bindings of let");
}

static void open_let_item (lyre_smt2 *s) {
  lyre_smt2_next (s);
  if (!lyre_smt2_is_symbol (s))
    lyre_smt2_fail (s, "expected a name to bind");
  lyre_vec_push (&s->mem, &s->names, lyre_smt2_intern (s, &s->symbols));
  push_frame (s, LYRE_FRAME_LET_ITEM);
}

static void open_quantifier (lyre_smt2 *s, lyre_op op) {
  lyre_frame *f = push_frame (s, LYRE_FRAME_BIND);
  f->op = (uint16_t) op;
  f->locals = s->symbols.locals.len;
  lyre_smt2_next (s);
  if (!lyre_smt2_binders (s))
    lyre_smt2_fail (s, "a quantifier without variables");
  s->binders++;
}

/* After (re.from_pcre or one of its kind: a pattern as a literal. */
static lyre_term pattern_term (lyre_smt2 *s, uint32_t word) {
  lyre_regex_syntax syntax = (lyre_regex_syntax) (word - LYRE_WORD_FROM_PCRE);
  lyre_regex_error error;
  lyre_smt2_expect (s, LYRE_TOKEN_STRING, "a pattern as a string literal");
  lyre_term t =
      lyre_mk_regex_of (s->ctx, syntax, 0, lyre_smt2_string (s), &error);
  if (!t.id)
    lyre_smt2_fail (s, "character %u of the pattern: %s", error.column,
                    error.text);
  lyre_smt2_expect (s, LYRE_TOKEN_CLOSE, "')'");
  return t;
}

static void open_word (lyre_smt2 *s, uint32_t word) {
  switch (word) {
  case LYRE_WORD_FROM_PCRE:
  case LYRE_WORD_FROM_JAVA:
  case LYRE_WORD_FROM_ECMA:
    push_term (s, pattern_term (s, word));
    break;
  case LYRE_WORD_LET:
    open_let (s);
    break;
  case LYRE_WORD_ANNOTATION:
    push_frame (s, LYRE_FRAME_NOTE);
    break;
  case LYRE_WORD_INDEX:
    lyre_smt2_next (s);
    if (grammar_here (s))
      take_nonterminal (s, grammar_here (s));
    else
      push_term (s, indexed_term (s));
    break;
  case LYRE_WORD_AS:
    push_term (s, qualified_term (s));
    break;
  case LYRE_WORD_MATCH:
    lyre_smt2_fail (s, "unsupported: match");
  default:
    lyre_smt2_fail (s, "'%.60s' is a reserved word", s->lex.text.data);
  }
}

static void open_builtin (lyre_smt2 *s, uint32_t builtin) {
  lyre_op op = (lyre_op) (builtin - 1);
  if (builtin > LYRE_OP_COUNT) {
    open_word (s, builtin);
  } else if (op == LYRE_FORALL || op == LYRE_EXISTS) {
    open_quantifier (s, op);
  } else {
    push_frame (s, LYRE_FRAME_APPLY)->op = (uint16_t) op;
  }
}

static void open_binding (lyre_smt2 *s, const lyre_binding *b) {
  uint32_t value = b->value;
  if (b->kind == LYRE_BIND_FUN)
    push_frame (s, LYRE_FRAME_FUN)->value = value;
  else if (b->kind == LYRE_BIND_MACRO)
    push_frame (s, LYRE_FRAME_MACRO)->value = value;
  else
    lyre_smt2_fail (s, "'%.60s' is not a function", s->lex.text.data);
}

/* After (, at a symbol. */
static void open_symbol (lyre_smt2 *s) {
  uint32_t name = lyre_smt2_find (s, &s->symbols);
  if (!name)
    unknown_symbol (s);
  const lyre_binding *b = lyre_symbols_binding (&s->symbols, name);
  uint32_t builtin = lyre_symbols_name (&s->symbols, name)->builtin;
  if (b)
    open_binding (s, b);
  else if (builtin)
    open_builtin (s, builtin);
  else
    unknown_symbol (s);
}

static void open_paren (lyre_smt2 *s) {
  if (s->frames.len && lyre_vec_top (&s->frames).kind == LYRE_FRAME_LET_LIST) {
    open_let_item (s);
    return;
  }
  lyre_smt2_next (s);
  if (lyre_smt2_is_symbol (s))
    open_symbol (s);
  else if (s->lex.kind == LYRE_TOKEN_OPEN)
    open_identifier (s);
  else
    lyre_smt2_fail (s, "expected a function symbol");
}

/* -------------------------------------------------------------- variables */

/* Binds NAME for the scope that started with LOCALS bindings. */
static void bind (lyre_smt2 *s, uint32_t name, lyre_term t, uint32_t locals) {
  if (lyre_symbols_name (&s->symbols, name)->local > locals)
    lyre_smt2_fail (s, "'%.60s' is bound twice", lyre_smt2_text (s, name));
  lyre_symbols_bind_local (&s->symbols, LYRE_BIND_TERM, name, t.id);
}

/* (x S), at the parenthesis. */
static void binder (lyre_smt2 *s, uint32_t locals) {
  if (s->lex.kind != LYRE_TOKEN_OPEN)
    lyre_smt2_fail (s, "expected '(' before a variable");
  lyre_smt2_next (s);
  if (!lyre_smt2_is_symbol (s))
    lyre_smt2_fail (s, "expected the name of a variable");
  uint32_t name = lyre_smt2_intern (s, &s->symbols);
  lyre_smt2_next (s);
  lyre_sort sort = lyre_smt2_sort (s);
  lyre_term v =
      lyre_smt2_must (s, lyre_mk_var (s->ctx, lyre_smt2_text (s, name), sort));
  push_term (s, v);
  bind (s, name, v, locals);
  lyre_smt2_expect (s, LYRE_TOKEN_CLOSE, "')'");
}

uint32_t lyre_smt2_binders (lyre_smt2 *s) {
  if (s->lex.kind != LYRE_TOKEN_OPEN)
    lyre_smt2_fail (s, "expected a list of variables");
  uint32_t locals = s->symbols.locals.len, n = 0;
  for (lyre_smt2_next (s); s->lex.kind != LYRE_TOKEN_CLOSE;
       lyre_smt2_next (s), n++)
    binder (s, locals);
  return n;
}

/* ----------------------------------------------------------------- closing */

/* An integer constant as the bound of a loop. */
static uint32_t loop_bound (lyre_smt2 *s, const lyre_frame *f, lyre_term t) {
  int64_t n;
  if (!lyre_value_int64 (s->ctx, t, &n) || n < 0 || n > UINT32_MAX)
    lyre_smt2_fail_at (s, f->line, f->column,
                       "a loop needs small numerals as bounds");
  return (uint32_t) n;
}

/* R at least N times: R^N R*. */
static lyre_term at_least (lyre_smt2 *s, const lyre_frame *f, lyre_term r,
                           uint32_t n) {
  lyre_term parts[2];
  parts[0] =
      must_at (s, f, lyre_mk_indexed (s->ctx, LYRE_RE_POW, 1, &n, 1, &r));
  parts[1] = must_at (s, f, lyre_mk (s->ctx, LYRE_RE_STAR, 1, &r));
  return lyre_mk (s->ctx, LYRE_RE_CONCAT, 2, parts);
}

/* re.loop and re.^, with indices or with numerals as further arguments. */
static lyre_term apply_loop (lyre_smt2 *s, lyre_frame *f, uint32_t n,
                             const lyre_term *args) {
  if (!f->n_indices && (n == 2 || n == 3)) {
    for (uint32_t i = 0; i + 1 < n; i++)
      f->index[i] = loop_bound (s, f, args[i + 1]);
    f->n_indices = (uint8_t) (n - 1);
    n = 1;
  }
  if (n == 1 && f->n_indices == 1 && f->op == LYRE_RE_LOOP)
    return at_least (s, f, args[0], f->index[0]);
  return lyre_mk_indexed (s->ctx, (lyre_op) f->op, f->n_indices, f->index, n,
                          args);
}

static lyre_term apply_operator (lyre_smt2 *s, lyre_frame *f, uint32_t n,
                                 const lyre_term *args) {
  lyre_op op = (lyre_op) f->op;
  if (op == LYRE_RE_LOOP || op == LYRE_RE_POW)
    return apply_loop (s, f, n, args);
  if (op == LYRE_STR_INDEXOF && n == 2) {
    lyre_term three[] = {args[0], args[1], lyre_mk_int (s->ctx, 0)};
    return lyre_mk (s->ctx, op, 3, three);
  }
  if (!n && (op == LYRE_AND || op == LYRE_OR))
    return lyre_mk_bool (s->ctx, op == LYRE_AND);
  if (n == 1 && op == LYRE_XOR)
    return lyre_mk (s->ctx, LYRE_AND, n, args);
  return lyre_mk_indexed (s->ctx, op, f->n_indices, f->index, n, args);
}

static lyre_term apply_macro (lyre_smt2 *s, const lyre_frame *f, uint32_t n,
                              lyre_term *args) {
  lyre_macro m = s->macros.data[f->value];
  const lyre_term *vars = s->macro_vars.data + m.first;
  if (n != m.n)
    lyre_smt2_fail_at (s, f->line, f->column,
                       "the function takes %u arguments, not %u", m.n, n);
  for (uint32_t i = 0; i < n; i++) {
    lyre_sort want = lyre_term_sort (s->ctx, vars[i]);
    lyre_sort is = lyre_term_sort (s->ctx, args[i]);
    args[i] = lyre_smt2_fit (s, args[i], want);
    if (!args[i].id)
      lyre_smt2_fail_at (
          s, f->line, f->column, "argument %u has sort %.60s, not %.60s", i + 1,
          lyre_sort_name (s->ctx, is), lyre_sort_name (s->ctx, want));
  }
  return lyre_substitute (s->ctx, m.body, n, vars, args);
}

/* The list of a let ends; its body follows. */
static void start_let_body (lyre_smt2 *s, lyre_frame *f) {
  uint32_t locals = s->symbols.locals.len, n = s->terms.len - f->base;
  const uint32_t *names = s->names.data + f->names;
  for (uint32_t i = 0; i < n; i++)
    bind (s, names[i], s->terms.data[f->base + i], locals);
  s->names.len = f->names;
  f->kind = LYRE_FRAME_LET_BODY;
  f->locals = locals;
  s->terms.len = f->base;
}

/* The one term of a frame that takes exactly one, after EXTRA others. */
static lyre_term only_term (lyre_smt2 *s, const lyre_frame *f, uint32_t extra) {
  if (s->terms.len != f->base + extra + 1)
    lyre_smt2_fail (s, "expected exactly one term here");
  return lyre_vec_top (&s->terms);
}

static lyre_term close_quantifier (lyre_smt2 *s, lyre_frame *f) {
  uint32_t n = s->symbols.locals.len - f->locals;
  lyre_term body = only_term (s, f, n);
  s->binders--;
  lyre_symbols_cut_locals (&s->symbols, f->locals);
  return lyre_mk_quantifier (s->ctx, (lyre_op) f->op, n,
                             s->terms.data + f->base, body);
}

static lyre_term close_let (lyre_smt2 *s, lyre_frame *f) {
  lyre_term body = only_term (s, f, 0);
  lyre_symbols_cut_locals (&s->symbols, f->locals);
  return body;
}

static lyre_term close_frame (lyre_smt2 *s, lyre_frame *f) {
  uint32_t n = s->terms.len - f->base;
  lyre_term *args = s->terms.data + f->base;
  switch ((lyre_frame_kind) f->kind) {
  case LYRE_FRAME_APPLY:
    return apply_operator (s, f, n, args);
  case LYRE_FRAME_FUN:
    return lyre_mk_apply (s->ctx, (lyre_fun){f->value}, n, args);
  case LYRE_FRAME_MACRO:
    return apply_macro (s, f, n, args);
  case LYRE_FRAME_LET_BODY:
    return close_let (s, f);
  case LYRE_FRAME_BIND:
    return close_quantifier (s, f);
  default:
    return only_term (s, f, 0);
  }
}

static void close_paren (lyre_smt2 *s) {
  if (!s->frames.len)
    lyre_smt2_fail (s, "expected a term");
  lyre_frame *f = &lyre_vec_top (&s->frames);
  if (f->kind == LYRE_FRAME_LET_LIST) {
    start_let_body (s, f);
    return;
  }
  lyre_term t = must_at (s, f, close_frame (s, f));
  s->terms.len = f->base;
  lyre_vec_drop (&s->frames);
  push_term (s, t);
}

/* ------------------------------------------------------------- annotations */

static void name_term (lyre_smt2 *s, lyre_term t) {
  if (!lyre_smt2_is_symbol (s))
    lyre_smt2_fail (s, "expected a name after :named");
  if (s->binders)
    lyre_smt2_fail (s, "a term with bound variables cannot be named");
  uint32_t name = lyre_smt2_intern (s, &s->symbols);
  const lyre_name *n = lyre_symbols_name (&s->symbols, name);
  if (n->global || !lyre_smt2_may_declare (n))
    lyre_smt2_fail (s, "'%.60s' is already declared", s->lex.text.data);
  lyre_symbols_bind_global (&s->symbols, LYRE_BIND_NAMED, name, t.id, 0);
  if (s->frames.len == 1)
    s->top_name = name;
}

/* The attributes of (! t ...), from the first keyword to the parenthesis. */
static void annotations (lyre_smt2 *s) {
  bool is_note =
      s->frames.len && lyre_vec_top (&s->frames).kind == LYRE_FRAME_NOTE;
  if (!is_note)
    lyre_smt2_fail (s, "unexpected keyword");
  lyre_term t = only_term (s, &lyre_vec_top (&s->frames), 0);
  while (s->lex.kind == LYRE_TOKEN_KEYWORD) {
    bool named = !strcmp (s->lex.text.data, "named");
    lyre_smt2_next (s);
    if (named)
      name_term (s, t);
    if (s->lex.kind == LYRE_TOKEN_KEYWORD || s->lex.kind == LYRE_TOKEN_CLOSE)
      continue;
    if (!named)
      lyre_smt2_skip_value (s);
    lyre_smt2_next (s);
  }
  if (s->lex.kind != LYRE_TOKEN_CLOSE)
    lyre_smt2_fail (s, "expected a keyword or ')'");
  close_paren (s);
}

/* ----------------------------------------------------------------- driving */

/* A term cannot stand where a let expects (name term). */
static void check_place (lyre_smt2 *s) {
  bool in_list =
      s->frames.len && lyre_vec_top (&s->frames).kind == LYRE_FRAME_LET_LIST;
  if (in_list && s->lex.kind != LYRE_TOKEN_OPEN &&
      s->lex.kind != LYRE_TOKEN_CLOSE)
    lyre_smt2_fail (s, "expected '(' and a name to bind");
}

static void term_token (lyre_smt2 *s) {
  check_place (s);
  switch (s->lex.kind) {
  case LYRE_TOKEN_OPEN:
    open_paren (s);
    break;
  case LYRE_TOKEN_CLOSE:
    close_paren (s);
    break;
  case LYRE_TOKEN_SYMBOL:
  case LYRE_TOKEN_QUOTED:
    if (grammar_here (s))
      take_grammar (s, grammar_here (s), 0);
    else
      push_term (s, symbol_term (s));
    break;
  case LYRE_TOKEN_NUMERAL:
    push_term (s, numeral (s));
    break;
  case LYRE_TOKEN_DECIMAL:
    push_term (s, decimal (s));
    break;
  case LYRE_TOKEN_STRING:
    push_term (s, lyre_smt2_string (s));
    break;
  case LYRE_TOKEN_KEYWORD:
    annotations (s);
    break;
  default:
    lyre_smt2_fail (s, "unsupported: bit-vectors");
  }
}

/* The stacks are never without memory: an empty slice is no null pointer. */
lyre_term lyre_smt2_term (lyre_smt2 *s) {
  lyre_vec_reserve (&s->mem, &s->terms, 1);
  lyre_vec_reserve (&s->mem, &s->names, 1);
  s->top_name = 0;
  term_token (s);
  while (s->frames.len) {
    lyre_smt2_next (s);
    term_token (s);
  }
  return lyre_vec_pop (&s->terms);
}
