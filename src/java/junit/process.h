/* Other programs: java and javac. */
#ifndef LYRE_JAVA_PROCESS_H
#define LYRE_JAVA_PROCESS_H

#include "java/junit/page.h"

/* A command line. Texts must outlive it. */
typedef struct {
  lyre_mem *mem;
  lyre_vec (const char *) args;
} jcommand;

void jcommand_init (jcommand *, lyre_mem *, const char *program);
void jcommand_add (jcommand *, const char *arg);
void jcommand_release (jcommand *);

enum { JPROCESS_TIMEOUT = -1, JPROCESS_FAILED = -2 };

/* Runs it in its own process group, so that Ctrl-C does not reach it. What it
 * prints goes to LOG. The exit code, 128 + N for a signal, or one of the
 * above. */
int jprocess_run (jcommand *, const char *log, double seconds);

#endif
