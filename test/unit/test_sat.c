/* The SAT solver against brute force, another solver, and its own proofs; toy
 * theories against the same constraints as clauses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/sat/sat.h"

/* ---------------------------------------------------------------- fixture */

static lyre_env env;
static uint64_t seed;

static int setup (void **state) {
  (void) state;
  lyre_env_init (&env);
  lyre_env_start_query (&env);
  seed = 0x2545F4914F6CDD1Du;
  return 0;
}

static int teardown (void **state) {
  (void) state;
  assert_int_equal (env.mem.used, 0);
  lyre_env_release (&env);
  return 0;
}

static uint64_t random_word (void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

static uint32_t below (uint32_t n) {
  return (uint32_t) (random_word () >> 32) % n;
}

static lyre_lit random_lit (uint32_t n_vars) {
  lyre_lit v = 1 + (lyre_lit) below (n_vars);
  return below (2) ? v : -v;
}

/* ---------------------------------------------------------------- formulas */

enum { MAX_LITS = 1 << 17 };

/* Clauses one after the other, each ended by 0. */
typedef struct {
  uint32_t n_vars, n_clauses, len;
  lyre_lit lits[MAX_LITS];
} cnf;

static cnf formula; /* large: not on the stack */

static void cnf_clear (cnf *f, uint32_t n_vars) {
  f->n_vars = n_vars;
  f->n_clauses = f->len = 0;
}

static void cnf_add (cnf *f, uint32_t n, const lyre_lit *lits) {
  assert_true (f->len + n < MAX_LITS);
  for (uint32_t i = 0; i < n; i++)
    f->lits[f->len++] = lits[i];
  f->lits[f->len++] = 0;
  f->n_clauses++;
}

#define CNF_ADD(F, ...)                                                        \
  cnf_add ((F), sizeof ((lyre_lit[]){__VA_ARGS__}) / sizeof (lyre_lit),        \
           (lyre_lit[]){__VA_ARGS__})

/* The literals of the clause at *AT; moves *AT behind it. */
static uint32_t next_clause (const cnf *f, uint32_t *at,
                             const lyre_lit **lits) {
  *lits = f->lits + *at;
  uint32_t n = 0;
  while ((*lits)[n])
    n++;
  *at += n + 1;
  return n;
}

/* Bit v - 1 of WORLD is the value of v. */
static bool is_true_in (lyre_lit l, uint32_t world) {
  return ((world >> (abs (l) - 1)) & 1) == (l > 0);
}

static bool cnf_holds (const cnf *f, uint32_t world) {
  for (uint32_t at = 0; at < f->len;) {
    const lyre_lit *lits;
    uint32_t n = next_clause (f, &at, &lits), i = 0;
    while (i < n && !is_true_in (lits[i], world))
      i++;
    if (i == n)
      return false;
  }
  return true;
}

/* The number of models in which these literals are true; at most MAX. */
static uint32_t brute_force (const cnf *f, uint32_t n, const lyre_lit *given,
                             uint32_t max) {
  uint32_t found = 0;
  assert_true (f->n_vars <= 20);
  for (uint32_t w = 0; w < 1u << f->n_vars && found < max; w++) {
    uint32_t i = 0;
    while (i < n && is_true_in (given[i], w))
      i++;
    found += i == n && cnf_holds (f, w);
  }
  return found;
}

static void add_to_solver (lyre_sat *s, const cnf *f) {
  while (lyre_sat_n_vars (s) < f->n_vars)
    lyre_sat_new_var (s);
  for (uint32_t at = 0; at < f->len;) {
    const lyre_lit *lits;
    uint32_t n = next_clause (f, &at, &lits);
    lyre_sat_add_clause (s, n, lits);
  }
}

static lyre_sat *solver_for (const cnf *f) {
  lyre_sat *s = lyre_sat_new (&env, &env.mem);
  add_to_solver (s, f);
  return s;
}

static void check_model (const lyre_sat *s, const cnf *f) {
  for (uint32_t at = 0; at < f->len;) {
    const lyre_lit *lits;
    uint32_t n = next_clause (f, &at, &lits), i = 0;
    while (i < n && lyre_sat_value (s, lits[i]) <= 0)
      i++;
    assert_true (i < n);
  }
}

static void expect (const cnf *f, bool satisfiable) {
  lyre_sat *s = solver_for (f);
  lyre_sat_result r = lyre_sat_solve (s, 0, NULL);
  assert_int_equal (r, satisfiable ? LYRE_SAT_YES : LYRE_SAT_NO);
  if (satisfiable)
    check_model (s, f);
  lyre_sat_delete (s);
}

/* Clauses of LOW to HIGH literals; may have copies and opposites in them. */
static void random_clauses (cnf *f, uint32_t n, uint32_t low, uint32_t high) {
  for (uint32_t i = 0; i < n; i++) {
    lyre_lit c[16];
    uint32_t k = low + below (high - low + 1);
    for (uint32_t j = 0; j < k; j++)
      c[j] = random_lit (f->n_vars);
    cnf_add (f, k, c);
  }
}

static void random_3sat (cnf *f, uint32_t n_vars, double ratio) {
  cnf_clear (f, n_vars);
  for (uint32_t i = 0; i < (uint32_t) (ratio * n_vars); i++) {
    lyre_lit a = random_lit (n_vars), b, c;
    do
      b = random_lit (n_vars);
    while (abs (b) == abs (a));
    do
      c = random_lit (n_vars);
    while (abs (c) == abs (a) || abs (c) == abs (b));
    CNF_ADD (f, a, b, c);
  }
}

/* ---------------------------------------------------------- plain formulas */

static void test_trivial (void **state) {
  (void) state;
  lyre_sat *s = lyre_sat_new (&env, &env.mem);
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_YES);
  lyre_lit x = lyre_sat_new_var (s), y = lyre_sat_new_var (s);
  assert_int_equal (lyre_sat_n_vars (s), 2);
  assert_true (lyre_sat_add_clause (s, 3, (lyre_lit[]){x, -x, y}));
  assert_true (lyre_sat_add_clause (s, 2, (lyre_lit[]){x, x}));
  assert_true (lyre_sat_fixed (s, x));
  assert_false (lyre_sat_fixed (s, -x));
  assert_true (lyre_sat_add_clause (s, 2, (lyre_lit[]){-x, y}));
  assert_true (lyre_sat_fixed (s, y));
  assert_int_equal (lyre_sat_value (s, -y), -1);
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_YES);
  assert_false (lyre_sat_add_clause (s, 1, (lyre_lit[]){-y}));
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_NO);
  assert_false (lyre_sat_add_clause (s, 1, (lyre_lit[]){y}));
  lyre_sat_delete (s);
  s = lyre_sat_new (&env, &env.mem);
  assert_false (lyre_sat_add_clause (s, 0, NULL));
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_NO);
  lyre_sat_delete (s);
}

