/* Integer solutions: from cheap tests to search.
 *
 *   simplex -> tighten rows -> gcd, equations -> cuts -> branch and bound
 *
 * Each step works on the same tableau. Cuts and extra variables live on a level
 * of their own and are gone when we return; what tightening found stays on the
 * caller's. */
#include "core/arith/arith_internal.h"

enum { CUT_ROUNDS = 6 };

/* A pivot without a bound (dropping a row, making a variable basic) can leave
 * an integer variable between two integers. Its bounds are integers, so the
 * one below is within. */
static void round_nonbasic (lyre_arith *a) {
  lyre_mark m = lyre_arena_mark (&a->work);
  for (uint32_t x = 0; x < a->vars.len; x++) {
    const lyre_arith_var *v = lyre_var_at (a, x);
    if (!v->is_int || lyre_is_basic (a, x) || lyre_delta_is_int (v->value))
      continue;
    lyre_int n = lyre_delta_floor (&a->work, v->value);
    lyre_simplex_move (a, x, lyre_delta_from (lyre_rat_from_int (n)));
  }
  lyre_arena_cut (&a->work, m);
}

/* Is a rational answer the last word? */
static bool is_final (lyre_arith *a, lyre_arith_answer answer) {
  return answer != LYRE_ARITH_YES || lyre_branch_pick (a) == UINT32_MAX;
}

/* YES: nothing said no, and the simplex must run again. */
static lyre_arith_answer tighten (lyre_arith *a, lyre_forms *extra) {
  bool possible = lyre_implied_tighten (a) && lyre_equations_gcd (a) &&
                  lyre_equations_solve (a, extra);
  return possible ? lyre_simplex_run (a) : LYRE_ARITH_NO;
}

static lyre_arith_answer cut_off (lyre_arith *a) {
  lyre_arith_answer answer = LYRE_ARITH_YES;
  for (int i = 0; i < CUT_ROUNDS && !is_final (a, answer); i++) {
    bool no;
    if (!lyre_cuts_add (a, &no))
      break;
    answer = no ? LYRE_ARITH_NO : lyre_simplex_run (a);
  }
  return answer;
}

static lyre_arith_answer ask_to_split (lyre_arith *a) {
  a->split_var = lyre_branch_pick (a);
  a->split_value =
      lyre_delta_floor (&a->nums, lyre_var_at (a, a->split_var)->value);
  return LYRE_ARITH_SPLIT;
}

/* Variables for what the equations leave free: good ones to branch on. */
static void add_extra (lyre_arith *a, lyre_forms extra) {
  a->first_extra = a->vars.len;
  for (uint32_t i = 0; i < extra.n; i++) {
    uint32_t x = lyre_arith_add_form (a, extra.at[i], true);
    lyre_var_at (a, x)->form.vars = NULL; /* gone before we are */
    lyre_var_at (a, x)->form.coefs = NULL;
  }
  a->end_extra = a->vars.len;
}

static lyre_arith_answer search (lyre_arith *a, lyre_forms extra,
                                 bool split_inside) {
  if (split_inside)
    add_extra (a, extra);
  lyre_arith_answer answer = cut_off (a);
  if (!is_final (a, answer))
    answer = split_inside ? lyre_branch_search (a) : ask_to_split (a);
  a->first_extra = a->end_extra = 0;
  return answer;
}

static lyre_arith_answer search_above (lyre_arith *a, lyre_forms extra,
                                       bool split_inside) {
  uint32_t vars = a->vars.len;
  lyre_bounds_push (a);
  lyre_arith_answer answer = search (a, extra, split_inside);
  lyre_bounds_pop (a, 1);
  lyre_tableau_drop (a, vars);
  return answer;
}

static lyre_arith_answer solve (lyre_arith *a, bool split_inside) {
  round_nonbasic (a);
  lyre_arith_answer answer = lyre_simplex_run (a);
  if (is_final (a, answer))
    return answer;
  lyre_forms extra = {0, NULL};
  lyre_mark m = lyre_arena_mark (&a->work);
  answer = tighten (a, &extra);
  if (!is_final (a, answer))
    answer = search_above (a, extra, split_inside);
  lyre_arena_cut (&a->work, m);
  return answer;
}

lyre_arith_answer lyre_arith_check_int (lyre_arith *a, bool split_inside) {
  if (a->clash || lyre_poll (a->env, LYRE_POLL_ARITH))
    return lyre_arith_check (a);
  a->counts.checks++;
  a->pivot_limit = a->counts.pivots + a->effort;
  lyre_arith_answer answer = solve (a, split_inside);
  a->pivot_limit = 0;
  LYRE_ASSERT_SLOW (lyre_tableau_check (a));
  return lyre_arith_conclude (a, answer);
}
