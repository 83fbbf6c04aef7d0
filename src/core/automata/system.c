#include "core/automata/system.h"

#include <string.h>

#include "core/automata/system_internal.h"

enum { QUICK = 64 }; /* cuts tried before languages are refined */

/* -------------------------------------------------------------------- reasons
 *
 * Bits below n_tags are tags; those behind are decisions of the search. */

static uint64_t *new_why (lyre_system *s, lyre_why a) {
  uint64_t *w = lyre_arena_array (&s->arena, uint64_t, s->width);
  memcpy (w, a, s->width * sizeof *w);
  return w;
}

lyre_why lyre_why_union (lyre_system *s, lyre_why a, lyre_why b) {
  bool in_a = true, in_b = true;
  for (uint32_t i = 0; i < s->width; i++) {
    in_a &= !(b[i] & ~a[i]);
    in_b &= !(a[i] & ~b[i]);
  }
  if (in_a || in_b)
    return in_a ? a : b;
  uint64_t *w = new_why (s, a);
  for (uint32_t i = 0; i < s->width; i++)
    w[i] |= b[i];
  return w;
}

bool lyre_why_has (lyre_why a, uint32_t bit) {
  return a[bit / 64] >> (bit % 64) & 1;
}

lyre_why lyre_why_without (lyre_system *s, lyre_why a, uint32_t bit) {
  uint64_t *w = new_why (s, a);
  w[bit / 64] &= ~((uint64_t) 1 << (bit % 64));
  return w;
}

lyre_why lyre_why_with (lyre_system *s, lyre_why a, uint32_t bit) {
  uint64_t *w = new_why (s, a);
  w[bit / 64] |= (uint64_t) 1 << (bit % 64);
  return w;
}

static lyre_system_tags tags_of (lyre_system *s, lyre_why why) {
  lyre_vec_clear (&s->tags);
  for (uint32_t i = 0; i < s->n_tags; i++)
    if (lyre_why_has (why, i))
      lyre_vec_push (s->mem, &s->tags, i);
  return (lyre_system_tags){s->tags.len, s->tags.data};
}

/* ------------------------------------------------------------------- building
 *
 * Until the system is solved, a constraint's tag is known by its number: sets
 * of reasons get their width only when all constraints are there. */

lyre_system *lyre_system_new (lyre_store *store, lyre_env *env, lyre_mem *mem,
                              uint32_t n_tags) {
  lyre_system *s = lyre_alloc (mem, sizeof *s);
  memset (s, 0, sizeof *s);
  s->store = store;
  s->env = env;
  s->mem = mem;
  s->n_tags = n_tags;
  lyre_arena_init (&s->arena, mem);
  return s;
}

void lyre_system_delete (lyre_system *s) {
  lyre_vec_release (s->mem, &s->members);
  lyre_vec_release (s->mem, &s->constraints);
  lyre_vec_release (s->mem, &s->constraint_tags);
  lyre_vec_release (s->mem, &s->same);
  lyre_vec_release (s->mem, &s->undo);
  lyre_vec_release (s->mem, &s->tags);
  lyre_arena_release (&s->arena);
  lyre_free (s->mem, s);
}

uint32_t lyre_system_var (lyre_system *s) {
  lyre_vec_push (s->mem, &s->same, s->n_vars);
  return s->n_vars++;
}

void lyre_system_member (lyre_system *s, uint32_t x, lyre_language l,
                         uint32_t tag) {
  if (l != LYRE_NO_LANGUAGE)
    lyre_vec_push (s->mem, &s->members, ((lyre_member){x, tag, l}));
}

static const uint32_t *copy_side (lyre_system *s, uint32_t n,
                                  const uint32_t *a) {
  uint32_t *out = lyre_arena_array (&s->arena, uint32_t, n);
  if (n)
    memcpy (out, a, n * sizeof *a);
  return out;
}

static void add (lyre_system *s, lyre_constraint c, uint32_t tag) {
  lyre_vec_push (s->mem, &s->constraints, c);
  lyre_vec_push (s->mem, &s->constraint_tags, tag);
}

void lyre_system_equal (lyre_system *s, uint32_t n, const uint32_t *a,
                        uint32_t m, const uint32_t *b, uint32_t tag) {
  lyre_constraint c = {
      {n, m}, {copy_side (s, n, a), copy_side (s, m, b)}, NULL, NULL};
  add (s, c, tag);
}

void lyre_system_apply (lyre_system *s, uint32_t y, const lyre_transducer *t,
                        uint32_t x, uint32_t tag) {
  lyre_constraint c = {
      {1, 1}, {copy_side (s, 1, &y), copy_side (s, 1, &x)}, t, NULL};
  add (s, c, tag);
}

/* ------------------------------------------------------- equal variables */

uint32_t lyre_system_find (const lyre_system *s, uint32_t x) {
  while (s->same.data[x] != x)
    x = s->same.data[x];
  return x;
}

