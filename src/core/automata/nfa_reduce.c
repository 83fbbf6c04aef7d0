/* Smaller nondeterministic automata by simulation.
 *
 * p simulates q if p is final when q is, and each step of q has a step of p
 * with the same letter to a state that simulates its target. States that
 * simulate each other are merged, and edges to a state are dropped where an
 * edge to one that simulates it does the same. Then the same from behind. */
#include "core/automata/nfa_internal.h"

#include <string.h>

enum {
  MAX_STATES = 1000, /* larger ones are left alone */
  MAX_STEPS = 50000,
  MAX_WORK = 1 << 25, /* in words of bits touched */
};

typedef struct {
  lyre_fa *fa;
  const lyre_nfa *a;
  uint32_t n, width; /* states, and words per set of them */
  lyre_spans spans;
  lyre_steps steps;            /* by (to, label) after sorting */
  uint32_t *into;              /* n + 1: where the steps into a state start */
  uint64_t *above;             /* n sets: the states that simulate q */
  uint64_t *before;            /* one set */
  uint32_t *queue, head, tail; /* a ring of states to look at again */
  uint8_t *queued;
  uint64_t work;
} simulation;

static uint64_t *set_above (simulation *s, uint32_t q) {
  return s->above + (size_t) q * s->width;
}

static bool is_above (simulation *s, uint32_t p, uint32_t q) {
  return set_above (s, q)[p / 64] >> (p % 64) & 1;
}

/* Stable, by counting: steps come sorted by source. */
static void sort_steps (simulation *s, uint32_t n_keys, bool by_label) {
  lyre_mem *mem = s->fa->mem;
  uint32_t *start =
      lyre_alloc (mem, lyre_mul_size (mem, n_keys + 1, sizeof *start));
  lyre_step *out =
      lyre_alloc (mem, lyre_mul_size (mem, s->steps.len, sizeof *out));
  memset (start, 0, (n_keys + 1) * sizeof *start);
  for (uint32_t i = 0; i < s->steps.len; i++) {
    const lyre_step *t = &s->steps.data[i];
    start[(by_label ? t->label : t->to) + 1]++;
  }
  for (uint32_t i = 0; i < n_keys; i++)
    start[i + 1] += start[i];
  for (uint32_t i = 0; i < s->steps.len; i++) {
    const lyre_step *t = &s->steps.data[i];
    out[start[by_label ? t->label : t->to]++] = *t;
  }
  if (s->steps.len)
    memcpy (s->steps.data, out, s->steps.len * sizeof *out);
  lyre_free (mem, out);
  lyre_free (mem, start);
}

static void index_targets (simulation *s) {
  memset (s->into, 0, (s->n + 1) * sizeof *s->into);
  for (uint32_t i = 0; i < s->steps.len; i++)
    s->into[s->steps.data[i].to + 1]++;
  for (uint32_t q = 0; q < s->n; q++)
    s->into[q + 1] += s->into[q];
}

static void enqueue (simulation *s, uint32_t q) {
  if (s->queued[q])
    return;
  s->queued[q] = 1;
  s->queue[s->tail] = q;
  s->tail = (s->tail + 1) % (s->n + 1);
}

/* Whoever simulates accepts more words: also shorter and longer ones. */
static bool may_be_above (const simulation *s, uint32_t p, uint32_t q) {
  return s->a->final[p] >= s->a->final[q] &&
         s->spans.least[p] <= s->spans.least[q] &&
         s->spans.most[p] >= s->spans.most[q];
}

/* To begin with, all that may be. States near the end come first. */
static void start_sets (simulation *s) {
  for (uint32_t q = s->n; q-- > 0;) {
    uint64_t *above = set_above (s, q);
    memset (above, 0, s->width * sizeof *above);
    for (uint32_t p = 0; p < s->n; p++)
      if (may_be_above (s, p, q))
        above[p / 64] |= (uint64_t) 1 << (p % 64);
    enqueue (s, q);
  }
}

