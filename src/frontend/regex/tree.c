/* The parsed pattern. Parts are made before wholes, and each constructor says
 * at once what can be said: whether the part is plain, and then its language;
 * lengths; what it looks at. */
#include "base/assert.h"
#include "frontend/regex/pattern.h"

static uint32_t add (lyre_pt *pt, lyre_pt_node n) {
  lyre_vec_push (&pt->mem, &pt->nodes, n);
  return pt->nodes.len - 1;
}

static uint32_t add_kids (lyre_pt *pt, uint32_t n, const uint32_t *parts) {
  uint32_t at = pt->kids.len;
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (&pt->mem, &pt->kids, parts[i]);
  return at;
}

/* What a whole sees, its parts see. */
static void inherit (lyre_pt_node *n, const lyre_pt_node *part) {
  n->looks_left |= part->looks_left;
  n->far_left |= part->far_left;
  n->far_right |= part->far_right;
}

/* ------------------------------------------------------------ plain leaves */

uint32_t lyre_pt_term_node (lyre_pt *pt, uint32_t column, lyre_term t,
                            bool nullable, lyre_set first, lyre_set last) {
  lyre_pt_node n = {.kind = LYRE_PT_TERM,
                    .plain = true,
                    .nullable = nullable,
                    .column = column,
                    .term = t,
                    .first = first,
                    .last = last};
  lyre_pt_fact f = lyre_pt_fact_of (pt, t);
  LYRE_ASSERT (f.nullable == nullable);
  n.min = f.min;
  n.max = f.max;
  n.reach = n.max;
  return add (pt, n);
}

uint32_t lyre_pt_set_node (lyre_pt *pt, uint32_t column, lyre_set s) {
  uint32_t id =
      lyre_pt_term_node (pt, column, lyre_pt_chars (pt, s), false, s, s);
  lyre_pt_at (pt, id)->kind = LYRE_PT_SET;
  return id;
}

uint32_t lyre_pt_empty (lyre_pt *pt, uint32_t column) {
  return lyre_pt_term_node (pt, column, pt->epsilon, true, lyre_set_none,
                            lyre_set_none);
}

uint32_t lyre_pt_anything (lyre_pt *pt, uint32_t column) {
  return lyre_pt_term_node (pt, column, pt->all, true, lyre_set_all,
                            lyre_set_all);
}

/* --------------------------------------------------------------- sequences */

/* From one end: what the first part that cannot be empty and those before it
 * may start (or end) with. */
static lyre_set outer_set (lyre_pt *pt, uint32_t n, const uint32_t *parts,
                           bool last) {
  lyre_set s = lyre_set_none;
  for (uint32_t i = 0; i < n; i++) {
    const lyre_pt_node *p = lyre_pt_at (pt, parts[last ? n - 1 - i : i]);
    s = lyre_set_union (&pt->arena, s, last ? p->last : p->first);
    if (!p->nullable)
      break;
  }
  return s;
}

/* The terms of the parts, with neighbouring single characters as one word. */
static lyre_term sequence_term (lyre_pt *pt, uint32_t n,
                                const uint32_t *parts) {
  lyre_term *ts = lyre_arena_array (&pt->arena, lyre_term, (size_t) n + 1);
  uint32_t *word = lyre_arena_array (&pt->arena, uint32_t, (size_t) n + 1);
  uint32_t k = 0, len = 0;
  for (uint32_t i = 0; i <= n; i++) {
    const lyre_pt_node *p = i < n ? lyre_pt_at (pt, parts[i]) : NULL;
    if (p && p->kind == LYRE_PT_SET && lyre_set_is_char (p->first)) {
      word[len++] = p->first.at[0].lo;
      continue;
    }
    if (len)
      ts[k++] = lyre_pt_word (pt, word, len);
    len = 0;
    if (p)
      ts[k++] = p->term;
  }
  return lyre_pt_concat_all (pt, k, ts);
}