static void test_random_small (void **state) {
  (void) state;
  for (uint32_t round = 0; round < 2000; round++) {
    uint32_t n = 3 + below (round % 8 ? 8 : 14);
    if (below (2)) {
      cnf_clear (&formula, n);
      random_clauses (&formula, n + below (4 * n), 1, 5);
    } else
      random_3sat (&formula, n, 3 + below (30) / 10.0);
    expect (&formula, brute_force (&formula, 0, NULL, 1));
  }
}

static const char *peer (void) {
  if (!system ("command -v cadical >/dev/null 2>&1"))
    return "cadical -q";
  if (!system ("command -v minisat >/dev/null 2>&1"))
    return "minisat -verb=0";
  return NULL;
}

static bool ask_peer (const char *command, const cnf *f) {
  char path[] = "/tmp/lyre-sat-XXXXXX", line[128];
  int fd = mkstemp (path);
  assert_true (fd >= 0);
  FILE *out = fdopen (fd, "w");
  fprintf (out, "p cnf %u %u\n", f->n_vars, f->n_clauses);
  for (uint32_t i = 0; i < f->len; i++)
    fprintf (out, "%d%c", f->lits[i], f->lits[i] ? ' ' : '\n');
  fclose (out);
  snprintf (line, sizeof line, "%s %s >/dev/null 2>&1", command, path);
  int status = system (line);
  unlink (path);
  assert_true (WIFEXITED (status));
  assert_true (WEXITSTATUS (status) == 10 || WEXITSTATUS (status) == 20);
  return WEXITSTATUS (status) == 10;
}

static void test_random_large (void **state) {
  (void) state;
  const char *command = peer ();
  if (!command) {
    print_message ("skipped: neither cadical nor minisat is installed\n");
    skip ();
  }
  for (uint32_t round = 0; round < 60; round++) {
    random_3sat (&formula, 50 + below (101), 4.0 + below (6) / 10.0);
    expect (&formula, ask_peer (command, &formula));
  }
}

/* ------------------------------------------------------ structured formulas */

static void at_most_one (cnf *f, uint32_t n, const lyre_lit *x) {
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < i; j++)
      CNF_ADD (f, -x[i], -x[j]);
}

static void pigeons (cnf *f, uint32_t n, uint32_t holes) {
  lyre_lit x[32];
  cnf_clear (f, n * holes);
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j < holes; j++)
      x[j] = (lyre_lit) (i * holes + j + 1);
    cnf_add (f, holes, x);
  }
  for (uint32_t j = 0; j < holes; j++) {
    for (uint32_t i = 0; i < n; i++)
      x[i] = (lyre_lit) (i * holes + j + 1);
    at_most_one (f, n, x);
  }
}

static void test_pigeons (void **state) {
  (void) state;
  for (uint32_t n = 2; n <= 8; n++) {
    pigeons (&formula, n, n - 1);
    expect (&formula, false);
    pigeons (&formula, n, n);
    expect (&formula, true);
  }
}

static lyre_lit cnf_var (cnf *f) {
  return (lyre_lit) ++f->n_vars;
}

static lyre_lit cnf_xor (cnf *f, lyre_lit a, lyre_lit b) {
  lyre_lit o = cnf_var (f);
  CNF_ADD (f, -o, a, b);
  CNF_ADD (f, -o, -a, -b);
  CNF_ADD (f, o, -a, b);
  CNF_ADD (f, o, a, -b);
  return o;
}

static lyre_lit parity (cnf *f, uint32_t n, const lyre_lit *x) {
  lyre_lit sum = x[0];
  for (uint32_t i = 1; i < n; i++)
    sum = cnf_xor (f, sum, x[i]);
  return sum;
}

static void shuffle (uint32_t n, lyre_lit *x) {
  for (uint32_t i = n; i > 1; i--) {
    uint32_t j = below (i);
    lyre_lit t = x[i - 1];
    x[i - 1] = x[j];
    x[j] = t;
  }
}

/* The parity of the same bits in two orders: not different, but equal. */
static void parity_chains (cnf *f, uint32_t n, bool different) {
  lyre_lit x[64];
  cnf_clear (f, n);
  for (uint32_t i = 0; i < n; i++)
    x[i] = (lyre_lit) i + 1;
  lyre_lit a = parity (f, n, x);
  shuffle (n, x);
  lyre_lit b = parity (f, n, x);
  CNF_ADD (f, a);
  CNF_ADD (f, different ? -b : b);
}

static void test_parity (void **state) {
  (void) state;
  for (uint32_t n = 2; n <= 18; n++) {
    parity_chains (&formula, n, true);
    expect (&formula, false);
    parity_chains (&formula, n, false);
    expect (&formula, true);
  }
}

/* Sinz' counter: s[j] says that more than j of the literals so far are true. */
static void at_most_counter (cnf *f, uint32_t n, const lyre_lit *x,
                             uint32_t k) {
  lyre_lit s[32], t[32];
  for (uint32_t j = 0; j <= k; j++)
    s[j] = 0;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j <= k; j++) {
      t[j] = cnf_var (f);
      if (s[j])
        CNF_ADD (f, -s[j], t[j]);
      if (!j)
        CNF_ADD (f, -x[i], t[j]);
      else if (s[j - 1])
        CNF_ADD (f, -x[i], -s[j - 1], t[j]);
    }
    memcpy (s, t, sizeof s);
    CNF_ADD (f, -s[k]);
  }
}

static void test_at_most (void **state) {
  (void) state;
  lyre_lit x[24], y[24];
  for (uint32_t n = 2; n <= 24; n += 2)
    for (uint32_t slack = 0; slack < 2; slack++) {
      uint32_t k = n / 2;
      cnf_clear (&formula, n);
      for (uint32_t i = 0; i < n; i++) {
        x[i] = (lyre_lit) i + 1;
        y[i] = -x[i];
      }
      at_most_counter (&formula, n, x, k);
      at_most_counter (&formula, n, y, n - k - slack);
      expect (&formula, !slack); /* at most k, at least k + slack */
    }
}

static lyre_lit color (uint32_t node, uint32_t c, uint32_t k) {
  return (lyre_lit) (node * k + c + 1);
}

static void color_edge (cnf *f, uint32_t a, uint32_t b, uint32_t k) {
  for (uint32_t c = 0; c < k; c++)
    CNF_ADD (f, -color (a, c, k), -color (b, c, k));
}

static void color_nodes (cnf *f, uint32_t n, uint32_t k) {
  cnf_clear (f, n * k);
  for (uint32_t i = 0; i < n; i++) {
    lyre_lit c[16];
    for (uint32_t j = 0; j < k; j++)
      c[j] = color (i, j, k);
    cnf_add (f, k, c);
  }
}

/* Mycielski's graphs have no triangles; the one of 11 nodes needs 4 colours,
 * the one of 23 needs 5. */
