#include "engine/bits/circuit.h"

#include <string.h>

#include "base/map.h"

void lyre_circuit_init (lyre_circuit *g, lyre_env *env, lyre_arena *arena,
                        uint32_t max_nodes) {
  *g = (lyre_circuit){
      .env = env, .mem = arena->mem, .arena = arena, .max_nodes = max_nodes};
  lyre_circuit_node zero = {LYRE_CIRCUIT_CONSTANT, 0, 0, 0};
  lyre_vec_push (g->mem, &g->nodes, zero);
}

void lyre_circuit_release (lyre_circuit *g) {
  lyre_vec_release (g->mem, &g->nodes);
  lyre_vec_release (g->mem, &g->required);
  lyre_vec_release (g->mem, &g->clauses);
  lyre_free (g->mem, g->table);
  g->table = NULL;
}

/* ------------------------------------------------------------ unique table */

static uint32_t hash_node (const lyre_circuit_node *n) {
  uint32_t h = lyre_hash_mix (n->kind, n->a);
  return lyre_hash_mix (lyre_hash_mix (h, n->b), n->c);
}

static bool same_node (const lyre_circuit_node *x, const lyre_circuit_node *y) {
  return x->kind == y->kind && x->a == y->a && x->b == y->b && x->c == y->c;
}

/* The slot of the node, or the free one where it belongs. */
static uint32_t *find_slot (const lyre_circuit *g, const lyre_circuit_node *n) {
  uint32_t mask = g->table_cap - 1, i = hash_node (n) & mask;
  while (g->table[i] && !same_node (&g->nodes.data[g->table[i]], n))
    i = (i + 1) & mask;
  return &g->table[i];
}

static void grow_table (lyre_circuit *g) {
  uint32_t cap = g->table_cap ? 2 * g->table_cap : 1024;
  uint32_t *table = lyre_alloc (g->mem, (size_t) cap * sizeof *table);
  memset (table, 0, (size_t) cap * sizeof *table);
  lyre_free (g->mem, g->table);
  g->table = table;
  g->table_cap = cap;
  for (uint32_t i = 1; i < g->nodes.len; i++)
    if (g->nodes.data[i].kind != LYRE_CIRCUIT_FREE)
      *find_slot (g, &g->nodes.data[i]) = i;
}

static lyre_bit push_node (lyre_circuit *g, lyre_circuit_node n) {
  if (g->nodes.len >= g->max_nodes || lyre_poll (g->env, LYRE_POLL_BITS))
    g->full = true;
  if (g->full)
    return LYRE_BIT_FALSE;
  lyre_vec_push (g->mem, &g->nodes, n);
  return 2 * (g->nodes.len - 1);
}

static lyre_bit make (lyre_circuit *g, lyre_circuit_node n) {
  if (g->nodes.len >= g->table_cap / 2)
    grow_table (g);
  uint32_t *slot = find_slot (g, &n);
  if (*slot)
    return 2 * *slot;
  lyre_bit out = push_node (g, n);
  if (out)
    *slot = lyre_bit_node (out);
  return out;
}

/* ------------------------------------------------------------------- gates */

lyre_bit lyre_bit_free (lyre_circuit *g) {
  return push_node (g, (lyre_circuit_node){LYRE_CIRCUIT_FREE, 0, 0, 0});
}

static const lyre_circuit_node *node_of (const lyre_circuit *g, lyre_bit a) {
  return &g->nodes.data[lyre_bit_node (a)];
}

/* A is a conjunction with X among its two parts. */
static bool has_part (const lyre_circuit *g, lyre_bit a, lyre_bit x) {
  const lyre_circuit_node *n = node_of (g, a);
  return n->kind == LYRE_CIRCUIT_AND && (n->a == x || n->b == x);
}

/* What A and B come to if one of them is a conjunction that says something
 * about the other; LYRE_BIT_NONE if nothing is known. */
#define LYRE_BIT_NONE UINT32_MAX
static lyre_bit absorb (const lyre_circuit *g, lyre_bit a, lyre_bit b) {
  if (!(a & 1)) {
    if (has_part (g, a, b))
      return a;
    if (has_part (g, a, lyre_bit_not (b)))
      return LYRE_BIT_FALSE;
  } else if (has_part (g, a, lyre_bit_not (b)))
    return b; /* not (not b and x), and b */
  return LYRE_BIT_NONE;
}

lyre_bit lyre_bit_and (lyre_circuit *g, lyre_bit a, lyre_bit b) {
  if (a > b) {
    lyre_bit t = a;
    a = b;
    b = t;
  }
  if (a == LYRE_BIT_FALSE || a == lyre_bit_not (b))
    return LYRE_BIT_FALSE;
  if (a == LYRE_BIT_TRUE || a == b)
    return b;
  lyre_bit known = absorb (g, a, b);
  if (known == LYRE_BIT_NONE)
    known = absorb (g, b, a);
  if (known != LYRE_BIT_NONE)
    return known;
  return make (g, (lyre_circuit_node){LYRE_CIRCUIT_AND, a, b, 0});
}

