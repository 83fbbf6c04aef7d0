#include "term/model.h"

void lyre_model_init (lyre_model *m, lyre_mem *mem) {
  *m = (lyre_model){.mem = mem};
  lyre_arena_init (&m->arena, mem);
}

void lyre_model_release (lyre_model *m) {
  lyre_vec_release (m->mem, &m->vars);
  lyre_vec_release (m->mem, &m->values);
  lyre_map_release (m->mem, &m->index);
  lyre_arena_release (&m->arena);
}

void lyre_model_clear (lyre_model *m) {
  lyre_vec_clear (&m->vars);
  lyre_vec_clear (&m->values);
  lyre_map_clear (&m->index);
  lyre_arena_clear (&m->arena);
}

void lyre_model_set (lyre_model *m, lyre_term var, lyre_val v) {
  v = lyre_val_copy (&m->arena, v);
  uint64_t *at = lyre_map_at (m->mem, &m->index, var.id);
  if (*at) {
    m->values.data[*at - 1] = v;
    return;
  }
  lyre_vec_push (m->mem, &m->vars, var);
  lyre_vec_push (m->mem, &m->values, v);
  *at = m->values.len;
}

const lyre_val *lyre_model_get (const lyre_model *m, lyre_term var) {
  uint64_t *at = lyre_map_find (&m->index, var.id);
  return at ? &m->values.data[*at - 1] : NULL;
}

void lyre_model_load (const lyre_model *m, lyre_eval *e) {
  for (uint32_t i = 0; i < m->vars.len; i++)
    lyre_eval_set (e, m->vars.data[i], m->values.data[i]);
}
