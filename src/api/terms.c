/* Terms through lyre.h: contracts first, then the table does the work. */
#include <string.h>

#include "api/ctx.h"
#include "term/ops.h"
#include "term/print.h"

static lyre_term bad_term (lyre_ctx *c, const char *what) {
  lyre_complain (c, "%s", what);
  return LYRE_NO_TERM;
}

static bool terms_ok (lyre_ctx *c, uint32_t n, const lyre_term *ts) {
  for (uint32_t i = 0; i < n; i++)
    if (!lyre_term_ok (c, ts[i])) {
      lyre_complain (c, "argument %u is not a term of this context", i + 1);
      return false;
    }
  return true;
}

/* ---------------------------------------------------------- sorts, symbols */

static lyre_sort make_sort (lyre_ctx *c, const char *name) {
  const char *copy = lyre_arena_text (&c->terms.arena, name, strlen (name));
  lyre_vec_push (&c->env.mem, &c->terms.sorts, copy);
  return (lyre_sort){c->terms.sorts.len - 1};
}

lyre_sort lyre_mk_sort (lyre_ctx *c, const char *name) {
  LYRE_GUARD (c, LYRE_NO_SORT);
  return make_sort (c, name);
}

const char *lyre_sort_name (lyre_ctx *c, lyre_sort s) {
  return lyre_sort_ok (c, s) ? c->terms.sorts.data[s.id] : NULL;
}

lyre_term lyre_mk_var (lyre_ctx *c, const char *name, lyre_sort s) {
  if (!lyre_sort_ok (c, s))
    return bad_term (c, "not a sort of this context");
  LYRE_GUARD (c, LYRE_NO_TERM);
  return lyre_node_var (&c->terms, name, s);
}

lyre_fun lyre_mk_fun (lyre_ctx *c, const char *name, uint32_t n,
                      const lyre_sort *args, lyre_sort result) {
  bool ok = n > 0 && lyre_sort_ok (c, result);
  for (uint32_t i = 0; ok && i < n; i++)
    ok = lyre_sort_ok (c, args[i]);
  if (!ok) {
    lyre_complain (c, "a function needs arguments and sorts of this context");
    return LYRE_NO_FUN;
  }
  LYRE_GUARD (c, LYRE_NO_FUN);
  return (lyre_fun){lyre_symbol_make (&c->terms, name, n, args, result)};
}

static const lyre_symbol *symbol_of (const lyre_ctx *c, lyre_fun f) {
  bool known = f.id && f.id < c->terms.symbols.len;
  return known ? &c->terms.symbols.data[f.id] : NULL;
}

uint32_t lyre_fun_n_args (const lyre_ctx *c, lyre_fun f) {
  const lyre_symbol *s = symbol_of (c, f);
  return s ? s->n_args : 0;
}

lyre_sort lyre_fun_arg_sort (const lyre_ctx *c, lyre_fun f, uint32_t i) {
  const lyre_symbol *s = symbol_of (c, f);
  return s && i < s->n_args ? s->args[i] : (lyre_sort){0};
}

lyre_sort lyre_fun_sort (const lyre_ctx *c, lyre_fun f) {
  const lyre_symbol *s = symbol_of (c, f);
  return s ? s->sort : (lyre_sort){0};
}

/* --------------------------------------------------------------- constants */

lyre_term lyre_mk_bool (lyre_ctx *c, bool b) {
  LYRE_GUARD (c, LYRE_NO_TERM);
  return lyre_t_bool (&c->terms, b);
}

lyre_term lyre_mk_int (lyre_ctx *c, int64_t i) {
  LYRE_GUARD (c, LYRE_NO_TERM);
  return lyre_t_int (&c->terms, i);
}

static bool is_integer_text (const char *text, size_t len) {
  size_t i = len && text[0] == '-';
  if (i == len)
    return false;
  for (; i < len; i++)
    if (text[i] < '0' || text[i] > '9')
      return false;
  return true;
}

