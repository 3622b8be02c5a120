/* SPDX-License-Identifier: MIT
 *
 * cuda - the GPU that is there, and the times of kernels on it.  A build
 * without CUDA has cuda_none.c instead, in which every run fails with a message
 * that says so.
 */
#ifndef UPSWEEP_CUDA_H
#define UPSWEEP_CUDA_H

#include "catalog/plan.h"

/* True if there is a device that this build can use; else false and
 * ERROR_FAILED with the reason in one line.  The caller adds the remedy. */
bool cuda_ready(Error *error);

/* The device's name, such as "NVIDIA H200"; owned by this module.  Call only
 * after cuda_ready has returned true. */
const char *cuda_device_name(void);

/* The compute capability of the device, such as 90 for 9.0: what nvcc calls
 * sm_90.  0 and ERROR_FAILED if there is no device; this build need not have
 * code for it. */
int cuda_capability(Error *error);

/* ---- Plain kernels: cuda_bench.c ------------------------------------------*/

/* Code that the kernels are compared with; src/gpu/peers.cu. */
typedef enum {
    PEER_NONE,
    PEER_COPY,        /* copies 16 bytes a thread */
    PEER_BLOCK_SCAN,  /* cub::BlockScan, 4 elements a thread; blocks only */
    PEER_DEVICE_SCAN, /* cub::DeviceScan; joined only */
    CUDA_PEERS
} CudaPeer;

/* A timing of plain kernels:
 *
 *     blocks   n / block_n blocks are scanned separately: S0, VIII (i)
 *     joined   one large array, by an algorithm that has a plan for it, such as
 *              three-phase: S0, VIII (ii)
 */
typedef struct {
    CudaPeer peer;
    const Algorithm *algorithm; /* what is timed if PEER is PEER_NONE */
    SIZES; /* n in all, a multiple of block_n unless joined; k is 32; threads
              and passes as they are, none is chosen */
    bool joined;
} CudaBench;

/* Scans IN to OUT, bench->n words each, ROUNDS times after a warm-up,
 * and sets TIMES[r] to the microseconds that round r took on the device.  False
 * and ERROR_FAILED if there is no device, or it fails or lacks memory. */
bool cuda_bench(const CudaBench *bench, const Word *in, Word *out, int rounds,
                double times[], Error *error);

/* Runs the plain kernels of PLAN once, one launch after the other, on arrays
 * that begin as ARRAYS, one for each of the plan's; so that they can be
 * recorded from outside.  False and ERROR_FAILED as above. */
bool cuda_plain(const Plan *plan, const Word *const arrays[], Error *error);

#endif
