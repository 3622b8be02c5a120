/* SPDX-License-Identifier: MIT */
#include "report/gpu_bench.h"

#include "gpu/cuda.h"
#include "record/record.h"
#include "trace/value.h"

#include <stdlib.h>
#include <string.h>

enum { PAPER_BLOCKS = 10752, ROUNDS = 31, LARGE_BLOCK = 2048, NAME_TEXT = 64 };

/* One line of the table; times in microseconds. */
typedef struct {
    char name[NAME_TEXT];
    size_t n;
    uint32_t threads;
    double median, least, most;
    double rate;  /* GB/s, bytes read and written */
    double ratio; /* of the copy's time */
} BenchRow;

static const char *const peer_names[CUDA_PEERS] = {
    [PEER_COPY] = "copy",
    [PEER_BLOCK_SCAN] = "cub::BlockScan",
    [PEER_DEVICE_SCAN] = "cub::DeviceScan",
};

/* A benchmark under way: what to run next, on what. */
typedef struct {
    const GpuBenchOptions *options;
    FILE *out;
    CudaBench run;
    Word *input, *output;
    double copy; /* microseconds that the copy of this size took */
    bool begun;  /* a row has been printed */
} Bench;

/* True if each number of reduce passes gets its own row: only if hybrid is the
 * only algorithm. */
static bool tells_passes(const Bench *bench)
{
    const GpuBenchOptions *options = bench->options;

    return options->only_count == 1 && options->only[0]->is_hybrid &&
           !bench->run.joined;
}

/* "leftright", "hybrid 3 passes": no comma, which would end it in CSV. */
static void name_run(const Bench *bench, char name[NAME_TEXT])
{
    const CudaBench *run = &bench->run;

    if (run->peer != PEER_NONE)
        snprintf(name, NAME_TEXT, "%s", peer_names[run->peer]);
    else if (tells_passes(bench))
        snprintf(name, NAME_TEXT, "%.40s %d pass%s", run->algorithm->name,
                 run->passes, run->passes == 1 ? "" : "es");
    else
        snprintf(name, NAME_TEXT, "%s", run->algorithm->name);
}

/* Each block is a scan of its own, or all are one. */
static bool check(const Bench *bench, Error *error)
{
    const CudaBench *run = &bench->run;
    size_t span = run->joined ? run->n : run->block_n;
    char name[NAME_TEXT];

    if (run->peer == PEER_COPY)
        return memcmp(bench->input, bench->output, run->n * sizeof(Word)) ==
                   0 ||
               error_set(error, ERROR_FAILED, "the copy on the GPU is wrong");
    for (size_t at = 0; at < run->n; at += span) {
        uint32_t wrong = value_check(OP_ADD, run->inclusive, bench->input + at,
                                     bench->output + at, (uint32_t)span);
        if (wrong < span) {
            name_run(bench, name);
            return error_set(error, ERROR_FAILED,
                             "%s on the GPU is wrong at element %u of block "
                             "%zu, n = %u",
                             name, wrong, at / span, run->block_n);
        }
    }
    return true;
}

static void print_row(Bench *bench, const BenchRow *row)
{
    static const char *const formats[] = {
        [BENCH_TABLE] =
            "%-20s %9zu %7u  %10.1f  %10.1f  %10.1f  %8.0f  %6.2f\n",
        [BENCH_CSV] = "%s,%zu,%u,%.2f,%.2f,%.2f,%.1f,%.3f\n",
        [BENCH_JSON] = "{\"name\": \"%s\", \"n\": %zu, \"threads\": %u, "
                       "\"median_us\": %.2f, \"least_us\": %.2f, "
                       "\"most_us\": %.2f, \"gb_per_s\": %.1f, "
                       "\"ratio_to_copy\": %.3f}",
    };
    BenchFormat format = bench->options->format;

    if (format == BENCH_JSON && bench->begun)
        fputs(",\n", bench->out);
    fprintf(bench->out, formats[format], row->name, row->n, row->threads,
            row->median, row->least, row->most, row->rate, row->ratio);
    fflush(bench->out);
    bench->begun = true;
}

static bool time_row(const Bench *bench, BenchRow *row, Error *error)
{
    const CudaBench *run = &bench->run;
    double times[ROUNDS];
    double bytes = 2.0 * sizeof(Word) * (double)run->n;

    if (!cuda_bench(run, bench->input, bench->output, ROUNDS, times, error) ||
        !check(bench, error))
        return false;
    double median = base_quantile(times, ROUNDS, 0.5);
    *row = (BenchRow){.n = run->joined ? run->n : run->block_n,
                      .threads = run->threads,
                      .median = median,
                      .least = times[0],
                      .most = times[ROUNDS - 1]};
    name_run(bench, row->name);
    row->rate = bytes / row->median * 1e-3;
    row->ratio = bench->copy > 0 ? row->median / bench->copy : 1;
    return true;
}

