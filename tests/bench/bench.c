/* SPDX-License-Identifier: MIT
 *
 * bench - how fast this build records and draws, and how much it keeps.
 *
 *     make bench                               a table
 *     tests/bench/bench --json >before.json    for a comparison
 *     tests/bench/bench before.json            the table, beside that one
 *
 * Times are of the processor, on one core, the median of several rounds, so
 * that what else the machine does counts little.  Compare numbers of one run
 * only.
 */
#include "bench.h"

#include "record/input.h"
#include "report/answer.h"
#include "trace/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
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

static void print_table(const Bench *bench)
{
    puts("Processor time on one core for leftright (compared with padding), "
         "n = 2048, k = 32.\nFrames in a window: wall-clock time. Frames as "
         "files: wall-clock time, n = 64, k = 4.");
    for (int i = 0; i < bench->count; ++i)
        print_measure(bench->measures + i, stdout, NULL);
}

static void print_json(const Bench *bench)
{
    json_t *rows = json_array();

    for (int i = 0; i < bench->count; ++i)
        print_measure(bench->measures + i, stdout, rows);
    answer_print(json_pack("{s:o}", "measures", rows), JSON_INDENT(2), stdout);
}

/* Sets what the file PATH, of an earlier --json, has for the same lines. */
static bool compare(Bench *bench, const char *path)
{
    json_t *before = json_load_file(path, 0, NULL), *row;
    size_t place;

    json_array_foreach(json_object_get(before, "measures"), place, row)
    {
        const char *name = json_string_value(json_object_get(row, "name"));
        for (int i = 0; name && i < bench->count; ++i) {
            Measure *measure = bench->measures + i;
            if (strcmp(measure->name, name) != 0)
                continue;
            measure->before = json_number_value(json_object_get(row, "value"));
            measure->compared = true;
        }
    }
    json_decref(before);
    return before != NULL;
}

int main(int argc, char **argv)
{
    bool json = argc > 1 && strcmp(argv[1], "--json") == 0;
    Bench bench = {.notes = stderr};
    Error error = {0};

    answer_begin();
    bench.recorder = recorder_new();
    bool good = measure_recording(&bench, &error);
    bench_program(&bench);
    bench_whole(&bench); /* the first window is opened here */
    good = good && bench_frames(&bench, &error);
    recorder_free(bench.recorder);
    if (!good)
        fprintf(stderr, "bench: %s\n", error.text);
    if (argc > 1 && !json && !compare(&bench, argv[1]))
        fprintf(stderr, "bench: %s is no answer of --json\n", argv[1]);
    (json ? print_json : print_table)(&bench);
    return !good;
}
