#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Text for mdoc: a backslash is \e, a minus \-. */
static void put_text (const char *text) {
  for (; *text; text++)
    if (*text == '\\')
      fputs ("\\e", stdout);
    else if (*text == '-')
      fputs ("\\-", stdout);
    else
      putchar (*text);
}

static const char head[] =
    ".Dd $Mdocdate$\n"
    ".Dt LYRE 1\n"
    ".Os\n"
    ".Sh NAME\n"
    ".Nm lyre\n"
    ".Nd decide constraints over strings, regular expressions and numbers\n"
    ".Sh SYNOPSIS\n"
    ".Nm\n"
    ".Op Ar flags\n"
    ".Op Ar file\n"
    ".Nm\n"
    ".Cm regex\n"
    ".Op Ar flags\n"
    ".Op Ar question\n"
    ".Ar pattern\n"
    ".Nm\n"
    ".Cm grammar\n"
    ".Op Ar flags\n"
    ".Op Ar question\n"
    ".Ar file\n"
    ".Nm\n"
    ".Cm serve | client\n"
    ".Op Ar flags\n"
    ".Nm\n"
    ".Cm test\n"
    ".Op Ar flags\n"
    ".Fl cp Ar classpath\n"
    ".Ar target ...\n"
    ".Nm\n"
    ".Cm verify\n"
    ".Op Ar flags\n"
    ".Fl cp Ar classpath\n"
    ".Ar main\n"
    ".Sh DESCRIPTION\n"
    ".Nm\n"
    "reads SMT\\-LIB 2.6 commands from\n"
    ".Ar file ,\n"
    "or from the standard input if there is none or it is\n"
    ".Sq \\- ,\n"
    "and writes the answers to the standard output.\n"
    "Each answer is written as soon as its command is complete,\n"
    "so the program can be driven through a pipe.\n"
    "An error in a command is answered with\n"
    ".Li ( error \\(dqline L column C: ...\\(dq ) ;\n"
    "the commands after it are executed.\n"
    "A\n"
    ".Ar file\n"
    "whose name ends in\n"
    ".Pa .hmp\n"
    "is a problem in the language of HAMPI, and is answered as HAMPI does.\n"
    ".Pp\n"
    "The second form prints the language of a pattern in the syntax of PCRE,\n"
    "Java or ECMAScript as an SMT\\-LIB term, or answers a question about it:\n"
    "its shortest words, how many there are, whether it contains another one.\n"
    ".Ic lyre regex \\-\\-help\n"
    "lists the questions.\n"
    ".Pp\n"
    "The third form prints a grammar of Bison, yacc or CFGAnalyzer as an\n"
    "SMT\\-LIB command or as statements of HAMPI, or answers a question about\n"
    "it: its shortest word, whether it is ambiguous, a word that another\n"
    "grammar has, too, or has not.\n"
    ".Ic lyre grammar \\-\\-help\n"
    "lists the questions.\n"
    ".Pp\n"
    "The fourth form serves many clients on a socket, or is one of them.\n"
    ".Ic lyre serve \\-\\-help\n"
    "and\n"
    ".Ic lyre client \\-\\-help\n"
    "list the flags.\n"
    ".Pp\n"
    "The last two execute Java bytecode with symbolic inputs:\n"
    ".Cm test\n"
    "finds the paths of methods and writes tests for them that are known to\n"
    "pass, with bugs and coverage in a folder of their own\n"
    ".Pq Ic lyre test \\-\\-help ;\n"
    ".Ic lyre stats\n"
    "and\n"
    ".Ic lyre replay\n"
    "look at such folders again.\n"
    ".Cm verify\n"
    "tells whether an assertion of a program can fail:\n"
    ".Li true ,\n"
    ".Li false\n"
    "with the inputs, or\n"
    ".Li unknown .\n"
    ".Pp\n"
    "The flags are:\n"
    ".Bl -tag -width Ds\n";

static const char options_head[] =
    ".El\n"
    ".Pp\n"
    "The options of the solver can be given as\n"
    ".Fl \\-name Ns = Ns Ar value ,\n"
    "as\n"
    ".Ar name Ns = Ns Ar value ,\n"
    "and in the input with\n"
    ".Ic set\\-option .\n"
    "Those that are true or false are switched with\n"
    ".Fl \\-name\n"
    "and\n"
    ".Fl \\-no\\-name .\n"
    ".Bl -tag -width Ds\n";

