/* Shortest words, lengths, and words of a given length. */
#include <string.h>

#include "core/grammar/normal.h"

/* Lengths are capped here: sums of two never overflow. */
#define CAP ((uint64_t) 1 << 62)

static uint64_t sum (uint64_t a, uint64_t b) {
  return a + b < CAP ? a + b : CAP;
}

static uint64_t *new_lengths (lyre_mem *mem, uint64_t n) {
  uint64_t *a = lyre_alloc (mem, lyre_mul_size (mem, n + 1, sizeof *a));
  memset (a, 0, (n + 1) * sizeof *a);
  return a;
}

/* ----------------------------------------------------------------- shortest
 *
 * Knuth's generalisation of Dijkstra's algorithm: nonterminals are settled in
 * the order of their shortest words; a rule counts when all its symbols are
 * settled. */

typedef struct {
  uint64_t len;
  uint32_t a;
} entry;

typedef struct {
  lyre_mem *mem;
  lyre_vec (entry) heap;
  uint64_t *best; /* 0: none yet */
  uint8_t *settled;
} search;

static bool before (entry x, entry y) {
  return x.len != y.len ? x.len < y.len : x.a < y.a;
}

static void push (search *s, uint32_t a, uint64_t len) {
  if (s->settled[a] || (s->best[a] && s->best[a] <= len))
    return;
  s->best[a] = len;
  lyre_vec_push (s->mem, &s->heap, ((entry){len, a}));
  entry *h = s->heap.data;
  for (uint32_t i = s->heap.len - 1; i && before (h[i], h[(i - 1) / 2]);
       i = (i - 1) / 2) {
    entry e = h[i];
    h[i] = h[(i - 1) / 2];
    h[(i - 1) / 2] = e;
  }
}

static entry pop (search *s) {
  entry *h = s->heap.data, top = h[0], e = lyre_vec_pop (&s->heap);
  uint32_t n = s->heap.len, i = 0;
  if (!n)
    return top;
  for (;;) {
    uint32_t c = 2 * i + 1;
    if (c >= n)
      break;
    if (c + 1 < n && before (h[c + 1], h[c]))
      c++;
    if (!before (h[c], e))
      break;
    h[i] = h[c];
    i = c;
  }
  h[i] = e;
  return top;
}

static void settle (search *s, const lyre_cfn *g, const lyre_cfn_uses *u,
                    uint32_t a) {
  s->settled[a] = 1;
  for (uint32_t i = u->first_unit[a]; i < u->first_unit[a + 1]; i++)
    push (s, g->units[u->units[i]].lhs, s->best[a]);
  for (uint32_t i = u->first_left[a]; i < u->first_left[a + 1]; i++) {
    const lyre_cfg_pair *p = &g->pairs[u->lefts[i]];
    if (s->settled[p->right])
      push (s, p->lhs, sum (s->best[a], s->best[p->right]));
  }
  for (uint32_t i = u->first_right[a]; i < u->first_right[a + 1]; i++) {
    const lyre_cfg_pair *p = &g->pairs[u->rights[i]];
    if (s->settled[p->left] && p->left != a)
      push (s, p->lhs, sum (s->best[a], s->best[p->left]));
  }
}

/* The lengths of shortest words, per nonterminal, in working memory; NULL if
 * stopped. */
static uint64_t *shortest (lyre_fa *fa, const lyre_cfn *g) {
  search s = {.mem = fa->mem};
  s.best = new_lengths (fa->mem, g->n);
  s.settled = lyre_alloc (fa->mem, (size_t) g->n + 1);
  memset (s.settled, 0, (size_t) g->n + 1);
  lyre_cfn_uses u;
  lyre_cfn_uses_init (&u, fa->mem, g);
  for (uint32_t a = 0; a < g->n; a++)
    if (g->chars[a].n)
      push (&s, a, 1);
  while (s.heap.len && !lyre_poll (fa->env, LYRE_POLL_AUTOMATA)) {
    entry e = pop (&s);
    if (!s.settled[e.a])
      settle (&s, g, &u, e.a);
  }
  lyre_cfn_uses_release (&u, fa->mem);
  lyre_vec_release (fa->mem, &s.heap);
  lyre_free (fa->mem, s.settled);
  if (!fa->env->stop)
    return s.best;
  lyre_free (fa->mem, s.best);
  return NULL;
}

bool lyre_cfn_min_length (lyre_fa *fa, const lyre_cfn *g, uint64_t *out) {
  *out = 0;
  if (g->nullable)
    return true;
  uint64_t *best = shortest (fa, g);
  if (!best)
    return false;
  *out = best[g->start];
  lyre_free (fa->mem, best);
  return true;
}

