/* Hooks.
 *
 * The theory hears of observed literals in trail order, after unit propagation
 * came to rest. What it adds meanwhile waits in s->pending until the hook is
 * over, so the assignment does not move under its feet; only literals it
 * propagates are assigned at once.
 *
 * Explanations and conflicts become loose clauses: learning may resolve with
 * them, but they are not watched and go when their literal goes. */
#include "core/sat/sat_internal.h"

/* ----------------------------------------------------------------- telling */

void lyre_sat_tell_new_level (lyre_sat *s) {
  s->hook = LISTENING;
  if (s->theory.new_level)
    s->theory.new_level (s->theory.user);
  s->hook = OUTSIDE;
}

/* News told at a level that is gone has to be told again. */
static void revise_late (lyre_sat *s, uint32_t level) {
  uint32_t j = 0;
  for (uint32_t i = 0; i < s->late.len; i++) {
    late_news n = s->late.data[i];
    if (value_of (s, n.l) <= 0)
      continue;
    if (n.told_at > level)
      n.told_at = UINT32_MAX;
    s->late_untold |= n.told_at == UINT32_MAX;
    s->late.data[j++] = n;
  }
  s->late.len = j;
}

void lyre_sat_tell_backtrack (lyre_sat *s, uint32_t level) {
  if (s->theory_head > s->trail.len)
    s->theory_head = s->trail.len;
  revise_late (s, level);
  s->hook = LISTENING;
  if (s->theory.backtrack)
    s->theory.backtrack (s->theory.user, level);
  s->hook = OUTSIDE;
}

static void tell (lyre_sat *s, lit l) {
  if (s->theory.assigned && var_at (s, l)->observed)
    s->theory.assigned (s->theory.user, outer (l));
}

/* News told at the level it belongs to is no longer special. */
static void tell_late (lyre_sat *s) {
  if (!s->late_untold)
    return;
  s->late_untold = false;
  uint32_t j = 0;
  for (uint32_t i = 0; i < s->late.len; i++) {
    late_news n = s->late.data[i];
    if (n.told_at == UINT32_MAX) {
      tell (s, n.l);
      n.told_at = level_now (s);
    }
    if (n.told_at > level_of (s, n.l))
      s->late.data[j++] = n;
  }
  s->late.len = j;
}

static void tell_news (lyre_sat *s) {
  s->hook = LISTENING;
  tell_late (s);
  while (s->theory_head < s->trail.len)
    tell (s, s->trail.data[s->theory_head++]);
  s->hook = OUTSIDE;
}

void lyre_sat_observe (lyre_sat *s, lyre_lit l) {
  lit x = inner (l);
  variable *v = var_at (s, x);
  if (v->observed)
    return;
  if (value_of (s, x) < 0)
    x = negate (x);
  if (value_of (s, x) && v->pos < s->theory_head) {
    late_news n = {.l = x, .told_at = UINT32_MAX};
    lyre_vec_push (s->mem, &s->late, n);
    s->late_untold = true;
  }
  v->observed = true;
}

/* -------------------------------------------------------------- explaining */

/* The clause behind LIT in s->buffer, LIT first. */
static void ask_why (lyre_sat *s, lit l) {
  LYRE_ASSERT (s->theory.explain);
  lyre_vec_clear (&s->explanation);
  hook_state before = s->hook;
  s->hook = LISTENING;
  s->theory.explain (s->theory.user, outer (l), &s->explanation);
  s->hook = before;
  lyre_vec_clear (&s->buffer);
  lyre_vec_push (s->mem, &s->buffer, l);
  for (uint32_t i = 0; i < s->explanation.len; i++) {
    lit x = inner (s->explanation.data[i]);
    LYRE_ASSERT (value_of (s, x) < 0);
    if (x != l)
      lyre_vec_push (s->mem, &s->buffer, x);
  }
  lyre_sat_proof_theory (s, s->buffer.len, s->buffer.data);
}

cref lyre_sat_explain (lyre_sat *s, lit l) {
  ask_why (s, l);
  for (uint32_t i = 1; i < s->buffer.len; i++)
    LYRE_ASSERT (var_at (s, s->buffer.data[i])->pos < var_at (s, l)->pos);
  cref ref = lyre_sat_new_clause (s, LOOSE, s->buffer.len, s->buffer.data);
  var_at (s, l)->reason = ref;
  return ref;
}

/* --------------------------------------------------------- what it may say */

