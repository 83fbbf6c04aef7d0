/* Names: one pointer per text.
 *
 * Class names, member names and descriptors of the whole run are interned
 * here, so two names are equal exactly if their pointers are. Texts are
 * modified UTF-8 as in class files, zero-terminated (a zero character is
 * written C0 80 there, so none is lost). They live as long as the table. */
#ifndef LYRE_JAVA_NAMES_H
#define LYRE_JAVA_NAMES_H

#include "base/arena.h"
#include "base/map.h"

typedef const char *jname;

typedef struct {
  lyre_mem *mem;
  lyre_arena arena;
  jname *slots; /* open addressing */
  uint32_t n, cap;
} jnames;

void jnames_init (jnames *, lyre_mem *);
void jnames_release (jnames *);
jname jnames_intern (jnames *, const char *, size_t len);
jname jnames_text (jnames *, const char *); /* of a zero-terminated text */

#endif
