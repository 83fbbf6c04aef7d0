/* The driver of the rewriter.
 *
 * Each term on its way to a normal form has a frame on an explicit stack. A
 * frame first sees its arguments simplified, then rebuilds its node, then asks
 * the rules of the node's operator. The first that applies gives an equal
 * term, with which the frame starts again.
 *
 * Nested associative operators are flattened where the outermost one is met,
 * so a chain of a million concatenations is one frame:
 *
 *     (str.++ (str.++ (str.++ a b) c) d)   is opened as   a b c d
 *
 * Sharing could make that explode. Opening a node for the first time is free;
 * every further time is paid from a credit, and a node beyond the credit
 * remains as an opaque argument.
 *
 * Termination does not depend on the rules alone: the number of rules applied
 * on the path from the root to any node is bounded, and a term that is still
 * in work (BUSY) is left as it is when it is met again. */
#include "rewrite/rewrite.h"

#include <string.h>

#include "rewrite/entail.h"
#include "rewrite/rules.h"

enum {
  MAX_STEPS = 256,      /* rules on a path */
  MAX_LEAVES = 1 << 20, /* of one flattened chain */
  MAX_COPIES = 4096,    /* leaves of one chain that were opened before */
  SMALL_SPLICE = 8,     /* a chain this short is always joined */
  CREDIT = 1 << 22,
};
#define BUSY UINT32_MAX

enum { SEEN_OPENED = 1, SEEN_SPLICED = 2 };

/* ------------------------------------------------------------------- rules */

static const lyre_rule_table *const families[] = {
#define LYRE_RULE_ENTRY(NAME) &lyre_rules_##NAME,
    LYRE_RULE_FAMILIES (LYRE_RULE_ENTRY)
#undef LYRE_RULE_ENTRY
};
enum { N_FAMILIES = sizeof families / sizeof *families };

uint32_t lyre_rule_count (void) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < N_FAMILIES; i++)
    n += families[i]->n;
  return n;
}

const lyre_rule *lyre_rule_get (uint32_t index) {
  for (uint32_t i = 0; i < N_FAMILIES; i++) {
    if (index < families[i]->n)
      return &families[i]->rules[index];
    index -= families[i]->n;
  }
  return NULL;
}

uint32_t lyre_rule_find (const char *name) {
  uint32_t n = lyre_rule_count ();
  for (uint32_t i = 0; i < n; i++)
    if (!strcmp (lyre_rule_get (i)->name, name))
      return i;
  return n;
}

/* Counting sort: rules of one operator keep the order of the tables. */
static void sort_rules (lyre_rw *rw) {
  uint32_t next[LYRE_OP_COUNT] = {0};
  for (uint32_t i = 0; i < rw->n_rules; i++)
    rw->op_start[lyre_rule_get (i)->op + 1]++;
  for (uint32_t op = 0; op < LYRE_OP_COUNT; op++) {
    rw->op_start[op + 1] += rw->op_start[op];
    next[op] = rw->op_start[op];
  }
  for (uint32_t i = 0; i < rw->n_rules; i++)
    rw->by_op[next[lyre_rule_get (i)->op]++] = i;
}

lyre_rw *lyre_rw_new (lyre_terms *ts, lyre_mem *mem) {
  uint32_t n = lyre_rule_count ();
  lyre_rw *rw = lyre_alloc (mem, sizeof *rw);
  memset (rw, 0, sizeof *rw);
  rw->ts = ts;
  rw->mem = mem;
  rw->env = ts->env;
  rw->scratch = &ts->env->scratch;
  rw->n_rules = n;
  rw->enabled = lyre_alloc (mem, n * sizeof *rw->enabled);
  rw->hits = lyre_alloc (mem, n * sizeof *rw->hits);
  rw->by_op = lyre_alloc (mem, n * sizeof *rw->by_op);
  memset (rw->enabled, true, n * sizeof *rw->enabled);
  memset (rw->hits, 0, n * sizeof *rw->hits);
  sort_rules (rw);
  return rw;
}

void lyre_rw_delete (lyre_rw *rw) {
  if (!rw)
    return;
  lyre_mem *mem = rw->mem;
  lyre_entail_release (rw);
  lyre_map_release (mem, &rw->lengths);
  lyre_map_release (mem, &rw->nullable);
  lyre_vec_release (mem, &rw->memo);
  lyre_vec_release (mem, &rw->frames);
  lyre_vec_release (mem, &rw->work);
  lyre_vec_release (mem, &rw->aliases);
  lyre_vec_release (mem, &rw->pending);
  lyre_vec_release (mem, &rw->seen);
  lyre_vec_release (mem, &rw->marks);
  lyre_free (mem, rw->by_op);
  lyre_free (mem, rw->hits);
  lyre_free (mem, rw->enabled);
  lyre_free (mem, rw);
}

