/* Values for everything, and what to do about definitions and atoms that they
 * violate: reduce them, once; after that, learn about single points. */
#include "engine/words/words.h"

enum { MAX_POINT_LEMMAS = 400, LONGEST_VALUE = 1 << 22 };

typedef struct {
  words *w;
  lyre_eval *eval;
  uint32_t fillers; /* given out so far */
} candidate;

/* ------------------------------------------------------------------ values */

/* The I-th letter: people's letters first. */
static uint32_t letter (uint32_t i) {
  if (i < 26)
    return 'a' + i;
  if (i < 52)
    return 'A' + (i - 26);
  return 0x100 + (i - 52) % 0x2000;
}

/* A string of this length that no other filler equals. */
static const lyre_str *filler (candidate *c, int64_t n) {
  lyre_arena *a = &c->w->round;
  if (n <= 0)
    return &lyre_str_empty;
  const lyre_str *first = lyre_str_char (a, letter (c->fillers++));
  const lyre_str *rest = lyre_str_repeat (a, 'a', (uint64_t) n - 1);
  return lyre_str_concat (a, 2, (const lyre_str *[]){first, rest});
}

static const lyre_str *variable_value (candidate *c, lyre_term x) {
  words *w = c->w;
  uint64_t *known = lyre_map_find (&w->word_of, x.id);
  if (known)
    return lyre_string_of (w->ts, (lyre_term){(uint32_t) *known});
  const lyre_str *s;
  if (!words_wanted (w, x, &s))
    s = filler (c, words_model_length (w, x));
  *lyre_map_at (w->mem, &w->word_of, x.id) = lyre_t_string (w->ts, s).id;
  return s;
}

static const lyre_str *class_value (candidate *c, const string_class *k) {
  const lyre_str *value = &lyre_str_empty;
  for (uint32_t i = 0; i < k->n; i++) {
    const lyre_str *s = lyre_string_of (c->w->ts, k->parts[i]);
    if (!s)
      s = variable_value (c, k->parts[i]);
    value =
        i ? lyre_str_concat (&c->w->round, 2, (const lyre_str *[]){value, s})
          : s;
  }
  return value;
}

static bool too_long (words *w) {
  for (uint32_t i = 0; i < w->classes.len; i++)
    if (w->classes.data[i].rep.id &&
        words_model_length (w, w->classes.data[i].rep) > LONGEST_VALUE)
      return true;
  return false;
}

static void set_strings (candidate *c) {
  words *w = c->w;
  for (lyre_enode e = 0; e < w->term_of.len; e++) {
    lyre_term t = w->term_of.data[e];
    if (!t.id || lyre_op_of (w->ts, t) != LYRE_VAR ||
        !lyre_has_sort (w->ts, t, LYRE_STRING))
      continue;
    const lyre_str *s = class_value (c, words_class (w, t));
    lyre_eval_set (c->eval, t, lyre_val_string (s));
  }
}

static void set_numbers (candidate *c) {
  words *w = c->w;
  for (uint32_t i = 0; i < w->arith_of.cap; i++) {
    if (!w->arith_of.used[i])
      continue;
    lyre_term t = {(uint32_t) w->arith_of.slots[i].key};
    if (lyre_op_of (w->ts, t) != LYRE_VAR)
      continue;
    lyre_rat r = lyre_arith_value (w->arith, &w->round,
                                   (uint32_t) w->arith_of.slots[i].value - 1);
    lyre_eval_set (c->eval, t,
                   lyre_has_sort (w->ts, t, LYRE_INT) ? lyre_val_int (r.num)
                                                      : lyre_val_real (r));
  }
}

/* Elements of uninterpreted sorts: one per class. */
static void set_elements (candidate *c) {
  words *w = c->w;
  for (lyre_enode e = 0; e < w->term_of.len; e++) {
    lyre_term t = w->term_of.data[e];
    if (!t.id || lyre_op_of (w->ts, t) != LYRE_VAR)
      continue;
    lyre_sort s = lyre_sort_of (w->ts, t);
    if (s.id >= LYRE_ID_FIRST_FREE)
      lyre_eval_set (
          c->eval, t,
          (lyre_val){.sort = s, .element = lyre_egraph_root (w->eg, e)});
  }
}

