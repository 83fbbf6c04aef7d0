#include "java/classfile/zip.h"

#include <string.h>
#include <zlib.h>

enum { MAX_ENTRY = 256 << 20, END_SIZE = 22, HEADER = 46, LOCAL = 30 };

static uint32_t le2 (const uint8_t *p) {
  return (uint32_t) (p[0] | p[1] << 8);
}
static uint32_t le4 (const uint8_t *p) {
  return le2 (p) | le2 (p + 2) << 16;
}
static uint64_t le8 (const uint8_t *p) {
  return le4 (p) | (uint64_t) le4 (p + 4) << 32;
}

/* The end record: it is last, but for a comment of up to 64 kB. */
static const uint8_t *find_end (const jmapped *f) {
  if (f->len < END_SIZE)
    return NULL;
  size_t most = f->len - END_SIZE, least = most > 0xFFFF ? most - 0xFFFF : 0;
  for (size_t at = most + 1; at-- > least;)
    if (le4 (f->bytes + at) == 0x06054B50)
      return f->bytes + at;
  return NULL;
}

/* Where the directory begins and ends; zip64 archives say it elsewhere. */
static bool find_directory (const jmapped *f, uint64_t *from, uint64_t *to) {
  const uint8_t *end = find_end (f);
  if (!end)
    return false;
  uint64_t size = le4 (end + 12), offset = le4 (end + 16);
  if (offset == UINT32_MAX && end - f->bytes >= 20 &&
      le4 (end - 20) == 0x07064B50) {
    uint64_t at = le8 (end - 20 + 8);
    if (f->len < 56 || at > f->len - 56 || le4 (f->bytes + at) != 0x06064B50)
      return false;
    size = le8 (f->bytes + at + 40);
    offset = le8 (f->bytes + at + 48);
  }
  if (offset > f->len || size > f->len - offset)
    return false;
  *from = offset;
  *to = offset + size;
  return true;
}

/* Sizes that do not fit are in the extra field 1, in this order. */
static void read_zip64 (const uint8_t *extra, uint32_t len, jzip_entry *e) {
  while (len >= 4) {
    uint32_t id = le2 (extra), n = le2 (extra + 2);
    extra += 4, len -= 4;
    if (n > len)
      return;
    if (id == 1) {
      uint64_t *want[] = {&e->size, &e->packed, &e->offset};
      for (unsigned i = 0; i < 3 && n >= 8; i++)
        if (*want[i] == UINT32_MAX) {
          *want[i] = le8 (extra);
          extra += 8, n -= 8;
        }
      return;
    }
    extra += n, len -= n;
  }
}

static bool read_directory (jzip *z, lyre_mem *mem) {
  uint64_t at, end;
  if (!find_directory (&z->file, &at, &end))
    return false;
  while (end - at >= HEADER) {
    const uint8_t *h = z->file.bytes + at;
    if (le4 (h) != 0x02014B50)
      return false;
    uint32_t name = le2 (h + 28), extra = le2 (h + 30), note = le2 (h + 32);
    if (end - at - HEADER < (uint64_t) name + extra + note)
      return false;
    jzip_entry e = {.offset = le4 (h + 42),
                    .packed = le4 (h + 20),
                    .size = le4 (h + 24),
                    .method = (uint16_t) le2 (h + 10)};
    read_zip64 (h + HEADER + name, extra, &e);
    lyre_vec_push (mem, &z->entries, e);
    *lyre_text_map_at (mem, &z->names, (const char *) h + HEADER, name) =
        z->entries.len;
    at += HEADER + name + extra + note;
  }
  return true;
}

bool jzip_open (jzip *z, lyre_mem *mem, const char *path) {
  *z = (jzip){0};
  if (!jmapped_open (&z->file, path))
    return false;
  if (read_directory (z, mem))
    return true;
  jzip_close (z, mem);
  return false;
}

bool jzip_open_bytes (jzip *z, lyre_mem *mem, const uint8_t *bytes,
                      size_t len) {
  *z = (jzip){.file = {bytes, len}};
  return read_directory (z, mem);
}

void jzip_close (jzip *z, lyre_mem *mem) {
  jmapped_close (&z->file);
  lyre_text_map_release (mem, &z->names);
  lyre_vec_release (mem, &z->entries);
}

static bool inflate_all (const uint8_t *from, size_t packed, uint8_t *to,
                         size_t size) {
  z_stream s = {.next_in = (uint8_t *) from,
                .avail_in = (uInt) packed,
                .next_out = to,
                .avail_out = (uInt) size};
  if (inflateInit2 (&s, -MAX_WBITS) != Z_OK)
    return false;
  int code = inflate (&s, Z_FINISH);
  inflateEnd (&s);
  return code == Z_STREAM_END && s.total_out == size;
}

/* The packed bytes, behind a local header with lengths of its own. */
static const uint8_t *data_of (const jzip *z, const jzip_entry *e) {
  const jmapped *f = &z->file;
  if (f->len < LOCAL || e->offset > f->len - LOCAL ||
      le4 (f->bytes + e->offset) != 0x04034B50)
    return NULL;
  const uint8_t *h = f->bytes + e->offset;
  uint64_t at = e->offset + LOCAL + le2 (h + 26) + le2 (h + 28);
  if (at > f->len || e->packed > f->len - at || e->size > MAX_ENTRY ||
      e->packed > MAX_ENTRY)
    return NULL;
  return f->bytes + at;
}

uint8_t *jzip_read (const jzip *z, lyre_mem *mem, const char *name,
                    size_t *len) {
  const uint32_t *index = lyre_text_map_find (&z->names, name, strlen (name));
  if (!index)
    return NULL;
  const jzip_entry *e = &z->entries.data[*index - 1];
  const uint8_t *from = data_of (z, e);
  if (!from || (e->method == 0 && e->packed != e->size))
    return NULL;
  uint8_t *to = lyre_alloc (mem, e->size + 1);
  bool ok = e->method == 8 && inflate_all (from, e->packed, to, e->size);
  if (e->method == 0) {
    memcpy (to, from, e->size);
    ok = true;
  }
  if (!ok) {
    lyre_free (mem, to);
    return NULL;
  }
  *len = e->size;
  return to;
}
