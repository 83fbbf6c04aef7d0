/* What the files of this folder share.
 *
 * The tableau is a set of rows, each an equation with integer coefficients
 *
 *   a0*x0 + a1*x1 + ... + an*xn = 0      gcd (a0, ..., an) = 1
 *
 * whose first entry is the row's basic variable. A basic variable occurs in its
 * own row only. Values satisfy all rows at all times, and non-basic variables
 * are within their bounds; check makes the basic ones follow. Rows are
 * tautologies (they define row variables), so only bounds appear in
 * explanations.
 *
 *   rows[r]    | coef var at | coef var at | ...     at: place in the column
 *                        |
 *   vars[x].column       +--> | row at | row at |    at: place in the row
 *
 * Bounds live on a stack, and a bound's number is its place there; 0 is none.
 * A bound that we derived names older bounds as its reason, so popping the
 * stack keeps reasons alive as long as needed. */
#ifndef LYRE_ARITH_INTERNAL_H
#define LYRE_ARITH_INTERNAL_H

#include "core/arith/arith.h"
#include "base/map.h"

/* r + d*epsilon, for an arbitrarily small positive epsilon. */
typedef struct {
  lyre_rat r, d;
} lyre_delta;

typedef enum { LYRE_LOWER, LYRE_UPPER } lyre_side;

typedef struct {
  lyre_int coef;
  uint32_t var, at;
} lyre_entry;

typedef struct {
  uint32_t row, at;
} lyre_link;

typedef lyre_vec (lyre_entry) lyre_row;

/* A row variable's definition: the variable equals the form. Never moves. */
typedef struct {
  uint32_t n;
  const uint32_t *vars;  /* ascending */
  const lyre_rat *coefs; /* not 0 */
} lyre_form;

#define LYRE_NO_ROW UINT32_MAX

typedef struct {
  lyre_delta value;
  lyre_vec (lyre_link) column;
  uint32_t bound[2]; /* by side */
  uint32_t row;      /* of a basic variable, else LYRE_NO_ROW */
  lyre_form form;    /* n = 0: the variable is not a row's */
  bool is_int;
  bool queued;  /* basic, and perhaps out of its bounds */
  bool changed; /* has a new bound since the last lyre_arith_implied */
} lyre_arith_var;

typedef enum {
  LYRE_BY_TAG,    /* the caller's; why is the tag */
  LYRE_BY_BOUNDS, /* derived; why is a place in reasons */
  LYRE_BY_CHOICE  /* an assumption of branch and bound */
} lyre_bound_kind;

typedef struct {
  lyre_delta at; /* d is -1, 0 or 1; integers have integer bounds */
  uint32_t var, previous, why;
  lyre_side side;
  lyre_bound_kind kind;
  bool in_force; /* false: it clashed with the other side's bound */
} lyre_bound;

typedef struct {
  uint32_t bounds, reasons;
} lyre_level;

/* A choice that branch and bound has made. */
typedef struct {
  uint32_t bound; /* the choice in force */
  bool second;    /* the first one failed; why is in saved */
  uint32_t saved; /* where */
} lyre_node;

struct lyre_arith {
  lyre_env *env;
  lyre_mem *mem;
  lyre_arena kept;  /* forms: as long as the solver */
  lyre_arena nums;  /* numbers in rows, values and bounds */
  lyre_arena spare; /* the other space, while numbers are moved */
  lyre_arena work;  /* mark, use, cut back */
  size_t garbage, garbage_limit;

  lyre_vec (lyre_arith_var) vars;
  lyre_vec (lyre_row) rows;
  lyre_u32s place;     /* by variable: 1 + its place in some row, or 0 */
  lyre_map forms;      /* hash of a primitive form -> 1 + newest row variable */
  lyre_u32s same_hash; /* by variable: the next older one with that hash */
  uint32_t zero;       /* 1 + the variable that is always 0, or 0 */

  lyre_vec (lyre_bound) bounds; /* the first is not used */
  lyre_u32s reasons;            /* how many, then bound numbers */
  lyre_vec (lyre_level) levels;
  lyre_u32s queue;   /* variables marked queued */
  lyre_u32s changed; /* variables marked changed */

  lyre_vec (uint8_t) seen; /* by bound; all 0 between calls */
  lyre_u32s core;          /* bounds by tag or choice: an explanation */
  lyre_u32s open;          /* work list of lyre_core_close */
  lyre_u32s tags;          /* the last explanation as tags */
  const struct lyre_implication *reported; /* while a callback looks at it */
  bool clash; /* a bound failed and its level is still there */
  uint32_t clash_level;
  lyre_u32s clash_tags;

