/* Grammars against sets of words: random grammars over {a, b} get their words
 * of length up to five by iterating the rules on masks; see nfa_fixture.h. */
#include "nfa_fixture.h"

#include "core/grammar/cells.h"
#include "core/grammar/normal.h"

enum { MOST = 5 }; /* nonterminals */

typedef struct {
  lyre_cfg g;
  uint64_t mask; /* of nonterminal 0 */
} grammar;

static lyre_cfg_sym random_symbol (lyre_cfg *g, uint32_t n) {
  static const char ends[][2] = {
      {'a', 'a'}, {'b', 'b'}, {'a', 'b'}, {'x', 'y'}};
  uint32_t k = below (2 * n + 5);
  if (k < 2 * n)
    return k % n;
  k = below (k == 2 * n ? 4 : 2);
  return lyre_cfg_range (g, (uint32_t) ends[k][0], (uint32_t) ends[k][1]);
}

static uint64_t symbol_mask (const lyre_cfg *g, const uint64_t *masks,
                             lyre_cfg_sym s) {
  if (!lyre_cfg_is_chars (s))
    return masks[s];
  lyre_charset set = lyre_cfg_chars_of (g, s);
  return (lyre_charset_has (set, 'a') ? 2 : 0) |
         (lyre_charset_has (set, 'b') ? 4 : 0);
}

static void compute_masks (const lyre_cfg *g, uint64_t *masks) {
  memset (masks, 0, g->n * sizeof *masks);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < g->rules.len; i++) {
      lyre_cfg_rule_at r = g->rules.data[i];
      uint64_t m = 1;
      for (uint32_t k = 0; k < r.n; k++)
        m = concat_masks (m,
                          symbol_mask (g, masks, g->symbols.data[r.first + k]));
      changed |= (m & ~masks[r.lhs]) != 0;
      masks[r.lhs] |= m;
    }
  }
}

/* Small right-hand sides, some empty, some long; one-sided recursion at times,
 * so that both kinds of regular supersets come up. */
static grammar random_grammar (void) {
  grammar x;
  lyre_cfg_init (&x.g, &env.mem);
  uint32_t n = 1 + below (MOST), side = below (3);
  for (uint32_t i = 0; i < n; i++)
    lyre_cfg_add (&x.g);
  for (uint32_t i = 0, rules = n + below (2 * n + 2); i < rules; i++) {
    lyre_cfg_sym s[5];
    uint32_t len = below (8) ? below (4) : below (6);
    len = len > 5 ? 5 : len;
    for (uint32_t k = 0; k < len; k++) {
      bool recur = !side || k == (side == 1 ? 0 : len - 1);
      s[k] = recur ? random_symbol (&x.g, n)
                   : lyre_cfg_range (&x.g, 'a' + below (2), 'b');
    }
    if (len && !below (6))
      s[len - 1] =
          lyre_cfg_repeated (&x.g, s[len - 1], (lyre_cfg_repeat) below (3));
    lyre_cfg_rule (&x.g, i < n ? i : below (n), len, s);
  }
  uint64_t masks[64];
  assert_true (x.g.n <= 64);
  compute_masks (&x.g, masks);
  x.mask = masks[0];
  return x;
}

static const lyre_cfn *normal (const grammar *x) {
  const lyre_cfn *g = lyre_cfn_make (&fa, &x->g, 0);
  assert_non_null (g);
  for (uint32_t i = 0; i < g->first_unit[g->n]; i++)
    assert_true (g->units[i].to < g->units[i].lhs);
  return g;
}

/* The mask of a normal form, by the words of each length. */
static uint64_t normal_mask (const lyre_cfn *g) {
  uint64_t masks[512] = {0};
  assert_true (g->n <= 512);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t a = 0; a < g->n; a++) {
      uint64_t m = masks[a];
      if (lyre_charset_has (g->chars[a], 'a'))
        m |= 2;
      if (lyre_charset_has (g->chars[a], 'b'))
        m |= 4;
      for (uint32_t i = g->first_unit[a]; i < g->first_unit[a + 1]; i++)
        m |= masks[g->units[i].to];
      for (uint32_t i = g->first_pair[a]; i < g->first_pair[a + 1]; i++)
        m |= concat_masks (masks[g->pairs[i].left], masks[g->pairs[i].right]);
      changed |= m != masks[a];
      masks[a] = m;
    }
  }
  return (g->n ? masks[g->start] : 0) | g->nullable;
}

