/* SPDX-License-Identifier: MIT
 *
 * cuda - see cuda.h.  Plain C that calls the runtime's C interface: nvcc
 * compiles only the kernels and peers.cu.
 */
#include "gpu/cuda.h"

#include "gpu/cuda_device.h"
#include "gpu/cuda_kernel.h"

#include <stdlib.h>
#include <string.h>

int peer_usable(void); /* src/gpu/peers.cu */

bool cuda_ready(Error *error)
{
    int count = 0;
    cudaError_t code = cudaGetDeviceCount(&count);

    if (code != cudaSuccess || count < 1)
        return error_set(error, ERROR_FAILED, "no CUDA device (%s)",
                         code != cudaSuccess ? cudaGetErrorString(code)
                                             : "none is installed");
    code = cudaSetDevice(0);
    if (code == cudaSuccess)
        code = (cudaError_t)peer_usable();
    if (code == cudaErrorNoKernelImageForDevice ||
        code == cudaErrorInvalidDeviceFunction)
        return error_set(error, ERROR_FAILED,
                         "this build has no code for the GPU here (%s): "
                         "configure it with CUDA_GENCODE=-arch=native",
                         cuda_device_name());
    return code == cudaSuccess ||
           error_set(error, ERROR_FAILED, "the GPU cannot be used: %s",
                     cudaGetErrorString(code));
}

const char *cuda_device_name(void)
{
    static struct cudaDeviceProp properties;

    if (!properties.name[0] &&
        cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
        return "GPU";
    return properties.name;
}

int cuda_capability(Error *error)
{
    int major = 0, minor = 0;
    cudaError_t code =
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);

    if (code == cudaSuccess)
        code = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor,
                                      0);
    if (code == cudaSuccess)
        return 10 * major + minor;
    error_set(error, ERROR_FAILED, "no GPU was found: %s",
              cudaGetErrorString(code));
    return 0;
}

/* ---- A launch -------------------------------------------------------------*/

/* The device memory of one launch. */
typedef struct {
    ScanArgs args;
    CudaMemory memory;
} Session;

/* For NUMBER: uploads the number of flags set before each element, and the
 * total. */
static bool upload_counts(Session *session, const Launch *launch, Error *error)
{
    Word *counts = base_alloc((size_t)launch->n + 1, sizeof *counts);
    size_t bytes = ((size_t)launch->n + 1) * sizeof *counts;
    Word *place = NULL;

    for (uint32_t i = 0; i < launch->n; ++i)
        counts[i + 1] = counts[i] + launch->flags[i];
    bool fine = cuda_device_alloc(&session->memory, bytes, 1, &place, error) &&
                cuda_device_upload(place, counts, bytes, error);
    session->args.counts = place;
    free(counts);
    return fine;
}

/* Gives the arrays the contents that they have before the kernel runs. */
static bool upload_arrays(const Session *session, const Launch *launch,
                          Error *error)
{
    bool fine = true;

    for (int a = 0; fine && a < launch->arrays_count; ++a)
        fine =
            cuda_device_upload(session->args.arrays[a], launch->arrays[a].data,
                               launch->arrays[a].words * sizeof(Word), error);
    return fine;
}

static bool upload(Session *session, const Launch *launch, Word blank,
                   Error *error)
{
    ScanArgs *args = &session->args;

    *args = cuda_kernel_args(launch);
    args->blank = blank;
    for (int a = 0; a < launch->arrays_count; ++a)
        if (!cuda_device_alloc(&session->memory, launch->arrays[a].words,
                               sizeof(Word), &args->arrays[a], error))
            return false;
    return upload_arrays(session, launch, error) &&
           (!launch->flags || upload_counts(session, launch, error)) &&
           cuda_device_alloc(&session->memory, launch->blocks, sizeof(int),
                             &args->steps, error);
}

static bool run_way(const Launch *launch, CudaWay way, const ScanArgs *args,
                    Error *error)
{
    CudaLauncher *start = cuda_kernel(launch->algorithm, way);

    return cuda_device_started(start(args, launch->blocks, launch->threads),
                               error) &&
           cuda_device_await(launch->source_name, error);
}

/* ---- Traced ---------------------------------------------------------------*/

static uint32_t most_of(const uint32_t counts[], size_t count)
{
    uint32_t most = 1;

    for (size_t i = 0; i < count; ++i)
        most = counts[i] > most ? counts[i] : most;
    return most;
}

/* Runs the kernel without a log to find the size that the log needs.  COUNTS
 * gets the number of events of each thread. */
