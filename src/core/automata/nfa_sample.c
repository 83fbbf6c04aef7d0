/* Random words of a language. */
#include "core/automata/nfa_internal.h"
#include "base/assert.h"
#include "base/random.h"

#include <math.h>

/* LOGS[k][q] is the logarithm of how many words of length k lead from q to a
 * final state: exact numbers would have thousands of digits, and those of
 * different states may lie further apart than a double reaches. One word has
 * one run in a deterministic automaton, so edges can be added up. */
enum { SAMPLE_ROOM = 1 << 23 }; /* numbers in all layers together */

void lyre_sampler_init (lyre_sampler *s, lyre_fa *fa, const lyre_nfa *d) {
  LYRE_ASSERT (d->deterministic);
  *s = (lyre_sampler){.fa = fa, .d = d};
}

void lyre_sampler_release (lyre_sampler *s) {
  lyre_vec_release (s->fa->mem, &s->logs);
}

static double weight (const lyre_edge *e, const double *shorter) {
  return log2 ((double) (e->hi - e->lo) + 1) + shorter[e->to];
}

static double log_from (const lyre_sampler *s, const double *shorter,
                        uint32_t q) {
  double most = -INFINITY, sum = 0;
  const lyre_edge *row = lyre_nfa_row (s->d, q);
  const lyre_edge *end = lyre_nfa_row_end (s->d, q);
  for (const lyre_edge *e = row; e < end; e++)
    most = fmax (most, weight (e, shorter));
  if (isinf (most))
    return most;
  for (const lyre_edge *e = row; e < end; e++)
    sum += exp2 (weight (e, shorter) - most);
  return most + log2 (sum);
}

/* One layer more. False if stopped, or there is no room. */
static bool add_layer (lyre_sampler *s) {
  uint32_t n = s->d->n_states, k = s->logs.len / n;
  if ((uint64_t) n * (k + 1) > SAMPLE_ROOM) {
    s->fa->gave_up = true;
    return false;
  }
  for (uint32_t q = 0; q < n; q++) {
    if (lyre_fa_stop (s->fa))
      return false;
    double x = s->d->final[q] ? 0 : -INFINITY;
    if (k)
      x = log_from (s, s->logs.data + (size_t) (k - 1) * n, q);
    lyre_vec_push (s->fa->mem, &s->logs, x);
  }
  return true;
}

static bool has_layer (lyre_sampler *s, uint32_t len) {
  while (s->logs.len / s->d->n_states <= len)
    if (!add_layer (s))
      return false;
  return true;
}

/* The edge of Q that a random word of length K takes. */
static const lyre_edge *draw_edge (const lyre_sampler *s, uint32_t q,
                                   uint32_t k, uint64_t *seed) {
  const double *layer = s->logs.data + (size_t) k * s->d->n_states;
  const double *shorter = layer - s->d->n_states;
  const lyre_edge *end = lyre_nfa_row_end (s->d, q), *found = NULL;
  double left = (double) (lyre_random (seed) >> 11) * 0x1p-53;
  for (const lyre_edge *e = lyre_nfa_row (s->d, q); e < end && left >= 0; e++)
    if (isfinite (shorter[e->to])) {
      found = e;
      left -= exp2 (weight (e, shorter) - layer[q]);
    }
  return found;
}

const lyre_str *lyre_sampler_word (lyre_sampler *s, uint32_t len,
                                   uint64_t *seed) {
  lyre_u32s word = {0};
  if (lyre_nfa_is_empty (s->d) || !has_layer (s, len))
    return NULL;
  uint32_t q = s->d->initial[0];
  if (isinf (s->logs.data[(size_t) len * s->d->n_states + q]))
    return NULL;
  for (uint32_t k = len; k; k--) {
    const lyre_edge *e = draw_edge (s, q, k, seed);
    uint32_t offset = (uint32_t) (lyre_random (seed) % (e->hi - e->lo + 1));
    lyre_vec_push (s->fa->mem, &word, e->lo + offset);
    q = e->to;
  }
  const lyre_str *out = lyre_str_from_wide (s->fa->arena, word.data, word.len);
  lyre_vec_release (s->fa->mem, &word);
  return out;
}
