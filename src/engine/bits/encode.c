#include "engine/bits/encode.h"

#include <string.h>

#define F LYRE_BIT_FALSE
#define T LYRE_BIT_TRUE

/* The longest string worth trying, and the largest ones to start with. */
enum { MAX_CELLS = 100000, MAX_HINT = 40, MAX_VALUE_HINT = 1 << 20 };
/* The longest word that a letter may become. */
enum { MAX_IMAGE = 200 };

lyre_bit_val lyre_encoded (const lyre_encoder *e, lyre_term t) {
  return e->values[*lyre_map_find (&e->value_of, t.id) - 1];
}

static lyre_bit_val arg (const lyre_encoder *e, const lyre_node *n,
                         uint32_t i) {
  return lyre_encoded (e, n->args[i]);
}

static lyre_bit_str string_arg (const lyre_encoder *e, const lyre_node *n,
                                uint32_t i) {
  return arg (e, n, i).s;
}

static lyre_bit_num int_arg (const lyre_encoder *e, const lyre_node *n,
                             uint32_t i) {
  return arg (e, n, i).i;
}

static lyre_bit bool_arg (const lyre_encoder *e, const lyre_node *n,
                          uint32_t i) {
  return arg (e, n, i).b;
}

static bool has_circuit (const lyre_encoder *e, lyre_term t) {
  uint32_t sort = lyre_node_of (e->p->ts, t)->sort;
  return sort == LYRE_ID_BOOL || sort == LYRE_ID_INT || sort == LYRE_ID_STRING;
}

static uint32_t sort_of_arg (const lyre_encoder *e, const lyre_node *n,
                             uint32_t i) {
  return lyre_node_of (e->p->ts, n->args[i])->sort;
}

static void give_up (lyre_encoder *e, const char *why) {
  if (!e->unsupported)
    e->unsupported = why;
}

/* All string and integer arguments are to be trusted. */
static lyre_bit arguments_ok (lyre_encoder *e, const lyre_node *n) {
  lyre_bit ok = T;
  for (uint32_t i = 0; i < n->n_args; i++) {
    uint32_t sort = sort_of_arg (e, n, i);
    if (sort == LYRE_ID_INT || sort == LYRE_ID_STRING)
      ok = lyre_bit_and (e->g, ok, arg (e, n, i).ok);
  }
  return ok;
}

/* --------------------------------------------------------------- variables */

static lyre_bit bound_bit (lyre_encoder *e, lyre_bound *b) {
  if (b->covers)
    b->within = T;
  else if (!b->within)
    b->within = lyre_bit_free (e->g);
  return b->within;
}

/* Some condition compares the variable with a string of at least this length,
 * or with a number of this size; it need not hold, but is likely to matter. */
static int64_t hint_for (lyre_encoder *e, lyre_term t) {
  const uint64_t *hint = lyre_map_find (&e->hints, t.id);
  return hint ? (int64_t) *hint : 0;
}

static void add_hint (lyre_encoder *e, lyre_term t, int64_t size) {
  if (lyre_op_of (e->p->ts, t) != LYRE_VAR)
    return;
  uint64_t *hint = lyre_map_at (e->p->mem, &e->hints, t.id);
  if ((uint64_t) size > *hint)
    *hint = (uint64_t) size;
}

/* A variable beside something with a length. */
static void hint_length (lyre_encoder *e, lyre_term t, lyre_term other) {
  int64_t length = lyre_range_of (e->ranges, other).lo;
  if (length <= MAX_HINT)
    add_hint (e, t, length);
}

/* The variables of a linear term beside a constant. */
static void hint_value (lyre_encoder *e, lyre_term t, lyre_term other) {
  const lyre_node *n = lyre_node_of (e->p->ts, t);
  lyre_int i;
  int64_t k;
  if (!lyre_integer_of (e->p->ts, other, &i) || !lyre_int_to_i64 (i, &k) ||
      k > MAX_VALUE_HINT || k < -MAX_VALUE_HINT)
    return;
  int64_t size = k < 0 ? -k : k;
  add_hint (e, t, size);
  for (uint32_t a = 0; n->op == LYRE_ADD && a < n->n_args; a++)
    add_hint (e, n->args[a], size);
}

