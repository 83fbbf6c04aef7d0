/* Flat terms: concatenations of string variables and literals, linear forms
 * over integer variables and lengths of string variables, and boolean structure
 * over atoms of these. Everything else gets a variable. */
#include "engine/words/words.h"

#include <stdio.h>
#include <string.h>

lyre_term words_fresh (words *w, const char *stem, lyre_sort sort) {
  char name[48];
  snprintf (name, sizeof name, "%s!%u", stem, w->ts->symbols.len);
  return lyre_node_var (w->ts, name, sort);
}

lyre_term words_skolem (words *w, const char *purpose, lyre_term a,
                        lyre_term b) {
  uint32_t h = lyre_hash_bytes (purpose, strlen (purpose), 0);
  uint64_t key = ((uint64_t) h << 40) ^ ((uint64_t) a.id << 20) ^ b.id;
  for (;; key++) { /* keys may collide: the name tells */
    char name[64];
    snprintf (name, sizeof name, "%s!%u!%u", purpose, a.id, b.id);
    uint64_t *known = lyre_map_at (w->mem, &w->skolem_of, key);
    if (!*known)
      *known = lyre_node_var (w->ts, name, LYRE_STRING).id;
    lyre_term k = {(uint32_t) *known};
    if (!strcmp (lyre_symbol_name (w->ts, k), name))
      return k;
  }
}

lyre_term words_eq (words *w, lyre_term a, lyre_term b) {
  return lyre_t2 (w->ts, LYRE_EQ, a, b);
}

lyre_term words_not (words *w, lyre_term t) {
  return lyre_t1 (w->ts, LYRE_NOT, t);
}

lyre_term words_len (words *w, lyre_term s) {
  return lyre_t1 (w->ts, LYRE_STR_LEN, s);
}

lyre_term words_text (words *w, const char *s) {
  return lyre_t_string (w->ts, lyre_str_from_ascii (&w->arena, s));
}

static void axiom (words *w, lyre_term t) {
  lyre_vec_push (w->mem, &w->axioms, t);
}

static void at_least (words *w, lyre_term t, int64_t bound) {
  axiom (w, lyre_t2 (w->ts, LYRE_LE, lyre_t_int (w->ts, bound), t));
}

static void at_most (words *w, lyre_term t, int64_t bound) {
  axiom (w, lyre_t2 (w->ts, LYRE_LE, t, lyre_t_int (w->ts, bound)));
}

/* What is true of f(args) whatever the arguments are. */
static void bound_result (words *w, lyre_op f, lyre_term k) {
  switch (f) {
  case LYRE_STR_INDEXOF:
  case LYRE_STR_INDEXOF_RE:
  case LYRE_STR_LAST_INDEXOF:
  case LYRE_STR_TO_INT:
    at_least (w, k, -1);
    break;
  case LYRE_STR_TO_CODE:
    at_least (w, k, -1);
    at_most (w, k, LYRE_CHAR_MAX);
    break;
  case LYRE_STR_COUNT:
    at_least (w, k, 0);
    break;
  case LYRE_STR_AT:
  case LYRE_STR_FROM_CODE:
    at_most (w, words_len (w, k), 1);
    break;
  default:
    break;
  }
}

/* Sums of lengths: |x y| = |x| + |y|. */
static lyre_term flat_length (words *w, lyre_term s) {
  lyre_terms *ts = w->ts;
  const lyre_node *n = lyre_node_of (ts, s);
  const lyre_str *literal = lyre_string_of (ts, s);
  if (literal)
    return lyre_t_int (ts, literal->len);
  if (n->op != LYRE_STR_CONCAT)
    return words_len (w, s);
  lyre_mark mark = lyre_arena_mark (&w->env->scratch);
  lyre_term *sum = lyre_arena_array (&w->env->scratch, lyre_term, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++) {
    literal = lyre_string_of (ts, n->args[i]);
    sum[i] =
        literal ? lyre_t_int (ts, literal->len) : words_len (w, n->args[i]);
  }
  lyre_term t = lyre_node_make (ts, LYRE_ADD, n->n_args, sum);
  lyre_arena_cut (&w->env->scratch, mark);
  return t;
}

static lyre_term num (words *w, int64_t i) {
  return lyre_t_int (w->ts, i);
}

