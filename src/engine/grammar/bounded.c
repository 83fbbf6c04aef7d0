/* Length by length: with the lengths of all variables fixed, every string is an
 * array of cells (core/grammar/cells.h), integers are known, and the problem is
 * propositional. Lengths are tried in the order of their sum. If all variables
 * have bounded lengths and every choice fails, the problem has no solution.
 *
 * A choice of lengths is measured first: what is false by lengths alone never
 * reaches the solver. Both passes run over the subterms, children first. */
#include <stdlib.h>
#include <string.h>

#include "core/grammar/cells.h"
#include "engine/grammar/grammar.h"

enum {
  MOST_VARS = 64,
  FREE_TOTAL = 60,        /* sum of lengths tried if some have no bound */
  MOST_TOTAL = 20000,     /* in any case */
  MOST_CHOICES = 2000000, /* of lengths, measured */
};

enum { POSITIVE = 1, NEGATIVE = 2, BOTH = 3 };

/* What a subterm is under the current lengths. */
typedef struct {
  int64_t number; /* Int: its value; String: its length */
  int8_t truth;   /* Bool: 1, -1, or 0 if lengths do not tell */
  lyre_lit lit;   /* Bool */
  uint32_t first; /* String: its cells */
} value;

/* A variable and what is known about its length. */
typedef struct {
  lyre_term var;
  uint32_t lo, hi, len;
  uint32_t first; /* its cells */
} unknown;

typedef struct {
  grammar_query *q;
  lyre_terms *ts;
  lyre_mem *mem;
  lyre_term_list terms; /* subterms, children first */
  lyre_map position;    /* term to its position, plus one */
  uint8_t *polarity;    /* per position */
  value *values;        /* per position */
  uint32_t n_vars;
  unknown vars[MOST_VARS];
  bool bounded; /* all lengths are */
  /* Languages, by the position of the atom. */
  lyre_map nfas;
  lyre_vec (const lyre_nfa *) automata;
  lyre_vec (lyre_cfn_lengths) lengths; /* per normal form, when needed */
  grammar_counts *counts;
  lyre_charsets sets;
  bool exact; /* no attempt had fewer letters than it might need */
  /* One choice of lengths. */
  lyre_cells cells;
  lyre_u32s slots;
  bool overflow;
} search;

static uint32_t position_of (const search *s, lyre_term t) {
  return (uint32_t) *lyre_map_find (&s->position, t.id) - 1;
}

static value *value_of (const search *s, lyre_term t) {
  return &s->values[position_of (s, t)];
}

static bool has_sort (const search *s, lyre_term t, lyre_sort sort) {
  return lyre_has_sort (s->ts, t, sort);
}

/* ---------------------------------------------------------------- what fits */

static bool fits_comparison (const search *s, const lyre_node *n) {
  return !has_sort (s, n->args[0], LYRE_REAL) &&
         !has_sort (s, n->args[0], LYRE_REGLAN);
}

/* Is this a subterm that both passes understand? */
static bool fits (const search *s, lyre_term t) {
  const lyre_node *n = lyre_node_of (s->ts, t);
  if (n->flags & LYRE_NODE_CLOSED_RE)
    return true;
  switch (n->op) {
  case LYRE_VAR:
    return n->sort == LYRE_STRING.id || n->sort == LYRE_BOOL.id;
  case LYRE_VALUE:
    return n->sort == LYRE_STRING.id || n->sort == LYRE_INT.id;
  case LYRE_ITE:
    return n->sort == LYRE_BOOL.id;
  case LYRE_EQ:
  case LYRE_DISTINCT:
    return fits_comparison (s, n) && n->n_args <= 64;
  case LYRE_LE:
  case LYRE_LT:
  case LYRE_GE:
  case LYRE_GT:
    return fits_comparison (s, n);
  case LYRE_ADD:
  case LYRE_SUB:
  case LYRE_NEG:
  case LYRE_MUL:
    return n->sort == LYRE_INT.id;
  case LYRE_STR_IN_RE:
    return lyre_node_of (s->ts, n->args[1])->flags & LYRE_NODE_CLOSED_RE;
  case LYRE_TRUE:
  case LYRE_FALSE:
  case LYRE_NOT:
  case LYRE_AND:
  case LYRE_OR:
  case LYRE_XOR:
  case LYRE_IMPLIES:
  case LYRE_STR_CONCAT:
  case LYRE_STR_LEN:
  case LYRE_STR_AT:
  case LYRE_STR_SUBSTR:
  case LYRE_STR_REV:
  case LYRE_STR_PREFIXOF:
  case LYRE_STR_SUFFIXOF:
  case LYRE_STR_CONTAINS:
  case LYRE_STR_IN_GRAMMAR:
    return true;
  default:
    return false;
  }
}

