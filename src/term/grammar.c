#include "term/grammar.h"

#include <stdio.h>
#include <string.h>

#include "term/print.h"

uint32_t lyre_grammar_make (lyre_terms *ts, const char *name) {
  lyre_mem *mem = &ts->env->mem;
  lyre_vec_reserve (mem, &ts->grammars, (uint64_t) ts->grammars.len + 1);
  lyre_grammar_entry *g = lyre_arena_new (&ts->arena, lyre_grammar_entry);
  memset (g, 0, sizeof *g);
  g->name = lyre_arena_text (&ts->arena, name, strlen (name));
  lyre_cfg_init (&g->rules, mem);
  ts->grammars.data[ts->grammars.len++] = g;
  return ts->grammars.len - 1;
}

lyre_grammar_entry *lyre_grammar_of (const lyre_terms *ts, uint32_t id) {
  LYRE_ASSERT (id && id < ts->grammars.len);
  return ts->grammars.data[id];
}

void lyre_grammars_release (lyre_terms *ts) {
  lyre_mem *mem = &ts->env->mem;
  for (uint32_t i = 1; i < ts->grammars.len; i++) {
    lyre_grammar_entry *g = ts->grammars.data[i];
    lyre_cfg_release (&g->rules);
    lyre_vec_release (mem, &g->names);
    lyre_text_map_release (mem, &g->ids);
  }
  lyre_vec_release (mem, &ts->grammars);
}

static uint32_t add_symbol (lyre_terms *ts, lyre_grammar_entry *g,
                            const char *name) {
  lyre_mem *mem = &ts->env->mem;
  const char *copy = lyre_arena_text (&ts->arena, name, strlen (name));
  while (g->names.len < g->rules.n) /* those that repetitions have added */
    lyre_vec_push (mem, &g->names, "");
  lyre_vec_push (mem, &g->names, copy);
  return lyre_cfg_add (&g->rules);
}

uint32_t lyre_grammar_add_symbol (lyre_terms *ts, uint32_t id,
                                  const char *name) {
  lyre_grammar_entry *g = lyre_grammar_of (ts, id);
  if (!name)
    return add_symbol (ts, g, "");
  uint32_t *slot =
      lyre_text_map_at (&ts->env->mem, &g->ids, name, strlen (name));
  if (!*slot)
    *slot = add_symbol (ts, g, name) + 1;
  return *slot - 1;
}

/* ----------------------------------------------------------------- printing */

typedef struct {
  lyre_terms *ts;
  lyre_grammar_entry *g;
  lyre_write_fn write;
  void *user;
} printer;

static void put (printer *p, const char *text) {
  p->write (p->user, text, strlen (text));
}

/* Names of their own for those without one. */
static void name_all (printer *p) {
  lyre_grammar_entry *g = p->g;
  uint32_t number = 0;
  for (uint32_t a = 0; a < g->rules.n; a++) {
    char name[32];
    if (a < g->names.len && *g->names.data[a])
      continue;
    do
      snprintf (name, sizeof name, "_%u", ++number);
    while (lyre_text_map_find (&g->ids, name, strlen (name)));
    while (g->names.len <= a)
      lyre_vec_push (&p->ts->env->mem, &g->names, "");
    g->names.data[a] = lyre_arena_text (&p->ts->arena, name, strlen (name));
    *lyre_text_map_at (&p->ts->env->mem, &g->ids, name, strlen (name)) = a + 1;
  }
}

static void put_string (printer *p, uint32_t n, const uint32_t *chars) {
  lyre_arena *scratch = &p->ts->env->scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  lyre_print_string (lyre_str_from_wide (scratch, chars, n), p->write, p->user);
  lyre_arena_cut (scratch, mark);
}

static void put_interval (printer *p, lyre_interval i) {
  if (i.lo == i.hi) {
    put_string (p, 1, &i.lo);
    return;
  }
  put (p, "(re.range ");
  put_string (p, 1, &i.lo);
  put (p, " ");
  put_string (p, 1, &i.hi);
  put (p, ")");
}

