/* The commands of SMT-LIB, one function each: read the arguments to the end,
 * then act. In dump mode a command prints itself from its terms. */
#include <string.h>

#include "frontend/smt2/session.h"

static void check_status (lyre_smt2 *s, lyre_status status) {
  if (status != LYRE_OK)
    lyre_smt2_fail_command (s, "%s", lyre_last_error (s->ctx));
}

static void forget_answer (lyre_smt2 *s) {
  s->answer_valid = false;
}

/* ------------------------------------------------------------ declarations */

/* The next token, a symbol that may be declared, as a name of TABLE. */
static uint32_t new_name (lyre_smt2 *s, lyre_symbols *table) {
  lyre_smt2_next (s);
  if (!lyre_smt2_is_symbol (s))
    lyre_smt2_fail (s, "expected a symbol to declare");
  uint32_t name = lyre_smt2_intern (s, table);
  const lyre_name *n = lyre_symbols_name (table, name);
  bool allowed = table == &s->symbols ? lyre_smt2_may_declare (n) : !n->builtin;
  if (!allowed)
    lyre_smt2_fail (s, "'%.60s' is predefined", s->lex.text.data);
  if (n->global)
    lyre_smt2_fail (s, "'%.60s' is already declared", s->lex.text.data);
  return name;
}

/* ( S ... ) into sort_list. */
static void sort_list (lyre_smt2 *s) {
  lyre_vec_clear (&s->sort_list);
  lyre_smt2_expect (s, LYRE_TOKEN_OPEN, "a list of sorts");
  for (lyre_smt2_next (s); s->lex.kind != LYRE_TOKEN_CLOSE; lyre_smt2_next (s))
    lyre_vec_push (&s->mem, &s->sort_list, lyre_smt2_sort (s));
}

static void dump_declaration (lyre_smt2 *s, uint32_t name, lyre_sort result) {
  if (!lyre_smt2_dumping (s))
    return;
  lyre_smt2_put (s, "(declare-fun ");
  lyre_smt2_put_name (s, name);
  lyre_smt2_put (s, " (");
  for (uint32_t i = 0; i < s->sort_list.len; i++) {
    lyre_smt2_put (s, i ? " " : "");
    lyre_smt2_put_sort (s, s->sort_list.data[i]);
  }
  lyre_smt2_put (s, ") ");
  lyre_smt2_put_sort (s, result);
  lyre_smt2_put (s, ")\n");
}

static void declare_const (lyre_smt2 *s, uint32_t name, lyre_sort sort) {
  lyre_term t = lyre_mk_var (s->ctx, lyre_smt2_text (s, name), sort);
  if (!t.id)
    lyre_smt2_fail_command (s, "%s", lyre_last_error (s->ctx));
  lyre_symbols_bind_global (&s->symbols, LYRE_BIND_CONST, name, t.id, 0);
}

static void declare_fun (lyre_smt2 *s, uint32_t name, lyre_sort sort) {
  lyre_fun f = lyre_mk_fun (s->ctx, lyre_smt2_text (s, name), s->sort_list.len,
                            s->sort_list.data, sort);
  if (!f.id)
    lyre_smt2_fail_command (s, "%s", lyre_last_error (s->ctx));
  lyre_symbols_bind_global (&s->symbols, LYRE_BIND_FUN, name, f.id, 0);
}

static void run_declare_const (lyre_smt2 *s) {
  uint32_t name = new_name (s, &s->symbols);
  lyre_smt2_next (s);
  lyre_sort sort = lyre_smt2_sort (s);
  lyre_smt2_end_command (s);
  declare_const (s, name, sort);
  lyre_vec_clear (&s->sort_list);
  dump_declaration (s, name, sort);
}

static void run_declare_fun (lyre_smt2 *s) {
  uint32_t name = new_name (s, &s->symbols);
  sort_list (s);
  lyre_smt2_next (s);
  lyre_sort sort = lyre_smt2_sort (s);
  lyre_smt2_end_command (s);
  if (s->sort_list.len)
    declare_fun (s, name, sort);
  else
    declare_const (s, name, sort);
  dump_declaration (s, name, sort);
}

static void run_declare_grammar (lyre_smt2 *s) {
  uint32_t name = new_name (s, &s->symbols);
  lyre_smt2_keep_text (s);
  lyre_grammar g = lyre_smt2_grammar (s, s->kept.data);
  lyre_smt2_end_command (s);
  lyre_symbols_bind_global (&s->symbols, LYRE_BIND_GRAMMAR, name, g.id, 0);
}

