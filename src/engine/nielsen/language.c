#include "engine/nielsen/nielsen.h"

#include <stdlib.h>
#include <string.h>

enum {
  MAX_AUTOMATON = 256, /* states of one automaton */
  MAX_CONDITIONS = 8,  /* of one language */
  MAX_CUTS = 512,
  MAX_PRODUCT = 4096 /* states of a search for a word */
};

/* The target "any final state". */
static const uint32_t FINAL = UINT32_MAX;

typedef struct {
  lyre_charset chars;
  uint32_t to;
} move;

typedef struct {
  uint32_t first, n; /* moves */
  bool final, full;  /* full: every word is accepted from here */
} automaton_state;

typedef struct {
  uint32_t first, n; /* states */
  lyre_re re;
} automaton;

typedef struct {
  uint32_t automaton, from, to;
} condition;

typedef struct {
  uint32_t n;
  const condition *at; /* sorted, distinct */
  uint32_t next;       /* in the table */
  bool empty;
} language;

struct nielsen_languages {
  lyre_env *env;
  lyre_mem *mem;
  lyre_re_pool *pool;
  lyre_arena arena;
  lyre_vec (automaton) automata;
  lyre_vec (automaton_state) states;
  lyre_vec (move) moves;
  lyre_vec (language) languages;
  lyre_map table; /* hash -> language + 1 */
};

nielsen_languages *nielsen_languages_new (lyre_env *env, lyre_mem *mem,
                                          lyre_re_pool *pool) {
  nielsen_languages *l = lyre_alloc (mem, sizeof *l);
  memset (l, 0, sizeof *l);
  l->env = env;
  l->mem = mem;
  l->pool = pool;
  lyre_arena_init (&l->arena, mem);
  lyre_vec_push (mem, &l->languages, ((language){0})); /* NIELSEN_ANY */
  return l;
}

void nielsen_languages_delete (nielsen_languages *l) {
  lyre_vec_release (l->mem, &l->automata);
  lyre_vec_release (l->mem, &l->states);
  lyre_vec_release (l->mem, &l->moves);
  lyre_vec_release (l->mem, &l->languages);
  lyre_map_release (l->mem, &l->table);
  lyre_arena_release (&l->arena);
  lyre_free (l->mem, l);
}

static const automaton_state *state_of (const nielsen_languages *l, uint32_t a,
                                        uint32_t s) {
  return &l->states.data[l->automata.data[a].first + s];
}

/* --------------------------------------------------------------- automata */

typedef lyre_vec (lyre_re) res;

/* The number of a derivative among those found so far. */
static uint32_t derivative_number (nielsen_languages *l, lyre_map *known,
                                   res *found, lyre_re r) {
  uint64_t *at = lyre_map_at (l->mem, known, r.id);
  if (!*at) {
    lyre_vec_push (l->mem, found, r);
    *at = found->len;
  }
  return (uint32_t) *at - 1;
}

static bool add_state (nielsen_languages *l, lyre_map *known, res *found,
                       uint32_t i) {
  lyre_re_moves moves;
  if (!lyre_re_all_moves (l->pool, found->data[i], &moves))
    return false;
  automaton_state s = {.first = l->moves.len, .n = moves.n};
  s.final = lyre_re_look (l->pool, found->data[i])->nullable;
  s.full = found->data[i].id == lyre_re_all (l->pool).id;
  for (uint32_t k = 0; k < moves.n; k++) {
    uint32_t to = derivative_number (l, known, found, moves.at[k].target);
    lyre_charset c = lyre_charset_make (&l->arena, moves.at[k].chars.n,
                                        moves.at[k].chars.at);
    lyre_vec_push (l->mem, &l->moves, ((move){c, to}));
  }
  lyre_vec_push (l->mem, &l->states, s);
  return true;
}

/* The automaton of all derivatives. False if there are too many. */
static bool build (nielsen_languages *l, lyre_re r, uint32_t *out) {
  for (*out = 0; *out < l->automata.len; ++*out)
    if (l->automata.data[*out].re.id == r.id)
      return true;
  lyre_map known = {0};
  res found = {0};
  automaton a = {.first = l->states.len, .re = r};
  bool ok = true;
  derivative_number (l, &known, &found, r);
  for (uint32_t i = 0; ok && i < found.len; i++)
    ok = i < MAX_AUTOMATON && !lyre_poll (l->env, LYRE_POLL_NIELSEN) &&
         add_state (l, &known, &found, i);
  a.n = found.len;
  if (ok)
    lyre_vec_push (l->mem, &l->automata, a);
  lyre_vec_release (l->mem, &found);
  lyre_map_release (l->mem, &known);
  return ok;
}

/* -------------------------------------------------------------- languages */

static int by_condition (const void *a, const void *b) {
  return memcmp (a, b, sizeof (condition));
}

/* Conditions that say nothing are dropped, the others sorted. */
static uint32_t tidy (const nielsen_languages *l, uint32_t n, condition *c) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++)
    if (c[i].to != FINAL || !state_of (l, c[i].automaton, c[i].from)->full)
      c[kept++] = c[i];
  qsort (c, kept, sizeof *c, by_condition);
  n = kept;
  kept = 0;
  for (uint32_t i = 0; i < n; i++)
    if (!kept || by_condition (&c[kept - 1], &c[i]))
      c[kept++] = c[i];
  return kept;
}

