/* SPDX-License-Identifier: MIT
 *
 * cuda - see cuda.h.  Plain C over the runtime's C interface: the kernels are
 * the only part that nvcc compiles.
 */
#include "cuda.h"

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../kernels/scan_args.h"

/* ---- The kernels ----------------------------------------------------------*/

typedef int Launcher(const ScanArgs *args, unsigned blocks, unsigned threads);

#define CATALOG_ITEM(id)                                                       \
    extern Launcher scan_plain_##id, scan_timed_##id, scan_traced_##id;
#include "catalog_list.h"
#undef CATALOG_ITEM

extern Launcher peer_copy, peer_block_scan;

static Launcher *const peers[CUDA_PEERS] = {
    [PEER_COPY] = peer_copy, [PEER_BLOCK_SCAN] = peer_block_scan};

typedef struct {
    const char *id; /* the algorithm's name, with _ for - */
    Launcher *ways[CUDA_WAYS];
} CudaKernel;

static const CudaKernel kernels[] = {
#define CATALOG_ITEM(id)                                                       \
    {#id, {scan_plain_##id, scan_timed_##id, scan_traced_##id}},
#include "catalog_list.h"
#undef CATALOG_ITEM
};

static Launcher *launcher(const Algorithm *algorithm, CudaWay way)
{
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; ++i) {
        const char *x = kernels[i].id;
        const char *y = algorithm->name;
        while (*x && (*x == *y || (*x == '_' && *y == '-'))) {
            ++x;
            ++y;
        }
        if (!*x && !*y)
            return kernels[i].ways[way];
    }
    base_die(__FILE__, __LINE__, "an algorithm without a kernel");
}

/* ---- The device -----------------------------------------------------------*/

static bool good(int code, const char *what, Error *error)
{
    if (code == cudaSuccess)
        return true;
    return error_set(error, ERROR_FAILED,
                     "the GPU cannot %s: %s; try "
                     "--device cpu",
                     what, cudaGetErrorString((cudaError_t)code));
}

bool cuda_ready(Error *error)
{
    int count = 0;
    cudaError_t code = cudaGetDeviceCount(&count);

    if (code != cudaSuccess || count < 1)
        return error_set(error, ERROR_FAILED,
                         "no CUDA device (%s); use --device cpu",
                         code != cudaSuccess ? cudaGetErrorString(code)
                                             : "none is installed");
    return good(cudaSetDevice(0), "be used", error);
}

const char *cuda_device_name(void)
{
    static struct cudaDeviceProp properties;

    if (!properties.name[0] &&
        cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
        return "GPU";
    return properties.name;
}

/* Waits for the device, but not for ever. */
static bool await_device(const Launch *launch, Error *error)
{
    struct timespec pause = {0, 200000};
    struct timespec start, now;
    cudaError_t code;

    clock_gettime(CLOCK_MONOTONIC, &start);
    while ((code = cudaStreamQuery(NULL)) == cudaErrorNotReady) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec - start.tv_sec > CUDA_PATIENCE)
            return error_set(error, ERROR_FAILED,
                             "%s runs on the GPU for more than %d s; does it "
                             "end? --device cpu tells where it is",
                             launch->source_name, CUDA_PATIENCE);
        nanosleep(&pause, NULL);
    }
    return good(code, "run this kernel", error);
}

/* ---- Memory of one launch -------------------------------------------------*/

typedef struct {
    ScanArgs args;
    void *blocks[LAUNCH_MAX_ARRAYS + 6]; /* all that was allocated */
    int count;
} DeviceMemory;

static bool device_alloc(DeviceMemory *memory, size_t count, size_t size,
                         void *place, Error *error)
{
    void *block = NULL;

    BASE_CHECK(memory->count < LAUNCH_MAX_ARRAYS + 6);
    if (!good(cudaMalloc(&block, count * size + 1), "allocate memory", error))
        return false;
    memory->blocks[memory->count++] = block;
    memcpy(place, &block, sizeof block);
    return good(cudaMemset(block, 0, count * size), "clear memory", error);
}

static void device_free(DeviceMemory *memory)
{
    for (int i = 0; i < memory->count; ++i)
        cudaFree(memory->blocks[i]);
    memory->count = 0;
}

