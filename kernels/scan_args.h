/* SPDX-License-Identifier: MIT
 *
 * scan_args - what a launch on a GPU is told; for C and CUDA.
 *
 * Pointers are to memory of the device.  With b blocks of t threads:
 *
 *   plain    arrays
 *   timed    arrays, clocks[b][max_steps], steps[b], tickets[b]
 *   traced   arrays, log[b * t][log_capacity], events[b * t],
 *            snapshots[b][max_steps][words], steps[b]; of several blocks also
 *            times[b * t][log_capacity] and clock
 */
#ifndef UPSWEEP_SCAN_ARGS_H
#define UPSWEEP_SCAN_ARGS_H

#include "event.h"

#define SCAN_MAX_ARRAYS  24
#define SCAN_MAX_SCRATCH 3

typedef struct {
    int total;           /* elements of all blocks */
    int block_n;         /* of one block; the last may have fewer */
    int padded_n, log2n; /* of block_n */
    int k, log2k, inclusive, part, passes;
    Op op;
    int in, out, own[SCAN_MAX_SCRATCH]; /* which arrays the kernel calls so */
    uint32_t words;                     /* of shared memory */
    Word blank; /* what shared memory is filled with at first */
    Word *arrays[SCAN_MAX_ARRAYS];
    const Word *counts; /* counts[i] flags are set before element i; what NUMBER
                           counts in a shadow run */
    Event *log;
    uint32_t log_capacity; /* events of one thread */
    uint32_t *times;       /* when each access of a thread was done; or NULL */
    uint32_t *clock;       /* accesses done so far */
    uint32_t *events;      /* events that each thread had */
    Word *snapshots;       /* before each step, and after the last */
    long long *clocks;     /* at the start of each step, and at the end */
    int *steps;            /* steps that each block had */
    uint32_t *tickets;     /* what ATOMIC_ADD gave each block: its tile, where
                              blocks draw them */
    int max_steps;         /* snapshots, or clocks, of a block */
} ScanArgs;

#endif
