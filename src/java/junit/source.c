/* Values become expressions. An object is built by the constructor that
 * stores most of what is wanted, then by setters and fields; whether that
 * gives the very state the path was found with is shown by running it. An
 * object that occurs twice gets a local variable. */
#include "java/junit/source.h"

#include <math.h>
#include <string.h>

#include "java/classfile/opcodes.h"

typedef struct {
  const jsource *s;
  jpage *setup;
  const char *why;
  lyre_vec (uint32_t) shared; /* ids of objects that occur again */
  uint32_t depth;
} writer;

enum { DEEPEST = 12, LONGEST = 4000 };

/* ------------------------------------------------------------------- types */

jname jsource_package (jloader *loader, const jclass *c) {
  const char *slash = strrchr (c->name, '/');
  return jnames_intern (jloader_names (loader), c->name,
                        slash ? (size_t) (slash - c->name) : 0);
}

static const jinner *inner_entry (const jclass *c) {
  for (uint16_t i = 0; i < c->n_inner; i++)
    if (c->inner[i].inner == c->name)
      return &c->inner[i];
  return NULL;
}

bool jsource_can_use (const jsource *s, const jclass *c, uint16_t access) {
  return (access & JACC_PUBLIC) ||
         (!(access & JACC_PRIVATE) &&
          jsource_package (s->loader, c) == s->package);
}

bool jsource_can_see (const jsource *s, const jclass *c) {
  for (int depth = 0; c && depth < 50; depth++) {
    const jinner *in = inner_entry (c);
    if (!in)
      return jsource_can_use (s, c, c->access);
    if (!in->outer || !in->simple || !jsource_can_use (s, c, in->access))
      return false;
    c = jloader_find (s->loader, in->outer);
  }
  return false;
}

static bool in_package (const char *name, const char *package) {
  size_t n = strlen (package);
  return n ? !strncmp (name, package, n) && name[n] == '/' &&
                 !strchr (name + n + 1, '/')
           : !strchr (name, '/');
}

void jsource_class (const jsource *s, jname name, jpage *t) {
  const jclass *c = strchr (name, '$') ? jloader_find (s->loader, name) : NULL;
  const jinner *in = c ? inner_entry (c) : NULL;
  if (in && in->outer && in->simple) {
    jsource_class (s, in->outer, t);
    jpage_printf (t, ".%s", in->simple);
    return;
  }
  const char *from = name;
  if (in_package (name, s->package) || in_package (name, "java/lang"))
    from = strrchr (name, '/') ? strrchr (name, '/') + 1 : name;
  for (; *from; from++)
    jpage_char (t, *from == '/' ? '.' : *from);
}

static const char *primitive_name (char kind) {
  switch (kind) {
  case 'Z':
    return "boolean";
  case 'B':
    return "byte";
  case 'C':
    return "char";
  case 'S':
    return "short";
  case 'I':
    return "int";
  case 'J':
    return "long";
  case 'F':
    return "float";
  case 'D':
    return "double";
  default:
    return "void";
  }
}

/* The class named by "Lp/C;". */
static jname class_in (const jsource *s, const char *desc) {
  return jnames_intern (jloader_names (s->loader), desc + 1, strlen (desc) - 2);
}

void jsource_type (const jsource *s, const char *desc, jpage *t) {
  size_t dimensions = strspn (desc, "[");
  desc += dimensions;
  if (*desc == 'L')
    jsource_class (s, class_in (s, desc), t);
  else
    jpage_add (t, primitive_name (*desc));
  for (size_t i = 0; i < dimensions; i++)
    jpage_add (t, "[]");
}

/* ---------------------------------------------------------------- literals */

static void write_floating (double d, bool is_float, jpage *t) {
  const char *type = is_float ? "Float" : "Double";
  if (isnan (d)) {
    jpage_printf (t, "%s.NaN", type);
    return;
  }
  if (isinf (d)) {
    jpage_printf (t, "%s.%s_INFINITY", type, d > 0 ? "POSITIVE" : "NEGATIVE");
    return;
  }
  char text[64];
  snprintf (text, sizeof text, is_float ? "%.9g" : "%.17g", d);
  jpage_add (t, text);
  if (!strpbrk (text, ".e"))
    jpage_add (t, ".0");
  if (is_float)
    jpage_char (t, 'f');
}

