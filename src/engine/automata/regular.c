/* Conditions on one string variable as regular languages.
 *
 * The boolean structure is followed with an explicit stack; a condition is
 * first a language for some string expression s(x), then pulled back through
 * the operators of s to a language for x. */
#include "engine/automata/automata.h"

#include <string.h>

#include "core/automata/charset.h"

typedef struct {
  lyre_translation *tr;
  lyre_terms *ts;
  lyre_re_pool *pool;
  lyre_term x;
  lyre_map done; /* Bool term id -> lyre_re id + 1 */
} context;

/* -------------------------------------------------------------- languages */

static lyre_re concat2 (context *c, lyre_re a, lyre_re b) {
  return lyre_re_concat (c->pool, a, b);
}

static lyre_re concat3 (context *c, lyre_re a, lyre_re b, lyre_re d) {
  return concat2 (c, a, concat2 (c, b, d));
}

static lyre_re either (context *c, lyre_re a, lyre_re b) {
  return lyre_re_union (c->pool, 2, (lyre_re[]){a, b});
}

static lyre_re both (context *c, lyre_re a, lyre_re b) {
  return lyre_re_inter (c->pool, 2, (lyre_re[]){a, b});
}

static lyre_re other (context *c, lyre_re a) {
  return lyre_re_comp (c->pool, a);
}

static lyre_re word (context *c, const lyre_str *s) {
  return lyre_re_word (c->pool, s);
}

static lyre_re any_char (context *c) {
  return lyre_re_chars (c->pool, lyre_charset_all);
}

/* Words of length lo..hi. */
static lyre_re lengths (context *c, uint32_t lo, uint32_t hi) {
  if (lo > hi)
    return lyre_re_none (c->pool);
  return lyre_re_loop (c->pool, any_char (c), lo, hi);
}

static lyre_re chars (context *c, uint32_t lo, uint32_t hi) {
  return lyre_re_chars (c->pool, lyre_charset_range (c->tr->arena, lo, hi));
}

static bool has_empty (context *c, lyre_re r) {
  return lyre_re_look (c->pool, r)->nullable;
}

/* ----------------------------------------------------------- pulling back */

static bool is_small (context *c, lyre_term t, uint32_t *out) {
  lyre_int i;
  int64_t v;
  if (!lyre_integer_of (c->ts, t, &i) || !lyre_int_to_i64 (i, &v) || v < 0 ||
      v >= LYRE_RE_INF)
    return false;
  *out = (uint32_t) v;
  return true;
}

static bool mentions_x (context *c, lyre_term t) {
  return !(lyre_node_of (c->ts, t)->flags & LYRE_NODE_GROUND);
}

/* { w : prefix w suffix in L } */
static lyre_re strip (context *c, lyre_re l, const lyre_str *prefix,
                      const lyre_str *suffix) {
  for (uint32_t i = 0; i < prefix->len; i++)
    l = lyre_re_derive (c->pool, l, lyre_str_at (prefix, i));
  if (!suffix->len)
    return l;
  l = lyre_re_reverse (c->pool, l);
  for (uint32_t i = suffix->len; i-- > 0;)
    l = lyre_re_derive (c->pool, l, lyre_str_at (suffix, i));
  return lyre_re_reverse (c->pool, l);
}

/* Literals around one part that mentions x. */
static bool through_concat (context *c, const lyre_node *n, lyre_term *s,
                            lyre_re *l) {
  uint32_t at = n->n_args;
  for (uint32_t i = 0; i < n->n_args; i++) {
    if (lyre_string_of (c->ts, n->args[i]))
      continue;
    if (at != n->n_args)
      return false;
    at = i;
  }
  if (at == n->n_args)
    return false;
  lyre_arena *a = c->tr->arena;
  const lyre_str *prefix = &lyre_str_empty, *suffix = &lyre_str_empty;
  for (uint32_t i = 0; i < n->n_args; i++) {
    const lyre_str *part = lyre_string_of (c->ts, n->args[i]);
    if (part && i < at)
      prefix = lyre_str_concat (a, 2, (const lyre_str *[]){prefix, part});
    else if (part)
      suffix = lyre_str_concat (a, 2, (const lyre_str *[]){suffix, part});
  }
  *l = strip (c, *l, prefix, suffix);
  *s = n->args[at];
  return true;
}