static bool measure_log(const Launch *launch, Session *session,
                        uint32_t counts[], uint32_t *most, int *steps,
                        Error *error)
{
    ScanArgs *args = &session->args;
    size_t threads = (size_t)launch->blocks * launch->threads;
    int *block_steps = base_alloc(launch->blocks, sizeof *block_steps);

    args->log_capacity = 0;
    args->max_steps = 0;
    bool fine =
        cuda_device_alloc(&session->memory, threads, sizeof(uint32_t),
                          &args->events, error) &&
        run_way(launch, CUDA_TRACED, args, error) &&
        cuda_device_download(counts, args->events, threads * sizeof *counts,
                             error) &&
        cuda_device_download(block_steps, args->steps,
                             launch->blocks * sizeof *block_steps, error);
    *most = fine ? most_of(counts, threads) : 1;
    *steps = 0;
    for (uint32_t b = 0; fine && b < launch->blocks; ++b)
        *steps = block_steps[b] > *steps ? block_steps[b] : *steps;
    free(block_steps);
    return fine;
}

/* Allocates the times of accesses, if there are several blocks. */
static bool alloc_times(const Launch *launch, Session *session, Error *error)
{
    ScanArgs *args = &session->args;
    size_t threads = (size_t)launch->blocks * launch->threads;

    return launch->blocks == 1 ||
           (cuda_device_alloc(&session->memory, threads * args->log_capacity,
                              sizeof(uint32_t), &args->times, error) &&
            cuda_device_alloc(&session->memory, 1, sizeof(uint32_t),
                              &args->clock, error));
}

static bool fits(size_t need, Error *error)
{
    size_t available = 0, all = 0;

    if (!cuda_device_good(cudaMemGetInfo(&available, &all),
                          "say how much memory it has", error))
        return false;
    if (need < available)
        return true;
    return error_set(error, ERROR_FAILED,
                     "the log needs %zu MB and the GPU has %zu MB free; ask "
                     "for fewer elements with -n, or --device cpu",
                     need >> 20, available >> 20);
}

static bool fetch_events(const Launch *launch, const ScanArgs *args,
                         const uint32_t counts[], Log *log, Error *error)
{
    size_t threads = (size_t)launch->blocks * launch->threads;
    size_t room = threads * args->log_capacity;
    Event *events = base_alloc(room, sizeof *events);
    uint32_t *times = base_alloc(room, sizeof *times);
    bool fine =
        cuda_device_download(events, args->log, room * sizeof *events, error) &&
        (!args->times ||
         cuda_device_download(times, args->times, room * sizeof *times, error));

    for (size_t t = 0; fine && t < threads; ++t) {
        ThreadLog *to = &log->logs[t];
        free(to->events);
        to->events = base_memdup(events + t * args->log_capacity,
                                 counts[t] * sizeof *events);
        to->events_count = to->events_capacity = counts[t];
        if (!args->times)
            continue;
        free(to->times);
        to->times = base_memdup(times + t * args->log_capacity,
                                counts[t] * sizeof *times);
        to->times_count = to->times_capacity = counts[t];
    }
    free(events);
    free(times);
    return fine;
}

static bool fetch_log(const Launch *launch, const ScanArgs *args,
                      const uint32_t counts[], Log *log, Error *error)
{
    size_t shots = (size_t)args->max_steps * launch->words;
    int *steps = base_alloc(launch->blocks, sizeof *steps);
    bool fine = fetch_events(launch, args, counts, log, error) &&
                cuda_device_download(steps, args->steps,
                                     launch->blocks * sizeof *steps, error);

    for (uint32_t b = 0; fine && b < launch->blocks; ++b) {
        Snapshots *to = &log->snapshots[b];
        size_t own = ((size_t)steps[b] + 1) * launch->words;
        to->values = base_realloc(to->values, own + 1, sizeof(Word));
        to->values_count = own;
        to->values_capacity = own + 1;
        fine = cuda_device_download(to->values, args->snapshots + b * shots,
                                    own * sizeof(Word), error);
    }
    free(steps);
    return fine;
}

/* The traced run, with room for MOST events of a thread.  COUNTS gets the
 * number of events of each thread, which may exceed MOST if the kernel waits
 * for other blocks. */
