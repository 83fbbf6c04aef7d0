/* Likely values for variables, gathered from the problem. */
#include "engine/enumerate/enumerate.h"

enum {
  MAX_LITERALS = 40, /* of one sort, from the problem */
  MAX_SAMPLES = 6,   /* words per regular expression */
  MAX_REPEAT = 1 << 20,
};

typedef lyre_vec (lyre_val) values;

typedef struct {
  const lyre_problem *p;
  lyre_arena *arena;
  lyre_vec (lyre_term) memberships;   /* (str.in_re x r), r closed */
  values by_sort[LYRE_ID_FIRST_FREE]; /* what the problem mentions */
} gathering;

static void add (gathering *g, values *list, lyre_val v) {
  for (uint32_t i = 0; i < list->len; i++)
    if (lyre_val_same (&list->data[i], &v))
      return;
  lyre_vec_push (g->p->mem, list, v);
}

static lyre_val int_val (gathering *g, int64_t i) {
  return lyre_val_int (lyre_int_from (g->arena, i));
}

static void add_text (gathering *g, values *list, const char *text) {
  add (g, list, lyre_val_string (lyre_str_from_ascii (g->arena, text)));
}

/* A number and its neighbours; as a length and as digits, too. */
static void mention_int (gathering *g, lyre_int i) {
  lyre_arena *a = g->arena;
  values *ints = &g->by_sort[LYRE_ID_INT];
  values *strings = &g->by_sort[LYRE_ID_STRING];
  if (ints->len > MAX_LITERALS)
    return;
  add (g, ints, lyre_val_int (i));
  add (g, ints, lyre_val_int (lyre_int_add (a, i, LYRE_INT_ONE)));
  add (g, ints, lyre_val_int (lyre_int_sub (a, i, LYRE_INT_ONE)));
  int64_t n;
  if (lyre_int_sign (i) < 0 || strings->len > MAX_LITERALS)
    return;
  add_text (g, strings, lyre_int_text (a, i));
  if (lyre_int_to_i64 (i, &n) && n <= MAX_REPEAT) {
    add (g, strings, lyre_val_string (lyre_str_repeat (a, 'a', (uint64_t) n)));
    add (g, strings,
         lyre_val_string (lyre_str_repeat (a, 'a', (uint64_t) n + 1)));
  }
}

static void mention_string (gathering *g, const lyre_str *s) {
  values *strings = &g->by_sort[LYRE_ID_STRING];
  values *ints = &g->by_sort[LYRE_ID_INT];
  if (strings->len <= MAX_LITERALS)
    add (g, strings, lyre_val_string (s));
  if (ints->len <= MAX_LITERALS)
    add (g, ints, int_val (g, s->len));
}

static void mention (gathering *g, lyre_term t) {
  lyre_terms *ts = g->p->ts;
  const lyre_node *n = lyre_node_of (ts, t);
  if (n->flags & LYRE_NODE_CLOSED_RE) {
    values *regexes = &g->by_sort[LYRE_ID_REGLAN];
    if (regexes->len <= MAX_LITERALS)
      add (g, regexes, lyre_val_regex (t));
  }
  if (n->op == LYRE_STR_IN_RE &&
      lyre_node_of (ts, n->args[1])->flags & LYRE_NODE_CLOSED_RE)
    lyre_vec_push (g->p->mem, &g->memberships, t);
  if (n->op != LYRE_VALUE)
    return;
  if (n->sort == LYRE_STRING.id)
    mention_string (g, n->value->s);
  else if (n->sort == LYRE_INT.id)
    mention_int (g, n->value->i);
  else if (n->sort == LYRE_REAL.id &&
           g->by_sort[LYRE_ID_REAL].len <= MAX_LITERALS)
    add (g, &g->by_sort[LYRE_ID_REAL], lyre_val_real (n->value->r));
}

/* Words of the regexes that X is asked to be in. */
static void add_members (gathering *g, lyre_term x, values *list) {
  lyre_terms *ts = g->p->ts;
  for (uint32_t i = 0; i < g->memberships.len; i++) {
    lyre_term t = g->memberships.data[i];
    if (!lyre_same (lyre_arg_of (ts, t, 0), x))
      continue;
    lyre_term regex = lyre_arg_of (ts, t, 1);
    const lyre_str *samples[MAX_SAMPLES];
    uint32_t n =
        lyre_regex_samples (g->p, g->arena, regex, samples, MAX_SAMPLES);
    for (uint32_t k = 0; k < n; k++)
      add (g, list, lyre_val_string (samples[k]));
  }
}

