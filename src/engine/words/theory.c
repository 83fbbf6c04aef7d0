/* Between the SAT core and the others: equalities go to the e-graph, bounds to
 * arithmetic, and a full assignment through the checks on strings. */
#include "engine/words/words.h"

/* ------------------------------------------------------------------- nodes */

static lyre_enode constant_node (words *w, lyre_term t) {
  return lyre_egraph_node (w->eg, LYRE_OP_COUNT + t.id, 0, NULL,
                           lyre_is_value (w->ts, t));
}

static bool is_number (words *w, lyre_term t) {
  return lyre_has_sort (w->ts, t, LYRE_INT) ||
         lyre_has_sort (w->ts, t, LYRE_REAL);
}

static lyre_enode application_node (words *w, lyre_term t) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  lyre_mark mark = lyre_arena_mark (&w->env->scratch);
  lyre_enode *args = lyre_arena_array (&w->env->scratch, lyre_enode, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    args[i] = words_node (w, n->args[i]);
  lyre_enode e = lyre_egraph_node (w->eg, n->op, n->n_args, args, false);
  lyre_arena_cut (&w->env->scratch, mark);
  return e;
}

/* A variable that names an application is that application, so that equal
 * arguments make equal results. */
static lyre_enode make_node (words *w, lyre_term t) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  uint64_t *def = lyre_map_find (&w->definition_of, t.id);
  if (def)
    return application_node (w, w->definitions.data[*def - 1].term);
  bool opaque = !n->n_args || (n->flags & LYRE_NODE_CLOSED_RE) ||
                is_number (w, t) || n->sort == LYRE_ID_REGLAN;
  return opaque ? constant_node (w, t) : application_node (w, t);
}

lyre_enode words_node (words *w, lyre_term t) {
  uint64_t *known = lyre_map_find (&w->enode_of, t.id);
  if (known)
    return (lyre_enode) *known - 1;
  lyre_enode e = make_node (w, t);
  *lyre_map_at (w->mem, &w->enode_of, t.id) = (uint64_t) e + 1;
  while (w->term_of.len <= e)
    lyre_vec_push (w->mem, &w->term_of, LYRE_NO_TERM);
  if (!w->term_of.data[e].id)
    w->term_of.data[e] = t;
  if (lyre_op_of (w->ts, t) == LYRE_VAR &&
      lyre_has_sort (w->ts, t, LYRE_STRING))
    words_introduce_length (w, t);
  return e;
}

/* ------------------------------------------------------------------- facts */

static void tell_equal (words *w, const atom *a, lyre_lit l) {
  if (l > 0)
    lyre_egraph_merge (w->eg, a->a, a->b, words_reason (l));
  else
    lyre_egraph_separate (w->eg, a->a, a->b, words_reason (l));
}

static void tell_bound (words *w, const atom *a, lyre_lit l) {
  if (l > 0)
    lyre_arith_upper (w->arith, a->var, a->bound, a->strict, (lyre_tag) l);
  else
    lyre_arith_lower (w->arith, a->var, a->bound, !a->strict, (lyre_tag) l);
}

static void tell (words *w, lyre_lit l) {
  atom a = w->atoms.data[l > 0 ? l : -l];
  switch (a.kind) {
  case ATOM_EQUAL:
    tell_equal (w, &a, l);
    break;
  case ATOM_BOUND:
    tell_bound (w, &a, l);
    break;
  case ATOM_PREDICATE:
    lyre_egraph_merge (w->eg, a.a, l > 0 ? w->true_node : w->false_node,
                       words_reason (l));
    break;
  default:
    break;
  }
}

static void tell_all (words *w) {
  while (w->told < w->trail.len)
    tell (w, w->trail.data[w->told++]);
}

static bool egraph_conflict (words *w) {
  lyre_reasons why = {0};
  bool conflict = lyre_egraph_conflict (w->eg, &why);
  if (conflict)
    words_conflict (w, &why);
  lyre_vec_release (w->mem, &why);
  return conflict;
}

static void arith_conflict (words *w) {
  lyre_tags tags = lyre_arith_conflict (w->arith);
  lyre_reasons why = {0};
  for (uint32_t i = 0; i < tags.n; i++)
    lyre_vec_push (w->mem, &why, tags.at[i]);
  words_conflict (w, &why);
  lyre_vec_release (w->mem, &why);
}

/* ------------------------------------------------------------------- hooks */

static void on_assigned (void *user, lyre_lit l) {
  words *w = user;
  lyre_vec_push (w->mem, &w->trail, l);
}

static void on_new_level (void *user) {
  words *w = user;
  tell_all (w);
  lyre_vec_push (w->mem, &w->levels, ((level){w->trail.len, w->why.len}));
  lyre_egraph_push (w->eg);
  lyre_arith_push (w->arith);
}

