/* States: hash-consing, normal forms, forgetting. */
#include <stdlib.h>
#include <string.h>

#include "term/regex_internal.h"

size_t lyre_rx_bytes (const lyre_matcher *rx) {
  return rx->arena_bytes + (size_t) rx->nodes.cap * sizeof *rx->nodes.data +
         (size_t) rx->unique_cap * sizeof *rx->unique;
}

void *lyre_rx_arena (lyre_matcher *rx, size_t bytes) {
  void *p = lyre_arena_alloc (&rx->arena, bytes);
  rx->arena_bytes += bytes;
  return p;
}

/* ------------------------------------------------------------ unique table */

static uint32_t hash_words (uint32_t h, const uint32_t *w, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    h = lyre_hash_mix (h, w[i]);
  return h;
}

static uint32_t hash_node (const lyre_rx_node *k) {
  uint32_t h = lyre_hash_mix (0x51ED270Bu, k->kind);
  switch ((lyre_rx_kind) k->kind) {
  case LYRE_RX_SET:
    for (uint32_t i = 0; i < k->n_ranges; i++)
      h = lyre_hash_mix (lyre_hash_mix (h, k->ranges[i].lo), k->ranges[i].hi);
    return h;
  case LYRE_RX_TEXT:
    return lyre_hash_mix (lyre_hash_mix (h, k->term), k->from);
  case LYRE_RX_UNION:
  case LYRE_RX_INTER:
    return hash_words (h, k->args, k->n_args);
  default:
    return hash_words (h, (uint32_t[]){k->a, k->b, k->lo, k->hi}, 4);
  }
}

static bool same_node (const lyre_rx_node *x, const lyre_rx_node *y) {
  if (x->hash != y->hash || x->kind != y->kind)
    return false;
  switch ((lyre_rx_kind) x->kind) {
  case LYRE_RX_SET:
    return x->n_ranges == y->n_ranges &&
           !memcmp (x->ranges, y->ranges, x->n_ranges * sizeof *x->ranges);
  case LYRE_RX_TEXT:
    return x->term == y->term && x->from == y->from;
  case LYRE_RX_UNION:
  case LYRE_RX_INTER:
    return x->n_args == y->n_args &&
           !memcmp (x->args, y->args, x->n_args * sizeof *x->args);
  default:
    return x->a == y->a && x->b == y->b && x->lo == y->lo && x->hi == y->hi;
  }
}

/* The slot of an equal node, or the free one where KEY belongs. */
static uint32_t slot_of (const lyre_matcher *rx, const lyre_rx_node *key) {
  uint32_t mask = rx->unique_cap - 1, i = key->hash & mask;
  while (rx->unique[i] && !same_node (rx->nodes.data + rx->unique[i], key))
    i = (i + 1) & mask;
  return i;
}

/* Puts ID, known to be absent, into a table of CAP slots. */
static void put_id (lyre_rx_id *table, uint32_t cap, uint32_t hash,
                    lyre_rx_id id) {
  uint32_t i = hash & (cap - 1);
  while (table[i])
    i = (i + 1) & (cap - 1);
  table[i] = id;
}

static lyre_rx_id *new_table (lyre_matcher *rx, uint32_t cap) {
  lyre_rx_id *t = lyre_alloc (rx->mem, lyre_mul_size (rx->mem, cap, sizeof *t));
  memset (t, 0, cap * sizeof *t);
  return t;
}

static void enlarge_table (lyre_matcher *rx) {
  uint32_t cap = rx->unique_cap ? 2 * rx->unique_cap : 64;
  if (!cap)
    lyre_mem_fail (rx->mem, LYRE_FAIL_TOO_LARGE);
  lyre_rx_id *table = new_table (rx, cap);
  for (uint32_t id = 1; id < rx->nodes.len; id++)
    put_id (table, cap, rx->nodes.data[id].hash, id);
  lyre_free (rx->mem, rx->unique);
  rx->unique = table;
  rx->unique_cap = cap;
}

/* Copies what the key borrows. */
static void own_payload (lyre_matcher *rx, lyre_rx_node *k) {
  if (k->kind == LYRE_RX_SET) {
    size_t bytes = k->n_ranges * sizeof *k->ranges;
    k->ranges = memcpy (lyre_rx_arena (rx, bytes), k->ranges, bytes);
  }
  if (k->kind == LYRE_RX_UNION || k->kind == LYRE_RX_INTER) {
    size_t bytes = k->n_args * sizeof *k->args;
    k->args = memcpy (lyre_rx_arena (rx, bytes), k->args, bytes);
  }
}

