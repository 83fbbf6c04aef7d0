/* What the rule files of the rewriter share: the rewriter's state, short
 * names for looking at and making terms, and the checks that many rules use.
 * Private to src/rewrite.
 *
 * Everything here is sound for any arguments, simplified or not: "never" and
 * "surely" mean under every assignment. */
#ifndef LYRE_REWRITE_RULES_H
#define LYRE_REWRITE_RULES_H

#include "rewrite/rewrite.h"

/* One node on its way to its normal form; see rewrite.c. */
typedef struct {
  uint32_t term;    /* what was asked for */
  uint32_t current; /* equal to it: what is simplified now */
  uint32_t op;      /* the operator to build; differs for - and => */
  uint32_t first;   /* its arguments are work[first .. first + n) */
  uint32_t n, next; /* arguments before NEXT are done */
  uint32_t steps;   /* rules applied on the way from the root to here */
  uint32_t alias;   /* where its aliases start */
} lyre_rw_frame;

typedef struct lyre_entail_cache lyre_entail_cache;

struct lyre_rw {
  lyre_terms *ts;
  lyre_mem *mem;
  lyre_env *env;
  lyre_arena *scratch; /* env's; rules mark and cut */

  uint32_t n_rules;
  bool *enabled;
  uint64_t *hits;
  uint32_t *by_op;                      /* rules sorted by operator */
  uint32_t op_start[LYRE_OP_COUNT + 1]; /* where each operator's begin */

  lyre_u32s memo; /* by id: the result, 0 if unknown, or BUSY */
  lyre_vec (lyre_rw_frame) frames;
  lyre_u32s work;          /* arguments of the open frames */
  lyre_u32s aliases;       /* terms equal to an open frame's */
  lyre_u32s pending;       /* chains being flattened: 2 * id + negated */
  lyre_vec (uint8_t) seen; /* by id: SEEN_ bits of the flattener */
  uint64_t credit;         /* arguments that may still be copied twice */

  lyre_u32s marks; /* by id, for finding duplicates; see lyre_rw_epoch */
  uint32_t epoch;

  lyre_map lengths;  /* id of a String or RegLan term to its length range */
  lyre_map nullable; /* id of a RegLan term to its lyre_maybe */
  lyre_entail_cache *entailed;
  int32_t entail_fuel;
  int32_t regex_fuel;
};

/* The tables, one per file. */
typedef struct {
  const lyre_rule *rules;
  uint32_t n;
} lyre_rule_table;
#define LYRE_RULE_FAMILIES(X)                                                  \
  X (boolean)                                                                  \
  X (equality)                                                                 \
  X (arith)                                                                    \
  X (length)                                                                   \
  X (substr)                                                                   \
  X (contains)                                                                 \
  X (indexof)                                                                  \
  X (replace)                                                                  \
  X (codes)                                                                    \
  X (order)                                                                    \
  X (regex)                                                                    \
  X (membership)                                                               \
  X (inclusion)                                                                \
  X (period)                                                                   \
  X (extra)
#define LYRE_RULE_DECLARE(NAME) extern const lyre_rule_table lyre_rules_##NAME;
LYRE_RULE_FAMILIES (LYRE_RULE_DECLARE)
#undef LYRE_RULE_DECLARE

#define LYRE_RULE_TABLE(NAME, ARRAY)                                           \
  const lyre_rule_table lyre_rules_##NAME = {ARRAY,                            \
                                             sizeof ARRAY / sizeof *ARRAY}

/* --------------------------------------------------------- looking at terms */

