/* SPDX-License-Identifier: MIT
 *
 * unset_shuffle - shuffles in which a lane asks for the value of one that takes
 * no part.
 *
 *     if (t < 16) v += __shfl_down_sync(0xffff, v, 16);     T0 asks lane 16
 *
 * What such a lane is given is undefined.  The simulator gives it its own
 * value, and a random one in runs on random inputs.  A lane that asks beyond
 * its warp, or the width, gets a defined value (its own, or for __shfl_sync the
 * one at the index modulo the width): no finding.
 *
 * Only programs on the simulator are looked at: a GPU's recording
 * has no shuffles.
 */
#ifndef UPSWEEP_UNSET_SHUFFLE_H
#define UPSWEEP_UNSET_SHUFFLE_H

#include "analysis/thread_access.h"

typedef struct {
    size_t count;
    ThreadAccess first; /* if there is one */
    uint32_t lane;      /* that it asks, of its warp */
} UnsetShuffles;

UnsetShuffles unset_shuffle_find(const Trace *trace);

#endif