/* The id of the node like KEY, which need not have a hash yet. */
static lyre_rx_id intern (lyre_matcher *rx, lyre_rx_node key) {
  if (2 * (uint64_t) rx->nodes.len >= rx->unique_cap)
    enlarge_table (rx);
  key.hash = hash_node (&key);
  uint32_t slot = slot_of (rx, &key);
  if (rx->unique[slot])
    return rx->unique[slot];
  lyre_vec_reserve (rx->mem, &rx->nodes, (uint64_t) rx->nodes.len + 1);
  own_payload (rx, &key);
  rx->unique[slot] = rx->nodes.len;
  rx->nodes.data[rx->nodes.len] = key;
  return rx->nodes.len++;
}

/* -------------------------------------------------------------- life times */

/* The constants get the ids of regex_internal.h. */
static void make_constants (lyre_matcher *rx) {
  lyre_vec_push (rx->mem, &rx->nodes, (lyre_rx_node){0});
  intern (rx, (lyre_rx_node){.kind = LYRE_RX_EMPTY_SET});
  intern (rx, (lyre_rx_node){.kind = LYRE_RX_EMPTY_WORD, .nullable = true});
  intern (rx, (lyre_rx_node){
                  .kind = LYRE_RX_COMP, .nullable = true, .a = LYRE_RX_NONE});
  lyre_rx_range all = {0, LYRE_CHAR_MAX};
  intern (rx,
          (lyre_rx_node){.kind = LYRE_RX_SET, .ranges = &all, .n_ranges = 1});
  LYRE_ASSERT (rx->nodes.len == LYRE_RX_FIRST_FREE);
}

void lyre_rx_nodes_init (lyre_matcher *rx) {
  lyre_arena_init (&rx->arena, rx->mem);
  make_constants (rx);
  rx->limit = rx->soft;
}

void lyre_rx_nodes_release (lyre_matcher *rx) {
  lyre_arena_release (&rx->arena);
  lyre_vec_release (rx->mem, &rx->nodes);
  lyre_free (rx->mem, rx->unique);
  lyre_map_release (rx->mem, &rx->states);
  rx->unique = NULL;
  rx->unique_cap = 0;
  rx->arena_bytes = 0;
}

/* -------------------------------------------------------------- forgetting */

static void mark_children (const lyre_rx_node *n, lyre_rx_id *map) {
  switch ((lyre_rx_kind) n->kind) {
  case LYRE_RX_UNION:
  case LYRE_RX_INTER:
    for (uint32_t i = 0; i < n->n_args; i++)
      map[n->args[i]] = 1;
    break;
  case LYRE_RX_CONCAT:
    map[n->b] = 1;
    map[n->a] = 1;
    break;
  case LYRE_RX_COMP:
  case LYRE_RX_STAR:
  case LYRE_RX_LOOP:
    map[n->a] = 1;
    break;
  default:
    break;
  }
}

/* Children have smaller ids, so one pass downwards finds all. */
static void mark_reachable (lyre_matcher *rx, lyre_rx_id *map) {
  for (lyre_rx_id id = rx->nodes.len - 1; id; id--)
    if (map[id])
      mark_children (rx->nodes.data + id, map);
}

/* N with its children renumbered. The order of ids is kept, so sorted
 * arguments stay sorted. They are rewritten in place: the old nodes are not
 * looked at again. */
static lyre_rx_node renumbered (const lyre_rx_node *old,
                                const lyre_rx_id *map) {
  lyre_rx_node n = *old;
  n.table = NULL;
  n.last = (lyre_rx_edge){0};
  n.mark = 0;
  switch ((lyre_rx_kind) n.kind) {
  case LYRE_RX_UNION:
  case LYRE_RX_INTER:
    for (uint32_t i = 0; i < n.n_args; i++)
      ((lyre_rx_id *) n.args)[i] = map[n.args[i]];
    break;
  case LYRE_RX_CONCAT:
    n.b = map[n.b];
    n.a = map[n.a];
    break;
  case LYRE_RX_COMP:
  case LYRE_RX_STAR:
  case LYRE_RX_LOOP:
    n.a = map[n.a];
    break;
  default:
    break;
  }
  return n;
}

