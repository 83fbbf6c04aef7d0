/* Automata from regexes.
 *
 * A regex is put before a state: "this, then NEXT". Concatenations go from
 * right to left, so what both alternatives of a union continue with is one
 * state, and a regex met twice before the same state is built once. That gives
 * at most one state per position, as Glushkov's construction does, and often
 * as few as Antimirov's.
 *
 * Intersections, complements and the bodies of counted loops become automata
 * of their own first, innermost first; the rest goes through one builder. */
#include "core/automata/nfa_internal.h"

#include <string.h>

typedef struct {
  lyre_re re;
  uint32_t next;  /* what to go on with */
  uint32_t at;    /* parts done */
  uint32_t state; /* entry, or what the next part to the left goes on with */
} frame;

typedef struct {
  lyre_re re;
  uint32_t at;
} visit;

typedef struct {
  lyre_fa *fa;   /* the caller's */
  lyre_fa inner; /* for automata of parts */
  lyre_arena inside;
  lyre_re_pool *pool;
  lyre_map parts;   /* regex to its automaton */
  lyre_map bodies;  /* the same without the empty word, for counted loops */
  lyre_map visited; /* regexes whose parts have automata where needed */
  lyre_vec (visit) visits;
  /* One builder's work. */
  lyre_nfa_builder b;
  lyre_map starts; /* (regex, next) to the entry plus one */
  lyre_vec (frame) frames;
  uint32_t start; /* the entry of what was built last */
} converter;

static const lyre_re_info *look (const converter *c, lyre_re r) {
  return lyre_re_look (c->pool, r);
}

static uint64_t start_key (lyre_re r, uint32_t next) {
  return (uint64_t) r.id << 32 | next;
}

/* Builds R before NEXT, or finds that it is there. */
static void call (converter *c, lyre_re r, uint32_t next) {
  uint64_t *known = lyre_map_find (&c->starts, start_key (r, next));
  frame f = {.re = r, .next = next};
  if (known && *known) {
    c->start = (uint32_t) *known - 1;
    return;
  }
  lyre_vec_push (c->fa->mem, &c->frames, f);
}

static void finish_frame (converter *c, uint32_t start) {
  frame f = lyre_vec_pop (&c->frames);
  *lyre_map_at (c->fa->mem, &c->starts, start_key (f.re, f.next)) =
      (uint64_t) start + 1;
  c->start = start;
}

/* In the step functions F is dead after a call: frames may have moved. */
static void step_concat (converter *c, frame *f, const lyre_re_info *info) {
  uint32_t next = f->at ? c->start : f->next;
  if (f->at == info->n_parts)
    finish_frame (c, next);
  else
    call (c, info->parts[info->n_parts - ++f->at], next);
}

static void step_union (converter *c, frame *f, const lyre_re_info *info) {
  if (f->at)
    lyre_nfa_add_jump (&c->b, f->state, c->start);
  else
    f->state = lyre_nfa_add_state (&c->b, false);
  if (f->at == info->n_parts)
    finish_frame (c, f->state);
  else
    call (c, info->parts[f->at++], f->next);
}

static const lyre_nfa *automaton_in (const lyre_map *m, lyre_re r) {
  uint64_t *p = lyre_map_find (m, r.id);
  return p ? (const lyre_nfa *) (uintptr_t) *p : NULL;
}

static const lyre_nfa *part (const converter *c, lyre_re r) {
  return automaton_in (&c->parts, r);
}

static void step_counted (converter *c, frame *f, const lyre_re_info *info) {
  const lyre_nfa *body = automaton_in (&c->bodies, info->parts[0]);
  bool nullable = look (c, info->parts[0])->nullable;
  uint32_t lo = nullable ? 0 : info->lo;
  uint32_t start = f->next;
  if (!lyre_nfa_is_empty (body))
    start = lyre_nfa_add_loop (&c->b, body, lo, info->hi, f->next);
  else if (lo)
    start = lyre_nfa_add_state (&c->b, false);
  finish_frame (c, start);
}

