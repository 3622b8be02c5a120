/* SPDX-License-Identifier: MIT
 *
 * scan_args - what a launch on a GPU is told; for C and CUDA.
 *
 * Pointers are to memory of the device.  With b blocks of t threads:
 *
 *   plain    arrays
 *   timed    arrays, clocks[b][max_steps], steps[b]
 *   traced   arrays, log[b * t][log_capacity], events[b * t],
 *            snapshots[b][max_steps][words], steps[b]
 */
#ifndef UPSWEEP_SCAN_ARGS_H
#define UPSWEEP_SCAN_ARGS_H

#include "event.h"

#define SCAN_MAX_ARRAYS 8

typedef struct {
    int n, padded_n, log2n, k, log2k, inclusive;
    Op op;
    uint32_t words; /* of shared memory */
    Word blank;     /* what shared memory is filled with at first */
    Word *arrays[SCAN_MAX_ARRAYS];
    Event *log;
    uint32_t log_capacity; /* events of one thread */
    uint32_t *events;      /* events that each thread had */
    Word *snapshots;       /* before each step, and after the last */
    long long *clocks;     /* at the start of each step, and at the end */
    int *steps;            /* steps that each block had */
    int max_steps;         /* snapshots, or clocks, of a block */
} ScanArgs;

#endif
