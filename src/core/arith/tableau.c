/* Sparse rows and columns, and the pivot that exchanges two variables. */
#include "core/arith/arith_internal.h"

static lyre_link *link_of (const lyre_arith *a, const lyre_entry *e) {
  return &lyre_var_at (a, e->var)->column.data[e->at];
}

static void add_entry (lyre_arith *a, uint32_t r, uint32_t x, lyre_int coef) {
  lyre_row *row = lyre_row_at (a, r);
  lyre_arith_var *v = lyre_var_at (a, x);
  lyre_vec_reserve (a->mem, row, (uint64_t) row->len + 1);
  lyre_vec_push (a->mem, &v->column, ((lyre_link){r, row->len}));
  row->data[row->len++] = (lyre_entry){coef, x, v->column.len - 1};
}

static void unlink_entry (lyre_arith *a, const lyre_entry *e) {
  lyre_arith_var *v = lyre_var_at (a, e->var);
  lyre_link last = lyre_vec_pop (&v->column);
  if (e->at == v->column.len)
    return;
  v->column.data[e->at] = last;
  lyre_row_at (a, last.row)->data[last.at].at = e->at;
}

static void remove_entry (lyre_arith *a, uint32_t r, uint32_t at) {
  lyre_row *row = lyre_row_at (a, r);
  unlink_entry (a, &row->data[at]);
  lyre_entry last = lyre_vec_pop (row);
  if (at == row->len)
    return;
  row->data[at] = last;
  link_of (a, &last)->at = at;
}

static void make_first (lyre_arith *a, uint32_t r, uint32_t at) {
  lyre_row *row = lyre_row_at (a, r);
  lyre_entry first = row->data[0];
  row->data[0] = row->data[at];
  row->data[at] = first;
  link_of (a, &row->data[0])->at = 0;
  link_of (a, &row->data[at])->at = at;
}

/* ------------------------------------------------------- row operations */

static bool is_one (lyre_int k) {
  return k.w == LYRE_INT_ONE.w;
}

static lyre_int row_gcd (lyre_arith *a, const lyre_row *row) {
  lyre_int g = LYRE_INT_ZERO;
  for (uint32_t i = 0; i < row->len && !is_one (g); i++)
    g = lyre_int_gcd (&a->work, g, row->data[i].coef);
  return g;
}

static void make_primitive (lyre_arith *a, uint32_t r) {
  lyre_row *row = lyre_row_at (a, r);
  lyre_mark m = lyre_arena_mark (&a->work);
  lyre_int g = row_gcd (a, row);
  if (!is_one (g))
    for (uint32_t i = 0; i < row->len; i++)
      row->data[i].coef = lyre_int_div (&a->nums, row->data[i].coef, g);
  lyre_arena_cut (&a->work, m);
}

static void scale_row (lyre_arith *a, lyre_row *row, lyre_int k) {
  if (is_one (k))
    return;
  for (uint32_t i = 0; i < row->len; i++)
    row->data[i].coef = lyre_int_mul (&a->nums, row->data[i].coef, k);
}

static void note_places (lyre_arith *a, const lyre_row *row) {
  for (uint32_t i = 0; i < row->len; i++)
    a->place.data[row->data[i].var] = i + 1;
}

static void forget_places (lyre_arith *a, const lyre_row *row) {
  for (uint32_t i = 0; i < row->len; i++)
    a->place.data[row->data[i].var] = 0;
}

static void add_multiple (lyre_arith *a, uint32_t target, uint32_t source,
                          lyre_int k) {
  for (uint32_t i = 0; i < lyre_row_at (a, source)->len; i++) {
    lyre_entry e = lyre_row_at (a, source)->data[i];
    lyre_int more = lyre_int_mul (&a->nums, e.coef, k);
    uint32_t place = a->place.data[e.var];
    if (!place) {
      add_entry (a, target, e.var, more);
      continue;
    }
    lyre_entry *t = &lyre_row_at (a, target)->data[place - 1];
    t->coef = lyre_int_add (&a->nums, t->coef, more);
  }
}

static void remove_zeros (lyre_arith *a, uint32_t r) {
  for (uint32_t i = lyre_row_at (a, r)->len; i-- > 1;)
    if (!lyre_int_sign (lyre_row_at (a, r)->data[i].coef))
      remove_entry (a, r, i);
}

/* target := k*target + l*source. The target's basic variable is not in the
 * source, so its coefficient stays. */
