#include "core/automata/nfa_internal.h"

#include <stdlib.h>
#include <string.h>

/* Raw builders may hold this many states per state allowed in the result. */
enum { ROOM = 4 };

/* ------------------------------------------------------------------- limits */

lyre_fa lyre_fa_open (const lyre_fa *fa, lyre_arena *inside) {
  lyre_fa inner = *fa;
  lyre_arena_init (inside, fa->mem);
  inner.arena = inside;
  inner.gave_up = false;
  return inner;
}

void lyre_fa_close (lyre_fa *fa, lyre_fa *inner) {
  lyre_arena_release (inner->arena);
  fa->gave_up |= inner->gave_up;
}

/* ----------------------------------------------------------------- checking */

static int compare_edges (const lyre_edge *a, const lyre_edge *b) {
  if (a->lo != b->lo)
    return a->lo < b->lo ? -1 : 1;
  if (a->hi != b->hi)
    return a->hi < b->hi ? -1 : 1;
  return a->to < b->to ? -1 : a->to > b->to;
}

static bool overlap (const lyre_edge *a, const lyre_edge *b) {
  return a->lo <= b->hi && b->lo <= a->hi;
}

static bool touch (const lyre_edge *a, const lyre_edge *b) {
  return a->lo <= b->hi + 1 && b->lo <= a->hi + 1;
}

static bool is_row_sound (const lyre_nfa *a, const lyre_edge *e,
                          const lyre_edge *end) {
  for (; e < end; e++) {
    if (e->lo > e->hi || e->hi > LYRE_CHAR_MAX || e->to >= a->n_states)
      return false;
    if (e + 1 < end && compare_edges (e, e + 1) >= 0)
      return false;
    for (const lyre_edge *f = e + 1; f < end; f++)
      if ((f->to == e->to && touch (e, f)) ||
          (a->deterministic && overlap (e, f)))
        return false;
  }
  return true;
}

static bool are_initials_sound (const lyre_nfa *a) {
  for (uint32_t i = 0; i < a->n_initial; i++)
    if (a->initial[i] >= a->n_states ||
        (i && a->initial[i - 1] >= a->initial[i]))
      return false;
  return !a->deterministic || a->n_initial <= 1;
}

/* Marks what is reached along edges in either direction, by brute force. */
static uint32_t mark_useful (const lyre_nfa *a, uint8_t *mark, bool forward) {
  uint32_t marked = 0;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t q = 0; q < a->n_states; q++)
      for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++) {
        uint32_t from = forward ? q : a->edges[i].to;
        uint32_t to = forward ? a->edges[i].to : q;
        if (mark[from] && !mark[to])
          mark[to] = 1, more = true;
      }
  }
  for (uint32_t q = 0; q < a->n_states; q++)
    marked += mark[q];
  return marked;
}

static bool is_trimmed (const lyre_nfa *a) {
  uint8_t *mark = calloc (a->n_states + 1, 1);
  if (!mark)
    return true;
  for (uint32_t i = 0; i < a->n_initial; i++)
    mark[a->initial[i]] = 1;
  bool sound = mark_useful (a, mark, true) == a->n_states;
  memcpy (mark, a->final, a->n_states);
  sound = sound && mark_useful (a, mark, false) == a->n_states;
  free (mark);
  return sound;
}

bool lyre_nfa_check (const lyre_nfa *a) {
  if (a->first[0] != 0 || a->first[a->n_states] != a->n_edges ||
      !are_initials_sound (a))
    return false;
  for (uint32_t q = 0; q < a->n_states; q++)
    if (a->final[q] > 1 || a->first[q] > a->first[q + 1] ||
        !is_row_sound (a, lyre_nfa_row (a, q), lyre_nfa_row_end (a, q)))
      return false;
  return is_trimmed (a);
}

/* ------------------------------------------------------------------ looking */

const lyre_edge *lyre_nfa_row_from (const lyre_nfa *a, uint32_t q, uint32_t c) {
  uint32_t low = a->first[q], high = a->first[q + 1];
  if (!a->deterministic)
    return a->edges + low;
  while (low < high) { /* edges are disjoint: their ends are sorted, too */
    uint32_t middle = low + (high - low) / 2;
    if (a->edges[middle].hi < c)
      low = middle + 1;
    else
      high = middle;
  }
  return a->edges + low;
}

/* ----------------------------------------------------------------- building */

