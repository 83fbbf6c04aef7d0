#include "java/junit/suite.h"

#include <stdarg.h>
#include <string.h>

void jsuite_init (jsuite *s, lyre_mem *mem, jloader *loader,
                  const jsuite_settings *settings) {
  *s = (jsuite){.mem = mem, .loader = loader, .settings = *settings};
  lyre_arena_init (&s->arena, mem);
}

void jsuite_release (jsuite *s) {
  lyre_vec_release (s->mem, &s->cases);
  lyre_vec_release (s->mem, &s->files);
  lyre_vec_release (s->mem, &s->classes);
  lyre_arena_release (&s->arena);
}

const char *jsuite_text (jsuite *s, const char *format, ...) {
  va_list args, again;
  va_start (args, format);
  va_copy (again, args);
  int n = vsnprintf (NULL, 0, format, args);
  char *text = lyre_arena_alloc (&s->arena, (size_t) n + 1);
  vsnprintf (text, (size_t) n + 1, format, again);
  va_end (args);
  va_end (again);
  return text;
}

void jsuite_say (jsuite *s, const char *what) {
  if (s->settings.say)
    s->settings.say (s->settings.user, what);
}

/* ------------------------------------------------------------------- cases */

/* A path whose inputs are known. One that met a bound counts too: its inputs
 * lead somewhere, and the JVM will say where. */
static bool is_testable (const jresult *r) {
  return r->feasible == JFEASIBLE_YES && r->end != JEND_ASSUME &&
         r->end != JEND_EXIT && r->end != JEND_INFEASIBLE;
}

static void collect (jsuite *s, const jresult *r) {
  jsource source = {s->loader, s->mem,
                    jsource_package (s->loader, r->method->owner)};
  jpage setup, call;
  jpage_init (&setup, s->mem);
  jpage_init (&call, s->mem);
  const char *why = NULL;
  jcase c = {.path = r, .package = source.package};
  if (!jsource_call (&source, r, &setup, &call, &why)) {
    c.dropped = why;
    s->unwritable++;
  }
  c.setup = lyre_arena_text (&s->arena, jpage_get (&setup), setup.c.len);
  c.call = lyre_arena_text (&s->arena, jpage_get (&call), call.c.len);
  lyre_vec_push (s->mem, &s->cases, c);
  jpage_release (&setup);
  jpage_release (&call);
}

void jsuite_collect (jsuite *s, const jresults *results) {
  for (uint32_t i = 0; i < results->paths.len; i++)
    if (is_testable (results->paths.data[i]))
      collect (s, results->paths.data[i]);
}

/* -------------------------------------------------------------------- bugs */

/* Exceptions that the JVM or the library throws when a program goes wrong. */
static const char *const faults[][2] = {
    {"java.lang.NullPointerException", "LYRE-NPE"},
    {"java.lang.ArrayIndexOutOfBoundsException", "LYRE-INDEX"},
    {"java.lang.StringIndexOutOfBoundsException", "LYRE-INDEX"},
    {"java.lang.IndexOutOfBoundsException", "LYRE-INDEX"},
    {"java.lang.NegativeArraySizeException", "LYRE-INDEX"},
    {"java.lang.ArrayStoreException", "LYRE-CAST"},
    {"java.lang.ClassCastException", "LYRE-CAST"},
    {"java.lang.ArithmeticException", "LYRE-ARITHMETIC"},
    {"java.lang.NumberFormatException", "LYRE-NUMBER"},
    {"java.lang.AssertionError", "LYRE-ASSERT"},
    {"java.lang.StackOverflowError", "LYRE-RECURSION"},
    {"java.lang.OutOfMemoryError", "LYRE-MEMORY"},
};

static bool same_class (const char *slashed, const char *dotted) {
  for (; *slashed && *dotted; slashed++, dotted++)
    if (*slashed != *dotted && !(*slashed == '/' && *dotted == '.'))
      return false;
  return !*slashed && !*dotted;
}

static bool is_declared (const jcase *c) {
  const jmethod *m = c->path->method;
  for (uint16_t i = 0; i < m->n_throws; i++)
    if (same_class (m->throws[i], c->exception))
      return true;
  return false;
}

/* Thrown by the program itself, which then meant it. */
static bool is_meant (const jcase *c) {
  const jresult *r = c->path;
  return r->end == JEND_THROW && r->is_explicit && r->exception &&
         same_class (r->exception, c->exception);
}

const char *jsuite_rule (const jcase *c) {
  if (c->out == JOUT_ENDLESS)
    return "LYRE-ENDLESS";
  if (c->out != JOUT_THROW || is_declared (c))
    return NULL;
  bool is_assertion = !strcmp (c->exception, "java.lang.AssertionError");
  if (is_meant (c) && !is_assertion)
    return NULL;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    if (!strcmp (faults[i][0], c->exception))
      return faults[i][1];
  /* Another exception: a fault if it comes out of the library. */
  return !strncmp (c->frames, "java.", 5) ? "LYRE-EXCEPTION" : NULL;
}

