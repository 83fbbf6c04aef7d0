#include "term/positions.h"

#include <string.h>

#include "base/map.h"

/* A set of positions. Only the words in [lo, hi) count; the others are not
 * even zero. Matches move through the string, so that window is small. */
typedef struct {
  uint32_t lo, hi;
  uint64_t w[];
} set;

typedef struct {
  lyre_term r;
  set *in;       /* where matches start */
  set *acc;      /* found so far */
  set *frontier; /* loops: where the next round starts */
  uint32_t step; /* argument to visit next, or rounds done */
  set *one;      /* boolean operators: the start that is looked at, alone, */
  set *ends;     /* and where matches from there end, so far */
} frame;

typedef struct {
  lyre_terms *ts;
  lyre_env *env;
  lyre_mem *mem;
  lyre_arena arena;
  const lyre_str *s;
  uint32_t words; /* for positions 0..|s| */
  lyre_vec (frame) stack;
  lyre_vec (set *) spare;
  lyre_map masks; /* regex, or 2^32 + character -> positions that it fits */
  lyre_map kinds; /* regex -> 1 not a class of characters, 2 one */
  set *result;
} matching;

/* -------------------------------------------------------------------- sets */

static set *new_set (matching *m) {
  set *x = m->spare.len
               ? lyre_vec_pop (&m->spare)
               : lyre_arena_alloc (&m->arena,
                                   sizeof (set) + m->words * sizeof (uint64_t));
  x->lo = x->hi = 0;
  return x;
}

static set *copy_set (matching *m, const set *from) {
  set *x = new_set (m);
  x->lo = from->lo;
  x->hi = from->hi;
  memcpy (x->w + x->lo, from->w + x->lo, (x->hi - x->lo) * sizeof *x->w);
  return x;
}

static void drop_set (matching *m, set *x) {
  if (x)
    lyre_vec_push (m->mem, &m->spare, x);
}

/* Sets are kept trimmed: the first and the last word have members. */
static void trim (set *x) {
  while (x->lo < x->hi && !x->w[x->hi - 1])
    x->hi--;
  while (x->lo < x->hi && !x->w[x->lo])
    x->lo++;
}

static bool is_empty (const set *x) {
  return x->lo == x->hi;
}

static bool same_set (const set *a, const set *b) {
  return a->lo == b->lo && a->hi == b->hi &&
         !memcmp (a->w + a->lo, b->w + a->lo, (a->hi - a->lo) * sizeof *a->w);
}

/* Makes the window at least [lo, hi). */
static void widen (set *x, uint32_t lo, uint32_t hi) {
  if (is_empty (x))
    x->lo = x->hi = lo;
  while (x->lo > lo)
    x->w[--x->lo] = 0;
  while (x->hi < hi)
    x->w[x->hi++] = 0;
}

static void set_bit (set *x, uint32_t i) {
  widen (x, i / 64, i / 64 + 1);
  x->w[i / 64] |= (uint64_t) 1 << (i % 64);
}

static bool has_bit (const set *x, uint32_t i) {
  return i / 64 >= x->lo && i / 64 < x->hi && (x->w[i / 64] >> (i % 64) & 1);
}

static void add_set (set *to, const set *from) {
  if (is_empty (from))
    return;
  widen (to, from->lo, from->hi);
  for (uint32_t i = from->lo; i < from->hi; i++)
    to->w[i] |= from->w[i];
}

/* FRESH := those of FRESH that are not in OLD. */
static void subtract (set *fresh, const set *old) {
  uint32_t lo = fresh->lo > old->lo ? fresh->lo : old->lo;
  uint32_t hi = fresh->hi < old->hi ? fresh->hi : old->hi;
  for (uint32_t i = lo; i < hi; i++)
    fresh->w[i] &= ~old->w[i];
  trim (fresh);
}

/* ------------------------------------------------------ single characters */

enum { DEEPEST_CLASS = 40 };

static bool all_args (matching *m, const lyre_node *n, int depth,
                      bool (*holds) (matching *, lyre_term, int)) {
  for (uint32_t i = 0; i < n->n_args; i++)
    if (!holds (m, n->args[i], depth))
      return false;
  return true;
}

