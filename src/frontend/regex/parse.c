/* The structure of a pattern: sequences, alternatives, quantifiers, groups. */
#include "frontend/regex/parse.h"

/* -------------------------------------------------------------------- text */

bool lyre_pt_accept (lyre_pt_parser *p, const char *text) {
  uint32_t n = 0;
  for (; text[n]; n++)
    if (lyre_pt_peek (p, n) != (unsigned char) text[n])
      return false;
  p->at += n;
  return true;
}

bool lyre_pt_is_one_of (uint32_t c, const char *list) {
  for (; *list; list++)
    if (c == (unsigned char) *list)
      return true;
  return false;
}

int lyre_pt_digit (uint32_t c, int base) {
  int value = -1;
  if (c >= '0' && c <= '9')
    value = (int) (c - '0');
  else if (c < 128 && (c | 32) >= 'a' && (c | 32) <= 'f')
    value = (int) ((c | 32) - 'a') + 10;
  return value < base ? value : -1;
}

lyre_pt_dialect lyre_pt_dialect_of (const lyre_pt_parser *p) {
  return (lyre_pt_dialect){.syntax = p->syntax,
                           .unix_lines = lyre_pt_has (p, LYRE_PT_UNIX_LINES),
                           .unicode = lyre_pt_has (p, LYRE_REGEX_UNICODE),
                           .ignore_case =
                               lyre_pt_has (p, LYRE_REGEX_IGNORE_CASE)};
}

lyre_set lyre_pt_cased (lyre_pt_parser *p, lyre_set s) {
  lyre_fold fold = LYRE_FOLD_ASCII;
  if (!lyre_pt_has (p, LYRE_REGEX_IGNORE_CASE))
    return s;
  if (lyre_pt_has (p, LYRE_REGEX_UNICODE))
    fold = LYRE_FOLD_UNICODE;
  else if (lyre_pt_is (p, LYRE_REGEX_ECMA))
    fold = LYRE_FOLD_UPPER;
  return lyre_set_fold (&p->pt->arena, s, fold);
}

void lyre_pt_skip_blanks (lyre_pt_parser *p) {
  lyre_pt_dialect d = lyre_pt_dialect_of (p);
  if (!lyre_pt_has (p, LYRE_REGEX_EXTENDED) || lyre_pt_is (p, LYRE_REGEX_ECMA))
    return;
  for (;;) {
    uint32_t c = lyre_pt_peek (p, 0);
    if (c == '#')
      while (c != LYRE_PT_END && !lyre_set_has (lyre_pt_line_ends (&d), c))
        c = lyre_pt_peek (p, 0), p->at += c != LYRE_PT_END;
    else if (c == ' ' || (c >= '\t' && c <= '\r'))
      p->at++;
    else
      return;
  }
}

/* ------------------------------------------------------------------ groups */

/* Counts what may be referred to, roughly as the parser sees it. */
static void count_groups (lyre_pt_parser *p) {
  bool in_class = false;
  for (p->at = 0; p->at < p->len; p->at++) {
    uint32_t c = lyre_pt_peek (p, 0), next = lyre_pt_peek (p, 1);
    uint32_t after = lyre_pt_peek (p, 2), then = lyre_pt_peek (p, 3);
    if (c == '\\')
      p->at++;
    else if (c == '[')
      in_class = true;
    else if (c == ']')
      in_class = false;
    if (c != '(' || in_class)
      continue;
    bool named =
        next == '?' && ((after == '<' && then != '=' && then != '!') ||
                        after == '\'' || (after == 'P' && then == '<'));
    p->n_groups += next != '?' || named;
    p->has_names |= named;
  }
  p->at = 0;
}

static void end_alternative (lyre_pt_parser *p) {
  const lyre_pt_frame *f = &lyre_vec_top (&p->frames);
  uint32_t id = lyre_pt_seq (p->pt, f->column, p->items.len - f->items,
                             p->items.data + f->items);
  p->items.len = f->items;
  lyre_vec_push (&p->pt->mem, &p->alts, id);
}

/* The innermost group as one node. */
static uint32_t end_group (lyre_pt_parser *p) {
  end_alternative (p);
  lyre_pt_frame f = lyre_vec_pop (&p->frames);
  uint32_t id = lyre_pt_alt (p->pt, f.column, p->alts.len - f.alts,
                             p->alts.data + f.alts);
  p->alts.len = f.alts;
  p->flags = f.flags;
  if (f.kind == LYRE_PT_GROUP_ATOMIC)
    return lyre_pt_atomic (p->pt, f.column, id);
  if (f.kind == LYRE_PT_GROUP_LOOK)
    return lyre_pt_look (p->pt, f.column, id, f.behind, f.negative);
  return id;
}

/* ------------------------------------------------------------- quantifiers */

typedef struct {
  uint32_t lo, hi;
} counts;

