#include "java/junit/witness.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  char folder[64]; /* temporary */
  char java[PATH_MAX], javac[PATH_MAX];
  unsigned seconds;
} bench;

/* ---------------------------------------------------------------- processes */

/* Waits for the child, at most so long; its exit code, or -1. */
static int wait_for (pid_t child, unsigned seconds) {
  struct timespec nap = {.tv_nsec = 5000000};
  int status;
  for (unsigned naps = 0; naps < seconds * 200; naps++) {
    pid_t done = waitpid (child, &status, WNOHANG);
    if (done == child)
      return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
    if (done < 0 && errno != EINTR)
      return -1;
    nanosleep (&nap, NULL);
  }
  kill (child, SIGKILL);
  waitpid (child, &status, 0);
  return -1;
}

/* Runs a program; both its outputs go to the file LOG in our folder. */
static int run (const bench *b, const char *const argv[]) {
  char log[100];
  snprintf (log, sizeof log, "%s/log", b->folder);
  pid_t child = fork ();
  if (child < 0)
    return -1;
  if (!child) {
    int fd = open (log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int null = open ("/dev/null", O_RDONLY);
    if (fd < 0 || null < 0)
      _exit (127);
    dup2 (null, 0);
    dup2 (fd, 1);
    dup2 (fd, 2);
    execv (argv[0], (char *const *) argv);
    _exit (127);
  }
  return wait_for (child, b->seconds);
}

/* ------------------------------------------------------------------- source */

static void to_file (void *user, const char *text, size_t len) {
  fwrite (text, 1, len, user);
}

static void write_values (FILE *f, const jresult *r) {
  fprintf (f, "  static final Object[] VALUES = {");
  for (uint32_t i = r->n_params; i < r->n_inputs; i++) {
    const jdatum *d = &r->inputs[i].value;
    /* A cast, so that boxing makes the right box. */
    static const char kinds[] = "ZBCSIJFD";
    static const char *const names[] = {"boolean", "byte", "char",  "short",
                                        "int",     "long", "float", "double"};
    const char *k = strchr (kinds, *r->inputs[i].type);
    if (k && *k)
      fprintf (f, "\n    (%s) ", names[k - kinds]);
    else
      fprintf (f, "\n    ");
    jdatum_print (d, to_file, f);
    fprintf (f, ",");
  }
  fprintf (f, "\n  };\n");
}

static void write_methods (FILE *f) {
  static const char *const methods[][3] = {
      {"boolean", "nondetBoolean", "Boolean"},
      {"byte", "nondetByte", "Byte"},
      {"char", "nondetChar", "Character"},
      {"short", "nondetShort", "Short"},
      {"int", "nondetInt", "Integer"},
      {"long", "nondetLong", "Long"},
      {"float", "nondetFloat", "Float"},
      {"double", "nondetDouble", "Double"},
      {"String", "nondetString", "String"}};
  for (unsigned i = 0; i < sizeof methods / sizeof *methods; i++)
    fprintf (f, "  public static %s %s() { return (%s) next(); }\n",
             methods[i][0], methods[i][1], methods[i][2]);
}

static bool write_verifier (const bench *b, const jresult *r) {
  char path[200];
  snprintf (path, sizeof path, "%s/Verifier.java", b->folder);
  FILE *f = fopen (path, "we");
  if (!f)
    return false;
  fprintf (f, "package org.sosy_lab.sv_benchmarks;\n\n"
              "public final class Verifier {\n");
  write_values (f, r);
  fprintf (f, "  static int at;\n"
              "  static Object next() {\n"
              "    if (at == VALUES.length) Runtime.getRuntime().halt(77);\n"
              "    return VALUES[at++];\n"
              "  }\n"
              "  public static void assume(boolean b) {\n"
              "    if (!b) Runtime.getRuntime().halt(77);\n"
              "  }\n");
  write_methods (f);
  fprintf (f, "}\n");
  return !fclose (f);
}

/* ------------------------------------------------------------------ running */

/* The JVM's last words: Exception in thread "main" java.lang.X */
static bool log_names (const bench *b, jname exception) {
  char path[100], line[1000], want[600];
  snprintf (path, sizeof path, "%s/log", b->folder);
  int n = snprintf (want, sizeof want, "Exception in thread \"main\" %.500s",
                    exception);
  for (char *p = want; *p; p++)
    if (*p == '/')
      *p = '.';
  FILE *f = fopen (path, "re");
  bool found = false;
  while (f && !found && fgets (line, sizeof line, f)) {
    size_t len = (size_t) n;
    found = !strncmp (line, want, len) &&
            (line[len] == ':' || line[len] == '\n' || line[len] == '\r');
  }
  if (f)
    fclose (f);
  return found;
}

static bool compile (const bench *b) {
  char source[100], folder[100];
  snprintf (source, sizeof source, "%s/Verifier.java", b->folder);
  snprintf (folder, sizeof folder, "%s", b->folder);
  const char *argv[] = {b->javac, "-nowarn", "-d", folder, source, NULL};
  return !run (b, argv);
}

static bool fails_alike (const bench *b, const char *class_path,
                         const char *main_class, const jresult *r) {
  size_t n = strlen (class_path) + sizeof b->folder + 8;
  char *path = malloc (n), *name = strdup (main_class);
  bool same = false;
  if (path && name) {
    snprintf (path, n, "%s:%s", b->folder, class_path);
    for (char *p = name; *p; p++)
      if (*p == '/')
        *p = '.';
    const char *argv[] = {b->java, "-ea", "-cp", path, name, NULL};
    int code = run (b, argv);
    same = code == 1 && log_names (b, r->exception);
  }
  free (path);
  free (name);
  return same;
}

static void clean_up (const bench *b) {
  static const char *const files[] = {
      "/log",
      "/Verifier.java",
      "/org/sosy_lab/sv_benchmarks/Verifier.class",
      "/org/sosy_lab/sv_benchmarks",
      "/org/sosy_lab",
      "/org",
      ""};
  char path[200];
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
    snprintf (path, sizeof path, "%s%s", b->folder, files[i]);
    remove (path);
  }
}

static bool find_programs (bench *b, const jloader *l) {
  const char *home = jloader_jdk_home (l);
  if (!home)
    return false;
  snprintf (b->java, sizeof b->java, "%s/bin/java", home);
  snprintf (b->javac, sizeof b->javac, "%s/bin/javac", home);
  return !access (b->java, X_OK) && !access (b->javac, X_OK);
}

jreplay jwitness_replay (const jloader *l, const char *class_path,
                         const char *main_class, const jresult *r,
                         unsigned seconds) {
  bench b = {.folder = "/tmp/lyre-replay-XXXXXX", .seconds = seconds};
  if (!find_programs (&b, l) || !mkdtemp (b.folder))
    return JREPLAY_NO_JVM;
  bool same = write_verifier (&b, r) && compile (&b) &&
              fails_alike (&b, class_path, main_class, r);
  clean_up (&b);
  return same ? JREPLAY_SAME : JREPLAY_DIFFERENT;
}
