/* The fast loop: instructions on concrete values.
 *
 * It works on the top frame in local variables and leaves, with pc and sp
 * saved, at the first instruction that needs more than that: a symbolic
 * operand, an exception, a call. slow.c then executes that instruction. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "java/vm/internal.h"

enum { BURST = 1 << 16 }; /* instructions between looks at the clock */

static int32_t s2 (const uint8_t *p) {
  return (int16_t) (p[0] << 8 | p[1]);
}

static int32_t s4 (const uint8_t *p) {
  return (int32_t) ((uint32_t) p[0] << 24 | (uint32_t) p[1] << 16 |
                    (uint32_t) p[2] << 8 | p[3]);
}

static bool is_two (jval v) {
  return v.kind == 'J' || v.kind == 'D';
}

/* pop2, dup and swap, which look at the kinds of their operands. NULL if the
 * stack is too short. S is one past the top. */
static jval *shuffle (uint8_t op, jval *s, uint32_t sp) {
  jval a = s[-1], b = sp > 1 ? s[-2] : a, c, d;
  bool one = is_two (a); /* a single value of two slots */
  switch (op) {
  case OP_pop2:
    return one ? s - 1 : sp < 2 ? NULL : s - 2;
  case OP_dup:
    s[0] = a;
    return s + 1;
  case OP_dup_x1:
    s[-2] = a;
    s[-1] = b;
    s[0] = a;
    return s + 1;
  case OP_dup_x2:
    if (is_two (b))
      return shuffle (OP_dup_x1, s, sp);
    if (sp < 3)
      return NULL;
    c = s[-3];
    s[-3] = a;
    s[-2] = c;
    s[-1] = b;
    s[0] = a;
    return s + 1;
  case OP_dup2:
    if (one)
      return shuffle (OP_dup, s, sp);
    if (sp < 2)
      return NULL;
    s[0] = b;
    s[1] = a;
    return s + 2;
  case OP_dup2_x1:
    if (one)
      return shuffle (OP_dup_x1, s, sp);
    if (sp < 3)
      return NULL;
    c = s[-3];
    s[-3] = b;
    s[-2] = a;
    s[-1] = c;
    s[0] = b;
    s[1] = a;
    return s + 2;
  case OP_dup2_x2:
    if (one)
      return shuffle (OP_dup_x2, s, sp);
    if (sp < 3)
      return NULL;
    if (is_two (s[-3]))
      return shuffle (OP_dup2_x1, s, sp);
    if (sp < 4)
      return NULL;
    c = s[-3];
    d = s[-4];
    s[-4] = b;
    s[-3] = a;
    s[-2] = d;
    s[-1] = c;
    s[0] = b;
    s[1] = a;
    return s + 2;
  default: /* swap */
    s[-1] = b;
    s[-2] = a;
    return s;
  }
}

/* Where a switch goes for a concrete key. */
static int32_t switch_offset (const uint8_t *code, uint32_t pc, int32_t key) {
  const uint8_t *p = code + ((pc + 4) & ~3u);
  if (code[pc] == OP_tableswitch) {
    int32_t low = s4 (p + 4), high = s4 (p + 8);
    if (key < low || key > high)
      return s4 (p);
    return s4 (p + 12 + 4 * ((int64_t) key - low));
  }
  uint32_t from = 0, to = (uint32_t) s4 (p + 4);
  while (from < to) {
    uint32_t mid = (from + to) / 2;
    int32_t k = s4 (p + 8 + 8 * (size_t) mid);
    if (k == key)
      return s4 (p + 12 + 8 * (size_t) mid);
    if (k < key)
      from = mid + 1;
    else
      to = mid;
  }
  return s4 (p);
}

/* A concrete element of a plain array, or false: slow.c will see. */
static bool quick_load (jvm *vm, jstate *st, jval array, jval index, jval *v) {
  if (array.term || index.term || array.kind != 'L' || !array.ref)
    return false;
  const jobject *o = jstate_object (&vm->heap, st, array.ref);
  if (!o || !o->cls->element || o->length_term || (uint32_t) index.i >= o->n)
    return false;
  *v = jarray_get (o, (uint32_t) index.i);
  return v->kind != '?';
}

