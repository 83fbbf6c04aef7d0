/* Shorthands for building terms, for the files that state what functions and
 * predicates mean. */
#ifndef LYRE_ENGINE_WORDS_TERMS_H
#define LYRE_ENGINE_WORDS_TERMS_H

#include "engine/words/words.h"

static inline lyre_term and2 (words *w, lyre_term a, lyre_term b) {
  return lyre_t2 (w->ts, LYRE_AND, a, b);
}
static inline lyre_term and3 (words *w, lyre_term a, lyre_term b, lyre_term c) {
  return lyre_t3 (w->ts, LYRE_AND, a, b, c);
}
static inline lyre_term or2 (words *w, lyre_term a, lyre_term b) {
  return lyre_t2 (w->ts, LYRE_OR, a, b);
}
static inline lyre_term implies (words *w, lyre_term a, lyre_term b) {
  return or2 (w, words_not (w, a), b);
}
static inline lyre_term choose (words *w, lyre_term c, lyre_term a,
                                lyre_term b) {
  return lyre_t3 (w->ts, LYRE_ITE, c, a, b);
}
static inline lyre_term cat2 (words *w, lyre_term a, lyre_term b) {
  return lyre_t2 (w->ts, LYRE_STR_CONCAT, a, b);
}
static inline lyre_term cat3 (words *w, lyre_term a, lyre_term b, lyre_term c) {
  return lyre_t3 (w->ts, LYRE_STR_CONCAT, a, b, c);
}
static inline lyre_term num (words *w, int64_t i) {
  return lyre_t_int (w->ts, i);
}
static inline lyre_term le (words *w, lyre_term a, lyre_term b) {
  return lyre_t2 (w->ts, LYRE_LE, a, b);
}
static inline lyre_term lt (words *w, lyre_term a, lyre_term b) {
  return lyre_t2 (w->ts, LYRE_LT, a, b);
}
static inline lyre_term sub (words *w, lyre_term a, lyre_term b) {
  return lyre_t2 (w->ts, LYRE_SUB, a, b);
}
static inline lyre_term empty (words *w) {
  return lyre_t_string (w->ts, &lyre_str_empty);
}
static inline lyre_term is_empty (words *w, lyre_term s) {
  return words_eq (w, s, empty (w));
}
static inline lyre_term length_is (words *w, lyre_term s, lyre_term n) {
  return words_eq (w, words_len (w, s), n);
}
static inline lyre_term contains (words *w, lyre_term s, lyre_term t) {
  return lyre_t2 (w->ts, LYRE_STR_CONTAINS, s, t);
}
static inline lyre_term code (words *w, lyre_term s) {
  return lyre_t1 (w->ts, LYRE_STR_TO_CODE, s);
}

static inline lyre_term char_range (words *w, uint32_t lo, uint32_t hi) {
  lyre_term a = lyre_t_string (w->ts, lyre_str_char (&w->arena, lo));
  lyre_term b = lyre_t_string (w->ts, lyre_str_char (&w->arena, hi));
  return lyre_t2 (w->ts, LYRE_RE_RANGE, a, b);
}

static inline lyre_term in (words *w, lyre_term s, lyre_term regex) {
  return lyre_t2 (w->ts, LYRE_STR_IN_RE, s, regex);
}

#endif