static bool upload(DeviceMemory *memory, const Launch *launch, Word blank,
                   Error *error)
{
    ScanArgs *args = &memory->args;
    uint32_t padded = base_power_of_two(launch->n);

    args->n = (int)launch->n;
    args->padded_n = (int)padded;
    args->log2n = base_log2(padded);
    args->k = (int)launch->k;
    args->log2k = base_log2(launch->k);
    args->inclusive = launch->inclusive;
    args->op = launch->op;
    args->words = launch->words;
    args->blank = blank;
    for (int a = 0; a < launch->arrays_count; ++a) {
        const GlobalArray *array = &launch->arrays[a];
        if (!device_alloc(memory, array->words, sizeof(Word), &args->arrays[a],
                          error) ||
            !good(cudaMemcpy(args->arrays[a], array->data,
                             array->words * sizeof(Word),
                             cudaMemcpyHostToDevice),
                  "take the input", error))
            return false;
    }
    return device_alloc(memory, launch->blocks, sizeof(int), &args->steps,
                        error);
}

static bool download(void *to, const void *from, size_t bytes, Error *error)
{
    return good(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost),
                "give results back", error);
}

static bool run_way(const Launch *launch, CudaWay way, const ScanArgs *args,
                    Error *error)
{
    Launcher *launch_it = launcher(launch->algorithm, way);

    return good(launch_it(args, launch->blocks, launch->threads),
                "start this kernel", error) &&
           await_device(launch, error);
}

/* ---- Traced ---------------------------------------------------------------*/

/* How much the log needs: the kernel runs once and only counts.  COUNTS gets
 * the events of each thread. */
static bool measure_log(const Launch *launch, DeviceMemory *memory,
                        uint32_t counts[], uint32_t *most, int *steps,
                        Error *error)
{
    ScanArgs *args = &memory->args;
    size_t threads = (size_t)launch->blocks * launch->threads;
    int *block_steps = base_alloc(launch->blocks, sizeof *block_steps);

    args->log_capacity = 0;
    args->max_steps = 0;
    bool fine =
        device_alloc(memory, threads, sizeof(uint32_t), &args->events, error) &&
        run_way(launch, CUDA_TRACED, args, error) &&
        download(counts, args->events, threads * sizeof *counts, error) &&
        download(block_steps, args->steps, launch->blocks * sizeof *block_steps,
                 error);
    *most = 1;
    *steps = 0;
    for (size_t t = 0; fine && t < threads; ++t)
        *most = counts[t] > *most ? counts[t] : *most;
    for (uint32_t b = 0; fine && b < launch->blocks; ++b)
        *steps = block_steps[b] > *steps ? block_steps[b] : *steps;
    free(block_steps);
    return fine;
}

static bool fits(size_t need, Error *error)
{
    size_t available = 0, all = 0;

    if (!good(cudaMemGetInfo(&available, &all), "say how much memory it has",
              error))
        return false;
    if (need < available)
        return true;
    return error_set(error, ERROR_FAILED,
                     "the log needs %zu MB and the GPU has %zu MB free; ask "
                     "for fewer elements with -n, or --device cpu",
                     need >> 20, available >> 20);
}

static bool fetch_log(const Launch *launch, const ScanArgs *args,
                      const uint32_t counts[], Log *log, Error *error)
{
    size_t threads = (size_t)launch->blocks * launch->threads;
    size_t shots = (size_t)args->max_steps * launch->words;
    Event *events = base_alloc(threads * args->log_capacity, sizeof *events);
    bool fine = download(events, args->log,
                         threads * args->log_capacity * sizeof *events, error);

    for (size_t t = 0; fine && t < threads; ++t) {
        ThreadLog *to = &log->logs[t];
        free(to->events);
        to->events = base_memdup(events + t * args->log_capacity,
                                 counts[t] * sizeof *events);
        to->events_count = to->events_capacity = counts[t];
    }
    free(events);
    for (uint32_t b = 0; fine && b < launch->blocks; ++b) {
        Snapshots *to = &log->snapshots[b];
        to->values = base_realloc(to->values, shots + 1, sizeof(Word));
        to->values_count = shots;
        to->values_capacity = shots + 1;
        fine = download(to->values, args->snapshots + b * shots,
                        shots * sizeof(Word), error);
    }
    return fine;
}

bool cuda_run(const Launch *launch, Word blank, Log *log, Error *error)
{
    DeviceMemory memory = {.count = 0};
    ScanArgs *args = &memory.args;
    size_t threads = (size_t)launch->blocks * launch->threads;
    uint32_t *counts = base_alloc(threads, sizeof *counts);
    uint32_t most;
    int steps;

    bool fine = cuda_ready(error) && upload(&memory, launch, blank, error) &&
                measure_log(launch, &memory, counts, &most, &steps, error);
    if (fine) {
        args->log_capacity = most;
        args->max_steps = steps + 1;
        size_t shots = (size_t)launch->blocks * (size_t)args->max_steps;
        fine = fits(threads * most * sizeof(Event) +
                        shots * launch->words * sizeof(Word),
                    error) &&
               device_alloc(&memory, threads * most, sizeof(Event), &args->log,
                            error) &&
               device_alloc(&memory, shots * launch->words, sizeof(Word),
                            &args->snapshots, error) &&
               run_way(launch, CUDA_TRACED, args, error) &&
               fetch_log(launch, args, counts, log, error);
    }
    for (int a = 0; fine && a < launch->arrays_count; ++a)
        fine = download(launch->arrays[a].data, args->arrays[a],
                        launch->arrays[a].words * sizeof(Word), error);
    device_free(&memory);
    free(counts);
    return fine;
}

