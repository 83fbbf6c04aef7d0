/* The instruction set: one table.
 *
 * X (name, length in bytes (0: varies), operand, number in the name, two
 * slots?, values that must be on the stack) in the order of the opcodes. */
#ifndef LYRE_JAVA_OPCODES_H
#define LYRE_JAVA_OPCODES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
  OPERAND_NONE,
  OPERAND_LOCAL,   /* one byte: a local variable; iinc has a second */
  OPERAND_LOCAL_N, /* a local variable in the opcode itself */
  OPERAND_POOL1,   /* one byte: a constant */
  OPERAND_POOL2,
  OPERAND_BRANCH2, /* offset from the instruction */
  OPERAND_BRANCH4,
  OPERAND_SWITCH,
  OPERAND_WIDE,
} joperand;

#define JOPCODES(X)                                                            \
  X (nop, 1, NONE, 0, false, 0)                                                \
  X (aconst_null, 1, NONE, 0, false, 0)                                        \
  X (iconst_m1, 1, NONE, 0, false, 0)                                          \
  X (iconst_0, 1, NONE, 0, false, 0)                                           \
  X (iconst_1, 1, NONE, 0, false, 0)                                           \
  X (iconst_2, 1, NONE, 0, false, 0)                                           \
  X (iconst_3, 1, NONE, 0, false, 0)                                           \
  X (iconst_4, 1, NONE, 0, false, 0)                                           \
  X (iconst_5, 1, NONE, 0, false, 0)                                           \
  X (lconst_0, 1, NONE, 0, false, 0)                                           \
  X (lconst_1, 1, NONE, 0, false, 0)                                           \
  X (fconst_0, 1, NONE, 0, false, 0)                                           \
  X (fconst_1, 1, NONE, 0, false, 0)                                           \
  X (fconst_2, 1, NONE, 0, false, 0)                                           \
  X (dconst_0, 1, NONE, 0, false, 0)                                           \
  X (dconst_1, 1, NONE, 0, false, 0)                                           \
  X (bipush, 2, NONE, 0, false, 0)                                             \
  X (sipush, 3, NONE, 0, false, 0)                                             \
  X (ldc, 2, POOL1, 0, false, 0)                                               \
  X (ldc_w, 3, POOL2, 0, false, 0)                                             \
  X (ldc2_w, 3, POOL2, 0, false, 0)                                            \
  X (iload, 2, LOCAL, 0, false, 0)                                             \
  X (lload, 2, LOCAL, 0, true, 0)                                              \
  X (fload, 2, LOCAL, 0, false, 0)                                             \
  X (dload, 2, LOCAL, 0, true, 0)                                              \
  X (aload, 2, LOCAL, 0, false, 0)                                             \
  X (iload_0, 1, LOCAL_N, 0, false, 0)                                         \
  X (iload_1, 1, LOCAL_N, 1, false, 0)                                         \
  X (iload_2, 1, LOCAL_N, 2, false, 0)                                         \
  X (iload_3, 1, LOCAL_N, 3, false, 0)                                         \
  X (lload_0, 1, LOCAL_N, 0, true, 0)                                          \
  X (lload_1, 1, LOCAL_N, 1, true, 0)                                          \
  X (lload_2, 1, LOCAL_N, 2, true, 0)                                          \
  X (lload_3, 1, LOCAL_N, 3, true, 0)                                          \
  X (fload_0, 1, LOCAL_N, 0, false, 0)                                         \
  X (fload_1, 1, LOCAL_N, 1, false, 0)                                         \
  X (fload_2, 1, LOCAL_N, 2, false, 0)                                         \
  X (fload_3, 1, LOCAL_N, 3, false, 0)                                         \
  X (dload_0, 1, LOCAL_N, 0, true, 0)                                          \
  X (dload_1, 1, LOCAL_N, 1, true, 0)                                          \
  X (dload_2, 1, LOCAL_N, 2, true, 0)                                          \
  X (dload_3, 1, LOCAL_N, 3, true, 0)                                          \
  X (aload_0, 1, LOCAL_N, 0, false, 0)                                         \
  X (aload_1, 1, LOCAL_N, 1, false, 0)                                         \
  X (aload_2, 1, LOCAL_N, 2, false, 0)                                         \
  X (aload_3, 1, LOCAL_N, 3, false, 0)                                         \
  X (iaload, 1, NONE, 0, false, 2)                                             \
  X (laload, 1, NONE, 0, false, 2)                                             \
  X (faload, 1, NONE, 0, false, 2)                                             \
  X (daload, 1, NONE, 0, false, 2)                                             \
  X (aaload, 1, NONE, 0, false, 2)                                             \
  X (baload, 1, NONE, 0, false, 2)                                             \
  X (caload, 1, NONE, 0, false, 2)                                             \
  X (saload, 1, NONE, 0, false, 2)                                             \
  X (istore, 2, LOCAL, 0, false, 1)                                            \
  X (lstore, 2, LOCAL, 0, true, 1)                                             \
  X (fstore, 2, LOCAL, 0, false, 1)                                            \
  X (dstore, 2, LOCAL, 0, true, 1)                                             \
  X (astore, 2, LOCAL, 0, false, 1)                                            \
  X (istore_0, 1, LOCAL_N, 0, false, 1)                                        \
  X (istore_1, 1, LOCAL_N, 1, false, 1)                                        \
  X (istore_2, 1, LOCAL_N, 2, false, 1)                                        \
  X (istore_3, 1, LOCAL_N, 3, false, 1)                                        \
  X (lstore_0, 1, LOCAL_N, 0, true, 1)                                         \
  X (lstore_1, 1, LOCAL_N, 1, true, 1)                                         \
  X (lstore_2, 1, LOCAL_N, 2, true, 1)                                         \
  X (lstore_3, 1, LOCAL_N, 3, true, 1)                                         \
  X (fstore_0, 1, LOCAL_N, 0, false, 1)                                        \
  X (fstore_1, 1, LOCAL_N, 1, false, 1)                                        \
  X (fstore_2, 1, LOCAL_N, 2, false, 1)                                        \
  X (fstore_3, 1, LOCAL_N, 3, false, 1)                                        \
  X (dstore_0, 1, LOCAL_N, 0, true, 1)                                         \
  X (dstore_1, 1, LOCAL_N, 1, true, 1)                                         \
  X (dstore_2, 1, LOCAL_N, 2, true, 1)                                         \
  X (dstore_3, 1, LOCAL_N, 3, true, 1)                                         \
  X (astore_0, 1, LOCAL_N, 0, false, 1)                                        \
  X (astore_1, 1, LOCAL_N, 1, false, 1)                                        \
  X (astore_2, 1, LOCAL_N, 2, false, 1)                                        \
  X (astore_3, 1, LOCAL_N, 3, false, 1)                                        \
  X (iastore, 1, NONE, 0, false, 3)                                            \
  X (lastore, 1, NONE, 0, false, 3)                                            \
  X (fastore, 1, NONE, 0, false, 3)                                            \
  X (dastore, 1, NONE, 0, false, 3)                                            \
  X (aastore, 1, NONE, 0, false, 3)                                            \
  X (bastore, 1, NONE, 0, false, 3)                                            \
  X (castore, 1, NONE, 0, false, 3)                                            \
  X (sastore, 1, NONE, 0, false, 3)                                            \
  X (pop, 1, NONE, 0, false, 1)                                                \
  X (pop2, 1, NONE, 0, false, 1)                                               \
  X (dup, 1, NONE, 0, false, 1)                                                \
  X (dup_x1, 1, NONE, 0, false, 2)                                             \
  X (dup_x2, 1, NONE, 0, false, 2)                                             \
  X (dup2, 1, NONE, 0, false, 1)                                               \
  X (dup2_x1, 1, NONE, 0, false, 2)                                            \
  X (dup2_x2, 1, NONE, 0, false, 2)                                            \
  X (swap, 1, NONE, 0, false, 2)                                               \
  X (iadd, 1, NONE, 0, false, 2)                                               \
  X (ladd, 1, NONE, 0, false, 2)                                               \
  X (fadd, 1, NONE, 0, false, 2)                                               \
  X (dadd, 1, NONE, 0, false, 2)                                               \
  X (isub, 1, NONE, 0, false, 2)                                               \
  X (lsub, 1, NONE, 0, false, 2)                                               \
  X (fsub, 1, NONE, 0, false, 2)                                               \
  X (dsub, 1, NONE, 0, false, 2)                                               \
  X (imul, 1, NONE, 0, false, 2)                                               \
  X (lmul, 1, NONE, 0, false, 2)                                               \
  X (fmul, 1, NONE, 0, false, 2)                                               \
  X (dmul, 1, NONE, 0, false, 2)                                               \
  X (idiv, 1, NONE, 0, false, 2)                                               \
  X (ldiv, 1, NONE, 0, false, 2)                                               \
  X (fdiv, 1, NONE, 0, false, 2)                                               \
  X (ddiv, 1, NONE, 0, false, 2)                                               \
  X (irem, 1, NONE, 0, false, 2)                                               \
  X (lrem, 1, NONE, 0, false, 2)                                               \
  X (frem, 1, NONE, 0, false, 2)                                               \
  X (drem, 1, NONE, 0, false, 2)                                               \
  X (ineg, 1, NONE, 0, false, 1)                                               \
  X (lneg, 1, NONE, 0, false, 1)                                               \
  X (fneg, 1, NONE, 0, false, 1)                                               \
  X (dneg, 1, NONE, 0, false, 1)                                               \
  X (ishl, 1, NONE, 0, false, 2)                                               \
  X (lshl, 1, NONE, 0, false, 2)                                               \
  X (ishr, 1, NONE, 0, false, 2)                                               \
  X (lshr, 1, NONE, 0, false, 2)                                               \
  X (iushr, 1, NONE, 0, false, 2)                                              \
  X (lushr, 1, NONE, 0, false, 2)                                              \
  X (iand, 1, NONE, 0, false, 2)                                               \
  X (land, 1, NONE, 0, false, 2)                                               \
  X (ior, 1, NONE, 0, false, 2)                                                \
  X (lor, 1, NONE, 0, false, 2)                                                \
  X (ixor, 1, NONE, 0, false, 2)                                               \
  X (lxor, 1, NONE, 0, false, 2)                                               \
  X (iinc, 3, LOCAL, 0, false, 0)                                              \
  X (i2l, 1, NONE, 0, false, 1)                                                \
  X (i2f, 1, NONE, 0, false, 1)                                                \
  X (i2d, 1, NONE, 0, false, 1)                                                \
  X (l2i, 1, NONE, 0, false, 1)                                                \
  X (l2f, 1, NONE, 0, false, 1)                                                \
  X (l2d, 1, NONE, 0, false, 1)                                                \
  X (f2i, 1, NONE, 0, false, 1)                                                \
  X (f2l, 1, NONE, 0, false, 1)                                                \
  X (f2d, 1, NONE, 0, false, 1)                                                \
  X (d2i, 1, NONE, 0, false, 1)                                                \
  X (d2l, 1, NONE, 0, false, 1)                                                \
  X (d2f, 1, NONE, 0, false, 1)                                                \
  X (i2b, 1, NONE, 0, false, 1)                                                \
  X (i2c, 1, NONE, 0, false, 1)                                                \
  X (i2s, 1, NONE, 0, false, 1)                                                \
  X (lcmp, 1, NONE, 0, false, 2)                                               \
  X (fcmpl, 1, NONE, 0, false, 2)                                              \
  X (fcmpg, 1, NONE, 0, false, 2)                                              \
  X (dcmpl, 1, NONE, 0, false, 2)                                              \
  X (dcmpg, 1, NONE, 0, false, 2)                                              \
  X (ifeq, 3, BRANCH2, 0, false, 1)                                            \
  X (ifne, 3, BRANCH2, 0, false, 1)                                            \
  X (iflt, 3, BRANCH2, 0, false, 1)                                            \
  X (ifge, 3, BRANCH2, 0, false, 1)                                            \
  X (ifgt, 3, BRANCH2, 0, false, 1)                                            \
  X (ifle, 3, BRANCH2, 0, false, 1)                                            \
  X (if_icmpeq, 3, BRANCH2, 0, false, 2)                                       \
  X (if_icmpne, 3, BRANCH2, 0, false, 2)                                       \
  X (if_icmplt, 3, BRANCH2, 0, false, 2)                                       \
  X (if_icmpge, 3, BRANCH2, 0, false, 2)                                       \
  X (if_icmpgt, 3, BRANCH2, 0, false, 2)                                       \
  X (if_icmple, 3, BRANCH2, 0, false, 2)                                       \
  X (if_acmpeq, 3, BRANCH2, 0, false, 2)                                       \
  X (if_acmpne, 3, BRANCH2, 0, false, 2)                                       \
  X (goto, 3, BRANCH2, 0, false, 0)                                            \
  X (jsr, 3, BRANCH2, 0, false, 0)                                             \
  X (ret, 2, LOCAL, 0, false, 0)                                               \
  X (tableswitch, 0, SWITCH, 0, false, 1)                                      \
  X (lookupswitch, 0, SWITCH, 0, false, 1)                                     \
  X (ireturn, 1, NONE, 0, false, 1)                                            \
  X (lreturn, 1, NONE, 0, false, 1)                                            \
  X (freturn, 1, NONE, 0, false, 1)                                            \
  X (dreturn, 1, NONE, 0, false, 1)                                            \
  X (areturn, 1, NONE, 0, false, 1)                                            \
  X (return, 1, NONE, 0, false, 0)                                             \
  X (getstatic, 3, POOL2, 0, false, 0)                                         \
  X (putstatic, 3, POOL2, 0, false, 1)                                         \
  X (getfield, 3, POOL2, 0, false, 1)                                          \
  X (putfield, 3, POOL2, 0, false, 2)                                          \
  X (invokevirtual, 3, POOL2, 0, false, 0)                                     \
  X (invokespecial, 3, POOL2, 0, false, 0)                                     \
  X (invokestatic, 3, POOL2, 0, false, 0)                                      \
  X (invokeinterface, 5, POOL2, 0, false, 0)                                   \
  X (invokedynamic, 5, POOL2, 0, false, 0)                                     \
  X (new, 3, POOL2, 0, false, 0)                                               \
  X (newarray, 2, NONE, 0, false, 1)                                           \
  X (anewarray, 3, POOL2, 0, false, 1)                                         \
  X (arraylength, 1, NONE, 0, false, 1)                                        \
  X (athrow, 1, NONE, 0, false, 1)                                             \
  X (checkcast, 3, POOL2, 0, false, 1)                                         \
  X (instanceof, 3, POOL2, 0, false, 1)                                        \
  X (monitorenter, 1, NONE, 0, false, 1)                                       \
  X (monitorexit, 1, NONE, 0, false, 1)                                        \
  X (wide, 0, WIDE, 0, false, 0)                                               \
  X (multianewarray, 4, POOL2, 0, false, 1)                                    \
  X (ifnull, 3, BRANCH2, 0, false, 1)                                          \
  X (ifnonnull, 3, BRANCH2, 0, false, 1)                                       \
  X (goto_w, 5, BRANCH4, 0, false, 0)                                          \
  X (jsr_w, 5, BRANCH4, 0, false, 0)

typedef enum {
#define JOPCODE_ENUM(NAME, LEN, OPERAND, N, TWO, POPS) OP_##NAME,
  JOPCODES (JOPCODE_ENUM)
#undef JOPCODE_ENUM
      OP_COUNT
} jopcode;

typedef struct {
  const char *name;
  uint8_t len;
  uint8_t operand; /* a joperand */
  uint8_t n;
  uint8_t pops; /* at least; dup and pop of two slots look for themselves */
  bool is_two;  /* its local variable is a long or double */
} jopcode_info;

extern const jopcode_info jopcodes[256]; /* len 0 past the last */

#endif