static void combine (lyre_arith *a, uint32_t target, lyre_int k,
                     uint32_t source, lyre_int l) {
  lyre_row *row = lyre_row_at (a, target);
  scale_row (a, row, k);
  note_places (a, row);
  add_multiple (a, target, source, l);
  forget_places (a, row);
  remove_zeros (a, target);
  make_primitive (a, target);
}

/* Removes from the target the variable that the source's row defines, which
 * has coefficient C there. */
static void eliminate (lyre_arith *a, uint32_t target, lyre_int c,
                       uint32_t source) {
  lyre_mark m = lyre_arena_mark (&a->work);
  lyre_int p = lyre_row_at (a, source)->data[0].coef;
  lyre_int g = lyre_int_gcd (&a->work, p, c);
  lyre_int k = lyre_int_div (&a->work, p, g);
  lyre_int l = lyre_int_neg (&a->work, lyre_int_div (&a->work, c, g));
  combine (a, target, k, source, l);
  lyre_arena_cut (&a->work, m);
}

/* ---------------------------------------------------------------- pivot */

/* Backwards, as the column shrinks: what moves has been visited. */
static void eliminate_column (lyre_arith *a, uint32_t r, uint32_t x) {
  for (uint32_t i = lyre_var_at (a, x)->column.len; i-- > 0;) {
    lyre_link l = lyre_var_at (a, x)->column.data[i];
    if (l.row != r)
      eliminate (a, l.row, lyre_row_at (a, l.row)->data[l.at].coef, r);
  }
}

void lyre_tableau_pivot (lyre_arith *a, uint32_t r, uint32_t at) {
  lyre_row *row = lyre_row_at (a, r);
  uint32_t x = row->data[at].var;
  LYRE_ASSERT (at);
  lyre_var_at (a, row->data[0].var)->row = LYRE_NO_ROW;
  lyre_var_at (a, x)->row = r;
  make_first (a, r, at);
  eliminate_column (a, r, x);
  a->counts.pivots++;
}

/* ------------------------------------------------------- rows come and go */

static lyre_int common_denominator (lyre_arith *a, lyre_form f) {
  lyre_int d = LYRE_INT_ONE;
  for (uint32_t i = 0; i < f.n; i++) {
    lyre_int g = lyre_int_gcd (&a->work, d, f.coefs[i].den);
    lyre_int more = lyre_int_div (&a->work, f.coefs[i].den, g);
    d = lyre_int_mul (&a->work, d, more);
  }
  return d;
}

/* -d*var + d*form = 0, before basic variables are replaced. */
static void write_form (lyre_arith *a, uint32_t r, uint32_t var, lyre_form f) {
  lyre_mark m = lyre_arena_mark (&a->work);
  lyre_int d = common_denominator (a, f);
  add_entry (a, r, var, lyre_int_neg (&a->nums, d));
  for (uint32_t i = 0; i < f.n; i++) {
    lyre_int k = lyre_int_div (&a->work, d, f.coefs[i].den);
    add_entry (a, r, f.vars[i], lyre_int_mul (&a->nums, f.coefs[i].num, k));
  }
  lyre_arena_cut (&a->work, m);
}

static uint32_t place_of (const lyre_row *row, uint32_t x) {
  for (uint32_t i = 0; i < row->len; i++)
    if (row->data[i].var == x)
      return i;
  return UINT32_MAX;
}

static void replace_basic (lyre_arith *a, uint32_t r, lyre_form f) {
  for (uint32_t i = 0; i < f.n; i++) {
    uint32_t source = lyre_var_at (a, f.vars[i])->row;
    if (source == LYRE_NO_ROW)
      continue;
    const lyre_row *row = lyre_row_at (a, r);
    uint32_t at = place_of (row, f.vars[i]);
    eliminate (a, r, row->data[at].coef, source);
  }
}

static lyre_delta form_value (lyre_arith *a, lyre_form f) {
  lyre_delta sum = LYRE_DELTA_ZERO;
  for (uint32_t i = 0; i < f.n; i++) {
    lyre_delta v = lyre_var_at (a, f.vars[i])->value;
    sum = lyre_delta_add (&a->work, sum,
                          lyre_delta_scale (&a->work, v, f.coefs[i]));
  }
  return sum;
}

void lyre_tableau_define (lyre_arith *a, uint32_t var, lyre_form f) {
  uint32_t r = a->rows.len;
  lyre_vec_push (a->mem, &a->rows, (lyre_row){0});
  write_form (a, r, var, f);
  replace_basic (a, r, f);
  make_primitive (a, r);
  lyre_mark m = lyre_arena_mark (&a->work);
  lyre_arith_var *v = lyre_var_at (a, var);
  v->row = r;
  v->value = lyre_delta_copy (&a->nums, form_value (a, f));
  lyre_arena_cut (&a->work, m);
}

