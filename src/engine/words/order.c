/* The order of strings as a graph: what is smaller than what, in this
 * assignment. A cycle makes all strings on it equal, and none may be smaller
 * than the next. */
#include "engine/words/words.h"

enum { MAX_EDGES = 400 };

/* from <= to, or from < to. */
typedef struct {
  lyre_term from, to;
  lyre_lit literal; /* 0: two literals, in their order */
  bool strict;
} edge;

typedef lyre_vec (edge) edges;

static lyre_enode root_of (words *w, lyre_term t) {
  return lyre_egraph_root (w->eg, words_node (w, t));
}

static void collect_atom (words *w, uint32_t v, edges *all) {
  lyre_term t = w->atoms.data[v].term;
  lyre_op op = lyre_op_of (w->ts, t);
  int value = lyre_sat_value (w->sat, (lyre_lit) v);
  if ((op != LYRE_STR_LT && op != LYRE_STR_LE) || !value)
    return;
  lyre_term a = lyre_arg_of (w->ts, t, 0), b = lyre_arg_of (w->ts, t, 1);
  bool holds = value > 0;
  lyre_vec_push (w->mem, all,
                 ((edge){holds ? a : b, holds ? b : a,
                         holds ? (lyre_lit) v : -(lyre_lit) v,
                         (op == LYRE_STR_LT) == holds}));
}

/* Literals among the ends are in an order of their own. */
static void collect_literals (words *w, edges *all) {
  uint32_t n = all->len;
  for (uint32_t i = 0; i < 2 * n; i++)
    for (uint32_t k = 0; k < 2 * n && all->len < MAX_EDGES; k++) {
      const edge *x = &all->data[i / 2], *y = &all->data[k / 2];
      lyre_term a = i % 2 ? x->from : x->to, b = k % 2 ? y->from : y->to;
      lyre_enode u = lyre_egraph_value (w->eg, words_node (w, a));
      lyre_enode v = lyre_egraph_value (w->eg, words_node (w, b));
      if (u == LYRE_NO_ENODE || v == LYRE_NO_ENODE)
        continue;
      lyre_term s = w->term_of.data[u], t = w->term_of.data[v];
      if (lyre_str_cmp (lyre_string_of (w->ts, s), lyre_string_of (w->ts, t)) <
          0)
        lyre_vec_push (w->mem, all, ((edge){s, t, 0, true}));
    }
}

/* A way through the graph from the end of edge START back to its beginning:
 * by[i] is the edge before edge i. False if there is none. */
static bool find_cycle (words *w, const edges *all, uint32_t start,
                        uint32_t *by, uint32_t *last) {
  lyre_u32s queue = {0};
  lyre_enode goal = root_of (w, all->data[start].from);
  for (uint32_t i = 0; i < all->len; i++)
    by[i] = UINT32_MAX;
  by[start] = start;
  lyre_vec_push (w->mem, &queue, start);
  bool found = false;
  for (uint32_t i = 0; i < queue.len && !found; i++) {
    *last = queue.data[i];
    lyre_enode here = root_of (w, all->data[*last].to);
    found = here == goal;
    for (uint32_t k = 0; k < all->len && !found; k++)
      if (by[k] == UINT32_MAX && root_of (w, all->data[k].from) == here) {
        by[k] = *last;
        lyre_vec_push (w->mem, &queue, k);
      }
  }
  lyre_vec_release (w->mem, &queue);
  return found;
}

static void explain_same (words *w, lyre_term a, lyre_term b,
                          lyre_reasons *why) {
  if (!lyre_same (a, b))
    lyre_egraph_explain (w->eg, words_node (w, a), words_node (w, b), why);
}

/* From the last edge of a cycle back to the first. True if one is strict. */
static bool explain_cycle (words *w, const edges *all, uint32_t start,
                           const uint32_t *by, uint32_t last,
                           lyre_reasons *why) {
  bool strict = false;
  lyre_term next = all->data[start].from;
  for (uint32_t i = last;; i = by[i]) {
    const edge *e = &all->data[i];
    explain_same (w, e->to, next, why);
    if (e->literal)
      lyre_vec_push (w->mem, why, words_reason (e->literal));
    strict |= e->strict;
    next = e->from;
    if (i == start)
      return strict;
  }
}

/* Strict edges are looked at first, so that a cycle with one is a conflict. */
static bool check_edge (words *w, const edges *all, uint32_t i, uint32_t *by) {
  const edge *e = &all->data[i];
  uint32_t last;
  if (!e->strict && root_of (w, e->from) == root_of (w, e->to))
    return false;
  if (!find_cycle (w, all, i, by, &last))
    return false;
  lyre_reasons why = {0};
  bool strict = explain_cycle (w, all, i, by, last, &why);
  lyre_term t = strict ? lyre_t_false (w->ts) : words_eq (w, e->from, e->to);
  bool added = words_infer (w, &why, t);
  lyre_vec_release (w->mem, &why);
  return added;
}

step words_check_order (words *w) {
  edges all = {0};
  for (uint32_t v = 1; v < w->atoms.len && all.len < MAX_EDGES; v++)
    if (w->atoms.data[v].kind == ATOM_PREDICATE)
      collect_atom (w, v, &all);
  collect_literals (w, &all);
  uint32_t *by = lyre_arena_array (&w->round, uint32_t, all.len);
  bool added = false;
  uint32_t n = all.len;
  for (int strict = 1; strict >= 0; strict--)
    for (uint32_t i = 0; i < n && !added && !w->env->stop; i++)
      if (all.data[i].strict == strict)
        added = check_edge (w, &all, i, by);
  lyre_vec_release (w->mem, &all);
  return added ? STEP_MORE : STEP_DONE;
}
