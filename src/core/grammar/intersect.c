/* Bar-Hillel's construction. A triple (p, A, q) stands for the words of A that
 * lead from state p to state q. Triples that have a word are found bottom up;
 * then those that the whole language needs are turned into a grammar, top
 * down. */
#include <string.h>

#include "core/automata/nfa_internal.h"
#include "core/grammar/normal.h"

typedef struct {
  uint32_t p, a, q;
  uint32_t next_from, next_to; /* others with the same (a, p), (a, q); + 1 */
} triple;

typedef struct {
  lyre_fa *fa;
  const lyre_cfn *g;
  const lyre_nfa *m;
  lyre_cfn_uses uses;
  lyre_vec (triple) triples;
  lyre_map number;   /* triple to index, plus one */
  lyre_map from, to; /* (a, p), (a, q) to a list of triples */
  /* Building. */
  lyre_cfn_builder out;
  uint32_t *node; /* per triple: its nonterminal, plus one */
  lyre_u32s work;
} product;

/* Keys are exact: |a| * n² fits in 64 bits for all sizes we can hold. */
static uint64_t key2 (const product *x, uint32_t a, uint32_t q) {
  return (uint64_t) a * x->m->n_states + q;
}

static uint64_t key3 (const product *x, uint32_t p, uint32_t a, uint32_t q) {
  return key2 (x, a, p) * x->m->n_states + q;
}

static bool too_many (const product *x) {
  return x->triples.len >= x->fa->max_states;
}

static void add (product *x, uint32_t p, uint32_t a, uint32_t q) {
  lyre_mem *mem = x->fa->mem;
  uint64_t *slot = lyre_map_at (mem, &x->number, key3 (x, p, a, q));
  if (*slot || too_many (x))
    return;
  *slot = (uint64_t) x->triples.len + 1;
  uint64_t *from = lyre_map_at (mem, &x->from, key2 (x, a, p));
  uint64_t *to = lyre_map_at (mem, &x->to, key2 (x, a, q));
  triple t = {p, a, q, (uint32_t) *from, (uint32_t) *to};
  lyre_vec_push (mem, &x->triples, t);
  *from = *to = x->triples.len;
}

static uint32_t find (const product *x, uint32_t p, uint32_t a, uint32_t q) {
  const uint64_t *slot = lyre_map_find (&x->number, key3 (x, p, a, q));
  return slot ? (uint32_t) *slot : 0;
}

static uint32_t list (const lyre_map *lists, uint64_t key) {
  const uint64_t *head = lyre_map_find (lists, key);
  return head ? (uint32_t) *head : 0;
}

/* --------------------------------------------------------------- saturation */

