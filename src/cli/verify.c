/* lyre verify: can a Java program fail?
 *
 * The first line of the answer is true, false or unknown. false comes with
 * the inputs, and only if a JVM, where there is one, failed with them in the
 * same way. true is said only if every path was followed to its end. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "java/explore/explore.h"
#include "java/junit/witness.h"

typedef struct {
  const char *class_path, *jdk, *main_class;
  bool any_exception; /* all uncaught exceptions are failures, not only those
                         of assert */
  bool replay;
  double seconds;
  jexplore_settings settings;
} options;

enum { MOST_SUSPECTS = 5 };

typedef struct {
  const options *o;
  lyre_mem mem;
  jloader *loader;
  jexplore *x;
  const jresult *failure; /* replayed, or there was nothing to replay with */
  bool was_replayed;
  const char *doubt; /* why not true */
  const jresult *suspects[MOST_SUSPECTS];
  unsigned n_suspects;
} check;

static bool is_failure (const check *c, const jresult *r) {
  return r->end == JEND_THROW && r->feasible == JFEASIBLE_YES &&
         (c->o->any_exception ||
          !strcmp (r->exception, "java/lang/AssertionError"));
}

/* Does the JVM fail alike? */
static bool is_confirmed (check *c, const jresult *r) {
  jreplay answer = JREPLAY_NO_JVM;
  if (c->o->replay)
    answer =
        jwitness_replay (c->loader, c->o->class_path, c->o->main_class, r, 20);
  if (answer == JREPLAY_SAME || (answer == JREPLAY_NO_JVM && !r->is_inexact)) {
    c->was_replayed = answer == JREPLAY_SAME;
    c->failure = r;
    return true;
  }
  c->doubt = "a failure could not be replayed";
  return false;
}

/* Stops the search at the first failure. One that is only approximate waits
 * for its turn: replaying takes a second, and there may be better ones. */
static bool enough (void *user, const jresult *r) {
  check *c = user;
  if (!is_failure (c, r))
    return false;
  if (!r->is_inexact)
    return is_confirmed (c, r);
  if (c->n_suspects < MOST_SUSPECTS)
    c->suspects[c->n_suspects++] = r;
  c->doubt = "a failure could not be replayed";
  return false;
}

static void try_suspects (check *c) {
  for (unsigned i = 0; i < c->n_suspects && !c->failure; i++)
    is_confirmed (c, c->suspects[i]);
}

static void to_stdout (void *user, const char *text, size_t len) {
  (void) user;
  fwrite (text, 1, len, stdout);
}

static void print_failure (const check *c) {
  const jresult *r = c->failure;
  puts ("false");
  jresult_print (r, to_stdout, NULL);
  putchar ('\n');
  for (uint32_t i = 0; i < r->n_frames; i++)
    printf ("  at %s.%s:%u\n", r->frames[i].m->owner->name,
            r->frames[i].m->name, r->frames[i].line);
  if (!c->was_replayed)
    puts ("not replayed");
}

static void note_doubt (check *c, const jresults *r) {
  if (!r->is_complete && !c->doubt)
    c->doubt = r->incomplete ? r->incomplete : "not all paths";
}

static void explore (check *c, jclass *main_class) {
  jresults first, all;
  jresults_init (&first, &c->mem);
  jresults_init (&all, &c->mem);
  jexplore_main (c->x, main_class, true, &first);
  try_suspects (c);
  c->n_suspects = 0;
  if (!c->failure) {
    jexplore_main (c->x, main_class, false, &all);
    try_suspects (c);
    note_doubt (c, &all);
  }
  if (c->failure)
    print_failure (c);
  else if (c->doubt)
    printf ("unknown\n%s\n", c->doubt);
  else
    puts ("true");
  jresults_release (&first);
  jresults_release (&all);
}

static int verify (check *c) {
  char error[200];
  c->loader = jloader_new (&c->mem);
  if (!jloader_add_path (c->loader, c->o->class_path) ||
      !jloader_add_jdk (c->loader, c->o->jdk)) {
    fprintf (stderr, "lyre: %s\n", jloader_error (c->loader));
    return CLI_USAGE;
  }
  jclass *k = jloader_find_text (c->loader, c->o->main_class);
  if (!k) {
    fprintf (stderr, "lyre: %s\n", jloader_error (c->loader));
    return CLI_USAGE;
  }
  jexplore_settings settings = c->o->settings;
  settings.enough = enough;
  settings.user = c;
  c->x = jexplore_new (&c->mem, c->loader, &settings, error);
  if (!c->x) {
    fprintf (stderr, "lyre: %s\n", error);
    return CLI_USAGE;
  }
  explore (c, k);
  return CLI_OK;
}

static bool read_flags (options *o, int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    if (!strcmp (argv[i], "-cp") && i + 1 < argc)
      o->class_path = argv[++i];
    else if (!strncmp (argv[i], "--jdk=", 6))
      o->jdk = argv[i] + 6;
    else if (!strncmp (argv[i], "--time=", 7))
      o->settings.max_seconds = strtod (argv[i] + 7, NULL);
    else if (!strcmp (argv[i], "--exceptions"))
      o->any_exception = true;
    else if (!strcmp (argv[i], "--no-replay"))
      o->replay = false;
    else if (argv[i][0] != '-' && !o->main_class)
      o->main_class = argv[i];
    else {
      fprintf (stderr, "lyre: %s is no flag of lyre verify\n", argv[i]);
      return false;
    }
  }
  if (!o->main_class)
    fprintf (stderr, "usage: lyre verify [--time=60] [--exceptions] "
                     "[--no-replay] [--jdk=HOME] -cp CLASSPATH MAIN\n");
  return o->main_class;
}

static void set_limits (options *o) {
  jexplore_settings *s = &o->settings;
  jexplore_settings_default (s);
  s->max_paths = 0;
  s->max_seconds = 60;
  s->search = JSEARCH_COVERAGE;
  s->limits.max_loops = 1000;
  s->limits.max_depth = 100000;
  s->solver.inner_ms = 500;
  s->solver.leaf_ms = 10000;
}

int cli_verify (int argc, char **argv) {
  options o = {.class_path = ".", .replay = true};
  set_limits (&o);
  if (!read_flags (&o, argc, argv))
    return CLI_USAGE;
  char *name = strdup (o.main_class);
  for (char *p = name; p && *p; p++)
    if (*p == '.')
      *p = '/';
  o.main_class = name;
  check c = {.o = &o};
  jmp_buf escape;
  lyre_mem_init (&c.mem, NULL);
  c.mem.escape = &escape;
  volatile int code = CLI_OK;
  if (setjmp (escape))
    puts ("unknown\nmemory");
  else {
    code = verify (&c);
    jexplore_delete (c.x);
    jloader_delete (c.loader);
  }
  lyre_mem_release (&c.mem);
  free (name);
  return code;
}
