/* Counted memory.
 *
 * A lyre_mem is a pool of heap blocks. Every block hangs off its pool, so
 * closing the pool frees whatever is still there. A child pool charges its
 * blocks to its root, where the byte count and the limit live.
 *
 * Allocation never returns NULL. When the limit is reached, the system has no
 * memory, or a test asked for it, control leaves through the root's escape
 * (setjmp at the API boundary) with a reason. Code between the two therefore
 * follows one rule: allocate first, then change the structure. */
#ifndef LYRE_BASE_MEM_H
#define LYRE_BASE_MEM_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  LYRE_FAIL_NONE = 0,
  LYRE_FAIL_SYSTEM,    /* malloc returned NULL */
  LYRE_FAIL_LIMIT,     /* the pool's byte limit */
  LYRE_FAIL_TOO_LARGE, /* a number, string or table beyond what we represent */
} lyre_fail;

typedef struct lyre_mem lyre_mem;
typedef struct lyre_block lyre_block;

struct lyre_mem {
  lyre_mem *root;     /* itself, if it has no parent */
  lyre_block *blocks; /* doubly linked */
  /* The rest is used in the root only. */
  size_t used, peak, limit; /* bytes; limit 0 means none */
  uint64_t allocations;     /* so far */
  uint64_t fail_at;         /* allocations from this count on fail; 0: none */
  jmp_buf *escape;          /* where failures go; must be set */
};

/* PARENT is NULL for a root. */
void lyre_mem_init (lyre_mem *, lyre_mem *parent);
/* Frees every block of this pool. */
void lyre_mem_release (lyre_mem *);

void *lyre_alloc (lyre_mem *, size_t bytes);
void *lyre_realloc (lyre_mem *, void *block, size_t bytes); /* NULL allocates */
void lyre_free (lyre_mem *, void *block);                   /* NULL is fine */

/* Leaves through the escape with this reason. */
_Noreturn void lyre_mem_fail (lyre_mem *, lyre_fail);

/* A * B, leaving through the escape if that overflows. */
size_t lyre_mul_size (lyre_mem *, size_t a, size_t b);

#endif
