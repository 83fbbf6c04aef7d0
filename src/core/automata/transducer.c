#include "core/automata/transducer.h"

#include <string.h>

#include "core/automata/nfa_internal.h"

/* -------------------------------------------------------------------- images
 *
 * Pairs of a state of the transducer and one of the automaton. */
typedef struct {
  lyre_fa *fa;
  const lyre_transducer *t;
  const lyre_nfa *a;
  lyre_nfa_builder b;
  lyre_map number; /* pair to builder's state plus one */
  struct pair {
    uint32_t t, a, state;
  } * pairs;
  uint32_t n_pairs, cap;
  /* Pre-images: the states after a word from a state, remembered. */
  lyre_lists runs, sets;
  lyre_u32s set_of_run;
  lyre_bag bags[2];
} pairing;

static uint32_t meet (pairing *p, uint32_t t, uint32_t a) {
  uint64_t key = (uint64_t) t << 32 | a;
  uint64_t *number = lyre_map_at (p->fa->mem, &p->number, key);
  if (!*number) {
    uint32_t state = lyre_nfa_add_state (&p->b, false);
    *number = (uint64_t) state + 1;
    if (p->b.stopped)
      return state;
    if (p->n_pairs == p->cap)
      p->pairs = lyre_vec_grow (p->fa->mem, p->pairs, &p->cap,
                                (uint64_t) p->n_pairs + 1, sizeof *p->pairs);
    p->pairs[p->n_pairs++] = (struct pair){t, a, state};
  }
  return (uint32_t) *number - 1;
}

/* From FROM through the first LEN characters of OUT to the state returned. */
static uint32_t write_word (pairing *p, uint32_t from, const lyre_str *out,
                            uint32_t len) {
  for (uint32_t i = 0; i < len && !p->b.stopped; i++) {
    uint32_t c = lyre_str_at (out, i);
    uint32_t to = lyre_nfa_add_state (&p->b, false);
    lyre_nfa_add_arc (&p->b, from, c, c, to);
    from = to;
  }
  return from;
}

/* The transducer's edge E reads LO..HI while A goes to Q. */
static void write_edge (pairing *p, uint32_t from,
                        const lyre_transducer_edge *e, uint32_t lo, uint32_t hi,
                        uint32_t q) {
  uint32_t to = meet (p, e->to, q);
  from = write_word (p, from, e->out, e->out_len);
  if (e->copy)
    lyre_nfa_add_arc (&p->b, from, lo, hi, to);
  else
    lyre_nfa_add_jump (&p->b, from, to);
}

static void write_end (pairing *p, struct pair at) {
  const lyre_transducer_end *end = &p->t->ends[at.t];
  if (!p->a->final[at.a] || !end->out)
    return;
  uint32_t last = write_word (p, at.state, end->out, end->out_len);
  if (!p->b.stopped)
    p->b.final.data[last] = 1;
}

static void write_pair (pairing *p, struct pair at) {
  const lyre_transducer *t = p->t;
  const lyre_edge *end = lyre_nfa_row_end (p->a, at.a);
  for (uint32_t i = t->first[at.t]; i < t->first[at.t + 1]; i++) {
    const lyre_transducer_edge *e = &t->edges[i];
    const lyre_edge *f = lyre_nfa_row_from (p->a, at.a, e->lo);
    for (; f < end && f->lo <= e->hi && !p->b.stopped; f++)
      if (f->hi >= e->lo)
        write_edge (p, at.state, e, e->lo > f->lo ? e->lo : f->lo,
                    e->hi < f->hi ? e->hi : f->hi, f->to);
  }
  write_end (p, at);
}

static void pairing_release (pairing *p) {
  lyre_map_release (p->fa->mem, &p->number);
  lyre_free (p->fa->mem, p->pairs);
}

/* Looks at all pairs met, also those met on the way. */
static void each_pair (pairing *p, void (*look) (pairing *, struct pair)) {
  for (uint32_t i = 0; i < p->n_pairs && !p->b.stopped; i++) {
    p->b.stopped |= lyre_fa_stop (p->fa);
    look (p, p->pairs[i]);
  }
}

const lyre_nfa *lyre_transducer_image (lyre_fa *fa, const lyre_transducer *t,
                                       const lyre_nfa *a) {
  pairing p = {.fa = fa, .t = t, .a = a};
  lyre_nfa_builder_init (&p.b, fa, lyre_nfa_roomy (fa));
  uint32_t start = lyre_nfa_add_state (&p.b, false);
  lyre_nfa_add_initial (&p.b, start);
  start = write_word (&p, start, t->prefix, t->prefix->len);
  for (uint32_t i = 0; i < a->n_initial && !p.b.stopped; i++)
    lyre_nfa_add_jump (&p.b, start, meet (&p, 0, a->initial[i]));
  each_pair (&p, write_pair);
  pairing_release (&p);
  return lyre_nfa_finish (&p.b);
}

