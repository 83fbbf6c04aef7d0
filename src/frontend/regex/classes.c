/* Sets of characters that have names, per dialect.
 *
 * \d, \w and \b are about ASCII in all three (Java before 19 lets letters of
 * other alphabets count for \b). */
#include <string.h>

#include "frontend/regex/pattern.h"

static const lyre_span digits[] = {{'0', '9'}};
static const lyre_span words[] = {
    {'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
static const lyre_span spaces[] = {{'\t', '\r'}, {' ', ' '}};
static const lyre_span ecma_spaces[] = {
    {'\t', '\r'},     {' ', ' '},       {0xA0, 0xA0},     {0x1680, 0x1680},
    {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F},
    {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
static const lyre_span horizontal[] = {
    {'\t', '\t'},     {' ', ' '},       {0xA0, 0xA0},
    {0x1680, 0x1680}, {0x180E, 0x180E}, {0x2000, 0x200A},
    {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};
static const lyre_span vertical[] = {
    {'\n', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}};
static const lyre_span line_feed[] = {{'\n', '\n'}};
static const lyre_span java_lines[] = {
    {'\n', '\n'}, {'\r', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}};
static const lyre_span ecma_lines[] = {
    {'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};

#define WHOLE(ARRAY) ((lyre_set){sizeof (ARRAY) / sizeof *(ARRAY), (ARRAY)})

lyre_set lyre_pt_digits (void) {
  return WHOLE (digits);
}

/* With flags u and i of ECMAScript, whatever folds to a word character is
 * one. */
lyre_set lyre_pt_words (lyre_pt *pt, const lyre_pt_dialect *d) {
  if (d->syntax == LYRE_REGEX_ECMA && d->unicode && d->ignore_case)
    return lyre_set_fold (&pt->arena, WHOLE (words), LYRE_FOLD_UNICODE);
  return WHOLE (words);
}

lyre_set lyre_pt_spaces (const lyre_pt_dialect *d) {
  return d->syntax == LYRE_REGEX_ECMA ? WHOLE (ecma_spaces) : WHOLE (spaces);
}

lyre_set lyre_pt_horizontal (void) {
  return WHOLE (horizontal);
}

lyre_set lyre_pt_vertical (void) {
  return WHOLE (vertical);
}

lyre_set lyre_pt_line_ends (const lyre_pt_dialect *d) {
  if (d->syntax == LYRE_REGEX_PCRE || d->unix_lines)
    return WHOLE (line_feed);
  return d->syntax == LYRE_REGEX_JAVA ? WHOLE (java_lines) : WHOLE (ecma_lines);
}

/* ------------------------------------------------------------- by its name */

typedef struct {
  const char *name;
  uint32_t n;
  lyre_span spans[4];
} named;

/* In the order of their names in lower case. */
static const named posix[] = {
    {"alnum", 3, {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
    {"alpha", 2, {{'A', 'Z'}, {'a', 'z'}}},
    {"ascii", 1, {{0, 127}}},
    {"blank", 2, {{'\t', '\t'}, {' ', ' '}}},
    {"cntrl", 2, {{0, 31}, {127, 127}}},
    {"digit", 1, {{'0', '9'}}},
    {"graph", 1, {{33, 126}}},
    {"lower", 1, {{'a', 'z'}}},
    {"print", 1, {{32, 126}}},
    {"punct", 4, {{33, 47}, {58, 64}, {91, 96}, {123, 126}}},
    {"space", 2, {{'\t', '\r'}, {' ', ' '}}},
    {"upper", 1, {{'A', 'Z'}}},
    {"word", 4, {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}},
    {"xdigit", 3, {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
};

enum { N_POSIX = sizeof posix / sizeof *posix };

bool lyre_pt_posix_class (const char *name, lyre_set *out) {
  for (uint32_t i = 0; i < N_POSIX; i++)
    if (!strcmp (posix[i].name, name)) {
      *out = (lyre_set){posix[i].n, posix[i].spans};
      return true;
    }
  return false;
}

/* \p{Alpha} and the like, which Java keeps within ASCII. */
static bool java_property (const char *name, lyre_set *out) {
  static const char *const names[] = {
      "Alnum", "Alpha", "ASCII", "Blank", "Cntrl", "Digit", "Graph",
      "Lower", "Print", "Punct", "Space", "Upper", NULL,    "XDigit"};
  for (uint32_t i = 0; i < N_POSIX; i++)
    if (names[i] && !strcmp (names[i], name)) {
      *out = (lyre_set){posix[i].n, posix[i].spans};
      return true;
    }
  return false;
}

static bool ecma_property (const char *name, lyre_set *out) {
  if (!strcmp (name, "ASCII"))
    return lyre_pt_posix_class ("ascii", out);
  if (!strcmp (name, "ASCII_Hex_Digit") || !strcmp (name, "AHex"))
    return lyre_pt_posix_class ("xdigit", out);
  *out = lyre_set_all;
  return !strcmp (name, "Any");
}

bool lyre_pt_property (const lyre_pt_dialect *d, const char *name,
                       lyre_set *out) {
  if (d->syntax == LYRE_REGEX_JAVA)
    return java_property (name, out);
  if (d->syntax == LYRE_REGEX_ECMA)
    return ecma_property (name, out);
  *out = lyre_set_all;
  return !strcmp (name, "Any");
}