/* substr (s, from, len) in L */
static lyre_re cut_back (context *c, lyre_re l, uint32_t from, uint32_t len) {
  lyre_re outside =
      has_empty (c, l) ? lengths (c, 0, from) : lyre_re_none (c->pool);
  if (!len)
    return has_empty (c, l) ? lyre_re_all (c->pool) : outside;
  lyre_re skip = lengths (c, from, from);
  lyre_re full = concat3 (c, skip, both (c, l, lengths (c, len, len)),
                          lyre_re_all (c->pool));
  lyre_re clipped = concat2 (c, skip, both (c, l, lengths (c, 1, len - 1)));
  return either (c, outside, either (c, full, clipped));
}

static bool through_substr (context *c, const lyre_node *n, lyre_term *s,
                            lyre_re *l) {
  uint32_t from, len = 1;
  if (!is_small (c, n->args[1], &from) ||
      (n->op == LYRE_STR_SUBSTR && !is_small (c, n->args[2], &len)))
    return false;
  *l = cut_back (c, *l, from, len);
  *s = n->args[0];
  return true;
}

/* trim (s) in L: blanks around a word of L that has none at its ends. */
static lyre_re trim_back (context *c, lyre_re l) {
  lyre_re blank = chars (c, 0, 0x20), solid = chars (c, 0x21, LYRE_CHAR_MAX);
  lyre_re all = lyre_re_all (c->pool);
  lyre_re blanks = lyre_re_star (c->pool, blank);
  lyre_re ends = both (c, concat2 (c, solid, all), concat2 (c, all, solid));
  lyre_re trimmed = either (c, lyre_re_epsilon (c->pool), ends);
  return concat3 (c, blanks, both (c, l, trimmed), blanks);
}

/* One step from s(x) in L towards x. */
static bool peel (context *c, lyre_term *s, lyre_re *l) {
  const lyre_node *n = lyre_node_of (c->ts, *s);
  switch (n->op) {
  case LYRE_STR_CONCAT:
    return through_concat (c, n, s, l);
  case LYRE_STR_AT:
  case LYRE_STR_SUBSTR:
    return through_substr (c, n, s, l);
  case LYRE_STR_REV:
    *l = lyre_re_reverse (c->pool, *l);
    *s = n->args[0];
    return true;
  case LYRE_STR_TRIM:
    *l = trim_back (c, *l);
    *s = n->args[0];
    return true;
  default:
    return false;
  }
}

/* { x : s(x) in L } */
static bool pull_back (context *c, lyre_term s, lyre_re l, lyre_re *out) {
  while (!lyre_same (s, c->x))
    if (!peel (c, &s, &l))
      return false;
  *out = l;
  return true;
}

/* --------------------------------------------------------- numeric atoms */

/* coef * f(s) + add, with f one of str.len, str.to_code, str.to_int. */
typedef struct {
  lyre_op f; /* LYRE_OP_COUNT while none was met */
  lyre_term s;
  lyre_int coef, add;
} linear;

static bool merge (context *c, linear *a, const linear *b, lyre_int factor) {
  lyre_arena *arena = c->tr->arena;
  if (b->f != LYRE_OP_COUNT) {
    if (a->f != LYRE_OP_COUNT && (a->f != b->f || !lyre_same (a->s, b->s)))
      return false;
    a->f = b->f;
    a->s = b->s;
  }
  a->coef =
      lyre_int_add (arena, a->coef, lyre_int_mul (arena, factor, b->coef));
  a->add = lyre_int_add (arena, a->add, lyre_int_mul (arena, factor, b->add));
  return true;
}

/* A monomial: k, f(s), or k * f(s). */
static bool read_monomial (context *c, lyre_term t, linear *out) {
  const lyre_node *n = lyre_node_of (c->ts, t);
  *out = (linear){.f = LYRE_OP_COUNT};
  lyre_int k;
  if (lyre_integer_of (c->ts, t, &k)) {
    out->add = k;
    return true;
  }
  switch (n->op) {
  case LYRE_STR_LEN:
  case LYRE_STR_TO_CODE:
  case LYRE_STR_TO_INT:
    *out = (linear){(lyre_op) n->op, n->args[0], LYRE_INT_ONE, LYRE_INT_ZERO};
    return true;
  case LYRE_MUL:
    if (n->n_args != 2 || !lyre_integer_of (c->ts, n->args[0], &k) ||
        lyre_op_of (c->ts, n->args[1]) == LYRE_MUL ||
        !read_monomial (c, n->args[1], out))
      return false;
    out->coef = lyre_int_mul (c->tr->arena, out->coef, k);
    out->add = lyre_int_mul (c->tr->arena, out->add, k);
    return true;
  default:
    return false;
  }
}

