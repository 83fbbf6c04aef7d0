/* Earley's algorithm. An item is a rule with a dot and the position where the
 * rule started; set i holds the items after i characters. Nonterminals that
 * have the empty word are stepped over when they are predicted (Aycock and
 * Horspool), so that one pass over a set is enough. */
#include "core/grammar/grammar.h"

#include <string.h>

typedef struct {
  uint32_t rule, dot, origin;
  uint32_t next; /* the next item of the set that waits for the same
                    nonterminal, plus one */
} item;

typedef struct {
  lyre_env *env;
  lyre_mem *mem;
  const lyre_cfg *g;
  const lyre_str *word;
  uint8_t *nullable;
  uint32_t *first;       /* per nonterminal + 1: its rules in ... */
  uint32_t *by_lhs;      /* ... here */
  lyre_u32s dots;        /* per rule: number of its first dot position */
  uint64_t n_dots;       /* positions of dots over all rules */
  lyre_vec (item) items; /* set after set */
  lyre_map seen;         /* items of the current set */
  lyre_map waiting;      /* set, nonterminal to the items that wait for it */
  uint32_t *predicted;   /* per nonterminal: the last set that predicted, +1 */
} parser;

static uint32_t *new_array (parser *p, uint64_t n) {
  uint32_t *a = lyre_alloc (p->mem, lyre_mul_size (p->mem, n, sizeof *a));
  memset (a, 0, n * sizeof *a);
  return a;
}

static const lyre_cfg_sym *symbols_of (const parser *p, uint32_t rule) {
  return p->g->symbols.data + p->g->rules.data[rule].first;
}

static void sort_rules (parser *p) {
  const lyre_cfg *g = p->g;
  p->first = new_array (p, (uint64_t) g->n + 2);
  p->by_lhs = new_array (p, (uint64_t) g->rules.len + 1);
  for (uint32_t i = 0; i < g->rules.len; i++) {
    p->first[g->rules.data[i].lhs + 2]++;
    lyre_vec_push (p->mem, &p->dots, (uint32_t) p->n_dots);
    p->n_dots += (uint64_t) g->rules.data[i].n + 1;
  }
  for (uint32_t a = 2; a <= g->n + 1; a++)
    p->first[a] += p->first[a - 1];
  for (uint32_t i = 0; i < g->rules.len; i++)
    p->by_lhs[p->first[g->rules.data[i].lhs + 1]++] = i;
}

/* Has this rule only symbols that can be empty? */
static bool can_vanish (const parser *p, uint32_t rule) {
  const lyre_cfg_sym *s = symbols_of (p, rule);
  for (uint32_t i = 0; i < p->g->rules.data[rule].n; i++)
    if (lyre_cfg_is_chars (s[i]) || !p->nullable[s[i]])
      return false;
  return true;
}

static void find_nullable (parser *p) {
  p->nullable = lyre_alloc (p->mem, (size_t) p->g->n + 1);
  memset (p->nullable, 0, (size_t) p->g->n + 1);
  for (bool changed = true; changed && !p->env->stop;) {
    changed = false;
    for (uint32_t i = 0; i < p->g->rules.len; i++) {
      uint32_t a = p->g->rules.data[i].lhs;
      if (lyre_poll (p->env, LYRE_POLL_EVAL))
        return;
      if (!p->nullable[a] && can_vanish (p, i))
        p->nullable[a] = 1, changed = true;
    }
  }
}

/* Adds an item to the current set unless it is there. */
static void add (parser *p, uint32_t rule, uint32_t dot, uint32_t origin) {
  uint64_t key = (uint64_t) (p->dots.data[rule] + dot) << 32 | origin;
  uint64_t *seen = lyre_map_at (p->mem, &p->seen, key);
  if (*seen)
    return;
  *seen = 1;
  item it = {rule, dot, origin, 0};
  lyre_vec_push (p->mem, &p->items, it);
}

static uint64_t waiting_key (const parser *p, uint32_t set, uint32_t a) {
  return (uint64_t) set * p->g->n + a;
}

/* Can the rule start with the character at POSITION? */
static bool may_start (const parser *p, uint32_t rule, uint32_t position) {
  const lyre_cfg_rule_at *r = &p->g->rules.data[rule];
  lyre_cfg_sym s = r->n ? symbols_of (p, rule)[0] : 0;
  return !r->n || !lyre_cfg_is_chars (s) ||
         (position < p->word->len &&
          lyre_charset_has (lyre_cfg_chars_of (p->g, s),
                            lyre_str_at (p->word, position)));
}