/* Constants are made in scratch; the table copies what it keeps. */
static lyre_term make_int (lyre_ctx *c, const char *text, size_t len) {
  lyre_arena *scratch = &c->env.scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  lyre_term t = lyre_t_integer (&c->terms, lyre_int_parse (scratch, text, len));
  lyre_arena_cut (scratch, mark);
  return t;
}

lyre_term lyre_mk_int_text (lyre_ctx *c, const char *text, size_t len) {
  if (!is_integer_text (text, len))
    return bad_term (c, "not an integer");
  LYRE_GUARD (c, LYRE_NO_TERM);
  return make_int (c, text, len);
}

static lyre_term make_real (lyre_ctx *c, const char *text, size_t len) {
  lyre_arena *scratch = &c->env.scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  lyre_rat r;
  lyre_term t = lyre_rat_parse (scratch, text, len, &r)
                    ? lyre_t_real (&c->terms, r)
                    : bad_term (c, "not a real number");
  lyre_arena_cut (scratch, mark);
  return t;
}

lyre_term lyre_mk_real_text (lyre_ctx *c, const char *text, size_t len) {
  LYRE_GUARD (c, LYRE_NO_TERM);
  return make_real (c, text, len);
}

static bool code_points_ok (const uint32_t *cp, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (cp[i] > LYRE_CHAR_MAX)
      return false;
  return true;
}

static lyre_term make_string (lyre_ctx *c, const uint32_t *cp, size_t len) {
  lyre_arena *scratch = &c->env.scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  lyre_term t =
      lyre_t_string (&c->terms, lyre_str_from_wide (scratch, cp, len));
  lyre_arena_cut (scratch, mark);
  return t;
}

lyre_term lyre_mk_string (lyre_ctx *c, const uint32_t *cp, size_t len) {
  if (!code_points_ok (cp, len))
    return bad_term (c, "a character beyond 0x2FFFF");
  LYRE_GUARD (c, LYRE_NO_TERM);
  return make_string (c, cp, len);
}

static lyre_term make_utf8 (lyre_ctx *c, const char *text, size_t len) {
  lyre_arena *scratch = &c->env.scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  const lyre_str *s = lyre_str_from_utf8 (scratch, text, len);
  lyre_term t =
      s ? lyre_t_string (&c->terms, s) : bad_term (c, "not UTF-8 text");
  lyre_arena_cut (scratch, mark);
  return t;
}

lyre_term lyre_mk_string_utf8 (lyre_ctx *c, const char *text, size_t len) {
  LYRE_GUARD (c, LYRE_NO_TERM);
  return make_utf8 (c, text, len);
}

/* ------------------------------------------------------------ applications */

static lyre_term build (lyre_ctx *c, lyre_op op, uint32_t n_indices,
                        const uint32_t *indices, uint32_t n,
                        const lyre_term *args) {
  lyre_build_error error;
  lyre_term t = lyre_build (&c->terms, op, n_indices, indices, n, args, &error);
  return t.id ? t : bad_term (c, error.text);
}

static bool op_ok (lyre_ctx *c, lyre_op op) {
  lyre_shape shape = (unsigned) op < LYRE_OP_COUNT ? lyre_op_info_of (op)->shape
                                                   : LYRE_SHAPE_LEAF;
  if (shape != LYRE_SHAPE_LEAF && shape != LYRE_SHAPE_BIND)
    return true;
  lyre_complain (c, "not an operator to apply");
  return false;
}

lyre_term lyre_mk (lyre_ctx *c, lyre_op op, uint32_t n, const lyre_term *args) {
  return lyre_mk_indexed (c, op, 0, NULL, n, args);
}

lyre_term lyre_mk_indexed (lyre_ctx *c, lyre_op op, uint32_t n_indices,
                           const uint32_t *indices, uint32_t n,
                           const lyre_term *args) {
  if (!op_ok (c, op) || !terms_ok (c, n, args))
    return LYRE_NO_TERM;
  LYRE_GUARD (c, LYRE_NO_TERM);
  return build (c, op, n_indices, indices, n, args);
}

/* The arguments as the function wants them, Int promoted where it wants Real;
 * NULL if they don't fit. */
