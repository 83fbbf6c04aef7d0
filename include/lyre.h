/* Lyre: constraints over strings, regular expressions, integers, reals and
 * booleans. This is the one public header; everything else is private.
 *
 *   lyre_ctx *c = lyre_new ();
 *   lyre_term x = lyre_mk_var (c, "x", LYRE_STRING);
 *   lyre_term ab = lyre_mk_string_utf8 (c, "ab", 2);
 *   lyre_assert (c, lyre_mk (c, LYRE_STR_PREFIXOF, 2, (lyre_term[]){ab, x}));
 *   if (lyre_check (c, 0, NULL) == LYRE_SAT)
 *     v = lyre_value (c, x);                     // a string constant
 *   lyre_delete (c);
 *
 * Rules that hold for every function:
 *  - A context owns everything made in it; there are no reference counts.
 *    Terms live until lyre_delete. Two contexts never share state, so two
 *    threads may use two contexts; one context belongs to one thread at a
 *    time, except for lyre_interrupt, which any thread or signal handler may
 *    call.
 *  - The library never exits, aborts or prints. A broken contract returns
 *    LYRE_NO_TERM, LYRE_NO_SORT, NULL or a status other than LYRE_OK, and
 *    lyre_last_error says why; the context stays usable.
 *  - Strings are arrays of code points 0..0x2FFFF with a length. Escapes
 *    exist only in SMT-LIB text.
 *  - Semantics are SMT-LIB 2.6's to the letter; docs/semantics.md lists the
 *    corner cases and the operators that are ours. */
#ifndef LYRE_H
#define LYRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LYRE_API __attribute__ ((visibility ("default")))
#else
#define LYRE_API
#endif

#define LYRE_VERSION "0.1.0"

typedef struct lyre_ctx lyre_ctx;

/* ---------------------------------------------------------------- handles */

typedef struct {
  uint32_t id;
} lyre_term; /* 0 is no term */

typedef struct {
  uint32_t id;
} lyre_sort; /* 0 is no sort */

typedef struct {
  uint32_t id;
} lyre_fun; /* an uninterpreted function; 0 is none */

#define LYRE_NO_TERM ((lyre_term){0})
#define LYRE_NO_SORT ((lyre_sort){0})
#define LYRE_NO_FUN ((lyre_fun){0})

/* The built-in sorts have fixed handles. */
#define LYRE_BOOL ((lyre_sort){1})
#define LYRE_INT ((lyre_sort){2})
#define LYRE_REAL ((lyre_sort){3})
#define LYRE_STRING ((lyre_sort){4})
#define LYRE_REGLAN ((lyre_sort){5})

typedef enum { LYRE_UNKNOWN = 0, LYRE_SAT = 10, LYRE_UNSAT = 20 } lyre_result;

typedef enum {
  LYRE_OK = 0,
  LYRE_ERROR = 1, /* a contract was broken; see lyre_last_error */
  LYRE_NOMEM = 2, /* memory limit reached; what was there before still is */
} lyre_status;

/* -------------------------------------------------------------- operators */

/* X (NAME, "SMT-LIB spelling", "signature", shape)
 *
 * Signature: argument sorts, a colon, the result sort.
 *   B Bool  I Int  R Real  S String  L RegLan
 *   N  Int or Real, the same for all; mixed arguments are promoted to Real
 *   A  any sort, the same for all (Int is promoted beside Real)
 * Shape:
 *   LEAF   no arguments, made by its own function (lyre_mk_var, ...)
 *   FIXED  exactly the arguments of the signature
 *   NARY   one or more arguments, all of the single sort named, kept flat
 *   LEFT, RIGHT  two or more; nested to the left / right into binary nodes
 *   CHAIN  two or more; a conjunction of binary nodes
 *   PAIR   two or more, kept as one node (distinct)
 *   INDEX  FIXED, with numerals as indices (lyre_mk_indexed)
 *   BIND   quantifier: bound variables, then the body */
