/* Evaluation of String operators. Corner cases are in docs/semantics.md. */
#include <stdlib.h>

#include "term/eval_internal.h"

/* A decimal numeral of more digits has more than LYRE_INT_MAX_BITS bits. */
enum { MAX_DIGITS = 5050447 };

/* ---------------------------------------------------------- concatenation */

bool lyre_eval_give_concat (lyre_eval *e, lyre_val *out, uint32_t n,
                            const lyre_str *const *parts) {
  uint64_t len = 0;
  for (uint32_t i = 0; i < n; i++)
    len += parts[i]->len;
  if (len > LYRE_STR_MAX)
    return lyre_eval_fail (e, LYRE_EVAL_TOO_LARGE);
  return lyre_eval_give_str (out, lyre_str_concat (&e->arena, n, parts));
}

void lyre_eval_piece (lyre_eval *e, const lyre_str *s, uint32_t from,
                      uint32_t to) {
  if (from == to)
    return;
  bool whole = !from && to == s->len;
  const lyre_str *piece =
      whole ? s : lyre_str_slice (&e->work, s, from, to - from);
  lyre_vec_push (e->mem, &e->pieces, piece);
}

bool lyre_eval_give_pieces (lyre_eval *e, lyre_val *out) {
  uint32_t n = e->pieces.len;
  lyre_vec_clear (&e->pieces);
  return lyre_eval_give_concat (e, out, n, e->pieces.data);
}

/* A nest of concatenations is evaluated as one, for otherwise a million-deep
 * one would build a million strings. A concatenation that is met twice in the
 * nest gets a value of its own, for otherwise n of them, shared, could be
 * walked in 2^n ways. */

/* T is part of a nest, or the nest itself if it is the ROOT. */
static void gather_part (lyre_eval *e, lyre_term t, bool root) {
  const lyre_node *n = lyre_node_of (e->ts, t);
  bool known = !root && lyre_eval_is_known (e, t);
  bool inner =
      n->op == LYRE_STR_CONCAT && !known && lyre_eval_first_visit (e, t);
  if (!inner) {
    lyre_vec_push (e->mem, &e->leaves, t);
    if (!known)
      lyre_vec_push (e->mem, &e->wanted, t.id);
    return;
  }
  for (uint32_t i = n->n_args; i--;)
    lyre_vec_push (e->mem, &e->gather_stack, n->args[i].id);
}

/* Children have smaller ids, so with the smallest on top every term finds its
 * arguments known. */
static int larger_id_first (const void *x, const void *y) {
  uint32_t a = *(const uint32_t *) x, b = *(const uint32_t *) y;
  return a > b ? -1 : a < b;
}

static void push_wanted (lyre_eval *e) {
  lyre_u32s *w = &e->wanted;
  qsort (w->data, w->len, sizeof *w->data, larger_id_first);
  for (uint32_t i = 0; i < w->len; i++)
    if (!i || w->data[i] != w->data[i - 1])
      lyre_vec_push (e->mem, &e->stack, ((lyre_eval_frame){{w->data[i]}, 0}));
}

bool lyre_eval_wants_leaves (lyre_eval *e, lyre_term t) {
  lyre_vec_clear (&e->leaves);
  lyre_vec_clear (&e->wanted);
  lyre_vec_clear (&e->gather_stack);
  lyre_eval_new_visit (e);
  gather_part (e, t, true);
  while (e->gather_stack.len) {
    if (lyre_poll (e->env, LYRE_POLL_EVAL))
      return true; /* the driver's next poll ends it */
    gather_part (e, (lyre_term){lyre_vec_pop (&e->gather_stack)}, false);
  }
  if (!e->wanted.len)
    return false;
  push_wanted (e);
  return true;
}

/* Right after lyre_eval_wants_leaves said no. */
static bool eval_concat (lyre_eval *e, lyre_val *out) {
  lyre_vec_clear (&e->pieces);
  for (uint32_t i = 0; i < e->leaves.len; i++) {
    const lyre_str *s = lyre_eval_value (e, e->leaves.data[i]).s;
    lyre_vec_push (e->mem, &e->pieces, s);
  }
  return lyre_eval_give_pieces (e, out);
}

/* -------------------------------------------------------------- positions */

