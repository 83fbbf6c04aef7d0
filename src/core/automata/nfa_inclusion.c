/* Words in all of some languages and in none of others.
 *
 * A breadth-first search over nodes (tuple of states of the A's, set of states
 * of the B's). Of two nodes with the same tuple, the one with the smaller set
 * reaches every word that the other one does; so later nodes with a larger set
 * are dropped (De Wulf, Doyen, Henzinger, Raskin: Antichains, CAV 2006). */
#include "core/automata/nfa_internal.h"

#include <string.h>

typedef struct {
  uint32_t tuple, set;
  uint32_t parent; /* a node; LYRE_NO_STATE for the first ones */
  uint32_t below;  /* the next older node of this tuple's antichain */
} node;

/* What is known of a set of B's states. */
typedef struct {
  uint64_t signature; /* a bit for each member, many members to a bit */
  bool is_final, is_universal;
} set_fact;

typedef struct {
  lyre_fa *fa;
  uint32_t n;
  const lyre_nfa *const *a;
  lyre_spans *spans; /* of each A, if there are several */
  lyre_macro m;
  uint32_t none; /* the empty set */
  lyre_lists tuples;
  lyre_u32s chain; /* per tuple: its youngest node plus one */
  lyre_vec (set_fact) facts;
  lyre_vec (node) nodes;
  uint32_t found; /* a node that ends the search */
  bool stopped;
  /* Moves of a tuple: ranges, and N states for each. Two of them, one made
   * from the other. */
  struct moves {
    lyre_vec (lyre_interval) range;
    lyre_u32s states;
  } now, then;
} search;

/* --------------------------------------------------------------------- sets */

static bool is_universal_state (const lyre_nfa *b, uint32_t q) {
  const lyre_edge *e = lyre_nfa_row (b, q);
  return b->final[q] && e < lyre_nfa_row_end (b, q) && e->lo == 0 &&
         e->hi == LYRE_CHAR_MAX && e->to == q;
}

static set_fact learn (search *s, uint32_t set) {
  set_fact fact = {0};
  uint32_t n, part = 0;
  const lyre_macro *m = &s->m;
  const uint32_t *at = lyre_lists_at (&m->sets, set, &n);
  for (uint32_t i = 0; i < n; i++) {
    while (at[i] >= m->offset[part + 1])
      part++;
    uint32_t q = at[i] - m->offset[part];
    fact.signature |= (uint64_t) 1 << (at[i] * 0x9E3779B1u >> 26);
    fact.is_final |= m->parts[part]->final[q];
    fact.is_universal |= is_universal_state (m->parts[part], q);
  }
  return fact;
}

static const set_fact *fact_of (search *s, uint32_t set) {
  while (s->facts.len <= set) {
    set_fact fact = learn (s, s->facts.len);
    lyre_vec_push (s->fa->mem, &s->facts, fact);
  }
  return &s->facts.data[set];
}

/* Sorted lists: is every X in Y? */
static bool is_sublist (const uint32_t *x, uint32_t nx, const uint32_t *y,
                        uint32_t ny) {
  uint32_t j = 0;
  for (uint32_t i = 0; i < nx; i++, j++) {
    while (j < ny && y[j] < x[i])
      j++;
    if (j == ny || y[j] != x[i])
      return false;
  }
  return true;
}

static bool is_subset (search *s, uint32_t small, uint32_t large) {
  uint32_t nx, ny;
  const uint32_t *x = lyre_lists_at (&s->m.sets, small, &nx);
  const uint32_t *y = lyre_lists_at (&s->m.sets, large, &ny);
  if (small == large)
    return true;
  if (nx >= ny ||
      (s->facts.data[small].signature & ~s->facts.data[large].signature))
    return false;
  return is_sublist (x, nx, y, ny);
}

/* -------------------------------------------------------------------- nodes */

static uint32_t *chain_of (search *s, uint32_t tuple) {
  while (s->chain.len <= tuple)
    lyre_vec_push (s->fa->mem, &s->chain, 0);
  return &s->chain.data[tuple];
}

/* Some older node of the tuple has a subset of SET. On the way, nodes with a
 * superset leave the antichain; they are older, so they stay in the queue. */
static bool is_subsumed (search *s, uint32_t *link, uint32_t set) {
  while (*link) {
    node *old = &s->nodes.data[*link - 1];
    if (lyre_fa_stop (s->fa)) {
      s->stopped = true;
      return true;
    }
    if (is_subset (s, old->set, set))
      return true;
    if (is_subset (s, set, old->set))
      *link = old->below;
    else
      link = &old->below;
  }
  return false;
}

