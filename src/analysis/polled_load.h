/* SPDX-License-Identifier: MIT
 *
 * polled_load - accesses to shared memory by which a thread of a program waits
 * for what another one stores, as in
 *
 *     while (flag == 0)                       flag is volatile
 *         ;
 *     while (atomicCAS(&lock, 0, 1) != 0)
 *         ;
 *
 * Other accesses that are volatile or atomic tell a thread nothing about the
 * others: a sum in volatile memory, as reductions of a warp have it, or a
 * counter.
 */
#ifndef UPSWEEP_POLLED_LOAD_H
#define UPSWEEP_POLLED_LOAD_H

#include "trace/trace.h"

/* Lines of a program. */
typedef struct {
    uint8_t *lines; /* two for each number; NULL: none */
} PolledLoads;

/* The lines of launch GRID of TRACE with such accesses: those with the word
 * "while", or that assign what soon "} while" looks at, and those of which a
 * thread repeats the access before it makes any other.  None of them are lines
 * that change the word, as a sum does.  None where the trace is not of a
 * program on the CPU machine.  Free them with polled_loads_free. */
PolledLoads polled_loads_find(const Trace *trace, uint32_t grid);
void polled_loads_free(PolledLoads *loads);

/* True if AT, of that launch, is such an access. */
bool polled_loads_has(const PolledLoads *loads, const Instruction *at);

#endif
