/* SPDX-License-Identifier: MIT
 *
 * launch_costs - what each launch of a run did and cost, launch by launch.
 *
 *     launch               kernel     blocks  threads  steps    T    W ...
 *     1 scan each block    leftright      12        4    108  ...
 *     2 collect sums 1     three-phase    12        1     12    0    12
 *     ...
 *
 * If a trace holds only some blocks, only these are counted.
 */
#ifndef UPSWEEP_LAUNCH_COSTS_H
#define UPSWEEP_LAUNCH_COSTS_H

#include "analysis/cost.h"

typedef struct {
    uint32_t first, held; /* the first block that the trace holds, and how many
                             from there on */
    uint32_t steps;       /* of all these blocks */
    Counted counted;
    uint64_t shuffles; /* shuffle instructions */
} LaunchCostRow;

typedef struct {
    const Trace *trace;
    LaunchCostRow *rows; /* one a launch */
    uint64_t shuffles;
} LaunchCosts;

/* The costs of each launch of TRACE, which must outlive the result; BANKS is
 * its bank_table.  Free it with launch_costs_free. */
LaunchCosts launch_costs_of(const Trace *trace, const BankTable *banks);
void launch_costs_free(LaunchCosts *costs);

/* True if the costs of launches say more than the totals do. */
bool launch_costs_applies(const Trace *trace);
/* Appends tables of the launches and the arrays, and which blocks the trace
 * holds. */
void launch_costs_text(const LaunchCosts *costs, Text *text);

#endif
