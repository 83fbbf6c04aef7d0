#include "term/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "term/grammar.h"

/* Printing works on scopes. The root is one, and so is the body of every
 * quantifier. A scope first counts how often each of its terms is used; those
 * used more than once are bound by let at the head of the scope, grouped by
 * level so that a let only needs names of the lets around it:
 *
 *   (let ((_let_1 s) (_let_2 t)) (let ((_let_3 (f _let_1 _let_2))) body))
 *
 * A term is "bound" if a variable that some quantifier binds is free in it.
 * Terms that are not are named by the root wherever they occur; bound terms
 * are named by the scope they occur in and nowhere else. */

/* ------------------------------------------------------------------ output */

typedef struct {
  lyre_write_fn write;
  void *user;
  size_t n;
  char text[4096];
} output;

static void out_init (output *o, lyre_write_fn write, void *user) {
  o->write = write;
  o->user = user;
  o->n = 0;
}

static void out_flush (output *o) {
  if (o->n)
    o->write (o->user, o->text, o->n);
  o->n = 0;
}

static void out_char (output *o, char c) {
  if (o->n == sizeof o->text)
    out_flush (o);
  o->text[o->n++] = c;
}

static void out_bytes (output *o, const char *text, size_t len) {
  if (len > sizeof o->text - o->n)
    out_flush (o);
  if (len > sizeof o->text) {
    o->write (o->user, text, len);
    return;
  }
  memcpy (o->text + o->n, text, len);
  o->n += len;
}

static void out_text (output *o, const char *text) {
  out_bytes (o, text, strlen (text));
}

static void out_number (output *o, uint64_t n) {
  char text[24];
  snprintf (text, sizeof text, "%" PRIu64, n);
  out_text (o, text);
}

/* ----------------------------------------------------------------- symbols */

static const char *const reserved[] = {
    "!",
    "_",
    "as",
    "let",
    "exists",
    "forall",
    "match",
    "par",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "echo",
    "exit",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
    "declare-sort-parameter",
};

static bool is_reserved (const char *name) {
  for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
    if (!strcmp (reserved[i], name))
      return true;
  return false;
}

static bool is_symbol_char (char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || (c && strchr ("~!@$%^&*_-+=<>.?/", c));
}

static bool only_symbol_chars (const char *name) {
  for (; *name; name++)
    if (!is_symbol_char (*name))
      return false;
  return true;
}

/* Readers take -1 for a number, so it is quoted, too. */
static bool looks_like_number (const char *name) {
  if (*name == '-')
    name++;
  return *name >= '0' && *name <= '9';
}

static bool needs_quotes (const char *name) {
  return !*name || !only_symbol_chars (name) || looks_like_number (name) ||
         is_reserved (name) ||
         lyre_op_by_name (name, strlen (name)) != LYRE_OP_COUNT;
}

/* Between bars. A bar or backslash cannot be written; it becomes _. */
static void out_quoted (output *o, const char *name) {
  out_char (o, '|');
  for (; *name; name++)
    out_char (o, *name == '|' || *name == '\\' ? '_' : *name);
  out_char (o, '|');
}

static void out_symbol (output *o, const char *name) {
  if (needs_quotes (name))
    out_quoted (o, name);
  else
    out_text (o, name);
}

/* ------------------------------------------------------------------ values */

static void out_escape (output *o, uint32_t c) {
  char text[16];
  snprintf (text, sizeof text, "\\u{%" PRIx32 "}", c);
  out_text (o, text);
}

static void out_string (output *o, const lyre_str *s) {
  out_char (o, '"');
  for (uint32_t i = 0; i < s->len; i++) {
    uint32_t c = lyre_str_at (s, i);
    if (c == '"')
      out_text (o, "\"\"");
    else if (c < 0x20 || c > 0x7e || c == '\\')
      out_escape (o, c);
    else
      out_char (o, (char) c);
  }
  out_char (o, '"');
}

