/* SPDX-License-Identifier: MIT
 *
 * upsweep_missing - host functions and types of CUDA's that are not there
 * (C++).  A function ends the program with a line that names it; a type is an
 * error of the compiler's that says why.
 */
#ifndef UPSWEEP_MISSING_H
#define UPSWEEP_MISSING_H

#include "cuda_runtime_api.h"

#define UPSWEEP_UNAVAILABLE(what)                                              \
    __attribute__((unavailable("UPSWEEP: " what " are not supported")))

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
UPSWEEP_NO_TYPE(cudaKernelNodeParams, "graphs")
UPSWEEP_NO_TYPE(cudaHostNodeParams, "graphs")
UPSWEEP_NO_TYPE(cudaMemsetParams, "graphs")
UPSWEEP_NO_TYPE(cudaMemPoolProps, "pools of memory of one's own")
UPSWEEP_NO_TYPE(cudaIpcMemHandle_t, "handles of memory for other processes")
UPSWEEP_NO_TYPE(cudaGraphicsResource_t, "pictures of OpenGL")
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
UPSWEEP_MISSING(cudaCreateChannelDesc, "textures")
UPSWEEP_MISSING(cudaGetChannelDesc, "textures")
UPSWEEP_MISSING(cudaMallocArray, "textures")
UPSWEEP_MISSING(cudaMalloc3DArray, "textures")
UPSWEEP_MISSING(cudaFreeArray, "textures")
UPSWEEP_MISSING(cudaMemcpyToArray, "textures")
UPSWEEP_MISSING(cudaMemcpyFromArray, "textures")
UPSWEEP_MISSING(cudaMemcpy2DToArray, "textures")
UPSWEEP_MISSING(cudaMemcpy2DFromArray, "textures")
UPSWEEP_MISSING(cudaMalloc3D, "copies in three dimensions")
UPSWEEP_MISSING(cudaMemcpy3D, "copies in three dimensions")
UPSWEEP_MISSING(cudaMemcpy3DAsync, "copies in three dimensions")
UPSWEEP_MISSING(cudaMemset3D, "copies in three dimensions")
UPSWEEP_MISSING(cudaGraphCreate, "graphs")
UPSWEEP_MISSING(cudaGraphAddKernelNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddMemcpyNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddMemcpyNode1D, "graphs")
UPSWEEP_MISSING(cudaGraphAddMemsetNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddHostNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddEmptyNode, "graphs")
UPSWEEP_MISSING(cudaGraphAddDependencies, "graphs")
UPSWEEP_MISSING(cudaGraphClone, "graphs")
UPSWEEP_MISSING(cudaGraphGetNodes, "graphs")
UPSWEEP_MISSING(cudaGraphInstantiate, "graphs")
UPSWEEP_MISSING(cudaGraphInstantiateWithFlags, "graphs")
UPSWEEP_MISSING(cudaGraphUpload, "graphs")
UPSWEEP_MISSING(cudaGraphLaunch, "graphs")
UPSWEEP_MISSING(cudaGraphDestroy, "graphs")
UPSWEEP_MISSING(cudaGraphExecDestroy, "graphs")
UPSWEEP_MISSING(cudaGraphExecUpdate, "graphs")
UPSWEEP_MISSING(cudaGraphExecKernelNodeSetParams, "graphs")
UPSWEEP_MISSING(cudaStreamBeginCapture, "graphs")
UPSWEEP_MISSING(cudaStreamEndCapture, "graphs")
UPSWEEP_MISSING(cudaStreamIsCapturing, "graphs")
UPSWEEP_MISSING(cudaIpcGetMemHandle, "handles of memory for other processes")
UPSWEEP_MISSING(cudaIpcOpenMemHandle, "handles of memory for other processes")
UPSWEEP_MISSING(cudaIpcCloseMemHandle, "handles of memory for other processes")
UPSWEEP_MISSING(cudaLaunchKernelExC, "launches with attributes")
UPSWEEP_MISSING(cudaLaunchCooperativeKernelMultiDevice, "several devices")
UPSWEEP_MISSING(cudaMemPoolCreate, "pools of memory")
UPSWEEP_MISSING(cudaMemPoolDestroy, "pools of memory")
UPSWEEP_MISSING(cudaGraphicsGLRegisterBuffer, "pictures of OpenGL")
UPSWEEP_MISSING(cudaGraphicsMapResources, "pictures of OpenGL")
UPSWEEP_MISSING(cudaGraphicsUnmapResources, "pictures of OpenGL")
UPSWEEP_MISSING(cudaGraphicsUnregisterResource, "pictures of OpenGL")
UPSWEEP_MISSING(cudaGraphicsResourceGetMappedPointer, "pictures of OpenGL")

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
