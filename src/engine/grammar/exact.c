/* One string variable, without a bound.
 *
 * Each condition is a regular language for x, a window of lengths, or a
 * grammar for a word u x v with literals u and v. The regular ones become an
 * automaton M; the grammar is intersected with u M v. A grammar whose recursion
 * goes to one side is regular itself. With more than one that is not, each
 * is tried with regular supersets of the others: an empty intersection
 * refutes, and a word that happens to be in all of them answers. */
#include "engine/grammar/grammar.h"

enum {
  SUPERSET_STATES = 4000 /* of a grammar seen as an automaton */
};

typedef struct {
  lyre_term term; /* (str.in_grammar (str.++ u x v) G) */
  bool positive;
  const lyre_str *before, *after;
  const lyre_cfn *cfn;
  const lyre_nfa *regular; /* a superset for x; NULL if not known */
  bool exact;              /* the superset is the language */
} condition;

typedef struct {
  grammar_query *q;
  lyre_term x;
  lyre_vec (condition) grammars;
  lyre_vec (lyre_re) regexes;
  uint64_t lo, hi; /* window of |x| */
} question;

/* ------------------------------------------------------------------ reading */

/* S as before x after. */
static bool read_word (question *k, lyre_term s, condition *c) {
  const lyre_problem *p = k->q->p;
  const lyre_node *n = lyre_node_of (p->ts, s);
  c->before = c->after = &lyre_str_empty;
  if (lyre_same (s, k->x))
    return true;
  if (n->op != LYRE_STR_CONCAT)
    return false;
  bool met = false;
  for (uint32_t i = 0; i < n->n_args; i++) {
    const lyre_str *part = lyre_string_of (p->ts, n->args[i]);
    const lyre_str **side = met ? &c->after : &c->before;
    if (part)
      *side =
          lyre_str_concat (&k->q->arena, 2, (const lyre_str *[]){*side, part});
    else if (met || !lyre_same (n->args[i], k->x))
      return false;
    else
      met = true;
  }
  return met;
}

static bool read_grammar (question *k, lyre_term t) {
  lyre_terms *ts = k->q->p->ts;
  condition c = {.positive = lyre_op_of (ts, t) != LYRE_NOT};
  c.term = c.positive ? t : lyre_arg_of (ts, t, 0);
  if (lyre_op_of (ts, c.term) != LYRE_STR_IN_GRAMMAR ||
      !read_word (k, lyre_arg_of (ts, c.term, 0), &c))
    return false;
  c.cfn = grammar_normal (k->q, c.term);
  lyre_vec_push (k->q->p->mem, &k->grammars, c);
  return c.cfn;
}

/* Windows of lengths are set apart: they need no states. */
static void read_regex (question *k, lyre_re r) {
  const lyre_re_info *i = lyre_re_look (k->q->tr.pool, r);
  uint64_t lo = 0, hi = LYRE_CFN_INF;
  const lyre_re_info *body = i->kind == LYRE_RE_KIND_LOOP
                                 ? lyre_re_look (k->q->tr.pool, i->parts[0])
                                 : i;
  bool any = body->kind == LYRE_RE_KIND_CHARS &&
             lyre_charset_eq (body->chars, lyre_charset_all);
  if (i->kind == LYRE_RE_KIND_INTER) {
    for (uint32_t j = 0; j < i->n_parts; j++)
      read_regex (k, i->parts[j]);
    return;
  }
  if (!any) {
    lyre_vec_push (k->q->p->mem, &k->regexes, r);
    return;
  }
  lo = i->kind == LYRE_RE_KIND_LOOP ? i->lo : 1;
  hi = i->kind != LYRE_RE_KIND_LOOP ? 1
       : i->hi == LYRE_RE_INF       ? LYRE_CFN_INF
                                    : i->hi;
  k->lo = lo > k->lo ? lo : k->lo;
  k->hi = hi < k->hi ? hi : k->hi;
}

static bool read_all (question *k) {
  const lyre_problem *p = k->q->p;
  for (uint32_t i = 0; i < p->n; i++) {
    lyre_term t = p->assertions[i];
    lyre_re r;
    if (lyre_node_of (p->ts, t)->flags & LYRE_NODE_GRAMMAR) {
      if (!read_grammar (k, t))
        return false;
    } else if (lyre_regular_of (&k->q->tr, t, k->x, &r)) {
      read_regex (k, r);
    } else
      return false;
  }
  return true;
}

