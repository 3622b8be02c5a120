/* SPDX-License-Identifier: MIT
 *
 * upsweep bench: how long recording takes on this machine, and how large traces
 * become, so that a user can choose n; and, with --gpu, how fast the kernels
 * run.  How fast the program draws is measured by tests/bench.
 */
#include "cmd.h"
#include "record/input.h"
#include "report/answer.h"
#include "report/gpu_bench.h"
#include "trace/store.h"

#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 9, SPAN = 150000 /* accesses a round, about */, K = 32 };

/* What recording N elements takes. */
typedef struct {
    uint32_t n;
    size_t accesses;
    double seconds;      /* of the processor for one access, the median */
    size_t memory, disk; /* bytes of the trace */
} Measure;

static double processor_seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Records as often as it takes to measure one access; the first round finds how
 * often that is. */
static bool measure(Recorder *recorder, const RecordOptions *options,
                    Measure *to, Error *error)
{
    double times[ROUNDS];
    int repeat = 1;

    for (int round = -1; round < ROUNDS; ++round) {
        double start = processor_seconds();
        for (int i = 0; i < repeat; ++i) {
            Trace *trace = record(recorder, options, error);
            if (!trace)
                return false;
            if (round < 0) {
                to->accesses = trace->accesses_count;
                to->memory = trace_bytes(trace);
                to->disk = store_bytes(trace, error);
            }
            trace_free(trace);
        }
        if (to->disk == 0)
            return false;
        if (round < 0)
            repeat = 1 + SPAN / (int)to->accesses;
        else
            times[round] =
                (processor_seconds() - start) / repeat / (double)to->accesses;
    }
    to->seconds = base_quantile(times, ROUNDS, 0.5);
    return true;
}

static void print(const Measure *row, FILE *out, json_t *rows)
{
    if (rows)
        answer_add(rows,
                   json_pack("{s:i, s:I, s:f, s:I, s:I}", "n", (int)row->n,
                             "accesses", (json_int_t)row->accesses,
                             "ns_per_access", row->seconds * 1e9,
                             "memory_bytes", (json_int_t)row->memory,
                             "file_bytes", (json_int_t)row->disk));
    else
        fprintf(out, "  %6u  %10zu  %10.1f  %10.1f  %10.2f  %10.2f\n", row->n,
                row->accesses, row->seconds * 1e9, 1e-6 / row->seconds,
                1e-6 * (double)row->memory, 1e-6 * (double)row->disk);
}

static bool run_recording(bool json, FILE *out, Error *error)
{
    Recorder *recorder = recorder_new();
    json_t *rows = json ? json_array() : NULL;
    bool good = true;

    if (!json)
        fprintf(out,
                "Recording leftright, k = %d: processor time on one core\n"
                "       n    accesses   ns/access  M access/s   MB memory     "
                "MB file\n",
                K);
    for (uint32_t n = 64; good && n <= 32768; n *= 2) {
        uint32_t count = n;
        Measure row = {.n = n};
        RecordOptions options = {.algorithm = catalog_find("leftright", error),
                                 .n = n,
                                 .k = K,
                                 .passes = PLAN_USUAL,
                                 .op = OP_ADD};
        options.inclusive = options.algorithm->inclusive;
        options.input = input_read("random:1", OP_ADD, &count, error);
        good = measure(recorder, &options, &row, error);
        free(options.input);
        if (good)
            print(&row, out, rows);
    }
    recorder_free(recorder);
    if (good && json)
        answer_print(json_pack("{s:O}", "growth", rows), JSON_INDENT(2), out);
    json_decref(rows);
    return good;
}

/* The GPU's part: all kernels and sizes, or some algorithms, or one size. */
static bool run_gpu(const Options *options, FILE *out, Error *error)
{
    const Algorithm *only[OPTIONS_MAX_OPERANDS];
    bool passes = options_given(options, OPTION(PASSES));

    for (int i = 0; i < options->operands_count; ++i)
        if (!(only[i] = catalog_find(options->operands[i], error)))
            return false;
    if (options->json && options->csv)
        return error_set(error, ERROR_USAGE,
                         "--json and --csv cannot be combined; remove one");
    if (options->n && (!base_is_power_of_two(options->n) || options->n < 32))
        return error_set(error, ERROR_USAGE,
                         "-n %u: bench --gpu needs a power of two; write 32, "
                         "64, ... or 32768",
                         options->n);
    if (passes && (options->operands_count != 1 || !only[0]->is_hybrid ||
                   options->one_array))
        return error_set(error, ERROR_USAGE,
                         "--passes applies to hybrid only; write `upsweep "
                         "bench --gpu hybrid`");
    if (passes && options->n && options->passes > base_log2(options->n))
        return error_set(error, ERROR_USAGE,
                         "--passes %d: %u elements allow 0 to %d passes; write "
                         "a smaller number",
                         options->passes, options->n, base_log2(options->n));
    GpuBenchOptions wanted = {.format = options->json  ? BENCH_JSON
                                        : options->csv ? BENCH_CSV
                                                       : BENCH_TABLE,
                              .only = only,
                              .only_count = (size_t)options->operands_count,
                              .sizes = options->sizes,
                              .blocks = options->blocks,
                              .one_array = options->one_array};
    return gpu_bench(&wanted, out, error);
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    const OptionSet of_gpu = OPTION(N) | OPTION(THREADS) | OPTION(BLOCKS) |
                             OPTION(ONE_ARRAY) | OPTION(PASSES) | OPTION(CSV);

    (void)notes;
    if (options->gpu)
        return run_gpu(options, out, error);
    if (options_given(options, of_gpu) || options->operands_count > 0)
        return error_set(error, ERROR_USAGE,
                         "bench: algorithms, sizes and --csv apply to the GPU "
                         "only; add --gpu");
    return run_recording(options->json, out, error);
}

const Subcommand cmd_bench = {
    .name = "bench",
    .operands = "[--gpu [ALGORITHM ...]]",
    .help = "measure the speed of recording or of a GPU",
    .about = "Measures how fast this machine records, and how large traces "
             "become; with --gpu, how fast the kernels run on the GPU, by "
             "default at all sizes.",
    .examples = {{"upsweep bench", "this machine"},
                 {"upsweep bench --gpu -n 1024 leftright padding",
                  "two kernels on the GPU"},
                 {"upsweep bench --gpu --csv >times.csv",
                  "a table for a chart"}},
    .options = OPTION(JSON) | OPTION(CSV) | OPTION(GPU) | OPTION(N) |
               OPTION(THREADS) | OPTION(PASSES) | OPTION(BLOCKS) |
               OPTION(ONE_ARRAY),
    .run = run};