static uint32_t mycielski (uint32_t steps, uint32_t (*edges)[2], uint32_t *n) {
  uint32_t m = 1;
  *n = 2;
  edges[0][0] = 0;
  edges[0][1] = 1;
  while (steps--) {
    uint32_t old = m;
    for (uint32_t e = 0; e < old; e++)
      for (uint32_t side = 0; side < 2; side++) {
        edges[m][0] = edges[e][side];
        edges[m++][1] = *n + edges[e][!side];
      }
    for (uint32_t i = 0; i < *n; i++) {
      edges[m][0] = *n + i;
      edges[m++][1] = 2 * *n;
    }
    *n = 2 * *n + 1;
  }
  return m;
}

static void test_colors (void **state) {
  (void) state;
  uint32_t edges[256][2], n;
  for (uint32_t steps = 1; steps <= 3; steps++) {
    uint32_t m = mycielski (steps, edges, &n);
    for (uint32_t k = steps + 1; k <= steps + 2; k++) {
      color_nodes (&formula, n, k);
      for (uint32_t e = 0; e < m; e++)
        color_edge (&formula, edges[e][0], edges[e][1], k);
      expect (&formula, k == steps + 2);
    }
  }
}

/* ------------------------------------------------------------- incremental */

static uint32_t random_assumptions (uint32_t n_vars, lyre_lit *out) {
  uint32_t n = below (n_vars);
  for (uint32_t i = 0; i < n; i++)
    out[i] = random_lit (n_vars);
  return n;
}

static uint32_t failed_ones (const lyre_sat *s, uint32_t n,
                             const lyre_lit *assumed, lyre_lit *core) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++)
    if (lyre_sat_failed (s, assumed[i]))
      core[k++] = assumed[i];
  return k;
}

/* Solves under assumptions and compares with brute force. */
static void expect_assuming (lyre_sat *s, const cnf *f, uint32_t n,
                             const lyre_lit *assumed) {
  lyre_lit core[32];
  lyre_sat_result r = lyre_sat_solve (s, n, assumed);
  if (brute_force (f, n, assumed, 1)) {
    assert_int_equal (r, LYRE_SAT_YES);
    check_model (s, f);
    for (uint32_t i = 0; i < n; i++)
      assert_int_equal (lyre_sat_value (s, assumed[i]), 1);
    return;
  }
  assert_int_equal (r, LYRE_SAT_NO);
  uint32_t k = failed_ones (s, n, assumed, core);
  assert_int_equal (brute_force (f, k, core, 1), 0);
  assert_int_equal (lyre_sat_solve (s, k, core), LYRE_SAT_NO);
}

static void test_assumptions (void **state) {
  (void) state;
  lyre_lit assumed[32];
  for (uint32_t round = 0; round < 300; round++) {
    cnf_clear (&formula, 4 + below (8));
    lyre_sat *s = solver_for (&formula);
    for (uint32_t step = 0; step < 12; step++) {
      uint32_t from = formula.len;
      random_clauses (&formula, 1 + below (5), 2, 4);
      while (from < formula.len) {
        const lyre_lit *lits;
        uint32_t n = next_clause (&formula, &from, &lits);
        lyre_sat_add_clause (s, n, lits);
      }
      uint32_t n = random_assumptions (formula.n_vars, assumed);
      expect_assuming (s, &formula, n, assumed);
    }
    lyre_sat_delete (s);
  }
}

static void test_opposite_assumptions (void **state) {
  (void) state;
  lyre_sat *s = lyre_sat_new (&env, &env.mem);
  lyre_lit x = lyre_sat_new_var (s), y = lyre_sat_new_var (s);
  assert_int_equal (lyre_sat_solve (s, 4, (lyre_lit[]){y, x, x, -x}),
                    LYRE_SAT_NO);
  assert_true (lyre_sat_failed (s, x) && lyre_sat_failed (s, -x));
  assert_false (lyre_sat_failed (s, y) || lyre_sat_failed (s, -y));
  assert_int_equal (lyre_sat_solve (s, 3, (lyre_lit[]){y, x, x}), LYRE_SAT_YES);
  assert_false (lyre_sat_failed (s, x));
  lyre_sat_delete (s);
}

/* New variables and clauses between solves, until it is unsatisfiable. */
static void test_growing (void **state) {
  (void) state;
  for (uint32_t round = 0; round < 200; round++) {
    cnf_clear (&formula, 2);
    lyre_sat *s = solver_for (&formula);
    for (bool satisfiable = true; satisfiable;) {
      if (formula.n_vars < 12 && !below (3)) {
        formula.n_vars++;
        lyre_sat_new_var (s);
      }
      lyre_lit c[4];
      uint32_t n = 1 + below (4);
      for (uint32_t i = 0; i < n; i++)
        c[i] = random_lit (formula.n_vars);
      cnf_add (&formula, n, c);
      lyre_sat_add_clause (s, n, c);
      satisfiable = brute_force (&formula, 0, NULL, 1);
      assert_int_equal (lyre_sat_solve (s, 0, NULL),
                        satisfiable ? LYRE_SAT_YES : LYRE_SAT_NO);
      if (satisfiable)
        check_model (s, &formula);
    }
    lyre_sat_delete (s);
  }
}

/* Blocks one model after the other. */
static void test_all_models (void **state) {
  (void) state;
  for (uint32_t round = 0; round < 40; round++) {
    lyre_lit block[16];
    cnf_clear (&formula, 4 + below (6));
    random_clauses (&formula, formula.n_vars, 2, 3);
    lyre_sat *s = solver_for (&formula);
    uint32_t found = 0;
    for (; lyre_sat_solve (s, 0, NULL) == LYRE_SAT_YES; found++) {
      check_model (s, &formula);
      for (uint32_t v = 1; v <= formula.n_vars; v++)
        block[v - 1] = -lyre_sat_value (s, (lyre_lit) v) * (lyre_lit) v;
      lyre_sat_add_clause (s, formula.n_vars, block);
    }
    assert_int_equal (found, brute_force (&formula, 0, NULL, UINT32_MAX));
    lyre_sat_delete (s);
  }
}

static void test_phases (void **state) {
  (void) state;
  lyre_sat *s = lyre_sat_new (&env, &env.mem);
  for (lyre_lit v = 1; v <= 20; v++) {
    lyre_sat_new_var (s);
    lyre_sat_set_phase (s, v % 3 ? v : -v);
  }
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_YES);
  for (lyre_lit v = 1; v <= 20; v++)
    assert_int_equal (lyre_sat_value (s, v), v % 3 ? 1 : -1);
  lyre_sat_delete (s);
}

