/* Inside src/term/regex*.c: the states of the lazy automaton.
 *
 *   regex_node.c    the states: hash-consing, normal forms, forgetting
 *   regex_derive.c  edges: derivatives and their cache
 *   regex.c         from terms to states; the questions of regex.h
 *
 * A state is a regex. Ids are dense, children have smaller ids than their
 * parents, and equal regexes up to the normal form have equal ids. */
#ifndef LYRE_TERM_REGEX_INTERNAL_H
#define LYRE_TERM_REGEX_INTERNAL_H

#include "base/map.h"
#include "term/regex.h"

typedef uint32_t lyre_rx_id;

enum {
  LYRE_RX_NO_STATE = 0,
  LYRE_RX_NONE,    /* no word */
  LYRE_RX_EPS,     /* the empty word */
  LYRE_RX_ALL,     /* every word: the complement of none */
  LYRE_RX_ALLCHAR, /* every character */
  LYRE_RX_FIRST_FREE,
};

typedef enum {
  LYRE_RX_EMPTY_SET,
  LYRE_RX_EMPTY_WORD,
  LYRE_RX_SET,    /* one character out of sorted, separated ranges */
  LYRE_RX_TEXT,   /* the rest of a string constant, two characters or more */
  LYRE_RX_CONCAT, /* a then b */
  LYRE_RX_UNION,  /* sorted ids, two or more */
  LYRE_RX_INTER,  /* the same */
  LYRE_RX_COMP,   /* all words but those of a */
  LYRE_RX_STAR,
  LYRE_RX_LOOP, /* a, from lo to hi times; 0 <= lo <= hi, hi >= 2 */
} lyre_rx_kind;

typedef struct {
  uint32_t lo, hi;
} lyre_rx_range;

/* All words that start with a character in lo..hi continue at TARGET. */
typedef struct {
  uint32_t lo, hi;
  lyre_rx_id target;
} lyre_rx_edge;

/* Edges of a state that was left by more than one interval. */
typedef struct {
  lyre_rx_id ascii[128]; /* targets; 0: not known yet */
  lyre_rx_edge *edges;   /* sorted, all known ones */
  uint32_t n, cap;
} lyre_rx_table;

typedef struct {
  uint8_t kind; /* lyre_rx_kind */
  bool nullable;
  uint32_t hash;
  uint32_t mark; /* of the last traversal that was here */
  union {
    struct {
      lyre_rx_id a, b;
      uint32_t lo, hi;
    };
    struct {
      const lyre_rx_id *args;
      uint32_t n_args;
    };
    struct {
      const lyre_rx_range *ranges;
      uint32_t n_ranges;
    };
    struct {
      const lyre_str *text; /* in the term table */
      uint32_t from;
      uint32_t term; /* whose text it is */
    };
  };
  lyre_rx_edge last; /* the edge used last; target 0: none */
  lyre_rx_table *table;
} lyre_rx_node;

typedef lyre_vec (lyre_rx_id) lyre_rx_ids;
typedef lyre_vec (lyre_rx_range) lyre_rx_ranges;

/* Part of a union: HEAD then TAIL. */
typedef struct {
  lyre_rx_id head, tail;
} lyre_rx_part;

struct lyre_matcher {
  lyre_terms *ts;
  lyre_env *env;
  lyre_mem *mem;
  lyre_arena arena; /* arguments, ranges, edges */
  lyre_vec (lyre_rx_node) nodes;
  lyre_rx_id *unique; /* ids by hash; 0 is free */
  uint32_t unique_cap;
  size_t arena_bytes;         /* handed out by the arena */
  size_t soft, hard, limit;   /* limit: when to forget next */
  lyre_map states;            /* term id to state */
  uint32_t mark;              /* the last traversal's */
  lyre_matcher_status status; /* of the running operation */

  /* Working space, empty between operations; one user each. */
  lyre_rx_ids union_ids, inter_ids;              /* constructors */
  lyre_rx_ranges ranges, ranges2;                /* constructors */
  lyre_rx_ids derive_stack, part_stack, results; /* derivatives */
  lyre_vec (lyre_rx_part) parts;
  lyre_u32s term_stack, gather_stack, gathered; /* terms to states */
  lyre_map seen;
  uint64_t seen_epoch;
  lyre_rx_ids built;
  lyre_vec (lyre_rx_part) pairs; /* equality */
  lyre_rx_ids classes;
};

/* Sets the status and returns false. */
bool lyre_rx_fail (lyre_matcher *, lyre_matcher_status);

/* ------------------------------------------------------------ regex_node.c */

static inline lyre_rx_node *lyre_rx_at (lyre_matcher *rx, lyre_rx_id id) {
  LYRE_ASSERT (id && id < rx->nodes.len);
  return rx->nodes.data + id;
}

void lyre_rx_nodes_init (lyre_matcher *);
void lyre_rx_nodes_release (lyre_matcher *);
/* Bytes in use now. */
size_t lyre_rx_bytes (const lyre_matcher *);
void *lyre_rx_arena (lyre_matcher *, size_t bytes);
/* Forgets every state that is not reachable through arguments from the N
 * states in KEEP, and every edge; renumbers and updates KEEP. */
void lyre_rx_forget (lyre_matcher *, uint32_t n, lyre_rx_id *keep);

/* Constructors: the state for a regex, in normal form. Arrays are borrowed
 * and may be in any of the vectors above other than the constructors'. */
lyre_rx_id lyre_rx_set (lyre_matcher *, const lyre_rx_range *, uint32_t n);
/* The characters of a string constant from position FROM on. */
lyre_rx_id lyre_rx_text (lyre_matcher *, lyre_term, uint32_t from);
lyre_rx_id lyre_rx_concat (lyre_matcher *, lyre_rx_id a, lyre_rx_id b);
lyre_rx_id lyre_rx_union (lyre_matcher *, const lyre_rx_id *, uint32_t n);
lyre_rx_id lyre_rx_inter (lyre_matcher *, const lyre_rx_id *, uint32_t n);
lyre_rx_id lyre_rx_comp (lyre_matcher *, lyre_rx_id);
lyre_rx_id lyre_rx_star (lyre_matcher *, lyre_rx_id);
lyre_rx_id lyre_rx_plus (lyre_matcher *, lyre_rx_id);
lyre_rx_id lyre_rx_loop (lyre_matcher *, lyre_rx_id, uint32_t lo, uint32_t hi);
lyre_rx_id lyre_rx_opt (lyre_matcher *, lyre_rx_id);

/* ---------------------------------------------------------- regex_derive.c */

/* Finds or computes the edge of STATE for C and leaves it in the node's LAST.
 * False with the status set if stopped or too large. */
bool lyre_rx_derive (lyre_matcher *, lyre_rx_id state, uint32_t c);

/* Where STATE goes with C, or LYRE_RX_NO_STATE with the status set. */
static inline lyre_rx_id lyre_rx_step (lyre_matcher *rx, lyre_rx_id state,
                                       uint32_t c) {
  const lyre_rx_node *n = lyre_rx_at (rx, state);
  if (n->table && c < 128 && n->table->ascii[c])
    return n->table->ascii[c];
  if (n->last.target && n->last.lo <= c && c <= n->last.hi)
    return n->last.target;
  if (!lyre_rx_derive (rx, state, c))
    return LYRE_RX_NO_STATE;
  return lyre_rx_at (rx, state)->last.target;
}

#endif
