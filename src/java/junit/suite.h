/* From finished paths to test classes that are known to pass.
 *
 *   jsuite s;
 *   jsuite_init (&s, mem, loader, &settings);
 *   jsuite_collect (&s, &results);  // what can be written as a call
 *   jsuite_probe (&s);              // run each twice on the JVM: the outcome
 *   jsuite_select (&s);             // which are worth keeping; which are bugs
 *   jsuite_write (&s);              // the test classes
 *   jsuite_confirm (&s);            // compile, run twice, drop what fails
 *   ... s.cases ...
 *   jsuite_release (&s);
 *
 * What a test expects is what the JVM did, so a mistake of ours makes a test
 * less interesting, never wrong. Where the JVM did something else than the
 * path said, the case is marked, and the report lists it.
 *
 * Files, below the settings' folder:
 *   tests/       the suite
 *   jvm/         probes, class files, logs: kept only if something failed */
#ifndef LYRE_JAVA_SUITE_H
#define LYRE_JAVA_SUITE_H

#include "java/junit/source.h"

typedef struct {
  const char *folder;     /* of the run */
  const char *class_path; /* of the program */
  const char *header;     /* a line for the top of every test class */
  unsigned junit;         /* 4, 5, or 0 for what there is */
  const char *junit_path; /* class path of JUnit; NULL: looked for */
  uint32_t probe_ms;      /* when is a call endless? */
  bool all_paths;         /* keep tests that cover nothing new */
  bool accept_exceptions; /* exceptions are what is expected */
  void (*say) (void *user, const char *what); /* progress; may be NULL */
  void *user;
} jsuite_settings;

typedef enum {
  JOUT_NONE, /* not run yet */
  JOUT_VALUE,
  JOUT_THROW,
  JOUT_ENDLESS,
} jout;

typedef struct {
  const jresult *path;
  jname package;
  const char *setup, *call; /* source.h */
  const char *name;         /* of the test method */
  jout out;
  const char *assertion; /* VALUE: which one fits; see jvm/Probe.java */
  const char *text;      /* VALUE: the value; THROW: the message, as source */
  const char *exception; /* THROW: class name as the JVM spells it */
  const char *frames;    /* THROW: "p.C#m:12", separated by tabs */
  const char *dropped;   /* why it is not in the suite, or NULL */
  const char *rule;      /* of a bug: "LYRE-NPE"; else NULL */
  bool is_kept, has_passed;
  bool differs;      /* from what the path said */
  uint32_t line;     /* of its source file: where a test or a probe is */
  const char *file;  /* the test class it is in, below tests/ */
  const char *class; /* its name as the JVM spells it */
} jcase;

typedef struct {
  lyre_mem *mem;
  lyre_arena arena;
  jloader *loader;
  jsuite_settings settings;
  lyre_vec (jcase) cases;
  lyre_vec (const char *) files;   /* written: below tests/ */
  lyre_vec (const char *) classes; /* names of the test classes, not of bugs */
  /* Paths that did not become tests, and why. */
  uint32_t unwritable, uncompilable, unstable, redundant, failing;
  uint32_t tests, bugs, differing;
  unsigned junit; /* the version in use; 0: none found, tests not run */
  char *junit_path;
  char problem[300]; /* of the whole run: "" if there is none */
} jsuite;

void jsuite_init (jsuite *, lyre_mem *, jloader *, const jsuite_settings *);
void jsuite_release (jsuite *);

void jsuite_collect (jsuite *, const jresults *);
/* False, with s->problem, if the JVM cannot be used. */
bool jsuite_probe (jsuite *);
void jsuite_select (jsuite *);
bool jsuite_write (jsuite *);
bool jsuite_confirm (jsuite *);

/* ------------------------------------------------- what the files share */

const char *jsuite_text (jsuite *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3))); /* in the arena */
void jsuite_say (jsuite *, const char *what);
/* Names of the test and of the file: names.c. */
void jsuite_name_cases (jsuite *);
/* Is it a bug, and by which rule? NULL: it is not. */
const char *jsuite_rule (const jcase *);

/* Where it went wrong: the frame nearest to the exception that is not in the
 * library, up to the tab. NULL if there is none. */
const char *jsuite_fault (const jcase *);

/* The JVM: jvm.c. Paths of the JDK's programs. */
const char *jsuite_program (jsuite *, const char *name);
/* Compiles FILES (absolute or relative) to work/NAME. False if javac
 * complains; *LOG then holds what it said. */
bool jsuite_compile (jsuite *, const char *name, const char *class_path,
                     const char *const *files, uint32_t n, char **log);
/* Writes one of our own programs to work/src and gives its path. */
const char *jsuite_helper (jsuite *, const char *name, const char *text);
/* Takes the next "FILE:LINE: error: WHAT" off what javac said. */
typedef struct {
  const char *file, *what;
  uint32_t line;
} jjavac_error;
bool jsuite_javac_error (char **log, jjavac_error *);
void jsuite_find_junit (jsuite *);

#endif
