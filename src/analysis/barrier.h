/* SPDX-License-Identifier: MIT
 *
 * barrier - what the barrier between two steps of a block protects: the words
 * for which threads would race if the two steps were one.
 *
 *     step 3      T0 stores to cell 5
 *     barrier     protects cell 5, and others
 *     step 4      T1 loads cell 5
 *
 * A barrier that protects nothing orders no two accesses of this run; the
 * barriers around it do what is left to do.
 */
#ifndef UPSWEEP_BARRIER_H
#define UPSWEEP_BARRIER_H

#include "analysis/race.h"

typedef struct {
    bool exists; /* another step of the same block follows the one before it */
    uint32_t cells, words; /* that it protects: of shared and global memory */
    Race first; /* the first of them that would race, shared memory first: one
                   access of the step before and one of the step after */
} Barrier;

/* The barrier behind step STEP of TRACE, an index.  Accesses that a warp's own
 * meeting orders would not race, nor would two atomic ones. */
Barrier barrier_behind(const Trace *trace, uint32_t step);

#endif
