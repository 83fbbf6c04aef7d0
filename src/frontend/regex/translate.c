/* Assertions that the whole string decides.
 *
 * Forward, a part is a map from languages to languages: given K, what may
 * follow it, it gives the strings v with v = u w, u matched by the part, w in
 * K. Characters go in front of K, alternatives are united, and
 *
 *    (?=A) K  ==  K ∩ A Σ*          (?!A) K  ==  K ∩ ¬(A Σ*)
 *    $ K      ==  K ∩ {"", "\n"}    (PCRE)
 *
 * What stands before a place cannot be seen this way. Conditions on a single
 * character there (^, \b, (?<=x)) distinguish a few classes of characters, so
 * K is a vector: for each class, what may follow if a character of that class
 * stands before; entry 0 is for the start of the string.
 *
 * Backward is the mirror image and serves look-behind of any length. A
 * pattern with both kinds is cut where the look-behinds end: the left side is
 * translated backward, the right side forward. Those that cross are refused.
 *
 * Loops with assertions inside are unrolled if they are short. Without left
 * conditions and with a body of a fixed length, L, say, X{lo,hi} K is exact
 * without: if all words of K have length k, then u w is in it iff u has the
 * right length, w is in K and the body can start at each L-th place of u:
 *
 *    (Σ^L){lo,hi} K  ∩  ¬((Σ^L)* (¬M ∩ Σ^{k+1} Σ*)),  M = body Σ*
 *
 * because the places of u are those with more than k characters after them.
 *
 * A loop whose assertions see one character to each side is a system of
 * equations. Let M_ab|d be the words that take the body from a place after
 * class a to one after class b if a character of class d follows; then
 *
 *    X_a = K_a ∪ M_ab|d (X_b ∩ d Σ*)
 *
 * and with X_a|c for those words of X_a that start in class c it is linear. M
 * comes from a machine of its own, in which the empty word stands for
 * whatever follows in class d. */
#include <string.h>

#include "frontend/regex/pattern.h"

enum {
  MAX_CLASSES = 64,
  MAX_UNROLL = 256,
  MAX_EFFORT = 1000000,
  MAX_LENGTHS = 4,   /* of K in a loop of fixed-length bodies */
  MAX_UNKNOWNS = 20, /* in a system for a loop */
  NO_NEXT = -1,
};

typedef enum {
  DO_NODE,      /* K -> the node, then K */
  DO_RUN,       /* the same for plain parts of a sequence */
  DO_COPY,      /* K X -> K X K */
  DO_ADD,       /* X Y -> X ∪ Y */
  DO_ADD_UNDER, /* K X -> K (X ∪ K) */
  DO_DROP,      /* K X -> X */
  DO_LOOK,      /* K A -> K ∩ A or K ∩ ¬A */
  DO_LOOP,      /* K M -> the loop of fixed-length bodies */
} action;

typedef struct {
  action what;
  uint32_t node;
  uint32_t from, to; /* DO_RUN: its parts */
} task;

/* A partition of what may stand at one side of a place; class 0 is nothing. */
typedef struct {
  uint32_t n;
  lyre_set at[MAX_CLASSES];
} partition;

typedef struct {
  lyre_pt *pt;
  bool back;
  partition classes; /* of the side that has been passed */
  /* Not NO_NEXT: the empty word stands for what follows, in this class. */
  int next;
  const partition *nexts;
  lyre_vec (task) tasks;
  lyre_vec (lyre_term) stack; /* vectors of n_classes terms */
} machine;

/* ----------------------------------------------------------------- vectors */

/* The I-th vector from the top. */
static lyre_term *vector (machine *m, uint32_t i) {
  return m->stack.data + m->stack.len - (i + 1) * (size_t) m->classes.n;
}

static void push_vector (machine *m, lyre_term t) {
  for (uint32_t i = 0; i < m->classes.n; i++)
    lyre_vec_push (&m->pt->mem, &m->stack, t);
}

static void push_copy (machine *m, uint32_t i) {
  push_vector (m, m->pt->none);
  memcpy (vector (m, 0), vector (m, i + 1), m->classes.n * sizeof (lyre_term));
}

static void drop_vector (machine *m) {
  m->stack.len -= m->classes.n;
}

static bool is_uniform (const machine *m, const lyre_term *v) {
  for (uint32_t i = 1; i < m->classes.n; i++)
    if (!lyre_pt_same (v[i], v[0]))
      return false;
  return true;
}

