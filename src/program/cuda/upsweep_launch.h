/* SPDX-License-Identifier: MIT
 *
 * upsweep_launch - launches (C++).  clang makes of `kernel<<<grid, block>>>(a)`
 *
 *     cudaConfigureCall(grid, block)
 *     cudaSetupArgument(&a, sizeof a, offset), of each argument
 *     cudaLaunch(the host's stub of the kernel)
 */
#ifndef UPSWEEP_LAUNCH_H
#define UPSWEEP_LAUNCH_H

#include "cuda_runtime_api.h"

#include <utility>

extern "C" {
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                              cudaStream_t stream = 0);
cudaError_t cudaSetupArgument(const void *argument, size_t bytes,
                              size_t offset);
cudaError_t cudaLaunch(const void *stub);
}

extern "C" cudaError_t upsweep_launch_stub(const void *stub, dim3 grid,
                                           dim3 block, void **arguments,
                                           size_t shared, cudaStream_t stream);
UPSWEEP_HOST(cudaLaunchKernel(const void *stub, dim3 grid, dim3 block,
                              void **arguments, size_t shared = 0,
                              cudaStream_t stream = 0),
             upsweep_launch_stub(stub, grid, block, arguments, shared, stream))
template <class... P>
UPSWEEP_HOST(cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                              void **arguments, size_t shared = 0,
                              cudaStream_t stream = 0),
             upsweep_launch_stub((const void *)kernel, grid, block, arguments,
                                 shared, stream))
/* The next launch of this host thread is a cooperative one, if COOPERATES. */
extern "C" void upsweep_cooperate(int cooperates);
template <class F>
UPSWEEP_HOST(cudaLaunchCooperativeKernel(F *kernel, dim3 grid, dim3 block,
                                         void **arguments, size_t shared = 0,
                                         cudaStream_t stream = 0),
             upsweep_cooperate(1),
             upsweep_launch_stub((const void *)kernel, grid, block, arguments,
                                 shared, stream))

#endif
