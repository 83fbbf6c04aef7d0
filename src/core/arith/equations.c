/* Systems of linear equations over the integers.
 *
 * Every integer variable with equal bounds is an equation, and every integer
 * row variable is one that always holds. We solve them one after the other by
 * Euclid's algorithm on the coefficients: an equation
 *
 *   a*x + b*y + ... + c = 0,   0 < a minimal, b = q*a + r
 *
 * becomes a*z + r*y + ... + c = 0 with the new symbol z = x + q*y + ...; this
 * loses no integer solution and uses no bound. Once some coefficient is 1, the
 * equation defines that symbol. It has no solution if the gcd of its
 * coefficients does not divide its constant; then the equations that have been
 * used on the way contradict each other.
 *
 * What remains says how each variable depends on free symbols, so a common
 * factor there is a congruence, which tightens bounds. */
#include "core/arith/arith_internal.h"

#include <string.h>

enum {
  MAX_FRESH = 500,
  MAX_EXTRA = 60, /* forms that are worth a variable */
  MAX_UNKNOWNS = 20000,
  MAX_STEPS = 2000000,
  MAX_BITS = 2000
};

/* symbol = sum of coefs*symbols + constant; follows from USED. */
typedef struct {
  uint32_t symbol, n;
  uint32_t *symbols;
  lyre_int *coefs;
  lyre_int constant;
  uint64_t *used; /* set of equations; NULL: none */
} solved;

typedef struct {
  lyre_arith *a;
  lyre_arena *arena;
  uint32_t n_symbols, cap;
  lyre_form *fresh; /* what the symbols after the variables stand for */
  solved *order;    /* a later one's symbols are not solved earlier */
  uint32_t n_solved;
  uint32_t *fixed; /* equations: variables with equal bounds */
  uint32_t n_fixed, words;
  uint64_t steps;
  /* The equation at work: sum of coef[s]*s over listed symbols + constant. */
  lyre_int *coef;
  bool *is_listed;
  uint32_t *list, n_list;
  lyre_int constant;
  uint64_t *used;
} euclid;

/* -------------------------------------------------------------- equation */

static void add_symbol (euclid *e, uint32_t s, lyre_int k) {
  if (!e->is_listed[s]) {
    e->is_listed[s] = true;
    e->list[e->n_list++] = s;
  }
  e->coef[s] = lyre_int_add (e->arena, e->coef[s], k);
  e->steps++;
}

static void clear_equation (euclid *e) {
  for (uint32_t i = 0; i < e->n_list; i++) {
    e->coef[e->list[i]] = LYRE_INT_ZERO;
    e->is_listed[e->list[i]] = false;
  }
  e->n_list = 0;
  e->constant = LYRE_INT_ZERO;
  memset (e->used, 0, e->words * sizeof *e->used);
}

static void use (euclid *e, const uint64_t *used) {
  for (uint32_t i = 0; used && i < e->words; i++)
    e->used[i] |= used[i];
}

static void replace (euclid *e, const solved *by) {
  lyre_int k = e->coef[by->symbol];
  e->coef[by->symbol] = LYRE_INT_ZERO;
  for (uint32_t i = 0; i < by->n; i++)
    add_symbol (e, by->symbols[i], lyre_int_mul (e->arena, k, by->coefs[i]));
  lyre_int more = lyre_int_mul (e->arena, k, by->constant);
  e->constant = lyre_int_add (e->arena, e->constant, more);
  use (e, by->used);
}

static void drop_zeros (euclid *e) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < e->n_list; i++) {
    uint32_t s = e->list[i];
    if (lyre_int_sign (e->coef[s]))
      e->list[kept++] = s;
    else
      e->is_listed[s] = false;
  }
  e->n_list = kept;
}

/* VAR + constant, in symbols that are not solved. */
static void load (euclid *e, uint32_t var) {
  clear_equation (e);
  add_symbol (e, var, LYRE_INT_ONE);
  for (uint32_t i = 0; i < e->n_solved; i++)
    if (lyre_int_sign (e->coef[e->order[i].symbol]))
      replace (e, &e->order[i]);
  e->steps += e->n_solved / 16;
  drop_zeros (e);
}

static lyre_int equation_gcd (euclid *e) {
  lyre_int g = LYRE_INT_ZERO;
  for (uint32_t i = 0; i < e->n_list; i++)
    g = lyre_int_gcd (e->arena, g, e->coef[e->list[i]]);
  return g;
}

static void divide_equation (euclid *e, lyre_int g) {
  for (uint32_t i = 0; i < e->n_list; i++) {
    lyre_int *c = &e->coef[e->list[i]];
    *c = lyre_int_div (e->arena, *c, g);
  }
  e->constant = lyre_int_div (e->arena, e->constant, g);
}

