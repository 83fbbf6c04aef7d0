/* Boolean structure to clauses, atoms to literals, lemmas. */
#include "engine/words/words.h"

#include "term/print.h"

/* ---------------------------------------------------------------- literals */

static const uint64_t BIAS = UINT64_C (1) << 31;

static bool known_literal (words *w, lyre_term t, lyre_lit *out) {
  uint64_t *l = lyre_map_find (&w->literal_of, t.id);
  if (l)
    *out = (lyre_lit) ((int64_t) *l - (int64_t) BIAS);
  return l != NULL;
}

static void set_literal (words *w, lyre_term t, lyre_lit l) {
  *lyre_map_at (w->mem, &w->literal_of, t.id) =
      (uint64_t) ((int64_t) l + (int64_t) BIAS);
}

static lyre_lit literal_of (words *w, lyre_term t) {
  lyre_lit l = 0;
  known_literal (w, t, &l);
  LYRE_ASSERT (l);
  return l;
}

lyre_lit words_fresh_literal (words *w, atom a) {
  lyre_lit l = lyre_sat_new_var (w->sat);
  while (w->atoms.len <= (uint32_t) l)
    lyre_vec_push (w->mem, &w->atoms, ((atom){0}));
  w->atoms.data[l] = a;
  w->atoms.data[l].derived = w->arranging;
  if (a.kind != ATOM_NONE)
    lyre_sat_observe (w->sat, l);
  return l;
}

static void clause (words *w, uint32_t n, const lyre_lit *lits) {
  lyre_sat_add_clause (w->sat, n, lits);
}

static void clause2 (words *w, lyre_lit a, lyre_lit b) {
  clause (w, 2, (lyre_lit[]){a, b});
}

static void clause3 (words *w, lyre_lit a, lyre_lit b, lyre_lit c) {
  clause (w, 3, (lyre_lit[]){a, b, c});
}

/* ------------------------------------------------------------- connectives */

/* l <=> conjunction of parts. */
static lyre_lit define_and (words *w, uint32_t n, lyre_lit *parts) {
  lyre_lit l = words_fresh_literal (w, (atom){0});
  lyre_mark mark = lyre_arena_mark (&w->env->scratch);
  lyre_lit *all = lyre_arena_array (&w->env->scratch, lyre_lit, (size_t) n + 1);
  for (uint32_t i = 0; i < n; i++) {
    clause2 (w, -l, parts[i]);
    all[i] = -parts[i];
  }
  all[n] = l;
  clause (w, n + 1, all);
  lyre_arena_cut (&w->env->scratch, mark);
  return l;
}

static lyre_lit define_or (words *w, uint32_t n, lyre_lit *parts) {
  for (uint32_t i = 0; i < n; i++)
    parts[i] = -parts[i];
  return -define_and (w, n, parts);
}

static lyre_lit define_same (words *w, lyre_lit a, lyre_lit b) {
  lyre_lit l = words_fresh_literal (w, (atom){0});
  clause3 (w, -l, -a, b);
  clause3 (w, -l, a, -b);
  clause3 (w, l, a, b);
  clause3 (w, l, -a, -b);
  return l;
}

static lyre_lit define_ite (words *w, lyre_lit c, lyre_lit a, lyre_lit b) {
  lyre_lit l = words_fresh_literal (w, (atom){0});
  clause3 (w, -l, -c, a);
  clause3 (w, -l, c, b);
  clause3 (w, l, -c, -a);
  clause3 (w, l, c, -b);
  clause3 (w, l, -a, -b);
  clause3 (w, -l, a, b);
  return l;
}

static lyre_lit define_connective (words *w, lyre_term t) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  lyre_mark mark = lyre_arena_mark (&w->env->scratch);
  lyre_lit *p = lyre_arena_array (&w->env->scratch, lyre_lit, n->n_args);
  for (uint32_t i = 0; i < n->n_args; i++)
    p[i] = literal_of (w, n->args[i]);
  lyre_lit l = 0;
  switch (n->op) {
  case LYRE_NOT:
    l = -p[0];
    break;
  case LYRE_AND:
    l = define_and (w, n->n_args, p);
    break;
  case LYRE_IMPLIES:
    p[0] = -p[0];
    l = define_or (w, 2, p);
    break;
  case LYRE_OR:
    l = define_or (w, n->n_args, p);
    break;
  case LYRE_XOR:
    l = -define_same (w, p[0], p[1]);
    break;
  case LYRE_ITE:
    l = define_ite (w, p[0], p[1], p[2]);
    break;
  case LYRE_DISTINCT: /* three truth values cannot all differ */
    l = n->n_args > 2 ? -w->true_literal : -define_same (w, p[0], p[1]);
    break;
  default:
    l = define_same (w, p[0], p[1]);
    break;
  }
  lyre_arena_cut (&w->env->scratch, mark);
  return l;
}

