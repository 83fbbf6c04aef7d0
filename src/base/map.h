/* Hash maps from 64-bit keys to 64-bit values, and from texts to 32-bit ones.
 *
 * A zeroed map is empty. Iteration order is the order of insertion for text
 * maps and unspecified, but the same on every machine, for the others. */
#ifndef LYRE_BASE_MAP_H
#define LYRE_BASE_MAP_H

#include "base/mem.h"

typedef struct {
  uint64_t key, value;
} lyre_map_slot;

typedef struct {
  lyre_map_slot *slots;
  uint8_t *used;
  uint32_t n, cap; /* cap is 0 or a power of two */
} lyre_map;

/* The place of KEY's value, or NULL. Valid until the next insertion. */
uint64_t *lyre_map_find (const lyre_map *, uint64_t key);
/* The place of KEY's value; a new entry starts with 0. */
uint64_t *lyre_map_at (lyre_mem *, lyre_map *, uint64_t key);
void lyre_map_clear (lyre_map *);
void lyre_map_release (lyre_mem *, lyre_map *);

typedef struct {
  char *text; /* owned, zero-terminated */
  uint32_t len, hash, value, next;
} lyre_text_entry;

typedef struct {
  lyre_text_entry *entries;
  uint32_t *buckets;
  uint32_t n, cap, n_buckets;
} lyre_text_map;

/* The entry's value, or NULL. Valid until the next insertion. */
uint32_t *lyre_text_map_find (const lyre_text_map *, const char *, size_t len);
/* The value's place for this text; a new entry starts with 0. */
uint32_t *lyre_text_map_at (lyre_mem *, lyre_text_map *, const char *,
                            size_t len);
void lyre_text_map_release (lyre_mem *, lyre_text_map *);

/* Mixing functions used throughout. */
static inline uint32_t lyre_hash_mix (uint32_t h, uint32_t x) {
  h ^= x;
  h *= 0x9E3779B1u;
  return h ^ (h >> 15);
}
uint32_t lyre_hash_bytes (const void *, size_t, uint32_t seed);

#endif