static void on_backtrack (void *user, uint32_t left) {
  words *w = user;
  uint32_t n = w->levels.len - left;
  if (!n)
    return;
  w->trail.len = w->levels.data[left].trail;
  w->why.len = w->levels.data[left].why;
  w->levels.len = left;
  if (w->told > w->trail.len)
    w->told = w->trail.len;
  lyre_egraph_pop (w->eg, n);
  lyre_arith_pop (w->arith, n);
}

static void on_propagate (void *user) {
  words *w = user;
  tell_all (w);
  if (egraph_conflict (w))
    return;
  switch (lyre_arith_check (w->arith)) {
  case LYRE_ARITH_NO:
    arith_conflict (w);
    break;
  case LYRE_ARITH_YES:
    words_propagate_bounds (w);
    break;
  default:
    break;
  }
}

static void on_explain (void *user, lyre_lit l, lyre_lits *out) {
  words_explain_bound (user, l, out);
}

/* Integers: a value in between is split by a new bound, which the SAT core has
 * to decide. */
step words_check_integers (words *w) {
  uint32_t var;
  lyre_int value;
  switch (lyre_arith_check_int (w->arith, false)) {
  case LYRE_ARITH_YES:
    return STEP_DONE;
  case LYRE_ARITH_NO:
    arith_conflict (w);
    return STEP_MORE;
  case LYRE_ARITH_SPLIT:
    lyre_arith_split (w->arith, &var, &value);
    words_bound (w, var, lyre_rat_from_int (value), false);
    return STEP_MORE;
  default:
    w->reason = "integer arithmetic too hard";
    return STEP_STUCK;
  }
}

/* In this order: the first that has something to say ends the round. */
static const struct {
  const char *name;
  step (*run) (words *);
  size_t counter; /* of the rounds that it ended, in lyre_statistics */
} checks[] = {
#define CHECK(NAME, RUN)                                                       \
  { #NAME, RUN, offsetof(lyre_statistics, lemmas_##NAME) }
    CHECK (integers, words_check_integers),
    CHECK (lengths, words_check_lengths),
    CHECK (values, words_check_values),
    CHECK (order, words_check_order),
    CHECK (contain, words_check_contain),
    CHECK (languages, words_check_languages),
    CHECK (loops, words_check_loops),
    CHECK (equations, words_check_equations),
    CHECK (products, words_check_products),
    CHECK (conversions, words_check_conversions),
    CHECK (members, words_check_members),
    CHECK (candidate, words_check_candidate),
#undef CHECK
};

/* A round ended with new lemmas. */
static void note_round (words *w, unsigned check) {
  enum { BETWEEN = 1000 };
  lyre_statistics *s = &w->env->statistics;
  ++*(uint64_t *) ((char *) s + checks[check].counter);
  lyre_say (w->env, 2, "words: round %llu ended by %s",
            (unsigned long long) s->rounds, checks[check].name);
  if (s->rounds % BETWEEN)
    return;
  lyre_sat_counts n = lyre_sat_count (w->sat);
  lyre_say (w->env, 1,
            "words: round %llu, %u atoms, %u definitions, %llu conflicts, "
            "%llu restarts",
            (unsigned long long) s->rounds, w->atoms.len, w->definitions.len,
            (unsigned long long) n.conflicts, (unsigned long long) n.restarts);
}

/* Stuck: unless the automata back end, which was to wait, has a word to say. */
static step last_resort (words *w) {
  if (!w->backend_wait)
    return STEP_STUCK;
  w->backend_wait = 0;
  step s = words_check_languages (w);
  return s == STEP_DONE ? STEP_STUCK : s;
}

static lyre_theory_answer on_check (void *user) {
  words *w = user;
  uint32_t n_vars = lyre_sat_n_vars (w->sat);
  lyre_arena_clear (&w->round);
  w->env->statistics.rounds++;
  for (unsigned i = 0; i < sizeof checks / sizeof *checks; i++) {
    if (w->env->stop)
      return LYRE_THEORY_GAVE_UP;
    step s = checks[i].run (w);
    switch (s == STEP_STUCK ? last_resort (w) : s) {
    case STEP_MORE:
      note_round (w, i);
      return LYRE_THEORY_CONTINUE;
    case STEP_MODEL:
      return LYRE_THEORY_OK;
    case STEP_STUCK:
      return LYRE_THEORY_GAVE_UP;
    default:
      break;
    }
  }
  /* Atoms that came up on the way want values, too. */
  return lyre_sat_n_vars (w->sat) > n_vars ? LYRE_THEORY_CONTINUE
                                           : LYRE_THEORY_OK;
}

void words_theory_init (words *w) {
  lyre_theory t = {.user = w,
                   .assigned = on_assigned,
                   .new_level = on_new_level,
                   .backtrack = on_backtrack,
                   .propagate = on_propagate,
                   .explain = on_explain,
                   .check = on_check};
  lyre_sat_set_theory (w->sat, t);
}