/* ------------------------------------------------------------------- atoms */

/* Equal strings are equally long. */
static void tie_lengths (words *w, lyre_lit equal, lyre_term a, lyre_term b) {
  lyre_term same = words_eq (w, words_len (w, a), words_len (w, b));
  lyre_term flat = words_flatten (w, lyre_rewrite (w->rw, same));
  clause2 (w, -equal, words_literal (w, flat));
}

static lyre_lit equality_atom (words *w, lyre_term t) {
  lyre_term a = lyre_arg_of (w->ts, t, 0), b = lyre_arg_of (w->ts, t, 1);
  lyre_sort sort = lyre_sort_of (w->ts, a);
  if (sort.id == LYRE_ID_INT || sort.id == LYRE_ID_REAL)
    return words_compare (w, t);
  lyre_lit l;
  if (lyre_same (a, b))
    return w->true_literal;
  if (known_literal (w, words_eq (w, b, a), &l))
    return l;
  l = words_fresh_literal (w, (atom){.kind = ATOM_EQUAL,
                                     .term = t,
                                     .a = words_node (w, a),
                                     .b = words_node (w, b)});
  set_literal (w, t, l);
  if (sort.id == LYRE_ID_STRING)
    tie_lengths (w, l, a, b);
  return l;
}

static lyre_lit distinct_atom (words *w, lyre_term t) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  lyre_lits parts = {0};
  for (uint32_t i = 0; i < n->n_args; i++)
    for (uint32_t k = i + 1; k < n->n_args; k++) {
      lyre_term same = words_eq (w, n->args[i], n->args[k]);
      lyre_lit l =
          -words_literal (w, words_flatten (w, lyre_rewrite (w->rw, same)));
      lyre_vec_push (w->mem, &parts, l);
    }
  lyre_lit l = define_and (w, parts.len, parts.data);
  lyre_vec_release (w->mem, &parts);
  return l;
}

static lyre_lit predicate_atom (words *w, lyre_term t) {
  lyre_enode node = words_node (w, t);
  return words_fresh_literal (
      w, (atom){.kind = ATOM_PREDICATE, .term = t, .a = node});
}

static lyre_lit atom_literal (words *w, lyre_term t) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  switch (n->op) {
  case LYRE_TRUE:
    return w->true_literal;
  case LYRE_FALSE:
    return -w->true_literal;
  case LYRE_EQ:
    return equality_atom (w, t);
  case LYRE_DISTINCT:
    return distinct_atom (w, t);
  case LYRE_LE:
  case LYRE_LT:
  case LYRE_GE:
  case LYRE_GT:
    return words_compare (w, t);
  case LYRE_STR_IN_RE:
  case LYRE_STR_CONTAINS:
  case LYRE_STR_PREFIXOF:
  case LYRE_STR_SUFFIXOF:
  case LYRE_STR_LT:
  case LYRE_STR_LE:
  case LYRE_STR_IS_DIGIT:
    return predicate_atom (w, t);
  default: /* variables, and what is left open for the evaluator */
    return words_fresh_literal (w, (atom){0});
  }
}

static bool push_missing (words *w, lyre_term t, lyre_term_vec *stack) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  uint32_t before = stack->len;
  for (uint32_t i = 0; i < n->n_args; i++)
    if (!lyre_map_find (&w->literal_of, n->args[i].id))
      lyre_vec_push (w->mem, stack, n->args[i]);
  return stack->len > before;
}

lyre_lit words_literal (words *w, lyre_term root) {
  lyre_lit l;
  if (known_literal (w, root, &l))
    return l;
  lyre_term_vec stack = {0};
  lyre_vec_push (w->mem, &stack, root);
  while (stack.len) {
    lyre_term t = lyre_vec_top (&stack);
    bool connective = lyre_is_connective (w->ts, t);
    if (connective && push_missing (w, t, &stack))
      continue;
    lyre_vec_drop (&stack);
    if (known_literal (w, t, &l))
      continue;
    set_literal (w, t,
                 connective ? define_connective (w, t) : atom_literal (w, t));
  }
  lyre_vec_release (w->mem, &stack);
  return literal_of (w, root);
}

/* ------------------------------------------------------------------ lemmas */

typedef struct {
  words *w;
  lyre_vec (char) text;
} line;

static void add_text (void *user, const char *text, size_t len) {
  line *l = user;
  for (size_t i = 0; i < len; i++)
    lyre_vec_push (l->w->mem, &l->text, text[i]);
}

static void add_reason (line *l, lyre_lit reason) {
  words *w = l->w;
  lyre_term t = w->atoms.data[reason < 0 ? -reason : reason].term;
  if (reason < 0)
    add_text (l, "not ", 4);
  if (t.id)
    lyre_print (w->ts, t, add_text, l);
  else
    add_text (l, "(bound)", 7);
}

