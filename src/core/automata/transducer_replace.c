/* Transducers that replace matches of a pattern. */
#include "core/automata/transducer.h"

#include <string.h>

#include "core/automata/nfa_internal.h"

/* ----------------------------------------------------------------- building
 *
 * States are added in order, each with its edges before the next one. */
typedef struct {
  lyre_fa *fa;
  lyre_u32s first;
  lyre_vec (lyre_transducer_edge) edges;
  lyre_vec (lyre_transducer_end) ends;
} maker;

static void begin_state (maker *m, const lyre_str *out, uint32_t out_len) {
  lyre_transducer_end end = {out, out_len};
  lyre_vec_push (m->fa->mem, &m->first, m->edges.len);
  lyre_vec_push (m->fa->mem, &m->ends, end);
}

static bool is_continued (const lyre_transducer_edge *last,
                          const lyre_transducer_edge *e) {
  return last->hi + 1 == e->lo && last->to == e->to && last->out == e->out &&
         last->out_len == e->out_len && last->copy == e->copy;
}

/* Grows the state's last edge if it can. */
static void add_edge (maker *m, lyre_transducer_edge e) {
  if (m->edges.len > lyre_vec_top (&m->first)) {
    lyre_transducer_edge *last = &lyre_vec_top (&m->edges);
    if (is_continued (last, &e)) {
      last->hi = e.hi;
      return;
    }
  }
  lyre_vec_push (m->fa->mem, &m->edges, e);
}

static void add_copying_state (maker *m) {
  uint32_t q = m->first.len;
  begin_state (m, &lyre_str_empty, 0);
  add_edge (
      m, (lyre_transducer_edge){0, LYRE_CHAR_MAX, q, 0, &lyre_str_empty, true});
}

static const lyre_transducer *make (maker *m, const lyre_str *prefix, bool ok) {
  lyre_arena *arena = m->fa->arena;
  lyre_mem *mem = m->fa->mem;
  lyre_transducer *t = NULL;
  if (ok) {
    uint32_t n = m->ends.len, k = m->edges.len;
    lyre_vec_push (mem, &m->first, k);
    uint32_t *first = lyre_arena_array (arena, uint32_t, n + 1);
    lyre_transducer_end *ends =
        lyre_arena_array (arena, lyre_transducer_end, n);
    lyre_transducer_edge *edges =
        lyre_arena_array (arena, lyre_transducer_edge, k);
    memcpy (first, m->first.data, (n + 1) * sizeof *first);
    memcpy (ends, m->ends.data, n * sizeof *ends);
    if (k)
      memcpy (edges, m->edges.data, k * sizeof *edges);
    t = lyre_arena_new (arena, lyre_transducer);
    *t = (lyre_transducer){n, k, first, edges, ends, prefix};
  }
  lyre_vec_release (mem, &m->first);
  lyre_vec_release (mem, &m->edges);
  lyre_vec_release (mem, &m->ends);
  return t;
}

/* The word itself behind PREFIX. */
static const lyre_transducer *prepend (lyre_fa *fa, const lyre_str *prefix) {
  maker m = {.fa = fa};
  add_copying_state (&m);
  return make (&m, prefix, true);
}

/* ---------------------------------------------------------- literal patterns
 *
 * Knuth, Morris and Pratt's automaton: state k holds back the pattern's first
 * k characters, the longest suffix of what was read that may become a match.
 * On a mismatch the front of what was held back is written. The exits of a
 * state, where it goes by the characters that do not lead to state 0, are its
 * border's exits with one changed; there are at most two per character of the
 * pattern altogether (Simon). */
typedef struct {
  uint32_t c, to;
} leaving;

typedef struct {
  maker m;
  const lyre_str *pattern, *by;
  bool first_only;
  lyre_vec (leaving) exits; /* of all states, sorted by character */
  lyre_u32s start;          /* of a state's exits; one more than states */
} kmp;

