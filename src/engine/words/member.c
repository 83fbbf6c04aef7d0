/* Memberships: of variables, and of the concatenations they are parts of.
 *
 * Refutes what has no word, tells arithmetic which lengths words have, and
 * chooses words of the current lengths for the candidate. */
#include <string.h>

#include "core/automata/nfa.h"
#include "engine/words/words.h"

enum { MAX_STATES = 20000, LENGTH_STATES = 1000, MAX_RESIDUES = 8 };

/* A membership that holds in this assignment. */
typedef struct {
  lyre_lit literal;
  lyre_term string;
  lyre_re language;       /* complemented if the literal is negative */
  lyre_term literal_side; /* of string != literal_side: why that is a literal */
  lyre_term about;        /* the string's form, if that is a single variable */
} membership;

typedef lyre_vec (membership) memberships;

/* The variable that is all of the string's normal form, if there is one. */
static lyre_term single_variable (words *w, lyre_term s) {
  string_class *c = words_class (w, s);
  bool single = c->n == 1 && !lyre_string_of (w->ts, c->parts[0]);
  return single ? c->parts[0] : LYRE_NO_TERM;
}

static void add_membership (words *w, memberships *all, membership m) {
  m.about = single_variable (w, m.string);
  lyre_vec_push (w->mem, all, m);
}

static void collect_member (words *w, uint32_t v, memberships *all) {
  lyre_term t = w->atoms.data[v].term;
  int value = lyre_sat_value (w->sat, (lyre_lit) v);
  if (lyre_op_of (w->ts, t) != LYRE_STR_IN_RE || !value)
    return;
  lyre_term regex = lyre_arg_of (w->ts, t, 1);
  if (!(lyre_node_of (w->ts, regex)->flags & LYRE_NODE_CLOSED_RE))
    return;
  membership m = {value > 0 ? (lyre_lit) v : -(lyre_lit) v,
                  lyre_arg_of (w->ts, t, 0), lyre_translate (&w->tr, regex),
                  LYRE_NO_TERM, LYRE_NO_TERM};
  if (value < 0)
    m.language = lyre_re_comp (w->tr.pool, m.language);
  add_membership (w, all, m);
}

static const lyre_str *as_literal (words *w, lyre_term s) {
  string_class *c = words_class (w, s);
  return c->is_literal ? lyre_string_of (w->ts, c->rep) : NULL;
}

/* A string that differs from a literal is in its complement. */
static void collect_difference (words *w, uint32_t v, memberships *all) {
  lyre_term t = w->atoms.data[v].term;
  lyre_term a = lyre_arg_of (w->ts, t, 0), b = lyre_arg_of (w->ts, t, 1);
  if (lyre_sat_value (w->sat, (lyre_lit) v) >= 0 ||
      !lyre_has_sort (w->ts, a, LYRE_STRING))
    return;
  bool first = as_literal (w, a) != NULL;
  const lyre_str *s = as_literal (w, first ? a : b);
  if (!s || as_literal (w, first ? b : a))
    return;
  lyre_re other = lyre_re_comp (w->tr.pool, lyre_re_word (w->tr.pool, s));
  membership m = {-(lyre_lit) v, first ? b : a, other, first ? a : b,
                  LYRE_NO_TERM};
  add_membership (w, all, m);
}

/* Variables that must differ, in pairs. */
static void collect_apart (words *w) {
  lyre_term_vec pairs = {0};
  for (uint32_t v = 1; v < w->atoms.len; v++) {
    const atom *a = &w->atoms.data[v];
    if (a->kind != ATOM_EQUAL || lyre_sat_value (w->sat, (lyre_lit) v) >= 0 ||
        !lyre_has_sort (w->ts, lyre_arg_of (w->ts, a->term, 0), LYRE_STRING))
      continue;
    lyre_term x = single_variable (w, lyre_arg_of (w->ts, a->term, 0));
    lyre_term y = single_variable (w, lyre_arg_of (w->ts, a->term, 1));
    if (!x.id || !y.id)
      continue;
    lyre_vec_push (w->mem, &pairs, x);
    lyre_vec_push (w->mem, &pairs, y);
  }
  lyre_term *kept = lyre_arena_array (&w->round, lyre_term, pairs.len);
  for (uint32_t i = 0; i < pairs.len; i++)
    kept[i] = pairs.data[i];
  w->apart = kept;
  w->n_apart = pairs.len;
  lyre_vec_release (w->mem, &pairs);
}

