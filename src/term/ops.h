/* The operator table of lyre.h, as data. */
#ifndef LYRE_TERM_OPS_H
#define LYRE_TERM_OPS_H

#include "lyre.h"

typedef enum {
  LYRE_SHAPE_LEAF,
  LYRE_SHAPE_FIXED,
  LYRE_SHAPE_NARY,
  LYRE_SHAPE_LEFT,
  LYRE_SHAPE_RIGHT,
  LYRE_SHAPE_CHAIN,
  LYRE_SHAPE_PAIR,
  LYRE_SHAPE_INDEX,
  LYRE_SHAPE_BIND,
} lyre_shape;

typedef struct {
  const char *name;
  const char *args; /* sort letters of the arguments; up to the colon */
  uint8_t n_args;   /* letters before the colon */
  char result;      /* sort letter of the result; 0 if there is none */
  lyre_shape shape;
} lyre_op_info;

const lyre_op_info *lyre_op_info_of (lyre_op);

#endif
