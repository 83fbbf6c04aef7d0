#include "term/term.h"

#include <string.h>

#include "base/map.h"
#include "term/grammar.h"
#include "term/ops.h"

/* ------------------------------------------------------------------ table */

void lyre_terms_init (lyre_terms *ts, lyre_env *env) {
  static const char *const builtin[] = {"",     "Bool",   "Int",
                                        "Real", "String", "RegLan"};
  memset (ts, 0, sizeof *ts);
  ts->env = env;
  lyre_arena_init (&ts->arena, &env->mem);
  lyre_vec_push (&env->mem, &ts->nodes, NULL);
  lyre_vec_push (&env->mem, &ts->symbols, (lyre_symbol){0});
  lyre_vec_push (&env->mem, &ts->grammars, NULL);
  for (unsigned i = 0; i < sizeof builtin / sizeof *builtin; i++)
    lyre_vec_push (&env->mem, &ts->sorts, builtin[i]);
}

void lyre_terms_release (lyre_terms *ts) {
  lyre_mem *mem = &ts->env->mem;
  lyre_vec_release (mem, &ts->nodes);
  lyre_vec_release (mem, &ts->symbols);
  lyre_vec_release (mem, &ts->sorts);
  lyre_grammars_release (ts);
  lyre_free (mem, ts->table);
  lyre_arena_release (&ts->arena);
}

static void insert_id (uint32_t *table, uint32_t cap, uint32_t hash,
                       uint32_t id) {
  uint32_t i = hash & (cap - 1);
  while (table[i])
    i = (i + 1) & (cap - 1);
  table[i] = id;
}

static void grow_table (lyre_terms *ts) {
  lyre_mem *mem = &ts->env->mem;
  uint32_t cap = ts->table_cap ? 2 * ts->table_cap : 256;
  if (!cap)
    lyre_mem_fail (mem, LYRE_FAIL_TOO_LARGE);
  uint32_t *table = lyre_alloc (mem, lyre_mul_size (mem, cap, sizeof *table));
  memset (table, 0, cap * sizeof *table);
  for (uint32_t id = 1; id < ts->nodes.len; id++)
    insert_id (table, cap, ts->nodes.data[id]->hash, id);
  lyre_free (mem, ts->table);
  ts->table = table;
  ts->table_cap = cap;
}

/* ------------------------------------------------------------------ nodes */

static uint32_t payload_hash (const lyre_node *n) {
  switch (n->op) {
  case LYRE_VALUE:
    return lyre_val_hash (n->value);
  case LYRE_VAR:
  case LYRE_APPLY:
    return n->symbol;
  default:
    return lyre_hash_mix (n->index[0], n->index[1]);
  }
}

static bool same_payload (const lyre_node *a, const lyre_node *b) {
  switch (a->op) {
  case LYRE_VALUE:
    return lyre_val_same (a->value, b->value);
  case LYRE_VAR:
  case LYRE_APPLY:
    return a->symbol == b->symbol;
  default:
    return a->index[0] == b->index[0] && a->index[1] == b->index[1];
  }
}

static uint32_t node_hash (const lyre_node *d) {
  uint32_t h = lyre_hash_mix (d->op, payload_hash (d));
  for (uint32_t i = 0; i < d->n_args; i++)
    h = lyre_hash_mix (h, d->args[i].id);
  return lyre_hash_mix (h, d->n_args);
}

static bool matches (const lyre_node *n, const lyre_node *d) {
  return n->hash == d->hash && n->op == d->op && n->n_args == d->n_args &&
         (!d->n_args ||
          !memcmp (n->args, d->args, d->n_args * sizeof (lyre_term))) &&
         same_payload (n, d);
}

static uint32_t find_id (const lyre_terms *ts, const lyre_node *d) {
  if (!ts->table_cap)
    return 0;
  uint32_t mask = ts->table_cap - 1;
  for (uint32_t i = d->hash & mask; ts->table[i]; i = (i + 1) & mask)
    if (matches (ts->nodes.data[ts->table[i]], d))
      return ts->table[i];
  return 0;
}

static bool is_regex_op (lyre_op op) {
  return op >= LYRE_STR_TO_RE && op <= LYRE_RE_LOOP;
}

/* Can this argument stand below a closed regex? */
static bool closed_part (const lyre_node *n) {
  return n->op == LYRE_VALUE || (n->flags & LYRE_NODE_CLOSED_RE);
}

static bool is_zero (lyre_val v) {
  return v.sort.id == LYRE_ID_INT ? !lyre_int_sign (v.i) : !lyre_rat_sign (v.r);
}

/* Is this a division that the standard may leave open? */
static bool may_divide_by_zero (const lyre_terms *ts, const lyre_node *d) {
  switch (d->op) {
  case LYRE_INT_DIV:
  case LYRE_INT_MOD:
  case LYRE_REAL_DIV: {
    const lyre_node *divisor = lyre_node_of (ts, d->args[1]);
    return divisor->op != LYRE_VALUE || is_zero (*divisor->value);
  }
  default:
    return false;
  }
}

