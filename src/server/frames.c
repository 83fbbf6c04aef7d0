#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/server.h"

void server_stream_init (server_stream *s, int fd) {
  s->fd = fd;
  s->wait = NULL;
  s->failed = false;
  s->line_start = s->writing_start = true;
  s->frame_over = true;
  s->pos = s->len = 0;
  s->n_out = 0;
}

/* ---------------------------------------------------------------- reading */

static bool fill (server_stream *s) {
  if (s->failed || (s->wait && !s->wait (s))) {
    s->failed = true;
    return false;
  }
  ssize_t n;
  do
    n = read (s->fd, s->in, sizeof s->in);
  while (n < 0 && errno == EINTR);
  s->pos = 0;
  s->len = n > 0 ? (size_t) n : 0;
  s->failed = n <= 0;
  return n > 0;
}

/* The next byte, or -1. */
static int peek_byte (server_stream *s) {
  if (s->pos == s->len && !fill (s))
    return -1;
  return (unsigned char) s->in[s->pos];
}

bool server_read_line (server_stream *s, char *line) {
  size_t n = 0;
  for (int c; (c = peek_byte (s)) >= 0;) {
    s->pos++;
    if (c == '\n') {
      if (n && line[n - 1] == '\r')
        n--;
      line[n] = 0;
      return true;
    }
    if (n == SERVER_LINE_MAX)
      return false;
    line[n++] = (char) c;
  }
  return false;
}

bool server_begin_frame (server_stream *s) {
  s->line_start = true;
  s->frame_over = false;
  return peek_byte (s) >= 0;
}

/* At a dot that starts a line, which has been read: ends the frame if it is
 * alone. Else the dot was put in front of a line that starts with one. */
static void read_dot (server_stream *s) {
  int c = peek_byte (s);
  if (c == '\r') {
    s->pos++;
    c = peek_byte (s);
  }
  if (c != '\n' && c >= 0)
    return;
  s->pos += c == '\n';
  s->frame_over = true;
}

size_t server_read_frame (void *stream, char *buffer, size_t cap) {
  server_stream *s = stream;
  size_t n = 0;
  while (n < cap && !s->frame_over) {
    /* Give what has come before waiting for more. */
    if (n && s->pos == s->len)
      return n;
    int c = peek_byte (s);
    if (c < 0) {
      s->frame_over = true;
      break;
    }
    s->pos++;
    if (s->line_start && c == '.') {
      s->line_start = false;
      read_dot (s);
      if (s->frame_over)
        break;
      continue;
    }
    s->line_start = c == '\n';
    buffer[n++] = (char) c;
  }
  return n;
}

void server_skip_frame (server_stream *s) {
  char buffer[4096];
  while (server_read_frame (s, buffer, sizeof buffer))
    ;
}

/* ---------------------------------------------------------------- writing */

void server_flush (server_stream *s) {
  size_t done = 0;
  while (done < s->n_out && !s->failed) {
    ssize_t n = send (s->fd, s->out + done, s->n_out - done, MSG_NOSIGNAL);
    if (n > 0)
      done += (size_t) n;
    else if (errno != EINTR)
      s->failed = true;
  }
  s->n_out = 0;
}

static void put (server_stream *s, char c) {
  if (s->n_out == sizeof s->out)
    server_flush (s);
  s->out[s->n_out++] = c;
}

bool server_write_line (server_stream *s, const char *line) {
  for (; *line; line++)
    put (s, *line);
  put (s, '\n');
  server_flush (s);
  return !s->failed;
}

void server_write_frame (server_stream *s, const char *text, size_t len) {
  for (size_t i = 0; i < len; i++) {
    if (s->writing_start && text[i] == '.')
      put (s, '.');
    s->writing_start = text[i] == '\n';
    put (s, text[i]);
  }
}

void server_end_frame (server_stream *s) {
  if (!s->writing_start)
    put (s, '\n');
  s->writing_start = true;
  server_write_line (s, ".");
}
