#include "core/egraph/egraph.h"

#include <string.h>

#include "base/map.h"

#define NONE LYRE_NO_ENODE
#define CONGRUENT UINT32_MAX /* the reason of merges by congruence */

typedef struct {
  uint32_t symbol, n_args;
  const lyre_enode *args;
  bool is_value;
  bool listed; /* stands in the signature table for its signature */
  lyre_enode root, next;
  uint32_t size;        /* of the class; roots only */
  lyre_enode value;     /* in the class; roots only */
  uint32_t first_diseq; /* of the class, + 1; roots only */
  /* Proof forest: an edge towards the tree's root. */
  lyre_enode proof;
  lyre_reason why;
  uint32_t stamp;                /* for walks */
  lyre_enode in_bucket;          /* next in the signature table */
  lyre_vec (lyre_enode) parents; /* roots only: uses of the class */
} node;

/* A disequality hangs in two lists, one per side. */
typedef struct {
  lyre_enode here, there;
  lyre_reason why;
  uint32_t next; /* + 1 */
} diseq;

typedef enum { UNDO_MERGE, UNDO_DISEQ, UNDO_NODE } undo_kind;

typedef struct {
  undo_kind kind;
  lyre_enode a, b;      /* MERGE: winner, loser; DISEQ: the roots */
  uint32_t parents;     /* MERGE: length of the winner's list before */
  uint32_t relisted;    /* MERGE: length of the relisted stack before */
  uint32_t last_diseq;  /* MERGE: tail of the winner's list, + 1 */
  lyre_enode old_value; /* MERGE: of the winner */
  lyre_enode edge_from, edge_to; /* MERGE: the new edge of the proof forest */
} undo;

typedef struct {
  lyre_enode a, b;
  lyre_reason why;
} pending;

struct lyre_egraph {
  lyre_env *env;
  lyre_mem *mem;
  lyre_arena arena;
  lyre_vec (node) nodes;
  lyre_vec (diseq) diseqs;
  lyre_vec (undo) trail;
  lyre_vec (uint32_t) levels;     /* trail length at each push */
  lyre_vec (lyre_enode) unlisted; /* taken out of the table by merges */
  lyre_vec (pending) queue;
  lyre_vec (lyre_enode) young; /* nodes made above level 0, to look at again */
  lyre_enode *buckets;         /* signature table */
  uint32_t n_buckets;          /* a power of two */
  lyre_enode *ids;             /* every node by its own symbol and arguments */
  uint32_t n_ids;
  uint32_t stamp;
  bool failed; /* a contradiction: of a pair, or of two values */
  uint32_t fail_level;
  lyre_enode fail_a, fail_b;
  uint32_t fail_diseq; /* + 1; 0: two values */
  void (*merged) (void *, lyre_enode, lyre_enode);
  void *user;
};

/* ------------------------------------------------------------------ tables */

static node *at (const lyre_egraph *g, lyre_enode a) {
  return &g->nodes.data[a];
}

lyre_enode lyre_egraph_root (const lyre_egraph *g, lyre_enode a) {
  return at (g, a)->root;
}

static uint32_t signature (const lyre_egraph *g, lyre_enode a) {
  const node *n = at (g, a);
  uint32_t h = n->symbol * 0x9E3779B1u;
  for (uint32_t i = 0; i < n->n_args; i++)
    h = lyre_hash_mix (h, at (g, n->args[i])->root);
  return h;
}

static bool congruent (const lyre_egraph *g, lyre_enode a, lyre_enode b) {
  const node *x = at (g, a), *y = at (g, b);
  if (x->symbol != y->symbol || x->n_args != y->n_args)
    return false;
  for (uint32_t i = 0; i < x->n_args; i++)
    if (at (g, x->args[i])->root != at (g, y->args[i])->root)
      return false;
  return true;
}

static lyre_enode *bucket (const lyre_egraph *g, lyre_enode a) {
  return &g->buckets[signature (g, a) & (g->n_buckets - 1)];
}

static lyre_enode find_congruent (const lyre_egraph *g, lyre_enode a) {
  for (lyre_enode b = *bucket (g, a); b != NONE; b = at (g, b)->in_bucket)
    if (congruent (g, a, b))
      return b;
  return NONE;
}

static void list_node (lyre_egraph *g, lyre_enode a) {
  lyre_enode *head = bucket (g, a);
  at (g, a)->in_bucket = *head;
  *head = a;
  at (g, a)->listed = true;
}

