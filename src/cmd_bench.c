/* SPDX-License-Identifier: MIT
 *
 * upsweep bench: how fast this build records and draws, and how much it keeps.
 *
 * Times are of the processor, on one core, the median of several rounds, so
 * that what else the machine does counts little.  Compare numbers of one run
 * only.
 */
#include "report/answer.h"
#include "report/gpu_bench.h"
#include "bench.h"
#include "cmd.h"
#include "record/input.h"
#include "trace/store.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 9, SPAN = 150000 /* accesses a round, about */ };

double bench_seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static RecordOptions wanted(const char *name, uint32_t n, uint32_t k,
                            Error *error)
{
    RecordOptions options = {.algorithm = catalog_find(name, error),
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = OP_ADD};

    BASE_CHECK(options.algorithm);
    options.inclusive = options.algorithm->inclusive;
    options.input = input_read("random:1", OP_ADD, &n, error);
    BASE_CHECK(options.input);
    return options;
}

static void unwanted(RecordOptions *options)
{
    free(options->input);
}

Trace *bench_record(const Bench *bench, const char *name, uint32_t n,
                    uint32_t k, Error *error)
{
    RecordOptions options = wanted(name, n, k, error);
    Trace *trace = record(bench->recorder, &options, error);

    unwanted(&options);
    return trace;
}

/* Seconds for one access, recorded end to end. */
static bool time_recording(Recorder *recorder, const RecordOptions *options,
                           double *seconds, size_t *accesses, Error *error)
{
    double times[ROUNDS];
    int repeat = 1;

    for (int round = -1; round < ROUNDS; ++round) {
        double start = bench_seconds();
        for (int i = 0; i < repeat; ++i) {
            Trace *trace = record(recorder, options, error);
            if (!trace)
                return false;
            *accesses = trace->accesses_count;
            trace_free(trace);
        }
        if (round < 0)
            repeat = 1 + SPAN / (int)*accesses;
        else
            times[round] =
                (bench_seconds() - start) / repeat / (double)*accesses;
    }
    *seconds = base_quantile(times, ROUNDS, 0.5);
    return true;
}

void bench_add(Bench *bench, const char *name, const char *unit, double value,
               double goal, bool more_is_better)
{
    BASE_CHECK(bench->count < BENCH_MEASURES);
    Measure *measure = bench->measures + bench->count++;
    *measure = (Measure){.unit = unit,
                         .value = value,
                         .goal = goal,
                         .more_is_better = more_is_better};
    snprintf(measure->name, sizeof measure->name, "%s", name);
}

/* Adds the speed of recording, and the size of a trace. */
static bool measure_recording(Bench *bench, Error *error)
{
    RecordOptions options = wanted("leftright", 2048, 32, error);
    double whole = NAN;
    size_t accesses = 0;
    bool good =
        time_recording(bench->recorder, &options, &whole, &accesses, error);
    Trace *trace = good ? record(bench->recorder, &options, error) : NULL;
    size_t disk = trace ? store_bytes(trace, error) : 0;

    unwanted(&options);
    if (trace && disk) {
        double per = (double)trace->accesses_count;
        bench_add(bench, "recording, end to end", "M accesses/s", 1e-6 / whole,
                  5, true);
        bench_add(bench, "a trace in memory", "bytes/access",
                  (double)trace_bytes(trace) / per, 64, false);
        bench_add(bench, "a trace on disk", "bytes/access", (double)disk / per,
                  32, false);
    }
    trace_free(trace);
    return trace && disk;
}

static void print_measure(const Measure *measure, FILE *out, json_t *rows)
{
    if (!rows) {
        fprintf(out, "  %-32s %8.2f %-14s", measure->name, measure->value,
                measure->unit);
        if (measure->goal > 0)
            fprintf(out, " (aim: %g or %s)", measure->goal,
                    measure->more_is_better ? "more" : "less");
        if (measure->compared)
            fprintf(out, "; baseline: %.2f", measure->before);
        fputc('\n', out);
        return;
    }
    answer_add(rows, json_pack("{s:s, s:s, s:f, s:f, s:b}", "name",
                               measure->name, "unit", measure->unit, "value",
                               measure->value, "aim", measure->goal,
                               "more_is_better", measure->more_is_better));
}

