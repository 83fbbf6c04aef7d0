/* Random word equations against all short words. */
#include "fixture.h"

#include "engine/nielsen/nielsen.h"

enum { VARS = 3, LONGEST = 3, MAX_SIDE = 6, WORDS = 15 };

typedef struct {
  fixture *f;
  uint64_t seed;
  nielsen_languages *languages;
  lyre_re_pool *pool;
  uint32_t letters; /* 1: none, 2: half of the symbols */
  uint32_t n;       /* equations */
  uint32_t symbols[8][MAX_SIDE];
  nielsen_word sides[8];
  lyre_re regex[VARS];
  nielsen_language language[VARS];
} world;

static uint32_t roll (world *w, uint32_t n) {
  w->seed ^= w->seed << 13;
  w->seed ^= w->seed >> 7;
  w->seed ^= w->seed << 17;
  return (uint32_t) (w->seed >> 11) % n;
}

static uint32_t random_symbol (world *w) {
  return roll (w, w->letters) ? 'a' + roll (w, 2)
                              : NIELSEN_VAR | roll (w, VARS);
}

static void random_side (world *w, uint32_t i) {
  w->sides[i] = (nielsen_word){roll (w, MAX_SIDE + 1), w->symbols[i]};
  for (uint32_t k = 0; k < w->sides[i].n; k++)
    w->symbols[i][k] = random_symbol (w);
}

static lyre_re random_regex (world *w, int depth) {
  lyre_re_pool *p = w->pool;
  lyre_arena *a = &w->f->env.scratch;
  lyre_re parts[2];
  if (!depth)
    return lyre_re_chars (
        p, roll (w, 4) ? lyre_charset_range (a, 'a' + roll (w, 2), 'b')
                       : lyre_charset_all);
  parts[0] = random_regex (w, depth - 1);
  parts[1] = random_regex (w, depth - 1);
  switch (roll (w, 5)) {
  case 0:
    return lyre_re_union (p, 2, parts);
  case 1:
    return lyre_re_star (p, parts[0]);
  case 2:
    return lyre_re_comp (p, parts[0]);
  default:
    return lyre_re_concat (p, parts[0], parts[1]);
  }
}

static void random_world (world *w) {
  w->letters = 1 + roll (w, 2);
  w->n = 1 + roll (w, 3);
  for (uint32_t i = 0; i < 2 * w->n; i++)
    random_side (w, i);
  for (uint32_t v = 0; v < VARS; v++) {
    w->language[v] = NIELSEN_ANY;
    w->regex[v] = lyre_re_all (w->pool);
    if (roll (w, 3))
      continue;
    w->regex[v] = random_regex (w, 3);
    assert_true (
        nielsen_language_of (w->languages, w->regex[v], &w->language[v]));
    if (w->language[v] == NIELSEN_EMPTY) {
      w->language[v] = NIELSEN_ANY;
      w->regex[v] = lyre_re_all (w->pool);
    }
  }
}

/* -------------------------------------------------------------- all words */

static const lyre_str *value_of (world *w, nielsen_word side,
                                 const lyre_str *const *words) {
  lyre_arena *a = &w->f->env.scratch;
  const lyre_str *s = &lyre_str_empty;
  for (uint32_t i = 0; i < side.n; i++) {
    const lyre_str *part = side.at[i] & NIELSEN_VAR
                               ? words[side.at[i] & ~NIELSEN_VAR]
                               : lyre_str_char (a, side.at[i]);
    s = lyre_str_concat (a, 2, (const lyre_str *[]){s, part});
  }
  return s;
}

static bool is_solution (world *w, const lyre_str *const *words) {
  lyre_mark mark = lyre_arena_mark (&w->f->env.scratch);
  bool ok = true;
  for (uint32_t i = 0; i < w->n && ok; i++)
    ok = lyre_str_eq (value_of (w, w->sides[2 * i], words),
                      value_of (w, w->sides[2 * i + 1], words));
  for (uint32_t v = 0; v < VARS && ok; v++)
    ok = lyre_re_matches (w->pool, w->regex[v], words[v]);
  lyre_arena_cut (&w->f->env.scratch, mark);
  return ok;
}

/* The I-th word over a and b: by length, then order. */
static const lyre_str *nth_word (lyre_arena *a, uint32_t i) {
  uint32_t n = 0, text[LONGEST];
  while (i >= 1u << n)
    i -= 1u << n++;
  for (uint32_t k = 0; k < n; k++)
    text[k] = 'a' + (i >> k & 1);
  return lyre_str_from_wide (a, text, n);
}

