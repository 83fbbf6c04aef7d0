#include "core/automata/nfa_internal.h"

#include <string.h>

/* ------------------------------------------------------------ small automata
 */

const lyre_nfa *lyre_nfa_none (lyre_fa *fa) {
  lyre_nfa_builder b;
  lyre_nfa_builder_init (&b, fa, lyre_nfa_roomy (fa));
  return lyre_nfa_finish (&b);
}

const lyre_nfa *lyre_nfa_epsilon (lyre_fa *fa) {
  return lyre_nfa_word (fa, &lyre_str_empty);
}

const lyre_nfa *lyre_nfa_all (lyre_fa *fa) {
  lyre_nfa_builder b;
  lyre_nfa_builder_init (&b, fa, lyre_nfa_roomy (fa));
  uint32_t q = lyre_nfa_add_state (&b, true);
  lyre_nfa_add_arc (&b, q, 0, LYRE_CHAR_MAX, q);
  lyre_nfa_add_initial (&b, q);
  return lyre_nfa_finish (&b);
}

uint32_t lyre_nfa_add_chars (lyre_nfa_builder *b, lyre_charset set,
                             uint32_t next) {
  uint32_t q = lyre_nfa_add_state (b, false);
  for (uint32_t i = 0; i < set.n; i++)
    lyre_nfa_add_arc (b, q, set.at[i].lo, set.at[i].hi, next);
  return q;
}

const lyre_nfa *lyre_nfa_chars (lyre_fa *fa, lyre_charset set) {
  lyre_nfa_builder b;
  lyre_nfa_builder_init (&b, fa, lyre_nfa_roomy (fa));
  uint32_t end = lyre_nfa_add_state (&b, true);
  lyre_nfa_add_initial (&b, lyre_nfa_add_chars (&b, set, end));
  return lyre_nfa_finish (&b);
}

uint32_t lyre_nfa_add_word (lyre_nfa_builder *b, const lyre_str *w,
                            uint32_t from, uint32_t next) {
  for (uint32_t i = w->len; i > from && !b->stopped; i--) {
    uint32_t q = lyre_nfa_add_state (b, false);
    uint32_t c = lyre_str_at (w, i - 1);
    lyre_nfa_add_arc (b, q, c, c, next);
    next = q;
  }
  return next;
}

const lyre_nfa *lyre_nfa_word (lyre_fa *fa, const lyre_str *w) {
  lyre_nfa_builder b;
  lyre_nfa_builder_init (&b, fa, lyre_nfa_roomy (fa));
  uint32_t end = lyre_nfa_add_state (&b, true);
  lyre_nfa_add_initial (&b, lyre_nfa_add_word (&b, w, 0, end));
  return lyre_nfa_finish (&b);
}

/* ------------------------------------------------------------------- copies */

uint32_t lyre_nfa_add_copy (lyre_nfa_builder *b, const lyre_nfa *a) {
  uint32_t base = b->final.len;
  for (uint32_t q = 0; q < a->n_states && !b->stopped; q++)
    lyre_nfa_add_state (b, false);
  for (uint32_t q = 0; q < a->n_states && !b->stopped; q++)
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++)
      lyre_nfa_add_arc (b, base + q, a->edges[i].lo, a->edges[i].hi,
                        base + a->edges[i].to);
  return base;
}

/* A state after which nothing follows: copies use NEXT in its place. */
static bool is_plain_end (const lyre_nfa *a, uint32_t q) {
  return a->final[q] && a->first[q] == a->first[q + 1];
}

static uint32_t enter (lyre_nfa_builder *b, const lyre_nfa *a,
                       const uint32_t *place) {
  if (a->n_initial == 1)
    return place[a->initial[0]];
  uint32_t start = lyre_nfa_add_state (b, false);
  for (uint32_t i = 0; i < a->n_initial; i++)
    lyre_nfa_add_jump (b, start, place[a->initial[i]]);
  return start;
}

