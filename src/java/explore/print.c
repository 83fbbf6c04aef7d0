/* Results as text. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "java/explore/result.h"

typedef struct {
  jwrite_fn write;
  void *user;
  bool is_java;
} out;

static void say (out *o, const char *text) {
  o->write (o->user, text, strlen (text));
}

static void say_unit (out *o, uint16_t u, char quote) {
  char text[8];
  if (u == (uint8_t) quote || u == '\\')
    snprintf (text, sizeof text, "\\%c", u);
  else if (u >= 0x20 && u < 0x7F)
    snprintf (text, sizeof text, "%c", u);
  else if (u == '\n' || u == '\t' || u == '\r')
    snprintf (text, sizeof text, "\\%c",
              u == '\n'   ? 'n'
              : u == '\t' ? 't'
                          : 'r');
  else
    snprintf (text, sizeof text, "\\u%04x", u);
  say (o, text);
}

static void say_string (out *o, const jdatum *d) {
  say (o, "\"");
  for (uint32_t i = 0; i < d->n; i++)
    say_unit (o, d->units[i], '"');
  say (o, "\"");
}

static void say_real (out *o, double d, bool is_float) {
  char text[64];
  const char *box = is_float ? "Float" : "Double";
  if (isnan (d))
    snprintf (text, sizeof text, "%s.NaN", box);
  else if (isinf (d))
    snprintf (text, sizeof text, "%s.%s_INFINITY", box,
              d < 0 ? "NEGATIVE" : "POSITIVE");
  else {
    snprintf (text, sizeof text, "%.*g", is_float ? 9 : 17, d);
    if (!strpbrk (text, ".en"))
      strcat (text, ".0");
    if (is_float)
      strcat (text, "f");
  }
  say (o, text);
}

static void say_integer (out *o, int64_t l, char type) {
  char text[48];
  if (type == 'J' && l == INT64_MIN)
    snprintf (text, sizeof text, "Long.MIN_VALUE");
  else if (type == 'I' && l == INT32_MIN)
    snprintf (text, sizeof text, "Integer.MIN_VALUE");
  else
    snprintf (text, sizeof text, "%s%" PRId64 "%s",
              type == 'B'   ? "(byte) "
              : type == 'S' ? "(short) "
                            : "",
              l, type == 'J' ? "L" : "");
  say (o, text);
}

static void say_primitive (out *o, const jdatum *d) {
  switch (*d->type) {
  case 'Z':
    say (o, d->v.l ? "true" : "false");
    break;
  case 'C':
    say (o, "'");
    say_unit (o, (uint16_t) d->v.l, '\'');
    say (o, "'");
    break;
  case 'F':
  case 'D':
    say_real (o, d->v.d, *d->type == 'F');
    break;
  default:
    say_integer (o, d->v.l, *d->type);
  }
}

/* "java.util.Map.Entry" for a class name or descriptor. */
static void say_type (out *o, const char *desc) {
  static const char kinds[] = "ZBCSIJFDV";
  static const char *const names[] = {"boolean", "byte",   "char",
                                      "short",   "int",    "long",
                                      "float",   "double", "void"};
  unsigned dims = 0;
  for (; *desc == '['; desc++)
    dims++;
  const char *k = *desc && !desc[1] ? strchr (kinds, *desc) : NULL;
  if (k)
    say (o, names[k - kinds]);
  else {
    size_t n = strlen (desc);
    bool is_desc = *desc == 'L' && desc[n - 1] == ';';
    for (size_t i = is_desc; i < n - is_desc; i++) {
      char c = desc[i] == '/' || desc[i] == '$' ? '.' : desc[i];
      o->write (o->user, &c, 1);
    }
  }
  while (dims--)
    say (o, "[]");
}

static void say_datum (out *, const jdatum *);

static void say_items (out *o, const jdatum *d) {
  for (uint32_t i = 0; i < d->n; i++) {
    if (i)
      say (o, ", ");
    if (d->names) {
      say (o, d->names[i]);
      say (o, "=");
    }
    say_datum (o, &d->items[i]);
  }
  say (o, "}");
}

/* Data is at most a few levels deep (datum.c). */
static void say_datum (out *o, const jdatum *d) {
  char text[32];
  switch (d->kind) {
  case JDATUM_VOID:
    o->is_java = false;
    say (o, "nothing");
    break;
  case JDATUM_NULL:
    say (o, "null");
    break;
  case JDATUM_PRIMITIVE:
    say_primitive (o, d);
    break;
  case JDATUM_STRING:
    say_string (o, d);
    break;
  case JDATUM_ARRAY:
    say (o, "new ");
    say_type (o, d->type);
    say (o, " {");
    say_items (o, d);
    break;
  case JDATUM_OBJECT:
    o->is_java = false;
    say_type (o, d->type);
    say (o, "{");
    say_items (o, d);
    break;
  case JDATUM_ENUM:
    say_type (o, d->type);
    say (o, ".");
    say (o, d->text);
    break;
  case JDATUM_CLASS:
    say_type (o, d->text);
    say (o, ".class");
    break;
  case JDATUM_SAME:
    o->is_java = false;
    snprintf (text, sizeof text, "<same as #%u>", d->id);
    say (o, text);
    break;
  default:
    o->is_java = false;
    say (o, "<");
    say (o, d->text ? d->text : "?");
    say (o, ">");
  }
}

bool jdatum_print (const jdatum *d, jwrite_fn write, void *user) {
  out o = {write, user, true};
  say_datum (&o, d);
  return o.is_java;
}

static void say_outcome (out *o, const jresult *r) {
  switch (r->end) {
  case JEND_RETURN:
    say (o, "returns ");
    say_datum (o, &r->result);
    break;
  case JEND_THROW:
    say (o, "throws ");
    say_type (o, r->exception);
    if (r->message.kind == JDATUM_STRING) {
      say (o, ": ");
      say_string (o, &r->message);
    }
    break;
  case JEND_EXIT:
    say (o, "exits");
    break;
  case JEND_BOUND:
    say (o, "is cut off: ");
    say (o, r->reason);
    break;
  case JEND_UNSUPPORTED:
    say (o, "is not supported: ");
    say (o, r->reason);
    break;
  default:
    say (o, "is stopped: ");
    say (o, r->reason);
  }
}

void jresult_print (const jresult *r, jwrite_fn write, void *user) {
  out o = {write, user, true};
  say (&o, r->method->name);
  say (&o, "(");
  for (uint32_t i = 0; i < r->n_inputs; i++) {
    if (i)
      say (&o, ", ");
    say (&o, r->inputs[i].name);
    say (&o, "=");
    say_datum (&o, &r->inputs[i].value);
  }
  say (&o, ") ");
  say_outcome (&o, r);
  if (r->feasible == JFEASIBLE_UNKNOWN)
    say (&o, " [inputs not known]");
  if (r->is_inexact)
    say (&o, " [approximate]");
}
