#include "engine/bits/bounds.h"

/* Where bounds start: a little more than the least that is proven. */
enum {
  FIRST_LENGTH = 1, /* more than what is known */
  FIRST_RESULT = 2, /* the same */
  FIRST_VALUE = 15,
  FIRST_LETTERS = 2, /* per class */
  MAX_LENGTH = 1 << 16,
  MAX_LETTERS = 1 << 12,
};
#define MAX_VALUE ((int64_t) 1 << 59)

void lyre_bounds_init (lyre_bounds *b, lyre_mem *mem) {
  *b = (lyre_bounds){.mem = mem};
}

void lyre_bounds_release (lyre_bounds *b) {
  lyre_vec_release (b->mem, &b->all);
  lyre_map_release (b->mem, &b->of_term);
}

/* Clips the size to what is proven. */
static void settle (lyre_bound *b) {
  switch (b->kind) {
  case LYRE_BOUND_LENGTH:
  case LYRE_BOUND_RESULT:
    b->covers = b->size >= b->proven.hi;
    if (b->covers)
      b->size = b->proven.hi;
    break;
  case LYRE_BOUND_VALUE: {
    lyre_range v = lyre_bound_values (b);
    b->covers = v.lo <= b->proven.lo && v.hi >= b->proven.hi;
    break;
  }
  default:
    break; /* the alphabet: the encoder knows */
  }
}

static const int64_t first[LYRE_BOUND_KINDS] = {
    [LYRE_BOUND_LENGTH] = FIRST_LENGTH,
    [LYRE_BOUND_RESULT] = FIRST_RESULT,
    [LYRE_BOUND_VALUE] = FIRST_VALUE,
    [LYRE_BOUND_LETTERS] = FIRST_LETTERS,
};

static const int64_t most[LYRE_BOUND_KINDS] = {
    [LYRE_BOUND_LENGTH] = MAX_LENGTH,
    [LYRE_BOUND_RESULT] = MAX_LENGTH,
    [LYRE_BOUND_VALUE] = MAX_VALUE,
    [LYRE_BOUND_LETTERS] = MAX_LETTERS,
};

static bool is_length (lyre_bound_kind kind) {
  return kind == LYRE_BOUND_LENGTH || kind == LYRE_BOUND_RESULT;
}

lyre_bound *lyre_bound_of (lyre_bounds *b, lyre_bound_kind kind, lyre_term t,
                           lyre_range proven, int64_t hint) {
  uint64_t *at = lyre_map_at (b->mem, &b->of_term, t.id);
  if (!*at) {
    lyre_bound fresh = {
        .kind = kind, .term = t, .proven = proven, .size = first[kind]};
    if (is_length (kind))
      fresh.size += hint > proven.lo ? hint : proven.lo;
    else
      fresh.size += hint;
    settle (&fresh);
    lyre_vec_push (b->mem, &b->all, fresh);
    *at = b->all.len;
  }
  return &b->all.data[*at - 1];
}

/* Around 0, or from the end that is proven. */
lyre_range lyre_bound_values (const lyre_bound *b) {
  int64_t lo = b->proven.lo, hi = b->proven.hi;
  bool low = lo > -LYRE_RANGE_INF, high = hi < LYRE_RANGE_INF;
  lyre_range r = {-b->size - 1, b->size};
  if (low && lo > r.lo)
    r = (lyre_range){lo, lo > LYRE_RANGE_INF - b->size ? lo : lo + b->size};
  else if (high && hi < r.hi)
    r = (lyre_range){hi - b->size, hi};
  if (high && hi < r.hi)
    r.hi = hi;
  if (low && lo > r.lo)
    r.lo = lo;
  return r;
}

static bool can_grow (const lyre_bound *b) {
  return b->blamed && !b->covers && b->size < most[b->kind];
}

static int64_t next_size (lyre_bound_kind kind, int64_t size) {
  if (kind == LYRE_BOUND_VALUE)
    size = size < 1 << 29 ? size * size : MAX_VALUE;
  else
    size = 2 * size + 1;
  return size < most[kind] ? size : most[kind];
}

/* At most to the level; lengths at least half-way to it. */
static void grow_to_level (lyre_bounds *all, lyre_bound *b) {
  int64_t level = all->level[b->kind], size = next_size (b->kind, b->size);
  if (is_length (b->kind) && size < level / 2)
    size = level / 2;
  b->size = size < level ? size : level;
  settle (b);
}

static bool any_below_level (const lyre_bounds *all, lyre_bound_kind kind) {
  for (uint32_t i = 0; i < all->all.len; i++) {
    const lyre_bound *b = &all->all.data[i];
    if (b->kind == kind && can_grow (b) && b->size < all->level[kind])
      return true;
  }
  return false;
}

/* All that are blamed stand at the level or above: it rises above the lowest
 * of them. */
static void raise_level (lyre_bounds *all, lyre_bound_kind kind) {
  int64_t lowest = INT64_MAX;
  for (uint32_t i = 0; i < all->all.len; i++) {
    const lyre_bound *b = &all->all.data[i];
    if (b->kind == kind && can_grow (b) && b->size < lowest)
      lowest = b->size;
  }
  if (lowest < INT64_MAX)
    all->level[kind] = next_size (kind, lowest);
}

lyre_growth lyre_bounds_grow (lyre_bounds *all) {
  lyre_growth g = LYRE_GROWTH_NONE;
  for (int kind = 0; kind < LYRE_BOUND_KINDS; kind++)
    if (!any_below_level (all, kind))
      raise_level (all, kind);
  for (uint32_t i = 0; i < all->all.len; i++) {
    lyre_bound *b = &all->all.data[i];
    if (b->blamed && g == LYRE_GROWTH_NONE)
      g = LYRE_GROWTH_STUCK;
    if (!can_grow (b) || b->size >= all->level[b->kind])
      continue;
    grow_to_level (all, b);
    g = LYRE_GROWTH_DONE;
  }
  return g;
}
