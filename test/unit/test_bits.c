/* The bounded engine against the evaluator.
 *
 * Every operator on all tuples of small values: the arguments are variables
 * that other assertions pin to the values, so that the circuits, not the
 * folding of constants, do the work. The term must be able to have the value
 * that the evaluator gives it, and no other. */
#include "fixture.h"

#include "engine/bits/bits.h"
#include "engine/bits/bounds.h"
#include "engine/bits/number.h"
#include "engine/bits/solver.h"

typedef struct {
  fixture f;
  lyre_rw *rw;
  lyre_mem query;
} bench;

static void set_up (bench *b) {
  fixture_init (&b->f);
  lyre_mem_init (&b->query, &b->f.env.mem);
  b->rw = lyre_rw_new (&b->f.ts, &b->f.env.mem);
}

static void tear_down (bench *b) {
  lyre_rw_delete (b->rw);
  lyre_mem_release (&b->query);
  fixture_release (&b->f);
}

static lyre_result ask (bench *b, uint32_t n, const lyre_term *assertions) {
  lyre_problem p = {.env = &b->f.env,
                    .ts = &b->f.ts,
                    .rw = b->rw,
                    .mem = &b->query,
                    .n = n,
                    .assertions = assertions};
  lyre_model m;
  lyre_model_init (&m, &b->query);
  lyre_verdict v = lyre_engine_bits.solve (&p, &m);
  if (v.result == LYRE_SAT) {
    lyre_eval *e = lyre_eval_new (&b->f.ts, &b->query);
    lyre_model_load (&m, e);
    for (uint32_t i = 0; i < n; i++) {
      lyre_val value;
      assert_true (lyre_eval_term (e, assertions[i], &value));
      assert_true (value.b);
    }
    lyre_eval_delete (e);
  }
  lyre_model_release (&m);
  lyre_mem_release (&b->query);
  lyre_mem_init (&b->query, &b->f.env.mem);
  return v.result;
}

static lyre_term equal (bench *b, lyre_term x, lyre_term y) {
  return lyre_t2 (&b->f.ts, LYRE_EQ, x, y);
}

static lyre_term value_term (bench *b, lyre_term t) {
  lyre_eval *e = lyre_eval_new (&b->f.ts, &b->query);
  lyre_val v;
  assert_true (lyre_eval_term (e, t, &v));
  lyre_term result = v.sort.id == LYRE_ID_BOOL ? lyre_t_bool (&b->f.ts, v.b)
                                               : lyre_node_value (&b->f.ts, v);
  lyre_eval_delete (e);
  return result;
}

/* Some letters stand for all, except where codes matter: then there may always
 * be another one. */
static bool has_codes (bench *b, lyre_term t) {
  lyre_op op = lyre_op_of (&b->f.ts, t);
  return op == LYRE_STR_TO_CODE || op == LYRE_STR_FROM_CODE;
}

/* VARS[i] = VALUES[i] for all i force T to be what the evaluator says. */
static void check_value (bench *b, lyre_term t, uint32_t n,
                         const lyre_term *vars, const lyre_term *values) {
  lyre_terms *ts = &b->f.ts;
  lyre_term all[5];
  for (uint32_t i = 0; i < n; i++)
    all[i] = equal (b, vars[i], values[i]);
  lyre_term ground = lyre_term_substitute (ts, t, n, vars, values);
  lyre_term is = equal (b, t, value_term (b, ground));
  all[n] = is;
  assert_int_equal (ask (b, n + 1, all), LYRE_SAT);
  all[n] = lyre_t1 (ts, LYRE_NOT, is);
  lyre_result no = ask (b, n + 1, all);
  assert_true (no == LYRE_UNSAT || (no == LYRE_UNKNOWN && has_codes (b, t)));
}

static const char *const words[] = {"",    "a",  "b",    "ab",  "aab",
                                    "ba1", "10", "aaaa", " A ", "07"};