static void rename_row (lyre_arith *a, uint32_t from, uint32_t to) {
  lyre_row *row = lyre_row_at (a, from);
  for (uint32_t i = 0; i < row->len; i++)
    link_of (a, &row->data[i])->row = to;
  lyre_var_at (a, row->data[0].var)->row = to;
  *lyre_row_at (a, to) = *row;
}

static void drop_row (lyre_arith *a, uint32_t r) {
  lyre_row *row = lyre_row_at (a, r);
  while (row->len)
    unlink_entry (a, &row->data[--row->len]);
  lyre_vec_release (a->mem, row);
  if (r + 1 < a->rows.len)
    rename_row (a, a->rows.len - 1, r);
  lyre_vec_drop (&a->rows);
}

/* The shortest row with a variable that is not basic. */
static lyre_link shortest_row (const lyre_arith *a, uint32_t x) {
  const lyre_arith_var *v = lyre_var_at (a, x);
  lyre_link best = v->column.data[0];
  for (uint32_t i = 1; i < v->column.len; i++)
    if (lyre_row_at (a, v->column.data[i].row)->len <
        lyre_row_at (a, best.row)->len)
      best = v->column.data[i];
  return best;
}

/* A variable that has just left the basis may be anywhere. */
static void bring_inside (lyre_arith *a, uint32_t x) {
  int out = lyre_simplex_outside (a, x);
  if (out)
    lyre_simplex_move (
        a, x, lyre_bound_at (a, x, out < 0 ? LYRE_LOWER : LYRE_UPPER)->at);
}

static void make_basic (lyre_arith *a, uint32_t x) {
  lyre_link l = shortest_row (a, x);
  uint32_t leaving = lyre_row_at (a, l.row)->data[0].var;
  lyre_tableau_pivot (a, l.row, l.at);
  bring_inside (a, leaving);
}

static void drop_newest (lyre_arith *a) {
  uint32_t x = a->vars.len - 1;
  if (!lyre_is_basic (a, x))
    make_basic (a, x);
  drop_row (a, lyre_var_at (a, x)->row);
  lyre_vec_release (a->mem, &lyre_var_at (a, x)->column);
  lyre_vec_drop (&a->vars);
  lyre_vec_drop (&a->place);
  lyre_vec_drop (&a->same_hash);
}

static void keep_below (lyre_u32s *list, uint32_t n) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] < n)
      list->data[kept++] = list->data[i];
  list->len = kept;
}

void lyre_tableau_drop (lyre_arith *a, uint32_t n) {
  while (a->vars.len > n)
    drop_newest (a);
  keep_below (&a->queue, n);
  keep_below (&a->changed, n);
}

/* --------------------------------------------------------------- checking */

static bool row_fits (lyre_arith *a, uint32_t r) {
  const lyre_row *row = lyre_row_at (a, r);
  lyre_delta sum = LYRE_DELTA_ZERO;
  bool fits = lyre_var_at (a, row->data[0].var)->row == r;
  for (uint32_t i = 0; i < row->len; i++) {
    const lyre_entry *e = &row->data[i];
    const lyre_link *l = link_of (a, e);
    fits = fits && l->row == r && l->at == i && lyre_int_sign (e->coef);
    fits = fits && (!i || !lyre_is_basic (a, e->var));
    sum = lyre_delta_add (&a->work, sum,
                          lyre_delta_scale (&a->work,
                                            lyre_var_at (a, e->var)->value,
                                            lyre_rat_from_int (e->coef)));
  }
  return fits && !lyre_delta_sign (sum);
}

bool lyre_tableau_check (lyre_arith *a) {
  lyre_mark m = lyre_arena_mark (&a->work);
  bool fits = true;
  for (uint32_t r = 0; r < a->rows.len && fits; r++)
    fits = row_fits (a, r);
  for (uint32_t x = 0; x < a->vars.len && fits; x++) {
    const lyre_arith_var *v = lyre_var_at (a, x);
    fits = lyre_is_basic (a, x) ? v->column.len == 1
                                : !lyre_simplex_outside (a, x);
    fits = fits &&
           (!lyre_is_basic (a, x) || v->queued || !lyre_simplex_outside (a, x));
  }
  lyre_arena_cut (&a->work, m);
  return fits;
}