static bool all_fit (const search *s) {
  for (uint32_t i = 0; i < s->terms.n; i++)
    if (!fits (s, s->terms.terms[i]))
      return false;
  return true;
}

/* ---------------------------------------------------------------- preparing */

static uint8_t flip (uint8_t p) {
  return (uint8_t) ((p & POSITIVE ? NEGATIVE : 0) |
                    (p & NEGATIVE ? POSITIVE : 0));
}

static uint8_t polarity_below (const lyre_node *n, uint32_t arg, uint8_t p) {
  switch (n->op) {
  case LYRE_AND:
  case LYRE_OR:
    return p;
  case LYRE_NOT:
    return flip (p);
  case LYRE_IMPLIES:
    return arg ? p : flip (p);
  case LYRE_ITE:
    return arg ? p : BOTH;
  default:
    return BOTH;
  }
}

/* In which directions each Bool is needed, parents first. */
static void find_polarity (search *s) {
  const lyre_problem *p = s->q->p;
  for (uint32_t i = 0; i < p->n; i++)
    s->polarity[position_of (s, p->assertions[i])] |= POSITIVE;
  for (uint32_t i = s->terms.n; i-- > 0;) {
    const lyre_node *n = lyre_node_of (s->ts, s->terms.terms[i]);
    for (uint32_t k = 0; k < n->n_args; k++)
      s->polarity[position_of (s, n->args[k])] |=
          polarity_below (n, k, s->polarity[i]);
  }
}

static void add_literal_sets (search *s, const lyre_str *text) {
  for (uint32_t i = 0; i < text->len; i++) {
    uint32_t c = lyre_str_at (text, i);
    lyre_vec_push (s->mem, &s->sets, lyre_charset_range (&s->q->arena, c, c));
  }
}

/* The languages of an atom and the characters that it tells apart. */
static bool prepare_atom (search *s, uint32_t i) {
  lyre_term t = s->terms.terms[i];
  const lyre_node *n = lyre_node_of (s->ts, t);
  lyre_fa *fa = &s->q->fa;
  if (n->op == LYRE_STR_IN_GRAMMAR) {
    const lyre_cfn *g = grammar_normal (s->q, t);
    if (g)
      lyre_cfn_sets (s->mem, g, &s->sets);
    return g;
  }
  if (n->op == LYRE_STR_IN_RE) {
    lyre_re r = lyre_translate (&s->q->tr, n->args[1]);
    const lyre_nfa *a = lyre_nfa_from_re (fa, s->q->tr.pool, r);
    if (!a)
      return false;
    lyre_nfa_sets (fa, a, &s->sets);
    lyre_vec_push (s->mem, &s->automata, a);
    *lyre_map_at (s->mem, &s->nfas, i) = s->automata.len;
    return true;
  }
  if (n->op == LYRE_VALUE && n->sort == LYRE_STRING.id)
    add_literal_sets (s, n->value->s);
  return true;
}

static bool prepare (search *s) {
  for (uint32_t i = 0; i < s->terms.n; i++)
    if (!prepare_atom (s, i))
      return false;
  return true;
}

/* ------------------------------------------------------------------- bounds */

static unknown *find_var (search *s, lyre_term x) {
  for (uint32_t i = 0; i < s->n_vars; i++)
    if (lyre_same (s->vars[i].var, x))
      return &s->vars[i];
  return NULL;
}

static void narrow (unknown *v, uint64_t lo, uint64_t hi) {
  if (lo > v->lo)
    v->lo = lo < UINT32_MAX ? (uint32_t) lo : UINT32_MAX;
  if (hi < v->hi)
    v->hi = (uint32_t) hi;
}

/* A regular condition on one variable bounds its length. */
static void bound_by_regex (search *s, lyre_term t) {
  lyre_term_list vars = lyre_free_vars (s->ts, &s->q->arena, 1, &t);
  lyre_re r;
  unknown *v = vars.n == 1 ? find_var (s, vars.terms[0]) : NULL;
  if (!v || !lyre_regular_of (&s->q->tr, t, v->var, &r))
    return;
  const lyre_re_info *i = lyre_re_look (s->q->tr.pool, r);
  narrow (v, i->min_len, i->max_len);
}

/* A word of a grammar with finitely many words bounds all its variables. */
static void bound_by_grammar (search *s, lyre_term t) {
  const lyre_cfn *g = grammar_normal (s->q, t);
  lyre_term word = lyre_arg_of (s->ts, t, 0);
  uint64_t lo, hi;
  if (lyre_cfn_is_empty (g) || !lyre_cfn_min_length (&s->q->fa, g, &lo) ||
      !lyre_cfn_max_length (&s->q->fa, g, &hi))
    return;
  unknown *v = find_var (s, word);
  if (v)
    narrow (v, lo, hi);
  if (lyre_op_of (s->ts, word) != LYRE_STR_CONCAT)
    return;
  const lyre_node *n = lyre_node_of (s->ts, word);
  for (uint32_t i = 0; i < n->n_args; i++)
    if ((v = find_var (s, n->args[i])))
      narrow (v, 0, hi);
}

