#include "java/classfile/jimage.h"

#include <stdio.h>
#include <string.h>

enum { HASH_SEED = 0x01000193, MAGIC = (int) 0xCAFEDADA, HEADER = 28 };

static uint32_t get4 (const uint8_t *p) {
  uint32_t x;
  memcpy (&x, p, 4);
  return x;
}

bool jimage_open (jimage *m, const char *path) {
  *m = (jimage){0};
  if (!jmapped_open (&m->file, path))
    return false;
  const uint8_t *p = m->file.bytes;
  if (m->file.len < HEADER || get4 (p) != (uint32_t) MAGIC) {
    jimage_close (m);
    return false;
  }
  m->n = get4 (p + 16);
  m->locations_len = get4 (p + 20);
  m->strings_len = get4 (p + 24);
  uint64_t index = HEADER + 8ull * m->n + m->locations_len + m->strings_len;
  if (!m->n || index > m->file.len) {
    jimage_close (m);
    return false;
  }
  m->redirect = p + HEADER;
  m->offsets = m->redirect + 4ull * m->n;
  m->locations = m->offsets + 4ull * m->n;
  m->strings = m->locations + m->locations_len;
  m->data = m->strings + m->strings_len;
  return true;
}

void jimage_close (jimage *m) {
  jmapped_close (&m->file);
}

static uint32_t hash (const char *s, uint32_t seed) {
  for (; *s; s++)
    seed = (seed * HASH_SEED) ^ (uint8_t) *s;
  return seed & 0x7FFFFFFF;
}

enum {
  AT_END,
  AT_MODULE,
  AT_PARENT,
  AT_BASE,
  AT_EXTENSION,
  AT_OFFSET,
  AT_COMPRESSED,
  AT_SIZE,
  AT_COUNT
};

/* An entry's attributes: a byte with kind and length, then a number. */
static bool read_location (const jimage *m, uint32_t at,
                           uint64_t values[AT_COUNT]) {
  memset (values, 0, AT_COUNT * sizeof *values);
  while (at < m->locations_len) {
    uint32_t kind = m->locations[at] >> 3, n = (m->locations[at] & 7) + 1;
    if (kind == AT_END)
      return true;
    if (kind >= AT_COUNT || n > m->locations_len - at - 1)
      return false;
    for (uint32_t i = 1; i <= n; i++)
      values[kind] = values[kind] << 8 | m->locations[at + i];
    at += n + 1;
  }
  return false;
}

static const char *string_at (const jimage *m, uint64_t at) {
  if (at >= m->strings_len || !memchr (m->strings + at, 0, m->strings_len - at))
    return "";
  return (const char *) m->strings + at;
}

/* "/module/parent/base.extension", with empty parts left out. */
static bool has_name (const jimage *m, const uint64_t *v, const char *path) {
  const char *module = string_at (m, v[AT_MODULE]);
  const char *parent = string_at (m, v[AT_PARENT]);
  const char *extension = string_at (m, v[AT_EXTENSION]);
  char full[1024];
  snprintf (full, sizeof full, "%s%s%s%s%s%s%s%s", *module ? "/" : "", module,
            *module ? "/" : "", parent, *parent ? "/" : "",
            string_at (m, v[AT_BASE]), *extension ? "." : "", extension);
  return !strcmp (full, path);
}

static const uint8_t *find (const jimage *m, const char *path, size_t *len) {
  uint32_t i = hash (path, HASH_SEED) % m->n;
  int32_t redirect = (int32_t) get4 (m->redirect + 4ull * i);
  if (!redirect)
    return NULL;
  i = redirect < 0 ? (uint32_t) (-1 - (int64_t) redirect)
                   : hash (path, (uint32_t) redirect) % m->n;
  uint64_t v[AT_COUNT];
  if (i >= m->n || !read_location (m, get4 (m->offsets + 4ull * i), v) ||
      !has_name (m, v, path) || v[AT_COMPRESSED])
    return NULL;
  uint64_t room = m->file.len - (uint64_t) (m->data - m->file.bytes);
  if (v[AT_OFFSET] > room || v[AT_SIZE] > room - v[AT_OFFSET])
    return NULL;
  *len = v[AT_SIZE];
  return m->data + v[AT_OFFSET];
}

/* The module of a package: pairs of "is it empty here" and a name. */
static const char *module_of (const jimage *m, const char *name) {
  char path[512] = "/packages/";
  const char *slash = strrchr (name, '/');
  size_t n = slash ? (size_t) (slash - name) : 0, at = strlen (path), len;
  if (!n || at + n >= sizeof path)
    return NULL;
  for (size_t i = 0; i < n; i++)
    path[at + i] = name[i] == '/' ? '.' : name[i];
  path[at + n] = 0;
  const uint8_t *list = find (m, path, &len);
  for (size_t i = 0; list && i + 8 <= len; i += 8)
    if (!get4 (list + i))
      return string_at (m, get4 (list + i + 4));
  return NULL;
}

const uint8_t *jimage_class (const jimage *m, const char *name, size_t *len) {
  char path[1024];
  const char *module = module_of (m, name);
  if (!module || snprintf (path, sizeof path, "/%s/%s.class", module, name) >=
                     (int) sizeof path)
    return NULL;
  return find (m, path, len);
}