static void collect (words *w, memberships *all) {
  for (uint32_t v = 1; v < w->atoms.len; v++)
    if (w->atoms.data[v].kind == ATOM_PREDICATE)
      collect_member (w, v, all);
    else if (w->atoms.data[v].kind == ATOM_EQUAL)
      collect_difference (w, v, all);
}

/* ------------------------------------------------------- single variables */

static void explain_member (words *w, const membership *m, lyre_reasons *why) {
  lyre_vec_push (w->mem, why, words_reason (m->literal));
  words_explain_form (w, m->string, why);
  if (m->literal_side.id)
    words_explain_form (w, m->literal_side, why);
}

/* Why X has the language that it has. */
static void explain_language (words *w, const memberships *all, lyre_term x,
                              lyre_reasons *why) {
  for (uint32_t i = 0; i < all->len; i++)
    if (lyre_same (all->data[i].about, x))
      explain_member (w, &all->data[i], why);
}

/* The conjunction of what is known about X; remembered for the round. */
static lyre_re language_of (words *w, const memberships *all, lyre_term x) {
  uint64_t *known = lyre_map_find (&w->language_of, x.id);
  if (known)
    return (lyre_re){(uint32_t) *known - 1};
  lyre_re *parts = lyre_arena_array (&w->round, lyre_re, all->len);
  uint32_t n = 0;
  for (uint32_t i = 0; i < all->len; i++)
    if (lyre_same (all->data[i].about, x))
      parts[n++] = all->data[i].language;
  lyre_re l =
      n ? lyre_re_inter (w->tr.pool, n, parts) : lyre_re_all (w->tr.pool);
  *lyre_map_at (w->mem, &w->language_of, x.id) = (uint64_t) l.id + 1;
  return l;
}

/* Lengths that no string has here are as good as any other such. */
static uint64_t length_in_model (words *w, lyre_term s) {
  int64_t n = words_model_length (w, s);
  return n >= 0 && n < LYRE_RE_INF ? (uint64_t) n : LYRE_RE_INF - 1;
}

static lyre_re_answer find (words *w, lyre_re l, uint64_t min, uint64_t max,
                            const lyre_str **word) {
  return lyre_re_find_word (w->tr.pool, &w->round, l, min, max, MAX_STATES,
                            word);
}

/* Lengths that repeat with a period: beyond the first few, X's length has one
 * of a few remainders. True, if there is nothing to say. */
static lyre_term periodic_lengths (words *w, lyre_term x, lyre_re l) {
  lyre_terms *ts = w->ts;
  lyre_fa fa = {w->env, &w->round, w->mem, LENGTH_STATES, false};
  const lyre_nfa *a = lyre_nfa_from_re (&fa, w->tr.pool, l);
  lyre_lengths lengths;
  if (!a || !lyre_nfa_lengths (&fa, a, &lengths) || lengths.period < 2)
    return lyre_t_true (ts);
  lyre_term len = words_len (w, x), start = lyre_t_int (ts, lengths.start);
  lyre_term rest =
      lyre_t2 (ts, LYRE_INT_MOD, lyre_t2 (ts, LYRE_SUB, len, start),
               lyre_t_int (ts, lengths.period));
  lyre_term t = lyre_t2 (ts, LYRE_LT, len, start);
  uint32_t n = 0;
  for (uint32_t r = 0; r < lengths.period && n <= MAX_RESIDUES; r++)
    if (lyre_lengths_has (&lengths, (uint64_t) lengths.start + r)) {
      t = lyre_t2 (ts, LYRE_OR, t,
                   words_eq (w, rest, lyre_t_int (ts, (int64_t) r)));
      n++;
    }
  return n <= MAX_RESIDUES ? t : lyre_t_true (ts);
}

