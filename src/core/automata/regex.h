/* Regular expressions with symbolic derivatives.
 *
 * Hash-consed nodes in a pool, with intersection, complement and counted loops
 * as first-class citizens: nothing is unrolled or complemented to be asked
 * about. Equal languages often, not always, have equal nodes: constructors
 * apply associativity, commutativity, idempotence and the laws of the empty
 * and full languages. This is one of two representations; nfa.h is the other.
 *
 * Knows nothing of terms. */
#ifndef LYRE_AUTOMATA_REGEX_H
#define LYRE_AUTOMATA_REGEX_H

#include "core/automata/charset.h"

typedef struct {
  uint32_t id;
} lyre_re; /* equal nodes, equal ids */

#define LYRE_RE_INF UINT32_MAX

typedef struct lyre_re_pool lyre_re_pool;

/* Everything goes into MEM. If an allocation fails in the middle of a search,
 * the pool can still be deleted, but releasing MEM is what frees all. */
lyre_re_pool *lyre_re_pool_new (lyre_env *, lyre_mem *);
void lyre_re_pool_delete (lyre_re_pool *);

/* ---------------------------------------------------------------- building */
lyre_re lyre_re_none (lyre_re_pool *);    /* no word */
lyre_re lyre_re_epsilon (lyre_re_pool *); /* the empty word */
lyre_re lyre_re_all (lyre_re_pool *);     /* every word */
lyre_re lyre_re_chars (lyre_re_pool *, lyre_charset);
lyre_re lyre_re_word (lyre_re_pool *, const lyre_str *);
/* Takes time in the number of factors of the first: long chains are best built
 * from their end, as the second does. */
lyre_re lyre_re_concat (lyre_re_pool *, lyre_re, lyre_re);
lyre_re lyre_re_concat_all (lyre_re_pool *, uint32_t n, const lyre_re *);
lyre_re lyre_re_union (lyre_re_pool *, uint32_t n, const lyre_re *);
lyre_re lyre_re_inter (lyre_re_pool *, uint32_t n, const lyre_re *);
lyre_re lyre_re_comp (lyre_re_pool *, lyre_re);
/* r{lo,hi}; hi may be LYRE_RE_INF. */
lyre_re lyre_re_loop (lyre_re_pool *, lyre_re, uint32_t lo, uint32_t hi);
lyre_re lyre_re_star (lyre_re_pool *, lyre_re);
lyre_re lyre_re_reverse (lyre_re_pool *, lyre_re);

/* ----------------------------------------------------------------- looking */
typedef enum {
  LYRE_RE_KIND_NONE,
  LYRE_RE_KIND_EPSILON,
  LYRE_RE_KIND_CHARS,
  LYRE_RE_KIND_WORD,   /* two characters or more, taken from a string */
  LYRE_RE_KIND_CONCAT, /* two parts; right-nested */
  LYRE_RE_KIND_LOOP,
  LYRE_RE_KIND_UNION,
  LYRE_RE_KIND_INTER,
  LYRE_RE_KIND_COMP,
} lyre_re_kind;

typedef struct {
  lyre_re_kind kind;
  bool nullable;       /* has the empty word */
  bool has_complement; /* COMP or INTER at or below */
  uint32_t lo, hi;     /* LOOP */
  lyre_charset chars;  /* CHARS */
  /* WORD: the characters of *word from position FROM to its end. One string is
   * shared by all its suffixes, so a derivative costs one node, no copy. */
  const lyre_str *word;
  uint32_t from;
  uint32_t n_parts;
  const lyre_re *parts;
  /* Bounds on the length of words; a superset of the truth. For a language
   * that is surely empty min > max. max may be LYRE_RE_INF. */
  uint32_t min_len, max_len;
} lyre_re_info;
const lyre_re_info *lyre_re_look (const lyre_re_pool *, lyre_re);

/* -------------------------------------------------------------- derivatives */
/* The derivative by one character. Means nothing if env->stop is set. */
lyre_re lyre_re_derive (lyre_re_pool *, lyre_re, uint32_t c);
/* All derivatives: a partition of the alphabet, with one target each, targets
 * distinct, the empty language left out. Remembered per node. False if it
 * could not be computed: env->stop is set, or there are too many pieces. */
typedef struct {
  lyre_charset chars;
  lyre_re target;
} lyre_re_move;
typedef struct {
  uint32_t n;
  const lyre_re_move *at;
} lyre_re_moves;
bool lyre_re_all_moves (lyre_re_pool *, lyre_re, lyre_re_moves *out);

/* ---------------------------------------------------------------- questions */
typedef enum { LYRE_RE_NO, LYRE_RE_YES, LYRE_RE_GAVE_UP } lyre_re_answer;

/* Is there a word with length in [min, max] (max may be LYRE_RE_INF)? If so a
 * shortest one is put into *WORD (may be NULL), made of readable characters.
 * Explores at most MAX_STATES derivatives, then gives up. */
lyre_re_answer lyre_re_find_word (lyre_re_pool *, lyre_arena *, lyre_re,
                                  uint64_t min, uint64_t max,
                                  uint32_t max_states, const lyre_str **word);
lyre_re_answer lyre_re_is_empty (lyre_re_pool *, lyre_re, uint32_t max_states);
lyre_re_answer lyre_re_subset (lyre_re_pool *, lyre_re, lyre_re,
                               uint32_t max_states);
lyre_re_answer lyre_re_equal (lyre_re_pool *, lyre_re, lyre_re,
                              uint32_t max_states);
/* False, which then means nothing, if env->stop is set. */
bool lyre_re_matches (lyre_re_pool *, lyre_re, const lyre_str *);

#endif