#define LYRE_OPS(X)                                                            \
  X (VAR, "", "", LEAF)                                                        \
  X (VALUE, "", "", LEAF)                                                      \
  X (APPLY, "", "", LEAF)                                                      \
  /* core */                                                                   \
  X (TRUE, "true", ":B", FIXED)                                                \
  X (FALSE, "false", ":B", FIXED)                                              \
  X (NOT, "not", "B:B", FIXED)                                                 \
  X (AND, "and", "B:B", NARY)                                                  \
  X (OR, "or", "B:B", NARY)                                                    \
  X (XOR, "xor", "BB:B", LEFT)                                                 \
  X (IMPLIES, "=>", "BB:B", RIGHT)                                             \
  X (EQ, "=", "AA:B", CHAIN)                                                   \
  X (DISTINCT, "distinct", "A:B", PAIR)                                        \
  X (ITE, "ite", "BAA:A", FIXED)                                               \
  X (FORALL, "forall", "", BIND)                                               \
  X (EXISTS, "exists", "", BIND)                                               \
  /* numbers */                                                                \
  X (ADD, "+", "N:N", NARY)                                                    \
  X (SUB, "-", "NN:N", LEFT)                                                   \
  X (NEG, "-", "N:N", FIXED)                                                   \
  X (MUL, "*", "N:N", NARY)                                                    \
  X (INT_DIV, "div", "II:I", LEFT)                                             \
  X (INT_MOD, "mod", "II:I", FIXED)                                            \
  X (ABS, "abs", "N:N", FIXED)                                                 \
  X (REAL_DIV, "/", "RR:R", LEFT)                                              \
  X (LE, "<=", "NN:B", CHAIN)                                                  \
  X (LT, "<", "NN:B", CHAIN)                                                   \
  X (GE, ">=", "NN:B", CHAIN)                                                  \
  X (GT, ">", "NN:B", CHAIN)                                                   \
  X (DIVISIBLE, "divisible", "I:B", INDEX)                                     \
  X (TO_REAL, "to_real", "I:R", FIXED)                                         \
  X (TO_INT, "to_int", "R:I", FIXED)                                           \
  X (IS_INT, "is_int", "R:B", FIXED)                                           \
  /* strings */                                                                \
  X (STR_CONCAT, "str.++", "S:S", NARY)                                        \
  X (STR_LEN, "str.len", "S:I", FIXED)                                         \
  X (STR_LT, "str.<", "SS:B", CHAIN)                                           \
  X (STR_LE, "str.<=", "SS:B", CHAIN)                                          \
  X (STR_AT, "str.at", "SI:S", FIXED)                                          \
  X (STR_SUBSTR, "str.substr", "SII:S", FIXED)                                 \
  X (STR_PREFIXOF, "str.prefixof", "SS:B", FIXED)                              \
  X (STR_SUFFIXOF, "str.suffixof", "SS:B", FIXED)                              \
  X (STR_CONTAINS, "str.contains", "SS:B", FIXED)                              \
  X (STR_INDEXOF, "str.indexof", "SSI:I", FIXED)                               \
  X (STR_REPLACE, "str.replace", "SSS:S", FIXED)                               \
  X (STR_REPLACE_ALL, "str.replace_all", "SSS:S", FIXED)                       \
  X (STR_REPLACE_RE, "str.replace_re", "SLS:S", FIXED)                         \
  X (STR_REPLACE_RE_ALL, "str.replace_re_all", "SLS:S", FIXED)                 \
  X (STR_IS_DIGIT, "str.is_digit", "S:B", FIXED)                               \
  X (STR_TO_CODE, "str.to_code", "S:I", FIXED)                                 \
  X (STR_FROM_CODE, "str.from_code", "I:S", FIXED)                             \
  X (STR_TO_INT, "str.to_int", "S:I", FIXED)                                   \
  X (STR_FROM_INT, "str.from_int", "I:S", FIXED)                               \
  /* strings, beyond the standard (docs/semantics.md) */                       \
  X (STR_REV, "str.rev", "S:S", FIXED)                                         \
  X (STR_TO_LOWER, "str.to_lower", "S:S", FIXED)                               \
  X (STR_TO_UPPER, "str.to_upper", "S:S", FIXED)                               \
  X (STR_UPDATE, "str.update", "SIS:S", FIXED)                                 \
  X (STR_INDEXOF_RE, "str.indexof_re", "SLI:I", FIXED)                         \
  X (STR_TRIM, "str.trim", "S:S", FIXED)                                       \
  X (STR_LAST_INDEXOF, "str.last_indexof", "SSI:I", FIXED)                     \
  X (STR_COUNT, "str.count", "SS:I", FIXED)                                    \
  /* regular expressions */                                                    \
  X (STR_IN_RE, "str.in_re", "SL:B", FIXED)                                    \
  X (STR_IN_GRAMMAR, "str.in_grammar", "S:B", INDEX)                           \
  X (STR_TO_RE, "str.to_re", "S:L", FIXED)                                     \
  X (RE_NONE, "re.none", ":L", FIXED)                                          \
  X (RE_ALL, "re.all", ":L", FIXED)                                            \
  X (RE_ALLCHAR, "re.allchar", ":L", FIXED)                                    \
  X (RE_CONCAT, "re.++", "L:L", NARY)                                          \
  X (RE_UNION, "re.union", "L:L", NARY)                                        \
  X (RE_INTER, "re.inter", "L:L", NARY)                                        \
  X (RE_STAR, "re.*", "L:L", FIXED)                                            \
  X (RE_PLUS, "re.+", "L:L", FIXED)                                            \
  X (RE_OPT, "re.opt", "L:L", FIXED)                                           \
  X (RE_COMP, "re.comp", "L:L", FIXED)                                         \
  X (RE_DIFF, "re.diff", "LL:L", LEFT)                                         \
  X (RE_RANGE, "re.range", "SS:L", FIXED)                                      \
  X (RE_POW, "re.^", "L:L", INDEX)                                             \
  X (RE_LOOP, "re.loop", "L:L", INDEX)