static void dump_sort (lyre_smt2 *s, lyre_sort sort) {
  if (!lyre_smt2_dumping (s))
    return;
  lyre_smt2_put (s, "(declare-sort ");
  lyre_smt2_put_sort (s, sort);
  lyre_smt2_put (s, " 0)\n");
}

static void run_declare_sort (lyre_smt2 *s) {
  uint32_t name = new_name (s, &s->sorts);
  lyre_smt2_next (s);
  if (s->lex.kind != LYRE_TOKEN_CLOSE) {
    if (lyre_smt2_numeral (s))
      lyre_smt2_fail (s, "unsupported: sorts with parameters");
    lyre_smt2_end_command (s);
  }
  const char *text = lyre_symbols_name (&s->sorts, name)->text;
  lyre_sort sort = lyre_mk_sort (s->ctx, text);
  if (!sort.id)
    lyre_smt2_fail_command (s, "%s", lyre_last_error (s->ctx));
  lyre_symbols_bind_global (&s->sorts, LYRE_BIND_SORT, name, sort.id, 0);
  dump_sort (s, sort);
}

/* ------------------------------------------------------------- definitions */

static lyre_term definition_body (lyre_smt2 *s, lyre_sort sort) {
  lyre_smt2_next (s);
  uint64_t line = s->lex.token_line, column = s->lex.token_column;
  lyre_term t = lyre_smt2_term (s);
  lyre_sort is = lyre_term_sort (s->ctx, t);
  t = lyre_smt2_fit (s, t, sort);
  if (!t.id)
    lyre_smt2_fail_at (s, line, column, "the body has sort %.60s, not %.60s",
                       lyre_sort_name (s->ctx, is),
                       lyre_sort_name (s->ctx, sort));
  return t;
}

/* The parameters are the last N terms of the stack. */
static void add_macro (lyre_smt2 *s, uint32_t name, uint32_t n,
                       lyre_term body) {
  const lyre_term *vars = s->terms.data + s->terms.len - n;
  lyre_macro m = {body, s->macro_vars.len, n};
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (&s->mem, &s->macro_vars, vars[i]);
  lyre_vec_push (&s->mem, &s->macros, m);
  lyre_symbols_bind_global (&s->symbols, LYRE_BIND_MACRO, name,
                            s->macros.len - 1, 0);
}

static void define (lyre_smt2 *s, uint32_t name, uint32_t n, lyre_term body) {
  if (lyre_symbols_name (&s->symbols, name)->global)
    lyre_smt2_fail_command (s, "'%.60s' is already declared",
                            lyre_smt2_text (s, name));
  if (n)
    add_macro (s, name, n, body);
  else
    lyre_symbols_bind_global (&s->symbols, LYRE_BIND_TERM, name, body.id, 0);
}

static void run_define_fun (lyre_smt2 *s) {
  uint32_t name = new_name (s, &s->symbols);
  uint32_t base = s->terms.len, locals = s->symbols.locals.len;
  lyre_smt2_next (s);
  uint32_t n = lyre_smt2_binders (s);
  s->binders += n;
  lyre_smt2_next (s);
  lyre_sort sort = lyre_smt2_sort (s);
  lyre_term body = definition_body (s, sort);
  s->binders -= n;
  lyre_smt2_end_command (s);
  lyre_symbols_cut_locals (&s->symbols, locals);
  define (s, name, n, body);
  s->terms.len = base;
}

static void run_define_const (lyre_smt2 *s) {
  uint32_t name = new_name (s, &s->symbols);
  lyre_smt2_next (s);
  lyre_sort sort = lyre_smt2_sort (s);
  lyre_term body = definition_body (s, sort);
  lyre_smt2_end_command (s);
  define (s, name, 0, body);
}

static uint32_t sort_parameters (lyre_smt2 *s) {
  uint32_t n = 0;
  lyre_smt2_expect (s, LYRE_TOKEN_OPEN, "a list of parameters");
  for (lyre_smt2_next (s); s->lex.kind != LYRE_TOKEN_CLOSE;
       lyre_smt2_next (s)) {
    if (!lyre_smt2_is_symbol (s))
      lyre_smt2_fail (s, "expected the name of a parameter");
    uint32_t name = lyre_smt2_intern (s, &s->sorts);
    lyre_symbols_bind_local (&s->sorts, LYRE_BIND_SORT, name,
                             LYRE_SORT_PARAMETER | n++);
  }
  return n;
}

