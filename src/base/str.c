#include "base/str.h"

#include <string.h>

#include "base/assert.h"

/* What every form has in common is that it can be walked run by run, in both
 * directions; so whatever has no faster way for its form is written once, on
 * walkers. Neighbouring runs of a walk have different characters: in the runs
 * form by invariant, in the others because walkers look ahead. */

enum {
  RUNS_MIN_LEN = 65536, /* shorter strings are flat */
  RUNS_GAIN = 16,       /* runs must be that much smaller than the flat form */
};

const lyre_str lyre_str_empty = {.bytes = (const uint8_t *) ""};

/* ------------------------------------------------------------------ walking */

typedef struct {
  const lyre_str *s;
  uint32_t at, stop; /* the next position, and where to end */
  uint32_t run;      /* runs form: the next run */
  uint32_t c, n;     /* the run just passed */
} walker;

/* The run that contains position I. */
static uint32_t run_at (const lyre_str *s, uint32_t i) {
  uint32_t low = 0, high = s->n_runs - 1;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (s->runs[middle].end <= i)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* From FROM up to TO, for next_run. */
static walker walk (const lyre_str *s, uint32_t from, uint32_t to) {
  walker w = {.s = s, .at = from, .stop = to};
  if (s->form == LYRE_STR_RUNS && from < to)
    w.run = run_at (s, from);
  return w;
}

/* From TO down to the beginning, for previous_run. */
static walker walk_back (const lyre_str *s, uint32_t to) {
  walker w = {.s = s, .at = to};
  if (s->form == LYRE_STR_RUNS && to)
    w.run = run_at (s, to - 1);
  return w;
}

/* These look at the run that starts here and return where it ends. */
static uint32_t bytes_run_end (walker *w) {
  const uint8_t *bytes = w->s->bytes;
  uint32_t i = w->at;
  w->c = bytes[i++];
  while (i < w->stop && bytes[i] == w->c)
    i++;
  return i;
}

static uint32_t wide_run_end (walker *w) {
  const uint32_t *wide = w->s->wide;
  uint32_t i = w->at;
  w->c = wide[i++];
  while (i < w->stop && wide[i] == w->c)
    i++;
  return i;
}

static uint32_t runs_run_end (walker *w) {
  const struct lyre_run *run = &w->s->runs[w->run++];
  w->c = run->c;
  return run->end < w->stop ? run->end : w->stop;
}

static uint32_t run_end (walker *w) {
  if (w->s->form == LYRE_STR_BYTES)
    return bytes_run_end (w);
  if (w->s->form == LYRE_STR_WIDE)
    return wide_run_end (w);
  return runs_run_end (w);
}

static bool next_run (walker *w) {
  if (w->at == w->stop)
    return false;
  uint32_t end = run_end (w);
  w->n = end - w->at;
  w->at = end;
  return true;
}

/* These look at the run that ends here and return where it starts. */
static uint32_t bytes_run_start (walker *w) {
  const uint8_t *bytes = w->s->bytes;
  uint32_t i = w->at;
  w->c = bytes[--i];
  while (i && bytes[i - 1] == w->c)
    i--;
  return i;
}

static uint32_t wide_run_start (walker *w) {
  const uint32_t *wide = w->s->wide;
  uint32_t i = w->at;
  w->c = wide[--i];
  while (i && wide[i - 1] == w->c)
    i--;
  return i;
}

static uint32_t runs_run_start (walker *w) {
  uint32_t run = w->run--;
  w->c = w->s->runs[run].c;
  return run ? w->s->runs[run - 1].end : 0;
}

static uint32_t run_start (walker *w) {
  if (w->s->form == LYRE_STR_BYTES)
    return bytes_run_start (w);
  if (w->s->form == LYRE_STR_WIDE)
    return wide_run_start (w);
  return runs_run_start (w);
}

static bool previous_run (walker *w) {
  if (!w->at)
    return false;
  uint32_t start = run_start (w);
  w->n = w->at - start;
  w->at = start;
  return true;
}

/* ----------------------------------------------------------------- building
 *
 * In three steps: note everything that will be in the string, allocate it in
 * the form that this asks for, then put the same things in. */

typedef struct {
  uint32_t len;
  uint32_t runs, last; /* how many so far, and the character of the last */
  bool wide;           /* some character is above 255 */
} shape;

static shape shape_of_length (lyre_arena *arena, uint64_t len) {
  if (len > LYRE_STR_MAX)
    lyre_mem_fail (arena->mem, LYRE_FAIL_TOO_LARGE);
  return (shape){.len = (uint32_t) len};
}

static void note_run (shape *m, uint32_t c) {
  if (!m->runs || c != m->last)
    m->runs++;
  m->last = c;
  m->wide |= c > 255;
}

static uint64_t flat_bytes (const shape *m, bool wide) {
  return (uint64_t) m->len * (wide ? sizeof (uint32_t) : 1);
}

static bool runs_pay (const shape *m, bool wide) {
  uint64_t bytes = m->runs * (uint64_t) sizeof (struct lyre_run);
  return m->len >= RUNS_MIN_LEN && bytes * RUNS_GAIN <= flat_bytes (m, wide);
}

/* More of a string in this form cannot change what we do. */
static bool is_settled (const shape *m, lyre_str_form form) {
  return (m->wide || form == LYRE_STR_BYTES) && !runs_pay (m, true);
}

static void note_slice (shape *m, const lyre_str *s, uint32_t from,
                        uint32_t to) {
  walker w = walk (s, from, to);
  while (!is_settled (m, s->form) && next_run (&w))
    note_run (m, w.c);
}

typedef struct {
  lyre_str *s;
  uint32_t at;
  union {
    uint8_t *bytes;
    uint32_t *wide;
    struct lyre_run *runs;
  };
} builder;

static lyre_str_form form_for (const shape *m) {
  if (runs_pay (m, m->wide))
    return LYRE_STR_RUNS;
  return m->wide ? LYRE_STR_WIDE : LYRE_STR_BYTES;
}

static size_t payload_bytes (const shape *m, lyre_str_form form) {
  if (form == LYRE_STR_RUNS)
    return m->runs * sizeof (struct lyre_run);
  return flat_bytes (m, form == LYRE_STR_WIDE);
}

static builder build (lyre_arena *arena, const shape *m) {
  lyre_str_form form = form_for (m);
  size_t bytes = payload_bytes (m, form);
  lyre_str *s = lyre_arena_alloc (arena, sizeof *s + bytes);
  *s = (lyre_str){.len = m->len, .form = form, .bytes = (uint8_t *) (s + 1)};
  return (builder){.s = s, .bytes = (uint8_t *) (s + 1)};
}

static void fill_wide (uint32_t *out, uint32_t c, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    out[i] = c;
}

static void add_run (builder *b, uint32_t c, uint32_t n) {
  uint32_t *n_runs = &b->s->n_runs;
  if (!*n_runs || b->runs[*n_runs - 1].c != c)
    b->runs[(*n_runs)++] = (struct lyre_run){b->at, c};
  b->runs[*n_runs - 1].end += n;
}

static void put_run (builder *b, uint32_t c, uint32_t n) {
  switch (b->s->form) {
  case LYRE_STR_BYTES:
    memset (b->bytes + b->at, (int) c, n);
    break;
  case LYRE_STR_WIDE:
    fill_wide (b->wide + b->at, c, n);
    break;
  case LYRE_STR_RUNS:
    add_run (b, c, n);
    break;
  }
  b->at += n;
}

static void widen (uint32_t *out, const uint8_t *bytes, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    out[i] = bytes[i];
}

static void narrow (uint8_t *out, const uint32_t *wide, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    out[i] = (uint8_t) wide[i];
}

static void put_bytes (builder *b, const uint8_t *bytes, uint32_t n) {
  if (b->s->form == LYRE_STR_BYTES)
    memcpy (b->bytes + b->at, bytes, n);
  else
    widen (b->wide + b->at, bytes, n);
  b->at += n;
}

static void put_wide (builder *b, const uint32_t *wide, uint32_t n) {
  if (b->s->form == LYRE_STR_BYTES)
    narrow (b->bytes + b->at, wide, n);
  else
    memcpy (b->wide + b->at, wide, n * sizeof *wide);
  b->at += n;
}

static void put_runs (builder *b, walker w) {
  while (next_run (&w))
    put_run (b, w.c, w.n);
}

static void put_slice (builder *b, const lyre_str *s, uint32_t from,
                       uint32_t to) {
  if (s->form == LYRE_STR_RUNS || b->s->form == LYRE_STR_RUNS)
    put_runs (b, walk (s, from, to));
  else if (s->form == LYRE_STR_BYTES)
    put_bytes (b, s->bytes + from, to - from);
  else
    put_wide (b, s->wide + from, to - from);
}

static const lyre_str *slice (lyre_arena *arena, const lyre_str *s,
                              uint32_t from, uint32_t to) {
  if (from == to)
    return &lyre_str_empty;
  shape m = shape_of_length (arena, to - from);
  note_slice (&m, s, from, to);
  builder b = build (arena, &m);
  put_slice (&b, s, from, to);
  return b.s;
}

/* ------------------------------------------------------------- constructors */

const lyre_str *lyre_str_from_bytes (lyre_arena *arena, const void *bytes,
                                     size_t len) {
  shape m = shape_of_length (arena, len);
  lyre_str s = {.len = m.len, .form = LYRE_STR_BYTES, .bytes = bytes};
  return slice (arena, &s, 0, m.len);
}

const lyre_str *lyre_str_from_wide (lyre_arena *arena, const uint32_t *wide,
                                    size_t len) {
  shape m = shape_of_length (arena, len);
  lyre_str s = {.len = m.len, .form = LYRE_STR_WIDE, .wide = wide};
  return slice (arena, &s, 0, m.len);
}

const lyre_str *lyre_str_from_ascii (lyre_arena *arena, const char *text) {
  return lyre_str_from_bytes (arena, text, strlen (text));
}

const lyre_str *lyre_str_char (lyre_arena *arena, uint32_t c) {
  return lyre_str_repeat (arena, c, 1);
}

const lyre_str *lyre_str_repeat (lyre_arena *arena, uint32_t c,
                                 uint64_t count) {
  LYRE_ASSERT (c <= LYRE_CHAR_MAX);
  shape m = shape_of_length (arena, count);
  if (!m.len)
    return &lyre_str_empty;
  note_run (&m, c);
  builder b = build (arena, &m);
  put_run (&b, c, m.len);
  return b.s;
}

const lyre_str *lyre_str_copy (lyre_arena *arena, const lyre_str *s) {
  return slice (arena, s, 0, s->len);
}

/* -------------------------------------------------------------------- UTF-8 */

/* How many bytes the sequence has that starts with this one; 0 if none. */
static uint32_t utf8_length (uint8_t first) {
  if (first < 0x80)
    return 1;
  if (first < 0xC2)
    return 0;
  if (first < 0xE0)
    return 2;
  if (first < 0xF0)
    return 3;
  return first < 0xF5 ? 4 : 0;
}

/* Reads one code point and moves on; false if there is none. Surrogates are
 * characters of SMT-LIB like others. */
static bool read_utf8 (const uint8_t **p, const uint8_t *end, uint32_t *out) {
  static const uint32_t payload[5] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
  uint32_t n = utf8_length (**p);
  if (!n || (size_t) (end - *p) < n)
    return false;
  uint32_t c = **p & payload[n];
  for (uint32_t i = 1; i < n; i++) {
    if (((*p)[i] & 0xC0) != 0x80)
      return false;
    c = c << 6 | ((*p)[i] & 0x3F);
  }
  *p += n;
  *out = c;
  return c >= least[n] && c <= LYRE_CHAR_MAX;
}

/* The number of code points, or SIZE_MAX if the text is not valid. */
static size_t count_utf8 (const uint8_t *p, const uint8_t *end) {
  size_t n = 0;
  for (uint32_t c; p < end; n++)
    if (!read_utf8 (&p, end, &c))
      return SIZE_MAX;
  return n;
}

const lyre_str *lyre_str_from_utf8 (lyre_arena *arena, const char *text,
                                    size_t len) {
  if (!len)
    return &lyre_str_empty;
  const uint8_t *start = (const uint8_t *) text, *end = start + len;
  size_t n = count_utf8 (start, end);
  if (n == SIZE_MAX)
    return NULL;
  if (n == len)
    return lyre_str_from_bytes (arena, text, len); /* ASCII */
  shape m = shape_of_length (arena, n);
  uint32_t c = 0;
  for (const uint8_t *p = start; p < end && read_utf8 (&p, end, &c);)
    note_run (&m, c);
  builder b = build (arena, &m);
  for (const uint8_t *p = start; p < end && read_utf8 (&p, end, &c);)
    put_run (&b, c, 1);
  return b.s;
}

/* ------------------------------------------------------ looking, comparing */

uint32_t lyre_str_at (const lyre_str *s, uint32_t i) {
  LYRE_ASSERT (i < s->len);
  if (s->form == LYRE_STR_BYTES)
    return s->bytes[i];
  if (s->form == LYRE_STR_WIDE)
    return s->wide[i];
  return s->runs[run_at (s, i)].c;
}

/* Compares what two walkers pass until one of them is at its end. */
static int compare_walks (walker a, walker b) {
  a.n = b.n = 0;
  for (;;) {
    if (!a.n && !next_run (&a))
      return 0;
    if (!b.n && !next_run (&b))
      return 0;
    if (a.c != b.c)
      return a.c < b.c ? -1 : 1;
    uint32_t common = a.n < b.n ? a.n : b.n;
    a.n -= common;
    b.n -= common;
  }
}

static int compare_wide (const uint32_t *a, const uint32_t *b, uint32_t n) {
  uint32_t i = 0;
  while (i < n && a[i] == b[i])
    i++;
  return i == n ? 0 : a[i] < b[i] ? -1 : 1;
}

/* The order of A's N characters from FROM on and B's first N ones. */
static int compare_at (const lyre_str *a, uint32_t from, const lyre_str *b,
                       uint32_t n) {
  if (a->form == LYRE_STR_BYTES && b->form == LYRE_STR_BYTES)
    return memcmp (a->bytes + from, b->bytes, n);
  if (a->form == LYRE_STR_WIDE && b->form == LYRE_STR_WIDE)
    return compare_wide (a->wide + from, b->wide, n);
  return compare_walks (walk (a, from, from + n), walk (b, 0, n));
}

bool lyre_str_eq (const lyre_str *a, const lyre_str *b) {
  return a == b || (a->len == b->len && !compare_at (a, 0, b, a->len));
}

int lyre_str_cmp (const lyre_str *a, const lyre_str *b) {
  int order = compare_at (a, 0, b, a->len < b->len ? a->len : b->len);
  if (order)
    return order < 0 ? -1 : 1;
  return (a->len > b->len) - (a->len < b->len);
}

bool lyre_str_has_prefix (const lyre_str *s, const lyre_str *t) {
  return t->len <= s->len && !compare_at (s, 0, t, t->len);
}

bool lyre_str_has_suffix (const lyre_str *s, const lyre_str *t) {
  return t->len <= s->len && !compare_at (s, s->len - t->len, t, t->len);
}

/* ------------------------------------------------------------------ hashing
 *
 * A polynomial in BASE, modulo 2^64: h becomes BASE * h + c for each c. That
 * is an affine map, so a run of n characters takes log n steps. */

#define BASE 0x9E3779B97F4A7C15u
#define BASE_2 (BASE * BASE)
#define BASE_3 (BASE_2 * BASE)
#define BASE_4 (BASE_2 * BASE_2)

/* Four at a time, because a multiplication waits for the one before. */
static uint64_t hash_flat_bytes (const uint8_t *p, uint32_t n) {
  uint64_t h = 0;
  for (; n >= 4; n -= 4, p += 4)
    h = h * BASE_4 + (p[0] * BASE_3 + p[1] * BASE_2 + p[2] * BASE + p[3]);
  for (; n; n--)
    h = h * BASE + *p++;
  return h;
}

static uint64_t hash_flat_wide (const uint32_t *p, uint32_t n) {
  uint64_t h = 0;
  for (; n >= 4; n -= 4, p += 4)
    h = h * BASE_4 + (p[0] * BASE_3 + p[1] * BASE_2 + p[2] * BASE + p[3]);
  for (; n; n--)
    h = h * BASE + *p++;
  return h;
}

static uint64_t hash_run (uint64_t h, uint32_t c, uint32_t n) {
  uint64_t factor = BASE, summand = c; /* for 2^i characters */
  for (; n; n >>= 1) {
    if (n & 1)
      h = factor * h + summand;
    summand = factor * summand + summand;
    factor *= factor;
  }
  return h;
}

static uint64_t hash_runs (const lyre_str *s) {
  uint64_t h = 0;
  walker w = walk (s, 0, s->len);
  while (next_run (&w))
    h = hash_run (h, w.c, w.n);
  return h;
}

static uint64_t hash_form (const lyre_str *s) {
  if (s->form == LYRE_STR_BYTES)
    return hash_flat_bytes (s->bytes, s->len);
  if (s->form == LYRE_STR_WIDE)
    return hash_flat_wide (s->wide, s->len);
  return hash_runs (s);
}

uint32_t lyre_str_hash (const lyre_str *s) {
  uint64_t h = hash_form (s) + s->len;
  h ^= h >> 32;
  h *= 0xD6E8FEB86659FD93u;
  return (uint32_t) (h >> 32);
}

/* ---------------------------------------------------------- transformations */

static uint64_t total_length (uint32_t n, const lyre_str *const *parts) {
  uint64_t len = 0;
  for (uint32_t i = 0; i < n; i++)
    len += parts[i]->len;
  return len;
}

const lyre_str *lyre_str_concat (lyre_arena *arena, uint32_t n,
                                 const lyre_str *const *parts) {
  shape m = shape_of_length (arena, total_length (n, parts));
  if (!m.len)
    return &lyre_str_empty;
  for (uint32_t i = 0; i < n; i++)
    note_slice (&m, parts[i], 0, parts[i]->len);
  builder b = build (arena, &m);
  for (uint32_t i = 0; i < n; i++)
    put_slice (&b, parts[i], 0, parts[i]->len);
  return b.s;
}

const lyre_str *lyre_str_slice (lyre_arena *arena, const lyre_str *s,
                                uint32_t from, uint32_t len) {
  if (from >= s->len)
    return &lyre_str_empty;
  if (len > s->len - from)
    len = s->len - from;
  return slice (arena, s, from, from + len);
}

const lyre_str *lyre_str_reverse (lyre_arena *arena, const lyre_str *s) {
  if (!s->len)
    return &lyre_str_empty;
  shape m = shape_of_length (arena, s->len);
  note_slice (&m, s, 0, s->len);
  builder b = build (arena, &m);
  walker w = walk_back (s, s->len);
  while (previous_run (&w))
    put_run (&b, w.c, w.n);
  return b.s;
}

const lyre_str *lyre_str_map (lyre_arena *arena, const lyre_str *s,
                              uint32_t (*map) (uint32_t)) {
  if (!s->len)
    return &lyre_str_empty;
  shape m = shape_of_length (arena, s->len);
  walker w = walk (s, 0, s->len);
  while (next_run (&w))
    note_run (&m, map (w.c));
  builder b = build (arena, &m);
  w = walk (s, 0, s->len);
  while (next_run (&w))
    put_run (&b, map (w.c), w.n);
  return b.s;
}

/* ---------------------------------------------------------------- searching
 *
 * Knuth, Morris and Pratt over runs. In an occurrence the inner runs of the
 * pattern meet runs of the text that are equal to them; the first and the last
 * one meet runs that are at least as long:
 *
 *   pattern      aa | b | cc
 *   text    x | aaa | b | ccccc | y
 *
 * When J runs have matched, all but the first of them are known exactly, which
 * is what falling back needs: the border of J matched runs lies among those. */

typedef struct {
  uint32_t c, n;
  uint32_t border; /* of the runs before this one: how many still match */
} step;

typedef struct {
  step *steps;
  uint32_t n;
} pattern;

static bool meets (const pattern *p, uint32_t j, uint32_t c, uint32_t n) {
  const step *e = &p->steps[j];
  if (e->c != c)
    return false;
  return j == 0 || j == p->n - 1 ? n >= e->n : n == e->n;
}

/* How many runs have matched after one more, if J have so far. */
static uint32_t advance (const pattern *p, uint32_t j, uint32_t c, uint32_t n) {
  while (j && !meets (p, j, c, n))
    j = p->steps[j].border;
  return j + meets (p, j, c, n);
}

static void compute_borders (const pattern *p) {
  for (uint32_t j = 1; j + 1 < p->n; j++) {
    const step *e = &p->steps[j];
    p->steps[j + 1].border = advance (p, e->border, e->c, e->n);
  }
}

static uint32_t count_runs (const lyre_str *s) {
  if (s->form == LYRE_STR_RUNS)
    return s->n_runs;
  uint32_t n = 0;
  walker w = walk (s, 0, s->len);
  while (next_run (&w))
    n++;
  return n;
}

typedef bool (*direction) (walker *);

/* The runs of T in the order in which the walker passes them. */
static pattern make_pattern (lyre_arena *scratch, const lyre_str *t, walker w,
                             direction move) {
  pattern p = {.n = count_runs (t)};
  p.steps = lyre_arena_array (scratch, step, p.n);
  for (uint32_t i = 0; move (&w); i++)
    p.steps[i] = (step){w.c, w.n, 0};
  compute_borders (&p);
  return p;
}

/* Moves to where the last run of an occurrence is met. */
static bool find_pattern (const pattern *p, walker *w, direction move) {
  uint32_t j = 0;
  while (j < p->n && move (w))
    j = advance (p, j, w->c, w->n);
  return j == p->n;
}

static int64_t find_bytes (const lyre_str *s, const lyre_str *t,
                           uint32_t from) {
  const uint8_t *p = memmem (s->bytes + from, s->len - from, t->bytes, t->len);
  return p ? p - s->bytes : -1;
}

static int64_t find_forward (lyre_arena *scratch, const lyre_str *s,
                             const lyre_str *t, uint32_t from) {
  pattern p = make_pattern (scratch, t, walk (t, 0, t->len), next_run);
  walker w = walk (s, from, s->len);
  if (!find_pattern (&p, &w, next_run))
    return -1;
  uint32_t before_last = t->len - p.steps[p.n - 1].n;
  return (int64_t) w.at - w.n - before_last;
}

static int64_t find_backward (lyre_arena *scratch, const lyre_str *s,
                              const lyre_str *t, uint32_t end) {
  pattern p = make_pattern (scratch, t, walk_back (t, t->len), previous_run);
  walker w = walk_back (s, end);
  if (!find_pattern (&p, &w, previous_run))
    return -1;
  return (int64_t) w.at + w.n - p.steps[p.n - 1].n;
}

int64_t lyre_str_find (lyre_arena *scratch, const lyre_str *s,
                       const lyre_str *t, uint32_t from) {
  if (from > s->len || t->len > s->len - from)
    return -1;
  if (!t->len)
    return from;
  if (s->form == LYRE_STR_BYTES && t->form == LYRE_STR_BYTES)
    return find_bytes (s, t, from);
  lyre_mark before = lyre_arena_mark (scratch);
  int64_t found = find_forward (scratch, s, t, from);
  lyre_arena_cut (scratch, before);
  return found;
}

int64_t lyre_str_find_last (lyre_arena *scratch, const lyre_str *s,
                            const lyre_str *t, uint32_t from) {
  if (t->len > s->len)
    return -1;
  if (from > s->len - t->len)
    from = s->len - t->len;
  if (!t->len)
    return from;
  lyre_mark before = lyre_arena_mark (scratch);
  int64_t found = find_backward (scratch, s, t, from + t->len);
  lyre_arena_cut (scratch, before);
  return found;
}