typedef enum {
#define LYRE_OP_ENUM(NAME, TEXT, SIG, SHAPE) LYRE_##NAME,
  LYRE_OPS (LYRE_OP_ENUM)
#undef LYRE_OP_ENUM
      LYRE_OP_COUNT
} lyre_op;

/* The operator spelt NAME, or LYRE_OP_COUNT. "-" gives LYRE_SUB. */
LYRE_API lyre_op lyre_op_by_name (const char *name, size_t len);
/* Its SMT-LIB spelling. */
LYRE_API const char *lyre_op_name (lyre_op);
/* How many indices it takes: 0, or 1 for re.^ and divisible, 2 for re.loop and
 * str.in_grammar (a grammar and a nonterminal; see lyre_mk_in_grammar). */
LYRE_API unsigned lyre_op_indices (lyre_op);

/* --------------------------------------------------------------- contexts */

/* Text goes through a writer: zero or more calls with pieces of it. */
typedef void (*lyre_write_fn) (void *user, const char *text, size_t len);

/* NULL if there is no memory for it. */
LYRE_API lyre_ctx *lyre_new (void);
LYRE_API void lyre_delete (lyre_ctx *);
/* The text of the last error in this context; "" if there was none. */
LYRE_API const char *lyre_last_error (const lyre_ctx *);
/* Stop the running check, which then answers LYRE_UNKNOWN with the reason
 * "interrupted". Safe from any thread and from a signal handler. The request
 * is taken by the check that runs, or by the next one. */
LYRE_API void lyre_interrupt (lyre_ctx *);
/* Take back a request that no check has met. */
LYRE_API void lyre_clear_interrupt (lyre_ctx *);

/* Options have one table: names as in SMT-LIB without the colon, values as
 * text. LYRE_ERROR for an unknown name or a value out of range. Beside them,
 * rule-NAME is true or false for each rewriting rule; lyre_statistic has the
 * names. */
LYRE_API lyre_status lyre_set_option (lyre_ctx *, const char *name,
                                      const char *value);
/* NULL for an unknown name; else valid until the next call. */
LYRE_API const char *lyre_get_option (lyre_ctx *, const char *name);

typedef struct {
  const char *name, *help;
  const char *choices;    /* "auto|words", or "" for a flag or a number */
  bool is_flag;           /* takes true or false */
  int64_t def, low, high; /* for choices: an index */
} lyre_option_info;
/* The options by index, for --help and manuals; false past the last. */
LYRE_API bool lyre_option_info_get (uint32_t index, lyre_option_info *);

