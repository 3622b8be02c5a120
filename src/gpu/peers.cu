/* SPDX-License-Identifier: MIT
 *
 * peers - code with which the kernels are compared in timings: a plain copy,
 * and the scans of CUB, NVIDIA's library.  Launchers have the same signature as
 * those of kernels: blocks of n elements each, from in to out.
 */
#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/device/device_scan.cuh>

#include "kernels/scan_args.h"

/* ---- A copy of 16 bytes a thread ---------------------------------------- */

static __global__ void copy_global(const uint4 *in, uint4 *out, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        out[i] = in[i];
}

extern "C" int peer_copy(const ScanArgs *args, unsigned blocks, unsigned)
{
    size_t count = (size_t)blocks * (size_t)args->block_n / 4;
    unsigned threads = 256;

    copy_global<<<(unsigned)((count + threads - 1) / threads), threads>>>(
        (const uint4 *)args->arrays[GLOBAL_IN],
        (uint4 *)args->arrays[GLOBAL_OUT], count);
    return (int)cudaGetLastError();
}

/* Success if this build has machine code for the device. */
extern "C" int peer_usable(void)
{
    cudaFuncAttributes attributes;

    return (int)cudaFuncGetAttributes(&attributes, copy_global);
}

/* ---- cub::BlockScan, 4 elements a thread -------------------------------- */

enum { ITEMS = 4 };

template <int THREADS>
static __global__ void block_scan_global(const Word *in, Word *out)
{
    typedef cub::BlockScan<Word, THREADS, cub::BLOCK_SCAN_WARP_SCANS> Scan;
    __shared__ typename Scan::TempStorage scratch;
    size_t at = (size_t)blockIdx.x * THREADS * ITEMS + threadIdx.x * ITEMS;
    uint4 four = *(const uint4 *)(in + at);
    Word x[ITEMS] = {four.x, four.y, four.z, four.w};

    Scan(scratch).ExclusiveSum(x, x);
    *(uint4 *)(out + at) = make_uint4(x[0], x[1], x[2], x[3]);
}

/* Blocks of 128 to 4096 elements. */
extern "C" int peer_block_scan(const ScanArgs *args, unsigned blocks, unsigned)
{
    const Word *in = args->arrays[GLOBAL_IN];
    Word *out = args->arrays[GLOBAL_OUT];

    switch (args->block_n) {
#define SIZE(threads)                                            \
    case threads * ITEMS:                                        \
        block_scan_global<threads><<<blocks, threads>>>(in, out); \
        break;
        SIZE(32)
        SIZE(64)
        SIZE(128)
        SIZE(256)
        SIZE(512)
        SIZE(1024)
#undef SIZE
    default:
        return (int)cudaErrorInvalidValue;
    }
    return (int)cudaGetLastError();
}

/* ---- cub::DeviceScan, over all elements at once -------------------------- */

extern "C" size_t peer_device_scan_bytes(size_t elements)
{
    size_t bytes = 0;

    cub::DeviceScan::ExclusiveSum(NULL, bytes, (const Word *)NULL, (Word *)NULL,
                                  (int)elements);
    return bytes;
}

extern "C" int peer_device_scan(const ScanArgs *args, unsigned blocks, unsigned)
{
    size_t elements = (size_t)blocks * (size_t)args->block_n;
    size_t bytes = peer_device_scan_bytes(elements);

    return (int)cub::DeviceScan::ExclusiveSum(
        args->arrays[GLOBAL_FIRST_SCRATCH], bytes,
        (const Word *)args->arrays[GLOBAL_IN], args->arrays[GLOBAL_OUT],
        (int)elements);
}
