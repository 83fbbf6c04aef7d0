/* Products of a concatenation with an automaton, cut at the borders. */
#include "core/automata/system_internal.h"

#include <string.h>

static uint32_t meet (lyre_cuts *c, uint32_t layer, uint32_t l, uint32_t a) {
  uint64_t key = (uint64_t) (c->offset[layer] + l) << 32 | a;
  uint64_t *number = lyre_map_at (c->fa->mem, &c->number, key);
  if (!*number) {
    lyre_vec_push (c->fa->mem, &c->nodes, ((lyre_cut_node){layer, l, a}));
    *number = c->nodes.len;
    if (c->nodes.len > c->fa->max_states)
      c->stopped = c->fa->gave_up = true;
  }
  return (uint32_t) *number - 1;
}

static void join (lyre_cuts *c, uint32_t from, uint32_t to, uint32_t lo,
                  uint32_t hi) {
  if (c->n_arcs == c->cap_arcs)
    c->arcs = lyre_vec_grow (c->fa->mem, c->arcs, &c->cap_arcs,
                             (uint64_t) c->n_arcs + 1, sizeof *c->arcs);
  c->arcs[c->n_arcs++] = (struct lyre_cut_arc){from, to, lo, hi};
}

/* All states of the next layer's start, with A's state as it is. */
static void step_over (lyre_cuts *c, uint32_t from, uint32_t layer,
                       uint32_t a) {
  const lyre_nfa *next = c->layers[layer];
  for (uint32_t i = 0; i < next->n_initial && !c->stopped; i++)
    join (c, from, meet (c, layer, next->initial[i], a), 1, 0);
}

static void expand (lyre_cuts *c, uint32_t at) {
  lyre_cut_node n = c->nodes.data[at];
  const lyre_nfa *x = c->layers[n.layer];
  const lyre_edge *end = lyre_nfa_row_end (c->target, n.a);
  for (uint32_t i = x->first[n.l]; i < x->first[n.l + 1]; i++) {
    const lyre_edge *e = &x->edges[i];
    const lyre_edge *f = lyre_nfa_row_from (c->target, n.a, e->lo);
    for (; f < end && f->lo <= e->hi && !c->stopped; f++)
      if (f->hi >= e->lo)
        join (c, at, meet (c, n.layer, e->to, f->to),
              e->lo > f->lo ? e->lo : f->lo, e->hi < f->hi ? e->hi : f->hi);
  }
  if (x->final[n.l] && n.layer + 1 < c->n_layers)
    step_over (c, at, n.layer + 1, n.a);
}

static bool is_end (const lyre_cuts *c, uint32_t at) {
  lyre_cut_node n = c->nodes.data[at];
  return n.layer + 1 == c->n_layers && c->layers[n.layer]->final[n.l] &&
         c->target->final[n.a];
}

/* Backwards from the ends, arcs sorted by target. */
static void mark_useful (lyre_cuts *c) {
  lyre_mem *mem = c->fa->mem;
  uint32_t n = c->nodes.len;
  uint32_t *start = lyre_alloc (mem, lyre_mul_size (mem, n + 2, sizeof *start));
  uint32_t *into =
      lyre_alloc (mem, lyre_mul_size (mem, c->n_arcs + 1, sizeof *into));
  lyre_u32s work = {0};
  memset (start, 0, (n + 2) * sizeof *start);
  for (uint32_t i = 0; i < c->n_arcs; i++)
    start[c->arcs[i].to + 2]++;
  for (uint32_t i = 0; i <= n; i++)
    start[i + 1] += start[i];
  for (uint32_t i = 0; i < c->n_arcs; i++)
    into[start[c->arcs[i].to + 1]++] = c->arcs[i].from;
  for (uint32_t i = 0; i < n; i++)
    if (is_end (c, i)) {
      c->useful[i] = 1;
      lyre_vec_push (mem, &work, i);
    }
  while (work.len) {
    uint32_t at = lyre_vec_pop (&work);
    for (uint32_t i = start[at]; i < start[at + 1]; i++)
      if (!c->useful[into[i]]) {
        c->useful[into[i]] = 1;
        lyre_vec_push (mem, &work, into[i]);
      }
  }
  lyre_vec_release (mem, &work);
  lyre_free (mem, start);
  lyre_free (mem, into);
}

