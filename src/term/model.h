/* Models: values for variables, and for functions at points (eval.h). */
#ifndef LYRE_TERM_MODEL_H
#define LYRE_TERM_MODEL_H

#include "base/map.h"
#include "term/eval.h"

typedef struct {
  lyre_mem *mem;
  lyre_arena arena; /* payloads */
  lyre_vec (lyre_term) vars;
  lyre_vec (lyre_val) values;
  lyre_map index; /* variable id -> position + 1 */
} lyre_model;

void lyre_model_init (lyre_model *, lyre_mem *);
void lyre_model_release (lyre_model *);
void lyre_model_clear (lyre_model *);
/* Gives VAR a value, instead of the one it may have. The payload is copied. */
void lyre_model_set (lyre_model *, lyre_term var, lyre_val);
/* NULL if VAR has none. */
const lyre_val *lyre_model_get (const lyre_model *, lyre_term var);
/* Assigns every variable of the model in the evaluator. */
void lyre_model_load (const lyre_model *, lyre_eval *);

#endif
