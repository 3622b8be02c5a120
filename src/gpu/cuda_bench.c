/* SPDX-License-Identifier: MIT
 *
 * cuda_bench - plain kernels, timed as a whole; see cuda.h.
 */
#include "gpu/cuda.h"

#include "gpu/kernels.h"

#include <cuda_runtime_api.h>
#include <string.h>
#include <time.h>

/* ---- The device ----------------------------------------------------------*/

/* What is asked of the GPU and may fail: to finish a kernel, to have memory, to
 * copy.
 *
 * A function that fails returns false and sets ERROR_FAILED, with the remedy.
 */

/* Seconds after which a kernel is given up. */
#define CUDA_PATIENCE 20

/* Blocks of device memory, freed together by cuda_device_free. */
typedef struct {
    void *blocks[48];
    int count;
} CudaMemory;

/* True if CODE is success; else ERROR_FAILED, "the GPU cannot" do WHAT. */
static bool cuda_device_good(cudaError_t code, const char *what, Error *error)
{
    if (code == cudaSuccess)
        return true;
    return error_set(error, ERROR_FAILED,
                     "GPU: cannot %s: %s; use --device cpu", what,
                     cudaGetErrorString(code));
}

/* The same for the result of a launch (kernels.h). */
static bool cuda_device_started(int code, Error *error)
{
    return cuda_device_good((cudaError_t)code, "start this kernel", error);
}

/* A kernel that was given up still runs, and cudaFree would wait for it: then
 * memory is not freed before the process ends. */
static bool given_up;

/* Waits until the device has finished all work; after CUDA_PATIENCE seconds
 * false and ERROR_FAILED, naming WHAT runs. */
static bool cuda_device_await(const char *what, Error *error)
{
    struct timespec pause = {0, 200000};
    struct timespec start, now;
    cudaError_t code;

    clock_gettime(CLOCK_MONOTONIC, &start);
    while ((code = cudaStreamQuery(NULL)) == cudaErrorNotReady) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        given_up = now.tv_sec - start.tv_sec > CUDA_PATIENCE;
        if (given_up)
            return error_set(error, ERROR_FAILED,
                             "%s: still running on the GPU after %d s; use "
                             "--device cpu to find the loop",
                             what, CUDA_PATIENCE);
        nanosleep(&pause, NULL);
    }
    return cuda_device_good(code, "run this kernel", error);
}

/* Allocates COUNT zeroed items of SIZE bytes on the device and stores their
 * address in the pointer at PLACE.  False and ERROR_FAILED without memory. */
static bool cuda_device_alloc(CudaMemory *memory, size_t count, size_t size,
                              void *place, Error *error)
{
    void *block = NULL;

    BASE_CHECK(memory->count < (int)(sizeof memory->blocks / sizeof block));
    if (!cuda_device_good(cudaMalloc(&block, count * size + 1),
                          "allocate memory", error))
        return false;
    memory->blocks[memory->count++] = block;
    memcpy(place, &block, sizeof block);
    return cuda_device_good(cudaMemset(block, 0, count * size), "clear memory",
                            error);
}

/* Frees them all. */
static void cuda_device_free(CudaMemory *memory)
{
    for (int i = 0; i < memory->count && !given_up; ++i)
        cudaFree(memory->blocks[i]);
    memory->count = 0;
}

/* Copies BYTES to the device, and from it. */
static bool cuda_device_upload(void *to, const void *from, size_t bytes,
                               Error *error)
{
    return cuda_device_good(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice),
                            "take the input", error);
}

static bool cuda_device_download(void *to, const void *from, size_t bytes,
                                 Error *error)
{
    return cuda_device_good(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost),
                            "give results back", error);
}

/* ---- The measurement -----------------------------------------------------*/

enum { WARM_UP = 3 };