/* Adds FACTOR * t; t is a sum as the rewriter leaves it. */
static bool read_sum (context *c, lyre_term t, int64_t factor, linear *out) {
  const lyre_node *n = lyre_node_of (c->ts, t);
  lyre_int k = lyre_int_from (c->tr->arena, factor);
  linear m;
  if (n->op == LYRE_NEG)
    return read_monomial (c, n->args[0], &m) &&
           merge (c, out, &m, lyre_int_neg (c->tr->arena, k));
  if (n->op != LYRE_ADD && n->op != LYRE_SUB)
    return read_monomial (c, t, &m) && merge (c, out, &m, k);
  for (uint32_t i = 0; i < n->n_args; i++) {
    bool minus = n->op == LYRE_SUB && i;
    if (!read_monomial (c, n->args[i], &m) ||
        !merge (c, out, &m, minus ? lyre_int_neg (c->tr->arena, k) : k))
      return false;
  }
  return true;
}

static lyre_re digits (context *c, uint32_t lo, uint32_t hi) {
  return lyre_re_loop (c->pool, chars (c, '0', '9'), lo, hi);
}

/* Numerals as long as N that are not below it, or with UPPER not above it: they
 * agree with N up to some digit that is larger, or smaller. */
static lyre_re numerals_on_one_side (context *c, const lyre_str *n,
                                     bool upper) {
  lyre_re side = word (c, n), agree = lyre_re_epsilon (c->pool);
  for (uint32_t i = 0; i < n->len; i++) {
    uint32_t d = lyre_str_at (n, i);
    uint32_t lo = upper ? (i ? '0' : '1') : d + 1, hi = upper ? d - 1 : '9';
    if (lo <= hi)
      side = either (c, side,
                     concat3 (c, agree, chars (c, lo, hi),
                              digits (c, n->len - i - 1, n->len - i - 1)));
    agree = concat2 (c, agree, chars (c, d, d));
  }
  return side;
}

/* Numerals without leading zeros that have lo..hi digits. */
static lyre_re numerals_of_length (context *c, uint32_t lo, uint32_t hi) {
  if (lo > hi)
    return lyre_re_none (c->pool);
  return concat2 (c, chars (c, '1', '9'),
                  digits (c, lo - 1, hi == LYRE_RE_INF ? hi : hi - 1));
}

static const lyre_str *numeral (context *c, lyre_int i) {
  return lyre_str_from_ascii (c->tr->arena, lyre_int_text (c->tr->arena, i));
}

/* The numerals of lo..hi, 1 <= lo, without leading zeros. */
static lyre_re numerals_between (context *c, lyre_int lo, const lyre_int *hi) {
  const lyre_str *a = numeral (c, lo), *b = hi ? numeral (c, *hi) : NULL;
  lyre_re from = numerals_on_one_side (c, a, false);
  if (!b)
    return either (c, from, numerals_of_length (c, a->len + 1, LYRE_RE_INF));
  lyre_re to = numerals_on_one_side (c, b, true);
  if (a->len == b->len)
    return both (c, from, to);
  return either (c, either (c, from, to),
                 numerals_of_length (c, a->len + 1, b->len - 1));
}

/* to_int: numerals with any number of leading zeros. */
static lyre_re numbers_between (context *c, lyre_int lo, const lyre_int *hi) {
  lyre_re some = lyre_re_none (c->pool);
  lyre_int first = lo;
  if (!lyre_int_sign (lo)) {
    some = chars (c, '0', '0');
    first = LYRE_INT_ONE;
  }
  if (!hi || lyre_int_cmp (first, *hi) <= 0)
    some = either (c, some, numerals_between (c, first, hi));
  return concat2 (c, lyre_re_star (c->pool, chars (c, '0', '0')), some);
}