/* With the roots that were current when it was listed. */
static void unlist_node (lyre_egraph *g, lyre_enode a) {
  lyre_enode *p = bucket (g, a);
  while (*p != a)
    p = &at (g, *p)->in_bucket;
  *p = at (g, a)->in_bucket;
  at (g, a)->listed = false;
}

static void grow_buckets (lyre_egraph *g) {
  uint32_t n = g->n_buckets ? 2 * g->n_buckets : 64;
  lyre_enode *fresh =
      lyre_alloc (g->mem, lyre_mul_size (g->mem, n, sizeof *fresh));
  memset (fresh, 0xff, n * sizeof *fresh);
  lyre_free (g->mem, g->buckets);
  g->buckets = fresh;
  g->n_buckets = n;
  for (lyre_enode a = 0; a < g->nodes.len; a++)
    if (at (g, a)->listed)
      list_node (g, a);
}

static uint32_t identity_hash (uint32_t symbol, uint32_t n,
                               const lyre_enode *args) {
  uint32_t h = lyre_hash_mix (symbol, n);
  for (uint32_t i = 0; i < n; i++)
    h = lyre_hash_mix (h, args[i]);
  return h;
}

static lyre_enode *identity_slot (const lyre_egraph *g, uint32_t symbol,
                                  uint32_t n, const lyre_enode *args) {
  uint32_t mask = g->n_ids - 1, i = identity_hash (symbol, n, args) & mask;
  for (; g->ids[i] != NONE; i = (i + 1) & mask) {
    const node *x = at (g, g->ids[i]);
    if (x->symbol == symbol && x->n_args == n &&
        (!n || !memcmp (x->args, args, n * sizeof *args)))
      break;
  }
  return &g->ids[i];
}

static void grow_ids (lyre_egraph *g) {
  uint32_t n = g->n_ids ? 2 * g->n_ids : 64;
  lyre_enode *fresh =
      lyre_alloc (g->mem, lyre_mul_size (g->mem, n, sizeof *fresh));
  memset (fresh, 0xff, n * sizeof *fresh);
  lyre_free (g->mem, g->ids);
  g->ids = fresh;
  g->n_ids = n;
  for (lyre_enode a = 0; a < g->nodes.len; a++)
    *identity_slot (g, at (g, a)->symbol, at (g, a)->n_args, at (g, a)->args) =
        a;
}

/* ------------------------------------------------------------ life, levels */

lyre_egraph *lyre_egraph_new (lyre_env *env, lyre_mem *mem) {
  lyre_egraph *g = lyre_alloc (mem, sizeof *g);
  memset (g, 0, sizeof *g);
  g->env = env;
  g->mem = mem;
  lyre_arena_init (&g->arena, mem);
  return g;
}

void lyre_egraph_delete (lyre_egraph *g) {
  for (uint32_t i = 0; i < g->nodes.len; i++)
    lyre_vec_release (g->mem, &g->nodes.data[i].parents);
  lyre_vec_release (g->mem, &g->nodes);
  lyre_vec_release (g->mem, &g->diseqs);
  lyre_vec_release (g->mem, &g->trail);
  lyre_vec_release (g->mem, &g->levels);
  lyre_vec_release (g->mem, &g->unlisted);
  lyre_vec_release (g->mem, &g->queue);
  lyre_vec_release (g->mem, &g->young);
  lyre_free (g->mem, g->buckets);
  lyre_free (g->mem, g->ids);
  lyre_arena_release (&g->arena);
  lyre_free (g->mem, g);
}

void lyre_egraph_on_merge (lyre_egraph *g,
                           void (*merged) (void *, lyre_enode, lyre_enode),
                           void *user) {
  g->merged = merged;
  g->user = user;
}

uint32_t lyre_egraph_size (const lyre_egraph *g) {
  return g->nodes.len;
}

lyre_enode lyre_egraph_next (const lyre_egraph *g, lyre_enode a) {
  return at (g, a)->next;
}

lyre_enode lyre_egraph_value (const lyre_egraph *g, lyre_enode a) {
  return at (g, at (g, a)->root)->value;
}

/* ---------------------------------------------------------------- merging */

static void fail (lyre_egraph *g, lyre_enode a, lyre_enode b, uint32_t d) {
  g->failed = true;
  g->fail_level = g->levels.len;
  g->fail_a = a;
  g->fail_b = b;
  g->fail_diseq = d;
  lyre_vec_clear (&g->queue);
}

