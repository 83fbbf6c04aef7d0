#include "java/classfile/names.h"

#include <string.h>

void jnames_init (jnames *n, lyre_mem *mem) {
  *n = (jnames){.mem = mem};
  lyre_arena_init (&n->arena, mem);
}

void jnames_release (jnames *n) {
  lyre_arena_release (&n->arena);
  lyre_free (n->mem, n->slots);
  n->slots = NULL;
  n->n = n->cap = 0;
}

static uint32_t slot_of (const jnames *n, const char *text, size_t len) {
  uint32_t i = lyre_hash_bytes (text, len, 7) & (n->cap - 1);
  while (n->slots[i] && (strncmp (n->slots[i], text, len) || n->slots[i][len]))
    i = (i + 1) & (n->cap - 1);
  return i;
}

static void grow (jnames *n) {
  uint32_t cap = n->cap ? 2 * n->cap : 1024, old = n->cap;
  jname *slots =
      lyre_alloc (n->mem, lyre_mul_size (n->mem, cap, sizeof *slots));
  memset (slots, 0, cap * sizeof *slots);
  jname *before = n->slots;
  n->slots = slots;
  n->cap = cap;
  for (uint32_t i = 0; i < old; i++)
    if (before[i])
      n->slots[slot_of (n, before[i], strlen (before[i]))] = before[i];
  lyre_free (n->mem, before);
}

jname jnames_intern (jnames *n, const char *text, size_t len) {
  if (2 * n->n >= n->cap)
    grow (n);
  uint32_t i = slot_of (n, text, len);
  if (n->slots[i])
    return n->slots[i];
  jname copy = lyre_arena_text (&n->arena, text, len);
  n->n++;
  return n->slots[i] = copy;
}

jname jnames_text (jnames *n, const char *text) {
  return jnames_intern (n, text, strlen (text));
}
