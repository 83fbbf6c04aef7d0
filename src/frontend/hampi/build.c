/* From declarations and assertions to terms and one grammar. */
#include <stdio.h>
#include <string.h>

#include "frontend/hampi/hampi.h"

enum { LAST_CHAR = 255 }; /* characters are bytes */

static lyre_term must (hampi *h, hampi_place place, lyre_term t) {
  if (!t.id)
    hampi_fail (h, place, "%s", lyre_last_error (h->ctx));
  return t;
}

static uint32_t must_symbol (hampi *h, hampi_place place, uint32_t symbol) {
  if (symbol == LYRE_NO_SYMBOL)
    hampi_fail (h, place, "%s", lyre_last_error (h->ctx));
  return symbol;
}

static lyre_term mk (hampi *h, hampi_place place, lyre_op op, uint32_t n,
                     const lyre_term *args) {
  return must (h, place, lyre_mk (h->ctx, op, n, args));
}

static lyre_term string_term (hampi *h, const hampi_op *op) {
  uint32_t *chars = lyre_alloc (&h->mem, ((size_t) op->len + 1) * 4);
  for (uint32_t i = 0; i < op->len; i++)
    chars[i] = (unsigned char) op->text[i];
  lyre_term t = lyre_mk_string (h->ctx, chars, op->len);
  lyre_free (&h->mem, chars);
  return must (h, op->place, t);
}

static lyre_term char_term (hampi *h, hampi_place place, uint32_t c) {
  return must (h, place, lyre_mk_string (h->ctx, &c, 1));
}

static lyre_term range_term (hampi *h, hampi_place place, uint32_t lo,
                             uint32_t hi) {
  lyre_term ends[] = {char_term (h, place, lo), char_term (h, place, hi)};
  return mk (h, place, LYRE_RE_RANGE, 2, ends);
}

static lyre_term length_of (hampi *h, hampi_place place, lyre_term s) {
  return mk (h, place, LYRE_STR_LEN, 1, &s);
}

static lyre_term compare (hampi *h, hampi_place place, lyre_op op, lyre_term s,
                          uint32_t n) {
  lyre_term args[] = {length_of (h, place, s), lyre_mk_int (h->ctx, n)};
  return mk (h, place, op, 2, args);
}

static void assert_term (hampi *h, hampi_place place, lyre_term t) {
  if (lyre_assert (h->ctx, t) != LYRE_OK)
    hampi_fail (h, place, "%s", lyre_last_error (h->ctx));
}

/* ---------------------------------------------------------------- variables */

static void build_variable (hampi *h, hampi_decl *d) {
  d->term = must (h, d->place, lyre_mk_var (h->ctx, d->name, LYRE_STRING));
  lyre_term any = range_term (h, d->place, 0, LAST_CHAR);
  any = mk (h, d->place, LYRE_RE_STAR, 1, &any);
  assert_term (
      h, d->place,
      mk (h, d->place, LYRE_STR_IN_RE, 2, (lyre_term[]){d->term, any}));
  if (d->lo == d->hi) {
    assert_term (h, d->place, compare (h, d->place, LYRE_EQ, d->term, d->lo));
    return;
  }
  if (d->lo)
    assert_term (h, d->place, compare (h, d->place, LYRE_GE, d->term, d->lo));
  if (d->hi != HAMPI_NO_BOUND)
    assert_term (h, d->place, compare (h, d->place, LYRE_LE, d->term, d->hi));
}

/* ----------------------------------------------------------------- grammars */

static void add_rule (hampi *h, hampi_place place, uint32_t lhs, uint32_t n,
                      const lyre_item *rhs) {
  if (lyre_grammar_rule (h->ctx, h->grammar, lhs, n, rhs) != LYRE_OK)
    hampi_fail (h, place, "%s", lyre_last_error (h->ctx));
}

/* A name for the grammar that no variable has. */
static void make_grammar (hampi *h) {
  char name[32] = "Grammar";
  for (uint32_t i = 1; hampi_find (h, name); i++)
    snprintf (name, sizeof name, "Grammar_%u", i);
  h->grammar = lyre_mk_grammar (h->ctx, name);
  if (!h->grammar.id)
    hampi_fail (h, h->token.place, "%s", lyre_last_error (h->ctx));
}

static uint32_t new_symbol (hampi *h, hampi_place place) {
  return must_symbol (h, place, lyre_grammar_symbol (h->ctx, h->grammar, NULL));
}

