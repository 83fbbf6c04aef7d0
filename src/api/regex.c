/* Questions about closed regular expressions through lyre.h.
 *
 * Derivatives answer most within few states; automata with antichains see
 * through what makes derivatives many; then derivatives get a second, longer
 * try. */
#include <stdarg.h>
#include <stdio.h>

#include "api/ctx.h"
#include "base/random.h"
#include "core/automata/nfa.h"
#include "engine/automata/automata.h"

enum {
  FEW_STATES = 20000,
  NFA_STATES = 400000,
  MANY_STATES = 2000000,
  DFA_STATES = 50000, /* of automata to count and to draw */
};

/* A question on one language or two, and where its answer goes. */
typedef struct question question;
struct question {
  lyre_ctx *c;
  lyre_term a, b; /* b may be none */
  lyre_regex_answer (*ask) (question *);

  uint32_t n; /* words to sample; a length to count */
  uint64_t seed;
  bool minimal;
  lyre_write_fn write;
  void *user;
  lyre_term *words; /* may be NULL */
  uint32_t *found;

  /* While it runs. */
  lyre_problem p;
  lyre_arena arena;
  lyre_translation tr;
  lyre_fa fa;
  lyre_re ra, rb;
};

/* ----------------------------------------------------------------- asking */

static bool is_closed (lyre_ctx *c, lyre_term t) {
  if (lyre_term_ok (c, t) && lyre_has_sort (&c->terms, t, LYRE_REGLAN) &&
      lyre_node_of (&c->terms, t)->flags & LYRE_NODE_CLOSED_RE)
    return true;
  lyre_complain (c, "not a closed term of sort RegLan");
  return false;
}

static void complain_stop (lyre_ctx *c) {
  static const char *const reasons[] = {[LYRE_STOP_NONE] =
                                            "the language is too large",
                                        [LYRE_STOP_TIME] = "timeout",
                                        [LYRE_STOP_MEMORY] = "memout",
                                        [LYRE_STOP_STEPS] = "resourceout",
                                        [LYRE_STOP_INTERRUPT] = "interrupted"};
  lyre_complain (c, "%s", reasons[c->env.stop]);
  if (c->env.stop == LYRE_STOP_INTERRUPT)
    lyre_clear_interrupt (c);
}

static lyre_regex_answer run (question *q) {
  lyre_ctx *c = q->c;
  lyre_env_start_query (&c->env);
  q->p = (lyre_problem){.env = &c->env, .ts = &c->terms, .mem = &c->query};
  lyre_arena_init (&q->arena, &c->query);
  lyre_translation_init (&q->tr, &q->p, &q->arena);
  q->fa = (lyre_fa){.env = &c->env,
                    .arena = &q->arena,
                    .mem = &c->query,
                    .max_states = NFA_STATES};
  q->ra = lyre_translate (&q->tr, q->a);
  if (q->b.id)
    q->rb = lyre_translate (&q->tr, q->b);
  lyre_regex_answer answer = q->ask (q);
  if (answer == LYRE_REGEX_GAVE_UP)
    complain_stop (c);
  lyre_mem_release (&c->query);
  return answer;
}

static lyre_regex_answer ask (question *q) {
  if (!is_closed (q->c, q->a) || (q->b.id && !is_closed (q->c, q->b)))
    return LYRE_REGEX_GAVE_UP;
  LYRE_GUARD (q->c, LYRE_REGEX_GAVE_UP);
  return run (q);
}

static void give_word (question *q, const lyre_str *word) {
  if (q->words && word)
    q->words[0] = lyre_t_string (&q->c->terms, word);
}

/* ----------------------------------------------------------- finding a word */

/* The automaton of R, or NULL. */
static const lyre_nfa *automaton (question *q, lyre_re r) {
  return lyre_nfa_from_re (&q->fa, q->tr.pool, r);
}

