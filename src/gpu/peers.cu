/* SPDX-License-Identifier: MIT
 *
 * peers - code with which the kernels are compared in timings: a plain copy,
 * and the scans of CUB, NVIDIA's library; see kernels.h.
 */
#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/device/device_scan.cuh>

#include "gpu/kernels.h"

/* ---- A copy of 16 bytes a thread ---------------------------------------- */

static __global__ void copy_global(const uint4 *in, uint4 *out, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        out[i] = in[i];
}

int peer_copy(const void *in, void *out, size_t n)
{
    size_t count = n / 4;
    unsigned threads = 256;

    copy_global<<<(unsigned)((count + threads - 1) / threads), threads>>>(
        static_cast<const uint4 *>(in), static_cast<uint4 *>(out), count);
    return cudaGetLastError();
}

int peer_usable(void)
{
    cudaFuncAttributes attributes;

    return cudaFuncGetAttributes(&attributes, copy_global);
}

/* ---- cub::BlockScan, 4 elements a thread -------------------------------- */

enum { ITEMS = 4 };

template <int THREADS>
static __global__ void block_scan_global(const int *in, int *out)
{
    typedef cub::BlockScan<int, THREADS, cub::BLOCK_SCAN_WARP_SCANS> Scan;
    __shared__ typename Scan::TempStorage scratch;
    size_t at = (size_t)blockIdx.x * THREADS * ITEMS + threadIdx.x * ITEMS;
    int4 four = *reinterpret_cast<const int4 *>(in + at);
    int x[ITEMS] = {four.x, four.y, four.z, four.w};

    Scan(scratch).ExclusiveSum(x, x);
    *reinterpret_cast<int4 *>(out + at) = make_int4(x[0], x[1], x[2], x[3]);
}

template <int THREADS>
static cudaError_t block_scan(const void *in, void *out, size_t n, int block_n)
{
    constexpr int twice = THREADS < 1024 ? 2 * THREADS : THREADS;

    if (block_n > THREADS * ITEMS && twice > THREADS)
        return block_scan<twice>(in, out, n, block_n);
    if (block_n != THREADS * ITEMS)
        return cudaErrorInvalidValue;
    block_scan_global<THREADS>
        <<<(unsigned)(n / block_n), THREADS>>>(static_cast<const int *>(in),
                                               static_cast<int *>(out));
    return cudaGetLastError();
}

int peer_block_scan(const void *in, void *out, size_t n, int block_n)
{
    return block_scan<32>(in, out, n, block_n);
}

/* ---- cub::DeviceScan, over all elements at once -------------------------- */

size_t peer_device_scan_bytes(size_t n)
{
    size_t bytes = 0;

    cub::DeviceScan::ExclusiveSum(NULL, bytes, (const int *)NULL, (int *)NULL,
                                  (int)n);
    return bytes;
}

int peer_device_scan(const void *in, void *out, size_t n, void *scratch)
{
    size_t bytes = peer_device_scan_bytes(n);

    return cub::DeviceScan::ExclusiveSum(scratch, bytes,
                                         static_cast<const int *>(in),
                                         static_cast<int *>(out), (int)n);
}