/* Puts the sources of steps into Q by LABEL into the set. */
static void add_before (simulation *s, uint32_t q, uint32_t label) {
  uint32_t low = s->into[q], high = s->into[q + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (s->steps.data[middle].label < label)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < s->into[q + 1] && s->steps.data[low].label == label; low++) {
    uint32_t p = s->steps.data[low].from;
    s->before[p / 64] |= (uint64_t) 1 << (p % 64);
    s->work++;
  }
}

/* The states with a step by LABEL to something above Q. */
static void find_before (simulation *s, uint32_t q, uint32_t label) {
  const uint64_t *above = set_above (s, q);
  memset (s->before, 0, s->width * sizeof *s->before);
  for (uint32_t i = 0; i < s->width; i++)
    for (uint64_t bits = above[i]; bits; bits &= bits - 1) {
      add_before (s, 64 * i + (uint32_t) __builtin_ctzll (bits), label);
      s->work++;
    }
}

/* Only those can be above P. */
static void narrow (simulation *s, uint32_t p) {
  uint64_t *above = set_above (s, p), lost = 0;
  for (uint32_t i = 0; i < s->width; i++) {
    lost |= above[i] & ~s->before[i];
    above[i] &= s->before[i];
  }
  s->work += s->width;
  if (lost)
    enqueue (s, p);
}

static void propagate (simulation *s, uint32_t q) {
  for (uint32_t i = s->into[q]; i < s->into[q + 1];) {
    uint32_t label = s->steps.data[i].label;
    find_before (s, q, label);
    for (; i < s->into[q + 1] && s->steps.data[i].label == label; i++)
      narrow (s, s->steps.data[i].from);
  }
}

/* False if stopped or too much work. */
static bool simulate (simulation *s) {
  start_sets (s);
  while (s->head != s->tail) {
    uint32_t q = s->queue[s->head];
    if (lyre_fa_stop (s->fa) || s->work > MAX_WORK)
      return false;
    s->head = (s->head + 1) % (s->n + 1);
    s->queued[q] = 0;
    propagate (s, q);
  }
  return true;
}

/* ------------------------------------------------------------------ merging */

/* The smallest state equivalent to Q. */
static uint32_t leader (simulation *s, uint32_t q) {
  for (uint32_t p = 0; p < q; p++)
    if (is_above (s, p, q) && is_above (s, q, p))
      return p;
  return q;
}

/* Strictly: P is above Q and not merged with it. */
static bool dominates (simulation *s, const uint32_t *lead, uint32_t p,
                       uint32_t q) {
  return lead[p] != lead[q] && is_above (s, p, q);
}

/* The part of E that no better edge of its state covers. Edges are sorted by
 * their start. */
static void add_uncovered (simulation *s, lyre_nfa_builder *b,
                           const uint32_t *lead, uint32_t from,
                           const lyre_edge *e) {
  uint32_t c = e->lo, to = lead[e->to];
  const lyre_edge *end = lyre_nfa_row_end (s->a, from);
  for (const lyre_edge *f = lyre_nfa_row (s->a, from);
       f < end && f->lo <= e->hi && c <= e->hi; f++) {
    if (f->hi < c || !dominates (s, lead, f->to, e->to))
      continue;
    if (c < f->lo)
      lyre_nfa_add_arc (b, from, c, f->lo - 1, to);
    c = f->hi + 1;
  }
  if (c <= e->hi)
    lyre_nfa_add_arc (b, from, c, e->hi, to);
}

static bool is_needless_initial (simulation *s, const uint32_t *lead,
                                 uint32_t q) {
  for (uint32_t i = 0; i < s->a->n_initial; i++)
    if (dominates (s, lead, s->a->initial[i], q))
      return true;
  return false;
}

