/* Which value first: the last one, and in stable mode the one from the longest
 * assignment without a conflict since the phases were last renewed.
 *
 * Renewing, now and then, sets all phases to the best ones so far or to the
 * ones asked for: search goes on elsewhere. */
#include "core/sat/sat_internal.h"

enum { PAUSE = 1000 / HASTE };

void lyre_sat_phase_init (lyre_sat *s) {
  s->renew_at = PAUSE;
}

void lyre_sat_set_phase (lyre_sat *s, lyre_lit l) {
  int8_t phase = l < 0 ? -1 : 1;
  var_at (s, inner (l))->phase = phase;
  s->hints.data[var_of (inner (l))].asked = phase;
}

lit lyre_sat_with_phase (const lyre_sat *s, uint32_t var) {
  int phase = s->stable ? s->hints.data[var].target : 0;
  if (!phase)
    phase = s->vars.data[var].phase;
  return 2 * var + (phase < 0);
}

static void save_target (lyre_sat *s, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    lit l = s->trail.data[i];
    s->hints.data[var_of (l)].target = l & 1 ? -1 : 1;
  }
  s->target_size = n;
}

static void save_best (lyre_sat *s, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    lit l = s->trail.data[i];
    s->hints.data[var_of (l)].best = l & 1 ? -1 : 1;
  }
  s->best_size = n;
}

/* Before the level of the conflict there was none. */
void lyre_sat_note_phases (lyre_sat *s) {
  uint32_t n = s->levels.data[level_now (s)].start;
  if (s->stable && n > s->target_size)
    save_target (s, n);
  if (s->stable && n > s->best_size)
    save_best (s, n);
}

void lyre_sat_forget_targets (lyre_sat *s) {
  if (s->target_size)
    for (uint32_t v = 0; v < s->hints.len; v++)
      s->hints.data[v].target = 0;
  s->target_size = 0;
}

static void use_best (lyre_sat *s) {
  for (uint32_t v = 0; v < s->hints.len; v++)
    if (s->hints.data[v].best)
      s->vars.data[v].phase = s->hints.data[v].best;
  s->best_size = 0;
}

static void use_asked (lyre_sat *s, bool inverted) {
  for (uint32_t v = 0; v < s->hints.len; v++)
    s->vars.data[v].phase =
        inverted ? -s->hints.data[v].asked : s->hints.data[v].asked;
}

bool lyre_sat_renew_due (const lyre_sat *s) {
  return s->stable && s->counts.conflicts >= s->renew_at;
}

/* Asked, best, inverted, best, and so on. */
void lyre_sat_renew_phases (lyre_sat *s) {
  lyre_sat_backtrack (s, s->assumptions.len);
  if (s->renewals & 1)
    use_best (s);
  else
    use_asked (s, s->renewals & 2);
  lyre_sat_forget_targets (s);
  s->renew_at = s->counts.conflicts + PAUSE * (++s->renewals + 1);
}
