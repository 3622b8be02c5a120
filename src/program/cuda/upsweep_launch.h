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

/* The copies that the host passes to its stub. */
template <class... P, size_t... I>
inline cudaError_t upsweep_launch_with(void (*kernel)(P...), dim3 grid,
                                       dim3 block, void **arguments,
                                       size_t shared, cudaStream_t stream,
                                       std::index_sequence<I...>)
{
    (void)arguments;
    kernel<<<grid, block, shared, stream>>>(
        *(typename std::remove_reference<P>::type *)arguments[I]...);
    return cudaPeekAtLastError();
}
template <class... P>
inline cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                    void **arguments, size_t shared = 0,
                                    cudaStream_t stream = 0)
{
    return upsweep_launch_with(kernel, grid, block, arguments, shared, stream,
                               std::index_sequence_for<P...>());
}
extern "C" cudaError_t upsweep_launch_stub(const void *stub, dim3 grid,
                                           dim3 block, void **arguments,
                                           size_t shared, cudaStream_t stream);
inline cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block,
                                    void **arguments, size_t shared = 0,
                                    cudaStream_t stream = 0)
{
    return upsweep_launch_stub(stub, grid, block, arguments, shared, stream);
}
template <class F, class... A>
inline cudaError_t cudaLaunchCooperativeKernel(F, A...)
{
    upsweep_missing("cudaLaunchCooperativeKernel is not supported (barriers of "
                    "a whole grid)");
    return cudaErrorNotSupported;
}

#endif
