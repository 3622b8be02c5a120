/* SPDX-License-Identifier: MIT
 *
 * sums - which inputs the words of a program's trace are sums of, found by
 * comparing runs of the same launches on random inputs.
 *
 * A word that equals the sum of the same interval of inputs in every run is
 * taken for that sum (S. Schwartz 1980, R. Zippel 1979: two different sums are
 * equal on random inputs with a small probability only).  This is a check, with
 * odds, and no proof.
 *
 *     run 1    in  5 3 9 2     a word is 12      = 3 + 9
 *     run 2    in  7 1 4 8     the same word 5   = 1 + 4      in[1..2]
 *     run 3    in  2 6 6 3     ............ 12   = 6 + 6
 *
 * From the intervals follow the additions: a lane that stores [0..3] after it
 * loaded [0..1] and [2..3] added these two.
 */
#ifndef UPSWEEP_SUMS_H
#define UPSWEEP_SUMS_H

#include "trace/trace.h"

enum { SUMS_MOST_TRIALS = 8 };

/* The random elements that one grid was given in each trial. */
typedef struct {
    uint32_t array;   /* of the trace, whose elements they are */
    uint32_t count;   /* elements */
    uint32_t element; /* ElementKind; others than I32, U32 and F32 are not
                         looked at */
    const unsigned char *bytes[SUMS_MOST_TRIALS]; /* of them, in each trial */
} SumsInput;

/* Sets the intervals of TRACE, its snapshots and its output, and adds its sums.
 * TRIALS are the traces of COUNT further runs of the same launches, with as
 * many outputs, and INPUTS[g] what grid g was given in them.  A grid whose
 * accesses differ from run to run, apart from their values, keeps INTERVAL_TOP.
 */
void sums_find(Trace *trace, const Trace *const trials[], uint32_t count,
               const SumsInput inputs[]);

#endif