static void narrow_by_member (lyre_system *s, const lyre_member *m) {
  uint32_t x = lyre_system_find (s, m->x);
  lyre_why why = m->tag == LYRE_ALWAYS ? s->nothing
                                       : lyre_why_with (s, s->nothing, m->tag);
  why = lyre_why_union (s, why, s->facts[x].why);
  lyre_language l =
      lyre_store_inter (s->store, s->facts[x].language, m->language);
  if (l != LYRE_NO_LANGUAGE && l != s->facts[x].language)
    s->facts[x] = (lyre_fact){l, why};
}

/* Two classes become one, because of WHY. Languages come later. */
static void unite (lyre_system *s, uint32_t x, uint32_t y, lyre_why why) {
  uint32_t a = lyre_system_find (s, x), b = lyre_system_find (s, y);
  if (a > b) {
    uint32_t c = a;
    a = b;
    b = c;
  }
  why = lyre_why_union (s, why, s->facts[b].why);
  s->facts[a].why = lyre_why_union (s, s->facts[a].why, why);
  s->same.data[b] = a;
}

static bool same_class (lyre_system *s, lyre_constraint *c, uint32_t x,
                        uint32_t y) {
  uint32_t a = lyre_system_find (s, x), b = lyre_system_find (s, y);
  if (a != b)
    return false;
  c->why = lyre_why_union (s, c->why, s->facts[a].why);
  return true;
}

/* Cancels what is equal at both ends. */
static void cancel (lyre_system *s, lyre_constraint *c) {
  while (c->n[0] && c->n[1] &&
         same_class (s, c, c->side[0][0], c->side[1][0])) {
    for (uint32_t k = 0; k < 2; k++) {
      c->side[k]++;
      c->n[k]--;
    }
  }
  while (c->n[0] && c->n[1] &&
         same_class (s, c, c->side[0][c->n[0] - 1], c->side[1][c->n[1] - 1])) {
    c->n[0]--;
    c->n[1]--;
  }
}

static void drop_constraint (lyre_system *s, uint32_t i) {
  s->constraints.data[i] = s->constraints.data[--s->constraints.len];
}

/* Equal variables are united, equations become shorter. True if something
 * was united. */
static bool unite_equations (lyre_system *s) {
  bool changed = false;
  for (uint32_t i = 0; i < s->constraints.len; i++) {
    lyre_constraint *c = &s->constraints.data[i];
    if (c->t)
      continue;
    cancel (s, c);
    bool done = !c->n[0] && !c->n[1];
    if (c->n[0] == 1 && c->n[1] == 1) {
      unite (s, c->side[0][0], c->side[1][0], c->why);
      changed = done = true;
    }
    if (done)
      drop_constraint (s, i--);
  }
  return changed;
}

/* The same transducer of the same argument has the same value. */
static bool unite_applications (lyre_system *s) {
  bool changed = false;
  lyre_map seen = {0}; /* (t, x) -> constraint + 1 */
  for (uint32_t i = 0; i < s->constraints.len; i++) {
    lyre_constraint *c = &s->constraints.data[i];
    if (!c->t)
      continue;
    uint32_t x = lyre_system_find (s, c->side[1][0]);
    uint64_t key = (uint64_t) (uintptr_t) c->t * 0x9E3779B97F4A7C15u + x;
    uint64_t *other = lyre_map_at (s->mem, &seen, key);
    if (!*other) {
      *other = (uint64_t) i + 1;
      continue;
    }
    lyre_constraint *d = &s->constraints.data[*other - 1];
    if (d->t != c->t || lyre_system_find (s, d->side[1][0]) != x)
      continue; /* two pairs with one key: nothing is lost but an equality */
    lyre_why why = lyre_why_union (s, c->why, s->facts[x].why);
    unite (s, c->side[0][0], d->side[0][0], lyre_why_union (s, why, d->why));
    drop_constraint (s, i--);
    changed = true;
  }
  lyre_map_release (s->mem, &seen);
  return changed;
}

static void name_representatives (lyre_system *s) {
  for (uint32_t i = 0; i < s->constraints.len; i++)
    for (uint32_t k = 0; k < 2; k++) {
      lyre_constraint *c = &s->constraints.data[i];
      uint32_t *side = lyre_arena_array (&s->arena, uint32_t, c->n[k]);
      for (uint32_t j = 0; j < c->n[k]; j++)
        side[j] = lyre_system_find (s, c->side[k][j]);
      c->side[k] = side;
    }
}

/* --------------------------------------------------------------- languages */

lyre_why lyre_constraint_why (lyre_system *s, const lyre_constraint *c) {
  lyre_why why = c->why;
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < c->n[k]; i++)
      why = lyre_why_union (s, why, s->facts[c->side[k][i]].why);
  return why;
}