void lyre_nfa_builder_init (lyre_nfa_builder *b, lyre_fa *fa, uint64_t limit) {
  memset (b, 0, sizeof *b);
  b->fa = fa;
  b->limit = limit < UINT32_MAX / 2 ? (uint32_t) limit : UINT32_MAX / 2;
}

uint64_t lyre_nfa_roomy (const lyre_fa *fa) {
  return (uint64_t) ROOM * fa->max_states + 64;
}

void lyre_nfa_drop (lyre_nfa_builder *b) {
  lyre_mem *mem = b->fa->mem;
  lyre_vec_release (mem, &b->arcs);
  lyre_vec_release (mem, &b->jumps);
  lyre_vec_release (mem, &b->final);
  lyre_vec_release (mem, &b->initial);
}

static void give_up (lyre_nfa_builder *b) {
  b->stopped = true;
  b->fa->gave_up = true;
}

/* Edges may outnumber states, within reason. */
static bool is_full (const lyre_nfa_builder *b, uint64_t edges) {
  return edges > ((uint64_t) 1 << 20) + 64 * (uint64_t) b->limit;
}

uint32_t lyre_nfa_add_state (lyre_nfa_builder *b, bool final) {
  if (b->final.len >= b->limit && b->final.len) {
    give_up (b);
    return 0;
  }
  if (lyre_fa_stop (b->fa))
    b->stopped = true;
  lyre_vec_push (b->fa->mem, &b->final, final);
  return b->final.len - 1;
}

void lyre_nfa_add_arc (lyre_nfa_builder *b, uint32_t from, uint32_t lo,
                       uint32_t hi, uint32_t to) {
  LYRE_ASSERT (lo <= hi && hi <= LYRE_CHAR_MAX);
  if (b->stopped)
    return;
  if (lyre_fa_stop (b->fa))
    b->stopped = true;
  if (is_full (b, b->arcs.len))
    give_up (b);
  lyre_nfa_arc arc = {from, {lo, hi, to}};
  lyre_vec_push (b->fa->mem, &b->arcs, arc);
}

void lyre_nfa_add_jump (lyre_nfa_builder *b, uint32_t from, uint32_t to) {
  if (b->stopped || from == to)
    return;
  if (is_full (b, b->jumps.len))
    give_up (b);
  lyre_nfa_jump jump = {from, to};
  lyre_vec_push (b->fa->mem, &b->jumps, jump);
}

void lyre_nfa_add_initial (lyre_nfa_builder *b, uint32_t q) {
  lyre_vec_push (b->fa->mem, &b->initial, q);
}

/* ---------------------------------------------------------------- finishing
 *
 * Raw arcs and jumps are first put in order of their sources by counting.
 * From the initial states on, each state met gets the arcs of all states that
 * jumps lead to; states met only by jumps disappear. Then what cannot reach a
 * final state goes, and rows are sorted and merged. */
typedef struct {
  lyre_fa *fa;
  const lyre_nfa_builder *raw;
  uint32_t n_raw;
  uint32_t *arc_start, *jump_start; /* n_raw + 1 */
  lyre_edge *arcs;
  uint32_t *jumps;
  uint32_t *number;  /* raw state to met state */
  uint32_t *standin; /* a raw state with the same future, fewer jumps away */
  lyre_bag closure;
  bool stopped;
  /* Met states, by number. */
  lyre_u32s met;   /* its raw state */
  lyre_u32s start; /* its row in out */
  lyre_vec (uint8_t) final;
  lyre_vec (lyre_edge) out;
  uint8_t *useful;
} finisher;

static void *numbers (lyre_mem *mem, uint64_t n) {
  return lyre_alloc (mem, lyre_mul_size (mem, n, sizeof (uint32_t)));
}

/* COUNT[i+1] holds how many; makes COUNT[i] the place where they start. */
static void accumulate (uint32_t n, uint32_t *count) {
  for (uint32_t i = 0; i < n; i++)
    count[i + 1] += count[i];
}

