/* The instruction set: one table.
 *
 * X (name, length in bytes (0: varies), operand, number in the name, two
 * slots?) in the order of the opcodes. */
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
  X (nop, 1, NONE, 0, false)                                                   \
  X (aconst_null, 1, NONE, 0, false)                                           \
  X (iconst_m1, 1, NONE, 0, false)                                             \
  X (iconst_0, 1, NONE, 0, false)                                              \
  X (iconst_1, 1, NONE, 0, false)                                              \
  X (iconst_2, 1, NONE, 0, false)                                              \
  X (iconst_3, 1, NONE, 0, false)                                              \
  X (iconst_4, 1, NONE, 0, false)                                              \
  X (iconst_5, 1, NONE, 0, false)                                              \
  X (lconst_0, 1, NONE, 0, false)                                              \
  X (lconst_1, 1, NONE, 0, false)                                              \
  X (fconst_0, 1, NONE, 0, false)                                              \
  X (fconst_1, 1, NONE, 0, false)                                              \
  X (fconst_2, 1, NONE, 0, false)                                              \
  X (dconst_0, 1, NONE, 0, false)                                              \
  X (dconst_1, 1, NONE, 0, false)                                              \
  X (bipush, 2, NONE, 0, false)                                                \
  X (sipush, 3, NONE, 0, false)                                                \
  X (ldc, 2, POOL1, 0, false)                                                  \
  X (ldc_w, 3, POOL2, 0, false)                                                \
  X (ldc2_w, 3, POOL2, 0, false)                                               \
  X (iload, 2, LOCAL, 0, false)                                                \
  X (lload, 2, LOCAL, 0, true)                                                 \
  X (fload, 2, LOCAL, 0, false)                                                \
  X (dload, 2, LOCAL, 0, true)                                                 \
  X (aload, 2, LOCAL, 0, false)                                                \
  X (iload_0, 1, LOCAL_N, 0, false)                                            \
  X (iload_1, 1, LOCAL_N, 1, false)                                            \
  X (iload_2, 1, LOCAL_N, 2, false)                                            \
  X (iload_3, 1, LOCAL_N, 3, false)                                            \
  X (lload_0, 1, LOCAL_N, 0, true)                                             \
  X (lload_1, 1, LOCAL_N, 1, true)                                             \
  X (lload_2, 1, LOCAL_N, 2, true)                                             \
  X (lload_3, 1, LOCAL_N, 3, true)                                             \
  X (fload_0, 1, LOCAL_N, 0, false)                                            \
  X (fload_1, 1, LOCAL_N, 1, false)                                            \
  X (fload_2, 1, LOCAL_N, 2, false)                                            \
  X (fload_3, 1, LOCAL_N, 3, false)                                            \
  X (dload_0, 1, LOCAL_N, 0, true)                                             \
  X (dload_1, 1, LOCAL_N, 1, true)                                             \
  X (dload_2, 1, LOCAL_N, 2, true)                                             \
  X (dload_3, 1, LOCAL_N, 3, true)                                             \
  X (aload_0, 1, LOCAL_N, 0, false)                                            \
  X (aload_1, 1, LOCAL_N, 1, false)                                            \
  X (aload_2, 1, LOCAL_N, 2, false)                                            \
  X (aload_3, 1, LOCAL_N, 3, false)                                            \
  X (iaload, 1, NONE, 0, false)                                                \
  X (laload, 1, NONE, 0, false)                                                \
  X (faload, 1, NONE, 0, false)                                                \
  X (daload, 1, NONE, 0, false)                                                \
  X (aaload, 1, NONE, 0, false)                                                \
  X (baload, 1, NONE, 0, false)                                                \
  X (caload, 1, NONE, 0, false)                                                \
  X (saload, 1, NONE, 0, false)                                                \
  X (istore, 2, LOCAL, 0, false)                                               \
  X (lstore, 2, LOCAL, 0, true)                                                \
  X (fstore, 2, LOCAL, 0, false)                                               \
  X (dstore, 2, LOCAL, 0, true)                                                \
  X (astore, 2, LOCAL, 0, false)                                               \
  X (istore_0, 1, LOCAL_N, 0, false)                                           \
  X (istore_1, 1, LOCAL_N, 1, false)                                           \
  X (istore_2, 1, LOCAL_N, 2, false)                                           \
  X (istore_3, 1, LOCAL_N, 3, false)                                           \
  X (lstore_0, 1, LOCAL_N, 0, true)                                            \
  X (lstore_1, 1, LOCAL_N, 1, true)                                            \
  X (lstore_2, 1, LOCAL_N, 2, true)                                            \
  X (lstore_3, 1, LOCAL_N, 3, true)                                            \
  X (fstore_0, 1, LOCAL_N, 0, false)                                           \
  X (fstore_1, 1, LOCAL_N, 1, false)                                           \
  X (fstore_2, 1, LOCAL_N, 2, false)                                           \
  X (fstore_3, 1, LOCAL_N, 3, false)                                           \
  X (dstore_0, 1, LOCAL_N, 0, true)                                            \
  X (dstore_1, 1, LOCAL_N, 1, true)                                            \
  X (dstore_2, 1, LOCAL_N, 2, true)                                            \
  X (dstore_3, 1, LOCAL_N, 3, true)                                            \
  X (astore_0, 1, LOCAL_N, 0, false)                                           \
  X (astore_1, 1, LOCAL_N, 1, false)                                           \
  X (astore_2, 1, LOCAL_N, 2, false)                                           \
  X (astore_3, 1, LOCAL_N, 3, false)                                           \
  X (iastore, 1, NONE, 0, false)                                               \
  X (lastore, 1, NONE, 0, false)                                               \
  X (fastore, 1, NONE, 0, false)                                               \
  X (dastore, 1, NONE, 0, false)                                               \
  X (aastore, 1, NONE, 0, false)                                               \
  X (bastore, 1, NONE, 0, false)                                               \
  X (castore, 1, NONE, 0, false)                                               \
  X (sastore, 1, NONE, 0, false)                                               \
  X (pop, 1, NONE, 0, false)                                                   \
  X (pop2, 1, NONE, 0, false)                                                  \
  X (dup, 1, NONE, 0, false)                                                   \
  X (dup_x1, 1, NONE, 0, false)                                                \
  X (dup_x2, 1, NONE, 0, false)                                                \
  X (dup2, 1, NONE, 0, false)                                                  \
  X (dup2_x1, 1, NONE, 0, false)                                               \
  X (dup2_x2, 1, NONE, 0, false)                                               \
  X (swap, 1, NONE, 0, false)                                                  \
  X (iadd, 1, NONE, 0, false)                                                  \
  X (ladd, 1, NONE, 0, false)                                                  \
  X (fadd, 1, NONE, 0, false)                                                  \
  X (dadd, 1, NONE, 0, false)                                                  \
  X (isub, 1, NONE, 0, false)                                                  \
  X (lsub, 1, NONE, 0, false)                                                  \
  X (fsub, 1, NONE, 0, false)                                                  \
  X (dsub, 1, NONE, 0, false)                                                  \
  X (imul, 1, NONE, 0, false)                                                  \
  X (lmul, 1, NONE, 0, false)                                                  \
  X (fmul, 1, NONE, 0, false)                                                  \
  X (dmul, 1, NONE, 0, false)                                                  \
  X (idiv, 1, NONE, 0, false)                                                  \
  X (ldiv, 1, NONE, 0, false)                                                  \
  X (fdiv, 1, NONE, 0, false)                                                  \
  X (ddiv, 1, NONE, 0, false)                                                  \
  X (irem, 1, NONE, 0, false)                                                  \
  X (lrem, 1, NONE, 0, false)                                                  \
  X (frem, 1, NONE, 0, false)                                                  \
  X (drem, 1, NONE, 0, false)                                                  \
  X (ineg, 1, NONE, 0, false)                                                  \
  X (lneg, 1, NONE, 0, false)                                                  \
  X (fneg, 1, NONE, 0, false)                                                  \
  X (dneg, 1, NONE, 0, false)                                                  \
  X (ishl, 1, NONE, 0, false)                                                  \
  X (lshl, 1, NONE, 0, false)                                                  \
  X (ishr, 1, NONE, 0, false)                                                  \
  X (lshr, 1, NONE, 0, false)                                                  \
  X (iushr, 1, NONE, 0, false)                                                 \
  X (lushr, 1, NONE, 0, false)                                                 \
  X (iand, 1, NONE, 0, false)                                                  \
  X (land, 1, NONE, 0, false)                                                  \
  X (ior, 1, NONE, 0, false)                                                   \
  X (lor, 1, NONE, 0, false)                                                   \
  X (ixor, 1, NONE, 0, false)                                                  \
  X (lxor, 1, NONE, 0, false)                                                  \
  X (iinc, 3, LOCAL, 0, false)                                                 \
  X (i2l, 1, NONE, 0, false)                                                   \
  X (i2f, 1, NONE, 0, false)                                                   \
  X (i2d, 1, NONE, 0, false)                                                   \
  X (l2i, 1, NONE, 0, false)                                                   \
  X (l2f, 1, NONE, 0, false)                                                   \
  X (l2d, 1, NONE, 0, false)                                                   \
  X (f2i, 1, NONE, 0, false)                                                   \
  X (f2l, 1, NONE, 0, false)                                                   \
  X (f2d, 1, NONE, 0, false)                                                   \
  X (d2i, 1, NONE, 0, false)                                                   \
  X (d2l, 1, NONE, 0, false)                                                   \
  X (d2f, 1, NONE, 0, false)                                                   \
  X (i2b, 1, NONE, 0, false)                                                   \
  X (i2c, 1, NONE, 0, false)                                                   \
  X (i2s, 1, NONE, 0, false)                                                   \
  X (lcmp, 1, NONE, 0, false)                                                  \
  X (fcmpl, 1, NONE, 0, false)                                                 \
  X (fcmpg, 1, NONE, 0, false)                                                 \
  X (dcmpl, 1, NONE, 0, false)                                                 \
  X (dcmpg, 1, NONE, 0, false)                                                 \
  X (ifeq, 3, BRANCH2, 0, false)                                               \
  X (ifne, 3, BRANCH2, 0, false)                                               \
  X (iflt, 3, BRANCH2, 0, false)                                               \
  X (ifge, 3, BRANCH2, 0, false)                                               \
  X (ifgt, 3, BRANCH2, 0, false)                                               \
  X (ifle, 3, BRANCH2, 0, false)                                               \
  X (if_icmpeq, 3, BRANCH2, 0, false)                                          \
  X (if_icmpne, 3, BRANCH2, 0, false)                                          \
  X (if_icmplt, 3, BRANCH2, 0, false)                                          \
  X (if_icmpge, 3, BRANCH2, 0, false)                                          \
  X (if_icmpgt, 3, BRANCH2, 0, false)                                          \
  X (if_icmple, 3, BRANCH2, 0, false)                                          \
  X (if_acmpeq, 3, BRANCH2, 0, false)                                          \
  X (if_acmpne, 3, BRANCH2, 0, false)                                          \
  X (goto, 3, BRANCH2, 0, false)                                               \
  X (jsr, 3, BRANCH2, 0, false)                                                \
  X (ret, 2, LOCAL, 0, false)                                                  \
  X (tableswitch, 0, SWITCH, 0, false)                                         \
  X (lookupswitch, 0, SWITCH, 0, false)                                        \
  X (ireturn, 1, NONE, 0, false)                                               \
  X (lreturn, 1, NONE, 0, false)                                               \
  X (freturn, 1, NONE, 0, false)                                               \
  X (dreturn, 1, NONE, 0, false)                                               \
  X (areturn, 1, NONE, 0, false)                                               \
  X (return, 1, NONE, 0, false)                                                \
  X (getstatic, 3, POOL2, 0, false)                                            \
  X (putstatic, 3, POOL2, 0, false)                                            \
  X (getfield, 3, POOL2, 0, false)                                             \
  X (putfield, 3, POOL2, 0, false)                                             \
  X (invokevirtual, 3, POOL2, 0, false)                                        \
  X (invokespecial, 3, POOL2, 0, false)                                        \
  X (invokestatic, 3, POOL2, 0, false)                                         \
  X (invokeinterface, 5, POOL2, 0, false)                                      \
  X (invokedynamic, 5, POOL2, 0, false)                                        \
  X (new, 3, POOL2, 0, false)                                                  \
  X (newarray, 2, NONE, 0, false)                                              \
  X (anewarray, 3, POOL2, 0, false)                                            \
  X (arraylength, 1, NONE, 0, false)                                           \
  X (athrow, 1, NONE, 0, false)                                                \
  X (checkcast, 3, POOL2, 0, false)                                            \
  X (instanceof, 3, POOL2, 0, false)                                           \
  X (monitorenter, 1, NONE, 0, false)                                          \
  X (monitorexit, 1, NONE, 0, false)                                           \
  X (wide, 0, WIDE, 0, false)                                                  \
  X (multianewarray, 4, POOL2, 0, false)                                       \
  X (ifnull, 3, BRANCH2, 0, false)                                             \
  X (ifnonnull, 3, BRANCH2, 0, false)                                          \
  X (goto_w, 5, BRANCH4, 0, false)                                             \
  X (jsr_w, 5, BRANCH4, 0, false)

typedef enum {
#define JOPCODE_ENUM(NAME, LEN, OPERAND, N, TWO) OP_##NAME,
  JOPCODES (JOPCODE_ENUM)
#undef JOPCODE_ENUM
      OP_COUNT
} jopcode;

typedef struct {
  const char *name;
  uint8_t len;
  uint8_t operand; /* a joperand */
  uint8_t n;
  bool is_two; /* its local variable is a long or double */
} jopcode_info;

extern const jopcode_info jopcodes[256]; /* len 0 past the last */

#endif
