/* Engine `words`: unbounded strings as a theory inside CDCL(T).
 *
 * The problem is first purified: every application of a string function other
 * than concatenation and length gets a variable of its own, k = f(args), and
 * so do ite, div and mod. What is left are atoms over concatenations of
 * variables and literals, and over linear forms of integers and lengths.
 *
 *   purify.c    terms to flat terms and definitions
 *   cnf.c       boolean structure to clauses, atoms to literals
 *   linear.c    linear forms to rows and bounds of the arithmetic core
 *   bounds.c    bounds that follow from bounds
 *   theory.c    the hooks of the SAT core; equalities go to the e-graph, bounds
 *               to arithmetic, and at the end of the assignment:
 *   normal.c    normal forms of the classes, arrangement of equations
 *   loops.c     equations that arranging does not end, by nielsen/
 *   contain.c   parts of parts
 *   evaluate.c  definitions and atoms whose arguments are known
 *   languages.c the automata back end, on the conjunction as a whole
 *   member.c    memberships
 *   candidate.c values for everything; what they violate is refined by
 *   reduce.c    reductions of definitions and atoms, once each
 *   order.c     cycles in the order of strings
 *   open_regex.c memberships in expressions that are not closed
 *   product.c   products of variables
 *   convert.c   numbers as strings and strings as numbers
 *
 * All reasoning is by lemmas: clauses over atoms, old and new. */
#ifndef LYRE_ENGINE_WORDS_WORDS_H
#define LYRE_ENGINE_WORDS_WORDS_H

#include "core/arith/arith.h"
#include "core/egraph/egraph.h"
#include "core/sat/sat.h"
#include "engine/automata/conjunction.h"
#include "engine/problem.h"

extern const lyre_engine lyre_engine_words;

typedef enum {
  ATOM_NONE,     /* a propositional variable */
  ATOM_EQUAL,    /* two string (or uninterpreted) terms */
  ATOM_BOUND,    /* an arithmetic variable is at most a number */
  ATOM_PREDICATE /* str.in_re, str.contains, ... */
} atom_kind;

typedef struct {
  atom_kind kind;
  lyre_term term;  /* EQUAL, PREDICATE; flat */
  lyre_enode a, b; /* EQUAL; PREDICATE: a is its node */
  uint32_t var;    /* BOUND: var <= bound, or var < bound */
  lyre_rat bound;
  bool strict;
  bool derived;    /* EQUAL: made by arranging equations */
  bool reduced[2]; /* PREDICATE, EQUAL: reduced when false / true */
} atom;

/* k = f(args), args flat. */
typedef struct {
  lyre_term var, term;
  bool reduced;
} definition;

/* A class of equal strings, and its normal form: a sequence of
 * literals and variables, each variable the representative of a class without
 * structure. Valid until the end of the round. */
typedef struct {
  lyre_enode root;
  lyre_term rep;   /* a variable or literal of the class */
  bool is_literal; /* rep is one */
  lyre_vec (lyre_term) concats;
  lyre_term base; /* the concatenation that the form comes from, or rep */
  uint8_t state;  /* 0 not looked at, 1 being looked at, 2 done */
  uint32_t n;     /* parts of the form */
  const lyre_term *parts;
} string_class;

/* What there was when a decision level began. */
typedef struct {
  uint32_t trail, why;
} level;