/* Variables that are not decided stay open unless they are implied. */
static void test_relevancy (void **state) {
  (void) state;
  lyre_sat *s = lyre_sat_new (&env, &env.mem);
  lyre_lit x = lyre_sat_new_var (s), y = lyre_sat_new_var (s);
  lyre_lit z = lyre_sat_new_var (s);
  lyre_sat_set_decision (s, y, false);
  lyre_sat_set_decision (s, z, false);
  lyre_sat_add_clause (s, 2, (lyre_lit[]){x, z});
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_YES);
  assert_int_equal (lyre_sat_value (s, x), -1);
  assert_int_equal (lyre_sat_value (s, y), 0);
  assert_int_equal (lyre_sat_value (s, z), 1);
  lyre_sat_set_decision (s, y, true);
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_YES);
  assert_int_not_equal (lyre_sat_value (s, y), 0);
  lyre_sat_delete (s);
}

static void test_deterministic (void **state) {
  (void) state;
  lyre_sat_counts counts[2];
  random_3sat (&formula, 120, 4.26);
  for (int i = 0; i < 2; i++) {
    void *noise = malloc (4711 * (size_t) (i + 1));
    lyre_sat *s = solver_for (&formula);
    lyre_sat_solve (s, 0, NULL);
    counts[i] = lyre_sat_count (s);
    lyre_sat_delete (s);
    free (noise);
  }
  assert_true (counts[0].conflicts > 100);
  assert_memory_equal (&counts[0], &counts[1], sizeof counts[0]);
}

/* ------------------------------------------------------------------ proofs */

/* A forward checker: each derived clause must follow from those before it by
 * unit propagation, each deleted one must be there. Simple, hence slow. */
typedef struct {
  lyre_lit *lits; /* sorted */
  uint32_t n;
} checked_clause;

typedef struct {
  checked_clause *clauses;
  uint32_t n, cap;
  uint32_t derived, deleted, given; /* counts */
  bool refuted;                     /* the empty clause was derived */
  /* Is this clause of the theory valid? */
  bool (*is_valid) (void *, uint32_t n, const lyre_lit *);
  void *user;
} checker;

enum { CHECKER_VARS = 4096 };

static int compare_lits (const void *a, const void *b) {
  lyre_lit x = *(const lyre_lit *) a, y = *(const lyre_lit *) b;
  return (x > y) - (x < y);
}

static void checker_add (checker *c, uint32_t n, const lyre_lit *lits) {
  if (c->n == c->cap) {
    c->cap = c->cap ? 2 * c->cap : 64;
    c->clauses = realloc (c->clauses, c->cap * sizeof *c->clauses);
  }
  checked_clause *to = &c->clauses[c->n++];
  to->n = n;
  to->lits = malloc ((n + 1) * sizeof *lits);
  if (n)
    memcpy (to->lits, lits, n * sizeof *lits);
  qsort (to->lits, n, sizeof *lits, compare_lits);
}

static void checker_input (checker *c, const cnf *f) {
  for (uint32_t at = 0; at < f->len;) {
    const lyre_lit *lits;
    uint32_t n = next_clause (f, &at, &lits);
    checker_add (c, n, lits);
  }
}

static void checker_delete (checker *c, uint32_t n, lyre_lit *lits) {
  qsort (lits, n, sizeof *lits, compare_lits);
  for (uint32_t i = c->n; i-- > 0;)
    if (c->clauses[i].n == n &&
        !memcmp (c->clauses[i].lits, lits, n * sizeof *lits)) {
      free (c->clauses[i].lits);
      c->clauses[i] = c->clauses[--c->n];
      c->deleted++;
      return;
    }
  fail_msg ("a clause was deleted that is not there");
}

static int checker_value (const int8_t *values, lyre_lit l) {
  return l > 0 ? values[l] : -values[-l];
}

/* The only literal that is not false; 0 if none is; INT32_MIN if it is true or
 * not the only one. */
static lyre_lit unit_literal (const int8_t *values, const checked_clause *k) {
  lyre_lit open = 0;
  for (uint32_t i = 0; i < k->n; i++) {
    int v = checker_value (values, k->lits[i]);
    if (v > 0 || (!v && open && open != k->lits[i]))
      return INT32_MIN;
    if (!v)
      open = k->lits[i];
  }
  return open;
}

static void checker_set (int8_t *values, lyre_lit l) {
  values[abs (l)] = l > 0 ? 1 : -1;
}

static bool follows (const checker *c, uint32_t n, const lyre_lit *lits) {
  static int8_t values[CHECKER_VARS];
  memset (values, 0, sizeof values);
  for (uint32_t i = 0; i < n; i++) {
    if (checker_value (values, lits[i]) > 0)
      return true;
    checker_set (values, -lits[i]);
  }
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < c->n; i++) {
      lyre_lit l = unit_literal (values, &c->clauses[i]);
      if (!l)
        return true;
      if (l == INT32_MIN)
        continue;
      checker_set (values, l);
      again = true;
    }
  }
  return false;
}

static uint32_t parse_clause (const char *text, lyre_lit *lits) {
  uint32_t n = 0;
  for (char *end;; text = end) {
    lyre_lit l = (lyre_lit) strtol (text, &end, 10);
    assert_true (end != text);
    assert_true (n < 1024 && abs (l) < CHECKER_VARS);
    if (!l)
      return n;
    lits[n++] = l;
  }
}

/* Gets whole lines. */
static void checker_line (void *user, const char *text, size_t len) {
  checker *c = user;
  lyre_lit lits[1024];
  char line[8192];
  assert_true (len < sizeof line && text[len - 1] == '\n');
  memcpy (line, text, len);
  line[len] = 0;
  bool deletes = line[0] == 'd', theory = line[0] == 't';
  uint32_t n = parse_clause (line + (deletes || theory), lits);
  if (deletes) {
    checker_delete (c, n, lits);
    return;
  }
  if (theory)
    assert_true (c->is_valid && c->is_valid (c->user, n, lits));
  else
    assert_true (follows (c, n, lits));
  c->derived += !theory;
  c->given += theory;
  c->refuted |= !theory && !n;
  checker_add (c, n, lits);
}

static void checker_release (checker *c) {
  for (uint32_t i = 0; i < c->n; i++)
    free (c->clauses[i].lits);
  free (c->clauses);
}

static void expect_proof (const cnf *f) {
  checker c = {0};
  lyre_sat *s = lyre_sat_new (&env, &env.mem);
  lyre_sat_set_proof (s, checker_line, &c);
  checker_input (&c, f);
  add_to_solver (s, f);
  lyre_sat_result r = lyre_sat_solve (s, 0, NULL);
  assert_int_equal (r == LYRE_SAT_NO, c.refuted);
  lyre_sat_delete (s);
  checker_release (&c);
}

/* Pigeons that need not exist if one of the literals is true. */
static void optional_pigeons (cnf *f, uint32_t n, uint32_t n_guards,
                              const lyre_lit *guards) {
  static cnf p;
  pigeons (&p, n, n - 1);
  lyre_lit c[64], shift = (lyre_lit) f->n_vars;
  for (uint32_t at = 0; at < p.len;) {
    const lyre_lit *lits;
    uint32_t k = next_clause (&p, &at, &lits);
    for (uint32_t i = 0; i < k; i++)
      c[i] = lits[i] > 0 ? lits[i] + shift : lits[i] - shift;
    memcpy (c + k, guards, n_guards * sizeof *guards);
    cnf_add (f, k + n_guards, c);
  }
  f->n_vars += p.n_vars;
}

