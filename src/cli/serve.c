/* lyre serve and lyre client: their flags. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "server/server.h"

static const char serve_help[] =
    "usage: lyre serve [flags] [options of the solver]\n\n"
    "Answers SMT-LIB and HAMPI requests of many clients, each in a process of\n"
    "its own, until SIGTERM. docs/server.md describes the protocol.\n\n"
    "  --socket=path         the Unix socket to listen on\n"
    "  --tcp=[host:]port     listen on TCP, too; on the loopback by default\n"
    "  --token-file=file     clients must know the token in this file; needed\n"
    "                        to listen on any other address\n"
    "  --workers=n           sessions at a time (64)\n"
    "  --queue=n             connections that may wait for one (256)\n"
    "  --request-time=s      for one request (60; 0: no limit)\n"
    "  --session-time=s      for a whole session (0)\n"
    "  --idle-time=s         for a client to go on (600)\n"
    "  --grace=s             for open requests when stopping (5)\n"
    "  -v                    say what happens on the standard error output\n\n"
    "Options such as -t:ms and -memory:MB hold for every session; the memory\n"
    "of a worker is limited to 256 MB more than that.\n";

static const char client_help[] =
    "usage: lyre client [flags] [file]\n\n"
    "Sends the file, or the standard input command by command, to a server,\n"
    "and prints the answers.\n\n"
    "  --socket=path         the server's Unix socket\n"
    "  --tcp=[host:]port     or its port\n"
    "  --token-file=file     the token it asks for\n"
    "  --lang=smt2|hampi     smt2, unless the file's name ends in .hmp\n";

typedef struct {
  const char *command;
  char *socket, *tcp, *token_file, *language;
  server_settings server;
  bool help;
} settings;

/* ------------------------------------------------------------------- flags */

static bool complain (const settings *s, const char *what, const char *why) {
  fprintf (stderr, "lyre %s: %s: %s\n", s->command, what, why);
  return false;
}

/* What follows NAME in ARG; NULL if ARG does not start with it. */
static char *value_of (char *arg, const char *name) {
  size_t n = strlen (name);
  return strncmp (arg, name, n) ? NULL : arg + n;
}

typedef enum { OTHER, TAKEN, WRONG } verdict;

static verdict read_text (char *arg, const char *name, char **to) {
  char *value = value_of (arg, name);
  if (value)
    *to = value;
  return value ? TAKEN : OTHER;
}

static verdict read_number (const settings *s, char *arg, const char *name,
                            unsigned low, unsigned high, unsigned *to) {
  char *value = value_of (arg, name), *end;
  if (!value)
    return OTHER;
  unsigned long n = strtoul (value, &end, 10);
  if (!*value || *end || *value == '-' || n < low || n > high) {
    complain (s, arg, "the number is out of range");
    return WRONG;
  }
  *to = (unsigned) n;
  return TAKEN;
}

static verdict read_common (settings *s, char *arg) {
  s->help = s->help || !strcmp (arg, "--help") || !strcmp (arg, "-h");
  if (s->help || read_text (arg, "--socket=", &s->socket) ||
      read_text (arg, "--tcp=", &s->tcp) ||
      read_text (arg, "--token-file=", &s->token_file))
    return TAKEN;
  return OTHER;
}

static verdict read_serve (settings *s, char *arg) {
  server_settings *v = &s->server;
  verdict result = read_common (s, arg);
  if (!strcmp (arg, "-v")) {
    v->verbose = true;
    return TAKEN;
  }
  unsigned ms = UINT_MAX;
  const struct {
    const char *name;
    unsigned low, high, *to;
  } numbers[] = {
      {"--workers=", 1, 4096, &v->workers},
      {"--queue=", 0, 65536, &v->queue},
      {"--request-time=", 0, 1000000, &ms},
      {"--session-time=", 0, 100000000, &v->session_s},
      {"--idle-time=", 0, 100000000, &v->idle_s},
      {"--grace=", 0, 100000, &v->grace_s},
  };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers && !result; i++)
    result = read_number (s, arg, numbers[i].name, numbers[i].low,
                          numbers[i].high, numbers[i].to);
  if (ms != UINT_MAX)
    v->request_ms = ms * 1000;
  return result;
}

