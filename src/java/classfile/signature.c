/* Descriptors, and small questions about methods. */
#include <stdio.h>
#include <string.h>

#include "java/classfile/classfile.h"

/* The end of the field descriptor at S, or NULL. */
static const char *skip_type (const char *s) {
  unsigned dims = 0;
  while (*s == '[')
    if (s++, ++dims > 255)
      return NULL;
  if (*s && strchr ("ZBCSIJFD", *s))
    return s + 1;
  if (*s != 'L')
    return NULL;
  const char *end = strchr (s, ';');
  return end && end > s + 1 ? end + 1 : NULL;
}

bool jdesc_is_field (const char *desc) {
  const char *end = skip_type (desc);
  return end && !*end;
}

static jkind kind_at (const char *s) {
  return *s == '[' ? 'L' : *s;
}

/* Counts the parameters; -1 if the descriptor is malformed. */
static int count_params (const char *s) {
  int n = 0;
  if (*s++ != '(')
    return -1;
  while (*s != ')') {
    s = skip_type (s);
    if (!s || ++n > 255)
      return -1;
  }
  s++;
  if (*s == 'V')
    return s[1] ? -1 : n;
  return jdesc_is_field (s) ? n : -1;
}

bool jsignature_parse (lyre_arena *arena, jnames *names, const char *desc,
                       jsignature *sig) {
  int n = count_params (desc);
  if (n < 0)
    return false;
  jkind *kinds = lyre_arena_alloc (arena, (size_t) n + 1);
  jname *types = lyre_arena_array (arena, jname, (size_t) n + 1);
  *sig = (jsignature){.n_params = (uint16_t) n, .kinds = kinds, .types = types};
  const char *s = desc + 1;
  for (int i = 0; i < n; i++) {
    const char *end = skip_type (s);
    kinds[i] = kind_at (s);
    types[i] = jnames_intern (names, s, (size_t) (end - s));
    sig->n_slots += kinds[i] == 'J' || kinds[i] == 'D' ? 2 : 1;
    s = end;
  }
  sig->ret = kind_at (s + 1);
  sig->ret_type = jnames_text (names, s + 1);
  return true;
}

uint32_t jmethod_line (const jmethod *m, uint32_t pc) {
  uint32_t line = 0;
  for (uint32_t i = 0; i < m->n_lines && m->lines[i].pc <= pc; i++)
    line = m->lines[i].line;
  return line;
}

bool jmethod_is (const jmethod *m, uint16_t flag) {
  return m->access & flag;
}

static uint32_t slot_of_param (const jmethod *m, uint32_t i) {
  uint32_t slot = m->access & JACC_STATIC ? 0 : 1;
  for (uint32_t k = 0; k < i; k++)
    slot += m->sig.kinds[k] == 'J' || m->sig.kinds[k] == 'D' ? 2 : 1;
  return slot;
}

jname jmethod_param_name (jnames *names, const jmethod *m, uint32_t i) {
  if (m->param_names && m->param_names[i])
    return m->param_names[i];
  uint32_t slot = slot_of_param (m, i);
  for (uint32_t k = 0; k < m->n_locals; k++)
    if (m->locals[k].slot == slot && !m->locals[k].start)
      return m->locals[k].name;
  char text[16];
  snprintf (text, sizeof text, "arg%u", i);
  return jnames_text (names, text);
}