enum { N_WORDS = sizeof words / sizeof *words };
static const int64_t numbers[] = {-2, -1, 0, 1, 2, 3, 5, 97, 200000};
enum { N_NUMBERS = sizeof numbers / sizeof *numbers };

static uint32_t choices (char sort) {
  return sort == 'S' ? N_WORDS : N_NUMBERS;
}

static lyre_term choice (bench *b, char sort, uint32_t i) {
  return sort == 'S' ? text (&b->f, words[i])
                     : lyre_t_int (&b->f.ts, numbers[i]);
}

/* All tuples of values for the variables of these sorts; every STEP-th. */
static void sweep (bench *b, lyre_term t, const char *sorts,
                   const lyre_term *vars, uint32_t step) {
  uint32_t n = (uint32_t) strlen (sorts), total = 1;
  for (uint32_t i = 0; i < n; i++)
    total *= choices (sorts[i]);
  for (uint32_t k = 0; k < total; k += step) {
    lyre_term values[4];
    uint32_t rest = k;
    for (uint32_t i = 0; i < n; i++) {
      values[i] = choice (b, sorts[i], rest % choices (sorts[i]));
      rest /= choices (sorts[i]);
    }
    check_value (b, t, n, vars, values);
  }
}

static void variables (bench *b, const char *sorts, lyre_term *vars) {
  static const char *const names[] = {"p", "q", "r"};
  for (uint32_t i = 0; sorts[i]; i++)
    vars[i] = var (&b->f, names[i], sorts[i] == 'S' ? LYRE_STRING : LYRE_INT);
}

static void operators (void **state) {
  (void) state;
  static const struct {
    lyre_op op;
    const char *sorts;
    uint32_t step;
  } table[] = {
      {LYRE_ADD, "II", 1},          {LYRE_SUB, "II", 1},
      {LYRE_MUL, "II", 1},          {LYRE_NEG, "I", 1},
      {LYRE_ABS, "I", 1},           {LYRE_LE, "II", 1},
      {LYRE_LT, "II", 1},           {LYRE_GE, "II", 1},
      {LYRE_GT, "II", 1},           {LYRE_EQ, "SS", 1},
      {LYRE_STR_CONCAT, "SS", 1},   {LYRE_STR_CONCAT, "SSS", 7},
      {LYRE_STR_LEN, "S", 1},       {LYRE_STR_LT, "SS", 1},
      {LYRE_STR_LE, "SS", 1},       {LYRE_STR_AT, "SI", 1},
      {LYRE_STR_SUBSTR, "SII", 7},  {LYRE_STR_PREFIXOF, "SS", 1},
      {LYRE_STR_SUFFIXOF, "SS", 1}, {LYRE_STR_CONTAINS, "SS", 1},
      {LYRE_STR_INDEXOF, "SSI", 7}, {LYRE_STR_LAST_INDEXOF, "SSI", 7},
      {LYRE_STR_REPLACE, "SSS", 7}, {LYRE_STR_REPLACE_ALL, "SSS", 7},
      {LYRE_STR_COUNT, "SS", 1},    {LYRE_STR_UPDATE, "SIS", 7},
      {LYRE_STR_IS_DIGIT, "S", 1},  {LYRE_STR_TO_CODE, "S", 1},
      {LYRE_STR_FROM_CODE, "I", 1}, {LYRE_STR_TO_INT, "S", 1},
      {LYRE_STR_FROM_INT, "I", 1},  {LYRE_STR_REV, "S", 1},
      {LYRE_STR_TO_LOWER, "S", 1},  {LYRE_STR_TO_UPPER, "S", 1},
      {LYRE_STR_TRIM, "S", 1},
  };
  for (uint32_t i = 0; i < sizeof table / sizeof *table; i++) {
    bench b;
    set_up (&b);
    lyre_term vars[4];
    variables (&b, table[i].sorts, vars);
    lyre_term t = lyre_node_make (&b.f.ts, table[i].op,
                                  (uint32_t) strlen (table[i].sorts), vars);
    sweep (&b, t, table[i].sorts, vars, table[i].step);
    tear_down (&b);
  }
}

