/* Classes of equal strings, their normal forms, and what must hold for two
 * forms of one class to be the same.
 *
 * Lengths in the arithmetic core's current model drive the arrangement: where
 * two forms disagree, the lemma is the one that the lengths point to, and it is
 * valid whatever the lengths are. */
#include "engine/words/words.h"

/* ----------------------------------------------------------------- classes */

static bool is_string (words *w, lyre_term t) {
  return t.id && lyre_has_sort (w->ts, t, LYRE_STRING);
}

static string_class *class_at (words *w, lyre_enode root) {
  uint64_t *known = lyre_map_at (w->mem, &w->class_of, root);
  if (!*known) {
    lyre_vec_push (w->mem, &w->classes, ((string_class){.root = root}));
    *known = w->classes.len;
  }
  return &w->classes.data[*known - 1];
}

string_class *words_class (words *w, lyre_term s) {
  lyre_enode root = lyre_egraph_root (w->eg, words_node (w, s));
  return &w->classes.data[*lyre_map_find (&w->class_of, root) - 1];
}

/* Literals represent their class, else the oldest variable does. */
static void add_member (words *w, string_class *c, lyre_term t) {
  if (lyre_op_of (w->ts, t) == LYRE_STR_CONCAT) {
    lyre_vec_push (w->mem, &c->concats, t);
    return;
  }
  bool literal = lyre_string_of (w->ts, t) != NULL;
  if (literal || !c->rep.id || (!c->is_literal && t.id < c->rep.id)) {
    c->rep = t;
    c->is_literal = literal;
  }
}

static void collect_classes (words *w) {
  for (uint32_t i = 0; i < w->classes.len; i++)
    lyre_vec_release (w->mem, &w->classes.data[i].concats);
  lyre_vec_clear (&w->classes);
  lyre_map_clear (&w->class_of);
  for (lyre_enode e = 0; e < w->term_of.len; e++)
    if (is_string (w, w->term_of.data[e]))
      add_member (w, class_at (w, lyre_egraph_root (w->eg, e)),
                  w->term_of.data[e]);
}

static bool is_empty (words *w, lyre_term s) {
  string_class *c = words_class (w, s);
  return c->is_literal && !lyre_string_of (w->ts, c->rep)->len;
}

/* ------------------------------------------------------------ explanations */

static void explain_equal (words *w, lyre_term a, lyre_term b,
                           lyre_reasons *out) {
  if (!lyre_same (a, b))
    lyre_egraph_explain (w->eg, words_node (w, a), words_node (w, b), out);
}

void words_explain_form (words *w, lyre_term s, lyre_reasons *out) {
  lyre_term_vec stack = {0};
  lyre_vec_push (w->mem, &stack, s);
  while (stack.len) {
    lyre_term t = lyre_vec_pop (&stack);
    lyre_term base = words_class (w, t)->base;
    explain_equal (w, t, base, out);
    const lyre_node *n = lyre_node_of (w->ts, base);
    if (n->op == LYRE_STR_CONCAT)
      for (uint32_t i = 0; i < n->n_args; i++)
        lyre_vec_push (w->mem, &stack, n->args[i]);
  }
  lyre_vec_release (w->mem, &stack);
}

/* Why a concatenation, taken by its own arguments, equals its form. */
static void explain_concat (words *w, lyre_term t, lyre_reasons *out) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  if (n->op != LYRE_STR_CONCAT)
    return;
  for (uint32_t i = 0; i < n->n_args; i++)
    words_explain_form (w, n->args[i], out);
}

/* ----------------------------------------------------------------- lengths */

/* Classes that congruence has joined may not know that they agree in length. */
step words_check_lengths (words *w) {
  collect_classes (w);
  bool added = false;
  uint32_t n = w->term_of.len; /* lemmas may add to them */
  for (lyre_enode e = 0; e < n && !w->env->stop; e++) {
    lyre_term t = w->term_of.data[e];
    if (!is_string (w, t))
      continue;
    string_class *c = words_class (w, t);
    lyre_term rep = c->rep.id ? c->rep : c->concats.data[0];
    if (lyre_same (t, rep))
      continue;
    lyre_term a = words_flatten (w, words_len (w, t));
    lyre_term b = words_flatten (w, words_len (w, rep));
    if (lyre_rat_eq (words_number (w, a), words_number (w, b)))
      continue;
    lyre_reasons why = {0};
    explain_equal (w, t, rep, &why);
    added |= words_infer (w, &why, words_eq (w, a, b));
    lyre_vec_release (w->mem, &why);
  }
  return added ? STEP_MORE : STEP_DONE;
}

