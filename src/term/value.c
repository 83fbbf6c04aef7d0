#include "term/value.h"

#include "base/map.h"

bool lyre_val_same (const lyre_val *a, const lyre_val *b) {
  if (a->sort.id != b->sort.id)
    return false;
  switch (a->sort.id) {
  case LYRE_ID_BOOL:
    return a->b == b->b;
  case LYRE_ID_INT:
    return lyre_int_eq (a->i, b->i);
  case LYRE_ID_REAL:
    return lyre_rat_eq (a->r, b->r);
  case LYRE_ID_STRING:
    return lyre_str_eq (a->s, b->s);
  case LYRE_ID_REGLAN:
    return a->re.id == b->re.id;
  default:
    return a->element == b->element;
  }
}

uint32_t lyre_val_hash (const lyre_val *v) {
  uint32_t h = v->sort.id * 0x85EBCA6Bu;
  switch (v->sort.id) {
  case LYRE_ID_BOOL:
    return lyre_hash_mix (h, v->b);
  case LYRE_ID_INT:
    return lyre_hash_mix (h, lyre_int_hash (v->i));
  case LYRE_ID_REAL:
    h = lyre_hash_mix (h, lyre_int_hash (v->r.num));
    return lyre_hash_mix (h, lyre_int_hash (v->r.den));
  case LYRE_ID_STRING:
    return lyre_hash_mix (h, lyre_str_hash (v->s));
  case LYRE_ID_REGLAN:
    return lyre_hash_mix (h, v->re.id);
  default:
    return lyre_hash_mix (h, v->element);
  }
}

lyre_val lyre_val_copy (lyre_arena *arena, lyre_val v) {
  switch (v.sort.id) {
  case LYRE_ID_INT:
    v.i = lyre_int_copy (arena, v.i);
    break;
  case LYRE_ID_REAL:
    v.r = lyre_rat_copy (arena, v.r);
    break;
  case LYRE_ID_STRING:
    v.s = lyre_str_copy (arena, v.s);
    break;
  default:
    break;
  }
  return v;
}
