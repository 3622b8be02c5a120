/* SPDX-License-Identifier: MIT
 *
 * sweep - the sizes at which verify tries an algorithm when none is named.
 *
 *     n        1, 2, 3, ... 300, then 512, 1024, 2048; or 1 to --max-n
 *     k        4, 16, 32
 *     blocks   of algorithms that cut their input: also 2, 3, 5 and 17 blocks
 *              of two sizes, the last block full, and half full
 *     passes   of hybrid: also every number of them
 *
 * Sizes that an algorithm does not accept are left out.
 *
 * An algorithm of several blocks is tried at every n with the first k only, and
 * with the others at powers of two and their neighbours.
 */
#ifndef UPSWEEP_SWEEP_H
#define UPSWEEP_SWEEP_H

#include "catalog/catalog.h"

typedef struct {
    uint32_t n, k;
    uint32_t block_n; /* 0: as suits n */
    int passes;       /* of hybrid; RECORD_USUAL: what is asked for, if any */
    bool many; /* orders of blocks are tried here; else one, another each time
                */
} SweepSize;

typedef struct {
    uint32_t n;     /* the only one; 0: several */
    uint32_t k;     /* the only one; 0: several */
    uint32_t max_n; /* every n up to it; 0: the usual ones */
    uint32_t block_n;
    bool passes; /* of hybrid are said */
    bool all;    /* among all algorithms: one that does not accept n is left
                    out; else it is tried, and refused */
} SweepAsked;

typedef struct {
    SweepSize *sizes;
    size_t sizes_count, sizes_capacity;
} Sweep;

/* Free it with sweep_free. */
Sweep sweep_of(const Algorithm *algorithm, const SweepAsked *asked);
void sweep_free(Sweep *sweep);

#endif