/* ------------------------------------------------------------ normal forms */

/* A concatenation with one argument that is not empty is that argument. */
static bool collapse (words *w, lyre_term t) {
  const lyre_node *n = lyre_node_of (w->ts, t);
  lyre_term only = LYRE_NO_TERM;
  lyre_term empty = lyre_t_string (w->ts, &lyre_str_empty);
  for (uint32_t i = 0; i < n->n_args; i++) {
    if (is_empty (w, n->args[i]))
      continue;
    if (only.id)
      return false;
    only = n->args[i];
  }
  if (!only.id)
    only = empty;
  if (lyre_egraph_same (w->eg, words_node (w, t), words_node (w, only)))
    return false;
  lyre_reasons why = {0};
  for (uint32_t i = 0; i < n->n_args; i++)
    if (!lyre_same (n->args[i], only))
      explain_equal (w, n->args[i], empty, &why);
  lyre_lit same = words_literal (w, words_eq (w, t, only));
  bool added = words_infer_literal (w, &why, same);
  lyre_vec_release (w->mem, &why);
  return added;
}

/* The forms of a concatenation's arguments, one after the other. */
static lyre_term_vec parts_of (words *w, lyre_term t) {
  lyre_term_vec parts = {0};
  const lyre_node *n = lyre_node_of (w->ts, t);
  bool concat = n->op == LYRE_STR_CONCAT;
  for (uint32_t i = 0; i < (concat ? n->n_args : 1); i++) {
    string_class *c = words_class (w, concat ? n->args[i] : t);
    if (!concat) {
      lyre_vec_push (w->mem, &parts, c->rep);
      continue;
    }
    for (uint32_t k = 0; k < c->n; k++)
      lyre_vec_push (w->mem, &parts, c->parts[k]);
  }
  return parts;
}

/* A place in a sequence of parts, seen from one end. */
typedef struct {
  words *w;
  const lyre_term_vec *parts;
  bool backward;
  uint32_t i, offset; /* part, and characters of it that are used up */
} cursor;

static lyre_term part_at (const cursor *c) {
  uint32_t n = c->parts->len;
  return c->parts->data[c->backward ? n - 1 - c->i : c->i];
}

static bool at_end (const cursor *c) {
  return c->i >= c->parts->len;
}

static const lyre_str *literal_at (const cursor *c) {
  return lyre_string_of (c->w->ts, part_at (c));
}

static uint32_t char_at (const cursor *c, uint32_t k) {
  const lyre_str *s = literal_at (c);
  return lyre_str_at (s, c->backward ? s->len - 1 - k : k);
}

static void skip_empty (cursor *c) {
  while (!at_end (c)) {
    const lyre_str *s = literal_at (c);
    if (!s || c->offset < s->len)
      return;
    c->i++;
    c->offset = 0;
  }
}

/* What is left of the literal under the cursor. */
static lyre_term rest_of_literal (const cursor *c) {
  const lyre_str *s = literal_at (c);
  uint32_t left = s->len - c->offset;
  return lyre_t_string (
      c->w->ts,
      lyre_str_slice (&c->w->round, s, c->backward ? 0 : c->offset, left));
}

typedef enum { MATCH_END, MATCH_CLASH, MATCH_OPEN } match;

/* Goes along both sequences as far as they agree. */
static match advance (cursor *a, cursor *b) {
  for (;;) {
    skip_empty (a);
    skip_empty (b);
    if (at_end (a) || at_end (b))
      return MATCH_END;
    const lyre_str *s = literal_at (a), *t = literal_at (b);
    if (s && t) {
      if (char_at (a, a->offset) != char_at (b, b->offset))
        return MATCH_CLASH;
      a->offset++;
      b->offset++;
    } else if (!s && !t && lyre_same (part_at (a), part_at (b))) {
      a->i++;
      b->i++;
    } else
      return MATCH_OPEN;
  }
}

static lyre_term concat2 (words *w, bool backward, lyre_term first,
                          lyre_term second) {
  return backward ? lyre_t2 (w->ts, LYRE_STR_CONCAT, second, first)
                  : lyre_t2 (w->ts, LYRE_STR_CONCAT, first, second);
}

/* x is open, c a literal: either x starts with all of c, or it is a proper
 * prefix of it, and the current length says which. */
