/* (declare-grammar G ((N e ...) ...)): right-hand sides are regular expressions
 * over nonterminals. Each repetition and each union inside of one becomes a
 * nonterminal without a name. docs/grammars.md says it in full. */
#include <string.h>

#include "frontend/smt2/session.h"

/* Meaning of an open parenthesis by its operator; CONCAT adds its items to what
 * is outside, the others make rules. */
typedef struct {
  lyre_op op;      /* LYRE_OP_COUNT: the rule itself */
  uint32_t symbol; /* whose rules these are */
  uint32_t base;   /* where the items of the current argument start */
  uint32_t n_args;
} frame;

typedef struct {
  uint64_t line, column;
} place;

typedef struct {
  lyre_smt2 *s;
  lyre_grammar g;
  lyre_vec (lyre_item) items;
  lyre_vec (frame) frames;
  lyre_vec (uint8_t) seen; /* per named nonterminal: 1 used, 2 defined */
  lyre_vec (place) places; /* where it was met first */
} reader;

static lyre_mem *pool (reader *r) {
  return &r->s->mem;
}

static void must (reader *r, bool ok) {
  if (!ok)
    lyre_smt2_fail (r->s, "%s", lyre_last_error (r->s->ctx));
}

static uint32_t new_symbol (reader *r, const char *name) {
  uint32_t a = lyre_grammar_symbol (r->s->ctx, r->g, name);
  must (r, a != LYRE_NO_SYMBOL);
  place here = {r->s->lex.token_line, r->s->lex.token_column};
  while (r->seen.len <= a) {
    lyre_vec_push (pool (r), &r->seen, name ? 0 : 2);
    lyre_vec_push (pool (r), &r->places, here);
  }
  return a;
}

static void add_rule (reader *r, uint32_t lhs, uint32_t base) {
  must (r, lyre_grammar_rule (r->s->ctx, r->g, lhs, r->items.len - base,
                              r->items.data + base) == LYRE_OK);
}

static void push_item (reader *r, lyre_item i) {
  lyre_vec_push (pool (r), &r->items, i);
}

/* The items since the frame's base are one argument of it. */
static void end_argument (reader *r) {
  frame *f = &lyre_vec_top (&r->frames);
  f->n_args++;
  if (f->op == LYRE_RE_CONCAT)
    return;
  if (f->op == LYRE_RE_STAR || f->op == LYRE_RE_PLUS) {
    if (f->op == LYRE_RE_PLUS)
      add_rule (r, f->symbol, f->base);
    push_item (r, lyre_item_symbol (f->symbol));
  }
  add_rule (r, f->symbol, f->base);
  r->items.len = f->base;
}

static void open_frame (reader *r, lyre_op op) {
  frame f = {op, LYRE_NO_SYMBOL, r->items.len, 0};
  if (op != LYRE_RE_CONCAT)
    f.symbol = new_symbol (r, NULL);
  if (op == LYRE_RE_STAR || op == LYRE_RE_OPT)
    must (r, lyre_grammar_rule (r->s->ctx, r->g, f.symbol, 0, NULL) == LYRE_OK);
  lyre_vec_push (pool (r), &r->frames, f);
}

static void close_frame (reader *r) {
  frame f = lyre_vec_pop (&r->frames);
  bool one =
      f.op == LYRE_RE_STAR || f.op == LYRE_RE_PLUS || f.op == LYRE_RE_OPT;
  if (one && f.n_args != 1)
    lyre_smt2_fail (r->s, "expected exactly one argument");
  if (f.op != LYRE_RE_CONCAT)
    push_item (r, lyre_item_symbol (f.symbol));
  end_argument (r);
}

/* -------------------------------------------------------------------- atoms */

static lyre_term literal (reader *r) {
  lyre_smt2_expect (r->s, LYRE_TOKEN_STRING, "a string literal");
  return lyre_smt2_string (r->s);
}

static uint32_t character (reader *r) {
  uint32_t c;
  size_t len;
  if (!lyre_value_string (r->s->ctx, literal (r), &c, 1, &len) || len != 1)
    lyre_smt2_fail (r->s, "a range needs single characters");
  return c;
}

static void range (reader *r) {
  uint32_t lo = character (r), hi = character (r);
  lyre_smt2_expect (r->s, LYRE_TOKEN_CLOSE, "')'");
  push_item (r, lyre_item_chars (lo, hi));
  end_argument (r);
}