static bool has_short_solution (world *w, uint32_t length_of_first) {
  lyre_arena *a = &w->f->env.scratch;
  for (uint32_t i = 0; i < WORDS * WORDS * WORDS; i++) {
    lyre_mark mark = lyre_arena_mark (a);
    const lyre_str *words[VARS] = {nth_word (a, i % WORDS),
                                   nth_word (a, i / WORDS % WORDS),
                                   nth_word (a, i / WORDS / WORDS)};
    bool yes =
        (length_of_first == UINT32_MAX || words[0]->len == length_of_first) &&
        is_solution (w, words);
    lyre_arena_cut (a, mark);
    if (yes)
      return true;
  }
  return false;
}

/* ------------------------------------------------------------------ tests */

static void open_world (world *w, fixture *f, uint64_t seed) {
  memset (w, 0, sizeof *w);
  fixture_init (f);
  w->f = f;
  w->seed = seed;
  w->pool = lyre_re_pool_new (&f->env, &f->env.mem);
  w->languages = nielsen_languages_new (&f->env, &f->env.mem, w->pool);
  random_world (w);
}

static void close_world (world *w) {
  nielsen_languages_delete (w->languages);
  lyre_re_pool_delete (w->pool);
  fixture_release (w->f);
}

/* A solution with |first variable| = LENGTH, if that is a number. */
static bool solve_with (world *w, nielsen_graph *g, uint32_t length) {
  lyre_arith *arith = lyre_arith_new (&w->f->env, &w->f->env.mem);
  uint32_t lengths[VARS];
  lyre_arena arena;
  lyre_arena_init (&arena, &w->f->env.mem);
  for (uint32_t v = 0; v < VARS; v++)
    lengths[v] = lyre_arith_new_var (arith, true);
  if (length != UINT32_MAX) {
    lyre_rat k = lyre_rat_from_int (lyre_int_from (&arena, length));
    lyre_arith_lower (arith, lengths[0], k, false, LYRE_NO_TAG);
    lyre_arith_upper (arith, lengths[0], k, false, LYRE_NO_TAG);
  }
  const lyre_str *words[VARS];
  nielsen_arith na = {arith, lengths};
  bool ok = nielsen_solve_lengths (1, &g, w->language, &na, &arena, words);
  if (ok) {
    assert_true (is_solution (w, words));
    assert_true (length == UINT32_MAX || words[0]->len == length);
  }
  lyre_arith_delete (arith);
  lyre_arena_release (&arena);
  return ok;
}

static void check_seed (uint64_t seed) {
  fixture f;
  world w;
  open_world (&w, &f, seed);
  nielsen_graph g;
  nielsen_graph_init (&g, &f.env, &f.env.mem, w.languages, VARS);
  uint32_t root;
  nielsen_answer answer = NIELSEN_NONE;
  if (nielsen_make_state (&g, w.n, w.sides, w.language, &root))
    answer = nielsen_search (&g, false, 20000);
  if (answer == NIELSEN_NONE)
    assert_false (has_short_solution (&w, UINT32_MAX));
  if (answer == NIELSEN_SOLVED) {
    assert_true (solve_with (&w, &g, UINT32_MAX));
    nielsen_search (&g, true, 20000);
    for (uint32_t n = 0; n < 12; n += 3)
      solve_with (&w, &g, n);
  }
  nielsen_graph_release (&g);
  close_world (&w);
}

static void test_random (void **unused) {
  (void) unused;
  for (uint64_t seed = 1; seed <= 500; seed++)
    check_seed (seed * 0x9E3779B97F4A7C15u);
}

/* abx = xab has the solutions (ab)*: the lengths are even. */
static void test_loop (void **unused) {
  (void) unused;
  fixture f;
  world w;
  open_world (&w, &f, 1);
  uint32_t left[] = {'a', 'b', NIELSEN_VAR}, right[] = {NIELSEN_VAR, 'a', 'b'};
  w.n = 1;
  w.sides[0] = (nielsen_word){3, left};
  w.sides[1] = (nielsen_word){3, right};
  for (uint32_t v = 0; v < VARS; v++) {
    w.regex[v] = lyre_re_all (w.pool);
    w.language[v] = NIELSEN_ANY;
  }
  nielsen_graph g;
  nielsen_graph_init (&g, &f.env, &f.env.mem, w.languages, VARS);
  uint32_t root;
  assert_true (nielsen_make_state (&g, 1, w.sides, w.language, &root));
  assert_int_equal (nielsen_search (&g, true, 1000), NIELSEN_SOLVED);
  assert_true (g.complete);
  assert_true (solve_with (&w, &g, 0));
  assert_true (solve_with (&w, &g, 20000));
  assert_false (solve_with (&w, &g, 20001));
  nielsen_graph_release (&g);
  close_world (&w);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (test_random),
                                     cmocka_unit_test (test_loop)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