/* A word in A that is in (or, if OUTSIDE, not in) B. */
typedef struct {
  lyre_re a, b;
  bool has_b, outside;
} search;

static lyre_re_answer by_derivatives (question *q, const search *s,
                                      uint32_t max, const lyre_str **word) {
  lyre_re both[] = {s->a, s->b};
  if (s->has_b && s->outside)
    both[1] = lyre_re_comp (q->tr.pool, s->b);
  lyre_re r = s->has_b ? lyre_re_inter (q->tr.pool, 2, both) : s->a;
  return lyre_re_find_word (q->tr.pool, &q->arena, r, 0, LYRE_RE_INF, max,
                            word);
}

static lyre_re_answer by_automata (question *q, const search *s,
                                   const lyre_str **word) {
  const lyre_nfa *in[2] = {automaton (q, s->a), NULL};
  const lyre_nfa *other = s->has_b && in[0] ? automaton (q, s->b) : NULL;
  if (!in[0] || (s->has_b && !other))
    return LYRE_RE_GAVE_UP;
  in[1] = other;
  uint32_t n_in = s->has_b && !s->outside ? 2 : 1;
  return lyre_nfa_find (&q->fa, n_in, in, s->has_b && s->outside, &other, word);
}

static lyre_re_answer find_word (question *q, const search *s,
                                 const lyre_str **word) {
  lyre_re_answer a = by_derivatives (q, s, FEW_STATES, word);
  if (a == LYRE_RE_GAVE_UP && !q->c->env.stop)
    a = by_automata (q, s, word);
  if (a == LYRE_RE_GAVE_UP && !q->c->env.stop)
    a = by_derivatives (q, s, MANY_STATES, word);
  return a;
}

static lyre_regex_answer public_answer (lyre_re_answer a) {
  return a == LYRE_RE_GAVE_UP ? LYRE_REGEX_GAVE_UP
         : a == LYRE_RE_YES   ? LYRE_REGEX_YES
                              : LYRE_REGEX_NO;
}

static lyre_regex_answer opposite (lyre_regex_answer a) {
  return a == LYRE_REGEX_GAVE_UP ? a
         : a == LYRE_REGEX_YES   ? LYRE_REGEX_NO
                                 : LYRE_REGEX_YES;
}

static lyre_regex_answer find (question *q, search s) {
  const lyre_str *word = NULL;
  lyre_re_answer a = find_word (q, &s, &word);
  if (a == LYRE_RE_YES)
    give_word (q, word);
  return public_answer (a);
}

static lyre_regex_answer ask_word (question *q) {
  return find (q, (search){.a = q->ra});
}

static lyre_regex_answer ask_common (question *q) {
  return find (q, (search){q->ra, q->rb, true, false});
}

static lyre_regex_answer ask_subset (question *q) {
  return opposite (find (q, (search){q->ra, q->rb, true, true}));
}

static lyre_regex_answer ask_equal (question *q) {
  lyre_regex_answer a = ask_subset (q);
  if (a != LYRE_REGEX_YES)
    return a;
  return opposite (find (q, (search){q->rb, q->ra, true, true}));
}

lyre_regex_answer lyre_regex_is_empty (lyre_ctx *c, lyre_term r) {
  question q = {.c = c, .a = r, .ask = ask_word};
  return opposite (ask (&q));
}

lyre_regex_answer lyre_regex_shortest (lyre_ctx *c, lyre_term r,
                                       lyre_term *word) {
  question q = {.c = c, .a = r, .ask = ask_word, .words = word};
  return ask (&q);
}

/* Two languages; the second must not be missing. */
static lyre_regex_answer ask_both (lyre_ctx *c, lyre_term a, lyre_term b,
                                   lyre_term *witness,
                                   lyre_regex_answer (*f) (question *)) {
  question q = {.c = c, .a = a, .b = b, .ask = f, .words = witness};
  if (!is_closed (c, b))
    return LYRE_REGEX_GAVE_UP;
  return ask (&q);
}

