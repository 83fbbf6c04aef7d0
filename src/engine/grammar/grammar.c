#include "engine/grammar/grammar.h"

#include "term/grammar.h"

enum { MAX_STATES = 2000000 };

const lyre_cfn *grammar_normal (grammar_query *q, lyre_term t) {
  const lyre_node *n = lyre_node_of (q->p->ts, t);
  uint64_t key = (uint64_t) n->index[0] << 32 | n->index[1];
  uint64_t *slot = lyre_map_at (q->p->mem, &q->normal, key);
  if (*slot)
    return q->cfns.data[*slot - 1];
  const lyre_cfg *g = &lyre_grammar_of (q->p->ts, n->index[0])->rules;
  const lyre_cfn *normal = lyre_cfn_make (&q->fa, g, n->index[1]);
  if (!normal)
    return NULL;
  lyre_vec_push (q->p->mem, &q->cfns, normal);
  *slot = q->cfns.len;
  return normal;
}

lyre_re_answer grammar_accepts (grammar_query *q, lyre_term t,
                                const lyre_str *s) {
  const lyre_node *n = lyre_node_of (q->p->ts, t);
  const lyre_cfg *g = &lyre_grammar_of (q->p->ts, n->index[0])->rules;
  return lyre_cfg_accepts (q->p->env, q->p->mem, g, n->index[1], s);
}

static lyre_verdict solve (const lyre_problem *p, lyre_model *m) {
  grammar_query q = {.p = p};
  lyre_arena_init (&q.arena, p->mem);
  q.fa = (lyre_fa){.env = p->env,
                   .arena = &q.arena,
                   .mem = p->mem,
                   .max_states = MAX_STATES};
  lyre_translation_init (&q.tr, p, &q.arena);
  lyre_verdict v = grammar_exact (&q, m);
  if (v.result == LYRE_UNKNOWN && !p->env->stop)
    v = grammar_bounded (&q, m);
  lyre_translation_release (&q.tr);
  lyre_map_release (p->mem, &q.normal);
  lyre_vec_release (p->mem, &q.cfns);
  lyre_arena_release (&q.arena);
  return v;
}

const lyre_engine lyre_engine_grammar = {
    .name = "grammar", .solve = solve, .grammars = LYRE_ONLY_GRAMMARS};
