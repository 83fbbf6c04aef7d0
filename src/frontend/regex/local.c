/* Assertions that their neighbours decide.
 *
 * In (?!-)[a-z-]{2}x the look-ahead sees one character, and the part after it
 * has at least one: the three together are the plain language of [a-z-]{2}
 * without what starts with a minus. The same works for look-behind and parts
 * before, and for word boundaries with both. It is done at every level while
 * the tree is made, so that most loops have plain bodies. */
#include <string.h>

#include "frontend/regex/pattern.h"

/* A sequence under work, and a range of it: parts FROM to TO, both included,
 * that become one. */
typedef struct {
  lyre_pt *pt;
  uint32_t n;
  uint32_t *parts;
} sequence;

static const lyre_pt_node *part (const sequence *s, uint32_t i) {
  return lyre_pt_at (s->pt, s->parts[i]);
}

static void replace (sequence *s, uint32_t from, uint32_t to, uint32_t id) {
  s->parts[from] = id;
  memmove (s->parts + from + 1, s->parts + to + 1,
           (s->n - to - 1) * sizeof *s->parts);
  s->n -= to - from;
}

/* The last of the plain parts from I on that together have LEN characters or
 * more; n if there are not enough. */
static uint32_t run_right (const sequence *s, uint32_t i, uint32_t len) {
  for (uint32_t sum = 0; i < s->n && part (s, i)->plain; i++) {
    sum = lyre_pt_plus (sum, part (s, i)->min);
    if (sum >= len)
      return i;
  }
  return s->n;
}

/* The same to the left, up to I: the first of them. */
static uint32_t run_left (const sequence *s, uint32_t i, uint32_t len) {
  uint32_t sum = 0;
  for (i++; i-- > 0 && part (s, i)->plain;) {
    sum = lyre_pt_plus (sum, part (s, i)->min);
    if (sum >= len)
      return i;
  }
  return s->n;
}

static uint32_t piece (const sequence *s, uint32_t from, uint32_t to) {
  return lyre_pt_plain_seq (s->pt, part (s, from)->column, to - from + 1,
                            s->parts + from);
}

/* -------------------------------------------------------------------- look */

static lyre_term look_term (lyre_pt *pt, const lyre_pt_node *look,
                            lyre_term a) {
  lyre_term t = look->behind ? lyre_pt_concat (pt, pt->all, a)
                             : lyre_pt_concat (pt, a, pt->all);
  return look->negative ? lyre_pt_comp (pt, t) : t;
}

static bool reduce_look (sequence *s, uint32_t i, uint32_t *from) {
  lyre_pt_node look = *part (s, i);
  lyre_pt_node body = *lyre_pt_at (s->pt, lyre_pt_kid (s->pt, s->parts[i], 0));
  if (!body.plain || body.max == LYRE_PT_INF || (look.behind && !i))
    return false;
  uint32_t end = look.behind ? run_left (s, i - 1, body.max)
                             : run_right (s, i + 1, body.max);
  if (end == s->n)
    return false;
  uint32_t id = look.behind ? piece (s, end, i - 1) : piece (s, i + 1, end);
  lyre_pt_node p = *lyre_pt_at (s->pt, id);
  lyre_term t =
      lyre_pt_inter (s->pt, p.term, look_term (s->pt, &look, body.term));
  id = lyre_pt_term_node (s->pt, look.column, t, false, p.first, p.last);
  *from = look.behind ? end : i;
  replace (s, *from, look.behind ? i : end, id);
  return true;
}

/* -------------------------------------------------------------------- edge */

static bool is_trivial (lyre_set set, bool outside) {
  return outside && lyre_set_eq (set, lyre_set_all);
}

/* The words of a part that start (or end) in the set. */
static lyre_term restrict_to (lyre_pt *pt, const lyre_pt_node *p, lyre_set set,
                              bool at_end) {
  lyre_set have = at_end ? p->last : p->first;
  if (lyre_set_disjoint (have, set))
    return pt->none;
  if (lyre_set_subset (&pt->arena, have, set))
    return p->term;
  if (p->kind == LYRE_PT_SET)
    return lyre_pt_chars (pt, lyre_set_inter (&pt->arena, have, set));
  lyre_term chars = lyre_pt_chars (pt, set);
  return lyre_pt_inter (pt, p->term,
                        at_end ? lyre_pt_concat (pt, pt->all, chars)
                               : lyre_pt_concat (pt, chars, pt->all));
}

typedef struct {
  bool left, right; /* does the edge look there? */
  bool rest;
} needs;

static needs edge_needs (const lyre_pt_edge *e) {
  needs w = {false, false, false};
  for (uint32_t i = 0; i < e->n; i++) {
    const lyre_pt_case *c = &e->at[i];
    w.left |= !is_trivial (c->left, c->begin);
    w.rest |= c->rest.id != 0;
    w.right |= !c->rest.id && !is_trivial (c->right, c->end);
  }
  return w;
}