static bool is_all (const machine *m, const lyre_term *v) {
  return is_uniform (m, v) && lyre_pt_same (v[0], m->pt->all);
}

static void push_task (machine *m, action what, uint32_t node) {
  lyre_vec_push (&m->pt->mem, &m->tasks, ((task){what, node, 0, 0}));
}

/* A then B in the direction of the machine. */
static lyre_term join (lyre_pt *pt, bool back, lyre_term a, lyre_term b) {
  return back ? lyre_pt_concat (pt, b, a) : lyre_pt_concat (pt, a, b);
}

/* ----------------------------------------------------------------- classes */

static void split (lyre_pt *pt, partition *p, lyre_set s, uint32_t column) {
  lyre_arena *arena = &pt->arena;
  uint32_t n = p->n;
  for (uint32_t i = 1; i < n; i++) {
    lyre_set in = lyre_set_inter (arena, p->at[i], s);
    lyre_set out = lyre_set_inter (arena, p->at[i], lyre_set_comp (arena, s));
    if (!in.n || !out.n)
      continue;
    if (p->n == MAX_CLASSES)
      lyre_pt_fail (pt, column, "too many different assertions");
    p->at[i] = in;
    p->at[p->n++] = out;
  }
}

/* The nodes below ROOT, with it, once each. */
static void collect (lyre_pt *pt, uint32_t root, lyre_u32s *out) {
  lyre_map seen = {0};
  lyre_vec_push (&pt->mem, out, root);
  for (uint32_t i = 0; i < out->len; i++) {
    const lyre_pt_node *n = lyre_pt_at (pt, out->data[i]);
    for (uint32_t j = 0; j < n->n_kids && !n->plain; j++) {
      uint32_t kid = lyre_pt_kid (pt, out->data[i], j);
      uint64_t *mine = lyre_map_at (&pt->mem, &seen, kid);
      if (!(*mine)++)
        lyre_vec_push (&pt->mem, out, kid);
    }
  }
  lyre_map_release (&pt->mem, &seen);
}

/* The classes that the edges below ROOT distinguish on one side. */
static void find_classes (lyre_pt *pt, uint32_t root, bool right,
                          partition *out) {
  lyre_u32s nodes = {0};
  out->n = 2;
  out->at[0] = lyre_set_none;
  out->at[1] = lyre_set_all;
  collect (pt, root, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    const lyre_pt_node *n = lyre_pt_at (pt, nodes.data[i]);
    for (uint32_t j = 0; n->edge && j < n->edge->n; j++)
      split (pt, out, right ? n->edge->at[j].right : n->edge->at[j].left,
             n->column);
  }
  lyre_vec_release (&pt->mem, &nodes);
}

/* ------------------------------------------------------------------- plain */

/* The words of P that end (backward: start) with a character of S. */
static lyre_term ending_in (machine *m, const lyre_pt_node *p, lyre_set s) {
  lyre_pt *pt = m->pt;
  lyre_set have = m->back ? p->first : p->last;
  if (lyre_set_disjoint (have, s))
    return pt->none;
  if (p->kind == LYRE_PT_SET)
    return lyre_pt_chars (pt, lyre_set_inter (&pt->arena, have, s));
  if (!p->nullable && lyre_set_subset (&pt->arena, have, s))
    return p->term;
  return lyre_pt_inter (pt, p->term,
                        join (pt, m->back, pt->all, lyre_pt_chars (pt, s)));
}

/* The non-empty words of P, each with what may follow its last character. */
static lyre_term plain_then (machine *m, const lyre_pt_node *p,
                             const lyre_term *k) {
  lyre_pt *pt = m->pt;
  lyre_term sum = pt->none;
  bool done[MAX_CLASSES] = {false};
  for (uint32_t i = 1; i < m->classes.n; i++) {
    lyre_set s = lyre_set_none;
    if (done[i] || lyre_pt_same (k[i], pt->none))
      continue;
    for (uint32_t j = i; j < m->classes.n; j++)
      if (lyre_pt_same (k[j], k[i])) {
        done[j] = true;
        s = lyre_set_union (&pt->arena, s, m->classes.at[j]);
      }
    sum =
        lyre_pt_union (pt, sum, join (pt, m->back, ending_in (m, p, s), k[i]));
  }
  return sum;
}

