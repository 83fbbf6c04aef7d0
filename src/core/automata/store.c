#include "core/automata/store.h"

#include <string.h>

#include "core/automata/nfa_internal.h"

typedef enum {
  OP_LENGTH,
  OP_REGEX,
  OP_INTER,
  OP_CONCAT,
  OP_SUBSET,
  OP_IMAGE,
  OP_PREIMAGE
} operation;

typedef struct {
  operation op;
  uint32_t a;
  uint64_t b;
  uint32_t result; /* plus one; 0 while the slot is free */
} memo;

struct lyre_store {
  lyre_mem *mem;
  lyre_arena kept; /* automata */
  lyre_arena work; /* of one operation */
  lyre_fa fa, inner;
  size_t max_bytes, bytes;
  uint32_t time;
  lyre_vec (const lyre_nfa *) automata;
  lyre_map by_content; /* hash, or the next free key behind it -> number + 1 */
  memo *memos;
  uint32_t n_memos, cap; /* cap is a power of two */
  lyre_language none, all;
};

/* ------------------------------------------------------------------ contents
 */

static uint32_t hash_of (const lyre_nfa *a) {
  uint32_t h = lyre_hash_mix (a->n_states, a->n_initial);
  h = lyre_hash_bytes (a->edges, a->n_edges * sizeof *a->edges, h);
  h = lyre_hash_bytes (a->initial, a->n_initial * sizeof *a->initial, h);
  return lyre_hash_bytes (a->final, a->n_states, h);
}

static bool same_bytes (const void *a, const void *b, size_t n) {
  return !n || !memcmp (a, b, n);
}

static bool same_automaton (const lyre_nfa *a, const lyre_nfa *b) {
  return a->n_states == b->n_states && a->n_edges == b->n_edges &&
         a->n_initial == b->n_initial &&
         same_bytes (a->first, b->first, a->n_states * sizeof *a->first) &&
         same_bytes (a->edges, b->edges, a->n_edges * sizeof *a->edges) &&
         same_bytes (a->initial, b->initial,
                     a->n_initial * sizeof *a->initial) &&
         same_bytes (a->final, b->final, a->n_states);
}

static size_t size_of (const lyre_nfa *a) {
  return sizeof *a + a->n_edges * sizeof *a->edges +
         a->n_initial * sizeof *a->initial +
         a->n_states * (sizeof *a->first + 1);
}

static lyre_language intern (lyre_store *s, const lyre_nfa *a) {
  uint64_t key = hash_of (a);
  for (;; key += (uint64_t) 1 << 32) {
    uint64_t *slot = lyre_map_at (s->mem, &s->by_content, key);
    if (!*slot) {
      const lyre_nfa *copy = lyre_nfa_keep (&s->fa, a);
      if (!copy)
        return LYRE_NO_LANGUAGE;
      s->bytes += size_of (copy);
      lyre_vec_push (s->mem, &s->automata, copy);
      *slot = s->automata.len;
      return s->automata.len - 1;
    }
    if (same_automaton (a, s->automata.data[*slot - 1]))
      return (lyre_language) *slot - 1;
  }
}

lyre_language lyre_store_put (lyre_store *s, const lyre_nfa *a) {
  if (!a || lyre_store_is_full (s))
    return LYRE_NO_LANGUAGE;
  const lyre_nfa *small = lyre_nfa_reduce (&s->inner, a);
  return intern (s, small ? small : a);
}

const lyre_nfa *lyre_store_get (const lyre_store *s, lyre_language l) {
  return s->automata.data[l];
}

/* -------------------------------------------------------------------- memory
 */

static void start (lyre_store *s) {
  s->none = lyre_store_put (s, lyre_nfa_none (&s->inner));
  s->all = lyre_store_put (s, lyre_nfa_all (&s->inner));
  lyre_arena_clear (&s->work);
}

lyre_store *lyre_store_new (lyre_env *env, lyre_mem *mem, uint32_t max_states,
                            size_t max_bytes) {
  lyre_store *s = lyre_alloc (mem, sizeof *s);
  memset (s, 0, sizeof *s);
  s->mem = mem;
  s->max_bytes = max_bytes;
  lyre_arena_init (&s->kept, mem);
  lyre_arena_init (&s->work, mem);
  s->fa = (lyre_fa){env, &s->kept, mem, max_states, false};
  s->inner = (lyre_fa){env, &s->work, mem, max_states, false};
  start (s);
  return s;
}

