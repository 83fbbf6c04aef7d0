/* States: systems of equations, simplified and interned. */
#include "engine/nielsen/nielsen.h"

#include <stdlib.h>
#include <string.h>

static bool is_var (uint32_t symbol) {
  return symbol & NIELSEN_VAR;
}

void nielsen_graph_init (nielsen_graph *g, lyre_env *env, lyre_mem *mem,
                         nielsen_languages *languages, uint32_t n_vars) {
  memset (g, 0, sizeof *g);
  g->env = env;
  g->mem = mem;
  g->languages = languages;
  g->n_vars = n_vars;
  lyre_arena_init (&g->arena, mem);
  for (uint32_t i = 0; i < n_vars; i++)
    lyre_vec_push (mem, &g->counts, 0);
}

void nielsen_graph_release (nielsen_graph *g) {
  lyre_vec_release (g->mem, &g->states);
  lyre_vec_release (g->mem, &g->edges);
  lyre_map_release (g->mem, &g->table);
  lyre_vec_release (g->mem, &g->buffer);
  lyre_vec_release (g->mem, &g->queue);
  lyre_vec_release (g->mem, &g->counts);
  lyre_arena_release (&g->arena);
}

/* ------------------------------------------------------------------ counting
 */

/* The difference in occurrences of each variable, left minus right. The table
 * must be cleared by the same call with SIGN -1. */
static void count_variables (nielsen_graph *g, nielsen_word l, nielsen_word r,
                             int sign) {
  for (uint32_t i = 0; i < l.n; i++)
    if (is_var (l.at[i]))
      g->counts.data[l.at[i] & ~NIELSEN_VAR] += sign;
  for (uint32_t i = 0; i < r.n; i++)
    if (is_var (r.at[i]))
      g->counts.data[r.at[i] & ~NIELSEN_VAR] -= sign;
}

static uint32_t gcd (uint32_t a, uint32_t b) {
  while (b) {
    uint32_t t = a % b;
    a = b;
    b = t;
  }
  return a;
}

typedef struct {
  bool plus, minus; /* some variable occurs more often left, right */
  uint32_t gcd;     /* of the differences */
} balance;

static void weigh (nielsen_graph *g, nielsen_word w, balance *b) {
  for (uint32_t i = 0; i < w.n; i++) {
    if (!is_var (w.at[i]))
      continue;
    int32_t d = g->counts.data[w.at[i] & ~NIELSEN_VAR];
    b->plus |= d > 0;
    b->minus |= d < 0;
    b->gcd = gcd (b->gcd, (uint32_t) abs (d));
  }
}

static int64_t letter_excess (nielsen_word l, nielsen_word r, uint32_t a) {
  int64_t n = 0;
  for (uint32_t i = 0; i < l.n; i++)
    n -= l.at[i] == a;
  for (uint32_t i = 0; i < r.n; i++)
    n += r.at[i] == a;
  return n;
}

static bool admits (const balance *b, int64_t excess) {
  if (excess > 0 && !b->plus)
    return false;
  if (excess < 0 && !b->minus)
    return false;
  return !excess || excess % (int64_t) b->gcd == 0;
}

/* For every letter a, the sum over the variables x of d(x) times the number of
 * a in x is the number of a that the right side has more, d(x) being the
 * occurrences of x that the left side has more. False if that cannot be. */
static bool letters_fit (nielsen_graph *g, nielsen_word l, nielsen_word r) {
  balance b = {0};
  count_variables (g, l, r, 1);
  weigh (g, l, &b);
  weigh (g, r, &b);
  count_variables (g, l, r, -1);
  if (b.plus && b.minus && b.gcd == 1)
    return true;
  for (uint32_t i = 0; i < l.n; i++)
    if (!is_var (l.at[i]) && !admits (&b, letter_excess (l, r, l.at[i])))
      return false;
  for (uint32_t i = 0; i < r.n; i++)
    if (!is_var (r.at[i]) && !admits (&b, letter_excess (l, r, r.at[i])))
      return false;
  return true;
}

/* --------------------------------------------------------------- simplifying
 */

typedef struct {
  uint32_t at, n_left, n_right; /* in the buffer: left, then right */
} equation;

typedef struct {
  nielsen_graph *g;
  lyre_vec (equation) equations;
} pieces;

static nielsen_word from (nielsen_word w, uint32_t i, uint32_t n) {
  return (nielsen_word){n, w.at + i};
}

