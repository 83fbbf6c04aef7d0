/* Reductions: what a function or a predicate means in terms of concatenation,
 * length and simpler ones. Each is an equivalence, stated once. */
#include "engine/words/terms.h"

/* T without its last character; T is not empty. */
static lyre_term init_of (words *w, lyre_term t) {
  lyre_term n = sub (w, words_len (w, t), num (w, 1));
  return lyre_t3 (w->ts, LYRE_STR_SUBSTR, t, num (w, 0), n);
}

/* T does not occur in A T except at its end. */
static lyre_term first_match (words *w, lyre_term a, lyre_term t) {
  return words_not (w, contains (w, cat2 (w, a, init_of (w, t)), t));
}

/* --------------------------------------------------------------- functions */

typedef struct {
  words *w;
  lyre_term k; /* = f(args) */
  lyre_term a[3];
} call;

static lyre_term substr_from (call *c, lyre_term n) {
  words *w = c->w;
  lyre_term s = c->a[0], i = c->a[1], k = c->k, len = words_len (w, s);
  lyre_term left = sub (w, len, i);
  lyre_term p = words_skolem (w, "pre", s, i);
  lyre_term q = words_fresh (w, "post", LYRE_STRING);
  lyre_term inside =
      and3 (w, le (w, num (w, 0), i), lt (w, i, len), lt (w, num (w, 0), n));
  lyre_term size =
      choose (w, le (w, n, left), length_is (w, k, n), length_is (w, k, left));
  lyre_term parts =
      and3 (w, words_eq (w, s, cat3 (w, p, k, q)), length_is (w, p, i), size);
  return choose (w, inside, parts, is_empty (w, k));
}

static lyre_term reduce_substr (call *c) {
  return substr_from (c, c->a[2]);
}

static lyre_term reduce_at (call *c) {
  return substr_from (c, num (c->w, 1));
}

static lyre_term reduce_indexof (call *c) {
  words *w = c->w;
  lyre_term s = c->a[0], t = c->a[1], i = c->a[2], k = c->k;
  lyre_term p = words_skolem (w, "pre", s, i);
  lyre_term u = words_skolem (w, "from", s, i);
  lyre_term a = words_fresh (w, "skip", LYRE_STRING);
  lyre_term b = words_fresh (w, "post", LYRE_STRING);
  lyre_term range =
      and2 (w, le (w, num (w, 0), i), le (w, i, words_len (w, s)));
  lyre_term shape =
      and2 (w, words_eq (w, s, cat2 (w, p, u)), length_is (w, p, i));
  lyre_term match =
      and3 (w, words_eq (w, u, cat3 (w, a, t, b)),
            length_is (w, a, sub (w, k, i)), first_match (w, a, t));
  lyre_term search =
      choose (w, contains (w, u, t), match, words_eq (w, k, num (w, -1)));
  lyre_term found = choose (w, is_empty (w, t), words_eq (w, k, i), search);
  return choose (w, range, and2 (w, shape, found),
                 words_eq (w, k, num (w, -1)));
}

static lyre_term reduce_replace (call *c) {
  words *w = c->w;
  lyre_term s = c->a[0], t = c->a[1], u = c->a[2], k = c->k;
  lyre_term a = words_skolem (w, "before", s, t);
  lyre_term b = words_skolem (w, "behind", s, t);
  lyre_term match =
      and3 (w, words_eq (w, s, cat3 (w, a, t, b)),
            words_eq (w, k, cat3 (w, a, u, b)), first_match (w, a, t));
  lyre_term search = choose (w, contains (w, s, t), match, words_eq (w, k, s));
  return choose (w, is_empty (w, t), words_eq (w, k, cat2 (w, u, s)), search);
}

static lyre_term reduce_to_code (call *c) {
  words *w = c->w;
  lyre_term single = length_is (w, c->a[0], num (w, 1));
  lyre_term back = lyre_t1 (w->ts, LYRE_STR_FROM_CODE, c->k);
  return choose (
      w, single,
      and2 (w, le (w, num (w, 0), c->k), words_eq (w, c->a[0], back)),
      words_eq (w, c->k, num (w, -1)));
}

