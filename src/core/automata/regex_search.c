/* Questions, answered by breadth-first search over derivatives.
 *
 * States are regexes. A union is searched part by part, and so is an
 * intersection with unions below it as long as that makes few parts: this is
 * the difference between a nondeterministic automaton and its powerset.
 *
 * Words of at least MIN characters are found in layers. Layer i holds the
 * states that i characters lead to; below MIN a state may recur from layer to
 * layer, from MIN on the search is plain and enters each state once. A layer
 * follows from the one before, so when layer i is the same set as an earlier
 * layer j, all later ones are known:
 *
 *   0 .. j .. i-1 | i=j  j+1 .. i-1 | j ..        period i - j
 *
 * and the search goes on at once with the layer that stands for MIN. */
#include <string.h>

#include "core/automata/regex_internal.h"

enum {
  SPLIT_LIMIT = 16,       /* parts that one intersection is split into */
  PRUNE_LIMIT = 256,      /* see may_prune */
  ENTRIES_PER_STATE = 16, /* the budget of entries in all layers */
};

/* A state in a layer, and where it came from. */
typedef struct {
  uint32_t state;
  uint32_t from; /* position in the layer before */
  uint32_t c;
} entry;

typedef struct {
  lyre_re_pool *p;
  uint64_t min, max;
  uint64_t n_states, max_states;
  lyre_vec (entry) entries;
  lyre_u32s first; /* per layer, its first entry; one more at the end */
  lyre_u32s split; /* working memory of split_state */
  lyre_map layers; /* hash of a set of states -> layer + 1 */
  /* Once the layers repeat: layer `again' is the same set as `back'. */
  bool periodic;
  uint32_t back, again;
  uint64_t depth; /* characters read in the last layer */
} search;

static void search_init (search *s, lyre_re_pool *p, uint64_t min, uint64_t max,
                         uint64_t max_states) {
  memset (s, 0, sizeof *s);
  s->p = p;
  s->min = min;
  s->max = max;
  s->max_states = max_states;
}

static void search_release (search *s) {
  lyre_mem *mem = s->p->mem;
  lyre_vec_release (mem, &s->entries);
  lyre_vec_release (mem, &s->first);
  lyre_vec_release (mem, &s->split);
  lyre_map_release (mem, &s->layers);
}

/* -------------------------------------------------------- splitting states */

/* Replaces the state at split[i] by its conjunctions with the parts of the
 * first union among its conjuncts; the first stays at i. */
static bool distribute (search *s, uint32_t i) {
  lyre_re_pool *p = s->p;
  const lyre_re_info *x = re_info (p, s->split.data[i]);
  uint32_t at = 0;
  while (at < x->n_parts &&
         re_info (p, x->parts[at].id)->kind != LYRE_RE_KIND_UNION)
    at++;
  if (at == x->n_parts)
    return false;
  const lyre_re_info *u = re_info (p, x->parts[at].id);
  if (u->n_parts + s->split.len > SPLIT_LIMIT)
    return false;
  lyre_re parts[2] = {x->parts[at], re_of (RE_ALL)};
  lyre_re *others = lyre_alloc (p->mem, x->n_parts * sizeof *others);
  memcpy (others, x->parts, x->n_parts * sizeof *others);
  others[at] = re_of (RE_ALL);
  parts[1] = lyre_re_inter (p, x->n_parts, others);
  lyre_free (p->mem, others);
  for (uint32_t k = 0; k < u->n_parts; k++) {
    parts[0] = u->parts[k];
    uint32_t id = lyre_re_inter (p, 2, parts).id;
    if (k)
      lyre_vec_push (p->mem, &s->split, id);
    else
      s->split.data[i] = id;
  }
  return true;
}

/* Puts the states that together are ID into s->split. */
static void split_state (search *s, uint32_t id) {
  lyre_re_pool *p = s->p;
  const lyre_re_info *x = re_info (p, id);
  s->split.len = 0;
  if (x->kind != LYRE_RE_KIND_UNION)
    lyre_vec_push (p->mem, &s->split, id);
  else
    for (uint32_t i = 0; i < x->n_parts; i++)
      lyre_vec_push (p->mem, &s->split, x->parts[i].id);
  for (uint32_t i = 0; i < s->split.len;)
    if (re_info (p, s->split.data[i])->kind != LYRE_RE_KIND_INTER ||
        !distribute (s, i))
      i++;
}

/* ------------------------------------------------------------------ layers */