/* Facts found on the way outlive the clauses they came from. */
static void relay (cnf *f) {
  lyre_lit not_done[4];
  cnf_clear (f, 0);
  for (uint32_t i = 0; i < 4; i++) {
    lyre_lit found = cnf_var (f), done = cnf_var (f);
    CNF_ADD (f, -found, done);
    optional_pigeons (f, 4, 1, &found);
    not_done[i] = -done;
  }
  optional_pigeons (f, 5, 4, not_done);
}

static void test_proofs (void **state) {
  (void) state;
  for (uint32_t round = 0; round < 300; round++) {
    cnf_clear (&formula, 4 + below (10));
    random_clauses (&formula, formula.n_vars * (2 + below (3)), 1, 4);
    expect_proof (&formula);
  }
  for (uint32_t round = 0; round < 4; round++) {
    random_3sat (&formula, 60, 5);
    expect_proof (&formula);
  }
  pigeons (&formula, 7, 6); /* long enough for reductions */
  expect_proof (&formula);
  relay (&formula);
  expect_proof (&formula);
  parity_chains (&formula, 10, true);
  expect_proof (&formula);
}

/* Clauses come between solves; the clause denying the core is derived. */
static void test_incremental_proofs (void **state) {
  (void) state;
  for (uint32_t round = 0; round < 60; round++) {
    checker c = {0};
    lyre_lit assumed[32], core[32];
    cnf_clear (&formula, 5 + below (6));
    lyre_sat *s = lyre_sat_new (&env, &env.mem);
    lyre_sat_set_proof (s, checker_line, &c);
    add_to_solver (s, &formula);
    for (uint32_t step = 0; step < 10; step++) {
      cnf_clear (&formula, formula.n_vars);
      random_clauses (&formula, 1 + below (6), 2, 4);
      checker_input (&c, &formula);
      add_to_solver (s, &formula);
      uint32_t n = random_assumptions (formula.n_vars, assumed);
      if (lyre_sat_solve (s, n, assumed) != LYRE_SAT_NO)
        continue;
      uint32_t k = failed_ones (s, n, assumed, core);
      for (uint32_t i = 0; i < k; i++)
        core[i] = -core[i];
      assert_true (follows (&c, k, core));
    }
    lyre_sat_delete (s);
    checker_release (&c);
  }
}

/* ---------------------------------------------------------------- theories */

/* What a theory was told and has not been told to forget. */
typedef struct {
  lyre_sat *s;
  lyre_mem *mem;
  lyre_lits told;
  lyre_u32s levels; /* length of told when they began */
} mirror;

static void mirror_release (mirror *m) {
  lyre_vec_release (m->mem, &m->told);
  lyre_vec_release (m->mem, &m->levels);
}

static void mirror_assigned (mirror *m, lyre_lit l) {
  assert_int_equal (lyre_sat_value (m->s, l), 1);
  for (uint32_t i = 0; i < m->told.len; i++)
    assert_int_not_equal (abs (m->told.data[i]), abs (l));
  lyre_vec_push (m->mem, &m->told, l);
}

static void mirror_new_level (mirror *m) {
  lyre_vec_push (m->mem, &m->levels, m->told.len);
}

static void mirror_backtrack (mirror *m, uint32_t level) {
  assert_true (level < m->levels.len);
  m->told.len = m->levels.data[level];
  m->levels.len = level;
}

/* Exactly the observed variables that have values were told. */
static void mirror_check (const mirror *m, const bool *observed) {
  uint32_t n = 0;
  for (uint32_t v = 1; v <= lyre_sat_n_vars (m->s); v++)
    n += observed[v] && lyre_sat_value (m->s, (lyre_lit) v);
  assert_int_equal (n, m->told.len);
  for (uint32_t i = 0; i < n; i++) {
    assert_int_equal (lyre_sat_value (m->s, m->told.data[i]), 1);
    assert_true (lyre_sat_level (m->s, m->told.data[i]) <= m->levels.len);
  }
}

/* At most K of the literals X are true. Speaks up in all possible ways, and
 * often later than it could. */
enum {
  BY_PROPAGATION = 1,
  BY_CONFLICT = 2,
  BY_CLAUSE = 4,
  WITH_NEW_VARS = 8,
  LATE_OBSERVING = 16,
  DECIDING = 32,
  LAZY = 64,       /* misses every other chance */
  ONLY_CHECK = 128 /* does nothing before the final check */
};

typedef struct {
  mirror m;
  uint32_t n, k, how;
  lyre_lit x[32];
  bool observed[4096];
  uint32_t explained, checks, decided;
} at_most;

static bool is_counted (const at_most *t, lyre_lit l) {
  for (uint32_t i = 0; i < t->n; i++)
    if (t->x[i] == l)
      return true;
  return false;
}

/* The negations of the first MAX true literals that count. */
static uint32_t first_true (const at_most *t, uint32_t max, lyre_lit *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->m.told.len && n < max; i++)
    if (is_counted (t, t->m.told.data[i]))
      out[n++] = -t->m.told.data[i];
  return n;
}

static void at_most_observe (at_most *t, lyre_lit l) {
  t->observed[abs (l)] = true;
  lyre_sat_observe (t->m.s, l);
}

static void at_most_propagate_rest (at_most *t, const lyre_lit *first) {
  for (uint32_t i = 0; i < t->n; i++) {
    bool among = false;
    for (uint32_t j = 0; j < t->k; j++)
      among |= first[j] == -t->x[i];
    if (!among && (lyre_sat_value (t->m.s, t->x[i]) >= 0))
      lyre_sat_propagate (t->m.s, -t->x[i]);
  }
}

/* Some literal is the last straw: a unit clause under this assignment. */
static void at_most_unit_clause (at_most *t, lyre_lit *first) {
  first[t->k] = -t->x[below (t->n)];
  for (uint32_t j = 0; j < t->k; j++)
    if (first[j] == first[t->k])
      return;
  lyre_sat_add_clause (t->m.s, t->k + 1, first);
}

/* (z or clause) and not z, in any order. */
static void at_most_clause_with_new_var (at_most *t, lyre_lit *clause) {
  lyre_lit z = lyre_sat_new_var (t->m.s), not_z = -z;
  if (below (2))
    at_most_observe (t, z);
  if (below (4) == 0)
    lyre_sat_set_decision (t->m.s, z, false);
  clause[t->k + 1] = z;
  if (below (2))
    lyre_sat_add_clause (t->m.s, 1, &not_z);
  lyre_sat_add_clause (t->m.s, t->k + 2, clause);
  lyre_sat_add_clause (t->m.s, 1, &not_z);
}

