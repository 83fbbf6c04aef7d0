/* Patterns of programming languages to regular languages.
 *
 *   set        sets of characters, case folding
 *   classes    \d, [:alpha:], \p{Alpha}: named sets per dialect
 *   build      RegLan terms with the obvious simplifications
 *   tree       the parsed pattern; what can be said of a part alone
 *   local      assertions that their neighbours decide
 *   translate  assertions that the whole string decides
 *   solve      equations between languages, for loops with assertions
 *   parse, parse_escape, parse_class, parse_group   text to tree
 *   pattern    lyre_mk_regex
 *
 * What a pattern means. A matcher tries paths in some order, but whether a
 * string matches at all does not depend on the order: the strings with some
 * path form a language, and unless there are back-references, recursion or
 * conditions it is regular. Groups and laziness do not change it; anchors,
 * word boundaries and look-around cut it down. A part without such assertions
 * is *plain*: its language is a term of its own. An assertion between plain
 * neighbours that are long enough is decided by them (local). All others are
 * conditions on everything before or after a place in the string; translate
 * carries the language of that rest along.
 *
 * Everything lives in a pool of its own, and errors leave through its escape,
 * so that only lyre_mk_regex needs to clean up. Nothing recurses. */
#ifndef LYRE_FRONTEND_REGEX_PATTERN_H
#define LYRE_FRONTEND_REGEX_PATTERN_H

#include "base/map.h"
#include "base/vec.h"
#include "frontend/regex/set.h"
#include "lyre.h"

#define LYRE_PT_INF UINT32_MAX
/* Most groups that may be open at once. */
#define LYRE_PT_MAX_DEPTH 1000u

/* ------------------------------------------------------------------- tree */

typedef enum {
  LYRE_PT_SET,    /* one character */
  LYRE_PT_SEQ,    /* one part after the other */
  LYRE_PT_ALT,    /* one of the parts */
  LYRE_PT_REPEAT, /* the part LO to HI times */
  LYRE_PT_LOOK,   /* look-ahead or look-behind */
  LYRE_PT_EDGE,   /* a condition on the characters around a place */
  LYRE_PT_ATOMIC, /* the part, but only its first match */
  LYRE_PT_TERM,   /* any plain language */
} lyre_pt_kind;

/* An edge holds in each of these cases: what stands before is in LEFT, or
 * nothing does and BEGIN; what follows is in RIGHT, or nothing does and END.
 * If REST is a term it replaces the latter: all that follows is in it. */
typedef struct {
  lyre_set left, right;
  bool begin, end;
  lyre_term rest;
} lyre_pt_case;

typedef struct {
  uint32_t n;
  lyre_pt_case at[3];
} lyre_pt_edge;

typedef struct {
  uint8_t kind;
  bool plain;            /* term is its language; all below holds exactly */
  bool nullable;         /* plain only: has the empty word */
  bool negative, behind; /* LOOK */
  bool looks_left;       /* contains a condition on what stands before */
  bool far_left;         /* contains a look-behind that is no edge */
  bool far_right;        /* contains a look-ahead or REST, or an atomic group */
  uint32_t column;       /* where it starts in the text, from 1 */
  uint32_t min, max;     /* lengths */
  uint32_t reach;  /* its matches depend on so many characters from its start */
  uint32_t lo, hi; /* REPEAT */
  uint32_t kids, n_kids; /* in lyre_pt.kids */
  lyre_term term;        /* plain only */
  lyre_set first, last;  /* plain only: of non-empty words; or more */
  const lyre_pt_edge *edge;
} lyre_pt_node;

/* What is known of a term. */
typedef struct {
  uint32_t min, max; /* lengths lie between these; min > max if none does */
  bool nullable;     /* exactly */
} lyre_pt_fact;

typedef struct {
  lyre_ctx *ctx;
  lyre_mem mem;
  lyre_arena arena;
  lyre_regex_error error;
  lyre_vec (lyre_pt_node) nodes; /* parts before wholes */
  lyre_u32s kids;
  lyre_map known; /* term to an index of facts, plus one */
  lyre_vec (lyre_pt_fact) facts;
  lyre_term none, all, any, epsilon;
  uint64_t effort; /* steps of translation so far */
} lyre_pt;

_Noreturn void lyre_pt_fail (lyre_pt *, uint32_t column, const char *format,
                             ...) __attribute__ ((format (printf, 3, 4)));

static inline lyre_pt_node *lyre_pt_at (const lyre_pt *pt, uint32_t id) {
  return &pt->nodes.data[id];
}
static inline uint32_t lyre_pt_kid (const lyre_pt *pt, uint32_t id,
                                    uint32_t i) {
  return pt->kids.data[pt->nodes.data[id].kids + i];
}

/* Nodes. A quantifier with HI = LYRE_PT_INF has no upper bound. */
uint32_t lyre_pt_set_node (lyre_pt *, uint32_t column, lyre_set);
uint32_t lyre_pt_term_node (lyre_pt *, uint32_t column, lyre_term,
                            bool nullable, lyre_set first, lyre_set last);
uint32_t lyre_pt_seq (lyre_pt *, uint32_t column, uint32_t n,
                      const uint32_t *parts);
