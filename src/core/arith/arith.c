/* Variables, row variables, bounds, levels. */
#include "core/arith/arith_internal.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_EFFORT = 20000, FIRST_GARBAGE_LIMIT = 1 << 20 };

/* --------------------------------------------------------------- lifetime */

/* Number 0 means none; 1 and 2 are those of the variable that is always 0. No
 * level is below them, so they stay. */
static void reserve_bounds (lyre_arith *a) {
  lyre_vec_reserve (a->mem, &a->seen, 3);
  lyre_vec_reserve (a->mem, &a->bounds, 3);
  for (a->bounds.len = 0; a->bounds.len < 3; a->bounds.len++)
    a->bounds.data[a->bounds.len] =
        (lyre_bound){.at = LYRE_DELTA_ZERO,
                     .why = LYRE_NO_TAG,
                     .kind = LYRE_BY_TAG,
                     .side = a->bounds.len == 1 ? LYRE_LOWER : LYRE_UPPER};
  memset (a->seen.data, 0, 3);
  a->seen.len = 3;
}

lyre_arith *lyre_arith_new (lyre_env *env, lyre_mem *mem) {
  lyre_arith *a = lyre_alloc (mem, sizeof *a);
  memset (a, 0, sizeof *a);
  a->env = env;
  a->mem = mem;
  lyre_arena_init (&a->kept, mem);
  lyre_arena_init (&a->nums, mem);
  lyre_arena_init (&a->spare, mem);
  lyre_arena_init (&a->work, mem);
  a->garbage_limit = FIRST_GARBAGE_LIMIT;
  a->effort = DEFAULT_EFFORT;
  a->epsilon = LYRE_RAT_ZERO;
  reserve_bounds (a);
  return a;
}

static void release_tableau (lyre_arith *a) {
  for (uint32_t x = 0; x < a->vars.len; x++)
    lyre_vec_release (a->mem, &lyre_var_at (a, x)->column);
  for (uint32_t r = 0; r < a->rows.len; r++)
    lyre_vec_release (a->mem, lyre_row_at (a, r));
  lyre_vec_release (a->mem, &a->vars);
  lyre_vec_release (a->mem, &a->rows);
  lyre_vec_release (a->mem, &a->place);
  lyre_vec_release (a->mem, &a->same_hash);
  lyre_map_release (a->mem, &a->forms);
}

static void release_lists (lyre_arith *a) {
  lyre_vec_release (a->mem, &a->bounds);
  lyre_vec_release (a->mem, &a->reasons);
  lyre_vec_release (a->mem, &a->levels);
  lyre_vec_release (a->mem, &a->queue);
  lyre_vec_release (a->mem, &a->changed);
  lyre_vec_release (a->mem, &a->seen);
  lyre_vec_release (a->mem, &a->core);
  lyre_vec_release (a->mem, &a->open);
  lyre_vec_release (a->mem, &a->tags);
  lyre_vec_release (a->mem, &a->clash_tags);
  lyre_vec_release (a->mem, &a->nodes);
  lyre_vec_release (a->mem, &a->saved);
  lyre_vec_release (a->mem, &a->ids);
}

void lyre_arith_delete (lyre_arith *a) {
  if (!a)
    return;
  release_tableau (a);
  release_lists (a);
  lyre_arena_release (&a->kept);
  lyre_arena_release (&a->nums);
  lyre_arena_release (&a->spare);
  lyre_arena_release (&a->work);
  lyre_free (a->mem, a);
}

void lyre_arith_effort (lyre_arith *a, uint64_t pivots) {
  a->effort = pivots ? pivots : 1;
}

lyre_arith_counts lyre_arith_count (const lyre_arith *a) {
  return a->counts;
}

/* -------------------------------------------------------------- variables */

