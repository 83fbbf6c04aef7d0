/* Minimal deterministic automata, by Hopcroft's idea in the form for partial
 * automata: two refinable partitions, of the states and of the steps, each
 * splitting the other, in O(m log n) (A. Valmari: Fast brief practical DFA
 * minimization, IPL 2012). */
#include "core/automata/nfa_internal.h"

#include <string.h>

/* Elements 0..n-1 in blocks; the marked ones of a block come first in it. */
typedef struct {
  uint32_t n_blocks;
  uint32_t *element;            /* ordered by block */
  uint32_t *place;              /* of an element in that order */
  uint32_t *block;              /* of an element */
  uint32_t *begin, *end;        /* of a block */
  uint32_t *marked;             /* how many of a block */
  uint32_t *touched, n_touched; /* blocks with marked elements */
} partition;

static uint32_t *numbers (lyre_mem *mem, uint32_t n) {
  return lyre_alloc (mem, lyre_mul_size (mem, n, sizeof (uint32_t)));
}

static void partition_init (partition *p, lyre_mem *mem, uint32_t n) {
  p->n_blocks = n > 0;
  p->element = numbers (mem, n);
  p->place = numbers (mem, n);
  p->block = numbers (mem, n);
  p->begin = numbers (mem, n + 1);
  p->end = numbers (mem, n + 1);
  p->marked = numbers (mem, n + 1);
  p->touched = numbers (mem, n + 1);
  p->n_touched = 0;
  for (uint32_t i = 0; i < n; i++) {
    p->element[i] = p->place[i] = i;
    p->block[i] = 0;
    p->marked[i] = 0;
  }
  p->begin[0] = 0;
  p->end[0] = n;
}

static void partition_release (partition *p, lyre_mem *mem) {
  lyre_free (mem, p->element);
  lyre_free (mem, p->place);
  lyre_free (mem, p->block);
  lyre_free (mem, p->begin);
  lyre_free (mem, p->end);
  lyre_free (mem, p->marked);
  lyre_free (mem, p->touched);
}

/* At most once for an element between two splits. */
static void mark (partition *p, uint32_t e) {
  uint32_t b = p->block[e], i = p->place[e], j = p->begin[b] + p->marked[b];
  p->element[i] = p->element[j];
  p->place[p->element[i]] = i;
  p->element[j] = e;
  p->place[e] = j;
  if (!p->marked[b]++)
    p->touched[p->n_touched++] = b;
}

/* The smaller part becomes a new block. */
static void split_block (partition *p, uint32_t b) {
  uint32_t middle = p->begin[b] + p->marked[b], new = p->n_blocks;
  uint32_t n_marked = p->marked[b];
  p->marked[b] = 0;
  if (middle == p->end[b])
    return;
  if (n_marked <= p->end[b] - middle) {
    p->begin[new] = p->begin[b];
    p->end[new] = p->begin[b] = middle;
  } else {
    p->end[new] = p->end[b];
    p->begin[new] = p->end[b] = middle;
  }
  for (uint32_t i = p->begin[new]; i < p->end[new]; i++)
    p->block[p->element[i]] = new;
  p->marked[new] = 0;
  p->n_blocks++;
}

static void split (partition *p) {
  while (p->n_touched)
    split_block (p, p->touched[--p->n_touched]);
}

typedef struct {
  lyre_fa *fa;
  const lyre_nfa *d;
  lyre_classes classes;
  lyre_steps steps;
  partition states, cords;
  uint32_t *into_start, *into; /* steps by target */
} minimizer;

/* A block of steps per label to begin with. */
static void order_cords (minimizer *m) {
  partition *c = &m->cords;
  uint32_t n = m->steps.len, k = m->classes.n_classes;
  uint32_t *start = numbers (m->fa->mem, k + 2);
  memset (start, 0, (k + 2) * sizeof *start);
  for (uint32_t i = 0; i < n; i++)
    start[m->steps.data[i].label + 2]++;
  for (uint32_t i = 1; i <= k; i++)
    start[i + 1] += start[i];
  for (uint32_t i = 0; i < n; i++) {
    uint32_t label = m->steps.data[i].label;
    c->place[i] = start[label + 1]++;
    c->element[c->place[i]] = i;
    c->block[i] = label;
  }
  for (uint32_t i = 0; i < k; i++) {
    c->begin[i] = start[i];
    c->end[i] = start[i + 1];
    c->marked[i] = 0;
  }
  c->n_blocks = k;
  lyre_free (m->fa->mem, start);
}