uint32_t lyre_pt_plain_seq (lyre_pt *pt, uint32_t column, uint32_t n,
                            const uint32_t *parts) {
  if (n == 1)
    return parts[0];
  bool nullable = true;
  for (uint32_t i = 0; i < n; i++)
    nullable &= lyre_pt_at (pt, parts[i])->nullable;
  uint32_t id = lyre_pt_term_node (pt, column, sequence_term (pt, n, parts),
                                   nullable, outer_set (pt, n, parts, false),
                                   outer_set (pt, n, parts, true));
  uint32_t kids = add_kids (pt, n, parts);
  lyre_pt_node *node = lyre_pt_at (pt, id);
  node->kind = LYRE_PT_SEQ;
  node->kids = kids;
  node->n_kids = n;
  return id;
}

/* The parts, those of inner sequences in their place. */
static lyre_u32s flat_parts (lyre_pt *pt, uint32_t n, const uint32_t *parts) {
  lyre_u32s flat = {0};
  for (uint32_t i = 0; i < n; i++) {
    const lyre_pt_node *p = lyre_pt_at (pt, parts[i]);
    if (p->kind != LYRE_PT_SEQ) {
      lyre_vec_push (&pt->mem, &flat, parts[i]);
      continue;
    }
    for (uint32_t j = 0; j < p->n_kids; j++)
      lyre_vec_push (&pt->mem, &flat, lyre_pt_kid (pt, parts[i], j));
  }
  return flat;
}

static bool all_plain (const lyre_pt *pt, uint32_t n, const uint32_t *parts) {
  for (uint32_t i = 0; i < n; i++)
    if (!lyre_pt_at (pt, parts[i])->plain)
      return false;
  return true;
}

static bool has_none (const lyre_pt *pt, uint32_t n, const uint32_t *parts) {
  for (uint32_t i = 0; i < n; i++) {
    const lyre_pt_node *p = lyre_pt_at (pt, parts[i]);
    if (p->plain && lyre_pt_same (p->term, pt->none))
      return true;
  }
  return false;
}

static uint32_t mixed_seq (lyre_pt *pt, uint32_t column, uint32_t n,
                           const uint32_t *parts) {
  lyre_pt_node s = {.kind = LYRE_PT_SEQ, .column = column, .n_kids = n};
  for (uint32_t i = 0; i < n; i++) {
    const lyre_pt_node *p = lyre_pt_at (pt, parts[i]);
    uint32_t reach = lyre_pt_plus (s.max, p->reach);
    if (p->reach && reach > s.reach)
      s.reach = reach;
    s.min = lyre_pt_plus (s.min, p->min);
    s.max = lyre_pt_plus (s.max, p->max);
    inherit (&s, p);
  }
  s.kids = add_kids (pt, n, parts);
  return add (pt, s);
}

uint32_t lyre_pt_seq (lyre_pt *pt, uint32_t column, uint32_t n,
                      const uint32_t *parts) {
  if (!n)
    return lyre_pt_empty (pt, column);
  if (n > 1 && all_plain (pt, n, parts))
    return lyre_pt_plain_seq (pt, column, n, parts);
  if (n == 1)
    return parts[0];
  lyre_u32s flat = flat_parts (pt, n, parts);
  flat.len = lyre_pt_localize (pt, flat.len, flat.data);
  uint32_t id;
  if (has_none (pt, flat.len, flat.data))
    id = lyre_pt_set_node (pt, column, lyre_set_none);
  else if (!flat.len)
    id = lyre_pt_empty (pt, column);
  else if (all_plain (pt, flat.len, flat.data))
    id = lyre_pt_plain_seq (pt, column, flat.len, flat.data);
  else if (flat.len == 1)
    id = flat.data[0];
  else
    id = mixed_seq (pt, column, flat.len, flat.data);
  lyre_vec_release (&pt->mem, &flat);
  return id;
}

/* ------------------------------------------------------------ alternatives */

/* One node for all plain parts. */
static uint32_t plain_alt (lyre_pt *pt, uint32_t column, uint32_t n,
                           const uint32_t *parts) {
  if (n == 1)
    return parts[0];
  lyre_term *ts = lyre_arena_array (&pt->arena, lyre_term, n);
  lyre_set first = lyre_set_none, last = lyre_set_none;
  bool nullable = false, sets = true;
  for (uint32_t i = 0; i < n; i++) {
    const lyre_pt_node *p = lyre_pt_at (pt, parts[i]);
    ts[i] = p->term;
    nullable |= p->nullable;
    sets &= p->kind == LYRE_PT_SET;
    first = lyre_set_union (&pt->arena, first, p->first);
    last = lyre_set_union (&pt->arena, last, p->last);
  }
  if (sets)
    return lyre_pt_set_node (pt, column, first);
  return lyre_pt_term_node (pt, column, lyre_pt_union_all (pt, n, ts), nullable,
                            first, last);
}

