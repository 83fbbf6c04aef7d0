/* Single words of a language, and how many there are. */
#include "core/automata/nfa_internal.h"

#include <string.h>

/* ----------------------------------------------------------- readable walks
 *
 * A walk goes through layers of states. At each step the characters of all
 * edges into the next layer are put together and the most readable is taken;
 * the walk goes on with all states it leads to. */
typedef struct {
  lyre_fa *fa;
  const lyre_nfa *a;
  lyre_bag bags[2], *now;
  lyre_vec (lyre_interval) ways;
  lyre_u32s word;
  bool stopped;
} walk;

static void walk_init (walk *w, lyre_fa *fa, const lyre_nfa *a) {
  memset (w, 0, sizeof *w);
  w->fa = fa;
  w->a = a;
  lyre_bag_init (&w->bags[0], fa->mem, a->n_states);
  lyre_bag_init (&w->bags[1], fa->mem, a->n_states);
  w->now = &w->bags[0];
}

/* The word so far, unless stopped. */
static const lyre_str *walk_end (walk *w) {
  lyre_mem *mem = w->fa->mem;
  const lyre_str *word = NULL;
  if (!w->stopped)
    word = lyre_str_from_wide (w->fa->arena, w->word.data, w->word.len);
  lyre_bag_release (&w->bags[0], mem);
  lyre_bag_release (&w->bags[1], mem);
  lyre_vec_release (mem, &w->ways);
  lyre_vec_release (mem, &w->word);
  return word;
}

typedef bool is_ahead (const void *layer, uint32_t state);

static void gather_ways (walk *w, is_ahead *ahead, const void *layer) {
  lyre_vec_clear (&w->ways);
  for (uint32_t i = 0; i < w->now->members.len; i++) {
    uint32_t q = w->now->members.data[i];
    const lyre_edge *end = lyre_nfa_row_end (w->a, q);
    for (const lyre_edge *e = lyre_nfa_row (w->a, q); e < end; e++)
      if (ahead (layer, e->to)) {
        lyre_interval way = {e->lo, e->hi};
        lyre_vec_push (w->fa->mem, &w->ways, way);
      }
  }
}

static uint32_t pick_way (walk *w) {
  lyre_arena *scratch = &w->fa->env->scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  uint32_t c = lyre_charset_pick (
      lyre_charset_make (scratch, w->ways.len, w->ways.data));
  lyre_arena_cut (scratch, mark);
  return c;
}

static void walk_step (walk *w, is_ahead *ahead, const void *layer) {
  lyre_bag *then = w->now == w->bags ? &w->bags[1] : &w->bags[0];
  gather_ways (w, ahead, layer);
  uint32_t c = pick_way (w);
  lyre_vec_push (w->fa->mem, &w->word, c);
  lyre_bag_clear (then);
  for (uint32_t i = 0; i < w->now->members.len; i++) {
    uint32_t q = w->now->members.data[i];
    const lyre_edge *end = lyre_nfa_row_end (w->a, q);
    const lyre_edge *e = lyre_nfa_row_from (w->a, q, c);
    for (; e < end && e->lo <= c; e++)
      if (e->hi >= c && ahead (layer, e->to))
        lyre_bag_add (then, e->to);
  }
  w->now = then;
  w->stopped = lyre_fa_stop (w->fa);
}

/* Edges of A turned round: the sources of edges into q. */
typedef struct {
  uint32_t *start, *source;
} backward;

static void backward_init (backward *b, lyre_mem *mem, const lyre_nfa *a) {
  uint32_t n = a->n_states;
  b->start = lyre_alloc (mem, lyre_mul_size (mem, n + 2, sizeof *b->start));
  b->source =
      lyre_alloc (mem, lyre_mul_size (mem, a->n_edges, sizeof *b->source));
  memset (b->start, 0, (n + 2) * sizeof *b->start);
  for (uint32_t i = 0; i < a->n_edges; i++)
    b->start[a->edges[i].to + 2]++;
  for (uint32_t q = 1; q <= n; q++)
    b->start[q + 1] += b->start[q];
  for (uint32_t q = 0; q < n; q++)
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++)
      b->source[b->start[a->edges[i].to + 1]++] = q;
}

static void backward_release (backward *b, lyre_mem *mem) {
  lyre_free (mem, b->start);
  lyre_free (mem, b->source);
}

/* ---------------------------------------------------------- shortest words */