bool lyre_system_narrow (lyre_system *s, uint32_t x, lyre_language l,
                         lyre_why why) {
  if (l == LYRE_NO_LANGUAGE || l == s->facts[x].language)
    return true;
  lyre_vec_push (s->mem, &s->undo, ((lyre_undo){x, s->facts[x]}));
  s->facts[x] = (lyre_fact){l, lyre_why_union (s, why, s->facts[x].why)};
  return !lyre_store_is_empty (s->store, l);
}

lyre_language lyre_system_side (lyre_system *s, const lyre_constraint *c,
                                uint32_t side) {
  lyre_language l = lyre_store_word (s->store, &lyre_str_empty);
  for (uint32_t i = c->n[side]; i-- > 0;) {
    lyre_language x = s->facts[c->side[side][i]].language;
    l = i + 1 == c->n[side] ? x : lyre_store_concat (s->store, x, l);
  }
  return l;
}

bool lyre_system_is_fixed (const lyre_system *s, uint32_t x) {
  const lyre_nfa *a = lyre_store_get (s->store, s->facts[x].language);
  if (a->n_edges + 1 != a->n_states || a->n_initial != 1)
    return false;
  for (uint32_t q = 0; q < a->n_states; q++) {
    uint32_t out = a->first[q + 1] - a->first[q];
    const lyre_edge *e = &a->edges[a->first[q]];
    if (out > 1 || (out && (e->lo != e->hi || a->final[q])))
      return false;
  }
  return true;
}

/* ----------------------------------------------------------------- solving */

static void start (lyre_system *s) {
  uint32_t bits = s->n_tags + 2 * s->constraints.len + 1;
  s->width = (bits + 63) / 64;
  uint64_t *none = lyre_arena_array (&s->arena, uint64_t, s->width);
  memset (none, 0, s->width * sizeof *none);
  s->nothing = none;
  s->facts = lyre_arena_array (&s->arena, lyre_fact, s->n_vars);
  s->first = lyre_arena_array (&s->arena, lyre_fact, s->n_vars);
  for (uint32_t x = 0; x < s->n_vars; x++)
    s->facts[x] = (lyre_fact){lyre_store_all (s->store), s->nothing};
  for (uint32_t i = 0; i < s->constraints.len; i++) {
    uint32_t tag = s->constraint_tags.data[i];
    s->constraints.data[i].why =
        tag == LYRE_ALWAYS ? s->nothing : lyre_why_with (s, s->nothing, tag);
  }
}

/* Why some variable has no word left, if one has. */
static lyre_why empty_language (lyre_system *s) {
  for (uint32_t x = 0; x < s->n_vars; x++)
    if (s->same.data[x] == x &&
        lyre_store_is_empty (s->store, s->facts[x].language))
      return s->facts[x].why;
  return NULL;
}

static void set_languages (lyre_system *s) {
  for (uint32_t i = 0; i < s->members.len && !s->env->stop; i++)
    narrow_by_member (s, &s->members.data[i]);
  s->refuted = empty_language (s);
}

static void normalise (lyre_system *s) {
  bool more = true;
  while (more && !lyre_poll (s->env, LYRE_POLL_AUTOMATA)) {
    more = unite_equations (s);
    more |= unite_applications (s);
  }
  name_representatives (s);
}

static void save_facts (lyre_system *s) {
  if (s->n_vars)
    memcpy (s->first, s->facts, s->n_vars * sizeof *s->facts);
}

static void restore_facts (lyre_system *s) {
  if (s->n_vars)
    memcpy (s->facts, s->first, s->n_vars * sizeof *s->facts);
  lyre_vec_clear (&s->undo);
}

/* From what is given to the fixpoint. */
static void refine (lyre_system *s) {
  restore_facts (s);
  lyre_system_refine (s);
  save_facts (s);
  s->refined = true;
}

/* A short search comes first: refined languages cut off branches, but they are
 * larger, and a system with many solutions does not need them. */
lyre_system_answer lyre_system_solve (lyre_system *s, uint32_t effort) {
  start (s);
  normalise (s);
  set_languages (s);
  save_facts (s);
  if (s->refuted)
    return LYRE_SYSTEM_NO;
  lyre_system_answer a = LYRE_SYSTEM_OPEN;
  if (!s->env->stop)
    a = lyre_system_search (s, effort < QUICK ? effort : QUICK, false);
  if (a != LYRE_SYSTEM_OPEN || s->env->stop)
    return a;
  refine (s);
  if (s->refuted)
    return LYRE_SYSTEM_NO;
  return s->env->stop ? LYRE_SYSTEM_OPEN : lyre_system_search (s, effort, true);
}

const lyre_str *lyre_system_word (lyre_system *s, uint32_t x) {
  return s->words[lyre_system_find (s, x)];
}

lyre_system_tags lyre_system_core (lyre_system *s) {
  return tags_of (s, s->refuted);
}

lyre_language lyre_system_language (lyre_system *s, uint32_t x,
                                    lyre_system_tags *why) {
  if (!s->refined)
    refine (s);
  lyre_fact f = s->first[lyre_system_find (s, x)];
  *why = tags_of (s, f.why);
  return f.language;
}