/* Can fits () say whether a single character is in the language? */
static bool is_testable (matching *m, lyre_term r, int depth) {
  const lyre_node *n = lyre_node_of (m->ts, r);
  switch (n->op) {
  case LYRE_STR_TO_RE:
  case LYRE_RE_RANGE:
  case LYRE_RE_ALLCHAR:
  case LYRE_RE_ALL:
  case LYRE_RE_NONE:
    return true;
  case LYRE_RE_UNION:
  case LYRE_RE_INTER:
  case LYRE_RE_DIFF:
  case LYRE_RE_COMP:
  case LYRE_RE_STAR:
  case LYRE_RE_PLUS:
  case LYRE_RE_OPT:
    return depth < DEEPEST_CLASS && all_args (m, n, depth + 1, is_testable);
  default:
    return false;
  }
}

/* Has the language words of length one only, all of them testable? */
static bool is_class (matching *m, lyre_term r, int depth) {
  const lyre_node *n = lyre_node_of (m->ts, r);
  switch (n->op) {
  case LYRE_STR_TO_RE:
    return lyre_string_of (m->ts, n->args[0])->len == 1;
  case LYRE_RE_RANGE:
  case LYRE_RE_ALLCHAR:
    return true;
  case LYRE_RE_UNION:
    return depth < DEEPEST_CLASS && all_args (m, n, depth + 1, is_class);
  case LYRE_RE_INTER:
  case LYRE_RE_DIFF:
    return depth < DEEPEST_CLASS && is_class (m, n->args[0], depth + 1) &&
           all_args (m, n, depth + 1, is_testable);
  default:
    return false;
  }
}

static bool is_known_class (matching *m, lyre_term r) {
  uint64_t *kind = lyre_map_at (m->mem, &m->kinds, r.id);
  if (!*kind)
    *kind = is_class (m, r, 0) ? 2 : 1;
  return *kind == 2;
}

static bool in_range (matching *m, const lyre_node *n, uint32_t c) {
  const lyre_str *lo = lyre_string_of (m->ts, n->args[0]);
  const lyre_str *hi = lyre_string_of (m->ts, n->args[1]);
  return lo->len == 1 && hi->len == 1 && lyre_str_at (lo, 0) <= c &&
         c <= lyre_str_at (hi, 0);
}

/* Is the one-character word C in a testable language? The depth of the
 * recursion is that of is_testable. */
static bool fits (matching *m, lyre_term r, uint32_t c) {
  const lyre_node *n = lyre_node_of (m->ts, r);
  bool any = false, all = true;
  switch (n->op) {
  case LYRE_STR_TO_RE: {
    const lyre_str *s = lyre_string_of (m->ts, n->args[0]);
    return s->len == 1 && lyre_str_at (s, 0) == c;
  }
  case LYRE_RE_RANGE:
    return in_range (m, n, c);
  case LYRE_RE_ALLCHAR:
  case LYRE_RE_ALL:
    return true;
  case LYRE_RE_NONE:
    return false;
  case LYRE_RE_COMP:
    return !fits (m, n->args[0], c);
  case LYRE_RE_DIFF:
    return fits (m, n->args[0], c) && !fits (m, n->args[1], c);
  default: /* union, inter, star, plus, opt */
    for (uint32_t i = 0; i < n->n_args; i++) {
      bool here = fits (m, n->args[i], c);
      any |= here;
      all &= here;
    }
    return n->op == LYRE_RE_INTER ? all : any;
  }
}

/* ------------------------------------------------------------------ leaves */

/* A mask over the whole string, made if it is new: then *FRESH is set. */
static set *mask_at (matching *m, uint64_t key, bool *fresh) {
  uint64_t *known = lyre_map_find (&m->masks, key);
  *fresh = !known;
  if (known)
    return (set *) (uintptr_t) *known;
  set *mask = new_set (m);
  widen (mask, 0, m->words);
  *lyre_map_at (m->mem, &m->masks, key) = (uint64_t) (uintptr_t) mask;
  return mask;
}

