#include "java/classfile/mapped.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool map (jmapped *m, int fd) {
  struct stat st;
  if (fstat (fd, &st) || !S_ISREG (st.st_mode))
    return false;
  m->len = (size_t) st.st_size;
  if (!m->len)
    return true;
  void *p = mmap (NULL, m->len, PROT_READ, MAP_PRIVATE, fd, 0);
  if (p == MAP_FAILED)
    return false;
  m->bytes = p;
  return true;
}

bool jmapped_open (jmapped *m, const char *path) {
  *m = (jmapped){0};
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  bool ok = map (m, fd);
  close (fd);
  return ok;
}

void jmapped_close (jmapped *m) {
  if (m->bytes)
    munmap ((void *) m->bytes, m->len);
  *m = (jmapped){0};
}