uint32_t lyre_pt_alt (lyre_pt *, uint32_t column, uint32_t n,
                      const uint32_t *parts);
uint32_t lyre_pt_repeat (lyre_pt *, uint32_t column, uint32_t part, uint32_t lo,
                         uint32_t hi);
uint32_t lyre_pt_look (lyre_pt *, uint32_t column, uint32_t part, bool behind,
                       bool negative);
uint32_t lyre_pt_edge_node (lyre_pt *, uint32_t column, const lyre_pt_edge *);
uint32_t lyre_pt_atomic (lyre_pt *, uint32_t column, uint32_t part);
uint32_t lyre_pt_empty (lyre_pt *, uint32_t column);    /* the empty word */
uint32_t lyre_pt_anything (lyre_pt *, uint32_t column); /* every word */
/* A node for the plain parts one after the other. */
uint32_t lyre_pt_plain_seq (lyre_pt *, uint32_t column, uint32_t n,
                            const uint32_t *parts);

/* Names the assertion that keeps a node from being plain: its column, and
 * what to call it. */
const char *lyre_pt_culprit (const lyre_pt *, uint32_t id, uint32_t *column);

/* ------------------------------------------------------------------ local */

/* Rewrites a sequence of N parts in place: assertions that the plain parts
 * next to them decide are worked into these. Returns the new number. */
uint32_t lyre_pt_localize (lyre_pt *, uint32_t n, uint32_t *parts);

/* -------------------------------------------------------------- translate */

/* The language of all strings that the pattern matches as a whole. */
lyre_term lyre_pt_language (lyre_pt *, uint32_t root);
/* { v : the part matches at the start of v, whatever stands before }. The
 * part must not look left. */
lyre_term lyre_pt_can_start (lyre_pt *, uint32_t part);
/* The part, of fixed length and not looking left, lo to hi times, then a word
 * of the fixed length K in REST; CAN_START as above. If BACKWARD, all of it
 * mirrored. */
lyre_term lyre_pt_fixed_loop (lyre_pt *, const lyre_pt_node *,
                              lyre_term can_start, lyre_term rest, uint32_t k,
                              bool backward);

/* The least X with X = A X ∪ B, for N unknowns: A is a matrix, row by row. The
 * solution replaces B; A is used up. */
void lyre_pt_solve (lyre_pt *, uint32_t n, lyre_term *a, lyre_term *b);

/* ------------------------------------------------------------------ build */

/* Terms. Simplified by the laws of the empty, full and one-word languages. */
lyre_term lyre_pt_chars (lyre_pt *, lyre_set);
lyre_term lyre_pt_word (lyre_pt *, const uint32_t *, uint32_t len);
lyre_term lyre_pt_concat (lyre_pt *, lyre_term, lyre_term);
lyre_term lyre_pt_concat_all (lyre_pt *, uint32_t n, const lyre_term *);
lyre_term lyre_pt_union (lyre_pt *, lyre_term, lyre_term);
lyre_term lyre_pt_union_all (lyre_pt *, uint32_t n, const lyre_term *);
lyre_term lyre_pt_inter (lyre_pt *, lyre_term, lyre_term);
lyre_term lyre_pt_comp (lyre_pt *, lyre_term);
lyre_term lyre_pt_loop (lyre_pt *, lyre_term, uint32_t lo, uint32_t hi);
/* Words of at least this length, of any characters. */
lyre_term lyre_pt_at_least (lyre_pt *, uint32_t len);
/* Only for terms made by these functions. */
lyre_pt_fact lyre_pt_fact_of (const lyre_pt *, lyre_term);
void lyre_pt_init_terms (lyre_pt *);
static inline bool lyre_pt_same (lyre_term a, lyre_term b) {
  return a.id == b.id;
}
uint32_t lyre_pt_plus (uint32_t a, uint32_t b);  /* saturates at INF */
uint32_t lyre_pt_times (uint32_t a, uint32_t b); /* the same; 0 wins */

/* ---------------------------------------------------------------- classes */

typedef struct {
  lyre_regex_syntax syntax;
  bool unix_lines, unicode, ignore_case;
} lyre_pt_dialect;

lyre_set lyre_pt_digits (void);
lyre_set lyre_pt_words (lyre_pt *, const lyre_pt_dialect *);
lyre_set lyre_pt_spaces (const lyre_pt_dialect *);
lyre_set lyre_pt_horizontal (void);
lyre_set lyre_pt_vertical (void);
/* What ends a line, as far as it is a single character. */
lyre_set lyre_pt_line_ends (const lyre_pt_dialect *);
/* By the names of [:alpha:] and \p{Alpha}; false if it is not known. */
bool lyre_pt_posix_class (const char *name, lyre_set *);
bool lyre_pt_property (const lyre_pt_dialect *, const char *name, lyre_set *);

/* ------------------------------------------------------------------ parse */

/* The tree of a pattern, with what SEARCH puts around it. */
uint32_t lyre_pt_parse (lyre_pt *, lyre_regex_syntax, unsigned flags,
                        const uint32_t *text, uint32_t len);

#endif