/* State K reads C..D and holds TO characters then. */
static void add_move (kmp *x, uint32_t k, uint32_t lo, uint32_t hi,
                      uint32_t to) {
  lyre_transducer_edge e = {lo, hi, to, 0, x->pattern, false};
  if (to == x->pattern->len) {
    e.out = x->by;
    e.out_len = x->by->len;
    e.to = x->first_only ? x->pattern->len : 0;
  } else {
    e.copy = to == 0;
    e.out_len = k + 1 - to - e.copy;
  }
  add_edge (&x->m, e);
}

static void add_moves (kmp *x, uint32_t k) {
  uint32_t c = 0;
  begin_state (&x->m, x->pattern, k);
  for (uint32_t i = x->start.data[k]; i < x->start.data[k + 1]; i++) {
    leaving e = x->exits.data[i];
    if (c < e.c)
      add_move (x, k, c, e.c - 1, 0);
    add_move (x, k, e.c, e.c, e.to);
    c = e.c + 1;
  }
  if (c <= LYRE_CHAR_MAX)
    add_move (x, k, c, LYRE_CHAR_MAX, 0);
}

/* The exits of K from those of its border. Where the border would have gone by
 * the same character is the border of K + 1. */
static uint32_t add_exits (kmp *x, uint32_t k, uint32_t border) {
  lyre_mem *mem = x->m.fa->mem;
  leaving on = {lyre_str_at (x->pattern, k), k + 1};
  uint32_t next = 0, i = k ? x->start.data[border] : 0;
  uint32_t end = k ? x->start.data[border + 1] : 0;
  for (; i < end && x->exits.data[i].c < on.c; i++) {
    leaving e = x->exits.data[i];
    lyre_vec_push (mem, &x->exits, e);
  }
  if (i < end && x->exits.data[i].c == on.c)
    next = x->exits.data[i++].to;
  lyre_vec_push (mem, &x->exits, on);
  for (; i < end; i++) {
    leaving e = x->exits.data[i];
    lyre_vec_push (mem, &x->exits, e);
  }
  lyre_vec_push (mem, &x->start, x->exits.len);
  return next;
}

static bool fill_kmp (kmp *x) {
  uint32_t border = 0;
  if (x->pattern->len >= x->m.fa->max_states) {
    x->m.fa->gave_up = true;
    return false;
  }
  lyre_vec_push (x->m.fa->mem, &x->start, 0);
  for (uint32_t k = 0; k < x->pattern->len; k++) {
    if (lyre_fa_stop (x->m.fa))
      return false;
    border = add_exits (x, k, border);
    add_moves (x, k);
  }
  return true;
}

const lyre_transducer *lyre_transducer_replace (lyre_fa *fa,
                                                const lyre_str *pattern,
                                                const lyre_str *by,
                                                bool first) {
  kmp x = {.m = {.fa = fa}, .pattern = pattern, .by = by, .first_only = first};
  if (!pattern->len)
    return prepend (fa, first ? by : &lyre_str_empty);
  bool ok = fill_kmp (&x);
  if (ok && first)
    add_copying_state (&x.m);
  lyre_vec_release (fa->mem, &x.exits);
  lyre_vec_release (fa->mem, &x.start);
  return make (&x.m, &lyre_str_empty, ok);
}

/* ---------------------------------------------------------- regular patterns
 *
 * D is deterministic and accepts the non-empty matches that have no shorter
 * one as a prefix: nothing leaves its final states. At each character the
 * transducer guesses whether a match starts there. If not, it is copied, and
 * from then on the run of D that starts there must never accept: its state
 * joins the set of DUTIES. A match ends when D first accepts; matches that
 * start inside it do not count, but older duties go on. So a state is a mode
 * and the set of duties. */
typedef enum { FREE, DONE, MATCHING /* plus the state of D */ } mode;

typedef struct {
  maker m;
  const lyre_nfa *d;
  const lyre_str *by;
  bool first_only;
  lyre_lists states; /* mode, then duties */
  lyre_bag bag;
  lyre_u32s cuts, now, next; /* next: room for a state */
} matcher;