static void write_primitive (const jdatum *d, jpage *t) {
  long long l = (long long) d->v.l;
  switch (d->type[0]) {
  case 'Z':
    jpage_add (t, d->v.l ? "true" : "false");
    break;
  case 'C':
    jpage_java_char (t, (uint16_t) d->v.l);
    break;
  case 'B':
    jpage_printf (t, "(byte) %lld", l);
    break;
  case 'S':
    jpage_printf (t, "(short) %lld", l);
    break;
  case 'J':
    if (d->v.l == INT64_MIN)
      jpage_add (t, "Long.MIN_VALUE");
    else
      jpage_printf (t, "%lldL", l);
    break;
  case 'F':
  case 'D':
    write_floating (d->v.d, d->type[0] == 'F', t);
    break;
  default:
    if (d->v.l == INT32_MIN)
      jpage_add (t, "Integer.MIN_VALUE");
    else
      jpage_printf (t, "%lld", l);
  }
}

/* A long text of one character is made, not written. */
static void write_string (const jdatum *d, jpage *t) {
  bool uniform = d->n > 200;
  for (uint32_t i = 1; i < d->n && uniform; i++)
    uniform = d->units[i] == d->units[0];
  if (uniform) {
    jpage_printf (t, "new String(new char[%u]).replace('\\0', ", d->n);
    jpage_java_char (t, d->units[0]);
    jpage_char (t, ')');
    return;
  }
  /* A literal holds 65,535 bytes. */
  for (uint32_t i = 0; i < d->n || !i; i += LONGEST) {
    uint32_t rest = d->n - i;
    jpage_add (t, i ? " + " : "");
    jpage_java_string (t, d->units + i, rest < LONGEST ? rest : LONGEST);
  }
}

/* ----------------------------------------------------------------- objects */

static bool write_value (writer *, const jdatum *, jpage *);

static bool give_up (writer *w, const char *why) {
  w->why = why;
  return false;
}

static const jdatum *field_value (const jdatum *d, jname name) {
  for (uint32_t i = 0; i < d->n; i++)
    if (d->names[i] == name)
      return &d->items[i];
  return NULL;
}

static bool is_default (const jdatum *d) {
  return d->kind == JDATUM_NULL ||
         (d->kind == JDATUM_PRIMITIVE &&
          (strchr ("FD", d->type[0]) ? d->v.d == 0 && !signbit (d->v.d)
                                     : d->v.l == 0));
}

/* The local that an instruction loads, -1 for another one. */
static int loaded_local (const uint8_t *code) {
  static const uint8_t kinds[] = {21, 22, 23, 24, 25}; /* iload ... aload */
  uint8_t op = code[0];
  for (unsigned k = 0; k < sizeof kinds; k++)
    if (op == kinds[k])
      return code[1];
  return op >= 26 && op <= 45 ? (op - 26) % 4 : -1;
}

/* The field that METHOD stores its parameter in slot SLOT into, if it does so
 * plainly: this.f = p. */
static jname stored_field (const jmethod *m, uint32_t slot) {
  enum { ALOAD_0 = 42, PUTFIELD = 181 };
  for (uint32_t pc = 0; pc < m->code_len;) {
    uint32_t n = jcode_length (m->code, m->code_len, pc);
    uint32_t next = pc + n;
    if (!n)
      return NULL;
    if (m->code[pc] == ALOAD_0 && next + 4 < m->code_len &&
        loaded_local (m->code + next) == (int) slot) {
      uint32_t store = next + jcode_length (m->code, m->code_len, next);
      if (store + 2 < m->code_len && m->code[store] == PUTFIELD) {
        unsigned k = (unsigned) m->code[store + 1] << 8 | m->code[store + 2];
        if (k < m->owner->n_pool && m->owner->pool[k].tag == JCP_FIELD)
          return m->owner->pool[k].name;
      }
    }
    pc = next;
  }
  return NULL;
}

