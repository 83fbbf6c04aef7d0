/* Arenas: memory that is given back all at once, or down to a mark.
 *
 * An arena takes chunks from a pool and hands out pieces that stay where they
 * are. There is no free for a single piece. */
#ifndef LYRE_BASE_ARENA_H
#define LYRE_BASE_ARENA_H

#include "base/mem.h"

typedef struct lyre_chunk lyre_chunk;

typedef struct {
  lyre_mem *mem;
  lyre_chunk *top; /* chunks, the newest first */
  char *next, *end;
} lyre_arena;

/* A place to go back to. Marks nest. */
typedef struct {
  lyre_chunk *top;
  char *next;
} lyre_mark;

void lyre_arena_init (lyre_arena *, lyre_mem *);
void lyre_arena_release (lyre_arena *); /* gives everything back */
void lyre_arena_clear (lyre_arena *);   /* the same, but keeps one chunk */

/* BYTES bytes, aligned for any object, not initialised. */
void *lyre_arena_alloc (lyre_arena *, size_t bytes);
#define lyre_arena_array(ARENA, TYPE, N)                                       \
  ((TYPE *) lyre_arena_alloc (                                                 \
      (ARENA), lyre_mul_size ((ARENA)->mem, sizeof (TYPE), (N))))
#define lyre_arena_new(ARENA, TYPE)                                            \
  ((TYPE *) lyre_arena_alloc ((ARENA), sizeof (TYPE)))
/* A copy of a text, with a terminating zero. */
char *lyre_arena_text (lyre_arena *, const char *text, size_t len);

lyre_mark lyre_arena_mark (const lyre_arena *);
/* Gives back everything allocated since the mark. */
void lyre_arena_cut (lyre_arena *, lyre_mark);

#endif