/* |i| followed by SUFFIX. */
static void out_magnitude (output *o, lyre_arena *scratch, lyre_int i,
                           const char *suffix) {
  lyre_mark mark = lyre_arena_mark (scratch);
  const char *text = lyre_int_text (scratch, i);
  out_text (o, *text == '-' ? text + 1 : text);
  out_text (o, suffix);
  lyre_arena_cut (scratch, mark);
}

static void out_int (output *o, lyre_arena *scratch, lyre_int i) {
  bool negative = lyre_int_sign (i) < 0;
  if (negative)
    out_text (o, "(- ");
  out_magnitude (o, scratch, i, "");
  if (negative)
    out_char (o, ')');
}

static void out_real (output *o, lyre_arena *scratch, lyre_rat r) {
  bool negative = lyre_rat_sign (r) < 0;
  bool fraction = !lyre_rat_is_int (r);
  out_text (o, negative ? "(- " : "");
  out_text (o, fraction ? "(/ " : "");
  out_magnitude (o, scratch, r.num, ".0");
  if (fraction) {
    out_char (o, ' ');
    out_magnitude (o, scratch, r.den, ".0)");
  }
  out_text (o, negative ? ")" : "");
}

/* Element 3 of sort U is (as @U_3 U). */
static void out_element (output *o, const char *sort, uint32_t element) {
  const char *bar = only_symbol_chars (sort) ? "" : "|";
  out_text (o, "(as ");
  out_text (o, bar);
  out_char (o, '@');
  for (const char *p = sort; *p; p++)
    out_char (o, *p == '|' || *p == '\\' ? '_' : *p);
  out_char (o, '_');
  out_number (o, element);
  out_text (o, bar);
  out_char (o, ' ');
  out_symbol (o, sort);
  out_char (o, ')');
}

/* ------------------------------------------------------------- the printer */

typedef enum { NODE, LETS, END } frame_kind;

/* A NODE prints its arguments from NEXT on, a LETS the definitions of its
 * scope; an END closes the scope. */
typedef struct {
  uint32_t kind;
  uint32_t term;  /* LETS: the body */
  uint32_t next;  /* LETS and END: an index into lets */
  uint32_t first; /* LETS and END: where the scope's lets start */
} frame;

/* A term that has a name in an open scope. */
typedef struct {
  uint32_t term, level;
  uint64_t outer; /* the name it had outside, to go back to */
} let;

/* What the count of a scope knows of a term. */
typedef struct {
  uint32_t term, uses, level;
} use;

typedef struct {
  uint32_t term, next;
} step;

typedef struct {
  lyre_terms *ts;
  lyre_mem *mem;
  output out;
  lyre_vec (frame) frames;
  lyre_vec (let) lets;
  lyre_vec (use) uses;   /* of the scope being counted, children first */
  lyre_vec (step) steps; /* its depth-first search */
  lyre_map seen;         /* term to its index in uses, plus one */
  lyre_map names;        /* term to number and scope of its name; 0: none */
  lyre_map quoting;      /* symbol to 1: as it is, 2: with bars */
  lyre_map bound;        /* bound term to its free_vars; often empty */
  lyre_u32s vars;        /* where free_vars lie */
  uint64_t effort;       /* spent on free_vars */
  uint32_t n_names, scope;
  uint32_t underscores; /* of the prefix of names: _let_, _let__, ... */
} printer;

static const lyre_node *node_of (const printer *p, uint32_t t) {
  return lyre_node_of (p->ts, (lyre_term){t});
}

static bool is_quantifier (const lyre_node *n) {
  return n->op == LYRE_FORALL || n->op == LYRE_EXISTS;
}

/* A RegLan value stands for the expression that it holds. */
static uint32_t see_through (const printer *p, uint32_t t) {
  const lyre_node *n = node_of (p, t);
  while (n->op == LYRE_VALUE && n->sort == LYRE_REGLAN.id) {
    t = n->value->re.id;
    n = node_of (p, t);
  }
  return t;
}

