/* The automata back end: the assignment's conditions on strings as a system of
 * languages, equations and transducers (engine/automata/conjunction.h).
 *
 * It sees through what normal forms cannot: functions that are transducers and
 * memberships of concatenations, without lengths being chosen first. What it
 * refutes becomes a conflict; lengths that no word has are excluded; words that
 * it finds are a candidate for the evaluator. */
#include "engine/words/words.h"

enum {
  CUTS = 2000,          /* tried for an assignment */
  CORE_CUTS = 200,      /* tried to make a conflict smaller */
  LARGEST_CORE = 40,    /* of conflicts that are made smaller */
  LONGEST_LENGTH = 600, /* that is told to the automata */
  MOST_DROPPED = 8,     /* lengths, to find words for the others */
  MOST_POINTS = 400,    /* lemmas about single lengths */
  MOST_PIECES = 12      /* of a set of lengths that is told to arithmetic */
};

/* A string and the length that arithmetic had for it. */
typedef struct {
  lyre_term x;
  uint32_t n;
} fixed_length;

/* A conjunction with its tags: positions in LITERALS, then in LENGTHS. */
typedef struct {
  words *w;
  lyre_conjunction c;
  lyre_lits literals;
  lyre_vec (fixed_length) lengths; /* that count, too */
  bool lost;                       /* arithmetic has no model any more */
} backend;

/* -------------------------------------------------------------- conjunctions
 */

static bool is_string_atom (words *w, uint32_t v) {
  const atom *a = &w->atoms.data[v];
  return a->kind == ATOM_PREDICATE ||
         (a->kind == ATOM_EQUAL &&
          lyre_has_sort (w->ts, lyre_arg_of (w->ts, a->term, 0), LYRE_STRING));
}

static void collect_literals (words *w, lyre_lits *out) {
  for (uint32_t v = 1; v < w->atoms.len; v++) {
    int value = lyre_sat_value (w->sat, (lyre_lit) v);
    if (value && is_string_atom (w, v))
      lyre_vec_push (w->mem, out, value > 0 ? (lyre_lit) v : -(lyre_lit) v);
  }
}

static void add_length (backend *b, fixed_length l, uint32_t tag) {
  lyre_system_member (b->c.system, lyre_conjunction_var (&b->c, l.x),
                      lyre_store_length (b->w->shop.store, l.n), tag);
}

/* The literals, the lengths, and what always holds. */
static void build (backend *b) {
  words *w = b->w;
  uint32_t n = b->literals.len;
  lyre_conjunction_init (&b->c, &w->shop, n + b->lengths.len);
  for (uint32_t i = 0; i < n; i++) {
    lyre_lit l = b->literals.data[i];
    lyre_conjunction_add (&b->c, w->atoms.data[l > 0 ? l : -l].term, l > 0, i);
  }
  for (uint32_t i = 0; i < w->definitions.len; i++) {
    const definition *d = &w->definitions.data[i];
    if (lyre_has_sort (w->ts, d->var, LYRE_STRING))
      lyre_conjunction_define (&b->c, d->var, d->term, LYRE_ALWAYS);
  }
  lyre_conjunction_close (&b->c);
  for (uint32_t i = 0; i < b->lengths.len; i++)
    add_length (b, b->lengths.data[i], n + i);
}

static void release (backend *b) {
  lyre_vec_release (b->w->mem, &b->literals);
  lyre_vec_release (b->w->mem, &b->lengths);
}

/* ----------------------------------------------------------------- conflicts
 */

/* What is left of the conjunction after the core was taken. */
static void keep_core (backend *b, lyre_system_tags core) {
  uint32_t n = b->literals.len, literals = 0, lengths = 0;
  for (uint32_t i = 0; i < core.n; i++)
    if (core.at[i] < n)
      b->literals.data[literals++] = b->literals.data[core.at[i]];
    else
      b->lengths.data[lengths++] = b->lengths.data[core.at[i] - n];
  b->literals.len = literals;
  b->lengths.len = lengths;
}