typedef struct {
  const lyre_problem *p;
  lyre_env *env;
  lyre_terms *ts;
  lyre_rw *rw;
  lyre_mem *mem;
  lyre_arena arena;
  lyre_arena round; /* what one check of a full assignment needs */
  lyre_translation tr;

  lyre_map flat; /* term id -> flat term id */
  lyre_vec (definition) definitions;
  lyre_map definition_of; /* variable id -> index + 1 */
  lyre_term_vec axioms;   /* flat Bool terms that purification adds */
  uint32_t axioms_done, definitions_done;

  lyre_sat *sat;
  lyre_map literal_of;   /* flat Bool term id -> literal + 2^31 */
  lyre_vec (atom) atoms; /* by SAT variable */
  lyre_lit true_literal;
  lyre_map lemma_seen; /* lemma term id -> 1 */

  lyre_egraph *eg;
  lyre_map enode_of;     /* term id -> node + 1 */
  lyre_term_vec term_of; /* by node */
  lyre_enode true_node, false_node;

  lyre_arith *arith;
  lyre_map arith_of;              /* leaf term id -> variable + 1 */
  lyre_map bound_of;              /* hash of a bound -> SAT variable */
  lyre_vec (lyre_lits) bounds_on; /* by arithmetic variable, strongest first */
  lyre_u32s why;    /* reasons of bounds that rows implied: how many, which */
  lyre_u32s why_of; /* by SAT variable: a place there */

  lyre_vec (string_class) classes; /* of this round */
  lyre_map class_of;               /* root node -> class + 1 */
  lyre_map characters;             /* variables where two strings differ */
  lyre_map skolem_of;              /* (kind, a, b) -> variable */
  lyre_map word_of;       /* representative -> word chosen in this round */
  uint32_t n_apart;       /* variables in this round that differ: twice */
  const lyre_term *apart; /* as many as there are pairs */
  lyre_map language_of;   /* representative -> language + 1, in this round */
  lyre_map numeral_of;    /* variable -> the number it must be, in this round */
  lyre_map code_of;       /* variable -> the code it must have */
  lyre_map numerals_of;   /* language -> lyre_numerals, or 1 if too large */
  uint32_t sum_lemmas;    /* lemmas about values of concatenations, so far */
  uint32_t product_lemmas; /* lemmas about products, so far */
  uint32_t point_lemmas;   /* lemmas about single values, so far */

  lyre_workshop shop;                   /* of the automata back end */
  uint32_t backend_wait, backend_pause; /* rounds until it tries again */

  lyre_lits trail; /* assigned observed literals */
  uint32_t told;   /* those that the cores have heard of */
  lyre_vec (level) levels;
  uint32_t rounds;      /* checks of a full assignment, so far */
  uint32_t loops_asked; /* times that the loops were looked at */
  bool arranging;       /* new equations are derived ones */
  const char *reason;   /* why the last check gave up */
  lyre_model *model;    /* out */
} words;

/* ------------------------------------------------------------- purify.c */
/* The flat form of T; new definitions and axioms are appended. */
lyre_term words_flatten (words *, lyre_term t);
/* A fresh variable. */
lyre_term words_fresh (words *, const char *stem, lyre_sort);
/* The string variable for a purpose and two terms; the same one each time. */
lyre_term words_skolem (words *, const char *purpose, lyre_term a, lyre_term b);

/* ---------------------------------------------------------------- cnf.c */
/* The literal of a flat Bool term; clauses are added for its structure. */
lyre_lit words_literal (words *, lyre_term flat);
/* A new SAT variable for this atom. */
lyre_lit words_fresh_literal (words *, atom);
/* Adds T, any Bool term, as a lemma: rewritten, flattened, clausified, unless
 * it was added before. True if something was added. */
bool words_lemma (words *, lyre_term t);
/* The lemma REASONS => T; reasons are literals that are true now. */
bool words_infer (words *, const lyre_reasons *, lyre_term t);
/* The same for a literal, as it is. */
bool words_infer_literal (words *, const lyre_reasons *, lyre_lit);
/* If T is open, the search tries it first. */
void words_prefer (words *, lyre_term t);
/* The lemma REASONS => false. */
void words_conflict (words *, const lyre_reasons *);

/* ------------------------------------------------------------- linear.c */
/* The literal of a comparison (=, <=, ...) of flat numeric terms. */
lyre_lit words_compare (words *, lyre_term atom);
/* Makes the length of a string variable known to arithmetic. */
void words_introduce_length (words *, lyre_term string);
/* The literal of var <= bound, or var < bound. */
lyre_lit words_bound (words *, uint32_t var, lyre_rat bound, bool strict);
/* The value of a flat numeric term in the arithmetic core's current model. In
 * the engine's arena. */
