/* SPDX-License-Identifier: MIT
 *
 * facts - prints what golden.sh records, a line a case.  Run without arguments,
 * it prints how to call it.
 *
 * Exit codes: 0 done, 2 wrong usage, 3 a file cannot be read or a run fails.
 */
#include "json_facts.h"
#include "trace_digest.h"

#include "record/input.h"
#include "report/report.h"
#include "report/sweep.h"
#include "trace/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE, MISUSED = 2, FAILED };
enum { CELLS = 8, TINY = 0xffff };

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "facts: %s: %s\n", what, why);
    return FAILED;
}

/* ---- sweep ----------------------------------------------------------------*/

/* Prints one size: "64:1f0a/77e2", the checksums of the trace and of the
 * report; with blocks of 8 elements "64b8", with 3 passes "64p3". */
static void print_size(const SweepSize *size, const Trace *trace)
{
    TraceDigest digest = trace_digest(trace);
    json_t *report = report_json(trace, &schedule_costs);
    Text fields = {0};

    json_facts(report, &fields);
    uint64_t all = digest_of(0, &digest, sizeof digest);
    printf(" %u", size->n);
    if (size->block_n)
        printf("b%u", size->block_n);
    if (size->passes != PLAN_USUAL)
        printf("p%d", size->passes);
    printf(":%04" PRIx64 "/%04" PRIx64, all & TINY,
           digest_of(0, fields.text, fields.length) & TINY);
    text_free(&fields);
    json_decref(report);
}

static bool sweep_size(Recorder *recorder, const Algorithm *algorithm,
                       const SweepSize *size, Error *error)
{
    uint32_t n = size->n;
    RecordOptions options = {.algorithm = algorithm,
                             .sizes = size->sizes,
                             .device = DEVICE_CPU,
                             .input =
                                 input_read("random:1", OP_ADD, &n, error)};
    Trace *trace;

    options.inclusive = algorithm->inclusive;
    if (algorithm->result == RESULT_COMPACT && n % 2 == 0)
        options.condition = "x%2==0";
    trace = options.input ? record(recorder, &options, error) : NULL;
    if (trace)
        print_size(size, trace);
    trace_free(trace);
    free(options.input);
    return trace != NULL;
}

/* sweep ALGORITHM MAX_N */
static int sweep(char **words)
{
    Error error = {ERROR_NONE, ""};
    const Algorithm *algorithm = catalog_find(words[0], &error);
    SweepAsked asked = {.max_n = (uint32_t)strtoul(words[1], NULL, 10),
                        .passes = PLAN_USUAL,
                        .all = true};

    if (!algorithm)
        return fail(words[0], error.text);
    Recorder *recorder = recorder_new();
    Sweep sizes = sweep_of(algorithm, &asked);
    bool good = true;
    for (size_t i = 0, cell = 0; i < sizes.sizes_count && good; ++i, ++cell) {
        const SweepSize *size = &sizes.sizes[i];
        if (i > 0 && size->k != size[-1].k)
            cell = 0;
        if (cell % CELLS == 0)
            printf("%s%s k=%u row=%zu |", i ? "\n" : "", algorithm->name,
                   size->k, cell / CELLS + 1);
        good = sweep_size(recorder, algorithm, size, &error);
    }
    printf("\n");
    sweep_free(&sizes);
    recorder_free(recorder);
    return good ? DONE : fail(words[0], error.text);
}

/* ---- trace ----------------------------------------------------------------*/

/* trace FILE */
static int trace_file(char **words)
{
    Error error = {ERROR_NONE, ""};
    Trace *trace = store_read(words[0], &error);

    if (!trace)
        return fail(words[0], error.text);
    TraceDigest digest = trace_digest(trace);
    printf("events=%zu:%016" PRIx64 " shape=%08" PRIx64 " memory=%08" PRIx64,
           trace->accesses_count, digest.events, digest.shape & UINT32_MAX,
           digest.memory & UINT32_MAX);
    if (trace->local_changes_count)
        printf(" locals=%zu:%08" PRIx64, trace->local_changes_count,
               digest.locals & UINT32_MAX);
    printf("\n");
    trace_free(trace);
    return DONE;
}