static void division (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "p", LYRE_INT);
  for (int64_t d = -3; d <= 3; d++) {
    if (!d)
      continue;
    lyre_term by = lyre_t_int (ts, d);
    sweep (&b, lyre_t2 (ts, LYRE_INT_DIV, x, by), "I", &x, 1);
    sweep (&b, lyre_t2 (ts, LYRE_INT_MOD, x, by), "I", &x, 1);
  }
  sweep (&b, lyre_node_indexed (ts, LYRE_DIVISIBLE, 3, 0, 1, &x), "I", &x, 1);
  tear_down (&b);
}

/* Literal patterns take other ways than variable ones. */
static void literal_patterns (void **state) {
  (void) state;
  static const char *const patterns[] = {"", "a", "ab", "aa"};
  static const char *const others[] = {"", "b", "xy", "abc"};
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "p", LYRE_STRING);
  for (uint32_t i = 0; i < 4; i++) {
    lyre_term pattern = text (&b.f, patterns[i]);
    sweep (&b, lyre_t2 (ts, LYRE_STR_CONTAINS, x, pattern), "S", &x, 1);
    sweep (&b, lyre_t2 (ts, LYRE_STR_COUNT, x, pattern), "S", &x, 1);
    for (uint32_t k = 0; k < 4; k++) {
      lyre_term other = text (&b.f, others[k]);
      sweep (&b, lyre_t3 (ts, LYRE_STR_REPLACE, x, pattern, other), "S", &x, 1);
      sweep (&b, lyre_t3 (ts, LYRE_STR_REPLACE_ALL, x, pattern, other), "S", &x,
             1);
    }
  }
  tear_down (&b);
}

/* Chains of replacements of single characters become one map. */
static void replacement_chains (void **state) {
  (void) state;
  static const char *const steps[][2] = {
      {"a", "bb"}, {"b", "a"}, {"1", ""}, {"0", "a1"}, {"a", "&a;"}};
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "p", LYRE_STRING), t = x;
  for (uint32_t i = 0; i < 5; i++) {
    t = lyre_t3 (ts, LYRE_STR_REPLACE_ALL, t, text (&b.f, steps[i][0]),
                 text (&b.f, steps[i][1]));
    sweep (&b, t, "S", &x, 1);
  }
  tear_down (&b);
}

static lyre_term re_of (bench *b, const char *s) {
  return lyre_t1 (&b->f.ts, LYRE_STR_TO_RE, text (&b->f, s));
}

static void regexes (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "p", LYRE_STRING);
  lyre_term u = text (&b.f, "-"), zero = lyre_t_int (ts, 1);
  lyre_term a = re_of (&b, "a"), ab = re_of (&b, "ab");
  lyre_term range =
      lyre_t2 (ts, LYRE_RE_RANGE, text (&b.f, "0"), text (&b.f, "9"));
  lyre_term star = lyre_t1 (ts, LYRE_RE_STAR, a);
  lyre_term either = lyre_t2 (ts, LYRE_RE_UNION, a, ab);
  lyre_term all[] = {
      a,
      ab,
      star,
      either,
      lyre_t1 (ts, LYRE_RE_COMP, either),
      lyre_t1 (ts, LYRE_RE_PLUS, range),
      lyre_node_indexed (ts, LYRE_RE_LOOP, 2, 3, 1, &a),
      lyre_t2 (ts, LYRE_RE_CONCAT, star, re_of (&b, "b")),
      lyre_t2 (ts, LYRE_RE_INTER, lyre_t1 (ts, LYRE_RE_COMP, ab),
               lyre_t1 (ts, LYRE_RE_PLUS,
                        lyre_node_make (ts, LYRE_RE_ALLCHAR, 0, NULL))),
  };
  for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
    sweep (&b, lyre_t2 (ts, LYRE_STR_IN_RE, x, all[i]), "S", &x, 1);
    sweep (&b, lyre_t3 (ts, LYRE_STR_REPLACE_RE, x, all[i], u), "S", &x, 1);
    sweep (&b, lyre_t3 (ts, LYRE_STR_REPLACE_RE_ALL, x, all[i], u), "S", &x, 1);
    sweep (&b, lyre_t3 (ts, LYRE_STR_INDEXOF_RE, x, all[i], zero), "S", &x, 1);
  }
  tear_down (&b);
}