static bool read_count (lyre_pt_parser *p, uint32_t *out) {
  uint32_t most = lyre_pt_is (p, LYRE_REGEX_PCRE) ? 65535 : INT32_MAX;
  uint64_t n = 0;
  uint32_t start = p->at;
  for (; lyre_pt_digit (lyre_pt_peek (p, 0), 10) >= 0; p->at++)
    if (n <= most)
      n = n * 10 + (uint64_t) lyre_pt_digit (lyre_pt_peek (p, 0), 10);
  if (n > most)
    lyre_pt_fail (p->pt, start + 1, "repeat count too large");
  *out = (uint32_t) n;
  return p->at > start;
}

/* {n}, {n,} or {n,m}. False, with nothing read, if it is none of these. */
static bool read_braces (lyre_pt_parser *p, counts *out) {
  uint32_t start = p->at;
  p->at++;
  bool ok = read_count (p, &out->lo);
  out->hi = out->lo;
  if (ok && lyre_pt_accept (p, ",") && !read_count (p, &out->hi))
    out->hi = LYRE_PT_INF;
  if (ok && lyre_pt_accept (p, "}"))
    return true;
  p->at = start;
  return false;
}

/* Versions of PCRE differ on {,n}: text in old ones. */
static void refuse_open_count (lyre_pt_parser *p) {
  uint32_t start = p->at, n;
  if (lyre_pt_accept (p, "{,") && read_count (p, &n) && lyre_pt_accept (p, "}"))
    lyre_pt_fail (p->pt, start + 1, "unsupported: quantifier {,n}");
  p->at = start;
}

static bool read_quantifier (lyre_pt_parser *p, counts *out) {
  uint32_t column = lyre_pt_column (p);
  if (lyre_pt_accept (p, "*"))
    *out = (counts){0, LYRE_PT_INF};
  else if (lyre_pt_accept (p, "+"))
    *out = (counts){1, LYRE_PT_INF};
  else if (lyre_pt_accept (p, "?"))
    *out = (counts){0, 1};
  else if (lyre_pt_peek (p, 0) != '{')
    return false;
  else if (!read_braces (p, out)) {
    if (lyre_pt_is (p, LYRE_REGEX_JAVA) || lyre_pt_ecma_unicode (p))
      lyre_pt_fail (p->pt, column, "malformed quantifier");
    if (lyre_pt_is (p, LYRE_REGEX_PCRE))
      refuse_open_count (p);
    return false;
  }
  if (out->lo > out->hi)
    lyre_pt_fail (p->pt, column, "quantifier out of order");
  return true;
}

/* Passes over what may stand between an item and its quantifier. */
static void skip_nothing (lyre_pt_parser *p) {
  uint32_t before;
  do {
    before = p->at;
    lyre_pt_skip_blanks (p);
    if (lyre_pt_is (p, LYRE_REGEX_PCRE) && !lyre_pt_skip_comment (p) &&
        !lyre_pt_accept (p, "\\E"))
      lyre_pt_accept (p, "\\Q\\E");
  } while (p->at > before);
}

/* The last item, with the quantifier that may follow. */
static void quantify (lyre_pt_parser *p) {
  counts q;
  skip_nothing (p);
  uint32_t column = lyre_pt_column (p), *item = &lyre_vec_top (&p->items);
  if (!read_quantifier (p, &q))
    return;
  *item = lyre_pt_repeat (p->pt, column, *item, q.lo, q.hi);
  if (lyre_pt_is (p, LYRE_REGEX_PCRE))
    skip_nothing (p);
  if (lyre_pt_accept (p, "?")) /* lazy: another order, the same matches */
    return;
  if (!lyre_pt_is (p, LYRE_REGEX_ECMA) && lyre_pt_accept (p, "+"))
    *item = lyre_pt_atomic (p->pt, column, *item);
}

/* ------------------------------------------------------------------- atoms */

static void push_item (lyre_pt_parser *p, uint32_t id) {
  lyre_vec_push (&p->pt->mem, &p->items, id);
}

static void push_char (lyre_pt_parser *p, uint32_t column, uint32_t c) {
  lyre_set s = lyre_pt_cased (p, lyre_set_char (&p->pt->arena, c));
  push_item (p, lyre_pt_set_node (p->pt, column, s));
}

/* After \Q. */
static void read_quote (lyre_pt_parser *p) {
  uint32_t start = p->at;
  while (p->at < p->len && !lyre_pt_accept (p, "\\E")) {
    push_char (p, lyre_pt_column (p), lyre_pt_peek (p, 0));
    p->at++;
  }
  if (p->at > start && p->items.len > lyre_vec_top (&p->frames).items)
    quantify (p);
}

static void read_escape (lyre_pt_parser *p) {
  uint32_t column = lyre_pt_column (p);
  lyre_pt_escape e = lyre_pt_parse_escape (p, false);
  switch (e.kind) {
  case LYRE_PT_ESCAPE_CHAR:
    push_char (p, column, e.c);
    break;
  case LYRE_PT_ESCAPE_SET:
    push_item (p, lyre_pt_set_node (p->pt, column, e.set));
    break;
  case LYRE_PT_ESCAPE_NODE:
    push_item (p, e.node);
    break;
  case LYRE_PT_ESCAPE_QUOTE:
    read_quote (p);
    return;
  default:
    return;
  }
  quantify (p);
}