static bool print_growth(Recorder *recorder, FILE *out, json_t *rows,
                         Error *error)
{
    if (!rows)
        fputs("\nCost over n (leftright, k = 32)\n"
              "       n    accesses   ns/access\n",
              out);
    for (uint32_t n = 64; n <= 32768; n *= 2) {
        RecordOptions options = wanted("leftright", n, 32, error);
        double seconds;
        size_t accesses;
        bool good =
            time_recording(recorder, &options, &seconds, &accesses, error);
        unwanted(&options);
        if (!good)
            return false;
        if (rows)
            answer_add(rows, json_pack("{s:i, s:I, s:f}", "n", (int)n,
                                       "accesses", (json_int_t)accesses,
                                       "ns_per_access", seconds * 1e9));
        else
            fprintf(out, "  %6u  %10zu  %10.1f\n", n, accesses, seconds * 1e9);
    }
    return true;
}

/* Finds the algorithms that the operands name; false and ERROR if one is
 * unknown. */
static bool find_named(const Options *options,
                       const Algorithm *named[OPTIONS_MAX_OPERANDS],
                       Error *error)
{
    for (int i = 0; i < options->operands_count; ++i)
        if (!(named[i] = catalog_find(options->operands[i], error)))
            return false;
    return true;
}

/* The GPU's part: all kernels and sizes, or some algorithms, or one size. */
static bool run_gpu(const Options *options, FILE *out, Error *error)
{
    const Algorithm *only[OPTIONS_MAX_OPERANDS];

    if (options->baseline)
        return error_set(error, ERROR_USAGE,
                         "--baseline and --gpu cannot be combined; remove one");
    if (!find_named(options, only, error))
        return false;
    if (options->json && options->csv)
        return error_set(error, ERROR_USAGE,
                         "--json and --csv cannot be combined; remove one");
    if (options->n && (!base_is_power_of_two(options->n) || options->n < 32))
        return error_set(error, ERROR_USAGE,
                         "-n %u: bench --gpu needs a power of two; write 32, "
                         "64, ... or 32768",
                         options->n);
    bool passes = options_given(options, OPTION(PASSES));
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
    Bench bench = {.notes = notes};

    if (options->gpu)
        return run_gpu(options, out, error);
    if (options->n || options->threads || options->blocks ||
        options->one_array || options_given(options, OPTION(PASSES)) ||
        options->operands_count > 0)
        return error_set(
            error, ERROR_USAGE,
            "bench: algorithms and sizes apply to the GPU only; add --gpu");
    if (options->csv)
        return error_set(
            error, ERROR_USAGE,
            "--csv applies to the GPU only; add --gpu, or use --json");
    json_t *before =
        options->baseline ? bench_ask(options->baseline, error) : NULL;
    if (options->baseline && !before)
        return false;
    json_t *measures = options->json ? json_array() : NULL;
    json_t *growth = options->json ? json_array() : NULL;
    bench.recorder = recorder_new();
    bool good = measure_recording(&bench, error);
    if (good)
        bench_program(&bench);
    if (good)
        bench_whole(&bench); /* the first window is opened here */
    good = good && bench_frames(&bench, error);
    if (good && before)
        bench_compare(&bench, before);
    json_decref(before);
    if (good && !options->json)
        fputs("Processor time on one core for leftright (compared with "
              "padding), n = 2048, k = 32.\nFrames in a window: wall-clock "
              "time. Frames as files: wall-clock time, n = 64, k = 4.\n",
              out);
    for (int i = 0; good && i < bench.count; ++i)
        print_measure(bench.measures + i, out, measures);
    good = good && print_growth(bench.recorder, out, growth, error);
    recorder_free(bench.recorder);
    if (good && options->json) {
        answer_print(json_pack("{s:O, s:O}", "measures", measures, "growth",
                               growth),
                     JSON_INDENT(2), out);
    }
    json_decref(measures);
    json_decref(growth);
    return good;
}

const Subcommand cmd_bench = {
    .name = "bench",
    .operands = "[--gpu [ALGORITHM ...]]",
    .help = "measure the speed of Upsweep or of a GPU",
    .about = "Measures how fast this build records and draws; with --gpu, how "
             "fast the kernels run on the GPU, by default at all sizes.",
    .examples = {{"upsweep bench", "this build"},
                 {"upsweep bench --gpu -n 1024 leftright padding",
                  "two kernels on the GPU"},
                 {"upsweep bench --gpu --csv >times.csv",
                  "a table for a chart"}},
    .options = OPTION(JSON) | OPTION(CSV) | OPTION(GPU) | OPTION(N) |
               OPTION(THREADS) | OPTION(PASSES) | OPTION(BLOCKS) |
               OPTION(ONE_ARRAY) | OPTION(BASELINE),
    .run = run};