/* Below a quantifier there is its body only. */
static uint32_t n_children (const lyre_node *n) {
  return is_quantifier (n) ? 1 : n->n_args;
}

static uint32_t child (const printer *p, const lyre_node *n, uint32_t i) {
  lyre_term c = n->args[is_quantifier (n) ? n->n_args - 1 : i];
  return see_through (p, c.id);
}

/* The variables bound by quantifiers that are free in a term: a sorted slice
 * of p->vars. Sets that cost too much to compute are UNKNOWN: never empty. */
typedef struct {
  uint32_t start, len;
} free_vars;

#define NO_VARS ((free_vars){0, 0})
#define UNKNOWN_VARS ((free_vars){UINT32_MAX, UINT32_MAX})
#define VARS_EFFORT 100000000

static free_vars free_vars_of (const printer *p, uint32_t t) {
  const uint64_t *v = p->bound.n ? lyre_map_find (&p->bound, t) : NULL;
  return v ? (free_vars){(uint32_t) (*v >> 32), (uint32_t) *v} : NO_VARS;
}

static void set_free_vars (printer *p, uint32_t t, free_vars v) {
  if (v.len)
    *lyre_map_at (p->mem, &p->bound, t) = (uint64_t) v.start << 32 | v.len;
}

static bool is_bound (const printer *p, uint32_t t) {
  return free_vars_of (p, t).len;
}

/* Worth a name: a compound term or a long literal. */
static bool is_nameable (const lyre_node *n) {
  if (n->op == LYRE_VALUE && n->sort == LYRE_STRING.id)
    return n->value->s->len > 256;
  return n->n_args > 0;
}

/* -------------------------------------------------- counting within a scope */

/* Does the count of the current scope look below T? The root looks
 * everywhere; other scopes leave free terms to the root and bodies to their
 * own scopes. */
static bool enters (const printer *p, uint32_t t) {
  if (!p->scope)
    return true;
  return is_bound (p, t) && !is_quantifier (node_of (p, t));
}

static void start_step (printer *p, uint32_t t) {
  *lyre_map_at (p->mem, &p->seen, t) = UINT64_MAX;
  uint32_t n = n_children (node_of (p, t));
  lyre_vec_push (p->mem, &p->steps, ((step){t, enters (p, t) ? 0 : n}));
}

static void use_again (printer *p, uint64_t index) {
  p->uses.data[index - 1].uses++;
}

static uint32_t level_of (const printer *p, uint32_t t) {
  const use *u = &p->uses.data[*lyre_map_find (&p->seen, t) - 1];
  return u->level;
}

/* All children of T are counted; now T is. Levels are filled in later. */
static void finish_step (printer *p, uint32_t t) {
  lyre_vec_push (p->mem, &p->uses, ((use){t, 1, 0}));
  *lyre_map_at (p->mem, &p->seen, t) = p->uses.len;
}

static void count_uses (printer *p, uint32_t root) {
  start_step (p, root);
  while (p->steps.len) {
    step *s = &lyre_vec_top (&p->steps);
    const lyre_node *n = node_of (p, s->term);
    if (s->next >= n_children (n)) {
      finish_step (p, s->term);
      lyre_vec_drop (&p->steps);
      continue;
    }
    uint32_t c = child (p, n, s->next++);
    uint64_t *known = lyre_map_find (&p->seen, c);
    if (known)
      use_again (p, *known);
    else
      start_step (p, c);
  }
}

/* Does the current scope give this term a name? */
static bool gets_name (const printer *p, const use *u) {
  if (u->uses < 2 || !is_nameable (node_of (p, u->term)))
    return false;
  return p->scope ? is_bound (p, u->term) : !is_bound (p, u->term);
}