/* ------------------------------------------------------------------ longest
 *
 * Every nonterminal has a word and none is empty, so that the language is
 * infinite exactly if some nonterminal occurs below itself. */

typedef struct {
  uint32_t a, unit, pair;
  bool right;
} frame;

/* The next nonterminal below F's that was not looked at; NONE at the end. */
static uint32_t next_below (const lyre_cfn *g, frame *f) {
  if (f->unit < g->first_unit[f->a + 1])
    return g->units[f->unit++].to;
  if (f->pair == g->first_pair[f->a + 1])
    return LYRE_CFG_NONE;
  const lyre_cfg_pair *p = &g->pairs[f->pair];
  f->right = !f->right;
  if (f->right)
    return p->left;
  f->pair++;
  return p->right;
}

static uint64_t longest_of (const lyre_cfn *g, const uint64_t *done,
                            uint32_t a) {
  uint64_t best = g->chars[a].n ? 1 : 0;
  for (uint32_t i = g->first_unit[a]; i < g->first_unit[a + 1]; i++)
    if (done[g->units[i].to] > best)
      best = done[g->units[i].to];
  for (uint32_t i = g->first_pair[a]; i < g->first_pair[a + 1]; i++) {
    uint64_t len = sum (done[g->pairs[i].left], done[g->pairs[i].right]);
    if (len > best)
      best = len;
  }
  return best;
}

enum { OPEN = 1 }; /* in place of a length, while it is being computed */

static frame frame_of (const lyre_cfn *g, uint32_t a) {
  return (frame){a, g->first_unit[a], g->first_pair[a], false};
}

/* Depth first; *OUT is INF at the first cycle. */
static bool longest (lyre_fa *fa, const lyre_cfn *g, uint64_t *done,
                     uint8_t *open, uint64_t *out) {
  lyre_vec (frame) path = {0};
  *out = 0;
  lyre_vec_push (fa->mem, &path, frame_of (g, g->start));
  open[g->start] = OPEN;
  while (path.len && *out != LYRE_CFN_INF) {
    if (lyre_poll (fa->env, LYRE_POLL_AUTOMATA))
      break;
    frame *f = &lyre_vec_top (&path);
    uint32_t x = next_below (g, f);
    if (x == LYRE_CFG_NONE) {
      done[f->a] = longest_of (g, done, f->a);
      open[f->a] = 0;
      lyre_vec_drop (&path);
    } else if (open[x]) {
      *out = LYRE_CFN_INF;
    } else if (!done[x]) {
      open[x] = OPEN;
      lyre_vec_push (fa->mem, &path, frame_of (g, x));
    }
  }
  if (*out != LYRE_CFN_INF)
    *out = done[g->start];
  lyre_vec_release (fa->mem, &path);
  return !fa->env->stop;
}

bool lyre_cfn_max_length (lyre_fa *fa, const lyre_cfn *g, uint64_t *out) {
  *out = 0;
  if (!g->n)
    return true;
  uint64_t *done = new_lengths (fa->mem, g->n);
  uint8_t *open = lyre_alloc (fa->mem, g->n);
  memset (open, 0, g->n);
  bool ok = longest (fa, g, done, open, out);
  lyre_free (fa->mem, done);
  lyre_free (fa->mem, open);
  return ok;
}

/* ------------------------------------------------------------------ lengths
 *
 * Row A has bit L if A has a word of length L; row n + A of the table has the
 * same bits backwards, so that "some i with L(B)[i] and L(C)[len - i]" is a
 * loop over whole words. */

typedef struct {
  lyre_fa *fa;
  const lyre_cfn *g;
  uint32_t max, words;
  uint64_t *bits, *back; /* n rows each */
} table;

static bool bit (const table *t, uint32_t a, uint32_t len) {
  return t->bits[(size_t) a * t->words + len / 64] >> (len % 64) & 1;
}

static void set_bit (table *t, uint32_t a, uint32_t len) {
  size_t row = (size_t) a * t->words;
  uint32_t mirror = t->words * 64 - 1 - len;
  t->bits[row + len / 64] |= (uint64_t) 1 << (len % 64);
  t->back[row + mirror / 64] |= (uint64_t) 1 << (mirror % 64);
}