static void order_targets (minimizer *m) {
  uint32_t n = m->d->n_states;
  m->into_start = numbers (m->fa->mem, n + 2);
  m->into = numbers (m->fa->mem, m->steps.len);
  memset (m->into_start, 0, (n + 2) * sizeof (uint32_t));
  for (uint32_t i = 0; i < m->steps.len; i++)
    m->into_start[m->steps.data[i].to + 2]++;
  for (uint32_t q = 1; q <= n; q++)
    m->into_start[q + 1] += m->into_start[q];
  for (uint32_t i = 0; i < m->steps.len; i++)
    m->into[m->into_start[m->steps.data[i].to + 1]++] = i;
}

static void split_states (minimizer *m, uint32_t cord) {
  const partition *c = &m->cords;
  for (uint32_t i = c->begin[cord]; i < c->end[cord]; i++)
    mark (&m->states, m->steps.data[c->element[i]].from);
  split (&m->states);
}

static void split_cords (minimizer *m, uint32_t block) {
  const partition *s = &m->states;
  for (uint32_t i = s->begin[block]; i < s->end[block]; i++) {
    uint32_t q = s->element[i];
    for (uint32_t j = m->into_start[q]; j < m->into_start[q + 1]; j++)
      mark (&m->cords, m->into[j]);
  }
  split (&m->cords);
}

static bool refine (minimizer *m) {
  uint32_t block = 1, cord = 0;
  for (uint32_t q = 0; q < m->d->n_states; q++)
    if (m->d->final[q])
      mark (&m->states, q);
  split (&m->states);
  while (cord < m->cords.n_blocks) {
    if (lyre_fa_stop (m->fa))
      return false;
    split_states (m, cord++);
    while (block < m->states.n_blocks) {
      if (lyre_fa_stop (m->fa))
        return false;
      split_cords (m, block++);
    }
  }
  return true;
}

static const lyre_nfa *quotient (minimizer *m) {
  lyre_nfa_builder b;
  const partition *s = &m->states;
  lyre_nfa_builder_init (&b, m->fa, (uint64_t) s->n_blocks + 1);
  for (uint32_t i = 0; i < s->n_blocks; i++)
    lyre_nfa_add_state (&b, m->d->final[s->element[s->begin[i]]]);
  for (uint32_t i = 0; i < s->n_blocks && !b.stopped; i++) {
    uint32_t q = s->element[s->begin[i]];
    for (uint32_t j = m->d->first[q]; j < m->d->first[q + 1]; j++)
      lyre_nfa_add_arc (&b, i, m->d->edges[j].lo, m->d->edges[j].hi,
                        s->block[m->d->edges[j].to]);
  }
  lyre_nfa_add_initial (&b, s->block[m->d->initial[0]]);
  return lyre_nfa_finish (&b);
}

static const lyre_nfa *minimize_steps (minimizer *m) {
  lyre_mem *mem = m->fa->mem;
  partition_init (&m->states, mem, m->d->n_states);
  partition_init (&m->cords, mem, m->steps.len);
  order_cords (m);
  order_targets (m);
  const lyre_nfa *out = refine (m) ? quotient (m) : NULL;
  partition_release (&m->states, mem);
  partition_release (&m->cords, mem);
  lyre_free (mem, m->into_start);
  lyre_free (mem, m->into);
  return out;
}

static const lyre_nfa *minimize (lyre_fa *fa, const lyre_nfa *d) {
  minimizer m = {.fa = fa, .d = d};
  const lyre_nfa *out = NULL;
  lyre_classes_init (&m.classes, fa, d);
  if (lyre_steps_init (&m.steps, fa, d, &m.classes, UINT32_MAX / 4))
    out = minimize_steps (&m);
  lyre_vec_release (fa->mem, &m.steps);
  lyre_classes_release (&m.classes, fa->mem);
  return out;
}

const lyre_nfa *lyre_nfa_minimize (lyre_fa *fa, const lyre_nfa *a) {
  lyre_arena inside;
  if (lyre_nfa_is_empty (a))
    return a;
  lyre_fa inner = lyre_fa_open (fa, &inside);
  const lyre_nfa *d = lyre_nfa_determinize (&inner, a);
  const lyre_nfa *out = d ? minimize (fa, d) : NULL;
  lyre_fa_close (fa, &inner);
  return out;
}
