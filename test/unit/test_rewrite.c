/* The rewriter against the evaluator.
 *
 *  - Every rule has a template, a term that makes it fire. Both sides are
 *    evaluated under all small values of the template's variables.
 *  - Random terms are rewritten fully and compared under random assignments.
 *  - Chains of a million levels are rewritten in linear time.
 *
 * LYRE_FUZZ_TERMS sets the number of random terms, LYRE_FUZZ_SEED the seed,
 * LYRE_FUZZ_SHOW how many terms to show that a second run changes,
 * LYRE_FUZZ_HITS prints how often each rule fired, LYRE_TEST picks a test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "rewrite/rewrite.h"
#include "term/eval.h"
#include "term/print.h"
#include "term/term.h"

/* ----------------------------------------------------------------- fixture */

enum { N_STRINGS = 3, N_INTS = 2, N_BOOLS = 2, N_REALS = 2, N_REGEXES = 1 };
enum { N_VARS = N_STRINGS + N_INTS + N_BOOLS + N_REALS + N_REGEXES + 1 };

static const struct {
  const char *name;
  uint32_t sort;
} var_table[N_VARS] = {
    {"x", 4}, {"y", 4}, {"z", 4}, {"i", 2}, {"j", 2}, {"p", 1},
    {"q", 1}, {"u", 3}, {"v", 3}, {"R", 5}, {"w", 4}, /* w: words of regexes */
};
enum { WORD = N_VARS - 1 };

typedef struct {
  lyre_env env;
  lyre_terms ts;
  lyre_rw *rw;
  lyre_eval *eval;
  lyre_arena arena;
  lyre_term vars[N_VARS];
} world;

static jmp_buf escape;

static void open_world (world *w) {
  memset (w, 0, sizeof *w);
  lyre_env_init (&w->env);
  w->env.mem.escape = &escape;
  lyre_terms_init (&w->ts, &w->env);
  w->rw = lyre_rw_new (&w->ts, &w->env.mem);
  w->eval = lyre_eval_new (&w->ts, &w->env.mem);
  lyre_arena_init (&w->arena, &w->env.mem);
  for (uint32_t i = 0; i < N_VARS; i++)
    w->vars[i] = lyre_node_var (&w->ts, var_table[i].name,
                                (lyre_sort){var_table[i].sort});
}

static void close_world (world *w) {
  lyre_eval_delete (w->eval);
  lyre_rw_delete (w->rw);
  lyre_arena_release (&w->arena);
  lyre_terms_release (&w->ts);
  lyre_env_release (&w->env);
}

#define GUARD()                                                                \
  do {                                                                         \
    if (setjmp (escape))                                                       \
      fail_msg ("out of memory, or a value too large");                        \
  } while (0)

static void write_text (void *user, const char *text, size_t len) {
  fwrite (text, 1, len, user);
}

static void show (world *w, const char *what, lyre_term t) {
  fprintf (stderr, "%s ", what);
  lyre_print (&w->ts, t, write_text, stderr);
  fprintf (stderr, "\n");
}

/* ----------------------------------------------------------------- reading */

/* Reads (op arg ...), (_ op index ...), literals and variables. */
typedef struct {
  world *w;
  const char *at;
} reader;

static void skip_space (reader *r) {
  while (*r->at == ' ' || *r->at == '\n')
    r->at++;
}

static size_t word_length (const char *s) {
  return strcspn (s, " ()\n");
}

static lyre_term read_term (reader *r);

static lyre_term build (world *w, lyre_op op, uint32_t n_indices,
                        const uint32_t *indices, uint32_t n,
                        const lyre_term *args) {
  lyre_build_error error = {{0}};
  lyre_term t = lyre_build (&w->ts, op, n_indices, indices, n, args, &error);
  if (!t.id)
    fail_msg ("%s: %s", lyre_op_name (op), error.text);
  return t;
}

static lyre_op read_op (reader *r) {
  size_t n = word_length (r->at);
  lyre_op op = lyre_op_by_name (r->at, n);
  if (op == LYRE_OP_COUNT)
    fail_msg ("no operator: %s", r->at);
  r->at += n;
  skip_space (r);
  return op;
}

static lyre_term read_application (reader *r) {
  uint32_t indices[2] = {0}, n_indices = 0, n = 0;
  lyre_term args[16];
  lyre_op op;
  r->at++;
  if (*r->at == '(') { /* ((_ op k) ...) */
    r->at += 3;
    skip_space (r);
    op = read_op (r);
    while (*r->at != ')') {
      indices[n_indices++] = (uint32_t) strtoul (r->at, (char **) &r->at, 10);
      skip_space (r);
    }
    r->at++;
  } else
    op = read_op (r);
  for (skip_space (r); *r->at != ')'; skip_space (r))
    args[n++] = read_term (r);
  r->at++;
  if (op == LYRE_SUB && n == 1)
    op = LYRE_NEG;
  return build (r->w, op, n_indices, indices, n, args);
}

static lyre_term read_number (reader *r) {
  size_t n = word_length (r->at);
  const char *text = r->at;
  r->at += n;
  if (memchr (text, '.', n)) {
    lyre_rat q;
    assert_true (lyre_rat_parse (&r->w->arena, text, n, &q));
    return lyre_t_real (&r->w->ts, q);
  }
  return lyre_t_integer (&r->w->ts, lyre_int_parse (&r->w->arena, text, n));
}

static lyre_term read_term (reader *r) {
  skip_space (r);
  if (*r->at == '(')
    return read_application (r);
  if (*r->at == '"') {
    size_t n = strcspn (++r->at, "\"");
    const lyre_str *s = lyre_str_from_bytes (&r->w->arena, r->at, n);
    r->at += n + 1;
    return lyre_t_string (&r->w->ts, s);
  }
  if (*r->at == '-' || (*r->at >= '0' && *r->at <= '9'))
    return read_number (r);
  size_t n = word_length (r->at);
  for (uint32_t i = 0; i < N_VARS; i++)
    if (strlen (var_table[i].name) == n &&
        !memcmp (var_table[i].name, r->at, n)) {
      r->at += n;
      return r->w->vars[i];
    }
  return build (r->w, read_op (r), 0, NULL, 0, NULL);
}

static lyre_term parse (world *w, const char *text) {
  reader r = {w, text};
  return read_term (&r);
}

/* ------------------------------------------------------------- small values */

enum { MAX_VALUES = 128 };

typedef struct {
  uint32_t n;
  lyre_val at[MAX_VALUES];
} values;

/* All words up to a length over an alphabet, shortest first. */
static void all_words (world *w, const char *alphabet, uint32_t max,
                       values *out) {
  uint32_t k = (uint32_t) strlen (alphabet), first = 0, last;
  char text[MAX_VALUES][8] = {""};
  out->n = 1;
  for (uint32_t len = 1; len <= max; len++) {
    last = out->n;
    for (uint32_t i = first; i < last; i++)
      for (uint32_t c = 0; c < k && out->n < MAX_VALUES; c++)
        snprintf (text[out->n++], 8, "%s%c", text[i], alphabet[c]);
    first = last;
  }
  for (uint32_t i = 0; i < out->n; i++)
    out->at[i] = lyre_val_string (lyre_str_from_ascii (&w->arena, text[i]));
}

static void add_word (world *w, values *out, const char *text) {
  out->at[out->n++] = lyre_val_string (lyre_str_from_ascii (&w->arena, text));
}

static void small_strings (world *w, uint32_t n_vars, values *out) {
  if (n_vars <= 1)
    all_words (w, "ab01", 3, out);
  else if (n_vars == 2)
    all_words (w, "ab01", 2, out);
  else
    all_words (w, "ab", 2, out);
  add_word (w, out, " ");
  add_word (w, out, "Ab");
  add_word (w, out, "aba");
  if (n_vars < 3)
    add_word (w, out, "abab");
}

static void small_ints (world *w, values *out) {
  static const int64_t more[] = {48, 97, 196608};
  out->n = 0;
  for (int64_t k = -3; k <= 5; k++)
    out->at[out->n++] = lyre_val_int (lyre_int_from (&w->arena, k));
  for (unsigned k = 0; k < sizeof more / sizeof *more; k++)
    out->at[out->n++] = lyre_val_int (lyre_int_from (&w->arena, more[k]));
}

static void small_reals (world *w, values *out) {
  out->n = 0;
  for (int64_t k = -4; k <= 4; k++) {
    lyre_int num = lyre_int_from (&w->arena, k);
    lyre_int den = lyre_int_from (&w->arena, 2);
    out->at[out->n++] = lyre_val_real (lyre_rat_make (&w->arena, num, den));
  }
}

static void small_regexes (world *w, values *out) {
  static const char *const text[] = {
      "re.none",
      "re.allchar",
      "(str.to_re \"\")",
      "(str.to_re \"a\")",
      "(re.* (str.to_re \"ab\"))",
      "(re.comp (str.to_re \"b\"))",
  };
  out->n = 0;
  for (unsigned k = 0; k < sizeof text / sizeof *text; k++)
    out->at[out->n++] = lyre_val_regex (parse (w, text[k]));
}

static void small_values (world *w, uint32_t sort, uint32_t n_vars,
                          values *out) {
  switch (sort) {
  case 1:
    out->n = 2;
    out->at[0] = lyre_val_bool (false);
    out->at[1] = lyre_val_bool (true);
    return;
  case 2:
    small_ints (w, out);
    return;
  case 3:
    small_reals (w, out);
    return;
  case 4:
    small_strings (w, n_vars, out);
    return;
  default:
    small_regexes (w, out);
  }
}

/* ---------------------------------------------------------------- comparing */

static bool evaluate (world *w, lyre_term t, lyre_val *out) {
  return lyre_eval_term (w->eval, t, out);
}

