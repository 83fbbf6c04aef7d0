/* Words for the variables of a system whose inclusions hold. */
#include "core/automata/system_internal.h"

#include <string.h>

typedef struct {
  lyre_system *s;
  lyre_fa fa; /* results in the system's arena */
} chooser;

static const lyre_nfa *language_of (chooser *c, uint32_t x) {
  return lyre_store_get (c->s->store, c->s->facts[x].language);
}

/* The word of X; one of its shortest if it has none so far. */
static const lyre_str *word_of (chooser *c, uint32_t x) {
  if (!c->s->words[x])
    c->s->words[x] = lyre_nfa_shortest (&c->fa, language_of (c, x));
  return c->s->words[x];
}

static const lyre_str *word_of_side (chooser *c, uint32_t n,
                                     const uint32_t *x) {
  const lyre_str **parts = lyre_arena_array (c->fa.arena, const lyre_str *, n);
  for (uint32_t i = 0; i < n; i++)
    if (!(parts[i] = word_of (c, x[i])))
      return NULL;
  return lyre_str_concat (c->fa.arena, n, parts);
}

/* Pieces of W for the variables: the product with W's automaton, whose states
 * are the places between characters. */
static bool cut_word (chooser *c, const lyre_str *w, uint32_t n,
                      const uint32_t *x) {
  lyre_system *s = c->s;
  const lyre_nfa **layers = lyre_arena_array (c->fa.arena, const lyre_nfa *, n);
  for (uint32_t i = 0; i < n; i++)
    layers[i] = language_of (c, x[i]);
  const lyre_nfa *chain = lyre_nfa_word (&c->fa, w);
  lyre_cuts cuts;
  if (!chain)
    return false;
  bool ok = lyre_cuts_init (&cuts, &c->fa, n, layers, chain) &&
            !lyre_cuts_is_empty (&cuts);
  lyre_u32s ends = {0};
  uint32_t from = 0;
  for (uint32_t i = 0; i < n && ok; i++) {
    lyre_cuts_reach (&cuts, i, i ? from : LYRE_NO_STATE, &ends);
    ok = ends.len > 0;
    if (!ok)
      break;
    uint32_t to = i + 1 < n ? ends.data[0] : w->len;
    s->words[x[i]] = lyre_str_slice (c->fa.arena, w, from, to - from);
    from = to;
  }
  lyre_vec_release (s->mem, &ends);
  lyre_cuts_release (&cuts);
  return ok;
}

/* Some x with t(x) = y. */
static const lyre_str *word_before (chooser *c, const lyre_transducer *t,
                                    uint32_t x, const lyre_str *y) {
  lyre_store *store = c->s->store;
  lyre_language l = lyre_store_preimage (store, t, lyre_store_word (store, y));
  l = lyre_store_inter (store, l, c->s->facts[x].language);
  return l == LYRE_NO_LANGUAGE
             ? NULL
             : lyre_nfa_shortest (&c->fa, lyre_store_get (store, l));
}

static bool extend (chooser *c, const lyre_constraint *k, uint32_t target) {
  const lyre_str *w = word_of_side (c, k->n[!target], k->side[!target]);
  if (!w)
    return false;
  if (!k->t)
    return !k->n[target] ? !w->len
                         : cut_word (c, w, k->n[target], k->side[target]);
  uint32_t x = k->side[target][0];
  c->s->words[x] = target ? word_before (c, k->t, x, w)
                          : lyre_transducer_apply (&c->fa, k->t, w);
  return c->s->words[x] != NULL;
}

bool lyre_system_choose_words (lyre_system *s, uint32_t n,
                               const uint32_t *order) {
  chooser c = {s, *lyre_store_fa (s->store)};
  c.fa.arena = &s->arena;
  s->words = lyre_arena_array (&s->arena, const lyre_str *, s->n_vars);
  memset (s->words, 0, s->n_vars * sizeof *s->words);
  for (uint32_t i = n; i-- > 0;)
    if (lyre_poll (s->env, LYRE_POLL_AUTOMATA) ||
        !extend (&c, &s->constraints.data[order[i] / 2], order[i] & 1))
      return false;
  for (uint32_t x = 0; x < s->n_vars; x++)
    if (s->same.data[x] == x && !word_of (&c, x))
      return false;
  return true;
}