static inline lyre_op op_of (const lyre_rw *rw, lyre_term t) {
  return lyre_op_of (rw->ts, t);
}
static inline bool is_op (const lyre_rw *rw, lyre_term t, lyre_op op) {
  return op_of (rw, t) == op;
}
static inline lyre_term arg (const lyre_rw *rw, lyre_term t, uint32_t i) {
  return lyre_arg_of (rw->ts, t, i);
}
static inline uint32_t arity (const lyre_rw *rw, lyre_term t) {
  return lyre_node_of (rw->ts, t)->n_args;
}
static inline const lyre_term *args_of (const lyre_rw *rw, lyre_term t) {
  return lyre_node_of (rw->ts, t)->args;
}
static inline uint32_t index_of (const lyre_rw *rw, lyre_term t, int i) {
  return lyre_node_of (rw->ts, t)->index[i];
}
static inline bool has_sort (const lyre_rw *rw, lyre_term t, lyre_sort s) {
  return lyre_has_sort (rw->ts, t, s);
}
static inline bool is_closed_re (const lyre_rw *rw, lyre_term r) {
  return lyre_node_of (rw->ts, r)->flags & LYRE_NODE_CLOSED_RE;
}
/* A string literal's characters, or NULL. */
static inline const lyre_str *lit (const lyre_rw *rw, lyre_term t) {
  return lyre_string_of (rw->ts, t);
}
static inline bool is_empty_lit (const lyre_rw *rw, lyre_term t) {
  const lyre_str *s = lit (rw, t);
  return s && !s->len;
}
static inline bool int_lit (const lyre_rw *rw, lyre_term t, lyre_int *out) {
  return lyre_integer_of (rw->ts, t, out);
}
/* An integer literal that fits into 64 bits. */
static inline bool small_int (const lyre_rw *rw, lyre_term t, int64_t *out) {
  lyre_int i;
  return lyre_integer_of (rw->ts, t, &i) && lyre_int_to_i64 (i, out);
}
static inline bool is_int (const lyre_rw *rw, lyre_term t, int64_t k) {
  int64_t i;
  return small_int (rw, t, &i) && i == k;
}

/* ------------------------------------------------------------ making terms */

static inline lyre_term mk1 (lyre_rw *rw, lyre_op op, lyre_term a) {
  return lyre_t1 (rw->ts, op, a);
}
static inline lyre_term mk2 (lyre_rw *rw, lyre_op op, lyre_term a,
                             lyre_term b) {
  return lyre_t2 (rw->ts, op, a, b);
}
static inline lyre_term mk3 (lyre_rw *rw, lyre_op op, lyre_term a, lyre_term b,
                             lyre_term c) {
  return lyre_t3 (rw->ts, op, a, b, c);
}
static inline lyre_term mk_bool (lyre_rw *rw, bool b) {
  return lyre_t_bool (rw->ts, b);
}
static inline lyre_term mk_int (lyre_rw *rw, int64_t i) {
  return lyre_t_int (rw->ts, i);
}
static inline lyre_term mk_str (lyre_rw *rw, const lyre_str *s) {
  return lyre_t_string (rw->ts, s);
}
static inline lyre_term mk_empty (lyre_rw *rw) {
  return mk_str (rw, &lyre_str_empty);
}
static inline lyre_term mk_eq (lyre_rw *rw, lyre_term a, lyre_term b) {
  return mk2 (rw, LYRE_EQ, a, b);
}
static inline lyre_term mk_is_empty (lyre_rw *rw, lyre_term s) {
  return mk_eq (rw, s, mk_empty (rw));
}
static inline lyre_term mk_len (lyre_rw *rw, lyre_term s) {
  return mk1 (rw, LYRE_STR_LEN, s);
}
static inline lyre_term mk_ite (lyre_rw *rw, lyre_term c, lyre_term a,
                                lyre_term b) {
  return mk3 (rw, LYRE_ITE, c, a, b);
}
static inline lyre_term mk_sub (lyre_rw *rw, lyre_term a, lyre_term b) {
  return mk2 (rw, LYRE_SUB, a, b);
}
static inline lyre_term mk_neg (lyre_rw *rw, lyre_term a) {
  return mk2 (rw, LYRE_MUL, mk_int (rw, -1), a);
}
static inline lyre_term mk_none (lyre_rw *rw) {
  return lyre_node_make (rw->ts, LYRE_RE_NONE, 0, NULL);
}
static inline lyre_term mk_all (lyre_rw *rw) {
  return lyre_node_make (rw->ts, LYRE_RE_ALL, 0, NULL);
}
static inline lyre_term mk_allchar (lyre_rw *rw) {
  return lyre_node_make (rw->ts, LYRE_RE_ALLCHAR, 0, NULL);
}
static inline lyre_term mk_epsilon (lyre_rw *rw) {
  return mk1 (rw, LYRE_STR_TO_RE, mk_empty (rw));
}
/* True if NEW differs from T; sets *OUT. How rules end. */
static inline bool became (lyre_term t, lyre_term new, lyre_term *out) {
  *out = new;
  return t.id != new.id;
}
static inline bool yields (lyre_term new, lyre_term *out) {
  *out = new;
  return true;
}

