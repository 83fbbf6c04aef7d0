/* Edges: derivatives and their cache.
 *
 * The derivative of a state for a character c comes with the interval of
 * characters around c that have the same one, structurally. Every node keeps
 * the last edge it computed, which is what makes shared parts cheap: during
 * one derivation each node is looked at once. States that are left by several
 * intervals get a table. */
#include <string.h>

#include "term/regex_internal.h"

static bool covers (lyre_rx_edge e, uint32_t c) {
  return e.target && e.lo <= c && c <= e.hi;
}

/* ---------------------------------------------------------------- the cache */

/* The index of the first edge that ends at or after C. */
static uint32_t edge_index (const lyre_rx_table *t, uint32_t c) {
  uint32_t lo = 0, hi = t->n;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (t->edges[mid].hi < c)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static bool in_table (lyre_rx_node *n, uint32_t c) {
  if (!n->table)
    return false;
  uint32_t i = edge_index (n->table, c);
  if (i == n->table->n || n->table->edges[i].lo > c)
    return false;
  n->last = n->table->edges[i];
  return true;
}

/* Is the edge for C in the node's LAST, perhaps after a look at its table? */
static bool is_known (lyre_matcher *rx, lyre_rx_id id, uint32_t c) {
  lyre_rx_node *n = lyre_rx_at (rx, id);
  return covers (n->last, c) || in_table (n, c);
}

static void enlarge_edges (lyre_matcher *rx, lyre_rx_table *t) {
  uint32_t cap = t->cap ? 2 * t->cap : 4;
  lyre_rx_edge *edges = lyre_rx_arena (rx, cap * sizeof *edges);
  if (t->n)
    memcpy (edges, t->edges, t->n * sizeof *edges);
  t->edges = edges;
  t->cap = cap;
}

/* Adds an edge unless it is there. Intervals of one state are equal or
 * disjoint. */
static void add_edge (lyre_matcher *rx, lyre_rx_table *t, lyre_rx_edge e) {
  uint32_t i = edge_index (t, e.lo);
  if (i < t->n && t->edges[i].lo <= e.hi)
    return;
  if (t->n == t->cap)
    enlarge_edges (rx, t);
  memmove (t->edges + i + 1, t->edges + i, (t->n - i) * sizeof *t->edges);
  t->edges[i] = e;
  t->n++;
  for (uint32_t c = e.lo; c <= e.hi && c < 128; c++)
    t->ascii[c] = e.target;
}

static void make_table (lyre_matcher *rx, lyre_rx_id id) {
  lyre_rx_table *t = lyre_rx_arena (rx, sizeof *t);
  memset (t, 0, sizeof *t);
  lyre_rx_at (rx, id)->table = t;
}

/* Keeps the edge that the next derivation is going to overwrite. */
static void save_last (lyre_matcher *rx, lyre_rx_id id) {
  if (!lyre_rx_at (rx, id)->last.target)
    return;
  if (!lyre_rx_at (rx, id)->table)
    make_table (rx, id);
  lyre_rx_node *n = lyre_rx_at (rx, id);
  add_edge (rx, n->table, n->last);
}

/* -------------------------------------------------------- unions and concats
 */

/* A union and a concatenation whose head is nullable are the same to a
 * derivative: a set of parts, head then tail, each derived in its head. They
 * are collected across nested unions and nullable heads at once, so a chain
 * a? a? a? ... costs its length and not the square of it. */
static void collect_part (lyre_matcher *rx, lyre_rx_id id) {
  lyre_rx_node *n = lyre_rx_at (rx, id);
  if (n->mark == rx->mark)
    return;
  n->mark = rx->mark;
  if (n->kind == LYRE_RX_UNION) {
    for (uint32_t i = 0; i < n->n_args; i++)
      lyre_vec_push (rx->mem, &rx->part_stack, n->args[i]);
    return;
  }
  if (n->kind != LYRE_RX_CONCAT) {
    lyre_vec_push (rx->mem, &rx->parts, ((lyre_rx_part){id, LYRE_RX_EPS}));
    return;
  }
  lyre_rx_part p = {n->a, n->b};
  if (lyre_rx_at (rx, p.head)->kind == LYRE_RX_CONCAT) {
    lyre_vec_push (rx->mem, &rx->part_stack, lyre_rx_concat (rx, n->a, n->b));
    return;
  }
  lyre_vec_push (rx->mem, &rx->parts, p);
  if (lyre_rx_at (rx, p.head)->nullable)
    lyre_vec_push (rx->mem, &rx->part_stack, p.tail);
}

static void next_mark (lyre_matcher *rx) {
  if (++rx->mark)
    return;
  for (uint32_t i = 0; i < rx->nodes.len; i++)
    rx->nodes.data[i].mark = 0;
  rx->mark = 1;
}

static bool collect_parts (lyre_matcher *rx, lyre_rx_id id) {
  next_mark (rx);
  lyre_vec_clear (&rx->parts);
  lyre_vec_clear (&rx->part_stack);
  lyre_vec_push (rx->mem, &rx->part_stack, id);
  while (rx->part_stack.len) {
    if (lyre_poll (rx->env, LYRE_POLL_EVAL_REGEX))
      return lyre_rx_fail (rx, LYRE_MATCHER_STOPPED);
    collect_part (rx, lyre_vec_pop (&rx->part_stack));
  }
  return true;
}

/* ------------------------------------------------------------- derivatives */

static void need (lyre_matcher *rx, lyre_rx_id id, uint32_t c) {
  if (!is_known (rx, id, c))
    lyre_vec_push (rx->mem, &rx->derive_stack, id);
}

/* Pushes what must be derived before ID. */
static bool push_needs (lyre_matcher *rx, lyre_rx_id id, uint32_t c) {
  lyre_rx_node n = *lyre_rx_at (rx, id);
  switch ((lyre_rx_kind) n.kind) {
  case LYRE_RX_UNION:
  case LYRE_RX_CONCAT:
    if (!collect_parts (rx, id))
      return false;
    for (uint32_t i = 0; i < rx->parts.len; i++)
      need (rx, rx->parts.data[i].head, c);
    return true;
  case LYRE_RX_INTER:
    for (uint32_t i = 0; i < n.n_args; i++)
      need (rx, n.args[i], c);
    return true;
  case LYRE_RX_COMP:
  case LYRE_RX_STAR:
  case LYRE_RX_LOOP:
    need (rx, n.a, c);
    return true;
  default:
    return true;
  }
}

/* The known derivative of ID; narrows *E to where it holds. */
static lyre_rx_id use (lyre_matcher *rx, lyre_rx_id id, lyre_rx_edge *e) {
  lyre_rx_edge last = lyre_rx_at (rx, id)->last;
  if (last.lo > e->lo)
    e->lo = last.lo;
  if (last.hi < e->hi)
    e->hi = last.hi;
  return last.target;
}

static lyre_rx_edge derive_set (const lyre_rx_node *n, uint32_t c) {
  uint32_t lo = 0, hi = n->n_ranges; /* the first range that ends at or after */
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (n->ranges[mid].hi < c)
      lo = mid + 1;
    else
      hi = mid;
  }
  if (lo < n->n_ranges && n->ranges[lo].lo <= c)
    return (lyre_rx_edge){n->ranges[lo].lo, n->ranges[lo].hi, LYRE_RX_EPS};
  return (lyre_rx_edge){lo ? n->ranges[lo - 1].hi + 1 : 0,
                        lo < n->n_ranges ? n->ranges[lo].lo - 1 : LYRE_CHAR_MAX,
                        LYRE_RX_NONE};
}

