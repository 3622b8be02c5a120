/* SPDX-License-Identifier: MIT */
#include "program/cuda_headers.h"

#include <string.h>

/* Headers whose names begin so. */
static const struct {
    const char *prefix;
    bool angled; /* only as <NAME>: other projects have such a file, too */
    CudaHeader header;
} headers[] = {
    /* contents of cuda_runtime.h */
    {"builtin_types.h", false, {"cuda_runtime.h", NULL}},
    {"common_functions.h", true, {"cuda_runtime.h", NULL}},
    {"crt/", true, {"cuda_runtime.h", NULL}},
    {"cudaProfiler.h", false, {"cuda_runtime.h", NULL}},
    {"cuda_device_runtime_api.h", false, {"cuda_runtime.h", NULL}},
    {"cuda_profiler_api.h", false, {"cuda_runtime.h", NULL}},
    {"device_atomic_functions.h", false, {"cuda_runtime.h", NULL}},
    {"device_double_functions.h", false, {"cuda_runtime.h", NULL}},
    {"device_functions.h", false, {"cuda_runtime.h", NULL}},
    {"device_launch_parameters.h", false, {"cuda_runtime.h", NULL}},
    {"device_types.h", false, {"cuda_runtime.h", NULL}},
    {"helper_image.h", false, {"helper_functions.h", NULL}},
    {"host_config.h", true, {"cuda_runtime.h", NULL}},
    {"math_functions.h", true, {"cuda_runtime.h", NULL}},
    {"sm_20_", false, {"cuda_runtime.h", NULL}},
    {"sm_30_", false, {"cuda_runtime.h", NULL}},
    {"sm_32_", false, {"cuda_runtime.h", NULL}},
    {"sm_35_", false, {"cuda_runtime.h", NULL}},
    {"sm_60_", false, {"cuda_runtime.h", NULL}},
    {"sm_61_", false, {"cuda_runtime.h", NULL}},
    {"vector_functions.hpp", false, {"vector_functions.h", NULL}},
    /* what is not there */
    {"GL/", true, {NULL, "OpenGL"}},
    {"channel_descriptor.h", false, {NULL, "textures"}},
    {"cooperative_groups/memcpy_async.h", false, {NULL, "copies by hardware"}},
    {"cub/", false, {NULL, "CUB"}},
    {"cublas", false, {NULL, "cuBLAS"}},
    {"cuda/", true, {NULL, "libcu++"}},
    {"cudaGL.h", false, {NULL, "OpenGL"}},
    {"cuda_awbarrier", false, {NULL, "copies by hardware"}},
    {"cuda_bf16.h", false, {NULL, "numbers of 16 bits"}},
    {"cuda_fp16.h", false, {NULL, "numbers of 16 bits"}},
    {"cuda_fp8.h", false, {NULL, "numbers of 8 bits"}},
    {"cuda_gl_interop.h", false, {NULL, "OpenGL"}},
    {"cuda_pipeline", false, {NULL, "copies by hardware"}},
    {"cuda_texture_types.h", false, {NULL, "textures"}},
    {"cudnn", false, {NULL, "cuDNN"}},
    {"cufft", false, {NULL, "cuFFT"}},
    {"cupti", false, {NULL, "CUPTI"}},
    {"curand", false, {NULL, "cuRAND"}},
    {"cusolver", false, {NULL, "cuSOLVER"}},
    {"cusparse", false, {NULL, "cuSPARSE"}},
    {"cutlass/", false, {NULL, "CUTLASS"}},
    {"helper_gl.h", false, {NULL, "OpenGL"}},
    {"mma.h", true, {NULL, "tensor cores"}},
    {"nccl.h", false, {NULL, "NCCL"}},
    {"npp.h", false, {NULL, "NPP"}},
    {"nppi", false, {NULL, "NPP"}},
    {"nvToolsExt", false, {NULL, "NVTX"}},
    {"nvrtc.h", false, {NULL, "NVRTC"}},
    {"nvtx3/", false, {NULL, "NVTX"}},
    {"surface_", true, {NULL, "surfaces"}},
    {"texture_", true, {NULL, "textures"}},
    {"thrust/", false, {NULL, "Thrust"}},
};

const CudaHeader *cuda_header(const char *name, size_t length, bool angled)
{
    for (size_t i = 0; i < sizeof headers / sizeof *headers; ++i) {
        size_t prefix = strlen(headers[i].prefix);

        if (length >= prefix && memcmp(name, headers[i].prefix, prefix) == 0 &&
            (angled || !headers[i].angled))
            return &headers[i].header;
    }
    return NULL;
}