/* (A)?, (A)*, (A)+: one nonterminal each for all uses. */
static uint32_t repeated (hampi *h, const hampi_op *op, hampi_decl *d) {
  uint32_t *slot = &d->repeat[op->kind - HAMPI_OP_OPT];
  if (*slot)
    return *slot - 1;
  uint32_t a = new_symbol (h, op->place);
  *slot = a + 1;
  lyre_item rhs[] = {lyre_item_symbol (d->symbol), lyre_item_symbol (a)};
  if (op->kind == HAMPI_OP_OPT) {
    add_rule (h, op->place, a, 1, rhs);
  } else {
    add_rule (h, op->place, a, 2, rhs);
    if (op->kind == HAMPI_OP_SOME)
      add_rule (h, op->place, a, 1, rhs);
  }
  if (op->kind != HAMPI_OP_SOME)
    add_rule (h, op->place, a, 0, NULL);
  return a;
}

static lyre_item item_of (hampi *h, const hampi_op *op) {
  hampi_decl *d;
  switch (op->kind) {
  case HAMPI_OP_STRING:
    return lyre_item_string (string_term (h, op));
  case HAMPI_OP_RANGE:
    return lyre_item_chars (op->lo, op->hi);
  default:
    d = hampi_find (h, op->text);
    return lyre_item_symbol (op->kind == HAMPI_OP_NAME ? d->symbol
                                                       : repeated (h, op, d));
  }
}

static void build_rules (hampi *h, const hampi_decl *d) {
  lyre_vec (lyre_item) rhs = {0};
  uint32_t symbol = d->symbol, first = d->first, n = d->n;
  for (uint32_t i = 0; i <= n; i++) {
    if (i < n && h->ops.data[first + i].kind != HAMPI_OP_BAR) {
      lyre_vec_push (&h->mem, &rhs, item_of (h, &h->ops.data[first + i]));
      continue;
    }
    add_rule (h, d->place, symbol, rhs.len, rhs.data);
    lyre_vec_clear (&rhs);
  }
  lyre_vec_release (&h->mem, &rhs);
}

static void build_grammar (hampi *h) {
  bool any = false;
  for (uint32_t i = 0; i < h->decls.len; i++)
    any = any || h->decls.data[i].kind == HAMPI_DECL_CFG;
  if (!any)
    return;
  make_grammar (h);
  for (uint32_t i = 0; i < h->decls.len; i++) {
    hampi_decl *d = &h->decls.data[i];
    if (d->kind == HAMPI_DECL_CFG)
      d->symbol = must_symbol (
          h, d->place, lyre_grammar_symbol (h->ctx, h->grammar, d->name));
  }
  for (uint32_t i = 0; i < h->decls.len; i++)
    if (h->decls.data[i].kind == HAMPI_DECL_CFG)
      build_rules (h, &h->decls.data[i]);
}

/* -------------------------------------------------------------------- order
 *
 * Calls BUILD for what ROOT is made of, then for ROOT: names that entries of
 * postfix lists mention come first. */

static void in_order (hampi *h, hampi_decl *root,
                      void (*build) (hampi *, hampi_decl *)) {
  lyre_vec (hampi_decl *) stack = {0};
  lyre_vec_push (&h->mem, &stack, root);
  while (stack.len) {
    hampi_decl *d = lyre_vec_top (&stack);
    uint32_t before = stack.len;
    for (uint32_t i = 0; d->state != 2 && i < d->n; i++) {
      const hampi_op *op = &h->ops.data[d->first + i];
      bool mentions = op->kind == HAMPI_OP_NAME || op->kind == HAMPI_OP_CUT;
      hampi_decl *x = mentions ? hampi_find (h, op->text) : NULL;
      if (!x || x->state == 2 || x->kind == HAMPI_DECL_VAR)
        continue;
      if (x->state == 1 || x == d)
        hampi_fail (h, op->place, "%.60s is defined by itself", op->text);
      lyre_vec_push (&h->mem, &stack, x);
    }
    if (d->state != 2)
      d->state = 1;
    if (stack.len > before)
      continue;
    if (d->state != 2)
      build (h, d);
    d->state = 2;
    lyre_vec_drop (&stack);
  }
  lyre_vec_release (&h->mem, &stack);
}

/* --------------------------------------------------------------------- regs */

static lyre_term reg_entry (hampi *h, const hampi_op *op, lyre_term **top) {
  lyre_term t;
  switch (op->kind) {
  case HAMPI_OP_STRING:
    t = string_term (h, op);
    return mk (h, op->place, LYRE_STR_TO_RE, 1, &t);
  case HAMPI_OP_RANGE:
    return range_term (h, op->place, op->lo, op->hi);
  case HAMPI_OP_NAME:
    return hampi_find (h, op->text)->term;
  case HAMPI_OP_STAR:
    return mk (h, op->place, LYRE_RE_STAR, 1, --*top);
  default:
    *top -= op->lo;
    return mk (h, op->place,
               op->kind == HAMPI_OP_ANY ? LYRE_RE_UNION : LYRE_RE_CONCAT,
               op->lo, *top);
  }
}

