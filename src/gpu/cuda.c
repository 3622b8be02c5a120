/* SPDX-License-Identifier: MIT
 *
 * cuda - see cuda.h.  Plain C that calls the runtime's C interface: nvcc
 * compiles only the kernels and peers.cu.
 */
#include "gpu/cuda.h"

#include "kernels/scan_args.h"

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int CudaLauncher(const ScanArgs *args, unsigned blocks,
                         unsigned threads);

/* ---- The kernels ----------------------------------------------------------*/

#define CATALOG_ITEM(id)                                                       \
    extern CudaLauncher scan_plain_##id, scan_timed_##id, scan_traced_##id;
#include "catalog_list.h"
#undef CATALOG_ITEM

typedef struct {
    const char *id; /* the algorithm's name, with _ for - */
    CudaLauncher *ways[CUDA_WAYS];
} CudaKernel;

static const CudaKernel kernels[] = {
#define CATALOG_ITEM(id)                                                       \
    {#id, {scan_plain_##id, scan_timed_##id, scan_traced_##id}},
#include "catalog_list.h"
#undef CATALOG_ITEM
};

/* The launcher of an algorithm's kernel in the version WAY. */
static CudaLauncher *cuda_launcher(const Algorithm *algorithm, CudaWay way)
{
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; ++i) {
        const char *x = kernels[i].id;
        const char *y = algorithm->name;
        while (*x && (*x == *y || (*x == '_' && *y == '-'))) {
            ++x;
            ++y;
        }
        if (!*x && (!*y || *y == ':'))
            return kernels[i].ways[way];
    }
    base_die(__FILE__, __LINE__, "an algorithm without a kernel");
}

/* Kernel arguments with the sizes of LAUNCH and its array numbers; the caller
 * sets the pointers to arrays, logs and clocks. */
static ScanArgs cuda_args(const Launch *launch)
{
    uint32_t padded = base_power_of_two(launch->block_n);
    ScanArgs args = {.total = (int)launch->n,
                     .block_n = (int)launch->block_n,
                     .padded_n = (int)padded,
                     .log2n = base_log2(padded),
                     .k = (int)launch->k,
                     .log2k = base_log2(launch->k),
                     .inclusive = launch->inclusive,
                     .part = launch->part,
                     .passes = launch->passes,
                     .op = launch->op,
                     .in = launch->in,
                     .out = launch->out,
                     .words = launch->words};

    for (int j = 0; j < PLAN_MAX_SCRATCH; ++j)
        args.scratch[j] = launch->scratch[j];
    return args;
}

/* ---- The device -----------------------------------------------------------*/

/* True if CODE is success; else ERROR_FAILED, "the GPU cannot" do WHAT. */
static bool cuda_good(cudaError_t code, const char *what, Error *error)
{
    if (code == cudaSuccess)
        return true;
    return error_set(error, ERROR_FAILED,
                     "the GPU cannot %s: %s; try "
                     "--device cpu",
                     what, cudaGetErrorString(code));
}

/* The same for the result of a CudaLauncher. */
static bool cuda_started(int code, Error *error)
{
    return cuda_good((cudaError_t)code, "start this kernel", error);
}

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

/* A kernel that was given up still runs, and cudaFree would wait for it: then
 * memory is not freed before the process ends. */
static bool given_up;

/* Waits until the device has finished all work; after CUDA_PATIENCE seconds
 * false and ERROR_FAILED, naming WHAT runs. */
static bool cuda_await(const char *what, Error *error)
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
                             "%s runs on the GPU for more than %d s; does it "
                             "end? --device cpu tells where it is",
                             what, CUDA_PATIENCE);
        nanosleep(&pause, NULL);
    }
    return cuda_good(code, "run this kernel", error);
}

/* ---- Memory ---------------------------------------------------------------*/

/* Blocks of device memory, freed together by cuda_free_all. */
typedef struct {
    void *blocks[48];
    int count;
} CudaMemory;

/* Allocates COUNT zeroed items of SIZE bytes on the device and stores their
 * address in the pointer at PLACE.  False and ERROR_FAILED without memory. */