const char *jsuite_fault (const jcase *c) {
  static const char *const library[] = {"java.", "jdk.", "sun.", "javax."};
  for (const char *f = c->frames ? c->frames : ""; *f;) {
    bool is_library = false;
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
      is_library |= !strncmp (f, library[i], strlen (library[i]));
    if (!is_library)
      return f;
    f += strcspn (f, "\t");
    f += *f == '\t';
  }
  return NULL;
}

/* --------------------------------------------------------------- selection */

/* What the kept cases cover, by method. */
typedef struct {
  const jmethod *m;
  uint8_t *bits;
} covered;

typedef struct {
  jsuite *s;
  lyre_vec (covered) methods;
} cover_set;

static uint8_t *bits_of (cover_set *set, const jmethod *m) {
  for (uint32_t i = 0; i < set->methods.len; i++)
    if (set->methods.data[i].m == m)
      return set->methods.data[i].bits;
  size_t n = 3 * (size_t) JCOVER_BYTES (m);
  uint8_t *bits = lyre_arena_alloc (&set->s->arena, n);
  memset (bits, 0, n);
  lyre_vec_push (set->s->mem, &set->methods, ((covered){m, bits}));
  return bits;
}

/* How many bits the case adds; takes them if TAKE. */
static uint32_t gain (cover_set *set, const jcase *c, bool take) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->path->n_covers; i++) {
    const jcover *cover = c->path->covers[i];
    uint8_t *bits = bits_of (set, cover->m);
    for (size_t k = 0; k < 3 * (size_t) JCOVER_BYTES (cover->m); k++) {
      n += (uint32_t) __builtin_popcount (cover->bits[k] & ~bits[k]);
      if (take)
        bits[k] |= cover->bits[k];
    }
  }
  return n;
}

/* Two cases show the same bug if they end in the same way at the same place. */
static bool same_bug (const jcase *a, const jcase *b) {
  const char *x = jsuite_fault (a), *y = jsuite_fault (b);
  if (a->rule != b->rule || a->path->method != b->path->method)
    return false;
  if (!x || !y)
    return x == y;
  size_t n = strcspn (x, "\t");
  return n == strcspn (y, "\t") && !strncmp (x, y, n);
}

static void select_bugs (jsuite *s) {
  for (uint32_t i = 0; i < s->cases.len; i++) {
    jcase *c = &s->cases.data[i];
    c->rule =
        c->dropped || s->settings.accept_exceptions ? NULL : jsuite_rule (c);
    c->is_kept = c->rule;
    for (uint32_t k = 0; k < i && c->is_kept && !s->settings.all_paths; k++)
      if (s->cases.data[k].is_kept && same_bug (&s->cases.data[k], c))
        c->is_kept = false;
    if (c->rule && !c->is_kept) {
      c->dropped = "shows a bug that another one shows";
      s->redundant++;
    }
  }
}

/* Greedy: the case that adds most, until none adds anything. */
static void select_tests (jsuite *s) {
  cover_set set = {.s = s};
  for (;;) {
    jcase *best = NULL;
    uint32_t most = 0;
    for (uint32_t i = 0; i < s->cases.len; i++) {
      jcase *c = &s->cases.data[i];
      uint32_t n =
          c->dropped || c->is_kept || c->rule ? 0 : gain (&set, c, false);
      if (n > most) {
        most = n;
        best = c;
      }
    }
    if (!best)
      break;
    gain (&set, best, true);
    best->is_kept = true;
  }
  lyre_vec_release (s->mem, &set.methods);
}

/* One test per way to end: outcomes that no kept case shows yet. */
static bool is_new_outcome (const jsuite *s, const jcase *c) {
  for (uint32_t i = 0; i < s->cases.len; i++) {
    const jcase *k = &s->cases.data[i];
    if (k->is_kept && k->path->method == c->path->method && k->out == c->out &&
        (c->out != JOUT_THROW || !strcmp (k->exception, c->exception)) &&
        (c->out != JOUT_VALUE || strcmp (c->assertion, "boolean") ||
         !strcmp (k->text, c->text)))
      return false;
  }
  return true;
}

void jsuite_select (jsuite *s) {
  select_bugs (s);
  select_tests (s);
  for (uint32_t i = 0; i < s->cases.len; i++) {
    jcase *c = &s->cases.data[i];
    if (c->dropped || c->is_kept)
      continue;
    c->is_kept = s->settings.all_paths || is_new_outcome (s, c);
    if (!c->is_kept) {
      c->dropped = "covers nothing new";
      s->redundant++;
    }
  }
  jsuite_name_cases (s);
}
