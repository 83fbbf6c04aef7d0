#include "engine/bits/solver.h"

#include <ccadical.h>
#include <string.h>

/* How often a node is used by what becomes clauses; saturates at 2. A
 * conjunction used once, and positively by another conjunction, is no gate of
 * its own: its parts join the other's. */
typedef struct {
  lyre_bit_solver *s;
  const lyre_circuit *g;
  lyre_mem *mem;
  uint8_t *uses;
  uint8_t *inlined;
  lyre_vec (lyre_bit) stack, parts;
} writer;

static CCaDiCaL *cadical (const lyre_bit_solver *s) {
  return s->sat;
}

/* ------------------------------------------------------------------- cone */

static void use (writer *w, lyre_bit a) {
  uint32_t i = lyre_bit_node (a);
  if (!w->uses[i])
    lyre_vec_push (w->mem, &w->stack, a);
  if (w->uses[i] < 2)
    w->uses[i]++;
}

static void mark_cone (writer *w) {
  while (w->stack.len) {
    const lyre_circuit_node *n =
        &w->g->nodes.data[lyre_bit_node (lyre_vec_pop (&w->stack))];
    if (n->kind < LYRE_CIRCUIT_AND)
      continue;
    use (w, n->a);
    use (w, n->b);
    if (n->kind == LYRE_CIRCUIT_MUX)
      use (w, n->c);
  }
}

static bool is_and (const writer *w, lyre_bit a) {
  return !(a & 1) &&
         w->g->nodes.data[lyre_bit_node (a)].kind == LYRE_CIRCUIT_AND;
}

/* A disjunction that is required and nothing else is a clause. */
static bool is_clause (const writer *w, lyre_bit a) {
  return (a & 1) && is_and (w, a ^ 1) && w->uses[lyre_bit_node (a)] == 1;
}

static void mark_inlined (writer *w) {
  for (uint32_t i = 1; i < w->g->nodes.len; i++) {
    const lyre_circuit_node *n = &w->g->nodes.data[i];
    if (!w->uses[i] || n->kind != LYRE_CIRCUIT_AND)
      continue;
    const lyre_bit parts[] = {n->a, n->b};
    for (int k = 0; k < 2; k++)
      if (is_and (w, parts[k]) && w->uses[lyre_bit_node (parts[k])] == 1)
        w->inlined[lyre_bit_node (parts[k])] = 1;
  }
}

/* ---------------------------------------------------------------- clauses */

static int literal (const lyre_bit_solver *s, lyre_bit a) {
  int v = s->variable[lyre_bit_node (a)];
  return a & 1 ? -v : v;
}

static void clause2 (writer *w, int a, int b) {
  CCaDiCaL *c = cadical (w->s);
  ccadical_add (c, a);
  ccadical_add (c, b);
  ccadical_add (c, 0);
}

static void clause3 (writer *w, int a, int b, int c) {
  ccadical_add (cadical (w->s), a);
  clause2 (w, b, c);
}

/* The parts of a conjunction, through inlined ones, in w->parts. */
static void collect_parts (writer *w, uint32_t node) {
  lyre_vec_clear (&w->parts);
  lyre_vec_clear (&w->stack);
  lyre_vec_push (w->mem, &w->stack, 2 * node);
  while (w->stack.len) {
    lyre_bit a = lyre_vec_pop (&w->stack);
    const lyre_circuit_node *n = &w->g->nodes.data[lyre_bit_node (a)];
    if (lyre_bit_node (a) != node &&
        (a & 1 || !w->inlined[lyre_bit_node (a)])) {
      lyre_vec_push (w->mem, &w->parts, a);
      continue;
    }
    lyre_vec_push (w->mem, &w->stack, n->b);
    lyre_vec_push (w->mem, &w->stack, n->a);
  }
}

static void write_and (writer *w, uint32_t node) {
  int out = literal (w->s, 2 * node);
  collect_parts (w, node);
  for (uint32_t i = 0; i < w->parts.len; i++)
    clause2 (w, -out, literal (w->s, w->parts.data[i]));
  ccadical_add (cadical (w->s), out);
  for (uint32_t i = 0; i < w->parts.len; i++)
    ccadical_add (cadical (w->s), -literal (w->s, w->parts.data[i]));
  ccadical_add (cadical (w->s), 0);
}

static void write_xor (writer *w, int out, int a, int b) {
  clause3 (w, -out, a, b);
  clause3 (w, -out, -a, -b);
  clause3 (w, out, -a, b);
  clause3 (w, out, a, -b);
}

/* The last two are implied; they propagate when the branches agree. */
static void write_mux (writer *w, int out, int c, int yes, int no) {
  clause3 (w, -c, -yes, out);
  clause3 (w, -c, yes, -out);
  clause3 (w, c, -no, out);
  clause3 (w, c, no, -out);
  clause3 (w, -yes, -no, out);
  clause3 (w, yes, no, -out);
}

static void write_node (writer *w, uint32_t i) {
  const lyre_circuit_node *n = &w->g->nodes.data[i];
  int out = literal (w->s, 2 * i);
  switch (n->kind) {
  case LYRE_CIRCUIT_CONSTANT:
    ccadical_add (cadical (w->s), -out);
    ccadical_add (cadical (w->s), 0);
    break;
  case LYRE_CIRCUIT_AND:
    write_and (w, i);
    break;
  case LYRE_CIRCUIT_XOR:
    write_xor (w, out, literal (w->s, n->a), literal (w->s, n->b));
    break;
  case LYRE_CIRCUIT_MUX:
    write_mux (w, out, literal (w->s, n->c), literal (w->s, n->a),
               literal (w->s, n->b));
    break;
  default:
    break;
  }
}