static bool quick_store (jvm *vm, jstate *st, jval array, jval index, jval v) {
  if (array.term || index.term || v.term || array.kind != 'L' || !array.ref)
    return false;
  const jobject *o = jstate_object (&vm->heap, st, array.ref);
  if (!o || o->form != JOBJ_RAW || (uint32_t) index.i >= o->n)
    return false;
  jraw_set (jstate_own (&vm->heap, st, array.ref), (uint32_t) index.i, v);
  return true;
}

static bool quick_get (jvm *vm, jstate *st, const jcp_entry *e, jval object,
                       jval *v) {
  const jfield *f = e->linked;
  if (!f || object.term || object.kind != 'L' || !object.ref)
    return false;
  const jobject *o = jstate_object (&vm->heap, st, object.ref);
  if (!o || o->form != JOBJ_PLAIN || f->slot >= o->n)
    return false;
  *v = o->slots[f->slot];
  return v->kind != '?';
}

static bool quick_put (jvm *vm, jstate *st, const jcp_entry *e, jval object,
                       jval v) {
  const jfield *f = e->linked;
  if (!f || object.term || object.kind != 'L' || !object.ref)
    return false;
  const jobject *o = jstate_object (&vm->heap, st, object.ref);
  if (!o || o->form != JOBJ_PLAIN || f->slot >= o->n)
    return false;
  jstate_own (&vm->heap, st, object.ref)->slots[f->slot] = v;
  return true;
}

static bool quick_static (jstate *st, const jcp_entry *e, jval *v) {
  const jfield *f = e->linked;
  const jobject *o =
      f && f->access & JACC_STATIC ? jstate_statics (st, f->owner) : NULL;
  if (!o || o->init != JINIT_DONE)
    return false;
  *v = o->slots[f->slot];
  return true;
}

#define PUSH(V) (*s++ = (V))
#define NEXT(N)                                                                \
  pc += (N);                                                                   \
  continue
/* Two ints or longs into one. */
#define INT2(EXPR)                                                             \
  {                                                                            \
    if (s[-1].term | s[-2].term)                                               \
      goto leave;                                                              \
    int32_t a = s[-2].i, b = s[-1].i;                                          \
    (void) a, (void) b;                                                        \
    s--;                                                                       \
    s[-1] = jint ((int32_t) (EXPR));                                           \
    NEXT (1);                                                                  \
  }
#define LONG2(EXPR)                                                            \
  {                                                                            \
    if (s[-1].term | s[-2].term)                                               \
      goto leave;                                                              \
    int64_t a = s[-2].l, b = s[-1].l;                                          \
    (void) a, (void) b;                                                        \
    s--;                                                                       \
    s[-1] = jlong ((int64_t) (EXPR));                                          \
    NEXT (1);                                                                  \
  }
#define REAL2(FIELD, MAKE, EXPR)                                               \
  {                                                                            \
    if (s[-1].term | s[-2].term)                                               \
      goto leave;                                                              \
    __typeof__ (s->FIELD) a = s[-2].FIELD, b = s[-1].FIELD;                    \
    s--;                                                                       \
    s[-1] = MAKE (EXPR);                                                       \
    NEXT (1);                                                                  \
  }
#define UNARY(VALUE)                                                           \
  {                                                                            \
    if (s[-1].term)                                                            \
      goto leave;                                                              \
    s[-1] = (VALUE);                                                           \
    NEXT (1);                                                                  \
  }
#define BRANCH(N, COND)                                                        \
  {                                                                            \
    bool taken = (COND);                                                       \
    s -= (N);                                                                  \
    if (cover)                                                                 \
      cover[bytes * (taken ? 1 : 2) + (pc >> 3)] |= (uint8_t) (1 << (pc & 7)); \
    pc += taken ? (uint32_t) s2 (code + pc + 1) : 3;                           \
    continue;                                                                  \
  }
#define IF1(CMP)                                                               \
  {                                                                            \
    if (s[-1].term)                                                            \
      goto leave;                                                              \
    BRANCH (1, s[-1].i CMP 0);                                                 \
  }
#define IF2(CMP)                                                               \
  {                                                                            \
    if (s[-1].term | s[-2].term)                                               \
      goto leave;                                                              \
    BRANCH (2, s[-2].i CMP s[-1].i);                                           \
  }