static void set_regexes (candidate *c, lyre_term_list vars) {
  words *w = c->w;
  for (uint32_t i = 0; i < vars.n; i++) {
    if (!lyre_has_sort (w->ts, vars.terms[i], LYRE_REGLAN))
      continue;
    lyre_term r = words_regex_of (w, vars.terms[i]);
    if (r.id)
      lyre_eval_set (c->eval, vars.terms[i], lyre_val_regex (r));
  }
}

static void set_booleans (candidate *c, lyre_term_list vars) {
  words *w = c->w;
  for (uint32_t i = 0; i < vars.n; i++)
    if (lyre_has_sort (w->ts, vars.terms[i], LYRE_BOOL) &&
        lyre_map_find (&w->literal_of, vars.terms[i].id)) {
      lyre_lit l = words_literal (w, vars.terms[i]);
      lyre_eval_set (c->eval, vars.terms[i],
                     lyre_val_bool (lyre_sat_value (w->sat, l) > 0));
    }
}

/* -------------------------------------------------------------- violations */

static bool value_of (candidate *c, lyre_term t, lyre_val *out) {
  return lyre_eval_term (c->eval, t, out);
}

static bool definition_holds (candidate *c, const definition *d) {
  lyre_val a, b;
  return value_of (c, d->var, &a) && value_of (c, d->term, &b) &&
         lyre_val_same (&a, &b);
}

/* Does the atom's value in the candidate agree with the assignment? */
static bool atom_holds (candidate *c, uint32_t v) {
  words *w = c->w;
  const atom *a = &w->atoms.data[v];
  int assigned = lyre_sat_value (w->sat, (lyre_lit) v);
  lyre_val value;
  if ((a->kind != ATOM_EQUAL && a->kind != ATOM_PREDICATE) || !assigned)
    return true;
  return value_of (c, a->term, &value) && value.b == (assigned > 0);
}

/* A division by zero has no value of its own; the evaluator picks one. */
static bool is_open (candidate *c, const lyre_node *n) {
  lyre_val d;
  if (n->op != LYRE_INT_DIV && n->op != LYRE_INT_MOD && n->op != LYRE_REAL_DIV)
    return false;
  return !value_of (c, n->args[1], &d) ||
         (d.sort.id == LYRE_ID_INT ? !lyre_int_sign (d.i)
                                   : !lyre_rat_sign (d.r));
}

/* args = their values => the term has its value. */
static bool learn_point (candidate *c, lyre_term t, lyre_term conclusion,
                         lyre_lit literal) {
  words *w = c->w;
  const lyre_node *n = lyre_node_of (w->ts, t);
  if (is_open (c, n) || w->point_lemmas++ > MAX_POINT_LEMMAS)
    return false;
  lyre_term other = lyre_t_false (w->ts);
  for (uint32_t i = 0; i < n->n_args; i++) {
    lyre_val v;
    uint16_t flags = lyre_node_of (w->ts, n->args[i])->flags;
    if (flags & LYRE_NODE_CLOSED_RE || lyre_is_value (w->ts, n->args[i]))
      continue;
    if (lyre_has_sort (w->ts, n->args[i], LYRE_REGLAN) ||
        !value_of (c, n->args[i], &v))
      return false; /* a regex with variables: its point has no name */
    lyre_term same = words_eq (w, n->args[i], lyre_node_value (w->ts, v));
    other = lyre_t2 (w->ts, LYRE_OR, other, words_not (w, same));
  }
  lyre_reasons none = {0};
  if (literal) {
    lyre_vec_push (w->mem, &none, words_reason (-literal));
    conclusion = lyre_t_false (w->ts);
  }
  bool added =
      words_infer (w, &none, lyre_t2 (w->ts, LYRE_OR, other, conclusion));
  lyre_vec_release (w->mem, &none);
  return added;
}

static bool learn_definition (candidate *c, const definition *d) {
  lyre_val v;
  if (!value_of (c, d->term, &v))
    return false;
  lyre_term same = words_eq (c->w, d->var, lyre_node_value (c->w->ts, v));
  return learn_point (c, d->term, same, 0);
}

