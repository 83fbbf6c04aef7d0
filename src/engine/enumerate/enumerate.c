#include "engine/enumerate/enumerate.h"

#include <stdlib.h>
#include <string.h>

enum {
  MAX_VARS = 1024,
  MAX_EFFORT = 4000000, /* assertion nodes evaluated, over all rounds */
};

/* An assertion and the positions of its variables in the search order. */
typedef struct {
  lyre_term term;
  uint32_t size; /* nodes below it: what one evaluation costs */
  uint32_t n_vars;
  uint32_t *vars;
} constraint;

/* A variable at its position. */
typedef struct {
  lyre_term var;
  lyre_candidates candidates;
  lyre_vec (uint32_t) checks; /* constraints whose last variable this is */
  uint32_t next;              /* candidate to try next */
  uint64_t *conflict;         /* positions to jump back to: a bit set */
} level;

typedef struct {
  const lyre_problem *p;
  lyre_arena arena;
  lyre_eval *eval;
  uint32_t n; /* variables */
  level *levels;
  uint32_t n_constraints;
  constraint *constraints;
  uint32_t words; /* of a conflict set */
  uint32_t width; /* candidates per variable in this round */
  int64_t effort; /* left */
  bool cut_off;   /* some candidate list was not exhausted */
} search;

/* ----------------------------------------------------------------- set-up */

static int by_vars (const void *a, const void *b) {
  const constraint *x = a, *y = b;
  if (x->n_vars != y->n_vars)
    return x->n_vars < y->n_vars ? -1 : 1;
  return (x->term.id > y->term.id) - (x->term.id < y->term.id);
}

static void find_constraints (search *s) {
  const lyre_problem *p = s->p;
  s->n_constraints = p->n;
  s->constraints = lyre_arena_array (&s->arena, constraint, p->n);
  for (uint32_t i = 0; i < p->n; i++) {
    lyre_term t = p->assertions[i];
    lyre_term_list below = lyre_subterms (p->ts, &s->arena, 1, &t);
    lyre_term_list vars = lyre_free_vars (p->ts, &s->arena, 1, &t);
    constraint *c = &s->constraints[i];
    *c = (constraint){t, below.n, vars.n, (uint32_t *) vars.terms};
  }
  if (p->n)
    qsort (s->constraints, p->n, sizeof (constraint), by_vars);
}

/* Orders the variables so that small constraints are complete early; replaces
 * ids by positions in the constraints. */
static void order_variables (search *s, lyre_term_vec *order) {
  lyre_mem *mem = s->p->mem;
  lyre_map position = {0};
  for (uint32_t i = 0; i < s->n_constraints; i++) {
    constraint *c = &s->constraints[i];
    for (uint32_t k = 0; k < c->n_vars; k++) {
      uint64_t *at = lyre_map_at (mem, &position, c->vars[k]);
      if (!*at) {
        lyre_vec_push (mem, order, ((lyre_term){c->vars[k]}));
        *at = order->len;
      }
      c->vars[k] = (uint32_t) *at - 1;
    }
  }
  lyre_map_release (mem, &position);
}

static uint32_t last_position (const constraint *c) {
  uint32_t last = 0;
  for (uint32_t k = 0; k < c->n_vars; k++)
    if (c->vars[k] > last)
      last = c->vars[k];
  return last;
}

static void make_levels (search *s, const lyre_term_vec *order) {
  s->n = order->len;
  s->words = (s->n + 63) / 64;
  s->levels = lyre_arena_array (&s->arena, level, s->n);
  lyre_candidates *lists = lyre_arena_array (&s->arena, lyre_candidates, s->n);
  lyre_candidates_collect (s->p, &s->arena, s->n, order->data, lists);
  for (uint32_t i = 0; i < s->n; i++) {
    uint64_t *bits = lyre_arena_array (&s->arena, uint64_t, s->words);
    s->levels[i] = (level){
        .var = order->data[i], .candidates = lists[i], .conflict = bits};
  }
  for (uint32_t i = 0; i < s->n_constraints; i++) {
    if (!s->constraints[i].n_vars)
      continue; /* check_ground has seen it */
    level *l = &s->levels[last_position (&s->constraints[i])];
    lyre_vec_push (s->p->mem, &l->checks, i);
  }
}

/* ----------------------------------------------------------------- search */

static void clear_conflict (search *s, level *l) {
  memset (l->conflict, 0, s->words * sizeof *l->conflict);
}

static void blame_constraint (level *l, const constraint *c) {
  for (uint32_t k = 0; k < c->n_vars; k++)
    l->conflict[c->vars[k] / 64] |= (uint64_t) 1 << (c->vars[k] % 64);
}

/* May the constraint hold although it evaluates to false? */
static bool is_open (const search *s, lyre_term t) {
  return lyre_node_of (s->p->ts, t)->flags & LYRE_NODE_PARTIAL;
}

/* True if every constraint that ends at level L holds. A constraint without a
 * value (too large, stopped) counts as false and makes the round incomplete. */
static bool constraints_hold (search *s, level *l) {
  for (uint32_t i = 0; i < l->checks.len; i++) {
    const constraint *c = &s->constraints[l->checks.data[i]];
    lyre_val v;
    s->effort -= c->size;
    bool known = lyre_eval_term (s->eval, c->term, &v);
    if (known && v.b)
      continue;
    s->cut_off |= !known || is_open (s, c->term);
    blame_constraint (l, c);
    return false;
  }
  return true;
}

