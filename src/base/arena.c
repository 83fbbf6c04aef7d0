#include "base/arena.h"

#include <string.h>

#include "base/assert.h"

struct lyre_chunk {
  lyre_chunk *below;
  size_t bytes; /* of the payload that follows */
};

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20, ALIGNMENT = 16 };

static char *chunk_start (lyre_chunk *c) {
  return (char *) (c + 1);
}

void lyre_arena_init (lyre_arena *a, lyre_mem *mem) {
  memset (a, 0, sizeof *a);
  a->mem = mem;
}

static void drop_top (lyre_arena *a) {
  lyre_chunk *c = a->top;
  a->top = c->below;
  lyre_free (a->mem, c);
}

void lyre_arena_release (lyre_arena *a) {
  while (a->top)
    drop_top (a);
  a->next = a->end = NULL;
}

void lyre_arena_clear (lyre_arena *a) {
  while (a->top && a->top->below)
    drop_top (a);
  if (a->top) {
    a->next = chunk_start (a->top);
    a->end = a->next + a->top->bytes;
  }
}

/* Chunks double in size up to a cap, so small contexts stay small. */
static size_t next_size (const lyre_arena *a, size_t need) {
  size_t size = a->top ? 2 * a->top->bytes : FIRST_CHUNK;
  if (size > LARGEST_CHUNK)
    size = LARGEST_CHUNK;
  return need > size ? need : size;
}

static void add_chunk (lyre_arena *a, size_t need) {
  size_t bytes = next_size (a, need);
  lyre_chunk *c = lyre_alloc (a->mem, sizeof *c + bytes);
  c->below = a->top;
  c->bytes = bytes;
  a->top = c;
  a->next = chunk_start (c);
  a->end = a->next + bytes;
}

void *lyre_arena_alloc (lyre_arena *a, size_t bytes) {
  if (bytes > SIZE_MAX / 4)
    lyre_mem_fail (a->mem, LYRE_FAIL_TOO_LARGE);
  if (!bytes)
    bytes = 1; /* every piece has an address */
  bytes = (bytes + ALIGNMENT - 1) & ~(size_t) (ALIGNMENT - 1);
  if ((size_t) (a->end - a->next) < bytes)
    add_chunk (a, bytes);
  void *p = a->next;
  a->next += bytes;
  return p;
}

char *lyre_arena_text (lyre_arena *a, const char *text, size_t len) {
  char *copy = lyre_arena_alloc (a, len + 1);
  if (len)
    memcpy (copy, text, len);
  copy[len] = 0;
  return copy;
}

lyre_mark lyre_arena_mark (const lyre_arena *a) {
  return (lyre_mark){a->top, a->next};
}

void lyre_arena_cut (lyre_arena *a, lyre_mark m) {
  if (!m.top) {
    lyre_arena_clear (a);
    return;
  }
  while (a->top != m.top)
    drop_top (a);
  a->next = m.next;
  a->end = chunk_start (a->top) + a->top->bytes;
}