/* Statistics by index; false past the last. Names and values stay valid until
 * the next call of any function. */
LYRE_API bool lyre_statistic (lyre_ctx *, uint32_t index, const char **name,
                              uint64_t *value);

/* Progress as the work goes on, a line (without its end) at a time. Level 1
 * tells what is done, level 2 also each lemma. The texts are for people and
 * change. NULL or level 0, the default, is silence. */
LYRE_API void lyre_set_progress (lyre_ctx *, unsigned level, lyre_write_fn,
                                 void *user);

/* ---------------------------------------------------------- sorts, symbols */

/* A fresh uninterpreted sort. Its elements can only be compared. */
LYRE_API lyre_sort lyre_mk_sort (lyre_ctx *, const char *name);
LYRE_API const char *lyre_sort_name (lyre_ctx *, lyre_sort);
/* A fresh free constant: two calls give two constants even for one name. */
LYRE_API lyre_term lyre_mk_var (lyre_ctx *, const char *name, lyre_sort);
/* A fresh uninterpreted function of N >= 1 arguments. */
LYRE_API lyre_fun lyre_mk_fun (lyre_ctx *, const char *name, uint32_t n,
                               const lyre_sort *args, lyre_sort result);
/* Number and sorts of its arguments, and the sort of its result. */
LYRE_API uint32_t lyre_fun_n_args (const lyre_ctx *, lyre_fun);
LYRE_API lyre_sort lyre_fun_arg_sort (const lyre_ctx *, lyre_fun, uint32_t i);
LYRE_API lyre_sort lyre_fun_sort (const lyre_ctx *, lyre_fun);

/* ------------------------------------------------------------------ terms */

LYRE_API lyre_term lyre_mk_bool (lyre_ctx *, bool);
LYRE_API lyre_term lyre_mk_int (lyre_ctx *, int64_t);
/* Decimal digits with an optional leading '-'. */
LYRE_API lyre_term lyre_mk_int_text (lyre_ctx *, const char *, size_t len);
/* "12", "-1.25" or "3/4"; always of sort Real. */
LYRE_API lyre_term lyre_mk_real_text (lyre_ctx *, const char *, size_t len);
LYRE_API lyre_term lyre_mk_string (lyre_ctx *, const uint32_t *code_points,
                                   size_t len);
/* Bytes that are not UTF-8 are an error. */
LYRE_API lyre_term lyre_mk_string_utf8 (lyre_ctx *, const char *, size_t len);

/* An operator applied to arguments, after checking number and sorts. */
LYRE_API lyre_term lyre_mk (lyre_ctx *, lyre_op, uint32_t n,
                            const lyre_term *args);
/* The same for operators with shape INDEX: ((_ re.loop 1 3) r). */
LYRE_API lyre_term lyre_mk_indexed (lyre_ctx *, lyre_op, uint32_t n_indices,
                                    const uint32_t *indices, uint32_t n,
                                    const lyre_term *args);
LYRE_API lyre_term lyre_mk_apply (lyre_ctx *, lyre_fun, uint32_t n,
                                  const lyre_term *args);
/* Quantifiers: OP is LYRE_FORALL or LYRE_EXISTS. They are read and printed;
 * a check that meets one answers LYRE_UNKNOWN. */
LYRE_API lyre_term lyre_mk_quantifier (lyre_ctx *, lyre_op, uint32_t n,
                                       const lyre_term *vars, lyre_term body);
/* T with every VARS[i] replaced by TERMS[i], all at once. */
LYRE_API lyre_term lyre_substitute (lyre_ctx *, lyre_term t, uint32_t n,
                                    const lyre_term *vars,
                                    const lyre_term *terms);
/* An equal, usually simpler term. */
LYRE_API lyre_term lyre_simplify (lyre_ctx *, lyre_term);

