/* Parts of parts are parts: a chain of containment between classes of equal
 * strings may contradict a literal without a look at any character. */
#include "engine/words/words.h"

/* FROM has TO as a part. */
typedef struct {
  lyre_term from, to;
  lyre_lit literal; /* why; 0: always */
  uint32_t next;    /* from the same class, + 1 */
} relation;

typedef struct {
  lyre_vec (relation) list;
  lyre_map first; /* class -> its newest relation + 1 */
} relations;

static lyre_enode root_of (words *w, lyre_term t) {
  return lyre_egraph_root (w->eg, words_node (w, t));
}

static void relate (words *w, relations *all, lyre_term from, lyre_term to,
                    lyre_lit literal) {
  uint64_t *first = lyre_map_at (w->mem, &all->first, root_of (w, from));
  relation r = {from, to, literal, (uint32_t) *first};
  lyre_vec_push (w->mem, &all->list, r);
  *first = all->list.len;
}

static void release (words *w, relations *all) {
  lyre_vec_release (w->mem, &all->list);
  lyre_map_release (w->mem, &all->first);
}

/* ------------------------------------------------------------ collecting */

/* Wholes and parts. */
static void collect_part (words *w, uint32_t v, relations *all) {
  const lyre_node *n = lyre_node_of (w->ts, w->atoms.data[v].term);
  if (lyre_sat_value (w->sat, (lyre_lit) v) <= 0)
    return;
  if (n->op == LYRE_STR_CONTAINS)
    relate (w, all, n->args[0], n->args[1], (lyre_lit) v);
  else if (n->op == LYRE_STR_PREFIXOF || n->op == LYRE_STR_SUFFIXOF)
    relate (w, all, n->args[1], n->args[0], (lyre_lit) v);
}

static void collect_concats (words *w, relations *all) {
  uint32_t n_terms = w->term_of.len; /* nodes may be added to them */
  for (lyre_enode e = 0; e < n_terms; e++) {
    lyre_term t = w->term_of.data[e];
    if (!t.id || lyre_op_of (w->ts, t) != LYRE_STR_CONCAT)
      continue;
    const lyre_node *n = lyre_node_of (w->ts, t);
    for (uint32_t i = 0; i < n->n_args; i++)
      relate (w, all, t, n->args[i], 0);
  }
}

/* A substring is a part of what it is taken from. */
static void collect_substrings (words *w, relations *all) {
  for (uint32_t i = 0; i < w->definitions.len; i++) {
    definition d = w->definitions.data[i];
    lyre_op op = lyre_op_of (w->ts, d.term);
    if (op == LYRE_STR_SUBSTR || op == LYRE_STR_AT)
      relate (w, all, lyre_arg_of (w->ts, d.term, 0), d.var, 0);
  }
}

/* ---------------------------------------------------------------- chains */

static void explain_same (words *w, lyre_term a, lyre_term b,
                          lyre_reasons *why) {
  lyre_enode x = words_node (w, a), y = words_node (w, b);
  if (x != y)
    lyre_egraph_explain (w->eg, x, y, why);
}

/* A chain from START to END; its reasons are added. */
static bool find_chain (words *w, const relations *all, lyre_term start,
                        lyre_term end, lyre_reasons *why) {
  lyre_map via = {0}; /* class -> relation + 1; the start's is 0 */
  lyre_u32s queue = {0};
  lyre_enode target = root_of (w, end);
  lyre_vec_push (w->mem, &queue, root_of (w, start));
  lyre_map_at (w->mem, &via, root_of (w, start));
  for (uint32_t i = 0; i < queue.len && !lyre_map_find (&via, target); i++) {
    uint64_t *first = lyre_map_find (&all->first, queue.data[i]);
    for (uint64_t k = first ? *first : 0; k; k = all->list.data[k - 1].next) {
      lyre_enode to = root_of (w, all->list.data[k - 1].to);
      if (lyre_map_find (&via, to))
        continue;
      *lyre_map_at (w->mem, &via, to) = k;
      lyre_vec_push (w->mem, &queue, to);
    }
  }
  bool found = lyre_map_find (&via, target) != NULL;
  while (found) {
    uint64_t k = *lyre_map_find (&via, root_of (w, end));
    if (!k) {
      explain_same (w, start, end, why);
      break;
    }
    const relation *r = &all->list.data[k - 1];
    explain_same (w, r->to, end, why);
    lyre_vec_push (w->mem, why, words_reason (r->literal));
    end = r->from;
  }
  lyre_map_release (w->mem, &via);
  lyre_vec_release (w->mem, &queue);
  return found;
}

/* A needle that must not occur is part of a part. */
static bool check_absence (words *w, const relations *all, uint32_t v) {
  const lyre_node *n = lyre_node_of (w->ts, w->atoms.data[v].term);
  lyre_reasons why = {0};
  bool found = find_chain (w, all, n->args[0], n->args[1], &why);
  if (found) {
    lyre_vec_push (w->mem, &why, words_reason (-(lyre_lit) v));
    words_conflict (w, &why);
  }
  lyre_vec_release (w->mem, &why);
  return found;
}

static bool is_absence (words *w, uint32_t v) {
  return w->atoms.data[v].kind == ATOM_PREDICATE &&
         lyre_op_of (w->ts, w->atoms.data[v].term) == LYRE_STR_CONTAINS &&
         lyre_sat_value (w->sat, (lyre_lit) v) < 0;
}

step words_check_contain (words *w) {
  relations all = {0};
  bool added = false, needed = false;
  for (uint32_t v = 1; v < w->atoms.len; v++)
    needed |= is_absence (w, v);
  if (!needed)
    return STEP_DONE;
  for (uint32_t v = 1; v < w->atoms.len; v++)
    if (w->atoms.data[v].kind == ATOM_PREDICATE)
      collect_part (w, v, &all);
  collect_concats (w, &all);
  collect_substrings (w, &all);
  uint32_t n = w->atoms.len;
  for (uint32_t v = 1; v < n && !added && !w->env->stop; v++)
    if (is_absence (w, v))
      added = check_absence (w, &all, v);
  release (w, &all);
  return added ? STEP_MORE : STEP_DONE;
}
