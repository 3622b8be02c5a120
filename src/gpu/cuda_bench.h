/* SPDX-License-Identifier: MIT
 *
 * cuda_bench - the plain kernels, and others' code beside them, for the clock.
 *
 *     blocks   elements / n blocks are scanned, each on its own: S0, VIII (i)
 *     joined   one large array, by an algorithm that has a plan for it, such as
 *              three-phase: S0, VIII (ii)
 */
#ifndef UPSWEEP_CUDA_BENCH_H
#define UPSWEEP_CUDA_BENCH_H

#include "gpu/cuda.h"

/* What the kernels are timed beside; src/gpu/peers.cu. */
typedef enum {
    PEER_NONE,
    PEER_COPY,        /* 16 bytes a thread */
    PEER_BLOCK_SCAN,  /* cub::BlockScan, 4 elements a thread; blocks only */
    PEER_DEVICE_SCAN, /* cub::DeviceScan; joined only */
    CUDA_PEERS
} CudaPeer;

typedef struct {
    CudaPeer peer;
    const Algorithm *algorithm; /* unless it is a peer */
    uint32_t n;                 /* elements of a block */
    uint32_t threads;           /* of a block */
    uint32_t passes;            /* of reduction, for hybrid */
    bool inclusive;
    bool joined;
    size_t elements; /* in all; a multiple of n unless joined */
} CudaBench;

/* Scans IN to OUT, elements words each, ROUNDS times after a warm-up, and puts
 * the microseconds that each took on the device into TIMES.  ERROR_FAILED
 * without a device, or if it fails or has not enough memory. */
bool cuda_bench(const CudaBench *bench, const Word *in, Word *out, int rounds,
                double times[], Error *error);

#endif
