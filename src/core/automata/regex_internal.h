/* What the files of the regex module share; included by regex*.c alone.
 *
 *   regex.c         the pool: interning, looking, reversing
 *   regex_build.c   concatenations and loops
 *   regex_boolean.c unions, intersections and complements
 *   regex_derive.c  derivatives
 *   regex_sweep.c   overlapping pieces of the alphabet into a partition
 *   regex_word.c    words read off the structure, no search
 *   regex_search.c  breadth-first search over derivatives, and the questions */
#ifndef LYRE_AUTOMATA_REGEX_INTERNAL_H
#define LYRE_AUTOMATA_REGEX_INTERNAL_H

#include "base/map.h"
#include "base/vec.h"
#include "core/automata/regex.h"

/* Nodes made with the pool. */
enum { RE_NONE, RE_EPSILON, RE_ANY_CHAR, RE_ALL };

#define RE_NO_CHAR UINT32_MAX

/* Constructors that call each other do so at most this deep. */
#define RE_MAX_NESTING 12

typedef struct {
  lyre_re_info info;
  uint64_t word_hash; /* WORD: of its characters */
  uint32_t hash;
  uint32_t reverse; /* its id plus one; 0 if not known */
  /* One derivative, remembered until all of them are: by d_char, which may
   * be RE_NO_CHAR, to d_target. */
  uint32_t d_char, d_target;
  bool has_moves;
  uint64_t stamp; /* searches mark nodes with it */
  lyre_re_moves moves;
} lyre_re_node;

/* An interval of characters lo..hi that leads to a target; also any other
 * three words to be sorted. */
typedef struct {
  uint32_t a, b, c;
} lyre_re_triple;

typedef lyre_vec (lyre_re_triple) lyre_re_triples;

/* "The words of NODE, followed by those of REST." */
typedef struct {
  uint32_t node, rest;
} lyre_re_item;

struct lyre_re_pool {
  lyre_env *env;
  lyre_mem *mem;
  lyre_arena arena; /* nodes, parts, charsets, words, moves */
  lyre_vec (lyre_re_node *) nodes;
  struct lyre_re_slot {
    uint32_t hash, id; /* id 0: free; none is never looked for */
  } * slots;
  uint32_t n_slots; /* a power of two */
  uint64_t stamp;

  /* Working memory. Constructors nest, so each uses the top of `work' and
   * leaves it as it was; the others belong to regex_derive.c alone. */
  lyre_u32s work;
  int nesting; /* of unions under construction; see RE_MAX_NESTING */
  lyre_u32s pending;
  lyre_vec (lyre_re_item) walk;
  lyre_re_triples pieces, partition;
  lyre_u32s active, sets;
};

static inline const lyre_re_info *re_info (const lyre_re_pool *p, uint32_t id) {
  return &p->nodes.data[id]->info;
}
static inline lyre_re_node *re_node (const lyre_re_pool *p, uint32_t id) {
  return p->nodes.data[id];
}
static inline lyre_re_kind re_kind (const lyre_re_pool *p, uint32_t id) {
  return re_info (p, id)->kind;
}
static inline bool re_nullable (const lyre_re_pool *p, uint32_t id) {
  return re_info (p, id)->nullable;
}
static inline lyre_re re_of (uint32_t id) {
  return (lyre_re){id};
}

/* A length or count plus or times another; LYRE_RE_INF if it is too large. */
static inline uint32_t re_add (uint32_t a, uint32_t b) {
  return a >= LYRE_RE_INF - b ? LYRE_RE_INF : a + b;
}
static inline uint32_t re_mul (uint32_t a, uint32_t b) {
  uint64_t product = (uint64_t) a * b;
  return !a || !b                 ? 0
         : a == LYRE_RE_INF       ? a
         : b == LYRE_RE_INF       ? b
         : product >= LYRE_RE_INF ? LYRE_RE_INF
                                  : (uint32_t) product;
}