static uint32_t smallest (euclid *e) {
  uint32_t best = e->list[0];
  lyre_int size = lyre_int_abs (e->arena, e->coef[best]);
  for (uint32_t i = 1; i < e->n_list; i++) {
    lyre_int other = lyre_int_abs (e->arena, e->coef[e->list[i]]);
    if (lyre_int_cmp (other, size) < 0) {
      size = other;
      best = e->list[i];
    }
  }
  return best;
}

static bool too_much (euclid *e) {
  if (e->steps > MAX_STEPS || e->n_symbols == e->cap)
    return true;
  for (uint32_t i = 0; i < e->n_list; i++)
    if (lyre_int_bits (e->coef[e->list[i]]) > MAX_BITS)
      return true;
  return lyre_poll (e->a->env, LYRE_POLL_ARITH);
}

/* --------------------------------------------------------------- solutions */

static solved *new_solved (euclid *e, uint32_t symbol, uint32_t n) {
  solved *s = &e->order[e->n_solved++];
  *s = (solved){.symbol = symbol, .constant = LYRE_INT_ZERO};
  s->symbols = lyre_arena_array (e->arena, uint32_t, n);
  s->coefs = lyre_arena_array (e->arena, lyre_int, n);
  return s;
}

static void put (solved *s, uint32_t symbol, lyre_int coef) {
  s->symbols[s->n] = symbol;
  s->coefs[s->n++] = coef;
}

/* The coefficient of X is 1: x = -(rest). */
static void define (euclid *e, uint32_t x) {
  solved *s = new_solved (e, x, e->n_list);
  for (uint32_t i = 0; i < e->n_list; i++)
    if (e->list[i] != x)
      put (s, e->list[i], lyre_int_neg (e->arena, e->coef[e->list[i]]));
  s->constant = lyre_int_neg (e->arena, e->constant);
  s->used = lyre_arena_array (e->arena, uint64_t, e->words);
  memcpy (s->used, e->used, e->words * sizeof *e->used);
}

/* x = z + rest, so z = x - rest; before z is put there. */
static void record_fresh (euclid *e, uint32_t z, const solved *s) {
  uint32_t *vars = lyre_arena_array (e->arena, uint32_t, s->n + 1);
  lyre_rat *coefs = lyre_arena_array (e->arena, lyre_rat, s->n + 1);
  uint32_t n = 0;
  vars[n] = s->symbol;
  coefs[n++] = lyre_rat_from_int (LYRE_INT_ONE);
  for (uint32_t i = 0; i < s->n; i++) {
    if (!lyre_int_sign (s->coefs[i]))
      continue;
    vars[n] = s->symbols[i];
    coefs[n++] = lyre_rat_from_int (lyre_int_neg (e->arena, s->coefs[i]));
  }
  e->fresh[z - e->a->vars.len] = (lyre_form){n, vars, coefs};
}

/* The coefficient of X is a > 1: x = z - sum of q*y, and remainders stay. */
static void step (euclid *e, uint32_t x) {
  lyre_int a = e->coef[x];
  solved *s = new_solved (e, x, e->n_list);
  uint32_t z = e->n_symbols++;
  for (uint32_t i = 0; i < e->n_list; i++) {
    uint32_t y = e->list[i];
    if (y == x)
      continue;
    lyre_int q = lyre_int_floor_div (e->arena, e->coef[y], a);
    put (s, y, lyre_int_neg (e->arena, q));
    e->coef[y] = lyre_int_mod (e->arena, e->coef[y], a);
    e->steps++;
  }
  record_fresh (e, z, s);
  put (s, z, LYRE_INT_ONE);
  e->coef[x] = LYRE_INT_ZERO;
  add_symbol (e, z, a);
  drop_zeros (e);
}

static void add_used_bounds (euclid *e, lyre_u32s *out) {
  for (uint32_t i = 0; i < e->n_fixed; i++) {
    if (!(e->used[i / 64] >> i % 64 & 1))
      continue;
    const lyre_arith_var *v = lyre_var_at (e->a, e->fixed[i]);
    lyre_vec_push (e->a->mem, out, v->bound[LYRE_LOWER]);
    lyre_vec_push (e->a->mem, out, v->bound[LYRE_UPPER]);
  }
}

static bool contradiction (euclid *e) {
  lyre_core_clear (e->a);
  add_used_bounds (e, &e->a->open);
  lyre_core_close (e->a);
  return false;
}

typedef enum { SOLVED, NO_SOLUTION, TOO_MUCH } outcome;

