/* SPDX-License-Identifier: MIT */
#include "cuda_bench.h"

#include "cuda_device.h"

enum {
    WARM_UP = 3,
    MAX_LEVELS = 16,
    SUMS = GLOBAL_FIRST_OWN /* array: the blocks' sums, or a peer's scratch */
};

extern CudaLauncher peer_copy, peer_block_scan, peer_device_scan;
extern CudaLauncher peer_sums, peer_add;
size_t peer_device_scan_bytes(size_t elements);

static CudaLauncher *const peers[CUDA_PEERS] = {
    [PEER_COPY] = peer_copy,
    [PEER_BLOCK_SCAN] = peer_block_scan,
    [PEER_DEVICE_SCAN] = peer_device_scan,
};

/* One level of a joined scan: its blocks' sums are the next level's input. */
typedef struct {
    ScanArgs args;
    unsigned blocks;
} Level;

typedef struct {
    const CudaBench *bench;
    CudaLauncher *start;
    CudaMemory memory;
    Level levels[MAX_LEVELS];
    int count;
} Plan;

static bool plan_level(Plan *plan, size_t elements, Error *error)
{
    const CudaBench *bench = plan->bench;
    Level *level = &plan->levels[plan->count++];
    uint32_t padded = base_power_of_two(bench->n);
    size_t blocks = (elements + bench->n - 1) / bench->n;

    BASE_CHECK(plan->count < MAX_LEVELS && blocks < UINT32_MAX);
    level->blocks = (unsigned)blocks;
    level->args = (ScanArgs){.n = (int)bench->n,
                             .padded_n = (int)padded,
                             .log2n = base_log2(padded),
                             .k = 32,
                             .log2k = 5,
                             .inclusive = bench->inclusive,
                             .op = OP_ADD};
    if (bench->algorithm)
        level->args.words = bench->algorithm->words(bench->n, 32);
    return cuda_alloc(&plan->memory, blocks * bench->n, sizeof(Word),
                      &level->args.arrays[GLOBAL_IN], error) &&
           cuda_alloc(&plan->memory, blocks * bench->n, sizeof(Word),
                      &level->args.arrays[GLOBAL_OUT], error);
}

/* All levels; each writes its sums where the next reads. */
static bool plan_make(Plan *plan, Error *error)
{
    const CudaBench *bench = plan->bench;
    size_t elements = bench->elements;

    plan->start = bench->peer == PEER_NONE
                      ? cuda_launcher(bench->algorithm, CUDA_PLAIN)
                      : peers[bench->peer];
    if (!plan_level(plan, elements, error))
        return false;
    if (bench->peer == PEER_DEVICE_SCAN)
        return cuda_alloc(&plan->memory, peer_device_scan_bytes(elements), 1,
                          &plan->levels[0].args.arrays[SUMS], error);
    while (bench->joined && bench->peer == PEER_NONE &&
           plan->levels[plan->count - 1].blocks > 1) {
        Level *below = &plan->levels[plan->count - 1];
        if (!plan_level(plan, below->blocks, error))
            return false;
        below->args.arrays[SUMS] =
            plan->levels[plan->count - 1].args.arrays[GLOBAL_IN];
    }
    return true;
}

static bool launch(CudaLauncher *start, const Level *level, unsigned threads,
                   Error *error)
{
    return cuda_good(start(&level->args, level->blocks, threads),
                     "start this kernel", error);
}

/* Scan and sum up from the bottom to the top, then add from the top down. */
static bool plan_run(const Plan *plan, Error *error)
{
    bool fine = true;

    for (int i = 0; fine && i < plan->count; ++i)
        fine = launch(plan->start, &plan->levels[i], plan->bench->threads,
                      error) &&
               (i == plan->count - 1 ||
                launch(peer_sums, &plan->levels[i], 0, error));
    for (int i = plan->count - 2; fine && i >= 0; --i) {
        Level level = plan->levels[i];
        level.args.arrays[SUMS] = plan->levels[i + 1].args.arrays[GLOBAL_OUT];
        fine = launch(peer_add, &level, 0, error);
    }
    return fine;
}

static bool time_once(const Plan *plan, cudaEvent_t from, cudaEvent_t to,
                      double *time, Error *error)
{
    float milliseconds = 0;
    bool fine =
        cuda_good(cudaEventRecord(from, NULL), "tell the time", error) &&
        plan_run(plan, error) &&
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
    Plan plan = {.bench = bench};
    const ScanArgs *args = &plan.levels[0].args;
    size_t bytes = bench->elements * sizeof(Word);
    cudaEvent_t from = NULL, to = NULL;

    bool fine = cuda_ready(error) && plan_make(&plan, error) &&
                cuda_upload(args->arrays[GLOBAL_IN], in, bytes, error) &&
                cuda_good(cudaEventCreate(&from), "keep time", error) &&
                cuda_good(cudaEventCreate(&to), "keep time", error);
    for (int r = -WARM_UP; fine && r < rounds; ++r)
        fine = time_once(&plan, from, to, &times[r < 0 ? 0 : r], error);
    fine = fine && cuda_download(out, args->arrays[GLOBAL_OUT], bytes, error);
    if (from)
        cudaEventDestroy(from);
    if (to)
        cudaEventDestroy(to);
    cuda_free_all(&plan.memory);
    return fine;
}