/* Do A and B have the same value under the evaluator's assignment? */
static bool agree (world *w, lyre_term a, lyre_term b) {
  lyre_val x, y;
  if (!evaluate (w, a, &x))
    return lyre_eval_why (w->eval) != LYRE_EVAL_OK;
  x = lyre_val_copy (&w->arena, x);
  if (!evaluate (w, b, &y))
    return lyre_eval_why (w->eval) != LYRE_EVAL_OK;
  return lyre_val_same (&x, &y);
}

/* Regular expressions are compared by the words w in them. */
static lyre_term observed (world *w, lyre_term t) {
  if (!lyre_has_sort (&w->ts, t, LYRE_REGLAN))
    return t;
  return lyre_t2 (&w->ts, LYRE_STR_IN_RE, w->vars[WORD], t);
}

static bool occurs (const lyre_term_list *list, lyre_term t) {
  for (uint32_t i = 0; i < list->n; i++)
    if (lyre_same (list->terms[i], t))
      return true;
  return false;
}

/* Evaluates A and B under all small values of their variables. */
static void compare_everywhere (world *w, lyre_term a, lyre_term b,
                                const char *what) {
  static values domain[N_VARS];
  uint32_t used[N_VARS], n = 0, strings = 0, digit[N_VARS] = {0};
  lyre_term sides[] = {observed (w, a), observed (w, b)};
  lyre_mark m = lyre_arena_mark (&w->arena);
  lyre_term_list free_vars = lyre_free_vars (&w->ts, &w->arena, 2, sides);
  for (uint32_t i = 0; i < N_VARS; i++)
    if (occurs (&free_vars, w->vars[i])) {
      used[n++] = i;
      strings += var_table[i].sort == 4;
    }
  for (uint32_t i = 0; i < n; i++)
    small_values (w, var_table[used[i]].sort, strings + (n > 2), &domain[i]);
  for (bool done = false; !done;) {
    lyre_eval_reset (w->eval);
    for (uint32_t i = 0; i < n; i++)
      lyre_eval_set (w->eval, w->vars[used[i]], domain[i].at[digit[i]]);
    if (!agree (w, sides[0], sides[1])) {
      show (w, "left ", a);
      show (w, "right", b);
      for (uint32_t i = 0; i < n; i++)
        show (w, var_table[used[i]].name,
              lyre_node_value (&w->ts, domain[i].at[digit[i]]));
      fail_msg ("%s is not sound", what);
    }
    uint32_t i = 0;
    while (i < n && ++digit[i] == domain[i].n)
      digit[i++] = 0;
    done = i == n;
  }
  lyre_arena_cut (&w->arena, m);
}

/* ---------------------------------------------------------------- templates */

