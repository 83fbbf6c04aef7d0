/* Linear arithmetic against enumeration and against z3.
 *
 * Random systems are small, so that both answers are common. Every model is
 * evaluated, and every conflict is solved again on its own: by a fresh solver
 * and by the oracle. z3 is asked through one script for many systems; those
 * tests are skipped where it is not installed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/arith/arith.h"

/* ---------------------------------------------------------------- fixture */

static lyre_env env;
static lyre_arena arena; /* for numbers of the test */
static jmp_buf escape;
static uint64_t seed;

static int setup (void **state) {
  (void) state;
  lyre_env_init (&env);
  lyre_arena_init (&arena, &env.mem);
  env.mem.escape = &escape;
  seed = 0x2545F4914F6CDD1Du;
  if (setjmp (escape))
    abort ();
  return 0;
}

static int teardown (void **state) {
  (void) state;
  lyre_arena_release (&arena);
  lyre_arena_release (&env.scratch);
  assert_int_equal (env.mem.used, 0);
  lyre_env_release (&env);
  return 0;
}

static uint32_t below (uint32_t n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t) (seed >> 32) % n;
}

static int between (int low, int high) {
  return low + (int) below ((uint32_t) (high - low + 1));
}

static lyre_rat ratio (int64_t num, int64_t den) {
  return lyre_rat_make (&arena, lyre_int_from (&arena, num),
                        lyre_int_from (&arena, den));
}

static lyre_rat number (int64_t n) {
  return ratio (n, 1);
}

/* ---------------------------------------------------------------- systems */

enum { MAX_VARS = 8, MAX_ROWS = 40 };

/* sum of coef*x, compared with num/den. The tag is the place in the system. */
typedef struct {
  int coef[MAX_VARS];
  bool upper, strict;
  int num, den;
} constraint;

typedef struct {
  uint32_t n_vars, n;
  bool is_int[MAX_VARS];
  constraint at[MAX_ROWS];
} sys;

typedef struct {
  lyre_arith *a;
  uint32_t vars[MAX_VARS];
} solver;

static solver new_solver_in (lyre_mem *mem, const sys *s) {
  solver v = {.a = lyre_arith_new (&env, mem)};
  for (uint32_t i = 0; i < s->n_vars; i++)
    v.vars[i] = lyre_arith_new_var (v.a, s->is_int[i]);
  return v;
}

static solver new_solver (const sys *s) {
  return new_solver_in (&env.mem, s);
}

static uint32_t monomials (const solver *v, const sys *s, const constraint *c,
                           lyre_monomial *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->n_vars; i++)
    if (c->coef[i])
      out[n++] = (lyre_monomial){v->vars[i], number (c->coef[i])};
  return n;
}

/* Through lyre_arith_row or lyre_arith_form, by turns. */
static bool assert_constraint (solver *v, const sys *s, uint32_t i) {
  const constraint *c = &s->at[i];
  lyre_monomial m[MAX_VARS];
  uint32_t n = monomials (v, s, c, m), x;
  lyre_rat bound = ratio (c->num, c->den);
  bool upper = c->upper;
  if (i % 2) {
    lyre_rat factor;
    x = lyre_arith_form (v->a, &arena, n, m, &factor);
    bound = lyre_rat_div (&arena, bound, factor);
    upper = upper != (lyre_rat_sign (factor) < 0);
  } else {
    x = lyre_arith_row (v->a, n, m);
  }
  return upper ? lyre_arith_upper (v->a, x, bound, c->strict, i)
               : lyre_arith_lower (v->a, x, bound, c->strict, i);
}

static void assert_all (solver *v, const sys *s) {
  for (uint32_t i = 0; i < s->n; i++)
    assert_constraint (v, s, i);
}

static lyre_rat value_of (const solver *v, const sys *s, const constraint *c) {
  lyre_rat sum = number (0);
  for (uint32_t i = 0; i < s->n_vars; i++) {
    lyre_rat x = lyre_arith_value (v->a, &arena, v->vars[i]);
    sum = lyre_rat_add (&arena, sum,
                        lyre_rat_mul (&arena, x, number (c->coef[i])));
  }
  return sum;
}

static bool holds (const constraint *c, lyre_rat value) {
  int order = lyre_rat_cmp (&arena, value, ratio (c->num, c->den));
  if (c->upper)
    order = -order;
  return c->strict ? order > 0 : order >= 0;
}

static void check_model (const solver *v, const sys *s, bool integral) {
  for (uint32_t i = 0; i < s->n; i++)
    assert_true (holds (&s->at[i], value_of (v, s, &s->at[i])));
  for (uint32_t i = 0; integral && i < s->n_vars; i++)
    if (s->is_int[i])
      assert_true (
          lyre_rat_is_int (lyre_arith_value (v->a, &arena, v->vars[i])));
}

static sys subset (const sys *s, lyre_tags tags) {
  sys core = *s;
  core.n = 0;
  for (uint32_t i = 0; i < tags.n; i++) {
    assert_true (tags.at[i] < s->n);
    assert_true (!i || tags.at[i - 1] < tags.at[i]);
    core.at[core.n++] = s->at[tags.at[i]];
  }
  return core;
}

