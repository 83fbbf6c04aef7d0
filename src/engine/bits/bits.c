#include "engine/bits/bits.h"

#include <setjmp.h>

#include "engine/bits/encode.h"
#include "engine/bits/solver.h"

/* Gates of one round. CaDiCaL takes some 200 bytes for each. */
enum { MAX_GATES = 3000000, BYTES_PER_GATE = 250 };

/* Effort to find out which bounds are to blame. */
enum { MAX_SHRINK_TRIES = 24, SHRINK_CONFLICTS = 300 };

typedef struct {
  const lyre_problem *p;
  lyre_model *model;
  lyre_arena arena; /* for all rounds */
  lyre_arena round; /* for one */
  lyre_term_list terms;
  lyre_ranges ranges;
  lyre_bounds bounds;
  lyre_translation translation;
  lyre_circuit circuit;
  lyre_encoder encoder;
  lyre_bit_solver solver;
} search;

/* ------------------------------------------------------------------- model */

static lyre_val string_value (search *s, lyre_bit_str a) {
  lyre_bit_strings *cells = &s->encoder.s;
  uint32_t *chars = lyre_arena_array (&s->round, uint32_t, a.cap + 1);
  uint32_t len = 0;
  for (; len < a.cap; len++) {
    const lyre_bit *cell = lyre_bits_cell (cells, a, len);
    if (!lyre_bit_solution (&s->solver, cell[0]))
      break;
    uint32_t letter = 0;
    for (uint32_t b = 1; b < cells->width; b++)
      letter |= (uint32_t) lyre_bit_solution (&s->solver, cell[b]) << (b - 1);
    /* A cell that did not matter may hold anything. */
    if (!letter || letter > cells->letters->n)
      letter = 1;
    chars[len] = cells->letters->chars[letter - 1];
  }
  return lyre_val_string (lyre_str_from_wide (&s->round, chars, len));
}

static lyre_val int_value (search *s, lyre_bit_num a) {
  int64_t value = a.counted ? a.base : 0;
  for (uint32_t i = 0; i < a.n; i++) {
    if (!lyre_bit_solution (&s->solver, a.bits[i]))
      continue;
    if (a.counted)
      value++;
    else
      value += i + 1 < a.n ? (int64_t) 1 << i : -((int64_t) 1 << i);
  }
  return lyre_val_int (lyre_int_from (&s->round, value));
}

static void read_model (search *s) {
  lyre_terms *ts = s->p->ts;
  for (uint32_t i = 0; i < s->terms.n; i++) {
    lyre_term t = s->terms.terms[i];
    if (lyre_op_of (ts, t) != LYRE_VAR)
      continue;
    lyre_bit_val v = lyre_encoded (&s->encoder, t);
    if (lyre_has_sort (ts, t, LYRE_STRING))
      lyre_model_set (s->model, t, string_value (s, v.s));
    else if (lyre_has_sort (ts, t, LYRE_INT))
      lyre_model_set (s->model, t, int_value (s, v.i));
    else
      lyre_model_set (s->model, t,
                      lyre_val_bool (lyre_bit_solution (&s->solver, v.b)));
  }
}

/* ------------------------------------------------------------------ rounds */

/* The bounds that are assumed, in order. */
static uint32_t assumptions (search *s, lyre_bit *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->bounds.all.len; i++) {
    const lyre_bound *b = &s->bounds.all.data[i];
    if (b->within && !b->covers)
      out[n++] = b->within;
  }
  return n;
}

/* The blamed among the bounds in the list, which is shortened to them. */
static void keep_blamed (search *s, lyre_u32s *list) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->len; i++)
    if (lyre_bit_blamed (&s->solver, s->bounds.all.data[list->data[i]].within))
      list->data[kept++] = list->data[i];
  list->len = kept;
}

/* Asks again without the bounds FROM..TO of the list. True if they were not
 * needed: the list is then shorter. */
static bool drop_part (search *s, lyre_u32s *list, uint32_t from, uint32_t to) {
  lyre_bit *assumed = lyre_arena_array (&s->round, lyre_bit, list->len);
  uint32_t n = 0;
  for (uint32_t i = 0; i < list->len; i++)
    if (i < from || i >= to)
      assumed[n++] = s->bounds.all.data[list->data[i]].within;
  if (lyre_bit_solve_again (&s->solver, n, assumed, SHRINK_CONFLICTS) !=
      LYRE_UNSAT)
    return false;
  uint32_t kept = from;
  for (uint32_t i = to; i < list->len; i++)
    list->data[kept++] = list->data[i];
  list->len = kept;
  keep_blamed (s, list);
  return true;
}

/* Fewer to blame mean less to grow: parts of the list are left out, large ones
 * first, as long as the refutation stays easy. */
static void shrink_blame (search *s, lyre_u32s *list) {
  uint32_t tries = MAX_SHRINK_TRIES;
  for (uint32_t part = list->len / 2; part && tries; part /= 2)
    for (uint32_t from = 0; from < list->len && tries; tries--) {
      uint32_t to = from + part < list->len ? from + part : list->len;
      if (!drop_part (s, list, from, to))
        from = to;
      if (s->p->env->stop)
        return;
    }
}