static const struct {
  const char *rule, *text;
} templates[] = {
    {"not-fold", "(not (not p))"},
    {"not-fold", "(not true)"},
    {"not-de-morgan", "(not (and (not p) (not q)))"},
    {"not-de-morgan", "(not (or (not p) (not q)))"},
    {"and-normal", "(and q p q true)"},
    {"and-normal", "(and p q (not p))"},
    {"and-normal", "(and p false)"},
    {"or-normal", "(or q p q false)"},
    {"or-normal", "(or p q (not p))"},
    {"or-normal", "(or p true)"},
    {"and-not-or", "(and p (not (or q (= x y))))"},
    {"or-not-and", "(or p (not (and q (= x y))))"},
    {"and-absorb", "(and p (or q p))"},
    {"and-absorb", "(and p (or q (not p)))"},
    {"or-absorb", "(or p (and q p))"},
    {"or-absorb", "(or (not p) (and q p))"},
    {"xor-to-eq", "(xor p q)"},
    {"implies-to-or", "(=> p q)"},
    {"ite-fold", "(ite true x y)"},
    {"ite-fold", "(ite false x y)"},
    {"ite-fold", "(ite p x x)"},
    {"ite-fold", "(ite (not p) x y)"},
    {"ite-nested", "(ite p (ite p x y) z)"},
    {"ite-nested", "(ite p x (ite p y z))"},
    {"ite-equal", "(ite (= x y) x y)"},
    {"ite-equal", "(ite (= x y) y x)"},
    {"ite-bool", "(ite p true q)"},
    {"ite-bool", "(ite p false q)"},
    {"ite-bool", "(ite p q true)"},
    {"ite-bool", "(ite p q false)"},
    {"ite-bool", "(ite p p q)"},
    {"ite-bool", "(ite p q p)"},
    {"ite-bool", "(ite p (not p) q)"},
    {"ite-bool", "(ite p q (not p))"},
    {"ite-bool", "(ite p q (not q))"},
    {"distinct-false", "(distinct x y x)"},
    {"distinct-false", "(distinct p q (= x y))"},
    {"distinct-values", "(distinct \"a\" \"b\" \"\")"},
    {"distinct-values", "(distinct 1 2)"},
    {"distinct-pairs", "(distinct x y z)"},
    {"distinct-pairs", "(distinct R re.none)"},
    {"eq-fold", "(= x x)"},
    {"eq-fold", "(= \"a\" \"b\")"},
    {"eq-fold", "(= 1 2)"},
    {"eq-orient", "(= \"a\" x)"},
    {"eq-orient", "(= y x)"},
    {"eq-bool", "(= p true)"},
    {"eq-bool", "(= false p)"},
    {"eq-bool", "(= p (not q))"},
    {"eq-bool", "(= (not p) (not q))"},
    {"eq-bool", "(= p (not p))"},
    {"eq-ite-value", "(= (ite p \"a\" x) \"a\")"},
    {"eq-ite-value", "(= (ite p \"a\" x) \"b\")"},
    {"eq-ite-value", "(= (ite p x \"a\") \"a\")"},
    {"eq-ite-value", "(= (ite p i 3) 2)"},
    {"eq-strip", "(= (str.++ x y) (str.++ x z))"},
    {"eq-strip", "(= (str.++ x \"a\" z) (str.++ y \"ba\" z))"},
    {"eq-strip", "(= (str.++ \"ab\" x) (str.++ \"aa\" y))"},
    {"eq-strip", "(= (str.++ \"ab\" x \"b\") \"abb\")"},
    {"eq-strip", "(= (str.++ \"a\" x) \"ba\")"},
    {"eq-concat-empty", "(= (str.++ x y) \"\")"},
    {"eq-length", "(= (str.++ x \"ab\") \"a\")"},
    {"eq-length", "(= (str.++ x \"a\" y) (str.++ y x))"},
    {"eq-factors", "(= (str.++ x \"b\" y \"a\" z) \"0ab\")"},
    {"eq-contains", "(= (str.++ x \"b\" y) \"00\")"},
    {"eq-contains", "(= (str.from_int i) (str.++ x \"a\"))"},
    {"eq-occurs", "(= x (str.++ y x z))"},
    {"eq-occurs", "(= (str.++ y x z) x)"},
    {"eq-split", "(= (str.++ x y \"a\") (str.++ y x z))"},
    {"eq-split", "(= (str.++ \"a\" x y) (str.++ z y x))"},
    {"eq-split-literal",
     "(= (str.++ (str.substr \"ab\" 0 1) x) (str.++ \"ab\" y))"},
    {"eq-split-literal",
     "(= (str.++ x (str.update \"a\" i z)) (str.++ y \"ab\"))"},
    {"eq-letters", "(= (str.++ x \"ab\" y) (str.++ y \"aa\" x))"},
    {"sub-to-add", "(- i j)"},
    {"sub-to-add", "(- u v)"},
    {"neg-to-mul", "(- i)"},
    {"neg-to-mul", "(- u)"},
    {"add-normal", "(+ j 2 i (* 3 j) -1)"},
    {"add-normal", "(+ i (* -1 i))"},
    {"add-normal", "(+ u (* 0.5 v) u)"},
    {"mul-normal", "(* j 2 i 3)"},
    {"mul-normal", "(* i 0)"},
    {"mul-normal", "(* 2 (+ i j 1))"},
    {"mul-normal", "(* u 0.5)"},
    {"abs-elim", "(abs i)"},
    {"abs-elim", "(abs (str.len x))"},
    {"abs-elim", "(abs u)"},
    {"div-negative", "(div i -3)"},
    {"mod-negative", "(mod i -3)"},
    {"div-split", "(div (+ (* 5 i) j 7) 3)"},
    {"div-split", "(div (* -3 i) 3)"},
    {"div-split", "(div -7 2)"},
    {"mod-split", "(mod (+ (* 5 i) (* -1 j) 7) 3)"},
    {"mod-split", "(mod -7 2)"},
    {"div-small", "(div (str.len (str.substr x 0 2)) 5)"},
    {"mod-small", "(mod (mod i 3) 5)"},
    {"div-div", "(div (div i 2) 3)"},
    {"mod-mod", "(mod (mod i 6) 3)"},
    {"mod-mod", "(mod (mod i -4) 2)"},
    {"divisible-to-mod", "((_ divisible 3) i)"},
    {"real-div-const", "(/ u 2.0)"},
    {"real-div-const", "(/ u -0.5)"},
    {"to-real-push", "(to_real (+ i j))"},
    {"to-real-push", "(to_real (* 2 i))"},
    {"to-real-push", "(to_real 3)"},
    {"to-int-fold", "(to_int (to_real i))"},
    {"to-int-fold", "(to_int -0.5)"},
    {"is-int-fold", "(is_int (to_real i))"},
    {"is-int-fold", "(is_int 0.5)"},
    {"le-normal", "(<= (+ i 1) (* 3 j))"},
    {"le-normal", "(<= (* -2 i) 3)"},
    {"le-normal", "(<= (* 2 u) v)"},
    {"le-normal", "(<= (to_real i) 0.5)"},
    {"le-normal", "(<= (* 0.5 (to_real j)) (to_real i))"},
    {"le-normal", "(<= 3 2)"},
    {"lt-normal", "(< i j)"},
    {"lt-normal", "(< u v)"},
    {"lt-normal", "(< (* -2.0 u) 1.0)"},
    {"lt-normal", "(< (to_real i) 0.5)"},
    {"lt-normal", "(< (to_real i) 1.0)"},
    {"ge-normal", "(>= i j)"},
    {"ge-normal", "(>= v u)"},
    {"gt-normal", "(> i j)"},
    {"gt-normal", "(> v u)"},
    {"gt-normal", "(> (to_real (* 2 i)) 1.0)"},
    {"le-entailed", "(<= (str.len (str.substr x i 2)) 2)"},
    {"le-entailed", "(<= (str.len (str.substr x i j)) (str.len x))"},
    {"le-entailed", "(<= (str.indexof x y i) (str.len x))"},
    {"le-entailed", "(<= (+ (str.len x) (str.len y)) -1)"},
    {"le-entailed", "(<= (+ (str.len (str.replace x y z)) (* -1 (str.len x)) "
                    "(* -1 (str.len z))) 0)"},
    {"le-entailed", "(<= (+ (str.indexof x \"ab\" 0) (* -1 (str.len x))) 0)"},
    {"le-entailed", "(<= (str.len (str.from_int (str.len x))) "
                    "(+ 1 (str.len x)))"},
    {"le-entailed", "(<= (str.to_int (str.at x 0)) 9)"},
    {"le-entailed", "(<= (ite p (mod i 3) (str.to_code x)) 196607)"},
    {"le-entailed", "(<= (str.len (str.replace_all x \"ab\" \"a\")) "
                    "(str.len x))"},
    {"le-at-bound", "(<= (str.indexof x y 0) -1)"},
    {"le-at-bound", "(<= (mod i 3) 1)"},
    {"eq-arith", "(= (+ i 1) (+ j 1))"},
    {"eq-arith", "(= (* 2 i) (+ 1 (* 4 j)))"},
    {"eq-arith", "(= (* -2 i) 4)"},
    {"eq-arith", "(= (+ u v) (* 2.0 u))"},
    {"eq-arith", "(= (to_real i) 0.5)"},
    {"eq-arith", "(= (* 0.5 (to_real i)) (to_real j))"},
    {"eq-arith-entailed", "(= (str.len x) -1)"},
    {"eq-arith-entailed", "(= (str.indexof x y 0) (+ 1 (str.len x)))"},
    {"concat-normal", "(str.++ \"a\" \"\" \"b\" x \"\" \"a\" \"b\")"},
    {"len-fixed", "(str.len \"ab\")"},
    {"len-fixed", "(str.len (str.update \"ab\" i x))"},
    {"len-fixed", "(str.len (str.substr (str.++ \"ab\" x) 1 1))"},
    {"len-concat", "(str.len (str.++ x \"a\" y))"},
    {"len-substr", "(str.len (str.substr (str.++ x \"ab\") 0 (str.len x)))"},
    {"len-substr",
     "(str.len (str.substr (str.++ x y) (str.len x) (str.len y)))"},
    {"len-substr", "(str.len (str.substr (str.++ x \"ab\") 1 "
                   "(+ 1 (str.len x))))"},
    {"len-substr", "(str.len (str.substr (str.++ x \"ab\") 2 "
                   "(+ 4 (str.len x))))"},
    {"len-replace", "(str.len (str.replace x \"a\" \"b\"))"},
    {"len-replace", "(str.len (str.replace_all x y y))"},
    {"len-kept", "(str.len (str.rev x))"},
    {"len-kept", "(str.len (str.to_lower x))"},
    {"len-kept", "(str.len (str.to_upper x))"},
    {"len-kept", "(str.len (str.update x i y))"},
    {"le-len-zero", "(<= (str.len x) 0)"},
    {"eq-len-zero", "(= (str.len x) 0)"},
    {"at-to-substr", "(str.at x i)"},
    {"substr-value", "(str.substr \"aba\" 1 5)"},
    {"substr-value", "(str.substr \"aba\" -1 5)"},
    {"substr-value", "(str.substr \"aba\" 99999999999999999999 1)"},
    {"substr-value", "(str.substr \"aba\" 1 99999999999999999999)"},
    {"substr-empty", "(str.substr x -1 i)"},
    {"substr-empty", "(str.substr x i 0)"},
    {"substr-empty", "(str.substr x (str.len x) i)"},
    {"substr-empty", "(str.substr \"\" i j)"},
    {"substr-full", "(str.substr x 0 (+ 1 (str.len x)))"},
    {"substr-clip", "(str.substr x (str.len y) (str.len x))"},
    {"substr-cut-front", "(str.substr (str.++ \"ab\" x) 1 i)"},
    {"substr-cut-front", "(str.substr (str.++ \"ab\" x) 2 i)"},
    {"substr-drop-front", "(str.substr (str.++ x y) (+ 1 (str.len x)) i)"},
    {"substr-drop-front", "(str.substr (str.++ (str.substr x 0 2) y) 3 i)"},
    {"substr-drop-back", "(str.substr (str.++ x y) 0 (str.len x))"},
    {"substr-drop-back", "(str.substr (str.++ \"ab\" x) 0 2)"},
    {"substr-pull", "(str.substr (str.++ x y) 0 (+ 1 (str.len x)))"},
    {"substr-pull", "(str.substr (str.++ \"ab\" x) 0 3)"},
    {"substr-substr", "(str.substr (str.substr x 1 3) 1 1)"},
    {"substr-substr", "(str.substr (str.substr x 1 2) 1 5)"},
    {"substr-substr", "(str.substr (str.substr x (str.len y) i) 1 i)"},
    {"eq-substr-empty", "(= (str.substr x i j) \"\")"},
    {"contains-true", "(str.contains (str.++ x \"aba\" y) \"b\")"},
    {"contains-true", "(str.contains (str.++ x y z) (str.++ y z))"},
    {"contains-true",
     "(str.contains (str.++ x \"ab\" y \"ba\") (str.++ \"b\" y \"b\"))"},
    {"contains-true", "(str.contains (str.++ x y) (str.substr y i j))"},
    {"contains-true", "(str.contains x \"\")"},
    {"contains-false", "(str.contains x (str.++ x \"a\"))"},
    {"contains-false", "(str.contains \"ab\" (str.++ x \"0\"))"},
    {"contains-false", "(str.contains (str.from_int i) \"a\")"},
    {"contains-false",
     "(str.contains (str.replace (str.from_int i) x \"1\") \"a\")"},
    {"contains-equal", "(str.contains x (str.++ x y))"},
    {"contains-equal", "(str.contains \"\" x)"},
    {"contains-char", "(str.contains (str.++ x \"b\" y) \"a\")"},
    {"contains-trim", "(str.contains (str.++ \"ba\" x \"ab\") \"aba\")"},
    {"contains-trim", "(str.contains (str.++ x \"0a\") \"ab\")"},
    {"contains-factors", "(str.contains \"aba\" x)"},
    {"contains-to-re", "(str.contains x \"ab\")"},
    {"contains-replace-all",
     "(str.contains (str.replace_all x \"a\" y) \"a\")"},
    {"prefixof-strip", "(str.prefixof (str.++ x \"a\") (str.++ x y))"},
    {"prefixof-strip", "(str.prefixof (str.++ \"ab\" x) (str.++ \"a\" y))"},
    {"prefixof-strip", "(str.prefixof (str.++ \"b\" x) (str.++ \"ab\" y))"},
    {"prefixof-strip", "(str.prefixof \"\" x)"},
    {"prefixof-strip", "(str.prefixof (str.++ x y) \"\")"},
    {"suffixof-strip", "(str.suffixof (str.++ \"a\" x) (str.++ y x))"},
    {"suffixof-strip", "(str.suffixof (str.++ x \"ab\") (str.++ y \"b\"))"},
    {"suffixof-strip", "(str.suffixof (str.++ x \"b\") (str.++ y \"ba\"))"},
    {"prefixof-false", "(str.prefixof (str.++ x \"a\") \"b\")"},
    {"suffixof-false", "(str.suffixof (str.++ x \"a\" y) y)"},
    {"prefixof-to-re", "(str.prefixof \"ab\" x)"},
    {"suffixof-to-re", "(str.suffixof \"ab\" x)"},
    {"prefixof-to-substr", "(str.prefixof x y)"},
    {"suffixof-to-substr", "(str.suffixof x y)"},
    {"indexof-value", "(str.indexof \"abab\" \"b\" 2)"},
    {"indexof-value", "(str.indexof \"abab\" \"\" 4)"},
    {"indexof-value", "(str.indexof \"abab\" \"\" 5)"},
    {"indexof-none", "(str.indexof x y -1)"},
    {"indexof-none", "(str.indexof x (str.++ y \"a\") (str.len x))"},
    {"indexof-none", "(str.indexof x y (+ 1 (str.len x)))"},
    {"indexof-none", "(str.indexof \"ab\" (str.++ x \"0\") i)"},
    {"indexof-empty", "(str.indexof x \"\" i)"},
    {"indexof-self", "(str.indexof x x i)"},
    {"indexof-front", "(str.indexof (str.++ x \"ab\" y) \"a\" 0)"},
    {"indexof-front", "(str.indexof (str.++ x y z) (str.++ x y) 0)"},
    {"indexof-skip", "(str.indexof (str.++ x \"ab\" y) \"b\" (str.len x))"},
    {"indexof-skip",
     "(str.indexof (str.++ x \"bab\" y) \"b\" (+ 1 (str.len x)))"},
    {"indexof-trim", "(str.indexof (str.++ x \"ab0\") \"aa\" 0)"},
    {"indexof-trim", "(str.indexof (str.++ \"ba\" x \"b0\") \"ab\" 0)"},
    {"eq-indexof-none", "(= (str.indexof x y 0) -1)"},
    {"eq-indexof-none", "(= (str.indexof (str.++ x y) z (str.len x)) -1)"},
    {"replace-fold", "(str.replace x \"\" y)"},
    {"replace-fold", "(str.replace x x y)"},
    {"replace-fold", "(str.replace x y y)"},
    {"replace-value", "(str.replace \"aba\" \"b\" x)"},
    {"replace-value", "(str.replace \"aba\" \"0\" x)"},
    {"replace-none", "(str.replace x (str.++ x \"a\") y)"},
    {"replace-none", "(str.replace (str.from_int i) \"a\" y)"},
    {"replace-in-empty", "(str.replace \"\" x y)"},
    {"replace-front", "(str.replace (str.++ x \"ab\" y) \"a\" z)"},
    {"replace-front", "(str.replace (str.++ x y) x z)"},
    {"replace-trim", "(str.replace (str.++ \"ba\" x \"b0\") \"ab\" y)"},
    {"replace-trim", "(str.replace (str.++ \"aa\" x) \"ab\" y)"},
    {"eq-replace-empty", "(= (str.replace x y \"\") \"\")"},
    {"replace-all-fold", "(str.replace_all x \"\" y)"},
    {"replace-all-fold", "(str.replace_all \"\" x y)"},
    {"replace-all-fold", "(str.replace_all x y y)"},
    {"replace-all-fold",
     "(str.replace_all (str.++ x \"a\") (str.++ x \"a\") y)"},
    {"replace-all-value", "(str.replace_all \"aaba\" \"a\" x)"},
    {"replace-all-value", "(str.replace_all \"aaa\" \"aa\" x)"},
    {"replace-all-none", "(str.replace_all x (str.++ x \"a\") y)"},
    {"replace-all-char", "(str.replace_all (str.++ x \"ab\" y) \"a\" z)"},
    {"replace-all-trim", "(str.replace_all (str.++ \"ba\" x \"b0\") \"ab\" y)"},
    {"replace-all-trim", "(str.replace_all (str.++ x \"ab\") \"aa\" y)"},
    {"replace-re-fold", "(str.replace_re x re.none y)"},
    {"replace-re-fold", "(str.replace_re x (str.to_re y) z)"},
    {"replace-re-fold", "(str.replace_re x (re.+ (str.to_re \"ab\")) y)"},
    {"replace-re-fold", "(str.replace_re x (re.* (str.to_re \"ab\")) y)"},
    {"replace-re-value",
     "(str.replace_re \"abab\" (re.++ (str.to_re \"b\") re.allchar) x)"},
    {"replace-re-value", "(str.replace_re \"ab\" (str.to_re \"0\") x)"},
    {"replace-re-all-fold", "(str.replace_re_all x re.none y)"},
    {"replace-re-all-fold", "(str.replace_re_all \"\" R y)"},
    {"replace-re-all-fold", "(str.replace_re_all x (str.to_re y) z)"},
    {"replace-re-all-fold", "(str.replace_re_all x re.all y)"},
    {"replace-re-all-fold",
     "(str.replace_re_all x (re.* (re.++ (str.to_re \"a\") "
     "(re.opt (str.to_re \"b\")))) y)"},
    {"replace-re-all-fold",
     "(str.replace_re_all x (re.opt (str.to_re \"aa\")) y)"},
    {"replace-re-all-fold",
     "(str.replace_re_all x (re.+ (re.* (str.to_re \"aa\"))) y)"},
    {"replace-re-all-fold",
     "(str.replace_re_all x ((_ re.loop 1 2) (str.to_re \"ab\")) y)"},
    {"replace-re-all-shortest",
     "(str.replace_re_all x (re.++ (re.* (str.to_re \"a\")) "
     "(re.* (str.to_re \"bb\"))) y)"},
    {"replace-re-all-shortest",
     "(str.replace_re_all x (re.union (re.* (str.to_re \"ab\")) "
     "(str.to_re \"aab\")) y)"},
    {"replace-re-all-value",
     "(str.replace_re_all \"abaab\" (re.++ (str.to_re \"a\") "
     "(re.opt (str.to_re \"b\"))) x)"},
    {"replace-re-all-value",
     "(str.replace_re_all \"abab\" (re.union (str.to_re \"ab\") "
     "(str.to_re \"\")) x)"},
    {"replace-re-all-char",
     "(str.replace_re_all (str.++ x \"a\" y) (re.range \"a\" \"b\") z)"},
    {"to-code-fold", "(str.to_code \"a\")"},
    {"to-code-fold", "(str.to_code (str.++ x \"ab\"))"},
    {"to-code-fold", "(str.to_code \"\")"},
    {"to-code-from-code", "(str.to_code (str.from_code i))"},
    {"from-code-fold", "(str.from_code 97)"},
    {"from-code-fold", "(str.from_code 196608)"},
    {"from-code-fold", "(str.from_code -1)"},
    {"from-code-to-code", "(str.from_code (str.to_code x))"},
    {"is-digit-elim", "(str.is_digit x)"},
    {"eq-to-code", "(= (str.to_code x) 97)"},
    {"eq-to-code", "(= (str.to_code x) -1)"},
    {"eq-to-code", "(= (str.to_code x) 196608)"},
    {"eq-from-code", "(= (str.from_code i) \"a\")"},
    {"eq-from-code", "(= (str.from_code i) \"\")"},
    {"eq-from-code", "(= (str.from_code i) \"ab\")"},
    {"to-int-value", "(str.to_int \"010\")"},
    {"to-int-value", "(str.to_int \"\")"},
    {"to-int-value", "(str.to_int \"1a\")"},
    {"to-int-value", "(str.to_int (str.++ x \"a\" y))"},
    {"to-int-from-int", "(str.to_int (str.from_int i))"},
    {"from-int-value", "(str.from_int 10)"},
    {"from-int-value", "(str.from_int -10)"},
    {"from-int-value", "(str.from_int (+ -1 (* -1 (str.len x))))"},
    {"eq-from-int", "(= (str.from_int i) \"4\")"},
    {"eq-from-int", "(= (str.from_int i) \"04\")"},
    {"eq-from-int", "(= (str.from_int i) \"0\")"},
    {"eq-from-int", "(= (str.from_int i) \"\")"},
    {"eq-from-int", "(= (str.from_int i) \"a\")"},
    {"eq-to-int", "(= (str.to_int x) 1)"},
    {"eq-to-int", "(= (str.to_int x) 0)"},
    {"eq-to-int", "(= (str.to_int x) -1)"},
    {"eq-to-int", "(= (str.to_int x) -2)"},
    {"str-lt-elim", "(str.< x y)"},
    {"str-le-fold", "(str.<= x x)"},
    {"str-le-fold", "(str.<= \"\" x)"},
    {"str-le-fold", "(str.<= x \"\")"},
    {"str-le-strip", "(str.<= (str.++ x y) (str.++ x z))"},
    {"str-le-strip", "(str.<= (str.++ \"a\" x) (str.++ \"b\" y))"},
    {"str-le-strip", "(str.<= (str.++ \"ab\" x) (str.++ \"aa\" y))"},
    {"str-le-strip", "(str.<= (str.++ \"ab\" x) (str.++ \"a\" y))"},
    {"re-union-normal",
     "(re.union (str.to_re \"b\") R (str.to_re \"a\") R re.none)"},
    {"re-union-normal", "(re.union R (re.comp R))"},
    {"re-union-normal", "(re.union R re.all)"},
    {"re-union-normal", "(re.union (str.to_re \"\") (str.to_re \"ab\"))"},
    {"re-union-normal",
     "(re.union (str.to_re \"ab\") (re.* (str.to_re \"ab\")) "
     "(str.to_re \"\"))"},
    {"re-union-normal",
     "(re.union (re.opt (str.to_re \"ab\")) (str.to_re \"a\"))"},
    {"re-inter-normal", "(re.inter R re.all R)"},
    {"re-inter-normal", "(re.inter R (re.comp R))"},
    {"re-inter-normal", "(re.inter R re.none)"},
    {"re-inter-normal",
     "(re.inter (re.range \"a\" \"c\") (re.range \"b\" \"d\"))"},
    {"re-inter-normal", "(re.inter (str.to_re \"a\") (str.to_re \"b\"))"},
    {"re-inter-normal",
     "(re.inter (re.* (str.to_re \"ab\")) (str.to_re \"\"))"},
    {"re-inter-length",
     "(re.inter (str.to_re \"ab\") ((_ re.loop 1 3) (str.to_re \"aba\")))"},
    {"re-concat-normal", "(re.++ R re.none)"},
    {"re-concat-normal",
     "(re.++ R (str.to_re \"a\") (str.to_re \"\") (str.to_re \"b\"))"},
    {"re-concat-normal",
     "(re.++ (str.to_re x) (str.to_re y) (str.to_re \"b\"))"},
    {"re-concat-normal", "(re.++ (re.* R) (re.* R))"},
    {"re-concat-normal", "(re.++ R (re.* R))"},
    {"re-concat-normal", "(re.++ (re.+ R) (re.+ R))"},
    {"re-concat-normal",
     "(re.++ ((_ re.loop 1 2) (str.to_re \"a\")) "
     "((_ re.loop 0 1) (str.to_re \"a\")) (str.to_re \"a\"))"},
    {"re-concat-normal", "(re.++ re.allchar re.all re.allchar)"},
    {"re-star-nested", "(re.* (re.* R))"},
    {"re-star-nested", "(re.* (re.+ R))"},
    {"re-star-nested", "(re.* (re.opt R))"},
    {"re-star-nested", "(re.* ((_ re.loop 1 2) R))"},
    {"re-star-nested", "(re.* re.allchar)"},
    {"re-star-nested", "(re.* re.all)"},
    {"re-star-nested", "(re.* re.none)"},
    {"re-star-union", "(re.* (re.union (re.* R) (str.to_re \"b\")))"},
    {"re-star-union", "(re.* (re.union (re.opt R) (re.+ (str.to_re \"ab\"))))"},
    {"re-plus-fold", "(re.+ (re.* R))"},
    {"re-plus-fold", "(re.+ (re.+ R))"},
    {"re-plus-fold", "(re.+ re.none)"},
    {"re-plus-fold", "(re.+ ((_ re.loop 1 2) R))"},
    {"re-opt-fold", "(re.opt (re.* R))"},
    {"re-opt-fold", "(re.opt re.none)"},
    {"re-opt-fold", "(re.opt (re.+ R))"},
    {"re-opt-fold", "(re.opt ((_ re.loop 1 2) R))"},
    {"re-pow-to-loop", "((_ re.^ 2) R)"},
    {"re-pow-to-loop", "((_ re.^ 0) R)"},
    {"re-loop-fold", "((_ re.loop 2 1) R)"},
    {"re-loop-fold", "((_ re.loop 0 0) R)"},
    {"re-loop-fold", "((_ re.loop 1 1) R)"},
    {"re-loop-fold", "((_ re.loop 0 1) R)"},
    {"re-loop-fold", "((_ re.loop 0 2) re.none)"},
    {"re-loop-fold", "((_ re.loop 1 2) re.none)"},
    {"re-loop-fold", "((_ re.loop 2 3) (re.opt R))"},
    {"re-loop-fold", "((_ re.loop 1 2) (str.to_re \"\"))"},
    {"re-loop-loop", "((_ re.loop 1 2) ((_ re.loop 1 2) (str.to_re \"a\")))"},
    {"re-loop-loop", "((_ re.loop 2 2) ((_ re.loop 2 2) (str.to_re \"a\")))"},
    {"re-loop-loop", "((_ re.loop 2 3) (re.* R))"},
    {"re-loop-loop", "((_ re.loop 0 3) (re.+ R))"},
    {"re-loop-loop", "((_ re.loop 1 3) (re.+ R))"},
    {"re-loop-loop", "((_ re.loop 2 3) (re.opt (str.to_re \"a\")))"},
    {"re-comp-fold", "(re.comp (re.comp R))"},
    {"re-comp-fold", "(re.comp re.none)"},
    {"re-comp-fold", "(re.comp re.all)"},
    {"re-diff-elim", "(re.diff R (str.to_re \"a\"))"},
    {"re-range-fold", "(re.range \"b\" \"a\")"},
    {"re-range-fold", "(re.range \"ab\" \"c\")"},
    {"re-range-fold", "(re.range \"a\" (str.++ x \"ab\"))"},
    {"re-range-fold", "(re.range \"a\" \"a\")"},
    {"re-union-included",
     "(re.union (re.+ (str.to_re \"ab\")) "
     "(re.* (re.union (str.to_re \"a\") (str.to_re \"b\"))))"},
    {"re-union-included",
     "(re.union (re.++ R re.all) (re.++ R (str.to_re \"a\") R))"},
    {"re-union-included",
     "(re.union ((_ re.loop 2 3) R) ((_ re.loop 1 4) (re.opt R)))"},
    {"re-union-included",
     "(re.union (re.comp R) (re.comp (re.union R (str.to_re \"ab\"))))"},
    {"re-inter-included",
     "(re.inter (re.++ (re.range \"a\" \"b\") (re.opt R) (str.to_re \"a\")) "
     "(re.++ (re.range \"a\" \"c\") re.all))"},
    {"re-inter-included", "(re.inter (re.+ R) (re.* (re.union R (str.to_re "
                          "\"b\"))))"},
    {"re-inter-excluded",
     "(re.inter (re.++ R (str.to_re \"ab\")) (re.comp (re.++ re.all "
     "(str.to_re \"ab\"))))"},
    {"and-in-re-included",
     "(and (str.in_re x (re.+ (str.to_re \"ab\"))) p (str.in_re x (re.* "
     "(re.union (str.to_re \"a\") (str.to_re \"b\")))))"},
    {"and-in-re-included",
     "(and (not (str.in_re x (re.* (str.to_re \"ab\")))) (not (str.in_re x "
     "((_ re.loop 2 3) (str.to_re \"ab\")))))"},
    {"and-in-re-included",
     "(and (str.in_re x (re.++ R (str.to_re \"ab\"))) (not (str.in_re x (re.++ "
     "re.all (str.to_re \"ab\")))))"},
    {"or-in-re-included",
     "(or (str.in_re x (re.+ (str.to_re \"ab\"))) p (str.in_re x (re.* "
     "(re.union (str.to_re \"a\") (str.to_re \"b\")))))"},
    {"or-in-re-included",
     "(or (not (str.in_re x (re.* (str.to_re \"ab\")))) (not (str.in_re x "
     "((_ re.loop 2 3) (str.to_re \"ab\")))))"},
    {"or-in-re-included",
     "(or (not (str.in_re x (re.++ R (str.to_re \"ab\")))) (str.in_re x (re.++ "
     "re.all (str.to_re \"ab\"))))"},
    {"in-re-lengths-modulo",
     "(str.in_re (str.++ x x) (re.++ (str.to_re \"a\") (re.* (str.to_re "
     "\"bb\"))))"},
    {"in-re-lengths-modulo",
     "(str.in_re (str.++ x \"a\" x) (re.* (re.union (str.to_re \"bb\") "
     "((_ re.loop 2 2) (re.range \"a\" \"c\")))))"},
    {"eq-lengths-modulo", "(= (str.++ x x) (str.++ y \"a\" y))"},
    {"re-inter-lengths-modulo",
     "(re.inter (re.* (str.to_re \"ab\")) (re.++ (str.to_re \"a\") "
     "(re.* (str.to_re \"ba\"))))"},
    {"in-re-fold", "(str.in_re x re.none)"},
    {"in-re-fold", "(str.in_re x re.all)"},
    {"in-re-fold", "(str.in_re x (str.to_re y))"},
    {"in-re-value", "(str.in_re \"abab\" (re.* (str.to_re \"ab\")))"},
    {"in-re-value", "(str.in_re \"aba\" (re.* (str.to_re \"ab\")))"},
    {"in-re-value",
     "(str.in_re \"aab\" (re.++ (re.comp (str.to_re \"aa\")) "
     "((_ re.loop 1 2) (re.union (str.to_re \"b\") re.allchar))))"},
    {"in-re-value", "(str.in_re \"\" (re.* R))"},
    {"in-re-value", "(str.in_re \"ab\" (re.inter (re.+ re.allchar) "
                    "(re.opt ((_ re.^ 2) (re.range \"a\" \"b\")))))"},
    {"in-re-length", "(str.in_re x re.allchar)"},
    {"in-re-length", "(str.in_re x ((_ re.loop 1 2) re.allchar))"},
    {"in-re-length", "(str.in_re x (re.++ re.allchar re.all))"},
    {"in-re-length", "(str.in_re x (re.+ re.allchar))"},
    {"in-re-length", "(str.in_re x (re.opt re.allchar))"},
    {"in-re-period", "(str.in_re x (re.* ((_ re.loop 2 2) re.allchar)))"},
    {"in-re-boolean", "(str.in_re x (re.inter R (str.to_re \"a\")))"},
    {"in-re-boolean", "(str.in_re x (re.comp R))"},
    {"in-re-impossible",
     "(str.in_re (str.++ x \"ab\") (re.opt (str.to_re \"a\")))"},
    {"in-re-impossible", "(str.in_re (str.at x i) (re.+ (str.to_re \"aa\")))"},
    {"in-re-star-split",
     "(str.in_re (str.++ x \"a\" y) (re.* (re.range \"a\" \"b\")))"},
    {"in-re-derive",
     "(str.in_re (str.++ \"ab\" x) (re.* (str.to_re \"aba\")))"},
    {"in-re-derive",
     "(str.in_re (str.++ x \"ab\") (re.* (str.to_re \"bab\")))"},
    {"in-re-derive",
     "(str.in_re (str.++ \"a\" x) (re.++ (re.opt (str.to_re \"a\")) "
     "(re.comp (str.to_re \"a\")) ((_ re.loop 1 2) re.allchar)))"},
    {"in-re-derive",
     "(str.in_re (str.++ x \"a\") (re.++ (re.opt (str.to_re \"a\")) "
     "(re.comp (str.to_re \"a\")) (re.* (re.range \"a\" \"b\"))))"},
    {"in-re-affix", "(str.in_re x (re.++ (str.to_re y) re.all))"},
    {"in-re-affix", "(str.in_re x (re.++ re.all (str.to_re y)))"},
    {"in-re-affix", "(str.in_re x (re.++ re.all (str.to_re y) re.all))"},
    {"rev-push", "(str.rev \"ab\")"},
    {"rev-push", "(str.rev (str.rev x))"},
    {"rev-push", "(str.rev (str.++ x \"ab\" y))"},
    {"rev-push", "(str.rev (str.at x i))"},
    {"eq-rev", "(= (str.rev x) \"ab\")"},
    {"eq-rev", "(= (str.rev x) (str.rev y))"},
    {"lower-push", "(str.to_lower \"Ab0\")"},
    {"lower-push", "(str.to_lower (str.to_upper x))"},
    {"lower-push", "(str.to_lower (str.++ x \"A\"))"},
    {"lower-push", "(str.to_lower (str.from_int i))"},
    {"upper-push", "(str.to_upper \"Ab0\")"},
    {"upper-push", "(str.to_upper (str.to_lower x))"},
    {"upper-push", "(str.to_upper (str.++ x \"a\"))"},
    {"trim-ends", "(str.trim (str.++ \" a\" x \" \"))"},
    {"trim-ends", "(str.trim (str.++ x \"b \"))"},
    {"trim-ends", "(str.trim (str.++ \"a\" x \"b\"))"},
    {"trim-ends", "(str.trim (str.trim x))"},
    {"trim-ends", "(str.trim \"  \")"},
    {"trim-ends", "(str.trim (str.from_int i))"},
    {"update-fold", "(str.update x -1 y)"},
    {"update-fold", "(str.update x (str.len x) y)"},
    {"update-fold", "(str.update x i \"\")"},
    {"update-fold", "(str.update \"abab\" 1 \"00\")"},
    {"update-fold", "(str.update \"abab\" 3 \"00\")"},
    {"update-fold", "(str.update \"abab\" 3 (str.update \"00\" i x))"},
    {"count-fold", "(str.count x \"\")"},
    {"count-fold", "(str.count \"aaa\" \"aa\")"},
    {"count-fold", "(str.count x (str.++ x \"a\"))"},
    {"count-fold", "(str.count (str.++ x \"ab\" y) \"a\")"},
    {"last-indexof-fold", "(str.last_indexof \"abab\" \"b\" 2)"},
    {"last-indexof-fold", "(str.last_indexof \"abab\" \"\" 9)"},
    {"last-indexof-fold", "(str.last_indexof x y -1)"},
    {"last-indexof-fold", "(str.last_indexof x (str.++ x \"a\") i)"},
    {"indexof-re-fold", "(str.indexof_re x re.none i)"},
    {"indexof-re-fold", "(str.indexof_re x R -1)"},
    {"indexof-re-fold", "(str.indexof_re x R (+ 1 (str.len x)))"},
    {"indexof-re-fold", "(str.indexof_re x (str.to_re y) i)"},
    {"indexof-re-value", "(str.indexof_re \"abab\" (str.to_re \"b\") 2)"},
    {"indexof-re-value",
     "(str.indexof_re \"abab\" (re.* (str.to_re \"b\")) 4)"},
};
enum { N_TEMPLATES = sizeof templates / sizeof *templates };