static lyre_arith_answer solve_alone (const sys *s, bool integral) {
  solver v = new_solver (s);
  lyre_arith_effort (v.a, 3000);
  assert_all (&v, s);
  lyre_arith_answer answer =
      integral ? lyre_arith_check_int (v.a, true) : lyre_arith_check (v.a);
  lyre_arith_delete (v.a);
  return answer;
}

/* ------------------------------------------------------------ random ones */

static void random_constraint (sys *s, int max_coef, int max_bound,
                               int max_den) {
  constraint *c = &s->at[s->n];
  memset (c, 0, sizeof *c);
  for (uint32_t i = 0; i < s->n_vars; i++)
    if (below (3))
      c->coef[i] = between (-max_coef, max_coef);
  bool empty = true;
  for (uint32_t i = 0; i < s->n_vars; i++)
    empty = empty && !c->coef[i];
  if (empty)
    c->coef[below (s->n_vars)] = 1;
  c->upper = below (2);
  c->strict = !below (4);
  c->num = between (-max_bound, max_bound);
  c->den = between (1, max_den);
  s->n++;
}

/* Makes the last constraint one half of an equation and adds the other. */
static void add_other_half (sys *s) {
  s->at[s->n - 1].strict = false;
  s->at[s->n] = s->at[s->n - 1];
  s->at[s->n].upper = !s->at[s->n].upper;
  s->n++;
}

static void add_box (sys *s, int size) {
  for (uint32_t i = 0; i < s->n_vars; i++)
    for (int upper = 0; upper < 2; upper++) {
      constraint *c = &s->at[s->n++];
      memset (c, 0, sizeof *c);
      c->coef[i] = 1;
      c->upper = upper;
      c->num = upper ? size : -size;
      c->den = 1;
    }
}

static sys random_system (uint32_t max_vars, uint32_t max_n, int max_coef,
                          int max_bound) {
  sys s = {.n_vars = 1 + below (max_vars)};
  int kind = between (0, 2);
  for (uint32_t i = 0; i < s.n_vars; i++)
    s.is_int[i] = kind == 0 || (kind == 1 && below (2));
  for (uint32_t n = 1 + below (max_n); s.n < n;) {
    random_constraint (&s, max_coef, max_bound, below (3) ? 1 : 3);
    if (!below (4))
      add_other_half (&s);
  }
  return s;
}

static sys random_boxed (int size) {
  sys s = random_system (4, 6, 5, 12);
  for (uint32_t i = 0; i < s.n_vars; i++)
    s.is_int[i] = true;
  add_box (&s, size);
  return s;
}

/* ------------------------------------------------------------ enumeration */

static bool point_holds (const sys *s, const int *x) {
  for (uint32_t k = 0; k < s->n; k++) {
    const constraint *c = &s->at[k];
    int sum = 0;
    for (uint32_t i = 0; i < s->n_vars; i++)
      sum += c->coef[i] * x[i];
    int gap = c->upper ? c->num - sum * c->den : sum * c->den - c->num;
    if (c->strict ? gap <= 0 : gap < 0)
      return false;
  }
  return true;
}

static bool next_point (int *x, uint32_t n, int size) {
  for (uint32_t i = 0; i < n; i++) {
    if (++x[i] <= size)
      return true;
    x[i] = -size;
  }
  return false;
}

static void first_point (int *x, uint32_t n, int size) {
  for (uint32_t i = 0; i < n; i++)
    x[i] = -size;
}

static bool has_point (const sys *s, int size) {
  int x[MAX_VARS];
  first_point (x, s->n_vars, size);
  do
    if (point_holds (s, x))
      return true;
  while (next_point (x, s->n_vars, size));
  return false;
}

/* ---------------------------------------------------------------- integers */

enum { SIZE = 4 };

static void check_boxed (const sys *s) {
  solver v = new_solver (s);
  assert_all (&v, s);
  lyre_arith_answer answer = lyre_arith_check_int (v.a, true);
  assert_int_equal (answer,
                    has_point (s, SIZE) ? LYRE_ARITH_YES : LYRE_ARITH_NO);
  if (answer == LYRE_ARITH_YES) {
    check_model (&v, s, true);
  } else {
    /* Without its box a core may be too hard: GAVE_UP is no finding. */
    sys core = subset (s, lyre_arith_conflict (v.a));
    assert_int_not_equal (solve_alone (&core, true), LYRE_ARITH_YES);
    assert_false (has_point (&core, 3 * SIZE));
  }
  lyre_arith_delete (v.a);
}

static void test_integers_enumerated (void **state) {
  (void) state;
  for (int i = 0; i < 3000; i++) {
    sys s = random_boxed (SIZE);
    check_boxed (&s);
    lyre_arena_clear (&arena);
  }
}