static uint16_t flags_of (const lyre_terms *ts, const lyre_node *d) {
  bool ground = true, closed = is_regex_op ((lyre_op) d->op);
  uint16_t inherited = 0;
  for (uint32_t i = 0; i < d->n_args; i++) {
    const lyre_node *a = lyre_node_of (ts, d->args[i]);
    ground = ground && (a->flags & LYRE_NODE_GROUND);
    closed = closed && closed_part (a);
    inherited |= a->flags & (LYRE_NODE_QUANTIFIED | LYRE_NODE_APPLIES |
                             LYRE_NODE_PARTIAL | LYRE_NODE_GRAMMAR);
  }
  if (may_divide_by_zero (ts, d))
    inherited |= LYRE_NODE_PARTIAL;
  if (d->op == LYRE_STR_IN_GRAMMAR)
    inherited |= LYRE_NODE_GRAMMAR;
  switch (d->op) {
  case LYRE_VAR:
    return 0;
  case LYRE_FORALL:
  case LYRE_EXISTS:
    return inherited | LYRE_NODE_QUANTIFIED;
  case LYRE_APPLY:
    return inherited | LYRE_NODE_APPLIES;
  default:
    return inherited | (ground ? LYRE_NODE_GROUND : 0) |
           (closed ? LYRE_NODE_CLOSED_RE : 0);
  }
}

static lyre_term add_node (lyre_terms *ts, const lyre_node *d) {
  lyre_mem *mem = &ts->env->mem;
  if (2 * (uint64_t) ts->nodes.len >= ts->table_cap)
    grow_table (ts);
  lyre_vec_reserve (mem, &ts->nodes, (uint64_t) ts->nodes.len + 1);
  size_t args = lyre_mul_size (mem, d->n_args, sizeof (lyre_term));
  lyre_node *n = lyre_arena_alloc (&ts->arena, sizeof *n + args);
  *n = *d;
  n->args = (lyre_term *) (n + 1);
  if (args)
    memcpy (n + 1, d->args, args);
  if (n->op == LYRE_VALUE) {
    lyre_val *v = lyre_arena_new (&ts->arena, lyre_val);
    *v = lyre_val_copy (&ts->arena, *d->value);
    n->value = v;
  }
  n->flags = flags_of (ts, d);
  uint32_t id = ts->nodes.len;
  ts->nodes.data[ts->nodes.len++] = n;
  insert_id (ts->table, ts->table_cap, n->hash, id);
  return (lyre_term){id};
}

static lyre_term intern (lyre_terms *ts, lyre_node *d) {
  d->hash = node_hash (d);
  uint32_t id = find_id (ts, d);
  return id ? (lyre_term){id} : add_node (ts, d);
}

/* ------------------------------------------------------------------ sorts */

static lyre_sort letter_sort (char c) {
  switch (c) {
  case 'B':
    return LYRE_BOOL;
  case 'I':
    return LYRE_INT;
  case 'R':
    return LYRE_REAL;
  case 'S':
    return LYRE_STRING;
  case 'L':
    return LYRE_REGLAN;
  default:
    return LYRE_NO_SORT;
  }
}

/* The sort of OP over these arguments, by its signature. */
static lyre_sort result_sort (const lyre_terms *ts, lyre_op op, uint32_t n,
                              const lyre_term *args) {
  const lyre_op_info *info = lyre_op_info_of (op);
  if (info->shape == LYRE_SHAPE_BIND)
    return LYRE_BOOL;
  lyre_sort s = letter_sort (info->result);
  return s.id ? s : lyre_sort_of (ts, args[n - 1]);
}

/* --------------------------------------------------------------- building */

lyre_term lyre_node_indexed (lyre_terms *ts, lyre_op op, uint32_t i0,
                             uint32_t i1, uint32_t n, const lyre_term *args) {
  lyre_node d = {.op = (uint16_t) op,
                 .sort = result_sort (ts, op, n, args).id,
                 .n_args = n,
                 .index = {i0, i1},
                 .args = args};
  return intern (ts, &d);
}

lyre_term lyre_node_make (lyre_terms *ts, lyre_op op, uint32_t n,
                          const lyre_term *args) {
  return lyre_node_indexed (ts, op, 0, 0, n, args);
}

lyre_term lyre_node_value (lyre_terms *ts, lyre_val v) {
  if (v.sort.id == LYRE_BOOL.id)
    return lyre_t_bool (ts, v.b);
  if (v.sort.id == LYRE_REGLAN.id)
    return v.re;
  lyre_node d = {.op = LYRE_VALUE, .sort = v.sort.id, .value = &v};
  return intern (ts, &d);
}

uint32_t lyre_symbol_make (lyre_terms *ts, const char *name, uint32_t n,
                           const lyre_sort *args, lyre_sort result) {
  lyre_symbol s = {.sort = result, .n_args = n};
  s.name = lyre_arena_text (&ts->arena, name, strlen (name));
  if (n) {
    lyre_sort *copy = lyre_arena_array (&ts->arena, lyre_sort, n);
    memcpy (copy, args, n * sizeof *copy);
    s.args = copy;
  }
  lyre_vec_push (&ts->env->mem, &ts->symbols, s);
  return ts->symbols.len - 1;
}

