#include "core/automata/numerals.h"

#include <string.h>

#include "core/automata/regex_internal.h"

/* ----------------------------------------------------------------- building */

typedef struct {
  lyre_re_pool *pool;
  lyre_arena *arena;
  uint32_t n, max;
  lyre_re *at; /* by state */
  uint32_t (*next)[10];
} draft;

/* The state of a derivative; a new one if need be. Few states: a list will do.
 */
static bool state_of (draft *d, lyre_re r, uint32_t *out) {
  for (uint32_t q = 0; q < d->n; q++)
    if (d->at[q].id == r.id) {
      *out = q;
      return true;
    }
  if (d->n == d->max)
    return false;
  d->at[d->n] = r;
  *out = d->n++;
  return true;
}

static bool explore (draft *d, lyre_env *env, lyre_re start) {
  uint32_t q;
  lyre_re none = lyre_re_none (d->pool);
  state_of (d, start, &q);
  for (q = 0; q < d->n; q++)
    for (uint32_t c = 0; c < 10; c++) {
      lyre_re r = lyre_re_derive (d->pool, d->at[q], '0' + c);
      d->next[q][c] = LYRE_NUMERALS_NONE;
      if (env->stop || (r.id != none.id && !state_of (d, r, &d->next[q][c])))
        return false;
    }
  return true;
}

/* Which states lead to an accepting one, by going back until nothing changes.
 */
static void mark_live (const draft *d, bool *live) {
  for (uint32_t q = 0; q < d->n; q++)
    live[q] = lyre_re_look (d->pool, d->at[q])->nullable;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t q = d->n; q-- > 0;)
      for (uint32_t c = 0; c < 10 && !live[q]; c++)
        if (d->next[q][c] != LYRE_NUMERALS_NONE && live[d->next[q][c]])
          changed = live[q] = true;
  }
}

/* Drops dead states; the others keep their order. */
static const lyre_numerals *settle (draft *d, const bool *live) {
  lyre_numerals *a = lyre_arena_array (d->arena, lyre_numerals, 1);
  uint32_t *name = lyre_arena_array (d->arena, uint32_t, d->n);
  bool *accepting = lyre_arena_array (d->arena, bool, d->n);
  uint32_t n = 0;
  for (uint32_t q = 0; q < d->n; q++)
    name[q] = live[q] || !q ? n++ : LYRE_NUMERALS_NONE;
  for (uint32_t q = 0; q < d->n; q++) {
    if (name[q] == LYRE_NUMERALS_NONE)
      continue;
    accepting[name[q]] = lyre_re_look (d->pool, d->at[q])->nullable;
    for (uint32_t c = 0; c < 10; c++) {
      uint32_t to = d->next[q][c];
      bool goes_on = to != LYRE_NUMERALS_NONE && live[to];
      d->next[name[q]][c] = goes_on ? name[to] : LYRE_NUMERALS_NONE;
    }
  }
  *a = (lyre_numerals){n, (const uint32_t (*)[10]) d->next, accepting};
  return a;
}

const lyre_numerals *lyre_numerals_of (lyre_re_pool *pool, lyre_arena *arena,
                                       lyre_re r, uint32_t max_states) {
  draft d = {.pool = pool, .arena = arena, .max = max_states};
  d.at = lyre_arena_array (arena, lyre_re, max_states);
  d.next = lyre_arena_alloc (arena, max_states * sizeof *d.next);
  if (!explore (&d, pool->env, r))
    return NULL;
  bool *live = lyre_arena_array (arena, bool, d.n);
  mark_live (&d, live);
  return settle (&d, live);
}

/* --------------------------------------------------------------- neighbours */

/* fits[m * n_states + q]: from Q a word is finished by exactly M digits. */
static bool *layers (const lyre_numerals *a, lyre_arena *arena, uint32_t n) {
  bool *fits = lyre_arena_array (arena, bool, ((size_t) n + 1) * a->n_states);
  memcpy (fits, a->accepting, a->n_states * sizeof *fits);
  for (uint32_t m = 1; m <= n; m++) {
    const bool *before = fits + (size_t) (m - 1) * a->n_states;
    bool *now = fits + (size_t) m * a->n_states;
    for (uint32_t q = 0; q < a->n_states; q++) {
      now[q] = false;
      for (uint32_t c = 0; c < 10 && !now[q]; c++)
        now[q] = a->next[q][c] != LYRE_NUMERALS_NONE && before[a->next[q][c]];
    }
  }
  return fits;
}

typedef struct {
  const lyre_numerals *a;
  const bool *fits;
  uint32_t n;
} search;

/* The first digit from FROM on, going by STEP, that leaves a word of the right
 * length possible; -1 if none. */
static int digit_from (const search *s, uint32_t q, uint32_t at, int from,
                       int step) {
  const bool *rest = s->fits + (size_t) (s->n - at - 1) * s->a->n_states;
  for (int c = from; c >= 0 && c < 10; c += step)
    if (s->a->next[q][c] != LYRE_NUMERALS_NONE && rest[s->a->next[q][c]])
      return c;
  return -1;
}

/* The greatest (STEP < 0) or least end of a word from state Q. */
static void finish (const search *s, uint32_t q, uint32_t at, int step,
                    char *out) {
  for (; at < s->n; at++) {
    int c = digit_from (s, q, at, step < 0 ? 9 : 0, step);
    out[at] = (char) ('0' + c);
    q = s->a->next[q][c];
  }
}

