/* Strings of code points 0..0x2FFFF.
 *
 * A lyre_str is an immutable value in an arena, in one of three forms chosen
 * when it is made: one byte per character when all are below 256, four bytes
 * otherwise, or runs of equal characters when it is long and that is much
 * smaller. Users go through the functions; equal strings need not have the
 * same form.
 *
 * Strings longer than LYRE_STR_MAX leave through the arena's escape with
 * LYRE_FAIL_TOO_LARGE. */
#ifndef LYRE_BASE_STR_H
#define LYRE_BASE_STR_H

#include "base/arena.h"

#define LYRE_CHAR_MAX 0x2FFFFu
#define LYRE_STR_MAX 0x3FFFFFFFu

typedef enum { LYRE_STR_BYTES, LYRE_STR_WIDE, LYRE_STR_RUNS } lyre_str_form;

typedef struct lyre_str {
  uint32_t len;
  uint32_t n_runs; /* LYRE_STR_RUNS only */
  lyre_str_form form;
  union {
    const uint8_t *bytes;
    const uint32_t *wide;
    const struct lyre_run {
      uint32_t end; /* one past the run's last position */
      uint32_t c;
    } * runs;
  };
} lyre_str;

extern const lyre_str lyre_str_empty;

const lyre_str *lyre_str_from_bytes (lyre_arena *, const void *, size_t len);
const lyre_str *lyre_str_from_wide (lyre_arena *, const uint32_t *, size_t len);
/* From text that is ASCII by construction, zero-terminated. */
const lyre_str *lyre_str_from_ascii (lyre_arena *, const char *);
/* NULL if the bytes are not UTF-8 or leave the range of code points. */
const lyre_str *lyre_str_from_utf8 (lyre_arena *, const char *, size_t len);
const lyre_str *lyre_str_char (lyre_arena *, uint32_t c);
/* COUNT copies of C. */
const lyre_str *lyre_str_repeat (lyre_arena *, uint32_t c, uint64_t count);
const lyre_str *lyre_str_copy (lyre_arena *, const lyre_str *);

uint32_t lyre_str_at (const lyre_str *, uint32_t i); /* i < len */
bool lyre_str_eq (const lyre_str *, const lyre_str *);
/* By code points; a proper prefix is smaller. */
int lyre_str_cmp (const lyre_str *, const lyre_str *);
uint32_t lyre_str_hash (const lyre_str *); /* equal strings, equal hashes */

const lyre_str *lyre_str_concat (lyre_arena *, uint32_t n,
                                 const lyre_str *const *);
/* Positions [from, from + len), clipped to the string. */
const lyre_str *lyre_str_slice (lyre_arena *, const lyre_str *, uint32_t from,
                                uint32_t len);
const lyre_str *lyre_str_reverse (lyre_arena *, const lyre_str *);
/* Every character through MAP. */
const lyre_str *lyre_str_map (lyre_arena *, const lyre_str *,
                              uint32_t (*map) (uint32_t));

bool lyre_str_has_prefix (const lyre_str *s, const lyre_str *prefix);
bool lyre_str_has_suffix (const lyre_str *s, const lyre_str *suffix);
/* The first occurrence of T in S at or after FROM, or -1; linear time. The
 * empty string occurs everywhere up to the end. */
int64_t lyre_str_find (lyre_arena *scratch, const lyre_str *s,
                       const lyre_str *t, uint32_t from);
/* The last occurrence that starts at or before FROM, or -1. */
int64_t lyre_str_find_last (lyre_arena *scratch, const lyre_str *s,
                            const lyre_str *t, uint32_t from);

#endif
