/* SPDX-License-Identifier: MIT
 *
 * cuda_headers - headers of CUDA that program/cuda has under another name,
 * libraries that are not supported, and what clang keeps of the headers.  To
 * include a header is no use of it: where nothing of a library is supported,
 * its headers are empty.
 */
#include "program/compiler.h"

#include "util/atomic_file.h"
#include "util/printable.h"
#include "util/resources.h"
#include "util/work_folder.h"

#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define EMPTY     "upsweep_empty.h"
#define MOST_SAID ((size_t)16 << 20) /* bytes of what clang says */

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
    {"vector_types.h", NULL, "", "", "vector_functions", ".h"},
    {"vector_types.h", NULL, "", "", "vector_functions", ".hpp"},
    {"cuda_runtime.h", "CUDA's driver interface",
     "cu CU_ CUcontext CUdevice CUevent CUfunction CUmodule CUresult CUstream",
     "", "cuda", ".h"},
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

/* ---- What is missing ------------------------------------------------------*/

/* Says on a line what to do about a header that is missing. */
static void explain_header(const char *missing)
{
    char *line = printable_line(missing);
    const char *library = cuda_headers_library(missing);
    if (library)
        fprintf(stderr, "upsweep: %s is not supported (%s)\n", line, library);
    else
        fprintf(stderr,
                "upsweep: %s: file not found; put it next to the file that "
                "includes it, or add --cxxflags \"-I FOLDER\"\n",
                line);
    free(line);
}

/* Adds what LINE, an error of clang's, says is not there, as "cublasCreate",
 * "thrust::merge", or "cub::Broadcast" of a class there. */
static void add_unknown(const char *line, Text *name)
{
    const char *open = strchr(line, '\''), *in = strstr(line, " in '");
    const char *space = strstr(line, "in namespace '");

    if (space)
        text_add(name, "%.*s::", (int)strcspn(space + 14, "'"), space + 14);
    else if (in)
        text_add(name, "%.*s::", (int)strcspn(in + 5, ":'"), in + 5);
    if (open)
        text_add(name, "%.*s", (int)strcspn(open + 1, "'"), open + 1);
}

/* Says which library the first unknown name is of, if it is of one. */
static void explain_names(const char *folder)
{
    char *file = work_folder_path(folder, "said");
    Error ignored;
    char *said = base_read_file(file, MOST_SAID, NULL, &ignored), *left = said;
    const char *library = NULL;

    for (char *line; !library && (line = strsep(&left, "\n"));) {
        Text name = {0};
        char *end = strstr(line, ": error: ");
        if (!end || strncmp(line, folder, strlen(folder)) == 0)
            continue; /* it is in a header of ours */
        add_unknown(end, &name);
        library = name.text ? cuda_headers_library(name.text) : NULL;
        while (end > line && *--end != ':') /* of the column */
            ;
        *end = '\0';
        if (library) {
            char *place = printable_line(line);
            fprintf(stderr,
                    "upsweep: %s: %s is not supported (%s); remove it, or use "
                    "your own code\n",
                    place, name.text, library);
            free(place);
        }
        text_free(&name);
    }
    free(said);
    free(file);
}

void cuda_headers_explain(const char *missing, const char *folder)
{
    if (missing)
        explain_header(missing);
    explain_names(folder);
}

/* ---- Precompiled ----------------------------------------------------------*/

/* What all CUDA sources include first is read by clang once: that takes longer
 * than to compile a program of 100 lines.
 *
 *     $XDG_CACHE_HOME/upsweep/5f0c.../    or ~/.cache/upsweep
 *         cuda/            our headers
 *         host.d           the system's headers that they include
 *         host-81d9...pch  what clang made of them
 *         streams-host...  the same with <iostream>
 *
 * The first number stands for the version of clang, and of our headers; the
 * second for the system's headers.
 */

#define MOST_BYTES ((size_t)64 << 20)
#define MOST_LIST  ((size_t)1 << 20)

static uint64_t hash(uint64_t before, const void *data, size_t bytes)
{
    const unsigned char *at = data;

    for (size_t i = 0; i < bytes; ++i)
        before = (before ^ at[i]) * UINT64_C(0x100000001b3);
    return before;
}

/* Stands for this version of clang and of our headers. */
static uint64_t version_of(const Compiler *compiler)
{
    uint64_t all = UINT64_C(0xcbf29ce484222325);
    char *real = realpath(compiler->file, NULL);
    struct stat status = {0};
    const char *name;
    size_t bytes;

    if (real && stat(real, &status) == 0) {
        all = hash(all, real, strlen(real));
        all = hash(all, &status.st_size, sizeof status.st_size);
        all = hash(all, &status.st_mtim, sizeof status.st_mtim);
    }
    free(real);
    for (size_t i = 0; (name = resource_name(i)); ++i)
        if (strncmp(name, "src/program/cuda/", 17) == 0) {
            const void *data = resource_find(name, &bytes);
            all = hash(all, data, bytes);
        }
    return all;
}

/* The folder, to be freed; NULL: there is no place. */
static char *place_of(const Compiler *compiler)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    Text path = {0};

    if (cache && cache[0] == '/')
        text_add(&path, "%s", cache);
    else if (home && home[0] == '/')
        text_add(&path, "%s/.cache", home);
    else
        return NULL;
    text_add(&path, "/upsweep/%016" PRIx64, version_of(compiler));
    return path.text;
}