static lyre_term pattern_term (hampi *h, const hampi_op *op) {
  lyre_regex_error error;
  lyre_term t = lyre_mk_regex_of (h->ctx, LYRE_REGEX_PCRE, 0,
                                  string_term (h, op), &error);
  if (!t.id)
    hampi_fail (h, op->place, "character %u of the pattern: %s", error.column,
                error.text);
  return t;
}

static void build_reg_term (hampi *h, hampi_decl *d) {
  lyre_term *stack = lyre_alloc (&h->mem, ((size_t) d->n + 1) * sizeof *stack);
  lyre_term *top = stack;
  for (uint32_t i = 0; i < d->n; i++) {
    const hampi_op *op = &h->ops.data[d->first + i];
    lyre_term t = op->kind == HAMPI_OP_PATTERN ? pattern_term (h, op)
                                               : reg_entry (h, op, &top);
    *top++ = t;
  }
  d->term = stack[0];
  lyre_free (&h->mem, stack);
}

static lyre_item reg_symbol (hampi *h, const hampi_op *op, lyre_item **top) {
  hampi_decl *d = op->text ? hampi_find (h, op->text) : NULL;
  if (op->kind == HAMPI_OP_STRING || op->kind == HAMPI_OP_RANGE)
    return item_of (h, op);
  if (op->kind == HAMPI_OP_NAME)
    return lyre_item_symbol (d->symbol);
  if (op->kind == HAMPI_OP_FIX)
    return lyre_item_symbol (
        op->lo == HAMPI_NO_BOUND
            ? d->symbol
            : must_symbol (
                  h, op->place,
                  lyre_grammar_fixed (h->ctx, h->grammar, d->symbol, op->lo)));
  if (op->kind == HAMPI_OP_PATTERN)
    hampi_fail (h, op->place, "a pattern cannot stand beside a fix");
  uint32_t a = new_symbol (h, op->place);
  if (op->kind == HAMPI_OP_STAR) {
    lyre_item rhs[] = {*--*top, lyre_item_symbol (a)};
    add_rule (h, op->place, a, 2, rhs);
    add_rule (h, op->place, a, 0, NULL);
    return lyre_item_symbol (a);
  }
  *top -= op->lo;
  if (op->kind == HAMPI_OP_CONCAT)
    add_rule (h, op->place, a, op->lo, *top);
  for (uint32_t i = 0; op->kind == HAMPI_OP_ANY && i < op->lo; i++)
    add_rule (h, op->place, a, 1, *top + i);
  return lyre_item_symbol (a);
}

/* The reg as a nonterminal of its own name. */
static void build_reg_symbol (hampi *h, hampi_decl *d) {
  lyre_item *stack = lyre_alloc (&h->mem, ((size_t) d->n + 1) * sizeof *stack);
  lyre_item *top = stack;
  for (uint32_t i = 0; i < d->n; i++) {
    lyre_item x = reg_symbol (h, &h->ops.data[d->first + i], &top);
    *top++ = x;
  }
  d->symbol = must_symbol (h, d->place,
                           lyre_grammar_symbol (h->ctx, h->grammar, d->name));
  add_rule (h, d->place, d->symbol, 1, stack);
  lyre_free (&h->mem, stack);
}

/* What the names of a reg are is known. */
static void find_form (hampi *h, hampi_decl *d) {
  const hampi_op *ops = h->ops.data + d->first;
  d->form = HAMPI_FORM_TERM;
  for (uint32_t i = 0; i < d->n; i++)
    if (ops[i].kind == HAMPI_OP_FIX ||
        (ops[i].kind == HAMPI_OP_NAME &&
         hampi_find (h, ops[i].text)->form != HAMPI_FORM_TERM))
      d->form = HAMPI_FORM_SYMBOL;
  if (d->n == 1 && ops[0].kind == HAMPI_OP_FIX)
    d->form = HAMPI_FORM_FIX;
  if (d->form == HAMPI_FORM_TERM)
    build_reg_term (h, d);
}

static void each_reg (hampi *h, void (*build) (hampi *, hampi_decl *)) {
  for (uint32_t i = 0; i < h->decls.len; i++)
    h->decls.data[i].state = 0;
  for (uint32_t i = 0; i < h->decls.len; i++)
    if (h->decls.data[i].kind == HAMPI_DECL_REG)
      in_order (h, &h->decls.data[i], build);
}