/* Looking at terms. */
LYRE_API lyre_op lyre_term_op (lyre_ctx *, lyre_term);
LYRE_API lyre_sort lyre_term_sort (lyre_ctx *, lyre_term);
LYRE_API uint32_t lyre_term_n_args (lyre_ctx *, lyre_term);
LYRE_API lyre_term lyre_term_arg (lyre_ctx *, lyre_term, uint32_t i);
LYRE_API uint32_t lyre_term_index (lyre_ctx *, lyre_term, uint32_t i);
/* The name of a variable; NULL for other terms. */
LYRE_API const char *lyre_term_name (lyre_ctx *, lyre_term);
LYRE_API bool lyre_term_is_value (lyre_ctx *, lyre_term);
/* The value of a Bool, Int or String constant; false for other terms and for
 * integers beyond 64 bits. lyre_value_string copies at most CAP code points
 * and returns the length in *LEN. */
LYRE_API bool lyre_value_bool (lyre_ctx *, lyre_term, bool *);
LYRE_API bool lyre_value_int64 (lyre_ctx *, lyre_term, int64_t *);
LYRE_API bool lyre_value_string (lyre_ctx *, lyre_term, uint32_t *code_points,
                                 size_t cap, size_t *len);

/* SMT-LIB text that reads back to the same term; shared parts become let. */
LYRE_API lyre_status lyre_print_term (lyre_ctx *, lyre_term, lyre_write_fn,
                                      void *user);
LYRE_API lyre_status lyre_print_sort (lyre_ctx *, lyre_sort, lyre_write_fn,
                                      void *user);
/* NAME as an SMT-LIB symbol, quoted with bars where it needs to be. */
LYRE_API void lyre_print_symbol (const char *name, lyre_write_fn, void *user);

/* ---------------------------------------------------------------- solving */

LYRE_API lyre_status lyre_assert (lyre_ctx *, lyre_term);
LYRE_API lyre_status lyre_push (lyre_ctx *, uint32_t levels);
LYRE_API lyre_status lyre_pop (lyre_ctx *, uint32_t levels);
LYRE_API uint32_t lyre_levels (const lyre_ctx *);
LYRE_API lyre_status lyre_reset_assertions (lyre_ctx *);
LYRE_API uint32_t lyre_n_assertions (const lyre_ctx *);
LYRE_API lyre_term lyre_assertion (const lyre_ctx *, uint32_t index);

/* Are the assertions and the assumptions satisfiable together? A LYRE_SAT has
 * been checked: every assertion was evaluated to true under the model. */
LYRE_API lyre_result lyre_check (lyre_ctx *, uint32_t n_assumptions,
                                 const lyre_term *assumptions);
/* After LYRE_UNKNOWN: "timeout", "memout", "resourceout", "interrupted" or
 * "(incomplete \"...\")". NULL at any other time. */
LYRE_API const char *lyre_reason_unknown (const lyre_ctx *);
/* After LYRE_SAT: the value of any term of this context, as a constant term.
 * LYRE_NO_TERM if there is no model or the term cannot be evaluated. */
LYRE_API lyre_term lyre_value (lyre_ctx *, lyre_term);
/* The same for a function: a term over these arguments, which are variables of
 * the right sorts. */
LYRE_API lyre_term lyre_fun_value (lyre_ctx *, lyre_fun, uint32_t n,
                                   const lyre_term *args);
/* The value of a term where every VARS[i] is the constant VALUES[i] and all
 * other variables are false, 0, "": no check is needed, and the last answer
 * stays. LYRE_NO_TERM if the term cannot be evaluated. */
LYRE_API lyre_term lyre_evaluate (lyre_ctx *, lyre_term, uint32_t n,
                                  const lyre_term *vars,
                                  const lyre_term *values);
/* After LYRE_UNSAT: is assertion I (or assumption I) part of the core? The
 * marked ones are unsatisfiable together. The first call finds the core by
 * checks of parts, for a second or ten times as long as the check took; with
 * option minimize-cores, until no member can be left out. */
LYRE_API bool lyre_core_has_assertion (lyre_ctx *, uint32_t i);
LYRE_API bool lyre_core_has_assumption (lyre_ctx *, uint32_t i);

/* --------------------------------------------------- regular expressions */

/* Patterns as programming languages write them. docs/regex.md has the table of
 * what is understood. */
typedef enum {
  LYRE_REGEX_PCRE,
  LYRE_REGEX_JAVA, /* java.util.regex */
  LYRE_REGEX_ECMA, /* JavaScript */
} lyre_regex_syntax;

