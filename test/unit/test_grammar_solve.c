/* Problems with grammars against trying all short strings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/ctx.h"
#include "term/grammar.h"

enum { LETTERS = 4, LONGEST = 2, WORDS = 21, MOST_VARS = 2 };

static uint64_t seed = 88172645463325252u;

static uint32_t below (uint32_t n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t) (seed >> 32) % n;
}

static lyre_term word (lyre_ctx *c, uint32_t i) {
  uint32_t text[LONGEST], len = 0;
  for (uint32_t size = 1; i >= size; size *= LETTERS)
    i -= size, len++;
  for (uint32_t k = 0; k < len; k++, i /= LETTERS)
    text[k] = 'a' + i % LETTERS;
  return lyre_mk_string (c, text, len);
}

static lyre_item random_item (uint32_t n) {
  uint32_t k = below (n + 3);
  if (k < n)
    return lyre_item_symbol (k);
  return k == n ? lyre_item_chars ('a', 'b')
                : lyre_item_chars ('a' + k - n - 1, 'a' + k - n - 1);
}

static lyre_grammar random_grammar (lyre_ctx *c) {
  lyre_grammar g = lyre_mk_grammar (c, "G");
  uint32_t n = 1 + below (3);
  for (uint32_t i = 0; i < n; i++)
    lyre_grammar_symbol (c, g, NULL);
  for (uint32_t i = 0, rules = n + 1 + below (4); i < rules; i++) {
    lyre_item rhs[3];
    uint32_t len = below (4);
    for (uint32_t k = 0; k < len; k++)
      rhs[k] = random_item (n);
    assert_int_equal (lyre_grammar_rule (c, g, i < n ? i : below (n), len, rhs),
                      LYRE_OK);
  }
  return g;
}

typedef struct {
  lyre_ctx *c;
  uint32_t n_vars, n_grammars;
  lyre_term vars[MOST_VARS];
  lyre_grammar grammars[2];
} problem;

static lyre_term random_string (problem *p) {
  lyre_term a = p->vars[below (p->n_vars)];
  switch (below (6)) {
  case 0:
    return lyre_mk (p->c, LYRE_STR_CONCAT, 2,
                    (lyre_term[]){a, p->vars[below (p->n_vars)]});
  case 1:
    return lyre_mk (
        p->c, LYRE_STR_CONCAT, 3,
        (lyre_term[]){word (p->c, below (5)), a, word (p->c, below (5))});
  case 2:
    return lyre_mk (p->c, LYRE_STR_SUBSTR, 3,
                    (lyre_term[]){a, lyre_mk_int (p->c, below (3)),
                                  lyre_mk_int (p->c, below (3))});
  default:
    return a;
  }
}

static lyre_term random_regex (problem *p) {
  lyre_term w = word (p->c, below (WORDS));
  lyre_term r = lyre_mk (p->c, LYRE_STR_TO_RE, 1, &w);
  lyre_term all = lyre_mk (p->c, LYRE_RE_ALL, 0, NULL);
  switch (below (3)) {
  case 0:
    return lyre_mk (p->c, LYRE_RE_STAR, 1, &r);
  case 1:
    return lyre_mk (p->c, LYRE_RE_CONCAT, 2, (lyre_term[]){r, all});
  default:
    return lyre_mk (p->c, LYRE_RE_CONCAT, 2, (lyre_term[]){all, r});
  }
}

static lyre_term random_atom (problem *p) {
  lyre_term s = random_string (p);
  switch (below (10)) {
  case 0:
    return lyre_mk (p->c, LYRE_STR_IN_RE, 2,
                    (lyre_term[]){s, random_regex (p)});
  case 1:
    return lyre_mk (p->c, LYRE_EQ, 2, (lyre_term[]){s, random_string (p)});
  case 2:
    return lyre_mk (p->c, LYRE_STR_CONTAINS, 2,
                    (lyre_term[]){s, random_string (p)});
  case 3: {
    lyre_term len = lyre_mk (p->c, LYRE_STR_LEN, 1, &s);
    return lyre_mk (p->c, LYRE_LE, 2,
                    (lyre_term[]){lyre_mk_int (p->c, below (4)), len});
  }
  default:
    return lyre_mk_in_grammar (p->c, s, p->grammars[below (p->n_grammars)], 0);
  }
}

static lyre_term random_formula (problem *p) {
  lyre_term a = random_atom (p);
  if (!below (3))
    a = lyre_mk (p->c, LYRE_NOT, 1, &a);
  if (below (4))
    return a;
  static const lyre_op ops[] = {LYRE_OR, LYRE_AND, LYRE_XOR, LYRE_IMPLIES};
  return lyre_mk (p->c, ops[below (4)], 2, (lyre_term[]){a, random_atom (p)});
}

/* Every variable has up to two of four letters. */
static void bound (problem *p, lyre_term x) {
  lyre_term ends[] = {lyre_mk_string_utf8 (p->c, "a", 1),
                      lyre_mk_string_utf8 (p->c, "d", 1)};
  lyre_term r = lyre_mk (p->c, LYRE_RE_RANGE, 2, ends);
  uint32_t times[] = {0, LONGEST};
  r = lyre_mk_indexed (p->c, LYRE_RE_LOOP, 2, times, 1, &r);
  lyre_assert (p->c, lyre_mk (p->c, LYRE_STR_IN_RE, 2, (lyre_term[]){x, r}));
}