/* Is it refuted without the I-th? Then it is left with a core of the rest. */
static bool try_without (backend *b, uint32_t i) {
  words *w = b->w;
  backend less = {.w = w};
  for (uint32_t k = 0; k < b->literals.len; k++)
    if (k != i)
      lyre_vec_push (w->mem, &less.literals, b->literals.data[k]);
  for (uint32_t k = 0; k < b->lengths.len; k++)
    if (k + b->literals.len != i)
      lyre_vec_push (w->mem, &less.lengths, b->lengths.data[k]);
  build (&less);
  bool refuted = lyre_system_solve (less.c.system, CORE_CUTS) == LYRE_SYSTEM_NO;
  if (refuted)
    keep_core (&less, lyre_system_core (less.c.system));
  lyre_conjunction_release (&less.c);
  if (!refuted) {
    release (&less);
    return false;
  }
  release (b);
  b->literals = less.literals;
  b->lengths = less.lengths;
  return true;
}

/* Lengths go first: the fewer, the more a lemma says. */
static void shrink (backend *b) {
  uint32_t n = b->literals.len + b->lengths.len;
  if (n > LARGEST_CORE)
    return;
  for (uint32_t i = n; i-- > 0 && !b->w->env->stop;)
    if (try_without (b, i))
      i = i < b->literals.len + b->lengths.len
              ? i
              : b->literals.len + b->lengths.len;
}

static void explain (backend *b, lyre_reasons *why) {
  for (uint32_t i = 0; i < b->literals.len; i++)
    lyre_vec_push (b->w->mem, why, words_reason (b->literals.data[i]));
}

/* The literals have no solution, or none with these lengths. */
static step refute (backend *b) {
  words *w = b->w;
  lyre_terms *ts = w->ts;
  lyre_reasons why = {0};
  bool added = true;
  shrink (b);
  explain (b, &why);
  lyre_term other = lyre_t_false (ts);
  for (uint32_t i = 0; i < b->lengths.len; i++) {
    lyre_term len = words_len (w, b->lengths.data[i].x);
    lyre_term n = lyre_t_int (ts, b->lengths.data[i].n);
    lyre_term differs = words_not (w, words_eq (w, len, n));
    other = lyre_t2 (ts, LYRE_OR, other, differs);
  }
  if (b->lengths.len)
    added = words_infer (w, &why, other);
  else
    words_conflict (w, &why);
  lyre_vec_release (w->mem, &why);
  return added ? STEP_MORE : STEP_DONE;
}

/* ------------------------------------------------------------------- lengths
 */

static lyre_term between (words *w, lyre_term len, uint64_t lo, uint64_t hi) {
  lyre_terms *ts = w->ts;
  return lyre_t2 (ts, LYRE_AND,
                  lyre_t2 (ts, LYRE_LE, lyre_t_int (ts, (int64_t) lo), len),
                  lyre_t2 (ts, LYRE_LE, len, lyre_t_int (ts, (int64_t) hi)));
}

/* The lengths below the loop, as intervals. False if these are too many. */
static bool stem_condition (words *w, lyre_term len, const lyre_lengths *l,
                            lyre_term *out) {
  uint32_t pieces = 0;
  *out = lyre_t_false (w->ts);
  for (uint64_t i = 0; i < l->start; i++) {
    uint64_t lo = i;
    if (!lyre_lengths_has (l, i))
      continue;
    while (i + 1 < l->start && lyre_lengths_has (l, i + 1))
      i++;
    *out = lyre_t2 (w->ts, LYRE_OR, *out, between (w, len, lo, i));
    if (++pieces > MOST_PIECES)
      return false;
  }
  return true;
}

/* The lengths of the loop, by their remainders. */
static bool loop_condition (words *w, lyre_term len, const lyre_lengths *l,
                            lyre_term *out) {
  lyre_terms *ts = w->ts;
  uint32_t residues = 0;
  *out = lyre_t_false (ts);
  lyre_term mod = lyre_t2 (ts, LYRE_INT_MOD, len, lyre_t_int (ts, l->period));
  for (uint32_t i = 0; i < l->period; i++) {
    uint64_t n = (uint64_t) l->start + i;
    if (!lyre_lengths_has (l, n))
      continue;
    lyre_term r = lyre_t_int (ts, (int64_t) (n % l->period));
    *out = lyre_t2 (ts, LYRE_OR, *out, words_eq (w, mod, r));
    if (++residues > MOST_PIECES && residues < l->period)
      return false;
  }
  if (residues == l->period)
    *out = lyre_t_true (ts);
  lyre_term from = lyre_t2 (ts, LYRE_LE, lyre_t_int (ts, l->start), len);
  *out = lyre_t2 (ts, LYRE_AND, from, *out);
  return true;
}

