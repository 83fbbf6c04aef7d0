/* Replaying a failing run of a program on a JVM.
 *
 * The program's inputs are the values that the Verifier's nondet methods
 * return. A Verifier of our own, which returns the recorded ones in their
 * order and stops the program when they run out, is compiled and put before
 * the program's on the class path. */
#ifndef LYRE_JAVA_WITNESS_H
#define LYRE_JAVA_WITNESS_H

#include "java/classfile/loader.h"
#include "java/explore/result.h"

typedef enum {
  JREPLAY_SAME,      /* the same exception leaves main */
  JREPLAY_DIFFERENT, /* it does not */
  JREPLAY_NO_JVM,    /* there is no java or no javac to ask */
} jreplay;

/* R is a path of MAIN's main method that ends with an exception. */
jreplay jwitness_replay (const jloader *, const char *class_path,
                         const char *main_class, const jresult *r,
                         unsigned seconds);

#endif
