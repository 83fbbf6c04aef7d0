/* Systems of string constraints against trying all assignments: variables have
 * few short words each, so that all can be tried. */
#include "core/automata/system.h"
#include "nfa_fixture.h"

enum { MAX_VARS = 4, MAX_WORDS = 6, MAX_CONSTRAINTS = 5, MAX_SIDE = 3 };

typedef struct {
  uint32_t n[2], side[2][MAX_SIDE];
  const lyre_transducer *t; /* side[0] = t(side[1]) */
} constraint;

typedef struct {
  uint32_t n_vars, n_constraints;
  uint32_t n_words[MAX_VARS];
  const lyre_str *words[MAX_VARS][MAX_WORDS];
  constraint constraints[MAX_CONSTRAINTS];
} problem;

static lyre_store *store;

/* ------------------------------------------------------------------ problems
 */

static const lyre_str *short_word (void) {
  word w;
  do
    w = word_at (below (31));
  while (w.len > 4);
  return str_of (w);
}

static const lyre_transducer *random_transducer (void) {
  static const char *const patterns[] = {"a", "b", "ab", "ba", "aa", ""};
  static const char *const bys[] = {"", "a", "b", "ab", "ba"};
  return lyre_transducer_replace (
      &fa, lyre_str_from_ascii (&arena, patterns[below (6)]),
      lyre_str_from_ascii (&arena, bys[below (5)]), below (2));
}

static void random_constraint (problem *p, constraint *c) {
  *c = (constraint){0};
  if (!below (3)) {
    c->t = random_transducer ();
    c->n[0] = c->n[1] = 1;
  } else {
    c->n[0] = below (MAX_SIDE + 1);
    c->n[1] = 1 + below (MAX_SIDE);
  }
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < c->n[k]; i++)
      c->side[k][i] = below (p->n_vars);
}

static void random_problem (problem *p) {
  p->n_vars = 1 + below (MAX_VARS);
  p->n_constraints = below (MAX_CONSTRAINTS + 1);
  for (uint32_t x = 0; x < p->n_vars; x++) {
    p->n_words[x] = 1 + below (MAX_WORDS);
    for (uint32_t i = 0; i < p->n_words[x]; i++)
      p->words[x][i] = short_word ();
  }
  for (uint32_t i = 0; i < p->n_constraints; i++)
    random_constraint (p, &p->constraints[i]);
}

/* -------------------------------------------------------------------- oracle
 */

static const lyre_str *join (const constraint *c, uint32_t side,
                             const lyre_str **value) {
  const lyre_str *parts[MAX_SIDE];
  for (uint32_t i = 0; i < c->n[side]; i++)
    parts[i] = value[c->side[side][i]];
  return lyre_str_concat (&arena, c->n[side], parts);
}

static bool holds (const constraint *c, const lyre_str **value) {
  const lyre_str *a = join (c, 0, value), *b = join (c, 1, value);
  if (c->t)
    b = lyre_transducer_apply (&fa, c->t, b);
  return lyre_str_eq (a, b);
}

/* ACTIVE says by tag what counts: constraints first, then memberships. A
 * variable whose membership does not count is tried with many short words. */
static bool has_solution (const problem *p, const bool *active) {
  const lyre_str *value[MAX_VARS];
  uint32_t at[MAX_VARS] = {0}, size[MAX_VARS];
  for (uint32_t x = 0; x < p->n_vars; x++)
    size[x] = active[p->n_constraints + x] ? p->n_words[x] : 15;
  for (;;) {
    lyre_mark mark = lyre_arena_mark (&arena);
    for (uint32_t x = 0; x < p->n_vars; x++)
      value[x] = active[p->n_constraints + x] ? p->words[x][at[x]]
                                              : str_of (word_at (at[x]));
    bool ok = true;
    for (uint32_t i = 0; i < p->n_constraints && ok; i++)
      ok = !active[i] || holds (&p->constraints[i], value);
    lyre_arena_cut (&arena, mark);
    if (ok)
      return true;
    uint32_t x = 0;
    while (x < p->n_vars && ++at[x] == size[x])
      at[x++] = 0;
    if (x == p->n_vars)
      return false;
  }
}