/* The strings on which lo <= f <= hi, for 0 <= lo. */
static bool values_between (context *c, lyre_op f, lyre_int lo,
                            const lyre_int *hi, lyre_re *out) {
  int64_t from, to = -1;
  if (f == LYRE_STR_TO_INT) {
    *out = numbers_between (c, lo, hi);
    return true;
  }
  if (!lyre_int_to_i64 (lo, &from) || (hi && !lyre_int_to_i64 (*hi, &to)))
    return false;
  if (f == LYRE_STR_LEN) {
    if (from >= LYRE_RE_INF || to >= LYRE_RE_INF)
      return false;
    *out = lengths (c, (uint32_t) from, hi ? (uint32_t) to : LYRE_RE_INF);
    return true;
  }
  if (!hi || to > LYRE_CHAR_MAX)
    to = LYRE_CHAR_MAX;
  *out = from > to ? lyre_re_none (c->pool)
                   : chars (c, (uint32_t) from, (uint32_t) to);
  return true;
}

/* The strings on which f is -1; str.len never is. */
static lyre_re undefined_values (context *c, lyre_op f) {
  if (f == LYRE_STR_LEN)
    return lyre_re_none (c->pool);
  if (f == LYRE_STR_TO_CODE)
    return other (c, any_char (c));
  return other (c, lyre_re_loop (c->pool, chars (c, '0', '9'), 1, LYRE_RE_INF));
}

/* { s : lo <= f(s) <= hi }; a bound may be missing. */
static bool language_between (context *c, lyre_op f, const lyre_int *lo,
                              const lyre_int *hi, lyre_re *out) {
  lyre_int minus_one = lyre_int_from (c->tr->arena, -1);
  bool with_minus_one = (!lo || lyre_int_cmp (*lo, minus_one) <= 0) &&
                        (!hi || lyre_int_cmp (*hi, minus_one) >= 0);
  lyre_int from = lo && lyre_int_sign (*lo) > 0 ? *lo : LYRE_INT_ZERO;
  lyre_re l = lyre_re_none (c->pool);
  if ((!hi || lyre_int_cmp (from, *hi) <= 0) &&
      !values_between (c, f, from, hi, &l))
    return false;
  *out = with_minus_one ? either (c, l, undefined_values (c, f)) : l;
  return true;
}

/* coef * f(s) + add >= 0 */
static bool at_least_zero (context *c, const linear *e, lyre_re *out) {
  lyre_arena *a = c->tr->arena;
  if (lyre_int_sign (e->coef) > 0) {
    /* f >= ceil (-add / coef) = -floor (add / coef) */
    lyre_int lo = lyre_int_neg (a, lyre_int_floor_div (a, e->add, e->coef));
    return language_between (c, e->f, &lo, NULL, out);
  }
  /* f <= floor (add / -coef) */
  lyre_int hi = lyre_int_floor_div (a, e->add, lyre_int_neg (a, e->coef));
  return language_between (c, e->f, NULL, &hi, out);
}

/* coef * f(s) + add = 0 */
static bool exactly_zero (context *c, const linear *e, lyre_re *out) {
  lyre_arena *a = c->tr->arena;
  lyre_int minus_add = lyre_int_neg (a, e->add);
  if (lyre_int_sign (lyre_int_mod (a, minus_add, e->coef))) {
    *out = lyre_re_none (c->pool);
    return true;
  }
  lyre_int v = lyre_int_div (a, minus_add, e->coef);
  return language_between (c, e->f, &v, &v, out);
}

/* l >= r, l > r, l = r ... as a language for x. */
static bool comparison (context *c, lyre_op op, lyre_term l, lyre_term r,
                        lyre_re *out) {
  bool swap = op == LYRE_LE || op == LYRE_LT;
  linear e = {.f = LYRE_OP_COUNT};
  if (!read_sum (c, swap ? r : l, 1, &e) || !read_sum (c, swap ? l : r, -1, &e))
    return false;
  if (e.f == LYRE_OP_COUNT || !lyre_int_sign (e.coef))
    return false;
  if (op == LYRE_LT || op == LYRE_GT)
    e.add = lyre_int_sub (c->tr->arena, e.add, LYRE_INT_ONE);
  lyre_re language;
  bool ok = op == LYRE_EQ ? exactly_zero (c, &e, &language)
                          : at_least_zero (c, &e, &language);
  return ok && pull_back (c, e.s, language, out);
}

