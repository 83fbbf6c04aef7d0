#include "base/map.h"

#include <string.h>

/* ------------------------------------------------------ 64 bits to 64 bits */

static uint64_t mix64 (uint64_t x) {
  x ^= x >> 32;
  x *= 0xD6E8FEB86659FD93u;
  x ^= x >> 32;
  return x;
}

/* The slot that holds KEY, or the free one where it belongs. */
static uint32_t slot_of (const lyre_map *m, uint64_t key) {
  uint32_t i = (uint32_t) mix64 (key) & (m->cap - 1);
  while (m->used[i] && m->slots[i].key != key)
    i = (i + 1) & (m->cap - 1);
  return i;
}

uint64_t *lyre_map_find (const lyre_map *m, uint64_t key) {
  if (!m->n)
    return NULL;
  uint32_t i = slot_of (m, key);
  return m->used[i] ? &m->slots[i].value : NULL;
}

static void enlarge (lyre_mem *mem, lyre_map *m) {
  lyre_map bigger = {.n = m->n, .cap = m->cap ? 2 * m->cap : 16};
  if (!bigger.cap)
    lyre_mem_fail (mem, LYRE_FAIL_TOO_LARGE);
  bigger.slots =
      lyre_alloc (mem, lyre_mul_size (mem, bigger.cap, sizeof *m->slots));
  bigger.used = lyre_alloc (mem, bigger.cap);
  memset (bigger.used, 0, bigger.cap);
  for (uint32_t i = 0; i < m->cap; i++) {
    if (!m->used[i])
      continue;
    uint32_t j = slot_of (&bigger, m->slots[i].key);
    bigger.used[j] = 1;
    bigger.slots[j] = m->slots[i];
  }
  lyre_map_release (mem, m);
  *m = bigger;
}

uint64_t *lyre_map_at (lyre_mem *mem, lyre_map *m, uint64_t key) {
  if ((uint64_t) 4 * (m->n + 1) > (uint64_t) 3 * m->cap)
    enlarge (mem, m);
  uint32_t i = slot_of (m, key);
  if (!m->used[i]) {
    m->used[i] = 1;
    m->slots[i] = (lyre_map_slot){key, 0};
    m->n++;
  }
  return &m->slots[i].value;
}

void lyre_map_clear (lyre_map *m) {
  if (m->cap)
    memset (m->used, 0, m->cap);
  m->n = 0;
}

void lyre_map_release (lyre_mem *mem, lyre_map *m) {
  lyre_free (mem, m->slots);
  lyre_free (mem, m->used);
  memset (m, 0, sizeof *m);
}

/* --------------------------------------------------------- text to 32 bits */

uint32_t lyre_hash_bytes (const void *data, size_t len, uint32_t seed) {
  const unsigned char *p = data;
  uint32_t h = seed ^ 0x811C9DC5u;
  for (size_t i = 0; i < len; i++)
    h = (h ^ p[i]) * 0x01000193u;
  return lyre_hash_mix (h, (uint32_t) len);
}

static lyre_text_entry *find_entry (const lyre_text_map *m, const char *text,
                                    size_t len, uint32_t hash) {
  if (!m->n)
    return NULL;
  for (uint32_t i = m->buckets[hash & (m->n_buckets - 1)]; i;
       i = m->entries[i - 1].next) {
    lyre_text_entry *e = &m->entries[i - 1];
    if (e->hash == hash && e->len == len && !memcmp (e->text, text, len))
      return e;
  }
  return NULL;
}

uint32_t *lyre_text_map_find (const lyre_text_map *m, const char *text,
                              size_t len) {
  lyre_text_entry *e =
      find_entry (m, text, len, lyre_hash_bytes (text, len, 0));
  return e ? &e->value : NULL;
}

static void link_entry (lyre_text_map *m, uint32_t i) {
  lyre_text_entry *e = &m->entries[i];
  uint32_t *bucket = &m->buckets[e->hash & (m->n_buckets - 1)];
  e->next = *bucket;
  *bucket = i + 1;
}

static void enlarge_text (lyre_mem *mem, lyre_text_map *m) {
  uint32_t cap = m->cap ? 2 * m->cap : 16;
  if (cap < m->cap)
    lyre_mem_fail (mem, LYRE_FAIL_TOO_LARGE);
  uint32_t *buckets =
      lyre_alloc (mem, lyre_mul_size (mem, cap, sizeof *buckets));
  m->entries = lyre_realloc (mem, m->entries,
                             lyre_mul_size (mem, cap, sizeof *m->entries));
  memset (buckets, 0, cap * sizeof *buckets);
  lyre_free (mem, m->buckets);
  m->buckets = buckets;
  m->cap = m->n_buckets = cap;
  for (uint32_t i = 0; i < m->n; i++)
    link_entry (m, i);
}

uint32_t *lyre_text_map_at (lyre_mem *mem, lyre_text_map *m, const char *text,
                            size_t len) {
  uint32_t hash = lyre_hash_bytes (text, len, 0);
  lyre_text_entry *e = find_entry (m, text, len, hash);
  if (e)
    return &e->value;
  if (len > UINT32_MAX)
    lyre_mem_fail (mem, LYRE_FAIL_TOO_LARGE);
  if (m->n == m->cap)
    enlarge_text (mem, m);
  char *copy = lyre_alloc (mem, len + 1);
  memcpy (copy, text, len);
  copy[len] = 0;
  m->entries[m->n] = (lyre_text_entry){copy, (uint32_t) len, hash, 0, 0};
  link_entry (m, m->n);
  return &m->entries[m->n++].value;
}

void lyre_text_map_release (lyre_mem *mem, lyre_text_map *m) {
  for (uint32_t i = 0; i < m->n; i++)
    lyre_free (mem, m->entries[i].text);
  lyre_free (mem, m->entries);
  lyre_free (mem, m->buckets);
  memset (m, 0, sizeof *m);
}