/* -------------------------------------------------------------------- checks
 */

static lyre_system *system_of (const problem *p) {
  lyre_system *s =
      lyre_system_new (store, &env, &pool, p->n_constraints + p->n_vars);
  for (uint32_t x = 0; x < p->n_vars; x++) {
    const lyre_nfa *words[MAX_WORDS];
    for (uint32_t i = 0; i < p->n_words[x]; i++)
      words[i] = lyre_nfa_word (&fa, p->words[x][i]);
    lyre_system_var (s);
    lyre_system_member (
        s, x,
        lyre_store_put (store, lyre_nfa_union (&fa, p->n_words[x], words)),
        p->n_constraints + x);
  }
  for (uint32_t i = 0; i < p->n_constraints; i++) {
    const constraint *c = &p->constraints[i];
    if (c->t)
      lyre_system_apply (s, c->side[0][0], c->t, c->side[1][0], i);
    else
      lyre_system_equal (s, c->n[0], c->side[0], c->n[1], c->side[1], i);
  }
  return s;
}

static void check_words (const problem *p, lyre_system *s) {
  const lyre_str *value[MAX_VARS];
  for (uint32_t x = 0; x < p->n_vars; x++) {
    bool found = false;
    value[x] = lyre_system_word (s, x);
    for (uint32_t i = 0; i < p->n_words[x]; i++)
      found |= lyre_str_eq (value[x], p->words[x][i]);
    assert_true (found);
  }
  for (uint32_t i = 0; i < p->n_constraints; i++)
    assert_true (holds (&p->constraints[i], value));
}

static void check_core (const problem *p, lyre_system *s) {
  bool active[MAX_CONSTRAINTS + MAX_VARS] = {0};
  lyre_system_tags core = lyre_system_core (s);
  for (uint32_t i = 0; i < core.n; i++)
    active[core.at[i]] = true;
  assert_false (has_solution (p, active));
}

static void test_random_systems (void **state) {
  (void) state;
  uint32_t count[3] = {0};
  store = lyre_store_new (&env, &pool, 100000, 1 << 26);
  ROUNDS (3000) {
    problem p;
    bool active[MAX_CONSTRAINTS + MAX_VARS];
    memset (active, 1, sizeof active);
    random_problem (&p);
    /* Transducers live in the arena that the next round clears. */
    lyre_store_clear (store);
    lyre_system *s = system_of (&p);
    bool wanted = has_solution (&p, active);
    lyre_system_answer answer = lyre_system_solve (s, 10000);
    count[answer]++;
    if (answer == LYRE_SYSTEM_YES)
      check_words (&p, s);
    else if (answer == LYRE_SYSTEM_NO)
      check_core (&p, s);
    assert_true (answer == LYRE_SYSTEM_OPEN ||
                 wanted == (answer == LYRE_SYSTEM_YES));
    lyre_system_delete (s);
  }
  lyre_store_delete (store);
  printf ("systems: %u yes, %u no, %u open\n", count[0], count[1], count[2]);
  assert_true (count[0] > 300 && count[1] > 300);
  assert_true (count[2] < 300);
}

/* ------------------------------------------------------------------- classics
 */

static lyre_language regex (lyre_re r) {
  return lyre_store_regex (store, res, r);
}

static lyre_re letters (char lo, char hi) {
  return lyre_re_chars (
      res, lyre_charset_range (&arena, (uint32_t) lo, (uint32_t) hi));
}

static lyre_language literal (const char *text) {
  return lyre_store_word (store, lyre_str_from_ascii (&arena, text));
}

