/* The lengths of a language's words.
 *
 * With one letter, the sets of states after 0, 1, 2, ... letters repeat in the
 * end, which gives the lasso. That can take long; then the lengths seen so far
 * are kept, and beyond them those that the lengths of cycles allow. */
#include "core/automata/nfa_internal.h"

#include <string.h>

/* How much subset construction we pay for, in members of sets. */
enum { SET_WORK = 1 << 20, RESIDUE_WORK = 1 << 24 };

typedef struct {
  lyre_fa *fa;
  const lyre_nfa *a;
  lyre_lists sets; /* set k: the states after k letters */
  lyre_bag bag;
  lyre_vec (uint8_t) member; /* per length */
  uint32_t back;             /* the set that follows the last one */
  bool repeats, stopped;
} unary;

static bool holds_final (const unary *u) {
  for (uint32_t i = 0; i < u->bag.members.len; i++)
    if (u->a->final[u->bag.members.data[i]])
      return true;
  return false;
}

/* Keeps the bag as the next set, or finds that it is an old one. */
static void put_set (unary *u) {
  bool member = holds_final (u);
  lyre_bag_sort (&u->bag);
  uint32_t id =
      lyre_lists_put (&u->sets, u->bag.members.len, u->bag.members.data);
  u->repeats = id < u->member.len;
  u->back = id;
  if (!u->repeats)
    lyre_vec_push (u->fa->mem, &u->member, member);
}

static void next_set (unary *u) {
  uint32_t n;
  const uint32_t *at = lyre_lists_at (&u->sets, u->sets.n - 1, &n);
  lyre_bag_clear (&u->bag);
  for (uint32_t i = 0; i < n && !u->stopped; i++) {
    const lyre_edge *end = lyre_nfa_row_end (u->a, at[i]);
    for (const lyre_edge *e = lyre_nfa_row (u->a, at[i]); e < end; e++)
      lyre_bag_add (&u->bag, e->to);
    u->stopped = lyre_fa_stop (u->fa);
  }
  if (!u->stopped)
    put_set (u);
}

static void run (unary *u) {
  for (uint32_t i = 0; i < u->a->n_initial; i++)
    lyre_bag_add (&u->bag, u->a->initial[i]);
  put_set (u);
  while (!u->repeats && !u->stopped && u->sets.items.len < SET_WORK) {
    u->stopped = lyre_fa_stop (u->fa);
    if (!u->stopped)
      next_set (u);
  }
}

static uint64_t *new_bits (lyre_arena *arena, uint32_t n) {
  uint64_t *bits = lyre_arena_array (arena, uint64_t, n / 64 + 1);
  memset (bits, 0, (n / 64 + 1) * sizeof *bits);
  return bits;
}

static void set_bit (uint64_t *bits, uint32_t i) {
  bits[i / 64] |= (uint64_t) 1 << (i % 64);
}

static bool get_bit (const uint64_t *bits, uint64_t i) {
  return bits[i / 64] >> (i % 64) & 1;
}

/* The stem and loop from members 0..start+period-1. */
static void put_lasso (lyre_fa *fa, const uint8_t *member, lyre_lengths *out) {
  uint64_t *stem = new_bits (fa->arena, out->start);
  uint64_t *loop = new_bits (fa->arena, out->period);
  for (uint32_t i = 0; i < out->start; i++)
    if (member[i])
      set_bit (stem, i);
  for (uint32_t i = 0; i < out->period; i++)
    if (member[out->start + i])
      set_bit (loop, i);
  out->stem = stem;
  out->loop = loop;
}

/* ------------------------------------------------------------------- cycles
 *
 * With d(q) the distance from the initial states along a search tree, the
 * greatest common divisor of d(p) + 1 - d(q) over all edges p, q divides the
 * lengths of all cycles. Words that end in q then have length d(q) modulo
 * that. */