static bool cuda_alloc(CudaMemory *memory, size_t count, size_t size,
                       void *place, Error *error)
{
    void *block = NULL;

    BASE_CHECK(memory->count < (int)(sizeof memory->blocks / sizeof block));
    if (!cuda_good(cudaMalloc(&block, count * size + 1), "allocate memory",
                   error))
        return false;
    memory->blocks[memory->count++] = block;
    memcpy(place, &block, sizeof block);
    return cuda_good(cudaMemset(block, 0, count * size), "clear memory", error);
}

static void cuda_free_all(CudaMemory *memory)
{
    for (int i = 0; i < memory->count && !given_up; ++i)
        cudaFree(memory->blocks[i]);
    memory->count = 0;
}

static bool cuda_upload(void *to, const void *from, size_t bytes, Error *error)
{
    return cuda_good(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice),
                     "take the input", error);
}

static bool cuda_download(void *to, const void *from, size_t bytes,
                          Error *error)
{
    return cuda_good(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost),
                     "give results back", error);
}

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
    bool fine = cuda_alloc(&session->memory, bytes, 1, &place, error) &&
                cuda_upload(place, counts, bytes, error);
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
        fine = cuda_upload(session->args.arrays[a], launch->arrays[a].data,
                           launch->arrays[a].words * sizeof(Word), error);
    return fine;
}

static bool upload(Session *session, const Launch *launch, Word blank,
                   Error *error)
{
    ScanArgs *args = &session->args;

    *args = cuda_args(launch);
    args->blank = blank;
    for (int a = 0; a < launch->arrays_count; ++a)
        if (!cuda_alloc(&session->memory, launch->arrays[a].words, sizeof(Word),
                        &args->arrays[a], error))
            return false;
    return upload_arrays(session, launch, error) &&
           (!launch->flags || upload_counts(session, launch, error)) &&
           cuda_alloc(&session->memory, launch->blocks, sizeof(int),
                      &args->steps, error);
}

