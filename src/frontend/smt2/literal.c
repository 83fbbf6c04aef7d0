/* String literals: escapes and UTF-8 to code points. */
#include <string.h>

#include "frontend/smt2/session.h"

enum { CHAR_MAX_SMT2 = 0x2FFFF };

/* A place in the text of the literal. */
typedef struct {
  const char *at, *end;
} cursor;

static int hex_digit (char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Up to MOST hexadecimal digits from P on; returns how many. */
static int hex_number (const char *p, const char *end, int most,
                       uint32_t *out) {
  int n = 0;
  *out = 0;
  for (; n < most && p + n < end && hex_digit (p[n]) >= 0; n++)
    *out = *out << 4 | (uint32_t) hex_digit (p[n]);
  return n;
}

/* \ud3d2d1d0 or \u{d...}, standing at the backslash. */
static bool unicode_escape (cursor *c, uint32_t *out) {
  const char *p = c->at + 2;
  if (c->end - c->at < 3 || c->at[1] != 'u')
    return false;
  if (*p != '{') {
    if (hex_number (p, c->end, 4, out) != 4)
      return false;
    c->at = p + 4;
    return true;
  }
  int n = hex_number (++p, c->end, 5, out);
  if (!n || p + n >= c->end || p[n] != '}' || *out > CHAR_MAX_SMT2)
    return false;
  c->at = p + n + 1;
  return true;
}

static bool octal_escape (cursor *c, uint32_t *out) {
  const char *p = c->at + 1;
  uint32_t n = 0;
  *out = 0;
  for (; n < 3 && p + n < c->end && p[n] >= '0' && p[n] <= '7'; n++)
    *out = *out * 8 + (uint32_t) (p[n] - '0');
  if (!n || *out > 255)
    return false;
  c->at = p + n;
  return true;
}

/* What tools of the 2.0 and 2.5 era understood. */
static bool legacy_escape (cursor *c, uint32_t *out) {
  static const char letters[] = "abefnrtv\\\"";
  static const char meanings[] = "\a\b\033\f\n\r\t\v\\\"";
  if (c->end - c->at < 2)
    return false;
  if (c->at[1] == 'x') {
    int n = hex_number (c->at + 2, c->end, 2, out);
    c->at += n == 2 ? 4 : 0;
    return n == 2;
  }
  const char *letter = memchr (letters, c->at[1], sizeof letters - 1);
  if (!letter)
    return octal_escape (c, out);
  *out = (unsigned char) meanings[letter - letters];
  c->at += 2;
  return true;
}

/* How many bytes a UTF-8 sequence with this first byte has; 0: none has. */
static int utf8_length (unsigned char first) {
  if (first < 0xC2)
    return 0;
  return first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
}

/* A sequence of two bytes or more, neither overlong nor too large. */
static bool utf8_sequence (cursor *c, uint32_t *out) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *p = (const unsigned char *) c->at;
  int n = utf8_length (*p);
  if (!n || c->end - c->at < n)
    return false;
  *out = *p & (0xFFu >> (n + 1));
  for (int i = 1; i < n; i++) {
    if ((p[i] & 0xC0) != 0x80)
      return false;
    *out = *out << 6 | (p[i] & 0x3F);
  }
  if (*out < least[n] || *out > CHAR_MAX_SMT2)
    return false;
  c->at += n;
  return true;
}

static uint32_t next_code_point (const lyre_smt2 *s, cursor *c) {
  uint32_t value;
  unsigned char byte = (unsigned char) *c->at;
  if (byte == '\\' && unicode_escape (c, &value))
    return value;
  if (byte == '\\' && s->lex.legacy_escapes && legacy_escape (c, &value))
    return value;
  if (byte >= 0x80 && utf8_sequence (c, &value))
    return value;
  c->at++;
  return byte;
}

static bool has_high_byte (const char *p, const char *end) {
  for (; p < end; p++)
    if (*p & 0x80)
      return true;
  return false;
}

static bool is_strict (lyre_smt2 *s) {
  const char *strict = lyre_get_option (s->ctx, "strict");
  return strict && !strcmp (strict, "true");
}

lyre_term lyre_smt2_string (lyre_smt2 *s) {
  cursor c = {s->lex.text.data, s->lex.text.data + s->lex.text.len};
  bool high = has_high_byte (c.at, c.end);
  if (high && is_strict (s))
    lyre_smt2_fail (s, "a string literal with raw non-ASCII characters");
  if (!high && !memchr (c.at, '\\', s->lex.text.len))
    return lyre_smt2_must (s,
                           lyre_mk_string_utf8 (s->ctx, c.at, s->lex.text.len));
  lyre_vec_clear (&s->code_points);
  lyre_vec_reserve (&s->mem, &s->code_points, s->lex.text.len);
  while (c.at < c.end)
    s->code_points.data[s->code_points.len++] = next_code_point (s, &c);
  return lyre_smt2_must (
      s, lyre_mk_string (s->ctx, s->code_points.data, s->code_points.len));
}