static lyre_rx_edge derive_text (lyre_matcher *rx, lyre_rx_node n, uint32_t c) {
  uint32_t d = lyre_str_at (n.text, n.from);
  if (c < d)
    return (lyre_rx_edge){0, d - 1, LYRE_RX_NONE};
  if (c > d)
    return (lyre_rx_edge){d + 1, LYRE_CHAR_MAX, LYRE_RX_NONE};
  return (lyre_rx_edge){d, d,
                        lyre_rx_text (rx, (lyre_term){n.term}, n.from + 1)};
}

static bool derive_parts (lyre_matcher *rx, lyre_rx_id id, lyre_rx_edge *e) {
  if (!collect_parts (rx, id))
    return false;
  lyre_vec_clear (&rx->results);
  for (uint32_t i = 0; i < rx->parts.len; i++) {
    lyre_rx_part p = rx->parts.data[i];
    lyre_rx_id d = lyre_rx_concat (rx, use (rx, p.head, e), p.tail);
    if (d != LYRE_RX_NONE)
      lyre_vec_push (rx->mem, &rx->results, d);
  }
  e->target = lyre_rx_union (rx, rx->results.data, rx->results.len);
  return true;
}

static void derive_inter (lyre_matcher *rx, lyre_rx_node n, lyre_rx_edge *e) {
  lyre_vec_clear (&rx->results);
  for (uint32_t i = 0; i < n.n_args; i++)
    lyre_vec_push (rx->mem, &rx->results, use (rx, n.args[i], e));
  e->target = lyre_rx_inter (rx, rx->results.data, rx->results.len);
}

