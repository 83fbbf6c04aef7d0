#include "java/junit/page.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void jpage_init (jpage *t, lyre_mem *mem) {
  *t = (jpage){.mem = mem};
}

void jpage_release (jpage *t) {
  lyre_vec_release (t->mem, &t->c);
}

void jpage_clear (jpage *t) {
  lyre_vec_clear (&t->c);
}

const char *jpage_get (jpage *t) {
  lyre_vec_reserve (t->mem, &t->c, (uint64_t) t->c.len + 1);
  t->c.data[t->c.len] = 0;
  return t->c.data;
}

uint32_t jpage_lines (const jpage *t) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->c.len; i++)
    n += t->c.data[i] == '\n';
  return n;
}

void jpage_add_n (jpage *t, const char *s, size_t n) {
  if (!n)
    return;
  lyre_vec_reserve (t->mem, &t->c, (uint64_t) t->c.len + n);
  memcpy (t->c.data + t->c.len, s, n);
  t->c.len += (uint32_t) n;
}

void jpage_add (jpage *t, const char *s) {
  jpage_add_n (t, s, strlen (s));
}

void jpage_char (jpage *t, char c) {
  lyre_vec_push (t->mem, &t->c, c);
}

void jpage_printf (jpage *t, const char *format, ...) {
  va_list args, again;
  va_start (args, format);
  va_copy (again, args);
  int n = vsnprintf (NULL, 0, format, args);
  va_end (args);
  if (n > 0) {
    lyre_vec_reserve (t->mem, &t->c, (uint64_t) t->c.len + (unsigned) n + 1);
    vsnprintf (t->c.data + t->c.len, (size_t) n + 1, format, again);
    t->c.len += (uint32_t) n;
  }
  va_end (again);
}

/* ----------------------------------------------------------------- escaping */

/* Bytes of the UTF-8 sequence at S, 0 if there is none. */
static unsigned utf8_length (const char *s) {
  const unsigned char *u = (const void *) s;
  unsigned n = *u < 0x80                 ? 1
               : *u >= 0xC2 && *u < 0xE0 ? 2
               : *u >= 0xE0 && *u < 0xF0 ? 3
               : *u >= 0xF0 && *u < 0xF5 ? 4
                                         : 0;
  for (unsigned i = 1; i < n; i++)
    if ((u[i] & 0xC0) != 0x80)
      return 0;
  return n;
}

static void add_utf8 (jpage *t, const char **s) {
  unsigned n = utf8_length (*s);
  if (n)
    jpage_add_n (t, *s, n);
  else
    jpage_char (t, '?');
  *s += n ? n : 1;
}

void jpage_xml (jpage *t, const char *s) {
  while (*s) {
    unsigned char c = (unsigned char) *s;
    const char *name = c == '<'   ? "&lt;"
                       : c == '>' ? "&gt;"
                       : c == '&' ? "&amp;"
                       : c == '"' ? "&quot;"
                                  : NULL;
    if (name)
      jpage_add (t, name), s++;
    else if (c < ' ' && c != '\n' && c != '\t')
      jpage_char (t, '?'), s++;
    else
      add_utf8 (t, &s);
  }
}

void jpage_json (jpage *t, const char *s) {
  jpage_char (t, '"');
  while (*s) {
    unsigned char c = (unsigned char) *s;
    if (c == '"' || c == '\\')
      jpage_printf (t, "\\%c", c), s++;
    else if (c < ' ')
      jpage_printf (t, "\\u%04x", c), s++;
    else
      add_utf8 (t, &s);
  }
  jpage_char (t, '"');
}

static void add_unit (jpage *t, uint16_t c, char quote) {
  static const char plain[] = "\n\r\t\b\f", letters[] = "nrtbf";
  const char *found = c && c < 128 ? strchr (plain, c) : NULL;
  if (found)
    jpage_printf (t, "\\%c", letters[found - plain]);
  else if (c == '\\' || c == (unsigned char) quote)
    jpage_printf (t, "\\%c", c);
  else if (c >= ' ' && c <= '~')
    jpage_char (t, (char) c);
  else
    jpage_printf (t, "\\u%04x", c);
}

void jpage_java_char (jpage *t, uint16_t c) {
  jpage_char (t, '\'');
  add_unit (t, c, '\'');
  jpage_char (t, '\'');
}

void jpage_java_string (jpage *t, const uint16_t *units, size_t n) {
  jpage_char (t, '"');
  for (size_t i = 0; i < n; i++)
    add_unit (t, units[i], '"');
  jpage_char (t, '"');
}

void jpage_java_utf8 (jpage *t, const char *s, size_t longest) {
  jpage_char (t, '"');
  for (size_t i = 0; s[i] && i < longest; i++) {
    unsigned char c = (unsigned char) s[i];
    add_unit (t, c < 128 ? c : '?', '"');
  }
  if (strlen (s) > longest)
    jpage_add (t, "...");
  jpage_char (t, '"');
}

/* ------------------------------------------------------------------- files */

bool jfile_make_folders (const char *path) {
  char copy[4096];
  if (strlen (path) >= sizeof copy)
    return false;
  strcpy (copy, path);
  for (char *p = copy + 1; *p; p++)
    if (*p == '/') {
      *p = 0;
      mkdir (copy, 0777);
      *p = '/';
    }
  return !mkdir (copy, 0777) || errno == EEXIST;
}

bool jfile_make_parents (const char *path) {
  char copy[4096];
  const char *slash = strrchr (path, '/');
  if (!slash || slash == path)
    return true;
  if ((size_t) (slash - path) >= sizeof copy)
    return false;
  memcpy (copy, path, (size_t) (slash - path));
  copy[slash - path] = 0;
  return jfile_make_folders (copy);
}

bool jfile_write (const char *path, const char *text, size_t n) {
  FILE *f = fopen (path, "we");
  if (!f)
    return false;
  bool ok = fwrite (text, 1, n, f) == n;
  return !fclose (f) && ok;
}

bool jfile_save (jpage *t, const char *path) {
  return jfile_make_parents (path) && jfile_write (path, t->c.data, t->c.len);
}

char *jfile_read (lyre_mem *mem, const char *path, size_t *n) {
  FILE *f = fopen (path, "re");
  struct stat st;
  if (!f || fstat (fileno (f), &st) || !S_ISREG (st.st_mode)) {
    if (f)
      fclose (f);
    return NULL;
  }
  char *text = lyre_alloc (mem, (size_t) st.st_size + 1);
  size_t got = fread (text, 1, (size_t) st.st_size, f);
  fclose (f);
  text[got] = 0;
  if (n)
    *n = got;
  return text;
}

bool jfile_exists (const char *path) {
  return !access (path, R_OK);
}

static char *take (char **rest, char end) {
  char *start = *rest;
  if (!start || !*start)
    return NULL;
  char *stop = strchr (start, end);
  if (stop)
    *stop = 0;
  *rest = stop ? stop + 1 : start + strlen (start);
  return start;
}

char *jfile_line (char **rest) {
  return take (rest, '\n');
}

char *jfile_field (char **rest) {
  return take (rest, '\t');
}
