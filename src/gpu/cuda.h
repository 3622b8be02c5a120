/* SPDX-License-Identifier: MIT
 *
 * cuda - the GPU as a machine, behind the same signature as simt: a Launch in,
 * a Log out.  A build without CUDA has cuda_none.c in its place, which says so.
 */
#ifndef UPSWEEP_CUDA_H
#define UPSWEEP_CUDA_H

#include "catalog/launch.h"

/* The ways in which every kernel is compiled; see kernels/scan_cuda.h. */
typedef enum { CUDA_PLAIN, CUDA_TIMED, CUDA_TRACED, CUDA_WAYS } CudaWay;

/* True if there is a device that this build can use; else ERROR_FAILED says why
 * not, in one line; what to do instead is for the caller to add. */
bool cuda_ready(Error *error);

/* "NVIDIA H200"; only when cuda_ready. */
const char *cuda_device_name(void);

/* Runs the traced kernel of LAUNCH and fills LOG, as simt_run does: shared
 * memory starts as BLANK, output arrives in the launch's arrays.  ERROR_FAILED
 * if the log does not fit in the device's memory (said before the traced run),
 * or the device fails or takes longer than CUDA_PATIENCE seconds. */
bool cuda_run(const Launch *launch, Word blank, Log *log, Error *error);

/* What the timed way of a launch tells of all its blocks B, in each round R. */
typedef struct {
    size_t blocks, steps; /* room for so many steps of a block */
    long long *clocks;    /* when block B began step S, or, where S is its
                             number of steps, ended; by the clock of the
                             multiprocessor that it ran on:
                             [(R * blocks + B) * (steps + 1) + S] */
    int *had;             /* its steps: [R * blocks + B] */
    uint32_t *tickets;    /* what its ATOMIC_ADD gave it, in the same place */
} CudaClocks;

/* Runs COUNT launches one after the other in their timed way, ROUNDS times and
 * once before, each time on the arrays as the launches have them; CLOCKS, one
 * for each launch, have room and are filled.  Only for k = 32 and sums of
 * integers. */
bool cuda_time(const Launch launches[], int count, int rounds,
               CudaClocks clocks[], Error *error);

#define CUDA_PATIENCE 20

#endif