/* ------------------------------------------------------ search for a word */

typedef struct {
  nielsen_languages *l;
  uint32_t n;
  const condition *at;
  lyre_vec (uint32_t) places; /* n states each */
  lyre_vec (uint32_t) parents, letters;
  lyre_map seen; /* hash -> place + 1; no chains: a collision is looked up on */
} hunt;

static bool arrived (const hunt *h, uint32_t place) {
  for (uint32_t i = 0; i < h->n; i++) {
    uint32_t s = h->places.data[place * h->n + i];
    if (h->at[i].to == FINAL ? !state_of (h->l, h->at[i].automaton, s)->final
                             : s != h->at[i].to)
      return false;
  }
  return true;
}

/* Adds the place if it is new. */
static void visit (hunt *h, const uint32_t *place, uint32_t parent,
                   uint32_t letter) {
  uint64_t key = lyre_hash_bytes (place, h->n * sizeof *place, 1);
  for (;; key++) {
    uint64_t *at = lyre_map_at (h->l->mem, &h->seen, key);
    if (!*at) {
      for (uint32_t i = 0; i < h->n; i++)
        lyre_vec_push (h->l->mem, &h->places, place[i]);
      lyre_vec_push (h->l->mem, &h->parents, parent);
      lyre_vec_push (h->l->mem, &h->letters, letter);
      *at = h->parents.len;
      return;
    }
    if (!memcmp (&h->places.data[(*at - 1) * h->n], place,
                 h->n * sizeof *place))
      return;
  }
}

/* All successors of a place: one character set per condition, intersected. */
static void successors (hunt *h, uint32_t place) {
  uint32_t index[MAX_CONDITIONS] = {0}, next[MAX_CONDITIONS];
  lyre_charset chars[MAX_CONDITIONS + 1];
  chars[0] = lyre_charset_all;
  uint32_t depth = 0;
  lyre_mark mark = lyre_arena_mark (&h->l->env->scratch);
  for (;;) {
    if (depth == h->n) {
      visit (h, next, place, lyre_charset_pick (chars[depth]));
      if (!depth--)
        break;
      continue;
    }
    uint32_t s = h->places.data[place * h->n + depth];
    const automaton_state *st = state_of (h->l, h->at[depth].automaton, s);
    if (index[depth] == st->n) {
      index[depth] = 0;
      if (!depth--)
        break;
      continue;
    }
    const move *m = &h->l->moves.data[st->first + index[depth]++];
    chars[depth + 1] =
        lyre_charset_inter (&h->l->env->scratch, chars[depth], m->chars);
    next[depth] = m->to;
    if (chars[depth + 1].n)
      depth++;
  }
  lyre_arena_cut (&h->l->env->scratch, mark);
}

static const lyre_str *word_to (const hunt *h, lyre_arena *arena,
                                uint32_t place) {
  uint32_t n = 0;
  for (uint32_t p = place; p; p = h->parents.data[p])
    n++;
  uint32_t *text = lyre_arena_array (arena, uint32_t, n + 1);
  for (uint32_t p = place, i = n; p; p = h->parents.data[p])
    text[--i] = h->letters.data[p];
  return lyre_str_from_wide (arena, text, n);
}

/* A shortest word that meets all conditions; NULL with *SURE if there is none.
 */
static const lyre_str *find_word (nielsen_languages *l, uint32_t n,
                                  const condition *at, lyre_arena *arena,
                                  bool *sure) {
  hunt h = {.l = l, .n = n, .at = at};
  uint32_t start[MAX_CONDITIONS];
  const lyre_str *found = NULL;
  for (uint32_t i = 0; i < n; i++)
    start[i] = at[i].from;
  *sure = true;
  visit (&h, start, 0, 0);
  for (uint32_t p = 0; p < h.parents.len && !found; p++) {
    if (p >= MAX_PRODUCT || lyre_poll (l->env, LYRE_POLL_NIELSEN)) {
      *sure = false;
      break;
    }
    if (arrived (&h, p))
      found = word_to (&h, arena, p);
    else
      successors (&h, p);
  }
  lyre_vec_release (l->mem, &h.places);
  lyre_vec_release (l->mem, &h.parents);
  lyre_vec_release (l->mem, &h.letters);
  lyre_map_release (l->mem, &h.seen);
  return found;
}

/* ---------------------------------------------------------------- interning */

