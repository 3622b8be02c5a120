/* SPDX-License-Identifier: MIT
 *
 * kernels - what nvcc compiles, for C: the kernels of the catalog (kernels.cu),
 * and what they are compared with (peers.cu).  All work on integers in the
 * device's memory, and return a cudaError_t when the launch is queued.
 */
#ifndef UPSWEEP_KERNELS_H
#define UPSWEEP_KERNELS_H

#include "catalog/kernel_launch.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Launches a kernel of the catalog, which adds integers. */
int kernel_start(const KernelLaunch *launch);

/* Success if this build has machine code for the device. */
int peer_usable(void);

/* Copies N integers, 16 bytes a thread. */
int peer_copy(const void *in, void *out, size_t n);

/* cub::BlockScan, of each BLOCK_N elements: 128 to 4096. */
int peer_block_scan(const void *in, void *out, size_t n, int block_n);

/* cub::DeviceScan; it needs so many bytes of scratch memory. */
size_t peer_device_scan_bytes(size_t n);
int peer_device_scan(const void *in, void *out, size_t n, void *scratch);

#ifdef __cplusplus
}
#endif

#endif