/* A needle that must not occur does: the place is excluded. */
static bool learn_place (candidate *c, uint32_t v) {
  words *w = c->w;
  lyre_term t = w->atoms.data[v].term;
  lyre_val s, part;
  if (w->point_lemmas++ > MAX_POINT_LEMMAS ||
      !value_of (c, lyre_arg_of (w->ts, t, 0), &s) ||
      !value_of (c, lyre_arg_of (w->ts, t, 1), &part))
    return false;
  int64_t place = lyre_str_find (&w->round, s.s, part.s, 0);
  return place >= 0 && words_exclude_place (w, v, (uint32_t) place);
}

static bool learn_atom (candidate *c, uint32_t v) {
  lyre_lit l = (lyre_lit) v;
  if (lyre_op_of (c->w->ts, c->w->atoms.data[v].term) == LYRE_STR_CONTAINS &&
      lyre_sat_value (c->w->sat, l) < 0 && learn_place (c, v))
    return true;
  if (lyre_sat_value (c->w->sat, l) > 0)
    l = -l;
  return learn_point (c, c->w->atoms.data[v].term, LYRE_NO_TERM, l);
}

/* Strings that should differ, where this was reduced: then something smaller
 * is violated, too. */
static bool is_reduced_difference (words *w, uint32_t v) {
  const atom *a = &w->atoms.data[v];
  return a->kind == ATOM_EQUAL && a->reduced[false] &&
         lyre_sat_value (w->sat, (lyre_lit) v) < 0 &&
         !words_is_character (w, lyre_arg_of (w->ts, a->term, 0));
}

/* Reduces what is violated; true if something is, *ADDED if that helped. */
static bool refine (candidate *c, bool points, bool *added) {
  words *w = c->w;
  bool violated = false;
  uint32_t n_definitions = w->definitions.len, n_atoms = w->atoms.len;
  for (uint32_t i = 0; i < n_definitions && !w->env->stop; i++) {
    definition d = w->definitions.data[i];
    if (definition_holds (c, &d))
      continue;
    violated = true;
    *added |=
        points ? learn_definition (c, &d) : words_reduce_definition (w, i);
  }
  for (uint32_t v = 1; v < n_atoms && !w->env->stop; v++) {
    if (atom_holds (c, v))
      continue;
    violated = true;
    bool value = lyre_sat_value (w->sat, (lyre_lit) v) > 0;
    if (!points)
      *added |= words_reduce_atom (w, v, value);
    else if (!is_reduced_difference (w, v))
      *added |= learn_atom (c, v);
  }
  for (uint32_t v = 1; v < n_atoms && points && !*added; v++)
    if (is_reduced_difference (w, v) && !atom_holds (c, v))
      *added |= learn_atom (c, v);
  return violated;
}

/* ------------------------------------------------------------------ models */

static void fill_model (candidate *c, lyre_term_list vars) {
  lyre_model_clear (c->w->model);
  for (uint32_t i = 0; i < vars.n; i++) {
    lyre_val v;
    if (value_of (c, vars.terms[i], &v))
      lyre_model_set (c->w->model, vars.terms[i], v);
  }
}

static bool problem_holds (candidate *c) {
  const lyre_problem *p = c->w->p;
  for (uint32_t i = 0; i < p->n; i++) {
    lyre_val v;
    if (!value_of (c, p->assertions[i], &v) || !v.b)
      return false;
  }
  return true;
}

static step judge (candidate *c, lyre_term_list vars) {
  words *w = c->w;
  bool added = false;
  if (problem_holds (c)) {
    fill_model (c, vars);
    return STEP_DONE;
  }
  if (refine (c, false, &added) && !added)
    refine (c, true, &added);
  if (added)
    return STEP_MORE;
  w->reason = "no rule for a violated constraint";
  return STEP_STUCK;
}

/* ---------------------------------------------------- words from elsewhere */

