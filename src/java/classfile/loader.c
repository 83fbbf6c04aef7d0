#include "java/classfile/loader.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "java/classfile/jimage.h"
#include "java/classfile/zip.h"

typedef struct {
  char *path;
  bool is_jar;
  jzip zip;
} place;

struct jloader {
  lyre_mem *mem;
  lyre_arena arena;
  jnames names;
  lyre_vec (place *) places;
  bool has_jdk;
  jimage jdk;
  char *home;
  unsigned release;
  lyre_map by_name; /* jname -> index + 1; 0: there is none */
  lyre_vec (jclass *) classes;
  char error[512];
};

jloader *jloader_new (lyre_mem *mem) {
  jloader *l = lyre_alloc (mem, sizeof *l);
  memset (l, 0, sizeof *l);
  l->mem = mem;
  lyre_arena_init (&l->arena, mem);
  jnames_init (&l->names, mem);
  return l;
}

void jloader_delete (jloader *l) {
  if (!l)
    return;
  for (uint32_t i = 0; i < l->places.len; i++) {
    place *p = l->places.data[i];
    if (p->is_jar)
      jzip_close (&p->zip, l->mem);
    lyre_free (l->mem, p);
  }
  if (l->has_jdk)
    jimage_close (&l->jdk);
  lyre_vec_release (l->mem, &l->places);
  lyre_vec_release (l->mem, &l->classes);
  lyre_map_release (l->mem, &l->by_name);
  jnames_release (&l->names);
  lyre_arena_release (&l->arena);
  lyre_free (l->mem, l);
}

jnames *jloader_names (jloader *l) {
  return &l->names;
}

lyre_arena *jloader_arena (jloader *l) {
  return &l->arena;
}

const char *jloader_error (const jloader *l) {
  return l->error;
}

uint32_t jloader_n_classes (const jloader *l) {
  return l->classes.len;
}

jclass *jloader_class (const jloader *l, uint32_t i) {
  return l->classes.data[i];
}

/* ------------------------------------------------------------- class path */

static bool add_place (jloader *l, const char *path) {
  struct stat st;
  place *p = lyre_alloc (l->mem, sizeof *p);
  *p = (place){.path = lyre_arena_text (&l->arena, path, strlen (path))};
  bool ok = !stat (path, &st);
  p->is_jar = ok && S_ISREG (st.st_mode);
  if (!ok)
    snprintf (l->error, sizeof l->error, "%.400s: no such file or folder",
              path);
  else if (p->is_jar && !jzip_open (&p->zip, l->mem, path)) {
    snprintf (l->error, sizeof l->error, "%.400s: not a jar", path);
    ok = false;
  }
  if (!ok) {
    lyre_free (l->mem, p);
    return false;
  }
  lyre_vec_push (l->mem, &l->places, p);
  return true;
}

bool jloader_add_path (jloader *l, const char *class_path) {
  while (*class_path) {
    size_t n = strcspn (class_path, ":");
    char path[PATH_MAX];
    if (n && n < sizeof path) {
      memcpy (path, class_path, n);
      path[n] = 0;
      if (!add_place (l, path))
        return false;
    }
    class_path += n + (class_path[n] == ':');
  }
  return true;
}

static bool has_image (const char *home) {
  char path[PATH_MAX + 32];
  struct stat st;
  snprintf (path, sizeof path, "%s/lib/modules", home);
  return !stat (path, &st);
}

/* The JDK of the java command: two folders up, behind all links. */
static bool home_of_command (char home[PATH_MAX]) {
  const char *path = getenv ("PATH");
  while (path && *path) {
    size_t n = strcspn (path, ":");
    char file[PATH_MAX];
    int len = snprintf (file, sizeof file, "%.*s/java", (int) n, path);
    if (len < (int) sizeof file && realpath (file, home)) {
      for (int up = 0; up < 2; up++) {
        char *slash = strrchr (home, '/');
        if (slash)
          *slash = 0;
      }
      if (has_image (home))
        return true;
    }
    path += n + (path[n] == ':');
  }
  return false;
}

/* JAVA_VERSION="17.0.15" in the file `release`. */
static unsigned read_release (const char *home) {
  char path[PATH_MAX + 32], line[200];
  snprintf (path, sizeof path, "%s/release", home);
  FILE *f = fopen (path, "re");
  unsigned release = 0;
  while (f && !release && fgets (line, sizeof line, f))
    if (sscanf (line, "JAVA_VERSION=\"1.%u", &release) != 1)
      sscanf (line, "JAVA_VERSION=\"%u", &release);
  if (f)
    fclose (f);
  return release;
}