static lyre_term times (words *w, int64_t k, lyre_term t) {
  return lyre_t2 (w->ts, LYRE_MUL, lyre_t_int (w->ts, k), t);
}

/* How many matches of which lengths a replacement finds. */
typedef struct {
  uint32_t most;   /* matches; LYRE_RE_INF if there is no bound */
  uint32_t lo, hi; /* their lengths */
  const lyre_str *by;
} matches;

static bool read_matches (words *w, const lyre_node *n, matches *m) {
  lyre_terms *ts = w->ts;
  bool all = n->op == LYRE_STR_REPLACE_ALL || n->op == LYRE_STR_REPLACE_RE_ALL;
  if (!all && n->op != LYRE_STR_REPLACE && n->op != LYRE_STR_REPLACE_RE)
    return false;
  const lyre_str *pattern = lyre_string_of (ts, n->args[1]);
  *m = (matches){.most = all ? LYRE_RE_INF : 1,
                 .by = lyre_string_of (ts, n->args[2])};
  if (!m->by)
    return false;
  if (lyre_node_of (ts, n->args[1])->flags & LYRE_NODE_CLOSED_RE) {
    const lyre_re_info *r =
        lyre_re_look (w->tr.pool, lyre_translate (&w->tr, n->args[1]));
    m->lo = r->min_len < all ? all : r->min_len;
    m->hi = r->max_len;
    return m->lo <= m->hi;
  }
  if (!pattern || !pattern->len)
    return false;
  m->lo = m->hi = pattern->len;
  return true;
}

/* k = a replacement in s: with n matches that make up r characters together,
 * |k| = |s| - r + n |by|. */
static void bound_growth (words *w, lyre_term t, lyre_term k) {
  lyre_terms *ts = w->ts;
  const lyre_node *node = lyre_node_of (ts, t);
  matches m;
  if (!read_matches (w, node, &m))
    return;
  lyre_term s = flat_length (w, node->args[0]), len = words_len (w, k);
  lyre_term n = words_fresh (w, "matches", LYRE_INT);
  lyre_term r =
      m.lo == m.hi ? times (w, m.lo, n) : words_fresh (w, "matched", LYRE_INT);
  at_least (w, n, 0);
  if (m.most != LYRE_RE_INF)
    at_most (w, n, m.most);
  if (m.lo != m.hi)
    axiom (w, lyre_t2 (ts, LYRE_LE, times (w, m.lo, n), r));
  if (m.lo != m.hi && m.hi != LYRE_RE_INF)
    axiom (w, lyre_t2 (ts, LYRE_LE, r, times (w, m.hi, n)));
  if (m.hi == LYRE_RE_INF) /* no match, no characters */
    axiom (w, lyre_t2 (ts, LYRE_OR, lyre_t2 (ts, LYRE_LE, num (w, 1), n),
                       lyre_t2 (ts, LYRE_LE, r, num (w, 0))));
  axiom (w, lyre_t2 (ts, LYRE_LE, r, s));
  lyre_term grown = lyre_t2 (ts, LYRE_ADD, s, times (w, m.by->len, n));
  axiom (w, words_eq (w, len, lyre_t2 (ts, LYRE_SUB, grown, r)));
}

/* k = f(args): the function application gets a name. */
static lyre_term name_term (words *w, lyre_term t) {
  lyre_term k = words_fresh (w, "k", lyre_sort_of (w->ts, t));
  lyre_vec_push (w->mem, &w->definitions, ((definition){.var = k, .term = t}));
  *lyre_map_at (w->mem, &w->definition_of, k.id) = w->definitions.len;
  bound_result (w, lyre_op_of (w->ts, t), k);
  bound_growth (w, t, k);
  return k;
}

/* (ite c a b) of a sort other than Bool. */
static lyre_term name_ite (words *w, const lyre_node *n) {
  lyre_term c = n->args[0], a = n->args[1], b = n->args[2];
  lyre_term k = words_fresh (w, "ite", (lyre_sort){n->sort});
  axiom (w, lyre_t2 (w->ts, LYRE_OR, words_not (w, c), words_eq (w, k, a)));
  axiom (w, lyre_t2 (w->ts, LYRE_OR, c, words_eq (w, k, b)));
  return k;
}