static uint32_t rule_by_name (const char *name) {
  for (uint32_t i = 0; i < lyre_rule_count (); i++)
    if (!strcmp (lyre_rule_get (i)->name, name))
      return i;
  fail_msg ("no rule %s", name);
  return 0;
}

static void test_templates_fire_and_are_sound (void **state) {
  (void) state;
  GUARD ();
  for (uint32_t k = 0; k < N_TEMPLATES; k++) {
    world w;
    lyre_term out;
    open_world (&w);
    lyre_term t = parse (&w, templates[k].text);
    uint32_t rule = rule_by_name (templates[k].rule);
    if (!lyre_rw_apply_rule (w.rw, rule, t, &out))
      fail_msg ("%s does not fire on %s", templates[k].rule, templates[k].text);
    assert_false (lyre_same (t, out));
    compare_everywhere (&w, t, out, templates[k].rule);
    lyre_term full = lyre_rewrite (w.rw, t);
    compare_everywhere (&w, t, full, "the whole rewriter");
    close_world (&w);
  }
}

static void test_every_rule_has_a_template (void **state) {
  (void) state;
  uint32_t missing = 0;
  for (uint32_t i = 0; i < lyre_rule_count (); i++) {
    bool found = false;
    for (uint32_t k = 0; k < N_TEMPLATES && !found; k++)
      found = !strcmp (templates[k].rule, lyre_rule_get (i)->name);
    if (!found) {
      fprintf (stderr, "no template for %s\n", lyre_rule_get (i)->name);
      missing++;
    }
  }
  assert_int_equal (missing, 0);
}