/* Turns the edges on the way from A to its tree's root round, so that A is
 * the root. */
static void reroot (lyre_egraph *g, lyre_enode a) {
  lyre_enode from = NONE, here = a;
  lyre_reason why = 0;
  while (here != NONE) {
    node *n = at (g, here);
    lyre_enode up = n->proof;
    lyre_reason up_why = n->why;
    n->proof = from;
    n->why = why;
    from = here;
    why = up_why;
    here = up;
  }
}

static void swap_nodes (lyre_enode *a, lyre_enode *b) {
  lyre_enode t = *a;
  *a = *b;
  *b = t;
}

static void relabel (lyre_egraph *g, lyre_enode member, lyre_enode root) {
  lyre_enode a = member;
  do {
    at (g, a)->root = root;
    a = at (g, a)->next;
  } while (a != member);
}

static void splice (lyre_egraph *g, lyre_enode a, lyre_enode b) {
  lyre_enode t = at (g, a)->next;
  at (g, a)->next = at (g, b)->next;
  at (g, b)->next = t;
}

/* Takes the uses of the loser out of the table, before its root changes. */
static void unlist_parents (lyre_egraph *g, lyre_enode loser) {
  for (uint32_t i = 0; i < at (g, loser)->parents.len; i++) {
    lyre_enode p = at (g, loser)->parents.data[i];
    if (!at (g, p)->listed)
      continue;
    unlist_node (g, p);
    lyre_vec_push (g->mem, &g->unlisted, p);
  }
}

/* Lists them again under their new signatures, or queues a merge. */
static void relist_parents (lyre_egraph *g, uint32_t from) {
  for (uint32_t i = from; i < g->unlisted.len; i++) {
    lyre_enode p = g->unlisted.data[i], q = find_congruent (g, p);
    if (q == NONE)
      list_node (g, p);
    else
      lyre_vec_push (g->mem, &g->queue, ((pending){p, q, CONGRUENT}));
  }
}

static uint32_t last_diseq (const lyre_egraph *g, lyre_enode root) {
  uint32_t d = at (g, root)->first_diseq;
  while (d && g->diseqs.data[d - 1].next)
    d = g->diseqs.data[d - 1].next;
  return d;
}

/* A disequality between the classes, + 1, or 0. */
static uint32_t find_diseq (const lyre_egraph *g, lyre_enode a, lyre_enode b) {
  for (uint32_t d = at (g, a)->first_diseq; d; d = g->diseqs.data[d - 1].next)
    if (at (g, g->diseqs.data[d - 1].there)->root == b)
      return d;
  return 0;
}

static void append_parents (lyre_egraph *g, lyre_enode winner,
                            lyre_enode loser) {
  node *w = at (g, winner), *l = at (g, loser);
  lyre_vec_reserve (g->mem, &w->parents,
                    (uint64_t) w->parents.len + l->parents.len);
  for (uint32_t i = 0; i < l->parents.len; i++)
    w->parents.data[w->parents.len++] = l->parents.data[i];
}

static void join_diseqs (lyre_egraph *g, lyre_enode winner, lyre_enode loser,
                         uint32_t tail) {
  if (tail)
    g->diseqs.data[tail - 1].next = at (g, loser)->first_diseq;
  else
    at (g, winner)->first_diseq = at (g, loser)->first_diseq;
}

static void join_classes (lyre_egraph *g, const pending *m) {
  lyre_enode a = m->a, b = m->b; /* a's class wins */
  if (at (g, at (g, a)->root)->size < at (g, at (g, b)->root)->size)
    swap_nodes (&a, &b);
  lyre_enode winner = at (g, a)->root, loser = at (g, b)->root;
  undo u = {.kind = UNDO_MERGE,
            .a = winner,
            .b = loser,
            .parents = at (g, winner)->parents.len,
            .relisted = g->unlisted.len,
            .last_diseq = last_diseq (g, winner),
            .old_value = at (g, winner)->value,
            .edge_from = b,
            .edge_to = a};
  lyre_vec_reserve (g->mem, &g->trail, (uint64_t) g->trail.len + 1);
  lyre_vec_reserve (g->mem, &g->unlisted,
                    (uint64_t) g->unlisted.len + at (g, loser)->parents.len);
  reroot (g, b);
  at (g, b)->proof = a;
  at (g, b)->why = m->why;
  unlist_parents (g, loser);
  relabel (g, loser, winner);
  splice (g, winner, loser);
  at (g, winner)->size += at (g, loser)->size;
  if (at (g, winner)->value == NONE)
    at (g, winner)->value = at (g, loser)->value;
  join_diseqs (g, winner, loser, u.last_diseq);
  append_parents (g, winner, loser);
  lyre_vec_push (g->mem, &g->trail, u);
  relist_parents (g, u.relisted);
  if (g->merged)
    g->merged (g->user, winner, loser);
}