static uint32_t slot_width (jkind kind) {
  return kind == 'J' || kind == 'D' ? 2 : 1;
}

/* How many fields that D wants the constructor sets. */
static int constructor_worth (const jmethod *m, const jdatum *d) {
  int worth = 0;
  uint32_t slot = 1;
  for (uint16_t i = 0; i < m->sig.n_params; i++) {
    jname field = stored_field (m, slot);
    const jdatum *v = field ? field_value (d, field) : NULL;
    worth += v && !is_default (v) ? 4 : v ? 1 : -1;
    slot += slot_width (m->sig.kinds[i]);
  }
  return worth;
}

static const jmethod *find_constructor (const writer *w, const jclass *c,
                                        const jdatum *d) {
  const jmethod *best = NULL;
  int best_worth = 0;
  for (uint16_t i = 0; i < c->n_methods; i++) {
    const jmethod *m = &c->methods[i];
    if (strcmp (m->name, "<init>") || (m->access & JACC_SYNTHETIC) ||
        !jsource_can_use (w->s, c, m->access))
      continue;
    int worth = constructor_worth (m, d);
    if (!best || worth > best_worth) {
      best = m;
      best_worth = worth;
    }
  }
  return best;
}

static const char *default_of (const char *desc) {
  switch (*desc) {
  case 'Z':
    return "false";
  case 'C':
    return "'a'";
  case 'B':
    return "(byte) 0";
  case 'S':
    return "(short) 0";
  case 'I':
    return "0";
  case 'J':
    return "0L";
  case 'F':
    return "0f";
  case 'D':
    return "0.0";
  default:
    return strcmp (desc, "Ljava/lang/String;") ? "null" : "\"\"";
  }
}

/* A value where DESC is declared; a cast picks the right overload. */
static bool write_argument (writer *w, const jdatum *d, const char *desc,
                            jpage *t) {
  if ((*desc == 'L' || *desc == '[') &&
      (d->kind == JDATUM_NULL || strcmp (d->type, desc))) {
    jpage_char (t, '(');
    jsource_type (w->s, desc, t);
    jpage_add (t, ") ");
  }
  return write_value (w, d, t);
}

static bool write_constructor (writer *w, const jmethod *m, const jdatum *d,
                               jpage *t) {
  uint32_t slot = 1;
  jpage_add (t, "new ");
  jsource_class (w->s, m->owner->name, t);
  jpage_char (t, '(');
  for (uint16_t i = 0; i < m->sig.n_params; i++) {
    jname field = stored_field (m, slot);
    const jdatum *v = field ? field_value (d, field) : NULL;
    jpage_add (t, i ? ", " : "");
    if (v && !write_argument (w, v, m->sig.types[i], t))
      return false;
    if (!v && m->sig.kinds[i] == 'L' &&
        default_of (m->sig.types[i])[0] == 'n') {
      jpage_char (t, '(');
      jsource_type (w->s, m->sig.types[i], t);
      jpage_add (t, ") null");
    } else if (!v)
      jpage_add (t, default_of (m->sig.types[i]));
    slot += slot_width (m->sig.kinds[i]);
  }
  jpage_char (t, ')');
  return true;
}

static bool constructor_sets (const jmethod *m, jname field) {
  uint32_t slot = 1;
  for (uint16_t i = 0; i < m->sig.n_params; i++) {
    if (stored_field (m, slot) == field)
      return true;
    slot += slot_width (m->sig.kinds[i]);
  }
  return false;
}

static const jmethod *find_setter (const writer *w, const jclass *c,
                                   jname field) {
  for (uint16_t i = 0; i < c->n_methods; i++) {
    const jmethod *m = &c->methods[i];
    if (!strncmp (m->name, "set", 3) && m->sig.n_params == 1 &&
        !(m->access & JACC_STATIC) && jsource_can_use (w->s, c, m->access) &&
        stored_field (m, 1) == field)
      return m;
  }
  return NULL;
}

