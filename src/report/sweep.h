/* SPDX-License-Identifier: MIT
 *
 * sweep - the sizes at which verify tries an algorithm if the user names none.
 *
 *     n        1, 2, 3, ... 300, then 512, 1024, 2048; or 1 to --max-n
 *     k        4, 16, 32
 *     blocks   of algorithms that cut their input: also 2, 3, 5 and 17 blocks
 *              of two sizes, the last block full, and half full
 *     passes   of hybrid: also every number of them
 *
 * Sizes that an algorithm does not accept are left out.
 *
 * An algorithm of several blocks is tried with the first k at every n, and with
 * the other k at powers of two and their neighbours.
 */
#ifndef UPSWEEP_SWEEP_H
#define UPSWEEP_SWEEP_H

#include "catalog/plan.h"

typedef struct {
    SIZES;     /* threads and kind of scan are the user's */
    bool many; /* try many orders of blocks; else one, another at each size */
} SweepSize;

/* What the user asks for. */
typedef struct {
    SIZES;          /* n and k: the only one, 0: several; passes, PLAN_USUAL:
                       every number of them */
    uint32_t max_n; /* every n up to it; 0: those of the table above */
    bool all; /* all algorithms are tried, so one that does not accept n is
                 skipped; else it is tried, and refused */
} SweepAsked;

typedef struct {
    SweepSize *sizes;
    size_t sizes_count, sizes_capacity;
} Sweep;

/* The sizes at which to try ALGORITHM; free them with sweep_free. */
Sweep sweep_of(const Algorithm *algorithm, const SweepAsked *asked);
void sweep_free(Sweep *sweep);

#endif
