/* What PCRE2 says. See oracle.h.
 *
 * Its automatic possessive quantifiers are off: they take . and \R for exclusive
 * although both match \r.
 *
 * The library for 32-bit units without PCRE2_UTF is the one whose characters
 * are ours: any code point, surrogates too, letters being those of ASCII. */
#define PCRE2_CODE_UNIT_WIDTH 32
#include <pcre2.h>

#include "oracle.h"

enum { MOST_STEPS = 300000, MOST_KILOBYTES = 100000 };

typedef struct {
  pcre2_code *code; /* of the last pattern, or NULL */
  pcre2_match_data *data;
  pcre2_match_context *limits;
} engine;

static void compile (engine *e, const request *r) {
  int error;
  PCRE2_SIZE place;
  pcre2_code_free (e->code);
  pcre2_match_data_free (e->data);
  e->code = pcre2_compile (r->points, r->n_points, PCRE2_NO_AUTO_POSSESS,
                           &error, &place, NULL);
  e->data =
      e->code ? pcre2_match_data_create_from_pattern (e->code, NULL) : NULL;
  puts (e->code ? "ok" : "bad");
}

static void match (engine *e, const request *r) {
  int said = PCRE2_ERROR_INTERNAL;
  if (e->code)
    said = pcre2_match (e->code, r->points, r->n_points, 0,
                        PCRE2_ANCHORED | PCRE2_ENDANCHORED, e->data, e->limits);
  puts (said >= 0 ? "1" : said == PCRE2_ERROR_NOMATCH ? "0" : "?");
}

int main (void) {
  request r = {0};
  engine e = {.limits = pcre2_match_context_create (NULL)};
  pcre2_set_match_limit (e.limits, MOST_STEPS);
  pcre2_set_heap_limit (e.limits, MOST_KILOBYTES);
  while (read_request (&r))
    if (r.kind == 'p')
      compile (&e, &r);
    else
      match (&e, &r);
  pcre2_code_free (e.code);
  pcre2_match_data_free (e.data);
  pcre2_match_context_free (e.limits);
  release_request (&r);
  return 0;
}