static void forget (lyre_store *s) {
  lyre_vec_release (s->mem, &s->automata);
  lyre_map_release (s->mem, &s->by_content);
  lyre_free (s->mem, s->memos);
  s->memos = NULL;
  s->n_memos = s->cap = 0;
  s->bytes = 0;
}

void lyre_store_delete (lyre_store *s) {
  forget (s);
  lyre_arena_release (&s->kept);
  lyre_arena_release (&s->work);
  lyre_free (s->mem, s);
}

bool lyre_store_is_full (const lyre_store *s) {
  return s->bytes > s->max_bytes;
}

void lyre_store_clear (lyre_store *s) {
  forget (s);
  lyre_arena_clear (&s->kept);
  s->time++;
  start (s);
}

uint32_t lyre_store_time (const lyre_store *s) {
  return s->time;
}

lyre_fa *lyre_store_fa (lyre_store *s) {
  return &s->fa;
}

/* --------------------------------------------------------------------- memos
 */

static uint32_t hash_memo (operation op, uint32_t a, uint64_t b) {
  uint32_t h = lyre_hash_mix ((uint32_t) op + 1, a);
  h = lyre_hash_mix (h, (uint32_t) b);
  return lyre_hash_mix (h, (uint32_t) (b >> 32));
}

static memo *place (memo *memos, uint32_t cap, operation op, uint32_t a,
                    uint64_t b) {
  uint32_t i = hash_memo (op, a, b) & (cap - 1);
  while (memos[i].result &&
         (memos[i].op != op || memos[i].a != a || memos[i].b != b))
    i = (i + 1) & (cap - 1);
  return &memos[i];
}

static void grow (lyre_store *s) {
  uint32_t cap = s->cap ? 2 * s->cap : 256;
  memo *bigger = lyre_alloc (s->mem, cap * sizeof *bigger);
  memset (bigger, 0, cap * sizeof *bigger);
  for (uint32_t i = 0; i < s->cap; i++)
    if (s->memos[i].result)
      *place (bigger, cap, s->memos[i].op, s->memos[i].a, s->memos[i].b) =
          s->memos[i];
  lyre_free (s->mem, s->memos);
  s->memos = bigger;
  s->cap = cap;
  s->bytes += cap / 2 * sizeof *bigger;
}

static bool recall (const lyre_store *s, operation op, uint32_t a, uint64_t b,
                    uint32_t *result) {
  if (!s->cap)
    return false;
  const memo *m = place (s->memos, s->cap, op, a, b);
  if (m->result)
    *result = m->result - 1;
  return m->result != 0;
}

/* What was stopped, or had no room, may work out next time; what was too large
 * stays so. Results are below UINT32_MAX - 1, and TOO_LARGE is that. */
#define TOO_LARGE (UINT32_MAX - 1)

static void remember (lyre_store *s, operation op, uint32_t a, uint64_t b,
                      uint32_t result) {
  if (s->fa.env->stop || lyre_store_is_full (s))
    return;
  if (2 * (s->n_memos + 1) > s->cap)
    grow (s);
  *place (s->memos, s->cap, op, a, b) = (memo){op, a, b, result + 1};
  s->n_memos++;
}

/* The result of an operation just done goes into the store. */
static lyre_language keep (lyre_store *s, operation op, uint32_t a, uint64_t b,
                           const lyre_nfa *result) {
  lyre_language l = lyre_store_put (s, result);
  lyre_arena_clear (&s->work);
  remember (s, op, a, b, l == LYRE_NO_LANGUAGE ? TOO_LARGE : l);
  return l;
}

static lyre_language known (uint32_t result) {
  return result == TOO_LARGE ? LYRE_NO_LANGUAGE : result;
}

/* ---------------------------------------------------------------- operations
 */

lyre_language lyre_store_none (lyre_store *s) {
  return s->none;
}

lyre_language lyre_store_all (lyre_store *s) {
  return s->all;
}

