/* Copy-on-write tries against plain arrays: whatever clones write, the others
 * do not see, and in the end nothing is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "java/heap/object.h"
#include "java/heap/trie.h"

enum { CLONES = 6, INDICES = 3000 };

typedef struct {
  jcount count;
  int value;
} block;

static jcount *copy_block (lyre_mem *mem, const jcount *from) {
  block *b = lyre_alloc (mem, sizeof *b);
  *b = *(const block *) from;
  b->count.refs = 1;
  return &b->count;
}

static void drop_block (lyre_mem *mem, jcount *b) {
  lyre_free (mem, b);
}

static void put (const jtrie_ops *ops, jtrie *t, uint32_t i, int value) {
  block *b = lyre_alloc (ops->mem, sizeof *b);
  *b = (block){{1}, value};
  jtrie_put (ops, t, i, &b->count);
}

static int value_at (const jtrie *t, uint32_t i) {
  const block *b = (const block *) jtrie_get (t, i);
  return b ? b->value : 0;
}

/* Mostly small indices, some far away. */
static uint32_t random_index (void) {
  uint32_t i = (uint32_t) rand () % INDICES;
  return rand () % 4 ? i % 70 : i;
}

static void tries_keep_clones_apart (void **state) {
  (void) state;
  lyre_mem mem;
  jmp_buf escape;
  lyre_mem_init (&mem, NULL);
  mem.escape = &escape;
  if (setjmp (escape))
    abort ();
  jtrie_ops ops = {&mem, drop_block, copy_block};
  jtrie tries[CLONES] = {{0}};
  static int naive[CLONES][INDICES];
  memset (naive, 0, sizeof naive);
  srand (7);
  for (int round = 1; round < 60000; round++) {
    uint32_t k = (uint32_t) rand () % CLONES, i = random_index ();
    switch (rand () % 8) {
    case 0: { /* another one becomes a clone of this one */
      uint32_t other = (k + 1) % CLONES;
      if (rand () % 20)
        break;
      jtrie_release (&ops, &tries[other]);
      tries[other] = jtrie_share (tries[k]);
      memcpy (naive[other], naive[k], sizeof naive[k]);
      break;
    }
    case 1:
    case 2:
      if (naive[k][i]) {
        ((block *) jtrie_own (&ops, &tries[k], i))->value = round;
        naive[k][i] = round;
      }
      break;
    case 3:
      if (naive[k][i])
        jtrie_put (&ops, &tries[k], i, NULL);
      naive[k][i] = 0;
      break;
    default:
      put (&ops, &tries[k], i, round);
      naive[k][i] = round;
    }
    assert_int_equal (value_at (&tries[k], i), naive[k][i]);
  }
  for (uint32_t k = 0; k < CLONES; k++)
    for (uint32_t i = 0; i < INDICES; i++)
      assert_int_equal (value_at (&tries[k], i), naive[k][i]);
  for (uint32_t k = 0; k < CLONES; k++)
    jtrie_release (&ops, &tries[k]);
  assert_int_equal (mem.used, 0);
}

static void texts_are_utf16 (void **state) {
  (void) state;
  lyre_mem mem;
  jmp_buf escape;
  lyre_mem_init (&mem, NULL);
  mem.escape = &escape;
  if (setjmp (escape))
    abort ();
  static const char euro[] = "a\xE2\x82\xAC\xF0\x9F\x98\x80";
  jtext *t = jtext_from_utf8 (&mem, euro, sizeof euro - 1);
  assert_int_equal (t->len, 4);
  assert_int_equal (t->units[1], 0x20AC);
  assert_int_equal (t->units[2], 0xD83D);
  assert_int_equal (t->units[3], 0xDE00);
  char *back = jtext_utf8 (&mem, t->units, t->len);
  assert_string_equal (back, euro);
  lyre_free (&mem, back);
  jtext *shared = jtext_share (t);
  jtext_append (&mem, &t, (const uint16_t[]){'x'}, 1);
  assert_int_equal (shared->len, 4);
  assert_int_equal (t->len, 5);
  jtext_drop (&mem, shared);
  jtext_drop (&mem, t);
  assert_int_equal (mem.used, 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (tries_keep_clones_apart),
      cmocka_unit_test (texts_are_utf16),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
