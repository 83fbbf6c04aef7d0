/* Concatenations and loops. See regex_boolean.c for unions, intersections and
 * complements, and on why nothing here recurses on the depth of a regex. */
#include "core/automata/regex_internal.h"

enum { FUSE_LENGTH = 64 }; /* adjacent words this short become one */

/* ---------------------------------------------------------- concatenation */

static bool is_literal (const lyre_re_pool *p, uint32_t id) {
  const lyre_re_info *x = re_info (p, id);
  if (x->kind == LYRE_RE_KIND_CHARS)
    return x->chars.n == 1 && x->chars.at->lo == x->chars.at->hi;
  return x->kind == LYRE_RE_KIND_WORD;
}

static uint32_t put_literal (const lyre_re_pool *p, uint32_t id,
                             uint32_t *out) {
  const lyre_re_info *x = re_info (p, id);
  if (x->kind == LYRE_RE_KIND_CHARS) {
    *out = x->chars.at->lo;
    return 1;
  }
  for (uint32_t i = x->from; i < x->word->len; i++)
    *out++ = lyre_str_at (x->word, i);
  return x->word->len - x->from;
}

/* Two short literals as one word. */
static bool fuse_literals (lyre_re_pool *p, uint32_t a, uint32_t b,
                           uint32_t *out) {
  if (!is_literal (p, a) || !is_literal (p, b))
    return false;
  if (re_add (re_info (p, a)->min_len, re_info (p, b)->min_len) > FUSE_LENGTH)
    return false;
  uint32_t buffer[FUSE_LENGTH];
  uint32_t n = put_literal (p, a, buffer);
  n += put_literal (p, b, buffer + n);
  lyre_mark m = lyre_arena_mark (&p->env->scratch);
  const lyre_str *s = lyre_str_from_wide (&p->env->scratch, buffer, n);
  *out = lyre_re_word (p, s).id;
  lyre_arena_cut (&p->env->scratch, m);
  return true;
}

/* r{a,b} r{c,d} = r{a+c,b+d}, if the sums are numbers we have. */
static bool add_loops (re_product x, re_product y, uint32_t *lo, uint32_t *hi) {
  uint64_t low = (uint64_t) x.lo + y.lo, high = (uint64_t) x.hi + y.hi;
  bool finite = x.hi != LYRE_RE_INF && y.hi != LYRE_RE_INF;
  if (low >= LYRE_RE_INF || (finite && high >= LYRE_RE_INF))
    return false;
  *lo = (uint32_t) low;
  *hi = finite ? (uint32_t) high : LYRE_RE_INF;
  return true;
}

static const re_product one = {.lo = 1, .hi = 1};

/* H T where H is not a concatenation, and neither is empty or epsilon. */
static uint32_t cons (lyre_re_pool *p, uint32_t h, uint32_t t) {
  for (;;) {
    re_product x = re_see_product (p, h), y = re_see_product (p, t);
    uint32_t both, lo, hi;
    if (y.head == RE_ALL && re_nullable (p, h))
      return t; /* r all = all if r has the empty word */
    if (h == RE_ALL && re_nullable (p, y.head))
      t = y.tail; /* all r = all, likewise */
    else if (x.body == y.body && !(x.head == y.head && is_literal (p, h)) &&
             add_loops (x, y, &lo, &hi)) {
      h = re_mk_loop (p, x.body, lo, hi);
      t = y.tail;
    } else if (x.body == t && x.head != x.body && add_loops (x, one, &lo, &hi))
      return re_mk_loop (p, t, lo, hi); /* T is a concatenation itself */
    else if (fuse_literals (p, h, y.head, &both)) {
      h = both;
      t = y.tail;
    } else {
      uint32_t ids[2] = {h, t};
      return re_intern_parts (p, LYRE_RE_KIND_CONCAT, 2, ids);
    }
    if (t == RE_EPSILON)
      return h;
  }
}

/* r r{a,b} where r is a concatenation itself and would be taken apart. */
static bool extend_loop (lyre_re_pool *p, uint32_t r, uint32_t t,
                         uint32_t *out) {
  re_product y = re_see_product (p, t);
  uint32_t lo, hi;
  if (y.body != r || y.head == y.body || !add_loops (one, y, &lo, &hi))
    return false;
  *out = re_mk_concat (p, re_mk_loop (p, r, lo, hi), y.tail);
  return true;
}

