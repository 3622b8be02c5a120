/* SPDX-License-Identifier: MIT
 *
 * driver_types - types and constants of CUDA's host functions.
 */
#ifndef UPSWEEP_DRIVER_TYPES_H
#define UPSWEEP_DRIVER_TYPES_H
#define __DRIVER_TYPES_H__ /* other headers look for it */

#include "vector_types.h"

#include <stddef.h>

/* Errors, with CUDA's numbers: NAME(number, text). */
#define UPSWEEP_ERRORS(E)                                                      \
    E(cudaSuccess, 0, "no error")                                              \
    E(cudaErrorInvalidValue, 1, "invalid argument")                            \
    E(cudaErrorMemoryAllocation, 2, "out of memory")                           \
    E(cudaErrorInitializationError, 3, "initialization error")                 \
    E(cudaErrorCudartUnloading, 4, "driver shutting down")                     \
    E(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")      \
    E(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                \
    E(cudaErrorInvalidSymbol, 13, "invalid device symbol")                     \
    E(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                 \
    E(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")             \
    E(cudaErrorInvalidMemcpyDirection, 21,                                     \
      "invalid copy direction for memcpy")                                     \
    E(cudaErrorInsufficientDriver, 35,                                         \
      "CUDA driver version is insufficient for CUDA runtime version")          \
    E(cudaErrorMissingConfiguration, 52,                                       \
      "__global__ function call is not "                                       \
      "configured")                                                            \
    E(cudaErrorInvalidDeviceFunction, 98, "invalid device function")           \
    E(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")            \
    E(cudaErrorInvalidDevice, 101, "invalid device ordinal")                   \
    E(cudaErrorNoKernelImageForDevice, 209,                                    \
      "no kernel image is available for execution on the device")              \
    E(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")          \
    E(cudaErrorNotReady, 600, "device not ready")                              \
    E(cudaErrorIllegalAddress, 700,                                            \
      "an illegal memory access was encountered")                              \
    E(cudaErrorLaunchOutOfResources, 701,                                      \
      "too many resources requested for launch")                               \
    E(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")  \
    E(cudaErrorPeerAccessAlreadyEnabled, 704,                                  \
      "peer access is already enabled")                                        \
    E(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")  \
    E(cudaErrorAssert, 710, "device-side assert triggered")                    \
    E(cudaErrorHostMemoryAlreadyRegistered, 712,                               \
      "part or all of the requested memory range is already mapped")           \
    E(cudaErrorHostMemoryNotRegistered, 713,                                   \
      "pointer does not correspond to a registered memory region")             \
    E(cudaErrorLaunchFailure, 719, "unspecified launch failure")               \
    E(cudaErrorCooperativeLaunchTooLarge, 720,                                 \
      "too many blocks in cooperative launch")                                 \
    E(cudaErrorNotPermitted, 800, "operation not permitted")                   \
    E(cudaErrorNotSupported, 801, "operation not supported")                   \
    E(cudaErrorUnknown, 999, "unknown error")

#define UPSWEEP_ERROR_VALUE(name, number, text) name = number,
typedef enum cudaError { UPSWEEP_ERRORS(UPSWEEP_ERROR_VALUE) } cudaError_t;
#undef UPSWEEP_ERROR_VALUE

typedef enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
} cudaMemcpyKind;

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef void (*cudaHostFn_t)(void *user);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status,
                                     void *user);

#define cudaStreamLegacy               ((cudaStream_t)0x1)
#define cudaStreamPerThread            ((cudaStream_t)0x2)
#define cudaStreamDefault              0x00
#define cudaStreamNonBlocking          0x01
#define cudaEventDefault               0x00
#define cudaEventBlockingSync          0x01
#define cudaEventDisableTiming         0x02
#define cudaEventInterprocess          0x04
#define cudaHostAllocDefault           0x00
#define cudaHostAllocPortable          0x01
#define cudaHostAllocMapped            0x02
#define cudaHostAllocWriteCombined     0x04
#define cudaHostRegisterDefault        0x00
#define cudaHostRegisterPortable       0x01
#define cudaHostRegisterMapped         0x02
#define cudaMemAttachGlobal            0x01
#define cudaMemAttachHost              0x02
#define cudaMemAttachSingle            0x04
#define cudaDeviceScheduleAuto         0x00
#define cudaDeviceScheduleSpin         0x01
#define cudaDeviceScheduleYield        0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync         0x04
#define cudaDeviceMapHost              0x08
#define cudaDeviceLmemResizeToMax      0x10
#define cudaOccupancyDefault           0x00
#define cudaCpuDeviceId                ((int)-1)
#define cudaInvalidDeviceId            ((int)-2)

