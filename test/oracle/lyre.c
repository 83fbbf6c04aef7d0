/* What lyre says. See oracle.h.
 *
 *   lyre SYNTAX     pcre, java or ecma
 *
 * "bad" comes with the reason. "s SEED" asks for a shortest word of the last
 * pattern, then up to SAMPLES others; the answer is a line of them, each in
 * hexadecimal after a minus sign, or "none" if there is no word at all, or "?".
 * A word is judged twice, as a language that is included or not and by the
 * evaluator; "!" would be the answer if they differed. */
#include "lyre.h"
#include "oracle.h"

enum { SAMPLES = 20, LONGEST = 4000 };
static const char *const steps = "3000000"; /* for a question */

static lyre_regex_syntax syntax_of (const char *name) {
  return !strcmp (name, "java")   ? LYRE_REGEX_JAVA
         : !strcmp (name, "ecma") ? LYRE_REGEX_ECMA
                                  : LYRE_REGEX_PCRE;
}

typedef struct {
  lyre_regex_syntax syntax;
  lyre_ctx *ctx; /* of the last pattern */
  lyre_term language;
} engine;

static void compile (engine *e, const request *r) {
  lyre_regex_error error;
  lyre_delete (e->ctx);
  e->ctx = lyre_new ();
  lyre_set_option (e->ctx, "reproducible-resource-limit", steps);
  lyre_term text = lyre_mk_string (e->ctx, r->points, r->n_points);
  e->language = lyre_mk_regex_of (e->ctx, e->syntax, 0, text, &error);
  if (e->language.id)
    puts ("ok");
  else
    printf ("bad %s\n", error.text);
}

static void write_word (engine *e, lyre_term word) {
  uint32_t points[LONGEST];
  size_t n;
  if (!lyre_value_string (e->ctx, word, points, LONGEST, &n) || n > LONGEST)
    return;
  printf (" -");
  for (size_t i = 0; i < n; i++)
    write_hex_point (points[i]);
}

static void sample (engine *e, const request *r) {
  lyre_term word, words[SAMPLES];
  uint32_t n;
  lyre_regex_answer some = lyre_regex_shortest (e->ctx, e->language, &word);
  printf ("%s", some == LYRE_REGEX_NO ? "none" : "?");
  if (some == LYRE_REGEX_YES)
    write_word (e, word);
  lyre_regex_sample (e->ctx, e->language, SAMPLES, strtoull (r->rest, NULL, 10),
                     words, &n);
  for (uint32_t i = 0; i < n; i++)
    write_word (e, words[i]);
  putchar ('\n');
}

static char by_inclusion (engine *e, lyre_term word) {
  lyre_term just = lyre_mk (e->ctx, LYRE_STR_TO_RE, 1, &word);
  return "01?"[lyre_regex_subset (e->ctx, just, e->language, NULL)];
}

static char by_evaluation (engine *e, lyre_term word) {
  lyre_term args[] = {word, e->language};
  bool value;
  lyre_term t =
      lyre_simplify (e->ctx, lyre_mk (e->ctx, LYRE_STR_IN_RE, 2, args));
  return lyre_value_bool (e->ctx, t, &value) ? "01"[value] : '?';
}

static void match (engine *e, const request *r) {
  char answer = '?';
  lyre_term word = lyre_mk_string (e->ctx, r->points, r->n_points);
  if (e->language.id) {
    char one = by_inclusion (e, word), other = by_evaluation (e, word);
    answer = one == '?' ? other : other == '?' || one == other ? one : '!';
  }
  printf ("%c\n", answer);
}

int main (int argc, char **argv) {
  request r = {0};
  engine e = {.syntax = syntax_of (argc > 1 ? argv[1] : "pcre")};
  e.ctx = lyre_new ();
  while (read_request (&r))
    if (r.kind == 'p')
      compile (&e, &r);
    else if (r.kind == 's')
      sample (&e, &r);
    else
      match (&e, &r);
  lyre_delete (e.ctx);
  release_request (&r);
  return 0;
}
