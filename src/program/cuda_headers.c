/* SPDX-License-Identifier: MIT
 *
 * cuda_headers - headers of CUDA that program/cuda has under another name, and
 * libraries that are not supported.  To include a header is no use of it: where
 * nothing of a library is supported, its headers are empty.
 */
#include "program/compiler.h"

#include "util/work_folder.h"

#include <ctype.h>
#include <string.h>

#define EMPTY "upsweep_empty.h"

/* Headers are named BEFORE name AFTER.  What a program uses of LIBRARY begins
 * with one of USES; behind that comes no small letter, unless it ends in ':' or
 * '_'.  NULL: all of it is supported. */
static const struct {
    const char *instead, *library, *uses, *before, *names, *after;
} rows[] = {
    {"cuda_runtime.h", NULL, "", "",
     "builtin_types common_functions crt/common_functions "
     "crt/device_functions crt/host_config crt/host_defines "
     "crt/math_functions cudaProfiler cuda_device_runtime_api "
     "cuda_profiler_api device_atomic_functions device_functions "
     "device_launch_parameters device_types driver_functions host_config "
     "math_functions sm_20_atomic_functions sm_20_intrinsics sm_30_intrinsics "
     "sm_32_intrinsics sm_35_intrinsics sm_60_atomic_functions "
     "sm_61_intrinsics",
     ".h"},
    {"course/helper_functions.h", NULL, "", "course/", "helper_image", ".h"},
    {"vector_functions.h", NULL, "", "", "vector_functions", ".hpp"},
    {"upsweep_random.h", "Thrust", "thrust::", "thrust/",
     "random random/linear_congruential_engine random/normal_distribution "
     "random/uniform_int_distribution random/uniform_real_distribution",
     ".h"},
    {"upsweep_thrust.h", "Thrust", "thrust::", "thrust/",
     "adjacent_difference copy count detail/type_traits device_free "
     "device_malloc device_ptr device_vector equal execution_policy extrema "
     "fill find for_each functional gather generate host_vector inner_product "
     "iterator/constant_iterator iterator/counting_iterator "
     "iterator/discard_iterator iterator/transform_iterator "
     "iterator/zip_iterator logical merge pair partition "
     "reduce remove replace reverse scan "
     "scatter sequence sort swap system/cuda/execution_policy tabulate "
     "transform transform_reduce transform_scan tuple unique version",
     ".h"},
    {"upsweep_cub.h", "CUB", "cub::", "cub/",
     "block/block_load block/block_radix_sort block/block_reduce "
     "block/block_scan block/block_store cub cub/cub device/device_radix_sort "
     "device/device_reduce device/device_scan device/device_select "
     "util_allocator util_type warp/warp_reduce warp/warp_scan",
     ".cuh"},
    {EMPTY, "libcu++", "cuda::", "cuda/",
     "atomic cmath functional latch ptx semaphore std/array std/atomic "
     "std/cmath std/concepts std/cstdint std/functional std/limits "
     "std/optional std/tuple std/type_traits std/utility",
     ""},
    {"upsweep_nvtx.h", "NVTX", "nvtx NVTX_", "",
     "nvToolsExt nvToolsExtCuda nvToolsExtCudaRt nvtx3/nvToolsExt", ".h"},
    {"upsweep_curand.h", "cuRAND", "curand CURAND_", "",
     "curand curand_kernel curand_normal curand_uniform", ".h"},
    {"upsweep_async.h", "libcu++", "cuda::", "cuda/", "barrier pipeline", ""},
    {"upsweep_async.h", "copies by hardware", "__pipeline_", "",
     "cooperative_groups/memcpy_async cuda_pipeline cuda_pipeline_primitives",
     ".h"},
    {EMPTY, "copies by hardware", "__mbarrier_", "",
     "cuda_awbarrier cuda_awbarrier_primitives", ".h"},
    {EMPTY, "cuBLAS", "cublas CUBLAS_", "",
     "cublas cublasLt cublasXt cublas_v2", ".h"},
    {EMPTY, "cuDNN", "cudnn CUDNN_", "", "cudnn", ".h"},
    {EMPTY, "cuFFT", "cufft CUFFT_", "", "cufft cufftXt", ".h"},
    {EMPTY, "CUPTI", "cupti CUPTI_ CUpti_", "", "cupti", ".h"},
    {EMPTY, "cuSOLVER", "cusolver CUSOLVER_", "",
     "cusolverDn cusolverRf cusolverSp helper_cusolver", ".h"},
    {EMPTY, "cuSPARSE", "cusparse CUSPARSE_", "", "cusparse cusparse_v2", ".h"},
    {EMPTY, "CUTLASS", "cutlass:: cute::", "cutlass/", "cutlass", ".h"},
    {EMPTY, "NCCL", "nccl NCCL_", "", "nccl", ".h"},
    {EMPTY, "NPP", "npp Npp NPP_", "", "npp nppcore nppi npps", ".h"},
    {EMPTY, "NVML", "nvml NVML_", "", "nvml", ".h"},
    {EMPTY, "NVRTC", "nvrtc NVRTC_", "", "nvrtc nvrtc_helper", ".h"},
    {EMPTY, "numbers of 16 bits",
     "half __half __halves __float2half __floats2half __hadd __hfma __hmul "
     "__hsub __nv_bfloat nv_bfloat __float2bfloat __bfloat",
     "", "cuda_bf16 cuda_fp16", ".h"},
    {EMPTY, "numbers of 8 bits", "__nv_fp", "", "cuda_fp8", ".h"},
    {EMPTY, "OpenGL", "gl GL_ GL glut GLUT_ glew GLEW_", "",
     "GL/freeglut GL/gl GL/glew GL/glu GL/glut cuda_gl_interop helper_gl",
     ".h"},
    {EMPTY, "samples' helpers", "", "course/",
     "exception helper_cuda_drvapi helper_math helper_multiprocess", ".h"},
    {EMPTY, "surfaces", "surf cudaSurface", "", "surface_functions", ".h"},
    {EMPTY, "tensor cores", "nvcuda wmma", "", "crt/mma mma", ".h"},
    {EMPTY, "textures", "tex cudaTexture", "",
     "channel_descriptor texture_fetch_functions texture_types", ".h"},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* The length of the first of WORDS; *NEXT becomes the others. */
static size_t first_word(const char *words, const char **next)
{
    size_t length = strcspn(words, " ");

    *next = words + length + (words[length] == ' ');
    return length;
}

/* Adds PATH, which may have quotes, to a string of JSON. */
static void add_path(Text *text, const char *path)
{
    for (; *path; ++path)
        text_add(text, "%s%c", *path == '"' || *path == '\\' ? "\\" : "",
                 *path);
}

bool cuda_headers_write(const char *folder, Error *error)
{
    Text text = {0}, cuda = {0};

    add_path(&cuda, folder);
    text_add(&text,
             "{\"version\": 0, \"roots\": [{\"type\": \"directory\", \"name\": "
             "\"%s/cuda\", \"contents\": [",
             cuda.text);
    for (size_t i = 0; i < ROWS; ++i)
        for (const char *at = rows[i].names, *next; *at; at = next) {
            size_t length = first_word(at, &next);
            text_add(&text,
                     "%s\n{\"type\": \"file\", \"name\": \"%s%.*s%s\", "
                     "\"external-contents\": \"%s/cuda/%s\"}",
                     i || at > rows[i].names ? "," : "", rows[i].before,
                     (int)length, at, rows[i].after, cuda.text,
                     rows[i].instead);
        }
    text_add(&text, "]}]}\n");
    bool good = work_folder_write(folder, CUDA_HEADERS_LIST, text.text,
                                  text.length, error);
    text_free(&text);
    text_free(&cuda);
    return good;
}

/* True if NAME begins with WORD, of LENGTH letters, and has no small letter
 * after it. */
static bool is_use(const char *name, const char *word, size_t length)
{
    return strncmp(name, word, length) == 0 &&
           (strchr(":_", word[length - 1]) ||
            !islower((unsigned char)name[length]));
}

const char *cuda_headers_library(const char *name)
{
    for (size_t i = 0; i < ROWS; ++i) {
        size_t before = strlen(rows[i].before);
        if (before > 0 && strncmp(name, rows[i].before, before) == 0)
            return rows[i].library;
        for (const char *at = rows[i].uses, *next; *at; at = next) {
            size_t length = first_word(at, &next);
            if (is_use(name, at, length))
                return rows[i].library;
        }
    }
    return NULL;
}