static void test_rule_names_differ (void **state) {
  (void) state;
  for (uint32_t i = 0; i < lyre_rule_count (); i++)
    assert_int_equal (rule_by_name (lyre_rule_get (i)->name), i);
  assert_null (lyre_rule_get (lyre_rule_count ()));
}

/* What some terms become: the normal forms that others rely on. */
static const struct {
  const char *from, *to;
} normal_forms[] = {
    {"(str.++ \"a\" (str.++ \"b\" x) \"\")", "(str.++ \"ab\" x)"},
    {"(< i j)", "(<= (+ i (* -1 j)) -1)"},
    {"(> i 3)", "(not (<= i 3))"},
    {"(>= (* 2 i) 3)", "(not (<= i 1))"},
    {"(= (+ i 1) (+ j 1))", "(= i j)"},
    {"(= (* 2 i) 3)", "false"},
    {"(<= (str.len x) 0)", "(= x \"\")"},
    {"(>= (str.len x) 0)", "true"},
    {"(= x (str.++ x y))", "(= y \"\")"},
    {"(= (str.++ \"a\" x) (str.++ \"b\" y))", "false"},
    {"(str.prefixof \"a\" (str.++ \"ab\" x))", "true"},
    {"(str.contains (str.++ x \"abc\" y) \"b\")", "true"},
    {"(str.substr (str.++ \"abc\" x) 1 2)", "\"bc\""},
    {"(str.at x 0)", "(str.substr x 0 1)"},
    {"(str.len (str.substr (str.++ x \"ab\") 0 (str.len x)))", "(str.len x)"},
    {"(<= (str.indexof x y 0) (str.len x))", "true"},
    {"(>= (str.indexof x y 0) -1)", "true"},
    {"(<= (str.len (str.replace x \"ab\" \"c\")) (str.len x))", "true"},
    {"(str.in_re (str.++ \"ab\" x) (re.* (str.to_re \"ab\")))",
     "(str.in_re x (re.* (str.to_re \"ab\")))"},
    {"(str.in_re \"abab\" (re.* (str.to_re \"ab\")))", "true"},
    {"(re.union (str.to_re \"a\") (re.range \"b\" \"d\"))",
     "(re.range \"a\" \"d\")"},
    {"(re.++ re.allchar re.all re.allchar)",
     "(re.++ ((_ re.loop 2 2) re.allchar) re.all)"},
    {"(div i 0)", "(div i 0)"},
    {"(mod 3 0)", "(mod 3 0)"},
    {"(/ u 0.0)", "(/ u 0.0)"},
};

