/* When to restart.
 *
 * Two modes take turns. In the focused one we restart as soon as the clauses
 * learned lately have more levels than those of the long run. In the stable
 * one we restart rarely, by Luby's sequence: better at finding models. Turns
 * are measured in propagations, so that runs repeat exactly. */
#include "core/sat/sat_internal.h"

enum {
  RESTART_PAUSE = 2,
  FIRST_SWITCH = 1000 / HASTE,
  LUBY_UNIT = 1024 / HASTE
};
static const double restart_margin = 1.1;

static void ema_init (ema *e, double alpha) {
  *e = (ema){.biased = 0, .alpha = alpha, .exp = 1};
}

static void ema_update (ema *e, double x) {
  e->biased += e->alpha * (x - e->biased);
  e->exp *= 1 - e->alpha;
}

static double ema_value (const ema *e) {
  return e->exp < 1 ? e->biased / (1 - e->exp) : 0;
}

void lyre_sat_restart_init (lyre_sat *s) {
  ema_init (&s->fast_lbd, 0.03);
  ema_init (&s->slow_lbd, 1e-5);
  s->restart_at = RESTART_PAUSE;
  s->switch_at = FIRST_SWITCH;
  s->luby_u = s->luby_v = 1;
}

/* Knuth's way through 1 1 2 1 1 2 4 1 1 2 ... */
static uint64_t next_luby (lyre_sat *s) {
  uint64_t r = s->luby_v;
  if ((s->luby_u & (~s->luby_u + 1)) == s->luby_v) {
    s->luby_u++;
    s->luby_v = 1;
  } else
    s->luby_v *= 2;
  return r;
}

static void schedule (lyre_sat *s) {
  uint64_t pause = s->stable ? LUBY_UNIT * next_luby (s) : RESTART_PAUSE;
  s->restart_at = s->counts.conflicts + pause;
}

/* The first turn is counted in conflicts; its length in propagations, times
 * a growing factor, is that of all others. */
static bool switch_due (const lyre_sat *s) {
  uint64_t now = s->switches ? s->counts.propagations : s->counts.conflicts;
  return now >= s->switch_at;
}

static void switch_mode (lyre_sat *s) {
  if (!s->switches++)
    s->switch_ticks = s->counts.propagations;
  uint64_t turn = (s->switches + 1) / 2;
  s->switch_at = s->counts.propagations + s->switch_ticks * turn * turn;
  s->stable = !s->stable;
  s->luby_u = s->luby_v = 1;
  schedule (s);
}

void lyre_sat_note_lbd (lyre_sat *s, uint32_t lbd) {
  ema_update (&s->fast_lbd, lbd);
  ema_update (&s->slow_lbd, lbd);
  if (switch_due (s))
    switch_mode (s);
}

bool lyre_sat_restart_due (const lyre_sat *s) {
  if (s->counts.conflicts < s->restart_at ||
      level_now (s) <= s->assumptions.len)
    return false;
  return s->stable ||
         ema_value (&s->fast_lbd) > restart_margin * ema_value (&s->slow_lbd);
}

/* Assumptions stay, and so do decisions that would be taken again. */
static uint32_t level_to_keep (lyre_sat *s) {
  uint32_t level = s->assumptions.len, best = lyre_sat_best_var (s);
  if (!best)
    return level;
  double limit = s->activity.data[best];
  for (; level < level_now (s); level++) {
    lit decision = s->trail.data[s->levels.data[level + 1].start];
    if (s->activity.data[var_of (decision)] <= limit)
      break;
  }
  return level;
}

void lyre_sat_restart (lyre_sat *s) {
  s->counts.restarts++;
  lyre_sat_backtrack (s, level_to_keep (s));
  schedule (s);
}
