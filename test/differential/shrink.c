/* Smaller problems with the same verdict.
 *
 * Every step leaves out an assertion or puts something smaller in the place
 * of a subterm, so that the steps come to an end. The problem is judged from
 * its text in a new process: what is left fails without its history. */
#include <stdlib.h>
#include <string.h>

#include "differential.h"

enum { MAX_TERMS = 512, MAX_ASSERTIONS = 64, MAX_TRIES = 3000 };

typedef struct {
  problem p;
  verdict wanted;
  uint32_t n;
  lyre_term assertions[MAX_ASSERTIONS];
  char *text; /* of the smallest so far */
  int tries;
} shrinker;

/* ------------------------------------------------------------------- tries */

static verdict judge_text (const char *text, verdict wanted) {
  if (wanted != VERDICT_WRONG_PEERS)
    return judge_apart (text);
  problem p = problem_read (text);
  verdict v = judge (&p, false);
  if (v == VERDICT_UNSAT)
    v = peers_judge (&p, v);
  problem_release (&p);
  return v;
}

/* True if these assertions have the wanted verdict; they then replace the
 * ones before. */
static bool try_these (shrinker *s, uint32_t n, const lyre_term *terms) {
  if (s->tries++ > MAX_TRIES)
    return false;
  lyre_reset_assertions (s->p.ctx);
  for (uint32_t i = 0; i < n; i++)
    lyre_assert (s->p.ctx, terms[i]);
  problem q = s->p;
  problem_find_vars (&q);
  char *text = problem_write (&q, true);
  bool ok = judge_text (text, s->wanted) == s->wanted;
  if (ok) {
    memmove (s->assertions, terms, n * sizeof *terms);
    s->n = n;
  }
  free (ok ? s->text : text);
  if (ok)
    s->text = text;
  return ok;
}

static bool try_assertion (shrinker *s, uint32_t at, lyre_term t) {
  lyre_term all[MAX_ASSERTIONS];
  memcpy (all, s->assertions, s->n * sizeof *all);
  all[at] = t;
  return t.id && t.id != s->assertions[at].id && try_these (s, s->n, all);
}

/* ------------------------------------------------------------------- terms */

static lyre_term rebuild (lyre_ctx *c, lyre_term t, const lyre_term *args,
                          uint32_t n) {
  lyre_op op = lyre_term_op (c, t);
  unsigned k = lyre_op_indices (op);
  if (!k)
    return lyre_mk (c, op, n, args);
  uint32_t indices[2] = {lyre_term_index (c, t, 0), 0};
  if (k > 1)
    indices[1] = lyre_term_index (c, t, 1);
  return lyre_mk_indexed (c, op, k, indices, n, args);
}

/* T with NEW in the place of OLD. Terms are small here: recursion is fine. */
static lyre_term replace (lyre_ctx *c, lyre_term t, lyre_term old,
                          lyre_term new) {
  if (t.id == old.id)
    return new;
  uint32_t n = lyre_term_n_args (c, t);
  lyre_term args[64];
  bool changed = false;
  if (!n || n > 64)
    return t;
  for (uint32_t i = 0; i < n; i++) {
    args[i] = replace (c, lyre_term_arg (c, t, i), old, new);
    changed |= args[i].id != lyre_term_arg (c, t, i).id;
  }
  return changed ? rebuild (c, t, args, n) : t;
}

/* The terms below T, T first, each once. */
static uint32_t collect (lyre_ctx *c, lyre_term t, lyre_term *out, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (out[i].id == t.id)
      return n;
  if (n < MAX_TERMS)
    out[n++] = t;
  for (uint32_t i = 0; i < lyre_term_n_args (c, t); i++)
    n = collect (c, lyre_term_arg (c, t, i), out, n);
  return n;
}

static uint32_t add_string (lyre_ctx *c, lyre_term *out, uint32_t n,
                            const uint32_t *s, size_t len) {
  out[n] = lyre_mk_string (c, s, len);
  return n + 1;
}

