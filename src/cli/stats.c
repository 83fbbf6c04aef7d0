#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* (:checks 1 :terms 12 ...) or {"checks": 1, "terms": 12, ...}; rules that
 * never fired are left out. */
void cli_print_stats (lyre_ctx *ctx, cli_stats how) {
  const char *name;
  uint64_t value;
  bool json = how == CLI_JSON_STATS;
  fputs (json ? "{" : "(", stderr);
  for (uint32_t i = 0; lyre_statistic (ctx, i, &name, &value); i++) {
    if (!value && !strncmp (name, "rule-", 5))
      continue;
    fprintf (stderr, json ? "%s\"%s\": %" PRIu64 : "%s:%s %" PRIu64,
             !i     ? ""
             : json ? ", "
                    : "\n ",
             name, value);
  }
  fputs (json ? "}\n" : ")\n", stderr);
}