static void collect_hints (lyre_encoder *e) {
  for (uint32_t i = 0; i < e->terms->n; i++) {
    const lyre_node *n = lyre_node_of (e->p->ts, e->terms->terms[i]);
    if (n->sort != LYRE_ID_BOOL || n->n_args != 2)
      continue;
    uint32_t sort = sort_of_arg (e, n, 0);
    if (sort == LYRE_ID_STRING && sort_of_arg (e, n, 1) == sort) {
      hint_length (e, n->args[0], n->args[1]);
      hint_length (e, n->args[1], n->args[0]);
    } else if (sort == LYRE_ID_INT) {
      hint_value (e, n->args[0], n->args[1]);
      hint_value (e, n->args[1], n->args[0]);
    }
  }
}

static lyre_bit_val string_variable (lyre_encoder *e, lyre_term t) {
  lyre_range proven = lyre_range_of (e->ranges, t);
  lyre_bound *b =
      lyre_bound_of (e->bounds, LYRE_BOUND_LENGTH, t, proven, hint_for (e, t));
  if (b->size > MAX_CELLS) {
    give_up (e, "strings too long to be bounded");
    return (lyre_bit_val){0};
  }
  lyre_bit_val v = {.length_ok = bound_bit (e, b)};
  v.ok = lyre_bit_and (e->g, v.length_ok, e->letters_ok);
  v.s = lyre_bits_free (&e->s, (uint32_t) proven.lo, (uint32_t) b->size);
  v.least = lyre_bits_length (&e->s, v.s);
  return v;
}

static lyre_bit_val int_variable (lyre_encoder *e, lyre_term t) {
  lyre_range proven = lyre_range_of (e->ranges, t);
  lyre_bound *b =
      lyre_bound_of (e->bounds, LYRE_BOUND_VALUE, t, proven, hint_for (e, t));
  lyre_range v = lyre_bound_values (b);
  return (lyre_bit_val){.ok = bound_bit (e, b),
                        .i = lyre_num_free (e->g, v.lo, v.hi)};
}

static lyre_bit_val constant (lyre_encoder *e, lyre_term t) {
  lyre_bit_val v = {.ok = T, .length_ok = T};
  const lyre_str *s = lyre_string_of (e->p->ts, t);
  lyre_int i;
  int64_t k;
  if (s) {
    v.s = lyre_bits_literal (&e->s, s);
    v.least = lyre_num_const (s->len);
  } else if (lyre_integer_of (e->p->ts, t, &i) && lyre_int_to_i64 (i, &k) &&
             k > INT64_MIN)
    v.i = lyre_num_const (k);
  else
    give_up (e, "numbers of more than 63 bits");
  return v;
}

/* ----------------------------------------------------------------- strings */

/* How many cells a result that may grow beyond its arguments gets. */
static lyre_bound *open_limit (lyre_encoder *e, lyre_term t, uint64_t hint) {
  lyre_bound *b = lyre_bound_of (e->bounds, LYRE_BOUND_RESULT, t,
                                 lyre_range_of (e->ranges, t), (int64_t) hint);
  e->s.limit = b->size < MAX_CELLS ? (uint32_t) b->size : MAX_CELLS;
  e->s.overflow = F;
  return b;
}

/* What was built does not count if it needed more: the bit under which it
 * counts, given that the arguments are ok. */
static lyre_bit close_limit (lyre_encoder *e, lyre_bound *b, lyre_bit ok) {
  lyre_bit fits = lyre_bit_not (e->s.overflow);
  e->s.limit = UINT32_MAX;
  if (fits == T)
    return T;
  lyre_bit within = bound_bit (e, b);
  lyre_circuit_require (
      e->g, lyre_bit_implies (e->g, lyre_bit_and (e->g, ok, within), fits));
  return within;
}

