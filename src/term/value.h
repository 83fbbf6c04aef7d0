/* Values: what a ground term of each sort can be.
 *
 * The payload of a value (limbs, characters) lives in some arena; the value
 * itself is copied freely. */
#ifndef LYRE_TERM_VALUE_H
#define LYRE_TERM_VALUE_H

#include "base/num.h"
#include "base/str.h"
#include "lyre.h"

/* The ids of the built-in sorts, for switches and tables. */
enum {
  LYRE_ID_BOOL = 1,
  LYRE_ID_INT,
  LYRE_ID_REAL,
  LYRE_ID_STRING,
  LYRE_ID_REGLAN,
  LYRE_ID_FIRST_FREE /* uninterpreted sorts start here */
};

typedef struct {
  lyre_sort sort;
  union {
    bool b;
    lyre_int i;
    lyre_rat r;
    const lyre_str *s;
    lyre_term re;     /* RegLan: a closed regular expression (term.h) */
    uint32_t element; /* uninterpreted sorts: elements 0, 1, 2, ... */
  };
} lyre_val;

/* Same sort and same value. Regular expressions are compared as terms: the
 * evaluator is the one that knows about languages. */
bool lyre_val_same (const lyre_val *, const lyre_val *);
uint32_t lyre_val_hash (const lyre_val *);
/* A copy whose payload lives in this arena. */
lyre_val lyre_val_copy (lyre_arena *, lyre_val);

static inline lyre_val lyre_val_bool (bool b) {
  return (lyre_val){.sort = LYRE_BOOL, .b = b};
}
static inline lyre_val lyre_val_int (lyre_int i) {
  return (lyre_val){.sort = LYRE_INT, .i = i};
}
static inline lyre_val lyre_val_real (lyre_rat r) {
  return (lyre_val){.sort = LYRE_REAL, .r = r};
}
static inline lyre_val lyre_val_string (const lyre_str *s) {
  return (lyre_val){.sort = LYRE_STRING, .s = s};
}
static inline lyre_val lyre_val_regex (lyre_term re) {
  return (lyre_val){.sort = LYRE_REGLAN, .re = re};
}

#endif