static bool merge_one (lyre_egraph *g, pending m) {
  lyre_enode ra = at (g, m.a)->root, rb = at (g, m.b)->root;
  if (ra == rb)
    return true;
  lyre_enode va = at (g, ra)->value, vb = at (g, rb)->value;
  uint32_t d = find_diseq (g, ra, rb);
  if (!d)
    d = find_diseq (g, rb, ra);
  bool clash = d || (va != NONE && vb != NONE);
  join_classes (g, &m);
  if (clash)
    fail (g, d ? g->diseqs.data[d - 1].here : va,
          d ? g->diseqs.data[d - 1].there : vb, d);
  return !clash;
}

static bool run_queue (lyre_egraph *g) {
  while (g->queue.len && !g->failed)
    merge_one (g, lyre_vec_pop (&g->queue));
  return !g->failed;
}

bool lyre_egraph_merge (lyre_egraph *g, lyre_enode a, lyre_enode b,
                        lyre_reason why) {
  if (g->failed)
    return false;
  lyre_vec_push (g->mem, &g->queue, ((pending){a, b, why}));
  return run_queue (g);
}

static void add_diseq (lyre_egraph *g, lyre_enode here, lyre_enode there,
                       lyre_reason why) {
  node *r = at (g, at (g, here)->root);
  diseq d = {here, there, why, r->first_diseq};
  lyre_vec_push (g->mem, &g->diseqs, d);
  r->first_diseq = g->diseqs.len;
}

bool lyre_egraph_separate (lyre_egraph *g, lyre_enode a, lyre_enode b,
                           lyre_reason why) {
  if (g->failed)
    return false;
  lyre_vec_reserve (g->mem, &g->trail, (uint64_t) g->trail.len + 1);
  lyre_vec_reserve (g->mem, &g->diseqs, (uint64_t) g->diseqs.len + 2);
  undo u = {.kind = UNDO_DISEQ, .a = at (g, a)->root, .b = at (g, b)->root};
  add_diseq (g, a, b, why);
  uint32_t d = g->diseqs.len;
  add_diseq (g, b, a, why);
  lyre_vec_push (g->mem, &g->trail, u);
  if (u.a == u.b)
    fail (g, a, b, d);
  return !g->failed;
}

/* ------------------------------------------------------------------ nodes */

static lyre_enode make_node (lyre_egraph *g, uint32_t symbol, uint32_t n,
                             const lyre_enode *args, bool is_value) {
  lyre_enode id = g->nodes.len;
  lyre_enode *copy = lyre_arena_array (&g->arena, lyre_enode, n);
  if (n)
    memcpy (copy, args, n * sizeof *copy);
  node fresh = {.symbol = symbol,
                .n_args = n,
                .args = copy,
                .is_value = is_value,
                .root = id,
                .next = id,
                .size = 1,
                .value = is_value ? id : NONE,
                .proof = NONE,
                .in_bucket = NONE};
  lyre_vec_push (g->mem, &g->nodes, fresh);
  return id;
}

/* Enters a node as a use of its arguments' classes. */
static void register_node (lyre_egraph *g, lyre_enode id) {
  const node *n = at (g, id);
  for (uint32_t i = 0; i < n->n_args; i++) {
    node *r = at (g, at (g, n->args[i])->root);
    lyre_vec_push (g->mem, &r->parents, id);
  }
}

/* Takes back register_node; the node's uses are the last of each list. */
static void unregister_node (lyre_egraph *g, lyre_enode id) {
  const node *n = at (g, id);
  for (uint32_t i = n->n_args; i-- > 0;)
    lyre_vec_drop (&at (g, at (g, n->args[i])->root)->parents);
}

