/* Bounds imply bounds: on the same variable by clauses, through the rows of the
 * arithmetic core by propagation. */
#include "engine/words/words.h"

enum { LONGEST_ROW = 30 };

/* ------------------------------------------------------------ one variable */

/* Is var <= a the same as var <= b or weaker? The flags make it var < a, b. */
static bool is_implied (words *w, lyre_rat a, bool strict_a, lyre_rat b,
                        bool strict_b) {
  int order = lyre_rat_cmp (&w->env->scratch, a, b);
  return order ? order > 0 : !strict_a || strict_b;
}

/* The place of the strongest bound in the list that follows from var <= b. */
static uint32_t first_implied (words *w, const lyre_lits *list, lyre_rat b,
                               bool strict) {
  lyre_mark mark = lyre_arena_mark (&w->env->scratch);
  uint32_t low = 0, high = list->len;
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    const atom *a = &w->atoms.data[list->data[mid]];
    if (is_implied (w, a->bound, a->strict, b, strict))
      high = mid;
    else
      low = mid + 1;
  }
  lyre_arena_cut (&w->env->scratch, mark);
  return low;
}

static lyre_lits *bounds_on (words *w, uint32_t var) {
  while (w->bounds_on.len <= var)
    lyre_vec_push (w->mem, &w->bounds_on, (lyre_lits){0});
  return &w->bounds_on.data[var];
}

static void implies (words *w, lyre_lit a, lyre_lit b) {
  lyre_sat_add_clause (w->sat, 2, (lyre_lit[]){-a, b});
}

/* A bound implies the next weaker one and follows from the next stronger one:
 * unit propagation does the rest. */
void words_order_bound (words *w, lyre_lit l) {
  atom new = w->atoms.data[l];
  lyre_lits *list = bounds_on (w, new.var);
  uint32_t place = first_implied (w, list, new.bound, new.strict);
  lyre_vec_push (w->mem, list, l);
  for (uint32_t i = list->len - 1; i > place; i--)
    list->data[i] = list->data[i - 1];
  list->data[place] = l;
  if (place)
    implies (w, list->data[place - 1], l);
  if (place + 1 < list->len)
    implies (w, l, list->data[place + 1]);
}

/* -------------------------------------------------------------------- rows */

/* Propagates L; the reasons are kept until its level is left. */
static void propagate (words *w, lyre_lit l) {
  uint32_t v = (uint32_t) (l < 0 ? -l : l);
  if (lyre_sat_value (w->sat, l) > 0)
    return;
  lyre_tags why = lyre_arith_implied_why (w->arith);
  while (w->why_of.len <= v)
    lyre_vec_push (w->mem, &w->why_of, 0);
  w->why_of.data[v] = w->why.len;
  lyre_vec_push (w->mem, &w->why, why.n);
  for (uint32_t i = 0; i < why.n; i++)
    lyre_vec_push (w->mem, &w->why, why.at[i]);
  lyre_sat_propagate (w->sat, l);
}

static void on_implied (void *user, const lyre_implied *f) {
  words *w = user;
  if (f->var >= w->bounds_on.len || !w->bounds_on.data[f->var].len)
    return;
  const lyre_lits *list = &w->bounds_on.data[f->var];
  /* not var < b, or not var <= b: then none that is stronger, either */
  uint32_t i = first_implied (w, list, f->bound, f->upper == f->strict);
  if (f->upper && i < list->len)
    propagate (w, list->data[i]);
  if (f->upper)
    return;
  const atom *a = i < list->len ? &w->atoms.data[list->data[i]] : NULL;
  if (a && lyre_rat_eq (a->bound, f->bound) && a->strict != f->strict)
    i++;
  if (i)
    propagate (w, -list->data[i - 1]);
}

void words_propagate_bounds (words *w) {
  lyre_arith_implied (w->arith, LONGEST_ROW, on_implied, w);
}

void words_explain_bound (words *w, lyre_lit l, lyre_lits *out) {
  uint32_t v = (uint32_t) (l < 0 ? -l : l), at = w->why_of.data[v];
  for (uint32_t i = 1; i <= w->why.data[at]; i++)
    lyre_vec_push (w->mem, out, -(lyre_lit) w->why.data[at + i]);
}