static void run_define_sort (lyre_smt2 *s) {
  uint32_t name = new_name (s, &s->sorts);
  uint32_t n = sort_parameters (s);
  lyre_smt2_next (s);
  uint32_t code = lyre_smt2_sort_code (s);
  lyre_smt2_end_command (s);
  lyre_symbols_cut_locals (&s->sorts, 0);
  lyre_symbols_bind_global (&s->sorts, LYRE_BIND_SORT, name, code, n);
}

/* -------------------------------------------------------------- assertions */

/* A term that must be Bool. */
static lyre_term formula (lyre_smt2 *s, const char *what) {
  uint64_t line = s->lex.token_line, column = s->lex.token_column;
  lyre_term t = lyre_smt2_term (s);
  lyre_sort sort = lyre_term_sort (s->ctx, t);
  if (sort.id != LYRE_BOOL.id)
    lyre_smt2_fail_at (s, line, column, "%s must be a Bool, not a %.60s", what,
                       lyre_sort_name (s->ctx, sort));
  return t;
}

static void dump_assertion (lyre_smt2 *s, lyre_term t, uint32_t name) {
  if (!lyre_smt2_dumping (s))
    return;
  lyre_smt2_put (s, name ? "(assert (! " : "(assert ");
  lyre_smt2_put_term (s, t);
  if (name) {
    lyre_smt2_put (s, " :named ");
    lyre_smt2_put_name (s, name);
    lyre_smt2_put (s, ")");
  }
  lyre_smt2_put (s, ")\n");
}

static void run_assert (lyre_smt2 *s) {
  lyre_smt2_next (s);
  lyre_term t = formula (s, "an assertion");
  uint32_t name = s->top_name;
  lyre_smt2_end_command (s);
  lyre_vec_reserve (&s->mem, &s->named, (uint64_t) s->named.len + 1);
  lyre_named_assertion named = {lyre_n_assertions (s->ctx), name};
  check_status (s, lyre_assert (s->ctx, t));
  forget_answer (s);
  if (name)
    lyre_vec_push (&s->mem, &s->named, named);
  dump_assertion (s, t, name);
}

/* The optional number of levels. */
static uint32_t level_count (lyre_smt2 *s) {
  lyre_smt2_next (s);
  if (s->lex.kind == LYRE_TOKEN_CLOSE)
    return 1;
  uint32_t n = lyre_smt2_numeral (s);
  lyre_smt2_end_command (s);
  return n;
}

static void run_push (lyre_smt2 *s) {
  uint32_t n = level_count (s);
  if (n > LYRE_SMT2_MAX_LEVELS - lyre_levels (s->ctx))
    lyre_smt2_fail_command (s, "more than %u levels", LYRE_SMT2_MAX_LEVELS);
  lyre_level level = {n, s->symbols.globals.len, s->sorts.globals.len};
  lyre_vec_reserve (&s->mem, &s->levels, (uint64_t) s->levels.len + 1);
  check_status (s, lyre_push (s->ctx, n));
  forget_answer (s);
  if (n)
    lyre_vec_push (&s->mem, &s->levels, level);
}

/* Forgets names of assertions that are gone. */
static void cut_named (lyre_smt2 *s) {
  uint32_t n = lyre_n_assertions (s->ctx);
  while (s->named.len && lyre_vec_top (&s->named).assertion >= n)
    lyre_vec_drop (&s->named);
}

static void pop_levels (lyre_smt2 *s, uint32_t n) {
  while (n) {
    lyre_level *top = &lyre_vec_top (&s->levels);
    uint32_t k = n < top->count ? n : top->count;
    n -= k;
    top->count -= k;
    if (!s->options.global_declarations)
      lyre_smt2_cut (s, top->symbols, top->sorts);
    if (!top->count)
      lyre_vec_drop (&s->levels);
  }
}

static void run_pop (lyre_smt2 *s) {
  uint32_t n = level_count (s);
  if (n > lyre_levels (s->ctx))
    lyre_smt2_fail_command (s, "cannot pop %u levels, there are only %u", n,
                            lyre_levels (s->ctx));
  check_status (s, lyre_pop (s->ctx, n));
  forget_answer (s);
  pop_levels (s, n);
  cut_named (s);
}

