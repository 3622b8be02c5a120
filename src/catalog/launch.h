/* SPDX-License-Identifier: MIT
 *
 * launch - launches any kernel of the catalog, by its name, on elements T that
 * OP joins; compact on flags of type FLAG.
 */
#ifndef UPSWEEP_CATALOG_LAUNCH_H
#define UPSWEEP_CATALOG_LAUNCH_H

#include "kernel_launch.h"
#include "scan.h"

/* Each in its namespace, with its main. */
#include "catalog_kernels.h"

template <class T, class Op>
using BlockScan = void(T *out, const T *in, int n, int block_n, bool inclusive,
                       Op op);
template <class T, class Op>
using LookBack = void(T *out, const T *in, int n, int block_n, bool inclusive,
                      int *tickets, Pair *tiles, Op op);

/* True if LAUNCH is one of the kernel NAME: "three-phase:padding" is one of
 * three-phase's. */
inline bool is_launch_of(const KernelLaunch &launch, const char *name)
{
    size_t length = strlen(name);

    return strncmp(launch.name, name, length) == 0 &&
           (launch.name[length] == '\0' || launch.name[length] == ':');
}

/* Launches KERNEL; a block may have all the shared memory that there is. */
template <class... Parameters, class... Arguments>
cudaError_t start(const KernelLaunch &launch, void (*kernel)(Parameters...),
                  Arguments... arguments)
{
    int bytes = launch.words * 4;
    cudaError_t error =
        cudaFuncSetAttribute(kernel,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             bytes);

    if (error != cudaSuccess)
        return error;
    kernel<<<launch.blocks, launch.threads, bytes>>>(arguments...);
    return cudaGetLastError();
}

template <class T> T *array(void *of)
{
    return static_cast<T *>(of);
}

template <class T, class Op>
cudaError_t start_block_scan(const KernelLaunch &launch,
                             BlockScan<T, Op> *kernel, Op op)
{
    return start(launch, kernel, array<T>(launch.out), array<T>(launch.in),
                 launch.n, launch.block_n, launch.inclusive, op);
}

template <class T, class Op>
cudaError_t start_look_back(const KernelLaunch &launch, LookBack<T, Op> *kernel,
                            Op op)
{
    return start(launch, kernel, array<T>(launch.out), array<T>(launch.in),
                 launch.n, launch.block_n, launch.inclusive,
                 array<int>(launch.own[0]), array<Pair>(launch.own[1]), op);
}

/* Launches what LAUNCH names; cudaErrorInvalidDeviceFunction if there is no
 * such kernel. */
template <class T, class Flag, class Op>
cudaError_t start_kernel(const KernelLaunch &launch, Op op)
{
    static const struct {
        const char *name;
        BlockScan<T, Op> *kernel;
    } block_scans[] = {CATALOG_BLOCK_SCANS};
    T *in = array<T>(launch.in), *out = array<T>(launch.out);
    T *sums = array<T>(launch.own[0]);
    int n = launch.n, block_n = launch.block_n;
    bool inclusive = launch.inclusive, collects = launch.part == 0;

    for (const auto &scan : block_scans)
        if (is_launch_of(launch, scan.name))
            return start_block_scan(launch, scan.kernel, op);
    if (is_launch_of(launch, "hybrid"))
        return start(launch, hybrid_file::hybrid<T, Op>, out, in, n, block_n,
                     inclusive, launch.passes, op);
    if (is_launch_of(launch, "three-phase"))
        return collects ? start(launch, three_phase_file::collect<T, Op>, sums,
                                out, in, n, block_n, inclusive, op)
                        : start(launch, three_phase_file::add<T, Op>, out, sums,
                                n, block_n, op);
    if (is_launch_of(launch, "block-sums-off-by-one"))
        return collects
                   ? start(launch, block_sums_off_by_one_file::collect<T, Op>,
                           sums, out, in, n, block_n, inclusive, op)
                   : start(launch, block_sums_off_by_one_file::add<T, Op>, out,
                           sums, n, block_n, op);
    if (is_launch_of(launch, "compact"))
        return start(launch, compact_file::compact<T, Flag>, out,
                     array<int>(launch.own[1]), in, array<Flag>(launch.own[0]),
                     n);
    if (is_launch_of(launch, "look-back"))
        return start_look_back<T, Op>(launch, look_back_file::look_back, op);
    if (is_launch_of(launch, "vector-look-back"))
        return start_look_back<T, Op>(launch,
                                      vector_look_back_file::vector_look_back,
                                      op);
    if (is_launch_of(launch, "torn-look-back"))
        return start(launch, torn_look_back_file::torn_look_back<T, Op>, out,
                     in, n, block_n, inclusive, array<int>(launch.own[0]),
                     array<unsigned>(launch.own[1]), array<T>(launch.own[2]),
                     op);
    return cudaErrorInvalidDeviceFunction;
}

#endif
