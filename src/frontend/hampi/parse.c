/* Statements. Nested expressions go to postfix lists by a stack of the calls
 * that are open. */
#include <string.h>

#include "frontend/hampi/hampi.h"

static const char *copy_text (hampi *h, const char *text, uint32_t len) {
  return lyre_arena_text (&h->arena, text, len);
}

_Noreturn static void unexpected (hampi *h, const char *wanted) {
  const hampi_token *t = &h->token;
  if (t->kind == HAMPI_END)
    hampi_fail (h, t->place, "expected %s, not the end of the file", wanted);
  hampi_fail (h, t->place, "expected %s, not '%.*s'", wanted,
              t->len < 40 ? (int) t->len : 40, t->text);
}

/* The token must be of this kind; the next one follows. */
static hampi_token expect (hampi *h, int kind, const char *what) {
  if (h->token.kind != kind)
    unexpected (h, what);
  hampi_token t = h->token;
  hampi_next (h);
  return t;
}

static bool accept (hampi *h, int kind) {
  if (h->token.kind != kind)
    return false;
  hampi_next (h);
  return true;
}

static hampi_op op_of (hampi *h, hampi_op_kind kind, hampi_token t) {
  return (hampi_op){.kind = kind,
                    .text = copy_text (h, t.text, t.len),
                    .len = t.len,
                    .place = t.place};
}

static void push (hampi *h, hampi_op op) {
  lyre_vec_push (&h->mem, &h->ops, op);
}

static void push_name (hampi *h, hampi_op_kind kind) {
  push (h, op_of (h, kind, expect (h, HAMPI_ID, "a name")));
}

static void push_string (hampi *h) {
  push (h, op_of (h, HAMPI_OP_STRING, h->token));
  hampi_next (h);
}

static void push_code (hampi *h) {
  uint32_t c = h->token.number;
  push (h,
        (hampi_op){
            .kind = HAMPI_OP_RANGE, .lo = c, .hi = c, .place = h->token.place});
  hampi_next (h);
}

/* [ 'a' - 'z' ] or [ \097 - \122 ], at the bracket. */
static void push_range (hampi *h) {
  hampi_place place = h->token.place;
  hampi_next (h);
  int kind = h->token.kind;
  if (kind != HAMPI_CHAR && kind != HAMPI_CODE)
    unexpected (h, "a character");
  uint32_t lo = expect (h, kind, "a character").number;
  expect (h, '-', "'-'");
  uint32_t hi = expect (h, kind, "a character").number;
  expect (h, ']', "']'");
  push (h,
        (hampi_op){.kind = HAMPI_OP_RANGE, .lo = lo, .hi = hi, .place = place});
}

/* ---------------------------------------------------------------- variables */

/* A size may be written 6, 6..12, 6 .. 12 or *. What belongs to it is glued
 * together first, because the lexer takes 6..12 for a name. */
static void size (hampi *h, hampi_decl *d) {
  char text[64] = "";
  hampi_place place = h->token.place;
  if (accept (h, '*'))
    return;
  while (h->token.kind == HAMPI_INT || h->token.kind == HAMPI_DOTS ||
         h->token.kind == HAMPI_ID) {
    if (strlen (text) + h->token.len >= sizeof text)
      hampi_fail (h, place, "the number is too large");
    strncat (text, h->token.text, h->token.len);
    hampi_next (h);
  }
  uint64_t bounds[2] = {0, 0};
  int k = 0;
  bool digits = false;
  for (const char *p = text; *p; p++) {
    if (*p >= '0' && *p <= '9') {
      bounds[k] = bounds[k] * 10 + (uint64_t) (*p - '0');
      digits = true;
      if (bounds[k] >= UINT32_MAX)
        hampi_fail (h, place, "the number is too large");
    } else if (p[0] == '.' && p[1] == '.' && !k && digits) {
      p++, k = 1, digits = false;
    } else {
      hampi_fail (h, place, "expected a size like 6 or 6..12");
    }
  }
  if (!digits)
    hampi_fail (h, place, "expected a size like 6 or 6..12");
  bounds[1] = k ? bounds[1] : bounds[0];
  d->lo = (uint32_t) (bounds[0] < bounds[1] ? bounds[0] : bounds[1]);
  d->hi = (uint32_t) (bounds[0] < bounds[1] ? bounds[1] : bounds[0]);
}

