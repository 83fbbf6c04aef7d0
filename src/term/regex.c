/* From terms to states; the questions of regex.h. */
#include "term/regex.h"

#include <string.h>

#include "term/regex_internal.h"

enum { SOFT_BYTES = 32 << 20, HARD_BYTES = 1 << 30 };

bool lyre_rx_fail (lyre_matcher *rx, lyre_matcher_status why) {
  rx->status = why;
  return false;
}

/* --------------------------------------------------------------- life time */

lyre_matcher *lyre_matcher_new (lyre_terms *ts, lyre_mem *mem) {
  lyre_matcher *rx = lyre_alloc (mem, sizeof *rx);
  memset (rx, 0, sizeof *rx);
  rx->ts = ts;
  rx->env = ts->env;
  rx->mem = mem;
  rx->soft = SOFT_BYTES;
  rx->hard = HARD_BYTES;
  lyre_rx_nodes_init (rx);
  return rx;
}

static void release_work (lyre_matcher *rx) {
  lyre_mem *mem = rx->mem;
  lyre_vec_release (mem, &rx->union_ids);
  lyre_vec_release (mem, &rx->inter_ids);
  lyre_vec_release (mem, &rx->ranges);
  lyre_vec_release (mem, &rx->ranges2);
  lyre_vec_release (mem, &rx->derive_stack);
  lyre_vec_release (mem, &rx->part_stack);
  lyre_vec_release (mem, &rx->results);
  lyre_vec_release (mem, &rx->parts);
  lyre_vec_release (mem, &rx->term_stack);
  lyre_vec_release (mem, &rx->gather_stack);
  lyre_vec_release (mem, &rx->gathered);
  lyre_map_release (mem, &rx->seen);
  lyre_vec_release (mem, &rx->built);
  lyre_vec_release (mem, &rx->pairs);
  lyre_vec_release (mem, &rx->classes);
}

void lyre_matcher_delete (lyre_matcher *rx) {
  if (!rx)
    return;
  release_work (rx);
  lyre_rx_nodes_release (rx);
  lyre_free (rx->mem, rx);
}

void lyre_matcher_clear (lyre_matcher *rx) {
  release_work (rx);
  lyre_rx_nodes_release (rx);
  lyre_rx_nodes_init (rx);
}

void lyre_matcher_set_caps (lyre_matcher *rx, size_t soft, size_t hard) {
  rx->soft = rx->limit = soft;
  rx->hard = hard;
}

/* After a failure nothing is kept: it may be what filled the memory. */
static lyre_matcher_status finish (lyre_matcher *rx, bool ok) {
  if (ok)
    return LYRE_MATCHER_OK;
  if (rx->status == LYRE_MATCHER_TOO_LARGE)
    lyre_matcher_clear (rx);
  return rx->status;
}

/* --------------------------------------------------------- terms to states */

static bool is_nary_set_op (lyre_op op) {
  return op == LYRE_RE_UNION || op == LYRE_RE_INTER || op == LYRE_RE_DIFF;
}

/* Members of a nest of unions, or of intersections and differences, are
 * coded as twice the term id, plus one for the complement. */
static void gather_member (lyre_matcher *rx, lyre_term t, lyre_op op) {
  lyre_op own = lyre_op_of (rx->ts, t);
  const lyre_node *n = lyre_node_of (rx->ts, t);
  bool nested = own == op || (op == LYRE_RE_INTER && own == LYRE_RE_DIFF);
  if (!nested) {
    lyre_vec_push (rx->mem, &rx->gathered, 2 * t.id);
    return;
  }
  if (own == LYRE_RE_DIFF) {
    lyre_vec_push (rx->mem, &rx->gather_stack, n->args[0].id);
    lyre_vec_push (rx->mem, &rx->gathered, 2 * n->args[1].id + 1);
    return;
  }
  for (uint32_t i = 0; i < n->n_args; i++)
    lyre_vec_push (rx->mem, &rx->gather_stack, n->args[i].id);
}

/* Fills rx->gathered with the members below T, each once, so that a deep nest
 * of binary operators becomes one flat state. */
static bool gather (lyre_matcher *rx, lyre_term t) {
  lyre_op op = lyre_op_of (rx->ts, t);
  op = op == LYRE_RE_DIFF ? LYRE_RE_INTER : op;
  lyre_vec_clear (&rx->gathered);
  lyre_vec_clear (&rx->gather_stack);
  lyre_vec_push (rx->mem, &rx->gather_stack, t.id);
  rx->seen_epoch++;
  while (rx->gather_stack.len) {
    if (lyre_poll (rx->env, LYRE_POLL_EVAL_REGEX))
      return lyre_rx_fail (rx, LYRE_MATCHER_STOPPED);
    lyre_term m = {lyre_vec_pop (&rx->gather_stack)};
    uint64_t *seen = lyre_map_at (rx->mem, &rx->seen, m.id);
    if (*seen == rx->seen_epoch)
      continue;
    *seen = rx->seen_epoch;
    gather_member (rx, m, op);
  }
  return true;
}