/* 64 bits of C's row backwards such that bit i is L(C)[len - (64 w + i)]. */
static uint64_t backwards (const table *t, uint32_t c, uint32_t len,
                           uint32_t w) {
  /* Bit i stands at mirror position words*64 - 1 - len + 64 w + i. */
  uint64_t from = (uint64_t) t->words * 64 - 1 - len + (uint64_t) w * 64;
  const uint64_t *row = t->back + (size_t) c * t->words;
  uint32_t k = (uint32_t) (from / 64), shift = (uint32_t) (from % 64);
  uint64_t x = k < t->words ? row[k] >> shift : 0;
  if (shift && k + 1 < t->words)
    x |= row[k + 1] << (64 - shift);
  return x;
}

static bool splits (const table *t, const lyre_cfg_pair *p, uint32_t len) {
  const uint64_t *left = t->bits + (size_t) p->left * t->words;
  for (uint32_t w = 0; w <= len / 64; w++)
    if (left[w] & backwards (t, p->right, len, w))
      return true;
  return false;
}

static bool has_word_of (const table *t, uint32_t a, uint32_t len) {
  const lyre_cfn *g = t->g;
  if (len == 1 && g->chars[a].n)
    return true;
  for (uint32_t i = g->first_unit[a]; i < g->first_unit[a + 1]; i++)
    if (bit (t, g->units[i].to, len))
      return true;
  for (uint32_t i = g->first_pair[a]; len > 1 && i < g->first_pair[a + 1]; i++)
    if (splits (t, &g->pairs[i], len))
      return true;
  return false;
}

/* Lengths are below 64 * WORDS. */
static void table_init (table *t, lyre_fa *fa, const lyre_cfn *g,
                        uint32_t max) {
  *t = (table){.fa = fa, .g = g, .max = max, .words = max / 64 + 1};
  uint64_t n = lyre_mul_size (fa->mem, g->n, t->words);
  t->bits = new_lengths (fa->mem, n);
  t->back = new_lengths (fa->mem, n);
}

/* All rows at LEN, given the smaller lengths. Units lead to smaller numbers. */
static bool fill (table *t, uint32_t len) {
  for (uint32_t a = 0; a < t->g->n; a++) {
    if (lyre_poll (t->fa->env, LYRE_POLL_AUTOMATA))
      return false;
    if (has_word_of (t, a, len))
      set_bit (t, a, len);
  }
  return true;
}

bool lyre_cfn_lengths_init (lyre_cfn_lengths *l, lyre_fa *fa, const lyre_cfn *g,
                            uint32_t max) {
  table t;
  table_init (&t, fa, g, max);
  *l = (lyre_cfn_lengths){max, t.words, t.bits};
  bool ok = true;
  for (uint32_t len = 1; len <= max && ok; len++)
    ok = fill (&t, len);
  lyre_free (fa->mem, t.back);
  return ok;
}

void lyre_cfn_lengths_release (lyre_cfn_lengths *l, lyre_mem *mem) {
  lyre_free (mem, l->bits);
}

/* -------------------------------------------------------------------- words */

typedef struct {
  uint32_t a;
  uint64_t len;
} part;

typedef struct {
  lyre_fa *fa;
  const lyre_cfn *g;
  lyre_vec (part) stack; /* what is still to write, the next one on top */
  lyre_u32s out;
} writer;

static void want (writer *w, uint32_t a, uint64_t len) {
  lyre_vec_push (w->fa->mem, &w->stack, ((part){a, len}));
}

/* Replaces A with a rule that yields LEN characters, as BEST says. */
static void expand_shortest (writer *w, const uint64_t *best, part p) {
  const lyre_cfn *g = w->g;
  for (uint32_t i = g->first_unit[p.a]; i < g->first_unit[p.a + 1]; i++)
    if (best[g->units[i].to] == p.len) {
      want (w, g->units[i].to, p.len);
      return;
    }
  for (uint32_t i = g->first_pair[p.a]; i < g->first_pair[p.a + 1]; i++) {
    const lyre_cfg_pair *r = &g->pairs[i];
    if (sum (best[r->left], best[r->right]) == p.len) {
      want (w, r->right, best[r->right]);
      want (w, r->left, best[r->left]);
      return;
    }
  }
}

static void expand_split (writer *w, const table *t, part p) {
  const lyre_cfn *g = w->g;
  uint32_t len = (uint32_t) p.len;
  for (uint32_t i = g->first_unit[p.a]; i < g->first_unit[p.a + 1]; i++)
    if (bit (t, g->units[i].to, len)) {
      want (w, g->units[i].to, len);
      return;
    }
  for (uint32_t i = g->first_pair[p.a]; i < g->first_pair[p.a + 1]; i++) {
    const lyre_cfg_pair *r = &g->pairs[i];
    for (uint32_t k = 1; k < len; k++)
      if (bit (t, r->left, k) && bit (t, r->right, len - k)) {
        want (w, r->right, len - k);
        want (w, r->left, k);
        return;
      }
  }
}