bool lyre_nfa_distances (lyre_fa *fa, const lyre_nfa *a, uint32_t *distance) {
  backward b;
  lyre_u32s queue = {0};
  bool ok = true;
  backward_init (&b, fa->mem, a);
  for (uint32_t q = 0; q < a->n_states; q++) {
    distance[q] = a->final[q] ? 0 : LYRE_NO_STATE;
    if (a->final[q])
      lyre_vec_push (fa->mem, &queue, q);
  }
  for (uint32_t i = 0; i < queue.len && ok; i++) {
    uint32_t q = queue.data[i];
    for (uint32_t j = b.start[q]; j < b.start[q + 1]; j++)
      if (distance[b.source[j]] == LYRE_NO_STATE) {
        distance[b.source[j]] = distance[q] + 1;
        lyre_vec_push (fa->mem, &queue, b.source[j]);
      }
    ok = !lyre_fa_stop (fa);
  }
  lyre_vec_release (fa->mem, &queue);
  backward_release (&b, fa->mem);
  return ok;
}

/* States whose edges all lead to known states become known. */
static bool greatest_distances (lyre_fa *fa, const lyre_nfa *a,
                                uint32_t *most) {
  backward b;
  lyre_u32s queue = {0}, open = {0}; /* open: edges to unknown states */
  bool ok = true;
  backward_init (&b, fa->mem, a);
  memset (most, 0xFF, a->n_states * sizeof *most);
  for (uint32_t q = 0; q < a->n_states; q++) {
    lyre_vec_push (fa->mem, &open, a->first[q + 1] - a->first[q]);
    if (!open.data[q])
      lyre_vec_push (fa->mem, &queue, q);
  }
  for (uint32_t i = 0; i < queue.len && ok; i++) {
    uint32_t q = queue.data[i];
    most[q] = 0;
    for (uint32_t j = a->first[q]; j < a->first[q + 1]; j++)
      if (most[q] <= most[a->edges[j].to])
        most[q] = most[a->edges[j].to] + 1;
    for (uint32_t j = b.start[q]; j < b.start[q + 1]; j++)
      if (!--open.data[b.source[j]])
        lyre_vec_push (fa->mem, &queue, b.source[j]);
    ok = !lyre_fa_stop (fa);
  }
  lyre_vec_release (fa->mem, &queue);
  lyre_vec_release (fa->mem, &open);
  backward_release (&b, fa->mem);
  return ok;
}

bool lyre_spans_init (lyre_spans *s, lyre_fa *fa, const lyre_nfa *a) {
  size_t bytes = lyre_mul_size (fa->mem, a->n_states, sizeof (uint32_t));
  s->least = lyre_alloc (fa->mem, bytes);
  s->most = lyre_alloc (fa->mem, bytes);
  return lyre_nfa_distances (fa, a, s->least) &&
         greatest_distances (fa, a, s->most);
}

void lyre_spans_release (lyre_spans *s, lyre_mem *mem) {
  lyre_free (mem, s->least);
  lyre_free (mem, s->most);
}

typedef struct {
  const uint32_t *distance;
  uint32_t wanted;
} distance_layer;

static bool is_at_distance (const void *layer, uint32_t q) {
  const distance_layer *l = layer;
  return l->distance[q] == l->wanted;
}

static const lyre_str *walk_down (lyre_fa *fa, const lyre_nfa *a,
                                  const uint32_t *distance) {
  walk w;
  distance_layer layer = {distance, LYRE_NO_STATE};
  walk_init (&w, fa, a);
  for (uint32_t i = 0; i < a->n_initial; i++)
    if (distance[a->initial[i]] < layer.wanted)
      layer.wanted = distance[a->initial[i]];
  for (uint32_t i = 0; i < a->n_initial; i++)
    if (distance[a->initial[i]] == layer.wanted)
      lyre_bag_add (w.now, a->initial[i]);
  while (layer.wanted && !w.stopped) {
    layer.wanted--;
    walk_step (&w, is_at_distance, &layer);
  }
  return walk_end (&w);
}

const lyre_str *lyre_nfa_shortest (lyre_fa *fa, const lyre_nfa *a) {
  if (lyre_nfa_is_empty (a))
    return NULL;
  uint32_t *distance =
      lyre_alloc (fa->mem, lyre_mul_size (fa->mem, a->n_states, 4));
  const lyre_str *word =
      lyre_nfa_distances (fa, a, distance) ? walk_down (fa, a, distance) : NULL;
  lyre_free (fa->mem, distance);
  return word;
}

/* ---------------------------------------------------- words of a given length
 *
 * Layer k holds the states from which a final one is exactly k steps away.
 * Layers repeat in the end; then the lasso stands for all the others. */
