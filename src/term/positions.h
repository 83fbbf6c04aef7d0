/* Matching by sets of positions.
 *
 * The set of positions where a match ends that starts in a given set of
 * positions is computed operator by operator, on bit sets. A loop r{5000} is
 * five thousand steps on one set, however many ways there are to match;
 * derivatives (regex.h) would carry all those ways in their states.
 *
 * Costs at most operators x loop rounds x |s| / 64, and once more |s| below
 * intersections and complements, which look at each start by itself, unless
 * they are about single characters. */
#ifndef LYRE_TERM_POSITIONS_H
#define LYRE_TERM_POSITIONS_H

#include "term/regex.h"

/* Are there counted loops that make this worth while? */
bool lyre_positions_suits (lyre_terms *, lyre_term regex);
/* Is the whole of S in the language of a closed regex? Works in MEM. */
lyre_matcher_status lyre_positions_accepts (lyre_terms *, lyre_mem *,
                                            lyre_term regex, const lyre_str *s,
                                            bool *yes);

#endif
