/* Models: C functions that stand for methods of the library.
 *
 * A model is found by class, name and descriptor when a method is linked, and
 * runs instead of its bytecode. There is one file per modelled class (or
 * family), each with a table, and table.c lists the tables:
 *
 *   static jmodel_result str_starts_with (jcall *c) {
 *     jstr s, prefix;
 *     if (!jcall_text (c, 0, &s) || !jcall_text (c, 1, &prefix))
 *       return JM_GONE;                            // null: NPE is thrown
 *     if (s.units && prefix.units)
 *       return jreturn_int (c, has_prefix (s, prefix));
 *     return jreturn_term (c, jt2 (c->vm, LYRE_STR_PREFIXOF,
 *                                  jvm_text_term (c->vm, prefix),
 *                                  jvm_text_term (c->vm, s)));
 *   }
 *
 *   const jmodel jmodels_string[] = {
 *     {"java/lang/String", "startsWith", "(Ljava/lang/String;)Z",
 *      str_starts_with},
 *     {0},
 *   };
 *
 * Forking. jdecide (c, cond) answers true or false; if both are possible, a
 * clone of the state is queued that will get the other answer. The clone runs
 * the whole model again from its beginning, with the answers given so far, so
 * one rule holds: *decide first, change afterwards*. Up to its last jdecide a
 * model must not write to the heap, and must behave the same when it is run
 * again in the same state. Fresh variables (jfresh) are numbered per path, so
 * the second run gets the same ones. Making new objects early is harmless.
 *
 * Ending. A model that throws or ends the path returns what jthrow or
 * junsupported return, JM_GONE. One that leaves a case to the JDK's own code
 * returns JM_BYTECODE, before changing anything. One that needs a Java method
 * run (compareTo of an element, toString of an argument) returns jcall_method:
 * the callee's result becomes the model's result.
 *
 * Correctness. What a model says is compared with the JVM on concrete inputs
 * by test/java, and every path is replayed. A model that cannot be exact says
 * junsupported, or sets st->is_bounded (possibilities left out) or
 * st->is_inexact (values may differ from the JVM's), never guesses. */
#ifndef LYRE_JAVA_MODEL_H
#define LYRE_JAVA_MODEL_H

#include "java/vm/terms.h"
#include "java/vm/vm.h"

typedef enum {
  JM_DONE,     /* c->ret is the result */
  JM_GONE,     /* thrown, ended, or a frame pushed that comes back here */
  JM_CALLED,   /* a method was called in place of this one */
  JM_BYTECODE, /* run the method's own code */
} jmodel_result;

typedef struct {
  jvm *vm;
  jstate *st;
  jmethod *m;
  const jval *args; /* the receiver first; it is not null */
  uint32_t n;
  jval ret;                 /* set by jreturn_... */
  const struct jsite *site; /* the machine's: where the result goes */
} jcall;

typedef jmodel_result (*jmodel_fn) (jcall *);

typedef struct jmodel {
  const char *cls, *name, *desc; /* desc NULL: every overload */
  jmodel_fn fn;
} jmodel;

/* table.c: NULL if there is none. */
const jmodel *jmodel_find (jvm *, const jmethod *);

/* What string concatenation would show of argument I, whatever its type. False
 * if a toString must run first: the model returns JM_GONE, and is called again
 * with the String in place of the argument. */
bool jcall_shown (jcall *, uint32_t i, jstr *);

/* Arguments. jcall_text throws NullPointerException for null and then answers
 * false; the model returns JM_GONE. */
bool jcall_text (jcall *, uint32_t i, jstr *);
/* The object behind argument I, 0 if it is null. */
jref jcall_ref (jcall *, uint32_t i);
/* The same; null throws and answers 0. */
jref jcall_object (jcall *, uint32_t i);
/* A concrete int: concretised (jvm_concretise) if it is symbolic. */
int32_t jcall_int (jcall *, uint32_t i);
bool jcall_is_concrete (const jcall *, uint32_t i);

bool jdecide (jcall *, lyre_term cond);
/* A fresh variable, the same one when the instruction is run again. */
lyre_term jfresh (jcall *, const char *name, lyre_sort);

jmodel_result jreturn_void (jcall *);
jmodel_result jreturn (jcall *, jval);
jmodel_result jreturn_int (jcall *, int32_t);
jmodel_result jreturn_long (jcall *, int64_t);
jmodel_result jreturn_ref (jcall *, jref);
/* An Int or Bool term, as the method's result kind (int or long). */
jmodel_result jreturn_term (jcall *, lyre_term);
/* A new String. */
jmodel_result jreturn_text (jcall *, jstr);
jmodel_result jreturn_text_term (jcall *, lyre_term);
jmodel_result jreturn_utf8 (jcall *, const char *);

/* "java/lang/NumberFormatException"; the message may be NULL. */
jmodel_result jthrow (jcall *, const char *cls, const char *message, ...)
    __attribute__ ((format (printf, 3, 4)));
/* The path ends: "String.format with a symbolic format". */
jmodel_result junsupported (jcall *, const char *what, ...)
    __attribute__ ((format (printf, 2, 3)));
/* Calls M (virtual methods: already selected) with ARGS, receiver first. */
jmodel_result jcall_method (jcall *, jmethod *m, const jval *args, uint32_t n);
/* The method by name on the class of REF, selected. NULL if there is none. */
jmethod *jcall_find (jcall *, jref, const char *name, const char *desc);

/* Models that serve several classes. */
jmodel_result jmodel_char_at (jcall *);  /* string.c */
jmodel_result jmodel_value_of (jcall *); /* string.c: a value as a String */

jmodel_result jmodel_get_property (jcall *); /* system.c: name, default */
/* string.c: a char[] at argument FIRST, with offset and count if they follow;
 * false after an exception. */
bool jmodel_chars (jcall *, uint32_t first, jstr *);

/* character.c: all characters that are digits to Java, as a regular
 * expression. */
lyre_term jmodel_digits (jvm *);

/* The tables, by file. */
extern const jmodel jmodels_object[], jmodels_string[], jmodels_builder[],
    jmodels_system[], jmodels_class[], jmodels_boxes[], jmodels_throwable[],
    jmodels_unsafe[], jmodels_internal[], jmodels_verifier[], jmodels_map[],
    jmodels_change[], jmodels_character[];

#endif
