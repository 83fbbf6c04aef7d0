/* From assertions to a system of equations. */
#include "engine/nielsen/nielsen.h"

#include <string.h>

void nielsen_system_init (nielsen_system *s, const lyre_problem *p,
                          lyre_translation *tr) {
  memset (s, 0, sizeof *s);
  s->p = p;
  lyre_arena_init (&s->arena, p->mem);
  s->tr = tr;
  s->languages = nielsen_languages_new (p->env, p->mem, tr->pool);
}

void nielsen_system_release (nielsen_system *s) {
  lyre_mem *mem = s->p->mem;
  nielsen_languages_delete (s->languages);
  lyre_vec_release (mem, &s->terms);
  lyre_map_release (mem, &s->var_of);
  lyre_vec_release (mem, &s->sides);
  lyre_vec_release (mem, &s->regexes);
  lyre_vec_release (mem, &s->language);
  lyre_arena_release (&s->arena);
}

/* --------------------------------------------------------------------- words
 */

static uint32_t new_var (nielsen_system *s, lyre_term t) {
  lyre_vec_push (s->p->mem, &s->terms, t);
  lyre_vec_push (s->p->mem, &s->regexes, lyre_re_all (s->tr->pool));
  return s->terms.len - 1;
}

uint32_t nielsen_var (nielsen_system *s, lyre_term t) {
  uint64_t *known = lyre_map_at (s->p->mem, &s->var_of, t.id);
  if (!*known) {
    uint32_t v = new_var (s, t);
    *known = (uint64_t) v + 1;
  }
  return (uint32_t) *known - 1;
}

static void push_text (nielsen_system *s, const lyre_str *text,
                       lyre_u32s *out) {
  for (uint32_t i = 0; i < text->len; i++)
    lyre_vec_push (s->p->mem, out, lyre_str_at (text, i));
}

/* Appends the symbols of a string term. */
static void push_term (nielsen_system *s, lyre_term t, lyre_u32s *out) {
  lyre_terms *ts = s->p->ts;
  lyre_term_vec stack = {0};
  lyre_vec_push (s->p->mem, &stack, t);
  while (stack.len) {
    t = lyre_vec_pop (&stack);
    const lyre_node *n = lyre_node_of (ts, t);
    const lyre_str *text = lyre_string_of (ts, t);
    if (text)
      push_text (s, text, out);
    else if (n->op == LYRE_STR_CONCAT)
      for (uint32_t i = n->n_args; i-- > 0;)
        lyre_vec_push (s->p->mem, &stack, n->args[i]);
    else
      lyre_vec_push (s->p->mem, out, nielsen_var (s, t) | NIELSEN_VAR);
  }
  lyre_vec_release (s->p->mem, &stack);
}

static void add_side (nielsen_system *s, lyre_u32s *symbols) {
  uint32_t *at = lyre_arena_array (&s->arena, uint32_t, symbols->len);
  if (symbols->len)
    memcpy (at, symbols->data, symbols->len * sizeof *at);
  lyre_vec_push (s->p->mem, &s->sides, ((nielsen_word){symbols->len, at}));
  lyre_vec_clear (symbols);
}

static void add_equation (nielsen_system *s, lyre_term a, lyre_term b) {
  lyre_u32s symbols = {0};
  push_term (s, a, &symbols);
  add_side (s, &symbols);
  push_term (s, b, &symbols);
  add_side (s, &symbols);
  lyre_vec_release (s->p->mem, &symbols);
}

/* whole = part with something new before it, behind it, or both. */
static void add_factor (nielsen_system *s, lyre_term whole, lyre_term part,
                        bool before, bool behind) {
  lyre_u32s symbols = {0};
  push_term (s, whole, &symbols);
  add_side (s, &symbols);
  if (before)
    lyre_vec_push (s->p->mem, &symbols,
                   new_var (s, LYRE_NO_TERM) | NIELSEN_VAR);
  push_term (s, part, &symbols);
  if (behind)
    lyre_vec_push (s->p->mem, &symbols,
                   new_var (s, LYRE_NO_TERM) | NIELSEN_VAR);
  add_side (s, &symbols);
  lyre_vec_release (s->p->mem, &symbols);
}

static void restrict_var (nielsen_system *s, uint32_t v, lyre_re r) {
  lyre_re both[] = {s->regexes.data[v], r};
  s->regexes.data[v] = lyre_re_inter (s->tr->pool, 2, both);
}

