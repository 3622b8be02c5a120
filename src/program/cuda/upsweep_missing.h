/* SPDX-License-Identifier: MIT
 *
 * upsweep_missing - host functions and types of CUDA's that are not there
 * (C++).  A function ends the program with a line that names it; a type is an
 * error of the compiler's that says why.
 */
#ifndef UPSWEEP_MISSING_H
#define UPSWEEP_MISSING_H

#include "cuda_runtime_api.h"

#ifdef __has_attribute
#if __has_attribute(unavailable)
#define UPSWEEP_UNAVAILABLE(what)                                              \
    __attribute__((unavailable("UPSWEEP: " what " are not supported")))
#endif
#endif
#ifndef UPSWEEP_UNAVAILABLE
#define UPSWEEP_UNAVAILABLE(what)
#endif

#define UPSWEEP_MISSING(name, what)                                            \
    template <class... A> inline cudaError_t name(A &&...)                     \
    {                                                                          \
        upsweep_missing(#name " is not supported (" what ")");                 \
        return cudaErrorNotSupported;                                          \
    }

#define UPSWEEP_NO_TYPE(name, what)                                            \
    struct UPSWEEP_UNAVAILABLE(what) name {                                    \
    };
UPSWEEP_NO_TYPE(cudaArray, "textures and arrays of CUDA")
UPSWEEP_NO_TYPE(cudaChannelFormatDesc, "textures and arrays of CUDA")
UPSWEEP_NO_TYPE(cudaResourceDesc, "textures and arrays of CUDA")
UPSWEEP_NO_TYPE(cudaTextureDesc, "textures and arrays of CUDA")
UPSWEEP_NO_TYPE(cudaMemcpy3DParms, "copies in three dimensions")
UPSWEEP_NO_TYPE(cudaGraphicsResource, "pictures of OpenGL")
UPSWEEP_NO_TYPE(cudaGraphNode_t, "graphs")
UPSWEEP_NO_TYPE(cudaGraphNodeParams, "graphs")
UPSWEEP_NO_TYPE(cudaKernelNodeParams, "graphs")
UPSWEEP_NO_TYPE(cudaHostNodeParams, "graphs")
UPSWEEP_NO_TYPE(cudaMemsetParams, "graphs")
UPSWEEP_NO_TYPE(cudaMemPoolProps, "pools of memory of one's own")
UPSWEEP_NO_TYPE(cudaIpcMemHandle_t, "handles of memory for other processes")
UPSWEEP_NO_TYPE(cudaIpcEventHandle_t, "handles of memory for other processes")
UPSWEEP_NO_TYPE(cudaMipmappedArray_t, "textures and arrays of CUDA")
UPSWEEP_NO_TYPE(cudaGraphicsResource_t, "pictures of OpenGL")
UPSWEEP_NO_TYPE(cudaExternalMemory_t, "memory of other libraries")
typedef enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal,
    cudaStreamCaptureModeThreadLocal,
    cudaStreamCaptureModeRelaxed
} cudaStreamCaptureMode;
typedef enum cudaTextureReadMode {
    cudaReadModeElementType,
    cudaReadModeNormalizedFloat
} cudaTextureReadMode;
enum { cudaTextureType1D = 1, cudaTextureType2D, cudaTextureType3D };
template <class T, int dimensions = 1, int mode = 0>
struct UPSWEEP_UNAVAILABLE("textures and arrays of CUDA") texture {
};
template <class T, int dimensions = 1>
struct UPSWEEP_UNAVAILABLE("surfaces") surface {
};
typedef void *cudaArray_t UPSWEEP_UNAVAILABLE("textures and arrays of CUDA");
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