static bool meets (lyre_charset s, const lyre_edge *e) {
  uint32_t lo = 0, hi = s.n;
  while (lo < hi) { /* the first interval that ends at e->lo or later */
    uint32_t mid = lo + (hi - lo) / 2;
    if (s.at[mid].hi < e->lo)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < s.n && s.at[lo].lo <= e->hi;
}

static bool add_chars (product *x) {
  for (uint32_t a = 0; a < x->g->n; a++) {
    if (!x->g->chars[a].n)
      continue;
    if (lyre_fa_stop (x->fa))
      return false;
    for (uint32_t p = 0; p < x->m->n_states; p++)
      for (const lyre_edge *e = lyre_nfa_row (x->m, p);
           e < lyre_nfa_row_end (x->m, p); e++)
        if (meets (x->g->chars[a], e))
          add (x, p, a, e->to);
  }
  return true;
}

static void combine (product *x, triple t) {
  const lyre_cfn *g = x->g;
  const lyre_cfn_uses *u = &x->uses;
  for (uint32_t i = u->first_unit[t.a]; i < u->first_unit[t.a + 1]; i++)
    add (x, t.p, g->units[u->units[i]].lhs, t.q);
  for (uint32_t i = u->first_left[t.a]; i < u->first_left[t.a + 1]; i++) {
    const lyre_cfg_pair *r = &g->pairs[u->lefts[i]];
    for (uint32_t k = list (&x->from, key2 (x, r->right, t.q)); k;
         k = x->triples.data[k - 1].next_from)
      add (x, t.p, r->lhs, x->triples.data[k - 1].q);
  }
  for (uint32_t i = u->first_right[t.a]; i < u->first_right[t.a + 1]; i++) {
    const lyre_cfg_pair *r = &g->pairs[u->rights[i]];
    for (uint32_t k = list (&x->to, key2 (x, r->left, t.p)); k;
         k = x->triples.data[k - 1].next_to)
      add (x, x->triples.data[k - 1].p, r->lhs, t.q);
  }
}

static bool saturate (product *x) {
  if (!add_chars (x))
    return false;
  for (uint32_t i = 0; i < x->triples.len; i++) {
    if (lyre_fa_stop (x->fa))
      return false;
    combine (x, x->triples.data[i]);
  }
  x->fa->gave_up |= too_many (x);
  return !too_many (x);
}

/* ----------------------------------------------------------------- building */

/* The characters of A on the edges from P to Q. */
static lyre_charset chars_between (product *x, triple t) {
  lyre_charset s = lyre_charset_none;
  if (!x->g->chars[t.a].n)
    return s;
  for (const lyre_edge *e = lyre_nfa_row (x->m, t.p);
       e < lyre_nfa_row_end (x->m, t.p); e++)
    if (e->to == t.q && meets (x->g->chars[t.a], e)) {
      lyre_charset edge = lyre_charset_range (x->fa->arena, e->lo, e->hi);
      lyre_charset both =
          lyre_charset_inter (x->fa->arena, x->g->chars[t.a], edge);
      s = s.n ? lyre_charset_union (x->fa->arena, s, both) : both;
    }
  return s;
}

/* The nonterminal of a triple, by index plus one. */
static uint32_t node_of (product *x, uint32_t index) {
  if (!x->node[index - 1]) {
    triple t = x->triples.data[index - 1];
    x->node[index - 1] = lyre_cfn_add (&x->out, chars_between (x, t)) + 1;
    lyre_vec_push (x->fa->mem, &x->work, index - 1);
  }
  return x->node[index - 1] - 1;
}

static void add_rules (product *x, uint32_t index) {
  const lyre_cfn *g = x->g;
  triple t = x->triples.data[index];
  uint32_t lhs = x->node[index] - 1;
  for (uint32_t i = g->first_unit[t.a]; i < g->first_unit[t.a + 1]; i++) {
    uint32_t k = find (x, t.p, g->units[i].to, t.q);
    if (k)
      lyre_cfn_add_unit (&x->out, lhs, node_of (x, k));
  }
  for (uint32_t i = g->first_pair[t.a]; i < g->first_pair[t.a + 1]; i++) {
    const lyre_cfg_pair *r = &g->pairs[i];
    for (uint32_t k = list (&x->from, key2 (x, r->left, t.p)); k;
         k = x->triples.data[k - 1].next_from) {
      uint32_t rest = find (x, x->triples.data[k - 1].q, r->right, t.q);
      if (rest)
        lyre_cfn_add_pair (&x->out, lhs, node_of (x, k), node_of (x, rest));
    }
  }
}

static uint32_t add_start (product *x) {
  const lyre_nfa *m = x->m;
  uint32_t start = lyre_cfn_add (&x->out, lyre_charset_none);
  for (uint32_t i = 0; i < m->n_initial; i++)
    for (uint32_t q = 0; q < m->n_states; q++) {
      uint32_t k = m->final[q] ? find (x, m->initial[i], x->g->start, q) : 0;
      if (k)
        lyre_cfn_add_unit (&x->out, start, node_of (x, k));
    }
  return start;
}

static const lyre_cfn *build (product *x) {
  x->node = lyre_alloc (x->fa->mem, ((size_t) x->triples.len + 1) * 4);
  memset (x->node, 0, ((size_t) x->triples.len + 1) * 4);
  lyre_cfn_builder_init (&x->out, x->fa);
  x->out.nullable = x->g->nullable && lyre_nfa_has_empty_word (x->m);
  uint32_t start = add_start (x);
  while (x->work.len && !lyre_fa_stop (x->fa))
    add_rules (x, lyre_vec_pop (&x->work));
  lyre_free (x->fa->mem, x->node);
  return lyre_cfn_finish (&x->out, start);
}

const lyre_cfn *lyre_cfn_intersect (lyre_fa *fa, const lyre_cfn *g,
                                    const lyre_nfa *m) {
  product x = {.fa = fa, .g = g, .m = m};
  lyre_cfn_uses_init (&x.uses, fa->mem, g);
  const lyre_cfn *result = saturate (&x) ? build (&x) : NULL;
  lyre_cfn_uses_release (&x.uses, fa->mem);
  lyre_vec_release (fa->mem, &x.triples);
  lyre_vec_release (fa->mem, &x.work);
  lyre_map_release (fa->mem, &x.number);
  lyre_map_release (fa->mem, &x.from);
  lyre_map_release (fa->mem, &x.to);
  return result;
}
