/* SPDX-License-Identifier: MIT
 *
 * upsweep_missing - functions and types of CUDA's that are not there (C++).  A
 * function ends the program with a line that names it, when it is called; types
 * stand in, so that what is not called compiles.
 */
#ifndef UPSWEEP_MISSING_H
#define UPSWEEP_MISSING_H

#include "cuda_runtime_api.h"

/* EACH(name, what) of each of up to 40 names. */
#define UPSWEEP_ALL(...)                                                       \
    UPSWEEP_MANY(UPSWEEP_MANY(UPSWEEP_MANY(UPSWEEP_FIRST(__VA_ARGS__))))
#define UPSWEEP_MANY(...) UPSWEEP_MORE(UPSWEEP_MORE(UPSWEEP_MORE(__VA_ARGS__)))
#define UPSWEEP_MORE(...) UPSWEEP_SOME(UPSWEEP_SOME(UPSWEEP_SOME(__VA_ARGS__)))
#define UPSWEEP_SOME(...) __VA_ARGS__
#define UPSWEEP_FIRST(each, what, name, ...)                                   \
    each(name, what)                                                           \
        __VA_OPT__(UPSWEEP_REST UPSWEEP_NONE(each, what, __VA_ARGS__))
#define UPSWEEP_REST() UPSWEEP_FIRST
#define UPSWEEP_NONE   ()

/* ---- Types ----------------------------------------------------------------*/

typedef int cudaStreamCaptureMode, cudaStreamCaptureStatus, cudaGraphNodeType,
    cudaGraphExecUpdateResult, cudaTextureReadMode, cudaResourceType,
    cudaTextureAddressMode, cudaTextureFilterMode, cudaChannelFormatKind;
#define UPSWEEP_MISSING(name, value) constexpr int name = value;
UPSWEEP_ALL(UPSWEEP_MISSING, 0, cudaStreamCaptureModeGlobal,
            cudaStreamCaptureStatusNone, cudaReadModeElementType,
            cudaAddressModeWrap, cudaFilterModePoint, cudaResourceTypeArray,
            cudaChannelFormatKindSigned, cudaArrayDefault)
UPSWEEP_ALL(UPSWEEP_MISSING, 1, cudaStreamCaptureModeThreadLocal,
            cudaStreamCaptureStatusActive, cudaReadModeNormalizedFloat,
            cudaAddressModeClamp, cudaFilterModeLinear, cudaTextureType1D,
            cudaChannelFormatKindUnsigned, cudaArrayLayered)
UPSWEEP_ALL(UPSWEEP_MISSING, 2, cudaStreamCaptureModeRelaxed,
            cudaAddressModeMirror, cudaResourceTypeLinear, cudaTextureType2D,
            cudaChannelFormatKindFloat, cudaArraySurfaceLoadStore)
UPSWEEP_ALL(UPSWEEP_MISSING, 3, cudaAddressModeBorder, cudaResourceTypePitch2D,
            cudaChannelFormatKindNone, cudaTextureType3D)
#undef UPSWEEP_MISSING
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
            size_t sizeInBytes, width, height, pitchInBytes;
        } linear, pitch2D;
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
    cudaArray_t srcArray, dstArray;
    cudaPos srcPos, dstPos;
    cudaPitchedPtr srcPtr, dstPtr;
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

#define UPSWEEP_MISSING(name, what)                                            \
    template <class... A> inline cudaError_t name(A &&...)                     \
    {                                                                          \
        upsweep_missing(#name " is not supported (" what ")");                 \
    }
UPSWEEP_ALL(UPSWEEP_MISSING, "textures", cudaBindTexture, cudaBindTexture2D,
            cudaBindTextureToArray, cudaUnbindTexture, cudaCreateTextureObject,
            cudaDestroyTextureObject, cudaGetChannelDesc, cudaMallocArray,
            cudaMalloc3DArray, cudaFreeArray, cudaMemcpyToArray,
            cudaMemcpyFromArray, cudaMallocMipmappedArray, cudaMemcpy2DToArray,
            cudaMemcpy2DFromArray)
UPSWEEP_ALL(UPSWEEP_MISSING, "surfaces", cudaCreateSurfaceObject,
            cudaDestroySurfaceObject, cudaBindSurfaceToArray)
UPSWEEP_ALL(UPSWEEP_MISSING, "copies in three dimensions", cudaMalloc3D,
            cudaMemcpy3D, cudaMemcpy3DAsync, cudaMemset3D)
UPSWEEP_ALL(UPSWEEP_MISSING, "graphs", cudaGraphCreate, cudaGraphAddKernelNode,
            cudaGraphAddMemcpyNode, cudaGraphAddMemcpyNode1D,
            cudaGraphAddMemsetNode, cudaGraphAddHostNode, cudaGraphAddEmptyNode,
            cudaGraphAddDependencies, cudaGraphClone, cudaGraphGetNodes,
            cudaGraphInstantiate, cudaGraphInstantiateWithFlags,
            cudaGraphUpload, cudaGraphDebugDotPrint, cudaGraphNodeGetType,
            cudaGraphLaunch, cudaGraphDestroy, cudaGraphExecDestroy,
            cudaGraphExecUpdate, cudaGraphExecKernelNodeSetParams,
            cudaStreamBeginCapture, cudaStreamEndCapture, cudaStreamIsCapturing)
UPSWEEP_ALL(UPSWEEP_MISSING, "launches with attributes", cudaLaunchKernelExC)
UPSWEEP_ALL(UPSWEEP_MISSING, "several devices",
            cudaLaunchCooperativeKernelMultiDevice)
UPSWEEP_ALL(UPSWEEP_MISSING, "pictures of OpenGL", cudaGraphicsGLRegisterBuffer,
            cudaGraphicsMapResources, cudaGraphicsUnmapResources,
            cudaGraphicsUnregisterResource,
            cudaGraphicsResourceGetMappedPointer)
#undef UPSWEEP_MISSING

/* ---- What a kernel reads from a texture -----------------------------------*/

#ifdef __CUDACC__
UPSWEEP_DEVICE_BEGIN
#define UPSWEEP_MISSING(name, unused)                                          \
    template <class T = void, class... A> inline T name(A...)                  \
    {                                                                          \
        upsweep_missing(#name " is not supported (textures)");                 \
    }                                                                          \
    template <class T, int dimensions, int mode, class... A>                   \
    inline T name(const texture<T, dimensions, mode> &, A...)                  \
    {                                                                          \
        upsweep_missing(#name " is not supported (textures)");                 \
    }
UPSWEEP_ALL(UPSWEEP_MISSING, 0, tex1Dfetch, tex1D, tex2D, tex3D, tex2DLayered,
            surf1Dread, surf1Dwrite, surf2Dread, surf2Dwrite)
#undef UPSWEEP_MISSING
UPSWEEP_DEVICE_END
#endif

#endif