/* There is no word of length N: which lengths around it have one? */
static bool exclude_length (words *w, const memberships *all, lyre_term x,
                            lyre_re l, uint64_t n) {
  lyre_terms *ts = w->ts;
  lyre_reasons why = {0};
  explain_language (w, all, x, &why);
  lyre_term len = words_len (w, x), gap = lyre_t_false (ts);
  const lyre_str *word;
  if (words_infer (w, &why, periodic_lengths (w, x, l))) {
    lyre_vec_release (w->mem, &why);
    return true;
  }
  if (n && find (w, l, 0, n - 1, &word) != LYRE_RE_NO)
    gap = lyre_t2 (ts, LYRE_LE, len, lyre_t_int (ts, (int64_t) n - 1));
  lyre_re_answer above = find (w, l, n + 1, LYRE_RE_INF, &word);
  if (above != LYRE_RE_NO) {
    int64_t next = above == LYRE_RE_YES ? word->len : (int64_t) n + 1;
    gap = lyre_t2 (ts, LYRE_OR, gap,
                   lyre_t2 (ts, LYRE_LE, lyre_t_int (ts, next), len));
  }
  bool added = words_infer (w, &why, gap);
  lyre_vec_release (w->mem, &why);
  return added;
}

static void choose_word (words *w, lyre_term x, const lyre_str *word) {
  *lyre_map_at (w->mem, &w->word_of, x.id) = lyre_t_string (w->ts, word).id;
}

static bool has_word (words *w, lyre_term x) {
  return lyre_map_find (&w->word_of, x.id) != NULL;
}

/* A word of X's language: the one that a number dictates, if there is such. */
static step choose_in_language (words *w, const memberships *all, lyre_term x,
                                lyre_re l, const lyre_str *word) {
  const lyre_str *wanted;
  if (!words_wanted (w, x, &wanted)) {
    choose_word (w, x, word);
    return STEP_DONE;
  }
  if (lyre_re_matches (w->tr.pool, l, wanted)) {
    choose_word (w, x, wanted);
    return STEP_DONE;
  }
  lyre_reasons why = {0};
  explain_language (w, all, x, &why);
  bool added = words_exclude_wanted (w, &why, x, l);
  lyre_vec_release (w->mem, &why);
  w->reason = "numbers and regular languages";
  return added ? STEP_MORE : STEP_STUCK;
}

/* L without the words that were chosen for what X must differ from. */
static lyre_re apart_from (words *w, lyre_term x, lyre_re l) {
  lyre_re_pool *pool = w->tr.pool;
  for (uint32_t i = 0; i < w->n_apart; i++) {
    lyre_term y = w->apart[i ^ 1];
    uint64_t *chosen = lyre_map_find (&w->word_of, y.id);
    if (!lyre_same (w->apart[i], x) || !chosen)
      continue;
    const lyre_str *s = lyre_string_of (w->ts, (lyre_term){(uint32_t) *chosen});
    lyre_re other = lyre_re_comp (pool, lyre_re_word (pool, s));
    l = lyre_re_inter (pool, 2, (lyre_re[]){l, other});
  }
  return l;
}

static step check_variable (words *w, const memberships *all, lyre_term x) {
  lyre_re l = language_of (w, all, x), other = apart_from (w, x, l);
  uint64_t n = length_in_model (w, x);
  const lyre_str *word;
  if (other.id != l.id && find (w, other, n, n, &word) == LYRE_RE_YES)
    return choose_in_language (w, all, x, l, word);
  switch (find (w, l, n, n, &word)) {
  case LYRE_RE_YES:
    return choose_in_language (w, all, x, l, word);
  case LYRE_RE_NO:
    return exclude_length (w, all, x, l, n) ? STEP_MORE : STEP_STUCK;
  default:
    w->reason = "regular languages too large";
    return STEP_STUCK;
  }
}

/* ---------------------------------------------------------- concatenations */

