#include "java/classfile/opcodes.h"

const jopcode_info jopcodes[256] = {
#define JOPCODE_ROW(NAME, LEN, OPERAND, N, TWO, POPS)                          \
  [OP_##NAME] = {#NAME, LEN, OPERAND_##OPERAND, N, POPS, TWO},
    JOPCODES (JOPCODE_ROW)
#undef JOPCODE_ROW
};