/* The next lengths below and above N that there are. */
static lyre_term gap_around (words *w, lyre_term len, const lyre_lengths *l,
                             uint64_t n) {
  lyre_terms *ts = w->ts;
  lyre_term gap = lyre_t_false (ts);
  uint64_t below = n, above;
  while (below > 0 && !lyre_lengths_has (l, below))
    below--;
  if (lyre_lengths_has (l, below))
    gap = lyre_t2 (ts, LYRE_LE, len, lyre_t_int (ts, (int64_t) below));
  if (lyre_lengths_next (l, n, &above))
    gap =
        lyre_t2 (ts, LYRE_OR, gap,
                 lyre_t2 (ts, LYRE_LE, lyre_t_int (ts, (int64_t) above), len));
  return gap;
}

/* X has no word of length N: says which lengths it has, if that is short. */
static bool exclude_length (backend *b, lyre_term x, const lyre_lengths *l,
                            uint64_t n, lyre_system_tags tags) {
  words *w = b->w;
  lyre_reasons why = {0};
  for (uint32_t i = 0; i < tags.n; i++)
    lyre_vec_push (w->mem, &why, words_reason (b->literals.data[tags.at[i]]));
  lyre_term len = words_len (w, x), stem, loop, lengths;
  if (stem_condition (w, len, l, &stem) && loop_condition (w, len, l, &loop))
    lengths = lyre_t2 (w->ts, LYRE_OR, stem, loop);
  else
    lengths = gap_around (w, len, l, n);
  bool added = words_infer (w, &why, lengths);
  lyre_vec_release (w->mem, &why);
  return added;
}

static bool check_length (backend *b, lyre_term x) {
  words *w = b->w;
  lyre_system_tags why;
  lyre_lengths lengths;
  lyre_language l =
      lyre_system_language (b->c.system, lyre_conjunction_var (&b->c, x), &why);
  int64_t n = words_model_length (w, x);
  if (l == lyre_store_all (w->shop.store) || n == INT64_MAX)
    return false;
  lyre_fa fa = *lyre_store_fa (w->shop.store);
  fa.arena = &w->round;
  if (!lyre_nfa_lengths (&fa, lyre_store_get (w->shop.store, l), &lengths) ||
      lyre_lengths_has (&lengths, (uint64_t) n))
    return false;
  return exclude_length (b, x, &lengths, (uint64_t) n, why);
}

/* Variables of the conjunction that are variables of the problem. */
static bool is_variable (words *w, lyre_term t) {
  return t.id && lyre_op_of (w->ts, t) == LYRE_VAR;
}

static bool check_lengths (backend *b) {
  bool added = false;
  for (uint32_t i = 0; i < b->c.terms.len && !b->w->env->stop; i++)
    if (is_variable (b->w, b->c.terms.data[i]))
      added |= check_length (b, b->c.terms.data[i]);
  return added;
}

/* -------------------------------------------------------------------- words */

/* Arithmetic forgets its model over this, and finds another. */
static bool propose (backend *b) {
  words *w = b->w;
  lyre_map_clear (&w->word_of);
  for (uint32_t i = 0; i < b->c.terms.len; i++)
    if (is_variable (w, b->c.terms.data[i])) {
      const lyre_str *s = lyre_system_word (b->c.system, i);
      *lyre_map_at (w->mem, &w->word_of, b->c.terms.data[i].id) =
          lyre_t_string (w->ts, s).id;
    }
  if (words_try_words (w))
    return true;
  b->lost = lyre_arith_check_int (w->arith, true) != LYRE_ARITH_YES;
  return false;
}

static void copy_literals (const backend *from, backend *to) {
  for (uint32_t i = 0; i < from->literals.len; i++)
    lyre_vec_push (from->w->mem, &to->literals, from->literals.data[i]);
}