static void find_bounds (search *s) {
  const lyre_problem *p = s->q->p;
  for (uint32_t i = 0; i < p->n && !p->env->stop; i++) {
    lyre_term t = p->assertions[i];
    if (lyre_op_of (s->ts, t) == LYRE_STR_IN_GRAMMAR)
      bound_by_grammar (s, t);
    else if (!(lyre_node_of (s->ts, t)->flags & LYRE_NODE_GRAMMAR))
      bound_by_regex (s, t);
  }
  s->bounded = true;
  for (uint32_t i = 0; i < s->n_vars; i++)
    s->bounded = s->bounded && s->vars[i].hi != UINT32_MAX;
}

/* ---------------------------------------------------------------- measuring */

static int8_t sign_of (bool b) {
  return b ? 1 : -1;
}

static int64_t number_of (search *s, lyre_term t) {
  return value_of (s, t)->number;
}

static void measure_sum (search *s, const lyre_node *n, value *v) {
  v->number = number_of (s, n->args[0]);
  if (n->op == LYRE_NEG)
    s->overflow |= __builtin_sub_overflow ((int64_t) 0, v->number, &v->number);
  for (uint32_t i = 1; i < n->n_args; i++) {
    int64_t x = number_of (s, n->args[i]);
    s->overflow |=
        n->op == LYRE_MUL   ? __builtin_mul_overflow (v->number, x, &v->number)
        : n->op == LYRE_ADD ? __builtin_add_overflow (v->number, x, &v->number)
                            : __builtin_sub_overflow (v->number, x, &v->number);
  }
}

/* The part of a string of length N that substr (from, len) takes. */
static void clip (int64_t n, int64_t *from, int64_t *len) {
  if (*from < 0 || *from >= n || *len <= 0) {
    *from = *len = 0;
    return;
  }
  if (*len > n - *from)
    *len = n - *from;
}

static void substring_of (search *s, const lyre_node *n, int64_t *from,
                          int64_t *len) {
  *from = number_of (s, n->args[1]);
  *len = n->op == LYRE_STR_AT ? 1 : number_of (s, n->args[2]);
  clip (number_of (s, n->args[0]), from, len);
}

static void measure_concat (search *s, const lyre_node *n, value *v) {
  v->number = 0;
  for (uint32_t i = 0; i < n->n_args; i++)
    s->overflow |= __builtin_add_overflow (v->number, number_of (s, n->args[i]),
                                           &v->number);
}

static int8_t measure_compare (search *s, const lyre_node *n) {
  int64_t a = number_of (s, n->args[0]), b = number_of (s, n->args[1]);
  switch (n->op) {
  case LYRE_LE:
    return sign_of (a <= b);
  case LYRE_LT:
    return sign_of (a < b);
  case LYRE_GE:
    return sign_of (a >= b);
  default:
    return sign_of (a > b);
  }
}

/* Are two terms equal, as far as lengths tell? */
static int8_t measure_equal (search *s, lyre_term a, lyre_term b) {
  const value *x = value_of (s, a), *y = value_of (s, b);
  if (has_sort (s, a, LYRE_BOOL))
    return (int8_t) (x->truth * y->truth);
  if (has_sort (s, a, LYRE_INT))
    return sign_of (x->number == y->number);
  return x->number != y->number ? -1 : x->number ? 0 : 1;
}

static int8_t measure_distinct (search *s, const lyre_node *n) {
  int8_t all = 1;
  for (uint32_t i = 0; i < n->n_args; i++)
    for (uint32_t k = i + 1; k < n->n_args; k++) {
      int8_t t = measure_equal (s, n->args[i], n->args[k]);
      if (t > 0)
        return -1;
      if (!t)
        all = 0;
    }
  return all;
}

/* The smallest (AND) or largest (OR) truth of the arguments. */
static int8_t measure_many (search *s, const lyre_node *n) {
  int8_t all = n->op == LYRE_AND ? 1 : -1;
  for (uint32_t i = 0; i < n->n_args; i++) {
    int8_t t = value_of (s, n->args[i])->truth;
    if (n->op == LYRE_AND ? t < all : t > all)
      all = t;
  }
  return all;
}

static int8_t larger (int8_t a, int8_t b) {
  return a > b ? a : b;
}