/* ---------------------------------------------------------------- addresses */

static bool read_token (settings *s, char **token) {
  if (s->token_file)
    *token = server_read_token (s->token_file);
  return !s->token_file || *token;
}

static bool read_tcp (settings *s, server_address *to) {
  if (!s->tcp || server_split_address (s->tcp, to))
    return true;
  return complain (s, "--tcp", "expected a port, or host:port");
}

/* ------------------------------------------------------------------- serve */

static bool set_up_server (settings *s) {
  server_settings *v = &s->server;
  if (!read_token (s, &v->token) || !read_tcp (s, &v->tcp))
    return false;
  if (s->socket || !s->tcp)
    v->unix_socket.path = s->socket ? s->socket : server_default_path ();
  if (v->tcp.port && !v->token && !server_is_local (&v->tcp))
    return complain (s, v->tcp.host,
                     "listening beyond this machine needs --token-file");
  return true;
}

int cli_serve (lyre_ctx *ctx, int argc, char **argv) {
  settings s = {.command = "serve"};
  s.server = (server_settings){
      .workers = 64,
      .queue = 256,
      .request_ms = 60000,
      .idle_s = 600,
      .grace_s = 5,
  };
  /* What is not ours is for the solver. */
  int rest = 1;
  for (int i = 1; i < argc; i++) {
    verdict v = read_serve (&s, argv[i]);
    if (v == WRONG)
      return CLI_USAGE;
    if (v == OTHER)
      argv[rest++] = argv[i];
  }
  if (s.help) {
    fputs (serve_help, stdout);
    return CLI_OK;
  }
  cli_settings solver = {.ctx = ctx};
  if (!cli_read_flags (&solver, rest, argv))
    return CLI_USAGE;
  if (solver.file)
    return complain (&s, solver.file, "files come from clients"), CLI_USAGE;
  s.server.memory_mb =
      (unsigned) strtoul (lyre_get_option (ctx, "memory"), NULL, 10);
  int code = set_up_server (&s) ? server_run (&s.server, ctx) : CLI_USAGE;
  free (s.server.token);
  return code;
}

/* ------------------------------------------------------------------ client */

static bool has_suffix (const char *text, const char *suffix) {
  size_t n = strlen (text), m = strlen (suffix);
  return n >= m && !strcmp (text + n - m, suffix);
}

static bool read_client (settings *s, client_settings *c, char *arg) {
  if (read_common (s, arg) || read_text (arg, "--lang=", &s->language))
    return true;
  if (*arg == '-' && arg[1])
    return complain (s, arg, "unknown flag");
  if (c->file)
    return complain (s, arg, "only one file can be sent");
  c->file = strcmp (arg, "-") ? arg : NULL;
  return true;
}

static bool set_up_client (settings *s, client_settings *c) {
  bool hampi = c->file && has_suffix (c->file, ".hmp");
  c->language = s->language ? s->language : hampi ? "hampi" : "smt2";
  c->address.path = s->socket ? s->socket : server_default_path ();
  return read_token (s, &c->token) && read_tcp (s, &c->address);
}

int cli_client (int argc, char **argv) {
  settings s = {.command = "client"};
  client_settings c = {0};
  for (int i = 1; i < argc; i++)
    if (!read_client (&s, &c, argv[i]))
      return CLI_USAGE;
  if (s.help) {
    fputs (client_help, stdout);
    return CLI_OK;
  }
  int code = set_up_client (&s, &c) ? client_run (&c) : CLI_USAGE;
  free (c.token);
  return code;
}