/* ---------------------------------------------------------------- pre-images
 */

static void read_char (pairing *p, uint32_t c, const lyre_bag *now,
                       lyre_bag *then) {
  lyre_bag_clear (then);
  for (uint32_t i = 0; i < now->members.len; i++) {
    uint32_t q = now->members.data[i];
    const lyre_edge *end = lyre_nfa_row_end (p->a, q);
    const lyre_edge *e = lyre_nfa_row_from (p->a, q, c);
    for (; e < end && e->lo <= c; e++)
      if (e->hi >= c)
        lyre_bag_add (then, e->to);
  }
}

/* The set of states after the word from the states in bag 0. */
static uint32_t read_word (pairing *p, const lyre_str *out, uint32_t len) {
  lyre_bag *now = &p->bags[0];
  for (uint32_t i = 0; i < len && now->members.len && !p->b.stopped; i++) {
    lyre_bag *then = now == p->bags ? &p->bags[1] : &p->bags[0];
    read_char (p, lyre_str_at (out, i), now, then);
    now = then;
    p->b.stopped |= lyre_fa_stop (p->fa);
  }
  lyre_bag_sort (now);
  return lyre_lists_put (&p->sets, now->members.len, now->members.data);
}

static uint32_t read_from (pairing *p, uint32_t q, const lyre_str *out,
                           uint32_t len) {
  uint64_t word = (uintptr_t) out;
  uint32_t key[] = {q, len, (uint32_t) (word >> 32), (uint32_t) word};
  uint32_t run = lyre_lists_put (&p->runs, 4, key);
  if (run == p->set_of_run.len) {
    lyre_bag_clear (&p->bags[0]);
    lyre_bag_add (&p->bags[0], q);
    uint32_t set = read_word (p, out, len);
    lyre_vec_push (p->fa->mem, &p->set_of_run, set);
  }
  return p->set_of_run.data[run];
}

/* After E's word A is in Q: now for the character copied, if any. */
static void unwrite_edge (pairing *p, uint32_t from,
                          const lyre_transducer_edge *e, uint32_t q) {
  if (!e->copy) {
    lyre_nfa_add_arc (&p->b, from, e->lo, e->hi, meet (p, e->to, q));
    return;
  }
  const lyre_edge *end = lyre_nfa_row_end (p->a, q);
  const lyre_edge *f = lyre_nfa_row_from (p->a, q, e->lo);
  for (; f < end && f->lo <= e->hi && !p->b.stopped; f++)
    if (f->hi >= e->lo)
      lyre_nfa_add_arc (&p->b, from, e->lo > f->lo ? e->lo : f->lo,
                        e->hi < f->hi ? e->hi : f->hi, meet (p, e->to, f->to));
}

static void unwrite_end (pairing *p, struct pair at) {
  const lyre_transducer_end *end = &p->t->ends[at.t];
  uint32_t n;
  if (!end->out)
    return;
  uint32_t set = read_from (p, at.a, end->out, end->out_len);
  const uint32_t *q = lyre_lists_at (&p->sets, set, &n);
  for (uint32_t i = 0; i < n; i++)
    p->b.final.data[at.state] |= p->a->final[q[i]];
}

static void unwrite_pair (pairing *p, struct pair at) {
  const lyre_transducer *t = p->t;
  for (uint32_t i = t->first[at.t]; i < t->first[at.t + 1]; i++) {
    const lyre_transducer_edge *e = &t->edges[i];
    uint32_t n, set = read_from (p, at.a, e->out, e->out_len);
    const uint32_t *q = lyre_lists_at (&p->sets, set, &n);
    for (uint32_t j = 0; j < n && !p->b.stopped; j++)
      unwrite_edge (p, at.state, e, q[j]);
  }
  unwrite_end (p, at);
}

/* Pairs for the states of A after the prefix. */
static void start_unwriting (pairing *p) {
  uint32_t n;
  lyre_bag_clear (&p->bags[0]);
  for (uint32_t i = 0; i < p->a->n_initial; i++)
    lyre_bag_add (&p->bags[0], p->a->initial[i]);
  uint32_t set = read_word (p, p->t->prefix, p->t->prefix->len);
  const uint32_t *q = lyre_lists_at (&p->sets, set, &n);
  for (uint32_t i = 0; i < n && !p->b.stopped; i++)
    lyre_nfa_add_initial (&p->b, meet (p, 0, q[i]));
}