static void add_member (nielsen_system *s, lyre_term t, lyre_re r) {
  lyre_u32s symbols = {0};
  push_term (s, t, &symbols);
  uint32_t v;
  if (symbols.len == 1 && symbols.data[0] & NIELSEN_VAR)
    v = symbols.data[0] & ~NIELSEN_VAR;
  else {
    add_side (s, &symbols);
    v = new_var (s, LYRE_NO_TERM);
    lyre_vec_push (s->p->mem, &symbols, v | NIELSEN_VAR);
    add_side (s, &symbols);
  }
  restrict_var (s, v, r);
  lyre_vec_release (s->p->mem, &symbols);
}

static bool read_member (nielsen_system *s, const lyre_node *n, bool positive) {
  if (!(lyre_node_of (s->p->ts, n->args[1])->flags & LYRE_NODE_CLOSED_RE))
    return false;
  lyre_re r = lyre_translate (s->tr, n->args[1]);
  add_member (s, n->args[0], positive ? r : lyre_re_comp (s->tr->pool, r));
  return true;
}

/* The literal does not occur in t. */
static bool read_absence (nielsen_system *s, const lyre_node *n) {
  const lyre_str *text = lyre_string_of (s->p->ts, n->args[1]);
  if (!text)
    return false;
  lyre_re_pool *pool = s->tr->pool;
  lyre_re parts[] = {lyre_re_all (pool), lyre_re_word (pool, text),
                     lyre_re_all (pool)};
  add_member (s, n->args[0],
              lyre_re_comp (pool, lyre_re_concat_all (pool, 3, parts)));
  return true;
}

bool nielsen_read (nielsen_system *s, lyre_term t) {
  lyre_terms *ts = s->p->ts;
  bool positive = lyre_op_of (ts, t) != LYRE_NOT;
  const lyre_node *n = lyre_node_of (ts, positive ? t : lyre_arg_of (ts, t, 0));
  switch (n->op) {
  case LYRE_EQ:
    if (!positive || !lyre_has_sort (ts, n->args[0], LYRE_STRING))
      return false;
    add_equation (s, n->args[0], n->args[1]);
    return true;
  case LYRE_STR_IN_RE:
    return read_member (s, n, positive);
  case LYRE_STR_PREFIXOF:
    if (positive)
      add_factor (s, n->args[1], n->args[0], false, true);
    return positive;
  case LYRE_STR_SUFFIXOF:
    if (positive)
      add_factor (s, n->args[1], n->args[0], true, false);
    return positive;
  case LYRE_STR_CONTAINS:
    if (!positive)
      return read_absence (s, n);
    add_factor (s, n->args[0], n->args[1], true, true);
    return true;
  default:
    return false;
  }
}

bool nielsen_close (nielsen_system *s) {
  for (uint32_t v = 0; v < s->terms.len; v++) {
    nielsen_language l;
    if (!nielsen_language_of (s->languages, s->regexes.data[v], &l))
      l = NIELSEN_ANY;
    if (l == NIELSEN_EMPTY)
      return false;
    lyre_vec_push (s->p->mem, &s->language, l);
  }
  return true;
}

/* -------------------------------------------------------------------- numbers
 */

typedef struct {
  nielsen_system *s;
  lyre_arith *arith;
  lyre_map *numbers;
  lyre_vec (lyre_monomial) sum;
  lyre_rat constant;
} form;

typedef struct {
  lyre_term t;
  lyre_rat factor;
} part;

typedef lyre_vec (part) parts;

static lyre_rat rational (nielsen_system *s, int64_t i) {
  return lyre_rat_from_int (lyre_int_from (&s->arena, i));
}

uint32_t nielsen_number (nielsen_system *s, lyre_term leaf, lyre_arith *arith,
                         lyre_map *numbers) {
  uint64_t *known = lyre_map_at (s->p->mem, numbers, leaf.id);
  if (!*known) {
    uint32_t v = lyre_arith_new_var (arith, true);
    *known = (uint64_t) v + 1;
    if (lyre_op_of (s->p->ts, leaf) == LYRE_STR_LEN)
      lyre_arith_lower (arith, v, rational (s, 0), false, LYRE_NO_TAG);
  }
  return (uint32_t) *known - 1;
}

static void add_leaf (form *f, lyre_term leaf, lyre_rat factor) {
  uint32_t v = nielsen_number (f->s, leaf, f->arith, f->numbers);
  lyre_vec_push (f->s->p->mem, &f->sum, ((lyre_monomial){v, factor}));
}

static void add_constant (form *f, lyre_rat k) {
  f->constant = lyre_rat_add (&f->s->arena, f->constant, k);
}