/* Flags can be or-ed. */
enum {
  LYRE_REGEX_IGNORE_CASE = 1, /* i */
  LYRE_REGEX_MULTILINE = 2,   /* m: ^ and $ at every line */
  LYRE_REGEX_DOT_ALL = 4,     /* s: the dot takes line ends, too */
  LYRE_REGEX_EXTENDED = 8,    /* x: blanks and comments; not in ECMAScript */
  LYRE_REGEX_UNICODE = 16,    /* u of ECMAScript; case folding in PCRE */
  LYRE_REGEX_DOLLAR_END = 32, /* D of PCRE: $ only at the very end */
  LYRE_REGEX_SEARCH = 256, /* strings with a match somewhere, not as a whole */
};

typedef struct {
  uint32_t column; /* of the character, from 1; 0 if it is about no place */
  char text[200];  /* what is wrong, naming the construct */
} lyre_regex_error;

/* The language of a pattern, as a closed term of sort RegLan: the strings that
 * it matches as a whole, or with LYRE_REGEX_SEARCH somewhere. LYRE_NO_TERM if
 * the pattern is malformed or beyond regular languages; *ERROR (may be NULL)
 * then says what and where. */
LYRE_API lyre_term lyre_mk_regex (lyre_ctx *, lyre_regex_syntax, unsigned flags,
                                  const char *utf8, size_t len,
                                  lyre_regex_error *error);
/* The same for a pattern given as a string constant. */
LYRE_API lyre_term lyre_mk_regex_of (lyre_ctx *, lyre_regex_syntax,
                                     unsigned flags, lyre_term pattern,
                                     lyre_regex_error *error);

/* Questions about closed terms of sort RegLan, those without variables, ite
 * and string operators. The limits of options and lyre_interrupt hold as for a
 * check. After LYRE_REGEX_GAVE_UP lyre_last_error says why. Words are string
 * constants. */
typedef enum {
  LYRE_REGEX_NO = 0,
  LYRE_REGEX_YES = 1,
  LYRE_REGEX_GAVE_UP = 2,
} lyre_regex_answer;

LYRE_API lyre_regex_answer lyre_regex_is_empty (lyre_ctx *, lyre_term r);
/* NO if there is no word. */
LYRE_API lyre_regex_answer lyre_regex_shortest (lyre_ctx *, lyre_term r,
                                                lyre_term *word);
/* Up to N different words, *FOUND of them, that the seed chooses: among the
 * shorter lengths, words of a length being equally likely. */
LYRE_API lyre_regex_answer lyre_regex_sample (lyre_ctx *, lyre_term r,
                                              uint32_t n, uint64_t seed,
                                              lyre_term *words,
                                              uint32_t *found);
/* How many words of this length, as an Int constant. Always YES if known. */
LYRE_API lyre_regex_answer lyre_regex_count (lyre_ctx *, lyre_term r,
                                             uint32_t len, lyre_term *count);
/* Is every word of A in B? If not, *WITNESS (may be NULL) is a shortest word
 * that shows it. */
LYRE_API lyre_regex_answer lyre_regex_subset (lyre_ctx *, lyre_term a,
                                              lyre_term b, lyre_term *witness);
/* The same words? If not, *WITNESS is in one of them only. */
LYRE_API lyre_regex_answer lyre_regex_equal (lyre_ctx *, lyre_term a,
                                             lyre_term b, lyre_term *witness);
/* Is there a word in both? If so, *WITNESS is a shortest one. */
LYRE_API lyre_regex_answer lyre_regex_intersect (lyre_ctx *, lyre_term a,
                                                 lyre_term b,
                                                 lyre_term *witness);
/* An automaton in the language of Graphviz: the smallest deterministic one if
 * MINIMAL, else one that may be smaller. Always YES if it was written. */
LYRE_API lyre_regex_answer lyre_regex_dot (lyre_ctx *, lyre_term r,
                                           bool minimal, lyre_write_fn,
                                           void *user);

/* -------------------------------------------------- context-free grammars */

typedef struct {
  uint32_t id;
} lyre_grammar; /* 0 is none */

