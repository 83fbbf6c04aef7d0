/* Walking and rebuilding terms, without recursion. */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "term/term.h"

/* A frame of the walk: the term, and the next argument to visit. */
typedef struct {
  lyre_term t;
  uint32_t next;
} frame;

typedef struct {
  lyre_terms *ts;
  lyre_mem *mem;
  lyre_vec (frame) stack;
  lyre_map seen; /* term id -> 1 + whatever the walk computes */
} walk;

static void walk_release (walk *w) {
  lyre_vec_release (w->mem, &w->stack);
  lyre_map_release (w->mem, &w->seen);
}

static bool enter (walk *w, lyre_term t) {
  if (lyre_map_find (&w->seen, t.id))
    return false;
  lyre_vec_push (w->mem, &w->stack, ((frame){t, 0}));
  return true;
}

/* The next term in post-order, or LYRE_NO_TERM at the end. The caller must
 * mark it as seen before asking for another. */
static lyre_term next_term (walk *w) {
  while (w->stack.len) {
    frame *f = &lyre_vec_top (&w->stack);
    const lyre_node *n = lyre_node_of (w->ts, f->t);
    if (f->next < n->n_args) {
      enter (w, n->args[f->next++]);
      continue;
    }
    lyre_term t = lyre_vec_pop (&w->stack).t;
    if (!lyre_map_find (&w->seen, t.id))
      return t;
  }
  return LYRE_NO_TERM;
}

lyre_term_list lyre_subterms (lyre_terms *ts, lyre_arena *arena, uint32_t n,
                              const lyre_term *roots) {
  walk w = {.ts = ts, .mem = &ts->env->mem};
  lyre_vec (lyre_term) found = {0};
  for (uint32_t i = 0; i < n; i++) {
    enter (&w, roots[i]);
    for (lyre_term t; (t = next_term (&w)).id;) {
      *lyre_map_at (w.mem, &w.seen, t.id) = 1;
      lyre_vec_push (w.mem, &found, t);
    }
  }
  lyre_term_list list = {found.len,
                         lyre_arena_array (arena, lyre_term, found.len)};
  if (found.len)
    memcpy (list.terms, found.data, found.len * sizeof (lyre_term));
  lyre_vec_release (w.mem, &found);
  walk_release (&w);
  return list;
}

static int by_id (const void *a, const void *b) {
  uint32_t x = ((const lyre_term *) a)->id, y = ((const lyre_term *) b)->id;
  return (x > y) - (x < y);
}

lyre_term_list lyre_free_vars (lyre_terms *ts, lyre_arena *arena, uint32_t n,
                               const lyre_term *roots) {
  lyre_term_list list = lyre_subterms (ts, arena, n, roots);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list.n; i++)
    if (lyre_op_of (ts, list.terms[i]) == LYRE_VAR)
      list.terms[kept++] = list.terms[i];
  list.n = kept;
  if (kept)
    qsort (list.terms, kept, sizeof *list.terms, by_id);
  return list;
}

/* T with its arguments replaced by what the walk has for them. */
static lyre_term rebuild (walk *w, lyre_term t) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  if (!n->n_args)
    return t;
  lyre_arena *scratch = &w->ts->env->scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  lyre_term *args = lyre_arena_array (scratch, lyre_term, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    args[i].id = (uint32_t) *lyre_map_find (&w->seen, n->args[i].id);
  lyre_term result = lyre_node_with_args (w->ts, t, args);
  lyre_arena_cut (scratch, mark);
  return result;
}

lyre_term lyre_term_substitute (lyre_terms *ts, lyre_term t, uint32_t n,
                                const lyre_term *vars, const lyre_term *terms) {
  walk w = {.ts = ts, .mem = &ts->env->mem};
  for (uint32_t i = 0; i < n; i++)
    *lyre_map_at (w.mem, &w.seen, vars[i].id) = terms[i].id;
  enter (&w, t);
  for (lyre_term u; (u = next_term (&w)).id;) {
    lyre_term result = rebuild (&w, u);
    *lyre_map_at (w.mem, &w.seen, u.id) = result.id;
  }
  lyre_term result = {(uint32_t) *lyre_map_find (&w.seen, t.id)};
  walk_release (&w);
  return result;
}
