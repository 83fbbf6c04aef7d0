/* Options: one table gives the field, the flag, --help, the manual and the
 * range that fuzzers draw from.
 *
 * X (field, "name", KIND, default, low, high, "values", "help")
 * KIND is FLAG (0 or 1), NUMBER (low..high) or CHOICE (an index into the
 * values, separated by bars). */
#ifndef LYRE_BASE_OPTIONS_H
#define LYRE_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LYRE_OPTIONS(X)                                                        \
  X (engine, "engine", CHOICE, 0, 0, 6,                                        \
     "auto|grammar|automata|nielsen|enumerate|words|bits",                     \
     "the engine that decides; auto schedules all of them")                    \
  X (threads, "threads", NUMBER, 1, 1, 64, "",                                 \
     "engines that may work at the same time, each in its own process")        \
  X (timeout, "timeout", NUMBER, 0, 0, UINT32_MAX, "",                         \
     "milliseconds per check-sat; 0 means no limit")                           \
  X (total_timeout, "total-timeout", NUMBER, 0, 0, UINT32_MAX, "",             \
     "milliseconds for the whole run; 0 means no limit")                       \
  X (memory, "memory", NUMBER, 0, 0, 1u << 24, "",                             \
     "megabytes of memory; 0 means no limit")                                  \
  X (steps, "reproducible-resource-limit", NUMBER, 0, 0, INT64_MAX, "",        \
     "deterministic effort per check-sat; 0 means no limit")                   \
  X (seed, "random-seed", NUMBER, 0, 0, UINT32_MAX, "", "random seed")         \
  X (rewrite, "rewrite", FLAG, 1, 0, 1, "", "simplify before solving")         \
  X (preprocess, "preprocess", FLAG, 1, 0, 1, "",                              \
     "solve equations and propagate values before the engines run")            \
  X (enumerate_length, "enumerate-length", NUMBER, 3, 0, 64, "",               \
     "longest string that small-model search builds from single letters")      \
  X (minimize_cores, "minimize-cores", FLAG, 0, 0, 1, "",                      \
     "leave nothing in an unsat core that can be left out, at any cost")       \
  X (strict, "strict", FLAG, 0, 0, 1, "",                                      \
     "refuse raw non-ASCII characters in string literals")                     \
  X (legacy_escapes, "legacy-escapes", FLAG, 0, 0, 1, "",                      \
     "read \\x41 and \\n in string literals as SMT-LIB 2.5 tools did")

typedef struct {
#define LYRE_OPTION_FIELD(FIELD, NAME, KIND, DEF, LO, HI, VALUES, HELP)        \
  int64_t FIELD;
  LYRE_OPTIONS (LYRE_OPTION_FIELD)
#undef LYRE_OPTION_FIELD
} lyre_options;

typedef enum { LYRE_FLAG, LYRE_NUMBER, LYRE_CHOICE } lyre_option_kind;

typedef struct {
  const char *name;
  lyre_option_kind kind;
  int64_t def, low, high;
  const char *values, *help;
  size_t offset; /* of the field in lyre_options */
} lyre_option;

extern const lyre_option lyre_option_table[];
extern const uint32_t lyre_option_count;

void lyre_options_init (lyre_options *);
/* NULL if there is none of that name. */
const lyre_option *lyre_option_find (const char *name);
int64_t lyre_option_read (const lyre_options *, const lyre_option *);
/* False if VALUE is not one of the option's. */
bool lyre_option_write (lyre_options *, const lyre_option *, const char *value);
/* The value as text, in BUFFER. */
const char *lyre_option_text (const lyre_options *, const lyre_option *,
                              char *buffer, size_t cap);

#endif