typedef struct {
    const char *folder; /* that does not count */
    uint64_t all;
} Versions;

/* Adds which version of the header PATH there is. */
static bool add_version(void *user, const char *path)
{
    Versions *versions = user;
    struct stat status = {0};

    if (strncmp(path, versions->folder, strlen(versions->folder)) == 0)
        return true;
    (void)!stat(path, &status);
    versions->all = hash(versions->all, path, strlen(path));
    versions->all = hash(versions->all, &status.st_size, sizeof status.st_size);
    versions->all = hash(versions->all, &status.st_mtim, sizeof status.st_mtim);
    return true;
}

/* The list of SIDE in the folder PLACE, to be freed. */
static char *list_of(const char *place, CompilerSide side, bool streams)
{
    Text path = {0};

    text_add(&path, "%s/%s%s.d", place, streams ? "streams-" : "",
             side == COMPILER_DEVICE ? "device" : "host");
    return path.text;
}

/* The file of SIDE for the headers of now, to be freed; NULL: there is no list
 * of them. */
static char *file_of(const char *place, CompilerSide side, bool streams)
{
    Versions versions = {.folder = place};
    char *list = list_of(place, side, streams);
    Error ignored;
    char *rule = base_read_file(list, MOST_LIST, NULL, &ignored);
    Text path = {0};

    if (rule) {
        compiler_read_list(rule, add_version, &versions);
        text_add(&path, "%.*s-%016" PRIx64 ".pch", (int)strlen(list) - 2, list,
                 versions.all);
    }
    free(rule);
    free(list);
    return path.text;
}

/* The same; NULL: it has not been made. */
static char *find_kept(const char *place, CompilerSide side, bool streams)
{
    char *file = file_of(place, side, streams);
    struct stat status;

    if (file && stat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size > 0)
        return file;
    free(file);
    return NULL;
}

/* Has clang read the headers in PLACE into own.pch of its folder, and list what
 * it read in own.d. */
static bool make(const Compiler *compiler, CompilerSide side, bool streams,
                 ToolCommand command, const char *place, Error *error)
{
    char *headers = work_folder_path(place, "cuda");

    tool_add(&command, compiler->file);
    compiler_add_flags(&command, "upsweep.cu", side, headers, NULL);
    tool_add(&command, "-isystem");
    tool_add_own(&command, headers);
    tool_add_all(&command, "-c -Xclang -emit-pch -MD -MF own.d -o own.pch");
    tool_add_own(&command,
                 work_folder_path(place, streams ? "cuda/upsweep_streams.h"
                                                 : "cuda/upsweep_cu.h"));
    command.silent = true;
    return tool_run(&command, "upsweep_cu.h", error);
}

/* Saves what FROM, a file of FOLDER, holds as TO. */
static bool save(const char *folder, const char *from, const char *to,
                 Error *error)
{
    char *path = work_folder_path(folder, from);
    size_t bytes = 0;
    char *data = base_read_file(path, MOST_BYTES, &bytes, error);
    bool good = data && to && atomic_file_save(to, data, bytes, error);

    free(data);
    free(path);
    return good;
}

/* Keeps what clang made in FOLDER. */
static bool keep(const char *place, CompilerSide side, bool streams,
                 const char *folder, Error *error)
{
    char *list = list_of(place, side, streams);
    bool good = save(folder, "own.d", list, error);
    char *file = good ? file_of(place, side, streams) : NULL;

    good = good && save(folder, "own.pch", file, error);
    free(file);
    free(list);
    return good;
}

/* Waits for another process that makes a file in PLACE, and keeps others out
 * until the result is closed; -1: it cannot. */
static int wait_turn(const char *place)
{
    char *path = work_folder_path(place, "lock");
    Error ignored;
    int file = base_make_folders(path, &ignored)
                   ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)
                   : -1;

    if (file >= 0)
        (void)!flock(file, LOCK_EX);
    free(path);
    return file;
}

char *compiler_precompile(const Compiler *compiler, CompilerSide side,
                          bool streams, const ToolCommand *command,
                          Sandbox *sandbox)
{
    bool usual = !strstr(source_flags_for("upsweep.cu"), "-std=");
    char *place = usual ? place_of(compiler) : NULL, *found = NULL;
    mode_t before = umask(0077);
    Error ignored;

    if (place) {
        found = find_kept(place, side, streams);
        sandbox_add(sandbox, place);
        int lock = found ? -1 : wait_turn(place);
        if (!found && !(found = find_kept(place, side, streams)) &&
            work_folder_unpack(place, "src/program/cuda/", "cuda/", &ignored) &&
            make(compiler, side, streams, *command, place, &ignored) &&
            keep(place, side, streams, command->folder, &ignored))
            found = find_kept(place, side, streams);
        if (lock >= 0)
            close(lock);
    }
    umask(before);
    free(place);
    return found;
}

bool cuda_headers_has_streams(const char *text)
{
    const char *at = strstr(text, "#include <iostream>");
    Text before = {0};

    while (at && at > text && at[-1] != '\n')
        at = strstr(at + 1, "#include <iostream>");
    text_add_bytes(&before, text, at ? (size_t)(at - text) : 0);
    const char *comment = before.text;
    while (comment && (comment = strstr(comment, "/*")) &&
           strstr(comment, "*/"))
        comment = strstr(comment, "*/");
    bool has = at && !comment && !strstr(before.text, "#if") &&
               !strstr(before.text, "#define _");
    text_free(&before);
    return has;
}
