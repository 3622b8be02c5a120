/* SPDX-License-Identifier: MIT */
#include "gpu_bench.h"

#include <stdlib.h>
#include <string.h>

#include "cuda.h"
#include "record.h"
#include "value.h"

enum { PAPER_BLOCKS = 10752, ROUNDS = 31, LEAST_N = 32, MOST_N = 32768 };

/* One line of the table; times in microseconds. */
typedef struct {
    const char *name;
    uint32_t n, threads;
    double median, least, most;
    double rate;  /* GB/s, bytes read and written */
    double ratio; /* of the copy's time */
} BenchRow;

static const char *const peer_names[CUDA_PEERS] = {
    [PEER_COPY] = "copy", [PEER_BLOCK_SCAN] = "cub::BlockScan"};

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x;
    double b = *(const double *)y;

    return (a > b) - (a < b);
}

static bool check(const Launch *launch, CudaPeer peer, Error *error)
{
    const GlobalArray *in = &launch->arrays[GLOBAL_IN];
    const GlobalArray *out = &launch->arrays[GLOBAL_OUT];
    bool inclusive = launch->inclusive && peer == PEER_NONE;

    if (peer == PEER_COPY)
        return memcmp(in->data, out->data, in->words * sizeof(Word)) == 0 ||
               error_set(error, ERROR_FAILED, "the copy on the GPU is wrong");
    for (uint32_t b = 0; b < launch->blocks; ++b) {
        size_t at = (size_t)b * launch->n;
        uint32_t wrong = value_check(OP_ADD, inclusive, in->data + at,
                                     out->data + at, launch->n);
        if (wrong < launch->n)
            return error_set(error, ERROR_FAILED,
                             "%s on the GPU is wrong at element %u of block "
                             "%u, n = %u",
                             peer == PEER_NONE ? launch->algorithm->name
                                               : peer_names[peer],
                             wrong, b, launch->n);
    }
    return true;
}

/* A benchmark under way. */
typedef struct {
    const GpuBenchOptions *options;
    FILE *out;
    Launch launch;
    double copy; /* microseconds that the copy of this size took */
    bool begun;  /* a row has been printed */
} Bench;

