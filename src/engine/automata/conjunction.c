#include "engine/automata/conjunction.h"

#include <string.h>

enum { STORE_STATES = 20000, STORE_BYTES = 256 << 20, LONGEST_CUT = 4096 };

/* ----------------------------------------------------------------- transducers
 */

void lyre_workshop_init (lyre_workshop *w, const lyre_problem *p,
                         lyre_translation *tr) {
  memset (w, 0, sizeof *w);
  w->p = p;
  w->tr = tr;
  lyre_arena_init (&w->arena, p->mem);
  w->store = lyre_store_new (p->env, p->mem, STORE_STATES, STORE_BYTES);
}

void lyre_workshop_release (lyre_workshop *w) {
  lyre_store_delete (w->store);
  lyre_map_release (w->p->mem, &w->transducers);
  lyre_vec_release (w->p->mem, &w->made);
  lyre_arena_release (&w->arena);
}

static bool small_number (lyre_terms *ts, lyre_term t, uint32_t *out) {
  lyre_int i;
  int64_t v;
  if (!lyre_integer_of (ts, t, &i) || !lyre_int_to_i64 (i, &v) || v < 0 ||
      v > LONGEST_CUT)
    return false;
  *out = (uint32_t) v;
  return true;
}

static const lyre_transducer *make_substr (lyre_terms *ts, lyre_fa *fa,
                                           const lyre_node *n) {
  uint32_t from, len = 1;
  if (!small_number (ts, n->args[1], &from) ||
      (n->op == LYRE_STR_SUBSTR && !small_number (ts, n->args[2], &len)))
    return NULL;
  return lyre_transducer_substr (fa, from, len);
}

static const lyre_transducer *make_replace (lyre_terms *ts, lyre_fa *fa,
                                            const lyre_node *n) {
  const lyre_str *pattern = lyre_string_of (ts, n->args[1]);
  const lyre_str *by = lyre_string_of (ts, n->args[2]);
  return pattern && by ? lyre_transducer_replace (fa, pattern, by,
                                                  n->op == LYRE_STR_REPLACE)
                       : NULL;
}

static const lyre_transducer *make_replace_re (lyre_workshop *w, lyre_fa *fa,
                                               const lyre_node *n) {
  const lyre_str *by = lyre_string_of (w->p->ts, n->args[2]);
  if (!by ||
      !(lyre_node_of (w->p->ts, n->args[1])->flags & LYRE_NODE_CLOSED_RE))
    return NULL;
  const lyre_nfa *pattern =
      lyre_nfa_from_re (fa, w->tr->pool, lyre_translate (w->tr, n->args[1]));
  return pattern ? lyre_transducer_replace_re (fa, pattern, by,
                                               n->op == LYRE_STR_REPLACE_RE)
                 : NULL;
}

static const lyre_transducer *make_transducer (lyre_workshop *w,
                                               const lyre_node *n) {
  static const lyre_shift lower = {'A', 'Z', 32}, upper = {'a', 'z', -32};
  lyre_terms *ts = w->p->ts;
  lyre_fa fa = {w->p->env, &w->arena, w->p->mem, STORE_STATES, false};
  switch (n->op) {
  case LYRE_STR_AT:
  case LYRE_STR_SUBSTR:
    return make_substr (ts, &fa, n);
  case LYRE_STR_REPLACE:
  case LYRE_STR_REPLACE_ALL:
    return make_replace (ts, &fa, n);
  case LYRE_STR_REPLACE_RE:
  case LYRE_STR_REPLACE_RE_ALL:
    return make_replace_re (w, &fa, n);
  case LYRE_STR_TO_LOWER:
    return lyre_transducer_map (&fa, 1, &lower);
  case LYRE_STR_TO_UPPER:
    return lyre_transducer_map (&fa, 1, &upper);
  case LYRE_STR_TRIM:
    return lyre_transducer_trim (&fa, 0x20);
  default:
    return NULL;
  }
}