/* Constants smaller than the constant T. */
static uint32_t smaller_constants (lyre_ctx *c, lyre_term t, lyre_term *out) {
  uint32_t s[16], n = 0;
  size_t len;
  int64_t i;
  if (lyre_value_string (c, t, s, 16, &len) && len && len <= 16) {
    n = add_string (c, out, n, s, 0);
    n = add_string (c, out, n, s + 1, len - 1);
    n = add_string (c, out, n, s, len - 1);
  } else if (lyre_value_int64 (c, t, &i) && i) {
    out[n++] = lyre_mk_int (c, 0);
    out[n++] = lyre_mk_int (c, i / 2);
  }
  return n;
}

/* What may stand for T: its arguments, constants, itself with less. */
static uint32_t candidates (lyre_ctx *c, lyre_term t, lyre_term *out) {
  uint32_t sort = lyre_term_sort (c, t).id, n_args = lyre_term_n_args (c, t);
  if (lyre_term_is_value (c, t))
    return smaller_constants (c, t, out);
  uint32_t n = 0;
  if (sort == LYRE_BOOL.id) {
    out[n++] = lyre_mk_bool (c, true);
    out[n++] = lyre_mk_bool (c, false);
  } else if (sort == LYRE_INT.id) {
    out[n++] = lyre_mk_int (c, 0);
    out[n++] = lyre_mk_int (c, 1);
  } else if (sort == LYRE_STRING.id) {
    out[n++] = lyre_mk_string (c, NULL, 0);
    out[n++] = lyre_mk_string_utf8 (c, "a", 1);
  } else if (n_args)
    out[n++] = lyre_mk (c, LYRE_RE_ALL, 0, NULL);
  for (uint32_t i = 0; i < n_args && i < 8; i++)
    if (lyre_term_sort (c, lyre_term_arg (c, t, i)).id == sort)
      out[n++] = lyre_term_arg (c, t, i);
  for (uint32_t drop = 0; n_args > 2 && n_args < 8 && drop < n_args; drop++) {
    lyre_term args[8];
    for (uint32_t i = 0, k = 0; i < n_args; i++)
      if (i != drop)
        args[k++] = lyre_term_arg (c, t, i);
    out[n] = rebuild (c, t, args, n_args - 1);
    n += out[n].id != 0;
  }
  return n;
}

static bool shrink_subterm (shrinker *s, uint32_t at, lyre_term old) {
  lyre_term some[32];
  uint32_t n = candidates (s->p.ctx, old, some);
  for (uint32_t i = 0; i < n; i++)
    if (try_assertion (s, at,
                       replace (s->p.ctx, s->assertions[at], old, some[i])))
      return true;
  return false;
}

static bool shrink_assertion (shrinker *s, uint32_t at) {
  lyre_term below[MAX_TERMS];
  uint32_t n = collect (s->p.ctx, s->assertions[at], below, 0);
  for (uint32_t i = 0; i < n; i++)
    if (shrink_subterm (s, at, below[i]))
      return true;
  return false;
}

static bool drop_assertion (shrinker *s) {
  for (uint32_t drop = 0; drop < s->n; drop++) {
    lyre_term rest[MAX_ASSERTIONS];
    uint32_t k = 0;
    for (uint32_t i = 0; i < s->n; i++)
      if (i != drop)
        rest[k++] = s->assertions[i];
    if (try_these (s, k, rest))
      return true;
  }
  return false;
}

static bool step (shrinker *s) {
  if (drop_assertion (s))
    return true;
  for (uint32_t i = 0; i < s->n; i++)
    if (shrink_assertion (s, i))
      return true;
  return false;
}

char *shrink (const char *text, verdict wanted) {
  shrinker s = {.p = problem_read (text), .wanted = wanted};
  s.text = strdup (text);
  s.n = lyre_n_assertions (s.p.ctx);
  for (uint32_t i = 0; i < s.n && i < MAX_ASSERTIONS; i++)
    s.assertions[i] = lyre_assertion (s.p.ctx, i);
  while (s.n <= MAX_ASSERTIONS && step (&s))
    ;
  problem_release (&s.p);
  return s.text;
}
