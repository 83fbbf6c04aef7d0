/* What may follow an opening parenthesis. */
#include "frontend/regex/parse.h"

_Noreturn static void unsupported (lyre_pt_parser *p, uint32_t column,
                                   const char *what) {
  lyre_pt_fail (p->pt, column, "unsupported: %s", what);
}

static void open_frame (lyre_pt_parser *p, lyre_pt_frame f) {
  if (p->frames.len >= LYRE_PT_MAX_DEPTH)
    lyre_pt_fail (p->pt, f.column, "groups nested deeper than %u",
                  LYRE_PT_MAX_DEPTH);
  f.items = p->items.len;
  f.alts = p->alts.len;
  f.flags = p->flags;
  lyre_vec_push (&p->pt->mem, &p->frames, f);
}

static void open_kind (lyre_pt_parser *p, uint32_t column, lyre_pt_group kind) {
  open_frame (p, (lyre_pt_frame){.kind = kind, .column = column});
}

static void open_look (lyre_pt_parser *p, uint32_t column, bool behind,
                       bool negative) {
  open_frame (p, (lyre_pt_frame){.kind = LYRE_PT_GROUP_LOOK,
                                 .column = column,
                                 .behind = behind,
                                 .negative = negative});
}

/* A group's name, up to and with the character that ends it. */
static void skip_name (lyre_pt_parser *p, uint32_t column, uint32_t end) {
  uint32_t start = p->at, c;
  while ((c = lyre_pt_peek (p, 0)) != end) {
    bool ok =
        (c | 32) - 'a' < 26 || c - '0' < 10 || c == '_' || c == '$' || c >= 128;
    if (c == LYRE_PT_END || !ok || (c - '0' < 10 && p->at == start))
      lyre_pt_fail (p->pt, column, "bad name of a group");
    p->at++;
  }
  if (p->at == start)
    lyre_pt_fail (p->pt, column, "empty name of a group");
  p->at++;
}

/* ------------------------------------------------------------------- flags */

/* The flag that a letter sets; 0 if there is none. Letters that do not change
 * the language give *HARMLESS. */
static unsigned flag_of (const lyre_pt_parser *p, uint32_t c, bool *harmless) {
  bool java = lyre_pt_is (p, LYRE_REGEX_JAVA);
  *harmless = !java && lyre_pt_is_one_of (c, "JUn");
  switch (c) {
  case 'i':
    return LYRE_REGEX_IGNORE_CASE;
  case 'm':
    return LYRE_REGEX_MULTILINE;
  case 's':
    return LYRE_REGEX_DOT_ALL;
  case 'x':
    return LYRE_REGEX_EXTENDED;
  case 'd':
    return java ? LYRE_PT_UNIX_LINES : 0;
  default:
    return 0;
  }
}

/* (?flags-flags) or (?flags-flags:...), at the first of them. */
static void read_flags (lyre_pt_parser *p, uint32_t column) {
  unsigned flags = p->flags;
  bool off = false, harmless;
  if (lyre_pt_accept (p, "^"))
    flags &= ~(unsigned) (LYRE_REGEX_IGNORE_CASE | LYRE_REGEX_MULTILINE |
                          LYRE_REGEX_DOT_ALL | LYRE_REGEX_EXTENDED |
                          LYRE_PT_EXTENDED_MORE);
  for (;; p->at++) {
    uint32_t c = lyre_pt_peek (p, 0);
    unsigned flag = flag_of (p, c, &harmless);
    if (c == ':' || c == ')')
      break;
    if (c == '-' && !off)
      off = true;
    else if (!flag && !harmless && (c | 32) - 'a' < 26)
      lyre_pt_fail (p->pt, column, "unsupported: flag (?%c)", (char) c);
    else if (!flag && !harmless)
      lyre_pt_fail (p->pt, column, "unknown kind of group");
    if (c == 'x' && (off || lyre_pt_peek (p, 1) == 'x'))
      flag |= LYRE_PT_EXTENDED_MORE;
    flags = off ? flags & ~flag : flags | flag;
  }
  if (lyre_pt_peek (p, 0) == ':')
    open_kind (p, column, LYRE_PT_GROUP_PLAIN);
  p->at++;
  p->flags = flags;
}

/* ------------------------------------------------------------------- kinds */

bool lyre_pt_skip_comment (lyre_pt_parser *p) {
  uint32_t column = lyre_pt_column (p);
  if (!lyre_pt_accept (p, "(?#"))
    return false;
  while (lyre_pt_peek (p, 0) != ')') {
    if (lyre_pt_peek (p, 0) == LYRE_PT_END)
      lyre_pt_fail (p->pt, column, "comment without )");
    p->at++;
  }
  p->at++;
  return true;
}

/* After (?, what only PCRE has. */
static bool pcre_group (lyre_pt_parser *p, uint32_t column) {
  uint32_t c = lyre_pt_peek (p, 0), next = lyre_pt_peek (p, 1);
  if (lyre_pt_accept (p, "P<")) {
    skip_name (p, column, '>');
    open_kind (p, column, LYRE_PT_GROUP_PLAIN);
  } else if (lyre_pt_accept (p, "'")) {
    skip_name (p, column, '\'');
    open_kind (p, column, LYRE_PT_GROUP_PLAIN);
  } else if (lyre_pt_accept (p, "|")) {
    open_kind (p, column, LYRE_PT_GROUP_PLAIN);
  } else if (c == 'P' && next == '=') {
    unsupported (p, column, "back-reference");
  } else if (lyre_pt_is_one_of (c, "R&+0123456789") ||
             (c == 'P' && next == '>') || (c == '-' && next - '0' < 10)) {
    unsupported (p, column, "recursion");
  } else if (c == '(') {
    unsupported (p, column, "condition");
  } else if (c == 'C') {
    unsupported (p, column, "callout");
  } else {
    return false;
  }
  return true;
}

/* After (?, what all have. */
static bool common_group (lyre_pt_parser *p, uint32_t column) {
  if (lyre_pt_accept (p, ":"))
    open_kind (p, column, LYRE_PT_GROUP_PLAIN);
  else if (lyre_pt_accept (p, "="))
    open_look (p, column, false, false);
  else if (lyre_pt_accept (p, "!"))
    open_look (p, column, false, true);
  else if (lyre_pt_accept (p, "<="))
    open_look (p, column, true, false);
  else if (lyre_pt_accept (p, "<!"))
    open_look (p, column, true, true);
  else if (lyre_pt_accept (p, "<")) {
    skip_name (p, column, '>');
    open_kind (p, column, LYRE_PT_GROUP_PLAIN);
  } else
    return false;
  return true;
}

void lyre_pt_parse_open (lyre_pt_parser *p) {
  uint32_t column = lyre_pt_column (p);
  bool pcre = lyre_pt_is (p, LYRE_REGEX_PCRE);
  if (pcre && lyre_pt_skip_comment (p))
    return;
  p->at++;
  if (pcre && lyre_pt_peek (p, 0) == '*')
    unsupported (p, column, "verb (*...)");
  if (!lyre_pt_accept (p, "?")) {
    open_kind (p, column, LYRE_PT_GROUP_PLAIN);
    return;
  }
  if (common_group (p, column) || (pcre && pcre_group (p, column)))
    return;
  if (lyre_pt_is (p, LYRE_REGEX_ECMA))
    lyre_pt_fail (p->pt, column, "unknown kind of group");
  if (lyre_pt_accept (p, ">"))
    open_kind (p, column, LYRE_PT_GROUP_ATOMIC);
  else
    read_flags (p, column);
}
