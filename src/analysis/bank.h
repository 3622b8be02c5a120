/* SPDX-License-Identifier: MIT
 *
 * bank - the queue of requests at every bank of shared memory.
 *
 *     lanes 0..3 store to cells 8, 18, 28, 38 with k = 4:
 *
 *         bank    0       1       2       3
 *                 T0              T1
 *                 T2              T3            latency 2, wavefronts 2
 *
 * latency     longest queue, counting every request: the K-model's T (QRQW)
 * wavefronts  the cycles that it takes: the most distinct words at a bank, as
 *             lanes that read the same
 *             word are served together (GPUs since Fermi); stores to one word
 *             count once too, because one of them wins.  Atomic updates are
 *             served one after the other: all of them count, but additions of
 *             one whose old value nobody uses are added up for each word
 * Both are 0 for an instruction that does not touch shared memory.
 */
#ifndef UPSWEEP_BANK_H
#define UPSWEEP_BANK_H

#include "trace/trace.h"

typedef struct {
    uint8_t latency;
    uint8_t wavefronts;
    uint8_t busy_banks; /* banks with at least one request */
    uint8_t lanes;
} BankCost;

/* The bank of a cell of shared memory, and the cells before it at that bank. */
static inline uint32_t bank_of(const Trace *trace, uint32_t cell)
{
    return cell & (trace->run.k - 1);
}
static inline uint32_t bank_row(const Trace *trace, uint32_t cell)
{
    return cell / trace->run.k;
}
/* The number of rows that hold all of shared memory. */
uint32_t bank_rows(const Trace *trace);

/* Sets PLACES[i] to the number of accesses before access I at its bank, and
 * TURNS[i] to the wavefront from 0 that serves it, for an instruction that
 * touches shared memory. */
void bank_places(const Trace *trace, const Instruction *at,
                 uint8_t places[TRACE_MAX_BANKS],
                 uint8_t turns[TRACE_MAX_BANKS]);

/* The cost of an instruction.  Fills QUEUES[0 .. k-1] with the number of
 * requests at each bank; QUEUES may be NULL. */
BankCost bank_cost(const Trace *trace, const Instruction *at,
                   uint8_t queues[TRACE_MAX_BANKS]);
/* The cost of LANES accesses to shared memory; SERIAL: lanes that touch the
 * same word are served one by one. */
BankCost bank_cost_of(const Trace *trace, const Access *accesses, int lanes,
                      bool serial);

/* The costs of all instructions of a trace and the cycles at which they start:
 * each bank serves one word a cycle, so an instruction takes as many cycles as
 * it has wavefronts. */
typedef struct {
    BankCost *costs;  /* of each instruction */
    uint32_t *starts; /* its first cycle; starts[count] is the total */
    size_t count;     /* of instructions */
} BankTable;

/* Free the table with bank_table_free.  _in: in a playing order
 * (issue_order.h), which may be NULL. */
BankTable bank_table(const Trace *trace);
BankTable bank_table_in(const Trace *trace, const uint32_t *order);
void bank_table_free(BankTable *table);

/* Which lanes of a warp the hardware serves together in an access to shared
 * memory of 8 or 16 bytes.
 *
 *     bytes    served in
 *     1 2 4    one part: all lanes
 *     8        halves of the warp: lanes 0-15, 16-31
 *     16       quarters: lanes 0-7, 8-15, 16-23, 24-31
 *
 * Each part obeys the rule above.  Two neighbouring parts of a load are one
 * if all lanes of the warp are alike in pairs:
 *
 *     lane    0 1 2 3 4 5 6 7 ...     neighbours load the same address,
 *     loads   A A B B C C D D ...
 *     lane    0 1 2 3 4 5 6 7 ...     or lanes at a distance of two do
 *     loads   A B A B C D C D ...
 *
 * A warp of k lanes is served in halves and quarters of k, a lane at least; so
 * each part has k words, and fewer only for k = 2.  (No part of more than 64
 * words is made, so for k = 64 none is joined; and lanes at a distance of two
 * join no parts of one lane.)
 *
 * where a lane that does not load is like any other.  That both parts need the
 * same words is not enough.  So counted on an H200 and an H100;
 * tests/test_wide.c holds the tables. */

#define WIDE_LANES 64 /* the most of a warp */

#define WIDE_PARTS 4

/* Writes the sets of lanes (bit i: lane i) that are served together, in order,
 * to PARTS, and returns their number.  LANES of a warp of K make an access of
 * BYTES bytes, lane i at ADDRESSES[i]. */
int wide_parts(unsigned bytes, bool load, uint32_t k, uint64_t lanes,
               const uint64_t addresses[WIDE_LANES],
               uint64_t parts[WIDE_PARTS]);

#endif
