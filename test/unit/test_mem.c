/* What everything else stands on: memory, arenas, vectors, maps, options and
 * polling. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/env.h"
#include "base/map.h"
#include "base/vec.h"

/* ---------------------------------------------------------------- fixture */

static lyre_mem mem;
static uint64_t seed;

static int setup (void **state) {
  (void) state;
  lyre_mem_init (&mem, NULL);
  seed = 0x2545F4914F6CDD1Du;
  return 0;
}

static int teardown (void **state) {
  (void) state;
  lyre_mem_release (&mem);
  assert_int_equal (mem.used, 0);
  assert_null (mem.blocks);
  return 0;
}

static uint64_t random_word (void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

/* Runs F and says how it ended. */
static lyre_fail attempt (void (*f) (void *), void *arg) {
  jmp_buf escape;
  lyre_fail why = LYRE_FAIL_TOO_LARGE;
  mem.escape = &escape;
  switch (setjmp (escape)) {
  case LYRE_FAIL_NONE:
    f (arg);
    why = LYRE_FAIL_NONE;
    break;
  case LYRE_FAIL_SYSTEM:
    why = LYRE_FAIL_SYSTEM;
    break;
  case LYRE_FAIL_LIMIT:
    why = LYRE_FAIL_LIMIT;
    break;
  }
  mem.escape = NULL;
  return why;
}

/* Fails each allocation of F in turn, until F succeeds. Returns how often. */
static uint64_t fail_each_allocation (void (*f) (void *), void *arg) {
  for (uint64_t n = 1;; n++) {
    lyre_mem_release (&mem);
    assert_int_equal (mem.used, 0);
    mem.allocations = 0;
    mem.fail_at = n;
    lyre_fail why = attempt (f, arg);
    if (why == LYRE_FAIL_NONE)
      return n - 1;
    assert_int_equal (why, LYRE_FAIL_SYSTEM);
    assert_int_equal (mem.allocations, n);
  }
}

/* ------------------------------------------------------------------- blocks */

static void blocks_are_aligned_and_counted (void **state) {
  (void) state;
  char *blocks[20];
  for (size_t i = 0; i < 20; i++) {
    size_t before = mem.used;
    blocks[i] = lyre_alloc (&mem, i * 7);
    memset (blocks[i], (int) i, i * 7);
    assert_int_equal ((uintptr_t) blocks[i] % 16, 0);
    assert_true (mem.used >= before + i * 7);
  }
  for (size_t i = 1; i < 20; i++)
    assert_int_equal (blocks[i][0], i);
  size_t peak = mem.peak;
  assert_int_equal (peak, mem.used);
  for (size_t i = 0; i < 20; i += 2)
    lyre_free (&mem, blocks[i]);
  assert_true (mem.used < peak);
  for (size_t i = 1; i < 20; i += 2)
    lyre_free (&mem, blocks[i]);
  assert_int_equal (mem.used, 0);
  assert_int_equal (mem.peak, peak);
}

static void free_of_null (void **state) {
  (void) state;
  lyre_free (&mem, NULL);
  assert_int_equal (mem.used, 0);
}

static void realloc_keeps_content (void **state) {
  (void) state;
  char *other = lyre_alloc (&mem, 10), *p = lyre_realloc (&mem, NULL, 5);
  memcpy (p, "lyre", 5);
  for (size_t n = 5; n < 100000; n *= 3) {
    p = lyre_realloc (&mem, p, n);
    assert_string_equal (p, "lyre");
  }
  size_t large = mem.used;
  p = lyre_realloc (&mem, p, 2);
  assert_memory_equal (p, "ly", 2);
  assert_true (mem.used < large - 50000);
  lyre_free (&mem, other);
  lyre_free (&mem, p);
  assert_int_equal (mem.used, 0);
}

static void release_frees_the_rest (void **state) {
  (void) state;
  for (size_t i = 0; i < 100; i++)
    lyre_alloc (&mem, i);
  lyre_mem_release (&mem);
  assert_int_equal (mem.used, 0);
}

static void children_charge_the_root (void **state) {
  (void) state;
  lyre_mem child, grandchild;
  lyre_mem_init (&child, &mem);
  lyre_mem_init (&grandchild, &child);
  assert_ptr_equal (grandchild.root, &mem);
  lyre_alloc (&mem, 100);
  size_t own = mem.used;
  lyre_alloc (&child, 1000);
  lyre_alloc (&grandchild, 1000);
  assert_true (mem.used >= own + 2000);
  lyre_mem_release (&child);
  assert_true (mem.used >= own + 1000);
  lyre_mem_release (&grandchild);
  assert_int_equal (mem.used, own);
}

struct request {
  lyre_mem *mem;
  void *block;
  size_t bytes;
};

static void allocate (void *arg) {
  struct request *r = arg;
  r->block = lyre_realloc (r->mem, r->block, r->bytes);
}

static lyre_fail try_alloc (lyre_mem *m, size_t bytes) {
  return attempt (allocate, &(struct request){m, NULL, bytes});
}

static void limits (void **state) {
  (void) state;
  lyre_mem child;
  lyre_mem_init (&child, &mem);
  mem.limit = 10000;
  assert_int_equal (try_alloc (&mem, 5000), LYRE_FAIL_NONE);
  assert_int_equal (try_alloc (&mem, 5000), LYRE_FAIL_LIMIT);
  assert_int_equal (try_alloc (&mem, 10001), LYRE_FAIL_LIMIT);
  assert_int_equal (try_alloc (&child, 5000), LYRE_FAIL_LIMIT);
  assert_int_equal (try_alloc (&child, 3000), LYRE_FAIL_NONE);
  assert_int_equal (try_alloc (&mem, 3000), LYRE_FAIL_LIMIT);
  lyre_mem_release (&child);
  assert_int_equal (try_alloc (&mem, 3000), LYRE_FAIL_NONE);
  assert_true (mem.peak <= mem.limit);
}

/* A block that cannot grow is still there. */
static void realloc_at_the_limit (void **state) {
  (void) state;
  mem.limit = 1000;
  char *block = lyre_alloc (&mem, 500);
  block[499] = 'x';
  struct request r = {&mem, block, 2000};
  assert_int_equal (attempt (allocate, &r), LYRE_FAIL_LIMIT);
  assert_ptr_equal (r.block, block);
  assert_int_equal (block[499], 'x');
  r.bytes = 900;
  assert_int_equal (attempt (allocate, &r), LYRE_FAIL_NONE);
  r.bytes = 100;
  assert_int_equal (attempt (allocate, &r), LYRE_FAIL_NONE);
}

static void sizes_that_overflow (void **state) {
  (void) state;
  assert_int_equal (try_alloc (&mem, SIZE_MAX), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (try_alloc (&mem, SIZE_MAX - 16), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (mem.used, 0);
}

static void multiply (void *arg) {
  const size_t *ab = arg;
  lyre_mul_size (&mem, ab[0], ab[1]);
}

static void products_of_sizes (void **state) {
  (void) state;
  assert_int_equal (lyre_mul_size (&mem, 0, SIZE_MAX), 0);
  assert_int_equal (lyre_mul_size (&mem, 1, SIZE_MAX), SIZE_MAX);
  assert_int_equal (lyre_mul_size (&mem, 12, 34), 408);
  size_t two[] = {2, SIZE_MAX / 2 + 1};
  assert_int_equal (attempt (multiply, two), LYRE_FAIL_TOO_LARGE);
  size_t all[] = {SIZE_MAX, SIZE_MAX};
  assert_int_equal (attempt (multiply, all), LYRE_FAIL_TOO_LARGE);
}

static void fail_with (void *arg) {
  lyre_mem child;
  lyre_mem_init (&child, &mem);
  lyre_mem_fail (&child, *(lyre_fail *) arg);
}

static void reasons_arrive (void **state) {
  (void) state;
  for (int i = LYRE_FAIL_SYSTEM; i <= LYRE_FAIL_TOO_LARGE; i++) {
    lyre_fail why = (lyre_fail) i;
    assert_int_equal (attempt (fail_with, &why), why);
  }
}

static void allocate_seven_times (void *arg) {
  lyre_mem child;
  lyre_mem_init (&child, &mem);
  void *p = NULL;
  for (size_t i = 1; i <= 6; i++) {
    p = lyre_realloc (&mem, p, i * 100);
    *(uint32_t *) arg = (uint32_t) i;
  }
  lyre_alloc (&mem, 10);
}

static void failing_on_demand (void **state) {
  (void) state;
  uint32_t done = 0;
  assert_int_equal (fail_each_allocation (allocate_seven_times, &done), 7);
  mem.fail_at = mem.allocations + 1; /* and from then on */
  assert_int_equal (try_alloc (&mem, 1), LYRE_FAIL_SYSTEM);
  assert_int_equal (try_alloc (&mem, 1), LYRE_FAIL_SYSTEM);
  mem.fail_at = 0;
  assert_int_equal (try_alloc (&mem, 1), LYRE_FAIL_NONE);
}

/* ------------------------------------------------------------------- arenas */

static void pieces_are_aligned_and_apart (void **state) {
  (void) state;
  lyre_arena arena;
  lyre_arena_init (&arena, &mem);
  enum { N = 3000 };
  static unsigned char *pieces[N];
  for (size_t i = 0; i < N; i++) {
    pieces[i] = lyre_arena_alloc (&arena, 1 + i % 97);
    assert_int_equal ((uintptr_t) pieces[i] % 16, 0);
    memset (pieces[i], (int) (i % 251), 1 + i % 97);
  }
  for (size_t i = 0; i < N; i++)
    for (size_t k = 0; k < 1 + i % 97; k++)
      assert_int_equal (pieces[i][k], i % 251);
  lyre_arena_release (&arena);
  assert_int_equal (mem.used, 0);
  memset (lyre_arena_alloc (&arena, 50), 1, 50); /* usable again */
  lyre_arena_release (&arena);
}

static void large_pieces (void **state) {
  (void) state;
  lyre_arena arena;
  lyre_arena_init (&arena, &mem);
  for (size_t n = 1; n < (size_t) 1 << 24; n = 3 * n + 1)
    memset (lyre_arena_alloc (&arena, n), 7, n);
  lyre_arena_release (&arena);
}

static void copies_of_texts (void **state) {
  (void) state;
  lyre_arena arena;
  lyre_arena_init (&arena, &mem);
  assert_string_equal (lyre_arena_text (&arena, "lyre and more", 4), "lyre");
  assert_string_equal (lyre_arena_text (&arena, "", 0), "");
  lyre_arena_release (&arena);
}

/* Takes pieces and remembers where it was, at random depths. */
static void marks_nest (void **state) {
  (void) state;
  lyre_arena arena;
  lyre_arena_init (&arena, &mem);
  enum { DEPTH = 50 };
  lyre_mark marks[DEPTH];
  unsigned char *pieces[DEPTH];
  size_t sizes[DEPTH], depth = 0;
  for (uint32_t i = 0; i < 20000; i++) {
    if (depth && (depth == DEPTH || random_word () % 2)) {
      size_t to = random_word () % depth;
      lyre_arena_cut (&arena, marks[to]);
      depth = to;
    } else {
      sizes[depth] = 1 + random_word () % (i % 100 ? 200 : 20000);
      marks[depth] = lyre_arena_mark (&arena);
      pieces[depth] = lyre_arena_alloc (&arena, sizes[depth]);
      memset (pieces[depth], (int) depth, sizes[depth]);
      depth++;
    }
    for (size_t k = 0; k < depth; k++) {
      assert_int_equal (pieces[k][0], k);
      assert_int_equal (pieces[k][sizes[k] - 1], k);
    }
  }
  lyre_arena_release (&arena);
}

static void a_cut_gives_memory_back (void **state) {
  (void) state;
  lyre_arena arena;
  lyre_arena_init (&arena, &mem);
  lyre_mark empty = lyre_arena_mark (&arena);
  void *first = lyre_arena_alloc (&arena, 10);
  size_t small = mem.used;
  lyre_mark mark = lyre_arena_mark (&arena);
  for (uint32_t i = 0; i < 10; i++) {
    void *second = lyre_arena_alloc (&arena, 10);
    lyre_arena_alloc (&arena, 1 << 22);
    lyre_arena_cut (&arena, mark);
    assert_int_equal (mem.used, small);
    assert_ptr_equal (lyre_arena_alloc (&arena, 10), second);
    lyre_arena_cut (&arena, mark);
  }
  lyre_arena_cut (&arena, empty);
  assert_ptr_equal (lyre_arena_alloc (&arena, 10), first);
  lyre_arena_clear (&arena);
  assert_ptr_equal (lyre_arena_alloc (&arena, 10), first);
  lyre_arena_release (&arena);
  lyre_arena_clear (&arena);
  assert_int_equal (mem.used, 0);
}

static void take_from_arena (void *arg) {
  lyre_arena_alloc (arg, SIZE_MAX - 5);
}

static void take_array_from_arena (void *arg) {
  lyre_arena_array ((lyre_arena *) arg, uint64_t, SIZE_MAX / 4);
}

static void arena_sizes_that_overflow (void **state) {
  (void) state;
  lyre_arena arena;
  lyre_arena_init (&arena, &mem);
  assert_int_equal (attempt (take_from_arena, &arena), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (attempt (take_array_from_arena, &arena),
                    LYRE_FAIL_TOO_LARGE);
  assert_int_equal (mem.used, 0);
}

static void fill_arena (void *arg) {
  lyre_arena *arena = arg;
  lyre_arena_init (arena, &mem);
  for (uint32_t i = 0; i < 2000; i++)
    memset (lyre_arena_alloc (arena, 100), 1, 100);
}

static void arenas_survive_failures (void **state) {
  (void) state;
  lyre_arena arena;
  assert_true (fail_each_allocation (fill_arena, &arena) > 3);
  mem.fail_at = mem.allocations + 1;
  assert_int_equal (attempt (take_from_arena, &arena), LYRE_FAIL_TOO_LARGE);
  mem.fail_at = 0;
  memset (lyre_arena_alloc (&arena, 1 << 20), 1, 1 << 20);
  lyre_arena_release (&arena);
  assert_int_equal (mem.used, 0);
}

/* ------------------------------------------------------------------ vectors */

static void vectors_grow (void **state) {
  (void) state;
  lyre_u32s v = {0};
  for (uint32_t i = 0; i < 100000; i++)
    lyre_vec_push (&mem, &v, i * i);
  assert_int_equal (v.len, 100000);
  assert_true (v.cap >= v.len);
  for (uint32_t i = 0; i < v.len; i++)
    assert_int_equal (v.data[i], i * i);
  assert_int_equal (lyre_vec_top (&v), 99999u * 99999u);
  assert_int_equal (lyre_vec_pop (&v), 99999u * 99999u);
  assert_int_equal (v.len, 99999);
  uint32_t cap = v.cap;
  lyre_vec_clear (&v);
  assert_int_equal (v.len, 0);
  assert_int_equal (v.cap, cap);
  lyre_vec_release (&mem, &v);
  assert_null (v.data);
  assert_int_equal (mem.used, 0);
}

static void vectors_reserve (void **state) {
  (void) state;
  lyre_chars v = {0};
  lyre_vec_reserve (&mem, &v, 1000);
  const char *data = v.data;
  uint64_t allocations = mem.allocations;
  for (uint32_t i = 0; i < 1000; i++)
    lyre_vec_push (&mem, &v, 'x');
  assert_ptr_equal (v.data, data);
  assert_int_equal (mem.allocations, allocations);
  lyre_vec_reserve (&mem, &v, 10);
  assert_ptr_equal (v.data, data);
  lyre_vec_release (&mem, &v);
}

static void reserve_too_much (void *arg) {
  volatile uint64_t need = (uint64_t) UINT32_MAX + 1;
  lyre_vec_reserve (&mem, (lyre_u32s *) arg, need);
}

static void vectors_have_a_largest_length (void **state) {
  (void) state;
  lyre_u32s v = {0};
  lyre_vec_push (&mem, &v, 5);
  assert_int_equal (attempt (reserve_too_much, &v), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (v.len, 1);
  assert_int_equal (v.data[0], 5);
}

static void push_some (void *arg) {
  lyre_u32s *v = arg;
  memset (v, 0, sizeof *v);
  for (uint32_t i = 0; i < 1000; i++)
    lyre_vec_push (&mem, v, i);
}

static void vectors_survive_failures (void **state) {
  (void) state;
  lyre_u32s v = {0};
  assert_true (fail_each_allocation (push_some, &v) > 3);
  mem.fail_at = mem.allocations + 1;
  assert_int_equal (attempt (reserve_too_much, &v), LYRE_FAIL_TOO_LARGE);
  assert_int_equal (v.len, 1000);
  assert_int_equal (v.data[999], 999);
}

/* --------------------------------------------------------------------- maps */

/* Keys that share low bits, high bits or nothing. */
static uint64_t nth_key (uint32_t i) {
  switch (i % 3) {
  case 0:
    return i;
  case 1:
    return (uint64_t) i << 40;
  default:
    return i * (uint64_t) 0x9E3779B97F4A7C15u;
  }
}

static void maps_remember (void **state) {
  (void) state;
  lyre_map m = {0};
  assert_null (lyre_map_find (&m, 0));
  const uint32_t n = 20000;
  for (uint32_t i = 0; i < n; i++) {
    assert_null (lyre_map_find (&m, nth_key (i)));
    uint64_t *value = lyre_map_at (&mem, &m, nth_key (i));
    assert_int_equal (*value, 0);
    *value = i + 1;
  }
  assert_int_equal (m.n, n);
  for (uint32_t i = 0; i < n; i++) {
    assert_int_equal (*lyre_map_find (&m, nth_key (i)), i + 1);
    assert_int_equal (*lyre_map_at (&mem, &m, nth_key (i)), i + 1);
  }
  assert_null (lyre_map_find (&m, UINT64_MAX));
  assert_int_equal (m.n, n);
  lyre_map_clear (&m);
  assert_null (lyre_map_find (&m, nth_key (5)));
  assert_int_equal (*lyre_map_at (&mem, &m, nth_key (5)), 0);
  lyre_map_release (&mem, &m);
  assert_int_equal (mem.used, 0);
}

static void text_maps_remember (void **state) {
  (void) state;
  lyre_text_map m = {0};
  char text[32];
  const uint32_t n = 5000;
  for (uint32_t i = 0; i < n; i++) {
    size_t len = (size_t) sprintf (text, "name%u", i);
    assert_null (lyre_text_map_find (&m, text, len));
    uint32_t *value = lyre_text_map_at (&mem, &m, text, len);
    assert_int_equal (*value, 0);
    *value = i + 1;
  }
  for (uint32_t i = 0; i < n; i++) {
    size_t len = (size_t) sprintf (text, "name%u", i);
    assert_int_equal (*lyre_text_map_find (&m, text, len), i + 1);
    assert_int_equal (*lyre_text_map_at (&mem, &m, text, len), i + 1);
    assert_string_equal (m.entries[i].text, text); /* in order */
  }
  assert_int_equal (m.n, n);
  lyre_text_map_release (&mem, &m);
  assert_int_equal (mem.used, 0);
}

static void texts_are_bytes_with_a_length (void **state) {
  (void) state;
  lyre_text_map m = {0};
  *lyre_text_map_at (&mem, &m, "", 0) = 1;
  *lyre_text_map_at (&mem, &m, "\0", 1) = 2;
  *lyre_text_map_at (&mem, &m, "\0\0", 2) = 3;
  *lyre_text_map_at (&mem, &m, "ab", 1) = 4;
  assert_int_equal (*lyre_text_map_find (&m, "x", 0), 1);
  assert_int_equal (*lyre_text_map_find (&m, "\0x", 1), 2);
  assert_int_equal (*lyre_text_map_find (&m, "\0\0x", 2), 3);
  assert_int_equal (*lyre_text_map_find (&m, "a", 1), 4);
  assert_null (lyre_text_map_find (&m, "ab", 2));
  lyre_text_map_release (&mem, &m);
}

struct maps {
  lyre_map numbers;
  lyre_text_map texts;
};

static void fill_maps (void *arg) {
  struct maps *m = arg;
  memset (m, 0, sizeof *m);
  for (uint32_t i = 0; i < 100; i++) {
    char text[16];
    size_t len = (size_t) sprintf (text, "%u", i);
    *lyre_map_at (&mem, &m->numbers, i) = i;
    *lyre_text_map_at (&mem, &m->texts, text, len) = i;
  }
}

/* After a failure the maps hold what they held before. */
static void check_maps (const struct maps *m) {
  for (uint32_t i = 0; i < m->numbers.n; i++)
    assert_int_equal (*lyre_map_find (&m->numbers, i), i);
  for (uint32_t i = 0; i < m->texts.n; i++) {
    char text[16];
    size_t len = (size_t) sprintf (text, "%u", i);
    assert_int_equal (*lyre_text_map_find (&m->texts, text, len), i);
  }
}

static void maps_survive_failures (void **state) {
  (void) state;
  struct maps m = {0};
  for (uint64_t n = 1;; n++) {
    lyre_mem_release (&mem);
    mem.allocations = 0;
    mem.fail_at = n;
    lyre_fail why = attempt (fill_maps, &m);
    check_maps (&m);
    if (why == LYRE_FAIL_NONE)
      break;
    lyre_map_release (&mem, &m.numbers);
    lyre_text_map_release (&mem, &m.texts);
  }
  assert_int_equal (m.numbers.n, 100);
  assert_int_equal (m.texts.n, 100);
}

/* ------------------------------------------------------------------ options */

static bool write_option (lyre_options *o, const char *name,
                          const char *value) {
  const lyre_option *d = lyre_option_find (name);
  assert_non_null (d);
  return lyre_option_write (o, d, value);
}

static void options_have_sane_defaults (void **state) {
  (void) state;
  lyre_options o;
  lyre_options_init (&o);
  for (uint32_t i = 0; i < lyre_option_count; i++) {
    const lyre_option *d = &lyre_option_table[i];
    assert_ptr_equal (lyre_option_find (d->name), d);
    assert_int_equal (lyre_option_read (&o, d), d->def);
    assert_true (d->low <= d->def && d->def <= d->high);
    assert_true (d->help[0] != 0);
  }
  assert_null (lyre_option_find ("no-such-option"));
  assert_null (lyre_option_find (""));
}

/* What an option prints as, it also reads. */
static void round_trip (const lyre_option *d, int64_t value) {
  lyre_options o, p;
  lyre_options_init (&o);
  lyre_options_init (&p);
  memcpy ((char *) &o + d->offset, &value, sizeof value);
  char text[64];
  const char *shown = lyre_option_text (&o, d, text, sizeof text);
  assert_true (lyre_option_write (&p, d, shown));
  assert_memory_equal (&o, &p, sizeof o);
}

static void options_round_trip (void **state) {
  (void) state;
  for (uint32_t i = 0; i < lyre_option_count; i++) {
    const lyre_option *d = &lyre_option_table[i];
    for (int64_t v = d->low; v <= d->high && v < d->low + 100; v++)
      round_trip (d, v);
    round_trip (d, d->def);
    round_trip (d, d->high);
  }
}

static void options_refuse_other_values (void **state) {
  (void) state;
  lyre_options o, before;
  lyre_options_init (&o);
  before = o;
  static const char *const bad[] = {
      "", "-1", "99999999999999999999", "1x", "x", "--", "0x10", "1.5", "|"};
  for (uint32_t i = 0; i < lyre_option_count; i++)
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
      assert_false (lyre_option_write (&o, &lyre_option_table[i], bad[k]));
  assert_false (write_option (&o, "rewrite", "1"));
  assert_false (write_option (&o, "rewrite", "TRUE"));
  assert_false (write_option (&o, "engine", "aut"));
  assert_false (write_option (&o, "engine", "autoo"));
  const lyre_option *engine = lyre_option_find ("engine");
  assert_false (lyre_option_write (&o, engine, engine->values));
  assert_false (write_option (&o, "enumerate-length", "65"));
  assert_memory_equal (&o, &before, sizeof o);
}

static void options_are_written (void **state) {
  (void) state;
  lyre_options o;
  lyre_options_init (&o);
  assert_true (write_option (&o, "rewrite", "false"));
  assert_int_equal (o.rewrite, 0);
  assert_true (write_option (&o, "rewrite", "true"));
  assert_int_equal (o.rewrite, 1);
  assert_true (write_option (&o, "timeout", "1234"));
  assert_int_equal (o.timeout, 1234);
}

/* ------------------------------------------------------------------ polling */

static lyre_env env;

static int setup_env (void **state) {
  (void) state;
  lyre_env_init (&env);
  return 0;
}

static int teardown_env (void **state) {
  (void) state;
  lyre_env_release (&env);
  assert_int_equal (env.mem.used, 0);
  return 0;
}

/* Polls until it is time to stop, at most MOST times. */
static uint64_t poll_until_stop (lyre_poll_site site, uint64_t most) {
  uint64_t n = 0;
  while (n < most && !lyre_poll (&env, site))
    n++;
  return n;
}

static void nothing_stops_by_itself (void **state) {
  (void) state;
  lyre_env_start_query (&env);
  assert_int_equal (poll_until_stop (LYRE_POLL_EVAL, 1000000), 1000000);
  assert_int_equal (env.stop, LYRE_STOP_NONE);
}

static void each_site_fires_alone (void **state) {
  (void) state;
  for (int s = 0; s < LYRE_POLL_COUNT; s++)
    for (uint64_t n = 1; n < 600; n += 37) {
      lyre_poll_site site = (lyre_poll_site) s;
      lyre_poll_site other = (lyre_poll_site) ((s + 1) % LYRE_POLL_COUNT);
      lyre_env_start_query (&env);
      env.fire_at[site] = n;
      assert_int_equal (poll_until_stop (other, 1000), 1000);
      assert_int_equal (poll_until_stop (site, 1000), n - 1);
      assert_int_equal (env.stop, LYRE_STOP_INTERRUPT);
      assert_true (lyre_poll (&env, other));
    }
}

static void a_stop_lasts_until_the_next_query (void **state) {
  (void) state;
  lyre_env_start_query (&env);
  env.fire_at[LYRE_POLL_REWRITE] = 5;
  poll_until_stop (LYRE_POLL_REWRITE, 10);
  for (uint32_t i = 0; i < 2000; i++)
    assert_true (lyre_poll (&env, LYRE_POLL_EVAL));
  lyre_env_start_query (&env);
  assert_int_equal (env.stop, LYRE_STOP_NONE);
  assert_int_equal (poll_until_stop (LYRE_POLL_REWRITE, 1000), 1000);
}

static uint64_t polls_with_steps (int64_t limit) {
  env.options.steps = limit;
  lyre_env_start_query (&env);
  uint64_t n = poll_until_stop (LYRE_POLL_EVAL, 10000000);
  assert_int_equal (env.stop, LYRE_STOP_STEPS);
  return n;
}

static void steps_are_deterministic (void **state) {
  (void) state;
  uint64_t few = polls_with_steps (3);
  assert_int_equal (polls_with_steps (3), few);
  assert_true (polls_with_steps (30) > few);
  assert_int_equal (polls_with_steps (3), few);
}

static void memory_is_a_soft_limit (void **state) {
  (void) state;
  env.options.memory = 1;
  lyre_env_start_query (&env);
  assert_int_equal (poll_until_stop (LYRE_POLL_EVAL, 1000), 1000);
  void *large = lyre_alloc (&env.mem, 2 << 20);
  assert_true (poll_until_stop (LYRE_POLL_EVAL, 1000) < 1000);
  assert_int_equal (env.stop, LYRE_STOP_MEMORY);
  lyre_free (&env.mem, large);
  lyre_env_start_query (&env);
  assert_int_equal (poll_until_stop (LYRE_POLL_EVAL, 1000), 1000);
}

/* Polls until the time is over; nanoseconds that took. */
static uint64_t time_until_stop (void) {
  uint64_t start = lyre_now_ns ();
  lyre_env_start_query (&env);
  poll_until_stop (LYRE_POLL_EVAL, UINT64_MAX);
  assert_int_equal (env.stop, LYRE_STOP_TIME);
  return lyre_now_ns () - start;
}

static void timeouts (void **state) {
  (void) state;
  const uint64_t ms = 1000000, generous = 5000 * ms;
  env.options.timeout = 20;
  uint64_t t = time_until_stop ();
  assert_true (t >= 20 * ms && t < generous);
  t = time_until_stop (); /* a new query, a new deadline */
  assert_true (t >= 20 * ms && t < generous);
  env.options.timeout = 100000;
  env.run_deadline_ns = lyre_now_ns () + 20 * ms;
  assert_true (time_until_stop () < generous);
  lyre_env_start_query (&env); /* the run's deadline has passed */
  assert_true (lyre_poll (&env, LYRE_POLL_EVAL));
  env.options.timeout = 0;
  lyre_env_start_query (&env);
  assert_true (lyre_poll (&env, LYRE_POLL_EVAL));
  assert_int_equal (env.stop, LYRE_STOP_TIME);
}

static void on_signal (int number) {
  (void) number;
  atomic_store (&env.interrupt, true);
}

static void interrupts (void **state) {
  (void) state;
  lyre_env_start_query (&env);
  assert_int_equal (poll_until_stop (LYRE_POLL_EVAL, 1000), 1000);
  void (*old) (int) = signal (SIGUSR1, on_signal);
  raise (SIGUSR1);
  signal (SIGUSR1, old);
  assert_true (poll_until_stop (LYRE_POLL_EVAL, 1000) < 1000);
  assert_int_equal (env.stop, LYRE_STOP_INTERRUPT);
  lyre_env_start_query (&env); /* still interrupted: at the first poll */
  assert_true (lyre_poll (&env, LYRE_POLL_EVAL));
  atomic_store (&env.interrupt, false);
  lyre_env_start_query (&env);
  assert_int_equal (poll_until_stop (LYRE_POLL_EVAL, 1000), 1000);
}

#define TEST(F) cmocka_unit_test_setup_teardown (F, setup, teardown)
#define TEST_ENV(F) cmocka_unit_test_setup_teardown (F, setup_env, teardown_env)

int main (void) {
  const struct CMUnitTest tests[] = {
      TEST (blocks_are_aligned_and_counted),
      TEST (free_of_null),
      TEST (realloc_keeps_content),
      TEST (release_frees_the_rest),
      TEST (children_charge_the_root),
      TEST (limits),
      TEST (realloc_at_the_limit),
      TEST (sizes_that_overflow),
      TEST (products_of_sizes),
      TEST (reasons_arrive),
      TEST (failing_on_demand),
      TEST (pieces_are_aligned_and_apart),
      TEST (large_pieces),
      TEST (copies_of_texts),
      TEST (marks_nest),
      TEST (a_cut_gives_memory_back),
      TEST (arena_sizes_that_overflow),
      TEST (arenas_survive_failures),
      TEST (vectors_grow),
      TEST (vectors_reserve),
      TEST (vectors_have_a_largest_length),
      TEST (vectors_survive_failures),
      TEST (maps_remember),
      TEST (text_maps_remember),
      TEST (texts_are_bytes_with_a_length),
      TEST (maps_survive_failures),
      TEST (options_have_sane_defaults),
      TEST (options_round_trip),
      TEST (options_refuse_other_values),
      TEST (options_are_written),
      TEST_ENV (nothing_stops_by_itself),
      TEST_ENV (each_site_fires_alone),
      TEST_ENV (a_stop_lasts_until_the_next_query),
      TEST_ENV (steps_are_deterministic),
      TEST_ENV (memory_is_a_soft_limit),
      TEST_ENV (timeouts),
      TEST_ENV (interrupts),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