/* More than K are true. */
static void at_most_object (at_most *t, lyre_lit *clause) {
  uint32_t n = t->k + 1;
  if ((t->how & WITH_NEW_VARS) && lyre_sat_n_vars (t->m.s) < 4000)
    at_most_clause_with_new_var (t, clause);
  else if ((t->how & BY_CONFLICT) && below (2)) {
    lyre_sat_conflict (t->m.s, n, clause);
    if (below (2)) /* a second one is no harm */
      lyre_sat_conflict (t->m.s, n, clause);
  } else if ((t->how & BY_PROPAGATION) && below (2))
    lyre_sat_propagate (t->m.s, clause[t->k]);
  else if (t->how & BY_CLAUSE)
    lyre_sat_add_clause (t->m.s, n, clause);
  else
    lyre_sat_conflict (t->m.s, n, clause);
}

static bool at_most_act (at_most *t) {
  lyre_lit first[32];
  uint32_t n = first_true (t, t->k + 1, first);
  if (n > t->k) {
    at_most_object (t, first);
    return true;
  }
  if (n < t->k)
    return false;
  if (t->how & BY_PROPAGATION)
    at_most_propagate_rest (t, first);
  else if ((t->how & BY_CLAUSE) && below (2))
    at_most_unit_clause (t, first);
  return false;
}

static void at_most_assigned (void *user, lyre_lit l) {
  mirror_assigned (&((at_most *) user)->m, l);
}

static void at_most_new_level (void *user) {
  mirror_new_level (&((at_most *) user)->m);
}

static void at_most_backtrack (void *user, uint32_t level) {
  mirror_backtrack (&((at_most *) user)->m, level);
}

static void at_most_propagate (void *user) {
  at_most *t = user;
  mirror_check (&t->m, t->observed);
  if ((t->how & LATE_OBSERVING) && !below (4))
    at_most_observe (t, 1 + (lyre_lit) below (lyre_sat_n_vars (t->m.s)));
  if ((t->how & ONLY_CHECK) || ((t->how & LAZY) && below (2)))
    return;
  at_most_act (t);
}

static lyre_theory_answer at_most_check (void *user) {
  at_most *t = user;
  t->checks++;
  mirror_check (&t->m, t->observed);
  bool acted = at_most_act (t);
  return acted && below (2) ? LYRE_THEORY_CONTINUE : LYRE_THEORY_OK;
}

/* The first K true ones were there when the theory propagated. */
static void at_most_explain (void *user, lyre_lit l, lyre_lits *out) {
  at_most *t = user;
  lyre_lit first[32];
  uint32_t n = first_true (t, t->k, first);
  t->explained++;
  assert_int_equal (n, t->k);
  assert_true (is_counted (t, -l));
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (t->m.mem, out, first[i]);
}

static lyre_lit at_most_decide (void *user) {
  at_most *t = user;
  lyre_lit l = t->x[below (t->n)];
  if (!(t->how & DECIDING) || lyre_sat_value (t->m.s, l))
    return 0;
  t->decided++;
  return below (2) ? l : -l;
}

static lyre_theory at_most_theory (at_most *t) {
  return (lyre_theory){t,
                       at_most_assigned,
                       at_most_new_level,
                       at_most_backtrack,
                       at_most_propagate,
                       at_most_check,
                       at_most_explain,
                       at_most_decide};
}

/* Any K + 1 literals that count, negated, are a valid clause. */
static bool at_most_is_valid (void *user, uint32_t n, const lyre_lit *lits) {
  const at_most *t = user;
  uint32_t found = 0;
  for (uint32_t i = 0; i < t->n; i++)
    for (uint32_t j = 0; j < n; j++)
      if (lits[j] == -t->x[i]) {
        found++;
        break;
      }
  return found > t->k;
}

static void at_most_init (at_most *t, lyre_sat *s, lyre_mem *mem,
                          uint32_t n_vars, uint32_t how) {
  memset (t, 0, sizeof *t);
  t->m.s = s;
  t->m.mem = mem;
  t->how = how;
  t->n = 1 + below (n_vars);
  t->k = below (t->n);
  lyre_lit all[32];
  for (uint32_t i = 0; i < n_vars; i++)
    all[i] = (lyre_lit) (i + 1) * (below (4) ? 1 : -1);
  shuffle (n_vars, all);
  memcpy (t->x, all, sizeof t->x);
  lyre_sat_set_theory (s, at_most_theory (t));
  for (uint32_t i = 0; i < t->n; i++)
    at_most_observe (t, t->x[i]);
}

/* The same constraint as clauses: every K + 1 of them. */
static void at_most_encode (const at_most *t, cnf *f) {
  for (uint32_t set = 0; set < 1u << t->n; set++) {
    lyre_lit c[32];
    uint32_t n = 0;
    if ((uint32_t) __builtin_popcount (set) != t->k + 1)
      continue;
    for (uint32_t i = 0; i < t->n; i++)
      if (set >> i & 1)
        c[n++] = -t->x[i];
    cnf_add (f, n, c);
  }
}

static uint32_t random_behaviour (void) {
  uint32_t how = below (256);
  return below (3) ? how & ~(uint32_t) WITH_NEW_VARS : how;
}

static void test_theory_at_most (void **state) {
  (void) state;
  static at_most t;
  uint32_t explained = 0, checks = 0, decided = 0;
  for (uint32_t round = 0; round < 1500; round++) {
    cnf_clear (&formula, 4 + below (8));
    random_clauses (&formula, formula.n_vars + below (2 * formula.n_vars), 2,
                    4);
    lyre_sat *s = lyre_sat_new (&env, &env.mem);
    for (uint32_t v = 0; v < formula.n_vars; v++)
      lyre_sat_new_var (s);
    at_most_init (&t, s, &env.mem, formula.n_vars, random_behaviour ());
    add_to_solver (s, &formula);
    at_most_encode (&t, &formula);
    for (uint32_t step = 0; step < 4; step++) {
      lyre_lit assumed[32];
      uint32_t n = step ? random_assumptions (formula.n_vars, assumed) : 0;
      expect_assuming (s, &formula, n, assumed);
    }
    explained += t.explained;
    checks += t.checks;
    decided += t.decided;
    lyre_sat_delete (s);
    mirror_release (&t.m);
  }
  assert_true (explained > 100 && checks > 100 && decided > 100);
}

static void test_theory_proofs (void **state) {
  (void) state;
  static at_most t;
  for (uint32_t round = 0; round < 300; round++) {
    checker c = {.is_valid = at_most_is_valid, .user = &t};
    cnf_clear (&formula, 6 + below (6));
    random_clauses (&formula, formula.n_vars + below (2 * formula.n_vars), 2,
                    4);
    lyre_sat *s = lyre_sat_new (&env, &env.mem);
    lyre_sat_set_proof (s, checker_line, &c);
    for (uint32_t v = 0; v < formula.n_vars; v++)
      lyre_sat_new_var (s);
    uint32_t how = random_behaviour () & ~(uint32_t) WITH_NEW_VARS;
    at_most_init (&t, s, &env.mem, formula.n_vars, how);
    checker_input (&c, &formula);
    add_to_solver (s, &formula);
    at_most_encode (&t, &formula);
    lyre_sat_result r = lyre_sat_solve (s, 0, NULL);
    assert_int_equal (r == LYRE_SAT_YES, brute_force (&formula, 0, NULL, 1));
    assert_int_equal (r == LYRE_SAT_NO, c.refuted);
    lyre_sat_delete (s);
    mirror_release (&t.m);
    checker_release (&c);
  }
}