/* ----------------------------------------------------------------- automata */

/* { w : before w after in A } */
static const lyre_nfa *pull_back (question *k, const lyre_nfa *a,
                                  const condition *c) {
  lyre_fa *fa = &k->q->fa;
  if (a && c->before->len)
    a = lyre_nfa_left_quotient (fa, a, lyre_nfa_word (fa, c->before));
  if (a && c->after->len)
    a = lyre_nfa_right_quotient (fa, a, lyre_nfa_word (fa, c->after));
  return a;
}

/* before A after */
static const lyre_nfa *push_out (question *k, const lyre_nfa *a,
                                 const condition *c) {
  lyre_fa *fa = &k->q->fa;
  if (a && c->before->len)
    a = lyre_nfa_concat (fa, lyre_nfa_word (fa, c->before), a);
  if (a && c->after->len)
    a = lyre_nfa_concat (fa, a, lyre_nfa_word (fa, c->after));
  return a;
}

static void find_superset (question *k, condition *c) {
  lyre_fa *fa = &k->q->fa;
  uint32_t most = fa->max_states;
  fa->max_states = SUPERSET_STATES;
  c->regular = pull_back (k, lyre_cfn_regular (fa, c->cfn, &c->exact), c);
  fa->max_states = most;
  c->exact = c->exact && c->regular;
}

/* The regular conditions together. NULL if they are too many. */
static const lyre_nfa *regular_part (question *k) {
  lyre_re all = lyre_re_inter (k->q->tr.pool, k->regexes.len, k->regexes.data);
  return lyre_nfa_from_re (&k->q->fa, k->q->tr.pool, all);
}

static const lyre_nfa *restrict_to (question *k, const lyre_nfa *a,
                                    const condition *c) {
  lyre_fa *fa = &k->q->fa;
  const lyre_nfa *b = c->regular;
  if (!c->positive)
    b = lyre_nfa_complement (fa, b);
  return b ? lyre_nfa_product (fa, a, b) : NULL;
}

/* M and all regular grammars but the one at SKIP; supersets of the others if
 * they are positive. *EXACT says whether nothing was lost. */
static const lyre_nfa *all_but (question *k, const lyre_nfa *m, uint32_t skip,
                                bool *exact) {
  *exact = true;
  for (uint32_t i = 0; i < k->grammars.len && m; i++) {
    const condition *c = &k->grammars.data[i];
    if (i == skip)
      continue;
    *exact = *exact && c->exact;
    if (c->exact || (c->positive && c->regular))
      m = restrict_to (k, m, c);
  }
  return m;
}

/* ----------------------------------------------------------------- deciding */

static uint64_t plus (uint64_t a, uint64_t b) {
  return a == LYRE_CFN_INF ? a : a + b;
}

/* A shortest x with before x after in the grammar and x in M. */
static lyre_re_answer intersect (question *k, const condition *c,
                                 const lyre_nfa *m, const lyre_str **x) {
  lyre_fa *fa = &k->q->fa;
  uint32_t around = c->before->len + c->after->len;
  const lyre_nfa *outer = push_out (k, m, c);
  const lyre_cfn *g = outer ? lyre_cfn_intersect (fa, c->cfn, outer) : NULL;
  const lyre_str *word;
  if (!g)
    return LYRE_RE_GAVE_UP;
  lyre_re_answer a = lyre_cfn_find_word (fa, g, plus (k->lo, around),
                                         plus (k->hi, around), &word);
  if (a == LYRE_RE_YES)
    *x =
        lyre_str_slice (&k->q->arena, word, c->before->len, word->len - around);
  return a;
}

