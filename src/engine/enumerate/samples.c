/* Short words of a regular expression, bottom up over its structure. */
#include <string.h>

#include "engine/enumerate/enumerate.h"

enum { PER_NODE = 6, LONGEST = 4096 };

typedef struct {
  uint32_t n;
  const lyre_str *words[PER_NODE];
} words;

typedef struct {
  const lyre_problem *p;
  lyre_arena *arena;
  lyre_map index; /* term id -> position in sets + 1 */
  lyre_vec (words) sets;
  lyre_eval *eval; /* decides membership for inter, comp and diff */
} sampling;

static const words *words_of (const sampling *s, lyre_term t) {
  return &s->sets.data[*lyre_map_find (&s->index, t.id) - 1];
}

static void add (words *w, const lyre_str *s) {
  for (uint32_t i = 0; i < w->n; i++)
    if (lyre_str_eq (w->words[i], s))
      return;
  if (w->n < PER_NODE && s->len <= LONGEST)
    w->words[w->n++] = s;
}

static void add_all (words *w, const words *more) {
  for (uint32_t i = 0; i < more->n; i++)
    add (w, more->words[i]);
}

/* Every word of A followed by every word of B, the first ones first. */
static words concat_words (sampling *s, const words *a, const words *b) {
  words w = {0};
  for (uint32_t sum = 0; sum + 1 < a->n + b->n; sum++)
    for (uint32_t i = 0; i <= sum && i < a->n; i++)
      if (sum - i < b->n)
        add (&w, lyre_str_concat (
                     s->arena, 2,
                     (const lyre_str *[]){a->words[i], b->words[sum - i]}));
  return w;
}

static words power_words (sampling *s, const words *a, uint32_t n) {
  words result = {1, {&lyre_str_empty}}, base = *a;
  for (; n; n >>= 1) {
    if (n & 1)
      result = concat_words (s, &result, &base);
    if (n > 1)
      base = concat_words (s, &base, &base);
  }
  return result;
}

static words loop_words (sampling *s, const words *a, uint32_t lo,
                         uint32_t hi) {
  words w = {0};
  if (lo > hi)
    return w;
  for (uint32_t k = lo; k <= hi && k < lo + 3; k++) {
    words more = power_words (s, a, k);
    add_all (&w, &more);
  }
  if (hi - lo > 2 && w.n == PER_NODE)
    w.n--;
  if (hi - lo > 2 && hi <= LONGEST) {
    words last = power_words (s, a, hi);
    add_all (&w, &last);
  }
  return w;
}

static bool is_member (sampling *s, const lyre_str *word, lyre_term regex) {
  lyre_terms *ts = s->p->ts;
  lyre_term t = lyre_t2 (ts, LYRE_STR_IN_RE, lyre_t_string (ts, word), regex);
  lyre_val v;
  return lyre_eval_term (s->eval, t, &v) && v.b;
}

/* The words of any argument, and some short ones, that are in T. */
static words filtered (sampling *s, lyre_term t) {
  static const char *const shorts[] = {"", "a", "b", "0", "1", " ", "A", "aa"};
  words w = {0};
  const lyre_node *n = lyre_node_of (s->p->ts, t);
  for (uint32_t i = 0; i < n->n_args; i++) {
    const words *a = words_of (s, n->args[i]);
    for (uint32_t k = 0; k < a->n; k++)
      if (is_member (s, a->words[k], t))
        add (&w, a->words[k]);
  }
  for (uint32_t i = 0; i < sizeof shorts / sizeof *shorts; i++) {
    const lyre_str *x = lyre_str_from_ascii (s->arena, shorts[i]);
    if (w.n < PER_NODE && is_member (s, x, t))
      add (&w, x);
  }
  return w;
}

static words range_words (sampling *s, lyre_term t) {
  lyre_terms *ts = s->p->ts;
  words w = {0};
  const lyre_str *lo = lyre_string_of (ts, lyre_arg_of (ts, t, 0));
  const lyre_str *hi = lyre_string_of (ts, lyre_arg_of (ts, t, 1));
  if (lo->len != 1 || hi->len != 1)
    return w;
  uint32_t from = lyre_str_at (lo, 0), to = lyre_str_at (hi, 0);
  if (from > to)
    return w;
  add (&w, lo);
  if (from < 'a' && 'a' < to)
    add (&w, lyre_str_char (s->arena, 'a'));
  add (&w, hi);
  return w;
}

