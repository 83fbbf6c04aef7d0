/* lyre test: the paths of Java methods, with inputs and outcomes. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "java/explore/explore.h"

typedef struct {
  const char *class_path, *jdk;
  jexplore_settings settings;
  const char **targets;
  int n_targets;
  bool plain; /* paths as lines of text: all there is */
  bool conditions, stats;
} options;

typedef struct {
  const options *o;
  lyre_mem mem;
  jloader *loader;
  jexplore *x;
  unsigned methods;
  uint64_t paths;
} run;

/* ------------------------------------------------------------------- flags */

static bool number_flag (const char *arg, const char *name, double *value) {
  size_t n = strlen (name);
  char *end;
  if (strncmp (arg, name, n) || arg[n] != '=')
    return false;
  *value = strtod (arg + n + 1, &end);
  if (*end == 's')
    end++;
  if (*end || end == arg + n + 1 || *value < 0) {
    fprintf (stderr, "lyre: %s wants a number\n", name);
    exit (CLI_USAGE);
  }
  return true;
}

static bool search_flag (options *o, const char *arg) {
  static const char *const names[] = {"dfs", "bfs", "coverage"};
  if (strncmp (arg, "--search=", 9))
    return false;
  for (int i = 0; i < 3; i++)
    if (!strcmp (arg + 9, names[i])) {
      o->settings.search = (jsearch) i;
      return true;
    }
  return false;
}

static bool limit_flag (options *o, const char *arg) {
  jexplore_settings *s = &o->settings;
  double v;
  if (number_flag (arg, "--time", &v))
    s->max_seconds = v;
  else if (number_flag (arg, "--max-paths", &v))
    s->max_paths = (uint64_t) v;
  else if (number_flag (arg, "--depth", &v))
    s->limits.max_depth = (uint32_t) v;
  else if (number_flag (arg, "--loops", &v))
    s->limits.max_loops = (uint32_t) v;
  else if (number_flag (arg, "--max-array", &v))
    s->limits.max_array = (uint32_t) v;
  else if (number_flag (arg, "--max-string", &v))
    s->limits.max_string = (uint32_t) v;
  else if (number_flag (arg, "--inner-ms", &v))
    s->solver.inner_ms = (uint32_t) v;
  else if (number_flag (arg, "--leaf-ms", &v))
    s->solver.leaf_ms = (uint32_t) v;
  else
    return false;
  return true;
}

static bool switch_flag (options *o, const char *arg) {
  jexplore_settings *s = &o->settings;
  const struct {
    const char *name;
    bool *flag;
    bool value;
  } table[] = {{"--no-null", &s->limits.null_inputs, false},
               {"--no-inner", &s->solver.inner, false},
               {"--no-witness", &s->solver.witness, false},
               {"--no-slicing", &s->solver.slicing, false},
               {"--no-cache", &s->solver.cache, false},
               {"--no-reuse", &s->solver.reuse, false},
               {"--plain", &o->plain, true},
               {"--conditions", &o->conditions, true},
               {"--stats", &o->stats, true}};
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp (arg, table[i].name)) {
      *table[i].flag = table[i].value;
      return true;
    }
  return false;
}

static bool read_flags (options *o, int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    bool has_next = i + 1 < argc;
    if ((!strcmp (argv[i], "-cp") || !strcmp (argv[i], "--class-path")) &&
        has_next)
      o->class_path = argv[++i];
    else if (!strcmp (argv[i], "--jdk") && has_next)
      o->jdk = argv[++i];
    else if (argv[i][0] != '-')
      o->targets[o->n_targets++] = argv[i];
    else if (!search_flag (o, argv[i]) && !limit_flag (o, argv[i]) &&
             !switch_flag (o, argv[i])) {
      fprintf (stderr, "lyre: %s is no flag of lyre test\n", argv[i]);
      return false;
    }
  }
  if (!o->n_targets)
    fprintf (stderr, "usage: lyre test [flags] -cp CLASSPATH TARGET...\n"
                     "TARGET is p.C, p.C#method or p.C#method(DESCRIPTOR)V\n");
  return o->n_targets;
}

/* -------------------------------------------------------------------- paths */

static void to_stdout (void *user, const char *text, size_t len) {
  (void) user;
  fwrite (text, 1, len, stdout);
}

