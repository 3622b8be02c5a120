/* SPDX-License-Identifier: MIT
 *
 * cuda - the queries of CUDA's driver interface about the device; each other
 * function ends the program with a line that says that it is not supported.
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
/* The numbers equal cudaDeviceAttr's. */
typedef enum CUdevice_attribute_enum {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89
} CUdevice_attribute;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;

UPSWEEP_RETURNS(static inline CUresult cuInit(unsigned flags),
                flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS)
UPSWEEP_RETURNS(static inline CUresult cuDriverGetVersion(int *version),
                (CUresult)cudaDriverGetVersion(version))
UPSWEEP_RETURNS(static inline CUresult cuDeviceGetCount(int *count),
                (CUresult)cudaGetDeviceCount(count))
UPSWEEP_RETURNS(static inline CUresult cuDeviceGet(CUdevice *device,
                                                   int number),
                *device = number,
                number ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS)
UPSWEEP_RETURNS(
    static inline CUresult cuDeviceGetAttribute(int *value,
                                                CUdevice_attribute attribute,
                                                CUdevice device),
    (CUresult)cudaDeviceGetAttribute(value, (cudaDeviceAttr)attribute, device))

#ifdef __cplusplus
#define UPSWEEP_DRIVER(name)                                                   \
    template <class... A> inline CUresult name(A...)                           \
    {                                                                          \
        upsweep_missing(#name " is not supported (CUDA's driver interface)");  \
        return CUDA_ERROR_NOT_SUPPORTED;                                       \
    }
UPSWEEP_DRIVER(cuCtxCreate)
UPSWEEP_DRIVER(cuCtxDestroy)
UPSWEEP_DRIVER(cuCtxGetCurrent)
UPSWEEP_DRIVER(cuCtxSetCurrent)
UPSWEEP_DRIVER(cuCtxSynchronize)
UPSWEEP_DRIVER(cuDeviceGetName)
UPSWEEP_DRIVER(cuDevicePrimaryCtxRetain)
UPSWEEP_DRIVER(cuDeviceTotalMem)
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