/* a = b b with a in (+ )+: no square is sorted like that. */
static void test_square (void **state) {
  (void) state;
  store = lyre_store_new (&env, &pool, 100000, 1 << 26);
  lyre_system *s = lyre_system_new (store, &env, &pool, 2);
  uint32_t a = lyre_system_var (s), b = lyre_system_var (s);
  uint32_t bb[] = {b, b};
  lyre_re plus_a = lyre_re_loop (res, letters ('a', 'a'), 1, LYRE_RE_INF);
  lyre_re plus_b = lyre_re_loop (res, letters ('b', 'b'), 1, LYRE_RE_INF);
  lyre_system_equal (s, 1, &a, 2, bb, 0);
  lyre_system_member (s, a, regex (lyre_re_concat (res, plus_a, plus_b)), 1);
  assert_int_equal (lyre_system_solve (s, 1000), LYRE_SYSTEM_NO);
  assert_int_equal (lyre_system_core (s).n, 2);
  lyre_system_delete (s);
  lyre_store_delete (store);
}

/* y = replace_all (x, "<", "&lt;"), z = "[" y "]", with z to be decided. */
static lyre_system_answer escaped (lyre_language z_language,
                                   const lyre_str **x_word) {
  const lyre_transducer *t =
      lyre_transducer_replace (&fa, lyre_str_from_ascii (&arena, "<"),
                               lyre_str_from_ascii (&arena, "&lt;"), false);
  lyre_system *s = lyre_system_new (store, &env, &pool, 3);
  uint32_t x = lyre_system_var (s), y = lyre_system_var (s);
  uint32_t z = lyre_system_var (s), l = lyre_system_var (s);
  uint32_t r = lyre_system_var (s), parts[] = {l, y, r};
  lyre_system_member (s, l, literal ("["), LYRE_ALWAYS);
  lyre_system_member (s, r, literal ("]"), LYRE_ALWAYS);
  lyre_system_apply (s, y, t, x, 0);
  lyre_system_equal (s, 1, &z, 3, parts, 1);
  lyre_system_member (s, z, z_language, 2);
  lyre_system_answer a = lyre_system_solve (s, 1000);
  if (a == LYRE_SYSTEM_YES)
    *x_word = lyre_str_copy (&arena, lyre_system_word (s, x));
  lyre_system_delete (s);
  return a;
}

static void test_escaping (void **state) {
  (void) state;
  const lyre_str *x = NULL;
  store = lyre_store_new (&env, &pool, 100000, 1 << 26);
  lyre_re any = lyre_re_all (res), less = letters ('<', '<');
  assert_int_equal (escaped (regex (lyre_re_concat (
                                 res, any, lyre_re_concat (res, less, any))),
                             &x),
                    LYRE_SYSTEM_NO);
  assert_int_equal (escaped (literal ("[&lt;&lt;]"), &x), LYRE_SYSTEM_YES);
  assert_true (x->len >= 2);
  lyre_store_delete (store);
}

static void test_store_remembers (void **state) {
  (void) state;
  store = lyre_store_new (&env, &pool, 100000, 1 << 26);
  lyre_language a = regex (lyre_re_star (res, letters ('a', 'b')));
  lyre_language b = lyre_store_length (store, 3);
  lyre_language ab = lyre_store_inter (store, a, b);
  uint32_t states = lyre_store_get (store, ab)->n_states;
  assert_int_equal (states, 4);
  assert_int_equal (lyre_store_inter (store, b, a), ab);
  assert_int_equal (lyre_store_subset (store, ab, a), LYRE_RE_YES);
  assert_int_equal (lyre_store_subset (store, a, ab), LYRE_RE_NO);
  assert_int_equal (lyre_store_inter (store, a, lyre_store_none (store)),
                    lyre_store_none (store));
  uint32_t time = lyre_store_time (store);
  lyre_store_clear (store);
  assert_true (lyre_store_time (store) != time);
  lyre_store_delete (store);
  store = lyre_store_new (&env, &pool, 100000, 100);
  for (uint32_t i = 0; i < 100; i++)
    a = lyre_store_length (store, i);
  assert_true (a == LYRE_NO_LANGUAGE && lyre_store_is_full (store));
  lyre_store_delete (store);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (test_random_systems, setup, teardown),
      cmocka_unit_test_setup_teardown (test_square, setup, teardown),
      cmocka_unit_test_setup_teardown (test_escaping, setup, teardown),
      cmocka_unit_test_setup_teardown (test_store_remembers, setup, teardown),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
