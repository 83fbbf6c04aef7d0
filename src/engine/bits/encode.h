/* Terms to circuits, for one round.
 *
 * Every term gets a circuit for its value, and string and integer terms a bit
 * that says whether that value is to be trusted: the bounds of everything below
 * it hold. A condition that is not to be trusted is a free bit. So a solution
 * of the problem, however long its strings, is one of the circuit, with the
 * bits of the bounds it breaks false: if the circuit has none, neither has the
 * problem. A variable that breaks its bound shows as many of its characters as
 * there are cells, so that some is known about lengths even then. */
#ifndef LYRE_ENGINE_BITS_ENCODE_H
#define LYRE_ENGINE_BITS_ENCODE_H

#include "engine/automata/automata.h"
#include "engine/bits/bounds.h"
#include "engine/bits/member.h"

typedef struct {
  lyre_bit ok;        /* numbers and strings: the value is right */
  lyre_bit length_ok; /* strings: at least the length is */
  lyre_bit_num least; /* strings: not longer than the true value, ok or not */
  union {
    lyre_bit b;
    lyre_bit_num i;
    lyre_bit_str s;
  };
} lyre_bit_val;

typedef struct {
  const lyre_problem *p;
  const lyre_term_list *terms;
  const lyre_ranges *ranges;
  lyre_bounds *bounds;
  lyre_translation *translation;
  lyre_circuit *g;
  lyre_alphabet letters;
  lyre_bit letters_ok; /* the bit of the alphabet's bound */
  lyre_bit_strings s;
  lyre_bit_members members;
  lyre_bit_val *values;    /* per term of the list */
  lyre_map value_of;       /* term id -> position + 1 */
  lyre_map hints;          /* variable id -> a length worth starting with */
  uint64_t pairs;          /* of characters that conditions may tell apart */
  const char *unsupported; /* why the problem cannot be encoded, or NULL */
} lyre_encoder;

/* The assertions become requirements. Stops early if the circuit is full or
 * something is not supported. ARENA lives as long as the circuit. */
void lyre_encode (lyre_encoder *);
void lyre_encoder_release (lyre_encoder *);
lyre_bit_val lyre_encoded (const lyre_encoder *, lyre_term);

#endif