/* The first enabled rule that applies at the root of T. */
static bool apply_rules (lyre_rw *rw, lyre_term t, lyre_term *out) {
  lyre_op op = op_of (rw, t);
  for (uint32_t i = rw->op_start[op]; i < rw->op_start[op + 1]; i++) {
    uint32_t rule = rw->by_op[i];
    if (!rw->enabled[rule] || !lyre_rule_get (rule)->apply (rw, t, out))
      continue;
    LYRE_ASSERT (!lyre_same (t, *out));
    LYRE_ASSERT (lyre_node_of (rw->ts, t)->sort ==
                 lyre_node_of (rw->ts, *out)->sort);
    rw->hits[rule]++;
    rw->env->statistics.rewrites++;
    return true;
  }
  return false;
}

bool lyre_rw_apply_rule (lyre_rw *rw, uint32_t rule, lyre_term t,
                         lyre_term *out) {
  const lyre_rule *r = lyre_rule_get (rule);
  rw->credit = CREDIT;
  return r && op_of (rw, t) == r->op && r->apply (rw, t, out);
}

uint64_t lyre_rw_hits (const lyre_rw *rw, uint32_t rule) {
  return rule < rw->n_rules ? rw->hits[rule] : 0;
}

void lyre_rw_enable (lyre_rw *rw, uint32_t rule, bool on) {
  if (rule >= rw->n_rules || rw->enabled[rule] == on)
    return;
  rw->enabled[rule] = on;
  if (rw->memo.len)
    memset (rw->memo.data, 0, rw->memo.len * sizeof *rw->memo.data);
}

bool lyre_rw_pay (lyre_rw *rw, uint64_t n) {
  if (rw->credit < n)
    return false;
  rw->credit -= n;
  return true;
}

/* -------------------------------------------------------------------- memo */

static void memo_reserve (lyre_rw *rw, uint32_t id) {
  uint32_t old = rw->memo.len;
  if (id < old)
    return;
  lyre_vec_reserve (rw->mem, &rw->memo, (uint64_t) id + 1);
  rw->memo.len = rw->memo.cap;
  memset (rw->memo.data + old, 0, (rw->memo.len - old) * sizeof (uint32_t));
}

/* The normal form of ID if it is known, else 0. */
static uint32_t lookup (const lyre_rw *rw, uint32_t id) {
  if (!arity (rw, (lyre_term){id}))
    return id;
  uint32_t r = id < rw->memo.len ? rw->memo.data[id] : 0;
  return r == BUSY ? id : r;
}

/* ID is equal to the top frame's term and will share its result. */
static void add_alias (lyre_rw *rw, uint32_t id) {
  memo_reserve (rw, id);
  if (rw->memo.data[id] || !arity (rw, (lyre_term){id}))
    return;
  lyre_vec_push (rw->mem, &rw->aliases, id);
  rw->memo.data[id] = BUSY;
}

static void remember_aliases (lyre_rw *rw, uint32_t from, uint32_t result) {
  while (rw->aliases.len > from)
    rw->memo.data[lyre_vec_pop (&rw->aliases)] = result;
}

/* Forgets what is in work: after a stop, or after memory ran out. */
static void abandon (lyre_rw *rw) {
  remember_aliases (rw, 0, 0);
  lyre_vec_clear (&rw->frames);
  lyre_vec_clear (&rw->work);
  lyre_vec_clear (&rw->pending);
}

/* -------------------------------------------------------------- flattening */

/* The n-ary operator that a node with operator OP is flattened into, or OP. A
 * difference is a sum; an implication is a disjunction. */
static lyre_op chain_of (lyre_op op) {
  switch (op) {
  case LYRE_SUB:
  case LYRE_NEG:
    return LYRE_ADD;
  case LYRE_IMPLIES:
    return LYRE_OR;
  default:
    return op;
  }
}

static bool is_chain (lyre_op op) {
  switch (op) {
  case LYRE_AND:
  case LYRE_OR:
  case LYRE_ADD:
  case LYRE_MUL:
  case LYRE_STR_CONCAT:
  case LYRE_RE_CONCAT:
  case LYRE_RE_UNION:
  case LYRE_RE_INTER:
    return true;
  default:
    return false;
  }
}

