/* [...]: ranges, negation, POSIX names, and Java's nesting and &&. */
#include "frontend/regex/parse.h"

/* An open bracket; Java's may be inside each other. */
typedef struct {
  bool negative, has_left, seen; /* seen: something after the bracket or && */
  lyre_set sum;                  /* what has been read since then */
  lyre_set left;                 /* the intersection of what is before && */
  uint32_t column;
} bracket;

typedef struct {
  lyre_pt_parser *p;
  lyre_vec (bracket) open;
  bool quoted; /* between \Q and \E */
} reader;

static bracket *top (reader *r) {
  return &lyre_vec_top (&r->open);
}

static void add (reader *r, lyre_set s) {
  bracket *b = top (r);
  b->sum = lyre_set_union (&r->p->pt->arena, b->sum, s);
  b->seen = true;
}

static void add_span (reader *r, uint32_t lo, uint32_t hi) {
  lyre_span span = {lo, hi};
  add (r, lyre_pt_cased (r->p, lyre_set_make (&r->p->pt->arena, 1, &span)));
}

static void open_bracket (reader *r) {
  bracket b = {.column = lyre_pt_column (r->p)};
  if (r->open.len >= LYRE_PT_MAX_DEPTH)
    lyre_pt_fail (r->p->pt, b.column, "classes nested too deep");
  r->p->at++;
  b.negative = lyre_pt_accept (r->p, "^");
  lyre_vec_push (&r->p->pt->mem, &r->open, b);
}

static lyre_set finish (reader *r) {
  lyre_arena *arena = &r->p->pt->arena;
  bracket b = lyre_vec_pop (&r->open);
  if (b.has_left && !b.seen)
    lyre_pt_fail (r->p->pt, b.column,
                  "unsupported: && with nothing after it in a class");
  lyre_set s = b.has_left ? lyre_set_inter (arena, b.left, b.sum) : b.sum;
  return b.negative ? lyre_set_comp (arena, s) : s;
}

/* && : what has been read is one side. */
static void intersect (reader *r) {
  bracket *b = top (r);
  if (!b->seen || lyre_pt_peek (r->p, 2) == '&')
    lyre_pt_fail (r->p->pt, lyre_pt_column (r->p),
                  "unsupported: && with nothing before it, or &&&, in a class");
  b->left =
      b->has_left ? lyre_set_inter (&r->p->pt->arena, b->left, b->sum) : b->sum;
  b->has_left = true;
  b->sum = lyre_set_none;
  b->seen = false;
  r->p->at += 2;
}

/* ------------------------------------------------------------------- POSIX */

/* How many characters of [:name:] stand here; 0 if it is none. */
static uint32_t posix_length (const lyre_pt_parser *p) {
  uint32_t mark = lyre_pt_peek (p, 1), i = 2;
  if (lyre_pt_peek (p, 0) != '[' || !lyre_pt_is_one_of (mark, ":.="))
    return 0;
  for (uint32_t c; (c = lyre_pt_peek (p, i)) != LYRE_PT_END; i++) {
    if (c == mark && lyre_pt_peek (p, i + 1) == ']')
      return i + 2;
    if (c == ']' || c == '\\' || c == '[')
      return 0;
  }
  return 0;
}

static void read_posix (reader *r, uint32_t len) {
  lyre_pt_parser *p = r->p;
  char name[16];
  uint32_t from = 2, n = 0, column = lyre_pt_column (p);
  bool negative = lyre_pt_peek (p, 2) == '^';
  lyre_set s;
  for (from += negative; from + 2 < len && n + 1 < sizeof name; from++)
    name[n++] = (char) lyre_pt_peek (p, from);
  name[n] = 0;
  if (lyre_pt_peek (p, 1) != ':')
    lyre_pt_fail (p->pt, column, "unsupported: collating element in a class");
  if (!lyre_pt_posix_class (name, &s))
    lyre_pt_fail (p->pt, column, "unknown class [:%s:]", name);
  s = lyre_pt_cased (p, s);
  add (r, negative ? lyre_set_comp (&p->pt->arena, s) : s);
  p->at += len;
}

/* ------------------------------------------------------------------ ranges */

/* One character or an escape; false, with *S, if it is a set of them. */
static bool read_element (reader *r, uint32_t *c, lyre_set *s) {
  lyre_pt_parser *p = r->p;
  *c = lyre_pt_peek (p, 0);
  if (*c != '\\' || r->quoted) {
    p->at++;
    return true;
  }
  lyre_pt_escape e = lyre_pt_parse_escape (p, true);
  *c = e.c;
  *s = e.set;
  return e.kind == LYRE_PT_ESCAPE_CHAR;
}

