/* Finite-state transducers: replacements, case mapping, substrings, trimming.
 *
 * A transducer reads a word and writes one. It starts with PREFIX written; an
 * edge reads one character of lo..hi and writes the first OUT_LEN characters
 * of *OUT, then the character read if COPY; a run that ends in a final state
 * writes that state's output and is accepted. The transducers made here are
 * functions: every word has exactly one accepted run, though there may be
 * others that are not (they guess what follows).
 *
 * Immutable, in the arena of the lyre_fa; the strings given are borrowed and
 * must live as long. NULL means stopped or too large, as in nfa.h. */
#ifndef LYRE_AUTOMATA_TRANSDUCER_H
#define LYRE_AUTOMATA_TRANSDUCER_H

#include "core/automata/nfa.h"

typedef struct {
  uint32_t lo, hi, to;
  uint32_t out_len;
  const lyre_str *out;
  bool copy;
} lyre_transducer_edge;

typedef struct {
  const lyre_str *out; /* NULL if the state is not final */
  uint32_t out_len;
} lyre_transducer_end;

typedef struct {
  uint32_t n_states, n_edges; /* state 0 is initial */
  const uint32_t *first;      /* n_states + 1 offsets into edges */
  const lyre_transducer_edge *edges;
  const lyre_transducer_end *ends; /* per state */
  const lyre_str *prefix;
} lyre_transducer;

/* str.replace_all (first = false) and str.replace (first = true) of the
 * literal PATTERN. An empty pattern leaves the word alone, or is found at its
 * front. |pattern| states. */
const lyre_transducer *lyre_transducer_replace (lyre_fa *,
                                                const lyre_str *pattern,
                                                const lyre_str *by, bool first);
/* str.replace_re_all and str.replace_re: leftmost, then shortest matches;
 * non-empty ones only, except that str.replace_re finds the empty word at the
 * front if PATTERN has it. Subsets of the pattern's deterministic states. */
const lyre_transducer *lyre_transducer_replace_re (lyre_fa *,
                                                   const lyre_nfa *pattern,
                                                   const lyre_str *by,
                                                   bool first);

/* Characters lo..hi become lo+delta..hi+delta, others stay; the pieces are
 * disjoint and small: each of their characters gets an edge. */
const lyre_transducer *lyre_transducer_map (lyre_fa *, uint32_t n,
                                            const lyre_shift *);
/* str.substr from a place for a length. FROM + LEN states. */
const lyre_transducer *lyre_transducer_substr (lyre_fa *, uint32_t from,
                                               uint32_t len);
/* Without characters up to LAST_BLANK at both ends. */
const lyre_transducer *lyre_transducer_trim (lyre_fa *, uint32_t last_blank);

/* { t(w) : w in A } */
const lyre_nfa *lyre_transducer_image (lyre_fa *, const lyre_transducer *,
                                       const lyre_nfa *a);
/* { w : t(w) in A } */
const lyre_nfa *lyre_transducer_preimage (lyre_fa *, const lyre_transducer *,
                                          const lyre_nfa *a);
/* t(w); NULL if stopped or, for a transducer not made here, undefined. */
const lyre_str *lyre_transducer_apply (lyre_fa *, const lyre_transducer *,
                                       const lyre_str *w);

#endif
