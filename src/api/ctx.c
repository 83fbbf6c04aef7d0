/* Contexts: life and death, errors, options, statistics. */
#include "api/ctx.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------- life and errors */

static bool fill_context (lyre_ctx *c) {
  LYRE_GUARD (c, false);
  lyre_mem_init (&c->query, &c->env.mem);
  lyre_mem_init (&c->answer, &c->env.mem);
  lyre_mem_init (&c->rewriting, &c->env.mem);
  lyre_model_init (&c->model, &c->answer);
  lyre_terms_init (&c->terms, &c->env);
  return true;
}

lyre_ctx *lyre_new (void) {
  lyre_ctx *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  lyre_env_init (&c->env);
  if (fill_context (c))
    return c;
  lyre_delete (c);
  return NULL;
}

void lyre_delete (lyre_ctx *c) {
  if (!c)
    return;
  lyre_mem_release (&c->query);
  lyre_mem_release (&c->answer);
  lyre_mem_release (&c->rewriting);
  lyre_vec_release (&c->env.mem, &c->rules_off);
  lyre_env_release (&c->env);
  LYRE_ASSERT (c->env.mem.used == 0);
  free (c);
}

void lyre_complain (lyre_ctx *c, const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  vsnprintf (c->error, sizeof c->error, format, ap);
  va_end (ap);
}

void lyre_failed (lyre_ctx *c, int why) {
  lyre_complain (c, "%s",
                 why == LYRE_FAIL_TOO_LARGE ? "too large" : "out of memory");
  lyre_mem_release (&c->query);
  lyre_mem_release (&c->rewriting);
  c->rw = NULL;
  lyre_mem_release (&c->answer);
  lyre_model_init (&c->model, &c->answer);
  c->eval = NULL;
  c->core = NULL;
  c->n_core = 0;
  c->has_answer = false;
  lyre_arena_clear (&c->env.scratch);
}

const char *lyre_last_error (const lyre_ctx *c) {
  return c->error;
}

void lyre_interrupt (lyre_ctx *c) {
  atomic_store_explicit (&c->env.interrupt, true, memory_order_relaxed);
}

void lyre_clear_interrupt (lyre_ctx *c) {
  atomic_store_explicit (&c->env.interrupt, false, memory_order_relaxed);
}

void lyre_set_progress (lyre_ctx *c, unsigned level, lyre_write_fn listener,
                        void *user) {
  c->env.talk = listener ? level : 0;
  c->env.listener = listener;
  c->env.listener_user = user;
}

lyre_rw *lyre_ctx_rewriter (lyre_ctx *c) {
  if (c->rw)
    return c->rw;
  c->rw = lyre_rw_new (&c->terms, &c->rewriting);
  for (uint32_t i = 0; i < c->rules_off.len; i++)
    lyre_rw_enable (c->rw, c->rules_off.data[i], false);
  return c->rw;
}

/* ---------------------------------------------------------------- options */

/* Options that act when they are set. */
static void option_was_set (lyre_ctx *c, const lyre_option *o) {
  const lyre_options *all = &c->env.options;
  int64_t value = lyre_option_read (all, o);
  if (!strcmp (o->name, "memory"))
    c->env.mem.limit = (size_t) value << 20;
  else if (!strcmp (o->name, "total-timeout"))
    c->env.run_deadline_ns =
        value ? lyre_now_ns () + (uint64_t) value * 1000000u : 0;
}

/* The rule that the option rule-NAME switches, or lyre_rule_count. */
static uint32_t rule_of_option (const char *name) {
  bool is_rule = !strncmp (name, "rule-", 5);
  return is_rule ? lyre_rule_find (name + 5) : lyre_rule_count ();
}

/* Its place in the list of those that are off; the length if it is on. */
static uint32_t place_of_rule (const lyre_ctx *c, uint32_t rule) {
  uint32_t i = 0;
  while (i < c->rules_off.len && c->rules_off.data[i] != rule)
    i++;
  return i;
}

static lyre_status switch_rule (lyre_ctx *c, uint32_t rule, bool on) {
  LYRE_GUARD (c, LYRE_NOMEM);
  bool was_on = place_of_rule (c, rule) == c->rules_off.len;
  if (on && !was_on)
    c->rules_off.data[place_of_rule (c, rule)] = lyre_vec_pop (&c->rules_off);
  else if (!on && was_on)
    lyre_vec_push (&c->env.mem, &c->rules_off, rule);
  if (c->rw)
    lyre_rw_enable (c->rw, rule, on);
  return LYRE_OK;
}

static lyre_status set_rule (lyre_ctx *c, const char *name, const char *value) {
  uint32_t rule = rule_of_option (name);
  bool on = !strcmp (value, "true");
  if (rule == lyre_rule_count ())
    lyre_complain (c, "unknown option %s", name);
  else if (!on && strcmp (value, "false") != 0)
    lyre_complain (c, "option %s cannot be %s", name, value);
  else
    return switch_rule (c, rule, on);
  return LYRE_ERROR;
}

lyre_status lyre_set_option (lyre_ctx *c, const char *name, const char *value) {
  const lyre_option *o = lyre_option_find (name);
  if (!o)
    return set_rule (c, name, value);
  if (!lyre_option_write (&c->env.options, o, value)) {
    lyre_complain (c, "option %s cannot be %s", name, value);
    return LYRE_ERROR;
  }
  option_was_set (c, o);
  return LYRE_OK;
}

const char *lyre_get_option (lyre_ctx *c, const char *name) {
  const lyre_option *o = lyre_option_find (name);
  uint32_t rule = o ? lyre_rule_count () : rule_of_option (name);
  if (rule < lyre_rule_count ())
    return place_of_rule (c, rule) == c->rules_off.len ? "true" : "false";
  if (!o)
    return NULL;
  return lyre_option_text (&c->env.options, o, c->text, sizeof c->text);
}

bool lyre_option_info_get (uint32_t index, lyre_option_info *out) {
  if (index >= lyre_option_count)
    return false;
  const lyre_option *o = &lyre_option_table[index];
  *out = (lyre_option_info){.name = o->name,
                            .choices = o->values,
                            .help = o->help,
                            .is_flag = o->kind == LYRE_FLAG,
                            .def = o->def,
                            .low = o->low,
                            .high = o->high};
  return true;
}

/* ------------------------------------------------------------- statistics */

static const struct {
  const char *name;
  size_t offset;
} counters[] = {
#define ROW(FIELD, NAME) {NAME, offsetof (lyre_statistics, FIELD)},
    LYRE_STATISTICS (ROW)
#undef ROW
};

enum { N_COUNTERS = sizeof counters / sizeof *counters };

static void refresh (lyre_ctx *c) {
  c->env.statistics.terms = c->terms.nodes.len - 1;
  c->env.statistics.memory_peak = c->env.mem.peak;
}

bool lyre_statistic (lyre_ctx *c, uint32_t index, const char **name,
                     uint64_t *value) {
  if (index < N_COUNTERS) {
    refresh (c);
    *name = counters[index].name;
    memcpy (value, (char *) &c->env.statistics + counters[index].offset,
            sizeof *value);
    return true;
  }
  uint32_t rule = index - N_COUNTERS;
  if (rule >= lyre_rule_count ())
    return false;
  snprintf (c->text, sizeof c->text, "rule-%s", lyre_rule_get (rule)->name);
  *name = c->text;
  *value = c->rw ? lyre_rw_hits (c->rw, rule) : 0;
  return true;
}