static int8_t measure_ite (search *s, const lyre_node *n) {
  int8_t c = value_of (s, n->args[0])->truth;
  int8_t a = value_of (s, n->args[1])->truth;
  int8_t b = value_of (s, n->args[2])->truth;
  return c > 0 ? a : c < 0 ? b : a == b ? a : 0;
}

static int8_t measure_in_re (search *s, const lyre_node *n) {
  lyre_re r = lyre_translate (&s->q->tr, n->args[1]);
  const lyre_re_info *i = lyre_re_look (s->q->tr.pool, r);
  int64_t len = number_of (s, n->args[0]);
  if (len < i->min_len || (i->max_len != LYRE_RE_INF && len > i->max_len))
    return -1;
  return len ? 0 : sign_of (i->nullable);
}

/* Tables of lengths grow with what is asked. */
static int8_t measure_in_grammar (search *s, lyre_term t, const lyre_node *n) {
  enum { LONGEST_TABLE = 2000 };
  const lyre_cfn *g = grammar_normal (s->q, t);
  int64_t len = number_of (s, n->args[0]);
  if (!len)
    return sign_of (g->nullable);
  if (!g->n)
    return -1;
  if (len > LONGEST_TABLE)
    return 0;
  uint32_t index = 0;
  while (s->q->cfns.data[index] != g)
    index++;
  while (s->lengths.len <= index)
    lyre_vec_push (s->mem, &s->lengths, (lyre_cfn_lengths){0});
  lyre_cfn_lengths *l = &s->lengths.data[index];
  if (!l->bits || l->max < len) {
    uint32_t max = 2 * (uint32_t) len + 62;
    if (l->bits)
      lyre_cfn_lengths_release (l, s->mem);
    if (!lyre_cfn_lengths_init (l, &s->q->fa, g, max))
      return 0;
  }
  return lyre_cfn_has_length (l, g->start, (uint32_t) len) ? 0 : -1;
}

static int8_t measure_truth (search *s, lyre_term t, const lyre_node *n) {
  switch (n->op) {
  case LYRE_TRUE:
  case LYRE_FALSE:
    return sign_of (n->op == LYRE_TRUE);
  case LYRE_NOT:
    return (int8_t) -value_of (s, n->args[0])->truth;
  case LYRE_AND:
  case LYRE_OR:
    return measure_many (s, n);
  case LYRE_IMPLIES:
    return larger ((int8_t) -value_of (s, n->args[0])->truth,
                   value_of (s, n->args[1])->truth);
  case LYRE_ITE:
    return measure_ite (s, n);
  case LYRE_XOR:
    return (int8_t) -measure_equal (s, n->args[0], n->args[1]);
  case LYRE_EQ:
    return measure_equal (s, n->args[0], n->args[1]);
  case LYRE_DISTINCT:
    return measure_distinct (s, n);
  case LYRE_LE:
  case LYRE_LT:
  case LYRE_GE:
  case LYRE_GT:
    return measure_compare (s, n);
  case LYRE_STR_PREFIXOF:
  case LYRE_STR_SUFFIXOF:
    return number_of (s, n->args[0]) > number_of (s, n->args[1]) ? -1 : 0;
  case LYRE_STR_CONTAINS:
    return number_of (s, n->args[1]) > number_of (s, n->args[0]) ? -1 : 0;
  case LYRE_STR_IN_RE:
    return measure_in_re (s, n);
  case LYRE_STR_IN_GRAMMAR:
    return measure_in_grammar (s, t, n);
  default:
    return 0;
  }
}

static void measure_term (search *s, lyre_term t, value *v) {
  const lyre_node *n = lyre_node_of (s->ts, t);
  int64_t from;
  lyre_int i;
  switch (n->op) {
  case LYRE_VAR:
    v->number = n->sort == LYRE_STRING.id ? find_var (s, t)->len : 0;
    v->truth = 0;
    break;
  case LYRE_VALUE:
    if (n->sort == LYRE_STRING.id)
      v->number = n->value->s->len;
    else
      s->overflow |=
          !lyre_integer_of (s->ts, t, &i) || !lyre_int_to_i64 (i, &v->number);
    break;
  case LYRE_STR_LEN:
  case LYRE_STR_REV:
    v->number = number_of (s, n->args[0]);
    break;
  case LYRE_STR_CONCAT:
    measure_concat (s, n, v);
    break;
  case LYRE_STR_AT:
  case LYRE_STR_SUBSTR:
    substring_of (s, n, &from, &v->number);
    break;
  case LYRE_ADD:
  case LYRE_SUB:
  case LYRE_NEG:
  case LYRE_MUL:
    measure_sum (s, n, v);
    break;
  default:
    v->truth = measure_truth (s, t, n);
  }
}