/* The caller branches: SPLIT, both sides, until all leaves are closed. */
static lyre_arith_answer branch_outside (solver *v, int depth) {
  lyre_arith_answer answer = lyre_arith_check_int (v->a, false);
  if (answer != LYRE_ARITH_SPLIT)
    return answer;
  uint32_t x;
  lyre_int floor;
  lyre_arith_split (v->a, &x, &floor);
  lyre_rat low = lyre_rat_copy (&arena, lyre_rat_from_int (floor));
  assert_true (depth < 60);
  for (int side = 0; side < 2 && answer != LYRE_ARITH_YES; side++) {
    lyre_arith_push (v->a);
    bool fits = side ? lyre_arith_lower (v->a, x,
                                         lyre_rat_add (&arena, low, number (1)),
                                         false, 1000)
                     : lyre_arith_upper (v->a, x, low, false, 1000);
    answer = fits ? branch_outside (v, depth + 1) : LYRE_ARITH_NO;
    lyre_arith_pop (v->a, 1);
  }
  return answer;
}

static void test_integers_split_outside (void **state) {
  (void) state;
  for (int i = 0; i < 1000; i++) {
    sys s = random_boxed (SIZE);
    solver v = new_solver (&s);
    assert_all (&v, &s);
    bool yes = branch_outside (&v, 0) == LYRE_ARITH_YES;
    assert_int_equal (yes, has_point (&s, SIZE));
    if (yes)
      check_model (&v, &s, true);
    lyre_arith_delete (v.a);
    lyre_arena_clear (&arena);
  }
}

static uint32_t row_of (lyre_arith *a, uint32_t n, const uint32_t *x,
                        const int *coef) {
  lyre_monomial m[MAX_VARS];
  for (uint32_t i = 0; i < n; i++)
    m[i] = (lyre_monomial){x[i], number (coef[i])};
  return lyre_arith_row (a, n, m);
}

static lyre_arith_answer solve_equation (uint32_t n, const int *coef, int to) {
  lyre_arith *a = lyre_arith_new (&env, &env.mem);
  uint32_t x[MAX_VARS];
  for (uint32_t i = 0; i < n; i++)
    x[i] = lyre_arith_new_var (a, true);
  uint32_t r = row_of (a, n, x, coef);
  lyre_arith_lower (a, r, number (to), false, 1);
  lyre_arith_upper (a, r, number (to), false, 2);
  lyre_arith_answer answer = lyre_arith_check_int (a, true);
  if (answer == LYRE_ARITH_NO)
    assert_int_equal (lyre_arith_conflict (a).n, 2);
  lyre_arith_delete (a);
  return answer;
}

static void test_equations (void **state) {
  (void) state;
  assert_int_equal (solve_equation (2, (int[]){3, 6}, 7), LYRE_ARITH_NO);
  assert_int_equal (solve_equation (3, (int[]){2, 4, 6}, 5), LYRE_ARITH_NO);
  assert_int_equal (solve_equation (3, (int[]){2, 4, 6}, 8), LYRE_ARITH_YES);
  assert_int_equal (solve_equation (3, (int[]){6, 10, 15}, 1), LYRE_ARITH_YES);
  assert_int_equal (solve_equation (2, (int[]){12, 34}, 6), LYRE_ARITH_YES);
  assert_int_equal (solve_equation (2, (int[]){12345, 6789}, 3),
                    LYRE_ARITH_YES);
}

/* x = 2a, y = 2b+1, x - y = 2c: no single row shows it, and nothing has
 * bounds. A fourth equation has no part in it. */
static void test_equation_system (void **state) {
  (void) state;
  lyre_arith *a = lyre_arith_new (&env, &env.mem);
  uint32_t v[6];
  for (int i = 0; i < 6; i++)
    v[i] = lyre_arith_new_var (a, true);
  uint32_t r[4] = {
      row_of (a, 2, (uint32_t[]){v[0], v[2]}, (int[]){1, -2}),
      row_of (a, 2, (uint32_t[]){v[1], v[3]}, (int[]){1, -2}),
      row_of (a, 3, (uint32_t[]){v[0], v[1], v[4]}, (int[]){1, -1, -2}),
      row_of (a, 2, (uint32_t[]){v[0], v[5]}, (int[]){3, 5})};
  int to[4] = {0, 1, 0, 7};
  for (uint32_t i = 0; i < 4; i++) {
    lyre_arith_lower (a, r[i], number (to[i]), false, i);
    lyre_arith_upper (a, r[i], number (to[i]), false, i);
  }
  assert_int_equal (lyre_arith_check (a), LYRE_ARITH_YES);
  assert_int_equal (lyre_arith_check_int (a, true), LYRE_ARITH_NO);
  lyre_tags why = lyre_arith_conflict (a);
  assert_int_equal (why.n, 3);
  for (uint32_t i = 0; i < 3; i++)
    assert_int_equal (why.at[i], i);
  lyre_arith_delete (a);
}