/* Pigeons, where the theories' at-most-one for each hole are one theory: each
 * hole's variables together, K = 1. Long enough for restarts, reductions and
 * garbage collection with loose clauses around. */
typedef struct {
  mirror m;
  uint32_t n, holes;
  bool eager;
} hole_theory;

static lyre_lit in_hole (const hole_theory *t, uint32_t i, uint32_t j) {
  return (lyre_lit) (i * t->holes + j + 1);
}

static uint32_t hole_of (const hole_theory *t, lyre_lit l) {
  return (uint32_t) (abs (l) - 1) % t->holes;
}

/* The pigeon told first to be in this hole, or 0. */
static lyre_lit first_in (const hole_theory *t, uint32_t hole) {
  for (uint32_t i = 0; i < t->m.told.len; i++)
    if (t->m.told.data[i] > 0 && hole_of (t, t->m.told.data[i]) == hole)
      return t->m.told.data[i];
  return 0;
}

static void hole_assigned (void *user, lyre_lit l) {
  mirror_assigned (&((hole_theory *) user)->m, l);
}

static void hole_new_level (void *user) {
  mirror_new_level (&((hole_theory *) user)->m);
}

static void hole_backtrack (void *user, uint32_t level) {
  mirror_backtrack (&((hole_theory *) user)->m, level);
}

static void hole_propagate (void *user) {
  hole_theory *t = user;
  if (!t->eager)
    return;
  for (uint32_t j = 0; j < t->holes; j++) {
    lyre_lit first = first_in (t, j);
    for (uint32_t i = 0; first && i < t->n; i++)
      if (in_hole (t, i, j) != first)
        lyre_sat_propagate (t->m.s, -in_hole (t, i, j));
  }
}

static lyre_theory_answer hole_check (void *user) {
  hole_theory *t = user;
  for (uint32_t j = 0; j < t->holes; j++) {
    lyre_lit first = first_in (t, j);
    for (uint32_t i = 0; first && i < t->n; i++) {
      lyre_lit other = in_hole (t, i, j);
      if (other != first && lyre_sat_value (t->m.s, other) > 0) {
        lyre_sat_conflict (t->m.s, 2, (lyre_lit[]){-first, -other});
        return LYRE_THEORY_CONTINUE;
      }
    }
  }
  return LYRE_THEORY_OK;
}

static void hole_explain (void *user, lyre_lit l, lyre_lits *out) {
  hole_theory *t = user;
  lyre_vec_push (t->m.mem, out, -first_in (t, hole_of (t, l)));
}

static lyre_sat_result solve_pigeons (uint32_t n, uint32_t holes, bool eager) {
  hole_theory t = {.n = n, .holes = holes, .eager = eager};
  pigeons (&formula, n, holes);
  lyre_sat *s = lyre_sat_new (&env, &env.mem);
  t.m = (mirror){.s = s, .mem = &env.mem};
  lyre_sat_set_theory (s, (lyre_theory){.user = &t,
                                        .assigned = hole_assigned,
                                        .new_level = hole_new_level,
                                        .backtrack = hole_backtrack,
                                        .propagate = hole_propagate,
                                        .check = hole_check,
                                        .explain = hole_explain});
  while (lyre_sat_n_vars (s) < formula.n_vars)
    lyre_sat_observe (s, lyre_sat_new_var (s));
  for (uint32_t at = 0, i = 0; i < n; i++) { /* only "is in some hole" */
    const lyre_lit *lits;
    uint32_t len = next_clause (&formula, &at, &lits);
    lyre_sat_add_clause (s, len, lits);
  }
  lyre_sat_result r = lyre_sat_solve (s, 0, NULL);
  if (r == LYRE_SAT_YES)
    check_model (s, &formula);
  lyre_sat_delete (s);
  mirror_release (&t.m);
  return r;
}

static void test_theory_pigeons (void **state) {
  (void) state;
  for (uint32_t n = 2; n <= 8; n++) {
    assert_int_equal (solve_pigeons (n, n - 1, true), LYRE_SAT_NO);
    assert_int_equal (solve_pigeons (n, n, true), LYRE_SAT_YES);
  }
  for (uint32_t n = 2; n <= 6; n++) {
    assert_int_equal (solve_pigeons (n, n - 1, false), LYRE_SAT_NO);
    assert_int_equal (solve_pigeons (n, n, false), LYRE_SAT_YES);
  }
}

/* The parity of the first N variables is odd. Looks at complete assignments
 * only; when one is wrong, it defines one more link of a chain of new
 * variables, at last that its end is true. */
typedef struct {
  lyre_sat *s;
  uint32_t n, linked;
  lyre_lit sum;
  bool done, gives_up;
} odd_theory;

static void odd_link (odd_theory *t) {
  lyre_lit a = t->sum, b = (lyre_lit) ++t->linked;
  if (!a) {
    t->sum = b;
    return;
  }
  lyre_lit o = t->sum = lyre_sat_new_var (t->s);
  lyre_sat_add_clause (t->s, 3, (lyre_lit[]){-o, a, b});
  lyre_sat_add_clause (t->s, 3, (lyre_lit[]){-o, -a, -b});
  lyre_sat_add_clause (t->s, 3, (lyre_lit[]){o, -a, b});
  lyre_sat_add_clause (t->s, 3, (lyre_lit[]){o, a, -b});
}

static lyre_theory_answer odd_check (void *user) {
  odd_theory *t = user;
  uint32_t sum = 0;
  for (uint32_t v = 1; v <= t->n; v++)
    sum += lyre_sat_value (t->s, (lyre_lit) v) > 0;
  if (sum & 1)
    return LYRE_THEORY_OK;
  assert_false (t->done);
  if (t->gives_up)
    return LYRE_THEORY_GAVE_UP;
  if (t->linked < t->n)
    odd_link (t);
  else {
    lyre_sat_add_clause (t->s, 1, &t->sum);
    t->done = true;
  }
  return LYRE_THEORY_CONTINUE;
}

static lyre_sat *odd_solver (odd_theory *t, uint32_t n, const cnf *f) {
  *t = (odd_theory){.n = n, .s = lyre_sat_new (&env, &env.mem)};
  lyre_sat_set_theory (t->s, (lyre_theory){.user = t, .check = odd_check});
  add_to_solver (t->s, f);
  return t->s;
}