/* r{lo,hi} reads one round of r. If r is nullable, lo is 0 and rounds may be
 * skipped, but then r{0,hi-1} has the words that are left all the same. */
static void derive_loop (lyre_matcher *rx, lyre_rx_node n, lyre_rx_edge *e) {
  lyre_rx_id rest = lyre_rx_loop (rx, n.a, n.lo ? n.lo - 1 : 0, n.hi - 1);
  e->target = lyre_rx_concat (rx, use (rx, n.a, e), rest);
}

/* Computes the edge of ID for C from those of the nodes it needs. */
static bool derive_node (lyre_matcher *rx, lyre_rx_id id, uint32_t c) {
  lyre_rx_node n = *lyre_rx_at (rx, id);
  lyre_rx_edge e = {0, LYRE_CHAR_MAX, LYRE_RX_NONE};
  switch ((lyre_rx_kind) n.kind) {
  case LYRE_RX_EMPTY_SET:
  case LYRE_RX_EMPTY_WORD:
    break;
  case LYRE_RX_SET:
    e = derive_set (&n, c);
    break;
  case LYRE_RX_TEXT:
    e = derive_text (rx, n, c);
    break;
  case LYRE_RX_UNION:
  case LYRE_RX_CONCAT:
    if (!derive_parts (rx, id, &e))
      return false;
    break;
  case LYRE_RX_INTER:
    derive_inter (rx, n, &e);
    break;
  case LYRE_RX_COMP:
    e.target = lyre_rx_comp (rx, use (rx, n.a, &e));
    break;
  case LYRE_RX_STAR:
    e.target = lyre_rx_concat (rx, use (rx, n.a, &e), id);
    break;
  case LYRE_RX_LOOP:
    derive_loop (rx, n, &e);
    break;
  }
  LYRE_ASSERT (e.lo <= c && c <= e.hi);
  lyre_rx_at (rx, id)->last = e;
  return true;
}

static bool derive_all (lyre_matcher *rx, lyre_rx_id id, uint32_t c) {
  lyre_rx_ids *stack = &rx->derive_stack;
  lyre_vec_clear (stack);
  lyre_vec_push (rx->mem, stack, id);
  while (stack->len) {
    if (lyre_poll (rx->env, LYRE_POLL_EVAL_REGEX))
      return lyre_rx_fail (rx, LYRE_MATCHER_STOPPED);
    if (lyre_rx_bytes (rx) > rx->hard)
      return lyre_rx_fail (rx, LYRE_MATCHER_TOO_LARGE);
    lyre_rx_id top = lyre_vec_top (stack);
    if (is_known (rx, top, c)) {
      stack->len--;
      continue;
    }
    uint32_t before = stack->len;
    if (!push_needs (rx, top, c))
      return false;
    if (stack->len == before && !derive_node (rx, top, c))
      return false;
  }
  return true;
}

bool lyre_rx_derive (lyre_matcher *rx, lyre_rx_id id, uint32_t c) {
  if (is_known (rx, id, c))
    return true;
  save_last (rx, id);
  rx->env->statistics.derivatives++;
  if (!derive_all (rx, id, c))
    return false;
  lyre_rx_node *n = lyre_rx_at (rx, id);
  if (n->table)
    add_edge (rx, n->table, n->last);
  return true;
}