/* factor times the length of a string term. */
static void add_length (form *f, lyre_term string, lyre_rat factor) {
  lyre_u32s symbols = {0};
  lyre_terms *ts = f->s->p->ts;
  push_term (f->s, string, &symbols);
  for (uint32_t i = 0; i < symbols.len; i++)
    if (symbols.data[i] & NIELSEN_VAR) {
      lyre_term x = f->s->terms.data[symbols.data[i] & ~NIELSEN_VAR];
      add_leaf (f, lyre_t1 (ts, LYRE_STR_LEN, x), factor);
    } else
      add_constant (f, factor);
  lyre_vec_release (f->s->p->mem, &symbols);
}

/* The number of a product that is a constant times one other factor. */
static bool constant_factor (form *f, const lyre_node *n, part *p) {
  lyre_term open = LYRE_NO_TERM;
  for (uint32_t i = 0; i < n->n_args; i++) {
    lyre_int k;
    if (lyre_integer_of (f->s->p->ts, n->args[i], &k))
      p->factor = lyre_rat_mul (&f->s->arena, p->factor, lyre_rat_from_int (k));
    else if (open.id)
      return false;
    else
      open = n->args[i];
  }
  p->t = open;
  return true;
}

/* Adds a part to the form or splits it up. */
static void add_part (form *f, part p, parts *todo) {
  lyre_mem *mem = f->s->p->mem;
  const lyre_node *n = lyre_node_of (f->s->p->ts, p.t);
  lyre_rat minus = lyre_rat_neg (&f->s->arena, p.factor);
  lyre_int k;
  part inner = p;
  switch (n->op) {
  case LYRE_ADD:
    for (uint32_t i = 0; i < n->n_args; i++)
      lyre_vec_push (mem, todo, ((part){n->args[i], p.factor}));
    return;
  case LYRE_SUB:
    lyre_vec_push (mem, todo, ((part){n->args[0], p.factor}));
    lyre_vec_push (mem, todo, ((part){n->args[1], minus}));
    return;
  case LYRE_NEG:
    lyre_vec_push (mem, todo, ((part){n->args[0], minus}));
    return;
  case LYRE_STR_LEN:
    add_length (f, n->args[0], p.factor);
    return;
  case LYRE_MUL:
    if (!constant_factor (f, n, &inner))
      add_leaf (f, p.t, p.factor);
    else if (inner.t.id)
      lyre_vec_push (mem, todo, inner);
    else
      add_constant (f, inner.factor);
    return;
  default:
    if (lyre_integer_of (f->s->p->ts, p.t, &k))
      add_constant (
          f, lyre_rat_mul (&f->s->arena, p.factor, lyre_rat_from_int (k)));
    else
      add_leaf (f, p.t, p.factor);
  }
}

static void add_term (form *f, lyre_term t, int64_t factor) {
  parts todo = {0};
  lyre_mem *mem = f->s->p->mem;
  lyre_vec_push (mem, &todo, ((part){t, rational (f->s, factor)}));
  while (todo.len)
    add_part (f, lyre_vec_pop (&todo), &todo);
  lyre_vec_release (mem, &todo);
}

/* sum <= -constant, or <, or =. */
static void assert_form (form *f, bool equal, bool strict) {
  lyre_rat bound = lyre_rat_neg (&f->s->arena, f->constant);
  uint32_t row = lyre_arith_row (f->arith, f->sum.len, f->sum.data);
  lyre_arith_upper (f->arith, row, bound, strict, LYRE_NO_TAG);
  if (equal)
    lyre_arith_lower (f->arith, row, bound, false, LYRE_NO_TAG);
}

bool nielsen_read_linear (nielsen_system *s, lyre_term t, lyre_arith *arith,
                          lyre_map *numbers) {
  lyre_terms *ts = s->p->ts;
  bool positive = lyre_op_of (ts, t) != LYRE_NOT;
  const lyre_node *n = lyre_node_of (ts, positive ? t : lyre_arg_of (ts, t, 0));
  bool less = n->op == LYRE_LE || n->op == LYRE_LT;
  bool order = less || n->op == LYRE_GE || n->op == LYRE_GT;
  if ((!order && (n->op != LYRE_EQ || !positive)) ||
      !lyre_has_sort (ts, n->args[0], LYRE_INT))
    return false;
  bool strict = n->op == LYRE_LT || n->op == LYRE_GT;
  if (!positive) {
    less = !less;
    strict = !strict;
  }
  form f = {
      .s = s, .arith = arith, .numbers = numbers, .constant = rational (s, 0)};
  add_term (&f, n->args[0], less ? 1 : -1);
  add_term (&f, n->args[1], less ? -1 : 1);
  assert_form (&f, !order, strict && order);
  lyre_vec_release (s->p->mem, &f.sum);
  return true;
}