static void test_normal_forms (void **state) {
  (void) state;
  GUARD ();
  for (unsigned k = 0; k < sizeof normal_forms / sizeof *normal_forms; k++) {
    world w;
    open_world (&w);
    lyre_term t = lyre_rewrite (w.rw, parse (&w, normal_forms[k].from));
    lyre_term expected = parse (&w, normal_forms[k].to);
    if (!lyre_same (t, expected)) {
      show (&w, "got     ", t);
      show (&w, "expected", expected);
      fail_msg ("%s", normal_forms[k].from);
    }
    close_world (&w);
  }
}

static void test_switches (void **state) {
  (void) state;
  GUARD ();
  world w;
  open_world (&w);
  uint32_t rule = rule_by_name ("not-fold");
  lyre_term t = parse (&w, "(not (not p))");
  lyre_rw_enable (w.rw, rule, false);
  assert_true (lyre_same (lyre_rewrite (w.rw, t), t));
  assert_int_equal (lyre_rw_hits (w.rw, rule), 0);
  lyre_rw_enable (w.rw, rule, true);
  assert_true (lyre_same (lyre_rewrite (w.rw, t), w.vars[5]));
  assert_int_equal (lyre_rw_hits (w.rw, rule), 1);
  close_world (&w);
}

static void test_stop (void **state) {
  (void) state;
  GUARD ();
  for (uint64_t n = 1; n < 12; n++) {
    world w;
    open_world (&w);
    w.env.fire_at[LYRE_POLL_REWRITE] = n;
    lyre_term t = parse (&w, "(and (not (not p)) (= (str.++ x \"a\") y))");
    lyre_term r = lyre_rewrite (w.rw, t);
    w.env.stop = LYRE_STOP_NONE;
    w.env.fire_at[LYRE_POLL_REWRITE] = 0;
    compare_everywhere (&w, t, r, "a stopped rewriter");
    compare_everywhere (&w, t, lyre_rewrite (w.rw, t), "the next run");
    close_world (&w);
  }
}

/* ------------------------------------------------------------------ chains */

#ifdef __SANITIZE_ADDRESS__
enum { DEEP = 100000, LESS_DEEP = 20000, MOST_SECONDS = 60 };
#else
enum { DEEP = 1000000, LESS_DEEP = 100000, MOST_SECONDS = 15 };
#endif

/* Processor time, so that a busy machine does not fail the test. */
static double seconds (clock_t since) {
  return (double) (clock () - since) / CLOCKS_PER_SEC;
}

/* OP nested DEPTH levels with LEAF at each, to the left or right; rewritten. */
static lyre_term deep_chain (world *w, lyre_op op, uint32_t depth,
                             lyre_term start, lyre_term leaf, bool right) {
  lyre_term t = start;
  for (uint32_t i = 0; i < depth; i++)
    t = right ? lyre_t2 (&w->ts, op, leaf, t) : lyre_t2 (&w->ts, op, t, leaf);
  clock_t since = clock ();
  t = lyre_rewrite (w->rw, t);
  double s = seconds (since);
  if (getenv ("LYRE_FUZZ_HITS"))
    fprintf (stderr, "%s %.2f s\n", lyre_op_name (op), s);
  if (s > MOST_SECONDS)
    fail_msg ("%s takes %.1f s", lyre_op_name (op), s);
  return t;
}

static void test_deep_binary (void **state) {
  (void) state;
  GUARD ();
  static const struct {
    lyre_op op;
    const char *start, *leaf;
  } chains[] = {
      {LYRE_STR_CONCAT, "x", "\"ab\""},
      {LYRE_STR_CONCAT, "x", "y"},
      {LYRE_AND, "p", "q"},
      {LYRE_AND, "p", "(= x y)"},
      {LYRE_OR, "p", "q"},
      {LYRE_XOR, "p", "q"},
      {LYRE_IMPLIES, "p", "q"},
      {LYRE_ADD, "i", "j"},
      {LYRE_SUB, "i", "j"},
      {LYRE_MUL, "i", "j"},
      {LYRE_EQ, "p", "q"},
      {LYRE_RE_UNION, "R", "re.allchar"},
      {LYRE_RE_CONCAT, "R", "(str.to_re \"a\")"},
      {LYRE_RE_INTER, "R", "(re.comp (str.to_re \"a\"))"},
      {LYRE_RE_DIFF, "R", "(str.to_re \"a\")"},
      {LYRE_INT_DIV, "i", "3"},
  };
  for (unsigned k = 0; k < sizeof chains / sizeof *chains; k++)
    for (int right = 0; right < 2; right++) {
      if (right && chains[k].op == LYRE_INT_DIV)
        continue;
      world w;
      open_world (&w);
      lyre_op op = chains[k].op;
      bool slow = op == LYRE_XOR || op == LYRE_EQ || op == LYRE_INT_DIV ||
                  op == LYRE_RE_DIFF;
      deep_chain (&w, op, slow ? LESS_DEEP : DEEP, parse (&w, chains[k].start),
                  parse (&w, chains[k].leaf), right);
      close_world (&w);
    }
}

