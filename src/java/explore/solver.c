#include "java/explore/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/map.h"

/* Sorted by variable. */
struct jwitness {
  jcount count;
  uint32_t n;
  lyre_term *vars, *values; /* behind the struct */
};

typedef struct {
  uint32_t n;
  const lyre_term *vars;
} var_list; /* the variables of a condition, sorted */

typedef struct {
  uint32_t n;
  lyre_term *conds; /* sorted */
  lyre_result result;
  jwitness *witness; /* of the slice alone */
} cached;

enum { N_RECENT = 8 };

struct jsolver {
  lyre_mem *mem;
  lyre_ctx *ctx;
  jsolver_settings settings;
  jsolver_stats stats;
  lyre_arena arena;
  lyre_map var_lists; /* condition -> index + 1 */
  lyre_vec (var_list) lists;
  lyre_map cache; /* hash of the slice -> index + 1 */
  lyre_vec (cached) entries;
  jwitness *recent[N_RECENT]; /* a ring */
  uint32_t next_recent;
  uint32_t limit_ms; /* as set in the context now */
  lyre_vec (lyre_term) slice;
};

void jsolver_settings_default (jsolver_settings *s) {
  *s = (jsolver_settings){.inner_ms = 100,
                          .leaf_ms = 2000,
                          .inner = true,
                          .witness = true,
                          .slicing = true,
                          .cache = true,
                          .reuse = true};
}

jsolver *jsolver_new (lyre_mem *mem, lyre_ctx *ctx, jsolver_settings settings) {
  jsolver *s = lyre_alloc (mem, sizeof *s);
  memset (s, 0, sizeof *s);
  s->mem = mem;
  s->ctx = ctx;
  s->settings = settings;
  lyre_arena_init (&s->arena, mem);
  return s;
}

void jsolver_delete (jsolver *s) {
  if (!s)
    return;
  for (uint32_t i = 0; i < s->entries.len; i++) {
    lyre_free (s->mem, s->entries.data[i].conds);
    jwitness_drop (s->mem, s->entries.data[i].witness);
  }
  for (uint32_t i = 0; i < N_RECENT; i++)
    jwitness_drop (s->mem, s->recent[i]);
  lyre_vec_release (s->mem, &s->entries);
  lyre_vec_release (s->mem, &s->lists);
  lyre_vec_release (s->mem, &s->slice);
  lyre_map_release (s->mem, &s->var_lists);
  lyre_map_release (s->mem, &s->cache);
  lyre_arena_release (&s->arena);
  lyre_free (s->mem, s);
}

const jsolver_stats *jsolver_statistics (const jsolver *s) {
  return &s->stats;
}

/* --------------------------------------------------------------- witnesses */

jwitness *jwitness_share (jwitness *w) {
  w->count.refs++;
  return w;
}

void jwitness_drop (lyre_mem *mem, jwitness *w) {
  if (w && !--w->count.refs)
    lyre_free (mem, w);
}

static jwitness *new_witness (jsolver *s, uint32_t n) {
  jwitness *w = lyre_alloc (s->mem, sizeof *w + 2ull * n * sizeof (lyre_term));
  *w = (jwitness){.count = {1}, .n = n};
  w->vars = (lyre_term *) (w + 1);
  w->values = w->vars + n;
  return w;
}

jwitness *jwitness_new (jsolver *s) {
  return new_witness (s, 0);
}

lyre_term jwitness_value (jsolver *s, jwitness *w, lyre_term t) {
  return lyre_evaluate (s->ctx, t, w->n, w->vars, w->values);
}

static bool satisfies (jsolver *s, jwitness *w, lyre_term cond) {
  bool b;
  return lyre_value_bool (s->ctx, jwitness_value (s, w, cond), &b) && b;
}

/* The values of A, and of B for the variables that A does not have. */
static jwitness *merge (jsolver *s, const jwitness *a, const jwitness *b) {
  jwitness *w = new_witness (s, a->n + b->n);
  uint32_t n = 0, i = 0, k = 0;
  while (i < a->n || k < b->n) {
    bool from_a = k == b->n || (i < a->n && a->vars[i].id <= b->vars[k].id);
    if (from_a) {
      if (k < b->n && b->vars[k].id == a->vars[i].id)
        k++;
      w->vars[n] = a->vars[i];
      w->values[n++] = a->values[i++];
    } else {
      w->vars[n] = b->vars[k];
      w->values[n++] = b->values[k++];
    }
  }
  w->n = n;
  return w;
}