/* The positions of the characters that a one-character regex matches. */
static const set *mask_of_regex (matching *m, lyre_term r) {
  bool fresh;
  set *mask = mask_at (m, r.id, &fresh);
  for (uint32_t i = 0; fresh && i < m->s->len; i++)
    if (fits (m, r, lyre_str_at (m->s, i)))
      set_bit (mask, i);
  return mask;
}

static const set *mask_of_char (matching *m, uint32_t c) {
  bool fresh;
  set *mask = mask_at (m, UINT64_C (1) << 32 | c, &fresh);
  for (uint32_t i = 0; fresh && i < m->s->len; i++)
    if (lyre_str_at (m->s, i) == c)
      set_bit (mask, i);
  return mask;
}

/* X := the positions behind those that are in both sets. */
static void step_over (const matching *m, set *x, const set *mask) {
  if (is_empty (x))
    return;
  uint64_t carry = 0;
  for (uint32_t i = x->lo; i < x->hi; i++) {
    uint64_t hit = x->w[i] & mask->w[i];
    x->w[i] = hit << 1 | carry;
    carry = hit >> 63;
  }
  if (carry && x->hi < m->words)
    x->w[x->hi++] = carry;
  trim (x);
}

static set *match_char (matching *m, lyre_term r, const set *in) {
  set *out = copy_set (m, in);
  step_over (m, out, mask_of_regex (m, r));
  return out;
}

/* X := X and what any number of characters of the mask lead to from there.
 * Within a word, adding the mask to its members that are starts carries
 * through every run of the mask from its first start on. */
static void step_over_run (const matching *m, set *x, const set *mask) {
  uint64_t carry = 0;
  if (is_empty (x))
    return;
  for (uint32_t i = x->lo; i < x->hi || (carry && i < m->words); i++) {
    uint64_t in = i < x->hi ? x->w[i] : 0, run = mask->w[i], sum;
    bool first = __builtin_add_overflow (in & run, run, &sum);
    bool second = __builtin_add_overflow (sum, carry, &sum);
    uint64_t reached = (sum ^ run) | in;
    /* a run that comes in from the word before starts at bit 0 */
    if (i >= x->hi)
      x->hi = i + 1;
    x->w[i] = reached;
    carry = first || second;
  }
  trim (x);
}

static set *match_text (matching *m, const lyre_str *t, const set *in) {
  set *out = copy_set (m, in);
  for (uint32_t k = 0; k < t->len && !is_empty (out); k++)
    step_over (m, out, mask_of_char (m, lyre_str_at (t, k)));
  return out;
}

/* re.all: from the first start on, everywhere. */
static set *match_all (matching *m, const set *in) {
  set *out = new_set (m);
  if (is_empty (in))
    return out;
  out->lo = in->lo;
  out->hi = m->words;
  memset (out->w + out->lo, 0xff, (out->hi - out->lo) * sizeof *out->w);
  out->w[out->lo] <<= __builtin_ctzll (in->w[in->lo]);
  out->w[out->hi - 1] &= UINT64_MAX >> (63 - m->s->len % 64);
  return out;
}

/* --------------------------------------------------------------- operators */

static void call (matching *m, lyre_term r, const set *in) {
  frame f = {.r = r, .in = copy_set (m, in)};
  lyre_vec_push (m->mem, &m->stack, f);
}

/* Ends the top frame with this set as its result. */
static void finish (matching *m, set *result) {
  frame f = lyre_vec_pop (&m->stack);
  if (f.in != result)
    drop_set (m, f.in);
  if (f.acc != result)
    drop_set (m, f.acc);
  if (f.frontier != result)
    drop_set (m, f.frontier);
  drop_set (m, f.one);
  drop_set (m, f.ends);
  m->result = result;
}

static void run_concat (matching *m, const lyre_node *n) {
  frame *f = &lyre_vec_top (&m->stack);
  if (m->result) {
    drop_set (m, f->in);
    f->in = m->result;
    m->result = NULL;
  }
  if (f->step == n->n_args || is_empty (f->in)) {
    finish (m, f->in);
    return;
  }
  uint32_t i = f->step++;
  call (m, n->args[i], f->in);
}

