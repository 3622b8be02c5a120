/* SPDX-License-Identifier: MIT
 *
 * sums - the intervals of inputs that the words of a program's accesses are
 * sums of, found by comparing runs of the same launches on random inputs (see
 * program/interval_search.h).
 *
 * From the intervals follow the additions: a lane that stores [0..3] after it
 * loaded [0..1] and [2..3] added these two.
 */
#ifndef UPSWEEP_SUMS_H
#define UPSWEEP_SUMS_H

#include "program/interval_search.h"
#include "trace/trace.h"

typedef struct Sums Sums;

/* A launch in a further run: the words of its accesses, where PLACES says (see
 * ProgramWords), or grid GRID of TRACE. */
typedef struct {
    const unsigned char *values; /* or NULL */
    const uint32_t *places;      /* of the accesses of the whole trace */
    const Trace *trace;
    uint32_t grid;
} SumsRun;

/* Begins to name the words of TRACE, by rising grid; sums_end gives it its sums
 * and the intervals of its snapshots. */
Sums *sums_begin(Trace *trace);
void sums_end(Sums *sums);

/* Gives the accesses of grid G their intervals and sums, of elements of ARRAY:
 * RUNS are COUNT further runs of the same launch, on the random elements that
 * SEARCH was made of.  False, and nothing is changed, if their traces differ in
 * more than values. */
bool sums_name(Sums *sums, uint32_t g, uint8_t array, IntervalSearch *search,
               const SumsRun runs[], uint32_t count);

/* The stores of grid G of words that are no sums of neighbours, or whose sums
 * were not found; at least 1 if the grid has no names. */
uint32_t sums_unexplained(const Sums *sums, uint32_t g);

/* identity_sums.c: adds the sums of TRACE, whose words have their intervals, in
 * which an operand is 0. */
void identity_sums_add(Trace *trace);

#endif