/* All strings over a few letters, the shortest first. */
static void add_short_strings (gathering *g, values *list) {
  static const char letters[] = "ab0";
  enum { MOST = 200 };
  values all = {0};
  add_text (g, &all, "");
  uint32_t longest = (uint32_t) g->p->env->options.enumerate_length;
  for (uint32_t i = 0; i < all.len && all.len < MOST; i++) {
    if (all.data[i].s->len >= longest)
      break;
    for (const char *c = letters; *c; c++) {
      const lyre_str *parts[] = {all.data[i].s,
                                 lyre_str_char (g->arena, (uint32_t) *c)};
      add (g, &all, lyre_val_string (lyre_str_concat (g->arena, 2, parts)));
    }
  }
  for (uint32_t i = 0; i < all.len; i++)
    add (g, list, all.data[i]);
  lyre_vec_release (g->p->mem, &all);
}

static void add_mentioned (gathering *g, lyre_sort sort, values *list) {
  values *m = &g->by_sort[sort.id];
  for (uint32_t i = 0; i < m->len; i++)
    add (g, list, m->data[i]);
}

static void string_candidates (gathering *g, lyre_term x, values *list) {
  add_members (g, x, list);
  add_text (g, list, "");
  add_text (g, list, "a");
  add_mentioned (g, LYRE_STRING, list);
  add_short_strings (g, list);
}

static void int_candidates (gathering *g, values *list) {
  static const int8_t first[] = {0, 1, -1, 2};
  for (unsigned i = 0; i < sizeof first; i++)
    add (g, list, int_val (g, first[i]));
  add_mentioned (g, LYRE_INT, list);
  for (int64_t i = 3; i <= 10; i++)
    add (g, list, int_val (g, i));
}

static void real_candidates (gathering *g, values *list) {
  values ints = {0};
  add_mentioned (g, LYRE_REAL, list);
  int_candidates (g, &ints);
  for (uint32_t i = 0; i < ints.len; i++)
    add (g, list, lyre_val_real (lyre_rat_from_int (ints.data[i].i)));
  lyre_int two = lyre_int_from (g->arena, 2);
  add (g, list, lyre_val_real (lyre_rat_make (g->arena, LYRE_INT_ONE, two)));
  lyre_vec_release (g->p->mem, &ints);
}

static void element_candidates (gathering *g, lyre_sort sort, uint32_t n_vars,
                                values *list) {
  for (uint32_t i = 0; i < n_vars && i < MAX_LITERALS; i++)
    add (g, list, (lyre_val){.sort = sort, .element = i});
}

static void regex_candidates (gathering *g, values *list) {
  lyre_terms *ts = g->p->ts;
  add (g, list, lyre_val_regex (lyre_node_make (ts, LYRE_RE_NONE, 0, NULL)));
  add (g, list, lyre_val_regex (lyre_node_make (ts, LYRE_RE_ALL, 0, NULL)));
  add_mentioned (g, LYRE_REGLAN, list);
}

static void candidates_for (gathering *g, lyre_term x, uint32_t n_vars,
                            values *list) {
  lyre_sort sort = lyre_sort_of (g->p->ts, x);
  switch (sort.id) {
  case LYRE_ID_BOOL:
    add (g, list, lyre_val_bool (false));
    add (g, list, lyre_val_bool (true));
    break;
  case LYRE_ID_INT:
    int_candidates (g, list);
    break;
  case LYRE_ID_REAL:
    real_candidates (g, list);
    break;
  case LYRE_ID_STRING:
    string_candidates (g, x, list);
    break;
  case LYRE_ID_REGLAN:
    regex_candidates (g, list);
    break;
  default:
    element_candidates (g, sort, n_vars, list);
  }
}

void lyre_candidates_collect (const lyre_problem *p, lyre_arena *arena,
                              uint32_t n, const lyre_term *vars,
                              lyre_candidates *out) {
  gathering g = {.p = p, .arena = arena};
  lyre_term_list subterms = lyre_subterms (p->ts, arena, p->n, p->assertions);
  for (uint32_t i = 0; i < subterms.n; i++)
    mention (&g, subterms.terms[i]);
  for (uint32_t i = 0; i < n; i++) {
    values list = {0};
    candidates_for (&g, vars[i], n, &list);
    out[i].values.data = list.data;
    out[i].values.len = list.len;
    out[i].values.cap = list.cap;
    out[i].complete = lyre_has_sort (p->ts, vars[i], LYRE_BOOL);
  }
}
