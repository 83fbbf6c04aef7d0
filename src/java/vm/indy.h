/* Linked call sites of invokedynamic. */
#ifndef LYRE_JAVA_INDY_H
#define LYRE_JAVA_INDY_H

#include "java/vm/internal.h"

typedef enum {
  JINDY_CONCAT,
  JINDY_LAMBDA,
  JINDY_METHOD,      /* a method of a record: runs `method` */
  JINDY_TYPE_SWITCH, /* switch over patterns */
  JINDY_ENUM_SWITCH,
} jindy_kind;

typedef struct {
  jindy_kind kind;
  jname desc;
  jsignature sig;
  const uint16_t *recipe; /* CONCAT: \1 is an argument, \2 a constant */
  uint32_t recipe_len;
  jclass *cls; /* LAMBDA: of the objects */
  jmethod *method;
  jclass *in; /* whose pool the bootstrap's arguments are in */
  const jbootstrap *bootstrap;
} jindy;

/* What calling the one abstract method of a lambda object does. */
struct jlambda {
  jname name;        /* of that method */
  jsignature erased; /* its type, and its type at this site */
  jsignature exact;
  uint8_t ref_kind; /* jref_kind: how to call the target */
  uint16_t target;  /* constant pool index of it */
  jclass *in;
  uint32_t n_captured;
  const jkind *captured;
};

/* A concatenation for a site of synth.c. */
jindy *jindy_concat (jvm *, const jcp_entry *, const char *recipe, size_t len);

#endif