static void predict (parser *p, uint32_t a, uint32_t position) {
  if (p->predicted[a] == position + 1)
    return;
  p->predicted[a] = position + 1;
  for (uint32_t i = p->first[a]; i < p->first[a + 1]; i++)
    if (may_start (p, p->by_lhs[i], position))
      add (p, p->by_lhs[i], 0, position);
}

static void wait_for (parser *p, uint32_t index, uint32_t a,
                      uint32_t position) {
  uint64_t *head =
      lyre_map_at (p->mem, &p->waiting, waiting_key (p, position, a));
  p->items.data[index].next = (uint32_t) *head;
  *head = (uint64_t) index + 1;
}

/* A nonterminal is complete: those that waited for it at its start go on. */
static void complete (parser *p, uint32_t a, uint32_t origin) {
  const uint64_t *head =
      lyre_map_find (&p->waiting, waiting_key (p, origin, a));
  for (uint32_t i = head ? (uint32_t) *head : 0; i;) {
    item it = p->items.data[i - 1];
    add (p, it.rule, it.dot + 1, it.origin);
    i = it.next;
  }
}

static void step (parser *p, uint32_t index, uint32_t position) {
  item it = p->items.data[index];
  const lyre_cfg_rule_at *r = &p->g->rules.data[it.rule];
  if (it.dot == r->n) {
    complete (p, r->lhs, it.origin);
    return;
  }
  lyre_cfg_sym s = symbols_of (p, it.rule)[it.dot];
  if (lyre_cfg_is_chars (s))
    return;
  wait_for (p, index, s, position);
  predict (p, s, position);
  if (p->nullable[s])
    add (p, it.rule, it.dot + 1, it.origin);
}

/* All items of the current set before a character go into the next one. */
static void scan (parser *p, uint32_t from, uint32_t to, uint32_t c) {
  lyre_map_clear (&p->seen);
  for (uint32_t i = from; i < to; i++) {
    item it = p->items.data[i];
    if (it.dot == p->g->rules.data[it.rule].n)
      continue;
    lyre_cfg_sym s = symbols_of (p, it.rule)[it.dot];
    if (lyre_cfg_is_chars (s) &&
        lyre_charset_has (lyre_cfg_chars_of (p->g, s), c))
      add (p, it.rule, it.dot + 1, it.origin);
  }
}

static bool run_set (parser *p, uint32_t from, uint32_t position) {
  for (uint32_t i = from; i < p->items.len; i++) {
    if (lyre_poll (p->env, LYRE_POLL_EVAL))
      return false;
    step (p, i, position);
  }
  return true;
}

static bool has_whole (const parser *p, uint32_t from, uint32_t start) {
  for (uint32_t i = from; i < p->items.len; i++) {
    const item *it = &p->items.data[i];
    const lyre_cfg_rule_at *r = &p->g->rules.data[it->rule];
    if (r->lhs == start && it->dot == r->n && !it->origin)
      return true;
  }
  return false;
}

static lyre_re_answer run (parser *p, uint32_t start) {
  predict (p, start, 0);
  for (uint32_t i = 0, from = 0;; i++) {
    if (!run_set (p, from, i))
      return LYRE_RE_GAVE_UP;
    if (i == p->word->len)
      return has_whole (p, from, start) ? LYRE_RE_YES : LYRE_RE_NO;
    uint32_t to = p->items.len;
    scan (p, from, to, lyre_str_at (p->word, i));
    if (p->items.len == to)
      return LYRE_RE_NO;
    from = to;
  }
}

lyre_re_answer lyre_cfg_accepts (lyre_env *env, lyre_mem *mem,
                                 const lyre_cfg *g, uint32_t start,
                                 const lyre_str *word) {
  parser p = {.env = env, .mem = mem, .g = g, .word = word};
  sort_rules (&p);
  find_nullable (&p);
  p.predicted = new_array (&p, (uint64_t) g->n + 1);
  lyre_re_answer a = env->stop ? LYRE_RE_GAVE_UP : run (&p, start);
  lyre_free (mem, p.first);
  lyre_free (mem, p.by_lhs);
  lyre_free (mem, p.nullable);
  lyre_free (mem, p.predicted);
  lyre_vec_release (mem, &p.dots);
  lyre_vec_release (mem, &p.items);
  lyre_map_release (mem, &p.seen);
  lyre_map_release (mem, &p.waiting);
  return a;
}