static int compare_words (nielsen_word a, nielsen_word b) {
  if (a.n != b.n)
    return a.n < b.n ? -1 : 1;
  for (uint32_t i = 0; i < a.n; i++)
    if (a.at[i] != b.at[i])
      return a.at[i] < b.at[i] ? -1 : 1;
  return 0;
}

static void push_word (nielsen_graph *g, nielsen_word w) {
  for (uint32_t i = 0; i < w.n; i++)
    lyre_vec_push (g->mem, &g->buffer, w.at[i]);
}

static void push_piece (pieces *p, nielsen_word l, nielsen_word r) {
  nielsen_graph *g = p->g;
  bool swap = compare_words (l, r) > 0;
  equation e = {g->buffer.len, swap ? r.n : l.n, swap ? l.n : r.n};
  push_word (g, swap ? r : l);
  push_word (g, swap ? l : r);
  lyre_vec_push (g->mem, &p->equations, e);
}

/* Strips what both sides have in common at their ends. False for different
 * letters. */
static bool strip (nielsen_word *l, nielsen_word *r) {
  while (l->n && r->n && l->at[0] == r->at[0]) {
    *l = from (*l, 1, l->n - 1);
    *r = from (*r, 1, r->n - 1);
  }
  if (l->n && r->n && !is_var (l->at[0]) && !is_var (r->at[0]))
    return false;
  while (l->n && r->n && l->at[l->n - 1] == r->at[r->n - 1]) {
    l->n--;
    r->n--;
  }
  return !l->n || !r->n || is_var (l->at[l->n - 1]) || is_var (r->at[r->n - 1]);
}

static bool has_letter (nielsen_word w) {
  for (uint32_t i = 0; i < w.n; i++)
    if (!is_var (w.at[i]))
      return true;
  return false;
}

static void bump (nielsen_graph *g, uint32_t symbol, int by, uint32_t *open) {
  if (!is_var (symbol))
    return;
  int32_t *c = &g->counts.data[symbol & ~NIELSEN_VAR];
  *open -= *c != 0;
  *c += by;
  *open += *c != 0;
}

/* The shortest beginnings, or ends, of both sides with the same variables and
 * as many letters: these are equally long, whatever the variables are. */
static uint32_t balanced (nielsen_graph *g, nielsen_word l, nielsen_word r,
                          bool back) {
  uint32_t open = 0, n = l.n < r.n ? l.n : r.n, found = 0, k = 0;
  for (; k < n && !found; k++) {
    bump (g, l.at[back ? l.n - 1 - k : k], 1, &open);
    bump (g, r.at[back ? r.n - 1 - k : k], -1, &open);
    if (!open)
      found = k + 1;
  }
  while (k-- > 0) {
    bump (g, l.at[back ? l.n - 1 - k : k], -1, &open);
    bump (g, r.at[back ? r.n - 1 - k : k], 1, &open);
  }
  return found;
}

/* Splits an equation into pieces; false if it has no solution. */
static bool split (pieces *p, nielsen_word l, nielsen_word r) {
  for (;;) {
    if (!strip (&l, &r))
      return false;
    if (!l.n && !r.n)
      return true;
    if (!l.n || !r.n) {
      push_piece (p, l, r);
      return !has_letter (l) && !has_letter (r);
    }
    uint32_t k = balanced (p->g, l, r, false);
    bool back = !k;
    if (back)
      k = balanced (p->g, l, r, true);
    if (!k || (k == l.n && k == r.n))
      break;
    nielsen_word a = from (l, back ? l.n - k : 0, k);
    nielsen_word b = from (r, back ? r.n - k : 0, k);
    if (!strip (&a, &b) || !letters_fit (p->g, a, b))
      return false;
    if (a.n || b.n)
      push_piece (p, a, b);
    l = from (l, back ? 0 : k, l.n - k);
    r = from (r, back ? 0 : k, r.n - k);
  }
  push_piece (p, l, r);
  return letters_fit (p->g, l, r);
}

static nielsen_word left_of (const pieces *p, const equation *e) {
  return (nielsen_word){e->n_left, p->g->buffer.data + e->at};
}

static nielsen_word right_of (const pieces *p, const equation *e) {
  return (nielsen_word){e->n_right, p->g->buffer.data + e->at + e->n_left};
}

