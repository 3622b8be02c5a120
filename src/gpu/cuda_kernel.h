/* SPDX-License-Identifier: MIT
 *
 * cuda_kernel - the kernels of the catalog as nvcc compiled them, and their
 * arguments.
 */
#ifndef UPSWEEP_CUDA_KERNEL_H
#define UPSWEEP_CUDA_KERNEL_H

#include "catalog/launch.h"
#include "kernels/scan_args.h"

/* The three versions of every kernel; see kernels/scan_cuda.h. */
typedef enum { CUDA_PLAIN, CUDA_TIMED, CUDA_TRACED, CUDA_WAYS } CudaWay;

/* Starts a kernel; returns a cudaError_t. */
typedef int CudaLauncher(const ScanArgs *args, unsigned blocks,
                         unsigned threads);

/* The launcher of an algorithm's kernel in the version WAY. */
CudaLauncher *cuda_kernel(const Algorithm *algorithm, CudaWay way);

/* Kernel arguments with the sizes of LAUNCH and its array numbers; the caller
 * sets the pointers to arrays, logs and clocks. */
ScanArgs cuda_kernel_args(const Launch *launch);

#endif