static bool is_accepting (search *s, uint32_t tuple, uint32_t set) {
  uint32_t n;
  const uint32_t *q = lyre_lists_at (&s->tuples, tuple, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!s->a[i]->final[q[i]])
      return false;
  return !fact_of (s, set)->is_final;
}

/* The A's have no length in common from here on. */
static bool is_out_of_step (const search *s, const uint32_t *states) {
  uint32_t least = 0, most = LYRE_NO_STATE;
  for (uint32_t i = 0; i < s->n && s->spans; i++) {
    uint32_t lo = s->spans[i].least[states[i]];
    uint32_t hi = s->spans[i].most[states[i]];
    least = lo > least ? lo : least;
    most = hi < most ? hi : most;
  }
  return least > most;
}

static void reach (search *s, const uint32_t *states, uint32_t set,
                   uint32_t parent) {
  if (s->stopped || s->found != LYRE_NO_STATE ||
      fact_of (s, set)->is_universal || is_out_of_step (s, states))
    return;
  uint32_t tuple = lyre_lists_put (&s->tuples, s->n, states);
  if (is_subsumed (s, chain_of (s, tuple), set))
    return;
  if (s->nodes.len >= s->fa->max_states) {
    s->stopped = s->fa->gave_up = true;
    return;
  }
  node new = {tuple, set, parent, *chain_of (s, tuple)};
  lyre_vec_push (s->fa->mem, &s->nodes, new);
  *chain_of (s, tuple) = s->nodes.len;
  if (is_accepting (s, tuple, set))
    s->found = s->nodes.len - 1;
}

/* -------------------------------------------------------------------- moves */

static void add_move (search *s, uint32_t lo, uint32_t hi, const uint32_t *old,
                      uint32_t n_old, uint32_t to) {
  lyre_mem *mem = s->fa->mem;
  lyre_interval range = {lo, hi};
  lyre_vec_push (mem, &s->then.range, range);
  for (uint32_t i = 0; i < n_old; i++)
    lyre_vec_push (mem, &s->then.states, old[i]);
  lyre_vec_push (mem, &s->then.states, to);
}

static void swap_moves (search *s) {
  struct moves old = s->now;
  s->now = s->then;
  s->then = old;
}

static void start_moves (search *s) {
  lyre_interval all = {0, LYRE_CHAR_MAX};
  lyre_vec_clear (&s->now.range);
  lyre_vec_clear (&s->now.states);
  lyre_vec_push (s->fa->mem, &s->now.range, all);
}

/* Extends moves of I states by the edges of Q, a state of the I-th A. */
static void extend_moves (search *s, uint32_t i, uint32_t q) {
  const lyre_edge *end = lyre_nfa_row_end (s->a[i], q);
  lyre_vec_clear (&s->then.range);
  lyre_vec_clear (&s->then.states);
  for (uint32_t j = 0; j < s->now.range.len && !s->stopped; j++) {
    lyre_interval r = s->now.range.data[j];
    const lyre_edge *e = lyre_nfa_row_from (s->a[i], q, r.lo);
    for (; e < end && e->lo <= r.hi; e++)
      if (e->hi >= r.lo)
        add_move (s, e->lo > r.lo ? e->lo : r.lo, e->hi < r.hi ? e->hi : r.hi,
                  s->now.states.data + (size_t) j * i, i, e->to);
    s->stopped = lyre_fa_stop (s->fa);
  }
  swap_moves (s);
}

static void moves_of_tuple (search *s, uint32_t tuple) {
  uint32_t n;
  start_moves (s);
  for (uint32_t i = 0; i < s->n && !s->stopped; i++)
    extend_moves (s, i, lyre_lists_at (&s->tuples, tuple, &n)[i]);
}

/* The same, from the initial states. */
static void initial_moves (search *s) {
  start_moves (s);
  for (uint32_t i = 0; i < s->n && !s->stopped; i++) {
    lyre_vec_clear (&s->then.range);
    lyre_vec_clear (&s->then.states);
    for (uint32_t j = 0; j < s->now.range.len && !s->stopped; j++) {
      for (uint32_t k = 0; k < s->a[i]->n_initial; k++)
        add_move (s, 0, 0, s->now.states.data + (size_t) j * i, i,
                  s->a[i]->initial[k]);
      s->stopped = lyre_fa_stop (s->fa);
    }
    swap_moves (s);
  }
}

/* Calls SEE with each part of RANGE that leads B's set to one set. */
typedef void see_part (search *, uint32_t move, uint32_t lo, uint32_t hi,
                       uint32_t set, void *);

