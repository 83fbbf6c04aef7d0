/* Numbers as strings and strings as numbers: str.to_int, str.from_int, and the
 * values that codes and numerals dictate to variables.
 *
 * Nothing is split into digits. What is known of the value, the length and the
 * language of a numeral goes from one to the other as it is needed:
 *
 *   |s| <= n                      =>  to_int (s) < 10^n
 *   s = t u, |u| = n, both digits =>  to_int (s) = 10^n to_int (t) + to_int (u)
 *   s = t u, both digits          =>  to_int (s) >= to_int (u)
 *   s in L, |s| = n               =>  to_int (s) <= a  or  to_int (s) >= b
 *   s in L, all values r mod m    =>  to_int (s) mod m = r
 *   s in L, at most z zeros first =>  to_int (s) >= a line in |s|
 *
 * where a and b are neighbouring values of words of L, and the line touches
 * 10^(|s|-1-z) at the current length: powers are convex, so it stays below. */
#include <string.h>

#include "core/automata/numerals.h"
#include "engine/words/terms.h"

enum {
  LONGEST_NUMERAL = 1 << 13,
  MAX_STATES = 300,
  MAX_LAYERS = 1 << 22,
  REMAINDER_STATES = 32,
  MAX_SUMS = 300, /* concatenations added up: more means wandering */
};

/* ------------------------------------------------------------------ numbers */

/* 10^N */
static lyre_int power_of_ten (words *w, uint32_t n) {
  char *text = lyre_arena_array (&w->round, char, (size_t) n + 1);
  memset (text, '0', (size_t) n + 1);
  text[0] = '1';
  return lyre_int_parse (&w->round, text, (size_t) n + 1);
}

static lyre_term power_term (words *w, uint32_t n) {
  return lyre_t_integer (w->ts, power_of_ten (w, n));
}

static lyre_term numeral_term (words *w, const char *digits) {
  return lyre_t_integer (w->ts,
                         lyre_int_parse (&w->round, digits, strlen (digits)));
}

static lyre_int model_value (words *w, lyre_term t) {
  return words_number (w, t).num;
}

/* How long a numeral the value needs. */
static size_t n_digits (words *w, lyre_int value) {
  return strlen (lyre_int_text (&w->round, value));
}

static lyre_term to_int (words *w, lyre_term s) {
  return lyre_t1 (w->ts, LYRE_STR_TO_INT, s);
}

/* --------------------------------------------------------------- definitions
 */

/* k = to_int (s) is a number or -1, depending on s. */
static void state_to_int (words *w, lyre_term s, lyre_term k) {
  lyre_term digits = lyre_t1 (w->ts, LYRE_RE_PLUS, char_range (w, '0', '9'));
  lyre_term number = in (w, s, digits), valid = le (w, num (w, 0), k);
  words_lemma (w, or2 (w, words_not (w, valid), number));
  words_lemma (w, or2 (w, valid, words_not (w, number)));
}

/* k = from_int (n) has no leading zero, and is empty for negative numbers. */
static void state_from_int (words *w, lyre_term n, lyre_term k) {
  lyre_terms *ts = w->ts;
  lyre_term digits = lyre_t1 (ts, LYRE_RE_STAR, char_range (w, '0', '9'));
  lyre_term canonical =
      lyre_t2 (ts, LYRE_RE_UNION, char_range (w, '0', '0'),
               lyre_t2 (ts, LYRE_RE_CONCAT, char_range (w, '1', '9'), digits));
  lyre_term negative = lt (w, n, num (w, 0));
  words_lemma (w, or2 (w, words_not (w, negative), is_empty (w, k)));
  words_lemma (w, or2 (w, negative, in (w, k, canonical)));
  words_lemma (w, or2 (w, negative, words_eq (w, to_int (w, k), n)));
}

static bool learn (words *w, lyre_term t) {
  lyre_reasons none = {0};
  return words_infer (w, &none, t);
}