static uint32_t highest_child (const printer *p, uint32_t t) {
  const lyre_node *n = node_of (p, t);
  uint32_t level = 0;
  if (!enters (p, t))
    return 0;
  for (uint32_t i = 0; i < n_children (n); i++) {
    uint32_t below = level_of (p, child (p, n, i));
    level = below > level ? below : level;
  }
  return level;
}

/* Fills in the levels; returns the highest. */
static uint32_t find_levels (printer *p) {
  uint32_t highest = 0;
  for (uint32_t i = 0; i < p->uses.len; i++) {
    use *u = &p->uses.data[i];
    u->level = highest_child (p, u->term) + gets_name (p, u);
    highest = u->level > highest ? u->level : highest;
  }
  return highest;
}

/* Appends the named terms to lets, by level and then children first. */
static void sort_lets (printer *p, uint32_t levels) {
  lyre_u32s start = {0};
  lyre_vec_reserve (p->mem, &start, levels + 2);
  memset (start.data, 0, (levels + 2) * sizeof *start.data);
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->uses.len; i++)
    if (gets_name (p, &p->uses.data[i]))
      start.data[p->uses.data[i].level + 1]++, n++;
  for (uint32_t l = 1; l <= levels; l++)
    start.data[l + 1] += start.data[l];
  uint32_t first = p->lets.len;
  lyre_vec_reserve (p->mem, &p->lets, (uint64_t) first + n);
  p->lets.len += n;
  for (uint32_t i = 0; i < p->uses.len; i++) {
    const use *u = &p->uses.data[i];
    if (gets_name (p, u))
      p->lets.data[first + start.data[u->level]++] =
          (let){u->term, u->level, 0};
  }
  lyre_vec_release (p->mem, &start);
}

/* ------------------------------------------------------------------- names */

/* A name as a value of p->names: its scope above its number. */
static uint64_t pack_name (uint32_t scope, uint32_t number) {
  return (uint64_t) scope << 32 | number;
}

static void out_name (printer *p, uint64_t name) {
  out_text (&p->out, "_let");
  for (uint32_t i = 0; i < p->underscores; i++)
    out_char (&p->out, '_');
  out_number (&p->out, (uint32_t) name);
}

static void give_name (printer *p, let *l) {
  uint64_t *name = lyre_map_at (p->mem, &p->names, l->term);
  l->outer = *name;
  *name = pack_name (p->scope, ++p->n_names);
}

static void take_name (printer *p, const let *l) {
  *lyre_map_find (&p->names, l->term) = l->outer;
}

/* The name to print for T here, or 0. */
static uint64_t visible_name (const printer *p, uint32_t t) {
  const uint64_t *name = lyre_map_find (&p->names, t);
  if (!name || !*name)
    return 0;
  return *name >> 32 == p->scope || !is_bound (p, t) ? *name : 0;
}

/* --------------------------------------------------------------- the terms */

static void out_value (printer *p, const lyre_val *v) {
  lyre_arena *scratch = &p->ts->env->scratch;
  if (v->sort.id == LYRE_INT.id)
    out_int (&p->out, scratch, v->i);
  else if (v->sort.id == LYRE_REAL.id)
    out_real (&p->out, scratch, v->r);
  else if (v->sort.id == LYRE_STRING.id)
    out_string (&p->out, v->s);
  else
    out_element (&p->out, p->ts->sorts.data[v->sort.id], v->element);
}

/* The symbol of a VAR or APPLY. */
static void out_node_symbol (printer *p, const lyre_node *n) {
  const char *name = p->ts->symbols.data[n->symbol].name;
  uint64_t *how = lyre_map_at (p->mem, &p->quoting, n->symbol);
  if (!*how)
    *how = needs_quotes (name) ? 2 : 1;
  if (*how == 2)
    out_quoted (&p->out, name);
  else
    out_text (&p->out, name);
}

static void out_leaf (printer *p, const lyre_node *n) {
  if (n->op == LYRE_VAR)
    out_node_symbol (p, n);
  else if (n->op == LYRE_VALUE)
    out_value (p, n->value);
  else
    out_text (&p->out, lyre_op_name ((lyre_op) n->op));
}