/* ---- Timed ----------------------------------------------------------------*/

static int by_size(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x;
    uint64_t b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}

/* ROUNDS runs; SAMPLES[s * rounds + r] is step s of round r. */
static bool take_samples(const Launch *launch, DeviceMemory *memory, int rounds,
                         uint64_t samples[], size_t steps, Error *error)
{
    const ScanArgs *args = &memory->args;
    long long *clocks = base_alloc(steps + 1, sizeof *clocks);
    int had = 0;
    bool fine = true;

    for (int r = -1; fine && r < rounds; ++r) {
        fine =
            run_way(launch, CUDA_TIMED, args, error) &&
            download(&had, args->steps, sizeof had, error) &&
            download(clocks, args->clocks, (steps + 1) * sizeof *clocks, error);
        if (fine && (size_t)had != steps)
            fine = error_set(error, ERROR_FAILED,
                             "%s has %d steps when timed and %zu when traced",
                             launch->algorithm->name, had, steps);
        for (size_t s = 0; fine && r >= 0 && s < steps; ++s)
            samples[s * (size_t)rounds + (size_t)r] =
                (uint64_t)(clocks[s + 1] - clocks[s]);
    }
    free(clocks);
    return fine;
}

bool cuda_time(const Launch *launch, int rounds, uint64_t cycles[],
               size_t steps, Error *error)
{
    DeviceMemory memory = {.count = 0};
    uint64_t *samples = base_alloc(steps * (size_t)rounds, sizeof *samples);

    BASE_CHECK(launch->k == 32 && launch->op == OP_ADD);
    memory.args.max_steps = (int)steps + 1;
    bool fine = cuda_ready(error) && upload(&memory, launch, 0, error) &&
                device_alloc(&memory, launch->blocks * (steps + 1),
                             sizeof(long long), &memory.args.clocks, error) &&
                take_samples(launch, &memory, rounds, samples, steps, error);
    for (size_t s = 0; fine && s < steps; ++s) {
        uint64_t *of = samples + s * (size_t)rounds;
        qsort(of, (size_t)rounds, sizeof *of, by_size);
        cycles[s] = of[rounds / 2];
    }
    device_free(&memory);
    free(samples);
    return fine;
}

/* ---- Plain, for the clock -------------------------------------------------*/

/* One run between two events, in microseconds. */
static bool time_once(const Launch *launch, Launcher *start, cudaEvent_t from,
                      cudaEvent_t to, const ScanArgs *args, double *time,
                      Error *error)
{
    float milliseconds = 0;

    if (!good(cudaEventRecord(from, NULL), "note the time", error) ||
        !good(start(args, launch->blocks, launch->threads), "start this kernel",
              error) ||
        !good(cudaEventRecord(to, NULL), "note the time", error) ||
        !await_device(launch, error) ||
        !good(cudaEventElapsedTime(&milliseconds, from, to), "tell the time",
              error))
        return false;
    *time = 1e3 * (double)milliseconds;
    return true;
}

bool cuda_bench(const Launch *launch, CudaPeer peer, int rounds, double times[],
                Error *error)
{
    enum { WARM_UP = 3 };
    DeviceMemory memory = {.count = 0};
    Launcher *start = peer == PEER_NONE
                          ? launcher(launch->algorithm, CUDA_PLAIN)
                          : peers[peer];
    cudaEvent_t from = NULL, to = NULL;
    bool fine = cuda_ready(error) && upload(&memory, launch, 0, error) &&
                good(cudaEventCreate(&from), "keep time", error) &&
                good(cudaEventCreate(&to), "keep time", error);

    for (int r = -WARM_UP; fine && r < rounds; ++r)
        fine = time_once(launch, start, from, to, &memory.args,
                         &times[r < 0 ? 0 : r], error);
    for (int a = 0; fine && a < launch->arrays_count; ++a)
        fine = download(launch->arrays[a].data, memory.args.arrays[a],
                        launch->arrays[a].words * sizeof(Word), error);
    if (from)
        cudaEventDestroy(from);
    if (to)
        cudaEventDestroy(to);
    device_free(&memory);
    return fine;
}
