/* Java source for values, types and calls, as code in the package of a test
 * class may write them. */
#ifndef LYRE_JAVA_SOURCE_H
#define LYRE_JAVA_SOURCE_H

#include "java/classfile/loader.h"
#include "java/explore/result.h"
#include "java/junit/page.h"

typedef struct {
  jloader *loader;
  lyre_mem *mem;
  jname package; /* of the code: "org/example", "" */
} jsource;

/* The package of a class, interned. */
jname jsource_package (jloader *, const jclass *);
/* Can code in the package name this class and use it? */
bool jsource_can_see (const jsource *, const jclass *);
bool jsource_can_use (const jsource *, const jclass *, uint16_t access);
/* "org.example.Outer.Inner", without what the package makes superfluous. */
void jsource_class (const jsource *, jname class_name, jpage *);
/* The type of a descriptor: "int[]", "String". */
void jsource_type (const jsource *, const char *desc, jpage *);

/* A call: SETUP gets statements that come first, a line for each, and
 * CALL an expression. False if there is no way to write it, WHY says so. */
bool jsource_call (const jsource *, const jresult *, jpage *setup, jpage *call,
                   const char **why);

#endif