static void variable (hampi *h, hampi_decl *d) {
  d->hi = HAMPI_NO_BOUND;
  if (accept (h, ':'))
    size (h, d);
}

/* ----------------------------------------------------------------- grammars */

static void repetition (hampi *h) {
  hampi_next (h);
  push_name (h, HAMPI_OP_NAME);
  expect (h, ')', "')'");
  hampi_op *op = &lyre_vec_top (&h->ops);
  int kind = h->token.kind;
  if (kind != '?' && kind != '*' && kind != '+')
    unexpected (h, "'?', '*' or '+'");
  op->kind = kind == '?'   ? HAMPI_OP_OPT
             : kind == '*' ? HAMPI_OP_MANY
                           : HAMPI_OP_SOME;
  hampi_next (h);
}

static void right_hand_side (hampi *h) {
  for (;;) {
    switch (h->token.kind) {
    case HAMPI_STR:
      push_string (h);
      break;
    case HAMPI_CODE:
      push_code (h);
      break;
    case HAMPI_ID:
      push_name (h, HAMPI_OP_NAME);
      break;
    case '(':
      repetition (h);
      break;
    case '[':
      push_range (h);
      break;
    case '|':
      push (h, (hampi_op){.kind = HAMPI_OP_BAR, .place = h->token.place});
      hampi_next (h);
      break;
    default:
      return;
    }
  }
}

/* -------------------------------------------------------------- expressions */

/* An open call: op (arguments so far, ... */
typedef struct {
  hampi_op_kind kind;
  hampi_place place;
  uint32_t n;
} call;

typedef lyre_vec (call) calls;

static void open_call (hampi *h, calls *stack, hampi_op_kind kind) {
  call c = {kind, h->token.place, 0};
  hampi_next (h);
  expect (h, '(', "'('");
  lyre_vec_push (&h->mem, stack, c);
}

static void fix (hampi *h) {
  hampi_next (h);
  expect (h, '(', "'('");
  push_name (h, HAMPI_OP_FIX);
  expect (h, ',', "','");
  hampi_op *op = &lyre_vec_top (&h->ops);
  op->lo =
      accept (h, '*') ? HAMPI_NO_BOUND : expect (h, HAMPI_INT, "a size").number;
  expect (h, ')', "')'");
}

/* pcre ("...") is no keyword: a reg may have that name. */
static void name_or_pattern (hampi *h) {
  hampi_token t = expect (h, HAMPI_ID, "a name");
  if (h->token.kind != '(' || t.len != 4 || memcmp (t.text, "pcre", 4) != 0) {
    push (h, op_of (h, HAMPI_OP_NAME, t));
    return;
  }
  hampi_next (h);
  push (h, op_of (h, HAMPI_OP_PATTERN,
                  expect (h, HAMPI_STR, "a pattern as a string")));
  expect (h, ')', "')'");
}

/* name or name [offset : length] */
static void name_or_cut (hampi *h) {
  push_name (h, HAMPI_OP_NAME);
  hampi_op *op = &lyre_vec_top (&h->ops);
  if (!accept (h, '['))
    return;
  op->kind = HAMPI_OP_CUT;
  op->lo = expect (h, HAMPI_INT, "an offset").number;
  expect (h, ':', "':'");
  op->hi = expect (h, HAMPI_INT, "a length").number;
  expect (h, ']', "']'");
}

/* Something that is complete at once; false if a call was opened. */
static bool reg_atom (hampi *h, calls *stack) {
  switch (h->token.kind) {
  case HAMPI_STR:
    push_string (h);
    return true;
  case HAMPI_CODE:
    push_code (h);
    return true;
  case HAMPI_ID:
    name_or_pattern (h);
    return true;
  case '[':
    push_range (h);
    return true;
  case HAMPI_FIX:
    fix (h);
    return true;
  case HAMPI_STAR:
    open_call (h, stack, HAMPI_OP_STAR);
    return false;
  case HAMPI_OR:
    open_call (h, stack, HAMPI_OP_ANY);
    return false;
  case HAMPI_CONCAT:
    open_call (h, stack, HAMPI_OP_CONCAT);
    return false;
  default:
    unexpected (h, "a regular expression");
  }
}