static void order_arcs (finisher *f) {
  lyre_mem *mem = f->fa->mem;
  const lyre_nfa_builder *b = f->raw;
  uint32_t n = f->n_raw;
  f->arc_start = numbers (mem, (uint64_t) n + 2);
  f->arcs =
      lyre_alloc (mem, lyre_mul_size (mem, b->arcs.len, sizeof (lyre_edge)));
  memset (f->arc_start, 0, (n + 2) * sizeof (uint32_t));
  for (uint32_t i = 0; i < b->arcs.len; i++)
    f->arc_start[b->arcs.data[i].from + 2]++;
  accumulate (n, f->arc_start + 1);
  for (uint32_t i = 0; i < b->arcs.len; i++)
    f->arcs[f->arc_start[b->arcs.data[i].from + 1]++] = b->arcs.data[i].edge;
}

static void order_jumps (finisher *f) {
  lyre_mem *mem = f->fa->mem;
  const lyre_nfa_builder *b = f->raw;
  uint32_t n = f->n_raw;
  f->jump_start = numbers (mem, (uint64_t) n + 2);
  f->jumps = numbers (mem, b->jumps.len);
  memset (f->jump_start, 0, (n + 2) * sizeof (uint32_t));
  for (uint32_t i = 0; i < b->jumps.len; i++)
    f->jump_start[b->jumps.data[i].from + 2]++;
  accumulate (n, f->jump_start + 1);
  for (uint32_t i = 0; i < b->jumps.len; i++)
    f->jumps[f->jump_start[b->jumps.data[i].from + 1]++] = b->jumps.data[i].to;
}

/* A state that does nothing but jump to one other. */
static bool only_jumps (const finisher *f, uint32_t q) {
  return !f->raw->final.data[q] && f->arc_start[q] == f->arc_start[q + 1] &&
         f->jump_start[q + 1] - f->jump_start[q] == 1;
}

static uint32_t stand_in (finisher *f, uint32_t q) {
  uint32_t last = q, steps = 0;
  while (f->standin[last] == LYRE_NO_STATE && only_jumps (f, last) &&
         steps++ < f->n_raw)
    last = f->jumps[f->jump_start[last]];
  if (f->standin[last] != LYRE_NO_STATE)
    last = f->standin[last];
  while (q != last && f->standin[q] == LYRE_NO_STATE) {
    uint32_t next = f->jumps[f->jump_start[q]];
    f->standin[q] = last;
    q = next;
  }
  return f->standin[last] = last;
}

static uint32_t meet (finisher *f, uint32_t q) {
  q = stand_in (f, q);
  if (f->number[q] == LYRE_NO_STATE) {
    f->number[q] = f->met.len;
    lyre_vec_push (f->fa->mem, &f->met, q);
  }
  return f->number[q];
}

static void close_by_jumps (finisher *f, uint32_t q) {
  lyre_bag *c = &f->closure;
  lyre_bag_clear (c);
  lyre_bag_add (c, q);
  for (uint32_t i = 0; i < c->members.len; i++) {
    uint32_t p = c->members.data[i];
    for (uint32_t j = f->jump_start[p]; j < f->jump_start[p + 1]; j++)
      lyre_bag_add (c, f->jumps[j]);
  }
}

static void take_arcs (finisher *f, uint32_t p) {
  for (uint32_t i = f->arc_start[p]; i < f->arc_start[p + 1]; i++) {
    lyre_edge e = f->arcs[i];
    e.to = meet (f, e.to);
    lyre_vec_push (f->fa->mem, &f->out, e);
  }
}

static void expand (finisher *f, uint32_t number) {
  lyre_mem *mem = f->fa->mem;
  uint8_t final = 0;
  lyre_vec_push (mem, &f->start, f->out.len);
  close_by_jumps (f, f->met.data[number]);
  for (uint32_t i = 0; i < f->closure.members.len && !f->stopped; i++) {
    uint32_t p = f->closure.members.data[i];
    final |= f->raw->final.data[p];
    take_arcs (f, p);
    f->stopped = lyre_fa_stop (f->fa);
  }
  if (is_full (f->raw, f->out.len))
    f->stopped = f->fa->gave_up = true;
  lyre_vec_push (mem, &f->final, final);
}

static void remove_jumps (finisher *f) {
  for (uint32_t i = 0; i < f->raw->initial.len; i++)
    meet (f, f->raw->initial.data[i]);
  for (uint32_t i = 0; i < f->met.len && !f->stopped; i++)
    expand (f, i);
  lyre_vec_push (f->fa->mem, &f->start, f->out.len);
}

