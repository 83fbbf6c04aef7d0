/* A switch over strings, as compilers write it:
 *
 *     switch (s.hashCode ()) {
 *     case 92909918: if (s.equals ("alpha")) i = 0; break;
 *     ...
 *     }
 *
 * Hash codes of symbolic strings are beyond any solver, but here they are
 * only a detour: the case is taken for "alpha" and for strings that happen to
 * have its hash, and the latter end up where all others do. So the question
 * for a case is whether the string is one of the literals compared there.
 * That is exact if the code has this shape, which is checked. */
#include <string.h>

#include "java/vm/internal.h"

enum { MOST_LITERALS = 64 };

typedef struct {
  const jmethod *m;
  uint32_t other; /* where all strings go that are in no case */
  uint32_t n;
  const jcp_entry *literals[MOST_LITERALS]; /* of one case */
} shape;

static uint32_t at2 (const uint8_t *p) {
  return (uint32_t) (p[0] << 8 | p[1]);
}

static int32_t at4 (const uint8_t *p) {
  return (int32_t) ((uint32_t) p[0] << 24 | (uint32_t) p[1] << 16 |
                    (uint32_t) p[2] << 8 | p[3]);
}

/* The length of an aload, 0 if it is none. */
static uint32_t load_length (const uint8_t *code, uint32_t pc) {
  if (code[pc] >= OP_aload_0 && code[pc] <= OP_aload_3)
    return 1;
  return code[pc] == OP_aload ? 2 : 0;
}

static bool is_equals (const jclass *c, uint32_t index) {
  const jcp_entry *e = &c->pool[index];
  return !strcmp (e->owner, "java/lang/String") && !strcmp (e->name, "equals");
}

/* aload s; ldc "literal"; invokevirtual equals; ifeq next. The pc after it,
 * and where it goes if they differ; 0 if it is something else. */
static uint32_t match_test (shape *s, uint32_t pc, uint32_t *if_not) {
  const uint8_t *code = s->m->code;
  uint32_t n = load_length (code, pc), end = s->m->code_len;
  if (!n || pc + n + 9 > end)
    return 0;
  pc += n;
  bool is_wide = code[pc] == OP_ldc_w;
  if (code[pc] != OP_ldc && !is_wide)
    return 0;
  const jcp_entry *e =
      &s->m->owner->pool[is_wide ? at2 (code + pc + 1) : code[pc + 1]];
  pc += is_wide ? 3 : 2;
  if (e->tag != JCP_STRING || pc + 6 > end || s->n == MOST_LITERALS ||
      code[pc] != OP_invokevirtual ||
      !is_equals (s->m->owner, at2 (code + pc + 1)))
    return 0;
  pc += 3;
  s->literals[s->n++] = e;
  int32_t offset = (int16_t) at2 (code + pc + 1);
  if (code[pc] == OP_ifeq) {
    *if_not = (uint32_t) ((int32_t) pc + offset);
    return pc + 3;
  }
  if (code[pc] == OP_ifne) { /* the other way round: straight on if not */
    *if_not = pc + 3;
    return (uint32_t) ((int32_t) pc + offset);
  }
  return 0;
}

static uint32_t follow_gotos (const shape *s, uint32_t pc) {
  for (int i = 0; i < 8 && pc + 3 <= s->m->code_len; i++) {
    if (s->m->code[pc] != OP_goto)
      break;
    pc = (uint32_t) ((int32_t) pc + (int16_t) at2 (s->m->code + pc + 1));
  }
  return pc;
}

/* The literals compared at TARGET, if what follows the last is the way of all
 * other strings. */
static bool match_case (shape *s, uint32_t target) {
  uint32_t pc = target, if_not;
  s->n = 0;
  while (follow_gotos (s, pc) != s->other) {
    if (!match_test (s, pc, &if_not))
      return false;
    pc = if_not;
  }
  return s->n;
}

typedef struct {
  const uint8_t *p; /* after the padding */
  bool is_table;
  int32_t low;
  uint32_t n;
} cases;

static cases cases_at (const jmethod *m, uint32_t pc) {
  cases c = {.p = m->code + ((pc + 4) & ~3u),
             .is_table = m->code[pc] == OP_tableswitch};
  c.low = c.is_table ? at4 (c.p + 4) : 0;
  c.n = c.is_table ? (uint32_t) (at4 (c.p + 8) - c.low) + 1
                   : (uint32_t) at4 (c.p + 4);
  return c;
}

static int32_t case_offset (const cases *c, uint32_t i) {
  return at4 (c->is_table ? c->p + 12 + 4 * i : c->p + 12 + 8 * i);
}

static shape shape_at (const jmethod *m, uint32_t pc, const cases *c) {
  shape s = {.m = m};
  s.other = follow_gotos (&s, (uint32_t) ((int32_t) pc + at4 (c->p)));
  return s;
}

/* Cases of a tableswitch that go where all others go have no literals. */
static bool is_default (const shape *s, uint32_t target) {
  return follow_gotos (s, target) == s->other;
}

bool jvm_is_string_switch (const jmethod *m, uint32_t pc) {
  if (m->code[pc] != OP_tableswitch && m->code[pc] != OP_lookupswitch)
    return false;
  cases c = cases_at (m, pc);
  shape s = shape_at (m, pc, &c);
  for (uint32_t i = 0; i < c.n; i++) {
    uint32_t target = (uint32_t) ((int32_t) pc + case_offset (&c, i));
    if (!is_default (&s, target) && !match_case (&s, target))
      return false;
  }
  return true;
}

static lyre_term is_one_of (jvm *vm, const shape *s, lyre_term text) {
  lyre_term any = lyre_mk_bool (vm->ctx, false);
  for (uint32_t i = 0; i < s->n; i++) {
    jtext *t =
        jtext_from_utf8 (vm->mem, s->literals[i]->text, s->literals[i]->len);
    lyre_term literal =
        jvm_text_term (vm, (jstr){.units = t->units, .len = t->len});
    jtext_drop (vm->mem, t);
    lyre_term same = jt2 (vm, LYRE_EQ, text, literal);
    any = i ? jt2 (vm, LYRE_OR, any, same) : same;
  }
  return any;
}

int32_t jvm_string_switch (jvm *vm, jstate *st, lyre_term text) {
  const jmethod *m = st->top->m;
  uint32_t pc = st->top->pc;
  cases c = cases_at (m, pc);
  shape s = shape_at (m, pc, &c);
  for (uint32_t i = 0; i < c.n && !st->end; i++) {
    int32_t offset = case_offset (&c, i);
    uint32_t target = (uint32_t) ((int32_t) pc + offset);
    if (is_default (&s, target) || !match_case (&s, target))
      continue;
    if (jvm_decide (vm, st, is_one_of (vm, &s, text)))
      return offset;
  }
  return at4 (c.p);
}