/* One transducer per operator and arguments behind the first. Ids are below
 * 2^28: a table of terms as large as that does not fit into memory. */
const lyre_transducer *lyre_workshop_transducer (lyre_workshop *w,
                                                 lyre_term t) {
  const lyre_node *n = lyre_node_of (w->p->ts, t);
  if (n->op < LYRE_STR_AT || n->op > LYRE_STR_COUNT ||
      n->sort != LYRE_ID_STRING)
    return NULL;
  uint64_t key = (uint64_t) n->op << 56;
  for (uint32_t i = 1; i < n->n_args; i++)
    key ^= (uint64_t) n->args[i].id << (28 * (i - 1));
  uint64_t *known = lyre_map_find (&w->transducers, key);
  if (known)
    return w->made.data[*known - 1];
  const lyre_transducer *made = make_transducer (w, n);
  if (w->p->env->stop)
    return NULL;
  lyre_vec_push (w->p->mem, &w->made, made);
  *lyre_map_at (w->p->mem, &w->transducers, key) = w->made.len;
  return made;
}

/* ------------------------------------------------------------------- strings
 */

void lyre_conjunction_init (lyre_conjunction *c, lyre_workshop *shop,
                            uint32_t n_tags) {
  memset (c, 0, sizeof *c);
  c->shop = shop;
  if (lyre_store_is_full (shop->store))
    lyre_store_clear (shop->store);
  c->system = lyre_system_new (shop->store, shop->p->env, shop->p->mem, n_tags);
}

void lyre_conjunction_release (lyre_conjunction *c) {
  lyre_mem *mem = c->shop->p->mem;
  lyre_system_delete (c->system);
  lyre_map_release (mem, &c->vars);
  lyre_vec_release (mem, &c->terms);
  lyre_vec_release (mem, &c->opened);
}

static lyre_terms *terms_of (const lyre_conjunction *c) {
  return c->shop->p->ts;
}

static uint32_t new_var (lyre_conjunction *c, lyre_term t) {
  lyre_vec_push (c->shop->p->mem, &c->terms, t);
  return lyre_system_var (c->system);
}

uint32_t lyre_conjunction_var (lyre_conjunction *c, lyre_term t) {
  uint64_t *known = lyre_map_find (&c->vars, t.id);
  if (known)
    return (uint32_t) *known - 1;
  uint32_t x = new_var (c, t);
  *lyre_map_at (c->shop->p->mem, &c->vars, t.id) = (uint64_t) x + 1;
  const lyre_str *s = lyre_string_of (terms_of (c), t);
  if (s)
    lyre_system_member (c->system, x, lyre_store_word (c->shop->store, s),
                        LYRE_ALWAYS);
  else if (lyre_op_of (terms_of (c), t) != LYRE_VAR)
    lyre_vec_push (c->shop->p->mem, &c->opened, t);
  return x;
}

/* The parts of a concatenation, nested or not, in scratch. */
static lyre_u32s parts_of (lyre_conjunction *c, lyre_term t) {
  lyre_mem *mem = c->shop->p->mem;
  lyre_u32s parts = {0};
  lyre_term_vec stack = {0};
  lyre_vec_push (mem, &stack, t);
  while (stack.len) {
    lyre_term u = lyre_vec_pop (&stack);
    const lyre_node *n = lyre_node_of (terms_of (c), u);
    const lyre_str *s = lyre_string_of (terms_of (c), u);
    if (n->op == LYRE_STR_CONCAT)
      for (uint32_t i = n->n_args; i-- > 0;)
        lyre_vec_push (mem, &stack, n->args[i]);
    else if (!s || s->len)
      lyre_vec_push (mem, &parts, lyre_conjunction_var (c, u));
  }
  lyre_vec_release (mem, &stack);
  return parts;
}