static const lyre_term *fit_arguments (lyre_ctx *c, const lyre_symbol *f,
                                       uint32_t n, const lyre_term *args) {
  if (n != f->n_args) {
    lyre_complain (c, "%s takes %u arguments, not %u", f->name, f->n_args, n);
    return NULL;
  }
  lyre_term *fitting = lyre_arena_array (&c->env.scratch, lyre_term, n);
  for (uint32_t i = 0; i < n; i++) {
    fitting[i] = args[i];
    if (f->args[i].id == LYRE_ID_REAL &&
        lyre_has_sort (&c->terms, args[i], LYRE_INT))
      fitting[i] = build (c, LYRE_TO_REAL, 0, NULL, 1, &args[i]);
    lyre_sort s = lyre_sort_of (&c->terms, fitting[i]);
    if (s.id == f->args[i].id)
      continue;
    lyre_complain (c, "argument %u of %s has sort %s, not %s", i + 1, f->name,
                   c->terms.sorts.data[s.id],
                   c->terms.sorts.data[f->args[i].id]);
    return NULL;
  }
  return fitting;
}

static lyre_term make_apply (lyre_ctx *c, lyre_fun f, uint32_t n,
                             const lyre_term *args) {
  lyre_mark mark = lyre_arena_mark (&c->env.scratch);
  lyre_symbol symbol = c->terms.symbols.data[f.id];
  args = fit_arguments (c, &symbol, n, args);
  lyre_term t =
      args ? lyre_node_apply (&c->terms, f.id, n, args) : LYRE_NO_TERM;
  lyre_arena_cut (&c->env.scratch, mark);
  return t;
}

lyre_term lyre_mk_apply (lyre_ctx *c, lyre_fun f, uint32_t n,
                         const lyre_term *args) {
  if (!f.id || f.id >= c->terms.symbols.len ||
      !c->terms.symbols.data[f.id].n_args)
    return bad_term (c, "not a function of this context");
  if (!terms_ok (c, n, args))
    return LYRE_NO_TERM;
  LYRE_GUARD (c, LYRE_NO_TERM);
  return make_apply (c, f, n, args);
}

static lyre_term make_quantifier (lyre_ctx *c, lyre_op op, uint32_t n,
                                  const lyre_term *vars, lyre_term body) {
  lyre_arena *scratch = &c->env.scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  lyre_term *args = lyre_arena_array (scratch, lyre_term, (size_t) n + 1);
  memcpy (args, vars, n * sizeof *args);
  args[n] = body;
  lyre_term t = lyre_node_make (&c->terms, op, n + 1, args);
  lyre_arena_cut (scratch, mark);
  return t;
}

static bool vars_ok (lyre_ctx *c, uint32_t n, const lyre_term *vars) {
  if (!terms_ok (c, n, vars))
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (lyre_op_of (&c->terms, vars[i]) != LYRE_VAR) {
      lyre_complain (c, "only variables can be bound or replaced");
      return false;
    }
  return true;
}

lyre_term lyre_mk_quantifier (lyre_ctx *c, lyre_op op, uint32_t n,
                              const lyre_term *vars, lyre_term body) {
  if (op != LYRE_FORALL && op != LYRE_EXISTS)
    return bad_term (c, "not a quantifier");
  if (!n || !vars_ok (c, n, vars) || !terms_ok (c, 1, &body))
    return LYRE_NO_TERM;
  if (!lyre_has_sort (&c->terms, body, LYRE_BOOL))
    return bad_term (c, "the body of a quantifier must have sort Bool");
  LYRE_GUARD (c, LYRE_NO_TERM);
  return make_quantifier (c, op, n, vars, body);
}

lyre_term lyre_substitute (lyre_ctx *c, lyre_term t, uint32_t n,
                           const lyre_term *vars, const lyre_term *terms) {
  if (!terms_ok (c, 1, &t) || !vars_ok (c, n, vars) || !terms_ok (c, n, terms))
    return LYRE_NO_TERM;
  for (uint32_t i = 0; i < n; i++)
    if (!lyre_has_sort (&c->terms, terms[i], lyre_sort_of (&c->terms, vars[i])))
      return bad_term (c, "a variable and its replacement differ in sort");
  LYRE_GUARD (c, LYRE_NO_TERM);
  return lyre_term_substitute (&c->terms, t, n, vars, terms);
}