/* False if no solution has these lengths. */
static bool measure (search *s) {
  const lyre_problem *p = s->q->p;
  for (uint32_t i = 0; i < s->terms.n; i++) {
    lyre_term t = s->terms.terms[i];
    if (!(lyre_node_of (s->ts, t)->flags & LYRE_NODE_CLOSED_RE))
      measure_term (s, t, &s->values[i]);
  }
  for (uint32_t i = 0; i < p->n; i++)
    if (value_of (s, p->assertions[i])->truth < 0)
      return false;
  for (uint32_t i = 0; i < p->n; i++) {
    lyre_term t = p->assertions[i];
    if (lyre_op_of (s->ts, t) != LYRE_STR_IN_GRAMMAR)
      continue;
    lyre_term word = lyre_arg_of (s->ts, t, 0);
    if (!grammar_counts_agree (s->counts, word,
                               (uint64_t) value_of (s, word)->number))
      return false;
  }
  return true;
}

/* ----------------------------------------------------------------- encoding */

static lyre_lit truth (search *s, bool b) {
  return b ? s->cells.yes : -s->cells.yes;
}

static const uint32_t *cells_of (const search *s, const value *v) {
  return s->slots.data + v->first;
}

static void add_slot (search *s, uint32_t cell) {
  lyre_vec_push (s->mem, &s->slots, cell);
}

static void encode_literal (search *s, const lyre_str *text) {
  for (uint32_t i = 0; i < text->len; i++)
    add_slot (s, lyre_cells_constant (&s->cells, lyre_str_at (text, i)));
}

/* The cells FROM .. FROM + LEN of another string. */
static void encode_part (search *s, lyre_term of, int64_t from, int64_t len) {
  uint32_t first = value_of (s, of)->first;
  for (int64_t i = 0; i < len; i++) {
    uint32_t cell = s->slots.data[first + (uint32_t) (from + i)];
    add_slot (s, cell);
  }
}

static void encode_reverse (search *s, lyre_term of) {
  const value *v = value_of (s, of);
  for (int64_t i = v->number; i-- > 0;) {
    uint32_t cell = s->slots.data[v->first + (uint32_t) i];
    add_slot (s, cell);
  }
}

static void encode_string (search *s, lyre_term t, const lyre_node *n,
                           value *v) {
  int64_t from, len;
  if (n->op == LYRE_VAR) {
    v->first = find_var (s, t)->first;
    return;
  }
  v->first = s->slots.len;
  switch (n->op) {
  case LYRE_VALUE:
    encode_literal (s, n->value->s);
    break;
  case LYRE_STR_CONCAT:
    for (uint32_t i = 0; i < n->n_args; i++)
      encode_part (s, n->args[i], 0, number_of (s, n->args[i]));
    break;
  case LYRE_STR_REV:
    encode_reverse (s, n->args[0]);
    break;
  default:
    substring_of (s, n, &from, &len);
    encode_part (s, n->args[0], from, len);
  }
}

/* Do the cells of B stand in A from position AT on? */
static lyre_lit occurs_at (search *s, const value *a, uint32_t at,
                           const value *b) {
  lyre_lits all = {0};
  for (uint32_t i = 0; i < b->number; i++) {
    uint32_t x = cells_of (s, a)[at + i], y = cells_of (s, b)[i];
    lyre_vec_push (s->mem, &all, lyre_cells_same (&s->cells, x, y));
  }
  lyre_lit y = lyre_cells_all (&s->cells, all.len, all.data);
  lyre_vec_release (s->mem, &all);
  return y;
}

static lyre_lit encode_equal (search *s, lyre_term a, lyre_term b) {
  const value *x = value_of (s, a), *y = value_of (s, b);
  lyre_cells *c = &s->cells;
  if (has_sort (s, a, LYRE_INT))
    return truth (s, x->number == y->number);
  if (has_sort (s, a, LYRE_STRING))
    return x->number == y->number ? occurs_at (s, x, 0, y) : truth (s, false);
  lyre_lit both = lyre_cells_all (c, 2, (lyre_lit[]){x->lit, y->lit});
  lyre_lit none = lyre_cells_all (c, 2, (lyre_lit[]){-x->lit, -y->lit});
  return lyre_cells_any (c, 2, (lyre_lit[]){both, none});
}

static lyre_lit encode_distinct (search *s, const lyre_node *n) {
  lyre_lits all = {0};
  for (uint32_t i = 0; i < n->n_args; i++)
    for (uint32_t k = i + 1; k < n->n_args; k++)
      lyre_vec_push (s->mem, &all, -encode_equal (s, n->args[i], n->args[k]));
  lyre_lit y = lyre_cells_all (&s->cells, all.len, all.data);
  lyre_vec_release (s->mem, &all);
  return y;
}