/* States whose words are all too short may be dropped. But when layers are
 * repeated a state may stand for a later one, where they are not: so this is
 * done only if MIN is small, and only then are layers not compared. */
static bool may_prune (const search *s) {
  return s->min <= PRUNE_LIMIT;
}

static bool is_hopeless (const search *s, const lyre_re_info *x) {
  if (x->min_len > x->max_len || s->depth + x->min_len > s->max)
    return true;
  return may_prune (s) && x->max_len != LYRE_RE_INF &&
         s->depth + x->max_len < s->min;
}

static void add_entry (search *s, uint32_t id, uint32_t from, uint32_t c) {
  lyre_re_pool *p = s->p;
  lyre_re_node *n = re_node (p, id);
  if (n->stamp == p->stamp || is_hopeless (s, &n->info))
    return;
  n->stamp = p->stamp;
  lyre_vec_push (p->mem, &s->entries, ((entry){id, from, c}));
}

static void add_target (search *s, uint32_t id, uint32_t from, uint32_t c) {
  lyre_re_kind kind = re_info (s->p, id)->kind;
  if (kind != LYRE_RE_KIND_UNION && kind != LYRE_RE_KIND_INTER) {
    add_entry (s, id, from, c);
    return;
  }
  split_state (s, id);
  for (uint32_t i = 0; i < s->split.len; i++)
    add_entry (s, s->split.data[i], from, c);
}

static uint32_t layer_count (const search *s) {
  return s->first.len;
}

static uint32_t layer_end (const search *s, uint32_t layer) {
  return layer + 1 < s->first.len ? s->first.data[layer + 1] : s->entries.len;
}

static void open_layer (search *s) {
  lyre_vec_push (s->p->mem, &s->first, s->entries.len);
  /* Below MIN, and at MIN itself, states are new again. */
  if (s->depth <= s->min)
    s->p->stamp++;
}

static bool within_budget (search *s) {
  return s->n_states <= s->max_states &&
         s->entries.len <= ENTRIES_PER_STATE * s->max_states + (1u << 16) &&
         !lyre_poll (s->p->env, LYRE_POLL_REGEX);
}

static bool expand (search *s, uint32_t at, uint32_t position) {
  lyre_re r = re_of (s->entries.data[at].state);
  lyre_re_moves m;
  if (!re_node (s->p, r.id)->has_moves || s->depth > s->min)
    s->n_states++;
  if (!within_budget (s) || !lyre_re_all_moves (s->p, r, &m))
    return false;
  for (uint32_t i = 0; i < m.n; i++)
    add_target (s, m.at[i].target.id, position,
                lyre_charset_pick (m.at[i].chars));
  return true;
}

/* Makes the layer after the last one. */
static bool next_layer (search *s) {
  uint32_t last = layer_count (s) - 1;
  uint32_t begin = s->first.data[last], end = s->entries.len;
  s->depth++;
  open_layer (s);
  for (uint32_t i = begin; i < end; i++)
    if (!expand (s, i, i - begin))
      return false;
  return true;
}

/* ------------------------------------------------------- layers that repeat */

static bool same_layer (const search *s, uint32_t a, uint32_t b) {
  uint32_t i = s->first.data[a], j = s->first.data[b];
  uint32_t n = layer_end (s, a) - i;
  if (layer_end (s, b) - j != n)
    return false;
  for (uint32_t k = 0; k < n; k++)
    if (s->entries.data[i + k].state != s->entries.data[j + k].state)
      return false;
  return true;
}

/* Sorts the last layer by state, so that equal sets agree in positions. */
static uint64_t sort_layer (search *s) {
  uint32_t begin = s->first.data[layer_count (s) - 1];
  uint32_t n = s->entries.len - begin;
  entry *at = s->entries.data + begin;
  _Static_assert(sizeof (entry) == sizeof (lyre_re_triple), "sorted as such");
  lyre_re_sort_triples (n, (lyre_re_triple *) at);
  uint64_t h = n;
  for (uint32_t i = 0; i < n; i++)
    h = (h ^ at[i].state) * UINT64_C (0x9E3779B97F4A7C15) + (h >> 29);
  return h;
}

/* The layer that stands for the one at DEPTH < UINT64_MAX. */
static uint32_t stored_layer (const search *s, uint64_t depth) {
  if (!s->periodic || depth <= s->again)
    return (uint32_t) depth;
  uint64_t period = s->again - s->back;
  uint64_t rest = (depth - s->back) % period;
  return rest ? s->back + (uint32_t) rest : s->again;
}