typedef enum cudaFuncCache {
    cudaFuncCachePreferNone,
    cudaFuncCachePreferShared,
    cudaFuncCachePreferL1,
    cudaFuncCachePreferEqual
} cudaFuncCache;

typedef enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault,
    cudaSharedMemBankSizeFourByte,
    cudaSharedMemBankSizeEightByte
} cudaSharedMemConfig;

typedef enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxShared = 100,
    cudaSharedmemCarveoutMaxL1 = 0
} cudaSharedCarveout;

typedef enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
} cudaFuncAttribute;

typedef struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
    int maxDynamicSharedSizeBytes, preferredShmemCarveout;
} cudaFuncAttributes;

typedef enum cudaLimit {
    cudaLimitStackSize,
    cudaLimitPrintfFifoSize,
    cudaLimitMallocHeapSize,
    cudaLimitDevRuntimeSyncDepth,
    cudaLimitDevRuntimePendingLaunchCount,
    cudaLimitMaxL2FetchGranularity,
    cudaLimitPersistingL2CacheSize
} cudaLimit;

typedef enum cudaComputeMode {
    cudaComputeModeDefault,
    cudaComputeModeExclusive,
    cudaComputeModeProhibited,
    cudaComputeModeExclusiveProcess
} cudaComputeMode;

typedef enum cudaMemoryType {
    cudaMemoryTypeUnregistered,
    cudaMemoryTypeHost,
    cudaMemoryTypeDevice,
    cudaMemoryTypeManaged
} cudaMemoryType;

typedef struct cudaPointerAttributes {
    cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
} cudaPointerAttributes;

typedef enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly,
    cudaMemAdviseSetPreferredLocation,
    cudaMemAdviseUnsetPreferredLocation,
    cudaMemAdviseSetAccessedBy,
    cudaMemAdviseUnsetAccessedBy
} cudaMemoryAdvise;

typedef struct cudaExtent {
    size_t width, height, depth;
} cudaExtent;
typedef struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
} cudaPitchedPtr;
typedef struct CUuuid_st {
    char bytes[16];
} cudaUUID_t;

