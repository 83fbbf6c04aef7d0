/* A file in memory, read-only. */
#ifndef LYRE_JAVA_MAPPED_H
#define LYRE_JAVA_MAPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const uint8_t *bytes;
  size_t len;
} jmapped;

bool jmapped_open (jmapped *, const char *path); /* a regular file */
void jmapped_close (jmapped *);

#endif
