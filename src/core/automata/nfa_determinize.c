/* Subset constructions: deterministic automata, complements, differences. */
#include "core/automata/nfa_internal.h"

#include <string.h>

/* Each state allowed in the result pays for this many numbers in sets. */
enum { SET_ROOM = 64 };

static bool has_room (const lyre_macro *m) {
  uint64_t room = (uint64_t) SET_ROOM * m->fa->max_states + (1u << 20);
  return m->sets.items.len <= room;
}

/* One state per set, under the set's number. */
static bool add_sets (lyre_nfa_builder *b, lyre_macro *m) {
  while (b->final.len < m->sets.n && !b->stopped) {
    lyre_nfa_add_state (b, lyre_macro_is_final (m, b->final.len));
  }
  if (!has_room (m))
    b->stopped = b->fa->gave_up = true;
  return !b->stopped;
}

static bool expand_set (lyre_nfa_builder *b, lyre_macro *m, uint32_t set) {
  uint32_t n;
  const lyre_piece *piece;
  if (!lyre_macro_row (m, set, &n, &piece))
    b->stopped = true;
  else
    for (uint32_t i = 0; i < n && !b->stopped; i++)
      lyre_nfa_add_arc (b, set, piece[i].lo, piece[i].hi, piece[i].to);
  return !b->stopped;
}

const lyre_nfa *lyre_nfa_determinize (lyre_fa *fa, const lyre_nfa *a) {
  lyre_nfa_builder b;
  lyre_macro m;
  if (a->deterministic)
    return a;
  lyre_nfa_builder_init (&b, fa, fa->max_states);
  lyre_macro_init (&m, fa, 1, &a);
  lyre_nfa_add_initial (&b, lyre_macro_start (&m));
  bool ok = add_sets (&b, &m);
  for (uint32_t set = 0; ok && set < m.sets.n; set++)
    ok = expand_set (&b, &m, set) && add_sets (&b, &m);
  lyre_macro_release (&m);
  return lyre_nfa_finish (&b);
}

/* ------------------------------------------------------------- complementing
 */

/* What no edge of Q takes goes to the sink. */
static void add_gaps (lyre_nfa_builder *b, const lyre_nfa *a, uint32_t q,
                      uint32_t sink) {
  uint32_t c = 0;
  const lyre_edge *end = lyre_nfa_row_end (a, q);
  for (const lyre_edge *e = lyre_nfa_row (a, q); e < end; e++) {
    if (c < e->lo)
      lyre_nfa_add_arc (b, q, c, e->lo - 1, sink);
    c = e->hi + 1;
  }
  if (c <= LYRE_CHAR_MAX)
    lyre_nfa_add_arc (b, q, c, LYRE_CHAR_MAX, sink);
}

/* A is deterministic. */
static const lyre_nfa *flip (lyre_fa *fa, const lyre_nfa *a) {
  lyre_nfa_builder b;
  if (lyre_nfa_is_empty (a))
    return lyre_nfa_all (fa);
  lyre_nfa_builder_init (&b, fa, (uint64_t) a->n_states + 2);
  lyre_nfa_add_copy (&b, a);
  uint32_t sink = lyre_nfa_add_state (&b, true);
  lyre_nfa_add_arc (&b, sink, 0, LYRE_CHAR_MAX, sink);
  for (uint32_t q = 0; q < a->n_states && !b.stopped; q++) {
    b.final.data[q] = !a->final[q];
    add_gaps (&b, a, q, sink);
  }
  lyre_nfa_add_initial (&b, a->initial[0]);
  return lyre_nfa_finish (&b);
}

static const lyre_nfa *complement_forward (lyre_fa *fa, const lyre_nfa *a) {
  const lyre_nfa *d = lyre_nfa_determinize (fa, a);
  if (d)
    d = lyre_nfa_minimize (fa, d);
  return d ? flip (fa, d) : NULL;
}

static const lyre_nfa *complement_backward (lyre_fa *fa, const lyre_nfa *a) {
  const lyre_nfa *r = lyre_nfa_reverse (fa, a);
  if (r)
    r = complement_forward (fa, r);
  return r ? lyre_nfa_reverse (fa, r) : NULL;
}

/* One direction with at most MAX states; NULL if that is not enough. */
static const lyre_nfa *try_complement (lyre_fa *fa, const lyre_nfa *a,
                                       uint32_t max, bool backward) {
  lyre_arena inside;
  lyre_fa inner = lyre_fa_open (fa, &inside);
  inner.max_states = max;
  const lyre_nfa *c = backward ? complement_backward (&inner, a)
                               : complement_forward (&inner, a);
  if (c)
    c = lyre_nfa_keep (fa, c);
  inner.gave_up = false;
  lyre_fa_close (fa, &inner);
  return c;
}

