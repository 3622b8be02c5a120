/* SPDX-License-Identifier: MIT */
#include "gpu/cuda_bench.h"

#include "gpu/cuda_device.h"

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
    CudaMemory memory;
    Word *arrays[PLAN_MAX_ARRAYS];
    Plan plan; /* of the arrays */
} Session;

/* Sets up the launch of a peer, or of a block algorithm that scans many blocks
 * separately. */
static void prepare_blocks(Session *session, const CudaBench *bench)
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

/* Sets up the launches of an algorithm for large arrays, from its plan. */
static bool prepare_plan(Session *session, const CudaBench *bench, Error *error)
{
    if (!plan_make(bench->algorithm, &bench->sizes, &session->plan, error))
        return false;
    session->count = session->plan.grids_count;
    for (int g = 0; g < session->count; ++g) {
        Launch launch = launch_of(&session->plan, g);
        session->args[g] = cuda_args(&launch);
        session->blocks[g] = launch.blocks;
        session->threads[g] = launch.threads;
        session->start[g] = cuda_launcher(launch.algorithm, CUDA_PLAIN);
    }
    return true;
}

static bool make_arrays(Session *session, Error *error)
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

/* Runs all launches.  Tickets and states must begin as zeros, so clearing them
 * is part of the time. */
static bool run_all(const Session *session, Error *error)
{
    bool fine = true;

    for (int a = 0; fine && a < session->plan.arrays_count; ++a) {
        const PlanArray *array = &session->plan.arrays[a];
        if (array->holds != HOLDS_SUMS && session->start[0] != peer_device_scan)
            fine = cuda_good(cudaMemsetAsync(session->arrays[a], 0,
                                             array->words * sizeof(Word), NULL),
                             "fill its memory", error);
    }
    for (int g = 0; fine && g < session->count; ++g)
        fine = cuda_started(session->start[g](&session->args[g],
                                              session->blocks[g],
                                              session->threads[g]),
                            error);
    return fine;
}

static bool time_once(const Session *session, cudaEvent_t from, cudaEvent_t to,
                      double *time, Error *error)
{
    float milliseconds = 0;
    bool fine =
        cuda_good(cudaEventRecord(from, NULL), "tell the time", error) &&
        run_all(session, error) &&
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
    Session session = {.count = 0};
    size_t bytes = bench->n * sizeof(Word);
    cudaEvent_t from = NULL, to = NULL;
    bool plan = bench->joined && bench->peer == PEER_NONE;

    if (!plan)
        prepare_blocks(&session, bench);
    bool fine = cuda_ready(error) &&
                (!plan || prepare_plan(&session, bench, error)) &&
                make_arrays(&session, error) &&
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
