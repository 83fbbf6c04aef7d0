#include "core/automata/regex.h"

#include <stdlib.h>
#include <string.h>

#include "core/automata/regex_internal.h"

/* ----------------------------------------------------------------- sorting */

enum { SMALL_SORT = 24 };

static int compare_ids (const void *x, const void *y) {
  uint32_t a = *(const uint32_t *) x, b = *(const uint32_t *) y;
  return (a > b) - (a < b);
}

void lyre_re_sort_ids (uint32_t n, uint32_t *at) {
  if (n > SMALL_SORT) {
    qsort (at, n, sizeof *at, compare_ids);
    return;
  }
  for (uint32_t i = 1; i < n; i++) {
    uint32_t x = at[i], j = i;
    for (; j && at[j - 1] > x; j--)
      at[j] = at[j - 1];
    at[j] = x;
  }
}

static int compare_triples (const void *x, const void *y) {
  const lyre_re_triple *a = x, *b = y;
  if (a->a != b->a)
    return a->a < b->a ? -1 : 1;
  if (a->b != b->b)
    return a->b < b->b ? -1 : 1;
  return (a->c > b->c) - (a->c < b->c);
}

void lyre_re_sort_triples (uint32_t n, lyre_re_triple *at) {
  if (n > SMALL_SORT) {
    qsort (at, n, sizeof *at, compare_triples);
    return;
  }
  for (uint32_t i = 1; i < n; i++) {
    lyre_re_triple x = at[i];
    uint32_t j = i;
    for (; j && compare_triples (&at[j - 1], &x) > 0; j--)
      at[j] = at[j - 1];
    at[j] = x;
  }
}

/* ------------------------------------------------------- hashes of words
 *
 * H(c w) = c + BASE * H(w), modulo 2^64. BASE is odd and so has an inverse:
 * a derivative updates the hash in constant time. */

#define BASE UINT64_C (0x9E3779B97F4A7C15)
#define INVERSE_OF_BASE UINT64_C (0xF1DE83E19937733D) /* BASE * it = 1 */

/* H(c^n w) from H(w), by squaring the step h -> base * h + add. */
static uint64_t hash_run (uint64_t h, uint32_t c, uint32_t n) {
  uint64_t base = BASE, add = c;
  for (; n; n >>= 1) {
    if (n & 1)
      h = base * h + add;
    add += base * add;
    base *= base;
  }
  return h;
}

static uint64_t hash_word (const lyre_str *s) {
  uint64_t h = 0;
  if (s->form == LYRE_STR_RUNS)
    for (uint32_t i = s->n_runs; i-- > 0;)
      h = hash_run (h, s->runs[i].c,
                    s->runs[i].end - (i ? s->runs[i - 1].end : 0));
  else
    for (uint32_t i = s->len; i > 0; i--)
      h = lyre_str_at (s, i - 1) + BASE * h;
  return h;
}