static int compare_pieces (const pieces *p, const equation *a,
                           const equation *b) {
  uint32_t n = a->n_left + a->n_right, m = b->n_left + b->n_right;
  if (n != m)
    return n < m ? -1 : 1;
  int c = compare_words (left_of (p, a), left_of (p, b));
  return c ? c : compare_words (right_of (p, a), right_of (p, b));
}

/* Insertion sort: there are few. Copies are dropped. */
static void sort_pieces (pieces *p) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->equations.len; i++) {
    equation e = p->equations.data[i];
    uint32_t k = kept;
    int c = 1;
    while (k > 0 && (c = compare_pieces (p, &p->equations.data[k - 1], &e)) > 0)
      k--;
    if (k > 0 && !c)
      continue;
    memmove (&p->equations.data[k + 1], &p->equations.data[k],
             (kept - k) * sizeof e);
    p->equations.data[k] = e;
    kept++;
  }
  p->equations.len = kept;
}

/* ----------------------------------------------------------------- interning
 */

static bool same_state (const nielsen_state *s, const lyre_u32s *code,
                        uint32_t n_equations) {
  return s->len == code->len && s->n_equations == n_equations &&
         (!s->len ||
          !memcmp (s->code, code->data, code->len * sizeof *code->data));
}

static uint32_t intern (nielsen_graph *g, const lyre_u32s *code,
                        uint32_t n_equations, uint32_t size) {
  uint32_t hash =
      lyre_hash_bytes (code->data, code->len * sizeof (uint32_t), n_equations);
  uint64_t *head = lyre_map_at (g->mem, &g->table, hash);
  for (uint64_t i = *head; i; i = g->states.data[i - 1].next)
    if (same_state (&g->states.data[i - 1], code, n_equations))
      return (uint32_t) i - 1;
  uint32_t *kept = lyre_arena_array (&g->arena, uint32_t, code->len);
  if (code->len)
    memcpy (kept, code->data, code->len * sizeof *kept);
  nielsen_state s = {.code = kept,
                     .len = code->len,
                     .n_equations = n_equations,
                     .size = size,
                     .hash = hash,
                     .next = (uint32_t) *head};
  lyre_vec_push (g->mem, &g->states, s);
  *head = g->states.len;
  if (!n_equations)
    g->solved = g->states.len;
  return g->states.len - 1;
}

/* Languages of variables that still occur, by first occurrence. */
static void push_languages (nielsen_graph *g, const nielsen_language *languages,
                            uint32_t n_equations, lyre_u32s *code) {
  uint32_t end = code->len, at = 0;
  lyre_u32s seen = {0};
  for (uint32_t e = 0; e < n_equations; e++) {
    uint32_t stop = at + 2 + code->data[at] + code->data[at + 1];
    for (at += 2; at < stop; at++) {
      uint32_t v = code->data[at] & ~NIELSEN_VAR;
      if (!is_var (code->data[at]) || !languages[v] || g->counts.data[v]++)
        continue;
      lyre_vec_push (g->mem, &seen, v);
    }
  }
  for (uint32_t i = 0; i < seen.len; i++) {
    lyre_vec_push (g->mem, code, seen.data[i]);
    lyre_vec_push (g->mem, code, languages[seen.data[i]]);
  }
  LYRE_ASSERT (at == end);
  for (at = 0; at < end;) {
    uint32_t stop = at + 2 + code->data[at] + code->data[at + 1];
    for (at += 2; at < stop; at++)
      if (is_var (code->data[at]))
        g->counts.data[code->data[at] & ~NIELSEN_VAR] = 0;
  }
  lyre_vec_release (g->mem, &seen);
}

static uint32_t intern_pieces (pieces *p, const nielsen_language *languages) {
  nielsen_graph *g = p->g;
  lyre_u32s code = {0};
  uint32_t size = 0;
  for (uint32_t i = 0; i < p->equations.len; i++) {
    const equation *e = &p->equations.data[i];
    lyre_vec_push (g->mem, &code, e->n_left);
    lyre_vec_push (g->mem, &code, e->n_right);
    for (uint32_t k = 0; k < e->n_left + e->n_right; k++)
      lyre_vec_push (g->mem, &code, g->buffer.data[e->at + k]);
    size += e->n_left + e->n_right;
  }
  push_languages (g, languages, p->equations.len, &code);
  uint32_t s = intern (g, &code, p->equations.len, size);
  lyre_vec_release (g->mem, &code);
  return s;
}