/* Leaves out the last length of the core. False if it has none. */
static bool drop_length (backend *b, lyre_system_tags core) {
  uint32_t n = b->literals.len;
  if (!core.n || core.at[core.n - 1] < n)
    return false;
  for (uint32_t i = core.at[core.n - 1] - n + 1; i < b->lengths.len; i++)
    b->lengths.data[i - 1] = b->lengths.data[i];
  b->lengths.len--;
  return true;
}

/* Words with the lengths that arithmetic has chosen, or with some of them. The
 * first conflict on the way goes to *CORE. */
static bool solve_near (backend *b, backend *core, bool *refuted) {
  bool found = false, again = true;
  for (uint32_t i = 0; i < MOST_DROPPED && again && !b->w->env->stop; i++) {
    build (b);
    lyre_system_answer a = lyre_system_solve (b->c.system, CUTS);
    found = a == LYRE_SYSTEM_YES && propose (b);
    again = a == LYRE_SYSTEM_NO && !b->lost;
    if (again && !*refuted) {
      *refuted = true;
      copy_literals (b, core);
      for (uint32_t k = 0; k < b->lengths.len; k++)
        lyre_vec_push (b->w->mem, &core->lengths, b->lengths.data[k]);
      keep_core (core, lyre_system_core (b->c.system));
    }
    if (again)
      again = drop_length (b, lyre_system_core (b->c.system));
    lyre_conjunction_release (&b->c);
  }
  return found;
}

static step solve_with_lengths (backend *b) {
  words *w = b->w;
  backend fixed = {.w = w}, core = {.w = w};
  bool refuted = false;
  copy_literals (b, &fixed);
  for (uint32_t i = 0; i < b->c.terms.len; i++) {
    lyre_term x = b->c.terms.data[i];
    int64_t n = is_variable (w, x) ? words_model_length (w, x) : INT64_MAX;
    if (n >= 0 && n <= LONGEST_LENGTH)
      lyre_vec_push (w->mem, &fixed.lengths, ((fixed_length){x, (uint32_t) n}));
  }
  step s = solve_near (&fixed, &core, &refuted) ? STEP_MODEL : STEP_DONE;
  if (s == STEP_DONE && refuted && w->point_lemmas++ < MOST_POINTS)
    s = refute (&core);
  release (&fixed);
  release (&core);
  return s;
}

static step solve (backend *b) {
  lyre_system_answer a = lyre_system_solve (b->c.system, CUTS);
  step s = STEP_DONE;
  if (a == LYRE_SYSTEM_NO)
    keep_core (b, lyre_system_core (b->c.system));
  else if (a == LYRE_SYSTEM_YES && propose (b))
    s = STEP_MODEL;
  else if (!b->lost && check_lengths (b))
    s = STEP_MORE;
  else if (!b->lost && a == LYRE_SYSTEM_YES)
    s = solve_with_lengths (b);
  lyre_conjunction_release (&b->c);
  return a == LYRE_SYSTEM_NO ? refute (b) : s;
}

/* Are there languages or transducers at all? */
static bool is_needed (words *w) {
  for (uint32_t v = 1; v < w->atoms.len; v++)
    if (w->atoms.data[v].kind == ATOM_PREDICATE &&
        lyre_op_of (w->ts, w->atoms.data[v].term) == LYRE_STR_IN_RE)
      return true;
  for (uint32_t i = 0; i < w->definitions.len; i++)
    if (lyre_workshop_transducer (&w->shop, w->definitions.data[i].term))
      return true;
  return false;
}

/* Each time in vain it waits longer before it tries again. */
step words_check_languages (words *w) {
  enum { LONGEST_WAIT = 64 };
  if (w->backend_wait) {
    w->backend_wait--;
    return STEP_DONE;
  }
  if (!is_needed (w))
    return STEP_DONE;
  backend b = {.w = w};
  collect_literals (w, &b.literals);
  build (&b);
  step s = solve (&b);
  release (&b);
  if (s == STEP_DONE)
    s = words_check_integers (w);
  if (s == STEP_DONE) {
    w->backend_pause = w->backend_pause ? 2 * w->backend_pause : 1;
    if (w->backend_pause > LONGEST_WAIT)
      w->backend_pause = LONGEST_WAIT;
    w->backend_wait = w->backend_pause;
  } else
    w->backend_pause = 0;
  return s;
}