/* An edge beside one single character: which ones remain. */
static uint32_t edge_set (lyre_pt *pt, const lyre_pt_node *edge,
                          const lyre_pt_node *p, bool left) {
  lyre_set kept = lyre_set_none;
  for (uint32_t i = 0; i < edge->edge->n; i++) {
    const lyre_pt_case *c = &edge->edge->at[i];
    lyre_set s =
        lyre_set_inter (&pt->arena, p->first, left ? c->left : c->right);
    kept = lyre_set_union (&pt->arena, kept, s);
  }
  return lyre_pt_set_node (pt, edge->column, kept);
}

/* All cases, between the parts L and R; NULL where the edge does not look. */
static uint32_t edge_between (lyre_pt *pt, const lyre_pt_node *edge,
                              const lyre_pt_node *l, const lyre_pt_node *r) {
  lyre_term t = pt->none;
  for (uint32_t i = 0; i < edge->edge->n; i++) {
    const lyre_pt_case *c = &edge->edge->at[i];
    lyre_term a = l ? restrict_to (pt, l, c->left, true) : pt->epsilon;
    lyre_term b = r ? restrict_to (pt, r, c->right, false) : pt->epsilon;
    t = lyre_pt_union (pt, t, lyre_pt_concat (pt, a, b));
  }
  return lyre_pt_term_node (pt, edge->column, t, false, (l ? l : r)->first,
                            (r ? r : l)->last);
}

static bool reduce_edge (sequence *s, uint32_t i, uint32_t *from) {
  lyre_pt_node edge = *part (s, i), l, r;
  needs w = edge_needs (edge.edge);
  if (w.rest || (w.left && !i))
    return false;
  uint32_t lo = w.left ? run_left (s, i - 1, 1) : i;
  uint32_t hi = w.right ? run_right (s, i + 1, 1) : i;
  if (lo == s->n || hi == s->n)
    return false;
  *from = lo;
  if (!w.left && !w.right) {
    replace (s, i, i, lyre_pt_empty (s->pt, edge.column));
    return true;
  }
  if (w.left)
    l = *lyre_pt_at (s->pt, piece (s, lo, i - 1));
  if (w.right)
    r = *lyre_pt_at (s->pt, piece (s, i + 1, hi));
  const lyre_pt_node *only = w.left ? &l : &r;
  bool is_set = w.left != w.right && only->kind == LYRE_PT_SET;
  uint32_t id = is_set ? edge_set (s->pt, &edge, only, w.left)
                       : edge_between (s->pt, &edge, w.left ? &l : NULL,
                                       w.right ? &r : NULL);
  replace (s, lo, hi, id);
  return true;
}

/* ------------------------------------------------------------------- loops */

/* A loop whose body has a fixed length and looks ahead only a little, with
 * enough characters after it: ((?!</a>).)*</a>. */
static bool reduce_loop (sequence *s, uint32_t i, uint32_t *from) {
  lyre_pt *pt = s->pt;
  lyre_pt_node loop = *part (s, i);
  uint32_t body_id = lyre_pt_kid (pt, s->parts[i], 0);
  lyre_pt_node body = *lyre_pt_at (pt, body_id);
  if (body.looks_left || body.min != body.max || !body.min ||
      body.reach == LYRE_PT_INF)
    return false;
  uint32_t need = body.reach > body.max ? body.reach - body.max : 0;
  uint32_t end = need ? run_right (s, i + 1, need) : i;
  if (end == s->n)
    return false;
  uint32_t rest_id =
      need ? piece (s, i + 1, end) : lyre_pt_empty (pt, loop.column);
  lyre_pt_node rest = *lyre_pt_at (pt, rest_id);
  if (rest.min != rest.max)
    return false;
  lyre_term can_start = lyre_pt_can_start (pt, body_id);
  lyre_term t =
      lyre_pt_fixed_loop (pt, &loop, can_start, rest.term, rest.max, false);
  bool nullable = !need && !loop.lo;
  replace (s, i, end,
           lyre_pt_term_node (pt, loop.column, t, nullable, lyre_set_all,
                              need ? rest.last : lyre_set_all));
  *from = i;
  return true;
}

/* ----------------------------------------------------------------- driving */

static bool reduce (sequence *s, uint32_t i, uint32_t *from) {
  switch (part (s, i)->kind) {
  case LYRE_PT_LOOK:
    return reduce_look (s, i, from);
  case LYRE_PT_EDGE:
    return reduce_edge (s, i, from);
  case LYRE_PT_REPEAT:
    return reduce_loop (s, i, from);
  default:
    return false;
  }
}

uint32_t lyre_pt_localize (lyre_pt *pt, uint32_t n, uint32_t *parts) {
  sequence s = {pt, n, parts};
  for (uint32_t i = 0, from; i < s.n; i++) {
    if (part (&s, i)->plain || !reduce (&s, i, &from))
      continue;
    /* The nearest assertion to the left may see more now. */
    for (i = from; i > 0 && part (&s, i)->plain; i--)
      ;
    i--; /* the loop's increment brings us there */
  }
  return s.n;
}