lyre_rat words_number (words *, lyre_term t);
/* The length of a flat string there; INT64_MAX if it is larger still. */
int64_t words_model_length (words *, lyre_term string);

/* ------------------------------------------------------------- bounds.c */
/* Relates a new bound to the others on its variable. */
void words_order_bound (words *, lyre_lit);
/* Tells the SAT core of bounds that follow from others. */
void words_propagate_bounds (words *);
/* Why such a bound: the other literals of a clause. */
void words_explain_bound (words *, lyre_lit, lyre_lits *out);

/* ------------------------------------------------------------- theory.c */
lyre_enode words_node (words *, lyre_term flat);
void words_theory_init (words *);

static inline lyre_reason words_reason (lyre_lit l) {
  return (lyre_reason) l;
}

/* ------------------------------------------------ strings, at full effort */
typedef enum {
  STEP_DONE,  /* nothing to object */
  STEP_MORE,  /* lemmas were added */
  STEP_MODEL, /* words->model is one: nothing more to check */
  STEP_STUCK  /* give up, words->reason says why */
} step;

step words_check_integers (words *);    /* numbers are whole */
step words_check_lengths (words *);     /* classes agree in length */
step words_check_values (words *);      /* evaluate.c */
step words_check_order (words *);       /* order.c */
step words_check_contain (words *);     /* contain.c */
step words_check_languages (words *);   /* languages.c */
step words_check_loops (words *);       /* loops.c: now and then */
step words_check_equations (words *);   /* normal.c */
step words_check_products (words *);    /* product.c */
step words_check_conversions (words *); /* convert.c */
step words_check_members (words *);     /* member.c */
step words_check_candidate (words *);   /* candidate.c */

/* candidate.c */
/* The words in word_of, "" for other string variables, and numbers that go
 * with their lengths: true if that is a model; words->model is filled in. If
 * not, the arithmetic core has to be checked again for its own. */
bool words_try_words (words *);

/* normal.c */
/* The class of a flat string term. */
string_class *words_class (words *, lyre_term string);
/* Appends the reasons why the string equals the parts of its normal form. */
void words_explain_form (words *, lyre_term string, lyre_reasons *out);

/* convert.c */
/* The word that a number dictates to the variable X of some form: a numeral, or
 * the character of a code. False if none does. */
bool words_wanted (words *, lyre_term x, const lyre_str **word);
/* X has another length, or its number is another one. */
lyre_term words_not_wanted (words *, lyre_term x);
/* The lemma that the wanted word, which is not in X's language, needs; WHY says
 * why X has that language. False if there is none. */
bool words_exclude_wanted (words *, const lyre_reasons *why, lyre_term x,
                           lyre_re language);

/* loops.c: at once. DONE if there is nothing to say. */
step words_solve_loops (words *);

/* reduce.c: adds the reduction of a definition, or of an atom with the truth
 * value it has. False if there is none. */
bool words_reduce_definition (words *, uint32_t index);
bool words_reduce_atom (words *, uint32_t sat_var, bool value);
/* A str.contains that is false: the needle does not stand at this place. */
bool words_exclude_place (words *, uint32_t sat_var, uint32_t place);

/* open_regex.c: what follows if S is in R, or is not, for an R that is not
 * closed. LYRE_NO_TERM if there is no rule. */
lyre_term words_open_membership (words *, lyre_term s, lyre_term r, bool value);
/* The closed expression that a variable equals in this assignment. */
lyre_term words_regex_of (words *, lyre_term var);
/* Is this one of the two characters where strings differ first? */
bool words_is_character (words *, lyre_term);

/* Shorthands for building terms. */
lyre_term words_eq (words *, lyre_term, lyre_term);
lyre_term words_not (words *, lyre_term);
lyre_term words_len (words *, lyre_term);
lyre_term words_text (words *, const char *);

#endif