/* Nothing is bounded: an answer or GAVE_UP, but an end. */
static void test_unbounded_terminates (void **state) {
  (void) state;
  uint32_t given_up = 0;
  for (int i = 0; i < 1500; i++) {
    sys s = random_system (4, 5, 30, 40);
    for (uint32_t k = 0; k < s.n_vars; k++)
      s.is_int[k] = true;
    solver v = new_solver (&s);
    lyre_arith_effort (v.a, 2000);
    assert_all (&v, &s);
    lyre_arith_answer answer = lyre_arith_check_int (v.a, true);
    assert_int_not_equal (answer, LYRE_ARITH_SPLIT);
    given_up += answer == LYRE_ARITH_GAVE_UP;
    if (answer == LYRE_ARITH_YES)
      check_model (&v, &s, true);
    if (answer == LYRE_ARITH_NO) {
      sys core = subset (&s, lyre_arith_conflict (v.a));
      assert_false (has_point (&core, 6));
    }
    lyre_arith_delete (v.a);
    lyre_arena_clear (&arena);
  }
  assert_true (given_up < 150);
}

/* --------------------------------------------------------------------- z3 */

static bool have_z3 (void) {
  return !system ("z3 --version > /dev/null 2>&1");
}

static void write_constraint (FILE *f, const sys *s, const constraint *c) {
  fprintf (f, "(assert (%s%s (+ 0.0", c->upper ? "<" : ">",
           c->strict ? "" : "=");
  for (uint32_t i = 0; i < s->n_vars; i++) {
    int k = c->coef[i];
    fprintf (f,
             s->is_int[i] ? " (* %s%d.0%s (to_real x%u))" : " (* %s%d.0%s x%u)",
             k < 0 ? "(- " : "", abs (k), k < 0 ? ")" : "", i);
  }
  fprintf (f, ") (/ %s%d.0%s %d.0)))\n", c->num < 0 ? "(- " : "", abs (c->num),
           c->num < 0 ? ")" : "", c->den);
}

static void write_system (FILE *f, const sys *s, bool integral) {
  fputs ("(push)\n", f);
  sys t = *s;
  for (uint32_t i = 0; i < s->n_vars; i++) {
    t.is_int[i] = integral && s->is_int[i];
    fprintf (f, "(declare-const x%u %s)\n", i, t.is_int[i] ? "Int" : "Real");
  }
  for (uint32_t i = 0; i < s->n; i++)
    write_constraint (f, &t, &s->at[i]);
  fputs ("(check-sat)\n(pop)\n", f);
}

static char read_answer (const char *line) {
  if (!strcmp (line, "sat\n"))
    return 's';
  if (!strcmp (line, "unsat\n"))
    return 'u';
  return strcmp (line, "unknown\n") ? 'e' : '?';
}

/* 's', 'u' or '?' for each of the systems; 'e' if z3 complains. */
static void ask_z3 (uint32_t n, const sys *systems, bool integral,
                    char *answers) {
  char path[] = "/tmp/lyre-arith-XXXXXX", command[80], line[80];
  int fd = mkstemp (path);
  assert_true (fd >= 0);
  FILE *f = fdopen (fd, "w");
  fputs ("(set-option :timeout 2000)\n", f);
  for (uint32_t i = 0; i < n; i++)
    write_system (f, &systems[i], integral);
  fclose (f);
  snprintf (command, sizeof command, "z3 -T:120 -smt2 %s", path);
  FILE *p = popen (command, "r");
  assert_non_null (p);
  uint32_t got = 0;
  while (got < n && fgets (line, sizeof line, p))
    answers[got++] = read_answer (line);
  pclose (p);
  unlink (path);
  assert_int_equal (got, n);
}

enum { BATCH = 600 };

static void compare_with_z3 (bool integral) {
  static sys systems[BATCH], cores[BATCH];
  static char theirs[BATCH];
  lyre_arith_answer ours[BATCH];
  uint32_t n_cores = 0;
  for (uint32_t i = 0; i < BATCH; i++) {
    sys *s = &systems[i];
    *s = random_system (6, 10, 6, 15);
    for (uint32_t k = 0; k < s->n_vars; k++)
      s->is_int[k] = integral && s->is_int[k];
    if (integral && below (2))
      add_box (s, 20);
    solver v = new_solver (s);
    assert_all (&v, s);
    ours[i] =
        integral ? lyre_arith_check_int (v.a, true) : lyre_arith_check (v.a);
    if (ours[i] == LYRE_ARITH_YES)
      check_model (&v, s, integral);
    if (ours[i] == LYRE_ARITH_NO) {
      cores[n_cores] = subset (s, lyre_arith_conflict (v.a));
      assert_int_not_equal (solve_alone (&cores[n_cores], integral),
                            LYRE_ARITH_YES);
      n_cores++;
    }
    lyre_arith_delete (v.a);
    lyre_arena_clear (&arena);
  }
  ask_z3 (BATCH, systems, integral, theirs);
  for (uint32_t i = 0; i < BATCH; i++) {
    assert_int_not_equal (theirs[i], 'e');
    assert_false (ours[i] == LYRE_ARITH_YES && theirs[i] == 'u');
    assert_false (ours[i] == LYRE_ARITH_NO && theirs[i] == 's');
    assert_true (integral || ours[i] != LYRE_ARITH_GAVE_UP);
  }
  ask_z3 (n_cores, cores, integral, theirs);
  for (uint32_t i = 0; i < n_cores; i++)
    assert_true (theirs[i] == 'u' || theirs[i] == '?');
}

