/* SPDX-License-Identifier: MIT
 *
 * cost - the K-model's account of a trace: counted, and in closed form.
 *
 * Closed forms are S0's (section VII; equations 3 to 6), and S1's and S3's of
 * the work and rounds of a whole run.  They hold for n a power of two; outside
 * their domains they are NaN:
 *
 *     T, l, efficiency   trees of n >= k; Padding's T of n >= k^2 only
 *     T, W               Hillis-Steele, any n
 *     W, rounds          trees and the sequential scan, any n
 *     G                  n >= k; trees n >= 2k, since below that half a warp
 *                        takes one half and then the other; not sequential,
 *                        whose one thread takes a word at a time
 *
 * Which form an algorithm follows is said by its catalog entry.
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
    FORM_BRENT_KUNG, /* the cells of NoPadding; down, a sum a node, none on the
                        left edge */
    FORM_REDUCE,     /* the same sums, side by side */
    FORM_HYBRID      /* of so many passes, and Horn's scan of what is left */
} ClosedForm;

typedef struct {
    uint64_t T;               /* latency of all shared-memory instructions */
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
    double T;          /* up-sweep, stores of sums */
    double W;          /* one sweep */
    double G;          /* to read; the same to write */
    double l;          /* instructions, up-sweep, stores of sums */
    double efficiency; /* W / (k l) */
} ClosedCost;

/* Of the whole run. */
typedef struct {
    double W;      /* operators applied */
    double rounds; /* of operators, when there are threads enough */
} ClosedWork;

Counted cost_count(const Trace *trace, const BankTable *banks);
/* Only the instructions of the first POSITION, for running totals. */
Counted cost_count_until(const Trace *trace, const BankTable *banks,
                         size_t position);

/* True if the trace has the phase that upsweep_store_T and upsweep_W count;
 * without it they are zero and mean nothing. */
bool cost_has_upsweep(const Trace *trace);

/* Rounds of operators, one after the other: of each step the most that one
 * thread applies in it, summed.  With a thread for every sum these are the
 * parallel steps of S1 and S3; with fewer, the time that so many take.  Blocks
 * of a grid run side by side, so the longest counts; grids run in turn. */
uint64_t cost_rounds(const Trace *trace);

ClosedCost cost_closed_form(ClosedForm form, uint32_t n, uint32_t k);

/* PASSES is the number of reduce passes, of an algorithm that has it. */
ClosedWork cost_closed_work(ClosedForm form, uint32_t n, bool inclusive,
                            uint32_t passes);

/* k-word segments of global memory that an instruction touches. */
uint32_t cost_transactions(const Trace *trace, const Instruction *at);
/* The same; and in which of them, from 0, each access takes part. */
uint32_t cost_turns(const Trace *trace, const Instruction *at,
                    uint8_t turns[TRACE_MAX_BANKS]);

#endif
