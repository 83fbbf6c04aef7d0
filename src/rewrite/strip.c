#include "rewrite/strip.h"

void lyre_rest_init (lyre_rw *rw, lyre_rest *r, lyre_term s) {
  lyre_pieces_of (rw, s, &r->p);
  r->front = r->front_cut = r->back_cut = 0;
  r->back = r->p.n;
}

bool lyre_rest_is_empty (const lyre_rest *r) {
  return r->front == r->back;
}

bool lyre_rest_changed (const lyre_rest *r) {
  return r->front || r->front_cut || r->back != r->p.n || r->back_cut;
}

static uint32_t end_index (const lyre_rest *r, bool back) {
  return back ? r->back - 1 : r->front;
}

const lyre_str *lyre_rest_literal (lyre_rw *rw, const lyre_rest *r, bool back,
                                   uint32_t *from, uint32_t *to) {
  if (lyre_rest_is_empty (r))
    return NULL;
  uint32_t i = end_index (r, back);
  const lyre_str *s = lit (rw, r->p.at[i]);
  if (!s)
    return NULL;
  *from = i == r->front ? r->front_cut : 0;
  *to = s->len - (i + 1 == r->back ? r->back_cut : 0);
  return s;
}

lyre_term lyre_rest_term (lyre_rw *rw, const lyre_rest *r) {
  uint32_t from, to;
  if (lyre_rest_is_empty (r))
    return mk_empty (rw);
  if (!r->front_cut && !r->back_cut)
    return lyre_pieces_join (rw, &r->p, r->front, r->back);
  lyre_term head = r->p.at[r->front], tail = mk_empty (rw), middle = tail;
  if (r->front_cut || r->front + 1 == r->back) {
    const lyre_str *s = lyre_rest_literal (rw, r, false, &from, &to);
    head = lyre_rw_slice (rw, s, from, to - from);
  }
  if (r->front + 1 < r->back) {
    tail = r->p.at[r->back - 1];
    if (r->back_cut) {
      const lyre_str *s = lyre_rest_literal (rw, r, true, &from, &to);
      tail = lyre_rw_slice (rw, s, from, to - from);
    }
    middle = lyre_pieces_join (rw, &r->p, r->front + 1, r->back - 1);
  }
  return lyre_rw_concat (rw, 3, (lyre_term[]){head, middle, tail});
}

/* The piece at the end is whole. */
static bool is_whole (const lyre_rest *r, bool back) {
  uint32_t i = end_index (r, back);
  return (i != r->front || !r->front_cut) && (i + 1 != r->back || !r->back_cut);
}

static void drop_piece (lyre_rest *r, bool back) {
  if (back) {
    r->back--;
    r->back_cut = 0;
  } else {
    r->front++;
    r->front_cut = 0;
  }
}

/* Drops K of the N characters left of the literal at the end. */
static void drop_chars (lyre_rest *r, bool back, uint32_t k, uint32_t n) {
  if (k == n)
    drop_piece (r, back);
  else if (back)
    r->back_cut += k;
  else
    r->front_cut += k;
}

static uint32_t char_at_end (const lyre_str *s, uint32_t from, uint32_t to,
                             uint32_t k, bool back) {
  return lyre_str_at (s, back ? to - 1 - k : from + k);
}

/* Cancels one piece or a part of a literal. */
typedef enum { STUCK, CLASH, GO_ON } outcome;

static outcome strip_once (lyre_rw *rw, lyre_rest *a, lyre_rest *b, bool back) {
  uint32_t fa, ta, fb, tb, k = 0;
  if (lyre_rest_is_empty (a) || lyre_rest_is_empty (b))
    return STUCK;
  lyre_term x = a->p.at[end_index (a, back)], y = b->p.at[end_index (b, back)];
  if (lyre_same (x, y) && is_whole (a, back) && is_whole (b, back)) {
    drop_piece (a, back);
    drop_piece (b, back);
    return GO_ON;
  }
  const lyre_str *s = lyre_rest_literal (rw, a, back, &fa, &ta);
  const lyre_str *t = lyre_rest_literal (rw, b, back, &fb, &tb);
  if (!s || !t)
    return STUCK;
  uint32_t na = ta - fa, nb = tb - fb, n = na < nb ? na : nb;
  while (k < n &&
         char_at_end (s, fa, ta, k, back) == char_at_end (t, fb, tb, k, back))
    k++;
  drop_chars (a, back, k, na);
  drop_chars (b, back, k, nb);
  return k < n ? CLASH : GO_ON;
}

bool lyre_strip (lyre_rw *rw, lyre_rest *a, lyre_rest *b, bool back) {
  outcome o;
  do
    o = strip_once (rw, a, b, back);
  while (o == GO_ON);
  return o != CLASH;
}