/* Device attributes, with CUDA's numbers and what this machine answers. */
#define UPSWEEP_ATTRIBUTES(A)                                                  \
    A(cudaDevAttrMaxThreadsPerBlock, 1, 1024)                                  \
    A(cudaDevAttrMaxBlockDimX, 2, 1024)                                        \
    A(cudaDevAttrMaxBlockDimY, 3, 1024)                                        \
    A(cudaDevAttrMaxBlockDimZ, 4, 64)                                          \
    A(cudaDevAttrMaxGridDimX, 5, 2147483647)                                   \
    A(cudaDevAttrMaxGridDimY, 6, 65535)                                        \
    A(cudaDevAttrMaxGridDimZ, 7, 65535)                                        \
    A(cudaDevAttrMaxSharedMemoryPerBlock, 8, 49152)                            \
    A(cudaDevAttrTotalConstantMemory, 9, 65536)                                \
    A(cudaDevAttrWarpSize, 10, 32)                                             \
    A(cudaDevAttrMaxPitch, 11, 2147483647)                                     \
    A(cudaDevAttrMaxRegistersPerBlock, 12, 65536)                              \
    A(cudaDevAttrClockRate, 13, 1000000)                                       \
    A(cudaDevAttrTextureAlignment, 14, 512)                                    \
    A(cudaDevAttrGpuOverlap, 15, 1)                                            \
    A(cudaDevAttrMultiProcessorCount, 16, 4)                                   \
    A(cudaDevAttrKernelExecTimeout, 17, 0)                                     \
    A(cudaDevAttrIntegrated, 18, 0)                                            \
    A(cudaDevAttrCanMapHostMemory, 19, 1)                                      \
    A(cudaDevAttrComputeMode, 20, 0)                                           \
    A(cudaDevAttrConcurrentKernels, 31, 1)                                     \
    A(cudaDevAttrEccEnabled, 32, 0)                                            \
    A(cudaDevAttrPciBusId, 33, 0)                                              \
    A(cudaDevAttrPciDeviceId, 34, 0)                                           \
    A(cudaDevAttrMemoryClockRate, 36, 1000000)                                 \
    A(cudaDevAttrGlobalMemoryBusWidth, 37, 256)                                \
    A(cudaDevAttrL2CacheSize, 38, 4194304)                                     \
    A(cudaDevAttrMaxThreadsPerMultiProcessor, 39, 2048)                        \
    A(cudaDevAttrAsyncEngineCount, 40, 1)                                      \
    A(cudaDevAttrUnifiedAddressing, 41, 1)                                     \
    A(cudaDevAttrComputeCapabilityMajor, 75, 9)                                \
    A(cudaDevAttrComputeCapabilityMinor, 76, 0)                                \
    A(cudaDevAttrStreamPrioritiesSupported, 78, 0)                             \
    A(cudaDevAttrMaxSharedMemoryPerMultiprocessor, 81, 233472)                 \
    A(cudaDevAttrMaxRegistersPerMultiprocessor, 82, 65536)                     \
    A(cudaDevAttrManagedMemory, 83, 1)                                         \
    A(cudaDevAttrIsMultiGpuBoard, 84, 0)                                       \
    A(cudaDevAttrHostNativeAtomicSupported, 86, 1)                             \
    A(cudaDevAttrPageableMemoryAccess, 88, 0)                                  \
    A(cudaDevAttrConcurrentManagedAccess, 89, 1)                               \
    A(cudaDevAttrComputePreemptionSupported, 90, 1)                            \
    A(cudaDevAttrCooperativeLaunch, 95, 1)                                     \
    A(cudaDevAttrMaxSharedMemoryPerBlockOptin, 97, 232448)                     \
    A(cudaDevAttrMaxBlocksPerMultiprocessor, 106, 32)                          \
    A(cudaDevAttrReservedSharedMemoryPerBlock, 111, 0)                         \
    A(cudaDevAttrMemoryPoolsSupported, 115, 1)

#define UPSWEEP_ATTRIBUTE_VALUE(name, number, value) name = number,
typedef enum cudaDeviceAttr {
    UPSWEEP_ATTRIBUTES(UPSWEEP_ATTRIBUTE_VALUE)
} cudaDeviceAttr;
#undef UPSWEEP_ATTRIBUTE_VALUE

typedef struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    size_t totalGlobalMem, sharedMemPerBlock, memPitch, totalConstMem;
    size_t textureAlignment, texturePitchAlignment, surfaceAlignment;
    size_t sharedMemPerMultiprocessor, sharedMemPerBlockOptin;
    size_t reservedSharedMemPerBlock;
    int regsPerBlock, warpSize, maxThreadsPerBlock;
    int maxThreadsDim[3], maxGridSize[3];
    int clockRate, major, minor, deviceOverlap, multiProcessorCount;
    int kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
    int maxTexture1D, maxTexture2D[2], maxTexture3D[3];
    int maxTexture1DLayered[2], maxTexture2DLayered[3];
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID;
    int tccDriver, asyncEngineCount, unifiedAddressing, memoryClockRate;
    int memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor, streamPrioritiesSupported;
    int globalL1CacheSupported, localL1CacheSupported;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard;
    int multiGpuBoardGroupID, hostNativeAtomicSupported;
    int singleToDoublePrecisionPerfRatio, pageableMemoryAccess;
    int concurrentManagedAccess, computePreemptionSupported;
    int canUseHostPointerForRegisteredMem, cooperativeLaunch;
    int cooperativeMultiDeviceLaunch, pageableMemoryAccessUsesHostPageTables;
    int directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
    int accessPolicyMaxWindowSize;
} cudaDeviceProp;

#endif