bool lyre_cuts_init (lyre_cuts *c, lyre_fa *fa, uint32_t n,
                     const lyre_nfa *const *layers, const lyre_nfa *target) {
  memset (c, 0, sizeof *c);
  c->fa = fa;
  c->n_layers = n;
  c->layers = layers;
  c->target = target;
  c->offset =
      lyre_alloc (fa->mem, lyre_mul_size (fa->mem, n + 1, sizeof *c->offset));
  c->offset[0] = 0;
  for (uint32_t i = 0; i < n; i++)
    c->offset[i + 1] = c->offset[i] + layers[i]->n_states;
  for (uint32_t i = 0; i < target->n_initial && !c->stopped; i++)
    for (uint32_t k = 0; k < layers[0]->n_initial; k++)
      meet (c, 0, layers[0]->initial[k], target->initial[i]);
  for (uint32_t i = 0; i < c->nodes.len && !c->stopped; i++) {
    c->stopped |= lyre_fa_stop (fa);
    expand (c, i);
  }
  c->useful = lyre_alloc (fa->mem, (size_t) c->nodes.len + 1);
  memset (c->useful, 0, (size_t) c->nodes.len + 1);
  if (!c->stopped)
    mark_useful (c);
  return !c->stopped;
}

void lyre_cuts_release (lyre_cuts *c) {
  lyre_free (c->fa->mem, c->offset);
  lyre_free (c->fa->mem, c->arcs);
  lyre_free (c->fa->mem, c->useful);
  lyre_vec_release (c->fa->mem, &c->nodes);
  lyre_map_release (c->fa->mem, &c->number);
}

bool lyre_cuts_is_empty (const lyre_cuts *c) {
  for (uint32_t i = 0; i < c->nodes.len; i++)
    if (c->useful[i])
      return false;
  return true;
}

/* Entries are nodes that a step leads to, which an arc with characters may
 * lead to as well. Those of the first layer are the initial states of A. */
static void mark_entries (const lyre_cuts *c, uint32_t layer, uint32_t from,
                          uint8_t *entry) {
  memset (entry, 0, c->nodes.len);
  for (uint32_t i = 0; i < c->n_arcs && layer; i++) {
    const struct lyre_cut_arc *e = &c->arcs[i];
    if (e->lo > e->hi && c->useful[e->from] && c->useful[e->to] &&
        c->nodes.data[e->to].layer == layer &&
        (from == LYRE_NO_STATE || from == c->nodes.data[e->to].a))
      entry[e->to] = 1;
  }
  for (uint32_t i = 0; i < c->target->n_initial && !layer; i++)
    for (uint32_t k = 0; k < c->layers[0]->n_initial; k++) {
      uint64_t key =
          (uint64_t) c->layers[0]->initial[k] << 32 | c->target->initial[i];
      uint64_t *at = lyre_map_find (&c->number, key);
      if (at && c->useful[*at - 1])
        entry[*at - 1] = 1;
    }
}

/* Nodes where the layer may end: at TO, or anywhere useful. */
static void mark_exits (const lyre_cuts *c, uint32_t layer, uint32_t to,
                        uint8_t *exit) {
  memset (exit, 0, c->nodes.len);
  for (uint32_t i = 0; i < c->n_arcs; i++) {
    const struct lyre_cut_arc *e = &c->arcs[i];
    lyre_cut_node n = c->nodes.data[e->from];
    if (e->lo > e->hi && n.layer == layer && c->useful[e->to] &&
        (to == LYRE_NO_STATE || to == n.a))
      exit[e->from] = 1;
  }
  for (uint32_t i = 0; i < c->nodes.len && layer + 1 == c->n_layers; i++)
    exit[i] = is_end (c, i);
}

