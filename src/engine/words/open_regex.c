/* Memberships in regular expressions with strings, or ite, inside: taken apart
 * until what is left are closed expressions and equations. */
#include "engine/words/words.h"

static lyre_term in (words *w, lyre_term s, lyre_term regex) {
  return lyre_t2 (w->ts, LYRE_STR_IN_RE, s, regex);
}

static bool is_closed (words *w, lyre_term r) {
  return lyre_node_of (w->ts, r)->flags & LYRE_NODE_CLOSED_RE;
}

static lyre_term empty (words *w) {
  return lyre_t_string (w->ts, &lyre_str_empty);
}

/* Some ite between expressions below R. */
static lyre_term find_ite (words *w, lyre_term r) {
  lyre_mark mark = lyre_arena_mark (&w->env->scratch);
  lyre_term_list all = lyre_subterms (w->ts, &w->env->scratch, 1, &r);
  lyre_term found = LYRE_NO_TERM;
  for (uint32_t i = 0; i < all.n && !found.id; i++)
    if (lyre_op_of (w->ts, all.terms[i]) == LYRE_ITE &&
        lyre_has_sort (w->ts, all.terms[i], LYRE_REGLAN))
      found = all.terms[i];
  lyre_arena_cut (&w->env->scratch, mark);
  return found;
}

/* R with the ite replaced by one of its branches. */
static lyre_term with_branch (words *w, lyre_term r, lyre_term ite,
                              uint32_t branch) {
  lyre_term b = lyre_arg_of (w->ts, ite, branch);
  return lyre_term_substitute (w->ts, r, 1, &ite, &b);
}

/* Runs of closed parts stay together; a string stands for itself. */
static lyre_term split_concat (words *w, lyre_term s, const lyre_node *n) {
  lyre_terms *ts = w->ts;
  lyre_term whole = empty (w), all = lyre_t_true (ts);
  for (uint32_t i = 0; i < n->n_args;) {
    lyre_term r = n->args[i++], part;
    if (lyre_op_of (ts, r) == LYRE_STR_TO_RE)
      part = lyre_arg_of (ts, r, 0);
    else {
      while (is_closed (w, r) && i < n->n_args && is_closed (w, n->args[i]))
        r = lyre_t2 (ts, LYRE_RE_CONCAT, r, n->args[i++]);
      part = words_fresh (w, "part", LYRE_STRING);
      all = lyre_t2 (ts, LYRE_AND, all, in (w, part, r));
    }
    whole = lyre_t2 (ts, LYRE_STR_CONCAT, whole, part);
  }
  return lyre_t2 (ts, LYRE_AND, all, words_eq (w, s, whole));
}

/* Each part of a union or an intersection. */
static lyre_term each (words *w, lyre_op op, lyre_term s, const lyre_node *n) {
  lyre_term t = in (w, s, n->args[0]);
  for (uint32_t i = 1; i < n->n_args; i++)
    t = lyre_t2 (w->ts, op, t, in (w, s, n->args[i]));
  return t;
}

/* s = one word of R, then one of MORE. */
static lyre_term one_and (words *w, lyre_term s, lyre_term r, lyre_term more,
                          bool not_empty) {
  lyre_terms *ts = w->ts;
  lyre_term a = words_fresh (w, "once", LYRE_STRING);
  lyre_term b = words_fresh (w, "again", LYRE_STRING);
  lyre_term cut = words_eq (w, s, lyre_t2 (ts, LYRE_STR_CONCAT, a, b));
  lyre_term t = lyre_t3 (ts, LYRE_AND, cut, in (w, a, r), in (w, b, more));
  return not_empty ? lyre_t2 (ts, LYRE_AND, t,
                              words_not (w, words_eq (w, a, empty (w))))
                   : t;
}

static lyre_term or_empty (words *w, lyre_term s, lyre_term t) {
  return lyre_t2 (w->ts, LYRE_OR, words_eq (w, s, empty (w)), t);
}

static lyre_term unroll (words *w, lyre_term s, const lyre_node *n) {
  lyre_terms *ts = w->ts;
  uint32_t lo = n->index[0], hi = n->op == LYRE_RE_POW ? lo : n->index[1];
  if (lo > hi)
    return lyre_t_false (ts);
  if (!hi)
    return words_eq (w, s, empty (w));
  lyre_term less =
      lyre_node_indexed (ts, LYRE_RE_LOOP, lo ? lo - 1 : 0, hi - 1, 1, n->args);
  lyre_term t = one_and (w, s, n->args[0], less, false);
  return lo ? t : or_empty (w, s, t);
}

