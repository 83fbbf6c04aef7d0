/* Evaluation of RegLan operators, and of string operators with a regex. */
#include "term/eval_internal.h"

#include "term/grammar.h"
#include "term/positions.h"

/* True if the question was answered. */
static bool answered (lyre_eval *e, lyre_matcher_status status) {
  if (status == LYRE_MATCHER_OK)
    return true;
  return lyre_eval_fail (e, status == LYRE_MATCHER_STOPPED
                                ? LYRE_EVAL_STOPPED
                                : LYRE_EVAL_TOO_LARGE);
}

/* ------------------------------------------------------------------ RegLan */

/* Values of sort RegLan are closed regex terms: string arguments become
 * constants, regex arguments their values. */
bool lyre_eval_reglan (lyre_eval *e, lyre_term t, lyre_val *out) {
  const lyre_node *n = lyre_node_of (e->ts, t);
  if (n->flags & LYRE_NODE_CLOSED_RE) {
    *out = lyre_val_regex (t);
    return true;
  }
  lyre_term *args = lyre_arena_array (&e->work, lyre_term, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    args[i] = lyre_node_value (e->ts, lyre_eval_arg (e, n, i));
  *out = lyre_val_regex (lyre_node_with_args (e->ts, t, args));
  return true;
}

bool lyre_eval_same_language (lyre_eval *e, lyre_term a, lyre_term b,
                              bool *yes) {
  return answered (e, lyre_matcher_equal (e->matcher, a, b, yes));
}

/* ---------------------------------------------------------------- matching */

/* Counted loops on long strings go by positions, all else by derivatives. */
static lyre_matcher_status accepts (lyre_eval *e, lyre_term r,
                                    const lyre_str *s, bool *yes) {
  enum { LONG = 64 };
  if (s->len > LONG && lyre_positions_suits (e->ts, r))
    return lyre_positions_accepts (e->ts, e->mem, r, s, yes);
  return lyre_matcher_accepts (e->matcher, r, s, yes);
}

static bool eval_in_re (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  bool yes;
  if (!answered (e, accepts (e, lyre_eval_arg (e, n, 1).re,
                             lyre_eval_str (e, n, 0), &yes)))
    return false;
  return lyre_eval_give_bool (out, yes);
}

bool lyre_eval_in_grammar (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_cfg *g = &lyre_grammar_of (e->ts, n->index[0])->rules;
  lyre_re_answer a = lyre_cfg_accepts (e->env, e->mem, g, n->index[1],
                                       lyre_eval_str (e, n, 0));
  if (a == LYRE_RE_GAVE_UP)
    return lyre_eval_fail (e, LYRE_EVAL_STOPPED);
  return lyre_eval_give_bool (out, a == LYRE_RE_YES);
}

/* A match may be empty. -1 unless 0 <= i <= |s|. */
static bool eval_indexof_re (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0);
  int64_t i = lyre_eval_i64 (e, n, 2), at, len;
  if (i < 0 || i > s->len)
    return lyre_eval_give_int (e, out, -1);
  if (!answered (e, lyre_matcher_find (e->matcher, lyre_eval_arg (e, n, 1).re,
                                       s, (uint32_t) i, 0, &at, &len)))
    return false;
  return lyre_eval_give_int (e, out, at);
}

/* The leftmost match, and there the shortest, which may be empty. */
static bool eval_replace_re (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0);
  int64_t at, len;
  if (!answered (e, lyre_matcher_find (e->matcher, lyre_eval_arg (e, n, 1).re,
                                       s, 0, 0, &at, &len)))
    return false;
  if (at < 0)
    return lyre_eval_give_str (out, s);
  lyre_vec_clear (&e->pieces);
  lyre_eval_piece (e, s, 0, (uint32_t) at);
  lyre_vec_push (e->mem, &e->pieces, lyre_eval_str (e, n, 2));
  lyre_eval_piece (e, s, (uint32_t) (at + len), s->len);
  return lyre_eval_give_pieces (e, out);
}

/* From left to right, the leftmost and there the shortest non-empty match. */
static bool eval_replace_re_all (lyre_eval *e, const lyre_node *n,
                                 lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0), *u = lyre_eval_str (e, n, 2);
  lyre_term r = lyre_eval_arg (e, n, 1).re;
  lyre_vec_clear (&e->pieces);
  uint32_t done = 0;
  for (;;) {
    int64_t at, len;
    if (!answered (e, lyre_matcher_find (e->matcher, r, s, done, 1, &at, &len)))
      return false;
    if (at < 0)
      break;
    lyre_eval_piece (e, s, done, (uint32_t) at);
    lyre_vec_push (e->mem, &e->pieces, u);
    done = (uint32_t) (at + len);
  }
  lyre_eval_piece (e, s, done, s->len);
  return lyre_eval_give_pieces (e, out);
}

bool lyre_eval_match (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  switch (n->op) {
  case LYRE_STR_IN_RE:
    return eval_in_re (e, n, out);
  case LYRE_STR_INDEXOF_RE:
    return eval_indexof_re (e, n, out);
  case LYRE_STR_REPLACE_RE:
    return eval_replace_re (e, n, out);
  default:
    return eval_replace_re_all (e, n, out);
  }
}