/* What is taken from the current assignment for each part of a form. */
typedef enum {
  PART_ANY,    /* what is known about it, no more */
  PART_LENGTH, /* and its current length */
  PART_VALUE,  /* and the word that a number dictates, if there is one */
  PART_WORD,   /* and the word chosen for it, if there is one */
  PART_APART   /* or else another one than those that it must differ from */
} part_use;

static lyre_re language_of_part (words *w, const memberships *all, lyre_term p,
                                 part_use use) {
  lyre_re_pool *pool = w->tr.pool;
  const lyre_str *s = lyre_string_of (w->ts, p);
  uint64_t *chosen =
      use >= PART_WORD ? lyre_map_find (&w->word_of, p.id) : NULL;
  if (chosen)
    s = lyre_string_of (w->ts, (lyre_term){(uint32_t) *chosen});
  bool known_word = s || (use >= PART_VALUE && words_wanted (w, p, &s));
  if (known_word)
    return lyre_re_word (pool, s);
  lyre_re known = language_of (w, all, p);
  if (use == PART_ANY)
    return known;
  if (use == PART_APART)
    known = apart_from (w, p, known);
  uint32_t n = (uint32_t) length_in_model (w, p);
  lyre_re any = lyre_re_chars (pool, lyre_charset_all);
  lyre_re size = lyre_re_loop (pool, any, n, n);
  return lyre_re_inter (pool, 2, (lyre_re[]){known, size});
}

/* The words of the membership's language that the parts can make. */
static lyre_re language_of_parts (words *w, const memberships *all,
                                  const membership *m, const part_use *use) {
  lyre_re_pool *pool = w->tr.pool;
  string_class *c = words_class (w, m->string);
  lyre_re l = lyre_re_epsilon (pool);
  for (uint32_t i = c->n; i-- > 0;)
    l = lyre_re_concat (pool, language_of_part (w, all, c->parts[i], use[i]),
                        l);
  return lyre_re_inter (pool, 2, (lyre_re[]){l, m->language});
}

static part_use *uses (words *w, const string_class *c, part_use use) {
  part_use *u = lyre_arena_array (&w->round, part_use, c->n);
  for (uint32_t i = 0; i < c->n; i++)
    u[i] = use;
  return u;
}

static bool is_refuted (words *w, lyre_re l) {
  return find (w, l, 0, LYRE_RE_INF, NULL) == LYRE_RE_NO;
}

static void explain_parts (words *w, const memberships *all,
                           const membership *m, lyre_reasons *why) {
  explain_member (w, m, why);
  string_class *c = words_class (w, m->string);
  for (uint32_t i = 0; i < c->n; i++)
    if (!lyre_string_of (w->ts, c->parts[i]))
      explain_language (w, all, c->parts[i], why);
}

/* The current lengths of the parts, or their values, cannot go with this
 * membership: says so of as few of them as possible. */
static bool exclude_parts (words *w, const memberships *all,
                           const membership *m, part_use blamed) {
  lyre_terms *ts = w->ts;
  string_class *c = words_class (w, m->string);
  part_use *use = uses (w, c, blamed);
  if (!is_refuted (w, language_of_parts (w, all, m, use)))
    return false;
  lyre_term other = lyre_t_false (ts);
  for (uint32_t i = 0; i < c->n; i++) {
    lyre_term p = c->parts[i];
    if (lyre_string_of (ts, p))
      continue;
    use[i] = PART_ANY;
    if (is_refuted (w, language_of_parts (w, all, m, use)))
      continue;
    use[i] = blamed;
    lyre_term n = lyre_t_int (ts, (int64_t) length_in_model (w, p));
    lyre_term change = words_not (w, words_eq (w, words_len (w, p), n));
    if (blamed == PART_VALUE)
      change = words_not_wanted (w, p);
    other = lyre_t2 (ts, LYRE_OR, other, change);
  }
  lyre_reasons why = {0};
  explain_parts (w, all, m, &why);
  bool added = words_infer (w, &why, other);
  lyre_vec_release (w->mem, &why);
  return added;
}

