#include "java/heap/trie.h"

#include <string.h>

enum { BITS = 5, WAYS = 1 << BITS, MASK = WAYS - 1 };

/* At level 0 the children are blocks, above they are nodes. */
struct jnode {
  jcount count;
  jcount *children[WAYS];
};

jtrie jtrie_share (jtrie t) {
  if (t.root)
    t.root->count.refs++;
  return t;
}

static jnode *new_node (const jtrie_ops *ops) {
  jnode *n = lyre_alloc (ops->mem, sizeof *n);
  memset (n, 0, sizeof *n);
  n->count.refs = 1;
  return n;
}

/* Recurses on the height of the trie, at most seven. */
static void drop_node (const jtrie_ops *ops, jnode *n, uint32_t level) {
  if (--n->count.refs)
    return;
  for (unsigned i = 0; i < WAYS; i++) {
    jcount *child = n->children[i];
    if (!child)
      continue;
    if (level)
      drop_node (ops, (jnode *) child, level - 1);
    else if (!--child->refs)
      ops->drop (ops->mem, child);
  }
  lyre_free (ops->mem, n);
}

void jtrie_release (const jtrie_ops *ops, jtrie *t) {
  if (t->root)
    drop_node (ops, t->root, t->levels - 1);
  *t = (jtrie){0};
}

static bool fits (const jtrie *t, uint32_t index) {
  return t->levels * BITS >= 32 || index < 1u << t->levels * BITS;
}

jcount *jtrie_get (const jtrie *t, uint32_t index) {
  if (!t->root || !fits (t, index))
    return NULL;
  const jnode *n = t->root;
  for (uint32_t level = t->levels - 1; level; level--) {
    n = (const jnode *) n->children[index >> level * BITS & MASK];
    if (!n)
      return NULL;
  }
  return n->children[index & MASK];
}

/* The node, with one owner: a copy shares its children. */
static jnode *own_node (const jtrie_ops *ops, jnode *n) {
  if (n->count.refs == 1)
    return n;
  jnode *copy = new_node (ops);
  memcpy (copy->children, n->children, sizeof n->children);
  for (unsigned i = 0; i < WAYS; i++)
    if (copy->children[i])
      copy->children[i]->refs++;
  n->count.refs--;
  return copy;
}

static void grow (const jtrie_ops *ops, jtrie *t, uint32_t index) {
  if (!t->root) {
    t->root = new_node (ops);
    t->levels = 1;
  }
  while (!fits (t, index)) {
    jnode *above = new_node (ops);
    above->children[0] = &t->root->count;
    t->root = above;
    t->levels++;
  }
}

/* The leaf node of INDEX and the way to it, all with one owner. */
static jnode *own_leaf (const jtrie_ops *ops, jtrie *t, uint32_t index) {
  jnode *n = t->root = own_node (ops, t->root);
  for (uint32_t level = t->levels - 1; level; level--) {
    jcount **child = &n->children[index >> level * BITS & MASK];
    jnode *next = *child ? own_node (ops, (jnode *) *child) : new_node (ops);
    *child = &next->count;
    n = next;
  }
  return n;
}

void jtrie_put (const jtrie_ops *ops, jtrie *t, uint32_t index, jcount *block) {
  grow (ops, t, index);
  jcount **place = &own_leaf (ops, t, index)->children[index & MASK];
  jcount *old = *place;
  *place = block;
  if (old && !--old->refs)
    ops->drop (ops->mem, old);
}

jcount *jtrie_own (const jtrie_ops *ops, jtrie *t, uint32_t index) {
  jcount **place = &own_leaf (ops, t, index)->children[index & MASK];
  if ((*place)->refs > 1) {
    jcount *copy = ops->copy (ops->mem, *place);
    (*place)->refs--;
    *place = copy;
  }
  return *place;
}

static void each (const jnode *n, uint32_t level, uint32_t base,
                  void (*visit) (void *, uint32_t, jcount *), void *user) {
  for (uint32_t i = 0; i < WAYS; i++) {
    if (!n->children[i])
      continue;
    uint32_t index = base << BITS | i;
    if (level)
      each ((const jnode *) n->children[i], level - 1, index, visit, user);
    else
      visit (user, index, n->children[i]);
  }
}

void jtrie_each (const jtrie *t, void (*visit) (void *, uint32_t, jcount *),
                 void *user) {
  if (t->root)
    each (t->root, t->levels - 1, 0, visit, user);
}