lyre_re lyre_re_concat (lyre_re_pool *p, lyre_re a, lyre_re b) {
  uint32_t r = a.id, t = b.id, out;
  if (r == RE_NONE || t == RE_NONE)
    return re_of (RE_NONE);
  if (t == RE_EPSILON)
    return a;
  if (r == RE_EPSILON)
    return b;
  if (re_kind (p, r) != LYRE_RE_KIND_CONCAT)
    return re_of (cons (p, r, t));
  if (extend_loop (p, r, t, &out))
    return re_of (out);
  uint32_t base = p->work.len;
  for (; re_kind (p, r) == LYRE_RE_KIND_CONCAT; r = re_info (p, r)->parts[1].id)
    lyre_vec_push (p->mem, &p->work, re_info (p, r)->parts[0].id);
  t = cons (p, r, t);
  while (p->work.len > base) {
    uint32_t h = lyre_vec_pop (&p->work);
    t = cons (p, h, t);
  }
  return re_of (t);
}

lyre_re lyre_re_concat_all (lyre_re_pool *p, uint32_t n, const lyre_re *parts) {
  lyre_re r = re_of (RE_EPSILON);
  for (uint32_t i = n; i > 0; i--)
    r = lyre_re_concat (p, parts[i - 1], r);
  return r;
}

/* -------------------------------------------------------------------- loops */

/* (r{a,b}){c,d} = r{ac,bd} if the ranges ka..kb, c <= k <= d, leave no gaps:
 * if there is one k, or (c+1)a <= cb + 1; later gaps are smaller still. */
static bool ranges_meet (uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  if (c == d)
    return true;
  if (!c)
    return a <= 1;
  return b == LYRE_RE_INF || ((uint64_t) c + 1) * a <= (uint64_t) c * b + 1;
}

static bool flatten_loop (const lyre_re_info *x, uint32_t *lo, uint32_t *hi) {
  if (x->kind != LYRE_RE_KIND_LOOP || !ranges_meet (x->lo, x->hi, *lo, *hi))
    return false;
  uint32_t low = re_mul (x->lo, *lo), high = re_mul (x->hi, *hi);
  bool infinite = x->hi == LYRE_RE_INF || *hi == LYRE_RE_INF;
  if (low == LYRE_RE_INF || (high == LYRE_RE_INF && !infinite))
    return false;
  *lo = low;
  *hi = high;
  return true;
}

/* (s{a,b} | t)* = (s | t)* if a <= 1, and (x y)* = (x | y)* if both have the
 * empty word. Pushes the parts that remain; false if there is nothing new. */
static bool loosen_star (lyre_re_pool *p, const lyre_re_info *x) {
  bool changed = false;
  for (uint32_t i = 0; i < x->n_parts; i++) {
    const lyre_re_info *y = re_info (p, x->parts[i].id);
    bool loop = y->kind == LYRE_RE_KIND_LOOP && y->lo <= 1;
    uint32_t id = loop ? y->parts[0].id : x->parts[i].id;
    changed |= loop;
    lyre_vec_push (p->mem, &p->work, id);
  }
  return changed || x->kind == LYRE_RE_KIND_CONCAT;
}

static bool simplify_star (lyre_re_pool *p, const lyre_re_info *x,
                           uint32_t *out) {
  bool nullable_pair = x->kind == LYRE_RE_KIND_CONCAT && x->nullable;
  if (p->nesting > RE_MAX_NESTING ||
      (x->kind != LYRE_RE_KIND_UNION && !nullable_pair))
    return false;
  uint32_t base = p->work.len;
  bool changed = loosen_star (p, x);
  if (changed)
    *out = lyre_re_union_of_work (p, base);
  p->work.len = base;
  return changed;
}

lyre_re lyre_re_loop (lyre_re_pool *p, lyre_re r, uint32_t lo, uint32_t hi) {
  for (;;) {
    const lyre_re_info *x = re_info (p, r.id);
    uint32_t out;
    if (lo > hi)
      return re_of (RE_NONE);
    if (!hi || r.id == RE_EPSILON)
      return re_of (RE_EPSILON);
    if (r.id == RE_NONE)
      return re_of (lo ? RE_NONE : RE_EPSILON);
    if (x->nullable)
      lo = 0; /* derivatives of loops rely on this */
    if (hi == 1 && (lo == 1 || x->nullable))
      return r;
    if (flatten_loop (x, &lo, &hi)) {
      r = x->parts[0];
      continue;
    }
    if (lo || hi != LYRE_RE_INF || !simplify_star (p, x, &out))
      break;
    r.id = out;
  }
  lyre_re_info x = {
      .kind = LYRE_RE_KIND_LOOP, .lo = lo, .hi = hi, .n_parts = 1, .parts = &r};
  return re_of (lyre_re_intern (p, &x, 0));
}

lyre_re lyre_re_star (lyre_re_pool *p, lyre_re r) {
  return lyre_re_loop (p, r, 0, LYRE_RE_INF);
}