/* One variable for the whole string. */
static uint32_t whole (lyre_conjunction *c, lyre_term t) {
  if (lyre_op_of (terms_of (c), t) != LYRE_STR_CONCAT)
    return lyre_conjunction_var (c, t);
  uint64_t *known = lyre_map_find (&c->vars, t.id);
  if (known)
    return (uint32_t) *known - 1;
  lyre_u32s parts = parts_of (c, t);
  uint32_t x = new_var (c, t);
  *lyre_map_at (c->shop->p->mem, &c->vars, t.id) = (uint64_t) x + 1;
  lyre_system_equal (c->system, 1, &x, parts.len, parts.data, LYRE_ALWAYS);
  lyre_vec_release (c->shop->p->mem, &parts);
  return x;
}

/* --------------------------------------------------------------- conditions */

static void add_language (lyre_conjunction *c, uint32_t x, lyre_re l, bool in,
                          uint32_t tag) {
  lyre_re_pool *pool = c->shop->tr->pool;
  if (!in)
    l = lyre_re_comp (pool, l);
  lyre_system_member (c->system, x, lyre_store_regex (c->shop->store, pool, l),
                      tag);
}

static void add_equation (lyre_conjunction *c, lyre_term a, lyre_term b,
                          uint32_t tag) {
  lyre_u32s l = parts_of (c, a), r = parts_of (c, b);
  lyre_system_equal (c->system, l.len, l.data, r.len, r.data, tag);
  lyre_vec_release (c->shop->p->mem, &l);
  lyre_vec_release (c->shop->p->mem, &r);
}

/* whole = front part back, where one end may be missing. */
static void add_factor (lyre_conjunction *c, lyre_term of, lyre_term part,
                        bool front, bool back, uint32_t tag) {
  lyre_mem *mem = c->shop->p->mem;
  lyre_u32s w = parts_of (c, of), middle = parts_of (c, part), all = {0};
  if (front)
    lyre_vec_push (mem, &all, new_var (c, LYRE_NO_TERM));
  for (uint32_t i = 0; i < middle.len; i++)
    lyre_vec_push (mem, &all, middle.data[i]);
  if (back)
    lyre_vec_push (mem, &all, new_var (c, LYRE_NO_TERM));
  lyre_system_equal (c->system, w.len, w.data, all.len, all.data, tag);
  lyre_vec_release (mem, &w);
  lyre_vec_release (mem, &middle);
  lyre_vec_release (mem, &all);
}

/* A string that differs from a literal. */
static void add_difference (lyre_conjunction *c, lyre_term a, lyre_term b,
                            uint32_t tag) {
  const lyre_str *s = lyre_string_of (terms_of (c), b);
  if (!s) {
    lyre_term t = a;
    a = b;
    b = t;
    s = lyre_string_of (terms_of (c), b);
  }
  if (s)
    add_language (c, whole (c, a), lyre_re_word (c->shop->tr->pool, s), false,
                  tag);
}

/* Does the whole contain the literal? */
static void add_needle (lyre_conjunction *c, lyre_term of,
                        const lyre_str *needle, bool value, uint32_t tag) {
  lyre_re_pool *pool = c->shop->tr->pool;
  lyre_re all = lyre_re_all (pool);
  lyre_re l = lyre_re_concat (
      pool, all, lyre_re_concat (pool, lyre_re_word (pool, needle), all));
  add_language (c, whole (c, of), l, value, tag);
}