/* |s| <= n => k < 10^n, for the current length. */
static bool bound_value (words *w, lyre_term s, lyre_term k) {
  int64_t n = words_model_length (w, s);
  lyre_int value = model_value (w, k);
  if (lyre_int_sign (value) < 0 || n > LONGEST_NUMERAL ||
      n_digits (w, value) <= (uint64_t) n)
    return false;
  lyre_term fits = le (w, words_len (w, s), num (w, n));
  words_prefer (w, fits);
  return learn (
      w, or2 (w, words_not (w, fits), lt (w, k, power_term (w, (uint32_t) n))));
}

/* n < 10^d => |k| <= d, for the digits of the current value. */
static bool bound_length (words *w, lyre_term n, lyre_term k) {
  lyre_int value = model_value (w, n);
  size_t d = n_digits (w, value);
  if (lyre_int_sign (value) < 0 || d > LONGEST_NUMERAL ||
      words_model_length (w, k) <= (int64_t) d)
    return false;
  lyre_term small = lt (w, n, power_term (w, (uint32_t) d));
  words_prefer (w, small);
  return learn (w, or2 (w, words_not (w, small),
                        le (w, words_len (w, k), num (w, (int64_t) d))));
}

/* The line through 10^m and 10^(m+1), where N is the length of S that goes with
 * m. Powers are convex: it is below them at all other lengths. */
static lyre_term power_line (words *w, lyre_term s, int64_t n, uint32_t m) {
  lyre_term steps = sub (w, words_len (w, s), num (w, n));
  lyre_term slope = lyre_t2 (w->ts, LYRE_MUL, num (w, 9), steps);
  return lyre_t2 (w->ts, LYRE_MUL, power_term (w, m),
                  lyre_t2 (w->ts, LYRE_ADD, slope, num (w, 1)));
}

/* The last part alone is not greater; and what starts with a literal other than
 * zero grows with its length. */
static bool learn_ends (words *w, lyre_term s, lyre_term k) {
  const string_class *c = words_class (w, s);
  lyre_term invalid = lt (w, k, num (w, 0));
  lyre_reasons why = {0};
  words_explain_form (w, s, &why);
  lyre_term last = to_int (w, c->parts[c->n - 1]);
  bool added = words_infer (w, &why, or2 (w, invalid, le (w, last, k)));
  const lyre_str *first = lyre_string_of (w->ts, c->parts[0]);
  int64_t n = words_model_length (w, s), behind = first ? n - first->len : 0;
  lyre_term value =
      first ? lyre_rewrite (w->rw, to_int (w, c->parts[0])) : num (w, 0);
  lyre_int v;
  if (behind > 0 && behind < LONGEST_NUMERAL &&
      lyre_integer_of (w->ts, value, &v) && lyre_int_sign (v) > 0)
    added |=
        words_infer (w, &why,
                     or2 (w, invalid,
                          le (w,
                              lyre_t2 (w->ts, LYRE_MUL, value,
                                       power_line (w, s, n, (uint32_t) behind)),
                              k)));
  lyre_vec_release (w->mem, &why);
  return added;
}

/* The length is another one; but this one is worth trying. */
static lyre_term not_so_long (words *w, lyre_term s, int64_t n) {
  lyre_term so_long = length_is (w, s, num (w, n));
  words_prefer (w, so_long);
  words_prefer (w, le (w, words_len (w, s), num (w, n)));
  return words_not (w, so_long);
}

/* The value of a concatenation, for the current lengths of its parts: none is
 * empty, for then it would have no place in the form. */
