/* Engine `nielsen`: word equations by Nielsen's transformation.
 *
 * A state is a system of equations between words of letters and variables,
 * with a regular language for some of the variables. Where an equation
 * starts with different symbols, one of them is a variable x, and x is either
 * empty or starts with what the other side starts with, a letter or a
 * variable. Each choice is an edge to a smaller or equally large system if
 * every variable occurs at most twice (a quadratic system), so that the graph
 * of all states is finite; otherwise it may or may not be. The system has a
 * solution if and only if the state without equations can be reached.
 *
 *   language.c  regular languages of variables
 *   system.c    states: simplification, substitution, interning
 *   graph.c     the search, smallest state first
 *   lengths.c   paths with loops as solutions of linear arithmetic
 *   read.c      what of a conjunction the system takes in
 *   parts.c     a graph for each part of the system
 *   nielsen.c   the engine
 *
 * Conditions that the system does not take in are left to others: then
 * unsat holds all the same, and a solution is judged by the evaluator. */
#ifndef LYRE_ENGINE_NIELSEN_NIELSEN_H
#define LYRE_ENGINE_NIELSEN_NIELSEN_H

#include "base/vec.h"
#include "core/arith/arith.h"
#include "core/automata/regex.h"
#include "engine/automata/automata.h"
#include "engine/problem.h"

extern const lyre_engine lyre_engine_nielsen;

/* ----------------------------------------------------------- language.c */
/* Languages of variables, by number. A language is the intersection of
 * conditions "leads automaton A from state P to state Q", so that it can be
 * cut in two at every state in between. */
typedef uint32_t nielsen_language;
#define NIELSEN_ANY 0u           /* every word */
#define NIELSEN_EMPTY UINT32_MAX /* no word */

typedef struct nielsen_languages nielsen_languages;

nielsen_languages *nielsen_languages_new (lyre_env *, lyre_mem *,
                                          lyre_re_pool *);
void nielsen_languages_delete (nielsen_languages *);
/* False if the automaton would be too large. */
bool nielsen_language_of (nielsen_languages *, lyre_re, nielsen_language *);
bool nielsen_language_nullable (const nielsen_languages *, nielsen_language);
nielsen_language nielsen_language_derive (nielsen_languages *, nielsen_language,
                                          uint32_t letter);
nielsen_language nielsen_language_inter (nielsen_languages *, nielsen_language,
                                         nielsen_language);
/* All ways to cut words in two: uv is in the language if and only if, for
 * some pair, u is in FIRST and v in SECOND. False if there are too many. */
typedef struct {
  nielsen_language first, second;
} nielsen_cut;
typedef lyre_vec (nielsen_cut) nielsen_cuts;
bool nielsen_language_cuts (nielsen_languages *, nielsen_language,
                            nielsen_cuts *out);
/* A shortest word, in ARENA; NULL if the search was stopped. */
const lyre_str *nielsen_language_word (nielsen_languages *, lyre_arena *,
                                       nielsen_language);

/* ------------------------------------------------------------- system.c */
/* Symbols: letters are code points, variables have the top bit set. */
#define NIELSEN_VAR 0x80000000u

typedef enum {
  STEP_EMPTY,  /* x becomes the empty word */
  STEP_LETTER, /* x becomes a x */
  STEP_VAR,    /* x becomes y x */
  STEP_WORD    /* x becomes a word without x, for good */
} nielsen_kind;

typedef struct {
  nielsen_kind kind;
  uint32_t x, y;                /* variables; y is the letter of STEP_LETTER */
  nielsen_language lang, other; /* of x and y, afterwards */
  uint32_t n;                   /* STEP_WORD */
  const uint32_t *word;
} nielsen_step;

/* A simplified system: equations one after the other, each as
 * [n left] [n right] [left] [right], the smallest first; then pairs of
 * variable and language. */
typedef struct {
  const uint32_t *code;
  uint32_t len, n_equations;
  uint32_t size;       /* symbols in equations */
  uint32_t hash, next; /* in the table of states */
  uint32_t first_out;  /* edge + 1 */
  uint32_t in;         /* the edge that found it, + 1 */
} nielsen_state;

typedef struct {
  uint32_t from, to, next_out;
  nielsen_step step;
} nielsen_edge;

typedef struct {
  lyre_env *env;
  lyre_mem *mem;
  lyre_arena arena;
  nielsen_languages *languages;
  uint32_t n_vars;
  lyre_vec (nielsen_state) states; /* the first is the root */
  lyre_vec (nielsen_edge) edges;
  lyre_map table;   /* hash -> state + 1 */
  uint32_t solved;  /* the state without equations, + 1; 0: not found yet */
  uint64_t effort;  /* symbols of the states looked at */
  bool cut;         /* some state was too large to be looked at */
  bool complete;    /* every state was looked at */
  lyre_u32s buffer; /* scratch of system.c */
  lyre_vec (uint64_t) queue; /* graph.c: heap of (size, state) */
  lyre_vec (int32_t) counts; /* by variable; zero between uses */
} nielsen_graph;

