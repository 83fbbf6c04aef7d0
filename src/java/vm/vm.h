/* The symbolic machine: executes one state, instruction by instruction.
 *
 * jvm_run advances a state until its path ends or until the search should
 * choose again (st->yield). Forks do not return: the machine clones the state,
 * gives one side to the search through `fork`, and goes on with the other.
 *
 *   interp.c   the loop: concrete values in a switch, symbolic ones next door
 *   terms.c    arithmetic on terms, with wrapping and intervals
 *   decide.c   which sides of a condition are possible; forking
 *   link.c     layout of classes, resolution of members, virtual tables
 *   invoke.c   calls: bytecode, models, lambdas; returns
 *   throw.c    exceptions: making, unwinding, handlers
 *   init.c     class initialisation
 *   indy.c     invokedynamic and method handles
 *   text.c     strings: contents, literals, what JDK code sees of them
 *   input.c    symbolic parameters, lazily
 *
 * Memory comes from one pool; a failure leaves through its escape, which
 * explore.c sets. */
#ifndef LYRE_JAVA_VM_H
#define LYRE_JAVA_VM_H

#include "java/classfile/loader.h"
#include "java/explore/solver.h"
#include "java/heap/state.h"

typedef struct jvm jvm;

typedef struct {
  uint32_t max_loops;   /* forks of one branch in one call; default 12 */
  uint32_t max_depth;   /* forks on one path; default 200 */
  uint32_t max_frames;  /* depth of the call stack; default 400 */
  uint64_t max_steps;   /* instructions on one path; default 50 million */
  uint32_t max_array;   /* longest array made up for an input; default 4 */
  uint32_t max_string;  /* longest input string; 0: no limit */
  uint32_t max_nesting; /* of input objects within input objects; default 3 */
  bool null_inputs;     /* may parameters be null? default yes */
  bool jdk_asserts;     /* assert in library code as well; default no */
} jvm_limits;

void jvm_limits_default (jvm_limits *);

struct jvm {
  lyre_mem *mem;
  lyre_arena arena;   /* as long as the machine */
  lyre_arena scratch; /* for the instruction at hand */
  lyre_ctx *ctx;
  jloader *loader;
  jnames *names; /* the loader's */
  jheap heap;
  jsolver *solver;
  jvm_limits limits;
  /* The search. Takes over the clone. */
  void (*fork) (void *user, jstate *clone);
  void *user;
  const volatile int *stop;  /* nonzero: end soon */
  double deadline;           /* CLOCK_MONOTONIC in seconds; 0: none */
  struct jvm_tables *tables; /* link.c, text.c, terms.c: private */
  struct jvm_known *known;   /* classes, fields the machine itself uses */
  /* Where System.out goes, or NULL: units of UTF-16 already made UTF-8. Only
   * concrete runs call it. */
  void (*print) (void *user, const char *utf8, size_t len);
  void *print_user;
  /* Hash maps with symbolic strings as keys: models/map.c. */
  bool has_flat_maps, wants_flat_maps;
  bool concrete_inputs; /* nondet calls give 0, false, "" */
  uint64_t steps, decisions, forks;
};

/* NULL with a text in ERROR if the JDK lacks what every program needs. */
jvm *jvm_new (lyre_mem *, lyre_ctx *, jloader *, char error[200]);
void jvm_delete (jvm *);

void jvm_run (jvm *, jstate *);

/* ------------------------------------------------------------------ linking */

/* Links the class and its super types; false if one is missing (jvm_why). */
bool jvm_link (jvm *, jclass *);
const char *jvm_why (const jvm *);
/* The class, linked; NULL if there is none. */
jclass *jvm_class (jvm *, const char *name);
jclass *jvm_class_of_desc (jvm *, jname desc);
bool jclass_is_subtype (const jclass *, const jclass *of);
/* Declared in CLS or inherited; NULL if there is none. */
jmethod *jvm_find_method (jvm *, jclass *, jname name, jname desc);
jfield *jvm_find_field (jvm *, jclass *, jname name, jname desc);
/* By jmethod.index, as stack traces name them; NULL: there is none. */
const jmethod *jvm_method (const jvm *, uint32_t index);
/* What a virtual call of M on an object of CLS runs; NULL: abstract. */
jmethod *jvm_select (jvm *, jclass *, jmethod *);

