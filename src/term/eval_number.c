/* Evaluation of Int and Real operators. */
#include "term/eval_internal.h"

static bool give_integer (lyre_val *out, lyre_int i) {
  *out = lyre_val_int (i);
  return true;
}

static bool give_real (lyre_val *out, lyre_rat r) {
  *out = lyre_val_real (r);
  return true;
}

static bool is_int (const lyre_val *v) {
  return v->sort.id == LYRE_ID_INT;
}

/* ------------------------------------------------------------------ + - * */

static bool too_large_product (lyre_int a, lyre_int b) {
  return (uint64_t) lyre_int_bits (a) + lyre_int_bits (b) >
         (uint64_t) LYRE_INT_MAX_BITS + 1;
}

static bool apply_int (lyre_eval *e, lyre_op op, lyre_int b, lyre_int *a) {
  switch (op) {
  case LYRE_ADD:
    *a = lyre_int_add (&e->arena, *a, b);
    return true;
  case LYRE_SUB:
    *a = lyre_int_sub (&e->arena, *a, b);
    return true;
  default:
    if (too_large_product (*a, b))
      return lyre_eval_fail (e, LYRE_EVAL_TOO_LARGE);
    *a = lyre_int_mul (&e->arena, *a, b);
    return true;
  }
}

static void apply_rat (lyre_eval *e, lyre_op op, lyre_rat b, lyre_rat *a) {
  if (op == LYRE_ADD)
    *a = lyre_rat_add (&e->arena, *a, b);
  else if (op == LYRE_SUB)
    *a = lyre_rat_sub (&e->arena, *a, b);
  else
    *a = lyre_rat_mul (&e->arena, *a, b);
}

static bool eval_fold (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  *out = lyre_eval_arg (e, n, 0);
  for (uint32_t i = 1; i < n->n_args; i++) {
    if (lyre_poll (e->env, LYRE_POLL_EVAL))
      return lyre_eval_fail (e, LYRE_EVAL_STOPPED);
    lyre_val b = lyre_eval_arg (e, n, i);
    if (!is_int (out))
      apply_rat (e, (lyre_op) n->op, b.r, &out->r);
    else if (!apply_int (e, (lyre_op) n->op, b.i, &out->i))
      return false;
  }
  return true;
}

/* ------------------------------------------------------------------ unary */

static bool eval_neg (lyre_eval *e, lyre_val a, lyre_val *out) {
  if (is_int (&a))
    return give_integer (out, lyre_int_neg (&e->arena, a.i));
  return give_real (out, lyre_rat_neg (&e->arena, a.r));
}

static bool eval_abs (lyre_eval *e, lyre_val a, lyre_val *out) {
  int sign = is_int (&a) ? lyre_int_sign (a.i) : lyre_rat_sign (a.r);
  if (sign < 0)
    return eval_neg (e, a, out);
  *out = a;
  return true;
}

/* The index is a numeral; by zero only zero is divisible. */
static bool eval_divisible (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  lyre_int a = lyre_eval_arg (e, n, 0).i;
  if (n->index[0]) {
    lyre_int d = lyre_int_from (&e->arena, n->index[0]);
    a = lyre_int_mod (&e->arena, a, d);
  }
  return lyre_eval_give_bool (out, !lyre_int_sign (a));
}

/* --------------------------------------------------------------- division */

/* (div x 0) = 0. */
static bool eval_div (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  lyre_int a = lyre_eval_arg (e, n, 0).i, b = lyre_eval_arg (e, n, 1).i;
  if (!lyre_int_sign (b))
    return give_integer (out, LYRE_INT_ZERO);
  return give_integer (out, lyre_int_div (&e->arena, a, b));
}

/* (mod x 0) = x. */
static bool eval_mod (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  lyre_int a = lyre_eval_arg (e, n, 0).i, b = lyre_eval_arg (e, n, 1).i;
  if (!lyre_int_sign (b))
    return give_integer (out, a);
  return give_integer (out, lyre_int_mod (&e->arena, a, b));
}

/* (/ x 0) = 0. */
static bool eval_real_div (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  lyre_rat a = lyre_eval_arg (e, n, 0).r, b = lyre_eval_arg (e, n, 1).r;
  if (!lyre_rat_sign (b))
    return give_real (out, lyre_rat_from_int (LYRE_INT_ZERO));
  return give_real (out, lyre_rat_div (&e->arena, a, b));
}

/* ------------------------------------------------------------- comparison */

static int compare (lyre_eval *e, const lyre_node *n) {
  lyre_val a = lyre_eval_arg (e, n, 0), b = lyre_eval_arg (e, n, 1);
  if (is_int (&a))
    return lyre_int_cmp (a.i, b.i);
  return lyre_rat_cmp (&e->work, a.r, b.r);
}

bool lyre_eval_number (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  switch (n->op) {
  case LYRE_ADD:
  case LYRE_SUB:
  case LYRE_MUL:
    return eval_fold (e, n, out);
  case LYRE_NEG:
    return eval_neg (e, lyre_eval_arg (e, n, 0), out);
  case LYRE_ABS:
    return eval_abs (e, lyre_eval_arg (e, n, 0), out);
  case LYRE_INT_DIV:
    return eval_div (e, n, out);
  case LYRE_INT_MOD:
    return eval_mod (e, n, out);
  case LYRE_REAL_DIV:
    return eval_real_div (e, n, out);
  case LYRE_LE:
    return lyre_eval_give_bool (out, compare (e, n) <= 0);
  case LYRE_LT:
    return lyre_eval_give_bool (out, compare (e, n) < 0);
  case LYRE_GE:
    return lyre_eval_give_bool (out, compare (e, n) >= 0);
  case LYRE_GT:
    return lyre_eval_give_bool (out, compare (e, n) > 0);
  case LYRE_DIVISIBLE:
    return eval_divisible (e, n, out);
  case LYRE_TO_REAL:
    return give_real (out, lyre_rat_from_int (lyre_eval_arg (e, n, 0).i));
  case LYRE_TO_INT:
    return give_integer (out,
                         lyre_rat_floor (&e->arena, lyre_eval_arg (e, n, 0).r));
  case LYRE_IS_INT:
    return lyre_eval_give_bool (out,
                                lyre_rat_is_int (lyre_eval_arg (e, n, 0).r));
  default:
    LYRE_ASSERT (!"an operator on numbers");
    return lyre_eval_fail (e, LYRE_EVAL_TOO_LARGE);
  }
}
