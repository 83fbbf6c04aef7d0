/* Comparisons of linear forms as bounds on variables of the arithmetic core. */
#include "engine/words/words.h"

#include <stdlib.h>

typedef struct {
  lyre_vec (lyre_monomial) sum;
  lyre_rat constant;
} form;

typedef struct {
  lyre_term t;
  lyre_rat factor;
} part;

typedef lyre_vec (part) parts;

/* ------------------------------------------------------------------ leaves */

static lyre_rat rational (words *w, int64_t i) {
  return lyre_rat_from_int (lyre_int_from (&w->arena, i));
}

/* A length is never negative, and zero for the empty string alone. */
static void length_axioms (words *w, lyre_term len, uint32_t v) {
  lyre_term s = lyre_arg_of (w->ts, len, 0);
  lyre_lit negative = words_bound (w, v, rational (w, -1), false);
  lyre_sat_add_clause (w->sat, 1, (lyre_lit[]){-negative});
  lyre_term empty = words_eq (w, s, lyre_t_string (w->ts, &lyre_str_empty));
  lyre_lit is_empty = words_literal (w, empty);
  lyre_lit is_zero = words_bound (w, v, rational (w, 0), false);
  lyre_sat_add_clause (w->sat, 2, (lyre_lit[]){-is_zero, is_empty});
  lyre_sat_add_clause (w->sat, 2, (lyre_lit[]){is_zero, -is_empty});
}

static uint32_t leaf_var (words *w, lyre_term t) {
  uint64_t *known = lyre_map_find (&w->arith_of, t.id);
  if (known)
    return (uint32_t) *known - 1;
  uint32_t v =
      lyre_arith_new_var (w->arith, lyre_has_sort (w->ts, t, LYRE_INT));
  *lyre_map_at (w->mem, &w->arith_of, t.id) = (uint64_t) v + 1;
  if (lyre_op_of (w->ts, t) == LYRE_STR_LEN)
    length_axioms (w, t, v);
  return v;
}

void words_introduce_length (words *w, lyre_term s) {
  leaf_var (w, words_len (w, s));
}

/* ------------------------------------------------------------------- forms */

static lyre_rat value_rational (lyre_val v) {
  return v.sort.id == LYRE_ID_INT ? lyre_rat_from_int (v.i) : v.r;
}

/* The constant factor of a linear product, and its open factor, if any. */
static lyre_rat product (words *w, const lyre_node *n, lyre_term *open) {
  lyre_rat k = rational (w, 1);
  *open = LYRE_NO_TERM;
  for (uint32_t i = 0; i < n->n_args; i++)
    if (lyre_is_value (w->ts, n->args[i]))
      k = lyre_rat_mul (&w->arena, k,
                        value_rational (lyre_value_of (w->ts, n->args[i])));
    else
      *open = n->args[i];
  return k;
}

static void push_part (words *w, parts *todo, lyre_term t, lyre_rat factor) {
  lyre_vec_push (w->mem, todo, ((part){t, factor}));
}

/* Adds one part to the form, or splits it into smaller ones. */
static void add_part (words *w, form *f, parts *todo, part p) {
  const lyre_node *n = lyre_node_of (w->ts, p.t);
  lyre_rat minus = lyre_rat_neg (&w->arena, p.factor);
  lyre_term open;
  switch (n->op) {
  case LYRE_VALUE:
    f->constant = lyre_rat_add (
        &w->arena, f->constant,
        lyre_rat_mul (&w->arena, p.factor, value_rational (*n->value)));
    break;
  case LYRE_ADD:
    for (uint32_t i = 0; i < n->n_args; i++)
      push_part (w, todo, n->args[i], p.factor);
    break;
  case LYRE_SUB:
    push_part (w, todo, n->args[0], p.factor);
    push_part (w, todo, n->args[1], minus);
    break;
  case LYRE_NEG:
    push_part (w, todo, n->args[0], minus);
    break;
  case LYRE_TO_REAL:
    push_part (w, todo, n->args[0], p.factor);
    break;
  case LYRE_MUL: {
    lyre_rat k = product (w, n, &open);
    k = lyre_rat_mul (&w->arena, k, p.factor);
    if (open.id)
      push_part (w, todo, open, k);
    else
      f->constant = lyre_rat_add (&w->arena, f->constant, k);
    break;
  }
  default:
    lyre_vec_push (w->mem, &f->sum,
                   ((lyre_monomial){leaf_var (w, p.t), p.factor}));
  }
}

static void read_form (words *w, form *f, lyre_term t, int64_t factor) {
  parts todo = {0};
  push_part (w, &todo, t, rational (w, factor));
  while (todo.len)
    add_part (w, f, &todo, lyre_vec_pop (&todo));
  lyre_vec_release (w->mem, &todo);
}

/* ------------------------------------------------------------------ bounds */

static uint64_t bound_key (uint32_t var, lyre_rat b, bool strict) {
  uint32_t h = lyre_hash_mix (lyre_int_hash (b.num), lyre_int_hash (b.den));
  return (uint64_t) var << 33 | (uint64_t) strict << 32 | h;
}

static bool is_bound (const atom *a, uint32_t var, lyre_rat b, bool strict) {
  return a->kind == ATOM_BOUND && a->var == var && a->strict == strict &&
         lyre_rat_eq (a->bound, b);
}

