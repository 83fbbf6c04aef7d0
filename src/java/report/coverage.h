/* What of the program the suite executes, by line and by branch.
 *
 * Measured by JaCoCo while the delivered tests run on the JVM, where JaCoCo is
 * installed; otherwise by what the executor saw on the paths of those tests. */
#ifndef LYRE_JAVA_COVERAGE_H
#define LYRE_JAVA_COVERAGE_H

#include "java/junit/suite.h"

typedef struct {
  uint32_t total, covered;
} jcounter;

typedef struct {
  uint32_t line;
  jcounter instructions, branches;
} jcoverage_line;

typedef struct {
  jname name, desc;
  jcounter lines, branches;
} jcoverage_method;

typedef struct {
  const jclass *cls;
  lyre_vec (jcoverage_line) lines; /* ascending */
  lyre_vec (jcoverage_method) methods;
  jcounter line_count, branch_count;
} jcoverage_class;

typedef struct {
  lyre_mem *mem;
  lyre_vec (jcoverage_class) classes;
  bool by_jacoco;
  jcounter lines, branches; /* of all classes */
} jcoverage;

void jcoverage_init (jcoverage *, lyre_mem *);
void jcoverage_release (jcoverage *);
/* The classes that have cases in the suite. */
void jcoverage_measure (jcoverage *, jsuite *);
double jcounter_percent (jcounter); /* 100 of nothing */

#endif
