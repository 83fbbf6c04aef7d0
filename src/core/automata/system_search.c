/* Puts the constraints into an order and makes their inclusions hold, one
 * after the other, over all cuts. */
#include "core/automata/system_internal.h"

#include <string.h>

/* ------------------------------------------------------------------ the order
 *
 * A constraint may come next if one of its sides consists of different
 * variables that occur in no other constraint that is left. Fixed variables do
 * not count: their word is known. */
typedef struct {
  lyre_system *s;
  uint32_t *occurrences; /* in constraints that are left */
  uint8_t *done, *fixed;
  lyre_u32s order; /* constraint times two plus target side */
} ordering;

static void count (ordering *o, const lyre_constraint *c, uint32_t change) {
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < c->n[k]; i++)
      o->occurrences[c->side[k][i]] += change;
}

static bool is_target (const ordering *o, const lyre_constraint *c,
                       uint32_t side) {
  for (uint32_t i = 0; i < c->n[side]; i++) {
    uint32_t x = c->side[side][i];
    if (o->occurrences[x] > 1 && !o->fixed[x])
      return false;
  }
  return true;
}

/* Fewer sources are fewer cuts. */
static bool next_in_order (ordering *o, uint32_t *out) {
  lyre_system *s = o->s;
  uint32_t best = UINT32_MAX;
  for (uint32_t i = 0; i < s->constraints.len; i++)
    for (uint32_t k = 0; k < 2 && !o->done[i]; k++) {
      const lyre_constraint *c = &s->constraints.data[i];
      if (c->n[!k] >= best || !is_target (o, c, k))
        continue;
      best = c->n[!k];
      *out = 2 * i + k;
    }
  return best != UINT32_MAX;
}

/* True if all constraints found a place; those that did not come last, once
 * with each side as the target. */
static bool put_in_order (ordering *o) {
  lyre_system *s = o->s;
  uint32_t next, n = s->constraints.len;
  for (uint32_t i = 0; i < n; i++)
    count (o, &s->constraints.data[i], 1);
  while (o->order.len < n && next_in_order (o, &next)) {
    o->done[next / 2] = 1;
    count (o, &s->constraints.data[next / 2], (uint32_t) -1);
    lyre_vec_push (s->mem, &o->order, next);
  }
  bool all = o->order.len == n;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < 2 && !o->done[i]; k++)
      lyre_vec_push (s->mem, &o->order, 2 * i + k);
  return all;
}

/* ----------------------------------------------------------------- the search
 *
 * A frame per constraint in the order. Its cuts are paths through the states
 * of the targets' automaton, one state at each border between sources. */
typedef struct {
  uint32_t undo;  /* where the facts of this frame's choice start */
  bool open;      /* cuts are there */
  bool single;    /* no choice: the sources were refined as they are */
  lyre_cuts cuts; /* borders 1..n-1 between n layers */
  lyre_arena arena;
  const lyre_nfa **layers;
  lyre_u32s *states; /* per border: the states to choose from */
  uint32_t *at;      /* per border: the one chosen */
  lyre_why failed;   /* why the choices so far have no solution */
} frame;

typedef struct {
  lyre_system *s;
  ordering *o;
  lyre_fa fa;
  frame *frames;
  uint32_t depth; /* frames with a choice made */
  uint32_t effort;
  bool gave_up;
} search;

static const lyre_constraint *constraint_of (search *d, uint32_t depth) {
  return &d->s->constraints.data[d->o->order.data[depth] / 2];
}

static uint32_t target_of (search *d, uint32_t depth) {
  return d->o->order.data[depth] & 1;
}

/* The bit of a frame's choice in sets of reasons. */
static uint32_t choice_bit (search *d, uint32_t depth) {
  return d->s->n_tags + depth;
}

static void take_back (search *d, uint32_t undo) {
  lyre_system *s = d->s;
  while (s->undo.len > undo) {
    lyre_undo u = lyre_vec_pop (&s->undo);
    s->facts[u.x] = u.before;
  }
}

static void close_frame (search *d, frame *f, uint32_t n) {
  if (!f->open)
    return;
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_release (d->s->mem, &f->states[i]);
  lyre_cuts_release (&f->cuts);
  lyre_arena_release (&f->arena);
  f->open = false;
}

/* No source: the empty word is what the targets have to make. */
static bool check_empty (search *d, frame *f, const lyre_constraint *c,
                         uint32_t target) {
  lyre_language b = lyre_system_side (d->s, c, target);
  f->failed = lyre_constraint_why (d->s, c);
  if (b == LYRE_NO_LANGUAGE)
    d->gave_up = true;
  return !d->gave_up &&
         lyre_nfa_has_empty_word (lyre_store_get (d->s->store, b));
}

