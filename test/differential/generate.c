/* Problems from seeds. Operators and their signatures come from the table in
 * lyre.h, so that a new operator is drawn without a word here. Each problem
 * uses a random half of them: mixing everything everywhere would hide what
 * two operators do to each other. */
#include <stdio.h>
#include <string.h>

#include "differential.h"
#include "term/ops.h"

typedef struct {
  lyre_ctx *ctx;
  uint64_t state; /* of the random numbers */
  problem *p;
  bool enabled[LYRE_OP_COUNT];
  bool bounded; /* every variable has a small domain */
  bool planted;
} maker;

/* ---------------------------------------------------------- random numbers */

static uint64_t draw (maker *m) { /* splitmix64 */
  uint64_t z = (m->state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static uint32_t below (maker *m, uint32_t n) {
  return (uint32_t) (draw (m) % n);
}

static bool chance (maker *m, uint32_t percent) {
  return below (m, 100) < percent;
}

/* ------------------------------------------------------------------ leaves */

static lyre_term mk (maker *m, lyre_op op, uint32_t n, const lyre_term *args) {
  return lyre_mk (m->ctx, op, n, args);
}

static lyre_term literal (maker *m) {
  static const uint32_t usual[] = {'a', 'b', '0', '1'};
  static const uint32_t rare[] = {' ', 'A', 'z', '9', '-', 0, 0xe9, 0x2ffff};
  uint32_t s[8], n = below (m, 4);
  if (chance (m, 5))
    n = below (m, 8);
  for (uint32_t i = 0; i < n; i++)
    s[i] = chance (m, 96) ? usual[below (m, chance (m, 70) ? 2 : 4)]
                          : rare[below (m, 8)];
  return lyre_mk_string (m->ctx, s, n);
}

static lyre_term number (maker *m) {
  static const int64_t rare[] = {-7, 10, 48, 57, 97, 98, 100, 196607, 196608};
  if (chance (m, 10))
    return lyre_mk_int (m->ctx, rare[below (m, 9)]);
  return lyre_mk_int (m->ctx, (int64_t) below (m, 8) - 2);
}

/* A variable of this sort, or no term. */
static lyre_term variable (maker *m, lyre_sort sort) {
  lyre_term found[MAX_VARS];
  uint32_t n = 0;
  for (uint32_t i = 0; i < m->p->n_vars; i++)
    if (lyre_term_sort (m->ctx, m->p->vars[i]).id == sort.id)
      found[n++] = m->p->vars[i];
  return n ? found[below (m, n)] : LYRE_NO_TERM;
}

static lyre_term regex_leaf (maker *m) {
  lyre_term s = chance (m, 3) ? variable (m, LYRE_STRING) : literal (m);
  switch (below (m, 8)) {
  case 0:
    return mk (m, LYRE_RE_ALLCHAR, 0, NULL);
  case 1:
    return mk (m, chance (m, 80) ? LYRE_RE_ALL : LYRE_RE_NONE, 0, NULL);
  case 2:
  case 3: {
    lyre_term ends[2] = {
        lyre_mk_string_utf8 (m->ctx, chance (m, 50) ? "a" : "0", 1),
        lyre_mk_string_utf8 (m->ctx, chance (m, 50) ? "b" : "9", 1)};
    return mk (m, LYRE_RE_RANGE, 2, ends);
  }
  default:
    return mk (m, LYRE_STR_TO_RE, 1, &s);
  }
}

static lyre_term constant (maker *m, lyre_sort sort) {
  if (sort.id == LYRE_STRING.id)
    return literal (m);
  if (sort.id == LYRE_INT.id)
    return number (m);
  return lyre_mk_bool (m->ctx, chance (m, 50));
}

static lyre_term leaf (maker *m, lyre_sort sort) {
  if (sort.id == LYRE_REGLAN.id)
    return regex_leaf (m);
  lyre_term x = variable (m, sort);
  return x.id && chance (m, 70) ? x : constant (m, sort);
}

/* ------------------------------------------------------------------- terms */

static lyre_term term (maker *m, lyre_sort sort, int depth);

static lyre_sort sort_of_letter (maker *m, char letter) {
  switch (letter) {
  case 'B':
    return LYRE_BOOL;
  case 'I':
  case 'N':
    return LYRE_INT;
  case 'S':
    return LYRE_STRING;
  case 'L':
    return LYRE_REGLAN;
  default: /* A: any */
    return chance (m, 2)    ? LYRE_REGLAN
           : chance (m, 60) ? LYRE_STRING
           : chance (m, 70) ? LYRE_INT
                            : LYRE_BOOL;
  }
}

/* Operators over Reals and binders are left out. */
static bool is_drawn (const lyre_op_info *info) {
  if (!info->result || info->result == 'R' || info->shape == LYRE_SHAPE_LEAF ||
      info->shape == LYRE_SHAPE_BIND || !info->n_args)
    return false;
  return !memchr (info->args, 'R', info->n_args);
}

static bool gives (const lyre_op_info *info, lyre_sort sort) {
  switch (info->result) {
  case 'B':
    return sort.id == LYRE_BOOL.id;
  case 'I':
  case 'N':
    return sort.id == LYRE_INT.id;
  case 'S':
    return sort.id == LYRE_STRING.id;
  case 'L':
    return sort.id == LYRE_REGLAN.id;
  default:
    return true;
  }
}

static void choose_operators (maker *m) {
  for (int op = 0; op < LYRE_OP_COUNT; op++) {
    const lyre_op_info *info = lyre_op_info_of ((lyre_op) op);
    bool standard = op < LYRE_STR_REV || op > LYRE_STR_COUNT;
    m->enabled[op] = is_drawn (info) && chance (m, standard ? 45 : 8);
  }
  m->enabled[LYRE_STR_IN_GRAMMAR] = false; /* needs a grammar */
  m->enabled[LYRE_STR_CONCAT] |= chance (m, 60);
  m->enabled[LYRE_EQ] |= chance (m, 60);
  m->enabled[LYRE_STR_LEN] |= chance (m, 60);
  m->enabled[LYRE_STR_IN_RE] |= chance (m, 40);
}

/* An enabled operator with this result; LYRE_OP_COUNT if there is none. */
static lyre_op operator_for (maker *m, lyre_sort sort) {
  lyre_op found[LYRE_OP_COUNT];
  uint32_t n = 0;
  for (int op = 0; op < LYRE_OP_COUNT; op++)
    if (m->enabled[op] && gives (lyre_op_info_of ((lyre_op) op), sort))
      found[n++] = (lyre_op) op;
  return n ? found[below (m, n)] : LYRE_OP_COUNT;
}

static uint32_t n_args_for (maker *m, const lyre_op_info *info) {
  switch (info->shape) {
  case LYRE_SHAPE_NARY:
  case LYRE_SHAPE_PAIR:
    return 2 + (below (m, 3) == 0);
  default:
    return info->n_args;
  }
}

/* Products and quotients of two unknowns are rare. */
static lyre_term argument (maker *m, lyre_op op, uint32_t i, lyre_sort sort,
                           int depth) {
  bool linear = op == LYRE_MUL || op == LYRE_INT_DIV || op == LYRE_INT_MOD;
  if (linear && i && chance (m, 85)) {
    int64_t n = (int64_t) below (m, 7) - 2;
    return lyre_mk_int (m->ctx, n || chance (m, 20) ? n : 3);
  }
  return term (m, sort, depth);
}

static lyre_term application (maker *m, lyre_op op, lyre_sort sort, int depth) {
  const lyre_op_info *info = lyre_op_info_of (op);
  uint32_t n = n_args_for (m, info), k = lyre_op_indices (op);
  uint32_t indices[2] = {below (m, 4), 0};
  indices[1] = indices[0] + below (m, 3);
  if (op == LYRE_DIVISIBLE)
    indices[0]++;
  lyre_term args[4];
  lyre_sort any =
      info->result == 'A' ? sort : sort_of_letter (m, info->args[0]);
  for (uint32_t i = 0; i < n; i++) {
    char letter = info->args[i < info->n_args ? i : info->n_args - 1u];
    lyre_sort s = letter == 'A' ? any : sort_of_letter (m, letter);
    args[i] = argument (m, op, i, s, depth - 1);
  }
  return k ? lyre_mk_indexed (m->ctx, op, k, indices, n, args)
           : mk (m, op, n, args);
}

/* u1 ... uj = v1 ... vk over variables and letters. */
static lyre_term word_equation (maker *m) {
  lyre_term sides[2];
  for (int s = 0; s < 2; s++) {
    lyre_term parts[5];
    uint32_t n = 2 + below (m, 3);
    for (uint32_t i = 0; i < n; i++)
      parts[i] = leaf (m, LYRE_STRING);
    sides[s] = mk (m, LYRE_STR_CONCAT, n, parts);
  }
  return mk (m, LYRE_EQ, 2, sides);
}

static lyre_term term (maker *m, lyre_sort sort, int depth) {
  bool is_bool = sort.id == LYRE_BOOL.id;
  if (!is_bool && (depth <= 0 || chance (m, 25)))
    return leaf (m, sort);
  if (is_bool && (depth < -1 || chance (m, 3)))
    return leaf (m, sort);
  if (is_bool && chance (m, 8))
    return word_equation (m);
  lyre_op op = operator_for (m, sort);
  if (op == LYRE_OP_COUNT)
    return leaf (m, sort);
  lyre_term t = application (m, op, sort, depth);
  return t.id ? t : leaf (m, sort);
}

/* ---------------------------------------------------------------- problems */

static lyre_term small_word (maker *m) {
  uint32_t s[3], n = below (m, 4);
  for (uint32_t i = 0; i < n; i++)
    s[i] = 'a' + below (m, 2);
  return lyre_mk_string (m->ctx, s, n);
}

static lyre_term witness_for (maker *m, lyre_sort sort) {
  if (sort.id == LYRE_STRING.id && m->bounded)
    return small_word (m);
  if (sort.id == LYRE_INT.id && m->bounded)
    return lyre_mk_int (m->ctx, below (m, 4));
  return constant (m, sort);
}

static void add_var (maker *m, const char *name, lyre_sort sort) {
  problem *p = m->p;
  p->vars[p->n_vars] = lyre_mk_var (m->ctx, name, sort);
  if (m->planted)
    p->witness[p->n_vars] = witness_for (m, sort);
  p->n_vars++;
}

static void add_vars (maker *m) {
  static const char *const names[] = {"x", "y", "z", "i", "j", "p"};
  uint32_t strings = 1 + below (m, 3), ints = below (m, 3);
  for (uint32_t k = 0; k < strings; k++)
    add_var (m, names[k], LYRE_STRING);
  for (uint32_t k = 0; k < ints; k++)
    add_var (m, names[3 + k], LYRE_INT);
  if (chance (m, 20))
    add_var (m, names[5], LYRE_BOOL);
}

static void bound_string (maker *m, lyre_term x) {
  lyre_term ends[2] = {lyre_mk_string_utf8 (m->ctx, "a", 1),
                       lyre_mk_string_utf8 (m->ctx, "b", 1)};
  lyre_term range = mk (m, LYRE_RE_RANGE, 2, ends);
  lyre_term loop =
      lyre_mk_indexed (m->ctx, LYRE_RE_LOOP, 2, (uint32_t[]){0, 3}, 1, &range);
  lyre_assert (m->ctx, mk (m, LYRE_STR_IN_RE, 2, (lyre_term[]){x, loop}));
}

static void bound_int (maker *m, lyre_term i) {
  lyre_term chain[3] = {lyre_mk_int (m->ctx, 0), i, lyre_mk_int (m->ctx, 3)};
  lyre_assert (m->ctx, mk (m, LYRE_LE, 3, chain));
}

static void bound_vars (maker *m) {
  for (uint32_t i = 0; i < m->p->n_vars; i++) {
    lyre_sort sort = lyre_term_sort (m->ctx, m->p->vars[i]);
    if (sort.id == LYRE_STRING.id)
      bound_string (m, m->p->vars[i]);
    else if (sort.id == LYRE_INT.id)
      bound_int (m, m->p->vars[i]);
  }
}

/* Asserts T, or its negation if the planted model makes T false. */
static void assert_term (maker *m, lyre_term t) {
  if (m->planted) {
    problem q = *m->p;
    lyre_push (m->ctx, 1);
    lyre_assert (m->ctx, t);
    bool holds = judge_values (&q, q.witness);
    lyre_pop (m->ctx, 1);
    if (!holds)
      t = mk (m, LYRE_NOT, 1, &t);
  }
  lyre_assert (m->ctx, t);
}

/* Mostly as users run it; sometimes one engine alone, or no simplification. */
static void choose_options (maker *m) {
  char limit[16];
  snprintf (limit, sizeof limit, "%d", CHECK_MS);
  lyre_set_option (m->ctx, "timeout", limit);
  if (chance (m, 70))
    return;
  if (chance (m, 20))
    lyre_set_option (m->ctx, "rewrite", "false");
  else if (chance (m, 25))
    lyre_set_option (m->ctx, "preprocess", "false");
  lyre_option_info info;
  for (uint32_t i = 0; lyre_option_info_get (i, &info); i++)
    if (!strcmp (info.name, "engine")) {
      char value[64];
      const char *s = info.choices;
      for (uint32_t k = below (m, (uint32_t) info.high + 1); k; k--)
        s = strchr (s, '|') + 1;
      snprintf (value, sizeof value, "%.*s", (int) strcspn (s, "|"), s);
      lyre_set_option (m->ctx, "engine", value);
    }
}

problem problem_generate (uint64_t seed) {
  problem p = {.ctx = lyre_new ()};
  maker m = {.ctx = p.ctx, .state = seed * 0x5851f42d4c957f2du, .p = &p};
  m.bounded = chance (&m, 25);
  m.planted = chance (&m, 55);
  choose_options (&m);
  choose_operators (&m);
  add_vars (&m);
  if (m.bounded)
    bound_vars (&m);
  uint32_t n = 1 + below (&m, 4);
  int depth = 1 + (int) below (&m, 3);
  for (uint32_t i = 0; i < n; i++)
    assert_term (&m, term (&m, LYRE_BOOL, depth));
  return p;
}
