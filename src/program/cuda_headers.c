/* SPDX-License-Identifier: MIT
 *
 * cuda_headers - headers of CUDA's that program/cuda does not have.
 */
#include "program/compiler.h"

#include "util/work_folder.h"

#include <string.h>

/* Headers whose contents are in one of program/cuda. */
static const struct {
    const char *instead, *names;
} copies[] = {
    {"cuda_runtime.h",
     "builtin_types.h common_functions.h crt/common_functions.h "
     "crt/device_double_functions.h crt/device_functions.h crt/host_config.h "
     "crt/host_defines.h crt/math_functions.h cudaProfiler.h "
     "cuda_device_runtime_api.h cuda_profiler_api.h device_atomic_functions.h "
     "device_double_functions.h device_functions.h device_launch_parameters.h "
     "device_types.h driver_functions.h host_config.h math_functions.h "
     "sm_20_atomic_functions.h sm_20_intrinsics.h sm_30_intrinsics.h "
     "sm_32_atomic_functions.h sm_32_intrinsics.h sm_35_atomic_functions.h "
     "sm_35_intrinsics.h sm_60_atomic_functions.h sm_61_intrinsics.h"},
    {"helper_functions.h", "helper_image.h"},
    {"vector_functions.h", "vector_functions.hpp"}};

/* What is not there: headers whose names begin so. */
static const struct {
    const char *library, *prefixes;
} libraries[] = {
    {"OpenGL", "GL/ cudaGL.h cuda_gl_interop.h helper_gl.h"},
    {"textures", "channel_descriptor.h cuda_texture_types.h texture_"},
    {"surfaces", "surface_"},
    {"copies by hardware",
     "cooperative_groups/memcpy_async.h cuda_awbarrier cuda_pipeline"},
    {"CUB", "cub/"},
    {"cuBLAS", "cublas"},
    {"libcu++", "cuda/"},
    {"numbers of 16 bits", "cuda_bf16.h cuda_fp16.h"},
    {"numbers of 8 bits", "cuda_fp8.h"},
    {"cuDNN", "cudnn"},
    {"cuFFT", "cufft"},
    {"CUPTI", "cupti"},
    {"cuRAND", "curand"},
    {"cuSOLVER", "cusolver"},
    {"cuSPARSE", "cusparse"},
    {"CUTLASS", "cutlass/"},
    {"tensor cores", "mma.h"},
    {"NCCL", "nccl.h"},
    {"NPP", "npp.h nppi"},
    {"NVTX", "nvToolsExt nvtx3/"},
    {"NVRTC", "nvrtc.h"},
    {"Thrust", "thrust/"},
};

bool cuda_headers_write(const char *folder, Error *error)
{
    bool good = true;

    for (size_t i = 0; i < sizeof copies / sizeof *copies; ++i) {
        Text text = {0};
        text_add(&text, "#include <%s>\n", copies[i].instead);
        const char *at = copies[i].names;
        for (size_t length; good && *at; at += length + (at[length] == ' ')) {
            Text path = {0};
            length = strcspn(at, " ");
            text_add(&path, "cuda/%.*s", (int)length, at);
            good = work_folder_write(folder, path.text, text.text, text.length,
                                     error);
            text_free(&path);
        }
        text_free(&text);
    }
    return good;
}

const char *cuda_headers_library(const char *name)
{
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; ++i) {
        const char *at = libraries[i].prefixes;
        for (size_t length; *at; at += length + (at[length] == ' ')) {
            length = strcspn(at, " ");
            if (strncmp(name, at, length) == 0)
                return libraries[i].library;
        }
    }
    return NULL;
}
