/* SPDX-License-Identifier: MIT
 *
 * host_defines - CUDA's words for functions and variables.
 */
#ifndef UPSWEEP_HOST_DEFINES_H
#define UPSWEEP_HOST_DEFINES_H
#define __HOST_DEFINES_H__ /* other headers look for it */

#ifdef __CUDA__
#define __host__     __attribute__((host))
#define __device__   __attribute__((device))
#define __global__   __attribute__((global))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#endif
/* A variable that both sides share.  clang has that for HIP only;
 * program/pass.c recognises the section. */
#define __managed__ __device__ __attribute__((section("upsweep_managed")))
#define __grid_constant__
#define __forceinline__ inline
/* Empty, because libstdc++ writes __attribute__((__noinline__)); at -O0 nothing
 * is inlined. */
#define __noinline__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __align__(n)         __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define __cudart_builtin__
#define __nv_pure__
#define __no_return__ __attribute__((noreturn))
#define __inline_hint__
#define __thread__ __thread
#define CUDARTAPI
#define CUDAAPI
#define CUDART_CB
#define CUDA_CB

/* Functions of the machine's own, whose accesses are none of the program's. */
#define UPSWEEP_BARE __attribute__((disable_sanitizer_instrumentation))

/* The definition of a function whose result is an expression. */
#define UPSWEEP_RETURNS(declaration, ...)                                      \
    declaration                                                                \
    {                                                                          \
        return __VA_ARGS__;                                                    \
    }

/* Between these two all functions are the device's, or both sides'. */
#ifdef __CUDA__
#define UPSWEEP_DEVICE_BEGIN                                                   \
    _Pragma("clang attribute push(__attribute__((device)),apply_to=function)")
#define UPSWEEP_DEVICE_END _Pragma("clang attribute pop")
#define UPSWEEP_BOTH_BEGIN _Pragma("clang force_cuda_host_device begin")
#define UPSWEEP_BOTH_END   _Pragma("clang force_cuda_host_device end")
#else
#define UPSWEEP_DEVICE_BEGIN
#define UPSWEEP_DEVICE_END
#define UPSWEEP_BOTH_BEGIN
#define UPSWEEP_BOTH_END
#endif

#endif