lyre_bit lyre_bit_or (lyre_circuit *g, lyre_bit a, lyre_bit b) {
  return lyre_bit_not (lyre_bit_and (g, lyre_bit_not (a), lyre_bit_not (b)));
}

lyre_bit lyre_bit_implies (lyre_circuit *g, lyre_bit a, lyre_bit b) {
  return lyre_bit_not (lyre_bit_and (g, a, lyre_bit_not (b)));
}

lyre_bit lyre_bit_xor (lyre_circuit *g, lyre_bit a, lyre_bit b) {
  lyre_bit sign = (a ^ b) & 1;
  a &= ~1u;
  b &= ~1u;
  if (a == b)
    return LYRE_BIT_FALSE ^ sign;
  if (!a || !b)
    return (a | b) ^ sign;
  lyre_circuit_node n = {LYRE_CIRCUIT_XOR, a < b ? a : b, a < b ? b : a, 0};
  return make (g, n) ^ sign;
}

lyre_bit lyre_bit_same (lyre_circuit *g, lyre_bit a, lyre_bit b) {
  return lyre_bit_not (lyre_bit_xor (g, a, b));
}

/* The condition is no constant; what remains when a branch or both are. */
static lyre_bit mux_simple (lyre_circuit *g, lyre_bit c, lyre_bit yes,
                            lyre_bit no) {
  if (yes == no)
    return yes;
  if (yes == lyre_bit_not (no))
    return lyre_bit_same (g, c, yes);
  if (yes == LYRE_BIT_TRUE || yes == c)
    return lyre_bit_or (g, c, no);
  if (yes == LYRE_BIT_FALSE || yes == lyre_bit_not (c))
    return lyre_bit_and (g, lyre_bit_not (c), no);
  if (no == LYRE_BIT_TRUE || no == lyre_bit_not (c))
    return lyre_bit_implies (g, c, yes);
  if (no == LYRE_BIT_FALSE || no == c)
    return lyre_bit_and (g, c, yes);
  return LYRE_BIT_NONE;
}

lyre_bit lyre_bit_mux (lyre_circuit *g, lyre_bit c, lyre_bit yes, lyre_bit no) {
  if (lyre_bit_is_constant (c))
    return c == LYRE_BIT_TRUE ? yes : no;
  if (c & 1)
    return lyre_bit_mux (g, lyre_bit_not (c), no, yes);
  lyre_bit simple = mux_simple (g, c, yes, no);
  if (simple != LYRE_BIT_NONE)
    return simple;
  lyre_bit sign = yes & 1;
  return make (g, (lyre_circuit_node){LYRE_CIRCUIT_MUX, yes ^ sign, no ^ sign,
                                      c}) ^
         sign;
}

lyre_bit lyre_bit_and_all (lyre_circuit *g, uint32_t n, const lyre_bit *bits) {
  lyre_bit all = LYRE_BIT_TRUE;
  for (uint32_t i = 0; i < n && all != LYRE_BIT_FALSE; i++)
    all = lyre_bit_and (g, all, bits[i]);
  return all;
}

lyre_bit lyre_bit_or_all (lyre_circuit *g, uint32_t n, const lyre_bit *bits) {
  lyre_bit any = LYRE_BIT_FALSE;
  for (uint32_t i = 0; i < n && any != LYRE_BIT_TRUE; i++)
    any = lyre_bit_or (g, any, bits[i]);
  return any;
}

void lyre_circuit_require (lyre_circuit *g, lyre_bit a) {
  if (a != LYRE_BIT_TRUE)
    lyre_vec_push (g->mem, &g->required, a);
}

/* Clauses count like gates. */
void lyre_circuit_require_any (lyre_circuit *g, uint32_t n,
                               const lyre_bit *bits) {
  uint32_t start = g->clauses.len, kept = 0;
  if (start / 4 >= g->max_nodes || lyre_poll (g->env, LYRE_POLL_BITS))
    g->full = true;
  if (g->full)
    return;
  lyre_vec_push (g->mem, &g->clauses, 0);
  for (uint32_t i = 0; i < n; i++) {
    if (bits[i] == LYRE_BIT_TRUE) {
      g->clauses.len = start;
      return;
    }
    if (bits[i] == LYRE_BIT_FALSE)
      continue;
    lyre_vec_push (g->mem, &g->clauses, bits[i]);
    kept++;
  }
  g->clauses.data[start] = kept;
}

/* -------------------------------------------------------------- simulation */

void lyre_circuit_simulate (const lyre_circuit *g, uint8_t *v) {
  v[0] = 0;
  for (uint32_t i = 1; i < g->nodes.len; i++) {
    const lyre_circuit_node *n = &g->nodes.data[i];
    if (n->kind == LYRE_CIRCUIT_AND)
      v[i] = lyre_bit_value (v, n->a) && lyre_bit_value (v, n->b);
    else if (n->kind == LYRE_CIRCUIT_XOR)
      v[i] = lyre_bit_value (v, n->a) != lyre_bit_value (v, n->b);
    else if (n->kind == LYRE_CIRCUIT_MUX)
      v[i] = lyre_bit_value (v, n->c) ? lyre_bit_value (v, n->a)
                                      : lyre_bit_value (v, n->b);
  }
}
