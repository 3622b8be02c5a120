/* SPDX-License-Identifier: MIT
 *
 * ledger - what each launch of a run did and cost, launch by launch.
 *
 *     launch               kernel     blocks  threads  steps    T    W ...
 *     1 scan each block    leftright      12        4    108  ...
 *     2 collect sums 1     three-phase    12        1     12    0    12
 *     ...
 *
 * Of a trace that holds some blocks only these are counted.
 */
#ifndef UPSWEEP_LEDGER_H
#define UPSWEEP_LEDGER_H

#include "study/cost.h"

typedef struct {
    uint32_t first, held; /* blocks that the trace holds, from this one on */
    uint32_t steps;       /* of all of these */
    Counted counted;
    uint64_t shuffles; /* instructions */
} LedgerRow;

typedef struct {
    const Trace *trace;
    LedgerRow *rows; /* one a launch */
    uint64_t shuffles;
} Ledger;

/* Free it with ledger_free. */
Ledger ledger_of(const Trace *trace, const BankTable *banks);
void ledger_free(Ledger *ledger);

/* Is there more to tell than the totals? */
bool ledger_applies(const Trace *trace);
/* The launches, the arrays, and which blocks are held. */
void ledger_text(const Ledger *ledger, Text *text);

#endif