/* R*, R+, R? and R{1}. Copies of a starred R go on at the star's state. */
static void step_simple_loop (converter *c, frame *f,
                              const lyre_re_info *info) {
  bool again = info->hi == LYRE_RE_INF;
  if (f->at++) {
    lyre_nfa_add_jump (&c->b, f->state, c->start);
    finish_frame (c, info->lo ? c->start : f->state);
    return;
  }
  f->state = lyre_nfa_add_state (&c->b, false);
  lyre_nfa_add_jump (&c->b, f->state, f->next);
  call (c, info->parts[0], again ? f->state : f->next);
}

static void step_loop (converter *c, frame *f, const lyre_re_info *info) {
  if (info->lo > info->hi)
    finish_frame (c, lyre_nfa_add_state (&c->b, false));
  else if (info->hi == 0)
    finish_frame (c, f->next);
  else if (lyre_nfa_is_counted (info->lo, info->hi))
    step_counted (c, f, info);
  else
    step_simple_loop (c, f, info);
}

static void step (converter *c) {
  frame *f = &lyre_vec_top (&c->frames);
  const lyre_re_info *info = look (c, f->re);
  switch (info->kind) {
  case LYRE_RE_KIND_NONE:
    finish_frame (c, lyre_nfa_add_state (&c->b, false));
    break;
  case LYRE_RE_KIND_EPSILON:
    finish_frame (c, f->next);
    break;
  case LYRE_RE_KIND_CHARS:
    finish_frame (c, lyre_nfa_add_chars (&c->b, info->chars, f->next));
    break;
  case LYRE_RE_KIND_WORD:
    finish_frame (c,
                  lyre_nfa_add_word (&c->b, info->word, info->from, f->next));
    break;
  case LYRE_RE_KIND_CONCAT:
    step_concat (c, f, info);
    break;
  case LYRE_RE_KIND_LOOP:
    step_loop (c, f, info);
    break;
  case LYRE_RE_KIND_UNION:
    step_union (c, f, info);
    break;
  case LYRE_RE_KIND_INTER:
  case LYRE_RE_KIND_COMP:
    finish_frame (c, lyre_nfa_add_before (&c->b, part (c, f->re), f->next));
    break;
  }
}

/* The automaton of R, whose parts are ready. */
static const lyre_nfa *build (converter *c, lyre_fa *fa, lyre_re r) {
  lyre_nfa_builder_init (&c->b, fa, lyre_nfa_roomy (fa));
  lyre_map_clear (&c->starts);
  lyre_vec_clear (&c->frames);
  call (c, r, lyre_nfa_add_state (&c->b, true));
  while (c->frames.len && !c->b.stopped) {
    if (lyre_fa_stop (fa))
      c->b.stopped = true;
    step (c);
  }
  lyre_nfa_add_initial (&c->b, c->start);
  return lyre_nfa_finish (&c->b);
}

/* Remembers the automaton of R; false if it could not be built. */
static bool remember (converter *c, lyre_re r, const lyre_nfa *a) {
  if (!a)
    return false;
  *lyre_map_at (c->fa->mem, &c->parts, r.id) = (uintptr_t) a;
  return true;
}

/* Several automata use R's: it pays to make it small. */
static bool want_part (converter *c, lyre_re r) {
  if (part (c, r))
    return true;
  const lyre_nfa *a = build (c, &c->inner, r);
  return remember (c, r, a ? lyre_nfa_reduce (&c->inner, a) : NULL);
}

static bool make_body (converter *c, const lyre_re_info *loop) {
  lyre_re r = loop->parts[0];
  if (automaton_in (&c->bodies, r))
    return true;
  if (!want_part (c, r))
    return false;
  const lyre_nfa *a = lyre_nfa_nonempty_words (&c->inner, part (c, r));
  if (a)
    *lyre_map_at (c->fa->mem, &c->bodies, r.id) = (uintptr_t) a;
  return a != NULL;
}

static bool is_comp (const converter *c, lyre_re r) {
  return look (c, r)->kind == LYRE_RE_KIND_COMP;
}

static bool make_complement (converter *c, lyre_re r) {
  lyre_re inside = look (c, r)->parts[0];
  if (!want_part (c, inside))
    return false;
  return remember (c, r, lyre_nfa_complement (&c->inner, part (c, inside)));
}

