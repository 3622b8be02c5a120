/* SPDX-License-Identifier: MIT
 *
 * cuda_bench - times the plain kernels on the GPU, and other people's code for
 * comparison (src/gpu/peers.cu).  Called by `upsweep bench --gpu`.
 *
 *     blocks   n / block_n blocks are scanned separately: S0, VIII (i)
 *     joined   one large array, by an algorithm that has a plan for it, such as
 *              three-phase: S0, VIII (ii)
 */
#ifndef UPSWEEP_CUDA_BENCH_H
#define UPSWEEP_CUDA_BENCH_H

#include "gpu/cuda.h"

/* Code that the kernels are compared with; src/gpu/peers.cu. */
typedef enum {
    PEER_NONE,
    PEER_COPY,        /* copies 16 bytes a thread */
    PEER_BLOCK_SCAN,  /* cub::BlockScan, 4 elements a thread; blocks only */
    PEER_DEVICE_SCAN, /* cub::DeviceScan; joined only */
    CUDA_PEERS
} CudaPeer;

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

#endif