/* not T, without a double negation. */
lyre_term lyre_rw_not (lyre_rw *, lyre_term);
/* OP over N arguments; the operator's unit for none, the argument for one. */
lyre_term lyre_rw_nary (lyre_rw *, lyre_op, uint32_t n, const lyre_term *);
/* LOW <= T <= HIGH. */
lyre_term lyre_rw_between (lyre_rw *, int64_t low, lyre_term, int64_t high);
/* A regular expression of one character, or of the range between two. */
lyre_term lyre_rw_mk_range (lyre_rw *, uint32_t low, uint32_t high);
/* ARGS as an array in scratch that may be changed. */
lyre_term *lyre_rw_copy_args (lyre_rw *, lyre_term t);
void lyre_rw_sort_by_id (lyre_term *, uint32_t n);

/* Starts a new round of marks: none are set. */
void lyre_rw_epoch (lyre_rw *);
/* Marks ID with VALUE (0 or 1); returns the mark it had, or -1 for none. */
int lyre_rw_mark (lyre_rw *, uint32_t id, int value);
int lyre_rw_marked (const lyre_rw *, uint32_t id);

/* May N more characters or arguments be copied? Linear work is free; this
 * pays for what could become quadratic. */
bool lyre_rw_pay (lyre_rw *, uint64_t n);

/* ------------------------------------------------------- pieces of a string */

/* The arguments of a concatenation; one piece for any other term, none for
 * the empty literal. Points into the structure itself: do not copy. */
typedef struct {
  uint32_t n;
  const lyre_term *at;
  lyre_term one;
} lyre_pieces;

void lyre_pieces_of (lyre_rw *, lyre_term s, lyre_pieces *);
/* The concatenation of pieces [from, to). */
lyre_term lyre_pieces_join (lyre_rw *, const lyre_pieces *, uint32_t from,
                            uint32_t to);
/* LITERAL's characters [from, from + len) as a term. */
lyre_term lyre_rw_slice (lyre_rw *, const lyre_str *literal, uint32_t from,
                         uint32_t len);
/* A concatenation of terms that may be empty literals. */
lyre_term lyre_rw_concat (lyre_rw *, uint32_t n, const lyre_term *);
lyre_term lyre_rw_concat2 (lyre_rw *, lyre_term, lyre_term);

/* How far the search of the checks below goes down. */
enum { LYRE_LOOK_DEPTH = 6 };

/* contains (s, t) is false, or true, under every assignment. */
bool lyre_never_contains (lyre_rw *, lyre_term s, lyre_term t);
bool lyre_surely_contains (lyre_rw *, lyre_term s, lyre_term t);
/* Can the character C occur in S under some assignment? Errs towards yes. */
bool lyre_may_have_char (lyre_rw *, lyre_term s, uint32_t c, unsigned depth);

/* ------------------------------------------------------ regular expressions */

typedef enum { LYRE_NO = 1, LYRE_YES, LYRE_MAYBE } lyre_maybe;

/* Is the empty string in R? MAYBE for open or very deep ones. */
lyre_maybe lyre_rw_re_nullable (lyre_rw *, lyre_term r);
/* The language { w | c·w in R }, or { w | w·c in R } from the BACK. R must be
 * closed. LYRE_NO_TERM if that takes too long. */
lyre_term lyre_rw_re_derive (lyre_rw *, lyre_term r, uint32_t c, bool back);
/* Is the literal in the closed R? MAYBE if that takes too long. */
lyre_maybe lyre_rw_re_accepts (lyre_rw *, lyre_term r, const lyre_str *);
/* Starts the budget of a sequence of questions about CHARS characters. */
void lyre_rw_re_refuel (lyre_rw *, uint32_t chars);
/* The leftmost match of the closed R in S at or behind FROM with at least
 * LEAST characters, the shortest there: its position and length, or -1. False
 * if that takes too long. Uses the budget of lyre_rw_re_refuel. */
bool lyre_rw_re_find (lyre_rw *, lyre_term r, const lyre_str *s, uint32_t from,
                      uint32_t least, int64_t *at, int64_t *len);
/* body{low,high}; a literal or any other expression is body{1,1}. */
typedef struct {
  lyre_term body;
  uint32_t low, high;
} lyre_repeat;
#define LYRE_RE_ENDLESS UINT32_MAX
lyre_repeat lyre_rw_re_repeat (lyre_rw *, lyre_term r);
/* R as one range of characters. */
bool lyre_rw_re_char_range (lyre_rw *, lyre_term r, uint32_t *low,
                            uint32_t *high);

#endif
