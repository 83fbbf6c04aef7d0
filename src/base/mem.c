#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#include "base/assert.h"

/* Every block starts with this header; users see what follows it. */
struct lyre_block {
  lyre_block *prev, *next;
  size_t bytes; /* with the header */
  size_t pad;   /* keeps the payload aligned to 16 */
};

static void *payload (lyre_block *b) {
  return b + 1;
}

static lyre_block *header (void *p) {
  return (lyre_block *) p - 1;
}

static void link_block (lyre_mem *mem, lyre_block *b) {
  b->prev = NULL;
  b->next = mem->blocks;
  if (b->next)
    b->next->prev = b;
  mem->blocks = b;
}

static void unlink_block (lyre_mem *mem, lyre_block *b) {
  if (b->prev)
    b->prev->next = b->next;
  else
    mem->blocks = b->next;
  if (b->next)
    b->next->prev = b->prev;
}

void lyre_mem_init (lyre_mem *mem, lyre_mem *parent) {
  memset (mem, 0, sizeof *mem);
  mem->root = parent ? parent->root : mem;
}

void lyre_mem_release (lyre_mem *mem) {
  while (mem->blocks) {
    LYRE_ASSERT (!mem->blocks->prev);
    lyre_free (mem, payload (mem->blocks));
  }
}

_Noreturn void lyre_mem_fail (lyre_mem *mem, lyre_fail why) {
  LYRE_ASSERT (mem->root->escape);
  longjmp (*mem->root->escape, (int) why);
}

/* Asks whether EXTRA more bytes may be had; counts the request. */
static void charge (lyre_mem *mem, size_t extra) {
  lyre_mem *root = mem->root;
  root->allocations++;
  if (root->fail_at && root->allocations >= root->fail_at)
    lyre_mem_fail (mem, LYRE_FAIL_SYSTEM);
  if (root->limit && (extra > root->limit || root->used > root->limit - extra))
    lyre_mem_fail (mem, LYRE_FAIL_LIMIT);
}

static void count (lyre_mem *mem, size_t more, size_t less) {
  lyre_mem *root = mem->root;
  root->used = root->used + more - less;
  if (root->used > root->peak)
    root->peak = root->used;
}

static size_t with_header (lyre_mem *mem, size_t bytes) {
  if (bytes > SIZE_MAX / 2)
    lyre_mem_fail (mem, LYRE_FAIL_TOO_LARGE);
  return bytes + sizeof (lyre_block);
}

void *lyre_alloc (lyre_mem *mem, size_t bytes) {
  size_t total = with_header (mem, bytes);
  charge (mem, total);
  lyre_block *b = malloc (total);
  if (!b)
    lyre_mem_fail (mem, LYRE_FAIL_SYSTEM);
  b->bytes = total;
  link_block (mem, b);
  count (mem, total, 0);
  return payload (b);
}

void *lyre_realloc (lyre_mem *mem, void *p, size_t bytes) {
  if (!p)
    return lyre_alloc (mem, bytes);
  size_t total = with_header (mem, bytes);
  lyre_block *old = header (p);
  size_t before = old->bytes;
  charge (mem, total > before ? total - before : 0);
  unlink_block (mem, old);
  lyre_block *b = realloc (old, total);
  if (!b) {
    link_block (mem, old);
    lyre_mem_fail (mem, LYRE_FAIL_SYSTEM);
  }
  b->bytes = total;
  link_block (mem, b);
  count (mem, total, before);
  return payload (b);
}

void lyre_free (lyre_mem *mem, void *p) {
  if (!p)
    return;
  lyre_block *b = header (p);
  unlink_block (mem, b);
  count (mem, 0, b->bytes);
  free (b);
}

size_t lyre_mul_size (lyre_mem *mem, size_t a, size_t b) {
  size_t product;
  if (__builtin_mul_overflow (a, b, &product))
    lyre_mem_fail (mem, LYRE_FAIL_TOO_LARGE);
  return product;
}