static uint32_t step_in (const lyre_nfa *d, uint32_t q, uint32_t c) {
  const lyre_edge *e = lyre_nfa_row_from (d, q, c);
  if (e < lyre_nfa_row_end (d, q) && e->lo <= c)
    return e->to;
  return LYRE_NO_STATE;
}

static void cut_at_edges (matcher *x, uint32_t q) {
  lyre_mem *mem = x->m.fa->mem;
  for (uint32_t i = x->d->first[q]; i < x->d->first[q + 1]; i++) {
    lyre_vec_push (mem, &x->cuts, x->d->edges[i].lo);
    lyre_vec_push (mem, &x->cuts, x->d->edges[i].hi + 1);
  }
}

/* Where something changes for the state in NOW. */
static void find_cuts (matcher *x) {
  lyre_u32s *c = &x->cuts;
  uint32_t kept = 0, how = x->now.data[0];
  lyre_vec_clear (c);
  lyre_vec_push (x->m.fa->mem, c, 0);
  for (uint32_t i = 1; i < x->now.len; i++)
    cut_at_edges (x, x->now.data[i]);
  if (how == FREE)
    cut_at_edges (x, x->d->initial[0]);
  else if (how >= MATCHING)
    cut_at_edges (x, how - MATCHING);
  lyre_vec_push (x->m.fa->mem, c, LYRE_CHAR_MAX + 1);
  lyre_sort_u32 (c->len, c->data);
  for (uint32_t i = 0; i < c->len; i++)
    if (!kept || c->data[i] != c->data[kept - 1])
      c->data[kept++] = c->data[i];
  c->len = kept;
}

/* Adds a duty after C; false if it is violated. */
static bool carry (matcher *x, uint32_t q, uint32_t c) {
  uint32_t to = step_in (x->d, q, c);
  if (to == LYRE_NO_STATE)
    return true;
  lyre_bag_add (&x->bag, to);
  return !x->d->final[to];
}

/* The duties of NOW after C, with a new one if COPIED while free. */
static bool carry_all (matcher *x, uint32_t c, bool copied) {
  lyre_bag_clear (&x->bag);
  for (uint32_t i = 1; i < x->now.len; i++)
    if (!carry (x, x->now.data[i], c))
      return false;
  return !copied || x->now.data[0] != FREE || carry (x, x->d->initial[0], c);
}

/* The state with this mode and the duties in the bag. */
static uint32_t state_of (matcher *x, uint32_t how) {
  lyre_mem *mem = x->m.fa->mem;
  lyre_bag_sort (&x->bag);
  lyre_vec_clear (&x->next);
  lyre_vec_push (mem, &x->next, how);
  for (uint32_t i = 0; i < x->bag.members.len; i++)
    lyre_vec_push (mem, &x->next, x->bag.members.data[i]);
  return lyre_lists_put (&x->states, x->next.len, x->next.data);
}

static void copy_chars (matcher *x, uint32_t lo, uint32_t hi) {
  lyre_transducer_edge e = {lo, hi, 0, 0, &lyre_str_empty, true};
  if (x->now.data[0] >= MATCHING || !carry_all (x, lo, true))
    return;
  e.to = state_of (x, x->now.data[0]);
  add_edge (&x->m, e);
}

/* A match starts or goes on. If a duty is in the same state of D, that one
 * would be violated when this match is complete. */
static void match_chars (matcher *x, uint32_t lo, uint32_t hi) {
  uint32_t how = x->now.data[0];
  lyre_transducer_edge e = {lo, hi, 0, 0, &lyre_str_empty, false};
  if (how == DONE)
    return;
  uint32_t q =
      step_in (x->d, how == FREE ? x->d->initial[0] : how - MATCHING, lo);
  if (q == LYRE_NO_STATE || !carry_all (x, lo, false) ||
      lyre_bag_has (&x->bag, q))
    return;
  if (x->d->final[q]) {
    e.out = x->by;
    e.out_len = x->by->len;
    e.to = state_of (x, x->first_only ? DONE : FREE);
  } else
    e.to = state_of (x, MATCHING + q);
  add_edge (&x->m, e);
}

