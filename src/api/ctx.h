/* The context behind lyre.h.
 *
 * Memory lives in pools of the environment's root: what belongs to the last
 * answer (its model, its core) in `answer`, what belongs to the running query
 * in `query`, what the rewriter remembers in `rewriting`. A failed allocation
 * lands in lyre_failed, which empties the pools that may be half-changed; the
 * term table itself only ever changes after its memory is there, so that the
 * context stays usable. */
#ifndef LYRE_API_CTX_H
#define LYRE_API_CTX_H

#include "engine/schedule.h"

struct lyre_ctx {
  lyre_env env; /* first */
  lyre_terms terms;
  lyre_mem query, answer, rewriting;
  lyre_rw *rw;         /* made when needed */
  lyre_u32s rules_off; /* rules that it does without */

  lyre_term_vec assertions;
  lyre_vec (uint32_t) levels; /* number of assertions at each push */

  lyre_result result; /* of the last check */
  const char *reason; /* after unknown */
  bool has_answer;    /* result is about the current assertions */
  lyre_model model;
  lyre_eval *eval; /* loaded with the model; made when needed */
  uint32_t n_core;
  uint8_t *core; /* per assertion, then per assumption: is it in the core? */
  lyre_term *core_terms; /* what they were */
  bool core_found;       /* someone has asked */
  uint64_t check_ns;     /* how long the check took */
  uint32_t n_assumptions;

  char error[512];
  char text[64]; /* for lyre_get_option and lyre_statistic */
};

/* Sets the error text. */
void lyre_complain (lyre_ctx *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
/* After a failed allocation: cleans up and sets the error text. */
void lyre_failed (lyre_ctx *, int why);
lyre_rw *lyre_ctx_rewriter (lyre_ctx *);
/* Runs the schedule on N terms. The model, if any, is filled in. */
lyre_answer lyre_ctx_solve (lyre_ctx *, uint32_t n, const lyre_term *terms);
/* After unsat: everything is in the core until somebody looks (core.c). */
void lyre_note_core (lyre_ctx *, uint32_t n, const lyre_term *all,
                     uint64_t check_ns);
/* Forgets the last answer and its model. */
void lyre_forget_answer (lyre_ctx *);

/* Opens an API function that may allocate: a failure inside returns RESULT.
 * The functions that use it keep no locals of their own. */
#define LYRE_GUARD(CTX, RESULT)                                                \
  jmp_buf lyre_guard_escape;                                                   \
  (CTX)->env.mem.escape = &lyre_guard_escape;                                  \
  int lyre_guard_why = setjmp (lyre_guard_escape);                             \
  if (lyre_guard_why) {                                                        \
    lyre_failed ((CTX), lyre_guard_why);                                       \
    return RESULT;                                                             \
  }

static inline bool lyre_term_ok (const lyre_ctx *c, lyre_term t) {
  return t.id && t.id < c->terms.nodes.len;
}
static inline bool lyre_sort_ok (const lyre_ctx *c, lyre_sort s) {
  return s.id && s.id < c->terms.sorts.len;
}

#endif
