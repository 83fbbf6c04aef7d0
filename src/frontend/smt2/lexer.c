#include "frontend/smt2/lexer.h"

#include <stdio.h>
#include <string.h>

void lyre_lexer_init (lyre_lexer *l, lyre_mem *mem) {
  memset (l, 0, offsetof (lyre_lexer, buffer));
  l->mem = mem;
}

void lyre_lexer_start (lyre_lexer *l, lyre_read_fn read, void *user) {
  l->read = read;
  l->user = user;
  l->ended = false;
  l->open = 0;
  l->pos = l->len = 0;
  l->offset = l->start = l->depth = 0;
  l->line = 1;
}

/* -------------------------------------------------------------- characters */

/* True if there is at least one unread byte in the buffer. */
static bool fill (lyre_lexer *l) {
  if (l->pos < l->len)
    return true;
  if (l->ended)
    return false;
  l->offset += l->len;
  l->pos = 0;
  l->len = (uint32_t) l->read (l->user, l->buffer, sizeof l->buffer);
  l->ended = !l->len;
  return l->len;
}

/* Letters, digits and ~!@$%^&*_-+=<>.?/ */
static bool is_symbol_char (char c) {
  static const uint32_t set[] = {0, 0xF3FFEC72, 0xC7FFFFFF, 0x47FFFFFE};
  unsigned char u = (unsigned char) c;
  return u < 128 && (set[u >> 5] >> (u & 31) & 1);
}

static bool is_digit (char c) {
  return c >= '0' && c <= '9';
}

