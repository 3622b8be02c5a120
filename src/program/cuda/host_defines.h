/* SPDX-License-Identifier: MIT
 *
 * host_defines - CUDA's words for functions and variables.  Of those for
 * variables, rewrite.c has taken __shared__ away before.
 */
#ifndef UPSWEEP_HOST_DEFINES_H
#define UPSWEEP_HOST_DEFINES_H

#define __host__
#define __device__
#define __global__
#define __constant__
#define __managed__
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

/* The first words of a function of the device: called by the host, it ends the
 * program. */
#ifdef __cplusplus
extern "C" {
extern const int upsweep_on_device;
void upsweep_device_begin(const char *name) __attribute__((noreturn));
}
#define UPSWEEP_OF_DEVICE                                                      \
    if (!upsweep_on_device)                                                    \
    upsweep_device_begin(__func__)
#endif

/* Of a function whose accesses are the host's: thunks that read the arguments
 * of a launch.  clang++ takes the first attribute of a lambda from the function
 * around it. */
#if defined(__clang__)
#define UPSWEEP_BARE                                                           \
    __attribute__((disable_sanitizer_instrumentation, no_sanitize("thread")))
#else
#define UPSWEEP_BARE __attribute__((no_sanitize("thread")))
#endif

#endif