static void run_union (matching *m, const lyre_node *n) {
  frame *f = &lyre_vec_top (&m->stack);
  if (!f->acc) {
    set *acc = new_set (m);
    f = &lyre_vec_top (&m->stack);
    f->acc = acc;
  }
  if (m->result) {
    add_set (f->acc, m->result);
    drop_set (m, m->result);
    m->result = NULL;
  }
  if (f->step == n->n_args) {
    finish (m, f->acc);
    return;
  }
  uint32_t i = f->step++;
  call (m, n->args[i], f->in);
}

/* Rounds that must be: the set moves on as a whole. A set that stays the same
 * stays so for ever. */
static bool forced_round (matching *m, uint32_t lo) {
  frame *f = &lyre_vec_top (&m->stack);
  if (m->result) {
    bool stable = same_set (m->result, f->in);
    drop_set (m, f->in);
    f->in = m->result;
    m->result = NULL;
    f->step = stable || is_empty (f->in) ? lo : f->step + 1;
  }
  return f->step < lo;
}

/* Any number of single characters, at one go. */
static void finish_run (matching *m, lyre_term chars) {
  set *out = copy_set (m, lyre_vec_top (&m->stack).in);
  step_over_run (m, out, mask_of_regex (m, chars));
  finish (m, out);
}

/* r{lo,hi}: after the forced rounds, each round adds what is new. */
static void run_loop (matching *m, lyre_term body, uint32_t lo, uint32_t hi) {
  frame *f = &lyre_vec_top (&m->stack);
  if (!f->acc) {
    if (forced_round (m, lo)) {
      call (m, body, lyre_vec_top (&m->stack).in);
      return;
    }
    if (hi == UINT32_MAX && is_known_class (m, body)) {
      finish_run (m, body);
      return;
    }
    set *acc = copy_set (m, f->in), *frontier = copy_set (m, f->in);
    f->acc = acc;
    f->frontier = frontier;
  } else {
    subtract (m->result, f->acc);
    add_set (f->acc, m->result);
    drop_set (m, f->frontier);
    f->frontier = m->result;
    m->result = NULL;
    f->step++;
  }
  if (f->step >= hi || is_empty (f->frontier))
    finish (m, f->acc);
  else
    call (m, body, f->frontier);
}

/* Keeps those of X that are in Y. */
static void intersect (set *x, const set *y) {
  uint32_t lo = x->lo > y->lo ? x->lo : y->lo;
  uint32_t hi = x->hi < y->hi ? x->hi : y->hi;
  if (lo >= hi) {
    x->lo = x->hi = 0;
    return;
  }
  x->lo = lo;
  x->hi = hi;
  for (uint32_t i = lo; i < hi; i++)
    x->w[i] &= y->w[i];
  trim (x);
}

/* Takes the first start out of the top frame, as a set of its own. */
static void next_start (matching *m, frame *f) {
  set *one = new_set (m);
  uint32_t w = f->in->lo;
  uint32_t at = 64 * w + (uint32_t) __builtin_ctzll (f->in->w[w]);
  set_bit (one, at);
  f->in->w[w] &= f->in->w[w] - 1;
  trim (f->in);
  f->one = one;
  f->step = 0;
}

/* What argument I of a boolean operator does to the ends found so far. */
static void combine (matching *m, const lyre_node *n, frame *f, uint32_t i) {
  bool complement = n->op == LYRE_RE_COMP || (n->op == LYRE_RE_DIFF && i);
  if (!f->ends && !complement) {
    f->ends = m->result;
    m->result = NULL;
    return;
  }
  if (!f->ends)
    f->ends = match_all (m, f->one);
  if (complement)
    subtract (f->ends, m->result);
  else
    intersect (f->ends, m->result);
  drop_set (m, m->result);
  m->result = NULL;
}

/* Intersections, complements and differences: start by start, because ends
 * from different starts must not be mixed. */
