/* SPDX-License-Identifier: MIT
 *
 * float_error - how the order of additions changes sums of floats.
 *
 * Adding floats is not associative: a sum is rounded after each addition, and
 * another order rounds other numbers.  A scan that is proved sums the right
 * inputs, but need not have the bits of the sequential sum, which is rounded
 * too:
 *
 *     1e8 + 3 + 3        100000006     exactly
 *     (1e8 + 3) + 3      100000000     one after the other: floats are 8 apart
 *     1e8 + (3 + 3)      100000008     a tree
 *
 * Distances are measured in units in the last place (ulp) of the exact sum: the
 * gap between adjacent floats there.
 */
#ifndef UPSWEEP_FLOAT_ERROR_H
#define UPSWEEP_FLOAT_ERROR_H

#include "trace/trace.h"

/* The largest of many distances, and the output that has it. */
typedef struct {
    double ulps;  /* infinite where one of the two is no number */
    uint32_t at;  /* the first such output */
    bool nowhere; /* all distances are zero */
} FarthestError;

typedef struct {
    uint32_t n;
    uint32_t differ;          /* outputs that differ from the sequential sum */
    FarthestError apart;      /* the scan from the sequential sum */
    float sequential_there;   /* the sequential sum at that output */
    double exact_there;       /* and the exact one, to a hundred bits */
    FarthestError scan;       /* the scan from the exact sum */
    FarthestError sequential; /* the sequential sum from the exact one */
} FloatError;

/* Measures the outputs of TRACE, a scan of floats. */
FloatError float_error_of(const Trace *trace);

/* Appends sentences to TEXT: "5 of 8 outputs differ ..." */
void float_error_explain(const Trace *trace, const FloatError *rounding,
                         Text *text);

#endif