static void do_plain (machine *m, uint32_t id) {
  lyre_pt *pt = m->pt;
  lyre_pt_node p = *lyre_pt_at (pt, id);
  lyre_term *k = vector (m, 0);
  if (is_uniform (m, k)) {
    lyre_term t = join (pt, m->back, p.term, k[0]);
    for (uint32_t i = 0; i < m->classes.n; i++)
      k[i] = t;
    return;
  }
  lyre_term some = plain_then (m, &p, k);
  for (uint32_t i = 0; i < m->classes.n; i++)
    k[i] = p.nullable ? lyre_pt_union (pt, k[i], some) : some;
}

/* ------------------------------------------------------------------- edges */

/* All that begins (backward: ends) with a character of S, or the empty word
 * if OUTSIDE. */
static lyre_term next_in (machine *m, lyre_set s, bool outside) {
  lyre_pt *pt = m->pt;
  if (m->next > 0) /* the empty word is not the end */
    outside = !lyre_set_disjoint (m->nexts->at[m->next], s);
  if (outside && lyre_set_eq (s, lyre_set_all))
    return pt->all;
  lyre_term t = join (pt, m->back, lyre_pt_chars (pt, s), pt->all);
  return outside ? lyre_pt_union (pt, pt->epsilon, t) : t;
}

/* What an edge allows if the character on the near side is of this class. */
static lyre_term edge_allows (machine *m, const lyre_pt_edge *e, uint32_t class,
                              uint32_t column) {
  lyre_pt *pt = m->pt;
  lyre_term sum = pt->none;
  for (uint32_t i = 0; i < e->n; i++) {
    const lyre_pt_case *c = &e->at[i];
    lyre_set near = m->back ? c->right : c->left;
    bool holds = class     ? !lyre_set_disjoint (m->classes.at[class], near)
                 : m->back ? c->end
                           : c->begin;
    if (c->rest.id && m->back)
      lyre_pt_fail (pt, column, "unsupported: anchor before a look-behind");
    if (!holds)
      continue;
    sum = lyre_pt_union (pt, sum,
                         c->rest.id ? c->rest
                         : m->back  ? next_in (m, c->left, c->begin)
                                    : next_in (m, c->right, c->end));
  }
  return sum;
}

static void do_edge (machine *m, uint32_t id) {
  lyre_pt_node n = *lyre_pt_at (m->pt, id);
  for (uint32_t i = 0; i < m->classes.n; i++) {
    lyre_term allowed = edge_allows (m, n.edge, i, n.column);
    lyre_term *k = vector (m, 0);
    k[i] = lyre_pt_inter (m->pt, k[i], allowed);
  }
}

/* --------------------------------------------------------------- sequences */

/* Tasks are a stack: what comes first in the string is pushed first when we
 * go forward, since we build from the far end. */
static void do_sequence (machine *m, uint32_t id) {
  uint32_t n = lyre_pt_at (m->pt, id)->n_kids;
  for (uint32_t i = 0; i < n;) {
    uint32_t from = i;
    while (i < n && lyre_pt_at (m->pt, lyre_pt_kid (m->pt, id, i))->plain)
      i++;
    task t = {DO_RUN, id, from, i};
    if (i == from)
      t = (task){DO_NODE, lyre_pt_kid (m->pt, id, i++), 0, 0};
    lyre_vec_push (&m->pt->mem, &m->tasks, t);
  }
}

static void reverse_tasks (machine *m, uint32_t from) {
  for (uint32_t i = from, j = m->tasks.len; i + 1 < j; i++) {
    task t = m->tasks.data[i];
    m->tasks.data[i] = m->tasks.data[--j];
    m->tasks.data[j] = t;
  }
}

static void do_run (machine *m, const task *t) {
  lyre_pt *pt = m->pt;
  const uint32_t *parts =
      pt->kids.data + lyre_pt_at (pt, t->node)->kids + t->from;
  uint32_t n = t->to - t->from;
  uint32_t *copy = lyre_arena_array (&pt->arena, uint32_t, n);
  memcpy (copy, parts, n * sizeof *copy);
  do_plain (m, lyre_pt_plain_seq (pt, 0, n, copy));
}