static outcome solve_equation (euclid *e) {
  while (e->n_list) {
    lyre_int g = equation_gcd (e);
    if (lyre_int_sign (lyre_int_mod (e->arena, e->constant, g)))
      return NO_SOLUTION;
    uint32_t x = smallest (e);
    if (lyre_int_sign (e->coef[x]) < 0)
      g = lyre_int_neg (e->arena, g);
    divide_equation (e, g);
    if (e->coef[x].w == LYRE_INT_ONE.w) {
      define (e, x);
      return SOLVED;
    }
    if (too_much (e))
      return TOO_MUCH;
    step (e, x);
  }
  return lyre_int_sign (e->constant) ? NO_SOLUTION : SOLVED;
}

/* The equation var = its fixed value. */
static outcome solve_fixed (euclid *e, uint32_t i) {
  uint32_t x = e->fixed[i];
  lyre_int value = lyre_bound_at (e->a, x, LYRE_LOWER)->at.r.num;
  load (e, x);
  e->constant = lyre_int_sub (e->arena, e->constant, value);
  e->used[i / 64] |= (uint64_t) 1 << i % 64;
  if (too_much (e))
    return TOO_MUCH;
  return solve_equation (e);
}

/* ------------------------------------------------------------------ system */

/* Forms name older variables, so the newest come first. */
static void define_rows (euclid *e) {
  for (uint32_t x = e->a->vars.len; x-- > 0;) {
    const lyre_arith_var *v = lyre_var_at (e->a, x);
    if (!v->is_int || !v->form.n)
      continue;
    solved *s = new_solved (e, x, v->form.n);
    for (uint32_t i = 0; i < v->form.n; i++)
      put (s, v->form.vars[i], v->form.coefs[i].num);
  }
}

static void find_fixed (euclid *e) {
  for (uint32_t x = 0; x < e->a->vars.len; x++)
    if (lyre_arith_is_int (e->a, x) && lyre_bound_is_fixed (e->a, x))
      e->fixed[e->n_fixed++] = x;
  e->words = (e->n_fixed + 63) / 64;
}

static void start (euclid *e, lyre_arith *a) {
  uint32_t n = a->vars.len;
  *e = (euclid){.a = a, .arena = &a->work, .n_symbols = n};
  e->cap = n + MAX_FRESH;
  e->fixed = lyre_arena_array (e->arena, uint32_t, n);
  find_fixed (e);
  e->fresh = lyre_arena_array (e->arena, lyre_form, MAX_FRESH);
  e->order = lyre_arena_array (e->arena, solved, e->cap);
  e->coef = lyre_arena_array (e->arena, lyre_int, e->cap);
  e->list = lyre_arena_array (e->arena, uint32_t, e->cap);
  e->is_listed = lyre_arena_array (e->arena, bool, e->cap);
  e->used = lyre_arena_array (e->arena, uint64_t, e->words);
  memset (e->coef, 0, e->cap * sizeof *e->coef); /* zeros */
  memset (e->is_listed, 0, e->cap * sizeof *e->is_listed);
  define_rows (e);
}

/* Appending to the reasons of the congruence, the old bound, makes the reason
 * of the new one. */
static bool tighten_side (euclid *e, uint32_t x, lyre_side side, lyre_int g) {
  lyre_arith *a = e->a;
  const lyre_bound *old = lyre_bound_at (a, x, side);
  if (!old)
    return true;
  lyre_int off = lyre_int_sub (e->arena, old->at.r.num, e->constant);
  off = lyre_int_mod (e->arena, off, g);
  if (!lyre_int_sign (off))
    return true;
  if (side == LYRE_LOWER)
    off = lyre_int_sub (e->arena, off, g);
  lyre_int at = lyre_int_sub (e->arena, old->at.r.num, off);
  lyre_vec_clear (&a->ids);
  lyre_vec_push (a->mem, &a->ids, lyre_var_at (a, x)->bound[side]);
  add_used_bounds (e, &a->ids);
  uint32_t why = lyre_bound_reason (a, a->ids.len, a->ids.data);
  return lyre_bound_set (a, x, side, lyre_delta_from (lyre_rat_from_int (at)),
                         LYRE_BY_BOUNDS, why);
}

static bool fix (euclid *e, uint32_t x) {
  lyre_arith *a = e->a;
  lyre_delta at = lyre_delta_from (lyre_rat_from_int (e->constant));
  lyre_vec_clear (&a->ids);
  add_used_bounds (e, &a->ids);
  uint32_t why = lyre_bound_reason (a, a->ids.len, a->ids.data);
  return lyre_bound_set (a, x, LYRE_LOWER, at, LYRE_BY_BOUNDS, why) &&
         lyre_bound_set (a, x, LYRE_UPPER, at, LYRE_BY_BOUNDS, why);
}