lyre_regex_answer lyre_regex_subset (lyre_ctx *c, lyre_term a, lyre_term b,
                                     lyre_term *witness) {
  return ask_both (c, a, b, witness, ask_subset);
}

lyre_regex_answer lyre_regex_equal (lyre_ctx *c, lyre_term a, lyre_term b,
                                    lyre_term *witness) {
  return ask_both (c, a, b, witness, ask_equal);
}

lyre_regex_answer lyre_regex_intersect (lyre_ctx *c, lyre_term a, lyre_term b,
                                        lyre_term *witness) {
  return ask_both (c, a, b, witness, ask_common);
}

/* ---------------------------------------------------------------- counting */

static lyre_regex_answer ask_count (question *q) {
  lyre_int n;
  q->fa.max_states = DFA_STATES;
  const lyre_nfa *a = automaton (q, q->ra);
  if (!a || !lyre_nfa_count (&q->fa, a, q->n, &n))
    return LYRE_REGEX_GAVE_UP;
  q->words[0] = lyre_t_integer (&q->c->terms, n);
  return LYRE_REGEX_YES;
}

lyre_regex_answer lyre_regex_count (lyre_ctx *c, lyre_term r, uint32_t len,
                                    lyre_term *count) {
  question q = {.c = c, .a = r, .ask = ask_count, .n = len, .words = count};
  return ask (&q);
}

/* ---------------------------------------------------------------- sampling */

enum { LENGTHS = 24, TRIES = 12 };

/* The words of printable ASCII characters if there are any, else all. */
static const lyre_nfa *readable (question *q) {
  lyre_re_pool *pool = q->tr.pool;
  lyre_charset ascii = lyre_charset_range (&q->arena, ' ', '~');
  lyre_re both[] = {q->ra, lyre_re_star (pool, lyre_re_chars (pool, ascii))};
  const lyre_nfa *a = automaton (q, lyre_re_inter (pool, 2, both));
  if (a && lyre_nfa_is_empty (a))
    a = automaton (q, q->ra);
  return a;
}

/* The shortest lengths that words have; returns how many. */
static uint32_t short_lengths (question *q, const lyre_nfa *a,
                               uint32_t *lengths) {
  lyre_lengths all;
  uint64_t next = 0;
  uint32_t n = 0;
  if (!lyre_nfa_lengths (&q->fa, a, &all))
    return 0;
  while (n < LENGTHS && lyre_lengths_next (&all, next, &next) &&
         next < 1u << 16)
    lengths[n++] = (uint32_t) next++;
  return n;
}

static bool is_new (const question *q, lyre_term t) {
  for (uint32_t i = 0; i < *q->found; i++)
    if (lyre_same (q->words[i], t))
      return false;
  return true;
}

/* Random words of D; if it is NULL or too large, any words of A. */
static void sample_words (question *q, const lyre_nfa *a, const lyre_nfa *d) {
  lyre_sampler sampler;
  uint32_t lengths[LENGTHS];
  uint32_t n = short_lengths (q, a, lengths);
  uint64_t tries = (uint64_t) TRIES * q->n;
  if (d)
    lyre_sampler_init (&sampler, &q->fa, d);
  while (n && *q->found < q->n && tries-- && !q->c->env.stop) {
    uint32_t len = lengths[lyre_random (&q->seed) % n];
    const lyre_str *word =
        d ? lyre_sampler_word (&sampler, len, &q->seed) : NULL;
    if (!word)
      word = lyre_nfa_word_of_length (&q->fa, a, len);
    if (!word)
      continue;
    lyre_term t = lyre_t_string (&q->c->terms, word);
    if (is_new (q, t))
      q->words[(*q->found)++] = t;
  }
  if (d)
    lyre_sampler_release (&sampler);
}

