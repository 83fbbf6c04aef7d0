#include "engine/words/words.h"

#include <string.h>

static void init (words *w, const lyre_problem *p, lyre_model *m) {
  memset (w, 0, sizeof *w);
  w->p = p;
  w->env = p->env;
  w->ts = p->ts;
  w->rw = p->rw;
  w->mem = p->mem;
  w->model = m;
  lyre_arena_init (&w->arena, p->mem);
  lyre_arena_init (&w->round, p->mem);
  lyre_translation_init (&w->tr, p, &w->arena);
  lyre_workshop_init (&w->shop, p, &w->tr);
  w->sat = lyre_sat_new (p->env, p->mem);
  w->eg = lyre_egraph_new (p->env, p->mem);
  w->arith = lyre_arith_new (p->env, p->mem);
  words_theory_init (w);
  w->true_literal = words_fresh_literal (w, (atom){0});
  lyre_sat_add_clause (w->sat, 1, &w->true_literal);
  w->true_node = words_node (w, lyre_t_true (w->ts));
  w->false_node = words_node (w, lyre_t_false (w->ts));
}

static void release (words *w) {
  lyre_mem *mem = w->mem;
  for (uint32_t i = 0; i < w->classes.len; i++)
    lyre_vec_release (mem, &w->classes.data[i].concats);
  lyre_map *maps[] = {&w->flat,       &w->definition_of, &w->literal_of,
                      &w->enode_of,   &w->lemma_seen,    &w->arith_of,
                      &w->bound_of,   &w->class_of,      &w->skolem_of,
                      &w->characters, &w->word_of,       &w->language_of,
                      &w->numeral_of, &w->code_of,       &w->numerals_of};
  for (unsigned i = 0; i < sizeof maps / sizeof *maps; i++)
    lyre_map_release (mem, maps[i]);
  for (uint32_t i = 0; i < w->bounds_on.len; i++)
    lyre_vec_release (mem, &w->bounds_on.data[i]);
  lyre_vec_release (mem, &w->bounds_on);
  lyre_vec_release (mem, &w->why);
  lyre_vec_release (mem, &w->why_of);
  lyre_vec_release (mem, &w->definitions);
  lyre_vec_release (mem, &w->axioms);
  lyre_vec_release (mem, &w->atoms);
  lyre_vec_release (mem, &w->term_of);
  lyre_vec_release (mem, &w->classes);
  lyre_vec_release (mem, &w->trail);
  lyre_vec_release (mem, &w->levels);
  lyre_sat_delete (w->sat);
  lyre_egraph_delete (w->eg);
  lyre_arith_delete (w->arith);
  lyre_workshop_release (&w->shop);
  lyre_translation_release (&w->tr);
  lyre_arena_release (&w->round);
  lyre_arena_release (&w->arena);
}

static void count (words *w) {
  lyre_statistics *s = &w->env->statistics;
  lyre_sat_counts n = lyre_sat_count (w->sat);
  s->conflicts += n.conflicts;
  s->decisions += n.decisions;
  s->propagations += n.propagations;
  s->restarts += n.restarts;
}

/* Long strings cost much and are rarely what a problem is about. That strings
 * are short is assumed first, and taken back where it is in the way. */
static void assume_short (words *w, lyre_lits *out) {
  enum { SHORT = 1 << 16 };
  uint32_t n = w->term_of.len; /* asking for lengths adds to them */
  for (lyre_enode e = 0; e < n; e++) {
    lyre_term t = w->term_of.data[e];
    if (!t.id || lyre_op_of (w->ts, t) != LYRE_VAR ||
        !lyre_has_sort (w->ts, t, LYRE_STRING))
      continue;
    lyre_term is_short =
        lyre_t2 (w->ts, LYRE_LE, words_len (w, t), lyre_t_int (w->ts, SHORT));
    lyre_lit l = words_literal (w, words_flatten (w, is_short));
    lyre_vec_push (w->mem, out, l);
  }
}

/* Drops the assumptions that made the last attempt fail. */
static bool drop_failed (words *w, lyre_lits *assumptions) {
  uint32_t kept = 0, n = assumptions->len;
  for (uint32_t i = 0; i < n; i++)
    if (!lyre_sat_failed (w->sat, assumptions->data[i]))
      assumptions->data[kept++] = assumptions->data[i];
  assumptions->len = kept;
  return kept < n;
}

static lyre_sat_result search (words *w) {
  lyre_lits assumptions = {0};
  assume_short (w, &assumptions);
  lyre_sat_result r;
  do
    r = lyre_sat_solve (w->sat, assumptions.len, assumptions.data);
  while (r == LYRE_SAT_NO && drop_failed (w, &assumptions));
  lyre_vec_release (w->mem, &assumptions);
  return r;
}

static lyre_verdict run (words *w) {
  for (uint32_t i = 0; i < w->p->n; i++)
    words_lemma (w, w->p->assertions[i]);
  lyre_sat_result r = search (w);
  count (w);
  switch (r) {
  case LYRE_SAT_YES:
    return lyre_verdict_sat ();
  case LYRE_SAT_NO:
    return lyre_verdict_unsat ();
  default:
    return lyre_verdict_unknown (w->reason ? w->reason : "stopped");
  }
}

static lyre_verdict solve (const lyre_problem *p, lyre_model *m) {
  words w;
  init (&w, p, m);
  lyre_verdict v = run (&w);
  release (&w);
  return v;
}

const lyre_engine lyre_engine_words = {.name = "words", .solve = solve};