static uint32_t mixed_alt (lyre_pt *pt, uint32_t column, uint32_t n,
                           const uint32_t *parts) {
  lyre_pt_node a = {
      .kind = LYRE_PT_ALT, .column = column, .n_kids = n, .min = LYRE_PT_INF};
  for (uint32_t i = 0; i < n; i++) {
    const lyre_pt_node *p = lyre_pt_at (pt, parts[i]);
    a.min = p->min < a.min ? p->min : a.min;
    a.max = p->max > a.max ? p->max : a.max;
    a.reach = p->reach > a.reach ? p->reach : a.reach;
    inherit (&a, p);
  }
  a.kids = add_kids (pt, n, parts);
  return add (pt, a);
}

uint32_t lyre_pt_alt (lyre_pt *pt, uint32_t column, uint32_t n,
                      const uint32_t *parts) {
  lyre_u32s plain = {0}, mixed = {0};
  if (n == 1)
    return parts[0];
  for (uint32_t i = 0; i < n; i++)
    if (lyre_pt_at (pt, parts[i])->plain)
      lyre_vec_push (&pt->mem, &plain, parts[i]);
    else
      lyre_vec_push (&pt->mem, &mixed, parts[i]);
  uint32_t id = plain.len ? plain_alt (pt, column, plain.len, plain.data)
                          : lyre_pt_set_node (pt, column, lyre_set_none);
  if (mixed.len) {
    if (plain.len)
      lyre_vec_push (&pt->mem, &mixed, id);
    id = mixed.len == 1 ? mixed.data[0]
                        : mixed_alt (pt, column, mixed.len, mixed.data);
  }
  lyre_vec_release (&pt->mem, &plain);
  lyre_vec_release (&pt->mem, &mixed);
  return id;
}

/* ------------------------------------------------------------- repetitions */

static uint32_t plain_repeat (lyre_pt *pt, uint32_t column, uint32_t part,
                              uint32_t lo, uint32_t hi) {
  lyre_pt_node p = *lyre_pt_at (pt, part);
  if (lo == 1 && hi == 1)
    return part;
  if (!hi)
    return lyre_pt_empty (pt, column);
  uint32_t id =
      lyre_pt_term_node (pt, column, lyre_pt_loop (pt, p.term, lo, hi),
                         !lo || p.nullable, p.first, p.last);
  uint32_t kids = add_kids (pt, 1, &part);
  lyre_pt_node *r = lyre_pt_at (pt, id);
  r->kind = LYRE_PT_REPEAT;
  r->lo = lo;
  r->hi = hi;
  r->kids = kids;
  r->n_kids = 1;
  return id;
}

static uint32_t mixed_repeat (lyre_pt *pt, uint32_t column, uint32_t part,
                              uint32_t lo, uint32_t hi) {
  const lyre_pt_node *p = lyre_pt_at (pt, part);
  uint32_t before = lyre_pt_times (p->max, hi == LYRE_PT_INF ? hi : hi - 1);
  lyre_pt_node r = {.kind = LYRE_PT_REPEAT,
                    .column = column,
                    .lo = lo,
                    .hi = hi,
                    .min = lyre_pt_times (p->min, lo),
                    .max = lyre_pt_times (p->max, hi),
                    .reach = lyre_pt_plus (before, p->reach),
                    .n_kids = 1};
  inherit (&r, p);
  r.kids = add_kids (pt, 1, &part);
  return add (pt, r);
}

/* The part without those alternatives that are always empty: in a loop they
 * change nothing. The part itself if there are none. */
static uint32_t without_empty (lyre_pt *pt, uint32_t part) {
  const lyre_pt_node *p = lyre_pt_at (pt, part);
  lyre_u32s kept = {0};
  if (p->kind != LYRE_PT_ALT)
    return part;
  for (uint32_t i = 0; i < p->n_kids; i++) {
    uint32_t kid = lyre_pt_kid (pt, part, i);
    if (lyre_pt_at (pt, kid)->max)
      lyre_vec_push (&pt->mem, &kept, kid);
  }
  uint32_t id = kept.len < p->n_kids && kept.len
                    ? lyre_pt_alt (pt, p->column, kept.len, kept.data)
                    : part;
  lyre_vec_release (&pt->mem, &kept);
  return id;
}