static void run_reset_assertions (lyre_smt2 *s) {
  lyre_smt2_end_command (s);
  check_status (s, lyre_reset_assertions (s->ctx));
  forget_answer (s);
  lyre_vec_clear (&s->levels);
  lyre_vec_clear (&s->named);
  if (!s->options.global_declarations)
    lyre_smt2_cut (s, 0, 0);
}

static void run_reset (lyre_smt2 *s) {
  lyre_smt2_end_command (s);
  check_status (s, lyre_reset_assertions (s->ctx));
  forget_answer (s);
  s->last = LYRE_UNKNOWN;
  s->logic_set = s->real_numerals = false;
  lyre_vec_clear (&s->levels);
  lyre_vec_clear (&s->named);
  lyre_smt2_cut (s, 0, 0);
  lyre_smt2_restore_options (s);
}

/* ------------------------------------------------------------------ checks */

static const char *result_text (lyre_result r) {
  return r == LYRE_SAT ? "sat" : r == LYRE_UNSAT ? "unsat" : "unknown";
}

static void check (lyre_smt2 *s) {
  if (lyre_smt2_listing (s))
    return;
  forget_answer (s);
  s->last = lyre_check (s->ctx, s->assumptions.len, s->assumptions.data);
  s->answer_valid = true;
  lyre_smt2_answer (s, result_text (s->last));
  bool models = s->options.dump_models || s->mode & LYRE_SMT2_MODELS;
  if (models && s->last == LYRE_SAT && s->options.produce_models)
    lyre_smt2_put_model (s);
}

static void run_check_sat (lyre_smt2 *s) {
  lyre_smt2_end_command (s);
  lyre_vec_clear (&s->assumptions);
  check (s);
}

static void dump_list (lyre_smt2 *s, const char *head, uint32_t n,
                       const lyre_term *terms, const char *tail) {
  if (!lyre_smt2_dumping (s))
    return;
  lyre_smt2_put (s, head);
  for (uint32_t i = 0; i < n; i++) {
    lyre_smt2_put (s, i ? " " : "");
    lyre_smt2_put_term (s, terms[i]);
  }
  lyre_smt2_put (s, tail);
}

static void run_check_sat_assuming (lyre_smt2 *s) {
  lyre_vec_clear (&s->list);
  lyre_smt2_expect (s, LYRE_TOKEN_OPEN, "a list of assumptions");
  for (lyre_smt2_next (s); s->lex.kind != LYRE_TOKEN_CLOSE; lyre_smt2_next (s))
    lyre_vec_push (&s->mem, &s->list, formula (s, "an assumption"));
  lyre_smt2_end_command (s);
  lyre_vec_clear (&s->assumptions);
  for (uint32_t i = 0; i < s->list.len; i++)
    lyre_vec_push (&s->mem, &s->assumptions, s->list.data[i]);
  dump_list (s, "(check-sat-assuming (", s->list.len, s->list.data, "))\n");
  check (s);
}

/* --------------------------------------------------------------- questions */

static void run_get_model (lyre_smt2 *s) {
  lyre_smt2_end_command (s);
  if (!lyre_smt2_listing (s))
    lyre_smt2_put_model (s);
}

/* A term of the list. Its text starts after BEFORE captured bytes. */
static void listed_term (lyre_smt2 *s, uint32_t before) {
  lyre_vec_push (&s->mem, &s->slices, before ? before + 1 : 0);
  lyre_vec_push (&s->mem, &s->list, lyre_smt2_term (s));
  lyre_vec_push (&s->mem, &s->slices, s->lex.captured.len);
}

static void term_list (lyre_smt2 *s) {
  lyre_vec_clear (&s->list);
  lyre_vec_clear (&s->slices);
  lyre_smt2_expect (s, LYRE_TOKEN_OPEN, "a list of terms");
  lyre_lexer_capture (&s->lex, true);
  for (;;) {
    uint32_t before = s->lex.captured.len;
    lyre_smt2_next (s);
    if (s->lex.kind == LYRE_TOKEN_CLOSE)
      break;
    listed_term (s, before);
  }
  s->lex.capturing = false;
  if (!s->list.len)
    lyre_smt2_fail (s, "expected a term");
}

static void run_get_value (lyre_smt2 *s) {
  term_list (s);
  lyre_smt2_end_command (s);
  dump_list (s, "(get-value (", s->list.len, s->list.data, "))\n");
  if (!lyre_smt2_listing (s))
    lyre_smt2_put_values (s);
}

