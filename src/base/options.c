#include "base/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const lyre_option lyre_option_table[] = {
#define ROW(FIELD, NAME, KIND, DEF, LO, HI, VALUES, HELP)                      \
  {NAME, LYRE_##KIND, DEF,  LO,                                                \
   HI,   VALUES,      HELP, offsetof (lyre_options, FIELD)},
    LYRE_OPTIONS (ROW)
#undef ROW
};

const uint32_t lyre_option_count =
    sizeof lyre_option_table / sizeof lyre_option_table[0];

static int64_t *field (const lyre_options *o, const lyre_option *d) {
  return (int64_t *) ((char *) o + d->offset);
}

void lyre_options_init (lyre_options *o) {
  for (uint32_t i = 0; i < lyre_option_count; i++)
    *field (o, &lyre_option_table[i]) = lyre_option_table[i].def;
}

const lyre_option *lyre_option_find (const char *name) {
  for (uint32_t i = 0; i < lyre_option_count; i++)
    if (!strcmp (lyre_option_table[i].name, name))
      return &lyre_option_table[i];
  return NULL;
}

int64_t lyre_option_read (const lyre_options *o, const lyre_option *d) {
  return *field (o, d);
}

/* Digits with an optional '-', and nothing else that strtoll would take. */
static bool parse_number (const char *text, int64_t *out) {
  char *end;
  if (text[0] != '-' && (text[0] < '0' || text[0] > '9'))
    return false;
  errno = 0;
  *out = strtoll (text, &end, 10);
  return !errno && end != text && !*end;
}

/* The index of TEXT among values like "auto|words", or -1. */
static int64_t choice_index (const char *values, const char *text) {
  size_t len = strlen (text);
  for (int64_t i = 0;; i++) {
    size_t n = strcspn (values, "|");
    if (n == len && !strncmp (values, text, n))
      return i;
    if (!values[n])
      return -1;
    values += n + 1;
  }
}

static bool parse_value (const lyre_option *d, const char *text, int64_t *out) {
  switch (d->kind) {
  case LYRE_FLAG:
    *out = !strcmp (text, "true");
    return *out || !strcmp (text, "false");
  case LYRE_CHOICE:
    *out = choice_index (d->values, text);
    return *out >= 0;
  case LYRE_NUMBER:
    return parse_number (text, out) && *out >= d->low && *out <= d->high;
  }
  return false;
}

bool lyre_option_write (lyre_options *o, const lyre_option *d,
                        const char *text) {
  int64_t value = 0;
  if (!parse_value (d, text, &value))
    return false;
  *field (o, d) = value;
  return true;
}

const char *lyre_option_text (const lyre_options *o, const lyre_option *d,
                              char *buffer, size_t cap) {
  int64_t value = *field (o, d);
  if (d->kind == LYRE_FLAG)
    return value ? "true" : "false";
  if (d->kind == LYRE_NUMBER) {
    snprintf (buffer, cap, "%" PRId64, value);
    return buffer;
  }
  const char *v = d->values;
  for (; value; value--)
    v += strcspn (v, "|") + 1;
  snprintf (buffer, cap, "%.*s", (int) strcspn (v, "|"), v);
  return buffer;
}