static uint32_t width_of (const search *s, const level *l) {
  uint32_t n = l->candidates.values.len;
  return n < s->width ? n : s->width;
}

/* Gives the variable of level L its next candidate that fits. */
static bool advance (search *s, level *l) {
  while (l->next < width_of (s, l)) {
    if (s->effort < 0 || lyre_poll (s->p->env, LYRE_POLL_ENUMERATE))
      return false;
    lyre_eval_set (s->eval, l->var, l->candidates.values.data[l->next++]);
    s->effort--;
    s->p->env->statistics.assignments++;
    if (constraints_hold (s, l))
      return true;
  }
  s->cut_off |= !l->candidates.complete || l->next < l->candidates.values.len;
  return false;
}

/* The deepest level below I in I's conflict set, or -1; what is left of the
 * set becomes a part of that level's. */
static int64_t jump_target (search *s, uint32_t i) {
  level *from = &s->levels[i];
  for (int64_t k = (int64_t) i - 1; k >= 0; k--) {
    if (!(from->conflict[k / 64] >> (k % 64) & 1))
      continue;
    level *to = &s->levels[k];
    for (uint32_t w = 0; w < s->words; w++)
      to->conflict[w] |= from->conflict[w];
    to->conflict[k / 64] &= ~((uint64_t) 1 << (k % 64));
    return k;
  }
  return -1;
}

static void start_level (search *s, uint32_t i) {
  s->levels[i].next = 0;
  clear_conflict (s, &s->levels[i]);
}

/* One round at the current width: true if all variables have fitting values. */
static bool run_round (search *s) {
  uint32_t i = 0;
  if (s->n)
    start_level (s, 0);
  while (i < s->n) {
    if (advance (s, &s->levels[i])) {
      if (++i < s->n)
        start_level (s, i);
      continue;
    }
    if (s->effort < 0 || s->p->env->stop)
      return false;
    int64_t target = jump_target (s, i);
    if (target < 0)
      return false;
    i = (uint32_t) target;
  }
  return true;
}

/* ----------------------------------------------------------------- answers */

static void fill_model (search *s, lyre_model *m) {
  for (uint32_t i = 0; i < s->n; i++) {
    level *l = &s->levels[i];
    lyre_model_set (m, l->var, l->candidates.values.data[l->next - 1]);
  }
}

static lyre_verdict run_rounds (search *s, lyre_model *m) {
  for (s->width = 4; s->width <= 1024; s->width *= 4) {
    s->cut_off = false;
    if (run_round (s)) {
      fill_model (s, m);
      return lyre_verdict_sat ();
    }
    if (s->p->env->stop)
      return lyre_verdict_unknown ("stopped");
    if (s->effort < 0)
      break;
    if (!s->cut_off)
      return lyre_verdict_unsat ();
  }
  return lyre_verdict_unknown ("no small model found");
}

/* Assertions without variables: they are true or there is no model. */
static lyre_verdict check_ground (search *s) {
  for (uint32_t i = 0; i < s->n_constraints; i++) {
    lyre_val v;
    if (s->constraints[i].n_vars)
      continue;
    if (!lyre_eval_term (s->eval, s->constraints[i].term, &v))
      return lyre_verdict_unknown ("a ground assertion is too large");
    if (!v.b && is_open (s, s->constraints[i].term))
      return lyre_verdict_unknown ("division by zero");
    if (!v.b)
      return lyre_verdict_unsat ();
  }
  return lyre_verdict_sat ();
}

/* Without strings the other engines are quick and complete, so that many
 * variables are not worth much search. */
static void limit_effort (search *s, const lyre_term_vec *order) {
  for (uint32_t i = 0; i < order->len; i++)
    if (lyre_has_sort (s->p->ts, order->data[i], LYRE_STRING))
      return;
  s->effort /= 1 + order->len / 4;
}

static lyre_verdict prepare_and_search (search *s, lyre_model *m) {
  find_constraints (s);
  lyre_verdict ground = check_ground (s);
  if (ground.result != LYRE_SAT)
    return ground;
  lyre_term_vec order = {0};
  order_variables (s, &order);
  if (order.len > MAX_VARS) {
    lyre_vec_release (s->p->mem, &order);
    return lyre_verdict_unknown ("too many variables for small-model search");
  }
  limit_effort (s, &order);
  make_levels (s, &order);
  lyre_vec_release (s->p->mem, &order);
  return run_rounds (s, m);
}

static lyre_verdict solve (const lyre_problem *p, lyre_model *m) {
  search s = {.p = p, .effort = MAX_EFFORT};
  lyre_arena_init (&s.arena, p->mem);
  s.eval = lyre_eval_new (p->ts, p->mem);
  lyre_verdict v = prepare_and_search (&s, m);
  for (uint32_t i = 0; s.levels && i < s.n; i++) {
    lyre_vec_release (p->mem, &s.levels[i].candidates.values);
    lyre_vec_release (p->mem, &s.levels[i].checks);
  }
  lyre_eval_delete (s.eval);
  lyre_arena_release (&s.arena);
  return v;
}

const lyre_engine lyre_engine_enumerate = {
    .name = "enumerate", .solve = solve, .grammars = LYRE_ALSO_GRAMMARS};