bool jloader_add_jdk (jloader *l, const char *home) {
  char found[PATH_MAX], path[PATH_MAX + 32];
  if (!home && (home = getenv ("JAVA_HOME")) && !has_image (home))
    home = NULL;
  if (!home && home_of_command (found))
    home = found;
  if (!home) {
    snprintf (l->error, sizeof l->error,
              "there is no JDK: set JAVA_HOME, or put java on the PATH");
    return false;
  }
  snprintf (path, sizeof path, "%s/lib/modules", home);
  if (!jimage_open (&l->jdk, path)) {
    snprintf (l->error, sizeof l->error, "%.400s: not a JDK image", path);
    return false;
  }
  l->has_jdk = true;
  l->home = lyre_arena_text (&l->arena, home, strlen (home));
  l->release = read_release (home);
  return true;
}

const char *jloader_jdk_home (const jloader *l) {
  return l->home;
}

unsigned jloader_jdk_release (const jloader *l) {
  return l->release;
}

/* ------------------------------------------------------------------ bytes */

static uint8_t *read_whole (lyre_mem *mem, const char *path, size_t *len) {
  jmapped f;
  if (!jmapped_open (&f, path))
    return NULL;
  uint8_t *bytes = lyre_alloc (mem, f.len + 1);
  if (f.len)
    memcpy (bytes, f.bytes, f.len);
  *len = f.len;
  jmapped_close (&f);
  return bytes;
}

static uint8_t *read_from (const place *p, lyre_mem *mem, const char *path,
                           size_t *len) {
  char full[PATH_MAX];
  if (p->is_jar)
    return jzip_read (&p->zip, mem, path, len);
  if (snprintf (full, sizeof full, "%s/%s", p->path, path) >= PATH_MAX)
    return NULL;
  return read_whole (mem, full, len);
}

uint8_t *jloader_resource (jloader *l, lyre_mem *mem, const char *path,
                           size_t *len) {
  uint8_t *bytes = NULL;
  for (uint32_t i = 0; i < l->places.len && !bytes; i++)
    bytes = read_from (l->places.data[i], mem, path, len);
  return bytes;
}

/* ---------------------------------------------------------------- classes */

static void add_class (jloader *l, jclass *c) {
  uint64_t *slot = lyre_map_at (l->mem, &l->by_name, (uintptr_t) c->name);
  c->index = l->classes.len;
  lyre_vec_push (l->mem, &l->classes, c);
  *slot = l->classes.len;
}

void jloader_define (jloader *l, jclass *c) {
  add_class (l, c);
}

static jclass *parse (jloader *l, jname name, const uint8_t *bytes, size_t len,
                      jorigin origin) {
  char why[200];
  jclass *c = jclass_parse (&l->arena, &l->names, bytes, len, why);
  if (!c)
    snprintf (l->error, sizeof l->error, "%s: %s", name, why);
  else if (c->name != name) {
    snprintf (l->error, sizeof l->error, "%s: the file holds the class %s",
              name, c->name);
    c = NULL;
  }
  if (c) {
    c->origin = origin;
    add_class (l, c);
  }
  return c;
}

static jclass *load_from_jdk (jloader *l, jname name) {
  size_t len;
  const uint8_t *bytes = l->has_jdk ? jimage_class (&l->jdk, name, &len) : NULL;
  return bytes ? parse (l, name, bytes, len, JORIGIN_JDK) : NULL;
}

static jclass *load_from_path (jloader *l, jname name) {
  char path[PATH_MAX];
  size_t len;
  if (snprintf (path, sizeof path, "%s.class", name) >= PATH_MAX)
    return NULL;
  uint8_t *bytes = jloader_resource (l, l->mem, path, &len);
  if (!bytes)
    return NULL;
  jclass *c = parse (l, name, bytes, len, JORIGIN_PATH);
  lyre_free (l->mem, bytes);
  return c;
}

static jclass *new_builtin (jloader *l, jname name) {
  jclass *c = lyre_arena_new (&l->arena, jclass);
  memset (c, 0, sizeof *c);
  c->name = name;
  c->origin = JORIGIN_BUILTIN;
  c->access = JACC_PUBLIC | JACC_FINAL | JACC_ABSTRACT;
  return c;
}

static jclass *load_array (jloader *l, jname name) {
  static const char interfaces[2][24] = {"java/lang/Cloneable",
                                         "java/io/Serializable"};
  jclass *element;
  size_t n = strlen (name);
  if (name[1] == 'L' && n > 3)
    element = jloader_find (l, jnames_intern (&l->names, name + 2, n - 3));
  else if (name[1] == '[')
    element = jloader_find (l, jnames_text (&l->names, name + 1));
  else
    element = jloader_primitive (l, name[1]);
  if (!element)
    return NULL;
  jclass *c = new_builtin (l, name);
  jname *names = lyre_arena_array (&l->arena, jname, 2);
  for (int i = 0; i < 2; i++)
    names[i] = jnames_text (&l->names, interfaces[i]);
  c->super_name = jnames_text (&l->names, "java/lang/Object");
  c->interface_names = names;
  c->n_interfaces = 2;
  c->element = element;
  c->element_kind = element->primitive ? element->primitive : 'L';
  element->array = c;
  add_class (l, c);
  return c;
}

