/* A state: everything one path of execution knows.
 *
 * Heap, statics and coverage are tries, frames and the path condition are
 * counted lists, so cloning a state costs a few increments, and a clone grows
 * only by what it writes. All writing goes through the functions here, which
 * copy what is shared first. Pointers into a state are good until the state
 * is cloned or the same object is written through another function. */
#ifndef LYRE_JAVA_STATE_H
#define LYRE_JAVA_STATE_H

#include "base/vec.h"
#include "java/heap/object.h"

/* ----------------------------------------------------------------- frames */

enum {
  JFRAME_DISCARD = 1, /* the caller wants no result, whatever is returned */
  JFRAME_CLINIT = 2,  /* a static initialiser: the class is then done */
  JFRAME_RETRY = 4,   /* when it returns, its caller runs the same instruction
                         again (class initialisation, toString in println) */
  JFRAME_ADAPT = 8,   /* box or unbox the result: lambdas */
};

#define JFRAME_LOOPS 6

typedef struct jframe jframe;
struct jframe {
  jcount count;
  jframe *up; /* the caller, or NULL */
  jmethod *m;
  uint32_t pc, sp; /* sp: values on the operand stack */
  uint8_t flags;
  char adapt; /* JFRAME_ADAPT: the kind the caller wants, Z to D or L */
  struct {
    uint16_t pc, n;
  } loops[JFRAME_LOOPS]; /* how often a branch forked here */
  int16_t store;         /* JFRAME_RETRY: the caller's operand that the result
                            replaces, -1: none */
  jref subject; /* JFRAME_CLINIT: the class; else what the caller wants back
                   instead of the result (constructor references), or 0 */
  jval v[];     /* max_locals locals, then max_stack operands */
};

/* Operands beyond max_stack that a malformed method may touch before the
 * interpreter notices; the fields before v are room for the other end. */
#define JFRAME_SLACK 8

/* -------------------------------------------------------- path conditions */

/* Newest first. Every condition is a Bool term; the solver's common prefix
 * of two paths is the part of the list that they share. */
typedef struct jpath jpath;
struct jpath {
  jcount count;
  jpath *up;
  lyre_term cond;
  uint32_t depth; /* conditions from here to the root */
};

/* Values for variables that satisfy a path condition (explore/solver.h). */
typedef struct jwitness jwitness;

/* ----------------------------------------------------------------- inputs */

/* Something the outside chose: a parameter, a field of a parameter that was
 * looked at, or what a nondet call returned. In the order of creation. */
typedef struct jinput jinput;
struct jinput {
  jcount count;
  jinput *up; /* the one before, or NULL */
  jname name; /* "s", "arg0.next", "nondetInt#3" */
  jname type; /* descriptor */
  jval value; /* as it was then: a term, or a reference to an input object */
  uint32_t index;
  jref parent; /* of a field or element: whose; else 0 */
  uint32_t slot;
};

/* --------------------------------------------------------------- coverage */

/* What a path has executed of one method: three bits per code byte. */
typedef struct {
  jcount count;
  jmethod *m;
  uint8_t bits[]; /* executed; branch taken; branch not taken */
} jcover;

#define JCOVER_BYTES(M) (((M)->code_len + 7) / 8)

/* ----------------------------------------------------------------- states */

/* How a path ends. */
typedef enum {
  JEND_RUNNING,
  JEND_RETURN,      /* the method returned */
  JEND_THROW,       /* an exception left the method */
  JEND_ASSUME,      /* an assumption does not hold: not a path of the program */
  JEND_EXIT,        /* System.exit and its like */
  JEND_BOUND,       /* a limit on this path: loops, depth, steps, stack */
  JEND_UNSUPPORTED, /* something Lyre cannot execute; `reason` names it */
  JEND_INFEASIBLE,  /* no input takes this path */
  JEND_STOPPED,     /* the whole run ended first: time, memory, paths */
} jend;

typedef struct jstate jstate;
struct jstate {
  uint32_t id;
  jtrie heap, statics, cover;
  uint32_t next_ref, collected_at;
  jframe *top;
  jpath *path;
  jwitness *witness; /* satisfies the path condition; NULL: not known */
  jinput *inputs;
  jref thread; /* Thread.currentThread, once somebody has asked */
  uint32_t n_fresh, fresh_mark; /* names of fresh variables (model.h) */
  uint32_t forks;               /* decisions where both sides were possible */
  uint32_t n_frames;
  uint64_t steps;
  bool is_inexact;  /* depends on reals standing for floats, or the like:
                       its outcome counts only if it is replayed */
  bool is_abstract; /* stands for more than the program can do: proves, but an
                      outcome counts only if it is replayed */
  bool is_bounded;  /* some possibility was left out: nothing is proved */
  /* Decisions taken so far inside the instruction at hand (model.h). */
  lyre_vec (int64_t) script;
  uint32_t script_pos;
  bool yield; /* a fork happened: let the search choose who goes on */
  /* The end. */
  jend end;
  jval result;      /* JEND_RETURN: the value; JEND_THROW: the exception */
  char reason[120]; /* JEND_BOUND, UNSUPPORTED, STOPPED: why, for people */
  jstate *next;     /* for work lists */
};

typedef struct {
  lyre_mem *mem;
  jtrie_ops objects, covers;
  uint32_t n_states, peak_states; /* alive */
  uint32_t next_id;
  lyre_vec (jobject *) literals; /* JREF_LITERAL */
} jheap;                         /* what all states of a run share */

void jheap_init (jheap *, lyre_mem *);
void jheap_release (jheap *);

jstate *jstate_new (jheap *);
jstate *jstate_clone (jheap *, jstate *);
void jstate_delete (jheap *, jstate *);

/* Reading: never NULL for a reference that exists. */
const jobject *jstate_object (const jheap *, const jstate *, jref);
/* For writing: this state's own. */
jobject *jstate_own (jheap *, jstate *, jref);
/* Puts a new object on the heap. */
jref jstate_add (jheap *, jstate *, jobject *);
/* Replaces the object behind a reference (RAW to SLOTS). */
void jstate_replace (jheap *, jstate *, jref, jobject *);
/* The class's statics, NULL before it is touched. */
const jobject *jstate_statics (const jstate *, const jclass *);
jobject *jstate_own_statics (jheap *, jstate *, jclass *); /* made if needed */

/* Element stores; an array that gets its first symbolic element changes form,
 * the reference stays. I < n. */
void jstate_store (jheap *, jstate *, jref array, uint32_t i, jval);

/* Frames. The top frame is made this state's own by jstate_frame. */
jframe *jstate_frame (jheap *, jstate *);
jframe *jstate_push (jheap *, jstate *, jmethod *);
void jstate_pop (jheap *, jstate *);

void jstate_assume (jheap *, jstate *, lyre_term cond);
jinput *jstate_add_input (jheap *, jstate *, jname name, jname type, jval);
/* The bits of M, this state's own. */
uint8_t *jstate_cover (jheap *, jstate *, jmethod *);

/* Drops what cannot be reached from frames, statics, inputs and result. */
void jstate_collect (jheap *, jstate *);

#endif