static bool run_traced(const Launch *launch, Session *session, uint32_t most,
                       int steps, uint32_t counts[], Error *error)
{
    ScanArgs *args = &session->args;
    size_t threads = (size_t)launch->blocks * launch->threads;
    size_t shots = (size_t)launch->blocks * ((size_t)steps + 1);
    size_t time = launch->blocks > 1 ? sizeof(uint32_t) : 0;

    args->log_capacity = most;
    args->max_steps = steps + 1;
    return fits(threads * most * (sizeof(Event) + time) +
                    shots * launch->words * sizeof(Word),
                error) &&
           cuda_device_alloc(&session->memory, threads * most, sizeof(Event),
                             &args->log, error) &&
           cuda_device_alloc(&session->memory, shots * launch->words,
                             sizeof(Word), &args->snapshots, error) &&
           alloc_times(launch, session, error) &&
           upload_arrays(session, launch, error) &&
           run_way(launch, CUDA_TRACED, args, error) &&
           cuda_device_download(counts, args->events, threads * sizeof *counts,
                                error);
}

bool cuda_run(const Launch *launch, Word blank, Log *log, Error *error)
{
    Session session = {.memory = {.count = 0}};
    ScanArgs *args = &session.args;
    size_t threads = (size_t)launch->blocks * launch->threads;
    uint32_t *counts = base_alloc(threads, sizeof *counts);
    uint32_t most;
    int steps, slack = launch->algorithm->waits ? 4 : 1;

    bool fine = cuda_ready(error) && upload(&session, launch, blank, error) &&
                measure_log(launch, &session, counts, &most, &steps, error) &&
                run_traced(launch, &session, most * (uint32_t)slack, steps,
                           counts, error);
    if (fine && most_of(counts, threads) > args->log_capacity)
        fine = error_set(error, ERROR_FAILED,
                         "%s waited in another way the second time, and its "
                         "log has no room; record it again",
                         launch->algorithm->name);
    fine = fine && fetch_log(launch, args, counts, log, error);
    for (int a = 0; fine && a < launch->arrays_count; ++a)
        fine =
            cuda_device_download(launch->arrays[a].data, args->arrays[a],
                                 launch->arrays[a].words * sizeof(Word), error);
    cuda_device_free(&session.memory);
    free(counts);
    return fine;
}

/* ---- Timed ----------------------------------------------------------------*/

/* Allocates clocks, steps and tickets for the largest of the grids. */
static bool alloc_clocks(Session *session, const CudaClocks clocks[], int count,
                         Error *error)
{
    ScanArgs *args = &session->args;
    size_t blocks = 1, marks = 1;

    for (int g = 0; g < count; ++g) {
        size_t own = clocks[g].blocks * (clocks[g].steps + 1);
        blocks = clocks[g].blocks > blocks ? clocks[g].blocks : blocks;
        marks = own > marks ? own : marks;
    }
    return cuda_device_alloc(&session->memory, marks, sizeof(long long),
                             &args->clocks, error) &&
           cuda_device_alloc(&session->memory, blocks, sizeof(int),
                             &args->steps, error) &&
           cuda_device_alloc(&session->memory, blocks, sizeof(uint32_t),
                             &args->tickets, error);
}

/* One launch of a round; clocks of the warm-up (round < 0) are dropped. */
static bool time_launch(const Session *session, const Launch *launch, int round,
                        CudaClocks *clocks, Error *error)
{
    ScanArgs args = cuda_kernel_args(launch);
    size_t blocks = clocks->blocks, marks = blocks * (clocks->steps + 1);
    size_t at = round < 0 ? 0 : (size_t)round;

    memcpy(args.arrays, session->args.arrays, sizeof args.arrays);
    args.clocks = session->args.clocks;
    args.steps = session->args.steps;
    args.tickets = session->args.tickets;
    args.max_steps = (int)clocks->steps + 1;
    return run_way(launch, CUDA_TIMED, &args, error) &&
           cuda_device_download(clocks->clocks + at * marks, args.clocks,
                                marks * sizeof *clocks->clocks, error) &&
           cuda_device_download(clocks->had + at * blocks, args.steps,
                                blocks * sizeof *clocks->had, error) &&
           cuda_device_download(clocks->tickets + at * blocks, args.tickets,
                                blocks * sizeof *clocks->tickets, error);
}

bool cuda_time(const Launch launches[], int count, int rounds,
               CudaClocks clocks[], Error *error)
{
    Session session = {.memory = {.count = 0}};

    BASE_CHECK(launches->k == 32 && launches->op == OP_ADD);
    bool fine = cuda_ready(error) && upload(&session, launches, 0, error) &&
                alloc_clocks(&session, clocks, count, error);
    for (int r = -1; fine && r < rounds; ++r) {
        fine = upload_arrays(&session, launches, error);
        for (int g = 0; fine && g < count; ++g)
            fine = time_launch(&session, &launches[g], r, &clocks[g], error);
    }
    cuda_device_free(&session.memory);
    return fine;
}