static bool add_up_parts (words *w, lyre_term s, lyre_term k) {
  const string_class *c = words_class (w, s);
  if (c->n < 2)
    return false;
  bool added = learn_ends (w, s, k);
  lyre_term sum = num (w, 0), other = lt (w, k, num (w, 0));
  uint32_t behind = 0;
  for (uint32_t i = c->n; i-- > 0;) {
    lyre_term p = c->parts[i];
    int64_t n = words_model_length (w, p);
    lyre_term part =
        lyre_t2 (w->ts, LYRE_MUL, power_term (w, behind), to_int (w, p));
    sum = lyre_t2 (w->ts, LYRE_ADD, sum, part);
    if (!lyre_string_of (w->ts, p))
      other = or2 (w, other, i ? not_so_long (w, p, n) : is_empty (w, p));
    if (n > LONGEST_NUMERAL - behind)
      return added;
    behind += (uint32_t) n;
  }
  lyre_reasons why = {0};
  words_explain_form (w, s, &why);
  if (words_infer (w, &why, or2 (w, other, words_eq (w, k, sum)))) {
    w->sum_lemmas++;
    added = true;
  }
  lyre_vec_release (w->mem, &why);
  return added;
}

/* ------------------------------------------------------------ what is wanted
 */

static const string_class *open_class (words *w, lyre_term s) {
  const string_class *c = words_class (w, s);
  return c->is_literal ? NULL : c;
}

/* Remembers for the round that the variable that S is has a value K. */
static void note_value (words *w, lyre_map *map, lyre_term s, lyre_term k) {
  const string_class *c = words_class (w, s);
  if (c->n == 1 && lyre_int_sign (model_value (w, k)) >= 0)
    *lyre_map_at (w->mem, map, c->parts[0].id) = k.id;
}

static bool find_value (lyre_map *map, lyre_term x, lyre_term *k) {
  uint64_t *id = lyre_map_find (map, x.id);
  if (id)
    k->id = (uint32_t) *id;
  return id != NULL;
}

/* VALUE with N digits. */
static const char *padded (words *w, lyre_int value, uint32_t n) {
  const char *text = lyre_int_text (&w->round, value);
  size_t len = strlen (text);
  char *out = lyre_arena_array (&w->round, char, (size_t) n + 1);
  memset (out, '0', n);
  memcpy (out + n - len, text, len + 1);
  return out;
}

static bool wanted_digits (words *w, lyre_term x, const char **out) {
  lyre_term k = LYRE_NO_TERM;
  int64_t n = words_model_length (w, x);
  if (!find_value (&w->numeral_of, x, &k) || n < 1 || n > LONGEST_NUMERAL)
    return false;
  lyre_int value = model_value (w, k);
  if (n_digits (w, value) > (uint64_t) n)
    return false;
  *out = padded (w, value, (uint32_t) n);
  return true;
}

static bool wanted_code (words *w, lyre_term x, int64_t *out) {
  lyre_term k = LYRE_NO_TERM;
  return find_value (&w->code_of, x, &k) && words_model_length (w, x) == 1 &&
         lyre_int_to_i64 (model_value (w, k), out) && *out <= LYRE_CHAR_MAX;
}

bool words_wanted (words *w, lyre_term x, const lyre_str **word) {
  const char *digits;
  int64_t c;
  if (wanted_digits (w, x, &digits))
    *word = lyre_str_from_ascii (&w->round, digits);
  else if (wanted_code (w, x, &c))
    *word = lyre_str_char (&w->round, (uint32_t) c);
  else
    return false;
  return true;
}

lyre_term words_not_wanted (words *w, lyre_term x) {
  lyre_term k = LYRE_NO_TERM;
  lyre_term t =
      words_not (w, length_is (w, x, num (w, words_model_length (w, x))));
  if (find_value (&w->numeral_of, x, &k) || find_value (&w->code_of, x, &k))
    t = or2 (
        w, t,
        words_not (
            w, words_eq (w, k, lyre_t_integer (w->ts, model_value (w, k)))));
  return t;
}

/* ------------------------------------------------------- values and languages
 */

static const lyre_numerals *numerals_of (words *w, lyre_re l, uint32_t length) {
  uint64_t *known = lyre_map_at (w->mem, &w->numerals_of, l.id);
  if (!*known) {
    const lyre_numerals *a =
        lyre_numerals_of (w->tr.pool, &w->arena, l, MAX_STATES);
    known = lyre_map_at (w->mem, &w->numerals_of, l.id);
    *known = a ? (uint64_t) (uintptr_t) a : 1;
  }
  if (*known == 1)
    return NULL;
  const lyre_numerals *a = (const lyre_numerals *) (uintptr_t) *known;
  return (uint64_t) a->n_states * length > MAX_LAYERS ? NULL : a;
}