/* Builds the kept nodes anew, next to the old ones; fills in MAP. */
static void copy_kept (lyre_matcher *rx, const lyre_rx_node *old,
                       uint32_t n_old, lyre_rx_id *map) {
  for (lyre_rx_id id = LYRE_RX_FIRST_FREE; id < n_old; id++)
    if (map[id])
      map[id] = intern (rx, renumbered (old + id, map));
}

void lyre_rx_forget (lyre_matcher *rx, uint32_t n, lyre_rx_id *keep) {
  uint32_t n_old = rx->nodes.len;
  lyre_rx_id *map =
      lyre_alloc (rx->mem, lyre_mul_size (rx->mem, n_old, sizeof *map));
  memset (map, 0, n_old * sizeof *map);
  for (uint32_t i = 0; i < n; i++)
    map[keep[i]] = 1;
  mark_reachable (rx, map);
  for (lyre_rx_id id = 0; id < LYRE_RX_FIRST_FREE; id++)
    map[id] = id;

  lyre_arena old_arena = rx->arena;
  lyre_rx_node *old = rx->nodes.data;
  rx->nodes.data = NULL;
  rx->nodes.len = rx->nodes.cap = 0;
  lyre_free (rx->mem, rx->unique);
  rx->unique = NULL;
  rx->unique_cap = 0;
  rx->arena_bytes = 0;
  lyre_map_clear (&rx->states);
  lyre_rx_nodes_init (rx);
  copy_kept (rx, old, n_old, map);

  for (uint32_t i = 0; i < n; i++)
    keep[i] = map[keep[i]];
  lyre_arena_release (&old_arena);
  lyre_free (rx->mem, old);
  lyre_free (rx->mem, map);
  size_t live = lyre_rx_bytes (rx);
  rx->limit = 2 * live > rx->soft ? 2 * live : rx->soft;
}

/* -------------------------------------------------------------- characters */

static int by_low_end (const void *x, const void *y) {
  const lyre_rx_range *a = x, *b = y;
  return a->lo < b->lo ? -1 : a->lo > b->lo;
}

/* Sorts and joins ranges that overlap or touch; returns how many are left. */
static uint32_t tidy_ranges (lyre_rx_range *r, uint32_t n) {
  qsort (r, n, sizeof *r, by_low_end);
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (k && r[i].lo <= r[k - 1].hi + 1) {
      if (r[i].hi > r[k - 1].hi)
        r[k - 1].hi = r[i].hi;
    } else
      r[k++] = r[i];
  }
  return k;
}

lyre_rx_id lyre_rx_set (lyre_matcher *rx, const lyre_rx_range *r, uint32_t n) {
  if (!n)
    return LYRE_RX_NONE;
  return intern (
      rx, (lyre_rx_node){.kind = LYRE_RX_SET, .ranges = r, .n_ranges = n});
}

lyre_rx_id lyre_rx_text (lyre_matcher *rx, lyre_term t, uint32_t from) {
  const lyre_str *s = lyre_string_of (rx->ts, t);
  if (from == s->len)
    return LYRE_RX_EPS;
  if (from + 1 == s->len) {
    uint32_t c = lyre_str_at (s, from);
    return lyre_rx_set (rx, &(lyre_rx_range){c, c}, 1);
  }
  return intern (
      rx, (lyre_rx_node){
              .kind = LYRE_RX_TEXT, .text = s, .from = from, .term = t.id});
}

/* ----------------------------------------------------------- concatenation */

static lyre_rx_id raw_concat (lyre_matcher *rx, lyre_rx_id a, lyre_rx_id b) {
  if (b == LYRE_RX_EPS)
    return a;
  bool nullable = lyre_rx_at (rx, a)->nullable && lyre_rx_at (rx, b)->nullable;
  return intern (
      rx, (lyre_rx_node){
              .kind = LYRE_RX_CONCAT, .nullable = nullable, .a = a, .b = b});
}

/* Does B start with ALL, so that ALL in front changes nothing? */
static bool starts_with_all (lyre_matcher *rx, lyre_rx_id b) {
  const lyre_rx_node *n = lyre_rx_at (rx, b);
  return b == LYRE_RX_ALL || (n->kind == LYRE_RX_CONCAT && n->a == LYRE_RX_ALL);
}

/* The head is never itself a concatenation, so that what is read next is at
 * hand: (h t) b becomes h (t b). The inner pair is left as it is, to be turned
 * when it comes to the front; doing it here would be quadratic for nested
 * concatenations and exponential for shared ones. */