/* Opens a layer at MIN with the states of the one that stands for it. */
static void jump_to_min (search *s) {
  uint32_t layer = stored_layer (s, s->min);
  uint32_t begin = s->first.data[layer], end = layer_end (s, layer);
  s->depth = s->min;
  open_layer (s);
  for (uint32_t i = begin; i < end; i++) {
    uint32_t id = s->entries.data[i].state;
    re_node (s->p, id)->stamp = s->p->stamp;
    lyre_vec_push (s->p->mem, &s->entries, ((entry){id, i - begin, 0}));
  }
}

/* Looks whether the last layer was there before; if so jumps. */
static void look_back (search *s) {
  if (may_prune (s) || s->periodic || s->depth >= s->min)
    return;
  uint64_t h = sort_layer (s);
  uint32_t last = layer_count (s) - 1;
  uint64_t *known = lyre_map_at (s->p->mem, &s->layers, h);
  if (*known && same_layer (s, (uint32_t) *known - 1, last)) {
    s->periodic = true;
    s->back = (uint32_t) *known - 1;
    s->again = last;
    jump_to_min (s);
  } else
    *known = (uint64_t) last + 1;
}

/* ------------------------------------------------------------------ results */

/* The characters that lead to the entry at POSITION of the last layer, from
 * the back to the front. */
static const lyre_str *trace_word (search *s, lyre_arena *arena,
                                   uint32_t position) {
  lyre_mem *mem = s->p->mem;
  uint32_t *out =
      lyre_alloc (mem, lyre_mul_size (mem, s->depth + 1, sizeof *out));
  uint32_t layer = layer_count (s) - 1;
  uint32_t jumped = s->periodic ? s->again + 1 : 0; /* opened by the jump */
  for (uint64_t d = s->depth; d > 0; d--) {
    if (s->periodic && d <= s->min) {
      if (d == s->min)
        position = s->entries.data[s->first.data[jumped] + position].from;
      layer = stored_layer (s, d);
    }
    entry e = s->entries.data[s->first.data[layer] + position];
    out[d - 1] = e.c;
    position = e.from;
    layer--;
  }
  const lyre_str *word = lyre_str_from_wide (arena, out, s->depth);
  lyre_free (mem, out);
  return word;
}

/* An entry of the last layer that accepts. */
static bool find_final (const search *s, uint32_t *position) {
  uint32_t begin = s->first.data[layer_count (s) - 1];
  if (s->depth < s->min || s->depth > s->max)
    return false;
  for (uint32_t i = begin; i < s->entries.len; i++)
    if (re_info (s->p, s->entries.data[i].state)->nullable) {
      *position = i - begin;
      return true;
    }
  return false;
}

static bool last_layer_is_empty (const search *s) {
  return s->first.data[layer_count (s) - 1] == s->entries.len;
}

static lyre_re_answer run (search *s, lyre_arena *arena, uint32_t r,
                           const lyre_str **word) {
  uint32_t position;
  open_layer (s);
  add_target (s, r, 0, 0);
  for (;;) {
    look_back (s);
    if (find_final (s, &position))
      break;
    if (last_layer_is_empty (s) || s->depth >= s->max)
      return LYRE_RE_NO;
    if (!next_layer (s))
      return LYRE_RE_GAVE_UP;
  }
  if (word)
    *word = trace_word (s, arena, position);
  return LYRE_RE_YES;
}

static lyre_re_answer search_once (lyre_re_pool *p, lyre_arena *arena,
                                   uint32_t r, uint64_t min, uint64_t max,
                                   uint64_t max_states, const lyre_str **word) {
  search s;
  search_init (&s, p, min, max, max_states);
  lyre_re_answer a = run (&s, arena, r, word);
  search_release (&s);
  return a;
}

/* Forwards; and if that was too much, backwards: .*a.{k} has 2^k states one
 * way and k+2 the other. */
static lyre_re_answer search_both (lyre_re_pool *p, lyre_arena *arena,
                                   uint32_t r, uint64_t min, uint64_t max,
                                   uint64_t max_states, const lyre_str **word) {
  uint64_t half = max_states / 2 + 1;
  lyre_re_answer a = search_once (p, arena, r, min, max, half, word);
  if (a != LYRE_RE_GAVE_UP || p->env->stop)
    return a;
  uint32_t back = lyre_re_reverse (p, re_of (r)).id;
  if (back == r)
    return a;
  a = search_once (p, arena, back, min, max, half, word);
  if (a == LYRE_RE_YES && word)
    *word = lyre_str_reverse (arena, *word);
  return a;
}