static lyre_lit encode_contains (search *s, const value *a, const value *b) {
  lyre_lits some = {0};
  for (int64_t at = 0; at + b->number <= a->number; at++)
    lyre_vec_push (s->mem, &some, occurs_at (s, a, (uint32_t) at, b));
  lyre_lit y = lyre_cells_any (&s->cells, some.len, some.data);
  lyre_vec_release (s->mem, &some);
  return y;
}

static lyre_lit in_language (search *s, uint32_t i, const lyre_node *n,
                             bool implies) {
  const value *w = value_of (s, n->args[0]);
  uint32_t len = (uint32_t) w->number;
  if (n->op == LYRE_STR_IN_GRAMMAR)
    return lyre_cells_in_cfn (&s->cells,
                              grammar_normal (s->q, s->terms.terms[i]), len,
                              cells_of (s, w), implies);
  const lyre_nfa *a = s->automata.data[*lyre_map_find (&s->nfas, i) - 1];
  return lyre_cells_in_nfa (&s->cells, a, len, cells_of (s, w), implies);
}

/* A literal that says what it is asked to say, in each direction asked for. */
static lyre_lit encode_membership (search *s, uint32_t i, const lyre_node *n) {
  uint8_t p = s->polarity[i];
  if (p != BOTH)
    return in_language (s, i, n, p == POSITIVE);
  lyre_lit v = lyre_sat_new_var (s->cells.sat);
  lyre_lit in = in_language (s, i, n, true), out = in_language (s, i, n, false);
  if (in)
    lyre_sat_add_clause (s->cells.sat, 2, (lyre_lit[]){-v, in});
  if (out)
    lyre_sat_add_clause (s->cells.sat, 2, (lyre_lit[]){-out, v});
  return in && out ? v : 0;
}

static lyre_lit encode_many (search *s, const lyre_node *n) {
  lyre_lits all = {0};
  for (uint32_t i = 0; i < n->n_args; i++)
    lyre_vec_push (s->mem, &all, value_of (s, n->args[i])->lit);
  lyre_lit y = n->op == LYRE_AND
                   ? lyre_cells_all (&s->cells, all.len, all.data)
                   : lyre_cells_any (&s->cells, all.len, all.data);
  lyre_vec_release (s->mem, &all);
  return y;
}

static lyre_lit encode_ite (search *s, const lyre_node *n) {
  lyre_cells *c = &s->cells;
  lyre_lit i = value_of (s, n->args[0])->lit;
  lyre_lit a = value_of (s, n->args[1])->lit;
  lyre_lit b = value_of (s, n->args[2])->lit;
  lyre_lit yes = lyre_cells_all (c, 2, (lyre_lit[]){i, a});
  lyre_lit no = lyre_cells_all (c, 2, (lyre_lit[]){-i, b});
  return lyre_cells_any (c, 2, (lyre_lit[]){yes, no});
}

static lyre_lit encode_bool (search *s, uint32_t i, const lyre_node *n) {
  const value *a = n->n_args ? value_of (s, n->args[0]) : NULL;
  const value *b = n->n_args > 1 ? value_of (s, n->args[1]) : NULL;
  if (s->values[i].truth)
    return truth (s, s->values[i].truth > 0);
  switch (n->op) {
  case LYRE_VAR:
    return lyre_sat_new_var (s->cells.sat);
  case LYRE_NOT:
    return -a->lit;
  case LYRE_AND:
  case LYRE_OR:
    return encode_many (s, n);
  case LYRE_IMPLIES:
    return lyre_cells_any (&s->cells, 2, (lyre_lit[]){-a->lit, b->lit});
  case LYRE_ITE:
    return encode_ite (s, n);
  case LYRE_XOR:
    return -encode_equal (s, n->args[0], n->args[1]);
  case LYRE_EQ:
    return encode_equal (s, n->args[0], n->args[1]);
  case LYRE_DISTINCT:
    return encode_distinct (s, n);
  case LYRE_STR_PREFIXOF:
    return occurs_at (s, b, 0, a);
  case LYRE_STR_SUFFIXOF:
    return occurs_at (s, b, (uint32_t) (b->number - a->number), a);
  case LYRE_STR_CONTAINS:
    return encode_contains (s, a, b);
  default:
    return encode_membership (s, i, n);
  }
}

static void encode_vars (search *s) {
  for (uint32_t i = 0; i < s->n_vars; i++) {
    s->vars[i].first = s->slots.len;
    for (uint32_t k = 0; k < s->vars[i].len; k++)
      add_slot (s, lyre_cells_new (&s->cells));
  }
}

