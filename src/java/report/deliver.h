/* Everything that happens after exploration: tests, confirmation, coverage,
 * report. And everything that a run's folder can be asked later. */
#ifndef LYRE_JAVA_DELIVER_H
#define LYRE_JAVA_DELIVER_H

#include "java/report/report.h"

/* Makes lyre-out-N below PARENT with the first N that is free, and points
 * lyre-last at it. Or makes WANTED, if it is not NULL. The folder, in the pool;
 * NULL if it cannot be made. */
char *jrun_folder (lyre_mem *, const char *parent, const char *wanted);

typedef struct {
  jsuite_settings suite;
  const char *command, *source_path;
  double seconds; /* explored so far */
  uint32_t methods;
  uint64_t steps;
  bool keep_work; /* probes, class files, logs */
} jdeliver_settings;

/* What came of it. */
typedef struct {
  uint32_t tests, bugs, differing;
  jcounter lines, branches;
  char summary[300], problem[300]; /* "" if there is no problem */
} jdelivery;

/* False if the folder's files could not be written. */
bool jdeliver (lyre_mem *, jloader *, const jresults *, const jsolver_stats *,
               const jdeliver_settings *, jdelivery *);

/* A table of the runs in FOLDERS: lyre stats. False if one cannot be read. */
bool jrun_stats (lyre_mem *, const char *const *folders, uint32_t n, FILE *);
/* Compiles the tests of a run again and runs them: lyre replay. The number of
 * tests that fail in *FAILED, those of bugs not counted, and how many bugs
 * show in *BUGS. */
bool jrun_replay (lyre_mem *, jloader *, const char *folder,
                  const char *class_path, const char *junit_path, FILE *,
                  uint32_t *failed, uint32_t *bugs);

#endif