lyre_rx_id lyre_rx_concat (lyre_matcher *rx, lyre_rx_id a, lyre_rx_id b) {
  if (a == LYRE_RX_NONE || b == LYRE_RX_NONE)
    return LYRE_RX_NONE;
  if (a == LYRE_RX_EPS) {
    const lyre_rx_node *n = lyre_rx_at (rx, b);
    if (n->kind != LYRE_RX_CONCAT ||
        lyre_rx_at (rx, n->a)->kind != LYRE_RX_CONCAT)
      return b;
    a = n->a;
    b = n->b;
  }
  while (lyre_rx_at (rx, a)->kind == LYRE_RX_CONCAT) {
    lyre_rx_node n = *lyre_rx_at (rx, a);
    b = raw_concat (rx, n.b, b);
    a = n.a;
  }
  if (a == LYRE_RX_ALL && starts_with_all (rx, b))
    return b;
  return raw_concat (rx, a, b);
}

/* ------------------------------------------------------ union, intersection */

static int by_id (const void *x, const void *y) {
  lyre_rx_id a = *(const lyre_rx_id *) x, b = *(const lyre_rx_id *) y;
  return a < b ? -1 : a > b;
}

static void insertion_sort (lyre_rx_id *ids, uint32_t n) {
  for (uint32_t i = 1; i < n; i++) {
    lyre_rx_id x = ids[i];
    uint32_t j = i;
    for (; j && ids[j - 1] > x; j--)
      ids[j] = ids[j - 1];
    ids[j] = x;
  }
}

static void sort_unique (lyre_rx_ids *v) {
  if (v->len < 24)
    insertion_sort (v->data, v->len);
  else
    qsort (v->data, v->len, sizeof *v->data, by_id);
  uint32_t k = 0;
  for (uint32_t i = 0; i < v->len; i++)
    if (!k || v->data[k - 1] != v->data[i])
      v->data[k++] = v->data[i];
  v->len = k;
}

/* Is there a regex together with its complement? V is sorted. */
static bool has_opposites (lyre_matcher *rx, const lyre_rx_ids *v) {
  for (uint32_t i = 0; i < v->len; i++) {
    const lyre_rx_node *n = lyre_rx_at (rx, v->data[i]);
    if (n->kind == LYRE_RX_COMP &&
        bsearch (&n->a, v->data, v->len, sizeof n->a, by_id))
      return true;
  }
  return false;
}

/* Adds ID, or its arguments if it has this kind, to V. */
static void add_flat (lyre_matcher *rx, lyre_rx_ids *v, lyre_rx_kind kind,
                      lyre_rx_id id) {
  const lyre_rx_node *n = lyre_rx_at (rx, id);
  if (n->kind != kind) {
    lyre_vec_push (rx->mem, v, id);
    return;
  }
  lyre_vec_reserve (rx->mem, v, (uint64_t) v->len + n->n_args);
  memcpy (v->data + v->len, n->args, n->n_args * sizeof *n->args);
  v->len += n->n_args;
}

static lyre_rx_id finish_nary (lyre_matcher *rx, const lyre_rx_ids *v,
                               lyre_rx_kind kind, bool nullable) {
  if (v->len == 1)
    return v->data[0];
  return intern (rx, (lyre_rx_node){.kind = (uint8_t) kind,
                                    .nullable = nullable,
                                    .args = v->data,
                                    .n_args = v->len});
}

/* Moves the ranges of sets out of V into rx->ranges. */
static void take_sets (lyre_matcher *rx, lyre_rx_ids *v) {
  uint32_t k = 0;
  lyre_vec_clear (&rx->ranges);
  for (uint32_t i = 0; i < v->len; i++) {
    const lyre_rx_node *n = lyre_rx_at (rx, v->data[i]);
    if (n->kind != LYRE_RX_SET) {
      v->data[k++] = v->data[i];
      continue;
    }
    for (uint32_t j = 0; j < n->n_ranges; j++)
      lyre_vec_push (rx->mem, &rx->ranges, n->ranges[j]);
  }
  v->len = k;
}

static uint32_t count_sets (lyre_matcher *rx, const lyre_rx_ids *v) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < v->len; i++)
    n += lyre_rx_at (rx, v->data[i])->kind == LYRE_RX_SET;
  return n;
}