/* A source of its own: no cut. False if that leaves nothing, or gives up. */
static bool refine_single (search *d, frame *f, const lyre_constraint *c,
                           uint32_t target) {
  lyre_system *s = d->s;
  lyre_why why = lyre_constraint_why (s, c);
  uint32_t x = c->side[!target][0];
  lyre_language l = lyre_system_side (s, c, target);
  if (c->t && target == 0)
    l = lyre_store_preimage (s->store, c->t, l);
  else if (c->t)
    l = lyre_store_image (s->store, c->t, l);
  l = lyre_store_inter (s->store, l, s->facts[x].language);
  if (l == LYRE_NO_LANGUAGE) {
    d->gave_up = true;
    return false;
  }
  f->failed = why;
  return lyre_system_narrow (s, x, l, why);
}

/* Does any choice of words for the sources do? */
static bool is_included (search *d, const lyre_constraint *c, uint32_t target) {
  lyre_system *s = d->s;
  lyre_language b = lyre_system_side (s, c, target);
  if (b == lyre_store_all (s->store))
    return true;
  lyre_language a = lyre_system_side (s, c, !target);
  return lyre_store_subset (s->store, a, b) == LYRE_RE_YES;
}

static void open_frame (search *d, frame *f, const lyre_constraint *c,
                        uint32_t target) {
  lyre_system *s = d->s;
  uint32_t n = c->n[!target];
  lyre_language b = lyre_system_side (s, c, target);
  f->failed = lyre_constraint_why (s, c);
  if (b == LYRE_NO_LANGUAGE) {
    d->gave_up = true;
    return;
  }
  lyre_arena_init (&f->arena, s->mem);
  f->layers = lyre_arena_array (&f->arena, const lyre_nfa *, n);
  f->states = lyre_arena_array (&f->arena, lyre_u32s, n);
  f->at = lyre_arena_array (&f->arena, uint32_t, n);
  memset (f->states, 0, n * sizeof *f->states);
  for (uint32_t i = 0; i < n; i++)
    f->layers[i] =
        lyre_store_get (s->store, s->facts[c->side[!target][i]].language);
  f->open = true;
  d->gave_up |= !lyre_cuts_init (&f->cuts, &d->fa, n, f->layers,
                                 lyre_store_get (s->store, b));
}

/* States for the borders from BORDER on, given those before. */
static bool fill_borders (frame *f, uint32_t border, uint32_t n) {
  for (; border < n; border++) {
    uint32_t before = border == 1
                          ? LYRE_NO_STATE
                          : f->states[border - 1].data[f->at[border - 1]];
    lyre_cuts_reach (&f->cuts, border - 1, before, &f->states[border]);
    f->at[border] = 0;
    if (!f->states[border].len)
      return false;
  }
  return true;
}

static bool first_cut (frame *f, uint32_t n) {
  return !lyre_cuts_is_empty (&f->cuts) && fill_borders (f, 1, n);
}

static bool next_cut (frame *f, uint32_t n) {
  for (uint32_t b = n; b-- > 1;)
    if (++f->at[b] < f->states[b].len)
      return fill_borders (f, b + 1, n);
  return false;
}

/* The sources' words are those between the states chosen. */
static bool take_cut (search *d, frame *f, const lyre_constraint *c,
                      uint32_t target, uint32_t depth) {
  lyre_system *s = d->s;
  uint32_t n = c->n[!target];
  lyre_why why =
      lyre_why_with (s, lyre_constraint_why (s, c), choice_bit (d, depth));
  for (uint32_t i = 0; i < n; i++) {
    uint32_t x = c->side[!target][i];
    uint32_t from = i ? f->states[i].data[f->at[i]] : LYRE_NO_STATE;
    uint32_t to =
        i + 1 < n ? f->states[i + 1].data[f->at[i + 1]] : LYRE_NO_STATE;
    lyre_arena inside;
    lyre_arena_init (&inside, s->mem);
    lyre_fa fa = d->fa;
    fa.arena = &inside;
    lyre_language l = lyre_store_put (
        s->store, lyre_cuts_segment (&f->cuts, &fa, i, from, to));
    lyre_arena_release (&inside);
    l = lyre_store_inter (s->store, l, s->facts[x].language);
    if (l == LYRE_NO_LANGUAGE)
      d->gave_up = true;
    if (!lyre_system_narrow (s, x, l, why)) {
      f->failed = lyre_why_union (s, f->failed, s->facts[x].why);
      return false;
    }
  }
  return true;
}

/* Enters the frame at this depth, or goes on to its next cut. True if a choice
 * was made. */