static bool holds (lyre_ctx *c, lyre_eval *e) {
  for (uint32_t i = 0; i < lyre_n_assertions (c); i++) {
    lyre_val v;
    assert_true (lyre_eval_term (e, lyre_assertion (c, i), &v));
    if (!v.b)
      return false;
  }
  return true;
}

static bool has_solution (problem *p) {
  jmp_buf here;
  p->c->env.mem.escape = &here;
  assert_int_equal (setjmp (here), 0);
  lyre_env_start_query (&p->c->env);
  lyre_eval *e = lyre_eval_new (&p->c->terms, &p->c->query);
  bool found = false;
  uint32_t second = p->n_vars > 1 ? WORDS : 1;
  for (uint32_t i = 0; i < WORDS && !found; i++)
    for (uint32_t k = 0; k < second && !found; k++) {
      lyre_eval_reset (e);
      lyre_eval_set (e, p->vars[0],
                     lyre_value_of (&p->c->terms, word (p->c, i)));
      if (p->n_vars > 1)
        lyre_eval_set (e, p->vars[1],
                       lyre_value_of (&p->c->terms, word (p->c, k)));
      p->c->env.mem.escape = &here;
      found = holds (p->c, e);
    }
  lyre_eval_delete (e);
  return found;
}

/* A problem that fails is printed. */
static void show (void *user, const char *text, size_t len) {
  (void) user;
  printf ("%.*s", (int) len, text);
}

static void random_problem (uint32_t n_vars, bool simple) {
  problem p = {.c = lyre_new (), .n_vars = n_vars};
  for (uint32_t i = 0; i < n_vars; i++) {
    p.vars[i] = lyre_mk_var (p.c, i ? "y" : "x", LYRE_STRING);
    bound (&p, p.vars[i]);
  }
  p.n_grammars = 1 + below (2);
  for (uint32_t i = 0; i < p.n_grammars; i++)
    p.grammars[i] = random_grammar (p.c);
  for (uint32_t i = 0, n = 1 + below (3); i < n; i++) {
    lyre_term t = simple ? random_atom (&p) : random_formula (&p);
    assert_true (t.id);
    lyre_assert (p.c, t);
  }
  lyre_result r = lyre_check (p.c, 0, NULL);
  bool want = has_solution (&p);
  if (r != (want ? LYRE_SAT : LYRE_UNSAT)) {
    for (uint32_t i = 0; i < p.n_grammars; i++)
      lyre_print_grammar (p.c, p.grammars[i], LYRE_PRINT_SMT2, show, NULL);
    for (uint32_t i = 0; i < lyre_n_assertions (p.c); i++) {
      lyre_print_term (p.c, lyre_assertion (p.c, i), show, NULL);
      puts ("");
    }
  }
  assert_int_equal (r, want ? LYRE_SAT : LYRE_UNSAT);
  lyre_delete (p.c);
}

static void one_variable (void **state) {
  (void) state;
  for (uint32_t i = 0; i < 5000; i++)
    random_problem (1, i % 2);
}

static void two_variables (void **state) {
  (void) state;
  for (uint32_t i = 0; i < 1500; i++)
    random_problem (2, i % 2);
}

/* Contracts of the functions of lyre.h. */
static void contracts (void **state) {
  (void) state;
  lyre_ctx *c = lyre_new ();
  lyre_grammar g = lyre_mk_grammar (c, "G"), none = LYRE_NO_GRAMMAR;
  uint32_t s = lyre_grammar_symbol (c, g, "S");
  lyre_term x = lyre_mk_var (c, "x", LYRE_STRING);
  lyre_item bad[] = {lyre_item_symbol (7), lyre_item_chars (0, 0x30000),
                     lyre_item_string (x)};
  for (uint32_t i = 0; i < 3; i++)
    assert_int_equal (lyre_grammar_rule (c, g, s, 1, &bad[i]), LYRE_ERROR);
  assert_int_equal (lyre_grammar_symbol (c, g, "S"), s);
  assert_int_equal (lyre_grammar_find (c, g, "T"), LYRE_NO_SYMBOL);
  assert_int_equal (lyre_grammar_symbol (c, none, "S"), LYRE_NO_SYMBOL);
  assert_int_equal (lyre_mk_in_grammar (c, x, none, 0).id, 0);
  assert_int_equal (lyre_mk_in_grammar (c, x, g, 1).id, 0);
  assert_int_equal (lyre_grammar_regex (c, g, x), LYRE_NO_SYMBOL);
  assert_int_not_equal (lyre_mk_in_grammar (c, x, g, s).id, 0);
  assert_int_equal (lyre_grammar_rule (c, g, s, 0, NULL), LYRE_ERROR);
  assert_int_equal (lyre_grammar_symbol (c, g, "T"), LYRE_NO_SYMBOL);
  lyre_delete (c);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (one_variable),
      cmocka_unit_test (two_variables),
      cmocka_unit_test (contracts),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