static lyre_rx_id state_of (lyre_matcher *rx, uint32_t term) {
  const uint64_t *p = lyre_map_find (&rx->states, term);
  return p ? (lyre_rx_id) *p : LYRE_RX_NO_STATE;
}

static void need_state (lyre_matcher *rx, uint32_t term) {
  if (!state_of (rx, term))
    lyre_vec_push (rx->mem, &rx->term_stack, term);
}

static bool push_term_needs (lyre_matcher *rx, lyre_term t) {
  const lyre_node *n = lyre_node_of (rx->ts, t);
  if (is_nary_set_op ((lyre_op) n->op)) {
    if (!gather (rx, t))
      return false;
    for (uint32_t i = 0; i < rx->gathered.len; i++)
      need_state (rx, rx->gathered.data[i] / 2);
    return true;
  }
  if (n->op == LYRE_STR_TO_RE || n->op == LYRE_RE_RANGE)
    return true;
  for (uint32_t i = 0; i < n->n_args; i++)
    need_state (rx, n->args[i].id);
  return true;
}

static lyre_rx_id build_members (lyre_matcher *rx, lyre_term t) {
  if (!gather (rx, t))
    return LYRE_RX_NO_STATE;
  lyre_vec_clear (&rx->built);
  for (uint32_t i = 0; i < rx->gathered.len; i++) {
    lyre_rx_id s = state_of (rx, rx->gathered.data[i] / 2);
    s = rx->gathered.data[i] & 1 ? lyre_rx_comp (rx, s) : s;
    lyre_vec_push (rx->mem, &rx->built, s);
  }
  if (lyre_op_of (rx->ts, t) == LYRE_RE_UNION)
    return lyre_rx_union (rx, rx->built.data, rx->built.len);
  return lyre_rx_inter (rx, rx->built.data, rx->built.len);
}

static lyre_rx_id build_concat (lyre_matcher *rx, const lyre_node *n) {
  lyre_rx_id s = LYRE_RX_EPS;
  for (uint32_t i = n->n_args; i--;)
    s = lyre_rx_concat (rx, state_of (rx, n->args[i].id), s);
  return s;
}

/* Both bounds must be single characters, in order; else the set is empty. */
static lyre_rx_id build_range (lyre_matcher *rx, const lyre_node *n) {
  const lyre_str *lo = lyre_string_of (rx->ts, n->args[0]);
  const lyre_str *hi = lyre_string_of (rx->ts, n->args[1]);
  if (lo->len != 1 || hi->len != 1)
    return LYRE_RX_NONE;
  lyre_rx_range r = {lyre_str_at (lo, 0), lyre_str_at (hi, 0)};
  return r.lo <= r.hi ? lyre_rx_set (rx, &r, 1) : LYRE_RX_NONE;
}

/* The states of the arguments are known. LYRE_RX_NO_STATE if stopped. */
static lyre_rx_id build_state (lyre_matcher *rx, lyre_term t) {
  const lyre_node *n = lyre_node_of (rx->ts, t);
  lyre_rx_id a = n->n_args ? state_of (rx, n->args[0].id) : LYRE_RX_NO_STATE;
  switch (n->op) {
  case LYRE_STR_TO_RE:
    return lyre_rx_text (rx, n->args[0], 0);
  case LYRE_RE_NONE:
    return LYRE_RX_NONE;
  case LYRE_RE_ALL:
    return LYRE_RX_ALL;
  case LYRE_RE_ALLCHAR:
    return LYRE_RX_ALLCHAR;
  case LYRE_RE_CONCAT:
    return build_concat (rx, n);
  case LYRE_RE_UNION:
  case LYRE_RE_INTER:
  case LYRE_RE_DIFF:
    return build_members (rx, t);
  case LYRE_RE_STAR:
    return lyre_rx_star (rx, a);
  case LYRE_RE_PLUS:
    return lyre_rx_plus (rx, a);
  case LYRE_RE_OPT:
    return lyre_rx_opt (rx, a);
  case LYRE_RE_COMP:
    return lyre_rx_comp (rx, a);
  case LYRE_RE_RANGE:
    return build_range (rx, n);
  case LYRE_RE_POW:
    return lyre_rx_loop (rx, a, n->index[0], n->index[0]);
  case LYRE_RE_LOOP:
    return lyre_rx_loop (rx, a, n->index[0], n->index[1]);
  default:
    LYRE_ASSERT (!"a closed regex");
    return LYRE_RX_NONE;
  }
}

