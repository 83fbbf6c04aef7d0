/* The inside of the SAT solver; included by this folder alone.
 *
 *   sat.c        the public face and the search loop; start reading here
 *   add.c        a clause enters, at any decision level
 *   clause.c     the clause arena, watches, garbage collection
 *   propagate.c  the trail: assigning, unit propagation, backtracking
 *   analyze.c    learning from a conflict; cores of failed assumptions
 *   decide.c     which variable next: activities in a heap
 *   phase.c      which value first
 *   restart.c    when to restart
 *   reduce.c     which learned clauses to forget
 *   theory.c     hooks: telling, asking, explaining
 *   proof.c      DRAT
 *
 * Invariants between any two steps of the search:
 *  - The trail is ordered by level: whatever is assigned gets the current
 *    level. A clause that would have been unit earlier makes us go back there
 *    first (add.c).
 *  - If a watched literal of a clause is false and was propagated, some other
 *    literal of it is true, at the same or a lower level.
 *  - Literals of level 0 have no reason, so no clause is needed for them. */
#ifndef LYRE_SAT_INTERNAL_H
#define LYRE_SAT_INTERNAL_H

#include "core/sat/sat.h"

/* Checked builds restart, reduce and collect garbage much more often, to give
 * bugs a chance. */
#ifdef LYRE_CHECKED
enum { HASTE = 20 };
#else
enum { HASTE = 1 };
#endif

/* Literals inside: 2 v for the variable v >= 1, 2 v + 1 for its negation. */
typedef uint32_t lit;

static inline lit negate (lit l) {
  return l ^ 1;
}
static inline uint32_t var_of (lit l) {
  return l >> 1;
}
static inline lit inner (lyre_lit l) {
  return l > 0 ? 2 * (uint32_t) l : 2 * (uint32_t) -l + 1;
}
static inline lyre_lit outer (lit l) {
  return l & 1 ? -(lyre_lit) (l >> 1) : (lyre_lit) (l >> 1);
}

/* Clauses lie one after the other in one vector of words; a reference is the
 * index of the first:
 *
 *   | size | lbd and flags | literal 0 | literal 1 | ... | size | ...
 *
 * The two watched literals come first. All are at least binary, except loose
 * ones: given by the theory as a reason or conflict, not watched, and alive
 * only while they are the reason of literal 0. */
typedef uint32_t cref;
#define NO_CLAUSE UINT32_MAX       /* no reason, no conflict */
#define BY_THEORY (UINT32_MAX - 1) /* a reason not yet asked for */
#define MAX_CREF (UINT32_MAX >> 1) /* a bit is needed in watches */

typedef struct {
  uint32_t size;
  uint32_t lbd : 24;      /* levels in the clause when learned or last used */
  uint32_t used : 2;      /* in conflicts since the last reductions */
  uint32_t redundant : 1; /* learned: may be forgotten */
  uint32_t loose : 1;
  uint32_t garbage : 1;
  uint32_t moved : 1; /* by garbage collection, to the place in lits[0] */
  lit lits[];
} clause;
#define CLAUSE_WORDS 2u

typedef struct {
  lit blocker; /* if true, the clause needs no visit; binary: the other one */
  uint32_t ref : 31;
  uint32_t binary : 1;
} watch;
typedef lyre_vec (watch) watches;

typedef struct {
  uint32_t level, reason, pos; /* while it has a value */
  uint8_t mark;                /* of analyze.c */
  int8_t phase;                /* its last value, to be tried first */
  bool observed, decision;
} variable;

typedef struct {
  int8_t asked, target, best; /* see phase.c; 0: none */
} phase_hints;

typedef struct {
  uint32_t start; /* of its literals on the trail */
  uint64_t stamp; /* for counting different levels */
} level_info;

typedef struct {
  double biased, alpha, exp; /* exponential moving average, corrected */
} ema;

/* An observed literal the theory could not be told about in trail order,
 * because it was assigned before it was observed. */
typedef struct {
  lit l;
  uint32_t told_at; /* level, or UINT32_MAX */
} late_news;

typedef struct {
  cref ref;
  uint32_t next;
} minimize_frame;

