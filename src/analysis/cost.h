/* SPDX-License-Identifier: MIT
 *
 * cost - the cost of a trace in the K-model: counted, as a whole and launch by
 * launch, and in closed form.
 *
 * Closed forms come from S0 (section VII; equations 3 to 6), and from S1 and S3
 * for the work and rounds of a whole run.  They hold for n a power of
 * two; outside their domains they are NaN:
 *
 *     T, l, efficiency   trees of n >= k; Padding's T of n >= k^2 only
 *     T, W               Hillis-Steele, any n
 *     W, rounds          trees and the sequential scan, any n
 *     G                  n >= k; trees n >= 2k, since below that half a warp
 *                        reads one half and then the other; not sequential,
 *                        whose one thread reads a word at a time
 *
 * An algorithm's catalog entry names its form.
 */
#ifndef UPSWEEP_COST_H
#define UPSWEEP_COST_H

#include "analysis/bank.h"

typedef enum {
    FORM_NONE,
    FORM_SEQUENTIAL,
    FORM_HILLIS_STEELE,
    FORM_NOPADDING,
    FORM_PADDING,
    FORM_LEFTRIGHT,
    FORM_BRENT_KUNG, /* the cells of NoPadding; in the down-sweep one sum a
                        node, none on the left edge */
    FORM_REDUCE,     /* the same sums, in adjacent cells */
    FORM_HYBRID      /* some reduce passes, and Horn's scan of the rest */
} ClosedForm;

typedef struct {
    uint64_t cycles;          /* wavefronts of all shared-memory instructions */
    uint64_t T;               /* their latency, as the K-model counts */
    uint64_t W;               /* operators applied */
    uint64_t G_read, G_write; /* global transactions of k words */
    uint64_t instructions;    /* shared-memory instructions issued */
    uint64_t accesses;        /* shared-memory requests */
    uint64_t conflicts_load;  /* wavefronts beyond the first */
    uint64_t conflicts_store;
    uint64_t upsweep_store_T; /* latency of the stores of sums, up-sweep: the
                                 paper's T() */
    uint64_t upsweep_W;       /* operators applied in the up-sweep */
} Counted;

typedef struct {
    double T;          /* latency of the stores of sums, up-sweep */
    double W;          /* operators applied in one sweep */
    double G;          /* transactions to read; as many to write */
    double l;          /* instructions that store sums, up-sweep */
    double efficiency; /* W / (k l) */
} ClosedCost;

/* Closed forms of the whole run. */
typedef struct {
    double W;      /* operators applied */
    double rounds; /* of operators, with a thread for every sum */
} ClosedWork;

/* Counts a whole trace; BANKS is its bank_table. */
Counted cost_count(const Trace *trace, const BankTable *banks);
/* Counts only instructions FIRST to END - 1, in their stored order. */
Counted cost_count_range(const Trace *trace, const BankTable *banks,
                         size_t first, size_t end);

/* True if the trace has an up-sweep; without one, upsweep_store_T and upsweep_W
 * are zero and mean nothing. */
bool cost_has_upsweep(const Trace *trace);

/* Rounds of operators: for each step the most operators that one thread applies
 * in it, summed.  With a thread for every sum these are the parallel steps of
 * S1 and S3; with fewer threads, the time that these need.  Blocks of a grid
 * run at once, so the longest counts; grids run in turn. */
uint64_t cost_rounds(const Trace *trace);

/* What each launch of a run did and cost.  If a trace holds only some blocks,
 * only these are counted. */
typedef struct {
    uint32_t first, held; /* the first block that the trace holds, and how many
                             from there on */
    uint32_t steps;       /* of all these blocks */
    Counted counted;
    uint64_t shuffles;      /* shuffle instructions */
    uint64_t active, lanes; /* as in LineCost, of all instructions */
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
/* Appends tables of the launches and, of the catalog, the arrays, and which
 * blocks the trace holds. */
void launch_costs_text(const LaunchCosts *costs, Text *text);

/* The closed forms for N elements and K banks; NaN outside their domains. */
ClosedCost cost_closed_form(ClosedForm form, uint32_t n, uint32_t k);

/* The closed forms of the whole run; NaN outside their domains.  PASSES is the
 * number of reduce passes, for FORM_HYBRID only. */
ClosedWork cost_closed_work(ClosedForm form, uint32_t n, bool inclusive,
                            uint32_t passes);

/* The number of k-word segments of global memory that an instruction touches:
 * its transactions. */
uint32_t cost_transactions(const Trace *trace, const Instruction *at);
/* The same; TURNS becomes the transaction, from 0, of each access. */
uint32_t cost_turns(const Trace *trace, const Instruction *at,
                    uint8_t turns[TRACE_MAX_BANKS]);

#endif