static void queue (lyre_sat *s, bool loose) {
  uint32_t n = s->buffer.len;
  lyre_vec_push (s->mem, &s->pending, 2 * n + loose);
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (s->mem, &s->pending, s->buffer.data[i]);
}

/* A clause of the theory waits for the end of the hook. */
static void speak (lyre_sat *s, uint32_t n, const lyre_lit *lits, bool loose) {
  LYRE_ASSERT (s->hook == SPEAKING);
  s->changed = true;
  s->counts.lemmas++;
  lyre_sat_fill_buffer (s, n, lits);
  lyre_sat_proof_theory (s, n, s->buffer.data);
  queue (s, loose);
}

void lyre_sat_add_lemma (lyre_sat *s, uint32_t n, const lyre_lit *lits) {
  speak (s, n, lits, false);
}

void lyre_sat_conflict (lyre_sat *s, uint32_t n, const lyre_lit *lits) {
  for (uint32_t i = 0; i < n; i++)
    LYRE_ASSERT (value_of (s, inner (lits[i])) < 0);
  speak (s, n, lits, true);
}

void lyre_sat_propagate (lyre_sat *s, lyre_lit l) {
  LYRE_ASSERT (s->hook == SPEAKING);
  lit x = inner (l);
  if (value_of (s, x) > 0)
    return;
  s->changed = true;
  if (!value_of (s, x))
    assign (s, x, BY_THEORY);
  else if (!s->refuted)
    s->refuted = x;
}

/* ------------------------------------------------------------------ asking */

static void begin_speaking (lyre_sat *s) {
  s->changed = false;
  s->hook = SPEAKING;
}

/* With a proof, what the theory propagated for good is explained at once. */
static void justify_fixed (lyre_sat *s, uint32_t from) {
  if (level_now (s) || !s->proof_write)
    return;
  for (uint32_t i = from; i < s->trail.len; i++) {
    lit l = s->trail.data[i];
    ask_why (s, l);
    lyre_sat_proof_derived (s, 1, &l);
    var_at (s, l)->reason = NO_CLAUSE;
  }
}

static void end_speaking (lyre_sat *s, uint32_t trail_before) {
  s->hook = OUTSIDE;
  justify_fixed (s, trail_before);
  if (!s->refuted)
    return;
  ask_why (s, s->refuted);
  queue (s, true);
  s->refuted = 0;
}

bool lyre_sat_consult (lyre_sat *s) {
  tell_news (s);
  if (!s->theory.propagate)
    return false;
  uint32_t trail_before = s->trail.len;
  begin_speaking (s);
  s->theory.propagate (s->theory.user);
  end_speaking (s, trail_before);
  return s->trail.len != trail_before || s->pending.len || s->late_untold;
}

static void next_pending (lyre_sat *s, uint32_t n) {
  lyre_vec_clear (&s->buffer);
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (s->mem, &s->buffer, s->pending.data[s->pending_head++]);
}

cref lyre_sat_flush (lyre_sat *s) {
  while (s->pending_head < s->pending.len) {
    uint32_t head = s->pending.data[s->pending_head++];
    next_pending (s, head / 2);
    cref conflict = lyre_sat_install (s, head & 1);
    if (conflict != NO_CLAUSE)
      return conflict;
  }
  lyre_vec_clear (&s->pending);
  s->pending_head = 0;
  return NO_CLAUSE;
}

lyre_sat_result lyre_sat_final_check (lyre_sat *s) {
  if (!s->theory.check)
    return LYRE_SAT_YES;
  uint32_t trail_before = s->trail.len;
  begin_speaking (s);
  lyre_theory_answer answer = s->theory.check (s->theory.user);
  end_speaking (s, trail_before);
  if (answer == LYRE_THEORY_GAVE_UP)
    return LYRE_SAT_STOPPED;
  if (answer == LYRE_THEORY_CONTINUE || s->changed || s->late_untold)
    return LYRE_SAT_GO_ON;
  return LYRE_SAT_YES;
}

lit lyre_sat_theory_choice (lyre_sat *s) {
  if (!s->theory.decide)
    return 0;
  s->hook = LISTENING;
  lyre_lit l = s->theory.decide (s->theory.user);
  s->hook = OUTSIDE;
  if (!l)
    return 0;
  LYRE_ASSERT (!value_of (s, inner (l)));
  return value_of (s, inner (l)) ? 0 : inner (l);
}
