/* Persistent arrays: index -> counted block, shared between states.
 *
 * A trie of 32-way nodes with reference counts. Copying a trie is one
 * increment; a write copies the nodes on its way that others share, so two
 * states that came from one differ by what they wrote since. Blocks begin
 * with a jcount; the trie holds one count per place it stores the block. */
#ifndef LYRE_JAVA_TRIE_H
#define LYRE_JAVA_TRIE_H

#include "base/mem.h"

/* The head of every shared block. */
typedef struct {
  uint32_t refs;
} jcount;

typedef struct jnode jnode;

typedef struct {
  jnode *root;
  uint32_t levels; /* of nodes; holds indices below 32^levels */
} jtrie;

/* How to free a block whose last count is gone, and to copy one. */
typedef struct {
  lyre_mem *mem;
  void (*drop) (lyre_mem *, jcount *);
  jcount *(*copy) (lyre_mem *, const jcount *); /* with refs 1 */
} jtrie_ops;

jtrie jtrie_share (jtrie); /* another owner */
void jtrie_release (const jtrie_ops *, jtrie *);
/* NULL if there is none. */
jcount *jtrie_get (const jtrie *, uint32_t index);
/* Stores BLOCK, whose count passes to the trie; NULL takes one out. */
void jtrie_put (const jtrie_ops *, jtrie *, uint32_t index, jcount *block);
/* The block, which must exist, owned by this trie alone: copied first if it
 * was shared. */
jcount *jtrie_own (const jtrie_ops *, jtrie *, uint32_t index);
/* Every block, by rising index. Storing while it runs is not allowed. */
void jtrie_each (const jtrie *, void (*visit) (void *, uint32_t, jcount *),
                 void *user);

#endif
