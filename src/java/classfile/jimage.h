/* The JDK's lib/modules: all its classes in one mapped file.
 *
 * The image is a perfect hash table from "/module/path" to places; entries
 * "/packages/java.lang" say which module has a package. Numbers are in the
 * byte order of the machine that made the image, which is ours. */
#ifndef LYRE_JAVA_JIMAGE_H
#define LYRE_JAVA_JIMAGE_H

#include "java/classfile/mapped.h"

typedef struct {
  jmapped file;
  uint32_t n; /* of the table */
  const uint8_t *redirect, *offsets, *locations, *strings, *data;
  uint32_t locations_len, strings_len;
} jimage;

bool jimage_open (jimage *, const char *path);
void jimage_close (jimage *);
/* The bytes of a class ("java/lang/String"), or NULL; they are part of the
 * mapped file. Compressed images are not understood. */
const uint8_t *jimage_class (const jimage *, const char *name, size_t *len);

#endif