/* f (f (... x)) where f puts the term for a hole. */
static void deep_unary (const char *name, lyre_op op, uint32_t depth,
                        const char *start, const char *a, const char *b) {
  world w;
  open_world (&w);
  lyre_term t = parse (&w, start), more[3];
  uint32_t n = 1;
  if (a)
    more[n++] = parse (&w, a);
  if (b)
    more[n++] = parse (&w, b);
  for (uint32_t i = 0; i < depth; i++) {
    more[0] = t;
    t = lyre_node_make (&w.ts, op, n, more);
  }
  clock_t since = clock ();
  lyre_rewrite (w.rw, t);
  if (getenv ("LYRE_FUZZ_HITS"))
    fprintf (stderr, "%s %.2f s\n", name, seconds (since));
  if (seconds (since) > MOST_SECONDS)
    fail_msg ("%s takes %.1f s", name, seconds (since));
  close_world (&w);
}

static void test_deep_unary (void **state) {
  (void) state;
  GUARD ();
  deep_unary ("not", LYRE_NOT, DEEP, "p", NULL, NULL);
  deep_unary ("neg", LYRE_NEG, DEEP, "i", NULL, NULL);
  deep_unary ("replace", LYRE_STR_REPLACE, DEEP, "x", "y", "z");
  deep_unary ("replace literal", LYRE_STR_REPLACE, LESS_DEEP, "x", "\"a\"",
              "\"b\"");
  deep_unary ("replace_all", LYRE_STR_REPLACE_ALL, LESS_DEEP, "x", "\"a\"",
              "z");
  deep_unary ("substr", LYRE_STR_SUBSTR, LESS_DEEP, "x", "1", "i");
  deep_unary ("at", LYRE_STR_AT, LESS_DEEP, "x", "i", NULL);
  deep_unary ("rev", LYRE_STR_REV, DEEP, "x", NULL, NULL);
  deep_unary ("lower", LYRE_STR_TO_LOWER, LESS_DEEP, "x", NULL, NULL);
  deep_unary ("trim", LYRE_STR_TRIM, LESS_DEEP, "x", NULL, NULL);
  deep_unary ("star", LYRE_RE_STAR, DEEP, "R", NULL, NULL);
  deep_unary ("opt", LYRE_RE_OPT, LESS_DEEP, "R", NULL, NULL);
  deep_unary ("comp", LYRE_RE_COMP, LESS_DEEP, "R", NULL, NULL);
  deep_unary ("abs", LYRE_ABS, LESS_DEEP, "i", NULL, NULL);
}

static void test_deep_ite (void **state) {
  (void) state;
  GUARD ();
  static const char *const start[] = {"p", "x", "i"};
  static const char *const branch[] = {"true", "y", "3"};
  for (int k = 0; k < 3; k++) {
    world w;
    open_world (&w);
    lyre_term t = parse (&w, start[k]), b = parse (&w, branch[k]);
    for (uint32_t i = 0; i < LESS_DEEP; i++) {
      lyre_term c = lyre_node_var (&w.ts, "c", LYRE_BOOL);
      t = lyre_t3 (&w.ts, LYRE_ITE, c, b, t);
    }
    if (k == 2)
      t = lyre_t2 (&w.ts, LYRE_EQ, t, b);
    clock_t since = clock ();
    lyre_rewrite (w.rw, t);
    if (seconds (since) > MOST_SECONDS)
      fail_msg ("ite %d takes %.1f s", k, seconds (since));
    close_world (&w);
  }
}

/* x1 = x0 x0, x2 = x1 x1, ...: 2^n leaves in n nodes. */
static void test_doubling (void **state) {
  (void) state;
  GUARD ();
  static const struct {
    lyre_op op;
    const char *start;
  } seeds[] = {{LYRE_STR_CONCAT, "x"}, {LYRE_STR_CONCAT, "\"ab\""},
               {LYRE_AND, "p"},        {LYRE_ADD, "i"},
               {LYRE_MUL, "i"},        {LYRE_RE_CONCAT, "R"},
               {LYRE_RE_UNION, "R"},   {LYRE_MUL, "3"}};
  for (unsigned k = 0; k < sizeof seeds / sizeof *seeds; k++) {
    world w;
    open_world (&w);
    lyre_term t = parse (&w, seeds[k].start);
    for (int i = 0; i < 60; i++)
      t = lyre_t2 (&w.ts, seeds[k].op, t, t);
    if (seeds[k].op == LYRE_STR_CONCAT)
      t = lyre_t1 (&w.ts, LYRE_STR_LEN, t);
    clock_t since = clock ();
    lyre_rewrite (w.rw, t);
    if (seconds (since) > MOST_SECONDS)
      fail_msg ("doubling %s takes %.1f s", seeds[k].start, seconds (since));
    close_world (&w);
  }
}

/* A chain of which each level is also used by itself. */
static void test_shared_levels (void **state) {
  (void) state;
  GUARD ();
  world w;
  open_world (&w);
  lyre_term t = w.vars[0], all = lyre_t_true (&w.ts);
  lyre_term a = parse (&w, "\"ab\"");
  for (uint32_t i = 0; i < 20000; i++) {
    lyre_term y = lyre_node_var (&w.ts, "y", LYRE_STRING);
    t = lyre_t3 (&w.ts, LYRE_STR_CONCAT, t, i & 1 ? y : a, a);
    all = lyre_t2 (&w.ts, LYRE_AND, all,
                   lyre_t2 (&w.ts, LYRE_STR_CONTAINS, t, y));
  }
  clock_t since = clock ();
  lyre_rewrite (w.rw, all);
  if (seconds (since) > MOST_SECONDS)
    fail_msg ("shared levels take %.1f s", seconds (since));
  close_world (&w);
}

static void test_wide (void **state) {
  (void) state;
  GUARD ();
  static const lyre_op ops[] = {LYRE_AND, LYRE_OR, LYRE_ADD, LYRE_MUL,
                                LYRE_STR_CONCAT};
  static const uint32_t sorts[] = {1, 1, 2, 2, 4};
  enum { WIDE = 200000 };
  for (int k = 0; k < 5; k++) {
    world w;
    open_world (&w);
    lyre_term *args = lyre_arena_array (&w.arena, lyre_term, WIDE);
    for (uint32_t i = 0; i < WIDE; i++)
      args[i] = lyre_node_var (&w.ts, "v", (lyre_sort){sorts[k]});
    lyre_term t = lyre_node_make (&w.ts, ops[k], WIDE, args);
    if (k == 2)
      t = lyre_t2 (&w.ts, LYRE_LE, t, args[5]);
    if (k == 4)
      t = lyre_t2 (&w.ts, LYRE_EQ, t, t);
    clock_t since = clock ();
    lyre_rewrite (w.rw, t);
    if (seconds (since) > MOST_SECONDS)
      fail_msg ("wide %s takes %.1f s", lyre_op_name (ops[k]), seconds (since));
    close_world (&w);
  }
}

/* ------------------------------------------------------------------- fuzzer */

static uint64_t rng_state;

/* splitmix64: good from the first number on, whatever the seed. */
static uint32_t rnd (uint32_t n) {
  uint64_t x = rng_state += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return (uint32_t) (((x ^ (x >> 31)) >> 16) % n);
}

enum { POOL = 64 };

typedef struct {
  world *w;
  uint32_t n;
  lyre_term pool[POOL]; /* subterms, to be used again */
} generator;

static lyre_term random_term (generator *g, char sort, unsigned depth);

static lyre_term random_leaf (generator *g, char sort) {
  world *w = g->w;
  static const char *const words[] = {"",  "a",  "b",  "ab", "ba", "0",
                                      "1", "01", "aa", "10", " a", "aba"};
  static const char *const regexes[] = {"re.none",
                                        "re.all",
                                        "re.allchar",
                                        "R",
                                        "(str.to_re \"a\")",
                                        "(re.range \"a\" \"b\")",
                                        "(str.to_re \"\")",
                                        "(re.* (str.to_re \"ab\"))",
                                        "(re.range \"0\" \"9\")"};
  static const char *const reals[] = {"0.0", "1.0", "-1.0", "0.5", "2.0"};
  switch (sort) {
  case 'B':
    return rnd (6) ? w->vars[5 + rnd (2)] : lyre_t_bool (&w->ts, rnd (2));
  case 'I':
    return rnd (2) ? w->vars[3 + rnd (2)]
                   : lyre_t_int (&w->ts, (int64_t) rnd (6) - 2);
  case 'R':
    return rnd (2) ? w->vars[7 + rnd (2)] : parse (w, reals[rnd (5)]);
  case 'S':
    if (rnd (3))
      return w->vars[rnd (3)];
    return lyre_t_string (&w->ts,
                          lyre_str_from_ascii (&w->arena, words[rnd (12)]));
  default:
    return parse (w, regexes[rnd (9)]);
  }
}

static const char signatures[][8] = {
#define SIGNATURE(NAME, TEXT, SIG, SHAPE) SIG,
    LYRE_OPS (SIGNATURE)
#undef SIGNATURE
};

static bool is_variadic (lyre_op op) {
  switch (op) {
  case LYRE_AND:
  case LYRE_OR:
  case LYRE_ADD:
  case LYRE_MUL:
  case LYRE_STR_CONCAT:
  case LYRE_RE_CONCAT:
  case LYRE_RE_UNION:
  case LYRE_RE_INTER:
  case LYRE_DISTINCT:
    return true;
  default:
    return false;
  }
}