lyre_lit words_bound (words *w, uint32_t var, lyre_rat b, bool strict) {
  if (lyre_arith_is_int (w->arith, var)) {
    lyre_int floor = lyre_rat_floor (&w->arena, b);
    if (strict && lyre_rat_is_int (b))
      floor = lyre_int_sub (&w->arena, floor, LYRE_INT_ONE);
    b = lyre_rat_from_int (floor);
    strict = false;
  }
  for (uint64_t key = bound_key (var, b, strict);; key++) {
    uint64_t *known = lyre_map_at (w->mem, &w->bound_of, key);
    if (*known && !is_bound (&w->atoms.data[*known], var, b, strict))
      continue;
    if (!*known) {
      *known = (uint64_t) words_fresh_literal (
          w, (atom){.kind = ATOM_BOUND,
                    .var = var,
                    .bound = lyre_rat_copy (&w->arena, b),
                    .strict = strict});
      words_order_bound (w, (lyre_lit) *known);
    }
    return (lyre_lit) *known;
  }
}

/* var <= b (or var < b), or with a negative factor var >= b (or var > b). */
static lyre_lit side (words *w, uint32_t var, lyre_rat b, bool strict,
                      bool reversed) {
  if (!reversed)
    return words_bound (w, var, b, strict);
  return -words_bound (w, var, b, !strict);
}

static lyre_lit both (words *w, lyre_lit a, lyre_lit b) {
  lyre_lit l = words_fresh_literal (w, (atom){0});
  lyre_sat_add_clause (w->sat, 2, (lyre_lit[]){-l, a});
  lyre_sat_add_clause (w->sat, 2, (lyre_lit[]){-l, b});
  lyre_sat_add_clause (w->sat, 3, (lyre_lit[]){l, -a, -b});
  return l;
}

static lyre_lit truth (words *w, bool b) {
  return b ? w->true_literal : -w->true_literal;
}

/* factor * var + constant OP 0 */
static lyre_lit compare_var (words *w, lyre_op op, uint32_t var,
                             lyre_rat factor, lyre_rat constant) {
  lyre_rat b =
      lyre_rat_neg (&w->arena, lyre_rat_div (&w->arena, constant, factor));
  bool reversed = lyre_rat_sign (factor) < 0;
  switch (op) {
  case LYRE_LE:
    return side (w, var, b, false, reversed);
  case LYRE_LT:
    return side (w, var, b, true, reversed);
  case LYRE_GE:
    return side (w, var, b, false, !reversed);
  case LYRE_GT:
    return side (w, var, b, true, !reversed);
  default:
    if (lyre_arith_is_int (w->arith, var) && !lyre_rat_is_int (b))
      return truth (w, false);
    return both (w, side (w, var, b, false, false),
                 side (w, var, b, false, true));
  }
}

static lyre_lit compare_constant (words *w, lyre_op op, int sign) {
  switch (op) {
  case LYRE_LE:
    return truth (w, sign <= 0);
  case LYRE_LT:
    return truth (w, sign < 0);
  case LYRE_GE:
    return truth (w, sign >= 0);
  case LYRE_GT:
    return truth (w, sign > 0);
  default:
    return truth (w, sign == 0);
  }
}

static uint32_t form_var (words *w, const form *f, lyre_rat *factor) {
  return lyre_arith_form (w->arith, &w->arena, f->sum.len, f->sum.data, factor);
}

static int by_var (const void *a, const void *b) {
  uint32_t x = ((const lyre_monomial *) a)->var;
  uint32_t y = ((const lyre_monomial *) b)->var;
  return (x > y) - (x < y);
}

/* One monomial per variable, none with coefficient 0. */
static void tidy (words *w, form *f) {
  uint32_t n = 0;
  if (f->sum.len)
    qsort (f->sum.data, f->sum.len, sizeof *f->sum.data, by_var);
  for (uint32_t i = 0; i < f->sum.len;) {
    lyre_monomial m = f->sum.data[i++];
    for (; i < f->sum.len && f->sum.data[i].var == m.var; i++)
      m.coef = lyre_rat_add (&w->arena, m.coef, f->sum.data[i].coef);
    if (lyre_rat_sign (m.coef))
      f->sum.data[n++] = m;
  }
  f->sum.len = n;
}

lyre_lit words_compare (words *w, lyre_term t) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  form f = {.constant = {LYRE_INT_ZERO, LYRE_INT_ONE}};
  read_form (w, &f, n->args[0], 1);
  read_form (w, &f, n->args[1], -1);
  tidy (w, &f);
  lyre_lit l;
  if (!f.sum.len)
    l = compare_constant (w, (lyre_op) n->op, lyre_rat_sign (f.constant));
  else {
    lyre_rat factor;
    uint32_t v = form_var (w, &f, &factor);
    l = compare_var (w, (lyre_op) n->op, v, factor, f.constant);
  }
  lyre_vec_release (w->mem, &f.sum);
  return l;
}

lyre_rat words_number (words *w, lyre_term t) {
  form f = {.constant = {LYRE_INT_ZERO, LYRE_INT_ONE}};
  read_form (w, &f, t, 1);
  lyre_rat sum = f.constant;
  for (uint32_t i = 0; i < f.sum.len; i++) {
    lyre_rat v = lyre_arith_value (w->arith, &w->arena, f.sum.data[i].var);
    sum = lyre_rat_add (&w->arena, sum,
                        lyre_rat_mul (&w->arena, v, f.sum.data[i].coef));
  }
  lyre_vec_release (w->mem, &f.sum);
  return sum;
}

int64_t words_model_length (words *w, lyre_term s) {
  lyre_rat r = words_number (w, words_flatten (w, words_len (w, s)));
  int64_t n;
  return lyre_int_to_i64 (r.num, &n) ? n : INT64_MAX;
}