/* The number of the language, NIELSEN_EMPTY if it has no word. C is changed. */
static nielsen_language intern (nielsen_languages *l, uint32_t n,
                                condition *c) {
  n = tidy (l, n, c);
  if (!n)
    return NIELSEN_ANY;
  uint64_t key = lyre_hash_bytes (c, n * sizeof *c, 7);
  uint64_t *head = lyre_map_at (l->mem, &l->table, key);
  for (uint64_t i = *head; i; i = l->languages.data[i - 1].next)
    if (l->languages.data[i - 1].n == n &&
        !memcmp (l->languages.data[i - 1].at, c, n * sizeof *c))
      return l->languages.data[i - 1].empty ? NIELSEN_EMPTY : (uint32_t) i - 1;
  bool sure;
  lyre_mark mark = lyre_arena_mark (&l->arena);
  bool empty = !find_word (l, n, c, &l->arena, &sure) && sure;
  lyre_arena_cut (&l->arena, mark);
  condition *kept = lyre_arena_array (&l->arena, condition, n);
  memcpy (kept, c, n * sizeof *c);
  lyre_vec_push (l->mem, &l->languages,
                 ((language){n, kept, (uint32_t) *head, empty}));
  *head = l->languages.len;
  return empty ? NIELSEN_EMPTY : l->languages.len - 1;
}

bool nielsen_language_of (nielsen_languages *l, lyre_re r,
                          nielsen_language *out) {
  uint32_t a;
  if (!build (l, r, &a))
    return false;
  condition c = {a, 0, FINAL};
  *out = intern (l, 1, &c);
  return true;
}

bool nielsen_language_nullable (const nielsen_languages *l,
                                nielsen_language lang) {
  const language *k = &l->languages.data[lang];
  for (uint32_t i = 0; i < k->n; i++)
    if (k->at[i].to == FINAL
            ? !state_of (l, k->at[i].automaton, k->at[i].from)->final
            : k->at[i].from != k->at[i].to)
      return false;
  return true;
}

static bool follow (const nielsen_languages *l, condition *c, uint32_t letter) {
  const automaton_state *s = state_of (l, c->automaton, c->from);
  for (uint32_t i = 0; i < s->n; i++) {
    const move *m = &l->moves.data[s->first + i];
    if (lyre_charset_has (m->chars, letter)) {
      c->from = m->to;
      return true;
    }
  }
  return false;
}

nielsen_language nielsen_language_derive (nielsen_languages *l,
                                          nielsen_language lang,
                                          uint32_t letter) {
  language k = l->languages.data[lang];
  condition c[MAX_CONDITIONS];
  for (uint32_t i = 0; i < k.n; i++) {
    c[i] = k.at[i];
    if (!follow (l, &c[i], letter))
      return NIELSEN_EMPTY;
  }
  return intern (l, k.n, c);
}

nielsen_language nielsen_language_inter (nielsen_languages *l,
                                         nielsen_language a,
                                         nielsen_language b) {
  language k = l->languages.data[a], m = l->languages.data[b];
  condition c[2 * MAX_CONDITIONS];
  for (uint32_t i = 0; i < k.n; i++)
    c[i] = k.at[i];
  for (uint32_t i = 0; i < m.n; i++)
    c[k.n + i] = m.at[i];
  uint32_t n = tidy (l, k.n + m.n, c);
  /* More than we can hold: what is left is a larger language. */
  return intern (l, n > MAX_CONDITIONS ? MAX_CONDITIONS : n, c);
}

/* States that lie on a way from C's start to its end: all that are reachable;
 * those that lead nowhere give empty languages. */
static bool cut_at (nielsen_languages *l, const language *k,
                    const uint32_t *places, nielsen_cuts *out) {
  condition a[MAX_CONDITIONS], b[MAX_CONDITIONS];
  for (uint32_t i = 0; i < k->n; i++) {
    a[i] = (condition){k->at[i].automaton, k->at[i].from, places[i]};
    b[i] = (condition){k->at[i].automaton, places[i], k->at[i].to};
  }
  nielsen_language second = intern (l, k->n, b);
  if (second == NIELSEN_EMPTY)
    return true;
  nielsen_language first = intern (l, k->n, a);
  if (first == NIELSEN_EMPTY)
    return true;
  lyre_vec_push (l->mem, out, ((nielsen_cut){first, second}));
  return out->len <= MAX_CUTS;
}

bool nielsen_language_cuts (nielsen_languages *l, nielsen_language lang,
                            nielsen_cuts *out) {
  language k = l->languages.data[lang];
  hunt h = {.l = l, .n = k.n, .at = k.at};
  uint32_t start[MAX_CONDITIONS];
  bool ok = true;
  lyre_vec_clear (out);
  for (uint32_t i = 0; i < k.n; i++)
    start[i] = k.at[i].from;
  visit (&h, start, 0, 0);
  for (uint32_t p = 0; ok && p < h.parents.len; p++) {
    ok = p < MAX_CUTS && !lyre_poll (l->env, LYRE_POLL_NIELSEN);
    successors (&h, p);
  }
  for (uint32_t p = 0; ok && p < h.parents.len; p++)
    ok = cut_at (l, &k, &h.places.data[p * k.n], out);
  lyre_vec_release (l->mem, &h.places);
  lyre_vec_release (l->mem, &h.parents);
  lyre_vec_release (l->mem, &h.letters);
  lyre_map_release (l->mem, &h.seen);
  return ok;
}

const lyre_str *nielsen_language_word (nielsen_languages *l, lyre_arena *arena,
                                       nielsen_language lang) {
  language k = l->languages.data[lang];
  bool sure;
  return find_word (l, k.n, k.at, arena, &sure);
}
