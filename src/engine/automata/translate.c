/* Closed regex terms to nodes of the automata core. */
#include "engine/automata/automata.h"

void lyre_translation_init (lyre_translation *tr, const lyre_problem *p,
                            lyre_arena *arena) {
  *tr = (lyre_translation){.p = p, .arena = arena};
  tr->pool = lyre_re_pool_new (p->env, p->mem);
}

void lyre_translation_release (lyre_translation *tr) {
  lyre_map_release (tr->p->mem, &tr->closed);
  lyre_re_pool_delete (tr->pool);
}

static lyre_re done (const lyre_translation *tr, lyre_term t) {
  return (lyre_re){(uint32_t) *lyre_map_find (&tr->closed, t.id) - 1};
}

static lyre_re range (lyre_translation *tr, const lyre_str *lo,
                      const lyre_str *hi) {
  if (lo->len != 1 || hi->len != 1 || lyre_str_at (lo, 0) > lyre_str_at (hi, 0))
    return lyre_re_none (tr->pool);
  return lyre_re_chars (
      tr->pool,
      lyre_charset_range (tr->arena, lyre_str_at (lo, 0), lyre_str_at (hi, 0)));
}

/* The arguments' translations, in scratch. */
static lyre_re *parts_of (lyre_translation *tr, const lyre_node *n) {
  lyre_re *parts = lyre_arena_array (&tr->p->env->scratch, lyre_re, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    parts[i] = done (tr, n->args[i]);
  return parts;
}

static lyre_re concat_all (lyre_translation *tr, uint32_t n,
                           const lyre_re *parts) {
  lyre_re r = parts[n - 1];
  for (uint32_t i = n - 1; i-- > 0;)
    r = lyre_re_concat (tr->pool, parts[i], r);
  return r;
}

static lyre_re minus (lyre_translation *tr, lyre_re a, lyre_re b) {
  lyre_re both[] = {a, lyre_re_comp (tr->pool, b)};
  return lyre_re_inter (tr->pool, 2, both);
}

static lyre_re translate_parts (lyre_translation *tr, const lyre_node *n,
                                const lyre_re *p) {
  lyre_re_pool *pool = tr->pool;
  switch (n->op) {
  case LYRE_RE_NONE:
    return lyre_re_none (pool);
  case LYRE_RE_ALL:
    return lyre_re_all (pool);
  case LYRE_RE_ALLCHAR:
    return lyre_re_chars (pool, lyre_charset_all);
  case LYRE_RE_CONCAT:
    return concat_all (tr, n->n_args, p);
  case LYRE_RE_UNION:
    return lyre_re_union (pool, n->n_args, p);
  case LYRE_RE_INTER:
    return lyre_re_inter (pool, n->n_args, p);
  case LYRE_RE_STAR:
    return lyre_re_star (pool, p[0]);
  case LYRE_RE_PLUS:
    return lyre_re_loop (pool, p[0], 1, LYRE_RE_INF);
  case LYRE_RE_OPT:
    return lyre_re_loop (pool, p[0], 0, 1);
  case LYRE_RE_COMP:
    return lyre_re_comp (pool, p[0]);
  case LYRE_RE_DIFF:
    return minus (tr, p[0], p[1]);
  case LYRE_RE_POW:
    return lyre_re_loop (pool, p[0], n->index[0], n->index[0]);
  default:
    LYRE_ASSERT (n->op == LYRE_RE_LOOP);
    if (n->index[0] > n->index[1])
      return lyre_re_none (pool);
    return lyre_re_loop (pool, p[0], n->index[0], n->index[1]);
  }
}

static lyre_re translate_node (lyre_translation *tr, lyre_term t) {
  lyre_terms *ts = tr->p->ts;
  const lyre_node *n = lyre_node_of (ts, t);
  if (n->op == LYRE_STR_TO_RE)
    return lyre_re_word (tr->pool, lyre_string_of (ts, n->args[0]));
  if (n->op == LYRE_RE_RANGE)
    return range (tr, lyre_string_of (ts, n->args[0]),
                  lyre_string_of (ts, n->args[1]));
  lyre_mark mark = lyre_arena_mark (&tr->p->env->scratch);
  lyre_re r = translate_parts (tr, n, parts_of (tr, n));
  lyre_arena_cut (&tr->p->env->scratch, mark);
  return r;
}

lyre_re lyre_translate (lyre_translation *tr, lyre_term regex) {
  lyre_terms *ts = tr->p->ts;
  lyre_mem *mem = tr->p->mem;
  LYRE_ASSERT (lyre_node_of (ts, regex)->flags & LYRE_NODE_CLOSED_RE);
  lyre_term_vec stack = {0};
  lyre_vec_push (mem, &stack, regex);
  while (stack.len) {
    lyre_term t = lyre_vec_top (&stack);
    const lyre_node *n = lyre_node_of (ts, t);
    uint32_t before = stack.len;
    for (uint32_t i = 0; i < n->n_args; i++)
      if (lyre_has_sort (ts, n->args[i], LYRE_REGLAN) &&
          !lyre_map_find (&tr->closed, n->args[i].id))
        lyre_vec_push (mem, &stack, n->args[i]);
    if (stack.len > before)
      continue;
    lyre_vec_drop (&stack);
    lyre_re r = translate_node (tr, t);
    *lyre_map_at (mem, &tr->closed, t.id) = (uint64_t) r.id + 1;
  }
  lyre_vec_release (mem, &stack);
  return done (tr, regex);
}