static void membership (void **state) {
  (void) state;
  ROUNDS (1500) {
    grammar x = random_grammar ();
    for (uint32_t i = 0; i < WORDS; i++)
      assert_int_equal (
          lyre_cfg_accepts (&env, &pool, &x.g, 0, str_of (word_at (i))),
          has (x.mask, i) ? LYRE_RE_YES : LYRE_RE_NO);
    lyre_cfg_release (&x.g);
  }
}

static void normal_forms (void **state) {
  (void) state;
  ROUNDS (3000) {
    grammar x = random_grammar ();
    assert_true (normal_mask (normal (&x)) == x.mask);
    lyre_cfg_release (&x.g);
  }
}

static uint32_t shortest_in (uint64_t mask) {
  uint32_t i = 0;
  while (i < WORDS && !has (mask, i))
    i++;
  return i < WORDS ? word_at (i).len : LONGEST + 1;
}

static void intersections (void **state) {
  (void) state;
  ROUNDS (1500) {
    grammar x = random_grammar ();
    uint64_t mask;
    const lyre_nfa *a = random_short (&mask);
    const lyre_cfn *g = lyre_cfn_intersect (&fa, normal (&x), a);
    assert_non_null (g);
    if (g->n <= 512)
      assert_true (normal_mask (g) == (x.mask & mask));
    const lyre_str *w = NULL;
    lyre_re_answer found = lyre_cfn_find_word (&fa, g, 0, LYRE_CFN_INF, &w);
    uint32_t len = shortest_in (x.mask & mask);
    assert_int_equal (found, len <= LONGEST ? LYRE_RE_YES : LYRE_RE_NO);
    if (w) {
      assert_int_equal (w->len, len);
      assert_int_equal (lyre_cfg_accepts (&env, &pool, &x.g, 0, w),
                        LYRE_RE_YES);
      assert_true (lyre_nfa_accepts (&fa, a, w));
    }
    lyre_cfg_release (&x.g);
  }
}

static void supersets (void **state) {
  (void) state;
  uint32_t exact_ones = 0;
  ROUNDS (2000) {
    grammar x = random_grammar ();
    bool exact;
    const lyre_nfa *a = lyre_cfn_regular (&fa, normal (&x), &exact);
    assert_non_null (a);
    if (a->n_states < 2000) {
      uint64_t mask = mask_of (a);
      assert_true ((x.mask & ~mask) == 0);
      if (exact)
        assert_true (mask == x.mask);
      exact_ones += exact;
    }
    lyre_cfg_release (&x.g);
  }
  assert_true (exact_ones > 100);
}

static bool has_length (uint64_t mask, uint32_t len) {
  for (uint32_t i = 0; i < WORDS; i++)
    if (has (mask, i) && word_at (i).len == len)
      return true;
  return false;
}

static void lengths (void **state) {
  (void) state;
  ROUNDS (1500) {
    grammar x = random_grammar ();
    const lyre_nfa *ab = lyre_nfa_loop (
        &fa, lyre_nfa_chars (&fa, lyre_charset_range (&arena, 'a', 'b')), 0,
        LYRE_RE_INF);
    const lyre_cfn *g = lyre_cfn_intersect (&fa, normal (&x), ab);
    lyre_cfn_lengths l;
    assert_true (lyre_cfn_lengths_init (&l, &fa, g, 130));
    for (uint32_t len = 1; g->n && len <= LONGEST; len++)
      assert_int_equal (lyre_cfn_has_length (&l, g->start, len),
                        has_length (x.mask, len));
    for (uint32_t len = 0; len < 130; len += 1 + below (20)) {
      bool want =
          len ? g->n && lyre_cfn_has_length (&l, g->start, len) : g->nullable;
      const lyre_str *w = NULL;
      assert_int_equal (lyre_cfn_find_word (&fa, g, len, len, &w),
                        want ? LYRE_RE_YES : LYRE_RE_NO);
      if (!want)
        continue;
      assert_int_equal (w->len, len);
      if (len < 40)
        assert_int_equal (lyre_cfg_accepts (&env, &pool, &x.g, 0, w),
                          LYRE_RE_YES);
    }
    uint64_t longest;
    assert_true (lyre_cfn_max_length (&fa, g, &longest));
    for (uint32_t len = 100; g->n && longest < 100 && len <= 130; len++)
      assert_false (lyre_cfn_has_length (&l, g->start, len));
    lyre_cfn_lengths_release (&l, &pool);
    lyre_cfg_release (&x.g);
  }
}