static uint64_t gcd (uint64_t a, uint64_t b) {
  while (b) {
    uint64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

static void tree_distances (const unary *u, uint32_t *d, lyre_u32s *queue) {
  lyre_mem *mem = u->fa->mem;
  memset (d, 0xFF, u->a->n_states * sizeof *d);
  for (uint32_t i = 0; i < u->a->n_initial; i++) {
    d[u->a->initial[i]] = 0;
    lyre_vec_push (mem, queue, u->a->initial[i]);
  }
  for (uint32_t i = 0; i < queue->len; i++) {
    uint32_t q = queue->data[i];
    const lyre_edge *end = lyre_nfa_row_end (u->a, q);
    for (const lyre_edge *e = lyre_nfa_row (u->a, q); e < end; e++)
      if (d[e->to] == LYRE_NO_STATE) {
        d[e->to] = d[q] + 1;
        lyre_vec_push (mem, queue, e->to);
      }
  }
}

static uint64_t common_divisor (const unary *u, const uint32_t *d) {
  uint64_t g = 0;
  for (uint32_t q = 0; q < u->a->n_states; q++)
    for (uint32_t i = u->a->first[q]; i < u->a->first[q + 1]; i++) {
      int64_t step = (int64_t) d[q] + 1 - d[u->a->edges[i].to];
      g = gcd (g, (uint64_t) (step < 0 ? -step : step));
    }
  return g;
}

/* The longest way from an initial state to each state; false if there are
 * cycles. DEGREE is room for a number per state. */
static bool longest_ways (const unary *u, uint32_t *longest, uint32_t *degree) {
  const lyre_nfa *a = u->a;
  lyre_u32s queue = {0};
  memset (degree, 0, a->n_states * sizeof *degree);
  memset (longest, 0, a->n_states * sizeof *longest);
  for (uint32_t i = 0; i < a->n_edges; i++)
    degree[a->edges[i].to]++;
  for (uint32_t q = 0; q < a->n_states; q++)
    if (!degree[q])
      lyre_vec_push (u->fa->mem, &queue, q);
  for (uint32_t i = 0; i < queue.len; i++) {
    uint32_t q = queue.data[i];
    for (uint32_t j = a->first[q]; j < a->first[q + 1]; j++) {
      uint32_t to = a->edges[j].to;
      if (longest[to] < longest[q] + 1)
        longest[to] = longest[q] + 1;
      if (!--degree[to])
        lyre_vec_push (u->fa->mem, &queue, to);
    }
  }
  bool acyclic = queue.len == a->n_states;
  lyre_vec_release (u->fa->mem, &queue);
  return acyclic;
}

/* Beyond what was seen: lengths that are right modulo G and between the
 * shortest and the longest way to a final state; the latter is LYRE_NO_STATE
 * if there are cycles. */
static void extend_members (unary *u, const uint32_t *d, uint32_t g,
                            uint32_t longest, lyre_lengths *out) {
  uint32_t seen = u->member.len, nearest = LYRE_NO_STATE;
  uint64_t *residue = new_bits (u->fa->arena, g);
  for (uint32_t q = 0; q < u->a->n_states; q++)
    if (u->a->final[q]) {
      set_bit (residue, d[q] % g);
      nearest = d[q] < nearest ? d[q] : nearest;
    }
  uint32_t start = seen > nearest ? seen : nearest;
  if (longest != LYRE_NO_STATE && start <= longest)
    start = longest + 1;
  lyre_vec_reserve (u->fa->mem, &u->member, (uint64_t) start + g);
  for (uint32_t k = seen; k < start + g; k++)
    u->member.data[k] =
        k >= nearest && k <= longest && get_bit (residue, k % g);
  out->start = start;
  out->period = g;
}

static uint32_t longest_word (const unary *u, uint32_t *longest,
                              uint32_t *degree) {
  uint32_t most = 0;
  if (!longest_ways (u, longest, degree))
    return LYRE_NO_STATE;
  for (uint32_t q = 0; q < u->a->n_states; q++)
    if (u->a->final[q] && longest[q] > most)
      most = longest[q];
  return most;
}

static void over_approximate (unary *u, lyre_lengths *out) {
  lyre_mem *mem = u->fa->mem;
  lyre_u32s queue = {0};
  size_t bytes = lyre_mul_size (mem, u->a->n_states, sizeof (uint32_t));
  uint32_t *d = lyre_alloc (mem, bytes), *longest = lyre_alloc (mem, bytes);
  uint32_t most = longest_word (u, longest, d);
  tree_distances (u, d, &queue);
  uint64_t g = common_divisor (u, d);
  if (!g || g > RESIDUE_WORK)
    g = 1; /* 0: all ways to a state have the same length */
  extend_members (u, d, (uint32_t) g, most, out);
  lyre_free (mem, d);
  lyre_free (mem, longest);
  lyre_vec_release (mem, &queue);
}

bool lyre_nfa_lengths (lyre_fa *fa, const lyre_nfa *a, lyre_lengths *out) {
  unary u = {.fa = fa, .a = a};
  lyre_lists_init (&u.sets, fa->mem);
  lyre_bag_init (&u.bag, fa->mem, a->n_states);
  run (&u);
  out->exact = u.repeats;
  out->start = u.back;
  out->period = u.member.len - u.back;
  if (!u.stopped && !u.repeats)
    over_approximate (&u, out);
  if (!u.stopped)
    put_lasso (fa, u.member.data, out);
  lyre_bag_release (&u.bag, fa->mem);
  lyre_lists_release (&u.sets);
  lyre_vec_release (fa->mem, &u.member);
  return !u.stopped;
}

/* ---------------------------------------------------------------- questions */

bool lyre_lengths_has (const lyre_lengths *l, uint64_t len) {
  if (len < l->start)
    return get_bit (l->stem, len);
  return get_bit (l->loop, (len - l->start) % l->period);
}

bool lyre_lengths_next (const lyre_lengths *l, uint64_t len, uint64_t *out) {
  uint64_t last = (len > l->start ? len : l->start) + l->period;
  for (; len < last; len++)
    if (lyre_lengths_has (l, len)) {
      *out = len;
      return true;
    }
  return false;
}

static bool has_loop (const lyre_lengths *l) {
  for (uint32_t i = 0; i < l->period; i++)
    if (get_bit (l->loop, i))
      return true;
  return false;
}

/* Also for the empty set, with 0. */
bool lyre_lengths_bounded (const lyre_lengths *l, uint64_t *max) {
  if (has_loop (l))
    return false;
  *max = 0;
  for (uint32_t i = 0; i < l->start; i++)
    if (get_bit (l->stem, i))
      *max = i;
  return true;
}