static void find_place (lyre_egraph *g, lyre_enode id) {
  lyre_enode twin = find_congruent (g, id);
  if (twin == NONE)
    list_node (g, id);
  else if (!lyre_egraph_same (g, twin, id))
    lyre_vec_push (g->mem, &g->queue, ((pending){id, twin, CONGRUENT}));
}

/* Nodes with arguments that are made above level 0 leave the use lists on the
 * way back, and come in again below. */
static void introduce (lyre_egraph *g, lyre_enode id) {
  register_node (g, id);
  find_place (g, id);
  if (g->levels.len) {
    lyre_vec_push (g->mem, &g->trail, ((undo){.kind = UNDO_NODE, .a = id}));
    lyre_vec_push (g->mem, &g->young, id);
  }
  run_queue (g);
}

lyre_enode lyre_egraph_node (lyre_egraph *g, uint32_t symbol, uint32_t n,
                             const lyre_enode *args, bool is_value) {
  if (2 * ((uint64_t) g->nodes.len + 1) > g->n_ids)
    grow_ids (g);
  lyre_enode *slot = identity_slot (g, symbol, n, args);
  if (*slot != NONE)
    return *slot;
  if (2 * ((uint64_t) g->nodes.len + 1) > g->n_buckets)
    grow_buckets (g);
  lyre_enode id = make_node (g, symbol, n, args, is_value);
  *identity_slot (g, symbol, n, args) = id;
  if (n)
    introduce (g, id);
  return id;
}

/* ------------------------------------------------------------------ levels */

void lyre_egraph_push (lyre_egraph *g) {
  lyre_vec_push (g->mem, &g->levels, g->trail.len);
}

/* Later merges may have turned the edge round. */
static void cut_edge (lyre_egraph *g, lyre_enode a, lyre_enode b) {
  if (at (g, a)->proof == b)
    at (g, a)->proof = NONE;
  else
    at (g, b)->proof = NONE;
}

static void undo_merge (lyre_egraph *g, const undo *u) {
  /* Out of the table with the signatures of now, ... */
  for (uint32_t i = g->unlisted.len; i-- > u->relisted;) {
    lyre_enode p = g->unlisted.data[i];
    if (at (g, p)->listed)
      unlist_node (g, p);
  }
  node *w = at (g, u->a), *l = at (g, u->b);
  w->parents.len = u->parents;
  if (u->last_diseq)
    g->diseqs.data[u->last_diseq - 1].next = 0;
  else
    w->first_diseq = 0;
  w->value = u->old_value;
  w->size -= l->size;
  splice (g, u->a, u->b);
  relabel (g, u->b, u->b);
  /* ... and back with those of before. */
  while (g->unlisted.len > u->relisted)
    list_node (g, lyre_vec_pop (&g->unlisted));
  cut_edge (g, u->edge_from, u->edge_to);
}

static void undo_diseq (lyre_egraph *g, const undo *u) {
  for (int side = 0; side < 2; side++) {
    diseq d = lyre_vec_pop (&g->diseqs);
    at (g, side ? u->a : u->b)->first_diseq = d.next;
  }
}

static void undo_node (lyre_egraph *g, lyre_enode id) {
  if (at (g, id)->listed)
    unlist_node (g, id);
  unregister_node (g, id);
}

static void undo_one (lyre_egraph *g) {
  undo u = lyre_vec_pop (&g->trail);
  if (u.kind == UNDO_MERGE)
    undo_merge (g, &u);
  else if (u.kind == UNDO_DISEQ)
    undo_diseq (g, &u);
  else
    undo_node (g, u.a);
}

/* Young nodes that were taken out come in again at the level we are at. */
static void introduce_again (lyre_egraph *g, uint32_t n) {
  uint32_t from = g->young.len - n;
  lyre_vec (lyre_enode) again = {0};
  for (uint32_t i = from; i < g->young.len; i++)
    lyre_vec_push (g->mem, &again, g->young.data[i]);
  g->young.len = from;
  for (uint32_t i = 0; i < again.len; i++)
    introduce (g, again.data[i]);
  lyre_vec_release (g->mem, &again);
}

void lyre_egraph_pop (lyre_egraph *g, uint32_t levels) {
  if (!levels)
    return;
  lyre_vec_clear (&g->queue);
  g->levels.len -= levels;
  if (g->levels.len < g->fail_level)
    g->failed = false;
  uint32_t target = g->levels.data[g->levels.len], nodes = 0;
  while (g->trail.len > target) {
    nodes += lyre_vec_top (&g->trail).kind == UNDO_NODE;
    undo_one (g);
  }
  introduce_again (g, nodes);
}