static bool bench_peer(Bench *bench, CudaPeer peer, Error *error)
{
    BenchRow row;

    bench->run.peer = peer;
    bench->run.algorithm = NULL;
    bench->run.threads = 0;
    bench->run.inclusive = false;
    if (!time_row(bench, &row, error))
        return false;
    if (peer == PEER_COPY) {
        bench->copy = row.median;
        row.ratio = 1;
    }
    print_row(bench, &row);
    return true;
}

/* What joins the blocks that ENTRY of the catalog scans: three-phase, or itself
 * if it is made for many blocks; NULL if nothing does. */
static const Algorithm *joined(const Algorithm *entry)
{
    char name[64];
    Error error;

    if (entry->plan)
        return entry->inner || entry->result != RESULT_SCAN ? NULL : entry;
    if (!catalog_is_block_scan(entry) || strcmp(entry->name, "sequential") == 0)
        return NULL;
    snprintf(name, sizeof name, "three-phase:%s", entry->name);
    return catalog_find(name, &error);
}

/* True if the user named the algorithm or its inner algorithm. */
static bool is_wanted(const GpuBenchOptions *options,
                      const Algorithm *algorithm)
{
    bool found = options->only_count == 0;

    for (size_t i = 0; !found && i < options->only_count; ++i)
        found = options->only[i] == algorithm ||
                options->only[i] == algorithm->inner;
    return found;
}

/* True if the algorithm is to be timed at this size. */
static bool is_due(const Bench *bench, const Algorithm *algorithm)
{
    const Algorithm *block = algorithm->inner ? algorithm->inner : algorithm;

    return algorithm->fault != FAULT_SUMS && algorithm->fault != FAULT_RACE &&
           algorithm->result == RESULT_SCAN &&
           bench->run.joined == (algorithm->plan != NULL) &&
           (algorithm->waits || bench->run.block_n <= block->max_n) &&
           is_wanted(bench->options, algorithm);
}

/* True if the algorithm takes blocks of this size. */
static bool is_taken(const CudaBench *run)
{
    Error ignored;
    Plan plan;

    return plan_make(run->algorithm, &run->sizes, &plan, &ignored);
}

/* The row of the fastest size of a block: the one that all have, unless threads
 * SHARE its elements out; then what suits is a few for each. */
static bool time_blocks(Bench *bench, bool share, BenchRow *best, Error *error)
{
    static const uint32_t shares[] = {7, 15, 16, 23, 27, 29, 35};
    uint32_t usual = bench->run.block_n;
    BenchRow row;

    if (!share)
        return time_row(bench, best, error);
    best->median = -1;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; ++i) {
        bench->run.block_n = bench->run.threads * shares[i];
        if (bench->run.block_n > bench->run.n)
            break;
        if (!is_taken(&bench->run))
            continue;
        if (!time_row(bench, &row, error))
            return false;
        if (best->median < 0 || row.median < best->median)
            *best = row;
    }
    bench->run.block_n = usual;
    return best->median >= 0 || time_row(bench, best, error);
}

/* The row of the number of threads that is fastest, or that was asked for. */
static bool bench_run(Bench *bench, Error *error)
{
    const GpuBenchOptions *options = bench->options;
    CudaBench *run = &bench->run;
    const Algorithm *algorithm = run->algorithm;
    uint32_t most =
        plan_threads(algorithm->inner ? algorithm->inner : algorithm,
                     run->block_n, 32);
    uint32_t least = most < 32 ? most : 32;
    BenchRow best = {.median = -1}, row;

    if (algorithm->waits)
        most = 1024, least = 128;
    for (uint32_t t = most; t >= least;
         t = algorithm->waits ? t - 128 : t / 2) {
        run->threads = options->threads ? options->threads : t;
        if (!time_blocks(bench, algorithm->waits, &row, error))
            return false;
        if (best.median < 0 || row.median < best.median)
            best = row;
        if (options->threads || t == 1)
            break;
    }
    print_row(bench, &best);
    return true;
}

/* A row for each number of reduce passes that N elements allow, or for the one
 * that was asked for, where they allow it: S3's trade-off. */
