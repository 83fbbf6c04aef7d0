/* Tarjan's algorithm with a stack of its own. */
#include "core/grammar/components.h"

#include <string.h>

#include "base/vec.h"

typedef struct {
  lyre_mem *mem;
  const uint32_t *first, *to;
  uint32_t *index, *low, *next, *component;
  uint32_t n_seen, n_components;
  lyre_u32s path, open;
} search;

static void enter (search *s, uint32_t a) {
  s->index[a] = s->low[a] = ++s->n_seen;
  s->next[a] = s->first[a];
  lyre_vec_push (s->mem, &s->path, a);
  lyre_vec_push (s->mem, &s->open, a);
}

static void leave (search *s, uint32_t a) {
  lyre_vec_drop (&s->path);
  if (s->path.len && s->low[a] < s->low[lyre_vec_top (&s->path)])
    s->low[lyre_vec_top (&s->path)] = s->low[a];
  if (s->low[a] != s->index[a])
    return;
  uint32_t x;
  do {
    x = lyre_vec_pop (&s->open);
    s->component[x] = s->n_components;
  } while (x != a);
  s->n_components++;
}

static void walk (search *s, uint32_t root) {
  enter (s, root);
  while (s->path.len) {
    uint32_t a = lyre_vec_top (&s->path);
    if (s->next[a] == s->first[a + 1]) {
      leave (s, a);
      continue;
    }
    uint32_t x = s->to[s->next[a]++];
    if (!s->index[x])
      enter (s, x);
    else if (s->component[x] == UINT32_MAX && s->index[x] < s->low[a])
      s->low[a] = s->index[x];
  }
}

uint32_t lyre_graph_components (lyre_mem *mem, uint32_t n,
                                const uint32_t *first, const uint32_t *to,
                                uint32_t *component) {
  search s = {.mem = mem, .first = first, .to = to, .component = component};
  size_t bytes = lyre_mul_size (mem, 3 * ((size_t) n + 1), sizeof *s.index);
  s.index = lyre_alloc (mem, bytes);
  memset (s.index, 0, bytes);
  s.low = s.index + n;
  s.next = s.low + n;
  memset (component, 0xFF, n * sizeof *component);
  for (uint32_t a = 0; a < n; a++)
    if (!s.index[a])
      walk (&s, a);
  lyre_free (mem, s.index);
  lyre_vec_release (mem, &s.path);
  lyre_vec_release (mem, &s.open);
  return s.n_components;
}
