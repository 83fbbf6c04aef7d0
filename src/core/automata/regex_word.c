/* Words read off the structure of a regex without COMP and INTER, where the
 * bounds on lengths are exact at the lower end.
 *
 * The shortest word is always found. A longer one is tried greedily: there
 * are SPARE characters to add, loops take what fits into more rounds, and
 * unions prefer a part that can become long. What is written is a word of the
 * language by construction; the way may just miss the wanted length. */
#include "core/automata/regex_internal.h"

typedef struct {
  uint32_t node, count;
} todo;

typedef struct {
  lyre_re_pool *p;
  uint64_t spare;
  lyre_vec (todo) stack;
  lyre_vec (uint32_t) out;
} writer;

static void later (writer *w, uint32_t node, uint32_t count) {
  if (count)
    lyre_vec_push (w->p->mem, &w->stack, ((todo){node, count}));
}

static void write_char (writer *w, uint32_t c) {
  lyre_vec_push (w->p->mem, &w->out, c);
}

static void write_word (writer *w, const lyre_re_info *x) {
  for (uint32_t i = x->from; i < x->word->len; i++)
    write_char (w, lyre_str_at (x->word, i));
}

/* The part to take: one of minimal length if there is nothing to spare, else
 * the one that can grow most, and among those the shortest. */
static uint32_t choose_part (const writer *w, const lyre_re_info *x) {
  uint32_t best = RE_NONE;
  for (uint32_t i = 0; i < x->n_parts; i++) {
    const lyre_re_info *y = re_info (w->p, x->parts[i].id);
    const lyre_re_info *z = re_info (w->p, best);
    if (y->min_len - x->min_len > w->spare)
      continue;
    bool longer = w->spare && y->max_len > z->max_len;
    bool shorter =
        y->min_len < z->min_len && (!w->spare || y->max_len == z->max_len);
    if (best == RE_NONE || longer || shorter)
      best = x->parts[i].id;
  }
  return best;
}

/* The rounds to make: lo, and more if they fit. Each adds the least length
 * of the body, which may then use up what remains. */
static uint32_t rounds (writer *w, const lyre_re_info *x) {
  uint32_t least = re_info (w->p, x->parts[0].id)->min_len;
  uint64_t more = x->hi - x->lo; /* a large number if hi is infinite */
  if (!w->spare)
    return x->lo;
  if (!least)
    return x->lo ? x->lo : 1;
  if (more > w->spare / least)
    more = w->spare / least;
  w->spare -= more * least;
  return x->lo + (uint32_t) more;
}

static void write_node (writer *w, uint32_t id) {
  const lyre_re_info *x = re_info (w->p, id);
  switch (x->kind) {
  case LYRE_RE_KIND_CHARS:
    write_char (w, lyre_charset_pick (x->chars));
    break;
  case LYRE_RE_KIND_WORD:
    write_word (w, x);
    break;
  case LYRE_RE_KIND_CONCAT:
    later (w, x->parts[1].id, 1);
    later (w, x->parts[0].id, 1);
    break;
  case LYRE_RE_KIND_LOOP:
    later (w, x->parts[0].id, rounds (w, x));
    break;
  case LYRE_RE_KIND_UNION: {
    uint32_t part = choose_part (w, x);
    w->spare -= re_info (w->p, part)->min_len - x->min_len;
    later (w, part, 1);
    break;
  }
  default:
    break;
  }
}

/* Nothing more of these if the body of a loop is the empty word. */
static bool writes_nothing (const writer *w, uint32_t id) {
  return !w->spare && !re_info (w->p, id)->min_len;
}

static void write_all (writer *w, uint32_t r) {
  later (w, r, 1);
  while (w->stack.len) {
    if (lyre_poll (w->p->env, LYRE_POLL_REGEX))
      return;
    todo *top = &lyre_vec_top (&w->stack);
    uint32_t node = top->node;
    if (!--top->count || writes_nothing (w, node))
      lyre_vec_drop (&w->stack);
    if (!writes_nothing (w, node))
      write_node (w, node);
  }
}

bool lyre_re_easy_word (lyre_re_pool *p, lyre_arena *arena, lyre_re r,
                        uint64_t need, const lyre_str **word) {
  const lyre_re_info *x = re_info (p, r.id);
  uint64_t len = need > x->min_len ? need : x->min_len;
  if (r.id == RE_NONE || x->has_complement || len > LYRE_STR_MAX)
    return false;
  writer w = {.p = p, .spare = len - x->min_len};
  write_all (&w, r.id);
  bool done = !w.spare && !p->env->stop;
  if (done)
    *word = lyre_str_from_wide (arena, w.out.data, w.out.len);
  lyre_vec_release (p->mem, &w.stack);
  lyre_vec_release (p->mem, &w.out);
  return done;
}
