/* A clause enters, at any decision level.
 *
 * After removing what is decided for good, the two literals that will be false
 * last come first; the clause then is unit or false from the level of the
 * second one on, and we go back to that level:
 *
 *   first     second    what happens
 *   open      false     back to the second's level, the first is implied
 *   true      false     nothing if the first came no later; else as above
 *   false     false     on one level: a conflict there; else as above
 *   else                nothing */
#include "core/sat/sat_internal.h"

void lyre_sat_refute (lyre_sat *s) {
  if (s->unsat)
    return;
  s->unsat = true;
  lyre_sat_proof_derived (s, 0, NULL);
}

/* Removes copies and literals that are false for good. False if the clause is
 * true for good. */
static bool filter (lyre_sat *s) {
  uint8_t *seen = s->in_clause.data;
  lit *lits = s->buffer.data;
  uint32_t j = 0;
  bool useful = true;
  for (uint32_t i = 0; i < s->buffer.len && useful; i++) {
    lit l = lits[i];
    if (seen[l] || (is_fixed (s, l) && value_of (s, l) < 0))
      continue;
    useful = !seen[negate (l)] && !is_fixed (s, l);
    seen[l] = 1;
    lits[j++] = l;
  }
  for (uint32_t i = 0; i < j; i++)
    seen[lits[i]] = 0;
  s->buffer.len = j;
  return useful;
}

static bool simplify (lyre_sat *s) {
  uint32_t before = s->buffer.len;
  if (!filter (s))
    return false;
  if (s->buffer.len < before && s->buffer.len)
    lyre_sat_proof_derived (s, s->buffer.len, s->buffer.data);
  return true;
}

/* How long a literal will not be false. */
static uint64_t endurance (const lyre_sat *s, lit l) {
  return value_of (s, l) < 0 ? level_of (s, l) : UINT32_MAX;
}

/* The literal from position AT on that endures longest goes there. */
static void bring_best (lyre_sat *s, uint32_t at) {
  lit *lits = s->buffer.data;
  uint32_t best = at;
  for (uint32_t i = at + 1; i < s->buffer.len; i++)
    if (endurance (s, lits[i]) > endurance (s, lits[best]))
      best = i;
  lit l = lits[at];
  lits[at] = lits[best];
  lits[best] = l;
}

static void install_unit (lyre_sat *s, lit l) {
  lyre_sat_backtrack (s, 0);
  assign (s, l, NO_CLAUSE);
}

static cref store (lyre_sat *s, bool loose) {
  cref ref = lyre_sat_new_clause (s, loose ? LOOSE : KEPT, s->buffer.len,
                                  s->buffer.data);
  if (!loose)
    lyre_sat_attach (s, ref);
  return ref;
}

/* Is the clause silent: neither unit nor false at any level up to now? */
static bool is_silent (const lyre_sat *s, bool loose) {
  lit a = s->buffer.data[0], b = s->buffer.data[1];
  if (value_of (s, b) >= 0)
    return true;
  if (value_of (s, a) <= 0)
    return false;
  return loose || level_of (s, a) <= level_of (s, b);
}

static cref install_long (lyre_sat *s, bool loose) {
  bring_best (s, 0);
  bring_best (s, 1);
  bool silent = is_silent (s, loose);
  if (silent && loose)
    return NO_CLAUSE;
  cref ref = store (s, loose);
  if (silent)
    return NO_CLAUSE;
  lit a = s->buffer.data[0], b = s->buffer.data[1];
  lyre_sat_backtrack (s, level_of (s, b));
  if (value_of (s, a) < 0)
    return ref;
  assign (s, a, ref);
  return NO_CLAUSE;
}

cref lyre_sat_install (lyre_sat *s, bool loose) {
  if (s->unsat || !simplify (s))
    return NO_CLAUSE;
  switch (s->buffer.len) {
  case 0:
    lyre_sat_refute (s);
    return NO_CLAUSE;
  case 1:
    install_unit (s, s->buffer.data[0]);
    return NO_CLAUSE;
  default:
    return install_long (s, loose);
  }
}

void lyre_sat_fill_buffer (lyre_sat *s, uint32_t n, const lyre_lit *lits) {
  lyre_vec_clear (&s->buffer);
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (s->mem, &s->buffer, inner (lits[i]));
}

static bool add_now (lyre_sat *s, uint32_t n, const lyre_lit *lits) {
  LYRE_ASSERT (!s->solving);
  lyre_sat_backtrack (s, 0);
  lyre_sat_fill_buffer (s, n, lits);
  lyre_sat_install (s, false);
  if (!s->unsat && lyre_sat_bcp (s) != NO_CLAUSE)
    lyre_sat_refute (s);
  return !s->unsat;
}

bool lyre_sat_add_clause (lyre_sat *s, uint32_t n, const lyre_lit *lits) {
  if (s->hook == OUTSIDE)
    return add_now (s, n, lits);
  lyre_sat_add_lemma (s, n, lits);
  return !s->unsat;
}