/* Like lyre_numerals_nearest, for words read from START on. */
static const char *nearest_from (const search *s, lyre_arena *arena,
                                 uint32_t start, const char *digits,
                                 bool below) {
  int step = below ? -1 : 1;
  uint32_t q = start, at = 0, fork = LYRE_NUMERALS_NONE, fork_state = 0;
  if (!s->fits[(size_t) s->n * s->a->n_states + start])
    return NULL;
  for (; at < s->n; at++) { /* along DIGITS, noting the last way off */
    int c = digits[at] - '0';
    if (digit_from (s, q, at, c + step, step) >= 0) {
      fork = at;
      fork_state = q;
    }
    if (digit_from (s, q, at, c, step) != c)
      break;
    q = s->a->next[q][c];
  }
  if (at < s->n && fork == LYRE_NUMERALS_NONE)
    return NULL;
  char *out = lyre_arena_array (arena, char, (size_t) s->n + 1);
  memcpy (out, digits, (size_t) s->n + 1);
  if (at == s->n)
    return out;
  int c = digit_from (s, fork_state, fork, digits[fork] - '0' + step, step);
  out[fork] = (char) ('0' + c);
  finish (s, s->a->next[fork_state][c], fork + 1, step, out);
  return out;
}

const char *lyre_numerals_nearest (const lyre_numerals *a, lyre_arena *arena,
                                   const char *digits, bool below) {
  uint32_t n = (uint32_t) strlen (digits);
  search s = {a, layers (a, arena, n), n};
  return nearest_from (&s, arena, 0, digits, below);
}

/* ------------------------------------------------------------ any length */

static const char *better (const char *x, const char *y, bool below) {
  if (!x || !y)
    return x ? x : y;
  return (strcmp (x, y) > 0) == below ? x : y;
}

/* The best word with as many digits as DIGITS, after any number of zeros. */
static const char *nearest_after_zeros (const search *s, lyre_arena *arena,
                                        const char *digits, bool below) {
  const char *best = NULL;
  uint32_t q = 0;
  for (uint32_t i = 0; i <= s->a->n_states; i++) {
    best = better (best, nearest_from (s, arena, q, digits, below), below);
    q = s->a->next[q][0];
    if (q == LYRE_NUMERALS_NONE)
      break;
  }
  return best;
}

/* FIRST and then N - 1 times REST. */
static const char *repeated (lyre_arena *arena, char first, char rest,
                             uint32_t n) {
  char *out = lyre_arena_array (arena, char, (size_t) n + 1);
  memset (out, rest, n);
  out[0] = first;
  out[n] = 0;
  return out;
}

static const char *without_zeros (const char *digits) {
  while (digits[0] == '0' && digits[1])
    digits++;
  return digits;
}

static bool is_longer (const char *x, const char *y) {
  return strlen (x) > strlen (y);
}

static const char *nearest_below (const lyre_numerals *a, lyre_arena *arena,
                                  const char *digits) {
  const char *best = NULL;
  uint32_t n = (uint32_t) strlen (digits);
  const bool *fits = layers (a, arena, n);
  for (uint32_t m = n; m > 0; m--) {
    search s = {a, fits, m};
    const char *limit = m == n ? digits : repeated (arena, '9', '9', m);
    const char *found = nearest_after_zeros (&s, arena, limit, true);
    if (!found)
      continue;
    found = without_zeros (found);
    if (!best || is_longer (found, best) ||
        (!is_longer (best, found) && strcmp (found, best) > 0))
      best = found;
    if (strlen (best) == m)
      break; /* what is shorter is less */
  }
  return best;
}

/* If there are longer words, then some that are not much longer: cutting cycles
 * behind the first digit shortens them by at most the number of states. */
static const char *nearest_above (const lyre_numerals *a, lyre_arena *arena,
                                  const char *digits) {
  uint32_t n = (uint32_t) strlen (digits), last = n + a->n_states + 1;
  const bool *fits = layers (a, arena, last);
  for (uint32_t m = n; m <= last; m++) {
    search s = {a, fits, m};
    const char *limit = m == n ? digits : repeated (arena, '1', '0', m);
    const char *found = nearest_after_zeros (&s, arena, limit, false);
    if (found)
      return found;
  }
  return NULL;
}

const char *lyre_numerals_nearest_value (const lyre_numerals *a,
                                         lyre_arena *arena, const char *digits,
                                         bool below) {
  return below ? nearest_below (a, arena, digits)
               : nearest_above (a, arena, digits);
}

uint32_t lyre_numerals_leading_zeros (const lyre_numerals *a) {
  uint32_t q = 0, zeros = 0;
  while (a->next[q][0] != LYRE_NUMERALS_NONE) {
    q = a->next[q][0];
    if (zeros++ == a->n_states)
      return LYRE_RE_INF;
  }
  return zeros;
}

/* ---------------------------------------------------------------- remainders
 */

/* The remainders after one more digit. */
static uint64_t with_digit (uint64_t remainders, uint32_t digit, uint32_t m) {
  uint64_t out = 0;
  for (uint32_t r = 0; r < m; r++)
    if (remainders >> r & 1)
      out |= UINT64_C (1) << (10 * r + digit) % m;
  return out;
}

uint64_t lyre_numerals_remainders (const lyre_numerals *a, lyre_arena *arena,
                                   uint32_t m) {
  uint64_t *at = lyre_arena_array (arena, uint64_t, a->n_states), all = 0;
  memset (at, 0, a->n_states * sizeof *at);
  at[0] = 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t q = 0; q < a->n_states; q++)
      for (uint32_t c = 0; c < 10; c++) {
        uint32_t to = a->next[q][c];
        if (to == LYRE_NUMERALS_NONE)
          continue;
        uint64_t more = at[to] | with_digit (at[q], c, m);
        changed |= more != at[to];
        at[to] = more;
      }
  }
  for (uint32_t q = 0; q < a->n_states; q++)
    all |= a->accepting[q] ? at[q] : 0;
  return all;
}