/* How often b occurs in words of each length. */
static void counts (void **state) {
  (void) state;
  ROUNDS (1000) {
    grammar x = random_grammar ();
    const lyre_nfa *ab = ab_words ();
    const lyre_cfn *g = lyre_cfn_intersect (&fa, normal (&x), ab);
    lyre_cfn_counts c;
    assert_true (lyre_cfn_counts_init (
        &c, &fa, g, lyre_charset_range (&arena, 'b', 'z'), LONGEST));
    for (uint32_t len = 1; g->n && len <= LONGEST; len++) {
      uint64_t want = 0;
      for (uint32_t i = 0; i < WORDS; i++)
        if (has (x.mask, i) && word_at (i).len == len)
          want |= (uint64_t) 1 << __builtin_popcount (word_at (i).bits);
      assert_true (lyre_cfn_count_mask (&c, g->start, len) == want);
    }
    lyre_cfn_counts_release (&c, &pool);
    lyre_cfg_release (&x.g);
  }
}

/* Words of length LEN in one grammar and not in another, by cells. */
static void by_cells (uint32_t len) {
  grammar x = random_grammar (), y = random_grammar ();
  const lyre_cfn *g = normal (&x), *h = normal (&y);
  uint64_t mask;
  const lyre_nfa *a = random_nfa (&mask);
  bool in_y = below (2), in_a = below (2);
  lyre_charsets sets = {0};
  lyre_cfn_sets (&pool, g, &sets);
  lyre_cfn_sets (&pool, h, &sets);
  lyre_nfa_sets (&fa, a, &sets);
  lyre_vec_push (&pool, &sets, lyre_charset_range (&arena, 'a', 'b'));
  lyre_cells c;
  lyre_cells_init (&c, &fa, sets.len, sets.data, 0);
  uint32_t cells[LONGEST];
  for (uint32_t i = 0; i < len; i++) {
    cells[i] = lyre_cells_new (&c);
    lyre_lit ab =
        lyre_cells_in (&c, cells[i], lyre_charset_range (&arena, 'a', 'b'));
    lyre_sat_add_clause (c.sat, 1, &ab);
  }
  lyre_lit all[3];
  all[0] = lyre_cells_in_cfn (&c, g, len, cells, true);
  all[1] = lyre_cells_in_cfn (&c, h, len, cells, in_y);
  all[2] = lyre_cells_in_nfa (&c, a, len, cells, in_a);
  all[1] = in_y ? all[1] : -all[1];
  all[2] = in_a ? all[2] : -all[2];
  for (uint32_t i = 0; i < 3; i++)
    lyre_sat_add_clause (c.sat, 1, &all[i]);
  uint64_t want = x.mask & (in_y ? y.mask : ~y.mask) & (in_a ? mask : ~mask);
  lyre_sat_result r = lyre_sat_solve (c.sat, 0, NULL);
  assert_int_equal (r, has_length (want, len) ? LYRE_SAT_YES : LYRE_SAT_NO);
  if (r == LYRE_SAT_YES) {
    word w = {len, 0};
    for (uint32_t i = 0; i < len; i++)
      w.bits = w.bits << 1 | (lyre_cells_char (&c, cells[i]) == 'b');
    assert_true (has (want, index_of (w)));
  }
  lyre_cells_release (&c);
  lyre_vec_release (&pool, &sets);
  lyre_cfg_release (&x.g);
  lyre_cfg_release (&y.g);
}

static void cells (void **state) {
  (void) state;
  ROUNDS (2000)
  by_cells (below (LONGEST + 1));
}

/* Derivations of the part of W from I to J, capped at two: iterated from none
 * until nothing changes. */
enum { LETTERS = 3, LONG = 3 };

typedef struct {
  const lyre_cfg *g;
  const char *w;
  uint8_t count[64][LONG + 1][LONG + 1];
} derivations;

static uint8_t capped (uint32_t n) {
  return (uint8_t) (n < 2 ? n : 2);
}

/* Ways to derive the part from I to J by N symbols. */
static uint8_t count_rest (const derivations *d, uint32_t n,
                           const lyre_cfg_sym *s, uint32_t i, uint32_t j) {
  if (!n)
    return i == j;
  uint32_t sum = 0;
  for (uint32_t k = i; k <= j; k++) {
    uint32_t head =
        lyre_cfg_is_chars (s[0])
            ? k == i + 1 && lyre_charset_has (lyre_cfg_chars_of (d->g, s[0]),
                                              (uint32_t) d->w[i])
            : d->count[s[0]][i][k];
    if (head)
      sum += head * count_rest (d, n - 1, s + 1, k, j);
  }
  return capped (sum);
}

