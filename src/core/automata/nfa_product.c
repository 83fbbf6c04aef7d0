#include "core/automata/nfa_internal.h"

#include <string.h>

/* Pairs of states, numbered as they are met. */
typedef struct {
  lyre_fa *fa;
  const lyre_nfa *a, *b;
  lyre_spans spans_a, spans_b;
  lyre_nfa_builder out;
  lyre_map number; /* pair to number plus one */
  lyre_vec (uint64_t) pairs;
} product;

static uint32_t meet (product *p, uint32_t qa, uint32_t qb) {
  uint64_t key = (uint64_t) qa << 32 | qb;
  uint64_t *number = lyre_map_at (p->fa->mem, &p->number, key);
  if (!*number) {
    uint32_t q =
        lyre_nfa_add_state (&p->out, p->a->final[qa] & p->b->final[qb]);
    *number = (uint64_t) q + 1;
    if (!p->out.stopped)
      lyre_vec_push (p->fa->mem, &p->pairs, key);
  }
  return (uint32_t) *number - 1;
}

/* No word that both could go on with has the right length. Saves much with
 * bounded loops, where pairs that are out of step abound. */
static bool is_hopeless (const product *p, uint32_t qa, uint32_t qb) {
  return p->spans_a.least[qa] > p->spans_b.most[qb] ||
         p->spans_b.least[qb] > p->spans_a.most[qa];
}

/* All edges of QB that share a character with E. */
static void pair_edges (product *p, uint32_t from, const lyre_edge *e,
                        uint32_t qb) {
  const lyre_edge *end = lyre_nfa_row_end (p->b, qb);
  const lyre_edge *f = lyre_nfa_row_from (p->b, qb, e->lo);
  for (; f < end && f->lo <= e->hi && !p->out.stopped; f++)
    if (f->hi >= e->lo && !is_hopeless (p, e->to, f->to))
      lyre_nfa_add_arc (&p->out, from, e->lo > f->lo ? e->lo : f->lo,
                        e->hi < f->hi ? e->hi : f->hi, meet (p, e->to, f->to));
}

static void expand (product *p, uint32_t from) {
  uint32_t qa = (uint32_t) (p->pairs.data[from] >> 32);
  uint32_t qb = (uint32_t) p->pairs.data[from];
  const lyre_edge *end = lyre_nfa_row_end (p->a, qa);
  for (const lyre_edge *e = lyre_nfa_row (p->a, qa); e < end && !p->out.stopped;
       e++)
    pair_edges (p, from, e, qb);
}

static void expand_all (product *p) {
  for (uint32_t i = 0; i < p->a->n_initial; i++)
    for (uint32_t j = 0; j < p->b->n_initial && !p->out.stopped; j++)
      if (!is_hopeless (p, p->a->initial[i], p->b->initial[j]))
        lyre_nfa_add_initial (&p->out,
                              meet (p, p->a->initial[i], p->b->initial[j]));
  for (uint32_t i = 0; i < p->pairs.len && !p->out.stopped; i++) {
    if (lyre_fa_stop (p->fa))
      p->out.stopped = true;
    expand (p, i);
  }
}

const lyre_nfa *lyre_nfa_product (lyre_fa *fa, const lyre_nfa *a,
                                  const lyre_nfa *b) {
  product p = {.fa = fa, .a = a, .b = b};
  if (a->deterministic && !b->deterministic)
    p.a = b, p.b = a; /* the second one's rows are searched */
  lyre_nfa_builder_init (&p.out, fa, lyre_nfa_roomy (fa));
  bool ok = lyre_spans_init (&p.spans_a, fa, p.a);
  ok = lyre_spans_init (&p.spans_b, fa, p.b) && ok;
  if (ok)
    expand_all (&p);
  else
    p.out.stopped = true;
  lyre_spans_release (&p.spans_a, fa->mem);
  lyre_spans_release (&p.spans_b, fa->mem);
  lyre_map_release (fa->mem, &p.number);
  lyre_vec_release (fa->mem, &p.pairs);
  return lyre_nfa_finish (&p.out);
}
