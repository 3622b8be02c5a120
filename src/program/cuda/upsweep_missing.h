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

/* The same of each of up to 40 names. */
#define UPSWEEP_MISSING_ALL(...)                                               \
    UPSWEEP_MANY(UPSWEEP_MANY(UPSWEEP_MANY(UPSWEEP_FIRST(__VA_ARGS__))))
#define UPSWEEP_MANY(...) UPSWEEP_MORE(UPSWEEP_MORE(UPSWEEP_MORE(__VA_ARGS__)))
#define UPSWEEP_MORE(...) UPSWEEP_SOME(UPSWEEP_SOME(UPSWEEP_SOME(__VA_ARGS__)))
#define UPSWEEP_SOME(...) __VA_ARGS__
#define UPSWEEP_FIRST(what, name, ...)                                         \
    UPSWEEP_MISSING(name, what)                                                \
    __VA_OPT__(UPSWEEP_REST UPSWEEP_NONE(what, __VA_ARGS__))
#define UPSWEEP_REST() UPSWEEP_FIRST
#define UPSWEEP_NONE   ()

/* ---- Types ----------------------------------------------------------------*/

typedef int cudaStreamCaptureMode, cudaStreamCaptureStatus, cudaGraphNodeType;
typedef int cudaGraphExecUpdateResult, cudaTextureReadMode, cudaResourceType;
typedef int cudaTextureAddressMode, cudaTextureFilterMode;
typedef int cudaChannelFormatKind;
constexpr int cudaStreamCaptureModeGlobal = 0,
              cudaStreamCaptureModeThreadLocal = 1,
              cudaStreamCaptureModeRelaxed = 2, cudaStreamCaptureStatusNone = 0,
              cudaStreamCaptureStatusActive = 1, cudaReadModeElementType = 0,
              cudaReadModeNormalizedFloat = 1, cudaAddressModeWrap = 0,
              cudaAddressModeClamp = 1, cudaAddressModeMirror = 2,
              cudaAddressModeBorder = 3, cudaFilterModePoint = 0,
              cudaFilterModeLinear = 1, cudaResourceTypeArray = 0,
              cudaResourceTypeMipmappedArray = 1, cudaResourceTypeLinear = 2,
              cudaResourceTypePitch2D = 3, cudaChannelFormatKindSigned = 0,
              cudaChannelFormatKindUnsigned = 1, cudaChannelFormatKindFloat = 2,
              cudaChannelFormatKindNone = 3, cudaTextureType1D = 1,
              cudaTextureType2D = 2, cudaTextureType3D = 3,
              cudaArrayDefault = 0, cudaArrayLayered = 1,
              cudaArraySurfaceLoadStore = 2;
typedef struct cudaArray *cudaArray_t, *cudaMipmappedArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;

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
UPSWEEP_RETURNS(inline cudaPitchedPtr make_cudaPitchedPtr(
                    void *to, size_t pitch, size_t width, size_t height),
                {to, pitch, width, height})
UPSWEEP_RETURNS(inline cudaChannelFormatDesc cudaCreateChannelDesc(
                    int x, int y, int z, int w, cudaChannelFormatKind f),
                {x, y, z, w, f})
template <class T>
UPSWEEP_RETURNS(inline cudaChannelFormatDesc cudaCreateChannelDesc(),
                {8 * (int)sizeof(T), 0, 0, 0, cudaChannelFormatKindNone})

/* ---- Host functions -------------------------------------------------------*/

UPSWEEP_MISSING_ALL("textures", cudaBindTexture, cudaBindTexture2D,
                    cudaBindTextureToArray, cudaUnbindTexture,
                    cudaCreateTextureObject, cudaDestroyTextureObject,
                    cudaGetChannelDesc, cudaMallocArray, cudaMalloc3DArray,
                    cudaFreeArray, cudaMemcpyToArray, cudaMemcpyFromArray,
                    cudaMallocMipmappedArray, cudaMemcpy2DToArray,
                    cudaMemcpy2DFromArray)
UPSWEEP_MISSING_ALL("surfaces", cudaCreateSurfaceObject,
                    cudaDestroySurfaceObject, cudaBindSurfaceToArray)
UPSWEEP_MISSING_ALL("copies in three dimensions", cudaMalloc3D, cudaMemcpy3D,
                    cudaMemcpy3DAsync, cudaMemset3D)
UPSWEEP_MISSING_ALL("graphs", cudaGraphCreate, cudaGraphAddKernelNode,
                    cudaGraphAddMemcpyNode, cudaGraphAddMemcpyNode1D,
                    cudaGraphAddMemsetNode, cudaGraphAddHostNode,
                    cudaGraphAddEmptyNode, cudaGraphAddDependencies,
                    cudaGraphClone, cudaGraphGetNodes, cudaGraphInstantiate,
                    cudaGraphInstantiateWithFlags, cudaGraphUpload,
                    cudaGraphDebugDotPrint, cudaGraphNodeGetType,
                    cudaGraphLaunch, cudaGraphDestroy, cudaGraphExecDestroy,
                    cudaGraphExecUpdate, cudaGraphExecKernelNodeSetParams,
                    cudaStreamBeginCapture, cudaStreamEndCapture,
                    cudaStreamIsCapturing)
UPSWEEP_MISSING_ALL("handles of memory for other processes",
                    cudaIpcGetMemHandle, cudaIpcOpenMemHandle,
                    cudaIpcCloseMemHandle)
UPSWEEP_MISSING_ALL("launches with attributes", cudaLaunchKernelExC)
UPSWEEP_MISSING_ALL("several devices", cudaLaunchCooperativeKernelMultiDevice)
UPSWEEP_MISSING_ALL("pools of memory", cudaMemPoolCreate, cudaMemPoolDestroy)
UPSWEEP_MISSING_ALL("pictures of OpenGL", cudaGraphicsGLRegisterBuffer,
                    cudaGraphicsMapResources, cudaGraphicsUnmapResources,
                    cudaGraphicsUnregisterResource,
                    cudaGraphicsResourceGetMappedPointer)

/* ---- What a kernel reads from a texture -----------------------------------*/

#ifdef __CUDACC__
UPSWEEP_DEVICE_BEGIN
#define UPSWEEP_MISSING_FETCH(name)                                            \
    template <class T = void, class... A> inline T name(A...)                  \
    {                                                                          \
        upsweep_missing(#name " is not supported (textures)");                 \
    }                                                                          \
    template <class T, int dimensions, int mode, class... A>                   \
    inline T name(const texture<T, dimensions, mode> &, A...)                  \
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