/* PLACE is room for as many numbers as A has states. */
static uint32_t copy_before (lyre_nfa_builder *b, const lyre_nfa *a,
                             uint32_t next, uint32_t *place) {
  for (uint32_t q = 0; q < a->n_states && !b->stopped; q++) {
    bool plain = is_plain_end (a, q);
    place[q] = plain ? next : lyre_nfa_add_state (b, false);
    if (a->final[q] && !plain)
      lyre_nfa_add_jump (b, place[q], next);
  }
  for (uint32_t q = 0; q < a->n_states && !b->stopped; q++)
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++)
      lyre_nfa_add_arc (b, place[q], a->edges[i].lo, a->edges[i].hi,
                        place[a->edges[i].to]);
  return b->stopped ? 0 : enter (b, a, place);
}

static uint32_t *new_places (lyre_nfa_builder *b, const lyre_nfa *a) {
  lyre_mem *mem = b->fa->mem;
  return lyre_alloc (mem, lyre_mul_size (mem, a->n_states, sizeof (uint32_t)));
}

uint32_t lyre_nfa_add_before (lyre_nfa_builder *b, const lyre_nfa *a,
                              uint32_t next) {
  uint32_t *place = new_places (b, a);
  uint32_t start = copy_before (b, a, next, place);
  lyre_free (b->fa->mem, place);
  return start;
}

/* A+ then NEXT; *AGAIN is where copies of A end. */
static uint32_t add_plus (lyre_nfa_builder *b, const lyre_nfa *a, uint32_t next,
                          uint32_t *place, uint32_t *again) {
  *again = lyre_nfa_add_state (b, false);
  lyre_nfa_add_jump (b, *again, next);
  uint32_t start = copy_before (b, a, *again, place);
  lyre_nfa_add_jump (b, *again, start);
  return start;
}

/* At most N copies of A then NEXT: (A(A(A)?)?)? */
static uint32_t add_optional (lyre_nfa_builder *b, const lyre_nfa *a,
                              uint32_t n, uint32_t next, uint32_t *place) {
  uint32_t at = next;
  for (uint32_t i = 0; i < n && !b->stopped; i++) {
    uint32_t choice = lyre_nfa_add_state (b, false);
    lyre_nfa_add_jump (b, choice, next);
    lyre_nfa_add_jump (b, choice, copy_before (b, a, at, place));
    at = choice;
  }
  return at;
}

uint32_t lyre_nfa_add_loop (lyre_nfa_builder *b, const lyre_nfa *a, uint32_t lo,
                            uint32_t hi, uint32_t next) {
  uint32_t *place = new_places (b, a);
  uint32_t at, again, copies = lo;
  if (hi != LYRE_RE_INF)
    at = add_optional (b, a, hi - lo, next, place);
  else {
    at = add_plus (b, a, next, place, &again);
    if (lo)
      copies--;
    else
      at = again;
  }
  for (uint32_t i = 0; i < copies && !b->stopped; i++)
    at = copy_before (b, a, at, place);
  lyre_free (b->fa->mem, place);
  return at;
}

const lyre_nfa *lyre_nfa_nonempty_words (lyre_fa *fa, const lyre_nfa *a) {
  lyre_nfa_builder b;
  if (!lyre_nfa_has_empty_word (a))
    return a;
  lyre_nfa_builder_init (&b, fa, (uint64_t) a->n_states + 1);
  lyre_nfa_add_copy (&b, a);
  uint32_t start = lyre_nfa_add_state (&b, false);
  lyre_nfa_add_initial (&b, start);
  if (b.stopped)
    return lyre_nfa_finish (&b);
  for (uint32_t q = 0; q < a->n_states; q++)
    b.final.data[q] = a->final[q];
  for (uint32_t i = 0; i < a->n_initial; i++)
    for (uint32_t j = a->first[a->initial[i]]; j < a->first[a->initial[i] + 1];
         j++)
      lyre_nfa_add_arc (&b, start, a->edges[j].lo, a->edges[j].hi,
                        a->edges[j].to);
  return lyre_nfa_finish (&b);
}

/* ------------------------------------------------------- from other automata
 */