/* "" unless 0 <= i < |s| and n > 0; N is cut at the end of S. */
static bool give_substr (lyre_eval *e, const lyre_str *s, int64_t i, int64_t n,
                         lyre_val *out) {
  if (i < 0 || i >= s->len || n <= 0)
    return lyre_eval_give_str (out, &lyre_str_empty);
  if (n > s->len - i)
    n = s->len - i;
  return lyre_eval_give_str (
      out, lyre_str_slice (&e->arena, s, (uint32_t) i, (uint32_t) n));
}

static bool eval_substr (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  return give_substr (e, lyre_eval_str (e, n, 0), lyre_eval_i64 (e, n, 1),
                      lyre_eval_i64 (e, n, 2), out);
}

static bool eval_at (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  return give_substr (e, lyre_eval_str (e, n, 0), lyre_eval_i64 (e, n, 1), 1,
                      out);
}

static int64_t find (lyre_eval *e, const lyre_str *s, const lyre_str *t,
                     uint32_t from) {
  lyre_mark m = lyre_arena_mark (&e->env->scratch);
  int64_t at = lyre_str_find (&e->env->scratch, s, t, from);
  lyre_arena_cut (&e->env->scratch, m);
  return at;
}

/* -1 unless 0 <= i <= |s|; the empty string occurs everywhere, |s| included. */
static bool eval_indexof (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0), *t = lyre_eval_str (e, n, 1);
  int64_t i = lyre_eval_i64 (e, n, 2);
  if (i < 0 || i > s->len)
    return lyre_eval_give_int (e, out, -1);
  if (!t->len)
    return lyre_eval_give_int (e, out, i);
  return lyre_eval_give_int (e, out, find (e, s, t, (uint32_t) i));
}

/* The last occurrence that starts at or before I, as Java's lastIndexOf. */
static bool eval_last_indexof (lyre_eval *e, const lyre_node *n,
                               lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0), *t = lyre_eval_str (e, n, 1);
  int64_t i = lyre_eval_i64 (e, n, 2);
  if (i < 0 || t->len > s->len)
    return lyre_eval_give_int (e, out, -1);
  if (i > s->len - t->len)
    i = s->len - t->len;
  if (!t->len)
    return lyre_eval_give_int (e, out, i);
  lyre_mark m = lyre_arena_mark (&e->env->scratch);
  i = lyre_str_find_last (&e->env->scratch, s, t, (uint32_t) i);
  lyre_arena_cut (&e->env->scratch, m);
  return lyre_eval_give_int (e, out, i);
}

static bool eval_contains (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0), *t = lyre_eval_str (e, n, 1);
  return lyre_eval_give_bool (out, !t->len || find (e, s, t, 0) >= 0);
}

/* The first argument is the prefix. */
static bool eval_prefixof (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  return lyre_eval_give_bool (
      out,
      lyre_str_has_prefix (lyre_eval_str (e, n, 1), lyre_eval_str (e, n, 0)));
}

static bool eval_suffixof (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  return lyre_eval_give_bool (
      out,
      lyre_str_has_suffix (lyre_eval_str (e, n, 1), lyre_eval_str (e, n, 0)));
}

static bool eval_order (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  int order = lyre_str_cmp (lyre_eval_str (e, n, 0), lyre_eval_str (e, n, 1));
  return lyre_eval_give_bool (out,
                              n->op == LYRE_STR_LT ? order < 0 : order <= 0);
}

/* ------------------------------------------------------------- replacement */

/* The empty string occurs first at 0: u is put in front. */
static bool eval_replace (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0), *t = lyre_eval_str (e, n, 1);
  int64_t at = t->len ? find (e, s, t, 0) : 0;
  if (at < 0)
    return lyre_eval_give_str (out, s);
  lyre_vec_clear (&e->pieces);
  lyre_eval_piece (e, s, 0, (uint32_t) at);
  lyre_vec_push (e->mem, &e->pieces, lyre_eval_str (e, n, 2));
  lyre_eval_piece (e, s, (uint32_t) at + t->len, s->len);
  return lyre_eval_give_pieces (e, out);
}