/* Tells a lemma to who listens. */
static void say_lemma (words *w, const lyre_reasons *why, lyre_term t) {
  if (w->env->talk < 2)
    return;
  line l = {.w = w};
  for (uint32_t i = 0; why && i < why->len; i++) {
    add_reason (&l, (lyre_lit) why->data[i]);
    add_text (&l, i + 1 < why->len ? " and " : " => ",
              i + 1 < why->len ? 5 : 4);
  }
  lyre_print (w->ts, t, add_text, &l);
  w->env->listener (w->env->listener_user, l.text.data, l.text.len);
  lyre_vec_release (w->mem, &l.text);
}

/* What purification has left to be said. */
static void drain (words *w) {
  while (w->definitions_done < w->definitions.len ||
         w->axioms_done < w->axioms.len) {
    if (w->definitions_done < w->definitions.len) {
      definition *d = &w->definitions.data[w->definitions_done++];
      words_node (w, d->var);
      continue;
    }
    lyre_term t = w->axioms.data[w->axioms_done++];
    lyre_term flat = words_flatten (w, t);
    lyre_lit l = words_literal (w, flat);
    clause (w, 1, &l);
  }
}

/* The literals of a disjunction, or of a single term. */
static void disjuncts (words *w, lyre_term flat, lyre_lits *out) {
  const lyre_node *n = lyre_node_of (w->ts, flat);
  if (n->op != LYRE_OR) {
    lyre_lit l = words_literal (w, flat);
    lyre_vec_push (w->mem, out, l);
    return;
  }
  for (uint32_t i = 0; i < n->n_args; i++) {
    lyre_lit l = words_literal (w, n->args[i]);
    lyre_vec_push (w->mem, out, l);
  }
}

static bool any_true (words *w, const lyre_lits *lits) {
  for (uint32_t i = 0; i < lits->len; i++)
    if (lyre_sat_value (w->sat, lits->data[i]) > 0)
      return true;
  return false;
}

/* Adds lits or T as a clause, unless it holds already. */
static bool add_with (words *w, lyre_lits *lits, lyre_term t) {
  lyre_term flat = words_flatten (w, lyre_rewrite (w->rw, t));
  drain (w);
  disjuncts (w, flat, lits);
  drain (w);
  bool holds = any_true (w, lits);
  if (!holds)
    clause (w, lits->len, lits->data);
  return !holds;
}

bool words_lemma (words *w, lyre_term t) {
  lyre_term r = lyre_rewrite (w->rw, t);
  uint64_t *seen = lyre_map_at (w->mem, &w->lemma_seen, r.id);
  if (*seen)
    return false;
  *seen = 1;
  say_lemma (w, NULL, r);
  const lyre_node *n = lyre_node_of (w->ts, r);
  bool split = n->op == LYRE_AND;
  for (uint32_t i = 0; i < (split ? n->n_args : 1); i++) {
    lyre_term flat = words_flatten (w, split ? n->args[i] : r);
    drain (w);
    lyre_lits lits = {0};
    disjuncts (w, flat, &lits);
    drain (w);
    clause (w, lits.len, lits.data);
    lyre_vec_release (w->mem, &lits);
  }
  return true;
}

static void negate_reasons (words *w, const lyre_reasons *r, lyre_lits *out) {
  for (uint32_t i = 0; i < r->len; i++)
    if (r->data[i])
      lyre_vec_push (w->mem, out, -(lyre_lit) r->data[i]);
}

bool words_infer (words *w, const lyre_reasons *r, lyre_term t) {
  say_lemma (w, r, t);
  lyre_lits lits = {0};
  negate_reasons (w, r, &lits);
  bool added = add_with (w, &lits, t);
  lyre_vec_release (w->mem, &lits);
  return added;
}

bool words_infer_literal (words *w, const lyre_reasons *r, lyre_lit l) {
  if (lyre_sat_value (w->sat, l) > 0)
    return false;
  lyre_lits lits = {0};
  negate_reasons (w, r, &lits);
  lyre_vec_push (w->mem, &lits, l);
  clause (w, lits.len, lits.data);
  lyre_vec_release (w->mem, &lits);
  return true;
}

void words_prefer (words *w, lyre_term t) {
  lyre_term flat = words_flatten (w, lyre_rewrite (w->rw, t));
  drain (w);
  lyre_sat_set_phase (w->sat, words_literal (w, flat));
  drain (w);
}

void words_conflict (words *w, const lyre_reasons *r) {
  lyre_lits lits = {0};
  negate_reasons (w, r, &lits);
  lyre_sat_conflict (w->sat, lits.len, lits.data);
  lyre_vec_release (w->mem, &lits);
}
