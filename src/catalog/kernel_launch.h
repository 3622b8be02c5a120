/* SPDX-License-Identifier: MIT
 *
 * kernel_launch - one launch of a kernel of the catalog; for C and CUDA.
 */
#ifndef UPSWEEP_KERNEL_LAUNCH_H
#define UPSWEEP_KERNEL_LAUNCH_H

enum { KERNEL_MOST_OWN = 3 };

typedef struct {
    const char *name; /* of the algorithm; what follows a colon is ignored */
    int part, blocks, threads;
    int words; /* of shared memory, for each block */
    int n, block_n, passes, inclusive;
    void *in, *out, *own[KERNEL_MOST_OWN]; /* arrays in the device's memory */
} KernelLaunch;

#endif