/* --------------------------------------------------------------- variables */

static int by_id (const void *a, const void *b) {
  uint32_t x = ((const lyre_term *) a)->id, y = ((const lyre_term *) b)->id;
  return x < y ? -1 : x > y;
}

static var_list collect_vars (jsolver *s, lyre_term t) {
  lyre_vec (lyre_term) todo = {0}, found = {0};
  lyre_map seen = {0};
  lyre_vec_push (s->mem, &todo, t);
  while (todo.len) {
    lyre_term x = lyre_vec_pop (&todo);
    uint64_t *mark = lyre_map_at (s->mem, &seen, x.id);
    if ((*mark)++)
      continue;
    if (lyre_term_op (s->ctx, x) == LYRE_VAR)
      lyre_vec_push (s->mem, &found, x);
    for (uint32_t i = lyre_term_n_args (s->ctx, x); i--;)
      lyre_vec_push (s->mem, &todo, lyre_term_arg (s->ctx, x, i));
  }
  lyre_term *vars = lyre_arena_array (&s->arena, lyre_term, found.len + 1);
  if (found.len) {
    memcpy (vars, found.data, found.len * sizeof *vars);
    qsort (vars, found.len, sizeof *vars, by_id);
  }
  var_list list = {found.len, vars};
  lyre_vec_release (s->mem, &todo);
  lyre_vec_release (s->mem, &found);
  lyre_map_release (s->mem, &seen);
  return list;
}

static var_list vars_of (jsolver *s, lyre_term cond) {
  const uint64_t *known = lyre_map_find (&s->var_lists, cond.id);
  if (known)
    return s->lists.data[*known - 1];
  var_list list = collect_vars (s, cond);
  lyre_vec_push (s->mem, &s->lists, list);
  *lyre_map_at (s->mem, &s->var_lists, cond.id) = s->lists.len;
  return list;
}

/* ----------------------------------------------------------------- slicing */

static bool touches (const lyre_map *vars, var_list list) {
  for (uint32_t i = 0; i < list.n; i++)
    if (lyre_map_find (vars, list.vars[i].id))
      return true;
  return false;
}

static void add_vars (jsolver *s, lyre_map *vars, var_list list) {
  for (uint32_t i = 0; i < list.n; i++)
    *lyre_map_at (s->mem, vars, list.vars[i].id) = 1;
}

/* Fills s->slice: COND (if any) and the conditions of the path that depend on
 * its variables. Sorted, without repetitions. *IS_WHOLE: is it all of it? */
static void make_slice (jsolver *s, const jpath *path, lyre_term cond,
                        bool *is_whole) {
  lyre_vec (lyre_term) rest = {0};
  lyre_map vars = {0};
  bool all = !cond.id || !s->settings.slicing;
  lyre_vec_clear (&s->slice);
  if (cond.id) {
    lyre_vec_push (s->mem, &s->slice, cond);
    add_vars (s, &vars, vars_of (s, cond));
  }
  for (const jpath *p = path; p; p = p->up)
    lyre_vec_push (s->mem, &rest, p->cond);
  for (bool changed = true; changed;) {
    changed = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < rest.len; i++) {
      var_list list = vars_of (s, rest.data[i]);
      if (all || touches (&vars, list)) {
        lyre_vec_push (s->mem, &s->slice, rest.data[i]);
        add_vars (s, &vars, list);
        changed = !all;
      } else
        rest.data[kept++] = rest.data[i];
    }
    rest.len = kept;
  }
  *is_whole = !rest.len;
  if (s->slice.len)
    qsort (s->slice.data, s->slice.len, sizeof *s->slice.data, by_id);
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->slice.len; i++)
    if (!n || s->slice.data[n - 1].id != s->slice.data[i].id)
      s->slice.data[n++] = s->slice.data[i];
  s->slice.len = n;
  lyre_vec_release (s->mem, &rest);
  lyre_map_release (s->mem, &vars);
}

