/* Languages of variables, refined through the constraints to a fixpoint. */
#include "core/automata/system_internal.h"

#include <string.h>

enum {
  VISITS = 12,       /* of a constraint, on average */
  MAX_REFINED = 3000 /* states; larger results are not taken */
};

typedef struct {
  lyre_system *s;
  lyre_u32s queue; /* constraints, from HEAD on */
  uint32_t head;
  uint8_t *queued;
  uint32_t *first, *uses; /* constraints of each variable */
  uint32_t visits;
} refinement;

static void enqueue (refinement *r, uint32_t c) {
  if (r->queued[c])
    return;
  r->queued[c] = 1;
  lyre_vec_push (r->s->mem, &r->queue, c);
}

/* True if X has changed. */
static bool narrow (refinement *r, uint32_t x, lyre_language l, lyre_why why) {
  lyre_system *s = r->s;
  if (l == LYRE_NO_LANGUAGE || l == s->facts[x].language ||
      lyre_store_get (s->store, l)->n_states > MAX_REFINED ||
      lyre_store_subset (s->store, s->facts[x].language, l) == LYRE_RE_YES)
    return false;
  if (!lyre_system_narrow (s, x, l, why) && !s->refuted)
    s->refuted = s->facts[x].why;
  for (uint32_t i = r->first[x]; i < r->first[x + 1]; i++)
    enqueue (r, r->uses[i]);
  return true;
}

static void refine_application (refinement *r, const lyre_constraint *c) {
  lyre_system *s = r->s;
  uint32_t y = c->side[0][0], x = c->side[1][0];
  lyre_language a = s->facts[x].language, b = s->facts[y].language;
  lyre_why why = lyre_constraint_why (s, c);
  lyre_language image = lyre_store_image (s->store, c->t, a);
  narrow (r, y, lyre_store_inter (s->store, b, image), why);
  if (s->refuted)
    return;
  b = s->facts[y].language;
  lyre_language pre = lyre_store_preimage (s->store, c->t, b);
  narrow (r, x, lyre_store_inter (s->store, a, pre), why);
}

/* The variables of one side, by what the other side can be. */
static void refine_sources (refinement *r, const lyre_constraint *c,
                            uint32_t target) {
  lyre_system *s = r->s;
  uint32_t n = c->n[!target];
  const uint32_t *x = c->side[!target];
  lyre_language a = lyre_system_side (s, c, target);
  if (!n || a == LYRE_NO_LANGUAGE || a == lyre_store_all (s->store))
    return;
  lyre_why why = lyre_constraint_why (s, c);
  if (n == 1) {
    narrow (r, x[0], lyre_store_inter (s->store, s->facts[x[0]].language, a),
            why);
    return;
  }
  lyre_mark mark = lyre_arena_mark (&s->env->scratch);
  const lyre_nfa **layers =
      lyre_arena_array (&s->env->scratch, const lyre_nfa *, n);
  for (uint32_t i = 0; i < n; i++)
    layers[i] = lyre_store_get (s->store, s->facts[x[i]].language);
  lyre_arena inside;
  lyre_arena_init (&inside, s->mem);
  lyre_fa fa = *lyre_store_fa (s->store);
  fa.arena = &inside;
  lyre_cuts cuts;
  bool ok =
      lyre_cuts_init (&cuts, &fa, n, layers, lyre_store_get (s->store, a));
  if (ok && lyre_cuts_is_empty (&cuts))
    s->refuted = why;
  for (uint32_t i = 0; i < n && ok && !s->refuted; i++) {
    const lyre_nfa *part =
        lyre_cuts_segment (&cuts, &fa, i, LYRE_NO_STATE, LYRE_NO_STATE);
    lyre_language l = lyre_store_put (s->store, part);
    l = lyre_store_inter (s->store, l, s->facts[x[i]].language);
    narrow (r, x[i], l, why);
  }
  lyre_cuts_release (&cuts);
  lyre_arena_release (&inside);
  lyre_arena_cut (&s->env->scratch, mark);
}

static void refine_constraint (refinement *r, uint32_t i) {
  const lyre_constraint *c = &r->s->constraints.data[i];
  if (c->t)
    refine_application (r, c);
  else
    for (uint32_t k = 0; k < 2 && !r->s->refuted; k++)
      refine_sources (r, c, k);
}

/* Which constraints a variable is in. */
static void find_uses (refinement *r, lyre_arena *arena) {
  lyre_system *s = r->s;
  uint32_t total = 0;
  for (uint32_t i = 0; i < s->constraints.len; i++)
    total += s->constraints.data[i].n[0] + s->constraints.data[i].n[1];
  r->first = lyre_arena_array (arena, uint32_t, s->n_vars + 2);
  r->uses = lyre_arena_array (arena, uint32_t, total);
  memset (r->first, 0, (s->n_vars + 2) * sizeof *r->first);
  for (uint32_t pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < s->constraints.len; i++)
      for (uint32_t k = 0; k < 2; k++)
        for (uint32_t j = 0; j < s->constraints.data[i].n[k]; j++) {
          uint32_t x = s->constraints.data[i].side[k][j];
          if (pass)
            r->uses[r->first[x + 1]++] = i;
          else
            r->first[x + 2]++;
        }
    for (uint32_t x = 0; x <= s->n_vars && !pass; x++)
      r->first[x + 1] += r->first[x];
  }
}

void lyre_system_refine (lyre_system *s) {
  lyre_mark mark = lyre_arena_mark (&s->env->scratch);
  uint32_t n = s->constraints.len;
  refinement r = {.s = s};
  r.queued = lyre_arena_array (&s->env->scratch, uint8_t, n);
  memset (r.queued, 0, n);
  find_uses (&r, &s->env->scratch);
  for (uint32_t i = 0; i < n; i++)
    enqueue (&r, i);
  while (r.head < r.queue.len && !s->refuted && r.visits++ < VISITS * n &&
         !lyre_poll (s->env, LYRE_POLL_AUTOMATA)) {
    uint32_t c = r.queue.data[r.head++];
    r.queued[c] = 0;
    refine_constraint (&r, c);
  }
  lyre_vec_release (s->mem, &r.queue);
  lyre_vec_clear (&s->undo); /* this is where the search starts */
  lyre_arena_cut (&s->env->scratch, mark);
}