static const jfield *find_field (const jclass *c, jname name) {
  for (uint16_t i = 0; i < c->n_fields; i++)
    if (c->fields[i].name == name && !(c->fields[i].access & JACC_STATIC))
      return &c->fields[i];
  return NULL;
}

/* One statement that gives a field of variable VAR its value, if there is a
 * way; without one the object stays as the constructor left it. */
static bool write_field (writer *w, const jclass *c, uint32_t var, jname name,
                         const jdatum *v) {
  const jmethod *setter = find_setter (w, c, name);
  const jfield *field = find_field (c, name);
  bool direct = field && !(field->access & JACC_FINAL) &&
                jsource_can_use (w->s, c, field->access);
  if (!setter && !direct)
    return true;
  jpage value;
  jpage_init (&value, w->s->mem);
  bool ok = write_argument (w, v, setter ? setter->sig.types[0] : field->desc,
                            &value);
  if (ok && setter)
    jpage_printf (w->setup, "v%u.%s(%s);\n", var, setter->name,
                  jpage_get (&value));
  else if (ok)
    jpage_printf (w->setup, "v%u.%s = %s;\n", var, name, jpage_get (&value));
  jpage_release (&value);
  return ok;
}

static bool needs_variable (const writer *w, const jclass *c, const jmethod *m,
                            const jdatum *d) {
  for (uint32_t i = 0; i < w->shared.len; i++)
    if (w->shared.data[i] == d->id)
      return true;
  for (uint32_t i = 0; i < d->n; i++)
    if (!is_default (&d->items[i]) && !constructor_sets (m, d->names[i]) &&
        (find_setter (w, c, d->names[i]) || find_field (c, d->names[i])))
      return true;
  return false;
}

static bool write_fields (writer *w, const jclass *c, const jmethod *m,
                          const jdatum *d) {
  for (uint32_t i = 0; i < d->n; i++)
    if (!is_default (&d->items[i]) && !constructor_sets (m, d->names[i]) &&
        !write_field (w, c, d->id, d->names[i], &d->items[i]))
      return false;
  return true;
}

static bool write_boxed (const jdatum *d, jpage *t) {
  static const char *const boxes[] = {
      "Ljava/lang/Boolean;", "Ljava/lang/Byte;",    "Ljava/lang/Character;",
      "Ljava/lang/Short;",   "Ljava/lang/Integer;", "Ljava/lang/Long;",
      "Ljava/lang/Float;",   "Ljava/lang/Double;"};
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
    if (strcmp (d->type, boxes[i]) || d->n != 1 ||
        d->items[0].kind != JDATUM_PRIMITIVE)
      continue;
    jpage_printf (t, "%.*s.valueOf(", (int) strlen (boxes[i]) - 12,
                  boxes[i] + 11);
    write_primitive (&d->items[0], t);
    jpage_char (t, ')');
    return true;
  }
  return false;
}

static bool write_object (writer *w, const jdatum *d, jpage *t) {
  if (write_boxed (d, t))
    return true;
  const jclass *c = d->type[0] == 'L'
                        ? jloader_find (w->s->loader, class_in (w->s, d->type))
                        : NULL;
  if (!c || c->origin == JORIGIN_JDK ||
      (c->access & (JACC_ABSTRACT | JACC_INTERFACE)))
    return give_up (w, "an object that tests cannot build");
  if (!jsource_can_see (w->s, c))
    return give_up (w, "a class that tests cannot see");
  const jinner *in = inner_entry (c);
  if (in && !(in->access & JACC_STATIC))
    return give_up (w, "an object of an inner class");
  const jmethod *m = find_constructor (w, c, d);
  if (!m)
    return give_up (w, "a class without an accessible constructor");
  if (!needs_variable (w, c, m, d))
    return write_constructor (w, m, d, t);
  jpage made;
  jpage_init (&made, w->s->mem);
  bool ok = write_constructor (w, m, d, &made);
  if (ok) {
    jsource_class (w->s, c->name, w->setup);
    jpage_printf (w->setup, " v%u = %s;\n", d->id, jpage_get (&made));
    jpage_printf (t, "v%u", d->id);
    ok = write_fields (w, c, m, d);
  }
  jpage_release (&made);
  return ok;
}

