#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/server.h"

enum { BACKLOG = 256 };

const char *server_default_path (void) {
  static char path[108];
  const char *dir = getenv ("XDG_RUNTIME_DIR");
  if (dir && *dir && strlen (dir) < 80)
    snprintf (path, sizeof path, "%s/lyre.sock", dir);
  else
    snprintf (path, sizeof path, "/tmp/lyre-%lu.sock",
              (unsigned long) getuid ());
  return path;
}

bool server_split_address (char *text, server_address *a) {
  char *colon = strrchr (text, ':');
  *a = (server_address){.host = "127.0.0.1", .port = text};
  if (!colon)
    return *text;
  *colon = 0;
  a->host = text;
  a->port = colon + 1;
  size_t n = strlen (text);
  if (n > 1 && text[0] == '[' && text[n - 1] == ']') {
    text[n - 1] = 0;
    a->host = text + 1;
  }
  return *a->host && *a->port;
}

/* ------------------------------------------------------------ Unix sockets */

static int complain (char *problem, size_t cap, const char *what,
                     const char *why) {
  snprintf (problem, cap, "%s: %s", what, why);
  return -1;
}

static bool fill_path (const char *path, struct sockaddr_un *a) {
  memset (a, 0, sizeof *a);
  a->sun_family = AF_UNIX;
  if (strlen (path) >= sizeof a->sun_path)
    return false;
  strcpy (a->sun_path, path);
  return true;
}

static int connect_path (const char *path, char *problem, size_t cap) {
  struct sockaddr_un a;
  if (!fill_path (path, &a))
    return complain (problem, cap, path, "the path is too long");
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && !connect (fd, (struct sockaddr *) &a, sizeof a))
    return fd;
  int error = errno;
  if (fd >= 0)
    close (fd);
  errno = error;
  return complain (problem, cap, path, strerror (error));
}

/* A socket that nobody listens on is left over from a server that was killed.
 * Anything else at that path stays. */
static bool remove_stale (const char *path, char *problem, size_t cap) {
  struct stat st;
  if (lstat (path, &st))
    return true;
  if (!S_ISSOCK (st.st_mode)) {
    complain (problem, cap, path, "there is something that is no socket");
    return false;
  }
  int fd = connect_path (path, problem, cap);
  if (fd >= 0) {
    close (fd);
    complain (problem, cap, path, "a server is listening there");
    return false;
  }
  return errno != ECONNREFUSED || !unlink (path);
}

static int listen_path (const char *path, char *problem, size_t cap) {
  struct sockaddr_un a;
  if (!fill_path (path, &a))
    return complain (problem, cap, path, "the path is too long");
  if (!remove_stale (path, problem, cap))
    return -1;
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  mode_t mask = umask (0177); /* for this user only */
  bool ok = fd >= 0 && !bind (fd, (struct sockaddr *) &a, sizeof a) &&
            !listen (fd, BACKLOG);
  int error = errno;
  umask (mask);
  if (ok)
    return fd;
  if (fd >= 0)
    close (fd);
  return complain (problem, cap, path, strerror (error));
}

/* --------------------------------------------------------------------- TCP */

static bool is_loopback (const struct sockaddr *a) {
  if (a->sa_family == AF_INET) {
    const struct sockaddr_in *in = (const void *) a;
    return ntohl (in->sin_addr.s_addr) >> 24 == 127;
  }
  const struct sockaddr_in6 *in6 = (const void *) a;
  return a->sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK (&in6->sin6_addr);
}

static struct addrinfo *resolve (const server_address *a, int flags,
                                 char *problem, size_t cap) {
  struct addrinfo hints = {.ai_flags = flags, .ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  int error = getaddrinfo (a->host, a->port, &hints, &found);
  if (!error)
    return found;
  complain (problem, cap, a->host, gai_strerror (error));
  return NULL;
}

bool server_is_local (const server_address *a) {
  char problem[128];
  if (a->path)
    return true;
  struct addrinfo *found = resolve (a, 0, problem, sizeof problem);
  bool local = found;
  for (struct addrinfo *i = found; i; i = i->ai_next)
    local = local && is_loopback (i->ai_addr);
  if (found)
    freeaddrinfo (found);
  return local;
}

static int try_listen (const struct addrinfo *i) {
  int fd = socket (i->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0)
    return -1;
  setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof (int));
  if (!bind (fd, i->ai_addr, i->ai_addrlen) && !listen (fd, BACKLOG))
    return fd;
  int error = errno;
  close (fd);
  errno = error;
  return -1;
}

static int try_connect (const struct addrinfo *i) {
  int fd = socket (i->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return -1;
  if (!connect (fd, i->ai_addr, i->ai_addrlen)) {
    setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof (int));
    return fd;
  }
  int error = errno;
  close (fd);
  errno = error;
  return -1;
}

/* The first address of A with which TRY succeeds. */
static int open_tcp (const server_address *a, int flags,
                     int (*try) (const struct addrinfo *), char *problem,
                     size_t cap) {
  struct addrinfo *found = resolve (a, flags, problem, cap);
  if (!found)
    return -1;
  int fd = -1;
  for (struct addrinfo *i = found; i && fd < 0; i = i->ai_next)
    fd = try (i);
  int error = errno;
  freeaddrinfo (found);
  return fd < 0 ? complain (problem, cap, a->port, strerror (error)) : fd;
}

int server_listen (const server_address *a, char *problem, size_t cap) {
  return a->path ? listen_path (a->path, problem, cap)
                 : open_tcp (a, AI_PASSIVE, try_listen, problem, cap);
}

int server_connect (const server_address *a, char *problem, size_t cap) {
  return a->path ? connect_path (a->path, problem, cap)
                 : open_tcp (a, 0, try_connect, problem, cap);
}

/* ------------------------------------------------------------------- token */

char *server_read_token (const char *file) {
  char line[256];
  FILE *f = fopen (file, "re");
  bool ok = f && fgets (line, sizeof line, f);
  if (f)
    fclose (f);
  line[ok ? strcspn (line, "\r\n") : 0] = 0;
  if (ok && *line && !strpbrk (line, " \t"))
    return strdup (line);
  fprintf (stderr, "lyre: %s: expected a token, one word in one line\n", file);
  return NULL;
}