lyre_language lyre_store_word (lyre_store *s, const lyre_str *w) {
  if (w->len >= s->fa.max_states)
    return LYRE_NO_LANGUAGE;
  const lyre_nfa *a = lyre_nfa_word (&s->inner, w);
  lyre_language l =
      a && !lyre_store_is_full (s) ? intern (s, a) : LYRE_NO_LANGUAGE;
  lyre_arena_clear (&s->work);
  return l;
}

lyre_language lyre_store_length (lyre_store *s, uint32_t len) {
  uint32_t r;
  if (recall (s, OP_LENGTH, len, 0, &r))
    return known (r);
  const lyre_nfa *one = lyre_nfa_chars (&s->inner, lyre_charset_all);
  const lyre_nfa *a = one ? lyre_nfa_loop (&s->inner, one, len, len) : NULL;
  return keep (s, OP_LENGTH, len, 0, a);
}

lyre_language lyre_store_regex (lyre_store *s, lyre_re_pool *pool, lyre_re re) {
  uint32_t r;
  if (recall (s, OP_REGEX, re.id, 0, &r))
    return known (r);
  return keep (s, OP_REGEX, re.id, 0, lyre_nfa_from_re (&s->inner, pool, re));
}

lyre_language lyre_store_inter (lyre_store *s, lyre_language a,
                                lyre_language b) {
  uint32_t r;
  if (a == LYRE_NO_LANGUAGE || b == LYRE_NO_LANGUAGE)
    return LYRE_NO_LANGUAGE;
  if (a == b || b == s->all || a == s->none)
    return a;
  if (a == s->all || b == s->none)
    return b;
  if (a > b) {
    lyre_language c = a;
    a = b;
    b = c;
  }
  if (recall (s, OP_INTER, a, b, &r))
    return known (r);
  const lyre_nfa *p =
      lyre_nfa_product (&s->inner, s->automata.data[a], s->automata.data[b]);
  return keep (s, OP_INTER, a, b, p);
}

lyre_language lyre_store_concat (lyre_store *s, lyre_language a,
                                 lyre_language b) {
  uint32_t r;
  if (a == LYRE_NO_LANGUAGE || b == LYRE_NO_LANGUAGE)
    return LYRE_NO_LANGUAGE;
  if (recall (s, OP_CONCAT, a, b, &r))
    return known (r);
  const lyre_nfa *c =
      lyre_nfa_concat (&s->inner, s->automata.data[a], s->automata.data[b]);
  return keep (s, OP_CONCAT, a, b, c);
}

lyre_language lyre_store_image (lyre_store *s, const lyre_transducer *t,
                                lyre_language a) {
  uint32_t r;
  if (a == LYRE_NO_LANGUAGE)
    return a;
  if (recall (s, OP_IMAGE, a, (uintptr_t) t, &r))
    return known (r);
  const lyre_nfa *i = lyre_transducer_image (&s->inner, t, s->automata.data[a]);
  return keep (s, OP_IMAGE, a, (uintptr_t) t, i);
}

lyre_language lyre_store_preimage (lyre_store *s, const lyre_transducer *t,
                                   lyre_language a) {
  uint32_t r;
  if (a == LYRE_NO_LANGUAGE || a == s->all)
    return a;
  if (recall (s, OP_PREIMAGE, a, (uintptr_t) t, &r))
    return known (r);
  const lyre_nfa *p =
      lyre_transducer_preimage (&s->inner, t, s->automata.data[a]);
  return keep (s, OP_PREIMAGE, a, (uintptr_t) t, p);
}

lyre_re_answer lyre_store_subset (lyre_store *s, lyre_language a,
                                  lyre_language b) {
  uint32_t r;
  if (a == LYRE_NO_LANGUAGE || b == LYRE_NO_LANGUAGE)
    return LYRE_RE_GAVE_UP;
  if (a == b || b == s->all || a == s->none)
    return LYRE_RE_YES;
  if (recall (s, OP_SUBSET, a, b, &r))
    return (lyre_re_answer) r;
  lyre_re_answer answer = lyre_nfa_subset (&s->inner, s->automata.data[a],
                                           s->automata.data[b], NULL);
  lyre_arena_clear (&s->work);
  remember (s, OP_SUBSET, a, b, (uint32_t) answer);
  return answer;
}