/* What the theory may do now. */
typedef enum { OUTSIDE, LISTENING, SPEAKING } hook_state;

struct lyre_sat {
  lyre_env *env;
  lyre_mem *mem;
  bool unsat;   /* for good */
  bool solving; /* inside lyre_sat_solve */

  /* Clauses. */
  lyre_u32s arena;
  uint32_t wasted;            /* words of garbage */
  uint32_t loose_words;       /* words of new loose clauses: soon garbage */
  lyre_vec (watches) watches; /* by literal */

  /* The assignment. */
  lyre_vec (int8_t) vals;       /* by literal: +1, -1, 0 */
  lyre_vec (variable) vars;     /* [0] is not used */
  lyre_vec (lit) trail;         /* never grows while searching */
  lyre_vec (level_info) levels; /* levels.len - 1 is the current one */
  uint32_t bcp_head;            /* trail before here was propagated */
  lyre_vec (int8_t) model;      /* copy of vals after YES */
  uint32_t root_at_reduce;      /* fixed literals at the last reduction */

  /* Decisions. */
  lyre_vec (double) activity;
  lyre_u32s heap, heap_pos; /* variables; where each is, or UINT32_MAX */
  double bump;
  lyre_vec (phase_hints) hints; /* by variable */
  uint32_t target_size, best_size;
  uint64_t renew_at, renewals;
  lyre_vec (lit) assumptions, core;
  lyre_vec (uint8_t) in_core; /* by literal */

  /* Analysis. */
  lyre_vec (lit) learned;
  lyre_u32s analyzed, minimized; /* variables with marks */
  lyre_vec (minimize_frame) frames;
  uint64_t stamp;

  /* Adding clauses. */
  lyre_vec (lit) buffer;
  lyre_vec (uint8_t) in_clause; /* by literal */

  /* Restarts and reductions. */
  ema fast_lbd, slow_lbd;
  bool stable;
  uint64_t restart_at, switch_at, switch_ticks, switches;
  uint64_t luby_u, luby_v;
  uint64_t reduce_at;
  lyre_vec (uint64_t) candidates;

  /* Theory. */
  lyre_theory theory;
  hook_state hook;
  bool changed;         /* by the theory, in this hook */
  uint32_t theory_head; /* trail before here was told */
  lyre_vec (late_news) late;
  bool late_untold;
  lit refuted;       /* propagated by the theory though false, or 0 */
  lyre_u32s pending; /* clauses of the theory: 2 n + is_loose, literals... */
  uint32_t pending_head;
  lyre_lits explanation;

  /* Proof. */
  void (*proof_write) (void *, const char *, size_t);
  void *proof_user;
  lyre_chars proof_line;

  uint64_t polled; /* propagations that were polled for */
  lyre_sat_counts counts;
};

static inline uint32_t level_now (const lyre_sat *s) {
  return s->levels.len - 1;
}
static inline int value_of (const lyre_sat *s, lit l) {
  return s->vals.data[l];
}
static inline variable *var_at (const lyre_sat *s, lit l) {
  return s->vars.data + var_of (l);
}
static inline uint32_t level_of (const lyre_sat *s, lit l) {
  return var_at (s, l)->level;
}
static inline bool is_fixed (const lyre_sat *s, lit l) {
  return value_of (s, l) && !level_of (s, l);
}
static inline clause *clause_at (const lyre_sat *s, cref ref) {
  return (clause *) (s->arena.data + ref);
}

/* clause.c */
typedef enum { KEPT, REDUNDANT, LOOSE } clause_kind;
/* Not watched yet. May move the arena, but collects no garbage. */
cref lyre_sat_new_clause (lyre_sat *, clause_kind, uint32_t n, const lit *);
/* Watches the first two literals. */
void lyre_sat_attach (lyre_sat *, cref);
void lyre_sat_discard (lyre_sat *, cref);
/* Drops the watches of garbage; compacts the arena if that pays. */
void lyre_sat_sweep (lyre_sat *);
bool lyre_sat_is_crowded (const lyre_sat *); /* compacting would pay */
static inline cref clause_after (const lyre_sat *s, cref ref) {
  return ref + CLAUSE_WORDS + clause_at (s, ref)->size;
}