/* What it means to be in R, for fresh strings that can be chosen. */
static lyre_term unfold (words *w, lyre_term s, lyre_term r) {
  lyre_terms *ts = w->ts;
  const lyre_node *n = lyre_node_of (ts, r);
  switch (n->op) {
  case LYRE_RE_CONCAT:
    return split_concat (w, s, n);
  case LYRE_RE_STAR:
    return or_empty (w, s, one_and (w, s, n->args[0], r, true));
  case LYRE_RE_PLUS:
    return one_and (w, s, n->args[0], lyre_t1 (ts, LYRE_RE_STAR, n->args[0]),
                    false);
  case LYRE_RE_LOOP:
  case LYRE_RE_POW:
    return unroll (w, s, n);
  default:
    return LYRE_NO_TERM;
  }
}

/* The same without anything fresh: it holds both ways. */
static lyre_term equivalent (words *w, lyre_term s, lyre_term r) {
  lyre_terms *ts = w->ts;
  const lyre_node *n = lyre_node_of (ts, r);
  lyre_term ite = find_ite (w, r);
  if (ite.id)
    return lyre_t3 (ts, LYRE_ITE, lyre_arg_of (ts, ite, 0),
                    in (w, s, with_branch (w, r, ite, 1)),
                    in (w, s, with_branch (w, r, ite, 2)));
  switch (n->op) {
  case LYRE_STR_TO_RE:
    return words_eq (w, s, n->args[0]);
  case LYRE_RE_UNION:
    return each (w, LYRE_OR, s, n);
  case LYRE_RE_INTER:
    return each (w, LYRE_AND, s, n);
  case LYRE_RE_COMP:
    return words_not (w, in (w, s, n->args[0]));
  case LYRE_RE_DIFF:
    return lyre_t2 (ts, LYRE_AND, in (w, s, n->args[0]),
                    words_not (w, in (w, s, n->args[1])));
  case LYRE_RE_OPT:
    return or_empty (w, s, in (w, s, n->args[0]));
  default:
    return LYRE_NO_TERM;
  }
}

/* ---------------------------------------------------------------- variables
 *
 * A variable is what the equations say; those are among the atoms. */

static bool is_equation_of (words *w, uint32_t v, lyre_term r,
                            lyre_term *other) {
  const atom *a = &w->atoms.data[v];
  if (a->kind != ATOM_EQUAL)
    return false;
  lyre_term x = lyre_arg_of (w->ts, a->term, 0);
  lyre_term y = lyre_arg_of (w->ts, a->term, 1);
  *other = lyre_same (x, r) ? y : x;
  return (lyre_same (x, r) || lyre_same (y, r)) && is_closed (w, *other);
}

lyre_term words_regex_of (words *w, lyre_term r) {
  lyre_term other;
  for (uint32_t v = 1; v < w->atoms.len; v++)
    if (lyre_sat_value (w->sat, (lyre_lit) v) > 0 &&
        is_equation_of (w, v, r, &other))
      return other;
  return LYRE_NO_TERM;
}

/* For each expression that R may equal: s is in it, or not. Two of them cannot
 * be equal to R unless they are to each other. */
static lyre_term by_equations (words *w, lyre_term s, lyre_term r, bool value) {
  lyre_terms *ts = w->ts;
  lyre_term all = LYRE_NO_TERM, a, b;
  for (uint32_t v = 1; v < w->atoms.len; v++) {
    if (!is_equation_of (w, v, r, &a))
      continue;
    lyre_term other = words_not (w, w->atoms.data[v].term);
    lyre_term t = value ? in (w, s, a) : words_not (w, in (w, s, a));
    t = lyre_t2 (ts, LYRE_OR, other, t);
    all = all.id ? lyre_t2 (ts, LYRE_AND, all, t) : t;
    for (uint32_t u = 1; u < v; u++)
      if (is_equation_of (w, u, r, &b))
        all = lyre_t2 (ts, LYRE_AND, all,
                       lyre_t3 (ts, LYRE_OR, other,
                                words_not (w, w->atoms.data[u].term),
                                words_eq (w, a, b)));
  }
  return all;
}

lyre_term words_open_membership (words *w, lyre_term s, lyre_term r,
                                 bool value) {
  if (is_closed (w, r))
    return LYRE_NO_TERM;
  if (lyre_op_of (w->ts, r) == LYRE_VAR)
    return by_equations (w, s, r, value);
  lyre_term t = equivalent (w, s, r);
  if (!t.id)
    return value ? unfold (w, s, r) : LYRE_NO_TERM;
  return value ? t : words_not (w, t);
}