/* Operators that deserve to be met more often. */
static bool favourite_op (char sort, lyre_op *op) {
  static const lyre_op strings[] = {LYRE_STR_CONCAT, LYRE_STR_CONCAT,
                                    LYRE_STR_SUBSTR, LYRE_STR_REPLACE};
  static const lyre_op ints[] = {LYRE_STR_LEN, LYRE_STR_LEN, LYRE_ADD,
                                 LYRE_STR_INDEXOF};
  static const lyre_op bools[] = {LYRE_EQ, LYRE_STR_IN_RE, LYRE_STR_CONTAINS,
                                  LYRE_LE};
  static const lyre_op regexes[] = {LYRE_RE_CONCAT, LYRE_RE_STAR, LYRE_RE_UNION,
                                    LYRE_STR_TO_RE};
  switch (sort) {
  case 'S':
    *op = strings[rnd (4)];
    return true;
  case 'I':
    *op = ints[rnd (4)];
    return true;
  case 'B':
    *op = bools[rnd (4)];
    return true;
  case 'L':
    *op = regexes[rnd (4)];
    return true;
  default:
    return false;
  }
}

/* A random operator with this result sort. */
static lyre_op random_op (char sort) {
  lyre_op favourite;
  if (rnd (2) && favourite_op (sort, &favourite))
    return favourite;
  for (;;) {
    lyre_op op = (lyre_op) rnd (LYRE_OP_COUNT);
    size_t n = strlen (signatures[op]);
    if (!n || op == LYRE_STR_IN_GRAMMAR) /* needs a grammar */
      continue;
    char result = signatures[op][n - 1];
    if (result == 'N' && (sort == 'I' || sort == 'R'))
      return op;
    if (result == 'A' || result == sort)
      return op;
  }
}

static char instance_of (char letter, char number, char any) {
  return letter == 'N' ? number : letter == 'A' ? any : letter;
}

static lyre_term random_application (generator *g, char sort, unsigned depth) {
  static const char sorts[] = "BISSSSR";
  lyre_op op = random_op (sort);
  const char *sig = signatures[op];
  size_t n = strcspn (sig, ":");
  char number = sort == 'I' || sort == 'R' ? sort : rnd (6) ? 'I' : 'R';
  char any = sig[n + 1] == 'A' ? sort : sorts[rnd (7)];
  lyre_term args[4];
  uint32_t k = 0, indices[2] = {rnd (3), rnd (4)};
  if (op == LYRE_DIVISIBLE)
    indices[0]++;
  if (is_variadic (op))
    for (uint32_t m = 2 + rnd (2); k < m; k++)
      args[k] = random_term (g, instance_of (sig[0], number, any), depth - 1);
  else
    for (; k < n; k++)
      args[k] = random_term (g, instance_of (sig[k], number, any), depth - 1);
  return build (g->w, op, lyre_op_indices (op), indices, k, args);
}

static lyre_term from_pool (generator *g, char sort) {
  static const char letters[] = " BIRSL";
  for (int tries = 0; tries < 4 && g->n; tries++) {
    lyre_term t = g->pool[rnd (g->n)];
    if (letters[lyre_sort_of (&g->w->ts, t).id] == sort)
      return t;
  }
  return random_leaf (g, sort);
}

static lyre_term random_term (generator *g, char sort, unsigned depth) {
  lyre_term t;
  if (!depth || !rnd (6))
    t = random_leaf (g, sort);
  else if (!rnd (5))
    return from_pool (g, sort);
  else
    t = random_application (g, sort, depth);
  if (g->n < POOL)
    g->pool[g->n++] = t;
  return t;
}

/* Values of the sorts other than String and Int. */
typedef struct {
  values bools, reals, regexes;
} choices;

static lyre_val choose (const values *v) {
  return v->at[rnd (v->n)];
}

/* Random values, small and likely to be equal. */
static void random_assignment (world *w, const choices *c) {
  static const char letters[] = "aab01 A";
  lyre_eval_reset (w->eval);
  for (uint32_t i = 0; i < N_VARS; i++) {
    char text[8];
    uint32_t n = rnd (5);
    lyre_val v;
    switch (var_table[i].sort) {
    case 1:
      v = choose (&c->bools);
      break;
    case 2:
      v = lyre_val_int (
          lyre_int_from (&w->arena, (int64_t) rnd (rnd (8) ? 8 : 100) - 3));
      break;
    case 3:
      v = choose (&c->reals);
      break;
    case 4:
      for (uint32_t k = 0; k < n; k++)
        text[k] = letters[rnd (rnd (3) ? 3 : 7)];
      text[n] = 0;
      v = lyre_val_string (lyre_str_from_ascii (&w->arena, text));
      break;
    default:
      v = choose (&c->regexes);
    }
    lyre_eval_set (w->eval, w->vars[i], v);
  }
}

/* Memberships of one string, which random terms have too rarely. */
static lyre_term random_memberships (generator *g) {
  lyre_terms *ts = &g->w->ts;
  lyre_term args[4], s = random_leaf (g, 'S');
  uint32_t n = 2 + rnd (3);
  for (uint32_t i = 0; i < n; i++) {
    args[i] = lyre_t2 (ts, LYRE_STR_IN_RE, s, random_term (g, 'L', 2));
    if (!rnd (3))
      args[i] = lyre_t1 (ts, LYRE_NOT, args[i]);
  }
  return lyre_node_make (ts, rnd (2) ? LYRE_AND : LYRE_OR, n, args);
}

static uint64_t n_compared; /* assignments */

static void compare_randomly (world *w, const choices *c, lyre_term a,
                              lyre_term b, uint32_t times) {
  lyre_term x = observed (w, a), y = observed (w, b);
  if (lyre_same (x, y))
    return;
  for (uint32_t k = 0; k < times; k++) {
    lyre_mark m = lyre_arena_mark (&w->arena);
    random_assignment (w, c);
    n_compared++;
    if (!agree (w, x, y)) {
      lyre_val v;
      show (w, "left ", a);
      show (w, "right", b);
      for (uint32_t i = 0; i < N_VARS; i++)
        if (evaluate (w, w->vars[i], &v))
          show (w, var_table[i].name, lyre_node_value (&w->ts, v));
      fail_msg ("the rewriter is not sound; seed in LYRE_FUZZ_SEED");
    }
    lyre_arena_cut (&w->arena, m);
  }
}

static uint64_t from_env (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

static void test_fuzz (void **state) {
  (void) state;
  GUARD ();
  static const char sorts[] = "BBBIISSSRL";
  uint64_t terms = from_env ("LYRE_FUZZ_TERMS", 20000);
  uint64_t assignments = from_env ("LYRE_FUZZ_ASSIGNMENTS", 50);
  uint64_t stable = 0, seed = from_env ("LYRE_FUZZ_SEED", 1);
  uint64_t shown = from_env ("LYRE_FUZZ_SHOW", 0);
  uint64_t *hits = calloc (lyre_rule_count (), sizeof *hits);
  clock_t start = clock ();
  for (uint64_t k = 0; k < terms;) {
    world w;
    choices c;
    open_world (&w);
    small_values (&w, 1, 0, &c.bools);
    small_values (&w, 3, 0, &c.reals);
    small_values (&w, 5, 0, &c.regexes);
    for (uint32_t batch = 0; batch < 500 && k < terms; batch++, k++) {
      rng_state = seed * 0xD6E8FEB86659FD93u + k * 0xA24BAED4963EE407u;
      generator g = {.w = &w};
      lyre_term t = rnd (20)
                        ? random_application (&g, sorts[rnd (10)], 2 + rnd (3))
                        : random_memberships (&g);
      lyre_term r = lyre_rewrite (w.rw, t);
      /* a second rewriter, for the first one remembers */
      lyre_rw *fresh = lyre_rw_new (&w.ts, &w.env.mem);
      lyre_term again = lyre_rewrite (fresh, r);
      lyre_rw_delete (fresh);
      stable += lyre_same (again, r);
      if (!lyre_same (again, r) && shown) {
        shown--;
        show (&w, "term  ", t);
        show (&w, "once  ", r);
        show (&w, "twice ", again);
      }
      compare_randomly (&w, &c, t, r, (uint32_t) assignments);
      if (!lyre_same (again, r))
        compare_randomly (&w, &c, t, again, (uint32_t) assignments);
    }
    for (uint32_t i = 0; i < lyre_rule_count (); i++)
      hits[i] += lyre_rw_hits (w.rw, i);
    close_world (&w);
  }
  double seconds = (double) (clock () - start) / CLOCKS_PER_SEC;
  fprintf (stderr,
           "%llu terms, %.2f%% stable; %llu assignments, %.0f a second\n",
           (unsigned long long) terms,
           terms ? 100.0 * (double) stable / (double) terms : 0,
           (unsigned long long) n_compared, (double) n_compared / seconds);
  for (uint32_t i = 0; i < lyre_rule_count (); i++)
    if (getenv ("LYRE_FUZZ_HITS"))
      fprintf (stderr, "%10llu %s\n", (unsigned long long) hits[i],
               lyre_rule_get (i)->name);
  free (hits);
  assert_true (terms < 1000 || stable * 100 > terms * 95);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_rule_names_differ),
      cmocka_unit_test (test_every_rule_has_a_template),
      cmocka_unit_test (test_templates_fire_and_are_sound),
      cmocka_unit_test (test_normal_forms),
      cmocka_unit_test (test_switches),
      cmocka_unit_test (test_stop),
      cmocka_unit_test (test_deep_binary),
      cmocka_unit_test (test_deep_unary),
      cmocka_unit_test (test_deep_ite),
      cmocka_unit_test (test_doubling),
      cmocka_unit_test (test_shared_levels),
      cmocka_unit_test (test_wide),
      cmocka_unit_test (test_fuzz),
  };
  cmocka_set_test_filter (getenv ("LYRE_TEST"));
  return cmocka_run_group_tests (tests, NULL, NULL);
}