static lyre_term reduce_from_code (call *c) {
  words *w = c->w;
  lyre_term n = c->a[0];
  lyre_term valid =
      and2 (w, le (w, num (w, 0), n), le (w, n, num (w, LYRE_CHAR_MAX)));
  return choose (w, valid,
                 and2 (w, length_is (w, c->k, num (w, 1)),
                       words_eq (w, code (w, c->k), n)),
                 is_empty (w, c->k));
}

static lyre_term reduce_update (call *c) {
  words *w = c->w;
  lyre_term s = c->a[0], i = c->a[1], t = c->a[2], len = words_len (w, s);
  lyre_term p = words_skolem (w, "pre", s, i);
  lyre_term m = words_fresh (w, "old", LYRE_STRING);
  lyre_term r = words_fresh (w, "rest", LYRE_STRING);
  lyre_term q = words_fresh (w, "post", LYRE_STRING);
  lyre_term u = words_fresh (w, "new", LYRE_STRING);
  lyre_term inside = and2 (w, le (w, num (w, 0), i), lt (w, i, len));
  lyre_term shape =
      and3 (w, words_eq (w, s, cat3 (w, p, m, q)), length_is (w, p, i),
            words_eq (w, words_len (w, m), words_len (w, u)));
  lyre_term size = choose (w, le (w, words_len (w, t), sub (w, len, i)),
                           is_empty (w, r), is_empty (w, q));
  lyre_term result = and3 (w, words_eq (w, t, cat2 (w, u, r)), size,
                           words_eq (w, c->k, cat3 (w, p, u, q)));
  return choose (w, inside, and2 (w, shape, result), words_eq (w, c->k, s));
}

static lyre_term reduce_trim (call *c) {
  words *w = c->w;
  lyre_terms *ts = w->ts;
  lyre_term a = words_fresh (w, "left", LYRE_STRING);
  lyre_term b = words_fresh (w, "right", LYRE_STRING);
  lyre_term blanks = lyre_t1 (ts, LYRE_RE_STAR, char_range (w, 0, 0x20));
  lyre_term solid = char_range (w, 0x21, LYRE_CHAR_MAX);
  lyre_term all = lyre_node_make (ts, LYRE_RE_ALL, 0, NULL);
  lyre_term ends =
      lyre_t2 (ts, LYRE_RE_INTER, lyre_t2 (ts, LYRE_RE_CONCAT, solid, all),
               lyre_t2 (ts, LYRE_RE_CONCAT, all, solid));
  lyre_term trimmed = lyre_t1 (ts, LYRE_RE_OPT, ends);
  return and3 (w, words_eq (w, c->a[0], cat3 (w, a, c->k, b)),
               and2 (w, in (w, a, blanks), in (w, b, blanks)),
               in (w, c->k, trimmed));
}

static lyre_term reduce_same_length (call *c) {
  return words_eq (c->w, words_len (c->w, c->k), words_len (c->w, c->a[0]));
}

/* ---------------------------------------------------------------- division */

static lyre_term is_zero (words *w, lyre_term d) {
  lyre_term zero = lyre_has_sort (w->ts, d, LYRE_INT)
                       ? num (w, 0)
                       : lyre_t_real (w->ts, lyre_rat_from_int (LYRE_INT_ZERO));
  return words_eq (w, d, zero);
}

static lyre_term mul (words *w, lyre_term a, lyre_term b) {
  return lyre_t2 (w->ts, LYRE_MUL, a, b);
}

/* d q <= x < d q + |d|, for d != 0; nothing is said of division by 0. */
static lyre_term quotient_is (words *w, lyre_term x, lyre_term d, lyre_term q) {
  lyre_term rest = sub (w, x, mul (w, d, q));
  lyre_term small = choose (w, lt (w, num (w, 0), d), lt (w, rest, d),
                            lt (w, rest, sub (w, num (w, 0), d)));
  return or2 (w, is_zero (w, d), and2 (w, le (w, num (w, 0), rest), small));
}

static lyre_term reduce_int_div (call *c) {
  return quotient_is (c->w, c->a[0], c->a[1], c->k);
}

static lyre_term reduce_int_mod (call *c) {
  words *w = c->w;
  lyre_term q = words_fresh (w, "quotient", LYRE_INT);
  lyre_term rest = sub (w, c->a[0], mul (w, c->a[1], q));
  return and2 (w, quotient_is (w, c->a[0], c->a[1], q),
               or2 (w, is_zero (w, c->a[1]), words_eq (w, c->k, rest)));
}

