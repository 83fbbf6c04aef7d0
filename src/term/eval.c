/* The driver of the evaluator: order of evaluation, memory, core operators. */
#include "term/eval.h"

#include <string.h>

#include "term/eval_internal.h"

/* --------------------------------------------------------------- life time */

lyre_eval *lyre_eval_new (lyre_terms *ts, lyre_mem *mem) {
  lyre_eval *e = lyre_alloc (mem, sizeof *e);
  memset (e, 0, sizeof *e);
  e->ts = ts;
  e->env = ts->env;
  e->mem = mem;
  e->stamp = 1;
  lyre_arena_init (&e->arena, mem);
  lyre_arena_init (&e->var_arena, mem);
  lyre_arena_init (&e->work, mem);
  e->matcher = lyre_matcher_new (ts, mem);
  return e;
}

void lyre_eval_delete (lyre_eval *e) {
  if (!e)
    return;
  lyre_matcher_delete (e->matcher);
  lyre_arena_release (&e->arena);
  lyre_arena_release (&e->var_arena);
  lyre_arena_release (&e->work);
  lyre_vec_release (e->mem, &e->memo);
  lyre_vec_release (e->mem, &e->stack);
  lyre_vec_release (e->mem, &e->vars);
  lyre_vec_release (e->mem, &e->leaves);
  lyre_vec_release (e->mem, &e->wanted);
  lyre_vec_release (e->mem, &e->gather_stack);
  lyre_vec_release (e->mem, &e->pieces);
  lyre_map_release (e->mem, &e->var_index);
  lyre_free (e->mem, e);
}

bool lyre_eval_fail (lyre_eval *e, lyre_eval_problem why) {
  e->problem = why;
  return false;
}

lyre_eval_problem lyre_eval_why (const lyre_eval *e) {
  return e->problem;
}

/* -------------------------------------------------------------- assignments */

/* Values of terms, and their payloads, are gone. */
static void forget_terms (lyre_eval *e) {
  lyre_arena_clear (&e->arena);
  if (++e->stamp)
    return;
  for (uint32_t i = 0; i < e->memo.len; i++)
    e->memo.data[i].stamp = 0;
  e->stamp = 1;
}

void lyre_eval_reset (lyre_eval *e) {
  forget_terms (e);
  lyre_vec_clear (&e->vars);
  lyre_map_clear (&e->var_index);
  lyre_arena_clear (&e->var_arena);
  e->live = e->garbage = 0;
}

/* About how many bytes a copy takes. */
static size_t payload_bytes (const lyre_val *v) {
  switch (v->sort.id) {
  case LYRE_ID_INT:
    return lyre_int_is_small (v->i) ? 0 : lyre_int_bits (v->i) / 8;
  case LYRE_ID_REAL:
    return (lyre_int_bits (v->r.num) + lyre_int_bits (v->r.den)) / 8;
  case LYRE_ID_STRING:
    if (v->s->form == LYRE_STR_RUNS)
      return sizeof *v->s + v->s->n_runs * sizeof *v->s->runs;
    return sizeof *v->s +
           (size_t) v->s->len * (v->s->form == LYRE_STR_WIDE ? 4 : 1);
  default:
    return 0;
  }
}

/* Copies what is in use to a fresh arena when most of the old one is not. A
 * search sets one variable a billion times. */
static void collect_garbage (lyre_eval *e) {
  if (e->garbage < 65536 || e->garbage < e->live)
    return;
  lyre_arena fresh;
  lyre_arena_init (&fresh, e->mem);
  for (uint32_t i = 0; i < e->vars.len; i++)
    e->vars.data[i] = lyre_val_copy (&fresh, e->vars.data[i]);
  lyre_arena_release (&e->var_arena);
  e->var_arena = fresh;
  e->garbage = 0;
}

void lyre_eval_set (lyre_eval *e, lyre_term var, lyre_val v) {
  LYRE_ASSERT (lyre_op_of (e->ts, var) == LYRE_VAR ||
               lyre_op_of (e->ts, var) == LYRE_APPLY);
  LYRE_ASSERT (lyre_sort_of (e->ts, var).id == v.sort.id);
  lyre_val copy = lyre_val_copy (&e->var_arena, v);
  lyre_vec_reserve (e->mem, &e->vars, (uint64_t) e->vars.len + 1);
  uint64_t *slot = lyre_map_at (e->mem, &e->var_index, var.id);
  if (!*slot)
    *slot = ++e->vars.len;
  else {
    size_t bytes = payload_bytes (e->vars.data + *slot - 1);
    e->garbage += bytes;
    e->live -= bytes;
  }
  e->vars.data[*slot - 1] = copy;
  e->live += payload_bytes (&copy);
  collect_garbage (e);
  forget_terms (e);
}

