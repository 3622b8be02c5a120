/* SPDX-License-Identifier: MIT
 *
 * scan_args - the arguments of a kernel on a GPU; for C and CUDA.  Filled by
 * src/gpu/cuda*.c, which owns the memory; all pointers are to device memory.
 * Used by each version of a kernel, with b blocks of t threads:
 *
 *   plain    arrays, round
 *   timed    arrays, clocks[b][max_steps], steps[b], tickets[b]
 *   traced   arrays, log[b * t][log_capacity], events[b * t],
 *            snapshots[b][max_steps][words], steps[b]; with several blocks
 *            also times[b * t][log_capacity] and clock
 */
#ifndef UPSWEEP_SCAN_ARGS_H
#define UPSWEEP_SCAN_ARGS_H

#include "event.h"

#define SCAN_MAX_ARRAYS  24
#define SCAN_MAX_SCRATCH 3

typedef struct {
    int total;           /* elements of all blocks */
    int block_n;         /* of one block; the last may have fewer */
    int padded_n, log2n; /* block_n up to a power of two */
    int k, log2k, inclusive, part, passes;
    Op op;
    int in, out, scratch[SCAN_MAX_SCRATCH]; /* indexes into arrays */
    uint32_t words;                         /* of shared memory */
    Word blank;                             /* initial value of shared memory */
    Word *arrays[SCAN_MAX_ARRAYS];
    uint32_t round; /* runs before this one on the same arrays, in which each
                       block drew one ticket */
    const Word *counts; /* counts[i] flags are set before element i; for
                           NUMBER in a shadow run */
    Event *log;
    uint32_t log_capacity; /* in events, for one thread */
    uint32_t *times;   /* value of clock at each access of a thread; or NULL */
    uint32_t *clock;   /* accesses of all threads so far */
    uint32_t *events;  /* number of events of each thread */
    Word *snapshots;   /* shared memory before each step and at the end */
    long long *clocks; /* cycle at the start of each step and at the end */
    int *steps;        /* number of steps of each block */
    uint32_t *tickets; /* result of ATOMIC_ADD in each block: its tile, where
                          blocks draw tiles */
    int max_steps;     /* room for snapshots or clocks of a block */
} ScanArgs;

#endif