static lyre_term reduce_real_div (call *c) {
  words *w = c->w;
  return or2 (w, is_zero (w, c->a[1]),
              words_eq (w, mul (w, c->a[1], c->k), c->a[0]));
}

typedef struct {
  lyre_op op;
  lyre_term (*reduce) (call *);
} reduction;

static const reduction functions[] = {
    {LYRE_INT_DIV, reduce_int_div},
    {LYRE_INT_MOD, reduce_int_mod},
    {LYRE_REAL_DIV, reduce_real_div},
    {LYRE_STR_SUBSTR, reduce_substr},
    {LYRE_STR_AT, reduce_at},
    {LYRE_STR_INDEXOF, reduce_indexof},
    {LYRE_STR_REPLACE, reduce_replace},
    {LYRE_STR_TO_CODE, reduce_to_code},
    {LYRE_STR_FROM_CODE, reduce_from_code},
    {LYRE_STR_UPDATE, reduce_update},
    {LYRE_STR_TRIM, reduce_trim},
    {LYRE_STR_REV, reduce_same_length},
    {LYRE_STR_TO_LOWER, reduce_same_length},
    {LYRE_STR_TO_UPPER, reduce_same_length},
};

bool words_reduce_definition (words *w, uint32_t index) {
  definition d = w->definitions.data[index];
  if (d.reduced)
    return false;
  w->definitions.data[index].reduced = true;
  const lyre_node *n = lyre_node_of (w->ts, d.term);
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (functions[i].op != n->op)
      continue;
    call c = {.w = w, .k = d.var};
    for (uint32_t k = 0; k < n->n_args && k < 3; k++)
      c.a[k] = n->args[k];
    return words_lemma (w, functions[i].reduce (&c));
  }
  return false;
}

/* -------------------------------------------------------------- predicates */

/* s = p c q, t = p d r with different characters c and d. */
static lyre_term first_difference (words *w, lyre_term s, lyre_term t,
                                   lyre_term *c, lyre_term *d) {
  lyre_term p = words_skolem (w, "common", s, t);
  *c = words_skolem (w, "mine", s, t);
  *d = words_skolem (w, "yours", s, t);
  *lyre_map_at (w->mem, &w->characters, c->id) = 1;
  *lyre_map_at (w->mem, &w->characters, d->id) = 1;
  lyre_term q = words_skolem (w, "myrest", s, t);
  lyre_term r = words_skolem (w, "yourrest", s, t);
  lyre_term one = num (w, 1);
  return and2 (w,
               and2 (w, words_eq (w, s, cat3 (w, p, *c, q)),
                     words_eq (w, t, cat3 (w, p, *d, r))),
               and3 (w, length_is (w, *c, one), length_is (w, *d, one),
                     words_not (w, words_eq (w, *c, *d))));
}

bool words_is_character (words *w, lyre_term t) {
  return lyre_map_find (&w->characters, t.id) != NULL;
}

static lyre_term different (words *w, lyre_term s, lyre_term t) {
  if (words_is_character (w, s) && words_is_character (w, t))
    return LYRE_NO_TERM; /* nothing smaller to look at */
  lyre_term c, d;
  lyre_term differ = first_difference (w, s, t, &c, &d);
  lyre_term same_length = words_eq (w, words_len (w, s), words_len (w, t));
  return or2 (w, words_not (w, same_length), differ);
}

static lyre_term less (words *w, lyre_term s, lyre_term t) {
  lyre_term c, d;
  lyre_term differ = first_difference (w, s, t, &c, &d);
  lyre_term k = words_skolem (w, "more", s, t);
  lyre_term prefix =
      and2 (w, words_eq (w, t, cat2 (w, s, k)), words_not (w, is_empty (w, k)));
  return or2 (w, prefix, and2 (w, differ, lt (w, code (w, c), code (w, d))));
}

static lyre_term at_most (words *w, lyre_term s, lyre_term t) {
  return or2 (w, words_eq (w, s, t), less (w, s, t));
}