UPSWEEP_MISSING(cudaBindTexture, "textures")
UPSWEEP_MISSING(cudaBindTexture2D, "textures")
UPSWEEP_MISSING(cudaBindTextureToArray, "textures")
UPSWEEP_MISSING(cudaUnbindTexture, "textures")
UPSWEEP_MISSING(cudaCreateTextureObject, "textures")
UPSWEEP_MISSING(cudaDestroyTextureObject, "textures")
UPSWEEP_MISSING(cudaCreateSurfaceObject, "surfaces")
UPSWEEP_MISSING(cudaDestroySurfaceObject, "surfaces")
UPSWEEP_MISSING(cudaMallocArray, "textures")
UPSWEEP_MISSING(cudaMalloc3DArray, "textures")
UPSWEEP_MISSING(cudaFreeArray, "textures")
UPSWEEP_MISSING(cudaMemcpyToArray, "textures")
UPSWEEP_MISSING(cudaMemcpyFromArray, "textures")
UPSWEEP_MISSING(cudaMemcpy2DToArray, "textures")
UPSWEEP_MISSING(cudaMalloc3D, "copies in three dimensions")
UPSWEEP_MISSING(cudaMemcpy3D, "copies in three dimensions")
UPSWEEP_MISSING(cudaMemcpy3DAsync, "copies in three dimensions")
UPSWEEP_MISSING(cudaMemset3D, "copies in three dimensions")
UPSWEEP_MISSING(cudaGraphCreate, "graphs")
UPSWEEP_MISSING(cudaGraphAddKernelNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddMemcpyNode, "graphs")
UPSWEEP_MISSING(cudaGraphInstantiate, "graphs")
UPSWEEP_MISSING(cudaGraphLaunch, "graphs")
UPSWEEP_MISSING(cudaGraphDestroy, "graphs")
UPSWEEP_MISSING(cudaGraphExecDestroy, "graphs")
UPSWEEP_MISSING(cudaStreamBeginCapture, "graphs")
UPSWEEP_MISSING(cudaStreamEndCapture, "graphs")
UPSWEEP_MISSING(cudaIpcGetMemHandle, "handles of memory for other processes")
UPSWEEP_MISSING(cudaIpcOpenMemHandle, "handles of memory for other processes")
UPSWEEP_MISSING(cudaLaunchKernelExC, "launches with attributes")
UPSWEEP_MISSING(cudaLaunchCooperativeKernelMultiDevice, "several devices")
UPSWEEP_MISSING(cudaMemPoolCreate, "pools of memory")
UPSWEEP_MISSING(cudaArrayGetInfo, "textures")
UPSWEEP_MISSING(cudaArrayGetMemoryRequirements, "textures")
UPSWEEP_MISSING(cudaArrayGetPlane, "textures")
UPSWEEP_MISSING(cudaArrayGetSparseProperties, "textures")
UPSWEEP_MISSING(cudaCreateChannelDesc, "textures")
UPSWEEP_MISSING(cudaDeviceGetTexture1DLinearMaxWidth, "textures")
UPSWEEP_MISSING(cudaExternalMemoryGetMappedMipmappedArray, "textures")
UPSWEEP_MISSING(cudaFreeMipmappedArray, "textures")
UPSWEEP_MISSING(cudaGetChannelDesc, "textures")
UPSWEEP_MISSING(cudaGetMipmappedArrayLevel, "textures")
UPSWEEP_MISSING(cudaGetTextureObjectResourceDesc, "textures")
UPSWEEP_MISSING(cudaGetTextureObjectResourceViewDesc, "textures")
UPSWEEP_MISSING(cudaGetTextureObjectTextureDesc, "textures")
UPSWEEP_MISSING(cudaMallocMipmappedArray, "textures")
UPSWEEP_MISSING(cudaMemcpy2DArrayToArray, "textures")
UPSWEEP_MISSING(cudaMemcpy2DFromArray, "textures")
UPSWEEP_MISSING(cudaMemcpy2DFromArrayAsync, "textures")
UPSWEEP_MISSING(cudaMemcpy2DToArrayAsync, "textures")
UPSWEEP_MISSING(cudaMemcpyArrayToArray, "textures")
UPSWEEP_MISSING(cudaMemcpyFromArrayAsync, "textures")
UPSWEEP_MISSING(cudaMemcpyToArrayAsync, "textures")
UPSWEEP_MISSING(cudaMipmappedArrayGetMemoryRequirements, "textures")
UPSWEEP_MISSING(cudaMipmappedArrayGetSparseProperties, "textures")
UPSWEEP_MISSING(cudaDestroyExternalMemory, "memory of other libraries")
UPSWEEP_MISSING(cudaDestroyExternalSemaphore, "memory of other libraries")
UPSWEEP_MISSING(cudaExternalMemoryGetMappedBuffer, "memory of other libraries")
UPSWEEP_MISSING(cudaImportExternalMemory, "memory of other libraries")
UPSWEEP_MISSING(cudaImportExternalSemaphore, "memory of other libraries")
UPSWEEP_MISSING(cudaSignalExternalSemaphoresAsync, "memory of other libraries")
UPSWEEP_MISSING(cudaWaitExternalSemaphoresAsync, "memory of other libraries")
UPSWEEP_MISSING(cudaDeviceGetGraphMemAttribute, "graphs")
UPSWEEP_MISSING(cudaDeviceGraphMemTrim, "graphs")
UPSWEEP_MISSING(cudaDeviceSetGraphMemAttribute, "graphs")
UPSWEEP_MISSING(cudaGraphAddChildGraphNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddDependencies, "graphs")
UPSWEEP_MISSING(cudaGraphAddEmptyNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddEventRecordNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddEventWaitNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddExternalSemaphoresSignalNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddExternalSemaphoresWaitNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddHostNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddMemAllocNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddMemFreeNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddMemcpyNode1D, "graphs")
UPSWEEP_MISSING(cudaGraphAddMemcpyNodeFromSymbol, "graphs")
UPSWEEP_MISSING(cudaGraphAddMemcpyNodeToSymbol, "graphs")
UPSWEEP_MISSING(cudaGraphAddMemsetNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddNode, "graphs")
UPSWEEP_MISSING(cudaGraphChildGraphNodeGetGraph, "graphs")
UPSWEEP_MISSING(cudaGraphClone, "graphs")
UPSWEEP_MISSING(cudaGraphConditionalHandleCreate, "graphs")
UPSWEEP_MISSING(cudaGraphDebugDotPrint, "graphs")
UPSWEEP_MISSING(cudaGraphDestroyNode, "graphs")
UPSWEEP_MISSING(cudaGraphEventRecordNodeGetEvent, "graphs")
UPSWEEP_MISSING(cudaGraphEventRecordNodeSetEvent, "graphs")
UPSWEEP_MISSING(cudaGraphEventWaitNodeGetEvent, "graphs")
UPSWEEP_MISSING(cudaGraphEventWaitNodeSetEvent, "graphs")
UPSWEEP_MISSING(cudaGraphExecChildGraphNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphExecEventRecordNodeSetEvent, "graphs")
UPSWEEP_MISSING(cudaGraphExecEventWaitNodeSetEvent, "graphs")
UPSWEEP_MISSING(cudaGraphExecExternalSemaphoresSignalNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphExecExternalSemaphoresWaitNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphExecGetFlags, "graphs")
UPSWEEP_MISSING(cudaGraphExecHostNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphExecKernelNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphExecMemcpyNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphExecMemcpyNodeSetParams1D, "graphs")
UPSWEEP_MISSING(cudaGraphExecMemcpyNodeSetParamsFromSymbol, "graphs")
UPSWEEP_MISSING(cudaGraphExecMemcpyNodeSetParamsToSymbol, "graphs")
UPSWEEP_MISSING(cudaGraphExecMemsetNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphExecNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphExecUpdate, "graphs")
UPSWEEP_MISSING(cudaGraphExternalSemaphoresSignalNodeGetParams, "graphs")
UPSWEEP_MISSING(cudaGraphExternalSemaphoresSignalNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphExternalSemaphoresWaitNodeGetParams, "graphs")
UPSWEEP_MISSING(cudaGraphExternalSemaphoresWaitNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphGetEdges, "graphs")
UPSWEEP_MISSING(cudaGraphGetNodes, "graphs")
UPSWEEP_MISSING(cudaGraphGetRootNodes, "graphs")
UPSWEEP_MISSING(cudaGraphHostNodeGetParams, "graphs")
UPSWEEP_MISSING(cudaGraphHostNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphInstantiateWithFlags, "graphs")
UPSWEEP_MISSING(cudaGraphInstantiateWithParams, "graphs")
UPSWEEP_MISSING(cudaGraphKernelNodeCopyAttributes, "graphs")
UPSWEEP_MISSING(cudaGraphKernelNodeGetAttribute, "graphs")
UPSWEEP_MISSING(cudaGraphKernelNodeGetParams, "graphs")
UPSWEEP_MISSING(cudaGraphKernelNodeSetAttribute, "graphs")
UPSWEEP_MISSING(cudaGraphKernelNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphMemAllocNodeGetParams, "graphs")
UPSWEEP_MISSING(cudaGraphMemFreeNodeGetParams, "graphs")
UPSWEEP_MISSING(cudaGraphMemcpyNodeGetParams, "graphs")
UPSWEEP_MISSING(cudaGraphMemcpyNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphMemcpyNodeSetParams1D, "graphs")
UPSWEEP_MISSING(cudaGraphMemcpyNodeSetParamsFromSymbol, "graphs")
UPSWEEP_MISSING(cudaGraphMemcpyNodeSetParamsToSymbol, "graphs")
UPSWEEP_MISSING(cudaGraphMemsetNodeGetParams, "graphs")
UPSWEEP_MISSING(cudaGraphMemsetNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphNodeFindInClone, "graphs")
UPSWEEP_MISSING(cudaGraphNodeGetDependencies, "graphs")
UPSWEEP_MISSING(cudaGraphNodeGetDependentNodes, "graphs")
UPSWEEP_MISSING(cudaGraphNodeGetEnabled, "graphs")
UPSWEEP_MISSING(cudaGraphNodeGetType, "graphs")
UPSWEEP_MISSING(cudaGraphNodeSetEnabled, "graphs")
UPSWEEP_MISSING(cudaGraphNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaGraphReleaseUserObject, "graphs")
UPSWEEP_MISSING(cudaGraphRemoveDependencies, "graphs")
UPSWEEP_MISSING(cudaGraphRetainUserObject, "graphs")
UPSWEEP_MISSING(cudaGraphUpload, "graphs")
UPSWEEP_MISSING(cudaStreamBeginCaptureToGraph, "graphs")
UPSWEEP_MISSING(cudaStreamGetCaptureInfo, "graphs")
UPSWEEP_MISSING(cudaStreamIsCapturing, "graphs")
UPSWEEP_MISSING(cudaStreamUpdateCaptureDependencies, "graphs")
UPSWEEP_MISSING(cudaThreadExchangeStreamCaptureMode, "graphs")
UPSWEEP_MISSING(cudaUserObjectCreate, "graphs")
UPSWEEP_MISSING(cudaUserObjectRelease, "graphs")
UPSWEEP_MISSING(cudaUserObjectRetain, "graphs")
UPSWEEP_MISSING(cudaGetSurfaceObjectResourceDesc, "surfaces")
UPSWEEP_MISSING(cudaGraphicsResourceGetMappedMipmappedArray,
                "pictures of OpenGL")
