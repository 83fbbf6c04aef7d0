/* Building terms on a user's behalf: contracts, promotion, shapes. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "term/grammar.h"
#include "term/ops.h"
#include "term/term.h"

typedef struct {
  lyre_terms *ts;
  lyre_op op;
  const lyre_op_info *info;
  const uint32_t *indices;
  uint32_t n;
  lyre_term *args; /* in scratch; may be promoted */
  lyre_build_error *error;
} request;

static lyre_term refuse (request *r, const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  vsnprintf (r->error->text, sizeof r->error->text, format, ap);
  va_end (ap);
  return LYRE_NO_TERM;
}

static const char *sort_text (const request *r, lyre_sort s) {
  return r->ts->sorts.data[s.id];
}

/* The signature's letter for argument I. */
static char letter (const request *r, uint32_t i) {
  lyre_shape shape = r->info->shape;
  bool repeats = shape == LYRE_SHAPE_NARY || shape == LYRE_SHAPE_PAIR ||
                 shape == LYRE_SHAPE_LEFT || shape == LYRE_SHAPE_RIGHT ||
                 shape == LYRE_SHAPE_CHAIN;
  return r->info->args[repeats ? 0 : i];
}

static bool count_fits (const request *r) {
  switch (r->info->shape) {
  case LYRE_SHAPE_FIXED:
  case LYRE_SHAPE_INDEX:
    return r->n == r->info->n_args;
  case LYRE_SHAPE_NARY:
    return r->n >= 1;
  case LYRE_SHAPE_LEFT:
  case LYRE_SHAPE_RIGHT:
  case LYRE_SHAPE_CHAIN:
  case LYRE_SHAPE_PAIR:
    return r->n >= 2;
  default:
    return false;
  }
}

static bool is_number (lyre_sort s) {
  return s.id == LYRE_INT.id || s.id == LYRE_REAL.id;
}

static const char *expected (char c) {
  switch (c) {
  case 'B':
    return "Bool";
  case 'I':
    return "Int";
  case 'R':
    return "Real";
  case 'S':
    return "String";
  case 'L':
    return "RegLan";
  default:
    return "Int or Real";
  }
}

static bool letter_admits (char c, lyre_sort s) {
  switch (c) {
  case 'B':
    return s.id == LYRE_BOOL.id;
  case 'I':
    return s.id == LYRE_INT.id;
  case 'R':
  case 'N':
    return is_number (s);
  case 'S':
    return s.id == LYRE_STRING.id;
  case 'L':
    return s.id == LYRE_REGLAN.id;
  default:
    return true;
  }
}

static lyre_term promote (lyre_terms *ts, lyre_term t) {
  lyre_int i;
  if (lyre_integer_of (ts, t, &i))
    return lyre_t_real (ts, lyre_rat_from_int (i));
  return lyre_t1 (ts, LYRE_TO_REAL, t);
}

/* Each argument by itself against its letter. */
static bool check_letters (request *r) {
  for (uint32_t i = 0; i < r->n; i++) {
    lyre_sort s = lyre_sort_of (r->ts, r->args[i]);
    char c = letter (r, i);
    if (letter_admits (c, s))
      continue;
    refuse (r, "argument %u of %s has sort %s, not %s", i + 1, r->info->name,
            sort_text (r, s), expected (c));
    return false;
  }
  return true;
}

/* Arguments that must agree: letters N and A, and Int where Real is due. */
static bool unify (request *r) {
  bool real = false;
  for (uint32_t i = 0; i < r->n; i++) {
    char c = letter (r, i);
    if (c == 'R' || ((c == 'N' || c == 'A') &&
                     lyre_has_sort (r->ts, r->args[i], LYRE_REAL)))
      real = true;
  }
  lyre_sort common = LYRE_NO_SORT;
  for (uint32_t i = 0; i < r->n; i++) {
    char c = letter (r, i);
    if (c != 'R' && c != 'N' && c != 'A')
      continue;
    if (real && lyre_has_sort (r->ts, r->args[i], LYRE_INT))
      r->args[i] = promote (r->ts, r->args[i]);
    lyre_sort s = lyre_sort_of (r->ts, r->args[i]);
    if (common.id && common.id != s.id) {
      refuse (r, "arguments of %s have different sorts, %s and %s",
              r->info->name, sort_text (r, common), sort_text (r, s));
      return false;
    }
    common = s;
  }
  return true;
}

static lyre_term fold_left (request *r) {
  lyre_term t = r->args[0];
  for (uint32_t i = 1; i < r->n; i++)
    t = lyre_t2 (r->ts, r->op, t, r->args[i]);
  return t;
}

