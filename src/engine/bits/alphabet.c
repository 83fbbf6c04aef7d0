#include "engine/bits/alphabet.h"

#include <stdlib.h>
#include <string.h>

/* Beyond this much work neighbouring intervals are kept apart, which is never
 * wrong. */
enum { MAX_REFINEMENT = 4000000 };

typedef lyre_vec (lyre_interval) intervals;

typedef struct {
  const lyre_problem *p;
  lyre_arena *arena;
  intervals ranges; /* what the problem tells apart */
  bool ordered;     /* by code points, too */
  intervals pieces; /* of the alphabet, cut at the ends of the ranges */
  uint32_t *class_of;
  uint32_t n_classes;
} cutter;

/* ---------------------------------------------------------------- collect */

static void add_range (cutter *k, uint32_t lo, uint32_t hi) {
  lyre_vec_push (k->p->mem, &k->ranges, ((lyre_interval){lo, hi}));
}

static void add_singles (cutter *k, uint32_t lo, uint32_t hi) {
  for (uint32_t c = lo; c <= hi; c++)
    add_range (k, c, c);
}

static void add_literal (cutter *k, const lyre_str *s) {
  for (uint32_t i = 0; i < s->len; i++) {
    uint32_t c = lyre_str_at (s, i);
    if (!i || c != lyre_str_at (s, i - 1))
      add_range (k, c, c);
  }
}

static void add_regex_range (cutter *k, const lyre_node *n) {
  const lyre_str *lo = lyre_string_of (k->p->ts, n->args[0]);
  const lyre_str *hi = lyre_string_of (k->p->ts, n->args[1]);
  if (lo && hi && lo->len == 1 && hi->len == 1 &&
      lyre_str_at (lo, 0) <= lyre_str_at (hi, 0))
    add_range (k, lyre_str_at (lo, 0), lyre_str_at (hi, 0));
}

/* A number may be compared with a code: it and its neighbours. */
static void add_code (cutter *k, lyre_int value) {
  int64_t c;
  if (!lyre_int_to_i64 (value, &c) || c < -1 || c > (int64_t) LYRE_CHAR_MAX + 1)
    return;
  for (int64_t d = c - 1; d <= c + 1; d++)
    if (d >= 0 && d <= LYRE_CHAR_MAX)
      add_range (k, (uint32_t) d, (uint32_t) d);
}

static void collect_from (cutter *k, lyre_term t, bool codes) {
  lyre_terms *ts = k->p->ts;
  const lyre_node *n = lyre_node_of (ts, t);
  lyre_int i;
  switch (n->op) {
  case LYRE_VALUE:
    if (lyre_string_of (ts, t))
      add_literal (k, lyre_string_of (ts, t));
    else if (codes && lyre_integer_of (ts, t, &i))
      add_code (k, i);
    break;
  case LYRE_RE_RANGE:
    add_regex_range (k, n);
    break;
  case LYRE_STR_TO_INT:
  case LYRE_STR_FROM_INT:
  case LYRE_STR_IS_DIGIT:
    add_singles (k, '0', '9');
    break;
  case LYRE_STR_TO_LOWER:
  case LYRE_STR_TO_UPPER:
    add_singles (k, 'a', 'z');
    add_singles (k, 'A', 'Z');
    break;
  case LYRE_STR_TRIM:
    add_range (k, 0, 0x20);
    break;
  default:
    break;
  }
}

static bool has_op (const cutter *k, const lyre_term_list *terms, lyre_op a,
                    lyre_op b) {
  for (uint32_t i = 0; i < terms->n; i++) {
    lyre_op op = lyre_op_of (k->p->ts, terms->terms[i]);
    if (op == a || op == b)
      return true;
  }
  return false;
}

/* -------------------------------------------------------------------- cut */

static int by_bounds (const void *a, const void *b) {
  const lyre_interval *x = a, *y = b;
  if (x->lo != y->lo)
    return x->lo < y->lo ? -1 : 1;
  return (x->hi > y->hi) - (x->hi < y->hi);
}

static int by_value (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

static void sort_ranges (cutter *k) {
  if (!k->ranges.len)
    return;
  lyre_interval *r = k->ranges.data;
  qsort (r, k->ranges.len, sizeof *r, by_bounds);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < k->ranges.len; i++)
    if (by_bounds (&r[i], &r[kept - 1]))
      r[kept++] = r[i];
  k->ranges.len = kept;
}

static void cut_pieces (cutter *k) {
  lyre_mem *mem = k->p->mem;
  lyre_u32s cuts = {0};
  lyre_vec_push (mem, &cuts, 0);
  for (uint32_t i = 0; i < k->ranges.len; i++) {
    lyre_vec_push (mem, &cuts, k->ranges.data[i].lo);
    lyre_vec_push (mem, &cuts, k->ranges.data[i].hi + 1);
  }
  qsort (cuts.data, cuts.len, sizeof *cuts.data, by_value);
  for (uint32_t i = 0; i < cuts.len; i++) {
    uint32_t lo = cuts.data[i];
    if (lo > LYRE_CHAR_MAX || (i && lo == cuts.data[i - 1]))
      continue;
    uint32_t next = i + 1;
    while (next < cuts.len && cuts.data[next] == lo)
      next++;
    uint32_t hi = next < cuts.len ? cuts.data[next] - 1 : LYRE_CHAR_MAX;
    lyre_vec_push (mem, &k->pieces, ((lyre_interval){lo, hi}));
  }
  lyre_vec_release (mem, &cuts);
}