static void symbol (reader *r) {
  const char *text = r->s->lex.text.data;
  if (r->s->lex.kind == LYRE_TOKEN_SYMBOL && !strcmp (text, "re.allchar")) {
    push_item (r, lyre_item_chars (0, 0x2FFFF));
  } else if (r->s->lex.kind == LYRE_TOKEN_SYMBOL && !strcmp (text, "re.none")) {
    push_item (r, lyre_item_chars (1, 0));
  } else {
    uint32_t a = new_symbol (r, text);
    r->seen.data[a] |= 1;
    push_item (r, lyre_item_symbol (a));
  }
  end_argument (r);
}

/* After (. */
static void open_paren (reader *r) {
  lyre_smt2_next (r->s);
  lyre_op op = LYRE_OP_COUNT;
  if (r->s->lex.kind == LYRE_TOKEN_SYMBOL)
    op = lyre_op_by_name (r->s->lex.text.data, r->s->lex.text.len);
  switch (op) {
  case LYRE_STR_TO_RE:
    push_item (r, lyre_item_string (literal (r)));
    lyre_smt2_expect (r->s, LYRE_TOKEN_CLOSE, "')'");
    end_argument (r);
    break;
  case LYRE_RE_RANGE:
    range (r);
    break;
  case LYRE_RE_CONCAT:
  case LYRE_RE_UNION:
  case LYRE_RE_STAR:
  case LYRE_RE_PLUS:
  case LYRE_RE_OPT:
    open_frame (r, op);
    break;
  default:
    lyre_smt2_fail (r->s, "expected re.++, re.union, re.*, re.+, re.opt, "
                          "re.range or str.to_re");
  }
}

/* -------------------------------------------------------------------- rules */

static void element (reader *r) {
  switch (r->s->lex.kind) {
  case LYRE_TOKEN_OPEN:
    open_paren (r);
    break;
  case LYRE_TOKEN_STRING:
    push_item (r, lyre_item_string (lyre_smt2_string (r->s)));
    end_argument (r);
    break;
  case LYRE_TOKEN_SYMBOL:
  case LYRE_TOKEN_QUOTED:
    symbol (r);
    break;
  default:
    lyre_smt2_fail (r->s, "expected a string, a nonterminal or an expression");
  }
}

/* (N e ...), at the parenthesis. */
static void rules_of (reader *r) {
  if (r->s->lex.kind != LYRE_TOKEN_OPEN)
    lyre_smt2_fail (r->s, "expected '(' and a nonterminal");
  lyre_smt2_next (r->s);
  if (!lyre_smt2_is_symbol (r->s))
    lyre_smt2_fail (r->s, "expected a nonterminal");
  uint32_t a = new_symbol (r, r->s->lex.text.data);
  if (r->seen.data[a] & 2)
    lyre_smt2_fail (r->s, "'%.60s' has rules already", r->s->lex.text.data);
  r->seen.data[a] |= 2;
  lyre_vec_push (pool (r), &r->frames, ((frame){LYRE_OP_COUNT, a, 0, 0}));
  for (;;) {
    lyre_smt2_next (r->s);
    if (r->s->lex.kind != LYRE_TOKEN_CLOSE)
      element (r);
    else if (r->frames.len > 1)
      close_frame (r);
    else
      break;
  }
  lyre_vec_drop (&r->frames);
}

static void check_defined (reader *r) {
  for (uint32_t a = 0; a < r->seen.len; a++)
    if (r->seen.data[a] == 1)
      lyre_smt2_fail_at (r->s, r->places.data[a].line, r->places.data[a].column,
                         "the nonterminal has no rules");
}

lyre_grammar lyre_smt2_grammar (lyre_smt2 *s, const char *name) {
  reader r = {.s = s, .g = lyre_mk_grammar (s->ctx, name)};
  if (!r.g.id)
    lyre_smt2_fail (s, "%s", lyre_last_error (s->ctx));
  lyre_smt2_expect (s, LYRE_TOKEN_OPEN, "the rules");
  for (lyre_smt2_next (s); s->lex.kind != LYRE_TOKEN_CLOSE; lyre_smt2_next (s))
    rules_of (&r);
  if (!r.seen.len)
    lyre_smt2_fail (s, "a grammar needs a rule");
  check_defined (&r);
  lyre_vec_release (&s->mem, &r.items);
  lyre_vec_release (&s->mem, &r.frames);
  lyre_vec_release (&s->mem, &r.seen);
  lyre_vec_release (&s->mem, &r.places);
  return r.g;
}
