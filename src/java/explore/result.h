/* What exploration delivers: finished paths with concrete inputs.
 *
 * Everything here is plain data, in concrete values, and lives in the arena
 * of the jresults. Writers (JUnit, reports, SARIF, JSON) need nothing else:
 * no state, no term, no solver. */
#ifndef LYRE_JAVA_RESULT_H
#define LYRE_JAVA_RESULT_H

#include "java/heap/state.h"

/* A value as a test would write it. */
typedef enum {
  JDATUM_VOID,
  JDATUM_NULL,
  JDATUM_PRIMITIVE, /* type says which; payload in v */
  JDATUM_STRING,    /* units, n */
  JDATUM_ARRAY,     /* n items */
  JDATUM_OBJECT,    /* n fields: names[i] = items[i] */
  JDATUM_ENUM,      /* a constant: `text` is its name */
  JDATUM_CLASS,     /* `text` is the class's name */
  JDATUM_SAME,      /* the object with this id, seen before in this path */
  JDATUM_OPAQUE,    /* something that cannot be written down */
} jdatum_kind;

typedef struct jdatum jdatum;
struct jdatum {
  jdatum_kind kind;
  jname type;  /* descriptor: of the object itself, not of its place */
  uint32_t id; /* of an object: equal ids, same object */
  union {
    int64_t l; /* Z B C S I J */
    double d;  /* F D */
  } v;
  uint32_t n;
  const uint16_t *units;
  const jdatum *items;
  const jname *names;
  const char *text;
};

typedef struct {
  jname name; /* of the parameter, or "nondetInt#3" */
  jname type; /* declared: a descriptor */
  jdatum value;
} jresult_input;

typedef struct {
  const jmethod *m;
  uint32_t pc, line;
} jresult_frame;

typedef enum {
  JFEASIBLE_YES, /* the solver gave the inputs */
  JFEASIBLE_NO,
  JFEASIBLE_UNKNOWN, /* no inputs: they are all null */
} jfeasible;

typedef struct {
  uint32_t number;
  const jmethod *method;
  jfeasible feasible;
  uint32_t n_inputs;
  const jresult_input *inputs; /* the receiver first ("this"), then parameters,
                                  then nondet calls in their order */
  uint32_t n_params;           /* how many of them are receiver + parameters */
  jend end;
  const char *reason; /* JEND_BOUND, UNSUPPORTED, STOPPED, EXIT */
  jdatum result;      /* JEND_RETURN */
  jname exception;    /* JEND_THROW: class name */
  jdatum message;     /* its message: a string or null */
  bool is_explicit;   /* thrown by a `throw` of the program, not by the VM */
  uint32_t n_frames;
  const jresult_frame *frames; /* stack trace of the exception, top first */
  bool is_inexact, is_bounded;
  const char *condition; /* the path condition, SMT-LIB, one per line */
  uint32_t n_covers;
  const jcover *const *covers; /* by method, program classes only */
  uint32_t forks;
  uint64_t steps;
} jresult;

typedef struct {
  lyre_arena arena;
  lyre_vec (jresult *) paths;
  /* Counts over the run. */
  uint64_t finished, bounded, unsupported, infeasible, unknown;
  bool is_complete;       /* every path was followed to its end, exactly */
  const char *incomplete; /* why not: the first reason */
} jresults;

void jresults_init (jresults *, lyre_mem *);
void jresults_release (jresults *);

/* Java source for a value: "-1", "\"a\\u0000\"", "new int[]{1, 2}", "null".
 * Objects print as Class{field=value}; false if the text is no Java. */
typedef void (*jwrite_fn) (void *user, const char *text, size_t len);
bool jdatum_print (const jdatum *, jwrite_fn, void *user);
/* "parse(s="a1", n=-3) throws java.lang.NumberFormatException: ..." */
void jresult_print (const jresult *, jwrite_fn, void *user);

#endif