/* All as nonterminals if one of them has to be. */
static void build_regs (hampi *h) {
  bool symbols = false;
  each_reg (h, find_form);
  for (uint32_t i = 0; i < h->decls.len; i++) {
    const hampi_decl *d = &h->decls.data[i];
    symbols |= d->kind == HAMPI_DECL_REG && d->form == HAMPI_FORM_SYMBOL;
  }
  if (symbols)
    each_reg (h, build_reg_symbol);
}

/* --------------------------------------------------------------------- vals */

/* name [offset : length]: a size where it does not fit is no solution. */
static lyre_term cut_term (hampi *h, const hampi_op *op) {
  lyre_term s = hampi_find (h, op->text)->term;
  lyre_term args[] = {s, lyre_mk_int (h->ctx, op->lo),
                      lyre_mk_int (h->ctx, op->hi)};
  if ((uint64_t) op->lo + op->hi >= UINT32_MAX)
    hampi_fail (h, op->place, "the number is too large");
  lyre_vec_push (&h->mem, &h->sides,
                 compare (h, op->place, LYRE_GE, s, op->lo + op->hi));
  return mk (h, op->place, LYRE_STR_SUBSTR, 3, args);
}

static void build_val (hampi *h, hampi_decl *d) {
  lyre_term *stack = lyre_alloc (&h->mem, ((size_t) d->n + 1) * sizeof *stack);
  lyre_term *top = stack;
  for (uint32_t i = 0; i < d->n; i++) {
    const hampi_op *op = &h->ops.data[d->first + i];
    lyre_term t;
    if (op->kind == HAMPI_OP_STRING)
      t = string_term (h, op);
    else if (op->kind == HAMPI_OP_NAME)
      t = hampi_find (h, op->text)->term;
    else if (op->kind == HAMPI_OP_CUT)
      t = cut_term (h, op);
    else {
      top -= op->lo;
      t = mk (h, op->place, LYRE_STR_CONCAT, op->lo, top);
    }
    *top++ = t;
  }
  d->term = stack[0];
  lyre_free (&h->mem, stack);
}

/* --------------------------------------------------------------- assertions */

static lyre_term string_named (hampi *h, const hampi_op *op) {
  hampi_decl *d = hampi_find (h, op->text);
  if (d->kind == HAMPI_DECL_VAL)
    in_order (h, d, build_val);
  return d->term;
}

static lyre_term in_grammar (hampi *h, hampi_place place, lyre_term s,
                             uint32_t symbol) {
  return must (h, place, lyre_mk_in_grammar (h->ctx, s, h->grammar, symbol));
}

static lyre_term in_fix (hampi *h, const hampi_op *op, lyre_term s) {
  uint32_t symbol = hampi_find (h, op->text)->symbol;
  lyre_term both[] = {in_grammar (h, op->place, s, symbol), {0}};
  if (op->lo == HAMPI_NO_BOUND)
    return both[0];
  both[1] = compare (h, op->place, LYRE_EQ, s, op->lo);
  return mk (h, op->place, LYRE_AND, 2, both);
}

static lyre_term in_term (hampi *h, const hampi_assertion *a, lyre_term s) {
  const hampi_decl *d = hampi_find (h, a->right.text);
  if (d->kind == HAMPI_DECL_CFG ||
      (d->kind == HAMPI_DECL_REG && d->form == HAMPI_FORM_SYMBOL))
    return in_grammar (h, a->right.place, s, d->symbol);
  if (d->form == HAMPI_FORM_FIX)
    return in_fix (h, &h->ops.data[d->first], s);
  return mk (h, a->right.place, LYRE_STR_IN_RE, 2, (lyre_term[]){s, d->term});
}

static void build_assertion (hampi *h, const hampi_assertion *a) {
  lyre_term s = string_named (h, &a->left), t;
  if (a->kind == HAMPI_IN)
    t = in_term (h, a, s);
  else if (a->kind == HAMPI_CONTAINS)
    t = mk (h, a->right.place, LYRE_STR_CONTAINS, 2,
            (lyre_term[]){s, string_term (h, &a->right)});
  else
    t = mk (h, a->right.place, LYRE_EQ, 2,
            (lyre_term[]){s, string_named (h, &a->right)});
  if (a->negated)
    t = mk (h, a->right.place, LYRE_NOT, 1, &t);
  assert_term (h, a->left.place, t);
}

void hampi_build (hampi *h) {
  for (uint32_t i = 0; i < h->decls.len; i++)
    if (h->decls.data[i].kind == HAMPI_DECL_VAR)
      build_variable (h, &h->decls.data[i]);
  build_grammar (h);
  build_regs (h);
  for (uint32_t i = 0; i < h->assertions.len; i++)
    build_assertion (h, &h->assertions.data[i]);
  for (uint32_t i = 0; i < h->sides.len; i++)
    assert_term (h, h->token.place, h->sides.data[i]);
}
