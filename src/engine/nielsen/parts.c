/* A graph for each variable-disjoint part of a system. */
#include "engine/nielsen/nielsen.h"

static uint32_t find (uint32_t *parent, uint32_t i) {
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

/* By equation: the smallest one that it is connected to. */
static uint32_t *connect (nielsen_parts *p, uint32_t n,
                          const nielsen_word *sides) {
  lyre_arena *a = &p->s->arena;
  uint32_t *parent = lyre_arena_array (a, uint32_t, n);
  uint32_t *owner = lyre_arena_array (a, uint32_t, p->s->terms.len);
  for (uint32_t v = 0; v < p->s->terms.len; v++)
    owner[v] = UINT32_MAX;
  for (uint32_t i = 0; i < n; i++)
    parent[i] = i;
  for (uint32_t i = 0; i < 2 * n; i++)
    for (uint32_t k = 0; k < sides[i].n; k++) {
      uint32_t v = sides[i].at[k] & ~NIELSEN_VAR;
      if (!(sides[i].at[k] & NIELSEN_VAR))
        continue;
      if (owner[v] == UINT32_MAX)
        owner[v] = i / 2;
      uint32_t x = find (parent, owner[v]), y = find (parent, i / 2);
      parent[x > y ? x : y] = x > y ? y : x;
    }
  for (uint32_t i = 0; i < n; i++)
    parent[i] = find (parent, i);
  return parent;
}

static nielsen_graph *new_graph (nielsen_parts *p) {
  const lyre_problem *q = p->s->p;
  nielsen_graph *g = lyre_alloc (q->mem, sizeof *g);
  nielsen_graph_init (g, q->env, q->mem, p->s->languages, p->s->terms.len);
  lyre_vec_push (q->mem, &p->graphs, g);
  return g;
}

/* A graph for each part of the root. */
static void split (nielsen_parts *p) {
  uint32_t n = p->whole.states.data[0].n_equations, state;
  nielsen_word *sides = nielsen_sides (&p->whole, &p->s->arena, 0);
  uint32_t *part = connect (p, n, sides);
  nielsen_word *own =
      lyre_arena_array (&p->s->arena, nielsen_word, 2 * (size_t) n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t m = 0;
    for (uint32_t k = i; k < n; k++)
      if (part[k] == i) {
        own[m++] = sides[2 * k];
        own[m++] = sides[2 * k + 1];
      }
    if (m)
      nielsen_make_state (new_graph (p), m / 2, own, p->s->language.data,
                          &state);
  }
}

bool nielsen_parts_init (nielsen_parts *p, nielsen_system *s) {
  const lyre_problem *q = s->p;
  uint32_t state;
  *p = (nielsen_parts){.s = s};
  nielsen_graph_init (&p->whole, q->env, q->mem, s->languages, s->terms.len);
  if (!nielsen_make_state (&p->whole, s->sides.len / 2, s->sides.data,
                           s->language.data, &state))
    return false;
  split (p);
  return true;
}

void nielsen_parts_release (nielsen_parts *p) {
  lyre_mem *mem = p->s->p->mem;
  for (uint32_t i = 0; i < p->graphs.len; i++) {
    nielsen_graph_release (p->graphs.data[i]);
    lyre_free (mem, p->graphs.data[i]);
  }
  lyre_vec_release (mem, &p->graphs);
  nielsen_graph_release (&p->whole);
}

nielsen_answer nielsen_parts_search (nielsen_parts *p, bool all, uint64_t max) {
  nielsen_answer answer = NIELSEN_SOLVED;
  for (uint32_t i = 0; i < p->graphs.len; i++)
    switch (nielsen_search (p->graphs.data[i], all, max)) {
    case NIELSEN_NONE:
      return NIELSEN_NONE;
    case NIELSEN_GAVE_UP:
      answer = NIELSEN_GAVE_UP;
      break;
    default:
      break;
    }
  return answer;
}