/* A numeral with at most Z zeros in front grows with its length: K is above the
 * line through 10^m and 10^(m+1), m = |x| - 1 - z now. */
static bool learn_growth (words *w, const lyre_reasons *why, lyre_term x,
                          lyre_term k, const lyre_numerals *a, uint32_t n) {
  uint32_t z = lyre_numerals_leading_zeros (a);
  if (z >= n)
    return false;
  lyre_term line = power_line (w, x, n, n - 1 - z);
  return words_infer (w, why, le (w, line, k));
}

/* All values leave the same remainder by some power of P: the largest such. */
static bool learn_remainder (words *w, const lyre_reasons *why, lyre_term k,
                             const lyre_numerals *a, uint32_t p) {
  lyre_term rest = LYRE_NO_TERM;
  for (uint32_t m = p; m <= 64; m *= p) {
    uint64_t r = lyre_numerals_remainders (a, &w->round, m);
    if (!r || r & (r - 1))
      break;
    rest = words_eq (w, lyre_t2 (w->ts, LYRE_INT_MOD, k, num (w, m)),
                     num (w, __builtin_ctzll (r)));
  }
  return rest.id && words_infer (w, why, rest);
}

static bool learn_remainders (words *w, const lyre_reasons *why, lyre_term k,
                              const lyre_numerals *a) {
  static const uint8_t primes[] = {2, 3, 5, 7, 11, 13};
  bool added = false;
  for (unsigned i = 0; i < sizeof primes && a->n_states <= REMAINDER_STATES;
       i++)
    added |= learn_remainder (w, why, k, a, primes[i]);
  return added;
}

/* OTHER, or K is at most LOW or at least HIGH, where there are such. */
static bool learn_gap (words *w, const lyre_reasons *why, lyre_term other,
                       lyre_term k, const char *low, const char *high) {
  if (low)
    other = or2 (w, other, le (w, k, numeral_term (w, low)));
  if (high)
    other = or2 (w, other, le (w, numeral_term (w, high), k));
  return words_infer (w, why, other);
}

/* No word has the value: which values around it are taken? */
static bool learn_values (words *w, const lyre_reasons *why, lyre_term k,
                          const lyre_numerals *a, const char *digits) {
  while (digits[0] == '0' && digits[1])
    digits++;
  const char *low = lyre_numerals_nearest_value (a, &w->round, digits, true);
  const char *high = lyre_numerals_nearest_value (a, &w->round, digits, false);
  if (low && !strcmp (low, digits))
    return false;
  return learn_gap (w, why, lyre_t_false (w->ts), k, low, high);
}

/* The same for words of this length. */
static bool learn_values_here (words *w, const lyre_reasons *why, lyre_term x,
                               lyre_term k, const lyre_numerals *a,
                               const char *digits) {
  const char *low = lyre_numerals_nearest (a, &w->round, digits, true);
  const char *high = lyre_numerals_nearest (a, &w->round, digits, false);
  lyre_term n = num (w, (int64_t) strlen (digits));
  return learn_gap (w, why, words_not (w, length_is (w, x, n)), k, low, high);
}

static bool exclude_digits (words *w, const lyre_reasons *why, lyre_term x,
                            lyre_re l, const char *digits) {
  lyre_term k = LYRE_NO_TERM;
  uint32_t n = (uint32_t) strlen (digits);
  const lyre_numerals *a = numerals_of (w, l, n);
  find_value (&w->numeral_of, x, &k);
  return a && (learn_remainders (w, why, k, a) ||
               learn_growth (w, why, x, k, a, n) ||
               learn_values (w, why, k, a, digits) ||
               learn_values_here (w, why, x, k, a, digits));
}