static bool bench_passes(Bench *bench, Error *error)
{
    const GpuBenchOptions *options = bench->options;
    int most = base_log2(bench->run.block_n), asked = options->passes;
    int first = asked == PLAN_USUAL ? 0 : asked;
    int last = asked == PLAN_USUAL || asked > most ? most : asked;
    bool good = true;

    for (int passes = first; good && passes <= last; ++passes) {
        bench->run.passes = passes;
        good = bench_run(bench, error);
    }
    return good;
}

/* The row of ENTRY of the catalog, or its rows; none where it has no place. */
static bool bench_algorithm(Bench *bench, const Algorithm *entry, Error *error)
{
    CudaBench *run = &bench->run;
    const Algorithm *algorithm = run->joined ? joined(entry) : entry;

    if (!algorithm || !is_due(bench, algorithm))
        return true;
    run->peer = PEER_NONE;
    run->algorithm = algorithm;
    run->inclusive = !run->joined && algorithm->inclusive;
    if (tells_passes(bench))
        return bench_passes(bench, error);
    run->passes =
        algorithm->is_hybrid ? (int)plan_usual_passes(run->block_n, 32) : 0;
    return bench_run(bench, error);
}

/* All rows of one size: the peers first, for the ratios. */
static bool bench_size(Bench *bench, Error *error)
{
    enum { PEER_LEAST_N = 128, PEER_MOST_N = 4096 };
    size_t count;
    const Algorithm *const *all = catalog_all(&count);
    const CudaBench *run = &bench->run;
    uint64_t seed = run->n;

    bench->copy = 0;
    bench->input = base_alloc(run->n, sizeof(Word));
    bench->output = base_alloc(run->n, sizeof(Word));
    for (size_t i = 0; i < run->n; ++i)
        bench->input[i] = (Word)(base_random(&seed) % 1000);
    bool good = bench_peer(bench, PEER_COPY, error);
    if (good && run->joined)
        good = bench_peer(bench, PEER_DEVICE_SCAN, error);
    if (good && !run->joined && run->block_n >= PEER_LEAST_N &&
        run->block_n <= PEER_MOST_N)
        good = bench_peer(bench, PEER_BLOCK_SCAN, error);
    for (size_t i = 0; good && i < count; ++i)
        good = bench_algorithm(bench, all[i], error);
    free(bench->input);
    free(bench->output);
    return good;
}

static void print_head(const Bench *bench, unsigned blocks)
{
    const GpuBenchOptions *options = bench->options;
    char what[64];

    if (options->one_array)
        snprintf(what, sizeof what, "arrays of n, in blocks of %d",
                 LARGE_BLOCK);
    else
        snprintf(what, sizeof what, "%u blocks of n", blocks);
    if (options->format == BENCH_TABLE)
        fprintf(bench->out,
                "%s, %s, k = 32, medians of %d runs\n"
                "%-20s %9s %7s  %10s  %10s  %10s  %8s  %6s\n",
                cuda_device_name(), what, ROUNDS, "", "n", "threads",
                "median us", "least", "most", "GB/s", "/copy");
    else if (options->format == BENCH_CSV)
        fputs("name,n,threads,median_us,least_us,most_us,gb_per_s,"
              "ratio_to_copy\n",
              bench->out);
    else
        fprintf(bench->out,
                "{\"device\": \"%s\", \"what\": \"%s\", \"rows\": [\n",
                cuda_device_name(), what);
}

bool gpu_bench(const GpuBenchOptions *options, FILE *out, Error *error)
{
    Bench bench = {.options = options, .out = out};
    unsigned blocks = options->blocks ? options->blocks : PAPER_BLOCKS;
    Error why;
    bool good = cuda_ready(&why);

    if (!good)
        return error_set(error, ERROR_FAILED,
                         "%.300s; --gpu measures the GPU: without it, bench "
                         "measures recording",
                         why.text);
    print_head(&bench, blocks);
    int first = options->one_array ? 10 : 5;
    int last = options->one_array ? 28 : 15;
    if (options->n)
        first = last = base_log2(options->n);
    for (int log2n = first; good && log2n <= last;
         log2n += options->one_array ? 2 : 1) {
        size_t n = (size_t)1 << log2n;
        bench.run = (CudaBench){.k = 32, .joined = options->one_array};
        bench.run.block_n = options->one_array ? LARGE_BLOCK : (uint32_t)n;
        bench.run.n = (uint32_t)(options->one_array ? n : n * blocks);
        good = bench_size(&bench, error);
    }
    if (options->format == BENCH_JSON)
        fputs("\n]}\n", out);
    return good;
}