static lyre_val default_value (lyre_eval *e, lyre_sort sort) {
  lyre_val v = {.sort = sort};
  switch (sort.id) {
  case LYRE_ID_REAL:
    v.r = lyre_rat_from_int (LYRE_INT_ZERO);
    break;
  case LYRE_ID_STRING:
    v.s = &lyre_str_empty;
    break;
  case LYRE_ID_REGLAN:
    v.re = lyre_node_make (e->ts, LYRE_RE_NONE, 0, NULL);
    break;
  default: /* false, 0 and element 0 */
    break;
  }
  return v;
}

static lyre_val variable_value (lyre_eval *e, lyre_term var) {
  const uint64_t *slot = lyre_map_find (&e->var_index, var.id);
  if (!slot)
    return default_value (e, lyre_sort_of (e->ts, var));
  return e->vars.data[*slot - 1];
}

/* A function at a point is a variable: the application to values. */
static bool eval_apply (lyre_eval *e, lyre_term t, const lyre_node *n,
                        lyre_val *out) {
  lyre_term *args = lyre_arena_array (&e->work, lyre_term, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++) {
    lyre_val v = lyre_eval_arg (e, n, i);
    if (v.sort.id == LYRE_ID_REGLAN) /* many terms for one language */
      return lyre_eval_fail (e, LYRE_EVAL_FUNCTION);
    args[i] = lyre_node_value (e->ts, v);
  }
  *out = variable_value (e, lyre_node_with_args (e->ts, t, args));
  return true;
}

/* ---------------------------------------------------------- values of terms */

bool lyre_eval_is_known (const lyre_eval *e, lyre_term t) {
  return t.id < e->memo.len && e->memo.data[t.id].stamp == e->stamp;
}

lyre_val lyre_eval_value (const lyre_eval *e, lyre_term t) {
  LYRE_ASSERT (lyre_eval_is_known (e, t));
  return e->memo.data[t.id].val;
}

/* Evaluation makes terms (regexes), so the table may have grown. */
static void make_room (lyre_eval *e, uint32_t id) {
  if (id < e->memo.len)
    return;
  uint32_t n = e->ts->nodes.len, old = e->memo.len;
  lyre_vec_reserve (e->mem, &e->memo, n);
  memset (e->memo.data + old, 0, (n - old) * sizeof *e->memo.data);
  e->memo.len = n;
}

static void remember (lyre_eval *e, lyre_term t, lyre_val v) {
  make_room (e, t.id);
  e->memo.data[t.id].stamp = e->stamp;
  e->memo.data[t.id].val = v;
}

void lyre_eval_new_visit (lyre_eval *e) {
  if (++e->visit)
    return;
  for (uint32_t i = 0; i < e->memo.len; i++)
    e->memo.data[i].visit = 0;
  e->visit = 1;
}

bool lyre_eval_first_visit (lyre_eval *e, lyre_term t) {
  make_room (e, t.id);
  bool first = e->memo.data[t.id].visit != e->visit;
  e->memo.data[t.id].visit = e->visit;
  return first;
}

lyre_val lyre_eval_arg (const lyre_eval *e, const lyre_node *n, uint32_t i) {
  LYRE_ASSERT (i < n->n_args);
  return lyre_eval_value (e, n->args[i]);
}

int64_t lyre_eval_i64 (const lyre_eval *e, const lyre_node *n, uint32_t i) {
  lyre_int a = lyre_eval_arg (e, n, i).i;
  int64_t v;
  if (lyre_int_to_i64 (a, &v))
    return v;
  return lyre_int_sign (a) < 0 ? INT64_MIN : INT64_MAX;
}

bool lyre_eval_give_bool (lyre_val *out, bool b) {
  *out = lyre_val_bool (b);
  return true;
}

bool lyre_eval_give_int (lyre_eval *e, lyre_val *out, int64_t i) {
  *out = lyre_val_int (lyre_int_from (&e->arena, i));
  return true;
}

bool lyre_eval_give_str (lyre_val *out, const lyre_str *s) {
  *out = lyre_val_string (s);
  return true;
}

/* ------------------------------------------------- core: = and distinct */