bool nielsen_make_state (nielsen_graph *g, uint32_t n,
                         const nielsen_word *sides,
                         const nielsen_language *languages, uint32_t *state) {
  pieces p = {.g = g};
  bool ok = true;
  lyre_vec_clear (&g->buffer);
  for (uint32_t i = 0; i < n && ok; i++)
    ok = split (&p, sides[2 * i], sides[2 * i + 1]);
  if (ok) {
    sort_pieces (&p);
    *state = intern_pieces (&p, languages);
  }
  lyre_vec_release (g->mem, &p.equations);
  return ok;
}

/* ------------------------------------------------------------------- reading
 */

nielsen_word *nielsen_sides (const nielsen_graph *g, lyre_arena *arena,
                             uint32_t state) {
  const nielsen_state *s = &g->states.data[state];
  nielsen_word *sides =
      lyre_arena_array (arena, nielsen_word, 2 * (size_t) s->n_equations);
  const uint32_t *at = s->code;
  for (uint32_t i = 0; i < s->n_equations; i++) {
    sides[2 * i] = (nielsen_word){at[0], at + 2};
    sides[2 * i + 1] = (nielsen_word){at[1], at + 2 + at[0]};
    at += 2 + at[0] + at[1];
  }
  return sides;
}

/* Where the pairs of variable and language start. */
static uint32_t languages_at (const nielsen_state *s) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < s->n_equations; i++)
    at += 2 + s->code[at] + s->code[at + 1];
  return at;
}

nielsen_language nielsen_language_in (const nielsen_graph *g, uint32_t state,
                                      uint32_t var) {
  const nielsen_state *s = &g->states.data[state];
  for (uint32_t at = languages_at (s); at < s->len; at += 2)
    if (s->code[at] == (var & ~NIELSEN_VAR))
      return s->code[at + 1];
  return NIELSEN_ANY;
}

/* -------------------------------------------------------------- substitution
 */

static void push_image (lyre_mem *mem, lyre_u32s *out, uint32_t symbol,
                        const nielsen_step *s) {
  if (symbol != s->x) {
    lyre_vec_push (mem, out, symbol);
    return;
  }
  for (uint32_t i = 0; s->kind == STEP_WORD && i < s->n; i++)
    lyre_vec_push (mem, out, s->word[i]);
  if (s->kind == STEP_LETTER || s->kind == STEP_VAR) {
    lyre_vec_push (mem, out, s->y);
    lyre_vec_push (mem, out, s->x);
  }
}

/* The sides after the step, in *SYMBOLS. */
static nielsen_word *image (nielsen_graph *g, uint32_t n,
                            const nielsen_word *sides, const nielsen_step *s,
                            lyre_arena *arena, lyre_u32s *symbols) {
  nielsen_word *out = lyre_arena_array (arena, nielsen_word, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t start = symbols->len;
    for (uint32_t k = 0; k < sides[i].n; k++)
      push_image (g->mem, symbols, sides[i].at[k], s);
    out[i].n = symbols->len - start;
  }
  for (uint32_t i = 0, at = 0; i < n; at += out[i++].n)
    out[i].at = symbols->data + at;
  return out;
}

bool nielsen_take_step (nielsen_graph *g, uint32_t state, const nielsen_step *s,
                        uint32_t *to) {
  lyre_arena *scratch = &g->env->scratch;
  lyre_mark mark = lyre_arena_mark (scratch);
  uint32_t n = g->states.data[state].n_equations;
  nielsen_language *languages =
      lyre_arena_array (scratch, nielsen_language, g->n_vars);
  memset (languages, 0, g->n_vars * sizeof *languages);
  const nielsen_state *st = &g->states.data[state];
  for (uint32_t at = languages_at (st); at < st->len; at += 2)
    languages[st->code[at]] = st->code[at + 1];
  languages[s->x & ~NIELSEN_VAR] = s->lang;
  if (s->kind == STEP_VAR)
    languages[s->y & ~NIELSEN_VAR] = s->other;
  lyre_u32s symbols = {0};
  nielsen_word *sides = nielsen_sides (g, scratch, state);
  nielsen_word *after = image (g, 2 * n, sides, s, scratch, &symbols);
  bool ok = nielsen_make_state (g, n, after, languages, to);
  lyre_vec_release (g->mem, &symbols);
  lyre_arena_cut (scratch, mark);
  return ok;
}