  lyre_vec (lyre_node) nodes;      /* branch.c */
  lyre_u32s saved;                 /* cores of first branches */
  lyre_u32s ids;                   /* bounds, while a reason is built */
  uint32_t first_extra, end_extra; /* variables for lyre_forms, if any */
  uint32_t split_var;
  lyre_int split_value;
  uint64_t effort;      /* pivots per integer check */
  uint64_t pivot_limit; /* counts.pivots may not go beyond; 0: none */
  bool epsilon_known;
  lyre_rat epsilon;
  lyre_arith_counts counts;
};

/* ------------------------------------------------------------ number.c */

#define LYRE_RAT_ZERO ((lyre_rat){LYRE_INT_ZERO, LYRE_INT_ONE})
#define LYRE_DELTA_ZERO ((lyre_delta){LYRE_RAT_ZERO, LYRE_RAT_ZERO})

lyre_delta lyre_delta_from (lyre_rat);
lyre_delta lyre_delta_copy (lyre_arena *, lyre_delta);
lyre_delta lyre_delta_add (lyre_arena *, lyre_delta, lyre_delta);
lyre_delta lyre_delta_sub (lyre_arena *, lyre_delta, lyre_delta);
lyre_delta lyre_delta_scale (lyre_arena *, lyre_delta, lyre_rat);
int lyre_delta_cmp (lyre_arena *scratch, lyre_delta, lyre_delta);
int lyre_delta_sign (lyre_delta);
bool lyre_delta_is_int (lyre_delta);
lyre_int lyre_delta_floor (lyre_arena *, lyre_delta);
lyre_int lyre_rat_ceiling (lyre_arena *, lyre_rat);
/* The bound that this value is for a variable: rounded inwards for integers,
 * with d made -1, 0 or 1. */
lyre_delta lyre_bound_rounded (lyre_arena *, lyre_delta, lyre_side,
                               bool is_int);
/* Moves the live numbers to a fresh arena if garbage has piled up. Only where
 * no number is held in a local variable. */
void lyre_numbers_collect (lyre_arith *);
/* Counts what has been allocated since the root pool had used so much. */
void lyre_numbers_count (lyre_arith *, size_t before);

/* ----------------------------------------------------------- tableau.c */

/* A new row that says var = form; var is new and becomes basic, its value is
 * set. */
void lyre_tableau_define (lyre_arith *, uint32_t var, lyre_form);
/* The row's entry AT becomes basic. Values do not change. */
void lyre_tableau_pivot (lyre_arith *, uint32_t row, uint32_t at);
/* Forgets the newest variables down to N of them. They are row variables
 * without bounds that no other form mentions. */
void lyre_tableau_drop (lyre_arith *, uint32_t n);
/* Rows, columns and values fit together. For assertions; slow. */
bool lyre_tableau_check (lyre_arith *);

/* ----------------------------------------------------------- simplex.c */

/* Gives a non-basic variable a value; basic ones follow. */
void lyre_simplex_move (lyre_arith *, uint32_t var, lyre_delta value);
/* The basic variable of a row gets the value and leaves the basis for the
 * row's entry AT. */
void lyre_simplex_exchange (lyre_arith *, uint32_t row, uint32_t at,
                            lyre_delta value);
void lyre_simplex_enqueue (lyre_arith *, uint32_t var);
/* -1, 0, 1: below, within, above its bounds. */
int lyre_simplex_outside (lyre_arith *, uint32_t var);
/* May the value grow (DIRECTION > 0) or shrink without leaving a bound? */
bool lyre_simplex_can_move (lyre_arith *, uint32_t var, int direction);
/* YES, NO with a core, or GAVE_UP. */
lyre_arith_answer lyre_simplex_run (lyre_arith *);

/* ----------------------------------------------------------- explain.c */

/* An explanation is collected in a->core: clear, add bounds, close. Closing
 * replaces derived bounds by their reasons. */
void lyre_core_clear (lyre_arith *);
void lyre_core_add (lyre_arith *, uint32_t bound);
void lyre_core_close (lyre_arith *);
/* The core as tags, sorted, each once. */
lyre_tags lyre_core_tags (lyre_arith *);
/* The core of a row whose basic variable is outside on this side although no
 * entry can move. */
