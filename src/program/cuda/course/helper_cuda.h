/* SPDX-License-Identifier: MIT
 *
 * helper_cuda - the checks of NVIDIA's samples (C++).
 */
#ifndef UPSWEEP_HELPER_CUDA_H
#define UPSWEEP_HELPER_CUDA_H

#include "cuda_runtime.h"
#include "helper_string.h"

#include <stdio.h>
#include <stdlib.h>

inline void upsweep_check(cudaError_t error, const char *what, const char *file,
                          int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line,
            (int)error, cudaGetErrorName(error), what);
    exit(EXIT_FAILURE);
}
inline void upsweep_check_last(const char *message, const char *file, int line)
{
    cudaError_t error = cudaGetLastError();

    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s(%d) : CUDA error : %s : (%d) %s.\n", file, line,
            message, (int)error, cudaGetErrorString(error));
    exit(EXIT_FAILURE);
}
#define checkCudaErrors(call)                                                  \
    upsweep_check((cudaError_t)(call), #call, __FILE__, __LINE__)
#define getLastCudaError(message)                                              \
    upsweep_check_last(message, __FILE__, __LINE__)
#define printLastCudaError(message) getLastCudaError(message)

UPSWEEP_RETURNS(inline const char *_cudaGetErrorEnum(cudaError_t error),
                cudaGetErrorName(error))
UPSWEEP_RETURNS(inline int _ConvertSMVer2Cores(int, int), 128)
UPSWEEP_RETURNS(inline const char *_ConvertSMVer2ArchName(int, int), "CPU")
UPSWEEP_RETURNS(inline int gpuDeviceInit(int), 0)
UPSWEEP_RETURNS(inline int gpuGetMaxGflopsDeviceId(), 0)
UPSWEEP_RETURNS(inline int findIntegratedGPU(), -1)
UPSWEEP_RETURNS(inline bool checkCudaCapabilities(int major, int minor),
                major < 9 || (major == 9 && minor == 0))
inline int findCudaDevice(int, const char **)
{
    cudaDeviceProp properties;

    cudaGetDeviceProperties(&properties, 0);
    printf("GPU Device 0: \"%s\" with compute capability %d.%d\n\n",
           properties.name, properties.major, properties.minor);
    return 0;
}

#endif
