#include "frontend/smt2/symbols.h"

#include <string.h>

#include "base/assert.h"

void lyre_symbols_init (lyre_symbols *s, lyre_mem *mem) {
  memset (s, 0, sizeof *s);
  s->mem = mem;
}

lyre_name *lyre_symbols_name (const lyre_symbols *s, uint32_t name) {
  LYRE_ASSERT (name && name <= s->names.len);
  return &s->names.data[name - 1];
}

uint32_t lyre_symbols_find (const lyre_symbols *s, const char *text,
                            size_t len) {
  const uint32_t *id = lyre_text_map_find (&s->ids, text, len);
  return id ? *id : 0;
}

uint32_t lyre_symbols_intern (lyre_symbols *s, const char *text, size_t len) {
  lyre_vec_reserve (s->mem, &s->names, (uint64_t) s->names.len + 1);
  uint32_t *id = lyre_text_map_at (s->mem, &s->ids, text, len);
  if (*id)
    return *id;
  const char *copy = s->ids.entries[s->ids.n - 1].text;
  lyre_vec_push (s->mem, &s->names, ((lyre_name){copy, 0, 0, 0}));
  *id = s->names.len;
  return *id;
}

/* ------------------------------------------------------------------ quotes */

/* TEXT has a meaning of its own, so |TEXT| is another name. */
static bool is_builtin (const lyre_symbols *s, const char *text, size_t len) {
  uint32_t name = lyre_symbols_find (s, text, len);
  return name && lyre_symbols_name (s, name)->builtin;
}

/* Builtin names are short. */
enum { MAX_BUILTIN = 32 };

static size_t with_bars (char *out, const char *text, size_t len) {
  LYRE_ASSERT (len <= MAX_BUILTIN);
  out[0] = '|';
  memcpy (out + 1, text, len);
  out[len + 1] = '|';
  return len + 2;
}

uint32_t lyre_symbols_intern_quoted (lyre_symbols *s, const char *text,
                                     size_t len) {
  char barred[MAX_BUILTIN + 2];
  if (!is_builtin (s, text, len))
    return lyre_symbols_intern (s, text, len);
  return lyre_symbols_intern (s, barred, with_bars (barred, text, len));
}

uint32_t lyre_symbols_find_quoted (const lyre_symbols *s, const char *text,
                                   size_t len) {
  char barred[MAX_BUILTIN + 2];
  if (is_builtin (s, text, len)) {
    size_t n = with_bars (barred, text, len);
    uint32_t name = lyre_symbols_find (s, barred, n);
    if (name && lyre_symbols_binding (s, name))
      return name;
  }
  return lyre_symbols_find (s, text, len);
}

/* ---------------------------------------------------------------- bindings */

const lyre_binding *lyre_symbols_binding (const lyre_symbols *s,
                                          uint32_t name) {
  const lyre_name *n = lyre_symbols_name (s, name);
  if (n->local)
    return &s->locals.data[n->local - 1];
  return n->global ? &s->globals.data[n->global - 1] : NULL;
}

void lyre_symbols_bind_global (lyre_symbols *s, lyre_bind_kind kind,
                               uint32_t name, uint32_t value, uint32_t arity) {
  lyre_name *n = lyre_symbols_name (s, name);
  lyre_binding b = {kind, name, value, arity, n->global};
  lyre_vec_push (s->mem, &s->globals, b);
  n->global = s->globals.len;
}

void lyre_symbols_bind_local (lyre_symbols *s, lyre_bind_kind kind,
                              uint32_t name, uint32_t value) {
  lyre_name *n = lyre_symbols_name (s, name);
  lyre_binding b = {kind, name, value, 0, n->local};
  lyre_vec_push (s->mem, &s->locals, b);
  n->local = s->locals.len;
}

void lyre_symbols_cut_globals (lyre_symbols *s, uint32_t n) {
  while (s->globals.len > n) {
    lyre_binding b = lyre_vec_pop (&s->globals);
    lyre_symbols_name (s, b.name)->global = b.outer;
  }
}

void lyre_symbols_cut_locals (lyre_symbols *s, uint32_t n) {
  while (s->locals.len > n) {
    lyre_binding b = lyre_vec_pop (&s->locals);
    lyre_symbols_name (s, b.name)->local = b.outer;
  }
}
