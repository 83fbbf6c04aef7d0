/* Terms that several rule files make, and marks for finding duplicates. */
#include <stdlib.h>
#include <string.h>

#include "rewrite/rules.h"

/* ------------------------------------------------------------------- terms */

lyre_term lyre_rw_not (lyre_rw *rw, lyre_term t) {
  switch (op_of (rw, t)) {
  case LYRE_TRUE:
    return mk_bool (rw, false);
  case LYRE_FALSE:
    return mk_bool (rw, true);
  case LYRE_NOT:
    return arg (rw, t, 0);
  default:
    return mk1 (rw, LYRE_NOT, t);
  }
}

static lyre_term unit_of (lyre_rw *rw, lyre_op op) {
  switch (op) {
  case LYRE_AND:
    return mk_bool (rw, true);
  case LYRE_OR:
    return mk_bool (rw, false);
  case LYRE_STR_CONCAT:
    return mk_empty (rw);
  case LYRE_RE_CONCAT:
    return mk_epsilon (rw);
  case LYRE_RE_UNION:
    return mk_none (rw);
  case LYRE_RE_INTER:
    return mk_all (rw);
  default:
    LYRE_ASSERT (false); /* + and * have a unit per sort */
    return LYRE_NO_TERM;
  }
}

lyre_term lyre_rw_nary (lyre_rw *rw, lyre_op op, uint32_t n,
                        const lyre_term *args) {
  if (!n)
    return unit_of (rw, op);
  return n == 1 ? args[0] : lyre_node_make (rw->ts, op, n, args);
}

lyre_term lyre_rw_between (lyre_rw *rw, int64_t low, lyre_term t,
                           int64_t high) {
  return mk2 (rw, LYRE_AND, mk2 (rw, LYRE_GE, t, mk_int (rw, low)),
              mk2 (rw, LYRE_LE, t, mk_int (rw, high)));
}

static lyre_term char_term (lyre_rw *rw, uint32_t c) {
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term t = mk_str (rw, lyre_str_char (rw->scratch, c));
  lyre_arena_cut (rw->scratch, m);
  return t;
}

lyre_term lyre_rw_mk_range (lyre_rw *rw, uint32_t low, uint32_t high) {
  if (low == high)
    return mk1 (rw, LYRE_STR_TO_RE, char_term (rw, low));
  if (low == 0 && high == LYRE_CHAR_MAX)
    return mk_allchar (rw);
  return mk2 (rw, LYRE_RE_RANGE, char_term (rw, low), char_term (rw, high));
}

lyre_term *lyre_rw_copy_args (lyre_rw *rw, lyre_term t) {
  uint32_t n = arity (rw, t);
  lyre_term *copy = lyre_arena_array (rw->scratch, lyre_term, n);
  memcpy (copy, args_of (rw, t), n * sizeof *copy);
  return copy;
}

static int by_id (const void *a, const void *b) {
  uint32_t x = ((const lyre_term *) a)->id, y = ((const lyre_term *) b)->id;
  return (x > y) - (x < y);
}

void lyre_rw_sort_by_id (lyre_term *terms, uint32_t n) {
  uint32_t i = 1;
  while (i < n && terms[i - 1].id <= terms[i].id)
    i++;
  if (i < n)
    qsort (terms, n, sizeof *terms, by_id);
}

/* ------------------------------------------------------------------- marks */

void lyre_rw_epoch (lyre_rw *rw) {
  uint32_t old = rw->marks.len, need = rw->ts->nodes.len;
  if (need > old) {
    lyre_vec_reserve (rw->mem, &rw->marks, need);
    rw->marks.len = rw->marks.cap;
    memset (rw->marks.data + old, 0,
            (rw->marks.len - old) * sizeof *rw->marks.data);
  }
  if (++rw->epoch < UINT32_MAX / 2)
    return;
  memset (rw->marks.data, 0, rw->marks.len * sizeof *rw->marks.data);
  rw->epoch = 1;
}

int lyre_rw_marked (const lyre_rw *rw, uint32_t id) {
  if (id >= rw->marks.len || rw->marks.data[id] / 2 != rw->epoch)
    return -1;
  return (int) (rw->marks.data[id] & 1);
}

int lyre_rw_mark (lyre_rw *rw, uint32_t id, int value) {
  int old = lyre_rw_marked (rw, id);
  LYRE_ASSERT (id < rw->marks.len);
  rw->marks.data[id] = 2 * rw->epoch + (uint32_t) value;
  return old;
}

/* ------------------------------------------------------------------ pieces */

void lyre_pieces_of (lyre_rw *rw, lyre_term s, lyre_pieces *p) {
  if (is_op (rw, s, LYRE_STR_CONCAT)) {
    p->n = arity (rw, s);
    p->at = args_of (rw, s);
    return;
  }
  p->one = s;
  p->at = &p->one;
  p->n = is_empty_lit (rw, s) ? 0 : 1;
}

lyre_term lyre_pieces_join (lyre_rw *rw, const lyre_pieces *p, uint32_t from,
                            uint32_t to) {
  LYRE_ASSERT (from <= to && to <= p->n);
  return lyre_rw_nary (rw, LYRE_STR_CONCAT, to - from, p->at + from);
}

lyre_term lyre_rw_slice (lyre_rw *rw, const lyre_str *s, uint32_t from,
                         uint32_t len) {
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term t = mk_str (rw, lyre_str_slice (rw->scratch, s, from, len));
  lyre_arena_cut (rw->scratch, m);
  return t;
}

lyre_term lyre_rw_concat (lyre_rw *rw, uint32_t n, const lyre_term *terms) {
  lyre_mark m = lyre_arena_mark (rw->scratch);
  lyre_term *args = lyre_arena_array (rw->scratch, lyre_term, n);
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++)
    if (!is_empty_lit (rw, terms[i]))
      args[k++] = terms[i];
  lyre_term t = lyre_rw_nary (rw, LYRE_STR_CONCAT, k, args);
  lyre_arena_cut (rw->scratch, m);
  return t;
}

lyre_term lyre_rw_concat2 (lyre_rw *rw, lyre_term a, lyre_term b) {
  return lyre_rw_concat (rw, 2, (lyre_term[]){a, b});
}
