/* What a backslash means. */
#include <string.h>

#include "frontend/regex/parse.h"

typedef lyre_pt_escape escape;

static escape a_char (uint32_t c) {
  return (escape){.kind = LYRE_PT_ESCAPE_CHAR, .c = c};
}

static escape a_set (lyre_pt_parser *p, lyre_set s, bool negative) {
  return (escape){.kind = LYRE_PT_ESCAPE_SET,
                  .set = negative ? lyre_set_comp (&p->pt->arena, s) : s};
}

static escape a_node (uint32_t node) {
  return (escape){.kind = LYRE_PT_ESCAPE_NODE, .node = node};
}

_Noreturn static void bad_escape (lyre_pt_parser *p, uint32_t column,
                                  uint32_t c) {
  if (c == LYRE_PT_END)
    lyre_pt_fail (p->pt, column, "\\ at the end of the pattern");
  if (c > ' ' && c < 127)
    lyre_pt_fail (p->pt, column, "unknown escape \\%c", (char) c);
  lyre_pt_fail (p->pt, column, "unknown escape of character %x", c);
}

_Noreturn static void unsupported (lyre_pt_parser *p, uint32_t column,
                                   const char *what) {
  lyre_pt_fail (p->pt, column, "unsupported: %s", what);
}

/* ----------------------------------------------------------------- numbers */

/* Up to MOST digits; *N says how many there were. */
static uint32_t number (lyre_pt_parser *p, int base, uint32_t most,
                        uint32_t *n) {
  uint32_t value = 0;
  for (*n = 0; *n < most && lyre_pt_digit (lyre_pt_peek (p, 0), base) >= 0;
       (*n)++, p->at++)
    if (value < 0x8000000)
      value = value * (uint32_t) base +
              (uint32_t) lyre_pt_digit (lyre_pt_peek (p, 0), base);
  return value;
}

static uint32_t checked (lyre_pt_parser *p, uint32_t column, uint32_t c) {
  if (c > 0x10FFFF)
    lyre_pt_fail (p->pt, column, "a character beyond 10FFFF");
  return c;
}

/* {digits}, at the brace. */
static uint32_t braced (lyre_pt_parser *p, uint32_t column, int base) {
  uint32_t n;
  p->at++;
  uint32_t c = number (p, base, UINT32_MAX, &n);
  if (!n || !lyre_pt_accept (p, "}"))
    lyre_pt_fail (p->pt, column, "expected digits and }");
  return checked (p, column, c);
}

/* After \x. */
static escape hex (lyre_pt_parser *p, uint32_t column) {
  uint32_t n, start = p->at;
  bool ecma = lyre_pt_is (p, LYRE_REGEX_ECMA);
  if (lyre_pt_peek (p, 0) == '{' && !ecma)
    return a_char (braced (p, column, 16));
  uint32_t c = number (p, 16, 2, &n);
  if (n == 2 || lyre_pt_is (p, LYRE_REGEX_PCRE))
    return a_char (c);
  if (!ecma || lyre_pt_ecma_unicode (p))
    lyre_pt_fail (p->pt, column, "expected two digits after \\x");
  p->at = start;
  return a_char ('x');
}

static bool four_digits (lyre_pt_parser *p, uint32_t *c) {
  uint32_t n, start = p->at;
  *c = number (p, 16, 4, &n);
  if (n == 4)
    return true;
  p->at = start;
  return false;
}