const lyre_nfa *lyre_cuts_segment (lyre_cuts *c, lyre_fa *fa, uint32_t layer,
                                   uint32_t from, uint32_t to) {
  lyre_nfa_builder b;
  lyre_nfa_builder_init (&b, fa, lyre_nfa_roomy (fa));
  uint8_t *entry = lyre_alloc (fa->mem, 2 * (size_t) c->nodes.len + 1);
  uint8_t *exit = entry + c->nodes.len;
  uint32_t *state = lyre_alloc (
      fa->mem, lyre_mul_size (fa->mem, c->nodes.len + 1, sizeof *state));
  mark_entries (c, layer, from, entry);
  mark_exits (c, layer, to, exit);
  for (uint32_t i = 0; i < c->nodes.len && !b.stopped; i++) {
    if (c->nodes.data[i].layer != layer || !c->useful[i])
      continue;
    state[i] = lyre_nfa_add_state (&b, exit[i]);
    if (entry[i])
      lyre_nfa_add_initial (&b, state[i]);
  }
  for (uint32_t i = 0; i < c->n_arcs && !b.stopped; i++) {
    const struct lyre_cut_arc *e = &c->arcs[i];
    if (e->lo <= e->hi && c->nodes.data[e->from].layer == layer &&
        c->useful[e->from] && c->useful[e->to])
      lyre_nfa_add_arc (&b, state[e->from], e->lo, e->hi, state[e->to]);
  }
  lyre_free (fa->mem, entry);
  lyre_free (fa->mem, state);
  return lyre_nfa_finish (&b);
}

/* Forward within the layer; arcs are sorted by their first node. */
typedef struct {
  uint32_t *start; /* of each node's arcs */
  uint8_t *seen;
  lyre_u32s work;
} walk;

static void walk_init (walk *w, lyre_cuts *c) {
  lyre_mem *mem = c->fa->mem;
  uint32_t n = c->nodes.len, at = 0;
  w->start = lyre_alloc (mem, lyre_mul_size (mem, n + 1, sizeof *w->start));
  w->seen = lyre_alloc (mem, (size_t) n + 1);
  memset (w->seen, 0, (size_t) n + 1);
  for (uint32_t i = 0; i <= n; i++) {
    while (at < c->n_arcs && c->arcs[at].from < i)
      at++;
    w->start[i] = at;
  }
}

static void visit (walk *w, lyre_cuts *c, uint32_t at) {
  if (w->seen[at] || !c->useful[at])
    return;
  w->seen[at] = 1;
  lyre_vec_push (c->fa->mem, &w->work, at);
}

static void collect_exits (lyre_cuts *c, walk *w, uint32_t layer,
                           lyre_u32s *out) {
  lyre_bag bag;
  lyre_bag_init (&bag, c->fa->mem, c->target->n_states);
  lyre_bag_clear (&bag);
  while (w->work.len) {
    uint32_t at = lyre_vec_pop (&w->work);
    for (uint32_t i = w->start[at]; i < w->start[at + 1]; i++) {
      const struct lyre_cut_arc *e = &c->arcs[i];
      if (e->lo <= e->hi)
        visit (w, c, e->to);
      else if (c->useful[e->to])
        lyre_bag_add (&bag, c->nodes.data[at].a);
    }
    if (layer + 1 == c->n_layers && is_end (c, at))
      lyre_bag_add (&bag, c->nodes.data[at].a);
  }
  lyre_bag_sort (&bag);
  for (uint32_t i = 0; i < bag.members.len; i++)
    lyre_vec_push (c->fa->mem, out, bag.members.data[i]);
  lyre_bag_release (&bag, c->fa->mem);
}

void lyre_cuts_reach (lyre_cuts *c, uint32_t layer, uint32_t from,
                      lyre_u32s *out) {
  walk w = {0};
  uint8_t *entry = lyre_alloc (c->fa->mem, (size_t) c->nodes.len + 1);
  walk_init (&w, c);
  lyre_vec_clear (out);
  mark_entries (c, layer, from, entry);
  for (uint32_t i = 0; i < c->nodes.len; i++)
    if (entry[i])
      visit (&w, c, i);
  collect_exits (c, &w, layer, out);
  lyre_free (c->fa->mem, entry);
  lyre_free (c->fa->mem, w.start);
  lyre_free (c->fa->mem, w.seen);
  lyre_vec_release (c->fa->mem, &w.work);
}