/* add.c */
/* Takes the clause in s->buffer in. Goes back to the level where it is unit or
 * false; in the second case it is the result, a conflict at the then current
 * level; otherwise NO_CLAUSE. A loose clause that is neither is forgotten. */
cref lyre_sat_install (lyre_sat *, bool loose);
void lyre_sat_refute (lyre_sat *); /* unsatisfiable for good */
void lyre_sat_fill_buffer (lyre_sat *, uint32_t n, const lyre_lit *);

/* propagate.c */
cref lyre_sat_root_reason (lyre_sat *, lit, cref);
/* Makes an open literal true at the current level. */
static inline void assign (lyre_sat *s, lit l, cref reason) {
  if (!level_now (s))
    reason = lyre_sat_root_reason (s, l, reason);
  variable *v = var_at (s, l);
  v->level = level_now (s);
  v->reason = reason;
  v->pos = s->trail.len;
  s->vals.data[l] = 1;
  s->vals.data[negate (l)] = -1;
  s->trail.data[s->trail.len++] = l;
}
cref lyre_sat_bcp (lyre_sat *); /* the conflict or NO_CLAUSE */
void lyre_sat_push_level (lyre_sat *);
void lyre_sat_backtrack (lyre_sat *, uint32_t level);

/* analyze.c */
/* Learns from a conflict at the current level, which is not 0, goes back and
 * asserts what was learned. */
void lyre_sat_learn (lyre_sat *, cref conflict);
/* The core of assumptions, given one that is false. */
void lyre_sat_final_core (lyre_sat *, lit failed);

/* decide.c */
void lyre_sat_heap_insert (lyre_sat *, uint32_t var); /* if not there */
void lyre_sat_bump (lyre_sat *, uint32_t var);
void lyre_sat_decay (lyre_sat *);
/* The most active open decision variable, or 0. */
uint32_t lyre_sat_best_var (lyre_sat *);

/* phase.c */
void lyre_sat_phase_init (lyre_sat *);
lit lyre_sat_with_phase (const lyre_sat *, uint32_t var);
void lyre_sat_note_phases (lyre_sat *); /* at each conflict */
void lyre_sat_forget_targets (lyre_sat *);
bool lyre_sat_renew_due (const lyre_sat *);
void lyre_sat_renew_phases (lyre_sat *);

/* restart.c */
void lyre_sat_restart_init (lyre_sat *);
void lyre_sat_note_lbd (lyre_sat *, uint32_t lbd); /* after each conflict */
bool lyre_sat_restart_due (const lyre_sat *);
void lyre_sat_restart (lyre_sat *);

/* reduce.c */
void lyre_sat_reduce_init (lyre_sat *);
bool lyre_sat_reduce_due (const lyre_sat *);
void lyre_sat_reduce (lyre_sat *);

/* theory.c */
void lyre_sat_tell_new_level (lyre_sat *);
void lyre_sat_tell_backtrack (lyre_sat *, uint32_t level);
/* A clause from inside a hook; it waits for the end of that. */
void lyre_sat_add_lemma (lyre_sat *, uint32_t n, const lyre_lit *);
/* Takes in what the theory added; a conflict at the current level or none. */
cref lyre_sat_flush (lyre_sat *);
/* Tells the news and asks for consequences. Did the theory add anything? */
bool lyre_sat_consult (lyre_sat *);
/* The final check: YES, STOPPED, or LYRE_SAT_GO_ON. */
lyre_sat_result lyre_sat_final_check (lyre_sat *);
#define LYRE_SAT_GO_ON ((lyre_sat_result) -1)
lit lyre_sat_theory_choice (lyre_sat *); /* or 0 */
/* Asks the theory for the clause behind a literal it propagated. */
cref lyre_sat_explain (lyre_sat *, lit);

/* proof.c: nothing happens without a proof writer. */
void lyre_sat_proof_derived (lyre_sat *, uint32_t n, const lit *);
void lyre_sat_proof_theory (lyre_sat *, uint32_t n, const lit *);
void lyre_sat_proof_deleted (lyre_sat *, uint32_t n, const lit *);

#endif