static void split_move (search *s, uint32_t move, uint32_t n,
                        const lyre_piece *piece, see_part *see, void *arg) {
  lyre_interval r = s->now.range.data[move];
  uint32_t c = r.lo;
  for (uint32_t i = 0; i < n && piece[i].lo <= r.hi; i++) {
    if (piece[i].hi < c)
      continue;
    if (c < piece[i].lo)
      see (s, move, c, piece[i].lo - 1, s->none, arg);
    c = piece[i].lo > c ? piece[i].lo : c;
    uint32_t end = piece[i].hi < r.hi ? piece[i].hi : r.hi;
    see (s, move, c, end, piece[i].to, arg);
    c = end + 1;
  }
  if (c <= r.hi)
    see (s, move, c, r.hi, s->none, arg);
}

static void each_successor (search *s, node at, see_part *see, void *arg) {
  uint32_t n;
  const lyre_piece *piece;
  moves_of_tuple (s, at.tuple);
  if (s->stopped || !lyre_macro_row (&s->m, at.set, &n, &piece)) {
    s->stopped = true;
    return;
  }
  for (uint32_t i = 0; i < s->now.range.len && !s->stopped; i++)
    split_move (s, i, n, piece, see, arg);
}

static void reach_part (search *s, uint32_t move, uint32_t lo, uint32_t hi,
                        uint32_t set, void *arg) {
  (void) lo, (void) hi;
  reach (s, s->now.states.data + (size_t) move * s->n, set, *(uint32_t *) arg);
}

static void run (search *s) {
  initial_moves (s);
  uint32_t start = lyre_macro_start (&s->m);
  for (uint32_t i = 0; i < s->now.range.len; i++)
    reach (s, s->now.states.data + (size_t) i * s->n, start, LYRE_NO_STATE);
  for (uint32_t i = 0; i < s->nodes.len && !s->stopped; i++) {
    if (s->found != LYRE_NO_STATE)
      return;
    if (lyre_fa_stop (s->fa))
      s->stopped = true;
    each_successor (s, s->nodes.data[i], reach_part, &i);
  }
}

/* -------------------------------------------------------------------- words */

typedef struct {
  node child;
  lyre_vec (lyre_interval) ways;
} ways_to;

static void collect_way (search *s, uint32_t move, uint32_t lo, uint32_t hi,
                         uint32_t set, void *arg) {
  ways_to *w = arg;
  lyre_interval way = {lo, hi};
  uint32_t n;
  const uint32_t *states = lyre_lists_at (&s->tuples, w->child.tuple, &n);
  if (set == w->child.set &&
      !memcmp (states, s->now.states.data + (size_t) move * n,
               n * sizeof *states))
    lyre_vec_push (s->fa->mem, &w->ways, way);
}

/* A readable character that leads from FROM to CHILD. */
static uint32_t choose (search *s, node from, node child) {
  ways_to w = {.child = child};
  uint32_t c = 0;
  each_successor (s, from, collect_way, &w);
  if (w.ways.len) {
    lyre_arena *scratch = &s->fa->env->scratch;
    lyre_mark mark = lyre_arena_mark (scratch);
    c = lyre_charset_pick (
        lyre_charset_make (scratch, w.ways.len, w.ways.data));
    lyre_arena_cut (scratch, mark);
  }
  lyre_vec_release (s->fa->mem, &w.ways);
  return c;
}

static const lyre_str *spell (search *s) {
  lyre_u32s back = {0};
  const lyre_str *word = NULL;
  node child = s->nodes.data[s->found];
  while (child.parent != LYRE_NO_STATE && !s->stopped) {
    node from = s->nodes.data[child.parent];
    lyre_vec_push (s->fa->mem, &back, choose (s, from, child));
    child = from;
  }
  for (uint32_t i = 0, j = back.len; i + 1 < j; i++) {
    uint32_t c = back.data[i];
    back.data[i] = back.data[--j];
    back.data[j] = c;
  }
  if (!s->stopped)
    word = lyre_str_from_wide (s->fa->arena, back.data, back.len);
  lyre_vec_release (s->fa->mem, &back);
  return word;
}

/* ---------------------------------------------------------------- questions */

static void measure (search *s) {
  lyre_mem *mem = s->fa->mem;
  if (s->n < 2)
    return;
  s->spans = lyre_alloc (mem, lyre_mul_size (mem, s->n, sizeof *s->spans));
  for (uint32_t i = 0; i < s->n; i++)
    if (!lyre_spans_init (&s->spans[i], s->fa, s->a[i]))
      s->stopped = true;
}

