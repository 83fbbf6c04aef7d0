/* DRAT text, one line per clause. The line is built first and written as a
 * whole. */
#include "core/sat/sat_internal.h"

static void put_char (lyre_sat *s, char c) {
  lyre_vec_push (s->mem, &s->proof_line, c);
}

static void put_literal (lyre_sat *s, lyre_lit l) {
  char digits[12];
  uint32_t n = 0, v = l < 0 ? (uint32_t) -l : (uint32_t) l;
  if (l < 0)
    put_char (s, '-');
  do
    digits[n++] = (char) ('0' + v % 10);
  while (v /= 10);
  while (n)
    put_char (s, digits[--n]);
  put_char (s, ' ');
}

static void write_line (lyre_sat *s, const char *prefix, uint32_t n,
                        const lit *lits) {
  if (!s->proof_write)
    return;
  lyre_vec_clear (&s->proof_line);
  for (; *prefix; prefix++)
    put_char (s, *prefix);
  for (uint32_t i = 0; i < n; i++)
    put_literal (s, outer (lits[i]));
  put_char (s, '0');
  put_char (s, '\n');
  s->proof_write (s->proof_user, s->proof_line.data, s->proof_line.len);
}

void lyre_sat_proof_derived (lyre_sat *s, uint32_t n, const lit *lits) {
  write_line (s, "", n, lits);
}

void lyre_sat_proof_theory (lyre_sat *s, uint32_t n, const lit *lits) {
  write_line (s, "t ", n, lits);
}

void lyre_sat_proof_deleted (lyre_sat *s, uint32_t n, const lit *lits) {
  write_line (s, "d ", n, lits);
}