/* ------------------------------------------------------------------ regex.c */
/* The node like this one: kind and, by kind, lo, hi, chars, parts, word and
 * from. The rest is filled in. Parts are copied, strings are kept. */
uint32_t lyre_re_intern (lyre_re_pool *, const lyre_re_info *,
                         uint64_t word_hash);
/* The word from position FROM on, whose hash is known; the string must live
 * in the pool. */
uint32_t lyre_re_suffix (lyre_re_pool *, const lyre_str *, uint32_t from,
                         uint64_t word_hash);
/* The WORD node without its first character. */
uint32_t lyre_re_word_tail (lyre_re_pool *, uint32_t word);
/* The charset as it is stored in the pool, so that equal sets are shared. */
lyre_charset lyre_re_share_chars (lyre_re_pool *, lyre_charset);

void lyre_re_sort_ids (uint32_t n, uint32_t *);
void lyre_re_sort_triples (uint32_t n, lyre_re_triple *);

static inline uint32_t re_mk_concat (lyre_re_pool *p, uint32_t a, uint32_t b) {
  return lyre_re_concat (p, re_of (a), re_of (b)).id;
}

static inline uint32_t re_mk_loop (lyre_re_pool *p, uint32_t r, uint32_t lo,
                                   uint32_t hi) {
  return lyre_re_loop (p, re_of (r), lo, hi).id;
}

static inline uint32_t re_intern_parts (lyre_re_pool *p, lyre_re_kind kind,
                                        uint32_t n, const uint32_t *ids) {
  lyre_re_info x = {.kind = kind, .n_parts = n, .parts = (const lyre_re *) ids};
  return lyre_re_intern (p, &x, 0);
}

/* ------------------------------------------------- a part seen as a product
 *
 * Every node is HEAD{lo,hi} TAIL: the head and tail of a concatenation, with
 * a loop at the head taken apart. */
typedef struct {
  uint32_t head, tail; /* the first factor as it stands, and what follows */
  uint32_t body, lo, hi;
} re_product;

static inline re_product re_see_product (const lyre_re_pool *p, uint32_t id) {
  const lyre_re_info *x = re_info (p, id);
  re_product v = {.head = id, .tail = RE_EPSILON, .lo = 1, .hi = 1};
  if (x->kind == LYRE_RE_KIND_CONCAT) {
    v.head = x->parts[0].id;
    v.tail = x->parts[1].id;
    x = re_info (p, v.head);
  }
  v.body = v.head;
  if (x->kind == LYRE_RE_KIND_LOOP) {
    v.body = x->parts[0].id;
    v.lo = x->lo;
    v.hi = x->hi;
  }
  return v;
}

/* ---------------------------------------------------------- regex_boolean.c */
/* The union of work[base..], which is left in disorder. */
uint32_t lyre_re_union_of_work (lyre_re_pool *, uint32_t base);

/* ------------------------------------------------------------ regex_sweep.c */
/* Reads pool->pieces (lo, hi, target), in any order and overlapping; writes
 * pool->partition, disjoint and sorted. A character goes to the union of its
 * pieces' targets; or, if ALL_OF is not 0, to the intersection if there are
 * ALL_OF of them, else nowhere. False if stopped. */
bool lyre_re_sweep (lyre_re_pool *, uint32_t all_of);
/* Turns the partition into one for the complements of the targets. */
void lyre_re_complement_partition (lyre_re_pool *);
/* The partition as moves, in the pool's arena. */
lyre_re_moves lyre_re_partition_moves (lyre_re_pool *);

/* ------------------------------------------------------------- regex_word.c */
/* A word of length max (NEED, shortest possible), read off a regex without COMP
 * and INTER. False if this simple way does not lead to one, or it is too long.
 */
bool lyre_re_easy_word (lyre_re_pool *, lyre_arena *, lyre_re, uint64_t need,
                        const lyre_str **word);

#endif
