/* Systems of string constraints over regular languages.
 *
 * Variables range over strings. A system is a conjunction of
 *   x in L              a language of the store
 *   x1 x2 ... = y1 y2 ...   an equation between concatenations
 *   y = t(x)            a transducer
 * A literal is a variable whose language is one word.
 *
 * Each variable has a language, which is refined through the constraints until
 * nothing changes; one that becomes empty refutes the system. Then constraints
 * are put into an order in which one side of each, its targets, occurs in no
 * later one: any words for the other side, its sources, can be extended to the
 * targets as soon as the language of the sources is included in that of the
 * targets. The search refines sources until that holds, one constraint after
 * the other, trying each way to cut the product of both sides at the borders
 * of the sources. Straight-line programs always have such an order, and so
 * have chain-free equations; for them the answer is YES or NO, unless a bound
 * is met. Otherwise NO is still right, but instead of YES comes OPEN.
 *
 * Every constraint has a tag; NO comes with tags that suffice for it. */
#ifndef LYRE_AUTOMATA_SYSTEM_H
#define LYRE_AUTOMATA_SYSTEM_H

#include "core/automata/store.h"

typedef struct lyre_system lyre_system;

#define LYRE_ALWAYS UINT32_MAX /* the tag of what needs no reason */

/* Tags are below N_TAGS. Everything is in MEM; the store is borrowed. */
lyre_system *lyre_system_new (lyre_store *, lyre_env *, lyre_mem *mem,
                              uint32_t n_tags);
void lyre_system_delete (lyre_system *);

uint32_t lyre_system_var (lyre_system *);
/* LYRE_NO_LANGUAGE, which the store could not make, is left out: words need
 * not be in it. */
void lyre_system_member (lyre_system *, uint32_t x, lyre_language,
                         uint32_t tag);
void lyre_system_equal (lyre_system *, uint32_t n, const uint32_t *a,
                        uint32_t m, const uint32_t *b, uint32_t tag);
void lyre_system_apply (lyre_system *, uint32_t y, const lyre_transducer *t,
                        uint32_t x, uint32_t tag);

typedef enum {
  LYRE_SYSTEM_YES,
  LYRE_SYSTEM_NO,
  LYRE_SYSTEM_OPEN /* neither; or stopped, or a bound was met */
} lyre_system_answer;

/* Once. EFFORT bounds the number of cuts tried. */
lyre_system_answer lyre_system_solve (lyre_system *, uint32_t effort);

typedef struct {
  uint32_t n;
  const uint32_t *at;
} lyre_system_tags;

/* After YES: the word of a variable. */
const lyre_str *lyre_system_word (lyre_system *, uint32_t x);
/* After NO: tags of constraints that have no solution together. */
lyre_system_tags lyre_system_core (lyre_system *);
/* After YES and OPEN: a language that has all words that X can have, and the
 * tags of the constraints that it follows from. */
lyre_language lyre_system_language (lyre_system *, uint32_t x,
                                    lyre_system_tags *why);

#endif