jclass *jloader_find (jloader *l, jname name) {
  const uint64_t *known = lyre_map_find (&l->by_name, (uintptr_t) name);
  if (known)
    return *known ? l->classes.data[*known - 1] : NULL;
  jclass *c = NULL;
  l->error[0] = 0;
  if (*name == '[')
    c = jdesc_is_field (name) ? load_array (l, name) : NULL;
  else {
    if (strncmp (name, "java/", 5))
      c = load_from_path (l, name);
    if (!c && !l->error[0])
      c = load_from_jdk (l, name);
  }
  if (c)
    return c;
  if (!l->error[0])
    snprintf (l->error, sizeof l->error, "%s: there is no such class", name);
  *lyre_map_at (l->mem, &l->by_name, (uintptr_t) name) = 0;
  return NULL;
}

jclass *jloader_find_text (jloader *l, const char *name) {
  return jloader_find (l, jnames_text (&l->names, name));
}

jclass *jloader_primitive (jloader *l, jkind kind) {
  static const char *const names[] = {"Zboolean", "Bbyte",   "Cchar",
                                      "Sshort",   "Iint",    "Jlong",
                                      "Ffloat",   "Ddouble", "Vvoid"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    if (names[i][0] != kind)
      continue;
    jname name = jnames_text (&l->names, names[i] + 1);
    const uint64_t *known = lyre_map_find (&l->by_name, (uintptr_t) name);
    if (known && *known)
      return l->classes.data[*known - 1];
    jclass *c = new_builtin (l, name);
    c->primitive = kind;
    add_class (l, c);
    return c;
  }
  return NULL;
}

jclass *jloader_array_of (jloader *l, jclass *element) {
  if (element->array)
    return element->array;
  char name[PATH_MAX];
  if (element->primitive)
    snprintf (name, sizeof name, "[%c", element->primitive);
  else if (*element->name == '[')
    snprintf (name, sizeof name, "[%s", element->name);
  else
    snprintf (name, sizeof name, "[L%s;", element->name);
  return jloader_find_text (l, name);
}

/* ---------------------------------------------------------------- listing */

typedef struct {
  jloader *l;
  lyre_text_map seen;
  lyre_vec (const char *) names;
} listing;

static void list_file (listing *w, const char *path, size_t len) {
  static const char suffix[] = ".class";
  size_t n = sizeof suffix - 1;
  if (len <= n || memcmp (path + len - n, suffix, n) ||
      !strncmp (path, "META-INF/", 9))
    return;
  uint32_t *seen = lyre_text_map_at (w->l->mem, &w->seen, path, len - n);
  if ((*seen)++)
    return;
  lyre_vec_push (w->l->mem, &w->names,
                 lyre_arena_text (&w->l->arena, path, len - n));
}

/* A stack of folders; depth is bounded by PATH_MAX. */
static void list_folder (listing *w, const char *root) {
  lyre_vec (char *) todo = {0};
  lyre_vec_push (w->l->mem, &todo, lyre_arena_text (&w->l->arena, "", 0));
  while (todo.len) {
    char *below = lyre_vec_pop (&todo), full[PATH_MAX], path[PATH_MAX];
    if (snprintf (full, sizeof full, "%s/%s", root, below) >= PATH_MAX)
      continue;
    DIR *d = opendir (full);
    for (struct dirent *e; d && (e = readdir (d));) {
      int n = snprintf (path, sizeof path, "%s%s%s", below, *below ? "/" : "",
                        e->d_name);
      if (e->d_name[0] == '.' || n >= PATH_MAX)
        continue;
      if (e->d_type == DT_DIR)
        lyre_vec_push (w->l->mem, &todo,
                       lyre_arena_text (&w->l->arena, path, (size_t) n));
      else
        list_file (w, path, (size_t) n);
    }
    if (d)
      closedir (d);
  }
  lyre_vec_release (w->l->mem, &todo);
}

static int by_text (const void *a, const void *b) {
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

void jloader_each_on_path (jloader *l, jloader_visit_fn visit, void *user) {
  listing w = {.l = l};
  for (uint32_t i = 0; i < l->places.len; i++) {
    const place *p = l->places.data[i];
    if (!p->is_jar)
      list_folder (&w, p->path);
    for (uint32_t k = 0; p->is_jar && k < p->zip.names.n; k++)
      list_file (&w, p->zip.names.entries[k].text, p->zip.names.entries[k].len);
  }
  if (w.names.len)
    qsort (w.names.data, w.names.len, sizeof *w.names.data, by_text);
  for (uint32_t i = 0; i < w.names.len; i++)
    visit (user, w.names.data[i]);
  lyre_text_map_release (l->mem, &w.seen);
  lyre_vec_release (l->mem, &w.names);
}