static bool val_atom (hampi *h, calls *stack) {
  switch (h->token.kind) {
  case HAMPI_STR:
    push_string (h);
    return true;
  case HAMPI_ID:
    name_or_cut (h);
    return true;
  case HAMPI_CONCAT:
    open_call (h, stack, HAMPI_OP_CONCAT);
    return false;
  default:
    unexpected (h, "a string expression");
  }
}

/* An argument is complete: closes the calls that end here. True if there is
 * another argument to read. */
static bool after_argument (hampi *h, calls *stack) {
  while (stack->len) {
    call *c = &lyre_vec_top (stack);
    c->n++;
    if (c->kind != HAMPI_OP_STAR && accept (h, ','))
      return true;
    expect (h, ')', c->kind == HAMPI_OP_STAR ? "')'" : "',' or ')'");
    push (h, (hampi_op){.kind = c->kind, .lo = c->n, .place = c->place});
    lyre_vec_drop (stack);
  }
  return false;
}

static void expression (hampi *h, bool (*atom) (hampi *, calls *)) {
  calls stack = {0};
  do
    while (!atom (h, &stack))
      ;
  while (after_argument (h, &stack));
  lyre_vec_release (&h->mem, &stack);
}

/* --------------------------------------------------------------- statements */

static void declaration (hampi *h, hampi_decl_kind kind) {
  hampi_decl d = {.kind = kind, .place = h->token.place};
  hampi_next (h);
  hampi_token name = expect (h, HAMPI_ID, "a name");
  d.name = copy_text (h, name.text, name.len);
  d.place = name.place;
  d.first = h->ops.len;
  if (kind == HAMPI_DECL_VAR)
    variable (h, &d);
  else
    expect (h, HAMPI_BECOMES, "':='");
  if (kind == HAMPI_DECL_CFG)
    right_hand_side (h);
  else if (kind != HAMPI_DECL_VAR)
    expression (h, kind == HAMPI_DECL_REG ? reg_atom : val_atom);
  d.n = h->ops.len - d.first;
  lyre_vec_push (&h->mem, &h->decls, d);
}

static void assertion (hampi *h) {
  hampi_assertion a = {.kind = HAMPI_END};
  hampi_next (h);
  a.left = op_of (h, HAMPI_OP_NAME, expect (h, HAMPI_ID, "a name"));
  a.negated = accept (h, HAMPI_NOT);
  switch (h->token.kind) {
  case HAMPI_IN:
  case HAMPI_CONTAINS:
  case HAMPI_EQUALS:
    a.kind = (hampi_token_kind) h->token.kind;
    break;
  case '=':
    a.kind = HAMPI_EQUALS;
    break;
  case HAMPI_UNEQUAL:
    a.kind = HAMPI_EQUALS;
    a.negated = !a.negated;
    break;
  default:
    unexpected (h, a.negated ? "in, contains or equals"
                             : "not, in, contains or equals");
  }
  hampi_next (h);
  a.right = a.kind == HAMPI_CONTAINS
                ? op_of (h, HAMPI_OP_STRING, expect (h, HAMPI_STR, "a string"))
                : op_of (h, HAMPI_OP_NAME, expect (h, HAMPI_ID, "a name"));
  lyre_vec_push (&h->mem, &h->assertions, a);
}

static void statement (hampi *h) {
  switch (h->token.kind) {
  case HAMPI_VAR:
    declaration (h, HAMPI_DECL_VAR);
    break;
  case HAMPI_CFG:
    declaration (h, HAMPI_DECL_CFG);
    break;
  case HAMPI_REG:
    declaration (h, HAMPI_DECL_REG);
    break;
  case HAMPI_VAL:
    declaration (h, HAMPI_DECL_VAL);
    break;
  case HAMPI_ASSERT:
    assertion (h);
    break;
  default:
    unexpected (h, "var, cfg, reg, val or assert");
  }
  expect (h, ';', "';'");
}

void hampi_parse (hampi *h) {
  hampi_next (h);
  do
    statement (h);
  while (h->token.kind != HAMPI_END);
}