enum { LAYER_ROOM = 1 << 26 }; /* numbers in all layers together */

typedef struct {
  lyre_lists sets;
  lyre_u32s layer; /* layer k is this set */
  uint32_t back;   /* with REPEATS: layer.len is the same as this layer */
  bool repeats;
} layers;

static uint32_t layer_at (const layers *l, uint32_t k) {
  if (k < l->layer.len)
    return l->layer.data[k];
  return l->layer.data[l->back + (k - l->back) % (l->layer.len - l->back)];
}

static uint32_t previous_layer (layers *l, const backward *b, uint32_t set,
                                lyre_bag *bag) {
  uint32_t n;
  const uint32_t *at = lyre_lists_at (&l->sets, set, &n);
  lyre_bag_clear (bag);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = b->start[at[i]]; j < b->start[at[i] + 1]; j++)
      lyre_bag_add (bag, b->source[j]);
  lyre_bag_sort (bag);
  return lyre_lists_put (&l->sets, bag->members.len, bag->members.data);
}

static uint32_t final_layer (layers *l, const lyre_nfa *a, lyre_bag *bag) {
  lyre_bag_clear (bag);
  for (uint32_t q = 0; q < a->n_states; q++)
    if (a->final[q])
      lyre_bag_add (bag, q);
  return lyre_lists_put (&l->sets, bag->members.len, bag->members.data);
}

/* Layers 0..LEN, or a lasso for them. Sets are numbered as they come, so the
 * layers repeat when an old number does. */
static bool fill_layers (lyre_fa *fa, layers *l, const lyre_nfa *a,
                         uint32_t len, lyre_bag *bag) {
  backward b;
  bool ok = true;
  backward_init (&b, fa->mem, a);
  uint32_t set = final_layer (l, a, bag);
  lyre_vec_push (fa->mem, &l->layer, set);
  while (l->layer.len <= len && !l->repeats && ok) {
    set = previous_layer (l, &b, set, bag);
    l->repeats = set < l->layer.len;
    if (l->repeats)
      l->back = set;
    else
      lyre_vec_push (fa->mem, &l->layer, set);
    if (l->sets.items.len > LAYER_ROOM)
      ok = false, fa->gave_up = true;
    for (uint32_t i = 0; i <= bag->members.len && ok; i += 64)
      ok = !lyre_fa_stop (fa);
  }
  backward_release (&b, fa->mem);
  return ok;
}

typedef struct {
  const uint32_t *at;
  uint32_t n;
} set_layer;

static bool is_in_set (const void *layer, uint32_t q) {
  const set_layer *l = layer;
  uint32_t low = 0, high = l->n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (l->at[middle] < q)
      low = middle + 1;
    else
      high = middle;
  }
  return low < l->n && l->at[low] == q;
}

static set_layer get_layer (const layers *l, uint32_t k) {
  set_layer s;
  s.at = lyre_lists_at (&l->sets, layer_at (l, k), &s.n);
  return s;
}

static const lyre_str *walk_layers (lyre_fa *fa, const lyre_nfa *a,
                                    const layers *l, uint32_t len) {
  walk w;
  set_layer s = get_layer (l, len);
  walk_init (&w, fa, a);
  for (uint32_t i = 0; i < a->n_initial; i++)
    if (is_in_set (&s, a->initial[i]))
      lyre_bag_add (w.now, a->initial[i]);
  w.stopped = w.now->members.len == 0;
  for (uint32_t k = len; k && !w.stopped; k--) {
    s = get_layer (l, k - 1);
    walk_step (&w, is_in_set, &s);
  }
  return walk_end (&w);
}

static const lyre_str *layered_word (lyre_fa *fa, const lyre_nfa *a,
                                     uint32_t len) {
  layers l = {0};
  lyre_bag bag;
  lyre_lists_init (&l.sets, fa->mem);
  lyre_bag_init (&bag, fa->mem, a->n_states);
  const lyre_str *word =
      fill_layers (fa, &l, a, len, &bag) ? walk_layers (fa, a, &l, len) : NULL;
  lyre_bag_release (&bag, fa->mem);
  lyre_lists_release (&l.sets);
  lyre_vec_release (fa->mem, &l.layer);
  return word;
}

/* With many states and long words layers are large. Going straight for a final
 * state by the least and the greatest distance, and stepping back where that
 * fails, mostly gets there at once. */
enum { LAYERS_ARE_CHEAP = 1 << 22, DETOURS = 1 << 18 };

typedef struct {
  uint32_t state, edge; /* the edge to try next */
} guess;

