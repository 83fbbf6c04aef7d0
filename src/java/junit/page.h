/* Texts that grow: source code, reports. */
#ifndef LYRE_JAVA_PAGE_H
#define LYRE_JAVA_PAGE_H

#include <stdarg.h>
#include <stdio.h>

#include "base/vec.h"

typedef struct {
  lyre_mem *mem;
  lyre_chars c; /* not terminated; see jpage_get */
} jpage;

void jpage_init (jpage *, lyre_mem *);
void jpage_release (jpage *);
void jpage_clear (jpage *);
/* The text so far, terminated. Good until the next addition. */
const char *jpage_get (jpage *);

/* Lines that have ended so far. */
uint32_t jpage_lines (const jpage *);

void jpage_add (jpage *, const char *);
void jpage_add_n (jpage *, const char *, size_t n);
void jpage_char (jpage *, char);
void jpage_printf (jpage *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* Escaped for where they go. UTF-8 stays as it is in XML and JSON; what is not
 * UTF-8 is shown as '?'. */
void jpage_xml (jpage *, const char *);
void jpage_json (jpage *, const char *); /* with its quotes */
/* A string or character literal of Java, in ASCII, with its quotes. */
void jpage_java_string (jpage *, const uint16_t *units, size_t n);
void jpage_java_char (jpage *, uint16_t);
/* A literal for a UTF-8 text, which is cut where it gets long. */
void jpage_java_utf8 (jpage *, const char *, size_t longest);

/* Folders and files. False if it cannot be done; errno says why. */
bool jfile_make_folders (const char *path);
bool jfile_make_parents (const char *path);
bool jfile_write (const char *path, const char *text, size_t n);
bool jfile_save (jpage *, const char *path); /* with the folders above it */
/* The whole file, terminated, in the pool; NULL if it cannot be read. */
char *jfile_read (lyre_mem *, const char *path, size_t *n);
bool jfile_exists (const char *path);

/* Takes the first line, or the first field of a line, off *REST. NULL at the
 * end. */
char *jfile_line (char **rest);
char *jfile_field (char **rest);

#endif