/* The launches, in order, and their arrays on the device. */
typedef struct {
    CudaPeer peer; /* the only launch, or: */
    KernelLaunch launches[PLAN_MAX_GRIDS];
    int count;
    CudaMemory memory;
    Word *arrays[PLAN_MAX_ARRAYS];
    void *zeros; /* arrays that each round begins with zeros in, together */
    size_t zeros_bytes;
    Plan plan; /* of the arrays */
} BenchSession;

/* Plans the launch of a peer, or of a block algorithm that scans many blocks
 * separately. */
static void plan_blocks(BenchSession *session, const CudaBench *bench)
{
    const Algorithm *algorithm = bench->algorithm;
    Plan *plan = &session->plan;

    plan->sizes = bench->sizes;
    plan_array(plan, "in", bench->n, HOLDS_SUMS);
    plan_array(plan, "out", bench->n, HOLDS_SUMS);
    if (bench->peer == PEER_DEVICE_SCAN)
        plan_array(plan, "scratch",
                   (uint32_t)(peer_device_scan_bytes(bench->n) / sizeof(Word) +
                              1),
                   HOLDS_SUMS);
    if (bench->peer == PEER_NONE)
        plan->grids[plan->grids_count++] =
            (PlanGrid){.kernel = algorithm,
                       .n = bench->n,
                       .block_n = bench->block_n,
                       .blocks = bench->n / bench->block_n,
                       .threads = bench->threads,
                       .words = algorithm->words(bench->block_n, 32),
                       .in = GLOBAL_IN,
                       .out = GLOBAL_OUT,
                       .inclusive = bench->inclusive};
}

/* Sets up the launches of the session's plan, when it has its arrays. */
static void prepare_launches(BenchSession *session)
{
    const Plan *plan = &session->plan;

    session->count = plan->grids_count;
    for (int g = 0; g < session->count; ++g) {
        const PlanGrid *grid = &plan->grids[g];
        KernelLaunch *launch = &session->launches[g];
        *launch = (KernelLaunch){.name = grid->kernel->name,
                                 .part = grid->part,
                                 .blocks = (int)grid->blocks,
                                 .threads = (int)grid->threads,
                                 .words = (int)grid->words,
                                 .n = (int)grid->n,
                                 .block_n = (int)grid->block_n,
                                 .passes = plan->sizes.passes,
                                 .inclusive = grid->inclusive,
                                 .in = session->arrays[grid->in],
                                 .out = session->arrays[grid->out]};
        for (int j = 0; j < PLAN_MAX_SCRATCH; ++j)
            launch->own[j] = session->arrays[grid->own[j]];
    }
}

/* The words of tickets or tiles, which a kernel expects to be zeros, in whole
 * lines of the cache; 0 of other arrays. */
static size_t zeros_of(const PlanArray *array)
{
    enum { LINE_WORDS = 32 };
    bool is_due = array->holds == HOLDS_NUMBERS ||
                  array->holds == HOLDS_PAIRS || array->holds == HOLDS_STATES;

    return is_due ? (array->words + LINE_WORDS - 1) / LINE_WORDS * LINE_WORDS
                  : 0;
}

/* Allocates those arrays in one piece. */
static bool make_zeros(BenchSession *session, Error *error)
{
    const Plan *plan = &session->plan;
    size_t words = 0;
    Word *zeros;

    for (int a = 0; a < plan->arrays_count; ++a)
        words += zeros_of(&plan->arrays[a]);
    if (!cuda_device_alloc(&session->memory, words, sizeof *zeros, &zeros,
                           error))
        return false;
    session->zeros = zeros;
    session->zeros_bytes = words * sizeof *zeros;
    for (int a = 0; a < plan->arrays_count; ++a) {
        size_t own = zeros_of(&plan->arrays[a]);
        session->arrays[a] = own > 0 ? zeros : NULL;
        zeros += own;
    }
    return true;
}

/* Allocates the arrays that there are not yet. */
static bool make_arrays(BenchSession *session, Error *error)
{
    for (int a = 0; a < session->plan.arrays_count; ++a)
        if (!session->arrays[a] &&
            !cuda_device_alloc(&session->memory, session->plan.arrays[a].words,
                               sizeof(Word), &session->arrays[a], error))
            return false;
    return true;
}