/* The positive parts' product; NULL with *OK if there are none. */
static const lyre_nfa *meet_positives (converter *c, const lyre_re_info *info,
                                       bool *ok) {
  const lyre_nfa *all = NULL;
  for (uint32_t i = 0; i < info->n_parts && *ok; i++) {
    if (is_comp (c, info->parts[i]))
      continue;
    *ok = want_part (c, info->parts[i]);
    if (!*ok)
      break;
    const lyre_nfa *a = part (c, info->parts[i]);
    all = all ? lyre_nfa_product (&c->inner, all, a) : a;
    *ok = all != NULL;
  }
  return all;
}

static const lyre_nfa *join_negatives (converter *c, const lyre_re_info *info) {
  lyre_vec (const lyre_nfa *) them = {0};
  bool ok = true;
  for (uint32_t i = 0; i < info->n_parts && ok; i++) {
    if (!is_comp (c, info->parts[i]))
      continue;
    lyre_re inside = look (c, info->parts[i])->parts[0];
    ok = want_part (c, inside);
    if (ok)
      lyre_vec_push (c->fa->mem, &them, part (c, inside));
  }
  const lyre_nfa *all =
      ok ? lyre_nfa_union (&c->inner, them.len, them.data) : NULL;
  lyre_vec_release (c->fa->mem, &them);
  return all;
}

static bool make_intersection (converter *c, lyre_re r) {
  const lyre_re_info *info = look (c, r);
  bool ok = true;
  const lyre_nfa *positive = meet_positives (c, info, &ok);
  const lyre_nfa *negative = ok ? join_negatives (c, info) : NULL;
  if (!negative)
    return false;
  if (!positive)
    return remember (c, r, lyre_nfa_complement (&c->inner, negative));
  if (lyre_nfa_is_empty (negative))
    return remember (c, r, positive);
  return remember (c, r, lyre_nfa_difference (&c->inner, positive, negative));
}

static bool make_part (converter *c, lyre_re r) {
  const lyre_re_info *info = look (c, r);
  switch (info->kind) {
  case LYRE_RE_KIND_INTER:
    return make_intersection (c, r);
  case LYRE_RE_KIND_COMP:
    return make_complement (c, r);
  case LYRE_RE_KIND_LOOP:
    return !lyre_nfa_is_counted (info->lo, info->hi) || make_body (c, info);
  default:
    return true;
  }
}

static void see (converter *c, lyre_re r) {
  visit v = {r, 0};
  uint64_t *seen = lyre_map_at (c->fa->mem, &c->visited, r.id);
  if (*seen)
    return;
  *seen = 1;
  lyre_vec_push (c->fa->mem, &c->visits, v);
}

/* The part to visit: an intersection subtracts its complements, so these need
 * no automaton of their own. */
static lyre_re part_to_see (const converter *c, const lyre_re_info *info,
                            uint32_t i) {
  lyre_re r = info->parts[i];
  if (info->kind == LYRE_RE_KIND_INTER && is_comp (c, r))
    return look (c, r)->parts[0];
  return r;
}

static bool make_parts (converter *c, lyre_re r) {
  see (c, r);
  while (c->visits.len) {
    visit *v = &lyre_vec_top (&c->visits);
    const lyre_re_info *info = look (c, v->re);
    if (lyre_fa_stop (c->fa))
      return false;
    if (v->at < info->n_parts)
      see (c, part_to_see (c, info, v->at++));
    else if (make_part (c, lyre_vec_pop (&c->visits).re))
      continue;
    else
      return false;
  }
  return true;
}

static void converter_release (converter *c) {
  lyre_mem *mem = c->fa->mem;
  lyre_map_release (mem, &c->parts);
  lyre_map_release (mem, &c->bodies);
  lyre_map_release (mem, &c->visited);
  lyre_map_release (mem, &c->starts);
  lyre_vec_release (mem, &c->visits);
  lyre_vec_release (mem, &c->frames);
  lyre_fa_close (c->fa, &c->inner);
}

const lyre_nfa *lyre_nfa_from_re (lyre_fa *fa, lyre_re_pool *pool, lyre_re r) {
  converter c;
  memset (&c, 0, sizeof c);
  c.fa = fa;
  c.pool = pool;
  c.inner = lyre_fa_open (fa, &c.inside);
  const lyre_nfa *a = make_parts (&c, r) ? build (&c, fa, r) : NULL;
  converter_release (&c);
  return a;
}