void lyre_explain_row (lyre_arith *, uint32_t row, lyre_side);

/* ------------------------------------------------------------- arith.c */

uint32_t lyre_arith_add_form (lyre_arith *, lyre_form, bool is_int);
/* Puts a bound in force unless it says nothing new. False if it clashes with
 * the other side: then the core says why. */
bool lyre_bound_set (lyre_arith *, uint32_t var, lyre_side, lyre_delta,
                     lyre_bound_kind, uint32_t why);
/* The reason for a derived bound: these bounds. */
uint32_t lyre_bound_reason (lyre_arith *, uint32_t n, const uint32_t *);
/* Would it say something new? */
bool lyre_bound_is_news (lyre_arith *, uint32_t var, lyre_side, lyre_delta);
void lyre_bounds_push (lyre_arith *);
void lyre_bounds_pop (lyre_arith *, uint32_t levels);
/* Both bounds are there and equal. */
bool lyre_bound_is_fixed (const lyre_arith *, uint32_t var);
/* The same answer, with the core as tags if it is NO. */
lyre_arith_answer lyre_arith_conclude (lyre_arith *, lyre_arith_answer);

/* ----------------------------------------------------------- implied.c */

typedef struct lyre_implication {
  uint32_t var;
  lyre_side side;
  lyre_delta at;      /* in a->work, until the callback returns */
  bool rounded;       /* the rationals imply less */
  bool low;           /* from the least, not the greatest, value of the rest */
  uint32_t row, skip; /* the rest: the row without this entry */
} lyre_implication;

/* Bounds that a row implies and that say something new. The callback may set
 * bounds and returns false to stop; then so does this. */
bool lyre_implied_row (lyre_arith *, uint32_t row,
                       bool (*found) (lyre_arith *, void *,
                                      const lyre_implication *),
                       void *user);
/* Appends the bounds that the implication rests on. */
void lyre_implied_reasons (lyre_arith *, const lyre_implication *,
                           lyre_u32s *out);
/* Uses rows to tighten integer variables. False: a core says there is no
 * solution. */
bool lyre_implied_tighten (lyre_arith *);

/* ----------------------------------------- equations.c, cuts.c, branch.c */

/* Integer forms such that all variables are integers once these and those
 * variables are that the equations leave free. A form's number counts on from
 * the variables, and later forms may mention earlier ones. In a->work. */
typedef struct {
  uint32_t n;
  const lyre_form *at;
} lyre_forms;
/* Integer solutions of the equations among the bounds; tightens bounds by
 * congruences. False: a core says there is none. Leaves things in a->work. */
bool lyre_equations_solve (lyre_arith *, lyre_forms *);
/* Each row alone: does the gcd of what is free divide what is fixed? False:
 * a core says no. */
bool lyre_equations_gcd (lyre_arith *);
/* Adds a few cuts as new variables with bounds; false if there are none. A
 * clash sets *NO, and the core says why. */
bool lyre_cuts_add (lyre_arith *, bool *no);
/* An integer variable with a value that is none, or UINT32_MAX. Extra
 * variables, the newest first, come before others. */
uint32_t lyre_branch_pick (lyre_arith *);
/* Never SPLIT. */
lyre_arith_answer lyre_branch_search (lyre_arith *);

/* ------------------------------------------------------------- shortcuts */

static inline lyre_arith_var *lyre_var_at (const lyre_arith *a, uint32_t x) {
  return &a->vars.data[x];
}

static inline lyre_row *lyre_row_at (const lyre_arith *a, uint32_t r) {
  return &a->rows.data[r];
}

static inline const lyre_bound *lyre_bound_at (const lyre_arith *a, uint32_t x,
                                               lyre_side side) {
  uint32_t b = a->vars.data[x].bound[side];
  return b ? &a->bounds.data[b] : NULL;
}

static inline bool lyre_is_basic (const lyre_arith *a, uint32_t x) {
  return a->vars.data[x].row != LYRE_NO_ROW;
}

static inline lyre_side lyre_other_side (lyre_side s) {
  return s == LYRE_LOWER ? LYRE_UPPER : LYRE_LOWER;
}

/* -a/b for two coefficients. */
static inline lyre_rat lyre_minus_ratio (lyre_arena *arena, lyre_int a,
                                         lyre_int b) {
  return lyre_rat_neg (arena, lyre_rat_make (arena, a, b));
}

#endif
