/* Congruence closure against a naive fixpoint, with explanations replayed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/egraph/egraph.h"

enum { MAX_NODES = 40, MAX_FACTS = 64, MAX_LEVELS = 8 };

/* A fact is an equality or a disequality; its number is its reason. */
typedef struct {
  lyre_enode a, b;
  bool equal;
} fact;

typedef struct {
  uint32_t symbol, n, args[2];
  bool is_value;
} shape;

typedef struct {
  lyre_env env;
  jmp_buf escape;
  lyre_egraph *g;
  uint32_t n_nodes;
  shape nodes[MAX_NODES];
  uint32_t n_facts;
  fact facts[MAX_FACTS];
  uint32_t n_levels;
  uint32_t levels[MAX_LEVELS]; /* facts at each push */
  uint64_t seed;
} world;

static uint32_t roll (world *w, uint32_t n) {
  w->seed ^= w->seed << 13;
  w->seed ^= w->seed >> 7;
  w->seed ^= w->seed << 17;
  return (uint32_t) (w->seed >> 11) % n;
}

/* Classes by brute force: labels, merged until nothing changes. */
typedef struct {
  uint32_t label[MAX_NODES];
  bool consistent;
} classes;

static void relabel (const world *w, classes *c, uint32_t from, uint32_t to) {
  for (uint32_t i = 0; i < w->n_nodes; i++)
    if (c->label[i] == from)
      c->label[i] = to;
}

static bool congruent (const world *w, const classes *c, uint32_t i,
                       uint32_t j) {
  const shape *x = &w->nodes[i], *y = &w->nodes[j];
  if (x->symbol != y->symbol || x->n != y->n || !x->n)
    return false;
  for (uint32_t k = 0; k < x->n; k++)
    if (c->label[x->args[k]] != c->label[y->args[k]])
      return false;
  return true;
}

static classes naive (const world *w, uint32_t n, const fact *facts) {
  classes c = {.consistent = true};
  for (uint32_t i = 0; i < w->n_nodes; i++)
    c.label[i] = i;
  for (uint32_t i = 0; i < n; i++)
    if (facts[i].equal)
      relabel (w, &c, c.label[facts[i].a], c.label[facts[i].b]);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < w->n_nodes; i++)
      for (uint32_t j = 0; j < i; j++)
        if (c.label[i] != c.label[j] && congruent (w, &c, i, j)) {
          relabel (w, &c, c.label[i], c.label[j]);
          changed = true;
        }
  }
  for (uint32_t i = 0; i < n; i++)
    if (!facts[i].equal && c.label[facts[i].a] == c.label[facts[i].b])
      c.consistent = false;
  for (uint32_t i = 0; i < w->n_nodes; i++)
    for (uint32_t j = 0; j < i; j++)
      if (w->nodes[i].is_value && w->nodes[j].is_value &&
          c.label[i] == c.label[j])
        c.consistent = false;
  return c;
}

static uint32_t pick (world *w, const lyre_reasons *r, fact *out) {
  for (uint32_t i = 0; i < r->len; i++) {
    assert_true (r->data[i] < w->n_facts);
    out[i] = w->facts[r->data[i]];
  }
  return r->len;
}

static void compare (world *w) {
  classes c = naive (w, w->n_facts, w->facts);
  lyre_reasons why = {0};
  fact some[MAX_FACTS];
  bool conflict = lyre_egraph_conflict (w->g, &why);
  assert_int_equal (conflict, !c.consistent);
  if (conflict) {
    assert_false (naive (w, pick (w, &why, some), some).consistent);
    lyre_vec_release (&w->env.mem, &why);
    return;
  }
  for (uint32_t i = 0; i < w->n_nodes; i++)
    for (uint32_t j = 0; j < i; j++) {
      bool same = lyre_egraph_same (w->g, i, j);
      assert_int_equal (same, c.label[i] == c.label[j]);
      lyre_vec_clear (&why);
      if (same) {
        lyre_egraph_explain (w->g, i, j, &why);
        classes d = naive (w, pick (w, &why, some), some);
        assert_int_equal (d.label[i], d.label[j]);
      } else if (lyre_egraph_differ (w->g, i, j)) {
        lyre_egraph_explain_differ (w->g, i, j, &why);
        uint32_t n = pick (w, &why, some);
        some[n] = (fact){i, j, true};
        assert_false (naive (w, n + 1, some).consistent);
      }
    }
  lyre_vec_release (&w->env.mem, &why);
}

static void add_node (world *w) {
  if (w->n_nodes == MAX_NODES)
    return;
  shape s = {.symbol = 100 + roll (w, 2), .n = 1 + roll (w, 2)};
  for (uint32_t k = 0; k < s.n; k++)
    s.args[k] = roll (w, w->n_nodes);
  s.symbol += 10 * s.n;
  lyre_enode id = lyre_egraph_node (w->g, s.symbol, s.n, s.args, false);
  if (id == w->n_nodes)
    w->nodes[w->n_nodes++] = s;
}

static void add_fact (world *w) {
  lyre_reasons none = {0};
  bool failed = lyre_egraph_conflict (w->g, &none);
  lyre_vec_release (&w->env.mem, &none);
  if (w->n_facts + 1 >= MAX_FACTS || failed)
    return;
  fact f = {roll (w, w->n_nodes), roll (w, w->n_nodes), roll (w, 4) != 0};
  w->facts[w->n_facts] = f;
  if (f.equal)
    lyre_egraph_merge (w->g, f.a, f.b, w->n_facts++);
  else
    lyre_egraph_separate (w->g, f.a, f.b, w->n_facts++);
}

static void step (world *w) {
  switch (roll (w, 8)) {
  case 0:
    if (w->n_levels < MAX_LEVELS) {
      w->levels[w->n_levels++] = w->n_facts;
      lyre_egraph_push (w->g);
    }
    break;
  case 1:
    if (w->n_levels) {
      uint32_t k = 1 + roll (w, w->n_levels);
      w->n_levels -= k;
      w->n_facts = w->levels[w->n_levels];
      lyre_egraph_pop (w->g, k);
    }
    break;
  case 2:
  case 3:
    add_node (w);
    break;
  default:
    add_fact (w);
  }
}

static void run_world (uint64_t seed) {
  world *w = calloc (1, sizeof *w);
  w->seed = seed * 0x9E3779B97F4A7C15u + 1;
  lyre_env_init (&w->env);
  w->env.mem.escape = &w->escape;
  if (setjmp (w->escape))
    abort ();
  w->g = lyre_egraph_new (&w->env, &w->env.mem);
  for (uint32_t i = 0; i < 8; i++) {
    w->nodes[w->n_nodes++] = (shape){.symbol = i, .is_value = i >= 6};
    lyre_egraph_node (w->g, i, 0, NULL, i >= 6);
  }
  for (int i = 0; i < 60; i++) {
    step (w);
    compare (w);
  }
  lyre_egraph_delete (w->g);
  assert_int_equal (w->env.mem.used, 0);
  lyre_env_release (&w->env);
  free (w);
}

static void random_worlds (void **state) {
  (void) state;
  for (uint64_t seed = 1; seed <= 400; seed++)
    run_world (seed);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_worlds),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
