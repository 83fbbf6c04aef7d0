#include "engine/gate.h"

lyre_gate_result lyre_gate (lyre_terms *ts, lyre_mem *mem,
                            const lyre_model *model, uint32_t n,
                            const lyre_term *assertions) {
  lyre_gate_result result = LYRE_GATE_PASS;
  lyre_eval *e = lyre_eval_new (ts, mem);
  lyre_model_load (model, e);
  ts->env->statistics.gate_checks++;
  for (uint32_t i = 0; i < n && result == LYRE_GATE_PASS; i++) {
    lyre_val v;
    if (!lyre_eval_term (e, assertions[i], &v))
      result = LYRE_GATE_UNDECIDED;
    else if (!v.b)
      result = LYRE_GATE_REFUSE;
  }
  if (result == LYRE_GATE_REFUSE)
    ts->env->statistics.gate_failures++;
  lyre_eval_delete (e);
  return result;
}
