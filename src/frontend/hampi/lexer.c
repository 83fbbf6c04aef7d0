#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "frontend/hampi/hampi.h"

void hampi_fail (hampi *h, hampi_place place, const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  vsnprintf (h->message, sizeof h->message, format, ap);
  va_end (ap);
  h->error = place;
  longjmp (*h->mem.escape, 100);
}

/* --------------------------------------------------------------- characters */

/* The character AHEAD of the current one, or -1. */
static int peek (const hampi *h, size_t ahead) {
  return h->at + ahead < h->size ? (unsigned char) h->text[h->at + ahead] : -1;
}

static void skip (hampi *h, size_t n) {
  for (; n; n--, h->at++)
    if (h->text[h->at] == '\n')
      h->here = (hampi_place){h->here.line + 1, 1};
    else
      h->here.column++;
}

static bool is_blank (int c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

static bool is_digit (int c) {
  return c >= '0' && c <= '9';
}

static bool is_name (int c) {
  return is_digit (c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         c == '_' || c == '.';
}

static void skip_comment (hampi *h) {
  hampi_place start = h->here;
  skip (h, 2);
  while (!(peek (h, 0) == '*' && peek (h, 1) == '/')) {
    if (peek (h, 0) < 0)
      hampi_fail (h, start, "the comment does not end");
    skip (h, 1);
  }
  skip (h, 2);
}

static void skip_blanks (hampi *h) {
  for (;;) {
    if (is_blank (peek (h, 0)))
      skip (h, 1);
    else if (peek (h, 0) == '/' && peek (h, 1) == '*')
      skip_comment (h);
    else if (peek (h, 0) == '/' && peek (h, 1) == '/')
      while (peek (h, 0) >= 0 && peek (h, 0) != '\n')
        skip (h, 1);
    else
      return;
  }
}

/* ------------------------------------------------------------------- tokens */

static void take (hampi *h, int kind, size_t from, size_t len, size_t all) {
  h->token = (hampi_token){.kind = kind,
                           .text = h->text + h->at + from,
                           .len = (uint32_t) len,
                           .place = h->here};
  skip (h, all);
}

static int keyword (const char *text, size_t len) {
  static const char *const words[] = {
      "var", "val",    "cfg",    "reg", "assert", "in",  "contains",
      "not", "equals", "concat", "or",  "star",   "fix", "query"};
  for (int i = 0; i < (int) (sizeof words / sizeof *words); i++)
    if (strlen (words[i]) == len && !memcmp (words[i], text, len))
      return HAMPI_VAR + i;
  return len == 7 && !memcmp ("fixsize", text, len) ? HAMPI_FIX : HAMPI_ID;
}

static void number (hampi *h) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < h->token.len && n < UINT32_MAX; i++)
    n = n * 10 + (uint64_t) (h->token.text[i] - '0');
  if (n >= UINT32_MAX)
    hampi_fail (h, h->token.place, "the number is too large");
  h->token.number = (uint32_t) n;
}

/* Letters, digits, dots: a number, dots, a keyword or a name. */
static void word (hampi *h) {
  size_t n = 0, digits = 0, dots = 0;
  for (; is_name (peek (h, n)); n++) {
    digits += is_digit (peek (h, n));
    dots += peek (h, n) == '.';
  }
  const char *text = h->text + h->at;
  int kind = digits == n           ? HAMPI_INT
             : dots == 2 && n == 2 ? HAMPI_DOTS
                                   : keyword (text, n);
  take (h, kind, 0, n, n);
  if (kind == HAMPI_INT)
    number (h);
}

static void quoted_name (hampi *h) {
  size_t n = 1;
  while (is_name (peek (h, n)))
    n++;
  if (n == 1 || peek (h, n) != '`')
    hampi_fail (h, h->here, "the quoted name does not end");
  take (h, HAMPI_ID, 0, n + 1, n + 1);
}

static void string (hampi *h) {
  size_t n = 1;
  for (; peek (h, n) != '"'; n++) {
    if (peek (h, n) == '\\')
      n++;
    if (peek (h, n) < 0)
      hampi_fail (h, h->here, "the string does not end");
  }
  take (h, HAMPI_STR, 1, n - 1, n + 1);
}

static void character (hampi *h) {
  int c = peek (h, 1);
  if (c < 0 || c == '"' || c == '\\' || peek (h, 2) != '\'')
    hampi_fail (h, h->here, "expected one character between quotes");
  take (h, HAMPI_CHAR, 1, 1, 3);
  h->token.number = (uint32_t) c;
}

static void code (hampi *h) {
  uint32_t n = 0;
  for (size_t i = 1; i <= 3; i++) {
    if (!is_digit (peek (h, i)))
      hampi_fail (h, h->here, "a backslash needs three digits");
    n = n * 10 + (uint32_t) (peek (h, i) - '0');
  }
  if (n > 255)
    hampi_fail (h, h->here, "a character code is at most \\255");
  take (h, HAMPI_CODE, 1, 3, 4);
  h->token.number = n;
}

void hampi_next (hampi *h) {
  skip_blanks (h);
  int c = peek (h, 0);
  if (c < 0)
    take (h, HAMPI_END, 0, 0, 0);
  else if (is_name (c))
    word (h);
  else if (c == '`')
    quoted_name (h);
  else if (c == '"')
    string (h);
  else if (c == '\'')
    character (h);
  else if (c == '\\')
    code (h);
  else if (c == ':' && peek (h, 1) == '=')
    take (h, HAMPI_BECOMES, 0, 2, 2);
  else if (c == '!' && peek (h, 1) == '=')
    take (h, HAMPI_UNEQUAL, 0, 2, 2);
  else if (strchr ("()[],;:|*+?-=", c))
    take (h, c, 0, 1, 1);
  else
    hampi_fail (h, h->here,
                c > ' ' && c < 127 ? "unexpected character '%c'"
                                   : "unexpected character with code %d",
                c);
}