/* The characters that are words of L: the nearest one in one direction. */
static bool nearest_code (words *w, lyre_re l, int64_t c, bool below,
                          int64_t *out) {
  lyre_re_moves moves;
  bool found = false;
  if (!lyre_re_all_moves (w->tr.pool, l, &moves))
    return false;
  for (uint32_t i = 0; i < moves.n; i++) {
    if (!lyre_re_look (w->tr.pool, moves.at[i].target)->nullable)
      continue;
    lyre_charset s = moves.at[i].chars;
    for (uint32_t r = 0; r < s.n; r++) {
      int64_t lo = s.at[r].lo, hi = s.at[r].hi;
      int64_t at = below ? (hi < c ? hi : c) : (lo > c ? lo : c);
      if (at < lo || at > hi || (below ? at > c : at < c))
        continue;
      if (!found || (below ? at > *out : at < *out))
        *out = at;
      found = true;
    }
  }
  return found;
}

static bool exclude_code (words *w, const lyre_reasons *why, lyre_term x,
                          lyre_re l, int64_t c) {
  lyre_term k = LYRE_NO_TERM, t = words_not (w, length_is (w, x, num (w, 1)));
  int64_t at;
  find_value (&w->code_of, x, &k);
  if (nearest_code (w, l, c, true, &at))
    t = or2 (w, t, le (w, k, num (w, at)));
  if (nearest_code (w, l, c, false, &at))
    t = or2 (w, t, le (w, num (w, at), k));
  return !w->env->stop && words_infer (w, why, t);
}

bool words_exclude_wanted (words *w, const lyre_reasons *why, lyre_term x,
                           lyre_re l) {
  const char *digits;
  int64_t c;
  if (wanted_digits (w, x, &digits))
    return exclude_digits (w, why, x, l, digits);
  return wanted_code (w, x, &c) && exclude_code (w, why, x, l, c);
}

/* --------------------------------------------------------------------- check
 */

static bool state_once (words *w, uint32_t i,
                        void (*state) (words *, lyre_term, lyre_term)) {
  definition d = w->definitions.data[i];
  if (d.reduced)
    return false;
  w->definitions.data[i].reduced = true;
  state (w, lyre_arg_of (w->ts, d.term, 0), d.var);
  return true;
}

static bool check_to_int (words *w, uint32_t i) {
  definition d = w->definitions.data[i];
  lyre_term s = lyre_arg_of (w->ts, d.term, 0);
  if (!open_class (w, s))
    return false; /* evaluated */
  if (state_once (w, i, state_to_int))
    return true;
  note_value (w, &w->numeral_of, s, d.var);
  return bound_value (w, s, d.var) || add_up_parts (w, s, d.var);
}

static bool check_from_int (words *w, uint32_t i) {
  definition d = w->definitions.data[i];
  return state_once (w, i, state_from_int) ||
         bound_length (w, lyre_arg_of (w->ts, d.term, 0), d.var);
}

static bool check_definition (words *w, uint32_t i) {
  definition d = w->definitions.data[i];
  switch (lyre_op_of (w->ts, d.term)) {
  case LYRE_STR_TO_INT:
    return check_to_int (w, i);
  case LYRE_STR_FROM_INT:
    return check_from_int (w, i);
  case LYRE_STR_TO_CODE:
    note_value (w, &w->code_of, lyre_arg_of (w->ts, d.term, 0), d.var);
    return false;
  default:
    return false;
  }
}

step words_check_conversions (words *w) {
  bool added = false;
  uint32_t n = w->definitions.len;
  lyre_map_clear (&w->numeral_of);
  lyre_map_clear (&w->code_of);
  for (uint32_t i = 0; i < n && !w->env->stop; i++)
    added |= check_definition (w, i);
  if (added && w->sum_lemmas > MAX_SUMS) {
    w->reason = "numerals of too many lengths";
    return STEP_STUCK;
  }
  return added ? STEP_MORE : STEP_DONE;
}