/* The empty string is replaced nowhere. */
static bool eval_replace_all (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0), *t = lyre_eval_str (e, n, 1);
  const lyre_str *u = lyre_eval_str (e, n, 2);
  if (!t->len)
    return lyre_eval_give_str (out, s);
  lyre_vec_clear (&e->pieces);
  uint32_t done = 0;
  for (int64_t at; (at = find (e, s, t, done)) >= 0;) {
    if (lyre_poll (e->env, LYRE_POLL_EVAL))
      return lyre_eval_fail (e, LYRE_EVAL_STOPPED);
    lyre_eval_piece (e, s, done, (uint32_t) at);
    lyre_vec_push (e->mem, &e->pieces, u);
    done = (uint32_t) at + t->len;
  }
  lyre_eval_piece (e, s, done, s->len);
  return lyre_eval_give_pieces (e, out);
}

/* Occurrences that do not overlap, from left to right. */
static bool eval_count (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0), *t = lyre_eval_str (e, n, 1);
  if (!t->len)
    return lyre_eval_give_int (e, out, 0);
  int64_t count = 0;
  uint32_t done = 0;
  for (int64_t at; (at = find (e, s, t, done)) >= 0; count++) {
    if (lyre_poll (e->env, LYRE_POLL_EVAL))
      return lyre_eval_fail (e, LYRE_EVAL_STOPPED);
    done = (uint32_t) at + t->len;
  }
  return lyre_eval_give_int (e, out, count);
}

/* S overwritten from I with T, as far as S reaches. */
static bool eval_update (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0), *t = lyre_eval_str (e, n, 2);
  int64_t i = lyre_eval_i64 (e, n, 1);
  if (i < 0 || i >= s->len)
    return lyre_eval_give_str (out, s);
  uint32_t from = (uint32_t) i;
  uint32_t len = t->len < s->len - from ? t->len : s->len - from;
  lyre_vec_clear (&e->pieces);
  lyre_eval_piece (e, s, 0, from);
  lyre_eval_piece (e, t, 0, len);
  lyre_eval_piece (e, s, from + len, s->len);
  return lyre_eval_give_pieces (e, out);
}

/* ------------------------------------------------------ codes and numerals */

static bool is_digit (uint32_t c) {
  return '0' <= c && c <= '9';
}

static bool eval_is_digit (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0);
  bool yes = s->len == 1 && is_digit (lyre_str_at (s, 0));
  return lyre_eval_give_bool (out, yes);
}

static bool eval_to_code (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0);
  int64_t c = s->len == 1 ? (int64_t) lyre_str_at (s, 0) : -1;
  return lyre_eval_give_int (e, out, c);
}

static bool eval_from_code (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  int64_t c = lyre_eval_i64 (e, n, 0);
  if (c < 0 || c > LYRE_CHAR_MAX)
    return lyre_eval_give_str (out, &lyre_str_empty);
  return lyre_eval_give_str (out, lyre_str_char (&e->arena, (uint32_t) c));
}

/* How many of the first characters from I on satisfy TEST. */
static bool span (lyre_eval *e, const lyre_str *s, uint32_t i,
                  bool (*test) (uint32_t), uint32_t *len) {
  *len = 0;
  while (i + *len < s->len && test (lyre_str_at (s, i + *len))) {
    if (lyre_poll (e->env, LYRE_POLL_EVAL))
      return lyre_eval_fail (e, LYRE_EVAL_STOPPED);
    ++*len;
  }
  return true;
}

static bool is_zero (uint32_t c) {
  return c == '0';
}

/* The value of the digits from position I on. */
static bool give_numeral (lyre_eval *e, const lyre_str *s, uint32_t i,
                          lyre_val *out) {
  uint32_t n = s->len - i;
  if (!n)
    return lyre_eval_give_int (e, out, 0);
  if (n > MAX_DIGITS)
    return lyre_eval_fail (e, LYRE_EVAL_TOO_LARGE);
  char *text = lyre_arena_array (&e->work, char, n);
  for (uint32_t k = 0; k < n; k++)
    text[k] = (char) lyre_str_at (s, i + k);
  *out = lyre_val_int (lyre_int_parse (&e->arena, text, n));
  return true;
}

