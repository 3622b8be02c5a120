/* SPDX-License-Identifier: MIT
 *
 * catalog_trace - makes the trace of an algorithm of the catalog from the
 * trace of the program src/catalog/catalog.cu, which ran it on elements that
 * show how they were made:
 *
 *     the program   T1:  in[1] -> 60000003       sums[1] = {60000002,
 *                        60000003, 60000012}     s[1] = 60000012
 *     the trace     T1:  in[1] -> 5, [1..1]      s[1] = 8, [0..1], of 3 + 5
 *
 * Each element is a number; the trace gets the word that it stands for by the
 * operator of the run, and the interval of inputs.
 */
#ifndef UPSWEEP_CATALOG_TRACE_H
#define UPSWEEP_CATALOG_TRACE_H

#include "catalog/plan.h"
#include "trace/trace.h"

/* What the program was asked for. */
typedef struct {
    const Plan *plan;
    Op op;
    const Word *input, *flags; /* of compact; else NULL */
    /* of each array of the program's trace its place among all that the
     * program allocated, see ProgramFacts.numbers */
    const uint32_t *numbers;
    BlockRange blocks; /* that the trace holds, of each grid */
} CatalogRun;

/* Turns TRACE, of the program, into the algorithm's; the caller adds what
 * Run says in words.  False and ERROR_FAILED if the program did what no kernel
 * of the catalog does. */
bool catalog_trace(Trace *trace, const CatalogRun *run, Error *error);

#endif