static void put_set (printer *p, lyre_charset s) {
  if (!s.n) {
    put (p, "re.none");
    return;
  }
  put (p, s.n > 1 ? "(re.union" : "");
  for (uint32_t i = 0; i < s.n; i++) {
    put (p, s.n > 1 ? " " : "");
    put_interval (p, s.at[i]);
  }
  put (p, s.n > 1 ? ")" : "");
}

/* How many symbols from S on are single characters. */
static uint32_t literal_length (printer *p, uint32_t n, const lyre_cfg_sym *s) {
  uint32_t k = 0;
  for (; k < n && lyre_cfg_is_chars (s[k]); k++) {
    lyre_charset set = lyre_cfg_chars_of (&p->g->rules, s[k]);
    if (set.n != 1 || set.at[0].lo != set.at[0].hi)
      break;
  }
  return k;
}

static void put_literal (printer *p, uint32_t n, const lyre_cfg_sym *s) {
  lyre_arena *scratch = &p->ts->env->scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  uint32_t *chars = lyre_arena_array (scratch, uint32_t, n);
  for (uint32_t i = 0; i < n; i++)
    chars[i] = lyre_cfg_chars_of (&p->g->rules, s[i]).at[0].lo;
  put_string (p, n, chars);
  lyre_arena_cut (scratch, mark);
}

/* One part of a right-hand side; the number of symbols that it covers. */
static uint32_t put_part (printer *p, uint32_t n, const lyre_cfg_sym *s) {
  uint32_t k = literal_length (p, n, s);
  if (k) {
    put_literal (p, k, s);
    return k;
  }
  if (lyre_cfg_is_chars (s[0]))
    put_set (p, lyre_cfg_chars_of (&p->g->rules, s[0]));
  else
    lyre_print_symbol (p->g->names.data[s[0]], p->write, p->user);
  return 1;
}

static void put_rule (printer *p, uint32_t n, const lyre_cfg_sym *s) {
  uint32_t k = n ? literal_length (p, n, s) : 0;
  bool single = k == n || n == 1;
  put (p, n ? single ? " " : " (re.++" : " \"\"");
  for (uint32_t i = 0; i < n;) {
    put (p, single ? "" : " ");
    i += put_part (p, n - i, s + i);
  }
  put (p, single ? "" : ")");
}

/* Rules by left-hand side, in their order: chains from FIRST by NEXT, plus
 * one. */
typedef struct {
  uint32_t *first, *next;
} chains;

static void chains_init (chains *c, lyre_mem *mem, const lyre_cfg *g) {
  size_t n = (size_t) g->n + g->rules.len + 1;
  c->first = lyre_alloc (mem, lyre_mul_size (mem, n, sizeof *c->first));
  c->next = c->first + g->n;
  memset (c->first, 0, n * sizeof *c->first);
  for (uint32_t i = g->rules.len; i-- > 0;) {
    uint32_t *head = &c->first[g->rules.data[i].lhs];
    c->next[i] = *head;
    *head = i + 1;
  }
}

void lyre_grammar_print (lyre_terms *ts, uint32_t id, lyre_write_fn write,
                         void *user) {
  printer p = {ts, lyre_grammar_of (ts, id), write, user};
  const lyre_cfg *g = &p.g->rules;
  chains c;
  name_all (&p);
  chains_init (&c, &ts->env->mem, g);
  put (&p, "(declare-grammar ");
  lyre_print_symbol (p.g->name, write, user);
  put (&p, "\n  (");
  for (uint32_t a = 0; a < g->n; a++) {
    put (&p, a ? "\n   (" : "(");
    lyre_print_symbol (p.g->names.data[a], write, user);
    for (uint32_t i = c.first[a]; i; i = c.next[i - 1]) {
      lyre_cfg_rule_at r = g->rules.data[i - 1];
      put_rule (&p, r.n, g->symbols.data + r.first);
    }
    put (&p, ")");
  }
  put (&p, "))\n");
  lyre_free (&ts->env->mem, c.first);
}

