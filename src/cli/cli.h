/* The command: what its files share.
 *
 *   flags    the table of flags, and reading them
 *   help     --help, --version, suggestions for misspelt flags
 *   man      --man, the manual page, from the same tables
 *   signals  interrupting a check, ending quietly
 *   stats    --stats
 *   regex    the sub-command for patterns
 *   grammar  the sub-command for grammars
 *   hampi    files in HAMPI's language
 *   test     the sub-command for Java methods
 *   verify   the sub-command for Java programs
 *   serve    the sub-commands for many clients, see src/server
 *   main     input, output, exit codes */
#ifndef LYRE_CLI_CLI_H
#define LYRE_CLI_CLI_H

#include "lyre.h"

enum {
  CLI_OK = 0,
  CLI_ERRORS = 1,   /* an (error ...) was printed */
  CLI_USAGE = 2,    /* bad flags, or a file that cannot be opened */
  CLI_INTERNAL = 3, /* no memory to start with, and the like */
};

typedef enum { CLI_SOLVE, CLI_HELP, CLI_VERSION, CLI_MAN } cli_action;
typedef enum { CLI_NO_STATS, CLI_SEXPR_STATS, CLI_JSON_STATS } cli_stats;

typedef struct {
  lyre_ctx *ctx; /* options go straight here */
  cli_action action;
  const char *file;     /* NULL: standard input */
  unsigned modes;       /* for lyre_smt2_set_mode */
  const char *language; /* smt2 or hampi; NULL: by the file's name */
  unsigned hampi;       /* flags of lyre_hampi_run_text */
  cli_stats stats;
  bool exit_status; /* 10 for sat, 20 for unsat */
  unsigned verbosity;
} cli_settings;

/* A flag. A name that ends in ':' or '=' is followed by a value. */
typedef struct cli_flag cli_flag;
struct cli_flag {
  const char *name;
  const char *value; /* what to call the value in the manual, or NULL */
  bool (*apply) (cli_settings *, const cli_flag *, const char *value);
  const char *option; /* of the library, if it sets one */
  const char *help;   /* NULL: another spelling of the flag before it */
};

extern const cli_flag cli_flags[];
extern const unsigned cli_n_flags;

/* False after a complaint on stderr. */
bool cli_read_flags (cli_settings *, int argc, char **argv);

/* lyre regex ..., with what follows the word. Returns the exit code. */
int cli_regex (lyre_ctx *, int argc, char **argv);
/* lyre test ..., the same for Java methods. */
int cli_test (int argc, char **argv);
/* lyre verify ..., the same for a Java program with a main method. */
int cli_verify (int argc, char **argv);

/* lyre grammar ..., with what follows the word. Returns the exit code. */
int cli_grammar (lyre_ctx *, int argc, char **argv);

/* Is the input in HAMPI's language? If so, this answers it; the exit code. */
bool cli_is_hampi (const cli_settings *);
int cli_hampi (const cli_settings *, int fd);
/* All that FD has, to be freed; NULL if that fails. */
char *cli_read_all (int fd, size_t *len);

/* lyre serve ..., lyre client ...: ARGV starts with the word. */
int cli_serve (lyre_ctx *, int argc, char **argv);
int cli_client (int argc, char **argv);
/* lyre stats ..., lyre replay ... */
int cli_run_stats (int argc, char **argv);
int cli_replay (int argc, char **argv);

void cli_print_help (void);
void cli_print_version (void);
void cli_print_man (void);
void cli_suggest (const char *misspelt);
void cli_print_stats (lyre_ctx *, cli_stats);

/* Handlers for SIGINT, SIGTERM and SIGPIPE. The first SIGINT or SIGTERM stops
 * the running check; a second one, or one while we wait for input, ends the
 * process. */
void cli_catch_signals (lyre_ctx *);
void cli_waiting_for_input (bool);
/* A command is done: ends the process if SIGTERM has asked for it. If it has
 * printed an answer, a SIGINT that came before has had its effect. */
void cli_command_done (bool answered);

#endif
