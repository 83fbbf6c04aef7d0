/* Sorts. A sort is coded as a number: the id of a sort, or, inside of a
 * definition, the index of a parameter with LYRE_SORT_PARAMETER set. As there
 * are no sort constructors of our own, every sort expression comes down to one
 * of the two, so that is all a definition has to remember. */
#include <string.h>

#include "frontend/smt2/session.h"

/* (RegEx String) was the name of RegLan. */
enum { WORD_REGEX = 100 };

void lyre_smt2_init_sorts (lyre_smt2 *s) {
  static const struct {
    const char *name;
    uint32_t builtin;
  } sorts[] = {{"Bool", 1},   {"Int", 2},    {"Real", 3},
               {"String", 4}, {"RegLan", 5}, {"RegEx", WORD_REGEX}};
  for (size_t i = 0; i < sizeof sorts / sizeof sorts[0]; i++) {
    const char *text = sorts[i].name;
    uint32_t name = lyre_symbols_intern (&s->sorts, text, strlen (text));
    lyre_symbols_name (&s->sorts, name)->builtin = sorts[i].builtin;
  }
}

_Noreturn static void unknown_sort (lyre_smt2 *s) {
  static const char *const foreign[] = {
      "Array",         "BitVec",  "Seq",          "Set", "Float32",
      "FloatingPoint", "Float64", "RoundingMode", "_"};
  const char *text = s->lex.text.data;
  for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
    if (!strcmp (text, foreign[i]))
      lyre_smt2_fail (s, "unsupported sort (%.60s ...)", text);
  lyre_smt2_fail (s, "unknown sort '%.60s'", text);
}

/* What the token, the name of a sort, stands for. */
static lyre_binding look_up (lyre_smt2 *s) {
  if (!lyre_smt2_is_symbol (s))
    lyre_smt2_fail (s, "expected a sort");
  uint32_t name = lyre_smt2_find (s, &s->sorts);
  if (!name)
    unknown_sort (s);
  const lyre_binding *b = lyre_symbols_binding (&s->sorts, name);
  if (b)
    return *b;
  uint32_t builtin = lyre_symbols_name (&s->sorts, name)->builtin;
  if (!builtin)
    unknown_sort (s);
  if (builtin == WORD_REGEX)
    return (lyre_binding){LYRE_BIND_SORT, name, LYRE_REGLAN.id, 1, 0};
  return (lyre_binding){LYRE_BIND_SORT, name, builtin, 0, 0};
}

static void open_sort (lyre_smt2 *s) {
  lyre_smt2_next (s);
  lyre_binding b = look_up (s);
  if (!b.arity)
    lyre_smt2_fail (s, "the sort '%.60s' has no parameters", s->lex.text.data);
  if (s->sort_frames.len == LYRE_SMT2_MAX_DEPTH)
    lyre_smt2_fail (s, "sorts nested too deeply");
  lyre_sort_frame f = {s->results.len, b.value, b.arity};
  lyre_vec_push (&s->mem, &s->sort_frames, f);
}

static void close_sort (lyre_smt2 *s) {
  lyre_sort_frame f = lyre_vec_pop (&s->sort_frames);
  uint32_t n = s->results.len - f.base;
  if (n != f.arity)
    lyre_smt2_fail (s, "the sort takes %u parameters, not %u", f.arity, n);
  uint32_t code = f.value;
  if (code & LYRE_SORT_PARAMETER)
    code = s->results.data[f.base + (code & ~LYRE_SORT_PARAMETER)];
  s->results.len = f.base;
  lyre_vec_push (&s->mem, &s->results, code);
}

static void simple_sort (lyre_smt2 *s) {
  lyre_binding b = look_up (s);
  if (b.arity)
    lyre_smt2_fail (s, "the sort '%.60s' needs parameters", s->lex.text.data);
  lyre_vec_push (&s->mem, &s->results, b.value);
}

static void sort_token (lyre_smt2 *s) {
  if (s->lex.kind == LYRE_TOKEN_OPEN)
    open_sort (s);
  else if (s->lex.kind == LYRE_TOKEN_CLOSE && s->sort_frames.len)
    close_sort (s);
  else
    simple_sort (s);
}

uint32_t lyre_smt2_sort_code (lyre_smt2 *s) {
  lyre_vec_clear (&s->sort_frames);
  lyre_vec_clear (&s->results);
  sort_token (s);
  while (s->sort_frames.len) {
    lyre_smt2_next (s);
    sort_token (s);
  }
  return s->results.data[0];
}

lyre_sort lyre_smt2_sort (lyre_smt2 *s) {
  return (lyre_sort){lyre_smt2_sort_code (s)};
}