/* ------------------------------------------------------------ explanations */

bool lyre_egraph_differ (const lyre_egraph *g, lyre_enode a, lyre_enode b) {
  lyre_enode ra = at (g, a)->root, rb = at (g, b)->root;
  if (ra == rb)
    return false;
  if (at (g, ra)->value != NONE && at (g, rb)->value != NONE)
    return true;
  return find_diseq (g, ra, rb) || find_diseq (g, rb, ra);
}

/* The nearest common ancestor of two nodes in the proof forest. */
static lyre_enode meet (lyre_egraph *g, lyre_enode a, lyre_enode b) {
  g->stamp++;
  for (lyre_enode x = a; x != NONE; x = at (g, x)->proof)
    at (g, x)->stamp = g->stamp;
  while (at (g, b)->stamp != g->stamp)
    b = at (g, b)->proof;
  return b;
}

typedef struct {
  lyre_egraph *g;
  lyre_reasons *out;
  lyre_vec (pending) todo;
  lyre_map seen;  /* pairs already explained */
  lyre_map given; /* reasons already given */
} explanation;

static void want (explanation *e, lyre_enode a, lyre_enode b) {
  if (a == b)
    return;
  uint64_t key = a < b ? (uint64_t) a << 32 | b : (uint64_t) b << 32 | a;
  uint64_t *seen = lyre_map_at (e->g->mem, &e->seen, key);
  if (*seen)
    return;
  *seen = 1;
  lyre_vec_push (e->g->mem, &e->todo, ((pending){a, b, 0}));
}

static void give (explanation *e, lyre_reason why) {
  uint64_t *given = lyre_map_at (e->g->mem, &e->given, why);
  if (*given)
    return;
  *given = 1;
  lyre_vec_push (e->g->mem, e->out, why);
}

static void explain_path (explanation *e, lyre_enode a, lyre_enode stop) {
  while (a != stop) {
    const node *n = at (e->g, a);
    if (n->why != CONGRUENT)
      give (e, n->why);
    else {
      const node *m = at (e->g, n->proof);
      for (uint32_t i = 0; i < n->n_args; i++)
        want (e, n->args[i], m->args[i]);
    }
    a = n->proof;
  }
}

static void explain_all (explanation *e) {
  while (e->todo.len) {
    pending p = lyre_vec_pop (&e->todo);
    lyre_enode common = meet (e->g, p.a, p.b);
    explain_path (e, p.a, common);
    explain_path (e, p.b, common);
  }
  lyre_vec_release (e->g->mem, &e->todo);
  lyre_map_release (e->g->mem, &e->seen);
  lyre_map_release (e->g->mem, &e->given);
}

void lyre_egraph_explain (lyre_egraph *g, lyre_enode a, lyre_enode b,
                          lyre_reasons *out) {
  explanation e = {.g = g, .out = out};
  want (&e, a, b);
  explain_all (&e);
}

static void want_diseq (explanation *e, lyre_enode a, lyre_enode b,
                        uint32_t d) {
  const diseq *q = &e->g->diseqs.data[d - 1];
  bool straight = lyre_egraph_same (e->g, a, q->here);
  want (e, a, straight ? q->here : q->there);
  want (e, b, straight ? q->there : q->here);
  give (e, q->why);
}

void lyre_egraph_explain_differ (lyre_egraph *g, lyre_enode a, lyre_enode b,
                                 lyre_reasons *out) {
  explanation e = {.g = g, .out = out};
  lyre_enode ra = at (g, a)->root, rb = at (g, b)->root;
  lyre_enode va = at (g, ra)->value, vb = at (g, rb)->value;
  if (va != NONE && vb != NONE) {
    want (&e, a, va);
    want (&e, b, vb);
  } else {
    uint32_t d = find_diseq (g, ra, rb);
    want_diseq (&e, a, b, d ? d : find_diseq (g, rb, ra));
  }
  explain_all (&e);
}

bool lyre_egraph_conflict (lyre_egraph *g, lyre_reasons *out) {
  if (!g->failed)
    return false;
  explanation e = {.g = g, .out = out};
  want (&e, g->fail_a, g->fail_b);
  if (g->fail_diseq)
    give (&e, g->diseqs.data[g->fail_diseq - 1].why);
  explain_all (&e);
  return true;
}
