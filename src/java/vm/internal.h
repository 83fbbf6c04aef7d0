/* What the files of vm/ share and nobody else needs. */
#ifndef LYRE_JAVA_VM_INTERNAL_H
#define LYRE_JAVA_VM_INTERNAL_H

#include "java/classfile/opcodes.h"
#include "java/models/model.h"
#include "java/vm/terms.h"
#include "java/vm/vm.h"

typedef struct {
  int64_t lo, hi;
  bool is_known;
} jinterval;

struct jvm_tables {
  lyre_vec (jmethod *) methods;   /* by jmethod.index */
  lyre_map selected;              /* class, method -> jmethod * */
  lyre_map models;                /* class, name -> index + 1 into all models */
  lyre_vec (jinterval) intervals; /* by term id */
  lyre_text_map literals;         /* UTF-16 bytes -> index + 1 */
  lyre_text_map fresh;            /* name, number, sort -> variable */
  lyre_map languages; /* method of Character -> regular expression */
  lyre_map hashes;    /* variable that stands for a hash code -> text term */
  uint32_t n_lambdas;
  char why[300];
};

/* Classes that the machine itself uses, linked at the start. */
struct jvm_known {
  jclass *object, *string, *klass, *throwable, *cloneable, *serializable;
  jclass *builder, *buffer;
  jclass *boxes[8]; /* Boolean Byte Character Short Integer Long Float Double */
  jfield *message, *cause, *backtrace; /* of Throwable */
  jfield *value, *coder, *hash;        /* of String */
};

/* Where the result of a call goes: the instruction that waits for it. */
typedef struct jsite {
  uint32_t pops;    /* operands of the caller to take away */
  uint32_t next_pc; /* where the caller goes on */
  uint8_t flags;    /* for the frame: JFRAME_... */
  char adapt;
  int16_t store; /* JFRAME_RETRY */
  jref subject;
} jsite;

/* The frame on top, as this state's own. */
static inline jframe *top (jvm *vm, jstate *st) {
  return jstate_frame (&vm->heap, st);
}

/* slow.c: executes the instruction at the top frame's pc in full. */
void jvm_step (jvm *, jstate *);

/* invoke.c */
void jvm_invoke (jvm *, jstate *, jmethod *, const jval *args, uint32_t n,
                 const jsite *);
void jvm_return (jvm *, jstate *, jval); /* kind 0: void */
/* Takes the operands away, pushes the result (kind 0: none), goes on. */
void jvm_deliver (jvm *, jstate *, const jsite *, jval);
/* Calls M; its result replaces operand AT of the caller (from the bottom; -1:
 * nothing), which then runs its instruction again. */
void jvm_call_and_retry (jvm *, jstate *, jmethod *, const jval *args,
                         uint32_t n, int at);

/* indy.c */
typedef struct jlambda jlambda;
void jvm_invoke_dynamic (jvm *, jstate *, jclass *, jcp_entry *);
void jvm_invoke_lambda (jvm *, jstate *, jref, jmethod *called,
                        const jval *args, uint32_t n, const jsite *);
bool jlambda_answers (const jclass *, const jmethod *called);
/* What string concatenation shows of a value; false if a toString is running
 * that will replace operand AT. */
bool jvm_to_text (jvm *, jstate *, jval, char declared, int at, jstr *);

/* box.c */
jval jvm_box (jvm *, jstate *, jval, char declared);
jval jvm_unbox (jvm *, jstate *, jref); /* kind 0 if it is no box */
/* V, of declared kind FROM, as kind TO: boxing, unboxing, widening. */
jval jvm_adapt (jvm *, jstate *, jval v, char from, char to);
char jvm_boxed_kind (jvm *, const jclass *); /* 'I' for Integer; 0 */

/* synth.c: methods made of bytecode on the spot. */
jmethod *jvm_record_method (jvm *, jclass *record, jname name, jname desc);

/* strswitch.c: is the switch at PC one over a string's hash code? If so, and
 * the hash is that of TEXT, its offset for this state. */
bool jvm_is_string_switch (const jmethod *, uint32_t pc);
int32_t jvm_string_switch (jvm *, jstate *, lyre_term text);

/* throw.c */
jref jvm_stack_trace (jvm *, jstate *, uint32_t skip); /* long[] */
void jvm_malformed (jvm *, jstate *);                  /* the class file lies */

/* link.c */
jclass *jvm_pool_class (jvm *, jstate *, jclass *, uint32_t index);
jfield *jvm_pool_field (jvm *, jstate *, jclass *, uint32_t index);
jmethod *jvm_pool_method (jvm *, jstate *, jclass *, uint32_t index);
jmethod *jvm_declared (jclass *, jname name, jname desc);
void jvm_adopt_method (jvm *, jmethod *); /* gives it an index and a model */

/* input.c */
lyre_term jvm_fresh (jvm *, jstate *, const char *name, lyre_sort);
/* A value for a field '?' that somebody looks at. */
jval jvm_look_at (jvm *, jstate *, jref, uint32_t slot, jname name, jname desc);

/* text.c: fields of String as JDK code sees them. */
jval jvm_string_field (jvm *, jstate *, jref, const jfield *);
void jvm_put_string_field (jvm *, jstate *, jref, const jfield *, jval);

/* slow.c */
jval jvm_array_length (jvm *, const jobject *);

/* What is on the heap behind a reference; NULL ends the path as malformed. */
const jobject *jvm_object (jvm *, jstate *, jref);
#endif