static bool start_launch(const BenchSession *session, int g, Error *error)
{
    return cuda_device_started(kernel_start(&session->launches[g]), error);
}

static int start_peer(const BenchSession *session)
{
    const Sizes *sizes = &session->plan.sizes;
    const Word *in = session->arrays[GLOBAL_IN];
    Word *out = session->arrays[GLOBAL_OUT];

    switch (session->peer) {
    case PEER_COPY:
        return peer_copy(in, out, sizes->n);
    case PEER_BLOCK_SCAN:
        return peer_block_scan(in, out, sizes->n, (int)sizes->block_n);
    default:
        return peer_device_scan(in, out, sizes->n,
                                session->arrays[GLOBAL_FIRST_SCRATCH]);
    }
}

/* Runs all launches. */
static bool run_plain(const BenchSession *session, Error *error)
{
    bool fine = session->zeros_bytes == 0 ||
                cuda_device_good(cudaMemsetAsync(session->zeros, 0,
                                                 session->zeros_bytes, NULL),
                                 "clear memory", error);

    if (fine && session->peer != PEER_NONE)
        return cuda_device_started(start_peer(session), error);
    for (int g = 0; fine && g < session->count; ++g)
        fine = start_launch(session, g, error);
    return fine;
}

static bool time_once(const BenchSession *session, cudaEvent_t from,
                      cudaEvent_t to, double *time, Error *error)
{
    float milliseconds = 0;
    bool fine = cuda_device_good(cudaEventRecord(from, NULL),
                                 "measure the time", error) &&
                run_plain(session, error) &&
                cuda_device_good(cudaEventRecord(to, NULL), "measure the time",
                                 error) &&
                cuda_device_await("a kernel that is timed", error) &&
                cuda_device_good(cudaEventElapsedTime(&milliseconds, from, to),
                                 "measure the time", error);

    *time = 1e3 * (double)milliseconds;
    return fine;
}

bool cuda_bench(const CudaBench *bench, const Word *in, Word *out, int rounds,
                double times[], Error *error)
{
    BenchSession session = {.peer = bench->peer};
    size_t bytes = bench->n * sizeof(Word);
    cudaEvent_t from = NULL, to = NULL;
    bool fine = cuda_ready(error);

    if (!bench->joined || bench->peer != PEER_NONE)
        plan_blocks(&session, bench);
    else
        fine = fine &&
               plan_make(bench->algorithm, &bench->sizes, &session.plan, error);
    fine = fine && make_zeros(&session, error) &&
           make_arrays(&session, error) &&
           cuda_device_upload(session.arrays[GLOBAL_IN], in, bytes, error) &&
           cuda_device_good(cudaEventCreate(&from), "keep time", error) &&
           cuda_device_good(cudaEventCreate(&to), "keep time", error);
    prepare_launches(&session);
    for (int r = -WARM_UP; fine && r < rounds; ++r)
        fine = time_once(&session, from, to, &times[r < 0 ? 0 : r], error);
    fine = fine &&
           cuda_device_download(out, session.arrays[GLOBAL_OUT], bytes, error);
    if (from)
        cudaEventDestroy(from);
    if (to)
        cudaEventDestroy(to);
    cuda_device_free(&session.memory);
    return fine;
}

bool cuda_plain(const Plan *plan, const Word *const arrays[], Error *error)
{
    BenchSession session = {.plan = *plan};
    bool fine = cuda_ready(error) && make_arrays(&session, error);

    for (int a = 0; fine && a < plan->arrays_count; ++a)
        fine = cuda_device_upload(session.arrays[a], arrays[a],
                                  plan->arrays[a].words * sizeof(Word), error);
    prepare_launches(&session);
    for (int g = 0; fine && g < session.count; ++g)
        fine = start_launch(&session, g, error) &&
               cuda_device_await("a plain kernel", error);
    cuda_device_free(&session.memory);
    return fine;
}