/* One side of an equation. */
typedef struct {
  uint32_t n;
  const uint32_t *at;
} nielsen_word;

void nielsen_graph_init (nielsen_graph *, lyre_env *, lyre_mem *,
                         nielsen_languages *, uint32_t n_vars);
void nielsen_graph_release (nielsen_graph *);

/* The state of these equations; LANGUAGES by variable. *STATE is set and true
 * returned unless the system has no solution for a simple reason. */
bool nielsen_make_state (nielsen_graph *, uint32_t n, const nielsen_word *sides,
                         const nielsen_language *languages, uint32_t *state);
/* The state after a step. */
bool nielsen_take_step (nielsen_graph *, uint32_t state, const nielsen_step *,
                        uint32_t *out);
/* The equations of a state, two words each, in ARENA; 2 * n_equations. */
nielsen_word *nielsen_sides (const nielsen_graph *, lyre_arena *,
                             uint32_t state);
nielsen_language nielsen_language_in (const nielsen_graph *, uint32_t state,
                                      uint32_t var);

/* -------------------------------------------------------------- graph.c */
typedef enum {
  NIELSEN_NONE,   /* no solution: all states were looked at */
  NIELSEN_SOLVED, /* the solved state was reached */
  NIELSEN_GAVE_UP /* stopped, or too many states */
} nielsen_answer;

/* Looks at states until one is solved, or, with ALL, until none is left, or
 * until the symbols looked at are more than MAX. May be called again. */
nielsen_answer nielsen_search (nielsen_graph *, bool all, uint64_t max);

/* ------------------------------------------------------------ lengths.c */
/* Linear arithmetic over the lengths of variables. */
typedef struct {
  lyre_arith *arith;
  const uint32_t *length; /* by variable: that of its length */
} nielsen_arith;

/* Looks for a path to the solved state, with loops, whose lengths arithmetic
 * admits, in every one of the graphs; their variables are the same numbers, and
 * LANGUAGES those at the start. On success WORDS has the value of each
 * variable, in ARENA, and the arithmetic core is one level up, with its model.
 */
bool nielsen_solve_lengths (uint32_t n, nielsen_graph *const *graphs,
                            const nielsen_language *languages,
                            const nielsen_arith *, lyre_arena *,
                            const lyre_str **words);

/* --------------------------------------------------------------- read.c */
/* A conjunction, as far as it is made of equations and memberships. Other
 * string terms count as variables. */
typedef struct {
  const lyre_problem *p;
  lyre_translation *tr;
  lyre_arena arena;
  nielsen_languages *languages;
  lyre_term_vec terms; /* by variable; LYRE_NO_TERM for those that we add */
  lyre_map var_of;     /* term id -> variable + 1 */
  lyre_vec (nielsen_word) sides;        /* two for each equation */
  lyre_vec (lyre_re) regexes;           /* by variable */
  lyre_vec (nielsen_language) language; /* by variable, after _close */
} nielsen_system;

void nielsen_system_init (nielsen_system *, const lyre_problem *,
                          lyre_translation *);
void nielsen_system_release (nielsen_system *);
/* Takes in an assertion; false if it says nothing about words to us. */
bool nielsen_read (nielsen_system *, lyre_term assertion);
/* After the last assertion: computes the languages. False if one is empty, so
 * that there is no solution. */
bool nielsen_close (nielsen_system *);
/* The same for comparisons of linear forms over integers and lengths; these go
 * to ARITH. NUMBERS maps integer variables and lengths of variables
 * (terms) to its variables + 1. */
bool nielsen_read_linear (nielsen_system *, lyre_term assertion, lyre_arith *,
                          lyre_map *numbers);
uint32_t nielsen_number (nielsen_system *, lyre_term leaf, lyre_arith *,
                         lyre_map *numbers);
/* The variable of a string term. */
uint32_t nielsen_var (nielsen_system *, lyre_term);

/* -------------------------------------------------------------- parts.c */
typedef struct {
  nielsen_system *s;
  nielsen_graph whole;               /* its root alone */
  lyre_vec (nielsen_graph *) graphs; /* of the variable-disjoint parts */
} nielsen_parts;

/* Of a closed system. False if that has no solution, for a simple reason. */
bool nielsen_parts_init (nielsen_parts *, nielsen_system *);
void nielsen_parts_release (nielsen_parts *);
/* nielsen_search for each part: NONE if one has no solution. */
nielsen_answer nielsen_parts_search (nielsen_parts *, bool all, uint64_t max);

#endif
