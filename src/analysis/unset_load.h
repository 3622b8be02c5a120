/* SPDX-License-Identifier: MIT
 *
 * unset_load - loads from memory where nothing was stored before.
 *
 *     __shared__ int s[64];   T63 loads s[64]     nobody has stored there
 *
 * What such a load brings is undefined: on a GPU what an earlier block has
 * left, or an earlier program.  Of global memory only arrays are looked at to
 * which nothing was stored at all before the first launch that touches them: a
 * counter from cudaMalloc without a cudaMemset.  A trace file does not
 * say which these are.  An access of several words is reported only if none of
 * its bytes was stored to, so that the padding within a structure that is
 * copied is not.
 *
 * Only programs on the simulator are looked at: a GPU's recording lacks
 * some stores to memory.
 */
#ifndef UPSWEEP_UNSET_LOAD_H
#define UPSWEEP_UNSET_LOAD_H

#include "analysis/thread_access.h"

enum { UNSET_SHARED = UINT8_MAX }; /* UnsetLoads.array: shared memory */

typedef struct {
    size_t count;
    ThreadAccess first; /* if there is one */
    uint32_t cell;      /* that it loads, or index in the array */
    uint8_t array;      /* of global memory, or UNSET_SHARED */
    bool atomic;        /* FIRST is an atomic operation that works on what it
                           finds: it goes before plain loads */
} UnsetLoads;

UnsetLoads unset_load_find(const Trace *trace);

/* Shuffles in which a lane asks for the value of one that takes no part.
 *
 *     if (t < 16) v += __shfl_down_sync(0xffff, v, 16);     T0 asks lane 16
 *
 * What such a lane is given is undefined.  The simulator gives it its own
 * value, and a random one in runs on random inputs.  A lane that asks beyond
 * its warp, or the width, gets a defined value (its own, or for __shfl_sync the
 * one at the index modulo the width): no finding.
 *
 * Only programs on the simulator are looked at: a GPU's recording
 * has no shuffles. */

typedef struct {
    size_t count;
    ThreadAccess first; /* if there is one */
    uint32_t lane;      /* that it asks, of its warp */
} UnsetShuffles;

UnsetShuffles unset_shuffle_find(const Trace *trace);

#endif
