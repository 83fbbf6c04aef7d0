/* Derivatives.
 *
 * The walk over the heads of a regex lists pieces: intervals of characters
 * with what may follow them, r -> { (chars, rest) }. Everything without
 * complement is a union of such pieces; one sweep makes a partition of them.
 * Complements and intersections need the partitions of what is below them
 * first; those nodes go onto a stack, and the walk is taken again when they
 * are done. So nothing recurses, and unions of unions cost one sweep.
 *
 * The same walk serves for one character C only; then no sweep is needed, and
 * the derivative is remembered in the node until another one is wanted. */
#include "core/automata/regex_internal.h"

enum {
  MAX_PIECES = 1 << 18, /* of one partition, before the sweep */
  MAX_ITEMS = 1 << 20,  /* of one walk */
  MAX_NODES = 1 << 25,
};

/* C is RE_NO_CHAR if all characters are wanted. */
static bool is_ready (const lyre_re_pool *p, uint32_t id, uint32_t c) {
  const lyre_re_node *n = re_node (p, id);
  return n->has_moves || (c != RE_NO_CHAR && n->d_char == c);
}

static uint32_t move_target (lyre_re_moves m, uint32_t c) {
  for (uint32_t i = 0; i < m.n; i++)
    if (lyre_charset_has (m.at[i].chars, c))
      return m.at[i].target.id;
  return RE_NONE;
}

static uint32_t ready_target (const lyre_re_pool *p, uint32_t id, uint32_t c) {
  const lyre_re_node *n = re_node (p, id);
  return n->d_char == c ? n->d_target : move_target (n->moves, c);
}

/* ------------------------------------------------------------------- pieces */

static void add_piece (lyre_re_pool *p, uint32_t lo, uint32_t hi,
                       uint32_t target) {
  if (target != RE_NONE)
    lyre_vec_push (p->mem, &p->pieces, ((lyre_re_triple){lo, hi, target}));
}

static void add_pieces (lyre_re_pool *p, lyre_charset s, uint32_t c,
                        uint32_t target) {
  if (c != RE_NO_CHAR) {
    if (lyre_charset_has (s, c))
      add_piece (p, c, c, target);
    return;
  }
  for (uint32_t i = 0; i < s.n; i++)
    add_piece (p, s.at[i].lo, s.at[i].hi, target);
}

static uint32_t then (lyre_re_pool *p, uint32_t r, uint32_t rest) {
  return lyre_re_concat (p, re_of (r), re_of (rest)).id;
}

/* The pieces of a node that is ready. */
static void add_moves (lyre_re_pool *p, uint32_t id, uint32_t c,
                       uint32_t rest) {
  if (c != RE_NO_CHAR) {
    add_piece (p, c, c, then (p, ready_target (p, id, c), rest));
    return;
  }
  lyre_re_moves m = re_node (p, id)->moves;
  for (uint32_t i = 0; i < m.n; i++)
    add_pieces (p, m.at[i].chars, c, then (p, m.at[i].target.id, rest));
}

/* ----------------------------------------------------------------- the walk */

static void push_item (lyre_re_pool *p, uint32_t node, uint32_t rest) {
  lyre_vec_push (p->mem, &p->walk, ((lyre_re_item){node, rest}));
}

static void need (lyre_re_pool *p, uint32_t id) {
  lyre_vec_push (p->mem, &p->pending, id);
}

static void walk_word (lyre_re_pool *p, lyre_re_item it, uint32_t c) {
  const lyre_re_info *x = re_info (p, it.node);
  uint32_t first = lyre_str_at (x->word, x->from);
  if (c == RE_NO_CHAR || c == first)
    add_piece (p, first, first,
               then (p, lyre_re_word_tail (p, it.node), it.rest));
}

/* r{lo,hi}: one r, then the others. If r has the empty word then lo = 0. */
static void walk_loop (lyre_re_pool *p, lyre_re_item it) {
  const lyre_re_info *x = re_info (p, it.node);
  uint32_t lo = x->lo ? x->lo - 1 : 0;
  uint32_t hi = x->hi == LYRE_RE_INF ? x->hi : x->hi - 1;
  lyre_re others = lyre_re_loop (p, x->parts[0], lo, hi);
  push_item (p, x->parts[0].id, then (p, others.id, it.rest));
}

static void walk_item (lyre_re_pool *p, lyre_re_item it, uint32_t c) {
  const lyre_re_info *x = re_info (p, it.node);
  switch (x->kind) {
  case LYRE_RE_KIND_NONE:
  case LYRE_RE_KIND_EPSILON:
    break;
  case LYRE_RE_KIND_CHARS:
    add_pieces (p, x->chars, c, it.rest);
    break;
  case LYRE_RE_KIND_WORD:
    walk_word (p, it, c);
    break;
  case LYRE_RE_KIND_CONCAT:
    if (re_info (p, x->parts[0].id)->nullable)
      push_item (p, x->parts[1].id, it.rest);
    push_item (p, x->parts[0].id, then (p, x->parts[1].id, it.rest));
    break;
  case LYRE_RE_KIND_LOOP:
    walk_loop (p, it);
    break;
  case LYRE_RE_KIND_UNION:
    for (uint32_t i = 0; i < x->n_parts; i++)
      push_item (p, x->parts[i].id, it.rest);
    break;
  case LYRE_RE_KIND_INTER:
  case LYRE_RE_KIND_COMP:
    if (is_ready (p, it.node, c))
      add_moves (p, it.node, c, it.rest);
    else
      need (p, it.node);
    break;
  }
}