static void test_rationals_z3 (void **state) {
  (void) state;
  if (!have_z3 ())
    skip ();
  compare_with_z3 (false);
}

static void test_mixed_z3 (void **state) {
  (void) state;
  if (!have_z3 ())
    skip ();
  compare_with_z3 (true);
}

/* --------------------------------------------------------------- push, pop */

typedef struct {
  sys now;
  uint32_t marks[32], n_marks;
} walk;

/* Bounds that an integer check has found stay, so a rational check may say NO
 * where a fresh one does not. Then the integer check agrees. */
static void compare_with_fresh (const walk *w, solver *v, bool integral) {
  lyre_arith_answer answer =
      integral ? lyre_arith_check_int (v->a, true) : lyre_arith_check (v->a);
  lyre_arith_answer fresh = solve_alone (&w->now, integral);
  if (answer == LYRE_ARITH_NO && fresh == LYRE_ARITH_YES && !integral) {
    integral = true;
    fresh = solve_alone (&w->now, integral);
  }
  if (answer != LYRE_ARITH_GAVE_UP && fresh != LYRE_ARITH_GAVE_UP)
    assert_int_equal (answer, fresh);
  if (answer == LYRE_ARITH_YES)
    check_model (v, &w->now, integral);
  if (answer == LYRE_ARITH_NO) {
    sys core = subset (&w->now, lyre_arith_conflict (v->a));
    if (solve_alone (&core, integral) != LYRE_ARITH_NO)
      assert_int_not_equal (solve_alone (&core, true), LYRE_ARITH_YES);
  }
}

static void walk_push (walk *w, solver *v) {
  lyre_arith_push (v->a);
  w->marks[w->n_marks++] = w->now.n;
}

static void walk_pop (walk *w, solver *v) {
  uint32_t levels = 1 + below (w->n_marks);
  lyre_arith_pop (v->a, levels);
  w->n_marks -= levels;
  w->now.n = w->marks[w->n_marks];
}

static void walk_assert (walk *w, solver *v) {
  random_constraint (&w->now, 4, 12, 1);
  assert_constraint (v, &w->now, w->now.n - 1);
}

/* A maximum or minimum in between leaves the solver as it was. */
static void walk_optimize (walk *w, solver *v) {
  lyre_rat value;
  bool strict;
  lyre_tags why;
  uint32_t x = v->vars[below (w->now.n_vars)];
  if (below (2))
    lyre_arith_minimum (v->a, &arena, x, &value, &strict, &why);
  else
    lyre_arith_maximum (v->a, &arena, x, &value, &strict, &why);
}

static void random_walk (void) {
  walk w = {.now = random_system (5, 1, 3, 5)};
  solver v = new_solver (&w.now);
  assert_all (&v, &w.now);
  for (int i = 0; i < 60; i++) {
    uint32_t what = below (6);
    if (what == 0 && w.n_marks < 10)
      walk_push (&w, &v);
    else if (what == 1 && w.n_marks)
      walk_pop (&w, &v);
    else if (what == 2)
      walk_optimize (&w, &v);
    else if (w.now.n < 25)
      walk_assert (&w, &v);
    compare_with_fresh (&w, &v, below (2));
  }
  lyre_arith_delete (v.a);
  lyre_arena_clear (&arena);
}

static void test_random_walks (void **state) {
  (void) state;
  for (int i = 0; i < 200; i++)
    random_walk ();
}

/* --------------------------------------------------------------- implied */

typedef struct {
  const sys *s;
  const solver *v;
  uint32_t found;
} observer;

/* No point of the core that is in the box violates the implied bound. */
static void check_implied (void *user, const lyre_implied *i) {
  observer *o = user;
  o->found++;
  if (i->var >= o->s->n_vars)
    return;
  sys core = subset (o->s, lyre_arith_implied_why (o->v->a));
  int x[MAX_VARS];
  first_point (x, core.n_vars, SIZE);
  do {
    if (!point_holds (&core, x))
      continue;
    int order = lyre_rat_cmp (&arena, number (x[i->var]), i->bound);
    if (i->upper)
      order = -order;
    assert_true (i->strict ? order > 0 : order >= 0);
  } while (next_point (x, core.n_vars, SIZE));
}

