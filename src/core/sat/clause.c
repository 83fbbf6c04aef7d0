/* The clause arena: allocation, watches, garbage collection. */
#include "core/sat/sat_internal.h"

#include <string.h>

cref lyre_sat_new_clause (lyre_sat *s, clause_kind kind, uint32_t n,
                          const lit *lits) {
  cref ref = s->arena.len;
  uint64_t end = (uint64_t) ref + CLAUSE_WORDS + n;
  if (end > MAX_CREF)
    lyre_mem_fail (s->mem, LYRE_FAIL_TOO_LARGE);
  lyre_vec_reserve (s->mem, &s->arena, end);
  s->arena.len = (uint32_t) end;
  clause *c = clause_at (s, ref);
  memset (c, 0, sizeof *c);
  c->size = n;
  c->redundant = kind == REDUNDANT;
  c->loose = kind == LOOSE;
  memcpy (c->lits, lits, n * sizeof *lits);
  if (kind == LOOSE)
    s->loose_words += CLAUSE_WORDS + n;
  return ref;
}

static void watch_literal (lyre_sat *s, lit l, lit blocker, cref ref,
                           bool binary) {
  watch w = {.blocker = blocker, .ref = ref, .binary = binary};
  lyre_vec_push (s->mem, &s->watches.data[l], w);
}

void lyre_sat_attach (lyre_sat *s, cref ref) {
  const clause *c = clause_at (s, ref);
  LYRE_ASSERT (c->size >= 2 && !c->loose);
  watch_literal (s, c->lits[0], c->lits[1], ref, c->size == 2);
  watch_literal (s, c->lits[1], c->lits[0], ref, c->size == 2);
}

void lyre_sat_discard (lyre_sat *s, cref ref) {
  clause *c = clause_at (s, ref);
  lyre_sat_proof_deleted (s, c->size, c->lits);
  c->garbage = true;
  if (!c->loose)
    s->wasted += CLAUSE_WORDS + c->size;
}

bool lyre_sat_is_crowded (const lyre_sat *s) {
  return s->wasted + s->loose_words > s->arena.len / 4 + 1024 / HASTE;
}

/* A loose clause is alive while it is the reason of its first literal. */
static void discard_loose (lyre_sat *s) {
  for (cref r = 0; r < s->arena.len; r = clause_after (s, r)) {
    const clause *c = clause_at (s, r);
    if (!c->loose || c->garbage)
      continue;
    lit l = c->lits[0];
    if (value_of (s, l) <= 0 || var_at (s, l)->reason != r)
      lyre_sat_discard (s, r);
  }
}

/* Copies what is alive to a new arena and leaves the new places behind. */
static void copy_arena (lyre_sat *s, lyre_u32s *to) {
  lyre_vec_reserve (s->mem, to, s->arena.len);
  s->loose_words = 0;
  cref next;
  for (cref r = 0; r < s->arena.len; r = next) {
    clause *c = clause_at (s, r);
    uint32_t words = CLAUSE_WORDS + c->size;
    next = r + words;
    if (c->garbage)
      continue;
    memcpy (to->data + to->len, c, words * sizeof *to->data);
    c->moved = true;
    c->lits[0] = to->len;
    to->len += words;
  }
}

static void move_reasons (lyre_sat *s) {
  for (uint32_t i = 0; i < s->trail.len; i++) {
    variable *v = var_at (s, s->trail.data[i]);
    if (v->reason >= BY_THEORY)
      continue;
    LYRE_ASSERT (clause_at (s, v->reason)->moved);
    v->reason = clause_at (s, v->reason)->lits[0];
  }
}

static void move_watches (lyre_sat *s) {
  for (uint32_t l = 0; l < s->watches.len; l++) {
    watches *ws = &s->watches.data[l];
    for (uint32_t i = 0; i < ws->len; i++)
      ws->data[i].ref = clause_at (s, ws->data[i].ref)->lits[0] & MAX_CREF;
  }
}

static void drop_watches_of_garbage (lyre_sat *s) {
  for (uint32_t l = 0; l < s->watches.len; l++) {
    watches *ws = &s->watches.data[l];
    uint32_t j = 0;
    for (uint32_t i = 0; i < ws->len; i++)
      if (!clause_at (s, ws->data[i].ref)->garbage)
        ws->data[j++] = ws->data[i];
    ws->len = j;
  }
}

static void compact (lyre_sat *s) {
  lyre_u32s to = {0};
  copy_arena (s, &to);
  move_reasons (s);
  move_watches (s);
  lyre_free (s->mem, s->arena.data);
  s->arena.data = to.data;
  s->arena.len = to.len;
  s->arena.cap = to.cap;
  s->wasted = 0;
}

void lyre_sat_sweep (lyre_sat *s) {
  drop_watches_of_garbage (s);
  if (!lyre_sat_is_crowded (s))
    return;
  discard_loose (s);
  compact (s);
}