static uint32_t dot (lyre_pt_parser *p) {
  lyre_pt_dialect d = lyre_pt_dialect_of (p);
  lyre_set s = lyre_set_all;
  if (!lyre_pt_has (p, LYRE_REGEX_DOT_ALL))
    s = lyre_set_comp (&p->pt->arena, lyre_pt_line_ends (&d));
  return lyre_pt_set_node (p->pt, lyre_pt_column (p), s);
}

/* [...], or PCRE's spelling of the start or the end of a word. */
static uint32_t class_node (lyre_pt_parser *p) {
  uint32_t column = lyre_pt_column (p);
  bool pcre = lyre_pt_is (p, LYRE_REGEX_PCRE);
  if (pcre && lyre_pt_accept (p, "[[:<:]]"))
    return lyre_pt_word_start (p, column);
  if (pcre && lyre_pt_accept (p, "[[:>:]]"))
    return lyre_pt_word_end (p, column);
  return lyre_pt_set_node (p->pt, column, lyre_pt_parse_class (p));
}

static void read_class (lyre_pt_parser *p) {
  push_item (p, class_node (p));
  quantify (p);
}

static void read_close (lyre_pt_parser *p) {
  if (p->frames.len == 1)
    lyre_pt_fail (p->pt, lyre_pt_column (p), ") without (");
  push_item (p, end_group (p));
  p->at++;
  quantify (p);
}

/* An atom of one character, which has not been passed yet. */
static void read_single (lyre_pt_parser *p, uint32_t id) {
  push_item (p, id);
  p->at++;
  quantify (p);
}

static void read_literal (lyre_pt_parser *p, uint32_t c) {
  counts q;
  uint32_t column = lyre_pt_column (p);
  bool special = lyre_pt_is_one_of (c, "*+?") ||
                 (lyre_pt_ecma_unicode (p) && lyre_pt_is_one_of (c, "{}]"));
  if (special ||
      (c == '{' && read_quantifier (p, &q) && !lyre_pt_is (p, LYRE_REGEX_JAVA)))
    lyre_pt_fail (p->pt, column, "nothing to repeat");
  if (p->at >= column) /* Java repeats the empty word */
    return;
  push_char (p, column, c);
  p->at++;
  quantify (p);
}

static void read_item (lyre_pt_parser *p) {
  uint32_t c = lyre_pt_peek (p, 0), column = lyre_pt_column (p);
  switch (c) {
  case '\\':
    read_escape (p);
    break;
  case '[':
    read_class (p);
    break;
  case '(':
    lyre_pt_parse_open (p);
    break;
  case ')':
    read_close (p);
    break;
  case '|':
    end_alternative (p);
    p->at++;
    break;
  case '.':
    read_single (p, dot (p));
    break;
  case '^':
    read_single (p, lyre_pt_caret (p, column));
    break;
  case '$':
    read_single (p, lyre_pt_dollar (p, column));
    break;
  default:
    read_literal (p, c);
  }
}

/* ----------------------------------------------------------------- driving */

/* Anything before and after; for each alternative on its own. */
static uint32_t surround (lyre_pt *pt, uint32_t root) {
  uint32_t around = lyre_pt_anything (pt, 0);
  const lyre_pt_node *n = lyre_pt_at (pt, root);
  bool each = n->kind == LYRE_PT_ALT && !n->plain && n->far_left;
  uint32_t count = each ? n->n_kids : 1;
  uint32_t *alts = lyre_arena_array (&pt->arena, uint32_t, count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t kid = each ? lyre_pt_kid (pt, root, i) : root;
    alts[i] = lyre_pt_seq (pt, 0, 3, (uint32_t[]){around, kid, around});
  }
  return lyre_pt_alt (pt, 0, count, alts);
}

static void release (lyre_pt_parser *p) {
  lyre_vec_release (&p->pt->mem, &p->frames);
  lyre_vec_release (&p->pt->mem, &p->items);
  lyre_vec_release (&p->pt->mem, &p->alts);
}

uint32_t lyre_pt_parse (lyre_pt *pt, lyre_regex_syntax syntax, unsigned flags,
                        const uint32_t *text, uint32_t len) {
  lyre_pt_parser p = {
      .pt = pt, .syntax = syntax, .text = text, .len = len, .flags = flags};
  if (syntax == LYRE_REGEX_JAVA && (flags & LYRE_REGEX_UNICODE))
    lyre_pt_fail (pt, 0, "unsupported: flag u of Java");
  count_groups (&p);
  lyre_vec_push (&pt->mem, &p.frames,
                 ((lyre_pt_frame){.flags = flags, .column = 1}));
  for (lyre_pt_skip_blanks (&p); p.at < len; lyre_pt_skip_blanks (&p))
    read_item (&p);
  if (p.frames.len > 1)
    lyre_pt_fail (pt, lyre_vec_top (&p.frames).column, "( without )");
  uint32_t root = end_group (&p);
  release (&p);
  return flags & LYRE_REGEX_SEARCH ? surround (pt, root) : root;
}