static void do_alternatives (machine *m, uint32_t id) {
  uint32_t n = lyre_pt_at (m->pt, id)->n_kids;
  push_vector (m, m->pt->none);
  push_task (m, DO_DROP, id);
  for (uint32_t i = 0; i < n; i++) {
    push_task (m, DO_ADD, id);
    push_task (m, DO_NODE, lyre_pt_kid (m->pt, id, i));
    push_task (m, DO_COPY, id);
  }
}

/* ------------------------------------------------------------------- loops */

static void run (machine *m, uint32_t root);
static void release (machine *m);

lyre_term lyre_pt_fixed_loop (lyre_pt *pt, const lyre_pt_node *loop,
                              lyre_term can_start, lyre_term rest, uint32_t k,
                              bool back) {
  uint32_t len = lyre_pt_at (pt, pt->kids.data[loop->kids])->max;
  lyre_term step = lyre_pt_loop (pt, pt->any, len, len);
  lyre_term shape =
      join (pt, back, lyre_pt_loop (pt, step, loop->lo, loop->hi), rest);
  lyre_term far = lyre_pt_at_least (pt, k + 1);
  lyre_term bad = lyre_pt_inter (pt, lyre_pt_comp (pt, can_start), far);
  bad = join (pt, back, lyre_pt_loop (pt, step, 0, LYRE_PT_INF), bad);
  return lyre_pt_inter (pt, shape, lyre_pt_comp (pt, bad));
}

/* K is the same for all classes and its words have few lengths. */
static bool has_few_lengths (machine *m, const lyre_term *k) {
  lyre_pt_fact f = lyre_pt_fact_of (m->pt, k[0]);
  return is_uniform (m, k) && f.max != LYRE_PT_INF &&
         (f.min > f.max || f.max - f.min < MAX_LENGTHS);
}

/* Does the body see nothing of what lies behind it, as we go? */
static bool looks_on (const lyre_pt_node *body, bool back) {
  return back ? !body->far_right && body->reach <= body->max
              : !body->looks_left;
}

static bool fits_fixed_loop (machine *m, const lyre_pt_node *loop) {
  const lyre_pt_node *body = lyre_pt_at (m->pt, m->pt->kids.data[loop->kids]);
  return m->next == NO_NEXT && body->min == body->max && body->min &&
         looks_on (body, m->back) && has_few_lengths (m, vector (m, 0));
}

/* K, M -> the loop. */
static void finish_loop (machine *m, uint32_t id) {
  lyre_pt *pt = m->pt;
  lyre_pt_node loop = *lyre_pt_at (pt, id);
  lyre_term can_start = vector (m, 0)[0], k = vector (m, 1)[0];
  lyre_pt_fact f = lyre_pt_fact_of (pt, k);
  lyre_term sum = pt->none;
  for (uint32_t len = f.min; len <= f.max; len++) {
    lyre_term exact =
        lyre_pt_inter (pt, k, lyre_pt_loop (pt, pt->any, len, len));
    if (f.min == f.max)
      exact = k;
    sum = lyre_pt_union (
        pt, sum,
        lyre_pt_fixed_loop (pt, &loop, can_start, exact, len, m->back));
  }
  drop_vector (m);
  for (uint32_t i = 0; i < m->classes.n; i++)
    vector (m, 0)[i] = sum;
}

_Noreturn static void refuse_loop (machine *m, uint32_t id) {
  uint32_t column;
  const char *name = lyre_pt_culprit (m->pt, id, &column);
  lyre_pt_fail (m->pt, column, "unsupported: %s inside a repetition", name);
}

/* K -> K X, with X: optional copies of the body, then those that must be. */
static void unroll (machine *m, uint32_t id, uint32_t optional) {
  lyre_pt_node loop = *lyre_pt_at (m->pt, id);
  uint32_t body = lyre_pt_kid (m->pt, id, 0);
  if (loop.lo > MAX_UNROLL || optional > MAX_UNROLL)
    refuse_loop (m, id);
  push_copy (m, 0);
  push_task (m, DO_DROP, id);
  for (uint32_t i = 0; i < loop.lo; i++)
    push_task (m, DO_NODE, body);
  for (uint32_t i = 0; i < optional; i++) {
    push_task (m, DO_ADD_UNDER, id);
    push_task (m, DO_NODE, body);
  }
}

