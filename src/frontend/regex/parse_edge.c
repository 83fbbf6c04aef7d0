/* Anchors, word boundaries and \R, as each dialect defines them. */
#include "frontend/regex/parse.h"

static const lyre_pt_case anywhere = {
    .left = {1, &(const lyre_span){0, LYRE_PT_CHAR_MAX}},
    .right = {1, &(const lyre_span){0, LYRE_PT_CHAR_MAX}},
    .begin = true,
    .end = true};

uint32_t lyre_pt_string_start (lyre_pt_parser *p, uint32_t column) {
  lyre_pt_edge e = {1, {anywhere}};
  e.at[0].left = lyre_set_none;
  return lyre_pt_edge_node (p->pt, column, &e);
}

uint32_t lyre_pt_string_end (lyre_pt_parser *p, uint32_t column) {
  lyre_pt_edge e = {1, {anywhere}};
  e.at[0].right = lyre_set_none;
  return lyre_pt_edge_node (p->pt, column, &e);
}

static lyre_set line_ends (const lyre_pt_parser *p) {
  lyre_pt_dialect d = lyre_pt_dialect_of (p);
  return lyre_pt_line_ends (&d);
}

static lyre_set without (lyre_pt_parser *p, lyre_set s, uint32_t c) {
  lyre_arena *arena = &p->pt->arena;
  return lyre_set_inter (arena, s,
                         lyre_set_comp (arena, lyre_set_char (arena, c)));
}

/* In Java \r\n is one line end, and there is no place inside it. */
static bool has_pairs (const lyre_pt_parser *p) {
  return lyre_pt_is (p, LYRE_REGEX_JAVA) &&
         !lyre_pt_has (p, LYRE_PT_UNIX_LINES);
}

/* The start of a line: not after a line end that ends the string, except in
 * ECMAScript; in Java not even in the empty string. */
static uint32_t line_start (lyre_pt_parser *p, uint32_t column) {
  lyre_pt_edge e = {2, {anywhere, anywhere, anywhere}};
  bool ecma = lyre_pt_is (p, LYRE_REGEX_ECMA);
  e.at[0].left = lyre_set_none;
  e.at[0].end = !lyre_pt_is (p, LYRE_REGEX_JAVA);
  e.at[1].begin = false;
  e.at[1].left = line_ends (p);
  e.at[1].end = ecma;
  if (has_pairs (p)) {
    e.at[e.n] = e.at[1];
    e.at[1].left = without (p, e.at[1].left, '\r');
    e.at[e.n].left = lyre_set_char (&p->pt->arena, '\r');
    e.at[e.n++].right = without (p, lyre_set_all, '\n');
  }
  return lyre_pt_edge_node (p->pt, column, &e);
}

uint32_t lyre_pt_caret (lyre_pt_parser *p, uint32_t column) {
  return lyre_pt_has (p, LYRE_REGEX_MULTILINE)
             ? line_start (p, column)
             : lyre_pt_string_start (p, column);
}

static uint32_t line_end (lyre_pt_parser *p, uint32_t column) {
  lyre_pt_edge e = {1, {anywhere, anywhere}};
  e.at[0].right = line_ends (p);
  if (has_pairs (p)) {
    e.at[e.n] = e.at[0];
    e.at[0].right = without (p, e.at[0].right, '\n');
    e.at[e.n].end = false;
    e.at[e.n].right = lyre_set_char (&p->pt->arena, '\n');
    e.at[e.n++].left = without (p, lyre_set_all, '\r');
  }
  return lyre_pt_edge_node (p->pt, column, &e);
}

/* At the end, or before a line end that ends the string. */
uint32_t lyre_pt_last_line_end (lyre_pt_parser *p, uint32_t column) {
  lyre_pt *pt = p->pt;
  lyre_pt_edge e = {1, {anywhere, anywhere}};
  lyre_term ends = lyre_pt_chars (pt, line_ends (p));
  if (has_pairs (p)) {
    uint32_t pair[] = {'\r', '\n'};
    lyre_set others = without (p, line_ends (p), '\n');
    ends = lyre_pt_union (pt, lyre_pt_chars (pt, others),
                          lyre_pt_word (pt, pair, 2));
    e.at[1].left = without (p, lyre_set_all, '\r');
    e.at[1].rest = lyre_pt_word (pt, pair + 1, 1);
    e.n = 2;
  }
  e.at[0].rest = lyre_pt_union (pt, pt->epsilon, ends);
  return lyre_pt_edge_node (pt, column, &e);
}

uint32_t lyre_pt_dollar (lyre_pt_parser *p, uint32_t column) {
  if (lyre_pt_has (p, LYRE_REGEX_MULTILINE))
    return line_end (p, column);
  if (lyre_pt_is (p, LYRE_REGEX_ECMA) || lyre_pt_has (p, LYRE_REGEX_DOLLAR_END))
    return lyre_pt_string_end (p, column);
  return lyre_pt_last_line_end (p, column);
}

/* Where a word starts and where it ends. */
static void word_edges (lyre_pt_parser *p, lyre_pt_case *start,
                        lyre_pt_case *stop) {
  lyre_pt_dialect d = lyre_pt_dialect_of (p);
  lyre_set word = lyre_pt_words (p->pt, &d);
  lyre_set other = lyre_set_comp (&p->pt->arena, word);
  *start = (lyre_pt_case){.left = other, .begin = true, .right = word};
  *stop = (lyre_pt_case){.left = word, .right = other, .end = true};
}

uint32_t lyre_pt_word_start (lyre_pt_parser *p, uint32_t column) {
  lyre_pt_edge e = {.n = 1};
  lyre_pt_case stop;
  word_edges (p, &e.at[0], &stop);
  return lyre_pt_edge_node (p->pt, column, &e);
}

uint32_t lyre_pt_word_end (lyre_pt_parser *p, uint32_t column) {
  lyre_pt_edge e = {.n = 1};
  lyre_pt_case start;
  word_edges (p, &start, &e.at[0]);
  return lyre_pt_edge_node (p->pt, column, &e);
}

uint32_t lyre_pt_boundary (lyre_pt_parser *p, uint32_t column, bool negative) {
  lyre_pt_case start, stop;
  word_edges (p, &start, &stop);
  lyre_pt_case inside = {.left = stop.left, .right = start.right};
  lyre_pt_case outside = {start.left, stop.right, true, true, {0}};
  lyre_pt_edge e = {2, {start, stop}};
  if (negative)
    e = (lyre_pt_edge){2, {inside, outside}};
  return lyre_pt_edge_node (p->pt, column, &e);
}

/* PCRE never takes \r alone where \n follows; Java may. */
uint32_t lyre_pt_line_break (lyre_pt_parser *p, uint32_t column) {
  lyre_pt *pt = p->pt;
  lyre_set cr = lyre_set_char (&pt->arena, '\r');
  lyre_set lf = lyre_set_char (&pt->arena, '\n');
  uint32_t feed = lyre_pt_set_node (pt, column, lf);
  uint32_t pair[] = {lyre_pt_set_node (pt, column, cr), feed};
  uint32_t alone[] = {pair[0], lyre_pt_look (pt, column, feed, false, true)};
  lyre_set others = without (p, lyre_pt_vertical (), '\r');
  uint32_t choices[] = {lyre_pt_plain_seq (pt, column, 2, pair),
                        lyre_pt_set_node (pt, column, others),
                        lyre_pt_is (p, LYRE_REGEX_JAVA)
                            ? pair[0]
                            : lyre_pt_seq (pt, column, 2, alone)};
  return lyre_pt_alt (pt, column, 3, choices);
}
