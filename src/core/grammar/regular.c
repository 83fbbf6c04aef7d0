/* A regular superset, after Mohri and Nederhof. Each set of mutually recursive
 * nonterminals becomes an automaton with two states per nonterminal X: about to
 * read X, and X was read. Where recursion goes to one side only, no word is
 * added. Each use of such a set gets a copy of its own. */
#include <string.h>

#include "core/automata/nfa_internal.h"
#include "core/grammar/components.h"
#include "core/grammar/normal.h"

typedef struct {
  uint32_t from, a, to;
} task;

typedef struct {
  lyre_fa *fa;
  const lyre_cfn *g;
  uint32_t *component, n_components;
  uint8_t *recursive;       /* per component */
  uint32_t *first, *member; /* nonterminals by component */
  bool exact;
  lyre_nfa_builder out;
  lyre_vec (task) tasks;
  lyre_map seen;   /* tasks by hash of all three: exact keys */
  uint32_t *place; /* per nonterminal: its number within its component */
} superset;

static uint32_t *new_array (lyre_mem *mem, uint64_t n) {
  uint32_t *a = lyre_alloc (mem, lyre_mul_size (mem, n + 1, sizeof *a));
  memset (a, 0, (n + 1) * sizeof *a);
  return a;
}

/* --------------------------------------------------------------- components */

static void find_components (superset *s) {
  const lyre_cfn *g = s->g;
  lyre_mem *mem = s->fa->mem;
  uint32_t *first = new_array (mem, (uint64_t) g->n + 1);
  uint32_t *to =
      new_array (mem, g->first_unit[g->n] + 2 * (uint64_t) g->first_pair[g->n]);
  uint32_t n = 0;
  for (uint32_t a = 0; a < g->n; a++) {
    for (uint32_t i = g->first_unit[a]; i < g->first_unit[a + 1]; i++)
      to[n++] = g->units[i].to;
    for (uint32_t i = g->first_pair[a]; i < g->first_pair[a + 1]; i++) {
      to[n++] = g->pairs[i].left;
      to[n++] = g->pairs[i].right;
    }
    first[a + 1] = n;
  }
  s->n_components = lyre_graph_components (mem, g->n, first, to, s->component);
  lyre_free (mem, first);
  lyre_free (mem, to);
}

/* Which components are recursive, and does any recur to both sides? */
static void look_at_rules (superset *s) {
  const lyre_cfn *g = s->g;
  enum { LEFT = 1, RIGHT = 2 };
  uint8_t *sides = lyre_alloc (s->fa->mem, (size_t) s->n_components + 1);
  memset (sides, 0, (size_t) s->n_components + 1);
  for (uint32_t i = 0; i < g->first_unit[g->n]; i++) {
    uint32_t c = s->component[g->units[i].lhs];
    if (s->component[g->units[i].to] == c)
      s->recursive[c] = 1;
  }
  for (uint32_t i = 0; i < g->first_pair[g->n]; i++) {
    uint32_t c = s->component[g->pairs[i].lhs];
    if (s->component[g->pairs[i].left] == c)
      sides[c] |= LEFT;
    if (s->component[g->pairs[i].right] == c)
      sides[c] |= RIGHT;
  }
  s->exact = true;
  for (uint32_t c = 0; c < s->n_components; c++) {
    s->recursive[c] |= sides[c] != 0;
    s->exact = s->exact && sides[c] != (LEFT | RIGHT);
  }
  lyre_free (s->fa->mem, sides);
}

static void list_members (superset *s) {
  uint32_t n = s->g->n;
  for (uint32_t a = 0; a < n; a++)
    s->place[a] = s->first[s->component[a] + 1]++;
  for (uint32_t c = 0; c < s->n_components; c++)
    s->first[c + 1] += s->first[c];
  for (uint32_t a = 0; a < n; a++)
    s->member[s->first[s->component[a]] + s->place[a]] = a;
}

/* ---------------------------------------------------------------- expanding */

/* From FROM to TO by a word of A, to be expanded later. */
static void ask (superset *s, uint32_t from, uint32_t a, uint32_t to) {
  uint64_t key = ((uint64_t) from * s->out.limit + to) * s->g->n + a;
  uint64_t *seen = lyre_map_at (s->fa->mem, &s->seen, key);
  if (*seen)
    return;
  *seen = 1;
  lyre_vec_push (s->fa->mem, &s->tasks, ((task){from, a, to}));
}

static void add_chars (superset *s, uint32_t from, uint32_t a, uint32_t to) {
  lyre_charset c = s->g->chars[a];
  for (uint32_t i = 0; i < c.n; i++)
    lyre_nfa_add_arc (&s->out, from, c.at[i].lo, c.at[i].hi, to);
}