/* False if stopped. */
static bool encode (search *s) {
  encode_vars (s);
  for (uint32_t i = 0; i < s->terms.n; i++) {
    const lyre_node *n = lyre_node_of (s->ts, s->terms.terms[i]);
    if (lyre_poll (s->q->p->env, LYRE_POLL_SAT))
      return false;
    if (n->flags & LYRE_NODE_CLOSED_RE)
      continue;
    if (n->sort == LYRE_STRING.id)
      encode_string (s, s->terms.terms[i], n, &s->values[i]);
    else if (n->sort == LYRE_BOOL.id &&
             !(s->values[i].lit = encode_bool (s, i, n)))
      return false;
  }
  const lyre_problem *p = s->q->p;
  for (uint32_t i = 0; i < p->n; i++)
    lyre_sat_add_clause (s->cells.sat, 1, &value_of (s, p->assertions[i])->lit);
  return true;
}

/* ------------------------------------------------------------------ solving */

static const lyre_str *read_word (search *s, const unknown *v) {
  lyre_arena *arena = &s->q->arena;
  uint32_t *chars = lyre_arena_array (arena, uint32_t, v->len);
  for (uint32_t i = 0; i < v->len; i++)
    chars[i] = lyre_cells_char (&s->cells, s->slots.data[v->first + i]);
  return lyre_str_from_wide (arena, chars, v->len);
}

static void read_model (search *s, lyre_model *m) {
  for (uint32_t i = 0; i < s->n_vars; i++)
    lyre_model_set (m, s->vars[i].var,
                    lyre_val_string (read_word (s, &s->vars[i])));
  for (uint32_t i = 0; i < s->terms.n; i++) {
    lyre_term t = s->terms.terms[i];
    if (lyre_op_of (s->ts, t) == LYRE_VAR && has_sort (s, t, LYRE_BOOL))
      lyre_model_set (
          m, t,
          lyre_val_bool (lyre_sat_value (s->cells.sat, s->values[i].lit) > 0));
  }
}

static bool is_literal (const search *s, lyre_term t) {
  return lyre_op_of (s->ts, t) == LYRE_VALUE;
}

/* In how many places the atom may need two characters to differ that nothing
 * but the atom tells apart: characters of literals are told apart anyway. */
static uint64_t differences (search *s, uint32_t i) {
  const lyre_node *n = lyre_node_of (s->ts, s->terms.terms[i]);
  bool denied = s->polarity[i] & NEGATIVE;
  switch (n->op) {
  case LYRE_EQ:
  case LYRE_STR_PREFIXOF:
  case LYRE_STR_SUFFIXOF:
    return denied && has_sort (s, n->args[0], LYRE_STRING) &&
           !is_literal (s, n->args[0]) && !is_literal (s, n->args[1]);
  case LYRE_DISTINCT:
    return has_sort (s, n->args[0], LYRE_STRING)
               ? (uint64_t) n->n_args * n->n_args
               : 0;
  case LYRE_STR_CONTAINS: {
    int64_t places = number_of (s, n->args[0]) - number_of (s, n->args[1]) + 1;
    bool free = !is_literal (s, n->args[0]) && !is_literal (s, n->args[1]);
    return denied && free && places > 0 ? (uint64_t) places : 0;
  }
  default:
    return 0;
  }
}

/* M pairs that must differ need K characters only if K (K - 1) / 2 <= M. */
static uint32_t find_variety (search *s) {
  enum { MOST = 40 };
  uint64_t m = 0, k = 1;
  for (uint32_t i = 0; i < s->terms.n; i++)
    m += differences (s, i);
  while (k <= MOST && k * (k + 1) / 2 <= m)
    k++;
  s->exact = s->exact && k <= MOST;
  return (uint32_t) k - 1;
}

static lyre_sat_result try_lengths (search *s, lyre_model *m) {
  lyre_cells_init (&s->cells, &s->q->fa, s->sets.len, s->sets.data,
                   find_variety (s));
  lyre_vec_clear (&s->slots);
  lyre_sat_result r = LYRE_SAT_STOPPED;
  if (encode (s))
    r = lyre_sat_solve (s->cells.sat, 0, NULL);
  if (r == LYRE_SAT_YES)
    read_model (s, m);
  lyre_cells_release (&s->cells);
  return r;
}

/* The next choice of lengths with the same sum, in lexical order from the
 * right; the first one if START. */
static bool spread (search *s, uint32_t from, uint64_t total) {
  for (uint32_t i = from; i < s->n_vars; i++)
    s->vars[i].len = s->vars[i].lo, total -= s->vars[i].lo;
  for (uint32_t i = s->n_vars; i-- > from && total;) {
    uint64_t room = s->vars[i].hi - s->vars[i].lo;
    uint64_t part = total < room ? total : room;
    s->vars[i].len += (uint32_t) part;
    total -= part;
  }
  return !total;
}

static uint64_t sum_from (const search *s, uint32_t from, bool lowest) {
  uint64_t n = 0;
  for (uint32_t i = from; i < s->n_vars; i++)
    n += lowest ? s->vars[i].lo : s->vars[i].len;
  return n;
}

