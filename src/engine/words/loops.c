/* Equations with loops: the assignment's equations and memberships as a system
 * for Nielsen's transformation (engine/nielsen/nielsen.h).
 *
 * Arranging by lengths does not end on x a = b x, because every piece that is
 * split off leaves the same question behind. The graph of systems ends there.
 * What it refutes becomes a conflict; a solution is a candidate for the
 * evaluator. Equations that arranging has added say nothing new and are left
 * out. */
#include "engine/nielsen/nielsen.h"
#include "engine/words/words.h"

enum {
  FIRST_EFFORT = 20000, /* doubled each time */
  MAX_EFFORT = 1000000,
  FIRST_ROUND = 12,  /* that asks; then at each double of it */
  LARGEST_CORE = 40, /* of conflicts that are made smaller */
};

static bool is_empty_literal (words *w, lyre_term t) {
  const lyre_str *s = lyre_string_of (w->ts, t);
  return s && !s->len;
}

/* Does the literal belong to the system? */
static bool belongs (words *w, uint32_t v, bool value) {
  const atom *a = &w->atoms.data[v];
  if (a->kind == ATOM_PREDICATE)
    return true;
  if (a->kind != ATOM_EQUAL || !value || a->derived)
    return false;
  lyre_term s = lyre_arg_of (w->ts, a->term, 0);
  return lyre_has_sort (w->ts, s, LYRE_STRING) && !is_empty_literal (w, s) &&
         !is_empty_literal (w, lyre_arg_of (w->ts, a->term, 1));
}

static void collect (words *w, lyre_lits *out) {
  for (uint32_t v = 1; v < w->atoms.len; v++) {
    int value = lyre_sat_value (w->sat, (lyre_lit) v);
    if (value && belongs (w, v, value > 0))
      lyre_vec_push (w->mem, out, value > 0 ? (lyre_lit) v : -(lyre_lit) v);
  }
}

/* Reads all literals but the one at SKIP. */
static bool build (words *w, const lyre_lits *lits, uint32_t skip,
                   nielsen_system *s) {
  nielsen_system_init (s, w->p, &w->tr);
  for (uint32_t i = 0; i < lits->len; i++) {
    lyre_lit l = lits->data[i];
    lyre_term t = w->atoms.data[l > 0 ? l : -l].term;
    if (i != skip)
      nielsen_read (s, l > 0 ? t : words_not (w, t));
  }
  return nielsen_close (s);
}

/* -------------------------------------------------------------- conflicts */

static bool is_refuted (words *w, const lyre_lits *lits, uint32_t skip,
                        uint64_t effort) {
  nielsen_system s;
  bool refuted = !build (w, lits, skip, &s);
  if (!refuted) {
    nielsen_parts parts;
    refuted = !nielsen_parts_init (&parts, &s) ||
              nielsen_parts_search (&parts, false, effort) == NIELSEN_NONE;
    nielsen_parts_release (&parts);
  }
  nielsen_system_release (&s);
  return refuted;
}

/* The literals have no solution: a lemma of as few as possible. */
static step refute (words *w, lyre_lits *lits, uint64_t effort) {
  for (uint32_t i = lits->len;
       lits->len <= LARGEST_CORE && i-- > 0 && !w->env->stop;)
    if (is_refuted (w, lits, i, effort)) {
      for (uint32_t k = i + 1; k < lits->len; k++)
        lits->data[k - 1] = lits->data[k];
      lits->len--;
    }
  lyre_reasons why = {0};
  for (uint32_t i = 0; i < lits->len; i++)
    lyre_vec_push (w->mem, &why, words_reason (lits->data[i]));
  words_conflict (w, &why);
  lyre_vec_release (w->mem, &why);
  return STEP_MORE;
}

/* -------------------------------------------------------------- solutions */

static uint32_t length_variable (words *w, lyre_term t) {
  if (!t.id || lyre_op_of (w->ts, t) != LYRE_VAR)
    return lyre_arith_new_var (w->arith, true);
  words_introduce_length (w, t);
  return (uint32_t) *lyre_map_find (&w->arith_of, words_len (w, t).id) - 1;
}

/* A solution with lengths that arithmetic admits. It forgets its model. */
static bool propose (words *w, nielsen_parts *parts) {
  nielsen_system *s = parts->s;
  uint32_t n = s->terms.len;
  uint32_t *length = lyre_arena_array (&s->arena, uint32_t, n);
  const lyre_str **found = lyre_arena_array (&s->arena, const lyre_str *, n);
  for (uint32_t v = 0; v < n; v++)
    length[v] = length_variable (w, s->terms.data[v]);
  nielsen_arith na = {w->arith, length};
  if (!nielsen_solve_lengths (parts->graphs.len, parts->graphs.data,
                              s->language.data, &na, &s->arena, found))
    return false;
  lyre_arith_pop (w->arith, 1);
  lyre_map_clear (&w->word_of);
  for (uint32_t v = 0; v < n; v++)
    if (s->terms.data[v].id)
      *lyre_map_at (w->mem, &w->word_of, s->terms.data[v].id) =
          lyre_t_string (w->ts, found[v]).id;
  return words_try_words (w);
}

static step solve (words *w, lyre_lits *lits, uint64_t effort) {
  nielsen_system s;
  nielsen_parts parts;
  if (!build (w, lits, UINT32_MAX, &s)) {
    nielsen_system_release (&s);
    return refute (w, lits, effort);
  }
  bool refuted = !nielsen_parts_init (&parts, &s);
  nielsen_answer answer = refuted || !s.sides.len
                              ? NIELSEN_GAVE_UP
                              : nielsen_parts_search (&parts, false, effort);
  refuted |= answer == NIELSEN_NONE;
  bool found = answer == NIELSEN_SOLVED && propose (w, &parts);
  nielsen_parts_release (&parts);
  nielsen_system_release (&s);
  if (refuted)
    return refute (w, lits, effort);
  return found ? STEP_MODEL : STEP_DONE;
}

step words_solve_loops (words *w) {
  lyre_lits lits = {0};
  uint64_t effort = (uint64_t) FIRST_EFFORT << w->loops_asked;
  collect (w, &lits);
  if (effort < MAX_EFFORT)
    w->loops_asked++;
  step s = solve (w, &lits, effort);
  lyre_vec_release (w->mem, &lits);
  return s == STEP_DONE ? words_check_integers (w) : s;
}

step words_check_loops (words *w) {
  w->rounds++;
  uint32_t n = w->rounds / FIRST_ROUND;
  if (w->rounds % FIRST_ROUND || n & (n - 1))
    return STEP_DONE;
  return words_solve_loops (w);
}