uint32_t lyre_arith_new_var (lyre_arith *a, bool is_int) {
  lyre_vec_reserve (a->mem, &a->place, (uint64_t) a->place.len + 1);
  lyre_vec_reserve (a->mem, &a->same_hash, (uint64_t) a->same_hash.len + 1);
  lyre_vec_push (a->mem, &a->vars,
                 ((lyre_arith_var){.value = LYRE_DELTA_ZERO,
                                   .row = LYRE_NO_ROW,
                                   .is_int = is_int}));
  a->place.data[a->place.len++] = 0;
  a->same_hash.data[a->same_hash.len++] = 0;
  return a->vars.len - 1;
}

bool lyre_arith_is_int (const lyre_arith *a, uint32_t var) {
  return lyre_var_at (a, var)->is_int;
}

uint32_t lyre_arith_add_form (lyre_arith *a, lyre_form f, bool is_int) {
  uint32_t x = lyre_arith_new_var (a, is_int);
  lyre_var_at (a, x)->form = f;
  lyre_tableau_define (a, x, f);
  a->epsilon_known = false;
  return x;
}

static uint32_t zero_var (lyre_arith *a) {
  if (a->zero)
    return a->zero - 1;
  uint32_t x = lyre_arith_new_var (a, true);
  lyre_var_at (a, x)->bound[LYRE_LOWER] = 1;
  lyre_var_at (a, x)->bound[LYRE_UPPER] = 2;
  a->bounds.data[1].var = a->bounds.data[2].var = x;
  a->zero = x + 1;
  return x;
}

/* ------------------------------------------------------------------ forms */

/* A form while it is built: ascending variables, no zeros. In WORK. */
typedef struct {
  uint32_t n;
  lyre_monomial *at;
} draft;

static int compare_monomials (const void *x, const void *y) {
  uint32_t a = ((const lyre_monomial *) x)->var;
  uint32_t b = ((const lyre_monomial *) y)->var;
  return (a > b) - (a < b);
}

static draft sorted_draft (lyre_arith *a, uint32_t n, const lyre_monomial *m) {
  draft f = {0, lyre_arena_array (&a->work, lyre_monomial, (size_t) n + 1)};
  for (uint32_t i = 0; i < n; i++) {
    LYRE_ASSERT (m[i].var < a->vars.len);
    if (m[i].var + 1 != a->zero)
      f.at[f.n++] = m[i];
  }
  qsort (f.at, f.n, sizeof *f.at, compare_monomials);
  return f;
}

static void merge_equal (lyre_arith *a, draft *f) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < f->n; i++) {
    if (kept && f->at[kept - 1].var == f->at[i].var)
      f->at[kept - 1].coef =
          lyre_rat_add (&a->work, f->at[kept - 1].coef, f->at[i].coef);
    else
      f->at[kept++] = f->at[i];
    if (!lyre_rat_sign (f->at[kept - 1].coef))
      kept--;
  }
  f->n = kept;
}

/* gcd of numerators over lcm of denominators, with the sign of the first. */
static lyre_rat content (lyre_arith *a, const draft *f) {
  lyre_int num = LYRE_INT_ZERO, den = LYRE_INT_ONE;
  for (uint32_t i = 0; i < f->n; i++) {
    lyre_rat c = f->at[i].coef;
    lyre_int g = lyre_int_gcd (&a->work, den, c.den);
    num = lyre_int_gcd (&a->work, num, c.num);
    den = lyre_int_mul (&a->work, den, lyre_int_div (&a->work, c.den, g));
  }
  if (lyre_rat_sign (f->at[0].coef) < 0)
    num = lyre_int_neg (&a->work, num);
  return lyre_rat_make (&a->work, num, den);
}

static void divide_draft (lyre_arith *a, draft *f, lyre_rat k) {
  for (uint32_t i = 0; i < f->n; i++)
    f->at[i].coef = lyre_rat_div (&a->work, f->at[i].coef, k);
}

