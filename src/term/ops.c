#include "term/ops.h"

#include <string.h>

#define COLON(SIG) ((uint8_t) (sizeof (SIG) >= 3 ? sizeof (SIG) - 3 : 0))

static const lyre_op_info table[LYRE_OP_COUNT] = {
#define ROW(NAME, TEXT, SIG, SHAPE)                                            \
  {TEXT, SIG, COLON (SIG), sizeof (SIG) >= 3 ? (SIG)[sizeof (SIG) - 2] : 0,    \
   LYRE_SHAPE_##SHAPE},
    LYRE_OPS (ROW)
#undef ROW
};

const lyre_op_info *lyre_op_info_of (lyre_op op) {
  return &table[op];
}

lyre_op lyre_op_by_name (const char *name, size_t len) {
  for (int op = LYRE_TRUE; op < LYRE_OP_COUNT; op++)
    if (strlen (table[op].name) == len && !memcmp (table[op].name, name, len))
      return (lyre_op) op;
  return LYRE_OP_COUNT;
}

const char *lyre_op_name (lyre_op op) {
  return (unsigned) op < LYRE_OP_COUNT ? table[op].name : "";
}

unsigned lyre_op_indices (lyre_op op) {
  switch (op) {
  case LYRE_RE_LOOP:
  case LYRE_STR_IN_GRAMMAR:
    return 2;
  case LYRE_RE_POW:
  case LYRE_DIVISIBLE:
    return 1;
  default:
    return 0;
  }
}
