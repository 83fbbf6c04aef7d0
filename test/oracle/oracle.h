/* What the oracles for patterns read and write.
 *
 * Lines "p PATTERN" and "w WORD", both as UTF-8 in hexadecimal; each is
 * answered with one line: "ok", or "bad" and perhaps a reason, for a pattern,
 * "1" or "0" for a word that the last pattern matches as a whole or not, "?"
 * if that is too hard. Lyre's own oracle answers "s SEED", too. */
#ifndef LYRE_TEST_ORACLE_H
#define LYRE_TEST_ORACLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char kind;        /* p, w or s */
  const char *rest; /* of the line, as it stands there */
  uint32_t *points; /* its code points, if it is in hexadecimal */
  size_t n_points;
  char *line; /* owned */
  size_t cap;
} request;

static inline unsigned hex_digit (char c) {
  return c <= '9' ? (unsigned) c - '0' : (unsigned) c - 'a' + 10;
}

static inline unsigned hex_byte (const char *at) {
  return hex_digit (at[0]) << 4 | hex_digit (at[1]);
}

/* The code point at *AT, which moves on. The text is known to be UTF-8. */
static inline uint32_t hex_point (const char **at) {
  unsigned first = hex_byte (*at);
  unsigned more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
  uint32_t point = more ? first & (0x3fu >> more) : first;
  for (*at += 2; more; more--, *at += 2)
    point = point << 6 | (hex_byte (*at) & 0x3fu);
  return point;
}

/* False at the end of the input. */
static inline bool read_request (request *r) {
  ssize_t n = getline (&r->line, &r->cap, stdin);
  if (n < 2)
    return false;
  r->line[n - 1] = 0;
  r->kind = r->line[0];
  r->rest = r->line + 2;
  r->n_points = 0;
  if (r->kind == 's')
    return true;
  r->points = realloc (r->points, ((size_t) n + 1) * sizeof *r->points);
  for (const char *at = r->rest; at[0] && at[1];)
    r->points[r->n_points++] = hex_point (&at);
  return true;
}

static inline void write_hex_point (uint32_t c) {
  if (c < 0x80)
    printf ("%02x", c);
  else if (c < 0x800)
    printf ("%02x%02x", 0xc0 | c >> 6, 0x80 | (c & 0x3f));
  else if (c < 0x10000)
    printf ("%02x%02x%02x", 0xe0 | c >> 12, 0x80 | (c >> 6 & 0x3f),
            0x80 | (c & 0x3f));
  else
    printf ("%02x%02x%02x%02x", 0xf0 | c >> 18, 0x80 | (c >> 12 & 0x3f),
            0x80 | (c >> 6 & 0x3f), 0x80 | (c & 0x3f));
}

static inline void release_request (request *r) {
  free (r->line);
  free (r->points);
}

#endif