static void out_head (printer *p, const lyre_node *n) {
  output *o = &p->out;
  uint32_t indices = lyre_op_indices ((lyre_op) n->op);
  if (n->op == LYRE_APPLY) {
    out_node_symbol (p, n);
    return;
  }
  if (n->op == LYRE_STR_IN_GRAMMAR)
    indices = 0; /* named behind the string; see out_grammar */
  out_text (o, indices ? "(_ " : "");
  out_text (o, lyre_op_name ((lyre_op) n->op));
  for (uint32_t i = 0; i < indices; i++) {
    out_char (o, ' ');
    out_number (o, n->index[i]);
  }
  out_text (o, indices ? ")" : "");
}

static void out_binders (printer *p, const lyre_node *n) {
  out_text (&p->out, " (");
  for (uint32_t i = 0; i + 1 < n->n_args; i++) {
    out_text (&p->out, i ? " (" : "(");
    out_symbol (&p->out, lyre_symbol_name (p->ts, n->args[i]));
    out_char (&p->out, ' ');
    out_symbol (&p->out, p->ts->sorts.data[node_of (p, n->args[i].id)->sort]);
    out_char (&p->out, ')');
  }
  out_text (&p->out, ") ");
}

static void push_frame (printer *p, frame_kind kind, uint32_t term,
                        uint32_t next, uint32_t first) {
  lyre_vec_push (p->mem, &p->frames, ((frame){kind, term, next, first}));
}

/* Names what the count found shared and starts to print. */
static void open_scope (printer *p, uint32_t root) {
  uint32_t first = p->lets.len;
  uint32_t levels = find_levels (p);
  sort_lets (p, levels);
  lyre_vec_clear (&p->uses);
  lyre_map_release (p->mem, &p->seen);
  for (uint32_t i = first; i < p->lets.len; i++)
    give_name (p, &p->lets.data[i]);
  push_frame (p, LETS, root, first, first);
}

static void open_quantifier (printer *p, uint32_t t, const lyre_node *n) {
  out_char (&p->out, '(');
  out_head (p, n);
  out_binders (p, n);
  push_frame (p, NODE, t, 1, 0);
  p->scope++;
  count_uses (p, child (p, n, 0));
  open_scope (p, child (p, n, 0));
}

/* Prints T up to its first argument, without looking for a name. */
static void open_term (printer *p, uint32_t t) {
  const lyre_node *n = node_of (p, t);
  if (!n->n_args) {
    out_leaf (p, n);
  } else if (is_quantifier (n)) {
    open_quantifier (p, t, n);
  } else {
    out_char (&p->out, '(');
    out_head (p, n);
    push_frame (p, NODE, t, 0, 0);
  }
}

static void print_use (printer *p, uint32_t t) {
  uint64_t name = visible_name (p, t);
  if (name)
    out_name (p, name);
  else
    open_term (p, t);
}

/* The second argument of str.in_grammar: G, or (_ G N) if it does not start
 * from the first nonterminal. */
static void out_grammar (printer *p, const lyre_node *n) {
  const lyre_grammar_entry *g = lyre_grammar_of (p->ts, n->index[0]);
  uint32_t start = n->index[1];
  out_text (&p->out, start ? " (_ " : " ");
  out_symbol (&p->out, g->name);
  if (start) {
    out_char (&p->out, ' ');
    out_symbol (&p->out, start < g->names.len ? g->names.data[start] : "");
    out_char (&p->out, ')');
  }
}

static void step_node (printer *p, frame *f) {
  const lyre_node *n = node_of (p, f->term);
  if (f->next == n_children (n)) {
    if (n->op == LYRE_STR_IN_GRAMMAR)
      out_grammar (p, n);
    out_char (&p->out, ')');
    lyre_vec_drop (&p->frames);
    return;
  }
  out_char (&p->out, ' ');
  print_use (p, child (p, n, f->next++));
}