static void run_get_unsat_core (lyre_smt2 *s) {
  lyre_smt2_end_command (s);
  if (!lyre_smt2_listing (s))
    lyre_smt2_put_core (s);
}

static void run_get_unsat_assumptions (lyre_smt2 *s) {
  lyre_smt2_end_command (s);
  if (!lyre_smt2_listing (s))
    lyre_smt2_put_core_assumptions (s);
}

static void run_get_assignment (lyre_smt2 *s) {
  lyre_smt2_end_command (s);
  if (!lyre_smt2_listing (s))
    lyre_smt2_put_assignment (s);
}

static void run_get_assertions (lyre_smt2 *s) {
  lyre_smt2_end_command (s);
  if (!lyre_smt2_listing (s))
    lyre_smt2_put_assertions (s);
}

/* One term, then keywords with values that we don't need. */
static lyre_term only_argument (lyre_smt2 *s) {
  lyre_smt2_next (s);
  lyre_term t = lyre_smt2_term (s);
  for (lyre_smt2_next (s); s->lex.kind != LYRE_TOKEN_CLOSE; lyre_smt2_next (s))
    lyre_smt2_skip_value (s);
  return t;
}

static void run_simplify (lyre_smt2 *s) {
  lyre_term t = only_argument (s);
  dump_list (s, "(simplify ", 1, &t, ")\n");
  if (lyre_smt2_listing (s))
    return;
  t = lyre_smt2_must (s, lyre_simplify (s->ctx, t));
  lyre_smt2_put_term (s, t);
  lyre_smt2_answer (s, "");
}

static void run_eval (lyre_smt2 *s) {
  lyre_term t = only_argument (s);
  dump_list (s, "(eval ", 1, &t, ")\n");
  if (lyre_smt2_listing (s))
    return;
  if (!s->answer_valid || s->last != LYRE_SAT)
    lyre_smt2_fail_command (s, "no model: the last answer was not sat");
  lyre_term v = lyre_value (s->ctx, t);
  if (!v.id)
    lyre_smt2_fail_command (s, "%s", lyre_last_error (s->ctx));
  lyre_smt2_put_term (s, v);
  lyre_smt2_answer (s, "");
}

static void run_echo (lyre_smt2 *s) {
  lyre_smt2_expect (s, LYRE_TOKEN_STRING, "a string");
  lyre_smt2_keep_text (s);
  lyre_smt2_end_command (s);
  if (!lyre_smt2_listing (s))
    lyre_smt2_put_literal (s, s->kept.data, s->kept.len);
  lyre_smt2_answer (s, "");
}

static void run_exit (lyre_smt2 *s) {
  lyre_smt2_end_command (s);
  s->exited = true;
}

/* ------------------------------------------------------------------- table */

static const lyre_command commands[] = {
    {"assert", run_assert, false},
    {"declare-fun", run_declare_fun, false},
    {"declare-const", run_declare_const, false},
    {"check-sat", run_check_sat, true},
    {"push", run_push, true},
    {"pop", run_pop, true},
    {"define-fun", run_define_fun, false},
    {"define-const", run_define_const, false},
    {"declare-sort", run_declare_sort, false},
    {"define-sort", run_define_sort, false},
    {"declare-grammar", run_declare_grammar, true},
    {"check-sat-assuming", run_check_sat_assuming, false},
    {"get-model", run_get_model, true},
    {"get-value", run_get_value, false},
    {"get-unsat-core", run_get_unsat_core, true},
    {"get-unsat-assumptions", run_get_unsat_assumptions, true},
    {"get-assignment", run_get_assignment, true},
    {"get-assertions", run_get_assertions, true},
    {"set-logic", lyre_smt2_set_logic, true},
    {"set-info", lyre_smt2_set_info, true},
    {"set-option", lyre_smt2_set_option, true},
    {"get-option", lyre_smt2_get_option, true},
    {"get-info", lyre_smt2_get_info, true},
    {"echo", run_echo, true},
    {"simplify", run_simplify, false},
    {"eval", run_eval, false},
    {"reset", run_reset, true},
    {"reset-assertions", run_reset_assertions, true},
    {"exit", run_exit, true},
};

const lyre_command *lyre_smt2_command (const char *name) {
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
    if (!strcmp (commands[i].name, name))
      return &commands[i];
  return NULL;
}
