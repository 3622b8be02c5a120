/* SPDX-License-Identifier: MIT
 *
 * cuda_bench - plain kernels, timed as a whole; see cuda.h.
 */
#include "gpu/cuda.h"

#include "gpu/cuda_device.h"
#include "gpu/cuda_kernel.h"

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
    session->args[0] = cuda_kernel_args(&launch);
    session->blocks[0] =
        (unsigned)((bench->n + bench->block_n - 1) / bench->block_n);
    session->threads[0] = bench->threads;
    session->start[0] = bench->peer == PEER_NONE
                            ? cuda_kernel(bench->algorithm, CUDA_PLAIN)
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
        session->args[g] = cuda_kernel_args(&launch);
        session->blocks[g] = launch.blocks;
        session->threads[g] = launch.threads;
        session->start[g] = cuda_kernel(launch.algorithm, CUDA_PLAIN);
    }
}

static bool make_arrays(BenchSession *session, Error *error)
{
    for (int a = 0; a < session->plan.arrays_count; ++a) {
        if (!cuda_device_alloc(&session->memory, session->plan.arrays[a].words,
                               sizeof(Word), &session->arrays[a], error))
            return false;
        for (int g = 0; g < session->count; ++g)
            session->args[g].arrays[a] = session->arrays[a];
    }
    return true;
}

static bool start_launch(const BenchSession *session, int g, Error *error)
{
    return cuda_device_started(session->start[g](&session->args[g],
                                                 session->blocks[g],
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
        cuda_device_good(cudaEventRecord(from, NULL), "tell the time", error) &&
        run_plain(session, error) &&
        cuda_device_good(cudaEventRecord(to, NULL), "tell the time", error) &&
        cuda_device_await("a kernel that is timed", error) &&
        cuda_device_good(cudaEventElapsedTime(&milliseconds, from, to),
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
           cuda_device_upload(session.arrays[GLOBAL_IN], in, bytes, error) &&
           cuda_device_good(cudaEventCreate(&from), "keep time", error) &&
           cuda_device_good(cudaEventCreate(&to), "keep time", error);
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
    bool fine = cuda_ready(error);

    if (fine)
        prepare_launches(&session);
    fine = fine && make_arrays(&session, error);
    for (int a = 0; fine && a < plan->arrays_count; ++a)
        fine = cuda_device_upload(session.arrays[a], arrays[a],
                                  plan->arrays[a].words * sizeof(Word), error);
    for (int g = 0; fine && g < session.count; ++g)
        fine = start_launch(&session, g, error) &&
               cuda_device_await("a plain kernel", error);
    cuda_device_free(&session.memory);
    return fine;
}