static bool remember_state (lyre_matcher *rx, lyre_term t) {
  lyre_rx_id s = build_state (rx, t);
  if (s)
    *lyre_map_at (rx->mem, &rx->states, t.id) = s;
  return s;
}

static bool convert (lyre_matcher *rx, lyre_term t) {
  lyre_u32s *stack = &rx->term_stack;
  lyre_vec_clear (stack);
  lyre_vec_push (rx->mem, stack, t.id);
  while (stack->len) {
    if (lyre_poll (rx->env, LYRE_POLL_EVAL_REGEX))
      return lyre_rx_fail (rx, LYRE_MATCHER_STOPPED);
    if (lyre_rx_bytes (rx) > rx->hard)
      return lyre_rx_fail (rx, LYRE_MATCHER_TOO_LARGE);
    lyre_term top = {lyre_vec_top (stack)};
    uint32_t before = stack->len;
    if (!state_of (rx, top.id) && !push_term_needs (rx, top))
      return false;
    if (stack->len > before)
      continue;
    if (!state_of (rx, top.id) && !remember_state (rx, top))
      return false;
    stack->len--;
  }
  return true;
}

/* The state of a closed regex, or LYRE_RX_NO_STATE with the status set. */
static lyre_rx_id start_state (lyre_matcher *rx, lyre_term t) {
  LYRE_ASSERT (lyre_node_of (rx->ts, t)->flags & LYRE_NODE_CLOSED_RE);
  rx->status = LYRE_MATCHER_OK;
  if (rx->nodes.len < LYRE_RX_FIRST_FREE)
    lyre_matcher_clear (rx); /* memory ended while we began anew */
  if (lyre_rx_bytes (rx) > rx->limit)
    lyre_rx_forget (rx, 0, NULL);
  if (!convert (rx, t))
    return LYRE_RX_NO_STATE;
  if (2 * lyre_rx_bytes (rx) > rx->limit)
    rx->limit = 2 * lyre_rx_bytes (rx);
  return state_of (rx, t.id);
}

/* ------------------------------------------------------- reading characters */

/* Characters one after the other, with the end of the run of equal ones that
 * we happen to know of. */
typedef struct {
  const lyre_str *s;
  uint32_t pos, run;
} reader;