static bool next_choice (search *s) {
  for (uint32_t i = s->n_vars; i-- > 0;) {
    uint64_t rest = sum_from (s, i + 1, false);
    if (s->vars[i].len == s->vars[i].hi || rest <= sum_from (s, i + 1, true))
      continue;
    s->vars[i].len++;
    return spread (s, i + 1, rest - 1);
  }
  return false;
}

static uint64_t largest_total (const search *s) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < s->n_vars; i++)
    n += s->vars[i].hi;
  if (!s->bounded) {
    uint64_t lowest = sum_from (s, 0, true);
    n = lowest + FREE_TOTAL;
  }
  return n < MOST_TOTAL ? n : MOST_TOTAL;
}

static bool possible_bounds (const search *s) {
  for (uint32_t i = 0; i < s->n_vars; i++)
    if (s->vars[i].lo > s->vars[i].hi)
      return false;
  return true;
}

static lyre_verdict try_all (search *s, lyre_model *m) {
  uint64_t last = largest_total (s), choices = 0;
  bool complete = s->bounded;
  for (uint64_t total = sum_from (s, 0, true); total <= last; total++) {
    for (bool more = spread (s, 0, total); more; more = next_choice (s)) {
      if (lyre_poll (s->q->p->env, LYRE_POLL_SAT) || s->overflow ||
          ++choices > MOST_CHOICES)
        return lyre_verdict_unknown ("too many lengths of strings");
      if (!measure (s) || s->overflow)
        continue;
      lyre_sat_result r = try_lengths (s, m);
      if (r == LYRE_SAT_YES)
        return lyre_verdict_sat ();
      if (r == LYRE_SAT_STOPPED)
        return lyre_verdict_unknown ("stopped");
    }
  }
  uint64_t all = 0;
  for (uint32_t i = 0; i < s->n_vars; i++)
    all += s->vars[i].hi;
  if (complete && last == all && !s->overflow && s->exact)
    return lyre_verdict_unsat ();
  return lyre_verdict_unknown ("no solution of small length");
}

/* ------------------------------------------------------------------- driver */

static bool read_vars (search *s) {
  const lyre_problem *p = s->q->p;
  lyre_term_list vars =
      lyre_free_vars (s->ts, &s->q->arena, p->n, p->assertions);
  for (uint32_t i = 0; i < vars.n; i++) {
    if (!has_sort (s, vars.terms[i], LYRE_STRING))
      continue;
    if (s->n_vars == MOST_VARS)
      return false;
    s->vars[s->n_vars++] = (unknown){vars.terms[i], 0, UINT32_MAX, 0, 0};
  }
  return true;
}

static void index_terms (search *s) {
  const lyre_problem *p = s->q->p;
  lyre_arena *arena = &s->q->arena;
  s->terms = lyre_subterms (s->ts, arena, p->n, p->assertions);
  for (uint32_t i = 0; i < s->terms.n; i++)
    *lyre_map_at (s->mem, &s->position, s->terms.terms[i].id) = i + 1;
  s->polarity = lyre_arena_array (arena, uint8_t, s->terms.n);
  s->values = lyre_arena_array (arena, value, s->terms.n);
  memset (s->polarity, 0, s->terms.n);
  memset (s->values, 0, s->terms.n * sizeof *s->values);
}

static lyre_verdict run (search *s, lyre_model *m) {
  if (!all_fit (s) || !read_vars (s))
    return lyre_verdict_unknown ("conditions beyond words of fixed length");
  find_polarity (s);
  if (!prepare (s))
    return lyre_verdict_unknown ("languages too large");
  find_bounds (s);
  if (!possible_bounds (s))
    return lyre_verdict_unsat ();
  s->counts = grammar_counts_new (s->q);
  lyre_verdict v = try_all (s, m);
  grammar_counts_delete (s->counts);
  return v;
}

lyre_verdict grammar_bounded (grammar_query *q, lyre_model *m) {
  search s = {.q = q, .ts = q->p->ts, .mem = q->p->mem, .exact = true};
  index_terms (&s);
  lyre_verdict v = run (&s, m);
  for (uint32_t i = 0; i < s.lengths.len; i++)
    if (s.lengths.data[i].bits)
      lyre_cfn_lengths_release (&s.lengths.data[i], s.mem);
  lyre_map_release (s.mem, &s.position);
  lyre_map_release (s.mem, &s.nfas);
  lyre_vec_release (s.mem, &s.automata);
  lyre_vec_release (s.mem, &s.lengths);
  lyre_vec_release (s.mem, &s.sets);
  lyre_vec_release (s.mem, &s.slots);
  return v;
}