/* Does a range go on here? */
static bool at_range (const reader *r) {
  uint32_t next = lyre_pt_peek (r->p, 1);
  if (r->quoted || lyre_pt_peek (r->p, 0) != '-' || next == ']')
    return false;
  return !(next == '[' && (lyre_pt_is (r->p, LYRE_REGEX_JAVA) ||
                           lyre_pt_peek (r->p, 2) == ':'));
}

/* A set where a character should be: the minus is literal then, except where
 * that is an error. */
static void literal_minus (reader *r, uint32_t column) {
  if (lyre_pt_is (r->p, LYRE_REGEX_JAVA) || lyre_pt_ecma_unicode (r->p))
    lyre_pt_fail (r->p->pt, column, "a class as the end of a range");
  add_span (r, '-', '-');
}

static void read_range (reader *r, uint32_t lo, uint32_t column) {
  uint32_t hi;
  lyre_set s;
  r->p->at++;
  if (lyre_pt_peek (r->p, 0) == LYRE_PT_END)
    return;
  if (!read_element (r, &hi, &s)) {
    literal_minus (r, column);
    add_span (r, lo, lo);
    add (r, s);
  } else if (hi < lo) {
    lyre_pt_fail (r->p->pt, column, "range out of order in a class");
  } else {
    add_span (r, lo, hi);
  }
}

static void read_item (reader *r) {
  uint32_t c, column = lyre_pt_column (r->p);
  lyre_set s;
  if (!read_element (r, &c, &s)) {
    add (r, s);
    if (lyre_pt_ecma_unicode (r->p) && at_range (r))
      literal_minus (r, column);
  } else if (at_range (r)) {
    read_range (r, c, column);
  } else {
    add_span (r, c, c);
  }
}

/* ----------------------------------------------------------------- driving */

/* Blanks that mean nothing inside classes. */
static bool skip_blanks (reader *r) {
  lyre_pt_parser *p = r->p;
  uint32_t before = p->at;
  if (lyre_pt_is (p, LYRE_REGEX_JAVA))
    lyre_pt_skip_blanks (p);
  else if (lyre_pt_has (p, LYRE_PT_EXTENDED_MORE) &&
           lyre_pt_is_one_of (lyre_pt_peek (p, 0), " \t"))
    p->at++;
  return p->at > before;
}

static bool read_quote (reader *r) {
  if (lyre_pt_is (r->p, LYRE_REGEX_ECMA))
    return false;
  if (lyre_pt_accept (r->p, r->quoted ? "\\E" : "\\Q")) {
    r->quoted = !r->quoted;
    return true;
  }
  return lyre_pt_is (r->p, LYRE_REGEX_PCRE) && lyre_pt_accept (r->p, "\\E");
}

/* A bracket that closes; the first one in a class is literal, but not in
 * ECMAScript. */
static bool closes (reader *r) {
  return lyre_pt_peek (r->p, 0) == ']' && (top (r)->seen || top (r)->has_left ||
                                           lyre_pt_is (r->p, LYRE_REGEX_ECMA));
}

/* One step inside the innermost bracket. True when the outermost closes, with
 * the class in *OUT. */
static bool step (reader *r, lyre_set *out) {
  lyre_pt_parser *p = r->p;
  bool java = lyre_pt_is (p, LYRE_REGEX_JAVA);
  uint32_t c = lyre_pt_peek (p, 0), posix;
  if (c == LYRE_PT_END)
    lyre_pt_fail (p->pt, r->open.data[0].column, "[ without ]");
  if (read_quote (r) || (!r->quoted && skip_blanks (r)))
    return false;
  bool plain = !r->quoted;
  if (plain && closes (r)) {
    p->at++;
    *out = finish (r);
    if (!r->open.len)
      return true;
    add (r, *out);
  } else if (plain && java && c == '[') {
    open_bracket (r);
  } else if (plain && java && c == '&' && lyre_pt_peek (p, 1) == '&') {
    intersect (r);
  } else if (plain && lyre_pt_is (p, LYRE_REGEX_PCRE) &&
             (posix = posix_length (p))) {
    read_posix (r, posix);
  } else {
    read_item (r);
  }
  return false;
}

lyre_set lyre_pt_parse_class (lyre_pt_parser *p) {
  reader r = {.p = p};
  lyre_set s;
  open_bracket (&r);
  while (!step (&r, &s))
    ;
  lyre_vec_release (&p->pt->mem, &r.open);
  return s;
}