/* The run that holds position POS. */
static uint32_t run_at (const lyre_str *s, uint32_t pos) {
  uint32_t lo = 0, hi = s->n_runs;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (s->runs[mid].end <= pos)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static reader read_from (const lyre_str *s, uint32_t pos) {
  uint32_t run = s->form == LYRE_STR_RUNS ? run_at (s, pos) : 0;
  return (reader){s, pos, run};
}

/* The character at the position; *END is one past its run. */
static uint32_t peek (reader *r, uint32_t *end) {
  *end = r->pos + 1;
  if (r->s->form == LYRE_STR_BYTES)
    return r->s->bytes[r->pos];
  if (r->s->form == LYRE_STR_WIDE)
    return r->s->wide[r->pos];
  while (r->s->runs[r->run].end <= r->pos)
    r->run++;
  *end = r->s->runs[r->run].end;
  return r->s->runs[r->run].c;
}

/* One step: STATES[0] moves on, STATES[1] is kept when forgetting. If we may
 * LEAP, a run that leads back to the same state is read to its end. */
static bool advance (lyre_matcher *rx, reader *r, lyre_rx_id states[2],
                     bool leap) {
  if (lyre_poll (rx->env, LYRE_POLL_EVAL_REGEX))
    return lyre_rx_fail (rx, LYRE_MATCHER_STOPPED);
  uint32_t end;
  lyre_rx_id next = lyre_rx_step (rx, states[0], peek (r, &end));
  if (!next)
    return false;
  r->pos = leap && next == states[0] ? end : r->pos + 1;
  states[0] = next;
  if (!rx->soft || lyre_rx_bytes (rx) > rx->limit)
    lyre_rx_forget (rx, 2, states);
  return true;
}

/* ------------------------------------------------------------ the questions */

static bool is_decided (lyre_rx_id s) {
  return s == LYRE_RX_NONE || s == LYRE_RX_ALL;
}

lyre_matcher_status lyre_matcher_accepts (lyre_matcher *rx, lyre_term t,
                                          const lyre_str *s, bool *yes) {
  lyre_rx_id start = start_state (rx, t);
  if (!start)
    return finish (rx, false);
  lyre_rx_id states[2] = {start, start};
  reader r = read_from (s, 0);
  while (r.pos < s->len && !is_decided (states[0]))
    if (!advance (rx, &r, states, true))
      return finish (rx, false);
  *yes = lyre_rx_at (rx, states[0])->nullable;
  return LYRE_MATCHER_OK;
}

/* Leaves the start in STATES[1]. */
static bool shortest_from (lyre_matcher *rx, lyre_rx_id states[2],
                           const lyre_str *s, uint32_t from, uint32_t at_least,
                           int64_t *len) {
  states[0] = states[1];
  reader r = read_from (s, from);
  *len = -1;
  while (states[0] != LYRE_RX_NONE) {
    bool accepts = lyre_rx_at (rx, states[0])->nullable;
    if (accepts && r.pos - from >= at_least) {
      *len = r.pos - from;
      return true;
    }
    if (r.pos == s->len)
      return true;
    if (!advance (rx, &r, states, !accepts))
      return false;
  }
  return true;
}

lyre_matcher_status lyre_matcher_shortest (lyre_matcher *rx, lyre_term t,
                                           const lyre_str *s, uint32_t from,
                                           uint32_t at_least, int64_t *len) {
  lyre_rx_id states[2] = {0, start_state (rx, t)};
  if (!states[1])
    return finish (rx, false);
  return finish (rx, shortest_from (rx, states, s, from, at_least, len));
}

lyre_matcher_status lyre_matcher_find (lyre_matcher *rx, lyre_term t,
                                       const lyre_str *s, uint32_t from,
                                       uint32_t at_least, int64_t *pos,
                                       int64_t *len) {
  lyre_rx_id states[2] = {0, start_state (rx, t)};
  if (!states[1])
    return finish (rx, false);
  *pos = *len = -1;
  for (uint32_t i = from; i <= s->len && *len < 0; i++) {
    if (!shortest_from (rx, states, s, i, at_least, len))
      return finish (rx, false);
    if (*len >= 0)
      *pos = i;
  }
  return LYRE_MATCHER_OK;
}

/* ----------------------------------------------------------------- equality */

/* Two languages are equal if no word separates them: states that must be
 * equal are put into one class (Hopcroft and Karp), until some class has a
 * state that accepts and one that does not, or nothing new follows. */

/* The representative of A's class, halving the path on the way. */
static lyre_rx_id class_of (lyre_matcher *rx, lyre_rx_id a) {
  for (lyre_rx_id own = rx->classes.len; own <= a; own++)
    lyre_vec_push (rx->mem, &rx->classes, own);
  lyre_rx_id *up = rx->classes.data;
  while (up[a] != a)
    a = up[a] = up[up[a]];
  return a;
}

/* Says that A and B must be equal. */
static void demand_equal (lyre_matcher *rx, lyre_rx_id a, lyre_rx_id b) {
  a = class_of (rx, a);
  b = class_of (rx, b);
  if (a == b)
    return;
  lyre_vec_push (rx->mem, &rx->pairs, ((lyre_rx_part){a, b}));
  rx->classes.data[a > b ? a : b] = a > b ? b : a;
}

/* Demands that A and B agree after every character. */
static bool demand_successors (lyre_matcher *rx, lyre_rx_id a, lyre_rx_id b) {
  for (uint32_t c = 0; c <= LYRE_CHAR_MAX;) {
    if (lyre_poll (rx->env, LYRE_POLL_EVAL_REGEX))
      return lyre_rx_fail (rx, LYRE_MATCHER_STOPPED);
    if (!lyre_rx_derive (rx, a, c))
      return false;
    lyre_rx_edge x = lyre_rx_at (rx, a)->last;
    if (!lyre_rx_derive (rx, b, c))
      return false;
    lyre_rx_edge y = lyre_rx_at (rx, b)->last;
    demand_equal (rx, x.target, y.target);
    c = (x.hi < y.hi ? x.hi : y.hi) + 1;
  }
  return true;
}

static bool compare (lyre_matcher *rx, lyre_rx_id a, lyre_rx_id b, bool *yes) {
  lyre_vec_clear (&rx->pairs);
  lyre_vec_clear (&rx->classes);
  demand_equal (rx, a, b);
  while (rx->pairs.len) {
    lyre_rx_part p = lyre_vec_pop (&rx->pairs);
    *yes =
        lyre_rx_at (rx, p.head)->nullable == lyre_rx_at (rx, p.tail)->nullable;
    if (!*yes)
      return true;
    if (!demand_successors (rx, p.head, p.tail))
      return false;
  }
  *yes = true;
  return true;
}

lyre_matcher_status lyre_matcher_equal (lyre_matcher *rx, lyre_term a,
                                        lyre_term b, bool *yes) {
  lyre_rx_id x = start_state (rx, a);
  if (!x)
    return finish (rx, false);
  lyre_rx_id y = start_state (rx, b);
  if (!y)
    return finish (rx, false);
  LYRE_ASSERT (x == state_of (rx, a.id)); /* not forgotten: see the limit */
  return finish (rx, compare (rx, x, y, yes));
}