static lyre_term split_literal (words *w, lyre_term x, lyre_term c,
                                bool backward) {
  lyre_terms *ts = w->ts;
  const lyre_str *s = lyre_string_of (ts, c);
  int64_t n = words_model_length (w, x);
  lyre_term len = words_len (w, x);
  if (n >= s->len) {
    lyre_term k = words_skolem (w, backward ? "ahead" : "after", x, c);
    return lyre_t2 (ts, LYRE_OR,
                    lyre_t2 (ts, LYRE_LT, len, lyre_t_int (ts, s->len)),
                    words_eq (w, x, concat2 (w, backward, c, k)));
  }
  const lyre_str *piece = lyre_str_slice (
      &w->round, s, backward ? s->len - (uint32_t) n : 0, (uint32_t) n);
  lyre_term same = words_eq (w, len, lyre_t_int (ts, n));
  return lyre_t2 (ts, LYRE_OR, words_not (w, same),
                  words_eq (w, x, lyre_t_string (ts, piece)));
}

/* Both are open: equal if equally long, else the longer one continues the
 * shorter one. */
static lyre_term split_variables (words *w, lyre_term x, lyre_term y,
                                  bool backward) {
  lyre_terms *ts = w->ts;
  int64_t n = words_model_length (w, x), m = words_model_length (w, y);
  lyre_term lx = words_len (w, x), ly = words_len (w, y);
  if (n == m)
    return lyre_t2 (ts, LYRE_OR, words_not (w, words_eq (w, lx, ly)),
                    words_eq (w, x, y));
  lyre_term longer = n > m ? x : y, shorter = n > m ? y : x;
  lyre_term k = words_skolem (w, backward ? "ahead" : "after", longer, shorter);
  lyre_term shape = words_eq (w, longer, concat2 (w, backward, shorter, k));
  return lyre_t2 (ts, LYRE_OR,
                  lyre_t2 (ts, LYRE_LE, n > m ? lx : ly, n > m ? ly : lx),
                  shape);
}

/* Everything from the cursor on is empty. */
static lyre_term rest_is_empty (words *w, const cursor *c) {
  lyre_term empty = lyre_t_string (w->ts, &lyre_str_empty);
  lyre_term t = lyre_t_true (w->ts);
  for (cursor d = *c; !at_end (&d); d.i++) {
    lyre_term part =
        literal_at (&d) && d.i == c->i ? rest_of_literal (&d) : part_at (&d);
    t = lyre_t2 (w->ts, LYRE_AND, t, words_eq (w, part, empty));
  }
  return t;
}

/* What must hold where two forms differ. */
static lyre_term open_lemma (words *w, const cursor *a, const cursor *b) {
  const lyre_str *s = literal_at (a), *t = literal_at (b);
  if (s)
    return split_literal (w, part_at (b), rest_of_literal (a), a->backward);
  if (t)
    return split_literal (w, part_at (a), rest_of_literal (b), a->backward);
  return split_variables (w, part_at (a), part_at (b), a->backward);
}

typedef struct {
  words *w;
  lyre_term ta, tb; /* two members of a class */
  lyre_term_vec a, b;
} comparison;

static void explain_comparison (comparison *c, lyre_reasons *why) {
  explain_equal (c->w, c->ta, c->tb, why);
  explain_concat (c->w, c->ta, why);
  explain_concat (c->w, c->tb, why);
}

static bool infer_from (comparison *c, lyre_term conclusion) {
  lyre_reasons why = {0};
  explain_comparison (c, &why);
  bool added = words_infer (c->w, &why, conclusion);
  lyre_vec_release (c->w->mem, &why);
  return added;
}

/* The lemma of the current lengths, for the first difference. */
static bool arrange (comparison *c, const cursor *a, const cursor *b) {
  c->w->arranging = true;
  bool added = infer_from (c, open_lemma (c->w, a, b));
  c->w->arranging = false;
  return added;
}

/* The lemma at the first difference from one end. False if there is none. */
static bool compare_from (comparison *c, bool backward, bool may_split) {
  cursor a = {c->w, &c->a, backward, 0, 0}, b = {c->w, &c->b, backward, 0, 0};
  switch (advance (&a, &b)) {
  case MATCH_CLASH:
    return infer_from (c, lyre_t_false (c->w->ts));
  case MATCH_END:
    if (at_end (&a) && at_end (&b))
      return false;
    return infer_from (c, rest_is_empty (c->w, at_end (&a) ? &b : &a));
  default:
    return may_split && arrange (c, &a, &b);
  }
}