uint32_t lyre_pt_repeat (lyre_pt *pt, uint32_t column, uint32_t part,
                         uint32_t lo, uint32_t hi) {
  const lyre_pt_node *p = lyre_pt_at (pt, part);
  if (p->plain)
    return plain_repeat (pt, column, part, lo, hi);
  if (!hi || (!p->max && !lo))
    return lyre_pt_empty (pt, column);
  if ((lo == 1 && hi == 1) || !p->max)
    return part;
  uint32_t rest = hi == LYRE_PT_INF ? without_empty (pt, part) : part;
  if (rest == part || lo > 1)
    return mixed_repeat (pt, column, part, lo, hi);
  rest = lyre_pt_repeat (pt, column, rest, 0, hi);
  return lo ? lyre_pt_seq (pt, column, 2, (uint32_t[]){part, rest}) : rest;
}

/* --------------------------------------------------------------- look, edge */

static bool is_trivial (lyre_set s, bool outside) {
  return outside && lyre_set_eq (s, lyre_set_all);
}

uint32_t lyre_pt_edge_node (lyre_pt *pt, uint32_t column,
                            const lyre_pt_edge *e) {
  lyre_pt_edge *copy = lyre_arena_new (&pt->arena, lyre_pt_edge);
  lyre_pt_node n = {.kind = LYRE_PT_EDGE, .column = column, .edge = copy};
  *copy = *e;
  for (uint32_t i = 0; i < e->n; i++) {
    const lyre_pt_case *c = &e->at[i];
    n.looks_left |= !is_trivial (c->left, c->begin);
    n.far_right |= c->rest.id != 0;
    if (c->rest.id)
      n.reach = LYRE_PT_INF;
    else if (!is_trivial (c->right, c->end) && !n.reach)
      n.reach = 1;
  }
  return add (pt, n);
}

/* A look-around at one character is an edge. */
static uint32_t look_at_char (lyre_pt *pt, uint32_t column, lyre_set s,
                              bool behind, bool negative) {
  lyre_pt_edge e = {1, {{lyre_set_all, lyre_set_all, true, true, {0}}}};
  if (negative)
    s = lyre_set_comp (&pt->arena, s);
  if (behind) {
    e.at[0].left = s;
    e.at[0].begin = negative;
  } else {
    e.at[0].right = s;
    e.at[0].end = negative;
  }
  return lyre_pt_edge_node (pt, column, &e);
}

/* An edge that is a single condition on what stands before it. */
static bool is_left_edge (const lyre_pt_node *n) {
  return n->kind == LYRE_PT_EDGE && n->edge->n == 1 &&
         !n->edge->at[0].rest.id &&
         is_trivial (n->edge->at[0].right, n->edge->at[0].end);
}

/* (?<=^|,): alternatives of one character or an anchor. False if the part is
 * not of this kind. */
static bool left_condition (lyre_pt *pt, uint32_t part, lyre_pt_case *out) {
  const lyre_pt_node *p = lyre_pt_at (pt, part);
  bool is_alt = p->kind == LYRE_PT_ALT;
  uint32_t n = is_alt ? p->n_kids : 1;
  *out = (lyre_pt_case){.right = lyre_set_all, .end = true};
  for (uint32_t i = 0; i < n; i++) {
    const lyre_pt_node *k =
        lyre_pt_at (pt, is_alt ? lyre_pt_kid (pt, part, i) : part);
    bool chars = k->kind == LYRE_PT_SET;
    if (!is_left_edge (k) && !chars)
      return false;
    out->left = lyre_set_union (&pt->arena, out->left,
                                chars ? k->first : k->edge->at[0].left);
    out->begin |= !chars && k->edge->at[0].begin;
  }
  return true;
}

static uint32_t far_look (lyre_pt *pt, uint32_t column, uint32_t part,
                          bool behind, bool negative) {
  const lyre_pt_node *p = lyre_pt_at (pt, part);
  lyre_pt_node n = {.kind = LYRE_PT_LOOK,
                    .column = column,
                    .behind = behind,
                    .negative = negative,
                    .reach = behind ? 0 : p->reach,
                    .looks_left = behind,
                    .far_left = behind,
                    .far_right = !behind,
                    .n_kids = 1};
  inherit (&n, p);
  n.kids = add_kids (pt, 1, &part);
  return add (pt, n);
}

