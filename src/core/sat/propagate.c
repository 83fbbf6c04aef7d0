/* The trail: unit propagation, levels, backtracking. */
#include "core/sat/sat_internal.h"

/* A literal of level 0 needs no reason; the proof gets it as a unit clause.
 * The theory's are explained once the hook is over (theory.c). */
cref lyre_sat_root_reason (lyre_sat *s, lit l, cref reason) {
  if (reason == BY_THEORY)
    return s->proof_write ? BY_THEORY : NO_CLAUSE;
  if (reason != NO_CLAUSE)
    lyre_sat_proof_derived (s, 1, &l);
  return NO_CLAUSE;
}

/* The first literal from position 2 on that is not false, or the end. */
static lit *find_replacement (const int8_t *vals, clause *c) {
  lit *k = c->lits + 2, *end = c->lits + c->size;
  while (k != end && vals[*k] < 0)
    k++;
  return k;
}

static void move_watch (lyre_sat *s, cref ref, lit from, lit other, lit *to) {
  clause *c = clause_at (s, ref);
  lit l = *to;
  c->lits[0] = other;
  c->lits[1] = l;
  *to = from;
  watch w = {.blocker = other, .ref = ref & MAX_CREF, .binary = false};
  lyre_vec_push (s->mem, &s->watches.data[l], w);
}

typedef enum { KEEP_WATCH, MOVED_WATCH, CONFLICT } visit_result;

/* A clause longer than two that watches the literal F, now false. */
static inline visit_result visit_clause (lyre_sat *s, lit f, watch *w) {
  const int8_t *vals = s->vals.data;
  clause *c = clause_at (s, w->ref);
  lit other = c->lits[0] ^ c->lits[1] ^ f;
  if (vals[other] > 0) {
    w->blocker = other;
    return KEEP_WATCH;
  }
  lit *k = find_replacement (vals, c);
  if (k == c->lits + c->size) {
    if (vals[other] < 0)
      return CONFLICT;
    assign (s, other, w->ref);
    return KEEP_WATCH;
  }
  if (vals[*k] > 0) {
    w->blocker = *k;
    return KEEP_WATCH;
  }
  move_watch (s, w->ref, f, other, k);
  return MOVED_WATCH;
}

static inline visit_result visit (lyre_sat *s, lit f, watch *w) {
  int b = value_of (s, w->blocker);
  if (b > 0)
    return KEEP_WATCH;
  if (!w->binary)
    return visit_clause (s, f, w);
  if (b < 0)
    return CONFLICT;
  assign (s, w->blocker, w->ref);
  return KEEP_WATCH;
}

/* Visits the clauses that watch the literal F, which became false. */
static cref falsify (lyre_sat *s, lit f) {
  watches *ws = &s->watches.data[f];
  if (!ws->len)
    return NO_CLAUSE;
  watch *i = ws->data, *j = i, *end = i + ws->len;
  cref conflict = NO_CLAUSE;
  while (i != end && conflict == NO_CLAUSE) {
    watch w = *i++;
    visit_result r = visit (s, f, &w);
    if (r == CONFLICT)
      conflict = w.ref;
    if (r != MOVED_WATCH)
      *j++ = w;
  }
  while (i != end)
    *j++ = *i++;
  ws->len = (uint32_t) (j - ws->data);
  return conflict;
}

cref lyre_sat_bcp (lyre_sat *s) {
  cref conflict = NO_CLAUSE;
  while (conflict == NO_CLAUSE && s->bcp_head < s->trail.len) {
    s->counts.propagations++;
    conflict = falsify (s, negate (s->trail.data[s->bcp_head++]));
  }
  return conflict;
}

void lyre_sat_push_level (lyre_sat *s) {
  level_info l = {.start = s->trail.len};
  lyre_vec_push (s->mem, &s->levels, l);
  lyre_sat_tell_new_level (s);
}

static void unassign (lyre_sat *s, lit l) {
  s->vals.data[l] = s->vals.data[negate (l)] = 0;
  var_at (s, l)->phase = l & 1 ? -1 : 1;
  if (var_at (s, l)->decision)
    lyre_sat_heap_insert (s, var_of (l));
}

void lyre_sat_backtrack (lyre_sat *s, uint32_t level) {
  if (level >= level_now (s))
    return;
  uint32_t keep = s->levels.data[level + 1].start;
  while (s->trail.len > keep)
    unassign (s, lyre_vec_pop (&s->trail));
  s->levels.len = level + 1;
  if (s->bcp_head > keep)
    s->bcp_head = keep;
  lyre_sat_tell_backtrack (s, level);
}