typedef struct {
  lyre_fa *fa;
  const lyre_nfa *a;
  uint32_t len;
  lyre_spans spans;
  lyre_map failed; /* (state, characters left) */
  lyre_vec (guess) path;
  uint32_t detours;
} guide;

static bool is_promising (const guide *g, uint32_t q, uint32_t left) {
  return g->spans.least[q] <= left && left <= g->spans.most[q] &&
         !lyre_map_find (&g->failed, (uint64_t) q << 32 | left);
}

static void guess_state (guide *g, uint32_t q) {
  guess next = {q, g->a->first[q]};
  lyre_vec_push (g->fa->mem, &g->path, next);
}

/* One step forward, or one back. */
static void go_on (guide *g) {
  guess *top = &lyre_vec_top (&g->path);
  uint32_t left = g->len - (g->path.len - 1);
  while (top->edge < g->a->first[top->state + 1]) {
    uint32_t to = g->a->edges[top->edge++].to;
    if (left && is_promising (g, to, left - 1)) {
      guess_state (g, to);
      return;
    }
  }
  *lyre_map_at (g->fa->mem, &g->failed, (uint64_t) top->state << 32 | left) = 1;
  g->detours++;
  lyre_vec_drop (&g->path);
}

static bool has_arrived (const guide *g) {
  return g->path.len == g->len + 1 &&
         g->a->final[lyre_vec_top (&g->path).state];
}

static const lyre_str *spell_path (guide *g) {
  lyre_u32s word = {0};
  for (uint32_t i = 0; i < g->len; i++) {
    const lyre_edge *e = &g->a->edges[g->path.data[i].edge - 1];
    lyre_interval way = {e->lo, e->hi};
    uint32_t c = lyre_charset_pick ((lyre_charset){1, &way});
    lyre_vec_push (g->fa->mem, &word, c);
  }
  const lyre_str *out = lyre_str_from_wide (g->fa->arena, word.data, word.len);
  lyre_vec_release (g->fa->mem, &word);
  return out;
}

/* NULL if it was not found soon, which says nothing. */
static const lyre_str *follow (guide *g) {
  for (uint32_t i = 0; i < g->a->n_initial; i++) {
    if (!is_promising (g, g->a->initial[i], g->len))
      continue;
    guess_state (g, g->a->initial[i]);
    while (g->path.len) {
      if (has_arrived (g))
        return spell_path (g);
      if (g->detours > DETOURS || lyre_fa_stop (g->fa))
        return NULL;
      go_on (g);
    }
  }
  return NULL;
}

static const lyre_str *guided_word (lyre_fa *fa, const lyre_nfa *a,
                                    uint32_t len) {
  guide g = {.fa = fa, .a = a, .len = len};
  bool ok = lyre_spans_init (&g.spans, fa, a);
  const lyre_str *word = ok ? follow (&g) : NULL;
  lyre_spans_release (&g.spans, fa->mem);
  lyre_map_release (fa->mem, &g.failed);
  lyre_vec_release (fa->mem, &g.path);
  return word;
}

const lyre_str *lyre_nfa_word_of_length (lyre_fa *fa, const lyre_nfa *a,
                                         uint32_t len) {
  if ((uint64_t) a->n_states * len > LAYERS_ARE_CHEAP) {
    const lyre_str *word = guided_word (fa, a, len);
    if (word || fa->env->stop)
      return word;
  }
  return layered_word (fa, a, len);
}

/* ----------------------------------------------------------------- counting
 *
 * COUNT[k][q] words of length k lead from q to a final state. One word has one
 * run in a deterministic automaton, so edges can be added up. */
typedef struct {
  lyre_fa *fa;
  lyre_fa inner; /* the deterministic automaton's */
  lyre_arena inside;
  const lyre_nfa *d;
  lyre_vec (lyre_int *) count; /* in the inner arena */
  bool is_over;                /* no word is longer than the last layer */
} counter;

static bool counter_init (counter *c, lyre_fa *fa, const lyre_nfa *a) {
  memset (c, 0, sizeof *c);
  c->fa = fa;
  c->inner = lyre_fa_open (fa, &c->inside);
  c->d = lyre_nfa_determinize (&c->inner, a);
  return c->d != NULL;
}

static void counter_release (counter *c) {
  lyre_vec_release (c->fa->mem, &c->count);
  lyre_fa_close (c->fa, &c->inner);
}