/* Does an edge below ROOT depend on what follows? */
static bool looks_right (lyre_pt *pt, uint32_t root) {
  lyre_u32s nodes = {0};
  bool found = false;
  collect (pt, root, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    const lyre_pt_edge *e = lyre_pt_at (pt, nodes.data[i])->edge;
    for (uint32_t j = 0; e && j < e->n; j++)
      found |= !e->at[j].end || !lyre_set_eq (e->at[j].right, lyre_set_all);
  }
  lyre_vec_release (&pt->mem, &nodes);
  return found;
}

/* The system of a loop; with one right class, none are distinguished. Unknown a
 * * n_right + c is X_a|c. */
typedef struct {
  machine *m;
  partition right;
  uint32_t n_left, n_right;
  lyre_term *a, *b;
} equations;

/* A machine's result for a body, with the empty word after class B. */
static void body_words (equations *e, uint32_t body, uint32_t b, uint32_t d,
                        lyre_term *out) {
  lyre_pt *pt = e->m->pt;
  machine unit = {
      .pt = pt, .classes = e->m->classes, .next = (int) d, .nexts = &e->right};
  push_vector (&unit, pt->none);
  vector (&unit, 0)[b] = pt->epsilon;
  run (&unit, body);
  memcpy (out, vector (&unit, 0), e->n_left * sizeof *out);
  release (&unit);
}

/* The words of T that start in class C if class D follows T. */
static lyre_term starting_in (equations *e, lyre_term t, uint32_t c,
                              uint32_t d) {
  lyre_pt *pt = e->m->pt;
  if (e->n_right == 1)
    return t;
  lyre_term empty = c == d ? lyre_pt_inter (pt, t, pt->epsilon) : pt->none;
  if (!c)
    return empty;
  lyre_term chars = lyre_pt_chars (pt, e->right.at[c]);
  lyre_term some = lyre_pt_inter (pt, t, lyre_pt_concat (pt, chars, pt->all));
  return lyre_pt_union (pt, empty, some);
}

static void fill_equations (equations *e, uint32_t body) {
  uint32_t n = e->n_left * e->n_right;
  lyre_term column[MAX_CLASSES];
  for (uint32_t b = 0; b < e->n_left; b++)
    for (uint32_t d = 0; d < e->n_right; d++) {
      body_words (e, body, b, d, column);
      for (uint32_t i = 0; i < n; i++)
        e->a[i * n + b * e->n_right + d] =
            starting_in (e, column[i / e->n_right], i % e->n_right, d);
    }
  for (uint32_t i = 0; i < n; i++) /* what follows K is the end */
    e->b[i] =
        starting_in (e, vector (e->m, 0)[i / e->n_right], i % e->n_right, 0);
}

/* K -> the body any number of times, then K. False if that is too hard. The
 * machine inside has no loops of this kind, so this does not go deeper. */
static bool solve_star (machine *m, uint32_t body) {
  lyre_pt *pt = m->pt;
  const lyre_pt_node *p = lyre_pt_at (pt, body);
  if (m->back || m->next != NO_NEXT || p->far_left || p->far_right)
    return false;
  equations e = {.m = m, .n_left = m->classes.n};
  find_classes (pt, body, true, &e.right);
  e.n_right = looks_right (pt, body) ? e.right.n : 1;
  uint32_t n = e.n_left * e.n_right;
  if (n > MAX_UNKNOWNS)
    return false;
  e.a = lyre_arena_array (&pt->arena, lyre_term, (size_t) n * n);
  e.b = lyre_arena_array (&pt->arena, lyre_term, n);
  fill_equations (&e, body);
  lyre_pt_solve (pt, n, e.a, e.b);
  for (uint32_t a = 0; a < e.n_left; a++)
    vector (m, 0)[a] =
        lyre_pt_union_all (pt, e.n_right, e.b + (size_t) a * e.n_right);
  return true;
}

/* At least LO times. */
static bool solve_loop (machine *m, uint32_t id) {
  lyre_pt_node loop = *lyre_pt_at (m->pt, id);
  if (loop.lo > MAX_UNROLL || !solve_star (m, lyre_pt_kid (m->pt, id, 0)))
    return false;
  for (uint32_t i = 0; i < loop.lo; i++)
    push_task (m, DO_NODE, lyre_pt_kid (m->pt, id, 0));
  return true;
}