static uint8_t *seen_at (lyre_rw *rw, uint32_t id) {
  uint32_t old = rw->seen.len;
  if (id >= old) {
    lyre_vec_reserve (rw->mem, &rw->seen, (uint64_t) id + 1);
    rw->seen.len = rw->seen.cap;
    memset (rw->seen.data + old, 0, rw->seen.len - old);
  }
  return &rw->seen.data[id];
}

/* Pushes T's arguments so that the first comes off first. Entries are twice
 * the id, plus one below a minus sign. */
static void open_node (lyre_rw *rw, lyre_term t, uint32_t negated) {
  uint32_t n = arity (rw, t);
  lyre_op op = op_of (rw, t);
  lyre_vec_reserve (rw->mem, &rw->pending, (uint64_t) rw->pending.len + n);
  for (uint32_t i = n; i-- > 0;) {
    uint32_t flip = (op == LYRE_NEG) || (op == LYRE_SUB && i == 1) ||
                    (op == LYRE_IMPLIES && i == 0);
    lyre_vec_push (rw->mem, &rw->pending, arg (rw, t, i).id);
    lyre_vec_push (rw->mem, &rw->pending, negated ^ flip);
  }
}

/* The leaf -T of a sum or (not T) of a disjunction. */
static lyre_term negated_leaf (lyre_rw *rw, lyre_op chain, lyre_term t) {
  if (chain == LYRE_OR)
    return lyre_rw_not (rw, t);
  if (has_sort (rw, t, LYRE_INT))
    return mk_neg (rw, t);
  lyre_rat one = lyre_rat_from_int (LYRE_INT_ONE);
  lyre_term minus = lyre_t_real (rw->ts, lyre_rat_neg (rw->scratch, one));
  return mk2 (rw, LYRE_MUL, minus, t);
}

/* Is T, met below the operator CHAIN, to be opened? */
static bool may_open (lyre_rw *rw, lyre_op chain, lyre_term t, bool negated,
                      uint32_t leaves, uint32_t *copies) {
  uint32_t n = arity (rw, t);
  if (chain_of (op_of (rw, t)) != chain || (negated && chain == LYRE_OR))
    return false;
  if (leaves + rw->pending.len / 2 + n > MAX_LEAVES)
    return false;
  uint8_t *seen = seen_at (rw, t.id);
  if (!(*seen & SEEN_OPENED)) {
    *seen |= SEEN_OPENED;
    return true;
  }
  if (*copies + n > MAX_COPIES || !lyre_rw_pay (rw, n))
    return false;
  *copies += n;
  return true;
}

/* Appends the leaves of the chain at T to the work. */
static void flatten (lyre_rw *rw, lyre_op chain, lyre_term t) {
  uint32_t start = rw->work.len, copies = 0;
  lyre_vec_clear (&rw->pending);
  *seen_at (rw, t.id) |= SEEN_OPENED;
  open_node (rw, t, 0);
  while (rw->pending.len) {
    uint32_t negated = lyre_vec_pop (&rw->pending);
    lyre_term leaf = {lyre_vec_pop (&rw->pending)};
    uint32_t leaves = rw->work.len - start;
    if (may_open (rw, chain, leaf, negated, leaves, &copies)) {
      open_node (rw, leaf, negated);
      continue;
    }
    if (negated)
      leaf = negated_leaf (rw, chain, leaf);
    lyre_vec_push (rw->mem, &rw->work, leaf.id);
  }
}

/* Is the simplified argument T of a chain to be joined into it? */
static bool may_splice (lyre_rw *rw, lyre_op chain, lyre_term t) {
  if (op_of (rw, t) != chain)
    return false;
  uint32_t n = arity (rw, t);
  if (n <= SMALL_SPLICE)
    return true;
  uint8_t *seen = seen_at (rw, t.id);
  if ((*seen & SEEN_SPLICED) && n > MAX_COPIES)
    return false;
  if (!lyre_rw_pay (rw, n))
    return false;
  *seen |= SEEN_SPLICED;
  return true;
}

/* The chain over simplified arguments; those that became chains of the same
 * operator are joined. */