static uint64_t hash_draft (const draft *f) {
  uint32_t h = f->n;
  for (uint32_t i = 0; i < f->n; i++) {
    h = lyre_hash_mix (h, f->at[i].var);
    h = lyre_hash_mix (h, lyre_int_hash (f->at[i].coef.num));
    h = lyre_hash_mix (h, lyre_int_hash (f->at[i].coef.den));
  }
  return h;
}

static bool is_same_form (lyre_form f, const draft *d) {
  bool same = f.n == d->n;
  for (uint32_t i = 0; same && i < f.n; i++)
    same = f.vars[i] == d->at[i].var && lyre_rat_eq (f.coefs[i], d->at[i].coef);
  return same;
}

static lyre_form keep_draft (lyre_arith *a, const draft *d) {
  uint32_t *vars = lyre_arena_array (&a->kept, uint32_t, d->n);
  lyre_rat *coefs = lyre_arena_array (&a->kept, lyre_rat, d->n);
  for (uint32_t i = 0; i < d->n; i++) {
    vars[i] = d->at[i].var;
    coefs[i] = lyre_rat_copy (&a->kept, d->at[i].coef);
  }
  return (lyre_form){d->n, vars, coefs};
}

static bool draft_is_int (const lyre_arith *a, const draft *d) {
  for (uint32_t i = 0; i < d->n; i++)
    if (!lyre_arith_is_int (a, d->at[i].var) ||
        !lyre_rat_is_int (d->at[i].coef))
      return false;
  return true;
}

/* The row variable for this very form; old if there is one. */
static uint32_t intern_draft (lyre_arith *a, const draft *d) {
  uint64_t *head = lyre_map_at (a->mem, &a->forms, hash_draft (d));
  uint32_t newest = (uint32_t) *head;
  for (uint32_t x = newest; x; x = a->same_hash.data[x - 1])
    if (is_same_form (lyre_var_at (a, x - 1)->form, d))
      return x - 1;
  uint32_t x = lyre_arith_add_form (a, keep_draft (a, d), draft_is_int (a, d));
  a->same_hash.data[x] = newest;
  *head = x + 1;
  return x;
}

static bool is_one (lyre_rat k) {
  return lyre_rat_is_int (k) && k.num.w == LYRE_INT_ONE.w;
}

/* The form is the factor, in WORK, times the variable. */
static uint32_t primitive_form (lyre_arith *a, uint32_t n,
                                const lyre_monomial *m, lyre_rat *factor) {
  draft d = sorted_draft (a, n, m);
  merge_equal (a, &d);
  *factor = lyre_rat_from_int (LYRE_INT_ONE);
  if (!d.n)
    return zero_var (a);
  *factor = content (a, &d);
  if (d.n == 1)
    return d.at[0].var;
  divide_draft (a, &d, *factor);
  return intern_draft (a, &d);
}

uint32_t lyre_arith_form (lyre_arith *a, lyre_arena *arena, uint32_t n,
                          const lyre_monomial *monomials, lyre_rat *factor) {
  lyre_mark m = lyre_arena_mark (&a->work);
  uint32_t x = primitive_form (a, n, monomials, factor);
  *factor = lyre_rat_copy (arena, *factor);
  lyre_arena_cut (&a->work, m);
  return x;
}

uint32_t lyre_arith_row (lyre_arith *a, uint32_t n,
                         const lyre_monomial *monomials) {
  lyre_mark m = lyre_arena_mark (&a->work);
  lyre_rat factor;
  uint32_t x = primitive_form (a, n, monomials, &factor);
  if (!is_one (factor))
    x = intern_draft (a, &(draft){1, &(lyre_monomial){x, factor}});
  lyre_arena_cut (&a->work, m);
  return x;
}

/* ----------------------------------------------------------------- bounds */