static lyre_int count_from (counter *c, const lyre_int *shorter, uint32_t q) {
  lyre_int sum = LYRE_INT_ZERO;
  for (uint32_t i = c->d->first[q]; i < c->d->first[q + 1]; i++) {
    const lyre_edge *e = &c->d->edges[i];
    lyre_int width = lyre_int_from (&c->inside, (int64_t) e->hi - e->lo + 1);
    if (lyre_int_sign (shorter[e->to]))
      sum = lyre_int_add (&c->inside, sum,
                          lyre_int_mul (&c->inside, width, shorter[e->to]));
  }
  return sum;
}

/* One layer more. False if stopped. */
static bool count_more (counter *c) {
  uint32_t n = c->d->n_states;
  lyre_int *layer = lyre_arena_array (&c->inside, lyre_int, n);
  c->is_over = true;
  for (uint32_t q = 0; q < n; q++) {
    if (lyre_fa_stop (c->fa))
      return false;
    if (c->count.len)
      layer[q] = count_from (c, lyre_vec_top (&c->count), q);
    else
      layer[q] = c->d->final[q] ? LYRE_INT_ONE : LYRE_INT_ZERO;
    if (lyre_int_sign (layer[q]))
      c->is_over = false;
  }
  lyre_vec_push (c->fa->mem, &c->count, layer);
  return true;
}

/* How many words of length K; the layer is there. */
static lyre_int count_at (const counter *c, uint32_t k) {
  if (!c->d->n_initial)
    return LYRE_INT_ZERO;
  return c->count.data[k][c->d->initial[0]];
}

/* Layers 0..LEN unless all words are shorter. */
static bool count_up_to (counter *c, uint32_t len) {
  while (c->count.len <= len && !(c->count.len && c->is_over))
    if (!count_more (c))
      return false;
  return true;
}

bool lyre_nfa_count (lyre_fa *fa, const lyre_nfa *a, uint32_t len,
                     lyre_int *out) {
  counter c;
  bool ok = counter_init (&c, fa, a) && count_up_to (&c, len);
  *out = LYRE_INT_ZERO;
  if (ok && len < c.count.len)
    *out = lyre_int_copy (fa->arena, count_at (&c, len));
  counter_release (&c);
  return ok;
}

/* The edge of Q that the N-th word of length K takes; *N becomes the number
 * within the edge. */
static const lyre_edge *choose_edge (counter *c, uint32_t q, uint32_t k,
                                     lyre_int *n) {
  for (uint32_t i = c->d->first[q]; i < c->d->first[q + 1]; i++) {
    const lyre_edge *e = &c->d->edges[i];
    lyre_int width = lyre_int_from (&c->inside, (int64_t) e->hi - e->lo + 1);
    lyre_int words =
        lyre_int_mul (&c->inside, width, c->count.data[k - 1][e->to]);
    if (lyre_int_cmp (*n, words) < 0)
      return e;
    *n = lyre_int_sub (&c->inside, *n, words);
  }
  return NULL;
}

/* The N-th word of length LEN; there are more than N. */
static const lyre_str *spell (counter *c, uint32_t len, lyre_int n) {
  lyre_u32s word = {0};
  const lyre_str *out = NULL;
  uint32_t q = c->d->initial[0];
  bool ok = true;
  for (uint32_t k = len; k && ok; k--) {
    const lyre_edge *e = choose_edge (c, q, k, &n);
    lyre_int each = c->count.data[k - 1][e->to];
    int64_t offset;
    ok = lyre_int_to_i64 (lyre_int_div (&c->inside, n, each), &offset) &&
         !lyre_fa_stop (c->fa);
    lyre_vec_push (c->fa->mem, &word, e->lo + (uint32_t) offset);
    n = lyre_int_mod (&c->inside, n, each);
    q = e->to;
  }
  if (ok)
    out = lyre_str_from_wide (c->fa->arena, word.data, word.len);
  lyre_vec_release (c->fa->mem, &word);
  return out;
}

static const lyre_str *nth_word (counter *c, lyre_int n) {
  for (uint32_t len = 0;; len++) {
    if (!count_up_to (c, len) || c->count.len <= len)
      return NULL;
    lyre_int words = count_at (c, len);
    if (lyre_int_cmp (n, words) < 0)
      return spell (c, len, n);
    n = lyre_int_sub (&c->inside, n, words);
  }
}

const lyre_str *lyre_nfa_nth_word (lyre_fa *fa, const lyre_nfa *a, lyre_int n) {
  counter c;
  const lyre_str *word = NULL;
  if (counter_init (&c, fa, a) && lyre_int_sign (n) >= 0)
    word = nth_word (&c, n);
  counter_release (&c);
  return word;
}