/* Does a new (let (...)) start with the definition at INDEX? */
static bool starts_level (const printer *p, uint32_t first, uint32_t index) {
  const let *l = &p->lets.data[index];
  return index == first || l->level != l[-1].level;
}

static void step_lets (printer *p, frame *f) {
  uint32_t i = f->next++, first = f->first, body = f->term;
  bool last = i == p->lets.len;
  if (i > first)
    out_text (&p->out, last || starts_level (p, first, i) ? ")) " : ") ");
  if (last) {
    f->kind = END;
    print_use (p, body);
    return;
  }
  out_text (&p->out, starts_level (p, first, i) ? "(let ((" : "(");
  out_name (p, *lyre_map_find (&p->names, p->lets.data[i].term));
  out_char (&p->out, ' ');
  open_term (p, p->lets.data[i].term);
}

static void step_end (printer *p, const frame *f) {
  for (uint32_t i = f->first; i < p->lets.len; i++) {
    if (starts_level (p, f->first, i))
      out_char (&p->out, ')');
    take_name (p, &p->lets.data[i]);
  }
  p->lets.len = f->first;
  if (p->scope)
    p->scope--;
  lyre_vec_drop (&p->frames);
}

static void print_frames (printer *p) {
  while (p->frames.len) {
    frame *f = &lyre_vec_top (&p->frames);
    if (f->kind == NODE)
      step_node (p, f);
    else if (f->kind == LETS)
      step_lets (p, f);
    else
      step_end (p, f);
  }
}

/* ------------------------------------------------------------- preparation */

/* Names start with _let and one underscore more than any symbol has there. */
static void avoid_symbol (printer *p, const char *name) {
  if (strncmp (name, "_let", 4))
    return;
  uint32_t n = (uint32_t) strspn (name + 4, "_");
  if (n >= p->underscores)
    p->underscores = n + 1;
}

static bool is_unknown (free_vars v) {
  return v.start == UINT32_MAX;
}

static bool is_subset (const printer *p, free_vars a, free_vars b) {
  const uint32_t *x = p->vars.data + a.start, *y = p->vars.data + b.start;
  uint32_t i = 0, j = 0;
  for (; i < a.len && j < b.len; j++)
    if (x[i] == y[j])
      i++;
    else if (x[i] < y[j])
      return false;
  return i == a.len;
}

/* A + B as a new slice, or A - B. */
static free_vars combine (printer *p, free_vars a, free_vars b, bool add) {
  uint32_t start = p->vars.len, i = 0, j = 0;
  lyre_vec_reserve (p->mem, &p->vars, (uint64_t) start + a.len + b.len);
  const uint32_t *x = p->vars.data + a.start, *y = p->vars.data + b.start;
  while (i < a.len || (add && j < b.len)) {
    bool has_x = i < a.len, has_y = j < b.len;
    bool from_x = has_x && (!has_y || x[i] <= y[j]);
    bool both = has_x && has_y && x[i] == y[j];
    uint32_t v = from_x ? x[i] : y[j];
    if (add || (from_x && !both))
      p->vars.data[p->vars.len++] = v;
    i += from_x;
    j += both || !from_x;
  }
  return (free_vars){start, p->vars.len - start};
}

static free_vars join (printer *p, free_vars a, free_vars b) {
  if (!b.len || (a.start == b.start && a.len == b.len) || is_unknown (a))
    return a;
  if (!a.len || is_unknown (b))
    return b;
  p->effort += a.len + b.len;
  if (p->effort > VARS_EFFORT)
    return UNKNOWN_VARS;
  if (is_subset (p, b, a))
    return a;
  return is_subset (p, a, b) ? b : combine (p, a, b, true);
}