bool lyre_bound_is_fixed (const lyre_arith *a, uint32_t var) {
  const lyre_bound *low = lyre_bound_at (a, var, LYRE_LOWER);
  const lyre_bound *high = lyre_bound_at (a, var, LYRE_UPPER);
  return low && high && lyre_rat_eq (low->at.r, high->at.r) &&
         !lyre_rat_sign (low->at.d) && !lyre_rat_sign (high->at.d);
}

bool lyre_bound_is_news (lyre_arith *a, uint32_t var, lyre_side side,
                         lyre_delta at) {
  const lyre_bound *old = lyre_bound_at (a, var, side);
  if (!old)
    return true;
  int order = lyre_delta_cmp (&a->work, at, old->at);
  return side == LYRE_LOWER ? order > 0 : order < 0;
}

uint32_t lyre_bound_reason (lyre_arith *a, uint32_t n, const uint32_t *ids) {
  uint32_t place = a->reasons.len;
  lyre_vec_reserve (a->mem, &a->reasons, (uint64_t) place + n + 1);
  a->reasons.data[a->reasons.len++] = n;
  for (uint32_t i = 0; i < n; i++)
    a->reasons.data[a->reasons.len++] = ids[i];
  return place;
}

static void note_change (lyre_arith *a, uint32_t x) {
  lyre_arith_var *v = lyre_var_at (a, x);
  if (v->changed)
    return;
  lyre_vec_push (a->mem, &a->changed, x);
  v->changed = true;
}

static bool clashes (lyre_arith *a, uint32_t var, lyre_side side,
                     lyre_delta at) {
  const lyre_bound *b = lyre_bound_at (a, var, lyre_other_side (side));
  if (!b)
    return false;
  int order = lyre_delta_cmp (&a->work, at, b->at);
  return side == LYRE_LOWER ? order > 0 : order < 0;
}

/* The oldest bound of the other side that does not fit this one. */
static void explain_clash (lyre_arith *a, uint32_t id) {
  const lyre_bound *b = &a->bounds.data[id];
  uint32_t other = lyre_var_at (a, b->var)->bound[lyre_other_side (b->side)];
  for (uint32_t o = other; o; o = a->bounds.data[o].previous) {
    int order = lyre_delta_cmp (&a->work, b->at, a->bounds.data[o].at);
    if (b->side == LYRE_LOWER ? order <= 0 : order >= 0)
      break;
    other = o;
  }
  lyre_core_clear (a);
  lyre_core_add (a, id);
  lyre_core_add (a, other);
  lyre_core_close (a);
}

static uint32_t record_bound (lyre_arith *a, lyre_bound b) {
  b.at = lyre_delta_copy (&a->nums, b.at);
  lyre_vec_reserve (a->mem, &a->seen, (uint64_t) a->bounds.len + 1);
  lyre_vec_push (a->mem, &a->bounds, b);
  a->seen.len = a->bounds.len;
  a->seen.data[a->seen.len - 1] = 0;
  return a->bounds.len - 1;
}

/* Values follow a bound of a non-basic variable at once. */
static void enforce (lyre_arith *a, uint32_t x) {
  int out = lyre_simplex_outside (a, x);
  if (!out)
    return;
  if (lyre_is_basic (a, x))
    lyre_simplex_enqueue (a, x);
  else
    lyre_simplex_move (
        a, x, lyre_bound_at (a, x, out < 0 ? LYRE_LOWER : LYRE_UPPER)->at);
}

bool lyre_bound_set (lyre_arith *a, uint32_t var, lyre_side side, lyre_delta at,
                     lyre_bound_kind kind, uint32_t why) {
  if (!lyre_bound_is_news (a, var, side, at))
    return true;
  bool clash = clashes (a, var, side, at);
  lyre_arith_var *v = lyre_var_at (a, var);
  uint32_t id = record_bound (a, (lyre_bound){.at = at,
                                              .var = var,
                                              .previous = v->bound[side],
                                              .why = why,
                                              .side = side,
                                              .kind = kind,
                                              .in_force = !clash});
  a->epsilon_known = false;
  if (clash) {
    explain_clash (a, id);
    return false;
  }
  v->bound[side] = id;
  note_change (a, var);
  enforce (a, var);
  return true;
}

