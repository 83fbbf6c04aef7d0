/* Learning from a conflict.
 *
 * We resolve the conflict with the reasons of its literals, latest first,
 * until one literal of the current level is left (the first unique implication
 * point), drop literals that the others imply, go back to the level where the
 * rest is unit, and assert it. */
#include "core/sat/sat_internal.h"

enum {
  SEEN = 1,      /* in the clause being learned, or resolved away */
  REMOVABLE = 2, /* implied by literals that are seen */
  NEEDED = 4     /* not so */
};

enum { TIER_2 = 6, MAX_LBD = (1 << 24) - 1 };

/* The clause behind a literal; the theory is asked if it has to be. */
static cref reason_of (lyre_sat *s, lit l) {
  cref r = var_at (s, l)->reason;
  return r == BY_THEORY ? lyre_sat_explain (s, l) : r;
}

/* How many levels the literals come from. */
static uint32_t count_levels (lyre_sat *s, uint32_t n, const lit *lits) {
  uint32_t lbd = 0;
  s->stamp++;
  for (uint32_t i = 0; i < n; i++) {
    level_info *l = &s->levels.data[level_of (s, lits[i])];
    lbd += l->stamp != s->stamp;
    l->stamp = s->stamp;
  }
  return lbd < MAX_LBD ? lbd : MAX_LBD;
}

/* A learned clause that is useful again deserves to stay a bit longer. */
static void note_use (lyre_sat *s, cref ref) {
  clause *c = clause_at (s, ref);
  if (!c->redundant)
    return;
  if (c->lbd > 2) {
    uint32_t lbd = count_levels (s, c->size, c->lits);
    if (lbd < c->lbd)
      c->lbd = lbd;
  }
  c->used = c->lbd <= TIER_2 ? 2 : 1;
}

static void mark (lyre_sat *s, lit l) {
  var_at (s, l)->mark = SEEN;
  lyre_vec_push (s->mem, &s->analyzed, var_of (l));
}

/* Puts the false literals of a clause into the resolvent. Returns how many of
 * the current level are new; the others are appended to the learned clause. */
static uint32_t resolve (lyre_sat *s, cref ref, lit resolved) {
  uint32_t open = 0, n = clause_at (s, ref)->size;
  note_use (s, ref);
  for (uint32_t i = 0; i < n; i++) {
    lit l = clause_at (s, ref)->lits[i];
    if (l == resolved || var_at (s, l)->mark || !level_of (s, l))
      continue;
    LYRE_ASSERT (value_of (s, l) < 0);
    mark (s, l);
    if (level_of (s, l) == level_now (s))
      open++;
    else
      lyre_vec_push (s->mem, &s->learned, l);
  }
  return open;
}

/* Leaves the clause in s->learned, the implication point in front. */
static void find_uip (lyre_sat *s, cref conflict) {
  uint32_t at = s->trail.len;
  lyre_vec_clear (&s->learned);
  lyre_vec_push (s->mem, &s->learned, 0);
  uint32_t open = resolve (s, conflict, 0);
  LYRE_ASSERT (open);
  for (;;) {
    while (!var_at (s, s->trail.data[--at])->mark)
      ;
    lit l = s->trail.data[at];
    if (!--open) {
      s->learned.data[0] = negate (l);
      return;
    }
    open += resolve (s, reason_of (s, l), l);
  }
}

/* ------------------------------------------------------------ minimisation */

static void settle (lyre_sat *s, lit l, uint8_t mark_bit) {
  var_at (s, l)->mark |= mark_bit;
  lyre_vec_push (s->mem, &s->minimized, var_of (l));
}

/* Cannot be implied by literals that are seen. Theories are not bothered with
 * questions that only may make a clause shorter. */
static bool is_hopeless (const lyre_sat *s, lit l) {
  const variable *v = var_at (s, l);
  return (v->mark & NEEDED) || v->reason >= BY_THEORY ||
         s->levels.data[v->level].stamp != s->stamp;
}

static void push_frame (lyre_sat *s, lit l) {
  minimize_frame f = {.ref = var_at (s, l)->reason, .next = 0};
  lyre_vec_push (s->mem, &s->frames, f);
}

/* The next literal in the reason of the top frame that is not known to be
 * fine, or 0. IMPLIED is the literal that reason implies. */
static lit next_antecedent (lyre_sat *s, minimize_frame *f, uint32_t implied) {
  const clause *c = clause_at (s, f->ref);
  while (f->next < c->size) {
    lit l = c->lits[f->next++];
    const variable *v = var_at (s, l);
    if (var_of (l) != implied && v->level && !(v->mark & (SEEN | REMOVABLE)))
      return l;
  }
  return 0;
}

static uint32_t implied_by (const lyre_sat *s, cref ref) {
  const clause *c = clause_at (s, ref);
  for (uint32_t i = 0;; i++)
    if (value_of (s, c->lits[i]) > 0)
      return var_of (c->lits[i]);
}

/* All literals on the stack depend on the one that failed. */
static bool give_up (lyre_sat *s, lit failed) {
  settle (s, failed, NEEDED);
  for (uint32_t i = 1; i < s->frames.len; i++) {
    uint32_t v = implied_by (s, s->frames.data[i].ref);
    settle (s, 2 * v, NEEDED);
  }
  return false;
}