/* (mod (str.len s) k) = r */
static bool modulus (context *c, lyre_term l, lyre_term r, lyre_re *out) {
  if (lyre_op_of (c->ts, l) != LYRE_INT_MOD) {
    lyre_term t = l;
    l = r;
    r = t;
  }
  uint32_t k, rest;
  const lyre_node *n = lyre_node_of (c->ts, l);
  if (n->op != LYRE_INT_MOD || !is_small (c, n->args[1], &k) || !k ||
      lyre_op_of (c->ts, n->args[0]) != LYRE_STR_LEN ||
      !is_small (c, r, &rest) || rest >= k)
    return false;
  lyre_re loop = lyre_re_star (c->pool, lengths (c, k, k));
  lyre_re language = concat2 (c, loop, lengths (c, rest, rest));
  return pull_back (c, lyre_arg_of (c->ts, n->args[0], 0), language, out);
}

/* ---------------------------------------------------------- string atoms */

/* s = literal, or both sides the same; others are not regular. */
static bool string_equality (context *c, lyre_term l, lyre_term r,
                             lyre_re *out) {
  const lyre_str *literal = lyre_string_of (c->ts, l);
  lyre_term s = r;
  if (!literal) {
    literal = lyre_string_of (c->ts, r);
    s = l;
  }
  return literal && pull_back (c, s, word (c, literal), out);
}

static bool equality (context *c, lyre_term l, lyre_term r, lyre_re *out) {
  if (lyre_has_sort (c->ts, l, LYRE_STRING))
    return string_equality (c, l, r, out);
  if (lyre_has_sort (c->ts, l, LYRE_INT))
    return modulus (c, l, r, out) || comparison (c, LYRE_EQ, l, r, out);
  return false;
}

/* All prefixes (or suffixes) of a literal. */
static lyre_re ends_of (context *c, const lyre_str *s, bool prefixes) {
  lyre_re r = lyre_re_epsilon (c->pool);
  for (uint32_t k = 0; k < s->len; k++) {
    uint32_t i = prefixes ? s->len - 1 - k : k;
    lyre_re ch = chars (c, lyre_str_at (s, i), lyre_str_at (s, i));
    r = prefixes ? concat2 (c, ch, r) : concat2 (c, r, ch);
    r = either (c, lyre_re_epsilon (c->pool), r);
  }
  return r;
}

enum { LONGEST_FACTORED = 512 };

/* prefixof (part, whole), suffixof: one of them a literal. */
static bool at_end (context *c, lyre_term part, lyre_term whole, bool prefix,
                    lyre_re *out) {
  lyre_re all = lyre_re_all (c->pool);
  const lyre_str *p = lyre_string_of (c->ts, part);
  if (p) {
    lyre_re w = word (c, p);
    return pull_back (c, whole,
                      prefix ? concat2 (c, w, all) : concat2 (c, all, w), out);
  }
  const lyre_str *w = lyre_string_of (c->ts, whole);
  return w && w->len <= LONGEST_FACTORED &&
         pull_back (c, part, ends_of (c, w, prefix), out);
}

/* contains (whole, part) */
static bool containment (context *c, lyre_term whole, lyre_term part,
                         lyre_re *out) {
  lyre_re all = lyre_re_all (c->pool);
  const lyre_str *p = lyre_string_of (c->ts, part);
  if (p)
    return pull_back (c, whole, concat3 (c, all, word (c, p), all), out);
  const lyre_str *w = lyre_string_of (c->ts, whole);
  if (!w || w->len > LONGEST_FACTORED)
    return false;
  lyre_re factors = lyre_re_epsilon (c->pool);
  for (uint32_t i = 0; i < w->len; i++)
    factors =
        either (c, factors,
                ends_of (c, lyre_str_slice (c->tr->arena, w, i, w->len), true));
  return pull_back (c, part, factors, out);
}

static bool membership (context *c, lyre_term s, lyre_term regex,
                        lyre_re *out) {
  if (!(lyre_node_of (c->ts, regex)->flags & LYRE_NODE_CLOSED_RE))
    return false;
  return pull_back (c, s, lyre_translate (c->tr, regex), out);
}