/* -------------------------------------------------------------- relaxations */

/* A word in the conjuncts that are kept. */
static lyre_re_answer solve_kept (lyre_re_pool *p, lyre_arena *arena,
                                  const lyre_u32s *kept, uint64_t min,
                                  uint64_t max, uint64_t max_states,
                                  const lyre_str **word) {
  lyre_re r = lyre_re_inter (p, kept->len, (const lyre_re *) kept->data);
  const lyre_re_info *x = re_info (p, r.id);
  if (r.id == RE_NONE || x->min_len > max || x->max_len < min)
    return LYRE_RE_NO;
  if (!x->has_complement && lyre_re_easy_word (p, arena, r, min, word))
    return (*word)->len <= max ? LYRE_RE_YES : LYRE_RE_NO;
  return search_both (p, arena, r.id, min, max, max_states, word);
}

/* Moves up to LIMIT conjuncts that refuse the word from LEFT to KEPT. */
static uint32_t keep_violated (lyre_re_pool *p, const lyre_str *word,
                               lyre_u32s *left, lyre_u32s *kept,
                               uint32_t limit) {
  uint32_t n = 0, moved = 0;
  for (uint32_t i = 0; i < left->len; i++) {
    uint32_t id = left->data[i];
    if (moved < limit && !lyre_re_matches (p, re_of (id), word)) {
      lyre_vec_push (p->mem, kept, id);
      moved++;
    } else
      left->data[n++] = id;
  }
  left->len = n;
  return moved;
}

/* The conjunct to begin with: without complement, and with few words. */
static uint32_t best_conjunct (const lyre_re_pool *p, const lyre_re_info *x) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < x->n_parts; i++) {
    const lyre_re_info *y = re_info (p, x->parts[i].id);
    const lyre_re_info *z = re_info (p, x->parts[best].id);
    if (y->has_complement != z->has_complement) {
      if (z->has_complement)
        best = i;
    } else if (y->max_len - y->min_len < z->max_len - z->min_len)
      best = i;
  }
  return best;
}

/* Decides an intersection by keeping few conjuncts, and more as words are
 * refuted. A shortest word of the relaxation that the others accept is a
 * shortest word of all. */
static lyre_re_answer relax (lyre_re_pool *p, lyre_arena *arena, lyre_re r,
                             uint64_t min, uint64_t max, uint64_t max_states,
                             const lyre_str **word) {
  const lyre_re_info *x = re_info (p, r.id);
  lyre_u32s kept = {0}, left = {0};
  uint32_t first = best_conjunct (p, x), step = 1;
  for (uint32_t i = 0; i < x->n_parts; i++)
    lyre_vec_push (p->mem, i == first ? &kept : &left, x->parts[i].id);
  lyre_re_answer a;
  for (;; step *= 2) {
    a = solve_kept (p, arena, &kept, min, max, max_states, word);
    if (a != LYRE_RE_YES || !keep_violated (p, *word, &left, &kept, step))
      break;
  }
  if (a == LYRE_RE_GAVE_UP && left.len && !p->env->stop) /* less is more */
    a = search_both (p, arena, r.id, min, max, max_states, word);
  lyre_vec_release (p->mem, &kept);
  lyre_vec_release (p->mem, &left);
  return p->env->stop ? LYRE_RE_GAVE_UP : a;
}

/* ---------------------------------------------------------------- questions */

static lyre_re_answer find_word (lyre_re_pool *p, lyre_arena *arena, lyre_re r,
                                 uint64_t min, uint64_t max,
                                 uint32_t max_states, const lyre_str **word) {
  const lyre_re_info *x = re_info (p, r.id);
  if (!x->has_complement && lyre_re_easy_word (p, arena, r, min, word))
    return (*word)->len <= max ? LYRE_RE_YES : LYRE_RE_NO;
  if (x->kind == LYRE_RE_KIND_INTER)
    return relax (p, arena, r, min, max, max_states, word);
  return search_both (p, arena, r.id, min, max, max_states, word);
}