static void expand_state (matcher *x, uint32_t id) {
  uint32_t n;
  const uint32_t *at = lyre_lists_at (&x->states, id, &n);
  lyre_vec_clear (&x->now);
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (x->m.fa->mem, &x->now, at[i]);
  begin_state (&x->m, at[0] < MATCHING ? &lyre_str_empty : NULL, 0);
  find_cuts (x);
  for (uint32_t i = 0; i + 1 < x->cuts.len; i++)
    copy_chars (x, x->cuts.data[i], x->cuts.data[i + 1] - 1);
  for (uint32_t i = 0; i + 1 < x->cuts.len; i++)
    match_chars (x, x->cuts.data[i], x->cuts.data[i + 1] - 1);
}

static bool fill_matcher (matcher *x) {
  lyre_fa *fa = x->m.fa;
  state_of (x, FREE);
  for (uint32_t i = 0; i < x->states.n; i++) {
    if (lyre_fa_stop (fa))
      return false;
    if (x->states.n > fa->max_states) {
      fa->gave_up = true;
      return false;
    }
    expand_state (x, i);
  }
  return true;
}

/* Without what leaves final states. D is deterministic. */
static const lyre_nfa *first_matches (lyre_fa *fa, const lyre_nfa *d) {
  lyre_nfa_builder b;
  lyre_nfa_builder_init (&b, fa, (uint64_t) d->n_states + 1);
  for (uint32_t q = 0; q < d->n_states; q++)
    lyre_nfa_add_state (&b, d->final[q]);
  for (uint32_t q = 0; q < d->n_states && !b.stopped; q++)
    for (uint32_t i = d->first[q]; !d->final[q] && i < d->first[q + 1]; i++)
      lyre_nfa_add_arc (&b, q, d->edges[i].lo, d->edges[i].hi, d->edges[i].to);
  for (uint32_t i = 0; i < d->n_initial; i++)
    lyre_nfa_add_initial (&b, d->initial[i]);
  return lyre_nfa_finish (&b);
}

static const lyre_nfa *make_pattern (lyre_fa *inner, const lyre_nfa *pattern) {
  const lyre_nfa *d = lyre_nfa_nonempty_words (inner, pattern);
  d = d ? lyre_nfa_determinize (inner, d) : NULL;
  d = d ? first_matches (inner, d) : NULL;
  return d ? lyre_nfa_minimize (inner, d) : NULL;
}

static const lyre_transducer *make_matcher (lyre_fa *fa, const lyre_nfa *d,
                                            const lyre_str *by, bool first) {
  lyre_mem *mem = fa->mem;
  matcher x = {.m = {.fa = fa}, .d = d, .by = by, .first_only = first};
  if (lyre_nfa_is_empty (d))
    return prepend (fa, &lyre_str_empty);
  lyre_lists_init (&x.states, mem);
  lyre_bag_init (&x.bag, mem, d->n_states);
  bool ok = fill_matcher (&x);
  lyre_lists_release (&x.states);
  lyre_bag_release (&x.bag, mem);
  lyre_vec_release (mem, &x.cuts);
  lyre_vec_release (mem, &x.now);
  lyre_vec_release (mem, &x.next);
  return make (&x.m, &lyre_str_empty, ok);
}

const lyre_transducer *lyre_transducer_replace_re (lyre_fa *fa,
                                                   const lyre_nfa *pattern,
                                                   const lyre_str *by,
                                                   bool first) {
  lyre_arena inside;
  if (first && lyre_nfa_has_empty_word (pattern))
    return prepend (fa, by);
  lyre_fa inner = lyre_fa_open (fa, &inside);
  const lyre_nfa *d = make_pattern (&inner, pattern);
  const lyre_transducer *t = d ? make_matcher (fa, d, by, first) : NULL;
  lyre_fa_close (fa, &inner);
  return t;
}
