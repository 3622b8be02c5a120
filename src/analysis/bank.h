/* SPDX-License-Identifier: MIT
 *
 * bank - who waits for whom: the queue at every memory bank.
 *
 *     lanes 0..3 store to cells 8, 18, 28, 38 with k = 4:
 *
 *         bank    0       1       2       3
 *                 T0              T1
 *                 T2              T3            latency 2, wavefronts 2
 *
 * latency     longest queue, counting every request (K-model, QRQW)
 * wavefronts  longest queue, counting distinct words: lanes that read the same
 *             word are served together (GPUs since Fermi); stores to one word
 *             count once too, because one of them wins
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

/* Fills QUEUES[0 .. k-1] with the requests at each bank (NULL if not wanted).
 */
BankCost bank_cost(const Trace *trace, const Instruction *at,
                   uint8_t queues[TRACE_MAX_BANKS]);

/* All instructions of a trace, with a clock: the model serves one request a
 * cycle at each bank, so an instruction takes its latency in cycles. */
typedef struct {
    BankCost *costs;  /* one an instruction */
    uint32_t *starts; /* cycle at which it starts; [count] is the total, T */
    size_t count;
} BankTable;

BankTable bank_table(const Trace *trace);
void bank_table_free(BankTable *table);

/* The instruction under way at CYCLE (the last one, past the end). */
size_t bank_at_cycle(const BankTable *table, uint32_t cycle);

#endif