/* Runs up to BUDGET instructions; returns how many. */
static uint32_t run_fast (jvm *vm, jstate *st, uint32_t budget) {
  jframe *f = top (vm, st);
  jmethod *m = f->m;
  const uint8_t *code = m->code;
  const jcp_entry *pool = m->owner->pool;
  jval *locals = f->v, *base = f->v + m->max_locals, *s = base + f->sp;
  uint32_t pc = f->pc, left = budget, bytes = JCOVER_BYTES (m);
  uint8_t *cover =
      m->owner->origin == JORIGIN_PATH ? jstate_cover (&vm->heap, st, m) : NULL;
  jval v;
  while (left--) {
    if (pc >= m->code_len)
      goto leave;
    uint8_t op = code[pc];
    uint32_t sp = (uint32_t) (s - base);
    if (sp < jopcodes[op].pops || sp > m->max_stack)
      goto leave;
    if (cover)
      cover[pc >> 3] |= (uint8_t) (1 << (pc & 7));
    switch (op) {
    case OP_nop:
      NEXT (1);
    case OP_aconst_null:
      PUSH (jnull ());
      NEXT (1);
    case OP_iconst_m1:
    case OP_iconst_0:
    case OP_iconst_1:
    case OP_iconst_2:
    case OP_iconst_3:
    case OP_iconst_4:
    case OP_iconst_5:
      PUSH (jint (op - OP_iconst_0));
      NEXT (1);
    case OP_lconst_0:
    case OP_lconst_1:
      PUSH (jlong (op - OP_lconst_0));
      NEXT (1);
    case OP_fconst_0:
    case OP_fconst_1:
    case OP_fconst_2:
      PUSH (jfloat ((float) (op - OP_fconst_0)));
      NEXT (1);
    case OP_dconst_0:
    case OP_dconst_1:
      PUSH (jdouble (op - OP_dconst_0));
      NEXT (1);
    case OP_bipush:
      PUSH (jint ((int8_t) code[pc + 1]));
      NEXT (2);
    case OP_sipush:
      PUSH (jint (s2 (code + pc + 1)));
      NEXT (3);
    case OP_iload:
    case OP_lload:
    case OP_fload:
    case OP_dload:
    case OP_aload:
      PUSH (locals[code[pc + 1]]);
      NEXT (2);
    case OP_iload_0:
    case OP_lload_0:
    case OP_fload_0:
    case OP_dload_0:
    case OP_aload_0:
      PUSH (locals[0]);
      NEXT (1);
    case OP_iload_1:
    case OP_lload_1:
    case OP_fload_1:
    case OP_dload_1:
    case OP_aload_1:
      PUSH (locals[1]);
      NEXT (1);
    case OP_iload_2:
    case OP_lload_2:
    case OP_fload_2:
    case OP_dload_2:
    case OP_aload_2:
      PUSH (locals[2]);
      NEXT (1);
    case OP_iload_3:
    case OP_lload_3:
    case OP_fload_3:
    case OP_dload_3:
    case OP_aload_3:
      PUSH (locals[3]);
      NEXT (1);
    case OP_iaload:
    case OP_laload:
    case OP_faload:
    case OP_daload:
    case OP_aaload:
    case OP_baload:
    case OP_caload:
    case OP_saload:
      if (!quick_load (vm, st, s[-2], s[-1], &v))
        goto leave;
      s--;
      s[-1] = v;
      NEXT (1);
    case OP_iastore:
    case OP_lastore:
    case OP_fastore:
    case OP_dastore:
    case OP_bastore:
    case OP_castore:
    case OP_sastore:
      if (!quick_store (vm, st, s[-3], s[-2], s[-1]))
        goto leave;
      s -= 3;
      NEXT (1);
    case OP_istore:
    case OP_lstore:
    case OP_fstore:
    case OP_dstore:
    case OP_astore:
      locals[code[pc + 1]] = *--s;
      NEXT (2);
    case OP_istore_0:
    case OP_lstore_0:
    case OP_fstore_0:
    case OP_dstore_0:
    case OP_astore_0:
      locals[0] = *--s;
      NEXT (1);
    case OP_istore_1:
    case OP_lstore_1:
    case OP_fstore_1:
    case OP_dstore_1:
    case OP_astore_1:
      locals[1] = *--s;
      NEXT (1);
    case OP_istore_2:
    case OP_lstore_2:
    case OP_fstore_2:
    case OP_dstore_2:
    case OP_astore_2:
      locals[2] = *--s;
      NEXT (1);
    case OP_istore_3:
    case OP_lstore_3:
    case OP_fstore_3:
    case OP_dstore_3:
    case OP_astore_3:
      locals[3] = *--s;
      NEXT (1);
    case OP_pop:
      s--;
      NEXT (1);
    case OP_pop2:
    case OP_dup:
    case OP_dup_x1:
    case OP_dup_x2:
    case OP_dup2:
    case OP_dup2_x1:
    case OP_dup2_x2:
    case OP_swap: {
      jval *after = shuffle (op, s, sp);
      if (!after) {
        jvm_malformed (vm, st);
        goto leave;
      }
      s = after;
      NEXT (1);
    }
    case OP_iadd:
      INT2 ((uint32_t) a + (uint32_t) b)
    case OP_isub:
      INT2 ((uint32_t) a - (uint32_t) b)
    case OP_imul:
      INT2 ((uint32_t) a * (uint32_t) b)
    case OP_ishl:
      INT2 ((uint32_t) a << (b & 31))
    case OP_ishr:
      INT2 (a >> (b & 31))
    case OP_iushr:
      INT2 ((uint32_t) a >> (b & 31))
    case OP_iand:
      INT2 (a & b)
    case OP_ior:
      INT2 (a | b)
    case OP_ixor:
      INT2 (a ^ b)
    case OP_idiv:
      if (!s[-1].i || s[-1].i == -1)
        goto leave;
      INT2 (a / b)
    case OP_irem:
      if (!s[-1].i || s[-1].i == -1)
        goto leave;
      INT2 (a % b)
    case OP_ladd:
      LONG2 ((uint64_t) a + (uint64_t) b)
    case OP_lsub:
      LONG2 ((uint64_t) a - (uint64_t) b)
    case OP_lmul:
      LONG2 ((uint64_t) a * (uint64_t) b)
    case OP_land:
      LONG2 (a & b)
    case OP_lor:
      LONG2 (a | b)
    case OP_lxor:
      LONG2 (a ^ b)
    case OP_lcmp:
      if (s[-1].term | s[-2].term)
        goto leave;
      s--;
      s[-1] = jint (s[-1].l < s[0].l ? -1 : s[-1].l > s[0].l);
      NEXT (1);
    case OP_fadd:
      REAL2 (f, jfloat, a + b)
    case OP_fsub:
      REAL2 (f, jfloat, a - b)
    case OP_fmul:
      REAL2 (f, jfloat, a * b)
    case OP_fdiv:
      REAL2 (f, jfloat, a / b)
    case OP_dadd:
      REAL2 (d, jdouble, a + b)
    case OP_dsub:
      REAL2 (d, jdouble, a - b)
    case OP_dmul:
      REAL2 (d, jdouble, a * b)
    case OP_ddiv:
      REAL2 (d, jdouble, a / b)
    case OP_ineg:
      UNARY (jint ((int32_t) (0 - (uint32_t) s[-1].i)))
    case OP_i2l:
      UNARY (jlong (s[-1].i))
    case OP_i2d:
      UNARY (jdouble (s[-1].i))
    case OP_l2i:
      UNARY (jint ((int32_t) s[-1].l))
    case OP_i2b:
      UNARY (jint ((int8_t) s[-1].i))
    case OP_i2c:
      UNARY (jint ((uint16_t) s[-1].i))
    case OP_i2s:
      UNARY (jint ((int16_t) s[-1].i))
    case OP_iinc: {
      jval *x = &locals[code[pc + 1]];
      jval by = jint ((int8_t) code[pc + 2]);
      *x = x->term ? jvm_binary (vm, st, JOP_ADD, *x, by)
                   : jint ((int32_t) ((uint32_t) x->i + (uint32_t) by.i));
      NEXT (3);
    }
    case OP_ifeq:
      IF1 (==)
    case OP_ifne:
      IF1 (!=)
    case OP_iflt:
      IF1 (<)
    case OP_ifge:
      IF1 (>=)
    case OP_ifgt:
      IF1 (>)
    case OP_ifle:
      IF1 (<=)
    case OP_if_icmpeq:
      IF2 (==)
    case OP_if_icmpne:
      IF2 (!=)
    case OP_if_icmplt:
      IF2 (<)
    case OP_if_icmpge:
      IF2 (>=)
    case OP_if_icmpgt:
      IF2 (>)
    case OP_if_icmple:
      IF2 (<=)
    case OP_if_acmpeq:
      if (s[-1].term | s[-2].term)
        goto leave;
      BRANCH (2, s[-2].ref == s[-1].ref)
    case OP_if_acmpne:
      if (s[-1].term | s[-2].term)
        goto leave;
      BRANCH (2, s[-2].ref != s[-1].ref)
    case OP_ifnull:
      if (s[-1].term)
        goto leave;
      BRANCH (1, !s[-1].ref)
    case OP_ifnonnull:
      if (s[-1].term)
        goto leave;
      BRANCH (1, s[-1].ref != 0)
    case OP_goto:
      pc += (uint32_t) s2 (code + pc + 1);
      continue;
    case OP_goto_w:
      pc += (uint32_t) s4 (code + pc + 1);
      continue;
    case OP_jsr:
    case OP_jsr_w: {
      bool is_wide = op == OP_jsr_w;
      v = jint ((int32_t) (pc + (is_wide ? 5 : 3)));
      v.kind = 'R';
      PUSH (v);
      pc += (uint32_t) (is_wide ? s4 (code + pc + 1) : s2 (code + pc + 1));
      continue;
    }
    case OP_ret:
      v = locals[code[pc + 1]];
      if (v.kind != 'R') {
        jvm_malformed (vm, st);
        goto leave;
      }
      pc = (uint32_t) v.i;
      continue;
    case OP_wide: {
      uint32_t slot = (uint32_t) (code[pc + 2] << 8 | code[pc + 3]);
      uint8_t inner = code[pc + 1];
      if (inner == OP_iinc) {
        locals[slot] = jvm_binary (vm, st, JOP_ADD, locals[slot],
                                   jint (s2 (code + pc + 4)));
        NEXT (6);
      }
      if (inner == OP_ret) {
        if (locals[slot].kind != 'R') {
          jvm_malformed (vm, st);
          goto leave;
        }
        pc = (uint32_t) locals[slot].i;
        continue;
      }
      if (inner <= OP_aload)
        PUSH (locals[slot]);
      else if (!sp) {
        jvm_malformed (vm, st);
        goto leave;
      } else
        locals[slot] = *--s;
      NEXT (4);
    }
    case OP_tableswitch:
    case OP_lookupswitch:
      if (s[-1].term)
        goto leave;
      s--;
      pc += (uint32_t) switch_offset (code, pc, s[0].i);
      continue;
    case OP_getfield:
      if (!quick_get (vm, st, &pool[code[pc + 1] << 8 | code[pc + 2]], s[-1],
                      &v))
        goto leave;
      s[-1] = v;
      NEXT (3);
    case OP_putfield:
      if (!quick_put (vm, st, &pool[code[pc + 1] << 8 | code[pc + 2]], s[-2],
                      s[-1]))
        goto leave;
      s -= 2;
      NEXT (3);
    case OP_getstatic:
      if (!quick_static (st, &pool[code[pc + 1] << 8 | code[pc + 2]], &v))
        goto leave;
      PUSH (v);
      NEXT (3);
    default:
      goto leave;
    }
  }
  left = 0;
leave:
  f->pc = pc;
  f->sp = (uint32_t) (s - base);
  return budget - left;
}

