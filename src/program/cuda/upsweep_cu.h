/* SPDX-License-Identifier: MIT
 *
 * upsweep_cu - what a CUDA source file sees before its first line, as nvcc
 * includes cuda_runtime.h.  clang compiles the file twice, as nvcc does: for
 * the host, and with __CUDA_ARCH__ for the device.
 */
#ifndef UPSWEEP_CU_H
#define UPSWEEP_CU_H

#define __CUDACC__                   1
#define __NVCC__                     1
#define __CUDA_ARCH_LIST__           900
#define __CUDACC_VER_MAJOR__         12
#define __CUDACC_VER_MINOR__         0
#define __CUDACC_VER_BUILD__         0
#define __CUDACC_EXTENDED_LAMBDA__   1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __UPSWEEP__                  1

#include "cuda_runtime.h"

#endif
