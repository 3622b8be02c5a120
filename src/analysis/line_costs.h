/* SPDX-License-Identifier: MIT
 *
 * line_costs - what each line of a source costs: accesses to shared memory and
 * bank conflicts, added up over the whole trace.
 *
 *     16   int ai = offset * (2 * thid + 1) - 1;
 *     17   temp[bi] += temp[ai];                     189 accesses, 75 conflicts
 */
#ifndef UPSWEEP_LINE_COSTS_H
#define UPSWEEP_LINE_COSTS_H

#include "analysis/bank.h"

typedef struct {
    uint32_t source, line; /* index into trace->sources; from 1 */
    uint64_t accesses;     /* to shared memory, of lanes */
    uint64_t global;       /* to global memory, of lanes */
    uint64_t instructions; /* on shared memory */
    uint64_t conflicts_load, conflicts_store;
    uint32_t worst; /* wavefronts of its slowest instruction */
} LineCost;

/* The lines of TRACE that have accesses, by rising source, then line; *COUNT
 * becomes their number.  Free them. */
LineCost *line_costs(const Trace *trace, size_t *count);

#endif