enum { COLLECT_AFTER = 1 << 18 }; /* new objects */

static bool is_late (const jvm *vm) {
  struct timespec t;
  if (!vm->deadline)
    return false;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec > vm->deadline;
}

static void look_around (jvm *vm, jstate *st) {
  if (vm->stop && *vm->stop)
    jvm_end (st, JEND_STOPPED, "the run was stopped");
  else if (is_late (vm))
    jvm_end (st, JEND_STOPPED, "the time was up");
  else if (st->steps > vm->limits.max_steps)
    jvm_end (st, JEND_BOUND, "more than %llu instructions",
             (unsigned long long) vm->limits.max_steps);
  else if (st->next_ref - st->collected_at > COLLECT_AFTER)
    jstate_collect (&vm->heap, st);
}

enum { EFFORT_OF_STEP = BURST / 256 }; /* a slow instruction, in fast ones */

void jvm_run (jvm *vm, jstate *st) {
  st->yield = false;
  uint32_t effort = 0;
  while (!st->end && !st->yield) {
    uint32_t n = run_fast (vm, st, BURST);
    st->steps += n;
    vm->steps += n;
    if (n < BURST && !st->end) {
      if (st->top->pc >= st->top->m->code_len)
        jvm_malformed (vm, st);
      else
        jvm_step (vm, st);
      effort += EFFORT_OF_STEP;
    }
    effort += n;
    if (effort >= BURST) {
      effort = 0;
      look_around (vm, st);
    }
  }
}