static void print_paths (const run *r, const jresults *results) {
  for (uint32_t i = 0; i < results->paths.len; i++) {
    const jresult *p = results->paths.data[i];
    printf ("  %u. ", p->number);
    jresult_print (p, to_stdout, NULL);
    putchar ('\n');
    if (r->o->conditions)
      printf ("%s", p->condition);
  }
  if (!results->is_complete)
    printf ("  not all: %s\n",
            results->incomplete ? results->incomplete : "unknown");
  fflush (stdout);
}

static void test_method (run *r, jmethod *m) {
  jresults results;
  jresults_init (&results, &r->mem);
  printf ("%s.%s%s\n", m->owner->name, m->name, m->desc);
  jexplore_method (r->x, m, &results);
  print_paths (r, &results);
  r->methods++;
  r->paths += results.paths.len;
  jresults_release (&results);
}

static bool is_tested (const jmethod *m, const char *want) {
  if (!m->code_len || m->access & JACC_SYNTHETIC || *m->name == '<')
    return false;
  if (!want)
    return !(m->access & JACC_PRIVATE);
  size_t n = strcspn (want, "(");
  return strlen (m->name) == n && !strncmp (m->name, want, n) &&
         (!want[n] || !strcmp (m->desc, want + n));
}

static bool test_target (run *r, const char *target) {
  char name[1000];
  const char *hash = strchr (target, '#');
  size_t n = hash ? (size_t) (hash - target) : strlen (target);
  if (n >= sizeof name)
    return false;
  for (size_t i = 0; i < n; i++)
    name[i] = target[i] == '.' ? '/' : target[i];
  name[n] = 0;
  jclass *c = jloader_find_text (r->loader, name);
  if (!c) {
    fprintf (stderr, "lyre: %s\n", jloader_error (r->loader));
    return false;
  }
  unsigned before = r->methods;
  for (uint32_t i = 0; i < c->n_methods; i++)
    if (is_tested (&c->methods[i], hash ? hash + 1 : NULL))
      test_method (r, &c->methods[i]);
  if (r->methods == before)
    fprintf (stderr, "lyre: %s: there is no such method with code\n", target);
  return r->methods > before;
}

static void print_stats (const run *r) {
  const jsolver_stats *s = jexplore_solver_stats (r->x);
  const jvm *vm = jexplore_vm (r->x);
  printf ("methods %u, paths %llu, instructions %llu, decisions %llu, forks "
          "%llu, states at once %u, bytes %zu\n",
          r->methods, (unsigned long long) r->paths,
          (unsigned long long) vm->steps, (unsigned long long) vm->decisions,
          (unsigned long long) vm->forks, vm->heap.peak_states, r->mem.peak);
  printf ("questions %llu, by witness %llu, by cache %llu, by reuse %llu, "
          "checks %llu, unknown %llu, %.3f s\n",
          (unsigned long long) s->questions, (unsigned long long) s->by_witness,
          (unsigned long long) s->by_cache, (unsigned long long) s->by_reuse,
          (unsigned long long) s->checks, (unsigned long long) s->unknowns,
          s->seconds);
}

static int test_all (run *r) {
  char error[200];
  r->loader = jloader_new (&r->mem);
  if ((r->o->class_path && !jloader_add_path (r->loader, r->o->class_path)) ||
      !jloader_add_jdk (r->loader, r->o->jdk)) {
    fprintf (stderr, "lyre: %s\n", jloader_error (r->loader));
    return CLI_USAGE;
  }
  r->x = jexplore_new (&r->mem, r->loader, &r->o->settings, error);
  if (!r->x) {
    fprintf (stderr, "lyre: %s\n", error);
    return CLI_USAGE;
  }
  int code = CLI_OK;
  for (int i = 0; i < r->o->n_targets; i++)
    if (!test_target (r, r->o->targets[i]))
      code = CLI_USAGE;
  if (r->o->stats)
    print_stats (r);
  return code;
}

int cli_test (int argc, char **argv) {
  options o = {.class_path = "."};
  jexplore_settings_default (&o.settings);
  o.targets = calloc ((size_t) argc + 1, sizeof *o.targets);
  if (!o.targets || !read_flags (&o, argc, argv)) {
    free (o.targets);
    return CLI_USAGE;
  }
  run r = {.o = &o};
  jmp_buf escape;
  lyre_mem_init (&r.mem, NULL);
  r.mem.escape = &escape;
  volatile int code = CLI_INTERNAL;
  if (setjmp (escape))
    fprintf (stderr, "lyre: no memory\n");
  else {
    code = test_all (&r);
    jexplore_delete (r.x);
    jloader_delete (r.loader);
  }
  lyre_mem_release (&r.mem);
  free (o.targets);
  return code;
}