UPSWEEP_MISSING(cudaGraphicsResourceGetMappedPointer, "pictures of OpenGL")
UPSWEEP_MISSING(cudaGraphicsResourceSetMapFlags, "pictures of OpenGL")
UPSWEEP_MISSING(cudaGraphicsSubResourceGetMappedArray, "pictures of OpenGL")
UPSWEEP_MISSING(cudaGraphicsUnregisterResource, "pictures of OpenGL")
UPSWEEP_MISSING(cudaIpcCloseMemHandle, "handles of memory for other processes")
UPSWEEP_MISSING(cudaIpcGetEventHandle, "handles of memory for other processes")
UPSWEEP_MISSING(cudaIpcOpenEventHandle, "handles of memory for other processes")
UPSWEEP_MISSING(cudaMemGetDefaultMemPool, "pools of memory")
UPSWEEP_MISSING(cudaMemGetMemPool, "pools of memory")
UPSWEEP_MISSING(cudaMemPoolDestroy, "pools of memory")
UPSWEEP_MISSING(cudaMemPoolExportPointer, "pools of memory")
UPSWEEP_MISSING(cudaMemPoolExportToShareableHandle, "pools of memory")
UPSWEEP_MISSING(cudaMemPoolGetAccess, "pools of memory")
UPSWEEP_MISSING(cudaMemPoolGetAttribute, "pools of memory")
UPSWEEP_MISSING(cudaMemPoolImportFromShareableHandle, "pools of memory")
UPSWEEP_MISSING(cudaMemPoolImportPointer, "pools of memory")
UPSWEEP_MISSING(cudaMemPoolSetAccess, "pools of memory")
UPSWEEP_MISSING(cudaMemSetMemPool, "pools of memory")
UPSWEEP_MISSING(cudaMemcpy3DBatchAsync, "copies in three dimensions")
UPSWEEP_MISSING(cudaMemcpy3DPeer, "copies in three dimensions")
UPSWEEP_MISSING(cudaMemcpy3DPeerAsync, "copies in three dimensions")
UPSWEEP_MISSING(cudaMemset3DAsync, "copies in three dimensions")
UPSWEEP_MISSING(cudaGraphicsGLRegisterBuffer, "pictures of OpenGL")
UPSWEEP_MISSING(cudaGraphicsMapResources, "pictures of OpenGL")
UPSWEEP_MISSING(cudaGraphicsUnmapResources, "pictures of OpenGL")

/* What a kernel reads from a texture. */
#define UPSWEEP_MISSING_FETCH(name)                                            \
    template <class T, class... A> inline T name(A...)                         \
    {                                                                          \
        upsweep_missing(#name " is not supported (textures)");                 \
        return T();                                                            \
    }
UPSWEEP_MISSING_FETCH(tex1Dfetch)
UPSWEEP_MISSING_FETCH(tex1D)
UPSWEEP_MISSING_FETCH(tex2D)
UPSWEEP_MISSING_FETCH(tex3D)
UPSWEEP_MISSING_FETCH(surf2Dread)
UPSWEEP_MISSING_FETCH(tex2DLayered)
#undef UPSWEEP_MISSING_FETCH
#undef UPSWEEP_MISSING
#undef UPSWEEP_NO_TYPE

#endif