/* x is long only if something makes it so, and y is not. */
static void bounds_grow_on_demand (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "x", LYRE_STRING), y = var (&b.f, "y", LYRE_STRING);
  lyre_term n = lyre_t1 (ts, LYRE_STR_LEN, x);
  lyre_term long_x[] = {
      lyre_t2 (ts, LYRE_OR, lyre_t2 (ts, LYRE_GE, n, lyre_t_int (ts, 40)),
               equal (&b, y, text (&b.f, "no"))),
      lyre_t1 (ts, LYRE_NOT, equal (&b, y, text (&b.f, "no"))),
  };
  assert_int_equal (ask (&b, 2, long_x), LYRE_SAT);
  tear_down (&b);
}

/* Refutations that no bound is to blame for. */
static void refutes (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "x", LYRE_STRING), y = var (&b.f, "y", LYRE_STRING);
  lyre_term i = var (&b.f, "i", LYRE_INT);
  lyre_term n = lyre_t1 (ts, LYRE_STR_LEN, x);
  /* Five different strings of one character, all of them a or b. */
  lyre_term few[] = {
      equal (&b, n, lyre_t_int (ts, 1)),
      lyre_t2 (ts, LYRE_STR_LT, x, text (&b.f, "b")),
      lyre_t2 (ts, LYRE_STR_LT, text (&b.f, "a"), x),
  };
  assert_int_equal (ask (&b, 3, few), LYRE_UNSAT);
  /* 2i = 7. */
  lyre_term odd[] = {
      equal (&b, lyre_t2 (ts, LYRE_MUL, lyre_t_int (ts, 2), i),
             lyre_t_int (ts, 7)),
      lyre_t2 (ts, LYRE_LE, lyre_t_int (ts, 0), i),
  };
  assert_int_equal (ask (&b, 2, odd), LYRE_UNSAT);
  /* A proper prefix of itself. */
  lyre_term longer[] = {
      equal (&b, x, lyre_t2 (ts, LYRE_STR_CONCAT, y, text (&b.f, "a"))),
      equal (&b, y, lyre_t2 (ts, LYRE_STR_CONCAT, x, text (&b.f, "a"))),
      lyre_t2 (ts, LYRE_LE, n, lyre_t_int (ts, 6)),
  };
  assert_int_equal (ask (&b, 3, longer), LYRE_UNSAT);
  tear_down (&b);
}

/* A result that is cut to the length it is known to have: even a first part
 * that alone is too long is noticed. */
static void results_are_cut_soundly (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "x", LYRE_STRING), y = var (&b.f, "y", LYRE_STRING);
  lyre_term r = lyre_t3 (ts, LYRE_STR_REPLACE, x, y, x);
  lyre_term cut[] = {
      equal (&b, x, y),
      lyre_t2 (ts, LYRE_LE, lyre_t1 (ts, LYRE_STR_LEN, r), lyre_t_int (ts, 1)),
      lyre_t2 (ts, LYRE_GE, lyre_t1 (ts, LYRE_STR_LEN, x), lyre_t_int (ts, 2)),
      lyre_t2 (ts, LYRE_LE, lyre_t1 (ts, LYRE_STR_LEN, x), lyre_t_int (ts, 4)),
  };
  assert_int_equal (ask (&b, 4, cut), LYRE_UNSAT);
  cut[1] =
      lyre_t2 (ts, LYRE_LE, lyre_t1 (ts, LYRE_STR_LEN, r), lyre_t_int (ts, 3));
  assert_int_equal (ask (&b, 4, cut), LYRE_SAT);
  tear_down (&b);
}

/* The whole alphabet counts, whatever the literals: two characters between
 * neighbours of "a" and "d" exist, three do not. */