/* Sources of the edges into each state: SOURCE[start[q]..start[q+1]). */
static void order_sources (finisher *f, uint32_t *start, uint32_t *source) {
  uint32_t n = f->met.len;
  memset (start, 0, (n + 2) * sizeof *start);
  for (uint32_t i = 0; i < f->out.len; i++)
    start[f->out.data[i].to + 2]++;
  accumulate (n, start + 1);
  for (uint32_t q = 0; q < n; q++)
    for (uint32_t i = f->start.data[q]; i < f->start.data[q + 1]; i++)
      source[start[f->out.data[i].to + 1]++] = q;
}

static void mark_backwards (finisher *f, const uint32_t *start,
                            const uint32_t *source, lyre_u32s *work) {
  lyre_mem *mem = f->fa->mem;
  for (uint32_t q = 0; q < f->met.len; q++)
    if (f->final.data[q]) {
      f->useful[q] = 1;
      lyre_vec_push (mem, work, q);
    }
  while (work->len && !f->stopped) {
    uint32_t q = lyre_vec_pop (work);
    f->stopped = lyre_fa_stop (f->fa);
    for (uint32_t i = start[q]; i < start[q + 1]; i++)
      if (!f->useful[source[i]]) {
        f->useful[source[i]] = 1;
        lyre_vec_push (mem, work, source[i]);
      }
  }
}

static void find_useful (finisher *f) {
  lyre_mem *mem = f->fa->mem;
  uint32_t n = f->met.len;
  uint32_t *start = numbers (mem, (uint64_t) n + 2);
  uint32_t *source = numbers (mem, f->out.len);
  lyre_u32s work = {0};
  f->useful = lyre_alloc (mem, n);
  memset (f->useful, 0, n);
  order_sources (f, start, source);
  mark_backwards (f, start, source, &work);
  lyre_vec_release (mem, &work);
  lyre_free (mem, source);
  lyre_free (mem, start);
}

static int by_target (const void *x, const void *y) {
  const lyre_edge *a = x, *b = y;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  return a->lo < b->lo ? -1 : a->lo > b->lo;
}

static int by_start (const void *x, const void *y) {
  return compare_edges (x, y);
}

static void sort_row (lyre_edge *row, uint32_t n,
                      int (*compare) (const void *, const void *)) {
  if (n > 24) {
    qsort (row, n, sizeof *row, compare);
    return;
  }
  for (uint32_t i = 1; i < n; i++) {
    lyre_edge e = row[i];
    uint32_t j = i;
    for (; j && compare (&row[j - 1], &e) > 0; j--)
      row[j] = row[j - 1];
    row[j] = e;
  }
}

/* Joins overlapping and touching edges of the same target. */
static uint32_t merge_row (lyre_edge *row, uint32_t n) {
  uint32_t kept = 0;
  if (n < 2)
    return n;
  sort_row (row, n, by_target);
  for (uint32_t i = 1; i < n; i++) {
    lyre_edge *last = &row[kept];
    if (row[i].to != last->to || row[i].lo > last->hi + 1)
      row[++kept] = row[i];
    else if (row[i].hi > last->hi)
      last->hi = row[i].hi;
  }
  sort_row (row, kept + 1, by_start);
  return kept + 1;
}

/* Renumbers a row, leaving useless targets out. */
static uint32_t keep_useful (finisher *f, lyre_edge *row, uint32_t n,
                             const uint32_t *rank) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++)
    if (f->useful[row[i].to]) {
      row[kept] = row[i];
      row[kept++].to = rank[row[i].to];
    }
  return kept;
}

static bool is_disjoint (const lyre_edge *row, uint32_t n) {
  for (uint32_t i = 1; i < n; i++)
    if (row[i].lo <= row[i - 1].hi)
      return false;
  return true;
}

static uint32_t rank_useful (finisher *f, uint32_t *rank) {
  uint32_t n = 0;
  for (uint32_t q = 0; q < f->met.len; q++)
    rank[q] = f->useful[q] ? n++ : LYRE_NO_STATE;
  return n;
}

/* The rows move to the front of OUT, where they were. */
static void pack_rows (finisher *f, const uint32_t *rank, uint32_t *first,
                       lyre_nfa *a) {
  a->n_edges = 0;
  a->deterministic = a->n_initial <= 1;
  for (uint32_t q = 0; q < f->met.len && !f->stopped; q++) {
    if (!f->useful[q])
      continue;
    lyre_edge *row = f->out.data + f->start.data[q];
    uint32_t n = f->start.data[q + 1] - f->start.data[q];
    n = merge_row (row, keep_useful (f, row, n, rank));
    a->deterministic = a->deterministic && is_disjoint (row, n);
    if (n)
      memmove (f->out.data + a->n_edges, row, n * sizeof *row);
    first[rank[q]] = a->n_edges;
    a->n_edges += n;
    f->stopped = lyre_fa_stop (f->fa);
  }
  first[a->n_states] = a->n_edges;
}

