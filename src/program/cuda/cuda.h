/* SPDX-License-Identifier: MIT
 *
 * cuda - CUDA's driver interface is not there: each of its functions ends the
 * program with a line that says so.
 */
#ifndef UPSWEEP_CUDA_H
#define UPSWEEP_CUDA_H

#include "cuda_runtime_api.h"

typedef enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_UNKNOWN = 999
} CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;

#ifdef __cplusplus
#define UPSWEEP_DRIVER(name)                                                   \
    template <class... A> inline CUresult name(A...)                           \
    {                                                                          \
        upsweep_missing(#name " is not supported (CUDA's driver interface)");  \
        return CUDA_ERROR_NOT_SUPPORTED;                                       \
    }
UPSWEEP_DRIVER(cuInit)
UPSWEEP_DRIVER(cuCtxCreate)
UPSWEEP_DRIVER(cuCtxDestroy)
UPSWEEP_DRIVER(cuCtxGetCurrent)
UPSWEEP_DRIVER(cuCtxSetCurrent)
UPSWEEP_DRIVER(cuCtxSynchronize)
UPSWEEP_DRIVER(cuDeviceGet)
UPSWEEP_DRIVER(cuDeviceGetAttribute)
UPSWEEP_DRIVER(cuDeviceGetCount)
UPSWEEP_DRIVER(cuDeviceGetName)
UPSWEEP_DRIVER(cuDevicePrimaryCtxRetain)
UPSWEEP_DRIVER(cuDeviceTotalMem)
UPSWEEP_DRIVER(cuDriverGetVersion)
UPSWEEP_DRIVER(cuEventCreate)
UPSWEEP_DRIVER(cuEventElapsedTime)
UPSWEEP_DRIVER(cuEventRecord)
UPSWEEP_DRIVER(cuEventSynchronize)
UPSWEEP_DRIVER(cuGetErrorName)
UPSWEEP_DRIVER(cuGetErrorString)
UPSWEEP_DRIVER(cuLaunchKernel)
UPSWEEP_DRIVER(cuMemAlloc)
UPSWEEP_DRIVER(cuMemFree)
UPSWEEP_DRIVER(cuMemGetInfo)
UPSWEEP_DRIVER(cuMemcpy)
UPSWEEP_DRIVER(cuMemcpyDtoD)
UPSWEEP_DRIVER(cuMemcpyDtoH)
UPSWEEP_DRIVER(cuMemcpyHtoD)
UPSWEEP_DRIVER(cuModuleGetFunction)
UPSWEEP_DRIVER(cuModuleGetGlobal)
UPSWEEP_DRIVER(cuModuleLoad)
UPSWEEP_DRIVER(cuModuleLoadData)
UPSWEEP_DRIVER(cuModuleUnload)
UPSWEEP_DRIVER(cuStreamCreate)
UPSWEEP_DRIVER(cuStreamSynchronize)
#undef UPSWEEP_DRIVER
#endif

#endif