lyre_term lyre_node_var (lyre_terms *ts, const char *name, lyre_sort sort) {
  uint32_t symbol = lyre_symbol_make (ts, name, 0, NULL, sort);
  lyre_node d = {.op = LYRE_VAR, .sort = sort.id, .symbol = symbol};
  return intern (ts, &d);
}

lyre_term lyre_node_apply (lyre_terms *ts, uint32_t symbol, uint32_t n,
                           const lyre_term *args) {
  lyre_node d = {.op = LYRE_APPLY,
                 .sort = ts->symbols.data[symbol].sort.id,
                 .n_args = n,
                 .symbol = symbol,
                 .args = args};
  return intern (ts, &d);
}

lyre_term lyre_node_with_args (lyre_terms *ts, lyre_term t,
                               const lyre_term *args) {
  const lyre_node *n = lyre_node_of (ts, t);
  if (!n->n_args || !memcmp (n->args, args, n->n_args * sizeof *args))
    return t;
  if (n->op == LYRE_APPLY)
    return lyre_node_apply (ts, n->symbol, n->n_args, args);
  return lyre_node_indexed (ts, (lyre_op) n->op, n->index[0], n->index[1],
                            n->n_args, args);
}

lyre_term lyre_t_true (lyre_terms *ts) {
  return lyre_node_make (ts, LYRE_TRUE, 0, NULL);
}

lyre_term lyre_t_false (lyre_terms *ts) {
  return lyre_node_make (ts, LYRE_FALSE, 0, NULL);
}

lyre_term lyre_t_bool (lyre_terms *ts, bool b) {
  return b ? lyre_t_true (ts) : lyre_t_false (ts);
}

lyre_term lyre_t_integer (lyre_terms *ts, lyre_int i) {
  return lyre_node_value (ts, lyre_val_int (i));
}

lyre_term lyre_t_int (lyre_terms *ts, int64_t i) {
  return lyre_t_integer (ts, lyre_int_from (&ts->arena, i));
}

lyre_term lyre_t_real (lyre_terms *ts, lyre_rat r) {
  return lyre_node_value (ts, lyre_val_real (r));
}

lyre_term lyre_t_string (lyre_terms *ts, const lyre_str *s) {
  return lyre_node_value (ts, lyre_val_string (s));
}

lyre_term lyre_t1 (lyre_terms *ts, lyre_op op, lyre_term a) {
  return lyre_node_make (ts, op, 1, &a);
}

lyre_term lyre_t2 (lyre_terms *ts, lyre_op op, lyre_term a, lyre_term b) {
  return lyre_node_make (ts, op, 2, (lyre_term[]){a, b});
}

lyre_term lyre_t3 (lyre_terms *ts, lyre_op op, lyre_term a, lyre_term b,
                   lyre_term c) {
  return lyre_node_make (ts, op, 3, (lyre_term[]){a, b, c});
}

/* ---------------------------------------------------------------- looking */

bool lyre_is_value (const lyre_terms *ts, lyre_term t) {
  lyre_op op = lyre_op_of (ts, t);
  return op == LYRE_VALUE || op == LYRE_TRUE || op == LYRE_FALSE;
}

lyre_val lyre_value_of (const lyre_terms *ts, lyre_term t) {
  const lyre_node *n = lyre_node_of (ts, t);
  LYRE_ASSERT (lyre_is_value (ts, t));
  return n->op == LYRE_VALUE ? *n->value : lyre_val_bool (n->op == LYRE_TRUE);
}

const lyre_str *lyre_string_of (const lyre_terms *ts, lyre_term t) {
  const lyre_node *n = lyre_node_of (ts, t);
  return n->op == LYRE_VALUE && n->sort == LYRE_STRING.id ? n->value->s : NULL;
}

bool lyre_integer_of (const lyre_terms *ts, lyre_term t, lyre_int *out) {
  const lyre_node *n = lyre_node_of (ts, t);
  if (n->op != LYRE_VALUE || n->sort != LYRE_INT.id)
    return false;
  *out = n->value->i;
  return true;
}

const char *lyre_symbol_name (const lyre_terms *ts, lyre_term t) {
  const lyre_node *n = lyre_node_of (ts, t);
  LYRE_ASSERT (n->op == LYRE_VAR || n->op == LYRE_APPLY);
  return ts->symbols.data[n->symbol].name;
}

bool lyre_is_connective (const lyre_terms *ts, lyre_term t) {
  const lyre_node *n = lyre_node_of (ts, t);
  switch (n->op) {
  case LYRE_NOT:
  case LYRE_AND:
  case LYRE_OR:
  case LYRE_XOR:
  case LYRE_IMPLIES:
    return true;
  case LYRE_ITE:
  case LYRE_EQ:
  case LYRE_DISTINCT:
    return lyre_has_sort (ts, n->args[n->n_args - 1], LYRE_BOOL);
  default:
    return false;
  }
}