static void note_clash (lyre_arith *a) {
  lyre_core_tags (a);
  a->counts.conflicts++;
  if (a->clash)
    return;
  lyre_vec_reserve (a->mem, &a->clash_tags, a->tags.len);
  for (uint32_t i = 0; i < a->tags.len; i++)
    a->clash_tags.data[i] = a->tags.data[i];
  a->clash_tags.len = a->tags.len;
  a->clash = true;
  a->clash_level = a->levels.len;
}

static bool user_bound (lyre_arith *a, uint32_t var, lyre_side side,
                        lyre_rat bound, bool strict, lyre_tag tag) {
  LYRE_ASSERT (var < a->vars.len);
  lyre_mark m = lyre_arena_mark (&a->work);
  size_t before = a->mem->root->used;
  lyre_delta at = lyre_delta_from (bound);
  if (strict)
    at.d = (lyre_rat){{side == LYRE_LOWER ? 2 : -2}, LYRE_INT_ONE};
  at = lyre_bound_rounded (&a->work, at, side, lyre_arith_is_int (a, var));
  bool fits = lyre_bound_set (a, var, side, at, LYRE_BY_TAG, tag);
  lyre_arena_cut (&a->work, m);
  lyre_numbers_count (a, before);
  if (!fits)
    note_clash (a);
  return fits;
}

bool lyre_arith_lower (lyre_arith *a, uint32_t var, lyre_rat bound, bool strict,
                       lyre_tag tag) {
  return user_bound (a, var, LYRE_LOWER, bound, strict, tag);
}

bool lyre_arith_upper (lyre_arith *a, uint32_t var, lyre_rat bound, bool strict,
                       lyre_tag tag) {
  return user_bound (a, var, LYRE_UPPER, bound, strict, tag);
}

static bool known_bound (lyre_arith *a, uint32_t var, lyre_side side,
                         lyre_rat *bound, bool *strict, lyre_tags *why) {
  const lyre_bound *b = lyre_bound_at (a, var, side);
  if (!b)
    return false;
  *bound = b->at.r;
  *strict = lyre_rat_sign (b->at.d);
  if (!why)
    return true;
  lyre_core_clear (a);
  lyre_core_add (a, lyre_var_at (a, var)->bound[side]);
  lyre_core_close (a);
  *why = lyre_core_tags (a);
  return true;
}

bool lyre_arith_lower_of (lyre_arith *a, uint32_t var, lyre_rat *bound,
                          bool *strict, lyre_tags *why) {
  return known_bound (a, var, LYRE_LOWER, bound, strict, why);
}

bool lyre_arith_upper_of (lyre_arith *a, uint32_t var, lyre_rat *bound,
                          bool *strict, lyre_tags *why) {
  return known_bound (a, var, LYRE_UPPER, bound, strict, why);
}

/* ----------------------------------------------------------------- levels */

void lyre_bounds_push (lyre_arith *a) {
  lyre_vec_push (a->mem, &a->levels,
                 ((lyre_level){a->bounds.len, a->reasons.len}));
}

static void take_back (lyre_arith *a) {
  const lyre_bound b = lyre_vec_pop (&a->bounds);
  if (b.in_force)
    lyre_var_at (a, b.var)->bound[b.side] = b.previous;
}

void lyre_bounds_pop (lyre_arith *a, uint32_t levels) {
  LYRE_ASSERT (levels <= a->levels.len);
  if (!levels)
    return;
  a->levels.len -= levels;
  lyre_level to = a->levels.data[a->levels.len];
  while (a->bounds.len > to.bounds)
    take_back (a);
  a->seen.len = a->bounds.len;
  a->reasons.len = to.reasons;
  a->epsilon_known = false;
}