uint32_t lyre_pt_look (lyre_pt *pt, uint32_t column, uint32_t part, bool behind,
                       bool negative) {
  const lyre_pt_node *p = lyre_pt_at (pt, part);
  lyre_pt_edge e = {.n = 1};
  if (p->plain && p->nullable)
    return negative ? lyre_pt_set_node (pt, column, lyre_set_none)
                    : lyre_pt_empty (pt, column);
  if (p->kind == LYRE_PT_SET)
    return look_at_char (pt, column, p->first, behind, negative);
  if (behind && left_condition (pt, part, &e.at[0])) {
    if (negative) {
      e.at[0].left = lyre_set_comp (&pt->arena, e.at[0].left);
      e.at[0].begin = !e.at[0].begin;
    }
    return lyre_pt_edge_node (pt, column, &e);
  }
  return far_look (pt, column, part, behind, negative);
}

/* ------------------------------------------------------------------ atomic */

/* X{lo,hi}+ for X of a fixed length: all of hi, or fewer and no X follows. */
static uint32_t possessive (lyre_pt *pt, uint32_t column, uint32_t x,
                            uint32_t lo, uint32_t hi) {
  bool finite = hi != LYRE_PT_INF;
  uint32_t fewer = lyre_pt_repeat (pt, column, x, lo, finite ? hi - 1 : hi);
  uint32_t stop = lyre_pt_look (pt, column, x, false, true);
  uint32_t parts[] = {fewer, stop};
  uint32_t some = lyre_pt_seq (pt, column, 2, parts);
  if (!finite)
    return some;
  uint32_t choices[] = {lyre_pt_repeat (pt, column, x, hi, hi), some};
  return lyre_pt_alt (pt, column, 2, choices);
}

uint32_t lyre_pt_atomic (lyre_pt *pt, uint32_t column, uint32_t part) {
  lyre_pt_node p = *lyre_pt_at (pt, part);
  if (p.plain && p.min == p.max)
    return part;
  if (p.plain && p.kind == LYRE_PT_REPEAT) {
    uint32_t x = lyre_pt_kid (pt, part, 0);
    lyre_pt_node k = *lyre_pt_at (pt, x);
    if (k.min == k.max && k.min && p.lo < p.hi)
      return possessive (pt, column, x, p.lo, p.hi);
  }
  lyre_pt_node n = {.kind = LYRE_PT_ATOMIC,
                    .column = column,
                    .min = p.min,
                    .max = p.max,
                    .reach = LYRE_PT_INF,
                    .far_right = true,
                    .n_kids = 1};
  inherit (&n, &p);
  n.kids = add_kids (pt, 1, &part);
  return add (pt, n);
}

/* ----------------------------------------------------------------- culprit */

static const char *name_of (const lyre_pt_node *n) {
  if (n->kind == LYRE_PT_LOOK)
    return n->behind ? "look-behind" : "look-ahead";
  if (n->kind == LYRE_PT_ATOMIC)
    return "atomic group or possessive quantifier";
  return n->looks_left ? "anchor or word boundary" : "anchor";
}

/* The first part that is not plain; ID itself if there is none. */
static uint32_t first_mixed (const lyre_pt *pt, uint32_t id) {
  for (uint32_t i = 0; i < lyre_pt_at (pt, id)->n_kids; i++)
    if (!lyre_pt_at (pt, lyre_pt_kid (pt, id, i))->plain)
      return lyre_pt_kid (pt, id, i);
  return id;
}

const char *lyre_pt_culprit (const lyre_pt *pt, uint32_t id, uint32_t *column) {
  const lyre_pt_node *n = lyre_pt_at (pt, id);
  while (n->kind == LYRE_PT_SEQ || n->kind == LYRE_PT_ALT ||
         n->kind == LYRE_PT_REPEAT) {
    uint32_t inner = first_mixed (pt, id);
    if (inner == id)
      break;
    id = inner;
    n = lyre_pt_at (pt, id);
  }
  *column = n->column;
  return name_of (n);
}