static void test_theory_odd (void **state) {
  (void) state;
  odd_theory t;
  for (uint32_t round = 0; round < 300; round++) {
    cnf_clear (&formula, 4 + below (5));
    random_clauses (&formula, formula.n_vars + below (2 * formula.n_vars), 2,
                    3);
    uint32_t n = 1 + below (formula.n_vars);
    lyre_sat *s = odd_solver (&t, n, &formula);
    lyre_lit x[16];
    for (uint32_t i = 0; i < n; i++)
      x[i] = (lyre_lit) i + 1;
    uint32_t n_vars = formula.n_vars;
    CNF_ADD (&formula, parity (&formula, n, x));
    bool satisfiable = brute_force (&formula, 0, NULL, 1);
    lyre_sat_result r = lyre_sat_solve (s, 0, NULL);
    assert_int_equal (r, satisfiable ? LYRE_SAT_YES : LYRE_SAT_NO);
    uint32_t sum = 0;
    for (uint32_t v = 1; v <= n && satisfiable; v++)
      sum += lyre_sat_value (s, (lyre_lit) v) > 0;
    assert_int_equal (sum & 1, satisfiable);
    assert_true (lyre_sat_n_vars (s) >= n_vars);
    lyre_sat_delete (s);
  }
}

static void test_theory_gives_up (void **state) {
  (void) state;
  odd_theory t;
  cnf_clear (&formula, 3);
  lyre_sat *s = odd_solver (&t, 3, &formula);
  t.gives_up = true;
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_STOPPED);
  assert_int_equal (lyre_sat_value (s, 1), 0);
  t.gives_up = false;
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_YES);
  lyre_sat_delete (s);
}

/* p and q are decided, q implies z, which is not a decision variable. Then we
 * hear that p implies z and excludes q. z must be implied by p when q goes. */
static lyre_theory_answer late_check (void *user) {
  lyre_sat *s = user;
  if (lyre_sat_value (s, 2) < 0)
    return LYRE_THEORY_OK;
  lyre_sat_add_clause (s, 2, (lyre_lit[]){-1, 3});
  lyre_sat_add_clause (s, 2, (lyre_lit[]){-1, -2});
  return LYRE_THEORY_OK;
}

static void test_late_implication (void **state) {
  (void) state;
  lyre_sat *s = lyre_sat_new (&env, &env.mem);
  lyre_sat_set_theory (s, (lyre_theory){.user = s, .check = late_check});
  lyre_lit p = lyre_sat_new_var (s), q = lyre_sat_new_var (s);
  lyre_lit z = lyre_sat_new_var (s);
  lyre_sat_set_phase (s, p);
  lyre_sat_set_phase (s, q);
  lyre_sat_set_decision (s, z, false);
  lyre_sat_add_clause (s, 2, (lyre_lit[]){-q, z});
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_YES);
  assert_int_equal (lyre_sat_value (s, p), 1);
  assert_int_equal (lyre_sat_value (s, q), -1);
  assert_int_equal (lyre_sat_value (s, z), 1);
  lyre_sat_delete (s);
}

/* ------------------------------------------------------------------ limits */

/* Every poll can be the last one; afterwards the search goes on. */
static void test_poll (void **state) {
  (void) state;
  pigeons (&formula, 5, 4);
  lyre_sat_result r = LYRE_SAT_STOPPED;
  uint32_t fired = 0;
  for (uint32_t at = 1; r == LYRE_SAT_STOPPED; at++) {
    lyre_sat *s = solver_for (&formula);
    env.fire_at[LYRE_POLL_SAT] = at;
    r = lyre_sat_solve (s, 0, NULL);
    env.fire_at[LYRE_POLL_SAT] = 0;
    if (r == LYRE_SAT_STOPPED) {
      fired++;
      assert_int_equal (env.stop, LYRE_STOP_INTERRUPT);
      assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_STOPPED);
      env.stop = LYRE_STOP_NONE;
      assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_NO);
    }
    env.stop = LYRE_STOP_NONE;
    lyre_sat_delete (s);
  }
  assert_int_equal (r, LYRE_SAT_NO);
  assert_true (fired > 20);
}

static void test_interrupt (void **state) {
  (void) state;
  pigeons (&formula, 11, 10);
  lyre_sat *s = solver_for (&formula);
  env.step_limit = 20;
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_STOPPED);
  assert_int_equal (env.stop, LYRE_STOP_STEPS);
  env.step_limit = 0;
  env.stop = LYRE_STOP_NONE;
  atomic_store (&env.interrupt, true);
  assert_int_equal (lyre_sat_solve (s, 0, NULL), LYRE_SAT_STOPPED);
  assert_int_equal (env.stop, LYRE_STOP_INTERRUPT);
  lyre_sat_delete (s);
}

/* Fails the allocation number AT; true if there were not so many. */
static bool survives (lyre_mem *pool, uint64_t at) {
  static at_most t;
  jmp_buf escape;
  env.mem.escape = &escape;
  env.mem.fail_at = env.mem.allocations + at;
  if (setjmp (escape))
    return false;
  lyre_sat *s = lyre_sat_new (&env, pool);
  for (uint32_t v = 0; v < formula.n_vars; v++)
    lyre_sat_new_var (s);
  at_most_init (&t, s, pool, 11, BY_PROPAGATION | BY_CLAUSE | WITH_NEW_VARS);
  add_to_solver (s, &formula);
  lyre_sat_solve (s, 0, NULL);
  lyre_sat_delete (s);
  mirror_release (&t.m);
  return true;
}

static void test_memory_failures (void **state) {
  (void) state;
  lyre_mem pool;
  random_3sat (&formula, 20, 5);
  uint64_t at = 0, start = seed;
  for (bool done = false; !done;) {
    seed = start;
    lyre_mem_init (&pool, &env.mem);
    done = survives (&pool, ++at);
    env.mem.fail_at = 0;
    lyre_mem_release (&pool);
    assert_int_equal (env.mem.used, 0);
  }
  assert_true (at > 50);
}

#define TEST(NAME) cmocka_unit_test_setup_teardown (NAME, setup, teardown)

int main (void) {
  const struct CMUnitTest tests[] = {
      TEST (test_trivial),
      TEST (test_random_small),
      TEST (test_random_large),
      TEST (test_pigeons),
      TEST (test_parity),
      TEST (test_at_most),
      TEST (test_colors),
      TEST (test_assumptions),
      TEST (test_opposite_assumptions),
      TEST (test_growing),
      TEST (test_all_models),
      TEST (test_phases),
      TEST (test_relevancy),
      TEST (test_deterministic),
      TEST (test_proofs),
      TEST (test_incremental_proofs),
      TEST (test_theory_at_most),
      TEST (test_theory_proofs),
      TEST (test_theory_pigeons),
      TEST (test_theory_odd),
      TEST (test_theory_gives_up),
      TEST (test_late_implication),
      TEST (test_poll),
      TEST (test_interrupt),
      TEST (test_memory_failures),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
