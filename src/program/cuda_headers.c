/* SPDX-License-Identifier: MIT */
#include "program/cuda_headers.h"

#include "util/work_folder.h"

#include <string.h>

/* Headers whose contents are in one of program/cuda. */
static const struct {
    const char *name, *instead;
} copies[] = {
    {"builtin_types.h", "cuda_runtime.h"},
    {"common_functions.h", "cuda_runtime.h"},
    {"crt/common_functions.h", "cuda_runtime.h"},
    {"crt/device_double_functions.h", "cuda_runtime.h"},
    {"crt/device_functions.h", "cuda_runtime.h"},
    {"crt/host_config.h", "cuda_runtime.h"},
    {"crt/host_defines.h", "cuda_runtime.h"},
    {"crt/math_functions.h", "cuda_runtime.h"},
    {"cudaProfiler.h", "cuda_runtime.h"},
    {"cuda_device_runtime_api.h", "cuda_runtime.h"},
    {"cuda_profiler_api.h", "cuda_runtime.h"},
    {"device_atomic_functions.h", "cuda_runtime.h"},
    {"device_double_functions.h", "cuda_runtime.h"},
    {"device_functions.h", "cuda_runtime.h"},
    {"device_launch_parameters.h", "cuda_runtime.h"},
    {"device_types.h", "cuda_runtime.h"},
    {"driver_functions.h", "cuda_runtime.h"},
    {"helper_image.h", "helper_functions.h"},
    {"host_config.h", "cuda_runtime.h"},
    {"math_functions.h", "cuda_runtime.h"},
    {"sm_20_atomic_functions.h", "cuda_runtime.h"},
    {"sm_20_intrinsics.h", "cuda_runtime.h"},
    {"sm_30_intrinsics.h", "cuda_runtime.h"},
    {"sm_32_atomic_functions.h", "cuda_runtime.h"},
    {"sm_32_intrinsics.h", "cuda_runtime.h"},
    {"sm_35_atomic_functions.h", "cuda_runtime.h"},
    {"sm_35_intrinsics.h", "cuda_runtime.h"},
    {"sm_60_atomic_functions.h", "cuda_runtime.h"},
    {"sm_61_intrinsics.h", "cuda_runtime.h"},
    {"vector_functions.hpp", "vector_functions.h"},
};

/* What is not there: headers whose names begin so. */
static const struct {
    const char *prefix, *library;
} libraries[] = {
    {"GL/", "OpenGL"},
    {"channel_descriptor.h", "textures"},
    {"cooperative_groups/memcpy_async.h", "copies by hardware"},
    {"cub/", "CUB"},
    {"cublas", "cuBLAS"},
    {"cuda/", "libcu++"},
    {"cudaGL.h", "OpenGL"},
    {"cuda_awbarrier", "copies by hardware"},
    {"cuda_bf16.h", "numbers of 16 bits"},
    {"cuda_fp16.h", "numbers of 16 bits"},
    {"cuda_fp8.h", "numbers of 8 bits"},
    {"cuda_gl_interop.h", "OpenGL"},
    {"cuda_pipeline", "copies by hardware"},
    {"cuda_texture_types.h", "textures"},
    {"cudnn", "cuDNN"},
    {"cufft", "cuFFT"},
    {"cupti", "CUPTI"},
    {"curand", "cuRAND"},
    {"cusolver", "cuSOLVER"},
    {"cusparse", "cuSPARSE"},
    {"cutlass/", "CUTLASS"},
    {"helper_gl.h", "OpenGL"},
    {"mma.h", "tensor cores"},
    {"nccl.h", "NCCL"},
    {"npp.h", "NPP"},
    {"nppi", "NPP"},
    {"nvToolsExt", "NVTX"},
    {"nvrtc.h", "NVRTC"},
    {"nvtx3/", "NVTX"},
    {"surface_", "surfaces"},
    {"texture_", "textures"},
    {"thrust/", "Thrust"},
};

bool cuda_headers_write(const char *folder, Error *error)
{
    bool good = true;

    for (size_t i = 0; good && i < sizeof copies / sizeof *copies; ++i) {
        Text path = {0}, text = {0};
        text_add(&path, "cuda/%s", copies[i].name);
        text_add(&text, "#include <%s>\n", copies[i].instead);
        good =
            work_folder_write(folder, path.text, text.text, text.length, error);
        text_free(&path);
        text_free(&text);
    }
    return good;
}

const char *cuda_headers_library(const char *name)
{
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; ++i) {
        const char *prefix = libraries[i].prefix;
        if (strncmp(name, prefix, strlen(prefix)) == 0)
            return libraries[i].library;
    }
    return NULL;
}