static bool write_array (writer *w, const jdatum *d, jpage *t) {
  jpage_add (t, "new ");
  jsource_type (w->s, d->type, t);
  jpage_char (t, '{');
  for (uint32_t i = 0; i < d->n; i++) {
    jpage_add (t, i ? ", " : "");
    if (!write_value (w, &d->items[i], t))
      return false;
  }
  jpage_char (t, '}');
  return true;
}

static bool write_nested (writer *w, const jdatum *d, jpage *t) {
  switch (d->kind) {
  case JDATUM_NULL:
    jpage_add (t, "null");
    return true;
  case JDATUM_PRIMITIVE:
    write_primitive (d, t);
    return true;
  case JDATUM_STRING:
    write_string (d, t);
    return true;
  case JDATUM_ARRAY:
    return write_array (w, d, t);
  case JDATUM_OBJECT:
    return write_object (w, d, t);
  case JDATUM_ENUM:
    jsource_class (w->s, class_in (w->s, d->type), t);
    jpage_printf (t, ".%s", d->text);
    return true;
  case JDATUM_CLASS:
    jsource_type (w->s, d->text, t);
    jpage_add (t, ".class");
    return true;
  case JDATUM_SAME:
    jpage_printf (t, "v%u", d->id);
    return true;
  default:
    return give_up (w, "a value that has no source");
  }
}

static bool write_value (writer *w, const jdatum *d, jpage *t) {
  if (w->depth == DEEPEST)
    return give_up (w, "objects nested too deeply");
  w->depth++;
  bool ok = write_nested (w, d, t);
  w->depth--;
  return ok;
}

/* ------------------------------------------------------------------- calls */

/* Nesting of data is bounded by the limits of the executor. */
static void find_shared (writer *w, const jdatum *d, uint32_t depth) {
  if (d->kind == JDATUM_SAME)
    lyre_vec_push (w->s->mem, &w->shared, d->id);
  bool nested = d->kind == JDATUM_ARRAY || d->kind == JDATUM_OBJECT;
  for (uint32_t i = 0; nested && i < d->n && depth < DEEPEST; i++)
    find_shared (w, &d->items[i], depth + 1);
}

static bool write_arguments (writer *w, const jresult *r, uint32_t from,
                             jpage *t) {
  const jmethod *m = r->method;
  jpage_char (t, '(');
  for (uint32_t i = 0; i < m->sig.n_params; i++) {
    jpage_add (t, i ? ", " : "");
    if (from + i >= r->n_params)
      return give_up (w, "a parameter without a value");
    if (!write_argument (w, &r->inputs[from + i].value, m->sig.types[i], t))
      return false;
  }
  jpage_char (t, ')');
  return true;
}

static bool write_call (writer *w, const jresult *r, jpage *t) {
  const jmethod *m = r->method;
  const jclass *c = m->owner;
  if (!jsource_can_see (w->s, c) || !jsource_can_use (w->s, c, m->access))
    return give_up (w, "a method that tests cannot see");
  if (!strcmp (m->name, "<init>")) {
    jpage_add (t, "new ");
    jsource_class (w->s, c->name, t);
    return write_arguments (w, r, r->n_params - m->sig.n_params, t);
  }
  bool is_static = m->access & JACC_STATIC;
  if (is_static)
    jsource_class (w->s, c->name, t);
  else if (!r->n_params || r->inputs[0].value.kind == JDATUM_NULL)
    return give_up (w, "no receiver");
  else if (!write_value (w, &r->inputs[0].value, t))
    return false;
  jpage_printf (t, ".%s", m->name);
  return write_arguments (w, r, is_static ? 0 : 1, t);
}

bool jsource_call (const jsource *s, const jresult *r, jpage *setup,
                   jpage *call, const char **why) {
  writer w = {.s = s, .setup = setup};
  for (uint32_t i = 0; i < r->n_params; i++)
    find_shared (&w, &r->inputs[i].value, 0);
  bool ok = write_call (&w, r, call);
  lyre_vec_release (s->mem, &w.shared);
  *why = w.why;
  return ok;
}
