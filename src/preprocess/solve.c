/* Solves equations for variables and eliminates them.
 *
 * A round collects one definition x := t per variable, drops those that close
 * a cycle, and applies all of them to all assertions at once. The defining
 * equation itself becomes t = t and vanishes. */
#include "preprocess/preprocess.h"

typedef struct {
  lyre_prep *p;
  lyre_map map;   /* variable id -> term id */
  lyre_map color; /* term id -> 1 on the stack, 2 done */
  lyre_vec (lyre_term) stack;
  lyre_vec (lyre_term) order; /* variables of the map, first come first */
} solving;

static void define (solving *s, lyre_term x, lyre_term t) {
  const lyre_node *n = lyre_node_of (s->p->ts, t);
  if (lyre_op_of (s->p->ts, x) != LYRE_VAR || lyre_same (x, t) ||
      (n->flags & LYRE_NODE_QUANTIFIED) || lyre_map_find (&s->map, x.id))
    return;
  *lyre_map_at (s->p->mem, &s->map, x.id) = t.id;
  lyre_vec_push (s->p->mem, &s->order, x);
}

/* x = t, t = x; of two variables the younger one goes. */
static void define_equation (solving *s, lyre_term a, lyre_term b) {
  lyre_terms *ts = s->p->ts;
  bool both = lyre_op_of (ts, a) == LYRE_VAR && lyre_op_of (ts, b) == LYRE_VAR;
  if (lyre_op_of (ts, a) == LYRE_VAR && (!both || a.id > b.id))
    define (s, a, b);
  else
    define (s, b, a);
}

static void collect (solving *s, lyre_term t) {
  lyre_terms *ts = s->p->ts;
  switch (lyre_op_of (ts, t)) {
  case LYRE_VAR:
    define (s, t, lyre_t_true (ts));
    break;
  case LYRE_NOT:
    define (s, lyre_arg_of (ts, t, 0), lyre_t_false (ts));
    break;
  case LYRE_EQ:
    define_equation (s, lyre_arg_of (ts, t, 0), lyre_arg_of (ts, t, 1));
    break;
  default:
    break;
  }
}

static uint64_t color_of (const solving *s, lyre_term t) {
  uint64_t *c = lyre_map_find (&s->color, t.id);
  return c ? *c : 0;
}

static void set_color (solving *s, lyre_term t, uint64_t c) {
  *lyre_map_at (s->p->mem, &s->color, t.id) = c;
}

/* Drops the innermost definition that is being followed. */
static void drop_definition (solving *s) {
  for (uint32_t i = s->stack.len; i-- > 0;) {
    lyre_term t = s->stack.data[i];
    uint64_t *def = lyre_map_find (&s->map, t.id);
    if (def && *def != t.id && color_of (s, t) == 1) {
      *def = t.id; /* x := x is no definition */
      return;
    }
  }
}

/* A term that is met while it is on the stack closes a cycle. Terms alone have
 * none, so the cycle runs through the definition of a variable. */
static void visit_child (solving *s, lyre_term t) {
  uint64_t c = color_of (s, t);
  if (c == 1)
    drop_definition (s);
  else if (c == 0)
    lyre_vec_push (s->p->mem, &s->stack, t);
}

static void visit_children (solving *s, lyre_term t) {
  uint64_t *def = lyre_map_find (&s->map, t.id);
  if (def) {
    visit_child (s, (lyre_term){(uint32_t) *def});
    return;
  }
  const lyre_node *n = lyre_node_of (s->p->ts, t);
  for (uint32_t i = 0; i < n->n_args; i++)
    visit_child (s, n->args[i]);
}

static void break_cycles (solving *s) {
  for (uint32_t i = 0; i < s->order.len; i++) {
    visit_child (s, s->order.data[i]);
    while (s->stack.len) {
      lyre_term t = lyre_vec_top (&s->stack);
      if (color_of (s, t) == 0) {
        set_color (s, t, 1);
        visit_children (s, t);
      } else {
        lyre_vec_drop (&s->stack);
        set_color (s, t, 2);
      }
    }
  }
}

/* Forgets the definitions that were dropped. */
static uint32_t compact (solving *s) {
  lyre_map kept = {0};
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->order.len; i++) {
    lyre_term x = s->order.data[i];
    uint64_t def = *lyre_map_find (&s->map, x.id);
    if (def == x.id)
      continue;
    *lyre_map_at (s->p->mem, &kept, x.id) = def;
    s->order.data[n++] = x;
  }
  s->order.len = n;
  lyre_map_release (s->p->mem, &s->map);
  s->map = kept;
  return n;
}

static void eliminate (solving *s) {
  lyre_prep *p = s->p;
  lyre_map memo = {0};
  for (uint32_t i = 0; i < p->assertions.len; i++)
    p->assertions.data[i] =
        lyre_prep_apply (p, &s->map, &memo, p->assertions.data[i]);
  for (uint32_t i = 0; i < s->order.len; i++) {
    lyre_term x = s->order.data[i];
    lyre_definition d = {x, lyre_prep_apply (p, &s->map, &memo, x)};
    lyre_vec_push (p->mem, &p->defined, d);
  }
  lyre_map_release (p->mem, &memo);
  p->env->statistics.eliminated += s->order.len;
}

bool lyre_pass_solve (lyre_prep *p) {
  solving s = {.p = p};
  for (uint32_t i = 0; i < p->assertions.len; i++)
    collect (&s, p->assertions.data[i]);
  break_cycles (&s);
  bool found = compact (&s) > 0;
  if (found)
    eliminate (&s);
  lyre_map_release (p->mem, &s.map);
  lyre_map_release (p->mem, &s.color);
  lyre_vec_release (p->mem, &s.stack);
  lyre_vec_release (p->mem, &s.order);
  return found;
}