/* A word of the start symbol with LEN characters, by a table of shortest
 * lengths or of all. NULL if stopped. */
static const lyre_str *write (lyre_fa *fa, const lyre_cfn *g,
                              const uint64_t *best, const table *t,
                              uint64_t len) {
  writer w = {.fa = fa, .g = g};
  want (&w, g->start, len);
  while (w.stack.len && !lyre_poll (fa->env, LYRE_POLL_AUTOMATA)) {
    part p = lyre_vec_pop (&w.stack);
    if (p.len == 1 && g->chars[p.a].n)
      lyre_vec_push (fa->mem, &w.out, lyre_charset_pick (g->chars[p.a]));
    else if (best)
      expand_shortest (&w, best, p);
    else
      expand_split (&w, t, p);
  }
  const lyre_str *s =
      fa->env->stop ? NULL
                    : lyre_str_from_wide (fa->arena, w.out.data, w.out.len);
  lyre_vec_release (fa->mem, &w.stack);
  lyre_vec_release (fa->mem, &w.out);
  return s;
}

/* Words beyond this are not written. */
enum { LONGEST = 1 << 24, LONGEST_TABLE = 20000 };

/* By a table of all lengths up to MAX. */
static lyre_re_answer by_lengths (lyre_fa *fa, const lyre_cfn *g, uint32_t lo,
                                  uint32_t max, const lyre_str **word) {
  table t;
  table_init (&t, fa, g, max);
  lyre_re_answer a = LYRE_RE_NO;
  for (uint32_t len = 1; len <= max && a == LYRE_RE_NO; len++) {
    if (!fill (&t, len))
      a = LYRE_RE_GAVE_UP;
    else if (len >= lo && bit (&t, g->start, len))
      a = LYRE_RE_YES;
    if (a == LYRE_RE_YES)
      *word = write (fa, g, NULL, &t, len);
  }
  lyre_free (fa->mem, t.bits);
  lyre_free (fa->mem, t.back);
  return a == LYRE_RE_YES && !*word ? LYRE_RE_GAVE_UP : a;
}

/* The shortest word is below LO; look at all lengths from there. */
static lyre_re_answer find_longer (lyre_fa *fa, const lyre_cfn *g, uint64_t lo,
                                   uint64_t hi, const lyre_str **word) {
  uint64_t most;
  if (!lyre_cfn_max_length (fa, g, &most))
    return LYRE_RE_GAVE_UP;
  if (most < lo)
    return LYRE_RE_NO;
  if (most < hi)
    hi = most;
  for (uint64_t max = lo + lo / 4 + 64;; max *= 2) {
    if (lo > LONGEST_TABLE || max > 2 * LONGEST_TABLE) {
      fa->gave_up = true;
      return LYRE_RE_GAVE_UP;
    }
    uint64_t bound = max < hi ? max : hi;
    lyre_re_answer a =
        by_lengths (fa, g, (uint32_t) lo, (uint32_t) bound, word);
    if (a != LYRE_RE_NO || bound == hi)
      return a;
  }
}

static lyre_re_answer find_nonempty (lyre_fa *fa, const lyre_cfn *g,
                                     uint64_t lo, uint64_t hi,
                                     const lyre_str **word) {
  uint64_t *best = shortest (fa, g);
  if (!best)
    return LYRE_RE_GAVE_UP;
  uint64_t len = best[g->start];
  lyre_re_answer a;
  if (len > hi) {
    a = LYRE_RE_NO;
  } else if (len < lo) {
    a = find_longer (fa, g, lo, hi, word);
  } else if (len > LONGEST) {
    fa->gave_up = true;
    a = LYRE_RE_GAVE_UP;
  } else {
    *word = write (fa, g, best, NULL, len);
    a = *word ? LYRE_RE_YES : LYRE_RE_GAVE_UP;
  }
  lyre_free (fa->mem, best);
  return a;
}

lyre_re_answer lyre_cfn_find_word (lyre_fa *fa, const lyre_cfn *g, uint64_t lo,
                                   uint64_t hi, const lyre_str **word) {
  *word = NULL;
  if (g->nullable && !lo) {
    *word = &lyre_str_empty;
    return LYRE_RE_YES;
  }
  return g->n ? find_nonempty (fa, g, lo, hi, word) : LYRE_RE_NO;
}