static uint32_t run_of (const lyre_str *s, uint32_t i) {
  uint32_t lo = 0, hi = s->n_runs;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (s->runs[mid].end <= i)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static bool same_runs (const lyre_str *s, uint32_t i, const lyre_str *t,
                       uint32_t j) {
  uint32_t a = run_of (s, i), b = run_of (t, j);
  while (i < s->len) {
    uint32_t left = s->runs[a].end - i, right = t->runs[b].end - j;
    uint32_t n = left < right ? left : right;
    if (s->runs[a].c != t->runs[b].c)
      return false;
    i += n, j += n;
    a += n == left, b += n == right;
  }
  return true;
}

static bool same_suffix (const lyre_str *s, uint32_t i, const lyre_str *t,
                         uint32_t j) {
  if (s == t && i == j)
    return true;
  if (s->len - i != t->len - j)
    return false;
  if (s->form == LYRE_STR_RUNS && t->form == LYRE_STR_RUNS)
    return same_runs (s, i, t, j);
  if (s->form == LYRE_STR_BYTES && t->form == LYRE_STR_BYTES)
    return !memcmp (s->bytes + i, t->bytes + j, s->len - i);
  for (; i < s->len; i++, j++)
    if (lyre_str_at (s, i) != lyre_str_at (t, j))
      return false;
  return true;
}

/* --------------------------------------------------------------- interning */

static uint32_t hash_info (const lyre_re_info *x, uint64_t word_hash) {
  uint32_t h = lyre_hash_mix ((uint32_t) x->kind, x->n_parts);
  switch (x->kind) {
  case LYRE_RE_KIND_CHARS:
    return lyre_hash_mix (h, lyre_charset_hash (x->chars));
  case LYRE_RE_KIND_WORD:
    h = lyre_hash_mix (h, (uint32_t) word_hash);
    return lyre_hash_mix (h, (uint32_t) (word_hash >> 32));
  case LYRE_RE_KIND_LOOP:
    h = lyre_hash_mix (lyre_hash_mix (h, x->lo), x->hi);
    break;
  default:
    break;
  }
  for (uint32_t i = 0; i < x->n_parts; i++)
    h = lyre_hash_mix (h, x->parts[i].id);
  return h;
}

static bool same_info (const lyre_re_info *x, const lyre_re_info *y) {
  if (x->kind != y->kind || x->n_parts != y->n_parts)
    return false;
  if (x->kind == LYRE_RE_KIND_CHARS)
    return lyre_charset_eq (x->chars, y->chars);
  if (x->kind == LYRE_RE_KIND_WORD)
    return same_suffix (x->word, x->from, y->word, y->from);
  return x->lo == y->lo && x->hi == y->hi &&
         (!x->n_parts ||
          !memcmp (x->parts, y->parts, x->n_parts * sizeof *x->parts));
}

/* The slot of the node like X, or the free one where it belongs. */
static uint32_t find_slot (const lyre_re_pool *p, const lyre_re_info *x,
                           uint32_t hash) {
  uint32_t mask = p->n_slots - 1, i = hash & mask;
  for (; p->slots[i].id; i = (i + 1) & mask)
    if (p->slots[i].hash == hash && same_info (re_info (p, p->slots[i].id), x))
      break;
  return i;
}

static struct lyre_re_slot *new_slots (lyre_re_pool *p, uint32_t n) {
  size_t bytes = lyre_mul_size (p->mem, n, sizeof *p->slots);
  return memset (lyre_alloc (p->mem, bytes), 0, bytes);
}

static void grow_slots (lyre_re_pool *p) {
  if (p->n_slots > UINT32_MAX / 2)
    lyre_mem_fail (p->mem, LYRE_FAIL_TOO_LARGE);
  uint32_t n = 2 * p->n_slots;
  struct lyre_re_slot *slots = new_slots (p, n);
  for (uint32_t i = 0; i < p->n_slots; i++) {
    if (!p->slots[i].id)
      continue;
    uint32_t j = p->slots[i].hash & (n - 1);
    while (slots[j].id)
      j = (j + 1) & (n - 1);
    slots[j] = p->slots[i];
  }
  lyre_free (p->mem, p->slots);
  p->slots = slots;
  p->n_slots = n;
}

static void measure_union (const lyre_re_pool *p, lyre_re_info *x) {
  x->min_len = LYRE_RE_INF;
  for (uint32_t i = 0; i < x->n_parts; i++) {
    const lyre_re_info *y = re_info (p, x->parts[i].id);
    x->nullable |= y->nullable;
    x->min_len = y->min_len < x->min_len ? y->min_len : x->min_len;
    x->max_len = y->max_len > x->max_len ? y->max_len : x->max_len;
  }
}

static void measure_inter (const lyre_re_pool *p, lyre_re_info *x) {
  x->nullable = true;
  x->max_len = LYRE_RE_INF;
  for (uint32_t i = 0; i < x->n_parts; i++) {
    const lyre_re_info *y = re_info (p, x->parts[i].id);
    x->nullable &= y->nullable;
    x->min_len = y->min_len > x->min_len ? y->min_len : x->min_len;
    x->max_len = y->max_len < x->max_len ? y->max_len : x->max_len;
  }
}

/* Fills in what follows from the parts. */
static void measure (const lyre_re_pool *p, lyre_re_info *x) {
  const lyre_re_info *y = x->n_parts ? re_info (p, x->parts[0].id) : NULL;
  const lyre_re_info *z = x->n_parts > 1 ? re_info (p, x->parts[1].id) : NULL;
  x->min_len = x->max_len = 0;
  x->nullable = x->has_complement = false;
  for (uint32_t i = 0; i < x->n_parts; i++)
    x->has_complement |= re_info (p, x->parts[i].id)->has_complement;
  switch (x->kind) {
  case LYRE_RE_KIND_NONE:
    x->min_len = LYRE_RE_INF;
    break;
  case LYRE_RE_KIND_EPSILON:
    x->nullable = true;
    break;
  case LYRE_RE_KIND_CHARS:
    x->min_len = x->max_len = 1;
    break;
  case LYRE_RE_KIND_WORD:
    x->min_len = x->max_len = x->word->len - x->from;
    break;
  case LYRE_RE_KIND_CONCAT:
    x->nullable = y->nullable && z->nullable;
    x->min_len = re_add (y->min_len, z->min_len);
    x->max_len = re_add (y->max_len, z->max_len);
    break;
  case LYRE_RE_KIND_LOOP:
    x->nullable = !x->lo || y->nullable;
    x->min_len = re_mul (y->min_len, x->lo);
    x->max_len = re_mul (y->max_len, x->hi);
    break;
  case LYRE_RE_KIND_UNION:
    measure_union (p, x);
    break;
  case LYRE_RE_KIND_INTER:
    measure_inter (p, x);
    x->has_complement = true;
    break;
  case LYRE_RE_KIND_COMP:
    x->nullable = !y->nullable;
    x->min_len = y->nullable ? 1 : 0;
    x->max_len = LYRE_RE_INF;
    x->has_complement = true;
    break;
  }
}

/* The node and its parts in one piece of memory. */
static lyre_re_node *new_node (lyre_re_pool *p, const lyre_re_info *x) {
  size_t parts = x->n_parts * sizeof *x->parts;
  lyre_re_node *n = lyre_arena_alloc (&p->arena, sizeof *n + parts);
  memset (n, 0, sizeof *n);
  n->info = *x;
  n->d_char = RE_NO_CHAR;
  if (x->n_parts)
    n->info.parts = memcpy (n + 1, x->parts, parts);
  if (x->kind == LYRE_RE_KIND_CHARS && x->chars.n) {
    size_t bytes = x->chars.n * sizeof *x->chars.at;
    n->info.chars.at =
        memcpy (lyre_arena_alloc (&p->arena, bytes), x->chars.at, bytes);
  }
  measure (p, &n->info);
  return n;
}

static uint32_t add_node (lyre_re_pool *p, lyre_re_node *n) {
  if (p->nodes.len >= UINT32_MAX / 2)
    lyre_mem_fail (p->mem, LYRE_FAIL_TOO_LARGE);
  lyre_vec_push (p->mem, &p->nodes, n);
  return p->nodes.len - 1;
}

uint32_t lyre_re_intern (lyre_re_pool *p, const lyre_re_info *x,
                         uint64_t word_hash) {
  uint32_t hash = hash_info (x, word_hash);
  uint32_t i = find_slot (p, x, hash);
  if (p->slots[i].id)
    return p->slots[i].id;
  if (2 * (uint64_t) p->nodes.len >= p->n_slots) {
    grow_slots (p);
    i = find_slot (p, x, hash);
  }
  lyre_re_node *n = new_node (p, x);
  n->hash = hash;
  n->word_hash = word_hash;
  uint32_t id = add_node (p, n);
  p->slots[i] = (struct lyre_re_slot){hash, id};
  return id;
}

/* -------------------------------------------------------------------- pool */

static void add_constants (lyre_re_pool *p) {
  lyre_re_info none = {.kind = LYRE_RE_KIND_NONE};
  add_node (p, new_node (p, &none));
  lyre_re_info epsilon = {.kind = LYRE_RE_KIND_EPSILON};
  lyre_re_intern (p, &epsilon, 0);
  lyre_re_info any = {.kind = LYRE_RE_KIND_CHARS, .chars = lyre_charset_all};
  lyre_re body = re_of (lyre_re_intern (p, &any, 0));
  lyre_re_info all = {.kind = LYRE_RE_KIND_LOOP,
                      .hi = LYRE_RE_INF,
                      .n_parts = 1,
                      .parts = &body};
  lyre_re_intern (p, &all, 0);
}

lyre_re_pool *lyre_re_pool_new (lyre_env *env, lyre_mem *mem) {
  lyre_re_pool *p = lyre_alloc (mem, sizeof *p);
  memset (p, 0, sizeof *p);
  p->env = env;
  p->mem = mem;
  lyre_arena_init (&p->arena, mem);
  p->n_slots = 256;
  p->slots = new_slots (p, p->n_slots);
  lyre_vec_reserve (mem, &p->work, 64); /* so that they are never NULL */
  lyre_vec_reserve (mem, &p->sets, 64);
  lyre_vec_reserve (mem, &p->pieces, 64);
  lyre_vec_reserve (mem, &p->partition, 64);
  add_constants (p);
  return p;
}

void lyre_re_pool_delete (lyre_re_pool *p) {
  if (!p)
    return;
  lyre_mem *mem = p->mem;
  lyre_arena_release (&p->arena);
  lyre_vec_release (mem, &p->nodes);
  lyre_vec_release (mem, &p->work);
  lyre_vec_release (mem, &p->pending);
  lyre_vec_release (mem, &p->walk);
  lyre_vec_release (mem, &p->pieces);
  lyre_vec_release (mem, &p->partition);
  lyre_vec_release (mem, &p->active);
  lyre_vec_release (mem, &p->sets);
  lyre_free (mem, p->slots);
  lyre_free (mem, p);
}

const lyre_re_info *lyre_re_look (const lyre_re_pool *p, lyre_re r) {
  return re_info (p, r.id);
}

/* ------------------------------------------------------------------- leaves */

lyre_re lyre_re_none (lyre_re_pool *p) {
  (void) p;
  return re_of (RE_NONE);
}

lyre_re lyre_re_epsilon (lyre_re_pool *p) {
  (void) p;
  return re_of (RE_EPSILON);
}

lyre_re lyre_re_all (lyre_re_pool *p) {
  (void) p;
  return re_of (RE_ALL);
}

lyre_re lyre_re_chars (lyre_re_pool *p, lyre_charset chars) {
  if (!chars.n)
    return re_of (RE_NONE);
  lyre_re_info x = {.kind = LYRE_RE_KIND_CHARS, .chars = chars};
  return re_of (lyre_re_intern (p, &x, 0));
}

lyre_charset lyre_re_share_chars (lyre_re_pool *p, lyre_charset chars) {
  return re_info (p, lyre_re_chars (p, chars).id)->chars;
}

static uint32_t one_char (lyre_re_pool *p, uint32_t c) {
  lyre_interval v = {c, c};
  return lyre_re_chars (p, (lyre_charset){1, &v}).id;
}

uint32_t lyre_re_suffix (lyre_re_pool *p, const lyre_str *s, uint32_t from,
                         uint64_t word_hash) {
  if (from >= s->len)
    return RE_EPSILON;
  if (from + 1 == s->len)
    return one_char (p, lyre_str_at (s, from));
  lyre_re_info x = {.kind = LYRE_RE_KIND_WORD, .word = s, .from = from};
  return lyre_re_intern (p, &x, word_hash);
}

uint32_t lyre_re_word_tail (lyre_re_pool *p, uint32_t word) {
  const lyre_re_node *n = re_node (p, word);
  const lyre_str *s = n->info.word;
  uint64_t h = n->word_hash - lyre_str_at (s, n->info.from);
  return lyre_re_suffix (p, s, n->info.from + 1, h * INVERSE_OF_BASE);
}

lyre_re lyre_re_word (lyre_re_pool *p, const lyre_str *s) {
  if (s->len < 2)
    return re_of (s->len ? one_char (p, lyre_str_at (s, 0)) : RE_EPSILON);
  uint64_t h = hash_word (s);
  lyre_re_info x = {.kind = LYRE_RE_KIND_WORD, .word = s};
  uint32_t id = p->slots[find_slot (p, &x, hash_info (&x, h))].id;
  if (id)
    return re_of (id);
  return re_of (lyre_re_suffix (p, lyre_str_copy (&p->arena, s), 0, h));
}

/* --------------------------------------------------------------- reversing */

static uint32_t reverse_word (lyre_re_pool *p, const lyre_re_info *x) {
  lyre_mark m = lyre_arena_mark (&p->env->scratch);
  lyre_arena *scratch = &p->env->scratch;
  const lyre_str *s =
      lyre_str_slice (scratch, x->word, x->from, x->word->len - x->from);
  uint32_t r = lyre_re_word (p, lyre_str_reverse (scratch, s)).id;
  lyre_arena_cut (scratch, m);
  return r;
}

static uint32_t reversed (const lyre_re_pool *p, uint32_t id) {
  return re_node (p, id)->reverse - 1;
}

/* The reverse of a node whose parts have theirs. */
static uint32_t reverse_node (lyre_re_pool *p, uint32_t id) {
  const lyre_re_info *x = re_info (p, id);
  if (x->kind == LYRE_RE_KIND_WORD)
    return reverse_word (p, x);
  if (!x->n_parts)
    return id;
  uint32_t n = x->n_parts;
  lyre_re *parts = lyre_alloc (p->mem, n * sizeof *parts);
  for (uint32_t i = 0; i < n; i++)
    parts[i] = re_of (reversed (p, x->parts[i].id));
  lyre_re r = parts[0];
  if (x->kind == LYRE_RE_KIND_CONCAT)
    r = lyre_re_concat (p, parts[1], parts[0]);
  else if (x->kind == LYRE_RE_KIND_LOOP)
    r = lyre_re_loop (p, parts[0], x->lo, x->hi);
  else if (x->kind == LYRE_RE_KIND_UNION)
    r = lyre_re_union (p, n, parts);
  else if (x->kind == LYRE_RE_KIND_INTER)
    r = lyre_re_inter (p, n, parts);
  else
    r = lyre_re_comp (p, r);
  lyre_free (p->mem, parts);
  return r.id;
}

/* Pushes the parts that have no reverse yet. */
static bool push_unreversed (lyre_re_pool *p, lyre_u32s *stack, uint32_t id) {
  const lyre_re_info *x = re_info (p, id);
  uint32_t before = stack->len;
  for (uint32_t i = 0; i < x->n_parts; i++)
    if (!re_node (p, x->parts[i].id)->reverse)
      lyre_vec_push (p->mem, stack, x->parts[i].id);
  return stack->len > before;
}

/* A chain of n concatenations is turned around with one accumulator; node by
 * node it would cost n^2, since chains are nested to the right. */
static uint32_t reverse_chain (lyre_re_pool *p, uint32_t id) {
  uint32_t r = RE_EPSILON;
  for (;; id = re_info (p, id)->parts[1].id) {
    const lyre_re_info *x = re_info (p, id);
    bool more = x->kind == LYRE_RE_KIND_CONCAT;
    uint32_t head = more ? x->parts[0].id : id;
    r = lyre_re_concat (p, re_of (reversed (p, head)), re_of (r)).id;
    if (!more)
      return r;
  }
}

/* Pushes the elements of a chain that have no reverse yet. */
static bool push_unreversed_chain (lyre_re_pool *p, lyre_u32s *stack,
                                   uint32_t id) {
  uint32_t before = stack->len;
  for (; re_info (p, id)->kind == LYRE_RE_KIND_CONCAT;
       id = re_info (p, id)->parts[1].id)
    if (!re_node (p, re_info (p, id)->parts[0].id)->reverse)
      lyre_vec_push (p->mem, stack, re_info (p, id)->parts[0].id);
  if (!re_node (p, id)->reverse)
    lyre_vec_push (p->mem, stack, id);
  return stack->len > before;
}

lyre_re lyre_re_reverse (lyre_re_pool *p, lyre_re r) {
  lyre_u32s stack = {0};
  lyre_vec_push (p->mem, &stack, r.id);
  while (stack.len) {
    uint32_t id = lyre_vec_top (&stack);
    bool chain = re_info (p, id)->kind == LYRE_RE_KIND_CONCAT;
    if (re_node (p, id)->reverse)
      lyre_vec_drop (&stack);
    else if (chain && !push_unreversed_chain (p, &stack, id))
      re_node (p, id)->reverse = reverse_chain (p, id) + 1;
    else if (!chain && !push_unreversed (p, &stack, id))
      re_node (p, id)->reverse = reverse_node (p, id) + 1;
  }
  lyre_vec_release (p->mem, &stack);
  uint32_t result = reversed (p, r.id);
  if (!re_node (p, result)->reverse)
    re_node (p, result)->reverse = r.id + 1;
  return re_of (result);
}
