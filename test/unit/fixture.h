/* What tests of terms share: an environment with an escape, and a table. */
#ifndef LYRE_TEST_FIXTURE_H
#define LYRE_TEST_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "term/term.h"

typedef struct {
  lyre_env env;
  lyre_terms ts;
  jmp_buf escape;
} fixture;

/* A failed allocation that no test asked for ends the program. */
static inline void fixture_init (fixture *f) {
  lyre_env_init (&f->env);
  f->env.mem.escape = &f->escape;
  if (setjmp (f->escape))
    abort ();
  lyre_terms_init (&f->ts, &f->env);
}

static inline void fixture_release (fixture *f) {
  lyre_terms_release (&f->ts);
  lyre_arena_release (&f->env.scratch);
  assert_int_equal (f->env.mem.used, 0);
  lyre_env_release (&f->env);
}

static inline lyre_term text (fixture *f, const char *s) {
  return lyre_t_string (&f->ts, lyre_str_from_ascii (&f->env.scratch, s));
}

static inline lyre_term var (fixture *f, const char *name, lyre_sort s) {
  return lyre_node_var (&f->ts, name, s);
}

#endif