static void write_requirement (writer *w, lyre_bit a) {
  if (is_clause (w, a)) {
    collect_parts (w, lyre_bit_node (a));
    for (uint32_t i = 0; i < w->parts.len; i++)
      ccadical_add (cadical (w->s), -literal (w->s, w->parts.data[i]));
  } else
    ccadical_add (cadical (w->s), literal (w->s, a));
  ccadical_add (cadical (w->s), 0);
}

static void write_free_clauses (writer *w) {
  const lyre_bit *c = w->g->clauses.data, *end = c + w->g->clauses.len;
  for (; c < end && !lyre_poll (w->g->env, LYRE_POLL_BITS); c += *c + 1) {
    for (uint32_t i = 1; i <= *c; i++)
      ccadical_add (cadical (w->s), literal (w->s, c[i]));
    ccadical_add (cadical (w->s), 0);
  }
}

static void number_nodes (writer *w) {
  int next = 1;
  for (uint32_t i = 0; i < w->g->nodes.len; i++)
    w->s->variable[i] = w->uses[i] && !w->inlined[i] ? next++ : 0;
}

static void write_nodes (writer *w) {
  for (uint32_t i = 0; i < w->g->nodes.len; i++) {
    if (lyre_poll (w->g->env, LYRE_POLL_BITS))
      return;
    if (w->s->variable[i])
      write_node (w, i);
  }
  for (uint32_t i = 0; i < w->g->required.len; i++)
    write_requirement (w, w->g->required.data[i]);
  write_free_clauses (w);
}

/* -------------------------------------------------------------- interface */

/* CaDiCaL asks seldom enough for a look at the clock each time. */
static int should_stop (void *user) {
  lyre_env *env = user;
  env->countdown = 1;
  return lyre_poll (env, LYRE_POLL_BITS);
}

void lyre_bit_solver_open (lyre_bit_solver *s, const lyre_circuit *g) {
  *s = (lyre_bit_solver){.circuit = g};
  s->sat = ccadical_init ();
  ccadical_set_option (cadical (s), "quiet", 1);
  ccadical_set_terminate (cadical (s), g->env, should_stop);
}

void lyre_bit_solver_close (lyre_bit_solver *s) {
  if (s->sat)
    ccadical_release (cadical (s));
  s->sat = NULL;
}

static void write_clauses (lyre_bit_solver *s, uint32_t n,
                           const lyre_bit *assumptions) {
  const lyre_circuit *g = s->circuit;
  writer w = {.s = s, .g = g, .mem = g->mem};
  uint32_t nodes = g->nodes.len;
  s->variable = lyre_alloc (g->mem, nodes * sizeof *s->variable);
  w.uses = lyre_alloc (g->mem, 2 * (size_t) nodes);
  w.inlined = w.uses + nodes;
  memset (w.uses, 0, 2 * (size_t) nodes);
  for (uint32_t i = 0; i < g->required.len; i++)
    use (&w, g->required.data[i]);
  /* Twice: what is assumed, or in a clause, needs a literal. */
  const lyre_bit *end = g->clauses.data + g->clauses.len;
  for (const lyre_bit *c = g->clauses.data; c < end; c += *c + 1)
    for (uint32_t i = 0; i < 2 * *c; i++)
      use (&w, c[1 + i / 2]);
  for (uint32_t i = 0; i < 2 * n; i++)
    use (&w, assumptions[i / 2]);
  mark_cone (&w);
  mark_inlined (&w);
  for (uint32_t i = 0; i < g->required.len; i++)
    if (is_clause (&w, g->required.data[i]))
      w.inlined[lyre_bit_node (g->required.data[i])] = 1;
  number_nodes (&w);
  write_nodes (&w);
  lyre_free (g->mem, w.uses);
  lyre_vec_release (g->mem, &w.stack);
  lyre_vec_release (g->mem, &w.parts);
}

static lyre_result assume_and_solve (lyre_bit_solver *s, uint32_t n,
                                     const lyre_bit *assumptions) {
  for (uint32_t i = 0; i < n; i++)
    ccadical_assume (cadical (s), literal (s, assumptions[i]));
  return (lyre_result) ccadical_solve (cadical (s));
}

lyre_result lyre_bit_solve (lyre_bit_solver *s, uint32_t n,
                            const lyre_bit *assumptions) {
  write_clauses (s, n, assumptions);
  if (s->circuit->env->stop)
    return LYRE_UNKNOWN;
  return assume_and_solve (s, n, assumptions);
}

lyre_result lyre_bit_solve_again (lyre_bit_solver *s, uint32_t n,
                                  const lyre_bit *assumptions, int conflicts) {
  ccadical_limit (cadical (s), "conflicts", conflicts);
  return assume_and_solve (s, n, assumptions);
}

bool lyre_bit_solution (const lyre_bit_solver *s, lyre_bit a) {
  int v = s->variable[lyre_bit_node (a)];
  bool value = v && ccadical_val (cadical (s), v) > 0;
  return value ^ (a & 1);
}

bool lyre_bit_blamed (const lyre_bit_solver *s, lyre_bit a) {
  return ccadical_failed (cadical (s), literal (s, a));
}