#define LYRE_NO_GRAMMAR ((lyre_grammar){0})
#define LYRE_NO_SYMBOL UINT32_MAX

/* A grammar is a set of rules over nonterminals, which are numbers 0, 1, 2 ...
 * Everything is allowed in rules: empty right-hand sides, left recursion,
 * ambiguity. A nonterminal without rules has no words. docs/grammars.md shows
 * the same in SMT-LIB.
 *
 *   lyre_grammar g = lyre_mk_grammar (c, "G");
 *   uint32_t s = lyre_grammar_symbol (c, g, "S");
 *   lyre_item asb[] = {lyre_item_chars ('a', 'a'), lyre_item_symbol (s),
 *                      lyre_item_chars ('b', 'b')};
 *   lyre_grammar_rule (c, g, s, 3, asb);             // S := a S b
 *   lyre_grammar_rule (c, g, s, 0, NULL);            // S :=
 *   lyre_assert (c, lyre_mk_in_grammar (c, x, g, s));  */
typedef enum {
  LYRE_ITEM_SYMBOL, /* a nonterminal */
  LYRE_ITEM_CHARS,  /* one character from lo to hi */
  LYRE_ITEM_STRING, /* the characters of a string constant */
} lyre_item_kind;

typedef struct {
  lyre_item_kind kind;
  uint32_t symbol;
  uint32_t lo, hi;
  lyre_term string;
} lyre_item;

static inline lyre_item lyre_item_symbol (uint32_t symbol) {
  lyre_item i = {LYRE_ITEM_SYMBOL, symbol, 0, 0, {0}};
  return i;
}
static inline lyre_item lyre_item_chars (uint32_t lo, uint32_t hi) {
  lyre_item i = {LYRE_ITEM_CHARS, 0, lo, hi, {0}};
  return i;
}
static inline lyre_item lyre_item_string (lyre_term string) {
  lyre_item i = {LYRE_ITEM_STRING, 0, 0, 0, string};
  return i;
}

/* A grammar without rules. It is open until a term speaks of it. */
LYRE_API lyre_grammar lyre_mk_grammar (lyre_ctx *, const char *name);
/* The nonterminal of that name, a new one if there is none; always a new one if
 * NAME is NULL. LYRE_NO_SYMBOL if the grammar is not open. */
LYRE_API uint32_t lyre_grammar_symbol (lyre_ctx *, lyre_grammar,
                                       const char *name);
/* The nonterminal of that name, or LYRE_NO_SYMBOL. */
LYRE_API uint32_t lyre_grammar_find (lyre_ctx *, lyre_grammar,
                                     const char *name);
LYRE_API lyre_status lyre_grammar_rule (lyre_ctx *, lyre_grammar, uint32_t lhs,
                                        uint32_t n, const lyre_item *rhs);
/* A new nonterminal for the words of SYMBOL that have LENGTH characters. Rules
 * that come later do not count. */
LYRE_API uint32_t lyre_grammar_fixed (lyre_ctx *, lyre_grammar, uint32_t symbol,
                                      uint32_t length);
/* Is the string a word of this nonterminal? Closes the grammar. */
LYRE_API lyre_term lyre_mk_in_grammar (lyre_ctx *, lyre_term string,
                                       lyre_grammar, uint32_t symbol);
/* A new nonterminal for the words of a closed term of sort RegLan. */
LYRE_API uint32_t lyre_grammar_regex (lyre_ctx *, lyre_grammar, lyre_term r);
/* Does some word of this length have two derivations? If so, *WORD (may be
 * NULL) is one. After LYRE_REGEX_GAVE_UP lyre_last_error says why. */
LYRE_API lyre_regex_answer lyre_grammar_ambiguous (lyre_ctx *, lyre_grammar,
                                                   uint32_t symbol,
                                                   uint32_t length,
                                                   lyre_term *word);
/* In SMT-LIB, the command (declare-grammar ...), or as cfg statements of HAMPI.
 * LYRE_ERROR for characters beyond 255 in the latter. */