static lyre_term fold_right (request *r) {
  lyre_term t = r->args[r->n - 1];
  for (uint32_t i = r->n - 1; i-- > 0;)
    t = lyre_t2 (r->ts, r->op, r->args[i], t);
  return t;
}

static lyre_term fold_chain (request *r) {
  for (uint32_t i = 0; i + 1 < r->n; i++)
    r->args[i] = lyre_t2 (r->ts, r->op, r->args[i], r->args[i + 1]);
  if (r->n == 2)
    return r->args[0];
  return lyre_node_make (r->ts, LYRE_AND, r->n - 1, r->args);
}

/* (- 3) is the value -3. */
static lyre_term make_fixed (request *r) {
  if (r->op == LYRE_NEG && lyre_is_value (r->ts, r->args[0])) {
    lyre_val v = lyre_value_of (r->ts, r->args[0]);
    if (v.sort.id == LYRE_INT.id)
      return lyre_t_integer (r->ts, lyre_int_neg (&r->ts->arena, v.i));
    return lyre_t_real (r->ts, lyre_rat_neg (&r->ts->arena, v.r));
  }
  return lyre_node_make (r->ts, r->op, r->n, r->args);
}

/* (/ 1.0 3.0) is the value one third; by zero it stays as it is. */
static lyre_term make_quotient (request *r) {
  if (r->n != 2 || !lyre_is_value (r->ts, r->args[0]) ||
      !lyre_is_value (r->ts, r->args[1]))
    return fold_left (r);
  lyre_rat b = lyre_value_of (r->ts, r->args[1]).r;
  if (!lyre_rat_sign (b))
    return fold_left (r);
  lyre_rat a = lyre_value_of (r->ts, r->args[0]).r;
  return lyre_t_real (r->ts, lyre_rat_div (&r->ts->arena, a, b));
}

/* From now on the grammar does not change. */
static bool close_grammar (request *r) {
  lyre_terms *ts = r->ts;
  if (!r->indices[0] || r->indices[0] >= ts->grammars.len)
    return false;
  lyre_grammar_entry *g = lyre_grammar_of (ts, r->indices[0]);
  if (r->indices[1] >= g->rules.n)
    return false;
  g->closed = true;
  return true;
}

static lyre_term make_indexed (request *r) {
  unsigned k = lyre_op_indices (r->op);
  if (r->op == LYRE_STR_IN_GRAMMAR && !close_grammar (r))
    return refuse (r, "no such nonterminal of a grammar");
  if (r->op == LYRE_DIVISIBLE && r->indices[0] == 0)
    return refuse (r, "divisible needs a positive index");
  return lyre_node_indexed (r->ts, r->op, r->indices[0],
                            k > 1 ? r->indices[1] : 0, r->n, r->args);
}

static lyre_term make (request *r) {
  switch (r->info->shape) {
  case LYRE_SHAPE_NARY:
    if (r->n == 1)
      return r->args[0];
    return lyre_node_make (r->ts, r->op, r->n, r->args);
  case LYRE_SHAPE_LEFT:
    return r->op == LYRE_REAL_DIV ? make_quotient (r) : fold_left (r);
  case LYRE_SHAPE_RIGHT:
    return fold_right (r);
  case LYRE_SHAPE_CHAIN:
    return fold_chain (r);
  case LYRE_SHAPE_INDEX:
    return make_indexed (r);
  default:
    return make_fixed (r);
  }
}

static lyre_term check_and_make (request *r, uint32_t n_indices) {
  unsigned k = lyre_op_indices (r->op);
  if (n_indices != k && r->op == LYRE_STR_IN_GRAMMAR)
    return refuse (r, "str.in_grammar needs a string and a grammar");
  if (n_indices != k)
    return refuse (r, "%s takes %u indices, not %u", r->info->name, k,
                   n_indices);
  if (!count_fits (r))
    return refuse (r, "%s cannot take %u argument%s", r->info->name, r->n,
                   r->n == 1 ? "" : "s");
  if (!check_letters (r) || !unify (r))
    return LYRE_NO_TERM;
  return make (r);
}

lyre_term lyre_build (lyre_terms *ts, lyre_op op, uint32_t n_indices,
                      const uint32_t *indices, uint32_t n,
                      const lyre_term *args, lyre_build_error *error) {
  lyre_arena *scratch = &ts->env->scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  if (op == LYRE_SUB && n == 1)
    op = LYRE_NEG;
  request r = {ts,      op, lyre_op_info_of (op),
               indices, n,  lyre_arena_array (scratch, lyre_term, n),
               error};
  if (n)
    memcpy (r.args, args, n * sizeof *args);
  lyre_term t = check_and_make (&r, n_indices);
  lyre_arena_cut (scratch, mark);
  return t;
}
