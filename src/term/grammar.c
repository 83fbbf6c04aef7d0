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

void lyre_grammar_print (lyre_terms *ts, uint32_t id, lyre_write_fn write,
                         void *user) {
  printer p = {ts, lyre_grammar_of (ts, id), write, user};
  const lyre_cfg *g = &p.g->rules;
  name_all (&p);
  put (&p, "(declare-grammar ");
  lyre_print_symbol (p.g->name, write, user);
  put (&p, "\n  (");
  lyre_u32s first = {0}, next = {0}; /* rules by left-hand side */
  for (uint32_t a = 0; a < g->n; a++)
    lyre_vec_push (&ts->env->mem, &first, 0);
  for (uint32_t i = g->rules.len; i-- > 0;)
    lyre_vec_push (&ts->env->mem, &next, 0);
  for (uint32_t i = g->rules.len; i-- > 0;) {
    next.data[i] = first.data[g->rules.data[i].lhs];
    first.data[g->rules.data[i].lhs] = i + 1;
  }
  for (uint32_t a = 0; a < g->n; a++) {
    put (&p, a ? "\n   (" : "(");
    lyre_print_symbol (p.g->names.data[a], write, user);
    for (uint32_t i = first.data[a]; i; i = next.data[i - 1]) {
      lyre_cfg_rule_at r = g->rules.data[i - 1];
      put_rule (&p, r.n, g->symbols.data + r.first);
    }
    put (&p, ")");
  }
  put (&p, "))\n");
  lyre_vec_release (&ts->env->mem, &first);
  lyre_vec_release (&ts->env->mem, &next);
}