/* x = constant + multiples of g. */
static bool tighten (euclid *e, uint32_t x) {
  load (e, x);
  lyre_int g = equation_gcd (e);
  if (g.w == LYRE_INT_ONE.w)
    return true;
  if (!lyre_int_sign (g))
    return fix (e, x);
  return tighten_side (e, x, LYRE_LOWER, g) &&
         tighten_side (e, x, LYRE_UPPER, g);
}

static bool has_bound (const lyre_arith *a, uint32_t x) {
  const lyre_arith_var *v = lyre_var_at (a, x);
  return v->bound[LYRE_LOWER] || v->bound[LYRE_UPPER];
}

static bool tighten_all (euclid *e) {
  for (uint32_t x = 0; x < e->a->vars.len; x++) {
    if (!lyre_arith_is_int (e->a, x) || !has_bound (e->a, x) ||
        lyre_bound_is_fixed (e->a, x))
      continue;
    if (too_much (e))
      return true;
    if (!tighten (e, x))
      return false;
  }
  return true;
}

static bool solve_all (euclid *e) {
  for (uint32_t i = 0; i < e->n_fixed; i++) {
    outcome o = solve_fixed (e, i);
    if (o == NO_SOLUTION)
      return contradiction (e);
    if (o == TOO_MUCH)
      return true;
  }
  return tighten_all (e);
}

static bool has_equations (const lyre_arith *a) {
  for (uint32_t x = 0; x < a->vars.len; x++)
    if (lyre_arith_is_int (a, x) && lyre_bound_is_fixed (a, x))
      return true;
  return false;
}

bool lyre_equations_solve (lyre_arith *a, lyre_forms *extra) {
  *extra = (lyre_forms){0, NULL};
  if (a->vars.len > MAX_UNKNOWNS || !has_equations (a))
    return true;
  euclid e;
  start (&e, a);
  bool possible = solve_all (&e);
  if (e.n_symbols - a->vars.len <= MAX_EXTRA)
    *extra = (lyre_forms){e.n_symbols - a->vars.len, e.fresh};
  return possible;
}

/* ---------------------------------------------------------- single rows */

static bool is_int_row (const lyre_arith *a, const lyre_row *row) {
  for (uint32_t i = 0; i < row->len; i++)
    if (!lyre_arith_is_int (a, row->data[i].var))
      return false;
  return true;
}

/* *G is the gcd of the coefficients of what is not fixed, in WORK. */
static bool row_is_possible (lyre_arith *a, const lyre_row *row, lyre_int *g) {
  lyre_int sum = LYRE_INT_ZERO;
  *g = LYRE_INT_ZERO;
  for (uint32_t i = 0; i < row->len; i++) {
    const lyre_entry *e = &row->data[i];
    if (!lyre_bound_is_fixed (a, e->var)) {
      *g = lyre_int_gcd (&a->work, *g, e->coef);
      continue;
    }
    lyre_int value = lyre_bound_at (a, e->var, LYRE_LOWER)->at.r.num;
    sum = lyre_int_add (&a->work, sum, lyre_int_mul (&a->work, value, e->coef));
  }
  if (!lyre_int_sign (*g))
    return !lyre_int_sign (sum);
  return !lyre_int_sign (lyre_int_mod (&a->work, sum, *g));
}

/* Where g divides the coefficient, any value would do. */
static bool is_needed (lyre_arith *a, const lyre_entry *e, lyre_int g) {
  if (!lyre_bound_is_fixed (a, e->var))
    return false;
  return !lyre_int_sign (g) ||
         lyre_int_sign (lyre_int_mod (&a->work, e->coef, g));
}

static void explain_fixed (lyre_arith *a, const lyre_row *row, lyre_int g) {
  lyre_core_clear (a);
  for (uint32_t i = 0; i < row->len; i++) {
    const lyre_arith_var *v = lyre_var_at (a, row->data[i].var);
    if (!is_needed (a, &row->data[i], g))
      continue;
    lyre_core_add (a, v->bound[LYRE_LOWER]);
    lyre_core_add (a, v->bound[LYRE_UPPER]);
  }
  lyre_core_close (a);
}

static bool test_row (lyre_arith *a, const lyre_row *row) {
  lyre_mark m = lyre_arena_mark (&a->work);
  lyre_int g;
  bool possible = row_is_possible (a, row, &g);
  if (!possible)
    explain_fixed (a, row, g);
  lyre_arena_cut (&a->work, m);
  return possible;
}

bool lyre_equations_gcd (lyre_arith *a) {
  for (uint32_t r = 0; r < a->rows.len; r++) {
    const lyre_row *row = lyre_row_at (a, r);
    if (is_int_row (a, row) && !test_row (a, row))
      return false;
  }
  return true;
}