/* -------------------------------------------------------------------- HAMPI */

/* Names of HAMPI have letters, digits, underscores and dots; others become
 * their codes. A keyword gets a dot. */
static void put_hampi_name (printer *p, const char *name) {
  static const char *const words[] = {
      "var", "val",    "cfg",    "reg", "assert", "in",  "contains",
      "not", "equals", "concat", "or",  "star",   "fix", "query"};
  bool only_digits = true;
  for (const char *s = name; *s; s++) {
    char text[16];
    bool digit = *s >= '0' && *s <= '9';
    bool fits = digit || (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') ||
                *s == '_' || *s == '.';
    only_digits = only_digits && digit;
    snprintf (text, sizeof text, fits ? "%c" : ".%d.", (unsigned char) *s);
    put (p, text);
  }
  bool keyword = only_digits;
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    keyword = keyword || !strcmp (words[i], name);
  put (p, keyword ? "." : "");
}

static void put_hampi_char (printer *p, uint32_t c) {
  char text[8];
  bool plain = c >= ' ' && c < 127 && c != '"' && c != '\\';
  snprintf (text, sizeof text, plain ? "\"%c\"" : "\\%03u", c);
  put (p, text);
}

static void put_hampi_set (printer *p, lyre_charset s) {
  char text[32];
  lyre_interval i = s.at[0];
  if (i.lo == i.hi) {
    put_hampi_char (p, i.lo);
    return;
  }
  snprintf (text, sizeof text, "[\\%03u-\\%03u]", i.lo, i.hi);
  put (p, text);
}

static bool fits_hampi (const lyre_cfg *g) {
  for (uint32_t i = 0; i < g->sets.len; i++) {
    lyre_charset s = g->sets.data[i];
    if (s.n > 1 || (s.n && s.at[0].hi > 255))
      return false;
  }
  return true;
}

/* A right-hand side with an empty set has no words, and is left out. */
static bool is_useless (const lyre_cfg *g, lyre_cfg_rule_at r) {
  for (uint32_t i = 0; i < r.n; i++) {
    lyre_cfg_sym s = g->symbols.data[r.first + i];
    if (lyre_cfg_is_chars (s) && !lyre_cfg_chars_of (g, s).n)
      return true;
  }
  return false;
}

static void put_hampi_rule (printer *p, lyre_cfg_rule_at r) {
  const lyre_cfg *g = &p->g->rules;
  for (uint32_t i = 0; i < r.n; i++) {
    lyre_cfg_sym s = g->symbols.data[r.first + i];
    put (p, " ");
    if (lyre_cfg_is_chars (s))
      put_hampi_set (p, lyre_cfg_chars_of (g, s));
    else
      put_hampi_name (p, p->g->names.data[s]);
  }
}

bool lyre_grammar_print_hampi (lyre_terms *ts, uint32_t id, lyre_write_fn write,
                               void *user) {
  printer p = {ts, lyre_grammar_of (ts, id), write, user};
  const lyre_cfg *g = &p.g->rules;
  chains c;
  if (!fits_hampi (g))
    return false;
  name_all (&p);
  chains_init (&c, &ts->env->mem, g);
  for (uint32_t a = 0; a < g->n; a++) {
    const char *before = " :=";
    put (&p, "cfg ");
    put_hampi_name (&p, p.g->names.data[a]);
    for (uint32_t i = c.first[a]; i; i = c.next[i - 1]) {
      if (is_useless (g, g->rules.data[i - 1]))
        continue;
      put (&p, before);
      put_hampi_rule (&p, g->rules.data[i - 1]);
      before = " |";
    }
    if (before[1] == ':') { /* no words: it needs itself */
      put (&p, " := ");
      put_hampi_name (&p, p.g->names.data[a]);
    }
    put (&p, ";\n");
  }
  lyre_free (&ts->env->mem, c.first);
  return true;
}
