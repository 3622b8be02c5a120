/* SPDX-License-Identifier: MIT
 *
 * sum_result - what a launch of a program computes: which inputs the words of
 * its output are sums of (program/sums.h), and which scan that makes.
 *
 *     in   5 3 9 2        exclusive   inclusive   reduce    permute
 *     out                 0 5 8 17    5 8 17 19   19        2 9 3 5
 *
 * The kind is found and not asked for.  It is checked, on random inputs, and
 * not proved; the odds say how improbable a mistake is.
 */
#ifndef UPSWEEP_SUM_RESULT_H
#define UPSWEEP_SUM_RESULT_H

#include "trace/trace.h"

typedef enum {
    SUM_UNKNOWN,   /* the output's words stand for nothing that is known */
    SUM_EXCLUSIVE, /* out[i] is the sum of what lies before in[i] */
    SUM_INCLUSIVE, /* ... and of in[i] */
    SUM_REDUCE,    /* the sum of all, or the sums of neighbouring parts */
    SUM_COPY,      /* out[i] is in[i] */
    SUM_PERMUTE,   /* every element once, in another order */
    SUM_OTHER,     /* sums of neighbours, but none of these */
    SUM_KINDS
} SumKind;

typedef struct {
    SumKind kind;
    SumKind nearest; /* of SUM_OTHER: what most outputs are, or SUM_OTHER */
    uint8_t input, output; /* arrays of the trace */
    uint32_t n;            /* elements of the input */
    uint32_t count;        /* outputs that the launch stored */
    bool cut; /* outputs of more than INTERVAL_MAX_N elements are not judged */
    uint32_t segment;     /* elements that are scanned apart from others; of
                             SUM_REDUCE, that are added to one output */
    uint32_t wrong;       /* outputs that are not as NEAREST has them */
    uint32_t first_wrong; /* the first of these ... */
    Word is, wanted;      /* ... what it is the sum of, and should be */
    double odds; /* decimal logarithm of the probability that a different
                    program passes for this one; 0: not checked */
} SumResult;

/* What grid G of TRACE, a program's, computes. */
SumResult sum_result_of(const Trace *trace, uint32_t g);

/* "exclusive", "inclusive", "reduce", "copy", "permute", "other", "unknown" */
const char *sum_kind_name(SumKind kind);

/* Appends a sentence without a full stop: "d_out is the exclusive sum of d_in,
 * checked by 4 runs on random inputs (a mistake passes once in 10^15)". */
void sum_result_explain(const Trace *trace, const SumResult *result,
                        Text *text);

#endif