static lyre_re_answer in_automaton (question *k, const lyre_nfa *m,
                                    const lyre_str **x) {
  uint32_t lo = k->lo < LYRE_RE_INF ? (uint32_t) k->lo : LYRE_RE_INF - 1;
  uint32_t hi = k->hi < LYRE_RE_INF ? (uint32_t) k->hi : LYRE_RE_INF;
  if (lo || hi != LYRE_RE_INF)
    m = lyre_nfa_cut_length (&k->q->fa, m, lo, hi);
  if (!m)
    return LYRE_RE_GAVE_UP;
  if (lyre_nfa_is_empty (m))
    return LYRE_RE_NO;
  *x = lyre_nfa_shortest (&k->q->fa, m);
  return *x ? LYRE_RE_YES : LYRE_RE_GAVE_UP;
}

/* Does x meet the conditions that were only approximated? */
static bool passes (question *k, const lyre_str *x) {
  for (uint32_t i = 0; i < k->grammars.len; i++) {
    const condition *c = &k->grammars.data[i];
    const lyre_str *word = lyre_str_concat (
        &k->q->arena, 3, (const lyre_str *[]){c->before, x, c->after});
    lyre_re_answer a = grammar_accepts (k->q, c->term, word);
    if (a != (c->positive ? LYRE_RE_YES : LYRE_RE_NO))
      return false;
  }
  return true;
}

/* With the grammar at I as it is, or without any if I is none of them. */
static lyre_re_answer attempt (question *k, const lyre_nfa *m, uint32_t i,
                               const lyre_str **x) {
  bool exact;
  m = all_but (k, m, i, &exact);
  if (!m)
    return LYRE_RE_GAVE_UP;
  lyre_re_answer a = i < k->grammars.len
                         ? intersect (k, &k->grammars.data[i], m, x)
                         : in_automaton (k, m, x);
  if (a == LYRE_RE_YES && !exact && !passes (k, *x))
    return LYRE_RE_GAVE_UP;
  return a;
}

static uint32_t count_irregular (const question *k, uint32_t *positive) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < k->grammars.len; i++)
    if (!k->grammars.data[i].exact) {
      n++;
      if (k->grammars.data[i].positive)
        *positive = i;
    }
  return n;
}

static lyre_re_answer decide (question *k, const lyre_str **x) {
  const lyre_nfa *m = k->lo <= k->hi ? regular_part (k) : NULL;
  if (!m)
    return k->lo <= k->hi ? LYRE_RE_GAVE_UP : LYRE_RE_NO;
  if (k->grammars.len == 1 && k->grammars.data[0].positive)
    return attempt (k, m, 0, x);
  for (uint32_t i = 0; i < k->grammars.len; i++)
    find_superset (k, &k->grammars.data[i]);
  uint32_t one = k->grammars.len;
  if (count_irregular (k, &one) <= 1 && !k->q->p->env->stop)
    return attempt (k, m, one, x);
  lyre_re_answer a = LYRE_RE_GAVE_UP;
  for (uint32_t i = 0; i < k->grammars.len && a == LYRE_RE_GAVE_UP; i++)
    if (!k->grammars.data[i].exact && k->grammars.data[i].positive &&
        !k->q->p->env->stop)
      a = attempt (k, m, i, x);
  return a;
}

static lyre_verdict answer (question *k, lyre_model *model) {
  const lyre_str *x = NULL;
  if (!read_all (k))
    return lyre_verdict_unknown ("not one string and regular conditions");
  switch (decide (k, &x)) {
  case LYRE_RE_YES:
    lyre_model_set (model, k->x, lyre_val_string (x));
    return lyre_verdict_sat ();
  case LYRE_RE_NO:
    return lyre_verdict_unsat ();
  default:
    return lyre_verdict_unknown ("grammars too large, or more than one");
  }
}

lyre_verdict grammar_exact (grammar_query *q, lyre_model *model) {
  const lyre_problem *p = q->p;
  question k = {.q = q, .hi = LYRE_CFN_INF};
  lyre_term_list vars = lyre_free_vars (p->ts, &q->arena, p->n, p->assertions);
  if (vars.n != 1 || !lyre_has_sort (p->ts, vars.terms[0], LYRE_STRING))
    return lyre_verdict_unknown ("more than one variable");
  k.x = vars.terms[0];
  lyre_verdict v = answer (&k, model);
  lyre_vec_release (p->mem, &k.grammars);
  lyre_vec_release (p->mem, &k.regexes);
  return v;
}