static void test_implied (void **state) {
  (void) state;
  uint32_t found = 0;
  for (int i = 0; i < 1500; i++) {
    sys s = random_system (4, 6, 4, 8);
    solver v = new_solver (&s);
    bool fits = true;
    for (uint32_t k = 0; fits && k < s.n; k++)
      fits = assert_constraint (&v, &s, k);
    if (fits && below (2))
      lyre_arith_check (v.a);
    observer o = {&s, &v, 0};
    if (fits)
      lyre_arith_implied (v.a, 10, check_implied, &o);
    found += o.found;
    o.found = 0;
    if (fits)
      lyre_arith_implied (v.a, 10, check_implied, &o);
    assert_int_equal (o.found, 0);
    lyre_arith_delete (v.a);
    lyre_arena_clear (&arena);
  }
  assert_true (found > 500);
}

/* ------------------------------------------------------------ optimization */

/* Adds x0 < value (for a minimum): must be NO; x0 <= value + 1/1000: YES. */
static void check_optimum (const sys *s, bool upper, lyre_rat value,
                           bool strict, bool beyond) {
  solver v = new_solver (s);
  assert_all (&v, s);
  bool fits = true;
  if (beyond && upper)
    fits = lyre_arith_lower (v.a, v.vars[0], value, !strict, 0);
  else if (beyond)
    fits = lyre_arith_upper (v.a, v.vars[0], value, !strict, 0);
  else if (upper)
    fits = lyre_arith_lower (v.a, v.vars[0],
                             lyre_rat_sub (&arena, value, ratio (1, 1000)),
                             false, 0);
  else
    fits = lyre_arith_upper (v.a, v.vars[0],
                             lyre_rat_add (&arena, value, ratio (1, 1000)),
                             false, 0);
  lyre_arith_answer answer = fits ? lyre_arith_check (v.a) : LYRE_ARITH_NO;
  assert_int_equal (answer, beyond ? LYRE_ARITH_NO : LYRE_ARITH_YES);
  lyre_arith_delete (v.a);
}

/* Without a limit, far values must be possible. */
static void check_no_limit (const sys *s, bool upper) {
  solver v = new_solver (s);
  assert_all (&v, s);
  bool fits =
      upper ? lyre_arith_lower (v.a, v.vars[0], number (1000000), false, 0)
            : lyre_arith_upper (v.a, v.vars[0], number (-1000000), false, 0);
  assert_true (fits && lyre_arith_check (v.a) == LYRE_ARITH_YES);
  lyre_arith_delete (v.a);
}

static void try_optimum (bool upper) {
  sys s = random_system (5, 9, 5, 12);
  for (uint32_t k = 0; k < s.n_vars; k++)
    s.is_int[k] = false;
  solver v = new_solver (&s);
  assert_all (&v, &s);
  lyre_rat value;
  lyre_tags why;
  bool strict;
  bool yes = lyre_arith_check (v.a) == LYRE_ARITH_YES;
  bool has =
      upper
          ? lyre_arith_maximum (v.a, &arena, v.vars[0], &value, &strict, &why)
          : lyre_arith_minimum (v.a, &arena, v.vars[0], &value, &strict, &why);
  assert_true (yes || !has);
  if (has) {
    sys core = subset (&s, why);
    check_optimum (&core, upper, value, strict, true);
    check_optimum (&s, upper, value, strict, false);
    check_model (&v, &s, false);
  } else if (yes) {
    check_no_limit (&s, upper);
  }
  lyre_arith_delete (v.a);
  lyre_arena_clear (&arena);
}

static void test_optimum (void **state) {
  (void) state;
  for (int i = 0; i < 2000; i++)
    try_optimum (i % 2);
}

/* ---------------------------------------------------------- single features */

static void test_rows_shared (void **state) {
  (void) state;
  lyre_arith *a = lyre_arith_new (&env, &env.mem);
  uint32_t x = lyre_arith_new_var (a, true), y = lyre_arith_new_var (a, true);
  uint32_t s = row_of (a, 2, (uint32_t[]){x, y}, (int[]){1, 2});
  assert_int_equal (s, row_of (a, 2, (uint32_t[]){y, x}, (int[]){2, 1}));
  uint32_t t = row_of (a, 2, (uint32_t[]){x, y}, (int[]){2, 4});
  assert_int_not_equal (s, t);
  assert_int_equal (t, row_of (a, 2, (uint32_t[]){x, y}, (int[]){2, 4}));
  assert_int_equal (x, row_of (a, 3, (uint32_t[]){x, y, y}, (int[]){1, 2, -2}));
  uint32_t zero = row_of (a, 2, (uint32_t[]){x, x}, (int[]){1, -1});
  assert_false (lyre_arith_lower (a, zero, number (1), false, 5));
  assert_int_equal (lyre_arith_conflict (a).n, 1);
  assert_int_equal (lyre_arith_check (a), LYRE_ARITH_NO);
  lyre_rat factor;
  lyre_monomial m[] = {{x, ratio (-1, 2)}, {y, number (-1)}};
  assert_int_equal (s, lyre_arith_form (a, &arena, 2, m, &factor));
  assert_true (lyre_rat_eq (factor, ratio (-1, 2)));
  assert_true (lyre_arith_is_int (a, t));
  m[0].coef = ratio (1, 2);
  assert_false (lyre_arith_is_int (a, lyre_arith_row (a, 1, m)));
  lyre_arith_delete (a);
}