/* -1 unless S is a non-empty word of ASCII digits. */
static bool eval_to_int (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0);
  uint32_t digits, zeros;
  if (!span (e, s, 0, is_digit, &digits))
    return false;
  if (!s->len || digits < s->len)
    return lyre_eval_give_int (e, out, -1);
  if (!span (e, s, 0, is_zero, &zeros))
    return false;
  return give_numeral (e, s, zeros, out);
}

static bool eval_from_int (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  lyre_int a = lyre_eval_arg (e, n, 0).i;
  if (lyre_int_sign (a) < 0)
    return lyre_eval_give_str (out, &lyre_str_empty);
  const char *text = lyre_int_text (&e->work, a);
  return lyre_eval_give_str (out, lyre_str_from_ascii (&e->arena, text));
}

/* --------------------------------------------------------------- mappings */

static uint32_t lower (uint32_t c) {
  return 'A' <= c && c <= 'Z' ? c + ('a' - 'A') : c;
}

static uint32_t upper (uint32_t c) {
  return 'a' <= c && c <= 'z' ? c - ('a' - 'A') : c;
}

static bool is_blank (uint32_t c) {
  return c <= 0x20;
}

static bool eval_trim (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  const lyre_str *s = lyre_eval_str (e, n, 0);
  uint32_t from, to = s->len;
  if (!span (e, s, 0, is_blank, &from))
    return false;
  for (; to > from && is_blank (lyre_str_at (s, to - 1)); to--)
    if (lyre_poll (e->env, LYRE_POLL_EVAL))
      return lyre_eval_fail (e, LYRE_EVAL_STOPPED);
  return lyre_eval_give_str (out,
                             lyre_str_slice (&e->arena, s, from, to - from));
}

bool lyre_eval_string (lyre_eval *e, const lyre_node *n, lyre_val *out) {
  lyre_arena *a = &e->arena;
  switch (n->op) {
  case LYRE_STR_CONCAT:
    return eval_concat (e, out);
  case LYRE_STR_LEN:
    return lyre_eval_give_int (e, out, lyre_eval_str (e, n, 0)->len);
  case LYRE_STR_LT:
  case LYRE_STR_LE:
    return eval_order (e, n, out);
  case LYRE_STR_AT:
    return eval_at (e, n, out);
  case LYRE_STR_SUBSTR:
    return eval_substr (e, n, out);
  case LYRE_STR_PREFIXOF:
    return eval_prefixof (e, n, out);
  case LYRE_STR_SUFFIXOF:
    return eval_suffixof (e, n, out);
  case LYRE_STR_CONTAINS:
    return eval_contains (e, n, out);
  case LYRE_STR_INDEXOF:
    return eval_indexof (e, n, out);
  case LYRE_STR_REPLACE:
    return eval_replace (e, n, out);
  case LYRE_STR_REPLACE_ALL:
    return eval_replace_all (e, n, out);
  case LYRE_STR_IS_DIGIT:
    return eval_is_digit (e, n, out);
  case LYRE_STR_TO_CODE:
    return eval_to_code (e, n, out);
  case LYRE_STR_FROM_CODE:
    return eval_from_code (e, n, out);
  case LYRE_STR_TO_INT:
    return eval_to_int (e, n, out);
  case LYRE_STR_FROM_INT:
    return eval_from_int (e, n, out);
  case LYRE_STR_REV:
    return lyre_eval_give_str (out,
                               lyre_str_reverse (a, lyre_eval_str (e, n, 0)));
  case LYRE_STR_TO_LOWER:
    return lyre_eval_give_str (
        out, lyre_str_map (a, lyre_eval_str (e, n, 0), lower));
  case LYRE_STR_TO_UPPER:
    return lyre_eval_give_str (
        out, lyre_str_map (a, lyre_eval_str (e, n, 0), upper));
  case LYRE_STR_UPDATE:
    return eval_update (e, n, out);
  case LYRE_STR_TRIM:
    return eval_trim (e, n, out);
  case LYRE_STR_LAST_INDEXOF:
    return eval_last_indexof (e, n, out);
  case LYRE_STR_COUNT:
    return eval_count (e, n, out);
  default:
    LYRE_ASSERT (!"an operator on strings");
    return lyre_eval_fail (e, LYRE_EVAL_TOO_LARGE);
  }
}