static void add_structure (lyre_conjunction *c, const lyre_node *n, bool value,
                           uint32_t tag) {
  lyre_terms *ts = terms_of (c);
  const lyre_str *s;
  switch (n->op) {
  case LYRE_EQ:
    if (!lyre_has_sort (ts, n->args[0], LYRE_STRING))
      return;
    if (value)
      add_equation (c, n->args[0], n->args[1], tag);
    else
      add_difference (c, n->args[0], n->args[1], tag);
    return;
  case LYRE_STR_IN_RE:
    if (lyre_node_of (ts, n->args[1])->flags & LYRE_NODE_CLOSED_RE)
      add_language (c, whole (c, n->args[0]),
                    lyre_translate (c->shop->tr, n->args[1]), value, tag);
    return;
  case LYRE_STR_CONTAINS:
    s = lyre_string_of (ts, n->args[1]);
    if (s)
      add_needle (c, n->args[0], s, value, tag);
    else if (value)
      add_factor (c, n->args[0], n->args[1], true, true, tag);
    return;
  case LYRE_STR_PREFIXOF:
    if (value)
      add_factor (c, n->args[1], n->args[0], false, true, tag);
    return;
  case LYRE_STR_SUFFIXOF:
    if (value)
      add_factor (c, n->args[1], n->args[0], true, false, tag);
    return;
  default:
    return;
  }
}

/* The only variable of a term, if that is a string. */
static bool single_variable (lyre_conjunction *c, lyre_term t, lyre_term *x) {
  lyre_arena *scratch = &c->shop->p->env->scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  lyre_term_list vars = lyre_free_vars (terms_of (c), scratch, 1, &t);
  bool single =
      vars.n == 1 && lyre_has_sort (terms_of (c), vars.terms[0], LYRE_STRING);
  if (single)
    *x = vars.terms[0];
  lyre_arena_cut (scratch, mark);
  return single;
}

void lyre_conjunction_add (lyre_conjunction *c, lyre_term atom, bool value,
                           uint32_t tag) {
  lyre_term x;
  lyre_re l;
  const lyre_node *n = lyre_node_of (terms_of (c), atom);
  bool equation = n->op == LYRE_EQ && value &&
                  lyre_has_sort (terms_of (c), n->args[0], LYRE_STRING);
  if (!equation && single_variable (c, atom, &x) &&
      lyre_regular_of (c->shop->tr, atom, x, &l))
    add_language (c, lyre_conjunction_var (c, x), l, value, tag);
  else
    add_structure (c, n, value, tag);
}

/* --------------------------------------------------------------- definitions
 */

/* What is known of values of functions that are no transducers. */
static void bound_value (lyre_conjunction *c, uint32_t k, const lyre_node *n) {
  lyre_re_pool *pool = c->shop->tr->pool;
  lyre_arena *arena = &c->shop->arena;
  lyre_re digit = lyre_re_chars (pool, lyre_charset_range (arena, '0', '9'));
  lyre_re some = lyre_re_chars (pool, lyre_charset_range (arena, '1', '9'));
  lyre_re l;
  switch (n->op) {
  case LYRE_STR_AT:
  case LYRE_STR_FROM_CODE:
    l = lyre_re_loop (pool, lyre_re_chars (pool, lyre_charset_all), 0, 1);
    break;
  case LYRE_STR_FROM_INT:
    l = lyre_re_union (
        pool, 3,
        (lyre_re[]){lyre_re_epsilon (pool),
                    lyre_re_chars (pool, lyre_charset_range (arena, '0', '0')),
                    lyre_re_concat (pool, some, lyre_re_star (pool, digit))});
    break;
  default:
    return;
  }
  add_language (c, k, l, true, LYRE_ALWAYS);
}

static void define (lyre_conjunction *c, uint32_t k, lyre_term t,
                    uint32_t tag) {
  const lyre_node *n = lyre_node_of (terms_of (c), t);
  const lyre_transducer *f = lyre_workshop_transducer (c->shop, t);
  if (f)
    lyre_system_apply (c->system, k, f, whole (c, n->args[0]), tag);
  else
    bound_value (c, k, n);
}

void lyre_conjunction_define (lyre_conjunction *c, lyre_term k, lyre_term t,
                              uint32_t tag) {
  define (c, lyre_conjunction_var (c, k), t, tag);
}

void lyre_conjunction_close (lyre_conjunction *c) {
  for (uint32_t i = 0; i < c->opened.len; i++)
    define (c, lyre_conjunction_var (c, c->opened.data[i]), c->opened.data[i],
            LYRE_ALWAYS);
}
