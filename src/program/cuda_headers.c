/* SPDX-License-Identifier: MIT */
#include "program/cuda_headers.h"

#include <string.h>

/* Headers whose names begin so. */
static const struct {
    const char *prefix;
    CudaHeader header;
} headers[] = {
    /* contents of cuda_runtime.h */
    {"builtin_types.h", {"cuda_runtime.h", NULL}},
    {"common_functions.h", {"cuda_runtime.h", NULL}},
    {"crt/", {"cuda_runtime.h", NULL}},
    {"cudaProfiler.h", {"cuda_runtime.h", NULL}},
    {"cuda_device_runtime_api.h", {"cuda_runtime.h", NULL}},
    {"cuda_profiler_api.h", {"cuda_runtime.h", NULL}},
    {"device_atomic_functions.h", {"cuda_runtime.h", NULL}},
    {"device_double_functions.h", {"cuda_runtime.h", NULL}},
    {"device_functions.h", {"cuda_runtime.h", NULL}},
    {"device_launch_parameters.h", {"cuda_runtime.h", NULL}},
    {"device_types.h", {"cuda_runtime.h", NULL}},
    {"helper_image.h", {"helper_functions.h", NULL}},
    {"host_config.h", {"cuda_runtime.h", NULL}},
    {"math_functions.h", {"cuda_runtime.h", NULL}},
    {"sm_20_", {"cuda_runtime.h", NULL}},
    {"sm_30_", {"cuda_runtime.h", NULL}},
    {"sm_32_", {"cuda_runtime.h", NULL}},
    {"sm_35_", {"cuda_runtime.h", NULL}},
    {"sm_60_", {"cuda_runtime.h", NULL}},
    {"sm_61_", {"cuda_runtime.h", NULL}},
    {"vector_functions.hpp", {"vector_functions.h", NULL}},
    /* what is not there */
    {"GL/", {NULL, "OpenGL"}},
    {"channel_descriptor.h", {NULL, "textures"}},
    {"cooperative_groups/memcpy_async.h", {NULL, "copies by hardware"}},
    {"cub/", {NULL, "CUB"}},
    {"cublas", {NULL, "cuBLAS"}},
    {"cuda/", {NULL, "libcu++"}},
    {"cudaGL.h", {NULL, "OpenGL"}},
    {"cuda_awbarrier", {NULL, "copies by hardware"}},
    {"cuda_bf16.h", {NULL, "numbers of 16 bits"}},
    {"cuda_fp16.h", {NULL, "numbers of 16 bits"}},
    {"cuda_fp8.h", {NULL, "numbers of 8 bits"}},
    {"cuda_gl_interop.h", {NULL, "OpenGL"}},
    {"cuda_pipeline", {NULL, "copies by hardware"}},
    {"cuda_texture_types.h", {NULL, "textures"}},
    {"cudnn", {NULL, "cuDNN"}},
    {"cufft", {NULL, "cuFFT"}},
    {"cupti", {NULL, "CUPTI"}},
    {"curand", {NULL, "cuRAND"}},
    {"cusolver", {NULL, "cuSOLVER"}},
    {"cusparse", {NULL, "cuSPARSE"}},
    {"cutlass/", {NULL, "CUTLASS"}},
    {"helper_gl.h", {NULL, "OpenGL"}},
    {"mma.h", {NULL, "tensor cores"}},
    {"nccl.h", {NULL, "NCCL"}},
    {"npp.h", {NULL, "NPP"}},
    {"nppi", {NULL, "NPP"}},
    {"nvToolsExt", {NULL, "NVTX"}},
    {"nvrtc.h", {NULL, "NVRTC"}},
    {"nvtx3/", {NULL, "NVTX"}},
    {"surface_", {NULL, "surfaces"}},
    {"texture_", {NULL, "textures"}},
    {"thrust/", {NULL, "Thrust"}},
};

const CudaHeader *cuda_header(const char *name)
{
    for (size_t i = 0; i < sizeof headers / sizeof *headers; ++i)
        if (strncmp(name, headers[i].prefix, strlen(headers[i].prefix)) == 0)
            return &headers[i].header;
    return NULL;
}