static bool atom (context *c, lyre_term t, lyre_re *out) {
  const lyre_node *n = lyre_node_of (c->ts, t);
  switch (n->op) {
  case LYRE_STR_IN_RE:
    return membership (c, n->args[0], n->args[1], out);
  case LYRE_EQ:
    return equality (c, n->args[0], n->args[1], out);
  case LYRE_LE:
  case LYRE_LT:
  case LYRE_GE:
  case LYRE_GT:
    return lyre_has_sort (c->ts, n->args[0], LYRE_INT) &&
           comparison (c, (lyre_op) n->op, n->args[0], n->args[1], out);
  case LYRE_STR_PREFIXOF:
    return at_end (c, n->args[0], n->args[1], true, out);
  case LYRE_STR_SUFFIXOF:
    return at_end (c, n->args[0], n->args[1], false, out);
  case LYRE_STR_CONTAINS:
    return containment (c, n->args[0], n->args[1], out);
  case LYRE_STR_IS_DIGIT:
    return pull_back (c, n->args[0], chars (c, '0', '9'), out);
  default:
    return false;
  }
}

/* ------------------------------------------------------ boolean structure */

static lyre_re same_truth (context *c, lyre_re a, lyre_re b) {
  return either (c, both (c, a, b), both (c, other (c, a), other (c, b)));
}

static lyre_re combine (context *c, const lyre_node *n, lyre_re *p) {
  lyre_re_pool *pool = c->pool;
  switch (n->op) {
  case LYRE_NOT:
    return other (c, p[0]);
  case LYRE_AND:
    return lyre_re_inter (pool, n->n_args, p);
  case LYRE_OR:
    return lyre_re_union (pool, n->n_args, p);
  case LYRE_IMPLIES:
    return either (c, other (c, p[0]), p[1]);
  case LYRE_ITE:
    return either (c, both (c, p[0], p[1]), both (c, other (c, p[0]), p[2]));
  case LYRE_EQ:
    return same_truth (c, p[0], p[1]);
  case LYRE_XOR:
    return other (c, same_truth (c, p[0], p[1]));
  default: /* distinct: more than two truth values cannot all differ */
    return n->n_args > 2 ? lyre_re_none (pool)
                         : other (c, same_truth (c, p[0], p[1]));
  }
}

static lyre_re done_of (context *c, lyre_term t) {
  return (lyre_re){(uint32_t) *lyre_map_find (&c->done, t.id) - 1};
}

static bool language_of (context *c, lyre_term t, lyre_re *out) {
  const lyre_node *n = lyre_node_of (c->ts, t);
  if (n->op == LYRE_TRUE || n->op == LYRE_FALSE) {
    *out = n->op == LYRE_TRUE ? lyre_re_all (c->pool) : lyre_re_none (c->pool);
    return true;
  }
  if (!lyre_is_connective (c->ts, t))
    return mentions_x (c, t) && atom (c, t, out);
  lyre_arena *scratch = &c->tr->p->env->scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  lyre_re *parts = lyre_arena_array (scratch, lyre_re, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    parts[i] = done_of (c, n->args[i]);
  *out = combine (c, n, parts);
  lyre_arena_cut (scratch, mark);
  return true;
}

static void push_missing (context *c, lyre_term t, lyre_term_vec *stack) {
  const lyre_node *n = lyre_node_of (c->ts, t);
  for (uint32_t i = 0; i < n->n_args; i++)
    if (!lyre_map_find (&c->done, n->args[i].id))
      lyre_vec_push (c->tr->p->mem, stack, n->args[i]);
}

static bool run (context *c, lyre_term root, lyre_term_vec *stack) {
  lyre_mem *mem = c->tr->p->mem;
  lyre_vec_push (mem, stack, root);
  while (stack->len) {
    if (c->tr->p->env->stop)
      return false;
    lyre_term t = lyre_vec_top (stack);
    uint32_t before = stack->len;
    if (lyre_is_connective (c->ts, t))
      push_missing (c, t, stack);
    if (stack->len > before)
      continue;
    lyre_vec_drop (stack);
    lyre_re r;
    if (!language_of (c, t, &r))
      return false;
    *lyre_map_at (mem, &c->done, t.id) = (uint64_t) r.id + 1;
  }
  return true;
}

bool lyre_regular_of (lyre_translation *tr, lyre_term t, lyre_term x,
                      lyre_re *out) {
  context c = {.tr = tr, .ts = tr->p->ts, .pool = tr->pool, .x = x};
  lyre_term_vec stack = {0};
  bool ok = run (&c, t, &stack);
  if (ok)
    *out = done_of (&c, t);
  lyre_vec_release (tr->p->mem, &stack);
  lyre_map_release (tr->p->mem, &c.done);
  return ok;
}