/* part is at one end of whole, or what is there instead. */
static lyre_term end_condition (words *w, lyre_term part, lyre_term whole,
                                bool prefix, bool value) {
  lyre_term a = words_fresh (w, "end", LYRE_STRING);
  lyre_term b = words_fresh (w, "other", LYRE_STRING);
  if (value)
    return words_eq (w, whole, prefix ? cat2 (w, part, b) : cat2 (w, b, part));
  lyre_term lp = words_len (w, part), lw = words_len (w, whole);
  lyre_term shape =
      words_eq (w, whole, prefix ? cat2 (w, a, b) : cat2 (w, b, a));
  return or2 (w, lt (w, lw, lp),
              and3 (w, shape, words_eq (w, words_len (w, a), lp),
                    words_not (w, words_eq (w, a, part))));
}

static lyre_term contains_condition (words *w, lyre_term s, lyre_term t,
                                     bool value) {
  lyre_terms *ts = w->ts;
  if (value)
    return words_eq (w, s,
                     cat3 (w, words_skolem (w, "before", s, t), t,
                           words_skolem (w, "behind", s, t)));
  if (!lyre_string_of (ts, t)) /* the rest comes place by place */
    return and2 (w, words_not (w, is_empty (w, t)),
                 words_not (w, words_eq (w, s, t)));
  lyre_term all = lyre_node_make (ts, LYRE_RE_ALL, 0, NULL);
  lyre_term regex =
      lyre_t3 (ts, LYRE_RE_CONCAT, all, lyre_t1 (ts, LYRE_STR_TO_RE, t), all);
  return words_not (w, in (w, s, regex));
}

static lyre_term condition (words *w, lyre_term t, bool value) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  lyre_term a = n->args[0], b = n->n_args > 1 ? n->args[1] : LYRE_NO_TERM;
  switch (n->op) {
  case LYRE_EQ:
    return value || !lyre_has_sort (w->ts, a, LYRE_STRING)
               ? LYRE_NO_TERM
               : different (w, a, b);
  case LYRE_STR_CONTAINS:
    return contains_condition (w, a, b, value);
  case LYRE_STR_PREFIXOF:
    return end_condition (w, a, b, true, value);
  case LYRE_STR_SUFFIXOF:
    return end_condition (w, a, b, false, value);
  case LYRE_STR_LT:
    return value ? less (w, a, b) : at_most (w, b, a);
  case LYRE_STR_LE:
    return value ? at_most (w, a, b) : less (w, b, a);
  case LYRE_STR_IN_RE:
    return words_open_membership (w, a, b, value);
  case LYRE_STR_IS_DIGIT: {
    lyre_term digit = in (w, a, char_range (w, '0', '9'));
    return value ? digit : words_not (w, digit);
  }
  default:
    return LYRE_NO_TERM;
  }
}

bool words_reduce_atom (words *w, uint32_t v, bool value) {
  if (w->atoms.data[v].reduced[value])
    return false;
  w->atoms.data[v].reduced[value] = true;
  lyre_term t = w->atoms.data[v].term;
  lyre_term c = condition (w, t, value);
  if (!c.id)
    return false;
  lyre_reasons premise = {0};
  lyre_vec_push (w->mem, &premise,
                 words_reason (value ? (lyre_lit) v : -(lyre_lit) v));
  bool added = words_infer (w, &premise, c);
  lyre_vec_release (w->mem, &premise);
  return added;
}

bool words_exclude_place (words *w, uint32_t v, uint32_t place) {
  lyre_term t = w->atoms.data[v].term;
  lyre_term whole = lyre_arg_of (w->ts, t, 0), part = lyre_arg_of (w->ts, t, 1);
  lyre_term at = num (w, place), len = words_len (w, part);
  lyre_term end = lyre_t2 (w->ts, LYRE_ADD, at, len);
  lyre_term there = lyre_t3 (w->ts, LYRE_STR_SUBSTR, whole, at, len);
  lyre_reasons premise = {0};
  lyre_vec_push (w->mem, &premise, words_reason (-(lyre_lit) v));
  bool added = words_infer (w, &premise,
                            or2 (w, lt (w, words_len (w, whole), end),
                                 words_not (w, words_eq (w, there, part))));
  lyre_vec_release (w->mem, &premise);
  return added;
}