/* ------------------------------------------------------------------- cache */

static uint64_t slice_key (const jsolver *s) {
  size_t bytes = s->slice.len * sizeof *s->slice.data;
  return (uint64_t) lyre_hash_bytes (s->slice.data, bytes, 1) << 32 |
         lyre_hash_bytes (s->slice.data, bytes, 2);
}

static const cached *find_cached (jsolver *s) {
  const uint64_t *i = lyre_map_find (&s->cache, slice_key (s));
  if (!i)
    return NULL;
  const cached *e = &s->entries.data[*i - 1];
  bool same = e->n == s->slice.len &&
              !memcmp (e->conds, s->slice.data, e->n * sizeof *e->conds);
  return same ? e : NULL;
}

static void remember (jsolver *s, lyre_result result, jwitness *w) {
  if (w) {
    jwitness_drop (s->mem, s->recent[s->next_recent]);
    s->recent[s->next_recent] = jwitness_share (w);
    s->next_recent = (s->next_recent + 1) % N_RECENT;
  }
  if (!s->settings.cache || !s->slice.len)
    return;
  uint64_t *at = lyre_map_at (s->mem, &s->cache, slice_key (s));
  if (*at)
    return;
  size_t bytes = s->slice.len * sizeof *s->slice.data;
  cached e = {s->slice.len, lyre_alloc (s->mem, bytes), result,
              w ? jwitness_share (w) : NULL};
  memcpy (e.conds, s->slice.data, bytes);
  lyre_vec_push (s->mem, &s->entries, e);
  *at = s->entries.len;
}

/* ----------------------------------------------------------------- solving */