static lyre_bit_str concat (lyre_encoder *e, const lyre_node *n) {
  lyre_bit_str *parts = lyre_arena_array (e->g->arena, lyre_bit_str, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    parts[i] = string_arg (e, n, i);
  return lyre_bits_concat_all (&e->s, n->n_args, parts);
}

static lyre_bit_finds finds_of (lyre_encoder *e, const lyre_node *n,
                                uint32_t min) {
  lyre_term pattern = n->args[1];
  lyre_bit_str s = string_arg (e, n, 0);
  if (lyre_has_sort (e->p->ts, pattern, LYRE_STRING)) {
    if (!lyre_string_of (e->p->ts, pattern))
      e->pairs += s.cap + 1;
    return lyre_bits_find (&e->s, s, string_arg (e, n, 1));
  }
  if (lyre_node_of (e->p->ts, pattern)->flags & LYRE_NODE_CLOSED_RE)
    return lyre_bits_find_re (&e->members, s,
                              lyre_translate (e->translation, pattern), min);
  give_up (e, "regular expressions with variables");
  return (lyre_bit_finds){0};
}

/* A value whose length is known when all of it is, and proven to be at least
 * something. */
static lyre_bit_val short_of (lyre_encoder *e, lyre_term t, lyre_bit_val v) {
  v.length_ok = v.ok;
  v.least = v.ok == T ? lyre_bits_length (&e->s, v.s)
                      : lyre_num_const (lyre_range_of (e->ranges, t).lo);
  return v;
}

static lyre_bit_val concatenated (lyre_encoder *e, lyre_term t,
                                  const lyre_node *n) {
  lyre_bit_val v = {.ok = T, .length_ok = T, .least = lyre_num_const (0)};
  for (uint32_t i = 0; i < n->n_args; i++) {
    lyre_bit_val a = arg (e, n, i);
    v.ok = lyre_bit_and (e->g, v.ok, a.ok);
    v.length_ok = lyre_bit_and (e->g, v.length_ok, a.length_ok);
    v.least = lyre_num_add (e->g, v.least, a.least);
  }
  lyre_bound *b = open_limit (e, t, MAX_HINT + (uint64_t) v.least.base);
  v.s = concat (e, n);
  lyre_bit fits = close_limit (e, b, v.length_ok);
  v.ok = lyre_bit_and (e->g, v.ok, fits);
  v.length_ok = lyre_bit_and (e->g, v.length_ok, fits);
  return v;
}

/* (str.replace_all s "c" "word"): s with every c replaced, a morphism. Chains
 * of these are one morphism, too. */
static bool is_morphism (const lyre_encoder *e, lyre_term t) {
  const lyre_node *n = lyre_node_of (e->p->ts, t);
  if (n->op != LYRE_STR_REPLACE_ALL)
    return false;
  const lyre_str *c = lyre_string_of (e->p->ts, n->args[1]);
  const lyre_str *word = lyre_string_of (e->p->ts, n->args[2]);
  return c && word && c->len == 1 && word->len <= MAX_IMAGE;
}

/* What the innermost of a chain of such replacements applies to. */
static lyre_term below_chain (const lyre_encoder *e, lyre_term t) {
  while (is_morphism (e, t))
    t = lyre_arg_of (e->p->ts, t, 0);
  return t;
}

static const lyre_str *replace_in_word (lyre_arena *arena, const lyre_str *w,
                                        uint32_t c, const lyre_str *by) {
  const lyre_str **parts = lyre_arena_array (arena, const lyre_str *, w->len);
  for (uint32_t i = 0; i < w->len; i++)
    parts[i] = lyre_str_at (w, i) == c ? by : lyre_str_slice (arena, w, i, 1);
  return lyre_str_concat (arena, w->len, parts);
}

static bool has_char (const lyre_str *w, uint32_t c) {
  for (uint32_t i = 0; i < w->len; i++)
    if (lyre_str_at (w, i) == c)
      return true;
  return false;
}

/* The images of all letters under the chain that ends in T, the innermost
 * replacement first. False if some word gets too long. */
static bool chain_images (lyre_encoder *e, lyre_term t,
                          const lyre_str **images) {
  lyre_arena *arena = e->g->arena;
  lyre_term_vec chain = {0};
  for (; is_morphism (e, t); t = lyre_arg_of (e->p->ts, t, 0))
    lyre_vec_push (e->p->mem, &chain, t);
  memset (images, 0, e->letters.n * sizeof *images);
  bool fits = true;
  while (chain.len && fits) {
    const lyre_node *n = lyre_node_of (e->p->ts, lyre_vec_pop (&chain));
    uint32_t c = lyre_str_at (lyre_string_of (e->p->ts, n->args[1]), 0);
    const lyre_str *by = lyre_string_of (e->p->ts, n->args[2]);
    for (uint32_t i = 0; i < e->letters.n && fits; i++) {
      const lyre_str **image = &images[i];
      if (!*image && e->letters.chars[i] == c)
        *image = by;
      else if (*image && has_char (*image, c))
        *image = replace_in_word (arena, *image, c, by);
      fits = !*image || (*image)->len <= MAX_IMAGE;
    }
  }
  lyre_vec_release (e->p->mem, &chain);
  return fits;
}

static lyre_bit_val mapped (lyre_encoder *e, lyre_term t,
                            const lyre_str *const *images) {
  lyre_bit_val a = lyre_encoded (e, below_chain (e, t));
  lyre_bit_val v = {.ok = a.ok};
  lyre_bound *b = open_limit (e, t, a.s.cap + MAX_HINT);
  v.s = lyre_bits_morphism (&e->s, a.s, images);
  v.ok = lyre_bit_and (e->g, v.ok, close_limit (e, b, v.ok));
  return short_of (e, t, v);
}

static lyre_bit_val replaced (lyre_encoder *e, lyre_term t,
                              const lyre_node *n) {
  bool all = n->op == LYRE_STR_REPLACE_ALL || n->op == LYRE_STR_REPLACE_RE_ALL;
  lyre_bit_val v = {.ok = arguments_ok (e, n)};
  lyre_bit_finds f = finds_of (e, n, n->op == LYRE_STR_REPLACE_RE_ALL);
  if (e->unsupported)
    return v;
  lyre_bit_str s = string_arg (e, n, 0), u = string_arg (e, n, 2);
  lyre_bound *b = open_limit (e, t, (uint64_t) s.cap + u.cap);
  v.s = all ? lyre_bits_replace_all (&e->s, s, &f, u)
            : lyre_bits_replace (&e->s, s, &f, u);
  v.ok = lyre_bit_and (e->g, v.ok, close_limit (e, b, v.ok));
  return short_of (e, t, v);
}

static lyre_bit_val replaced_all (lyre_encoder *e, lyre_term t,
                                  const lyre_node *n) {
  const lyre_str **images =
      lyre_arena_array (e->g->arena, const lyre_str *, e->letters.n);
  if (!is_morphism (e, t))
    return replaced (e, t, n);
  if (chain_images (e, t, images))
    return mapped (e, t, images);
  give_up (e, "replacements that grow too fast");
  return (lyre_bit_val){0};
}

/* A code may be that of a character outside our alphabet. */
static lyre_bit_val character (lyre_encoder *e, const lyre_node *n) {
  e->s.overflow = F;
  lyre_bit_val v = {.s = lyre_bits_from_code (&e->s, int_arg (e, n, 0))};
  v.ok = lyre_bit_and (e->g, arguments_ok (e, n), e->letters_ok);
  lyre_circuit_require (
      e->g, lyre_bit_implies (e->g, v.ok, lyre_bit_not (e->s.overflow)));
  return v;
}

static uint32_t lower (uint32_t c) {
  return 'A' <= c && c <= 'Z' ? c + ('a' - 'A') : c;
}

static uint32_t upper (uint32_t c) {
  return 'a' <= c && c <= 'z' ? c - ('a' - 'A') : c;
}

/* Results no longer than the first argument. */
static lyre_bit_str short_result (lyre_encoder *e, const lyre_node *n) {
  lyre_bit_strings *s = &e->s;
  switch (n->op) {
  case LYRE_STR_AT:
    return lyre_bits_substr (s, string_arg (e, n, 0), int_arg (e, n, 1),
                             lyre_num_const (1));
  case LYRE_STR_SUBSTR:
    return lyre_bits_substr (s, string_arg (e, n, 0), int_arg (e, n, 1),
                             int_arg (e, n, 2));
  case LYRE_STR_UPDATE:
    return lyre_bits_update (s, string_arg (e, n, 0), int_arg (e, n, 1),
                             string_arg (e, n, 2));
  case LYRE_STR_REV:
    return lyre_bits_reverse (s, string_arg (e, n, 0));
  case LYRE_STR_TRIM:
    return lyre_bits_trim (s, string_arg (e, n, 0));
  case LYRE_STR_TO_LOWER:
    return lyre_bits_map (s, string_arg (e, n, 0), lower);
  case LYRE_STR_TO_UPPER:
    return lyre_bits_map (s, string_arg (e, n, 0), upper);
  case LYRE_STR_FROM_INT:
    return lyre_bits_from_int (s, int_arg (e, n, 0));
  default:
    give_up (e, "an operator on strings");
    return (lyre_bit_str){0};
  }
}

static lyre_bit_val string_term (lyre_encoder *e, lyre_term t,
                                 const lyre_node *n) {
  lyre_bit_val v = {.ok = F};
  switch (n->op) {
  case LYRE_VAR:
    return string_variable (e, t);
  case LYRE_VALUE:
    return constant (e, t);
  case LYRE_ITE:
    v.ok = lyre_bit_mux (e->g, bool_arg (e, n, 0), arg (e, n, 1).ok,
                         arg (e, n, 2).ok);
    v.length_ok =
        lyre_bit_mux (e->g, bool_arg (e, n, 0), arg (e, n, 1).length_ok,
                      arg (e, n, 2).length_ok);
    v.least = lyre_num_ite (e->g, bool_arg (e, n, 0), arg (e, n, 1).least,
                            arg (e, n, 2).least);
    v.s = lyre_bits_ite (&e->s, bool_arg (e, n, 0), string_arg (e, n, 1),
                         string_arg (e, n, 2));
    return v;
  case LYRE_STR_CONCAT:
    return concatenated (e, t, n);
  case LYRE_STR_REPLACE_ALL:
    return replaced_all (e, t, n);
  case LYRE_STR_REPLACE:
  case LYRE_STR_REPLACE_RE:
  case LYRE_STR_REPLACE_RE_ALL:
    return replaced (e, t, n);
  case LYRE_STR_FROM_CODE:
    return short_of (e, t, character (e, n));
  default:
    v.s = short_result (e, n);
    v.ok = arguments_ok (e, n);
    return short_of (e, t, v);
  }
}

/* ---------------------------------------------------------------- integers */

static lyre_bit_num fold (lyre_encoder *e, const lyre_node *n,
                          lyre_bit_num (*step) (lyre_circuit *, lyre_bit_num,
                                                lyre_bit_num)) {
  lyre_bit_num all = int_arg (e, n, 0);
  for (uint32_t i = 1; i < n->n_args && !e->g->full; i++)
    all = step (e->g, all, int_arg (e, n, i));
  return all;
}

static lyre_bit_num division (lyre_encoder *e, const lyre_node *n) {
  lyre_bit_num q, r;
  lyre_num_divide (e->g, int_arg (e, n, 0), int_arg (e, n, 1), &q, &r);
  return n->op == LYRE_INT_DIV ? q : r;
}

static lyre_bit_num search (lyre_encoder *e, const lyre_node *n) {
  lyre_bit_finds f = finds_of (e, n, 0);
  if (n->op == LYRE_STR_COUNT)
    return lyre_bits_count (&e->s, &f);
  if (n->op == LYRE_STR_LAST_INDEXOF)
    return lyre_bits_last_indexof (&e->s, &f, int_arg (e, n, 2));
  return lyre_bits_indexof (&e->s, &f, int_arg (e, n, 2));
}

static lyre_bit_num number (lyre_encoder *e, const lyre_node *n) {
  lyre_circuit *g = e->g;
  switch (n->op) {
  case LYRE_ADD:
    return fold (e, n, lyre_num_add);
  case LYRE_MUL:
    return fold (e, n, lyre_num_mul);
  case LYRE_SUB:
    return lyre_num_add (g, int_arg (e, n, 0),
                         lyre_num_neg (g, int_arg (e, n, 1)));
  case LYRE_NEG:
    return lyre_num_neg (g, int_arg (e, n, 0));
  case LYRE_ABS:
    return lyre_num_abs (g, int_arg (e, n, 0));
  case LYRE_INT_DIV:
  case LYRE_INT_MOD:
    return division (e, n);
  case LYRE_STR_INDEXOF:
  case LYRE_STR_INDEXOF_RE:
  case LYRE_STR_LAST_INDEXOF:
  case LYRE_STR_COUNT:
    return search (e, n);
  case LYRE_STR_TO_CODE:
    return lyre_bits_to_code (&e->s, string_arg (e, n, 0));
  case LYRE_STR_TO_INT:
    return lyre_bits_to_int (&e->s, string_arg (e, n, 0));
  default:
    give_up (e, "real numbers");
    return lyre_num_const (0);
  }
}

static lyre_bit_val int_term (lyre_encoder *e, lyre_term t,
                              const lyre_node *n) {
  lyre_bit_val v = {.ok = F};
  switch (n->op) {
  case LYRE_VAR:
    return int_variable (e, t);
  case LYRE_VALUE:
    return constant (e, t);
  case LYRE_ITE:
    v.ok = lyre_bit_mux (e->g, bool_arg (e, n, 0), arg (e, n, 1).ok,
                         arg (e, n, 2).ok);
    v.i = lyre_num_ite (e->g, bool_arg (e, n, 0), int_arg (e, n, 1),
                        int_arg (e, n, 2));
    return v;
  case LYRE_STR_LEN:
    v.i = lyre_bits_length (&e->s, string_arg (e, n, 0));
    v.ok = arg (e, n, 0).length_ok;
    return v;
  default:
    v.i = number (e, n);
    v.ok = arguments_ok (e, n);
    return v;
  }
}

/* -------------------------------------------------------------- conditions */

static lyre_bit same (lyre_encoder *e, const lyre_node *n, uint32_t i,
                      uint32_t k) {
  switch (sort_of_arg (e, n, i)) {
  case LYRE_ID_BOOL:
    return lyre_bit_same (e->g, bool_arg (e, n, i), bool_arg (e, n, k));
  case LYRE_ID_INT:
    return lyre_num_eq (e->g, int_arg (e, n, i), int_arg (e, n, k));
  case LYRE_ID_STRING:
    e->pairs++;
    return lyre_bits_eq (&e->s, string_arg (e, n, i), string_arg (e, n, k));
  default:
    give_up (e, "equality of other sorts");
    return F;
  }
}

static lyre_bit distinct (lyre_encoder *e, const lyre_node *n) {
  lyre_bit all = T;
  for (uint32_t i = 0; i < n->n_args && !e->unsupported; i++)
    for (uint32_t k = 0; k < i && !e->g->full; k++)
      all = lyre_bit_and (e->g, all, lyre_bit_not (same (e, n, i, k)));
  return all;
}

static lyre_bit member (lyre_encoder *e, const lyre_node *n) {
  if (!(lyre_node_of (e->p->ts, n->args[1])->flags & LYRE_NODE_CLOSED_RE)) {
    give_up (e, "regular expressions with variables");
    return F;
  }
  return lyre_bits_member (&e->members, string_arg (e, n, 0),
                           lyre_translate (e->translation, n->args[1]));
}

static lyre_bit contains (lyre_encoder *e, const lyre_node *n) {
  lyre_bit_str s = string_arg (e, n, 0), t = string_arg (e, n, 1);
  if (!lyre_string_of (e->p->ts, n->args[1]))
    e->pairs += s.cap + 1;
  return lyre_bits_contains (&e->s, s, t);
}

static lyre_bit divisible (lyre_encoder *e, const lyre_node *n) {
  lyre_bit_num q, r;
  lyre_num_divide (e->g, int_arg (e, n, 0), lyre_num_const (n->index[0]), &q,
                   &r);
  return lyre_num_eq_const (e->g, r, 0);
}

static lyre_bit compare (lyre_encoder *e, const lyre_node *n, uint32_t a,
                         uint32_t b, bool strict) {
  if (sort_of_arg (e, n, 0) != LYRE_ID_INT) {
    give_up (e, "real numbers");
    return F;
  }
  if (strict)
    return lyre_bit_not (
        lyre_num_le (e->g, int_arg (e, n, b), int_arg (e, n, a)));
  return lyre_num_le (e->g, int_arg (e, n, a), int_arg (e, n, b));
}

/* A condition on strings and numbers, as the circuits have it. */
static lyre_bit condition (lyre_encoder *e, const lyre_node *n) {
  switch (n->op) {
  case LYRE_EQ:
    return same (e, n, 0, 1);
  case LYRE_DISTINCT:
    return distinct (e, n);
  case LYRE_LE:
    return compare (e, n, 0, 1, false);
  case LYRE_LT:
    return compare (e, n, 0, 1, true);
  case LYRE_GE:
    return compare (e, n, 1, 0, false);
  case LYRE_GT:
    return compare (e, n, 1, 0, true);
  case LYRE_DIVISIBLE:
    return divisible (e, n);
  case LYRE_STR_LT:
  case LYRE_STR_LE:
    e->pairs++;
    return lyre_bits_less (&e->s, string_arg (e, n, 0), string_arg (e, n, 1),
                           n->op == LYRE_STR_LE);
  case LYRE_STR_PREFIXOF:
    e->pairs++;
    return lyre_bits_occurs (&e->s, string_arg (e, n, 1), string_arg (e, n, 0),
                             0);
  case LYRE_STR_SUFFIXOF:
    e->pairs++;
    return lyre_bits_suffixof (&e->s, string_arg (e, n, 0),
                               string_arg (e, n, 1));
  case LYRE_STR_CONTAINS:
    return contains (e, n);
  case LYRE_STR_IS_DIGIT:
    return lyre_bits_is_digit (&e->s, string_arg (e, n, 0));
  case LYRE_STR_IN_RE:
    return member (e, n);
  default:
    give_up (e, "real numbers");
    return F;
  }
}

static lyre_bit connective (lyre_encoder *e, const lyre_node *n) {
  lyre_circuit *g = e->g;
  lyre_bit all = n->n_args ? bool_arg (e, n, 0) : F;
  switch (n->op) {
  case LYRE_NOT:
    return lyre_bit_not (all);
  case LYRE_AND:
    for (uint32_t i = 1; i < n->n_args; i++)
      all = lyre_bit_and (g, all, bool_arg (e, n, i));
    return all;
  case LYRE_OR:
    for (uint32_t i = 1; i < n->n_args; i++)
      all = lyre_bit_or (g, all, bool_arg (e, n, i));
    return all;
  case LYRE_XOR:
    return lyre_bit_xor (g, all, bool_arg (e, n, 1));
  case LYRE_IMPLIES:
    return lyre_bit_implies (g, all, bool_arg (e, n, 1));
  case LYRE_ITE:
    return lyre_bit_mux (g, all, bool_arg (e, n, 1), bool_arg (e, n, 2));
  default:
    return condition (e, n); /* = and distinct on Bool */
  }
}

/* If the condition holds, ok or not, argument SMALL is no longer than
 * LARGE. */
static void require_fit (lyre_encoder *e, const lyre_node *n, lyre_bit holds,
                         uint32_t small, uint32_t large) {
  lyre_bit_val a = arg (e, n, small), b = arg (e, n, large);
  lyre_bit fits = lyre_num_le (e->g, a.least, lyre_bits_length (&e->s, b.s));
  lyre_bit clause[] = {lyre_bit_not (holds), lyre_bit_not (b.length_ok), fits};
  lyre_circuit_require_any (e->g, 3, clause);
}

static void bound_lengths (lyre_encoder *e, const lyre_node *n,
                           lyre_bit holds) {
  if (n->op == LYRE_EQ && sort_of_arg (e, n, 0) == LYRE_ID_STRING) {
    require_fit (e, n, holds, 0, 1);
    require_fit (e, n, holds, 1, 0);
  } else if (n->op == LYRE_STR_CONTAINS)
    require_fit (e, n, holds, 1, 0);
  else if (n->op == LYRE_STR_PREFIXOF || n->op == LYRE_STR_SUFFIXOF)
    require_fit (e, n, holds, 0, 1);
}

static lyre_bit_val bool_term (lyre_encoder *e, lyre_term t,
                               const lyre_node *n) {
  lyre_bit_val v = {.ok = T};
  if (n->op == LYRE_TRUE || n->op == LYRE_FALSE)
    v.b = lyre_bit_of (n->op == LYRE_TRUE);
  else if (n->op == LYRE_VAR)
    v.b = lyre_bit_free (e->g);
  else if (lyre_is_connective (e->p->ts, t))
    v.b = connective (e, n);
  else {
    lyre_bit ok = arguments_ok (e, n);
    v.b = condition (e, n);
    if (ok != T) {
      v.b = lyre_bit_mux (e->g, ok, v.b, lyre_bit_free (e->g));
      bound_lengths (e, n, v.b);
    }
  }
  return v;
}

/* ------------------------------------------------------------------- rounds */

static lyre_bit_val encode_term (lyre_encoder *e, lyre_term t) {
  const lyre_node *n = lyre_node_of (e->p->ts, t);
  switch (n->sort) {
  case LYRE_ID_BOOL:
    return bool_term (e, t, n);
  case LYRE_ID_INT:
    return int_term (e, t, n);
  default:
    return string_term (e, t, n);
  }
}

static void prepare (lyre_encoder *e) {
  lyre_arena *arena = e->g->arena;
  for (uint32_t i = 0; i < e->bounds->all.len; i++)
    e->bounds->all.data[i].within = 0;
  lyre_bound *b = lyre_bound_of (e->bounds, LYRE_BOUND_LETTERS, LYRE_NO_TERM,
                                 (lyre_range){0}, 0);
  e->letters = lyre_alphabet_make (e->p, arena, e->terms, (uint32_t) b->size);
  b->covers = e->letters.whole;
  e->letters_ok = bound_bit (e, b);
  e->s = (lyre_bit_strings){.g = e->g,
                            .letters = &e->letters,
                            .width = e->letters.width + 1,
                            .limit = UINT32_MAX,
                            .overflow = F};
  e->members = (lyre_bit_members){.s = &e->s, .pool = e->translation->pool};
  e->values = lyre_arena_array (arena, lyre_bit_val, e->terms->n);
  collect_hints (e);
}

/* Enough letters of each class to tell apart whatever the conditions do: a map
 * of characters onto them that keeps these pairs apart keeps every condition.
 * In order, one letter more than pairs; otherwise a colouring of the graph
 * whose edges are the pairs. */
static bool enough_letters (const lyre_encoder *e, int64_t letters) {
  if (e->letters.has_codes)
    return false;
  if (e->letters.ordered)
    return (uint64_t) letters > e->pairs;
  uint64_t n = (uint64_t) letters;
  return (n + 1) * n / 2 > e->pairs;
}

static uint64_t *position (lyre_encoder *e, lyre_term t) {
  return lyre_map_at (e->p->mem, &e->value_of, t.id);
}

static void need (lyre_encoder *e, uint8_t *needed, lyre_term t) {
  needed[*position (e, t) - 1] = 1;
}

/* The terms that need a circuit: not those inside a chain that is one
 * morphism. */
static uint8_t *needed_terms (lyre_encoder *e) {
  const lyre_term_list *all = e->terms;
  uint8_t *needed = lyre_arena_alloc (e->g->arena, all->n + 1);
  memset (needed, 0, all->n);
  for (uint32_t i = 0; i < all->n; i++)
    *position (e, all->terms[i]) = i + 1;
  for (uint32_t i = 0; i < e->p->n; i++)
    need (e, needed, e->p->assertions[i]);
  for (uint32_t i = all->n; i-- > 0;) {
    lyre_term t = all->terms[i];
    const lyre_node *n = lyre_node_of (e->p->ts, t);
    if (!needed[i])
      continue;
    if (is_morphism (e, t))
      need (e, needed, below_chain (e, t));
    else
      for (uint32_t k = 0; k < n->n_args; k++)
        need (e, needed, n->args[k]);
  }
  return needed;
}

void lyre_encode (lyre_encoder *e) {
  prepare (e);
  const uint8_t *needed = needed_terms (e);
  for (uint32_t i = 0; i < e->terms->n; i++) {
    lyre_term t = e->terms->terms[i];
    if (!needed[i] || !has_circuit (e, t))
      continue;
    e->values[i] = encode_term (e, t);
    if (e->members.gave_up)
      give_up (e, "a regular expression with too many states");
    if (e->unsupported || e->g->full)
      return;
  }
  for (uint32_t i = 0; i < e->p->n; i++)
    lyre_circuit_require (e->g, lyre_encoded (e, e->p->assertions[i]).b);
  lyre_bound *b = &e->bounds->all.data[0];
  if (!b->covers && enough_letters (e, b->size)) {
    b->covers = true;
    lyre_circuit_require (e->g, b->within);
  }
}

void lyre_encoder_release (lyre_encoder *e) {
  lyre_map_release (e->p->mem, &e->value_of);
  lyre_map_release (e->p->mem, &e->hints);
}
