/* Rules for concatenation and length. */
#include "rewrite/entail.h"
#include "rewrite/rules.h"

enum {
  MERGE_MAX = 1 << 22,  /* characters of a literal that merging makes */
  MERGE_FREE = 1 << 12, /* longer ones are paid for */
};

/* ----------------------------------------------------------- concatenation */

/* The end of the run of literals that starts at FROM and may become one. */
static uint32_t literal_run (lyre_rw *rw, lyre_term t, uint32_t from) {
  uint64_t len = 0;
  uint32_t i = from;
  for (; i < arity (rw, t); i++) {
    const lyre_str *s = lit (rw, arg (rw, t, i));
    if (!s || len + s->len > MERGE_MAX)
      break;
    len += s->len;
  }
  if (i - from > 1 && len > MERGE_FREE && !lyre_rw_pay (rw, len / 16))
    return from + 1;
  return i > from ? i : from + 1;
}

/* Arguments [from, to), literals all, as one literal. */
static lyre_term merged (lyre_rw *rw, lyre_term t, uint32_t from, uint32_t to) {
  if (to == from + 1)
    return arg (rw, t, from);
  lyre_mark m = lyre_arena_mark (rw->scratch);
  const lyre_str **parts =
      lyre_arena_array (rw->scratch, const lyre_str *, to - from);
  for (uint32_t i = from; i < to; i++)
    parts[i - from] = lit (rw, arg (rw, t, i));
  lyre_term r = mk_str (rw, lyre_str_concat (rw->scratch, to - from, parts));
  lyre_arena_cut (rw->scratch, m);
  return r;
}

/* Drop "", merge neighbouring literals (rule 1)
 * Sound: concatenation is associative, "" is its unit. Terminates: fewer
 * arguments. Test: concat-normal */
static bool concat_normal (lyre_rw *rw, lyre_term t, lyre_term *out) {
  uint32_t n = 0;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_arena_array (rw->scratch, lyre_term, arity (rw, t));
  for (uint32_t i = 0, end; i < arity (rw, t); i = end) {
    end = literal_run (rw, t, i);
    lyre_term a = merged (rw, t, i, end);
    if (!is_empty_lit (rw, a))
      args[n++] = a;
  }
  lyre_term r = lyre_rw_nary (rw, LYRE_STR_CONCAT, n, args);
  lyre_arena_cut (rw->scratch, m);
  return became (t, r, out);
}

/* ------------------------------------------------------------------ length */

/* |s| ==> k if every value of s has length k (rules 2, 7)
 * Sound: the range holds under every assignment. Terminates: a constant.
 * Test: len-fixed */
static bool len_fixed (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_len_range r = lyre_length_range (rw, arg (rw, t, 0));
  if (r.min != r.max)
    return false;
  return yields (mk_int (rw, r.min), out);
}

/* |s t| ==> |s| + |t| (rule 2)
 * Sound: lengths add. Terminates: fewer operators below str.len.
 * Test: len-concat */
static bool len_concat (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term s = arg (rw, t, 0);
  if (!is_op (rw, s, LYRE_STR_CONCAT))
    return false;
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_rw_copy_args (rw, s);
  for (uint32_t i = 0; i < arity (rw, s); i++)
    args[i] = mk_len (rw, args[i]);
  *out = lyre_node_make (rw->ts, LYRE_ADD, arity (rw, s), args);
  lyre_arena_cut (rw->scratch, m);
  return true;
}

/* |substr (s, i, n)| ==> n      if 0 <= i, 0 <= n and i + n <= |s|
 *                    ==> |s| - i if 0 <= i <= |s| and |s| <= i + n  (rule 4)
 * Sound: the range is inside s, or reaches its end. Terminates: no substr
 * below. Test: len-substr */
static bool len_substr (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  if (!is_op (rw, x, LYRE_STR_SUBSTR) ||
      !lyre_entail_nonneg (rw, arg (rw, x, 1), 0))
    return false;
  lyre_lin rest = {0}, slack;
  if (!lyre_lin_add_len (rw, &rest, arg (rw, x, 0), 1) ||
      !lyre_lin_add (rw, &rest, arg (rw, x, 1), -1))
    return false;
  slack = rest;
  if (!lyre_lin_add (rw, &slack, arg (rw, x, 2), -1))
    return false;
  if (lyre_lin_nonneg (rw, &slack) &&
      lyre_entail_nonneg (rw, arg (rw, x, 2), 0))
    return yields (arg (rw, x, 2), out);
  lyre_lin over = {0};
  if (!lyre_lin_add_lin (&over, &slack, -1) || !lyre_lin_nonneg (rw, &over) ||
      !lyre_lin_nonneg (rw, &rest))
    return false;
  return yields (lyre_lin_term (rw, &rest), out);
}

/* |replace (s, t, u)| ==> |s| if |t| = |u|; same for replace_all (rule 5)
 * Sound: what is put in is as long as what is taken out. Terminates: no
 * replace below. Test: len-replace */
static bool len_replace (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  if (!is_op (rw, x, LYRE_STR_REPLACE) && !is_op (rw, x, LYRE_STR_REPLACE_ALL))
    return false;
  if (!lyre_entail_longer (rw, arg (rw, x, 1), arg (rw, x, 2), 0) ||
      !lyre_entail_longer (rw, arg (rw, x, 2), arg (rw, x, 1), 0))
    return false;
  return yields (mk_len (rw, arg (rw, x, 0)), out);
}

/* |rev s|, |to_lower s|, |to_upper s|, |update (s, i, t)| ==> |s| (rule 6)
 * Sound: these keep the length. Terminates: fewer operators.
 * Test: len-kept */
static bool len_kept (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term x = arg (rw, t, 0);
  switch (op_of (rw, x)) {
  case LYRE_STR_REV:
  case LYRE_STR_TO_LOWER:
  case LYRE_STR_TO_UPPER:
  case LYRE_STR_UPDATE:
    return yields (mk_len (rw, arg (rw, x, 0)), out);
  default:
    return false;
  }
}

/* |s| <= 0 ==> s = "" (rule 3)
 * Sound: only "" has length 0. Terminates: no <= left. Test: le-len-zero */
static bool le_len_zero (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_term a = arg (rw, t, 0);
  if (!is_op (rw, a, LYRE_STR_LEN) || !is_int (rw, arg (rw, t, 1), 0))
    return false;
  return yields (mk_is_empty (rw, arg (rw, a, 0)), out);
}

/* |s| = 0 ==> s = "" (rule 3)
 * Sound and terminating as before. Test: eq-len-zero */
static bool eq_len_zero (lyre_rw *rw, lyre_term t, lyre_term *out) {
  return le_len_zero (rw, t, out);
}

static const lyre_rule rules[] = {
    {"concat-normal", LYRE_STR_CONCAT, concat_normal},
    {"len-fixed", LYRE_STR_LEN, len_fixed},
    {"len-concat", LYRE_STR_LEN, len_concat},
    {"len-substr", LYRE_STR_LEN, len_substr},
    {"len-replace", LYRE_STR_LEN, len_replace},
    {"len-kept", LYRE_STR_LEN, len_kept},
    {"le-len-zero", LYRE_LE, le_len_zero},
    {"eq-len-zero", LYRE_EQ, eq_len_zero},
};
LYRE_RULE_TABLE (length, rules);