/* Either direction may blow up, rarely both do: take turns. */
const lyre_nfa *lyre_nfa_complement (lyre_fa *fa, const lyre_nfa *a) {
  uint32_t max = 256;
  if (a->deterministic)
    return complement_forward (fa, a);
  for (;;) {
    if (max > fa->max_states)
      max = fa->max_states;
    for (int backward = 0; backward < 2; backward++) {
      const lyre_nfa *c = try_complement (fa, a, max, backward);
      if (c || fa->env->stop)
        return c;
    }
    if (max == fa->max_states)
      break;
    max = max > UINT32_MAX / 8 ? UINT32_MAX : 8 * max;
  }
  fa->gave_up = true;
  return NULL;
}

/* -------------------------------------------------------------- differences
 *
 * Pairs of a state of A and a set of B's. */
typedef struct {
  lyre_fa *fa;
  const lyre_nfa *a;
  lyre_macro m;
  lyre_nfa_builder out;
  lyre_map number; /* pair to number plus one */
  lyre_vec (uint64_t) pairs;
} difference;

static uint32_t meet (difference *d, uint32_t q, uint32_t set) {
  uint64_t key = (uint64_t) q << 32 | set;
  uint64_t *number = lyre_map_at (d->fa->mem, &d->number, key);
  if (!*number) {
    bool final = d->a->final[q] && !lyre_macro_is_final (&d->m, set);
    *number = (uint64_t) lyre_nfa_add_state (&d->out, final) + 1;
    if (!d->out.stopped)
      lyre_vec_push (d->fa->mem, &d->pairs, key);
  }
  return (uint32_t) *number - 1;
}

static void add_part (difference *d, uint32_t from, uint32_t lo, uint32_t hi,
                      uint32_t q, uint32_t set) {
  if (lo <= hi && !d->out.stopped)
    lyre_nfa_add_arc (&d->out, from, lo, hi, meet (d, q, set));
}

/* Splits E along the pieces; what is in none leads to the empty set. */
static void split_edge (difference *d, uint32_t from, const lyre_edge *e,
                        uint32_t n, const lyre_piece *piece, uint32_t none) {
  uint32_t c = e->lo;
  for (uint32_t i = 0; i < n && piece[i].lo <= e->hi; i++) {
    if (piece[i].hi < c)
      continue;
    if (c < piece[i].lo) {
      add_part (d, from, c, piece[i].lo - 1, e->to, none);
      c = piece[i].lo;
    }
    uint32_t end = piece[i].hi < e->hi ? piece[i].hi : e->hi;
    add_part (d, from, c, end, e->to, piece[i].to);
    c = end + 1;
  }
  add_part (d, from, c, e->hi, e->to, none);
}

static void expand_pair (difference *d, uint32_t from, uint32_t none) {
  uint32_t q = (uint32_t) (d->pairs.data[from] >> 32);
  uint32_t set = (uint32_t) d->pairs.data[from];
  uint32_t n;
  const lyre_piece *piece;
  if (lyre_fa_stop (d->fa) || !lyre_macro_row (&d->m, set, &n, &piece))
    d->out.stopped = true;
  if (!has_room (&d->m))
    d->out.stopped = d->fa->gave_up = true;
  for (uint32_t i = d->a->first[q]; i < d->a->first[q + 1] && !d->out.stopped;
       i++)
    split_edge (d, from, &d->a->edges[i], n, piece, none);
}

const lyre_nfa *lyre_nfa_difference (lyre_fa *fa, const lyre_nfa *a,
                                     const lyre_nfa *b) {
  difference d = {.fa = fa, .a = a};
  lyre_nfa_builder_init (&d.out, fa, lyre_nfa_roomy (fa));
  lyre_macro_init (&d.m, fa, 1, &b);
  uint32_t start = lyre_macro_start (&d.m);
  uint32_t none = lyre_lists_put (&d.m.sets, 0, NULL);
  for (uint32_t i = 0; i < a->n_initial && !d.out.stopped; i++)
    lyre_nfa_add_initial (&d.out, meet (&d, a->initial[i], start));
  for (uint32_t i = 0; i < d.pairs.len && !d.out.stopped; i++)
    expand_pair (&d, i, none);
  lyre_macro_release (&d.m);
  lyre_map_release (fa->mem, &d.number);
  lyre_vec_release (fa->mem, &d.pairs);
  return lyre_nfa_finish (&d.out);
}