static void search_release (search *s) {
  lyre_mem *mem = s->fa->mem;
  for (uint32_t i = 0; i < s->n && s->spans; i++)
    lyre_spans_release (&s->spans[i], mem);
  lyre_free (mem, s->spans);
  lyre_macro_release (&s->m);
  lyre_lists_release (&s->tuples);
  lyre_vec_release (mem, &s->chain);
  lyre_vec_release (mem, &s->facts);
  lyre_vec_release (mem, &s->nodes);
  lyre_vec_release (mem, &s->now.range);
  lyre_vec_release (mem, &s->now.states);
  lyre_vec_release (mem, &s->then.range);
  lyre_vec_release (mem, &s->then.states);
}

static lyre_re_answer answer (search *s, const lyre_str **word) {
  if (s->found == LYRE_NO_STATE)
    return s->stopped ? LYRE_RE_GAVE_UP : LYRE_RE_NO;
  if (word)
    *word = spell (s);
  return s->stopped ? LYRE_RE_GAVE_UP : LYRE_RE_YES;
}

lyre_re_answer lyre_nfa_find (lyre_fa *fa, uint32_t n, const lyre_nfa *const *a,
                              uint32_t m, const lyre_nfa *const *b,
                              const lyre_str **word) {
  static const uint32_t all_first[] = {0, 1}, all_initial[] = {0};
  static const lyre_edge all_edges[] = {{0, LYRE_CHAR_MAX, 0}};
  static const uint8_t all_final[] = {1};
  static const lyre_nfa all = {1, 1,           all_first, all_edges,
                               1, all_initial, all_final, true};
  static const lyre_nfa *const just_all[] = {&all};
  search s = {.fa = fa, .n = n ? n : 1, .a = n ? a : just_all};
  s.found = LYRE_NO_STATE;
  lyre_macro_init (&s.m, fa, m, b);
  lyre_lists_init (&s.tuples, fa->mem);
  s.none = lyre_lists_put (&s.m.sets, 0, NULL);
  measure (&s);
  if (!s.stopped)
    run (&s);
  lyre_re_answer result = answer (&s, word);
  search_release (&s);
  return result;
}

static lyre_re_answer opposite (lyre_re_answer x) {
  return x == LYRE_RE_GAVE_UP ? x : x == LYRE_RE_YES ? LYRE_RE_NO : LYRE_RE_YES;
}

lyre_re_answer lyre_nfa_subset (lyre_fa *fa, const lyre_nfa *a,
                                const lyre_nfa *b, const lyre_str **witness) {
  return opposite (lyre_nfa_find (fa, 1, &a, 1, &b, witness));
}

lyre_re_answer lyre_nfa_equal (lyre_fa *fa, const lyre_nfa *a,
                               const lyre_nfa *b) {
  lyre_re_answer there = lyre_nfa_subset (fa, a, b, NULL);
  if (there == LYRE_RE_NO)
    return LYRE_RE_NO;
  lyre_re_answer back = lyre_nfa_subset (fa, b, a, NULL);
  return back == LYRE_RE_NO ? LYRE_RE_NO : there == LYRE_RE_YES ? back : there;
}

lyre_re_answer lyre_nfa_is_universal (lyre_fa *fa, const lyre_nfa *a) {
  return opposite (lyre_nfa_find (fa, 0, NULL, 1, &a, NULL));
}

static void read_char (const lyre_nfa *a, uint32_t c, const lyre_bag *now,
                       lyre_bag *then) {
  lyre_bag_clear (then);
  for (uint32_t j = 0; j < now->members.len; j++) {
    uint32_t q = now->members.data[j];
    const lyre_edge *end = lyre_nfa_row_end (a, q);
    for (const lyre_edge *e = lyre_nfa_row_from (a, q, c);
         e < end && e->lo <= c; e++)
      if (e->hi >= c)
        lyre_bag_add (then, e->to);
  }
}

bool lyre_nfa_accepts (lyre_fa *fa, const lyre_nfa *a, const lyre_str *w) {
  lyre_bag bags[2], *now = &bags[0];
  bool accepted = false;
  lyre_bag_init (&bags[0], fa->mem, a->n_states);
  lyre_bag_init (&bags[1], fa->mem, a->n_states);
  for (uint32_t i = 0; i < a->n_initial; i++)
    lyre_bag_add (now, a->initial[i]);
  for (uint32_t i = 0; i < w->len && now->members.len; i++) {
    lyre_bag *then = now == bags ? &bags[1] : &bags[0];
    read_char (a, lyre_str_at (w, i), now, then);
    now = then;
    if (lyre_fa_stop (fa))
      lyre_bag_clear (now);
  }
  for (uint32_t j = 0; j < now->members.len; j++)
    accepted |= a->final[now->members.data[j]];
  lyre_bag_release (&bags[0], fa->mem);
  lyre_bag_release (&bags[1], fa->mem);
  return accepted;
}