static void expand_plain (superset *s, task t) {
  const lyre_cfn *g = s->g;
  add_chars (s, t.from, t.a, t.to);
  for (uint32_t i = g->first_unit[t.a]; i < g->first_unit[t.a + 1]; i++)
    ask (s, t.from, g->units[i].to, t.to);
  for (uint32_t i = g->first_pair[t.a];
       i < g->first_pair[t.a + 1] && !s->out.stopped; i++) {
    uint32_t middle = lyre_nfa_add_state (&s->out, false);
    ask (s, t.from, g->pairs[i].left, middle);
    ask (s, middle, g->pairs[i].right, t.to);
  }
}

/* The copy of a component: X starts at BASE + 2 * place, ends one later. */
typedef struct {
  uint32_t base, component;
} copy;

static bool inside (const superset *s, copy c, uint32_t x) {
  return s->component[x] == c.component;
}

static uint32_t start_of (const superset *s, copy c, uint32_t x) {
  return c.base + 2 * s->place[x];
}

static uint32_t end_of (const superset *s, copy c, uint32_t x) {
  return start_of (s, c, x) + 1;
}

/* Between two states by X: a walk through the copy, or a task. */
static void between (superset *s, copy c, uint32_t from, uint32_t x,
                     uint32_t to) {
  if (!inside (s, c, x)) {
    ask (s, from, x, to);
    return;
  }
  lyre_nfa_add_jump (&s->out, from, start_of (s, c, x));
  lyre_nfa_add_jump (&s->out, end_of (s, c, x), to);
}

static void add_rules (superset *s, copy c, uint32_t x) {
  const lyre_cfn *g = s->g;
  uint32_t from = start_of (s, c, x), to = end_of (s, c, x);
  add_chars (s, from, x, to);
  for (uint32_t i = g->first_unit[x]; i < g->first_unit[x + 1]; i++)
    between (s, c, from, g->units[i].to, to);
  for (uint32_t i = g->first_pair[x];
       i < g->first_pair[x + 1] && !s->out.stopped; i++) {
    uint32_t middle = lyre_nfa_add_state (&s->out, false);
    between (s, c, from, g->pairs[i].left, middle);
    between (s, c, middle, g->pairs[i].right, to);
  }
}

static void expand_recursive (superset *s, task t) {
  copy c = {0, s->component[t.a]};
  uint32_t n = s->first[c.component + 1] - s->first[c.component];
  for (uint32_t i = 0; i < 2 * n && !s->out.stopped; i++) {
    uint32_t q = lyre_nfa_add_state (&s->out, false);
    c.base = i ? c.base : q;
  }
  if (s->out.stopped)
    return;
  lyre_nfa_add_jump (&s->out, t.from, start_of (s, c, t.a));
  lyre_nfa_add_jump (&s->out, end_of (s, c, t.a), t.to);
  for (uint32_t i = 0; i < n && !s->out.stopped; i++)
    add_rules (s, c, s->member[s->first[c.component] + i]);
}

static void expand_all (superset *s) {
  uint32_t from = lyre_nfa_add_state (&s->out, s->g->nullable);
  uint32_t to = lyre_nfa_add_state (&s->out, true);
  lyre_nfa_add_initial (&s->out, from);
  if (s->g->n)
    ask (s, from, s->g->start, to);
  while (s->tasks.len && !s->out.stopped) {
    if (lyre_fa_stop (s->fa))
      s->out.stopped = true;
    task t = lyre_vec_pop (&s->tasks);
    if (s->recursive[s->component[t.a]])
      expand_recursive (s, t);
    else
      expand_plain (s, t);
  }
}

const lyre_nfa *lyre_cfn_regular (lyre_fa *fa, const lyre_cfn *g, bool *exact) {
  superset s = {.fa = fa, .g = g, .exact = true};
  lyre_mem *mem = fa->mem;
  s.component = new_array (mem, g->n);
  s.place = new_array (mem, g->n);
  s.member = new_array (mem, g->n);
  s.first = new_array (mem, (uint64_t) g->n + 1);
  s.recursive = lyre_alloc (mem, (size_t) g->n + 1);
  memset (s.recursive, 0, (size_t) g->n + 1);
  if (g->n) {
    find_components (&s);
    look_at_rules (&s);
    list_members (&s);
  }
  lyre_nfa_builder_init (&s.out, fa, lyre_nfa_roomy (fa));
  expand_all (&s);
  *exact = s.exact;
  lyre_free (mem, s.component);
  lyre_free (mem, s.place);
  lyre_free (mem, s.member);
  lyre_free (mem, s.first);
  lyre_free (mem, s.recursive);
  lyre_vec_release (mem, &s.tasks);
  lyre_map_release (mem, &s.seen);
  return lyre_nfa_finish (&s.out);
}