static const lyre_nfa *unite (lyre_fa *fa, uint32_t n,
                              const lyre_nfa *const *a) {
  lyre_nfa_builder b;
  lyre_nfa_builder_init (&b, fa, lyre_nfa_roomy (fa));
  for (uint32_t i = 0; i < n && !b.stopped; i++) {
    uint32_t base = lyre_nfa_add_copy (&b, a[i]);
    if (b.stopped)
      break;
    if (a[i]->n_states)
      memcpy (b.final.data + base, a[i]->final, a[i]->n_states);
    for (uint32_t j = 0; j < a[i]->n_initial; j++)
      lyre_nfa_add_initial (&b, base + a[i]->initial[j]);
  }
  return lyre_nfa_finish (&b);
}

const lyre_nfa *lyre_nfa_union (lyre_fa *fa, uint32_t n,
                                const lyre_nfa *const *a) {
  return n == 1 ? a[0] : unite (fa, n, a);
}

const lyre_nfa *lyre_nfa_keep (lyre_fa *fa, const lyre_nfa *a) {
  return unite (fa, 1, &a);
}

const lyre_nfa *lyre_nfa_concat (lyre_fa *fa, const lyre_nfa *a,
                                 const lyre_nfa *c) {
  lyre_nfa_builder b;
  if (lyre_nfa_is_empty (a) || lyre_nfa_is_empty (c))
    return lyre_nfa_none (fa);
  lyre_nfa_builder_init (&b, fa, lyre_nfa_roomy (fa));
  uint32_t end = lyre_nfa_add_state (&b, true);
  uint32_t middle = lyre_nfa_add_before (&b, c, end);
  lyre_nfa_add_initial (&b, lyre_nfa_add_before (&b, a, middle));
  return lyre_nfa_finish (&b);
}

static const lyre_nfa *loop_nonempty (lyre_fa *fa, const lyre_nfa *a,
                                      uint32_t lo, uint32_t hi) {
  lyre_nfa_builder b;
  lyre_nfa_builder_init (&b, fa, lyre_nfa_roomy (fa));
  uint32_t end = lyre_nfa_add_state (&b, true);
  lyre_nfa_add_initial (&b, lyre_nfa_add_loop (&b, a, lo, hi, end));
  return lyre_nfa_finish (&b);
}

const lyre_nfa *lyre_nfa_loop (lyre_fa *fa, const lyre_nfa *a, uint32_t lo,
                               uint32_t hi) {
  lyre_arena inside;
  if (lo > hi)
    return lyre_nfa_none (fa);
  if (hi == 0)
    return lyre_nfa_epsilon (fa);
  if (lyre_nfa_is_empty (a))
    return lo ? a : lyre_nfa_epsilon (fa);
  if (lyre_nfa_has_empty_word (a))
    lo = 0;
  if (!lyre_nfa_is_counted (lo, hi))
    return loop_nonempty (fa, a, lo, hi);
  lyre_fa inner = lyre_fa_open (fa, &inside);
  const lyre_nfa *body = lyre_nfa_nonempty_words (&inner, a);
  const lyre_nfa *out = body ? loop_nonempty (fa, body, lo, hi) : NULL;
  lyre_fa_close (fa, &inner);
  return out;
}

const lyre_nfa *lyre_nfa_reverse (lyre_fa *fa, const lyre_nfa *a) {
  lyre_nfa_builder b;
  lyre_nfa_builder_init (&b, fa, (uint64_t) a->n_states + 1);
  for (uint32_t q = 0; q < a->n_states; q++)
    lyre_nfa_add_state (&b, false);
  for (uint32_t q = 0; q < a->n_states && !b.stopped; q++) {
    if (a->final[q])
      lyre_nfa_add_initial (&b, q);
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++)
      lyre_nfa_add_arc (&b, a->edges[i].to, a->edges[i].lo, a->edges[i].hi, q);
  }
  for (uint32_t i = 0; i < a->n_initial && !b.stopped; i++)
    b.final.data[a->initial[i]] = 1;
  return lyre_nfa_finish (&b);
}