static void pack_initials (finisher *f, const uint32_t *rank, lyre_nfa *a) {
  const lyre_nfa_builder *b = f->raw;
  uint32_t *initial = lyre_arena_array (f->fa->arena, uint32_t, b->initial.len);
  uint32_t n = 0;
  for (uint32_t i = 0; i < b->initial.len; i++) {
    uint32_t q = rank[f->number[stand_in (f, b->initial.data[i])]];
    if (q != LYRE_NO_STATE)
      initial[n++] = q;
  }
  lyre_sort_u32 (n, initial);
  a->n_initial = 0;
  for (uint32_t i = 0; i < n; i++)
    if (!i || initial[i] != initial[i - 1])
      initial[a->n_initial++] = initial[i];
  a->initial = initial;
}

static void pack_finals (finisher *f, const uint32_t *rank, lyre_nfa *a) {
  uint8_t *final = lyre_arena_array (f->fa->arena, uint8_t, a->n_states);
  for (uint32_t q = 0; q < f->met.len; q++)
    if (f->useful[q])
      final[rank[q]] = f->final.data[q];
  a->final = final;
}

static const lyre_nfa *pack (finisher *f) {
  lyre_arena *arena = f->fa->arena;
  uint32_t *rank = numbers (f->fa->mem, f->met.len);
  lyre_nfa *a = lyre_arena_new (arena, lyre_nfa);
  a->n_states = rank_useful (f, rank);
  if (a->n_states > f->fa->max_states)
    f->stopped = f->fa->gave_up = true;
  pack_initials (f, rank, a);
  uint32_t *first = lyre_arena_array (arena, uint32_t, a->n_states + 1);
  pack_rows (f, rank, first, a);
  lyre_edge *edges = lyre_arena_array (arena, lyre_edge, a->n_edges);
  if (a->n_edges)
    memcpy (edges, f->out.data, a->n_edges * sizeof *edges);
  a->first = first;
  a->edges = edges;
  pack_finals (f, rank, a);
  lyre_free (f->fa->mem, rank);
  return a;
}

static void finisher_init (finisher *f, const lyre_nfa_builder *b) {
  lyre_mem *mem = b->fa->mem;
  memset (f, 0, sizeof *f);
  f->fa = b->fa;
  f->raw = b;
  f->n_raw = b->final.len;
  order_arcs (f);
  order_jumps (f);
  f->number = numbers (mem, f->n_raw);
  f->standin = numbers (mem, f->n_raw);
  memset (f->number, 0xFF, f->n_raw * sizeof (uint32_t));
  memset (f->standin, 0xFF, f->n_raw * sizeof (uint32_t));
  lyre_bag_init (&f->closure, mem, f->n_raw);
}

static void finisher_release (finisher *f) {
  lyre_mem *mem = f->fa->mem;
  lyre_free (mem, f->arc_start);
  lyre_free (mem, f->jump_start);
  lyre_free (mem, f->arcs);
  lyre_free (mem, f->jumps);
  lyre_free (mem, f->number);
  lyre_free (mem, f->standin);
  lyre_free (mem, f->useful);
  lyre_bag_release (&f->closure, mem);
  lyre_vec_release (mem, &f->met);
  lyre_vec_release (mem, &f->start);
  lyre_vec_release (mem, &f->final);
  lyre_vec_release (mem, &f->out);
}

const lyre_nfa *lyre_nfa_finish (lyre_nfa_builder *b) {
  finisher f;
  const lyre_nfa *a = NULL;
  if (b->stopped) {
    lyre_nfa_drop (b);
    return NULL;
  }
  finisher_init (&f, b);
  remove_jumps (&f);
  if (!f.stopped)
    find_useful (&f);
  if (!f.stopped)
    a = pack (&f);
  if (f.stopped)
    a = NULL;
  finisher_release (&f);
  lyre_nfa_drop (b);
  LYRE_ASSERT_SLOW (!a || a->n_states > 1000 || lyre_nfa_check (a));
  return a;
}