static void do_repeat (machine *m, uint32_t id) {
  lyre_pt_node loop = *lyre_pt_at (m->pt, id);
  if (is_all (m, vector (m, 0))) {
    unroll (m, id, 0); /* further copies can only fail */
  } else if (fits_fixed_loop (m, &loop)) {
    push_vector (m, m->pt->all);
    push_task (m, DO_LOOP, id);
    push_task (m, DO_NODE, lyre_pt_kid (m->pt, id, 0));
  } else if (loop.hi != LYRE_PT_INF) {
    unroll (m, id, loop.hi - loop.lo);
  } else if (!solve_loop (m, id)) {
    refuse_loop (m, id);
  }
}

/* ------------------------------------------------------------ look, atomic */

static void do_look (machine *m, uint32_t id) {
  const lyre_pt_node *n = lyre_pt_at (m->pt, id);
  if (n->behind != m->back)
    lyre_pt_fail (m->pt, n->column, "unsupported: %s in this place",
                  n->behind ? "look-behind" : "look-ahead");
  push_vector (m, m->pt->all);
  push_task (m, DO_LOOK, id);
  push_task (m, DO_NODE, lyre_pt_kid (m->pt, id, 0));
}

static void finish_look (machine *m, uint32_t id) {
  lyre_pt *pt = m->pt;
  bool negative = lyre_pt_at (pt, id)->negative;
  for (uint32_t i = 0; i < m->classes.n; i++) {
    lyre_term a = vector (m, 0)[i];
    a = negative ? lyre_pt_comp (pt, a) : a;
    vector (m, 1)[i] = lyre_pt_inter (pt, vector (m, 1)[i], a);
  }
  drop_vector (m);
}

/* If anything may follow, the first match is as good as any. */
static void do_atomic (machine *m, uint32_t id) {
  if (m->back || !is_all (m, vector (m, 0)))
    lyre_pt_fail (m->pt, lyre_pt_at (m->pt, id)->column,
                  "unsupported: atomic group or possessive quantifier "
                  "that may change what matches");
  push_task (m, DO_NODE, lyre_pt_kid (m->pt, id, 0));
}

/* ----------------------------------------------------------------- driving */

static void add_vectors (machine *m, bool keep_lower) {
  lyre_pt *pt = m->pt;
  for (uint32_t i = 0; i < m->classes.n; i++) {
    lyre_term sum = lyre_pt_union (pt, vector (m, 1)[i], vector (m, 0)[i]);
    vector (m, keep_lower ? 0 : 1)[i] = sum;
  }
  if (!keep_lower)
    drop_vector (m);
}

static void drop_lower (machine *m) {
  memmove (vector (m, 1), vector (m, 0), m->classes.n * sizeof (lyre_term));
  drop_vector (m);
}

static void do_node (machine *m, uint32_t id) {
  const lyre_pt_node *n = lyre_pt_at (m->pt, id);
  uint32_t first = m->tasks.len;
  if (n->plain) {
    do_plain (m, id);
    return;
  }
  switch ((lyre_pt_kind) n->kind) {
  case LYRE_PT_SEQ:
    do_sequence (m, id);
    if (m->back)
      reverse_tasks (m, first);
    break;
  case LYRE_PT_ALT:
    do_alternatives (m, id);
    break;
  case LYRE_PT_REPEAT:
    do_repeat (m, id);
    break;
  case LYRE_PT_LOOK:
    do_look (m, id);
    break;
  case LYRE_PT_ATOMIC:
    do_atomic (m, id);
    break;
  default:
    do_edge (m, id);
  }
}

static void do_task (machine *m, const task *t) {
  switch (t->what) {
  case DO_NODE:
    do_node (m, t->node);
    break;
  case DO_RUN:
    do_run (m, t);
    break;
  case DO_COPY:
    push_copy (m, 1);
    break;
  case DO_ADD:
    add_vectors (m, false);
    break;
  case DO_ADD_UNDER:
    add_vectors (m, true);
    break;
  case DO_DROP:
    drop_lower (m);
    break;
  case DO_LOOK:
    finish_look (m, t->node);
    break;
  case DO_LOOP:
    finish_loop (m, t->node);
    break;
  }
}

/* Turns the vector on the stack into the one for ROOT before it. */
static void run (machine *m, uint32_t root) {
  push_task (m, DO_NODE, root);
  while (m->tasks.len) {
    task t = lyre_vec_pop (&m->tasks);
    if (++m->pt->effort > MAX_EFFORT)
      lyre_pt_fail (m->pt, lyre_pt_at (m->pt, root)->column,
                    "too many assertions in nested repetitions");
    do_task (m, &t);
  }
}