static bool choose (search *d, uint32_t depth, bool first) {
  frame *f = &d->frames[depth];
  const lyre_constraint *c = constraint_of (d, depth);
  uint32_t target = target_of (d, depth), n = c->n[!target];
  if (first) {
    *f = (frame){.undo = d->s->undo.len};
    f->single = n <= 1 || is_included (d, c, target);
    if (f->single)
      return n > 1 || (n ? refine_single (d, f, c, target)
                         : check_empty (d, f, c, target));
    open_frame (d, f, c, target);
  }
  if (f->single)
    return false;
  bool more = !d->gave_up && (first ? first_cut (f, n) : next_cut (f, n));
  while (more && !d->gave_up) {
    if (!d->effort-- || lyre_poll (d->s->env, LYRE_POLL_AUTOMATA)) {
      d->gave_up = true;
      return false;
    }
    if (take_cut (d, f, c, target, depth))
      return !d->gave_up;
    take_back (d, f->undo);
    more = next_cut (f, n);
  }
  return false;
}

/* The frame at this depth has no choice left: why, its own choice apart. */
static lyre_why leave (search *d, uint32_t depth) {
  frame *f = &d->frames[depth];
  const lyre_constraint *c = constraint_of (d, depth);
  close_frame (d, f, c->n[!target_of (d, depth)]);
  take_back (d, f->undo);
  uint32_t bit = choice_bit (d, depth);
  return f->failed && lyre_why_has (f->failed, bit)
             ? lyre_why_without (d->s, f->failed, bit)
             : f->failed;
}

/* Back to the last choice that has a part in the failure, and on from there.
 * False if there is none. */
static bool back_up (search *d, lyre_why failed) {
  while (d->depth && !d->gave_up) {
    uint32_t depth = d->depth - 1;
    frame *f = &d->frames[depth];
    bool to_blame = lyre_why_has (failed, choice_bit (d, depth));
    if (to_blame) {
      f->failed = lyre_why_union (d->s, f->failed, failed);
      take_back (d, f->undo);
      if (choose (d, depth, false))
        return true;
      failed = leave (d, depth);
    } else
      leave (d, depth);
    d->depth--;
  }
  if (!d->gave_up)
    d->s->refuted = failed;
  return false;
}

/* True if all inclusions hold; else the system is refuted, or it gave up. */
static bool go (search *d) {
  uint32_t n = d->o->order.len;
  while (d->depth < n) {
    if (choose (d, d->depth, true)) {
      d->depth++;
      continue;
    }
    if (d->gave_up)
      return false;
    lyre_why failed = leave (d, d->depth);
    if (!back_up (d, failed))
      return false;
  }
  return true;
}

static lyre_system_answer answer (search *d, bool ordered) {
  lyre_system *s = d->s;
  if (!go (d))
    return s->refuted ? LYRE_SYSTEM_NO : LYRE_SYSTEM_OPEN;
  if (!ordered)
    return LYRE_SYSTEM_OPEN;
  return lyre_system_choose_words (s, d->o->order.len, d->o->order.data)
             ? LYRE_SYSTEM_YES
             : LYRE_SYSTEM_OPEN;
}

lyre_system_answer lyre_system_search (lyre_system *s, uint32_t effort,
                                       bool thorough) {
  lyre_mark mark = lyre_arena_mark (&s->env->scratch);
  lyre_arena *scratch = &s->env->scratch;
  uint32_t n = s->constraints.len;
  ordering o = {.s = s};
  o.occurrences = lyre_arena_array (scratch, uint32_t, s->n_vars);
  o.done = lyre_arena_array (scratch, uint8_t, n);
  o.fixed = lyre_arena_array (scratch, uint8_t, s->n_vars);
  memset (o.occurrences, 0, s->n_vars * sizeof *o.occurrences);
  memset (o.done, 0, n);
  for (uint32_t x = 0; x < s->n_vars; x++)
    o.fixed[x] = lyre_system_is_fixed (s, lyre_system_find (s, x));
  bool ordered = put_in_order (&o);
  search d = {.s = s, .o = &o, .effort = effort};
  d.fa = *lyre_store_fa (s->store);
  d.frames = lyre_arena_array (&s->arena, frame, o.order.len + 1);
  memset (d.frames, 0, (o.order.len + 1) * sizeof *d.frames);
  lyre_system_answer a =
      ordered || thorough ? answer (&d, ordered) : LYRE_SYSTEM_OPEN;
  for (uint32_t i = 0; i < o.order.len; i++)
    close_frame (&d, &d.frames[i],
                 constraint_of (&d, i)->n[!target_of (&d, i)]);
  lyre_vec_release (s->mem, &o.order);
  lyre_arena_cut (scratch, mark);
  return a;
}