static double seconds (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static void set_limit (jsolver *s, uint32_t ms) {
  char text[16];
  if (s->limit_ms == ms)
    return;
  s->limit_ms = ms;
  snprintf (text, sizeof text, "%u", ms);
  lyre_set_option (s->ctx, "timeout", text);
}

/* A witness for the variables of the slice: with their values under FROM, or
 * in the context's model if that is NULL. */
static jwitness *slice_witness (jsolver *s, jwitness *from) {
  lyre_vec (lyre_term) vars = {0};
  lyre_map seen = {0};
  for (uint32_t i = 0; i < s->slice.len; i++) {
    var_list list = vars_of (s, s->slice.data[i]);
    for (uint32_t k = 0; k < list.n; k++) {
      uint64_t *mark = lyre_map_at (s->mem, &seen, list.vars[k].id);
      if (!(*mark)++)
        lyre_vec_push (s->mem, &vars, list.vars[k]);
    }
  }
  if (vars.len)
    qsort (vars.data, vars.len, sizeof *vars.data, by_id);
  jwitness *w = new_witness (s, vars.len);
  for (uint32_t i = 0; i < vars.len; i++) {
    w->vars[i] = vars.data[i];
    w->values[i] = from ? jwitness_value (s, from, vars.data[i])
                        : lyre_value (s->ctx, vars.data[i]);
  }
  lyre_vec_release (s->mem, &vars);
  lyre_map_release (s->mem, &seen);
  return w;
}

/* A character beyond UTF-16 units? */
static bool is_beyond (jsolver *s, lyre_term value) {
  size_t len = 0;
  bool beyond = false;
  if (lyre_term_sort (s->ctx, value).id != LYRE_STRING.id ||
      !lyre_value_string (s->ctx, value, NULL, 0, &len) || !len)
    return false;
  uint32_t *cp = lyre_alloc (s->mem, len * sizeof *cp);
  lyre_value_string (s->ctx, value, cp, len, &len);
  for (size_t i = 0; i < len; i++)
    beyond |= cp[i] > 0xFFFF;
  lyre_free (s->mem, cp);
  return beyond;
}

/* (str.in_re v (re.* (re.range "\u{0}" "\u{ffff}"))) */
static lyre_term units_only (jsolver *s, lyre_term v) {
  lyre_ctx *c = s->ctx;
  lyre_term ends[] = {lyre_mk_string (c, (uint32_t[]){0}, 1),
                      lyre_mk_string (c, (uint32_t[]){0xFFFF}, 1)};
  lyre_term range = lyre_mk (c, LYRE_RE_RANGE, 2, ends);
  lyre_term star = lyre_mk (c, LYRE_RE_STAR, 1, &range);
  return lyre_mk (c, LYRE_STR_IN_RE, 2, (lyre_term[]){v, star});
}

/* Asserts the slice and checks. Strings are UTF-16 units, which the solver is
 * told only about variables where it had another idea. */
static lyre_result check (jsolver *s, uint32_t ms, jwitness **w) {
  double start = seconds ();
  set_limit (s, ms);
  lyre_reset_assertions (s->ctx);
  for (uint32_t i = 0; i < s->slice.len; i++)
    lyre_assert (s->ctx, s->slice.data[i]);
  lyre_result r;
  for (;;) {
    s->stats.checks++;
    r = lyre_check (s->ctx, 0, NULL);
    if (r != LYRE_SAT)
      break;
    jwitness *found = slice_witness (s, NULL);
    uint32_t bad = 0;
    for (uint32_t i = 0; i < found->n; i++)
      if (is_beyond (s, found->values[i])) {
        lyre_assert (s->ctx, units_only (s, found->vars[i]));
        bad++;
      }
    if (!bad) {
      *w = found;
      break;
    }
    jwitness_drop (s->mem, found);
  }
  s->stats.unknowns += r == LYRE_UNKNOWN;
  s->stats.seconds += seconds () - start;
  return r;
}

/* Do the values of an earlier answer happen to fit the slice? */
static jwitness *try_recent (jsolver *s) {
  for (uint32_t i = 0; s->settings.reuse && i < N_RECENT; i++) {
    jwitness *w = s->recent[i];
    bool fits = w != NULL;
    for (uint32_t k = 0; fits && k < s->slice.len; k++)
      fits = satisfies (s, w, s->slice.data[k]);
    if (fits)
      return slice_witness (s, w);
  }
  return NULL;
}

/* Answers the slice; *W is a witness of it alone. */
static lyre_result answer (jsolver *s, uint32_t ms, jwitness **w) {
  const cached *e = s->settings.cache ? find_cached (s) : NULL;
  if (e && e->result != LYRE_UNKNOWN) {
    s->stats.by_cache++;
    *w = e->witness ? jwitness_share (e->witness) : NULL;
    return e->result;
  }
  *w = try_recent (s);
  if (*w) {
    s->stats.by_reuse++;
    return LYRE_SAT;
  }
  lyre_result r = check (s, ms, w);
  if (r != LYRE_UNKNOWN)
    remember (s, r, *w);
  return r;
}

/* A witness of the slice becomes one of the path: the other variables keep
 * the values that the hint gives them. */
static jwitness *complete (jsolver *s, jwitness *part, jwitness *hint,
                           bool is_whole) {
  jwitness *w = NULL;
  if (part && hint)
    w = merge (s, part, hint);
  else if (part && is_whole)
    w = jwitness_share (part);
  jwitness_drop (s->mem, part);
  return w;
}

lyre_result jsolver_inner (jsolver *s, const jpath *path, lyre_term cond,
                           jwitness *hint, jwitness **witness) {
  *witness = NULL;
  s->stats.questions++;
  if (hint && s->settings.witness && satisfies (s, hint, cond)) {
    s->stats.by_witness++;
    *witness = jwitness_share (hint);
    return LYRE_SAT;
  }
  if (!s->settings.inner)
    return LYRE_UNKNOWN;
  bool is_whole;
  jwitness *part = NULL;
  make_slice (s, path, cond, &is_whole);
  lyre_result r = answer (s, s->settings.inner_ms, &part);
  *witness = complete (s, part, hint, is_whole);
  return r;
}

lyre_result jsolver_leaf (jsolver *s, const jpath *path, jwitness *hint,
                          jwitness **witness) {
  bool is_whole;
  *witness = NULL;
  s->stats.questions++;
  if (hint) {
    s->stats.by_witness++;
    *witness = jwitness_share (hint);
    return LYRE_SAT;
  }
  make_slice (s, path, LYRE_NO_TERM, &is_whole);
  jwitness *part = NULL;
  lyre_result r = answer (s, s->settings.leaf_ms, &part);
  *witness = complete (s, part, NULL, true);
  return r;
}