static void release (machine *m) {
  lyre_vec_release (&m->pt->mem, &m->tasks);
  lyre_vec_release (&m->pt->mem, &m->stack);
}

lyre_term lyre_pt_can_start (lyre_pt *pt, uint32_t part) {
  machine m = {.pt = pt, .next = NO_NEXT};
  find_classes (pt, part, false, &m.classes);
  push_vector (&m, pt->all);
  run (&m, part);
  lyre_term t = vector (&m, 0)[0];
  release (&m);
  return t;
}

/* ------------------------------------------------------------------ cutting */

/* Runs a machine over some parts of a sequence, starting from the end of the
 * string it goes from. */
static void run_side (machine *m, lyre_pt *pt, bool back, uint32_t n,
                      const uint32_t *parts) {
  *m = (machine){.pt = pt, .back = back, .next = NO_NEXT};
  uint32_t root = lyre_pt_seq (pt, 0, n, parts);
  find_classes (pt, root, back, &m->classes);
  push_vector (m, pt->epsilon);
  run (m, root);
}

/* The words of T whose outermost character on one side is of this class. */
static lyre_term of_class (lyre_pt *pt, lyre_term t, const machine *m,
                           uint32_t class, bool at_end) {
  if (!class)
    return lyre_pt_inter (pt, t, pt->epsilon);
  lyre_term c = lyre_pt_chars (pt, m->classes.at[class]);
  return lyre_pt_inter (pt, t,
                        at_end ? lyre_pt_concat (pt, pt->all, c)
                               : lyre_pt_concat (pt, c, pt->all));
}

/* LEFT[b] holds if a character of right class b follows, RIGHT[a] if one of
 * left class a stands before. */
static lyre_term meet (lyre_pt *pt, machine *left, machine *right) {
  lyre_term sum = pt->none;
  const lyre_term *l = vector (left, 0), *r = vector (right, 0);
  bool any_b = is_uniform (left, l), any_a = is_uniform (right, r);
  for (uint32_t a = 0; a < (any_a ? 1 : right->classes.n); a++)
    for (uint32_t b = 0; b < (any_b ? 1 : left->classes.n); b++) {
      lyre_term x = any_a ? l[b] : of_class (pt, l[b], right, a, true);
      lyre_term y = any_b ? r[a] : of_class (pt, r[a], left, b, false);
      sum = lyre_pt_union (pt, sum, lyre_pt_concat (pt, x, y));
    }
  return sum;
}

/* One past the last part that looks far to the left. */
static uint32_t cut_of (const lyre_pt *pt, uint32_t n, const uint32_t *parts) {
  while (n && !lyre_pt_at (pt, parts[n - 1])->far_left)
    n--;
  return n;
}

static lyre_term cut_language (lyre_pt *pt, uint32_t n, const uint32_t *parts) {
  machine left, right;
  uint32_t cut = cut_of (pt, n, parts);
  run_side (&left, pt, true, cut, parts);
  run_side (&right, pt, false, n - cut, parts + cut);
  lyre_term t = meet (pt, &left, &right);
  release (&left);
  release (&right);
  return t;
}

/* A sequence or any other node. */
static lyre_term language_of (lyre_pt *pt, uint32_t root) {
  const lyre_pt_node *n = lyre_pt_at (pt, root);
  if (n->plain)
    return n->term;
  bool is_seq = n->kind == LYRE_PT_SEQ;
  uint32_t count = is_seq ? n->n_kids : 1;
  uint32_t *parts = lyre_arena_array (&pt->arena, uint32_t, count);
  for (uint32_t i = 0; i < count; i++)
    parts[i] = is_seq ? lyre_pt_kid (pt, root, i) : root;
  return cut_language (pt, count, parts);
}

lyre_term lyre_pt_language (lyre_pt *pt, uint32_t root) {
  const lyre_pt_node *n = lyre_pt_at (pt, root);
  if (n->kind != LYRE_PT_ALT || n->plain)
    return language_of (pt, root);
  uint32_t count = n->n_kids;
  lyre_term *ts = lyre_arena_array (&pt->arena, lyre_term, count);
  for (uint32_t i = 0; i < count; i++)
    ts[i] = language_of (pt, lyre_pt_kid (pt, root, i));
  return lyre_pt_union_all (pt, count, ts);
}