lyre_term lyre_simplify (lyre_ctx *c, lyre_term t) {
  if (!terms_ok (c, 1, &t))
    return LYRE_NO_TERM;
  LYRE_GUARD (c, LYRE_NO_TERM);
  lyre_env_start_query (&c->env);
  return lyre_rewrite (lyre_ctx_rewriter (c), t);
}

/* ----------------------------------------------------------------- looking */

lyre_op lyre_term_op (lyre_ctx *c, lyre_term t) {
  return lyre_term_ok (c, t) ? lyre_op_of (&c->terms, t) : LYRE_OP_COUNT;
}

lyre_sort lyre_term_sort (lyre_ctx *c, lyre_term t) {
  return lyre_term_ok (c, t) ? lyre_sort_of (&c->terms, t) : LYRE_NO_SORT;
}

uint32_t lyre_term_n_args (lyre_ctx *c, lyre_term t) {
  return lyre_term_ok (c, t) ? lyre_node_of (&c->terms, t)->n_args : 0;
}

lyre_term lyre_term_arg (lyre_ctx *c, lyre_term t, uint32_t i) {
  return i < lyre_term_n_args (c, t) ? lyre_arg_of (&c->terms, t, i)
                                     : LYRE_NO_TERM;
}

uint32_t lyre_term_index (lyre_ctx *c, lyre_term t, uint32_t i) {
  if (!lyre_term_ok (c, t) || i >= lyre_op_indices (lyre_op_of (&c->terms, t)))
    return 0;
  return lyre_node_of (&c->terms, t)->index[i];
}

const char *lyre_term_name (lyre_ctx *c, lyre_term t) {
  if (!lyre_term_ok (c, t) || lyre_op_of (&c->terms, t) != LYRE_VAR)
    return NULL;
  return lyre_symbol_name (&c->terms, t);
}

bool lyre_term_is_value (lyre_ctx *c, lyre_term t) {
  return lyre_term_ok (c, t) && lyre_is_value (&c->terms, t);
}

bool lyre_value_bool (lyre_ctx *c, lyre_term t, bool *out) {
  if (!lyre_term_is_value (c, t) || !lyre_has_sort (&c->terms, t, LYRE_BOOL))
    return false;
  *out = lyre_op_of (&c->terms, t) == LYRE_TRUE;
  return true;
}

bool lyre_value_int64 (lyre_ctx *c, lyre_term t, int64_t *out) {
  lyre_int i;
  return lyre_term_ok (c, t) && lyre_integer_of (&c->terms, t, &i) &&
         lyre_int_to_i64 (i, out);
}

bool lyre_value_string (lyre_ctx *c, lyre_term t, uint32_t *cp, size_t cap,
                        size_t *len) {
  const lyre_str *s =
      lyre_term_ok (c, t) ? lyre_string_of (&c->terms, t) : NULL;
  if (!s)
    return false;
  for (uint32_t i = 0; i < s->len && i < cap; i++)
    cp[i] = lyre_str_at (s, i);
  *len = s->len;
  return true;
}

lyre_status lyre_print_term (lyre_ctx *c, lyre_term t, lyre_write_fn write,
                             void *user) {
  if (!terms_ok (c, 1, &t))
    return LYRE_ERROR;
  LYRE_GUARD (c, LYRE_NOMEM);
  lyre_print (&c->terms, t, write, user);
  return LYRE_OK;
}

lyre_status lyre_print_sort (lyre_ctx *c, lyre_sort s, lyre_write_fn write,
                             void *user) {
  if (!lyre_sort_ok (c, s)) {
    lyre_complain (c, "not a sort of this context");
    return LYRE_ERROR;
  }
  lyre_print_sort_name (&c->terms, s, write, user);
  return LYRE_OK;
}