typedef enum { LYRE_PRINT_SMT2, LYRE_PRINT_HAMPI } lyre_grammar_format;
LYRE_API lyre_status lyre_print_grammar (lyre_ctx *, lyre_grammar,
                                         lyre_grammar_format, lyre_write_fn,
                                         void *user);

/* Grammars of other tools: Bison's (and yacc's) input files, whose actions are
 * ignored, and CFGAnalyzer's. The start symbol becomes nonterminal 0. TOKENS
 * (may be NULL) says how tokens are spelt, a line each: NAME "text" or
 * NAME /pattern/. docs/grammars.md has the details. LYRE_NO_GRAMMAR if the text
 * is malformed; *ERROR (may be NULL) says where. */
typedef enum { LYRE_GRAMMAR_YACC, LYRE_GRAMMAR_ANALYZER } lyre_grammar_syntax;
typedef struct {
  bool in_tokens; /* the place is in TOKENS */
  uint32_t line, column;
  char text[200];
} lyre_grammar_error;
LYRE_API lyre_grammar lyre_read_grammar (lyre_ctx *, lyre_grammar_syntax,
                                         const char *name, const char *text,
                                         size_t len, const char *tokens,
                                         lyre_grammar_error *error);

/* --------------------------------------------------------------- SMT-LIB */

/* A session executes SMT-LIB commands on a context and writes the answers. */
typedef struct lyre_smt2 lyre_smt2;

/* Reads at most CAP bytes, blocking until there is at least one; 0 at the end
 * of the input. */
typedef size_t (*lyre_read_fn) (void *user, char *buffer, size_t cap);

/* The writer is called once or more per command, then with LEN 0 when the
 * command is done: the time to flush. NULL if there is no memory. */
LYRE_API lyre_smt2 *lyre_smt2_new (lyre_ctx *, lyre_write_fn, void *user);
LYRE_API void lyre_smt2_delete (lyre_smt2 *);
/* What else a session does with commands; modes can be or-ed. */
enum {
  LYRE_SMT2_PARSE = 1,  /* check-sat is read but not run; only errors print */
  LYRE_SMT2_DUMP = 2,   /* the same, and prints the commands back from terms */
  LYRE_SMT2_MODELS = 4, /* prints a model after every sat */
};
LYRE_API void lyre_smt2_set_mode (lyre_smt2 *, unsigned modes);
/* Executes commands until (exit) or the end of the input. May be called again
 * with more input. False after (exit). */
LYRE_API bool lyre_smt2_run (lyre_smt2 *, lyre_read_fn, void *user);
/* How many (error ...) answers were written so far. */
LYRE_API uint64_t lyre_smt2_errors (const lyre_smt2 *);
/* The last answer to a check-sat; LYRE_UNKNOWN before one. */
LYRE_API lyre_result lyre_smt2_last_result (const lyre_smt2 *);
/* Convenience: runs TEXT. */
LYRE_API bool lyre_smt2_run_text (lyre_smt2 *, const char *text, size_t len);

/* ----------------------------------------------------------------- HAMPI */

/* HAMPI's exit codes. */
enum {
  LYRE_HAMPI_SAT = 0,
  LYRE_HAMPI_UNSAT = 1,
  LYRE_HAMPI_ERROR = 2,   /* in the input */
  LYRE_HAMPI_USAGE = 3,   /* of the command; not returned here */
  LYRE_HAMPI_UNKNOWN = 4, /* a limit, or beyond us */
  LYRE_HAMPI_INTERNAL = 5,
};
/* Flags can be or-ed. */
enum {
  LYRE_HAMPI_SMT2 = 1,  /* print the problem in SMT-LIB, do not solve it */
  LYRE_HAMPI_CODES = 2, /* print values as decimal codes */
};
/* Solves a problem in HAMPI's language and writes the answer as HAMPI does:
 * {VAR(v)=...}, UNSAT, ERROR with a place, or UNKNOWN with a reason. Assertions
 * of the context count, too; it has the same ones afterwards. Options and
 * lyre_interrupt hold. docs/hampi.md describes the language. */
LYRE_API int lyre_hampi_run_text (lyre_ctx *, const char *text, size_t len,
                                  unsigned flags, lyre_write_fn, void *user);

#ifdef __cplusplus
}
#endif
#endif