static bool equal_values (lyre_eval *e, const lyre_val *a, const lyre_val *b,
                          bool *yes) {
  *yes = lyre_val_same (a, b);
  if (*yes || a->sort.id != LYRE_ID_REGLAN)
    return true;
  return lyre_eval_same_language (e, a->re, b->re, yes);
}

static bool eval_eq (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  lyre_val a = lyre_eval_arg (e, n, 0), b = lyre_eval_arg (e, n, 1);
  bool yes;
  return equal_values (e, &a, &b, &yes) && lyre_eval_give_bool (out, yes);
}

/* Languages have no hash: compare all pairs. */
static bool distinct_languages (lyre_eval *e, const lyre_node *n,
                                lyre_val *out) {
  for (uint32_t i = 0; i < n->n_args; i++)
    for (uint32_t j = i + 1; j < n->n_args; j++) {
      lyre_val a = lyre_eval_arg (e, n, i), b = lyre_eval_arg (e, n, j);
      bool yes;
      if (!equal_values (e, &a, &b, &yes))
        return false;
      if (yes)
        return lyre_eval_give_bool (out, false);
    }
  return lyre_eval_give_bool (out, true);
}

/* Puts argument I into a table of arguments; false if its value is there. */
static bool insert_value (lyre_eval *e, const lyre_node *n, uint32_t i,
                          uint32_t *table, uint32_t mask) {
  lyre_val v = lyre_eval_arg (e, n, i);
  uint32_t slot = lyre_val_hash (&v) & mask;
  for (; table[slot]; slot = (slot + 1) & mask) {
    lyre_val w = lyre_eval_arg (e, n, table[slot] - 1);
    if (lyre_val_same (&v, &w))
      return false;
  }
  table[slot] = i + 1;
  return true;
}

static bool eval_distinct (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  if (lyre_eval_arg (e, n, 0).sort.id == LYRE_ID_REGLAN)
    return distinct_languages (e, n, out);
  uint64_t cap = 4;
  while (cap < 2 * (uint64_t) n->n_args)
    cap *= 2;
  uint32_t *table = lyre_arena_array (&e->work, uint32_t, cap);
  memset (table, 0, cap * sizeof *table);
  for (uint32_t i = 0; i < n->n_args; i++) {
    if (lyre_poll (e->env, LYRE_POLL_EVAL))
      return lyre_eval_fail (e, LYRE_EVAL_STOPPED);
    if (!insert_value (e, n, i, table, (uint32_t) cap - 1))
      return lyre_eval_give_bool (out, false);
  }
  return lyre_eval_give_bool (out, true);
}

/* ------------------------------------------------------------------- driver */

/* The first argument from F->next on whose value is not known, skipping those
 * that are (Bool) UNIT; true if there is one. Stops at any other value. */
static bool wants_until (lyre_eval *e, const lyre_node *n, lyre_eval_frame *f,
                         bool unit, lyre_term *want) {
  for (; f->next < n->n_args; f->next++) {
    *want = n->args[f->next];
    if (!lyre_eval_is_known (e, *want))
      return true;
    if (lyre_eval_value (e, *want).b != unit)
      return false;
  }
  return false;
}

static bool wants_all (lyre_eval *e, const lyre_node *n, lyre_eval_frame *f,
                       lyre_term *want) {
  for (; f->next < n->n_args; f->next++) {
    *want = n->args[f->next];
    if (!lyre_eval_is_known (e, *want))
      return true;
  }
  return false;
}

/* After the condition, only the branch that it selects. */
static bool wants_branch (lyre_eval *e, const lyre_node *n, lyre_eval_frame *f,
                          lyre_term *want) {
  if (!f->next) {
    *want = n->args[0];
    if (!lyre_eval_is_known (e, *want))
      return true;
    f->next = lyre_eval_value (e, *want).b ? 1 : 2;
  }
  *want = n->args[f->next];
  return !lyre_eval_is_known (e, *want);
}

static bool wants_conclusion (lyre_eval *e, const lyre_node *n,
                              lyre_eval_frame *f, lyre_term *want) {
  *want = n->args[0];
  if (!lyre_eval_is_known (e, *want))
    return true;
  if (!lyre_eval_value (e, *want).b)
    return false;
  f->next = 1;
  *want = n->args[1];
  return !lyre_eval_is_known (e, *want);
}

/* True and *WANT set if F needs the value of another term first. Otherwise
 * F->next says where the lazy operators stopped. */
