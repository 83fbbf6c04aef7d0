/* What a run leaves behind, besides its tests.
 *
 *   info                 command, version, times, totals
 *   warnings.txt         what was not done, and why
 *   paths/000001.json    one per path: inputs, condition, end
 *   stats.tsv            name and value of every count
 *   coverage.xml         in JaCoCo's layout
 *   junit.xml            the tests, as build servers read them
 *   findings.sarif       the bugs, always there
 *   report/index.html    all of it for people, one folder, no network */
#ifndef LYRE_JAVA_REPORT_H
#define LYRE_JAVA_REPORT_H

#include "java/explore/solver.h"
#include "java/report/coverage.h"

typedef struct {
  jsuite *suite;
  const jresults *results;
  const jcoverage *coverage;
  const jsolver_stats *solver;
  const char *command;     /* the command line */
  const char *source_path; /* folders with sources, ':' between; or NULL */
  double seconds;          /* in all */
  uint32_t methods;        /* explored */
  uint64_t steps;          /* instructions executed */
} jreport;

/* Writes everything; false if a file could not be written. */
bool jreport_write (const jreport *);
/* The last line of the run. */
void jreport_summary (const jreport *, jpage *);

/* One writer per file. */
bool jreport_paths (const jreport *);
bool jreport_stats (const jreport *);
bool jreport_sarif (const jreport *);
bool jreport_coverage_xml (const jreport *);
bool jreport_junit_xml (const jreport *);
bool jreport_html (const jreport *);

/* --------------------------------------------------------------- the shared */

/* Saves a page below the run's folder. */
bool jreport_save (const jreport *, jpage *, const char *file);
/* "p.Outer$Inner" of a class; "parse(String, int)" of a method. */
void jreport_class_name (jpage *, const jclass *);
void jreport_method_name (const jreport *, jpage *, const jmethod *);
/* The source file of a class among the source paths, in the pool; NULL. */
char *jreport_source (const jreport *, const jclass *, const char **name);
/* The path of that file relative to the source folders: "p/C.java". */
void jreport_source_name (jpage *, const jclass *);
/* How a path ended, in a few words. */
const char *jreport_end (jend);
/* The frame of a bug that is nearest and in the program: its line; *CLS its
 * class, by the name that the JVM gives it. */
uint32_t jreport_bug_line (const jcase *, char class[256]);

#endif