/* Splits every class by a range: the pieces of a class that are inside get a
 * class of their own. */
static void split_by (cutter *k, lyre_interval range, uint32_t *inside) {
  uint32_t n = k->n_classes;
  memset (inside, 0, k->pieces.len * sizeof *inside);
  for (uint32_t i = 0; i < k->pieces.len; i++)
    if (range.lo <= k->pieces.data[i].lo && k->pieces.data[i].hi <= range.hi) {
      uint32_t *c = &inside[k->class_of[i]];
      if (!*c)
        *c = n++;
      k->class_of[i] = *c;
    }
  k->n_classes = n;
}

/* Class numbers without gaps. */
static void renumber (cutter *k, uint32_t *number) {
  uint32_t n = 0;
  memset (number, 0, (size_t) k->n_classes * sizeof *number);
  for (uint32_t i = 0; i < k->pieces.len; i++) {
    uint32_t *c = &number[k->class_of[i]];
    if (!*c)
      *c = ++n;
    k->class_of[i] = *c - 1;
  }
  k->n_classes = n;
}

static void find_classes (cutter *k) {
  uint32_t n = k->pieces.len;
  k->class_of = lyre_arena_array (k->arena, uint32_t, n);
  bool apart = k->ordered || (uint64_t) n * k->ranges.len > MAX_REFINEMENT;
  for (uint32_t i = 0; i < n; i++)
    k->class_of[i] = apart ? i : 0;
  k->n_classes = apart ? n : 1;
  if (apart)
    return;
  uint32_t *table = lyre_arena_array (k->arena, uint32_t, 2 * (size_t) n + 2);
  for (uint32_t r = 0; r < k->ranges.len; r++) {
    split_by (k, k->ranges.data[r], table);
    renumber (k, table);
  }
}

/* ----------------------------------------------------------------- choose */

/* Readable characters first. */
static const lyre_interval preferred[] = {
    {'a', 'z'},
    {'A', 'Z'},
    {'0', '9'},
    {'!', '/'},
    {':', '@'},
    {'[', '`'},
    {'{', '~'},
    {' ', ' '},
    {0xA1, 0xFF},
    {0x100, 0xD7FF},
    {0xE000, LYRE_CHAR_MAX},
    {0, 31},
    {127, 0xA0},
    {0xD800, 0xDFFF},
};

static void choose_from (cutter *k, lyre_interval among, uint32_t spare,
                         uint32_t *count, lyre_u32s *chosen) {
  for (uint32_t i = 0; i < k->pieces.len; i++) {
    lyre_interval p = k->pieces.data[i];
    uint32_t *c = &count[k->class_of[i]];
    uint32_t lo = p.lo > among.lo ? p.lo : among.lo;
    uint32_t hi = p.hi < among.hi ? p.hi : among.hi;
    for (; lo <= hi && *c < spare; lo++, ++*c)
      lyre_vec_push (k->p->mem, chosen, lo);
  }
}

static lyre_alphabet choose (cutter *k, uint32_t spare) {
  lyre_u32s chosen = {0};
  uint32_t *count = lyre_arena_array (k->arena, uint32_t, k->n_classes);
  memset (count, 0, k->n_classes * sizeof *count);
  for (uint32_t i = 0; i < sizeof preferred / sizeof *preferred; i++)
    choose_from (k, preferred[i], spare, count, &chosen);
  qsort (chosen.data, chosen.len, sizeof *chosen.data, by_value);
  uint32_t *chars = lyre_arena_array (k->arena, uint32_t, chosen.len);
  memcpy (chars, chosen.data, chosen.len * sizeof *chars);
  lyre_alphabet a = {.n = chosen.len, .chars = chars, .width = 1};
  while (a.n >> a.width)
    a.width++;
  a.whole = a.n == LYRE_CHAR_MAX + 1;
  lyre_vec_release (k->p->mem, &chosen);
  return a;
}

lyre_alphabet lyre_alphabet_make (const lyre_problem *p, lyre_arena *arena,
                                  const lyre_term_list *terms, uint32_t spare) {
  cutter k = {.p = p, .arena = arena};
  bool codes = has_op (&k, terms, LYRE_STR_TO_CODE, LYRE_STR_FROM_CODE);
  k.ordered = codes || has_op (&k, terms, LYRE_STR_LT, LYRE_STR_LE);
  for (uint32_t i = 0; i < terms->n; i++)
    collect_from (&k, terms->terms[i], codes);
  sort_ranges (&k);
  cut_pieces (&k);
  find_classes (&k);
  lyre_alphabet a = choose (&k, spare);
  a.ordered = k.ordered;
  a.has_codes = codes;
  lyre_vec_release (p->mem, &k.ranges);
  lyre_vec_release (p->mem, &k.pieces);
  return a;
}

/* ---------------------------------------------------------------- looking */

/* How many letters are below C. */
static uint32_t below (const lyre_alphabet *a, uint32_t c) {
  uint32_t lo = 0, hi = a->n;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (a->chars[mid] < c)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

uint32_t lyre_alphabet_letter (const lyre_alphabet *a, uint32_t c) {
  uint32_t i = below (a, c);
  return i < a->n && a->chars[i] == c ? i + 1 : 0;
}

bool lyre_alphabet_range (const lyre_alphabet *a, uint32_t lo, uint32_t hi,
                          uint32_t *first, uint32_t *last) {
  *first = below (a, lo) + 1;
  *last = below (a, hi + 1);
  return *first <= *last;
}