const lyre_nfa *lyre_transducer_preimage (lyre_fa *fa, const lyre_transducer *t,
                                          const lyre_nfa *a) {
  pairing p = {.fa = fa, .t = t, .a = a};
  lyre_nfa_builder_init (&p.b, fa, lyre_nfa_roomy (fa));
  lyre_lists_init (&p.runs, fa->mem);
  lyre_lists_init (&p.sets, fa->mem);
  lyre_bag_init (&p.bags[0], fa->mem, a->n_states);
  lyre_bag_init (&p.bags[1], fa->mem, a->n_states);
  start_unwriting (&p);
  each_pair (&p, unwrite_pair);
  lyre_bag_release (&p.bags[0], fa->mem);
  lyre_bag_release (&p.bags[1], fa->mem);
  lyre_lists_release (&p.runs);
  lyre_lists_release (&p.sets);
  lyre_vec_release (fa->mem, &p.set_of_run);
  pairing_release (&p);
  return lyre_nfa_finish (&p.b);
}

/* ------------------------------------------------------------------ applying
 *
 * Forward through all states, remembering how each was reached; then back from
 * a final one. */
typedef struct {
  uint32_t state, before; /* an earlier visit */
  const lyre_transducer_edge *edge;
} visit;

typedef struct {
  lyre_fa *fa;
  const lyre_transducer *t;
  const lyre_str *w;
  lyre_vec (visit) visits; /* layer after layer */
  lyre_bag seen;
  lyre_u32s back; /* what is written, from the end */
} run;

static void visit_state (run *r, uint32_t state, uint32_t before,
                         const lyre_transducer_edge *edge) {
  visit v = {state, before, edge};
  if (lyre_bag_has (&r->seen, state))
    return;
  lyre_bag_add (&r->seen, state);
  lyre_vec_push (r->fa->mem, &r->visits, v);
}

/* The layer of visits START..END reads C. */
static void next_layer (run *r, uint32_t start, uint32_t end, uint32_t c) {
  const lyre_transducer *t = r->t;
  lyre_bag_clear (&r->seen);
  for (uint32_t i = start; i < end; i++) {
    uint32_t q = r->visits.data[i].state;
    for (uint32_t j = t->first[q]; j < t->first[q + 1]; j++)
      if (t->edges[j].lo <= c && c <= t->edges[j].hi)
        visit_state (r, t->edges[j].to, i, &t->edges[j]);
  }
}

/* A visit after the whole word in a final state, or LYRE_NO_STATE. */
static uint32_t go (run *r) {
  uint32_t start = 0;
  visit_state (r, 0, LYRE_NO_STATE, NULL);
  for (uint32_t k = 0; k < r->w->len; k++) {
    uint32_t end = r->visits.len;
    if (lyre_fa_stop (r->fa))
      return LYRE_NO_STATE;
    next_layer (r, start, end, lyre_str_at (r->w, k));
    start = end;
  }
  for (uint32_t i = start; i < r->visits.len; i++)
    if (r->t->ends[r->visits.data[i].state].out)
      return i;
  return LYRE_NO_STATE;
}

static void write_back (run *r, const lyre_str *out, uint32_t len) {
  for (uint32_t i = len; i > 0; i--)
    lyre_vec_push (r->fa->mem, &r->back, lyre_str_at (out, i - 1));
}

static const lyre_str *go_back (run *r, uint32_t at) {
  const lyre_transducer_end *end = &r->t->ends[r->visits.data[at].state];
  write_back (r, end->out, end->out_len);
  for (uint32_t k = r->w->len; k > 0; k--) {
    const lyre_transducer_edge *e = r->visits.data[at].edge;
    if (e->copy)
      lyre_vec_push (r->fa->mem, &r->back, lyre_str_at (r->w, k - 1));
    write_back (r, e->out, e->out_len);
    at = r->visits.data[at].before;
    if (lyre_fa_stop (r->fa))
      return NULL;
  }
  write_back (r, r->t->prefix, r->t->prefix->len);
  for (uint32_t i = 0, j = r->back.len; i + 1 < j; i++) {
    uint32_t c = r->back.data[i];
    r->back.data[i] = r->back.data[--j];
    r->back.data[j] = c;
  }
  return lyre_str_from_wide (r->fa->arena, r->back.data, r->back.len);
}

const lyre_str *lyre_transducer_apply (lyre_fa *fa, const lyre_transducer *t,
                                       const lyre_str *w) {
  run r = {.fa = fa, .t = t, .w = w};
  lyre_bag_init (&r.seen, fa->mem, t->n_states);
  uint32_t last = go (&r);
  const lyre_str *out = last == LYRE_NO_STATE ? NULL : go_back (&r, last);
  lyre_vec_release (fa->mem, &r.visits);
  lyre_bag_release (&r.seen, fa->mem);
  lyre_vec_release (fa->mem, &r.back);
  return out;
}