static void print_row(Bench *bench, const BenchRow *row)
{
    static const char *const formats[] = {
        [BENCH_TABLE] =
            "%-20s %6u  %7u  %10.1f  %10.1f  %10.1f  %8.0f  %6.2f\n",
        [BENCH_CSV] = "%s,%u,%u,%.2f,%.2f,%.2f,%.1f,%.3f\n",
        [BENCH_JSON] = "{\"name\": \"%s\", \"n\": %u, \"threads\": %u, "
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

static bool time_row(const Bench *bench, CudaPeer peer, BenchRow *row,
                     Error *error)
{
    const Launch *launch = &bench->launch;
    double times[ROUNDS];
    double bytes = 2.0 * sizeof(Word) * launch->n * launch->blocks;

    if (!cuda_bench(launch, peer, ROUNDS, times, error) ||
        !check(launch, peer, error))
        return false;
    qsort(times, ROUNDS, sizeof *times, by_size);
    *row = (BenchRow){.name = peer == PEER_NONE ? launch->algorithm->name
                                                : peer_names[peer],
                      .n = launch->n,
                      .threads = launch->threads,
                      .median = times[ROUNDS / 2],
                      .least = times[0],
                      .most = times[ROUNDS - 1]};
    row->rate = bytes / row->median * 1e-3;
    row->ratio = bench->copy > 0 ? row->median / bench->copy : 1;
    return true;
}

static bool bench_peer(Bench *bench, CudaPeer peer, Error *error)
{
    BenchRow row;

    if (!time_row(bench, peer, &row, error))
        return false;
    if (peer == PEER_COPY)
        bench->copy = row.median;
    print_row(bench, &row);
    return true;
}

/* The row of the number of threads that is fastest, or that was asked for. */
static bool bench_algorithm(Bench *bench, const Algorithm *algorithm,
                            Error *error)
{
    const GpuBenchOptions *options = bench->options;
    Launch *launch = &bench->launch;
    uint32_t n = launch->n;
    uint32_t most = record_threads(algorithm, n, launch->k);
    BenchRow best = {.median = -1}, row;

    if (algorithm->fault == FAULT_SUMS || algorithm->fault == FAULT_RACE ||
        n > algorithm->max_n || (options->only && options->only != algorithm))
        return true;
    launch->algorithm = algorithm;
    launch->source_name = algorithm->name;
    launch->words = algorithm->words(n, launch->k);
    launch->inclusive = algorithm->inclusive;
    for (uint32_t t = most; t >= (most < launch->k ? most : launch->k);
         t /= 2) {
        launch->threads = options->threads ? options->threads : t;
        if (!time_row(bench, PEER_NONE, &row, error))
            return false;
        if (best.median < 0 || row.median < best.median)
            best = row;
        if (options->threads || t == 1)
            break;
    }
    print_row(bench, &best);
    return true;
}

/* All rows of one size: the peers first, for the ratios. */
static bool bench_size(Bench *bench, uint32_t n, Error *error)
{
    enum { PEER_LEAST_N = 128, PEER_MOST_N = 4096 };
    size_t count;
    const Algorithm *const *all = catalog_all(&count);
    Launch *launch = &bench->launch;
    uint64_t seed = n;
    uint32_t blocks =
        bench->options->blocks ? bench->options->blocks : PAPER_BLOCKS;
    uint32_t words = blocks * n;
    Word *in = base_alloc(words, sizeof *in);
    Word *out = base_alloc(words, sizeof *out);

    for (uint32_t i = 0; i < words; ++i)
        in[i] = (Word)(base_random(&seed) % 1000);
    *launch = (Launch){.algorithm = all[0],
                       .source_name = "a peer",
                       .n = n,
                       .k = 32,
                       .blocks = blocks,
                       .op = OP_ADD,
                       .arrays = {{"in", in, words}, {"out", out, words}},
                       .arrays_count = GLOBAL_FIRST_OWN};
    bool good = bench_peer(bench, PEER_COPY, error);
    if (good && n >= PEER_LEAST_N && n <= PEER_MOST_N)
        good = bench_peer(bench, PEER_BLOCK_SCAN, error);
    for (size_t i = 0; good && i < count; ++i)
        good = bench_algorithm(bench, all[i], error);
    free(in);
    free(out);
    return good;
}

static void print_head(const Bench *bench)
{
    const GpuBenchOptions *options = bench->options;
    unsigned blocks = options->blocks ? options->blocks : PAPER_BLOCKS;

    if (options->format == BENCH_TABLE)
        fprintf(bench->out,
                "%s, %u blocks of n, k = 32, medians of %d runs\n"
                "%-20s %6s  %7s  %10s  %10s  %10s  %8s  %6s\n",
                cuda_device_name(), blocks, ROUNDS, "", "n", "threads",
                "median us", "least", "most", "GB/s", "/copy");
    else if (options->format == BENCH_CSV)
        fputs("name,n,threads,median_us,least_us,most_us,gb_per_s,"
              "ratio_to_copy\n",
              bench->out);
    else
        fprintf(bench->out,
                "{\"device\": \"%s\", \"blocks\": %u, \"rows\": [\n",
                cuda_device_name(), blocks);
}

bool gpu_bench(const GpuBenchOptions *options, FILE *out, Error *error)
{
    Bench bench = {.options = options, .out = out};
    bool good = cuda_ready(error);

    if (!good)
        return false;
    print_head(&bench);
    for (uint32_t n = LEAST_N; good && n <= MOST_N; n *= 2)
        if (options->n == 0 || options->n == n) {
            bench.copy = 0;
            good = bench_size(&bench, n, error);
        }
    if (options->format == BENCH_JSON)
        fputs("\n]}\n", out);
    return good;
}