/* All sets of a union become one. */
static void join_sets (lyre_matcher *rx, lyre_rx_ids *v) {
  if (count_sets (rx, v) < 2)
    return;
  take_sets (rx, v);
  uint32_t n = tidy_ranges (rx->ranges.data, rx->ranges.len);
  lyre_vec_push (rx->mem, v, lyre_rx_set (rx, rx->ranges.data, n));
}

/* Removes every occurrence of ID; says whether there was one. */
static bool drop_id (lyre_rx_ids *v, lyre_rx_id id) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < v->len; i++)
    if (v->data[i] != id)
      v->data[k++] = v->data[i];
  bool found = k < v->len;
  v->len = k;
  return found;
}

static bool has_id (const lyre_rx_ids *v, lyre_rx_id id) {
  for (uint32_t i = 0; i < v->len; i++)
    if (v->data[i] == id)
      return true;
  return false;
}

static uint32_t count_nullable (lyre_matcher *rx, const lyre_rx_ids *v) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < v->len; i++)
    n += lyre_rx_at (rx, v->data[i])->nullable;
  return n;
}

lyre_rx_id lyre_rx_union (lyre_matcher *rx, const lyre_rx_id *ids, uint32_t n) {
  lyre_rx_ids *v = &rx->union_ids;
  lyre_vec_clear (v);
  for (uint32_t i = 0; i < n; i++)
    add_flat (rx, v, LYRE_RX_UNION, ids[i]);
  if (has_id (v, LYRE_RX_ALL))
    return LYRE_RX_ALL;
  drop_id (v, LYRE_RX_NONE);
  bool had_eps = drop_id (v, LYRE_RX_EPS);
  join_sets (rx, v);
  bool nullable = count_nullable (rx, v) > 0;
  if (had_eps && !nullable)
    lyre_vec_push (rx->mem, v, LYRE_RX_EPS);
  if (!v->len)
    return LYRE_RX_NONE;
  sort_unique (v);
  if (has_opposites (rx, v))
    return LYRE_RX_ALL;
  return finish_nary (rx, v, LYRE_RX_UNION, nullable || had_eps);
}

/* rx->ranges := rx->ranges intersected with R, both sorted. */
static void cut_ranges (lyre_matcher *rx, const lyre_rx_range *r, uint32_t n) {
  lyre_rx_ranges *out = &rx->ranges2;
  lyre_vec_clear (out);
  for (uint32_t i = 0, j = 0; i < rx->ranges.len && j < n;) {
    lyre_rx_range a = rx->ranges.data[i], b = r[j];
    uint32_t lo = a.lo > b.lo ? a.lo : b.lo, hi = a.hi < b.hi ? a.hi : b.hi;
    if (lo <= hi)
      lyre_vec_push (rx->mem, out, ((lyre_rx_range){lo, hi}));
    if (a.hi < b.hi)
      i++;
    else
      j++;
  }
  lyre_rx_ranges swap = rx->ranges;
  rx->ranges = rx->ranges2;
  rx->ranges2 = swap;
}

/* All sets of an intersection become one, perhaps LYRE_RX_NONE. */
static void meet_sets (lyre_matcher *rx, lyre_rx_ids *v) {
  if (count_sets (rx, v) < 2)
    return;
  lyre_vec_clear (&rx->ranges);
  lyre_vec_push (rx->mem, &rx->ranges, ((lyre_rx_range){0, LYRE_CHAR_MAX}));
  uint32_t k = 0;
  for (uint32_t i = 0; i < v->len; i++) {
    const lyre_rx_node *n = lyre_rx_at (rx, v->data[i]);
    if (n->kind == LYRE_RX_SET)
      cut_ranges (rx, n->ranges, n->n_ranges);
    else
      v->data[k++] = v->data[i];
  }
  v->len = k;
  lyre_rx_id set = lyre_rx_set (rx, rx->ranges.data, rx->ranges.len);
  lyre_vec_push (rx->mem, v, set);
}

lyre_rx_id lyre_rx_inter (lyre_matcher *rx, const lyre_rx_id *ids, uint32_t n) {
  lyre_rx_ids *v = &rx->inter_ids;
  lyre_vec_clear (v);
  for (uint32_t i = 0; i < n; i++)
    add_flat (rx, v, LYRE_RX_INTER, ids[i]);
  drop_id (v, LYRE_RX_ALL);
  if (!v->len)
    return LYRE_RX_ALL;
  meet_sets (rx, v);
  if (has_id (v, LYRE_RX_NONE))
    return LYRE_RX_NONE;
  bool nullable = count_nullable (rx, v) == v->len;
  if (has_id (v, LYRE_RX_EPS))
    return nullable ? LYRE_RX_EPS : LYRE_RX_NONE;
  sort_unique (v);
  if (has_opposites (rx, v))
    return LYRE_RX_NONE;
  return finish_nary (rx, v, LYRE_RX_INTER, nullable);
}

