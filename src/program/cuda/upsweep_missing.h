/* SPDX-License-Identifier: MIT
 *
 * upsweep_missing - functions and types of CUDA's that are not there (C++).  A
 * function ends the program with a line that names it, when it is called; types
 * stand in, so that what is not called compiles.
 */
#ifndef UPSWEEP_MISSING_H
#define UPSWEEP_MISSING_H

#include "cuda_runtime_api.h"

#define UPSWEEP_MISSING(name, what)                                            \
    template <class... A> inline cudaError_t name(A &&...)                     \
    {                                                                          \
        upsweep_missing(#name " is not supported (" what ")");                 \
        return cudaErrorNotSupported;                                          \
    }

/* ---- Types ----------------------------------------------------------------*/

typedef enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal,
    cudaStreamCaptureModeThreadLocal,
    cudaStreamCaptureModeRelaxed
} cudaStreamCaptureMode;
typedef enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone,
    cudaStreamCaptureStatusActive,
    cudaStreamCaptureStatusInvalidated
} cudaStreamCaptureStatus;
typedef enum cudaTextureReadMode {
    cudaReadModeElementType,
    cudaReadModeNormalizedFloat
} cudaTextureReadMode;
typedef enum cudaTextureAddressMode {
    cudaAddressModeWrap,
    cudaAddressModeClamp,
    cudaAddressModeMirror,
    cudaAddressModeBorder
} cudaTextureAddressMode;
typedef enum cudaTextureFilterMode {
    cudaFilterModePoint,
    cudaFilterModeLinear
} cudaTextureFilterMode;
typedef enum cudaResourceType {
    cudaResourceTypeArray,
    cudaResourceTypeMipmappedArray,
    cudaResourceTypeLinear,
    cudaResourceTypePitch2D
} cudaResourceType;
typedef enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned,
    cudaChannelFormatKindUnsigned,
    cudaChannelFormatKindFloat,
    cudaChannelFormatKindNone
} cudaChannelFormatKind;
enum {
    cudaTextureType1D = 1,
    cudaTextureType2D,
    cudaTextureType3D,
    cudaArrayDefault = 0,
    cudaArrayLayered,
    cudaArraySurfaceLoadStore
};
typedef struct cudaArray *cudaArray_t, *cudaMipmappedArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef int cudaGraphExecUpdateResult, cudaGraphNodeType;

struct cudaChannelFormatDesc {
    int x, y, z, w;
    cudaChannelFormatKind f;
};
struct cudaResourceDesc {
    cudaResourceType resType;
    struct {
        struct {
            cudaArray_t array;
        } array;
        struct {
            void *devPtr;
            cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
};
struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int sRGB, normalizedCoords;
    unsigned maxAnisotropy;
    float borderColor[4];
};
template <class T, int dimensions = 1, int mode = 0>
struct __attribute__((device_builtin_texture_type)) texture {
    int normalized = 0;
    cudaTextureFilterMode filterMode = cudaFilterModePoint;
    cudaTextureAddressMode addressMode[3] = {};
    cudaChannelFormatDesc channelDesc = {};
};
template <class T, int dimensions = 1>
struct __attribute__((device_builtin_surface_type)) surface {
};
struct cudaPos {
    size_t x, y, z;
};
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};
struct cudaKernelNodeParams {
    void *func;
    dim3 gridDim, blockDim;
    unsigned sharedMemBytes;
    void **kernelParams, **extra;
};
struct cudaHostNodeParams {
    cudaHostFn_t fn;
    void *userData;
};
struct cudaMemsetParams {
    void *dst;
    size_t pitch;
    unsigned value, elementSize;
    size_t width, height;
};
struct cudaMemPoolProps {
    int allocType, handleTypes;
};
struct cudaIpcMemHandle_t {
    char reserved[64];
};

UPSWEEP_RETURNS(inline cudaPos make_cudaPos(size_t x, size_t y, size_t z),
                {x, y, z})
UPSWEEP_RETURNS(inline cudaExtent make_cudaExtent(size_t width, size_t height,
                                                  size_t depth),
                {width, height, depth})
UPSWEEP_RETURNS(inline cudaPitchedPtr make_cudaPitchedPtr(void *to,
                                                          size_t pitch,
                                                          size_t width,
                                                          size_t height),
                {to, pitch, width, height})
UPSWEEP_RETURNS(inline cudaChannelFormatDesc
                    cudaCreateChannelDesc(int x, int y, int z, int w,
                                          cudaChannelFormatKind f),
                {x, y, z, w, f})
template <class T>
UPSWEEP_RETURNS(inline cudaChannelFormatDesc cudaCreateChannelDesc(),
                {8 * (int)sizeof(T), 0, 0, 0, cudaChannelFormatKindNone})

/* ---- Host functions -------------------------------------------------------*/

UPSWEEP_MISSING(cudaBindTexture, "textures")
UPSWEEP_MISSING(cudaBindTexture2D, "textures")
UPSWEEP_MISSING(cudaBindTextureToArray, "textures")
UPSWEEP_MISSING(cudaUnbindTexture, "textures")
UPSWEEP_MISSING(cudaCreateTextureObject, "textures")
UPSWEEP_MISSING(cudaDestroyTextureObject, "textures")
UPSWEEP_MISSING(cudaCreateSurfaceObject, "surfaces")
UPSWEEP_MISSING(cudaDestroySurfaceObject, "surfaces")
UPSWEEP_MISSING(cudaGetChannelDesc, "textures")
UPSWEEP_MISSING(cudaMallocArray, "textures")
UPSWEEP_MISSING(cudaMalloc3DArray, "textures")
UPSWEEP_MISSING(cudaFreeArray, "textures")
UPSWEEP_MISSING(cudaMemcpyToArray, "textures")
UPSWEEP_MISSING(cudaMemcpyFromArray, "textures")
UPSWEEP_MISSING(cudaBindSurfaceToArray, "surfaces")
UPSWEEP_MISSING(cudaMallocMipmappedArray, "textures")
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
UPSWEEP_MISSING(cudaGraphDebugDotPrint, "graphs")
UPSWEEP_MISSING(cudaGraphNodeGetType, "graphs")
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

/* ---- What a kernel reads from a texture -----------------------------------*/

#ifdef __CUDACC__
UPSWEEP_DEVICE_BEGIN
#define UPSWEEP_MISSING_FETCH(name)                                            \
    template <class T = void, class... A> inline T name(A...)                  \
    {                                                                          \
        upsweep_missing(#name " is not supported (textures)");                 \
    }                                                                          \
    template <class T, int dimensions, int mode, class... A>                   \
    inline T name(const texture<T, dimensions, mode> &, A...)                        \
    {                                                                          \
        upsweep_missing(#name " is not supported (textures)");                 \
    }
UPSWEEP_MISSING_FETCH(tex1Dfetch)
UPSWEEP_MISSING_FETCH(tex1D)
UPSWEEP_MISSING_FETCH(tex2D)
UPSWEEP_MISSING_FETCH(tex3D)
UPSWEEP_MISSING_FETCH(tex2DLayered)
UPSWEEP_MISSING_FETCH(surf1Dread)
UPSWEEP_MISSING_FETCH(surf1Dwrite)
UPSWEEP_MISSING_FETCH(surf2Dread)
UPSWEEP_MISSING_FETCH(surf2Dwrite)
UPSWEEP_DEVICE_END
#undef UPSWEEP_MISSING_FETCH
#endif
#undef UPSWEEP_MISSING

#endif