/* Only partitions may be given up as too large: lyre_re_derive() must answer,
 * unless it is stopped. */
static bool has_room (lyre_re_pool *p, uint32_t items, uint32_t c) {
  bool too_large = p->pieces.len > MAX_PIECES || items > MAX_ITEMS ||
                   p->nodes.len > MAX_NODES;
  return !(too_large && c == RE_NO_CHAR) &&
         !lyre_poll (p->env, LYRE_POLL_REGEX);
}

/* Collects the pieces of R; or pushes what is needed for that onto pending.
 * False if there is no going on. */
static bool walk_heads (lyre_re_pool *p, uint32_t r, uint32_t c) {
  p->walk.len = p->pieces.len = 0;
  push_item (p, r, RE_EPSILON);
  for (uint32_t items = 0; p->walk.len; items++) {
    if (!has_room (p, items, c))
      return false;
    lyre_re_item it = lyre_vec_pop (&p->walk);
    walk_item (p, it, c);
  }
  return true;
}

/* The same for an intersection, from the partitions of its parts. */
static bool collect_parts (lyre_re_pool *p, const lyre_re_info *x, uint32_t c) {
  uint32_t before = p->pending.len;
  p->pieces.len = 0;
  for (uint32_t i = 0; i < x->n_parts; i++)
    if (!is_ready (p, x->parts[i].id, c))
      need (p, x->parts[i].id);
  for (uint32_t i = 0; p->pending.len == before && i < x->n_parts; i++) {
    if (!has_room (p, 0, c))
      return false;
    add_moves (p, x->parts[i].id, c, RE_EPSILON);
  }
  return true;
}

static bool collect (lyre_re_pool *p, uint32_t r, uint32_t c) {
  const lyre_re_info *x = re_info (p, r);
  if (x->kind == LYRE_RE_KIND_INTER)
    return collect_parts (p, x, c);
  if (x->kind == LYRE_RE_KIND_COMP)
    r = x->parts[0].id;
  return walk_heads (p, r, c);
}

/* -------------------------------------------------------------- the results */

/* From the pieces of R to its moves. */
static bool finish_moves (lyre_re_pool *p, uint32_t r) {
  const lyre_re_info *x = re_info (p, r);
  bool inter = x->kind == LYRE_RE_KIND_INTER;
  if (!lyre_re_sweep (p, inter ? x->n_parts : 0))
    return false;
  if (x->kind == LYRE_RE_KIND_COMP)
    lyre_re_complement_partition (p);
  lyre_re_node *n = re_node (p, r);
  n->moves = lyre_re_partition_moves (p);
  n->has_moves = true;
  return true;
}

/* From the pieces of R, all of them for C, to its derivative by C. */
static void finish_one (lyre_re_pool *p, uint32_t r, uint32_t c) {
  const lyre_re_info *x = re_info (p, r);
  uint32_t n = p->pieces.len, target = RE_NONE;
  p->sets.len = 0;
  for (uint32_t i = 0; i < n; i++)
    lyre_vec_push (p->mem, &p->sets, p->pieces.data[i].c);
  const lyre_re *parts = (const lyre_re *) p->sets.data;
  if (x->kind != LYRE_RE_KIND_INTER)
    target = lyre_re_union (p, n, parts).id;
  else if (n == x->n_parts)
    target = lyre_re_inter (p, n, parts).id;
  if (x->kind == LYRE_RE_KIND_COMP)
    target = lyre_re_comp (p, re_of (target)).id;
  lyre_re_node *node = re_node (p, r);
  node->d_target = target;
  node->d_char = c;
}

/* Makes R ready for C, and first whatever it needs. */
static bool make_ready (lyre_re_pool *p, uint32_t r, uint32_t c) {
  p->pending.len = 0;
  need (p, r);
  while (p->pending.len) {
    uint32_t top = lyre_vec_top (&p->pending), before = p->pending.len;
    if (is_ready (p, top, c)) {
      lyre_vec_drop (&p->pending);
      continue;
    }
    if (!collect (p, top, c))
      return false;
    if (p->pending.len > before)
      continue;
    p->env->statistics.derivatives++;
    if (c != RE_NO_CHAR)
      finish_one (p, top, c);
    else if (!finish_moves (p, top))
      return false;
  }
  return true;
}

bool lyre_re_all_moves (lyre_re_pool *p, lyre_re r, lyre_re_moves *out) {
  if (!is_ready (p, r.id, RE_NO_CHAR) && !make_ready (p, r.id, RE_NO_CHAR))
    return false;
  *out = re_node (p, r.id)->moves;
  return true;
}

/* The first derivative of a node is computed alone; when a second one is
 * wanted, all of them are. */
lyre_re lyre_re_derive (lyre_re_pool *p, lyre_re r, uint32_t c) {
  lyre_re_moves m;
  if (is_ready (p, r.id, c))
    return re_of (ready_target (p, r.id, c));
  if (re_node (p, r.id)->d_char != RE_NO_CHAR && lyre_re_all_moves (p, r, &m))
    return re_of (move_target (m, c));
  if (!p->env->stop && make_ready (p, r.id, c))
    return re_of (ready_target (p, r.id, c));
  return re_of (RE_NONE);
}