/* ---------------------------------------------------------------- deciding */

/* The one way to branch on a condition. Answers which side this state takes
 * from here on; if the other is possible as well, a clone that will take it
 * has gone to the search. See model.h for the rule that goes with it. */
bool jvm_decide (jvm *, jstate *, lyre_term cond);
/* The condition becomes part of the path, or the path ends. */
void jvm_assume (jvm *, jstate *, lyre_term cond);
/* A concrete value for an Int term: this state takes one, and clones go on
 * with the others, one by one. */
int64_t jvm_concretise (jvm *, jstate *, lyre_term);

/* ------------------------------------------------------------------ ending */

/* Ends the path. The reason reads as the end of a sentence. */
void jvm_end (jstate *, jend, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
/* Throws: makes the exception and unwinds to its handler, or ends the path.
 * MESSAGE (UTF-8) may be NULL. */
void jvm_throw_new (jvm *, jstate *, const char *cls, const char *message, ...)
    __attribute__ ((format (printf, 4, 5)));
void jvm_throw (jvm *, jstate *, jref exception);

/* ----------------------------------------------------------------- objects */

/* Is the class initialised? If not, its <clinit> has been pushed and the
 * instruction must be run again. */
bool jvm_init_class (jvm *, jstate *, jclass *);
jref jvm_new_object (jvm *, jstate *, jclass *);
jref jvm_new_array (jvm *, jstate *, jclass *array, uint32_t n);
jref jvm_mirror (jvm *, jstate *, jclass *);
/* The class that a java.lang.Class stands for. */
jclass *jvm_mirrored (jvm *, const jstate *, jref);
/* The class of an object: java.lang.Class for mirrors. */
jclass *jvm_class_of (jvm *, const jobject *);

/* The reference behind V, deciding whether it is null where that is open. */
jref jvm_deref (jvm *, jstate *, jval v);
jval jvm_get_field (jvm *, jstate *, jref, const jfield *);
void jvm_put_field (jvm *, jstate *, jref, const jfield *, jval);
/* By name, for models: the field must exist. */
jval jvm_get (jvm *, jstate *, jref, const char *field, const char *desc);
void jvm_put (jvm *, jstate *, jref, const char *field, const char *desc, jval);

/* ------------------------------------------------------------------- texts */

/* The contents of a String or StringBuilder. */
typedef struct {
  const uint16_t *units; /* NULL: symbolic */
  uint32_t len;          /* of units */
  lyre_term term;        /* symbolic: the term; else 0, or made already */
} jstr;

/* The text of an object; units are good until the object is written. */
jstr jvm_text (jvm *, jstate *, jref);
lyre_term jvm_text_term (jvm *, jstr); /* a constant if it is concrete */
jval jvm_text_length (jvm *, jstr);    /* an int */
jref jvm_new_string (jvm *, jstate *, jstr);
jref jvm_new_string_utf8 (jvm *, jstate *, const char *);
/* A new text in a String or StringBuilder that exists. */
void jvm_set_text (jvm *, jstate *, jref, jstr);
jref jvm_intern (jvm *, const uint16_t *units, uint32_t len);
/* As UTF-8 in the pool, for messages; symbolic texts show as "?". */
char *jvm_text_utf8 (jvm *, jstate *, jref);

/* A fresh symbolic value of a declared type ("I", "Ljava/lang/String;", "[I",
 * any class), recorded as an input of the path under NAME. Strings get the
 * constraint that their characters are UTF-16 units. */
jval jvm_new_input (jvm *, jstate *, jname name, jname type, bool may_be_null);

#endif