static void test_bounds (void **state) {
  (void) state;
  lyre_arith *a = lyre_arith_new (&env, &env.mem);
  uint32_t x = lyre_arith_new_var (a, true);
  lyre_rat b;
  bool strict;
  lyre_tags why;
  assert_false (lyre_arith_lower_of (a, x, &b, &strict, &why));
  assert_true (lyre_arith_lower (a, x, ratio (5, 2), true, 3));
  assert_true (lyre_arith_lower_of (a, x, &b, &strict, &why));
  assert_true (lyre_rat_eq (b, number (3)) && !strict);
  assert_true (why.n == 1 && why.at[0] == 3);
  lyre_arith_push (a);
  assert_true (lyre_arith_upper (a, x, number (4), true, 4));
  assert_true (lyre_arith_upper_of (a, x, &b, &strict, NULL));
  assert_true (lyre_rat_eq (b, number (3)));
  assert_false (lyre_arith_lower (a, x, number (3), true, 6));
  assert_int_equal (lyre_arith_conflict (a).n, 2);
  assert_int_equal (lyre_arith_check_int (a, true), LYRE_ARITH_NO);
  lyre_arith_pop (a, 1);
  assert_int_equal (lyre_arith_check_int (a, true), LYRE_ARITH_YES);
  assert_false (lyre_arith_upper_of (a, x, &b, &strict, NULL));
  lyre_arith_delete (a);
}

/* LYRE_NO_TAG bounds are used but not named. */
static void test_no_tag (void **state) {
  (void) state;
  lyre_arith *a = lyre_arith_new (&env, &env.mem);
  uint32_t x = lyre_arith_new_var (a, true), y = lyre_arith_new_var (a, true);
  uint32_t s = row_of (a, 2, (uint32_t[]){x, y}, (int[]){1, 1});
  lyre_arith_lower (a, x, number (0), false, LYRE_NO_TAG);
  lyre_arith_lower (a, y, number (0), false, LYRE_NO_TAG);
  lyre_arith_push (a);
  lyre_arith_lower (a, x, number (1), false, 8); /* not needed */
  lyre_arith_upper (a, s, number (-1), false, 9);
  assert_int_equal (lyre_arith_check (a), LYRE_ARITH_NO);
  lyre_tags why = lyre_arith_conflict (a);
  assert_true (why.n == 1 && why.at[0] == 9);
  lyre_arith_delete (a);
}

static lyre_rat big (const char *text) {
  return lyre_rat_from_int (lyre_int_parse (&arena, text, strlen (text)));
}

#define TEN_30 "1000000000000000000000000000000"

/* 10^30 x + (10^30 + 1) y = 10^30 - 1, 0 <= y < 10^30 + 5: integer solution
 * with y = 10^30 - 1, x = -10^30. */
static void test_big (void **state) {
  (void) state;
  lyre_arith *a = lyre_arith_new (&env, &env.mem);
  uint32_t x = lyre_arith_new_var (a, true), y = lyre_arith_new_var (a, true);
  lyre_rat k = big (TEN_30), l = lyre_rat_add (&arena, k, number (1));
  lyre_rat to = lyre_rat_sub (&arena, k, number (1));
  uint32_t s = lyre_arith_row (a, 2, (lyre_monomial[]){{x, k}, {y, l}});
  lyre_arith_lower (a, s, to, false, 0);
  lyre_arith_upper (a, s, to, false, 0);
  lyre_arith_lower (a, y, number (0), false, 1);
  lyre_arith_upper (a, y, lyre_rat_add (&arena, k, number (5)), true, 2);
  assert_int_equal (lyre_arith_check_int (a, true), LYRE_ARITH_YES);
  assert_true (lyre_rat_eq (lyre_arith_value (a, &arena, y), to));
  lyre_arith_upper (a, y, to, true, 3);
  assert_int_equal (lyre_arith_check_int (a, true), LYRE_ARITH_NO);
  lyre_arith_delete (a);
}

/* Dense rows with large coefficients make big numbers; the solver must not
 * keep them all. */
static void test_big_dense (void **state) {
  (void) state;
  enum { N = 24 };
  lyre_arith *a = lyre_arith_new (&env, &env.mem);
  uint32_t x[N], rows[N];
  for (int i = 0; i < N; i++)
    x[i] = lyre_arith_new_var (a, false);
  for (int i = 0; i < N; i++) {
    lyre_monomial m[N];
    for (int k = 0; k < N; k++)
      m[k] = (lyre_monomial){
          x[k], lyre_rat_add (&arena, big (TEN_30),
                              number (between (-1000000, 1000000)))};
    rows[i] = lyre_arith_row (a, N, m);
  }
  for (int round = 0; round < 12; round++) {
    lyre_arith_push (a);
    for (int i = 0; i < N; i++) {
      lyre_rat b = number (between (-1000, 1000));
      lyre_arith_lower (a, rows[i], b, false, 2 * (uint32_t) i);
      lyre_arith_upper (a, rows[i], b, false, 2 * (uint32_t) i + 1);
    }
    assert_int_equal (lyre_arith_check (a), LYRE_ARITH_YES);
    lyre_arith_pop (a, 1);
    for (int i = 0; i < N; i++) {
      lyre_arith_push (a);
      lyre_arith_lower (a, x[i], number (between (-9, 9)), false, 99);
      lyre_arith_upper (a, rows[i], number (between (-9, 9)), false, 99);
      assert_int_equal (lyre_arith_check (a), LYRE_ARITH_YES);
      lyre_arith_pop (a, 1);
    }
  }
  assert_true (env.mem.used < (size_t) 16 << 20);
  lyre_arith_delete (a);
}