static void letters_are_enough (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term v[3], all[12];
  uint32_t n = 0;
  const char *const names[] = {"x", "y", "z"};
  for (uint32_t i = 0; i < 3; i++) {
    v[i] = var (&b.f, names[i], LYRE_STRING);
    all[n++] = equal (&b, lyre_t1 (ts, LYRE_STR_LEN, v[i]), lyre_t_int (ts, 1));
    all[n++] = lyre_t2 (ts, LYRE_STR_LT, text (&b.f, "a"), v[i]);
    all[n++] = lyre_t2 (ts, LYRE_STR_LT, v[i], text (&b.f, "d"));
  }
  all[n++] = lyre_node_make (ts, LYRE_DISTINCT, 2, v);
  assert_int_equal (ask (&b, n, all), LYRE_SAT);
  all[n - 1] = lyre_node_make (ts, LYRE_DISTINCT, 3, v);
  assert_int_equal (ask (&b, n, all), LYRE_UNSAT);
  tear_down (&b);
}

/* Many strings that are all different need many letters. */
static void fresh_letters (void **state) {
  (void) state;
  enum { N = 9 };
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term v[N], all[N + 1];
  for (uint32_t i = 0; i < N; i++) {
    char name[] = {(char) ('a' + (char) i), 0};
    v[i] = var (&b.f, name, LYRE_STRING);
    all[i] = equal (&b, lyre_t1 (ts, LYRE_STR_LEN, v[i]), lyre_t_int (ts, 1));
  }
  all[N] = lyre_node_make (ts, LYRE_DISTINCT, N, v);
  assert_int_equal (ask (&b, N + 1, all), LYRE_SAT);
  tear_down (&b);
}

static void stops_when_told (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_terms *ts = &b.f.ts;
  lyre_term x = var (&b.f, "x", LYRE_STRING);
  lyre_term t = lyre_t2 (ts, LYRE_STR_CONTAINS, x, text (&b.f, "abc"));
  for (uint64_t at = 1; at < 400; at += 13) {
    b.f.env.stop = LYRE_STOP_NONE;
    b.f.env.fire_at[LYRE_POLL_BITS] = at;
    lyre_result r = ask (&b, 1, &t);
    assert_true (r == LYRE_SAT || b.f.env.stop == LYRE_STOP_INTERRUPT);
    b.f.env.fire_at[LYRE_POLL_BITS] = 0;
  }
  b.f.env.stop = LYRE_STOP_NONE;
  assert_int_equal (ask (&b, 1, &t), LYRE_SAT);
  tear_down (&b);
}

/* --------------------------------------------------------------- circuits */

/* What three free bits make of every kind of gate, against C's operators. */
static void gates (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  lyre_arena arena;
  lyre_arena_init (&arena, &b.query);
  lyre_circuit g;
  lyre_circuit_init (&g, &b.f.env, &arena, 1000);
  lyre_bit x = lyre_bit_free (&g), y = lyre_bit_free (&g),
           z = lyre_bit_free (&g);
  lyre_bit and3[] = {x, lyre_bit_not (y), z};
  lyre_bit outs[] = {lyre_bit_and (&g, x, y),
                     lyre_bit_or (&g, x, lyre_bit_not (y)),
                     lyre_bit_xor (&g, x, lyre_bit_not (z)),
                     lyre_bit_mux (&g, x, lyre_bit_not (y), z),
                     lyre_bit_implies (&g, x, y),
                     lyre_bit_and_all (&g, 3, and3),
                     lyre_bit_mux (&g, x, x, y),
                     lyre_bit_and (&g, x, lyre_bit_and (&g, x, z))};
  for (int v = 0; v < 8; v++) {
    bool p = v & 1, q = v & 2, r = v & 4;
    uint8_t values[64] = {0};
    values[lyre_bit_node (x)] = p;
    values[lyre_bit_node (y)] = q;
    values[lyre_bit_node (z)] = r;
    lyre_circuit_simulate (&g, values);
    bool want[] = {p && q,  p || !q,      p != !r,   p ? !q : r,
                   !p || q, p && !q && r, p ? p : q, p && r};
    for (uint32_t i = 0; i < sizeof want / sizeof *want; i++)
      assert_int_equal (lyre_bit_value (values, outs[i]), want[i]);
  }
  lyre_circuit_release (&g);
  lyre_arena_release (&arena);
  tear_down (&b);
}