/* Is the literal implied by others in the clause? Depth first over reasons,
 * with a stack of our own. */
static bool is_implied (lyre_sat *s, lit l) {
  if (is_hopeless (s, l))
    return false;
  lyre_vec_clear (&s->frames);
  push_frame (s, l);
  while (s->frames.len) {
    minimize_frame *f = &lyre_vec_top (&s->frames);
    uint32_t implied = implied_by (s, f->ref);
    lit a = next_antecedent (s, f, implied);
    if (!a) {
      settle (s, 2 * implied, REMOVABLE);
      lyre_vec_drop (&s->frames);
    } else if (is_hopeless (s, a))
      return give_up (s, a);
    else
      push_frame (s, a);
  }
  return true;
}

static void minimize (lyre_sat *s) {
  count_levels (s, s->learned.len, s->learned.data); /* stamps them */
  uint32_t j = 1;
  for (uint32_t i = 1; i < s->learned.len; i++)
    if (!is_implied (s, s->learned.data[i]))
      s->learned.data[j++] = s->learned.data[i];
  s->learned.len = j;
  for (uint32_t i = 0; i < s->minimized.len; i++)
    s->vars.data[s->minimized.data[i]].mark &= SEEN;
  lyre_vec_clear (&s->minimized);
}

/* ---------------------------------------------------------------- learning */

static void bump_analyzed (lyre_sat *s) {
  for (uint32_t i = 0; i < s->analyzed.len; i++)
    lyre_sat_bump (s, s->analyzed.data[i]);
  lyre_sat_decay (s);
}

static void clear_marks (lyre_sat *s) {
  for (uint32_t i = 0; i < s->analyzed.len; i++)
    s->vars.data[s->analyzed.data[i]].mark = 0;
  lyre_vec_clear (&s->analyzed);
}

/* Puts a literal of the highest level but one second; returns its level. */
static uint32_t assertion_level (lyre_sat *s) {
  lit *lits = s->learned.data;
  if (s->learned.len == 1)
    return 0;
  uint32_t best = 1;
  for (uint32_t i = 2; i < s->learned.len; i++)
    if (level_of (s, lits[i]) > level_of (s, lits[best]))
      best = i;
  lit l = lits[1];
  lits[1] = lits[best];
  lits[best] = l;
  return level_of (s, lits[1]);
}

static cref store_learned (lyre_sat *s, uint32_t lbd) {
  uint32_t n = s->learned.len;
  if (n == 1)
    return NO_CLAUSE;
  cref ref = lyre_sat_new_clause (s, REDUNDANT, n, s->learned.data);
  clause_at (s, ref)->lbd = lbd & MAX_LBD;
  clause_at (s, ref)->used = lbd <= TIER_2 ? 2 : 1;
  lyre_sat_attach (s, ref);
  return ref;
}

void lyre_sat_learn (lyre_sat *s, cref conflict) {
  s->counts.conflicts++;
  lyre_sat_note_phases (s);
  find_uip (s, conflict);
  bump_analyzed (s);
  minimize (s);
  clear_marks (s);
  uint32_t lbd = count_levels (s, s->learned.len, s->learned.data);
  uint32_t level = assertion_level (s);
  lyre_sat_proof_derived (s, s->learned.len, s->learned.data);
  lyre_sat_backtrack (s, level);
  assign (s, s->learned.data[0], store_learned (s, lbd));
  lyre_sat_note_lbd (s, lbd);
}

/* ------------------------------------------------------------------- cores */

static void add_to_core (lyre_sat *s, lit assumption) {
  if (s->in_core.data[assumption])
    return;
  s->in_core.data[assumption] = 1;
  lyre_vec_push (s->mem, &s->core, assumption);
}

/* Marks the variables a true literal depends on. */
static void mark_reason (lyre_sat *s, lit l) {
  cref ref = reason_of (s, l);
  const clause *c = clause_at (s, ref);
  for (uint32_t i = 0; i < c->size; i++)
    if (level_of (s, c->lits[i]) && !var_at (s, c->lits[i])->mark)
      mark (s, c->lits[i]);
}

/* The core says: not all of these. */
static void prove_core (lyre_sat *s) {
  lyre_vec_clear (&s->learned);
  for (uint32_t i = 0; i < s->core.len; i++)
    lyre_vec_push (s->mem, &s->learned, negate (s->core.data[i]));
  lyre_sat_proof_derived (s, s->learned.len, s->learned.data);
  lyre_sat_proof_deleted (s, s->learned.len, s->learned.data);
}

void lyre_sat_final_core (lyre_sat *s, lit failed) {
  add_to_core (s, failed);
  if (level_of (s, failed))
    mark (s, failed);
  for (uint32_t i = s->trail.len; i-- > 0;) {
    lit l = s->trail.data[i];
    if (!var_at (s, l)->mark)
      continue;
    if (var_at (s, l)->reason == NO_CLAUSE)
      add_to_core (s, l); /* a decision; there are none but assumptions */
    else
      mark_reason (s, l);
  }
  clear_marks (s);
  prove_core (s);
}
