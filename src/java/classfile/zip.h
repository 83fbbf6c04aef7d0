/* Jars: zip archives, by their central directory.
 *
 * Stored and deflated entries, zip64 sizes. The archive is mapped, entries
 * are unpacked when asked for. Nothing in it is trusted: offsets, sizes and
 * the unpacked length are checked, and an entry may be at most 256 MB. */
#ifndef LYRE_JAVA_ZIP_H
#define LYRE_JAVA_ZIP_H

#include "base/map.h"
#include "base/vec.h"
#include "java/classfile/mapped.h"

typedef struct {
  uint64_t offset; /* of the local header */
  uint64_t packed, size;
  uint16_t method;
} jzip_entry;

typedef struct {
  jmapped file;
  lyre_text_map names; /* path -> index of the entry + 1 */
  lyre_vec (jzip_entry) entries;
} jzip;

/* From a file; or from bytes, which must stay. False if it is no archive. */
bool jzip_open (jzip *, lyre_mem *, const char *path);
bool jzip_open_bytes (jzip *, lyre_mem *, const uint8_t *, size_t len);
void jzip_close (jzip *, lyre_mem *);

/* The bytes of an entry in MEM, or NULL if there is none or it is broken. */
uint8_t *jzip_read (const jzip *, lyre_mem *, const char *name, size_t *len);

#endif