void lyre_arith_push (lyre_arith *a) {
  lyre_bounds_push (a);
}

void lyre_arith_pop (lyre_arith *a, uint32_t levels) {
  lyre_bounds_pop (a, levels);
  if (a->clash && a->clash_level > a->levels.len)
    a->clash = false;
}

/* ---------------------------------------------------------------- answers */

lyre_arith_answer lyre_arith_conclude (lyre_arith *a,
                                       lyre_arith_answer answer) {
  if (answer == LYRE_ARITH_NO) {
    lyre_core_tags (a);
    a->counts.conflicts++;
  }
  return answer;
}

static lyre_arith_answer repeat_clash (lyre_arith *a) {
  lyre_vec_clear (&a->tags);
  for (uint32_t i = 0; i < a->clash_tags.len; i++)
    lyre_vec_push (a->mem, &a->tags, a->clash_tags.data[i]);
  return LYRE_ARITH_NO;
}

lyre_arith_answer lyre_arith_check (lyre_arith *a) {
  a->counts.checks++;
  if (a->clash)
    return repeat_clash (a);
  if (lyre_poll (a->env, LYRE_POLL_ARITH))
    return LYRE_ARITH_GAVE_UP;
  lyre_arith_answer answer = lyre_simplex_run (a);
  LYRE_ASSERT_SLOW (lyre_tableau_check (a));
  return lyre_arith_conclude (a, answer);
}

lyre_tags lyre_arith_conflict (const lyre_arith *a) {
  return (lyre_tags){a->tags.len, a->tags.data};
}

void lyre_arith_split (const lyre_arith *a, uint32_t *var, lyre_int *value) {
  *var = a->split_var;
  *value = a->split_value;
}

/* ----------------------------------------------------------------- values */

/* GAP must stay >= 0 when epsilon takes its value. */
static void limit_epsilon (lyre_arith *a, lyre_delta gap, lyre_rat *epsilon) {
  if (lyre_rat_sign (gap.r) <= 0 || lyre_rat_sign (gap.d) >= 0)
    return;
  lyre_rat most =
      lyre_rat_neg (&a->work, lyre_rat_div (&a->work, gap.r, gap.d));
  if (lyre_rat_cmp (&a->work, most, *epsilon) < 0)
    *epsilon = most;
}

static void limit_by_bounds (lyre_arith *a, uint32_t x, lyre_rat *epsilon) {
  lyre_delta value = lyre_var_at (a, x)->value;
  const lyre_bound *low = lyre_bound_at (a, x, LYRE_LOWER);
  const lyre_bound *high = lyre_bound_at (a, x, LYRE_UPPER);
  if (low)
    limit_epsilon (a, lyre_delta_sub (&a->work, value, low->at), epsilon);
  if (high)
    limit_epsilon (a, lyre_delta_sub (&a->work, high->at, value), epsilon);
}

static void find_epsilon (lyre_arith *a) {
  if (a->epsilon_known)
    return;
  lyre_mark m = lyre_arena_mark (&a->work);
  lyre_rat epsilon = lyre_rat_from_int (LYRE_INT_ONE);
  for (uint32_t x = 0; x < a->vars.len; x++)
    limit_by_bounds (a, x, &epsilon);
  a->epsilon = lyre_rat_copy (&a->nums, epsilon);
  a->epsilon_known = true;
  lyre_arena_cut (&a->work, m);
}

lyre_rat lyre_arith_value (lyre_arith *a, lyre_arena *arena, uint32_t var) {
  lyre_delta value = lyre_var_at (a, var)->value;
  if (!lyre_rat_sign (value.d))
    return lyre_rat_copy (arena, value.r);
  find_epsilon (a);
  lyre_rat part = lyre_rat_mul (arena, value.d, a->epsilon);
  return lyre_rat_add (arena, value.r, part);
}