static lyre_term rebuild_chain (lyre_rw *rw, const lyre_rw_frame *f) {
  uint32_t n = 0, end = f->first + f->n;
  lyre_vec_clear (&rw->pending);
  for (uint32_t i = f->first; i < end; i++) {
    lyre_term a = {rw->work.data[i]};
    if (!may_splice (rw, (lyre_op) f->op, a)) {
      lyre_vec_push (rw->mem, &rw->pending, a.id);
      n++;
      continue;
    }
    for (uint32_t j = 0; j < arity (rw, a); j++, n++)
      lyre_vec_push (rw->mem, &rw->pending, arg (rw, a, j).id);
  }
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_arena_array (rw->scratch, lyre_term, n);
  for (uint32_t i = 0; i < n; i++)
    args[i].id = rw->pending.data[i];
  lyre_term t = lyre_rw_nary (rw, (lyre_op) f->op, n, args);
  lyre_arena_cut (rw->scratch, m);
  return t;
}

static lyre_term rebuild_plain (lyre_rw *rw, const lyre_rw_frame *f) {
  lyre_term t = {f->current};
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_arena_array (rw->scratch, lyre_term, f->n);
  bool same = true;
  for (uint32_t i = 0; i < f->n; i++) {
    args[i].id = rw->work.data[f->first + i];
    same = same && lyre_same (args[i], arg (rw, t, i));
  }
  if (!same)
    t = lyre_node_with_args (rw->ts, t, args);
  lyre_arena_cut (rw->scratch, m);
  return t;
}

/* ------------------------------------------------------------------ frames */

/* Starts, or starts again, with F->current: its arguments become work. */
static void open_frame (lyre_rw *rw, lyre_rw_frame *f) {
  lyre_term t = {f->current};
  f->op = (uint32_t) chain_of (op_of (rw, t));
  f->next = 0;
  rw->work.len = f->first;
  if (is_chain ((lyre_op) f->op))
    flatten (rw, (lyre_op) f->op, t);
  else
    for (uint32_t i = 0; i < arity (rw, t); i++)
      lyre_vec_push (rw->mem, &rw->work, arg (rw, t, i).id);
  f->n = rw->work.len - f->first;
}

static void push_frame (lyre_rw *rw, uint32_t id, uint32_t steps) {
  lyre_rw_frame f = {.term = id, .current = id, .steps = steps};
  f.first = rw->work.len;
  f.alias = rw->aliases.len;
  lyre_vec_reserve (rw->mem, &rw->frames, (uint64_t) rw->frames.len + 1);
  add_alias (rw, id);
  open_frame (rw, &f);
  lyre_vec_push (rw->mem, &rw->frames, f);
}

static void finish_frame (lyre_rw *rw, uint32_t result) {
  lyre_rw_frame f = lyre_vec_top (&rw->frames);
  memo_reserve (rw, result);
  remember_aliases (rw, f.alias, result);
  if (rw->memo.data[result] != BUSY)
    rw->memo.data[result] = result;
  rw->work.len = f.first;
  rw->frames.len--;
}

/* The arguments are done: rebuild, and apply a rule. */
static void close_frame (lyre_rw *rw) {
  lyre_rw_frame *f = &lyre_vec_top (&rw->frames);
  lyre_term t = is_chain ((lyre_op) f->op) ? rebuild_chain (rw, f)
                                           : rebuild_plain (rw, f);
  lyre_term next;
  if (t.id != f->current) {
    uint32_t known = lookup (rw, t.id);
    if (known) {
      finish_frame (rw, known);
      return;
    }
  }
  if (f->steps >= MAX_STEPS || !apply_rules (rw, t, &next)) {
    finish_frame (rw, t.id);
    return;
  }
  uint32_t known = lookup (rw, next.id);
  if (known) {
    add_alias (rw, t.id);
    finish_frame (rw, known);
    return;
  }
  add_alias (rw, t.id);
  add_alias (rw, next.id);
  f->current = next.id;
  f->steps++;
  open_frame (rw, f);
}

/* Goes on with the top frame: to its next unknown argument or to its end. */
static void step (lyre_rw *rw) {
  lyre_rw_frame *f = &lyre_vec_top (&rw->frames);
  while (f->next < f->n) {
    uint32_t *a = &rw->work.data[f->first + f->next];
    uint32_t known = lookup (rw, *a);
    if (!known) {
      push_frame (rw, *a, f->steps);
      return;
    }
    *a = known;
    f->next++;
  }
  close_frame (rw);
}

lyre_term lyre_rewrite (lyre_rw *rw, lyre_term t) {
  abandon (rw);
  uint32_t known = lookup (rw, t.id);
  if (known)
    return (lyre_term){known};
  rw->credit = CREDIT;
  push_frame (rw, t.id, 0);
  while (rw->frames.len) {
    if (lyre_poll (rw->env, LYRE_POLL_REWRITE)) {
      abandon (rw);
      return t;
    }
    step (rw);
  }
  return (lyre_term){lookup (rw, t.id)};
}
