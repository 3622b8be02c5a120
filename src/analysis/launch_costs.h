/* SPDX-License-Identifier: MIT
 *
 * launch_costs - what each launch of a run did and cost, launch by launch.
 *
 *     launch               kernel     blocks  threads  steps    T    W ...
 *     1 scan each block    leftright      12        4    108  ...
 *     2 collect sums 1     three-phase    12        1     12    0    12
 *     ...
 *
 * Of a trace that holds some blocks only these are counted.
 */
#ifndef UPSWEEP_LAUNCH_COSTS_H
#define UPSWEEP_LAUNCH_COSTS_H

#include "analysis/cost.h"

typedef struct {
    uint32_t first, held; /* blocks that the trace holds, from this one on */
    uint32_t steps;       /* of all of these */
    Counted counted;
    uint64_t shuffles; /* instructions */
} LaunchCostRow;

typedef struct {
    const Trace *trace;
    LaunchCostRow *rows; /* one a launch */
    uint64_t shuffles;
} LaunchCosts;

/* Free it with launch_costs_free. */
LaunchCosts launch_costs_of(const Trace *trace, const BankTable *banks);
void launch_costs_free(LaunchCosts *costs);

/* Is there more to tell than the totals? */
bool launch_costs_applies(const Trace *trace);
/* The launches, the arrays, and which blocks are held. */
void launch_costs_text(const LaunchCosts *costs, Text *text);

#endif