/* ------------------------------------------------------------------ faults */

/* Enough of everything for each poll and allocation to be reached. */
static lyre_arith_answer exercise (solver *v, const sys *s) {
  assert_all (v, s);
  lyre_arith_answer answer = lyre_arith_check_int (v->a, true);
  lyre_rat value;
  lyre_tags why;
  bool strict;
  lyre_arith_push (v->a);
  lyre_arith_minimum (v->a, &arena, v->vars[0], &value, &strict, &why);
  lyre_arith_pop (v->a, 1);
  return answer;
}

static void ignore_implied (void *user, const lyre_implied *i) {
  (void) user;
  (void) i;
}

/* Stops at the n-th poll; afterwards the solver answers as if nothing was. */
static bool poll_fires (const sys *s, uint64_t at) {
  solver v = new_solver (s);
  env.fire_at[LYRE_POLL_ARITH] = at;
  lyre_arith_answer answer = exercise (&v, s);
  lyre_arith_implied (v.a, 20, ignore_implied, NULL);
  bool fired = env.stop != LYRE_STOP_NONE;
  env.fire_at[LYRE_POLL_ARITH] = 0;
  env.stop = LYRE_STOP_NONE;
  lyre_arith_answer later = lyre_arith_check_int (v.a, true);
  assert_int_equal (later,
                    has_point (s, SIZE) ? LYRE_ARITH_YES : LYRE_ARITH_NO);
  assert_true (answer == later || (fired && answer == LYRE_ARITH_GAVE_UP));
  lyre_arith_delete (v.a);
  return fired;
}

static void test_polls (void **state) {
  (void) state;
  uint64_t fired = 0;
  for (int i = 0; i < 60; i++) {
    sys s = random_boxed (SIZE);
    for (uint64_t at = 1; at < 300 && poll_fires (&s, at); at++)
      fired++;
    lyre_arena_clear (&arena);
  }
  assert_true (fired > 500);
}

/* Fails the n-th allocation. The solver can still be deleted, and its pool owns
 * what got lost on the way. */
static bool allocation_fails (const sys *s, uint64_t at) {
  jmp_buf here;
  static solver v;
  volatile bool failed = true;
  lyre_mem pool;
  lyre_mem_init (&pool, &env.mem);
  env.mem.escape = &here;
  if (!setjmp (here)) {
    v = new_solver_in (&pool, s);
    env.mem.fail_at = env.mem.allocations + at;
    exercise (&v, s);
    failed = false;
  }
  env.mem.fail_at = 0;
  env.mem.escape = &escape;
  lyre_arith_delete (v.a);
  lyre_mem_release (&pool);
  return failed;
}

static void test_allocation_failures (void **state) {
  (void) state;
  for (int i = 0; i < 20; i++) {
    sys s = random_boxed (SIZE);
    for (uint64_t at = 1; allocation_fails (&s, at); at++)
      ;
    lyre_arena_clear (&arena);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (test_rows_shared, setup, teardown),
      cmocka_unit_test_setup_teardown (test_bounds, setup, teardown),
      cmocka_unit_test_setup_teardown (test_no_tag, setup, teardown),
      cmocka_unit_test_setup_teardown (test_equations, setup, teardown),
      cmocka_unit_test_setup_teardown (test_equation_system, setup, teardown),
      cmocka_unit_test_setup_teardown (test_integers_enumerated, setup,
                                       teardown),
      cmocka_unit_test_setup_teardown (test_integers_split_outside, setup,
                                       teardown),
      cmocka_unit_test_setup_teardown (test_unbounded_terminates, setup,
                                       teardown),
      cmocka_unit_test_setup_teardown (test_rationals_z3, setup, teardown),
      cmocka_unit_test_setup_teardown (test_mixed_z3, setup, teardown),
      cmocka_unit_test_setup_teardown (test_random_walks, setup, teardown),
      cmocka_unit_test_setup_teardown (test_implied, setup, teardown),
      cmocka_unit_test_setup_teardown (test_optimum, setup, teardown),
      cmocka_unit_test_setup_teardown (test_big, setup, teardown),
      cmocka_unit_test_setup_teardown (test_big_dense, setup, teardown),
      cmocka_unit_test_setup_teardown (test_polls, setup, teardown),
      cmocka_unit_test_setup_teardown (test_allocation_failures, setup,
                                       teardown),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
