#include "engine/components.h"

#include <stdlib.h>
#include <string.h>

/* Assertions are joined when they share a variable: union-find over their
 * positions, with the first assertion that mentions a variable as its owner. */
typedef struct {
  const lyre_problem *p;
  lyre_arena *arena;
  uint32_t *parent;     /* per assertion */
  lyre_term_list *vars; /* per assertion */
} grouping;

static uint32_t root_of (grouping *g, uint32_t i) {
  while (g->parent[i] != i) {
    g->parent[i] = g->parent[g->parent[i]];
    i = g->parent[i];
  }
  return i;
}

static void join (grouping *g, uint32_t a, uint32_t b) {
  a = root_of (g, a);
  b = root_of (g, b);
  if (a < b)
    g->parent[b] = a;
  else
    g->parent[a] = b;
}

static void join_by_variables (grouping *g) {
  lyre_map owner = {0}; /* variable id -> assertion + 1 */
  for (uint32_t i = 0; i < g->p->n; i++)
    g->parent[i] = i;
  for (uint32_t i = 0; i < g->p->n; i++) {
    g->vars[i] = lyre_free_vars (g->p->ts, g->arena, 1, &g->p->assertions[i]);
    for (uint32_t k = 0; k < g->vars[i].n; k++) {
      uint64_t *o = lyre_map_at (g->p->mem, &owner, g->vars[i].terms[k].id);
      if (*o)
        join (g, i, (uint32_t) *o - 1);
      else
        *o = i + 1;
    }
  }
  lyre_map_release (g->p->mem, &owner);
}

static int by_size (const void *a, const void *b) {
  const lyre_component *x = a, *y = b;
  if (x->n_vars != y->n_vars)
    return x->n_vars < y->n_vars ? -1 : 1;
  if (x->n != y->n)
    return x->n < y->n ? -1 : 1;
  return (x->assertions[0].id > y->assertions[0].id) -
         (x->assertions[0].id < y->assertions[0].id);
}

/* Counts the members of each group, then deals the assertions out. */
static lyre_components deal (grouping *g) {
  uint32_t n = g->p->n, groups = 0;
  uint32_t *number = lyre_arena_array (g->arena, uint32_t, n);
  uint32_t *count = lyre_arena_array (g->arena, uint32_t, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t r = root_of (g, i);
    if (r == i) {
      number[i] = groups;
      count[groups++] = 0;
    }
    count[number[r]]++;
  }
  lyre_component *all = lyre_arena_array (g->arena, lyre_component, groups);
  lyre_term **fill = lyre_arena_array (g->arena, lyre_term *, groups);
  for (uint32_t k = 0; k < groups; k++) {
    fill[k] = lyre_arena_array (g->arena, lyre_term, count[k]);
    all[k] = (lyre_component){.n = count[k], .assertions = fill[k]};
  }
  for (uint32_t i = 0; i < n; i++)
    *fill[number[root_of (g, i)]]++ = g->p->assertions[i];
  for (uint32_t k = 0; k < groups; k++) {
    lyre_term_list vars =
        lyre_free_vars (g->p->ts, g->arena, all[k].n, all[k].assertions);
    all[k].n_vars = vars.n;
    all[k].vars = vars.terms;
  }
  if (groups)
    qsort (all, groups, sizeof *all, by_size);
  return (lyre_components){groups, all};
}

lyre_components lyre_components_find (const lyre_problem *p,
                                      lyre_arena *arena) {
  grouping g = {.p = p,
                .arena = arena,
                .parent = lyre_arena_array (arena, uint32_t, p->n),
                .vars = lyre_arena_array (arena, lyre_term_list, p->n)};
  join_by_variables (&g);
  return deal (&g);
}