static void add_merged (simulation *s, lyre_nfa_builder *b,
                        const uint32_t *lead) {
  const lyre_nfa *a = s->a;
  for (uint32_t q = 0; q < s->n; q++)
    lyre_nfa_add_state (b, a->final[q]);
  for (uint32_t q = 0; q < s->n && !b->stopped; q++)
    for (uint32_t i = a->first[q]; lead[q] == q && i < a->first[q + 1]; i++)
      add_uncovered (s, b, lead, q, &a->edges[i]);
  for (uint32_t i = 0; i < a->n_initial; i++)
    if (!is_needless_initial (s, lead, a->initial[i]))
      lyre_nfa_add_initial (b, lead[a->initial[i]]);
}

static const lyre_nfa *merge (simulation *s) {
  lyre_mem *mem = s->fa->mem;
  lyre_nfa_builder b;
  uint32_t *lead = lyre_alloc (mem, lyre_mul_size (mem, s->n, sizeof *lead));
  for (uint32_t q = 0; q < s->n; q++)
    lead[q] = leader (s, q);
  lyre_nfa_builder_init (&b, s->fa, (uint64_t) s->n + 1);
  add_merged (s, &b, lead);
  lyre_free (mem, lead);
  return lyre_nfa_finish (&b);
}

static void simulation_init (simulation *s, const lyre_classes *classes) {
  lyre_mem *mem = s->fa->mem;
  s->n = s->a->n_states;
  s->width = s->n / 64 + 1;
  size_t sets = lyre_mul_size (mem, s->n + 1, s->width);
  s->into = lyre_alloc (mem, (s->n + 1) * sizeof *s->into);
  s->above = lyre_alloc (mem, lyre_mul_size (mem, sets, sizeof *s->above));
  s->before = lyre_alloc (mem, s->width * sizeof *s->before);
  s->queue = lyre_alloc (mem, (s->n + 1) * sizeof *s->queue);
  s->queued = lyre_alloc (mem, s->n + 1);
  memset (s->queued, 0, s->n + 1);
  sort_steps (s, classes->n_classes, true);
  sort_steps (s, s->n, false);
  index_targets (s);
}

static void simulation_release (simulation *s) {
  lyre_mem *mem = s->fa->mem;
  lyre_free (mem, s->into);
  lyre_free (mem, s->above);
  lyre_free (mem, s->before);
  lyre_free (mem, s->queue);
  lyre_free (mem, s->queued);
}

/* A itself if it is too large or takes too long; NULL if stopped. */
static const lyre_nfa *reduce_forward (lyre_fa *fa, const lyre_nfa *a) {
  simulation s = {.fa = fa, .a = a};
  lyre_classes classes;
  const lyre_nfa *out = a;
  lyre_classes_init (&classes, fa, a);
  bool ok = lyre_spans_init (&s.spans, fa, a);
  if (lyre_steps_init (&s.steps, fa, a, &classes, MAX_STEPS) && ok) {
    simulation_init (&s, &classes);
    if (simulate (&s))
      out = merge (&s);
    simulation_release (&s);
  }
  lyre_vec_release (fa->mem, &s.steps);
  lyre_classes_release (&classes, fa->mem);
  lyre_spans_release (&s.spans, fa->mem);
  return fa->env->stop ? NULL : out;
}

static const lyre_nfa *reduce_both (lyre_fa *inner, const lyre_nfa *a) {
  a = reduce_forward (inner, a);
  a = a ? lyre_nfa_reverse (inner, a) : NULL;
  a = a ? reduce_forward (inner, a) : NULL;
  return a ? lyre_nfa_reverse (inner, a) : NULL;
}

const lyre_nfa *lyre_nfa_reduce (lyre_fa *fa, const lyre_nfa *a) {
  lyre_arena inside;
  if (a->n_states < 2 || a->n_states > MAX_STATES)
    return a;
  lyre_fa inner = lyre_fa_open (fa, &inside);
  const lyre_nfa *out = reduce_both (&inner, a);
  if (out && (out->n_states < a->n_states || out->n_edges < a->n_edges))
    out = lyre_nfa_keep (fa, out);
  else if (out)
    out = a;
  lyre_fa_close (fa, &inner);
  return out;
}