static bool count_once (derivations *d, uint32_t len) {
  bool changed = false;
  for (uint32_t a = 0; a < d->g->n; a++)
    for (uint32_t i = 0; i <= len; i++)
      for (uint32_t j = i; j <= len; j++) {
        uint32_t sum = 0;
        for (uint32_t r = 0; r < d->g->rules.len; r++) {
          lyre_cfg_rule_at rule = d->g->rules.data[r];
          if (rule.lhs == a)
            sum +=
                count_rest (d, rule.n, d->g->symbols.data + rule.first, i, j);
        }
        changed |= d->count[a][i][j] != capped (sum);
        d->count[a][i][j] = capped (sum);
      }
  return changed;
}

static bool is_ambiguous (const lyre_cfg *g, const char *w, uint32_t len) {
  static derivations d;
  memset (&d, 0, sizeof d);
  d.g = g;
  d.w = w;
  while (count_once (&d, len))
    ;
  return d.count[0][0][len] > 1;
}

static bool some_ambiguous (const lyre_cfg *g, uint32_t len) {
  uint32_t words = 1;
  for (uint32_t i = 0; i < len; i++)
    words *= LETTERS;
  for (uint32_t k = 0; k < words; k++) {
    char w[LONG + 1] = {0};
    for (uint32_t i = 0, rest = k; i < len; i++, rest /= LETTERS)
      w[i] = "abx"[rest % LETTERS];
    if (is_ambiguous (g, w, len))
      return true;
  }
  return false;
}

static void ambiguity (void **state) {
  (void) state;
  uint32_t yes = 0;
  ROUNDS (400) {
    grammar x = random_grammar ();
    for (uint32_t len = 0; len <= LONG; len++) {
      const lyre_str *w = NULL;
      lyre_re_answer a = lyre_cfg_ambiguous (&fa, &x.g, 0, len, &w);
      assert_int_equal (a,
                        some_ambiguous (&x.g, len) ? LYRE_RE_YES : LYRE_RE_NO);
      if (a != LYRE_RE_YES)
        continue;
      char text[LONG + 1] = {0};
      for (uint32_t i = 0; i < len; i++)
        text[i] = (char) lyre_str_at (w, i);
      assert_true (is_ambiguous (&x.g, text, len));
      yes++;
    }
    lyre_cfg_release (&x.g);
  }
  assert_true (yes > 50 && yes < 1500);
}

static void fixed_sizes (void **state) {
  (void) state;
  ROUNDS (600) {
    grammar x = random_grammar ();
    uint32_t len = below (LONGEST + 1), fixed;
    assert_true (lyre_cfg_fixed (&env, &pool, &x.g, 0, len, &fixed));
    for (uint32_t i = 0; i < WORDS; i++)
      assert_int_equal (
          lyre_cfg_accepts (&env, &pool, &x.g, fixed, str_of (word_at (i))),
          has (x.mask, i) && word_at (i).len == len ? LYRE_RE_YES : LYRE_RE_NO);
    lyre_cfg_release (&x.g);
  }
}

/* Exponentially long words are measured but not written. */
static void doubling (void **state) {
  (void) state;
  lyre_cfg g;
  lyre_cfg_init (&g, &env.mem);
  uint32_t a = lyre_cfg_add (&g);
  for (uint32_t i = 0; i < 80; i++) {
    uint32_t next = lyre_cfg_add (&g);
    lyre_cfg_rule (&g, a, 2, (lyre_cfg_sym[]){next, next});
    a = next;
  }
  lyre_cfg_sym x = lyre_cfg_range (&g, 'x', 'x');
  lyre_cfg_rule (&g, a, 1, &x);
  const lyre_cfn *n = lyre_cfn_make (&fa, &g, 0);
  uint64_t len;
  const lyre_str *w;
  assert_true (lyre_cfn_min_length (&fa, n, &len));
  assert_true (len == (uint64_t) 1 << 62);
  assert_int_equal (lyre_cfn_find_word (&fa, n, 0, LYRE_CFN_INF, &w),
                    LYRE_RE_GAVE_UP);
  assert_int_equal (lyre_cfn_find_word (&fa, n, 0, 1000, &w), LYRE_RE_NO);
  lyre_cfg_release (&g);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (membership, setup, teardown),
      cmocka_unit_test_setup_teardown (normal_forms, setup, teardown),
      cmocka_unit_test_setup_teardown (intersections, setup, teardown),
      cmocka_unit_test_setup_teardown (supersets, setup, teardown),
      cmocka_unit_test_setup_teardown (lengths, setup, teardown),
      cmocka_unit_test_setup_teardown (counts, setup, teardown),
      cmocka_unit_test_setup_teardown (cells, setup, teardown),
      cmocka_unit_test_setup_teardown (ambiguity, setup, teardown),
      cmocka_unit_test_setup_teardown (fixed_sizes, setup, teardown),
      cmocka_unit_test_setup_teardown (doubling, setup, teardown),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