static void run_boolean (matching *m, const lyre_node *n) {
  frame *f = &lyre_vec_top (&m->stack);
  if (!f->acc)
    f->acc = new_set (m);
  if (m->result)
    combine (m, n, f, f->step - 1);
  if (f->one && f->step == n->n_args) {
    add_set (f->acc, f->ends);
    drop_set (m, f->one);
    drop_set (m, f->ends);
    f->one = f->ends = NULL;
  }
  if (!f->one && is_empty (f->in)) {
    finish (m, f->acc);
    return;
  }
  if (!f->one)
    next_start (m, f);
  uint32_t i = f->step++;
  call (m, n->args[i], f->one);
}

static void run_top (matching *m) {
  lyre_term r = lyre_vec_top (&m->stack).r;
  const set *in = lyre_vec_top (&m->stack).in;
  const lyre_node *n = lyre_node_of (m->ts, r);
  if (is_known_class (m, r)) {
    finish (m, match_char (m, r, in));
    return;
  }
  switch (n->op) {
  case LYRE_STR_TO_RE:
    finish (m, match_text (m, lyre_string_of (m->ts, n->args[0]), in));
    break;
  case LYRE_RE_NONE:
    finish (m, new_set (m));
    break;
  case LYRE_RE_ALL:
    finish (m, match_all (m, in));
    break;
  case LYRE_RE_INTER:
  case LYRE_RE_COMP:
  case LYRE_RE_DIFF:
    run_boolean (m, n);
    break;
  case LYRE_RE_CONCAT:
    run_concat (m, n);
    break;
  case LYRE_RE_UNION:
    run_union (m, n);
    break;
  case LYRE_RE_STAR:
    run_loop (m, n->args[0], 0, UINT32_MAX);
    break;
  case LYRE_RE_PLUS:
    run_loop (m, n->args[0], 1, UINT32_MAX);
    break;
  case LYRE_RE_OPT:
    run_loop (m, n->args[0], 0, 1);
    break;
  case LYRE_RE_POW:
    run_loop (m, n->args[0], n->index[0], n->index[0]);
    break;
  default:
    LYRE_ASSERT (n->op == LYRE_RE_LOOP);
    if (n->index[0] > n->index[1])
      finish (m, new_set (m));
    else
      run_loop (m, n->args[0], n->index[0], n->index[1]);
  }
}

/* ---------------------------------------------------------------- questions */

bool lyre_positions_suits (lyre_terms *ts, lyre_term regex) {
  enum { WORTH = 32 };
  lyre_mark mark = lyre_arena_mark (&ts->env->scratch);
  lyre_term_list all = lyre_subterms (ts, &ts->env->scratch, 1, &regex);
  bool counted = false;
  for (uint32_t i = 0; i < all.n; i++) {
    const lyre_node *n = lyre_node_of (ts, all.terms[i]);
    if (n->op == LYRE_RE_POW || n->op == LYRE_RE_LOOP)
      counted |= n->index[0] > WORTH || n->index[1] > WORTH;
  }
  lyre_arena_cut (&ts->env->scratch, mark);
  return counted;
}

static lyre_matcher_status run (matching *m, lyre_term regex, bool *yes) {
  set *start = new_set (m);
  set_bit (start, 0);
  call (m, regex, start);
  while (m->stack.len) {
    if (lyre_poll (m->env, LYRE_POLL_EVAL_REGEX))
      return LYRE_MATCHER_STOPPED;
    run_top (m);
  }
  *yes = has_bit (m->result, m->s->len);
  return LYRE_MATCHER_OK;
}

lyre_matcher_status lyre_positions_accepts (lyre_terms *ts, lyre_mem *mem,
                                            lyre_term regex, const lyre_str *s,
                                            bool *yes) {
  matching m = {
      .ts = ts, .env = ts->env, .mem = mem, .s = s, .words = s->len / 64 + 1};
  lyre_arena_init (&m.arena, mem);
  lyre_matcher_status status = run (&m, regex, yes);
  lyre_vec_release (mem, &m.stack);
  lyre_vec_release (mem, &m.spare);
  lyre_map_release (mem, &m.masks);
  lyre_map_release (mem, &m.kinds);
  lyre_arena_release (&m.arena);
  return status;
}