/* Clashes and ends first, from both sides; then a split. */
static bool compare (words *w, lyre_term ta, lyre_term tb) {
  comparison c = {w, ta, tb, parts_of (w, ta), parts_of (w, tb)};
  bool added = compare_from (&c, false, false) ||
               compare_from (&c, true, false) || compare_from (&c, false, true);
  lyre_vec_release (w->mem, &c.a);
  lyre_vec_release (w->mem, &c.b);
  return added;
}

/* True if a lemma was added. The form of a class with a literal is the
 * literal; without structure it is its representative. */
static bool form_class (words *w, string_class *c) {
  c->base = c->is_literal || !c->concats.len ? c->rep : c->concats.data[0];
  for (uint32_t i = 0; i < c->concats.len; i++)
    if (!lyre_same (c->concats.data[i], c->base) &&
        compare (w, c->base, c->concats.data[i]))
      return true;
  lyre_term_vec parts = parts_of (w, c->base);
  lyre_term *kept = lyre_arena_array (&w->round, lyre_term, parts.len);
  for (uint32_t i = 0; i < parts.len; i++) {
    const lyre_str *s = lyre_string_of (w->ts, parts.data[i]);
    if (!s || s->len)
      kept[c->n++] = parts.data[i];
  }
  c->parts = kept;
  lyre_vec_release (w->mem, &parts);
  return false;
}

/* Pushes the classes that C's form needs first. False if one of them is being
 * looked at: a cycle, which lengths rule out unless all else is empty. */
static bool push_needed (words *w, string_class *c, lyre_u32s *stack) {
  for (uint32_t i = 0; i < c->concats.len; i++) {
    const lyre_node *n = lyre_node_of (w->ts, c->concats.data[i]);
    for (uint32_t k = 0; k < n->n_args; k++) {
      string_class *d = words_class (w, n->args[k]);
      if (d->state == 1 && d != c)
        return false;
      if (d->state == 0)
        lyre_vec_push (w->mem, stack, (uint32_t) (d - w->classes.data));
    }
  }
  return true;
}

/* Members that are just another member with empty parts say nothing more. */
static void drop_trivial (words *w, string_class *c) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->concats.len; i++) {
    const lyre_node *n = lyre_node_of (w->ts, c->concats.data[i]);
    bool trivial = false;
    for (uint32_t k = 0; k < n->n_args; k++)
      trivial |= words_class (w, n->args[k]) == c;
    if (!trivial)
      c->concats.data[kept++] = c->concats.data[i];
  }
  c->concats.len = kept;
}

static step form_from (words *w, uint32_t start) {
  lyre_u32s stack = {0};
  step result = STEP_DONE;
  lyre_vec_push (w->mem, &stack, start);
  while (stack.len && result == STEP_DONE) {
    uint32_t i = lyre_vec_top (&stack), before = stack.len;
    string_class *c = &w->classes.data[i];
    if (c->state == 0) {
      c->state = 1;
      drop_trivial (w, c);
      if (!push_needed (w, c, &stack)) {
        w->reason = "cyclic word equations";
        result = words_solve_loops (w);
        if (result == STEP_DONE)
          result = STEP_STUCK;
      }
    }
    if (stack.len > before || result != STEP_DONE)
      continue;
    lyre_vec_drop (&stack);
    if (c->state == 1) {
      if (form_class (w, c))
        result = STEP_MORE;
      w->classes.data[i].state = 2;
    }
  }
  lyre_vec_release (w->mem, &stack);
  return result;
}

step words_check_equations (words *w) {
  bool collapsed = false;
  uint32_t n = w->term_of.len; /* lemmas may add to them */
  for (uint32_t e = 0; e < n; e++) {
    lyre_term t = w->term_of.data[e];
    if (is_string (w, t) && lyre_op_of (w->ts, t) == LYRE_STR_CONCAT)
      collapsed |= collapse (w, t);
  }
  if (collapsed)
    return STEP_MORE;
  for (uint32_t i = 0; i < w->classes.len; i++) {
    if (w->env->stop)
      return STEP_STUCK;
    step s = w->classes.data[i].state ? STEP_DONE : form_from (w, i);
    if (s != STEP_DONE)
      return s;
  }
  return STEP_DONE;
}
