#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "java/junit/process.h"
#include "java/junit/suite.h"

enum { COMPILE_SECONDS = 300 };

const char *jsuite_program (jsuite *s, const char *name) {
  const char *home = jloader_jdk_home (s->loader);
  const char *path = home ? jsuite_text (s, "%s/bin/%s", home, name) : name;
  return home && access (path, X_OK) ? name : path;
}

const char *jsuite_helper (jsuite *s, const char *name, const char *text) {
  const char *path =
      jsuite_text (s, "%s/jvm/src/lyre/%s.java", s->settings.folder, name);
  jfile_make_parents (path);
  jfile_write (path, text, strlen (text));
  return path;
}

bool jsuite_compile (jsuite *s, const char *name, const char *class_path,
                     const char *const *files, uint32_t n, char **log) {
  const char *out = jsuite_text (s, "%s/jvm/%s", s->settings.folder, name);
  const char *list = jsuite_text (s, "%s.files", out);
  const char *said = jsuite_text (s, "%s.log", out);
  jpage names;
  jpage_init (&names, s->mem);
  for (uint32_t i = 0; i < n; i++) {
    jpage_char (&names, '"'); /* javac takes quoted names in a list */
    for (const char *p = files[i]; *p; p++)
      jpage_printf (&names, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
    jpage_add (&names, "\"\n");
  }
  jfile_make_folders (out);
  jfile_save (&names, list);
  jpage_release (&names);

  jcommand c;
  jcommand_init (&c, s->mem, jsuite_program (s, "javac"));
  const char *const args[] = {"-g",    "-nowarn",   "-proc:none", "-encoding",
                              "UTF-8", "-Xmaxerrs", "100000",     "-d",
                              out,     "-cp",       class_path};
  for (size_t i = 0; i < sizeof args / sizeof *args; i++)
    jcommand_add (&c, args[i]);
  jcommand_add (&c, jsuite_text (s, "@%s", list));
  int code = jprocess_run (&c, said, COMPILE_SECONDS);
  jcommand_release (&c);
  *log = jfile_read (s->mem, said, NULL);
  if (code == JPROCESS_TIMEOUT)
    snprintf (s->problem, sizeof s->problem, "javac takes too long");
  else if (code == 127 || code < 0)
    snprintf (s->problem, sizeof s->problem, "javac cannot be run");
  return !code;
}

bool jsuite_javac_error (char **log, jjavac_error *e) {
  for (char *line; (line = jfile_line (log));) {
    char *error = strstr (line, ": error: ");
    char *colon = error;
    while (colon && colon > line && *--colon != ':')
      ;
    if (!error || colon <= line)
      continue;
    *colon = 0;
    *e = (jjavac_error){line, error + 9,
                        (uint32_t) strtoul (colon + 1, NULL, 10)};
    return true;
  }
  return false;
}

/* -------------------------------------------------------------------- JUnit */

static const char jars5[] =
    "junit-jupiter-api junit-jupiter-engine junit-platform-commons "
    "junit-platform-engine junit-platform-launcher opentest4j apiguardian-api";
static const char jars4[] = "junit4 hamcrest";

/* All of these in /usr/share/java as a class path; NULL if one is missing. */
static char *find_jars (jsuite *s, const char *names) {
  jpage t;
  jpage_init (&t, s->mem);
  bool ok = true;
  while (ok && *names) {
    int n = (int) strcspn (names, " ");
    const char *jar = jsuite_text (s, "/usr/share/java/%.*s.jar", n, names);
    ok = jfile_exists (jar);
    jpage_printf (&t, "%s%s", t.c.len ? ":" : "", jar);
    names += n + (names[n] == ' ');
  }
  char *path = ok ? lyre_arena_text (&s->arena, t.c.data, t.c.len) : NULL;
  jpage_release (&t);
  return path;
}

static bool path_names (const char *path, const char *what) {
  return path && strstr (path, what);
}

/* What the user says, then what is on the program's class path, then what
 * Debian has. */
void jsuite_find_junit (jsuite *s) {
  const char *given = s->settings.junit_path;
  if (!given &&
      (path_names (s->settings.class_path, "junit-platform-launcher") ||
       path_names (s->settings.class_path, "junit-4")))
    given = s->settings.class_path;
  s->junit = s->settings.junit;
  if (given) {
    s->junit_path = lyre_arena_text (&s->arena, given, strlen (given));
    if (!s->junit)
      s->junit = path_names (given, "jupiter") ? 5 : 4;
    return;
  }
  char *five = s->junit == 4 ? NULL : find_jars (s, jars5);
  s->junit_path = five ? five : s->junit == 5 ? NULL : find_jars (s, jars4);
  if (s->junit_path)
    s->junit = five ? 5 : 4;
}