/* x div d = q for a non-zero constant d: d q <= x < d q + |d|. */
static lyre_term name_quotient (words *w, lyre_term x, lyre_int d) {
  lyre_terms *ts = w->ts;
  lyre_term q = words_fresh (w, "div", LYRE_INT);
  lyre_term dq = lyre_t2 (ts, LYRE_MUL, lyre_t_integer (ts, d), q);
  lyre_term size = lyre_t_integer (ts, lyre_int_abs (&w->arena, d));
  axiom (w, lyre_t2 (ts, LYRE_LE, dq, x));
  axiom (w, lyre_t2 (ts, LYRE_LT, x, lyre_t2 (ts, LYRE_ADD, dq, size)));
  return q;
}

static bool constant_divisor (words *w, const lyre_node *n, lyre_int *d) {
  return lyre_integer_of (w->ts, n->args[1], d) && lyre_int_sign (*d);
}

/* Quotients are shared by div and mod of the same arguments. */
static lyre_term quotient_of (words *w, lyre_term x, lyre_term d) {
  lyre_term div = lyre_t2 (w->ts, LYRE_INT_DIV, x, d);
  uint64_t *known = lyre_map_at (w->mem, &w->flat, div.id);
  if (!*known) {
    lyre_int i;
    lyre_integer_of (w->ts, d, &i);
    lyre_term q = name_quotient (w, x, i);
    known = lyre_map_at (w->mem, &w->flat, div.id);
    *known = q.id;
  }
  return (lyre_term){(uint32_t) *known};
}

static lyre_term flat_mod (words *w, const lyre_node *n) {
  lyre_terms *ts = w->ts;
  lyre_term x = n->args[0], d = n->args[1];
  lyre_term q = quotient_of (w, x, d);
  return lyre_t2 (ts, LYRE_SUB, x, lyre_t2 (ts, LYRE_MUL, d, q));
}

static lyre_term flat_divisible (words *w, const lyre_node *n) {
  lyre_term d = lyre_t_int (w->ts, n->index[0]);
  lyre_term q = quotient_of (w, n->args[0], d);
  return words_eq (w, n->args[0], lyre_t2 (w->ts, LYRE_MUL, d, q));
}

/* floor: k <= r < k + 1 */
static lyre_term name_floor (words *w, lyre_term r) {
  lyre_terms *ts = w->ts;
  lyre_term k = words_fresh (w, "floor", LYRE_INT);
  lyre_term kr = lyre_t1 (ts, LYRE_TO_REAL, k);
  lyre_term one = lyre_t_real (ts, lyre_rat_from_int (LYRE_INT_ONE));
  axiom (w, lyre_t2 (ts, LYRE_LE, kr, r));
  axiom (w, lyre_t2 (ts, LYRE_LT, r, lyre_t2 (ts, LYRE_ADD, kr, one)));
  return k;
}

static lyre_term name_abs (words *w, const lyre_node *n) {
  lyre_terms *ts = w->ts;
  lyre_term x = n->args[0];
  lyre_term zero = n->sort == LYRE_ID_INT
                       ? lyre_t_int (ts, 0)
                       : lyre_t_real (ts, lyre_rat_from_int (LYRE_INT_ZERO));
  lyre_term args[] = {lyre_t2 (ts, LYRE_LE, zero, x), x,
                      lyre_t1 (ts, LYRE_NEG, x)};
  lyre_term ite = lyre_node_make (ts, LYRE_ITE, 3, args);
  return name_ite (w, lyre_node_of (ts, ite));
}

/* The name of a product of two, the same one each time. */
static lyre_term name_product (words *w, lyre_term a, lyre_term b) {
  lyre_term t = lyre_t2 (w->ts, LYRE_MUL, a, b);
  uint64_t *known = lyre_map_find (&w->flat, t.id);
  if (known)
    return (lyre_term){(uint32_t) *known};
  lyre_term k = name_term (w, t);
  *lyre_map_at (w->mem, &w->flat, t.id) = k.id;
  return k;
}

/* Open factors are multiplied two by two, the constant last. */
static lyre_term flat_product (words *w, lyre_term t) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  lyre_term open = LYRE_NO_TERM, constant = LYRE_NO_TERM;
  uint32_t n_open = 0;
  for (uint32_t i = 0; i < n->n_args; i++) {
    lyre_term f = n->args[i];
    if (lyre_is_value (w->ts, f))
      constant = constant.id ? lyre_t2 (w->ts, LYRE_MUL, constant, f) : f;
    else
      open = n_open++ ? name_product (w, open, f) : f;
  }
  if (n_open < 2)
    return t;
  return constant.id ? lyre_t2 (w->ts, LYRE_MUL, constant, open) : open;
}

