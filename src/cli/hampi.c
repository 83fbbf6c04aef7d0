/* HAMPI files: the whole input at once, the answer and the exit code as
 * HAMPI's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static void write_stdout (void *user, const char *text, size_t len) {
  (void) user;
  fwrite (text, 1, len, stdout);
}

bool cli_is_hampi (const cli_settings *s) {
  size_t n = s->file ? strlen (s->file) : 0;
  if (s->language)
    return !strcmp (s->language, "hampi");
  return n > 4 && !strcmp (s->file + n - 4, ".hmp");
}

char *cli_read_all (int fd, size_t *len) {
  size_t cap = 1 << 16, n = 0;
  char *text = malloc (cap);
  for (;;) {
    ssize_t got = text ? read (fd, text + n, cap - n) : -1;
    if (got <= 0) {
      if (!got) {
        *len = n;
        return text;
      }
      free (text);
      return NULL;
    }
    n += (size_t) got;
    if (n < cap)
      continue;
    char *more = realloc (text, cap *= 2);
    if (!more)
      free (text);
    text = more;
  }
}

int cli_hampi (const cli_settings *s, int fd) {
  size_t len;
  char *text = cli_read_all (fd, &len);
  if (!text) {
    fprintf (stderr, "lyre: %s: cannot be read\n", s->file ? s->file : "stdin");
    return LYRE_HAMPI_USAGE;
  }
  int code =
      lyre_hampi_run_text (s->ctx, text, len, s->hampi, write_stdout, NULL);
  free (text);
  return code;
}