static void set_given_words (candidate *c) {
  words *w = c->w;
  for (lyre_enode e = 0; e < w->term_of.len; e++) {
    lyre_term t = w->term_of.data[e];
    if (!t.id || lyre_op_of (w->ts, t) != LYRE_VAR ||
        !lyre_has_sort (w->ts, t, LYRE_STRING))
      continue;
    uint64_t *known = lyre_map_find (&w->word_of, t.id);
    const lyre_str *s =
        known ? lyre_string_of (w->ts, (lyre_term){(uint32_t) *known})
              : &lyre_str_empty;
    lyre_eval_set (c->eval, t, lyre_val_string (s));
  }
}

static void fix_number (words *w, lyre_term t, lyre_int i) {
  uint64_t *v = lyre_map_find (&w->arith_of, t.id);
  lyre_rat r = lyre_rat_from_int (i);
  if (!v)
    return;
  lyre_arith_lower (w->arith, (uint32_t) *v - 1, r, false, LYRE_NO_TAG);
  lyre_arith_upper (w->arith, (uint32_t) *v - 1, r, false, LYRE_NO_TAG);
}

static bool depends_on_numbers (words *w, const lyre_node *n) {
  for (uint32_t i = 0; i < n->n_args; i++)
    if (lyre_has_sort (w->ts, n->args[i], LYRE_INT) &&
        !lyre_is_value (w->ts, n->args[i]))
      return true;
  return false;
}

/* Lengths, and numbers that are functions of strings. */
static void fix_numbers (candidate *c) {
  words *w = c->w;
  lyre_val v;
  for (lyre_enode e = 0; e < w->term_of.len; e++) {
    lyre_term t = w->term_of.data[e];
    if (t.id && lyre_op_of (w->ts, t) == LYRE_VAR &&
        lyre_has_sort (w->ts, t, LYRE_STRING) && value_of (c, t, &v))
      fix_number (w, words_len (w, t), lyre_int_from (&w->round, v.s->len));
  }
  for (uint32_t i = 0; i < w->definitions.len; i++) {
    const definition *d = &w->definitions.data[i];
    const lyre_node *n = lyre_node_of (w->ts, d->term);
    if (n->sort == LYRE_ID_INT && !depends_on_numbers (w, n) &&
        n->op >= LYRE_STR_AT && n->op <= LYRE_STR_COUNT &&
        value_of (c, d->term, &v))
      fix_number (w, d->var, v.i);
  }
}

static bool any_number (words *w, lyre_term_list vars) {
  for (uint32_t i = 0; i < vars.n; i++)
    if (lyre_has_sort (w->ts, vars.terms[i], LYRE_INT) ||
        lyre_has_sort (w->ts, vars.terms[i], LYRE_REAL))
      return true;
  return false;
}

/* Numbers of the problem that go with the words. */
static bool find_numbers (candidate *c) {
  words *w = c->w;
  lyre_arith_push (w->arith);
  fix_numbers (c);
  bool ok = lyre_arith_check_int (w->arith, true) == LYRE_ARITH_YES;
  if (ok)
    set_numbers (c);
  lyre_arith_pop (w->arith, 1);
  return ok;
}

bool words_try_words (words *w) {
  candidate c = {.w = w, .eval = lyre_eval_new (w->ts, w->mem)};
  lyre_term_list vars =
      lyre_free_vars (w->ts, &w->round, w->p->n, w->p->assertions);
  set_given_words (&c);
  set_elements (&c);
  set_regexes (&c, vars);
  set_booleans (&c, vars);
  bool ok = (!any_number (w, vars) || find_numbers (&c)) && problem_holds (&c);
  if (ok)
    fill_model (&c, vars);
  lyre_eval_delete (c.eval);
  return ok;
}

/* ---------------------------------------------------------------------- all */

step words_check_candidate (words *w) {
  if (too_long (w)) {
    w->reason = "values too long";
    return STEP_STUCK;
  }
  candidate c = {.w = w, .eval = lyre_eval_new (w->ts, w->mem)};
  lyre_term_list vars =
      lyre_free_vars (w->ts, &w->round, w->p->n, w->p->assertions);
  set_strings (&c);
  set_numbers (&c);
  set_elements (&c);
  set_regexes (&c, vars);
  set_booleans (&c, vars);
  step s = judge (&c, vars);
  lyre_eval_delete (c.eval);
  return s;
}
