/* lyre stats and lyre replay: questions about the folders of past runs. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "java/report/deliver.h"

static const char stats_help[] =
    "usage: lyre stats [folder...]\n\n"
    "Prints a table of the runs of lyre test in the folders (lyre-last).\n";

static const char replay_help[] =
    "usage: lyre replay [-cp classpath] [--junit-path=jars] [folder]\n\n"
    "Compiles and runs the tests of a run of lyre test (lyre-last) again. "
    "Exits\n"
    "with 1 if a test fails that passed; bugs that show again are listed.\n";

static bool wants_help (int argc, char **argv) {
  return argc > 1 && (!strcmp (argv[1], "--help") || !strcmp (argv[1], "-h"));
}

int cli_run_stats (int argc, char **argv) {
  static const char *const last[] = {"lyre-last"};
  if (wants_help (argc, argv)) {
    fputs (stats_help, stdout);
    return CLI_OK;
  }
  lyre_mem mem;
  jmp_buf escape;
  lyre_mem_init (&mem, NULL);
  mem.escape = &escape;
  int code = CLI_INTERNAL;
  if (!setjmp (escape)) {
    bool ok = argc > 1 ? jrun_stats (&mem, (const char *const *) argv + 1,
                                     (uint32_t) argc - 1, stdout)
                       : jrun_stats (&mem, last, 1, stdout);
    code = ok ? CLI_OK : CLI_USAGE;
  }
  lyre_mem_release (&mem);
  return code;
}

typedef struct {
  const char *folder, *class_path, *junit_path;
} replay_settings;

static bool read_replay (replay_settings *s, int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!strcmp (argv[i], "-cp") && i + 1 < argc)
      s->class_path = argv[++i];
    else if (!strncmp (argv[i], "--junit-path=", 13))
      s->junit_path = argv[i] + 13;
    else if (argv[i][0] == '-') {
      fprintf (stderr, "lyre replay: %s: unknown flag\n", argv[i]);
      return false;
    } else
      s->folder = argv[i];
  return true;
}

static int replay (lyre_mem *mem, const replay_settings *s) {
  uint32_t failed, bugs;
  jloader *loader = jloader_new (mem);
  int code = CLI_USAGE;
  if (!jloader_add_jdk (loader, NULL))
    fprintf (stderr, "lyre replay: no JDK found (JAVA_HOME)\n");
  else if (jrun_replay (mem, loader, s->folder, s->class_path, s->junit_path,
                        stdout, &failed, &bugs)) {
    printf ("%u tests fail, %u bugs show\n", failed, bugs);
    code = failed ? CLI_ERRORS : CLI_OK;
  }
  jloader_delete (loader);
  return code;
}

int cli_replay (int argc, char **argv) {
  replay_settings s = {.folder = "lyre-last", .class_path = "."};
  if (wants_help (argc, argv)) {
    fputs (replay_help, stdout);
    return CLI_OK;
  }
  if (!read_replay (&s, argc, argv))
    return CLI_USAGE;
  lyre_mem mem;
  jmp_buf escape;
  lyre_mem_init (&mem, NULL);
  mem.escape = &escape;
  int code = setjmp (escape) ? CLI_INTERNAL : replay (&mem, &s);
  lyre_mem_release (&mem);
  return code;
}
