/* What the files of explore/ share. */
#ifndef LYRE_JAVA_EXPLORE_INTERNAL_H
#define LYRE_JAVA_EXPLORE_INTERNAL_H

#include "java/explore/explore.h"
#include "java/vm/internal.h"

/* Makes data of values of one state under one witness. */
typedef struct {
  jvm *vm;
  jstate *st;
  jwitness *witness; /* NULL: unknown values are 0 */
  lyre_arena *arena;
  bool is_before; /* inputs as they were, not as they are now */
  lyre_vec (jref) seen;
} jdata;

jdatum jdata_make (jdata *, jval, jname type);

/* finish.c: a path that has ended, as a result. */
jresult *jfinish (jvm *, jresults *, const jmethod *, jstate *,
                  uint32_t n_params);

#endif
