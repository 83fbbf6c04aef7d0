/* Names of tests: parse_whenSIs_minus1_returns_false. ASCII, at most 80
 * characters, the same every time; a number makes them differ. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "java/junit/suite.h"

enum { LONGEST_NAME = 76, LONGEST_VALUE = 16 };

static const char *word_for (unsigned c) {
  static const char *const words[][2] = {
      {"-", "minus"},     {"+", "plus"},         {" ", "space"},
      {".", "dot"},       {",", "comma"},        {":", "colon"},
      {";", "semicolon"}, {"/", "slash"},        {"\\", "backslash"},
      {"'", "quote"},     {"\"", "doublequote"}, {"@", "at"},
      {"#", "hash"},      {"%", "percent"},      {"&", "and"},
      {"*", "star"},      {"=", "equals"},       {"<", "less"},
      {">", "greater"},   {"?", "question"},     {"!", "bang"},
      {"(", "open"},      {")", "close"},        {"_", "underscore"},
      {"$", "dollar"},    {"~", "tilde"},        {"|", "bar"},
      {"\n", "newline"},  {"\t", "tab"},         {"[", "bracket"},
      {"{", "brace"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if ((unsigned char) words[i][0][0] == c)
      return words[i][1];
  return NULL;
}

/* "a1-" gives a1_minus. */
static void add_units (jpage *t, const uint16_t *units, uint32_t n) {
  size_t start = t->c.len;
  bool word = false; /* the last thing was one: letters need a gap */
  for (uint32_t i = 0; i < n && t->c.len < start + LONGEST_VALUE; i++) {
    bool plain = units[i] < 128 && isalnum (units[i]);
    const char *name = plain ? NULL : word_for (units[i]);
    if (t->c.len > start && (!plain || word))
      jpage_char (t, '_');
    if (plain)
      jpage_char (t, (char) units[i]);
    else if (name)
      jpage_add (t, name);
    else
      jpage_printf (t, "u%04x", units[i]);
    word = !plain;
  }
}

static void add_number (jpage *t, const jdatum *d) {
  char text[40];
  if (strchr ("FD", d->type[0]))
    snprintf (text, sizeof text, "%.6g", d->v.d);
  else
    snprintf (text, sizeof text, "%lld", (long long) d->v.l);
  for (const char *p = text; *p; p++)
    if (*p == '-')
      jpage_add (t, "minus");
    else if (*p == '.')
      jpage_add (t, "point");
    else if (isalnum ((unsigned char) *p))
      jpage_char (t, *p);
}

static void add_datum (jpage *t, const jdatum *d) {
  switch (d->kind) {
  case JDATUM_NULL:
    jpage_add (t, "null");
    break;
  case JDATUM_STRING:
    if (!d->n)
      jpage_add (t, "empty");
    else if (d->n > 200)
      jpage_printf (t, "long%u", d->n);
    else
      add_units (t, d->units, d->n);
    break;
  case JDATUM_PRIMITIVE:
    if (d->type[0] == 'Z')
      jpage_add (t, d->v.l ? "true" : "false");
    else if (d->type[0] == 'C')
      add_units (t, &(uint16_t){(uint16_t) d->v.l}, 1);
    else
      add_number (t, d);
    break;
  case JDATUM_ARRAY:
    jpage_printf (t, "%uitems", d->n);
    break;
  case JDATUM_ENUM:
    jpage_add (t, d->text);
    break;
  default:
    jpage_add (t, "object");
  }
}

static void add_capitalised (jpage *t, const char *name) {
  for (const char *p = name; *p; p++)
    if (isalnum ((unsigned char) *p) || *p == '_')
      jpage_char (t, p == name ? (char) toupper ((unsigned char) *p) : *p);
}

static void add_inputs (jpage *t, const jresult *r) {
  bool is_static = r->method->access & JACC_STATIC;
  for (uint32_t i = is_static ? 0 : 1; i < r->n_params; i++) {
    jpage_add (t, t->c.len && i > (is_static ? 0u : 1u) ? "_" : "_when");
    add_capitalised (t, r->inputs[i].name);
    jpage_add (t, "Is_");
    add_datum (t, &r->inputs[i].value);
  }
}

static const char *simple_name (const char *class) {
  const char *from = class;
  for (const char *p = class; *p; p++)
    if (*p == '.' || *p == '$' || *p == '/')
      from = p + 1;
  return from;
}

/* A short value is part of the name: "false", "-1", "\"ab\"". */
static void add_outcome (jpage *t, const jcase *c) {
  if (c->out == JOUT_THROW) {
    jpage_printf (t, "_throws%s", simple_name (c->exception));
    return;
  }
  if (c->out == JOUT_ENDLESS) {
    jpage_add (t, "_doesNotEnd");
    return;
  }
  size_t n = strlen (c->text);
  bool plain = n && n <= LONGEST_VALUE;
  for (size_t i = 0; i < n && plain; i++)
    plain = isalnum ((unsigned char) c->text[i]) || (c->text[i] == '-' && !i) ||
            (c->text[i] == '"' && n > 2 && (!i || i == n - 1));
  if (!plain)
    return;
  jpage_add (t, "_returns_");
  for (size_t i = 0; i < n; i++)
    if (c->text[i] == '-')
      jpage_add (t, "minus");
    else if (c->text[i] != '"')
      jpage_char (t, c->text[i]);
}

static void name_case (jsuite *s, jcase *c) {
  jpage t, end;
  jpage_init (&t, s->mem);
  jpage_init (&end, s->mem);
  const char *name = c->path->method->name;
  jpage_add (&t, strcmp (name, "<init>") ? name : "constructor");
  for (uint32_t i = 0; i < t.c.len; i++)
    if (!isalnum ((unsigned char) t.c.data[i]))
      t.c.data[i] = '_';
  add_inputs (&t, c->path);
  add_outcome (&end, c);
  size_t room = end.c.len < LONGEST_NAME / 2 ? LONGEST_NAME - end.c.len
                                             : LONGEST_NAME / 2;
  if (t.c.len > room)
    t.c.len = (uint32_t) room;
  jpage_add_n (&t, end.c.data, end.c.len);
  if (t.c.len > LONGEST_NAME)
    t.c.len = LONGEST_NAME;
  c->name = lyre_arena_text (&s->arena, t.c.data, t.c.len);
  jpage_release (&t);
  jpage_release (&end);
}

static bool is_taken (const jsuite *s, uint32_t i, const char *name) {
  for (uint32_t k = 0; k < i; k++) {
    const jcase *c = &s->cases.data[k];
    if (c->is_kept &&
        c->path->method->owner == s->cases.data[i].path->method->owner &&
        !strcmp (c->name, name))
      return true;
  }
  return false;
}

void jsuite_name_cases (jsuite *s) {
  for (uint32_t i = 0; i < s->cases.len; i++) {
    jcase *c = &s->cases.data[i];
    if (!c->is_kept)
      continue;
    name_case (s, c);
    const char *base = c->name;
    for (unsigned k = 2; is_taken (s, i, c->name); k++)
      c->name = jsuite_text (s, "%s_%u", base, k);
  }
}