lyre_re_answer lyre_re_find_word (lyre_re_pool *p, lyre_arena *arena, lyre_re r,
                                  uint64_t min, uint64_t max,
                                  uint32_t max_states, const lyre_str **word) {
  const lyre_re_info *x = re_info (p, r.id);
  const lyre_str *ignored;
  if (max >= LYRE_RE_INF)
    max = UINT64_MAX;
  bool endless = x->max_len == LYRE_RE_INF;
  if (x->min_len > x->max_len || min > max || x->min_len > max ||
      (!endless && x->max_len < min))
    return LYRE_RE_NO;
  if (!x->has_complement && !word && x->min_len >= min)
    return LYRE_RE_YES;
  if (min > LYRE_STR_MAX)
    return LYRE_RE_GAVE_UP;
  lyre_mark m = lyre_arena_mark (&p->env->scratch);
  lyre_re_answer a = find_word (p, word ? arena : &p->env->scratch, r, min, max,
                                max_states, word ? word : &ignored);
  if (!word)
    lyre_arena_cut (&p->env->scratch, m);
  return a;
}

static lyre_re_answer opposite (lyre_re_answer a) {
  return a == LYRE_RE_GAVE_UP ? a : a == LYRE_RE_YES ? LYRE_RE_NO : LYRE_RE_YES;
}

lyre_re_answer lyre_re_is_empty (lyre_re_pool *p, lyre_re r,
                                 uint32_t max_states) {
  return opposite (
      lyre_re_find_word (p, NULL, r, 0, UINT64_MAX, max_states, NULL));
}

lyre_re_answer lyre_re_subset (lyre_re_pool *p, lyre_re a, lyre_re b,
                               uint32_t max_states) {
  if (a.id == b.id || b.id == RE_ALL || a.id == RE_NONE)
    return LYRE_RE_YES;
  lyre_re parts[2] = {a, lyre_re_comp (p, b)};
  return lyre_re_is_empty (p, lyre_re_inter (p, 2, parts), max_states);
}

lyre_re_answer lyre_re_equal (lyre_re_pool *p, lyre_re a, lyre_re b,
                              uint32_t max_states) {
  lyre_re_answer there = lyre_re_subset (p, a, b, max_states);
  if (there == LYRE_RE_NO)
    return there;
  lyre_re_answer back = lyre_re_subset (p, b, a, max_states);
  return back == LYRE_RE_YES ? there : back;
}

/* Is the word X, of a WORD node, at position I of S? */
static bool has_word_at (const lyre_re_info *x, const lyre_str *s, uint32_t i) {
  uint32_t n = x->word->len - x->from;
  if (s->len - i < n)
    return false;
  for (uint32_t k = 0; k < n; k++)
    if (lyre_str_at (s, i + k) != lyre_str_at (x->word, x->from + k))
      return false;
  return true;
}

/* Reads a whole word if R begins with one; else one character. */
static lyre_re read_some (lyre_re_pool *p, lyre_re r, const lyre_str *s,
                          uint32_t *i) {
  const lyre_re_info *x = re_info (p, r.id);
  bool concat = x->kind == LYRE_RE_KIND_CONCAT;
  const lyre_re_info *head = concat ? re_info (p, x->parts[0].id) : x;
  if (head->kind != LYRE_RE_KIND_WORD)
    return lyre_re_derive (p, r, lyre_str_at (s, (*i)++));
  if (!has_word_at (head, s, *i))
    return re_of (RE_NONE);
  *i += head->word->len - head->from;
  return concat ? x->parts[1] : re_of (RE_EPSILON);
}

static bool matches_part (lyre_re_pool *p, lyre_re r, const lyre_str *s) {
  const lyre_re_info *x = re_info (p, r.id);
  if (x->kind == LYRE_RE_KIND_COMP)
    return !matches_part (p, x->parts[0], s); /* not a complement again */
  if (s->len < x->min_len || s->len > x->max_len)
    return false;
  for (uint32_t i = 0; i < s->len && r.id != RE_NONE && r.id != RE_ALL;) {
    if (lyre_poll (p->env, LYRE_POLL_REGEX))
      return false;
    r = read_some (p, r, s, &i);
  }
  return re_info (p, r.id)->nullable;
}

/* Conjuncts are read one by one: their product is not needed. */
bool lyre_re_matches (lyre_re_pool *p, lyre_re r, const lyre_str *s) {
  const lyre_re_info *x = re_info (p, r.id);
  bool inter = x->kind == LYRE_RE_KIND_INTER, yes = true;
  for (uint32_t i = 0; yes && inter && i < x->n_parts; i++)
    yes = matches_part (p, x->parts[i], s);
  if (!inter)
    yes = matches_part (p, r, s);
  return yes && !p->env->stop;
}
