/* Solving for many clients: one process per connection.
 *
 * The protocol is lines of text, each ended by a newline.
 *
 *   client: lyre 1 smt2 [TOKEN]      the language, smt2 or hampi
 *   server: ok                       or: busy, or: error TEXT; then it closes
 *   client: a frame                  whole commands, or one HAMPI problem
 *   server: a frame                  the answers
 *   ...                              until the client closes, or (exit)
 *
 * A frame is any number of lines followed by a line that is a single dot. A
 * line of the text that starts with a dot is sent with one more in front. The
 * session's state lives from frame to frame. A client that closes its side,
 * even for writing only, has gone: the work for it is dropped.
 *
 * The parent only accepts, queues and watches. Each connection is served by a
 * process forked for it, with limits of its own, so that whatever happens to
 * one harms no other. If a worker dies the parent tells its client. */
#ifndef LYRE_SERVER_SERVER_H
#define LYRE_SERVER_SERVER_H

#include "lyre.h"

#define SERVER_VERSION "1"

/* Where to listen or to connect. A host that is not this machine's own
 * loopback needs a token. */
typedef struct {
  const char *path; /* of a Unix socket; NULL: TCP */
  const char *host, *port;
} server_address;

typedef struct {
  server_address unix_socket, tcp; /* path NULL, port NULL: not there */
  char *token;                     /* NULL: none is asked for */
  unsigned workers;                /* sessions at a time */
  unsigned queue;                  /* connections that may wait for one */
  unsigned request_ms;             /* for one frame; 0: no limit */
  unsigned session_s, idle_s;      /* for a session, between frames; 0: none */
  unsigned memory_mb;              /* for a worker's address space; 0: none */
  unsigned grace_s;                /* for open requests at the end */
  bool verbose;
} server_settings;

/* Serves until SIGTERM or SIGINT. CTX holds the options that every session
 * starts with. Returns an exit code. */
int server_run (const server_settings *, lyre_ctx *);

/* ------------------------------------------------------------- addresses */

/* The socket of a user who has named none. Valid until the next call. */
const char *server_default_path (void);
/* "HOST:PORT", "[::1]:PORT" or "PORT" of the loopback, taken apart in place. */
bool server_split_address (char *text, server_address *);
/* Is it reachable from this machine only? */
bool server_is_local (const server_address *);
/* A socket, or -1 after writing to PROBLEM. */
int server_listen (const server_address *, char *problem, size_t cap);
int server_connect (const server_address *, char *problem, size_t cap);
/* The token in a file, allocated: its first line. NULL after a complaint. */
char *server_read_token (const char *file);

/* ---------------------------------------------------------------- frames */

enum { SERVER_LINE_MAX = 512 }; /* of lines that are not in a frame */

typedef struct server_stream server_stream;
struct server_stream {
  int fd;
  /* Waits until FD can be read; false to stop. NULL: just read. */
  bool (*wait) (server_stream *);
  bool failed;        /* the other side has gone, or we have stopped */
  bool line_start;    /* the next byte of the frame starts a line */
  bool writing_start; /* the same for what we write */
  bool frame_over;
  size_t pos, len;
  size_t n_out;
  char in[1 << 14], out[1 << 14];
};

void server_stream_init (server_stream *, int fd);
/* A line without its newline, at most SERVER_LINE_MAX bytes and the zero. */
bool server_read_line (server_stream *, char *line);
bool server_write_line (server_stream *, const char *line);
/* Starts to read a frame; false if there is none. */
bool server_begin_frame (server_stream *);
/* The next bytes of the frame's text, 0 at its end. A lyre_read_fn. */
size_t server_read_frame (void *stream, char *buffer, size_t cap);
/* Skips what is left of it. */
void server_skip_frame (server_stream *);
/* Adds text to the frame being written, then sends what there is. */
void server_write_frame (server_stream *, const char *text, size_t len);
void server_flush (server_stream *);
void server_end_frame (server_stream *);

/* --------------------------------------------------------------- workers */

/* How a worker ends; the parent tells the client unless it is OK. */
enum {
  SERVER_WORKER_OK = 0,
  SERVER_WORKER_STUCK = 81, /* a request went on after its interrupt */
  SERVER_WORKER_NOMEM = 82,
};

/* Serves the connection in this process, which ends. */
_Noreturn void server_work (const server_settings *, lyre_ctx *, int fd);

/* ---------------------------------------------------------------- client */

typedef struct {
  server_address address;
  char *token; /* NULL: none */
  const char *language;
  const char *file; /* NULL: the standard input, command by command */
} client_settings;

int client_run (const client_settings *);

#endif