static lyre_regex_answer ask_sample (question *q) {
  const lyre_nfa *a = readable (q);
  if (!a)
    return LYRE_REGEX_GAVE_UP;
  q->fa.max_states = DFA_STATES;
  const lyre_nfa *d = lyre_nfa_determinize (&q->fa, a);
  q->fa.gave_up = false;
  if (!q->c->env.stop)
    sample_words (q, a, d);
  if (*q->found || !q->n)
    return LYRE_REGEX_YES;
  return lyre_nfa_is_empty (a) && !q->c->env.stop ? LYRE_REGEX_NO
                                                  : LYRE_REGEX_GAVE_UP;
}

lyre_regex_answer lyre_regex_sample (lyre_ctx *c, lyre_term r, uint32_t n,
                                     uint64_t seed, lyre_term *words,
                                     uint32_t *found) {
  question q = {.c = c,
                .a = r,
                .ask = ask_sample,
                .n = n,
                .seed = seed,
                .words = words,
                .found = found};
  *found = 0;
  return ask (&q);
}

/* ----------------------------------------------------------------- drawing */

__attribute__ ((format (printf, 2, 3))) static void
put (const question *q, const char *format, ...) {
  char text[128];
  va_list ap;
  va_start (ap, format);
  int n = vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  q->write (q->user, text, (size_t) n);
}

/* A character in a label that stands in double quotes. */
static void put_char (const question *q, uint32_t c) {
  if (c == '"' || c == '\\')
    put (q, "\\%c", (char) c);
  else if (c > ' ' && c < 127 && c != ',' && c != '-')
    put (q, "%c", (char) c);
  else
    put (q, "\\\\u{%x}", c);
}

static void put_interval (const question *q, const lyre_edge *e) {
  put_char (q, e->lo);
  if (e->hi == e->lo)
    return;
  put (q, "-");
  put_char (q, e->hi);
}

/* All edges from one state to another as one arrow, when E is the first. */
static void put_arrow (const question *q, const lyre_nfa *a, uint32_t from,
                       uint32_t first) {
  uint32_t to = a->edges[first].to;
  for (uint32_t i = a->first[from]; i < first; i++)
    if (a->edges[i].to == to)
      return;
  put (q, "  %u -> %u [label=\"", from, to);
  for (uint32_t i = first; i < a->first[from + 1]; i++) {
    if (a->edges[i].to != to)
      continue;
    put (q, "%s", i == first ? "" : ", ");
    put_interval (q, &a->edges[i]);
  }
  put (q, "\"];\n");
}

static void draw (const question *q, const lyre_nfa *a) {
  put (q, "digraph regex {\n  rankdir = LR;\n  node [shape = circle];\n");
  for (uint32_t s = 0; s < a->n_states; s++)
    if (a->final[s])
      put (q, "  %u [shape = doublecircle];\n", s);
  for (uint32_t i = 0; i < a->n_initial; i++)
    put (q, "  start%u [shape = point];\n  start%u -> %u;\n", i, i,
         a->initial[i]);
  for (uint32_t s = 0; s < a->n_states; s++)
    for (uint32_t e = a->first[s]; e < a->first[s + 1]; e++)
      put_arrow (q, a, s, e);
  put (q, "}\n");
}

static lyre_regex_answer ask_dot (question *q) {
  const lyre_nfa *a = automaton (q, q->ra);
  q->fa.max_states = DFA_STATES;
  if (a)
    a = q->minimal ? lyre_nfa_minimize (&q->fa, a)
                   : lyre_nfa_reduce (&q->fa, a);
  if (!a)
    return LYRE_REGEX_GAVE_UP;
  draw (q, a);
  return LYRE_REGEX_YES;
}

lyre_regex_answer lyre_regex_dot (lyre_ctx *c, lyre_term r, bool minimal,
                                  lyre_write_fn write, void *user) {
  question q = {.c = c,
                .a = r,
                .ask = ask_dot,
                .minimal = minimal,
                .write = write,
                .user = user};
  return ask (&q);
}