/* T with flat arguments, made flat itself. */
static lyre_term flatten_node (words *w, lyre_term t) {
  lyre_terms *ts = w->ts;
  const lyre_node *n = lyre_node_of (ts, t);
  lyre_int d;
  switch (n->op) {
  case LYRE_STR_LEN:
    return flat_length (w, n->args[0]);
  case LYRE_ITE:
    return n->sort == LYRE_ID_BOOL || n->sort == LYRE_ID_REGLAN
               ? t
               : name_ite (w, n);
  case LYRE_INT_DIV:
    return constant_divisor (w, n, &d) ? quotient_of (w, n->args[0], n->args[1])
                                       : name_term (w, t);
  case LYRE_INT_MOD:
    return constant_divisor (w, n, &d) ? flat_mod (w, n) : name_term (w, t);
  case LYRE_REAL_DIV:
    return name_term (w, t);
  case LYRE_ABS:
    return name_abs (w, n);
  case LYRE_TO_INT:
    return name_floor (w, n->args[0]);
  case LYRE_IS_INT:
    return words_eq (w, n->args[0],
                     lyre_t1 (ts, LYRE_TO_REAL, name_floor (w, n->args[0])));
  case LYRE_DIVISIBLE:
    return flat_divisible (w, n);
  case LYRE_MUL:
    return flat_product (w, t);
  default:
    break;
  }
  bool function = n->sort == LYRE_ID_STRING || n->sort == LYRE_ID_INT;
  bool string_op = n->op >= LYRE_STR_AT && n->op <= LYRE_STR_COUNT;
  return function && string_op ? name_term (w, t) : t;
}

/* T with its arguments replaced by their flat forms. */
static lyre_term with_flat_args (words *w, lyre_term t) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  if (!n->n_args)
    return t;
  lyre_mark mark = lyre_arena_mark (&w->env->scratch);
  lyre_term *args = lyre_arena_array (&w->env->scratch, lyre_term, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    args[i].id = (uint32_t) *lyre_map_find (&w->flat, n->args[i].id);
  lyre_term u = lyre_node_with_args (w->ts, t, args);
  lyre_arena_cut (&w->env->scratch, mark);
  return u;
}

/* Nested concatenations, which arguments bring in, are flattened out. */
static lyre_term merge_concat (words *w, lyre_term t) {
  if (lyre_op_of (w->ts, t) != LYRE_STR_CONCAT)
    return t;
  return lyre_rewrite (w->rw, t);
}

static bool push_missing (words *w, lyre_term t, lyre_term_vec *stack) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  uint32_t before = stack->len;
  if (n->flags & LYRE_NODE_CLOSED_RE)
    return false;
  for (uint32_t i = 0; i < n->n_args; i++)
    if (!lyre_map_find (&w->flat, n->args[i].id))
      lyre_vec_push (w->mem, stack, n->args[i]);
  return stack->len > before;
}

static void remember (words *w, lyre_term t, lyre_term flat) {
  *lyre_map_at (w->mem, &w->flat, t.id) = flat.id;
  *lyre_map_at (w->mem, &w->flat, flat.id) = flat.id;
}

lyre_term words_flatten (words *w, lyre_term root) {
  lyre_term_vec stack = {0};
  lyre_vec_push (w->mem, &stack, root);
  while (stack.len) {
    lyre_term t = lyre_vec_top (&stack);
    if (lyre_map_find (&w->flat, t.id)) {
      lyre_vec_drop (&stack);
      continue;
    }
    if (push_missing (w, t, &stack))
      continue;
    lyre_vec_drop (&stack);
    if (lyre_node_of (w->ts, t)->flags & LYRE_NODE_CLOSED_RE) {
      remember (w, t, t);
      continue;
    }
    lyre_term u = merge_concat (w, with_flat_args (w, t));
    uint64_t *known = lyre_map_find (&w->flat, u.id);
    lyre_term f = known ? (lyre_term){(uint32_t) *known} : flatten_node (w, u);
    if (!known)
      remember (w, u, f);
    remember (w, t, f);
  }
  lyre_vec_release (w->mem, &stack);
  return (lyre_term){(uint32_t) *lyre_map_find (&w->flat, root.id)};
}
