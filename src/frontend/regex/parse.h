/* What the parser's files share: the text, the flags in force, and stacks in
 * place of recursion. A parsing function starts at the first character of what
 * it reads and leaves the place behind the last. */
#ifndef LYRE_FRONTEND_REGEX_PARSE_H
#define LYRE_FRONTEND_REGEX_PARSE_H

#include "frontend/regex/pattern.h"

/* Flags that only a pattern itself can set. */
enum {
  LYRE_PT_UNIX_LINES = 1 << 16,    /* d of Java */
  LYRE_PT_EXTENDED_MORE = 1 << 17, /* xx of PCRE: blanks in classes, too */
};

#define LYRE_PT_END UINT32_MAX /* what stands behind the text */

typedef enum {
  LYRE_PT_GROUP_PLAIN,
  LYRE_PT_GROUP_ATOMIC,
  LYRE_PT_GROUP_LOOK,
} lyre_pt_group;

/* An open group; frame 0 is the pattern. */
typedef struct {
  lyre_pt_group kind;
  bool behind, negative; /* LOOK */
  unsigned flags;        /* in force outside */
  uint32_t items, alts;  /* where its own start */
  uint32_t column;
} lyre_pt_frame;

typedef struct {
  lyre_pt *pt;
  lyre_regex_syntax syntax;
  const uint32_t *text;
  uint32_t len, at;
  unsigned flags;
  uint32_t n_groups; /* capturing, in the whole text */
  bool has_names;    /* some of them have names */
  lyre_vec (lyre_pt_frame) frames;
  lyre_u32s items; /* of the open sequences */
  lyre_u32s alts;  /* finished alternatives of the open groups */
} lyre_pt_parser;

/* ------------------------------------------------------------------- text */

static inline uint32_t lyre_pt_peek (const lyre_pt_parser *p, uint32_t k) {
  return k < p->len - p->at ? p->text[p->at + k] : LYRE_PT_END;
}
static inline uint32_t lyre_pt_column (const lyre_pt_parser *p) {
  return p->at + 1;
}
/* Passes over this ASCII text, if it stands here. */
bool lyre_pt_accept (lyre_pt_parser *, const char *);
/* Is C one of these ASCII characters? */
bool lyre_pt_is_one_of (uint32_t c, const char *);
int lyre_pt_digit (uint32_t c, int base); /* its value, or -1 */
/* Passes over blanks and comments where the flag x allows them. */
void lyre_pt_skip_blanks (lyre_pt_parser *);

static inline bool lyre_pt_has (const lyre_pt_parser *p, unsigned flag) {
  return p->flags & flag;
}
static inline bool lyre_pt_is (const lyre_pt_parser *p, lyre_regex_syntax s) {
  return p->syntax == s;
}
static inline bool lyre_pt_ecma_unicode (const lyre_pt_parser *p) {
  return p->syntax == LYRE_REGEX_ECMA && (p->flags & LYRE_REGEX_UNICODE);
}
lyre_pt_dialect lyre_pt_dialect_of (const lyre_pt_parser *);
/* S, with all cases if they are ignored. */
lyre_set lyre_pt_cased (lyre_pt_parser *, lyre_set);

/* ---------------------------------------------------------------- escapes */

typedef enum {
  LYRE_PT_ESCAPE_CHAR,
  LYRE_PT_ESCAPE_SET,
  LYRE_PT_ESCAPE_NODE,  /* an assertion or \R; not in classes */
  LYRE_PT_ESCAPE_QUOTE, /* \Q: all is literal up to \E */
  LYRE_PT_ESCAPE_NOTHING,
} lyre_pt_escape_kind;

typedef struct {
  lyre_pt_escape_kind kind;
  uint32_t c, node;
  lyre_set set;
} lyre_pt_escape;

/* At the backslash. */
lyre_pt_escape lyre_pt_parse_escape (lyre_pt_parser *, bool in_class);

/* --------------------------------------------------- classes, groups, edges */

/* At the bracket. */
lyre_set lyre_pt_parse_class (lyre_pt_parser *);
/* At the parenthesis: opens a frame, sets flags, or passes over a comment. */
void lyre_pt_parse_open (lyre_pt_parser *);
/* Passes over (?#...), if it stands here. */
bool lyre_pt_skip_comment (lyre_pt_parser *);

uint32_t lyre_pt_caret (lyre_pt_parser *, uint32_t column);
uint32_t lyre_pt_dollar (lyre_pt_parser *, uint32_t column);
uint32_t lyre_pt_string_start (lyre_pt_parser *, uint32_t column);  /* \A */
uint32_t lyre_pt_string_end (lyre_pt_parser *, uint32_t column);    /* \z */
uint32_t lyre_pt_last_line_end (lyre_pt_parser *, uint32_t column); /* \Z */
uint32_t lyre_pt_boundary (lyre_pt_parser *, uint32_t column, bool negative);
uint32_t lyre_pt_word_start (lyre_pt_parser *, uint32_t column); /* [[:<:]] */
uint32_t lyre_pt_word_end (lyre_pt_parser *, uint32_t column);   /* [[:>:]] */
uint32_t lyre_pt_line_break (lyre_pt_parser *, uint32_t column); /* \R */

#endif
