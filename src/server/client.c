#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/server.h"

/* Exit codes, as the command's. */
enum { OK = 0, ERRORS = 1, USAGE = 2, LOST = 3 };

typedef struct {
  server_stream stream;
  int code;
} client;

static client the_client; /* two buffers: too much for the stack */

static int fail (client *c, int code, const char *what, const char *why) {
  fprintf (stderr, "lyre client: %s: %s\n", what, why);
  c->code = code;
  return code;
}

/* ------------------------------------------------------------------ answers */

/* Prints the answer as it comes. An error in it is the exit code's business. */
static void print_answer (client *c) {
  static const char error[] = "(error ";
  char buffer[4096];
  size_t matched = 0, n; /* of ERROR at the start of a line */
  bool start = true;
  if (!server_begin_frame (&c->stream)) {
    fail (c, LOST, "the server", "connection lost");
    return;
  }
  while ((n = server_read_frame (&c->stream, buffer, sizeof buffer))) {
    fwrite (buffer, 1, n, stdout);
    for (size_t i = 0; i < n; i++) {
      matched = start && buffer[i] == error[matched] ? matched + 1 : 0;
      start = buffer[i] == '\n' || matched;
      if (!error[matched]) {
        matched = 0;
        c->code = c->code ? c->code : ERRORS;
      }
    }
  }
  fflush (stdout);
  if (c->stream.failed)
    fail (c, LOST, "the server", "connection lost");
}

/* ----------------------------------------------------------------- requests */

static void send_file (client *c, const char *name) {
  char buffer[1 << 14];
  int fd = open (name, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : 0;
  while (fd >= 0 && (n = read (fd, buffer, sizeof buffer)) > 0)
    server_write_frame (&c->stream, buffer, (size_t) n);
  if (n < 0)
    fail (c, USAGE, name, strerror (errno));
  if (fd >= 0)
    close (fd);
  server_end_frame (&c->stream);
  print_answer (c);
}

/* Where SMT-LIB text has come to: a command ends where the depth is zero. */
typedef struct {
  unsigned depth;
  char inside;     /* '"', '|', ';' or 0 */
  char command[8]; /* its first characters, without blanks */
  size_t n;
} scanner;

/* Does the command end with this character? */
static bool scan (scanner *s, char c) {
  if (s->n + 1 < sizeof s->command && !strchr (" \t\r\n", c))
    s->command[s->n++] = c;
  if (s->inside) {
    if (c == (s->inside == ';' ? '\n' : s->inside))
      s->inside = 0;
    return false;
  }
  if (c == '"' || c == '|' || c == ';')
    s->inside = c;
  if (c == '(')
    s->depth++;
  return c == ')' && s->depth && !--s->depth;
}

/* Sends the commands that end in TEXT, then the start of the next one. False
 * if there is nobody to send more to. */
static bool send_text (client *c, scanner *s, const char *text, size_t n) {
  size_t from = 0;
  for (size_t i = 0; i < n; i++) {
    if (!scan (s, text[i]))
      continue;
    server_write_frame (&c->stream, text + from, i + 1 - from);
    server_end_frame (&c->stream);
    print_answer (c);
    from = i + 1;
    if (c->code >= USAGE || !memcmp (s->command, "(exit)", 7))
      return false;
    *s = (scanner){0};
  }
  server_write_frame (&c->stream, text + from, n - from);
  return true;
}

/* One frame per command, so that answers come as they do from the solver. */
static void send_commands (client *c) {
  scanner s = {0};
  char buffer[1 << 14];
  for (ssize_t n; (n = read (STDIN_FILENO, buffer, sizeof buffer)) > 0;)
    if (!send_text (c, &s, buffer, (size_t) n))
      return;
  if (!s.n)
    return;
  server_end_frame (&c->stream);
  print_answer (c);
}

static void send_input (client *c) {
  char buffer[1 << 14];
  for (ssize_t n; (n = read (STDIN_FILENO, buffer, sizeof buffer)) > 0;)
    server_write_frame (&c->stream, buffer, (size_t) n);
  server_end_frame (&c->stream);
  print_answer (c);
}

/* -------------------------------------------------------------------- hello */

static bool greet (client *c, const client_settings *s) {
  char line[SERVER_LINE_MAX + 1];
  snprintf (line, sizeof line, "lyre %s %s%s%s", SERVER_VERSION, s->language,
            s->token ? " " : "", s->token ? s->token : "");
  server_write_line (&c->stream, line);
  if (c->stream.failed || !server_read_line (&c->stream, line)) {
    fail (c, LOST, "the server", "connection lost");
    return false;
  }
  if (!strcmp (line, "ok"))
    return true;
  fail (c, LOST, "the server says", line);
  return false;
}

int client_run (const client_settings *s) {
  client *c = &the_client;
  char problem[256];
  int fd = server_connect (&s->address, problem, sizeof problem);
  if (fd < 0)
    return fail (c, USAGE, "connect", problem);
  server_stream_init (&c->stream, fd);
  if (greet (c, s)) {
    if (s->file)
      send_file (c, s->file);
    else if (!strcmp (s->language, "smt2"))
      send_commands (c);
    else
      send_input (c);
  }
  close (fd);
  return c->code;
}