static bool wants (lyre_eval *e, lyre_eval_frame *f, lyre_term *want) {
  const lyre_node *n = lyre_node_of (e->ts, f->term);
  if (n->flags & LYRE_NODE_CLOSED_RE)
    return false;
  switch (n->op) {
  case LYRE_AND:
    return wants_until (e, n, f, true, want);
  case LYRE_OR:
    return wants_until (e, n, f, false, want);
  case LYRE_IMPLIES:
    return wants_conclusion (e, n, f, want);
  case LYRE_ITE:
    return wants_branch (e, n, f, want);
  case LYRE_FORALL:
  case LYRE_EXISTS:
    return false;
  default:
    return wants_all (e, n, f, want);
  }
}

static bool eval_family (lyre_eval *e, lyre_term t, const lyre_node *n,
                         lyre_val *out) {
  switch (n->op) {
  case LYRE_STR_IN_GRAMMAR:
    return lyre_eval_in_grammar (e, n, out);
  case LYRE_STR_IN_RE:
  case LYRE_STR_REPLACE_RE:
  case LYRE_STR_REPLACE_RE_ALL:
  case LYRE_STR_INDEXOF_RE:
    return lyre_eval_match (e, n, out);
  default:
    if (n->op >= LYRE_STR_TO_RE)
      return lyre_eval_reglan (e, t, out);
    if (n->op >= LYRE_STR_CONCAT)
      return lyre_eval_string (e, n, out);
    return lyre_eval_number (e, n, out);
  }
}

/* The value of F's term; all it wanted is known. */
static bool compute (lyre_eval *e, const lyre_eval_frame *f, lyre_val *out) {
  const lyre_node *n = lyre_node_of (e->ts, f->term);
  switch (n->op) {
  case LYRE_VAR:
    *out = variable_value (e, f->term);
    return true;
  case LYRE_VALUE:
    *out = *n->value;
    return true;
  case LYRE_APPLY:
    return eval_apply (e, f->term, n, out);
  case LYRE_FORALL:
  case LYRE_EXISTS:
    return lyre_eval_fail (e, LYRE_EVAL_QUANTIFIER);
  case LYRE_TRUE:
  case LYRE_FALSE:
    return lyre_eval_give_bool (out, n->op == LYRE_TRUE);
  case LYRE_NOT:
    return lyre_eval_give_bool (out, !lyre_eval_arg (e, n, 0).b);
  case LYRE_AND:
    return lyre_eval_give_bool (out, f->next == n->n_args);
  case LYRE_OR:
    return lyre_eval_give_bool (out, f->next < n->n_args);
  case LYRE_XOR:
    return lyre_eval_give_bool (out, lyre_eval_arg (e, n, 0).b !=
                                         lyre_eval_arg (e, n, 1).b);
  case LYRE_IMPLIES:
    return lyre_eval_give_bool (out, !f->next || lyre_eval_arg (e, n, 1).b);
  case LYRE_EQ:
    return eval_eq (e, n, out);
  case LYRE_DISTINCT:
    return eval_distinct (e, n, out);
  case LYRE_ITE:
    *out = lyre_eval_arg (e, n, f->next);
    return true;
  default:
    return eval_family (e, f->term, n, out);
  }
}

/* Brings the term on top of the stack nearer to its value. */
static bool work_on_top (lyre_eval *e) {
  lyre_eval_frame *f = &lyre_vec_top (&e->stack);
  lyre_term want;
  if (lyre_eval_is_known (e, f->term)) {
    e->stack.len--;
    return true;
  }
  if (lyre_op_of (e->ts, f->term) == LYRE_STR_CONCAT) {
    if (lyre_eval_wants_leaves (e, f->term))
      return true;
  } else if (wants (e, f, &want)) {
    lyre_vec_push (e->mem, &e->stack, ((lyre_eval_frame){want, 0}));
    return true;
  }
  lyre_val v;
  lyre_arena_clear (&e->work);
  if (!compute (e, f, &v))
    return false;
  remember (e, f->term, v);
  e->stack.len--;
  return true;
}

bool lyre_eval_term (lyre_eval *e, lyre_term t, lyre_val *out) {
  e->problem = LYRE_EVAL_OK;
  lyre_vec_clear (&e->stack);
  if (!lyre_eval_is_known (e, t))
    lyre_vec_push (e->mem, &e->stack, ((lyre_eval_frame){t, 0}));
  while (e->stack.len) {
    if (lyre_poll (e->env, LYRE_POLL_EVAL))
      return lyre_eval_fail (e, LYRE_EVAL_STOPPED);
    if (!work_on_top (e))
      return false;
  }
  *out = lyre_eval_value (e, t);
  return true;
}