static lyre_growth grow_blamed (search *s) {
  lyre_u32s list = {0};
  for (uint32_t i = 0; i < s->bounds.all.len; i++) {
    lyre_bound *b = &s->bounds.all.data[i];
    b->blamed = false;
    if (b->within && !b->covers)
      lyre_vec_push (s->p->mem, &list, i);
  }
  keep_blamed (s, &list);
  shrink_blame (s, &list);
  for (uint32_t i = 0; i < list.len; i++)
    s->bounds.all.data[list.data[i]].blamed = true;
  lyre_vec_release (s->p->mem, &list);
  return lyre_bounds_grow (&s->bounds);
}

static lyre_result ask (search *s) {
  lyre_bit *assumed =
      lyre_arena_array (&s->round, lyre_bit, s->bounds.all.len + 1);
  uint32_t n = assumptions (s, assumed);
  s->p->env->statistics.bit_rounds++;
  s->p->env->statistics.bit_gates += s->circuit.nodes.len;
  lyre_bit_solver_open (&s->solver, &s->circuit);
  return lyre_bit_solve (&s->solver, n, assumed);
}

static uint32_t max_gates (const search *s) {
  const lyre_env *env = s->p->env;
  size_t left = SIZE_MAX;
  if (env->soft_memory)
    left = env->soft_memory > env->mem.used
               ? (env->soft_memory - env->mem.used) / BYTES_PER_GATE
               : 0;
  return left < MAX_GATES ? (uint32_t) left : MAX_GATES;
}

static void open_round (search *s) {
  lyre_arena_clear (&s->round);
  lyre_circuit_init (&s->circuit, s->p->env, &s->round, max_gates (s));
  s->encoder = (lyre_encoder){.p = s->p,
                              .terms = &s->terms,
                              .ranges = &s->ranges,
                              .bounds = &s->bounds,
                              .translation = &s->translation,
                              .g = &s->circuit};
}

static void close_round (search *s) {
  lyre_bit_solver_close (&s->solver);
  lyre_encoder_release (&s->encoder);
  lyre_circuit_release (&s->circuit);
}

/* A choice that the evaluator makes where the standard leaves it open does not
 * refute anything. */
static bool is_partial (const search *s) {
  for (uint32_t i = 0; i < s->p->n; i++)
    if (lyre_node_of (s->p->ts, s->p->assertions[i])->flags & LYRE_NODE_PARTIAL)
      return true;
  return false;
}

static lyre_verdict refuted (const search *s) {
  if (is_partial (s))
    return lyre_verdict_unknown ("division by zero");
  return lyre_verdict_unsat ();
}

/* True when *VERDICT is final. */
static bool one_round (search *s, lyre_verdict *verdict) {
  *verdict = lyre_verdict_unknown ("stopped");
  lyre_encode (&s->encoder);
  if (s->p->env->stop)
    return true;
  if (s->encoder.unsupported) {
    *verdict = lyre_verdict_unknown (s->encoder.unsupported);
    return true;
  }
  if (s->circuit.full) {
    *verdict = lyre_verdict_unknown ("the bounded problem is too large");
    return true;
  }
  lyre_result r = ask (s);
  if (r == LYRE_SAT) {
    read_model (s);
    *verdict = lyre_verdict_sat ();
    return true;
  }
  if (r == LYRE_UNKNOWN)
    return true;
  lyre_growth g = grow_blamed (s);
  if (g == LYRE_GROWTH_NONE)
    *verdict = refuted (s);
  else if (g == LYRE_GROWTH_STUCK)
    *verdict = lyre_verdict_unknown ("bounds that cannot grow any further");
  return g != LYRE_GROWTH_DONE;
}

static lyre_verdict rounds (search *s) {
  if (s->ranges.impossible)
    return refuted (s);
  lyre_verdict v;
  for (bool done = false; !done;) {
    open_round (s);
    done = one_round (s, &v);
    close_round (s);
  }
  return v;
}

static lyre_verdict run (search *s) {
  const lyre_problem *p = s->p;
  lyre_arena_init (&s->arena, p->mem);
  lyre_arena_init (&s->round, p->mem);
  s->terms = lyre_subterms (p->ts, &s->arena, p->n, p->assertions);
  lyre_ranges_init (&s->ranges, p, &s->arena, &s->terms);
  lyre_bounds_init (&s->bounds, p->mem);
  lyre_translation_init (&s->translation, p, &s->arena);
  lyre_verdict v = rounds (s);
  lyre_translation_release (&s->translation);
  lyre_bounds_release (&s->bounds);
  lyre_ranges_release (&s->ranges);
  lyre_arena_release (&s->round);
  lyre_arena_release (&s->arena);
  return v;
}

/* CaDiCaL's memory hangs off no pool: if an allocation of ours fails, it is
 * given back before the failure goes on its way. */
static lyre_verdict guarded (search *s) {
  lyre_mem *root = s->p->mem->root;
  jmp_buf *outer = root->escape;
  jmp_buf escape;
  int why = setjmp (escape);
  if (why) {
    root->escape = outer;
    lyre_bit_solver_close (&s->solver);
    lyre_mem_fail (root, (lyre_fail) why);
  }
  root->escape = &escape;
  lyre_verdict v = run (s);
  root->escape = outer;
  return v;
}

static lyre_verdict solve (const lyre_problem *p, lyre_model *m) {
  search s = {.p = p, .model = m};
  return guarded (&s);
}

const lyre_engine lyre_engine_bits = {.name = "bits", .solve = solve};
