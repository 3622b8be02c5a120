/* SPDX-License-Identifier: MIT
 *
 * upsweep_cu - what a CUDA source file sees before its first line, as nvcc
 * includes cuda_runtime.h:
 *
 *     c++ -O0 -g -fsanitize=thread -I FOLDER -include upsweep_cu.h
 *         -x c++ -c REWRITTEN
 *
 * nvcc compiles a file once for the host and once for the device; here it is
 * compiled once for both.  __CUDA_ARCH__ is therefore defined everywhere, so
 * that a kernel takes the path of a recent GPU and does not define what the
 * GPU has, such as atomicAdd for double.  A function for both sides takes its
 * device path on the host, too.
 */
#ifndef UPSWEEP_CU_H
#define UPSWEEP_CU_H

#define __CUDACC__                   1
#define __NVCC__                     1
#define __CUDA_ARCH__                900
#define __CUDA_ARCH_LIST__           900
#define __CUDACC_VER_MAJOR__         12
#define __CUDACC_VER_MINOR__         0
#define __CUDACC_VER_BUILD__         0
#define __CUDACC_EXTENDED_LAMBDA__   1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __UPSWEEP__                  1

#include "cuda_runtime.h"

/* Copies of the C library are accesses, too, which the machine makes.  clang++
 * copies and clears a struct by them. */
__asm__("memcpy = __tsan_memcpy\n"
        "memmove = __tsan_memmove\n"
        "memset = __tsan_memset");

#endif