static bool run_way(const Launch *launch, CudaWay way, const ScanArgs *args,
                    Error *error)
{
    CudaLauncher *start = cuda_launcher(launch->algorithm, way);

    return cuda_started(start(args, launch->blocks, launch->threads), error) &&
           cuda_await(launch->source_name, error);
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
        cuda_alloc(&session->memory, threads, sizeof(uint32_t), &args->events,
                   error) &&
        run_way(launch, CUDA_TRACED, args, error) &&
        cuda_download(counts, args->events, threads * sizeof *counts, error) &&
        cuda_download(block_steps, args->steps,
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
           (cuda_alloc(&session->memory, threads * args->log_capacity,
                       sizeof(uint32_t), &args->times, error) &&
            cuda_alloc(&session->memory, 1, sizeof(uint32_t), &args->clock,
                       error));
}

static bool fits(size_t need, Error *error)
{
    size_t available = 0, all = 0;

    if (!cuda_good(cudaMemGetInfo(&available, &all),
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
        cuda_download(events, args->log, room * sizeof *events, error) &&
        (!args->times ||
         cuda_download(times, args->times, room * sizeof *times, error));

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
                cuda_download(steps, args->steps,
                              launch->blocks * sizeof *steps, error);

    for (uint32_t b = 0; fine && b < launch->blocks; ++b) {
        Snapshots *to = &log->snapshots[b];
        size_t own = ((size_t)steps[b] + 1) * launch->words;
        to->values = base_realloc(to->values, own + 1, sizeof(Word));
        to->values_count = own;
        to->values_capacity = own + 1;
        fine = cuda_download(to->values, args->snapshots + b * shots,
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
           cuda_alloc(&session->memory, threads * most, sizeof(Event),
                      &args->log, error) &&
           cuda_alloc(&session->memory, shots * launch->words, sizeof(Word),
                      &args->snapshots, error) &&
           alloc_times(launch, session, error) &&
           upload_arrays(session, launch, error) &&
           run_way(launch, CUDA_TRACED, args, error) &&
           cuda_download(counts, args->events, threads * sizeof *counts, error);
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
        fine = cuda_download(launch->arrays[a].data, args->arrays[a],
                             launch->arrays[a].words * sizeof(Word), error);
    cuda_free_all(&session.memory);
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
    return cuda_alloc(&session->memory, marks, sizeof(long long), &args->clocks,
                      error) &&
           cuda_alloc(&session->memory, blocks, sizeof(int), &args->steps,
                      error) &&
           cuda_alloc(&session->memory, blocks, sizeof(uint32_t),
                      &args->tickets, error);
}

/* One launch of a round; clocks of the warm-up (round < 0) are dropped. */
static bool time_launch(const Session *session, const Launch *launch, int round,
                        CudaClocks *clocks, Error *error)
{
    ScanArgs args = cuda_args(launch);
    size_t blocks = clocks->blocks, marks = blocks * (clocks->steps + 1);
    size_t at = round < 0 ? 0 : (size_t)round;

    memcpy(args.arrays, session->args.arrays, sizeof args.arrays);
    args.clocks = session->args.clocks;
    args.steps = session->args.steps;
    args.tickets = session->args.tickets;
    args.max_steps = (int)clocks->steps + 1;
    return run_way(launch, CUDA_TIMED, &args, error) &&
           cuda_download(clocks->clocks + at * marks, args.clocks,
                         marks * sizeof *clocks->clocks, error) &&
           cuda_download(clocks->had + at * blocks, args.steps,
                         blocks * sizeof *clocks->had, error) &&
           cuda_download(clocks->tickets + at * blocks, args.tickets,
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
    cuda_free_all(&session.memory);
    return fine;
}

/* ---- Plain kernels, timed as a whole -------------------------------------*/

enum { WARM_UP = 3 };

extern CudaLauncher peer_copy, peer_block_scan, peer_device_scan;
size_t peer_device_scan_bytes(size_t elements);

static CudaLauncher *const peers[CUDA_PEERS] = {
    [PEER_COPY] = peer_copy,
    [PEER_BLOCK_SCAN] = peer_block_scan,
    [PEER_DEVICE_SCAN] = peer_device_scan,
};

/* The launches, in order, and their arrays on the device. */
typedef struct {
    ScanArgs args[PLAN_MAX_GRIDS];
    CudaLauncher *start[PLAN_MAX_GRIDS];
    unsigned blocks[PLAN_MAX_GRIDS], threads[PLAN_MAX_GRIDS];
    int count;
    uint32_t round; /* runs so far */
    CudaMemory memory;
    Word *arrays[PLAN_MAX_ARRAYS];
    Plan plan; /* of the arrays */
} BenchSession;

/* Sets up the launch of a peer, or of a block algorithm that scans many blocks
 * separately. */
static void prepare_blocks(BenchSession *session, const CudaBench *bench)
{
    Launch launch = {.n = bench->n,
                     .block_n = bench->block_n,
                     .k = 32,
                     .inclusive = bench->inclusive,
                     .op = OP_ADD,
                     .in = GLOBAL_IN,
                     .out = GLOBAL_OUT};

    if (bench->algorithm) {
        launch.words = bench->algorithm->words(bench->block_n, 32);
        launch.passes = bench->passes;
    }
    session->count = 1;
    session->args[0] = cuda_args(&launch);
    session->blocks[0] =
        (unsigned)((bench->n + bench->block_n - 1) / bench->block_n);
    session->threads[0] = bench->threads;
    session->start[0] = bench->peer == PEER_NONE
                            ? cuda_launcher(bench->algorithm, CUDA_PLAIN)
                            : peers[bench->peer];
    plan_array(&session->plan, "in", bench->n, HOLDS_SUMS);
    plan_array(&session->plan, "out", bench->n, HOLDS_SUMS);
    if (bench->peer == PEER_DEVICE_SCAN)
        plan_array(&session->plan, "scratch",
                   (uint32_t)(peer_device_scan_bytes(bench->n) / sizeof(Word) +
                              1),
                   HOLDS_NUMBERS);
}

/* Sets up the launches of the session's plan. */
static void prepare_launches(BenchSession *session)
{
    session->count = session->plan.grids_count;
    for (int g = 0; g < session->count; ++g) {
        Launch launch = launch_of(&session->plan, g);
        session->args[g] = cuda_args(&launch);
        session->blocks[g] = launch.blocks;
        session->threads[g] = launch.threads;
        session->start[g] = cuda_launcher(launch.algorithm, CUDA_PLAIN);
    }
}

static bool make_arrays(BenchSession *session, Error *error)
{
    for (int a = 0; a < session->plan.arrays_count; ++a) {
        if (!cuda_alloc(&session->memory, session->plan.arrays[a].words,
                        sizeof(Word), &session->arrays[a], error))
            return false;
        for (int g = 0; g < session->count; ++g)
            session->args[g].arrays[a] = session->arrays[a];
    }
    return true;
}

static bool start_launch(const BenchSession *session, int g, Error *error)
{
    return cuda_started(session->start[g](&session->args[g], session->blocks[g],
                                          session->threads[g]),
                        error);
}

/* Runs all launches.  Tickets and states stay as the rounds before have left
 * them; a round knows its own by its number. */
static bool run_plain(BenchSession *session, Error *error)
{
    bool fine = true;

    for (int g = 0; fine && g < session->count; ++g) {
        session->args[g].round = session->round;
        fine = start_launch(session, g, error);
    }
    ++session->round;
    return fine;
}

static bool time_once(BenchSession *session, cudaEvent_t from, cudaEvent_t to,
                      double *time, Error *error)
{
    float milliseconds = 0;
    bool fine =
        cuda_good(cudaEventRecord(from, NULL), "tell the time", error) &&
        run_plain(session, error) &&
        cuda_good(cudaEventRecord(to, NULL), "tell the time", error) &&
        cuda_await("a kernel that is timed", error) &&
        cuda_good(cudaEventElapsedTime(&milliseconds, from, to),
                  "tell the time", error);

    *time = 1e3 * (double)milliseconds;
    return fine;
}

bool cuda_bench(const CudaBench *bench, const Word *in, Word *out, int rounds,
                double times[], Error *error)
{
    BenchSession session = {.count = 0};
    size_t bytes = bench->n * sizeof(Word);
    cudaEvent_t from = NULL, to = NULL;
    bool plan = bench->joined && bench->peer == PEER_NONE;

    if (!plan)
        prepare_blocks(&session, bench);
    bool fine = cuda_ready(error) &&
                (!plan || plan_make(bench->algorithm, &bench->sizes,
                                    &session.plan, error));
    if (fine && plan)
        prepare_launches(&session);
    fine = fine && make_arrays(&session, error) &&
           cuda_upload(session.arrays[GLOBAL_IN], in, bytes, error) &&
           cuda_good(cudaEventCreate(&from), "keep time", error) &&
           cuda_good(cudaEventCreate(&to), "keep time", error);
    for (int r = -WARM_UP; fine && r < rounds; ++r)
        fine = time_once(&session, from, to, &times[r < 0 ? 0 : r], error);
    fine = fine && cuda_download(out, session.arrays[GLOBAL_OUT], bytes, error);
    if (from)
        cudaEventDestroy(from);
    if (to)
        cudaEventDestroy(to);
    cuda_free_all(&session.memory);
    return fine;
}

bool cuda_plain(const Plan *plan, const Word *const arrays[], Error *error)
{
    BenchSession session = {.plan = *plan};
    bool fine = cuda_ready(error);

    if (fine)
        prepare_launches(&session);
    fine = fine && make_arrays(&session, error);
    for (int a = 0; fine && a < plan->arrays_count; ++a)
        fine = cuda_upload(session.arrays[a], arrays[a],
                           plan->arrays[a].words * sizeof(Word), error);
    for (int g = 0; fine && g < session.count; ++g)
        fine = start_launch(&session, g, error) &&
               cuda_await("a plain kernel", error);
    cuda_free_all(&session.memory);
    return fine;
}