/* ---- JSON -----------------------------------------------------------------*/

/* The runs in the JSON on standard input; NULL if it is none. */
static json_t *read_runs(json_t **all)
{
    json_error_t error;

    *all = json_loadf(stdin, 0, &error);
    return *all ? json_object_get(*all, "runs") : NULL;
}

static int print_runs(void (*add)(const json_t *run, Text *text))
{
    json_t *all, *runs = read_runs(&all), *run;
    size_t i;

    json_array_foreach(runs, i, run)
    {
        Text text = {0};
        add(run, &text);
        printf("%s\n", text.text + 1);
        text_free(&text);
    }
    json_decref(all);
    return DONE;
}

/* report; verify */
static int report(char **words)
{
    (void)words;
    return print_runs(json_facts);
}
static int verify(char **words)
{
    (void)words;
    return print_runs(json_finding);
}

/* Sizes one after the other that have the same verdict. */
typedef struct {
    Text verdict;
    const json_t *first, *last;
    size_t count;
    uint64_t details;
} Stretch;

static int number(const json_t *run, const char *key)
{
    return (int)json_integer_value(json_object_get(run, key));
}

/* Prints the stretch and clears it. */
static void end_stretch(Stretch *stretch)
{
    if (stretch->count)
        printf("%s k=%d n=%d..%d | sizes=%zu details=%06" PRIx64 "%s\n",
               json_string_value(json_object_get(stretch->first, "algorithm")),
               number(stretch->first, "k"), number(stretch->first, "n"),
               number(stretch->last, "n"), stretch->count,
               stretch->details & 0xffffff, stretch->verdict.text);
    text_free(&stretch->verdict);
    *stretch = (Stretch){0};
}

static void add_to_stretch(Stretch *stretch, const json_t *run)
{
    Text verdict = {0}, details = {0};

    json_verdict(run, &verdict);
    json_finding(run, &details);
    if (stretch->count && (number(stretch->first, "k") != number(run, "k") ||
                           strcmp(stretch->verdict.text, verdict.text) != 0))
        end_stretch(stretch);
    if (stretch->count++ == 0) {
        stretch->verdict = verdict;
        stretch->first = run;
        verdict = (Text){0};
    }
    stretch->last = run;
    stretch->details =
        digest_of(stretch->details, details.text, details.length);
    text_free(&verdict);
    text_free(&details);
}

/* verdicts */
static int verdicts(char **words)
{
    json_t *all, *runs = read_runs(&all), *run;
    Stretch stretch = {0};
    size_t i;

    (void)words;
    json_array_foreach(runs, i, run) add_to_stretch(&stretch, run);
    end_stretch(&stretch);
    json_decref(all);
    return DONE;
}

static const struct {
    const char *name, *words;
    int count;
    int (*run)(char **words);
    const char *help;
} modes[] = {
    {"sweep", " ALGORITHM MAX_N", 2, sweep,
     "record all sizes of verify --all up to MAX_N: checksums"},
    {"trace", " FILE", 1, trace_file, "print the checksums of a trace"},
    {"report", "", 0, report, "print the fields of report --json, read here"},
    {"verify", "", 0, verify, "print the findings of verify --json, read here"},
    {"verdicts", "", 0, verdicts,
     "the same, in a line for sizes with one verdict"},
};

enum { MODES = sizeof modes / sizeof *modes };

int main(int argc, char **argv)
{
    for (int i = 0; argc > 1 && i < MODES; ++i)
        if (strcmp(argv[1], modes[i].name) == 0 && argc == modes[i].count + 2)
            return modes[i].run(argv + 2);
    for (int i = 0; i < MODES; ++i)
        fprintf(stderr, "  facts %s%s\n      %s\n", modes[i].name,
                modes[i].words, modes[i].help);
    return MISUSED;
}