static bool is_space (char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The byte at pos is a line feed and has been read. */
static void count_line (lyre_lexer *l, uint32_t pos) {
  l->line++;
  l->start = l->offset + pos + 1;
}

static void count_lines (lyre_lexer *l, uint32_t from, uint32_t to) {
  const char *end = l->buffer + to, *p = l->buffer + from;
  while ((p = memchr (p, '\n', (size_t) (end - p))))
    count_line (l, (uint32_t) (p++ - l->buffer));
}

static void skip_comment (lyre_lexer *l) {
  while (fill (l)) {
    char *from = l->buffer + l->pos;
    char *eol = memchr (from, '\n', l->len - l->pos);
    l->pos = eol ? (uint32_t) (eol - l->buffer) : l->len;
    if (eol)
      return;
  }
}

/* True if a token follows. */
static bool skip_blanks (lyre_lexer *l) {
  while (fill (l)) {
    char c = l->buffer[l->pos];
    if (c == ';') {
      skip_comment (l);
      continue;
    }
    if (!is_space (c))
      return true;
    if (c == '\n')
      count_line (l, l->pos);
    l->pos++;
  }
  return false;
}

/* -------------------------------------------------------------------- text */

static void bad (lyre_lexer *l, const char *problem) {
  l->kind = LYRE_TOKEN_BAD;
  snprintf (l->problem, sizeof l->problem, "%s", problem);
}

static void append (lyre_lexer *l, const char *text, uint32_t len) {
  if (l->discard || l->kind == LYRE_TOKEN_BAD)
    return;
  if (len > LYRE_TOKEN_MAX - l->text.len) {
    bad (l, "token too long");
    return;
  }
  lyre_vec_reserve (l->mem, &l->text, (uint64_t) l->text.len + len + 1);
  memcpy (l->text.data + l->text.len, text, len);
  l->text.len += len;
}

static void terminate (lyre_lexer *l) {
  lyre_vec_reserve (l->mem, &l->text, (uint64_t) l->text.len + 1);
  l->text.data[l->text.len] = 0;
}

static void append_run (lyre_lexer *l) {
  while (fill (l)) {
    uint32_t end = l->pos;
    while (end < l->len && is_symbol_char (l->buffer[end]))
      end++;
    append (l, l->buffer + l->pos, end - l->pos);
    l->pos = end;
    if (end < l->len)
      return;
  }
}

/* Where the next byte is that matters inside a string or quoted symbol. */
static uint32_t find_stop (const lyre_lexer *l) {
  const char *from = l->buffer + l->pos;
  uint32_t n = l->len - l->pos;
  const char *stop = memchr (from, l->open, n);
  if (stop)
    n = (uint32_t) (stop - from);
  if (l->legacy_escapes && l->open == '"') {
    const char *escape = memchr (from, '\\', n);
    n = escape ? (uint32_t) (escape - from) : n;
  }
  return l->pos + n;
}

static void append_byte (lyre_lexer *l) {
  if (!fill (l))
    return;
  append (l, l->buffer + l->pos, 1);
  count_lines (l, l->pos, l->pos + 1);
  l->pos++;
}

/* At the stop: takes it, and says whether the token goes on. */
static bool pass_stop (lyre_lexer *l) {
  if (l->buffer[l->pos] == '\\') {
    append_byte (l);
    append_byte (l);
    return true;
  }
  l->pos++;
  if (l->open == '"' && fill (l) && l->buffer[l->pos] == '"') {
    append_byte (l);
    return true;
  }
  return false;
}

/* The rest of a token that l->open opened. */
static void read_delimited (lyre_lexer *l) {
  while (fill (l)) {
    uint32_t stop = find_stop (l);
    append (l, l->buffer + l->pos, stop - l->pos);
    count_lines (l, l->pos, stop);
    l->pos = stop;
    if (stop < l->len && !pass_stop (l)) {
      l->open = 0;
      return;
    }
  }
  bad (l, l->open == '"' ? "end of input inside a string"
                         : "end of input inside a quoted symbol");
  l->open = 0;
}

/* ------------------------------------------------------------------ tokens */

static void read_number (lyre_lexer *l) {
  l->kind = LYRE_TOKEN_NUMERAL;
  append_run (l);
  if (l->discard || l->kind == LYRE_TOKEN_BAD)
    return;
  uint32_t i = 0, n = l->text.len;
  const char *t = l->text.data;
  while (i < n && is_digit (t[i]))
    i++;
  if (i == n)
    return;
  l->kind = LYRE_TOKEN_DECIMAL;
  uint32_t point = i++;
  while (i < n && is_digit (t[i]))
    i++;
  if (t[point] != '.' || i < n || n == point + 1)
    bad (l, "malformed number");
}

static bool all_in (const char *text, const char *set) {
  return *text && !text[strspn (text, set)];
}

static void read_hash (lyre_lexer *l) {
  l->pos++;
  l->kind = LYRE_TOKEN_HEX;
  append_run (l);
  if (l->discard || l->kind == LYRE_TOKEN_BAD)
    return;
  terminate (l);
  const char *t = l->text.data;
  if (*t == 'b' && all_in (t + 1, "01"))
    l->kind = LYRE_TOKEN_BINARY;
  else if (*t != 'x' || !all_in (t + 1, "0123456789abcdefABCDEF"))
    bad (l, "malformed constant after #");
}

static void read_keyword (lyre_lexer *l) {
  l->pos++;
  l->kind = LYRE_TOKEN_KEYWORD;
  append_run (l);
  if (!l->text.len && !l->discard)
    bad (l, "a colon without a keyword");
}

static void read_quoted (lyre_lexer *l, lyre_token_kind kind) {
  l->open = l->buffer[l->pos++];
  l->kind = kind;
  read_delimited (l);
  if (kind == LYRE_TOKEN_QUOTED && l->text.len &&
      memchr (l->text.data, 0, l->text.len))
    bad (l, "a zero byte inside a quoted symbol");
}

static void read_paren (lyre_lexer *l, char c) {
  l->pos++;
  l->kind = c == '(' ? LYRE_TOKEN_OPEN : LYRE_TOKEN_CLOSE;
  if (c == '(')
    l->depth++;
  else if (l->depth)
    l->depth--;
}

static void read_unknown (lyre_lexer *l, char c) {
  l->pos++;
  l->kind = LYRE_TOKEN_BAD;
  if (c > ' ' && c <= '~')
    snprintf (l->problem, sizeof l->problem, "unexpected character '%c'", c);
  else
    snprintf (l->problem, sizeof l->problem, "unexpected character 0x%02x",
              (unsigned char) c);
}

static void read_token (lyre_lexer *l) {
  char c = l->buffer[l->pos];
  if (c == '(' || c == ')') {
    read_paren (l, c);
  } else if (is_digit (c)) {
    read_number (l);
  } else if (is_symbol_char (c)) {
    l->kind = LYRE_TOKEN_SYMBOL;
    append_run (l);
  } else if (c == '"') {
    read_quoted (l, LYRE_TOKEN_STRING);
  } else if (c == '|') {
    read_quoted (l, LYRE_TOKEN_QUOTED);
  } else if (c == ':') {
    read_keyword (l);
  } else if (c == '#') {
    read_hash (l);
  } else {
    read_unknown (l, c);
  }
}

/* ----------------------------------------------------------------- capture */

static void capture_bytes (lyre_lexer *l, const char *text, uint32_t len) {
  lyre_chars *c = &l->captured;
  lyre_vec_reserve (l->mem, c, (uint64_t) c->len + len + 1);
  if (len)
    memcpy (c->data + c->len, text, len);
  c->len += len;
}

static void capture_string (lyre_lexer *l) {
  const char *t = l->text.data, *end = t + l->text.len;
  capture_bytes (l, "\"", 1);
  while (t < end) {
    const char *quote = memchr (t, '"', (size_t) (end - t));
    const char *stop = quote ? quote + 1 : end;
    capture_bytes (l, t, (uint32_t) (stop - t));
    if (quote)
      capture_bytes (l, "\"", 1);
    t = stop;
  }
  capture_bytes (l, "\"", 1);
}

static const char *mark_of (lyre_token_kind kind) {
  switch (kind) {
  case LYRE_TOKEN_OPEN:
    return "(";
  case LYRE_TOKEN_CLOSE:
    return ")";
  case LYRE_TOKEN_QUOTED:
    return "|";
  case LYRE_TOKEN_KEYWORD:
    return ":";
  case LYRE_TOKEN_HEX:
  case LYRE_TOKEN_BINARY:
    return "#";
  default:
    return "";
  }
}

static void capture_token (lyre_lexer *l) {
  lyre_chars *c = &l->captured;
  if (c->len && lyre_vec_top (c) != '(' && l->kind != LYRE_TOKEN_CLOSE)
    capture_bytes (l, " ", 1);
  if (l->kind == LYRE_TOKEN_STRING) {
    capture_string (l);
    return;
  }
  const char *mark = mark_of (l->kind);
  capture_bytes (l, mark, (uint32_t) strlen (mark));
  capture_bytes (l, l->text.data, l->text.len);
  if (l->kind == LYRE_TOKEN_QUOTED)
    capture_bytes (l, "|", 1);
}

void lyre_lexer_capture (lyre_lexer *l, bool on) {
  l->capturing = on;
  lyre_vec_clear (&l->captured);
}

/* ----------------------------------------------------------------- driving */

/* The end of the input needs no memory, so that there is an end even if there
 * is no memory. */
void lyre_lexer_next (lyre_lexer *l) {
  lyre_vec_clear (&l->text);
  l->kind = LYRE_TOKEN_END;
  bool more = skip_blanks (l);
  l->token_line = l->line;
  l->token_column = l->offset + l->pos - l->start + 1;
  if (!more)
    return;
  read_token (l);
  if (l->discard)
    return;
  terminate (l);
  if (l->capturing)
    capture_token (l);
}

void lyre_lexer_skip (lyre_lexer *l) {
  l->discard = true;
  if (l->open)
    read_delimited (l);
  l->kind = LYRE_TOKEN_BAD;
  while (l->depth && l->kind != LYRE_TOKEN_END)
    lyre_lexer_next (l);
  l->discard = false;
}