/* The number that the simulated bits make. */
static int64_t number_value (lyre_bit_num a, const uint8_t *values) {
  int64_t v = a.counted ? a.base : 0;
  for (uint32_t i = 0; i < a.n; i++)
    if (lyre_bit_value (values, a.bits[i]))
      v += a.counted ? 1 : i + 1 < a.n ? (int64_t) 1 << i : -((int64_t) 1 << i);
  return v;
}

/* Two free numbers, once counted and once binary: all values of both. */
static void arithmetic_over (bench *b, int64_t lo, int64_t hi) {
  lyre_arena arena;
  lyre_arena_init (&arena, &b->query);
  lyre_circuit g;
  lyre_circuit_init (&g, &b->f.env, &arena, 100000);
  lyre_bit_num x = lyre_num_free (&g, lo, hi), y = lyre_num_free (&g, -3, 4);
  lyre_bit_num sum = lyre_num_add (&g, x, y), product = lyre_num_mul (&g, x, y);
  lyre_bit_num minus = lyre_num_neg (&g, x), five = lyre_num_scale (&g, x, -5);
  lyre_bit le = lyre_num_le (&g, x, y), eq = lyre_num_eq (&g, x, y);
  lyre_bit_num ite = lyre_num_ite (&g, le, x, y), size = lyre_num_abs (&g, x);
  uint8_t *values = lyre_arena_alloc (&arena, g.nodes.len);
  uint32_t bits = x.n + y.n;
  for (uint32_t v = 0; v < 1u << bits; v++) {
    memset (values, 0, g.nodes.len);
    for (uint32_t i = 0; i < bits; i++) {
      lyre_bit bit = i < x.n ? x.bits[i] : y.bits[i - x.n];
      values[lyre_bit_node (bit)] = v >> i & 1;
    }
    lyre_circuit_simulate (&g, values);
    bool allowed = true;
    for (uint32_t i = 0; i < g.required.len; i++)
      allowed = allowed && lyre_bit_value (values, g.required.data[i]);
    if (!allowed)
      continue;
    int64_t p = number_value (x, values), q = number_value (y, values);
    assert_true (lo <= p && p <= hi && -3 <= q && q <= 4);
    assert_int_equal (number_value (sum, values), p + q);
    assert_int_equal (number_value (product, values), p * q);
    assert_int_equal (number_value (minus, values), -p);
    assert_int_equal (number_value (five, values), -5 * p);
    assert_int_equal (number_value (ite, values), p <= q ? p : q);
    assert_int_equal (number_value (size, values), p < 0 ? -p : p);
    assert_int_equal (lyre_bit_value (values, le), p <= q);
    assert_int_equal (lyre_bit_value (values, eq), p == q);
  }
  lyre_circuit_release (&g);
  lyre_arena_release (&arena);
}

static void arithmetic (void **state) {
  (void) state;
  bench b;
  set_up (&b);
  arithmetic_over (&b, -4, 3);
  arithmetic_over (&b, 2, 7);
  arithmetic_over (&b, -30, 29);
  tear_down (&b);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (gates),
      cmocka_unit_test (arithmetic),
      cmocka_unit_test (operators),
      cmocka_unit_test (division),
      cmocka_unit_test (literal_patterns),
      cmocka_unit_test (replacement_chains),
      cmocka_unit_test (regexes),
      cmocka_unit_test (bounds_grow_on_demand),
      cmocka_unit_test (refutes),
      cmocka_unit_test (results_are_cut_soundly),
      cmocka_unit_test (letters_are_enough),
      cmocka_unit_test (fresh_letters),
      cmocka_unit_test (stops_when_told),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