/* ----------------------------------------------------- complement and loops */

lyre_rx_id lyre_rx_comp (lyre_matcher *rx, lyre_rx_id a) {
  const lyre_rx_node *n = lyre_rx_at (rx, a);
  if (n->kind == LYRE_RX_COMP)
    return n->a;
  return intern (
      rx,
      (lyre_rx_node){.kind = LYRE_RX_COMP, .nullable = !n->nullable, .a = a});
}

lyre_rx_id lyre_rx_opt (lyre_matcher *rx, lyre_rx_id a) {
  return lyre_rx_union (rx, (lyre_rx_id[]){LYRE_RX_EPS, a}, 2);
}

/* A regex with the same star as A, one layer simpler, or A itself. */
static lyre_rx_id strip_for_star (lyre_matcher *rx, lyre_rx_id a) {
  lyre_rx_node n = *lyre_rx_at (rx, a);
  if (n.kind == LYRE_RX_LOOP && n.lo <= 1)
    return n.a;
  if (n.kind == LYRE_RX_UNION && n.args[0] == LYRE_RX_EPS)
    return lyre_rx_union (rx, n.args + 1, n.n_args - 1);
  return a;
}

lyre_rx_id lyre_rx_star (lyre_matcher *rx, lyre_rx_id a) {
  for (lyre_rx_id b; (b = strip_for_star (rx, a)) != a;)
    a = b;
  if (a == LYRE_RX_NONE || a == LYRE_RX_EPS)
    return LYRE_RX_EPS;
  if (a == LYRE_RX_ALL || a == LYRE_RX_ALLCHAR)
    return LYRE_RX_ALL;
  if (lyre_rx_at (rx, a)->kind == LYRE_RX_STAR)
    return a;
  return intern (
      rx, (lyre_rx_node){.kind = LYRE_RX_STAR, .nullable = true, .a = a});
}

/* A plus of a plus is the plus. */
lyre_rx_id lyre_rx_plus (lyre_matcher *rx, lyre_rx_id a) {
  lyre_rx_node n = *lyre_rx_at (rx, a);
  if (n.kind == LYRE_RX_CONCAT) {
    const lyre_rx_node *tail = lyre_rx_at (rx, n.b);
    if (tail->kind == LYRE_RX_STAR && tail->a == n.a)
      return a;
  }
  return lyre_rx_concat (rx, a, lyre_rx_star (rx, a));
}

/* (r{a,b}){c,d} is r{ac,bd} if the ranges ka..kb for k = c..d leave no gap:
 * (k+1)a <= kb+1, which is hardest for k = c. */
static bool can_fold (const lyre_rx_node *in, uint32_t lo, uint32_t hi) {
  uint64_t a = in->lo, b = in->hi;
  if (b * hi > UINT32_MAX)
    return false;
  return lo == hi || a <= 1 || (b - a) * lo >= a - 1;
}

lyre_rx_id lyre_rx_loop (lyre_matcher *rx, lyre_rx_id r, uint32_t lo,
                         uint32_t hi) {
  lyre_rx_node n = *lyre_rx_at (rx, r);
  if (lo > hi)
    return LYRE_RX_NONE;
  if (!hi || r == LYRE_RX_EPS)
    return LYRE_RX_EPS;
  if (r == LYRE_RX_NONE)
    return lo ? LYRE_RX_NONE : LYRE_RX_EPS;
  if (n.kind == LYRE_RX_STAR || r == LYRE_RX_ALL)
    return r;
  if (n.kind == LYRE_RX_LOOP && can_fold (&n, lo, hi))
    return lyre_rx_loop (rx, n.a, n.lo * lo, n.hi * hi);
  if (n.nullable)
    lo = 0; /* fewer rounds are among the words of more */
  if (hi == 1)
    return lo ? r : lyre_rx_opt (rx, r);
  return intern (
      rx,
      (lyre_rx_node){
          .kind = LYRE_RX_LOOP, .nullable = !lo, .a = r, .lo = lo, .hi = hi});
}