/* Cuts a word of the whole into words of the parts. */
static void choose_parts (words *w, const string_class *c,
                          const lyre_str *word) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < c->n; i++) {
    const lyre_str *s = lyre_string_of (w->ts, c->parts[i]);
    uint32_t n = s ? s->len : (uint32_t) length_in_model (w, c->parts[i]);
    if (!s)
      choose_word (w, c->parts[i], lyre_str_slice (&w->round, word, at, n));
    at += n;
  }
}

/* Words of the parts for all memberships of this form at once. */
static lyre_re language_of_form (words *w, const memberships *all,
                                 const membership *m, part_use use) {
  string_class *c = words_class (w, m->string);
  lyre_re l = language_of_parts (w, all, m, uses (w, c, use));
  for (uint32_t i = 0; i < all->len; i++)
    if (words_class (w, all->data[i].string) == c)
      l = lyre_re_inter (w->tr.pool, 2, (lyre_re[]){l, all->data[i].language});
  return l;
}

/* All memberships of this form at once. *CLASH if the words chosen for other
 * forms are in the way. */
static step check_concat (words *w, const memberships *all, const membership *m,
                          bool *clash) {
  string_class *c = words_class (w, m->string);
  lyre_re l = language_of_form (w, all, m, PART_WORD);
  const lyre_str *word;
  if (w->n_apart && find (w, language_of_form (w, all, m, PART_APART), 0,
                          LYRE_RE_INF, &word) == LYRE_RE_YES) {
    choose_parts (w, c, word);
    return STEP_DONE;
  }
  switch (find (w, l, 0, LYRE_RE_INF, &word)) {
  case LYRE_RE_YES:
    choose_parts (w, c, word);
    return STEP_DONE;
  case LYRE_RE_NO:
    *clash = !exclude_parts (w, all, m, PART_LENGTH) &&
             !exclude_parts (w, all, m, PART_VALUE);
    return *clash ? STEP_DONE : STEP_MORE;
  default:
    w->reason = "regular languages too large";
    return STEP_STUCK;
  }
}

/* -------------------------------------------------------------------- both */

static void move_to_front (memberships *all, uint32_t i) {
  membership m = all->data[i];
  memmove (all->data + 1, all->data, i * sizeof m);
  all->data[0] = m;
}

/* In turn; *LAST is the first whose words clash with those chosen before. */
static step choose_concats (words *w, const memberships *all, uint32_t *last) {
  lyre_map_clear (&w->word_of);
  *last = all->len;
  for (uint32_t i = 0; i < all->len; i++) {
    bool clash = false;
    if (all->data[i].about.id)
      continue;
    step s = check_concat (w, all, &all->data[i], &clash);
    if (s != STEP_DONE)
      return s;
    if (clash && *last == all->len)
      *last = i;
  }
  return STEP_DONE;
}

/* The one that clashes chooses first in the next try. If none of the orders
 * will do, the candidate shows what is wrong. */
static step check_concats (words *w, memberships *all) {
  enum { MAX_TRIES = 8 };
  for (int i = 0; i < MAX_TRIES; i++) {
    uint32_t last;
    step s = choose_concats (w, all, &last);
    if (s != STEP_DONE || last == all->len)
      return s;
    move_to_front (all, last);
  }
  return STEP_DONE;
}

static step check_variables (words *w, const memberships *all) {
  step result = STEP_DONE;
  lyre_map seen = {0};
  for (uint32_t i = 0; i < all->len && result != STEP_STUCK; i++) {
    lyre_term x = all->data[i].about;
    if (!x.id || has_word (w, x) || lyre_map_find (&seen, x.id))
      continue;
    *lyre_map_at (w->mem, &seen, x.id) = 1;
    step s = check_variable (w, all, x);
    if (s != STEP_DONE)
      result = s;
  }
  lyre_map_release (w->mem, &seen);
  return result;
}

step words_check_members (words *w) {
  memberships all = {0};
  lyre_map_clear (&w->word_of);
  lyre_map_clear (&w->language_of);
  collect (w, &all);
  collect_apart (w);
  step s = check_variables (w, &all);
  if (s == STEP_DONE)
    s = check_concats (w, &all);
  if (s == STEP_DONE)
    s = check_variables (w, &all);
  lyre_vec_release (w->mem, &all);
  return s;
}