static words union_words (sampling *s, lyre_term t) {
  words w = {0};
  const lyre_node *n = lyre_node_of (s->p->ts, t);
  for (uint32_t rank = 0; rank < PER_NODE && w.n < PER_NODE; rank++)
    for (uint32_t i = 0; i < n->n_args && w.n < PER_NODE; i++) {
      const words *a = words_of (s, n->args[i]);
      if (rank < a->n)
        add (&w, a->words[rank]);
    }
  return w;
}

static words chain_words (sampling *s, lyre_term t) {
  const lyre_node *n = lyre_node_of (s->p->ts, t);
  words w = *words_of (s, n->args[0]);
  for (uint32_t i = 1; i < n->n_args; i++)
    w = concat_words (s, &w, words_of (s, n->args[i]));
  return w;
}

static words with_empty (const words *a) {
  words w = {1, {&lyre_str_empty}};
  add_all (&w, a);
  return w;
}

static words sample_node (sampling *s, lyre_term t) {
  lyre_terms *ts = s->p->ts;
  const lyre_node *n = lyre_node_of (ts, t);
  const words *a = n->n_args && lyre_has_sort (ts, n->args[0], LYRE_REGLAN)
                       ? words_of (s, n->args[0])
                       : NULL;
  words w = {0};
  switch (n->op) {
  case LYRE_STR_TO_RE:
    add (&w, lyre_string_of (ts, n->args[0]));
    return w;
  case LYRE_RE_ALLCHAR:
    add (&w, lyre_str_char (s->arena, 'a'));
    add (&w, lyre_str_char (s->arena, '0'));
    return w;
  case LYRE_RE_ALL:
    add (&w, &lyre_str_empty);
    add (&w, lyre_str_char (s->arena, 'a'));
    return w;
  case LYRE_RE_RANGE:
    return range_words (s, t);
  case LYRE_RE_CONCAT:
    return chain_words (s, t);
  case LYRE_RE_UNION:
    return union_words (s, t);
  case LYRE_RE_STAR:
    return loop_words (s, a, 0, 2);
  case LYRE_RE_PLUS:
    return loop_words (s, a, 1, 3);
  case LYRE_RE_OPT:
    return with_empty (a);
  case LYRE_RE_POW:
    return power_words (s, a, n->index[0]);
  case LYRE_RE_LOOP:
    return loop_words (s, a, n->index[0], n->index[1]);
  case LYRE_RE_INTER:
  case LYRE_RE_COMP:
  case LYRE_RE_DIFF:
    return filtered (s, t);
  default:
    return w;
  }
}

uint32_t lyre_regex_samples (const lyre_problem *p, lyre_arena *arena,
                             lyre_term regex, const lyre_str **out,
                             uint32_t cap) {
  sampling s = {.p = p, .arena = arena, .eval = lyre_eval_new (p->ts, p->mem)};
  lyre_term_list list = lyre_subterms (p->ts, arena, 1, &regex);
  for (uint32_t i = 0; i < list.n; i++) {
    lyre_term t = list.terms[i];
    if (!lyre_has_sort (p->ts, t, LYRE_REGLAN))
      continue;
    words w = {0};
    if (!lyre_poll (p->env, LYRE_POLL_ENUMERATE))
      w = sample_node (&s, t);
    lyre_vec_push (p->mem, &s.sets, w);
    *lyre_map_at (p->mem, &s.index, t.id) = s.sets.len;
  }
  const words *w = words_of (&s, regex);
  uint32_t n = w->n < cap ? w->n : cap;
  memcpy (out, w->words, n * sizeof *out);
  lyre_eval_delete (s.eval);
  lyre_vec_release (p->mem, &s.sets);
  lyre_map_release (p->mem, &s.index);
  return n;
}