/* The other half of a pair of UTF-16 units, as \uDC00. */
static uint32_t join_pair (lyre_pt_parser *p, uint32_t high) {
  uint32_t start = p->at, low;
  if (high < 0xD800 || high > 0xDBFF || !lyre_pt_accept (p, "\\u"))
    return high;
  if (!four_digits (p, &low) || low < 0xDC00 || low > 0xDFFF) {
    p->at = start;
    return high;
  }
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

/* After \u. */
static escape utf16 (lyre_pt_parser *p, uint32_t column) {
  uint32_t c;
  if (lyre_pt_is (p, LYRE_REGEX_PCRE))
    unsupported (p, column, "\\u");
  if (lyre_pt_ecma_unicode (p) && lyre_pt_peek (p, 0) == '{')
    return a_char (braced (p, column, 16));
  if (four_digits (p, &c))
    return a_char (checked (p, column, join_pair (p, c)));
  if (lyre_pt_is (p, LYRE_REGEX_JAVA) || lyre_pt_ecma_unicode (p))
    lyre_pt_fail (p->pt, column, "expected four digits after \\u");
  return a_char ('u');
}

/* After \c. */
static escape control (lyre_pt_parser *p, uint32_t column) {
  uint32_t c = lyre_pt_peek (p, 0);
  bool letter = (c | 32) >= 'a' && (c | 32) <= 'z' && c < 128;
  if (lyre_pt_is (p, LYRE_REGEX_ECMA) && !letter) {
    if (lyre_pt_ecma_unicode (p))
      lyre_pt_fail (p->pt, column, "expected a letter after \\c");
    p->at--; /* the c is literal, and so is the backslash */
    return a_char ('\\');
  }
  if (c < ' ' || c > 126)
    lyre_pt_fail (p->pt, column, "unsupported: \\c of this character");
  p->at++;
  if (letter && !lyre_pt_is (p, LYRE_REGEX_JAVA))
    c &= ~32u;
  return a_char (lyre_pt_is (p, LYRE_REGEX_ECMA) ? c & 31 : c ^ 64);
}

/* ------------------------------------------------- octal, back-references */

_Noreturn static void back_reference (lyre_pt_parser *p, uint32_t column) {
  unsupported (p, column, "back-reference");
}

/* After \0. */
static escape zero (lyre_pt_parser *p, uint32_t column) {
  uint32_t n, first = lyre_pt_peek (p, 0);
  bool low = first >= '0' && first <= '3';
  if (lyre_pt_is (p, LYRE_REGEX_JAVA)) {
    uint32_t c = number (p, 8, low ? 3 : 2, &n);
    if (!n)
      lyre_pt_fail (p->pt, column, "expected octal digits after \\0");
    return a_char (c);
  }
  if (lyre_pt_ecma_unicode (p) && lyre_pt_digit (first, 10) >= 0)
    lyre_pt_fail (p->pt, column, "octal escape with flag u");
  return a_char (number (p, 8, 2, &n));
}

/* As many octal digits as make a character below 256. */
static escape octal (lyre_pt_parser *p) {
  uint32_t n;
  return a_char (number (p, 8, lyre_pt_peek (p, 0) <= '3' ? 3 : 2, &n));
}

/* At a digit that is not 0. */
static escape numbered (lyre_pt_parser *p, uint32_t column, bool in_class) {
  uint32_t n, start = p->at, digit = lyre_pt_peek (p, 0);
  uint32_t group = number (p, 10, UINT32_MAX, &n);
  p->at = start;
  bool ecma = lyre_pt_is (p, LYRE_REGEX_ECMA);
  if (lyre_pt_is (p, LYRE_REGEX_JAVA) && in_class)
    bad_escape (p, column, digit);
  if (lyre_pt_is (p, LYRE_REGEX_JAVA))
    back_reference (p, column);
  if (!in_class && (group <= p->n_groups || (!ecma && group < 10)))
    back_reference (p, column);
  if (lyre_pt_ecma_unicode (p))
    lyre_pt_fail (p->pt, column, "reference to a group that is not there");
  if (digit < '8')
    return ecma ? octal (p) : a_char (number (p, 8, 3, &n));
  p->at++;
  return a_char (digit);
}

/* -------------------------------------------------------------- properties */

/* After \p or \P. */
static escape property (lyre_pt_parser *p, uint32_t column, bool negative) {
  char name[48];
  uint32_t n = 0, c = lyre_pt_peek (p, 0);
  lyre_set s;
  lyre_pt_dialect d = lyre_pt_dialect_of (p);
  bool braces = c == '{';
  p->at += braces;
  for (; (c = lyre_pt_peek (p, 0)) != LYRE_PT_END; p->at++) {
    if ((braces && c == '}') || (!braces && n == 1))
      break;
    if (n == 0 && c == '^' && lyre_pt_is (p, LYRE_REGEX_PCRE) && braces) {
      negative = !negative;
      continue;
    }
    if (c < ' ' || c > 126 || n + 1 == sizeof name)
      lyre_pt_fail (p->pt, column, "bad name of a property");
    name[n++] = (char) c;
  }
  name[n] = 0;
  if (!n || (braces && !lyre_pt_accept (p, "}")))
    lyre_pt_fail (p->pt, column, "expected the name of a property");
  if (!lyre_pt_property (&d, name, &s))
    lyre_pt_fail (p->pt, column, "unsupported: \\%c{%s}", negative ? 'P' : 'p',
                  name);
  return a_set (p, lyre_pt_cased (p, s), negative);
}

/* ----------------------------------------------------------------- letters */

static bool set_letter (lyre_pt_parser *p, uint32_t c, escape *out) {
  lyre_pt_dialect d = lyre_pt_dialect_of (p);
  bool more = !lyre_pt_is (p, LYRE_REGEX_ECMA);
  bool negative = c < 'a';
  if (c == 'd' || c == 'D')
    *out = a_set (p, lyre_pt_digits (), negative);
  else if (c == 'w' || c == 'W')
    *out = a_set (p, lyre_pt_words (p->pt, &d), negative);
  else if (c == 's' || c == 'S')
    *out = a_set (p, lyre_pt_spaces (&d), negative);
  else if ((c == 'h' || c == 'H') && more)
    *out = a_set (p, lyre_pt_horizontal (), negative);
  else if ((c == 'v' || c == 'V') && more)
    *out = a_set (p, lyre_pt_vertical (), negative);
  else
    return false;
  return true;
}

/* Letters that stand for one character. */
static bool char_letter (lyre_pt_parser *p, uint32_t c, bool in_class,
                         uint32_t *out) {
  static const char letters[] = "tnrfeav";
  static const char meanings[] = "\t\n\r\f\033\a\v";
  bool ecma = lyre_pt_is (p, LYRE_REGEX_ECMA);
  if (c == 'b' && in_class && !lyre_pt_is (p, LYRE_REGEX_JAVA)) {
    *out = '\b';
    return true;
  }
  const char *at = c && c < 128 ? strchr (letters, (int) c) : NULL;
  if (!at || (ecma && (c == 'e' || c == 'a')) || (!ecma && c == 'v'))
    return false;
  *out = (unsigned char) meanings[at - letters];
  return true;
}

/* Assertions and the like, outside of classes; the letter has been passed. */
static bool node_letter (lyre_pt_parser *p, uint32_t c, uint32_t column,
                         escape *out) {
  bool more = !lyre_pt_is (p, LYRE_REGEX_ECMA);
  if (c == 'b' || c == 'B')
    *out = a_node (lyre_pt_boundary (p, column, c == 'B'));
  else if (c == 'A' && more)
    *out = a_node (lyre_pt_string_start (p, column));
  else if (c == 'z' && more)
    *out = a_node (lyre_pt_string_end (p, column));
  else if (c == 'Z' && more)
    *out = a_node (lyre_pt_last_line_end (p, column));
  else if (c == 'R' && more)
    *out = a_node (lyre_pt_line_break (p, column));
  else
    return false;
  return true;
}

/* Letters of PCRE alone. */
static bool pcre_letter (lyre_pt_parser *p, uint32_t c, uint32_t column,
                         bool in_class, escape *out) {
  uint32_t next = lyre_pt_peek (p, 0);
  if (c == 'N' && next == '{' && lyre_pt_peek (p, 1) == 'U') {
    if (!lyre_pt_accept (p, "{U+"))
      unsupported (p, column, "\\N{...}");
    p->at--;
    *out = a_char (braced (p, column, 16));
  } else if (c == 'N' && !in_class) {
    *out = a_set (p, lyre_set_char (&p->pt->arena, '\n'), true);
  } else if (c == 'o' && next == '{') {
    *out = a_char (braced (p, column, 8));
  } else if (c == 'K' && lyre_pt_has (p, LYRE_REGEX_SEARCH) && !in_class) {
    *out = (escape){.kind = LYRE_PT_ESCAPE_NOTHING};
  } else if (c == 'g' && (next == '<' || next == '\'')) {
    unsupported (p, column, "recursion");
  } else {
    return false;
  }
  return true;
}

/* Constructs that are known, but beyond us. */
static void refuse_letter (lyre_pt_parser *p, uint32_t c, uint32_t column,
                           bool in_class) {
  static const char *const known[] = {"\\G", "\\X", "\\C", "\\K", "\\N"};
  bool ecma = lyre_pt_is (p, LYRE_REGEX_ECMA);
  bool named = ecma ? p->has_names || lyre_pt_ecma_unicode (p) : true;
  if ((c == 'k' && named && !in_class) ||
      (c == 'g' && lyre_pt_is (p, LYRE_REGEX_PCRE)))
    back_reference (p, column);
  for (size_t i = 0; !ecma && i < sizeof known / sizeof *known; i++)
    if (c == (unsigned char) known[i][1])
      unsupported (p, column, known[i]);
}

/* A character that stands for itself. */
static escape identity (lyre_pt_parser *p, uint32_t c, uint32_t column,
                        bool in_class) {
  bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  bool ecma = lyre_pt_is (p, LYRE_REGEX_ECMA);
  bool syntax =
      lyre_pt_is_one_of (c, "^$\\.*+?()[]{}|/") || (in_class && c == '-');
  if (c == LYRE_PT_END || (letter && !ecma) ||
      (lyre_pt_ecma_unicode (p) && !syntax))
    bad_escape (p, column, c);
  return a_char (c);
}

/* Letters that are followed by something. */
static bool long_letter (lyre_pt_parser *p, uint32_t c, uint32_t column,
                         escape *out) {
  bool props = !lyre_pt_is (p, LYRE_REGEX_ECMA) || lyre_pt_ecma_unicode (p);
  if (c == 'x')
    *out = hex (p, column);
  else if (c == 'u')
    *out = utf16 (p, column);
  else if (c == 'c')
    *out = control (p, column);
  else if (c == '0')
    *out = zero (p, column);
  else if ((c == 'p' || c == 'P') && props)
    *out = property (p, column, c == 'P');
  else
    return false;
  return true;
}

lyre_pt_escape lyre_pt_parse_escape (lyre_pt_parser *p, bool in_class) {
  uint32_t column = lyre_pt_column (p), c = lyre_pt_peek (p, 1), value;
  escape out;
  p->at++;
  if (c >= '1' && c <= '9')
    return numbered (p, column, in_class);
  p->at += c != LYRE_PT_END;
  if (set_letter (p, c, &out) || long_letter (p, c, column, &out))
    return out;
  if (char_letter (p, c, in_class, &value))
    return a_char (value);
  if (!in_class && node_letter (p, c, column, &out))
    return out;
  if (!lyre_pt_is (p, LYRE_REGEX_ECMA) && c == 'Q')
    return (escape){.kind = LYRE_PT_ESCAPE_QUOTE};
  if (lyre_pt_is (p, LYRE_REGEX_PCRE) && c == 'E')
    return (escape){.kind = LYRE_PT_ESCAPE_NOTHING};
  if (lyre_pt_is (p, LYRE_REGEX_PCRE) &&
      pcre_letter (p, c, column, in_class, &out))
    return out;
  refuse_letter (p, c, column, in_class);
  return identity (p, c, column, in_class);
}