/* What a quantifier binds, as a slice. */
static free_vars binders (printer *p, const lyre_node *n) {
  free_vars v = NO_VARS;
  for (uint32_t i = 0; i + 1 < n->n_args; i++)
    v = join (p, v, free_vars_of (p, n->args[i].id));
  return v;
}

static void find_free_vars (printer *p, uint32_t t) {
  const lyre_node *n = node_of (p, t);
  free_vars v = NO_VARS;
  for (uint32_t i = 0; i < n_children (n); i++)
    v = join (p, v, free_vars_of (p, child (p, n, i)));
  if (is_quantifier (n) && v.len && !is_unknown (v))
    v = combine (p, v, binders (p, n), false);
  if (n->n_args)
    set_free_vars (p, t, v);
}

static void note_binders (printer *p, const lyre_node *n) {
  for (uint32_t i = 0; i + 1 < n->n_args; i++) {
    if (is_bound (p, n->args[i].id))
      continue;
    lyre_vec_push (p->mem, &p->vars, n->args[i].id);
    set_free_vars (p, n->args[i].id, (free_vars){p->vars.len - 1, 1});
  }
}

/* Looks at all terms of the root's count: which names are taken, which terms
 * are bound. */
static void prepare (printer *p) {
  for (uint32_t i = 0; i < p->uses.len; i++) {
    uint32_t t = p->uses.data[i].term;
    const lyre_node *n = node_of (p, t);
    if (n->op == LYRE_VAR || n->op == LYRE_APPLY)
      avoid_symbol (p, lyre_symbol_name (p->ts, (lyre_term){t}));
    if (is_quantifier (n))
      note_binders (p, n);
  }
  for (uint32_t i = 0; p->bound.n && i < p->uses.len; i++)
    find_free_vars (p, p->uses.data[i].term);
}

static void release (printer *p) {
  lyre_vec_release (p->mem, &p->frames);
  lyre_vec_release (p->mem, &p->lets);
  lyre_vec_release (p->mem, &p->uses);
  lyre_vec_release (p->mem, &p->steps);
  lyre_map_release (p->mem, &p->seen);
  lyre_map_release (p->mem, &p->names);
  lyre_map_release (p->mem, &p->quoting);
  lyre_map_release (p->mem, &p->bound);
  lyre_vec_release (p->mem, &p->vars);
}

static void print_root (printer *p, uint32_t root) {
  const lyre_node *n = node_of (p, root);
  if (!n->n_args) {
    out_leaf (p, n);
    return;
  }
  count_uses (p, root);
  prepare (p);
  open_scope (p, root);
  print_frames (p);
}

/* Returns why it failed, or 0. */
static int try_print (printer *p, uint32_t root) {
  jmp_buf here, *outer = p->mem->root->escape;
  p->mem->root->escape = &here;
  int why = setjmp (here);
  if (!why)
    print_root (p, root);
  p->mem->root->escape = outer;
  return why;
}

/* A failure goes on to the caller's escape once our memory is given back. */
void lyre_print (lyre_terms *ts, lyre_term t, lyre_write_fn write, void *user) {
  printer p = {.ts = ts, .mem = &ts->env->mem, .underscores = 1};
  out_init (&p.out, write, user);
  int why = try_print (&p, see_through (&p, t.id));
  out_flush (&p.out);
  release (&p);
  if (why)
    lyre_mem_fail (&ts->env->mem, (lyre_fail) why);
}

void lyre_print_sort_name (const lyre_terms *ts, lyre_sort sort,
                           lyre_write_fn write, void *user) {
  lyre_print_symbol (ts->sorts.data[sort.id], write, user);
}

void lyre_print_string (const lyre_str *s, lyre_write_fn write, void *user) {
  output o;
  out_init (&o, write, user);
  out_string (&o, s);
  out_flush (&o);
}

void lyre_print_symbol (const char *name, lyre_write_fn write, void *user) {
  output o;
  out_init (&o, write, user);
  out_symbol (&o, name);
  out_flush (&o);
}