static const char tail[] =
    ".El\n"
    ".Sh EXIT STATUS\n"
    ".Bl -tag -width Ds -compact\n"
    ".It 0\n"
    "The input was executed, whatever the answers were.\n"
    ".It 1\n"
    "At least one error was answered.\n"
    ".It 2\n"
    "The flags were wrong or the file could not be opened.\n"
    ".It 3\n"
    "An internal failure.\n"
    ".It 0 to 5\n"
    "For a problem in the language of HAMPI: solved, unsatisfiable, an error "
    "in\n"
    "the input, usage, unknown, an internal failure.\n"
    ".It 10 , 20\n"
    "With\n"
    ".Fl \\-exit\\-status Ns = Ns Cm answer :\n"
    "the last answer was sat or unsat.\n"
    ".El\n"
    ".Pp\n"
    "The first\n"
    ".Dv SIGINT\n"
    "stops the running check, which answers unknown;\n"
    "the second ends the program.\n"
    ".Sh EXAMPLES\n"
    ".Bd -literal -offset indent\n"
    "$ cat hello.smt2\n"
    "(declare\\-const x String)\n"
    "(assert (str.in_re x (re.+ (re.range \\(dqa\\(dq \\(dqc\\(dq))))\n"
    "(assert (= (str.len x) 2))\n"
    "(check\\-sat)\n"
    "(get\\-value (x))\n"
    "$ lyre \\-t:1000 hello.smt2\n"
    "sat\n"
    "((x \\(dqaa\\(dq))\n"
    ".Ed\n"
    ".Sh STANDARDS\n"
    "The SMT\\-LIB Standard, version 2.6, with the theory of Unicode "
    "strings.\n";

static void print_spelling (const cli_flag *f) {
  fputs (".It Fl ", stdout);
  put_text (f->name + 1);
  if (f->value)
    printf ("\\& Ns Ar %s\n", f->value);
  else
    putchar ('\n');
}

static void print_flags (void) {
  const char *help = ""; /* spellings share the help of the first */
  for (unsigned i = 0; i < cli_n_flags; i++) {
    print_spelling (&cli_flags[i]);
    help = cli_flags[i].help ? cli_flags[i].help : help;
    if (i + 1 < cli_n_flags && !cli_flags[i + 1].help)
      continue;
    put_text (help);
    puts (".");
  }
}

/* The value that an option has unless it is set. */
static void put_default (const lyre_option_info *o) {
  const char *choice = o->choices;
  if (o->is_flag) {
    fputs (o->def ? "true" : "false", stdout);
  } else if (!*choice) {
    printf ("%" PRId64, o->def);
  } else {
    for (int64_t i = 0; i < o->def; i++)
      choice += strcspn (choice, "|") + 1;
    printf ("%.*s", (int) strcspn (choice, "|"), choice);
  }
}

static void put_range (const lyre_option_info *o) {
  if (o->is_flag)
    fputs (" Ns = Ns Ar true|false", stdout);
  else if (*o->choices)
    printf (" Ns = Ns Ar %s", o->choices);
  else
    fputs (" Ns = Ns Ar n", stdout);
}

static void print_options (void) {
  lyre_option_info o;
  for (uint32_t i = 0; lyre_option_info_get (i, &o); i++) {
    fputs (".It Fl \\-", stdout);
    put_text (o.name);
    put_range (&o);
    putchar ('\n');
    put_text (o.help);
    fputs (".\nThe default is ", stdout);
    put_default (&o);
    puts (".");
  }
  puts (".It Fl \\-rule\\- Ns Ar NAME Ns = Ns Ar true|false\n"
        "use this rewriting rule;\n"
        ".Fl \\-stats\n"
        "has the names of those that fired.\n"
        "The default is true.");
}

void cli_print_man (void) {
  fputs (head, stdout);
  print_flags ();
  fputs (options_head, stdout);
  print_options ();
  fputs (tail, stdout);
}
